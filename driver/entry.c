/* From an entry of a compilation database to a compilation that only analyses.

   Of the entry's options those stay that decide what the source means: macros,
   folders of headers, the language, -O, -f and -m.  Those go that write files
   (-o, -MMD, -save-temps, --coverage, plugins), that are for the assembler and the
   linker, and -W: which warnings there are is said to leakcheck.  Names of
   headers and their folders become absolute, so that messages name files in
   one way wherever the compiler runs.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "project.h"

/* ---- Options.  ---- */

enum treatment
{
  DROP, DROP_HEAD,		/* An option; all that begin so.  */
  DROP_NEXT,			/* With the next argument.  */
  DROP_VALUE,			/* With its value, joined or next.  */
  KEEP_NEXT,			/* Takes the next argument.  */
  PATH_VALUE,			/* Its value is a file or a folder.  */
  PATH_HEAD			/* The same, always joined.  */
};

/* The first one that fits counts.  */
static const struct
{
  const char *name;
  enum treatment treatment;
} options_table[] =
{
  { "-c", DROP }, { "-S", DROP }, { "-E", DROP }, { "-fsyntax-only", DROP },
  { "-M", DROP }, { "-MM", DROP }, { "-MD", DROP }, { "-MMD", DROP }, { "-MP", DROP },
  { "-MG", DROP }, { "-MF", DROP_VALUE }, { "-MT", DROP_VALUE }, { "-MQ", DROP_VALUE },
  { "-MJ", DROP_VALUE }, { "-o", DROP_VALUE }, { "--output", DROP_NEXT },
  { "--output=", DROP_HEAD }, { "-save-temps", DROP_HEAD }, { "--save-temps", DROP_HEAD },
  { "-dumpbase", DROP_NEXT }, { "-dumpbase-ext", DROP_NEXT }, { "-dumpdir", DROP_NEXT },
  { "-aux-info", DROP_NEXT }, { "-wrapper", DROP_NEXT }, { "-d", DROP_HEAD }, { "-g", DROP_HEAD },
  { "-pg", DROP }, { "-p", DROP }, { "-v", DROP }, { "-###", DROP }, { "-H", DROP }, { "-Q", DROP },
  { "--verbose", DROP }, { "-time", DROP_HEAD }, { "-ftime-report", DROP_HEAD },
  { "-fmem-report", DROP_HEAD }, { "-fdump-", DROP_HEAD }, { "-fopt-info", DROP_HEAD },
  { "-fsave-optimization-record", DROP }, { "-fstack-usage", DROP },
  { "-fcallgraph-info", DROP_HEAD }, { "-fdeps-", DROP_HEAD }, { "-fprofile", DROP_HEAD },
  { "-fbranch-probabilities", DROP }, { "-fauto-profile", DROP_HEAD },
  { "-ftest-coverage", DROP }, { "--coverage", DROP }, { "-coverage", DROP },
  { "-flto", DROP_HEAD }, { "-ffat-lto-objects", DROP }, { "-fwhole-program", DROP },
  { "-fanalyzer", DROP }, { "-fdiagnostics-", DROP_HEAD }, { "-fno-diagnostics-", DROP_HEAD },
  { "-fmessage-length", DROP_HEAD }, { "-fplugin=", DROP_HEAD }, { "-pedantic", DROP_HEAD },
  { "-Xassembler", DROP_NEXT }, { "-Xlinker", DROP_NEXT }, { "-T", DROP_VALUE },
  { "-u", DROP_NEXT }, { "-z", DROP_NEXT }, { "-e", DROP_NEXT }, { "-l", DROP_VALUE },
  { "-L", DROP_VALUE },
  { "-include", PATH_VALUE }, { "-imacros", PATH_VALUE }, { "-iquote", PATH_VALUE },
  { "-isystem", PATH_VALUE }, { "-idirafter", PATH_VALUE }, { "-I", PATH_VALUE },
  { "-fplugin-arg-leakcheck-spec=", PATH_HEAD },
  { "-fplugin-arg-leakcheck-contracts=", PATH_HEAD },
  { "-iprefix", KEEP_NEXT }, { "-isysroot", KEEP_NEXT }, { "-imultilib", KEEP_NEXT },
  { "-iwithprefix", KEEP_NEXT }, { "-iwithprefixbefore", KEEP_NEXT }, { "-D", KEEP_NEXT },
  { "-U", KEEP_NEXT }, { "-A", KEEP_NEXT }, { "-B", KEEP_NEXT }, { "--param", KEEP_NEXT },
  { "--sysroot", KEEP_NEXT }, { "-specs", KEEP_NEXT }, { "-Xpreprocessor", KEEP_NEXT }
};

