/* What the files of the lowering share.

   lower.cc walks a function's blocks, lower-value.cc says what an SSA name
   is, lower-cond.cc what a comparison means, lower-ref.cc turns memory
   references into paths, lower-element.cc knows the
   elements of arrays, lower-call.cc handles calls and asm, lower-builtin.cc
   built-in functions, functions.cc keeps the records of functions and finds the
   targets of indirect calls,
   container.cc follows local containers of handles, container-member.cc those that are
   members, container-key.cc keys that may be there, key-given.cc whose these are, insertion.cc
   what they may refuse, container-model.cc is what the engine sees of them, deleter.cc knows
   shared pointers that release nothing, origin.cc what values come from,
   classes.cc tells the engine of classes, parsed.cc keeps bodies that the compiler drops,
   coroutine.cc makes a coroutine's variables local again,
   names.cc gives them their names, accessor.cc knows those that only
   compute an address or load something, dispatch.cc what virtual calls reach,
   throw.cc says which calls throw,
   pass.cc decides what is lowered at all.

   None of it changes anything that GCC owns: no statement, no flag, no
   declaration, no SSA name; objects stay identical byte for byte.  That is
   also why cfun is never set: setting it switches the target's tables.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LOWER_H
#define LK_LOWER_H

#include "gcc-compat.h"
#include "function.h"
#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "cgraph.h"
#include "calls.h"
#include "passes.h"
#include "contracts.h"

/* The functions that calls on containers become (container-model.cc).  */
enum lk_container_model
{
  LK_CONTAINER_PUT,		/* The second argument is put into the first.  */
  LK_CONTAINER_GET,
  LK_CONTAINER_WALK,
  LK_CONTAINER_ASK,
  LK_CONTAINER_COUNT,
  LK_CONTAINER_TAKE,		/* What was got from it last is there no more.  */
  LK_CONTAINER_INSERT,		/* It is put there if the result is not 0.  */
  LK_CONTAINER_GIVE,		/* It is then somebody else's.  */
  LK_CONTAINER_MODELS
};

/* What "new" and "delete" of one object call in the unit (deleter.cc).  */
struct lk_plain_operators
{
  bool sought;
  const struct lk_clause *by;	/* How "new" acquires it; NULL: the unit has no use of it.  */
  tree deletes;			/* Or NULL.  */
  struct lk_function *released;	/* What gives back what a parameter owns, once it is asked for;  */
  struct lk_contract contract;	/* its contract,  */
  struct lk_clause clause;	/* and that one's clause.  */
};

/* One compilation unit.  */
struct lk_lowering
{
  struct lk_unit *unit;
  const struct lk_pass_options *options;
  FILE *dump;				/* Or NULL.  */
  /* Java: who keeps the records of functions.  NULL: functions.cc.  */
  struct lk_function *(*function_of) (tree decl);
  /* What a FIELD_DECL or VAR_DECL promises; NULL: nobody asks.  */
  const struct lk_field_promise *(*field_of) (tree decl);
  hash_map<tree, struct lk_function *> *functions;	/* By declaration.  */
  hash_map<tree, struct lk_function *> *replaceable;	/* Weak ones.  */
  hash_map<tree, struct lk_function *> *fatal;	/* Told to end.  */
  hash_map<tree, unsigned> *returning;	/* enum returning, by function.  */
  hash_map<tree, unsigned> *returned;	/* A parameter, by function.  */
  hash_map<tree, tree> *static_pointers;	/* What a static function
						   pointer can be.  */
  hash_map<nofree_string_hash, uint32_t> *codes; /* Of pure operations.  */
  vec<char *> code_keys;		/* Their keys, to be freed.  */
  hash_map<tree, struct lk_accessor> *accessors;
  struct lk_function *container_models[LK_CONTAINER_MODELS];	/* Or NULL.  */
  struct lk_plain_operators plain;
  struct lk_frames *frames;	/* Or NULL.  */
  struct lk_function *deleting;	/* By a virtual destructor; or NULL.  */
  struct lk_members *members;	/* Containers, once they are asked for.  */
  struct lk_classes *hierarchy;
  struct lk_casters *casters;
  struct lk_callbacks *callbacks;
  hash_map<nofree_string_hash, uint32_t> *tables; /* Virtual ones.  */
  vec<char *> table_keys;		/* Their keys, to be freed.  */
  struct lk_exceptions *exceptions;	/* What functions throw.  */
  hash_set<const void *> *lowered;	/* Functions, told of and dumped.  */
  hash_set<const void *> *printed;	/* Kinds and functions whose contracts
					   are in the dump already.  */
  unsigned limits;		/* Those met since a body was begun.  */
};

