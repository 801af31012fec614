/* Tests of merging: what two definitions both say, in any order and grouping; broken rows; kinds;
   every allocation failing once.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <sys/wait.h>
#include <unistd.h>
#include "spec-test.h"
#include "../../spec/merge.h"
#include "../../spec/record.h"

static const char file_name[] = "merge-test.lkc";
static struct buffer said;

static void
note (void *data, enum lk_merge_level level, const char *text)
{
  (void) data;
  buffer_add (&said, "%s: %s\n", level == LK_MERGE_ERROR ? "error" : "note", text);
}

/* Add one record with PAYLOAD.  */

static void
add (struct lk_merge *merge, const char *payload)
{
  size_t length = strlen (payload);
  char *bytes = lk_xmalloc (LK_RECORD_HEADER + length);
  lk_record_header ((unsigned char *) bytes, (uint32_t) length);
  memcpy (bytes + LK_RECORD_HEADER, payload, length);
  size_t n = lk_merge_records (merge, "x.o", bytes, LK_RECORD_HEADER + length);
  if (n != 1)
    abort ();
  free (bytes);
}

static struct lk_merge *
begin (void)
{
  said.length = 0;
  said.text[0] = '\0';
  return lk_merge_new (note, NULL);
}

static const char *
print (struct lk_merge *merge)
{
  static char text[1 << 16];
  memset (text, 0, sizeof text);
  FILE *out = fmemopen (text, sizeof text - 1, "w");
  lk_merge_print (merge, out, NULL, NULL);
  fclose (out);
  return text;
}

/* ---- Two rows of one function.  ---- */

