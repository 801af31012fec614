/* Records of functions, and the targets of indirect calls.

   A record is made when a function is first called, or its address first
   taken, by something that is lowered; of git's 23,000 callees one in five
   ever gets one.

   An indirect call is resolved where the unit shows one target: the pointer
   is that function's address; it comes from a constant table; from a static
   variable (or member of one) whose address nobody takes and to which nothing
   but NULL and that function is assigned; or from the parameter of a static
   function that all callers give the same function.  Two different targets
   leave it unresolved, and the engine's policy for unknown callees applies.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "fork.h"
#include "langhooks.h"

/* Definitions, variables and callers followed for one pointer.  */
#define MAX_RESOLVE_DEPTH 8
/* Calls looked through for the parameter that a function returns.  */
#define MAX_RETURNED_DEPTH 8

void
lk_lowering_init (struct lk_lowering *lowering,
		  const struct lk_pass_options *options)
{
  lowering->unit = NULL;
  lowering->function_of = NULL;
  lowering->field_of = NULL;
  lowering->options = options;
  lowering->dump = NULL;
  lowering->functions = new hash_map<tree, struct lk_function *>;
  lowering->replaceable = new hash_map<tree, struct lk_function *>;
  lowering->fatal = new hash_map<tree, struct lk_function *>;
  lowering->returning = new hash_map<tree, unsigned>;
  lowering->returned = new hash_map<tree, unsigned>;
  lowering->static_pointers = new hash_map<tree, tree>;
  lowering->codes = new hash_map<nofree_string_hash, uint32_t>;
  lowering->code_keys = vNULL;
  lowering->lowered = new hash_set<const void *>;
  lowering->printed = new hash_set<const void *>;
  lowering->accessors = new hash_map<tree, struct lk_accessor>;
  memset (lowering->container_models, 0, sizeof lowering->container_models);
  memset (&lowering->plain, 0, sizeof lowering->plain);
  lowering->members = NULL;
  lowering->frames = NULL;
  lowering->deleting = NULL;
  lk_classes_init (lowering);
  lk_tables_init (lowering);
  lk_casts_init (lowering);
  lk_exceptions_init (lowering);
}

void
lk_lowering_free (struct lk_lowering *lowering)
{
  unsigned i;
  char *key;
  FOR_EACH_VEC_ELT (lowering->code_keys, i, key)
    free (key);
  lowering->code_keys.release ();
  lk_exceptions_free (lowering);
  lk_casts_free (lowering);
  lk_tables_free (lowering);
  lk_classes_free (lowering);
  lk_members_free (lowering);
  lk_frames_free (lowering);
  delete lowering->accessors;
  delete lowering->lowered;
  delete lowering->printed;
  delete lowering->functions;
  delete lowering->replaceable;
  delete lowering->fatal;
  delete lowering->returning;
  delete lowering->returned;
  delete lowering->static_pointers;
  delete lowering->codes;
}

uint32_t
lk_pure_code (struct lk_lowering *lowering, const char *key)
{
  uint32_t *known = lowering->codes->get (key);
  if (known)
    return *known;
  char *copy = xstrdup (key);
  lowering->code_keys.safe_push (copy);
  uint32_t code = lowering->code_keys.length () + LK_PURE_SCALE;
  lowering->codes->put (copy, code);
  return code;
}

/* ---- Bodies.  ---- */

static cgraph_node *
node_of (tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);
  return node ? node->ultimate_alias_target () : NULL;
}

struct function *
lk_body_of (tree decl)
{
  cgraph_node *node = node_of (decl);
  if (!node || !node->has_gimple_body_p () || lk_left_out (node->decl))
    return NULL;
  struct function *fun = DECL_STRUCT_FUNCTION (node->decl);
  return fun && fun->cfg && gimple_in_ssa_p (fun) ? fun : NULL;
}

/* ---- What a call returns.  ---- */

/* The number of the parameter that a function always returns, from 1, or: also
   while it is being asked, for what a recursion returns is not known.  */
#define RETURNED_OTHER 0
/* Above that: how many bytes behind it.  */
#define RETURNED_BITS 8
#define MAX_RETURNED_OFFSET (1 << 20)

