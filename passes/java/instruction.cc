/* Bytecode instructions to GIMPLE statements.

   The stack holds operands: constants, variables, SSA names.  A variable on
   the stack is its value at the time of the load, so before it is stored to,
   what is on the stack is copied; that happens in one store of a hundred.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "gimplify.h"
#include "fold-const.h"
#include "real.h"
#include "cfghooks.h"

static void
push (struct lk_java_builder *b, tree value)
{
  b->stack.safe_push (value);
}

static tree
pop (struct lk_java_builder *b)
{
  return b->stack.pop ();
}

/* ---- Constants.  ---- */

static tree
real_constant (tree type, const long *words)
{
  REAL_VALUE_TYPE r;
  real_from_target (&r, words, TYPE_MODE (type));
  return build_real (type, r);
}

static tree
number (const struct lk_insn *insn)
{
  long words[2] = { 0, 0 };
  switch (insn->kind)
    {
    case LK_VALUE_INT:
      return build_int_cst (integer_type_node, insn->u.i);
    case LK_VALUE_LONG:
      return build_int_cst (lk_java_kind_type (LK_VALUE_LONG), insn->u.l);
    case LK_VALUE_FLOAT:
      {
	uint32_t bits;
	memcpy (&bits, &insn->u.f, sizeof bits);
	words[0] = bits;
	return real_constant (float_type_node, words);
      }
    default:
      {
	uint64_t bits;
	memcpy (&bits, &insn->u.d, sizeof bits);
	words[FLOAT_WORDS_BIG_ENDIAN ? 1 : 0] = bits & 0xffffffff;
	words[FLOAT_WORDS_BIG_ENDIAN ? 0 : 1] = bits >> 32;
	return real_constant (double_type_node, words);
      }
    }
}

/* Strings and classes: a number that says which, and that it is not null.
   Others are an address of constant data, of which nothing but that is of
   interest.  */
static tree
constant_operand (const struct lk_java_builder *b, unsigned index)
{
  static tree address;
  const char *text = lk_class_string_at (b->body->class_, index);
  if (!text)
    text = lk_class_name_at (b->body->class_, index);
  if (text)
    return build_int_cst (ptr_type_node,
			  (HOST_WIDE_INT) htab_hash_string (text) + 1);
  if (!address)
    address = lk_java_keep (build_string_literal (1, ""));
  return address;
}

static tree
loaded_constant (struct lk_java_builder *b, const struct lk_insn *insn)
{
  const struct lk_constant *constant
    = lk_class_constant (b->body->class_, insn->u.ref.index);
  if (constant && constant->tag != LK_CONSTANT_DYNAMIC)
    return constant_operand (b, insn->u.ref.index);
  return lk_java_call_helper (b, LK_HELPER_DYNAMIC,
			      (enum lk_value_kind) insn->kind, vNULL);
}

/* ---- Locals.  ---- */

/* VAR is about to change: keep the values of it that are on the stack.  */
static void
save_copies (struct lk_java_builder *b, tree var)
{
  tree saved = NULL_TREE;
  unsigned i;
  tree *entry;
  FOR_EACH_VEC_ELT (b->stack, i, entry)
    if (*entry == var)
      {
	if (!saved)
	  saved = lk_java_value (b, TREE_TYPE (var), var);
	*entry = saved;
      }
}

static void
store_local (struct lk_java_builder *b, const struct lk_insn *insn)
{
  enum lk_value_kind kind = (enum lk_value_kind) insn->kind;
  tree value = pop (b);
  tree var = lk_java_slot (b, insn->u.local.slot, kind);
  save_copies (b, var);
  /* The value gets the user's name.  The variable that is stored to is the slot's:
     LocalVariableTable is used for names only.  */
  const struct lk_local *local = lk_body_insn_local (b->body, insn);
  if (local && lk_value_kind_of (local->descriptor[0]) == kind
      && !CONSTANT_CLASS_P (value))
    {
      tree named = lk_java_named (b, local);
      if (TREE_CODE (value) == SSA_NAME && !SSA_NAME_VAR (value))
	SET_SSA_NAME_VAR_OR_IDENTIFIER (value, named);
      else if (value != named)
	{
	  tree copy = make_ssa_name (named);
	  lk_java_emit (b, gimple_build_assign (copy, value));
	  value = copy;
	}
    }
  if (value != var)
    lk_java_emit (b, gimple_build_assign (var, value));
}

