/* One compilation with the plugin: its arguments, and what it wrote.

   It is ended as soon as the analysis is done ("stop"), reads an index of contracts, and writes a
   record of those of its own functions and the list of functions that it looked for.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../spec/index.h"
#include "project.h"

/* ---- The key of a unit.  ---- */

static const char *const variables[]
  = { "LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANGUAGE", "CPATH", "C_INCLUDE_PATH",
      "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "GCC_COLORS" };

static void
hash_list (struct lk_hash *hash, const struct lk_strings *list)
{
  static const char *const heads[]
    = { "-fplugin-arg-leakcheck-spec=", "-fplugin-arg-leakcheck-contracts=" };
  for (size_t i = 0; i < list->count; i++)
    {
      lk_hash_text (hash, list->items[i]);
      for (size_t j = 0; j < sizeof heads / sizeof *heads; j++)
	if (lk_begins (list->items[i], heads[j]))
	  {
	    const unsigned char *content = lk_hash_file (list->items[i] + strlen (heads[j]));
	    if (content)
	      lk_hash_add (hash, content, LK_HASH_SIZE);
	  }
    }
  lk_hash_text (hash, NULL);
}

void
lk_unit_key (const struct lk_options *options, struct lk_unit *unit)
{
  struct lk_hash hash;
  if (unit->keyed)
    return;
  lk_hash_begin (&hash);
  lk_hash_text (&hash, unit->compiler->program);
  lk_hash_text (&hash, unit->compiler->identity);
  lk_hash_text (&hash, unit->folder);
  lk_hash_text (&hash, unit->source);
  hash_list (&hash, &unit->argv);
  hash_list (&hash, &options->plugin);
  hash_list (&hash, &options->gcc);
  lk_hash_add (&hash, &options->format, sizeof options->format);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    lk_hash_text (&hash, getenv (variables[i]));
  lk_hash_end (&hash, unit->key);
  unit->keyed = true;
}

/* ---- Arguments.  ---- */

void
lk_unit_arguments (struct lk_strings *argv, const struct lk_options *options,
		   const struct lk_unit *unit)
{
  char *plugin = lk_plugin_path ();
  lk_strings_add (argv, unit->compiler->program);
  lk_strings_take (argv, lk_format ("-fplugin=%s", plugin));
  free (plugin);
  lk_strings_add (argv, "-fplugin-arg-leakcheck-stop");
  lk_strings_append (argv, &options->plugin);
  lk_strings_append (argv, &unit->argv);
  lk_strings_append (argv, &options->gcc);
  /* With colours for all: the cache serves terminals and files alike.  */
  lk_strings_add (argv, "-fdiagnostics-show-option");
  if (!options->plain)
    lk_strings_add (argv, "-fdiagnostics-show-caret");
  lk_strings_add (argv, "-fmessage-length=0");
  lk_strings_add (argv, "-fdiagnostics-urls=never");
  lk_strings_add (argv, options->format == LK_FORMAT_TEXT ? "-fdiagnostics-color=always"
		  : "-fdiagnostics-format=json");
}

/* The file of WHAT of the compilation whose files begin with STEM; allocated.  */
static char *
file_of (const char *stem, const char *what)
{
  return lk_format ("%s-%s", stem, what);
}

static void
add_file (struct lk_strings *argv, const char *option, const char *stem, const char *what)
{
  char *name = file_of (stem, what);
  lk_strings_take (argv, lk_format ("%s%s", option, name));
  free (name);
}

void
lk_compilation_begin (struct lk_job *job, const char *source, const char *index, const char *stem)
{
  struct lk_strings *argv = &job->argv;
  add_file (argv, "-fplugin-arg-leakcheck-record-to=", stem, "record");
  add_file (argv, "-fplugin-arg-leakcheck-imports-to=", stem, "imports");
  if (index)
    lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-contracts=%s", index));
  job->counts = file_of (stem, "counts");
  lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-counts=%s", job->counts));
  lk_strings_add (argv, "-MD");
  lk_strings_add (argv, "-MF");
  lk_strings_take (argv, file_of (stem, "files"));
  lk_strings_add (argv, "-MT");
  lk_strings_add (argv, "x");
  lk_strings_add (argv, "-S");
  lk_strings_add (argv, "-o");
  lk_strings_add (argv, "/dev/null");
  lk_strings_add (argv, source);
}

void
lk_unit_begin (struct lk_job *job, const struct lk_options *options, const struct lk_unit *unit,
	       const char *index, const char *stem)
{
  job->what = lk_short_name (unit->source);
  job->folder = unit->folder;
  lk_unit_arguments (&job->argv, options, unit);
  lk_compilation_begin (job, unit->source, index, stem);
}

/* ---- Results.  ---- */

/* Read the file of WHAT, and remove it.  */
static void
take_file (struct lk_text *text, const char *stem, const char *what)
{
  const char *why;
  char *name = file_of (stem, what);
  lk_text_add (text, "", 0);
  if (access (name, F_OK) == 0)
    {
      lk_text_read (text, name, &why);
      unlink (name);
    }
  free (name);
}

/* Read a rule of make, "x: FILE...", with the files that the compilation of SOURCE in FOLDER
   read, but INDEX: what it depends on of that are the contracts that it imported.  */
static void
read_files (struct lk_result *result, const char *folder, const char *source,
	    const struct lk_text *text, const char *index)
{
  struct lk_text word = { 0 };
  const char *p = strchr (text->bytes, ':');
  lk_strings_add (&result->files, source);
  for (p = p ? p + 1 : ""; *p && *p != '\n';)
    {
      if (*p == ' ' || (*p == '\\' && p[1] == '\n'))
	{
	  p += *p == ' ' ? 1 : 2;
	  continue;
	}
      word.length = 0;
      for (; *p && *p != ' ' && *p != '\n'; p++)
	{
	  if ((*p == '\\' && strchr (" #\\", p[1]) && p[1]) || (*p == '$' && p[1] == '$'))
	    p++;
	  lk_text_add (&word, p, 1);
	}
      char *name = lk_absolute (folder, word.bytes);
      if (strcmp (name, source) != 0 && (!index || strcmp (name, index) != 0))
	lk_strings_take (&result->files, name);
      else
	free (name);
    }
  lk_text_free (&word);
}

/* A message of RESULT may name the place where the function of ROW is defined.  */
static bool
may_name (const struct lk_result *result, const struct lk_index_row *row)
{
  const char *slash = strrchr (row->file, '/');
  return (result->errors.length > 0
	  && strstr (result->errors.bytes, slash ? slash + 1 : row->file) != NULL);
}

static void
read_imports (struct lk_result *result, const struct lk_index *index, char *text)
{
  size_t n = 0;
  for (const char *p = text; *p; p++)
    n += *p == '\n';
  result->imports = lk_allocate (n, sizeof *result->imports);
  for (char *line = text, *end; (end = strchr (line, '\n')); line = end + 1)
    {
      struct lk_index_row row;
      *end = '\0';
      bool located = index && lk_index_find (index, line, &row) && may_name (result, &row);
      result->imports[result->n_imports++]
	= (struct lk_import) { lk_format ("%s", line), located };
    }
}

bool
lk_result_failed (const struct lk_result *result)
{
  if (result->status == 0)
    return false;
  struct lk_counts counts = { 0 };
  struct lk_text errors = { 0 };
  lk_text_add (&errors, result->errors.bytes, result->errors.length);
  json_t *array = json_array ();
  if (lk_json_take (array, &errors))
    lk_json_count (&counts, array);
  lk_count_text (&counts, &errors);
  json_decref (array);
  lk_text_free (&errors);
  return result->status != 1 || counts.errors > 0 || counts.promoted == 0;
}

struct lk_result *
lk_compilation_end (struct lk_job *job, const char *source, const char *index_file,
		    const struct lk_index *index, const char *stem)
{
  struct lk_result *result = lk_allocate (1, sizeof *result);
  struct lk_text files = { 0 }, imports = { 0 };
  result->status = job->status;
  result->errors = job->err;
  memset (&job->err, 0, sizeof job->err);
  lk_text_add (&result->errors, "", 0);
  take_file (&result->record, stem, "record");
  take_file (&files, stem, "files");
  take_file (&imports, stem, "imports");
  read_files (result, job->folder, source, &files, index_file);
  read_imports (result, index, imports.bytes);
  result->faults = lk_count_checked (job->counts).faults;
  lk_take_declared (&result->declared, job->counts);
  unlink (job->counts);
  if (lk_result_failed (result))
    result->record.length = 0;
  lk_text_free (&files);
  lk_text_free (&imports);
  lk_text_free (&job->out);
  return result;
}
