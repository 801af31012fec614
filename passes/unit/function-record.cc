/* Records of functions, and the targets of indirect calls.

   A record is made when code that is lowered first calls the function, or takes its address;
   of git's 23,000 callees one in five ever gets one.

   An indirect call is resolved if the unit shows one target: the pointer is that function's
   address; it comes from a constant table; from a static variable (or member of one) whose
   address is never taken and to which only NULL and that function are assigned; or from the
   parameter of a static function for which all callers pass the same function.  Two different
   targets leave it unresolved, and the engine's policy for unknown callees applies.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "langhooks.h"

/* The value that a function always returns: its parameter NUMBER, from 1, plus OFFSET bytes.
   NUMBER is 0 if it is another value, and while the function is being examined.  */
struct returned_value
{
  unsigned number;
  int64_t offset;
};

static struct returned_value returned_parameter (struct lk_lowering *lowering, tree decl);

struct records
{
  hash_map<tree, struct lk_function *> functions;	/* By declaration.  */
  hash_map<tree, struct lk_function *> replaceable;	/* Weak ones.  */
  hash_map<tree, struct lk_function *> fatal;	/* Known to end the process.  */
  hash_map<tree, struct returned_value> returned;
  hash_map<nofree_string_hash, uint32_t> codes;	/* Of pure operations.  */
  auto_vec<char *> code_keys;	/* Their keys, to be freed.  */
};

static void
free_records (void *data)
{
  struct records *records = (struct records *) data;
  unsigned i;
  char *key;
  FOR_EACH_VEC_ELT (records->code_keys, i, key)
    free (key);
  delete records;
}

static struct records *
records_of (struct lk_lowering *lowering)
{
  if (!lowering->slots[LK_SLOT_RECORDS].data)
    lk_keep (lowering, LK_SLOT_RECORDS, new struct records, free_records);
  return (struct records *) lowering->slots[LK_SLOT_RECORDS].data;
}

uint32_t
lk_pure_code (struct lk_lowering *lowering, const char *key)
{
  struct records *records = records_of (lowering);
  uint32_t *known = records->codes.get (key);
  if (known)
    return *known;
  char *copy = xstrdup (key);
  records->code_keys.safe_push (copy);
  uint32_t code = records->code_keys.length () + LK_PURE_LAST;
  records->codes.put (copy, code);
  return code;
}

/* ---- What a call returns.  ---- */

/* A + B, which may wrap around.  */
static int64_t
sum_of (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a + (uint64_t) b);
}

/* Return true if the value VALUE of a function plus OFFSET is always as far from the same
   parameter as *OUT says.  */
static bool
is_parameter (struct lk_lowering *lowering, tree value, int64_t offset,
	      hash_map<tree, int64_t> *visited, struct returned *out)
{
  if (TREE_CODE (value) == ADDR_EXPR)
    {
      poly_int64 part, from;
      int64_t constant;
      tree base = get_addr_base_and_unit_offset (TREE_OPERAND (value, 0), &part);
      return (base && TREE_CODE (base) == MEM_REF && mem_ref_offset (base).to_shwi (&from)
	      && (part + from).is_constant (&constant)
	      && is_parameter (lowering, TREE_OPERAND (base, 0), sum_of (offset, constant),
			       visited, out));
    }
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  if (SSA_NAME_IS_DEFAULT_DEF (value))
    {
      tree var = SSA_NAME_VAR (value);
      if (!var || TREE_CODE (var) != PARM_DECL || offset < 0 || offset >= LK_TABLE
	  || (out->parameter && (out->parameter != var || out->offset != offset)))
	return false;
      out->parameter = var;
      out->offset = offset;
      return true;
    }
  /* (A value that a loop increments has no fixed distance.)  */
  bool known;
  int64_t &before = visited->get_or_insert (value, &known);
  if (known)
    return before == offset;
  before = offset;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!is_parameter (lowering, gimple_phi_arg_def (phi, i), offset, visited, out))
	  return false;
      return true;
    }
  if (gimple_assign_ssa_name_copy_p (def)
      || (gimple_assign_cast_p (def)
	  && POINTER_TYPE_P (TREE_TYPE (value))
	  && POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def))))
      || (gimple_assign_single_p (def)
	  && TREE_CODE (gimple_assign_rhs1 (def)) == ADDR_EXPR))
    return is_parameter (lowering, gimple_assign_rhs1 (def), offset, visited, out);
  if (is_gimple_assign (def) && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
      && cst_and_fits_in_hwi (gimple_assign_rhs2 (def)))
    return is_parameter (lowering, gimple_assign_rhs1 (def),
			 sum_of (offset, int_cst_value (gimple_assign_rhs2 (def))), visited, out);
  tree callee = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL;
  if (!callee)
    return false;
  struct returned_value r = returned_parameter (lowering, callee);
  return (r.number && r.number <= gimple_call_num_args (def)
	  && is_parameter (lowering, gimple_call_arg (def, r.number - 1),
			   sum_of (offset, r.offset), visited, out));
}

