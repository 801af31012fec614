/* Statements of a method: its bytecode as assignments between variables of objects.

   Each value of a reference is a variable of its own, so that the flow-insensitive analysis
   knows the order of assignments to locals; where paths join, a local gets a variable that all
   of them are copied to.  Numbers are not followed, but for what says that something happens
   once, or that an index wraps.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "body-builder.h"

uint32_t
new_var (struct body_builder *b)
{
  ROOM (b->origins, b->n_vars, b->vars_room);
  if (b->names_room < b->vars_room)
    {
      b->names = lk_xrealloc (b->names, b->vars_room * sizeof *b->names);
      b->names_room = b->vars_room;
    }
  b->origins[b->n_vars] = NONE;
  b->names[b->n_vars] = NULL;
  return (uint32_t) b->n_vars++;
}

struct loop_op *
add_op (struct body_builder *b, enum loop_op_kind kind, uint32_t a, uint32_t v, uint32_t c)
{
  ROOM (b->ops, b->n_ops, b->ops_room);
  b->ops[b->n_ops] = (struct loop_op) { .kind = (uint8_t) kind, .line = (uint16_t) b->line,
    .block = b->block, .a = a, .b = v, .c = c, .index = NONE };
  return &b->ops[b->n_ops++];
}

struct value
pop_value (struct body_builder *b)
{
  return b->stack[--b->depth];
}

void
push_value (struct body_builder *b, struct value value)
{
  b->stack[b->depth++] = value;
}

void
push_object (struct body_builder *b, uint32_t var)
{
  push_value (b, (struct value) { VALUE_OBJECT, var, NONE });
}

static void
push_other (struct body_builder *b)
{
  push_value (b, (struct value) { VALUE_OTHER, NONE, 0 });
}

uint32_t
object_of (struct value value)
{
  return value.kind == VALUE_OBJECT ? value.ref : NONE;
}

/* ---- Joins.  ---- */

static void
add_phi (struct body_builder *b, uint32_t phi, struct value value, uint32_t block)
{
  if (phi == NONE || value.kind != VALUE_OBJECT)
    return;
  ROOM (b->phis, b->n_phis, b->phis_room);
  b->phis[b->n_phis++] = (struct phi_argument) { phi, value.ref, block };
}

static unsigned
n_values (const struct body_builder *b)
{
  return b->body->max_locals + b->body->max_depth + 1u;
}

/* Values at the start of BLOCK: of PRED's end if that is the only way, else new variables.  */
static void
begin_block (struct body_builder *b, uint32_t block, uint32_t pred)
{
  const struct lk_code_block *code = &b->body->blocks[block];
  const struct lk_insn *first = &b->body->insns[code->first_insn];
  struct value *values = lk_arena_alloc_array (b->arena, n_values (b), sizeof *values);
  b->begins[block] = values;
  if (pred != NONE)
    memcpy (values, b->ends[pred], n_values (b) * sizeof *values);
  for (unsigned slot = 0; pred == NONE && slot < b->body->max_locals; slot++)
    {
      enum lk_value_kind kind
	= lk_body_local_kind (b->body, first, (uint16_t) slot, NULL);
      if (kind == LK_VALUE_REF)
	values[slot] = (struct value) { VALUE_OBJECT, new_var (b), slot };
    }
  if (pred == NONE)
    for (const struct lk_stack *e = first->stack; e; e = e->below)
      if (e->kind == LK_VALUE_REF)
	values[b->body->max_locals + e->depth - 1]
	  = (struct value) { VALUE_OBJECT, new_var (b), NONE };
}

/* The handlers of the block see each value that local variable SLOT has in it.  */
static void
flow_to_handlers (struct body_builder *b, unsigned slot, struct value value)
{
  const struct lk_catch_list *list = &b->body->lists[b->body->blocks[b->block].handlers];
  for (uint32_t i = 0; i < list->n_catches; i++)
    {
      struct value *to = b->begins[list->catches[i].block];
      if (to)
	add_phi (b, object_of (to[slot]), value, b->block);
    }
}

