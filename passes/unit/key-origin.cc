/* Origin of keys: keys that may be in a map already, those of a loop over texts that come from
   elsewhere.

   m[name] = new T loses what was there under that name, and m.emplace (name, new T) the new
   object.  Mostly a key is new, and the programmer knows it: numbers are counted, the keys of
   another map are different, the map was searched before.  But the names in a list, or in the
   lines of a file, may repeat, unless the function shows that it handles that: by any look-up
   in a container with keys, by a comparison of texts with each other, by std::unique.

   A key that the function has made itself, from a count, an address, the entries of a
   directory, is new.  A key that the function is given, or has read, may be there already.
   (Measured on 72 clean insertions that a reader wrote: without that distinction 8 are
   reported.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "ssa-iterators.h"
#include "tree-hash-traits.h"

/* Return true if CLASS_ is a map with such keys.  */
static bool
has_text_keys (tree class_)
{
  tree key = (lk_is_standard_class (class_, "map") || lk_is_standard_class (class_, "unordered_map")
	      ? lk_named_type (class_, "key_type") : NULL_TREE);
  return key && lk_is_text (key);
}

/* Return true if FNDECL is a function of a container whose elements are numbered.  */
static bool
is_of_sequence (tree fndecl)
{
  tree class_ = DECL_CONTEXT (fndecl);
  return (class_ && TREE_CODE (class_) == RECORD_TYPE && lk_in_library (class_)
	  && lk_named_type (class_, "value_type") && !lk_named_type (class_, "key_type"));
}

/* Return true if OP is the address of an iterator of a sequence: the elements of others all
   have different keys.  */
static bool
is_iterator_of_sequence (tree op)
{
  tree type = TREE_TYPE (op);
  return POINTER_TYPE_P (type) && lk_class_extends (TREE_TYPE (type), "std::sequence_iterator");
}

/* ---- What a key is made of.  ---- */

/* A search backwards from a key, through all that it is made of.  */
struct origin
{
  struct function *fun;
  hash_set<tree> seen;
  auto_vec<tree> open;		/* Values, addresses and places to be looked at.  */
};

/* Look at the arguments of CALL, but not at number BUT.  */
static void
open_arguments (struct origin *o, gcall *call, unsigned but)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (i != but)
      o->open.safe_push (gimple_call_arg (call, i));
}

/* Return true if OP is the value, or the address of a part, of VAR.  */
static bool
is_of (tree op, tree var)
{
  op = lk_origin (op);
  return op == var || (TREE_CODE (op) == ADDR_EXPR
		       && get_base_address (TREE_OPERAND (op, 0)) == var);
}

/* Look at what is stored in the local variable VAR, or in the new object that the value VAR points
   to.  Return true if data from outside of the program are.  */
static bool
open_stored (struct origin *o, tree var)
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
	if (here && gimple_assign_single_p (stmt) && !gimple_clobber_p (stmt))
	  o->open.safe_push (gimple_assign_rhs1 (stmt));
	gcall *call = dyn_cast <gcall *> (stmt);
	if (!call)
	  continue;
	if (here)
	  open_arguments (o, call, UINT_MAX);
	for (unsigned k = 0; k < gimple_call_num_args (call); k++)
	  if (is_of (gimple_call_arg (call, k), var))
	    {
	      if (lk_fills (gimple_call_fndecl (call), k))
		return true;
	      if (k == 0)
		open_arguments (o, call, 0);
	    }
      }
  return false;
}

/* Look at what defines OP, an SSA name that was not seen.  Return true if it is an argument of the
   function, or data that it has read.  */
static bool
open_definition (struct origin *o, tree op)
{
  if (SSA_NAME_IS_DEFAULT_DEF (op))
    return (SSA_NAME_VAR (op) && TREE_CODE (SSA_NAME_VAR (op)) == PARM_DECL
	    && !DECL_ARTIFICIAL (SSA_NAME_VAR (op)));
  gimple *def = SSA_NAME_DEF_STMT (op);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	o->open.safe_push (gimple_phi_arg_def (phi, i));
      return false;
    }
  if (gcall *call = dyn_cast <gcall *> (def))
    {
      /* The number of elements is a count.  */
      const struct lk_member_role *role = lk_member_role (gimple_call_fndecl (call));
      if (role && role->counts)
	return false;
      open_arguments (o, call, UINT_MAX);
      return open_stored (o, op);
    }
  for (unsigned i = 1; is_gimple_assign (def) && i < gimple_num_ops (def); i++)
    o->open.safe_push (gimple_op (def, i));
  return false;
}

