/* The facts of a body, by one scan of its graph: which functions it calls with which values, what
   it stores in fields of its object, what it returns.

   Code that only an exceptional path reaches is left out: a handler that closes a resource that
   could not be used does not show its owner.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "infer-internal.h"

#define UNSET UINT32_MAX

/* An element of an array that is made here.  */
struct element
{
  const struct lk_operand *value;
  struct element *next;
};

/* A graph being scanned.  */
struct scan
{
  struct lk_inference *inf;
  struct lk_graph *graph;
  struct infer_body *body;
  const struct lk_event **event;	/* By variable: what defines it,  */
  uint32_t *event_block;	/* and where.  */
  const struct lk_phi **phi;
  uint32_t *phi_args;		/* How many arguments the phi has.  */
  uint32_t *call;		/* By variable: the call that makes it, or UNSET;  */
  const struct lk_event **maker;	/* any call whose result it is, or NULL.  */
  struct element **elements;	/* By variable, of an array that is made here.  */
  infer_node *node;		/* By variable, or UNSET.  */
  uint8_t *reached;		/* By block: without an exception.  */
  unsigned nodes_room, calls_room, writes_room, returns_room;
};

/* Return room for one more member of the array at *ITEMS, of SIZE bytes each.  */
static void *
one_more (void **items, unsigned *n, unsigned *room, size_t size)
{
  if (*n == *room)
    {
      *room = (unsigned) lk_more_room (*room, 8);
      *items = lk_xrealloc (*items, *room * size);
    }
  void *at = (char *) *items + (size_t) (*n)++ * size;
  memset (at, 0, size);
  return at;
}

static infer_node
add_node (struct scan *s, enum node_kind kind, uint32_t number)
{
  struct node *n = one_more ((void **) &s->body->nodes, &s->body->n_nodes, &s->nodes_room,
			     sizeof *n);
  n->kind = kind;
  n->number = number;
  return s->body->n_nodes - 1;
}

/* ---- Values.  ---- */

static infer_node node_of_operand (struct scan *, const struct lk_operand *);
static infer_node node_of_array (struct scan *, const struct lk_path *);

static infer_node
node_of_load (struct scan *s, const struct lk_path *path)
{
  struct infer_field *field = field_at (s->inf, path->field);
  if (!field)
    return 0;
  infer_node n = 0;
  const struct lk_variable *root = &s->graph->vars[path->root];
  bool own = (root->class_ == LK_VAR_FORMAL && root->index == 0
	      && s->body->function->has_receiver);
  n = add_node (s, own || field->is_static ? NODE_FIELD : NODE_FIELD_ELSEWHERE, NO_BLOCK);
  s->body->nodes[n].u.field = field;
  list_add_once (&field->users, s->body);
  if (field->type)
    list_add_once (&field->type->users, s->body);
  return n;
}

/* Set PARTS of the node ANY to N nodes.  */
static infer_node *
add_parts (struct scan *s, infer_node any, uint32_t n)
{
  infer_node *parts = lk_inference_alloc (s->inf, n * sizeof *parts);
  s->body->nodes[any].u.parts = parts;
  return parts;
}

static infer_node
node_of_new_array (struct scan *s, lk_var var)
{
  uint32_t n = 0;
  for (const struct element *e = s->elements[var]; e; e = e->next)
    n++;
  infer_node array = s->node[var] = add_node (s, NODE_NEW_ARRAY, n);
  infer_node *parts = add_parts (s, array, n);
  /* The last one that is stored is the first in the list.  */
  for (const struct element *e = s->elements[var]; e; e = e->next)
    parts[--n] = node_of_operand (s, e->value);
  return array;
}

