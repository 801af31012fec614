/* Mode loops: what the files of loops/ share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LOOPS_INTERNAL_H
#define LK_LOOPS_INTERNAL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../heap/heap.h"
#include "../java/class.h"
#include "../java/classpath.h"
#include "../java/code.h"
#include "../java/hierarchy.h"
#include "../spec/arena.h"
#include "../spec/spec.h"
#include "loops.h"

#define NONE UINT32_MAX

/* Room for one more member of an array that free frees.  */
#define ROOM(ARRAY, N, SPACE) \
  ((N) == (SPACE) \
   ? (void) ((SPACE) = (SPACE) ? (SPACE) * 2 : 16, \
	     (ARRAY) = lk_xrealloc ((ARRAY), (SPACE) * sizeof *(ARRAY))) \
   : (void) 0)

/* Strings or pointers, to dense numbers.  */
struct number_map
{
  struct number_entry *entries;
  size_t n, room;
};
struct number_entry
{
  const char *text;		/* Or NULL: the key is A, B.  */
  uint64_t a, b;
  uint32_t value;
  bool used;
};
/* The value of a key; if it is new, VALUE becomes it, and *FRESH is set.  TEXT must live as long as
   the map.  */
uint32_t *map_text (struct number_map *, const char *text, uint32_t value, bool *fresh);
uint32_t *map_pair (struct number_map *, uint64_t a, uint64_t b, uint32_t value, bool *fresh);
const uint32_t *map_find (const struct number_map *, uint64_t a, uint64_t b);
bool map_has_text (const struct number_map *, const char *text);
void map_free (struct number_map *);

/* ---- Types, fields.  ---- */

struct loop_method;

/* A lambda or a method reference: each place that makes one is a type of its own.  */
struct loop_lambda
{
  struct lk_type *interface;
  struct lk_type *owner;	/* Of the body.  */
  const struct lk_method *body;	/* NULL: not found.  */
  const char *descriptor;	/* Of the body.  */
  enum lk_handle_kind kind;
  unsigned n_captured;
};

struct loop_type
{
  const char *name;		/* Internal name; of arrays, the descriptor.  */
  struct lk_type *type;		/* NULL: an array or a lambda.  */
  const struct loop_lambda *lambda;
  bool array;
  bool cell;			/* It holds one element at most.  */
  const struct lk_method **overrides;	/* Of an application's class: methods that the JDK may call
					   back; NULL: not computed.  */
  unsigned n_overrides;
  bool overrides_known;
};

/* Fields: the elements of arrays and collections, captured values of lambdas, what the JDK keeps,
   then those of classes.  */
enum { FIELD_ELEMENTS = 0, FIELD_CAPTURED = 1, FIELD_KEPT = 257, FIELD_FIRST = 258 };

struct loop_field
{
  const char *owner, *name;
  uint32_t filter;		/* Its declared type, or 0: any.  */
  /* By the classes of one loop's program, of which a method is reached.  */
  bool nulled;			/* A method that is no constructor stores null.  */
  bool set;			/* An int: a constant is stored outside of constructors.  */
  bool varies;			/* An int: several values, or no constant, outside of them.  */
  int32_t constant;		/* The one that is stored.  */
};

/* ---- Statements.  ---- */

enum loop_op_kind
{
  OP_NEW,			/* A = new B (a type); C: 0, or 1 more than the number of a call
				   whose arguments it is made of, a text.  */
  OP_CONSTANT,			/* A = a constant of type B.  */
  OP_COPY,			/* A = B, which C (a type, or 0) filters.  */
  OP_LOAD,			/* A = B.C (a field).  */
  OP_STORE,			/* A.C = B, or null if B is NONE.  */
  OP_CALL,			/* Call number A.  */
  OP_RETURN			/* Return A.  */
};

/* The base of static fields.  */
#define VAR_STATICS (UINT32_MAX - 1)

#define OP_RING 1		/* STORE: the index is a remainder, a mask or constant, begins
				   anew, or is computed.  */