static void
flow_to_successors (struct body_builder *b)
{
  const struct lk_code_block *code = &b->body->blocks[b->block];
  for (uint32_t i = 0; i < code->n_successors; i++)
    {
      struct value *to = b->begins[code->successors[i]];
      if (!to)
	continue;
      for (unsigned k = 0; k < n_values (b); k++)
	if (to[k].kind == VALUE_OBJECT)
	  add_phi (b, to[k].ref, b->ends[b->block][k], b->block);
    }
}

/* ---- Instructions.  ---- */

static void
note_store (struct body_builder *b, bool local, uint32_t which, struct value value, bool number)
{
  ROOM (b->stores, b->n_stores, b->stores_room);
  b->stores[b->n_stores++]
    = (struct noted_store) { b->block, local, number, which,
			     value.kind == VALUE_NULL
			     || (value.kind == VALUE_CONST && value.info == 0),
			     !number || value.kind == VALUE_CONST,
			     number ? restart_of (value, local ? which : NONE) : RESTART_NONE,
			     value.kind == VALUE_RESULT ? value.info : NONE };
}

static void
store_local (struct body_builder *b, const struct lk_insn *insn)
{
  unsigned slot = insn->u.local.slot;
  struct value value = pop_value (b);
  bool number = insn->kind != LK_VALUE_REF;
  if (number && insn->kind != LK_VALUE_INT && insn->kind != LK_VALUE_LONG)
    value = (struct value) { VALUE_OTHER, NONE, 0 };
  note_store (b, true, slot, value, number);
  if (value.kind == VALUE_OBJECT)
    {
      const struct lk_local *local = lk_body_insn_local (b->body, insn);
      if (local && !b->names[value.ref])
	b->names[value.ref] = lk_arena_strdup (b->p->arena, local->name);
      value.info = slot;
    }
  if (number)
    {
      /* A number that was wrapped stays so; else the variable itself is what tests compare.  */
      if (value.kind != VALUE_WRAPPED)
	value = (struct value) { VALUE_LOCAL, NONE, slot };
    }
  b->locals[slot] = value;
  if (!number)
    flow_to_handlers (b, slot, value);
}

static void
load_local (struct body_builder *b, const struct lk_insn *insn)
{
  unsigned slot = insn->u.local.slot;
  struct value value = b->locals[slot];
  if (insn->kind == LK_VALUE_REF)
    {
      if (value.kind == VALUE_OBJECT)
	{
	  value.info = slot;
	  const struct lk_local *local = lk_body_insn_local (b->body, insn);
	  if (local && !b->names[value.ref])
	    b->names[value.ref] = lk_arena_strdup (b->p->arena, local->name);
	}
      else
	value = (struct value) { VALUE_NULL, NONE, slot };
    }
  else if (value.kind != VALUE_WRAPPED)
    value = (struct value) { VALUE_LOCAL, NONE, slot };
  push_value (b, value);
}

static void
array_access (struct body_builder *b, const struct lk_insn *insn)
{
  bool object = insn->kind == LK_VALUE_REF;
  if (insn->op == LK_OP_ARRAY_LOAD)
    {
      pop_value (b);
      struct value array = pop_value (b);
      if (!object)
	{
	  push_value (b, (struct value) { VALUE_MIXED, NONE, 0 });
	  return;
	}
      uint32_t var = new_var (b);
      if (array.kind == VALUE_OBJECT)
	{
	  b->origins[var] = (uint32_t) b->n_ops;
	  add_op (b, OP_LOAD, var, array.ref, FIELD_ELEMENTS);
	}
      push_object (b, var);
      return;
    }
  struct value value = pop_value (b), index = pop_value (b), array = pop_value (b);
  if (!object || array.kind != VALUE_OBJECT)
    return;
  struct loop_op *op = add_op (b, OP_STORE, array.ref, object_of (value), FIELD_ELEMENTS);
  set_index (op, index);
}

/* A test of an object reads it, as does access to a number in it.  */
static void
note_read (struct body_builder *b, uint32_t var)
{
  ROOM (b->read, b->n_read, b->read_room);
  b->read[b->n_read++] = var;
}

