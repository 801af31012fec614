/* The consistency analysis: every obligation is met, on every path, while
   something still holds it (FSE'21, algorithm 1).

   An obligation is an ordered set of resources, each one object: what must be
   called on it, what was, and the places that hold it.  It begins with one; a
   resource alias (a wrapper) that is made of one of its places adds one more.
   It is met where for one resource all that must be called has been called.
   Facts of different paths are not merged: a fact that two paths share is
   followed once, others side by side.

   A value is a place as long as its definition dominates: behind an edge where
   no place is left, the obligation cannot be met any more, so it is checked
   there.  Parameters that a function owns are enforced where it returns only,
   because on exceptions the caller still has them; what a constructor has put
   into an owning field is enforced where it throws only, because then no
   caller has the object.

   Each obligation is followed by itself.  That loses nothing, because no
   obligation ever depends on another one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "verify-internal.h"

struct onode
{
  uint32_t block, index;
  struct ostate state;
  struct onode *same_block, *next;
};

/* ---- Facts.  ---- */

static void
forget_condition (struct ostate *s, lk_var var)
{
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (s->conditions[i].var == var)
      s->conditions[i] = s->conditions[--s->n_conditions];
}

static bool
same_state (const struct ostate *a, const struct ostate *b)
{
  if (a->enforced != b->enforced || a->n_places != b->n_places || a->awaited != b->awaited
      || a->n_resources != b->n_resources || a->thrown != b->thrown
      || a->n_conditions != b->n_conditions)
    return false;
  for (unsigned i = 0; i < a->n_places; i++)
    if (a->places[i].path != b->places[i].path || a->places[i].held != b->places[i].held
	|| a->places[i].resource != b->places[i].resource)
      return false;
  for (unsigned i = 0; i < a->n_resources; i++)
    if (a->resources[i].must != b->resources[i].must
	|| a->resources[i].met != b->resources[i].met
	|| a->resources[i].linked != b->resources[i].linked)
      return false;
  for (unsigned i = 0; i < a->n_conditions; i++)
    if (a->conditions[i].var != b->conditions[i].var
	|| !lk_range_equal (&a->conditions[i].range, &b->conditions[i].range))
      return false;
  return (a->n_keys == b->n_keys && a->n_other_keys == b->n_other_keys
	  && !memcmp (a->keys, b->keys, a->n_keys * sizeof *a->keys)
	  && !memcmp (a->other_keys, b->other_keys, a->n_other_keys * sizeof *a->keys));
}

/* ---- The check.  ---- */

/* Where and why an obligation is lost.  */
struct ending
{
  lk_loc loc;
  uint8_t kind;			/* ENFORCED_RETURN or ENFORCED_EXCEPTION.  */
  const struct lk_event *thrower;	/* Or NULL.  */
  const char *why;		/* Else.  */
};

static const char *
contract_note (struct oblige *o)
{
  struct verifier *v = o->v;
  const struct lk_promise *p = o->source;
  if (o->parameter)
    return NULL;
  if (!p || !p->source)
    return NULL;
  return (p->source_line
	  ? verifier_text (v, "the obligation is from '%s' (%s:%d)", p->name,
			   p->source, p->source_line)
	  : verifier_text (v, "the obligation is from '%s' (%s)", p->name,
			   p->source));
}

