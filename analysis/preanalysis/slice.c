/* The relevant part of a function for one obligation (property simulation: Das, Lerner, Seigle,
   PLDI'02).

   A branch matters to an obligation only if its sides differ in what happens to that obligation.
   So: the events that mention one of the names that its handle may get; the branches that control
   these (and those that control them); the values that these branches test, and what decides on
   those: the events and phis that define them, the branches that control which of several
   definitions it is.  All this is found backwards and forwards through the index of mentions, so
   that it costs what the obligation has to do with, not what the function is long.

   A fact keeps conditions on these values and no others, stops at these blocks and no others, and
   from a branch that does not matter goes straight to where its ways meet.  200 handles, each
   guarded by a flag of its own, are then 200 times one handle.

   The slice is an over-approximation: access paths are assumed to reach every place where a call
   could store them.  An access path that a fact gets besides is added then (slice_add_name).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "preanalysis-internal.h"

/* Places that a callee tests; beyond this number it pays to find out which of them decide on
   one member.  */
#define MANY_ASKED 8

static const struct place_list *asked_of_member (struct lk_unit *unit, struct lk_function *fn,
						 uint32_t formal, int64_t sel);

/* ---- What is asked for.  ---- */

static void
need_asked (void *s, key_id key)
{
  slice_need_key (s, key);
}

/* The value OP is relevant, and the operands of a truth value.  */
static void
ask (struct slice *s, const struct lk_operand *op)
{
  each_key_asked (s->view, op, need_asked, s, 0);
}

/* Return the distance from the argument OP of a call, an address or a pointer, to the member
   that NAME is; or SEL_WHOLE.  */
static int64_t
member_given (const struct lk_operand *op, const struct slice_name *name)
{
  if (name->sel == SEL_WHOLE || op->path->nsel || op->path->addend == LK_ANY)
    return SEL_WHOLE;
  return name->sel - op->path->addend;
}

/* Return what the callee of EV tests in the memory of its arguments, restricted to what
   decides on NAME, if NAME is one member and passed once.  */
static const struct place_list *
asked_about (struct slice *s, const struct lk_event *ev, const struct slice_name *name)
{
  const struct tested_inputs *inputs = tested_inputs (s->view->unit, ev->callee);
  unsigned n = 0;
  for (const struct place_list *a = inputs->asked; a && n <= MANY_ASKED; a = a->next)
    n++;
  uint32_t given = UINT32_MAX;
  if (!name || n <= MANY_ASKED)
    return inputs->asked;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == name->root)
      {
	if (given != UINT32_MAX || member_given (&ev->args[k], name) == SEL_WHOLE)
	  return inputs->asked;
	given = k;
      }
  return (given == UINT32_MAX ? inputs->asked
	  : asked_of_member (s->view->unit, ev->callee, given,
			     member_given (&ev->args[given], name)));
}

/* The inputs that the callee of EV tests are relevant; if NAME is passed, those that concern
   NAME.  */
static void
ask_arguments (struct slice *s, const struct lk_event *ev, const struct slice_name *name)
{
  bool first = slice_ask_call (s, ev, NULL);
  if (first)
    {
      for (uint32_t k = 0; k < ev->n_args; k++)
	ask (s, &ev->args[k]);
      struct tested_walk w = { ev, event_clauses (ev), 0 };
      const struct lk_path *member;
      while ((member = next_tested_member (s->view->graph, &w)))
	slice_need_key (s, key_of_memory (s->view, member));
    }
  if (!ev->callee || !(ev->callee->flags & LK_FN_BODY))
    return;
  const struct tested_inputs *inputs = tested_inputs (s->view->unit, ev->callee);
  for (const struct equal_inputs *e = first ? inputs->equal : NULL; e; e = e->next)
    {
      key_id a, b;
      asks_compared (s->view, ev, e, &a, &b);
      slice_need_key (s, a);
      slice_need_key (s, b);
    }
  const struct place_list *places = asked_about (s, ev, name);
  if (!places || !slice_ask_call (s, ev, places))
    return;
  for (const struct place_list *a = places; a; a = a->next)
    {
      const struct lk_path *place = place_path (s->view->graph, ev, &a->place);
      if (place)
	slice_need_key (s, key_of_memory (s->view, place));
    }
}

