/* Tests of how the readers of java/ stand bad input and bad times: a corpus of
   good and broken files, each cut off at every byte, every allocation failing
   once.

     corpus-test CORPUS FOLDER	CORPUS: testsuite/java/corpus;
				FOLDER: for files made on the way

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../java/hierarchy.h"
#include "../../java/jimage.h"
#include "java-test.h"

static const char *corpus, *folder;

/* PATH/NAME in one of four buffers.  */

static const char *
in_folder (const char *path, const char *name)
{
  static char text[4][4096];
  static unsigned next;
  char *out = text[next++ % 4];
  if (snprintf (out, sizeof text[0], "%s/%s", path, name) >= (int) sizeof text[0])
    abort ();
  return out;
}

static bool
ends_with (const char *text, const char *end)
{
  size_t length = strlen (text), more = strlen (end);
  return length >= more && !strcmp (text + length - more, end);
}

/* ---- Class files.  ---- */

/* Read the class in all ways; they must agree.  */

static const struct lk_class *
read_both (struct lk_arena *arena, const unsigned char *bytes, size_t length,
	   struct lk_java_error *error, bool *agree)
{
  struct lk_java_error other;
  size_t before = lk_arena_bytes (arena);
  const struct lk_class *class = lk_class_read (arena, bytes, length, "where",
						error);
  size_t used = lk_arena_bytes (arena) - before;
  const struct lk_class *outline
    = lk_class_read_outline (arena, bytes, length, "where", &other);
  const char *name = lk_class_peek_name (arena, bytes, length);
  *agree = !class == !!*error->text && !outline == !!*other.text
	   && used <= 2 * LK_CLASS_MEMORY * length + (1 << 20);
  if (class)
    {
      walk_class (class, true);
      *agree = *agree && outline && same (name, class->name)
	       && walk_class (class, false) == walk_class (outline, false);
    }
  return class;
}

static void
test_class (const char *name, const char *verdict, const char *text)
{
  size_t length;
  unsigned char *bytes = slurp (in_folder (corpus, name), &length);
  struct lk_arena *arena = lk_arena_new ();
  struct lk_java_error error;
  bool agree = false;
  const struct lk_class *class
    = bytes ? read_both (arena, bytes, length, &error, &agree) : NULL;
  const char *said = class ? class->note.text : error.text;
  const char *got = !class ? "bad" : class->n_notes ? "note" : "ok";
  bool good = agree && same (got, verdict) && strstr (said, text)
	      && (same (got, "ok") || !strncmp (said, "where: byte ", 12));
  check (good, "corpus/%s", name);
  if (!good)
    printf ("--- %s, wanted %s: %s\n", got, verdict, said);
  lk_arena_free (arena);
  free (bytes);
}

/* No class is complete before its last byte.  */

static void
test_prefixes (const char *name)
{
  size_t length;
  unsigned char *bytes = slurp (in_folder (corpus, name), &length);
  unsigned bad = 0;
  /* Of a long one the first and last bytes.  */
  for (size_t i = 0; i < length; i++)
    {
      if (i == 2000 && length > 4000)
	i = length - 2000;
      unsigned char *copy = malloc (i ? i : 1);
      memcpy (copy, bytes, i);
      struct lk_arena *arena = lk_arena_new ();
      struct lk_java_error error;
      bool agree = false;
      if (read_both (arena, copy, i, &error, &agree) || !agree)
	bad++;
      lk_arena_free (arena);
      free (copy);
    }
  check (bytes && bad == 0, "corpus/%s, cut off at every byte", name);
  free (bytes);
}

/* Every bit turned over, no crash.  */

static void
test_flips (const char *name)
{
  size_t length;
  unsigned char *bytes = slurp (in_folder (corpus, name), &length);
  unsigned bad = 0;
  for (size_t i = 0; i < length * 8 && length < 4000; i++)
    {
      struct lk_arena *arena = lk_arena_new ();
      struct lk_java_error error;
      bool agree = false;
      bytes[i / 8] ^= (unsigned char) (1 << i % 8);
      read_both (arena, bytes, length, &error, &agree);
      bad += !agree;
      bytes[i / 8] ^= (unsigned char) (1 << i % 8);
      lk_arena_free (arena);
    }
  check (bytes && bad == 0, "corpus/%s, every bit turned over", name);
  free (bytes);
}

