/* Flow-insensitive facts about the functions and classes of the unit: records, bodies, virtual
   tables, callbacks, exceptions, elements of containers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_UNIT_UNIT_FACTS_H
#define LK_PASSES_UNIT_UNIT_FACTS_H

#include "../contract/contract.h"
#include "except.h"

struct returned
{
  tree parameter;		/* NULL: none so far.  */
  int64_t offset;
};

/* The part of a container that a variable is, or that an SSA name is the address of.  */
enum container_part { PART_NOTHING, PART_CONTAINER, PART_ITERATOR, PART_ELEMENT };

/* The effect of a function whose first argument is a container or an iterator of one.  */
enum container_role
{
  ROLE_OTHER,
  ROLE_NOTHING,			/* Nothing that matters: clears, reserves.  */
  ROLE_FILL,			/* Puts its arguments into it.  */
  ROLE_LOOK,			/* Results in the address of an element.  */
  ROLE_FETCH,			/* Results in an element.  */
  ROLE_ASK,			/* Results in a number, or a bool.  */
  ROLE_COUNT,			/* Results in how many there are.  */
  ROLE_BEGIN,			/* Results in an iterator at the beginning.  */
  ROLE_STEP,			/* Results in another iterator.  */
  ROLE_TAKE,			/* Removes one that may have been read: pop.  */
  ROLE_GIVE,			/* Passes its elements on: copied, moved, swapped.  */
  ROLE_PASS,			/* Results in its address: std::move.  */
  ROLE_LEND			/* Passes it to a function that is followed.  */
};

/* A body of a function, and its first parameter.  */
struct lk_parsed
{
  tree self, body;
};

enum lk_accessor_kind
{
  LK_ACCESSOR_NONE,
  LK_ACCESSOR_EFFECT_FREE,	/* Does nothing; its result is unknown.  */
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
  bool asserts;			/* It ends the process on some paths: if its result is not used,
				   that is all that it does.  */
};

/* An object with the virtual table NUMBER runs target number TARGET.  */
struct lk_table
{
  uint32_t number, target;
};

/* The targets that a virtual call of one class's function can reach.  */
struct lk_dispatch
{
  vec<tree> targets;		/* With a body or a contract.  */
  vec<int64_t> deltas;		/* The number that each adds to `this'.  */
  vec<struct lk_table> tables;	/* Of objects whose virtual table is known.  */
  bool open;			/* Other targets may be elsewhere...  */
  tree declared;		/* ... and are of this method; or NULL.  */
  bool made;			/* The object was made in the function: one target.  */
  bool too_many;		/* More targets than are distinguished...  */
  bool too_many_tables;		/* ... or more tables.  */
  bool callback;		/* A call through a member, of the function stored there; the
				   pointer is an additional argument.  */
  struct lk_function *function;	/* The dispatcher, once it has been made.  */
};

/* Where a pointer points in an object that the function has made.  */
struct lk_made
{
  tree class_;			/* Of the whole object.  */
  int64_t offset;		/* In bytes from its beginning.  */
};

/* The effect of CALL, of FNDECL, on the container that is its first argument.  */
enum lk_container_use { LK_CONTAINER_FILLED, LK_CONTAINER_ASKED, LK_CONTAINER_LOOKED_INTO };

/* The number of std::coroutine_handle objects; of the last one, the class and the offset in
   bytes.  */
struct lk_handles
{
  unsigned n;
  tree type;
  int64_t offset;
};

/* ---- parsed-body.cc ---- */

/* Set BODIES to those that were kept, by declaration, and ORDER to the order in which they
   were parsed.  */
void lk_parsed_bodies (hash_map<tree, lk_parsed> *bodies, vec<tree> *order);
/* Return true if BODY names FIELD; if it does more with FIELD, a container, than to ask it for a
   number; if it does more with the value of FIELD than to dereference or compare it.  */
bool lk_parsed_names (tree body, tree field);
bool lk_parsed_gets (tree body, tree field);
bool lk_parsed_takes (tree body, tree field);
/* Return true if it does more with its object, of the class TYPE, than access members and call
   methods.  */
bool lk_parsed_hands_out (const struct lk_parsed *, const_tree type);
/* Add to GIVEN what DECL, one of BODIES, passes to which function on every path on which it
   exists, of members of its object and the object itself.  */
void lk_parsed_gives (struct lk_lowering *, tree decl, hash_map<tree, lk_parsed> *bodies,
		      vec<struct lk_given> *given);

/* ---- member-store.cc ---- */

/* Call SEE for each store by DECL, which has a body, into a member of an object of a TYPE that OWNS
   says of, which it gets at from an argument, but not into its own object if it is a method of
   that class.  */