bool
lk_is_key_given (struct function *fun, tree key)
{
  struct origin o;
  o.fun = fun;
  o.open.safe_push (key);
  while (!o.open.is_empty ())
    {
      tree op = lk_origin (o.open.pop ());
      if (TREE_CODE (op) == ADDR_EXPR)
	op = TREE_OPERAND (op, 0);
      if (TREE_CODE (op) == SSA_NAME)
	{
	  if (!o.seen.add (op) && open_definition (&o, op))
	    return true;
	  continue;
	}
      op = get_base_address (op);
      if (op && TREE_CODE (op) == MEM_REF)
	o.open.safe_push (TREE_OPERAND (op, 0));
      else if (op && DECL_P (op) && !o.seen.add (op)
	       && (TREE_CODE (op) == PARM_DECL
		   || (VAR_P (op) && lk_is_local (op) && open_stored (&o, op))))
	return true;
    }
  return false;
}

/* ---- Lists.  ---- */

/* The parts of a local variable.  */
struct made
{
  tree value;			/* A value or an address; NULL: not known.  */
  bool several;			/* It gets more than one: none is known.  */
  bool read;			/* Something is read into it.  */
};
typedef hash_map<tree, struct made> made_map;

static void
add_made (made_map *all, tree var, tree value)
{
  struct made &m = all->get_or_insert (var);
  m.several |= m.value != NULL_TREE;
  m.value = value;
}

/* Add what the arguments of CALL that are addresses of variables are made of.  */
static void
add_made_by_call (made_map *all, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  for (unsigned k = 0; fndecl && k < gimple_call_num_args (call); k++)
    {
      tree arg = lk_origin (gimple_call_arg (call, k));
      if (TREE_CODE (arg) != ADDR_EXPR || !VAR_P (TREE_OPERAND (arg, 0)))
	continue;
      tree var = TREE_OPERAND (arg, 0);
      if (lk_fills (fndecl, k))
	all->get_or_insert (var).read = true;
      else if (k == 0 && DECL_CXX_CONSTRUCTOR_P (fndecl) && gimple_call_num_args (call) > 1)
	add_made (all, var, gimple_call_arg (call, 1));
    }
}

/* Find what the variables of FUN are made of.  */
static void
find_made (struct function *fun, made_map *all)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (gimple_assign_single_p (stmt) && VAR_P (gimple_assign_lhs (stmt))
	    && !gimple_clobber_p (stmt))
	  add_made (all, gimple_assign_lhs (stmt), gimple_assign_rhs1 (stmt));
	else if (gcall *call = dyn_cast <gcall *> (stmt))
	  add_made_by_call (all, call);
      }
}

/* Return what VAR is made of, or NULL.  *READ becomes true if something is read into it.  */
static tree
made_of (made_map *all, tree var, bool *read)
{
  const struct made *m = all->get (var);
  *read = m && m->read;
  return m && !m->several ? m->value : NULL_TREE;
}

/* Return true if the key OP, in FUN, an address or a pointer, is in an element of a list, or
   read: another one in each iteration of a loop.  */
