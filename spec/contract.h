/* Contracts: promises of functions about obligations.

   Every source of contracts (attributes in source, specification files, the shipped
   specifications, cppcheck libraries, inference) fills these structures and nothing else; the
   engine reads these structures and nothing else about a callee.  A contract is a short list
   of clauses in source order.

   No part is freed by itself: a contract lives as long as the specification (struct lk_spec)
   it belongs to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CONTRACT_H
#define LK_CONTRACT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A set of integers: the interval LO ..  HI without some values, its holes, which are less than 64
   apart.  Pointers are integers, too: NULL is 0 and MAP_FAILED is -1, so "!= NULL" is all integers
   with a hole at 0.  */
struct lk_range
{
  int64_t lo, hi;
  int64_t hole;			/* The first hole; 0 if there is none.  */
  uint64_t holes;		/* Bit I: HOLE + I is not in the range.  */
};

#define LK_RANGE_ALL ((struct lk_range) { INT64_MIN, INT64_MAX, 0, 0 })
#define LK_RANGE_NONNULL ((struct lk_range) { INT64_MIN, INT64_MAX, 0, 1 })

struct lk_name
{
  const char *name;
  struct lk_name *next;
};

/* A kind of resource.  */
struct lk_kind
{
  const char *name;		/* "stream": in specifications, disable=.  */
  const char *noun;		/* "stream": for messages.  */
  const char *verb;		/* "closed": "'f' is never closed".  */
  unsigned cwe;			/* 772, 775, 401, 404.  */
  bool memory;			/* Goes with -Wanalyzer-malloc-leak.  */
  bool lock;			/* May be held across functions by design.  */
  bool off;			/* Not reported unless enabled.  */
  bool verified;		/* Mode verify demands the release even if OFF.  */
  unsigned size;		/* Bytes of one handle: 4 or 8; for arg[N].  */
  struct lk_range valid;	/* Handles that stand for a resource.  */
  const struct lk_name *by;	/* The name of the releasing function in messages, if no single
				   function can be named ("close" of any class); NULL for
				   shipped kinds: see lk_spec_releasers.  */
  struct lk_kind *next;
};

/* A place whose value is a handle, seen from a call: BASE 0 is the result, N >= 1 the N-th
   argument; then NSEL loads at byte offsets SEL from there.  "result" is {0, 0}, "arg1" {1,
   0}, "*arg2" {2, 1, {0}}, "arg1[1]" of a descriptor {1, 1, {4}}.

   In a row for a Java method BASE N >= 1 is the N-th declared parameter, of static and
   instance methods alike, and LK_PLACE_THIS the receiver (of a constructor: the new object).
   The engine never sees it: before a contract is attached to a function, lk_spec_bound makes
   the receiver argument 1, and the parameters follow it.

   LK_PLACE_GLOBAL: the address of the variable GLOBAL ("&the_mutex"), an argument that every
   call has.  ADDEND bytes are added to the value: a lock that is a member is at "arg1 + 16".  */
#define LK_PLACE_MAX 3
#define LK_PLACE_THIS (-1)
/* A selector: any offset.  */
#define LK_PLACE_ANY INT64_MIN
/* A selector of a bit-field, which has no byte offset of its own: if it does not fill whole bytes,
   that of its byte, and this much for each bit, from 1 to 8.  No other member has it.  */
#define LK_BIT_OFFSET (INT64_C (1) << 40)
/* In "put any into this": every argument.  */
#define LK_PLACE_EACH (-2)
#define LK_PLACE_GLOBAL INT16_MAX
struct lk_place
{
  int16_t base;
  uint8_t nsel;
  int64_t sel[LK_PLACE_MAX];
  int64_t addend;
  const char *global;		/* The linker's name; NULL while a contract is derived.  */
  void *entity;			/* Of GLOBAL: what the graphs of the unit know it by.  */
};

/* One comparison: the value of the result (BASE 0) or of argument BASE, or, NSEL loads at byte
   offsets SEL from that argument, of a member (a bit-field: LK_BIT_OFFSET), lies in RANGE.  */