/* ---- Names go on.  ---- */

/* Return true if the callee of EV may store one of its arguments in another, or return it.  */
static bool
connects (const struct lk_event *ev)
{
  const struct lk_contract *c = ev->callee ? ev->callee->contract : NULL;
  if (!c || !c->complete || (ev->callee->flags & LK_FN_DISPATCH))
    return true;
  for (const struct lk_clause *k = c->clauses; k; k = k->next)
    if (k->role == LK_ROLE_ALIAS || k->role == LK_ROLE_WRAP || k->role == LK_ROLE_PUT
	|| k->role == LK_ROLE_FETCH || k->role == LK_ROLE_TAKE || k->role == LK_ROLE_KEEP
	|| k->has_parent)
      return true;
  return false;
}

static bool
begins (const struct lk_operand *op, const struct slice_name *name)
{
  return (op->kind == LK_PATH && op->path->root == name->root
	  && (name->sel == SEL_WHOLE || !op->path->nsel || op->path->sel[0] == name->sel
	      || op->path->sel[0] == LK_ANY));
}

/* Event INDEX of BLOCK mentions NAME.  */
static void
name_at_event (struct slice *s, uint32_t block, uint32_t index, const struct slice_name *name)
{
  const struct lk_event *ev = &s->view->graph->blocks[block].events[index];
  slice_need_block (s, block);
  switch (ev->kind)
    {
    case LK_EVENT_ASSIGN:
    case LK_EVENT_COPY:
      if (begins (&ev->src, name) && ev->dest.kind == LK_PATH)
	slice_need_path (s, ev->dest.path);
      break;
    case LK_EVENT_CALL:
      ask_arguments (s, ev, name);
      bool given = begins (&ev->src, name);
      for (uint32_t k = 0; k < ev->n_args; k++)
	given |= begins (&ev->args[k], name);
      if (!given || !connects (ev))
	break;
      if (ev->dest.kind == LK_PATH)
	slice_need_path (s, ev->dest.path);
      for (uint32_t k = 0; k < ev->n_args; k++)
	if (ev->args[k].kind == LK_PATH && !(ev->arg_flags[k] & LK_ARG_FORMATTED))
	  slice_need_path (s, ev->args[k].path);
      break;
    default:
      break;
    }
}

static void
name_at (struct slice *s, const struct mention *m, const struct slice_name *name)
{
  const struct lk_block *bl = &s->view->graph->blocks[m->block];
  if (m->what >= 0)
    name_at_event (s, m->block, (uint32_t) m->what, name);
  else if (m->what == MENTION_TERM)
    {
      slice_need_block (s, m->block);
      slice_need_branch (s, m->block);
      s->leaves |= bl->term == LK_TERM_RETURN;
    }
  else
    {
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (bl->phis[i].result == name->root || begins (&bl->phis[i].args[k], name))
	    {
	      slice_need_phi (s, m->block, &bl->phis[i]);
	      slice_need_name (s, bl->phis[i].result, SEL_WHOLE);
	      break;
	    }
    }
}

/* Do DO for all mentions of ROOT that may be of SEL.  */
static void
each_mention (struct slice *s, lk_var root, int64_t sel,
	      void (*do_) (struct slice *, const struct mention *, const void *),
	      const void *data)
{
  if (sel == SEL_WHOLE)
    {
      for (const struct mentions *all = s->regions->by_root[root]; all; all = all->same_root)
	for (const struct mention *m = all->first; m; m = m->next)
	  do_ (s, m, data);
      return;
    }
  const int64_t sels[3] = { sel, SEL_NONE, LK_ANY };
  for (unsigned i = 0; i < 3; i++)
    {
      const struct mentions *all = regions_mentions (s->regions, root, sels[i]);
      for (const struct mention *m = all ? all->first : NULL; m; m = m->next)
	do_ (s, m, data);
    }
}