static unsigned returned_parameter (struct lk_lowering *, tree decl,
				    unsigned depth);

struct returned
{
  tree parameter;		/* NULL: none so far.  */
  int64_t offset;
};

/* The value VALUE of a function and OFFSET is always as far behind the same parameter of it, as
   *OUT says.  */
static bool
is_parameter (struct lk_lowering *lowering, tree value, int64_t offset, unsigned depth,
	      hash_map<tree, int64_t> *visited, struct returned *out)
{
  if (TREE_CODE (value) == ADDR_EXPR)
    {
      poly_int64 part, from;
      int64_t constant;
      tree base = get_addr_base_and_unit_offset (TREE_OPERAND (value, 0), &part);
      return (base && TREE_CODE (base) == MEM_REF && mem_ref_offset (base).to_shwi (&from)
	      && (part + from).is_constant (&constant)
	      && is_parameter (lowering, TREE_OPERAND (base, 0), offset + constant, depth,
			       visited, out));
    }
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  if (SSA_NAME_IS_DEFAULT_DEF (value))
    {
      tree var = SSA_NAME_VAR (value);
      if (!var || TREE_CODE (var) != PARM_DECL || offset < 0 || offset > MAX_RETURNED_OFFSET
	  || (out->parameter && (out->parameter != var || out->offset != offset)))
	return false;
      out->parameter = var;
      out->offset = offset;
      return true;
    }
  /* (What is counted on in a loop is nowhere in particular.)  */
  bool known;
  int64_t &before = visited->get_or_insert (value, &known);
  if (known)
    return before == offset;
  before = offset;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!is_parameter (lowering, gimple_phi_arg_def (phi, i), offset, depth, visited, out))
	  return false;
      return true;
    }
  if (gimple_assign_ssa_name_copy_p (def)
      || (gimple_assign_cast_p (def)
	  && POINTER_TYPE_P (TREE_TYPE (value))
	  && POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def))))
      || (gimple_assign_single_p (def)
	  && TREE_CODE (gimple_assign_rhs1 (def)) == ADDR_EXPR))
    return is_parameter (lowering, gimple_assign_rhs1 (def), offset, depth, visited, out);
  if (is_gimple_assign (def) && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
      && cst_and_fits_in_hwi (gimple_assign_rhs2 (def)))
    return is_parameter (lowering, gimple_assign_rhs1 (def),
			 offset + int_cst_value (gimple_assign_rhs2 (def)), depth, visited, out);
  tree callee = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL;
  if (!callee)
    return false;
  unsigned k = returned_parameter (lowering, callee, depth + 1);
  unsigned number = k % (1 << RETURNED_BITS);
  return (k != RETURNED_OTHER && number <= gimple_call_num_args (def)
	  && is_parameter (lowering, gimple_call_arg (def, number - 1),
			   offset + (k >> RETURNED_BITS), depth, visited, out));
}

/* Which of its parameters DECL always returns, by its body, or what is behind that.  */
static unsigned
returned_parameter (struct lk_lowering *lowering, tree decl, unsigned depth)
{
  struct function *fun = lk_body_is_final (decl) ? lk_body_of (decl) : NULL;
  if (!fun || depth > MAX_RETURNED_DEPTH
      || !POINTER_TYPE_P (TREE_TYPE (TREE_TYPE (fun->decl))))
    return RETURNED_OTHER;
  decl = fun->decl;
  if (unsigned *known = lowering->returned->get (decl))
    return *known;
  lowering->returned->put (decl, RETURNED_OTHER);
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
		 && is_parameter (lowering, gimple_return_retval (ret), 0, depth, &visited,
				  &out));
    }
  unsigned k = 1;
  for (tree p = DECL_ARGUMENTS (decl); p && p != out.parameter; p = DECL_CHAIN (p))
    k++;
  if (!same || !out.parameter || k >= 1 << RETURNED_BITS)
    k = RETURNED_OTHER;
  else
    k += (unsigned) out.offset << RETURNED_BITS;
  lowering->returned->put (decl, k);
  return k;
}

