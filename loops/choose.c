/* Which loops are analysed: those that the user names, or the first ones of a ranking.

   The ranking looks at a loop alone: loops without an end and those that wait for something
   (a connection, an event, a line) come first, then those that call and allocate more.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

const char *const lk_loops_parts[LK_LOOPS_N_PARTS]
  = { "contexts", "library", "threads", "pivot", "updates", "scalars", "singletons", "bounds",
      "ending", "after" };

/* ---- Names.  ---- */

static void
fail (struct program *p, const char *text)
{
  p->host->error (p->host->data, text);
}

/* Return true if the class INTERNAL is called NAME: by its binary name, or behind its package.  */
static bool
class_is (struct program *p, const char *internal, const char *name, size_t length)
{
  const char *binary = lk_binary_name (p->scratch, internal);
  const char *shown = shown_class (p, internal);
  const char *simple = lk_simple_name (internal);
  return ((strlen (binary) == length && !strncmp (binary, name, length))
	  || (strlen (shown) == length && !strncmp (shown, name, length))
	  || (strlen (simple) == length && !strncmp (simple, name, length)));
}

/* Return true if M is called NAME; lambdas are part of the method that they are written in.  */
static bool
method_is (const struct lk_method *m, const char *name, size_t length)
{
  const char *own = m->name;
  if (!strncmp (own, "lambda$", 7))
    {
      const char *end = strchr (own + 7, '$');
      return end && (size_t) (end - own - 7) == length && !strncmp (own + 7, name, length);
    }
  if (!strcmp (own, "<init>"))
    {
      /* "C.C" or "C.new".  */
      const char *simple = lk_simple_name (m->owner->name);
      const char *dollar = strrchr (simple, '$');
      simple = dollar ? dollar + 1 : simple;
      return ((length == 3 && !strncmp (name, "new", 3))
	      || (strlen (simple) == length && !strncmp (simple, name, length)));
    }
  return strlen (own) == length && !strncmp (own, name, length);
}

struct text
{
  char *bytes;			/* NULL: it is empty.  */
  size_t n, room;
};

static void
append (struct text *text, const char *more)
{
  size_t length = strlen (more);
  if (text->n + length >= text->room)
    {
      text->room = 2 * (text->n + length) + 100;
      text->bytes = lk_xrealloc (text->bytes, text->room);
    }
  memcpy (text->bytes + text->n, more, length + 1);
  text->n += length;
}

struct named
{
  const struct lk_method **methods;
  size_t n, room;
  bool class_found;
};

static void
find_methods (struct program *p, const char *text, size_t length, struct named *named)
{
  const char *dot = text + length;
  while (dot > text && dot[-1] != '.')
    dot--;
  if (dot == text)
    return;
  size_t class_length = (size_t) (dot - 1 - text), name_length = length - class_length - 1;
  size_t n = lk_classpath_n_inputs (p->classpath);
  for (size_t i = 0; i < n; i++)
    {
      const struct lk_class *file = lk_classpath_input (p->classpath, i);
      if (!file || !class_is (p, file->name, text, class_length))
	continue;
      named->class_found = true;
      for (unsigned k = 0; k < file->n_methods; k++)
	if (file->methods[k].has_code && method_is (&file->methods[k], dot, name_length))
	  {
	    ROOM (named->methods, named->n, named->room);
	    named->methods[named->n++] = &file->methods[k];
	  }
    }
}

/* ---- Targets.  ---- */

static void
set_target (struct loop_target *t, const struct lk_method *method,
	    const struct natural_loop *loop)
{
  *t = (struct loop_target) { .method = method };
  if (!loop)
    return;
  t->header = loop->header;
  t->blocks = loop->blocks;
  t->n_blocks = loop->n_blocks;
  t->line = loop->line;
}

static unsigned
method_line (struct program *p, const struct lk_method *method)
{
  struct lk_arena *arena = lk_arena_new ();
  const struct lk_method *m = method_with_code (p, arena, method);
  unsigned line = m ? lk_code_line (m->code, 0) : 0;
  lk_arena_free (arena);
  return line;
}

/* "its loops are at lines 3-9, 12-15".  */
static void
list_loops (struct program *p, const struct named *named, struct text *text)
{
  unsigned listed = 0;
  for (size_t i = 0; i < named->n; i++)
    {
      struct lk_arena *arena = lk_arena_new ();
      unsigned n;
      const struct natural_loop *loops = loops_of (p, arena, named->methods[i], &n);
      for (unsigned k = 0; k < n; k++)
	{
	  char part[60];
	  snprintf (part, sizeof part, "%s%u-%u", listed++ ? ", " : "; its loops are at lines ",
		    loops[k].line, loops[k].last_line);
	  append (text, part);
	}
      lk_arena_free (arena);
    }
  if (!listed)
    append (text, "; it has no loops");
}

static bool
choose_region (struct program *p, const struct named *named, struct loop_target *target)
{
  if (named->n == 0)
    return false;
  if (named->n > 1 && !strncmp (named->methods[0]->name, "lambda$", 7))
    set_target (target, named->methods[1], NULL);
  else
    set_target (target, named->methods[0], NULL);
  target->line = method_line (p, target->method);
  return true;
}

