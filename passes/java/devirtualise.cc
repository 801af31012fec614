/* A method in SSA form, looked at once more before it is lowered.

   Values that come together get the name of the variable they are in.  A call
   on an object that was made in this method, and nowhere else, runs the method
   of its class, and a call of a lambda that was made here, or by a method that
   does nothing else, runs its body, with what was captured before the other
   arguments.  lambda-argument.cc has lambdas that the library runs.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "ssa.h"

/* ---- Names.  ---- */

/* Name the result of a phi after its slot's variable at that point, by LocalVariableTable.  */
static void
name_results (struct lk_java_builder *b)
{
  for (uint32_t i = 0; i < b->body->n_blocks; i++)
    {
      if (!b->starts[i])
	continue;
      uint32_t pc = b->body->insns[b->body->blocks[i].first_insn].pc;
      for (gphi_iterator psi = gsi_start_phis (b->starts[i]);
	   !gsi_end_p (psi); gsi_next (&psi))
	{
	  tree result = gimple_phi_result (psi.phi ());
	  tree var = SSA_NAME_VAR (result);
	  unsigned *slot = var ? b->slot_of->get (var) : NULL;
	  if (!slot)
	    continue;
	  const struct lk_local *local = lk_body_local_at (b->body, *slot, pc);
	  tree named = local ? lk_java_named (b, local) : NULL_TREE;
	  if (named && TREE_TYPE (named) == TREE_TYPE (result))
	    SET_SSA_NAME_VAR_OR_IDENTIFIER (result, named);
	}
    }
}

/* ---- Where an object comes from.  ---- */

gcall *
lk_java_maker_of (tree value)
{
  value = lk_origin_through (value, LK_TO_PLACES);
  return TREE_CODE (value) == SSA_NAME ? dyn_cast <gcall *> (SSA_NAME_DEF_STMT (value)) : NULL;
}

HOST_WIDE_INT
lk_java_constant_argument (gcall *call, unsigned argument)
{
  return tree_to_shwi (gimple_call_arg (call, argument));
}

/* ---- Lambdas.  ---- */

bool
lk_java_fits (struct lk_java_method *method, const vec<tree> &args, tree lhs)
{
  tree type = lk_java_function_type (method->descriptor, method->is_static);
  unsigned i = 0;
  tree parm = TYPE_ARG_TYPES (type);
  for (; parm && TREE_VALUE (parm) != void_type_node;
       parm = TREE_CHAIN (parm), i++)
    if (i >= args.length ()
	|| !useless_type_conversion_p (TREE_VALUE (parm),
				       TREE_TYPE (args[i])))
      return false;
  return (i == args.length ()
	  && (!lhs || useless_type_conversion_p (TREE_TYPE (lhs),
						 TREE_TYPE (type))));
}

void
lk_java_make_object (gimple_stmt_iterator *gsi, gcall *call, const struct lk_java_method *method,
	     tree lhs)
{
  tree number = build_int_cst (integer_type_node, method->owner->id);
  gcall *make = gimple_build_call (lk_java_helper_decl (LK_HELPER_NEW, LK_VALUE_REF),
				   1, number);
  gimple_call_set_nothrow (make, true);
  gimple_set_location (make, gimple_location (call));
  gimple_call_set_lhs (make, lhs);
  gsi_insert_before_without_update (gsi, make, GSI_SAME_STMT);
}

/* CALL runs LAMBDA, which has CAPTURED.  */
static void
call_lambda (gimple_stmt_iterator *gsi, gcall *call,
	     const struct lk_java_lambda *lambda, const vec<tree> &captured)
{
  struct lk_java_method *called
    = lk_java_method_by_decl (gimple_call_fndecl (call));
  if (strcmp (called->member, lambda->member) != 0)
    return;
  auto_vec<tree, 16> args;
  tree lhs = gimple_call_lhs (call);
  if (lambda->makes_object)
    {
      if (!lhs || !POINTER_TYPE_P (TREE_TYPE (lhs)))
	return;
      args.safe_push (lhs);
    }
  args.safe_splice (captured);
  for (unsigned i = 1; i < gimple_call_num_args (call); i++)
    args.safe_push (gimple_call_arg (call, i));
  if (!lk_java_fits (lambda->body, args, lambda->makes_object ? NULL_TREE : lhs))
    return;
  if (lambda->makes_object)
    {
      /* The object first, then its constructor.  */
      gimple_call_set_lhs (call, NULL_TREE);
      lk_java_make_object (gsi, call, lambda->body, lhs);
      lhs = NULL_TREE;
    }
  gcall *direct = gimple_build_call_vec (lk_java_decl (lambda->body), args);
  gimple_call_set_nothrow (direct, gimple_call_nothrow_p (call));
  gimple_set_location (direct, gimple_location (call));
  if (lhs)
    gimple_call_set_lhs (direct, lhs);
  gimple_move_vops (direct, call);
  gsi_replace (gsi, direct, true);
}

