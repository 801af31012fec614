/* The values of members on which a contract of a callee depends.

   A list of the unit that begins as one that copies (`static struct list l = { .copies = 1 };')
   stays one.  Before a call with its address the member is given that value again, for the engine
   knows nothing of what other functions have stored in variables.

   Heuristic: a static variable with an initialiser, of which the unit stores nothing by name, keeps
   in such a member what it was initialised with.  Wrong if the member is set through a pointer.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* Return the selector of FIELD, BITS after the beginning of its variable; see LK_BIT_OFFSET.  */
static int64_t
selector_of (const_tree field, int64_t bits)
{
  bool whole = (!DECL_BIT_FIELD (field)
		|| (bits % BITS_PER_UNIT == 0 && tree_fits_shwi_p (DECL_SIZE (field))
		    && tree_to_shwi (DECL_SIZE (field)) % BITS_PER_UNIT == 0));
  return (bits / BITS_PER_UNIT
	  + (whole ? 0 : (bits % BITS_PER_UNIT + 1) * LK_BIT_OFFSET));
}

/* Return the value of FIELD, of an integral type, in the initialiser INITIAL of its record; NULL if
   that is not a constant.  */
static tree
initial_value (tree initial, const_tree field)
{
  unsigned HOST_WIDE_INT i;
  tree index, value;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (initial), i, index, value)
    if (index == field)
      return TREE_CODE (value) == INTEGER_CST ? value : NULL_TREE;
  return build_zero_cst (TREE_TYPE (field));
}

/* Return what the variable VAR, whose address is passed, holds at the selector SEL; NULL if that is
   not known.  */
static tree
value_at (tree var, int64_t sel)
{
  tree initial = DECL_INITIAL (var), type = TREE_TYPE (var);
  if (!initial || TREE_CODE (initial) != CONSTRUCTOR || TREE_CODE (type) != RECORD_TYPE)
    return NULL_TREE;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL && INTEGRAL_TYPE_P (TREE_TYPE (field))
	&& DECL_FIELD_OFFSET (field) && TREE_CODE (DECL_FIELD_OFFSET (field)) == INTEGER_CST
	&& selector_of (field, int_bit_position (field)) == sel)
      return initial_value (initial, field);
  return NULL_TREE;
}

/* Return true if no statement of the unit stores in VAR by name.  */
static bool
never_stored (tree var)
{
  varpool_node *node = varpool_node::get (var);
  struct ipa_ref *ref;
  for (unsigned i = 0; node && node->iterate_referring (i, ref); i++)
    if (ref->use == IPA_REF_STORE)
      return false;
  return node != NULL;
}

/* Lower what the condition C is known to find at CALL, if it tests a member.  */
static void
lower_given (struct lk_lower *l, gcall *call, const struct lk_condition *c)
{
  unsigned arg = c->base - 1;
  if (c->nsel != 1 || arg >= gimple_call_num_args (call))
    return;
  tree given = gimple_call_arg (call, arg);
  tree var = TREE_CODE (given) == ADDR_EXPR ? TREE_OPERAND (given, 0) : NULL_TREE;
  if (!var || !VAR_P (var) || !TREE_STATIC (var) || TREE_PUBLIC (var)
      || TREE_THIS_VOLATILE (var) || !never_stored (var))
    return;
  tree value = value_at (var, c->sel[0]);
  struct lk_operand address = lk_address_of (l, var);
  if (!value || !tree_fits_shwi_p (value) || address.kind != LK_PATH || address.path->addend)
    return;
  struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN,
					       lk_location_of (call), 0);
  event->dest = lk_operand_path (lk_path_make (l->graph, address.path->root, 1, c->sel, 0));
  event->src = lk_operand_const (tree_to_shwi (value));
}

void
lk_lower_members_given (struct lk_lower *l, gcall *call, const struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    for (unsigned i = 0; i < c->n_conditions; i++)
      lower_given (l, call, &c->conditions[i]);
}
