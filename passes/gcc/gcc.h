/* Queries of GCC's declarations, types and values for the floors of passes/.

   None of them changes anything that GCC owns: no statement, no flag, no declaration, no SSA
   name; objects stay identical byte for byte.  That is also why cfun is never set: setting it
   switches the target's tables.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_GCC_GCC_H
#define LK_PASSES_GCC_GCC_H

#include "gcc-compat.h"
#include "function.h"
#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "cgraph.h"
#include "calls.h"
#include "../passes.h"
#include "limits.h"

/* The size of the room that lk_name_of_function needs for a name.  */
#define LK_NAME_ROOM 200

/* Our attributes: "leakcheck_NAME" in the GNU spelling, NAME in the namespace
   leakcheck in the standard one.  */
enum lk_attribute
{
  LK_ATTRIBUTE_ACQUIRE,		/* ("kind"[, argno[, "condition"]])  */
  LK_ATTRIBUTE_RELEASE,		/* (["kind"[, argno]])  */
  LK_ATTRIBUTE_OWNING,		/* The callee takes ownership of a parameter; a function's
				   result belongs to the caller (["kind"]).  */
  LK_ATTRIBUTE_NOT_OWNING,	/* The parameter stays the caller's; the result is not the
				   caller's.  */
  LK_ATTRIBUTE_KEEP,		/* The parameter is stored somewhere.  */
  LK_ATTRIBUTE_ALIAS,		/* ([argno]): the result is the argument.  */
  LK_ATTRIBUTE_CONTRACT,	/* ("clauses of the specification language")  */
  LK_ATTRIBUTE_SUPPRESS,
  LK_ATTRIBUTE_MUST_CALL,	/* ("function"[, "function"...]), on structures:
				   all must be called, "a or b" any of
				   these.  */
  LK_ATTRIBUTE_CREATES,		/* (argno): the call creates an obligation for it again.  */
  LK_N_ATTRIBUTES
};

/* Without the prefix.  */
extern const char *const lk_attribute_names[LK_N_ATTRIBUTES];

/* An attribute's arguments, as far as it has any.  */
struct lk_attribute_args
{
  const char *strings[2];
  int64_t number;
  bool has_number;
};

/* ---- type-query.cc ---- */

/* Return the body of DECL that this unit has, or NULL.  */
struct function *lk_body_of (tree decl);
/* Return true if no linker will replace its body.  */
bool lk_body_is_final (tree decl);
/* Return true if FNDECL is a destructor after which the object is deleted.  */
bool lk_is_deleting (const_tree fndecl);
/* Return true if FN (gimple_call_fn) is what a virtual call calls.  */
bool lk_is_virtual (const_tree fn);
/* Return the function that FN calls virtually, as its class declares it; or NULL.  */
tree lk_virtual_method (const_tree fn);
/* Return the function at INDEX of CLASS_'s virtual table, or NULL.  */
tree lk_virtual_at (tree class_, unsigned index);
/* Return true for integers and pointers of at most 64 bits: a handle, a flag or a result may
   have such a type.  */
bool lk_matters (const_tree type);
/* Return true if a conversion of FROM to the type TO, which is not wider, may turn negative
   numbers into large ones, or large ones into negative ones.  Wider numbers are all treated as
   signed (lk_constant).  */
bool lk_changes_sign (const_tree to, const_tree from);
bool lk_boolean (const_tree type);
/* Return true for numbers that are only compared: floating-point, and wider than 64 bits.  */
bool lk_opaque (const_tree type);
/* Set the last argument to the constant VALUE as the engine represents it; return false if it
   cannot.  */
bool lk_constant (const_tree value, int64_t *);
/* Return DECL's name if the user gave it one.  */
const char *lk_decl_name (const_tree decl);
/* Translate a comparison to the engine's; return false if it has none.  */
bool lk_compare_of_code (enum tree_code, enum lk_compare *);
/* Return the size of TYPE in bytes, 0 if it is not constant.  */
uint64_t lk_size_of (const_tree type);
/* A + B, or LK_ANY if one of them is.  */
int64_t lk_add_offset (int64_t a, int64_t b);
/* Return the class of the promise in the frame that is FUN's parameter, if FUN is the body of
   a coroutine; or NULL.  */
tree lk_frame_promise (struct function *fun);
/* Return true if FIELD, of the frame, is the one that GCC itself creates under NAME.  */
bool lk_field_is (const_tree field, const char *name);
/* Return the parameter of FUN that is the pointer to a frame, if FUN is an actor or destroys a
   frame; else NULL.  */
