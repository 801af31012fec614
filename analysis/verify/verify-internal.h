/* Declarations shared by the files of the verifier (doc/verify.md).

   must-call.c has must-call sets, texts and breaches; consistency.c follows one obligation
   through a function, verify/obligation-call.c applies calls to it; called-methods.c computes
   which methods have certainly been called on one expression, at every point of a function;
   postcondition-check.c checks bodies against their promises about fields.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_VERIFY_VERIFY_INTERNAL_H
#define LK_VERIFY_VERIFY_INTERNAL_H

#include "verify.h"

struct cstate;
struct onode;
struct told;

/* One function being verified.  */
struct verifier
{
  struct lk_unit *unit;
  struct lk_function *function;
  const struct lk_promise *promise;
  struct function_view *view;
  struct lk_graph *graph;
  struct lk_arena *arena;	/* For this function.  */
  /* Calls that create an obligation for an object to which an obligation was followed: by
     event and number of the target.  */
  struct created *created;
  struct told *told;
  const char *handle, *acquirer;	/* For the next breach.  */
  struct oblige *losing;	/* Then, the obligation of which it is a loss,  */
  const struct ostate *lost;	/* in this state; or NULL.  */
  bool quiet;			/* Breaches are not reported.  */
  bool *leads_out;		/* By block: some way from it leaves the function, or ends
				   the program.  */
  uint8_t *tested;		/* Variables that branches depend on.  */
#define RETURNED 2		/* Or the result depends on it.  */
  bool *repeated;		/* Variables that several branches test.  */

};

struct created
{
  const struct lk_event *event;
  unsigned target;
  struct created *next;
};

/* Must-call sets as bits: one for each of their members, up to this many; those beyond are
   never met.  */
#define MUST_BITS 32

/* Call BODY for every variable that is in a known range if the branch by EDGE out of BLOCK is
   taken.  */
typedef void (*assumption) (void *data, lk_var, const struct lk_range *);

/* Keys that stand for the ends of a collection.  */
#define KEY_FIRST INT64_MIN
#define KEY_LAST (INT64_MIN + 1)

/* Kinds of exit where an obligation is enforced.  */
#define ENFORCED_RETURN 1
#define ENFORCED_EXCEPTION 2

struct resource
{
  const struct lk_must *must;
  uint32_t met;
  uint8_t linked;		/* Those with the same number, but 0, are handles on one thing:
				   what is created for one is created for all.  */
};

/* How a place has the resource (elements.c).  */
enum held
{
  HELD_NOT,			/* It is a handle itself.  */
  HELD_BY,			/* A collection or array that holds it.  */
  HELD_TO_COME,			/* An iterator that has yet to return it; a view.  */
  /* The others only tell where it is in one of these.  */
  HELD_RETURNED,		/* The iterator that has returned it last.  */
  HELD_NUMBER,			/* A number, at most its number.  */
  HELD_NUMBER_PASSED,		/* A number that is not its number, but less.  */
  HELD_NUMBER_DOWN,		/* A number, at least its number.  */
  HELD_DOWN_PASSED,		/* A number that is not its number, but greater.  */
  HELD_KEY_OTHER,		/* A number or key that is not its own.  */
  HELD_KEY_OWN,			/* One that is.  */
  HELD_KEYS,			/* A view of the keys, or an iterator that has yet to return
				   its own.  */
  HELD_KEY_RETURNED,		/* The iterator that has returned it last.  */
  HELD_AT,			/* The number of the element of an array where it was stored.  */
  HELD_STORED_AT,		/* The counter of the loop that stored it in an array.  */
  HELD_STORED_PASSED,		/* The same in a later iteration: greater than its number.  */
  HELD_COUNT			/* The number of elements.  */
};

struct place
{
  const struct lk_path *path;
  uint32_t resource;
  enum held held;
};

