/* SSA names: which are needed, how they are computed, what they become.

   Demand comes first.  A name is needed if a condition, a call, a store or a
   return uses it; what it is computed from is then needed too.  Half of all
   names never are, and nothing is made for them.  Two strengths are kept
   apart: what only flows (a handle, a flag) needs copies, addresses, loads and
   phis, but not arithmetic; what is compared needs all of it, because equal
   computations must give equal conditions.

   Copies, conversions and addresses make no event: the name is mapped to the
   operand it equals.  SSA makes that sound (between a definition and a use of
   its copy the original is not redefined) and P in the engine's facts small.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* ---- User's names.  ---- */

tree
lk_user_variable (const struct lk_lower *l, tree name)
{
  tree var = SSA_NAME_VAR (name);
  if (var && lk_decl_name (var))
    return var;
  return l->hint[SSA_NAME_VERSION (name)];
}

uint32_t
lk_user_number (struct lk_lower *l, tree decl)
{
  bool known;
  uint32_t &number = l->users->get_or_insert (decl, &known);
  if (!known)
    number = l->users->elements ();
  return number;
}

/* ---- Shapes.  ---- */

/* Return true if TYPE is called intptr_t or uintptr_t.  */
static bool
made_for_pointers (tree type)
{
  while (type && TYPE_NAME (type) && TREE_CODE (TYPE_NAME (type)) == TYPE_DECL)
    {
      tree name = TYPE_NAME (type);
      if (DECL_NAME (name) && (id_equal (DECL_NAME (name), "intptr_t")
			       || id_equal (DECL_NAME (name), "uintptr_t")))
	return true;
      type = DECL_ORIGINAL_TYPE (name);
    }
  return false;
}

/* MASK keeps the address, "p & ~7"; "p & 7" is a test of its tag.  */
static bool
keeps_address (const_tree mask)
{
  return (TREE_CODE (mask) == INTEGER_CST
	  && wi::lt_p (wi::to_wide (mask), 0, SIGNED));
}

/* NAME is a pointer, or an integer computed from one, or loaded from where
   one is kept as an integer.  */
static bool
pointer_origin (tree name)
{
  while (true)
    {
      if (TREE_CODE (name) != SSA_NAME)
	return TREE_CODE (name) == ADDR_EXPR;
      if (POINTER_TYPE_P (TREE_TYPE (name)))
	return true;
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (TYPE_PRECISION (TREE_TYPE (name)) < POINTER_SIZE
	  || !is_gimple_assign (def))
	return false;
      switch (gimple_assign_rhs_code (def))
	{
	CASE_CONVERT:
	case SSA_NAME:
	case PLUS_EXPR:
	case MINUS_EXPR:
	case BIT_IOR_EXPR:
	case BIT_XOR_EXPR:
	  name = gimple_assign_rhs1 (def);
	  break;
	case BIT_AND_EXPR:
	  if (!keeps_address (gimple_assign_rhs2 (def)))
	    return false;
	  name = gimple_assign_rhs1 (def);
	  break;
	default:
	  return (gimple_assign_single_p (def)
		  && made_for_pointers (TREE_TYPE (gimple_assign_rhs1 (def))));
	}
    }
}

/* The same for VALUE, which is one of SEEN from then on.  */
static bool
is_boolean (tree value, hash_set<tree> *seen)
{
  while (!seen->add (value))
    {
      if (lk_boolean (TREE_TYPE (value)))
	return true;
      if (TREE_CODE (value) != SSA_NAME)
	return integer_zerop (value) || integer_onep (value);
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!is_gimple_assign (def))
	return false;
      enum tree_code code = gimple_assign_rhs_code (def);
      if (code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR)
	{
	  tree b = gimple_assign_rhs2 (def);
	  if (!is_boolean (b, seen))
	    return false;
	}
      else if (!CONVERT_EXPR_CODE_P (code) && code != SSA_NAME)
	return false;
      value = gimple_assign_rhs1 (def);
    }
  /* It counts where it was seen first.  */
  return true;
}

bool
lk_boolean_origin (tree value)
{
  hash_set<tree> seen;
  return is_boolean (value, &seen);
}

/* The conversion from FROM to TO keeps what we care about: handles fit in an
   int, and a descriptor may travel through a long or a pointer.  */