static void
increment_local (struct lk_java_builder *b, const struct lk_insn *insn)
{
  tree var = lk_java_slot (b, insn->u.local.slot, LK_VALUE_INT);
  save_copies (b, var);
  tree amount = build_int_cst (integer_type_node, insn->u.local.increment);
  lk_java_emit (b, gimple_build_assign (var, PLUS_EXPR, var, amount));
}

static void
duplicate (struct lk_java_builder *b, const struct lk_insn *insn)
{
  unsigned count = insn->u.dup.count;
  unsigned top = b->stack.length ();
  unsigned at = top - count - insn->u.dup.under;
  for (unsigned i = 0; i < count; i++)
    {
      tree value = b->stack[top - count + i + i];
      b->stack.safe_insert (at + i, value);
    }
}

/* ---- Memory.  ---- */

static tree
dereference (struct lk_java_builder *b, tree type, tree object)
{
  /* Members of constants are none that GCC could fold.  */
  if (CONSTANT_CLASS_P (object) || TREE_CODE (object) == ADDR_EXPR)
    object = lk_java_value (b, ptr_type_node, object);
  return build2 (MEM_REF, type, object, build_int_cst (ptr_type_node, 0));
}

static tree
field_place (struct lk_java_builder *b, const struct lk_insn *insn, bool store,
	     bool is_static)
{
  struct lk_member_ref ref;
  if (!lk_class_member_at (b->body->class_, insn->u.ref.index, &ref))
    return NULL_TREE;
  tree field = lk_java_field (&ref, is_static);
  if (is_static)
    return field;
  tree object = b->stack[b->stack.length () - 1 - store];
  return build3 (COMPONENT_REF, TREE_TYPE (field),
		 dereference (b, DECL_CONTEXT (field), object), field,
		 NULL_TREE);
}

static void
get_field (struct lk_java_builder *b, const struct lk_insn *insn)
{
  bool is_static = insn->op == LK_OP_GET_STATIC;
  struct lk_member_ref ref;
  if (is_static && lk_java->options->verify
      && lk_class_member_at (b->body->class_, insn->u.ref.index, &ref))
    if (tree constant = lk_java_enum_constant (&ref))
      {
	push (b, constant);
	return;
      }
  tree place = field_place (b, insn, false, is_static);
  if (!is_static)
    pop (b);
  push (b, lk_java_value (b, lk_java_kind_type ((enum lk_value_kind)
						insn->kind), place));
}

static void
put_field (struct lk_java_builder *b, const struct lk_insn *insn)
{
  bool is_static = insn->op == LK_OP_PUT_STATIC;
  tree place = field_place (b, insn, true, is_static);
  tree value = pop (b);
  if (!is_static)
    pop (b);
  lk_java_emit (b, gimple_build_assign (place, value));
  tree field = is_static ? place : place ? TREE_OPERAND (place, 1) : place;
  if (field && !lk_java->options->verify && LK_FIELD_TAKES (field))
    {
      auto_vec<tree, 1> args;
      args.quick_push (value);
      lk_java_call_helper (b, LK_HELPER_TAKE, LK_VALUE_NONE, args);
    }
}

static tree
element (struct lk_java_builder *b, char type, tree array, tree index)
{
  tree array_type = lk_java_array_type (type);
  return build4 (ARRAY_REF, TREE_TYPE (array_type),
		 dereference (b, array_type, array), index, NULL_TREE,
		 NULL_TREE);
}

static void
load_element (struct lk_java_builder *b, const struct lk_insn *insn)
{
  tree index = pop (b), array = pop (b);
  tree place = element (b, insn->type, array, index);
  tree value = lk_java_value (b, TREE_TYPE (place), place);
  tree type = lk_java_kind_type ((enum lk_value_kind) insn->kind);
  if (TREE_TYPE (place) != type)
    value = lk_java_unary (b, NOP_EXPR, type, value);
  push (b, value);
}

