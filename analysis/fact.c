/* Facts: P and G, built in a scratch fact of fixed size, then copied into a
   node.  Facts have few paths and conditions, so sorted arrays are searched
   linearly.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"
#include "regions.h"

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
scratch_has_room (struct solver *solver, const struct scratch *s,
		  const struct lk_path *path)
{
  /* Names of the value itself cost nothing to follow and are not what the
     limit is about: only paths through memory count, other than that of the handle itself.  */
  unsigned deep = path->nsel > 0;
  for (unsigned k = 0; k < s->n_paths; k++)
    if (s->paths[k] == path)
      return true;
    else
      deep += (s->paths[k]->nsel > 0
	       && !place_inside (solver, s, s->paths[k]));
  return deep <= solver->unit->options.breadth && s->n_paths < SCRATCH_PATHS;
}

void
scratch_add (struct solver *solver, struct scratch *s,
	     const struct lk_path *path)
{
  unsigned i = 0;
  while (i < s->n_paths && s->paths[i]->index < path->index)
    i++;
  if (i < s->n_paths && s->paths[i] == path)
    return;
  if (solver->addressed)
    address_note (solver, path);
  if (path->nsel > solver->unit->options.depth)
    {
      solver_limit (solver, s, LIMIT_OF_DEPTH);
      return;
    }
  if (!scratch_has_room (solver, s, path))
    {
      /* Who has the block has what is in it.  */
      if (place_inside (solver, s, path))
	return;
      solver_limit (solver, s, LIMIT_OF_BREADTH);
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

/* Of the mentions of ROOT by SEL, how far the next one is from where SOLVER is, in blocks in reverse
   postorder: what is only before it, in a loop, is further than all behind.  */
static uint32_t
next_mention (const struct solver *solver, const struct mentions *all)
{
  const struct prepared *prep = solver->prep;
  uint32_t n = prep->graph->n_blocks, here = prep->order[solver->here_block], least = 2 * n + 1;
  for (const struct mention *m = all ? all->first : NULL; m; m = m->next)
    {
      uint32_t there = prep->order[m->block];
      uint32_t distance = there >= here ? there - here : n + there;
      if (distance < least && m->what != MENTION_PHI)
	least = distance;
    }
  return least;
}

/* How far away KEY is tested next.  */
static uint32_t
next_test (const struct solver *solver, key_id key, unsigned depth)
{
  const struct key *k = key_at (solver->prep, key);
  uint32_t least = UINT32_MAX;
  if (k->kind == KEY_EXPRESSION)
    {
      uint32_t a = UINT32_MAX, b = UINT32_MAX;
      if (!k->a_const && depth < MAX_DEF_DEPTH)
	a = next_test (solver, (key_id) k->a, depth + 1);
      if (!k->b_const && k->b && depth < MAX_DEF_DEPTH)
	b = next_test (solver, (key_id) k->b, depth + 1);
      return a < b ? a : b;
    }
  const struct regions *r = regions_of (solver->prep);
  if (k->path->root >= solver->prep->n_vars)
    return least;
  if (k->path->nsel)
    return next_mention (solver, regions_mentions (r, k->path->root, k->path->sel[0]));
  for (const struct mentions *all = r->by_root[k->path->root]; all; all = all->same_root)
    {
      uint32_t distance = next_mention (solver, all);
      if (distance < least)
	least = distance;
    }
  return least;
}

void
scratch_set_condition (struct solver *solver, struct scratch *s, key_id key,
		       const struct lk_range *range)
{
  unsigned i = 0;
  if (solver->slice && !slice_knows (solver->slice, key))
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
      solver_limited (solver, LIMIT_CONDITIONS);
      unsigned victim = 0;
      uint32_t furthest = 0;
      for (unsigned k = 0; k < s->n_conditions; k++)
	{
	  uint32_t distance = next_test (solver, s->conditions[k].key, 0);
	  if (distance >= furthest)
	    {
	      furthest = distance;
	      victim = k;
	    }
	}
      if (next_test (solver, key, 0) >= furthest)
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

static bool
restrict_at (struct solver *solver, struct scratch *s, key_id key,
	     const struct lk_range *range, unsigned depth)
{
  struct lk_range r = *range;
  const struct lk_range *known = scratch_condition (s, key);
  if (known && !range_intersect (&r, known))
    return false;
  if (known || key_at (solver->prep, key)->useful)
    scratch_set_condition (solver, s, key, &r);
  if (depth >= MAX_EQUAL_DEPTH)
    return true;
  /* And all that is equal to it.  */
  key_id equal[MAX_CONDITIONS], a, b;
  unsigned n = 0;
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (s->conditions[i].range.lo == 1 && s->conditions[i].range.hi == 1
	&& key_equates (solver->prep, s->conditions[i].key, &a, &b)
	&& (a == key || b == key))
      equal[n++] = a == key ? b : a;
  for (unsigned i = 0; i < n; i++)
    if (!restrict_at (solver, s, equal[i], &r, depth + 1))
      return false;
  return true;
}

bool
scratch_restrict (struct solver *solver, struct scratch *s, key_id key,
		  const struct lk_range *range)
{
  return restrict_at (solver, s, key, range, 0);
}

void
scratch_set_equal (struct solver *solver, struct scratch *s, key_id a, key_id b)
{
  if (a == b || a == NO_KEY || b == NO_KEY)
    return;
  struct lk_range yes = { 1, 1, 0, false };
  scratch_set_condition (solver, s, key_of_equality (solver->prep, a, b), &yes);
}

void
scratch_forget_var (struct solver *solver, struct scratch *s, lk_var v)
{
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (key_depends_on_var (solver->prep, s->conditions[i].key, v))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

/* KEY is about MEMBERS of what PLACE points to, or what is behind them.  */
static bool
key_has_member (const struct prepared *prep, key_id id,
		const struct lk_path *place, uint64_t members)
{
  const struct key *k = key_at (prep, id);
  if (k->kind == KEY_VALUE)
    return false;
  if (k->kind == KEY_EXPRESSION)
    return ((!k->a_const && key_has_member (prep, k->a, place, members))
	    || (!k->b_const && k->b
		&& key_has_member (prep, k->b, place, members)));
  return (k->path->root == place->root && k->path->nsel > place->nsel
	  && (member_bit (k->path->sel[place->nsel]) & members));
}

void
scratch_forget_members (struct solver *solver, struct scratch *s,
			const struct lk_path *place, uint64_t members)
{
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (key_depends_on_memory (solver->prep, s->conditions[i].key, place)
	&& (members == UINT64_MAX
	    || key_has_member (solver->prep, s->conditions[i].key, place,
			       members)))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

void
scratch_forget_memory (struct solver *solver, struct scratch *s,
		       const struct lk_path *place)
{
  scratch_forget_members (solver, s, place, UINT64_MAX);
}

/* KEY is about memory behind ROOT, but not behind its bytes FROM .. FROM + SIZE
   - 1.  */
static bool
key_outside (const struct prepared *prep, key_id id, lk_var root, int64_t from,
	     uint64_t size)
{
  const struct key *k = key_at (prep, id);
  if (k->kind == KEY_VALUE)
    return true;
  if (k->kind == KEY_EXPRESSION)
    return ((k->a_const || key_outside (prep, k->a, root, from, size))
	    && (k->b_const || !k->b
		|| key_outside (prep, k->b, root, from, size)));
  const struct lk_path *p = k->path;
  return (p->root != root
	  || (p->nsel && p->sel[0] != LK_ANY
	      && (p->sel[0] < from
		  || (uint64_t) p->sel[0] - (uint64_t) from >= size)));
}

void
scratch_forget_part (struct solver *solver, struct scratch *s,
		     const struct lk_path *path, uint64_t size,
		     uint64_t members)
{
  if (path->nsel || path->addend == LK_ANY)
    {
      scratch_forget_members (solver, s, path, members);
      return;
    }
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (!key_outside (solver->prep, s->conditions[i].key, path->root,
		      path->addend, size)
	&& (members == UINT64_MAX
	    || key_has_member (solver->prep, s->conditions[i].key, path,
			       members)))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

/* ---- Paths put together and taken apart.  ---- */

static int64_t
difference (int64_t a, int64_t b)
{
  return a == LK_ANY || b == LK_ANY ? LK_ANY : (int64_t) ((uint64_t) a - b);
}

static int64_t
sum (int64_t a, int64_t b)
{
  return a == LK_ANY || b == LK_ANY ? LK_ANY : (int64_t) ((uint64_t) a + b);
}

bool
path_rest (const struct lk_path *path, const struct lk_path *value,
	   struct path_rest *out)
{
  if (path->root != value->root || path->nsel < value->nsel)
    return false;
  out->weak = false;
  for (unsigned i = 0; i < value->nsel; i++)
    if (path->sel[i] != value->sel[i])
      {
	if (path->sel[i] != LK_ANY && value->sel[i] != LK_ANY)
	  return false;
	out->weak = true;
      }
  unsigned n = path->nsel - value->nsel;
  if (n == 0)
    {
      out->nsel = 0;
      out->addend = difference (path->addend, value->addend);
      return true;
    }
  if (n > sizeof out->sel / sizeof out->sel[0])
    return false;
  out->nsel = n;
  memcpy (out->sel, path->sel + value->nsel, n * sizeof *out->sel);
  out->sel[0] = difference (out->sel[0], value->addend);
  out->addend = path->addend;
  return true;
}

bool
argument_rest (const struct lk_event *ev, uint32_t k,
	       const struct lk_path *path, struct path_rest *out)
{
  if (ev->args[k].kind != LK_PATH
      || !path_rest (path, ev->args[k].path, out))
    return false;
  if (k != 0 || !ev->member_size)
    return true;
  int64_t at = out->nsel ? out->sel[0] : out->addend;
  return at == LK_ANY || (at >= 0 && (uint64_t) at < ev->member_size);
}

const struct lk_path *
path_join (struct lk_graph *graph, const struct lk_path *prefix,
	   const struct path_rest *rest)
{
  int64_t sel[64];
  if (prefix->nsel + rest->nsel > 64)
    return NULL;
  if (rest->nsel == 0)
    return lk_path_make (graph, prefix->root, prefix->nsel, prefix->sel,
			 sum (prefix->addend, rest->addend));
  memcpy (sel, prefix->sel, prefix->nsel * sizeof *sel);
  memcpy (sel + prefix->nsel, rest->sel, rest->nsel * sizeof *sel);
  sel[prefix->nsel] = sum (rest->sel[0], prefix->addend);
  return lk_path_make (graph, prefix->root, prefix->nsel + rest->nsel, sel,
		       rest->addend);
}

bool
fact_outlives (struct solver *solver, const struct scratch *s)
{
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      enum path_class c = classify_path (solver, s->paths[i]);
      if ((c == PATH_CALLER || c == PATH_GLOBAL || c == PATH_FOREIGN)
	  && !path_in_new_object (solver, s->paths[i])
	  && !place_inside (solver, s, s->paths[i]))
	return true;
    }
  return false;
}
