/* Declarations shared by element-use.cc and element-alias.cc.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_UNIT_ELEMENT_INTERNAL_H
#define LK_UNIT_ELEMENT_INTERNAL_H

#include "element-use.h"

/* The meaning of an SSA name or a local variable.  */
enum what
{
  WHAT_NOTHING,
  WHAT_CONTAINER,		/* SSA: its address.  */
  WHAT_ITERATOR,		/* SSA: its address, or the iterator itself.  */
  WHAT_FOUND,			/* The same, found by a key.  */
  WHAT_ELEMENT,			/* SSA: its address.  */
  WHAT_HANDLE			/* The handle, or the address of a part of what it leads to.  */
};

struct uses			/* Of one function, for the member FIELD.  */
{
  struct lk_lowering *lowering;
  struct function *fun;
  tree field;			/* NULL: only the function's arguments matter.  */
  tree self;			/* The object, or NULL.  */
  tree into;			/* A value that is stored there stays there; or NULL.  */
  bool assigns;			/* It is an assignment operator.  */
  struct lk_use_of_elements *use;
  hash_map<tree, enum what> known;	/* By SSA name and variable.  */
  bool changed;
  unsigned depth;
  unsigned number;		/* Of the statement that is being examined.  */
  gcall *call;			/* That is being examined.  */
};

/* Return what the SSA name or variable OP is.  */
enum what lk_what_is (struct uses *, tree op);
/* OP is WHAT, if nothing more is known of it.  */
void lk_element_becomes (struct uses *, tree op, enum what);
/* If DOES, an element is kept and taken.  */
void lk_element_kept (struct uses *, bool does);
/* Return true if REF names the member: itself, or, *PART, a part.  */
bool lk_names_member (struct uses *, tree ref, bool *part);
/* Return what the address of REF is; what the operand OP, a value, is; what is loaded from
   REF.  */
enum what lk_what_at (struct uses *, tree ref);
enum what lk_what_value (struct uses *, tree op);
enum what lk_what_loaded (struct uses *, tree ref);

#endif /* LK_UNIT_ELEMENT_INTERNAL_H */
