/* What a function asks of what it is given: the arguments that its branches, or those of
   whom it calls, test, and what is in the memory behind them.

   Callers keep that in mind (useful.c): `in.close (); ... in = open (name)' throws only if
   there was something to be closed, which only whoever knows that the assignment asks for
   it will remember.  Found out once for each function, and kept when its graph is gone.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"

const struct function_info *
function_asks (struct lk_unit *unit, struct lk_function *fn, bool look)
{
  struct function_info *info = function_info (unit, fn);
  if (!look || info->asks_known || info->unavailable)
    return info;
  /* In a circle of calls, what the one that was there first asks is not known to the
     others.  */
  if (info->asks_sought)
    unit->asks_missed++;
  else if (unit->ask_depth == MAX_ASK_DEPTH)
    {
      unit->asks_missed++;
      limit_met (unit, fn, LIMIT_ASK_DEPTH);
    }
  else
    {
      unit->ask_depth++;
      function_prepared (unit, fn);
      unit->ask_depth--;
    }
  return info;
}

uint32_t
asks_begin (struct prepared *prep)
{
  if (prep->graph->function)
    function_info (prep->unit, prep->graph->function)->asks_sought = true;
  return prep->unit->asks_missed;
}

/* Key K, of a formal or of what is behind one, is asked for.  */
static void
add_asked (struct prepared *prep, struct function_info *info, const struct key *k)
{
  const struct lk_graph *g = prep->graph;
  for (uint32_t f = 0; f < g->n_formals; f++)
    if (g->formals[f] == k->path->root && k->path->nsel == 0)
      info->asks_of |= f < 64 ? UINT64_C (1) << f : 0;
    else if (g->formals[f] == k->path->root)
      {
	struct asked *a = lk_arena_alloc (prep->unit->arena, sizeof *a);
	a->formal = f;
	a->nsel = k->path->nsel;
	memcpy (a->sel, k->path->sel, a->nsel * sizeof *a->sel);
	a->next = info->asked;
	info->asked = a;
      }
}

void
asks_end (struct prepared *prep, uint32_t missed)
{
  const struct lk_graph *g = prep->graph;
  struct function_info *info
    = g->function ? function_info (prep->unit, g->function) : NULL;
  if (!info || info->asks_final)
    return;
  info->asked = NULL;
  info->asks_of = 0;
  for (key_id i = 0; i < prep->n_keys; i++)
    {
      const struct key *k = &prep->keys[i];
      if ((k->kind == KEY_VALUE || k->kind == KEY_MEMORY) && (k->tests || k->useful)
	  && g->vars[k->path->root].class_ == LK_VAR_FORMAL
	  && k->path->nsel <= MAX_PASSED_SEL && k->path->addend == 0)
	add_asked (prep, info, k);
    }
  info->asks_known = true;
  info->asks_final = missed == prep->unit->asks_missed;
}
