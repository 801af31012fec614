/* Transfer functions of everything but calls and branches: Tracker's figure 4, with places
   instead of fields.

	out = filter ((in - kill) U gen)

   gen of "dest = src" gives every path that begins with src also the access path that begins
   with dest; kill of a definition removes paths that begin with the variable, kill of a store
   those that begin with exactly that place.  A store through an unknown index kills nothing.
   A store through another pointer kills nothing either: in `find' it is assumed not to be the
   last handle's place.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* Put PATH on the list; NULL: it is too deep to write down.  */
static void
add_generated (struct generated *g, const struct lk_path *path)
{
  if (!path)
    g->dropped = LIMIT_OF_DEPTH;
  else if (g->n == SCRATCH_PATHS)
    g->dropped = LIMIT_OF_BREADTH;
  else
    g->paths[g->n++] = path;
}

/* SRC points a constant distance before what holds REST: to the containing object, as a
   promise leads to its coroutine's frame.  A pointer that walks backwards reaches the bound.  */
static bool
reaches_back (struct context *context, const struct lk_path *src, const struct path_rest *rest)
{
  if (src->addend == LK_ANY || src->addend >= 0 || rest->sel[0] == LK_ANY || rest->sel[0] < 0)
    return false;
  if (rest->sel[0] >= MAX_BACK)
    limit_met (context->unit, context->graph->function, LIMIT_BACK);
  return rest->sel[0] < MAX_BACK;
}

void
flow_generate (struct solver *solver, const struct scratch *s,
	       const struct lk_path *dest, const struct lk_path *src,
	       struct generated *g)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (!path_rest (s->paths[i], src, &rest))
	continue;
      /* Distances within memory would grow for ever in `p++'.  For a handle only the
	 containing block matters; an in-place handle keeps its distance as long as no loop
	 walks over it.  */
      if (rest.nsel == 0 && rest.addend != 0
	  && (!solver->context.obligation->in_place || src->addend != 0))
	rest.addend = LK_ANY;
      if (rest.nsel && src->addend != 0 && !reaches_back (&solver->context, src, &rest))
	rest.sel[0] = LK_ANY;
      add_generated (g, path_join (solver->context.graph, dest, &rest));
    }
}

void
flow_add_generated (struct solver *solver, struct scratch *s,
		    const struct generated *g)
{
  for (unsigned i = 0; i < g->n; i++)
    scratch_add (&solver->context, s, g->paths[i]);
  if (g->dropped)
    solver_limit (&solver->context, s, g->dropped);
}

/* The handle is stored at *PATH.  If that is in an object of this function's whose address is
   stored in memory of its own, add the access path that begins there to S, and let *PATH begin with
   the object, not with a value that was loaded.  Return false if it is not.  */
static bool
add_own_place (struct solver *solver, struct scratch *s, const struct lk_path **path)
{
  struct context *context = &solver->context;
  const struct obligation *o = context->obligation;
  const struct lk_path *p = *path, *place;
  if (p->nsel != 1 || o->in_place || o->incoming)
    return false;
  const struct lk_path *loaded = loaded_from (context->view, p->root);
  lk_var v = loaded && loaded->nsel == 1 ? value_stored_at (context, loaded) : p->root;
  if (v == LK_NO_VAR || !(place = value_own_place (context, v))
      || (v != p->root && place != loaded))
    return false;
  int64_t sel[] = { place->sel[0], p->sel[0] };
  scratch_add (context, s, lk_path_make (context->graph, place->root, 2, sel, p->addend));
  *path = lk_path_make (context->graph, v, 1, p->sel, p->addend);
  return true;
}

const struct lk_path *
path_through_member (struct solver *solver, const struct lk_path *path)
{
  const struct function_view *view = solver->context.view;
  const struct lk_function *fn = solver->context.graph->function;
  const struct lk_path *from = path_unfolded (view, path);
  return (from != path && from->nsel == 2 && !from->addend && from->root < view->n_vars
	  && fn && (fn->flags & LK_FN_JAVA) && !solver->context.obligation->in_place
	  ? from : NULL);
}