static void
store_element (struct lk_java_builder *b, const struct lk_insn *insn)
{
  tree value = pop (b), index = pop (b), array = pop (b);
  tree place = element (b, insn->type, array, index);
  if (TREE_TYPE (place)
      != lk_java_kind_type ((enum lk_value_kind) insn->kind))
    value = lk_java_unary (b, NOP_EXPR, TREE_TYPE (place), value);
  lk_java_emit (b, gimple_build_assign (place, value));
}

/* ---- Arithmetic.  ---- */

static void
binary (struct lk_java_builder *b, const struct lk_insn *insn,
	enum tree_code code)
{
  enum lk_value_kind kind = (enum lk_value_kind) insn->kind;
  tree type = lk_java_kind_type (kind);
  tree y = pop (b), x = pop (b);
  bool real = SCALAR_FLOAT_TYPE_P (type);
  if (real && insn->op == LK_OP_REM)
    {
      auto_vec<tree, 2> args;
      args.quick_push (x);
      args.quick_push (y);
      push (b, lk_java_call_helper (b, LK_HELPER_REMAINDER, kind, args));
      return;
    }
  if (real && insn->op == LK_OP_DIV)
    code = RDIV_EXPR;
  if (insn->op == LK_OP_USHR)
    {
      tree utype = unsigned_type_for (type);
      x = lk_java_unary (b, NOP_EXPR, utype, x);
      x = lk_java_binary (b, code, utype, x, y);
      push (b, lk_java_unary (b, NOP_EXPR, type, x));
      return;
    }
  push (b, lk_java_binary (b, code, type, x, y));
}

static void
convert (struct lk_java_builder *b, const struct lk_insn *insn)
{
  tree value = pop (b);
  tree type = lk_java_descriptor_type (insn->type);
  bool from_real = SCALAR_FLOAT_TYPE_P (TREE_TYPE (value));
  bool to_real = SCALAR_FLOAT_TYPE_P (type);
  if (insn->type == 'B' || insn->type == 'C' || insn->type == 'S')
    value = lk_java_unary (b, NOP_EXPR,
			   TREE_TYPE (lk_java_array_type (insn->type)), value);
  push (b, lk_java_unary (b, (from_real && !to_real ? FIX_TRUNC_EXPR
			      : !from_real && to_real ? FLOAT_EXPR
			      : NOP_EXPR), type, value));
}

/* ---- Branches.  ---- */

static enum tree_code
comparison (enum lk_jump_cond cond)
{
  switch (cond)
    {
    case LK_JUMP_EQ:
      return EQ_EXPR;
    case LK_JUMP_NE:
      return NE_EXPR;
    case LK_JUMP_LT:
      return LT_EXPR;
    case LK_JUMP_GE:
      return GE_EXPR;
    case LK_JUMP_GT:
      return GT_EXPR;
    default:
      return LE_EXPR;
    }
}

static const struct lk_stack *
stack_at (const struct lk_java_builder *b, uint32_t block)
{
  return b->body->insns[b->body->blocks[block].first_insn].stack;
}

static void
branch (struct lk_java_builder *b, const struct lk_code_block *block,
	const struct lk_insn *insn, tree x, tree y)
{
  uint32_t yes = block->successors[0];
  uint32_t no = block->n_successors > 1 ? block->successors[1] : yes;
  lk_java_flush (b, stack_at (b, yes));
  if (yes == no)
    {
      lk_java_go_to (b, lk_java_start_of (b, yes));
      return;
    }
  enum tree_code code = comparison (insn->u.branch.cond);
  /* Compilers jump forward where the condition of the source is false: then the two edges are
     swapped, because a path shows which was taken.  */
  const struct lk_code_block *target = &b->body->blocks[yes];
  if (b->body->insns[target->first_insn].pc > insn->pc)
    {
      code = invert_tree_comparison (code, false);
      std::swap (yes, no);
    }
  lk_java_emit (b, gimple_build_cond (code, x, y, NULL_TREE, NULL_TREE));
  make_edge (b->here, lk_java_start_of (b, yes), EDGE_TRUE_VALUE);
  make_edge (b->here, lk_java_start_of (b, no), EDGE_FALSE_VALUE);
  b->here = NULL;
}