#define OP_INDEXED 4		/* STORE: INDEX is a local variable.  */
#define OP_EMPTY 2		/* NEW: an array of length 0.  */
#define OP_AGAIN 8		/* LOAD: as an earlier one of the method.  */
#define OP_CALLED 16		/* STORE: INDEX is the number of the call that returned the
				   index.  */

struct loop_op
{
  uint8_t kind, flags;
  uint16_t line;
  uint32_t block;
  uint32_t a, b, c;
  uint32_t index;		/* STORE: the variable or field that is the index, or NONE.  */
};

/* A number is stored in local variable SLOT.  */
enum restart_kind
{
  RESTART_NONE,			/* It goes on from itself.  */
  RESTART_FEW,			/* A constant, a remainder or a mask.  */
  RESTART_COMPUTED,		/* See body-number.c.  */
  RESTART_RESULT,		/* The result of call number CALL.  */
  RESTART_NOT			/* A number that may go on.  */
};
struct loop_restart
{
  uint32_t slot, block;
  enum restart_kind kind;
  uint32_t call;
};

/* A number that a call passes, or an index.  */
enum number_kind { NUMBER_ANY, NUMBER_FEW, NUMBER_LOCAL, NUMBER_COMPUTED, NUMBER_RESULT };
struct loop_number
{
  enum number_kind kind;	/* FEW: a constant, a remainder or a mask.  */
  uint32_t slot;		/* LOCAL: of the local variable; RESULT: of the call.  */
};

struct loop_call
{
  uint8_t op;			/* LK_OP_CALL_*.  */
  bool used;			/* The result, an object, is used.  */
  bool asked;			/* The result, a number, is.  */
  uint16_t line;
  uint32_t block;
  struct lk_type *type;		/* The class that the reference names; NULL: an array.  */
  const struct lk_method *declared;	/* NULL: not found.  */
  const char *name, *descriptor;
  unsigned n_args;		/* With the receiver.  */
  uint32_t *args;		/* NONE: no object.  */
  struct loop_number *numbers;	/* By argument.  */
  uint32_t result;		/* NONE: no object.  */
};

/* A method that is no constructor stores in FIELD: null, or a number, which VARIES or is
   CONSTANT.  */
struct loop_setting
{
  uint32_t field;
  bool null, varies;
  int32_t constant;
};

/* A block that runs once: it is dominated by the branch in which FIELD of BASE (or, if FIELD is
   NONE, a local variable) is empty, and fills it.  */
struct loop_guard
{
  uint32_t field, base;
  bool flag;			/* FIELD is an int.  */
};

struct loop_block
{
  uint32_t first, n;		/* Successors, in SUCCESSORS.  */
  uint32_t guard;		/* Number of a guard, or NONE.  */
  bool handler;			/* Reached by exceptions only.  */
  bool throws;			/* It ends with an exception that it throws.  */
};

struct loop_body
{
  uint32_t n_vars, n_ops, n_calls, n_params, n_blocks, n_guards, n_restarts, n_settings;
  struct loop_op *ops;
  struct loop_call *calls;
  uint32_t *params;		/* NONE: no object.  The receiver is the first.  */
  uint32_t *slots;		/* By parameter: the local variable of a number that it alone
				   sets, or NONE.  */
  struct loop_block *blocks;
  uint32_t *successors;
  struct loop_guard *guards;
  struct loop_restart *restarts;
  struct loop_setting *settings;
  bool *used;			/* By variable: something reads it.  */
  const char **names;		/* By variable: of the local variable, or NULL.  */
  bool counts;			/* It may return a number that goes on with each call.  */
  bool endless;			/* A loop of it has no way out but exceptions.  */
  uint32_t stop_flag;		/* A field that its loop's exit tests, or NONE.  */
  bool has_loop;
};

struct loop_method
{
  const struct lk_method *method;	/* Of an outline.  */
  struct lk_type *owner;
  struct loop_body *body;	/* NULL: none.  */
  bool tried;
  bool jdk;
  uint32_t index;
};

/* ---- The program.  ---- */

/* A context: inside or outside the loop, and the receiver, of constructors and of methods of
   classes whose objects are distinguished.  */
struct loop_context
{
  bool inside;
  uint32_t object;		/* NONE: none.  */
};

