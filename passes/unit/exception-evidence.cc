/* Heuristics: the code around a call shows that an exception of it is expected, or cannot
   occur.

   A stream throws once the program has enabled that.  A handler for a text that is no number
   shows that texts are converted, which may also be too large a number.  The exception of a
   coroutine's body goes to the function that awaits it.  A container or string that is too
   large is assumed not to occur, because memory is exhausted before.  Wrong if a program
   relies on one of these otherwise.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "exception.h"

bool
lk_only_tells (const_tree decl)
{
  const_tree type = TREE_TYPE (decl);
  const_tree args = TREE_CODE (type) == METHOD_TYPE ? TYPE_ARG_TYPES (type) : NULL_TREE;
  if (!args)
    return false;
  const_tree object = TREE_TYPE (TREE_VALUE (args)), others = TREE_CHAIN (args);
  if (others == void_list_node)
    return (DECL_CXX_CONSTRUCTOR_P (decl)
	    || (TYPE_READONLY (object) && !VOID_TYPE_P (TREE_TYPE (type))));
  return (others && TREE_CHAIN (others) == void_list_node
	  && (DECL_CXX_CONSTRUCTOR_P (decl)
	      || (DECL_NAME (decl) && id_equal (DECL_NAME (decl), "operator=")))
	  && TREE_CODE (TREE_VALUE (others)) == REFERENCE_TYPE
	  && TYPE_MAIN_VARIANT (TREE_TYPE (TREE_VALUE (others))) == TYPE_MAIN_VARIANT (object));
}

bool
lk_adds_one (const_tree decl)
{
  tree context = DECL_CONTEXT (decl);
  const struct lk_member_role *role = lk_in_std (decl) ? lk_member_role (decl) : NULL;
  if (role && !DECL_CXX_CONSTRUCTOR_P (decl) && (role->puts || lk_makes_place (decl)))
    return true;
  /* Of texts all but those that are told the number of characters: resize, reserve.  */
  return (lk_in_std (decl) && context && TREE_CODE (context) == RECORD_TYPE && DECL_NAME (decl)
	  && lk_named_type (context, "traits_type")
	  && !(role && !role->counts && !role->queries && !role->element && !role->iterator
	       && !role->removes && !role->checked));
}

bool
lk_uses_stream (const_tree decl)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  tree first = types ? TREE_VALUE (types) : NULL_TREE;
  if (!DECL_NAME (decl) || !lk_in_std (decl) || !first || !POINTER_TYPE_P (first)
      || !RECORD_OR_UNION_TYPE_P (TREE_TYPE (first)) || !lk_in_library (TREE_TYPE (first)))
    return false;
  const char *class_
    = IDENTIFIER_POINTER (DECL_NAME (TYPE_NAME (TYPE_MAIN_VARIANT (TREE_TYPE (first)))));
  if (!startswith (class_, "basic_") || !strstr (class_, "stream"))
    return false;
  const struct lk_member_role *role = lk_member_role (decl);
  return role && role->checked;
}

/* (The operators of streams return their first argument.)  */
tree
lk_object_of (tree object)
{
  for (;;)
    {
      tree base = (TREE_CODE (object) == ADDR_EXPR
		   ? get_base_address (TREE_OPERAND (object, 0)) : NULL_TREE);
      if (base && TREE_CODE (base) != MEM_REF)
	return base;
      if (base)
	object = TREE_OPERAND (base, 0);
      const gimple *def = TREE_CODE (object) == SSA_NAME ? SSA_NAME_DEF_STMT (object) : NULL;
      tree decl = def && is_gimple_call (def) ? gimple_call_fndecl (def) : NULL_TREE;
      if (decl && lk_uses_stream (decl))
	object = gimple_call_arg (def, 0);
      else if (def && is_gimple_assign (def)
	       && (gimple_assign_single_p (def) || gimple_assign_cast_p (def)
		   || gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
	       && (TREE_CODE (gimple_assign_rhs1 (def)) == SSA_NAME
		   || TREE_CODE (gimple_assign_rhs1 (def)) == ADDR_EXPR))
	object = gimple_assign_rhs1 (def);
      else
	return object;
    }
}

/* Find the calls of FUN that enable exceptions of streams.  */
static void
find_tellings (struct lk_exceptions *x, struct function *fun)
{
  basic_block bb;
  x->telling_in = fun;
  x->tellings.truncate (0);
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	const gimple *stmt = gsi_stmt (gsi);
	tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
	if (decl && DECL_NAME (decl) && id_equal (DECL_NAME (decl), "exceptions")
	    && lk_in_std (decl) && gimple_call_num_args (stmt) == 2)
	  x->tellings.safe_push (stmt);
      }
}

/* Return true if WHEN, the argument of exceptions (), is surely not 0: "failbit | badbit" is a
   call.  */
