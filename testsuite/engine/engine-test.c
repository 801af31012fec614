/* The engine's test program: event graphs in text form in, verdicts out.

	engine-test [--verbose] FILE...
	engine-test --print FILE...
	engine-test --corpus FILE...
	engine-test --mutate FIRST-LAST [--print] FILE...

   A file is in the form of doc/event-graph.md and has besides, outside of
   functions, lines that say how the engine is called and what it must find:

	options level 2 depth 3 breadth 5
	expect clean
	expect leak FUNCTION @LINE [never|may] [assumed] [kind NAME]
	  [handle "NAME"] [paths LOST of ALL]            (all on one line)
	expect note "PART OF IT"
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
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../analysis/graph-parse.h"
#include "../../spec/arena.h"

enum expect_kind { CLEAN, LEAK, NOTE, PARSE_ERROR, VERIFY_ERROR };

struct expectation
{
  enum expect_kind kind;
  int line;			/* Where it stands in the file.  */
  const char *what;		/* The line, for messages.  */
  const char *text;		/* Part of the note or error.  */
  uint64_t at;			/* LEAK: the line; PARSE_ERROR: likewise.  */
  const char *function, *kind_name, *handle, *lost, *all;
  bool never, may, assumed;
  bool xfail;
  bool met;
  const char *why_not;		/* Something close was found.  */
  struct expectation *next;
};

struct test
{
  const char *file;
  char *text;
  size_t length;
  bool verbose, quiet, loaded;
  struct lk_arena *arena;
  struct lk_options options;
  struct expectation *expects, **expects_tail;
  struct lk_unit *unit;
  struct lk_spec *spec;
  struct lk_function **functions;
  size_t n_functions;
  unsigned findings, parse_errors, verify_errors;
  unsigned failures;
};

static void __attribute__ ((format (printf, 2, 3)))
fail (struct test *t, const char *format, ...)
{
  va_list args;
  t->failures++;
  if (t->quiet)
    return;
  printf ("FAIL: %s: ", t->file);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
}

static void
pass (struct test *t, const char *what)
{
  if (!t->quiet)
    printf ("PASS: %s: %s\n", t->file, what);
}

static const char *__attribute__ ((format (printf, 2, 3)))
format_text (struct test *t, const char *format, ...)
{
  char text[600];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  return lk_arena_strdup (t->arena, text);
}

/* ---- The lines of the test.  ---- */

/* The next word, or string in quotes, at *P; NULL at the end.  */
static const char *
next_word (struct test *t, const char **p)
{
  const char *start = *p + strspn (*p, " \t\r");
  if (!*start || !strncmp (start, "//", 2))
    return NULL;
  size_t length;
  if (*start == '"')
    {
      start++;
      length = strcspn (start, "\"");
      *p = start + length + (start[length] != 0);
    }
  else
    {
      length = strcspn (start, " \t\r");
      *p = start + length;
    }
  return lk_arena_strndup (t->arena, start, length);
}

static bool
same (const char *a, const char *b)
{
  return a && b && !strcmp (a, b);
}

static bool
read_number (const char *word, uint64_t *value)
{
  char *end;
  if (!word || !*word)
    return false;
  *value = strtoull (word, &end, 10);
  return *end == '\0';
}

static bool
read_options (struct test *t, const char *p)
{
  for (const char *word; (word = next_word (t, &p));)
    {
      uint64_t value;
      if (!read_number (next_word (t, &p), &value) || value > 1000)
	return false;
      if (same (word, "level"))
	t->options.level = (unsigned) value;
      else if (same (word, "depth"))
	t->options.depth = (unsigned) value;
      else if (same (word, "breadth"))
	t->options.breadth = (unsigned) value;
      else
	return false;
    }
  return true;
}