/* Return which of its parameters DECL always returns, by its body, and with which distance.  */
static struct returned_value
returned_parameter (struct lk_lowering *lowering, tree decl)
{
  struct returned_value found = { 0, 0 };
  struct function *fun = lk_body_is_final (decl) ? lk_body_of (decl) : NULL;
  if (!fun || !POINTER_TYPE_P (TREE_TYPE (TREE_TYPE (fun->decl))))
    return found;
  decl = fun->decl;
  if (struct returned_value *known = records_of (lowering)->returned.get (decl))
    return *known;
  records_of (lowering)->returned.put (decl, found);
  struct returned out = { NULL, 0 };
  bool same = true;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (fun)->preds)
    {
      gimple *last = last_nondebug_stmt (e->src);
      greturn *ret = last ? dyn_cast <greturn *> (last) : NULL;
      hash_map<tree, int64_t> visited;
      if (ret)
	same &= (gimple_return_retval (ret)
		 && is_parameter (lowering, gimple_return_retval (ret), 0, &visited, &out));
    }
  if (same && out.parameter)
    {
      found.number = 1;
      found.offset = out.offset;
      for (tree p = DECL_ARGUMENTS (decl); p && p != out.parameter; p = DECL_CHAIN (p))
	found.number++;
      records_of (lowering)->returned.put (decl, found);
    }
  return found;
}

tree
lk_returned_argument (struct lk_lowering *lowering, const gcall *call, int64_t *offset)
{
  tree decl = gimple_call_fndecl (call);
  struct returned_value r = { 0, 0 };
  if (decl)
    r = returned_parameter (lowering, decl);
  *offset = r.offset;
  return (r.number && r.number <= gimple_call_num_args (call)
	  ? gimple_call_arg (call, r.number - 1) : NULL);
}

/* ---- Records.  ---- */

/* Return true if FUN calls setjmp or a variant. vfork is another function that returns twice,
   but its two returns are ordinary control flow.  */
static bool
sets_jump (struct function *fun)
{
  if (!fun->calls_setjmp)
    return false;
  for (cgraph_edge *e = cgraph_node::get (fun->decl)->callees; e;
       e = e->next_callee)
    if ((flags_from_decl_or_type (e->callee->decl) & ECF_RETURNS_TWICE)
	&& !(DECL_NAME (e->callee->decl)
	     && strstr (IDENTIFIER_POINTER (DECL_NAME (e->callee->decl)),
			"vfork")))
      return true;
  return false;
}

/* FNTYPE's printf-like format attribute, or NULL.  */
static tree
printf_attribute (tree fntype)
{
  for (tree attr = lookup_attribute ("format", TYPE_ATTRIBUTES (fntype));
       attr; attr = lookup_attribute ("format", TREE_CHAIN (attr)))
    {
      tree kind = TREE_VALUE (attr) ? TREE_VALUE (TREE_VALUE (attr)) : NULL;
      if (kind && TREE_CODE (kind) == IDENTIFIER_NODE
	  && strstr (IDENTIFIER_POINTER (kind), "printf"))
	return attr;
    }
  return NULL;
}

/* For a type FNTYPE with a printf-like format attribute: the first argument
   that is formatted, from 1; else 0.  */
static unsigned
first_formatted (tree fntype)
{
  tree attr = printf_attribute (fntype);
  if (!attr || list_length (TREE_VALUE (attr)) < 3)
    return 0;
  tree first = TREE_VALUE (TREE_CHAIN (TREE_CHAIN (TREE_VALUE (attr))));
  return tree_fits_uhwi_p (first) ? tree_to_uhwi (first) : 0;
}

/* Return the number of conversions of the printf format TEXT, a star counting as one; -1 if it
   has none, or an unknown one.  */
