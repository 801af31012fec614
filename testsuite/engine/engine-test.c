/* The engine's test program: event graphs in text form in, verdicts out.

	engine-test [--verbose] FILE...
	engine-test --print FILE...
	engine-test --corpus FILE...
	engine-test --mutate FIRST-LAST [--print] FILE...

   A file is in the form of doc/event-graph.md and has besides, outside of
   functions, lines that say how the engine is called and what it must find:

	options level 2 depth 3 breadth 5 limits 0
	expect clean
	expect leak FUNCTION @LINE [never|may] [assumed] [kind NAME]
	  [handle "NAME"] [paths LOST of ALL]            (all on one line)
	expect note "PART OF IT"
	expect facts N                                 (at most)
	expect parse error LINE "PART OF IT"
	expect verify error "PART OF IT"

   "xfail" before "expect" says that the engine does not know this yet (XFAIL:,
   or XPASS: once it does).  A finding that no line expects is a failure; so is
   one that is assumed where a witnessed one is expected, and the reverse.  What
   a file prints as must print the same when it is read again.  Each expectation
   is a line PASS: or FAIL: on the standard output.

   --print writes the graphs as lk_graph_print does.  --corpus only wants that
   nothing crashes: its files are those that once did, or might.  --mutate
   damages the files at random, always alike for a number of FIRST .. LAST,
   and wants that nothing crashes and that what passes the verifier survives
   print, read and analysis; with --print it shows the damaged file instead.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L
#include "engine-test.h"

static void
got_function (void *data, struct lk_function *fn)
{
  struct test *t = data;
  /* At a power of two, double.  */
  if ((t->n_functions & (t->n_functions - 1)) == 0)
    {
      struct lk_function **list
	= lk_arena_alloc (t->arena, (t->n_functions * 2 + 1) * sizeof *list);
      if (t->n_functions)
	memcpy (list, t->functions, t->n_functions * sizeof *list);
      t->functions = list;
    }
  t->functions[t->n_functions++] = fn;
}

static void
no_body (void *data, struct lk_function *fn)
{
  (void) data;
  (void) fn;
}

/* ---- Running.  ---- */

/* Make a unit and read TEXT into it.  */
static void
load (struct test *t, const char *text, size_t length)
{
  static const struct lk_graph_reader reader_callbacks
    = { NULL, test_got_parse_error, test_is_own_line, got_function, lk_unit_add_function };
  struct lk_graph_reader reader = reader_callbacks;
  reader.data = t;
  struct lk_host host = { .data = t, .body = no_body,
			  .report = test_got_finding, .note = test_got_note };
  t->unit = lk_unit_new (&host, &t->options);
  t->spec = lk_spec_new ();
  t->functions = NULL;
  t->n_functions = 0;
  lk_graph_read (t->unit, t->spec, t->file, text, length, &reader);
}

static void
unload (struct test *t)
{
  lk_unit_free (t->unit);
  lk_spec_free (t->spec);
}

/* All graphs as text, to be freed.  */
static char *
print_all (struct test *t, size_t *length)
{
  char *text = NULL;
  FILE *out = open_memstream (&text, length);
  if (!out)
    abort ();
  for (size_t i = 0; i < t->n_functions; i++)
    lk_graph_print (out, t->functions[i]->graph, NULL);
  fclose (out);
  return text;
}

static void
check_round_trip (struct test *t)
{
  size_t length, again_length;
  char *text = print_all (t, &length);
  struct test second = *t;
  second.quiet = true;
  second.parse_errors = 0;
  load (&second, text, length);
  char *again = print_all (&second, &again_length);
  unload (&second);
  if (second.parse_errors)
    test_fail (t, "round trip (what was printed cannot be read)");
  else if (length != again_length || memcmp (text, again, length))
    test_fail (t, "round trip (printed again it differs)");
  else
    test_pass (t, "round trip");
  free (text);
  free (again);
}

static void
verify_all (struct test *t)
{
  for (size_t i = 0; i < t->n_functions; i++)
    {
      const char *message = lk_graph_verify (t->functions[i]->graph);
      if (message)
	test_got_verify_error (t, t->functions[i]->name, message);
    }
}

/* Every function is a root.  */
static void
analyse (struct test *t)
{
  for (size_t i = 0; i < t->n_functions; i++)
    {
      const struct lk_graph *graph = t->functions[i]->graph;
      size_t n = 0, room = 0;
      for (uint32_t b = 0; b < graph->n_blocks; b++)
	room += graph->blocks[b].n_events;
      struct lk_function **callees
	= lk_xmalloc ((room + graph->n_vars) * sizeof *callees);
      for (uint32_t b = 0; b < graph->n_blocks; b++)
	for (uint32_t j = 0; j < graph->blocks[b].n_events; j++)
	  {
	    struct lk_function *fn = graph->blocks[b].events[j].callee;
	    if (fn && fn->graph)
	      callees[n++] = fn;
	  }
      /* What is handed out may be run.  */
      for (uint32_t v = 0; v < graph->n_vars; v++)
	if (graph->vars[v].class_ == LK_VAR_FUNCTION)
	  {
	    struct lk_function *fn = graph->vars[v].entity;
	    if (fn && fn->graph)
	      callees[n++] = fn;
	  }
      lk_unit_add_root (t->unit, t->functions[i], callees, (unsigned) n,
			true);
      free (callees);
    }
  struct lk_statistics s;
  lk_unit_analyse (t->unit);
  lk_unit_statistics (t->unit, &s);
  if (!t->quiet)
    test_got_facts (t, s.facts);
  if (t->verbose)
    printf ("%s: %u analysed, %u summaries, %u skipped, %" PRIu64
	    " facts, %" PRIu64 " obligations\n", t->file, s.analysed,
	    s.summaries, s.skipped, s.facts, s.obligations);
}

