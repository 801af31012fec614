/* What is known of the functions and classes of the unit, flow-insensitively: records, bodies,
   virtual tables, callbacks, exceptions, elements of containers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_UNIT_UNIT_FACTS_H
#define LK_PASSES_UNIT_UNIT_FACTS_H

#include "../contract/contract.h"
#include "except.h"

/* Definitions, variables and callers followed for one pointer.  */
#define MAX_RESOLVE_DEPTH 8
/* Calls looked through for the parameter that a function returns.  */
#define MAX_RETURNED_DEPTH 8

struct returned
{
  tree parameter;		/* NULL: none so far.  */
  int64_t offset;
};

/* What a variable is, or an SSA name the address of.  */
enum container_part { PART_NOTHING, PART_CONTAINER, PART_ITERATOR, PART_ELEMENT };

/* What a function does whose first argument is a container or an iterator of one.  */
enum container_role
{
  ROLE_OTHER,
  ROLE_NOTHING,			/* Nothing that matters: clears, reserves.  */
  ROLE_FILL,			/* Puts its arguments into it.  */
  ROLE_LOOK,			/* Results in the address of an element.  */
  ROLE_ASK,			/* Results in a number, or a bool.  */
  ROLE_COUNT,			/* Results in how many there are.  */
  ROLE_BEGIN,			/* Results in an iterator at the beginning.  */
  ROLE_STEP,			/* Results in another iterator.  */
  ROLE_TAKE,			/* Ends one that may have been read: pop.  */
  ROLE_GIVE,			/* Passes its elements on: copied, moved, swapped.  */
  ROLE_PASS			/* Results in its address: std::move.  */
};

/* A body of a function, and its first parameter.  */
struct lk_parsed
{
  tree self, body;
};

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

/* Where a pointer points in an object that the function has made.  */
struct lk_made
{
  tree class_;			/* Of the whole object.  */
  int64_t offset;		/* In bytes from its beginning.  */
};

/* What CALL, of FNDECL, does to the container that is its first argument.  */
enum lk_container_use { LK_CONTAINER_FILLED, LK_CONTAINER_ASKED, LK_CONTAINER_LOOKED_INTO };

/* How many objects std::coroutine_handle there are; of the last one, the class, and where it is, in
   bytes.  */
struct lk_handles
{
  unsigned n;
  tree type;
  int64_t offset;
};

/* ---- parsed-body.cc ---- */

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

/* ---- class-info.cc ---- */

/* Tell the engine of the classes of FUNCTIONS, those of the unit with bodies; in ROOM, which
   is to live as long as the unit.  */
void lk_add_classes (struct lk_lowering *, const vec<tree> *functions, struct obstack *room);

/* ---- function-record.cc ---- */

/* The record of the function DECL as somebody calling it sees it, made when
   first asked for.  */
struct lk_function *lk_function_of (struct lk_lowering *, tree decl);
/* The same, as CALL calls it.  */
struct lk_function *lk_function_called (struct lk_lowering *, gcall *call,
					tree decl);
/* The same for the definition in this unit, even if a linker may choose
   another one.  */
struct lk_function *lk_definition_of (struct lk_lowering *, tree decl);
/* The argument that CALL's callee always returns, by its body, or what is *OFFSET bytes behind
   it; or NULL.  */
tree lk_returned_argument (struct lk_lowering *, const gcall *call, int64_t *offset);
/* The first argument that CALL prints by a format, from 1, or 0: what the callee's
   format attribute says; else, the arguments of "..." where what comes before
   them is a literal that has as many conversions.  */
unsigned lk_formatted_from (const gcall *);
/* Dense number of the pure operation with this KEY.  */
uint32_t lk_pure_code (struct lk_lowering *, const char *key);

/* ---- noreturn.cc ---- */

/* DECL, which has no body here, is given a message and named for ending the process.  */
bool lk_ends_by_name (const_tree decl);
/* Every path through DECL ends the process or never ends.  In a recursion the inner call is taken
   to return.  */
bool lk_never_returns (struct lk_lowering *, tree decl);
/* A call of DECL is where control ends, although DECL's declaration does not say so (where it does,
   GCC has cut the edges already).  */
bool lk_call_ends (struct lk_lowering *, tree decl);
/* A message of the level "fatal" is the last one: LOG (FATAL) << "cannot fork".
   Written by what has no body here, be it a constructor of the message, whose
   destructor will end the process, or a function with "...".  */
bool lk_call_is_fatal (gcall *call);

/* ---- function-pointer.cc ---- */

/* The one function that the pointer POINTER (an operand in the body of
   CALLER) can point to, or NULL.  */
tree lk_resolve_function_pointer (struct lk_lowering *, tree pointer,
				  tree caller);

/* ---- unit/accessor.cc ---- */

/* What a call of DECL comes to.  False if it is no accessor.  */
bool lk_accessor_of (struct lk_lowering *, tree decl, struct lk_accessor *);
/* Set REACHED to the blocks of FUN that can be reached, knowing of branches on
   what accessors return for constants: if (is_true (false)) throw 1.  */
void lk_reached_blocks (struct lk_lowering *, struct function *fun,
			sbitmap reached);

/* ---- virtual-call.cc ---- */

void lk_classes_init (struct lk_lowering *);
void lk_classes_free (struct lk_lowering *);
/* What FN calls, a virtual destructor after which the object is deleted, whichever that is; NULL:
   FN is something else.  */
