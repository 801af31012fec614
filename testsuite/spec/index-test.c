/* Tests of indexes: what is written is found, whatever the order; every cut-off length and every
   changed bit; files that are no index; every allocation failing once.

     index-test --time FILE	what it costs to open the index FILE and to look 200 functions up, as
				a compilation does: milliseconds of CPU

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "spec-test.h"
#include "../../spec/index.h"
#include "../../spec/record.h"

static const char file_name[] = "index-test.lkc";
static const char kinds[] = "kind conn { noun \"connection\"; verb \"closed\"; }\n";

static struct lk_index_row
row_of (const char *symbol, const char *file, int line, const char *name, const char *row)
{
  return (struct lk_index_row) { .symbol = symbol, .file = file, .name = name, .row = row,
				 .row_length = strlen (row), .line = line };
}

/* The first of the rows; notes in DATA how many there were.  */

static void
merge_first (void *data, const struct lk_index_row *rows, size_t n, struct lk_index_row *result)
{
  *(size_t *) data += n;
  *result = rows[0];
  result->name = "merged";
}

/* A small index: rows FROM, FROM + 1, ... of a circle of five, "g" twice.  */

static struct lk_index_writer *
small_index (size_t from, size_t *n_merged)
{
  struct lk_index_row rows[] = {
    row_of ("path_fopen", "lib/path.c", 88, "path_fopen", "path_fopen: acquire stream result;"),
    row_of ("_Z1fv", "a.cc", 1, "f ()", "_Z1fv: ;"),
    row_of ("g", "b.c", 2, "g", "g: noreturn;"),
    row_of ("g", "a.c", 2, "g", "g: noreturn;"),
    row_of ("", "", 0, "", ""),
  };
  struct lk_index_writer *writer = lk_index_writer_new ();
  for (size_t i = 0; i < 5; i++)
    lk_index_writer_add (writer, &rows[(i + from) % 5]);
  lk_index_writer_kinds (writer, kinds, sizeof kinds - 1);
  lk_index_writer_finish (writer, merge_first, n_merged);
  return writer;
}

static char *
bytes_of (struct lk_index_writer *writer, size_t *length)
{
  char *bytes = NULL;
  FILE *out = open_memstream (&bytes, length);
  if (!out || !lk_index_writer_write (writer, out))
    abort ();
  fclose (out);
  return bytes;
}

static void
put_file (const void *bytes, size_t length)
{
  FILE *out = fopen (file_name, "wb");
  if (!out || fwrite (bytes, 1, length, out) != length || fclose (out) != 0)
    abort ();
}

/* The index of LENGTH BYTES with another hash table.  */

static void
test_slots (char *bytes, size_t length)
{
  enum { SLOTS = 80, N = 16 };
  char *error, kept[N * 8];
  struct lk_index_row row;
  memcpy (kept, bytes + SLOTS, sizeof kept);
  check (lk_little64 (bytes + 72) == N, "slots for four rows");
  /* No slot is empty, and none is for this symbol; then each is for a row that there is not.  */
  for (int i = 0; i < N; i++)
    lk_put_little32 (bytes + SLOTS + 8 * i + 4, 1);
  put_file (bytes, length);
  struct lk_index *index = lk_index_open (file_name, &error);
  check (index && !lk_index_find (index, "nothing", &row) && lk_index_damaged (index)
	 && !lk_index_check (index), "a hash table without an end");
  lk_index_close (index);
  for (int i = 0; i < N; i++)
    lk_put_little32 (bytes + SLOTS + 8 * i + 4, 5);
  put_file (bytes, length);
  index = lk_index_open (file_name, &error);
  check (index && !lk_index_find (index, "g", &row) && lk_index_damaged (index)
	 && !lk_index_check (index), "a hash table of other rows");
  lk_index_close (index);
  memset (bytes + SLOTS, 0, sizeof kept);
  put_file (bytes, length);
  index = lk_index_open (file_name, &error);
  check (index && !lk_index_find (index, "g", &row) && !lk_index_damaged (index)
	 && !lk_index_check (index), "an empty hash table");
  lk_index_close (index);
  memcpy (bytes + SLOTS, kept, sizeof kept);
}