bool
path_known_by_member (struct solver *solver, const struct scratch *s, const struct lk_path *path)
{
  const struct lk_path *from = path_through_member (solver, path);
  for (unsigned i = 0; from && i < s->n_paths; i++)
    if (s->paths[i] == from)
      return true;
  return false;
}

/* The handle is stored at PATH.  If that is an object that was loaded from a member of an argument,
   or that is only known by a member of an object which this function made, add the access path
   that begins there to S, and return true if the object is reached by that alone.  */
static bool
add_behind_member (struct solver *solver, struct scratch *s, const struct lk_path *path)
{
  struct context *context = &solver->context;
  const struct lk_path *from = path_through_member (solver, path);
  if (!from || context->obligation->incoming)
    return false;
  const struct lk_graph *g = context->graph;
  if (g->vars[from->root].class_ == LK_VAR_FORMAL)
    {
      s->flags |= FACT_REFERRED;
      scratch_add (context, s, from);
      return false;
    }
  const struct lk_event *ev = &g->blocks[context->block].events[context->event];
  if (!member_is_own (context, from->root, from->sel[0], ev))
    return false;
  scratch_add (context, s, from);
  return true;
}

/* The same where the access paths may be in memory that other code reaches.  */
static void
add_stored (struct solver *solver, struct scratch *s, struct generated *g)
{
  for (unsigned i = 0; i < g->n; i++)
    {
      enum path_class c = classify_path (&solver->context, g->paths[i]);
      if (add_own_place (solver, s, &g->paths[i])
	  || add_behind_member (solver, s, g->paths[i]))
	continue;
      const struct lk_path *owned
	= c == PATH_FOREIGN ? owner_of_stored (solver, s, g->paths[i]) : NULL;
      if (owned)
	g->paths[i] = owned;
      if ((c == PATH_CALLER || c == PATH_GLOBAL || c == PATH_FOREIGN)
	  && !path_in_new_object (&solver->context, g->paths[i])
	  && !place_inside (&solver->context, s, g->paths[i]))
	s->flags |= FACT_STORED;
    }
  flow_add_generated (solver, s, g);
}

void
flow_define (struct solver *solver, struct scratch *s, lk_var v)
{
  /* The loss of an access path to memory that lives on does not lose what is in it: the tail
     of a list moves to the next node, and so does a cursor that has stored an object into
     each.  */
  bool embedded = (solver->context.obligation->in_place
		   && !solver->context.obligation->kind->lock);
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i]->root == v && (s->paths[i]->nsel || embedded)
	&& classify_path (&solver->context, s->paths[i]) != PATH_LOCAL
	&& !address_named (solver, s, v)
	&& !place_inside (&solver->context, s, s->paths[i]))
      s->flags |= FACT_STORED | (s->paths[i]->nsel ? FACT_BEYOND : 0);
  for (unsigned i = s->n_paths; i-- > 0;)
    if (s->paths[i]->root == v)
      scratch_remove_at (s, i);
  scratch_forget_var (&solver->context, s, v);
}

/* Remove what is held at, or reached through, exactly PLACE.  */
static void
kill_place (struct scratch *s, const struct lk_path *place)
{
  for (unsigned k = 0; k < place->nsel; k++)
    if (place->sel[k] == LK_ANY)
      return;
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      const struct lk_path *p = s->paths[i];
      if (p->root == place->root && p->nsel >= place->nsel
	  && !memcmp (p->sel, place->sel, place->nsel * sizeof *p->sel))
	scratch_remove_at (s, i);
    }
}

/* The member PLACE of the function's object was overwritten.  A guard that refers to the
   object, or to another member (a mutex), refers to that place, too.  */
static void
kill_by_guards (struct solver *solver, struct scratch *s, const struct lk_path *place)
{
  const struct lk_graph *g = solver->context.graph;
  if (place->nsel != 1 || place->sel[0] == LK_ANY || !lk_is_first_formal (g, place->root))
    return;
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      const struct lk_path *p = s->paths[i];
      if (p->nsel == 2 && g->vars[p->root].class_ == LK_VAR_OBJECT)
	scratch_remove_at (s, i);
    }
}