/* Behind "expect leak".  */
static bool
read_leak (struct test *t, struct expectation *e, const char *p)
{
  e->kind = LEAK;
  e->function = next_word (t, &p);
  const char *word = next_word (t, &p);
  if (!word || *word != '@' || !read_number (word + 1, &e->at))
    return false;
  while ((word = next_word (t, &p)))
    if (same (word, "never"))
      e->never = true;
    else if (same (word, "may"))
      e->may = true;
    else if (same (word, "assumed"))
      e->assumed = true;
    else if (same (word, "kind"))
      e->kind_name = next_word (t, &p);
    else if (same (word, "handle"))
      e->handle = next_word (t, &p);
    else if (same (word, "paths"))
      {
	e->lost = next_word (t, &p);
	if (!same (next_word (t, &p), "of") || !(e->all = next_word (t, &p)))
	  return false;
      }
    else
      return false;
  return true;
}

static bool
read_expect (struct test *t, const char *p, int line, bool xfail)
{
  struct expectation *e = lk_arena_alloc (t->arena, sizeof *e);
  e->xfail = xfail;
  e->line = line;
  p += strspn (p, " \t");
  e->what = lk_arena_strndup (t->arena, p, strcspn (p, "\r"));
  *t->expects_tail = e;
  t->expects_tail = &e->next;
  const char *word = next_word (t, &p);
  if (same (word, "clean"))
    {
      e->kind = CLEAN;
      return !next_word (t, &p);
    }
  if (same (word, "leak"))
    return read_leak (t, e, p);
  if (same (word, "note"))
    e->kind = NOTE;
  else if (same (word, "parse") && same (next_word (t, &p), "error"))
    {
      e->kind = PARSE_ERROR;
      if (!read_number (next_word (t, &p), &e->at))
	return false;
    }
  else if (same (word, "verify") && same (next_word (t, &p), "error"))
    e->kind = VERIFY_ERROR;
  else
    return false;
  e->text = next_word (t, &p);
  return e->text && !next_word (t, &p);
}

/* Whether TEXT starts with WORD; if so, what is behind it.  */
static const char *
behind_word (const char *text, const char *word)
{
  size_t n = strlen (word);
  text += strspn (text, " \t");
  return (!strncmp (text, word, n) && strchr (" \t", text[n]) && text[n]
	  ? text + n : NULL);
}

/* The options must be known before there is a unit, so the lines of the test
   are looked for before the file is read.  */
static void
scan_test_lines (struct test *t)
{
  int line = 0;
  for (const char *p = t->text, *end = t->text + t->length; p < end;)
    {
      const char *newline = memchr (p, '\n', end - p);
      size_t length = (newline ? newline : end) - p;
      const char *copy = lk_arena_strndup (t->arena, p, length), *rest;
      bool xfail = (rest = behind_word (copy, "xfail"));
      if (xfail)
	copy = rest;
      line++;
      if ((rest = behind_word (copy, "options")) && !read_options (t, rest))
	fail (t, "line %d: malformed options", line);
      if ((rest = behind_word (copy, "expect"))
	  && !read_expect (t, rest, line, xfail))
	fail (t, "line %d: malformed expectation", line);
      p = newline ? newline + 1 : end;
    }
}

/* ---- What comes back.  ---- */

static void
got_parse_error (void *data, const char *file, int line, const char *message)
{
  struct test *t = data;
  (void) file;
  t->parse_errors++;
  if (t->quiet)
    return;
  if (t->verbose)
    printf ("%s:%d: %s\n", t->file, line, message);
  for (struct expectation *e = t->expects; e; e = e->next)
    if (e->kind == PARSE_ERROR && e->at == (uint64_t) line && !e->met)
      {
	if (strstr (message, e->text))
	  {
	    e->met = true;
	    return;
	  }
	e->why_not = format_text (t, "got '%s'", message);
      }
  fail (t, "line %d: %s", line, message);
}

