/* The engine's interface: units, analysis, findings.

   Plain C without a compiler.  A front end makes a unit, registers the functions it sees,
   supplies a callback that makes a body, and starts the analysis; the engine calls back with
   findings.  There are no mutable globals: units are independent.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ENGINE_H
#define LK_ENGINE_H

#include "graph/graph.h"
#include "../spec/promise.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lk_unit;
struct lk_finding;
struct lk_followed;
struct lk_breach;

struct lk_options
{
  unsigned level;		/* 1 witnessed, 2 assumed too.  */
  unsigned depth;		/* Selectors in a path at most.  */
  unsigned breadth;		/* Paths in a fact at most.  */
  bool limits;			/* At level 2, losses that only a limit assumes are reported,
				   too.  */
  bool process_end;		/* Losses that only the end of the process follows are
				   reported, too.  */
  FILE *trace;			/* Receives every fact; or NULL.  */
  /* Of lk_unit_verify.  */
  bool no_ownership;		/* Only the acquirer owns.  */
  bool no_aliases;		/* No resource aliases.  */
  bool no_creates;		/* No call creates an obligation for an existing object;
				   non-final fields own nothing.  */
  bool permit_static_owning;	/* Static fields that own are assumed to be released.  */
  bool permit_initialisation_leak;	/* Constructors and initialisers that assign fields are
					   assumed to be right.  */
};
/* Defaults: Tracker's for Java; not yet measured for C.  */
#define LK_DEFAULT_LEVEL 1
#define LK_DEFAULT_DEPTH 3
#define LK_DEFAULT_BREADTH 5
/* Greater values are lowered to these.  */
#define LK_MAX_DEPTH 24
#define LK_MAX_BREADTH 48

/* The engine's current work, for a host that reports it after a fault.  */
enum lk_stage
{
  LK_STAGE_UNIT,		/* Work that belongs to no function.  */
  LK_STAGE_LOWERING,		/* The host builds the function's graph.  */
  LK_STAGE_KEYS,		/* The graph is prepared.  */
  LK_STAGE_SOLVER,		/* The function's obligations are followed.  */
  LK_STAGE_SUMMARY,		/* A caller's obligation is followed through it.  */
  LK_STAGE_MEMBERS,		/* Obligations held by members of its object are followed.  */
  LK_STAGE_CONTRACT,		/* The function's contract is derived.  */
  LK_STAGE_REPORT		/* The host reports a finding in it.  */
};

struct lk_host
{
  void *data;
  /* Build FUNCTION->graph (LK_FN_BODY is set).  May leave it NULL: then the
     function is unknown, as if it had no body.  */
  void (*body) (void *data, struct lk_function *);
  /* BODY may be called again for a function whose graph was freed to save memory, and then
     builds the same graph.  */
  bool again;
  /* Called once for every finding, as soon as its component is solved.  (Users want
     them sorted by the functions' ORDER, then by the functions' LOC.)  The finding lives as
     long as the unit.  */
  void (*report) (void *data, const struct lk_finding *);
  /* Called once for every obligation of a function of the unit, when it has been followed, for a
     host that explains why something is or is not reported; the structure lives until the call
     returns.  NULL: the engine may leave out what is surely clean.  */
  void (*followed) (void *data, const struct lk_followed *);
  /* All that was reported and noted since the last call is the outcome of STAGE of FUNCTION,
     the first one of its component.  May be NULL.  */
  void (*settled) (void *data, enum lk_stage, struct lk_function *);
  /* The engine enters STAGE for FUNCTION, and leaves the one entered last.  Both may be NULL.  */
  void (*enter) (void *data, enum lk_stage, struct lk_function *);
  void (*leave) (void *data);
  /* A limit was met or a function skipped: one line of text, no newline.  */
  void (*note) (void *data, struct lk_function *, const char *text);
  /* Return true if TARGET, which a dispatcher calls, can run on an object that has a member at
     SELECTOR.  NULL: always.  */
  bool (*runs_on) (void *data, struct lk_function *target, int64_t selector);
  /* For lk_unit_verify.  Return FUNCTION's promise, or NULL.  Called once for each function;
     the promise lives as long as the unit.  */
  const struct lk_promise *(*promise) (void *data, struct lk_function *);
  /* Return true if an object holds more when this constructor returns than it was given as
     arguments.  NULL: none does.  */
  bool (*holds) (void *data, struct lk_function *constructor);
  /* Call NOTE with SEEN, once or more, for each function with a body that calls FUNCTION, by its
     name or by the table of its class; with NULL for one of the library.  NULL: not known.  */
  void (*callers) (void *data, struct lk_function *function,
		   void (*note) (void *seen, struct lk_function *caller), void *seen);
  /* Return true if FUNCTION, which has no body, only reads the object that its argument ARG, from
     0, points to.  Asked only where that matters.  NULL: nothing is known of that.  */
  bool (*only_reads) (void *data, struct lk_function *, uint32_t arg);
  /* A contract is broken.  The breach lives until the call returns.  */
  void (*breach) (void *data, const struct lk_breach *);
};

