/* The explanation of an obligation for the host: where it begins, and how each of its paths ends.

   This is what a dump of the facts shows, without the steps between.  Ends that differ only in
   their path conditions are one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"

static bool
same_end (const struct lk_path_end *a, const struct lk_path_end *b)
{
  const struct lk_function *f = a->call ? a->call->callee : NULL;
  const struct lk_function *g = b->call ? b->call->callee : NULL;
  return (a->kind == b->kind && a->how == b->how && a->loc == b->loc && f == g
	  && a->assumed == b->assumed && a->unreported == b->unreported
	  && !a->name == !b->name && (!a->name || !strcmp (a->name, b->name)));
}

/* Set *END to what T is for the host.  */
static void
make_end (struct solver *solver, const struct terminal *t, struct lk_path_end *end)
{
  static const enum lk_path_end_kind kinds[] = {
    [TERMINAL_RELEASED] = LK_PATH_RELEASED, [TERMINAL_ESCAPED] = LK_PATH_ESCAPED,
    [TERMINAL_PRODUCT] = LK_PATH_CALLER, [TERMINAL_END] = LK_PATH_PROCESS,
    [TERMINAL_HELD] = LK_PATH_HELD, [TERMINAL_LOST] = LK_PATH_LOST
  };
  end->kind = kinds[t->kind];
  end->how = t->how;
  end->loc = t->loc;
  end->name = t->name;
  end->call = t->event && t->event->kind == LK_EVENT_CALL ? t->event : NULL;
  end->assumed = t->assumed;
  end->why = t->why;
  end->unreported = (t->kind == TERMINAL_LOST ? why_unreported (solver, t) : LK_REPORTED);
}

void
explain_obligation (struct lk_unit *unit, struct solver *solver, bool begins, bool report)
{
  const struct obligation *o = solver->context.obligation;
  if (!unit->host.followed || !unit->last_round)
    return;
  unsigned n = 0;
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    n++;
  struct lk_path_end *ends = lk_arena_alloc (solver->context.arena, (n + 1) * sizeof *ends);
  struct lk_followed f = { .function = o->function, .loc = o->loc, .kind = o->kind,
			   .handle = o->handle, .acquirer = o->acquirer,
			   .suppressed = !report, .begins = begins,
			   .given_up = solver->overflow,
			   .left_out = solver->context.left_out, .ends = ends };
  const struct obligation *first = o;
  while (first->origin && first->origin->function)
    first = first->origin;
  if (first != o)
    {
      f.origin = first->function;
      f.origin_loc = first->loc;
      f.acquirer = first->acquirer;
    }
  /* The first end comes first: the chain has the last one there.  */
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    {
      struct lk_path_end end;
      make_end (solver, t, &end);
      unsigned i = 0;
      while (i < f.n_ends && !same_end (&ends[i], &end))
	i++;
      ends[i] = end;
      f.n_ends += i == f.n_ends;
    }
  for (unsigned i = 0; i < f.n_ends / 2; i++)
    {
      struct lk_path_end end = ends[i];
      ends[i] = ends[f.n_ends - 1 - i];
      ends[f.n_ends - 1 - i] = end;
    }
  unit->host.followed (unit->host.data, &f);
}
