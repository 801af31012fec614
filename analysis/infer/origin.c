/* The origin of a value of a body: an argument, the contents of a field, or another handle on the
   resource of one of these.  Resource aliases that are inferred meanwhile count.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* The field of this object that the call C, of a getter, returns; NULL: none.  */
static struct infer_field *
got_field (const struct infer_body *body, const struct body_call *c)
{
  if (!c->callee->returned || !c->callee->has_receiver || c->callee->returned->is_static
      || !body->function->has_receiver)
    return NULL;
  const struct node *receiver = &body->nodes[c->args[0]];
  return (receiver->kind == NODE_ARGUMENT && receiver->number == 0
	  ? c->callee->returned : NULL);
}

static void
walk_origins (struct infer_body *body, infer_node number, struct origin *o,
	      void (*what) (void *, const struct origin *), void *data)
{
  if (visited (body, number))
    return;
  const struct node *node = &body->nodes[number];
  switch (node->kind)
    {
    case NODE_ARGUMENT:
      o->kind = ORIGIN_ARGUMENT;
      o->arg = node->number;
      what (data, o);
      break;
    case NODE_FIELD:
      o->kind = ORIGIN_FIELD;
      o->field = node->u.field;
      o->load_block = node->number;
      o->load_index = node->index;
      what (data, o);
      break;
    case NODE_ANY:
      for (unsigned i = 0; i < node->number; i++)
	walk_origins (body, node->u.parts[i], o, what, data);
      break;
    case NODE_CALL:
      {
	const struct body_call *c = &body->calls[node->number];
	struct infer_field *field = got_field (body, c);
	if (field)
	  {
	    o->kind = ORIGIN_FIELD;
	    o->field = field;
	    o->load_block = NO_BLOCK;
	    what (data, o);
	  }
	if (c->callee->n_args && (o->element ? c->leads : c->fetches))
	  {
	    struct origin through = *o;
	    through.block = o->element ? o->block : c->block;
	    through.element = true;
	    walk_origins (body, c->args[0], &through, what, data);
	  }
	for (unsigned i = 0; i < c->callee->n_args; i++)
	  if (aliased (c, i))
	    {
	      struct origin through = *o;
	      through.direct = false;
	      if (c->callee->args[i].alias_fact)
		through.alias = c->callee->args[i].alias_fact;
	      walk_origins (body, c->args[i], &through, what, data);
	    }
	break;
      }
    case NODE_ELEMENT:
      if (!o->element)
	{
	  struct origin through = *o;
	  through.block = node->number;
	  through.element = true;
	  walk_origins (body, node->u.of, &through, what, data);
	}
      break;
    case NODE_OTHER:
    case NODE_NULL:
    case NODE_NEW_ARRAY:
    case NODE_FIELD_ELSEWHERE:
      break;
    }
}

void
origins_of (struct infer_body *body, infer_node node,
	    void (*what) (void *data, const struct origin *), void *data)
{
  struct origin o = { .direct = true };
  body->visit++;
  walk_origins (body, node, &o, what, data);
}

void
owners_of_elements (struct infer_body *body, infer_node node,
		    void (*what) (void *data, const struct origin *), void *data)
{
  struct origin o = { .direct = true, .element = true, .block = NO_BLOCK };
  body->visit++;
  walk_origins (body, node, &o, what, data);
}

/* ---- What a value always is.  ---- */

enum { NEUTRAL = -2, NOTHING = -1 };

static int
argument_of (struct infer_body *body, infer_node number, const struct infer_fact **fact)
{
  if (visited (body, number))
    return NEUTRAL;
  const struct node *node = &body->nodes[number];
  switch (node->kind)
    {
    case NODE_NULL:
      /* May be met again.  */
      body->nodes[number].visit = 0;
      return NEUTRAL;
    case NODE_ARGUMENT:
      body->nodes[number].visit = 0;
      return (int) node->number;
    case NODE_ANY:
      {
	int all = NEUTRAL;
	for (unsigned i = 0; i < node->number; i++)
	  {
	    int one = argument_of (body, node->u.parts[i], fact);
	    if (one == NOTHING || (all >= 0 && one >= 0 && one != all))
	      return NOTHING;
	    if (one >= 0)
	      all = one;
	  }
	return all;
      }
    case NODE_CALL:
      {
	const struct body_call *c = &body->calls[node->number];
	/* It leaves the resource to others: "in == System.in ? new CloseShield (in) : in".  */
	if (c->callee->constructor && shields (c->callee->owner))
	  for (unsigned i = 1; i < c->callee->n_args; i++)
	    if (argument_of (body, c->args[i], fact) >= 0)
	      return NEUTRAL;
	for (unsigned i = 0; i < c->callee->n_args; i++)
	  if (aliased (c, i))
	    {
	      int one = argument_of (body, c->args[i], fact);
	      if (one >= 0 && c->callee->args[i].alias_fact)
		*fact = c->callee->args[i].alias_fact;
	      if (one >= 0)
		return one;
	    }
	return NOTHING;
      }
    default:
      return NOTHING;
    }
}

int
always_argument (struct infer_body *body, infer_node node, const struct infer_fact **fact)
{
  *fact = NULL;
  body->visit++;
  int arg = argument_of (body, node, fact);
  return arg >= 0 ? arg : -1;
}

/* Return the field that NUMBER always is.  *OTHER is set where it is something else.  */
static struct infer_field *
field_of (struct infer_body *body, infer_node number, bool *other)
{
  if (visited (body, number))
    return NULL;
  const struct node *node = &body->nodes[number];
  if (node->kind == NODE_NULL)
    return NULL;
  if (node->kind == NODE_FIELD)
    {
      body->nodes[number].visit = 0;
      return node->u.field;
    }
  struct infer_field *field = NULL;
  if (node->kind != NODE_ANY)
    *other = true;
  else
    for (unsigned i = 0; i < node->number && !*other; i++)
      {
	struct infer_field *one = field_of (body, node->u.parts[i], other);
	*other |= one && field && one != field;
	field = one ? one : field;
      }
  return field;
}

struct infer_field *
always_field (struct infer_body *body, infer_node node)
{
  bool other = false;
  body->visit++;
  struct infer_field *field = field_of (body, node, &other);
  return other ? NULL : field;
}
