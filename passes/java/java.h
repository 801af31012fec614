/* The Java front end: class files in, GIMPLE out.

   front-end.cc takes the place of the C parser and walks over the program. class.cc has
   classes, fields and lines; method.cc methods and their contracts; annotation-contract.cc
   annotations; virtual-call.cc calls with several targets; reachable-method.cc the methods
   that can reach an acquisition. cfg.cc makes a method's control-flow graph, instruction.cc
   its statements, exception-edge.cc its exceptional edges. devirtualise.cc visits the method
   again in SSA form, where creation and use meet.

   The code that is built here is never run.  So every member takes eight bytes, references are
   pointers to void, and booleans, bytes, chars and shorts are ints outside of arrays: only the
   flow of handles counts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_JAVA_JAVA_H
#define LK_PASSES_JAVA_JAVA_H

#include "../pass.h"
#include "../fork.h"
#include "pretty-print.h"
#include "diagnostic-core.h"
#include "../../java/classpath.h"
#include "../../java/code.h"
#include "../../java/hierarchy.h"
#include "../../spec/arena.h"

/* Bytes of a member; and where those of all classes, which begin at LK_FIRST_MEMBER,
   end, farther than memory goes.  */
#define LK_MEMBER_BYTES 8
#define LK_MAX_OFFSET (INT64_C (1) << 40)

/* A class of the program.  */
struct lk_java_class
{
  struct lk_type *type;
  const char *shown;		/* "Outer.Inner": for messages.  */
  uint32_t id;			/* From 1.  */
  uint32_t rank;		/* Among the inputs, from 1.  */
  /* ---- Its record.  ---- */
  tree record;			/* NULL: not needed yet.  */
  tree *fields;			/* By number: FIELD_DECL, or VAR_DECL for a
				   static one.  NULL: none needed yet.  */
  hash_map<nofree_string_hash, tree> *missing;	/* Where the class file has
						   no such field.  */
  /* ---- Its lines.  ---- */
  bool has_lines;		/* The others are valid.  */
  unsigned first_line, last_line;
  unsigned line_bits;
  location_t base;		/* Of the first line.  */
  /* ---- Its code, while it is in memory.  ---- */
  const struct lk_class *code;
  struct lk_arena *code_arena;
  struct lk_java_call *calls;	/* By constant, NULL: none needed yet.  */
  struct lk_java_class *newer, *older;	/* Those in memory, by last use.  */
  bool broken;			/* Its class file could not be read again.  */
  /* ---- Its annotations.  ---- */
  bool asked;			/* The next is valid.  */
  bool suppressed;		/* Nothing is reported in it.  */
  /* ---- Its objects' members, for the engine.  ---- */
  bool lambdas_known;		/* The bodies know what they implement.  */
  bool objects_known;		/* The next is valid.  */
  const struct lk_object_class *objects;	/* NULL: it has nothing to close.  */
  struct lk_java_read *reads;	/* Of its private fields.  */
  /* ---- Verify.  ---- */
  bool must_known;		/* The next is valid.  */
  const struct lk_must *must;
  struct lk_field_promise **promises;	/* By field; NULL: none needed yet.  */
  bool captured_known;		/* The next is valid.  */
  struct lk_java_captured *captured;	/* Fields of its objects that own.  */
  bool nothing_inferred;	/* That nothing must be called: its supertypes may say more.  */
  const struct lk_declarations *declarations;	/* Of its source.  */
  bool declarations_read;
};

/* Lines of a source, in GCC's line table.  */
struct lk_java_lines
{
  location_t base;		/* Of the first line.  */
  unsigned line_bits;		/* The distance between two lines, as a power of two.  */
  unsigned last;		/* All up to this line have been made.  */
};

/* METHOD, of an anonymous class, disposes of FIELD, which has what the class captured: it calls
   MUST on it.  */
struct lk_java_captured
{
  const struct lk_field *field;
  const struct lk_method *method;
  const struct lk_must *must;
  struct lk_java_captured *next;
};

/* METHOD reads FIELD.  */
struct lk_java_read
{
  const struct lk_field *field;
  struct lk_java_method *method;
  struct lk_java_read *next;
};

/* The target of a Methodref of a class in memory.  */
struct lk_java_call
{
  bool known;
  struct lk_type *type;
  const struct lk_method *declared;
  struct lk_java_method *plain;	/* Of a virtual call, if the receiver's type is not known more
				   exactly.  */
};

/* The lambda that a method always returns, and which of its arguments (the receiver is one)
   are captured, in their order.  */
struct lk_java_returned
{
  struct lk_java_lambda *lambda;
  unsigned n_captured;
  uint8_t *captured;
};