static bool
transparent_conversion (const_tree to, const_tree from)
{
  if (!lk_matters (to) || !lk_matters (from) || TREE_CODE (to) == BOOLEAN_TYPE)
    return lk_matters (to) && lk_matters (from)
	   && TREE_CODE (from) == BOOLEAN_TYPE;
  return ((TYPE_PRECISION (to) >= TYPE_PRECISION (from)
	   || TYPE_PRECISION (to) >= 32)
	  && !lk_changes_sign (to, from));
}

static bool
memory_reference (tree t)
{
  while (handled_component_p (t))
    t = TREE_OPERAND (t, 0);
  return (TREE_CODE (t) == MEM_REF || TREE_CODE (t) == TARGET_MEM_REF
	  || VAR_P (t) || TREE_CODE (t) == PARM_DECL
	  || TREE_CODE (t) == RESULT_DECL);
}

/* Return the offset of an operation CODE on integers, A being a pointer converted to a number:
   the result still points to the same object.  */
static bool
disguised_offset (enum tree_code code, tree a, tree b,
		  int64_t *offset)
{
  bool constant = TREE_CODE (b) == INTEGER_CST && tree_fits_shwi_p (b);
  if (TREE_CODE (a) != SSA_NAME
      || TYPE_PRECISION (TREE_TYPE (a)) < POINTER_SIZE || !pointer_origin (a))
    return false;
  *offset = LK_ANY;
  switch (code)
    {
    case PLUS_EXPR:
      if (constant)
	*offset = tree_to_shwi (b);
      return constant || !pointer_origin (b);
    case MINUS_EXPR:
      if (constant)
	*offset = -(uint64_t) tree_to_shwi (b);
      return constant || !pointer_origin (b);
    case BIT_AND_EXPR:
      return keeps_address (b);
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
      return constant || !pointer_origin (b);
    default:
      return false;
    }
}

