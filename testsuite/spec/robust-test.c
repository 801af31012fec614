/* Tests of how the specification reader stands bad times: every allocation
   failing once, a corpus of odd files, a few thousand mutations of it.

     robust-test [FOLDER]	FOLDER holds corpus/; default: that of
				this file under $srcdir

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>
#include "spec-test.h"

static struct buffer errors;

/* ---- Arenas.  ---- */

static void
test_arena (void)
{
  struct lk_arena *arena = lk_arena_new ();
  size_t before = lk_arena_bytes (arena);
  char *last = NULL;
  bool good_memory = true;
  for (size_t i = 0; i < 3000; i++)
    {
      size_t size = i % 97 == 0 ? i * 40 : i % 61;
      char *memory = lk_arena_alloc (arena, size);
      good_memory &= memory && memory != last
		     && (uintptr_t) memory % _Alignof (max_align_t) == 0;
      for (size_t j = 0; j < size; j++)
	good_memory &= memory[j] == 0;
      memset (memory, 0xff, size);
      last = memory;
    }
  check (good_memory, "arena: zeroed, aligned, distinct");
  check (lk_arena_bytes (arena) > before + 1000000, "arena: counts bytes");
  check (!strcmp (lk_arena_strndup (arena, "abc", 2), "ab")
	 && !strcmp (lk_arena_strdup (arena, ""), ""), "arena: copies");
  lk_arena_free (arena);
  lk_arena_free (NULL);
}

/* ---- When memory ends.  ---- */

static const char some_text[] =
  KINDS "a: acquire stream result by b if arg1 == 1;\nc: nonsense;\nd: ;\n";

static const char some_xml[] =
  "<def><memory><alloc>f</alloc><dealloc>g</dealloc></memory></def>";

static void
leave (size_t size)
{
  (void) size;
  _exit (42);
}

/* Read TEXT in another process whose allocation number COUNT fails; its exit
   status.  */

static int
read_with_failure (const char *text, long count)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      lk_set_out_of_memory (leave);
      lk_fail_allocation_after (count);
      struct lk_spec *spec = lk_spec_new ();
      lk_spec_read_text (spec, "f", text, strlen (text), LK_SOURCE_USER_SPEC,
			 NULL, NULL);
      lk_spec_lookup (spec, "d");
      lk_spec_free (spec);
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
  const char *const texts[] = { some_text, some_xml };
  for (int i = 0; i < 2; i++)
    {
      long count = 0;
      int status;
      while ((status = read_with_failure (texts[i], count)) == 42)
	count++;
      check (status == 0 && count > 5, "every failing allocation is met (%ld)",
	     count);
    }

  /* The default says so and ends.  */
  int ends[2];
  if (pipe (ends))
    abort ();
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      dup2 (ends[1], STDERR_FILENO);
      lk_fail_allocation_after (0);
      lk_arena_new ();
      _exit (0);
    }
  close (ends[1]);
  char said[200];
  ssize_t n = read (ends[0], said, sizeof said - 1);
  said[n > 0 ? n : 0] = '\0';
  close (ends[0]);
  int status;
  waitpid (child, &status, 0);
  check (WIFEXITED (status) && WEXITSTATUS (status) == 1
	 && !strncmp (said, "leakcheck: out of memory", 24),
	 "the default at the end of memory");
}

/* ---- Any bytes.  ---- */

/* Read TEXT, whatever it is; then all that was understood must read back to
   the same.  False if not.  */

static bool
survives (const char *text, size_t length)
{
  struct lk_spec *spec = lk_spec_new ();
  lk_spec_read_text (spec, "fuzz", text, length, LK_SOURCE_USER_SPEC, NULL,
		     NULL);
  char *rows = all_rows (spec, true);
  size_t size = strlen (rows) + 1;
  bool same = true;
  if (size < 100000)		/* All of it is there.  */
    {
      char *copy = memcpy (malloc (size), rows, size);
      struct lk_spec *again = lk_spec_new ();
      errors.length = 0;
      int n = read_string (again, "again", copy, &errors);
      same = n == 0 && !strcmp (all_rows (again, true), copy);
      if (!same)
	printf ("--- does not read back: %s---\n%s---\n%s---\n", errors.text,
		copy, all_rows (again, true));
      free (copy);
      lk_spec_free (again);
    }
  lk_spec_free (spec);
  return same;
}