struct loop_instance
{
  struct loop_method *method;
  uint32_t context;
  uint32_t base;		/* The node of its variable 0.  */
  uint32_t result;		/* The node of its result.  */
  uint32_t component;		/* Of the call graph.  */
};

struct loop_object
{
  uint32_t type;
  uint32_t instance;		/* NONE: made by no statement.  */
  uint32_t op;			/* NONE: an unknown method's result.  */
  uint32_t block, node;
  unsigned line;
  uint32_t site;		/* Of the call of the JDK that made it, or NONE.  */
  unsigned depth;		/* Of constructors that make it part of an object.  */
  bool inside;
  bool started;			/* A thread that was started.  */
  bool endless;			/* And does not end.  */
};

/* The method that a call runs on an object of one type.  */
struct selection
{
  const struct lk_method *method;
  bool jdk;
};

/* A call as an instance makes it: its number is that of the edges' labels.  */
struct loop_site
{
  uint32_t owner;		/* The type that declares the method; 0: not computed.  */
  uint32_t instance, block;
  unsigned line;
  uint8_t op;			/* LK_OP_CALL_*.  */
  bool inside;
  bool used, asked;		/* As in loop_call.  */
  bool callback;		/* By the JDK, at any time.  */
  bool unknown;			/* A callee without a row: its effect was added.  */
  struct lk_type *type;
  const struct lk_method *declared;	/* NULL: not found.  */
  const char *descriptor;
  unsigned n_args;
  uint32_t *args;		/* Nodes, or NONE.  */
  const struct loop_number *numbers;	/* By argument; NULL: not known.  */
  uint32_t result;		/* The same.  */
};

/* The effect of an object that reaches a node.  */
enum watch_kind
{
  WATCH_CALL,			/* SITE is a virtual call of it.  */
  WATCH_MAKE,			/* SITE is a call of its constructor.  */
  WATCH_CALLBACK,		/* The callee of SITE may call its methods.  */
  WATCH_VISIT			/* The callee of SITE calls it with GIVEN, for RESULT.  */
};
struct loop_watch
{
  enum watch_kind kind;
  uint32_t site;
  uint32_t given, result;
  uint32_t as;			/* The type that the callee has it as; 0: any.  */
};

/* Effects: stores, loads and removals, as instances make them.  */
enum effect_kind { EFFECT_STORE, EFFECT_LOAD, EFFECT_REMOVE, EFFECT_QUERY };
struct loop_effect
{
  enum effect_kind kind;
  bool inside;
  bool library;
  bool ring;			/* STORE: at an index that begins anew.  */
  bool keyed;			/* STORE: equal keys replace each other; LOAD: of that key.  */
  bool caught;			/* REMOVE: in a handler.  */
  bool aside;			/* By a thread of the JDK, from then on.  */
  uint32_t base, field, value;	/* Nodes; VALUE NONE: null.  */
  uint32_t instance, block;
  unsigned line;
  uint32_t spread;		/* STORE: the node of the collection that is copied; else NONE.  */
  uint32_t key;			/* KEYED: the node of the key, or NONE: null.  */
  struct loop_number index;	/* STORE: the index, of an array.  */
};

struct loop_edge
{
  uint32_t from, to;		/* Instances.  */
  uint32_t site;
};

/* The loop that is being analysed, or a region if BLOCKS is NULL.  */
struct loop_target
{
  const struct lk_method *method;
  uint32_t header;
  uint8_t *blocks;		/* By block: 1 in the loop, 2 after it.  */
  uint32_t n_blocks;
  unsigned line;
};

