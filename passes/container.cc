/* Local containers of handles that nothing is ever taken out of.

   What is put into a vector, a list, a set is trusted: the container's memory is
   nobody's in particular, and a loop over it may release all there is.  But where
   a local container of pointers or numbers is only made, filled, asked for its
   size, emptied and destroyed, what is put into it is in nobody's hands: then
   filling it does nothing.  The same where elements are looked at, one by one, by
   functions that only borrow them.

   Containers of owners are not meant: their destructors release.  So the elements
   have to be scalars.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "gimple-walk.h"

/* What a member function of a container does.  */
enum use
{
  USE_OTHER,
  USE_MAKE,			/* Begins or ends it, asks for its size.  */
  USE_FILL,
  USE_LOOK			/* Its result is the address of an element.  */
};

static const struct { const char *name; enum use use; } members[] =
{
  { "push_back", USE_FILL }, { "emplace_back", USE_FILL },
  { "push_front", USE_FILL }, { "emplace_front", USE_FILL },
  { "push", USE_FILL }, { "emplace", USE_FILL }, { "insert", USE_FILL },
  { "size", USE_MAKE }, { "empty", USE_MAKE }, { "clear", USE_MAKE },
  { "reserve", USE_MAKE }, { "capacity", USE_MAKE }, { "max_size", USE_MAKE },
  { "shrink_to_fit", USE_MAKE }, { "pop_back", USE_MAKE },
  { "pop_front", USE_MAKE }, { "pop", USE_MAKE },
  { "at", USE_LOOK }, { "front", USE_LOOK }, { "back", USE_LOOK },
  { "top", USE_LOOK }, { "operator[]", USE_LOOK }
};

/* VAR is a container of the standard library whose elements are scalars.  */
static bool
candidate (tree var)
{
  tree type = TREE_TYPE (var);
  if (!VAR_P (var) || is_global_var (var) || TREE_CODE (type) != RECORD_TYPE
      || !TYPE_NAME (type) || TREE_CODE (TYPE_NAME (type)) != TYPE_DECL
      || !lk_in_std (TYPE_NAME (type)))
    return false;
  bool scalar = false, container = false;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == TYPE_DECL && DECL_NAME (f))
      {
	if (id_equal (DECL_NAME (f), "value_type"))
	  scalar = (POINTER_TYPE_P (TREE_TYPE (f))
		    || (INTEGRAL_TYPE_P (TREE_TYPE (f))
			&& TYPE_PRECISION (TREE_TYPE (f)) >= 32));
	container |= id_equal (DECL_NAME (f), "size_type");
      }
  return scalar && container;
}

static enum use
use_of (tree fndecl)
{
  if (!fndecl || TREE_CODE (TREE_TYPE (fndecl)) != METHOD_TYPE
      || !DECL_IN_SYSTEM_HEADER (fndecl) || !lk_in_std (fndecl)
      || !DECL_NAME (fndecl))
    return USE_OTHER;
  if (DECL_CXX_CONSTRUCTOR_P (fndecl) || DECL_CXX_DESTRUCTOR_P (fndecl))
    return USE_MAKE;
  for (unsigned i = 0; i < ARRAY_SIZE (members); i++)
    if (id_equal (DECL_NAME (fndecl), members[i].name))
      return members[i].use;
  return USE_OTHER;
}

/* Argument I of CALL is only used during the call, as far as is said.  */
static bool
borrows (struct lk_lower *l, gcall *call, unsigned i)
{
  tree callee = gimple_call_fndecl (call);
  const struct lk_contract *contract
    = callee ? lk_function_of (l->unit, callee)->contract : NULL;
  if (!contract || !contract->complete)
    return false;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->role != LK_ROLE_BORROW
	&& (c->place.base == (int) i + 1 || c->other.base == (int) i + 1))
      return false;
  return true;
}

