/* Promises of Java methods and fields to the verifier: must-call sets, postconditions, types.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_JAVA_PROMISE_H
#define LK_PASSES_JAVA_PROMISE_H

#include "java.h"

/* Steps of a type_path in a class file: a byte counts them.  No annotation is on what is nested
   deeper.  */
#define LK_TYPE_PATH 255

/* The signature that is being read.  */
struct walk
{
  struct lk_java_class *owner;
  const struct lk_method *method;	/* The method or class whose type parameters are in
					   scope.  */
  const struct lk_type_annotations *annotations;
  uint8_t target;		/* The kind of annotations that apply;  */
  unsigned index;
  unsigned pc;			/* of a variable: only from this instruction on.  */
  unsigned slot;
  location_t loc;		/* 0: use the place of PARAMETER of the method, from 0, or of
				   the method, if that is -1.  */
  int parameter;
  const char *field;		/* Or the place of this field.  */
  const struct lk_type *sought;	/* Only search for this class, as an argument on which nothing
				   must be called.  */
  bool found;
  unsigned n_path;
  unsigned char path[2 * LK_TYPE_PATH];
};

#define NEW(TYPE) ((TYPE *) lk_arena_alloc (lk_java->arena, sizeof (TYPE)))

typedef auto_vec<const char *, 8> text_list;

/* The types and contracts that were searched, which class files and specifications can name as
   their own supertypes.  */
typedef hash_set<const void *> seen_set;

/* The must-call set is unknown.  */
extern const struct lk_must lk_java_must_unknown;

/* A promise under construction.  */
struct lk_java_gathering
{
  struct lk_java_method *m;
  struct lk_promise *promise;
  struct lk_ensure **ensures;	/* Tails.  */
  struct lk_creates **creates;
};

/* ---- must-call.cc ---- */

/* Return the texts in element ELEMENT of A; a single one stands for an array.  */
void lk_java_texts_in (const struct lk_annotation *, const char *element,
		       text_list *);
/* Parse "close", or "close or shutdown": any of these.  */
struct lk_must *lk_java_must_of_text (const char *);
/* Return the class of the type at *AT in a descriptor, and advance *AT; NULL: no class.  */
struct lk_type *lk_java_class_at (const char **at);
/* Return what the type annotations ALL say of a value of class TYPE.  */
const struct lk_must *
lk_java_must_of_value (struct lk_type *, const struct lk_type_annotations *all,
		       uint8_t target, unsigned index);

/* ---- generic-type.cc ---- */

/* Return the end of the type at AT in a signature.  */
const char *lk_java_behind_type (const char *at);
/* Return the type of parameter INDEX (from 0) in the signature of METHOD, or of its result if INDEX
   is negative; NULL: it has none, or leaves parameters out.  */
const char *lk_java_generic_type (const struct lk_method *, int index);
/* Return what must be called on an object of the type that holds a resource of the kind; NULL:
   nothing is known.  */
const struct lk_must *lk_java_must_of_kind (struct lk_type *, const struct lk_kind *);
/* Return what an owner of an object of a library's type, or NULL, must call on it, though the type
   itself requires nothing ("@Owning Inflater"): what releases a resource, as rows say.  NULL:
   nothing.  */
const struct lk_must *lk_java_must_if_owned (struct lk_type *);
/* Return what the bound of the type variable at AT says must be called, in a signature of
   METHOD, or of a field if that is NULL.  */
const struct lk_must *lk_java_must_of_bound (struct lk_java_class *, const struct lk_method *,
					     const char *at);

/* Return true if the methods of this class return the one element that it holds.  */
bool lk_java_is_cell (const char *name);
/* How the verifier follows the elements of objects of a class.  */
enum lk_java_followed
{
  LK_FOLLOWED_NOT,
  LK_FOLLOWED_CONTAINER,
  LK_FOLLOWED_VIEW		/* It is an iterator or another view of a container.  */
};
/* Return how the verifier follows the elements of C: rows of specifications describe the class
   or, if it is the library's, a supertype.  Subclasses of the program may do more than the rows
   say.  */
