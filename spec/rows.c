/* The rows of one source, and the arguments that they name.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rows.h"
#include "spec-internal.h"

struct visit
{
  enum lk_source source;
  void (*visit) (void *data, const struct lk_contract *);
  void *data;
};

static void
visit_one (void *data, struct lk_contract *contract)
{
  const struct visit *visit = data;
  if (contract->source == visit->source)
    visit->visit (visit->data, contract);
}

void
lk_spec_visit_rows (struct lk_spec *spec, enum lk_source source,
		    void (*function) (void *data, const struct lk_contract *), void *data)
{
  struct visit visit = { source, function, data };
  spec_visit (spec, visit_one, &visit);
}

static int
later (int last, int base)
{
  return base > last && base < LK_PLACE_GLOBAL ? base : last;
}

int
lk_contract_last_argument (const struct lk_contract *contract)
{
  int last = later (0, contract->ends.base);
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      last = later (last, c->place.base);
      if (c->role == LK_ROLE_ALIAS)
	last = later (last, c->other.base);
      if (c->has_parent)
	last = later (last, c->parent.base);
      for (unsigned i = 0; i < c->n_conditions; i++)
	last = later (last, c->conditions[i].base);
    }
  return last;
}
