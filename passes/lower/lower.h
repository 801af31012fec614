/* The lowering of one function: from GIMPLE in SSA form to an event graph.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_LOWER_LOWER_H
#define LK_PASSES_LOWER_LOWER_H

#include "../unit/unit-facts.h"

/* The uses that an SSA name is needed for before it has been lowered.  As an operand of a
   condition every operation on the way matters; as a value that may be a handle or a flag,
   arithmetic does not.  */
#define LK_NEED_VALUE 1
#define LK_NEED_CONDITION 2
#define LK_LOWERED 4

/* The result of __builtin_expect.  */
#define LK_EXPECTED 8

/* A phi without a choice: its operand is that of its argument.  */
#define LK_NO_CHOICE 16

struct lk_pair			/* A GCC edge and what was made of it.  */
{
  edge from;
  struct lk_edge *to;
};

struct lk_reference		/* A member that is a reference.  */
{
  tree object, member;		/* The pointer to the object that contains it.  */
  basic_block bb;		/* Where it was loaded,  */
  struct lk_operand value;	/* to this.  */
};

/* One function.  */
struct lk_lower
{
  struct lk_lowering *unit;
  struct function *fun;
  struct lk_graph *graph;
  uint32_t block;		/* The one being filled.  */
  /* By SSA version.  */
  unsigned n_names;
  unsigned char *state;
  struct lk_operand *value;
  tree *hint;			/* The user's variable a temporary is for.  */
  hash_map<tree, lk_var> *decls;	/* Objects, globals, functions.  */
  hash_map<tree, uint32_t> *users;	/* Numbers of user variables.  */
  uint32_t *block_of;		/* By index of the basic block.  */
  vec<basic_block> order;	/* Reachable blocks, in reverse postorder.  */
  vec<lk_pair> edges;
  vec<tree> wanted;		/* Worklist of SSA names.  */
  bool drop_abnormal;		/* vfork: its abnormal edges are dropped.  */
  hash_set<edge> *dead;		/* Edges to handlers that no exception takes.  */
  hash_set<gcall *> *refusing;	/* Insertions that may find the key present; valid once the
				   needs are known.  */
  bool no_way_out;		/* An exception thrown in it ends the program.  */
  bool errno_known;		/* ERRNO_CLEARED has been looked for.  */
  bool errno_cleared;		/* It sets errno to 0.  */
  tree frame;			/* A coroutine's body: the pointer to its
				   frame.  */
  hash_map<tree, tree> *frame_vars; /* The variables there, by member.  */
  bool frame_waits;		/* A coroutine that only makes its frame.  */
  struct lk_containers *containers;	/* Containers that are followed, or NULL.  */
  vec<lk_reference> references;	/* References loaded so far.  */
};

/* How a name is computed.  */
enum lk_shape_kind
{
  LK_SHAPE_UNKNOWN,
  LK_SHAPE_SAME,		/* Equal to A.  */
  LK_SHAPE_OFFSET,		/* The pointer A plus OFFSET.  */
  LK_SHAPE_ADDRESS,		/* The address of the reference A.  */
  LK_SHAPE_LOAD,		/* Loaded from the reference A.  */
  LK_SHAPE_COMPARE,		/* A CODE B.  */
  LK_SHAPE_NOT,			/* !A, A being 0 or 1.  */
  LK_SHAPE_AND,			/* A & B, both 0 or 1.  */
  LK_SHAPE_OR,
  LK_SHAPE_BIT,			/* Is the bit-field in the reference A not 0?
				   It begins OFFSET bits after A does.  */
  LK_SHAPE_ERRNO,		/* The error number, OFFSET (1 or -1) times.  */
  LK_SHAPE_PURE			/* Some other operation on A and B.  */
};

struct lk_shape
{
  enum lk_shape_kind kind;
  enum tree_code code;
  tree a, b;
  int64_t offset;
};

