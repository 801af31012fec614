/* Contracts derived from bodies (DESIGN section 11).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_DERIVE_DERIVE_H
#define LK_DERIVE_DERIVE_H

#include "../leak/leak.h"

/* A contract that is being derived.  */
struct draft
{
  struct lk_unit *unit;
  struct lk_function *function;
  struct function_view *view;
  struct lk_contract *contract;
  struct lk_clause **tail;	/* Of its clauses.  */
  bool open;			/* There is something that no clause can say.  */
  bool *open_formals;		/* Of each formal: the same.  */
  bool returns_new;		/* Only the caller knows the contents of its result.  */
  bool lends;			/* Unknown functions borrow (kind_lent).  */
  const struct lk_kind *lock;	/* It is followed with a lock of this kind, in place; or NULL.  */
};

/* The effect of a function on a handle that is at one place when it is called.  */
struct verdict
{
  bool known;			/* The rest is good.  */
  bool released, escaped;	/* On some path, ... */
  bool stays;			/* ... and on another it stays where it is, ... */
  bool moves;			/* ... or is at other places, too, or instead.  */
  const struct lk_kind *kind;	/* RELEASED: as what; NULL: not known.  */
  bool conditional;		/* It is released, or escapes, if CONDITION holds, and else
				   does not, ... */
  bool open_else;		/* ... or may do so, too.  */
  struct lk_condition condition;
  const struct summary *summary;
  const struct lent_call *lent;	/* The unknown functions that borrow it.  */
};

/* A member behind a formal, in bytes from there.  */
struct member
{
  int64_t at;
  bool read;			/* It is: a test of it may decide on what follows.  */
  bool moves;			/* Its contents may go elsewhere.  */
  bool stored;			/* It gets something else.  */
};

struct members
{
  unsigned n;
  bool all;			/* There are more, or a variable index.  */
  bool deep;			/* Something may become of what is behind one of them.  */
  struct member list[MAX_MEMBER_FACTS];
};

/* An acquisition, as several products say it.  */
struct gain
{
  const struct lk_kind *kind;
  const struct lk_name *releasers;
  struct lk_place place;
  struct lk_range result;
  struct lk_range *formals;	/* As many as the function has.  */
  struct gain *next;
};

/* Store the members behind FORMAL that DRAFT's function, or a callee, mentions in *M, sorted.  */
void collect_members (struct draft *draft, uint32_t formal, struct members *m);
/* A new clause of DRAFT about PLACE, the last one so far.  */
struct lk_clause *draft_add (struct draft *draft, enum lk_role role, const struct lk_place *place);
/* Store the place of PATH, as a caller sees it, in *PLACE; false if no place can say it.  */
bool place_of_path (const struct portable_path *path, struct lk_place *place);
/* Store what DRAFT's function does with a handle at PATH in *VERDICT.  */
void judge_path (struct draft *draft, const struct portable_path *path, struct verdict *verdict);
/* Give C, which says what V does, V's condition.  */
void set_condition (struct lk_clause *c, const struct verdict *v);
/* Store the place of P, a lock left to callers, in *PLACE; false if no place can say it.  */
bool lock_left_at (const struct product *p, struct lk_place *place);
/* Add the clauses about locks that DRAFT's function releases; those about locks that it leaves are
   there.  Set whether it has other effects on locks.  */
void derive_locks (struct draft *draft);
/* Return the *N variables, or members, whose contents FN or a callee may change, sorted; they are
   *ALL_KNOWN.  */
const struct lk_place *changed_globals (struct lk_unit *, struct lk_function *fn, size_t *n,
					bool *all_known);
/* The values of formal INDEX that WHEN allows.  */
struct lk_range formal_range (const struct portable_conditions *when, uint32_t index);
/* Return true if a caller that sees the result and the arguments of GAIN can rely on it.  */
bool gain_is_certain (struct draft *draft, const struct gain *gain);
/* Add the clauses that say to which of CALLS the handle at PATH is passed; false if no clause
   can.  */
bool pass_on (struct draft *draft, const struct portable_path *path,
	      const struct lent_call *calls);
/* Add the clauses that say behind which arguments nothing changes.  */
void derive_reads (struct draft *draft);
/* Add the clauses that say whose result DRAFT's function returns.  */
void pass_result (struct draft *draft);
/* Add the clauses that follow from the products of DRAFT's function.  */
void derive_acquired (struct draft *draft);

#endif /* LK_DERIVE_DERIVE_H */