static void
do_name (struct slice *s, const struct mention *m, const void *name)
{
  name_at (s, m, name);
}

static void
follow_name (struct slice *s, const struct slice_name *name)
{
  const struct lk_graph *g = s->view->graph;
  enum lk_var_class c = g->vars[name->root].class_;
  if (c == LK_VAR_FORMAL || c == LK_VAR_GLOBAL || s->view->returned == name->root)
    s->leaves = true;
  if (c == LK_VAR_GLOBAL || c == LK_VAR_FORMAL
      || (c == LK_VAR_OBJECT && s->view->vars[name->root].address_stored))
    s->away = true;
  each_mention (s, name->root, name->sel, do_name, name);
}

/* ---- Conditions.  ---- */

/* The value V is tested, or loaded through, or passed to a callee that may not return, at M:
   the condition that follows holds on the only path onwards.  */
static void
do_teach (struct slice *s, const struct mention *m, const void *var)
{
  const struct lk_graph *g = s->view->graph;
  const struct lk_block *bl = &g->blocks[m->block];
  lk_var v = *(const lk_var *) var;
  if (m->what == MENTION_TERM)
    {
      bool ends = false, stays = false;
      for (uint32_t k = 0; k < bl->n_succs; k++)
	if (s->regions->ends[bl->succs[k]->to])
	  ends = true;
	else
	  stays = true;
      if (ends && stays)
	{
	  slice_need_block (s, m->block);
	  slice_need_branch (s, m->block);
	}
    }
  else if (m->what >= 0)
    {
      const struct lk_event *ev = &bl->events[m->what];
      bool through = ((ev->dest.kind == LK_PATH && ev->dest.path->root == v
		       && ev->dest.path->nsel)
		      || (ev->src.kind == LK_PATH && ev->src.path->root == v
			  && ev->src.path->nsel));
      if (through || (ev->kind == LK_EVENT_CALL && ev->callee
		      && (ev->member || (ev->callee->flags & LK_FN_BODY))))
	slice_need_block (s, m->block);
    }
}

/* M may write the place of a relevant key, or read it into a value.  */
static void
do_write (struct slice *s, const struct mention *m, const void *data)
{
  const struct lk_path *place = data;
  struct function_view *view = s->view;
  if (m->what < 0)
    return;
  const struct lk_event *ev = &view->graph->blocks[m->block].events[m->what];
  switch (ev->kind)
    {
    case LK_EVENT_ASSIGN:
      if (ev->dest.kind == LK_PATH && ev->dest.path->root == place->root
	  && ev->dest.path->nsel)
	{
	  slice_need_block (s, m->block);
	  ask (s, &ev->src);
	}
      /* A condition on the value is one on the place.  */
      else if (ev->dest.kind == LK_PATH && ev->dest.path->nsel == 0
	       && ev->src.kind == LK_PATH && ev->src.path == place)
	{
	  lk_var v = ev->dest.path->root;
	  each_mention (s, v, SEL_WHOLE, do_teach, &v);
	}
      break;
    case LK_EVENT_COPY:
      {
	slice_need_block (s, m->block);
	const struct lk_path *from = copied_from (view->graph, ev, place);
	if (from)
	  slice_need_key (s, key_of_memory (view, from));
	break;
      }
    default:
      slice_need_block (s, m->block);
      if (ev->kind == LK_EVENT_CALL)
	{
	  struct slice_name name = { .root = place->root,
			       .sel = place->nsel ? place->sel[0] : SEL_WHOLE };
	  ask_arguments (s, ev, &name);
	}
      break;
    }
}

