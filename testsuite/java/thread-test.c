/* Tests of reading by several threads (java/read-ahead.c): classes and
   messages are the same as with one thread, and exhausted memory is reported on the
   first thread.

     thread-test CORPUS [JDK-MODULE]	CORPUS: testsuite/java/corpus

   bench/tsan.sh builds it with gcc's ThreadSanitizer.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../java/hierarchy.h"
#include "java-test.h"

#define MAX_SAID 200000

static char said[MAX_SAID];
static size_t said_length;

static void
hear (void *data, enum lk_java_severity severity, const char *text)
{
  (void) data;
  int n = snprintf (said + said_length, sizeof said - said_length, "%d %s\n",
		    (int) severity, text);
  if (n > 0 && (size_t) n < sizeof said - said_length)
    said_length += (size_t) n;
}

/* ---- The inputs.  ---- */

static char **names;
static size_t n_names;

static int
compare_names (const void *first, const void *second)
{
  return strcmp (*(char *const *) first, *(char *const *) second);
}

/* All files of the corpus, in the order of their names.  */
static void
list_corpus (const char *folder)
{
  DIR *stream = opendir (folder);
  struct dirent *entry;
  while (stream && (entry = readdir (stream)))
    if (*entry->d_name != '.' && strcmp (entry->d_name, "index") != 0)
      {
	size_t length = strlen (folder) + strlen (entry->d_name) + 2;
	names = realloc (names, (n_names + 1) * sizeof *names);
	names[n_names] = malloc (length);
	snprintf (names[n_names++], length, "%s/%s", folder, entry->d_name);
      }
  if (stream)
    closedir (stream);
  qsort (names, n_names, sizeof *names, compare_names);
}

/* Read the corpus, and MODULE of the JDK unless that is NULL, with so many
   THREADS.  The sum of all.  */
static uint64_t
read_all (const char *module, unsigned threads)
{
  struct lk_java_error error;
  struct lk_classpath *path = lk_classpath_new (17, hear, NULL);
  uint64_t sum = 0;
  said_length = 0;
  said[0] = '\0';
  for (size_t i = 0; i < n_names; i++)
    if (!lk_classpath_add_input (path, names[i], &error))
      hear (NULL, LK_JAVA_WARNING, error.text);
  if (module && !lk_classpath_add_module (path, module, &error))
    hear (NULL, LK_JAVA_WARNING, error.text);
  lk_classpath_set_threads (path, threads);
  struct lk_hierarchy *all = lk_hierarchy_new (path);
  for (size_t i = 0; i < lk_classpath_n_inputs (path); i++)
    {
      struct lk_arena *arena = NULL;
      const struct lk_class *outline = lk_classpath_input (path, i);
      if (outline)
	sum = sum * 31 + walk_class (outline, false);
      const struct lk_class *class
	= outline ? lk_classpath_take (path, outline->name, &arena) : NULL;
      if (class)
	sum = sum * 31 + walk_class (class, true);
      lk_arena_free (arena);
    }
  sum = sum * 31 + lk_hierarchy_n_types (all);
  sum = sum * 31 + lk_classpath_n_broken (path);
  sum = sum * 31 + lk_classpath_n_missing (path);
  lk_hierarchy_free (all);
  lk_classpath_free (path);
  return sum;
}

static void
test_same (const char *module)
{
  const char *what = module ? module : "the corpus";
  uint64_t sum = read_all (module, 1);
  char *text = strdup (said);
  check (sum != 0 && *text, "%s is read, and something said of it", what);
  for (unsigned threads = 2; threads <= LK_CLASSPATH_THREADS; threads *= 2)
    {
      uint64_t other = read_all (module, threads);
      check (other == sum, "%s, read by %u threads, is the same", what, threads);
      check_text (said, text, "what is said is the same, in the same order");
    }
  free (text);
}

/* ---- When memory ends.  ---- */

static void
leave (size_t size)
{
  (void) size;
  _exit (gettid () == getpid () ? 42 : 43);
}

/* With so many threads in another process, whose allocation number COUNT
   fails; its exit status.  */
static int
read_with_failure (long count, unsigned threads)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      lk_set_out_of_memory (leave);
      lk_fail_allocation_after (count);
      read_all (NULL, threads);
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
  long count = 0, wrong = 0;
  int status = 42;
  for (; status == 42 || status == 43; count += 1 + count / 50)
    {
      status = read_with_failure (count, 4);
      wrong += status != 42 && status != 0;
    }
  check (status == 0 && !wrong && count > 1000,
	 "exhausted memory in a thread is reported on the first one");
}

int
main (int argc, char **argv)
{
  if (argc < 2 || argc > 3)
    {
      fprintf (stderr, "usage: thread-test CORPUS [JDK-MODULE]\n");
      return 2;
    }
  list_corpus (argv[1]);
  test_same (NULL);
  struct lk_java_error error;
  struct lk_classpath *path = lk_classpath_new (17, NULL, NULL);
  bool jdk = lk_classpath_add_jdk (path, NULL, &error);
  lk_classpath_free (path);
  if (jdk)
    test_same (argc > 2 ? argv[2] : "java.logging");
  else
    printf ("UNSUPPORTED: a module, read by threads: no JDK\n");
  test_memory ();
  for (size_t i = 0; i < n_names; i++)
    free (names[i]);
  free (names);
  return finish ();
}