struct lk_function *lk_deleting_by_table (struct lk_lowering *, tree fn);
/* What a call of FN (gimple_call_fn) can reach; NULL if it is neither virtual nor through a
   member, or nothing is known.  */
struct lk_dispatch *lk_dispatch_of (struct lk_lowering *, tree fn);
/* The function that FN (gimple_call_fn) calls virtually, as its class declares it; or NULL.  */
tree lk_virtual_method (const_tree fn);
/* OBJECT points to *MADE, which the function has made itself.  */
bool lk_find_made (tree object, struct lk_made *made);
/* The *N classes that have a virtual function in the unit.  */
tree *lk_unit_classes (struct lk_lowering *, unsigned *n);
/* The function that calls any of them.  */
struct lk_function *lk_dispatcher (struct lk_lowering *, struct lk_dispatch *);

/* ---- dynamic-cast.cc ---- */

void lk_casts_init (struct lk_lowering *);
void lk_casts_free (struct lk_lowering *);
/* CALL is a dynamic_cast of an object that the function has made: what it looks for is
   *OFFSET bytes behind what it is given; LK_ANY: there is none, it is NULL.  */
bool lk_cast_of_made (const gcall *call, int64_t *offset);
/* The function that CALL, a dynamic_cast, calls instead; NULL: it is none, or nothing is known of
   the classes.  */
struct lk_function *lk_caster (struct lk_lowering *, const gcall *call);

/* ---- callback-target.cc ---- */

/* Find out which functions are put into members of the unit's classes.  */
void lk_callbacks_init (struct lk_lowering *);
void lk_callbacks_free (struct lk_lowering *);
/* Those of *MEMBER, which the pointer FN, a name, is loaded from, or of its type, in the library;
   NULL if that is none or nothing is known of it.  */
vec<tree> *lk_callbacks_at (struct lk_lowering *, tree fn, tree *member);
/* Where MEMBER's dispatch is kept, NULL at first.  */
struct lk_dispatch *&lk_callback_dispatch (struct lk_lowering *, tree member);

/* ---- vtable.cc ---- */

void lk_tables_init (struct lk_lowering *);
void lk_tables_free (struct lk_lowering *);
/* The number, from 1, of the virtual table that POINTER points to, as the constructors of the
   unit store it; 0: not known.  */
uint32_t lk_table_number (struct lk_lowering *, tree pointer);
/* The assignment STMT stores such a pointer in an object; the event for that.  */
bool lk_stores_table (const gimple *stmt);

/* ---- exception-flow.cc ---- */

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

/* ---- container-kind.cc ---- */

/* TYPE is a container of the standard library whose elements may be, or have,
   handles.  */
bool lk_holds_handles (tree type);
/* FNDECL, a function of containers, puts its last argument there; takes one from an end.  */
bool lk_container_fills (tree fndecl);
bool lk_container_pops (tree fndecl);
enum lk_container_use lk_container_use (tree fndecl, gcall *call);
/* Return true if USE only queries.  */
bool lk_asks (enum container_role container_role);
/* Return true if TYPE, a class of the library, holds elements.  */
bool lk_is_container (tree type);
/* Return true if ARG, of the constructor or the filling function of a container, gives it an
   element: it is a reference to one, or a list of some.  */
bool lk_gives_element (tree arg);
enum container_role lk_container_use_of (tree fndecl, enum container_part container_part,
					 gcall *call);

/* ---- key-origin.cc ---- */

/* CALL, a function of a map that is given a key, may find it there: it may be the same as in
   another turn of a loop, and nobody has thought of that.  */
bool lk_key_may_repeat (struct function *, const vec<basic_block> &order, gcall *call);
/* What is at ADDRESS is only written.  */
bool lk_only_stored_to (tree address);
/* KEY, a value or an address in FUN, was made of what FUN was given, or has read.  */
bool lk_is_key_given (struct function *fun, tree key);

/* ---- unit/container-member.cc ---- */

/* CALL puts something into a member out of which nobody gets it.  */
bool lk_only_fills_member (struct lk_lowering *, gcall *call);
/* MEMBER, a function of CLASS, has a body in the unit.  (Constructors and destructors have theirs
   in clones, as far as these are needed.)  */
bool lk_member_has_body (tree class_, tree member);
/* Nobody outside the unit knows what is in CLASS, and no function of it is
   elsewhere.  */
bool lk_class_is_private (tree class_);
void lk_members_free (struct lk_lowering *);

/* ---- capture-use.cc ---- */

/* LHS, which a function of L stores in, is what a lambda has captured, and does nothing with but to
   look at it.  */
bool lk_captured_for_looks (struct lk_lowering *, const vec<basic_block> &order, tree lhs);

/* ---- program.cc ---- */

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

/* ---- coroutine-owner.cc ---- */

/* FUN is a coroutine as who calls it sees it, which makes the frame; not the body, nor what
   destroys the frame.  (Those two GCC has written; it says so of a lambda, too.)  */
bool lk_makes_frame (const struct function *fun);
/* Add those in an object of TYPE, at OFFSET; DEPTH is 0 but for itself.  */
void lk_find_handles (tree type, int64_t offset, unsigned depth, struct lk_handles *);
/* The first function called NAME of the class TYPE, or of one of its bases; or NULL.  */
tree lk_method_named (tree type, const char *name);
/* The first that may be called without arguments.  */
tree lk_bare_method_named (tree type, const char *name);
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
bool lk_is_coroutine_handle (tree type);
bool lk_has_name (const_tree fndecl, const char *name);

#endif /* LK_PASSES_UNIT_UNIT_FACTS_H */