static void
tell_loss (struct oblige *o, const struct ostate *s, const struct ending *loss)
{
  struct verifier *v = o->v;
  bool awaits = (s->awaited && !o->excused && !o->promised && !o->alias && !must_unknown (o->must));
  if (o->told || (awaits && o->awaiting))
    return;
  o->told = !awaits;
  if (o->quiet)
    {
      throwing_owner_awaited (o, s, NULL);
      return;
    }
  if (o->excused || o->promised)
    {
      elements_tell (o, s, loss->loc, loss->why);
      return;
    }
  if (o->given)
    {
      tell_breach (v, "promise-broken-conditionally", o->loc,
		   verifier_text (v, "'%s' promises to have called %s on '%s' for some values of"
				  " its arguments, but might not have", v->promise->name,
				  must_text (v->arena, o->must), o->name), 1,
		   loss->loc, loss->why);
      return;
    }
  if (o->alias)
    {
      tell_breach (v, "alias-out-of-scope", o->loc,
		   verifier_text (v, "'%s' is declared to be a resource alias"
				  " of the result, but goes out of scope",
				  o->name ? o->name : "the parameter"), 1,
		   loss->loc, "it is lost here");
      return;
    }
  if (must_unknown (o->must))
    {
      tell_breach (v, "not-known", o->loc,
		   (o->name
		    ? verifier_text (v, "it is not known what must be called on"
				     " '%s'", o->name)
		    : "it is not known what must be called on what is acquired"
		      " here"), 2, loss->loc, "it is lost here", o->loc,
		   contract_note (o));
      return;
    }
  const char *must = must_text (v->arena, o->must);
  const char *article = o->type && strchr ("AEIOU", *o->type) ? "an" : "a";
  const char *text;
  if (o->construction)
    text = verifier_text (v, "%s might not be called on the '%s' under construction,"
			  " which holds a resource from here on", must, o->type);
  else if (o->name)
    text = verifier_text (v, "%s might not be called on %s%s'%s'%s%s%s%s%s", must,
			  o->elements ? "the elements of " : "",
			  o->parameter ? "owned parameter " : "", o->name,
			  o->type ? ", " : "", o->type ? article : "",
			  o->type ? " '" : "", o->type ? o->type : "",
			  o->type ? "'" : "");
  else
    text = verifier_text (v, "%s might not be called on the %s%s%s%s acquired"
			  " here", must, o->elements ? "elements of the " : "",
			  o->type ? "'" : "",
			  o->type ? o->type : "resource", o->type ? "'" : "");
  const char *lost;
  if (loss->thrower)
    {
      const struct lk_promise *p = event_promise (v, loss->thrower);
      if (p && p->thrown)
	lost = verifier_text (v, "it is lost here if '%s' throws '%s'",
			      p->name, p->thrown);
      else
	lost = verifier_text (v, "it is lost here if '%s' throws an exception",
			      p ? p->name : loss->thrower->callee
			      ? loss->thrower->callee->name : "this");
    }
  else
    lost = loss->why;
  if (!o->parameter && !o->construction)
    {
      v->handle = o->name ? o->name : o->place;
      v->acquirer = o->source ? o->source->name : NULL;
    }
  v->losing = awaits ? o : NULL;
  v->lost = s;
  tell_breach (v, "not-called", o->loc, text, 2, loss->loc, lost, o->loc,
	       contract_note (o));
  v->losing = NULL;
}

static void
check (struct oblige *o, const struct ostate *s, const struct ending *loss)
{
  if (!(s->enforced & loss->kind) || ((o->excused & loss->kind) && ostate_kept (o, s))
      || (o->lost_elsewhere && !ostate_kept (o, s)))
    return;
  if (o->alias ? loss->kind == ENFORCED_RETURN : !ostate_met (s))
    tell_loss (o, s, loss);
}

/* ---- Branches.  ---- */

struct assuming
{
  struct oblige *o;
  struct ostate *s;
  bool possible;
};

static void
obligation_assume (void *data, lk_var var, const struct lk_range *range)
{
  struct assuming *a = data;
  if (a->possible && !ostate_assume (a->o, a->s, var, range))
    a->possible = false;
}

/* ---- Edges.  ---- */

static bool
in_scope (const struct verifier *v, const struct lk_path *path, uint32_t block)
{
  if (v->graph->vars[path->root].class_ != LK_VAR_VALUE)
    return true;
  uint32_t def = v->view->vars[path->root].def_block;
  return def != UINT32_MAX && dominates (v->view, def, block);
}