/* ---- Archives.  ---- */

/* Read all classes of the archive at PATH; how many could be.  -1: it could
   not be opened.  */

static int
read_archive (const char *path, unsigned *listed, struct lk_java_error *error)
{
  struct lk_archive *archive = lk_archive_open (path, 17, true, error);
  if (!archive)
    return -1;
  int good = 0;
  *listed = (unsigned) lk_archive_count (archive);
  for (size_t i = 0; i < lk_archive_count (archive); i++)
    {
      struct lk_arena *arena = lk_arena_new ();
      struct lk_bytes bytes;
      struct lk_java_error reason;
      const char *where = lk_archive_where (archive, i, arena);
      bool found = lk_archive_find (archive, lk_archive_name (archive, i))
		   == (ptrdiff_t) i;
      if (lk_archive_read (archive, i, arena, &bytes, &reason)
	  && lk_class_read (arena, bytes.data, bytes.length, where, &reason))
	good += found;
      else if (!*reason.text)
	abort ();
      lk_arena_free (arena);
    }
  lk_archive_free (archive);
  return good;
}

static void
test_archive (const char *name, const char *verdict, const char *text)
{
  struct lk_java_error error;
  unsigned listed = 0;
  int n = read_archive (in_folder (corpus, name), &listed, &error);
  bool good = same (verdict, "bad")
	      ? n < 0 && strstr (error.text, text)
		&& strstr (error.text, name)
	      : n >= 0 && listed == (unsigned) atoi (text);
  check (good, "corpus/%s", name);
  if (!good)
    printf ("--- %d of %u classes: %s\n", n, listed, error.text);
}

/* The archive cut off at every byte, or with every byte turned over: any number
   of classes, no crash.  */

static void
test_archive_bytes (const char *name)
{
  size_t length;
  unsigned char *bytes = slurp (in_folder (corpus, name), &length);
  const char *path = in_folder (folder, "broken");
  struct lk_java_error error;
  unsigned listed, silent = 0;
  for (size_t i = 0; i < 2 * length && length < 8000; i++)
    {
      bool cut = i < length;
      if (!cut)
	bytes[i - length] ^= 0xff;
      FILE *file = fopen (path, "wb");
      fwrite (bytes, 1, cut ? i : length, file);
      fclose (file);
      if (!cut)
	bytes[i - length] ^= 0xff;
      if (read_archive (path, &listed, &error) < 0)
	silent += !*error.text;
    }
  check (bytes && silent == 0, "corpus/%s, cut off at and with every byte"
	 " turned over", name);
  free (bytes);
}

/* The number of the field that says which of its versions a class is.  */

