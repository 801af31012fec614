/* Tests of where classes come from: jars inside jars, the jars of the class path,
   which are opened when they are needed, and what is reached in them.

     path-test CORPUS FOLDER	FOLDER: for files made on the way

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../java/archive-internal.h"
#include "../../java/hierarchy.h"
#include "java-test.h"

static const char *corpus, *folder;

/* What was said last, and how often.  */
static char said[1024];
static unsigned n_said;

static void
hear (void *data, enum lk_java_severity severity, const char *text)
{
  (void) data;
  if (severity == LK_JAVA_WARNING)
    n_said++;
  snprintf (said, sizeof said, "%s", text);
}

static struct lk_classpath *
new_path (void)
{
  said[0] = '\0';
  n_said = 0;
  return lk_classpath_new (17, hear, NULL);
}

/* All that can be asked of PATH.  */

static void
use (struct lk_classpath *path)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_hierarchy *all = lk_hierarchy_new (path);
  const struct lk_method **methods;
  size_t n = lk_hierarchy_reach (all, arena, &methods);
  for (size_t i = 0; i < n; i++)
    walk_text (methods[i]->name);
  for (size_t i = 0; i < lk_classpath_n_inputs (path); i++)
    {
      const struct lk_class *class = lk_classpath_load_input (path, i, arena);
      if (class)
	walk_class (class, true);
    }
  lk_classpath_load (path, "l/Lib", arena);
  lk_hierarchy_free (all);
  lk_arena_free (arena);
}

/* ---- Jars inside jars.  ---- */

static void
test_nested (void)
{
  static const struct
  {
    const char *name;
    size_t inputs, left_out;
    bool found;			/* l/Lib.  */
    const char *text;
  } jars[] = {
    { "fat-boot.jar", 1, 0, true, "" },
    { "fat-war.jar", 1, 0, true, "" },
    { "fat-ear.jar", 1, 0, true, "" },
    { "fat-dist.jar", 2, 0, true, "" },
    { "fat-lib.jar", 1, 0, true, "" },
    { "fat-bad.jar", 1, 2, true, "fat-bad.jar(lib/cut.jar): not a jar" },
    { "fat-self.jar", 1, 0, false, "" },
    { "fat-deep.jar", 0, 1, false, "nested deeper than 4" },
    { "fat-bomb.jar", 1, 1, false, "expand to more than 1073741824 bytes" },
    { "fat-lie.jar", 1, 1, false, "(BOOT-INF/lib/l.jar): " }
  };
  for (unsigned i = 0; i < sizeof jars / sizeof *jars; i++)
    {
      struct lk_java_error error = { "" };
      struct lk_classpath *path = new_path ();
      bool good = lk_classpath_add_input (path, in_folder (corpus, jars[i].name),
					  &error);
      check (good && lk_classpath_n_inputs (path) == jars[i].inputs
	     && lk_classpath_n_left_out (path) == jars[i].left_out
	     && n_said == jars[i].left_out,
	     "%s: %zu classes, %zu jars are left out", jars[i].name,
	     jars[i].inputs, jars[i].left_out);
      check (strstr (said, jars[i].text) != NULL, "%s: message", jars[i].name);
      const struct lk_class *lib = lk_classpath_find (path, "l/Lib");
      bool program = !strcmp (jars[i].name, "fat-lib.jar");
      check (!lib == !jars[i].found
	     && (!lib || lk_classpath_is_input (path, lib) == program),
	     "%s: the class of the jar inside", jars[i].name);
      if (lib && !program)
	check (strstr (lib->where, "l.jar)(l/Lib.class)") != NULL,
	       "%s: where it is", jars[i].name);
      use (path);
      lk_classpath_free (path);
    }
}

/* Write LENGTH of BYTES to FOLDER/NAME, and read that as an input and as class
   path.  */

static void
read_bytes (const char *name, const unsigned char *bytes, size_t length)
{
  struct lk_java_error error;
  FILE *file = fopen (in_folder (folder, name), "wb");
  if (!file || fwrite (bytes, 1, length, file) != length)
    abort ();
  fclose (file);
  for (unsigned as_path = 0; as_path < 2; as_path++)
    {
      struct lk_classpath *path = new_path ();
      bool good = true;
      if (as_path)
	lk_classpath_add_path (path, in_folder (folder, name));
      else
	good = lk_classpath_add_input (path, in_folder (folder, name), &error);
      if (good)
	use (path);
      else if (!*error.text)
	abort ();
      lk_classpath_free (path);
    }
}

/* Each byte is the last one, or is another one.  */

static void
test_bytes (const char *name)
{
  size_t length;
  unsigned char *bytes = slurp (in_folder (corpus, name), &length);
  for (size_t i = 0; i < length; i++)
    read_bytes ("bytes.jar", bytes, i);
  for (size_t i = 0; i < length; i++)
    {
      bytes[i] ^= 0xff;
      read_bytes ("bytes.jar", bytes, length);
      bytes[i] ^= 0xff ^ 0x01;
      read_bytes ("bytes.jar", bytes, length);
      bytes[i] ^= 0x01;
    }
  check (bytes && length > 100, "%s, cut and changed at every byte", name);
  free (bytes);
}