/* Bounds of the lowering that make it know less; lower_body tells them.  */
#define LK_LIMIT_ORIGIN 1
#define LK_LIMIT_JOINED 2
#define LK_LIMIT_RESOLVE 4

/* ---- promise.cc ---- */

/* What a function, a member or a global promises to the verifier.  */
const struct lk_promise *lk_promise_of (void *, struct lk_function *);
const struct lk_field_promise *lk_field_promise_of (tree decl);
/* Check what structures of the unit declare.  */
void lk_check_structures (struct lk_lowering *);

/* ---- java-promise.cc ---- */

/* What a method promises to the verifier.  */
const struct lk_promise *lk_java_promise_of (void *, struct lk_function *);
bool lk_java_runs_on (void *, struct lk_function *target, int64_t selector);

/* ---- java-declared.cc ---- */

/* LOC is in an initializer block of FUNCTION's class.  */
bool lk_java_in_initialiser (void *, struct lk_function *, lk_loc,
			     bool *nested);

/* ---- parsed.cc ---- */

/* A body of a function, and its first parameter.  */
struct lk_parsed
{
  tree self, body;
};

/* BODIES becomes those that were kept, by their declarations, and ORDER has them in the order in
   which they were parsed.  */
void lk_parsed_bodies (hash_map<tree, lk_parsed> *bodies, vec<tree> *order);
/* BODY names FIELD.  */
bool lk_parsed_names (tree body, tree field);
/* It does something else with its object, of the class TYPE, than to get at its members and to
   call its methods.  */
bool lk_parsed_hands_out (const struct lk_parsed *, const_tree type);
/* Add to GIVEN what DECL, one of BODIES, gives to which function on every way on which it is
   there, of members of its object and the object itself.  */
void lk_parsed_gives (struct lk_lowering *, tree decl, hash_map<tree, lk_parsed> *bodies,
		      vec<struct lk_given> *given);

/* ---- classes.cc ---- */

/* Tell the engine of the classes of FUNCTIONS, those of the unit with bodies; in ROOM, which
   is to live as long as the unit.  */
void lk_add_classes (struct lk_lowering *, const vec<tree> *functions, struct obstack *room);

/* ---- pass.cc ---- */

/* Begin a unit: open the dump, make the engine's unit, which calls BODY with
   the lowering for the body of a function, AGAIN if it comes to that.  */
void lk_unit_begin (struct lk_lowering *, const struct lk_pass_options *,
		    void (*body) (void *, struct lk_function *), bool again);
/* Dump and check the graph of a function, as is asked for.  */
void lk_graph_made (struct lk_lowering *, struct lk_function *);
/* Lower the body of a function, dump and check it.  */
void lk_lower_body (struct lk_lowering *, struct lk_function *);
/* Say that the unit is finished, which began at START; free all.  */
void lk_unit_end (struct lk_lowering *, clock_t start);

/* ---- functions.cc ---- */

void lk_lowering_init (struct lk_lowering *, const struct lk_pass_options *);
void lk_lowering_free (struct lk_lowering *);

/* The record of the function DECL as somebody calling it sees it, made when
   first asked for.  */
struct lk_function *lk_function_of (struct lk_lowering *, tree decl);
/* The same, as CALL calls it.  */
struct lk_function *lk_function_called (struct lk_lowering *, gcall *call,
					tree decl);
/* The same for the definition in this unit, even if a linker may choose
   another one.  */
struct lk_function *lk_definition_of (struct lk_lowering *, tree decl);
/* The body of DECL that this unit has, or NULL.  */
struct function *lk_body_of (tree decl);
/* DECL, which has no body here, is given a message and named for ending the process.  */
bool lk_ends_by_name (const_tree decl);
/* Every path through DECL ends the process or never ends.  In a recursion the inner call is taken
   to return.  */
bool lk_never_returns (struct lk_lowering *, tree decl);
/* A call of DECL is where control ends, although DECL's declaration does not say so (where it does,
   GCC has cut the edges already).  */
bool lk_call_ends (struct lk_lowering *, tree decl);
/* The constructor or destructor that DECL is a clone of; NULL: it is none.  (With -g what was
   cloned comes from itself.)  */
static inline tree
lk_cloned_from (const_tree decl)
{
  tree origin = DECL_ABSTRACT_ORIGIN (decl);
  return origin != decl ? origin : NULL_TREE;
}
/* No linker will put another body in its place.  */
bool lk_body_is_final (tree decl);
/* The argument that CALL's callee always returns, by its body, or what is *OFFSET bytes behind
   it; or NULL.  */