/* Return the keys of what ID's memory was before: behind each argument of the phi that its pointer
   is, PHI at the start of BLOCK.  They are the same for each slice.  */
static const key_id *
keys_through_phi (struct function_view *view, key_id id, const struct lk_phi *phi, uint32_t block)
{
  struct key *key = key_at (view, id);
  uint32_t n = view->graph->blocks[block].n_preds;
  if (key->through)
    return key->through;
  key_id *keys = lk_arena_alloc_array (view->arena, n + 1, sizeof *keys);
  const struct lk_path *place = key->path;
  for (uint32_t k = 0; k < n; k++)
    {
      const struct lk_operand *a = &phi->args[k];
      keys[k] = NO_KEY;
      if (a->kind == LK_PATH && a->path->nsel == 0 && a->path->addend == 0)
	keys[k] = key_of_memory (view, lk_path_make (view->graph, a->path->root, place->nsel,
						     place->sel, place->addend));
    }
  key->through = keys;
  return keys;
}

static void
follow_memory (struct slice *s, key_id id)
{
  struct function_view *view = s->view;
  const struct lk_path *place = key_at (view, id)->path;
  if (place->root >= view->n_vars)
    return;
  each_mention (s, place->root, place->nsel ? place->sel[0] : SEL_NONE, do_write, place);
  /* The memory behind a pointer that is a phi was the memory behind each of its arguments.  */
  const struct var_info *vi = &view->vars[place->root];
  if (vi->phi)
    {
      const key_id *through = keys_through_phi (view, id, vi->phi, vi->def_block);
      slice_need_phi (s, vi->def_block, vi->phi);
      for (uint32_t k = 0; k < view->graph->blocks[vi->def_block].n_preds; k++)
	if (through[k] != NO_KEY)
	  slice_need_key (s, through[k]);
    }
  if (vi->event && vi->event->kind == LK_EVENT_CALL)
    slice_need_block (s, vi->def_block);
}

static void
follow_key (struct slice *s, key_id id)
{
  struct function_view *view = s->view;
  const struct key k = *key_at (view, id);
  slice_tell_testing (s, id);
  if (k.kind == KEY_EXPRESSION)
    {
      if (!k.a_const)
	slice_need_key (s, (key_id) k.a);
      if (!k.b_const && k.b)
	slice_need_key (s, (key_id) k.b);
      return;
    }
  if (k.kind != KEY_VALUE)
    {
      if (k.kind == KEY_ELEMENT)
	slice_need_key (s, (key_id) k.a);
      follow_memory (s, id);
      return;
    }
  lk_var v = k.path->root;
  if (v >= view->n_vars)
    return;
  const struct var_info *vi = &view->vars[v];
  /* A value that is tested once, and never kept, has no past; but the arguments of the callee
     that it comes from carry information about it.  */
  if (!k.useful)
    {
      if (vi->event && vi->event->kind == LK_EVENT_CALL)
	{
	  slice_need_block (s, vi->def_block);
	  ask_arguments (s, vi->event, NULL);
	}
      return;
    }
  if (vi->phi)
    {
      slice_need_phi (s, vi->def_block, vi->phi);
      for (uint32_t i = 0; i < view->graph->blocks[vi->def_block].n_preds; i++)
	ask (s, &vi->phi->args[i]);
    }
  else if (vi->event)
    {
      slice_need_block (s, vi->def_block);
      if (vi->event->kind == LK_EVENT_ASSIGN)
	{
	  ask (s, &vi->event->src);
	  if (vi->event->src.kind == LK_PATH && vi->event->src.path->nsel)
	    slice_need_key (s, key_of_access (view, vi->event));
	}
      else
	ask_arguments (s, vi->event, NULL);
    }
  each_mention (s, v, SEL_WHOLE, do_teach, &v);
}

/* ---- Blocks and branches.  ---- */

