/* Declarations shared by the parts of the decoder.

	code-read.c	 bytes to instructions, in the order of the code ("raw" ones),
			 with the checks that need no knowledge of the stack
	code-table.c	 the opcodes
	code-block.c	 raw blocks, lists of handlers, subroutines
	code-frame.c	 the contents of stack and locals: interned, so that equal ones are
			 one pointer and merging them again costs a look-up
	code-step.c	 the effect of an instruction on a frame
	code-flow.c	 copies blocks for calls of subroutines while it computes the
			 frames of all of them
	code.c	 the result, and queries of it

   All memory, scratch too, comes from the caller's arena, so an allocation failure may leave
   by longjmp from anywhere.  So does a fault.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CODE_INTERNAL_H
#define LK_CODE_INTERNAL_H

#include "class.h"
#include "code.h"
#include "../spec/arena.h"

#include <setjmp.h>

/* ---- A hash table of pointers.  ---- */

struct lk_map_entry
{
  void *item;			/* NULL: free.  */
  uint32_t hash;
};

struct lk_map
{
  struct lk_map_entry *entries;
  uint32_t size, count;		/* SIZE is a power of two, or 0.  */
};

/* Return the next item with that hash; *AT begins as HASH.  NULL: there are no more.  */
static inline void *
lk_map_next (const struct lk_map *map, uint32_t hash, uint32_t *at)
{
  if (map->size == 0)
    return NULL;
  for (;;)
    {
      const struct lk_map_entry *entry
	= &map->entries[(*at)++ & (map->size - 1)];
      if (entry->item == NULL || entry->hash == hash)
	return entry->item;
    }
}

void lk_map_add (struct lk_arena *, struct lk_map *, uint32_t hash, void *item);

static inline uint32_t
lk_mix (uint64_t a, uint64_t b)
{
  uint64_t h = (a ^ (b * 0x9e3779b97f4a7c15u)) * 0xff51afd7ed558ccdu;
  h ^= h >> 32;
  h *= 0xc4ceb9fe1a85ec53u;
  return (uint32_t) (h >> 32);
}

/* ---- Values.  ---- */

/* A value on the stack or in a local: its kind in the low three bits; of a REF
   above LK_VALUE_SHIFT the number of its class's name or, if LK_VALUE_RETURN is
   set, of the copy of a subroutine whose return address it is.  */
typedef uint32_t lk_value;

#define LK_VALUE_SHIFT 4
#define LK_VALUE_RETURN 8u
/* Of a local, in place of a kind: it may be anything.  */
#define LK_VALUE_ANY 7u
/* Numbers of names; those of real classes follow.  */
#define LK_NAME_UNKNOWN 0u
#define LK_NAME_NULL 1u
#define LK_VALUE_NULL (LK_VALUE_REF | (LK_NAME_NULL << LK_VALUE_SHIFT))

static inline enum lk_value_kind
lk_value_kind (lk_value value)
{
  unsigned kind = value & 7;
  return kind == LK_VALUE_ANY ? LK_VALUE_NONE : (enum lk_value_kind) kind;
}

/* Return the words that a value takes on the stack and in the locals.  */
static inline unsigned
lk_kind_words (unsigned kind)
{
  return kind == LK_VALUE_LONG || kind == LK_VALUE_DOUBLE ? 2 : 1;
}

struct lk_stack_node
{
  struct lk_stack public;	/* First.  */
  lk_value value;
  struct lk_stack_node *plain;	/* The same without names, made on demand.  */
};

/* A tree of 16 branches a node, as high as max_locals requires.  NULL is a tree of locals
   without values.  */
#define LK_LOCALS_BITS 4
#define LK_LOCALS_WIDTH (1u << LK_LOCALS_BITS)

struct lk_locals
{
  bool is_leaf;
  union
  {
    lk_value values[LK_LOCALS_WIDTH];
    const struct lk_locals *children[LK_LOCALS_WIDTH];
  } u;
};

struct lk_frame
{
  const struct lk_stack_node *stack;
  const struct lk_locals *locals;
};

/* ---- The code as it stands in the file.  ---- */

#define LK_NO_INDEX UINT32_MAX

/* An instruction.  Targets are raw instructions in it.  */
struct lk_raw
{
  struct lk_insn insn;
  lk_value value;		/* The kind that is pushed, if it does not depend on the stack;
				   of a PUT the kind that is popped.  */
  uint16_t n_arguments;		/* Of a call, without the receiver.  */
  const uint8_t *arguments;	/* Their kinds.  */
};

struct lk_raw_block
{
  uint32_t first, count;	/* Raw instructions.  */
  uint32_t list;		/* Number of the list of handlers.  0 if nothing throws.  */
  uint32_t covers;		/* The same, also if nothing throws.  Valid only if there are
				   subroutines.  */
  uint32_t n_cases;		/* Of a switch at its end.  */
  bool reached;			/* In some copy.  */
};

