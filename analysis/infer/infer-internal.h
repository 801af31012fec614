/* Declarations shared by the files of the inference.

   scan.c makes a struct infer_body of a graph; origin.c says what a value of a body is; disposal.c
   has the rules of the first phase, holder.c says what becomes of objects that are given a resource
   when they are made, disposal-method.c chooses what must be called on a class,
   transfer.c has the rules of the second phase, evidence.c what callers show against an owner,
   overriding.c what overriding and overridden methods must agree on, template-method.c which
   methods call what must be called; session.c has the records and the facts, and infer.c runs all
   of these.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_INFER_INFER_INTERNAL_H
#define LK_INFER_INFER_INTERNAL_H

#include <string.h>
#include "infer.h"
#include "../unit/unit.h"

/* ---- Bodies.  ---- */

/* How a value came about.  A node is a value of a body; equal nodes are one number.  */
enum node_kind
{
  NODE_OTHER,
  NODE_NULL,
  NODE_ARGUMENT,		/* Argument NUMBER.  */
  NODE_FIELD,			/* Loaded from FIELD of this, or from a static field, by event
				   INDEX of block NUMBER; that is NO_BLOCK: where it is used.  */
  NODE_FIELD_ELSEWHERE,		/* Loaded from FIELD of another object.  */
  NODE_ELEMENT,			/* Loaded in block NUMBER from the array that is node OF.  */
  NODE_CALL,			/* The result of call NUMBER; of a constructor: its object.  */
  NODE_NEW_ARRAY,		/* An array that is made here, of the N nodes PARTS.  */
  NODE_ANY			/* Any of the N nodes PARTS.  */
};

typedef uint32_t infer_node;

#define NO_BLOCK UINT32_MAX

struct node
{
  enum node_kind kind;
  uint32_t number;		/* Of ANY and NEW_ARRAY: of parts.  */
  uint32_t index;		/* Of FIELD.  */
  uint32_t visit;		/* The query that came here last.  */
  bool leaves;			/* It gets to where this body does not show it.  */
  bool kept;			/* As find_kept finds.  */
  union
  {
    struct infer_field *field;
    infer_node *parts;
    infer_node of;
  } u;
};

struct body_call
{
  struct infer_function *callee;
  uint32_t block, index;
  infer_node result;		/* Of its result, or the object that it makes; 0: not used.  */
  lk_loc loc;
  infer_node *args;		/* CALLEE->n_args of them.  */
  bool captures;		/* It makes a function object: of the body's arguments those that
				   it captures.  */
  bool no_alias;		/* The constants among them make no alias, as a row says.  */
  /* Of a method of a collection, the receiver:  */
  bool fetches;			/* the result is an element,  */
  bool removes;			/* which is removed;  */
  bool leads;			/* the result is an iterator or another view;  */
  bool counts;			/* the result is the number of elements;  */
  bool visits;			/* argument 1 is called with each element:  */
  struct infer_function *visitor;	/* this function; NULL: unknown.  */
};

/* A store in a field of this object.  */
struct body_write
{
  struct infer_field *field;
  bool element;			/* VALUE becomes an element of its collection.  */
  uint32_t block, index;
  lk_loc loc;
  infer_node value;
};

struct body_return
{
  infer_node value;
  uint32_t block;
  lk_loc loc;
};

struct infer_body
{
  struct infer_function *function;
  struct node *nodes;
  struct body_call *calls;
  struct body_write *writes;
  struct body_return *returns;
  unsigned n_nodes, n_calls, n_writes, n_returns;
  /* The control flow without exceptions: successors of block B are SUCCS[FIRST[B]] to
     SUCCS[FIRST[B + 1] - 1].  Where one of them is only taken if a field of this object is null,
     NULLS has the field at the same index.  */
  unsigned n_blocks;
  uint32_t *first, *succs;
  struct infer_field **nulls;
  infer_node *null_values;	/* Likewise, a node that is null; 0: none.  */
  infer_node *rests;		/* Likewise, a collection that may have elements, as a test of their
				   number says; 0: none.  */
  uint8_t *decided;		/* Likewise, whether an argument decides that it is taken.  */
  bool stores_elsewhere;	/* It stores something in a static field, or in another object.  */
  uint8_t *stores;		/* By block: whether it stores something in a field or array.  */
  uint8_t *returns_from;	/* Likewise, whether a way leads to a return.  */
  uint32_t visit;		/* Number of the last query of its nodes.  */
  bool queued;
};

/* Return true if the last query has come to NODE before.  */
static inline bool
visited (struct infer_body *body, infer_node node)
{
  if (body->nodes[node].visit == body->visit)
    return true;
  body->nodes[node].visit = body->visit;
  return false;
}

/* ---- The session.  ---- */

struct field_slot
{
  const struct lk_field_promise *promise;	/* NULL: empty.  */
  struct infer_field *field;
};