/* Control gets to no end from BLOCK: all paths to it are relevant.  */
static void
follow_endless (struct slice *s, uint32_t block)
{
  const struct lk_block *bl = &s->view->graph->blocks[block];
  for (uint32_t i = 0; i < bl->n_preds; i++)
    {
      uint32_t from = bl->preds[i]->from;
      slice_need_block (s, from);
      slice_need_branch (s, from);
    }
}

static void
follow_block (struct slice *s, uint32_t block)
{
  const struct regions *r = s->regions;
  if (!r->ends[block])
    {
      follow_endless (s, block);
      return;
    }
  for (uint32_t i = r->control_first[block]; i < r->control_first[block + 1]; i++)
    {
      slice_need_block (s, r->control[i]);
      slice_need_branch (s, r->control[i]);
    }
}

static void
follow_branch (struct slice *s, uint32_t block)
{
  const struct lk_block *bl = &s->view->graph->blocks[block];
  for (uint32_t i = 0; i < bl->n_succs && bl->n_events; i++)
    if (bl->succs[i]->flags & LK_EDGE_EXCEPTION)
      {
	ask_arguments (s, &bl->events[bl->n_events - 1], NULL);
	break;
      }
  if (bl->term != LK_TERM_COND && bl->term != LK_TERM_SWITCH)
    return;
  ask (s, &bl->a);
  ask (s, &bl->b);
  if (bl->term == LK_TERM_COND && bl->a.kind == LK_PATH && bl->b.kind == LK_PATH)
    slice_need_key (s, key_of_expression (s->view, bl->op <= LK_NE ? LK_EQ : bl->op, &bl->a,
					  &bl->b));
}

static void
follow_phis (struct slice *s, uint32_t block)
{
  const struct lk_block *bl = &s->view->graph->blocks[block];
  slice_need_block (s, block);
  for (uint32_t i = 0; i < bl->n_preds; i++)
    if (s->view->idom[bl->preds[i]->from] != UINT32_MAX)
      slice_need_block (s, bl->preds[i]->from);
}

/* ---- The whole.  ---- */

static bool
calls_unknown (const struct lk_block *bl)
{
  for (uint32_t i = 0; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      const struct lk_contract *c = ev->callee ? ev->callee->contract : NULL;
      if (ev->kind == LK_EVENT_CALL && !(c && c->complete))
	return true;
    }
  return false;
}

/* Unknown functions may access the handle.  */
static void
need_unknown_calls (struct slice *s)
{
  const struct lk_graph *g = s->view->graph;
  struct regions *r = s->regions;
  if (!r->unknown_calls)
    {
      r->unknown_calls = lk_arena_alloc (s->view->arena,
					 (g->n_blocks + 1) * sizeof *r->unknown_calls);
      for (uint32_t b = 0; b < g->n_blocks; b++)
	if (s->view->idom[b] != UINT32_MAX && calls_unknown (&g->blocks[b]))
	  r->unknown_calls[r->n_unknown_calls++] = b;
    }
  for (uint32_t i = 0; i < r->n_unknown_calls; i++)
    slice_need_block (s, r->unknown_calls[i]);
}

/* The values stored behind the result.  */
static void
need_made (struct slice *s)
{
  struct function_view *view = s->view;
  struct regions *r = s->regions;
  if (!r->results)
    {
      r->results = lk_arena_alloc (view->arena, (view->n_vars + 1) * sizeof *r->results);
      for (lk_var v = 0; v < view->n_vars; v++)
	if (slice_behind_result (view, v))
	  r->results[r->n_results++] = v;
    }
  for (uint32_t i = 0; i < r->n_results; i++)
    {
      lk_var v = r->results[i];
      each_mention (s, v, SEL_WHOLE, do_write, lk_path_make (view->graph, v, 0, NULL, 0));
      for (const struct write *w = view->vars[v].writes; w; w = w->next)
	{
	  const struct lk_event *ev = &view->graph->blocks[w->block].events[w->index];
	  if (ev->kind == LK_EVENT_ASSIGN && ev->dest.path->nsel)
	    slice_need_key (s, key_of_access (view, ev));
	}
    }
}

