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

/* Return true if a way leads from the end of block FROM to TO, other than through PAST.  */
static bool
way_leads (const struct infer_body *body, uint32_t from, uint32_t to, uint32_t past)
{
  struct walk w;
  walk_begin (&w, body);
  w.seen[past] = 1;
  walk_successors (&w, from);
  while (w.n)
    walk_successors (&w, w.stack[--w.n]);
  bool leads = to != past && w.seen[to];
  walk_end (&w);
  return leads;
}

bool
written_between (const struct infer_body *body, const struct infer_field *field, uint32_t block,
		 uint32_t index, uint32_t to, uint32_t to_index)
{
  for (unsigned i = 0; block != NO_BLOCK && i < body->n_writes; i++)
    {
      const struct body_write *w = &body->writes[i];
      if (!stores_value (body, w, field))
	continue;
      bool behind = (w->block == block ? w->index > index
		     : way_leads (body, block, w->block, block));
      bool before = (w->block == to && (to != block || w->index > index)
		     ? w->index < to_index : way_leads (body, w->block, to, block));
      if (behind && before)
	return true;
    }
  return false;
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
  return body->stores[block];
}

static bool
returns_at (const struct infer_body *body, uint32_t block)
{
  for (unsigned i = 0; i < body->n_returns; i++)
    if (body->returns[i].block == block)
      return true;
  return false;
}

void
find_returns (struct lk_inference *inf, struct infer_body *body)
{
  body->returns_from = lk_inference_alloc (inf, body->n_blocks + 1);
  for (unsigned i = 0; i < body->n_returns; i++)
    body->returns_from[body->returns[i].block] = 1;
  bool again = body->n_returns != 0;
  while (again)
    {
      again = false;
      for (uint32_t b = body->n_blocks; b-- > 0;)
	for (uint32_t i = body->first[b]; i < body->first[b + 1] && !body->returns_from[b]; i++)
	  again |= body->returns_from[b] = body->returns_from[body->succs[i]];
    }
}

#define PLAIN 1			/* Reached without an effect.  */
#define ACTED 2

static bool is_always (struct lk_inference *, const struct infer_function *, struct infer_ensure *);

/* Mark in DISPOSES the blocks of a body in which E is kept for sure.  */
static void
mark_disposal (struct lk_inference *inf, struct infer_ensure *e, uint8_t *disposes)
{
  for (unsigned i = 0; i < e->blocks.n; i++)
    {
      const struct infer_function *by = e->by.items[i];
      struct infer_ensure *other = by ? ensure_of (by, e->field) : NULL;
      if (!other || is_plain (by) || must_be_called (by) || is_always (inf, by, other))
	disposes[(uintptr_t) e->blocks.items[i] - 1] = 1;
    }
}

/* Return an array that says of each block whether one of DISPOSES can be reached from there.  */
static uint8_t *
find_reaching (const struct infer_body *body, const uint8_t *disposes)
{
  uint8_t *reaches = lk_xmalloc (body->n_blocks + 1);
  memcpy (reaches, disposes, body->n_blocks);
  for (bool again = true; again;)
    {
      again = false;
      for (uint32_t b = body->n_blocks; b-- > 0;)
	for (uint32_t i = body->first[b]; i < body->first[b + 1] && !reaches[b]; i++)
	  again |= reaches[b] = reaches[body->succs[i]];
    }
  return reaches;
}

/* Return true if each way through BODY to a return passes a block in DISPOSES, unless it has done
   nothing and no argument decides that, or is taken only if FIELD, which may be NULL, is null.  */
static bool
each_way_passes (const struct infer_body *body, const struct infer_field *field,
		const uint8_t *disposes)
{
  struct walk w;
  bool always = true;
  uint8_t *reaches = find_reaching (body, disposes);
  walk_begin (&w, body);
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
	  /* The argument decides that nothing is disposed of.  */
	  uint8_t then = body->decided[i] && reaches[block] && !reaches[to] ? ACTED : state;
	  if ((!field || body->nulls[i] != field) && !(w.seen[to] & then))
	    {
	      w.seen[to] |= then;
	      stack[n++] = 2 * to + (then == ACTED);
	    }
	}
    }
  free (stack);
  free (reaches);
  walk_end (&w);
  return always;
}

static bool
always_in_body (struct lk_inference *inf, const struct infer_body *body, struct infer_ensure *e)
{
  bool fills = false;
  /* Where the field is null it may be filled.  */
  for (unsigned i = 0; i < body->n_writes; i++)
    fills |= stores_value (body, &body->writes[i], e->field);
  if (!body->n_blocks)
    return true;
  uint8_t *disposes = lk_xmalloc (body->n_blocks + 1);
  memset (disposes, 0, body->n_blocks + 1);
  mark_disposal (inf, e, disposes);
  bool always = each_way_passes (body, fills ? NULL : e->field, disposes);
  free (disposes);
  return always;
}

bool
always_passes (const struct infer_body *body, uint32_t block)
{
  uint8_t *passes = lk_xmalloc (body->n_blocks + 1);
  memset (passes, 0, body->n_blocks + 1);
  passes[block] = 1;
  bool always = each_way_passes (body, NULL, passes);
  free (passes);
  return always;
}

/* Answer the question at hand for E, a promise of FUNCTION: once, and "no" while it is being
   answered.  */
static bool
is_always (struct lk_inference *inf, const struct infer_function *function,
	   struct infer_ensure *e)
{
  if (e->asked != inf->questions)
    {
      e->asked = inf->questions;
      e->always = false;
      e->always = !function->body || always_in_body (inf, function->body, e);
    }
  return e->always;
}

bool
always_disposes (struct lk_inference *inf, const struct infer_function *function,
		 struct infer_ensure *e)
{
  inf->questions++;
  return is_always (inf, function, e);
}

bool
decided_by_argument (struct infer_function *function, const struct infer_ensure *e)
{
  const struct infer_body *body = function->body;
  bool decides = false, by_all = e->blocks.n != 0;
  if (!body || !body->n_blocks || function->mark)
    return false;
  uint8_t *disposes = lk_xmalloc (body->n_blocks + 1);
  memset (disposes, 0, body->n_blocks + 1);
  function->mark = true;
  for (unsigned i = 0; i < e->blocks.n; i++)
    {
      struct infer_function *by = e->by.items[i];
      const struct infer_ensure *other = by ? ensure_of (by, e->field) : NULL;
      disposes[(uintptr_t) e->blocks.items[i] - 1] = 1;
      by_all &= other && decided_by_argument (by, other);
    }
  function->mark = false;
  uint8_t *reaches = find_reaching (body, disposes);
  for (uint32_t b = 0; b < body->n_blocks; b++)
    for (uint32_t i = body->first[b]; i < body->first[b + 1]; i++)
      decides |= (body->decided[i] && reaches[b] && !disposes[b] && !reaches[body->succs[i]]
		  && body->returns_from[body->succs[i]]);
  free (reaches);
  free (disposes);
  return decides || by_all;
}

bool
chooses_to_dispose (struct lk_inference *inf, const struct infer_function *function,
		    const struct infer_ensure *e)
{
  inf->questions++;
  for (unsigned i = 0; i < e->blocks.n; i++)
    {
      const struct infer_function *by = e->by.items[i];
      struct infer_ensure *other = by ? ensure_of (by, e->field) : NULL;
      if (!other || is_plain (by) || must_be_called (by) || is_always (inf, by, other)
	  || !strcmp (by->member, function->member))
	return true;
    }
  return e->blocks.n == 0;
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