struct program
{
  struct lk_classpath *classpath;
  struct lk_hierarchy *hierarchy;
  struct lk_spec *spec;
  const struct lk_loops_options *options;
  const struct lk_loops_host *host;
  struct lk_arena *arena;	/* Bodies, texts: as long as the run.  */
  struct lk_arena *scratch;
  /* ---- The same for all loops.  ---- */
  struct number_map type_map, field_map, method_map, row_map, class_rows, loaded, selection_map,
    may_map;
  struct number_map *jdk;	/* By class: it is of the JDK.  */
  struct found_row *rows;	/* By number in ROW_MAP.  */
  size_t n_rows, rows_room;
  struct selection *selections;	/* By number in SELECTION_MAP.  */
  size_t n_selections, selections_room;
  struct loop_type *types;
  size_t n_types, types_room;
  struct loop_field *fields;
  size_t n_fields, fields_room;
  struct loop_method **methods;
  size_t n_methods, methods_room;
  /* ---- Of one loop.  ---- */
  const struct loop_target *target;
  struct number_map present;	/* Classes of which a method is reached.  */
  struct number_map apart;	/* Classes whose objects are kept apart (apart.c).  */
  struct number_map not_apart;	/* Those that have too many for that.  */
  bool last;			/* No more classes are added.  */
  bool ended;			/* More classes would be, but for a limit.  */
  bool again;			/* It is read again: only SUSPECTS are reported.  */
  struct number_map suspects;	/* Those found before (apart.c).  */
  struct lk_heap *heap;
  uint32_t any;			/* An element of what is given to the loop's method, or NONE.  */
  bool entered;			/* No main method reaches the loop.  */
  bool calling_back;		/* A lambda is called by the JDK, at any time.  */
  bool reflects;		/* It calls methods by reflection: of what these nodes hold.  */
  uint32_t *reflected;
  size_t n_reflected, reflected_room;
  uint32_t statics_node, statics_object;
  struct loop_context *contexts;
  size_t n_contexts, contexts_room;
  struct number_map context_map, instance_map, class_map, entry_map, once_map, link_map,
    callback_map, constant_map;
  struct loop_instance *instances;
  size_t n_instances, instances_room;
  struct loop_object *objects;
  size_t n_objects, objects_room;
  struct loop_site *sites;
  size_t n_sites, sites_room;
  struct loop_effect *effects;
  size_t n_effects, effects_room;
  struct loop_edge *calls;
  size_t n_calls, calls_room;
  struct loop_watch *watches;
  size_t n_watches, watches_room;
  uint32_t *pending;		/* Instances whose statements are not in the graph yet.  */
  size_t n_pending, pending_room;
  struct row_filter *row_filters;
  size_t n_row_filters, row_filters_room;
};

static inline bool
with (const struct program *p, enum lk_loops_part part)
{
  return !(p->options->without >> part & 1);
}

/* ---- names.c ---- */

uint32_t type_named (struct program *, const char *name);
uint32_t type_of_lambda (struct program *, const struct loop_lambda *);
uint32_t field_number (struct program *, const struct lk_member_ref *);
uint32_t field_type (struct program *, const char *descriptor);
struct loop_method *method_of (struct program *, const struct lk_method *);
/* The filter of variables of the type at the beginning of DESCRIPTOR; 0: none.  */
uint32_t declared_filter (struct program *, const char *descriptor);
/* The filter of FIELD of an object of TYPE: an array holds elements of its own type only.  */
uint32_t field_filter (void *program, uint32_t type, uint32_t field);
bool type_fits (void *program, uint32_t type, uint32_t filter);
bool is_below (struct program *, const struct lk_type *, const char *name);
bool of_jdk (const struct program *, const struct lk_type *);
/* "Outer.Inner" or "String[]": for messages.  */
const char *shown_type (struct program *, uint32_t type);
const char *shown_class (struct program *, const char *internal);
const char *shown_member (struct program *, const struct lk_method *);

/* ---- body.c ---- */

/* The statements of METHOD, or NULL.  */
struct loop_body *body_of (struct program *, struct loop_method *);


/* ---- row.c ---- */

/* The row for DECLARED on an object of TYPE, or NULL.  A row for mode loops alone (its class is
   "loops." and the name) comes first; *OWN: it is one.  */
const struct lk_contract *row_of (struct program *, struct lk_type *,
				  const struct lk_method *declared, bool *own);
/* The filter of nodes that hold objects for which DECLARED has ROW.  */
uint32_t row_filter (struct program *, const struct lk_method *declared,
		     const struct lk_contract *row);
