/* Tests of how the readers of java/ stand bad input and bad times: a corpus of
   good and broken files, each cut off at every byte, every allocation failing
   once.

     corpus-test CORPUS FOLDER	CORPUS: testsuite/java/corpus;
				FOLDER: for files made on the way

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../java/hierarchy.h"
#include "java-test.h"

static const char *corpus, *folder;

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
  test_memory ();
  return finish ();
}