static void
test_releases (void)
{
  static const struct { unsigned release; const char *field; } wanted[] = {
    { 8, "release8" }, { 9, "release9" }, { 10, "release9" },
    { 16, "release11" }, { 17, "release17" }, { 25, "release21" },
    { 0, "release100" }
  };
  for (unsigned i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
    {
      struct lk_java_error error;
      struct lk_archive *archive
	= lk_archive_open (in_folder (corpus, "multi.jar"), wanted[i].release,
			   true, &error);
      struct lk_arena *arena = lk_arena_new ();
      struct lk_bytes bytes = { NULL, 0 };
      ptrdiff_t index = archive ? lk_archive_find (archive, "p/A") : -1;
      const struct lk_class *class = NULL;
      if (index >= 0
	  && lk_archive_read (archive, (size_t) index, arena, &bytes, &error))
	class = lk_class_read (arena, bytes.data, bytes.length, "A", &error);
      check (class && same (class->fields[0].name, wanted[i].field)
	     && (lk_archive_find (archive, "p/Only11") >= 0)
		== (wanted[i].release == 0 || wanted[i].release >= 11)
	     && lk_archive_find (archive, "p/Never") < 0,
	     "multi-release jar, release %u", wanted[i].release);
      lk_arena_free (arena);
      lk_archive_free (archive);
    }
}

/* ---- The class path.  ---- */

static char said[65536];
static size_t said_length;

static void
collect (void *data, enum lk_java_severity severity, const char *text)
{
  (void) data;
  int n = snprintf (said + said_length, sizeof said - said_length, "%s: %s\n",
		    severity == LK_JAVA_NOTE ? "note" : "warning", text);
  if (n > 0 && (size_t) n < sizeof said - said_length)
    said_length += (size_t) n;
}

static struct lk_classpath *
new_path (void)
{
  said_length = 0;
  said[0] = '\0';
  return lk_classpath_new (17, collect, NULL);
}

static unsigned
count_inputs (struct lk_classpath *path)
{
  unsigned n = 0;
  for (size_t i = 0; i < lk_classpath_n_inputs (path); i++)
    n += lk_classpath_input (path, i) != NULL;
  return n;
}

static unsigned
count_lines (void)
{
  unsigned n = 0;
  for (const char *c = said; *c; c++)
    n += *c == '\n';
  return n;
}

static void
copy_file (const char *from, const char *to)
{
  size_t length;
  unsigned char *bytes = slurp (from, &length);
  FILE *file = fopen (to, "wb");
  if (!bytes || !file || fwrite (bytes, 1, length, file) != length)
    abort ();
  fclose (file);
  free (bytes);
}

static void
write_text (const char *path, const char *text)
{
  FILE *file = fopen (path, "w");
  if (!file)
    abort ();
  fputs (text, file);
  fclose (file);
}

static void
test_broken_class (void)
{
  struct lk_java_error error;
  struct lk_classpath *path = new_path ();
  bool added = lk_classpath_add_input (path, in_folder (corpus,
							"broken-inside.jar"),
				       &error);
  check (added && lk_classpath_n_inputs (path) == 3 && count_inputs (path) == 2
	 && count_inputs (path) == 2 && lk_classpath_n_broken (path) == 1,
	 "a broken class costs that class");
  check (count_lines () == 1 && !strncmp (said, "warning: ", 9)
	 && strstr (said, "broken-inside.jar(p/X.class): byte 0: ")
	 && strstr (said, "the class is left out\n"), "and one message");
  struct lk_arena *arena = lk_arena_new ();
  check (!lk_classpath_find (path, "p/X") && count_lines () == 1
	 && lk_classpath_n_missing (path) == 1
	 && same (lk_classpath_missing (path, 0), "p/X")
	 && !lk_classpath_load (path, "p/X", arena)
	 && lk_classpath_load (path, "p/A", arena), "it is missing then");
  check (!lk_classpath_find (path, "p/Gone")
	 && !lk_classpath_find (path, "p/Gone")
	 && lk_classpath_n_missing (path) == 2
	 && !lk_classpath_find (path, "../etc/passwd")
	 && !lk_classpath_find (path, "[I")
	 && lk_classpath_n_missing (path) == 2, "what is missing is counted");
  lk_arena_free (arena);
  lk_classpath_free (path);
}

static void
test_inputs (void)
{
  struct lk_java_error error;
  struct lk_classpath *path = new_path ();
  static const char *const none[] = {
    "not-a.jar", "no-such-file", "@no-such-list", "modules-cut", "/dev/null"
  };
  for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
    {
      bool absolute = none[i][0] == '/' || none[i][0] == '@';
      check (!lk_classpath_add_input (path, absolute ? none[i]
				      : in_folder (corpus, none[i]), &error)
	     && strstr (error.text, none[i]) && !strchr (error.text, '\n'),
	     "no input: %s", none[i]);
    }
  check (lk_classpath_n_inputs (path) == 0, "and nothing is added");

  /* The same classes once more, in another archive.  */
  lk_classpath_add_input (path, in_folder (corpus, "plain.jar"), &error);
  lk_classpath_add_input (path, in_folder (corpus, "stored.jar"), &error);
  check (lk_classpath_n_inputs (path) == 2
	 && strstr (said, "1 of its classes are in an earlier input"),
	 "a class counts once");
  lk_classpath_free (path);

  /* Folders: any depth above the package.  */
  char deep[4096];
  snprintf (deep, sizeof deep, "%s/out", folder);
  mkdir (deep, 0777);
  strcat (deep, "/classes");
  mkdir (deep, 0777);
  strcat (deep, "/p");
  mkdir (deep, 0777);
  copy_file (in_folder (corpus, "minimal.class"), in_folder (deep, "C.class"));
  copy_file (in_folder (corpus, "text.class"), in_folder (deep, "X.class"));
  if (mkfifo (in_folder (deep, "Pipe.class"), 0666) != 0
      || symlink ("Loop.class", in_folder (deep, "Loop.class")) != 0
      || symlink ("loop", in_folder (deep, "loop")) != 0
      || symlink ("nowhere", in_folder (deep, "lock")) != 0)
    abort ();
  copy_file (in_folder (corpus, "module-info.class"),
	     in_folder (deep, "module-info.class"));
  copy_file (in_folder (corpus, "plain.jar"), in_folder (deep, "plain.jar"));
  if (symlink ("..", in_folder (deep, "round")) != 0)
    abort ();
  struct lk_java_error nothing;
  char empty[4096];
  snprintf (empty, sizeof empty, "%s/out/empty", folder);
  mkdir (empty, 0777);
  check (!lk_archive_open (empty, 0, true, &nothing)
	 && strstr (nothing.text, "empty: no class to check: it contains no files;"),
	 "an empty folder");
  fclose (fopen (in_folder (empty, "A.java"), "w"));
  fclose (fopen (in_folder (empty, "B.java"), "w"));
  fclose (fopen (in_folder (empty, "c.txt"), "w"));
  copy_file (in_folder (corpus, "module-info.class"),
	     in_folder (empty, "module-info.class"));
  check (!lk_archive_open (empty, 0, true, &nothing)
	 && strstr (nothing.text, "it contains 2 .java files, 1 .class file and 1"
		    " other file; compile the sources"), "a folder of sources");
  path = new_path ();
  bool added = lk_classpath_add_input (path, in_folder (folder, "out"),
				       &error);
  check (added && lk_classpath_n_inputs (path) == 4
	 && lk_classpath_find (path, "p/C") && count_inputs (path) == 1
	 && strstr (said, "1 jars in the folder are not looked into")
	 && strstr (said, "1 link to folders in it is not followed")
	 && strstr (said, "1 of its folders and links cannot be read")
	 && strstr (said, "p/X.class: byte 0: not a class file")
	 && strstr (said, "p/Pipe.class: a FIFO, not a file")
	 && strstr (said, "p/Loop.class: too many symbolic links"),
	 "a folder is walked");
  lk_classpath_free (path);

  /* The same folder on the class path.  */
  path = new_path ();
  snprintf (deep, sizeof deep, "%s/out/classes:%s/none:%s", folder, folder,
	    in_folder (corpus, "not-a.jar"));
  lk_classpath_add_path (path, deep);
  check (lk_classpath_find (path, "p/C") && !lk_classpath_find (path, "p/D")
	 && lk_classpath_n_inputs (path) == 0, "a folder on the class path");
  check (count_lines () == 2 && !strstr (said, "note: ")
	 && strstr (said, "/none: on the class path, and not there")
	 && strstr (said, "warning: ") && strstr (said, "not-a.jar"),
	 "what is not there is a warning, and what is broken");
  lk_classpath_free (path);
  path = new_path ();
  snprintf (deep, sizeof deep, "%s/out/classes/p/*", folder);
  lk_classpath_add_path (path, deep);
  check (lk_classpath_find (path, "p/A") && !lk_classpath_find (path, "p/C"),
	 "all jars of a folder on the class path");
  lk_classpath_free (path);

  /* Single class files, whatever they are called.  */
  copy_file (in_folder (corpus, "minimal.class"), in_folder (folder, "odd"));
  path = new_path ();
  check (lk_classpath_add_input (path, in_folder (folder, "odd"), &error)
	 && lk_classpath_find (path, "p/C"), "a single class file");
  lk_classpath_free (path);

  /* A class in the wrong place is found by its own name.  */
  path = new_path ();
  lk_classpath_add_input (path, in_folder (corpus, "misplaced.jar"), &error);
  check (count_inputs (path) == 2 && lk_classpath_find (path, "p/B")
	 && !lk_classpath_find (path, "lib/p/B")
	 && strstr (said, "holds class 'p/A', not 'q/A'"),
	 "classes in the wrong place");
  lk_classpath_free (path);
}

static void
test_lists (void)
{
  struct lk_java_error error;
  char text[8192];
  const char *list = in_folder (folder, "list");
  snprintf (text, sizeof text, "# comment\n\n  %s/plain.jar\t\r\n@%s/more\n",
	    corpus, folder);
  write_text (list, text);
  snprintf (text, sizeof text, "%s/minimal.class", corpus);
  write_text (in_folder (folder, "more"), text);
  struct lk_classpath *path = new_path ();
  snprintf (text, sizeof text, "@%s", list);
  check (lk_classpath_add_input (path, text, &error)
	 && lk_classpath_n_inputs (path) == 3 && count_inputs (path) == 3,
	 "lists of inputs");
  lk_classpath_free (path);

  snprintf (text, sizeof text, "%s/plain.jar\n@%s\n", corpus, list);
  write_text (list, text);
  path = new_path ();
  snprintf (text, sizeof text, "@%s", list);
  check (!lk_classpath_add_input (path, text, &error)
	 && strstr (error.text, "nested deeper than")
	 && lk_classpath_n_inputs (path) == 0, "a list that names itself");
  lk_classpath_free (path);
}

static void
test_cycles (void)
{
  struct lk_java_error error;
  struct lk_classpath *path = new_path ();
  lk_classpath_add_input (path, in_folder (corpus, "cycle.jar"), &error);
  struct lk_hierarchy *all = lk_hierarchy_new (path);
  struct lk_arena *arena = lk_arena_new ();
  struct lk_type *a = lk_hierarchy_type (all, "c/A");
  struct lk_type *c = lk_hierarchy_type (all, "c/C");
  struct lk_type *self = lk_hierarchy_type (all, "c/Self");
  check (lk_hierarchy_n_cycles (all) == 3 && a->incomplete && c->incomplete
	 && self->incomplete && !self->super
	 && lk_hierarchy_type (all, "c/I")->n_interfaces == 0,
	 "cycles are cut");
  unsigned n = 0;
  for (struct lk_type **at = lk_hierarchy_above (all, a, arena); *at; at++)
    n++;
  check (n == 3 && !lk_hierarchy_resolve_method (all, a, "none", "()V")
	 && lk_hierarchy_resolve_method (all, a, "run", "()V"),
	 "and walks end");
  lk_arena_free (arena);
  lk_hierarchy_free (all);
  lk_classpath_free (path);
}

/* ---- The modules of a JDK.  ---- */

static void
test_modules (void)
{
  static const char *const names[] = {
    "modules", "modules-sparse", "modules-big-endian", "modules-zip",
    "modules-other", "modules-redirect"
  };
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
    {
      struct lk_java_error error;
      struct lk_arena *arena = lk_arena_new ();
      struct lk_jimage *image = lk_jimage_open (in_folder (corpus, names[i]),
						&error);
      struct lk_bytes bytes;
      bool found = image
		   && lk_jimage_find_class (image, "java/io/Reader", arena,
					    &bytes, &error);
      bool text = image
		  && lk_jimage_find (image, "java.more", "more", "thing",
				     "txt", arena, &bytes, &error)
		  && bytes.length == 4 && !memcmp (bytes.data, "text", 4);
      if (i == 4)
	check (!found && text
	       && !lk_jimage_find_class (image, "java/io/Reader", arena, &bytes,
					 &error)
	       && strstr (error.text, "'compact-cp', which is not known"),
	       "%s: unknown compression is told", names[i]);
      else
	check (found == text && found == (i < 5)
	       && !lk_jimage_find_class (image, "java/io/Writer", arena,
					 &bytes, &error)
	       && !*error.text
	       && !lk_jimage_find_class (image, "NoPackage", arena, &bytes,
					 &error),
	       "%s: classes are found", names[i]);
      lk_jimage_free (image);
      lk_arena_free (arena);
    }

  /* A JDK with them in it.  */
  char home[4096], lib[4200];
  snprintf (home, sizeof home, "%s/jdk", folder);
  snprintf (lib, sizeof lib, "%s/lib", home);
  mkdir (home, 0777);
  mkdir (lib, 0777);
  copy_file (in_folder (corpus, "modules"), in_folder (lib, "modules"));
  struct lk_java_error error;
  unsigned release = 0;
  struct lk_classpath *path = new_path ();
  check (lk_classpath_add_jdk (path, home, &error)
	 && lk_classpath_jdk (path, &release) && release == 17
	 && lk_classpath_find (path, "more/Thing")
	 && lk_classpath_is_jdk (path, lk_classpath_find (path, "more/Thing"))
	 && !lk_classpath_is_input (path,
				    lk_classpath_find (path, "more/Thing")),
	 "the JDK of a given folder");
  check (lk_classpath_add_module (path, "java.base", &error)
	 && lk_classpath_n_inputs (path) == 3
	 && !lk_classpath_add_module (path, "java.none", &error)
	 && strstr (error.text, "no module 'java.none'"),
	 "a module as the input");
  lk_classpath_free (path);
  setenv ("JAVA_HOME", home, 1);
  path = new_path ();
  check (lk_classpath_add_jdk (path, NULL, &error)
	 && !strncmp (lk_classpath_jdk (path, NULL), home, strlen (home)),
	 "the JDK that JAVA_HOME names");
  lk_classpath_free (path);
  path = new_path ();
  check (!lk_classpath_add_jdk (path, folder, &error)
	 && strstr (error.text, "lib/modules")
	 && !lk_classpath_jdk (path, &release) && release == 0
	 && !lk_classpath_find (path, "java/lang/Object"),
	 "without a JDK its classes are missing");
  lk_classpath_free (path);
  unsetenv ("JAVA_HOME");
}

/* ---- When memory ends.  ---- */

static void
leave (size_t size)
{
  (void) size;
  _exit (42);
}

static void
read_everything (const char *name)
{
  struct lk_java_error error;
  struct lk_classpath *path = lk_classpath_new (17, NULL, NULL);
  if (!lk_classpath_add_input (path, in_folder (corpus, name), &error))
    _exit (1);
  struct lk_hierarchy *all = lk_hierarchy_new (path);
  struct lk_arena *arena = lk_arena_new ();
  for (size_t i = 0; i < lk_classpath_n_inputs (path); i++)
    {
      const struct lk_class *class = lk_classpath_load_input (path, i, arena);
      if (class)
	lk_hierarchy_targets (all, lk_hierarchy_type (all, class->name), "run",
			      "()V", 10, arena);
    }
  lk_arena_free (arena);
  lk_hierarchy_free (all);
  lk_classpath_free (path);
}

/* Read NAME in another process whose allocation number COUNT fails; its exit
   status.  */

static int
read_with_failure (const char *name, long count)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      lk_set_out_of_memory (leave);
      lk_fail_allocation_after (count);
      read_everything (name);
      _exit (0);
    }
  int status;
  if (child < 0 || waitpid (child, &status, 0) != child
      || !WIFEXITED (status))
    return -1;
  return WEXITSTATUS (status);
}