tree
lk_returned_argument (struct lk_lowering *lowering, const gcall *call, int64_t *offset)
{
  tree decl = gimple_call_fndecl (call);
  unsigned k = decl ? returned_parameter (lowering, decl, 0) : RETURNED_OTHER;
  *offset = k >> RETURNED_BITS;
  unsigned number = k % (1 << RETURNED_BITS);
  return (k != RETURNED_OTHER && number <= gimple_call_num_args (call)
	  ? gimple_call_arg (call, number - 1) : NULL);
}

/* ---- Records.  ---- */

/* FUN calls setjmp or one of its kind.  vfork is another function that
   returns twice, but its two returns are ordinary control flow.  */
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

/* The conversions of the printf format TEXT, a star being one of its own; -1 if
   it has none, or one that printf does not know.  */
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

static struct lk_function *
make_function (struct lk_lowering *lowering, tree decl, bool use_body)
{
  char room[LK_NAME_ROOM];
  struct lk_function *function
    = lk_unit_add_function (lowering->unit, lk_name_of_function (decl, room));
  tree result = TREE_TYPE (TREE_TYPE (decl));
  int ecf = flags_from_decl_or_type (decl);
  struct function *body = use_body ? lk_body_of (decl) : NULL;
  cgraph_node *node = node_of (decl);
  uint32_t flags = 0;

  if (body)
    flags |= LK_FN_BODY;
  if (body && sets_jump (body))
    flags |= LK_FN_SETS_JUMP;
  if ((ecf & ECF_NORETURN) || lk_never_returns (lowering, decl))
    flags |= LK_FN_NORETURN;
  else if (body)
    for (cgraph_edge *e = cgraph_node::get (decl)->callees; e;
	 e = e->next_callee)
      if ((flags_from_decl_or_type (e->callee->decl) & ECF_NORETURN)
	  || lk_call_ends (lowering, e->callee->decl))
	{
	  flags |= LK_FN_MAY_END;
	  break;
	}
  if (DECL_NAME (decl) && MAIN_NAME_P (DECL_NAME (decl)) && TREE_PUBLIC (decl))
    flags |= LK_FN_MAIN;
  if (node && !TREE_PUBLIC (decl) && !node->address_taken)
    flags |= LK_FN_STATIC;
  if (TREE_CODE (result) == BOOLEAN_TYPE)
    flags |= LK_FN_RETURNS_BOOL;
  else if (POINTER_TYPE_P (result))
    flags |= LK_FN_RETURNS_POINTER;
  else if (VOID_TYPE_P (result))
    flags |= LK_FN_VOID;
  if (ecf & (ECF_PURE | ECF_CONST))
    flags |= LK_FN_PURE;
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
  return function;
}

struct lk_function *
lk_definition_of (struct lk_lowering *lowering, tree decl)
{
  struct lk_function **known = lowering->functions->get (decl);
  if (known)
    return *known;
  /* Names for one body share its record, unless they promise different
     things.  */
  cgraph_node *node = node_of (decl);
  if (node && node->decl != decl && lk_body_of (decl)
      && lk_contract_of (decl) == lk_contract_of (node->decl))
    {
      struct lk_function *target = lk_definition_of (lowering, node->decl);
      lowering->functions->put (decl, target);
      return target;
    }
  struct lk_function *function = make_function (lowering, decl, true);
  lowering->functions->put (decl, function);
  return function;
}

/* A weak definition is mostly an empty stand-in: a caller must not conclude
   from its body that nothing is released.  But what C++ makes in every unit
   that needs it, inline functions and templates, is the same everywhere.  */
bool
lk_body_is_final (tree decl)
{
  return (!DECL_WEAK (decl) || !TREE_PUBLIC (decl) || DECL_COMDAT (decl)
	  || DECL_ONE_ONLY (decl));
}

struct lk_function *
lk_function_of (struct lk_lowering *lowering, tree decl)
{
  if (lowering->function_of)
    return lowering->function_of (decl);
  if (lk_body_is_final (decl) || !lk_body_of (decl))
    return lk_definition_of (lowering, decl);
  struct lk_function **known = lowering->replaceable->get (decl);
  if (known)
    return *known;
  struct lk_function *function = make_function (lowering, decl, false);
  lowering->replaceable->put (decl, function);
  return function;
}

/* ---- Who is told that it is fatal.  ---- */

