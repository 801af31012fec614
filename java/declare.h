/* The lines where a Java source declares its classes, fields, methods and parameters.

   Class files have lines only for code.  For a message about a declaration the source is read
   here, once a file:

	struct lk_declarations *d = lk_declarations_read (arena, text, length);
	... lk_declared_field (d, "Outer$Inner", "f") ...

   Classes are named as class files name them, without the package.  Local classes are found by
   their simple name, anonymous ones not at all.  The scanner recognises comments, literals,
   text blocks, matching brackets and the form of a member, and no more of Java.  It accepts
   any text and always ends, in linear time.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_DECLARE_H
#define LK_DECLARE_H

#include <stddef.h>
#include "../spec/arena.h"

/* Classes within classes that are read; the place of what is deeper is not found.  */
#define LK_NESTING_DEPTH 64

#ifdef __cplusplus
extern "C" {
#endif

struct lk_declarations;

/* Read the LENGTH bytes of TEXT, which need no NUL.  Never NULL.  */
struct lk_declarations *lk_declarations_read (struct lk_arena *,
					      const char *text, size_t length);

/* Return the line of the word `class' (`interface', ...) of CLASS_NAME; 0: not found, here and
   below.  */
unsigned lk_declared_class (const struct lk_declarations *,
			    const char *class_name);
unsigned lk_declared_field (const struct lk_declarations *,
			    const char *class_name, const char *name);
/* Return the line of the method NAME ("<init>": constructor) of N_PARAMETERS, of which TYPES
   are the simple names ("int", "String[]").  PARAMETER: one of them, from 0; -1: the method's
   own name.  Set *PARAMETER_NAME (if not NULL) to the name of the parameter.  */
unsigned lk_declared_method (const struct lk_declarations *,
			     const char *class_name, const char *name,
			     unsigned n_parameters, const char *const *types,
			     int parameter, const char **parameter_name);

/* Return the line of the annotation called ANNOTATION of the same method.  */
unsigned lk_declared_annotation (const struct lk_declarations *,
				 const char *class_name, const char *name,
				 unsigned n_parameters,
				 const char *const *types,
				 const char *annotation);

#ifdef __cplusplus
}
#endif
#endif /* LK_DECLARE_H */