static infer_node
node_of_variable (struct scan *s, lk_var var)
{
  if (s->node[var] != UNSET)
    return s->node[var];
  const struct lk_variable *v = &s->graph->vars[var];
  if (v->class_ == LK_VAR_FORMAL)
    return s->node[var] = add_node (s, NODE_ARGUMENT, v->index);
  if (s->call[var] != UNSET)
    {
      s->node[var] = add_node (s, NODE_CALL, s->call[var]);
      return s->body->calls[s->call[var]].result = s->node[var];
    }
  if (s->phi[var])
    {
      uint32_t n = s->phi_args[var];
      infer_node any = s->node[var] = add_node (s, NODE_ANY, n);
      infer_node *parts = add_parts (s, any, n);
      for (uint32_t i = 0; i < n; i++)
	parts[i] = node_of_operand (s, &s->phi[var]->args[i]);
      return any;
    }
  if (s->elements[var])
    return node_of_new_array (s, var);
  const struct lk_event *ev = s->event[var];
  s->node[var] = 0;
  if (!ev || ev->kind != LK_EVENT_ASSIGN)
    return 0;
  infer_node of = ev->src.kind == LK_PATH ? node_of_array (s, ev->src.path) : 0;
  if (!of)
    {
      infer_node value = node_of_operand (s, &ev->src);
      struct node *n = &s->body->nodes[value];
      if (n->kind == NODE_FIELD && ev->src.path->nsel)
	{
	  n->number = s->event_block[var];
	  n->index = (uint32_t) (ev - s->graph->blocks[n->number].events);
	}
      return s->node[var] = value;
    }
  s->node[var] = add_node (s, NODE_ELEMENT, s->event_block[var]);
  s->body->nodes[s->node[var]].u.of = of;
  return s->node[var];
}

/* The array whose element PATH is, if it is a field of this object or an argument; 0: none.  */
static infer_node
node_of_array (struct scan *s, const struct lk_path *path)
{
  if (path->nsel != 1 || path->field)
    return 0;
  infer_node of = node_of_variable (s, path->root);
  const struct node *n = &s->body->nodes[of];
  return ((n->kind == NODE_FIELD && n->u.field->elements)
	  || (n->kind == NODE_ARGUMENT && n->number < s->body->function->n_args
	      && s->body->function->args[n->number].elements) ? of : 0);
}

static infer_node
node_of_operand (struct scan *s, const struct lk_operand *op)
{
  if (op->kind == LK_CONST)
    return op->value == 0 ? 1 : 0;
  if (op->kind != LK_PATH || op->path->addend)
    return 0;
  if (op->path->nsel == 0)
    return node_of_variable (s, op->path->root);
  return op->path->nsel == 1 && op->path->field ? node_of_load (s, op->path) : 0;
}

/* ---- What the graph defines.  ---- */

/* Return the body of the function object that EV makes if it owns what it captures, or NULL.  */
static struct infer_function *
closure_that_owns (struct scan *s, const struct lk_event *ev)
{
  struct infer_function *fn = NULL;
  if ((ev->callee->flags & LK_FN_CLOSURE) && ev->n_args > 2 && ev->args[1].kind == LK_PATH
      && s->graph->vars[ev->args[1].path->root].class_ == LK_VAR_FUNCTION
      && s->graph->vars[ev->args[1].path->root].entity)
    fn = function_at (s->inf, s->graph->vars[ev->args[1].path->root].entity);
  for (unsigned i = 0; fn && i < fn->n_args && i + 2 < ev->n_args; i++)
    if (fn->args[i].owning)
      return fn;
  return NULL;
}

/* Calls get numbers in the order of the graph; a constructor's call makes the object that it is
   given.  */
static void
note_call (struct scan *s, const struct lk_event *ev, uint32_t block, uint32_t index)
{
  struct infer_function *body = closure_that_owns (s, ev);
  struct infer_function *callee = body ? body : function_at (s->inf, ev->callee);
  if (!callee || (!body && callee->n_args > ev->n_args))
    return;
  uint32_t number = s->body->n_calls;
  struct body_call *c = one_more ((void **) &s->body->calls, &s->body->n_calls, &s->calls_room,
				  sizeof *c);
  c->callee = callee;
  c->block = block;
  c->index = index;
  c->loc = ev->loc;
  c->captures = body != NULL;
  if (body)
    return;
  read_element_row (c, ev->callee->contract);
  const struct lk_operand *made = callee->constructor ? &ev->args[0] : &ev->dest;
  if (made->kind == LK_PATH && made->path->nsel == 0 && !made->path->addend
      && s->graph->vars[made->path->root].class_ == LK_VAR_VALUE)
    s->call[made->path->root] = number;
}

/* EV, an assignment, stores an element of an array that is made here.  */
static void
note_element (struct scan *s, const struct lk_event *ev)
{
  const struct lk_path *to = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
  const struct lk_event *made = to && to->nsel == 1 && !to->field ? s->maker[to->root] : NULL;
  if (!made || !made->callee || !(made->callee->flags & LK_FN_NEW)
      || strcmp (made->callee->name, "new array") != 0)
    return;
  struct element *e = lk_inference_alloc (s->inf, sizeof *e);
  e->value = &ev->src;
  e->next = s->elements[to->root];
  s->elements[to->root] = e;
}

