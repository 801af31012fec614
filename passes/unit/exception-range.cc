/* Range-checked accesses (`at', `substr').  If the calling function queries the size or
   searches for the key, the index is assumed valid and the call does not throw.

   The same holds for a subscript operator of the program that throws only if its index is out of
   range: what is between brackets is a number that the program knows.

   For example s.substr (p + 1) after s.find () returned p.  (Measured on 37 functions that a
   reader wrote: one handler for std::stoi's std::out_of_range made 24 of them warn about
   substr ().)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "exception.h"

/* Return true if DECL is a member function of an array or a map of the library's: a class that
   has at ().  *MAP: which of them.  */
static bool
of_array (const_tree decl, bool *map)
{
  tree context = DECL_CONTEXT (decl);
  if (!DECL_NAME (decl) || !lk_in_std (decl) || !context || !RECORD_OR_UNION_TYPE_P (context))
    return false;
  bool at = false;
  *map = false;
  for (tree member = TYPE_FIELDS (context); member; member = DECL_CHAIN (member))
    if (DECL_NAME (member) && id_equal (DECL_NAME (member), "mapped_type"))
      *map = true;
    else
      at |= (TREE_CODE (member) == FUNCTION_DECL && DECL_NAME (member)
	     && id_equal (DECL_NAME (member), "at"));
  return at;
}

/* Return true if DECL is a member function of a string, or of a view of one.  */
static bool
of_text (const_tree decl)
{
  return lk_in_std (decl) && DECL_NAME (decl) && lk_is_text (DECL_CONTEXT (decl));
}

/* Return true if DECL is at () of an array, or checks its index; or of a map.  */
static bool
is_at (const_tree decl)
{
  bool map;
  const struct lk_member_role *role = lk_member_role (decl);
  return (role && role->checked && (role->element || !of_text (decl)) && of_array (decl, &map));
}

/* Return true if DECL returns, or changes, a part of its text from the position that its first
   argument says.  */
static bool
is_of_part (const_tree decl)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  tree second = types ? TREE_CHAIN (types) : NULL_TREE;
  const struct lk_member_role *role = of_text (decl) ? lk_member_role (decl) : NULL;
  return role && role->checked && second && INTEGRAL_TYPE_P (TREE_VALUE (second));
}

bool
lk_checks_part (const_tree decl)
{
  return is_at (decl) || is_of_part (decl);
}

bool
lk_checks_range (const_tree decl)
{
  return (is_at (decl) || of_text (decl)
	  || (DECL_NAME (decl) && id_equal (DECL_NAME (decl), "__sv_check") && lk_in_std (decl)));
}

/* Return true if DECL, one of the library's, is called NAME.  */
static bool
is_called (const_tree decl, const char *name)
{
  return decl && lk_in_std (decl) && DECL_NAME (decl) && id_equal (DECL_NAME (decl), name);
}

uint64_t
lk_not_thrown (const_tree within, const gimple *stmt)
{
  const gcall *call = dyn_cast <const gcall *> (stmt);
  tree decl = call ? gimple_call_fndecl (call) : NULL;
  bool map;
  uint64_t never = decl && lk_adds_one (decl) ? BIT (lk_standard_number ("length_error")) : 0;
  if (decl && gimple_call_num_args (call) > 1 && integer_zerop (gimple_call_arg (call, 1))
      && INTEGRAL_TYPE_P (TREE_TYPE (gimple_call_arg (call, 1)))
      && of_array (decl, &map) && !map && !is_at (decl))
    never |= BIT (lk_standard_number ("out_of_range")) | CHECKED;
  /* A visit of a variant expects a value: there is none only if an assignment threw.  */
  if (is_called (within, "visit") && is_called (decl, "__throw_bad_variant_access"))
    never |= BIT (lk_standard_number ("bad_variant_access"));
  return never;
}

/* Return true if OBJECT, the address of a map, belongs to other code: neither a global, nor a
   member of the method's own object, whose keys the program knows.  */
static bool
is_foreign_map (tree object)
{
  object = lk_object_of (object);
  tree var = TREE_CODE (object) == SSA_NAME ? SSA_NAME_VAR (object) : NULL_TREE;
  return (var && TREE_CODE (var) == PARM_DECL && !DECL_ARTIFICIAL (var)
	  && SSA_NAME_IS_DEFAULT_DEF (object));
}

/* Return true if OTHER, a member function of a text, returns information about its contents.  */
static bool
tells_of_text (const_tree other)
{
  const struct lk_member_role *role = lk_member_role (other);
  return (role && !role->checked
	  && (role->counts || role->queries || role->iterator
	      || (role->element && role->position != LK_POSITION_ANY)));
}