tree lk_returned_argument (struct lk_lowering *, const gcall *call, int64_t *offset);
/* The one function that the pointer POINTER (an operand in the body of
   CALLER) can point to, or NULL.  */
tree lk_resolve_function_pointer (struct lk_lowering *, tree pointer,
				  tree caller);
/* The first argument that CALL prints by a format, from 1, or 0: what the callee's
   format attribute says; else, the arguments of "..." where what comes before
   them is a literal that has as many conversions.  */
unsigned lk_formatted_from (const gcall *);
/* ---- accessor.cc ---- */

enum lk_accessor_kind
{
  LK_ACCESSOR_NONE,
  LK_ACCESSOR_EFFECT_FREE,	/* Does nothing; its result is not known.  */
  LK_ACCESSOR_CONSTANT,		/* Does nothing, and results in CONSTANT.  */
  LK_ACCESSOR_FUNCTION,		/* The same with the address of FUNCTION.  */
  LK_ACCESSOR_VALUE,		/* The value at the path.  */
  LK_ACCESSOR_COMPARE		/* Whether OP holds of that and
				   CONSTANT.  */
};

/* The path begins at parameter FORMAL (from 0), loads NSEL times, and adds
   ADDEND; without loads also SCALE, if that is not 0, times what parameter INDEX
   is.  A structure by value is given by its address.  */
#define LK_ACCESSOR_LOADS 4
struct lk_accessor
{
  enum lk_accessor_kind kind;
  unsigned formal, nsel;
  int64_t sel[LK_ACCESSOR_LOADS];
  int64_t addend;
  enum lk_compare op;
  int64_t constant;
  unsigned index;
  int64_t scale;
  tree function;
};

/* What a call of DECL comes to.  False if it is no accessor.  */
bool lk_accessor_of (struct lk_lowering *, tree decl, struct lk_accessor *);
/* Set REACHED to the blocks of FUN that can be reached, knowing of branches on
   what accessors return for constants: if (is_true (false)) throw 1.  */
void lk_reached_blocks (struct lk_lowering *, struct function *fun,
			sbitmap reached);

/* ---- dispatch.cc ---- */

/* An object with the virtual table NUMBER runs target number TARGET.  */
struct lk_table
{
  uint32_t number, target;
};

/* What a virtual call of one class's function can reach.  */
struct lk_dispatch
{
  vec<tree> targets;		/* With a body or a contract.  */
  vec<int64_t> deltas;		/* What each adds to `this'.  */
  vec<struct lk_table> tables;	/* Of objects for which it is known which.  */
  bool open;			/* Others may be elsewhere.  */
  bool made;			/* What the function has made itself: one target.  */
  bool callback;		/* A call through a member, of what that holds; it is one
				   argument more.  */
  struct lk_function *function;	/* The dispatcher, once there is one.  */
};

void lk_classes_init (struct lk_lowering *);
void lk_classes_free (struct lk_lowering *);
/* FNDECL is a destructor after which the object is deleted.  */
bool lk_is_deleting (const_tree fndecl);
/* What FN calls, a virtual destructor after which the object is deleted, whichever that is; NULL:
   FN is something else.  */
struct lk_function *lk_deleting_by_table (struct lk_lowering *, tree fn);
/* What a call of FN (gimple_call_fn) can reach; NULL if it is neither virtual nor through a
   member, or nothing is known.  */
struct lk_dispatch *lk_dispatch_of (struct lk_lowering *, tree fn);
/* The function that FN (gimple_call_fn) calls virtually, as its class declares it; or NULL.  */
tree lk_virtual_method (const_tree fn);
/* Where a pointer points in an object that the function has made.  */
struct lk_made
{
  tree class_;			/* Of the whole object.  */
  int64_t offset;		/* In bytes from its beginning.  */
};

/* OBJECT points to *MADE, which the function has made itself.  */
bool lk_find_made (tree object, struct lk_made *made);
/* The *N classes that have a virtual function in the unit.  */
tree *lk_unit_classes (struct lk_lowering *, unsigned *n);
/* The function that calls any of them.  */
struct lk_function *lk_dispatcher (struct lk_lowering *, struct lk_dispatch *);

/* ---- cast.cc ---- */

void lk_casts_init (struct lk_lowering *);
void lk_casts_free (struct lk_lowering *);
/* CALL is a dynamic_cast of an object that the function has made: what it looks for is
   *OFFSET bytes behind what it is given; LK_ANY: there is none, it is NULL.  */
