/* Inferred promises of Java programs: from the facts of analysis/infer to annotations.

   infer.cc describes the program to the engine; infer-annotation.cc makes annotations of the
   facts, one mechanism for all that follows: they are added to the outlines for the verifier,
   and infer-text.cc, infer-stub.cc and infer-source.cc write them in their forms.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_JAVA_INFER_H
#define LK_PASSES_JAVA_INFER_H

#include "java.h"
#include "../../analysis/infer/infer.h"
#include "../../java/annotate.h"

/* An annotation that was inferred, and its place.  */
struct lk_inferred
{
  struct lk_java_class *owner;
  const struct lk_field *field;	/* Of this field;  */
  const struct lk_method *method;	/* or of this method;  */
  int parameter;		/* or of this parameter of it, from 0; -1: the method itself.  */
  bool variable;		/* It is about the elements of its last parameter.  */
  const struct lk_annotation *annotation;
  const char *name;		/* Of the annotation, simple: "Owning".  */
  const struct infer_fact *fact;	/* The first one that it is made of.  */
  bool disjunctive;		/* The Checker Framework has no word for all of it.  */
};

struct lk_infer
{
  struct lk_inference *inference;
  hash_map<struct lk_java_class *, struct infer_class *> *classes;
  hash_map<struct lk_java_method *, struct infer_function *> *functions;
  hash_map<const struct lk_field_promise *, struct infer_field *> *fields;
  vec<struct infer_class *> order;	/* Classes of the program, as the inputs name them.  */
  vec<struct lk_inferred> all;	/* In that order, each class's own ones first, then those of
				   fields and methods.  */
  const struct infer_fact *facts;
};

/* ---- infer-annotation.cc ---- */

void lk_infer_annotations (struct lk_infer *);
/* Add them to the outlines.  */
void lk_infer_apply (struct lk_infer *);

/* ---- infer-text.cc ---- */

/* Return "@EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")".  Malloced.  */
char *lk_infer_annotation_text (const struct lk_annotation *, const char *name);
/* The same with the first of all alternatives: the Checker Framework knows none.  */
char *lk_infer_plain_text (const struct lk_annotation *, const char *name);
/* Write a line for each.  */
void lk_infer_write_lines (struct lk_infer *, FILE *);
/* Print why the members that NAME says have their promises.  */
void lk_infer_explain (struct lk_infer *, const char *name);

/* ---- infer-write.cc ---- */

/* Write the annotations to FILE ("-": standard output) in the form that its name says; return
   false with a message if it cannot be written.  */
bool lk_infer_write (struct lk_infer *, const char *file);

/* ---- infer-stub.cc ---- */

void lk_infer_write_stub (struct lk_infer *, FILE *);

/* ---- infer-spec.cc ---- */

void lk_infer_write_spec (struct lk_infer *, FILE *);

/* ---- infer-source.cc ---- */

void lk_infer_write_patch (struct lk_infer *, FILE *);

/* The parameters of METHOD that a compiler put in front of those of the source.  */
unsigned lk_infer_added_parameters (const struct lk_method *);

#endif /* LK_PASSES_JAVA_INFER_H */
