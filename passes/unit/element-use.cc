/* Uses, by functions, of the elements of a member that holds many handles: a container of the
   library's or of the user's, or an array.  Flow-insensitive.

   Each statement that reaches an element is followed to where the handle goes: into a call
   that releases it or may keep it, out of the function, or only into tests and methods that
   read it.  The result says what a function surely does not do with the elements.  Local
   variables that hold a handle, an element or an iterator are tracked separately; anything
   else that receives one keeps it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "gimple-walk.h"
#include "element-internal.h"

static void follow_body (struct uses *u);

bool
lk_holds_many (tree type)
{
  if (TREE_CODE (type) == ARRAY_TYPE)
    return lk_is_handle (TREE_TYPE (type));
  return lk_holds_handles (type) && lk_is_handle (lk_element_type (type));
}

/* The statement tests the contents of the member.  */
static void
look (struct uses *u)
{
  if (!u->use->looks_up || u->number < u->use->looks_up)
    u->use->looks_up = u->number;
}

/* ---- Calls.  ---- */

static bool
is_method (tree fndecl)
{
  return TREE_CODE (TREE_TYPE (fndecl)) == METHOD_TYPE;
}

static bool
is_const_method (tree fndecl)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
  return (is_method (fndecl) && types && POINTER_TYPE_P (TREE_VALUE (types))
	  && TYPE_READONLY (TREE_TYPE (TREE_VALUE (types))));
}

/* Return true if CALL passes the target of its argument number K as the object of a method, or
   by reference: the callee does not get the pointer.  */
static bool
is_lent (gcall *call, unsigned k)
{
  tree type = call ? gimple_call_fntype (call) : NULL_TREE;
  if (k == 0 && type && TREE_CODE (type) == METHOD_TYPE)
    {
      tree method = lk_virtual_method (gimple_call_fn (call));
      return !(method && DECL_CXX_DESTRUCTOR_P (method));
    }
  tree parm = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
  for (unsigned i = 0; parm && i < k; i++)
    parm = TREE_CHAIN (parm);
  return parm && TREE_CODE (TREE_VALUE (parm)) == REFERENCE_TYPE;
}

/* U, of no member, is of the body of FNDECL, which is called at DEPTH; its parameter number K
   is WHAT.  Return false if there is none.  */
static bool
follow_parameter (struct uses *u, tree fndecl, unsigned k, enum what what, unsigned depth)
{
  u->fun = lk_body_of (fndecl);
  /* It may be that of another clone.  */
  tree parm = u->fun ? DECL_ARGUMENTS (u->fun->decl) : NULL_TREE;
  for (unsigned i = 0; parm && i < k; i++)
    parm = DECL_CHAIN (parm);
  if (parm && depth > MAX_CALLS)
    lk_limit_met (u->lowering, LK_LIMIT_CALLS);
  if (!parm || depth > MAX_CALLS)
    return false;
  u->depth = depth;
  lk_element_becomes (u, parm, what);
  if (tree name = ssa_default_def (u->fun, parm))
    lk_element_becomes (u, name, what);
  follow_body (u);
  return true;
}

/* The argument number K of a call of FNDECL is WHAT, a handle, an element or the container: it
   is released, kept, or only used.  */
static void
follow_argument (struct uses *u, tree fndecl, unsigned k, enum what what)
{
  struct lk_function *fn = fndecl ? lk_function_of (u->lowering, fndecl) : NULL;
  const struct lk_contract *contract = fn ? fn->contract : NULL;
  bool mentioned = false;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->place.base == (int) k + 1 && c->place.nsel == 0)
      {
	mentioned = true;
	if (c->role == LK_ROLE_RELEASE && what == WHAT_HANDLE)
	  {
	    u->use->releases = true;
	    u->use->kind = c->kind ? c->kind : u->use->kind;
	  }
	else
	  lk_element_kept (u, c->role != LK_ROLE_BORROW);
      }
  if (mentioned || (contract && contract->complete))
    {
      /* The place of a handle may be copied from.  */
      lk_element_kept (u, what != WHAT_HANDLE);
      return;
    }
  struct lk_use_of_elements inner = {};
  struct uses into;
  into.lowering = u->lowering;
  into.field = into.self = NULL_TREE;
  into.into = NULL_TREE;
  into.call = NULL;
  into.assigns = false;
  into.use = &inner;
  if (fndecl && follow_parameter (&into, fndecl, k, what, u->depth + 1))
    {
      u->use->releases |= inner.releases;
      u->use->kind = inner.kind ? inner.kind : u->use->kind;
      lk_element_kept (u, inner.takes || inner.returns || inner.unknown);
      u->use->keeps |= inner.keeps;
      u->use->tests |= inner.tests;
    }
  /* A method of another class that may not change the object does not end it.  */
  else if (!fndecl || k || !is_const_method (fndecl))
    {
      u->use->keeps = true;
      u->use->takes |= what != WHAT_HANDLE || !is_lent (u->call, k);
    }
}

