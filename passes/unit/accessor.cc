/* Accessors: functions whose result can be written down at the call, and that have no other
   effect.

   C++ reaches a member through a tower of them: to dereference a unique_ptr is seven calls
   deep before anything is loaded.  As calls they would hide that two of them give the same
   place, and each would need a summary.  Here a body that runs straight through and only
   computes, loads from what its parameters point to, and calls other accessors is evaluated
   once; a call of it becomes an address, a load, or a comparison of one with a constant.  A
   call whose result does not exist, or is not used, disappears.

   An element of an array in the object itself (std::array) is such an address, too: its offset
   depends on an argument.  A place behind a pointer that is kept in the object is unknown:
   those are containers (model/container.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

/* The value of an SSA name: as that of an accessor, or unknown.  */
typedef struct lk_accessor symbol;

/* A number that is a parameter's value, FORMAL, times SCALE.  */
struct multiple
{
  unsigned formal;
  int64_t scale;
};

struct evaluation
{
  struct lk_lowering *lowering;
  struct function *fun;
  bool asserts;			/* A path that ends was left out.  */
  hash_map<tree, symbol> values;
  hash_map<tree, struct multiple> multiples;
};

static const symbol unknown = { LK_ACCESSOR_EFFECT_FREE, 0, 0, {}, 0, LK_EQ,
				0, 0, 0, NULL_TREE, false };

static symbol value_of (struct evaluation *ev, tree value);
static bool find_accessor (struct lk_lowering *lowering, tree decl, struct lk_accessor *out);

/* The number of the parameter PARM.  */
static bool
formal_number (struct function *fun, tree parm, unsigned *number)
{
  *number = 0;
  for (tree p = DECL_ARGUMENTS (fun->decl); p; p = DECL_CHAIN (p), ++*number)
    if (p == parm)
      return true;
  return false;
}

static void
add_offset (int64_t *sum, int64_t more)
{
  *sum = (int64_t) ((uint64_t) *sum + (uint64_t) more);
}

/* Return true if VALUE is a multiple of a parameter.  */
static bool
multiple_of (struct evaluation *ev, tree value, struct multiple *out)
{
  if (TREE_CODE (value) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (value)))
    return false;
  if (struct multiple *known = ev->multiples.get (value))
    {
      *out = *known;
      return true;
    }
  symbol s = value_of (ev, value);
  if (s.kind != LK_ACCESSOR_VALUE || s.nsel || s.addend || s.scale)
    return false;
  out->formal = s.formal;
  out->scale = 1;
  return true;
}

/* Add M to the address S; it becomes unknown if that cannot be written.  */
static void
add_multiple (symbol *s, const struct multiple *m)
{
  if (s->kind != LK_ACCESSOR_VALUE || s->nsel || s->scale || s->addend == LK_ANY)
    *s = unknown;
  else
    {
      s->index = m->formal;
      s->scale = m->scale;
    }
}