#define LK_CONDITION_DEPTH 2
struct lk_condition
{
  int16_t base;
  uint8_t nsel;
  int64_t sel[LK_CONDITION_DEPTH];
  struct lk_range range;
};
#define LK_CONDITION_MAX 6

enum lk_role
{
  LK_ROLE_ACQUIRE,	/* PLACE holds a fresh obligation of KIND.  */
  LK_ROLE_RELEASE,	/* The obligation of KIND on PLACE is met.  */
  LK_ROLE_OWN,		/* The callee takes ownership: PLACE's obligation is now the callee's.  */
  LK_ROLE_KEEP,		/* PLACE is stored somewhere that outlives the call;
			   the caller may still have to release it.  */
  LK_ROLE_ALIAS,	/* PLACE (the result) is the same resource as OTHER.  */
  LK_ROLE_BORROW,	/* PLACE is only used during the call.  This also holds for every
			   argument that no clause mentions.  */
  /* For Java.  Two objects can stand for one resource without being the same value;
     collections hold their elements.  */
  LK_ROLE_WRAP,		/* PLACE (the new object, the result) is another handle on the resource
			   of OTHER: a release of either meets OTHER's obligation.  Unlike with
			   ALIAS the values differ: a null test of one says nothing of the
			   other.  If OTHER carries no obligation, PLACE carries none: wrappers
			   over nothing are silent.  Several WRAP clauses of one PLACE: a
			   release of PLACE releases all of them, and a release of one of them
			   meets its own obligation.  */
  LK_ROLE_PUT,		/* PLACE is from now on held by OTHER (a collection, an Optional): lost
			   when OTHER is lost, escaped when OTHER escapes.  A release of OTHER
			   does not release PLACE.  */
  LK_ROLE_FETCH,	/* PLACE (the result) is one of the elements that OTHER holds; which
			   one is unknown.  OTHER may still hold it.  */
  LK_ROLE_TAKE,		/* The element that was fetched last from PLACE is no longer in it.
			   (No row says that: only containers whose code is read,
			   passes/model/container.cc.)  */
  /* Effects on the elements of C++'s containers.  These stand in
     ELEMENTS of a contract only: the engine does not see them.  */
  LK_ROLE_ELEMENT,	/* PLACE (the result) is the address of one that OTHER
			   holds.  */
  LK_ROLE_ITERATOR,	/* PLACE (the result) leads to the elements of OTHER.  */
  LK_ROLE_REMOVE,	/* AMOUNT of them are no longer held by PLACE.  */
  LK_ROLE_QUERY,	/* The result depends on what PLACE holds, or the callee
			   only compares and orders that.  */
  LK_ROLE_VISIT,	/* Function objects among the arguments are called with
			   the elements of PLACE.  */
  /* The answer of a call, and when it throws; in ELEMENTS, too.  */
  LK_ROLE_TESTS,	/* The result is 1 where the one condition holds, an argument's, and
			   0 where it does not; the callee does nothing else.  */
  LK_ROLE_THROWS,	/* The callee throws only where the conditions hold.  */
  LK_ROLE_GIVE,		/* A body of the function is given an obligation of KIND at PLACE, an
			   argument: a callback.  */
  LK_ROLE_UNTOUCHED,	/* The callee does not throw if PLACE is an object that nothing was done
			   with since it was made.  */
  LK_ROLE_UNDONE,	/* If the callee throws, the obligation on PLACE, of any kind, is met.  */
  LK_ROLE_FILL,		/* The callee stores data from outside of the program in what PLACE, an
			   argument, points to.  */
  LK_ROLE_PASS,		/* In records: PLACE is the argument OTHER of the function that is the
			   first of RELEASERS, or, if OTHER is {0, 0}, has its result.  The
			   effect of that is not known before records are merged; until then
			   PLACE's argument is unknown.  It stands in ELEMENTS, too.  */
  LK_ROLE_RUN,		/* Java: the callee runs the function PLACE, an argument, as RUN says,
			   which also says where the function's result goes: into OTHER, or it is
			   that of the callee.  With a condition on an argument the function is
			   only run where that holds, and the result is that argument elsewhere.
			   The other clauses are about functions of which nothing is known.  */
  LK_ROLE_READS,	/* The callee changes nothing in the object that PLACE, an argument, points
			   to (what that points to in turn is not meant).  In records with
			   RELEASERS: if the function that is the first of them does that with its
			   argument OTHER; all such clauses of one PLACE are to hold.  */
  LK_ROLE_RAISES	/* C++: the callee lets out exceptions of the types RELEASERS, or, without
			   them, none.  Each is the name of a type, followed by those of its bases,
			   nearest first, with blanks between.  */
};