static bool
is_some_state (tree when)
{
  const gimple *def = TREE_CODE (when) == SSA_NAME ? SSA_NAME_DEF_STMT (when) : NULL;
  tree decl = def && is_gimple_call (def) ? gimple_call_fndecl (def) : NULL_TREE;
  if (TREE_CODE (when) == INTEGER_CST)
    return !integer_zerop (when);
  return (decl && DECL_NAME (decl) && id_equal (DECL_NAME (decl), "operator|") && lk_in_std (decl)
	  && gimple_call_num_args (def) == 2
	  && (is_some_state (gimple_call_arg (def, 0))
	      || is_some_state (gimple_call_arg (def, 1))));
}

bool
lk_streams_throw (struct lk_exceptions *x, struct function *fun, const gimple *stmt)
{
  if (x->telling_in != fun)
    find_tellings (x, fun);
  if (x->tellings.is_empty () || gimple_call_num_args (stmt) == 0)
    return false;
  tree stream = lk_object_of (gimple_call_arg (stmt, 0));
  bool told = false;
  unsigned i;
  const gimple *telling;
  FOR_EACH_VEC_ELT (x->tellings, i, telling)
    if (lk_object_of (gimple_call_arg (telling, 0)) == stream)
      {
	/* (A call that restores the former setting, or disables exceptions, is no evidence.)  */
	if (!is_some_state (gimple_call_arg (telling, 1)))
	  return false;
	told |= lk_is_before (fun, telling, stmt);
      }
  return told;
}

/* Return true if CALL, whose argument number K is a text, examines its characters, for example
   whether they are digits; or makes the text from a constant or from characters.  */
static bool
looks_at_text (const gimple *call, unsigned k)
{
  tree decl = gimple_call_fndecl (call);
  if (!decl || !DECL_NAME (decl))
    return false;
  if (!lk_in_std (decl))
    return INTEGRAL_TYPE_P (TREE_TYPE (TREE_TYPE (decl)));
  if (k == 0 && DECL_CXX_CONSTRUCTOR_P (decl) && gimple_call_num_args (call) > 1)
    return c_getstr (lk_origin (gimple_call_arg (call, 1))) != NULL;
  const struct lk_member_role *role = lk_member_role (decl);
  return (k == 0 && role && !DECL_CXX_CONSTRUCTOR_P (decl)
	  && (role->element || role->puts
	      || ((role->iterator || role->queries) && role->position == LK_POSITION_FIRST)));
}

bool
lk_knows_number (struct function *fun, const gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!decl || !DECL_NAME (decl) || !lk_in_std (decl) || gimple_call_num_args (stmt) == 0
      || !startswith (IDENTIFIER_POINTER (DECL_NAME (decl)), "sto"))
    return false;
  tree text = lk_object_of (gimple_call_arg (stmt, 0));
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	const gcall *call = dyn_cast <const gcall *> (gsi_stmt (gsi));
	if (!call || call == stmt)
	  continue;
	tree fndecl = gimple_call_fndecl (call);
	bool knows = (gimple_call_lhs (call) == text && fndecl && lk_in_std (fndecl)
		      && id_equal (DECL_NAME (fndecl), "to_string"));
	for (unsigned k = 0; k < gimple_call_num_args (call) && !knows; k++)
	  knows = (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, k)))
		   && lk_object_of (gimple_call_arg (call, k)) == text && looks_at_text (call, k));
	/* (Before it or after it: the branches of "&&" join before the test.)  */
	if (knows)
	  return true;
      }
  return false;
}

tree
lk_awaited_coroutine (struct function *fun, const gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!decl || !DECL_NAME (decl) || !id_equal (DECL_NAME (decl), "await_resume")
      || gimple_call_num_args (stmt) == 0)
    return NULL_TREE;
  tree task = gimple_call_arg (stmt, 0);
  if (TREE_CODE (task) == SSA_NAME && gimple_assign_single_p (SSA_NAME_DEF_STMT (task)))
    task = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (task));
  if (TREE_CODE (task) != ADDR_EXPR)
    return NULL_TREE;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	const gimple *made = gsi_stmt (gsi);
	tree lhs = is_gimple_call (made) ? gimple_call_lhs (made) : NULL_TREE;
	if (lhs && TREE_CODE (lhs) != SSA_NAME
	    && operand_equal_p (lhs, TREE_OPERAND (task, 0), 0) && gimple_call_fndecl (made)
	    && lk_body_of (gimple_call_fndecl (made)))
	  return gimple_call_fndecl (made);
      }
  return NULL_TREE;
}

bool
lk_goes_on_elsewhere (const gimple *stmt)
{
  const gcall *call = dyn_cast <const gcall *> (stmt);
  return call && gimple_call_tail_p (call) && !gimple_call_fndecl (call);
}

/* Return true if FNDECL acquires or releases a lock, and returns 0 for success.  (A function
   that only tries to acquire it expects that it may be taken.)  */