/* Return the address of REF as a symbol.  */
static symbol
address_of (struct evaluation *ev, tree ref)
{
  int64_t offset = 0;
  struct multiple more = { 0, 0 };
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    switch (TREE_CODE (ref))
      {
      case COMPONENT_REF:
	{
	  tree field = TREE_OPERAND (ref, 1);
	  if (TREE_OPERAND (ref, 2) || DECL_BIT_FIELD (field)
	      || !tree_fits_shwi_p (DECL_FIELD_OFFSET (field))
	      || !tree_fits_shwi_p (DECL_FIELD_BIT_OFFSET (field)))
	    return unknown;
	  add_offset (&offset, (tree_to_shwi (DECL_FIELD_OFFSET (field))
				+ tree_to_shwi (DECL_FIELD_BIT_OFFSET (field))
				  / BITS_PER_UNIT));
	  break;
	}
      case ARRAY_REF:
	{
	  tree index = TREE_OPERAND (ref, 1);
	  int64_t size = lk_size_of (TREE_TYPE (ref));
	  if (tree_fits_shwi_p (index))
	    add_offset (&offset, tree_to_shwi (index) * size);
	  else if (more.scale || !size || !multiple_of (ev, index, &more))
	    return unknown;
	  else
	    more.scale *= size;
	  break;
	}
      case VIEW_CONVERT_EXPR:
	break;
      default:
	return unknown;
      }
  symbol base = unknown;
  if (TREE_CODE (ref) == MEM_REF && cst_and_fits_in_hwi (TREE_OPERAND (ref, 1)))
    {
      base = value_of (ev, TREE_OPERAND (ref, 0));
      add_offset (&offset, int_cst_value (TREE_OPERAND (ref, 1)));
    }
  else if (TREE_CODE (ref) == PARM_DECL
	   && AGGREGATE_TYPE_P (TREE_TYPE (ref))
	   && formal_number (ev->fun, ref, &base.formal))
    base.kind = LK_ACCESSOR_VALUE;
  if (base.kind == LK_ACCESSOR_VALUE)
    add_offset (&base.addend, offset);
  if (more.scale)
    add_multiple (&base, &more);
  return base.kind == LK_ACCESSOR_VALUE ? base : unknown;
}

static symbol
value_of (struct evaluation *ev, tree value)
{
  symbol result = unknown;
  int64_t constant;
  if (TREE_CODE (value) == SSA_NAME)
    {
      if (symbol *known = ev->values.get (value))
	return *known;
      tree var = SSA_NAME_VAR (value);
      if (SSA_NAME_IS_DEFAULT_DEF (value) && var
	  && TREE_CODE (var) == PARM_DECL && lk_matters (TREE_TYPE (value))
	  && formal_number (ev->fun, var, &result.formal))
	result.kind = LK_ACCESSOR_VALUE;
      return result;
    }
  if (TREE_CODE (value) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (value, 0)) == FUNCTION_DECL)
    {
      result.kind = LK_ACCESSOR_FUNCTION;
      result.function = TREE_OPERAND (value, 0);
      return result;
    }
  if (TREE_CODE (value) == ADDR_EXPR)
    return address_of (ev, TREE_OPERAND (value, 0));
  if (lk_constant (value, &constant))
    {
      result.kind = LK_ACCESSOR_CONSTANT;
      result.constant = constant;
    }
  return result;
}

/* Return true if FUN is std::variant's index ().  The library keeps the number in a byte and
   lets its greatest value stand for none, which nearly no variant ever has.  (Its body is a
   conversion that narrows and widens, like any other: that no value in between is lost the
   standard says of this function, and the code of the library nowhere.)  */
static bool
tells_alternative (struct function *fun)
{
  tree name = DECL_NAME (fun->decl), type = DECL_CONTEXT (fun->decl);
  return (name && id_equal (name, "index") && type && RECORD_OR_UNION_TYPE_P (type)
	  && TYPE_NAME (type) && TREE_CODE (TYPE_NAME (type)) == TYPE_DECL
	  && DECL_NAME (TYPE_NAME (type))
	  && startswith (IDENTIFIER_POINTER (DECL_NAME (TYPE_NAME (type))), "variant")
	  && lk_in_std (fun->decl));
}

