/* Local objects whose address another local object holds: what a lambda captures by reference,
   a scope guard, a tuple of references.

   Code that has the holder reaches the object.  A fact names the place of the handle by the
   object itself.  For the time of a call that is given the holder, the access path becomes one
   through the holder: the handle in F is at {C, 0, 0} for a lambda C that captured F by
   reference.  After the call it is F again.  Thus a lambda fills, releases and overwrites
   variables that its function declared.

   The places that hold an address are found as the places of a handle are: the address is
   followed through the function as if it were a handle, and all access paths that it ever had
   are noted, on any path.  If the address escapes, any unknown callee may change the object.
   A known value of the object, such as a flag, is forgotten when a method writes behind an
   address in its own object.

   Only for languages with references (LK_FN_REFERENCES): in C a structure that holds an
   address is mostly passed on together with it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"

struct addressed
{
  lk_var object;
  bool asked;			/* The next members are known, or being computed.  */
  bool escaped;			/* An unknown callee may have its address.  */
  unsigned n, room;
  const struct lk_path **places;	/* They hold its address; with an addend: an address
					   within it.  */
  struct addressed *next;
};

static const struct lk_kind address_kind
  = { .name = "address", .size = 8, .valid = { INT64_MIN, INT64_MAX, 0, true } };

static struct addressed *
all_addressed (struct prepared *prep)
{
  const struct lk_function *fn = prep->graph->function;
  if (!prep->addressed_done)
    {
      prep->addressed_done = true;
      for (lk_var v = 0; fn && (fn->flags & LK_FN_REFERENCES)
			 && v < prep->n_vars; v++)
	if (prep->vars[v].address_stored)
	  {
	    struct addressed *a = lk_arena_alloc (prep->arena, sizeof *a);
	    a->object = v;
	    a->next = prep->addressed;
	    prep->addressed = a;
	  }
    }
  return prep->addressed;
}

void
address_note (struct solver *solver, const struct lk_path *path)
{
  struct addressed *a = solver->addressed;
  if (path->nsel == 0 || solver->graph->vars[path->root].class_ != LK_VAR_OBJECT)
    return;
  for (unsigned k = 0; k < path->nsel; k++)
    if (path->sel[k] == LK_ANY)
      return;
  for (unsigned i = 0; i < a->n; i++)
    if (a->places[i] == path)
      return;
  if (a->n == a->room)
    {
      const struct lk_path **old = a->places;
      a->room = lk_more_room (a->room, 4);
      a->places = lk_arena_alloc (solver->prep->arena,
				  a->room * sizeof *a->places);
      if (a->n)
	{
	  memcpy (a->places, old, a->n * sizeof *old);
	  lk_poison (old, a->n * sizeof *old);
	}
    }
  a->places[a->n++] = path;
}

void
address_escapes (struct solver *solver)
{
  if (solver->addressed)
    solver->addressed->escaped = true;
}

/* Return true if EV stores the address of OBJECT, or one within it.  */
static bool
stores (const struct lk_event *ev, lk_var object)
{
  return (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path->nsel
	  && ev->src.kind == LK_PATH && ev->src.path->nsel == 0 && ev->src.path->root == object);
}

static void
follow_address (struct lk_unit *unit, struct prepared *prep,
		struct addressed *a)
{
  struct obligation *o = lk_arena_alloc (prep->arena, sizeof *o);
  a->asked = true;
  o->kind = &address_kind;
  o->function = prep->graph->function;
  o->incoming = true;
  struct solver *solver = solver_new (unit, prep, o, prep->arena, 0);
  struct scratch s;
  memset (&s, 0, sizeof s);
  s.paths[s.n_paths++] = lk_path_make (prep->graph, a->object, 0, NULL, 0);
  solver->addressed = a;
  solver_seed (solver, 0, 0, &s);
  solver_run (solver);
  a->escaped |= solver->overflow;
  for (uint32_t b = 0; b < prep->graph->n_blocks && !a->escaped; b++)
    for (const struct node *n = *solver_nodes (solver, b); n; n = n->same_block)
      a->escaped |= (n->fact.flags & (FACT_STORED | FACT_ASSUMED)) != 0;
  /* A handle is not followed after it escapes or has too many access paths.  An object stays
     where it is, and a lambda that gets its address later has it as well.  */
  for (uint32_t b = 0; b < prep->graph->n_blocks && a->escaped; b++)
    for (uint32_t i = 0; prep->idom[b] != UINT32_MAX && i < prep->graph->blocks[b].n_events; i++)
      if (stores (&prep->graph->blocks[b].events[i], a->object))
	solver_seed (solver, b, i, &s);
  solver_run (solver);
  solver_free (solver);
}

