/* Sets of exception types, and which calls throw them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_UNIT_EXCEPTION_H
#define LK_PASSES_UNIT_EXCEPTION_H

#include "unit-facts.h"
#include "except.h"

#define BIT(n) (UINT64_C (1) << (n))
#define N_STANDARD 26
#define ALL_STANDARD (BIT (N_STANDARD) - 1)

/* Memory and sizes: what allocation throws.  */
#define EXHAUSTION (BIT (3) | BIT (4) | BIT (5))

/* Empty functions: the program is wrong.  */
#define MISUSE BIT (22)

/* Some type of the library's, by a function without a body.  */
#define OF_LIBRARY BIT (N_STANDARD)

/* By a callee of which nothing is known: one declared in the unit's main file,
   or elsewhere.  */
#define UNKNOWN_HERE BIT (N_STANDARD + 1)
#define UNKNOWN_ELSEWHERE BIT (N_STANDARD + 2)
#define UNKNOWN (UNKNOWN_HERE | UNKNOWN_ELSEWHERE)

/* A type of the unit's for which no bit was left.  */
#define OTHER BIT (N_STANDARD + 3)

/* The library's own logic_error: a string made of NULL.  Who catches
   logic_error means those of the program.  */
#define NULL_STRING BIT (N_STANDARD + 4)

/* By what a function of a library calls by pointer: an unknown callee, if who calls
   the library gave it one.  */
#define BY_POINTER BIT (N_STANDARD + 5)

/* out_of_range of at () of an array, or of a part of a text: who asks for it, and does nothing else
   with arrays, or does not ask how long the text is, reckons with that.  */
#define CHECKED BIT (N_STANDARD + 6)

/* By a callee of which nothing is known, but that it only tells something: believed by who
   believes everything.  */
#define TELLING BIT (N_STANDARD + 7)
#define FIRST_OWN (N_STANDARD + 8)

/* A call, or a throw, of a function, while sets are computed.  */
struct thrower
{
  unsigned callee;		/* Number of a function with a body...  */
  uint64_t set;			/* ... or UINT_MAX, and then what it throws.  */
  uint64_t through;		/* What handlers here do not catch.  */
  uint64_t pointed;		/* What BY_POINTER of the callee is here.  */
};

struct throwing
{
  cgraph_node *node;
  uint64_t set;
  auto_vec<thrower> *calls;
};

struct lk_exceptions
{
  auto_vec<throwing> functions;
  hash_map<tree, unsigned> index;
  auto_vec<tree> own_types;	/* By bit, from FIRST_OWN.  */
  uint64_t believed;
  uint64_t named, ignored;	/* By the user.  */
  bool evidence;		/* The unit's own code throws or catches.  */
  bool handles;			/* It has some handler.  */
  bool alone;			/* The unit has no headers of its own.  */
  bool only_direct;		/* Not told on: what is unknown elsewhere.  */
  const struct function *asked;	/* Of which it was asked last whether it may know how
				   many elements there are, or which keys,  */
  const struct function *telling_in;	/* Of which it was asked last where it tells streams
				   to throw,  */
  auto_vec<const gimple *> tellings;	/* ... there.  */
  hash_map<tree, bool> knows;	/* ... by class of the objects; of any:
				   error_mark_node; of texts: void_type_node.  */
};

/* ---- exception-type.cc ---- */

/* The number of the standard type NAME, or TYPE; -1: none.  */
int lk_standard_number (const char *name);
int lk_standard_type (const_tree type);
/* The standard types that a handler for number N catches.  */
uint64_t lk_standard_below (int n);
/* The bit of a type that is thrown in the unit; OWN: by the unit's own code.
   (Who throws length_error does not mean that strings may get too long.)  */
uint64_t lk_exception_bit (struct lk_exceptions *, tree type, bool own);
/* The innermost try block that REGION is, or is in; or NULL.  */
eh_region lk_try_around (eh_region region);
/* What HANDLER catches for sure; what the handlers of the try region TRIED catch of
   SET; what of SET, thrown in REGION or further in, leaves the function.  */
uint64_t lk_caught_by (struct lk_exceptions *, eh_catch handler);
uint64_t lk_caught_in (struct lk_exceptions *, eh_region tried, uint64_t set);
uint64_t lk_let_through (struct lk_exceptions *, eh_region region, uint64_t set);
/* The types that the argument "exceptions" names.  */
void lk_read_exception_settings (struct lk_lowering *);

/* ---- exception-library.cc ---- */

/* CALL gives a function of a library something of the program's to call.  */
bool lk_gives_code (const gimple *call);

/* ---- exception-range.cc ---- */

/* What DECL, of the library, throws as out_of_range says that the place in an array or text, or the
   key in a map, that it was asked for is not there; and DECL is asked for one.  */
bool lk_checks_range (const_tree decl);
bool lk_checks_part (const_tree decl);
/* What CALL, in the function WITHIN, whatever the callee may throw, does not: position 0 is in
   every string.  (Two strings are joined by insert (0, ...), and who expects std::stoi to throw
   std::out_of_range expects nothing of that.)  */
uint64_t lk_not_thrown (const_tree within, const gimple *call);
/* FUN, which calls STMT, in a try block if TRIED, knows that what it asks for is there.  */
bool lk_knows_range (struct lk_exceptions *, struct function *fun, const gimple *stmt, bool tried);

/* ---- exception-evidence.cc ---- */

/* DECL puts one more element into a container, or some text into a string: for that to be too much
   memory has to run out.  */
bool lk_adds_one (const_tree decl);
/* DECL does something with a stream by which that may fail.  */
bool lk_uses_stream (const_tree decl);
/* The variable, or the value that points to it, whose part, or base, OBJECT is the address of.  */
tree lk_object_of (tree object);
/* STMT, of FUN, asks for the number that a text is (std::stoi), and the function looks at what is
   in that, or has made it.  */
bool lk_knows_number (struct function *fun, const gimple *stmt);
/* Before STMT, on every way to it, FUN has told its stream to throw.  */
bool lk_streams_throw (struct lk_exceptions *, struct function *fun, const gimple *stmt);
/* The coroutine of the unit that STMT, in FUN, has awaited, and gets the result of; or NULL.  What
   that one's body throws is kept for it.  */
tree lk_awaited_coroutine (struct function *fun, const gimple *stmt);
/* STMT goes on with another coroutine, with this one suspended: what that one throws is for who
   resumed it, and this one keeps what it has.  (No optimiser has made other tail calls yet.)  */
bool lk_goes_on_elsewhere (const gimple *stmt);
/* STMT is reached only where a lock could not be taken, or given back: who asks for that throws
   what nobody expects.  */
bool lk_only_if_lock_fails (const gimple *stmt);

#endif /* LK_PASSES_UNIT_EXCEPTION_H */
