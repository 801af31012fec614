/* Calls of unknown functions, for the contract of their caller: what they do to what they are
   passed is known when contracts are merged.

   A handle of kind_lent stays what it is; the call is noted, for a clause that says where the
   function passes it (derive/pass.c).  That is possible where the function itself passes exactly
   what its caller has passed, or the formal that leads there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Return true if argument K of EV is exactly the place ENTRY, or, in *THROUGH, the formal with
   which that begins.  */
static bool
is_passed (struct solver *solver, const struct lk_event *ev, uint32_t k,
	   const struct lk_path *entry, bool *through)
{
  const struct lk_path *p = ev->args[k].path;
  *through = false;
  if (p == entry)
    return true;
  if (p->nsel || p->addend)
    return false;
  if (entry->nsel && loaded_from (solver->context.view, p->root) == entry)
    return true;
  *through = p->root == entry->root && entry->nsel;
  return *through;
}

static void
note_lent (struct solver *solver, const struct lk_event *ev, uint32_t k, bool through)
{
  struct lk_unit *unit = solver->context.unit;
  struct lent_call **tail = &unit->lent;
  for (; *tail; tail = &(*tail)->next)
    if ((*tail)->callee == ev->callee && (*tail)->argument == k
	&& (*tail)->block == solver->context.block)
      return;
  *tail = lk_arena_alloc (unit->arena, sizeof **tail);
  **tail = (struct lent_call) { .callee = ev->callee, .argument = k,
				.block = solver->context.block, .through = through };
}

bool
lent_to_unknown (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  bool through, some = false;
  if (solver->context.obligation->kind != &kind_lent || solver->depth != 1 || !ev->callee
      || !solver->entry || solver->entry->n_paths != 1 || (s->flags & FACT_STORED))
    return false;
  const struct lk_path *entry = solver->entry->paths[0];
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && argument_reaches (solver, s, ev, k) != REACH_NOT)
      {
	if (!is_passed (solver, ev, k, entry, &through))
	  return false;
	some = true;
      }
  for (uint32_t k = 0; some && k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && argument_reaches (solver, s, ev, k) != REACH_NOT
	&& is_passed (solver, ev, k, entry, &through))
      note_lent (solver, ev, k, through);
  return some;
}

bool
lent_to_other (struct solver *solver, const struct lk_event *ev, const struct scratch *s,
	       const struct summary *sum)
{
  bool escapes = false;
  if (solver->context.obligation->kind != &kind_lent || !ev->callee
      || (ev->callee->flags & LK_FN_STATIC))
    return false;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    escapes |= o->kind == OUT_ESCAPED;
  return escapes && lent_to_unknown (solver, ev, s);
}