static bool
is_of_list (struct function *fun, tree op)
{
  hash_set<tree> seen;
  made_map all;			/* Empty until a local variable is asked for.  */
  bool found = false;
  while (op)
    {
      op = lk_origin (op);
      if (seen.add (op))
	return false;
      tree ref = TREE_CODE (op) == ADDR_EXPR ? TREE_OPERAND (op, 0) : NULL_TREE;
      gimple *def = TREE_CODE (op) == SSA_NAME ? SSA_NAME_DEF_STMT (op) : NULL;
      if (!ref && !def)
	ref = op;
      if (def && gimple_assign_load_p (def))
	ref = gimple_assign_rhs1 (def);
      if (ref)
	{
	  tree base = get_base_address (ref);
	  bool read = false;
	  if (base && TREE_CODE (base) == MEM_REF)
	    op = TREE_OPERAND (base, 0);
	  else if (base && VAR_P (base) && lk_is_local (base))
	    {
	      if (!found)
		find_made (fun, &all);
	      found = true;
	      op = made_of (&all, base, &read);
	      if (read)
		return true;
	    }
	  else
	    return false;
	  continue;
	}
      if (gimple_code (def) == GIMPLE_PHI)
	return true;
      if (is_gimple_assign (def) && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
	{
	  if (TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
	    return true;
	  op = gimple_assign_rhs1 (def);
	  continue;
	}
      tree fndecl = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL_TREE;
      if (!fndecl || !gimple_call_num_args (def))
	return false;
      const struct lk_member_role *role = lk_member_role (fndecl);
      if (role && role->element && lk_is_iterator (DECL_CONTEXT (fndecl)))
	return is_iterator_of_sequence (gimple_call_arg (def, 0));
      if (role && role->element && role->position == LK_POSITION_KEY)
	return is_of_sequence (fndecl) && TREE_CODE (gimple_call_arg (def, 1)) == SSA_NAME;
      /* A part of a pair or text, or what a pointer owns.  */
      if (!role || !(role->element || role->iterator) || role->position != LK_POSITION_ANY
	  || !lk_of_standard_headers (fndecl))
	return false;
      op = gimple_call_arg (def, 0);
    }
  return false;
}

/* Return true if BB is in a loop.  */
static bool
is_in_loop (basic_block bb)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!(e->flags & EDGE_EH) && !lk_only_through (e->dest, bb, NULL))
      return true;
  return false;
}

/* Return true if STMT shows that the function handles equal keys.  */
static bool
thinks_of_keys (const gimple *stmt)
{
  tree fndecl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!fndecl)
    return false;
  tree class_ = DECL_CONTEXT (fndecl);
  const struct lk_member_role *role = lk_member_role (fndecl);
  if (role && role->position == LK_POSITION_EQUAL)
    return true;
  /* Texts, both of which are variable.  */
  if (role && role->queries && gimple_call_num_args (stmt) == 2)
    {
      tree type = TREE_TYPE (gimple_call_arg (stmt, 1));
      if (POINTER_TYPE_P (type) && lk_is_standard_class (TREE_TYPE (type), "basic_string")
	  && TREE_TYPE (gimple_call_arg (stmt, 0)) == type)
	return true;
    }
  if (!class_ || TREE_CODE (class_) != RECORD_TYPE || !lk_in_library (class_)
      || !lk_named_type (class_, "key_type") || DECL_CXX_CONSTRUCTOR_P (fndecl)
      || DECL_CXX_DESTRUCTOR_P (fndecl))
    return false;
  return !role || role->position == LK_POSITION_KEY || role->removed_at == LK_POSITION_KEY
	 || role->puts;
}

bool
lk_key_may_repeat (struct function *fun, const vec<basic_block> &order, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || !lk_of_standard_headers (fndecl) || gimple_call_num_args (call) < 2
      || !DECL_CONTEXT (fndecl) || !has_text_keys (DECL_CONTEXT (fndecl))
      || !is_in_loop (gimple_bb (call)))
    return false;
  unsigned i;
  basic_block bb;
  FOR_EACH_VEC_ELT (order, i, bb)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
	 gsi_next_nondebug (&gsi))
      if (gsi_stmt (gsi) != call && thinks_of_keys (gsi_stmt (gsi)))
	return false;
  tree key = gimple_call_arg (call, 1);
  return is_of_list (fun, key) && lk_is_key_given (fun, key);
}

/* ---- The same key twice.  ---- */

/* Return the constant that OP, an argument of a call, is or is made of; else NULL.  */
static tree
constant_of (made_map *all, tree op)
{
  hash_set<tree> seen;
  while (op)
    {
      op = lk_origin (op);
      if (seen.add (op))
	return NULL_TREE;
      if (TREE_CODE (op) == INTEGER_CST)
	return op;
      tree base = TREE_CODE (op) == ADDR_EXPR ? get_base_address (TREE_OPERAND (op, 0)) : NULL_TREE;
      if (base && TREE_CODE (base) == STRING_CST)
	return base;
      bool read = false;
      op = base && VAR_P (base) && lk_is_local (base) ? made_of (all, base, &read) : NULL_TREE;
      if (read)
	return NULL_TREE;
    }
  return NULL_TREE;
}