/* A method that is called, or that has a body to analyse.  A virtual call that may run several
   bodies calls a record of its own, which has no body, so a method has up to two records.  If
   all targets are known, there is also a dispatcher for each type of the receiver
   (java/virtual-call.cc).  */
/* The use of a lambda where it is made.  */
struct lk_lambda_use
{
  bool answer_typed;			/* Its type there says what it returns.  */
  bool answer_held;			/* The library holds what it returns.  */
  bool kept;				/* The library keeps it, to run it later.  */
  bool yielded;				/* A result has its answer as an element.  */
};

struct lk_java_method
{
  const struct lk_method *method;	/* Its outline; NULL: not found.  */
  struct lk_java_class *owner;	/* The owner of METHOD, or the class that the call names.  */
  struct lk_java_method *other;	/* The record for virtual calls; in that record, the one with
				   the body.  */
  struct lk_java_method **targets;	/* Of a dispatcher.  */
  unsigned n_targets;
  bool open;			/* Of a dispatcher: other bodies may run.  */
  const char *name;		/* "java.io.File.delete()": unique, but for
				   dispatchers.  */
  const char *member, *descriptor;
  struct lk_java_method *around;	/* Of the body of a lambda: the method
					   that it is written in.  */
  const struct lk_method *implements;	/* Of a lambda's body, for verify: the method of the
					   interface; or NULL.  */
  unsigned n_captured;			/* Then, how many arguments it captured,  */
  struct lk_lambda_use use;		/* and what becomes of it,  */
  unsigned given_up;			/* and gives up arguments after these: a bit for each.  */
  bool getter_known;
  tree getter;				/* The result of lk_java_getter.  */
  tree decl;			/* NULL: not needed yet.  */
  const struct lk_contract *contract;
  struct lk_function *function;	/* NULL: not needed yet.  */
  uint32_t index;		/* Of the body in the list of bodies.  */
  bool is_static;
  bool dispatched;		/* For virtual calls.  */
  bool has_contract;		/* CONTRACT is valid.  */
  const struct lk_promise *promise;	/* NULL: not needed yet.  */
  bool body;			/* It has a body that may be analysed.  */
  const char *malformed;	/* Why it has none, if it could not be decoded; or NULL.  */
  bool harmless;		/* Neither the method nor a callee of the program throws.  */
  bool counted;			/* It has been built before.  */
  struct lk_type **thrown;	/* The unchecked exceptions that it and its callees have throw
				   statements for.  */
  unsigned n_thrown;
  bool throws_state;		/* It has one for IllegalStateException, without a cause.  */
  const struct lk_java_returned *returned;	/* Or NULL.  */
};

/* Figures for "verbose".  */
struct lk_java_counts
{
  unsigned classes;		/* Inputs read.  */
  unsigned broken_classes;
  unsigned methods;		/* With code, in inputs.  */
  unsigned relevant;
  unsigned built;
  unsigned malformed;		/* Methods that could not be decoded.  */
  unsigned unlocated;		/* Lines beyond what GCC can number.  */
  uint64_t instructions, unreachable, statements, edges;
  /* Tracker's table 1: calls that acquire, those that only wrap, and the
     classes that the relevant methods are in.  */
  unsigned acquiring, wrapping, relevant_classes;
};

/* Functions that only the front end calls.  */
enum lk_java_helper
{
  LK_HELPER_NEW,		/* (class): a new object, never null.  */
  LK_HELPER_NEW_ARRAY,		/* (dimension...)  */
  LK_HELPER_LENGTH,		/* (array)  */
  LK_HELPER_INSTANCE_OF,	/* (object, class)  */
  LK_HELPER_MONITOR_ENTER,
  LK_HELPER_MONITOR_EXIT,
  LK_HELPER_CONCAT,		/* String concatenation and the like: borrows its arguments.  */
  LK_HELPER_SWITCH,		/* (object...): the number of a case.  */
  LK_HELPER_LAMBDA,		/* (number, body, what was captured...)  */
  LK_HELPER_DYNAMIC,		/* Any other bootstrap method.  */
  LK_HELPER_REMAINDER,
  LK_HELPER_TAKE,		/* (object): another owner closes it.  */
  LK_HELPER_CHECK,		/* (): the instruction behind it may throw.  */
  LK_N_HELPERS
};

/* A virtual call: the static type of the receiver, and the method that is
   declared.  */
typedef pair_hash<nofree_ptr_hash<struct lk_type>,
		  nofree_ptr_hash<const struct lk_method> > lk_dispatch_hash;