/* Return what is known of A, in the function of SOLVER.  */
static const struct addressed *
known (struct solver *solver, struct addressed *a)
{
  if (!a->asked)
    follow_address (solver->unit, solver->prep, a);
  return a;
}

bool
address_escaped (struct solver *solver, lk_var v)
{
  if (v >= solver->prep->n_vars || !solver->prep->vars[v].address_stored)
    return false;
  for (struct addressed *a = all_addressed (solver->prep); a; a = a->next)
    if (a->object == v)
      return known (solver, a)->escaped || a == solver->addressed;
  return true;
}

/* Return the access path by OBJECT's own name for PATH, which leads through PLACE, a holder of
   OBJECT's address; or NULL.  */
static const struct lk_path *
by_object (struct lk_graph *g, const struct lk_path *path,
	   const struct lk_path *place, lk_var object)
{
  if (path->root != place->root || path->nsel <= place->nsel || place->addend
      || memcmp (path->sel, place->sel, place->nsel * sizeof *path->sel))
    return NULL;
  return lk_path_make (g, object, path->nsel - place->nsel,
		       path->sel + place->nsel, path->addend);
}

/* Return the access path for PATH that begins with the object whose address it leads through,
   or NULL.  ONLY: NULL if there may be several such objects.  */
static const struct lk_path *
own_name (struct solver *solver, const struct lk_path *path, bool only)
{
  const struct lk_path *own = NULL;
  if (path->nsel < 2 || solver->addressed
      || solver->graph->vars[path->root].class_ != LK_VAR_OBJECT)
    return NULL;
  for (struct addressed *a = all_addressed (solver->prep); a; a = a->next)
    {
      const struct lk_path *name = NULL;
      known (solver, a);
      for (unsigned i = 0; i < a->n && !name; i++)
	name = by_object (solver->graph, path, a->places[i], a->object);
      if (name && own)
	return NULL;
      own = name ? name : own;
      if (own && !only)
	break;
    }
  return own;
}

const struct lk_path *
address_own_name (struct solver *solver, const struct lk_path *path)
{
  const struct lk_path *own = own_name (solver, path, false);
  return own ? own : path;
}

const struct lk_path *
address_read (struct solver *solver, const struct scratch *s, const struct lk_path *path)
{
  bool may = false;
  for (unsigned i = 0; i < s->n_paths && !may; i++)
    may = (s->paths[i]->nsel && s->paths[i]->root < solver->prep->n_vars
	   && solver->prep->vars[s->paths[i]->root].address_stored);
  if (may && path->nsel && solver->graph->vars[path->root].class_ == LK_VAR_VALUE)
    path = path_provenance (solver->prep, path);
  return may && path ? own_name (solver, path, true) : NULL;
}

void
address_own_names (struct solver *solver, struct scratch *s)
{
  if (!all_addressed (solver->prep) || solver->addressed)
    return;
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      const struct lk_path *own = address_own_name (solver, s->paths[i]);
      if (own != s->paths[i])
	{
	  scratch_remove_at (s, i);
	  scratch_add (solver, s, own);
	  if (i > s->n_paths)
	    i = s->n_paths;
	}
    }
}

/* Return true if the call EV is given the address of OBJECT itself.  */
static bool
gets_itself (const struct lk_event *ev, lk_var object)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == object)
      return true;
  return false;
}