/* -1, 0 or 1 of X and Y, where no branch follows.  */
static tree
three_way (struct lk_java_builder *b, tree x, tree y)
{
  tree more = lk_java_binary (b, GT_EXPR, boolean_type_node, x, y);
  tree less = lk_java_binary (b, LT_EXPR, boolean_type_node, x, y);
  return lk_java_binary (b, MINUS_EXPR, integer_type_node,
			 lk_java_unary (b, NOP_EXPR, integer_type_node, more),
			 lk_java_unary (b, NOP_EXPR, integer_type_node, less));
}

static tree
label_of (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_start_bb (bb);
  if (!gsi_end_p (gsi))
    if (glabel *label = dyn_cast <glabel *> (gsi_stmt (gsi)))
      return gimple_label_label (label);
  tree label = create_artificial_label (UNKNOWN_LOCATION);
  gsi_insert_before_without_update (&gsi, gimple_build_label (label),
				    GSI_NEW_STMT);
  return label;
}

static void
emit_switch (struct lk_java_builder *b, const struct lk_insn *insn)
{
  tree index = pop (b);
  const struct lk_switch_table *table = insn->u.table;
  lk_java_flush (b, stack_at (b, table->otherwise));
  basic_block here = b->here;
  basic_block otherwise = lk_java_start_of (b, table->otherwise);
  auto_vec<tree> labels;
  make_edge (here, otherwise, 0);
  for (uint32_t i = 0; i < table->n_cases; i++)
    if (table->cases[i].target != table->otherwise)
      {
	basic_block to = lk_java_start_of (b, table->cases[i].target);
	labels.safe_push (build_case_label (build_int_cst (integer_type_node,
							   table->cases[i].key),
					    NULL_TREE, label_of (to)));
	make_edge (here, to, 0);
      }
  if (labels.is_empty ())
    {
      single_succ_edge (here)->flags |= EDGE_FALLTHRU;
      b->here = NULL;
      return;
    }
  tree fallback = build_case_label (NULL_TREE, NULL_TREE,
				    label_of (otherwise));
  lk_java_emit (b, gimple_build_switch (index, fallback, labels));
  b->here = NULL;
}

static void
emit_return (struct lk_java_builder *b, const struct lk_insn *insn)
{
  tree value = NULL_TREE;
  if (insn->kind != LK_VALUE_NONE)
    {
      value = pop (b);
      if (lk_java_kind_type ((enum lk_value_kind) insn->kind)
	  != TREE_TYPE (DECL_RESULT (b->decl)))
	value = NULL_TREE;
    }
  lk_java_emit (b, gimple_build_return (value));
  make_edge (b->here, EXIT_BLOCK_PTR_FOR_FN (b->fun), 0);
  b->here = NULL;
}

/* ---- Objects and calls.  ---- */

/* The class that a constant names, as a number; of arrays, zero.  */
static tree
class_number (struct lk_java_builder *b, const struct lk_insn *insn)
{
  const char *name = lk_class_name_at (b->body->class_, insn->u.ref.index);
  return build_int_cst (integer_type_node, (name && *name != '['
					    ? lk_java_class_named (name)->id
					    : 0));
}

static void
emit_helper (struct lk_java_builder *b, const struct lk_insn *insn,
	     enum lk_java_helper helper, bool with_class)
{
  enum lk_value_kind kind
    = insn->n_pushes ? (insn->op == LK_OP_ARRAY_LENGTH
			|| insn->op == LK_OP_INSTANCE_OF
			? LK_VALUE_INT : LK_VALUE_REF) : LK_VALUE_NONE;
  auto_vec<tree, 8> args;
  unsigned first = b->stack.length () - insn->n_pops;
  for (unsigned i = 0; i < insn->n_pops; i++)
    args.safe_push (b->stack[first + i]);
  b->stack.truncate (first);
  if (with_class)
    args.safe_push (class_number (b, insn));
  tree result = lk_java_call_helper (b, helper, kind, args);
  if (result)
    push (b, result);
}

