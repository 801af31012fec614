/* Calls and asm statements.

   A call becomes an event unless it can have no effect on a handle: pure functions are
   operations like any other.  (Built-in functions: lower/builtin.cc.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* Return the function that CALL calls, also through a pointer that can have only one value.  */
static tree
callee_of (struct lk_lower *l, gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (decl || gimple_call_internal_p (call) || !gimple_call_fn (call))
    return decl;
  return lk_resolve_function_pointer (l->unit, gimple_call_fn (call),
				      l->fun->decl);
}

/* Return true if CALL calls an accessor.  A function that ends the process on some paths, and whose
   result is not used, is called for what holds on the others.  */
static bool
call_accesses (struct lk_lower *l, gcall *call, struct lk_accessor *accessor)
{
  tree decl = gimple_call_fndecl (call);
  return (decl && !gimple_call_internal_p (call) && !gimple_call_chain (call)
	  && !fndecl_built_in_p (decl)
	  && lk_accessor_of (l->unit, decl, accessor)
	  && !(accessor->asserts && !gimple_call_lhs (call)));
}

/* ---- Demand.  ---- */

void
lk_need_call (struct lk_lower *l, gcall *call)
{
  tree callee = gimple_call_fndecl (call);
  bool told = callee && lk_body_of (callee);
  tree lhs = gimple_call_lhs (call);
  if (lhs && TREE_CODE (lhs) != SSA_NAME)
    lk_need_place (l, lhs);
  switch (lk_call_kind (call))
    {
    case CALL_NOTHING:
    case CALL_ZERO:
    case CALL_SAME:
    case CALL_EXPECT:
    case CALL_ALLOCA:
      return;
    default:
      break;
    }
  if (lk_models_need (l, call) || lk_call_is_pure (l, call))
    return;
  struct lk_accessor accessor;
  if (call_accesses (l, call, &accessor))
    {
      if (lhs && accessor.kind >= LK_ACCESSOR_VALUE
	  && accessor.formal < gimple_call_num_args (call))
	lk_need (l, gimple_call_arg (call, accessor.formal), LK_NEED_VALUE);
      if (lhs && accessor.scale && accessor.index < gimple_call_num_args (call))
	lk_need (l, gimple_call_arg (call, accessor.index), LK_NEED_VALUE);
      return;
    }
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree arg = gimple_call_arg (call, i);
      /* A function of the unit may test its arguments: counts, flags.  */
      lk_need (l, arg, (INTEGRAL_TYPE_P (TREE_TYPE (arg)) && told
			? LK_NEED_VALUE | LK_NEED_CONDITION : LK_NEED_VALUE));
    }
  if (gimple_call_chain (call))
    lk_need (l, gimple_call_chain (call), LK_NEED_VALUE);
  if (gimple_call_fn (call) && !callee_of (l, call))
    lk_need (l, gimple_call_fn (call), LK_NEED_VALUE);
}

/* ---- Pure functions.  ---- */

/* Return the content of the string literal that ARG is the address of.  */
static tree
literal_text (tree arg)
{
  if (TREE_CODE (arg) != ADDR_EXPR)
    return NULL;
  arg = TREE_OPERAND (arg, 0);
  if (TREE_CODE (arg) == ARRAY_REF && integer_zerop (TREE_OPERAND (arg, 1)))
    arg = TREE_OPERAND (arg, 0);
  else if (TREE_CODE (arg) == MEM_REF && integer_zerop (TREE_OPERAND (arg, 1))
	   && TREE_CODE (TREE_OPERAND (arg, 0)) == ADDR_EXPR)
    arg = TREE_OPERAND (TREE_OPERAND (arg, 0), 0);
  return TREE_CODE (arg) == STRING_CST ? arg : NULL;
}

/* Return the variable that ARG is the address of, or of a part of, *OFFSET bytes behind its start,
   if nothing is written there while the program runs; or NULL.  */
static tree
constant_variable (tree arg, poly_int64 *offset)
{
  if (TREE_CODE (arg) != ADDR_EXPR)
    return NULL;
  tree base = get_addr_base_and_unit_offset (TREE_OPERAND (arg, 0), offset);
  return (base && VAR_P (base) && TREE_READONLY (base) && is_global_var (base)
	  && offset->is_constant () ? base : NULL);
}

/* Return true if OP is the address of a variable: a buffer, say, that is filled again and
   again.  The target of a pointer to a string mostly stays what it is.  */
static bool
names_object (struct lk_lower *l, struct lk_operand op)
{
  enum lk_var_class class_ = l->graph->vars[op.path->root].class_;
  return class_ == LK_VAR_OBJECT || class_ == LK_VAR_GLOBAL;
}