static const struct { const char *one, *two, *both; } pairs[] = {
  { "f: acquire stream result;", "f: acquire stream result;", "f: acquire stream result;" },
  { "f: acquire stream result;", "f:  acquire stream result ;", "f: acquire stream result;" },
  { "f: release stream arg1, acquire fd result;", "f: acquire fd result, release stream arg1;",
    "f: acquire fd result, release stream arg1;" },
  { "f: release stream arg1, acquire fd result;", "f: acquire fd result;",
    "f: acquire fd result, ...;" },
  { "f: release stream arg1;", "f: ;", "f: ...;" },
  { "f: ;", "f: ;", "f: ;" },
  { "f: ;", "f: ...;", "f: ...;" },
  { "f: release stream arg1 if result == 0;", "f: release stream arg1;", "f: ...;" },
  { "f: release stream arg1 if result == 0, ...;", "f: release stream arg1 if result == 0;",
    "f: release stream arg1 if result == 0, ...;" },
  { "f: release stream arg1;", "f: release fd arg1;", "f: ...;" },
  { "f: acquire stream result by fclose;", "f: acquire stream result;", "f: ...;" },
  { "f: borrow arg1, ...;", "f: borrow arg1, ...;", "f: borrow arg1, ...;" },
  { "f: borrow arg1, keep arg2, ...;", "f: borrow arg1, ...;", "f: borrow arg1, ...;" },
  { "f: borrow arg1, ...;", "f: ;", "f: ...;" },
  { "f: borrow arg1, ...;", "f: release stream arg1;", "f: ...;" },
  { "f: borrow arg1, release stream arg2;", "f: release stream arg2;",
    "f: release stream arg2;" },
  { "f: noreturn;", "f: noreturn;", "f: noreturn;" },
  { "f: noreturn, release stream arg1;", "f: release stream arg1;", "f: release stream arg1;" },
  { "f: release any arg1, locks;", "f: release any arg1;", "f: release any arg1, locks;" },
  { "f: raises a or b;", "f: raises a or b;", "f: raises a or b;" },
  { "f: raises nothing;", "f: raises a;", "f: ...;" },
  { "f: keep *&log;", "f: keep *&log, keep &all[1];", "f: keep *&log, ...;" },
  { "f: acquire fd arg1 + 8;", "f: acquire fd arg1 + 16;", "f: ...;" },
  { "f: acquire fd &one;", "f: acquire fd &one, acquire fd &two;", "f: acquire fd &one, ...;" },
  { "f: release any arg1[any];", "f: release any arg1[any], keep arg2;",
    "f: release any arg1[any], ...;" },
  { "f: own any arg1;", "f: own any arg1, keep arg2;", "f: own any arg1, ...;" },
  { "f: alias result = arg1;", "f: alias result = arg2;", "f: ...;" },
  { "f: tests arg1 != NULL;", "f: tests arg1 != NULL;", "f: tests arg1 != NULL;" },
  { "f: tests arg1 != NULL;", "f: ;", "f: ...;" },
  { "f: throws if arg1 == 0, keep arg2;", "f: throws if arg1 == 0;",
    "f: throws if arg1 == 0, ...;" },
  { "f: throws unless fresh arg1;", "f: throws unless fresh arg1;",
    "f: throws unless fresh arg1;" },
  { "f: release arg1 if thrown;", "f: ;", "f: ...;" },
  { "f: keep arg1 until next;", "f: keep arg1;", "f: ...;" },
  { "f: acquire fd *arg1 though thrown;", "f: acquire fd *arg1 though thrown;",
    "f: acquire fd *arg1 though thrown;" },
  { "f: acquire fd *arg1 though thrown;", "f: acquire fd *arg1;", "f: ...;" },
  { "f: noreturn if arg1 >= 1;", "f: noreturn if arg1 >= 1;", "f: noreturn if arg1 >= 1;" },
  { "f: noreturn if arg1 >= 1;", "f: noreturn if arg1 >= 2;", "f: ;" },
  { "f: pass arg1 into g arg1, ...;", "f: pass arg1 into g arg1, ...;",
    "f: pass arg1 into g arg1, ...;" },
  { "f: pass result from g, pass result from h;", "f: pass result from g;", "f: ...;" },
  { "f: reads arg1;", "f: reads arg1;", "f: reads arg1;" },
  { "f: reads arg1;", "f: ;", "f: ;" },
  { "f: release stream arg1;", "f: reads arg1;", "f: ...;" },
  { "f: reads arg1 through x arg1;", "f: reads arg1;", "f: ;" },
  { "f: reads arg1, reads arg2;", "f: reads arg2;", "f: reads arg2;" },
  { "f: reads arg1 through x arg1, reads arg1 through y arg2;",
    "f: reads arg1 through y arg2, reads arg1 through x arg1;",
    "f: reads arg1 through x arg1, reads arg1 through y arg2;" },
};

static void
test_pairs (void)
{
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (int swap = 0; swap < 2; swap++)
      {
	char payload[1024], wanted[256];
	struct lk_merge *merge = begin ();
	for (int k = 0; k < 2; k++)
	  {
	    snprintf (payload, sizeof payload, "unit a.c\n" KINDS "@f\ta.c:1\tf\n%s\n",
		      swap == k ? pairs[i].one : pairs[i].two);
	    add (merge, payload);
	  }
	lk_merge_finish (merge);
	const char *text = print (merge);
	const char *row = strstr (text, "# a.c:1: f\n");
	snprintf (wanted, sizeof wanted, "# a.c:1: f\n%s\n", pairs[i].both);
	check_text (row ? row : text, wanted, pairs[i].one);
	check (!strstr (said.text, "error"), "without an error: %s", said.text);
	lk_merge_free (merge);
      }
}

/* ---- Functions that pass something on.  ---- */