static void
note_definitions (struct scan *s)
{
  struct lk_graph *g = s->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      for (uint32_t i = 0; i < bl->n_phis; i++)
	{
	  s->phi[bl->phis[i].result] = &bl->phis[i];
	  s->phi_args[bl->phis[i].result] = bl->n_preds;
	}
      for (uint32_t i = 0; i < bl->n_events; i++)
	{
	  const struct lk_event *ev = &bl->events[i];
	  if (ev->kind == LK_EVENT_CALL && ev->dest.kind == LK_PATH && !ev->dest.path->nsel)
	    s->maker[ev->dest.path->root] = ev;
	  if (ev->kind == LK_EVENT_CALL && ev->callee && s->reached[b])
	    note_call (s, ev, b, i);
	  else if (ev->kind == LK_EVENT_ASSIGN && ev->dest.kind == LK_PATH
		   && ev->dest.path->nsel == 0)
	    {
	      s->event[ev->dest.path->root] = ev;
	      s->event_block[ev->dest.path->root] = b;
	    }
	}
    }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events && s->reached[b]; i++)
      if (g->blocks[b].events[i].kind == LK_EVENT_ASSIGN)
	note_element (s, &g->blocks[b].events[i]);
}

/* ---- Uses.  ---- */

static void
use_class (struct scan *s, struct infer_class *c)
{
  if (c)
    list_add_once (&c->users, s->body);
}

static void
use_function (struct scan *s, struct infer_function *fn)
{
  for (unsigned i = 0; i < fn->n_args; i++)
    use_class (s, fn->args[i].type);
  use_class (s, fn->result.type);
}

/* Note that VALUE is stored in FIELD; ELEMENT: it becomes an element there.  */
static void
add_write (struct scan *s, struct infer_field *field, infer_node value, bool element,
	   const struct lk_event *ev, uint32_t block, uint32_t index)
{
  struct body_write *w = one_more ((void **) &s->body->writes, &s->body->n_writes,
				   &s->writes_room, sizeof *w);
  w->field = field;
  w->element = element;
  w->block = block;
  w->index = index;
  w->loc = ev->loc;
  w->value = value;
  list_add_once (&field->users, s->body);
  use_class (s, field->type);
}

/* Arguments of the call C become elements, as its row says.  */
static void
scan_put (struct scan *s, const struct lk_event *ev, const struct body_call *c)
{
  const struct lk_contract *row = ev->callee->contract;
  for (const struct lk_clause *k = row ? row->clauses : NULL; k; k = k->next)
    if (k->role == LK_ROLE_PUT && k->place.base >= 1 && k->other.base >= 1
	&& (unsigned) k->place.base <= c->callee->n_args
	&& (unsigned) k->other.base <= c->callee->n_args)
      {
	struct infer_field *field = collection_field (s->body, c->args[k->other.base - 1]);
	if (field && !field->is_static)
	  add_write (s, field, c->args[k->place.base - 1], true, ev, c->block, c->index);
      }
}

/* The function that the function object OP, made here, calls; or NULL.  */
static struct infer_function *
object_function (struct scan *s, const struct lk_operand *op)
{
  const struct lk_event *made = NULL;
  if (op->kind == LK_PATH && !op->path->nsel)
    made = s->maker[op->path->root];
  if (!made || !made->callee || !(made->callee->flags & LK_FN_CLOSURE) || made->n_args != 2
      || made->args[1].kind != LK_PATH
      || s->graph->vars[made->args[1].path->root].class_ != LK_VAR_FUNCTION)
    return NULL;
  struct lk_function *body = s->graph->vars[made->args[1].path->root].entity;
  return body ? function_at (s->inf, body) : NULL;
}

/* Argument I of EV, a call, gets to where this body does not show it.  */
static void
leave (struct scan *s, const struct lk_event *ev, uint32_t i)
{
  infer_node node = node_of_operand (s, &ev->args[i]);
  s->body->nodes[node].leaves = true;
}

/* A call of a function of which nothing is known.  */
static void
scan_unknown_call (struct scan *s, const struct lk_event *ev)
{
  for (uint32_t i = 0; i < ev->n_args; i++)
    leave (s, ev, i);
}