/* Return what the name on the left of the assignment STMT is.  */
static symbol
assigned_symbol (struct evaluation *ev, gimple *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree lhs = gimple_assign_lhs (stmt), a = gimple_assign_rhs1 (stmt);
  if (!lk_matters (TREE_TYPE (lhs)))
    return unknown;
  if (gimple_assign_single_p (stmt))
    {
      if (TREE_CODE (a) == SSA_NAME || TREE_CODE (a) == ADDR_EXPR
	  || CONSTANT_CLASS_P (a))
	return value_of (ev, a);
      symbol place = address_of (ev, a);
      if (place.kind != LK_ACCESSOR_VALUE || place.nsel == LK_ACCESSOR_LOADS
	  || place.scale)
	return unknown;
      place.sel[place.nsel++] = place.addend;
      place.addend = 0;
      return place;
    }
  if (CONVERT_EXPR_CODE_P (code))
    {
      symbol s = value_of (ev, a);
      bool keeps = (lk_matters (TREE_TYPE (a))
		    && (TYPE_PRECISION (TREE_TYPE (lhs))
			>= TYPE_PRECISION (TREE_TYPE (a)))
		    && !lk_changes_sign (TREE_TYPE (lhs), TREE_TYPE (a))
		    && (TREE_CODE (TREE_TYPE (lhs)) != BOOLEAN_TYPE
			|| lk_boolean (TREE_TYPE (a))));
      return (keeps || s.kind == LK_ACCESSOR_CONSTANT || tells_alternative (ev->fun)
	      ? s : unknown);
    }
  if (code == POINTER_PLUS_EXPR)
    {
      symbol s = value_of (ev, a);
      tree by = gimple_assign_rhs2 (stmt);
      struct multiple m;
      if (s.kind != LK_ACCESSOR_VALUE)
	return unknown;
      if (cst_and_fits_in_hwi (by))
	add_offset (&s.addend, int_cst_value (by));
      else if (multiple_of (ev, by, &m))
	add_multiple (&s, &m);
      else
	return unknown;
      return s;
    }
  if (code == MULT_EXPR)
    {
      struct multiple m;
      tree by = gimple_assign_rhs2 (stmt);
      if (cst_and_fits_in_hwi (by) && multiple_of (ev, a, &m))
	{
	  m.scale *= int_cst_value (by);
	  ev->multiples.put (lhs, m);
	}
      return unknown;
    }
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    {
      symbol s = value_of (ev, a), t = value_of (ev, gimple_assign_rhs2 (stmt));
      enum lk_compare op;
      if (t.kind != LK_ACCESSOR_CONSTANT || !lk_compare_of_code (code, &op))
	return unknown;
      bool equality = op == LK_EQ || op == LK_NE;
      /* The engine's order is that of signed numbers.  */
      if (s.kind == LK_ACCESSOR_VALUE && !s.scale
	  && (equality || (INTEGRAL_TYPE_P (TREE_TYPE (a))
			   && !TYPE_UNSIGNED (TREE_TYPE (a)))))
	{
	  s.kind = LK_ACCESSOR_COMPARE;
	  s.op = op;
	  s.constant = t.constant;
	  return s;
	}
      /* The result of a comparison is compared again.  */
      if (s.kind == LK_ACCESSOR_COMPARE && equality
	  && (t.constant == 0 || t.constant == 1))
	{
	  if ((op == LK_EQ) == (t.constant == 0))
	    s.op = lk_compare_negate (s.op);
	  return s;
	}
      return unknown;
    }
  if (code == BIT_NOT_EXPR || code == TRUTH_NOT_EXPR || code == BIT_XOR_EXPR)
    {
      symbol s = value_of (ev, a);
      if (s.kind == LK_ACCESSOR_COMPARE && lk_boolean (TREE_TYPE (lhs))
	  && (code != BIT_XOR_EXPR
	      || integer_onep (gimple_assign_rhs2 (stmt))))
	{
	  s.op = lk_compare_negate (s.op);
	  return s;
	}
    }
  return unknown;
}