/* The program.  */
struct lk_java
{
  struct lk_lowering lowering;
  const struct lk_pass_options *options;
  struct lk_arena *arena;	/* Lives as long as this.  */
  struct lk_arena *scratch;	/* For one method at a time.  */
  struct lk_classpath *classpath;
  struct lk_hierarchy *hierarchy;
  hash_map<const struct lk_type *, struct lk_java_class *> *classes;
  vec<struct lk_java_class *> class_list;	/* By id - 1.  */
  hash_map<const struct lk_method *, struct lk_java_method *> *methods;
  hash_map<nofree_string_hash, struct lk_java_method *> *unknown_methods;
  hash_map<lk_dispatch_hash, struct lk_java_method *> *dispatches;
  hash_map<lk_dispatch_hash, bool> *runs_on;
  hash_map<lk_dispatch_hash, struct lk_java_method *> *casts;
  hash_map<tree, struct lk_java_method *> *by_decl;
  hash_map<nofree_string_hash, tree> *function_types;
  hash_map<tree, const struct lk_field_promise *> *field_promises;
  /* Completes the promise of a field by what methods show: lk_java_own_field, whose promises of
     methods are made of those of fields.  */
  void (*own_field) (struct lk_java_class *, const struct lk_field *, struct lk_type *,
		     struct lk_field_promise *);
  vec<const char *> source_roots;
  /* Classes whose code is in memory, by last use.  */
  struct lk_java_class *newest, *oldest;
  size_t code_bytes;
  vec<struct lk_java_class *> members;	/* Whose, in the order of places.  */
  struct lk_java_counts counts;
  struct lk_type *throwable, *exception, *runtime_exception, *error;
  struct lk_type *illegal_state;
  vec<struct lk_type *> thrown_anywhere;	/* Thrown by any call, because the user asked
						   for it.  */
};

extern struct lk_java *lk_java;

/* A field for which lk_java_field_takes.  */
#define LK_FIELD_TAKES(FIELD) DECL_LANG_FLAG_0 (FIELD)

/* A method being built.  */
struct lk_java_pad;

struct lk_java_lambda;

struct lk_java_builder
{
  struct lk_java_class *owner;
  struct lk_java_method *method;
  const struct lk_body *body;
  struct function *fun;
  tree decl;
  basic_block here;		/* Statements go to its end; NULL: the end of
				   the block was reached.  */
  gimple_stmt_iterator gsi;
  location_t loc;
  const struct lk_insn *insn;	/* The one being built; in its block.  */
  basic_block *starts;		/* By block of BODY.  */
  vec<uint32_t> wanted;		/* Blocks of BODY that something goes to.  */
  tree *slots;			/* Locals, by slot and kind.  */
  tree *deep;			/* Stack entries between blocks, by depth and
				   kind.  */
  vec<tree> stack;		/* Their values, inside a block.  */
  hash_map<const void *, tree> *named;	/* By row of LocalVariableTable.  */
  hash_map<tree, unsigned> *slot_of;	/* Slot of a variable.  */
  vec<struct lk_java_lambda *> lambdas;
  /* java/exception-edge.cc.  */
  vec<struct lk_java_pad *> pads;
  eh_region outer;		/* The region that exceptions pass through when they leave the
				   method.  */
  uint8_t *assumed;		/* Whether a handler is assumed to be reached, by list and
				   catch.  */
  uint32_t *first_catch;	/* Of a list, in ASSUMED.  */
  uint32_t *rethrown;		/* Of a block that throws: which handler caught that, and 2.  */
};

/* The first argument of LK_HELPER_LAMBDA that was captured.  */
#define LK_LAMBDA_CAPTURED 2

/* The body that a lambda or method reference runs.  */
struct lk_java_lambda
{
  struct lk_java_method *body;
  const char *member;		/* Of the interface: "run".  */
  bool makes_object;		/* BODY is a constructor.  */
};

/* ---- places.cc ---- */

/* Set the callbacks of fork.h for functions and places of Java.  */
void lk_java_places_init (void);
/* Return what users call DECL if it is a method of Java, "method" or "constructor"; NULL if it
   is not.  */
const char *lk_java_what (tree decl);
/* Return a declaration for the method with NUMBER, which is WHAT, and is printed as NAME.  */
tree lk_java_remote_method (uint64_t number, const char *name, const char *what);
void lk_java_expand_place (location_t, struct lk_source_place *);
location_t lk_java_remote_place (const struct lk_source_place *);

/* The program is read and analysed in a process of its own, where the output of GCC's
   functions would be lost (fork.h).  */
#define error(...) LK_SAY (LK_MESSAGE_ERROR, UNKNOWN_LOCATION, __VA_ARGS__)
#define warning(OPTION, ...) \
  ((void) (OPTION), LK_SAY (LK_MESSAGE_WARNING, UNKNOWN_LOCATION, __VA_ARGS__))
