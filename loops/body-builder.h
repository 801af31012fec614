/* A method's statements, while they are made from its instructions.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LOOPS_BODY_BUILDER_H
#define LK_LOOPS_BODY_BUILDER_H

#include "flow-graph.h"

/* A value on the stack or in a local variable.  */
enum value_kind
{
  VALUE_OTHER,			/* A number, or what no statement made.  */
  VALUE_OBJECT,			/* The variable REF.  */
  VALUE_NULL,
  VALUE_CONST,			/* The number INFO.  */
  VALUE_FIELD,			/* A number from field INFO of REF.  */
  VALUE_LOCAL,			/* A number from local variable INFO.  */
  VALUE_WRAPPED,		/* A remainder, or a masked number.  */
  VALUE_FIELD_STEP,		/* The number of field INFO, more or less a constant.  */
  VALUE_LOCAL_STEP,		/* The same of local variable INFO.  */
  VALUE_MIXED,			/* The sum or difference of two such numbers.  */
  VALUE_RESULT			/* The number that call number INFO returned.  */
};
struct value
{
  enum value_kind kind;
  uint32_t ref;
  uint32_t info;		/* OBJECT: the local variable it was loaded from, or NONE.  */
};

/* The test at the end of a block.  */
enum test_kind { TEST_NONE, TEST_FIELD, TEST_FLAG, TEST_LOCAL, TEST_LOCAL_FLAG };
struct tested_value
{
  enum test_kind kind;
  uint32_t which;		/* The field, or the local variable.  */
  uint32_t base;		/* Of a field: a variable.  */
  uint32_t empty, full;		/* Successors: null or zero, and not.  */
};

/* A store that may fill what a test found empty.  */
struct noted_store
{
  uint32_t block;
  bool local, number;
  uint32_t which;
  bool empty;			/* Null or zero.  */
  bool known;			/* Of a number: EMPTY is valid.  */
  enum restart_kind restart;	/* Of a number.  */
  uint32_t call;		/* RESTART_RESULT: its number.  */
};

struct phi_argument
{
  uint32_t phi, value, block;
};

struct body_builder
{
  struct program *p;
  const struct lk_body *body;
  const struct lk_class *file;
  bool constructor;
  struct flow_graph *graph;
  struct lk_arena *arena;	/* Until the body is complete.  */
  struct loop_body *out;
  /* Growing.  */
  struct loop_op *ops;
  size_t n_ops, ops_room;
  struct loop_call *calls;
  size_t n_calls, calls_room;
  struct phi_argument *phis;
  size_t n_phis, phis_room;
  struct noted_store *stores;
  size_t n_stores, stores_room;
  struct loop_setting *settings;
  size_t n_settings, settings_room;
  struct value *returned;	/* Numbers that the method returns.  */
  size_t n_returned, returned_room;
  uint32_t *read;		/* Variables that an instruction reads which makes no statement.  */
  size_t n_read, read_room;
  uint32_t *origins;		/* By variable: the load that made it, or NONE.  */
  const char **names;
  size_t n_vars, vars_room, names_room;
  struct tested_value *tests;	/* By block.  */
  /* By block: values at its end; locals, then the stack.  */
  struct value **ends, **begins;
  /* The block being read.  */
  uint32_t block;
  unsigned line;
  struct value *locals, *stack;
  unsigned depth;
};

uint32_t new_var (struct body_builder *);
struct loop_op *add_op (struct body_builder *, enum loop_op_kind, uint32_t a, uint32_t b,
			uint32_t c);
/* The effect of a call.  */
void build_call (struct body_builder *, const struct lk_insn *);
void build_dynamic (struct body_builder *, const struct lk_insn *);
struct value pop_value (struct body_builder *);
void push_value (struct body_builder *, struct value);
void push_object (struct body_builder *, uint32_t var);
uint32_t object_of (struct value);

/* Join and number the variables, and move the statements to OUT.  */
void finish_body (struct body_builder *);

/* ---- body-number.c ---- */

/* The result of INSN, which has two operands, on the numbers A and B.  */
struct value number_result (const struct lk_insn *, struct value a, struct value b);
/* The number that is A on one path and B on another one.  */
struct value join_numbers (struct value a, struct value b);
/* Whether local variable SLOT, which gets VALUE, a number, begins anew.  */
enum restart_kind restart_of (struct value, uint32_t slot);
struct loop_number number_of (struct value);
/* VALUE is the index of the array store OP.  */
void set_index (struct loop_op *, struct value);
/* Find the indexes that begin anew.  */
void find_rings (struct body_builder *);

/* Find the blocks that run once.  */
void find_guards (struct body_builder *);

#endif /* LK_LOOPS_BODY_BUILDER_H */
