/* Facts: P and G, built in a scratch fact of fixed size, then copied into a
   node.  Facts have few paths and conditions, so sorted arrays are searched
   linearly.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "state-internal.h"

void
scratch_load (struct scratch *s, const struct fact *f)
{
  s->n_paths = f->n_paths;
  s->n_conditions = f->n_conditions;
  s->flags = f->flags;
  s->written = f->written;
  s->members = f->members;
  s->why = f->why;
  s->loss = f->loss;
  if (f->n_paths)
    memcpy (s->paths, f->paths, f->n_paths * sizeof *f->paths);
  if (f->n_conditions)
    memcpy (s->conditions, f->conditions,
	    f->n_conditions * sizeof *f->conditions);
}

bool
scratch_has_room (struct context *context, const struct scratch *s,
		  const struct lk_path *path)
{
  /* Access paths of the value itself cost nothing to follow and are not what the limit is
     about: only paths through memory count, other than that of the handle itself.  */
  unsigned deep = path->nsel > 0;
  for (unsigned k = 0; k < s->n_paths; k++)
    if (s->paths[k] == path)
      return true;
    else
      deep += (s->paths[k]->nsel > 0
	       && !place_inside (context, s, s->paths[k]));
  return deep <= context->unit->options.breadth && s->n_paths < SCRATCH_PATHS;
}

void
scratch_add (struct context *context, struct scratch *s,
	     const struct lk_path *path)
{
  unsigned i = 0;
  while (i < s->n_paths && s->paths[i]->index < path->index)
    i++;
  if (i < s->n_paths && s->paths[i] == path)
    return;
  if (context->problem && context->problem->path_added)
    context->problem->path_added (context, path);
  if (path->nsel > context->unit->options.depth)
    {
      solver_limit (context, s, LIMIT_OF_DEPTH);
      return;
    }
  if (!scratch_has_room (context, s, path))
    {
      /* Code that has the block has what is in it.  */
      if (place_inside (context, s, path))
	return;
      solver_limit (context, s, LIMIT_OF_BREADTH);
      return;
    }
  memmove (s->paths + i + 1, s->paths + i,
	   (s->n_paths - i) * sizeof *s->paths);
  s->paths[i] = path;
  s->n_paths++;
}

void
scratch_remove_at (struct scratch *s, unsigned i)
{
  s->n_paths--;
  memmove (s->paths + i, s->paths + i + 1,
	   (s->n_paths - i) * sizeof *s->paths);
}

/* ---- Conditions.  ---- */

const struct lk_range *
scratch_condition (const struct scratch *s, key_id key)
{
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (s->conditions[i].key == key)
      return &s->conditions[i].range;
  return NULL;
}

/* Return how far the next mention of ROOT by SEL is from the event in hand, in blocks in
   reverse postorder: one that is only before it, in a loop, is further than all that follow.  */
static uint32_t
next_mention (const struct context *context, const struct mentions *all)
{
  const struct function_view *view = context->view;
  uint32_t n = view->graph->n_blocks, here = view->order[context->block], least = 2 * n + 1;
  for (const struct mention *m = all ? all->first : NULL; m; m = m->next)
    {
      uint32_t there = view->order[m->block];
      uint32_t distance = there >= here ? there - here : n + there;
      if (distance < least && m->what != MENTION_PHI)
	least = distance;
    }
  return least;
}

/* Return how far away the next test of KEY is.  */
static uint32_t
next_test (const struct context *context, key_id key, unsigned depth)
{
  const struct key *k = key_at (context->view, key);
  uint32_t least = UINT32_MAX;
  if (k->kind == KEY_EXPRESSION)
    {
      uint32_t a = UINT32_MAX, b = UINT32_MAX;
      if (!k->a_const && depth < MAX_DEF_DEPTH)
	a = next_test (context, (key_id) k->a, depth + 1);
      if (!k->b_const && k->b && depth < MAX_DEF_DEPTH)
	b = next_test (context, (key_id) k->b, depth + 1);
      return a < b ? a : b;
    }
  const struct regions *r = regions_of (context->view);
  if (k->path->root >= context->view->n_vars)
    return least;
  if (k->path->nsel)
    return next_mention (context, regions_mentions (r, k->path->root, k->path->sel[0]));
  for (const struct mentions *all = r->by_root[k->path->root]; all; all = all->same_root)
    {
      uint32_t distance = next_mention (context, all);
      if (distance < least)
	least = distance;
    }
  return least;
}

