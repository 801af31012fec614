/* A constructor stores the pointer to a virtual table.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"
#include "ipa-utils.h"

bool
lk_lower_table (struct lk_lower *l, gimple *stmt)
{
  if (!lk_stores_table (stmt))
    return false;
  if (DECL_CXX_DESTRUCTOR_P (l->fun->decl))
    return true;
  /* Where a virtual base begins is known only from the table, but to the constructor of the
     whole object, which stores its own number there at last.  Until then no dynamic type is
     known there: nothing is known of a place without an access path, and callers forget what
     they knew of the constructor's arguments (table_made_in).  */
  struct lk_operand place = lk_place_of (l, gimple_assign_lhs (stmt));
  if (place.kind != LK_PATH || place.path->sel[place.path->nsel - 1] == LK_ANY)
    return true;
  uint32_t number = lk_table_number (l->unit, gimple_assign_rhs1 (stmt));
  auto_vec<int64_t> sel;
  for (unsigned i = 0; i < place.path->nsel; i++)
    sel.safe_push (place.path->sel[i]);
  sel.last () += LK_TABLE;
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, lk_location_of (stmt), 0);
  event->dest = lk_operand_path (lk_path_make (l->graph, place.path->root, sel.length (),
					       sel.address (), 0));
  event->src = number ? lk_operand_const (number) : lk_operand_unknown ();
  return true;
}