static int
conversions (const char *text)
{
  int n = 0;
  while ((text = strchr (text, '%')))
    {
      text++;
      if (*text == '%')
	{
	  text++;
	  continue;
	}
      for (; *text && strchr ("-+ #0'123456789.*hlLqjzt", *text); text++)
	n += *text == '*';
      if (!*text || !strchr ("diouxXeEfFgGaAcspm", *text))
	return -1;
      n += *text++ != 'm';
    }
  return n ? n : -1;
}

unsigned
lk_formatted_from (const gcall *call)
{
  tree fntype = gimple_call_fntype (call);
  if (!fntype)
    return 0;
  if (unsigned said = first_formatted (fntype))
    return said;
  if (!stdarg_p (fntype) || !prototype_p (fntype))
    return 0;
  unsigned named = type_num_arguments (fntype), n = gimple_call_num_args (call);
  if (named == 0 || n <= named)
    return 0;
  tree text = gimple_call_arg (call, named - 1);
  if (TREE_CODE (text) != ADDR_EXPR)
    return 0;
  const char *format = c_getstr (text);
  return format && conversions (format) == (int) (n - named) ? named + 1 : 0;
}

/* Return true if a return of DECL ends the process: it is main, or one of several programs in one
   executable, whose main is elsewhere and calls it by a table (busybox).  Heuristic: the latter has
   the parameters and the result of main, and a name that ends in "_main", and nothing in this unit
   mentions it.  Wrong for what a program calls again and again.  */
static bool
is_main (const cgraph_node *node, tree decl)
{
  if (!DECL_NAME (decl) || !TREE_PUBLIC (decl))
    return false;
  if (MAIN_NAME_P (DECL_NAME (decl)))
    return true;
  static const char end[] = "_main";
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  size_t length = strlen (name), tail = sizeof end - 1;
  const_tree type = TREE_TYPE (decl), args = TYPE_ARG_TYPES (type);
  if (length <= tail || strcmp (name + length - tail, end) || TREE_CODE (type) != FUNCTION_TYPE
      || TREE_TYPE (type) != integer_type_node || !args || TREE_VALUE (args) != integer_type_node
      || !TREE_CHAIN (args) || TREE_CHAIN (TREE_CHAIN (args)) != void_list_node)
    return false;
  const_tree texts = TREE_VALUE (TREE_CHAIN (args));
  return (POINTER_TYPE_P (texts) && POINTER_TYPE_P (TREE_TYPE (texts))
	  && TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (texts))) == char_type_node
	  && !(node && (node->callers || node->address_taken)));
}