/* Replace S's access paths through A's object by those through PLACE.  KEEP: keep the former,
   too.  */
static void
rename_through (struct solver *solver, struct scratch *s,
		const struct addressed *a, const struct lk_path *place, bool keep)
{
  int64_t sel[LK_MAX_DEPTH];
  memcpy (sel, place->sel, place->nsel * sizeof *sel);
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      const struct lk_path *p = s->paths[i];
      if (p->root != a->object || p->nsel == 0)
	continue;
      if (place->nsel + p->nsel > LK_MAX_DEPTH)
	{
	  solver_limit (solver, s, "the limit on the depth of access paths");
	  continue;
	}
      memcpy (sel + place->nsel, p->sel, p->nsel * sizeof *sel);
      const struct lk_path *through
	= lk_path_make (solver->graph, place->root, place->nsel + p->nsel, sel,
			p->addend);
      if (!keep)
	scratch_remove_at (s, i);
      scratch_add (solver, s, through);
      if (i > s->n_paths)
	i = s->n_paths;
    }
}

/* Return true if EV's callee writes what it reaches through argument K.  */
static bool
writes (struct solver *solver, const struct lk_event *ev, uint32_t k)
{
  struct effect e;
  if (!ev->callee || !(ev->callee->flags & LK_FN_BODY)
      || (ev->callee->contract && ev->callee->contract->complete))
    return false;
  function_effect (solver->unit, ev->callee, &e);
  return e.written & (UINT64_C (1) << (k < 63 ? k : 63));
}

void
address_passed (struct solver *solver, const struct lk_event *ev,
		struct scratch *s)
{
  if (solver->addressed)
    return;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      /* Nothing is in an object before its constructor has run.  */
      if (ev->args[k].kind != LK_PATH || ev->args[k].path->nsel
	  || (k == 0 && ev->callee && (ev->callee->flags & LK_FN_CONSTRUCTOR))
	  || (solver->graph->vars[ev->args[k].path->root].class_
	      != LK_VAR_OBJECT))
	continue;
      lk_var given = ev->args[k].path->root;
      for (struct addressed *a = all_addressed (solver->prep); a; a = a->next)
	{
	  known (solver, a);
	  for (unsigned i = 0; i < a->n; i++)
	    {
	      if (a->places[i]->root != given || a->places[i]->addend)
		continue;
	      rename_through (solver, s, a, a->places[i], gets_itself (ev, a->object));
	      if (s->n_conditions && writes (solver, ev, k))
		scratch_forget_members (solver, s,
					lk_path_make (solver->graph, a->object,
						      0, NULL, 0), UINT64_MAX);
	    }
	}
    }
}

/* Return true if the address of A's object, or one within it, is kept in the object HOLDER
   itself, in one of MEMBERS.  */
static bool
is_in (const struct addressed *a, lk_var holder, uint64_t members)
{
  for (unsigned i = 0; i < a->n; i++)
    if (a->places[i]->root == holder && a->places[i]->nsel == 1
	&& (member_bit (a->places[i]->sel[0]) & members))
      return true;
  return false;
}

/* Return true if S knows something of the memory PLACE.  */
static bool
knows_of (const struct solver *solver, const struct scratch *s, const struct lk_path *place)
{
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (key_depends_on_memory (solver->prep, s->conditions[i].key, place))
      return true;
  return false;
}

void
address_forget (struct solver *solver, lk_var holder, uint64_t members, struct scratch *s)
{
  if (s->n_conditions == 0)
    return;
  for (struct addressed *a = all_addressed (solver->prep); a; a = a->next)
    {
      if (a->asked && !is_in (a, holder, members))
	continue;
      /* An address that is followed gets here, too: another one is only followed if it
	 matters.  */
      const struct lk_path *object = lk_path_make (solver->graph, a->object, 0, NULL, 0);
      if (knows_of (solver, s, object) && is_in (known (solver, a), holder, members))
	scratch_forget_memory (solver, s, object);
    }
}