/* ---- Directories.  ---- */

static void
count_name (void *data, const char *name, size_t length)
{
  size_t *sum = data;
  *sum += length && name[length - 1] == 's';
}

static void
test_names (void)
{
  static const char *const names[] = { "plain.jar", "script.jar", "fat-boot.jar" };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t length, whole = 0, other = 0, part = 0, good = 0;
      unsigned char *bytes = slurp (in_folder (corpus, names[i]), &length);
      check (archive_names_of_bytes (bytes, length, count_name, &whole)
	     && archive_names_of_file (in_folder (corpus, names[i]), count_name, &other)
	     && whole && whole == other, "%s: the names in it", names[i]);
      /* In memory of exactly that size, for the sanitizers.  */
      for (size_t n = 0; n < length; n++)
	{
	  unsigned char *cut = malloc (n ? n : 1);
	  memcpy (cut, bytes, n);
	  good += archive_names_of_bytes (cut, n, count_name, &part);
	  free (cut);
	}
      for (size_t n = 0; n < length; n++)
	{
	  bytes[n] ^= 0xff;
	  archive_names_of_bytes (bytes, length, count_name, &part);
	  bytes[n] ^= 0xff;
	}
      /* The jar inside, which is stored, has a directory, too.  */
      check (good == 0 || i == 2, "%s: no directory where it is cut off",
	     names[i]);
      free (bytes);
    }
  size_t none = 0;
  check (!archive_names_of_file (in_folder (corpus, "none.jar"), count_name, &none)
	 && !archive_names_of_file (corpus, count_name, &none)
	 && !archive_names_of_file ("/dev/null", count_name, &none)
	 && !archive_names_of_file (in_folder (corpus, "cut.jar"), count_name, &none)
	 && !none, "no names where there is no jar");
}

/* ---- The class path.  ---- */

/* Add NAMES, which ':' separates, of FOLDER, to PATH.  */

static void
add_jars (struct lk_classpath *path, const char *where, const char *first,
	  const char *second)
{
  char text[8192];
  snprintf (text, sizeof text, "%s/%s:%s/%s", where, first, where, second);
  lk_classpath_add_path (path, text);
}

static bool
is_shadow (struct lk_classpath *path)
{
  const struct lk_class *lib = lk_classpath_find (path, "l/Lib");
  return lib && lib->n_fields == 1;
}

static void
test_order (void)
{
  struct lk_java_error error;
  size_t length;
  struct lk_classpath *path = new_path ();
  add_jars (path, corpus, "shadow.jar", "fat-war.jar");
  check (is_shadow (path) && n_said == 0, "the first jar with the class has it");
  check (lk_classpath_find (path, "p/A")
	 && !lk_classpath_find (path, "p/Nothing"), "and the second has others");
  lk_classpath_free (path);

  path = new_path ();
  lk_classpath_add_input (path, in_folder (corpus, "fat-lib.jar"), &error);
  lk_classpath_add_path (path, in_folder (corpus, "shadow.jar"));
  check (!is_shadow (path), "an input's class comes before the class path's");
  lk_classpath_free (path);

  /* Of a JDK's class there is no other.  */
  char home[4096];
  snprintf (home, sizeof home, "%s/jdk", folder);
  mkdir (home, 0777);
  mkdir (in_folder (home, "lib"), 0777);
  unsigned char *bytes = slurp (in_folder (corpus, "modules"), &length);
  FILE *file = fopen (in_folder (home, "lib/modules"), "wb");
  if (!file || fwrite (bytes, 1, length, file) != length)
    abort ();
  fclose (file);
  free (bytes);
  path = new_path ();
  check (lk_classpath_add_jdk (path, home, &error), "a JDK");
  lk_classpath_add_path (path, in_folder (corpus, "shadow.jar"));
  const struct lk_class *object = lk_classpath_find (path, "java/lang/Object");
  check (object && !object->super_name && lk_classpath_is_jdk (path, object),
	 "the JDK's class comes before the class path's");
  check (is_shadow (path), "of the rest of that jar there is all");
  lk_classpath_free (path);

  path = new_path ();
  lk_classpath_add_path (path, in_folder (corpus, "shadow.jar"));
  object = lk_classpath_find (path, "java/lang/Object");
  check (object && object->super_name, "without a JDK it is the class path's");
  lk_classpath_free (path);
}

