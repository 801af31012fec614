/* Questions about the order of stores in a body.  Exceptional paths do not count.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "infer-internal.h"

static bool
stores_value (const struct infer_body *body, const struct body_write *w,
	      const struct infer_field *field)
{
  return w->field == field && !w->element && body->nodes[w->value].kind != NODE_NULL;
}

/* Blocks to be visited.  */
struct walk
{
  const struct infer_body *body;
  uint8_t *seen;
  uint32_t *stack;
  unsigned n;
};

static void
walk_begin (struct walk *w, const struct infer_body *body)
{
  w->body = body;
  w->seen = lk_xmalloc (body->n_blocks + 1);
  memset (w->seen, 0, body->n_blocks + 1);
  w->stack = lk_xmalloc ((body->n_blocks + 1) * sizeof *w->stack);
  w->n = 0;
}

static void
walk_end (struct walk *w)
{
  free (w->seen);
  free (w->stack);
}

static void
walk_successors (struct walk *w, uint32_t block)
{
  for (uint32_t i = w->body->first[block]; i < w->body->first[block + 1]; i++)
    if (!w->seen[w->body->succs[i]])
      {
	w->seen[w->body->succs[i]] = 1;
	w->stack[w->n++] = w->body->succs[i];
      }
}

bool
written_after (const struct infer_body *body, const struct infer_field *field, uint32_t block,
	       uint32_t index)
{
  bool any = false;
  for (unsigned i = 0; i < body->n_writes; i++)
    if (stores_value (body, &body->writes[i], field))
      {
	any = true;
	if (body->writes[i].block == block && body->writes[i].index > index)
	  return true;
      }
  if (!any)
    return false;
  struct walk w;
  walk_begin (&w, body);
  walk_successors (&w, block);
  while (w.n)
    walk_successors (&w, w.stack[--w.n]);
  any = false;
  for (unsigned i = 0; i < body->n_writes && !any; i++)
    any = (stores_value (body, &body->writes[i], field) && w.seen[body->writes[i].block]);
  walk_end (&w);
  return any;
}

bool
always_written (struct infer_body *body, int arg, const struct body_write **write)
{
  const struct infer_fact *fact;
  *write = NULL;
  if (!body->n_writes)
    return false;
  struct walk w;
  walk_begin (&w, body);
  for (unsigned i = 0; i < body->n_writes; i++)
    if (body->writes[i].field->owning
	&& always_argument (body, body->writes[i].value, &fact) == arg)
      {
	/* No way leads on from here.  */
	w.seen[body->writes[i].block] = 1;
	if (!*write)
	  *write = &body->writes[i];
      }
  bool always = *write != NULL;
  if (always && !w.seen[0])
    {
      w.seen[0] = 2;
      w.stack[w.n++] = 0;
    }
  while (always && w.n)
    {
      uint32_t block = w.stack[--w.n];
      for (unsigned i = 0; i < body->n_returns; i++)
	always &= body->returns[i].block != block;
      walk_successors (&w, block);
    }
  walk_end (&w);
  return always;
}

/* Return true if a block has an effect outside of the object's library: a call of a function of
   the program, or a store.  */
static bool
acts (const struct infer_body *body, uint32_t block)
{
  for (unsigned i = 0; i < body->n_calls; i++)
    if (body->calls[i].block == block && body->calls[i].callee->program)
      return true;
  for (unsigned i = 0; i < body->n_writes; i++)
    if (body->writes[i].block == block)
      return true;
  return false;
}

static bool
returns_at (const struct infer_body *body, uint32_t block)
{
  for (unsigned i = 0; i < body->n_returns; i++)
    if (body->returns[i].block == block)
      return true;
  return false;
}

#define PLAIN 1			/* Reached without an effect.  */
#define ACTED 2

bool
always_disposes (const struct infer_body *body, const struct infer_ensure *e)
{
  struct walk w;
  bool always = true;
  if (!body->n_blocks)
    return true;
  walk_begin (&w, body);
  uint8_t *disposes = lk_xmalloc (body->n_blocks + 1);
  memset (disposes, 0, body->n_blocks + 1);
  for (unsigned i = 0; i < e->blocks.n; i++)
    disposes[(uintptr_t) e->blocks.items[i] - 1] = 1;
  uint32_t *stack = lk_xmalloc ((2 * body->n_blocks + 1) * sizeof *stack), n = 0;
  stack[n++] = 0;
  w.seen[0] = PLAIN;
  while (n && always)
    {
      uint32_t block = stack[--n] >> 1;
      uint8_t state = stack[n] & 1 ? ACTED : PLAIN;
      if (disposes[block])
	continue;
      if (acts (body, block))
	state = ACTED;
      always = state == PLAIN || !returns_at (body, block);
      for (uint32_t i = body->first[block]; i < body->first[block + 1]; i++)
	{
	  uint32_t to = body->succs[i];
	  if (body->nulls[i] != e->field && !(w.seen[to] & state))
	    {
	      w.seen[to] |= state;
	      stack[n++] = 2 * to + (state == ACTED);
	    }
	}
    }
  free (stack);
  free (disposes);
  walk_end (&w);
  return always;
}

bool
gives_away (const struct infer_body *body, const struct infer_field *field)
{
  for (unsigned i = 0; i < body->n_writes; i++)
    if (body->writes[i].field == field && !body->writes[i].element
	&& body->nodes[body->writes[i].value].kind == NODE_NULL)
      return true;
  return false;
}