struct lk_unit *lk_unit_new (const struct lk_host *, const struct lk_options *);
/* Frees all graphs and functions too.  */
void lk_unit_free (struct lk_unit *);

/* Return a new function; NAME is copied.  The caller sets flags, loc, contract and key at
   once.  */
struct lk_function *lk_unit_add_function (struct lk_unit *, const char *name);

/* FUNCTION may acquire, itself (ACQUIRES) or through callees of the unit: analyse it.  The
   order of calls does not matter; CALLEES (N of them, functions of this unit with a body,
   repeats allowed) gives the call graph, so that callees come before callers and recursion is
   found.  Without ACQUIRES the body is requested only if one of CALLEES acquires for its
   callers.  */
void lk_unit_add_root (struct lk_unit *, struct lk_function *,
		       struct lk_function *const *callees, unsigned n,
		       bool acquires);

/* An argument of a destructor's call of FUNCTION, number ARG, passed if the member is not
   empty, for any state of the rest of the object: the member at MEMBER or, if LK_ANY, the
   object.  */
struct lk_given
{
  struct lk_function *function;
  uint32_t arg;
  int64_t member;
};

/* A class, with the functions that fill and release its members.  */
struct lk_object_class
{
  struct lk_function *destructor;	/* With a body; if NULL, the next two are its effect.  */
  const struct lk_given *given;
  unsigned n_given;
  struct lk_function *const *constructors;	/* With bodies; none that
				   copies or moves.  */
  unsigned n_constructors;
  bool all_constructors;	/* There are no others.  */
  bool all_methods;		/* All have bodies in the unit.  */
  bool ended;			/* The unit destroys objects of it, before the program ends.  */
};

/* An assignment operator; a method that stores nothing in members of its object; one that only
   the class itself calls; one of a class that no other file uses.  */
#define LK_METHOD_ASSIGNS 1
#define LK_METHOD_ONLY_READS 2
#define LK_METHOD_PRIVATE 4
#define LK_METHOD_OWN_CLASS 8

/* Register CLASS_, which lives as long as the unit.  */
void lk_unit_add_class (struct lk_unit *, const struct lk_object_class *class_);

/* FUNCTION, with a body, is a member function of CLASS_, which has been added,
   and no constructor or destructor.  FLAGS: LK_METHOD_*.  */
void lk_unit_add_method (struct lk_unit *, const struct lk_object_class *class_,
			 struct lk_function *function, unsigned flags);

/* A store by FUNCTION, with a body, into the member at MEMBER of an object of a class that is not
   `this' of one of its methods.  The object is OBJECT bytes into what argument ARG points to or, if
   N_LOADS is not 0, into what the last of that many pointers, each loaded at an offset in what
   the one before points to, does.  */
#define LK_STORE_LOADS 2
struct lk_member_store
{
  struct lk_function *function;
  uint32_t arg;
  unsigned n_loads;
  int64_t loads[LK_STORE_LOADS];
  int64_t object;
  int64_t member;
};

/* Register STORE, into an object of CLASS_, which has been added.  */
void lk_unit_add_store (struct lk_unit *, const struct lk_object_class *class_,
			const struct lk_member_store *store);

/* FUNCTION, with a body, is a constructor of CLASS_, which has been added, that copies or
   moves.  */
void lk_unit_add_copier (struct lk_unit *unit, const struct lk_object_class *class_,
			 struct lk_function *function);

/* Register a private member of objects with a release method, which only functions of the unit
   can release.  SELECTOR belongs to no other member of objects of CLASS_, or, CLASS_ being
   NULL, of any class.  READERS, N of them, with bodies, which live as long as the unit, are
   all functions that read the member of their first argument.  */
void lk_unit_add_member (struct lk_unit *, const struct lk_object_class *class_,
			 int64_t selector, struct lk_function *const *readers, unsigned n);

/* Analyse all roots, report all findings.  */
void lk_unit_analyse (struct lk_unit *);

/* Verify FUNCTION, whose graph is there, against its promise and those of its
   callees (doc/verify.md).  */
void lk_unit_verify (struct lk_unit *, struct lk_function *);
/* All functions of the unit have been verified.  */
void lk_unit_verify_end (struct lk_unit *);

/* Return the contract that the body of FUNCTION keeps, after lk_unit_analyse, as far as clauses
   can express it; other effects are left open (COMPLETE is false), or are clauses that keep.
   NULL: there is no body.  The contract has no file and no line, and lives as long as the
   unit.  */
const struct lk_contract *lk_unit_derive (struct lk_unit *, struct lk_function *function);