/* How the lowering treats a call.  */
enum call_kind
{
  CALL_ORDINARY,
  CALL_NOTHING,			/* Has no effect and an unknown result.  */
  CALL_ZERO,			/* The same, and the result is 0.  */
  CALL_SAME,			/* Is its first argument.  */
  CALL_EXPECT,			/* The same, from __builtin_expect.  */
  CALL_COPY,			/* memcpy.  */
  CALL_CLEAR,			/* memset.  */
  CALL_BZERO,
  CALL_ALLOCA,
  CALL_ATOMIC_LOAD,
  CALL_ATOMIC_STORE,
  CALL_ATOMIC_EXCHANGE,
  CALL_ATOMIC_OTHER
};

/* ---- function.cc ---- */

/* A model: how the lowering treats calls of the library, or what the compiler makes of a
   coroutine, instead of following the statements.  All but NAME may be NULL. model/models.cc
   has the list, in the order in which the models are queried; the first that answers is taken.  */
struct lk_model
{
  const char *name;
  /* Called when a function begins, before its blocks are ordered and after that; when it is
     finished.  */
  void (*begin) (struct lk_lower *) = NULL;
  void (*find) (struct lk_lower *) = NULL;
  void (*end) (struct lk_lower *) = NULL;
  /* Return true if the call is the model's: NEED requests the values that it needs; LOWER
     lowers the call, and the next does so for a call that is not pure; the last one runs after
     every call.  */
  bool (*need) (struct lk_lower *, gcall *) = NULL;
  bool (*lower) (struct lk_lower *, gcall *) = NULL;
  bool (*lower_impure) (struct lk_lower *, gcall *) = NULL;
  void (*after) (struct lk_lower *, gcall *) = NULL;
  /* Return the variable that the reference REF stands for, or NULL.  */
  tree (*variable) (const struct lk_lower *, const_tree ref) = NULL;
  /* A value is about to be stored at LHS.  */
  void (*before_store) (struct lk_lower *, const_tree lhs, lk_loc) = NULL;
  /* Return true if the store, or the load of DEST from SRC, is the model's, which has lowered
     it.  */
  bool (*store) (struct lk_lower *, gimple *stmt) = NULL;
  bool (*load) (struct lk_lower *, struct lk_operand dest, struct lk_operand src, lk_loc)
    = NULL;
  /* The block being filled returns: return true if the model has lowered the return.  */
  bool (*returns) (struct lk_lower *) = NULL;
};

/* Query the models of the unit.  */
void lk_models_begin (struct lk_lower *);
void lk_models_find (struct lk_lower *);
void lk_models_end (struct lk_lower *);
bool lk_models_need (struct lk_lower *, gcall *);
bool lk_models_lower (struct lk_lower *, gcall *, bool pure_excluded);
void lk_models_after (struct lk_lower *, gcall *);
tree lk_models_variable (const struct lk_lower *, const_tree ref);
void lk_models_before_store (struct lk_lower *, const_tree lhs, lk_loc);
bool lk_models_store (struct lk_lower *, gimple *stmt);
bool lk_models_load (struct lk_lower *, struct lk_operand dest, struct lk_operand src, lk_loc);
bool lk_models_return (struct lk_lower *);

/* Lower the body of FUNCTION, which this unit has.  Return NULL if it cannot be analysed.  */
struct lk_graph *lk_lower_function (struct lk_lowering *,
				    struct lk_function *);

/* ---- operand.cc ---- */

/* The operand VALUE (a name, an address, a reference) is needed.  */
void lk_need (struct lk_lower *, tree value, unsigned needs);
/* All that the place REF depends on is needed.  */
void lk_need_place (struct lk_lower *, tree ref);
struct lk_operand lk_operand_of (struct lk_lower *, tree value);
/* NAME equals VALUE.  */
void lk_set_operand (struct lk_lower *, tree name, struct lk_operand value);
/* Return a new variable for NAME, whose operand it becomes.  */
lk_var lk_define (struct lk_lower *, tree name);
/* Return a new variable without a name, computed as DEF says.  */
struct lk_operand lk_computed (struct lk_lower *,
			       const struct lk_definition *);
/* Return a new variable without a name, loaded from PLACE.  */
struct lk_operand lk_loaded (struct lk_lower *, struct lk_operand place,
			     lk_loc);
/* Make a new variable for NAME and return the event that assigns SRC to it; NULL if NAME uses
   another variable.  */