/* The function called is one of a library: it may keep what no row speaks of.  */
static void
scan_library_call (struct scan *s, const struct lk_event *ev, const struct body_call *c)
{
  const struct lk_contract *row = ev->callee->contract;
  for (uint32_t i = c->callee->has_receiver; i < c->callee->n_args; i++)
    {
      bool keeps = !row;
      for (const struct lk_clause *k = row ? row->clauses : NULL; k && !keeps; k = k->next)
	keeps = ((k->role == LK_ROLE_PUT || k->role == LK_ROLE_OWN)
		 && k->place.base == (int) i + 1);
      if (keeps)
	leave (s, ev, i);
    }
}

/* Return true if a constant argument of EV is not as a condition of C says.  */
static bool
fails (const struct lk_event *ev, const struct lk_clause *c)
{
  for (unsigned i = 0; c && i < c->n_conditions; i++)
    {
      const struct lk_condition *when = &c->conditions[i];
      const unsigned arg = (unsigned) when->base - 1;
      if (when->base > 0 && !when->nsel && arg < ev->n_args && ev->args[arg].kind == LK_CONST
	  && !lk_range_contains (&when->range, ev->args[arg].value))
	return true;
    }
  return false;
}

static void
scan_call (struct scan *s, const struct lk_event *ev, struct body_call *c)
{
  infer_node *args = lk_inference_alloc (s->inf, c->callee->n_args * sizeof *args);
  for (unsigned i = 0; i < c->callee->n_args; i++)
    if (c->captures)
      args[i] = i + 2 < ev->n_args ? node_of_operand (s, &ev->args[i + 2]) : 0;
    else
      {
	args[i] = node_of_operand (s, &ev->args[i]);
	c->no_alias |= fails (ev, c->callee->args[i].alias_if);
      }
  c->args = args;
  if (c->captures)
    {
      list_add_once (&c->callee->callers, s->body);
      return;
    }
  if (c->visits && c->callee->n_args == 2)
    c->visitor = object_function (s, &ev->args[1]);
  if (c->visitor)
    list_add_once (&c->visitor->callers, s->body);
  scan_put (s, ev, c);
  if (!c->callee->program)
    scan_library_call (s, ev, c);
  list_add_once (&c->callee->callers, s->body);
  use_function (s, c->callee);
}

static void
scan_store (struct scan *s, const struct lk_event *ev, uint32_t block, uint32_t index)
{
  const struct lk_path *dest = ev->dest.kind == LK_PATH ? ev->dest.path : NULL;
  infer_node array = dest ? node_of_array (s, dest) : 0;
  if (dest && dest->nsel)
    s->body->stores[block] = 1;
  if (array)
    {
      struct infer_field *owner = collection_field (s->body, array);
      if (owner && !owner->is_static)
	add_write (s, owner, node_of_operand (s, &ev->src), true, ev, block, index);
      return;
    }
  if (!dest || dest->nsel == 0)
    return;
  const struct lk_variable *root = &s->graph->vars[dest->root];
  struct infer_field *field
    = dest->nsel == 1 && dest->field ? field_at (s->inf, dest->field) : NULL;
  infer_node value = node_of_operand (s, &ev->src);
  s->body->stores_elsewhere |= (dest->nsel > 1 || !dest->field || root->class_ != LK_VAR_FORMAL
				|| root->index != 0 || !s->body->function->has_receiver);
  if (!field || field->is_static || root->class_ != LK_VAR_FORMAL || root->index != 0
      || !s->body->function->has_receiver)
    s->body->nodes[value].leaves = true;
  else
    add_write (s, field, value, false, ev, block, index);
}

static void
scan_block (struct scan *s, uint32_t b, uint32_t *next_call)
{
  const struct lk_block *bl = &s->graph->blocks[b];
  for (uint32_t i = 0; i < bl->n_events; i++)
    {
      const struct lk_event *ev = &bl->events[i];
      struct body_call *c = (*next_call < s->body->n_calls
			     ? &s->body->calls[*next_call] : NULL);
      if (ev->kind == LK_EVENT_ASSIGN)
	scan_store (s, ev, b, i);
      else if (c && c->block == b && c->index == i)
	{
	  scan_call (s, ev, c);
	  ++*next_call;
	}
      else if (ev->kind == LK_EVENT_CALL)
	scan_unknown_call (s, ev);
    }
  if (bl->term == LK_TERM_RETURN)
    {
      infer_node value = node_of_operand (s, &bl->a);
      struct body_return *r = one_more ((void **) &s->body->returns, &s->body->n_returns,
					&s->returns_room, sizeof *r);
      r->value = value;
      r->block = b;
      r->loc = bl->loc;
    }
}