static void
note_setting (struct body_builder *b, uint32_t field, bool null, bool varies, int32_t constant)
{
  if (b->constructor)
    return;
  ROOM (b->settings, b->n_settings, b->settings_room);
  b->settings[b->n_settings++] = (struct loop_setting) { field, null, varies, constant };
}

/* Note a store of a number in a field, which may be an index or a flag.  */
static void
note_number (struct body_builder *b, uint32_t field, struct value value)
{
  bool constant = value.kind == VALUE_CONST;
  note_store (b, false, field, value, true);
  note_setting (b, field, false, !constant, constant ? (int32_t) value.info : 0);
}

static void
field_access (struct body_builder *b, const struct lk_insn *insn)
{
  struct lk_member_ref ref;
  bool is_static = insn->op == LK_OP_GET_STATIC || insn->op == LK_OP_PUT_STATIC;
  bool put = insn->op == LK_OP_PUT_STATIC || insn->op == LK_OP_PUT_FIELD;
  if (!lk_class_member_at (b->file, insn->u.ref.index, &ref))
    return;
  uint32_t field = field_number (b->p, &ref);
  struct value value = put ? pop_value (b) : (struct value) { VALUE_OTHER, NONE, 0 };
  uint32_t base = is_static ? VAR_STATICS : object_of (pop_value (b));
  if (!is_static && base != NONE && insn->kind != LK_VALUE_REF)
    note_read (b, base);
  if (put && insn->kind == LK_VALUE_REF)
    {
      note_store (b, false, field, value, false);
      bool empty = value.kind == VALUE_NULL;
      if (empty)
	note_setting (b, field, true, false, 0);
      if (base != NONE && (empty || value.kind == VALUE_OBJECT))
	add_op (b, OP_STORE, base, object_of (value), field);
    }
  else if (put && insn->kind == LK_VALUE_INT)
    note_number (b, field, value);
  else if (!put && insn->kind == LK_VALUE_REF)
    {
      uint32_t var = new_var (b);
      if (base != NONE)
	{
	  b->origins[var] = (uint32_t) b->n_ops;
	  add_op (b, OP_LOAD, var, base, field);
	}
      push_object (b, var);
    }
  else if (!put)
    push_value (b, (struct value) { VALUE_FIELD, base, field });
}

/* DUP copies COUNT entries below UNDER more.  */
static void
duplicate (struct body_builder *b, const struct lk_insn *insn)
{
  unsigned count = insn->u.dup.count, under = insn->u.dup.under;
  struct value top[4];
  unsigned n = count + under;
  for (unsigned i = 0; i < n; i++)
    top[i] = b->stack[b->depth - n + i];
  b->depth -= n;
  for (unsigned i = 0; i < count; i++)
    push_value (b, top[under + i]);
  for (unsigned i = 0; i < n; i++)
    push_value (b, top[i]);
}

static void
test_at_end (struct body_builder *b, const struct lk_insn *insn, struct value value)
{
  const struct lk_code_block *code = &b->body->blocks[b->block];
  struct tested_value *test = &b->tests[b->block];
  if (code->n_successors < 2
      || (insn->u.branch.cond != LK_JUMP_EQ && insn->u.branch.cond != LK_JUMP_NE))
    return;
  bool jumps_if_empty = insn->u.branch.cond == LK_JUMP_EQ;
  test->empty = code->successors[!jumps_if_empty];
  test->full = code->successors[jumps_if_empty];
  if (value.kind == VALUE_FIELD)
    *test = (struct tested_value) { TEST_FLAG, value.info, value.ref, test->empty, test->full };
  else if (value.kind == VALUE_LOCAL)
    {
      test->kind = TEST_LOCAL_FLAG;
      test->which = value.info;
    }
  else if (value.kind == VALUE_OBJECT && b->origins[value.ref] != NONE)
    {
      const struct loop_op *load = &b->ops[b->origins[value.ref]];
      *test = (struct tested_value) { TEST_FIELD, load->c, load->b, test->empty, test->full };
    }
  else if ((value.kind == VALUE_OBJECT || value.kind == VALUE_NULL) && value.info != NONE)
    {
      test->kind = TEST_LOCAL;
      test->which = value.info;
    }
}