/* The state of one obligation, at some point.  */
struct ostate
{
  uint8_t enforced;
  uint8_t n_resources, n_places, n_conditions;
  bool thrown;			/* On a path to a handler.  */
  /* A call that threw and was given the resource as an argument that it owns, or makes an alias
     of, or NULL; and which argument: the obligation may be met (throwing-owner.c).  */
  const struct lk_event *awaited;
  unsigned awaited_arg;
  const struct lk_event *thrower;	/* Then, the call that threw first, for messages.  */
  const struct lk_event *removed;	/* The event that removed it from a collection.  */
  struct resource resources[MAX_TRACKED];
  struct place places[MAX_TRACKED];
  struct { lk_var var; struct lk_range range; } conditions[MAX_TRACKED];
  /* Constant numbers or keys that its element has, if any are known, and those that it has not.  */
  uint8_t n_keys, n_other_keys;
  int64_t keys[MAX_TRACKED], other_keys[MAX_TRACKED];
};

/* One obligation.  */
struct oblige
{
  struct verifier *v;
  lk_loc loc;
  const char *name;		/* The first variable that holds it, or NULL.  */
  const char *place;		/* Or else the first place that gets it.  */
  const char *type;		/* "Socket", or NULL.  */
  const struct lk_must *must;
  struct lk_range valid;
  bool parameter;
  bool construction;		/* Of the object under construction.  */
  bool fresh;			/* Of the result of a call, which no one else has.  */
  bool alias;			/* Of a parameter declared to be a resource
				   alias.  */
  const struct lk_promise *source;	/* The contract it is from.  */
  bool elements;		/* Of an element of a collection or array.  */
  bool lazy;			/* Then, it is made when it is asked for.  */
  const struct lk_path *kept;	/* Then, the collection where it was at first, or NULL;  */
  uint8_t excused;		/* the kinds of exit where it may still be there.  */
  const struct lk_ensure *promised;	/* Then, the promise to release it, which is checked;  */
  const struct lk_ensure *given;	/* The promise to release a parameter for some values of
				   arguments, which is checked.  */
  bool lost_elsewhere;		/* that an element is lost is reported apart.  */
  struct lk_arena *arena;
  struct onode **seen;		/* By block.  */
  struct onode *queue, **queue_tail;
  unsigned n_nodes;
  bool told;
  bool quiet;			/* Only whether it is met is of interest.  */
  struct awaiting *awaiting;	/* A loss, unless a callee has released the resource.  */
  bool stopped;			/* Given up.  */
  /* Follow the obligation in another state, too, from event INDEX of BLOCK on.  */
  void (*later) (struct oblige *, const struct ostate *, uint32_t block, uint32_t index);
};

/* The target number of a fill.  */
#define FILLED UINT32_MAX

struct called
{
  struct verifier *v;
  const struct lk_path *path;	/* The expression.  */
  const struct lk_must *must;	/* The methods that should be called.  */
  bool constant;		/* No call changes what it refers to.  */
  bool fresh;			/* Null at the start of a constructor.  */
  bool transfer;		/* A transfer of ownership is as good as a call.  */
  bool construction;		/* A field of the object under construction: calls that are
				   not given the object do not change it.  */
  bool disciplined;		/* Only calls that create an obligation change it.  */
  const struct lk_range *range;	/* C: only paths with such a result count; NULL: all.  */
  lk_var result;		/* The variable that is returned, if it is a value.  */
  struct cstate **at;		/* By block: at its start.  */
};

struct reliance
{
  const char *name;		/* Of the disposer.  */
  struct lk_function *function;	/* The function that makes the object and relies on it.  */
  const struct lk_must *must;
  const char *handle;		/* Its name there, or NULL.  */
  lk_loc loc, left;		/* Acquired, and passed on.  */
  struct reliance *next;
};

/* A function that disposes of its argument without a call of MUST on it.  */
struct negligence
{
  const char *name;
  const struct lk_must *must;
  lk_loc loc;			/* Where it returns.  */
  struct negligence *next;
};

/* A loss that is one unless FUNCTION releases its argument ARG when it throws.  */
struct awaiting
{
  struct lk_function *function;
  unsigned arg;
  struct lk_breach breach;	/* Or, for QUIET, none.  */
  struct awaiting *next;
};

/* FUNCTION releases its argument ARG when it throws, if those that AWAITING names do.  */
struct thrower
{
  struct lk_function *function;
  unsigned arg;
  struct awaiting *awaiting;
  bool asked;
  struct thrower *next;
};

