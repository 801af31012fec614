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
#include "transfer-internal.h"

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
all_addressed (struct function_view *view)
{
  const struct lk_function *fn = view->graph->function;
  struct references { struct addressed *all; bool done; } *references
    = view_slot (view, VIEW_REFERENCES, sizeof *references);
  if (!references->done)
    {
      references->done = true;
      for (lk_var v = 0; fn && (fn->flags & LK_FN_REFERENCES)
			 && v < view->n_vars; v++)
	if (view->vars[v].address_stored)
	  {
	    struct addressed *a = lk_arena_alloc (view->arena, sizeof *a);
	    a->object = v;
	    a->next = references->all;
	    references->all = a;
	  }
    }
  return references->all;
}

static void
address_note (struct context *context, const struct lk_path *path)
{
  struct solver *solver = solver_of (context);
  struct addressed *a = context->addressed;
  if (path->nsel == 0 || solver->context.graph->vars[path->root].class_ != LK_VAR_OBJECT)
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
      a->places = lk_arena_alloc (solver->context.view->arena,
				  a->room * sizeof *a->places);
      if (a->n)
	{
	  memcpy (a->places, old, a->n * sizeof *old);
	  lk_poison (old, a->n * sizeof *old);
	}
    }
  a->places[a->n++] = path;
}

static void
address_escapes (struct solver *solver)
{
  solver->context.addressed->escaped = true;
}

/* Return true if EV stores the address of OBJECT, or one within it.  */
static bool
stores (const struct lk_event *ev, lk_var object)
{
  return (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path->nsel
	  && ev->src.kind == LK_PATH && ev->src.path->nsel == 0 && ev->src.path->root == object);
}

static void
follow_address (struct lk_unit *unit, struct function_view *view,
		struct addressed *a)
{
  struct obligation *o = lk_arena_alloc (view->arena, sizeof *o);
  a->asked = true;
  o->kind = &address_kind;
  o->function = view->graph->function;
  o->incoming = true;
  struct solver *solver = solver_new (unit, view, o, view->arena, 0);
  /* The address is followed as a handle is; its places are noted.  */
  const struct flow_problem address_flow = { unit->problem->run_block, address_note,
					     address_escapes };
  solver->context.problem = &address_flow;
  struct scratch s;
  memset (&s, 0, sizeof s);
  s.paths[s.n_paths++] = lk_path_make (view->graph, a->object, 0, NULL, 0);
  solver->context.addressed = a;
  solver_seed (solver, 0, 0, &s);
  solver_run (solver);
  a->escaped |= solver->overflow;
  for (uint32_t b = 0; b < view->graph->n_blocks && !a->escaped; b++)
    for (const struct node *n = *solver_nodes (solver, b); n; n = n->same_block)
      a->escaped |= (n->fact.flags & (FACT_STORED | FACT_ASSUMED)) != 0;
  /* A handle is not followed after it escapes or has too many access paths.  An object stays
     where it is, and a lambda that gets its address later has it as well.  */
  for (uint32_t b = 0; b < view->graph->n_blocks && a->escaped; b++)
    for (uint32_t i = 0; view->idom[b] != UINT32_MAX && i < view->graph->blocks[b].n_events; i++)
      if (stores (&view->graph->blocks[b].events[i], a->object))
	solver_seed (solver, b, i, &s);
  solver_run (solver);
  solver_free (solver);
}

/* Return what is known of A, in the function of SOLVER.  */
static const struct addressed *
known (struct solver *solver, struct addressed *a)
{
  if (!a->asked)
    follow_address (solver->context.unit, solver->context.view, a);
  return a;
}

bool
address_escaped (struct solver *solver, lk_var v)
{
  if (v >= solver->context.view->n_vars || !solver->context.view->vars[v].address_stored)
    return false;
  for (struct addressed *a = all_addressed (solver->context.view); a; a = a->next)
    if (a->object == v)
      return known (solver, a)->escaped || a == solver->context.addressed;
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
  if (path->nsel < 2 || solver->context.addressed
      || solver->context.graph->vars[path->root].class_ != LK_VAR_OBJECT)
    return NULL;
  for (struct addressed *a = all_addressed (solver->context.view); a; a = a->next)
    {
      const struct lk_path *name = NULL;
      known (solver, a);
      for (unsigned i = 0; i < a->n && !name; i++)
	name = by_object (solver->context.graph, path, a->places[i], a->object);
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
    may = (s->paths[i]->nsel && s->paths[i]->root < solver->context.view->n_vars
	   && solver->context.view->vars[s->paths[i]->root].address_stored);
  if (may && path->nsel && solver->context.graph->vars[path->root].class_ == LK_VAR_VALUE)
    path = path_provenance (solver->context.view, path);
  return may && path ? own_name (solver, path, true) : NULL;
}

void
address_own_names (struct solver *solver, struct scratch *s)
{
  if (!all_addressed (solver->context.view) || solver->context.addressed)
    return;
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      const struct lk_path *own = address_own_name (solver, s->paths[i]);
      if (own != s->paths[i])
	{
	  scratch_remove_at (s, i);
	  scratch_add (&solver->context, s, own);
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
	  solver_limit (&solver->context, s, "the limit on the depth of access paths");
	  continue;
	}
      memcpy (sel + place->nsel, p->sel, p->nsel * sizeof *sel);
      const struct lk_path *through
	= lk_path_make (solver->context.graph, place->root, place->nsel + p->nsel, sel,
			p->addend);
      if (!keep)
	scratch_remove_at (s, i);
      scratch_add (&solver->context, s, through);
      if (i > s->n_paths)
	i = s->n_paths;
    }
}