static void
test_small (void)
{
  size_t n_merged = 0, length, other_length;
  struct lk_index_writer *writer = small_index (0, &n_merged);
  char *bytes = bytes_of (writer, &length);
  check (n_merged == 2 && lk_index_writer_count (writer) == 4, "rows of one symbol are merged");
  bool same = true;
  for (size_t from = 1; from < 5; from++)
    {
      struct lk_index_writer *other = small_index (from, &n_merged);
      char *other_bytes = bytes_of (other, &other_length);
      same &= length == other_length && memcmp (bytes, other_bytes, length) == 0
	      && lk_index_writer_hash (writer) == lk_index_writer_hash (other);
      free (other_bytes);
      lk_index_writer_free (other);
    }
  check (same, "the order of rows does not matter");

  put_file (bytes, length);
  char *error;
  struct lk_index *index = lk_index_open (file_name, &error);
  check (index && !error, "the index opens");
  struct lk_index_row row;
  check (lk_index_find (index, "path_fopen", &row) && !strcmp (row.symbol, "path_fopen")
	 && !strcmp (row.file, "lib/path.c") && row.line == 88
	 && !strcmp (row.name, "path_fopen")
	 && !strcmp (row.row, "path_fopen: acquire stream result;")
	 && row.row_length == strlen (row.row), "a row");
  check (lk_index_find (index, "_Z1fv", &row) && !strcmp (row.name, "f ()"), "a name of C++");
  check (lk_index_find (index, "g", &row) && !strcmp (row.file, "a.c")
	 && !strcmp (row.name, "merged"), "a merged row");
  check (lk_index_find (index, "", &row) && !strcmp (row.row, ""), "an empty row");
  check (!lk_index_find (index, "path", &row) && !lk_index_find (index, "z", &row)
	 && !lk_index_find (index, "path_fopen2", &row) && !lk_index_damaged (index),
	 "no row");
  size_t kinds_length;
  const char *text = lk_index_kinds (index, &kinds_length);
  check (kinds_length == sizeof kinds - 1 && !strcmp (text, kinds), "kinds");
  check (lk_index_count (index) == 4 && lk_index_row (index, 0, &row) && !strcmp (row.symbol, "")
	 && !lk_index_row (index, 4, &row) && lk_index_check (index)
	 && lk_index_hash (index) == lk_index_writer_hash (writer), "a walk over all");
  lk_index_close (index);
  lk_index_close (NULL);
  lk_index_writer_free (writer);
  lk_index_writer_free (NULL);

  /* Nothing that is cut off opens.  */
  bool good = true;
  for (size_t cut = 0; cut < length; cut++)
    {
      put_file (bytes, cut);
      index = lk_index_open (file_name, &error);
      good &= !index && error && (cut == 0 ? strstr (error, "an empty file")
				  : strstr (error, "cut off")) != NULL;
      lk_index_close (index);
      free (error);
    }
  check (good, "every cut-off length is an error");

  /* Each bit that changes makes an error or is seen by the check.  */
  good = true;
  for (size_t at = 0; at < length; at++)
    for (int bit = 0; bit < 8; bit++)
      {
	bytes[at] ^= (char) (1 << bit);
	put_file (bytes, length);
	bytes[at] ^= (char) (1 << bit);
	index = lk_index_open (file_name, &error);
	good &= (index == NULL) == (error != NULL);
	if (index)
	  {
	    lk_index_find (index, "g", &row);
	    lk_index_find (index, "path_fopen", &row);
	    good &= !lk_index_check (index);
	  }
	lk_index_close (index);
	free (error);
      }
  check (good, "every changed bit is found");
  test_slots (bytes, length);
  free (bytes);
}

/* The error of opening a file of BYTES.  */

static void
check_error (const void *bytes, size_t length, const char *wanted, const char *what)
{
  char *error;
  put_file (bytes, length);
  struct lk_index *index = lk_index_open (file_name, &error);
  check_text (error ? error : "opened", wanted, what);
  lk_index_close (index);
  free (error);
}

static void
test_errors (void)
{
  char *error, header[80] = LK_INDEX_MAGIC;
  struct lk_index *index = lk_index_open ("there is none.lkc", &error);
  check (!index && error && !strcmp (error, "No such file or directory"), "no file");
  free (error);
  index = lk_index_open (".", &error);
  check (!index && error && strstr (error, "folder"), "a folder");
  free (error);
  index = lk_index_open ("/dev/null", &error);
  check (!index && error && strstr (error, "device"), "a device");
  free (error);

  check_error ("hello", 5, "not an index of contracts", "a text");
  check_error ("leakrec\n1234", 12, "a record of contracts, not an index; make one of it with"
	       " 'leakcheck contracts -o FILE.lkc'", "a record");
  lk_put_little32 (header + 8, 9);
  check_error (header, sizeof header, "an index of format 9, which a newer leakcheck wrote; this"
	       " one reads format 2: make it again with 'leakcheck contracts'", "a newer one");
  lk_put_little32 (header + 8, 0);
  check_error (header, 12, "an index of format 0, which an older leakcheck wrote; this one reads"
	       " format 2: make it again with 'leakcheck contracts'", "an older one");
  lk_put_little32 (header + 8, 2);
  lk_put_little64 (header + 16, 79);
  check_error (header, sizeof header, "a broken index of contracts: it has 80 bytes"
	       " instead of 79", "bytes behind it");
  lk_put_little64 (header + 16, 80);
  check_error (header, sizeof header, "a broken index of contracts: its header contradicts itself",
	       "a header of zeros");
}