/* PLACE was overwritten: so are the same places in what was loaded from the same pointer.  */
static void
kill_loaded (struct solver *solver, struct scratch *s, const struct lk_path *place)
{
  if (weak_place (place))
    return;
  place = path_unfolded (solver->context.view, place);
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      const struct lk_path *p = path_unfolded (solver->context.view, s->paths[i]);
      if (p->root == place->root && p->nsel >= place->nsel
	  && !memcmp (p->sel, place->sel, place->nsel * sizeof *p->sel))
	scratch_remove_at (s, i);
    }
}

/* PLACE, in an object that was loaded from a member, was overwritten.  If S knows that it held the
   handle, nothing does that was loaded from the same member.  */
static void
kill_behind_member (struct solver *solver, struct scratch *s, const struct lk_path *place)
{
  const struct lk_path *from = path_through_member (solver, place);
  for (unsigned i = 0; from && i < s->n_paths; i++)
    if (s->paths[i] == from)
      {
	kill_loaded (solver, s, place);
	return;
      }
}

void
flow_written (struct solver *solver, struct scratch *s,
	      const struct lk_path *place, uint64_t members)
{
  struct effect e = { s->written, s->members };
  effect_of_write (solver->context.view, place, members, &e);
  s->written = e.written;
  s->members = e.members;
}

/* Return the variable that a lambda has captured by reference, if PLACE is one, as an access
   path through the lambda; else NULL.  The target of a reference never changes.  */
static const struct lk_path *
captured_place (struct solver *solver, const struct lk_path *place)
{
  const struct lk_graph *g = solver->context.graph;
  if (!g->function || !(g->function->flags & LK_FN_LAMBDA) || place->nsel != 1 || !g->n_formals)
    return NULL;
  const struct lk_path *from = path_provenance (solver->context.view, place);
  return from && lk_is_first_formal (g, from->root) && from->nsel == 2 ? from : NULL;
}

void
flow_store_unknown (struct solver *solver, struct scratch *s,
		    const struct lk_path *place)
{
  const struct lk_path *captured = captured_place (solver, place);
  flow_written (solver, s, place, UINT64_MAX);
  kill_place (s, place);
  if (captured)
    kill_place (s, captured);
  if (solver->context.obligation->held)
    {
      kill_by_guards (solver, s, place);
      kill_loaded (solver, s, place);
    }
  else if (s->n_paths > 1)
    kill_behind_member (solver, s, place);
  scratch_forget_memory (&solver->context, s, place);
  forget_by_provenance (solver, NULL, place, UINT64_MAX, s);
}

/* Return true if anything will ever be learnt of KEY.  */
static bool
worth_knowing (struct solver *solver, key_id key)
{
  return key != NO_KEY && (key_at (solver->context.view, key)->useful
			   || key_at (solver->context.view, key)->tests);
}

/* Return what is known of the value that EV assigns.  */
static struct lk_range
assigned_range (struct solver *solver, const struct scratch *s, const struct lk_event *ev)
{
  if (ev->src.kind != LK_PATH || ev->dest.path->nsel || !weak_place (ev->src.path))
    return operand_range (&solver->context, s, &ev->src);
  const struct lk_range *known = scratch_condition (s, key_of_access (solver->context.view, ev));
  return known ? *known : LK_RANGE_ALL;
}

