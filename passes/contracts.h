/* The contract of a GCC declaration.

   This is the only door through which the lowering learns what a function
   promises; it asks no specification and reads no attribute itself.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CONTRACTS_H
#define LK_CONTRACTS_H

#include "../spec/spec.h"

/* Set the specification that contracts come from, once, before the first
   question.  */
void lk_contracts_init (struct lk_spec *);
struct lk_spec *lk_contracts_spec (void);
/* From now on it is CONTRACT_OF that answers lk_contract_of: the functions are
   Java's.  */
void lk_contracts_java (const struct lk_contract *(*contract_of) (tree));

/* What the function FNDECL promises, or NULL.  Strongest first, and a weaker
   source only adds clauses about places that no stronger one mentions:

	our own attributes, in any declaration of the unit
	the user's specification files, even for a function with a body here
	GCC's own: malloc (dealloc, n), and for the function DEALLOC itself
	the shipped specifications, for functions from elsewhere only

   where GCC's own are put behind the shipped row if there is one.  A contract
   with no clauses that is not complete says nothing about arguments and
   result: it only carries NORETURN or SUPPRESS, and a body is to be analysed
   as if there were none.

   Equal questions have equal answers (the pointer), so they may be compared.
   Creates no tree; costs one probe of a hash table the second time.  */
const struct lk_contract *lk_contract_of (tree fndecl);

/* DECL (a variable or parameter) is marked [[leakcheck::suppress]]: what is
   acquired into it is not to be followed.  The lowering sets
   lk_event.suppressed on calls whose result goes there, or whose argument is
   its address.  */
bool lk_decl_suppressed (tree decl);

/* ---- library.cc ---- */

/* DECL is in namespace std or __gnu_cxx.  */
bool lk_in_std (const_tree decl);
/* DECL is in the standard library or in a header of the system.  */
bool lk_of_library (const_tree decl);
/* Somebody wrote a destructor for the class TYPE.  */
bool lk_destructor_written (const_tree type);
/* FNDECL is compiled into the standard library, and keeps and releases
   nothing that it is given.  */
bool lk_library_borrows (tree fndecl);

/* ---- names.cc ---- */

/* The name of FNDECL for messages and rows, in ROOM of so many bytes or where
   it stays.  */
#define LK_NAME_ROOM 200
const char *lk_name_of_function (const_tree fndecl, char *room);

/* ---- For plugin/attributes.cc, which registers and checks them.  ---- */

/* Our attributes: "leakcheck_NAME" in the GNU spelling, NAME in the namespace
   leakcheck in the standard one.  */
enum lk_attribute
{
  LK_ATTRIBUTE_ACQUIRE,		/* ("kind"[, argno[, "condition"]])  */
  LK_ATTRIBUTE_RELEASE,		/* (["kind"[, argno]])  */
  LK_ATTRIBUTE_OWNING,		/* A parameter is taken over; a function's
				   result is the caller's (["kind"]).  */
  LK_ATTRIBUTE_NOT_OWNING,	/* The parameter stays, the result is not
				   the caller's.  */
  LK_ATTRIBUTE_KEEP,		/* The parameter is stored somewhere.  */
  LK_ATTRIBUTE_ALIAS,		/* ([argno]): the result is the argument.  */
  LK_ATTRIBUTE_CONTRACT,	/* ("clauses of the specification language")  */
  LK_ATTRIBUTE_SUPPRESS,
  LK_ATTRIBUTE_MUST_CALL,	/* ("function"[, "function"...]), on structures:
				   all must be called, "a or b" any of
				   these.  */
  LK_ATTRIBUTE_CREATES,		/* (argno): there is an obligation for it
				   again.  */
  LK_N_ATTRIBUTES
};

/* Without the prefix.  */
extern const char *const lk_attribute_names[LK_N_ATTRIBUTES];

/* Which of ours ATTRIBUTE (a member of DECL_ATTRIBUTES) is; LK_N_ATTRIBUTES
   if none.  */
enum lk_attribute lk_attribute_of (const_tree attribute);

/* An attribute's arguments, as far as it has any.  */
struct lk_attribute_args
{
  const char *strings[2];
  int64_t number;
  bool has_number;
};

/* Take ARGS (a TREE_LIST) apart.  False if something in it is neither a
   string nor an integer constant or there are too many.  */
bool lk_attribute_read (tree args, struct lk_attribute_args *);

/* Parse TEXT, clauses in the specification language, as a contract of its
   own.  NULL after errors, which go to ERROR.  */
const struct lk_contract *lk_contract_parse (const char *text,
					     lk_spec_error error, void *data);

/* The parameters of a prototype keep their attributes until a definition
   brings its own parameters.  Called for a function declaration whose
   parameters may carry ours, so that they survive that.  */
void lk_contracts_remember (tree fndecl);

/* The function FNDECL has our attribute "release" with ARGS: messages may
   recommend it.  */
void lk_contracts_releases (tree fndecl, tree args);
/* As lk_spec_releasers, but also those that only attributes know.  */
unsigned lk_contracts_releasers (const struct lk_kind *, const char **names,
				 unsigned max);

/* ---- promise.cc ---- */

/* The function FNDECL is declared to close its parameter INDEX, from 0,
   whatever it is.  */
void lk_promise_closer (tree fndecl, unsigned index);

#endif /* LK_CONTRACTS_H */