static struct lk_function *
make_function (struct lk_lowering *lowering, tree decl, bool use_body)
{
  char room[LK_NAME_ROOM];
  struct lk_function *function
    = lk_unit_add_function (lowering->unit, lk_name_of_function (decl, room));
  tree result = TREE_TYPE (TREE_TYPE (decl));
  int ecf = flags_from_decl_or_type (decl);
  struct function *body = use_body ? lk_body_of (decl) : NULL;
  cgraph_node *node = lk_node_of (decl);
  uint64_t flags = 0;

  if (body)
    flags |= LK_FN_BODY;
  if (body && sets_jump (body))
    flags |= LK_FN_SETS_JUMP;
  if ((ecf & ECF_NORETURN) || lk_never_returns (lowering, decl))
    flags |= LK_FN_NORETURN;
  else if (body && lk_calls_ender (lowering, decl))
    flags |= LK_FN_MAY_END;
  if (is_main (node, decl))
    flags |= LK_FN_MAIN;
  if (node && !TREE_PUBLIC (decl) && !node->address_taken)
    flags |= LK_FN_STATIC;
  if (body && TREE_PUBLIC (decl) && !DECL_EXTERNAL (decl) && !DECL_COMDAT (decl))
    flags |= LK_FN_EXTERNAL;
  if (TREE_CODE (result) == BOOLEAN_TYPE)
    flags |= LK_FN_RETURNS_BOOL;
  else if (POINTER_TYPE_P (result))
    flags |= LK_FN_RETURNS_POINTER;
  else if (VOID_TYPE_P (result))
    flags |= LK_FN_VOID;
  if (ecf & (ECF_PURE | ECF_CONST))
    flags |= LK_FN_PURE;
  if (fndecl_built_in_p (decl, BUILT_IN_NORMAL))
    flags |= LK_FN_LANGUAGE;
  if (ecf & ECF_NOTHROW)
    flags |= LK_FN_NOTHROW;
  if (printf_attribute (TREE_TYPE (decl)))
    flags |= LK_FN_PRINTF;
  if (DECL_IS_OPERATOR_NEW_P (decl) || DECL_IS_OPERATOR_DELETE_P (decl))
    flags |= LK_FN_PAIRED;
  if (DECL_CXX_CONSTRUCTOR_P (decl))
    flags |= LK_FN_CONSTRUCTOR;
  if (DECL_CXX_CONSTRUCTOR_P (decl) && DECL_CONTEXT (decl) && TYPE_P (DECL_CONTEXT (decl))
      && TYPE_BINFO (DECL_CONTEXT (decl)) && BINFO_VTABLE (TYPE_BINFO (DECL_CONTEXT (decl))))
    flags |= LK_FN_TABLE;
  if (DECL_CXX_DESTRUCTOR_P (decl))
    flags |= LK_FN_DESTRUCTOR;
  if (lang_GNU_CXX () && TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && DECL_NAME (decl)
      && id_equal (DECL_NAME (decl), "operator="))
    flags |= LK_FN_ASSIGNMENT;
  if (lang_GNU_CXX () && TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && DECL_CONTEXT (decl)
      && RECORD_OR_UNION_TYPE_P (DECL_CONTEXT (decl))
      && lk_destructor_written (DECL_CONTEXT (decl)))
    flags |= LK_FN_DESTROYED;
  if (lang_GNU_CXX () && lk_body_of (decl))
    flags |= LK_FN_REFERENCES;
  if (lk_is_lambda_body (decl))
    flags |= LK_FN_LAMBDA;
  if (lk_is_deleting (decl))
    flags |= LK_FN_DELETING;
  if ((DECL_IS_OPERATOR_NEW_P (decl) && !TREE_NOTHROW (decl))
      || lookup_attribute ("returns_nonnull", TYPE_ATTRIBUTES (TREE_TYPE (decl))))
    flags |= LK_FN_NONNULL;
  if (DECL_IN_SYSTEM_HEADER (decl)
      && (DECL_COMDAT (decl) || DECL_EXTERNAL (decl)
	  || !DECL_FILE_SCOPE_P (decl)))
    flags |= LK_FN_LIBRARY;

  function->key = node ? node->decl : decl;
  function->flags = flags;
  function->loc = LOCATION_LOCUS (DECL_SOURCE_LOCATION (decl));
  function->contract = lk_contract_of (decl);
  if (!body && !function->contract)
    function->contract = lk_shown_factory (lowering, decl);
  return function;
}

struct lk_function *
lk_definition_of (struct lk_lowering *lowering, tree decl)
{
  struct lk_function **known = records_of (lowering)->functions.get (decl);
  if (known)
    return *known;
  /* Names for one body share its record, unless they promise different
     things.  */
  cgraph_node *node = lk_node_of (decl);
  if (node && node->decl != decl && lk_body_of (decl)
      && lk_contract_of (decl) == lk_contract_of (node->decl))
    {
      struct lk_function *target = lk_definition_of (lowering, node->decl);
      records_of (lowering)->functions.put (decl, target);
      return target;
    }
  struct lk_function *function = make_function (lowering, decl, true);
  records_of (lowering)->functions.put (decl, function);
  return function;
}

struct lk_function *
lk_function_of (struct lk_lowering *lowering, tree decl)
{
  if (lowering->function_of)
    return lowering->function_of (decl);
  return (lk_body_is_final (decl) ? lk_definition_of (lowering, decl)
	  : lk_declaration_of (lowering, decl));
}

struct lk_function *
lk_declaration_of (struct lk_lowering *lowering, tree decl)
{
  if (!lk_body_of (decl))
    return lk_definition_of (lowering, decl);
  struct lk_function **known = records_of (lowering)->replaceable.get (decl);
  if (known)
    return *known;
  struct lk_function *function = make_function (lowering, decl, false);
  records_of (lowering)->replaceable.put (decl, function);
  return function;
}

/* ---- Who is told that it is fatal.  ---- */

struct lk_function *
lk_function_called (struct lk_lowering *lowering, gcall *call, tree decl)
{
  if (lowering->function_of || !lk_call_is_fatal (call))
    return lk_function_of (lowering, decl);
  struct lk_function **known = records_of (lowering)->fatal.get (decl);
  if (known)
    return *known;
  struct lk_function *function = make_function (lowering, decl, false);
  function->flags |= LK_FN_NORETURN;
  records_of (lowering)->fatal.put (decl, function);
  return function;
}
