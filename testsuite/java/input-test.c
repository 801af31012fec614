/* Tests of the inputs of a class path: broken classes among them, lists of inputs, cycles in the
   hierarchy that they make, the modules of a JDK.

     input-test CORPUS FOLDER	CORPUS: testsuite/java/corpus;
				FOLDER: for files made on the way

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <sys/stat.h>
#include <unistd.h>
#include "../../java/hierarchy.h"
#include "../../java/jimage.h"
#include "java-test.h"

static const char *corpus, *folder;

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

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fprintf (stderr, "usage: input-test CORPUS FOLDER\n");
      return 2;
    }
  corpus = argv[1];
  folder = argv[2];
  test_broken_class ();
  test_inputs ();
  test_lists ();
  test_cycles ();
  test_modules ();
  return finish ();
}