struct lk_statistics
{
  unsigned functions;		/* Registered with a body.  */
  unsigned analysed;		/* Roots whose bodies were followed.  */
  unsigned summaries;		/* Callee and entry shape pairs.  */
  unsigned skipped;		/* setjmp, or no graph.  */
  uint64_t facts;		/* (block, fact) pairs visited.  */
  uint64_t obligations;
  size_t memory;		/* Peak bytes of graphs and facts.  */
};
void lk_unit_statistics (const struct lk_unit *, struct lk_statistics *);

/* ---- The reader of the text form (doc/event-graph.md).  ---- */

struct lk_spec;
struct lk_graph_reader
{
  void *data;
  /* An error: MESSAGE without newline, LINE from 1.  */
  void (*error) (void *data, const char *file, int line, const char *message);
  /* A line outside of functions whose first word is no item of the text form: a test's
     "expect", for example.  TEXT is the line, without newline.  Return true if the line is
     valid.  May be NULL.  */
  bool (*directive) (void *data, int line, const char *text);
  /* Called after the last line for each function that was read with a valid body, in the order
     of the file; its GRAPH is set, and the contracts of all functions are attached.  May be
     NULL.  */
  void (*function) (void *data, struct lk_function *);
  /* A new function of the unit: lk_unit_add_function.  */
  struct lk_function *(*add_function) (struct lk_unit *, const char *name);
};

/* Read TEXT, the contents of FILE (only a name for messages), into UNIT.  Kinds and contracts
   go to SPEC, as a user's specification; every function gets its contract from there by name.
   After an error the rest of that function is skipped, its GRAPH stays NULL, and reading
   continues after it.  Return the number of errors.  Any bytes are accepted; a graph without
   errors still has to be verified.  */
int lk_graph_read (struct lk_unit *, struct lk_spec *, const char *file,
		   const char *text, size_t length,
		   const struct lk_graph_reader *);

/* ---- Findings.  ---- */

enum lk_step_kind
{
  LK_STEP_ACQUIRED,		/* NAME2: the acquiring function; VALUE: how many events after
				   it are left out.  */
  LK_STEP_CONDITION,		/* A branch was taken; VALUE 1 true, 0 false,
				   2 a case of a switch.  */
  LK_STEP_CALL,			/* Into NAME2 (depth grows after it).  */
  LK_STEP_RETURN,		/* Back from NAME2.  VALUE: likewise.  */
  LK_STEP_FAILED,		/* NAME2 failed, so it did not release the handle or take
				   ownership (realloc, fdopen).  */
  LK_STEP_THROWN,		/* NAME2 may throw here; NULL: an indirect
				   call.  */
  LK_STEP_STORED,		/* Stored in the place NAME2 too.  */
  LK_STEP_OVERWRITTEN,		/* Lost here: the last handle NAME2 is
				   overwritten.  */
  LK_STEP_CONTAINER_RELEASED,	/* Lost here: NAME2, which held it, is
				   released.  */
  LK_STEP_MISMATCHED,		/* Lost here: released by NAME2, which cannot release this
				   kind.  */
  LK_STEP_IGNORED,		/* Lost here: the result of NAME2, or if that
				   is NULL of the acquirer, is not used.  */
  LK_STEP_AGAIN,		/* Lost here: acquired again in a loop.  */
  LK_STEP_LOST,			/* Lost here: the last handle goes out of
				   scope.  */
  LK_STEP_FORGOTTEN,		/* Lost here: it is in NAME2, and no function that can access
				   NAME2 releases it.  */
  LK_STEP_DROPPED,		/* Lost here: NAME2 is emptied and its elements are not
				   released.  */
  LK_STEP_REPLACED,		/* Lost here if NAME2 already has an entry for the key.  */
  LK_STEP_CYCLE,		/* Lost here: it owns itself through the member NAME2.  */
  LK_STEP_EXIT			/* Still held here (locks).  */
};

/* A handle of KIND that an element of MEMBER loses in the function WHERE, at AT; or, without
   MEMBER, that is lost there.  ACQUIRER has acquired it in FUNCTION, at LOC.  */
struct lk_lost
{
  struct lk_function *function;
  lk_loc loc;
  const struct lk_kind *kind;
  const char *acquirer;
  const struct lk_name *releasers;	/* From the acquiring clause, or NULL.  */
  const char *member;
  const char *handle;		/* Or NULL.  */
  struct lk_function *where;
  lk_loc at;
  enum lk_step_kind how;	/* DROPPED, REPLACED or CYCLE.  */
};

/* Report it with the other findings.  */
void lk_unit_add_lost (struct lk_unit *, const struct lk_lost *);