#define inform(WHERE, ...) LK_SAY (LK_MESSAGE_NOTE, WHERE, __VA_ARGS__)

/* ---- loops.cc ---- */

/* Mode loops.  */
void lk_java_loops (void);

/* ---- promise.cc ---- */

/* Return what a method promises to the verifier.  */
const struct lk_promise *lk_java_promise (struct lk_java_method *);
const struct lk_promise *lk_java_promise_of (void *, struct lk_function *);

/* ---- cast-result.cc ---- */

/* Return the record of METHOD where METHOD_AROUND calls it and casts its result to the class
   NAME: if the method's type is a type variable, the methods that must be called on the result
   are those of NAME.  METHOD itself, if that makes no difference.  */
struct lk_java_method *lk_java_as (struct lk_java_method *,
				   const struct lk_java_method *around,
				   const char *name);

/* ---- receiver-type.cc ---- */

/* Return the class of the result of INSN, a call of CALLEE in BLOCK, that the declared type of its
   receiver says, as an internal name; or NULL.  */
const char *lk_java_class_of_result (const struct lk_java_builder *, const struct lk_code_block *,
				     const struct lk_insn *, const struct lk_java_method *callee);

/* ---- virtual-call.cc ---- */

bool lk_java_runs_on (void *, struct lk_function *target, int64_t selector);
/* Return the record of what a call of DECLARED on a TYPE runs.  */
struct lk_java_method *lk_java_dispatch (struct lk_type *,
					 const struct lk_method *declared);
/* Give the dispatcher's function its graph.  */
void lk_java_dispatch_graph (struct lk_java_method *);

/* ---- declaration-check.cc ---- */

/* Check the declarations of CLASS.  */
void lk_java_check_class (struct lk_java_class *);

/* ---- places.cc ---- */

void lk_java_make_lines (struct lk_java_lines *, const char *file, unsigned first,
			 unsigned last);

/* ---- class.cc ---- */

/* Keep TREE alive as long as the compiler.  */
tree lk_java_keep (tree);
struct lk_java_class *lk_java_class_of (struct lk_type *);
/* Return the class with an internal name; for an array, java/lang/Object.  */
struct lk_java_class *lk_java_class_named (const char *name);
/* Return its code, or NULL.  Valid until the next call for another class.  */
const struct lk_class *lk_java_load (struct lk_java_class *);
void lk_java_unload_all (void);
/* The type of values of KIND.  */
tree lk_java_kind_type (enum lk_value_kind);
/* Return the type of a value whose descriptor begins with TYPE.  */
tree lk_java_descriptor_type (char type);
/* Return the type of an array whose elements are TYPE.  */
tree lk_java_array_type (char type);
/* Return the place in the source: a line of the class, or the file itself.  The class's code
   must be loaded.  */
location_t lk_java_location (struct lk_java_class *, unsigned line);
/* Return the code of M, whose class is loaded for it; NULL: there is none.  */
const struct lk_code *lk_code_of (const struct lk_java_method *m);
/* Return true if it belongs to the JDK, and neither to the program nor to a missing class.  */
bool lk_java_of_jdk (const struct lk_java_method *);
unsigned lk_java_u2 (const unsigned char *p);
/* Return the slot of the variable, a reference, that the instruction at P loads or stores; -1:
   none.  */
int lk_java_loaded_slot (const unsigned char *p);
int lk_java_stored_slot (const unsigned char *p);
/* Return the record of the method whose declaration it is, or NULL.  */
struct lk_java_method *lk_java_method_by_decl (tree);
/* Return true if a known class below M's has another method of its name and descriptor.  */
bool lk_java_overridden (const struct lk_java_method *m);

/* ---- field.cc ---- */

/* Return the field that REF refers to: a FIELD_DECL, or a VAR_DECL if IS_STATIC.  A
   FIELD_DECL's DECL_CONTEXT is its record.  */
tree lk_java_field (const struct lk_member_ref *, bool is_static);
/* Return the number of an enum's constant, if REF is one and the enum's objects have no fields; or
   NULL.  */
tree lk_java_enum_constant (const struct lk_member_ref *);

/* ---- source.cc ---- */

/* Return the path of its source, as it is printed.  */
const char *lk_java_source_file (struct lk_java_class *);
/* Return the text of the source NAME, of *LENGTH bytes, malloced; NULL: it cannot be read.  */
char *lk_java_read_source (const char *name, size_t *length);
/* Add the source roots that build tools have beside the inputs, and deliver the list of
   folders that are searched for sources (java/source.cc).  */
void lk_java_find_sources (void);

/* ---- source-text.cc ---- */