bool lk_cast_of_made (const gcall *call, int64_t *offset);
/* The function that CALL, a dynamic_cast, calls instead; NULL: it is none, or nothing is known of
   the classes.  */
struct lk_function *lk_caster (struct lk_lowering *, const gcall *call);

/* ---- callbacks.cc ---- */

/* Find out which functions are put into members of the unit's classes.  */
void lk_callbacks_init (struct lk_lowering *);
void lk_callbacks_free (struct lk_lowering *);
/* Those of *MEMBER, which the pointer FN, a name, is loaded from, or of its type, in the library;
   NULL if that is none or nothing is known of it.  */
vec<tree> *lk_callbacks_at (struct lk_lowering *, tree fn, tree *member);
/* Where MEMBER's dispatch is kept, NULL at first.  */
struct lk_dispatch *&lk_callback_dispatch (struct lk_lowering *, tree member);

/* ---- swap.cc ---- */

/* CALL, in the library, swaps two values that are no objects of classes with a life of their own:
   the events for that.  */
bool lk_swap_lower (struct lk_lower *, gcall *call);

/* CALL is of std::lock, and has been lowered (lock.cc).  */
bool lk_lock_lower (struct lk_lower *, gcall *call);

/* ---- tables.cc ---- */

void lk_tables_init (struct lk_lowering *);
void lk_tables_free (struct lk_lowering *);
/* The number, from 1, of the virtual table that POINTER points to, as the constructors of the
   unit store it; 0: not known.  */
uint32_t lk_table_number (struct lk_lowering *, tree pointer);
/* The assignment STMT stores such a pointer in an object; the event for that.  */
bool lk_stores_table (const gimple *stmt);
void lk_lower_table (struct lk_lower *, gimple *stmt);

/* ---- throw.cc ---- */

/* Find out what the functions of the unit throw.  */
void lk_exceptions_init (struct lk_lowering *);
void lk_exceptions_free (struct lk_lowering *);
/* STMT, in the body of FUN, throws something that is to be followed.  */
bool lk_throws (struct lk_lowering *, struct function *fun,
		const gimple *stmt);
/* Handlers of FUN catch whatever CALL throws, or it has none and the callee, of the program
   and without a body here, is declared in the unit's main file.  */
bool lk_awaited (struct lk_lowering *, struct function *fun, const gcall *call);
/* DECL stands in the unit's main file.  */
bool lk_in_main_file (const_tree decl);
/* The function DECL does.  */
bool lk_function_throws (struct lk_lowering *, tree decl);
/* The edges to handlers, and past them, that nothing thrown in FUN takes.  */
void lk_find_dead_handlers (struct lk_lowering *, struct function *fun,
			    hash_set<edge> *dead);

/* ---- functions.cc ---- */

/* Dense number of the pure operation with this KEY.  */
uint32_t lk_pure_code (struct lk_lowering *, const char *key);

/* ---- lower.cc ---- */

/* What is known of an SSA name before it has been lowered: who wants it.  As
   an operand of a condition every operation on the way matters; as a value
   that may be a handle or a flag, arithmetic does not.  */
#define LK_NEED_VALUE 1
#define LK_NEED_CONDITION 2
#define LK_LOWERED 4
/* Comes out of __builtin_expect.  */
#define LK_EXPECTED 8
/* A phi that chooses nothing: its operand is that of what it gets.  */
#define LK_NO_CHOICE 16

struct lk_pair			/* A GCC edge and what was made of it.  */
{
  edge from;
  struct lk_edge *to;
};

struct lk_reference		/* A member that is a reference. */
{
  tree object, member;		/* The pointer to what it is in.  */
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
  bool drop_abnormal;		/* vfork: forget its abnormal edges.  */
  hash_set<edge> *dead;		/* Handlers that nothing gets to.  */
  hash_set<gcall *> *refusing;	/* Insertions that may find the key there, once what
				   is needed is known.  */
  bool no_way_out;		/* Nobody catches what it throws.  */
  bool errno_known;		/* ERRNO_CLEARED has been looked for.  */
  bool errno_cleared;		/* It sets errno to 0.  */
  tree frame;			/* A coroutine's body: the pointer to its
				   frame.  */
  hash_map<tree, tree> *frame_vars; /* The variables there, by member.  */
  struct lk_containers *containers;	/* Followed, or NULL.  */
  vec<lk_reference> references;	/* Loaded so far.  */
};

/* Lower the body of FUNCTION, which this unit has.  NULL if it cannot be
   analysed.  */
struct lk_graph *lk_lower_function (struct lk_lowering *,
				    struct lk_function *);