/* Return true if no instruction of METHOD is at a line from FIRST to before LAST.  */
static bool
nothing_between (struct program *p, const struct lk_method *method, unsigned first, unsigned last)
{
  struct lk_arena *arena = lk_arena_new ();
  const struct lk_method *m = method_with_code (p, arena, method);
  bool nothing = m != NULL;
  for (unsigned i = 0; nothing && i < m->code->n_lines; i++)
    nothing = m->code->lines[i].line < first || m->code->lines[i].line >= last;
  lk_arena_free (arena);
  return nothing;
}

/* The innermost loop of the methods around LINE; or the one that begins behind LINE, where
   "while (true)" stands, which is no instruction.  */
static bool
choose_loop (struct program *p, const struct named *named, unsigned line,
	     struct loop_target *target)
{
  const struct natural_loop *best = NULL;
  for (size_t i = 0; i < named->n; i++)
    {
      unsigned n;
      const struct natural_loop *loops = loops_of (p, p->arena, named->methods[i], &n);
      for (unsigned k = 0; k < n; k++)
	if (line >= loops[k].line && line <= loops[k].last_line
	    && (!best || loops[k].n_inside <= best->n_inside))
	  {
	    best = &loops[k];
	    set_target (target, named->methods[i], best);
	  }
    }
  for (size_t i = 0; i < named->n && !best; i++)
    {
      unsigned n;
      const struct natural_loop *loops = loops_of (p, p->arena, named->methods[i], &n);
      for (unsigned k = 0; k < n; k++)
	if (line < loops[k].line && (!best || loops[k].line < best->line)
	    && nothing_between (p, named->methods[i], line, loops[k].line))
	  {
	    best = &loops[k];
	    set_target (target, named->methods[i], best);
	  }
    }
  return best != NULL;
}

static bool
choose_named (struct program *p, const struct lk_loop_name *name, struct loop_target *target)
{
  const char *colon = name->region ? NULL : strrchr (name->text, ':');
  size_t length = colon ? (size_t) (colon - name->text) : strlen (name->text);
  struct named named = { NULL, 0, 0, false };
  struct text text = { NULL, 0, 0 };
  char *end = NULL;
  unsigned long line = colon ? strtoul (colon + 1, &end, 10) : 0;
  bool good = name->region || (colon && colon[1] && !*end && line && line < 65536);
  if (!good)
    {
      append (&text, "'--loop' needs CLASS.METHOD:LINE, and not '");
      append (&text, name->text);
      append (&text, "'");
    }
  else
    {
      find_methods (p, name->text, length, &named);
      good = (name->region ? choose_region (p, &named, target)
	      : choose_loop (p, &named, (unsigned) line, target));
    }
  if (!good && !text.n)
    {
      char *method = lk_arena_strndup (p->arena, name->text, length);
      if (named.n == 0)
	{
	  append (&text, named.class_found ? "the class has no method with code called '"
		  : "no class of the inputs has the method '");
	  append (&text, method);
	  append (&text, "'");
	}
      else
	{
	  append (&text, "'");
	  append (&text, method);
	  append (&text, "' has no loop at line ");
	  append (&text, colon + 1);
	  list_loops (p, &named, &text);
	}
    }
  if (!good)
    fail (p, text.bytes);
  free (text.bytes);
  free (named.methods);
  return good;
}

/* ---- The ranking.  ---- */

struct ranked
{
  const struct lk_method *method;
  struct natural_loop loop;
  unsigned score;
};

/* Return true if the loop calls a method that waits for the next event.  */
static bool
waits (struct program *p, const struct lk_method *method, const struct natural_loop *loop)
{
  const struct loop_body *body = body_of (p, method_of (p, method));
  for (uint32_t i = 0; body && i < body->n_calls; i++)
    {
      const struct loop_call *call = &body->calls[i];
      bool own;
      const struct lk_contract *row
	= (call->declared && call->type && call->block < loop->n_blocks
	   && loop->blocks[call->block] == 1 ? row_of (p, call->type, call->declared, &own) : NULL);
      if (row && row->waits)
	return true;
    }
  return false;
}

static int
compare_ranked (const void *a, const void *b)
{
  const struct ranked *x = a, *y = b;
  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  int names = strcmp (x->method->owner->name, y->method->owner->name);
  return names ? names : x->loop.line < y->loop.line ? -1 : x->loop.line > y->loop.line;
}

static unsigned
score_of (struct program *p, const struct lk_method *m, const struct natural_loop *loop)
{
  unsigned score = 100;
  unsigned calls = loop->n_calls < 50 ? loop->n_calls : 50;
  unsigned news = loop->n_news < 20 ? loop->n_news : 20;
  score += loop->endless ? 1000 : 0;
  score += waits (p, m, loop) ? 500 : 0;
  score += !strcmp (m->name, "run") || !strcmp (m->name, "main") ? 200 : 0;
  score += calls * 4 + news * 8;
  return score > loop->depth * 100 ? score - loop->depth * 100 : 1;
}

