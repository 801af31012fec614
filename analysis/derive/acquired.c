/* The acquisitions of a function for its callers, as clauses, from its products.

   A clause states one place, so a product that is at several becomes an acquisition at one of
   them and aliases for the others.  Products of one place and kind differ in their conditions;
   the clause has what they have in common.  Conditions on memory are left out: the acquisition
   then is one that may happen.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "derive.h"

/* The place at which a caller is to know the handle of P; NULL: none that a clause can state.  */
static const struct portable_path *
main_path (const struct product *p)
{
  const struct portable_path *best = NULL;
  for (unsigned i = 0; i < p->n_paths; i++)
    {
      const struct portable_path *q = &p->paths[i];
      struct lk_place place;
      if (q->root == ROOT_GLOBAL || !place_of_path (q, &place))
	return NULL;
      for (unsigned k = 0; k < q->nsel; k++)
	if (q->sel[k] == LK_ANY)
	  return NULL;
      if (!best || q->nsel < best->nsel || (q->nsel == best->nsel && q->root == ROOT_RESULT))
	best = q;
    }
  return best;
}

/* Return true if whether P comes about depends on what was in memory, and the result does not
   tell: a caller that tests that memory, too, knows more than a clause says.  */
static bool
depends_on_memory (const struct product *p)
{
  for (unsigned i = 0; range_is_all (&p->result) && i < p->when.n; i++)
    {
      const struct portable_condition *c = &p->when.all[i];
      if (!c->after && (c->path.nsel || c->path.root == ROOT_GLOBAL
			|| c->code == PORTABLE_EQUAL))
	return true;
    }
  return false;
}

/* Add P, which is at PLACE, to the list ALL.  */
static void
add_gain (struct draft *draft, struct gain **all, const struct product *p,
	  const struct lk_place *place)
{
  uint32_t n_formals = draft->view->graph->n_formals;
  struct gain *g = *all;
  while (g && !(lk_place_equal (&g->place, place) && g->kind == p->origin->kind))
    g = g->next;
  bool is_new = !g;
  if (is_new)
    {
      g = lk_arena_alloc (draft->unit->arena, sizeof *g);
      g->kind = p->origin->kind;
      g->releasers = p->origin->releasers;
      g->formals = lk_arena_alloc (draft->unit->arena, (n_formals + 1) * sizeof *g->formals);
      g->place = *place;
      g->next = NULL;
      while (*all)
	all = &(*all)->next;
      *all = g;
    }
  g->result = is_new ? p->result : range_hull (&g->result, &p->result);
  for (uint32_t i = 0; i < n_formals; i++)
    {
      struct lk_range r = formal_range (&p->when, i);
      g->formals[i] = is_new ? r : range_hull (&g->formals[i], &r);
    }
}

static void
add_condition (struct draft *draft, struct lk_clause *clause, int base, const struct lk_range *r)
{
  if (range_is_all (r))
    return;
  if (clause->n_conditions == LK_CONDITION_MAX)
    {
      draft->open = true;
      return;
    }
  clause->conditions[clause->n_conditions].base = (int16_t) base;
  clause->conditions[clause->n_conditions++].range = *r;
}

static bool
is_alias (const struct draft *draft, const struct lk_place *to, const struct lk_place *from)
{
  for (const struct lk_clause *c = draft->contract->clauses; c; c = c->next)
    if (c->role == LK_ROLE_ALIAS && lk_place_equal (&c->place, to)
	&& lk_place_equal (&c->other, from))
      return true;
  return false;
}

/* The other places of P, beside MAIN.  An alias is of an argument, so of the result and a place
   behind an argument it is the result; that a returned object points to itself is left out.  */
static void
add_other_places (struct draft *draft, const struct product *p, const struct lk_place *main)
{
  for (unsigned i = 0; main->base != 0 && i < p->n_paths; i++)
    {
      struct lk_place place;
      if (!place_of_path (&p->paths[i], &place) || lk_place_equal (&place, main)
	  || is_alias (draft, &place, main))
	continue;
      struct lk_clause *c = draft_add (draft, LK_ROLE_ALIAS, &place);
      c->other = *main;
    }
}

/* A place that is filled does not have what it had, whatever became of that.  */
static void
drop_keep (struct draft *draft, const struct lk_place *place)
{
  for (struct lk_clause **c = &draft->contract->clauses; *c;)
    if ((*c)->role == LK_ROLE_KEEP && lk_place_equal (&(*c)->place, place))
      *c = (*c)->next;
    else
      c = &(*c)->next;
  draft->tail = &draft->contract->clauses;
  while (*draft->tail)
    draft->tail = &(*draft->tail)->next;
}

/* Return true if DRAFT's function returns a pointer to an object, but never hands the object
   itself to the caller: it is in a list or table by then, and what finds it there releases what
   it holds.  */
static bool
has_kept_result (const struct draft *draft)
{
  const struct function_info *info = draft->function->engine;
  if (!(draft->function->flags & LK_FN_RETURNS_POINTER))
    return false;
  for (const struct product *p = info->products; p; p = p->next)
    for (unsigned i = 0; i < p->n_paths; i++)
      if (p->paths[i].root == ROOT_RESULT && !p->paths[i].nsel && p->origin->kind->memory)
	return false;
  return true;
}

void
derive_acquired (struct draft *draft)
{
  const struct function_info *info = draft->function->engine;
  struct gain *all = NULL;
  bool keeps = has_kept_result (draft);
  for (const struct product *p = info->products; p; p = p->next)
    {
      struct lk_place place;
      bool plain = !p->assumed && !p->across && !p->n_parents;
      if (plain && p->origin->kind->lock && lock_left_at (p, &place))
	add_gain (draft, &all, p, &place);
      const struct portable_path *path = main_path (p);
      if (!plain || !path || p->origin->kind->lock)
	continue;
      if (!place_of_path (path, &place))
	continue;
      /* Other code may know of the structure, and release what is in it.  */
      if (path->root == ROOT_FORMAL && draft->open_formals[path->index])
	continue;
      if (path->nsel && (path->root == ROOT_RESULT ? !draft->returns_new || keeps
			 : depends_on_memory (p)))
	continue;
      /* In an alias the right side is there before the call: of the result and another place
	 the latter is the handle.  */
      for (unsigned i = 0; place.base == 0 && i < p->n_paths; i++)
	if (p->paths[i].root != ROOT_RESULT)
	  place_of_path (&p->paths[i], &place);
      add_gain (draft, &all, p, &place);
      add_other_places (draft, p, &place);
    }
  for (const struct gain *g = all; g; g = g->next)
    {
      if (!gain_is_certain (draft, g))
	continue;
      drop_keep (draft, &g->place);
      struct lk_clause *c = draft_add (draft, LK_ROLE_ACQUIRE, &g->place);
      c->kind = g->kind;
      c->releasers = (struct lk_name *) g->releasers;
      c->anew = (g->place.base > 0 && g->place.nsel == 1
		 && fills_blindly (draft->unit, draft->function, (uint32_t) g->place.base - 1,
				   LK_ANY));
      /* That the result is valid is implied where it is the handle.  */
      if (g->place.base != 0 || g->place.nsel != 0)
	{
	  /* Of a pointer only that it is none is of interest.  */
	  struct lk_range result = g->result;
	  if ((draft->function->flags & LK_FN_RETURNS_POINTER) && result.lo > 0)
	    result = LK_RANGE_NONNULL;
	  add_condition (draft, c, 0, &result);
	}
      for (uint32_t i = 0; i < draft->view->graph->n_formals; i++)
	add_condition (draft, c, (int) i + 1, &g->formals[i]);
    }
}
