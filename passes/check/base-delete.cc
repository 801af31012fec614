/* Objects that are deleted by a pointer to a base without a virtual destructor.

   Then only the base's destructor runs, and what the members of the derived class hold is lost: the
   memory of a vector, the object of a std::unique_ptr.  Found are a function that makes the object
   and deletes it, or makes a std::unique_ptr of it, with the standard deleter, for the base.  (A
   std::shared_ptr keeps the class that it was made with.)

   It under-approximates: objects that pass through other functions, memory or containers are not
   followed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "check.h"
#include "../unit/element-use.h"
#include "cp/cp-tree.h"

/* Return the first member with a destructor that TYPE, or a base of it that BASE does not have,
   has beside BASE; else NULL.  */
static tree
owning_member (tree type, const_tree base)
{
  if (lk_same_or_base (type, base))
    return NULL_TREE;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    {
      if (TREE_CODE (f) != FIELD_DECL)
	continue;
      tree class_ = strip_array_types (TREE_TYPE (f));
      if (!RECORD_OR_UNION_TYPE_P (class_) || !COMPLETE_TYPE_P (class_))
	continue;
      if (DECL_ARTIFICIAL (f))
	{
	  if (tree inner = owning_member (class_, base))
	    return inner;
	}
      else if (TYPE_HAS_NONTRIVIAL_DESTRUCTOR (class_))
	return f;
    }
  return NULL_TREE;
}

/* Return true if the destructor of TYPE is virtual: it is so declared, or that of a base is.  */
static bool
destroys_virtually (tree type)
{
  tree base;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && DECL_CXX_DESTRUCTOR_P (f) && DECL_VIRTUAL_P (f))
      return true;
  for (unsigned i = 0; TYPE_BINFO (type) && BINFO_BASE_ITERATE (TYPE_BINFO (type), i, base); i++)
    if (destroys_virtually (BINFO_TYPE (base)))
      return true;
  return false;
}

/* Return the class whose constructor makes an object at VALUE, or a copy of it; else NULL.  */
static tree
constructed_at (tree value)
{
  imm_use_iterator i;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, i, value)
    {
      gimple *stmt = USE_STMT (use);
      gcall *call = dyn_cast <gcall *> (stmt);
      tree callee = call ? gimple_call_fndecl (call) : NULL_TREE, type = NULL_TREE;
      if (callee && DECL_CXX_CONSTRUCTOR_P (callee) && gimple_call_num_args (call)
	  && gimple_call_arg (call, 0) == value)
	type = DECL_CONTEXT (callee);
      else if (gimple_assign_ssa_name_copy_p (stmt))
	type = constructed_at (gimple_assign_lhs (stmt));
      if (type)
	return type;
    }
  return NULL_TREE;
}

/* Return the call of "operator new" that VALUE comes from; *TYPE becomes the class whose
   constructor makes an object there.  NULL: there is none.  */
static gcall *
made_object (tree value, tree *type)
{
  gcall *made = lk_origin_call (value);
  tree fndecl = made ? gimple_call_fndecl (made) : NULL_TREE;
  tree lhs = made ? gimple_call_lhs (made) : NULL_TREE;
  if (!fndecl || !DECL_IS_OPERATOR_NEW_P (fndecl) || !lhs || TREE_CODE (lhs) != SSA_NAME)
    return NULL;
  *type = constructed_at (lhs);
  return *type && COMPLETE_TYPE_P (*type) ? made : NULL;
}

/* Return TYPE, or the first base of it, that has SIZE; else NULL.  */
static tree
class_of_size (tree type, tree size)
{
  if (tree_int_cst_equal (TYPE_SIZE_UNIT (type), size))
    return type;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && DECL_ARTIFICIAL (f)
	&& RECORD_OR_UNION_TYPE_P (TREE_TYPE (f)))
      if (tree base = class_of_size (TYPE_MAIN_VARIANT (TREE_TYPE (f)), size))
	return base;
  return NULL_TREE;
}

/* If CALL deletes an object, or makes an owner that will, by a pointer to a class, return the
   pointer; *BASE becomes the class, or *SIZE its size.  Else return NULL.  */
static tree
deleted_object (gcall *call, tree *base, tree *size)
{
  tree fndecl = gimple_call_fndecl (call), class_ = fndecl ? DECL_CONTEXT (fndecl) : NULL_TREE;
  unsigned n = gimple_call_num_args (call);
  *base = *size = NULL_TREE;
  /* A destructor that does nothing is not called.  */
  if (fndecl && DECL_IS_OPERATOR_DELETE_P (fndecl) && n == 2
      && TREE_CODE (gimple_call_arg (call, 1)) == INTEGER_CST)
    {
      *size = gimple_call_arg (call, 1);
      return gimple_call_arg (call, 0);
    }
  if (!class_ || TREE_CODE (class_) != RECORD_TYPE || !n)
    return NULL_TREE;
  /* "delete": the destructor is called for the pointer's class.  */
  if (DECL_CXX_DESTRUCTOR_P (fndecl) && !lk_of_library (fndecl))
    {
      *base = class_;
      return gimple_call_arg (call, 0);
    }
  if (n < 2 || !lk_is_standard_class (class_, "unique_ptr")
      || !(DECL_CXX_CONSTRUCTOR_P (fndecl) || lk_is_standard (fndecl, "reset")))
    return NULL_TREE;
  tree deleter = lk_named_type (class_, "deleter_type");
  *base = lk_named_type (class_, "element_type");
  return (*base && deleter && lk_is_standard_class (deleter, "default_delete")
	  ? gimple_call_arg (call, 1) : NULL_TREE);
}

/* FUN deletes, by CALL, what is perhaps an object of a derived class: report it.  */
static void
find_base_delete (struct lk_lowering *lowering, struct function *fun, gcall *call)
{
  tree base, size, type, member;
  tree value = deleted_object (call, &base, &size);
  gcall *made = value && TREE_CODE (value) == SSA_NAME ? made_object (value, &type) : NULL;
  const struct lk_clause *by
    = made ? lk_acquires_result (lowering, gimple_call_fndecl (made)) : NULL;
  if (!by || !by->kind || by->kind->off)
    return;
  type = TYPE_MAIN_VARIANT (type);
  base = base ? TYPE_MAIN_VARIANT (base) : class_of_size (type, size);
  if (!base || !RECORD_OR_UNION_TYPE_P (base) || !COMPLETE_TYPE_P (base)
      || lk_same_or_base (type, base) || !lk_same_or_base (base, type) || destroys_virtually (base)
      || !(member = owning_member (type, base)))
    return;
  struct lk_lost lost;
  memset (&lost, 0, sizeof lost);
  lost.kind = by->kind;
  lost.releasers = by->releasers;
  lost.member = lk_decl_name (member);
  lost.how = LK_STEP_FORGOTTEN;
  lk_lost_by (lowering, &lost, made, fun->decl, call, fun->decl);
}

void
lk_find_base_deletes (struct lk_lowering *lowering, struct function *fun)
{
  basic_block bb;
  /* With -flto the compiler has forgotten by now what classes have.  */
  if (flag_generate_lto)
    return;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (i)))
	find_base_delete (lowering, fun, call);
}