/* Return the last line of the source of a class that is known.  */
unsigned lk_java_last_line (struct lk_java_class *);
/* Return where the owner of the map of lines that the classes of its source share is noted.  */
struct lk_java_class **lk_java_sharer (struct lk_java_class *);
/* Return what the source of C declares; NULL: it is not known.  */
const struct lk_declarations *lk_declarations_of (struct lk_java_class *c);

/* ---- source-place.cc ---- */

/* Return the place of a declaration in a source, or 0.  */
location_t lk_java_class_place (struct lk_java_class *);
location_t lk_java_field_place (struct lk_java_class *, const char *name);
/* INDEX is that of a parameter, from 0, or -1 for the method itself.  */
location_t lk_java_method_place (struct lk_java_class *,
				 const struct lk_method *, int index);
location_t lk_place (struct lk_java_class *c, unsigned line);
/* The simple names of METHOD's parameters from FIRST on.  */
void lk_parameter_types (const struct lk_method *method, unsigned first, auto_vec<const char *,
			 8> *types);
bool lk_name_in (const struct lk_must *must, const char *name);

/* ---- method.cc ---- */

/* Return the record of METHOD (an outline's), for its one body or for virtual calls.  */
struct lk_java_method *lk_java_method_of (const struct lk_method *,
					  bool dispatched);
/* Return the record of what a call of REF runs, on a receiver whose static class is RECEIVER
   (NULL: the class in REF).  OP is one of LK_OP_CALL_*.  */
struct lk_java_method *lk_java_callee_of (const struct lk_member_ref *,
					  enum lk_op op,
					  const char *receiver);
/* The same for constant INDEX of a class whose code is in memory; cached.  */
struct lk_java_method *lk_java_callee (struct lk_java_class *, unsigned index,
				       enum lk_op op, const char *receiver);
/* The same where the receiver's class is exactly TYPE.  */
struct lk_java_method *lk_java_exact_callee (struct lk_java_method *,
					     struct lk_type *);
tree lk_java_decl (struct lk_java_method *);
tree lk_java_function_type (const char *descriptor, bool is_static);
const struct lk_contract *lk_java_contract (struct lk_java_method *);
/* The same by declaration.  */
const struct lk_contract *lk_java_contract_of (tree fndecl);
/* Return the record of METHOD where its result is cast to the class NAME: if the method's type
   is a type variable and a row describes this cast (a row for the method `body$InputStream'),
   a record of its own; else METHOD.  */
struct lk_java_method *lk_java_cast (struct lk_java_method *, const char *name);
/* Return the contract from rows of specifications; shipped rows do not apply to methods of the
   inputs.  */
const struct lk_contract *lk_java_row (const struct lk_java_method *);
/* Return true if a body of the method is given a resource in a parameter (a callback).  */
bool lk_java_is_given (const struct lk_java_method *);
/* Return the function whose result the method is given in parameter PARM, or NULL.  */
struct lk_function *lk_java_given (tree decl, unsigned parm);
struct lk_function *lk_java_function (struct lk_java_method *);
struct lk_function *lk_java_function_of_decl (tree);
tree lk_java_helper_decl (enum lk_java_helper, enum lk_value_kind result);
/* Return the helper whose declaration DECL is, or LK_N_HELPERS.  */
enum lk_java_helper lk_java_helper_of (tree decl);

/* ---- wrapped-field.cc ---- */

/* Return CONTRACT of M with an added clause: what a constructor of the JDK wraps is in a field
   that classes of the inputs see (java/wrapped-field.cc).  */
const struct lk_contract *lk_java_with_inner (const struct lk_java_method *m,
					      const struct lk_contract *contract);

/* ---- instruction.cc ---- */

/* Emit the statements of one instruction.  NEXT, if not NULL, is the next one in the block.
   Return true if NEXT has been emitted as well.  */
bool lk_java_insn (struct lk_java_builder *, const struct lk_code_block *,
		   const struct lk_insn *, const struct lk_insn *next);

/* ---- annotation-contract.cc ---- */

/* Return the contract from a method's annotations, completed by WEAKER (or NULL).  */
const struct lk_contract *lk_java_annotated (const struct lk_java_method *,
					     const struct lk_contract *weaker);
/* Return true if storing in the field transfers ownership to an unknown owner.  */
bool lk_java_field_takes (const struct lk_field *);
/* Return the annotation called NAME among ALL, on a type, on METHOD or its result, or on one
   of its N parameters; or NULL.  */
const struct lk_annotation *lk_java_annotation (const struct lk_annotations *,
						const char *name);
const struct lk_annotation *lk_java_annotation_on_type (const struct lk_type_annotations *,
							 uint8_t target, unsigned index,
							 const char *name);
