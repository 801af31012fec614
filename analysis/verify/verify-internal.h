/* What the files of the verifier share (doc/verify.md).

   must-call.c has the words: must-call sets, texts, breaches; consistency.c follows one obligation
   through a function, verify/obligation-call.c says what calls do to it; called-methods.c says what has
   certainly been called on one expression, at every point of a function; postcondition-check.c
   holds bodies to what they promise about fields.

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
  /* Calls that create an obligation for something an obligation was followed
     to: by event and number of the target.  */
  struct created *created;
  struct told *told;
  const char *handle, *acquirer;	/* For the next breach.  */
  uint8_t *tested;		/* Variables that branches depend on.  */
#define RETURNED 2		/* Or what the function says by its result.  */

};

struct created
{
  const struct lk_event *event;
  unsigned target;
  struct created *next;
};

/* Must-call sets as bits: one for each of their members, of which at most this
   many count; those beyond are never met.  */
#define MUST_BITS 32

/* Call BODY for every variable that is known to be in a range where the
   branch by EDGE out of BLOCK is taken.  */
typedef void (*assumption) (void *data, lk_var, const struct lk_range *);

/* Kinds of exit where an obligation is enforced.  */
#define ENFORCED_RETURN 1
#define ENFORCED_EXCEPTION 2
#define MAX_RESOURCES 8
#define MAX_PLACES 24

/* Conditions in a fact; what is known of more is forgotten.  */
#define MAX_TESTS 4

struct resource
{
  const struct lk_must *must;
  uint32_t met;
};

struct place
{
  const struct lk_path *path;
  uint32_t resource;
};

/* What is known of one obligation, somewhere.  */
struct ostate
{
  uint8_t enforced;
  uint8_t n_resources, n_places, n_conditions;
  bool thrown;			/* On the way to a handler.  */
  const struct lk_event *thrower;	/* Then, who threw first, for
					   messages.  */
  struct resource resources[MAX_RESOURCES];
  struct place places[MAX_PLACES];
  struct { lk_var var; struct lk_range range; } conditions[MAX_TESTS];
};

/* One obligation.  */
struct oblige
{
  struct verifier *v;
  lk_loc loc;
  const char *name;		/* Of what it is first in, or NULL.  */
  const char *place;		/* Or else of what it becomes.  */
  const char *type;		/* "Socket", or NULL.  */
  const struct lk_must *must;
  struct lk_range valid;
  bool parameter;
  bool alias;			/* Of a parameter declared to be a resource
				   alias.  */
  const struct lk_promise *source;	/* The contract it is from.  */
  struct lk_arena *arena;
  struct onode **seen;		/* By block.  */
  struct onode *queue, **queue_tail;
  unsigned n_nodes;
  bool told;
  bool stopped;			/* Given up.  */
  bool limited;
};

/* The target number of a fill.  */
#define FILLED UINT32_MAX

struct called
{
  struct verifier *v;
  const struct lk_path *path;	/* The expression.  */
  const struct lk_must *must;	/* What one would like to be called.  */
  bool constant;		/* No call changes what it refers to.  */
  bool fresh;			/* Null at the start of a constructor.  */
  bool transfer;		/* To give it away is as good.  */
  bool effects_of_new;		/* What constructors change counts.  */
  const struct lk_range *range;	/* C: only ways with such a result count;
				   NULL: all.  */
  lk_var result;		/* What is returned, if it is a value.  */
  struct cstate **at;		/* By block: at its start.  */
};

struct reliance
{
  const char *name;		/* Of the disposer.  */
  struct lk_function *function;	/* The maker that relies on it.  */
  const struct lk_must *must;
  const char *handle;		/* What it is called there, or NULL.  */
  lk_loc loc, left;		/* Acquired, and passed on.  */
  struct reliance *next;
};

/* A function that disposes of its argument without having called MUST on
   it.  */
struct negligence
{
  const char *name;
  const struct lk_must *must;
  lk_loc loc;			/* Where it returns.  */
  struct negligence *next;
};

uint32_t must_all (const struct lk_must *);
/* MET, and what calling a method NAME meets besides.  */
uint32_t must_call (const struct lk_must *, uint32_t met, const char *name);
/* MET, and what calling one of each of METHODS (NULL: all) meets besides.  */
uint32_t must_call_each (const struct lk_must *, uint32_t met,
			 const struct lk_must *methods);
/* All that A wants, B wants too.  */
bool must_subset (const struct lk_must *a, const struct lk_must *b);
/* As must_subset; in C, where a kind has many names for its release, one that
   both have will do.  */
bool must_fits (const struct verifier *, const struct lk_must *,
		const struct lk_must *);
/* "'a' or 'b', and 'c'".  */
const char *must_text (struct lk_arena *, const struct lk_must *);
const struct lk_promise *promise_of (struct lk_unit *, struct lk_function *);
/* The function that an event calls promises; NULL: nothing is known.  */
const struct lk_promise *event_promise (const struct verifier *,
					const struct lk_event *);
/* Tell it, once a function, rule, place and text.  N_NOTES texts and their
   places follow as pairs of lk_loc and char *.  */
void tell_breach (struct verifier *, const char *rule, lk_loc,
		  const char *text, unsigned n_notes, ...);