/* One handler of a list.  */
struct lk_raw_catch
{
  uint32_t name;		/* Number of the class's name; 0: all.  */
  uint32_t block;		/* Raw block; in a dispatch, node.  */
};

/* A list of handlers of raw blocks.  */
struct lk_raw_list
{
  uint32_t number;
  uint32_t mark;		/* Mark for graph searches.  */
  uint32_t n_catches;
  const struct lk_raw_catch *catches;
};

struct lk_subroutine
{
  uint32_t entry;		/* Raw block.  */
  uint32_t *reaches;		/* Bits of raw blocks, without callees.  */
};

/* ---- Copies.  ---- */

/* A copy of a subroutine's body, for one call; number 0 is the method itself.  */
struct lk_copy
{
  uint32_t parent;		/* The copy that calls.  */
  uint32_t number;
  uint32_t call;		/* Raw block that ends in the jsr.  */
  const struct lk_subroutine *subroutine;
};

/* A block of one copy.  */
struct lk_node
{
  uint32_t raw;			/* Raw block.  */
  uint32_t copy;
  uint32_t number;		/* Among the nodes; in the end, the result's. */
  uint32_t dispatch;		/* Its list of handlers; 0: none.  */
  uint32_t returns_from;	/* Of a ret: the copy that it leaves.  0: not yet known.  */
  uint16_t visits;		/* The number of changes of its frame.  */
  bool reached, is_handler;
  bool queued;
  struct lk_frame frame;	/* At its start.  */
};

/* A list of handlers of one copy, which is also a node of the flow: all exceptions join there.  */
struct lk_dispatch
{
  uint32_t n_catches;
  uint32_t number;		/* From 1.  */
  const struct lk_raw_catch *catches;
  const struct lk_locals *locals;
  uint16_t visits;
  bool reached;
};

struct lk_decoder
{
  struct lk_arena *arena;
  const struct lk_class *class_;
  const struct lk_method *method;
  const struct lk_code *code;
  struct lk_java_error *error;
  jmp_buf out;
  enum lk_value_kind result;	/* Of the method.  */

  const char **names;		/* By number; NULL for the first two.  */
  uint32_t n_names, names_room;
  struct lk_map name_map;
  struct lk_map constant_map;

  struct lk_raw *raws;
  uint32_t n_raws;
  uint32_t *raw_at;		/* By pc; LK_NO_INDEX inside an instruction.  */
  bool has_jsr;

  struct lk_raw_block *raw_blocks;
  uint32_t n_raw_blocks;
  uint32_t *block_of;		/* Raw block that begins at a raw
				   instruction, or LK_NO_INDEX.  */
  struct lk_raw_list **raw_lists;
  uint32_t n_raw_lists, raw_lists_room;
  struct lk_subroutine *subroutines;
  uint32_t n_subroutines;
  uint32_t *subroutine_at;	/* By raw block, its entry.  */
  uint32_t *method_reaches;	/* As a subroutine's; NULL without jsr.  */

  struct lk_map stack_map, locals_map, merge_map;
  unsigned locals_levels;
  const struct lk_locals *any_locals;	/* All ANY; NULL until needed.  */
  uint32_t max_depth;

  struct lk_copy **copies;
  uint32_t n_copies, copies_room;
  struct lk_map copy_map;
  struct lk_node **nodes;
  uint32_t n_nodes, nodes_room;
  struct lk_map node_map;	/* Of copies but the first.  */
  struct lk_node **first_nodes;	/* By raw block: those of the first copy.  */
  uint32_t n_copied, most_copied; /* Instructions and cases of all nodes.  */
  struct lk_dispatch **dispatches;
  uint32_t n_dispatches, dispatches_room;
  struct lk_map dispatch_map;	/* By copy and raw list.  */
  struct lk_map content_map;	/* By what is in them.  */
  uint32_t n_listed;		/* Against LK_BODY_HANDLER_LIMIT.  */
  void **queue;			/* Of struct lk_node: lowest copy and pc first.  */
  uint32_t n_queued, queue_room;

  struct lk_incoming *incoming;
  uint32_t n_incoming;
  struct lk_frame entry;	/* The method's.  */
};