static void
enter_phis (struct oblige *o, struct ostate *s, const struct lk_edge *edge)
{
  struct lk_block *to = &o->v->graph->blocks[edge->to];
  struct place added[MAX_TRACKED];
  struct ostate before = *s;
  unsigned n = 0;
  /* A value that is defined here is computed again: its conditions belong to another
     iteration.  (Found by random.exp: a loop acquired, and never failed.)  */
  for (unsigned i = s->n_conditions; i-- > 0;)
    {
      const struct var_info *info = &o->v->view->vars[s->conditions[i].var];
      if (info->def_block == edge->to && !info->phi)
	s->conditions[i] = s->conditions[--s->n_conditions];
    }
  for (uint32_t i = 0; i < to->n_phis; i++)
    {
      const struct lk_operand *arg = &to->phis[i].args[edge->pred_index];
      int r = arg->kind == LK_PATH ? ostate_find (s, arg->path) : -1;
      enum held held = ostate_held (s, arg);
      if (r >= 0 && held <= HELD_TO_COME && n == MAX_TRACKED)
	limit_met (o->v->unit, o->v->function, LIMIT_TRACKED);
      else if (r >= 0 && held <= HELD_TO_COME)
	{
	  added[n].held = held;
	  added[n].path = lk_path_make (o->v->graph, to->phis[i].result, 0,
					NULL, 0);
	  added[n++].resource = r;
	}
    }
  for (uint32_t i = 0; i < to->n_phis; i++)
    {
      const struct lk_operand *arg = &to->phis[i].args[edge->pred_index];
      ostate_remove_root (s, to->phis[i].result);
      forget_condition (s, to->phis[i].result);
      if (arg->kind == LK_CONST && o->v->tested[to->phis[i].result])
	{
	  struct lk_range only = { arg->value, arg->value, 0, 0 };
	  ostate_condition (o, s, to->phis[i].result, &only);
	}
      else if (is_value (arg) && o->v->tested[to->phis[i].result])
	for (unsigned k = 0; k < s->n_conditions; k++)
	  if (s->conditions[k].var == arg->path->root)
	    {
	      struct lk_range known = s->conditions[k].range;
	      ostate_condition (o, s, to->phis[i].result, &known);
	      break;
	    }
    }
  for (unsigned i = 0; i < n; i++)
    ostate_hold (o, s, added[i].path, added[i].resource, added[i].held);
  elements_enter (o, s, &before, edge);
}

static void
follow_later (struct oblige *o, const struct ostate *s, uint32_t block, uint32_t index)
{
  for (struct onode *n = o->seen[block]; n; n = n->same_block)
    if (n->index == index && same_state (&n->state, s))
      return;
  if (o->n_nodes++ == MAX_NODES)
    {
      struct ending loss = { o->loc, s->enforced, NULL,
			   "it is not known: too many ways lead on from here" };
      limit_met (o->v->unit, o->v->function, LIMIT_NODES);
      check (o, s, &loss);
      o->told = o->stopped = true;
      return;
    }
  struct onode *n = lk_arena_alloc (o->arena, sizeof *n);
  n->block = block;
  n->index = index;
  n->state = *s;
  n->same_block = o->seen[block];
  o->seen[block] = n;
  *o->queue_tail = n;
  o->queue_tail = &n->next;
}

/* Return true if some place of S is used in BLOCK, or later.  */
static bool
still_used (const struct verifier *v, const struct ostate *s, uint32_t block)
{
  for (unsigned i = 0; i < s->n_places; i++)
    {
      lk_var root = s->places[i].path->root;
      bool formal = v->graph->vars[root].class_ == LK_VAR_FORMAL;
      if (formal ? v->view->vars[root].uses != NULL : live_in (v->view, root, block))
	return true;
    }
  return false;
}

/* Follow EDGE, which leaves BLOCK; THROWER is the call that throws.  */
static void
follow (struct oblige *o, const struct ostate *from,
	const struct lk_block *block, const struct lk_edge *edge,
	const struct lk_event *thrower)
{
  struct verifier *v = o->v;
  struct ostate s = *from;
  struct assuming a = { o, &s, true };
  if (!edge_possible (block, edge) || elements_contradict (o, &s, block, edge)
      || ostate_contradicts (o, &s, block, edge))
    return;
  assume_edge (v, block, edge, obligation_assume, &a);
  if (!a.possible)
    return;
  if (edge->flags & LK_EDGE_EXCEPTION)
    {
      s.thrown = true;
      s.thrower = thrower;
    }
  bool kept = o->excused && ostate_kept (o, &s);
  enter_phis (o, &s, edge);
  for (unsigned i = s.n_places; i-- > 0;)
    if (!in_scope (v, s.places[i].path, edge->to))
      ostate_remove_place (&s, i);
  /* The object that has the collection is no longer known.  */
  if (kept && !ostate_kept (o, &s))
    return;
  if (ostate_holds_none (&s))
    {
      if (!thrower && s.thrown)
	thrower = s.thrower;
      lk_loc at = (thrower ? thrower->loc : block->n_events
		   ? block->events[block->n_events - 1].loc : block->loc);
      struct ending loss = { at ? at : o->loc,
			   s.thrown ? ENFORCED_EXCEPTION : ENFORCED_RETURN,
			   thrower, "it goes out of scope behind this" };
      check (o, &s, &loss);
      return;
    }
  if (!v->leads_out[edge->to] && !still_used (v, &s, edge->to))
    {
      const struct lk_block *to = &v->graph->blocks[edge->to];
      lk_loc at = to->n_events ? to->events[0].loc : to->loc;
      struct ending loss = { at ? at : o->loc, ENFORCED_RETURN, NULL,
			     "it is not used from here on, and this loop never ends" };
      check (o, &s, &loss);
      return;
    }
  follow_later (o, &s, edge->to, 0);
}

