/* Annotations that are added to an outline: what a stub file or inference says of a class is read
   like what its class file says.

   The functions take outlines of a class path.  Everything that is added lives in the arena.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ANNOTATE_H
#define LK_ANNOTATE_H

#include "class.h"
#include "../spec/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Return an annotation of TYPE, a descriptor.  */
struct lk_annotation *lk_annotation_new (struct lk_arena *, const char *type);
/* Add the element NAME: an array of N texts.  */
void lk_annotation_add_texts (struct lk_arena *, struct lk_annotation *, const char *name,
			      const char *const *texts, unsigned n);

void lk_annotate_class (struct lk_arena *, const struct lk_class *,
			const struct lk_annotation *);
void lk_annotate_field (struct lk_arena *, const struct lk_field *,
			const struct lk_annotation *);
void lk_annotate_method (struct lk_arena *, const struct lk_method *,
			 const struct lk_annotation *);
/* INDEX is that of a parameter of the descriptor, from 0.  Return false for one that a compiler
   added, whose annotations the class file leaves out.  */
bool lk_annotate_parameter (struct lk_arena *, const struct lk_method *, unsigned index,
			    const struct lk_annotation *);

#ifdef __cplusplus
}
#endif
#endif /* LK_ANNOTATE_H */