/* Return OUTER's result where it is called with ARG, and its index is INDEX.  */
static bool
accessor_at (const struct lk_accessor *outer, const struct lk_accessor *arg,
	     const struct lk_accessor *index, struct lk_accessor *out)
{
  *out = *outer;
  if (outer->kind == LK_ACCESSOR_EFFECT_FREE
      || outer->kind == LK_ACCESSOR_CONSTANT || outer->kind == LK_ACCESSOR_FUNCTION)
    return true;
  if (arg->kind != LK_ACCESSOR_VALUE
      || arg->nsel + outer->nsel > LK_ACCESSOR_LOADS
      || (arg->scale && (outer->nsel || outer->scale)))
    return false;
  out->formal = arg->formal;
  out->nsel = arg->nsel + outer->nsel;
  memcpy (out->sel, arg->sel, sizeof arg->sel);
  for (unsigned i = 0; i < outer->nsel; i++)
    out->sel[arg->nsel + i] = outer->sel[i];
  if (outer->nsel)
    add_offset (&out->sel[arg->nsel], arg->addend);
  else
    add_offset (&out->addend, arg->addend);
  out->index = arg->index;
  out->scale = arg->scale;
  if (!outer->scale)
    return true;
  if (index->kind == LK_ACCESSOR_CONSTANT)
    add_offset (&out->addend, index->constant * outer->scale);
  else
    {
      struct multiple m = { index->formal, outer->scale };
      if (index->kind != LK_ACCESSOR_VALUE || index->nsel || index->addend
	  || index->scale)
	return false;
      add_multiple (out, &m);
    }
  return out->kind == LK_ACCESSOR_VALUE;
}

/* Find what the call STMT results in; return false if it may have an effect.  */
static bool
called (struct evaluation *ev, gcall *stmt, symbol *result)
{
  tree decl = gimple_call_fndecl (stmt);
  struct lk_accessor callee;
  *result = unknown;
  if (gimple_call_internal_p (stmt) || !decl || gimple_call_chain (stmt))
    return false;
  if (!find_accessor (ev->lowering, decl, &callee))
    {
      const char *name = (fndecl_built_in_p (decl, BUILT_IN_NORMAL)
			  ? IDENTIFIER_POINTER (DECL_NAME (decl)) : "");
      if (!strcmp (name, "__builtin_expect") && gimple_call_num_args (stmt) > 0)
	*result = value_of (ev, gimple_call_arg (stmt, 0));
      return (!strcmp (name, "__builtin_is_constant_evaluated")
	      || !strcmp (name, "__builtin_unreachable") || !strcmp (name, "__builtin_expect"));
    }
  ev->asserts |= callee.asserts;
  symbol arg = unknown;
  if (callee.formal < gimple_call_num_args (stmt))
    {
      tree value = gimple_call_arg (stmt, callee.formal);
      arg = (AGGREGATE_TYPE_P (TREE_TYPE (value)) ? address_of (ev, value)
	     : value_of (ev, value));
    }
  symbol index = unknown;
  if (callee.scale && callee.index < gimple_call_num_args (stmt))
    index = value_of (ev, gimple_call_arg (stmt, callee.index));
  if (!accessor_at (&callee, &arg, &index, result))
    *result = unknown;
  return true;
}

/* Evaluate the statements of BB.  Return false if one of them has an effect.  */
static bool
evaluate_block (struct evaluation *ev, basic_block bb, unsigned *n,
		symbol *result)
{
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (++*n > MAX_STATEMENTS)
	return false;
      switch (gimple_code (stmt))
	{
	case GIMPLE_ASSIGN:
	  {
	    tree lhs = gimple_assign_lhs (stmt);
	    if (gimple_clobber_p (stmt))
	      break;
	    if (TREE_CODE (lhs) != SSA_NAME || gimple_has_volatile_ops (stmt))
	      return false;
	    ev->values.put (lhs, assigned_symbol (ev, stmt));
	    break;
	  }
	case GIMPLE_CALL:
	  {
	    symbol value;
	    tree lhs = gimple_call_lhs (stmt);
	    if ((lhs && TREE_CODE (lhs) != SSA_NAME)
		|| !called (ev, as_a <gcall *> (stmt), &value))
	      return false;
	    if (lhs)
	      ev->values.put (lhs, value);
	    break;
	  }
	case GIMPLE_RETURN:
	  {
	    tree value = gimple_return_retval (as_a <greturn *> (stmt));
	    if (value && AGGREGATE_TYPE_P (TREE_TYPE (value)))
	      return false;
	    *result = value ? value_of (ev, value) : unknown;
	    break;
	  }
	case GIMPLE_COND:
	case GIMPLE_LABEL:
	case GIMPLE_NOP:
	case GIMPLE_PREDICT:
	  break;
	default:
	  return false;
	}
    }
  return true;
}

