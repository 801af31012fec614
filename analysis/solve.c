/* The worklist over (block, fact) for one obligation (Tracker figure 3).

   A node is a block and a fact at its start; inside a block facts run through
   the events one by one.  Nodes form the exploded graph on which findings are
   explained and paths are counted.  Facts that differ only in G are kept
   apart up to MAX_VARIANTS, then merged to what all know, but for where a
   coroutine goes on; one whose G says more than an existing one's joins that
   one.

   A fact without paths is a loss that has yet to be confirmed: it runs on, so
   that process end or a contradiction on the way to the return can still
   excuse it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"
#include "regions.h"

/* Most obligations end within a few blocks: for so many nodes it does not pay to find out what
   matters.  */
#define FEW_NODES 64

/* Blocks whose nodes are found together: a fact gets to few blocks of a large
   function.  */
#define NODES_PART 32

struct solver *
solver_new (struct lk_unit *unit, struct prepared *prep,
	    const struct obligation *o, struct lk_arena *keep, unsigned depth)
{
  struct lk_arena *arena = lk_arena_new ();
  struct solver *s = lk_arena_alloc (arena, sizeof *s);
  s->arena = arena;
  s->unit = unit;
  s->prep = prep;
  s->graph = prep->graph;
  s->obligation = o;
  s->keep = keep;
  s->depth = depth;
  s->by_block = lk_arena_alloc (arena, (prep->graph->n_blocks / NODES_PART + 1)
				       * sizeof *s->by_block);
  return s;
}

struct node **
solver_nodes (struct solver *s, uint32_t block)
{
  struct node ***part = &s->by_block[block / NODES_PART];
  if (!*part)
    *part = lk_arena_alloc (s->arena, NODES_PART * sizeof **part);
  return &(*part)[block % NODES_PART];
}

void
solver_free (struct solver *s)
{
  size_t bytes = lk_arena_bytes (s->arena) + lk_graph_memory (s->graph);
  s->unit->stats.facts += s->n_nodes;
  if (bytes > s->unit->stats.memory)
    s->unit->stats.memory = bytes;
  free (s->queue);
  lk_arena_free (s->arena);
}

struct terminal *
solver_terminal (struct solver *solver, enum terminal_kind kind,
		 enum lk_step_kind how, lk_loc loc, const char *name,
		 const struct scratch *s)
{
  struct terminal *t = lk_arena_alloc (solver->arena, sizeof *t);
  if ((s->flags & FACT_INSIDE) && kind == TERMINAL_LOST
      && how != LK_STEP_CONTAINER_RELEASED && how != LK_STEP_MISMATCHED
      && how != LK_STEP_OVERWRITTEN)
    kind = TERMINAL_ESCAPED;
  t->kind = kind;
  t->how = how;
  t->loc = loc;
  t->name = name;
  t->assumed = (s->flags & FACT_ASSUMED) != 0;
  t->why = s->why;
  t->node = solver->current;
  t->result = LK_RANGE_ALL;
  t->next = solver->current->terminals;
  solver->current->terminals = t;
  t->all = solver->terminals;
  solver->terminals = t;
  if (kind == TERMINAL_ESCAPED)
    address_escapes (solver);
  if (solver->obligation->incoming)
    {
      struct outcome o = { .result = LK_RANGE_ALL };
      switch (kind)
	{
	case TERMINAL_RELEASED:
	  o.kind = OUT_RELEASED;
	  break;
	case TERMINAL_ESCAPED:
	  o.kind = OUT_ESCAPED;
	  break;
	case TERMINAL_LOST:
	  /* What a callee overwrites is not witnessed (call_by_summary).  */
	  o.kind = (how == LK_STEP_CONTAINER_RELEASED ? OUT_LOST
		    : how == LK_STEP_MISMATCHED ? OUT_MISMATCHED : OUT_HELD);
	  break;
	default:
	  return t;
	}
      add_outcome (solver, &o);
    }
  return t;
}

void
solver_lose (struct scratch *s, enum lk_step_kind how, lk_loc where,
	     const char *name)
{
  s->n_paths = 0;
  s->loss.how = how;
  s->loss.loc = where;
  s->loss.name = name;
}