static bool
is_test_line (void *data, int line, const char *text)
{
  (void) data;
  (void) line;
  return (behind_word (text, "options") || behind_word (text, "expect")
	  || behind_word (text, "xfail"));
}

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
print_finding (const struct test *t, const struct lk_finding *f)
{
  printf ("%s: %s @%" PRIu64 ": %s of %s '%s', %s of %s paths%s%s%s%s\n",
	  t->file, f->function ? f->function->name : "?", f->loc,
	  f->never ? "never" : "may", f->kind ? f->kind->name : "?",
	  f->handle ? f->handle : "", f->lost_paths ? f->lost_paths : "?",
	  f->all_paths ? f->all_paths : "?", f->assumed ? ", assumed" : "",
	  f->why_assumed ? " (" : "", f->why_assumed ? f->why_assumed : "",
	  f->why_assumed ? ")" : "");
  static const char *const steps[]
    = { "acquired", "condition", "call", "return", "failed", "thrown",
	"stored", "overwritten", "container released", "ignored", "again",
	"lost", "exit" };
  for (unsigned i = 0; i < f->n_steps; i++)
    {
      const struct lk_step *s = &f->steps[i];
      printf ("  %*s@%" PRIu64 " %s", s->depth * 2, "", s->loc,
	      (size_t) s->kind < sizeof steps / sizeof *steps
	      ? steps[s->kind] : "?");
      if (s->name)
	printf (" '%s'", s->name);
      if (s->name2)
	printf (" by '%s'", s->name2);
      if (s->kind == LK_STEP_CONDITION)
	printf (" %d", s->value);
      putchar ('\n');
    }
}

/* Why F is not what E expects, or NULL.  */
static const char *
difference (struct test *t, const struct expectation *e,
	    const struct lk_finding *f)
{
  if (e->assumed != f->assumed)
    return f->assumed ? format_text (t, "it is assumed: %s",
				     f->why_assumed ? f->why_assumed : "?")
	   : "it is witnessed, not assumed";
  if ((e->never && !f->never) || (e->may && f->never))
    return f->never ? "'never', not 'may'" : "'may', not 'never'";
  if (e->kind_name && (!f->kind || !same (e->kind_name, f->kind->name)))
    return format_text (t, "its kind is '%s'", f->kind ? f->kind->name : "?");
  if (e->handle && !same (e->handle, f->handle ? f->handle : ""))
    return format_text (t, "its handle is '%s'", f->handle ? f->handle : "");
  if (e->lost && (!same (e->lost, f->lost_paths)
		  || !same (e->all, f->all_paths)))
    return format_text (t, "on %s of %s paths",
			f->lost_paths ? f->lost_paths : "?",
			f->all_paths ? f->all_paths : "?");
  return NULL;
}

static void
got_finding (void *data, const struct lk_finding *f)
{
  struct test *t = data;
  t->findings++;
  if (t->quiet)
    return;
  if (t->verbose)
    print_finding (t, f);
  const char *function = f->function ? f->function->name : "?";
  struct expectation *close = NULL;
  for (struct expectation *e = t->expects; e; e = e->next)
    if (e->kind == CLEAN && e->xfail)
      return;
  for (struct expectation *e = t->expects; e; e = e->next)
    if (e->kind == LEAK && !e->met && same (e->function, function)
	&& e->at == f->loc)
      {
	const char *why = difference (t, e, f);
	if (!why)
	  {
	    e->met = true;
	    return;
	  }
	e->why_not = why;
	close = e;
      }
  if (!close)
    fail (t, "unexpected leak %s @%" PRIu64 "%s%s", function, f->loc,
	  f->assumed ? " assumed: " : "",
	  f->assumed && f->why_assumed ? f->why_assumed : "");
}

