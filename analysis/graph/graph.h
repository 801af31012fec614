/* The event graph: what a function does to handles, and nothing else.

   Front ends lower a function body to one of these; no other part of the engine depends on the
   language.  It is a control-flow graph in SSA form whose events are assignments, calls and
   ends of life.  It is built once, verified, read by the engine, and freed as a whole.
   Statements that neither move a possible handle nor affect a branch are left out.  Its text
   form (graph/print.c) is in doc/event-graph.md.

   A *variable* is a root: an SSA value, the incoming value of a formal, a local object in
   memory (aggregates, arrays, address-taken locals), a global object, or a function.  The
   value of an OBJECT or GLOBAL root is its *address*; its contents are reached by a selector.
   A *path* is a root, then loads at byte offsets sel[0] ... sel[n-1], then an addend: the SSA
   pointer p is {p}, p->f {p, 8}, s.f of a local s {s, 8}, &s {s}, &p->f {p} + 8, fds[1] {fds,
   4}, and a[i] {a, ANY}.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_GRAPH_H
#define LK_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "../../spec/contract.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An unknown byte offset (variable index, unknown pointer arithmetic).  */
#define LK_ANY INT64_MIN
/* The offset of all that a lambda has captured.  No other offset occurs in a lambda.  */
#define LK_CAPTURED (INT64_MIN + 1)

/* The offset LK_TABLE is added to that of an object's pointer to its virtual table: the place
   of a number, from 1, that identifies the table.  Only constructors and destructors write
   there.  */
#define LK_TABLE (INT64_C (1) << 48)
#define LK_IS_TABLE(OFFSET) ((OFFSET) >= LK_TABLE && (OFFSET) < 2 * LK_TABLE)

/* The address of a function, as a number, is the sum of this and the function's index.  */
#define LK_FUNCTION (INT64_C (1) << 50)

/* A place in the source: the front end's own number (GCC's location_t; a line
   number in the text form); 0 is unknown.  */
typedef uint64_t lk_loc;

/* Index of a variable of the graph; LK_NO_VAR is none.  */
typedef uint32_t lk_var;
#define LK_NO_VAR UINT32_MAX

enum lk_var_class
{
  LK_VAR_VALUE,		/* SSA value: one definition (an event or a phi).  */
  LK_VAR_FORMAL,	/* Incoming value of formal number INDEX.  */
  LK_VAR_OBJECT,	/* Local object in memory.  */
  LK_VAR_GLOBAL,	/* Object of static storage; ENTITY is the same in all
			   functions of the unit.  */
  LK_VAR_FUNCTION	/* The address of a function.  */
};

/* How an SSA value was computed, for conditions and aliases.  Not an event; stored by
   variable.  Only PURE uses both operands.  */
enum lk_def_kind
{
  LK_DEF_OTHER,		/* An event defines it (or it is unknown).  */
  LK_DEF_COMPARE,	/* A OP B, 0 or 1.  */
  LK_DEF_NOT,		/* A == 0, as 0 or 1.  */
  LK_DEF_AND,		/* A & B, both 0 or 1.  */
  LK_DEF_OR,		/* A | B, both 0 or 1.  */
  LK_DEF_PURE		/* A pure function of the operands, numbered by CODE:
			   two values of the same CODE and operands are
			   equal.  */
};

/* CODEs of PURE: A plus the constant B; A masked with B; A with the bits of B set; C's error
   number (A is 1) or its negation (-1), each read with another B; A | B, which is 0 where both
   are; A times the constant B, or more; A < B and A <= B of unsigned numbers; A plus B, of unsigned
   numbers, which is 0 where both are: that it wraps around is left out.  All other codes are
   greater.  */
#define LK_PURE_ADD 1
#define LK_PURE_AND 2
#define LK_PURE_OR 3
#define LK_PURE_ERRNO 4
#define LK_PURE_EITHER 5
#define LK_PURE_SCALE 6
#define LK_PURE_BELOW 7
#define LK_PURE_AT_MOST 8
#define LK_PURE_SUM 9
#define LK_PURE_LAST LK_PURE_SUM

/* Members that specifications mention are numbered from 0; those of classes in Java from here,
   in bytes.  */
#define LK_FIRST_MEMBER 1024