/* CALL passes elements to the function object TYPE, or to functions.  */
static void
follow_functor (struct uses *u, tree type)
{
  tree by = lk_call_operator (type);
  if (!by || lk_in_library (type))
    {
      u->use->keeps = u->use->takes = true;
      return;
    }
  tree types = TREE_CHAIN (TYPE_ARG_TYPES (TREE_TYPE (by)));
  for (unsigned k = 1; types && types != void_list_node; types = TREE_CHAIN (types), k++)
    follow_argument (u, by, k, (TREE_CODE (TREE_VALUE (types)) == REFERENCE_TYPE
				|| AGGREGATE_TYPE_P (TREE_VALUE (types))
				? WHAT_ELEMENT : WHAT_HANDLE));
}

/* The same for each of these among the arguments of CALL, from number FROM on.  */
static void
follow_functors (struct uses *u, gcall *call, unsigned from)
{
  for (unsigned i = from; i < gimple_call_num_args (call); i++)
    {
      tree type = TREE_TYPE (gimple_call_arg (call, i));
      if (POINTER_TYPE_P (type) && TREE_CODE (TREE_TYPE (type)) == FUNCTION_TYPE)
	u->use->keeps = u->use->takes = true;
      if (POINTER_TYPE_P (type) && RECORD_OR_UNION_TYPE_P (TREE_TYPE (type)))
	type = TREE_TYPE (type);
      if (RECORD_OR_UNION_TYPE_P (type) && !lk_is_iterator (type))
	follow_functor (u, type);
    }
}

/* The result of CALL is WHAT.  */
static void
results_in (struct uses *u, gcall *call, enum what what)
{
  tree lhs = gimple_call_lhs (call);
  if (!lhs)
    return;
  if (TREE_CODE (lhs) == SSA_NAME)
    {
      if (lk_is_handle (TREE_TYPE (lhs)))
	lk_element_becomes (u, lhs, what);
    }
  else if (DECL_P (lhs) && lk_is_local (lhs))
    lk_element_becomes (u, lhs, what);
  else
    u->use->unknown = true;
}

tree
lk_put_value (struct function *fun, tree op)
{
  op = lk_origin (op);
  if (TREE_CODE (op) != ADDR_EXPR || !DECL_P (TREE_OPERAND (op, 0))
      || !lk_is_local (TREE_OPERAND (op, 0)))
    return op;
  tree var = TREE_OPERAND (op, 0), found = NULL_TREE;
  basic_block bb;
  if (TREE_CODE (var) == PARM_DECL)
    return var;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	tree value = NULL_TREE;
	if (gimple_clobber_p (stmt))
	  continue;
	if (gimple_store_p (stmt) && get_base_address (gimple_get_lhs (stmt)) == var)
	  value = (gimple_assign_single_p (stmt) ? gimple_assign_rhs1 (stmt)
		   : gimple_get_lhs (stmt));
	else if (is_gimple_call (stmt) && gimple_call_fndecl (stmt)
		 && DECL_CXX_CONSTRUCTOR_P (gimple_call_fndecl (stmt))
		 && gimple_call_num_args (stmt) > 1
		 && operand_equal_p (lk_origin (gimple_call_arg (stmt, 0)), op, 0))
	  value = gimple_call_arg (stmt, gimple_call_num_args (stmt) - 1);
	if (value && TREE_CODE (value) == INTEGER_CST)
	  continue;
	if (value && found)
	  return NULL_TREE;
	found = value ? value : found;
      }
  return found ? lk_origin (found) : NULL_TREE;
}

bool
lk_address_names (tree op, tree field)
{
  op = lk_origin (op);
  for (tree ref = TREE_CODE (op) == ADDR_EXPR ? TREE_OPERAND (op, 0) : NULL_TREE;
       ref && handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF && TREE_OPERAND (ref, 1) == field)
      return true;
  return false;
}