struct lk_event *lk_define_assigned (struct lk_lower *, tree name,
			 struct lk_operand src, lk_loc);
/* Return a new value that is unknown.  */
struct lk_operand lk_some_value (struct lk_lower *, lk_loc);
/* Define NAME as an unknown value.  */
void lk_define_unknown (struct lk_lower *, tree name, lk_loc);
/* The value of NAME is a size or length.  */
void lk_mark_length (struct lk_lower *, tree name);
/* Heuristic: an unsigned number of 64 bits that is read from memory and put into a signed one of
   32 is a length or size that fits.  Wrong if the program tests whether it does.  */
bool lk_is_narrowed_length (gimple *stmt);
/* Return the value of VAR, if that is a static variable of the unit that nothing writes and whose
   address nothing has; else NULL.  */
tree lk_never_written (tree var);
/* Define NAME as the pure function with key KEY of A and B.  */
void lk_define_pure (struct lk_lower *, tree name, const char *key,
		     struct lk_operand a, struct lk_operand b, lk_loc);
struct lk_operand lk_plus (struct lk_lower *, struct lk_operand,
			   int64_t offset);
uint32_t lk_user_number (struct lk_lower *, tree decl);
/* Return what the declaration of the variable that NAME is a version of says, or NULL.  */
const struct lk_field_promise *lk_declared_of (const struct lk_lower *, tree name);
/* Return the user's variable that NAME is a version of, or NULL.  */
tree lk_user_variable (const struct lk_lower *, tree name);
/* Define NAME as DEF.  */
void lk_define_as (struct lk_lower *, tree name, const struct lk_definition *);
/* Return true if T is in memory.  */
bool lk_is_memory (tree t);

/* ---- shape.cc ---- */

void lk_shape_of (struct lk_lower *, gimple *, struct lk_shape *);
/* Return true if VALUE is 0 or 1, whatever its type: C computes with booleans as ints.  */
bool lk_boolean_origin (tree value);

/* ---- value.cc ---- */

/* Follow definitions until nothing new is needed.  */
void lk_need_all (struct lk_lower *);
/* Lower an assignment to an SSA name.  */
void lk_lower_definition (struct lk_lower *, gimple *);

/* ---- call-result.cc ---- */

/* Return the argument that the result of CALL equals, or is *OFFSET bytes after; or NULL.  */
tree lk_call_returns_argument (struct lk_lower *, gcall *, int64_t *offset);
/* Before CALL, whose callee has CONTRACT or NULL, say what the members that this depends on hold,
   of static variables whose addresses are passed.  */
void lk_lower_members_given (struct lk_lower *, gcall *, const struct lk_contract *contract);
/* Return true if CALL only computes its result from its arguments.  */
bool lk_call_is_pure (struct lk_lower *, gcall *);

/* ---- arithmetic.cc ---- */

/* Define NAME, computed as SHAPE says, if the engine knows this arithmetic
   (lower/arithmetic.cc).  */
bool lk_arithmetic (struct lk_lower *, tree name, const struct lk_shape *shape,
		    struct lk_definition *);
/* Return true if NAME, a number of SHAPE, carries information also when it is only stored or
   returned: low bits are not negative, a negated truth value is 0 or -1, a counter that is
   counted up is not 0.  */
bool lk_tells_stored (tree name, const struct lk_shape *shape);
/* Return VALUE if A >> B is (unsigned) VALUE >> 31, as the front ends write VALUE < 0 ?  1 :
   0; else NULL.  */
tree lk_whose_sign (tree a, tree b);
/* Return the number that VALUE was copied from, for example a variable that holds a pointer to
   a member.  */
tree lk_copied_from (tree value);

/* ---- condition.cc ---- */

/* Set the condition that A CODE B tests.  Return false if it has no meaning for the engine.  */
bool lk_lower_compare (struct lk_lower *, enum tree_code code, tree a, tree b,
		       struct lk_definition *);

/* ---- memory.cc ---- */