/* The call's key is the function and its constant arguments, string literals by content and
   constant variables; up to two others are its operands.  */
static void
lower_pure_call (struct lk_lower *l, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME || !lk_matters (TREE_TYPE (lhs))
      || !(l->state[SSA_NAME_VERSION (lhs)] & LK_NEED_CONDITION))
    return;
  lk_loc loc = lk_location_of (call);
  struct lk_operand operands[2] = { lk_operand_const (0),
				    lk_operand_const (0) };
  unsigned n = 0;
  char number[48];
  auto_vec<char, 128> key;
  bool constant = gimple_call_flags (call) & ECF_CONST;
  snprintf (number, sizeof number, "call %u", DECL_UID (gimple_call_fndecl
							 (call)));
  for (const char *s = number; *s; s++)
    key.safe_push (*s);
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      poly_int64 offset;
      tree arg = gimple_call_arg (call, i), string = literal_text (arg);
      tree variable = constant_variable (arg, &offset);
      struct lk_operand op = lk_operand_of (l, arg);
      number[0] = '\0';
      if (string)
	{
	  snprintf (number, sizeof number, ",s%d:", TREE_STRING_LENGTH (string));
	  for (const char *s = number; *s; s++)
	    key.safe_push (*s);
	  /* A NUL would end the key.  */
	  for (int j = 0; j < TREE_STRING_LENGTH (string); j++)
	    if (TREE_STRING_POINTER (string)[j])
	      key.safe_push (TREE_STRING_POINTER (string)[j]);
	  continue;
	}
      else if (variable)
	snprintf (number, sizeof number, ",v%u+%" PRId64, DECL_UID (variable),
		  (int64_t) offset.to_constant ());
      else if (op.kind == LK_CONST)
	snprintf (number, sizeof number, ",c%" PRId64, op.value);
      else if (op.kind == LK_PATH && n < 2
	       && (constant || !names_object (l, op)))
	{
	  snprintf (number, sizeof number, ",%u", n);
	  operands[n++] = op;
	}
      else
	{
	  lk_define_unknown (l, lhs, loc);
	  return;
	}
      for (const char *s = number; *s; s++)
	key.safe_push (*s);
    }
  if (n == 0 && !constant)
    {
      lk_define_unknown (l, lhs, loc);
      return;
    }
  key.safe_push ('\0');
  lk_define_pure (l, lhs, key.address (), operands[0], operands[1], loc);
  /* Heuristic: a pure function that returns an unsigned number of 64 bits counts.  Wrong if it
     returns -1 for a failure.  */
  if (TYPE_UNSIGNED (TREE_TYPE (lhs)) && INTEGRAL_TYPE_P (TREE_TYPE (lhs))
      && TYPE_PRECISION (TREE_TYPE (lhs)) == 64)
    lk_mark_length (l, lhs);
}

/* ---- Ordinary calls.  ---- */

/* Return true if ARG is the address of a variable whose declaration suppresses acquisitions
   into it, or of a part of it.  */
static bool
suppressed_argument (tree arg)
{
  if (TREE_CODE (arg) != ADDR_EXPR)
    return false;
  tree base = TREE_OPERAND (arg, 0);
  while (handled_component_p (base))
    base = TREE_OPERAND (base, 0);
  return VAR_P (base) && lk_decl_suppressed (base);
}

/* Return true if CALL allocates the frame of a coroutine, which frees itself, or is destroyed
   through a coroutine_handle.  (The user's code is in other functions.)  */
static bool
allocates_frame (const struct lk_lower *l, const gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  return lk_makes_frame (l->fun) && decl && DECL_IS_OPERATOR_NEW_P (decl);
}

bool
lk_call_suppressed (struct lk_lower *l, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  if (allocates_frame (l, call))
    return true;
  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    {
      tree user = lk_user_variable (l, lhs);
      if (user && lk_decl_suppressed (user))
	return true;
    }
  else if (lhs)
    {
      while (handled_component_p (lhs))
	lhs = TREE_OPERAND (lhs, 0);
      if (VAR_P (lhs) && lk_decl_suppressed (lhs))
	return true;
    }
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (suppressed_argument (gimple_call_arg (call, i)))
      return true;
  return false;
}

/* Return true if CALL is there to have the lowest free descriptor taken, as daemons do with 0,
   1 and 2: the result of dup, or of open on a device, is not used.  */