bool
flow_assign (struct solver *solver, struct scratch *s, const struct lk_event *ev)
{
  const struct lk_operand *dest = &ev->dest, *src = &ev->src;
  struct generated generated;
  generated.n = 0;
  generated.dropped = NULL;
  if (dest->kind != LK_PATH)
    {
      /* Stored where no access path leads: the handle escapes.  */
      if (src->kind == LK_PATH)
	for (unsigned i = 0; i < s->n_paths; i++)
	  {
	    struct path_rest rest;
	    if (path_rest (s->paths[i], src->path, &rest))
	      return false;
	  }
      return true;
    }
  if (src->kind == LK_PATH && s->n_paths)
    {
      flow_generate (solver, s, dest->path, src->path, &generated);
      const struct lk_path *own = address_read (solver, s, src->path);
      if (own)
	flow_generate (solver, s, dest->path, own, &generated);
    }
  struct scratch before;
  bool tables = (solver->context.view->tables && src->kind == LK_PATH && s->n_conditions
		 && table_known_of (&solver->context, s, src->path));
  if (tables)
    scratch_copy (&before, s);

  bool defines = dest->path->nsel == 0, weak = weak_place (dest->path);
  key_id key = (defines ? key_of_var (solver->context.view, dest->path->root)
		: weak && !ev->element ? NO_KEY : key_of_access (solver->context.view, ev));
  struct lk_range range = LK_RANGE_ALL;
  /* Constants that a constructor stores in its object decide what other members do, and its
     caller knows the arguments that they depend on.  The same holds for constants in new
     memory that a function returns, for a lambda and what it captured, and for the library and
     references that it was given.  */
  struct portable_path behind;
  const struct lk_function *fn = solver->context.graph->function;
  bool initial = (key != NO_KEY && !defines && !weak
		  && (path_in_new_object (&solver->context, dest->path)
		      || path_in_result (solver->context.view, dest->path)
		      || (fn && (fn->flags & (LK_FN_STATIC | LK_FN_LIBRARY))
			  && address_behind_argument (solver, dest->path, 0,
						      &behind))));
  key_id from = key_of_operand (solver->context.view, src);
  bool given = initial && from != NO_KEY && key_is_formal (solver->context.view, from);
  bool useful = (key != NO_KEY
		 && (key_at (solver->context.view, key)->useful || initial));
  if (useful)
    range = assigned_range (solver, s, ev);
  /* A pointer to a function may be changed by any other code that reaches the object: handlers
     are made for that.  */
  if (!defines && !initial && range.lo == range.hi && range.lo >= LK_FUNCTION
      && !(fn && (fn->flags & (LK_FN_LIBRARY | LK_FN_CONSTRUCTOR | LK_FN_ASSIGNMENT)))
      && solver->context.graph->vars[dest->path->root].class_ != LK_VAR_OBJECT)
    range = LK_RANGE_NONNULL;
  if (initial && range_is_all (&range))
    useful = key_at (solver->context.view, key)->useful || given;

  struct condition bits[MAX_CONDITIONS];
  unsigned n_bits = bits_moved (&solver->context, s, key, src, bits, 0);
  if (defines)
    flow_define (solver, s, dest->path->root);
  else
    flow_store_unknown (solver, s, dest->path);
  for (unsigned i = 0; i < n_bits; i++)
    scratch_set_condition (&solver->context, s, bits[i].key, &bits[i].range);
  if (defines)
    flow_add_generated (solver, s, &generated);
  else
    add_stored (solver, s, &generated);
  /* A load of a quiet place has the place's own key, which still holds.  */
  if (useful && !(defines && src->kind == LK_PATH && src->path->nsel
		  && from == key))
    {
      scratch_set_condition (&solver->context, s, key, &range);
      if (range_is_all (&range) && (given || worth_knowing (solver, from)))
	scratch_set_equal (&solver->context, s, key, from);
    }
  if (tables)
    table_moved (&solver->context, &before, src->path, dest->path, s);
  return true;
}

/* Return true if PATH is, or begins with, something after or before the SIZE bytes at DEST.  */
static bool
clear_of (const struct lk_path *path, const struct lk_path *dest, uint64_t size)
{
  struct path_rest rest;
  return (size != 0 && path_rest (path, dest, &rest) && !rest.weak && rest.nsel
	  && rest.sel[0] != LK_ANY
	  && (rest.sel[0] >= (int64_t) size || rest.sel[0] <= -(int64_t) sizeof (int64_t)));
}