void lk_see_stores (struct lk_lowering *, tree decl, bool (*owns) (tree type, void *data),
		    void (*see) (tree type, const struct lk_member_store *, void *data),
		    void *data);

/* ---- class-info.cc ---- */

/* Register with the engine the classes of FUNCTIONS, those of the unit with bodies; in ROOM,
   which must live as long as the unit.  */
void lk_add_classes (struct lk_lowering *, const vec<tree> *functions, struct obstack *room);
/* Return true if FIELD is a private container of handles, of a class with a written destructor, and
   only functions of this unit get what is in it.  */
bool lk_is_closed_container (struct lk_lowering *, tree field);

/* ---- function-record.cc ---- */

/* Return the record of the function DECL as a caller sees it, made at the first query.  */
struct lk_function *lk_function_of (struct lk_lowering *, tree decl);
/* The same, for the callee of CALL.  */
struct lk_function *lk_function_called (struct lk_lowering *, gcall *call,
					tree decl);
/* The same for the definition in this unit, even if a linker may choose another one.  */
struct lk_function *lk_definition_of (struct lk_lowering *, tree decl);
/* Return the record of DECL without its body, which other code may replace.  */
struct lk_function *lk_declaration_of (struct lk_lowering *, tree decl);
/* Return the argument that CALL's callee always returns, by its body, or that the result is
   *OFFSET bytes after; or NULL.  */
tree lk_returned_argument (struct lk_lowering *, const gcall *call, int64_t *offset);
/* Return the first argument that CALL prints by a format, from 1, or 0: by the callee's format
   attribute; else, the arguments of "..." if the argument before them is a literal with as
   many conversions.  */
unsigned lk_formatted_from (const gcall *);
/* Return the dense number of the pure operation with this KEY.  */
uint32_t lk_pure_code (struct lk_lowering *, const char *key);

/* ---- noreturn.cc ---- */

/* Return true if DECL, which has no body here, takes a message and has the name of a function
   that ends the process.  */
bool lk_ends_by_name (const_tree decl);
/* Return true if every path through DECL ends the process or never ends.  In a recursion the
   inner call is assumed to return.  */
bool lk_never_returns (struct lk_lowering *, tree decl);
/* Return true if the function DECL ends the process, always or depending on an argument.  */
bool lk_may_end (struct lk_lowering *, tree decl);
/* Return true if the function DECL, which has a body, calls such a function, or passes a parameter
   of its own on to a function that does.  */
bool lk_calls_ender (struct lk_lowering *, tree decl);
/* Return true if CALL writes a message of the level "fatal", after which the process ends: LOG
   (FATAL) << "cannot fork".  The callee has no body here; it is a constructor of the message,
   whose destructor will end the process, or a function with "...".  */
bool lk_call_is_fatal (gcall *call);

/* ---- function-pointer.cc ---- */

/* Return the one function that the pointer POINTER (an operand in the body of CALLER) can
   point to, or NULL.  */
tree lk_resolve_function_pointer (struct lk_lowering *, tree pointer,
				  tree caller);

/* ---- accessor.cc ---- */

/* Set what a call of DECL computes.  Return false if it is no accessor.  */
bool lk_accessor_of (struct lk_lowering *, tree decl, struct lk_accessor *);
/* Set REACHED to the blocks of FUN that can be reached if calls of accessors that return
   constants decide branches: if (is_true (false)) throw 1.  */
void lk_reached_blocks (struct lk_lowering *, struct function *fun,
			sbitmap reached);

/* ---- shown-factory.cc ---- */

/* Return what DECL, a function without a body or a contract, hands over to its callers, as these
   show; or NULL.  */
const struct lk_contract *lk_shown_factory (struct lk_lowering *, tree decl);

/* ---- registry.cc ---- */

/* Return true if the global variable VAR leads to all objects of a kind, and owns none of them (a
   heuristic): what drops the last reference to one takes it out of there and frees it.  */
bool lk_is_registry (struct lk_lowering *, tree var);

/* ---- table-call.cc ---- */

/* Return the function that CALL calls through a constant table of another unit, whose contract is
   known from an index; or NULL.  */
struct lk_function *lk_table_function (struct lk_lowering *, const gcall *call);
/* Return the function that stands for all that METHOD, of a virtual call, may be in other units;
   NULL: METHOD is NULL, a destructor, the library's, or this unit has all of them.  */
struct lk_function *lk_virtual_elsewhere (struct lk_lowering *, tree method);

/* ---- virtual-call.cc ---- */

void lk_classes_init (struct lk_lowering *);
/* Return the targets of FN, a virtual destructor after which the object is deleted, of any
   class; NULL: FN is something else.  */