struct disposals		/* Of the unit.  */
{
  struct thrower *throwers;
  struct awaiting *awaiting, **tail;
  struct reliance *reliances;
  struct negligence *negligences;
};

/* ---- unit-facts.  ---- */

struct disposals *disposals_of (struct lk_unit *);

/* BREACH, a loss of O in the state S, is one only if the callee that S awaits does not release it.
   Return false if S awaits none.  */
bool throwing_owner_awaited (struct oblige *o, const struct ostate *s,
			     const struct lk_breach *breach);
/* O was followed to its end.  */
void throwing_owner_followed (struct oblige *o);

/* ---- throwing-owner.  ---- */

/* Find what arguments the function releases when it throws.  */
void throwing_owners_verify (struct verifier *);
/* Report the losses in the unit that were awaiting that.  */
void throwing_owners_tell (struct lk_unit *);

uint32_t must_all (const struct lk_must *);
/* Return MET, with what a call of a method NAME meets.  */
uint32_t must_call (const struct lk_must *, uint32_t met, const char *name);
/* Return MET, with what calls of one of each of METHODS (NULL: all) meet.  */
uint32_t must_call_each (const struct lk_must *, uint32_t met,
			 const struct lk_must *methods);
/* Return true if B requires all that A requires.  */
bool must_subset (const struct lk_must *a, const struct lk_must *b);
/* As must_subset; in C, where a kind has many names for its release, one common name suffices.  */
bool must_fits (const struct verifier *, const struct lk_must *,
		const struct lk_must *);
/* "'a' or 'b', and 'c'".  */
const char *must_text (struct lk_arena *, const struct lk_must *);
const struct lk_promise *promise_of (struct lk_unit *, struct lk_function *);
/* Return the promise of the function that an event calls; NULL: unknown.  */
const struct lk_promise *event_promise (const struct verifier *,
					const struct lk_event *);
/* Report a breach, once for each function, rule, place and text.  N_NOTES texts and their
   places follow as pairs of lk_loc and char *.  */
void tell_breach (struct verifier *, const char *rule, lk_loc,
		  const char *text, unsigned n_notes, ...);
