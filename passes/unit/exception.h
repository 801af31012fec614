/* Sets of exception types, and which calls throw them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_UNIT_EXCEPTION_H
#define LK_PASSES_UNIT_EXCEPTION_H

#include "unit-facts.h"
#include "except.h"

#define BIT(n) (UINT64_C (1) << (n))
#define N_STANDARD 26
#define ALL_STANDARD (BIT (N_STANDARD) - 1)

/* Exceptions of allocation: memory is exhausted, or a size is too large.  */
#define EXHAUSTION (BIT (3) | BIT (4) | BIT (5))

/* Calls of empty functions: an error of the program.  */
#define MISUSE BIT (22)

/* An unknown type of the library's, thrown by a function without a body.  */
#define OF_LIBRARY BIT (N_STANDARD)

/* By an unknown callee: one declared in the unit's main file, or elsewhere.  */
#define UNKNOWN_HERE BIT (N_STANDARD + 1)
#define UNKNOWN_ELSEWHERE BIT (N_STANDARD + 2)
#define UNKNOWN (UNKNOWN_HERE | UNKNOWN_ELSEWHERE)

/* A type of the unit's for which no bit was left.  */
#define OTHER BIT (N_STANDARD + 3)

/* The library's own logic_error: a string made of NULL.  A handler of logic_error expects
   those of the program.  */
#define NULL_STRING BIT (N_STANDARD + 4)

/* Thrown by what a function of a library calls by pointer: an unknown callee, if the caller of
   the library passed the pointer.  */
#define BY_POINTER BIT (N_STANDARD + 5)

/* out_of_range of at () of an array, or of a part of a text.  Heuristic: the exception is
   expected if the function does nothing else with arrays, or does not query the length of the
   text.  */
#define CHECKED BIT (N_STANDARD + 6)

/* By an unknown callee that only sends a notification.  Followed if exceptions=all.  */
#define TELLING BIT (N_STANDARD + 7)
#define FIRST_OWN (N_STANDARD + 8)

/* A call or a throw in a function, while sets are computed.  */
struct thrower
{
  unsigned callee;		/* Number of a function with a body;  */
  uint64_t set;			/* or UINT_MAX, and then the set that it throws.  */
  uint64_t through;		/* The exceptions that handlers here do not catch.  */
  uint64_t pointed;		/* The exceptions that BY_POINTER of the callee stands for
				   here.  */
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
  auto_vec<tree> handled;	/* Types that handlers of the unit name, each once.  */
  uint64_t expected;
  uint64_t named, ignored;	/* By the user.  */
  bool evidence;		/* The unit's own code throws or catches.  */
  bool handles;			/* It has some handler.  */
  bool alone;			/* The unit has no headers of its own.  */
  bool only_direct;		/* Not passed on to callers: what is unknown elsewhere.  */
  hash_set<tree> tried;		/* Functions that the unit calls in a try block.  */
  const struct function *asked;	/* The function of the last query whether it may know how many
				   elements there are, or which keys.  */
  const struct function *telling_in;	/* The function of the last query where it makes
					   streams throw,  */
  auto_vec<const gimple *> tellings;	/* and the statements there.  */
  hash_map<tree, bool> knows;	/* The answers, by class of the objects; for any class:
				   error_mark_node; for texts: void_type_node.  */
};

/* ---- exception-flow.cc ---- */

/* Return the linker's name of DECL, or NULL as long as it has none.  */
const char *lk_symbol_if_set (tree decl);
/* Return true if DECL's name says that it throws.  */
bool lk_names_throw (const_tree decl);
/* Return true if STMT is part of a throw expression.  */
bool lk_throws_itself (const gimple *stmt);
/* Return the region of FUN that an exception of STMT goes to first, or NULL.  */
eh_region lk_region_of (struct function *fun, const gimple *stmt);

/* ---- exception-program.cc ---- */

/* Return true if all functions of the program that the unit knows are in its main file.  */
bool lk_is_alone (void);
static inline struct lk_exceptions *
lk_exceptions_of (struct lk_lowering *lowering)
{
  return (struct lk_exceptions *) lowering->slots[LK_SLOT_EXCEPTIONS].data;
}

/* Return true if the program has exceptions, as far as this unit shows.  */
bool lk_has_exceptions (const struct lk_exceptions *);
/* Return true if the unit has a main function: an exception without a handler ends the
   program.  */
bool lk_has_main (void);
/* Let the types in FUN's handlers be expected.  */
void lk_expect_handlers (struct lk_exceptions *, struct function *fun);

/* ---- exception-type.cc ---- */

