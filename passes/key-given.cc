/* Keys that the caller has given, or somebody else has written.

   What is put into a map under a key that the function has made itself, from a count, an address,
   the entries of a directory, is new there.  Of a key that the function is given, or has read,
   nobody in it knows whether it is there already.  (Of 72 clean insertions that a reader wrote, 8
   were told before that was distinguished.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "ssa-iterators.h"

/* Steps of a computation that are followed; what is further away the function has made.  */
#define MAX_GIVEN_STEPS 200

struct origin
{
  struct function *fun;
  unsigned steps;
  hash_set<tree> seen;
};

static bool is_given (struct origin *o, tree op);

bool
lk_reads_into (gcall *call, unsigned k)
{
  static const char *const readers[]
    = { "getline", "operator>>", "fgets", "gets", "fscanf", "scanf", "sscanf", "read",
	"fread", "recv" };
  tree fndecl = gimple_call_fndecl (call);
  for (unsigned i = 0; fndecl && DECL_NAME (fndecl) && i < ARRAY_SIZE (readers); i++)
    if (id_equal (DECL_NAME (fndecl), readers[i])
	&& (!lk_body_of (fndecl) || lk_of_standard_headers (fndecl)))
      return k > 0 || startswith (readers[i], "fg") || !strcmp (readers[i], "fread");
  return false;
}

/* One of CALL's arguments but number BUT is given.  */
static bool
has_given (struct origin *o, gcall *call, unsigned but)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (i != but && is_given (o, gimple_call_arg (call, i)))
      return true;
  return false;
}

/* OP is the value, or the address of a part, of VAR.  */
static bool
is_of (tree op, tree var)
{
  op = lk_origin (op);
  return op == var || (TREE_CODE (op) == ADDR_EXPR
		       && get_base_address (TREE_OPERAND (op, 0)) == var);
}

/* What is put into the local variable VAR, or the new object that the value VAR points to, is
   given.  */
static bool
is_put_given (struct origin *o, tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, o->fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	tree lhs = gimple_get_lhs (stmt);
	tree base = lhs && TREE_CODE (lhs) != SSA_NAME ? get_base_address (lhs) : NULL_TREE;
	bool here = base && (base == var
			     || (TREE_CODE (base) == MEM_REF && TREE_OPERAND (base, 0) == var));
	if (here && gimple_assign_single_p (stmt) && !gimple_clobber_p (stmt)
	    && is_given (o, gimple_assign_rhs1 (stmt)))
	  return true;
	gcall *call = dyn_cast <gcall *> (stmt);
	if (!call)
	  continue;
	if (here && has_given (o, call, UINT_MAX))
	  return true;
	for (unsigned k = 0; k < gimple_call_num_args (call); k++)
	  if (is_of (gimple_call_arg (call, k), var)
	      && (lk_reads_into (call, k) || (k == 0 && has_given (o, call, 0))))
	    return true;
      }
  return false;
}

/* OP, a value, an address or a place, tells of what FUN was given, or has read.  */
static bool
is_given (struct origin *o, tree op)
{
  op = lk_origin (op);
  if (TREE_CODE (op) == ADDR_EXPR)
    op = TREE_OPERAND (op, 0);
  if (TREE_CODE (op) != SSA_NAME)
    {
      op = get_base_address (op);
      if (op && TREE_CODE (op) == MEM_REF)
	return is_given (o, TREE_OPERAND (op, 0));
      if (!op || !DECL_P (op) || o->seen.add (op))
	return false;
      return (TREE_CODE (op) == PARM_DECL
	      || (VAR_P (op) && lk_is_local (op) && is_put_given (o, op)));
    }
  if (o->seen.add (op) || o->steps++ == MAX_GIVEN_STEPS)
    return false;
  if (SSA_NAME_IS_DEFAULT_DEF (op))
    return (SSA_NAME_VAR (op) && TREE_CODE (SSA_NAME_VAR (op)) == PARM_DECL
	    && !DECL_ARTIFICIAL (SSA_NAME_VAR (op)));
  gimple *def = SSA_NAME_DEF_STMT (op);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (is_given (o, gimple_phi_arg_def (phi, i)))
	  return true;
      return false;
    }
  gcall *call = dyn_cast <gcall *> (def);
  /* (How many there are already is a count.)  */
  if (call && lk_is_standard (gimple_call_fndecl (call), "size"))
    return false;
  if (call)
    return has_given (o, call, UINT_MAX) || is_put_given (o, op);
  for (unsigned i = 1; is_gimple_assign (def) && i < gimple_num_ops (def); i++)
    if (is_given (o, gimple_op (def, i)))
      return true;
  return false;
}

bool
lk_is_key_given (struct function *fun, tree key)
{
  struct origin o;
  o.fun = fun;
  o.steps = 0;
  return is_given (&o, key);
}
