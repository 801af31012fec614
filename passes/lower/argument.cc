/* Lowering of a call's arguments, and what the callee's type says of them: whether it can keep
   what it is given, change it, or reach an object through it.

   Types are all that is known of an unknown callee.  A pointer to const text, and to what cannot
   hold a pointer, is lent; a parameter that can hold any pointer may keep another argument.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "langhooks.h"

static bool
pointer_to_const (const_tree type)
{
  return POINTER_TYPE_P (type) && TYPE_READONLY (TREE_TYPE (type));
}

/* Return true if something of TYPE, an argument or a result, can hold a pointer to text after
   the call.  Numbers and text cannot, nor pointers to such things alone.  */
static bool
can_hold_text (const_tree type)
{
  if (VOID_TYPE_P (type) || INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type))
    return false;
  if (!POINTER_TYPE_P (type))
    return true;
  type = TREE_TYPE (type);
  return !(TYPE_READONLY (type) || INTEGRAL_TYPE_P (type)
	   || SCALAR_FLOAT_TYPE_P (type));
}

/* Return true if functions of FNTYPE can keep a text that they are given only in variables of
   their own.  */
static bool
keeps_no_text (tree fntype)
{
  tree result = TREE_TYPE (fntype), parms = TYPE_ARG_TYPES (fntype);
  if (!VOID_TYPE_P (result) && !INTEGRAL_TYPE_P (result)
      && !SCALAR_FLOAT_TYPE_P (result))
    return false;
  for (; parms && parms != void_list_node; parms = TREE_CHAIN (parms))
    if (can_hold_text (TREE_VALUE (parms)))
      return false;
  return true;
}

/* Return true if an object of TYPE contains a pointer.  */
static bool
has_pointer (const_tree type)
{
  if (TREE_CODE (type) == ARRAY_TYPE)
    return has_pointer (TREE_TYPE (type));
  if (!RECORD_OR_UNION_TYPE_P (type))
    return POINTER_TYPE_P (type) || TREE_CODE (type) == OFFSET_TYPE;
  if (!COMPLETE_TYPE_P (type))
    return true;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && has_pointer (TREE_TYPE (f)))
      return true;
  return false;
}

/* Return true if something of TYPE, an argument or a result, can hold a pointer to any object
   after the call.  (Types that C's headers declare, such as FILE, are not for the program to
   store things in.)  */
static bool
can_hold (tree type)
{
  if (!can_hold_text (type))
    return false;
  if (lk_is_text (type))
    return false;
  if (!POINTER_TYPE_P (type) && !has_pointer (type))
    return false;
  tree name = POINTER_TYPE_P (type) ? TYPE_NAME (TYPE_MAIN_VARIANT (TREE_TYPE (type))) : NULL_TREE;
  return !(name && DECL_P (name) && DECL_IN_SYSTEM_HEADER (name) && !lk_in_std (name));
}

/* Return true if TYPE is a pointer to text that may not be changed.  */
static bool
constant_text (const_tree type)
{
  return pointer_to_const (type) && INTEGRAL_TYPE_P (TREE_TYPE (type));
}

/* Return true if STMT stores into what NAME points to, or reads what it then stores there
   (`p->x = p->y = 0').  */
static bool
fills (gimple *stmt, tree name)
{
  tree base = gimple_store_p (stmt) ? get_base_address (gimple_get_lhs (stmt)) : NULL_TREE;
  for (unsigned i = 0; is_gimple_call (stmt) && i < gimple_call_num_args (stmt); i++)
    if (gimple_call_arg (stmt, i) == name)
      return false;
  if (base)
    return (TREE_CODE (base) == MEM_REF && TREE_OPERAND (base, 0) == name
	    && !(gimple_assign_single_p (stmt) && gimple_assign_rhs1 (stmt) == name));
  if (!gimple_assign_load_p (stmt))
    return false;
  use_operand_p use;
  while (single_imm_use (gimple_assign_lhs (stmt), &use, &stmt))
    if (!gimple_assign_cast_p (stmt)
	&& !(is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == FLOAT_EXPR))
      return gimple_store_p (stmt) && fills (stmt, name);
  return false;
}

/* Return true if the function that passes ARG to DECL has got it from a call, has stored into what
   it points to, and does nothing else with it but to test it.  */
