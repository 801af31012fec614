/* The one function that a pointer can point to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "langhooks.h"

/* The set of values a pointer can have, during the search: empty, one function, or unknown
   (error_mark_node).  */

static void
meet (tree *target, tree found)
{
  if (!found || *target == found)
    return;
  *target = *target ? error_mark_node : found;
}

struct resolution
{
  struct lk_lowering *lowering;
  unsigned depth;
  /* Names and parameters that were visited: what they can be is, or will be, part of the
     answer, so another visit adds nothing (and phis with many arguments would take too long).  */
  hash_set<tree> *visited;
};

static tree resolve (struct resolution *r, tree pointer, tree caller);

/* The constant byte offset and base declaration of REF.  */
static bool
constant_place (tree ref, tree *base, HOST_WIDE_INT *offset)
{
  *offset = 0;
  for (;; ref = TREE_OPERAND (ref, 0))
    switch (TREE_CODE (ref))
      {
      case COMPONENT_REF:
	{
	  tree field = TREE_OPERAND (ref, 1);
	  if (TREE_OPERAND (ref, 2) || DECL_BIT_FIELD (field)
	      || !tree_fits_shwi_p (DECL_FIELD_OFFSET (field))
	      || !tree_fits_shwi_p (DECL_FIELD_BIT_OFFSET (field)))
	    return false;
	  *offset += (tree_to_shwi (DECL_FIELD_OFFSET (field))
		      + tree_to_shwi (DECL_FIELD_BIT_OFFSET (field))
			/ BITS_PER_UNIT);
	  break;
	}
      case ARRAY_REF:
	{
	  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
	  if (!tree_fits_shwi_p (TREE_OPERAND (ref, 1)) || !size
	      || !tree_fits_shwi_p (size))
	    return false;
	  *offset += tree_to_shwi (TREE_OPERAND (ref, 1)) * tree_to_shwi (size);
	  break;
	}
      case MEM_REF:
	if (TREE_CODE (TREE_OPERAND (ref, 0)) != ADDR_EXPR
	    || !tree_fits_shwi_p (TREE_OPERAND (ref, 1)))
	  return false;
	*offset += tree_to_shwi (TREE_OPERAND (ref, 1));
	ref = TREE_OPERAND (ref, 0);
	break;
      case VIEW_CONVERT_EXPR:
	break;
      case VAR_DECL:
	*base = ref;
	return true;
      default:
	return false;
      }
}

/* Return what the initializer INIT holds at OFFSET bytes: NULL for zero, error_mark_node if
   unknown.  */
static tree
initial_pointer (tree init, HOST_WIDE_INT offset)
{
  if (!init)
    return NULL;
  STRIP_NOPS (init);
  if (init == error_mark_node)
    return init;
  if (TREE_CODE (init) != CONSTRUCTOR)
    {
      if (offset == 0 && TREE_CODE (init) == ADDR_EXPR
	  && TREE_CODE (TREE_OPERAND (init, 0)) == FUNCTION_DECL)
	return TREE_OPERAND (init, 0);
      return integer_zerop (init) ? NULL : error_mark_node;
    }
  bool array = TREE_CODE (TREE_TYPE (init)) == ARRAY_TYPE;
  unsigned HOST_WIDE_INT i, next = 0;
  tree index, value;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (init), i, index, value)
    {
      tree size = TYPE_SIZE_UNIT (TREE_TYPE (value));
      HOST_WIDE_INT first, n = 1;
      if (!size || !tree_fits_shwi_p (size))
	return error_mark_node;
      HOST_WIDE_INT bytes = tree_to_shwi (size);
      if (!array)
	{
	  if (!index || TREE_CODE (index) != FIELD_DECL)
	    return error_mark_node;
	  if (DECL_BIT_FIELD (index))
	    continue;
	  first = int_byte_position (index);
	}
      else
	{
	  if (!index)
	    first = next;
	  else if (tree_fits_shwi_p (index))
	    first = tree_to_shwi (index);
	  else if (TREE_CODE (index) == RANGE_EXPR
		   && tree_fits_shwi_p (TREE_OPERAND (index, 0))
		   && tree_fits_shwi_p (TREE_OPERAND (index, 1)))
	    {
	      first = tree_to_shwi (TREE_OPERAND (index, 0));
	      n = tree_to_shwi (TREE_OPERAND (index, 1)) - first + 1;
	    }
	  else
	    return error_mark_node;
	  next = first + n;
	  first *= bytes;
	}
      if (bytes > 0 && offset >= first && offset < first + n * bytes)
	return initial_pointer (value, (offset - first) % bytes);
    }
  return NULL;
}

/* A statement that stores in the static variable BASE: return what it stores at OFFSET.  */
static tree
stored_pointer (struct resolution *r, ipa_ref *ref, tree base,
		HOST_WIDE_INT offset)
{
  gimple *stmt = ref->stmt;
  tree where;
  HOST_WIDE_INT at;
  if (!stmt || !gimple_assign_single_p (stmt)
      || !is_a <cgraph_node *> (ref->referring)
      || !constant_place (gimple_assign_lhs (stmt), &where, &at)
      || where != base)
    return error_mark_node;
  tree rhs = gimple_assign_rhs1 (stmt);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (gimple_assign_lhs (stmt)));
  if (!size || !tree_fits_shwi_p (size))
    return error_mark_node;
  if (offset < at || offset >= at + tree_to_shwi (size))
    return NULL;
  if (offset == at && POINTER_TYPE_P (TREE_TYPE (rhs)))
    return resolve (r, rhs, ref->referring->decl);
  if (TREE_CODE (rhs) == CONSTRUCTOR)
    return initial_pointer (rhs, offset - at);
  return error_mark_node;
}