struct lk_step
{
  enum lk_step_kind kind;
  lk_loc loc;
  struct lk_function *function;	/* The function whose body contains it.  */
  unsigned depth;		/* 0: the function of the finding.  */
  const char *name;		/* The handle, as the user wrote it, or NULL.  */
  const char *name2;
  const struct lk_contract *from;	/* ACQUIRED, FAILED: what is known of NAME2 was derived
					   in another unit; else NULL.  */
  int value;
};

/* A contract that is broken, in verify mode.  */
struct lk_breach_note
{
  lk_loc loc;			/* 0: the place of the breach.  */
  const char *text;
};
#define LK_BREACH_NOTES 4
struct lk_breach
{
  const char *rule;		/* "not-called": doc/verify.md has them all.  */
  struct lk_function *function;	/* In whose body, or NULL.  */
  lk_loc loc;
  const char *text;		/* The message; names are in 'quotes'.  */
  /* Of an obligation: the first variable that holds it, or its acquirer; or NULL.  Identifies
     statements where lines do not.  */
  const char *handle, *acquirer;
  unsigned n_notes;
  struct lk_breach_note notes[LK_BREACH_NOTES];
};

struct lk_finding
{
  struct lk_function *function;	/* Where the acquisition stands.  */
  lk_loc loc;			/* The acquisition.  */
  const struct lk_kind *kind;
  const char *handle;		/* User's variable or place ("c.fp"), or NULL.  */
  const char *acquirer;		/* "fopen", "xfopen".  */
  bool never;			/* No path releases it.  */
  bool held;			/* A member held it before, acquired at an unknown place: LOC
				   is where the member is overwritten.  */
  bool assumed;
  const char *why_assumed;	/* ASSUMED: a callee that is assumed neither to release nor to
				   keep it (NULL: an unknown one), or a phrase for a limit.  */
  bool assumed_limit;		/* WHY_ASSUMED is a limit.  */
  bool assumed_throw;		/* It is an exception of a function without a body, for which there
				   is no handler.  */
  const struct lk_name *releasers;	/* From the acquiring clause, or NULL.  */
  const char *lost_paths, *all_paths;	/* Exact, decimal.  */
  unsigned n_together;		/* Other findings of the function that are lost where this one
				   is: one change there releases them all.  */
  unsigned n_twice;		/* Other values that are lost as this one is, when a loop sets
				   them again; this finding stands for them.  */
  /* A release inserted before this location surely repairs the leak; 0: none.  The handle is
     then HANDLE, in scope and held there on every path.  */
  lk_loc fix_loc;
  unsigned n_steps;
  const struct lk_step *steps;
};

/* ---- Explanations.  ---- */

/* How a path on which an obligation is followed ends.  */
enum lk_path_end_kind
{
  LK_PATH_RELEASED,
  LK_PATH_ESCAPED,		/* Assumed to be released by code that is not seen.  */
  LK_PATH_CALLER,		/* The caller gets it.  */
  LK_PATH_PROCESS,		/* The process ends.  */
  LK_PATH_HELD,			/* A lock that is held at a return.  */
  LK_PATH_LOST
};

/* Why a loss is not reported.  */
enum lk_unreported
{
  LK_REPORTED,
  LK_UNREPORTED_ASSUMED,	/* It is assumed, and level 1 reports what is witnessed.  */
  LK_UNREPORTED_LIMIT,		/* Only a limit assumes it.  */
  LK_UNREPORTED_PROCESS_END,	/* Only the end of the process follows.  */
  LK_UNREPORTED_SOME_BODY	/* A mismatch with one of the bodies of a virtual call.  */
};

struct lk_path_end
{
  enum lk_path_end_kind kind;
  enum lk_step_kind how;	/* LOST.  */
  lk_loc loc;
  const char *name;		/* LOST: what was overwritten, ...  */
  const struct lk_event *call;	/* The call that ends it, or NULL.  */
  bool assumed;
  const char *why;		/* ASSUMED: as in struct lk_finding.  */
  enum lk_unreported unreported;	/* LOST.  */
};

/* One obligation, and how the paths on which it was followed end.  */
struct lk_followed
{
  struct lk_function *function;
  lk_loc loc;			/* The call that acquires, or whose callee does.  */
  const struct lk_kind *kind;
  const char *handle;		/* Or NULL.  */
  const char *acquirer;
  /* The function of the unit that acquires it for its callers, and the call there: those where
     it began.  NULL and 0: FUNCTION itself acquires it.  */
  const struct lk_function *origin;
  lk_loc origin_loc;
  bool suppressed;		/* Nothing is reported in FUNCTION.  */
  bool begins;			/* False: no path begins; it is another obligation, or it is
				   unreachable.  */
  bool given_up;		/* Too many facts.  */
  const char *left_out;		/* The limit because of which access paths were left out, or
				   NULL.  */
  unsigned n_ends;
  const struct lk_path_end *ends;
};

#ifdef __cplusplus
}
#endif
#endif /* LK_ENGINE_H */
