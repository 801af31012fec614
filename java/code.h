/* The body of a method, decoded into instructions and basic blocks for a front end:

   - Forms of one operation are one operation (enum lk_op) with a kind: "wide", iload_0, ldc2_w,
     goto_w are gone, tableswitch and lookupswitch are one, dup2_x1 and its variants give the
     number of *entries* they copy, a long being one entry.
   - Subroutines are copied for each call: jsr is a jump that pushes null, ret a goto.
   - Before every instruction the number and kinds of the stack's entries are known, by one forward
     dataflow; StackMapTable is not read, so a wrong one is harmless.
   - All instructions of a block have the same ordered list of handlers.  Equal lists have one
     number, for one landing pad each.
   - Unreachable code is left out; n_unreachable counts it.

   All input is untrusted: a malformed method is refused with one message that names it and the
   pc.  A method that the JVM's verifier accepts is accepted.  Time and memory are bounded by
   the size of the code and the three limits below, which refuse a method, too.  (The 54,633
   methods of JDK 17's java.base take 0.30 s: testsuite/code-dump --time.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CODE_H
#define LK_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lk_arena;
struct lk_class;
struct lk_method;
struct lk_local;
struct lk_java_error;

/* The number of instructions and switch cases of a method with all copies of its subroutines:
   at most so many, and at most so many times those of the class file.  Six finally blocks,
   each in the one before it and left in three ways, make 75 times as many.  */
#define LK_BODY_LIMIT 262144
#define LK_BODY_FACTOR 100
/* Different subroutines of a method.  */
#define LK_BODY_SUBROUTINE_LIMIT 1024
/* Rows of the exception table that cover a range of code between two pcs where a row begins or
   ends, summed up over all such ranges and copies.  */
#define LK_BODY_HANDLER_LIMIT 1048576

/* The kinds of values of the JVM; boolean, byte, char and short are ints.  */
enum lk_value_kind
{
  LK_VALUE_NONE,		/* Void; a local without a value.  */
  LK_VALUE_INT,
  LK_VALUE_LONG,
  LK_VALUE_FLOAT,
  LK_VALUE_DOUBLE,
  LK_VALUE_REF
};

/* The operations.  "a, b -> c" pops b (the top) and a, and pushes c.  KIND, TYPE and U of an
   instruction are valid only as stated here.  */