/* "new" of the class or array NAME.  */
static uint32_t
build_new (struct body_builder *b, const char *name)
{
  uint32_t var = new_var (b);
  add_op (b, OP_NEW, var, type_named (b->p, name), 0);
  return var;
}

static void
new_array (struct body_builder *b, const struct lk_insn *insn)
{
  const char *element = insn->op == LK_OP_NEW_PRIMITIVES ? ""
			: lk_class_name_at (b->file, insn->u.ref.index);
  size_t length = strlen (element) + sizeof "[L;";
  char *name = lk_arena_alloc (b->arena, length);
  if (insn->op == LK_OP_NEW_PRIMITIVES)
    snprintf (name, length, "[%c", insn->type);
  else if (insn->op == LK_OP_NEW_ARRAY)
    snprintf (name, length, *element == '[' ? "[%s" : "[L%s;", element);
  else
    snprintf (name, length, "%s", element);
  bool empty = false;
  for (unsigned i = 0; i < insn->n_pops; i++)
    {
      struct value size = pop_value (b);
      empty |= size.kind == VALUE_CONST && size.info == 0;
    }
  uint32_t var = build_new (b, name), outer = var;
  if (empty)
    b->ops[b->n_ops - 1].flags |= OP_EMPTY;
  for (unsigned i = 1; insn->op == LK_OP_NEW_ARRAYS && i < insn->u.ref.dimensions; i++)
    {
      uint32_t inner = build_new (b, name + i);
      add_op (b, OP_STORE, outer, inner, FIELD_ELEMENTS);
      outer = inner;
    }
  push_object (b, var);
}

static void
generic (struct body_builder *b, const struct lk_insn *insn)
{
  struct value operands[2] = { { VALUE_OTHER, NONE, 0 }, { VALUE_OTHER, NONE, 0 } };
  for (unsigned i = 0; i < insn->n_pops; i++)
    {
      struct value value = pop_value (b);
      if (i < 2)
	operands[i] = value;
      if (value.kind == VALUE_OBJECT && insn->op != LK_OP_MONITOR_ENTER
	  && insn->op != LK_OP_MONITOR_EXIT)
	note_read (b, value.ref);
    }
  struct value result = { VALUE_OTHER, NONE, 0 };
  if (insn->n_pops == 2)
    result = number_result (insn, operands[1], operands[0]);
  else if (insn->op == LK_OP_ARRAY_LENGTH)
    result.kind = VALUE_MIXED;
  for (unsigned i = 0; i < insn->n_pushes; i++)
    push_value (b, result);
}

/* Strings and classes are objects: keys above all.  */
static void
build_constant (struct body_builder *b, const struct lk_insn *insn)
{
  const struct lk_constant *constant = lk_class_constant (b->file, insn->u.ref.index);
  bool text = constant && constant->tag == LK_CONSTANT_STRING;
  if (!text && !(constant && constant->tag == LK_CONSTANT_CLASS))
    {
      push_other (b);
      return;
    }
  uint32_t var = new_var (b);
  add_op (b, OP_CONSTANT, var,
	  type_named (b->p, text ? "java/lang/String" : "java/lang/Class"), 0);
  push_object (b, var);
}

/* A value of the stack is dropped: the result of the call before, as nothing else is made for
   that.  */
static void
drop_result (struct body_builder *b)
{
  if (b->n_calls && b->calls[b->n_calls - 1].block == b->block)
    b->calls[b->n_calls - 1].asked = false;
}

static void
return_value (struct body_builder *b, struct value value)
{
  if (value.kind == VALUE_OBJECT)
    add_op (b, OP_RETURN, value.ref, 0, 0);
  ROOM (b->returned, b->n_returned, b->returned_room);
  b->returned[b->n_returned++] = value;
}