struct ranking
{
  struct ranked *all;
  size_t n, room;
};

/* Add the loops of METHOD, whose code is CODE.  */
static void
rank_method (struct program *p, const struct lk_method *method, const struct lk_method *code,
	     struct lk_arena *arena, struct ranking *r)
{
  unsigned n = 0;
  const struct natural_loop *loops = loops_of_code (arena, code, &n);
  for (unsigned i = 0; i < n; i++)
    {
      if (loops[i].n_calls == 0)
	continue;
      ROOM (r->all, r->n, r->room);
      struct ranked *ranked = &r->all[r->n++];
      *ranked = (struct ranked) { method, loops[i], score_of (p, method, &loops[i]) };
      ranked->loop.blocks = lk_arena_alloc_array (p->arena, loops[i].n_blocks, 1);
      memcpy (ranked->loop.blocks, loops[i].blocks, loops[i].n_blocks);
    }
}

/* Add the loops of the methods of FILE.  Its code is in memory only meanwhile.  */
static void
rank_class (struct program *p, const struct lk_class *file, struct ranking *r)
{
  struct lk_arena *arena = lk_arena_new ();
  const struct lk_class *code = NULL;
  for (unsigned k = 0; k < file->n_methods; k++)
    {
      const struct lk_method *m = &file->methods[k];
      const struct loop_body *body = m->has_code ? body_of (p, method_of (p, m)) : NULL;
      if (!body || !body->has_loop)
	continue;
      if (!code)
	code = lk_classpath_load (p->classpath, file->name, arena);
      const struct lk_method *found = code ? lk_class_method (code, m->name, m->descriptor) : NULL;
      if (found && found->code)
	rank_method (p, m, found, arena, r);
    }
  lk_arena_free (arena);
  lk_arena_clear (p->scratch);
}

static struct ranked *
rank (struct program *p, size_t *n_ranked)
{
  struct ranking r = { NULL, 0, 0 };
  size_t inputs = lk_classpath_n_inputs (p->classpath);
  for (size_t i = 0; i < inputs; i++)
    if (lk_classpath_input (p->classpath, i))
      rank_class (p, lk_classpath_input (p->classpath, i), &r);
  struct ranked *all = r.all;
  size_t n = r.n;
  if (n)
    qsort (all, n, sizeof *all, compare_ranked);
  *n_ranked = n;
  return all;
}

static void
print_ranking (struct program *p)
{
  size_t n;
  struct ranked *all = rank (p, &n);
  for (size_t i = 0; i < n; i++)
    {
      char text[600];
      const struct lk_method *m = all[i].method;
      snprintf (text, sizeof text, "%4u  %s.%s:%u%s", all[i].score,
		lk_binary_name (p->scratch, m->owner->name),
		strcmp (m->name, "<init>") ? m->name : "new", all[i].loop.line,
		all[i].loop.endless ? "  (no end)" : "");
      p->host->say (p->host->data, text);
    }
  free (all);
}

/* ---- All.  ---- */

/* The loops that "auto" analyses unless it says how many.  */
#define AUTOMATIC 10

/* The number of loops that NAME, "auto" or "auto:N", asks for; 0: N is no number from 1.  */
static size_t
automatic_number (const char *name)
{
  char *end;
  if (!name[4])
    return AUTOMATIC;
  if (name[5] < '1' || name[5] > '9')
    return 0;
  unsigned long number = strtoul (name + 5, &end, 10);
  return *end ? 0 : number;
}

unsigned
choose_targets (struct program *p, struct loop_target **targets)
{
  size_t n = 0, space = 0;
  struct loop_target *all = NULL;
  if (p->options->list)
    {
      print_ranking (p);
      return 0;
    }
  if (!p->options->names)
    fail (p, "'--mode=loops' needs a loop: '--loop=CLASS.METHOD:LINE', '--region=CLASS.METHOD',"
	  " '--loop=auto' or '--list-loops'");
  for (const struct lk_loop_name *name = p->options->names; name; name = name->next)
    {
      if (!name->region && !strncmp (name->text, "auto", 4)
	  && (!name->text[4] || name->text[4] == ':'))
	{
	  size_t n_ranked, wanted = automatic_number (name->text);
	  if (!wanted)
	    {
	      fail (p, "'--loop=auto:N' needs a number from 1 for N");
	      free (all);
	      return 0;
	    }
	  struct ranked *ranked = rank (p, &n_ranked);
	  for (size_t i = 0; i < n_ranked && i < wanted; i++)
	    {
	      ROOM (all, n, space);
	      set_target (&all[n++], ranked[i].method, &ranked[i].loop);
	    }
	  free (ranked);
	  continue;
	}
      ROOM (all, n, space);
      if (!choose_named (p, name, &all[n]))
	{
	  free (all);
	  return 0;
	}
      n++;
    }
  *targets = all;
  return (unsigned) n;
}