/* ---- Events.  ---- */

/* The obligation's handle is stored in an owning field.  Return false if the object owns it
   from now on.  */
static bool
store_owning (struct oblige *o, struct ostate *s, const struct lk_path *dest,
	      int r, lk_loc loc)
{
  struct verifier *v = o->v;
  const struct lk_field_promise *field = dest->field;
  if (v->unit->options.no_creates && !field->is_final)
    return true;
  obligation_stored (o, s, field, loc, r);
  if (o->alias && field->n_owning > 1)
    {
      /* Each field needs a resource of its own.  */
      unsigned n = 0;
      for (unsigned i = 0; i < v->promise->n_args; i++)
	n += v->promise->args[i].alias;
      if (n < field->n_owning)
	return true;
    }
  bool own = (v->promise && v->promise->constructor && dest->nsel == 1
	      && v->graph->n_formals
	      && lk_is_first_formal (v->graph, dest->root));
  if (!own)
    return false;
  s->enforced &= ~ENFORCED_RETURN;
  if (!s->enforced)
    return false;
  if (field->elements)
    ostate_hold (o, s, dest, r, HELD_BY);
  else
    /* No other code has the object yet.  */
    ostate_add (o, s, dest, r);
  return true;
}

/* Return true if the result at the end BLOCK says that the obligation is the caller's.  */
static bool
declared_by_result (const struct verifier *v, const struct ostate *s,
		    const struct lk_block *block)
{
  struct lk_range known = LK_RANGE_ALL;
  if (block->a.kind == LK_CONST)
    known.lo = known.hi = block->a.value;
  else if (is_value (&block->a))
    for (unsigned i = 0; i < s->n_conditions; i++)
      if (s->conditions[i].var == block->a.path->root)
	known = s->conditions[i].range;
  for (unsigned i = 0; i < s->n_places; i++)
    {
      const struct lk_acquires *a = declared_at (v, s->places[i].path);
      bool holds = a != NULL;
      for (unsigned k = 0; a && k < a->n_conditions; k++)
	holds &= lk_range_within (&known, &a->conditions[k].range);
      if (holds)
	return true;
    }
  return false;
}

static bool
local_object (const struct verifier *v, lk_var var)
{
  return v->graph->vars[var].class_ == LK_VAR_OBJECT;
}

/* Return true if PATH is in an array that was made here.  */
static bool
fresh_array (const struct verifier *v, const struct lk_path *path)
{
  const struct lk_event *ev = var_call (v->view, path->root);
  return (path->nsel == 1 && ev && ev->callee
	  && (ev->callee->flags & LK_FN_NEW)
	  && !strcmp (ev->callee->name, "new array"));
}

/* SIZE bytes (0: all that follow) at the address TO are overwritten.  */
static void
overwrite (struct ostate *s, const struct lk_path *to, uint64_t size)
{
  for (unsigned i = s->n_places; i-- > 0;)
    {
      const struct lk_path *p = s->places[i].path;
      if (p->root == to->root && p->nsel > to->nsel
	  && !memcmp (p->sel, to->sel, to->nsel * sizeof *p->sel))
	{
	  int64_t at = p->sel[to->nsel];
	  if (at == LK_ANY || to->addend == LK_ANY
	      || (at >= to->addend
		  && (size == 0 || at < to->addend + (int64_t) size)))
	    ostate_remove_place (s, i);
	}
    }
}

