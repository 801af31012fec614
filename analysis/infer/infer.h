/* Mode infer: the promises that a program without annotations was written to keep.

   The rules are those of "Inference of Resource Management Specifications" (OOPSLA 2023).  A host
   describes classes, fields and functions, with the promises that are written; the engine scans
   each body once, applies the rules to a fixed point, and returns the facts that they add.  Facts
   are only added, and everything runs in the order in which the host registered it, so that the
   result is the same each time.

   A session (struct lk_inference) owns all records.  The host fills the members of a record that
   stand above the line, the engine those below it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_INFER_INFER_H
#define LK_INFER_INFER_H

#include "../engine.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lk_inference;
struct infer_body;
struct infer_class;
struct infer_function;
struct infer_fact;

/* A growing array of pointers.  */
struct infer_list
{
  void **items;
  unsigned n, room;
};

struct infer_field
{
  const char *name;		/* "sock".  */
  struct infer_class *owner;
  struct infer_class *type;	/* The class of its contents; NULL: none.  */
  const struct lk_must *must;	/* With MUST_WRITTEN, instead of TYPE's.  */
  void *key;			/* The host's.  */
  bool must_written;
  bool elements;		/* It is a collection or an array; MUST is that of its elements.  */
  bool is_final, is_static, is_private;
  bool candidate;		/* It can be annotated.  */
  bool owning;			/* Written, or inferred: then there is FACT.  */
  /* ----  */
  const struct infer_fact *fact;
  struct infer_list users;	/* Bodies that mention it.  */
};

/* An argument or the result.  */
struct infer_value
{
  struct infer_class *type;	/* NULL: no class.  */
  const struct lk_must *must;	/* With MUST_WRITTEN, instead of TYPE's.  */
  bool must_written;
  bool elements;		/* As of a field.  */
  bool annotated;		/* Ownership is written: no rule changes it.  */
  bool owning;			/* The argument; of a result: the caller's, which is the
				   default.  */
  bool alias;			/* Another handle on the same resource,  */
  const struct lk_clause *alias_if;	/* if arguments are as this clause says; or NULL.  */
  bool disposed;		/* On return all that must be called on the argument has been.  */
  const struct lk_must *calls;	/* On return these have been called on the argument.  */
  /* ----  */
  const struct infer_fact *fact, *alias_fact;
};

struct infer_class
{
  const char *name;		/* As shown: "Outer.Inner".  */
  void *key;			/* The host's.  */
  struct infer_class *super;
  struct infer_class **interfaces;
  unsigned n_interfaces;
  const struct lk_must *must;	/* Its must-call set without inference.  */
  bool must_written;		/* By an annotation of the class itself.  */
  bool must_of_closeable;	/* MUST is that of AutoCloseable, and of no other class.  */
  bool program;			/* Promises are inferred for it and its members.  */
  bool is_abstract;
  bool extended_elsewhere;	/* A supertype is not known.  */
  struct infer_function **methods;	/* In the order of the source.  */
  unsigned n_methods;
  struct infer_field **fields;
  unsigned n_fields;
  /* ----  */
  const struct lk_must *inferred;
  bool nothing;			/* Inferred that nothing must be called.  */
  const struct infer_fact *fact;
  struct infer_list users;	/* Bodies whose rules depend on what must be called on it.  */
  struct infer_list subclasses;
  unsigned component;		/* Number of its component; callees first.  */
  unsigned index, low;		/* Of Tarjan's algorithm.  */
  bool on_stack, mark;
};

/* A function disposes of a field of its object.  */
struct infer_ensure
{
  struct infer_field *field;
  const struct lk_must *methods;	/* Written: these; else all of the field's.  */
  uint32_t met;			/* Bits of the field's must-call set.  */
  struct infer_fact *fact;
  struct infer_list blocks;	/* Where it is disposed of, each one more than its number.  */
  struct infer_list by;		/* In each of these blocks: the method of this object whose promise
				   that is; or NULL.  */
  unsigned asked;		/* The last question whether that is always done,  */
  bool always;			/* and the answer.  */
  struct infer_ensure *next;
};