/* Which element of a container a clause is about.  */
enum lk_position
{
  LK_POSITION_ANY,		/* Not said.  */
  LK_POSITION_FIRST, LK_POSITION_LAST,
  LK_POSITION_EQUAL,		/* One that equals the one before.  */
  LK_POSITION_KEY		/* The one that the argument KEY, a key, an
				   index or an iterator, says.  */
};
enum lk_amount { LK_AMOUNT_ONE, LK_AMOUNT_SOME, LK_AMOUNT_ALL };

/* An argument of a function that is run: PLACE, or the ELEMENT that PLACE holds, at KEY if POSITION
   says so.  */
struct lk_run_given
{
  struct lk_place place;
  bool element;
  enum lk_position position;
  int16_t key;
};

#define LK_GIVEN_MAX 2
struct lk_run
{
  unsigned n_given;
  struct lk_run_given given[LK_GIVEN_MAX];
  bool held;			/* OTHER holds what the function returns, at the clause's KEY.  */
  bool answered;		/* The callee returns that.  */
  bool yielded;			/* The result has it as one of its elements.  */
};

struct lk_clause
{
  enum lk_role role;
  bool any_kind;			/* RELEASE or OWN of a resource of any kind.  */
  const struct lk_kind *kind;		/* ACQUIRE, RELEASE, OWN.  */
  struct lk_place place;
  struct lk_place other;		/* ALIAS.  */
  /* PUT and FETCH of C++, and the roles from ELEMENT on.  */
  enum lk_position position;
  int16_t key;
  bool if_new;				/* PUT at a KEY: only if no element has that key; else the
					   arguments are left alone.  */
  enum lk_amount amount;		/* REMOVE.  */
  const struct lk_run *run;		/* RUN.  */
  bool always;				/* PASS: whenever the function returns.  */
  void *callee;				/* PASS, being derived: the front end's function.  */
  /* The clause holds only where all of these hold.  An ACQUIRE of the result implies the
     kind's VALID range, which is not repeated here.  */
  unsigned n_conditions;
  struct lk_condition conditions[LK_CONDITION_MAX];
  struct lk_name *releasers;		/* ACQUIRE: "by fclose, pclose".  When NULL, all that
					   release KIND.  PASS: the callee.  */
  /* ACQUIRE "within this" (a Statement within its Connection): the obligation is also met by a
     RELEASE of PARENT, of any kind, or of a handle that PARENT wraps or that wraps it, or of
     what PARENT was itself acquired within.  PARENT need not carry an obligation for that: it
     may be a parameter, or a connection that is disconnected rather than closed.  This is
     asymmetric: a release of PLACE does not release PARENT.  If PARENT escapes, or its owner
     changes, PLACE is not released.  */
  bool has_parent;
  struct lk_place parent;
  /* ACQUIRE by a method on its receiver (a socket that connects): PLACE may carry an
     obligation of KIND already, which is then this one; no handle is lost, and there is never
     a second obligation.  */
  bool renews;
  /* ACQUIRE: also if the callee throws (a socket that cannot be bound).  */
  bool though_thrown;
  /* ACQUIRE at what an argument points to: the callee stores there without a look at what is there,
     which it therefore loses.  Of a row that was written this is taken for granted.  */
  bool anew;
  /* ALIAS: PLACE points into what OTHER stands for (a function of a library), and keeps it; but it
     is no handle by which that can be released.  */
  bool inside;
  /* KEEP, OWN: in a place that the next call of the callee gives to another value
     (System.setOut).  */
  bool until_next;
  /* The clause holds from release SINCE of the JDK on, and before release BEFORE; 0: without
     limit.  The result of lk_spec_lookup holds for the release set by lk_spec_set_release, so
     only printers read these.  */
  uint8_t since, before;
  struct lk_clause *next;
};