static bool
obligation_assign (struct oblige *o, struct ostate *s, const struct lk_event *ev)
{
  struct verifier *v = o->v;
  if (ev->dest.kind != LK_PATH)
    return true;
  const struct lk_path *dest = ev->dest.path;
  int r = ev->src.kind == LK_PATH ? ostate_find (s, ev->src.path) : -1;
  if (!(ev->src.kind == LK_CONST && ev->src.value == 0))
    obligation_filled (o, s, dest, ev);
  if (dest->nsel == 0)
    {
      const struct lk_field_promise *declared = v->graph->vars[dest->root].declared;
      if (r >= 0 && declared && declared->cast)
	obligation_cast (o, s, declared, ev->loc, r);
      else if (r >= 0 && declared && declared->narrowed)
	obligation_stored (o, s, declared, ev->loc, r);
      enum held held = ostate_held (s, &ev->src);
      ostate_remove_root (s, dest->root);
      if (r >= 0 && (held <= HELD_TO_COME || held == HELD_KEY_OWN || held == HELD_KEY_OTHER
		     || held == HELD_KEYS))
	ostate_hold (o, s, dest, r, held);
      return true;
    }
  bool fits = (dest->field
	       && (dest->field->cell
		   || dest->field->elements == (ostate_held (s, &ev->src) == HELD_BY)));
  if (r >= 0 && fits && dest->field->owning && !v->unit->options.no_ownership)
    return store_owning (o, s, dest, r, ev->loc);
  if (r >= 0 && dest->field && dest->field->narrowed
      && !dest->field->owning)
    obligation_stored (o, s, dest->field, ev->loc, r);
  if (r >= 0 && declared_place (v, dest))
    return false;
  if (dest == o->kept && ostate_kept (o, s))
    s->removed = ev;
  for (unsigned i = s->n_places; i-- > 0;)
    {
      const struct lk_path *p = s->places[i].path;
      if (p == dest
	  || (p->nsel && p->root == dest->root
	      && (p->sel[0] == LK_ANY || dest->sel[0] == LK_ANY)))
	ostate_remove_place (s, i);
    }
  if (r >= 0 && dest->nsel == 1
      && (local_object (v, dest->root)
	  || (fresh_array (v, dest) && dest->sel[0] != LK_ANY)))
    ostate_add (o, s, dest, r);
  /* The result tells who owns it.  */
  if (r >= 0 && declared_at (v, dest))
    ostate_add (o, s, dest, r);
  return true;
}

/* A structure that has to be released is assigned to another one.  */
static void
move_object (struct oblige *o, struct ostate *s, const struct ostate *before,
	     const struct lk_event *ev)
{
  const struct lk_path *to = ev->dest.path;
  if (!local_object (o->v, to->root) || to->nsel)
    return;
  int was = ostate_find (s, to);
  if (was >= 0)
    for (unsigned i = s->n_places; i-- > 0;)
      if (s->places[i].path == to)
	ostate_remove_place (s, i);
  int r = ev->src.kind == LK_PATH ? ostate_find (before, ev->src.path) : -1;
  if (r >= 0 && local_object (o->v, ev->src.path->root))
    ostate_add (o, s, to, r);
}

static void
copy (struct oblige *o, struct ostate *s, const struct lk_event *ev)
{
  if (ev->dest.kind != LK_PATH)
    return;
  const struct lk_path *to = ev->dest.path;
  struct ostate before = *s;
  overwrite (s, to, ev->size);
  move_object (o, s, &before, ev);
  if (ev->src.kind != LK_PATH || ev->src.path->nsel
      || !local_object (o->v, to->root) || to->nsel || to->addend == LK_ANY
      || ev->src.path->addend == LK_ANY)
    return;
  for (unsigned i = 0; i < before.n_places; i++)
    {
      const struct lk_path *p = before.places[i].path;
      int64_t at = p->nsel == 1 ? p->sel[0] - ev->src.path->addend : -1;
      if (p->root == ev->src.path->root && p->nsel == 1
	  && p->sel[0] != LK_ANY && at >= 0
	  && (ev->size == 0 || (uint64_t) at < ev->size))
	{
	  int64_t sel = at + to->addend;
	  ostate_add (o, s, lk_path_make (o->v->graph, to->root, 1, &sel, 0),
		      before.places[i].resource);
	}
    }
}