/* ---- Control flow.  ---- */

static void
find_reached (struct scan *s)
{
  struct lk_graph *g = s->graph;
  uint32_t *stack = lk_xmalloc ((g->n_blocks + 1) * sizeof *stack), n = 0;
  stack[n++] = 0;
  s->reached[0] = 1;
  while (n)
    {
      const struct lk_block *bl = &g->blocks[stack[--n]];
      for (uint32_t i = 0; i < bl->n_succs; i++)
	if (!(bl->succs[i]->flags & LK_EDGE_EXCEPTION) && !s->reached[bl->succs[i]->to])
	  {
	    s->reached[bl->succs[i]->to] = 1;
	    stack[n++] = bl->succs[i]->to;
	  }
    }
  free (stack);
}

/* Return the value that is null if successor I of BL is taken; 0: none.  */
static infer_node
null_on_edge (struct scan *s, const struct lk_block *bl, uint32_t i)
{
  const struct lk_operand *value = bl->b.kind == LK_CONST ? &bl->a : &bl->b;
  const struct lk_operand *zero = bl->b.kind == LK_CONST ? &bl->b : &bl->a;
  if (bl->term != LK_TERM_COND || value->kind != LK_PATH || zero->kind != LK_CONST
      || zero->value || i != (bl->op == LK_EQ ? 0u : bl->op == LK_NE ? 1u : UINT32_MAX))
    return 0;
  return node_of_operand (s, value);
}

/* Return the collection that may have elements left if successor I of BL is taken, because of a
   comparison of their number with a constant; 0: none.  */
static infer_node
rest_on_edge (struct scan *s, const struct lk_block *bl, uint32_t i)
{
  if (bl->term != LK_TERM_COND || bl->b.kind != LK_CONST || bl->a.kind != LK_PATH)
    return 0;
  const struct node *n = &s->body->nodes[node_of_operand (s, &bl->a)];
  if (n->kind != NODE_CALL || !s->body->calls[n->number].counts || !s->body->calls[n->number].args)
    return 0;
  enum lk_compare op = i == 0 ? bl->op : lk_compare_negate (bl->op);
  bool left = (op == LK_LE ? bl->b.value >= 1 : op == LK_LT ? bl->b.value >= 2
	       : op == LK_EQ && bl->b.value >= 1);
  return left ? s->body->calls[n->number].args[0] : 0;
}

/* Return true if VALUE is an argument of the body's function other than its object, or the result
   of a call that is given one.  */
static bool
made_of_argument (struct infer_body *body, infer_node value)
{
  const struct node *n = &body->nodes[value];
  if (visited (body, value))
    return false;
  if (n->kind == NODE_ARGUMENT)
    return n->number >= body->function->has_receiver;
  const struct body_call *c = n->kind == NODE_CALL ? &body->calls[n->number] : NULL;
  for (unsigned i = 0; c && c->args && i < c->callee->n_args; i++)
    if (made_of_argument (body, c->args[i]))
      return true;
  return false;
}

/* Return true if OP is an argument of the body's function, or the result of a call that is given
   one; and no reference to an object, such as tests for null are about.  */
static bool
is_from_argument (struct scan *s, const struct lk_operand *op)
{
  const infer_node value = op->kind == LK_PATH ? node_of_operand (s, op) : 0;
  const struct node *n = &s->body->nodes[value];
  if ((n->kind == NODE_ARGUMENT && s->body->function->args[n->number].type)
      || (n->kind == NODE_CALL && s->body->calls[n->number].callee->result.type))
    return false;
  s->body->visit++;
  return made_of_argument (s->body, value);
}

/* Return true if BL ends in a test of an argument.  */
static bool
argument_decides (struct scan *s, const struct lk_block *bl)
{
  return (bl->term == LK_TERM_COND
	  && (is_from_argument (s, &bl->a) || is_from_argument (s, &bl->b)));
}