#define ROW_FILTER UINT32_C (0x80000000)
bool row_filter_fits (struct program *, uint32_t type, uint32_t filter);

/* ---- program.c ---- */

/* Build and solve the graph for TARGET.  */
void program_begin (struct program *, const struct loop_target *);
void program_end (struct program *);
uint32_t instance_of (struct program *, struct loop_method *, uint32_t context);
uint32_t context_of (struct program *, bool inside, uint32_t object);
uint32_t make_object (struct program *, uint32_t node, uint32_t type, uint32_t instance,
		      uint32_t op, unsigned line, bool inside);
uint32_t node_of (const struct program *, uint32_t instance, uint32_t var);
struct loop_effect *add_effect (struct program *, enum effect_kind, uint32_t site_instance,
				bool inside, uint32_t block, unsigned line);
/* The class is initialised.  */
void touch_class (struct program *, struct lk_type *);
/* Return true if statements in BLOCK of INSTANCE are executed by the loop.  */
bool block_inside (const struct program *, uint32_t instance, uint32_t block);

/* ---- apart.c ---- */

struct effects;
struct holder;
/* Return true if the methods of OBJECT have instances of their own.  */
bool is_apart (const struct program *, uint32_t object);
/* A number of where OBJECT is made, in any context.  */
uint64_t place_of (const struct program *, uint32_t object);
/* Remember what the holders leave behind.  */
void note_suspects (struct effects *);
/* Take out of LEAKS of H what is no suspect.  */
void keep_suspects (const struct effects *, struct holder *h);
/* Let the objects of those classes be kept apart that reports depend on.  Return true if there are
   new ones.  */
bool keep_apart (const struct effects *);

/* ---- call.c ---- */

void add_call (struct program *, uint32_t instance, const struct loop_call *);
/* SITE's edges.  */
void start_call (struct program *, uint32_t site);
uint32_t new_site (struct program *, const struct loop_site *);
/* SITE calls METHOD; OBJECT is the receiver, or NONE: all that the receiver's node holds.  */
void link_call (struct program *, uint32_t site, struct loop_method *, uint32_t object);
void watch_node (struct program *, uint32_t node, const struct loop_watch *);
/* The callee of SITE, which is given OBJECT as one of the type AS (0: any), may call its methods
   that the JDK declares, at any time from then on: once for each object, inside the loop or
   outside.  */
void call_back (struct program *, uint32_t site, uint32_t object, uint32_t as);
void watch_callbacks (struct program *, uint32_t node, uint32_t site, uint32_t as);
void object_reached (void *program, uint32_t watch, uint32_t object);
/* SITE calls the lambda OBJECT with ARGS.  */
void call_lambda (struct program *, uint32_t site, uint32_t object, const uint32_t *args,
		  unsigned n_args, uint32_t result);

/* ---- library.c ---- */

/* SITE calls DECLARED of the JDK; OBJECT is a receiver, or NONE.  */
void library_call (struct program *, uint32_t site, const struct lk_method *declared,
		   uint32_t object);

/* ---- natural-loop.c ---- */

struct natural_loop
{
  uint32_t header;
  uint8_t *blocks;		/* As in loop_target.  */
  uint32_t n_blocks, n_inside;
  unsigned line, last_line;
  unsigned depth;
  bool endless;
  bool leaves_at_header;	/* No other block has an edge out of it, but exceptional ones.  */
  unsigned n_calls, n_news;	/* In the loop.  */
};
/* METHOD, of an outline, as its file in ARENA has it, with its code; NULL: it has none.  */
const struct lk_method *method_with_code (struct program *, struct lk_arena *,
					  const struct lk_method *);
/* The natural loops of a method, outermost first; in ARENA.  CODE: as method_with_code returns
   it.  */
struct natural_loop *loops_of_code (struct lk_arena *, const struct lk_method *code, unsigned *n);
struct natural_loop *loops_of (struct program *, struct lk_arena *, const struct lk_method *,
			       unsigned *n);

/* ---- choose.c ---- */

/* Fill TARGETS (in the arena) with what the options name.  Return their number; 0 after an
   error.  */
unsigned choose_targets (struct program *, struct loop_target **targets);

