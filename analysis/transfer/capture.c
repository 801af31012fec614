/* Lambdas hold what they capture, unless they only read it.

   A lambda is made at one place and run at others, mostly by a library to which it is given.
   The effect of its body on the captures is known where it is made: if it only reads, it
   does not matter where the lambda goes.  Otherwise the lambda is one more place of the handle
   (LK_CAPTURED behind it): code that runs the lambda is assumed to run it as intended, and the
   handle is lost with the lambda.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "transfer-internal.h"

/* The arguments of the call of a function with LK_FN_CLOSURE.  */
enum { BODY = 1, CAPTURED = 2 };

static struct lk_function *
body_of (const struct solver *solver, const struct lk_event *ev)
{
  if (ev->n_args <= BODY || ev->args[BODY].kind != LK_PATH
      || ev->args[BODY].path->nsel)
    return NULL;
  const struct lk_variable *v
    = &solver->context.graph->vars[ev->args[BODY].path->root];
  return v->class_ == LK_VAR_FUNCTION ? v->entity : NULL;
}

/* Return true if CONTRACT, which is complete, does not mention argument ARG.  */
static bool
only_borrows (const struct lk_contract *contract, unsigned arg)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->role != LK_ROLE_BORROW
	&& (c->place.base == (int) arg + 1
	    || ((c->role == LK_ROLE_ALIAS || c->role == LK_ROLE_WRAP
		 || c->role == LK_ROLE_FETCH || c->role == LK_ROLE_PUT)
		&& c->other.base == (int) arg + 1)))
      return false;
  return true;
}

/* Return true if the body only reads what the capture of argument ARG of EV lets it reach of
   S.  */
static bool
only_looks (struct solver *solver, const struct lk_event *ev, unsigned arg,
	    const struct scratch *s)
{
  struct lk_function *body = body_of (solver, ev);
  if (!body)
    return false;
  const struct lk_contract *contract = body->contract;
  if (contract && (contract->clauses || contract->complete))
    return contract->complete && only_borrows (contract, arg - CAPTURED);
  if (!(body->flags & LK_FN_BODY))
    return false;
  struct lk_event run = *ev;
  bool gets = false;
  uint64_t passed = 0;
  run.callee = body;
  run.dest = lk_operand_unknown ();
  run.n_args -= CAPTURED;
  run.args += CAPTURED;
  run.arg_flags += CAPTURED;
  const struct summary *sum
    = solver->context.summaries->for_call (solver, &run, s, &gets, &passed);
  if (!sum)
    return !gets;
  for (const struct outcome *o = sum->outcomes; o; o = o->next)
    {
      if (o->kind != OUT_HELD || o->assumed)
	return false;
      /* Is it where it was before, and nowhere else?  */
      for (unsigned i = 0; i < o->n_paths; i++)
	{
	  bool before = false;
	  for (unsigned k = 0; k < sum->n_paths && !before; k++)
	    before = (o->paths[i].root == sum->paths[k].root
		      && o->paths[i].index == sum->paths[k].index
		      && o->paths[i].nsel == sum->paths[k].nsel
		      && !memcmp (o->paths[i].sel, sum->paths[k].sel,
				  sum->paths[k].nsel
				  * sizeof *sum->paths[k].sel));
	  if (!before)
	    return false;
	}
    }
  return true;
}

void
flow_closure (struct solver *solver, struct lk_event *ev, struct scratch *s)
{
  struct generated generated;
  struct path_rest captured = { .nsel = 1, .sel = { LK_CAPTURED } };
  const struct lk_path *to
    = (ev->dest.kind == LK_PATH
       ? path_join (solver->context.graph, ev->dest.path, &captured) : NULL);
  generated.n = 0;
  generated.dropped = NULL;
  for (unsigned k = CAPTURED; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && to
	&& reaches_through (solver, s, ev->args[k].path)
	&& !only_looks (solver, ev, k, s))
      flow_generate (solver, s, to, ev->args[k].path, &generated);
  if (ev->dest.kind == LK_PATH && ev->dest.path->nsel == 0)
    flow_define (solver, s, ev->dest.path->root);
  flow_add_generated (solver, s, &generated);
}

/* Return true if what EV makes wraps argument ARG: a lambda that runs when the wrapper is
   closed.  */
static bool
wraps_argument (const struct lk_event *ev, uint32_t arg)
{
  for (const struct lk_clause *c = event_clauses (ev); c; c = c->next)
    if (c->role == LK_ROLE_WRAP && c->other.base == (int) arg + 1)
      return true;
  return false;
}

/* Return true if the call EV is given a lambda that holds S's handle.  */
bool
closure_given (const struct lk_event *ev, const struct scratch *s)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    for (unsigned i = 0; (ev->args[k].kind == LK_PATH && i < s->n_paths
			  && !wraps_argument (ev, k)); i++)
      {
	struct path_rest rest;
	if (path_rest (s->paths[i], ev->args[k].path, &rest) && rest.nsel
	    && rest.sel[0] == LK_CAPTURED)
	  return true;
      }
  return false;
}
