/* Blind writes: functions that overwrite a place without reading it first.

   A function may handle what it finds in the structure it is given.  A function that reads
   nothing there before it writes can neither know that a place is empty nor release what it
   holds.  `while (next_token (&s, &t) > 0)' loses the text of every token but the last if the
   loop does not take it, and that is then witnessed, not assumed.  Unless the caller tests it:
   `if (!buf.size) buf_init (&buf)'.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "engine-internal.h"

struct filling
{
  struct prepared *prep;
  lk_var formal;
  int64_t captured;		/* Not what FORMAL points to, but the target of the address
				   that the lambda FORMAL has in this place; or LK_ANY.  */
  uint32_t block, index;	/* Where the walk is.  */
};

/* Return true if the variable ROOT points to the memory that F is about.  */
static bool
points_there (const struct filling *f, lk_var root)
{
  if (f->captured == LK_ANY)
    return root == f->formal;
  const struct lk_path *from = loaded_from (f->prep, root);
  return (from && from->root == f->formal && from->nsel == 1 && from->addend == 0
	  && from->sel[0] == f->captured);
}

/* Return true if EV writes the member at SEL of that memory.  */
static bool
writes_member (const struct filling *f, const struct lk_event *ev, int64_t sel)
{
  if (ev->dest.kind != LK_PATH || !points_there (f, ev->dest.path->root))
    return false;
  const struct lk_path *p = ev->dest.path;
  bool address = (ev->kind == LK_EVENT_COPY || ev->kind == LK_EVENT_CLEAR
		  || (ev->kind == LK_EVENT_CALL && ev->aggregate_result));
  if (address)
    return p->nsel == 0 && p->addend == 0;
  return p->nsel == 1 && p->sel[0] == sel && sel != LK_ANY;
}

/* Return true if the function itself has written SEL on every path to where F is.  */
static bool
written_before (const struct filling *f, int64_t sel)
{
  struct lk_graph *g = f->prep->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      if (f->prep->idom[b] == UINT32_MAX
	  || !dominates (f->prep, b, f->block))
	continue;
      uint32_t n = b == f->block ? f->index : g->blocks[b].n_events;
      for (uint32_t i = 0; i < n; i++)
	if (writes_member (f, &g->blocks[b].events[i], sel))
	  return true;
    }
  return false;
}

/* Return true if the use of OP here reveals nothing of the contents at entry.  A BARE pointer
   may be compared, but not passed on.  */
static bool
blind (const struct filling *f, const struct lk_operand *op, bool bare)
{
  if (op->kind != LK_PATH)
    return true;
  /* A callee that is given the whole lambda may read it.  */
  if (f->captured != LK_ANY && op->path->root == f->formal)
    return op->path->nsel;
  if (!points_there (f, op->path->root))
    return true;
  if (op->path->nsel == 0)
    return bare;
  return op->path->nsel == 1 && written_before (f, op->path->sel[0]);
}

static bool
event_blind (const struct filling *f, const struct lk_event *ev)
{
  if (!blind (f, &ev->src, false))
    return false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (!blind (f, &ev->args[k], false))
      return false;
  return (ev->dest.kind != LK_PATH || !points_there (f, ev->dest.path->root)
	  || ev->dest.path->nsel <= 1);
}