/* Return the address of REF as an operand ({root} + offset), or unknown.  */
struct lk_operand lk_address_of (struct lk_lower *, tree ref);
/* Return the place REF itself.  */
struct lk_operand lk_place_of (struct lk_lower *, tree ref);
/* Return the bit-field BITS after the reference REF; and true if STMT uses one.  */
struct lk_operand lk_bit_place_of (struct lk_lower *, tree ref, int64_t bits);
bool lk_tests_bit_field (gimple *stmt, tree *ref, int64_t *bits);
/* Return the variable of DECL: an object, a global.  */
lk_var lk_decl_var (struct lk_lower *, tree decl);
struct lk_operand lk_function_operand (struct lk_lower *, tree fndecl);
/* STMT loads an SSA name from REF.  */
void lk_lower_load (struct lk_lower *, gimple *stmt, tree ref);
/* Load DEST, a value, from the place SRC; return the event, or NULL.  */
struct lk_event *lk_load_into (struct lk_lower *, struct lk_operand dest,
		   struct lk_operand src, lk_loc);
/* The store LHS = RHS: request what it needs, and lower it.  */
void lk_need_store (struct lk_lower *, gimple *);
void lk_lower_store (struct lk_lower *, gimple *);
/* Store VALUE at the place REF; return the event, or NULL if the place is unknown.  */
struct lk_event *lk_store (struct lk_lower *, tree ref, struct lk_operand value,
	       lk_loc);
/* VALUE escapes.  */
void lk_escape (struct lk_lower *, struct lk_operand value, lk_loc);
void lk_copy (struct lk_lower *, struct lk_operand dest,
	      struct lk_operand src, uint64_t size, lk_loc);
void lk_clear (struct lk_lower *, struct lk_operand dest, uint64_t size,
	       struct lk_operand with, lk_loc);
/* Add to *OFFSET and *BITS the distance of REF, a component, from the beginning of the whole.  */
void lk_add_step (struct lk_lower *, tree ref, int64_t *offset, int64_t *bits);

/* ---- array-element.cc ---- */

/* If REF is in an array at an index that is not constant, return the index; the element is
   *SIZE times the index and *AT bytes after the array's beginning.  Else return NULL.  */
tree lk_element_number (struct lk_lower *, tree ref, int64_t *size, int64_t *at);
/* If LOAD reads an element of an array at an index that is not constant, and the last store
   before it wrote this element, return the value stored; else NULL.  */
tree lk_just_stored (struct lk_lower *, gimple *load);

/* ---- builtin.cc ---- */

enum call_kind lk_call_kind (gcall *);
/* Lower CALL, of KIND: copies and the kinds after them.  A copy's result is not defined here;
   that of alloca and of atomic functions is.  */
void lk_lower_builtin (struct lk_lower *, gcall *, enum call_kind kind);

/* ---- argument.cc ---- */

/* Lower the arguments of CALL into EVENT, its event, with what the callee's type says of each.  */
void lk_lower_arguments (struct lk_lower *, gcall *call, struct lk_event *event);
/* Return true if DECL is a constructor without a body whose arguments lead to no object that it
   could pass its own OBJECT to, and its class is of the unit's main file or the library's, or the
   function returns or destroys OBJECT.  */
bool lk_keeps_object_alone (tree decl, tree object);
/* Heuristic: return true if CALL is one of a method without a body whose arguments are of that
   kind, and which answers with a number: it leaves its object to its caller; likewise one that has
   no result, if the caller destroys or returns the object later; and one, also a virtual one, that
   may not change the object and answers with a number or a text.  Wrong if it enters the object
   somewhere, or deletes it.  */
bool lk_answers_of_object (const gcall *call);

/* ---- call.cc ---- */

void lk_need_call (struct lk_lower *, gcall *);
/* Return true if reports about what CALL acquires are suppressed.  */
bool lk_call_suppressed (struct lk_lower *, gcall *call);
void lk_lower_call (struct lk_lower *, gcall *);
/* CALL has no known effect; its result is unknown.  */
void lk_lower_unknown_result (struct lk_lower *, gcall *);
void lk_need_asm (struct lk_lower *, gasm *);
void lk_lower_asm (struct lk_lower *, gasm *);

#endif /* LK_PASSES_LOWER_LOWER_H */