static bool
says_fatal (const char *name)
{
  for (; *name; name++)
    if (!strncasecmp (name, "fatal", strlen ("fatal")))
      return true;
  return false;
}

/* The value VALUE of the enumeration TYPE has a name that says so.  */
static bool
is_fatal (tree type, tree value)
{
  for (tree v = TYPE_VALUES (type); v; v = TREE_CHAIN (v))
    {
      tree c = TREE_VALUE (v);
      if (TREE_CODE (c) == CONST_DECL)
	c = DECL_INITIAL (c);
      if (TREE_CODE (c) == INTEGER_CST && tree_int_cst_equal (c, value)
	  && says_fatal (IDENTIFIER_POINTER (TREE_PURPOSE (v))))
	return true;
    }
  return false;
}

/* A message of the level "fatal" is the last one: LOG (FATAL) << "cannot fork".
   Written by what has no body here, be it a constructor of the message, whose
   destructor will end the process, or a function with "...".  */
static bool
call_is_fatal (gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (!decl || lk_body_of (decl)
      || !(DECL_CXX_CONSTRUCTOR_P (decl) || stdarg_p (TREE_TYPE (decl))))
    return false;
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  for (unsigned i = 0; i < gimple_call_num_args (call) && types;
       i++, types = TREE_CHAIN (types))
    if (TREE_CODE (TREE_VALUE (types)) == ENUMERAL_TYPE
	&& TREE_CODE (gimple_call_arg (call, i)) == INTEGER_CST
	&& is_fatal (TREE_VALUE (types), gimple_call_arg (call, i)))
      return true;
  return false;
}

struct lk_function *
lk_function_called (struct lk_lowering *lowering, gcall *call, tree decl)
{
  if (lowering->function_of || !call_is_fatal (call))
    return lk_function_of (lowering, decl);
  struct lk_function **known = lowering->fatal->get (decl);
  if (known)
    return *known;
  struct lk_function *function = make_function (lowering, decl, false);
  function->flags |= LK_FN_NORETURN;
  lowering->fatal->put (decl, function);
  return function;
}

/* ---- Function pointers.  ---- */

/* What a pointer can be, while one looks: nothing yet, one function, or too
   much (error_mark_node).  */

static void
meet (tree *target, tree found)
{
  if (!found || *target == found)
    return;
  *target = *target ? error_mark_node : found;
}

struct resolution
{
  struct lk_lowering *lowering;
  unsigned depth;
  /* Names and parameters looked at already: what they can be is, or will be,
     part of the answer, so looking again adds nothing (and phis with many
     arguments would take for ever).  */
  hash_set<tree> *visited;
};

static tree resolve (struct resolution *, tree pointer, tree caller);

/* The constant byte offset and base declaration of REF.  */
static bool
constant_place (tree ref, tree *base, HOST_WIDE_INT *offset)
{
  *offset = 0;
  for (;; ref = TREE_OPERAND (ref, 0))
    switch (TREE_CODE (ref))
      {
      case COMPONENT_REF:
	{
	  tree field = TREE_OPERAND (ref, 1);
	  if (TREE_OPERAND (ref, 2) || DECL_BIT_FIELD (field)
	      || !tree_fits_shwi_p (DECL_FIELD_OFFSET (field))
	      || !tree_fits_shwi_p (DECL_FIELD_BIT_OFFSET (field)))
	    return false;
	  *offset += (tree_to_shwi (DECL_FIELD_OFFSET (field))
		      + tree_to_shwi (DECL_FIELD_BIT_OFFSET (field))
			/ BITS_PER_UNIT);
	  break;
	}
      case ARRAY_REF:
	{
	  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
	  if (!tree_fits_shwi_p (TREE_OPERAND (ref, 1)) || !size
	      || !tree_fits_shwi_p (size))
	    return false;
	  *offset += tree_to_shwi (TREE_OPERAND (ref, 1)) * tree_to_shwi (size);
	  break;
	}
      case MEM_REF:
	if (TREE_CODE (TREE_OPERAND (ref, 0)) != ADDR_EXPR
	    || !tree_fits_shwi_p (TREE_OPERAND (ref, 1)))
	  return false;
	*offset += tree_to_shwi (TREE_OPERAND (ref, 1));
	ref = TREE_OPERAND (ref, 0);
	break;
      case VIEW_CONVERT_EXPR:
	break;
      case VAR_DECL:
	*base = ref;
	return true;
      default:
	return false;
      }
}