static void
build_insn (struct body_builder *b, const struct lk_insn *insn)
{
  struct value x, y;
  switch ((enum lk_op) insn->op)
    {
    case LK_OP_NULL:
    case LK_OP_JSR:
      push_value (b, (struct value) { VALUE_NULL, NONE, NONE });
      break;
    case LK_OP_CONST:
      push_value (b, (insn->kind == LK_VALUE_INT
		      ? (struct value) { VALUE_CONST, NONE, (uint32_t) insn->u.i }
		      : insn->kind == LK_VALUE_LONG
		      ? (struct value) { VALUE_CONST, NONE, insn->u.l != 0 }
		      : (struct value) { VALUE_OTHER, NONE, 0 }));
      break;
    case LK_OP_LDC:
      build_constant (b, insn);
      break;
    case LK_OP_LOAD:
      load_local (b, insn);
      break;
    case LK_OP_STORE:
      store_local (b, insn);
      break;
    case LK_OP_INC:
      b->locals[insn->u.local.slot] = (struct value) { VALUE_LOCAL, NONE, insn->u.local.slot };
      break;
    case LK_OP_ARRAY_LOAD:
    case LK_OP_ARRAY_STORE:
      array_access (b, insn);
      break;
    case LK_OP_POP:
      drop_result (b);
      b->depth -= insn->u.dup.count;
      break;
    case LK_OP_DUP:
      duplicate (b, insn);
      break;
    case LK_OP_SWAP:
      x = pop_value (b);
      y = pop_value (b);
      push_value (b, x);
      push_value (b, y);
      break;
    case LK_OP_CONVERT:
      break;
    case LK_OP_IF_ZERO:
      x = pop_value (b);
      if (x.kind == VALUE_OBJECT)
	note_read (b, x.ref);
      test_at_end (b, insn, x);
      break;
    case LK_OP_RETURN:
      if (insn->kind != LK_VALUE_NONE)
	return_value (b, pop_value (b));
      break;
    case LK_OP_GET_STATIC:
    case LK_OP_PUT_STATIC:
    case LK_OP_GET_FIELD:
    case LK_OP_PUT_FIELD:
      field_access (b, insn);
      break;
    case LK_OP_CALL_VIRTUAL:
    case LK_OP_CALL_SPECIAL:
    case LK_OP_CALL_STATIC:
    case LK_OP_CALL_INTERFACE:
      build_call (b, insn);
      break;
    case LK_OP_CALL_DYNAMIC:
      build_dynamic (b, insn);
      break;
    case LK_OP_NEW:
      push_object (b, build_new (b, lk_class_name_at (b->file, insn->u.ref.index)));
      break;
    case LK_OP_NEW_PRIMITIVES:
    case LK_OP_NEW_ARRAY:
    case LK_OP_NEW_ARRAYS:
      new_array (b, insn);
      break;
    case LK_OP_CHECK_CAST:
      x = pop_value (b);
      if (x.kind == VALUE_OBJECT)
	{
	  uint32_t var = new_var (b);
	  b->origins[var] = b->origins[x.ref];
	  add_op (b, OP_COPY, var, x.ref,
		  type_named (b->p, lk_class_name_at (b->file, insn->u.ref.index)));
	  x.ref = var;
	}
      push_value (b, x);
      break;
    default:
      generic (b, insn);
      break;
    }
}

/* ---- The body.  ---- */

/* The exception that a handler gets is an object of its own.  */
static void
catch_exception (struct body_builder *b, uint32_t block)
{
  const char *name = NULL;
  for (uint32_t l = 0; l < b->body->n_lists && !name; l++)
    for (uint32_t i = 0; i < b->body->lists[l].n_catches && !name; i++)
      if (b->body->lists[l].catches[i].block == block)
	name = b->body->lists[l].catches[i].class_name;
  uint32_t var = new_var (b);
  add_op (b, OP_NEW, var, type_named (b->p, name ? name : "java/lang/Throwable"), 0);
  b->stack[0] = (struct value) { VALUE_OBJECT, var, NONE };
}

