/* Promises: what `verify' assumes about a function, a type or a field, and what it checks of
   them.

   A contract (contract.h) describes the effect of a call on handles; a promise describes, in
   the terms of the Resource Leak Checker, which function is obliged to what.  Front ends fill
   it from annotations, attributes and specifications; the verifier reads nothing else.  No
   part is freed by itself.

   Arguments count from 0; the receiver is argument 0 of a method.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PROMISE_H
#define LK_PROMISE_H

#include "contract.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place in a source: the front end's own number, as lk_loc of the event graph; 0 is unknown.  */
typedef uint64_t lk_place_in_source;

/* A field or member of structures that may own what it refers to.  */
struct lk_field_promise
{
  const char *name;		/* "out".  */
  const char *shown;		/* "Pipe.out".  */
  const char *type;		/* "Socket", or NULL.  */
  const struct lk_must *must;	/* The methods that must be called on its contents; NULL: none.  */
  bool elements;		/* It is a collection or an array, and MUST is that of each of
				   its elements.  */
  bool cell;			/* Then, it has one element at most.  */
  bool owning;
  bool captured;		/* It has what an anonymous class captured, and disposes of.  */
  const struct lk_must *called;	/* Methods that have been called on all that is assigned to
				   it; or NULL.  */
  bool narrowed;		/* MUST is not that of its type, but was written.  */
  bool cast;			/* The result of a cast to a type with these annotations.  */
  bool is_final;
  bool is_static;
  bool is_private;
  unsigned n_owning;		/* Owning fields of its class, with inherited
				   ones.  */
  const void *owner;		/* Its class, for comparisons.  */
  const struct lk_must *holder;	/* C: what must be called on the structure
				   that it is a member of.  */
  const char *holder_type;	/* "struct conn".  */
  const char *source;		/* "@Owning", for messages; or NULL.  */
  lk_place_in_source loc;
};

/* In all structures below a must-call set with a member without names is unknown: no call
   meets it.  */

/* An argument, the receiver or the result.  */
struct lk_value_promise
{
  const char *name;		/* Of a parameter, or NULL.  */
  const char *type;		/* "Socket", or NULL.  */
  const struct lk_must *must;	/* NULL: nothing must be called.  */
  const struct lk_must *elements;	/* A collection or an array: the methods that must be called
				   on each of its elements; or NULL.  */
  bool owning;			/* A parameter that the callee takes ownership of; a result
				   that the caller owns.  */
  bool alias;			/* Another handle on the same resource.  */
  const struct lk_clause *alias_if;	/* A parameter that is ALIAS only if the arguments
				   are as the conditions of this clause say; or NULL.  */
  bool else_nothing;		/* RESULT: nothing must be called on it where it is no alias.  */
  bool same;			/* RESULT: the same object as the argument that is ALIAS.  */
  bool linked;			/* RESULT: one more handle on what the argument that is ALIAS
				   refers to, whatever becomes of that.  */
  bool variable;		/* Of a type that the caller chooses: MUST has no meaning.  */
  bool unconditional;		/* A parameter that is owned whatever must be called on it.  */
  bool encloses;		/* To close this argument closes the result, too: a Statement
				   its ResultSet.  */
  const struct lk_must *called;	/* A parameter on which this must have been called before; a
				   result on which it has been; or NULL.  */
  bool nothing;			/* RESULT: a value on which nothing must be called, even if its
				   type requires it.  */
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
  bool bad;			/* Has no meaning here.  */
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
  const struct lk_must *methods;	/* All of these; NULL: all that must be called.  */
  const struct lk_must *body;	/* C: what the body is checked for instead, any release of this
				   kind; or NULL.  */
  bool implied;			/* EXCEPTION: because a class must call it.  */
  bool overload;		/* Of another method of this name: to call this one counts as
				   well.  */
  bool unchecked;		/* Callers rely on it; where the body is checked, other
				   promises replace it.  */
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
  const struct lk_must *must;	/* The methods that must be called on it afterwards.  */
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
  const char *member;		/* The name that counts as called on the receiver: "close"; C:
				   the function's name.  */
  const char *source;		/* The origin of the promise: "annotated", "java.net.Socket", a
				   file; or NULL.  */
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
  unsigned replaces;		/* 1 + the argument that the receiver holds from now on in
				   place of what it held (AtomicReference.set); 0: none.  */
  bool empties;			/* The receiver no longer holds what it held.  */
  bool cell;			/* The receiver holds at most one element.  */
  bool keeps_receiver;		/* Changes no field of the object that holds its receiver.  */
  const void *owner;		/* Its class.  */
  lk_place_in_source loc;	/* 0: the function that reports a breach finds the place.  */
  bool checked;			/* The body that a call runs is verified in the same run.  */
  const char *thrown;		/* An exception that it declares, for
				   messages; or NULL.  */
};

#ifdef __cplusplus
}
#endif
#endif /* LK_PROMISE_H */