/* Strongest first.  */
enum lk_source
{
  LK_SOURCE_ATTRIBUTE,
  LK_SOURCE_USER_SPEC,
  LK_SOURCE_SHIPPED_SPEC,
  LK_SOURCE_HEADER,			/* GCC's own attributes.  */
  LK_SOURCE_INFERRED,
  LK_SOURCE_CALLERS			/* The callers in the unit show it.  */
};

struct lk_contract
{
  const char *name;			/* Of the function.  */
  enum lk_source source;
  const char *file;			/* Where it was written, or NULL.  */
  int line;
  bool noreturn;			/* Ends the process.  */
  struct lk_condition ends;		/* BASE > 0: it does so if this argument lies in RANGE.  */
  /* Arguments and globals that no clause mentions are borrowed (a function in a specification
     file), not unknown (a function that merely carries an attribute).  */
  bool complete;
  bool suppress;			/* Report nothing in its body.  */
  /* The result is a new object without other references.  An acquired result is always new;
     this is for an object that holds no resource yet, but will (a channel that has to be
     connected).  */
  bool fresh;
  bool nothrow;				/* A Java method that throws nothing. */
  bool locks;				/* It may acquire or release locks that no clause
					   mentions.  */
  /* The result is the number of elements in the object, or in the first argument.  */
  bool counts;
  /* It throws if there is no element, or no position, where its argument says.  */
  bool checked;
  /* For Java.  It changes no field of any object.  */
  bool pure;
  /* For mode loops of Java.  The object's "run" is called, by a thread that begins now.  */
  bool starts;
  /* It may wait for an event from outside of the thread: a loop that calls it serves events.  */
  bool waits;
  /* A class that overrides it removes elements of its objects that way.  */
  bool evicts;
  struct lk_clause *clauses;
  struct lk_clause *elements;		/* From LK_ROLE_ELEMENT on.  */
};

/* Return true if C is about a lock, which is no handle to what an argument points to.  */
static inline bool
lk_is_about_lock (const struct lk_clause *c)
{
  return c->kind && c->kind->lock;
}

/* Return true if ROLE is an effect on the elements of containers, and nothing else.  */
static inline bool
lk_is_about_elements (enum lk_role role)
{
  return role >= LK_ROLE_ELEMENT && role <= LK_ROLE_VISIT;
}

/* Return true if CONTRACT is about elements.  */
static inline bool
lk_contract_about_elements (const struct lk_contract *contract)
{
  bool about = contract->checked;
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    about |= lk_is_about_elements (c->role);
  return about;
}

/* Return true if CONTRACT (or NULL) says that the callee only reads what its argument BASE, from 1,
   points to.  */
static inline bool
lk_contract_reads (const struct lk_contract *contract, int base)
{
  for (const struct lk_clause *c = contract ? contract->elements : NULL; c; c = c->next)
    if (c->role == LK_ROLE_READS && c->place.base == base && !c->releasers)
      return true;
  return false;
}

/* The clause of CONTRACT (or NULL) with ROLE, one from LK_ROLE_ELEMENT on; or NULL.  */
static inline const struct lk_clause *
lk_contract_element (const struct lk_contract *contract, enum lk_role role)
{
  const struct lk_clause *c = contract ? contract->elements : NULL;
  while (c && c->role != role)
    c = c->next;
  return c;
}