static void
add_put (struct uses *u, gimple *stmt, tree value, tree key)
{
  value = value ? lk_put_value (u->fun, value) : NULL_TREE;
  for (unsigned i = 0; i < u->use->puts.length (); i++)
    if (u->use->puts[i].stmt == stmt)
      return;
  u->use->puts.safe_push ({ stmt, value, key, u->number });
}

static void
add_end (struct uses *u, gimple *stmt, enum lk_ending ending)
{
  for (unsigned i = 0; i < u->use->ends.length (); i++)
    if (u->use->ends[i].stmt == stmt)
      return;
  u->use->ends.safe_push ({ stmt, ending, u->number });
}

/* A callback: what DATA is is read, or its address taken.  */
static bool
reads (gimple *, tree base, tree, void *data)
{
  return get_base_address (base) == data;
}

/* Return true if the function reads the variable VAR.  */
static bool
is_read (struct uses *u, tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, u->fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      if (walk_stmt_load_store_addr_ops (gsi_stmt (i), var, reads, NULL, reads))
	return true;
  return false;
}

/* CALL, of a function of ROLE, puts an element into the member.  */
static void
fill_container (struct uses *u, gcall *call, const struct lk_member_role *role)
{
  unsigned n = gimple_call_num_args (call);
  bool with_key = n >= 3 && role->position == LK_POSITION_KEY;
  if (n >= 2)
    {
      tree given = lk_element_given (call);
      add_put (u, call, given ? given : gimple_call_arg (call, n - 1),
	       with_key ? gimple_call_arg (call, role->key) : NULL_TREE);
    }
  tree lhs = gimple_call_lhs (call);
  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    lk_element_becomes (u, lhs, role->self ? WHAT_CONTAINER : WHAT_ELEMENT);
  /* A test of whether the insertion happened tests the contents.  */
  else if (lhs && is_read (u, lhs))
    {
      look (u);
      results_in (u, call, WHAT_FOUND);
    }
}

/* CALL, of a function of ROLE, removes elements of the member.  */
static void
empty_container (struct uses *u, gcall *call, const struct lk_member_role *role)
{
  enum what at = WHAT_NOTHING;
  if (role->amount == LK_AMOUNT_ONE && role->removed_at == LK_POSITION_KEY
      && role->key < gimple_call_num_args (call))
    at = lk_what_value (u, gimple_call_arg (call, role->key));
  add_end (u, call, (role->amount == LK_AMOUNT_ALL ? LK_ENDS_ALL
		     : role->amount == LK_AMOUNT_SOME || at == WHAT_ITERATOR ? LK_ENDS_WALKED
		     : LK_ENDS_ONE));
  if (role->visits)
    follow_functors (u, call, 1);
  if (role->iterator)
    results_in (u, call, WHAT_ITERATOR);
}

/* CALL calls FNDECL, of the library or described, on the member itself.  */
static void
use_container (struct uses *u, gcall *call, tree fndecl)
{
  const struct lk_member_role *role = lk_member_role (fndecl);
  bool keyed = role && role->position == LK_POSITION_KEY;
  if (DECL_CXX_CONSTRUCTOR_P (fndecl) || DECL_CXX_DESTRUCTOR_P (fndecl))
    return;
  if (role && (role->counts || (role->queries && !keyed)))
    {
      u->use->counts = true;
      return;
    }
  bool other = !role || role->puts || role->removes || role->fetches || role->element
	       || role->iterator || role->queries || role->visits;
  bool takes_out = role && role->removed_at == LK_POSITION_KEY;
  for (unsigned i = 1; other && i < gimple_call_num_args (call); i++)
    {
      enum what what = lk_what_value (u, gimple_call_arg (call, i));
      /* It stays, or another one is compared with it.  */
      if (what != WHAT_NOTHING && !(takes_out && (what == WHAT_ITERATOR || what == WHAT_FOUND)))
	u->use->keeps = u->use->takes = true;
    }
  if (!other)
    ;
  else if (role && role->puts)
    fill_container (u, call, role);
  else if (role && role->fetches)
    {
      look (u);
      results_in (u, call, WHAT_HANDLE);
    }
  else if (role && role->removes)
    empty_container (u, call, role);
  /* Heuristic: an assignment elsewhere is mostly of the first element.  */
  else if (!role && id_equal (DECL_NAME (fndecl), "operator="))
    {
      if (u->assigns)
	add_end (u, call, LK_ENDS_ALL);
      else
	u->use->keeps = u->use->takes = true;
    }
  else if (role && role->iterator)
    {
      look (u);
      results_in (u, call, keyed ? WHAT_FOUND : WHAT_ITERATOR);
    }
  else if (role && role->queries)
    look (u);
  else if (role && role->element)
    {
      if (!lk_makes_place (fndecl))
	look (u);
      results_in (u, call, WHAT_ELEMENT);
    }
  else
    u->use->unknown = true;
}

