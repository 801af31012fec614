/* Provenance of places: how the user writes them, and where their contents were loaded from.

   Other functions know a handle that a call fills in place (a lock, a socket that is bound) by
   the places that the call's argument was loaded from: a member, an element of an array, the
   contents of a collection.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"

const char *
path_name (struct prepared *prep, const struct lk_path *path)
{
  if (!path)
    return NULL;
  if (path->name)
    return path->name;
  if (path->nsel == 0)
    return (path->root < prep->n_vars && path->addend == 0
	    ? prep->vars[path->root].name : NULL);
  if (path->nsel == 1 && path->sel[0] == 0 && is_object (prep, path->root))
    return prep->graph->vars[path->root].name;
  return NULL;
}

/* Return the place in or at an argument that the call's result refers to, by a clause of ROLE
   (the read lock of a pair), or NULL.  */
static const struct lk_path *
place_by_contract (struct prepared *prep, const struct lk_event *ev,
		   enum lk_role role)
{
  if (!ev->callee || !ev->callee->contract)
    return NULL;
  for (const struct lk_clause *c = ev->callee->contract->clauses; c;
       c = c->next)
    if (c->role == role && c->place.base == 0 && c->place.nsel == 0
	&& c->n_conditions == 0 && c->other.base > 0
	&& (uint32_t) c->other.base <= ev->n_args
	&& ev->args[c->other.base - 1].kind == LK_PATH)
      {
	const struct lk_path *arg = ev->args[c->other.base - 1].path;
	struct path_rest rest = { .nsel = c->other.nsel };
	memcpy (rest.sel, c->other.sel, rest.nsel * sizeof *rest.sel);
	/* The contents of a collection are one place, as in object_clause.  */
	if (role == LK_ROLE_FETCH)
	  rest.sel[rest.nsel++] = LK_ANY;
	return path_join (prep->graph, arg, &rest);
      }
  return NULL;
}

/* Return PATH as seen from FROM, the place of the value of its root.  */
static const struct lk_path *
path_from (struct prepared *prep, const struct lk_path *path,
	   const struct lk_path *from)
{
  if (from->nsel + path->nsel > 8 || from->addend == LK_ANY)
    return NULL;
  int64_t sel[8];
  memcpy (sel, from->sel, from->nsel * sizeof *sel);
  memcpy (sel + from->nsel, path->sel, path->nsel * sizeof *sel);
  int64_t addend = path->addend;
  if (path->nsel)
    sel[from->nsel] = add_offsets (sel[from->nsel], from->addend);
  else
    addend = add_offsets (addend, from->addend);
  return lk_path_make (prep->graph, from->root, from->nsel + path->nsel, sel,
		       addend);
}

const struct lk_event *
var_load (const struct prepared *prep, lk_var v)
{
  const struct lk_event *ev = var_assignment (prep, v);
  return ev && ev->src.kind == LK_PATH && ev->src.path->nsel ? ev : NULL;
}

const struct lk_path *
loaded_from (const struct prepared *prep, lk_var v)
{
  const struct lk_event *ev = var_assignment (prep, v);
  return ev && ev->src.kind == LK_PATH ? ev->src.path : NULL;
}

const struct lk_path *
value_source (struct prepared *prep, lk_var v)
{
  const struct lk_event *call = var_call (prep, v);
  const struct lk_path *from
    = call ? place_by_contract (prep, call, LK_ROLE_ALIAS) : loaded_from (prep, v);
  return from && from->nsel ? from : NULL;
}

const struct lk_path *
path_provenance (struct prepared *prep, const struct lk_path *path)
{
  const struct lk_path *source = value_source (prep, path->root);
  const struct lk_path *from = source ? path_from (prep, path, source) : NULL;
  LK_CHECK (!from || from->nsel);
  return from;
}

const struct lk_path *
path_holding (struct prepared *prep, const struct lk_path *path)
{
  const struct lk_path *from = path_provenance (prep, path);
  const struct lk_event *call = var_call (prep, path->root);
  if (from || !call)
    return from;
  from = place_by_contract (prep, call, LK_ROLE_FETCH);
  if (!from && path->nsel)
    from = place_by_contract (prep, call, LK_ROLE_ALIAS);
  return from ? path_from (prep, path, from) : NULL;
}

bool
path_in_result (const struct prepared *prep, const struct lk_path *path)
{
  if (path->nsel != 1 || path->sel[0] == LK_ANY)
    return false;
  return var_at (prep, path->root)->becomes_result && var_call (prep, path->root);
}

/* Return true if PATH is a member of the object that a constructor makes: no other code knows
   it yet.  */
bool
path_in_new_object (const struct solver *solver, const struct lk_path *path)
{
  const struct lk_graph *g = solver->graph;
  return (path->nsel == 1 && g->n_formals && path->root == g->formals[0]
	  && g->function && (g->function->flags & LK_FN_CONSTRUCTOR));
}

const struct lk_path *
path_next_name (struct prepared *prep, const struct lk_path *path, unsigned n,
		bool held)
{
  const struct lk_path *from
    = held ? path_holding (prep, path) : path_provenance (prep, path);
  if (!from || n < MAX_NAME_LOADS)
    return from;
  limit_met (prep->unit, prep->graph->function, LIMIT_NAME_LOADS);
  return NULL;
}