void
flow_clear (struct solver *solver, struct scratch *s,
	    const struct lk_path *dest, uint64_t size)
{
  flow_written (solver, s, dest, UINT64_MAX);
  for (unsigned i = s->n_paths; i-- > 0;)
    {
      struct path_rest rest;
      if (size != 0 && path_within (s->paths[i], dest, size, &rest))
	scratch_remove_at (s, i);
    }
  for (unsigned i = s->n_conditions; i-- > 0;)
    {
      const struct key *k = key_at (solver->context.view, s->conditions[i].key);
      if ((k->kind == KEY_MEMORY || k->kind == KEY_ELEMENT)
	  && k->path->root == dest->root && !clear_of (k->path, dest, size))
	{
	  s->n_conditions--;
	  memmove (s->conditions + i, s->conditions + i + 1,
		   (s->n_conditions - i) * sizeof *s->conditions);
	}
    }
}

void
flow_cleared (struct solver *solver, struct scratch *s, const struct lk_event *ev)
{
  struct lk_range zero = range_of_compare (LK_EQ, 0);
  for (key_id i = 0; i < solver->context.view->n_keys; i++)
    {
      const struct key *k = key_at (solver->context.view, i);
      if (k->kind == KEY_MEMORY && k->useful && clears_place (ev, k->path))
	scratch_set_condition (&solver->context, s, i, &zero);
    }
}

/* Put into SET the conditions on the SIZE bytes at SRC, as conditions on DEST, and return
   their number.  */
static unsigned
copy_conditions (struct solver *solver, const struct scratch *s,
		 const struct lk_path *dest, const struct lk_path *src,
		 uint64_t size, struct condition *set)
{
  unsigned n = 0;
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct key *k = key_at (solver->context.view, s->conditions[i].key);
      struct path_rest rest;
      if (k->kind != KEY_MEMORY || k->path->addend != 0
	  || !path_within (k->path, src, size, &rest))
	continue;
      struct condition known = s->conditions[i];
      const struct lk_path *place = path_join (solver->context.graph, dest, &rest);
      known.key = place ? key_of_memory (solver->context.view, place) : NO_KEY;
      /* The caller may test the contents of the returned structure.  */
      if (worth_knowing (solver, known.key)
	  || (known.key != NO_KEY && place->root == solver->context.view->returned))
	set[n++] = known;
    }
  return n;
}

/* A copy of a structure that contains something acquired in place is as good as the original,
   and may be released instead.  A lock cannot be copied.  */
void
flow_copy (struct solver *solver, struct scratch *s, const struct lk_path *dest,
	   const struct lk_path *src, uint64_t size)
{
  struct generated generated;
  generated.n = 0;
  generated.dropped = NULL;
  bool moves = (solver->context.obligation->in_place
		&& !solver->context.obligation->kind->lock);
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (!path_rest (s->paths[i], src, &rest) || (rest.nsel == 0 && !moves))
	continue;
      int64_t first = rest.nsel ? rest.sel[0] : rest.addend;
      if (size != 0 && first != LK_ANY
	  && (first < 0 || (uint64_t) first >= size))
	continue;
      add_generated (&generated, path_join (solver->context.graph, dest, &rest));
    }
  struct condition moved[MAX_CONDITIONS];
  unsigned n_moved = copy_conditions (solver, s, dest, src, size, moved);
  flow_clear (solver, s, dest, size);
  add_stored (solver, s, &generated);
  for (unsigned i = 0; i < n_moved; i++)
    scratch_set_condition (&solver->context, s, moved[i].key, &moved[i].range);
}

void
flow_dead (struct solver *solver, struct scratch *s, lk_var object)
{
  for (unsigned i = s->n_paths; i-- > 0;)
    if (s->paths[i]->root == object
	|| (s->paths[i]->nsel
	    && address_into (solver->context.view, s->paths[i]->root, 0) == object))
      scratch_remove_at (s, i);
  scratch_forget_var (&solver->context, s, object);
}

/* ---- Edges: phis, then names that are dead.  ---- */

struct equality { key_id a, b; };