const char *verifier_text (struct verifier *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
/* The place or value that EXPRESSION is at a call EV; NULL: none.  Without EV,
   in the body of the function itself.  */
const struct lk_path *expression_at (struct verifier *,
				     const struct lk_expression *,
				     const struct lk_event *ev);
/* A call of a constructor for the object that is being made already: super
   (...), this (...).  */
bool delegates (const struct verifier *, const struct lk_event *,
		const struct lk_promise *);
void assume_edge (struct verifier *, const struct lk_block *,
		  const struct lk_edge *, assumption, void *data);
bool edge_possible (const struct lk_block *, const struct lk_edge *);
/* The same where VAR is in RANGE.  */
void assume_value (struct verifier *, lk_var, const struct lk_range *,
		   assumption, void *data);
/* Branches on phis of constants say which path was taken.  */
void find_tested (struct verifier *v);
/* What is acquired for the caller depends on the result: everything known of the result
   counts.  */
void find_returned_variables (struct verifier *v);

/* ---- owned-structures.  ---- */

/* DEST is given something at EV: if it is a member that owns of the structure
   that the obligation is for, that must be released once more.  */
void obligation_filled (struct oblige *, struct ostate *,
			const struct lk_path *dest, const struct lk_event *ev);
/* A place that the function declares to fill for its caller.  */
bool declared_place (const struct verifier *, const struct lk_path *);
/* The address or place PLACE at the call EV of a C function; NULL: none.  */
const struct lk_path *acquired_path (struct verifier *,
				     const struct lk_place *,
				     const struct lk_event *);
/* The local structure that is changed where PATH, a member that owns, is given
   something; NULL: it is no member of one.  */
const struct lk_path *filled_object (struct verifier *, const struct lk_path *);
/* Return what the function declares to acquire for its caller at DEST, or NULL.  */
const struct lk_acquires *declared_at (const struct verifier *v, const struct lk_path *dest);

/* ---- consistency.  ---- */

/* What resource R of O is, is put into FIELD, or a variable that is declared like
   one, which may say less.  */
void obligation_stored (struct oblige *, const struct ostate *,
			const struct lk_field_promise *field, lk_loc, int r);
/* Follow O, of which S is known, from event INDEX of BLOCK on.  */
void follow_obligation (struct oblige *o, struct ostate *s, uint32_t block,
			uint32_t index);

/* ---- obligation-state.  ---- */

/* PATH is one more place of resource R.  */
void ostate_add (struct oblige *, struct ostate *, const struct lk_path *,
		 unsigned r);
/* VAR is in RANGE from here on.  */
void ostate_condition (struct ostate *, lk_var, const struct lk_range *);
int ostate_find (const struct ostate *, const struct lk_path *);
void ostate_remove (struct ostate *, const struct lk_path *);
void ostate_remove_root (struct ostate *, lk_var root);
/* Set what a value VAR being in RANGE tells; false: this cannot be, or it is
   met.  */
bool ostate_assume (struct oblige *, struct ostate *, lk_var,
		    const struct lk_range *);
void ostate_remove_place (struct ostate *s, unsigned i);
bool ostate_met (const struct ostate *s);

/* ---- obligation-source.  ---- */

void obligations_verify (struct verifier *);
/* What the member FIELD held is VAR's from event INDEX of BLOCK on, which sets the
   member to null.  */
void obligation_taken (struct verifier *, lk_var,
		       const struct lk_field_promise *field, uint32_t block,
		       uint32_t index);

/* ---- obligation-call.  ---- */

/* TARGET, by number, of what EV creates an obligation for is looked after.  */
void note_created (struct verifier *, const struct lk_event *, unsigned target);
bool was_created (const struct verifier *, const struct lk_event *,
		  unsigned target);
/* What the call EV does.  EXCEPTION: by throwing.  False: the obligation is
   somebody else's.  */
bool obligation_call (struct oblige *, struct ostate *,
		      const struct lk_event *ev, bool exception);
/* Calls that create obligations for what nobody here owns.  */
void creates_verify (struct verifier *);

/* ---- called-methods.  ---- */

void called_solve (struct called *);
/* What is met just before event INDEX of BLOCK (n_events: at its end).  */
uint32_t called_before (struct called *, uint32_t block, uint32_t index);
/* The value VAR is the expression's there.  */
bool called_same (struct called *, uint32_t block, uint32_t index, lk_var);
/* Some value is the expression's there: *VAR.  */
bool called_value (struct called *, uint32_t block, uint32_t index,
		   lk_var *var);
/* What is met at the ends of the function: at returns whose result is in
   RANGE, or where it is left by an exception.  All, if there is none.
   *AT is where something is missing.  */
uint32_t called_at_returns (struct called *, const struct lk_range *,
			    lk_loc *at);
uint32_t called_at_exceptions (struct called *, lk_loc *at);

/* ---- disposal.  ---- */

/* That MUST is called on what O is about, and what is given away at LEFT, is
   the function NAME's from there on.  */
void disposal_relied (struct oblige *, const char *name,
		      const struct lk_must *must, lk_loc left);
void disposals_verify (struct verifier *);

/* ---- postcondition-check.  ---- */

void promises_verify (struct verifier *);

/* It is not known what must be called: a member that nothing meets.  */
static inline bool
must_unknown (const struct lk_must *must)
{
  for (; must; must = must->next)
    if (!must->names)
      return true;
  return false;
}

/* Nothing follows the call EV: the program ends there, and nothing leaks.  */
static inline bool
event_ends (const struct verifier *v, const struct lk_event *ev)
{
  const struct lk_promise *p = event_promise (v, ev);
  return p && p->ends;
}

/* PATH is a value: no loads, nothing added.  */
static inline bool
is_value (const struct lk_operand *op)
{
  return op->kind == LK_PATH && op->path->nsel == 0 && op->path->addend == 0;
}

#endif /* LK_VERIFY_VERIFY_INTERNAL_H */
