/* The pass: a unit begins, its functions are lowered on demand, it ends.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_PASS_H
#define LK_PASSES_PASS_H

#include "check/check.h"

/* Where functions come from.  All but BODY may be NULL.  */
struct lk_front_end
{
  void (*body) (void *, struct lk_function *);
  bool again;			/* BODY makes the same body each time it is called.  */
  /* Return what a function promises to the verifier; whether TARGET, which a dispatcher calls,
     runs on an object with a member at SELECTOR; whether an object holds more than it was given
     when CONSTRUCTOR returns.  */
  const struct lk_promise *(*promise_of) (void *, struct lk_function *);
  bool (*runs_on) (void *, struct lk_function *target, int64_t selector);
  bool (*holds) (void *, struct lk_function *constructor);
  /* Note all functions that call one (struct lk_host); or NULL.  */
  void (*callers) (void *, struct lk_function *,
		   void (*note) (void *seen, struct lk_function *caller), void *seen);
  /* Whether a function without a body only reads what an argument points to (struct lk_host).  */
  bool (*only_reads) (void *, struct lk_function *, uint32_t arg);
};

/* ---- record.cc ---- */

/* Deliver the contracts of the functions that other units can call.  */
void lk_record_contracts (struct lk_lowering *);
/* Deliver the linker's names of the functions that were looked up in the indexes.  */
void lk_deliver_imports (void);

/* ---- pass.cc ---- */

/* Begin a unit: open the dump and make the engine's unit.  The engine calls BODY with the
   lowering for the body of a function, and calls it AGAIN if it needs the graph again.  */
void lk_unit_begin (struct lk_lowering *, const struct lk_pass_options *,
		    const struct lk_front_end *);
/* Dump and check the graph of a function if the options say so.  */
void lk_graph_made (struct lk_lowering *, struct lk_function *);
/* A body is going to be read.  The limits that were met before are the unit's, which lk_unit_end
   reports unless a function has met them, too.  */
void lk_begin_body (struct lk_lowering *);
/* Lower the body of a function, dump and check it; report the limits that were met since
   lk_begin_body.  */
void lk_lower_body (struct lk_lowering *, struct lk_function *);
/* Report that the unit is finished, which began at START; free everything.  */
void lk_unit_end (struct lk_lowering *, clock_t start);

#endif /* LK_PASSES_PASS_H */
