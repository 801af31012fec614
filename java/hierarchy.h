/* The class hierarchy, and the bodies that a virtual call may run.

   It contains all inputs, and of other classes those that were requested, with all supertypes.
   Class hierarchy analysis: a call of C.m on an object runs the m of some class below C,
   narrowed to classes that the inputs' code instantiates: by `new', or by a reference to a
   constructor (C::new).  Objects made by reflection are not seen; of lambdas only their
   existence is recorded.

   Broken inputs may have cyclic hierarchies: a supertype that would close a cycle is left out,
   as if it were missing, and counted; so is one with LK_HIERARCHY_DEPTH types above it.  None
   of these functions is safe for use by several threads, lookups included.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_HIERARCHY_H
#define LK_HIERARCHY_H

#include "classpath.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Programs have at most some twenty types above one another.  */
#define LK_HIERARCHY_DEPTH 1000

struct lk_hierarchy;

/* A class or interface in it.  */
struct lk_type
{
  const char *name;		/* Internal name.  */
  const struct lk_class *class_file;	/* Outline; NULL: missing.  */
  struct lk_type *super;	/* NULL: java/lang/Object, or not known.  */
  struct lk_type **interfaces;	/* Direct superinterfaces.  */
  unsigned n_interfaces;
  unsigned n_subtypes;
  struct lk_type **subtypes;	/* Direct subtypes that are known, in the order of
				   registration.  */
  bool is_interface;
  bool is_input;
  bool is_library;		/* Of the class path.  */
  bool instantiated;		/* An input's code has `new' of it, or, after
				   lk_hierarchy_reach, reached code.  */
  bool lambdas;			/* An input's code makes lambdas of it.  */
  bool incomplete;		/* A supertype is missing.  */
};

/* Register all inputs with all their supertypes, and read their code once for the classes that
   they instantiate.  Add all inputs before.  */
struct lk_hierarchy *lk_hierarchy_new (struct lk_classpath *);
void lk_hierarchy_free (struct lk_hierarchy *);

/* Return the type with this internal name, registered with all supertypes if it was new.
   Never NULL (a missing class has a type without class file), except for what is no internal
   name (an array's descriptor).  */
struct lk_type *lk_hierarchy_type (struct lk_hierarchy *, const char *name);

/* Return true if SUB is SUPER or below it, as far as known.  */
bool lk_hierarchy_is_subtype (struct lk_hierarchy *, const struct lk_type *sub,
			      const struct lk_type *super);

/* Return TYPE and all above it, each once, nearest first: TYPE, its superclasses upwards, then
   interfaces breadth-first.  Contracts are looked up in this order.  The array is in ARENA and
   ends with NULL.  */
struct lk_type **lk_hierarchy_above (struct lk_hierarchy *, struct lk_type *,
				     struct lk_arena *);
/* Return TYPE and all known types below it, each once.  */
struct lk_type **lk_hierarchy_below (struct lk_hierarchy *, struct lk_type *,
				     struct lk_arena *);

/* Return the method that a reference resolves to (JVMS 5.4.3.3 and 5.4.3.4): its declaration
   in TYPE, a superclass or a superinterface.  NULL: none, or missing classes hide it.  The
   method is the outline's, without code.  */
const struct lk_method *
lk_hierarchy_resolve_method (struct lk_hierarchy *, struct lk_type *,
			     const char *name, const char *descriptor);
const struct lk_field *
lk_hierarchy_resolve_field (struct lk_hierarchy *, struct lk_type *,
			    const char *name, const char *descriptor,
			    const struct lk_class **owner);

/* Return the method that a virtual or interface call of DECLARED runs on an object whose class
   is exactly TYPE; NULL: none or unknown.  */
const struct lk_method *
lk_hierarchy_select_method (struct lk_hierarchy *, struct lk_type *,
			    const struct lk_method *declared);

/* Find the methods of the class path that the inputs' code reaches by calls, unless the JDK's
   code or reflection is between (hierarchy-reach.c).  The array, of outlines' methods, is in
   ARENA; those of a class are adjacent.  Return their number.  Call it once, and before any
   query for targets: it marks the classes that these methods instantiate.  */
size_t lk_hierarchy_reach (struct lk_hierarchy *, struct lk_arena *,
			   const struct lk_method ***methods);

struct lk_targets
{
  const struct lk_method **methods;	/* Distinct, with code or native.  */
  unsigned count;
  /* No other body can run, as far as the inputs show: the receiver's type is an input or of
     the class path or cannot be extended, and none of its subtypes is missing.  False for
     types of the JDK, whose code instantiates classes too, and when there were more methods
     than the limit.  */
  bool complete;
  /* The type is abstract and of the class path, whose unreached classes are unknown: other
     bodies may run.  Heuristic: a class of the class path that is not abstract has no unknown
     subclass.  Wrong if the program loads one by name.  */
  bool open;
  bool too_many;
  /* The inputs instantiate no class below the type (reflection or a library does, or no code):
     METHODS are then those of all known classes.  */
  bool guessed;
};

/* Return the methods that a virtual or interface call of NAME and DESCRIPTOR on a receiver of
   the static type TYPE may run: at most LIMIT.  In ARENA.  */
struct lk_targets lk_hierarchy_targets (struct lk_hierarchy *,
					struct lk_type *, const char *name,
					const char *descriptor,
					unsigned limit, struct lk_arena *);

/* All registered types, in a stable order.  */
size_t lk_hierarchy_n_types (const struct lk_hierarchy *);
struct lk_type *lk_hierarchy_nth_type (const struct lk_hierarchy *, size_t);
/* The number of supertypes that were left out: they closed a cycle, or are too deep.  */
size_t lk_hierarchy_n_cycles (const struct lk_hierarchy *);

#ifdef __cplusplus
}
#endif
#endif /* LK_HIERARCHY_H */