enum lk_compare { LK_EQ, LK_NE, LK_LT, LK_LE, LK_GT, LK_GE };

struct lk_field_promise;
struct lk_path;			/* Interned: equal paths are one pointer.  */
struct lk_path
{
  lk_var root;
  uint16_t nsel;
  uint32_t index;		/* Dense number, from 0, within the graph.  */
  int64_t addend;		/* LK_ANY: somewhere inside.  */
  struct lk_path *chain;	/* Hash chain.  */
  const char *name;		/* As written in the source ("c.fp"), or NULL.  */
  const struct lk_field_promise *field;	/* The field that the last load reads, or NULL:
					   unknown.  */
  int64_t sel[];
};

enum lk_operand_kind { LK_UNKNOWN, LK_CONST, LK_PATH };

struct lk_operand
{
  enum lk_operand_kind kind;
  int64_t value;		/* LK_CONST (a string literal or another
				   address of constant data is UNKNOWN).  */
  const struct lk_path *path;	/* LK_PATH: the value at this path.  */
};

struct lk_definition
{
  enum lk_def_kind kind;
  enum lk_compare op;
  uint32_t code;		/* PURE.  */
  struct lk_operand a, b;
};

struct lk_variable
{
  enum lk_var_class class_;
  const char *name;		/* As written in the source, or NULL.  */
  uint32_t user;		/* SSA values of one user variable share this
				   number; 0: a compiler temporary.  */
  bool length;			/* VALUE: the size or length of something: not negative.  */
  bool fixed;			/* GLOBAL: no function of the unit stores there.  */
  bool registry;		/* GLOBAL: what can be reached from there is not owned by it.  */
  bool begins;			/* GLOBAL: every place in it holds BEGIN when the process
				   begins.  */
  int64_t begin;
  uint32_t index;		/* FORMAL: from 0.  */
  void *entity;			/* GLOBAL: identity in the unit.  FUNCTION:
				   its struct lk_function.  */
  struct lk_definition def;	/* VALUE.  */
  const struct lk_field_promise *declared;	/* VALUE: what the declaration of its variable
						   requires, if it does (promise.h); or NULL.  */
};

struct lk_function;
struct lk_promise;

enum lk_event_kind
{
  /* DEST.path without selectors: define its root (a VALUE) as SRC.
     Otherwise: store SRC at DEST.  */
  LK_EVENT_ASSIGN,
  /* Copy SIZE bytes of memory (0: unknown, all), an aggregate assignment: the contents of
     {SRC, k, ...} are then also those of {DEST, k, ...}.  Here DEST and SRC are *addresses*
     ({s}, {p} + 16).  */
  LK_EVENT_COPY,
  LK_EVENT_CALL,
  /* The local object DEST.path->root ends its life (GCC's clobber).  */
  LK_EVENT_DEAD,
  /* An aggregate or scalar at address DEST of SIZE bytes is overwritten with
     something that holds no handle (= {0}, memset).  */
  LK_EVENT_CLEAR
};

struct lk_event
{
  enum lk_event_kind kind;
  bool suppressed;		/* CALL: acquire nothing here (attribute).  */
  bool fills;			/* CALL: what it acquires is to stay open: the caller does not
				   use the result.  */
  bool aggregate_result;	/* CALL: DEST is the address of an object that
				   receives a structure.  */
  bool throws;			/* CALL: an exception of it leaves the function
				   at once.  */
  bool throws_unseen;		/* CALL: nothing shows that it throws but that it may.  */
  bool awaited;			/* CALL: a handler here catches its exceptions, or the callee
				   is declared here.  */
  bool wraps;			/* CALL: its result can hold its arguments.  */
  bool member;			/* CALL: of a member function, ARGS[0] being its
				   object, in which alone it writes.  */
  uint64_t member_size;		/* Its bytes if that is itself a member of
				   another object, else 0.  */
  lk_loc loc;
  struct lk_operand dest;	/* CALL: PATH to the result's destination, a
				   VALUE or a place; UNKNOWN: ignored.  */
  struct lk_operand src;	/* ASSIGN; COPY: address.  CALL: the function
				   pointer when CALLEE is NULL.  */
  uint32_t element;		/* ASSIGN of an array's element: 0, or 1 and the value that is
				   the element's number,  */
  int64_t element_size, element_at; /* times that many bytes, and the distance of the place
				       from there.  */
  uint64_t size;
  struct lk_function *callee;	/* CALL: NULL if indirect and unresolved.  */
  uint32_t n_args;
  struct lk_operand *args;	/* A structure passed by value: its address
				   with ARG_BY_VALUE set.  */
  uint16_t *arg_flags;
};