void
scratch_set_condition (struct context *context, struct scratch *s, key_id key,
		       const struct lk_range *range)
{
  unsigned i = 0;
  if (context->slice && !slice_knows (context->slice, key))
    return;
  while (i < s->n_conditions && s->conditions[i].key < key)
    i++;
  if (i < s->n_conditions && s->conditions[i].key == key)
    {
      if (range_is_all (range))
	{
	  s->n_conditions--;
	  memmove (s->conditions + i, s->conditions + i + 1,
		   (s->n_conditions - i) * sizeof *s->conditions);
	}
      else
	s->conditions[i].range = *range;
      return;
    }
  if (range_is_all (range))
    return;
  if (s->n_conditions == MAX_CONDITIONS)
    {
      solver_limited (context, LIMIT_CONDITIONS);
      unsigned victim = 0;
      uint32_t furthest = 0;
      for (unsigned k = 0; k < s->n_conditions; k++)
	{
	  uint32_t distance = next_test (context, s->conditions[k].key, 0);
	  if (distance >= furthest)
	    {
	      furthest = distance;
	      victim = k;
	    }
	}
      if (next_test (context, key, 0) >= furthest)
	return;
      s->n_conditions--;
      memmove (s->conditions + victim, s->conditions + victim + 1,
	       (s->n_conditions - victim) * sizeof *s->conditions);
      if (victim < i)
	i--;
    }
  memmove (s->conditions + i + 1, s->conditions + i,
	   (s->n_conditions - i) * sizeof *s->conditions);
  s->conditions[i].key = key;
  s->conditions[i].range = *range;
  s->n_conditions++;
}

unsigned
add_equals (const struct context *context, const struct scratch *s, key_id key, key_id *equal,
	    unsigned n)
{
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      key_id a, b;
      if (s->conditions[i].range.lo != 1 || s->conditions[i].range.hi != 1
	  || !key_equates (context->view, s->conditions[i].key, &a, &b)
	  || (a != key && b != key))
	continue;
      key_id other = a == key ? b : a;
      unsigned j = 0;
      while (j < n && equal[j] != other)
	j++;
      if (j == n && n <= MAX_CONDITIONS)
	equal[n++] = other;
    }
  return n;
}

bool
scratch_restrict (struct context *context, struct scratch *s, key_id key,
		  const struct lk_range *range)
{
  key_id equal[MAX_CONDITIONS + 1] = { key };
  struct lk_range r = *range;
  unsigned n = 1;
  for (unsigned i = 0; i < n; i++)
    {
      const struct lk_range *known = scratch_condition (s, equal[i]);
      if (known && !range_intersect (&r, known))
	return false;
      if (known || key_at (context->view, equal[i])->useful)
	scratch_set_condition (context, s, equal[i], &r);
      n = add_equals (context, s, equal[i], equal, n);
    }
  return true;
}

void
scratch_set_equal (struct context *context, struct scratch *s, key_id a, key_id b)
{
  if (a == b || a == NO_KEY || b == NO_KEY)
    return;
  struct lk_range yes = { 1, 1, 0, 0 };
  scratch_set_condition (context, s, key_of_equality (context->view, a, b), &yes);
}

