/* What the files of preanalysis/ share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PREANALYSIS_PREANALYSIS_INTERNAL_H
#define LK_PREANALYSIS_PREANALYSIS_INTERNAL_H

#include "preanalysis.h"

/* Mark where the classes of objects come from that VIEW's function asks for or returns.  */
void table_mark (struct function_view *);
/* A constructor that is given references (std::pair, std::tuple) stores their targets into its
   object, or has its members do that: what its caller knows of the targets then holds for the
   members.  */
void mark_object_made (struct function_view *view);

/* ---- mod-ref.  ---- */

/* Add what the event EV writes, with what its callee does.  */
void effect_of_event (struct function_view *, const struct lk_event *ev, struct effect *);

/* ---- escape.  ---- */

/* V has been handed to somebody unknown, or stored, somewhere; before the last time
   that something was put into its memory.  */
bool value_given_away (struct context *, lk_var);
bool value_given_early (struct context *, lk_var);

/* ---- tested-inputs.  ---- */

/* What is known of FN, of which the unit may have the body; LOOK into it now if nobody
   has.  */
const struct function_info *function_asks (struct lk_unit *, struct lk_function *fn,
					   bool look);
/* The keys of VIEW are being found out: who asks meanwhile goes round in circles.
   Returns what asks_end is to be given.  */
uint32_t asks_begin (struct function_view *);
/* They are known; STORED, N of them, are of places that get tags.  */
void asks_end (struct function_view *, uint32_t missed, const key_id *stored, unsigned n);
/* EV's callee can look at (or write) what its argument number K points to.  */
bool call_may_look (const struct lk_event *, uint32_t k);
/* By variable, how many places tell something of the memory behind it (at most 2 of
   them): tests, stores and calls.  To be freed by the caller.  */
uint8_t *asks_told (struct function_view *);

/* ---- status-stores.  ---- */

/* Mark the places where VIEW's function leaves tags as worth knowing.  Returns how many
   there are for its callers, at most MAX_STORED_TAGS: their keys in FOUND.  */
unsigned tags_stored (struct function_view *, key_id *found);

/* ---- regions.  ---- */

/* The conditions that select the argument of PHI, in BLOCK; NULL if they need not be told from all
   conditions that control the blocks before it.  */
const struct deciders *regions_deciders (struct regions *, uint32_t block,
					 const struct lk_phi *phi);

/* ---- marking.  ---- */

/* What the callee of EV tests in the memory behind its argument number ARG is worth knowing
   here.  LOOK: examine the callee, if need be.  */
void mark_asked (struct function_view *view, const struct lk_event *ev, uint32_t arg, bool look);
/* Return true if FN makes an object from references: a constructor, an assignment, or a
   function of the library for that.  */
bool makes_of_references (const struct lk_function *fn);
/* Return true if a constant, a truth value, one of several values, or a descriptor is stored
   in the local object V.  */
bool gets_tag (const struct function_view *view, lk_var v);

#endif /* LK_PREANALYSIS_PREANALYSIS_INTERNAL_H */