/* REF is errno.  */
static bool
errno_reference (tree ref)
{
  if (TREE_CODE (ref) != MEM_REF || !integer_zerop (TREE_OPERAND (ref, 1))
      || TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (TREE_OPERAND (ref, 0));
  tree callee = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL;
  if (!callee || !DECL_NAME (callee) || !TREE_PUBLIC (callee)
      || gimple_call_num_args (def) != 0)
    return false;
  /* As the C libraries of GNU and musl, the BSDs, Android, and Solaris call
     what their macro does.  */
  static const char *const names[]
    = { "__errno_location", "__error", "__errno", "___errno" };
  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (!strcmp (IDENTIFIER_POINTER (DECL_NAME (callee)), names[i]))
      return true;
  return false;
}

/* Return true if the function itself sets errno to 0, to test later whether it changed.
   Otherwise it is read because a call failed.  */
static bool
clears_errno (struct lk_lower *l)
{
  if (l->errno_known)
    return l->errno_cleared;
  l->errno_known = true;
  basic_block bb;
  FOR_EACH_BB_FN (bb, l->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (gimple_assign_single_p (stmt)
	    && errno_reference (gimple_assign_lhs (stmt))
	    && integer_zerop (gimple_assign_rhs1 (stmt)))
	  l->errno_cleared = true;
      }
  return l->errno_cleared;
}

/* STMT gets the error number or, SIGN being -1, the negation of it.  */
static bool
reads_errno (struct lk_lower *l, gimple *stmt, int *sign)
{
  *sign = 1;
  if (gimple_assign_rhs_code (stmt) == NEGATE_EXPR
      && TREE_CODE (gimple_assign_rhs1 (stmt)) == SSA_NAME)
    {
      *sign = -1;
      stmt = SSA_NAME_DEF_STMT (gimple_assign_rhs1 (stmt));
    }
  return (gimple_assign_load_p (stmt)
	  && errno_reference (gimple_assign_rhs1 (stmt)) && !clears_errno (l));
}

static void
shape_of_assignment (struct lk_lower *l, gimple *stmt, struct lk_shape *shape)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree lhs = gimple_assign_lhs (stmt);
  tree a = gimple_assign_rhs1 (stmt);
  tree b = gimple_num_ops (stmt) >= 3 ? gimple_assign_rhs2 (stmt) : NULL;

  shape->code = code;
  shape->a = a;
  shape->b = b;
  if (gimple_num_ops (stmt) > 3 || !lk_matters (TREE_TYPE (lhs)))
    return;
  int sign;
  if ((code == MEM_REF || code == NEGATE_EXPR) && reads_errno (l, stmt, &sign))
    {
      shape->kind = LK_SHAPE_ERRNO;
      shape->offset = sign;
      return;
    }
  if (gimple_assign_single_p (stmt))
    {
      if (TREE_CODE (a) == VIEW_CONVERT_EXPR
	  && TREE_CODE (TREE_OPERAND (a, 0)) == SSA_NAME)
	{
	  shape->a = a = TREE_OPERAND (a, 0);
	  if (!transparent_conversion (TREE_TYPE (lhs), TREE_TYPE (a)))
	    return;
	}
      if (TREE_CODE (a) == OBJ_TYPE_REF)
	shape->a = a = OBJ_TYPE_REF_EXPR (a);
      if (TREE_CODE (a) == ADDR_EXPR)
	shape->kind = LK_SHAPE_ADDRESS;
      else if (TREE_CODE (a) == SSA_NAME || CONSTANT_CLASS_P (a))
	shape->kind = LK_SHAPE_SAME;
      else if (tree stored = memory_reference (a) ? lk_just_stored (l, stmt) : NULL)
	{
	  shape->kind = LK_SHAPE_SAME;
	  shape->a = stored;
	}
      else if (memory_reference (a))
	shape->kind = LK_SHAPE_LOAD;
      return;
    }
  if (!lk_matters (TREE_TYPE (a)) || (b && !lk_matters (TREE_TYPE (b))))
    return;
  if (CONVERT_EXPR_CODE_P (code))
    {
      shape->kind = (transparent_conversion (TREE_TYPE (lhs), TREE_TYPE (a))
		     ? LK_SHAPE_SAME : LK_SHAPE_PURE);
      return;
    }
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    {
      shape->kind = LK_SHAPE_COMPARE;
      return;
    }
  if (tree negative = code == RSHIFT_EXPR ? lk_whose_sign (a, b) : NULL)
    {
      shape->kind = LK_SHAPE_COMPARE;
      shape->code = LT_EXPR;
      shape->a = negative;
      shape->b = build_zero_cst (TREE_TYPE (negative));
      return;
    }
  if (code == POINTER_PLUS_EXPR)
    {
      shape->kind = LK_SHAPE_OFFSET;
      b = lk_copied_from (b);
      shape->offset = (TREE_CODE (b) == INTEGER_CST
		       && cst_and_fits_in_hwi (b) ? int_cst_value (b)
		       : LK_ANY);
      return;
    }
  if (code == BIT_AND_EXPR && lk_tests_bit_field (stmt, &shape->a, &shape->offset))
    {
      shape->kind = LK_SHAPE_BIT;
      shape->b = NULL;
      return;
    }
  if (lk_boolean (TREE_TYPE (lhs))
      || ((code == BIT_AND_EXPR || code == BIT_IOR_EXPR
	   || code == BIT_XOR_EXPR)
	  && lk_boolean_origin (a) && lk_boolean_origin (b)))
    {
      switch (code)
	{
	case BIT_NOT_EXPR:
	case TRUTH_NOT_EXPR:
	  shape->kind = LK_SHAPE_NOT;
	  return;
	case BIT_AND_EXPR:
	case TRUTH_AND_EXPR:
	  shape->kind = LK_SHAPE_AND;
	  return;
	case BIT_IOR_EXPR:
	case TRUTH_OR_EXPR:
	  shape->kind = LK_SHAPE_OR;
	  return;
	case BIT_XOR_EXPR:
	case TRUTH_XOR_EXPR:
	  shape->kind = integer_onep (b) ? LK_SHAPE_NOT : LK_SHAPE_COMPARE;
	  shape->code = NE_EXPR;
	  return;
	default:
	  break;
	}
    }
  if (b && disguised_offset (code, a, b, &shape->offset))
    {
      shape->kind = LK_SHAPE_OFFSET;
      return;
    }
  if ((code == PLUS_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR)
      && disguised_offset (code, b, a, &shape->offset))
    {
      shape->kind = LK_SHAPE_OFFSET;
      shape->a = b;
      return;
    }
  shape->kind = LK_SHAPE_PURE;
}

void
lk_shape_of (struct lk_lower *l, gimple *stmt, struct lk_shape *shape)
{
  memset (shape, 0, sizeof *shape);
  if (is_gimple_assign (stmt))
    shape_of_assignment (l, stmt, shape);
  else if (gcall *call = dyn_cast <gcall *> (stmt))
    {
      int64_t offset;
      tree same = lk_call_returns_argument (l, call, &offset);
      if (same)
	{
	  shape->kind = offset ? LK_SHAPE_OFFSET : LK_SHAPE_SAME;
	  shape->offset = offset;
	  shape->a = same;
	}
      else if (lk_cast_of_made (call, &shape->offset))
	{
	  bool there = shape->offset != LK_ANY;
	  shape->kind = there && shape->offset ? LK_SHAPE_OFFSET : LK_SHAPE_SAME;
	  shape->a = there ? gimple_call_arg (call, 0) : null_pointer_node;
	}
    }
}