/* Return true if control ends in BB, and not by an exception: an assertion failed.  */
static bool
ends (struct function *fun, basic_block bb)
{
  if (EDGE_COUNT (bb->succs))
    return false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (stmt_could_throw_p (fun, gsi_stmt (gsi)))
      return false;
  return true;
}

/* Return the one edge by which control leaves BB, or NULL.  A condition may be known, and
   assertions hold.  */
static edge
way_on (struct evaluation *ev, basic_block bb)
{
  edge way = NULL, e;
  edge_iterator ei;
  unsigned n = 0;
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast <gcond *> (gsi_stmt (gsi));
  int taken = 0;
  if (cond)
    {
      symbol a = value_of (ev, gimple_cond_lhs (cond));
      symbol b = value_of (ev, gimple_cond_rhs (cond));
      enum tree_code code = gimple_cond_code (cond);
      if (a.kind == LK_ACCESSOR_CONSTANT && b.kind == LK_ACCESSOR_CONSTANT
	  && (code == EQ_EXPR || code == NE_EXPR))
	taken = ((a.constant == b.constant) == (code == EQ_EXPR)
		 ? EDGE_TRUE_VALUE : EDGE_FALSE_VALUE);
    }
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!(e->flags & EDGE_EH) && !(taken && !(e->flags & taken)))
      {
	if (!taken && cond && ends (ev->fun, e->dest))
	  ev->asserts = true;
	else
	  {
	    way = e;
	    n++;
	  }
      }
  return n == 1 ? way : NULL;
}

static bool
evaluate (struct lk_lowering *lowering, struct function *fun, struct lk_accessor *out)
{
  struct evaluation ev;
  ev.lowering = lowering;
  ev.fun = fun;
  ev.asserts = false;
  unsigned n = 0;
  *out = unknown;
  basic_block bb = ENTRY_BLOCK_PTR_FOR_FN (fun);
  for (unsigned blocks = 0; bb != EXIT_BLOCK_PTR_FOR_FN (fun); blocks++)
    {
      edge way = way_on (&ev, bb);
      if (!way || blocks > MAX_STATEMENTS)
	return false;
      basic_block next = way->dest;
      for (gphi_iterator psi = gsi_start_phis (next); !gsi_end_p (psi);
	   gsi_next (&psi))
	if (!virtual_operand_p (gimple_phi_result (psi.phi ())))
	  ev.values.put (gimple_phi_result (psi.phi ()),
			 value_of (&ev, gimple_phi_arg_def (psi.phi (),
							    way->dest_idx)));
      bb = next;
      if (bb != EXIT_BLOCK_PTR_FOR_FN (fun)
	  && !evaluate_block (&ev, bb, &n, out))
	return false;
    }
  out->asserts = ev.asserts;
  return true;
}

/* Return true if CONTRACT says only that its function tests an argument: *OUT is then the
   comparison.  */
static bool
tests_argument (const struct lk_contract *contract, struct lk_accessor *out)
{
  const struct lk_clause *c = lk_contract_element (contract, LK_ROLE_TESTS);
  if (!c || contract->clauses || c->conditions[0].base < 1)
    return false;
  const struct lk_range *r = &c->conditions[0].range;
  if (r->holes > 1)
    return false;
  *out = unknown;
  out->kind = LK_ACCESSOR_COMPARE;
  out->formal = c->conditions[0].base - 1;
  out->op = (r->holes ? LK_NE : r->lo == r->hi ? LK_EQ : r->lo > INT64_MIN ? LK_GE : LK_LE);
  out->constant = r->holes ? r->hole : r->lo > INT64_MIN ? r->lo : r->hi;
  return true;
}

typedef hash_map<tree, struct lk_accessor> accessor_map;

static void
free_accessors (void *data)
{
  delete (accessor_map *) data;
}

