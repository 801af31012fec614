/* Members that an object holds already: what held.c and held-use.c share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_HELD_H
#define LK_HELD_H

#include "engine-internal.h"

struct held		/* A member, and what it holds.  */
{
  const struct lk_kind *kind;	/* NULL: whoever releases it does not say.  */
  int64_t selector;
  struct held *next;
};

struct held_class
{
  const struct lk_object_class *class_;
  struct held *all;
  struct held_class *next;
};

struct method
{
  struct lk_function *function;
  const struct lk_object_class *class_;
  unsigned flags;
  struct method *next;
};

/* Follow FN, given an object that holds something in HELD, from its start, or, if FROM is not
   NULL, from behind event *FROM of BLOCK.  *PATH is what holds it.  NULL: FN has no body.  To be
   freed.  */
struct solver *follow_held (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
			    bool incoming, const struct lk_path **path);
struct solver *follow_held_from (struct lk_unit *unit, struct lk_function *fn,
				 const struct held *held, uint32_t block, uint32_t event,
				 const struct lk_path **path);
/* What releases an argument of FN, number ARG, or NULL: DEPTH calls deep so far.  */
const struct lk_clause *releases_argument (struct lk_unit *unit, struct lk_function *fn,
					   uint32_t arg, unsigned depth);
/* The member of formal 0 that OP, a value, was read from; LK_ANY: none.  */
int64_t read_from (const struct prepared *prep, const struct lk_operand *op);
/* The kind of what FN acquires and puts into the member SELECTOR of its object; or NULL.  */
const struct lk_kind *kind_put (const struct lk_function *fn, int64_t selector);
/* EV, of the method whose graph is G, gives the member SELECTOR of its object a value.  */
bool sets_member (const struct lk_graph *g, const struct lk_event *ev, int64_t selector);

/* T, a loss that SOLVER found of what was held at PATH, in M, a method of a class that owns what
   C says: does something show that HELD is in use there?  RELEASED: M releases it on some other
   way.  */
bool held_in_use (struct lk_unit *unit, const struct method *m, const struct held_class *c,
		  const struct held *held, struct solver *solver, const struct terminal *t,
		  const struct lk_path *path, bool released);

#endif