/* Return true if OP is the address of a local variable that is an iterator.  */
static bool
is_iterator_at (tree op)
{
  tree var = TREE_CODE (op) == ADDR_EXPR ? TREE_OPERAND (op, 0) : NULL_TREE;
  return (var && DECL_P (var) && lk_is_local (var)
	  && (POINTER_TYPE_P (TREE_TYPE (var)) || lk_is_iterator (TREE_TYPE (var))));
}

/* CALL calls FNDECL, of the library, with iterators or elements.  */
static void
use_library (struct uses *u, gcall *call, tree fndecl)
{
  unsigned n = gimple_call_num_args (call);
  tree lhs = gimple_call_lhs (call), first = gimple_call_arg (call, 0);
  enum what most = WHAT_NOTHING, of_first = lk_what_value (u, first);
  const struct lk_member_role *role = lk_member_role (fndecl);
  for (unsigned i = 0; i < n; i++)
    {
      enum what what = lk_what_value (u, gimple_call_arg (call, i));
      most = what > most ? what : most;
    }
  if (DECL_CXX_DESTRUCTOR_P (fndecl))
    return;
  if (most == WHAT_ITERATOR || most == WHAT_FOUND)
    {
      /* An iterator is made from another, or assigned it.  */
      if (is_method (fndecl) && is_iterator_at (first)
	  && (DECL_CXX_CONSTRUCTOR_P (fndecl) || id_equal (DECL_NAME (fndecl), "operator=")))
	lk_element_becomes (u, TREE_OPERAND (first, 0), most);
      else if (role && role->element)
	results_in (u, call, WHAT_ELEMENT);
      /* For example into another container.  */
      else if (!role || (of_first == WHAT_NOTHING && is_method (fndecl)))
	u->use->keeps = u->use->takes = true;
      else
	{
	  if (role->visits)
	    follow_functors (u, call, 0);
	  if (role->iterator && role->position != LK_POSITION_ANY)
	    most = WHAT_FOUND;
	  u->use->tests |= role->removes && role->position == LK_POSITION_KEY;
	  if (lhs && (AGGREGATE_TYPE_P (TREE_TYPE (lhs)) || POINTER_TYPE_P (TREE_TYPE (lhs))))
	    results_in (u, call, most);
	}
      return;
    }
  tree type = lhs ? TREE_TYPE (TREE_TYPE (fndecl)) : NULL_TREE;
  if (of_first == WHAT_ELEMENT && !is_method (fndecl) && type
      && TREE_CODE (type) == REFERENCE_TYPE)
    results_in (u, call, WHAT_ELEMENT);
  else if (of_first == WHAT_ELEMENT && role && role->fetches)
    results_in (u, call, WHAT_HANDLE);
  else
    for (unsigned i = 0; i < n; i++)
      {
	enum what what = lk_what_value (u, gimple_call_arg (call, i));
	/* Copied, or moved.  */
	if (what == WHAT_CONTAINER && DECL_CXX_CONSTRUCTOR_P (fndecl))
	  u->use->keeps = u->use->takes = true;
	else if (what == WHAT_HANDLE || what == WHAT_ELEMENT || what == WHAT_CONTAINER)
	  follow_argument (u, fndecl, i, what);
      }
}

/* Return true if FNDECL, no member, which CALL calls with a container, is described for such.  */
static bool
is_described_use (tree fndecl, gcall *call)
{
  const struct lk_member_role *role = lk_member_role (fndecl);
  if (!role)
    return false;
  if (role->removes)
    return role->visits;
  return (role->queries
	  || (role->iterator
	      && lk_container_use_of (fndecl, PART_CONTAINER, call) != ROLE_OTHER));
}