/* Return false if another owner has the obligation.  */
static bool
obligation_step (struct oblige *o, struct ostate *s, const struct lk_event *ev)
{
  switch (ev->kind)
    {
    case LK_EVENT_ASSIGN:
      return obligation_assign (o, s, ev);
    case LK_EVENT_COPY:
      copy (o, s, ev);
      return true;
    case LK_EVENT_CLEAR:
      if (ev->dest.kind == LK_PATH)
	overwrite (s, ev->dest.path, ev->size);
      return true;
    case LK_EVENT_DEAD:
      if (ev->dest.kind == LK_PATH)
	ostate_remove_root (s, ev->dest.path->root);
      return true;
    case LK_EVENT_CALL:
      return obligation_call (o, s, ev, false);
    }
  return true;
}

/* ---- Blocks.  ---- */

/* A returned resource needs more than the result is declared to need.  */
static void
check_returned (struct oblige *o, const struct ostate *s,
		const struct lk_block *block)
{
  struct verifier *v = o->v;
  const struct lk_value_promise *result = &v->promise->result;
  int r = ostate_find (s, block->a.path);
  const struct resource *resource = &s->resources[r];
  bool elements = ostate_held (s, &block->a) == HELD_BY;
  const struct lk_must *promised = elements ? result->elements : result->must;
  if (r < 0 || o->alias || (!result->type && !elements) || result->variable
      || resource->met == must_all (resource->must)
      || v->unit->options.no_ownership || !(s->enforced & ENFORCED_RETURN))
    return;
  if (result->alias && !v->unit->options.no_aliases)
    {
      tell_breach (v, "must-call-mismatch", block->loc,
		   verifier_text (v, "the result of '%s' is declared to be a"
				  " resource alias of a parameter, but what is"
				  " returned here is not", v->promise->name),
		   0);
      o->told = true;
      return;
    }
  if (!result->owning
      || (!result->nothing && must_subset (resource->must, promised)))
    return;
  tell_breach (v, "must-call-mismatch", block->loc,
	       verifier_text (v, "%s must be called on what is returned here,"
			      " but the result of '%s' promises less",
			      must_text (v->arena, resource->must),
			      v->promise->name), 0);
  o->told = true;
}

static void
leave_by_return (struct oblige *o, struct ostate *s,
		 const struct lk_block *block)
{
  struct verifier *v = o->v;
  const struct lk_promise *p = v->promise;
  bool given = (block->a.kind == LK_PATH && ostate_find (s, block->a.path) >= 0
		&& ostate_held (s, &block->a) <= HELD_TO_COME);
  if (block->aggregate_result && block->a.kind == LK_PATH)
    for (unsigned i = 0; i < s->n_places; i++)
      given |= (s->places[i].path->root == block->a.path->root
		&& s->places[i].path->nsel <= 1);
  if (given && p && !p->lambda && !block->aggregate_result)
    check_returned (o, s, block);
  if (given && p && p->result.must && !(v->function->flags & LK_FN_JAVA)
      && !o->alias)
    {
      int r = ostate_find (s, block->a.path);
      if (r >= 0 && !must_fits (v, s->resources[r].must, p->result.must)
	  && s->resources[r].met != must_all (s->resources[r].must))
	for (const struct lk_must *m = p->result.must; m; m = m->next)
	  for (const struct lk_name *n = m->names; n; n = n->next)
	    disposal_relied (o, n->name, s->resources[r].must, block->loc);
    }
  bool elements = ostate_held (s, &block->a) == HELD_BY;
  if (given && p && !p->lambda && (!elements || p->result.elements || p->result.must)
      && (p->result.owning || p->result.alias || v->unit->options.no_ownership))
    s->enforced &= ~ENFORCED_RETURN;
  if (declared_by_result (v, s, block))
    s->enforced &= ~ENFORCED_RETURN;
  struct ending loss = { block->loc ? block->loc : v->graph->end_loc,
		       ENFORCED_RETURN, NULL, "it is lost where the function"
		       " returns" };
  if (given && !(p && p->lambda))
    loss.why = "it is returned here, but the result is not owned by callers";
  check (o, s, &loss);
}