/* ---- Demand.  ---- */

void
lk_need_place (struct lk_lower *l, tree ref)
{
  while (handled_component_p (ref) || TREE_CODE (ref) == WITH_SIZE_EXPR)
    {
      /* An index that turns out constant makes the place exact.  */
      if (TREE_CODE (ref) == ARRAY_REF)
	lk_need (l, TREE_OPERAND (ref, 1), LK_NEED_VALUE);
      ref = TREE_OPERAND (ref, 0);
    }
  if (TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == TARGET_MEM_REF)
    lk_need (l, TREE_OPERAND (ref, 0), LK_NEED_VALUE);
}

void
lk_need (struct lk_lower *l, tree value, unsigned needs)
{
  if (TREE_CODE (value) == ADDR_EXPR)
    lk_need_place (l, TREE_OPERAND (value, 0));
  else if (TREE_CODE (value) == SSA_NAME)
    {
      if (!lk_matters (TREE_TYPE (value))
	  && !(lk_opaque (TREE_TYPE (value)) && (needs & LK_NEED_CONDITION)))
	return;
      unsigned version = SSA_NAME_VERSION (value);
      if ((l->state[version] & needs) == needs)
	return;
      l->state[version] |= needs;
      l->wanted.safe_push (value);
    }
  else if (!CONSTANT_CLASS_P (value))
    lk_need_place (l, value);
}

/* Request what the definition of NAME, which is needed, needs itself.  */
static void
need_definition (struct lk_lower *l, tree name, unsigned needs)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return;
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	lk_need (l, gimple_phi_arg_def (phi, i), needs);
      return;
    }
  struct lk_shape shape;
  lk_shape_of (l, def, &shape);
  switch (shape.kind)
    {
    case LK_SHAPE_ERRNO:
      break;
    case LK_SHAPE_UNKNOWN:
      if (is_gimple_call (def) && (needs & LK_NEED_CONDITION)
	  && lk_call_is_pure (l, as_a <gcall *> (def)))
	for (unsigned i = 0; i < gimple_call_num_args (def); i++)
	  lk_need (l, gimple_call_arg (def, i), LK_NEED_CONDITION);
      break;
    case LK_SHAPE_SAME:
      lk_need (l, shape.a, needs);
      break;
    case LK_SHAPE_OFFSET:
      lk_need (l, shape.a, LK_NEED_VALUE);
      break;
    case LK_SHAPE_LOAD:
      {
	int64_t size, at;
	tree number = (needs & LK_NEED_CONDITION
		       ? lk_element_number (l, shape.a, &size, &at) : NULL);
	if (number)
	  lk_need (l, number, LK_NEED_CONDITION);
      }
      /* Fall through.  */
    case LK_SHAPE_ADDRESS:
    case LK_SHAPE_BIT:
      lk_need (l, shape.a, LK_NEED_VALUE);
      break;
    case LK_SHAPE_PURE:
      if (!(needs & LK_NEED_CONDITION) && !lk_tells_stored (&shape))
	break;
      /* Fall through.  */
    case LK_SHAPE_COMPARE:
    case LK_SHAPE_NOT:
    case LK_SHAPE_AND:
    case LK_SHAPE_OR:
      lk_need (l, shape.a, LK_NEED_CONDITION);
      if (shape.b)
	lk_need (l, shape.b, LK_NEED_CONDITION);
      break;
    }
}

void
lk_need_all (struct lk_lower *l)
{
  while (!l->wanted.is_empty ())
    {
      tree name = l->wanted.pop ();
      need_definition (l, name, l->state[SSA_NAME_VERSION (name)]
				& (LK_NEED_VALUE | LK_NEED_CONDITION));
    }
}

/* ---- Operands.  ---- */

struct lk_operand
lk_plus (struct lk_lower *l, struct lk_operand op, int64_t offset)
{
  if (op.kind != LK_PATH)
    return lk_operand_unknown ();
  const struct lk_path *path = op.path;
  if (offset == 0 || path->addend == LK_ANY)
    return op;
  if (offset != LK_ANY)
    offset = (int64_t) ((uint64_t) path->addend + offset);
  return lk_operand_path (lk_path_make (l->graph, path->root, path->nsel,
					path->sel, offset));
}

