/* Does the function that disposes of a structure free its memory, too?

   A maker allocates memory, stores owned resources in it, and returns it as a structure on
   which "conn_close" must be called.  From then on only "conn_close" can free the memory, so
   it must, if it is given a structure on the heap.  Another structure of the type may be on
   the stack; a function that does not free its argument is wrong only if a maker relies on it.
   Makers therefore record on which functions they rely, disposers what they do, and the two
   are compared when all functions of the unit have been seen.  A disposer in another unit is
   assumed to free.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

void
disposal_relied (struct oblige *o, const char *name,
		 const struct lk_must *must, lk_loc left)
{
  struct verifier *v = o->v;
  struct lk_unit *unit = v->unit;
  struct disposals *all = disposals_of (unit);
  for (const struct reliance *r = all->reliances; r; r = r->next)
    if (r->function == v->function && r->loc == o->loc
	&& !strcmp (r->name, name))
      return;
  struct reliance *r = lk_arena_alloc (unit->arena, sizeof *r);
  r->name = lk_arena_strdup (unit->arena, name);
  r->function = v->function;
  r->must = must;
  r->handle = o->name ? lk_arena_strdup (unit->arena, o->name) : NULL;
  r->loc = o->loc;
  r->left = left;
  r->next = all->reliances;
  all->reliances = r;
}

/* The function disposes of what E names: check whether it does what E demands of its body.  */
static void
check_disposal (struct verifier *v, const struct lk_ensure *e)
{
  const struct lk_path *path = expression_at (v, &e->what, NULL);
  if (!path)
    return;
  struct called c = { .v = v, .path = path, .must = e->body, .constant = true,
		      .transfer = true };
  called_solve (&c);
  lk_loc at = 0;
  uint32_t all = must_all (c.must);
  if ((called_at_returns (&c, NULL, &at) & all) == all)
    return;
  struct negligence *n = lk_arena_alloc (v->unit->arena, sizeof *n);
  n->name = v->promise->member;
  n->must = e->body;
  n->loc = at;
  struct disposals *unit = disposals_of (v->unit);
  n->next = unit->negligences;
  unit->negligences = n;
}

void
disposals_verify (struct verifier *v)
{
  for (const struct lk_ensure *e = v->promise ? v->promise->ensures : NULL; e;
       e = e->next)
    if (e->unchecked && e->body && e->when == LK_ENSURE_RETURN
	&& !e->n_conditions)
      check_disposal (v, e);
}