/* Return how often the place of KEY is mentioned.  */
static uint32_t
count_mentions (const struct slice *s, key_id key)
{
  const struct lk_path *place = key_at (s->view, key)->path;
  const struct mentions *all = regions_mentions (s->regions, place->root, place->sel[0]);
  uint32_t n = 0;
  for (const struct mention *m = all ? all->first : NULL; m; m = m->next)
    n++;
  return n;
}

/* Find the useful places in the callers' memory that S's function writes: those MAX_CONDITIONS that
   are mentioned most often, for a fact has no room for more.  */
static void
find_stored (struct slice *s)
{
  struct function_view *view = s->view;
  struct regions *r = s->regions;
  key_id *most = r->stored;
  uint32_t counts[MAX_CONDITIONS], n_most = 0;
  r->n_keys = view->n_keys;
  for (key_id id = 0; id < r->n_keys; id++)
    {
      const struct key *k = key_at (view, id);
      if (k->kind != KEY_MEMORY || !k->useful || !k->path->nsel || k->path->root >= view->n_vars
	  || (k->path->root != view->returned
	      && !(view->graph->vars[k->path->root].class_ == LK_VAR_FORMAL
		   && view->vars[k->path->root].writes)))
	continue;
      uint32_t count = count_mentions (s, id), i = n_most;
      if (n_most == MAX_CONDITIONS)
	limit_met (view->unit, view->graph->function, LIMIT_CONDITIONS);
      if (n_most == MAX_CONDITIONS && counts[--i] >= count)
	continue;
      n_most += n_most < MAX_CONDITIONS;
      for (; i && counts[i - 1] < count; i--)
	{
	  counts[i] = counts[i - 1];
	  most[i] = most[i - 1];
	}
      counts[i] = count;
      most[i] = id;
    }
  r->n_stored = n_most;
}

/* The outcome that callers see: the result, and the values stored in their memory.  */
static void
need_results (struct slice *s)
{
  struct function_view *view = s->view;
  const struct lk_graph *g = view->graph;
  for (uint32_t i = 0; i < s->regions->n_exits; i++)
    if (g->blocks[s->regions->exits[i]].term == LK_TERM_RETURN)
      ask (s, &g->blocks[s->regions->exits[i]].a);
  need_made (s);
  if (s->regions->n_keys != view->n_keys)
    find_stored (s);
  for (uint32_t i = 0; i < s->regions->n_stored; i++)
    slice_need_key (s, s->regions->stored[i]);
}

static void
drain_items (struct slice *s)
{
  bool leaves = s->leaves, away = s->away;
  for (;;)
    {
      while (s->n_items)
	{
	  struct slice_item i = s->items[--s->n_items];
	  switch (i.kind)
	    {
	    case ITEM_NAME:
	      follow_name (s, i.name);
	      break;
	    case ITEM_KEY:
	      follow_key (s, i.number);
	      break;
	    case ITEM_BLOCK:
	      follow_block (s, i.number);
	      break;
	    case ITEM_BRANCH:
	      follow_branch (s, i.number);
	      break;
	    case ITEM_PHIS:
	      follow_phis (s, i.number);
	      break;
	    }
	}
      if (s->leaves && !leaves)
	need_results (s);
      if (s->away && !away)
	need_unknown_calls (s);
      leaves = s->leaves;
      away = s->away;
      if (!s->n_items)
	return;
    }
}

/* Return a slice of the function VIEW, so far without access paths; INCOMING: of an obligation
   of its callers.  */
