/* Models of library calls: events that the lowering emits instead of following bodies.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_MODEL_MODEL_H
#define LK_PASSES_MODEL_MODEL_H

#include "../lower/lower.h"

/* ---- model/swap.cc ---- */

/* CALL, in the library, swaps two values that are no objects of classes with constructors or
   destructors: emit the events for that.  */
bool lk_swap_lower (struct lk_lower *, gcall *call);

/* ---- std-lock.cc ---- */

/* Return true if CALL is of std::lock, and has been lowered (model/std-lock.cc).  */
bool lk_lock_lower (struct lk_lower *, gcall *call);

/* ---- vtable-store.cc ---- */

bool lk_lower_table (struct lk_lower *, gimple *stmt);

/* ---- model/container.cc ---- */

/* Find the containers of L's function that are followed; free them.  */
void lk_containers_find (struct lk_lower *);
void lk_containers_end (struct lk_lower *);
/* Return true if CALL concerns one of them: request what it needs, and lower it.  */
bool lk_container_need (struct lk_lower *, gcall *call);
bool lk_container_lower (struct lk_lower *, gcall *call);
/* Return true if CALL concerns *CONTAINER, which is followed.  */
bool lk_container_followed (struct lk_lower *, gcall *call, lk_var *container);
/* Let escape what a function has put into a container of L's function that is not followed.  */
void lk_container_after (struct lk_lower *, gcall *call);
/* Find the containers and their uses; return true if not all uses of VAR, one of these variables or
   parameters, are understood.  */
void lk_containers_examine (struct lk_lower *);
bool lk_container_spoiled (struct lk_lower *, tree var);
/* DEST, a variable, is loaded from SRC, which may be in one of them.  */
bool lk_container_load (struct lk_lower *, struct lk_operand dest,
			struct lk_operand src, lk_loc);

/* ---- container-parameter.cc ---- */

/* Return true if PARM of FUN is a pointer or reference to a container of handles.  */
bool lk_is_container_parameter (struct function *fun, tree parm);
/* Return true if parameter number K of FNDECL, from 0, is one, and is followed in its body.  */
bool lk_container_parameter (struct lk_lowering *, tree fndecl, unsigned k);

/* ---- container-function.cc ---- */

struct lk_function *lk_container_model (struct lk_lowering *, enum lk_container_model);

/* ---- shared-pointer.cc ---- */

/* Return the clause by which "new" acquires an object; NULL: the unit has none.  */
const struct lk_clause *lk_clause_of_new (struct lk_lowering *);
/* Return true if CALL, in FUNCTION, takes the object of a parameter, a unique pointer to one
   object that is deleted in the usual way, and the object is used.  */
bool lk_takes_from_parameter (struct lk_lowering *, const_tree function, const gcall *call);
/* Return true if CALL makes a shared pointer that releases nothing: request what it needs, and
   lower it.  */
bool lk_deleter_need (struct lk_lower *, gcall *call);
bool lk_deleter_lower (struct lk_lower *, gcall *call);

/* ---- model/insertion.cc ---- */

/* Return true if CALL puts a handle into a container unless that has its key, and the program
   expects that case: request what it needs, and lower it.  */
bool lk_insertion_need (struct lk_lower *, gcall *call);
bool lk_insertion_lower (struct lk_lower *, gcall *call);

/* ---- coroutine-body.cc ---- */

/* L's function may be the body of a coroutine: find its variables.  */
void lk_coroutine_begin (struct lk_lower *);
void lk_coroutine_end (struct lk_lower *);
/* Return the variable of the body that REF, a member of the frame, is, or NULL.  */
tree lk_coroutine_variable (const struct lk_lower *, const_tree ref);
/* A value is about to be stored at LHS: that may be the end of the body.  */
void lk_coroutine_store (struct lk_lower *, const_tree lhs, lk_loc);
/* The block being filled returns.  Return false if the function is no coroutine.  */
bool lk_coroutine_return (struct lk_lower *);

/* ---- model/coroutine-frame.cc ---- */

/* Called after the events of CALL: if it calls a coroutine whose frame must be destroyed,
   acquire the frame.  */
void lk_frame_lower (struct lk_lower *, gcall *call);
/* The function begins; return true if CALL is that of the body of the coroutine being lowered,
   which has no effect yet, or frees the frame, whose body has ended.  */
void lk_frame_begin (struct lk_lower *);
bool lk_frame_without_effect (struct lk_lower *, gcall *call);

/* ---- model/coroutine-handle.cc ---- */

/* Return true if CALL compares two handles, and has been lowered.  */
bool lk_handle_lower (struct lk_lower *, gcall *call);

/* All models; NULL ends them.  */
extern const struct lk_model *const lk_models[];

#endif /* LK_PASSES_MODEL_MODEL_H */
