/* Container functions: what the engine sees of containers, functions that calls on them
   become.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"

struct model
{
  const char *name;
  enum lk_role role;		/* The number of a place, 0: the result,  */
  int place;			/* or -1: no effect.  */
  int other;
  bool perhaps;			/* Only if the result is not 0.  */
};

static const struct model models[] =
{
  { "container.put", LK_ROLE_PUT, 2, 1, false },
  { "container.get", LK_ROLE_FETCH, 0, 1, false },
  { "container.walk", LK_ROLE_ALIAS, 0, 1, false },
  { "container.ask", LK_ROLE_BORROW, -1, 0, false },
  { "container.count", LK_ROLE_BORROW, -1, 0, false },
  { "container.take", LK_ROLE_TAKE, 1, 0, false },
  { "container.insert", LK_ROLE_PUT, 2, 1, true },
  { "container.give", LK_ROLE_OWN, 2, 0, true }
};
static_assert (ARRAY_SIZE (models) == LK_CONTAINER_MODELS, "every model has its function");

static void
make_contract (struct lk_contract *contract, struct lk_clause *clause, const struct model *m)
{
  contract->name = m->name;
  contract->source = LK_SOURCE_SHIPPED_SPEC;
  contract->complete = true;
  contract->counts = m == &models[LK_CONTAINER_COUNT];
  if (m->place < 0)
    return;
  clause->role = m->role;
  clause->any_kind = m->role == LK_ROLE_OWN;
  clause->place.base = m->place;
  clause->other.base = m->other;
  if (m->perhaps)
    {
      clause->n_conditions = 1;
      clause->conditions[0].range = LK_RANGE_NONNULL;
    }
  contract->clauses = clause;
}

struct lk_function *
lk_container_model (struct lk_lowering *lowering, enum lk_container_model which)
{
  static struct lk_contract contracts[LK_CONTAINER_MODELS];
  static struct lk_clause clauses[LK_CONTAINER_MODELS];
  if (!lowering->slots[LK_SLOT_CONTAINER_MODELS].data)
    lk_keep (lowering, LK_SLOT_CONTAINER_MODELS,
	     XCNEWVEC (struct lk_function *, LK_CONTAINER_MODELS), free);
  struct lk_function **function
    = (struct lk_function **) lowering->slots[LK_SLOT_CONTAINER_MODELS].data + which;
  if (!contracts[which].complete)
    make_contract (&contracts[which], &clauses[which], &models[which]);
  if (!*function)
    {
      *function = lk_unit_add_function (lowering->unit, models[which].name);
      (*function)->flags = LK_FN_NOTHROW | LK_FN_LIBRARY;
      (*function)->contract = &contracts[which];
    }
  return *function;
}
