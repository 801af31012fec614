/* Blocks after which the process ends: what they do is done once.

   A block ends the process if it calls a method of which a row says that it does not return, or one
   that ends the process in all its ways, or if all blocks that follow it do so.  Ways that go
   round a loop go on, and so do those that an exception of the program's own leaves.  Heuristic:
   calls throw no exception on the way.  Wrong if one does, and is caught.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

struct ending
{
  struct effects *e;
  uint32_t *n_left;		/* By site: the bodies it runs that are not known to end the
				   process.  */
  uint32_t n_stack;		/* Instances that end it, in the stack of E.  */
};

/* Return true if SITE calls a method of the JDK that does not return.  */
static bool
never_returns (struct program *p, const struct loop_site *site)
{
  bool own;
  const struct lk_method *declared = site->declared;
  if (!declared || site->op == LK_OP_CALL_SPECIAL || site->callback
      || !of_jdk (p, lk_hierarchy_type (p->hierarchy, declared->owner->name)))
    return false;
  struct lk_type *type
    = site->type ? site->type : lk_hierarchy_type (p->hierarchy, declared->owner->name);
  const struct lk_contract *row = row_of (p, type, declared, &own);
  return row && row->noreturn;
}

/* Set ENDS of the blocks of BODY that others lead to the end: a block ends if all that follow it
   do.  */
static void
spread_back (const struct loop_body *body, bool *ends)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = body->n_blocks; i-- > 0;)
	{
	  const struct loop_block *block = &body->blocks[i];
	  bool all = block->n > 0;
	  for (uint32_t k = 0; k < block->n && all && !ends[i]; k++)
	    all = ends[body->successors[block->first + k]];
	  changed |= all && !ends[i];
	  ends[i] |= all;
	}
    }
}

/* BLOCK of INSTANCE ends the process: so does INSTANCE, if its first block does.  */
static void
stop_at (struct ending *s, uint32_t instance, uint32_t block)
{
  struct effects *e = s->e;
  const struct loop_body *body = e->p->instances[instance].method->body;
  if (!body || block >= body->n_blocks)
    return;
  bool *ends = e->ends[instance];
  if (!ends)
    {
      ends = e->ends[instance] = lk_xmalloc (body->n_blocks);
      memset (ends, 0, body->n_blocks);
    }
  bool known = ends[0];
  if (ends[block])
    return;
  ends[block] = true;
  spread_back (body, ends);
  if (ends[0] && !known)
    e->stack[s->n_stack++] = instance;
}

void
find_ends (struct effects *e)
{
  struct program *p = e->p;
  struct ending s = { .e = e };
  size_t size = (p->n_instances + 1) * sizeof *e->ends;
  e->ends = lk_xmalloc (size);
  memset (e->ends, 0, size);
  if (!with (p, LK_LOOPS_SINGLETONS))
    return;
  s.n_left = lk_xmalloc ((p->n_sites + 1) * sizeof *s.n_left);
  memset (s.n_left, 0, (p->n_sites + 1) * sizeof *s.n_left);
  for (size_t i = 0; i < p->n_calls; i++)
    s.n_left[p->calls[i].site]++;
  for (size_t i = 0; i < p->n_sites; i++)
    if (never_returns (p, &p->sites[i]))
      stop_at (&s, p->sites[i].instance, p->sites[i].block);
  while (s.n_stack)
    {
      uint32_t to = e->stack[--s.n_stack];
      EACH_CALL_OF (call, e, to)
	{
	  const struct loop_site *site = &p->sites[p->calls[call].site];
	  if (--s.n_left[p->calls[call].site] == 0 && !site->callback)
	    stop_at (&s, p->calls[call].from, site->block);
	}
    }
  free (s.n_left);
}

bool
block_ends (const struct effects *e, uint32_t instance, uint32_t block)
{
  const struct loop_body *body = e->p->instances[instance].method->body;
  const bool *ends = e->ends[instance];
  return ends && block < body->n_blocks && ends[block];
}