/* The row of f, those of others, and what becomes of f's.  */
static const struct { const char *row, *others, *settled; } passing[] = {
  { "f: pass arg1 into g arg2 always, ...;", "g: release stream arg2;",
    "f: release stream arg1, ...;" },
  { "f: pass arg1 into g arg2, ...;", "g: release stream arg2;", "f: own any arg1, ...;" },
  { "f: pass arg1 into g arg1, ...;", "g: ;", "f: borrow arg1, ...;" },
  { "f: pass arg1 into g arg1, ...;", "g: borrow arg1, ...;", "f: borrow arg1, ...;" },
  { "f: pass arg1 into g arg1, ...;", "g: borrow arg2, ...;", "f: pass arg1 into g arg1, ...;" },
  { "f: pass arg1 into g arg1, ...;", "h: ;", "f: pass arg1 into g arg1, ...;" },
  { "f: pass arg1 into g arg1 always, ...;", "g: release fd arg1 if result == 0;",
    "f: own any arg1, ...;" },
  { "f: pass arg1 into g arg1 always, pass result from g always, ...;",
    "g: release fd arg1 if result == 0;", "f: release fd arg1 if result == 0, ...;" },
  { "f: pass arg1 into g arg1 always, pass result from g always, ...;",
    "g: release fd arg1 if arg2 == 0;", "f: own any arg1, ...;" },
  { "f: pass arg1 into g arg2 always, pass result from g always, ...;",
    "g: own fd arg2 if arg1[2] == 0;", "f: own any arg1, ...;" },
  { "f: pass arg1 into g arg1 always, pass result from g always, ...;",
    "g: alias result = arg1;", "f: alias result = arg1, ...;" },
  { "f: pass arg1 into g arg1 always, ...;", "g: alias result = arg1;", "f: own any arg1, ...;" },
  { "f: pass arg1[2] into g arg1 always, ...;", "g: keep arg1[1], release stream arg1;",
    "f: keep arg1[2][1], release stream arg1[2], ...;" },
  { "f: pass arg1 into g arg1 always, ...;", "g: acquire stream arg1[1];",
    "f: acquire stream arg1[1], ...;" },
  { "f: pass arg1 into g arg1 always, pass arg1 into h arg1 always, ...;",
    "g: ;\nh: release stream arg1;", "f: release stream arg1, ...;" },
  { "f: pass arg1 into g arg1 always, ...;",
    "g: pass arg1 into h arg1 always, ...;\nh: release stream arg1;",
    "f: release stream arg1, ...;" },
  { "f: pass arg1 into g arg1 always, ...;", "g: pass arg1 into f arg1 always, ...;",
    "f: pass arg1 into g arg1 always, ...;" },
  { "f: pass arg1 into g arg1 always, ...;", "g: release arg1 if thrown;",
    "f: own any arg1, ...;" },
  { "f: pass arg1 into g arg1 always, ...;", "g: own stream arg1 until next;",
    "f: own stream arg1 until next, ...;" },
  { "f: pass result from g;", "g: acquire stream result by fclose;",
    "f: acquire stream result by fclose;" },
  { "f: pass result from g;", "g: ;", "f: ;" },
  { "f: pass result from g, pass result from h;",
    "g: acquire stream result;\nh: acquire stream result;", "f: acquire stream result;" },
  { "f: pass result from g, pass result from h;", "g: acquire stream result;\nh: ;", "f: ;" },
  { "f: pass result from g always;", "g: acquire stream result if arg1 == 2;", "f: ;" },
  { "f: reads arg1 through g arg2;", "g: reads arg2;", "f: reads arg1;" },
  { "f: reads arg1 through g arg2;", "g: reads arg1;", "f: ;" },
  { "f: reads arg1 through g arg2;", "g: ;", "f: ;" },
  { "f: reads arg1 through g arg2;", "h: ;", "f: reads arg1 through g arg2;" },
  { "f: reads arg1 through g arg1, reads arg1 through h arg1;", "g: reads arg1;\nh: reads arg1;",
    "f: reads arg1;" },
  { "f: reads arg1 through g arg1, reads arg1 through h arg1;", "g: reads arg1;\nh: reads arg2;",
    "f: ;" },
  { "f: reads arg1 through g arg1;", "g: reads arg1 through h arg1;\nh: reads arg1 through f arg1;",
    "f: reads arg1;" },
  { "f: reads arg1 through g arg1;", "g: reads arg1 through h arg1;\nh: reads arg2 through f arg1;",
    "f: ;" },
  { "f: reads arg1 through g arg1, reads arg2;", "g: reads arg1 through x arg1;",
    "f: reads arg1 through g arg1, reads arg2;" },
  { "f: pass arg1 into g arg1, reads arg1 through g arg1, ...;", "g: reads arg1;",
    "f: borrow arg1, reads arg1, ...;" },
};

