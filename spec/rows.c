/* The rows of one source, the arguments that they name, and the names of kinds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
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

/* Return the highest number of an argument that is named in the clauses from C on, or LAST.  */
static int
last_in_clauses (const struct lk_clause *c, int last)
{
  for (; c; c = c->next)
    {
      last = later (last, c->place.base);
      /* (That of "pass" and "reads" is another function's.)  */
      if (c->role != LK_ROLE_PASS && c->role != LK_ROLE_READS)
	last = later (last, c->other.base);
      if (c->has_parent)
	last = later (last, c->parent.base);
      for (unsigned i = 0; i < c->n_conditions; i++)
	last = later (last, c->conditions[i].base);
    }
  return last;
}

int
lk_contract_last_argument (const struct lk_contract *contract)
{
  int last = later (0, contract->ends.base);
  return last_in_clauses (contract->elements, last_in_clauses (contract->clauses, last));
}

bool
lk_kind_is_named (const struct lk_kind *kind, const char *name)
{
  return (!strcmp (name, "all") || !strcmp (name, kind->name)
	  || !strcmp (name, lk_kind_group (kind)));
}

bool
lk_contract_is_function (const struct lk_contract *contract)
{
  return strncmp (contract->name, "_Z", 2) != 0 && !strpbrk (contract->name, ".([");
}

bool
lk_clause_asks_arguments (const struct lk_clause *clause)
{
  for (unsigned i = 0; i < clause->n_conditions; i++)
    if (clause->conditions[i].base != 0)
      return true;
  return false;
}