static void
keep_edges (struct scan *s)
{
  struct lk_graph *g = s->graph;
  struct infer_body *body = s->body;
  uint32_t n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    n += g->blocks[b].n_succs;
  body->n_blocks = g->n_blocks;
  body->first = lk_inference_alloc (s->inf, (g->n_blocks + 1) * sizeof *body->first);
  body->succs = lk_inference_alloc (s->inf, n * sizeof *body->succs);
  body->nulls = lk_inference_alloc (s->inf, n * sizeof *body->nulls);
  body->null_values = lk_inference_alloc (s->inf, n * sizeof *body->null_values);
  body->rests = lk_inference_alloc (s->inf, n * sizeof *body->rests);
  body->decided = lk_inference_alloc (s->inf, n + 1);
  n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      const struct lk_block *bl = &g->blocks[b];
      body->first[b] = n;
      for (uint32_t i = 0; i < bl->n_succs; i++)
	if (!(bl->succs[i]->flags & LK_EDGE_EXCEPTION))
	  {
	    const infer_node null = body->null_values[n] = null_on_edge (s, bl, i);
	    body->nulls[n] = null ? always_field (body, null) : NULL;
	    body->rests[n] = rest_on_edge (s, bl, i);
	    body->decided[n] = argument_decides (s, bl);
	    body->succs[n++] = bl->succs[i]->to;
	  }
    }
  body->first[g->n_blocks] = n;
}

/* ---- The whole.  ---- */

/* Move N members of SIZE bytes at *ITEMS to the session's memory.  */
static void
keep_items (struct scan *s, void **items, unsigned n, size_t size)
{
  void *kept = n ? lk_inference_alloc (s->inf, n * size) : NULL;
  if (n)
    memcpy (kept, *items, n * size);
  free (*items);
  *items = kept;
}

static void *
by_variable (struct scan *s, size_t size, int fill)
{
  void *all = lk_xmalloc ((s->graph->n_vars + 1) * size);
  memset (all, fill, (s->graph->n_vars + 1) * size);
  return all;
}

/* The function returns one field on each way.  */
static void
note_returned (struct infer_body *body)
{
  struct infer_field *field = NULL;
  for (unsigned i = 0; i < body->n_returns; i++)
    {
      struct infer_field *one = always_field (body, body->returns[i].value);
      if (!one || (field && one != field))
	return;
      field = one;
    }
  body->function->returned = field;
}

void
lk_inference_scan (struct lk_inference *inf, struct lk_function *function)
{
  struct infer_function *fn = function_at (inf, function);
  if (!fn || !function->graph || fn->body)
    return;
  struct scan s = { .inf = inf, .graph = function->graph };
  s.body = fn->body = lk_inference_alloc (inf, sizeof *s.body);
  s.body->function = fn;
  s.body->stores = lk_inference_alloc (inf, s.graph->n_blocks + 1);
  s.event = by_variable (&s, sizeof *s.event, 0);
  s.event_block = by_variable (&s, sizeof *s.event_block, 0);
  s.phi = by_variable (&s, sizeof *s.phi, 0);
  s.phi_args = by_variable (&s, sizeof *s.phi_args, 0);
  s.call = by_variable (&s, sizeof *s.call, 0xff);
  s.maker = by_variable (&s, sizeof *s.maker, 0);
  s.elements = by_variable (&s, sizeof *s.elements, 0);
  s.node = by_variable (&s, sizeof *s.node, 0xff);
  s.reached = lk_xmalloc (s.graph->n_blocks + 1);
  memset (s.reached, 0, s.graph->n_blocks + 1);
  add_node (&s, NODE_OTHER, 0);
  add_node (&s, NODE_NULL, 0);
  find_reached (&s);
  note_definitions (&s);
  uint32_t next_call = 0;
  for (uint32_t b = 0; b < s.graph->n_blocks; b++)
    if (s.reached[b])
      scan_block (&s, b, &next_call);
  use_function (&s, fn);
  if (s.body->n_writes || s.body->n_calls)
    {
      keep_edges (&s);
      find_returns (inf, s.body);
    }
  keep_items (&s, (void **) &s.body->nodes, s.body->n_nodes, sizeof *s.body->nodes);
  keep_items (&s, (void **) &s.body->calls, s.body->n_calls, sizeof *s.body->calls);
  keep_items (&s, (void **) &s.body->writes, s.body->n_writes, sizeof *s.body->writes);
  keep_items (&s, (void **) &s.body->returns, s.body->n_returns, sizeof *s.body->returns);
  note_returned (s.body);
  list_add (&inf->bodies, s.body);
  free (s.event);
  free (s.event_block);
  free (s.phi);
  free (s.phi_args);
  free (s.call);
  free (s.maker);
  free (s.elements);
  free (s.node);
  free (s.reached);
}
