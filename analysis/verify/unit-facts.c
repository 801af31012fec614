/* Facts about functions, which the verifier remembers until it has seen the whole unit.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

struct disposals *
disposals_of (struct lk_unit *unit)
{
  return unit_slot (unit, UNIT_DISPOSAL, sizeof (struct disposals));
}

bool
throwing_owner_awaited (struct oblige *o, const struct ostate *s, const struct lk_breach *breach)
{
  struct lk_arena *arena = o->v->unit->arena;
  if (!s->awaited)
    return false;
  struct awaiting *a = lk_arena_alloc (arena, sizeof *a);
  a->function = s->awaited->callee;
  a->arg = s->awaited_arg;
  o->awaiting = a;
  if (!breach)
    return true;
  a->breach = *breach;
  a->breach.text = lk_arena_strdup (arena, breach->text);
  a->breach.handle = breach->handle ? lk_arena_strdup (arena, breach->handle) : NULL;
  a->breach.acquirer = breach->acquirer ? lk_arena_strdup (arena, breach->acquirer) : NULL;
  for (unsigned i = 0; i < breach->n_notes; i++)
    a->breach.notes[i].text = lk_arena_strdup (arena, breach->notes[i].text);
  return true;
}

void
throwing_owner_followed (struct oblige *o)
{
  struct disposals *all = disposals_of (o->v->unit);
  if (!o->awaiting || o->told || o->quiet)
    return;
  if (!all->tail)
    all->tail = &all->awaiting;
  *all->tail = o->awaiting;
  all->tail = &o->awaiting->next;
}