static void
emit_instance_of (struct lk_java_builder *b, const struct lk_insn *insn)
{
  const char *name = lk_class_name_at (b->body->class_, insn->u.ref.index);
  if (name && lk_java_is_surely (insn, 0, name))
    {
      tree is = lk_java_binary (b, NE_EXPR, boolean_type_node, pop (b),
				null_pointer_node);
      push (b, lk_java_unary (b, NOP_EXPR, integer_type_node, is));
    }
  else if (name && *name != '[')
    emit_helper (b, insn, LK_HELPER_INSTANCE_OF, true);
  else
    emit_helper (b, insn, LK_HELPER_SWITCH, false);
}

/* ---- What constructors of the library store.  ---- */

/* Return the number of the one argument of a method with DESCRIPTOR that has the type FIELD, a
   descriptor; 0: there are none or several.  */
static unsigned
argument_of_type (const char *descriptor, const char *field)
{
  struct lk_java_type type;
  const char *at = descriptor + 1;
  unsigned n = 0, found = 0;
  while (lk_descriptor_next (&at, &type))
    {
      n++;
      if (type.kind != 'L' || type.dimensions || strncmp (type.name, field + 1, type.name_length)
	  || strcmp (field + 1 + type.name_length, ";"))
	continue;
      if (found)
	return 0;
      found = n;
    }
  return found;
}

/* Return true if a method of CLASS_ names the field NAME of DESCRIPTOR, its own or inherited.  */
static bool
class_names_field (const struct lk_class *class_, const char *name, const char *descriptor)
{
  struct lk_member_ref ref;
  for (unsigned i = 1; i < class_->n_constants; i++)
    if (lk_class_member_at (class_, i, &ref) && ref.is_field && !strcmp (ref.name, name)
	&& !strcmp (ref.descriptor, descriptor))
      return true;
  return false;
}

/* Return true if CONTRACT speaks of argument number K, from 1 behind the object.  */
static bool
speaks_of (const struct lk_contract *contract, unsigned k)
{
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->place.base == (int) k + 1 || c->other.base == (int) k + 1)
      return true;
  return false;
}

/* CALLEE, a constructor of the library, was called with ARGS for the object that is being made.
   It stores an argument in the protected field that has its type, and a class that names this
   field may release it: InflaterInputStream's `inf'.  */
static void
put_inherited (struct lk_java_builder *b, struct lk_java_method *callee,
	       const struct lk_stack *receiver, const vec<tree> &args)
{
  const struct lk_class *class_ = b->body->class_;
  const struct lk_class *file = callee->owner->type->class_file;
  if (!b->here || lk_java->options->verify || callee->body || !file || !callee->member
      || strcmp (callee->member, "<init>") || !receiver || !receiver->class_name
      || strcmp (receiver->class_name, class_->name) || callee->owner == b->owner)
    return;
  for (unsigned i = 0; i < file->n_fields; i++)
    {
      const struct lk_field *field = &file->fields[i];
      if (!(field->access & LK_ACC_PROTECTED) || (field->access & LK_ACC_STATIC)
	  || field->descriptor[0] != 'L'
	  || !class_names_field (class_, field->name, field->descriptor))
	continue;
      unsigned k = argument_of_type (callee->descriptor, field->descriptor);
      if (!k || k >= args.length ()
	  || speaks_of (lk_java_contract_of (lk_java_decl (callee)), k))
	continue;
      struct lk_member_ref ref;
      memset (&ref, 0, sizeof ref);
      ref.class_name = class_->name;
      ref.name = field->name;
      ref.descriptor = field->descriptor;
      ref.is_field = true;
      tree decl = lk_java_field (&ref, false);
      tree place = build3 (COMPONENT_REF, TREE_TYPE (decl),
			   dereference (b, DECL_CONTEXT (decl), args[0]), decl, NULL_TREE);
      lk_java_emit (b, gimple_build_assign (place, args[k]));
    }
}