/* CALL is of the lambda that MAKER makes.  */
static void
call_lambda_made (struct lk_java_builder *b, gimple_stmt_iterator *gsi,
		  gcall *call, gcall *maker)
{
  auto_vec<tree, 8> captured;
  for (unsigned i = LK_LAMBDA_CAPTURED; i < gimple_call_num_args (maker); i++)
    captured.safe_push (gimple_call_arg (maker, i));
  call_lambda (gsi, call, b->lambdas[lk_java_constant_argument (maker, 0)], captured);
}

/* CALL is of the result of the call MAKER; perhaps that is always the same lambda, made of the
   arguments of MAKER.  */
static void
call_lambda_returned (gimple_stmt_iterator *gsi, gcall *call, gcall *maker)
{
  struct lk_java_method *m = lk_java_method_by_decl (gimple_call_fndecl (maker));
  const struct lk_java_returned *returned = m ? m->returned : NULL;
  if (!returned)
    return;
  auto_vec<tree, 8> captured;
  for (unsigned i = 0; i < returned->n_captured; i++)
    if (returned->captured[i] < gimple_call_num_args (maker))
      captured.safe_push (gimple_call_arg (maker, returned->captured[i]));
  call_lambda (gsi, call, returned->lambda, captured);
}

/* ---- Classes.  ---- */

/* CALL tests whether an object is of a class.  For an object that was made here the answer is
   known: patterns of records are tested so.  */
static void
refine_instance_of (gimple_stmt_iterator *gsi, gcall *call)
{
  gcall *maker = lk_java_maker_of (gimple_call_arg (call, 0));
  tree made_by = maker ? gimple_call_fndecl (maker) : NULL_TREE;
  tree lhs = gimple_call_lhs (call);
  if (!made_by || !lhs || lk_java_helper_of (made_by) != LK_HELPER_NEW)
    return;
  unsigned made = lk_java_constant_argument (maker, 0), asked = lk_java_constant_argument (call, 1);
  if (!made || !asked)
    return;
  struct lk_type *type = lk_java->class_list[made - 1]->type;
  bool is = lk_hierarchy_is_subtype (lk_java->hierarchy, type,
				     lk_java->class_list[asked - 1]->type);
  if (!is && (!type->class_file || type->incomplete))
    return;
  gassign *known
    = gimple_build_assign (lhs, build_int_cst (TREE_TYPE (lhs), is));
  gimple_set_location (known, gimple_location (call));
  unlink_stmt_vdef (call);
  gsi_replace (gsi, known, true);
}

/* ---- Calls.  ---- */

static void
refine_call (struct lk_java_builder *b, gimple_stmt_iterator *gsi, gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (decl && lk_java_helper_of (decl) == LK_HELPER_INSTANCE_OF)
    {
      refine_instance_of (gsi, call);
      return;
    }
  struct lk_java_method *m = decl ? lk_java_method_by_decl (decl) : NULL;
  if (!m || lk_java_run_argument (b, gsi, call, m)
      || m->is_static || gimple_call_num_args (call) == 0)
    return;
  gcall *maker = lk_java_maker_of (gimple_call_arg (call, 0));
  tree made_by = maker ? gimple_call_fndecl (maker) : NULL_TREE;
  /* Verify relies on what is declared, but of lambdas nothing is.  */
  if (!made_by || (lk_java->options->verify && lk_java_helper_of (made_by) != LK_HELPER_LAMBDA))
    return;
  switch (lk_java_helper_of (made_by))
    {
    case LK_HELPER_NEW:
      if (m->dispatched)
	{
	  unsigned id = lk_java_constant_argument (maker, 0);
	  if (id == 0)
	    break;
	  struct lk_java_method *exact
	    = lk_java_exact_callee (m, lk_java->class_list[id - 1]->type);
	  if (exact != m)
	    gimple_call_set_fndecl (call, lk_java_decl (exact));
	}
      break;
    case LK_HELPER_LAMBDA:
      call_lambda_made (b, gsi, call, maker);
      break;
    default:
      call_lambda_returned (gsi, call, maker);
      break;
    }
}

void
lk_java_refine (struct lk_java_builder *b)
{
  name_results (b);
  basic_block bb;
  FOR_EACH_BB_FN (bb, b->fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	refine_call (b, &gsi, call);
}