static bool
is_only_filled (tree arg, const_tree decl)
{
  imm_use_iterator i;
  use_operand_p use;
  bool filled = false;
  if (TREE_CODE (arg) != SSA_NAME || !is_gimple_call (SSA_NAME_DEF_STMT (arg)))
    return false;
  FOR_EACH_IMM_USE_FAST (use, i, arg)
    {
      gimple *stmt = USE_STMT (use);
      bool stores = fills (stmt, arg);
      bool tests = (gimple_code (stmt) == GIMPLE_COND
		    || (is_gimple_assign (stmt)
			&& TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison));
      filled |= stores;
      if (!stores && !tests && !is_gimple_debug (stmt)
	  && !(is_gimple_call (stmt) && gimple_call_fndecl (stmt) == decl))
	return false;
    }
  return filled;
}

/* Heuristic: a function of C that gets a pointer to a constant structure, or to constant bytes and
   how many, reads what it points to.  Wrong if it keeps the pointer in a variable of its own, or
   casts it to release it: one that returns nothing and gets nothing else may be called for
   that, unless its caller has only filled ARG: nothing is filled in order to be released.  */
static bool
only_reads (tree decl, const_tree type, const_tree fntype, tree arg)
{
  const_tree parms = TYPE_ARG_TYPES (fntype);
  if (lang_GNU_CXX () || !decl || !pointer_to_const (type)
      || (VOID_TYPE_P (TREE_TYPE (fntype)) && TREE_CHAIN (parms) == void_list_node
	  && !is_only_filled (arg, decl)))
    return false;
  if (RECORD_OR_UNION_TYPE_P (TREE_TYPE (type)))
    return true;
  bool sized = false;
  for (; parms && parms != void_list_node; parms = TREE_CHAIN (parms))
    sized |= INTEGRAL_TYPE_P (TREE_VALUE (parms));
  return VOID_TYPE_P (TREE_TYPE (type)) && sized;
}

/* Return true if an object of TYPE is, or has, or points to, a VARIANT.  POINTS: a pointer has
   been followed.  */
static bool
reaches_type (tree type, tree variant, bool points)
{
  type = TYPE_MAIN_VARIANT (strip_array_types (type));
  if (POINTER_TYPE_P (type))
    return !points && reaches_type (TREE_TYPE (type), variant, true);
  if (type == variant)
    return true;
  if (!RECORD_OR_UNION_TYPE_P (type))
    return false;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && reaches_type (TREE_TYPE (f), variant, points))
      return true;
  return false;
}

/* Return true if CALL is std::visit of one variant, and its visitor reaches no variant but by
   its argument: the call then does not change the alternative.  (By its type it may: a
   reference to a variant that is not const.  Its body calls one of a table of functions, which
   is not followed; that it gives the visitor the element, and not the variant, only the
   standard says, for the function of this name.)  */
static bool
only_visits (const gcall *call)
{
  const_tree decl = gimple_call_fndecl (call);
  if (!decl || !DECL_NAME (decl) || !id_equal (DECL_NAME (decl), "visit")
      || !DECL_CONTEXT (decl) || TREE_CODE (DECL_CONTEXT (decl)) != NAMESPACE_DECL
      || !lk_in_std (decl) || gimple_call_num_args (call) != 2)
    return false;
  tree visitor = TREE_TYPE (gimple_call_arg (call, 0));
  tree variant = TREE_TYPE (gimple_call_arg (call, 1));
  return (POINTER_TYPE_P (visitor) && POINTER_TYPE_P (variant)
	  && !reaches_type (TREE_TYPE (visitor), TYPE_MAIN_VARIANT (TREE_TYPE (variant)), false));
}

/* Return true if ARG is the address of a member of an object, of one of the library's classes,
   for a callee that may not change it: it does not give access to the whole object, even if it
   stands first in it.  (A structure of the program may stand for the whole.)  */
static bool
is_constant_member (tree arg, const_tree type)
{
  tree op = lk_origin (arg);
  return (pointer_to_const (type) && TREE_CODE (op) == ADDR_EXPR
	  && TREE_CODE (TREE_OPERAND (op, 0)) == COMPONENT_REF
	  && !DECL_ARTIFICIAL (TREE_OPERAND (TREE_OPERAND (op, 0), 1))
	  && lk_in_library (TREE_TYPE (TREE_OPERAND (op, 0))));
}

/* Return true if DECL, which has no body, is called for an awaiter that has no destructor: the
   awaiter borrows what it holds, if the coroutine releases that.  */
static bool
is_for_awaiter (tree decl)
{
  return (decl && lk_awaits (decl) && !lk_body_of (decl)
	  && TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && DECL_CONTEXT (decl)
	  /* With -flto it is not known whose methods they are.  */
	  && RECORD_OR_UNION_TYPE_P (DECL_CONTEXT (decl))
	  && !lk_destructor_written (DECL_CONTEXT (decl)));
}