/* Return the number of the standard type NAME, or TYPE; -1: none.  */
int lk_standard_number (const char *name);
/* Return the names of the standard type N and of its bases, as "raises" has them; malloced.  */
char *lk_standard_names (int n);
int lk_standard_type (const_tree type);
/* Return the standard types that a handler for number N catches.  */
uint64_t lk_standard_below (int n);
/* Return the bit of a type that is thrown in the unit; OWN: by the unit's own code.  (A
   program that throws length_error does not show that its strings may get too long.)  */
uint64_t lk_exception_bit (struct lk_exceptions *, tree type, bool own);
/* Return the innermost try block that REGION is, or is in; or NULL.  */
eh_region lk_try_around (eh_region region);
/* Return what HANDLER surely catches; what the handlers of the try region TRIED catch of SET;
   what of SET, thrown in REGION or further in, leaves the function.  */
uint64_t lk_caught_by (struct lk_exceptions *, eh_catch handler);
uint64_t lk_caught_in (struct lk_exceptions *, eh_region tried, uint64_t set);
uint64_t lk_let_through (struct lk_exceptions *, eh_region region, uint64_t set);
/* Read the types that the argument "exceptions" names.  */
void lk_read_exception_settings (struct lk_lowering *);

/* ---- exception-record.cc ---- */

/* Store what the function that has CONTRACT throws in *SET, if CONTRACT says it: return true.  */
bool lk_raised_by_contract (struct lk_exceptions *, const struct lk_contract *contract,
			    uint64_t *set);

/* Return true if DECL, a method, only makes an empty object or a copy, or returns a property
   without arguments.  */
bool lk_only_tells (const_tree decl);

/* ---- exception-library.cc ---- */

/* Return true if CALL passes a function of the program to a library, which may call it.  */
bool lk_gives_code (const gimple *call);
/* Return true if what CALL, in FUN, makes the library call by pointer can only be functions whose
   addresses FUN takes, and add these to FUNCTIONS.  Heuristic: FUN may also have got an
   address.  */
bool lk_given_functions (struct function *fun, const gimple *call, vec<tree> *functions);
/* Return true if DECL is a function of std::function, or of its base, other than its operator():
   what copies, moves or destroys one does not run its target.  */
bool lk_runs_no_target (const_tree decl);

/* ---- exception-range.cc ---- */

/* Return true if DECL, of the library, throws out_of_range where the position in an array or
   text, or the key in a map, that it is given is not there; if DECL is given one.  */
bool lk_checks_range (const_tree decl);
bool lk_checks_part (const_tree decl);
/* Return what CALL, in the function WITHIN, does not throw although the callee may: position 0
   is in every string.  (insert (0, ...) joins two strings, and a handler for std::out_of_range
   of std::stoi does not expect one of it.)  */
uint64_t lk_not_thrown (const_tree within, const gimple *call);
/* Return true if FUN, which calls STMT, in a try block if TRIED, has tested that the element
   is there.  */
bool lk_knows_range (struct lk_exceptions *, struct function *fun, const gimple *stmt, bool tried);
/* Return true if STMT stands in WITHIN, a subscript operator, and is reached only by tests of the
   index: its exceptions are not expected.  (A heuristic: the caller knows its indexes.)  */
bool lk_only_if_out_of_range (const_tree within, const gimple *stmt);

/* ---- exception-evidence.cc ---- */

/* Return true if DECL adds one element to a container, or some text to a string: it throws
   only if memory is exhausted.  */
bool lk_adds_one (const_tree decl);
/* Return true if DECL does something with a stream that may fail.  */
bool lk_uses_stream (const_tree decl);
/* Return the variable, or the pointer to the object, whose part, or base, OBJECT is the
   address of.  */
tree lk_object_of (tree object);
/* Return true if STMT, of FUN, converts a text to a number (std::stoi), and the function
   examines the text, or has made it.  */
bool lk_knows_number (struct function *fun, const gimple *stmt);
/* Return true if FUN makes the stream of STMT throw before STMT on every path.  */
bool lk_streams_throw (struct lk_exceptions *, struct function *fun, const gimple *stmt);
/* Return the coroutine of the unit that STMT, in FUN, has awaited, and gets the result of; or
   NULL.  Exceptions of its body are kept for the one that awaits it.  */
tree lk_awaited_coroutine (struct function *fun, const gimple *stmt);
/* Return true if STMT resumes another coroutine while this one is suspended: an exception of
   the other goes to the function that resumed this one, which keeps its state.  (Optimisers
   have made no other tail calls yet.)  */
bool lk_goes_on_elsewhere (const gimple *stmt);
/* Add to TESTS the last test on each way to STMT.  Return false if there is a way without one.  */
bool lk_deciding_tests (const gimple *stmt, auto_vec<const gcond *> *tests);
/* Return true if STMT is reached only where a lock could not be acquired or released, or where
   another thread may hold it: its exceptions are not expected.  */
bool lk_only_if_lock_fails (const gimple *stmt);

#endif /* LK_PASSES_UNIT_EXCEPTION_H */
