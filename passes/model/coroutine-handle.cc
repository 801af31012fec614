/* Comparisons of coroutine handles.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"
#include "../unit/exception.h"

bool
lk_handle_lower (struct lk_lower *l, gcall *call)
{
  tree decl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME || gimple_call_num_args (call) != 2
      || !decl || !lk_has_name (decl, "operator==") || !lk_in_std (decl)
      || !lk_is_coroutine_handle (TREE_TYPE (gimple_call_arg (call, 0)))
      || !lk_is_coroutine_handle (TREE_TYPE (gimple_call_arg (call, 1))))
    return false;
  struct lk_operand value[2];
  for (unsigned i = 0; i < 2; i++)
    {
      struct lk_operand at = lk_address_of (l, gimple_call_arg (call, i));
      if (at.kind != LK_PATH || at.path->nsel || at.path->addend == LK_ANY)
	return false;
      int64_t sel[] = { at.path->addend };
      value[i] = lk_loaded (l, lk_operand_path (lk_path_make (l->graph, at.path->root, 1, sel, 0)),
			    lk_location_of (call));
    }
  if (!(l->state[SSA_NAME_VERSION (lhs)] & (LK_NEED_VALUE | LK_NEED_CONDITION)))
    return true;
  struct lk_definition def;
  memset (&def, 0, sizeof def);
  def.kind = LK_DEF_COMPARE;
  def.op = LK_EQ;
  def.a = value[0];
  def.b = value[1];
  lk_set_operand (l, lhs, lk_computed (l, &def));
  return true;
}