static void
use_call (struct uses *u, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  unsigned n = gimple_call_num_args (call);
  bool library = fndecl && lk_of_containers (fndecl);
  bool any = false;
  for (unsigned i = 0; i < n; i++)
    any |= lk_what_value (u, gimple_call_arg (call, i)) != WHAT_NOTHING;
  u->call = call;
  if (!any)
    return;
  enum what first = lk_what_value (u, gimple_call_arg (call, 0));
  if (library && first == WHAT_CONTAINER && is_method (fndecl))
    use_container (u, call, fndecl);
  /* std::begin, std::size, std::erase_if.  */
  else if (library && first == WHAT_CONTAINER && is_described_use (fndecl, call))
    {
      const struct lk_member_role *role = lk_member_role (fndecl);
      if (role->removes)
	empty_container (u, call, role);
      else if (role->iterator)
	results_in (u, call, WHAT_ITERATOR);
    }
  else if (library)
    use_library (u, call, fndecl);
  else
    for (unsigned i = 0; i < n; i++)
      {
	enum what what = lk_what_value (u, gimple_call_arg (call, i));
	if (what == WHAT_ITERATOR || what == WHAT_FOUND)
	  u->use->unknown = true;
	else if (what != WHAT_NOTHING)
	  follow_argument (u, fndecl, i, what);
      }
}

/* ---- Other statements.  ---- */

/* Return the key of the element REF, if it is known: the result of operator [], or a part of
   an array.  */
static tree
key_of (struct uses *u, tree ref)
{
  bool part;
  if (lk_names_member (u, ref, &part))
    {
      for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
	if (TREE_CODE (ref) == ARRAY_REF)
	  return TREE_OPERAND (ref, 1);
      return NULL_TREE;
    }
  tree base = get_base_address (ref);
  if (!base || TREE_CODE (base) != MEM_REF || TREE_CODE (TREE_OPERAND (base, 0)) != SSA_NAME)
    return NULL_TREE;
  gcall *call = lk_origin_call (TREE_OPERAND (base, 0));
  tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
  const struct lk_member_role *role = lk_member_role (fndecl);
  return (role && role->element && role->position == LK_POSITION_KEY
	  && gimple_call_num_args (call) == 2 ? gimple_call_arg (call, 1) : NULL_TREE);
}

static void
use_store (struct uses *u, gimple *stmt, tree lhs, tree rhs)
{
  enum what from = (is_gimple_reg (rhs) || TREE_CODE (rhs) == ADDR_EXPR ? lk_what_value (u, rhs)
		    : lk_what_loaded (u, rhs));
  bool part;
  if (lk_what_at (u, lhs) == WHAT_ELEMENT && (!DECL_P (get_base_address (lhs))
					    || lk_names_member (u, lhs, &part)))
    {
      tree key = key_of (u, lhs);
      if (from != WHAT_NOTHING)
	u->use->keeps = u->use->takes = true;
      else if (TREE_CODE (rhs) == SSA_NAME && lk_is_handle (TREE_TYPE (rhs)))
	add_put (u, stmt, rhs, key);
      else
	add_put (u, stmt, NULL_TREE, key);
      return;
    }
  if (from == WHAT_NOTHING || (u->into && lhs == u->into))
    return;
  tree base = get_base_address (lhs);
  if (base && DECL_P (base) && lk_is_local (base))
    lk_element_becomes (u, base, from == WHAT_HANDLE && lhs != base ? WHAT_ELEMENT : from);
  else if (from == WHAT_CONTAINER)
    u->use->unknown = true;
  else
    u->use->keeps = u->use->takes = true;
}

/* A is compared with B: a test for a handle.  */
static void
note_test (struct uses *u, tree a, tree b)
{
  u->use->tests |= lk_what_value (u, a) == WHAT_HANDLE && TREE_CODE (b) == INTEGER_CST;
}

static void
use_assignment (struct uses *u, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  enum tree_code code = gimple_assign_rhs_code (stmt);
  if (gimple_clobber_p (stmt))
    return;
  if (TREE_CODE (lhs) != SSA_NAME)
    {
      if (gimple_assign_single_p (stmt))
	use_store (u, stmt, lhs, rhs);
      return;
    }
  if (gimple_assign_load_p (stmt))
    {
      enum what what = lk_what_loaded (u, rhs);
      bool part;
      if (what == WHAT_HANDLE && (TREE_CODE (rhs) == MEM_REF || lk_names_member (u, rhs, &part)))
	look (u);
      lk_element_becomes (u, lhs, what);
    }
  else if (code == ADDR_EXPR || TREE_CODE (rhs) == SSA_NAME)
    {
      enum what what = lk_what_value (u, rhs);
      if (TREE_CODE_CLASS (code) == tcc_comparison)
	note_test (u, rhs, gimple_assign_rhs2 (stmt));
      if (TREE_CODE_CLASS (code) == tcc_comparison || !lk_is_handle (TREE_TYPE (lhs)))
	return;
      if (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code)
	  || code == POINTER_PLUS_EXPR)
	lk_element_becomes (u, lhs, what);
    }
}