const char *verifier_text (struct verifier *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
/* Return the place or value that EXPRESSION is at a call EV; NULL: none.  Without EV, in the
   body of the function itself.  */
const struct lk_path *expression_at (struct verifier *,
				     const struct lk_expression *,
				     const struct lk_event *ev);
/* Return true for a call of a constructor for the object that is under construction already:
   super (...), this (...).  */
bool delegates (const struct verifier *, const struct lk_event *,
		const struct lk_promise *);
void assume_edge (struct verifier *, const struct lk_block *,
		  const struct lk_edge *, assumption, void *data);
bool edge_possible (const struct lk_block *, const struct lk_edge *);
/* The same, for VAR in RANGE.  */
void assume_value (struct verifier *, lk_var, const struct lk_range *,
		   assumption, void *data);
/* Branches on phis of constants show which path was taken.  */
void find_tested (struct verifier *v);
/* Find the blocks from which some way leaves the function.  */
void find_ways_out (struct verifier *v);
/* A resource acquired for the caller depends on the result: all conditions on the result
   count.  */
void find_returned_variables (struct verifier *v);

/* ---- owned-structures.  ---- */

/* DEST is assigned at EV: if it is an owning member of the structure that the obligation is
   for, the structure must be released again.  */
void obligation_filled (struct oblige *, struct ostate *,
			const struct lk_path *dest, const struct lk_event *ev);
/* Return true for a place that the function declares to fill for its caller.  */
bool declared_place (const struct verifier *, const struct lk_path *);
/* Return the address or place PLACE at the call EV of a C function; NULL: none.  */
const struct lk_path *acquired_path (struct verifier *,
				     const struct lk_place *,
				     const struct lk_event *);
/* Return the local structure that is changed where PATH, an owning member, is assigned; NULL:
   it is no member of one.  */
const struct lk_path *filled_object (struct verifier *, const struct lk_path *);
/* Return what the function declares to acquire for its caller at DEST, or NULL.  */
const struct lk_acquires *declared_at (const struct verifier *v, const struct lk_path *dest);

/* ---- consistency.  ---- */

/* Follow O, in the state S, from event INDEX of BLOCK on.  */
void follow_obligation (struct oblige *o, struct ostate *s, uint32_t block,
			uint32_t index);

/* ---- elements.  ---- */

/* S, which was BEFORE, enters the target of EDGE: numbers of elements go on.  */
void elements_enter (struct oblige *, struct ostate *s, const struct ostate *before,
		     const struct lk_edge *);
/* Return true if a branch says that a loop is over though the resource is still to come.  */
bool elements_contradict (const struct oblige *, const struct ostate *, const struct lk_block *,
			  const struct lk_edge *);
/* Apply the assignment EV of, or before one to, an element of an array, or a call; it is event
   INDEX of BLOCK.  Return false if another owner has the resource from then on.  */
bool elements_store (struct oblige *, struct ostate *, const struct lk_event *ev, uint32_t block);
void elements_load (struct oblige *, struct ostate *, const struct lk_event *ev, uint32_t block,
		    uint32_t index);
bool elements_call (struct oblige *, struct ostate *, const struct lk_event *ev, uint32_t block,
		    uint32_t index);
/* Return true if the result of EV is an element that stays in a collection of this function.  */
bool elements_stay (const struct verifier *, const struct lk_event *ev);

/* ---- element-choice.  ---- */

/* Return the argument of EV, the next one behind AFTER, whose elements its result has, too, as its
   row says; or NULL.  */
const struct lk_operand *elements_copied (const struct lk_event *ev,
					  const struct lk_operand *after);
/* The result of EV has these elements, or an argument itself as an element, unless that is its
   RECEIVER.  */
void elements_copy (struct oblige *, struct ostate *, const struct lk_event *ev, bool receiver);
/* Return true if the elements of the result of EV are what a function returns.  */
bool elements_yielded (const struct lk_event *ev);
/* Return the promises of that function if they are its callers' to release, or NULL.  */
const struct lk_promise *elements_maker (const struct verifier *, const struct lk_event *ev);
/* Return true if EV calls a function with each element that releases it, as far as WHEN says:
   always, or those of which it returns true, or false.  */
bool elements_released (const struct verifier *, const struct lk_event *ev, const struct lk_must *,
			enum lk_ensure_when);
/* A function says which elements EV, event INDEX of BLOCK, REMOVES, or to which its result leads.
   Follow the case that the resource is removed, or left out, by itself, unless what the function
   says shows that nothing need be called on it.  */
void elements_selected (struct oblige *, const struct ostate *, const struct lk_event *ev,
			bool removes, const struct lk_must *, uint32_t block, uint32_t index);
/* Return the condition on the result under which the first of CLAUSES that has one puts something
   somewhere, or NULL.  */
const struct lk_condition *element_put_if (const struct lk_clause *clauses);
/* EV puts something into a cell if a condition on its result holds.  Follow the case that the
   resource, which the cell holds, is replaced by itself: not if EV expects that there is none.  */
void element_may_go (struct oblige *, struct ostate *, const struct lk_event *ev,
		     const struct lk_condition *, uint32_t block, uint32_t index);
/* EV puts the resource somewhere if that holds.  Follow the case that it does not by itself.  */
void element_may_stay_out (struct oblige *, struct ostate *, const struct lk_event *ev,
			   const struct lk_condition *, uint32_t block, uint32_t index);

/* ---- element-owner.  ---- */

/* Return true if PATH is a field that owns the elements of the collection that it has.  */
bool elements_owned (const struct lk_path *);
/* Return the owning field from which the collection OP was loaded, or NULL.  */
const struct lk_path *elements_loaded (const struct verifier *, const struct lk_operand *op);
/* Return the owning field that has the collection OP at EV, of BLOCK, or NULL.  */
const struct lk_path *elements_owner (const struct verifier *, const struct lk_operand *op,
				      uint32_t block, const struct lk_event *ev);
/* Return true if E is about the elements of a collection or array; P makes the promise.  */
bool elements_meant (const struct lk_promise *p, const struct lk_ensure *e);

/* ---- element-number.  ---- */

/* Return the place that is NUMBER, of an element, or an equal value; or -1.  */
int number_place (const struct verifier *, const struct ostate *, const struct lk_path *number);
/* Return the number or key OP, without a box around it.  */
struct lk_operand element_key (const struct verifier *, const struct lk_operand *op);
/* Return whether the number or key KEY, as element_key returns it, is known to be the element's own
   or another one; or how else it is a place.  */
enum held key_held (const struct verifier *, const struct ostate *, const struct lk_operand *key);
/* KEY is the element's own, of resource R, or not.  */
void key_note (struct oblige *, struct ostate *, const struct lk_operand *key, unsigned r,
	       bool own);
/* The resource, R, is stored with the key KEY; AGAIN: its collection has it already.  */
void key_stored (struct oblige *, struct ostate *, const struct lk_operand *key, unsigned r,
		 bool again);
/* The element with the key KEY is removed: it is the resource's.  Return true if that has no other
   key.  */
bool key_gone (const struct verifier *, struct ostate *, const struct lk_operand *key);
/* Return the number of the element of an array that EV loads or stores, if it is not constant.  */
struct lk_operand element_index (const struct verifier *, const struct lk_event *ev);
/* Return true if the values ONE, and TWO plus MORE, are certainly different numbers.  */
bool numbers_differ (const struct verifier *, lk_var one, lk_var two, int64_t more);
/* Return true if the number NUMBER, a value, is constant, and store that in *VALUE.  */
bool number_constant (const struct verifier *, const struct lk_operand *number, int64_t *value);
/* Return true if what is known of NUMBER is forgotten when it gets another value.  */
bool number_stays (const struct verifier *, const struct lk_path *number);

/* ---- owned-elements.  ---- */

/* Check that no element is lost of what the function is given, or finds in a field.  */
void elements_verify (struct verifier *);
/* Follow an element of the collection PATH, which O describes, from event INDEX of BLOCK on.  */
void elements_follow (struct oblige *o, const struct lk_path *path, uint8_t enforced,
		      uint32_t block, uint32_t index);
/* The function promises E, of all elements of PATH: check that.  */
void elements_promised (struct verifier *, const struct lk_ensure *e, const struct lk_path *path,
			const struct lk_must *must);
/* Report the loss of the element that O is about, in the state S, at LOC: WHY is the note.  */
void elements_tell (struct oblige *o, const struct ostate *s, lk_loc loc, const char *why);

/* ---- obligation-state.  ---- */

/* Resource R of O is cast to a type with annotations: what that does not require ends.  */
void obligation_cast (struct oblige *, struct ostate *, const struct lk_field_promise *cast,
		      lk_loc, int r);
/* Resource R of O is stored in FIELD, or in a variable that is declared like one, which may
   require less.  */
void obligation_stored (struct oblige *, const struct ostate *,
			const struct lk_field_promise *field, lk_loc, int r);
/* Return the number of the place PATH, or -1.  */
int ostate_place (const struct ostate *, const struct lk_path *);
enum held ostate_held (const struct ostate *, const struct lk_operand *);
/* PATH has resource R as HELD says.  */
void ostate_hold (struct oblige *, struct ostate *, const struct lk_path *, unsigned r,
		  enum held held);
/* Return true if no place is left that has the resource.  */
bool ostate_holds_none (const struct ostate *);
/* PATH is another place of resource R.  */
void ostate_add (struct oblige *, struct ostate *, const struct lk_path *,
		 unsigned r);
/* VAR is in RANGE from here on.  */
void ostate_condition (struct oblige *, struct ostate *, lk_var, const struct lk_range *);
int ostate_find (const struct ostate *, const struct lk_path *);
void ostate_remove (struct ostate *, const struct lk_path *);
void ostate_remove_root (struct ostate *, lk_var root);
/* Apply that a value VAR is in RANGE; return false if that is infeasible, or the obligation is
   met.  */
bool ostate_assume (struct oblige *, struct ostate *, lk_var,
		    const struct lk_range *);
/* Return true if S shows that EDGE is not taken at the end of BLOCK.  */
bool ostate_contradicts (const struct oblige *, const struct ostate *, const struct lk_block *,
			 const struct lk_edge *);
/* Return true if the collection where O's element was at first still has it.  */
bool ostate_kept (const struct oblige *, const struct ostate *);
void ostate_remove_place (struct ostate *s, unsigned i);
/* Remove the places that have the resource in the way HELD.  */
void ostate_remove_held (struct ostate *, enum held);
/* Elements come or go: numbers mean others.  */
void ostate_renumber (struct ostate *);
/* EV removes elements from a collection that holds the resource: perhaps that one.  */
void ostate_drop_element (struct ostate *, const struct lk_event *ev);
bool ostate_met (const struct ostate *s);

/* ---- obligation-source.  ---- */

void obligations_verify (struct verifier *);
/* From event INDEX of BLOCK on, which sets the member to null, VAR owns what the member FIELD
   held.  */
void obligation_taken (struct verifier *, lk_var,
		       const struct lk_field_promise *field, uint32_t block,
		       uint32_t index);
/* The same, where the member is assigned something else: return true if VAR is released on each
   way, and report nothing.  */
bool obligation_moved (struct verifier *, lk_var, const struct lk_field_promise *field,
		       uint32_t block, uint32_t index);

/* The function promises E, on the parameter PATH, for some values of arguments: check that MUST is
   called on it where it returns then.  */
void obligation_promised (struct verifier *, const struct lk_ensure *e,
			  const struct lk_path *path, const struct lk_must *must);

/* ---- obligation-call.  ---- */

/* TARGET, by number, of what EV creates an obligation for is checked.  */
void note_created (struct verifier *, const struct lk_event *, unsigned target);
bool was_created (const struct verifier *, const struct lk_event *,
		  unsigned target);
/* Return true if the result of a call by EV, of a function with these promises, is another handle
   on its argument ARG.  */
bool alias_at (const struct lk_promise *, unsigned arg, const struct lk_event *ev);
/* Apply the call EV.  EXCEPTION: it throws.  Return false if another function owns the
   obligation.  */
bool obligation_call (struct oblige *, struct ostate *,
		      const struct lk_event *ev, bool exception);
/* Check calls that create obligations for objects without an owner here.  */
void creates_verify (struct verifier *);

/* ---- called-methods.  ---- */

void called_solve (struct called *);
/* Return what is met just before event INDEX of BLOCK (n_events: at its end).  */
uint32_t called_before (struct called *, uint32_t block, uint32_t index);
/* Return true if the value VAR is the expression's there.  */
bool called_same (struct called *, uint32_t block, uint32_t index, lk_var);
/* Return true if some value, *VAR, is the expression's there.  */
bool called_value (struct called *, uint32_t block, uint32_t index,
		   lk_var *var);
/* Return what is met at the ends of the function: at returns whose result is in RANGE, or
   where an exception leaves it.  All, if there is no such end.  *AT is a place where something
   is missing.  */
uint32_t called_at_returns (struct called *, const struct lk_range *,
			    lk_loc *at);
uint32_t called_at_exceptions (struct called *, lk_loc *at);

/* ---- disposal.  ---- */

/* From LEFT on, the function NAME is relied on to call MUST on what O is about.  */
void disposal_relied (struct oblige *, const char *name,
		      const struct lk_must *must, lk_loc left);
void disposals_verify (struct verifier *);

/* ---- postcondition-check.  ---- */

void promises_verify (struct verifier *);

/* Return true if the must-call set is unknown: it has a member that no call meets.  */
static inline bool
must_unknown (const struct lk_must *must)
{
  for (; must; must = must->next)
    if (!must->names)
      return true;
  return false;
}

/* Return true if the program ends at the call EV: nothing leaks there.  */
static inline bool
event_ends (const struct verifier *v, const struct lk_event *ev)
{
  const struct lk_promise *p = event_promise (v, ev);
  return p && p->ends;
}

/* Return true if PATH is a value: no loads, no addend.  */
static inline bool
is_value (const struct lk_operand *op)
{
  return op->kind == LK_PATH && op->path->nsel == 0 && op->path->addend == 0;
}

#endif /* LK_VERIFY_VERIFY_INTERNAL_H */
