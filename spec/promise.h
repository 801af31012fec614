/* Promises: what `verify' believes of a function, a type or a field, and what
   it holds them to.

   A contract (contract.h) says what a call does to handles; a promise says, in
   the words of the Resource Leak Checker, who is obliged to what.  Front ends
   fill it from annotations, attributes and specifications, the verifier reads
   nothing else.  Nothing here is ever freed singly.

   Arguments count from 0, the receiver being number 0 of a method.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PROMISE_H
#define LK_PROMISE_H

#include "contract.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where something was written: the front end's own number, as lk_loc of the
   event graph; 0 is unknown.  */
typedef uint64_t lk_place_in_source;

/* A field or member of structures that may own what it refers to.  */
struct lk_field_promise
{
  const char *name;		/* "out".  */
  const char *shown;		/* "Pipe.out".  */
  const char *type;		/* "Socket", or NULL.  */
  const struct lk_must *must;	/* What must be called on what it holds;
				   NULL: nothing.  */
  bool owning;
  bool narrowed;		/* MUST is not what its type says, but was
				   written.  */
  bool is_final;
  bool is_static;
  bool is_private;
  bool initialised;		/* Not null before any constructor runs.  */
  unsigned n_owning;		/* Owning fields of its class, with inherited
				   ones.  */
  const void *owner;		/* Its class, for comparisons.  */
  const struct lk_must *holder;	/* C: what must be called on the structure
				   that it is a member of.  */
  const char *holder_type;	/* "struct conn".  */
  const char *source;		/* "@Owning", for messages; or NULL.  */
  lk_place_in_source loc;
};

/* In all that follows a must-call set with a member without names is unknown:
   nothing meets it.  */

/* An argument, the receiver or the result.  */
struct lk_value_promise
{
  const char *name;		/* Of a parameter, or NULL.  */
  const char *type;		/* "Socket", or NULL.  */
  const struct lk_must *must;	/* NULL: nothing must be called.  */
  bool owning;			/* A parameter that is the callee's; a result
				   that is the caller's.  */
  bool alias;			/* One more handle on the same resource.  */
  bool same;			/* RESULT: the very object that the argument is
				   which is ALIAS.  */
  bool variable;		/* Of a type that the caller chooses: MUST says
				   nothing.  */
  const struct lk_must *called;	/* A parameter on which this must have been
				   called before; or NULL.  */
  bool nothing;			/* RESULT: a value on which nothing must be
				   called whatever its type says.  */
  lk_place_in_source loc;
};

/* "this", "#1", "this.f", "f" of C: an argument, or a global, and loads of
   fields from there.  */
#define LK_EXPRESSION_MAX 3
#define LK_EXPRESSION_GLOBAL (-1)
#define LK_EXPRESSION_RESULT (-2)
struct lk_expression
{
  const char *text;		/* As written.  */
  int base;			/* Argument, or one of the above.  */
  unsigned n_fields;
  int64_t offsets[LK_EXPRESSION_MAX];
  const struct lk_field_promise *fields[LK_EXPRESSION_MAX];
  int64_t addend;		/* C, without fields: the address of a member
				   at this offset.  */
  void *entity;			/* GLOBAL: as in struct lk_variable.  */
  bool bad;			/* Means nothing here.  */
};

enum lk_ensure_when
{
  LK_ENSURE_RETURN,
  LK_ENSURE_EXCEPTION,
  LK_ENSURE_TRUE,		/* It returns, and not 0.  */
  LK_ENSURE_FALSE
};

/* "@EnsuresCalledMethods (value = "this.f", methods = "close")".  */
struct lk_ensure
{
  enum lk_ensure_when when;
  struct lk_expression what;
  const struct lk_must *methods;	/* All of these; NULL: whatever must
					   be called.  */
  const struct lk_must *body;	/* C: what the body is held to instead, any
				   release of this kind; or NULL.  */
  bool implied;			/* EXCEPTION: because a class must call it.  */
  bool unchecked;		/* Callers believe it, other promises stand for
				   it where the body is checked.  */
  /* C: only where the result (BASE 0) or argument BASE lies in RANGE.  */
  unsigned n_conditions;
  struct lk_condition conditions[LK_CONDITION_MAX];
  const char *source;		/* "@EnsuresCalledMethods".  */
  struct lk_ensure *next;
};

/* "@RequiresCalledMethods (value = "#1", methods = "open")".  */
struct lk_requires
{
  struct lk_expression what;
  const struct lk_must *methods;
  struct lk_requires *next;
};

/* "@CreatesMustCallFor ("this")".  */
struct lk_creates
{
  struct lk_expression what;
  const struct lk_must *must;	/* What must be called on it then.  */
  struct lk_creates *next;
};

/* C: "*arg2" holds a fresh obligation after the call.  */
struct lk_acquires
{
  struct lk_place place;
  const struct lk_must *must;
  const char *type;
  struct lk_range valid;	/* Handles that stand for a resource.  */
  unsigned n_conditions;
  struct lk_condition conditions[LK_CONDITION_MAX];
  struct lk_acquires *next;
};

struct lk_promise
{
  const char *name;		/* As shown: "Pipe.close".  */
  const char *member;		/* What counts as called on the receiver:
				   "close"; C: the function's name.  */
  const char *source;		/* Where the promise comes from: "annotated",
				   "java.net.Socket", a file; or NULL.  */
  int source_line;
  unsigned n_args;
  struct lk_value_promise *args;
  struct lk_value_promise result;
  struct lk_ensure *ensures;
  struct lk_creates *creates;
  struct lk_requires *requires_;
  struct lk_acquires *acquires;
  const struct lk_must *variable;	/* Called on each further argument.  */
  unsigned first_variable;
  bool has_receiver;
  bool constructor;
  bool initialiser;		/* Outside of any method: of static fields.  */
  bool lambda;			/* Returns transfer nothing.  */
  bool ends;			/* Never returns: the program ends.  */
  bool pure;			/* Changes no field.  */
  bool keeps_receiver;		/* Changes no field of what it is called on's
				   holder.  */
  bool believed;		/* Its body is nobody's concern: synthetic, or
				   a specification is believed instead.  */
  const void *owner;		/* Its class.  */
  lk_place_in_source loc;	/* 0: who is told of a breach finds out.  */
  const char *thrown;		/* An exception that it declares, for
				   messages; or NULL.  */
};

#ifdef __cplusplus
}
#endif
#endif /* LK_PROMISE_H */