/* Join the numbers that are on the stack where BLOCK begins, which has several predecessors.  */
static void
join_stack (struct body_builder *b, uint32_t block)
{
  bool joined = false;
  for (uint32_t i = 0; i < b->body->n_blocks; i++)
    for (uint32_t k = 0; b->ends[i] && i != block && k < b->body->blocks[i].n_successors; k++)
      if (b->body->blocks[i].successors[k] == block)
	{
	  const struct value *from = b->ends[i] + b->body->max_locals;
	  for (unsigned n = 0; n < b->depth; n++)
	    if (b->stack[n].kind != VALUE_OBJECT)
	      b->stack[n] = joined ? join_numbers (b->stack[n], from[n]) : from[n];
	  joined = true;
	}
}

static void
build_block (struct body_builder *b, uint32_t number)
{
  const struct lk_code_block *code = &b->body->blocks[number];
  const struct lk_insn *first = &b->body->insns[code->first_insn];
  b->block = number;
  b->line = first->line;
  b->ends[number] = lk_arena_alloc_array (b->arena, n_values (b), sizeof **b->ends);
  memcpy (b->ends[number], b->begins[number], n_values (b) * sizeof **b->ends);
  b->locals = b->ends[number];
  b->stack = b->locals + b->body->max_locals;
  b->depth = first->stack ? first->stack->depth : 0;
  if (b->depth && !code->is_handler)
    join_stack (b, number);
  if (code->is_handler)
    catch_exception (b, number);
  for (unsigned slot = 0; slot < b->body->max_locals; slot++)
    if (b->locals[slot].kind == VALUE_OBJECT)
      flow_to_handlers (b, slot, b->locals[slot]);
  for (uint32_t i = 0; i < code->n_insns; i++)
    {
      if (first[i].line)
	b->line = first[i].line;
      build_insn (b, &first[i]);
    }
}

static void
build_blocks (struct body_builder *b)
{
  const struct lk_body *body = b->body;
  uint32_t n = body->n_blocks;
  uint32_t *n_preds = lk_arena_alloc_array (b->arena, n, sizeof *n_preds);
  uint32_t *pred = lk_arena_alloc_array (b->arena, n, sizeof *pred);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < body->blocks[i].n_successors; k++)
      {
	uint32_t to = body->blocks[i].successors[k];
	n_preds[to]++;
	pred[to] = i;
      }
  b->begins = lk_arena_alloc_array (b->arena, n, sizeof *b->begins);
  b->ends = lk_arena_alloc_array (b->arena, n, sizeof *b->ends);
  for (uint32_t i = 0; i < b->graph->n_reached; i++)
    {
      uint32_t block = b->graph->order[i];
      if (block == 0 || n_preds[block] != 1 || body->blocks[block].is_handler)
	begin_block (b, block, NONE);
    }
  /* Parameters.  */
  b->out->n_params = body->n_incoming;
  b->out->params = lk_arena_alloc_array (b->p->arena, body->n_incoming, sizeof (uint32_t));
  b->out->slots = lk_arena_alloc_array (b->p->arena, body->n_incoming, sizeof (uint32_t));
  for (uint32_t i = 0; i < body->n_incoming; i++)
    {
      uint32_t var = body->incoming[i].kind == LK_VALUE_REF ? new_var (b) : NONE;
      b->out->params[i] = var;
      b->out->slots[i] = body->incoming[i].kind == LK_VALUE_INT ? body->incoming[i].slot : NONE;
      if (var == NONE)
	continue;
      const struct lk_local *local = lk_body_local_at (body, body->incoming[i].slot, 0);
      if (local)
	b->names[var] = lk_arena_strdup (b->p->arena, local->name);
      add_phi (b, object_of (b->begins[0][body->incoming[i].slot]),
	       (struct value) { VALUE_OBJECT, var, NONE }, 0);
    }
  for (uint32_t i = 0; i < b->graph->n_reached; i++)
    {
      uint32_t block = b->graph->order[i];
      if (!b->begins[block])
	begin_block (b, block, pred[block]);
      build_block (b, block);
    }
  for (uint32_t i = 0; i < b->graph->n_reached; i++)
    {
      b->block = b->graph->order[i];
      /* Blocks with one predecessor have its values already.  */
      flow_to_successors (b);
    }
}

/* ---- The whole.  ---- */