static bool
read_whole_file (struct test *t, const char *file)
{
  FILE *in = fopen (file, "rb");
  if (!in)
    return false;
  size_t room = 0;
  t->text = NULL;
  t->length = 0;
  do
    {
      room = room ? room * 2 : 65536;
      t->text = lk_xrealloc (t->text, room);
      t->length += fread (t->text + t->length, 1, room - t->length, in);
    }
  while (t->length == room);
  bool ok = !ferror (in);
  fclose (in);
  return ok;
}

static void
start (struct test *t, const char *file)
{
  memset (t, 0, sizeof *t);
  const char *base = strrchr (file, '/');
  t->file = base ? base + 1 : file;
  t->arena = lk_arena_new ();
  t->options = (struct lk_options) { .level = LK_DEFAULT_LEVEL,
				     .depth = LK_DEFAULT_DEPTH,
				     .breadth = LK_DEFAULT_BREADTH };
  t->expects_tail = &t->expects;
  t->loaded = read_whole_file (t, file);
  if (!t->loaded)
    test_fail (t, "cannot be read");
}

static void
finish (struct test *t)
{
  free (t->text);
  lk_arena_free (t->arena);
}

static unsigned
run_test (const char *file, bool verbose)
{
  struct test t;
  start (&t, file);
  t.verbose = verbose;
  if (t.loaded)
    {
      test_scan_lines (&t);
      load (&t, t.text, t.length);
      if (!t.parse_errors)
	{
	  check_round_trip (&t);
	  verify_all (&t);
	  if (!t.verify_errors)
	    analyse (&t);
	}
      unload (&t);
      test_judge (&t);
    }
  finish (&t);
  return t.failures;
}

static unsigned
run_print (const char *file)
{
  struct test t;
  start (&t, file);
  if (t.loaded)
    {
      load (&t, t.text, t.length);
      size_t length;
      char *text = print_all (&t, &length);
      fwrite (text, 1, length, stdout);
      free (text);
      unload (&t);
    }
  finish (&t);
  return t.failures;
}

/* Everything that can be done with TEXT, quietly.  Returns how far it got: 0
   not read, 1 not verified, 2 analysed.  */
static int
exercise (struct test *t, const char *text, size_t length)
{
  t->quiet = true;
  t->parse_errors = t->verify_errors = 0;
  load (t, text, length);
  verify_all (t);
  int got = t->parse_errors ? 0 : t->verify_errors ? 1 : 2;
  if (got == 2)
    {
      check_round_trip (t);
      analyse (t);
    }
  unload (t);
  return got;
}

static unsigned
run_corpus (const char *file)
{
  struct test t;
  start (&t, file);
  if (t.loaded)
    {
      exercise (&t, t.text, t.length);
      t.quiet = false;
      if (t.failures)
	test_fail (&t, "round trip");
      else
	test_pass (&t, "no crash");
    }
  finish (&t);
  return t.failures;
}


static unsigned
run_mutations (const char *file, uint64_t first, uint64_t last, bool print,
	       bool verbose)
{
  struct test t;
  unsigned got[3] = { 0, 0, 0 };
  start (&t, file);
  unsigned failures = t.failures;
  for (uint64_t round = first; t.loaded && round <= last; round++)
    {
      uint64_t state = round;
      for (const char *c = t.file; *c; c++)
	state = state * 31 + (unsigned char) *c;
      size_t length = t.length;
      char *text = lk_xmalloc (length + 1);
      memcpy (text, t.text, length);
      test_mutate (&text, &length, &state);
      if (print)
	fwrite (text, 1, length, stdout);
      else
	{
	  struct test one = t;
	  one.arena = lk_arena_new ();
	  if (verbose)
	    {
	      printf ("%s: mutation %" PRIu64 "\n", t.file, round);
	      fflush (stdout);
	    }
	  got[exercise (&one, text, length)]++;
	  if (one.failures)
	    {
	      test_fail (&t, "mutation %" PRIu64 " does not survive the round trip",
		    round);
	      failures++;
	    }
	  lk_arena_free (one.arena);
	}
      free (text);
    }
  if (!failures && !print)
    printf ("PASS: %s: mutations %" PRIu64 "-%" PRIu64 " (%u not read, %u not "
	    "verified, %u analysed)\n", t.file, first, last, got[0], got[1],
	    got[2]);
  finish (&t);
  return failures;
}

int
main (int argc, char **argv)
{
  bool verbose = false, print = false, corpus = false, mutations = false;
  uint64_t first = 0, last = 0;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++)
    if (same (argv[i], "--verbose"))
      verbose = true;
    else if (same (argv[i], "--print"))
      print = true;
    else if (same (argv[i], "--corpus"))
      corpus = true;
    else if (same (argv[i], "--mutate") && i + 1 < argc
	     && sscanf (argv[++i], "%" SCNu64 "-%" SCNu64, &first, &last) == 2)
      mutations = true;
    else
      {
	fprintf (stderr, "usage: engine-test [--verbose] [--print | --corpus "
		 "| --mutate FIRST-LAST] FILE...\n");
	return 2;
      }
  unsigned failures = 0;
  for (; i < argc; i++)
    if (mutations)
      failures += run_mutations (argv[i], first, last, print, verbose);
    else if (corpus)
      failures += run_corpus (argv[i]);
    else if (print)
      failures += run_print (argv[i]);
    else
      failures += run_test (argv[i], verbose);
  return failures != 0;
}