/* Give TO the flags of FROM, a source of lower rank.  */
static inline void
lk_contract_add_flags (struct lk_contract *to, const struct lk_contract *from)
{
  to->noreturn |= from->noreturn;
  if (to->ends.base == 0)
    to->ends = from->ends;
  to->complete |= from->complete;
  to->suppress |= from->suppress;
  to->fresh |= from->fresh;
  to->nothrow |= from->nothrow;
  to->locks |= from->locks;
  to->counts |= from->counts;
  to->checked |= from->checked;
  to->pure |= from->pure;
  to->starts |= from->starts;
  to->waits |= from->waits;
  to->evicts |= from->evicts;
}

/* The methods that must be called before an object is lost: one of each NAMES, for all members
   of the list.  "must close or disconnect, flush" is {close, disconnect}, {flush}.  Simple
   names: any overload counts.  */
struct lk_must
{
  struct lk_name *names;
  uint8_t since, before;		/* As in struct lk_clause.  */
  struct lk_must *next;
};

/* Promises of a type: of Java classes and interfaces, by their binary names:
   java.util.Map$Entry; and containers and iterators of C++, by their qualified
   names without template arguments.  The row of a member is named CLASS.MEMBER
   for both languages: std::vector.push_back.

   must: "must nothing" is HAS_MUST without MUST.  Without HAS_MUST the nearest supertype that
   has it decides, superclass before interfaces, and a type without any is no resource.

   Rows say which constructors acquire.  A constructor without a row (neither with its
   parameters nor without), of a class that has a non-empty MUST in its own type contract,
   acquires KIND on the new object; if the class only inherits it, its body decides; if the
   body is unknown, there is no obligation.  */
struct lk_type_contract
{
  const char *name;
  enum lk_source source;
  const char *file;			/* Where it was written, or NULL.  */
  int line;
  bool has_must;
  struct lk_must *must;
  const struct lk_kind *kind;		/* Of its obligations, or NULL.  */
  /* Supertypes, superclass first, for when the class file is not found;
     may be incomplete.  */
  struct lk_name *supers;
  /* The fields that own the objects they refer to: a method that the class must call releases
     them.  */
  struct lk_name *owning;
  /* Methods of the class without a row (nor in a supertype's rows) borrow their arguments, and
     their results need no release.  This does not cover an argument that is a function (a
     lambda, a method reference, an object of a class of the program that the method may call
     back): what it captured is unknown afterwards.  */
  bool complete;
  /* C++: an object holds elements, and does not release them when it is
     destroyed; or leads to the elements of such an object.  */
  bool container, iterator;
  /* Java: an object holds at most one element: what is called on that is called on the object that
     was put there.  */
  bool cell;
  /* Java: its methods, and what overrides them in the same library, are pure.  */
  bool pure;
};

static inline bool
lk_place_equal (const struct lk_place *a, const struct lk_place *b)
{
  if (a->base != b->base || a->nsel != b->nsel || a->addend != b->addend
      || (a->global && b->global ? strcmp (a->global, b->global) != 0 : a->entity != b->entity))
    return false;
  for (unsigned i = 0; i < a->nsel; i++)
    if (a->sel[i] != b->sel[i])
      return false;
  return true;
}

/* Whether V is one of R's holes.  */
static inline bool
lk_range_hole (const struct lk_range *r, int64_t v)
{
  uint64_t distance = (uint64_t) v - (uint64_t) r->hole;
  return v >= r->hole && distance < 64 && (r->holes >> distance & 1);
}

/* Make V a hole of R; false, and nothing is done, if it is too far from the others.  */
static inline bool
lk_range_add_hole (struct lk_range *r, int64_t v)
{
  if (!r->holes)
    {
      r->hole = v;
      r->holes = 1;
      return true;
    }
  bool before = v < r->hole;
  uint64_t distance = (before ? (uint64_t) r->hole - (uint64_t) v
		       : (uint64_t) v - (uint64_t) r->hole);
  if (distance >= 64 || (before && r->holes << distance >> distance != r->holes))
    return false;
  if (before)
    {
      r->holes = r->holes << distance | 1;
      r->hole = v;
    }
  else
    r->holes |= UINT64_C (1) << distance;
  return true;
}