/* Conditions on memory behind the value FROM hold behind the phi TO that gets it.  */
static unsigned
move_conditions (struct solver *solver, const struct scratch *s, lk_var from,
		 lk_var to, struct condition *set, unsigned n)
{
  bool result = solver->context.view->vars[to].result;
  for (unsigned i = 0; i < s->n_conditions && n < MAX_CONDITIONS; i++)
    {
      const struct key *k = key_at (solver->context.view, s->conditions[i].key);
      if (k->kind != KEY_MEMORY || k->path->root != from)
	continue;
      key_id there
	= key_of_memory (solver->context.view,
			 lk_path_make (solver->context.graph, to, k->path->nsel,
				       k->path->sel, k->path->addend));
      if (!key_at (solver->context.view, there)->useful
	  && !key_at (solver->context.view, there)->tests
	  && !(result && k->path->nsel == 1))
	continue;
      set[n].key = there;
      set[n++].range = s->conditions[i].range;
    }
  return n;
}

/* The phi numbered KEY, in block TO, gets the value FROM, of which nothing is known yet: find
   a value equal to it that is still live in TO.  */
static void
add_equal (struct solver *solver, const struct scratch *s, key_id key,
	   const struct lk_operand *from, uint32_t to,
	   struct equality *equal, unsigned *n)
{
  struct function_view *view = solver->context.view;
  key_id k = key_of_operand (view, from), a, b;
  if (*n == MAX_CONDITIONS)
    limit_met (solver->context.unit, solver->context.graph->function, LIMIT_CONDITIONS);
  if (k == NO_KEY || *n == MAX_CONDITIONS)
    return;
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (key_equates (view, s->conditions[i].key, &a, &b)
	&& (a == k || b == k)
	&& key_at (view, a == k ? b : a)->kind == KEY_MEMORY)
      {
	equal[*n].a = key;
	equal[(*n)++].b = a == k ? b : a;
	return;
      }
  if (worth_knowing (solver, k)
      && (key_at (view, k)->kind != KEY_VALUE
	  || live_in (view, key_at (view, k)->path->root, to)))
    {
      equal[*n].a = key;
      equal[(*n)++].b = k;
    }
}

/* The phi numbered KEY gets FROM, a sum of a constant and a value that is known to be equal to
   another: the phi then equals that other value plus the constant (`n++ == wanted', and later
   `n != wanted + 1').  */
static void
add_counted (struct solver *solver, const struct scratch *s, key_id key,
	     const struct lk_operand *from, struct equality *equal, unsigned *n)
{
  struct function_view *view = solver->context.view;
  key_id k = key_of_operand (view, from), a, b;
  if (k == NO_KEY || key_at (view, k)->kind != KEY_EXPRESSION
      || key_at (view, k)->code != LK_PURE_ADD || key_at (view, k)->a_const
      || !key_at (view, k)->b_const)
    return;
  key_id counted = (key_id) key_at (view, k)->a;
  for (unsigned i = 0; i < s->n_conditions && *n < MAX_CONDITIONS; i++)
    if (key_equates (view, s->conditions[i].key, &a, &b)
	&& (a == counted || b == counted)
	&& lk_range_contains (&s->conditions[i].range, 1)
	&& !lk_range_contains (&s->conditions[i].range, 0))
      {
	key_id sum = key_of_sum (view, a == counted ? b : a, key_at (view, k)->b);
	if (!key_at (view, sum)->tests && !key_at (view, sum)->useful)
	  continue;
	equal[*n].a = key;
	equal[(*n)++].b = sum;
      }
}

/* Return true if KEY is about a value that is not read in BLOCK or after it.  */
static bool
key_dead (struct solver *solver, key_id key, uint32_t block)
{
  struct function_view *view = solver->context.view;
  key_id a, b;
  if (key_given (view, key, &a, &b))
    return false;
  if (key_equates (view, key, &a, &b) || key_is_disjunction (view, key, &a, &b))
    return key_dead (solver, a, block) || key_dead (solver, b, block);
  enum lk_compare op;
  int64_t constant;
  if (key_is_literal (view, key, &op, &a, &constant))
    return key_dead (solver, a, block);
  /* Bits of a word that are not tested, only moved to another word.  */
  const struct key *k = key_at (view, key);
  if (!k->tests && k->kind == KEY_EXPRESSION && k->code == LK_PURE_AND
      && key_is_pure (view, key, &a))
    return key_dead (solver, a, block);
  /* The result of a comparison is kept as long as its operands.  */
  if (key_is_answer (view, key))
    {
      const struct lk_definition *def
	= &solver->context.graph->vars[key_at (view, key)->path->root].def;
      return ((def->a.kind == LK_PATH
	       && !live_in (view, def->a.path->root, block))
	      || (def->kind == LK_DEF_COMPARE && def->b.kind == LK_PATH
		  && !live_in (view, def->b.path->root, block)));
    }
  return (key_at (view, key)->kind == KEY_VALUE
	  && !live_in (view, key_at (view, key)->path->root, block));
}