void
scratch_forget_var (struct context *context, struct scratch *s, lk_var v)
{
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (key_depends_on_var (context->view, s->conditions[i].key, v))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

/* Return true if KEY is about MEMBERS of what PLACE points to, or what is behind them.  */
static bool
key_has_member (const struct function_view *view, key_id id,
		const struct lk_path *place, uint64_t members)
{
  const struct key *k = key_at (view, id);
  if (k->kind == KEY_VALUE)
    return false;
  if (k->kind == KEY_EXPRESSION)
    return ((!k->a_const && key_has_member (view, k->a, place, members))
	    || (!k->b_const && k->b
		&& key_has_member (view, k->b, place, members)));
  return (k->path->root == place->root && k->path->nsel > place->nsel
	  && (member_bit (k->path->sel[place->nsel]) & members));
}

void
scratch_forget_members (struct context *context, struct scratch *s,
			const struct lk_path *place, uint64_t members)
{
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (key_depends_on_memory (context->view, s->conditions[i].key, place)
	&& (members == UINT64_MAX
	    || key_has_member (context->view, s->conditions[i].key, place,
			       members)))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

void
scratch_forget_memory (struct context *context, struct scratch *s,
		       const struct lk_path *place)
{
  scratch_forget_members (context, s, place, UINT64_MAX);
}

/* Return true if KEY is about memory behind ROOT, but not behind its bytes FROM ..  FROM +
   SIZE - 1.  */
static bool
key_outside (const struct function_view *view, key_id id, lk_var root, int64_t from,
	     uint64_t size)
{
  const struct key *k = key_at (view, id);
  if (k->kind == KEY_VALUE)
    return true;
  if (k->kind == KEY_EXPRESSION)
    return ((k->a_const || key_outside (view, k->a, root, from, size))
	    && (k->b_const || !k->b
		|| key_outside (view, k->b, root, from, size)));
  const struct lk_path *p = k->path;
  return (p->root != root
	  || (p->nsel && p->sel[0] != LK_ANY
	      && (p->sel[0] < from
		  || (uint64_t) p->sel[0] - (uint64_t) from >= size)));
}

void
scratch_forget_part (struct context *context, struct scratch *s,
		     const struct lk_path *path, uint64_t size,
		     uint64_t members)
{
  if (path->nsel || path->addend == LK_ANY)
    {
      scratch_forget_members (context, s, path, members);
      return;
    }
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (!key_outside (context->view, s->conditions[i].key, path->root,
		      path->addend, size)
	&& (members == UINT64_MAX
	    || key_has_member (context->view, s->conditions[i].key, path,
			       members)))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

/* ---- Paths put together and taken apart.  ---- */

bool
fact_outlives (struct context *context, const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      enum path_class c = classify_path (context, s->paths[i]);
      if ((c == PATH_CALLER || c == PATH_GLOBAL || c == PATH_FOREIGN)
	  && !path_in_new_object (context, s->paths[i])
	  && !place_inside (context, s, s->paths[i]))
	return true;
    }
  return false;
}

/* Return true if the value OP is an access path of the handle, or was read from one.  */
static bool
names_handle (const struct context *context, const struct scratch *s, const struct lk_operand *op)
{
  if (op->kind != LK_PATH)
    return false;
  const struct lk_path *from
    = op->path->nsel ? NULL : loaded_from (context->view, op->path->root);
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i] == op->path || (from && from->nsel && s->paths[i] == from))
      return true;
  return false;
}

bool
filled_by_call (const struct context *context, const struct scratch *s,
		const struct lk_operand *op)
{
  const struct lk_path *from
    = op->path->nsel || op->path->addend ? NULL : loaded_from (context->view, op->path->root);
  if (!from || from->nsel != 1)
    return false;
  const struct var_info *vi = var_at (context->view, op->path->root);
  lk_var object = from->root;
  const struct lk_block *bl = &context->graph->blocks[vi->def_block];
  for (uint32_t i = vi->def_event; i-- > 0;)
    {
      const struct lk_event *ev = &bl->events[i];
      bool fills = false, given = false;
      for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	    && ev->args[k].path->root == object)
	  fills = true;
	else
	  given |= names_handle (context, s, &ev->args[k]);
      if (fills)
	return given;
    }
  return false;
}

bool
place_inside (const struct context *context, const struct scratch *s, const struct lk_path *place)
{
  struct path_rest rest;
  const struct obligation *o = context->obligation;
  if (place->addend == 0 || o->in_place)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i] != place && path_rest (place, s->paths[i], &rest) && rest.nsel)
      return true;
  return false;
}

bool
is_limit_text (const char *why)
{
  return (strcmp (why, LIMIT_OF_DEPTH) == 0 || strcmp (why, LIMIT_OF_BREADTH) == 0
	  || strcmp (why, LIMIT_OF_FACTS) == 0);
}

const char *
assumed_limit (const struct scratch *s)
{
  return (s->flags & FACT_ASSUMED) && s->why && is_limit_text (s->why) ? s->why : NULL;
}

/* A limit was met: empty the set of access paths; what follows is assumed.  */
void
solver_limit (struct context *context, struct scratch *s, const char *why)
{
  context->left_out = why;
  s->n_paths = 0;
  s->flags |= FACT_ASSUMED;
  /* To escape to where it was stored it would need an access path there: with richer limits
     callers see it by that and may report it.  */
  s->flags &= ~FACT_STORED;
  s->why = why;
}

void
solver_limited (struct context *context, enum limit limit)
{
  context->limited = true;
  if (!context->stops_at_limit && !context->brief)
    limit_met (context->unit, context->graph->function, limit);
}

