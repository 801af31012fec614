/* The rows of one source, for checks of the rows themselves; and the groups of kinds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SPEC_ROWS_H
#define LK_SPEC_ROWS_H

#include <string.h>
#include "spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Call VISIT for each contract that has been read from SOURCE, in the order of the files.  */
void lk_spec_visit_rows (struct lk_spec *, enum lk_source,
			 void (*visit) (void *data, const struct lk_contract *), void *data);

/* Return the group of KIND, a specification's, whose name stands for all kinds of it ("file").  */
const char *lk_kind_group (const struct lk_kind *kind);
/* Return true if leaks of the kinds of GROUP had NAME before each group had its own: "file" was
   that of all but memory.  Suppressions and baselines that were written then still hold.  */
static inline bool
lk_group_was_named (const char *group, const char *name)
{
  return !strcmp (name, "file") && strcmp (group, "memory") != 0;
}

/* Return true if NAME is the name of KIND, a specification's, or of its group, or "all".  */
bool lk_kind_is_named (const struct lk_kind *kind, const char *name);

/* Return true if the contract is that of a function of C, or of one of C++ that is named without
   its parameters: its name is none of the linker's, and none of a method of Java.  */
bool lk_contract_is_function (const struct lk_contract *);

/* Return true if the clause has a condition on an argument.  */
bool lk_clause_asks_arguments (const struct lk_clause *);

/* Return the highest number of an argument that a clause of the contract names; 0: none.  */
int lk_contract_last_argument (const struct lk_contract *);

#ifdef __cplusplus
}
#endif
#endif /* LK_SPEC_ROWS_H */