static bool
asks_for_lock (tree fndecl)
{
  const struct lk_contract *contract = fndecl ? lk_contract_of (fndecl) : NULL;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if ((c->role == LK_ROLE_ACQUIRE || c->role == LK_ROLE_RELEASE) && c->kind && c->kind->lock)
      return (INTEGRAL_TYPE_P (TREE_TYPE (TREE_TYPE (fndecl))) && DECL_NAME (fndecl)
	      && !strstr (IDENTIFIER_POINTER (DECL_NAME (fndecl)), "try")
	      && !strstr (IDENTIFIER_POINTER (DECL_NAME (fndecl)), "timed"));
  return false;
}

/* Return true if VALUE is the result of such a function, or whether that is 0; then *FLIPPED
   changes.  */
static bool
is_answer_of_lock (tree value, bool *flipped)
{
  while (value && TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (is_gimple_call (def))
	return asks_for_lock (gimple_call_fndecl (def));
      if (!is_gimple_assign (def))
	return false;
      enum tree_code code = gimple_assign_rhs_code (def);
      bool compared = ((code == EQ_EXPR || code == NE_EXPR)
		       && integer_zerop (gimple_assign_rhs2 (def)));
      if (!compared && !gimple_assign_single_p (def) && !gimple_assign_cast_p (def))
	return false;
      *flipped ^= code == EQ_EXPR;
      value = gimple_assign_rhs1 (def);
    }
  return false;
}

bool
lk_deciding_tests (const gimple *stmt, auto_vec<const gcond *> *tests)
{
  auto_vec<basic_block> ways;
  hash_set<basic_block> seen;
  ways.safe_push (gimple_bb (stmt));
  while (!ways.is_empty ())
    {
      edge e;
      edge_iterator ei;
      basic_block bb = ways.pop ();
      if (EDGE_COUNT (bb->preds) == 0)
	return false;
      FOR_EACH_EDGE (e, ei, bb->preds)
	if (const gcond *test = safe_dyn_cast <gcond *> (last_nondebug_stmt (e->src)))
	  tests->safe_push (test);
	else if (!seen.add (e->src))
	  ways.safe_push (e->src);
    }
  return !tests->is_empty ();
}

/* Return true if TYPE is what threads are told apart by.  */
static bool
is_thread (const_tree type)
{
  const_tree name = TYPE_NAME (type);
  name = name && TREE_CODE (name) == TYPE_DECL ? DECL_NAME (name) : NULL_TREE;
  if (!name || !RECORD_OR_UNION_TYPE_P (type))
    return name && id_equal (name, "pthread_t");
  const_tree of = TYPE_CONTEXT (type);
  return (id_equal (name, "id") && of && TYPE_P (of)
	  && lk_is_standard_class (const_cast<tree> (of), "thread"));
}

/* Return true if VALUE is the answer to whether two threads are the same.  */
static bool
compares_threads (tree value)
{
  while (value && TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      tree type = is_gimple_call (def) ? gimple_call_fntype (def) : NULL_TREE;
      tree parms = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
      if (is_gimple_call (def))
	return (parms && TREE_CHAIN (parms) && TREE_VALUE (TREE_CHAIN (parms)) != void_type_node
		&& is_thread (TREE_VALUE (parms)) && is_thread (TREE_VALUE (TREE_CHAIN (parms))));
      if (!is_gimple_assign (def)
	  || !(gimple_assign_cast_p (def) || gimple_assign_rhs_code (def) == EQ_EXPR
	       || gimple_assign_rhs_code (def) == NE_EXPR))
	return false;
      value = gimple_assign_rhs1 (def);
    }
  return false;
}

/* Return true if STMT is reached only by a chain of tests that asks whether its thread is the one
   that holds a lock: the callers of a function that throws otherwise hold it.  */
static bool
is_of_other_thread (const gimple *stmt)
{
  auto_vec<const gcond *> tests;
  if (!lk_deciding_tests (stmt, &tests))
    return false;
  for (unsigned i = 0; i < tests.length (); i++)
    if (compares_threads (gimple_cond_lhs (tests[i])))
      return true;
  return false;
}

bool
lk_only_if_lock_fails (const gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  while (bb && single_pred_p (bb))
    {
      edge e = single_pred_edge (bb);
      bb = e->src;
      gcond *test = (e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)
		     ? safe_dyn_cast <gcond *> (last_nondebug_stmt (bb)) : NULL);
      enum tree_code code = test ? gimple_cond_code (test) : ERROR_MARK;
      bool flipped = code == EQ_EXPR;
      if ((code == EQ_EXPR || code == NE_EXPR) && integer_zerop (gimple_cond_rhs (test))
	  && is_answer_of_lock (gimple_cond_lhs (test), &flipped))
	return e->flags & (flipped ? EDGE_FALSE_VALUE : EDGE_TRUE_VALUE);
    }
  return is_of_other_thread (stmt);
}