/* Return true if ARG was read from a member of a union that has another pointer.  */
static bool
is_of_union (tree arg)
{
  arg = TREE_CODE (arg) == SSA_NAME ? lk_origin (arg) : NULL_TREE;
  gimple *def = arg && TREE_CODE (arg) == SSA_NAME ? SSA_NAME_DEF_STMT (arg) : NULL;
  tree ref = def && gimple_assign_load_p (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
  if (!ref || TREE_CODE (ref) != COMPONENT_REF)
    return false;
  tree type = TREE_TYPE (TREE_OPERAND (ref, 0));
  for (tree f = TREE_CODE (type) == UNION_TYPE ? TYPE_FIELDS (type) : NULL_TREE; f;
       f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && f != TREE_OPERAND (ref, 1)
	&& POINTER_TYPE_P (TREE_TYPE (f)))
      return true;
  return false;
}

static bool
is_number (tree type)
{
  return INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type);
}

void
lk_lower_arguments (struct lk_lower *l, gcall *call, struct lk_event *event)
{
  unsigned n = gimple_call_num_args (call);
  tree fntype = gimple_call_fntype (call);
  tree parms = fntype ? TYPE_ARG_TYPES (fntype) : NULL;
  unsigned formatted = lk_formatted_from (call);
  event->wraps = fntype && can_hold (TREE_TYPE (fntype));
  if (n && is_for_awaiter (gimple_call_fndecl (call)))
    event->arg_flags[0] |= LK_ARG_AWAITER;
  bool lends = parms && keeps_no_text (fntype);
  bool visits = only_visits (call);
  for (unsigned i = 0; i < n; i++)
    {
      tree arg = gimple_call_arg (call, i);
      if (AGGREGATE_TYPE_P (TREE_TYPE (arg)))
	{
	  event->args[i] = lk_address_of (l, arg);
	  event->arg_flags[i] |= LK_ARG_BY_VALUE;
	}
      else
	event->args[i] = lk_operand_of (l, arg);
      if (is_of_union (arg))
	event->arg_flags[i] |= LK_ARG_UNION;
      if (is_number (TREE_TYPE (arg)) && (!parms || is_number (TREE_VALUE (parms))))
	event->arg_flags[i] |= LK_ARG_SCALAR;
      if (parms && TREE_VALUE (parms) != void_type_node)
	{
	  if ((visits && i != 0) || pointer_to_const (TREE_VALUE (parms)))
	    event->arg_flags[i] |= LK_ARG_CONST;
	  if (is_constant_member (arg, TREE_VALUE (parms)))
	    event->arg_flags[i] |= LK_ARG_PART;
	  if ((lends && (constant_text (TREE_VALUE (parms))
			 || only_reads (gimple_call_fndecl (call), TREE_VALUE (parms), fntype,
					 arg)))
	      || (!gimple_call_fndecl (call) && lk_in_handle (l->fun->decl)))
	    event->arg_flags[i] |= LK_ARG_LENT;
	  if (can_hold (TREE_VALUE (parms)))
	    event->arg_flags[i] |= LK_ARG_HOLDS;
	  parms = TREE_CHAIN (parms);
	}
      if (formatted && i + 1 >= formatted)
	event->arg_flags[i] |= LK_ARG_FORMATTED;
    }
  if (gimple_call_chain (call))
    event->args[n] = lk_operand_of (l, gimple_call_chain (call));
}

/* Return true if an argument for a parameter of TYPE leads to no object that could keep
   another one.  */
static bool
is_plain_argument (tree type)
{
  if (!POINTER_TYPE_P (type))
    return !AGGREGATE_TYPE_P (type) || lk_is_standard_class (type, "basic_string_view");
  return (constant_text (type)
	  || (TYPE_READONLY (TREE_TYPE (type))
	      && lk_is_standard_class (TREE_TYPE (type), "basic_string")));
}

/* Return the function that CALL names: the one it calls, or the virtual one of the object's
   declared class.  */
static tree
declared_callee (const gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  return decl || !gimple_call_fn (call) ? decl : lk_virtual_method (gimple_call_fn (call));
}

/* Return true if STMT comes after CALL on some path.  */
static bool
comes_after (gimple *stmt, const gimple *call)
{
  basic_block from = gimple_bb (call), to = gimple_bb (stmt);
  if (from == to)
    for (gimple_stmt_iterator i = gsi_for_stmt (stmt); !gsi_end_p (i); gsi_prev (&i))
      if (gsi_stmt (i) == call)
	return true;
  hash_set<basic_block> seen;
  auto_vec<basic_block> stack;
  stack.safe_push (from);
  while (!stack.is_empty ())
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, stack.pop ()->succs)
	if (e->dest == to && !(e->flags & EDGE_EH))
	  return true;
	else if (!(e->flags & EDGE_EH) && !seen.add (e->dest))
	  stack.safe_push (e->dest);
    }
  return false;
}