static void
got_note (void *data, struct lk_function *fn, const char *text)
{
  struct test *t = data;
  if (t->verbose)
    printf ("%s: %s: note: %s\n", t->file, fn ? fn->name : "?", text);
  for (struct expectation *e = t->expects; e; e = e->next)
    if (e->kind == NOTE && strstr (text, e->text))
      e->met = true;
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
    = { NULL, got_parse_error, is_test_line, got_function };
  struct lk_graph_reader reader = reader_callbacks;
  reader.data = t;
  struct lk_host host = { t, no_body, got_finding, got_note };
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
    fail (t, "round trip (what was printed cannot be read)");
  else if (length != again_length || memcmp (text, again, length))
    fail (t, "round trip (printed again it differs)");
  else
    pass (t, "round trip");
  free (text);
  free (again);
}

static void
verify_all (struct test *t)
{
  for (size_t i = 0; i < t->n_functions; i++)
    {
      const char *message = lk_graph_verify (t->functions[i]->graph);
      if (!message)
	continue;
      t->verify_errors++;
      if (t->quiet)
	continue;
      if (t->verbose)
	printf ("%s: %s: %s\n", t->file, t->functions[i]->name, message);
      struct expectation *e = t->expects;
      while (e && !(e->kind == VERIFY_ERROR && !e->met
		    && strstr (message, e->text)))
	e = e->next;
      if (e)
	e->met = true;
      else
	fail (t, "verify error in %s (%s)", t->functions[i]->name, message);
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
      lk_unit_add_root (t->unit, t->functions[i], callees, (unsigned) n);
      free (callees);
    }
  lk_unit_analyse (t->unit);
  if (t->verbose)
    {
      struct lk_statistics s;
      lk_unit_statistics (t->unit, &s);
      printf ("%s: %u analysed, %u summaries, %u skipped, %" PRIu64
	      " facts, %" PRIu64 " obligations\n", t->file, s.analysed,
	      s.summaries, s.skipped, s.facts, s.obligations);
    }
}

static void
judge (struct test *t)
{
  if (!t->expects)
    fail (t, "nothing is expected");
  for (struct expectation *e = t->expects; e; e = e->next)
    {
      if (e->kind == CLEAN)
	{
	  e->met = !t->findings && !t->parse_errors && !t->verify_errors;
	  e->why_not = t->findings ? "leaks were found" : "not analysed";
	}
      if (e->xfail && !t->quiet)
	printf ("%s: %s: %s\n", e->met ? "XPASS" : "XFAIL", t->file, e->what);
      else if (e->met)
	pass (t, e->what);
      else
	fail (t, "%s (%s)", e->what,
	      e->why_not ? e->why_not : "line not reported");
    }
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
  t->options = (struct lk_options) { LK_DEFAULT_LEVEL, LK_DEFAULT_DEPTH,
				     LK_DEFAULT_BREADTH };
  t->expects_tail = &t->expects;
  t->loaded = read_whole_file (t, file);
  if (!t->loaded)
    fail (t, "cannot be read");
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
      scan_test_lines (&t);
      load (&t, t.text, t.length);
      if (!t.parse_errors)
	{
	  check_round_trip (&t);
	  verify_all (&t);
	  if (!t.verify_errors)
	    analyse (&t);
	}
      unload (&t);
      judge (&t);
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
	fail (&t, "round trip");
      else
	pass (&t, "no crash");
    }
  finish (&t);
  return t.failures;
}

/* ---- Mutation.  ---- */