enum lk_op
{
  LK_OP_NOP,
  LK_OP_NULL,		/* -> null.  KIND is REF.  */
  LK_OP_CONST,		/* -> a number of KIND: u.i, u.l, u.f or u.d.  */
  LK_OP_LDC,		/* -> the constant u.ref.index, of KIND: String, Class,
			   MethodHandle, MethodType or Dynamic.  */
  LK_OP_LOAD,		/* -> local u.local.slot, of KIND.  */
  LK_OP_STORE,		/* a ->; into local u.local.slot, of KIND.  */
  LK_OP_INC,		/* Add u.local.increment to int local u.local.slot.  */
  LK_OP_ARRAY_LOAD,	/* array, int -> element of KIND.  TYPE is its type, 'B'
			   for boolean, too, 'L' for any reference.  */
  LK_OP_ARRAY_STORE,	/* array, int, element ->.  The same.  */
  LK_OP_POP,		/* Drop the top u.dup.count entries, 1 or 2.  */
  LK_OP_DUP,		/* Copy the top u.dup.count entries (1 or 2), and put
			   the copies below the u.dup.under (0, 1 or 2) entries
			   under them: x, y -> y, x, y is count 1, under 1.  */
  LK_OP_SWAP,		/* a, b -> b, a.  */
  /* a, b -> result of KIND.  The right operand of shifts is an int.  */
  LK_OP_ADD, LK_OP_SUB, LK_OP_MUL, LK_OP_DIV, LK_OP_REM,
  LK_OP_SHL, LK_OP_SHR, LK_OP_USHR, LK_OP_AND, LK_OP_OR, LK_OP_XOR,
  LK_OP_NEG,		/* a -> -a, of KIND.  */
  LK_OP_CONVERT,	/* a -> a as KIND.  TYPE is one of IJFD, or B, C, S: an
			   int cut to that width.  The stack has a's kind.  */
  LK_OP_COMPARE,	/* a, b of KIND (LONG, FLOAT, DOUBLE) -> int: -1, 0, 1;
			   u.i (1 or -1) if one of them is a NaN.  */
  LK_OP_IF,		/* a, b of KIND (INT, REF) ->; to u.branch.target if a
			   u.branch.cond b, else to the next block.  */
  LK_OP_IF_ZERO,	/* a ->; the same, with 0 or null in place of b.  */
  LK_OP_GOTO,		/* Go to u.branch.target.  */
  LK_OP_JSR,		/* -> null.  Go to u.branch.target.  KIND is REF.  */
  LK_OP_SWITCH,		/* int ->; go where u.table says.  */
  LK_OP_RETURN,		/* a of KIND ->; nothing is popped if that is NONE.  */
  LK_OP_THROW,		/* a ->.  */
  /* Fields: u.ref.index is the Fieldref, TYPE the first character of its
     descriptor, KIND that type's.  */
  LK_OP_GET_STATIC,	/* -> value.  */
  LK_OP_PUT_STATIC,	/* value ->.  */
  LK_OP_GET_FIELD,	/* object -> value.  */
  LK_OP_PUT_FIELD,	/* object, value ->.  */
  /* (receiver,) arguments -> result, if there is one.  u.ref.index is the
     Methodref, InterfaceMethodref or InvokeDynamic.  TYPE is the first
     character of the result's descriptor, KIND that type's.  n_pops counts the
     receiver.  */
  LK_OP_CALL_VIRTUAL,
  LK_OP_CALL_SPECIAL,
  LK_OP_CALL_STATIC,
  LK_OP_CALL_INTERFACE,
  LK_OP_CALL_DYNAMIC,
  LK_OP_NEW,		/* -> object of class u.ref.index, not yet
			   constructed.  */
  LK_OP_NEW_PRIMITIVES,	/* int -> array of TYPE, one of ZCFDBSIJ.  */
  LK_OP_NEW_ARRAY,	/* int -> array of elements of class u.ref.index.  */
  LK_OP_NEW_ARRAYS,	/* int... -> array of class u.ref.index, of which
			   u.ref.dimensions are made.  */
  LK_OP_ARRAY_LENGTH,	/* array -> int.  */
  LK_OP_CHECK_CAST,	/* object -> object, of class u.ref.index.  */
  LK_OP_INSTANCE_OF,	/* object -> int.  Class u.ref.index.  */
  LK_OP_MONITOR_ENTER,	/* object ->.  */
  LK_OP_MONITOR_EXIT,	/* object ->.  */
  LK_N_OPS
};

enum lk_jump_cond
{
  LK_JUMP_EQ, LK_JUMP_NE, LK_JUMP_LT, LK_JUMP_GE, LK_JUMP_GT, LK_JUMP_LE
};

/* An entry of the operand stack and all below it; NULL is the empty stack.
   Within a body equal stacks are one pointer.  */
struct lk_stack
{
  const struct lk_stack *below;
  /* Of a REF: its static class as an internal name, for an array "[I" or
     "[Ljava/lang/String;".  NULL: null, unknown, or not the same on all paths.  */
  const char *class_name;
  uint16_t depth;		/* Entries: this one and those below.  */
  uint16_t words;		/* The same with 2 for a long or double.  */
  uint8_t kind;			/* enum lk_value_kind.  */
};

/* The values of all locals; see lk_body_local_kind.  */
struct lk_locals;

struct lk_switch_case
{
  int32_t key;
  uint32_t target;		/* Block.  */
};

/* Keys ascend.  Those of a tableswitch that lead to the default are here as
   well.  */
struct lk_switch_table
{
  uint32_t otherwise;		/* Block.  */
  uint32_t n_cases;
  const struct lk_switch_case *cases;
};

struct lk_insn
{
  uint16_t pc;			/* That of "wide", if it has one.  */
  uint16_t line;		/* 0: not known.  */
  uint8_t op;			/* enum lk_op.  */
  uint8_t opcode;		/* The byte in the class file, after "wide".  */
  uint8_t kind;			/* enum lk_value_kind.  */
  char type;			/* As descriptors write it.  */
  uint16_t n_pops;		/* Entries.  */
  uint8_t n_pushes;
  bool may_throw;		/* The JVM can throw here, if only because of a null or because
				   memory is exhausted.  */
  union
  {
    struct { uint16_t slot; int16_t increment; } local;
    struct { uint16_t index; uint8_t dimensions; } ref;
    struct { uint8_t count, under; } dup;
    struct { uint32_t target; enum lk_jump_cond cond; } branch;
    int32_t i;
    int64_t l;
    float f;
    double d;
    const struct lk_switch_table *table;
  } u;
  /* Before the instruction.  */
  const struct lk_stack *stack;
  const struct lk_locals *locals;
};