static inline lk_loc
lk_location_of (const gimple *stmt)
{
  return LOCATION_LOCUS (gimple_location (stmt));
}

/* ---- lower-value.cc ---- */

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

/* Integers and pointers of at most 64 bits: what can be a handle, a flag or a
   result.  */
bool lk_matters (const_tree type);

/* A conversion of FROM to the narrow type TO, which is no narrower, takes some numbers
   below 0 for large ones, or the other way around.  (Wider numbers are all seen as
   signed: lk_constant.)  */
bool lk_changes_sign (const_tree to, const_tree from);
bool lk_boolean (const_tree type);
/* Numbers that are only compared: floating-point, and wider than 64 bits.  */
bool lk_opaque (const_tree type);
void lk_shape_of (struct lk_lower *, gimple *, struct lk_shape *);
/* What NAME is that SHAPE computes, if the engine knows this arithmetic
   (lower-arith.cc).  */
bool lk_arithmetic (struct lk_lower *, tree name, const struct lk_shape *shape,
		    struct lk_definition *);
/* Somebody needs the operand VALUE (a name, an address, a reference).  */
void lk_need (struct lk_lower *, tree value, unsigned needs);
/* Everything the place REF depends on is needed.  */
void lk_need_place (struct lk_lower *, tree ref);
/* Follow definitions until nothing new is needed.  */
void lk_need_all (struct lk_lower *);

/* The constant VALUE as the engine sees it; false if it has no such view.  */
bool lk_constant (const_tree value, int64_t *);
struct lk_operand lk_operand_of (struct lk_lower *, tree value);
/* NAME equals VALUE.  */
void lk_set_operand (struct lk_lower *, tree name, struct lk_operand value);
/* A fresh variable for NAME, known from now on.  */
lk_var lk_define (struct lk_lower *, tree name);
/* VALUE is 0 or 1, whatever its type: C computes with booleans as ints.  DEPTH: steps done
   already, 0.  */
bool lk_boolean_origin (struct lk_lower *, tree value, unsigned depth);
/* A fresh variable without a name, computed as DEF says.  */
struct lk_operand lk_computed (struct lk_lower *,
			       const struct lk_definition *);
/* A fresh variable without a name, loaded from PLACE.  */
struct lk_operand lk_loaded (struct lk_lower *, struct lk_operand place,
			     lk_loc);
/* A fresh variable for NAME, and the event that assigns SRC to it, which is returned; NULL
   if it is another one.  */
struct lk_event *lk_define_assigned (struct lk_lower *, tree name,
			 struct lk_operand src, lk_loc);
/* A number of SHAPE says something also when it is only stored, or returned: that low bits are no
   negative number, that a negated truth value is 0 or -1.  */
bool lk_tells_stored (struct lk_lower *, const struct lk_shape *shape);
/* (unsigned) VALUE >> 31, as the front ends write VALUE < 0 ? 1 : 0: VALUE; NULL if A >> B
   is something else.  */
tree lk_whose_sign (tree a, tree b);
/* What the number VALUE was copied from: a pointer to a member, say, that is a variable.  */
tree lk_copied_from (tree value);
/* A new value, of which nothing is known.  */
struct lk_operand lk_some_value (struct lk_lower *, lk_loc);
/* The same with something unknown.  */
void lk_define_unknown (struct lk_lower *, tree name, lk_loc);
/* Lower an assignment to an SSA name.  */
void lk_lower_definition (struct lk_lower *, gimple *);
/* The pure function key KEY of A and B is NAME's value.  */
void lk_define_pure (struct lk_lower *, tree name, const char *key,
		     struct lk_operand a, struct lk_operand b, lk_loc);
struct lk_operand lk_plus (struct lk_lower *, struct lk_operand,
			   int64_t offset);
uint32_t lk_user_number (struct lk_lower *, tree decl);
/* The user's own variable behind NAME, or NULL.  */
tree lk_user_variable (const struct lk_lower *, tree name);
/* DECL's name if the user gave it one.  */
const char *lk_decl_name (const_tree decl);

/* ---- lower-cond.cc ---- */

/* The engine's name of a comparison.  */
bool lk_compare_of_code (enum tree_code, enum lk_compare *);
/* What A CODE B means.  False: nothing.  */
bool lk_lower_compare (struct lk_lower *, enum tree_code code, tree a, tree b,
		       struct lk_definition *);

/* ---- lower-ref.cc ---- */

/* Bit-fields have no byte offset of their own.  One that does not fill whole
   bytes gets the offset of its byte plus this much for each bit, from 1 to 8,
   which no other member has.  */