/* Of other compilers: with the next argument.  */
static const char *const foreign_pairs[]
  = { "-target", "-Xclang", "-mllvm", "-arch", "-serialize-diagnostics",
      "--serialize-diagnostics", "-index-store-path", "-ivfsoverlay", "-framework", "-iframework",
      "-gcc-toolchain", "-include-pch", "-Xcuda-ptxas", "-Xarch_host" };

/* Arguments of the plugin that an entry may have for itself.  */
static const char *const plugin_kept[]
  = { "breadth=", "depth=", "disable=", "enable=", "exceptions=", "level=", "spec=" };

static bool
is_one_of (const char *name, const char *const *names, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

#define IS_ONE_OF(NAME, NAMES) is_one_of (NAME, NAMES, sizeof NAMES / sizeof *NAMES)

/* The unit that is made of one entry.  */
struct reading
{
  const struct lk_entry *entry;
  struct lk_unit *unit;
  struct lk_strings foreign;	/* Options that GCC has not, for all that is known here.  */
  char *source;			/* As the arguments name it.  */
  const char *language;		/* Of -x; NULL: by the name.  */
};

/* Return VALUE of a PATH_ option, absolute; allocated.  The compiler may search elsewhere for a
   file that is not below the folder.  */
static char *
path_value (const struct reading *r, const char *value, bool file)
{
  struct stat status;
  if (*value == '=' || *value == '-' || lk_begins (value, "$SYSROOT") || !*value)
    return lk_format ("%s", value);
  char *name = lk_absolute (r->entry->folder, value);
  if (file && stat (name, &status) != 0)
    {
      free (name);
      return lk_format ("%s", value);
    }
  return name;
}

/* "-Wp,-MD,x.d,-DX": what is for the preprocessor, without what writes files.  */
static void
keep_preprocessor_options (struct lk_strings *argv, const char *option)
{
  struct lk_text kept = { 0 };
  for (const char *p = option + strlen ("-Wp"); *p == ',';)
    {
      size_t length = 1 + strcspn (p + 1, ",");
      bool writes = lk_begins (p, ",-M");
      bool valued = (lk_begins (p, ",-MD,") || lk_begins (p, ",-MMD,") || lk_begins (p, ",-MF,")
		     || lk_begins (p, ",-MT,") || lk_begins (p, ",-MQ,"));
      if (!writes)
	lk_text_add (&kept, p, length);
      p += length;
      if (valued)
	p += 1 + strcspn (p + 1, ",");
    }
  if (kept.length)
    lk_strings_take (argv, lk_format ("-Wp%s", kept.bytes));
  lk_text_free (&kept);
}

/* Options that need more than the table.  False: it is none of these.  */
static bool
read_special (struct reading *r, const char *option, const char *next, size_t *used)
{
  struct lk_strings *argv = &r->unit->argv;
  static const char plugin[] = "-fplugin-arg-leakcheck-";
  if (lk_begins (option, "-x"))
    {
      r->language = option[2] ? option + 2 : next;
      *used += !option[2] && next;
      if (r->language && strcmp (r->language, "none") == 0)
	r->language = NULL;
    }
  else if (lk_begins (option, "-Wp,"))
    keep_preprocessor_options (argv, option);
  else if (option[1] == 'W')
    {
      /* Leaks that the project switches off.  */
      if (lk_begins (option, "-Wno-analyzer-"))
	lk_strings_add (argv, option);
    }
  else if (lk_begins (option, "-fplugin-arg-"))
    {
      const char *name = lk_begins (option, plugin) ? option + strlen (plugin) : "";
      for (size_t i = 0; i < sizeof plugin_kept / sizeof *plugin_kept; i++)
	if (lk_begins (name, plugin_kept[i]))
	  return false;
    }
  else if (r->unit->compiler->foreign && IS_ONE_OF (option, foreign_pairs))
    {
      lk_strings_add (&r->foreign, option);
      *used += next != NULL;
    }
  else
    return false;
  return true;
}

/* Read OPTION, behind which NEXT stands (NULL: nothing).  Returns how many of these belong to
   it.  */
static size_t
read_option (struct reading *r, const char *option, const char *next)
{
  struct lk_strings *argv = &r->unit->argv;
  size_t used = 1;
  if (read_special (r, option, next, &used))
    return used;
  for (size_t i = 0; i < sizeof options_table / sizeof *options_table; i++)
    {
      const char *name = options_table[i].name;
      size_t length = strlen (name);
      enum treatment treatment = options_table[i].treatment;
      bool whole = strcmp (option, name) == 0, head = strncmp (option, name, length) == 0;
      if (!whole && !(head && (treatment == DROP_HEAD || treatment == DROP_VALUE
			       || treatment == PATH_VALUE || treatment == PATH_HEAD)))
	continue;
      if (treatment == DROP || treatment == DROP_HEAD)
	return 1;
      if (treatment == DROP_NEXT || treatment == DROP_VALUE)
	return whole && next ? 2 : 1;
      if (treatment == KEEP_NEXT)
	{
	  lk_strings_add (argv, option);
	  if (next)
	    lk_strings_add (argv, next);
	  return next ? 2 : 1;
	}
      if (whole && !next)
	return 1;
      bool file = strcmp (name, "-include") == 0 || strcmp (name, "-imacros") == 0;
      char *value = path_value (r, whole ? next : option + length, file);
      if (treatment == PATH_HEAD)
	lk_strings_take (argv, lk_format ("%s%s", name, value));
      else
	{
	  lk_strings_add (argv, name);
	  lk_strings_add (argv, value);
	}
      free (value);
      return whole ? 2 : 1;
    }
  lk_strings_add (argv, option);
  return 1;
}

bool
lk_takes_next (const char *option)
{
  if (strcmp (option, "-x") == 0)
    return true;
  for (size_t i = 0; i < sizeof options_table / sizeof *options_table; i++)
    if (strcmp (option, options_table[i].name) == 0)
      switch (options_table[i].treatment)
	{
	case DROP_NEXT: case DROP_VALUE: case KEEP_NEXT: case PATH_VALUE:
	  return true;
	case DROP: case DROP_HEAD: case PATH_HEAD:
	  return false;
	}
  return false;
}

void
lk_absolute_options (struct lk_strings *options, const char *folder)
{
  struct lk_entry entry = { .folder = (char *) folder };
  struct lk_compiler compiler = { 0 };
  struct lk_unit unit = { .compiler = &compiler };
  struct reading r = { .entry = &entry, .unit = &unit };
  for (size_t i = 0; i < options->count;)
    {
      const char *option = options->items[i];
      bool path = false;
      for (size_t j = 0; j < sizeof options_table / sizeof *options_table && !path; j++)
	path = ((options_table[j].treatment == PATH_VALUE
		 || options_table[j].treatment == PATH_HEAD)
		&& lk_begins (option, options_table[j].name));
      if (path)
	i += read_option (&r, option, options->items[i + 1]);
      else
	{
	  lk_strings_add (&unit.argv, option);
	  i++;
	}
    }
  lk_strings_free (&r.foreign);
  lk_strings_free (options);
  *options = unit.argv;
}

/* ---- Languages and compilers.  ---- */

/* The language of the source NAME: "c", "c++", or NULL.  */
static const char *
language_of (const char *name)
{
  static const char *const c[] = { ".c", ".i" };
  static const char *const cxx[]
    = { ".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".ii" };
  for (size_t i = 0; i < sizeof c / sizeof *c; i++)
    if (lk_ends (name, c[i]))
      return "c";
  for (size_t i = 0; i < sizeof cxx / sizeof *cxx; i++)
    if (lk_ends (name, cxx[i]))
      return "c++";
  return NULL;
}

static const char *
base_name (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash ? slash + 1 : name;
}

/* Where the command of ENTRY begins: behind what only starts another program.  */
static size_t
first_argument (const struct lk_entry *entry)
{
  static const char *const launchers[]
    = { "ccache", "sccache", "distcc", "icecc", "colorgcc", "env", "nice", "time", "goma", "gomacc",
	"rtags-gcc-wrapper" };
  size_t i = 0;
  while (i + 1 < entry->arguments.count
	 && (IS_ONE_OF (base_name (entry->arguments.items[i]), launchers)
	     || (i > 0 && strchr (entry->arguments.items[i], '=')
		 && entry->arguments.items[i][0] != '-')))
    i++;
  return i;
}

/* PROGRAM compiles C++, by its name: "g++-12", "clang++", "x86_64-linux-gnu-c++".  */
static bool
is_cxx_program (const char *program)
{
  const char *name = base_name (program);
  const char *plus = strstr (name, "++");
  return plus && strspn (plus + 2, "-.0123456789") == strlen (plus + 2);
}

/* PROGRAM understands what gcc does not.  */
static bool
is_other_program (const char *program)
{
  static const char *const others[]
    = { "cl", "cl.exe", "clang-cl", "clang-cl.exe", "nvcc", "icl", "icl.exe", "rustc", "gfortran",
	"swiftc", "armcc", "iccarm" };
  return IS_ONE_OF (base_name (program), others);
}

/* ---- Units.  ---- */

static void
free_unit (struct lk_unit *unit)
{
  free (unit->source);
  free (unit->folder);
  lk_strings_free (&unit->argv);
  lk_result_free (unit->result);
  lk_text_free (&unit->past);
}

/* Check the entry of R, whose arguments have been read.  Return the error, or NULL.  */
static const char *
finish_unit (struct reading *r)
{
  struct lk_unit *unit = r->unit;
  struct stat status;
  const char *given = r->source ? r->source : r->entry->file;
  unit->source = lk_absolute (r->entry->folder, given);
  unit->folder = lk_format ("%s", r->entry->folder);
  const char *language = r->language ? r->language : language_of (unit->source);
  if (!language || (strncmp (language, "c++", 3) != 0 && strcmp (language, "c") != 0
		    && strcmp (language, "cpp-output") != 0) || lk_ends (language, "-header"))
    return LK_N ("not C or C++, and left out");
  if (stat (unit->folder, &status) != 0 || !S_ISDIR (status.st_mode))
    return LK_N ("the folder to compile in is not there");
  if (stat (unit->source, &status) != 0)
    return LK_N ("not there, perhaps as it is yet to be generated: build the project first");
  /* A program for C++ takes .c files for that, too.  */
  if (r->language || (unit->cxx && strcmp (language, "c") == 0))
    {
      lk_strings_add (&unit->argv, "-x");
      lk_strings_add (&unit->argv, r->language ? language : "c++");
    }
  unit->cxx = lk_begins (language, "c++") || (unit->cxx && !r->language);
  return NULL;
}

/* Make UNIT of ENTRY.  Return the error, or NULL.  */
static const char *
make_unit (struct lk_unit *unit, const struct lk_options *options, const struct lk_entry *entry,
	   struct lk_strings *foreign)
{
  size_t first = first_argument (entry);
  const char *program = entry->arguments.items[first];
  struct reading r = { .entry = entry, .unit = unit };
  if (is_other_program (program))
    return LK_N ("not compiled by a compiler like gcc, and left out");
  char *absolute = (strchr (program, '/') ? lk_absolute (entry->folder, program)
		    : lk_format ("%s", program));
  unit->compiler = lk_compiler_for (options, absolute);
  free (absolute);
  unit->cxx = is_cxx_program (program);
  char **arguments = entry->arguments.items;
  for (size_t i = first + 1; i < entry->arguments.count;)
    if (arguments[i][0] == '-' && arguments[i][1])
      i += read_option (&r, arguments[i], arguments[i + 1]);
    else
      {
	/* The others are objects, libraries, sources that have entries of their own.  */
	char *a = lk_absolute (entry->folder, arguments[i]);
	char *b = lk_absolute (entry->folder, entry->file);
	if (strcmp (a, b) == 0)
	  r.source = arguments[i];
	free (a);
	free (b);
	i++;
      }
  const char *wrong = finish_unit (&r);
  lk_strings_append (foreign, &r.foreign);
  lk_strings_free (&r.foreign);
  return wrong;
}

static int
compare_argv (const struct lk_strings *a, const struct lk_strings *b)
{
  for (size_t i = 0; i < a->count && i < b->count; i++)
    {
      int order = strcmp (a->items[i], b->items[i]);
      if (order)
	return order;
    }
  return a->count < b->count ? -1 : a->count > b->count;
}

static int
compare_units (const void *a, const void *b)
{
  const struct lk_unit *u = a, *v = b;
  int order = strcmp (u->source, v->source);
  if (!order)
    order = strcmp (u->folder, v->folder);
  if (!order)
    order = strcmp (u->compiler->program, v->compiler->program);
  return order ? order : compare_argv (&u->argv, &v->argv);
}

/* Sort the units, and leave of equal ones the first.  */
static void
sort_units (struct lk_units *units)
{
  size_t n = 0;
  if (units->count)
    qsort (units->all, units->count, sizeof *units->all, compare_units);
  for (size_t i = 0; i < units->count; i++)
    if (n && compare_units (&units->all[n - 1], &units->all[i]) == 0)
      free_unit (&units->all[i]);
    else
      units->all[n++] = units->all[i];
  units->count = n;
}

void
lk_units_make (struct lk_units *units, const struct lk_options *options,
	       const struct lk_database *database, struct lk_remarks *remarks)
{
  struct lk_strings foreign = { 0 };
  units->all = lk_allocate (database->count, sizeof *units->all);
  for (size_t i = 0; i < database->count; i++)
    {
      struct lk_unit *unit = &units->all[units->count];
      const char *wrong = make_unit (unit, options, &database->entries[i], &foreign);
      bool left_out = unit->source && lk_is_excluded (options, unit->source);
      if (!wrong && !left_out)
	{
	  units->count++;
	  continue;
	}
      if (wrong && !left_out)
	lk_remark (remarks, wrong, unit->source ? lk_short_name (unit->source)
		   : database->entries[i].file, !strstr (wrong, "left out"));
      free_unit (unit);
      memset (unit, 0, sizeof *unit);
    }
  sort_units (units);
  lk_drop_unknown_options (units, &foreign);
  for (size_t i = 0; i < foreign.count; i++)
    lk_remark (remarks, LK_N ("options that GCC does not have, left out"), foreign.items[i],
	       false);
  lk_strings_free (&foreign);
}

void
lk_units_free (struct lk_units *units)
{
  for (size_t i = 0; i < units->count; i++)
    free_unit (&units->all[i]);
  free (units->all);
}