static void
test_memory (void)
{
  static const char *const names[] = {
    "class-all.class", "boot.class", "multi.jar", "cycle.jar",
    "broken-inside.jar", "modules-zip"
  };
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
    {
      long count = 0;
      int status;
      while ((status = read_with_failure (names[i], count)) == 42)
	count++;
      check (status == 0 && count > 5,
	     "corpus/%s: every failing allocation is met (%ld)", names[i],
	     count);
    }
}

/* ---- The index.  ---- */

static void
test_index (void)
{
  FILE *file = fopen (in_folder (corpus, "index"), "r");
  char line[1024];
  unsigned n = 0;
  while (file && fgets (line, sizeof line, file))
    {
      char *verdict = strchr (line, '\t');
      char *text = verdict ? strchr (verdict + 1, '\t') : NULL;
      if (!text)
	continue;
      *verdict++ = *text++ = '\0';
      text[strcspn (text, "\n")] = '\0';
      n++;
      if (!ends_with (line, ".class"))
	{
	  test_archive (line, verdict, text);
	  if (same (line, "plain.jar") || same (line, "multi.jar")
	      || same (line, "modules") || same (line, "modules-zip"))
	    test_archive_bytes (line);
	  continue;
	}
      test_class (line, verdict, text);
      if (same (verdict, "ok"))
	test_prefixes (line);
      if (same (line, "class-all.class") || same (line, "boot.class")
	  || same (line, "code-types.class") || same (line, "lines.class"))
	test_flips (line);
    }
  if (file)
    fclose (file);
  check (n > 100, "the corpus is there");
}