struct lk_function *lk_deleting_by_table (struct lk_lowering *, tree fn);
/* Return the functions that call METHOD by the table of its class, one for each call, or NULL.  */
vec<tree> *lk_virtual_callers (struct lk_lowering *, tree method);
/* Return what a call of FN (gimple_call_fn) can reach; NULL if it is neither virtual nor
   through a member, or if that is unknown.  */
struct lk_dispatch *lk_dispatch_of (struct lk_lowering *, tree fn);
/* Return true if OBJECT points to *MADE, which the function has made itself.  */
bool lk_find_made (tree object, struct lk_made *made);
/* Return the *N classes that have a virtual function in the unit.  */
tree *lk_unit_classes (struct lk_lowering *, unsigned *n);
/* Return the function that calls any of them.  */
struct lk_function *lk_dispatcher (struct lk_lowering *, struct lk_dispatch *);

/* ---- dynamic-cast.cc ---- */

/* Return true if CALL is a dynamic_cast of an object that the function has made: the result is
   *OFFSET bytes after the argument; LK_ANY: the result is NULL.  */
bool lk_cast_of_made (const gcall *call, int64_t *offset);
/* Return the function that CALL, a dynamic_cast, calls instead; NULL: CALL is no such cast, or
   the classes are unknown.  */
struct lk_function *lk_caster (struct lk_lowering *, const gcall *call);

/* ---- callback-target.cc ---- */

/* Find out which functions are stored in members of the unit's classes.  */
void lk_callbacks_init (struct lk_lowering *);
/* Return the functions in *MEMBER, which the pointer FN, a name, is loaded from, or, in the
   library, those of its type; NULL if there are none or they are unknown.  */
vec<tree> *lk_callbacks_at (struct lk_lowering *, tree fn, tree *member);
/* Return the place where MEMBER's dispatch is kept, NULL at first.  */
struct lk_dispatch *&lk_callback_dispatch (struct lk_lowering *, tree member);

/* ---- vtable.cc ---- */

/* Return the number, from 1, of the virtual table that POINTER points to, as the constructors
   of the unit store it; 0: unknown.  */
uint32_t lk_table_number (struct lk_lowering *, tree pointer);
/* Return true if the assignment STMT stores such a pointer in an object; emit the event for
   that.  */
bool lk_stores_table (const gimple *stmt);

/* ---- exception-flow.cc ---- */

/* Add the names of the types that DECL, which the unit defines, throws, as "raises" has them, to
   *TYPES; they are the caller's to free.  False if that is not known.  */
bool lk_raised_types (struct lk_lowering *, tree decl, vec<char *> *types);
/* Find out what the functions of the unit throw.  */
void lk_exceptions_init (struct lk_lowering *);
/* Return true if STMT, in the body of FUN, throws something that is followed.  */
bool lk_throws (struct lk_lowering *, struct function *fun,
		const gimple *stmt);
/* Return true if STMT does so, but nothing shows it: see throws_unseen.  At level 1 it is not
   followed then.  */
bool lk_throws_unseen (struct lk_lowering *, struct function *fun, const gimple *stmt);
/* Return true if handlers of FUN catch whatever CALL throws, or it has none and the callee, of
   the program and without a body here, is declared in the unit's main file.  */
bool lk_awaited (struct lk_lowering *, struct function *fun, const gcall *call);
/* Return true if DECL is declared in the unit's main file.  */
bool lk_in_main_file (const_tree decl);
/* Return true if the function DECL throws.  */
bool lk_function_throws (struct lk_lowering *, tree decl);
/* Find the edges to handlers, and past them, that no exception in FUN takes.  */
void lk_find_dead_handlers (struct lk_lowering *, struct function *fun,
			    hash_set<edge> *dead);

/* ---- container-kind.cc ---- */

/* Return the type of the elements of TYPE (of a map, of the mapped values), NULL if that is no
   container.  */
tree lk_element_type (tree type);
/* Return true if TYPE is a container whose elements may be, or have, handles.  */
bool lk_holds_handles (tree type);
/* Return true if FNDECL, a function of containers, stores its last argument there; if it
   removes an element at an end.  */
bool lk_container_fills (tree fndecl);
bool lk_container_pops (tree fndecl);
enum lk_container_use lk_container_use (tree fndecl, gcall *call);
/* Return true if USE only queries.  */
bool lk_asks (enum container_role container_role);
/* Return true if the argument number K of CALL, which constructs or fills a container, gives it
   an element: it is a reference to one, a list of some, or, by its row, one itself: *VALUE.  */
bool lk_gives_element (gcall *call, unsigned k, bool *value);
/* Return the last such argument, or NULL.  */
tree lk_element_given (gcall *call);
/* Return true if FNDECL is of the library, or described by a row.  */
bool lk_of_containers (tree fndecl);
/* Return true if FNDECL results in the address of an element under a key, made if there is
   none.  */