#define LK_BIT_OFFSET (INT64_C (1) << 40)

/* The address of REF as an operand ({root} + offset), or unknown.  */
struct lk_operand lk_address_of (struct lk_lower *, tree ref);
/* The place REF itself.  */
struct lk_operand lk_place_of (struct lk_lower *, tree ref);
/* The bit-field BITS after the reference REF; and does STMT ask for one?  */
struct lk_operand lk_bit_place_of (struct lk_lower *, tree ref, int64_t bits);
bool lk_tests_bit_field (gimple *stmt, tree *ref, int64_t *bits);
/* The variable of DECL: an object, a global.  */
lk_var lk_decl_var (struct lk_lower *, tree decl);
struct lk_operand lk_function_operand (struct lk_lower *, tree fndecl);
/* STMT loads an SSA name from REF.  */
void lk_lower_load (struct lk_lower *, gimple *stmt, tree ref);
/* DEST, a value, is loaded from the place SRC, by the event that is returned; or NULL.  */
struct lk_event *lk_load_into (struct lk_lower *, struct lk_operand dest,
		   struct lk_operand src, lk_loc);
/* "LHS = RHS" into memory: what it needs, and lowering it.  */
void lk_need_store (struct lk_lower *, gimple *);
void lk_lower_store (struct lk_lower *, gimple *);
/* Put VALUE at the place REF, by the event that is returned, or, nowhere that has a name,
   NULL.  */
struct lk_event *lk_store (struct lk_lower *, tree ref, struct lk_operand value,
	       lk_loc);
/* VALUE goes where nobody sees it.  */
void lk_escape (struct lk_lower *, struct lk_operand value, lk_loc);
void lk_copy (struct lk_lower *, struct lk_operand dest,
	      struct lk_operand src, uint64_t size, lk_loc);
void lk_clear (struct lk_lower *, struct lk_operand dest, uint64_t size,
	       struct lk_operand with, lk_loc);
/* The size of TYPE in bytes, 0 if not constant.  */
uint64_t lk_size_of (const_tree type);

/* A + B, or LK_ANY if one of them is.  */
int64_t lk_add_offset (int64_t a, int64_t b);
/* Add to *OFFSET and *BITS what REF, a part of something, is behind the beginning of that.  */
void lk_add_step (struct lk_lower *, tree ref, int64_t *offset, int64_t *bits);

/* ---- lower-element.cc ---- */

/* REF is in an array, the number of the element being a value: that, and the place is *SIZE
   times that and *AT bytes behind the array's beginning; else NULL.  */
tree lk_element_number (struct lk_lower *, tree ref, int64_t *size, int64_t *at);
/* LOAD reads an element of an array, the number of which is not constant, that the last store
   before has written: the value stored, else NULL.  */
tree lk_just_stored (struct lk_lower *, gimple *load);

/* ---- container.cc ---- */

/* Find the containers of L's function that are followed; forget them.  */
void lk_containers_find (struct lk_lower *);
void lk_containers_end (struct lk_lower *);
/* CALL concerns one of them: what it needs, and lowering it.  */
bool lk_container_need (struct lk_lower *, gcall *call);
bool lk_container_lower (struct lk_lower *, gcall *call);
/* CALL concerns *CONTAINER, which is followed.  */
bool lk_container_followed (struct lk_lower *, gcall *call, lk_var *container);
/* The type that TYPE calls NAME, or NULL.  */
tree lk_named_type (tree type, const char *name);
/* TYPE is a class of the library; may be that of a handle.  */
bool lk_in_library (tree type);
bool lk_is_handle (tree type);
/* FNDECL is a function of the standard library's headers.  */
bool lk_of_standard_headers (tree fndecl);
/* TYPE is a container of the standard library whose elements may be, or have,
   handles.  */
bool lk_holds_handles (tree type);
/* FNDECL, a function of containers, puts its last argument there; takes one from an end.  */
bool lk_container_fills (tree fndecl);
bool lk_container_pops (tree fndecl);
/* What CALL, of FNDECL, does to the container that is its first argument.  */
enum lk_container_use { LK_CONTAINER_FILLED, LK_CONTAINER_ASKED, LK_CONTAINER_LOOKED_INTO };
enum lk_container_use lk_container_use (tree fndecl, gcall *call);
/* DEST, a variable, is loaded from SRC, which may be in one of them.  */
bool lk_container_load (struct lk_lower *, struct lk_operand dest,
			struct lk_operand src, lk_loc);

/* ---- container-model.cc ---- */

