/* SSA names: how they are computed.

   Two strengths of need are kept apart: what only flows (a handle, a flag)
   needs copies, addresses, loads and phis, but not arithmetic; what is
   compared needs all of it, because equal computations must give equal
   conditions.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* ---- Demand.  ---- */

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
      if (!(needs & LK_NEED_CONDITION) && !lk_tells_stored (name, &shape))
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

/* ---- Definitions.  ---- */

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
  lk_define_as (l, name, &def);
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

/* Return true if NAME is of a variable whose declaration says what has been called on its contents,
   or the result of a cast that says so: an assignment to it is checked, so it needs an event.  */
static bool
requires_called (const struct lk_lower *l, tree name)
{
  const struct lk_field_promise *declared = lk_declared_of (l, name);
  return declared && (declared->called || declared->cast);
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
      if (TREE_CODE (shape.a) == SSA_NAME && requires_called (l, name))
	{
	  lk_define_assigned (l, name, lk_operand_of (l, shape.a), loc);
	  break;
	}
      /* Fall through.  */
    case LK_SHAPE_ADDRESS:
      lk_set_operand (l, name, lk_operand_of (l, shape.a));
      if (lk_is_narrowed_length (stmt))
	lk_mark_length (l, name);
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
	lk_define_as (l, name, &def);
	break;
      }
    case LK_SHAPE_COMPARE:
      {
	struct lk_definition def;
	if (lk_lower_compare (l, shape.code, shape.a, shape.b, &def))
	  lk_define_as (l, name, &def);
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
      if ((*state & LK_NEED_CONDITION) || lk_tells_stored (name, &shape))
	{
	  char key[64];
	  operation_key (key, shape.code, TREE_TYPE (name),
			 TREE_TYPE (shape.a));
	  struct lk_definition def;
	  if (lk_arithmetic (l, name, &shape, &def))
	    {
	      lk_define_as (l, name, &def);
	      break;
	    }
	  lk_define_pure (l, name, key, lk_operand_of (l, shape.a),
			  shape.b ? lk_operand_of (l, shape.b)
			  : lk_operand_const (0), loc);
	}
      break;
    }
}
