/* Code of the program that a function of a library can call.

   Templates of a library's headers have bodies in the unit, and these call things by pointer:
   a regex its matchers, a holder of any value its manager, an option its parser.  By its type
   such a call is unknown, and unknown calls may throw.  But it ends in the program, whose
   exceptions matter, only if the program passed the library something to call: a function, a
   lambda, an object of a class of its own, or an object with one of these among its template
   arguments (std::function, vector<own>).  (Measured on i2pd: without that distinction 30 of
   36 warnings are false.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "langhooks.h"
#include "cp/cp-tree.h"
/* After GCC's own: it names bits by words that are theirs.  */
#include "exception.h"


static bool in_program (tree type);

/* Return true if a template argument, or a pack or vector of them, brings code of the program.  */
static bool
argument_in_program (tree arg)
{
  if (!arg)
    return false;
  if (TREE_CODE (arg) == TREE_VEC)
    {
      for (int i = 0; i < TREE_VEC_LENGTH (arg); i++)
	if (argument_in_program (TREE_VEC_ELT (arg, i)))
	  return true;
      return false;
    }
  if (ARGUMENT_PACK_P (arg))
    return argument_in_program (ARGUMENT_PACK_ARGS (arg));
  if (TYPE_P (arg))
    return in_program (arg);
  while (CONVERT_EXPR_P (arg) || TREE_CODE (arg) == ADDR_EXPR)
    arg = TREE_OPERAND (arg, 0);
  return TREE_CODE (arg) == FUNCTION_DECL && !lk_of_library (arg);
}

/* Return true if objects of TYPE bring code of the program with them.  */
static bool
in_program (tree type)
{
  while (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (FUNC_OR_METHOD_TYPE_P (type) || TREE_CODE (type) == OFFSET_TYPE)
    return true;
  if (!RECORD_OR_UNION_TYPE_P (type))
    return false;
  if (TYPE_PTRMEMFUNC_P (type))
    return true;
  tree name = TYPE_NAME (TYPE_MAIN_VARIANT (type));
  if (!name || TREE_CODE (name) != TYPE_DECL)
    return false;
  if (!lk_of_library (name))
    return true;
  tree info = CLASSTYPE_TEMPLATE_INFO (TYPE_MAIN_VARIANT (type));
  return info && argument_in_program (TI_ARGS (info));
}

static bool brings_object (tree type);

/* Return true if a template argument, or a pack or vector of them, brings such an object.  */
static bool
argument_brings_object (tree arg)
{
  if (arg && TREE_CODE (arg) == TREE_VEC)
    for (int i = 0; i < TREE_VEC_LENGTH (arg); i++)
      if (argument_brings_object (TREE_VEC_ELT (arg, i)))
	return true;
  if (arg && ARGUMENT_PACK_P (arg))
    return argument_brings_object (ARGUMENT_PACK_ARGS (arg));
  return arg && TYPE_P (arg) && brings_object (arg);
}

/* Return true if objects of TYPE choose what is called: std::function, virtual methods.  */
static bool
brings_object (tree type)
{
  while (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  tree name = TYPE_NAME (TYPE_MAIN_VARIANT (type));
  if (!CLASS_TYPE_P (type) || TYPE_PTRMEMFUNC_P (type) || !name || TREE_CODE (name) != TYPE_DECL)
    return false;
  if (!lk_of_library (name))
    return TYPE_POLYMORPHIC_P (type);
  tree info = CLASSTYPE_TEMPLATE_INFO (TYPE_MAIN_VARIANT (type));
  return (lk_is_standard_class (type, "function")
	  || (info && argument_brings_object (TI_ARGS (info))));
}

/* A walk_tree callback: add the function of the program whose address *T is.  */
static tree
add_function (tree *t, int *walk_subtrees, void *data)
{
  if (TREE_CODE (*t) != ADDR_EXPR || TREE_CODE (TREE_OPERAND (*t, 0)) != FUNCTION_DECL)
    return NULL_TREE;
  *walk_subtrees = 0;
  if (!lk_of_library (TREE_OPERAND (*t, 0)))
    ((vec<tree> *) data)->safe_push (TREE_OPERAND (*t, 0));
  return NULL_TREE;
}

/* Add to FUNCTIONS those of the program whose addresses FUN takes.  */
static void
find_addresses (struct function *fun, vec<tree> *functions)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      for (unsigned k = 0; k < gimple_num_ops (gsi_stmt (i)); k++)
	if (!(is_gimple_call (gsi_stmt (i)) && k == 1))
	  walk_tree_without_duplicates (gimple_op_ptr (gsi_stmt (i), k), add_function, functions);
}

bool
lk_given_functions (struct function *fun, const gimple *call, vec<tree> *functions)
{
  tree fndecl = lang_GNU_CXX () ? gimple_call_fndecl (call) : NULL_TREE;
  tree info = fndecl && DECL_LANG_SPECIFIC (fndecl) ? DECL_TEMPLATE_INFO (fndecl) : NULL_TREE;
  if (!fndecl || lk_of_library (fun->decl) || (info && argument_brings_object (TI_ARGS (info))))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (brings_object (TREE_TYPE (gimple_call_arg (call, i))))
      return false;
  find_addresses (fun, functions);
  return !functions->is_empty ();
}

bool
lk_runs_no_target (const_tree decl)
{
  tree class_ = DECL_CONTEXT (decl);
  return (class_ && TYPE_P (class_)
	  && (lk_is_standard_class (class_, "function")
	      || lk_is_standard_class (class_, "_Function_base"))
	  && !(DECL_NAME (decl) && id_equal (DECL_NAME (decl), "operator()")));
}

bool
lk_gives_code (const gimple *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || !lang_GNU_CXX () || !DECL_LANG_SPECIFIC (fndecl))
    return true;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree arg = gimple_call_arg (call, i);
      tree object = TREE_CODE (arg) == ADDR_EXPR ? TREE_OPERAND (arg, 0) : NULL;
      if (object && TREE_CODE (object) == FUNCTION_DECL)
	{
	  if (!lk_of_library (object))
	    return true;
	}
      else if (in_program (TREE_TYPE (object ? object : arg)))
	return true;
    }
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (fndecl)); t; t = TREE_CHAIN (t))
    {
      tree type = TREE_VALUE (t);
      while (POINTER_TYPE_P (type))
	type = TREE_TYPE (type);
      /* A function that is passed as an argument was examined above.  */
      if (!FUNC_OR_METHOD_TYPE_P (type) && in_program (type))
	return true;
    }
  tree info = DECL_TEMPLATE_INFO (fndecl);
  return info && argument_in_program (TI_ARGS (info));
}