static struct lk_operand
var_operand (struct lk_lower *l, lk_var var)
{
  return lk_operand_path (lk_path_make (l->graph, var, 0, NULL, 0));
}

static struct lk_operand
address_operand (struct lk_lower *l, tree ref)
{
  if (TREE_CODE (ref) == FUNCTION_DECL)
    return lk_function_operand (l, ref);
  return lk_address_of (l, ref);
}

struct lk_operand
lk_operand_of (struct lk_lower *l, tree value)
{
  int64_t constant;
  if (TREE_CODE (value) == SSA_NAME)
    {
      /* A value that is not needed, or has no relevant type, is unknown.  So is an
	 uninitialised variable.  */
      unsigned version = SSA_NAME_VERSION (value);
      return (l->state[version] & LK_LOWERED ? l->value[version]
	      : lk_operand_unknown ());
    }
  if (lk_constant (value, &constant))
    return lk_operand_const (constant);
  if (TREE_CODE (value) == ADDR_EXPR)
    return address_operand (l, TREE_OPERAND (value, 0));
  if (TREE_CODE (value) == OBJ_TYPE_REF)
    return lk_operand_of (l, OBJ_TYPE_REF_EXPR (value));
  if (memory_reference (value) && lk_matters (TREE_TYPE (value)))
    return lk_place_of (l, value);
  return lk_operand_unknown ();
}

/* ---- Definitions.  ---- */

void
lk_set_operand (struct lk_lower *l, tree name, struct lk_operand op)
{
  unsigned version = SSA_NAME_VERSION (name);
  l->value[version] = op;
  l->state[version] |= LK_LOWERED;
}

lk_var
lk_define (struct lk_lower *l, tree name)
{
  tree user = lk_user_variable (l, name);
  lk_var var
    = lk_graph_add_var (l->graph, LK_VAR_VALUE, user ? lk_decl_name (user)
			: NULL, user ? lk_user_number (l, user) : 0);
  if (user && l->unit->field_of && !DECL_EXTERNAL (user))
    l->graph->vars[var].declared = l->unit->field_of (user);
  lk_set_operand (l, name, var_operand (l, var));
  return var;
}

struct lk_operand
lk_computed (struct lk_lower *l, const struct lk_definition *def)
{
  lk_var var = lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0);
  l->graph->vars[var].def = *def;
  return var_operand (l, var);
}

struct lk_operand
lk_loaded (struct lk_lower *l, struct lk_operand place, lk_loc loc)
{
  lk_var var = lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0);
  lk_load_into (l, var_operand (l, var), place, loc);
  return var_operand (l, var);
}

static void
define_as (struct lk_lower *l, tree name, const struct lk_definition *def)
{
  lk_var var = lk_define (l, name);
  l->graph->vars[var].def = *def;
}

struct lk_event *
lk_define_assigned (struct lk_lower *l, tree name, struct lk_operand src,
		    lk_loc loc)
{
  lk_define (l, name);
  return lk_load_into (l, lk_operand_of (l, name), src, loc);
}

struct lk_operand
lk_some_value (struct lk_lower *l, lk_loc loc)
{
  struct lk_operand value
    = var_operand (l, lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0));
  lk_load_into (l, value, lk_operand_unknown (), loc);
  return value;
}

void
lk_define_unknown (struct lk_lower *l, tree name, lk_loc loc)
{
  lk_define_assigned (l, name, lk_operand_unknown (), loc);
}

void
lk_define_pure (struct lk_lower *l, tree name, const char *key,
		struct lk_operand a, struct lk_operand b, lk_loc loc)
{
  if (a.kind == LK_UNKNOWN || b.kind == LK_UNKNOWN)
    {
      lk_define_unknown (l, name, loc);
      return;
    }
  struct lk_definition def;
  memset (&def, 0, sizeof def);
  def.kind = LK_DEF_PURE;
  def.code = lk_pure_code (l->unit, key);
  def.a = a;
  def.b = b;
  define_as (l, name, &def);
}

static void
define_logical (struct lk_lower *l, tree name, enum lk_def_kind kind,
		struct lk_operand a, struct lk_operand b, lk_loc loc)
{
  /* One known operand is still of use to AND and OR.  */
  if (a.kind == LK_UNKNOWN && (b.kind == LK_UNKNOWN || kind == LK_DEF_NOT))
    {
      lk_define_unknown (l, name, loc);
      return;
    }
  struct lk_definition def;
  memset (&def, 0, sizeof def);
  def.kind = kind;
  def.a = a;
  def.b = b;
  define_as (l, name, &def);
}