const struct lk_annotation *lk_java_annotation_on_method (const struct lk_method *,
							   const char *name);
const struct lk_annotation *lk_java_annotation_on_parameter (const struct lk_method *,
							      unsigned index, unsigned n,
							      const char *name);
/* Return true if warnings about M are suppressed.  */
bool lk_java_method_silent (const struct lk_java_method *);

/* ---- front-end.cc ---- */

/* Build the body of a method and its graph, if it is well-formed.  */
void lk_java_lower (struct lk_java_method *);

/* ---- infer.cc ---- */

/* Infer the promises of the program; write them as the options say; unless nothing else is wanted,
   add them to the outlines as annotations, and forget what was read of these.  */
void lk_java_infer (void);

/* ---- must-call.cc ---- */

/* Return what must be called on objects of the class TYPE; NULL: nothing.  */
const struct lk_must *lk_java_must (struct lk_type *);
/* Return the must-call set in an element of the annotation A (or NULL).  */
const struct lk_must *lk_java_must_in (const struct lk_annotation *,
				       const char *element);

/* ---- field-promise.cc ---- */

/* Return what FIELD of the class OWNER promises.  */
const struct lk_field_promise *lk_java_field_promise (const struct lk_class *owner,
						      const struct lk_field *);
/* Return the promise of the field DECL, or NULL.  */
const struct lk_field_promise *lk_java_field_promise_of (tree decl);
/* Return the field NAME of CLASS or a superclass of it.  */
const struct lk_field *lk_java_find_field (struct lk_type *, const char *name,
					   const struct lk_class **owner);

/* ---- ignored-exception.cc ---- */

/* Return true if calls are assumed not to throw exceptions of exactly this class.  */
bool lk_java_ignored (const struct lk_type *);
/* The same, if the user named it: throw statements of it are ignored, too.  */
bool lk_java_ignored_by_user (const struct lk_type *);

/* ---- generic-type.cc ---- */

/* Return true if a local variable of M may hold only objects on which methods have been called.  */
bool lk_java_requires_of_locals (const struct lk_java_method *);
/* Return what the declaration of the variable in LOCAL, a row of M's table, says must be
   called; NULL: nothing is written there.  */
const struct lk_field_promise *lk_java_local_promise (const struct lk_java_method *,
						      const struct lk_local *);
/* Return what a cast with annotations says of its result, in the code of M before the instruction
   at PC; NULL: there is none.  */
const struct lk_field_promise *lk_java_cast_promise (const struct lk_java_method *m,
						     unsigned pc);
/* Return the end of the bounds of a type parameter, which begin with the first colon at AT.  */
const char *lk_behind_bounds (const char *at);
/* Return the bounds of the type parameter NUMBER of SIGNATURE, or of the one called NAME (of
   LENGTH) whose number becomes *NUMBER.  NULL: there is none.  */
const char *lk_bounds_of (const char *signature, const char *name, size_t length,
			  unsigned *number);
/* Return what must be called on the class type at AT in a signature.  */
const struct lk_must *lk_must_of_class (const char *at);
/* Return what the bounds at AT promise, of type parameter NUMBER; annotations of the bounds
   are among ANNOTATIONS.  */
const struct lk_must *lk_must_of_bounds (const struct walk *w, const char *at,
					 const struct lk_type_annotations *annotations,
					 uint8_t target, unsigned number);
/* Return what must be called on a value of the type variable at AT.  */
const struct lk_must *lk_must_of_variable (const struct walk *w, const char *at);

/* ---- reachable-method.cc ---- */

/* Find the methods that can reach an acquisition and make them roots; find those that are
   harmless.  */
void lk_java_add_roots (void);

/* ---- counts.cc ---- */

/* Call BODY for every method of the inputs that has code.  */
void lk_java_each_method (void (*body) (struct lk_java_method *));
/* Write the counts to the file that the options name.  */
void lk_java_write_counts (void);

/* ---- worth.cc ---- */

/* Return true if the verifier may find something in the body of M.  */
bool lk_java_worth_verifying (struct lk_java_method *);

/* ---- construction.cc ---- */

/* Return true if the new object holds more when CONSTRUCTOR returns than it was given.  */
bool lk_java_holds (void *, struct lk_function *constructor);

/* ---- owned-field.cc ---- */

/* Register M, which has a body and, if STORES, stores references in members of objects of its
   class.  */
void lk_java_add_method (struct lk_java_method *, bool stores);
/* Record that the method reads a field; once all reads are recorded: register the members of a
   class of the program.  */
void lk_java_note_read (struct lk_java_method *, const struct lk_member_ref *);
void lk_java_add_members (struct lk_java_class *);