/* ---- Many rows.  ---- */

static void
test_many (void)
{
  enum { N = 5000 };
  struct lk_index_writer *writer = lk_index_writer_new ();
  static char symbols[N][32], rows[N][64];
  for (int i = 0; i < N; i++)
    {
      int number = (int) (i * 7919L % N);
      snprintf (symbols[i], sizeof symbols[i], "function_%d", number);
      snprintf (rows[i], sizeof rows[i], "function_%d: release stream arg%d;", number,
		number % 9 + 1);
      struct lk_index_row row = row_of (symbols[i], i % 2 ? "a.c" : "b.c", number + 1, symbols[i],
					rows[i]);
      lk_index_writer_add (writer, &row);
    }
  lk_index_writer_finish (writer, NULL, NULL);
  size_t length;
  char *bytes = bytes_of (writer, &length);
  put_file (bytes, length);
  free (bytes);
  lk_index_writer_free (writer);
  char *error;
  struct lk_index *index = lk_index_open (file_name, &error);
  bool good = index && lk_index_count (index) == N && lk_index_check (index);
  for (int i = 0; good && i < N; i++)
    {
      struct lk_index_row row;
      good = lk_index_find (index, symbols[i], &row) && !strcmp (row.row, rows[i])
	     && !strcmp (row.file, i % 2 ? "a.c" : "b.c")
	     && row.line == (int) (i * 7919L % N) + 1;
    }
  check (good, "%d rows are found", N);
  lk_index_close (index);
}

/* ---- When memory ends.  ---- */

static void
leave (size_t size)
{
  (void) size;
  _exit (42);
}

static int
work_with_failure (long count)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      size_t n_merged = 0;
      char *error;
      lk_set_out_of_memory (leave);
      lk_fail_allocation_after (count);
      struct lk_index_writer *writer = small_index (0, &n_merged);
      FILE *out = fopen (file_name, "wb");
      if (!out || !lk_index_writer_write (writer, out) || fclose (out) != 0)
	_exit (1);
      lk_index_writer_free (writer);
      struct lk_index *index = lk_index_open (file_name, &error);
      struct lk_index_row row;
      if (!index || !lk_index_find (index, "g", &row))
	_exit (2);
      lk_index_close (index);
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
  long count = 0;
  int status;
  while ((status = work_with_failure (count)) == 42)
    count++;
  check (status == 0 && count > 5, "every failing allocation is met (%ld)", count);
}

/* A file that cannot be written.  */

static void
test_full (void)
{
  FILE *full = fopen ("/dev/full", "wb");
  if (!full)
    return;
  size_t n_merged = 0;
  struct lk_index_writer *writer = small_index (0, &n_merged);
  check (!lk_index_writer_write (writer, full), "a full disk is an error");
  fclose (full);
  lk_index_writer_free (writer);
}

/* ---- What it costs.  ---- */

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

/* The names are read by another process, so that this one has touched no page of the index.  */

static int
show_time (const char *file)
{
  enum { LOOKUPS = 200 };
  static char names[LOOKUPS][256];
  int ends[2];
  char *error;
  if (pipe (ends))
    abort ();
  pid_t child = fork ();
  if (child == 0)
    {
      struct lk_index *index = lk_index_open (file, &error);
      struct lk_index_row row;
      if (!index || !lk_index_check (index))
	_exit (1);
      size_t count = lk_index_count (index);
      for (size_t i = 0; i < LOOKUPS; i++)
	{
	  char name[256] = "";
	  lk_index_row (index, count / LOOKUPS * (i * 7919 % LOOKUPS), &row);
	  snprintf (name, sizeof name, "%s", row.symbol);
	  if (write (ends[1], name, sizeof name) != sizeof name)
	    _exit (1);
	}
      _exit (0);
    }
  for (size_t i = 0; i < LOOKUPS; i++)
    if (read (ends[0], names[i], sizeof names[i]) != sizeof names[i])
      return 1;
  int status;
  waitpid (child, &status, 0);
  double start = now ();
  struct lk_index *index = lk_index_open (file, &error);
  double opened = now ();
  size_t found = 0;
  for (size_t i = 0; index && i < LOOKUPS; i++)
    {
      struct lk_index_row row;
      found += lk_index_find (index, names[i], &row) && row.row[row.row_length - 1] == ';';
    }
  double end = now ();
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  printf ("open %.3f ms, %d look-ups %.3f ms, %zu found, %ld page faults in all\n",
	  opened - start, LOOKUPS, end - opened, found, usage.ru_minflt);
  return status != 0 || found != LOOKUPS;
}

int
main (int argc, char **argv)
{
  if (argc == 3 && !strcmp (argv[1], "--time"))
    return show_time (argv[2]);
  test_small ();
  test_errors ();
  test_many ();
  test_memory ();
  test_full ();
  remove (file_name);
  return finish ();
}