/* Two characters of a key, none of them NUL.  */
static char *
put_number (char *to, unsigned n)
{
  *to++ = (char) (n / 128 % 128 + 1);
  *to++ = (char) (n % 128 + 1);
  return to;
}

/* The key of a pure operation of CODE with a result of TYPE on operands of
   FROM: computations in different precisions differ.  Put together by hand:
   with snprintf it was a sixth of the plugin's time on generated code.  */
static void
operation_key (char *buf, enum tree_code code, const_tree type,
	       const_tree from)
{
  *buf++ = '=';
  buf = put_number (buf, code);
  buf = put_number (buf, TYPE_PRECISION (type));
  *buf++ = TYPE_UNSIGNED (type) ? 'u' : 's';
  buf = put_number (buf, TYPE_PRECISION (from));
  *buf++ = TYPE_UNSIGNED (from) ? 'u' : 's';
  *buf = '\0';
}

void
lk_lower_definition (struct lk_lower *l, gimple *stmt)
{
  tree name = gimple_get_lhs (stmt);
  unsigned char *state = &l->state[SSA_NAME_VERSION (name)];
  if (!(*state & (LK_NEED_VALUE | LK_NEED_CONDITION)))
    return;
  lk_loc loc = lk_location_of (stmt);
  struct lk_shape shape;
  lk_shape_of (l, stmt, &shape);
  switch (shape.kind)
    {
    case LK_SHAPE_UNKNOWN:
      lk_define_unknown (l, name, loc);
      break;
    case LK_SHAPE_SAME:
    case LK_SHAPE_ADDRESS:
      lk_set_operand (l, name, lk_operand_of (l, shape.a));
      if (TREE_CODE (shape.a) == SSA_NAME)
	*state |= l->state[SSA_NAME_VERSION (shape.a)] & LK_EXPECTED;
      break;
    case LK_SHAPE_OFFSET:
      {
	struct lk_operand sum
	  = lk_plus (l, lk_operand_of (l, shape.a), shape.offset);
	if (sum.kind == LK_UNKNOWN)
	  lk_define_unknown (l, name, loc);
	else
	  lk_set_operand (l, name, sum);
	break;
      }
    case LK_SHAPE_LOAD:
      lk_lower_load (l, stmt, shape.a);
      break;
    case LK_SHAPE_BIT:
      lk_define_assigned (l, name, lk_bit_place_of (l, shape.a, shape.offset),
			  loc);
      break;
    case LK_SHAPE_ERRNO:
      {
	/* Whatever it is, it is another one each time.  */
	struct lk_definition def;
	memset (&def, 0, sizeof def);
	def.kind = LK_DEF_PURE;
	def.code = LK_PURE_ERRNO;
	def.a = lk_operand_const (shape.offset);
	def.b = lk_operand_const (SSA_NAME_VERSION (name));
	define_as (l, name, &def);
	break;
      }
    case LK_SHAPE_COMPARE:
      {
	struct lk_definition def;
	if (lk_lower_compare (l, shape.code, shape.a, shape.b, &def))
	  define_as (l, name, &def);
	else
	  lk_define_unknown (l, name, loc);
	break;
      }
    case LK_SHAPE_NOT:
      define_logical (l, name, LK_DEF_NOT, lk_operand_of (l, shape.a),
		      lk_operand_unknown (), loc);
      break;
    case LK_SHAPE_AND:
    case LK_SHAPE_OR:
      define_logical (l, name, (shape.kind == LK_SHAPE_AND ? LK_DEF_AND
				: LK_DEF_OR),
		      lk_operand_of (l, shape.a), lk_operand_of (l, shape.b),
		      loc);
      break;
    case LK_SHAPE_PURE:
      if ((*state & LK_NEED_CONDITION) || lk_tells_stored (&shape))
	{
	  char key[64];
	  operation_key (key, shape.code, TREE_TYPE (name),
			 TREE_TYPE (shape.a));
	  struct lk_definition def;
	  if (lk_arithmetic (l, name, &shape, &def))
	    {
	      define_as (l, name, &def);
	      break;
	    }
	  lk_define_pure (l, name, key, lk_operand_of (l, shape.a),
			  shape.b ? lk_operand_of (l, shape.b)
			  : lk_operand_const (0), loc);
	}
      break;
    }
}