/* Let R's first hole be HOLE again, after some are gone.  */
static inline void
lk_range_first_hole (struct lk_range *r)
{
  int by = r->holes ? __builtin_ctzll (r->holes) : 0;
  r->hole = r->holes ? r->hole + by : 0;
  r->holes >>= by;
}

/* V is no hole of R any more.  */
static inline void
lk_range_fill_hole (struct lk_range *r, int64_t v)
{
  if (!lk_range_hole (r, v))
    return;
  r->holes &= ~(UINT64_C (1) << ((uint64_t) v - (uint64_t) r->hole));
  lk_range_first_hole (r);
}

/* The holes of R in order: *V is the first one, for BEFORE NULL, or the one that follows *BEFORE;
   false if there is none.  */
static inline bool
lk_range_next_hole (const struct lk_range *r, const int64_t *before, int64_t *v)
{
  uint64_t i = before ? (uint64_t) *before - (uint64_t) r->hole + 1 : 0;
  uint64_t rest = i < 64 ? r->holes >> i : 0;
  if (!rest)
    return false;
  *v = r->hole + (int64_t) (i + (uint64_t) __builtin_ctzll (rest));
  return true;
}

/* Move holes at R's ends into the ends, and drop those beyond them; false if nothing is left.  */
static inline bool
lk_range_tidy (struct lk_range *r)
{
  if (!r->holes || r->lo > r->hi)
    {
      r->hole = 0;
      r->holes = 0;
      return r->lo <= r->hi;
    }
  while (r->lo < r->hi && lk_range_hole (r, r->lo))
    r->lo++;
  while (r->lo < r->hi && lk_range_hole (r, r->hi))
    r->hi--;
  if (r->lo == r->hi && lk_range_hole (r, r->lo))
    return false;
  uint64_t below = r->lo > r->hole ? (uint64_t) r->lo - (uint64_t) r->hole : 0;
  uint64_t last = r->hi < r->hole ? 0 : (uint64_t) r->hi - (uint64_t) r->hole;
  if (below >= 64 || r->hi < r->hole)
    r->holes = 0;
  else
    r->holes &= ~UINT64_C (0) << below & (last >= 63 ? ~UINT64_C (0) : (UINT64_C (2) << last) - 1);
  lk_range_first_hole (r);
  return true;
}

static inline bool
lk_range_contains (const struct lk_range *r, int64_t v)
{
  return r->lo <= v && v <= r->hi && !lk_range_hole (r, v);
}

/* Whether all of INNER is in OUTER.  */
static inline bool
lk_range_within (const struct lk_range *inner, const struct lk_range *outer)
{
  if (inner->lo < outer->lo || inner->hi > outer->hi)
    return false;
  if (!outer->holes || (inner->holes == outer->holes && inner->hole == outer->hole))
    return true;
  int64_t v;
  for (bool more = lk_range_next_hole (outer, NULL, &v); more;)
    {
      int64_t hole = v;
      if (lk_range_contains (inner, hole))
	return false;
      more = lk_range_next_hole (outer, &hole, &v);
    }
  return true;
}

static inline bool
lk_range_equal (const struct lk_range *a, const struct lk_range *b)
{
  return a->lo == b->lo && a->hi == b->hi && a->hole == b->hole && a->holes == b->holes;
}

/* Whether A and B test the same value.  */
static inline bool
lk_condition_alike (const struct lk_condition *a, const struct lk_condition *b)
{
  bool alike = a->base == b->base && a->nsel == b->nsel;
  for (unsigned i = 0; alike && i < a->nsel; i++)
    alike = a->sel[i] == b->sel[i];
  return alike;
}

static inline bool
lk_condition_equal (const struct lk_condition *a, const struct lk_condition *b)
{
  return lk_condition_alike (a, b) && lk_range_equal (&a->range, &b->range);
}

#ifdef __cplusplus
}
#endif
#endif /* LK_CONTRACT_H */