/* Return what the variable BASE of static storage holds at OFFSET.  */
static tree
static_pointer (struct resolution *r, tree base, HOST_WIDE_INT offset)
{
  varpool_node *node = varpool_node::get (base);
  if (!node || !is_global_var (base))
    return error_mark_node;
  bool constant = TREE_READONLY (base) && !TREE_THIS_VOLATILE (base);
  if (DECL_EXTERNAL (base) || (!constant && TREE_PUBLIC (base)))
    return error_mark_node;
  tree target = NULL;
  meet (&target, initial_pointer (DECL_INITIAL (base), offset));
  if (constant)
    return target;
  ipa_ref *ref;
  for (unsigned i = 0;
       target != error_mark_node && node->iterate_referring (i, ref); i++)
    if (ref->use == IPA_REF_STORE)
      meet (&target, stored_pointer (r, ref, base, offset));
    else if (ref->use != IPA_REF_LOAD)
      target = error_mark_node;
  return target;
}

/* Return what all callers of CALLER pass as its parameter PARM.  */
static tree
passed_pointer (struct resolution *r, tree parm, tree caller)
{
  cgraph_node *node = cgraph_node::get (caller);
  if (!node || TREE_PUBLIC (caller) || node->address_taken
      || node->has_aliases_p () || !node->callers)
    return error_mark_node;
  unsigned index = 0;
  tree p;
  for (p = DECL_ARGUMENTS (caller); p && p != parm; p = DECL_CHAIN (p))
    index++;
  if (!p)
    return error_mark_node;
  if (r->visited->add (parm))
    return NULL;
  tree target = NULL;
  for (cgraph_edge *e = node->callers; e && target != error_mark_node;
       e = e->next_caller)
    if (!e->call_stmt || index >= gimple_call_num_args (e->call_stmt))
      target = error_mark_node;
    else
      {
	tree arg = gimple_call_arg (e->call_stmt, index);
	meet (&target, resolve (r, arg, e->caller->decl));
      }
  return target;
}

static tree
resolve_name (struct resolution *r, tree name, tree caller)
{
  if (r->visited->add (name))
    return NULL;
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return (SSA_NAME_VAR (name) && TREE_CODE (SSA_NAME_VAR (name)) == PARM_DECL
	    ? passed_pointer (r, SSA_NAME_VAR (name), caller)
	    : error_mark_node);
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      tree target = NULL;
      for (unsigned i = 0;
	   i < gimple_phi_num_args (phi) && target != error_mark_node; i++)
	meet (&target, resolve (r, gimple_phi_arg_def (phi, i), caller));
      return target;
    }
  if (!is_gimple_assign (def))
    return error_mark_node;
  if (gimple_assign_single_p (def)
      || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
    return resolve (r, gimple_assign_rhs1 (def), caller);
  return error_mark_node;
}

static void
free_targets (void *data)
{
  delete (hash_map<tree, tree> *) data;
}

/* Return the targets of static function pointers that are known.  */
static hash_map<tree, tree> *
known_targets (struct lk_lowering *lowering)
{
  if (!lowering->slots[LK_SLOT_STATIC_POINTERS].data)
    lk_keep (lowering, LK_SLOT_STATIC_POINTERS, new hash_map<tree, tree>, free_targets);
  return (hash_map<tree, tree> *) lowering->slots[LK_SLOT_STATIC_POINTERS].data;
}

static tree
resolve (struct resolution *r, tree pointer, tree caller)
{
  if (r->depth >= MAX_DEF_DEPTH)
    {
      lk_limit_met (r->lowering, LK_LIMIT_DEF_DEPTH);
      return error_mark_node;
    }
  tree base, target = error_mark_node;
  HOST_WIDE_INT offset;
  r->depth++;
  switch (TREE_CODE (pointer))
    {
    case INTEGER_CST:
      /* A null pointer is not called.  */
      target = integer_zerop (pointer) ? NULL : error_mark_node;
      break;
    case ADDR_EXPR:
      if (TREE_CODE (TREE_OPERAND (pointer, 0)) == FUNCTION_DECL)
	target = TREE_OPERAND (pointer, 0);
      break;
    case OBJ_TYPE_REF:
      target = resolve (r, OBJ_TYPE_REF_EXPR (pointer), caller);
      break;
    case SSA_NAME:
      target = resolve_name (r, pointer, caller);
      break;
    case VAR_DECL:
    case COMPONENT_REF:
    case ARRAY_REF:
    case MEM_REF:
    case VIEW_CONVERT_EXPR:
      if (constant_place (pointer, &base, &offset))
	{
	  tree *known = (offset == 0
			 ? known_targets (r->lowering)->get (base) : NULL);
	  if (known)
	    target = *known;
	  else
	    {
	      /* For a nested query, the answer may leave out what was visited.  */
	      bool whole = offset == 0 && r->visited->elements () <= 1;
	      target = static_pointer (r, base, offset);
	      if (whole)
		known_targets (r->lowering)->put (base, target);
	    }
	}
      break;
    default:
      break;
    }
  r->depth--;
  return target;
}

tree
lk_resolve_function_pointer (struct lk_lowering *lowering, tree pointer,
			     tree caller)
{
  hash_set<tree> visited;
  struct resolution r = { lowering, 0, &visited };
  tree target = resolve (&r, pointer, caller);
  return target && target != error_mark_node ? target : NULL;
}