/* Does EV write memory at the address DEST, and not the place DEST?  */
static inline bool
lk_writes_at_address (const struct lk_event *ev)
{
  return (ev->kind == LK_EVENT_COPY || ev->kind == LK_EVENT_CLEAR
	  || (ev->kind == LK_EVENT_CALL && ev->aggregate_result));
}

/* An argument is a structure by value, and ARGS holds its address.  */
#define LK_ARG_BY_VALUE 1
/* The parameter's declared type is a pointer to const.  */
#define LK_ARG_CONST 2
/* The argument goes into the "..." of a printf-like function.  */
#define LK_ARG_FORMATTED 4
/* The parameter points to constant text, and the callee has no place to keep it: neither its
   result nor another argument can hold it.  */
#define LK_ARG_LENT 8
/* The argument is, or points to, an object that is not constant and can hold another argument.  */
#define LK_ARG_HOLDS 16

enum lk_terminator
{
  LK_TERM_GOTO,			/* One or more unlabelled successors (several:
				   any of them, as after a computed goto).  */
#define LK_ARG_PART 32		/* A member that the callee may not change: not the whole
				   object, even if it is its first member.  */
#define LK_ARG_AWAITER 64	/* An object without a destructor that a coroutine awaits.  */
#define LK_ARG_SCALAR 256	/* A number: neither it nor its parameter is a pointer.  */
#define LK_ARG_UNION 128	/* It was read from a member of a union that has another pointer:
				   the program knows which one is there.  */
  LK_TERM_COND,			/* Successor 0 if A OP B, else successor 1.  */
  LK_TERM_SWITCH,		/* Successor i on A in edge i's LO .. HI.  */
  LK_TERM_RETURN,		/* A is the result (aggregate: its address).  */
  LK_TERM_UNWIND,		/* Leaves the function by an exception.  */
  LK_TERM_END			/* Control never gets past this point.  */
};

#define LK_EDGE_EXCEPTION 1	/* Taken when one of the block's last calls throws; which one
				   is unknown.  */
#define LK_EDGE_DEFAULT 2	/* SWITCH: all values no other edge takes.  */

struct lk_edge
{
  uint32_t from, to;		/* Blocks.  */
  uint32_t flags;
  int64_t lo, hi;		/* SWITCH.  (A case with several ranges is
				   several edges.)  */
  uint32_t pred_index;		/* Which argument of TO's phis it is.  */
  lk_loc loc;			/* Of the goto, break or return it stands for
				   (GCC's goto_locus, or the phi argument's
				   location), or 0.  */
};

struct lk_phi
{
  lk_var result;
  struct lk_operand *args;	/* One for each predecessor edge, by
				   pred_index.  */
};

struct lk_block
{
  uint32_t n_events, n_phis, n_succs, n_preds;
  struct lk_event *events;
  struct lk_phi *phis;
  struct lk_edge **succs, **preds;
  enum lk_terminator term;
  enum lk_compare op;		/* COND.  */
  struct lk_operand a, b;	/* COND, SWITCH (A), RETURN (A).  */
  bool aggregate_result;	/* RETURN: A is the address of a structure.  */
  bool expected;		/* COND under __builtin_expect: no meaning
				   for correctness, for ranking only.  */
  lk_loc loc;			/* Of the terminator.  */
};

struct lk_graph
{
  struct lk_function *function;
  uint32_t n_vars, n_blocks, n_formals, n_paths;
  struct lk_variable *vars;
  struct lk_block *blocks;	/* Block 0 is the entry.  */
  lk_var *formals;		/* By index: the FORMAL variable.  */
  lk_loc end_loc;		/* The closing brace.  */
  struct lk_builder *builder;	/* Arena, path table.  */
};

