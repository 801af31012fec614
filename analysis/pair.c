/* Mismatched releases: new [] released by delete, new by free.

   Memory of one kind released by the releaser of another is assumed to be released: libraries
   have their own names for free.  Not so if the front end says that a function has one
   counterpart and no other (LK_FN_PAIRED: C++'s new and delete).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pair.h"

#define N_PAIRED (sizeof ((struct lk_unit *) 0)->paired / sizeof (struct lk_kind *))

void
pair_acquired (struct lk_unit *unit, const struct lk_event *ev,
	       const struct lk_kind *kind)
{
  if (!ev->callee || !(ev->callee->flags & LK_FN_PAIRED))
    return;
  for (unsigned i = 0; i < N_PAIRED && unit->paired[i] != kind; i++)
    if (!unit->paired[i])
      {
	unit->paired[i] = kind;
	return;
      }
}

bool
pair_kind (const struct lk_unit *unit, const struct lk_kind *kind)
{
  for (unsigned i = 0; i < N_PAIRED; i++)
    if (unit->paired[i] == kind)
      return true;
  return false;
}

bool
pair_mismatched (const struct solver *solver, const struct lk_event *ev,
		 const struct lk_clause *c)
{
  const struct lk_kind *kind = solver->obligation->kind;
  if (c->role != LK_ROLE_RELEASE || c->any_kind || !c->kind || !kind
      || c->kind == kind || !c->kind->memory || !kind->memory
      || kind_is_anything (kind))
    return false;
  return ((ev->callee && (ev->callee->flags & LK_FN_PAIRED))
	  || pair_kind (solver->unit, kind));
}

bool
pair_by_some_body (const struct obligation *o)
{
  for (; o; o = o->origin)
    if ((o->function && LK_FN_CALLS_ANY (o->function))
	|| (o->event && o->event->callee && LK_FN_CALLS_ANY (o->event->callee)))
      return true;
  return false;
}
