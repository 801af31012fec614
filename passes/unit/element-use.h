/* Uses, by functions, of the elements of a member that holds many handles.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_UNIT_ELEMENT_USE_H
#define LK_PASSES_UNIT_ELEMENT_USE_H

#include "unit-facts.h"

/* A statement that ends elements, and looks at none.  */
enum lk_ending
{
  LK_ENDS_ALL,			/* All of them: clear (), an assignment.  */
  LK_ENDS_WALKED,		/* The one that a walk over all is at.  */
  LK_ENDS_ONE			/* One that a key, or an end, tells.  */
};

struct lk_end
{
  gimple *stmt;
  enum lk_ending ending;
  unsigned number;		/* Of STMT, from 1, in the order of the blocks.  */
};

/* A handle that is put there.  */
struct lk_put
{
  gimple *stmt;
  tree value;			/* An SSA name; NULL: not known which.  */
  tree key;			/* Under which it is put; NULL: put beside the others.  */
  unsigned number;		/* Of STMT.  */
};

/* The uses of one member by the body of one function.  */
struct lk_use_of_elements
{
  bool releases;		/* A handle that is there.  */
  bool keeps;			/* It passes one to a function that may.  */
  bool takes;			/* ... and not as its object, or by reference.  */
  bool returns;			/* It returns one, or its address.  */
  bool tests;			/* It asks whether there is a handle in one.  */
  unsigned looks_up;		/* It asks what is there, or whether something is: before the
				   statement of this number, from 1, in the order of the
				   blocks, it does not; 0: never.  */
  bool unknown;			/* It does something that is not understood.  */
  bool counts;			/* It asks how many there are.  */
  const struct lk_kind *kind;	/* Of what it releases, or NULL.  */
  auto_vec<lk_end> ends;
  auto_vec<lk_put> puts;
};

/* ---- element-use.cc ---- */

/* TYPE is that of a member that holds many handles, each by itself or under a key, and does not
   release them.  */
bool lk_holds_many (tree type);
/* Find out what the function DECL, which has a body, does with FIELD; USE is all zeros.  */
void lk_use_elements (struct lk_lowering *, tree decl, tree field,
		      struct lk_use_of_elements *use);
/* FUN does not release, or pass on, what it loads from the variable VAR.  */
bool lk_lets_be (struct lk_lowering *, struct function *fun, tree var);
/* It returns what it loads from there on all ways to PUT.  */
bool lk_has_returned (struct lk_lowering *, struct function *fun, tree var, const gimple *put);
/* It puts VALUE into VAR, and also passes it on.  */
bool lk_gives_away (struct lk_lowering *, struct function *fun, tree value, tree var);
/* Return what OP, an operand of a statement of FUN, leads to: the value that it is, or that the
   variable gets whose address it is; a parameter; NULL: it gets several.  */
tree lk_put_value (struct function *fun, tree op);
/* OP, a value, is the address of FIELD, or in it.  */
bool lk_address_names (tree op, tree field);

#endif /* LK_PASSES_UNIT_ELEMENT_USE_H */