/* What the initializer INIT holds at OFFSET bytes: NULL for zero,
   error_mark_node if not known.  */
static tree
initial_pointer (tree init, HOST_WIDE_INT offset)
{
  if (!init)
    return NULL;
  STRIP_NOPS (init);
  if (init == error_mark_node)
    return init;
  if (TREE_CODE (init) != CONSTRUCTOR)
    {
      if (offset == 0 && TREE_CODE (init) == ADDR_EXPR
	  && TREE_CODE (TREE_OPERAND (init, 0)) == FUNCTION_DECL)
	return TREE_OPERAND (init, 0);
      return integer_zerop (init) ? NULL : error_mark_node;
    }
  bool array = TREE_CODE (TREE_TYPE (init)) == ARRAY_TYPE;
  unsigned HOST_WIDE_INT i, next = 0;
  tree index, value;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (init), i, index, value)
    {
      tree size = TYPE_SIZE_UNIT (TREE_TYPE (value));
      HOST_WIDE_INT first, n = 1;
      if (!size || !tree_fits_shwi_p (size))
	return error_mark_node;
      HOST_WIDE_INT bytes = tree_to_shwi (size);
      if (!array)
	{
	  if (!index || TREE_CODE (index) != FIELD_DECL)
	    return error_mark_node;
	  if (DECL_BIT_FIELD (index))
	    continue;
	  first = int_byte_position (index);
	}
      else
	{
	  if (!index)
	    first = next;
	  else if (tree_fits_shwi_p (index))
	    first = tree_to_shwi (index);
	  else if (TREE_CODE (index) == RANGE_EXPR
		   && tree_fits_shwi_p (TREE_OPERAND (index, 0))
		   && tree_fits_shwi_p (TREE_OPERAND (index, 1)))
	    {
	      first = tree_to_shwi (TREE_OPERAND (index, 0));
	      n = tree_to_shwi (TREE_OPERAND (index, 1)) - first + 1;
	    }
	  else
	    return error_mark_node;
	  next = first + n;
	  first *= bytes;
	}
      if (bytes > 0 && offset >= first && offset < first + n * bytes)
	return initial_pointer (value, (offset - first) % bytes);
    }
  return NULL;
}

/* A statement that puts something into the static variable BASE: what it puts
   at OFFSET.  */
static tree
stored_pointer (struct resolution *r, ipa_ref *ref, tree base,
		HOST_WIDE_INT offset)
{
  gimple *stmt = ref->stmt;
  tree where;
  HOST_WIDE_INT at;
  if (!stmt || !gimple_assign_single_p (stmt)
      || !is_a <cgraph_node *> (ref->referring)
      || !constant_place (gimple_assign_lhs (stmt), &where, &at)
      || where != base)
    return error_mark_node;
  tree rhs = gimple_assign_rhs1 (stmt);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (gimple_assign_lhs (stmt)));
  if (!size || !tree_fits_shwi_p (size))
    return error_mark_node;
  if (offset < at || offset >= at + tree_to_shwi (size))
    return NULL;
  if (offset == at && POINTER_TYPE_P (TREE_TYPE (rhs)))
    return resolve (r, rhs, ref->referring->decl);
  if (TREE_CODE (rhs) == CONSTRUCTOR)
    return initial_pointer (rhs, offset - at);
  return error_mark_node;
}

/* What the variable BASE of static storage holds at OFFSET.  */
static tree
static_pointer (struct resolution *r, tree base, HOST_WIDE_INT offset)
{
  varpool_node *node = varpool_node::get (base);
  if (!node || !is_global_var (base))
    return error_mark_node;
  bool constant = TREE_READONLY (base) && !TREE_THIS_VOLATILE (base);
  if (DECL_EXTERNAL (base) || (!constant && TREE_PUBLIC (base)))
    return error_mark_node;
  tree target = NULL;
  meet (&target, initial_pointer (DECL_INITIAL (base), offset));
  if (constant)
    return target;
  ipa_ref *ref;
  for (unsigned i = 0;
       target != error_mark_node && node->iterate_referring (i, ref); i++)
    if (ref->use == IPA_REF_STORE)
      meet (&target, stored_pointer (r, ref, base, offset));
    else if (ref->use != IPA_REF_LOAD)
      target = error_mark_node;
  return target;
}