static void
emit_call (struct lk_java_builder *b, const struct lk_code_block *block,
	   const struct lk_insn *insn, const struct lk_insn *next)
{
  auto_vec<tree, 16> args;
  unsigned first = b->stack.length () - insn->n_pops;
  for (unsigned i = 0; i < insn->n_pops; i++)
    args.safe_push (b->stack[first + i]);
  b->stack.truncate (first);
  if (insn->op == LK_OP_CALL_DYNAMIC)
    {
      tree result = lk_java_dynamic_call (b, insn, args);
      if (result)
	push (b, result);
      return;
    }
  const struct lk_stack *receiver
    = (insn->op == LK_OP_CALL_STATIC ? NULL
       : lk_insn_operand (insn, insn->n_pops - 1));
  struct lk_java_method *callee
    = lk_java_callee (b->owner, insn->u.ref.index, (enum lk_op) insn->op,
		      receiver ? receiver->class_name : NULL);
  if (next && next->op == LK_OP_CHECK_CAST)
    {
      const char *name
	= lk_class_name_at (b->body->class_, next->u.ref.index);
      callee = (lk_java->options->verify ? lk_java_as (callee, b->method, name)
		: lk_java_cast (callee, name));
    }
  else if (lk_java->options->verify && lk_java_promise (callee)->result.variable)
    callee = lk_java_as (callee, b->method, lk_java_class_of_result (b, block, insn, callee));
  tree field = lk_java->options->verify ? lk_java_getter (callee) : NULL_TREE;
  if (field)
    {
      /* The code of this method must not be the oldest.  */
      lk_java_load (b->owner);
      push (b, lk_java_value (b, ptr_type_node,
			      build3 (COMPONENT_REF, TREE_TYPE (field),
				      dereference (b, DECL_CONTEXT (field), args[0]), field,
				      NULL_TREE)));
      return;
    }
  gcall *call = gimple_build_call_vec (lk_java_decl (callee), args);
  tree result = NULL_TREE;
  if (insn->kind != LK_VALUE_NONE)
    {
      result = make_ssa_name (lk_java_kind_type ((enum lk_value_kind)
						 insn->kind));
      gimple_call_set_lhs (call, result);
    }
  lk_java_emit_call (b, block, call, callee);
  put_inherited (b, callee, receiver, args);
  if (result)
    push (b, result);
}

/* ---- All.  ---- */

/* Return the helper that does OP.  */
static enum lk_java_helper
helper_of (enum lk_op op)
{
  switch (op)
    {
    case LK_OP_NEW:
      return LK_HELPER_NEW;
    case LK_OP_ARRAY_LENGTH:
      return LK_HELPER_LENGTH;
    case LK_OP_MONITOR_ENTER:
      return LK_HELPER_MONITOR_ENTER;
    case LK_OP_MONITOR_EXIT:
      return LK_HELPER_MONITOR_EXIT;
    default:
      return LK_HELPER_NEW_ARRAY;
    }
}

/* Compare the last two operands.  Return true if that was the condition of NEXT.  */
static bool
compare (struct lk_java_builder *b, const struct lk_code_block *block,
	 const struct lk_insn *next)
{
  tree y = pop (b), x = pop (b);
  if (next && next->op == LK_OP_IF_ZERO)
    {
      branch (b, block, next, x, y);
      return true;
    }
  push (b, three_way (b, x, y));
  return false;
}

/* Return GCC's code of OP, an operation on two numbers.  */
static enum tree_code
code_of (enum lk_op op)
{
  switch (op)
    {
    case LK_OP_ADD:
      return PLUS_EXPR;
    case LK_OP_SUB:
      return MINUS_EXPR;
    case LK_OP_MUL:
      return MULT_EXPR;
    case LK_OP_DIV:
      return TRUNC_DIV_EXPR;
    case LK_OP_REM:
      return TRUNC_MOD_EXPR;
    case LK_OP_SHL:
      return LSHIFT_EXPR;
    case LK_OP_SHR:
    case LK_OP_USHR:
      return RSHIFT_EXPR;
    case LK_OP_AND:
      return BIT_AND_EXPR;
    case LK_OP_OR:
      return BIT_IOR_EXPR;
    case LK_OP_XOR:
      return BIT_XOR_EXPR;
    default:
      gcc_unreachable ();
    }
}