/* Return true if EV's callee writes what it reaches through argument K.  */
static bool
reference_writes (struct solver *solver, const struct lk_event *ev, uint32_t k)
{
  struct effect e;
  if (!ev->callee || !(ev->callee->flags & LK_FN_BODY)
      || (ev->callee->contract && ev->callee->contract->complete))
    return false;
  function_effect (solver->context.unit, ev->callee, &e);
  return e.written & (UINT64_C (1) << (k < 63 ? k : 63));
}

void
address_passed (struct solver *solver, const struct lk_event *ev,
		struct scratch *s)
{
  if (solver->context.addressed)
    return;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      /* Nothing is in an object before its constructor has run.  */
      if (ev->args[k].kind != LK_PATH || ev->args[k].path->nsel
	  || (k == 0 && ev->callee && (ev->callee->flags & LK_FN_CONSTRUCTOR))
	  || (solver->context.graph->vars[ev->args[k].path->root].class_
	      != LK_VAR_OBJECT))
	continue;
      lk_var given = ev->args[k].path->root;
      for (struct addressed *a = all_addressed (solver->context.view); a; a = a->next)
	{
	  known (solver, a);
	  for (unsigned i = 0; i < a->n; i++)
	    {
	      if (a->places[i]->root != given || a->places[i]->addend)
		continue;
	      rename_through (solver, s, a, a->places[i], gets_itself (ev, a->object));
	      if (s->n_conditions && reference_writes (solver, ev, k))
		scratch_forget_members (&solver->context, s,
					lk_path_make (solver->context.graph, a->object,
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
    if (key_depends_on_memory (solver->context.view, s->conditions[i].key, place))
      return true;
  return false;
}

void
address_forget (struct solver *solver, lk_var holder, uint64_t members, struct scratch *s)
{
  if (s->n_conditions == 0)
    return;
  for (struct addressed *a = all_addressed (solver->context.view); a; a = a->next)
    {
      if (a->asked && !is_in (a, holder, members))
	continue;
      /* An address that is followed gets here, too: another one is only followed if it
	 matters.  */
      const struct lk_path *object = lk_path_make (solver->context.graph, a->object, 0, NULL, 0);
      if (knows_of (solver, s, object) && is_in (known (solver, a), holder, members))
	scratch_forget_memory (&solver->context, s, object);
    }
}

bool
address_in (struct solver *solver, lk_var holder, const uint8_t *objects)
{
  for (struct addressed *a = all_addressed (solver->context.view); a; a = a->next)
    if (objects[a->object] && is_in (known (solver, a), holder, UINT64_MAX))
      return true;
  return false;
}

const struct lk_path *
address_at_call (struct solver *solver, struct lk_event *ev,
		 const struct portable_path *p, uint16_t *flags)
{
  const struct lk_path *path = portable_at_call (&solver->context, ev, p);
  const struct lk_path *own = path ? address_own_name (solver, path) : NULL;
  if (!p->referred || own != path || !own || solver->context.addressed
      || (own->nsel == 2 && member_is_own (&solver->context, own->root, own->sel[0], ev)))
    return own;
  /* Memory behind a formal of the caller is known to the caller's own caller.  */
  if (!flags || !path_behind_formal (&solver->context, path))
    return NULL;
  *flags |= FACT_REFERRED;
  return own;
}

bool
address_behind_argument (struct solver *solver, const struct lk_path *path,
			 unsigned flags, struct portable_path *out)
{
  const struct lk_path *from
    = (path->nsel == 1 ? path_provenance (solver->context.view, path)
       : flags & FACT_REFERRED ? path : NULL);
  /* An element that was read earlier need not be there any more: a list has another last
     element after something was appended.  */
  const struct lk_path *place
    = path->nsel == 1 ? loaded_from (solver->context.view, path->root) : NULL;
  if (!from || !path_behind_formal (&solver->context, from)
      || (place && place_assigned (solver->context.view, place))
      || !portable_from_path (solver->context.view, from, out))
    return false;
  out->referred = true;
  return true;
}

/* ---- Pointers that walk over local objects.  ---- */

bool
address_named (const struct solver *solver, const struct scratch *s, lk_var v)
{
  lk_var object = address_into (solver->context.view, v, 0);
  for (unsigned i = 0; object != LK_NO_VAR && i < s->n_paths; i++)
    if (s->paths[i]->root == object)
      return true;
  return false;
}