static bool
fills_descriptor (const gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (gimple_call_lhs (call) || !decl || !DECL_NAME (decl) || !TREE_PUBLIC (decl)
      || gimple_call_num_args (call) == 0)
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  if (!strcmp (name, "dup"))
    return true;
  if (strcmp (name, "open") && strcmp (name, "open64"))
    return false;
  tree path = gimple_call_arg (call, 0);
  const char *text = TREE_CODE (path) == ADDR_EXPR ? c_getstr (path) : NULL;
  return text && startswith (text, "/dev/");
}

/* Return true if CALL maps over memory that the program has already, mostly a part of a larger
   mapping, to which the new one then belongs.  */
static bool
maps_over (const gcall *call)
{
  /* As Linux, the BSDs and Darwin have it.  */
  const HOST_WIDE_INT map_fixed = 0x10;
  tree decl = gimple_call_fndecl (call);
  if (!decl || !DECL_NAME (decl) || !TREE_PUBLIC (decl) || gimple_call_num_args (call) != 6
      || (!id_equal (DECL_NAME (decl), "mmap") && !id_equal (DECL_NAME (decl), "mmap64")))
    return false;
  tree flags = gimple_call_arg (call, 3);
  return (TREE_CODE (gimple_call_arg (call, 0)) != INTEGER_CST && tree_fits_shwi_p (flags)
	  && (tree_to_shwi (flags) & map_fixed));
}

/* Return the size of the member of another object that ARG is the address of, 0 if it is
   something else.  (A base is no member: the base's address gives access to the rest.  And the
   address of a promise gives access to a coroutine's frame.)  */
static uint64_t
member_size (struct lk_lower *l, tree arg)
{
  arg = lk_origin_through (arg, LK_THROUGH_CASTS | LK_TO_ADDRESSES);
  if (TREE_CODE (arg) != ADDR_EXPR
      || TREE_CODE (TREE_OPERAND (arg, 0)) != COMPONENT_REF)
    return 0;
  tree field = TREE_OPERAND (TREE_OPERAND (arg, 0), 1);
  bool promise = DECL_NAME (field) && id_equal (DECL_NAME (field), "_Coro_promise");
  return (DECL_ARTIFICIAL (field) || (promise && l->frame_waits)
	  ? 0 : lk_size_of (TREE_TYPE (field)));
}

static void
lower_ordinary_call (struct lk_lower *l, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  tree decl = callee_of (l, call);
  int64_t offset;
  tree same = lhs ? lk_call_returns_argument (l, call, &offset) : NULL;
  unsigned n = gimple_call_num_args (call) + (gimple_call_chain (call) != NULL);
  struct lk_dispatch *dispatch
    = decl ? NULL : lk_dispatch_of (l->unit, gimple_call_fn (call));
  bool callback = dispatch && dispatch->callback;
  if (struct lk_function *callee = decl ? lk_function_called (l->unit, call, decl) : NULL)
    lk_lower_members_given (l, call, callee->contract);
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL,
			  lk_location_of (call), n + callback);
  if (struct lk_function *caster = decl ? lk_caster (l->unit, call) : NULL)
    event->callee = caster;
  else if (decl)
    event->callee = lk_function_called (l->unit, call, decl);
  else if (dispatch)
    event->callee = lk_dispatcher (l->unit, dispatch);
  else if (struct lk_function *method
	   = lk_virtual_elsewhere (l->unit, lk_virtual_method (gimple_call_fn (call))))
    event->callee = method;
  else if (struct lk_function *entry = lk_table_function (l->unit, call))
    event->callee = entry;
  else if (struct lk_function *deleting = lk_deleting_by_table (l->unit, gimple_call_fn (call)))
    event->callee = deleting;
  else if (gimple_call_fn (call))
    event->src = lk_operand_of (l, gimple_call_fn (call));
  event->suppressed = lk_call_suppressed (l, call) || maps_over (call);
  event->fills = fills_descriptor (call);
  event->throws = (!l->no_way_out && stmt_can_throw_external (l->fun, call)
		   && lk_throws (l->unit, l->fun, call));
  event->throws_unseen = (l->unit->options->engine.level > 1
			  && lk_throws_unseen (l->unit, l->fun, call));
  event->awaited = lk_awaited (l->unit, l->fun, call);
  lk_lower_arguments (l, call, event);
  if (event->n_args && (lk_keeps_object_alone (decl, gimple_call_arg (call, 0))
			|| lk_answers_of_object (call)))
    event->arg_flags[0] |= LK_ARG_LENT;
  if (callback)
    event->args[n] = lk_operand_of (l, gimple_call_fn (call));
  tree fntype = gimple_call_fntype (call);
  if (fntype && TREE_CODE (fntype) == METHOD_TYPE
      && gimple_call_num_args (call))
    {
      event->member = true;
      event->member_size = member_size (l, gimple_call_arg (call, 0));
    }
  if (!lhs)
    return;
  if (TREE_CODE (lhs) != SSA_NAME)
    {
      event->aggregate_result = !lk_matters (TREE_TYPE (lhs));
      event->dest = (event->aggregate_result ? lk_address_of (l, lhs)
		     : lk_place_of (l, lhs));
      if (event->dest.kind != LK_PATH)
	event->aggregate_result = false;
    }
  else if (same && lk_operand_of (l, same).kind != LK_UNKNOWN)
    lk_lower_definition (l, call);
  else if (lk_matters (TREE_TYPE (lhs)))
    {
      lk_define (l, lhs);
      event->dest = lk_operand_of (l, lhs);
    }
  else if (l->state[SSA_NAME_VERSION (lhs)] & LK_NEED_CONDITION)
    lk_define_unknown (l, lhs, lk_location_of (call));
}