enum lk_java_followed lk_java_followed (const struct lk_java_class *);
/* Return what must be called on each element of the collection or array that the type at AT is, in
   a signature of METHOD, or of a field of C if that is NULL; NULL: nothing.  The annotations of
   ALL for TARGET and INDEX are about the type.  */
const struct lk_must *
lk_java_must_of_elements (struct lk_java_class *c, const struct lk_method *method, const char *at,
			  const struct lk_type_annotations *all, uint8_t target, unsigned index);
/* Return the class of the elements of a collection or an array whose type is at AT, of a place of
   the kind TARGET, or NULL.  */
struct lk_type *lk_java_class_of_elements (const char *at, uint8_t target);

/* ---- lambda-promise.cc ---- */

/* Return the method NAME of DESCRIPTOR that the interface TYPE has; NULL: none.  */
const struct lk_method *
lk_java_method_of_interface (struct lk_type *, const char *name, const char *descriptor);
/* If the body of a lambda tests its last argument, add what its result says: that nothing need be
   called on that.  */
void lk_java_of_test_body (struct lk_java_gathering *);
/* Add what the body of a lambda promises.  */
void lk_java_of_lambda (struct lk_java_gathering *);

/* ---- captured.cc ---- */

/* Return true if OPCODE only pushes a constant, a variable or a static field.  */
bool lk_java_only_pushes (unsigned opcode);
/* Return true if the lambda that was just made before NEXT of the code of the class is given to a
   method of the library that keeps it.  */
bool lk_java_kept_by_library (struct lk_java_class *, const struct lk_code *, uint32_t next);
/* The body of a lambda that the library keeps owns what it captured and disposes of.  */
void lk_java_of_captured (struct lk_java_gathering *);
/* Return which fields of an anonymous class own what it captured; NULL: none.  */
const struct lk_java_captured *lk_java_captured_by (struct lk_java_class *);
/* Complete P, the promise of FIELD of C, whose type is TYPE (NULL: no class), by what methods show:
   a function object owns what it captured, and what is owned must be released.  */
void lk_java_own_field (struct lk_java_class *c, const struct lk_field *field,
			struct lk_type *type, struct lk_field_promise *p);
/* The same for what the method or constructor of an anonymous class does with it.  */
void lk_java_of_anonymous (struct lk_java_gathering *);

/* ---- source-place.cc ---- */

/* Report a breach of RULE in class C, or in its method M.  */
void lk_java_tell (const char *rule, location_t, struct lk_java_class *,
		   const struct lk_java_method *, const char *format, ...)
  ATTRIBUTE_PRINTF_5;
/* "'close' and 'flush'".  Malloced.  */
char *lk_java_must_text (const struct lk_must *);

/* ---- declaration-check.cc ---- */

/* Return true if all names of A are names of B; any set is below an unknown B.  */
bool lk_java_must_below (const struct lk_must *a, const struct lk_must *b);

/* ---- generic-check.cc ---- */

/* Check the types that are written in a class.  */
void lk_java_check_types (struct lk_java_class *);

/* ---- ensures-called.cc ---- */

/* Read the postconditions in the annotations of METHOD, which is M's own or one that it
   overrides.  */
void lk_java_postconditions (struct lk_java_gathering *,
			     const struct lk_method *);
/* Read the preconditions: what must have been called before.  */
void lk_java_preconditions (struct lk_java_gathering *,
			    const struct lk_method *);
/* Add the promise to call METHODS on the expression TEXT.  */
struct lk_ensure *lk_java_ensure (struct lk_java_gathering *, enum lk_ensure_when,
				  const char *text, const struct lk_must *methods,
				  const char *source);
/* A method that its class must call keeps what other methods of this name promise of the
   object's fields: what is called is known by its name only.  */
void lk_java_of_overloads (struct lk_java_gathering *);
/* A method that its class must call keeps its promise when it throws, too.  */
void lk_java_imply_exceptions (struct lk_java_gathering *);

#endif /* LK_PASSES_JAVA_PROMISE_H */