static uint64_t
next_random (uint64_t *state)
{
  /* Vigna's splitmix64.  */
  uint64_t z = (*state += UINT64_C (0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* The beginning and length, newline included, of a line of TEXT.  */
static size_t
random_line (const char *text, size_t length, uint64_t *state, size_t *n)
{
  size_t at = next_random (state) % length;
  while (at && text[at - 1] != '\n')
    at--;
  const char *newline = memchr (text + at, '\n', length - at);
  *n = newline ? (size_t) (newline - text) - at + 1 : length - at;
  return at;
}

/* Replace N bytes at AT of *TEXT with the NEW_N of BYTES.  */
static void
replace (char **text, size_t *length, size_t at, size_t n, const char *bytes,
	 size_t new_n)
{
  char *fresh = lk_xmalloc (*length - n + new_n + 1);
  memcpy (fresh, *text, at);
  memcpy (fresh + at, bytes, new_n);
  memcpy (fresh + at + new_n, *text + at + n, *length - at - n);
  free (*text);
  *text = fresh;
  *length += new_n - n;
}

/* A random variable in TEXT, sigil included; N is 0 if there is none.  */
static size_t
random_label (const char *text, size_t length, uint64_t *state, size_t *n)
{
  size_t start = next_random (state) % length;
  *n = 0;
  for (size_t i = 0; i < length; i++)
    {
      size_t at = (start + i) % length;
      if (strchr ("%^$!&", text[at]) && text[at] && at + 1 < length)
	{
	  while (at + 1 + *n < length && text[at + 1 + *n]
		 && strchr (LK_TEXT_LABEL_CHARS ".", text[at + 1 + *n]))
	    ++*n;
	  if (*n)
	    {
	      ++*n;
	      return at;
	    }
	}
    }
  return 0;
}

static void
mutate (char **text, size_t *length, uint64_t *state)
{
  static const char *const tokens[]
    = { "?", "#0", "#-1", "[8]", "[?]", "+8", "+?", "goto 1", "end", "unwind",
	"return ?", " throws 1", "block 1", "default: 1", "0..9: 2", "call ",
	"{", "}", "\n", "%1", "^0", "$0", "!g", "&f", "= ", "<- ", "==", "<",
	"phi ", "dead ", "clear ", "copy ", "suppressed", "value ", "const ",
	"-9223372036854775808", "9223372036854775807", "99999999999999999999",
	"\"", "\\x", "//", "if ", " then 1 else 2", "@1" };
  size_t n, m;
  uint64_t random = next_random (state);
  size_t at = *length ? next_random (state) % *length : 0;
  if (!*length)
    random = 1;
  switch (random % 16)
    {
    case 0:
      (*text)[at] = (char) next_random (state);
      break;
    case 1:
      {
	const char *token
	  = tokens[next_random (state) % (sizeof tokens / sizeof *tokens)];
	replace (text, length, at, 0, token, strlen (token));
	break;
      }
    case 2:
      n = next_random (state) % 9;
      replace (text, length, at, n < *length - at ? n : *length - at, "", 0);
      break;
    case 3:
      at = random_line (*text, *length, state, &n);
      replace (text, length, at, n, "", 0);
      break;
    case 4:
    case 5:
    case 6:
    case 7:
      {
	/* Copy a line to the place of, or before, another.  */
	size_t from = random_line (*text, *length, state, &n);
	at = random_line (*text, *length, state, &m);
	char *line = lk_xmalloc (n);
	memcpy (line, *text + from, n);
	replace (text, length, at, random & 16 ? m : 0, line, n);
	free (line);
	break;
      }
    case 8:
    case 9:
    case 10:
    case 11:
      {
	/* One variable in the place of another.  */
	size_t from = random_label (*text, *length, state, &n);
	at = random_label (*text, *length, state, &m);
	char label[64];
	if (n > sizeof label || !n || !m)
	  break;
	memcpy (label, *text + from, n);
	replace (text, length, at, m, label, n);
	break;
      }
    default:
      /* Another number where there is one.  */
      for (size_t i = 0; i < *length; i++, at = (at + 1) % *length)
	if ((*text)[at] >= '0' && (*text)[at] <= '9')
	  {
	    (*text)[at] = (char) ('0' + next_random (state) % 10);
	    break;
	  }
      break;
    }
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
      for (unsigned n = 1 + next_random (&state) % 3; n; n--)
	mutate (&text, &length, &state);
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
	      fail (&t, "mutation %" PRIu64 " does not survive the round trip",
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
