/* The marks of a slice: what has been found to matter to an obligation, and the questions that
   a solver has about it.

   Each mark is set once; setting it pushes an item, which slice.c then takes and follows to what
   matters because of it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "preanalysis-internal.h"

/* ---- Marks.  ---- */

static bool
set_bit (uint64_t *bits, uint32_t n)
{
  uint64_t bit = UINT64_C (1) << n % 64;
  if (bits[n / 64] & bit)
    return false;
  bits[n / 64] |= bit;
  return true;
}

static bool
get_bit (const uint64_t *bits, uint32_t n)
{
  return bits[n / 64] >> n % 64 & 1;
}

static void
push (struct slice *s, int kind, uint32_t number, const struct slice_name *name)
{
  if (s->n_items == s->room)
    {
      uint32_t room = s->room ? s->room * 2 : 64;
      struct slice_item *items = lk_arena_alloc (s->arena, room * sizeof *items);
      if (s->n_items)
	memcpy (items, s->items, s->n_items * sizeof *items);
      s->items = items;
      s->room = room;
    }
  struct slice_item *i = &s->items[s->n_items++];
  i->kind = kind;
  i->number = number;
  i->name = name;
}

void
slice_need_block (struct slice *s, uint32_t block)
{
  if (set_bit (s->blocks, block))
    push (s, ITEM_BLOCK, block, NULL);
}

void
slice_need_branch (struct slice *s, uint32_t block)
{
  if (set_bit (s->branches, block))
    push (s, ITEM_BRANCH, block, NULL);
}

/* Return the many deciders of a phi in BLOCK whose ways matter; or NULL.  */
static struct slice_group *
group_at (const struct slice *s, uint32_t block)
{
  struct slice_group *g = s->groups;
  while (g && g->deciders->block != block)
    g = g->next;
  return g;
}

static void
tell_decider (struct slice *s, const struct decider *d)
{
  slice_need_block (s, d->block);
  slice_need_branch (s, d->block);
}

/* KEY is relevant: so are the deciders of D that test it.  */
static void
tell_deciders (struct slice *s, const struct deciders *d, key_id key)
{
  for (uint32_t i = first_tested (d, key); i < d->n_tested && d->tested[i].key == key; i++)
    tell_decider (s, &d->of[d->tested[i].decider]);
}

/* D decide on a phi that is relevant, and there are many: a fact takes the ways of those that test
   nothing else that is relevant.  */
static void
add_group (struct slice *s, const struct deciders *d)
{
  struct slice_group *g = lk_arena_alloc (s->arena, sizeof *g);
  g->deciders = d;
  g->next = s->groups;
  s->groups = g;
  for (uint32_t i = 0; i < d->n; i++)
    if (!d->of[i].n_ways)
      tell_decider (s, &d->of[i]);
  for (uint32_t i = 0; i < d->n_tested; i++)
    if (d->tested[i].key < s->n_keys && get_bit (s->keys, d->tested[i].key))
      tell_decider (s, &d->of[d->tested[i].decider]);
}

void
slice_tell_testing (struct slice *s, key_id key)
{
  for (const struct slice_group *g = s->groups; g; g = g->next)
    tell_deciders (s, g->deciders, key);
}

void
slice_need_phi (struct slice *s, uint32_t block, const struct lk_phi *phi)
{
  slice_need_block (s, block);
  const struct deciders *d = regions_deciders (s->regions, block, phi);
  const struct slice_group *group = d && d->many ? group_at (s, block) : NULL;
  if (group && group->deciders == d)
    return;
  if (d && d->many && !group)
    {
      add_group (s, d);
      return;
    }
  for (uint32_t i = 0; d && i < d->n; i++)
    tell_decider (s, &d->of[i]);
  if (!d && set_bit (s->phis, block))
    push (s, ITEM_PHIS, block, NULL);
}

void
slice_need_key (struct slice *s, key_id key)
{
  if (key == NO_KEY)
    return;
  if (key >= s->n_keys)
    {
      key_id room = (s->view->n_keys + 64) * 2;
      uint64_t *keys = lk_arena_alloc (s->arena, (room / 64 + 1) * sizeof *keys);
      if (s->keys)
	memcpy (keys, s->keys, (s->n_keys / 64 + 1) * sizeof *keys);
      s->keys = keys;
      s->n_keys = room;
    }
  if (set_bit (s->keys, key))
    {
      s->asks |= key_at (s->view, key)->useful;
      push (s, ITEM_KEY, key, NULL);
    }
}

void
slice_need_name (struct slice *s, lk_var root, int64_t sel)
{
  if (root >= s->view->n_vars)
    return;
  enum lk_var_class c = s->view->graph->vars[root].class_;
  if (c == LK_VAR_FUNCTION)
    return;
  if (c == LK_VAR_VALUE || sel == LK_ANY || sel == SEL_NONE)
    sel = SEL_WHOLE;
  struct slice_name **bucket = &s->names[(root ^ (uint64_t) sel >> 3) % N_NAME_BUCKETS];
  for (struct slice_name *n = *bucket; n; n = n->chain)
    if (n->root == root && n->sel == sel)
      return;
  struct slice_name *n = lk_arena_alloc (s->arena, sizeof *n);
  n->root = root;
  n->sel = sel;
  n->chain = *bucket;
  *bucket = n;
  push (s, ITEM_NAME, 0, n);
}