/* ---- cfg.cc ---- */

/* Build the body of METHOD, in SSA form, as cfun.  Return false if it has none, or it is
   malformed.  */
bool lk_java_build (struct lk_java_method *);
/* Free the body that was built last.  */
void lk_java_discard (struct lk_java_method *);
/* ---- emit.cc ---- */

/* Variables of one slot, or of one depth of the stack: by kind of value.  */
#define LK_KINDS (LK_VALUE_REF + 1)

basic_block lk_java_new_block (struct lk_java_builder *);
void lk_java_enter_block (struct lk_java_builder *, basic_block);
void lk_java_emit (struct lk_java_builder *, gimple *);
/* Return a new value of TYPE, defined by an assignment of RHS.  */
tree lk_java_value (struct lk_java_builder *, tree type, tree rhs);
tree lk_java_unary (struct lk_java_builder *, enum tree_code, tree type,
		    tree a);
tree lk_java_binary (struct lk_java_builder *, enum tree_code, tree type,
		     tree a, tree b);
/* Call HELPER; its result has KIND.  */
tree lk_java_call_helper (struct lk_java_builder *, enum lk_java_helper,
			  enum lk_value_kind, const vec<tree> &args);
/* Return the variable of SLOT, and the one for depth DEPTH of the stack (from 0).  */
tree lk_java_slot (struct lk_java_builder *, unsigned slot,
		   enum lk_value_kind);
tree lk_java_deep (struct lk_java_builder *, unsigned depth,
		   enum lk_value_kind);
/* Return the variable of a row of LocalVariableTable.  */
tree lk_java_named (struct lk_java_builder *, const struct lk_local *);
/* If the source casts the value on the stack before INSN to a type with annotations, make the
   value one that has them.  */
void lk_java_annotated_cast (struct lk_java_builder *, const struct lk_insn *);
/* Write the values on the stack to the variables that successors read.  */
void lk_java_flush (struct lk_java_builder *, const struct lk_stack *after);
void lk_java_go_to (struct lk_java_builder *, basic_block);
/* Return the block where BLOCK of the body begins, and mark it to be built.  */
basic_block lk_java_start_of (struct lk_java_builder *, uint32_t block);
/* Return true if operand N of INSN, 0 being the last, has class NAME if it is a handle and not
   null.  */
bool lk_java_is_surely (const struct lk_insn *, unsigned n, const char *name);

/* ---- exception-type.cc ---- */

/* Return true for a RuntimeException or an Error, which methods need not declare.  */
bool lk_java_unchecked (const struct lk_type *);
/* Return true if METHOD declares an exception that is followed.  */
bool lk_java_declares (const struct lk_java_method *);
struct lk_type *lk_java_named_type (const char *name);
bool lk_java_is_below (const struct lk_type *sub, const struct lk_type *super);
/* Return what the argument "exceptions" says of TYPE; NULL: nothing.  */
const struct lk_exception_setting *lk_java_said_of (const struct lk_type *type);
/* Return true if the internal name INTERNAL is that of the class that the user calls NAME.  */
bool lk_java_goes_by (const char *internal, const char *name);
/* Return true if TYPE is followed where a call declares it.  */
bool lk_java_followed (const struct lk_type *type);

/* ---- thrown-exception.cc ---- */

typedef auto_vec<struct lk_type *, 16> lk_java_types;

/* A handler on the way.  */
struct lk_java_stop
{
  uint32_t block;
  const char *test;		/* Class; NULL: all that come here stop.  */
};

/* Return true for an unchecked exception whose throw statements callers are assumed to expect.  */
bool lk_java_expected_thrown (const struct lk_type *);
/* Read the argument "exceptions".  */
void lk_java_throw_init (void);
/* Find what the call of METHOD that is being built in BLOCK throws, as far as it is followed.  */
void lk_java_thrown_by_call (const struct lk_java_builder *, const struct lk_code_block *block,
			     const struct lk_java_method *method, lk_java_types *thrown);
/* Find what the throw of a value of the class CLASS_NAME (or NULL) throws, the same.  */
void lk_java_thrown_by_value (struct lk_java_builder *, const struct lk_code_block *block,
			      const char *class_name, lk_java_types *thrown);
/* Return true if the user does not ignore TYPE, and a handler around the instruction being built
   catches it: one for TYPE or a class between it and LIMIT (NULL: any above it).  */
bool lk_java_expected (const struct lk_java_builder *, const struct lk_type *type,
		       const struct lk_type *limit);
