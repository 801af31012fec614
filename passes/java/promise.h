/* What Java promises to the verifier: must-call sets, postconditions, types.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_JAVA_PROMISE_H
#define LK_PASSES_JAVA_PROMISE_H

#include "java.h"

/* Steps into a type, which annotations count.  */
#define MAX_PATH 16

/* The signature that is being read.  */
struct walk
{
  struct lk_java_class *owner;
  const struct lk_method *method;	/* Whose type parameters it sees.  */
  const struct lk_type_annotations *annotations;
  uint8_t target;		/* Which of ANNOTATIONS are about it; */
  unsigned index;
  unsigned pc;			/* ... of a variable, from here on.  */
  unsigned slot;
  location_t loc;		/* 0: of PARAMETER of the method, from 0, or of
				   the method, if it is -1.  */
  int parameter;
  const char *field;		/* Or of this field.  */
  const struct lk_type *sought;	/* Only look for this one, as an argument on
				   which nothing must be called.  */
  bool found;
  unsigned n_path;
  unsigned char path[2 * MAX_PATH];
};

#define NEW(TYPE) ((TYPE *) lk_arena_alloc (lk_java->arena, sizeof (TYPE)))

typedef auto_vec<const char *, 8> text_list;

/* It is not known what must be called.  */
extern const struct lk_must lk_java_must_unknown;

/* A promise on its way.  */
struct lk_java_gathering
{
  struct lk_java_method *m;
  struct lk_promise *promise;
  struct lk_ensure **ensures;	/* Tails.  */
  struct lk_creates **creates;
};

/* ---- must-call.cc ---- */

/* The texts in element ELEMENT of A; a single one stands for an array.  */
void lk_java_texts_in (const struct lk_annotation *, const char *element,
		       text_list *);
/* "close", or "close or shutdown": any of these.  */
struct lk_must *lk_java_must_of_text (const char *);
/* The class that the type at *AT in a descriptor is; NULL: no class.  */
struct lk_type *lk_java_class_at (const char **at);
/* What the type annotations ALL say of a value of class TYPE.  */
const struct lk_must *
lk_java_must_of_value (struct lk_type *, const struct lk_type_annotations *all,
		       uint8_t target, unsigned index);

/* ---- promise.cc ---- */

/* Behind the type at AT in a signature.  */
const char *lk_java_behind_type (const char *at);
/* What is in such a class is what its methods give back.  */
bool lk_java_single_container (const char *name);

/* ---- source-place.cc ---- */

/* Tell of a breach of RULE in class C, or in its method M.  */
void lk_java_tell (const char *rule, location_t, struct lk_java_class *,
		   const struct lk_java_method *, const char *format, ...)
  ATTRIBUTE_PRINTF_5;
/* "'close' and 'flush'".  Malloced.  */
char *lk_java_must_text (const struct lk_must *);

/* ---- declaration-check.cc ---- */

/* All names of A are names of B, of which anything may be asked if it is
   unknown.  */
bool lk_java_must_below (const struct lk_must *a, const struct lk_must *b);

/* ---- generic-check.cc ---- */

/* Check the types that are written in a class.  */
void lk_java_check_types (struct lk_java_class *);

/* ---- ensures-called.cc ---- */

/* What the annotations of METHOD, M's own or one that it overrides, say of
   what is called.  */
void lk_java_postconditions (struct lk_java_gathering *,
			     const struct lk_method *);
/* What must have been called before.  */
void lk_java_preconditions (struct lk_java_gathering *,
			    const struct lk_method *);
/* A method that its class must call keeps its word when it throws, too.  */
void lk_java_imply_exceptions (struct lk_java_gathering *);

#endif /* LK_PASSES_JAVA_PROMISE_H */