bool lk_makes_place (const_tree fndecl);
enum container_role lk_container_use_of (tree fndecl, enum container_part container_part,
					 gcall *call);

/* ---- key-origin.cc ---- */

/* Return true if CALL, a function of a map that is given a key, may find the key present: the
   key may repeat in another iteration of a loop, and no code tests that.  */
bool lk_key_may_repeat (struct function *, const vec<basic_block> &order, gcall *call);
/* Return true if the memory at ADDRESS is only written.  */
bool lk_only_stored_to (tree address);
/* Return true if KEY, a value or an address in FUN, was computed from FUN's parameters, or
   from what it has read.  */
bool lk_is_key_given (struct function *fun, tree key);
/* Return true if the unit calls FUN twice for the same object, one call after the other, with the
   same constant as an argument that may be a key of type TYPE.  */
bool lk_key_passed_twice (struct function *fun, tree type);

/* ---- container-member.cc ---- */

/* Return true if CALL puts something into a member whose elements are never read.  */
bool lk_only_fills_member (struct lk_lowering *, gcall *call);
/* Return true if MEMBER, a function of CLASS, has a body in the unit.  (Constructors and
   destructors have theirs in clones, as far as these are needed.)  */
bool lk_member_has_body (tree class_, tree member);
/* Return true if CLASS is used only in the unit, and all its functions have bodies there.  */
bool lk_class_is_private (tree class_);

/* ---- capture-use.cc ---- */

/* Return true if LHS, which a function of L stores in, is captured by a lambda that only reads
   it.  */
bool lk_captured_for_looks (struct lk_lowering *, const vec<basic_block> &order, tree lhs);

/* ---- program.cc ---- */

/* Return the call operator of TYPE if it is a class with only one, which has a body; else
   NULL.  */
tree lk_call_operator (tree type);
/* Return the clause of FNDECL's contract that acquires its result; or NULL.  */
const struct lk_clause *lk_acquires_result (struct lk_lowering *, tree fndecl);
/* Return true if NODE is a function of the program that is not only here to be inlined, and
   for which warnings are not suppressed.  */
bool lk_is_own (const cgraph_node *node);
/* Call SEE with each statement of the program's functions.  */
void lk_see_program (void (*see) (gimple *, tree decl, void *data), void *data);
/* Report to the engine that BY, in the function WHERE, loses what MADE, a call in the function
   IN, has acquired.  The caller has filled in the rest of LOST.  */
void lk_lost_by (struct lk_lowering *, struct lk_lost *lost, gcall *made, tree in, gimple *by,
		 tree where);

/* ---- coroutine-owner.cc ---- */

/* Return true if FUN is a coroutine as callers see it, which makes the frame; not the body,
   nor the function that destroys the frame.  (GCC marks both of these as artificial, but a
   lambda, too.)  */
bool lk_makes_frame (const struct function *fun);
/* Add those in an object of TYPE, at OFFSET.  */
void lk_find_handles (tree type, int64_t offset, struct lk_handles *);
/* Return the first function called NAME of the class TYPE, or of one of its bases; or NULL.  */
tree lk_method_named (tree type, const char *name);
/* Return the first one that may be called without arguments.  */
tree lk_bare_method_named (tree type, const char *name);
/* Return true if FNDECL has the name of an awaiter's method that co_await calls.  */
bool lk_awaits (const_tree fndecl);
/* Return true if FNDECL has a name that coroutines call implicitly.  */
bool lk_language_calls (const_tree fndecl);
/* Return true if FNDECL is a function of std::coroutine_handle that calls a function stored in
   the frame, and does not own the frame.  */
bool lk_in_handle (const_tree fndecl);
/* Return the function that the coroutine calls for an uncaught exception, if such an FNDECL
   throws when that one does; NULL: FNDECL does not throw.  */
tree lk_thrown_on (const_tree fndecl);
/* Return the body of FNDECL if that is a coroutine, a function whose argument is the frame; or
   NULL.  */
tree lk_actor_of (tree fndecl);
/* Return true if FNDECL is the body of a coroutine that does nothing at its call: an exception
   goes to the function that resumes it.  */
bool lk_starts_suspended (tree fndecl);
/* Return true if the frame of FUN, a coroutine, still exists when it has ended, and only its
   caller can have its handle.  */
bool lk_only_caller_has (struct function *fun);
bool lk_is_coroutine_handle (tree type);
bool lk_has_name (const_tree fndecl, const char *name);

#endif /* LK_PASSES_UNIT_UNIT_FACTS_H */