/* What all callers of CALLER give as its parameter PARM.  */
static tree
passed_pointer (struct resolution *r, tree parm, tree caller)
{
  cgraph_node *node = cgraph_node::get (caller);
  if (!node || TREE_PUBLIC (caller) || node->address_taken
      || node->has_aliases_p () || !node->callers)
    return error_mark_node;
  unsigned index = 0;
  tree p;
  for (p = DECL_ARGUMENTS (caller); p && p != parm; p = DECL_CHAIN (p))
    index++;
  if (!p)
    return error_mark_node;
  if (r->visited->add (parm))
    return NULL;
  tree target = NULL;
  for (cgraph_edge *e = node->callers; e && target != error_mark_node;
       e = e->next_caller)
    if (!e->call_stmt || index >= gimple_call_num_args (e->call_stmt))
      target = error_mark_node;
    else
      {
	tree arg = gimple_call_arg (e->call_stmt, index);
	meet (&target, resolve (r, arg, e->caller->decl));
      }
  return target;
}

static tree
resolve_name (struct resolution *r, tree name, tree caller)
{
  if (r->visited->add (name))
    return NULL;
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return (SSA_NAME_VAR (name) && TREE_CODE (SSA_NAME_VAR (name)) == PARM_DECL
	    ? passed_pointer (r, SSA_NAME_VAR (name), caller)
	    : error_mark_node);
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      tree target = NULL;
      for (unsigned i = 0;
	   i < gimple_phi_num_args (phi) && target != error_mark_node; i++)
	meet (&target, resolve (r, gimple_phi_arg_def (phi, i), caller));
      return target;
    }
  if (!is_gimple_assign (def))
    return error_mark_node;
  if (gimple_assign_single_p (def)
      || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
    return resolve (r, gimple_assign_rhs1 (def), caller);
  return error_mark_node;
}

static tree
resolve (struct resolution *r, tree pointer, tree caller)
{
  if (r->depth >= MAX_RESOLVE_DEPTH)
    {
      r->lowering->limits |= LK_LIMIT_RESOLVE;
      return error_mark_node;
    }
  tree base, target = error_mark_node;
  HOST_WIDE_INT offset;
  r->depth++;
  switch (TREE_CODE (pointer))
    {
    case INTEGER_CST:
      /* A null pointer is not called.  */
      target = integer_zerop (pointer) ? NULL : error_mark_node;
      break;
    case ADDR_EXPR:
      if (TREE_CODE (TREE_OPERAND (pointer, 0)) == FUNCTION_DECL)
	target = TREE_OPERAND (pointer, 0);
      break;
    case OBJ_TYPE_REF:
      target = resolve (r, OBJ_TYPE_REF_EXPR (pointer), caller);
      break;
    case SSA_NAME:
      target = resolve_name (r, pointer, caller);
      break;
    case VAR_DECL:
    case COMPONENT_REF:
    case ARRAY_REF:
    case MEM_REF:
    case VIEW_CONVERT_EXPR:
      if (constant_place (pointer, &base, &offset))
	{
	  tree *known = (offset == 0
			 ? r->lowering->static_pointers->get (base) : NULL);
	  if (known)
	    target = *known;
	  else
	    {
	      /* Deeper in, the answer may leave out what was visited.  */
	      bool whole = offset == 0 && r->visited->elements () <= 1;
	      target = static_pointer (r, base, offset);
	      if (whole)
		r->lowering->static_pointers->put (base, target);
	    }
	}
      break;
    default:
      break;
    }
  r->depth--;
  return target;
}

tree
lk_resolve_function_pointer (struct lk_lowering *lowering, tree pointer,
			     tree caller)
{
  hash_set<tree> visited;
  struct resolution r = { lowering, 0, &visited };
  tree target = resolve (&r, pointer, caller);
  return target && target != error_mark_node ? target : NULL;
}