struct lk_function *lk_container_model (struct lk_lowering *, enum lk_container_model);

/* ---- deleter.cc ---- */

/* How an object is acquired that "new" makes; NULL: the unit has none.  */
const struct lk_clause *lk_clause_of_new (struct lk_lowering *);
/* CALL, in FUNCTION, takes what a parameter, a unique pointer to one object that is deleted in the
   usual way, owns, and somebody looks at that.  */
bool lk_takes_from_parameter (struct lk_lowering *, const_tree function, const gcall *call);
/* CALL makes a shared pointer that releases nothing: what it needs, and lowering it.  */
bool lk_deleter_need (struct lk_lower *, gcall *call);
bool lk_deleter_lower (struct lk_lower *, gcall *call);

/* ---- container-key.cc ---- */

/* CALL, a function of a map that is given a key, may find it there: it may be the same as in
   another turn of a loop, and nobody has thought of that.  */
bool lk_key_may_repeat (struct lk_lower *, gcall *call);
/* What is at ADDRESS is only written.  */
bool lk_only_stored_to (tree address);
/* KEY, a value or an address in FUN, was made of what FUN was given, or has read.  */
bool lk_is_key_given (struct function *fun, tree key);

/* ---- insertion.cc ---- */

/* CALL puts a handle into a container unless that has its key, and somebody reckons with
   that: what it needs, and lowering it.  */
bool lk_insertion_need (struct lk_lower *, gcall *call);
bool lk_insertion_lower (struct lk_lower *, gcall *call);

/* ---- container-member.cc ---- */

/* CALL puts something into a member out of which nobody gets it.  */
bool lk_only_fills_member (struct lk_lowering *, gcall *call);
/* MEMBER, a function of CLASS, has a body in the unit.  (Constructors and destructors have theirs
   in clones, as far as these are needed.)  */
bool lk_member_has_body (tree class_, tree member);
/* Nobody outside the unit knows what is in CLASS, and no function of it is
   elsewhere.  */
bool lk_class_is_private (tree class_);
void lk_members_free (struct lk_lowering *);

/* ---- capture.cc ---- */

/* LHS, which a function of L stores in, is what a lambda has captured, and does nothing with but to
   look at it.  */
bool lk_captured_for_looks (struct lk_lower *, tree lhs);

/* ---- container-lost.cc ---- */

/* Tell the engine where functions lose handles that members hold, many in one.  */
void lk_find_lost_elements (struct lk_lowering *);

/* ---- cycle.cc ---- */

/* Tell the engine of an object that FUN makes, and that keeps itself by shared pointers.  */
void lk_find_circle (struct lk_lowering *, struct function *fun);

/* ---- static-lost.cc ---- */

/* Tell the engine where FUN loses what its static variables hold.  */
void lk_find_lost_statics (struct lk_lowering *, struct function *fun);

/* ---- origin.cc ---- */

/* FNDECL, or NULL, is the function NAME of the standard library's headers; TYPE, or NULL, its class
   NAME; FNDECL, or NULL, a constructor of that.  */
bool lk_is_standard (tree fndecl, const char *name);
bool lk_is_standard_class (tree type, const char *name);
/* DECL is operator () of a class that is local to a function, as that of a lambda.  */
bool lk_is_lambda_body (const_tree decl);
/* TYPE is a string, or a view of one.  */
bool lk_is_text (tree type);
bool lk_constructs_standard (tree fndecl, const char *name);
bool lk_is_local (tree var);
/* What the value OP, or NULL, was copied from, converted, moved, or forwarded.  */
tree lk_origin (tree op);
/* The call that returned it; or NULL.  */
gcall *lk_origin_call (tree op);
/* The call operator of TYPE if it is a class with only one, which has a body; else NULL.  */
tree lk_call_operator (tree type);
/* How FNDECL, by its contract, acquires what it returns; or NULL.  */
const struct lk_clause *lk_acquires_result (struct lk_lowering *, tree fndecl);
/* NODE is a function of the program that is not only here to be inlined, and that nobody has
   suppressed warnings for.  */
bool lk_is_own (const cgraph_node *node);
/* SEE each statement of the program's functions.  */
void lk_see_program (void (*see) (gimple *, tree decl, void *data), void *data);
/* Tell the engine of what MADE, a call in the function IN, has acquired: BY loses it, in the
   function WHERE.  The rest of LOST is told already.  */
void lk_lost_by (struct lk_lowering *, struct lk_lost *lost, gcall *made, tree in, gimple *by,
		 tree where);