/* Was the loss an act, not merely the end of a scope?  */
bool
loss_by_act (const struct scratch *s)
{
  return (s->n_paths == 0
	  && (s->loss.how == LK_STEP_OVERWRITTEN
	      || s->loss.how == LK_STEP_IGNORED
	      || s->loss.how == LK_STEP_CONTAINER_RELEASED));
}

/* A limit was met: the set of paths is emptied and what follows is assumed.  */
void
solver_limit (struct solver *solver, struct scratch *s, const char *why)
{
  solver->left_out = why;
  s->n_paths = 0;
  s->flags |= FACT_ASSUMED;
  /* To be trusted to where it was put it would need a name there: with richer
     limits callers see it by that and may report it.  */
  s->flags &= ~FACT_STORED;
  s->why = why;
}

void
solver_limited (struct solver *solver, enum limit limit)
{
  solver->limited = true;
  if (!solver->stops_at_limit && !solver->brief)
    limit_met (solver->unit, solver->graph->function, limit);
}

void
solver_keep_sliced (struct solver *solver, struct scratch *s)
{
  if (!solver->slice)
    return;
  for (unsigned i = s->n_conditions; i-- > 0;)
    if (!slice_knows (solver->slice, s->conditions[i].key))
      {
	s->n_conditions--;
	memmove (s->conditions + i, s->conditions + i + 1,
		 (s->n_conditions - i) * sizeof *s->conditions);
      }
}

/* ---- Nodes.  ---- */

static bool
same_paths (const struct fact *f, const struct scratch *s)
{
  return (f->flags == s->flags && f->n_paths == s->n_paths
	  && (!f->n_paths
	      || !memcmp (f->paths, s->paths, f->n_paths * sizeof *f->paths)));
}

bool
fact_weaker (const struct fact *f, const struct scratch *s)
{
  if ((s->written & ~f->written) || (s->members & ~f->members))
    return false;
  if (f->n_conditions > s->n_conditions)
    return false;
  unsigned k = 0;
  for (unsigned i = 0; i < f->n_conditions; i++, k++)
    {
      while (k < s->n_conditions && s->conditions[k].key < f->conditions[i].key)
	k++;
      if (k == s->n_conditions || s->conditions[k].key != f->conditions[i].key
	  || !range_subset (&s->conditions[k].range, &f->conditions[i].range))
	return false;
    }
  return true;
}

static struct fact
scratch_view (struct scratch *s)
{
  return (struct fact) {
    .n_paths = s->n_paths, .n_conditions = s->n_conditions, .flags = s->flags,
    .written = s->written, .members = s->members, .why = s->why,
    .loss = s->loss, .paths = s->paths, .conditions = s->conditions
  };
}

static const struct lk_range *
state_of (const struct condition *all, unsigned n, key_id state)
{
  for (unsigned i = 0; i < n && all[i].key <= state; i++)
    if (all[i].key == state)
      return &all[i].range;
  return NULL;
}

/* F and S are in one state: a coroutine that has stopped in two places has two.  */
static bool
same_state (const struct solver *solver, const struct fact *f, const struct scratch *s)
{
  key_id state = solver->prep->state;
  if (state == NO_KEY)
    return true;
  const struct lk_range *a = state_of (f->conditions, f->n_conditions, state);
  const struct lk_range *b = state_of (s->conditions, s->n_conditions, state);
  return a && b ? range_equal (a, b) : a == b;
}