void
solver_keep_sliced (struct context *context, struct scratch *s)
{
  if (!context->slice)
    return;
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (!slice_knows (context->slice, s->conditions[i].key))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

bool
fact_has (const struct fact *f, const struct lk_path *path)
{
  for (unsigned i = 0; i < f->n_paths; i++)
    if (f->paths[i] == path)
      return true;
  return false;
}

bool
fact_same_paths (const struct fact *f, const struct scratch *s)
{
  return (f->flags == s->flags && f->n_paths == s->n_paths
	  && (!f->n_paths
	      || !memcmp (f->paths, s->paths, f->n_paths * sizeof *f->paths)));
}

/* Return the range of KEY among the N conditions ALL from number *K on, which is moved there; NULL
   if it has none.  */
static const struct lk_range *
range_of_next (const struct condition *all, unsigned n, unsigned *k, key_id key)
{
  while (*k < n && all[*k].key < key)
    ++*k;
  return *k < n && all[*k].key == key ? &all[*k].range : NULL;
}

bool
fact_weaker (const struct fact *f, const struct scratch *s)
{
  if ((s->written & ~f->written) || (s->members & ~f->members))
    return false;
  if (f->n_conditions > s->n_conditions)
    return false;
  unsigned k = 0;
  for (unsigned i = 0; i < f->n_conditions; i++)
    {
      const struct lk_range *known
	= range_of_next (s->conditions, s->n_conditions, &k, f->conditions[i].key);
      if (!known || !lk_range_within (known, &f->conditions[i].range))
	return false;
    }
  return true;
}

struct fact
scratch_view (struct scratch *s)
{
  return (struct fact) {
    .n_paths = s->n_paths, .n_conditions = s->n_conditions, .flags = s->flags,
    .written = s->written, .members = s->members, .why = s->why,
    .loss = s->loss, .paths = s->paths, .conditions = s->conditions
  };
}

bool
fact_same_state (const struct context *context, const struct fact *f, const struct scratch *s)
{
  key_id state = context->view->state;
  unsigned i = 0, k = 0;
  if (state == NO_KEY)
    return true;
  const struct lk_range *a = range_of_next (f->conditions, f->n_conditions, &i, state);
  const struct lk_range *b = range_of_next (s->conditions, s->n_conditions, &k, state);
  return a && b ? lk_range_equal (a, b) : a == b;
}

unsigned
conditions_in_common (const struct scratch *s, const struct fact *f)
{
  unsigned n = 0, k = 0;
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct lk_range *other
	= range_of_next (f->conditions, f->n_conditions, &k, s->conditions[i].key);
      if (!other)
	continue;
      struct lk_range r = range_hull (&s->conditions[i].range, other);
      n += !range_is_all (&r);
    }
  return n;
}

/* Return the hull of RANGE and LATER.  Counters go on: an end that moved is open, but for the two
   values that are tested most, so that there are finitely many steps (widening).  */
static struct lk_range
widened (const struct lk_range *later, const struct lk_range *range)
{
  struct lk_range r = range_hull (later, range);
  if (r.lo < range->lo)
    r.lo = r.lo >= 1 ? 1 : r.lo >= 0 ? 0 : INT64_MIN;
  if (r.hi > range->hi)
    r.hi = r.hi <= -1 ? -1 : r.hi <= 0 ? 0 : INT64_MAX;
  int64_t hole, next;
  for (bool there = lk_range_next_hole (&r, NULL, &hole); there; hole = next)
    {
      there = lk_range_next_hole (&r, &hole, &next);
      if (!lk_range_hole (range, hole) && !lk_range_hole (later, hole))
	lk_range_fill_hole (&r, hole);
    }
  return r;
}

void
merge_conditions (struct scratch *s, const struct fact *f)
{
  unsigned n = 0, k = 0;
  s->written |= f->written;
  s->members |= f->members;
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct lk_range *before
	= range_of_next (f->conditions, f->n_conditions, &k, s->conditions[i].key);
      if (!before)
	continue;
      struct lk_range r = widened (&s->conditions[i].range, before);
      if (!range_is_all (&r))
	s->conditions[n++] = (struct condition) { s->conditions[i].key, r };
    }
  s->n_conditions = n;
}

/* S becomes what it and T both know.  */
void
scratch_merge (struct scratch *s, const struct scratch *t)
{
  unsigned n = 0;
  s->written |= t->written;
  s->members |= t->members;
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      const struct lk_range *r = scratch_condition (t, s->conditions[i].key);
      if (!r)
	continue;
      struct lk_range both = range_hull (r, &s->conditions[i].range);
      if (range_is_all (&both))
	continue;
      s->conditions[n].key = s->conditions[i].key;
      s->conditions[n++].range = both;
    }
  s->n_conditions = n;
}