/* ---- effect.c ---- */

/* A field of an outside object that inside objects flow into.  */
struct holder
{
  uint32_t object, field;
  bool removed;			/* The loop takes out of it.  */
  bool queried;			/* The library reads it for an answer.  */
  bool replaced;		/* The loop puts another object in its place.  */
  bool after;			/* Read after the loop.  */
  uint32_t *stores, *loads;	/* Effects.  */
  size_t n_stores, stores_room, n_loads, loads_room;
  uint32_t *updates;		/* Effects that remove a certain object.  */
  size_t n_updates, updates_room;
  struct leak *leaks;
  size_t n_leaks, leaks_room;
};
struct leak
{
  uint32_t object;
  uint32_t root;		/* The object that the holder holds: OBJECT itself, or one that
				   it hangs on.  */
  uint32_t store;		/* Effect.  */
  bool link;			/* It is a link of a chain: the holder's own read gives others.  */
};

/* Inside objects are stored in a field of another one: all that the field's node holds.  */
struct inner_edge
{
  uint32_t from, field;
  uint32_t node;
  uint32_t store;		/* Effect.  */
  uint32_t next;		/* With the same FROM.  */
  bool old;			/* The objects stored may be of an earlier iteration.  */
  bool onto_old;		/* So may FROM.  */
  bool copied;			/* They were elements of another collection.  */
  bool adds;			/* FROM is a collection, which may be of an earlier iteration, and
				   gets one more in each.  */
  bool removed;			/* The loop takes out of FROM.  */
};

struct effects
{
  struct program *p;
  struct holder *holders;
  size_t n_holders, holders_room;
  struct number_map holder_map;
  struct inner_edge *edges;
  size_t n_edges, edges_room;
  struct number_map edge_map;
  uint32_t *first_edge;		/* By object.  */
  uint32_t *first_read, *next_read;	/* Reads of the loop, by field, and by effect.  */
  uint8_t *old;			/* By node: its value may be of an earlier iteration.  */
  bool *outside;		/* By object.  */
  bool *once;			/* By instance.  */
  bool **ends;			/* By instance, NULL: no block; by block: the process ends
				   then.  */
  bool *aside;			/* By instance: the JDK runs it while the loop runs.  */
  bool *leads;			/* By instance: it calls the method with the loop.  */
  unsigned **beside;		/* By instance, NULL: no block; by block: 1 more than the line from
				   which on it runs beside the loop, in the thread that started
				   it, or 0: it does not.  */
  unsigned **later;		/* The same of what runs when the loop has ended.  */
  uint32_t *first_call, *next_call;	/* Calls by the instance that they run, and by call.  */
  uint32_t *first_made, *next_made;	/* The same by the instance that makes them.  */
  uint32_t *stack;		/* Instances, of walks along calls.  */
  struct number_map first_instance;	/* Of a method.  */
  struct number_map few_map;	/* The answers of bounded.c.  */
  uint32_t *owners;		/* By object, for is_scoped; NULL: not computed yet.  */
  bool *stays;			/* The same: a field holds it that is never set to null.  */
  bool *read_unseen;		/* By field: methods that run unseen read it; NULL: none.  */
  struct number_map read_map;	/* (object, field): anything reads it, 2: all of it.  */
  struct lk_heap_flow **flows;	/* By object, NULL: not computed.  */
  unsigned n_cut;
};

void effects_collect (struct effects *, struct program *);
void effects_free (struct effects *);
struct lk_heap_flow *flow_of (struct effects *, uint32_t object);
/* FIELD of OBJECT as a holder, or NULL: it is none; MAKE: it becomes one.  */
struct holder *holder_of (struct effects *, uint32_t object, uint32_t field, bool make);
/* Return true if OBJECT holds one element at most.  */
static inline bool
is_cell (const struct program *p, uint32_t object)
{
  return p->types[p->objects[object].type].cell;
}
/* Return true if OBJECT is an array that has no elements.  */
bool is_empty_array (const struct program *, uint32_t object);
/* Return true if OBJECT is made, or BLOCK of INSTANCE runs, once in all iterations.  */
bool object_is_once (const struct effects *, uint32_t object);
bool block_is_once (const struct effects *, uint32_t instance, uint32_t block);