/* The element NAME is compared and lent, nothing else.  */
static bool
only_looked_at (struct lk_lower *l, tree name)
{
  imm_use_iterator uses;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, uses, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND
	  || (is_gimple_assign (stmt)
	      && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison))
	continue;
      gcall *call = dyn_cast <gcall *> (stmt);
      if (!call)
	return false;
      for (unsigned i = 0; i < gimple_call_num_args (call); i++)
	if (gimple_call_arg (call, i) == name && !borrows (l, call, i))
	  return false;
    }
  return true;
}

/* ELEMENT is an element's address: what is loaded from there is only looked at,
   and nothing is stored there.  */
static bool
only_read (struct lk_lower *l, tree element)
{
  imm_use_iterator uses;
  use_operand_p use;
  if (!element)
    return true;
  if (TREE_CODE (element) != SSA_NAME)
    return false;
  FOR_EACH_IMM_USE_FAST (use, uses, element)
    {
      gimple *stmt = USE_STMT (use);
      if (!is_gimple_debug (stmt)
	  && (!gimple_assign_load_p (stmt)
	      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
	      || !only_looked_at (l, gimple_assign_lhs (stmt))))
	return false;
    }
  return true;
}

/* The container that CALL is a member function of and does nothing to that
   matters, or NULL.  */
static tree
harmless (struct lk_lower *l, gcall *call)
{
  enum use use = use_of (gimple_call_fndecl (call));
  if (use == USE_OTHER || gimple_call_num_args (call) == 0)
    return NULL_TREE;
  tree object = gimple_call_arg (call, 0), result = gimple_call_lhs (call);
  if (TREE_CODE (object) != ADDR_EXPR || !VAR_P (TREE_OPERAND (object, 0))
      || (use == USE_FILL && result)
      || (use == USE_LOOK && !only_read (l, result)))
    return NULL_TREE;
  return TREE_OPERAND (object, 0);
}

struct visit
{
  struct lk_lower *l;
  tree expected;		/* Once.  */
};

/* A statement mentions BASE.  */
static bool
mentioned (gimple *, tree base, tree, void *data)
{
  struct visit *v = (struct visit *) data;
  if (base && base == v->expected)
    v->expected = NULL_TREE;
  else if (base && DECL_P (base))
    v->l->filled->remove (base);
  return false;
}

void
lk_containers_find (struct lk_lower *l)
{
  unsigned i;
  tree var;
  basic_block bb;
  FOR_EACH_LOCAL_DECL (l->fun, i, var)
    if (candidate (var))
      {
	if (!l->filled)
	  l->filled = new hash_set<tree>;
	l->filled->add (var);
      }
  if (!l->filled)
    return;
  FOR_EACH_VEC_ELT (l->order, i, bb)
    {
      struct visit v = { l, NULL_TREE };
      for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
	   gsi_next (&psi))
	walk_stmt_load_store_addr_ops (psi.phi (), &v, mentioned, mentioned,
				       mentioned);
      for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
	   !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
	{
	  gimple *stmt = gsi_stmt (gsi);
	  /* Begun as all zeros, or ended.  */
	  if (gimple_assign_single_p (stmt)
	      && TREE_CODE (gimple_assign_rhs1 (stmt)) == CONSTRUCTOR
	      && CONSTRUCTOR_NELTS (gimple_assign_rhs1 (stmt)) == 0)
	    continue;
	  gcall *call = dyn_cast <gcall *> (stmt);
	  v.expected = call ? harmless (l, call) : NULL_TREE;
	  walk_stmt_load_store_addr_ops (stmt, &v, mentioned, mentioned,
					 mentioned);
	}
    }
}

bool
lk_call_fills (struct lk_lower *l, gcall *call)
{
  tree object;
  return (l->filled && use_of (gimple_call_fndecl (call)) == USE_FILL
	  && TREE_CODE (object = gimple_call_arg (call, 0)) == ADDR_EXPR
	  && l->filled->contains (TREE_OPERAND (object, 0)));
}