/* Return true if a function that calls OTHER makes arrays or maps of CLASS_ (any, if that is
   ANY_CLASS), fills them, or queries them other than by at (): it may know how many elements
   there are, or which keys.  If CLASS_ is TEXTS: it queries the contents of some text.  */
#define ANY_CLASS error_mark_node
#define TEXTS void_type_node
static bool
tells_range (const_tree other, const_tree class_)
{
  bool map;
  if (class_ == TEXTS)
    return of_text (other) && tells_of_text (other);
  return ((class_ == ANY_CLASS ? of_array (other, &map) : DECL_CONTEXT (other) == class_)
	  && !is_at (other) && !DECL_CXX_DESTRUCTOR_P (other));
}

/* Return true if FUN calls such a function.  */
static bool
knows_all (struct lk_exceptions *x, struct function *fun, tree class_)
{
  bool known;
  if (x->asked != fun)
    x->knows.empty ();
  x->asked = fun;
  /* Alternating queries of two maps would have the function read again each time.  */
  bool &knows = x->knows.get_or_insert (class_, &known);
  if (known)
    return knows;
  basic_block bb;
  knows = false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi) && !knows; gsi_next (&gsi))
      {
	tree other = (is_gimple_call (gsi_stmt (gsi))
		      ? gimple_call_fndecl (gsi_stmt (gsi)) : NULL);
	knows = other && tells_range (other, class_);
      }
  return knows;
}

/* Return true if ARG is MAP, or the object, a variable or what WHOLE points to, that it is in.  */
static bool
is_map (tree arg, tree map, tree whole)
{
  arg = lk_origin (arg);
  return (arg == whole || operand_equal_p (arg, map, 0)
	  || (TREE_CODE (arg) == ADDR_EXPR && TREE_OPERAND (arg, 0) == whole));
}

/* Return true if FUN has passed the map of STMT, which looks for a key, or the object that it
   is in, to a callee that may have searched it before.  */
static bool
has_shown (struct function *fun, const gimple *stmt)
{
  basic_block bb;
  tree map = lk_origin (gimple_call_arg (stmt, 0)), whole = lk_object_of (map);
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	const gcall *call = dyn_cast <const gcall *> (gsi_stmt (gsi));
	for (unsigned k = 0; call && call != stmt && k < gimple_call_num_args (call); k++)
	  if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, k)))
	      && is_map (gimple_call_arg (call, k), map, whole) && lk_is_before (fun, call, stmt))
	    return true;
      }
  return false;
}

bool
lk_knows_range (struct lk_exceptions *x, struct function *fun, const gimple *stmt, bool tried)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL;
  bool map = false;
  bool expected = tried || (x->expected & BIT (lk_standard_number ("out_of_range")));
  if (decl && of_text (decl) && !is_at (decl))
    return !expected || !is_of_part (decl) || knows_all (x, fun, TEXTS);
  if (decl && !is_at (decl))
    decl = NULL;
  /* The program knows the contents of its own maps.  */
  if (decl && of_array (decl, &map) && map
      && ((!tried && (!is_foreign_map (gimple_call_arg (stmt, 0)) || !TREE_PUBLIC (fun->decl)))
	  || TREE_CODE (lk_named_type (DECL_CONTEXT (decl), "key_type")) == ENUMERAL_TYPE
	  || has_shown (fun, stmt)))
    return true;
  return knows_all (x, fun, decl ? DECL_CONTEXT (decl) : ANY_CLASS);
}

/* ---- Subscript operators of the program.  ---- */

/* Return true if VALUE is a parameter of an integral type, or is computed from one as the first
   operand.  */
static bool
is_of_index (tree value)
{
  while (TREE_CODE (value) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (value))
    {
      const gassign *def = dyn_cast <const gassign *> (SSA_NAME_DEF_STMT (value));
      if (!def || gimple_assign_load_p (def))
	return false;
      value = gimple_assign_rhs1 (def);
    }
  return (TREE_CODE (value) == SSA_NAME && SSA_NAME_VAR (value)
	  && TREE_CODE (SSA_NAME_VAR (value)) == PARM_DECL && INTEGRAL_TYPE_P (TREE_TYPE (value)));
}

bool
lk_only_if_out_of_range (const_tree within, const gimple *stmt)
{
  auto_vec<const gcond *> tests;
  if (!DECL_NAME (within) || !id_equal (DECL_NAME (within), "operator[]")
      || !lk_deciding_tests (stmt, &tests))
    return false;
  for (unsigned i = 0; i < tests.length (); i++)
    if (!is_of_index (gimple_cond_lhs (tests[i])) && !is_of_index (gimple_cond_rhs (tests[i])))
      return false;
  return true;
}
