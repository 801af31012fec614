/* Elements of collections and arrays that own them.

   A method disposes of a collection if a loop disposes of each element: the call is on the way of
   each iteration, unless the element is null.  A loop that does so only for some elements shows
   no owner ("remove those that are idle", "while (size () > 1)"), nor does a method that
   disposes of one element.

   Heuristic: the loop begins with the first element and goes to the end.  Wrong if it does not;
   the verifier reports that in the method.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "infer-internal.h"

void
read_element_row (struct body_call *c, const struct lk_contract *row)
{
  if (!c->callee->has_receiver || !row)
    return;
  for (const struct lk_clause *k = row->clauses; k; k = k->next)
    if (k->place.base == 0 && k->other.base == 1 && !k->place.nsel && !k->other.nsel)
      {
	c->fetches |= k->role == LK_ROLE_FETCH;
	c->leads |= k->role == LK_ROLE_ALIAS;
      }
  for (const struct lk_clause *k = row->elements; k; k = k->next)
    {
      c->leads |= k->role == LK_ROLE_ITERATOR;
      c->fetches |= k->role == LK_ROLE_ELEMENT;
      c->visits |= k->role == LK_ROLE_VISIT;
      c->removes |= k->role == LK_ROLE_REMOVE;
    }
  c->leads &= !c->fetches;
  c->counts = row->counts;
}

struct infer_field *
collection_field (struct infer_body *body, infer_node node)
{
  for (unsigned n = 0; n < body->n_nodes; n++)
    {
      const struct node *at = &body->nodes[node];
      if (at->kind == NODE_FIELD)
	return at->u.field->elements ? at->u.field : NULL;
      if (at->kind != NODE_CALL || !body->calls[at->number].leads || !body->calls[at->number].args)
	return NULL;
      node = body->calls[at->number].args[0];
    }
  return NULL;
}

/* ---- Loops.  ---- */

/* Return the node of the collection whose element NODE is; 0: none.  */
static infer_node
collection_of (const struct infer_body *body, infer_node node)
{
  const struct node *at = &body->nodes[node];
  if (at->kind == NODE_ELEMENT)
    return at->u.of;
  if (at->kind != NODE_CALL || !body->calls[at->number].fetches || !body->calls[at->number].args)
    return 0;
  for (unsigned n = 0; n < body->n_nodes; n++)
    {
      node = body->calls[at->number].args[0];
      at = &body->nodes[node];
      if (at->kind != NODE_CALL || !body->calls[at->number].leads
	  || !body->calls[at->number].args)
	return node;
    }
  return 0;
}

/* Return true if edge number I of BODY is taken only if an element of the collection that O is one
   of is null.  */
static bool
element_is_null (const struct infer_body *body, uint32_t i, const struct origin *o)
{
  const struct node *of = &body->nodes[collection_of (body, body->null_values[i])];
  return (o->kind == ORIGIN_FIELD ? of->kind == NODE_FIELD && of->u.field == o->field
	  : of->kind == NODE_ARGUMENT && of->number == o->arg);
}

/* Return true if a way leads from FROM to TO.  */
static bool
leads_to (const struct infer_body *body, uint32_t from, uint32_t to)
{
  uint8_t *seen = lk_xmalloc (body->n_blocks + 1);
  uint32_t *stack = lk_xmalloc ((body->n_blocks + 1) * sizeof *stack), n = 0;
  memset (seen, 0, body->n_blocks + 1);
  seen[from] = 1;
  stack[n++] = from;
  while (n && !seen[to])
    {
      uint32_t at = stack[--n];
      for (uint32_t i = body->first[at]; i < body->first[at + 1]; i++)
	if (!seen[body->succs[i]])
	  {
	    seen[body->succs[i]] = 1;
	    stack[n++] = body->succs[i];
	  }
    }
  bool leads = seen[to];
  free (seen);
  free (stack);
  return leads;
}

/* Return true if a loop around BLOCK ends while the collection whose element O is has elements.  */
static bool
leaves_some (const struct infer_body *body, const struct origin *o, uint32_t block)
{
  for (uint32_t b = 0; b < body->n_blocks; b++)
    for (uint32_t i = body->first[b]; i < body->first[b + 1]; i++)
      {
	const struct node *of = &body->nodes[body->rests[i]];
	if (body->rests[i]
	    && (o->kind == ORIGIN_FIELD ? of->kind == NODE_FIELD && of->u.field == o->field
		: of->kind == NODE_ARGUMENT && of->number == o->arg)
	    && leads_to (body, block, b) && leads_to (body, b, block)
	    && !leads_to (body, body->succs[i], block))
	  return true;
      }
  return false;
}

/* Return true if a way leads from FROM back to it; O: one that does not pass BLOCK, and on which
   the element O is not null.  */
static bool
leads_back (struct infer_body *body, uint32_t from, uint32_t block, const struct origin *o)
{
  uint8_t *seen = lk_xmalloc (body->n_blocks + 1);
  uint32_t *stack = lk_xmalloc ((body->n_blocks + 1) * sizeof *stack), n = 0;
  memset (seen, 0, body->n_blocks + 1);
  stack[n++] = from;
  while (n && !seen[from])
    {
      uint32_t at = stack[--n];
      for (uint32_t i = body->first[at]; i < body->first[at + 1]; i++)
	{
	  uint32_t to = body->succs[i];
	  if (seen[to] || (o && (to == block || element_is_null (body, i, o))))
	    continue;
	  seen[to] = 1;
	  if (to != from)
	    stack[n++] = to;
	}
    }
  bool back = seen[from];
  free (seen);
  free (stack);
  return back;
}

bool
in_each_iteration (struct infer_body *body, const struct origin *o, uint32_t block)
{
  if (o->block == NO_BLOCK)
    return true;
  if (!body->n_blocks || !leads_back (body, block, NO_BLOCK, NULL) || leaves_some (body, o, block))
    return false;
  return o->block == block || !leads_back (body, o->block, block, o);
}