/* ---- Accessors.  ---- */

/* Find the path of ACCESSOR at CALL; return false if it has none that can be written.  */
static bool
accessed (struct lk_lower *l, gcall *call, const struct lk_accessor *accessor,
	  struct lk_operand *out)
{
  if (accessor->formal >= gimple_call_num_args (call))
    return false;
  tree arg = gimple_call_arg (call, accessor->formal);
  struct lk_operand base = (AGGREGATE_TYPE_P (TREE_TYPE (arg))
			    ? lk_address_of (l, arg) : lk_operand_of (l, arg));
  if (base.kind == LK_CONST && accessor->nsel == 0 && !accessor->scale)
    {
      *out = lk_operand_const ((int64_t) ((uint64_t) base.value
					  + (uint64_t) accessor->addend));
      return true;
    }
  if (base.kind != LK_PATH || base.path->nsel)
    return false;
  if (accessor->nsel == 0)
    {
      *out = lk_plus (l, base, accessor->addend);
      if (accessor->scale)
	{
	  int64_t index;
	  bool constant = (accessor->index < gimple_call_num_args (call)
			   && lk_constant (gimple_call_arg (call, accessor->index),
					   &index));
	  *out = lk_plus (l, *out, constant ? index * accessor->scale : LK_ANY);
	}
      return out->kind == LK_PATH;
    }
  int64_t sel[LK_ACCESSOR_LOADS];
  memcpy (sel, accessor->sel, sizeof sel);
  if (base.path->addend == LK_ANY)
    sel[0] = LK_ANY;
  else
    sel[0] = (int64_t) ((uint64_t) sel[0] + (uint64_t) base.path->addend);
  *out = lk_operand_path (lk_path_make (l->graph, base.path->root,
					accessor->nsel, sel,
					accessor->addend));
  return true;
}

static void
lower_accessor (struct lk_lower *l, gcall *call,
		const struct lk_accessor *accessor)
{
  tree lhs = gimple_call_lhs (call);
  lk_loc loc = lk_location_of (call);
  struct lk_operand value = lk_operand_unknown ();
  if (!lhs)
    return;
  if (accessor->kind == LK_ACCESSOR_CONSTANT)
    value = lk_operand_const (accessor->constant);
  else if (accessor->kind == LK_ACCESSOR_FUNCTION)
    value = lk_function_operand (l, accessor->function);
  else if (accessor->kind >= LK_ACCESSOR_VALUE)
    accessed (l, call, accessor, &value);
  if (accessor->kind == LK_ACCESSOR_COMPARE && value.kind == LK_PATH)
    {
      struct lk_definition def;
      memset (&def, 0, sizeof def);
      def.kind = LK_DEF_COMPARE;
      def.op = accessor->op;
      if (value.path->nsel)
	value = lk_loaded (l, value, loc);
      def.a = value;
      def.b = lk_operand_const (accessor->constant);
      value = lk_computed (l, &def);
    }
  else if (accessor->kind == LK_ACCESSOR_COMPARE)
    value = lk_operand_unknown ();
  if (TREE_CODE (lhs) != SSA_NAME)
    {
      if (lk_matters (TREE_TYPE (lhs)))
	lk_store (l, lhs, value, loc);
      else if (AGGREGATE_TYPE_P (TREE_TYPE (lhs)))
	lk_clear (l, lk_address_of (l, lhs), lk_size_of (TREE_TYPE (lhs)),
		  lk_operand_unknown (), loc);
    }
  else if (!(l->state[SSA_NAME_VERSION (lhs)]
	     & (LK_NEED_VALUE | LK_NEED_CONDITION)))
    ;
  else if (value.kind == LK_UNKNOWN
	   || (value.kind == LK_PATH && value.path->nsel))
    lk_define_assigned (l, lhs, value, loc);
  else
    lk_set_operand (l, lhs, value);
}