void
slice_need_path (struct slice *s, const struct lk_path *path)
{
  slice_need_name (s, path->root, path->nsel ? path->sel[0] : SEL_WHOLE);
}

/* The place of CALL and PLACES in the table of S: theirs, or a free one.  */
static struct slice_asked *
asked_place (const struct slice *s, const struct lk_event *call, const struct place_list *places)
{
  uint64_t hash = ((uintptr_t) call >> 4) * UINT64_C (0x9e3779b97f4a7c15) ^ (uintptr_t) places;
  hash *= UINT64_C (0x9e3779b97f4a7c15);
  uint32_t i = (uint32_t) (hash >> 32) & (s->asked_room - 1);
  while (s->asked[i].call && (s->asked[i].call != call || s->asked[i].places != places))
    i = (i + 1) & (s->asked_room - 1);
  return &s->asked[i];
}

bool
slice_ask_call (struct slice *s, const struct lk_event *call, const struct place_list *places)
{
  if (2 * s->n_asked >= s->asked_room)
    {
      struct slice_asked *old = s->asked;
      uint32_t n = s->asked_room;
      s->asked_room = n ? 4 * n : 32;
      s->asked = lk_arena_alloc (s->arena, s->asked_room * sizeof *s->asked);
      for (uint32_t i = 0; i < n; i++)
	if (old[i].call)
	  *asked_place (s, old[i].call, old[i].places) = old[i];
    }
  struct slice_asked *at = asked_place (s, call, places);
  if (at->call)
    return false;
  *at = (struct slice_asked) { call, places };
  s->n_asked++;
  return true;
}

/* ---- Questions.  ---- */

bool
slice_behind_result (const struct function_view *view, lk_var v)
{
  return v == view->returned || (v < view->n_vars && view->vars[v].becomes_result);
}

bool
slice_knows (const struct slice *s, key_id key)
{
  if (key < s->n_keys && get_bit (s->keys, key))
    return true;
  const struct key *k = key_at (s->view, key);
  if (k->kind != KEY_EXPRESSION)
    return s->leaves && k->kind == KEY_MEMORY && slice_behind_result (s->view, k->path->root);
  return ((k->a_const || slice_knows (s, (key_id) k->a))
	  && (k->b_const || !k->b || slice_knows (s, (key_id) k->b)));
}

bool
slice_stops (const struct slice *s, uint32_t block)
{
  return (get_bit (s->blocks, block) || !s->regions->ends[block]
	  || s->regions->may_end[block]);
}

bool
slice_branches (const struct slice *s, uint32_t block)
{
  return get_bit (s->branches, block) || !s->regions->ends[block];
}

const struct decider *
slice_ways (const struct slice *s, uint32_t block)
{
  if (slice_branches (s, block))
    return NULL;
  for (const struct slice_group *g = s->groups; g; g = g->next)
    {
      const struct decider *d = decider_at (g->deciders, block);
      if (d && d->n_ways)
	return d;
    }
  return NULL;
}

bool
slice_asks (const struct slice *s)
{
  return s->asks;
}

/* ---- Slices of several obligations.  ---- */

static uint64_t *
copy_bits (const uint64_t *bits, uint32_t n, struct lk_arena *arena)
{
  size_t size = (n / 64 + 1) * sizeof *bits;
  return bits ? memcpy (lk_arena_alloc (arena, size), bits, size) : NULL;
}

static struct slice_group *
copy_groups (const struct slice_group *all, struct lk_arena *arena)
{
  struct slice_group *first = NULL, **last = &first;
  for (; all; all = all->next, last = &(*last)->next)
    {
      *last = lk_arena_alloc (arena, sizeof **last);
      (*last)->deciders = all->deciders;
    }
  return first;
}

struct slice *
slice_copy (const struct slice *s, struct lk_arena *arena)
{
  uint32_t n = s->view->graph->n_blocks;
  struct slice *copy = lk_arena_alloc (arena, sizeof *copy);
  copy->view = s->view;
  copy->regions = s->regions;
  copy->arena = arena;
  copy->blocks = copy_bits (s->blocks, n, arena);
  copy->branches = copy_bits (s->branches, n, arena);
  copy->phis = copy_bits (s->phis, n, arena);
  copy->keys = copy_bits (s->keys, s->n_keys, arena);
  copy->n_keys = s->n_keys;
  copy->groups = copy_groups (s->groups, arena);
  copy->asks = s->asks;
  copy->leaves = s->leaves;
  copy->away = s->away;
  return copy;
}

bool
slice_same (const struct slice *a, const struct slice *b)
{
  size_t size = (a->view->graph->n_blocks / 64 + 1) * sizeof *a->blocks;
  key_id n = a->n_keys > b->n_keys ? a->n_keys : b->n_keys;
  const struct slice_group *x = a->groups, *y = b->groups;
  for (; x && y && x->deciders == y->deciders; y = y->next)
    x = x->next;
  if (x || y || a->leaves != b->leaves || memcmp (a->blocks, b->blocks, size)
      || memcmp (a->branches, b->branches, size))
    return false;
  for (key_id i = 0; i < n; i += 64)
    if ((i < a->n_keys ? a->keys[i / 64] : 0) != (i < b->n_keys ? b->keys[i / 64] : 0))
      return false;
  return true;
}