/* Follow S from event INDEX of BLOCK on.  */
static void
run (struct oblige *o, struct ostate *s, uint32_t number, uint32_t index)
{
  struct verifier *v = o->v;
  const struct lk_block *block = &v->graph->blocks[number];
  const struct lk_event *last = NULL;
  struct ostate thrown = { .n_places = 0 };
  bool throws = false, placed = false;
  v->unit->stats.facts++;
  for (uint32_t i = index; i < block->n_events; i++)
    {
      const struct lk_event *ev = &block->events[i];
      placed |= ev->loc != 0;
      if (ev->kind == LK_EVENT_CALL)
	{
	  last = ev;
	  thrown = *s;
	  throws = obligation_call (o, &thrown, ev, true);
	  if (throws && ev->throws)
	    {
	      struct ending loss = { ev->loc, ENFORCED_EXCEPTION, ev, NULL };
	      check (o, &thrown, &loss);
	    }
	  if (event_ends (v, ev))
	    goto exceptions;
	}
      bool kept = o->excused && ostate_kept (o, s) && ev->dest.kind == LK_PATH
		  && ev->dest.path->nsel == 0 && ev->dest.path->root == o->kept->root;
      if (kept
	  || (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH && ev->dest.path->nsel
	      && !elements_store (o, s, ev, number))
	  || !obligation_step (o, s, ev)
	  || (ev->kind == LK_EVENT_CALL && !elements_call (o, s, ev, number, i)))
	goto exceptions;
      if (ev->kind == LK_EVENT_ASSIGN)
	elements_load (o, s, ev, number, i);
      if (ostate_holds_none (s))
	{
	  struct ending loss = { ev->loc, ENFORCED_RETURN, NULL,
			       "it is overwritten or unused here" };
	  check (o, s, &loss);
	  goto exceptions;
	}
    }
  if (placed)
    s->thrown = false;
  if (block->term == LK_TERM_RETURN)
    leave_by_return (o, s, block);
  else if (block->term == LK_TERM_UNWIND)
    {
      const struct lk_event *thrower = s->thrown ? s->thrower : NULL;
      struct ending loss = { thrower ? thrower->loc : block->loc ? block->loc
			     : v->graph->end_loc, ENFORCED_EXCEPTION, thrower,
			   "it is lost where the function is left by an"
			   " exception" };
      check (o, s, &loss);
    }
  for (uint32_t i = 0; i < block->n_succs; i++)
    if (!(block->succs[i]->flags & LK_EDGE_EXCEPTION))
      follow (o, s, block, block->succs[i], NULL);
exceptions:
  if (last && last == &block->events[block->n_events - 1] && throws)
    for (uint32_t i = 0; i < block->n_succs; i++)
      if (block->succs[i]->flags & LK_EDGE_EXCEPTION)
	follow (o, &thrown, block, block->succs[i], last);
}

static void
remember_one (void *data, lk_var var, const struct lk_range *range)
{
  struct assuming *a = data;
  if (a->o->v->repeated[var])
    ostate_condition (a->o, a->s, var, range);
}

/* "if (b) r = new Res (); ... if (b) r.close ();": remember what branches have decided before
   BLOCK, where other branches test the same.  */
static void
remember_conditions (struct oblige *o, struct ostate *s, uint32_t block)
{
  struct verifier *v = o->v;
  struct assuming a = { o, s, true };
  for (uint32_t b = block; b != 0 && v->view->idom[b] != UINT32_MAX; b = v->view->idom[b])
    if (v->graph->blocks[b].n_preds == 1 && !v->graph->blocks[b].preds[0]->flags)
      assume_edge (v, &v->graph->blocks[v->graph->blocks[b].preds[0]->from],
		   v->graph->blocks[b].preds[0], remember_one, &a);
}

void
follow_obligation (struct oblige *o, struct ostate *s, uint32_t block,
		   uint32_t index)
{
  o->v->unit->stats.obligations++;
  o->arena = lk_arena_new ();
  o->seen = lk_arena_alloc_array (o->arena, o->v->graph->n_blocks,
				  sizeof *o->seen);
  o->later = follow_later;
  o->queue = NULL;
  o->queue_tail = &o->queue;
  remember_conditions (o, s, block);
  if (s->n_places)
    run (o, s, block, index);
  else
    {
      struct ending loss = { o->loc, ENFORCED_RETURN, NULL,
			   "the result is not used" };
      check (o, s, &loss);
    }
  /* Whether reported or not: what is created on the remaining paths has an owner.  */
  while (o->queue && !o->stopped)
    {
      struct onode *n = o->queue;
      o->queue = n->next;
      if (!o->queue)
	o->queue_tail = &o->queue;
      struct ostate state = n->state;
      run (o, &state, n->block, n->index);
    }
  lk_arena_free (o->arena);
  throwing_owner_followed (o);
}