/* Return true if V is the first formal, a method's object.  A graph without formals has none.  */
static inline bool
lk_is_first_formal (const struct lk_graph *g, lk_var v)
{
  return g->n_formals && v == g->formals[0];
}

/* Function flags.  */
#define LK_FN_BODY 1		/* The unit has its body.  */
#define LK_FN_NORETURN 2	/* Never returns (declared, or seen).  */
#define LK_FN_MAIN 4		/* Returning from it ends the process.  */
#define LK_FN_STATIC 8		/* All its callers may be visible.  */
#define LK_FN_RETURNS_BOOL 16
#define LK_FN_RETURNS_POINTER 32
#define LK_FN_VOID 64
#define LK_FN_PURE 128		/* Reads memory at most.  */
#define LK_FN_NOTHROW 256
#define LK_FN_PRINTF 512	/* Has a printf-like format attribute.  */
#define LK_FN_SETS_JUMP 1024	/* Calls setjmp: not analysed.  */
#define LK_FN_MAY_END 2048	/* Calls something that does not return.  */
#define LK_FN_CONSTRUCTOR 4096	/* If it throws, the object that formal 0 points to does not
				   exist.  */
#define LK_FN_LIBRARY 8192	/* Part of the system: its body is not reported on, and what it
				   may release it is assumed to release.  Of a dispatcher: it
				   may call other functions, which are unknown.  */
#define LK_FN_DISPATCH 16384	/* Calls any of several functions.  Heuristic: one that
				   releases is assumed to be the one called.  Wrong if another
				   one runs.  */
#define LK_FN_DESTRUCTOR 32768	/* Releases what its object owns.  */
#define LK_FN_NEW 65536		/* Its result is an object without other references: Java's
				   new.  A handle from the moment an acquisition says so.  */
#define LK_FN_JAVA 131072	/* 0 is a number like any other, and a failure
				   is an exception.  */
#define LK_FN_UNDECLARED 262144	/* Throws no checked exception that it does not declare: a
				   handler of such an exception in a caller relies on it.  */
#define LK_FN_CLOSURE 524288	/* Makes a lambda: argument 1 is the address of
				   its body (or 0), and what follows is captured:
				   the body's first arguments.  */
#define LK_FN_PAIRED 1048576	/* It acquires or releases memory that only its counterpart
				   releases: C++'s new.  */
#define LK_FN_RECEIVER 2097152	/* Formal 0 is an object, and never 0: Java's
				   this.  */
#define LK_FN_REFERENCES 4194304	/* Addresses of local objects that it stores in other
					   objects are followed.  */
#define LK_FN_DESTROYED 8388608	/* Of a class with a user-provided destructor.  */
#define LK_FN_ASSIGNMENT 16777216 /* Copies to the object that formal 0 points to the members
				     of another one.  */
#define LK_FN_CHOSEN 33554432	/* Of a dispatcher: the function it calls is the right one.  */
#define LK_FN_TABLE 67108864	/* A constructor that stores the virtual table of its object.  */
#define LK_FN_LAMBDA 134217728	/* Formal 0 is a lambda: its captures by reference are
				   different variables.  */
#define LK_FN_DELETING 268435456	/* A destructor, after which the object is deleted.  */
#define LK_FN_NONNULL 536870912	/* Its result is never 0: C++'s new, which throws.  */
#define LK_FN_FINDS 1073741824	/* It acquires an object that exists already: no handle is
				   overwritten.  */
#define LK_FN_DISPOSES (UINT64_C (1) << 32) /* A method of Java that must be called before its
					       object is lost.  */
#define LK_FN_LANGUAGE (UINT64_C (1) << 33) /* Of the language's own library: the compiler knows
					       it.  */
#define LK_FN_QUIET 2147483648u	/* Losses in it are not reported; callers are not obliged to
				   release what it acquires.  */

#define LK_FN_EXTERNAL (UINT64_C (1) << 34) /* Other units call it by its name, and its contract is
					       recorded.  */

/* A dispatcher that calls any of several functions.  */
#define LK_FN_CALLS_ANY(FUNCTION) \
  (((FUNCTION)->flags & (LK_FN_DISPATCH | LK_FN_CHOSEN)) == LK_FN_DISPATCH)