/* Return true if the effect happens in the loop, or beside it (find_aside).  */
bool is_meanwhile (const struct effects *, const struct loop_effect *);

/* ---- update.c ---- */

/* Set REMOVED and REPLACED of the holders.  */
void find_updates (struct effects *);

/* ---- ends.c ---- */

void find_ends (struct effects *);
/* Return true if the process ends when BLOCK of INSTANCE has run.  */
bool block_ends (const struct effects *, uint32_t instance, uint32_t block);

/* ---- once.c ---- */

/* Loops over the calls that run INSTANCE, or that it makes: CALL is the number of each.  */
#define EACH_CALL_OF(CALL, E, INSTANCE) \
  for (uint32_t CALL = (E)->first_call[INSTANCE]; CALL != NONE; CALL = (E)->next_call[CALL])
#define EACH_CALL_BY(CALL, E, INSTANCE) \
  for (uint32_t CALL = (E)->first_made[INSTANCE]; CALL != NONE; CALL = (E)->next_made[CALL])

/* Return true if METHOD's class has a method that is reached in this loop's program: others may
   have been read for another loop.  */
bool is_present (const struct program *, const struct loop_method *);
void find_once (struct effects *);
void find_aside (struct effects *);
/* Return true if what INSTANCE does in BLOCK, at LINE, is done while the loop runs, by a thread
   that does not run it.  */
bool is_beside (const struct effects *, uint32_t instance, uint32_t block, unsigned line);
/* Return true if INSTANCE calls what leads to the loop, which ends, and what it does in BLOCK, at
   LINE, is done then.  */
bool is_later (const struct effects *, uint32_t instance, uint32_t block, unsigned line);
/* Return true if OBJECT, of before the loop, is kept no longer than the method runs that has made
   it.  */
bool is_scoped (struct effects *, uint32_t object);
bool thread_ends (const struct effects *, uint32_t object);
/* Return, by index, which methods may run beside the loop though no call is visible; malloced.
   NULL: none.  */
bool *find_unseen (const struct effects *);

/* ---- after.c ---- */

/* Set AFTER of the holders that are read then, and by methods that run unseen.  */
void find_after (struct effects *);
void find_other_reads (struct effects *);

/* ---- bounded.c ---- */

/* Return true if effect STORE puts its object where few objects have a place: at an index or under
   a key that has few values over all iterations.  */
bool is_bounded (struct effects *, uint32_t store);

/* ---- structure.c ---- */

struct structure;
struct structure *structure_of (struct effects *);
void structure_free (struct structure *);
/* Objects that are not worth a report: the JVM has one of each.  */
bool is_shared (const struct program *, uint32_t object);
/* Return true if A and B may be links of one chain: the class of one is that of the other, or below
   it.  */
bool is_akin (const struct program *, uint32_t a, uint32_t b);
/* OBJECT leads to objects of earlier iterations (BACK): a list or a tree that links to its own
   kind, an array or a collection that gets the elements of an earlier one; or these lead to OBJECT
   (ON).  Then even a field that holds one object may hold all of them.  */
enum chain_link { LINK_BACK = 1, LINK_ON = 2 };
unsigned chain_links (const struct structure *, uint32_t object);
/* Return true if the loop adds elements to OBJECT, a collection that may be of an earlier
   iteration, and takes none out.  */
bool is_collector (const struct effects *, uint32_t object);
/* Mark in BELOW what hangs on ROOT, and ROOT.  */
void mark_below (struct structure *, uint32_t root, bool *below);
/* The objects that hang on ROOT, which is read, and are never read: *N of them, valid until the
   next call.  */
const struct leak *members_below (struct structure *, uint32_t root, size_t *n);

/* ---- match.c ---- */

/* Report what the loop leaves behind, unless objects of more classes are to be kept apart, with the
   graph built again: then return true.  */
bool find_leaks (struct program *);

/* ---- report.c ---- */

void report_holder (struct effects *, const struct holder *);

#endif /* LK_LOOPS_INTERNAL_H */