/* What mutations start from: corpus/rows.spec.  */
static char seeds[1 << 16];
static size_t seeds_length;

static void
test_corpus (const char *folder)
{
  char path[8192];
  snprintf (path, sizeof path, "%s/corpus", folder);
  DIR *files = opendir (path);
  struct dirent *entry;
  unsigned n = 0;
  while (files && (entry = readdir (files)))
    if (entry->d_name[0] != '.')
      {
	snprintf (path, sizeof path, "%s/corpus/%s", folder, entry->d_name);
	FILE *file = fopen (path, "rb");
	static char text[1 << 16];
	size_t length = file ? fread (text, 1, sizeof text, file) : 0;
	if (file)
	  fclose (file);
	/* In memory of exactly this size, for the sanitizers.  */
	char *copy = memcpy (malloc (length + 1), text, length);
	copy = realloc (copy, length ? length : 1);
	check (file && survives (copy, length), "corpus/%s", entry->d_name);
	if (!strcmp (entry->d_name, "rows.spec"))
	  {
	    memcpy (seeds, text, length);
	    seeds_length = length;
	  }
	free (copy);
	n++;
      }
  if (files)
    closedir (files);
  check (n > 0 && seeds_length > 0, "the corpus is there");
}

static uint32_t random_state = 1;

static uint32_t
next_random (uint32_t below)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state % below;
}

static void
test_mutations (void)
{
  static const char *const words[] = {
    ";", "}", "{", ":", ",", "if ", "and ", "kind ", "result", "arg1", "arg2",
    "*", "[", "]", "@", "== ", "!= ", "-1", "0", "9223372036854775807", "\"",
    "/*", "*/", "#", "\n", "...", "borrow", "acquire ", "any ", "release ",
    "by ", "or ", "alias ", "= ", "memory", "NULL", "\\", "<def>", "</", "&"
  };
  if (!seeds_length)
    return;			/* The corpus test failed.  */
  unsigned failed = 0, done = 0;
  for (; done < 4000; done++)
    {
      char text[1024];
      bool xml = next_random (8) == 0;
      const char *from = xml ? some_xml : seeds;
      size_t all = xml ? strlen (some_xml) : seeds_length;
      size_t start = xml ? 0 : next_random ((uint32_t) all);
      size_t length = 0;
      if (!xml)
	length = (size_t) snprintf (text, sizeof text, "%s",
				    next_random (4) ? KINDS : "");
      size_t take = all - start < 400 ? all - start : 400;
      memcpy (text + length, from + start, take);
      length += take;
      for (uint32_t i = next_random (8) + 1; i > 0; i--)
	{
	  size_t at = next_random ((uint32_t) length);
	  const char *word = words[next_random (sizeof words
						/ sizeof words[0])];
	  size_t size = strlen (word);
	  switch (next_random (4))
	    {
	    case 0:
	      text[at] = (char) next_random (256);
	      break;
	    case 1:
	      text[at] ^= (char) (1 << next_random (8));
	      break;
	    case 2:
	      if (length + size < sizeof text)
		{
		  memmove (text + at + size, text + at, length - at);
		  memcpy (text + at, word, size);
		  length += size;
		}
	      break;
	    default:
	      size = next_random (20) + 1;
	      if (at + size < length)
		{
		  memmove (text + at, text + at + size, length - at - size);
		  length -= size;
		}
	      break;
	    }
	}
      char *copy = memcpy (malloc (length), text, length);
      if (!survives (copy, length))
	{
	  failed++;
	  printf ("--- mutation %u:\n%.*s\n---\n", done, (int) length, copy);
	}
      free (copy);
    }
  check (failed == 0, "%u mutations survived and read back", done);
}

int
main (int argc, char **argv)
{
  char folder[4096];
  const char *srcdir = getenv ("srcdir");
  if (argc > 1)
    snprintf (folder, sizeof folder, "%s", argv[1]);
  else
    snprintf (folder, sizeof folder, "%s/testsuite/spec",
	      srcdir ? srcdir : ".");
  test_arena ();
  test_memory ();
  test_corpus (folder);
  test_mutations ();
  return finish ();
}