static void
test_passing (void)
{
  for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
    {
      char payload[1024], wanted[256];
      struct lk_merge *merge = begin ();
      snprintf (payload, sizeof payload, "unit a.c\n" KINDS "@f\ta.c:1\tf\n%s\n",
		passing[i].row);
      add (merge, payload);
      const char *other = passing[i].others;
      while (other)
	{
	  const char *end = strchr (other, '\n');
	  int length = end ? (int) (end - other) : (int) strlen (other);
	  snprintf (payload, sizeof payload, "unit b.c\n" KINDS "@%c\tb.c:1\t%c\n%.*s\n",
		    *other, *other, length, other);
	  add (merge, payload);
	  other = end ? end + 1 : NULL;
	}
      lk_merge_finish (merge);
      const char *text = print (merge);
      const char *row = strstr (text, "# a.c:1: f\n");
      snprintf (wanted, sizeof wanted, "# a.c:1: f\n%s\n", passing[i].settled);
      char found[256] = "";
      if (row)
	snprintf (found, sizeof found, "%.*s", (int) strlen (wanted), row);
      check_text (found, wanted, passing[i].row);
      check (!strstr (said.text, "error"), "without an error: %s", said.text);
      lk_merge_free (merge);
    }
}

/* ---- Many, in any order.  ---- */

static const char *const units[] = {
  "unit a.c\n" KINDS
  "@f\ta.c:1\tf\nf: release stream arg1, acquire fd result, borrow arg3;\n"
  "@g\ta.c:2\tg\ng: ;\n",
  "unit b.c\n" KINDS
  "@f\tb.c:1\tf\nf: acquire fd result, release stream arg1;\n"
  "@h\tb.c:2\th\nh: noreturn;\n",
  "unit c.c\n" KINDS
  "@f\tc.c:1\tf\nf: acquire fd result;\n"
  "@g\ta.c:2\tg\ng: ;\n",
};

static void
write_file (struct lk_index_writer *writer)
{
  FILE *out = fopen (file_name, "wb");
  if (!out || !lk_index_writer_write (writer, out) || fclose (out) != 0)
    abort ();
}

static void
add_file (struct lk_merge *merge)
{
  char *error;
  struct lk_index *index = lk_index_open (file_name, &error);
  if (!index)
    abort ();
  lk_merge_index (merge, file_name, index);
  lk_index_close (index);
}

static void
test_order (void)
{
  static const int orders[][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 },
				   { 2, 0, 1 }, { 2, 1, 0 } };
  uint64_t hash = 0;
  bool same = true;
  for (int i = 0; i < 6; i++)
    {
      struct lk_merge *merge = begin ();
      for (int k = 0; k < 3; k++)
	add (merge, units[orders[i][k]]);
      struct lk_index_writer *writer = lk_merge_finish (merge);
      if (i == 0)
	{
	  hash = lk_index_writer_hash (writer);
	  check_text (strstr (print (merge), "# "),
		      "# a.c:1: f\nf: acquire fd result, ...;\n"
		      "# a.c:2: g\ng: ;\n# b.c:2: h\nh: noreturn;\n", "three units");
	  check (strstr (said.text, "note: 'f' is defined in b.c:1") && !strstr (said.text, "'g'"),
		 "two definitions are noted, one line of a header is not");
	}
      same &= lk_index_writer_hash (writer) == hash;
      lk_merge_free (merge);

      /* Two of them first, then the index of these and the third.  */
      merge = begin ();
      add (merge, units[orders[i][0]]);
      add (merge, units[orders[i][1]]);
      write_file (lk_merge_finish (merge));
      lk_merge_free (merge);
      merge = begin ();
      add_file (merge);
      add (merge, units[orders[i][2]]);
      same &= lk_index_writer_hash (lk_merge_finish (merge)) == hash;
      lk_merge_free (merge);
    }
  check (same, "neither order nor grouping matters");
}

