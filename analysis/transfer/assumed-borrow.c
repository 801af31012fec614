/* Level 2: which unknown callees are assumed to borrow the handle that they are given.

   A callee whose body is elsewhere takes the handle, releases it or only uses it.  At level 1
   it may always have taken it.  To assume at level 2 that it never has would report each
   program whose functions release by a wrapper: of 20 such losses in every fourth unit of rsync,
   lighttpd and mutt 11 were given to one wrapper of fclose, and 2 were leaks.  So there has to be
   evidence:

   - The function goes on to use the handle, release it or return it on some way from the call.
   - Or the callee, which is given the handle itself and returns no object that could hold it, is so
     called at one place only, or the handle is used after another call of it.

   Heuristic: a function that is given the address of the variable, or one by which several handles
   of the unit end, is one that releases; so is one that is called by a global pointer, such as a
   hook for memory.  Wrong if the program forgets the release each time.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "transfer-internal.h"

/* ---- What is used after a call.  ---- */

/* Blocks that come after a call, and the variables that may have its handle there.  */
struct after_call
{
  struct function_view *view;
  uint32_t block, index;
  struct block_walk walk;
  bool *known;			/* By variable.  */
  lk_var *roots;
  uint32_t n;
};

static void
add_root (struct after_call *a, lk_var root)
{
  if (root >= a->view->n_vars || a->known[root]
      || a->view->graph->vars[root].class_ == LK_VAR_GLOBAL)
    return;
  a->known[root] = true;
  a->roots[a->n++] = root;
}

static bool
is_root (const struct lk_operand *op, lk_var root)
{
  return op->kind == LK_PATH && op->path->root == root;
}

/* Return true if M, a mention of ROOT behind the call, uses it.  The result of a phi is another
   root.  */
static bool
is_use (struct after_call *a, const struct mention *m, lk_var root)
{
  const struct lk_block *bl = &a->view->graph->blocks[m->block];
  if (m->what == MENTION_TERM)
    return bl->term == LK_TERM_RETURN && is_root (&bl->a, root);
  if (m->what == MENTION_PHI)
    {
      for (uint32_t i = 0; i < bl->n_phis; i++)
	for (uint32_t k = 0; k < bl->n_preds; k++)
	  if (is_root (&bl->phis[i].args[k], root))
	    add_root (a, bl->phis[i].result);
      return false;
    }
  const struct lk_event *ev = &bl->events[m->what];
  if (ev->kind != LK_EVENT_CALL)
    return ev->kind == LK_EVENT_ASSIGN && is_root (&ev->src, root);
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (is_root (&ev->args[k], root))
      return true;
  return false;
}

static void
after_call_begin (struct after_call *a, struct function_view *view, uint32_t block,
		  uint32_t index)
{
  uint32_t b;
  *a = (struct after_call) { .view = view, .block = block, .index = index };
  a->known = lk_xmalloc (view->n_vars + 1);
  memset (a->known, 0, view->n_vars + 1);
  a->roots = lk_xmalloc ((view->n_vars + 1) * sizeof *a->roots);
  block_walk_begin (&a->walk, view->graph, block);
  while (next_block (&a->walk, &b))
    enter_successors (&a->walk, b);
}

/* Return true if one of the variables is used behind the call.  A way back is none: there the
   variable has the next handle.  */
static bool
used_after_call (struct after_call *a)
{
  const struct regions *r = regions_of (a->view);
  bool used = false;
  for (uint32_t i = 0; i < a->n && !used; i++)
    for (const struct mentions *all = r->by_root[a->roots[i]]; all && !used; all = all->same_root)
      for (const struct mention *m = all->first; m && !used; m = m->next)
	if (m->block == a->block ? m->what == MENTION_TERM || m->what > (int32_t) a->index
	    : (a->walk.seen[m->block]
	       && a->view->order[m->block] > a->view->order[a->block]))
	  used = is_use (a, m, a->roots[i]);
  block_walk_end (&a->walk);
  free (a->known);
  free (a->roots);
  return used;
}

/* ---- Other calls of the callee.  ---- */

struct sites
{
  uint32_t argument;
  unsigned n;
  bool used;			/* The argument is used after one of them.  */
};

/* A callback: note what the call at SITE shows; false if no other call counts.  */
static bool
look_at_site (void *data, const struct call_site *site)
{
  struct sites *sites = data;
  const struct lk_event *ev = site->event;
  if (sites->argument >= ev->n_args || ev->args[sites->argument].kind != LK_PATH
      || site->view->idom[site->block] == UINT32_MAX)
    return true;
  struct after_call a;
  after_call_begin (&a, site->view, site->block, site->index);
  add_root (&a, ev->args[sites->argument].path->root);
  sites->n++;
  sites->used = used_after_call (&a);
  return !sites->used;
}

static void
compute_given_up (struct lk_unit *unit, struct lk_function *fn, uint32_t arg, uint64_t *bits)
{
  struct sites sites = { arg, 0, false };
  visit_call_sites (unit, fn, look_at_site, &sites);
  bits[0] = !sites.used && sites.n > 1;
}

/* The bit: the argument whose number is the index is not used after any of several calls.  */
static const struct lazy_fact given_up = { compute_given_up, { 0 } };

/* Return true if EV may be the call of a function that releases its argument K.  */
static bool
may_be_releaser (struct solver *solver, const struct lk_event *ev, uint32_t k)
{
  struct lk_function *fn = ev->callee;
  const struct lk_path *arg = ev->args[k].path;
  if (arg->addend || (arg->nsel == 0
		      && solver->context.graph->vars[arg->root].class_ == LK_VAR_OBJECT))
    return true;
  if (!fn)
    {
      const struct lk_path *from = NULL;
      if (ev->src.kind == LK_PATH)
	from = loaded_from (solver->context.view, ev->src.path->root);
      return from && solver->context.graph->vars[from->root].class_ == LK_VAR_GLOBAL;
    }
  if (fn->flags & (LK_FN_RETURNS_POINTER | LK_FN_CONSTRUCTOR) || ev->aggregate_result)
    return true;
  return lazy_fact (solver->context.unit, fn, k, &given_up)[0] != 0;
}

/* Return true if an argument of EV is the address of a variable that holds S's handle: the next
   value of the variable may be another handle.  */
static bool
gives_variable (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  const struct lk_graph *g = solver->context.graph;
  for (uint32_t k = 0; k < ev->n_args; k++)
    for (unsigned i = 0; i < s->n_paths; i++)
      {
	const struct lk_path *p = s->paths[i], *arg = ev->args[k].path;
	if (ev->args[k].kind == LK_PATH && arg->root == p->root && !arg->nsel && p->nsel == 1
	    && arg->addend == p->sel[0] && g->vars[p->root].class_ == LK_VAR_OBJECT)
	  return true;
      }
  return false;
}

bool
assumed_to_borrow (struct solver *solver, const struct lk_event *ev, const struct scratch *s)
{
  struct after_call a;
  if (gives_variable (solver, ev, s))
    return false;
  after_call_begin (&a, solver->context.view, solver->context.block, solver->context.event);
  for (unsigned i = 0; i < s->n_paths; i++)
    add_root (&a, s->paths[i]->root);
  if (used_after_call (&a))
    return true;
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH)
      {
	enum reach reach = argument_reaches (solver, s, ev, k);
	if (reach == REACH_THROUGH
	    || (reach == REACH_HANDLE && may_be_releaser (solver, ev, k)))
	  return false;
      }
  return true;
}
