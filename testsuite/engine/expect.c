/* What a test file of the engine expects: reading its lines, comparing what
   comes back, the verdict.  engine-test.c says how the lines look.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include "engine-test.h"

void
test_fail (struct test *t, const char *format, ...)
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

void
test_pass (struct test *t, const char *what)
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
      else if (same (word, "limits"))
	t->options.limits = value != 0;
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
  if (same (word, "facts"))
    {
      e->kind = FACTS;
      return read_number (next_word (t, &p), &e->at) && !next_word (t, &p);
    }
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

void
test_scan_lines (struct test *t)
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
	test_fail (t, "line %d: malformed options", line);
      if ((rest = behind_word (copy, "expect"))
	  && !read_expect (t, rest, line, xfail))
	test_fail (t, "line %d: malformed expectation", line);
      p = newline ? newline + 1 : end;
    }
}

/* ---- What comes back.  ---- */

void
test_got_parse_error (void *data, const char *file, int line, const char *message)
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
  test_fail (t, "line %d: %s", line, message);
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
	"lost", "forgotten", "exit" };
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

void
test_got_finding (void *data, const struct lk_finding *f)
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
    test_fail (t, "unexpected leak %s @%" PRIu64 "%s%s", function, f->loc,
	  f->assumed ? " assumed: " : "",
	  f->assumed && f->why_assumed ? f->why_assumed : "");
}

void
test_got_note (void *data, struct lk_function *fn, const char *text)
{
  struct test *t = data;
  if (t->verbose)
    printf ("%s: %s: note: %s\n", t->file, fn ? fn->name : "?", text);
  for (struct expectation *e = t->expects; e; e = e->next)
    if (e->kind == NOTE && strstr (text, e->text))
      e->met = true;
}

void
test_got_facts (struct test *t, uint64_t n)
{
  for (struct expectation *e = t->expects; e; e = e->next)
    if (e->kind == FACTS)
      {
	e->met = n <= e->at;
	e->why_not = format_text (t, "there were %" PRIu64, n);
      }
}

bool
test_is_own_line (void *data, int line, const char *text)
{
  (void) data;
  (void) line;
  return (behind_word (text, "options") || behind_word (text, "expect")
	  || behind_word (text, "xfail"));
}

void
test_got_verify_error (struct test *t, const char *name, const char *message)
{
  t->verify_errors++;
  if (t->quiet)
    return;
  if (t->verbose)
    printf ("%s: %s: %s\n", t->file, name, message);
  struct expectation *e = t->expects;
  while (e && !(e->kind == VERIFY_ERROR && !e->met
		&& strstr (message, e->text)))
    e = e->next;
  if (e)
    e->met = true;
  else
    test_fail (t, "verify error in %s (%s)", name, message);
}

void
test_judge (struct test *t)
{
  if (!t->expects)
    test_fail (t, "nothing is expected");
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
	test_pass (t, e->what);
      else
	test_fail (t, "%s (%s)", e->what,
	      e->why_not ? e->why_not : "line not reported");
    }
}