bool
address_in (struct solver *solver, lk_var holder, const uint8_t *objects)
{
  for (struct addressed *a = all_addressed (solver->prep); a; a = a->next)
    if (objects[a->object] && is_in (known (solver, a), holder, UINT64_MAX))
      return true;
  return false;
}

/* Return true if P is what a pointer found behind a formal points to, in a language with
   references.  */
static bool
behind_formal (const struct solver *solver, const struct lk_path *p)
{
  const struct lk_function *fn = solver->graph->function;
  return (fn && (fn->flags & LK_FN_REFERENCES) && p->nsel == 2
	  && solver->graph->vars[p->root].class_ == LK_VAR_FORMAL);
}

const struct lk_path *
address_at_call (struct solver *solver, struct lk_event *ev,
		 const struct portable_path *p, uint16_t *flags)
{
  const struct lk_path *path = portable_at_call (solver, ev, p);
  const struct lk_path *own = path ? address_own_name (solver, path) : NULL;
  if (!p->referred || own != path || !own || solver->addressed)
    return own;
  /* What is behind a formal of the caller is known to the caller's own caller.  */
  if (!flags || !behind_formal (solver, path))
    return NULL;
  *flags |= FACT_REFERRED;
  return own;
}

/* Return true if something is stored at PLACE by that access path.  */
static bool
stored_here (const struct lk_graph *g, const struct lk_path *place)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path == place)
	  return true;
      }
  return false;
}

bool
address_behind_argument (struct solver *solver, const struct lk_path *path,
			 unsigned flags, struct portable_path *out)
{
  const struct lk_path *from
    = (path->nsel == 1 ? path_provenance (solver->prep, path)
       : flags & FACT_REFERRED ? path : NULL);
  /* An element that was read earlier need not be there any more: a list has another last
     element after something was appended.  */
  const struct lk_path *place = path->nsel == 1 ? loaded_from (solver->prep, path->root) : NULL;
  if (!from || !behind_formal (solver, from) || (place && stored_here (solver->graph, place))
      || !portable_from_path (solver->prep, from, out))
    return false;
  out->referred = true;
  return true;
}

/* ---- Pointers that walk over local objects.  ---- */

/* Return true if the pointer V is passed to a callee that may release what is there: the
   destructors of an array of objects.  */
static bool
given (const struct prepared *prep, lk_var v)
{
  for (const struct use *u = var_at (prep, v)->uses; u; u = u->next)
    {
      const struct lk_block *bl = &prep->graph->blocks[u->block];
      for (uint32_t i = 0; i < bl->n_events; i++)
	for (uint32_t k = 0; bl->events[i].kind == LK_EVENT_CALL && k < bl->events[i].n_args;
	     k++)
	  if (bl->events[i].args[k].kind == LK_PATH && !bl->events[i].args[k].path->nsel
	      && bl->events[i].args[k].path->root == v)
	    return true;
    }
  return false;
}

/* Return the local object whose address was stored where the value V is loaded from, if
   nothing else writes there: the array behind a list in braces.  Else return LK_NO_VAR.  */
static lk_var
kept_address (const struct prepared *prep, lk_var v)
{
  const struct lk_path *place = loaded_from (prep, v);
  if (place && (place->nsel != 1 || place->addend))
    place = NULL;
  lk_var object = LK_NO_VAR;
  if (!place || prep->graph->vars[place->root].class_ != LK_VAR_OBJECT
      || prep->vars[place->root].address_stored)
    return LK_NO_VAR;
  for (const struct write *w = prep->vars[place->root].writes; w; w = w->next)
    {
      const struct lk_event *ev = &prep->graph->blocks[w->block].events[w->index];
      if (ev->kind == LK_EVENT_CLEAR || ev->kind == LK_EVENT_DEAD)
	continue;
      if (ev->kind != LK_EVENT_ASSIGN || ev->dest.kind != LK_PATH || ev->dest.path->nsel != 1
	  || ev->dest.path->sel[0] == LK_ANY)
	return LK_NO_VAR;
      if (ev->dest.path->sel[0] != place->sel[0])
	continue;
      if (object != LK_NO_VAR || ev->src.kind != LK_PATH || ev->src.path->nsel
	  || prep->graph->vars[ev->src.path->root].class_ != LK_VAR_OBJECT)
	return LK_NO_VAR;
      object = ev->src.path->root;
    }
  return object;
}