tree lk_frame_parameter (const struct function *fun);
/* Return the pointer to the frame if FUN is an actor, else NULL.  */
tree lk_frame_pointer (struct function *fun);
cgraph_node *lk_node_of (tree decl);

/* ---- standard-library.cc ---- */

/* Return the type that TYPE declares as NAME, or NULL.  */
tree lk_named_type (tree type, const char *name);
/* Return true if TYPE is a class of the library; if it may be the type of a handle.  */
bool lk_in_library (tree type);
bool lk_is_handle (tree type);
/* Return true if FNDECL is a function of the standard library's headers.  */
bool lk_of_standard_headers (tree fndecl);
/* Return true if FNDECL, or NULL, is the function NAME of the standard library's headers; if
   TYPE, or NULL, is its class NAME; if FNDECL, or NULL, is a constructor of that class.  */
bool lk_is_standard (tree fndecl, const char *name);
bool lk_is_standard_class (tree type, const char *name);
/* Return true if TYPE is a string or a string view.  */
bool lk_is_text (tree type);
bool lk_constructs_standard (tree fndecl, const char *name);
/* Return true if DECL is in namespace std or __gnu_cxx.  */
bool lk_in_std (const_tree decl);
/* Return true if DECL is in the standard library or in a header of the system.  */
bool lk_of_library (const_tree decl);
/* Return true if BASE is the class TYPE or a base of it.  */
bool lk_same_or_base (const_tree base, const_tree type);
/* Return true if the class TYPE has a user-provided destructor.  */
bool lk_destructor_written (const_tree type);
/* Return true if FNDECL is compiled into the standard library, and neither keeps nor releases
   its arguments.  */
bool lk_library_borrows (tree fndecl);
bool lk_is_string (tree type);

/* ---- value-origin.cc ---- */

/* Return true if DECL is operator () of a class that is local to a function, as that of a
   lambda is.  */
bool lk_is_lambda_body (const_tree decl);
bool lk_is_local (tree var);
/* Return true if no function of the unit stores into the variable VAR, or has its address.  */
bool lk_only_read (tree var);
/* The steps that lk_origin_through follows from a value to its origin, besides copies.  */
enum
{
  LK_THROUGH_CASTS = 1,		/* Conversions.  */
  LK_THROUGH_MOVES = 2,		/* std::move and std::forward.  */
  LK_TO_ADDRESSES = 4,		/* An address that is assigned is the origin.  */
  LK_TO_PLACES = 8		/* So is whatever is: an address, a constant, a place that is
				   loaded.  */
};
/* Return the origin of the value OP, or NULL, THROUGH these.  There is no limit: phis are
   origins.  */
tree lk_origin_through (tree op, unsigned through);
/* The same through casts and moves, and to addresses.  */
tree lk_origin (tree op);
/* Return the call that returned it; or NULL.  */
gcall *lk_origin_call (tree op);
/* Return true if block B cannot be reached from A except through BUT.  Exceptional edges are
   ignored.  */
bool lk_only_through (basic_block a, basic_block b, basic_block but);
/* Return true if, in FUN, BEFORE dominates STMT.  */
bool lk_is_before (struct function *fun, const gimple *before, const gimple *stmt);

/* ---- display-name.cc ---- */

const char *lk_name_of_function (const_tree fndecl, char *room);
/* How messages name the function that a row calls NAME: "delete" for _ZdlPv.  NAME itself, or
   malloced text.  */
const char *lk_name_of_row (const char *name);
/* The same without inline namespaces.  */
const char *lk_plain_name (const_tree decl, char *room);
/* FIELD is a base of its class.  */
bool lk_is_base_field (const_tree field);

/* Return the constructor or destructor that DECL is a clone of; NULL if it is none.  (With -g,
   DECL_ABSTRACT_ORIGIN of a cloned function is itself.)  */
static inline tree
lk_cloned_from (const_tree decl)
{
  tree origin = DECL_ABSTRACT_ORIGIN (decl);
  return origin != decl ? origin : NULL_TREE;
}

static inline lk_loc
lk_location_of (const gimple *stmt)
{
  return LOCATION_LOCUS (gimple_location (stmt));
}

/* If not NULL: returns true if the body of DECL must not be used, because the analysis failed
   at it before (fork.cc).  */
extern bool (*lk_body_withheld) (const_tree decl);

#endif /* LK_PASSES_GCC_GCC_H */