/* A block is entered at its first instruction only, and left after its last one or by an
   exception.  An instruction that may throw does not end it.  */
struct lk_code_block
{
  uint32_t first_insn, n_insns;	/* At least one.  */
  /* Successors without exceptions.  IF: target, next (they can be the same).  SWITCH: each
     different block once.  RETURN, THROW: none.  All others: the target, or the next block in
     the order of the code, which need not be the next one in the array.  */
  uint32_t n_successors;
  const uint32_t *successors;
  uint32_t handlers;		/* Number of its list; 0, the empty one, also if no instruction
				   may throw.  */
  uint32_t copy;		/* The number of the copy of a subroutine that it is part of;
				   0: none.  */
  bool is_handler;		/* It is in a list of handlers: the stack is the exception
				   alone.  */
};

struct lk_catch
{
  const char *class_name;	/* Internal name; NULL: all.  */
  uint32_t block;
};

/* The order matters.  Handlers after one that catches all, or after one for the same class,
   are left out.  */
struct lk_catch_list
{
  uint32_t n_catches;
  const struct lk_catch *catches;
};

/* An incoming value; the receiver is the first one.  */
struct lk_incoming
{
  const char *class_name;	/* Of a REF.  */
  uint16_t slot;
  uint8_t kind;
  char type;
};

struct lk_body
{
  const struct lk_class *class_;
  const struct lk_method *method;

  uint32_t n_insns;
  const struct lk_insn *insns;	/* By block.  */
  /* 0 is the entry, which may have predecessors.  By copy, then by pc.  */
  uint32_t n_blocks;
  const struct lk_code_block *blocks;
  uint32_t n_lists;		/* With the empty list, number 0.  */
  const struct lk_catch_list *lists;
  uint32_t n_incoming;
  const struct lk_incoming *incoming;
  uint32_t n_named;		/* LocalVariableTable by slot, then start.  */
  const struct lk_local *const *named;

  uint16_t max_locals;
  uint16_t max_depth;		/* Entries on the stack, at most.  */
  uint32_t n_raw;		/* Instructions in the class file;  */
  uint32_t n_unreachable;	/* those of them that were left out.  */
  uint32_t n_copies;		/* Of subroutines.  */
};

/* Decode the code of METHOD, a method of CLASS_ that has code.  The result lives in the arena
   and refers to CLASS_.  NULL: the method is malformed or exceeds a limit, and ERROR has the
   error and its place: "app.jar(p/C.class): C.m(int), pc 17: the stack is empty".  */
const struct lk_body *lk_body_decode (struct lk_arena *,
				      const struct lk_class *class_,
				      const struct lk_method *method,
				      struct lk_java_error *error);

/* Return the kind of value in SLOT before the instruction: NONE if there is no value, or if it
   differs between paths or is unknown; also in the upper half of a long.  Set *CLASS_NAME,
   unless CLASS_NAME is NULL, as in struct lk_stack.  */
enum lk_value_kind lk_body_local_kind (const struct lk_body *,
				       const struct lk_insn *, uint16_t slot,
				       const char **class_name);

/* Return the variable in SLOT at PC, or NULL.  */
const struct lk_local *lk_body_local_at (const struct lk_body *, uint16_t slot,
					 uint32_t pc);
/* Return the variable that a LOAD, STORE or INC accesses, or NULL.  (A STORE that begins a
   variable is immediately before its range.)  */
const struct lk_local *lk_body_insn_local (const struct lk_body *,
					   const struct lk_insn *);

/* Return the entry N below the top of the stack before the instruction, 0 being the top; NULL:
   the stack is not that deep.  */
const struct lk_stack *lk_insn_operand (const struct lk_insn *, unsigned n);

/* Return the kind of a value whose descriptor begins with TYPE.  */
enum lk_value_kind lk_value_kind_of (char type);

/* "int"; "if_zero"; "==".  */
const char *lk_value_kind_name (enum lk_value_kind);
const char *lk_op_name (enum lk_op);
const char *lk_jump_cond_name (enum lk_jump_cond);

#ifdef __cplusplus
}
#endif
#endif /* LK_CODE_H */