/* Return true if PARAMETER, a type, may be that of the key TYPE, or what a key is made of.  */
static bool
may_be_key (tree parameter, tree type)
{
  if (INTEGRAL_TYPE_P (type))
    return INTEGRAL_TYPE_P (parameter);
  return lk_is_text (type) && POINTER_TYPE_P (parameter);
}

/* The calls of one function in the body of another, in the order of the blocks.  */
struct key_calls
{
  struct function *in;
  tree type;			/* Of the keys.  */
  unsigned now;			/* Calls of any function so far.  */
  made_map made;		/* Of the variables of the body.  */
  /* By a constant that may be the key: the calls that pass it.  */
  struct passing { gcall *call; unsigned argument, when; };
  hash_map<tree_operand_hash, auto_vec<passing> > by_constant;
  /* By argument: when other functions were called with it last.  */
  hash_map<tree_operand_hash, unsigned> others;
};

/* Return true if P passed its constant to the same function for the object of CALL, or CALL has
   none, as the same ARGUMENT, and nothing but that function has got the object since.  */
static bool
passed_before (struct key_calls *calls, const key_calls::passing *p, gcall *call, unsigned argument)
{
  tree object = gimple_call_arg (p->call, 0);
  bool method = TREE_CODE (gimple_call_fntype (call)) == METHOD_TYPE;
  unsigned *other = calls->others.get (object);
  return (p->argument == argument
	  && gimple_call_num_args (p->call) == gimple_call_num_args (call)
	  && (!method || operand_equal_p (object, gimple_call_arg (call, 0), 0))
	  && (!other || *other < p->when) && lk_is_before (calls->in, p->call, call));
}

/* Note CALL.  Return true if an earlier call passes the same key for the same object.  */
static bool
note_key_call (struct key_calls *calls, gcall *call)
{
  unsigned n = gimple_call_num_args (call);
  for (unsigned k = TREE_CODE (gimple_call_fntype (call)) == METHOD_TYPE; k < n; k++)
    {
      tree constant = (may_be_key (TREE_TYPE (gimple_call_arg (call, k)), calls->type)
		       ? constant_of (&calls->made, gimple_call_arg (call, k)) : NULL_TREE);
      if (!constant)
	continue;
      auto_vec<key_calls::passing> &before = calls->by_constant.get_or_insert (constant);
      for (unsigned i = 0; i < before.length (); i++)
	if (passed_before (calls, &before[i], call, k))
	  return true;
      before.safe_push ({ call, k, calls->now });
    }
  return false;
}

/* Return true if the body of IN passes the same key of TYPE twice to DECL.  */
static bool
passes_twice (struct function *in, tree decl, tree type)
{
  struct key_calls calls;
  calls.in = in;
  calls.type = type;
  calls.now = 0;
  find_made (in, &calls.made);
  basic_block bb;
  FOR_EACH_BB_FN (bb, in)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gcall *call = dyn_cast <gcall *> (gsi_stmt (i));
	if (!call)
	  continue;
	calls.now++;
	if (gimple_call_fndecl (call) != decl)
	  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
	    calls.others.put (gimple_call_arg (call, k), calls.now);
	else if (note_key_call (&calls, call))
	  return true;
      }
  return false;
}

bool
lk_key_passed_twice (struct function *fun, tree type)
{
  cgraph_node *node = cgraph_node::get (fun->decl);
  hash_set<cgraph_node *> seen;
  for (cgraph_edge *e = node ? node->callers : NULL; e; e = e->next_caller)
    if (!seen.add (e->caller))
      if (struct function *in = lk_body_of (e->caller->decl))
	if (passes_twice (in, fun->decl, type))
	  return true;
  return false;
}

bool
lk_only_stored_to (tree address)
{
  imm_use_iterator i;
  use_operand_p use;
  bool stored = false;
  FOR_EACH_IMM_USE_FAST (use, i, address)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt))
	continue;
      tree lhs = gimple_assign_single_p (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
      if (lhs && TREE_CODE (lhs) == SSA_NAME && gimple_assign_rhs1 (stmt) == address)
	{
	  if (!lk_only_stored_to (lhs))
	    return false;
	  stored = true;
	  continue;
	}
      if (!lhs || TREE_CODE (lhs) != MEM_REF || TREE_OPERAND (lhs, 0) != address)
	return false;
      stored = true;
    }
  return stored;
}