static void
test_unusual (void)
{
  struct lk_classpath *path = new_path ();
  add_jars (path, corpus, "cut.jar", "shadow.jar");
  check (n_said == 1 && strstr (said, "cut.jar: not a jar") && is_shadow (path),
	 "a broken jar on the class path is reported, the next one is read");
  lk_classpath_free (path);

  /* Its directory is good, and says that the class is too large.  */
  path = new_path ();
  lk_classpath_add_path (path, in_folder (corpus, "class-bomb.jar"));
  check (n_said == 0 && !lk_classpath_find (path, "p/A") && n_said == 1
	 && lk_classpath_n_broken (path) == 1
	 && lk_classpath_n_broken_inputs (path) == 0,
	 "a class that is too large is reported when it is looked up");
  lk_classpath_free (path);

  path = new_path ();
  lk_classpath_add_path (path, in_folder (corpus, "jar-bomb.jar"));
  check (n_said == 0 && !lk_classpath_find (path, "p/A") && n_said == 1
	 && !lk_classpath_find (path, "p/B") && n_said == 1,
	 "a zip bomb is reported once, when it is looked up");
  lk_classpath_free (path);

  path = new_path ();
  lk_classpath_add_path (path, in_folder (corpus, "jmod.jmod"));
  check (lk_classpath_find (path, "p/A") != NULL, "a .jmod on the class path");
  lk_classpath_free (path);
  path = new_path ();
  lk_classpath_add_path (path, in_folder (corpus, "multi.jar"));
  const struct lk_class *class = lk_classpath_find (path, "p/A");
  check (class && class->n_fields && same (class->fields[0].name, "release17")
	 && lk_classpath_find (path, "p/Only11"), "a multi-release jar");
  lk_classpath_free (path);
  path = new_path ();
  lk_classpath_add_path (path, in_folder (corpus, "fat-boot.jar"));
  check (lk_classpath_find (path, "p/A") && !lk_classpath_find (path, "l/Lib"),
	 "jars inside the jars of the class path are not looked for");
  lk_classpath_free (path);
}

/* Copy the class FROM of the corpus to FOLDER/changed/p/C.class.  */

static void
put_class (const char *from)
{
  FILE *in_file = fopen (in_folder (corpus, from), "rb");
  FILE *out = fopen (in_folder (folder, "changed/p/C.class"), "wb");
  if (!in_file || !out)
    abort ();
  for (int c; (c = getc (in_file)) != EOF;)
    putc (c, out);
  fclose (in_file);
  fclose (out);
}

/* A class file is replaced between the two times that it is read.  */

static void
test_changed (void)
{
  struct lk_arena *arena = lk_arena_new ();
  mkdir (in_folder (folder, "changed"), 0777);
  mkdir (in_folder (folder, "changed/p"), 0777);
  for (unsigned more = 0; more < 2; more++)
    {
      struct lk_classpath *path = new_path ();
      put_class ("minimal.class");
      lk_classpath_add_path (path, in_folder (folder, "changed"));
      const struct lk_class *outline = lk_classpath_find (path, "p/C");
      put_class (more ? "lines.class" : "minimal.class");
      const struct lk_class *class = lk_classpath_load (path, "p/C", arena);
      if (more)
	check (outline && !class && n_said == 1 && lk_classpath_n_broken (path) == 1
	       && strstr (said, "C.class: has changed since it was first read; the class is left out"),
	       "a class that has other methods when it is read again is reported");
      else
	check (outline && class && class->n_methods == outline->n_methods && n_said == 0,
	       "a class that has as many methods is taken");
      lk_classpath_free (path);
    }
  lk_arena_free (arena);
}

/* ---- When memory ends.  ---- */

static void
leave (size_t size)
{
  (void) size;
  _exit (42);
}

static int
read_with_failure (const char *input, const char *class_path, long count)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      struct lk_java_error error;
      lk_set_out_of_memory (leave);
      lk_fail_allocation_after (count);
      struct lk_classpath *path = lk_classpath_new (17, NULL, NULL);
      if (!lk_classpath_add_input (path, in_folder (corpus, input), &error))
	_exit (1);
      lk_classpath_add_path (path, in_folder (corpus, class_path));
      use (path);
      lk_classpath_free (path);
      _exit (0);
    }
  int status;
  if (child < 0 || waitpid (child, &status, 0) != child || !WIFEXITED (status))
    return -1;
  return WEXITSTATUS (status);
}

static void
test_memory (void)
{
  static const char *const names[] = { "fat-boot.jar", "fat-ear.jar",
				       "fat-bad.jar", "plain.jar" };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    {
      long count = 0;
      int status;
      while ((status = read_with_failure (names[i], "shadow.jar", count)) == 42)
	count++;
      check (status == 0 && count > 5,
	     "%s: every failing allocation is met (%ld)", names[i], count);
    }
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fprintf (stderr, "usage: path-test CORPUS FOLDER\n");
      return 2;
    }
  corpus = argv[1];
  folder = argv[2];
  test_nested ();
  test_names ();
  test_order ();
  test_unusual ();
  test_changed ();
  test_bytes ("fat-boot.jar");
  test_bytes ("fat-bad.jar");
  test_memory ();
  return finish ();
}