bool
fills_blindly (struct lk_unit *unit, struct lk_function *function,
	       uint32_t argument, int64_t captured)
{
  struct filling f;
  f.captured = captured;
  f.prep = function_prepared (unit, function);
  if (!f.prep || argument >= f.prep->graph->n_formals)
    return false;
  struct lk_graph *g = f.prep->graph;
  f.formal = g->formals[argument];
  for (uint32_t v = 0; v < g->n_vars; v++)
    {
      const struct lk_definition *def = &g->vars[v].def;
      bool compares = def->kind == LK_DEF_COMPARE || def->kind == LK_DEF_NOT;
      f.block = f.index = 0;
      if (def->kind != LK_DEF_OTHER
	  && !(blind (&f, &def->a, compares) && blind (&f, &def->b, compares)))
	return false;
    }
  for (f.block = 0; f.block < g->n_blocks; f.block++)
    {
      struct lk_block *bl = &g->blocks[f.block];
      if (f.prep->idom[f.block] == UINT32_MAX)
	continue;
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (!blind (&f, &bl->phis[i].args[k], false))
	    return false;
      for (f.index = 0; f.index < bl->n_events; f.index++)
	if (!event_blind (&f, &bl->events[f.index]))
	  return false;
      if (!blind (&f, &bl->a, bl->term == LK_TERM_COND)
	  || !blind (&f, &bl->b, bl->term == LK_TERM_COND))
	return false;
    }
  return true;
}

/* ---- Callers that look.  ---- */

enum { LOOK_DEPTH = 4 };	/* Comparisons of comparisons.  */

/* Return true if OP reveals something of a member of what ROOT is, or points to; WRITTEN: of
   one that is written to.  */
static bool
tells_of_member (const struct prepared *prep, const struct lk_operand *op,
		 lk_var root, bool written, unsigned depth)
{
  if (op->kind != LK_PATH)
    return false;
  const struct lk_path *p = op->path;
  if (p->root == root)
    return (p->nsel || p->addend) && !(written && quiet (prep, p));
  if (p->nsel || p->root >= prep->n_vars || depth == 0)
    return false;
  const struct lk_definition *def = &prep->graph->vars[p->root].def;
  const struct lk_event *ev = var_assignment (prep, p->root);
  return ((def->kind != LK_DEF_OTHER
	   && (tells_of_member (prep, &def->a, root, written, depth - 1)
	       || tells_of_member (prep, &def->b, root, written, depth - 1)))
	  || (ev
	      && tells_of_member (prep, &ev->src, root, written, depth - 1)));
}

bool
looked_into (const struct prepared *prep, uint32_t block, lk_var root, bool written)
{
  for (uint32_t b = block; b != UINT32_MAX; b = prep->idom[b])
    {
      const struct lk_block *bl = &prep->graph->blocks[b];
      if (b != block
	  && (bl->term == LK_TERM_COND || (written && bl->term == LK_TERM_SWITCH))
	  && (tells_of_member (prep, &bl->a, root, written, LOOK_DEPTH)
	      || tells_of_member (prep, &bl->b, root, written, LOOK_DEPTH)))
	return true;
      if (prep->idom[b] == b)
	break;
    }
  return false;
}

/* ---- With the handle itself, maybe.  ---- */

/* Return true if the value OP is an access path of the handle, or was read from one.  */
static bool
names_handle (const struct solver *solver, const struct scratch *s, const struct lk_operand *op)
{
  if (op->kind != LK_PATH)
    return false;
  const struct lk_path *from
    = op->path->nsel ? NULL : loaded_from (solver->prep, op->path->root);
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i] == op->path || (from && from->nsel && s->paths[i] == from))
      return true;
  return false;
}

bool
filled_by_call (const struct solver *solver, const struct scratch *s,
		const struct lk_operand *op)
{
  const struct lk_path *from
    = op->path->nsel || op->path->addend ? NULL : loaded_from (solver->prep, op->path->root);
  if (!from || from->nsel != 1)
    return false;
  const struct var_info *vi = var_at (solver->prep, op->path->root);
  lk_var object = from->root;
  const struct lk_block *bl = &solver->graph->blocks[vi->def_block];
  for (uint32_t i = vi->def_event; i-- > 0;)
    {
      const struct lk_event *ev = &bl->events[i];
      bool fills = false, given = false;
      for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	    && ev->args[k].path->root == object)
	  fills = true;
	else
	  given |= names_handle (solver, s, &ev->args[k]);
      if (fills)
	return given;
    }
  return false;
}