struct lk_inference
{
  struct infer_host host;
  struct infer_options options;
  struct lk_arena *arena;
  struct infer_list classes, bodies;
  struct infer_list by_index;	/* Functions, by the index of struct lk_function.  */
  uint8_t *asked;		/* By the same index: whether the host was asked.  */
  unsigned asked_room;
  struct field_slot *fields;	/* A hash table.  */
  unsigned n_fields, fields_room;
  struct infer_list queue;	/* Bodies.  */
  unsigned queue_head;
  struct infer_fact *facts, **tail;
  bool second;			/* The rules of the second phase apply, too.  */
  unsigned questions;		/* Number of the last one of always_disposes.  */
};

/* ---- session.c ---- */

void list_add (struct infer_list *, void *);
/* The same, unless it was added last.  */
void list_add_once (struct infer_list *, void *);
void list_free (struct infer_list *);
/* The rules are to be applied to BODY, or to all in a list of bodies, again.  */
void look_again (struct lk_inference *, struct infer_body *);
void look_again_all (struct lk_inference *, const struct infer_list *);
/* A reason.  */
struct reason
{
  const char *why;
  struct infer_function *where;
  lk_loc loc;
  const struct infer_fact *from[2];
};
/* Record a fact of KIND about a class, or its member FUNCTION or FIELD (or both NULL).  */
struct infer_fact *add_fact (struct lk_inference *, enum infer_kind, struct infer_class *,
			     struct infer_function *, struct infer_field *,
			     const struct reason *);
/* The same, and what follows from it at once.  Each returns false if that was known, or must not
   be.  */
bool add_owning_field (struct lk_inference *, struct infer_field *, const struct reason *);
bool add_owning_argument (struct lk_inference *, struct infer_function *, unsigned arg,
			  const struct reason *);
bool add_not_owning (struct lk_inference *, struct infer_function *, const struct reason *);
bool add_argument_alias (struct lk_inference *, struct infer_function *, unsigned arg,
		const struct reason *);
/* FUNCTION meets MET of what must be called on FIELD, in BLOCK (or BLOCK is NO_BLOCK), by a call of
   BY, a method of the same object (or BY is NULL).  */
bool add_ensure (struct lk_inference *, struct infer_function *, struct infer_field *,
		 uint32_t met, uint32_t block, struct infer_function *by, const struct reason *);
/* The must-call set of CLASS, and of classes below it, has changed.  */
void class_changed (struct lk_inference *, struct infer_class *);
void function_changed (struct lk_inference *, struct infer_function *);
struct infer_function *function_at (struct lk_inference *, struct lk_function *);
struct infer_field *field_at (struct lk_inference *, const struct lk_field_promise *);

/* ---- must.c ---- */

struct infer_ensure *ensure_of (const struct infer_function *, const struct infer_field *);
/* Return true if FUNCTION is known to call all that must be called on FIELD; *FACT (if not NULL)
   becomes the fact that says so.  */
bool ensures_all (const struct infer_function *, const struct infer_field *,
		  const struct infer_fact **fact);
/* Return true if FUNCTION has no purpose but its effect on its object, and that is not only a part
   of something else.  Heuristic: no method that takes or returns something, and no private one that
   is not called close.  */
bool is_plain (const struct infer_function *);
/* Return true if FUNCTION is one of the methods that must be called on its object.  */
bool must_be_called (const struct infer_function *);
uint32_t infer_must_all (const struct lk_must *);
/* Return MET, with what a call of NAME meets.  */
uint32_t infer_must_call (const struct lk_must *, uint32_t met, const char *name);
/* Return MET, with what calls of one of each of METHODS meet.  */
uint32_t infer_must_each (const struct lk_must *, uint32_t met, const struct lk_must *methods);
struct lk_must *infer_must_of_name (struct lk_inference *, const char *name);

/* ---- origin.c ---- */

/* One of the things that a value may be.  */
struct origin
{
  enum { ORIGIN_ARGUMENT, ORIGIN_FIELD } kind;
  unsigned arg;
  struct infer_field *field;
  const struct infer_fact *alias;	/* A fact that was used, or NULL.  */
  bool direct;			/* The very object, and no other handle on its resource.  */
  bool element;			/* An element of it, a collection or an array,  */
  uint32_t block;		/* that is fetched in this block; NO_BLOCK: each one.  */
  uint32_t load_block, load_index;	/* Of FIELD: as in NODE_FIELD.  */
};

/* Call WHAT for each argument and field that NODE, or what it is a resource alias of, may be.  */
void origins_of (struct infer_body *, infer_node,
		 void (*what) (void *data, const struct origin *), void *data);
/* The same for the collection whose elements NODE, a view of it, leads to.  */
void owners_of_elements (struct infer_body *, infer_node,
			 void (*what) (void *data, const struct origin *), void *data);
/* Return the argument that NODE always is or is a resource alias of, if it is not null; -1:
   none.  *FACT becomes an alias fact that was used.  */