/* Whether the method ends: a loop without a way out, or one that a field stops.  */
static void
find_endless (struct body_builder *b)
{
  unsigned n;
  struct natural_loop *loops = natural_loops (b->arena, b->graph, b->body, &n);
  b->out->stop_flag = NONE;
  for (unsigned i = 0; i < n; i++)
    {
      b->out->has_loop = true;
      b->out->endless |= loops[i].endless;
      const struct tested_value *test = &b->tests[loops[i].header];
      if (loops[i].leaves_at_header && (test->kind == TEST_FLAG || test->kind == TEST_FIELD))
	b->out->stop_flag = test->which;
    }
}

static bool
ends_with_throw (const struct lk_body *body, uint32_t block)
{
  const struct lk_code_block *code = &body->blocks[block];
  return code->n_insns && body->insns[code->first_insn + code->n_insns - 1].op == LK_OP_THROW;
}

static struct loop_body *
build_body (struct program *p, const struct lk_body *body, struct lk_arena *arena)
{
  struct body_builder builder = { .p = p, .body = body, .file = body->class_, .arena = arena };
  struct body_builder *b = &builder;
  b->constructor = *body->method->name == '<';
  b->graph = flow_graph_of (arena, body);
  b->out = lk_arena_alloc (p->arena, sizeof *b->out);
  b->tests = lk_arena_alloc_array (arena, body->n_blocks, sizeof *b->tests);
  b->out->n_blocks = body->n_blocks;
  b->out->blocks = lk_arena_alloc_array (p->arena, body->n_blocks, sizeof *b->out->blocks);
  b->out->successors = lk_arena_alloc_array (p->arena, b->graph->first[b->graph->n],
					     sizeof (uint32_t));
  uint32_t n_successors = 0;
  for (uint32_t i = 0; i < body->n_blocks; i++)
    {
      b->out->blocks[i] = (struct loop_block) { n_successors, b->graph->n_normal[i], NONE,
						body->blocks[i].is_handler,
						ends_with_throw (body, i) };
      for (uint32_t k = 0; k < b->graph->n_normal[i]; k++)
	b->out->successors[n_successors++] = b->graph->successors[b->graph->first[i] + k];
    }
  build_blocks (b);
  find_guards (b);
  find_endless (b);
  finish_body (b);
  find_rings (b);
  b->out->n_settings = (uint32_t) b->n_settings;
  b->out->settings = lk_arena_alloc_array (p->arena, b->n_settings, sizeof *b->settings);
  if (b->n_settings)
    memcpy (b->out->settings, b->settings, b->n_settings * sizeof *b->settings);
  free (b->ops);
  free (b->calls);
  free (b->phis);
  free (b->stores);
  free (b->settings);
  free (b->returned);
  free (b->read);
  free (b->origins);
  free (b->names);
  return b->out;
}

/* Read all bodies of the class of METHOD: its code is in memory only once.  */
static void
load_class (struct program *p, const struct lk_class *outline)
{
  bool fresh;
  map_pair (&p->loaded, (uintptr_t) outline, 0, 0, &fresh);
  if (!fresh)
    return;
  struct lk_arena *arena = lk_arena_new (), *scratch = lk_arena_new ();
  const struct lk_class *file = lk_classpath_load (p->classpath, outline->name, arena);
  for (unsigned i = 0; file && i < file->n_methods && i < outline->n_methods; i++)
    {
      struct lk_java_error error;
      const struct lk_method *code = &file->methods[i];
      if (!code->code || strcmp (code->name, outline->methods[i].name))
	continue;
      lk_arena_clear (scratch);
      error.text[0] = '\0';
      const struct lk_body *body = lk_body_decode (scratch, file, code, &error);
      if (body)
	method_of (p, &outline->methods[i])->body = build_body (p, body, scratch);
      else if (p->host->note && *error.text)
	p->host->note (p->host->data, error.text);
    }
  lk_arena_free (scratch);
  lk_arena_free (arena);
}

struct loop_body *
body_of (struct program *p, struct loop_method *m)
{
  if (!m->tried && m->method->has_code)
    load_class (p, m->method->owner);
  m->tried = true;
  return m->body;
}