struct infer_function
{
  const char *name;		/* As shown: "Outer.Inner.close".  */
  const char *member;		/* "close"; "<init>".  */
  void *key;			/* The host's.  */
  struct infer_class *owner;
  bool has_receiver, constructor, is_abstract;
  bool is_private, is_public;
  bool program;			/* It can be annotated.  */
  bool creates;			/* Written: it creates an obligation for its receiver.  */
  bool pure;			/* It changes no state.  */
  bool of_library;		/* It overrides a method that is not of the program, and that is
				   not close (): the library calls it.  */
  bool returns_value;
  bool has_code;
  unsigned n_args;		/* The receiver is argument 0.  */
  struct infer_value *args;
  struct infer_value result;
  struct infer_ensure *ensures;	/* Written ones first.  */
  struct infer_function **overridden;	/* In the program, directly or not.  */
  unsigned n_overridden;
  /* ----  */
  struct infer_body *body;
  struct infer_field *returned;	/* The one field that it always returns, or NULL.  */
  bool mark;			/* It is being walked.  */
  struct infer_list overriders;
  struct infer_list callers;	/* Bodies that call it.  */
  const struct infer_fact *creates_fact;
};

enum infer_kind
{
  INFER_OWNING_FIELD,
  INFER_OWNING_PARAMETER,
  INFER_NOT_OWNING_RESULT,
  INFER_ENSURES,
  INFER_MUST_CALL,		/* MUST may be NULL: nothing.  */
  INFER_ALIAS,			/* Argument ARG and the result.  */
  INFER_CREATES,
  INFER_CALLS			/* MUST on its receiver.  */
};

struct infer_fact
{
  enum infer_kind kind;
  struct infer_class *class_;	/* That it is about, or of whose member.  */
  struct infer_function *function;	/* Or NULL.  */
  struct infer_field *field;	/* Or NULL.  */
  unsigned arg;
  const struct lk_must *must;	/* ENSURES, MUST_CALL, CALLS.  */
  /* Why: a sentence, the place it is about, and the facts it is made from.  */
  const char *why;
  struct infer_function *where;
  lk_loc loc;
  const struct infer_fact *from[2];
  bool dropped;			/* Nothing needs it.  */
  struct infer_fact *next;
};

struct infer_host
{
  void *data;
  /* Return the record of a function that a body calls, or of the body itself; NULL: unknown.
     Called once for each function.  */
  struct infer_function *(*function) (void *data, struct lk_function *);
  /* Return the record of a field; NULL: it is no reference to an object.  */
  struct infer_field *(*field) (void *data, const struct lk_field_promise *);
  /* The rules are about to look at the body of a function; they have done so.  */
  void (*enter) (void *data, const struct infer_function *);
  void (*leave) (void *data);
};

struct infer_options
{
  bool creates;			/* Infer "creates must-call", too.  */
};

struct lk_inference *lk_inference_new (const struct infer_host *, const struct infer_options *);
void lk_inference_free (struct lk_inference *);
/* Zeroed memory that lives as long as the session.  */
void *lk_inference_alloc (struct lk_inference *, size_t);

/* Register a class of the program, once the records of all methods and fields are filled.  */
void lk_inference_add_class (struct lk_inference *, struct infer_class *);
/* Scan the body of FUNCTION, whose graph is there; nothing of the graph is kept.  */
void lk_inference_scan (struct lk_inference *, struct lk_function *function);
/* Apply the rules.  Return the facts, in the order in which they were found.  */
const struct infer_fact *lk_inference_run (struct lk_inference *);

/* Return what must be called on a class, or on what is in a field or value.  */
const struct lk_must *infer_must_of_class (const struct infer_class *);
const struct lk_must *infer_must_of_field (const struct infer_field *);
const struct lk_must *infer_must_of_value (const struct infer_value *);

#ifdef __cplusplus
}
#endif
#endif /* LK_INFER_INFER_H */