int always_argument (struct infer_body *, infer_node, const struct infer_fact **fact);
/* The same for a field of this object, or a static field.  */
struct infer_field *always_field (struct infer_body *, infer_node);

/* Return true if the result of C is another handle on the resource of its argument ARG.  */
static inline bool
aliased (const struct body_call *c, unsigned arg)
{
  return (c->callee->result.alias && c->callee->args[arg].alias
	  && !(c->callee->args[arg].alias_if && c->no_alias));
}

/* ---- element.c ---- */

/* Note in C what ROW says of its callee.  */
void read_element_row (struct body_call *c, const struct lk_contract *row);
/* Return true if BLOCK is passed in each iteration of the loop in which O, an element, is fetched,
   unless the element is null.  */
bool in_each_iteration (struct infer_body *, const struct origin *o, uint32_t block);
/* Return the field of this object whose collection NODE is, or leads to; or NULL.  */
struct infer_field *collection_field (struct infer_body *, infer_node);

/* ---- flow.c ---- */

/* Return true if FIELD gets another value than null behind event INDEX of BLOCK.  */
bool written_after (const struct infer_body *, const struct infer_field *, uint32_t block,
		    uint32_t index);
/* Return true if FIELD gets another value than null between event INDEX of BLOCK, which loads it,
   and event TO_INDEX of TO: so the value that is used there is the former one.  */
bool written_between (const struct infer_body *, const struct infer_field *, uint32_t block,
		      uint32_t index, uint32_t to, uint32_t to_index);
/* Return true if on each way to a return argument ARG, or a resource alias of it, is stored in a
   field that owns; *WRITE becomes such a store.  */
bool always_written (struct infer_body *, int arg, const struct body_write **write);
/* Return true if FUNCTION disposes of a field on each way to a return, as E, its promise, says,
   unless the field is null, or the function has done nothing and no argument decides that.  A
   method that it calls for that must do the same, or have no other purpose.  */
bool always_disposes (struct lk_inference *, const struct infer_function *, struct infer_ensure *e);
/* Return true if an argument of FUNCTION decides whether it keeps E, its promise; also by way of
   the methods that it calls for that.  */
bool decided_by_argument (struct infer_function *, const struct infer_ensure *e);
/* Return true if FUNCTION keeps E, its promise, itself, or by a method that has no other purpose or
   does so on each way; an overload of FUNCTION counts as a part of it.  */
bool chooses_to_dispose (struct lk_inference *, const struct infer_function *,
			 const struct infer_ensure *);
/* Return true if each way through the body that does something passes BLOCK.  */
bool always_passes (const struct infer_body *, uint32_t block);
/* Set RETURNS_FROM of a body.  */
void find_returns (struct lk_inference *, struct infer_body *);
/* Return true if the body stores null in FIELD: the object may give its contents away.  */
bool gives_away (const struct infer_body *, const struct infer_field *);

/* ---- holder.c ---- */

/* Return true if CALL makes an object that has to be released itself, or returns one.  */
bool makes_holder (const struct infer_body *, const struct body_call *call);
/* Set "kept" of each value of BODY that goes on: it is released here, or gets to one who may do
   so.  */
void find_kept (struct infer_body *);
/* Return true if what CALL makes goes on, after find_kept.  */
bool holder_kept (const struct infer_body *, const struct body_call *call);
/* Return true if CLASS replaces a method that must be called on its objects by one that releases
   nothing: a shield, which the resource in it outlives.  */
bool shields (const struct infer_class *);

/* ---- evidence.c ---- */

/* Fields that only refer to what other objects own are no candidates.  */
void drop_references (struct lk_inference *);
/* Return true if callers of FN dispose of the result, and all others return it.  */
bool callers_dispose (const struct infer_function *fn);

/* ---- disposal.c ---- */

void apply_disposal (struct lk_inference *, struct infer_body *);

/* ---- disposal-method.c ---- */

/* Return the number of owning fields of CLASS, with inherited ones.  */
unsigned count_owning (const struct infer_class *);
/* Infer what must be called on CLASS; return true if that has changed.  */
bool decide_class (struct lk_inference *, struct infer_class *);
/* Infer that nothing must be called on classes that hold nothing.  */
void decide_nothing (struct lk_inference *);

/* ---- needed.c ---- */

/* Drop promises to dispose of a field that no method which must be called relies on.  */
void drop_unneeded (struct lk_inference *);

/* ---- transfer.c ---- */

void apply_transfer (struct lk_inference *, struct infer_body *);

/* ---- template-method.c ---- */

/* Methods that call what must be called on an object of a subclass promise that; return true if a
   fact was added.  */
bool find_templates (struct lk_inference *);

/* ---- overriding.c ---- */

/* Make overriding and overridden methods agree; return true if a fact was added.  */
bool agree (struct lk_inference *);

#endif /* LK_INFER_INFER_INTERNAL_H */