void
flow_edge (struct solver *solver, struct scratch *s, const struct lk_edge *e)
{
  struct lk_block *to = &solver->context.graph->blocks[e->to];
  /* Variables that hold the handle: what is in it dies with them.  */
  lk_var having[SCRATCH_PATHS];
  unsigned n_having = 0;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i]->nsel == 0)
      having[n_having++] = s->paths[i]->root;
  if (to->n_phis)
    {
      struct generated generated;
      generated.n = 0;
      generated.dropped = NULL;
      struct condition set[MAX_CONDITIONS];
      unsigned n_set = 0;
      struct equality equal[MAX_CONDITIONS];
      unsigned n_equal = 0;
      for (uint32_t i = 0; i < to->n_phis; i++)
	{
	  const struct lk_operand *a = &to->phis[i].args[e->pred_index];
	  lk_var r = to->phis[i].result;
	  if (a->kind == LK_PATH && s->n_paths)
	    {
	      bool may = false;
	      for (unsigned k = 0; k < s->n_paths; k++)
		may |= s->paths[k]->root == a->path->root;
	      if (may)
		flow_generate (solver, s,
			       lk_path_make (solver->context.graph, r, 0, NULL, 0),
			       a->path, &generated);
	    }
	  if (a->kind == LK_PATH && a->path->nsel == 0 && a->path->addend == 0)
	    n_set = move_conditions (solver, s, a->path->root, r, set, n_set);
	  key_id key = key_of_var (solver->context.view, r);
	  n_set = bits_moved (&solver->context, s, key, a, set, n_set);
	  if (key != NO_KEY && key_at (solver->context.view, key)->useful)
	    {
	      struct lk_range range = operand_range (&solver->context, s, a);
	      if (n_set == MAX_CONDITIONS)
		limit_met (solver->context.unit, solver->context.graph->function,
			   LIMIT_CONDITIONS);
	      else if (!range_is_all (&range))
		{
		  set[n_set].key = key;
		  set[n_set++].range = range;
		}
	      if (range_is_all (&range) || (range.lo == 0 && range.hi == 1))
		add_equal (solver, s, key, a, e->to, equal, &n_equal);
	      if (range.lo != range.hi)
		add_counted (solver, s, key, a, equal, &n_equal);
	    }
	}
      for (uint32_t i = 0; i < to->n_phis; i++)
	flow_define (solver, s, to->phis[i].result);
      flow_add_generated (solver, s, &generated);
      for (unsigned i = 0; i < n_set; i++)
	scratch_set_condition (&solver->context, s, set[i].key, &set[i].range);
      for (unsigned i = 0; i < n_equal; i++)
	scratch_set_equal (&solver->context, s, equal[i].a, equal[i].b);
    }
  /* In-place handles are objects, not names: they do not die with one.  */
  if (!solver->context.obligation->in_place)
    for (unsigned i = s->n_paths; i-- > 0;)
      {
	const struct lk_path *p = s->paths[i];
	bool inside = false;
	for (unsigned k = 0; p->nsel && p->addend && k < n_having; k++)
	  inside |= having[k] == p->root;
	if (solver->context.graph->vars[p->root].class_ == LK_VAR_VALUE
	    && !live_in (solver->context.view, p->root, e->to)
	    && (p->nsel == 0 || inside || classify_path (&solver->context, p) == PATH_LOCAL))
	  scratch_remove_at (s, i);
      }
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (key_dead (solver, s->conditions[i].key, e->to))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}