static void
merge_conditions (struct scratch *s, const struct fact *f)
{
  unsigned n = 0;
  s->written |= f->written;
  s->members |= f->members;
  unsigned k = 0;
  for (unsigned i = 0; i < s->n_conditions; i++)
    {
      while (k < f->n_conditions && f->conditions[k].key < s->conditions[i].key)
	k++;
      if (k == f->n_conditions)
	break;
      if (f->conditions[k].key != s->conditions[i].key)
	continue;
      struct lk_range r = range_hull (&s->conditions[i].range,
				      &f->conditions[k].range);
      /* Counters go on: an end that moved is open, but for the two values that
	 are asked for most, so that there are finitely many steps
	 (widening).  */
      if (r.lo < f->conditions[k].range.lo)
	r.lo = r.lo >= 1 ? 1 : r.lo >= 0 ? 0 : INT64_MIN;
      if (r.hi > f->conditions[k].range.hi)
	r.hi = r.hi <= -1 ? -1 : r.hi <= 0 ? 0 : INT64_MAX;
      if (r.has_hole && !(f->conditions[k].range.has_hole
			  && f->conditions[k].range.hole == r.hole)
	  && !lk_range_contains (&s->conditions[i].range, r.hole))
	r.has_hole = r.has_hole && s->conditions[i].range.has_hole;
      if (!r.has_hole)
	r.hole = 0;
      if (!range_is_all (&r))
	{
	  s->conditions[n].key = f->conditions[k].key;
	  s->conditions[n++].range = r;
	}
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

static void
enqueue (struct solver *solver, struct node *node)
{
  if (node->queued)
    return;
  node->queued = true;
  if (solver->queue_n == solver->queue_room)
    {
      solver->queue_room = lk_more_room (solver->queue_room, 64);
      solver->queue = lk_xrealloc (solver->queue, solver->queue_room
						  * sizeof *solver->queue);
    }
  solver->queue[solver->queue_n++] = node;
}

static void
add_arc (struct solver *solver, struct node *to, struct lk_edge *edge)
{
  struct node *from = solver->current;
  /* A block that is left once is left once by each edge; a switch can have
     thousands.  */
  if (from->n_ends > 1)
    for (struct arc *a = from->arcs; a; a = a->next)
      if (a->to == to && a->edge == edge)
	return;
  struct arc *a = lk_arena_alloc (solver->arena, sizeof *a);
  a->to = to;
  a->edge = edge;
  a->next = from->arcs;
  from->arcs = a;
}

/* The unit's obligations have had so many facts that the rest must do with
   few.  */
static bool
unit_nodes_scarce (const struct lk_unit *unit)
{
  return (unit->stats.facts
	  > MAX_UNIT_NODES + (uint64_t) MAX_UNIT_NODES_FUNCTION * unit->stats.functions);
}

void
solver_reach (struct solver *solver, uint32_t block, struct scratch *s, struct lk_edge *via,
	      struct lk_edge *edge, unsigned max_variants)
{
  unsigned variants = 0;
  if (solver->wanted && !solver->wanted[block])
    return;
  struct node **nodes = solver_nodes (solver, block);
  for (struct node *n = *nodes; n; n = n->same_block)
    if (same_paths (&n->fact, s) && same_state (solver, &n->fact, s))
      {
	variants++;
	if (fact_weaker (&n->fact, s))
	  {
	    add_arc (solver, n, via);
	    return;
	  }
      }
  if (variants >= max_variants)
    {
      if (max_variants > 1)
	solver_limited (solver, LIMIT_VARIANTS);
      for (struct node *n = *nodes; n; n = n->same_block)
	if (same_paths (&n->fact, s) && same_state (solver, &n->fact, s))
	  merge_conditions (s, &n->fact);
      for (struct node *n = *nodes; n; n = n->same_block)
	if (same_paths (&n->fact, s) && fact_weaker (&n->fact, s))
	  {
	    add_arc (solver, n, via);
	    return;
	  }
    }
  if (solver->brief && solver->n_nodes >= FEW_NODES)
    {
      solver->given_up = true;
      return;
    }
  bool scarce = unit_nodes_scarce (solver->unit);
  if (solver->n_nodes >= (scarce ? MAX_NODES_SCARCE
			  : MAX_NODES + MAX_NODES_BLOCK * solver->graph->n_blocks))
    {
      solver->overflow = true;
      limit_met (solver->unit, solver->graph->function,
		 scarce ? LIMIT_UNIT_NODES : LIMIT_NODES);
      return;
    }
  struct node *n = lk_arena_alloc (solver->arena, sizeof *n);
  n->block = block;
  n->n = solver->n_nodes++;
  n->fact.n_paths = s->n_paths;
  n->fact.n_conditions = s->n_conditions;
  n->fact.flags = s->flags;
  n->fact.written = s->written;
  n->fact.members = s->members;
  n->fact.why = s->why;
  n->fact.loss = s->loss;
  n->fact.paths = lk_arena_alloc (solver->arena,
				  s->n_paths * sizeof *s->paths);
  memcpy (n->fact.paths, s->paths, s->n_paths * sizeof *s->paths);
  n->fact.conditions
    = lk_arena_alloc (solver->arena, s->n_conditions * sizeof *s->conditions);
  memcpy (n->fact.conditions, s->conditions,
	  s->n_conditions * sizeof *s->conditions);
  n->parent = solver->current;
  n->edge = edge;
  n->via = via;
  n->same_block = *nodes;
  *nodes = n;
  add_arc (solver, n, via);
  enqueue (solver, n);
  if (solver->unit->options.trace)
    trace_node (solver, n);
}

/* ---- Running through a block.  ---- */

static bool names_live_after (struct solver *, const struct scratch *,
			      uint32_t block, uint32_t i);

bool
solver_names_dead (struct solver *solver, const struct scratch *s)
{
  return (s->n_paths == 0
	  || !names_live_after (solver, s, solver->here_block,
				solver->here_event));
}

/* Is any name in P used after event I of BLOCK, or needed by a successor?  */
static bool
names_live_after (struct solver *solver, const struct scratch *s,
		  uint32_t block, uint32_t i)
{
  struct lk_block *bl = &solver->graph->blocks[block];
  for (unsigned k = 0; k < s->n_paths; k++)
    {
      const struct lk_path *p = s->paths[k];
      if (solver->graph->vars[p->root].class_ != LK_VAR_VALUE || p->nsel)
	return true;
      for (struct use *u = solver->prep->vars[p->root].uses; u; u = u->next)
	if (u->block == block && u->at_end)
	  return true;
      for (uint32_t e = i + 1; e < bl->n_events; e++)
	{
	  struct lk_event *ev = &bl->events[e];
	  if ((ev->src.kind == LK_PATH && ev->src.path->root == p->root)
	      || (ev->dest.kind == LK_PATH && ev->dest.path->root == p->root))
	    return true;
	  for (uint32_t a = 0; a < ev->n_args; a++)
	    if (ev->args[a].kind == LK_PATH
		&& ev->args[a].path->root == p->root)
	      return true;
	}
      if ((bl->a.kind == LK_PATH && bl->a.path->root == p->root)
	  || (bl->b.kind == LK_PATH && bl->b.path->root == p->root))
	return true;
      for (uint32_t e = 0; e < bl->n_succs; e++)
	if (live_in (solver->prep, p->root, bl->succs[e]->to))
	  return true;
      /* A comparison of it may be what the branch tests.  */
      if (bl->term == LK_TERM_COND)
	for (struct use *u = solver->prep->vars[p->root].uses; u; u = u->next)
	  if (u->block == block
	      && u->block != solver->prep->vars[p->root].def_block)
	    return true;
    }
  return false;
}

/* The user's variable that held the handle is given another value.  */
static bool
overwrites_variable (struct solver *solver, const struct scratch *s,
		     uint32_t block, uint32_t i, const struct lk_event *ev)
{
  const struct obligation *o = solver->obligation;
  if (!o->handle_user || o->in_place || ev == o->event
      || ev->dest.kind != LK_PATH || ev->dest.path->nsel
      || solver->graph->vars[ev->dest.path->root].user != o->handle_user
      || ev->aggregate_result || (s->flags & (FACT_ASSUMED | FACT_STORED)))
    return false;
  if (ev->kind != LK_EVENT_CALL && ev->kind != LK_EVENT_ASSIGN)
    return false;
  /* A call that gets the handle may well return it.  */
  for (uint32_t a = 0; a < ev->n_args; a++)
    for (unsigned k = 0; k < s->n_paths; k++)
      {
	struct path_rest rest;
	if (ev->args[a].kind == LK_PATH
	    && path_rest (s->paths[k], ev->args[a].path, &rest))
	  return false;
      }
  /* Making it NULL is what one does after giving it away.  */
  if (ev->kind == LK_EVENT_ASSIGN && ev->src.kind == LK_CONST)
    return false;
  return s->n_paths == 0 || !names_live_after (solver, s, block, i);
}

/* The call EV, event I of BLOCK, may throw.  */
static void
run_throw (struct solver *solver, uint32_t block, uint32_t i,
	   struct lk_event *ev, const struct scratch *s)
{
  struct lk_block *bl = &solver->graph->blocks[block];
  bool caught = false;
  if (i + 1 == bl->n_events)
    for (uint32_t k = 0; k < bl->n_succs; k++)
      caught |= (bl->succs[k]->flags & LK_EDGE_EXCEPTION) != 0;
  if (!caught && !ev->throws)
    return;
  struct step_state *out = NULL;
  flow_throw (solver, ev, s, &out);
  for (struct step_state *st = out, *next; st; st = next)
    {
      next = st->next;
      solver->current->n_ends++;
      for (uint32_t k = 0; caught && k < bl->n_succs; k++)
	if (bl->succs[k]->flags & LK_EDGE_EXCEPTION)
	  solver_follow (solver, &st->fact, bl->succs[k]);
      if (ev->throws)
	solver_leave (solver, &st->fact, bl, true, ev);
      st->next = solver->free_states;
      solver->free_states = st;
    }
}

/* Memory is read or written at PLACE: the pointer to it is not NULL, or the
   process ends here.  */
static bool
dereference (struct solver *solver, struct scratch *s,
	     const struct lk_operand *place)
{
  if (place->kind != LK_PATH || place->path->nsel == 0)
    return true;
  enum lk_var_class c = solver->graph->vars[place->path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return true;
  key_id key = key_of_var (solver->prep, place->path->root);
  struct lk_range nonnull = LK_RANGE_NONNULL;
  return key == NO_KEY || scratch_restrict (solver, s, key, &nonnull);
}

/* EV calls a method, of an object that there is.  (In Java that is found out by an exception.)  */
static bool
called_on (struct solver *solver, struct scratch *s, const struct lk_event *ev)
{
  if (!ev->member || !ev->n_args || ev->args[0].kind != LK_PATH || ev->args[0].path->nsel
      || ev->args[0].path->addend || !ev->callee || (ev->callee->flags & LK_FN_JAVA))
    return true;
  enum lk_var_class c = solver->graph->vars[ev->args[0].path->root].class_;
  if (c != LK_VAR_VALUE && c != LK_VAR_FORMAL)
    return true;
  key_id key = key_of_var (solver->prep, ev->args[0].path->root);
  struct lk_range nonnull = LK_RANGE_NONNULL;
  return key == NO_KEY || scratch_restrict (solver, s, key, &nonnull);
}

/* The event EV has done its work on S, which had HELD names before it;
   OVERWRITTEN: it has written over the last one.  False: the fact has ended.  */
static bool
after_event (struct solver *solver, struct lk_event *ev, struct scratch *s,
	     unsigned held, bool overwritten)
{
  if (overwritten
      || (held && s->n_paths == 0 && !(s->flags & FACT_ASSUMED)))
    {
      /* What a helper keeps in the caller's structure, it keeps account of
	 there.  */
      if ((s->flags & FACT_STORED) && !loss_by_act (s)
	  && (!overwritten || solver->obligation->origin))
	{
	  solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, ev->loc,
			   NULL, s);
	  return false;
	}
      if (ev == solver->obligation->event && !solver->obligation->n_parents)
	{
	  solver_terminal (solver, TERMINAL_LOST, LK_STEP_AGAIN, ev->loc, NULL,
			   s);
	  return false;
	}
      if (overwritten)
	{
	  /* By nothing, because something failed?  Then the process may be
	     about to end.  */
	  struct lk_range r = operand_range (solver, s, &ev->src);
	  solver_lose (s, LK_STEP_OVERWRITTEN, ev->loc,
		       path_name (solver->prep, ev->dest.path));
	  if ((r.lo != 0 || r.hi != 0) && !solver->obligation->n_parents)
	    {
	      solver_terminal (solver, TERMINAL_LOST, s->loss.how, s->loss.loc,
			       s->loss.name, s);
	      return false;
	    }
	}
      else if (!loss_by_act (s))
	solver_lose (s, LK_STEP_LOST, ev->loc, NULL);
    }
  if ((s->flags & FACT_ASSUMED) && solver->unit->options.level < 2)
    {
      solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST, ev->loc, NULL,
		       s);
      return false;
    }
  return true;
}

/* FACT is to go on at EVENT of the block: into PENDING, sorted by event, unless
   what is said there says it already.  Calls of bodies that leave in several
   ways follow each other in one block: if their states did not come together
   after each call, there would be exponentially many.  */
static void
push_state (struct solver *solver, struct step_state **pending,
	    uint32_t event, const struct scratch *fact)
{
  struct step_state *st = solver->free_states;
  if (st)
    solver->free_states = st->next;
  else
    st = lk_arena_alloc (solver->arena, sizeof *st);
  scratch_copy (&st->fact, fact);
  st->event = event;
  while (*pending && (*pending)->event < event)
    pending = &(*pending)->next;
  unsigned variants = 0;
  bool known = false;
  for (bool merged = false; !known; merged = true)
    {
      for (struct step_state *o = *pending; o && o->event == event && !known;
	   o = o->next)
	{
	  struct fact view = scratch_view (&o->fact);
	  if (!same_paths (&view, &st->fact))
	    continue;
	  variants++;
	  known = fact_weaker (&view, &st->fact);
	  if (merged && !known)
	    merge_conditions (&st->fact, &view);
	}
      if (merged || variants < MAX_BLOCK_VARIANTS)
	break;
      solver_limited (solver, LIMIT_BLOCK_VARIANTS);
    }
  struct step_state **list = known ? &solver->free_states : pending;
  st->next = *list;
  *list = st;
}

static void
run_block (struct solver *solver, uint32_t block, uint32_t first,
	   struct scratch *start)
{
  struct lk_block *bl = &solver->graph->blocks[block];
  struct step_state *pending = NULL;
  push_state (solver, &pending, first, start);
  while (pending)
    {
      struct step_state *st = pending;
      pending = pending->next;
      struct scratch *s = &st->fact;
      bool alive = true;
      for (uint32_t i = st->event; i < bl->n_events && alive; i++)
	{
	  if (pending && pending->event <= i && i > st->event)
	    {
	      push_state (solver, &pending, i, s);
	      alive = false;
	      break;
	    }
	  struct lk_event *ev = &bl->events[i];
	  unsigned held = s->n_paths;
	  solver->here_block = block;
	  solver->here_event = i;
	  switch (ev->kind)
	    {
	    case LK_EVENT_ASSIGN:
	      if (overwrites_variable (solver, s, block, i, ev)
		  && solver->obligation->n_parents == 0)
		{
		  solver_terminal (solver, TERMINAL_LOST, LK_STEP_OVERWRITTEN,
				   ev->loc, solver->obligation->handle, s);
		  alive = false;
		  break;
		}
	      if (!dereference (solver, s, &ev->src)
		  || !dereference (solver, s, &ev->dest))
		{
		  solver_terminal (solver, TERMINAL_END, LK_STEP_LOST, ev->loc,
				   NULL, s);
		  alive = false;
		  break;
		}
	      if (!flow_assign (solver, s, ev))
		{
		  solver_terminal (solver, TERMINAL_ESCAPED, LK_STEP_LOST,
				   ev->loc, NULL, s);
		  alive = false;
		}
	      break;
	    case LK_EVENT_COPY:
	      if (ev->dest.kind == LK_PATH && ev->src.kind == LK_PATH)
		flow_copy (solver, s, ev->dest.path, ev->src.path, ev->size);
	      else if (ev->dest.kind == LK_PATH)
		flow_clear (solver, s, ev->dest.path, ev->size);
	      break;
	    case LK_EVENT_CLEAR:
	      if (ev->dest.kind == LK_PATH)
		flow_clear (solver, s, ev->dest.path, ev->size);
	      if (ev->dest.kind == LK_PATH && ev->src.kind == LK_CONST && ev->src.value == 0)
		flow_cleared (solver, s, ev);
	      break;
	    case LK_EVENT_DEAD:
	      if (ev->dest.kind == LK_PATH)
		flow_dead (solver, s, ev->dest.path->root);
	      break;
	    case LK_EVENT_CALL:
	      {
		/* Its parent may still be closed.  */
		if (ev == solver->obligation->event && s->n_paths == 0
		    && !solver->obligation->n_parents
		    && !(s->flags & FACT_ASSUMED))
		  {
		    bool act = loss_by_act (s);
		    solver_terminal (solver, TERMINAL_LOST,
				     act ? s->loss.how : LK_STEP_AGAIN,
				     act ? s->loss.loc : ev->loc,
				     act ? s->loss.name : NULL, s);
		    alive = false;
		    break;
		  }
		if (overwrites_variable (solver, s, block, i, ev)
		    && solver->obligation->n_parents == 0)
		  {
		    solver_terminal (solver, TERMINAL_LOST, LK_STEP_OVERWRITTEN,
				     ev->loc, solver->obligation->handle, s);
		    alive = false;
		    break;
		  }
		bool there = called_on (solver, s, ev);
		if (there)
		  run_throw (solver, block, i, ev, s);
		if (!there || (ev->callee && (ev->callee->flags & LK_FN_NORETURN)))
		  {
		    solver_terminal (solver, TERMINAL_END, LK_STEP_LOST,
				     ev->loc, NULL, s);
		    alive = false;
		    break;
		  }
		struct step_state *out = NULL;
		if (flow_call (solver, ev, s, &out))
		  break;
		if (!out)
		  {
		    alive = false;
		    break;
		  }
		/* A single way goes on at once.  */
		alive = !out->next;
		if (alive)
		  scratch_copy (s, &out->fact);
		for (struct step_state *o = out, *next; o; o = next)
		  {
		    next = o->next;
		    if (!alive && after_event (solver, ev, &o->fact, held, false))
		      push_state (solver, &pending, i + 1, &o->fact);
		    o->next = solver->free_states;
		    solver->free_states = o;
		  }
		break;
	      }
	    }
	  if (!alive)
	    break;
	  bool overwritten = (ev->kind == LK_EVENT_ASSIGN
			      && ev->dest.kind == LK_PATH
			      && ev->dest.path->nsel && s->n_paths < held
			      && !(s->flags & FACT_ASSUMED)
			      && solver_names_dead (solver, s));
	  alive = after_event (solver, ev, s, held, overwritten);
	}
      if (alive)
	{
	  solver->current->n_ends++;
	  solver_leave_block (solver, s, block);
	}
      st->next = solver->free_states;
      solver->free_states = st;
    }
}

bool
solver_run_to (struct solver *solver, uint32_t block, uint32_t first,
	       uint32_t index, struct scratch *s)
{
  struct lk_block *bl = &solver->graph->blocks[block];
  for (uint32_t i = first; i < index; i++)
    {
      struct lk_event *ev = &bl->events[i];
      struct step_state *out = NULL;
      solver->here_block = block;
      solver->here_event = i;
      switch (ev->kind)
	{
	case LK_EVENT_ASSIGN:
	  if (!dereference (solver, s, &ev->src)
	      || !dereference (solver, s, &ev->dest))
	    return false;
	  flow_assign (solver, s, ev);
	  break;
	case LK_EVENT_COPY:
	case LK_EVENT_CLEAR:
	  if (ev->dest.kind == LK_PATH)
	    flow_clear (solver, s, ev->dest.path, ev->size);
	  if (ev->kind == LK_EVENT_CLEAR && ev->dest.kind == LK_PATH && ev->src.kind == LK_CONST
	      && ev->src.value == 0)
	    flow_cleared (solver, s, ev);
	  break;
	case LK_EVENT_DEAD:
	  if (ev->dest.kind == LK_PATH)
	    flow_dead (solver, s, ev->dest.path->root);
	  break;
	case LK_EVENT_CALL:
	  if ((ev->callee && (ev->callee->flags & LK_FN_NORETURN))
	      || !called_on (solver, s, ev))
	    return false;
	  if (flow_call (solver, ev, s, &out))
	    break;
	  if (!out)
	    return false;
	  scratch_copy (s, &out->fact);
	  for (struct step_state *st = out->next; st; st = st->next)
	    scratch_merge (s, &st->fact);
	  break;
	}
    }
  return true;
}

void
solver_seed (struct solver *solver, uint32_t block, uint32_t event,
	     struct scratch *fact)
{
  struct node *n = lk_arena_alloc (solver->arena, sizeof *n);
  n->block = block;
  n->n = solver->n_nodes++;
  n->fact.n_paths = fact->n_paths;
  n->fact.flags = fact->flags;
  n->fact.paths = lk_arena_alloc (solver->arena,
				  fact->n_paths * sizeof *fact->paths);
  memcpy (n->fact.paths, fact->paths, fact->n_paths * sizeof *fact->paths);
  if (solver->slice)
    {
      for (unsigned i = 0; i < fact->n_paths; i++)
	slice_add_name (solver->slice, fact->paths[i]);
      solver_keep_sliced (solver, fact);
    }
  solver->current = n;
  run_block (solver, block, event, fact);
}

void
solver_run (struct solver *solver)
{
  while (solver->queue_head < solver->queue_n && !(solver->stops_at_limit && solver->limited)
	 && !solver->given_up)
    {
      struct node *n = solver->queue[solver->queue_head++];
      struct scratch s;
      scratch_load (&s, &n->fact);
      solver->current = n;
      run_block (solver, n->block, 0, &s);
    }
}