/* Find the handlers of the body that are assumed to be reached.  */
void lk_java_assume_handlers (struct lk_java_builder *);
/* Follow the handlers LIST with THROWN, which finally is the set that passes them all.  STOPS
   gets the handlers where a type stops, REACHED (from the first catch of LIST on) is set for
   them.  Either may be NULL.  */
void lk_java_walk_handlers (const struct lk_java_builder *, uint32_t list, lk_java_types *thrown,
			    vec<struct lk_java_stop> *stops, uint8_t *reached);

/* ---- exception-edge.cc ---- */

/* Find out which exceptions the handlers expect.  */
void lk_java_throw_begin (struct lk_java_builder *);
void lk_java_throw_end (struct lk_java_builder *);
/* Emit CALL, which calls METHOD (NULL: unknown) in BLOCK, with its exceptional edge if it has
   one.  */
void lk_java_emit_call (struct lk_java_builder *,
			const struct lk_code_block *, gcall *,
			const struct lk_java_method *);
/* INSN of BLOCK, which comes next, may throw an exception of the virtual machine: make an edge to
   the handlers around it that expect that.  For the verifier.  */
void lk_java_implicit_throw (struct lk_java_builder *, const struct lk_code_block *,
			     const struct lk_insn *);
/* Throw VALUE, whose static class is CLASS_NAME (or NULL).  */
void lk_java_throw (struct lk_java_builder *, const struct lk_code_block *,
		    tree value, const char *class_name);

/* ---- bootstrap.cc ---- */

/* Decode the invokedynamic at INDEX.  */
bool lk_java_dynamic_at (const struct lk_class *, unsigned index,
			 struct lk_dynamic *, enum lk_java_helper *);
/* Return the lambda that is made at INDEX of a class whose code is in memory, or NULL.  */
struct lk_java_lambda *lk_java_lambda_at (struct lk_java_class *,
					  unsigned index);
/* Return the record of the lambda that DYNAMIC makes in CLASS, or NULL if it makes none.  */
struct lk_java_lambda *lk_java_lambda_of (const struct lk_class *, const struct lk_dynamic *);

/* ---- invokedynamic.cc ---- */

/* Emit the effect of the invokedynamic INSN with ARGS.  */
tree lk_java_dynamic_call (struct lk_java_builder *, const struct lk_insn *,
			   const vec<tree> &args);

/* ---- devirtualise.cc ---- */

/* Find names of variables, exact receivers and lambdas: CFUN is in SSA form.  */
void lk_java_refine (struct lk_java_builder *);
/* Return the call of a helper that made VALUE, or NULL.  */
gcall *lk_java_maker_of (tree value);
HOST_WIDE_INT lk_java_constant_argument (gcall *call, unsigned argument);
/* Return true if METHOD can be called with ARGS and the result LHS (NULL: ignored), by the
   kinds of values: there is no boxing here.  */
bool lk_java_fits (struct lk_java_method *method, const vec<tree> &args, tree lhs);
/* Make a new object of the class of the constructor METHOD, in LHS, where CALL stands.  */
void lk_java_make_object (gimple_stmt_iterator *gsi, gcall *call,
			  const struct lk_java_method *method, tree lhs);

/* ---- returned-object.cc ---- */

/* Return true if METHOD returns its object on each path, and nothing overrides it; only of types
   that must be released.  Code of other classes may be dropped.  */
bool lk_java_returns_itself (const struct lk_java_method *method);

/* ---- getter.cc ---- */

/* Return the field of its object that METHOD returns, a collection whose elements it owns, if it
   does nothing else and no class overrides it; or NULL.  Code of other classes may
   be dropped.  */
tree lk_java_getter (struct lk_java_method *method);

/* ---- lambda-argument.cc ---- */

/* If METHOD, which CALL calls, runs a lambda that was made here, as a row says, replace CALL by the
   call of its body and what the method does with the result.  Return true if CALL was
   replaced.  */
bool lk_java_run_argument (struct lk_java_builder *b, gimple_stmt_iterator *gsi, gcall *call,
			   struct lk_java_method *method);
/* Return true if METHOD puts what a function returns, an argument that it runs, into its object,
   or returns it.  Set *GIVEN_UP to the arguments of the function that the object gives up: a bit
   for each.  */
bool lk_java_holds_answer (struct lk_java_method *method, unsigned *given_up);
/* Return true if what a function returns, an argument of METHOD, is an element of the result.  */
bool lk_java_yields_answer (struct lk_java_method *method);

/* ---- generic-check.cc ---- */

void lk_walk_locals (struct walk *w, const struct lk_method *outline, const struct lk_code *code);
void lk_walk_method (struct walk *w, const struct lk_method *outline);
void lk_walk_fields (struct walk *w, const struct lk_class *file);

#endif /* LK_PASSES_JAVA_JAVA_H */