static bool
find_accessor (struct lk_lowering *lowering, tree decl, struct lk_accessor *out)
{
  if (!lowering->slots[LK_SLOT_ACCESSORS].data)
    lk_keep (lowering, LK_SLOT_ACCESSORS, new accessor_map, free_accessors);
  accessor_map *accessors = (accessor_map *) lowering->slots[LK_SLOT_ACCESSORS].data;
  const struct lk_accessor *known = accessors->get (decl);
  if (!known)
    {
      struct lk_accessor found = unknown;
      found.kind = LK_ACCESSOR_NONE;
      struct function *fun = lk_body_of (decl);
      if (tests_argument (lk_contract_of (decl), &found))
	;
      else if (!fun || !lk_body_is_final (decl)
	  || lk_contract_of (decl) || lk_contract_of (fun->decl))
	;
      else
	{
	  /* A recursive function is no accessor.  */
	  accessors->put (decl, found);
	  struct lk_accessor made;
	  if (evaluate (lowering, fun, &made))
	    found = made;
	}
      accessors->put (decl, found);
      known = accessors->get (decl);
    }
  *out = *known;
  return out->kind != LK_ACCESSOR_NONE;
}

bool
lk_accessor_of (struct lk_lowering *lowering, tree decl,
		struct lk_accessor *out)
{
  return find_accessor (lowering, decl, out);
}

/* ---- Branches that accessors decide.  ---- */

/* Return the constant that the SSA name NAME is, by the accessor whose result it is.  */
static bool
constant_of (struct lk_lowering *lowering, tree name, int64_t *value)
{
  while (TREE_CODE (name = lk_origin_through (name, LK_THROUGH_CASTS | LK_TO_PLACES))
	 == SSA_NAME)
    {
      const gimple *def = SSA_NAME_DEF_STMT (name);
      tree decl = is_gimple_call (def) ? gimple_call_fndecl (def) : NULL;
      struct lk_accessor accessor;
      if (!decl || !find_accessor (lowering, decl, &accessor))
	return false;
      else if (accessor.kind == LK_ACCESSOR_CONSTANT)
	{
	  *value = accessor.constant;
	  return true;
	}
      else if (accessor.kind == LK_ACCESSOR_VALUE && accessor.nsel == 0
	       && accessor.addend == 0 && !accessor.scale
	       && accessor.formal < gimple_call_num_args (def))
	name = gimple_call_arg (def, accessor.formal);
      else
	return false;
    }
  if (!tree_fits_shwi_p (name))
    return false;
  *value = tree_to_shwi (name);
  return true;
}

/* Return the one edge out of BB that can be taken, or NULL.  */
static edge
only_way (struct lk_lowering *lowering, basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast <gcond *> (gsi_stmt (gsi));
  int64_t value;
  if (!cond || !tree_fits_shwi_p (gimple_cond_rhs (cond))
      || (gimple_cond_code (cond) != EQ_EXPR && gimple_cond_code (cond) != NE_EXPR)
      || TREE_CODE (gimple_cond_lhs (cond)) != SSA_NAME
      || !constant_of (lowering, gimple_cond_lhs (cond), &value))
    return NULL;
  edge yes, no;
  extract_true_false_edges_from_block (bb, &yes, &no);
  bool equal = value == tree_to_shwi (gimple_cond_rhs (cond));
  return equal == (gimple_cond_code (cond) == EQ_EXPR) ? yes : no;
}

void
lk_reached_blocks (struct lk_lowering *lowering, struct function *fun,
		   sbitmap reached)
{
  auto_vec<basic_block> stack;
  bitmap_clear (reached);
  stack.safe_push (ENTRY_BLOCK_PTR_FOR_FN (fun));
  while (!stack.is_empty ())
    {
      basic_block bb = stack.pop ();
      if (bitmap_bit_p (reached, bb->index))
	continue;
      bitmap_set_bit (reached, bb->index);
      edge only = only_way (lowering, bb), e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!only || e == only)
	  stack.safe_push (e->dest);
    }
}