static void
use_statement (struct uses *u, gimple *stmt)
{
  switch (gimple_code (stmt))
    {
    case GIMPLE_ASSIGN:
      use_assignment (u, stmt);
      break;
    case GIMPLE_CALL:
      use_call (u, as_a <gcall *> (stmt));
      break;
    case GIMPLE_RETURN:
      if (tree value = gimple_return_retval (as_a <greturn *> (stmt)))
	{
	  enum what what = (is_gimple_reg (value) || DECL_P (value) ? lk_what_value (u, value)
			    : lk_what_loaded (u, value));
	  u->use->unknown |= what == WHAT_CONTAINER;
	  u->use->returns |= what != WHAT_NOTHING && what != WHAT_CONTAINER;
	}
      break;
    case GIMPLE_COND:
      note_test (u, gimple_cond_lhs (stmt), gimple_cond_rhs (stmt));
      break;
    case GIMPLE_ASM:
      u->use->unknown = true;
      break;
    default:
      break;
    }
}

/* Examine the body until nothing new is found: what is known of a name only rises (becomes).  */
static void
follow_body (struct uses *u)
{
  basic_block bb;
  do
    {
      u->changed = false;
      u->number = 0;
      FOR_EACH_BB_FN (bb, u->fun)
	{
	  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	    for (unsigned k = 0; k < gimple_phi_num_args (i.phi ()); k++)
	      if (!virtual_operand_p (gimple_phi_result (i.phi ())))
		lk_element_becomes (u, gimple_phi_result (i.phi ()),
			 lk_what_value (u, gimple_phi_arg_def (i.phi (), k)));
	  for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	       gsi_next_nondebug (&i))
	    {
	      u->number++;
	      use_statement (u, gsi_stmt (i));
	    }
	}
    }
  while (u->changed);
}

void
lk_use_elements (struct lk_lowering *lowering, tree decl, tree field,
		 struct lk_use_of_elements *use)
{
  struct uses u;
  u.lowering = lowering;
  u.fun = lk_body_of (decl);
  u.field = field;
  u.into = NULL_TREE;
  u.call = NULL;
  u.self = is_method (decl) ? DECL_ARGUMENTS (decl) : NULL_TREE;
  u.assigns = DECL_NAME (decl) && id_equal (DECL_NAME (decl), "operator=");
  u.use = use;
  u.depth = 0;
  follow_body (&u);
}

/* U is for what FUN does with some values, other than to store them INTO a variable; the
   result goes to USE, all zeros.  */
static void
begin_values (struct uses *u, struct lk_lowering *lowering, struct function *fun, tree into,
	      struct lk_use_of_elements *use)
{
  u->lowering = lowering;
  u->fun = fun;
  u->field = u->self = NULL_TREE;
  u->into = into;
  u->call = NULL;
  u->assigns = false;
  u->use = use;
  u->depth = 0;
}

/* U is for what FUN loads from VAR: if PUT is not NULL, on all paths to that statement.  */
static void
follow_loaded (struct uses *u, tree var, const gimple *put)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, u->fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (gimple_assign_load_p (stmt) && gimple_assign_rhs1 (stmt) == var
	    && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
	    && (!put || lk_is_before (u->fun, stmt, put)))
	  lk_element_becomes (u, gimple_assign_lhs (stmt), WHAT_HANDLE);
      }
  follow_body (u);
}

bool
lk_lets_be (struct lk_lowering *lowering, struct function *fun, tree var)
{
  struct lk_use_of_elements use = {};
  struct uses u;
  begin_values (&u, lowering, fun, var, &use);
  follow_loaded (&u, var, NULL);
  return !(use.releases || use.takes || use.unknown);
}

bool
lk_has_returned (struct lk_lowering *lowering, struct function *fun, tree var, const gimple *put)
{
  struct lk_use_of_elements use = {};
  struct uses u;
  begin_values (&u, lowering, fun, NULL_TREE, &use);
  follow_loaded (&u, var, put);
  return use.returns;
}

bool
lk_gives_away (struct lk_lowering *lowering, struct function *fun, tree value, tree var)
{
  struct lk_use_of_elements use = {};
  struct uses u;
  begin_values (&u, lowering, fun, var, &use);
  if (TREE_CODE (value) == SSA_NAME)
    lk_element_becomes (&u, value, WHAT_HANDLE);
  follow_body (&u);
  return use.takes || use.unknown;
}