/* Refuse the method.  PC is LK_NO_INDEX if the message has none.  */
_Noreturn void lk_decode_fail (struct lk_decoder *, uint32_t pc,
			       const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

/* Make room for one more member of SIZE bytes in an array from the arena.  */
void *lk_decode_grow (struct lk_decoder *, void *array, uint32_t count,
		      uint32_t *room, size_t size);

/* ---- code-table.c.  ---- */

enum lk_opcode_format
{
  LK_FORMAT_INVALID,
  LK_FORMAT_NONE,
  LK_FORMAT_NUMBER,		/* A constant: OPERAND.  */
  LK_FORMAT_BYTE,		/* A constant: one byte.  */
  LK_FORMAT_SHORT,		/* Two bytes.  */
  LK_FORMAT_LDC, LK_FORMAT_LDC_W, LK_FORMAT_LDC2_W,
  LK_FORMAT_LOCAL,		/* A local: one byte, or two.  */
  LK_FORMAT_SLOT,		/* A local: OPERAND.  */
  LK_FORMAT_INC,
  LK_FORMAT_DUP,		/* OPERAND: words copied, * 16 words under.  */
  LK_FORMAT_BRANCH,		/* Two bytes; OPERAND is the condition.  */
  LK_FORMAT_BRANCH_W,		/* Four bytes.  */
  LK_FORMAT_RET,		/* A local.  */
  LK_FORMAT_TABLE, LK_FORMAT_LOOKUP,
  LK_FORMAT_FIELD, LK_FORMAT_METHOD, LK_FORMAT_INTERFACE, LK_FORMAT_DYNAMIC,
  LK_FORMAT_CLASS,
  LK_FORMAT_PRIMITIVES, LK_FORMAT_ARRAYS,
  LK_FORMAT_WIDE
};

struct lk_opcode
{
  const char *name;
  uint8_t format;
  uint8_t op;
  uint8_t kind;
  char type;
  int8_t operand;
};

#define LK_OPCODE_JSR 168
#define LK_OPCODE_RET 169
#define LK_OPCODE_LDC 18

extern const struct lk_opcode lk_opcodes[256];

/* ---- code-read.c.  ---- */

void lk_decode_read (struct lk_decoder *);
/* The number of the class name of LENGTH bytes at TEXT.  */
uint32_t lk_decode_name (struct lk_decoder *, const char *text, size_t length);
/* Return a value of the type that begins at *TYPE in a descriptor; advance *TYPE past it.
   NONE at ')' and for void.  */
lk_value lk_decode_type (struct lk_decoder *, const char **type);
/* The class of the elements of arrays of class NAME.  */
uint32_t lk_decode_element (struct lk_decoder *, uint32_t name);

/* ---- code-block.c.  ---- */

void lk_decode_blocks (struct lk_decoder *);
uint32_t lk_hash_catches (const struct lk_raw_catch *, uint32_t n);

static inline bool
lk_bit (const uint32_t *bits, uint32_t i)
{
  return (bits[i / 32] >> (i % 32)) & 1;
}

static inline void
lk_set_bit (uint32_t *bits, uint32_t i)
{
  bits[i / 32] |= (uint32_t) 1 << (i % 32);
}

/* ---- code-frame.c.  ---- */

const struct lk_stack_node *lk_frame_push (struct lk_decoder *,
					   const struct lk_stack_node *,
					   lk_value);
lk_value lk_locals_get (unsigned levels, const struct lk_locals *,
			uint32_t slot);
const struct lk_locals *lk_locals_set (struct lk_decoder *,
				       const struct lk_locals *, uint32_t slot,
				       lk_value);
const struct lk_locals *lk_locals_merge (struct lk_decoder *,
					 const struct lk_locals *,
					 const struct lk_locals *);
/* Merge two stacks.  Different depths or kinds are a fault of the code at PC.  */
const struct lk_stack_node *lk_stack_merge (struct lk_decoder *, uint32_t pc,
					    const struct lk_stack_node *,
					    const struct lk_stack_node *);
/* Return the frame without names; then without anything.  For loops that do not settle soon.  */
const struct lk_stack_node *lk_stack_plain (struct lk_decoder *,
					    const struct lk_stack_node *);
const struct lk_locals *lk_locals_plain (struct lk_decoder *,
					 const struct lk_locals *);
const struct lk_locals *lk_locals_any (struct lk_decoder *);
unsigned lk_locals_levels (uint32_t max_locals);

/* ---- code-step.c.  ---- */

/* Replace *FRAME by the one after RAW.  Fill the parts of INSN, a copy of RAW's, that depend
   on the stack.  CALLEE is the copy that a JSR calls.  */
void lk_decode_step (struct lk_decoder *, const struct lk_raw *raw,
		     uint32_t callee, struct lk_insn *insn,
		     struct lk_frame *frame);

/* ---- code-flow.c.  ---- */

/* Compute all frames.  */
void lk_decode_flow (struct lk_decoder *);
/* Return successor I of NODE without exceptions, from 0 on; NULL if there are no more.  Of a
   switch the default comes first.  */
struct lk_node *lk_decode_successor (struct lk_decoder *,
				     const struct lk_node *, uint32_t i);
/* Return the copy that the jsr at the end of NODE calls.  */
uint32_t lk_decode_callee (struct lk_decoder *, const struct lk_node *);

static inline const struct lk_insn *
lk_last_insn (const struct lk_decoder *decoder, const struct lk_node *node)
{
  const struct lk_raw_block *block = &decoder->raw_blocks[node->raw];
  return &decoder->raws[block->first + block->count - 1].insn;
}

#endif /* LK_CODE_INTERNAL_H */