static bool
emit_insn (struct lk_java_builder *b, const struct lk_code_block *block,
	   const struct lk_insn *insn, const struct lk_insn *next)
{
  tree x, y;
  switch ((enum lk_op) insn->op)
    {
    case LK_OP_NOP: case LK_OP_GOTO: case LK_OP_CHECK_CAST:
      break;
    case LK_OP_NULL: case LK_OP_JSR:
      push (b, null_pointer_node);
      break;
    case LK_OP_CONST:
      push (b, number (insn));
      break;
    case LK_OP_LDC:
      push (b, loaded_constant (b, insn));
      break;
    case LK_OP_LOAD:
      push (b, lk_java_slot (b, insn->u.local.slot,
			     (enum lk_value_kind) insn->kind));
      break;
    case LK_OP_STORE:
      store_local (b, insn);
      break;
    case LK_OP_INC:
      increment_local (b, insn);
      break;
    case LK_OP_ARRAY_LOAD:
      load_element (b, insn);
      break;
    case LK_OP_ARRAY_STORE:
      store_element (b, insn);
      break;
    case LK_OP_POP:
      b->stack.truncate (b->stack.length () - insn->u.dup.count);
      break;
    case LK_OP_DUP:
      duplicate (b, insn);
      break;
    case LK_OP_SWAP:
      std::swap (b->stack.last (), b->stack[b->stack.length () - 2]);
      break;
    case LK_OP_ADD: case LK_OP_SUB: case LK_OP_MUL:
    case LK_OP_DIV: case LK_OP_REM:
    case LK_OP_SHL: case LK_OP_SHR: case LK_OP_USHR:
    case LK_OP_AND: case LK_OP_OR: case LK_OP_XOR:
      binary (b, insn, code_of ((enum lk_op) insn->op));
      break;
    case LK_OP_NEG:
      x = pop (b);
      push (b, lk_java_unary (b, NEGATE_EXPR, TREE_TYPE (x), x));
      break;
    case LK_OP_CONVERT:
      convert (b, insn);
      break;
    case LK_OP_COMPARE:
      return compare (b, block, next);
    case LK_OP_IF:
      y = pop (b);
      x = pop (b);
      branch (b, block, insn, x, y);
      break;
    case LK_OP_IF_ZERO:
      x = pop (b);
      branch (b, block, insn, x, build_zero_cst (TREE_TYPE (x)));
      break;
    case LK_OP_SWITCH:
      emit_switch (b, insn);
      break;
    case LK_OP_RETURN:
      emit_return (b, insn);
      break;
    case LK_OP_THROW:
      x = pop (b);
      lk_java_throw (b, block, x, insn->stack->class_name);
      break;
    case LK_OP_GET_STATIC: case LK_OP_GET_FIELD:
      get_field (b, insn);
      break;
    case LK_OP_PUT_STATIC: case LK_OP_PUT_FIELD:
      put_field (b, insn);
      break;
    case LK_OP_CALL_VIRTUAL: case LK_OP_CALL_SPECIAL: case LK_OP_CALL_STATIC:
    case LK_OP_CALL_INTERFACE: case LK_OP_CALL_DYNAMIC:
      emit_call (b, block, insn, next);
      break;
    case LK_OP_NEW:
    case LK_OP_NEW_PRIMITIVES: case LK_OP_NEW_ARRAY: case LK_OP_NEW_ARRAYS:
    case LK_OP_ARRAY_LENGTH:
    case LK_OP_MONITOR_ENTER: case LK_OP_MONITOR_EXIT:
      emit_helper (b, insn, helper_of ((enum lk_op) insn->op), insn->op == LK_OP_NEW);
      break;
    case LK_OP_INSTANCE_OF:
      emit_instance_of (b, insn);
      break;
    case LK_N_OPS:
      gcc_unreachable ();
    }
  return false;
}

bool
lk_java_insn (struct lk_java_builder *b, const struct lk_code_block *block,
	      const struct lk_insn *insn, const struct lk_insn *next)
{
  if (lk_java->options->verify)
    {
      lk_java_annotated_cast (b, insn);
      if (block->handlers)
	lk_java_implicit_throw (b, block, insn);
    }
  return emit_insn (b, block, insn, next);
}