struct lk_function
{
  const char *name;		/* As shown to the user.  */
  void *key;			/* The front end's: its declaration.  */
  uint64_t flags;		/* LK_FN_...  */
  uint32_t index;		/* Dense, from 0, in the unit.  */
  lk_loc loc;
  uint32_t order;		/* Findings are sorted by this, then by LOC.  */
  const struct lk_contract *contract;	/* Or NULL.  */
  struct lk_graph *graph;		/* NULL until first used.  */
  void *engine;				/* The engine's own.  */
  const struct lk_promise *promise;	/* The verifier's, once first used.  */
  bool promise_known;
};

/* ---- Building.  ---- */

/* A new, empty graph for FUNCTION (may be NULL).  All memory of the graph
   is its own arena's; lk_graph_free frees it whole.  */
struct lk_graph *lk_graph_new (struct lk_function *);
void lk_graph_free (struct lk_graph *);

/* Zeroed memory that lives as long as the graph.  */
void *lk_graph_alloc (struct lk_graph *, size_t);
const char *lk_graph_strdup (struct lk_graph *, const char *);
/* Bytes the graph's arena holds, for statistics.  */
size_t lk_graph_memory (const struct lk_graph *);

/* Variables.  NAME is copied.  */
lk_var lk_graph_add_var (struct lk_graph *, enum lk_var_class,
			 const char *name, uint32_t user);
/* Formals are added in order, from 0.  */
lk_var lk_graph_add_formal (struct lk_graph *, const char *name);

/* Paths.  */
const struct lk_path *lk_path_make (struct lk_graph *, lk_var root,
				    unsigned nsel, const int64_t *sel,
				    int64_t addend);
/* Set the name of PATH as the user wrote it; the first name stays.  NAME is copied.  */
void lk_path_set_name (struct lk_graph *, const struct lk_path *,
		       const char *name);
/* Set what the last load of PATH reads; the first one stays.  */
void lk_path_set_field (const struct lk_path *,
			const struct lk_field_promise *);
/* Fill LIST, of N_PATHS members, with all paths by their numbers.  */
void lk_graph_list_paths (const struct lk_graph *, const struct lk_path **list);
static inline struct lk_operand
lk_operand_const (int64_t v)
{
  struct lk_operand op = { LK_CONST, v, NULL };
  return op;
}
static inline struct lk_operand
lk_operand_unknown (void)
{
  struct lk_operand op = { LK_UNKNOWN, 0, NULL };
  return op;
}
static inline struct lk_operand
lk_operand_path (const struct lk_path *p)
{
  struct lk_operand op = { LK_PATH, 0, p };
  return op;
}

/* Blocks, in order from 0 (the entry).  The returned pointers are valid only until the next
   block is added; use the number.  */
uint32_t lk_graph_add_block (struct lk_graph *);

/* Append an event of KIND to BLOCK, zeroed (operands UNKNOWN); the pointer
   is good until the next event is added to that block.  For a call, N_ARGS
   arguments (UNKNOWN) and flags are allocated.  */
struct lk_event *lk_graph_add_event (struct lk_graph *, uint32_t block,
				     enum lk_event_kind, lk_loc,
				     unsigned n_args);

/* Append a successor; the order is significant (COND: true, false, then exceptional ones).  */
struct lk_edge *lk_graph_add_edge (struct lk_graph *, uint32_t from,
				   uint32_t to, uint32_t flags);

/* A phi in BLOCK.  Call after all edges are there; fill args by the edges'
   pred_index.  */
struct lk_phi *lk_graph_add_phi (struct lk_graph *, uint32_t block,
				 lk_var result);

/* ---- Text form and verifier.  ---- */

/* Print GRAPH; LINE_OF (may be NULL) turns a location into a line number.  */
void lk_graph_print (FILE *, const struct lk_graph *,
		     unsigned (*line_of) (lk_loc));

/* Check every rule written in this file.  Return NULL, or the error (in the graph's arena).  */
const char *lk_graph_verify (struct lk_graph *);

const char *lk_compare_spelling (enum lk_compare);
enum lk_compare lk_compare_negate (enum lk_compare);
enum lk_compare lk_compare_swap (enum lk_compare);

#ifdef __cplusplus
}
#endif
#endif /* LK_GRAPH_H */