/* Block B cannot be reached from A, but by exceptions, except through BUT.  */
bool lk_only_through (basic_block a, basic_block b, basic_block but);
/* In FUN, BEFORE is passed on every way to STMT.  */
bool lk_is_before (struct function *fun, const gimple *before, const gimple *stmt);

/* ---- coroutine.cc ---- */

/* L's function may be the body of a coroutine: find its variables.  */
void lk_coroutine_begin (struct lk_lower *);
void lk_coroutine_end (struct lk_lower *);
/* The variable of the body that REF, a member of the frame, is, or NULL.  */
tree lk_coroutine_variable (const struct lk_lower *, const_tree ref);
/* Before something is stored at LHS: that may be the end of the body.  */
void lk_coroutine_store (struct lk_lower *, const_tree lhs, lk_loc);
/* The block being filled returns.  False: not from a coroutine.  */
bool lk_coroutine_return (struct lk_lower *);
/* FUN is a coroutine as who calls it sees it, which makes the frame; not the body, nor what
   destroys the frame.  (Those two GCC has written; it says so of a lambda, too.)  */
bool lk_makes_frame (const struct function *fun);
/* The class of the promise in the frame that FUN is given, if that is the body of a coroutine; or
   NULL.  */
tree lk_frame_promise (struct function *fun);

/* ---- coroutine-frame.cc ---- */

/* After what CALL does: if it calls a coroutine whose frame is to be destroyed, that is
   acquired.  */
void lk_frame_lower (struct lk_lower *, gcall *call);
/* The function being lowered is a coroutine that does nothing but to make its frame: whoever has
   that decides what becomes of what it was given.  */
bool lk_frame_waits (struct lk_lower *);
void lk_frames_free (struct lk_lowering *);

/* ---- coroutine-handle.cc ---- */

/* How many objects std::coroutine_handle there are; of the last one, the class, and where it is, in
   bytes.  */
struct lk_handles
{
  unsigned n;
  tree type;
  int64_t offset;
};

/* Add those in an object of TYPE, at OFFSET; DEPTH is 0 but for itself.  */
void lk_find_handles (tree type, int64_t offset, unsigned depth, struct lk_handles *);
/* The first function called NAME of the class TYPE, or of one of its bases; or NULL.  */
tree lk_method_named (tree type, const char *name);
/* The first that may be called without arguments.  */
tree lk_bare_method_named (tree type, const char *name);
/* CALL compares two handles: what that means.  */
bool lk_handle_lower (struct lk_lower *, gcall *call);
/* FNDECL has the name of an awaiter's method that co_await calls.  */
bool lk_awaits (const_tree fndecl);
/* FNDECL has a name that coroutines call by themselves.  */
bool lk_language_calls (const_tree fndecl);
/* FNDECL is one of std::coroutine_handle's, which calls what the frame has for that, and leaves the
   frame to whose it is.  */
bool lk_in_handle (const_tree fndecl);
/* Such a FNDECL throws on what this function does, which the coroutine calls when something is
   thrown in it; NULL: nothing.  */
tree lk_thrown_on (const_tree fndecl);
/* The body of FNDECL if that is a coroutine, a function that is given the frame; or NULL.  */
tree lk_actor_of (tree fndecl);
/* FNDECL is the body of a coroutine that does nothing at its call: when that throws, it is thrown
   at who resumes it.  */
bool lk_starts_suspended (tree fndecl);
/* The frame of FUN, a coroutine, is still there when it has ended, and nobody but its caller can
   have its handle.  */
bool lk_only_caller_has (struct function *fun);

/* ---- lower-builtin.cc ---- */

/* What a call is to the lowering.  */
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

enum call_kind lk_call_kind (gcall *);
/* CALL, of KIND, copying and all that follows.  A copy's result is not defined here, but that
   of alloca and of atomic functions is.  */
void lk_lower_builtin (struct lk_lower *, gcall *, enum call_kind kind);

/* ---- lower-call.cc ---- */

void lk_need_call (struct lk_lower *, gcall *);
/* What CALL acquires somebody says not to be told.  */
bool lk_call_suppressed (struct lk_lower *, gcall *call);
/* The argument that the result of CALL equals, or is *OFFSET bytes behind; or NULL.  */
tree lk_call_returns_argument (struct lk_lower *, gcall *, int64_t *offset);
/* CALL only computes its result from its arguments.  */
bool lk_call_is_pure (struct lk_lower *, gcall *);
void lk_lower_call (struct lk_lower *, gcall *);
void lk_need_asm (struct lk_lower *, gasm *);
void lk_lower_asm (struct lk_lower *, gasm *);

#endif /* LK_LOWER_H */