/* Return true if the function, after CALL unless that is NULL, returns NAME, or calls a destructor
   for it.  VISITED are the names that were looked at.  */
static bool
is_passed_on (tree name, const gimple *call, hash_set<tree> *visited)
{
  imm_use_iterator i;
  use_operand_p use;
  if (visited->add (name))
    return false;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    {
      gimple *stmt = USE_STMT (use);
      tree callee = is_gimple_call (stmt) ? declared_callee (as_a<gcall *> (stmt)) : NULL_TREE;
      if ((gimple_code (stmt) == GIMPLE_RETURN || (callee && DECL_CXX_DESTRUCTOR_P (callee)))
	  && (!call || comes_after (stmt, call)))
	return true;
      tree same = (gimple_code (stmt) == GIMPLE_PHI ? gimple_phi_result (stmt)
		   : gimple_assign_ssa_name_copy_p (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE);
      if (same && is_passed_on (same, call, visited))
	return true;
    }
  return false;
}

/* Return true if no argument of the member function DECL but the object leads to something that
   could keep another object.  */
static bool
only_plain_arguments (const_tree decl)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  for (types = types ? TREE_CHAIN (types) : NULL_TREE; types && types != void_list_node;
       types = TREE_CHAIN (types))
    if (!is_plain_argument (TREE_VALUE (types)))
      return false;
  return true;
}

/* Return true if RESULT is an answer, which leads to no object: a number, or, of a method that may
   not change its object (ASKS), also a text.  */
static bool
is_answer (tree result, bool asks)
{
  if (TREE_CODE (result) == BOOLEAN_TYPE || TREE_CODE (result) == INTEGER_TYPE
      || TREE_CODE (result) == ENUMERAL_TYPE)
    return true;
  return asks && (SCALAR_FLOAT_TYPE_P (result) || constant_text (result)
		  || lk_is_standard_class (TREE_CODE (result) == REFERENCE_TYPE
					   ? TREE_TYPE (result) : result, "basic_string"));
}

bool
lk_answers_of_object (const gcall *call)
{
  tree decl = lang_GNU_CXX () ? declared_callee (call) : NULL_TREE;
  if (!decl || TREE_CODE (TREE_TYPE (decl)) != METHOD_TYPE || DECL_CXX_CONSTRUCTOR_P (decl)
      || DECL_CXX_DESTRUCTOR_P (decl) || lk_contract_of (decl) || lk_of_library (decl))
    return false;
  tree this_type = TREE_VALUE (TYPE_ARG_TYPES (TREE_TYPE (decl)));
  bool asks = pointer_to_const (this_type);
  /* Of a virtual one, another class may have the body.  */
  if (DECL_VIRTUAL_P (decl) ? !asks : lk_body_of (decl) != NULL)
    return false;
  tree type = DECL_CONTEXT (decl), object = gimple_call_arg (call, 0);
  hash_set<tree> visited;
  /* A method without a result leaves an object alone that its maker destroys or returns later.  */
  if (VOID_TYPE_P (TREE_TYPE (TREE_TYPE (decl)))
      ? TREE_CODE (object) != SSA_NAME || !is_passed_on (object, call, &visited)
      : !is_answer (TREE_TYPE (TREE_TYPE (decl)), asks))
    return false;
  if (!type || !RECORD_OR_UNION_TYPE_P (type) || !only_plain_arguments (decl))
    return false;
  /* Objects whose class alone deletes them may be counted.  */
  for (tree f = TYPE_FIELDS (TYPE_MAIN_VARIANT (type)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && DECL_CXX_DESTRUCTOR_P (f)
	&& (TREE_PRIVATE (f) || TREE_PROTECTED (f)))
      return false;
  return true;
}

bool
lk_keeps_object_alone (tree decl, tree object)
{
  /* In headers of the program there are classes that register all their objects.  One that its
     maker returns or destroys is not of those.  */
  hash_set<tree> visited;
  if (!decl || !DECL_CXX_CONSTRUCTOR_P (decl) || lk_body_of (decl) || lk_contract_of (decl)
      || !(lk_in_main_file (decl) || lk_of_standard_headers (decl)
	   || (object && TREE_CODE (object) == SSA_NAME && is_passed_on (object, NULL, &visited))))
    return false;
  return only_plain_arguments (decl);
}