/* What fuzzing found worth keeping: no crash.  */

static void
test_fuzzed (void)
{
  DIR *files = opendir (corpus);
  struct dirent *entry;
  unsigned n = 0, bad = 0;
  while (files && (entry = readdir (files)))
    if (!strncmp (entry->d_name, "fuzz-", 5))
      {
	size_t length;
	const char *path = in_folder (corpus, entry->d_name);
	unsigned char *bytes = slurp (path, &length);
	struct lk_arena *arena = lk_arena_new ();
	struct lk_java_error error;
	bool agree = true;
	unsigned listed;
	if (bytes && length >= 4 && !memcmp (bytes, "\xca\xfe\xba\xbe", 4))
	  read_both (arena, bytes, length, &error, &agree);
	else
	  read_archive (path, &listed, &error);
	if (!agree)
	  printf ("--- readings of %s differ\n", entry->d_name);
	bad += !agree;
	n++;
	lk_arena_free (arena);
	free (bytes);
      }
  if (files)
    closedir (files);
  check (bad == 0, "%u files from fuzzing", n);
}

/* ---- Texts.  ---- */

static void
test_texts (void)
{
  struct lk_arena *arena = lk_arena_new ();
  check_text (lk_java_utf8 (arena, "a\xc0\x80\xc3\xa4\xed\xa0\xbd\xed\xb8\x80"
			    "\xed\xa0\xbdz"),
	      "a\xef\xbf\xbd\xc3\xa4\xf0\x9f\x98\x80\xef\xbf\xbdz",
	      "modified UTF-8 becomes UTF-8");
  check_text (lk_java_utf8 (arena, "\xff\x80\xe2\x82"),
	      "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
	      "and anything else U+FFFD");
  struct lk_java_error error;
  lk_java_fail (&error, "a\033[31m\n\xc2\x9b\xe2\x80\xae%s", "b");
  check_text (error.text, "a?[31m???b", "messages hold no control characters");
  char long_text[2000];
  memset (long_text, 'x', sizeof long_text);
  memcpy (long_text + 498, "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", 9);
  long_text[sizeof long_text - 1] = '\0';
  lk_java_fail (&error, "%s", long_text);
  size_t length = strlen (error.text);
  check (length < sizeof error.text && ends_with (error.text, "\xe2\x82\xac..."),
	 "long messages are cut between characters");

  check_text (lk_descriptor_print_parameters (arena,
					      "([Ljava/lang/String;IJ[[Z)V"),
	      "(java.lang.String[],int,long,boolean[][])", "parameters");
  check_text (lk_descriptor_print_parameters (arena, "()V"), "()",
	      "no parameters");
  check (lk_descriptor_words ("(IJ[DLp/C;D)V") == 7
	 && lk_descriptor_parameters ("(IJ[DLp/C;D)V") == 5, "words");
  check_text (lk_binary_name (arena, "java/util/Map$Entry"),
	      "java.util.Map$Entry", "binary names");
  check_text (lk_simple_name ("java/util/Map$Entry"), "Map$Entry",
	      "simple names");
  struct lk_java_type type;
  const char *at = "(I[Lp/C;)V" + 1;
  bool read = lk_descriptor_next (&at, &type) && type.kind == 'I'
	      && lk_descriptor_next (&at, &type) && type.dimensions == 1
	      && type.name_length == 3 && !strncmp (type.name, "p/C", 3);
  check_text (lk_java_type_print (arena, &type), "p.C[]", "types");
  read = read && !lk_descriptor_next (&at, &type)
	 && lk_descriptor_next (&at, &type) && type.kind == 'V'
	 && !lk_descriptor_next (&at, &type);
  check (read, "descriptors are read to their results");
  check (lk_is_class_name ("C") && lk_is_class_name ("p/C-x")
	 && !lk_is_class_name ("") && !lk_is_class_name ("/C")
	 && !lk_is_class_name ("p/") && !lk_is_class_name ("p//C")
	 && !lk_is_class_name ("..") && !lk_is_class_name ("p;C")
	 && !lk_is_class_name ("[C"), "names of classes");
  lk_arena_free (arena);
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fprintf (stderr, "usage: corpus-test CORPUS FOLDER\n");
      return 2;
    }
  corpus = argv[1];
  folder = argv[2];
  test_texts ();
  test_index ();
  test_fuzzed ();
  test_releases ();
  test_broken_class ();
  test_inputs ();
  test_lists ();
  test_cycles ();
  test_modules ();
  test_memory ();
  return finish ();
}
