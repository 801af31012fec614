/* SSA names as operands of the graph: which are needed, and what they become.

   Demand comes first.  A name is needed if a condition, a call, a store or a
   return uses it; what it is computed from is then needed too (value.cc).
   Half of all names never are, and nothing is made for them.

   Copies, conversions and addresses make no event: the name is mapped to the
   operand it equals.  SSA makes that sound (between a definition and a use of
   its copy the original is not redefined), and facts of the engine have few
   access paths.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* ---- User's names.  ---- */

tree
lk_user_variable (const struct lk_lower *l, tree name)
{
  tree var = SSA_NAME_VAR (name);
  if (var && lk_decl_name (var))
    return var;
  return l->hint[SSA_NAME_VERSION (name)];
}

uint32_t
lk_user_number (struct lk_lower *l, tree decl)
{
  bool known;
  uint32_t &number = l->users->get_or_insert (decl, &known);
  if (!known)
    number = l->users->elements ();
  return number;
}

/* ---- Demand.  ---- */

void
lk_need_place (struct lk_lower *l, tree ref)
{
  while (handled_component_p (ref) || TREE_CODE (ref) == WITH_SIZE_EXPR)
    {
      /* An index that turns out constant makes the place exact.  */
      if (TREE_CODE (ref) == ARRAY_REF)
	lk_need (l, TREE_OPERAND (ref, 1), LK_NEED_VALUE);
      ref = TREE_OPERAND (ref, 0);
    }
  if (TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == TARGET_MEM_REF)
    lk_need (l, TREE_OPERAND (ref, 0), LK_NEED_VALUE);
}

void
lk_need (struct lk_lower *l, tree value, unsigned needs)
{
  if (TREE_CODE (value) == ADDR_EXPR)
    lk_need_place (l, TREE_OPERAND (value, 0));
  else if (TREE_CODE (value) == SSA_NAME)
    {
      if (!lk_matters (TREE_TYPE (value))
	  && !(lk_opaque (TREE_TYPE (value)) && (needs & LK_NEED_CONDITION)))
	return;
      unsigned version = SSA_NAME_VERSION (value);
      if ((l->state[version] & needs) == needs)
	return;
      l->state[version] |= needs;
      l->wanted.safe_push (value);
    }
  else if (!CONSTANT_CLASS_P (value))
    lk_need_place (l, value);
}

/* ---- Operands.  ---- */

struct lk_operand
lk_plus (struct lk_lower *l, struct lk_operand op, int64_t offset)
{
  if (op.kind != LK_PATH)
    return lk_operand_unknown ();
  const struct lk_path *path = op.path;
  if (offset == 0 || path->addend == LK_ANY)
    return op;
  if (offset != LK_ANY)
    offset = (int64_t) ((uint64_t) path->addend + offset);
  return lk_operand_path (lk_path_make (l->graph, path->root, path->nsel,
					path->sel, offset));
}

bool
lk_is_memory (tree t)
{
  while (handled_component_p (t))
    t = TREE_OPERAND (t, 0);
  return (TREE_CODE (t) == MEM_REF || TREE_CODE (t) == TARGET_MEM_REF
	  || VAR_P (t) || TREE_CODE (t) == PARM_DECL
	  || TREE_CODE (t) == RESULT_DECL);
}

static struct lk_operand
var_operand (struct lk_lower *l, lk_var var)
{
  return lk_operand_path (lk_path_make (l->graph, var, 0, NULL, 0));
}

static struct lk_operand
address_operand (struct lk_lower *l, tree ref)
{
  if (TREE_CODE (ref) == FUNCTION_DECL)
    return lk_function_operand (l, ref);
  return lk_address_of (l, ref);
}

struct lk_operand
lk_operand_of (struct lk_lower *l, tree value)
{
  int64_t constant;
  if (TREE_CODE (value) == SSA_NAME)
    {
      /* A value that is not needed, or has no relevant type, is unknown.  So is an
	 uninitialised variable.  */
      unsigned version = SSA_NAME_VERSION (value);
      return (l->state[version] & LK_LOWERED ? l->value[version]
	      : lk_operand_unknown ());
    }
  if (lk_constant (value, &constant))
    return lk_operand_const (constant);
  if (TREE_CODE (value) == ADDR_EXPR)
    return address_operand (l, TREE_OPERAND (value, 0));
  if (TREE_CODE (value) == OBJ_TYPE_REF)
    return lk_operand_of (l, OBJ_TYPE_REF_EXPR (value));
  if (lk_is_memory (value) && lk_matters (TREE_TYPE (value)))
    return lk_place_of (l, value);
  return lk_operand_unknown ();
}

/* ---- Definitions.  ---- */

void
lk_set_operand (struct lk_lower *l, tree name, struct lk_operand op)
{
  unsigned version = SSA_NAME_VERSION (name);
  l->value[version] = op;
  l->state[version] |= LK_LOWERED;
}

const struct lk_field_promise *
lk_declared_of (const struct lk_lower *l, tree name)
{
  tree var = l->unit->field_of ? SSA_NAME_VAR (name) : NULL_TREE;
  return var && !DECL_EXTERNAL (var) ? l->unit->field_of (var) : NULL;
}

lk_var
lk_define (struct lk_lower *l, tree name)
{
  tree user = lk_user_variable (l, name);
  lk_var var
    = lk_graph_add_var (l->graph, LK_VAR_VALUE, user ? lk_decl_name (user)
			: NULL, user ? lk_user_number (l, user) : 0);
  const struct lk_field_promise *declared = lk_declared_of (l, name);
  if (!declared && user && l->unit->field_of && !DECL_EXTERNAL (user))
    declared = l->unit->field_of (user);
  l->graph->vars[var].declared = declared;
  lk_set_operand (l, name, var_operand (l, var));
  return var;
}

struct lk_operand
lk_computed (struct lk_lower *l, const struct lk_definition *def)
{
  lk_var var = lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0);
  l->graph->vars[var].def = *def;
  return var_operand (l, var);
}

struct lk_operand
lk_loaded (struct lk_lower *l, struct lk_operand place, lk_loc loc)
{
  lk_var var = lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0);
  lk_load_into (l, var_operand (l, var), place, loc);
  return var_operand (l, var);
}

void
lk_define_as (struct lk_lower *l, tree name, const struct lk_definition *def)
{
  lk_var var = lk_define (l, name);
  l->graph->vars[var].def = *def;
}

struct lk_event *
lk_define_assigned (struct lk_lower *l, tree name, struct lk_operand src,
		    lk_loc loc)
{
  lk_define (l, name);
  return lk_load_into (l, lk_operand_of (l, name), src, loc);
}

struct lk_operand
lk_some_value (struct lk_lower *l, lk_loc loc)
{
  struct lk_operand value
    = var_operand (l, lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0));
  lk_load_into (l, value, lk_operand_unknown (), loc);
  return value;
}

void
lk_define_unknown (struct lk_lower *l, tree name, lk_loc loc)
{
  lk_define_assigned (l, name, lk_operand_unknown (), loc);
}

void
lk_define_pure (struct lk_lower *l, tree name, const char *key,
		struct lk_operand a, struct lk_operand b, lk_loc loc)
{
  if (a.kind == LK_UNKNOWN || b.kind == LK_UNKNOWN)
    {
      lk_define_unknown (l, name, loc);
      return;
    }
  struct lk_definition def;
  memset (&def, 0, sizeof def);
  def.kind = LK_DEF_PURE;
  def.code = lk_pure_code (l->unit, key);
  def.a = a;
  def.b = b;
  lk_define_as (l, name, &def);
}
