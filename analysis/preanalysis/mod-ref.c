/* Mod-ref: which memory behind its formals a function may write, on any path.

   A call that has nothing to do with the handle may change known flags.  If something is
   known, the callee's summary decides; but a summary's own calls begin with nothing known, so
   a getter two levels down would make the caller forget everything.  Here the callee's events
   are examined once, flow-insensitively.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "preanalysis-internal.h"

static void compute_effect (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *bits);

/* The first word is the effect's WRITTEN, the second its MEMBERS.  */
static const struct lazy_fact mod_ref = { compute_effect, { UINT64_MAX, UINT64_MAX } };

void
effect_of_write (struct function_view *view, const struct lk_path *place,
		 uint64_t members, struct effect *e)
{
  for (unsigned i = 0; i < MAX_LOADS; i++)
    {
      const struct lk_variable *v = &view->graph->vars[place->root];
      if (v->class_ == LK_VAR_FORMAL)
	{
	  e->written |= UINT64_C (1) << (v->index < 63 ? v->index : 63);
	  /* All that is found behind a member begins with that member.  */
	  if (v->index == 0)
	    e->members |= place->nsel ? member_bit (place->sel[0]) : members;
	  return;
	}
      place = path_provenance (view, place);
      if (!place)
	return;
    }
  /* Too far from where it came to say.  */
  if (view->graph->function)
    limit_met (view->unit, view->graph->function, LIMIT_LOADS);
  e->written = e->members = UINT64_MAX;
}

bool
callee_only_reads (const struct lk_unit *unit, const struct lk_event *ev, uint32_t k)
{
  if (!ev->callee || (ev->callee->flags & LK_FN_BODY))
    return false;
  return (lk_contract_reads (ev->callee->contract, (int) k + 1)
	  || (unit->host.only_reads
	      && unit->host.only_reads (unit->host.data, ev->callee, k)));
}

static void
add_call (struct lk_unit *unit, struct function_view *view,
	  const struct lk_event *ev, struct effect *e)
{
  struct effect inner = { UINT64_MAX, UINT64_MAX };
  bool asked = false;
  for (uint32_t k = 0; k < ev->n_args; k++)
    {
      if (!call_may_write (ev, k) || callee_only_reads (unit, ev, k))
	continue;
      if (!asked)
	{
	  const struct lk_contract *c = ev->callee ? ev->callee->contract : NULL;
	  if (ev->callee && !(c && (c->clauses || c->complete)))
	    function_effect (unit, ev->callee, &inner);
	  asked = true;
	}
      if (inner.written & (UINT64_C (1) << (k < 63 ? k : 63)))
	effect_of_write (view, ev->args[k].path,
			 k ? UINT64_MAX
			 : members_moved (inner.members,
					  ev->args[k].path->addend), e);
    }
}

void
effect_of_event (struct function_view *view, const struct lk_event *ev, struct effect *e)
{
  if (ev->dest.kind == LK_PATH && (ev->dest.path->nsel || lk_writes_at_address (ev)))
    effect_of_write (view, ev->dest.path, UINT64_MAX, e);
  if (ev->kind == LK_EVENT_CALL)
    add_call (view->unit, view, ev, e);
}

static void
compute_effect (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  (void) index;
  struct function_view *view = function_view (unit, fn);
  struct effect sum = { 0, 0 };
  if (!view)
    sum.members = UINT64_MAX;
  for (uint32_t b = 0; view && b < view->graph->n_blocks && sum.members != UINT64_MAX; b++)
    for (uint32_t i = 0; i < view->graph->blocks[b].n_events; i++)
      effect_of_event (view, &view->graph->blocks[b].events[i], &sum);
  /* Nothing was left out of what other formals point to.  */
  if (sum.members == UINT64_MAX)
    sum.written = UINT64_MAX;
  bits[0] = sum.written;
  bits[1] = sum.members;
}

void
function_effect (struct lk_unit *unit, struct lk_function *fn, struct effect *e)
{
  e->written = e->members = UINT64_MAX;
  if (!(fn->flags & LK_FN_BODY))
    return;
  const uint64_t *bits = lazy_fact (unit, fn, 0, &mod_ref);
  e->written = bits[0];
  e->members = bits[1];
}