/* ---- Other calls.  ---- */

/* Define the result of a call that makes no event.  */
void
lk_lower_unknown_result (struct lk_lower *l, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  lk_loc loc = lk_location_of (call);
  if (!lhs)
    return;
  if (TREE_CODE (lhs) != SSA_NAME)
    {
      if (lk_matters (TREE_TYPE (lhs)))
	lk_store (l, lhs, lk_operand_unknown (), loc);
      else if (AGGREGATE_TYPE_P (TREE_TYPE (lhs)))
	lk_clear (l, lk_address_of (l, lhs), lk_size_of (TREE_TYPE (lhs)),
		  lk_operand_unknown (), loc);
    }
  else if (l->state[SSA_NAME_VERSION (lhs)]
	   & (LK_NEED_VALUE | LK_NEED_CONDITION))
    lk_define_unknown (l, lhs, loc);
}

void
lk_lower_call (struct lk_lower *l, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  bool to_name = lhs && TREE_CODE (lhs) == SSA_NAME;
  enum call_kind kind = lk_call_kind (call);
  struct lk_accessor accessor;
  int64_t offset;
  switch (kind)
    {
    case CALL_ORDINARY:
      if (lk_models_lower (l, call, false))
	;
      else if (lk_call_is_pure (l, call))
	lower_pure_call (l, call);
      else if (lk_models_lower (l, call, true))
	;
      else if (call_accesses (l, call, &accessor))
	lower_accessor (l, call, &accessor);
      else if (to_name && lk_cast_of_made (call, &offset))
	lk_lower_definition (l, call);
      else
	lower_ordinary_call (l, call);
      lk_models_after (l, call);
      break;
    case CALL_NOTHING:
      lk_lower_unknown_result (l, call);
      break;
    case CALL_ZERO:
      if (to_name)
	lk_set_operand (l, lhs, lk_operand_const (0));
      break;
    case CALL_SAME:
    case CALL_EXPECT:
      if (to_name)
	{
	  lk_lower_definition (l, call);
	  if (kind == CALL_EXPECT)
	    l->state[SSA_NAME_VERSION (lhs)] |= LK_EXPECTED;
	}
      break;
    default:
      lk_lower_builtin (l, call, kind);
      if (to_name && kind != CALL_ALLOCA && kind < CALL_ATOMIC_LOAD)
	lk_lower_definition (l, call);
      break;
    }
}

/* ---- asm.  ---- */

void
lk_need_asm (struct lk_lower *l, gasm *stmt)
{
  for (unsigned i = 0; i < gimple_asm_ninputs (stmt); i++)
    lk_need (l, TREE_VALUE (gimple_asm_input_op (stmt, i)), LK_NEED_VALUE);
  for (unsigned i = 0; i < gimple_asm_noutputs (stmt); i++)
    {
      tree out = TREE_VALUE (gimple_asm_output_op (stmt, i));
      if (TREE_CODE (out) != SSA_NAME)
	lk_need_place (l, out);
    }
}

/* An asm statement is a call of an unknown function with its inputs, and with
   the addresses of what it may change in memory.  */
void
lk_lower_asm (struct lk_lower *l, gasm *stmt)
{
  unsigned n_in = gimple_asm_ninputs (stmt), n_out = gimple_asm_noutputs (stmt);
  lk_loc loc = lk_location_of (stmt);
  auto_vec<struct lk_operand> args;
  for (unsigned i = 0; i < n_in + n_out; i++)
    {
      tree op = TREE_VALUE (i < n_in ? gimple_asm_input_op (stmt, i)
			    : gimple_asm_output_op (stmt, i - n_in));
      struct lk_operand arg = lk_operand_unknown ();
      if (i < n_in && is_gimple_val (op))
	arg = lk_operand_of (l, op);
      else if (TREE_CODE (op) != SSA_NAME)
	arg = lk_address_of (l, op);
      if (arg.kind == LK_PATH)
	args.safe_push (arg);
    }
  if (!args.is_empty ())
    {
      struct lk_event *event
	= lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL, loc,
			      args.length ());
      for (unsigned i = 0; i < args.length (); i++)
	event->args[i] = args[i];
    }
  for (unsigned i = 0; i < n_out; i++)
    {
      tree out = TREE_VALUE (gimple_asm_output_op (stmt, i));
      if (TREE_CODE (out) == SSA_NAME
	  && (l->state[SSA_NAME_VERSION (out)]
	      & (LK_NEED_VALUE | LK_NEED_CONDITION)))
	lk_define_unknown (l, out, loc);
    }
}