static struct slice *
slice_make (struct function_view *view, struct lk_arena *arena, bool incoming)
{
  const struct lk_graph *g = view->graph;
  struct slice *s = lk_arena_alloc (arena, sizeof *s);
  s->view = view;
  s->regions = regions_of (view);
  s->arena = arena;
  uint32_t words = g->n_blocks / 64 + 1;
  s->blocks = lk_arena_alloc (s->arena, 3 * words * sizeof *s->blocks);
  s->branches = s->blocks + words;
  s->phis = s->branches + words;
  for (uint32_t i = 0; i < s->regions->n_exits; i++)
    {
      uint32_t b = s->regions->exits[i];
      slice_need_block (s, b);
      slice_need_branch (s, b);
      for (uint32_t k = 0; k < g->blocks[b].n_events; k++)
	if (g->blocks[b].events[k].throws)
	  ask_arguments (s, &g->blocks[b].events[k], NULL);
    }
  if (incoming)
    {
      s->leaves = true;
      need_results (s);
    }
  drain_items (s);
  return s;
}

/* Return true if facts of the function VIEW can be restricted to what is relevant to them.  */
static bool
can_slice (const struct function_view *view)
{
  const struct lk_function *fn = view->graph->function;
  return (view->state == NO_KEY
	  && !(fn && (fn->flags & (LK_FN_JAVA | LK_FN_REFERENCES))));
}

bool
slice_possible (const struct context *context)
{
  const struct obligation *o = context->obligation;
  return !o->kind->lock && !o->held && !context->addressed && can_slice (context->view);
}

struct slice *
slice_new (struct context *context)
{
  return (slice_possible (context)
	  ? slice_make (context->view, context->arena, context->obligation->incoming) : NULL);
}

static const struct place_list *
asked_of_member (struct lk_unit *unit, struct lk_function *fn, uint32_t formal, int64_t sel)
{
  struct tested_inputs *inputs = tested_inputs (unit, fn);
  struct asked_member *m = inputs->members;
  while (m && (m->formal != formal || m->sel != sel))
    m = m->next;
  if (m)
    return m->places;
  struct function_view *view = function_view (unit, fn);
  if (!view || formal >= view->graph->n_formals || !can_slice (view))
    return inputs->asked;
  m = lk_arena_alloc (unit->arena, sizeof *m);
  m->formal = formal;
  m->sel = sel;
  m->places = inputs->asked;	/* During its computation.  */
  m->next = inputs->members;
  inputs->members = m;
  struct lk_arena *arena = lk_arena_new ();
  struct slice *s = slice_make (view, arena, true);
  slice_need_name (s, view->graph->formals[formal], sel);
  drain_items (s);
  m->places = NULL;
  for (const struct place_list *a = inputs->asked; a; a = a->next)
    {
      uint32_t n = (uint32_t) a->place.base - 1;
      key_id key = NO_KEY;
      if (a->place.base > 0 && n < view->graph->n_formals)
	key = key_of_memory (view, lk_path_make (view->graph, view->graph->formals[n],
						  a->place.nsel, a->place.sel, 0));
      if (key != NO_KEY && !slice_knows (s, key))
	continue;
      struct place_list *l = lk_arena_alloc (unit->arena, sizeof *l);
      l->place = a->place;
      l->next = m->places;
      m->places = l;
    }
  lk_arena_free (arena);
  return m->places;
}

void
slice_add_name (struct slice *s, const struct lk_path *path)
{
  slice_need_path (s, path);
  if (s->n_items)
    drain_items (s);
}

void
slice_add_event (struct slice *s, uint32_t block, uint32_t index)
{
  const struct lk_event *ev = &s->view->graph->blocks[block].events[index];
  slice_need_block (s, block);
  for (uint32_t k = 0; k < ev->n_args; k++)
    ask (s, &ev->args[k]);
  drain_items (s);
}

void
slice_add_operand (struct slice *s, const struct lk_operand *op)
{
  ask (s, op);
  drain_items (s);
}