/* ---- Broken rows, kinds.  ---- */

static void
test_broken (void)
{
  struct lk_merge *merge = begin ();
  add (merge, "unit a.c\n" KINDS
       "@e\ta.c:1\te\ne: ;\n"
       "@f\ta.c:1\tf\nf: nonsense;\n"
       "@g\ta.c:2\tg\ng: release stream arg1; /* ;\n"
       "@h\ta.c:3\th\nother: noreturn;\n"
       "@i\ta.c:4\ti\ni: noreturn; j: noreturn;\n"
       "@k\nk: ;\n"
       "@l\ta.c:5\tl\n<def/>;\n"
       "@m\ta.c:6\tm\nm: noreturn;\n");
  add (merge, "unit b.c\nkind x {\n@n\tb.c:1\tn\nn: ;\n");
  add (merge, "nonsense");
  lk_merge_finish (merge);
  check_text (strstr (print (merge), "# "),
	      "# a.c:1: e\ne: ;\n# a.c:6: m\nm: noreturn;\n# b.c:1: n\nn: ;\n",
	      "what is good is kept");
  const char *const errors[] = { "'f' is left out: expected", "'g' is left out: ",
				 "'h' is left out: the row is not one of this function",
				 "'i' is left out: the row is not", "1 function is left out: line",
				 "'l' is left out", "a definition of a kind is malformed",
				 "x.o: the record does not begin with a line 'unit FILE'" };
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    check (strstr (said.text, errors[i]) != NULL, "error: %s", errors[i]);
  if (n_failed)
    puts (said.text);
  lk_merge_free (merge);
}

static bool
is_f (void *data, const struct lk_index_row *row)
{
  (void) data;
  return !strcmp (row->symbol, "f");
}

static void
test_kinds (void)
{
  struct lk_merge *merge = begin ();
  add (merge, "unit b.c\nkind conn { noun \"b\"; verb \"closed\"; }\n"
       "kind other { noun \"o\"; verb \"closed\"; }\n@f\tb.c:1\tf\nf: acquire conn result;\n"
       "@g\tb.c:2\tg\ng: acquire other result;\n");
  add (merge, "unit a.c\nkind conn { noun \"a\"; verb \"closed\"; }\n");
  lk_merge_finish (merge);
  static char text[4096];
  FILE *out = fmemopen (text, sizeof text - 1, "w");
  size_t n = lk_merge_print (merge, out, is_f, NULL);
  fclose (out);
  check (n == 1, "one row is chosen");
  check_text (text, "kind conn { noun \"a\"; verb \"closed\"; cwe 772; handle pointer;"
	      " valid != NULL; }\n# b.c:1: f\nf: acquire conn result;\n",
	      "with the kind that it uses");
  check (strstr (said.text, "note: x.o: another definition of the kind 'conn'") != NULL,
	 "two definitions of a kind are noted");
  lk_merge_free (merge);

  /* What is printed reads back.  */
  struct lk_spec *spec = lk_spec_new ();
  struct buffer errors = { .length = 0 };
  check (read_string (spec, "printed", text, &errors) == 0
	 && lk_spec_lookup (spec, "f") != NULL, "it reads back");
  lk_spec_free (spec);
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
      lk_set_out_of_memory (leave);
      lk_fail_allocation_after (count);
      struct lk_merge *merge = begin ();
      for (int k = 0; k < 3; k++)
	add (merge, units[k]);
      write_file (lk_merge_finish (merge));
      print (merge);
      lk_merge_free (merge);
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
  check (status == 0 && count > 20, "every failing allocation is met (%ld)", count);
}

int
main (void)
{
  test_pairs ();
  test_passing ();
  test_order ();
  test_broken ();
  test_kinds ();
  test_memory ();
  remove (file_name);
  lk_merge_free (NULL);
  return finish ();
}
