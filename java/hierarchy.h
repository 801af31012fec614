/* Who extends whom, and which bodies a virtual call may run.

   Known are all inputs, and of other classes those that were asked for with
   all above them.  Class hierarchy analysis: a call of C.m on an object runs
   the m of some class below C; narrowed to classes that the inputs' code
   instantiates: by `new', by a reference to its constructor (C::new).  Objects
   made by reflection are not seen, and of lambdas only that there are some.

   Cyclic hierarchies are possible in broken inputs: a supertype that would
   close a cycle is left out, as if it were missing, and counted; so is one
   with LK_HIERARCHY_DEPTH types above it.  Nothing here is safe for use by
   several threads, lookups included.

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
  struct lk_type **subtypes;	/* Direct and known, in the order met.  */
  bool is_interface;
  bool is_input;
  bool is_library;		/* Of the class path.  */
  bool instantiated;		/* An input's code has `new' of it, or, after
				   lk_hierarchy_reach, reached code.  */
  bool lambdas;			/* An input's code makes lambdas of it.  */
  bool incomplete;		/* Something above it is missing.  */
};

/* Enters all inputs with all above them, and reads their code once for the
   classes they instantiate.  Add all inputs before.  */
struct lk_hierarchy *lk_hierarchy_new (struct lk_classpath *);
void lk_hierarchy_free (struct lk_hierarchy *);

/* The type of that internal name, entered with all above it if it was not
   there.  Never NULL (a missing class has a type without class file), except
   for what is no internal name (an array's descriptor).  */
struct lk_type *lk_hierarchy_type (struct lk_hierarchy *, const char *name);

/* Whether SUB is SUPER or below it, as far as known.  */
bool lk_hierarchy_is_subtype (struct lk_hierarchy *, const struct lk_type *sub,
			      const struct lk_type *super);

/* TYPE and all above it, each once, nearest first: TYPE, its superclasses
   upwards, then interfaces in breadth.  The order in which contracts are looked
   for.  The array is in ARENA, ends with NULL.  */
struct lk_type **lk_hierarchy_above (struct lk_hierarchy *, struct lk_type *,
				     struct lk_arena *);
/* TYPE and all known below it, each once.  */
struct lk_type **lk_hierarchy_below (struct lk_hierarchy *, struct lk_type *,
				     struct lk_arena *);

/* The method that a reference means (JVMS 5.4.3.3 and 5.4.3.4): its
   declaration in TYPE, a superclass or a superinterface.  NULL: none, or
   missing classes hide it.  The outline's method; its code is to be loaded.  */
const struct lk_method *
lk_hierarchy_resolve_method (struct lk_hierarchy *, struct lk_type *,
			     const char *name, const char *descriptor);
const struct lk_field *
lk_hierarchy_resolve_field (struct lk_hierarchy *, struct lk_type *,
			    const char *name, const char *descriptor,
			    const struct lk_class **owner);

/* The method that a virtual or interface call of DECLARED runs on an object
   whose class is exactly TYPE; NULL: none or not known.  */
const struct lk_method *
lk_hierarchy_select_method (struct lk_hierarchy *, struct lk_type *,
			    const struct lk_method *declared);

/* The methods of the class path that the inputs' code reaches by calls, as far as
   the JDK's code and reflection are not between (hierarchy-reach.c).  The array,
   of outlines' methods, is in ARENA; those of a class stand together.  Their
   number.  Marks what they make objects of, so ask before anything asks for
   targets; once.  */
size_t lk_hierarchy_reach (struct lk_hierarchy *, struct lk_arena *,
			   const struct lk_method ***methods);

struct lk_targets
{
  const struct lk_method **methods;	/* Distinct, with code or native.  */
  unsigned count;
  /* No other body can run, as far as the inputs tell: the receiver's type is
     an input or of the class path or cannot be extended, and nothing is missing
     below it.  False for types of the JDK, whose code makes objects too, and
     when there were more than the limit.  */
  bool complete;
  /* The type is abstract and of the class path, of whose classes those are not
     known that nothing reaches: others may run.  Heuristic: a class of the class
     path that is not abstract is extended by no class that is not known.  */
  bool open;
  bool too_many;
  /* No class below the type is instantiated by the inputs (made by reflection,
     by a library, or never): METHODS are then those of all known classes.  */
  bool guessed;
};

/* What a virtual or interface call of NAME and DESCRIPTOR on a receiver of the
   static type TYPE may run: at most LIMIT methods.  In ARENA.  */
struct lk_targets lk_hierarchy_targets (struct lk_hierarchy *,
					struct lk_type *, const char *name,
					const char *descriptor,
					unsigned limit, struct lk_arena *);

/* All types entered, in a stable order.  */
size_t lk_hierarchy_n_types (const struct lk_hierarchy *);
struct lk_type *lk_hierarchy_nth_type (const struct lk_hierarchy *, size_t);
/* Supertypes that were left out: they closed a cycle, or are too deep.  */
size_t lk_hierarchy_n_cycles (const struct lk_hierarchy *);

#ifdef __cplusplus
}
#endif
#endif /* LK_HIERARCHY_H */