/* Return true if EV does with the value V what its contract says, or nothing.  */
static bool
only_used (const struct lk_event *ev, lk_var v)
{
  bool used = ((ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_COPY)
	       && ev->src.kind == LK_PATH && ev->src.path->root == v && !ev->src.path->nsel);
  for (uint32_t k = 0; k < ev->n_args; k++)
    used |= (ev->args[k].kind == LK_PATH && ev->args[k].path->root == v
	     && !(ev->callee && ev->callee->contract && ev->callee->contract->complete));
  return !used;
}

/* Return true if what is loaded through the pointer V, which walks over a list in braces, is
   only used or released: neither stored, nor passed to a callee that may store it.  */
static bool
elements_used (const struct prepared *prep, lk_var v)
{
  const struct lk_graph *g = prep->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *load = &g->blocks[b].events[i];
	if (load->kind != LK_EVENT_ASSIGN || load->src.kind != LK_PATH || !load->src.path->nsel
	    || load->src.path->root != v)
	  continue;
	if (load->dest.kind != LK_PATH || load->dest.path->nsel)
	  return false;
	lk_var element = load->dest.path->root;
	for (uint32_t c = 0; c < g->n_blocks; c++)
	  {
	    const struct lk_block *bl = &g->blocks[c];
	    for (uint32_t k = 0; k < bl->n_events; k++)
	      if (!only_used (&bl->events[k], element))
		return false;
	    for (uint32_t p = 0; p < bl->n_phis; p++)
	      for (uint32_t k = 0; k < bl->n_preds; k++)
		if (bl->phis[p].args[k].kind == LK_PATH
		    && bl->phis[p].args[k].path->root == element)
		  return false;
	  }
      }
  return true;
}

lk_var
address_into (const struct prepared *prep, lk_var v, unsigned depth)
{
  const struct lk_graph *g = prep->graph;
  lk_var object = LK_NO_VAR;
  if (v >= prep->n_vars || depth > MAX_PHI_DEPTH)
    return LK_NO_VAR;
  if (!prep->vars[v].phi)
    {
      object = kept_address (prep, v);
      return object == LK_NO_VAR || given (prep, v) ? LK_NO_VAR : object;
    }
  if (given (prep, v))
    return LK_NO_VAR;
  for (uint32_t k = 0; k < g->blocks[prep->vars[v].def_block].n_preds; k++)
    {
      const struct lk_operand *a = &prep->vars[v].phi->args[k];
      if ((a->kind == LK_CONST && a->value == 0)
	  || (a->kind == LK_PATH && !a->path->nsel && a->path->root == v))
	continue;
      if (a->kind != LK_PATH || a->path->nsel)
	return LK_NO_VAR;
      lk_var into = (g->vars[a->path->root].class_ == LK_VAR_OBJECT ? a->path->root
		     : address_into (prep, a->path->root, depth + 1));
      if (into != LK_NO_VAR && kept_address (prep, a->path->root) == into
	  && !elements_used (prep, v))
	return LK_NO_VAR;
      if (into == LK_NO_VAR || (object != LK_NO_VAR && into != object))
	return LK_NO_VAR;
      object = into;
    }
  return object;
}

bool
address_named (const struct solver *solver, const struct scratch *s, lk_var v)
{
  lk_var object = address_into (solver->prep, v, 0);
  for (unsigned i = 0; object != LK_NO_VAR && i < s->n_paths; i++)
    if (s->paths[i]->root == object)
      return true;
  return false;
}
