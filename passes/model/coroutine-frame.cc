/* Frames of coroutines as resources.

   A coroutine that stops at its end, as its promise's final_suspend () says, leaves its frame
   to its caller: mostly the destructor of its result destroys the frame, through a
   std::coroutine_handle.  A caller that takes the handle out of the result must do so itself.
   The call of such a coroutine acquires the frame, in the member of its result that is the
   handle; coroutine_handle::destroy () releases it (spec/cxx.spec), and resume () only uses
   it.  A frame that ends by itself, or that other code has, too, has no owner here
   (unit/coroutine-owner.cc).

   The arguments of such a coroutine are in its frame, and escape to the body; but not before
   the body has begun: a coroutine that starts suspended, and is destroyed before it is
   resumed, does nothing with a raw handle.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"

struct lk_frames
{
  /* The record of a coroutine after its call; NULL: nothing is to be destroyed.  */
  hash_map<tree, struct lk_function *> made;
  auto_vec<struct lk_contract *> contracts;	/* Theirs.  */
};

static void
free_frames (void *data)
{
  struct lk_frames *frames = (struct lk_frames *) data;
  /* The functions are the unit's, which may be gone.  */
  for (unsigned i = 0; i < frames->contracts.length (); i++)
    {
      free (frames->contracts[i]->clauses);
      free (frames->contracts[i]);
    }
  delete frames;
}

/* Return true if CALL calls a coroutine.  */
static bool
calls_coroutine (const gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  struct function *fun = fndecl ? lk_body_of (fndecl) : NULL;
  return fun && lk_makes_frame (fun);
}

/* Return what acquires the frame of the coroutine FNDECL in its result; NULL: nothing is to be
   destroyed.  */
static struct lk_function *
frame_of (struct lk_lowering *lowering, tree fndecl)
{
  if (!lowering->slots[LK_SLOT_FRAMES].data)
    lk_keep (lowering, LK_SLOT_FRAMES, new lk_frames, free_frames);
  struct lk_frames *frames = (struct lk_frames *) lowering->slots[LK_SLOT_FRAMES].data;
  if (struct lk_function **known = frames->made.get (fndecl))
    return *known;
  frames->made.put (fndecl, NULL);
  struct lk_handles handles = { 0, NULL_TREE, 0 };
  struct lk_kind *kind = lk_spec_kind (lk_contracts_spec (), "coroutine-frame");
  lk_find_handles (TREE_TYPE (TREE_TYPE (fndecl)), 0, &handles);
  if (!kind || handles.n != 1 || lk_decl_suppressed (fndecl)
      || !lk_only_caller_has (lk_body_of (fndecl)))
    return NULL;
  struct lk_contract *contract = XCNEW (struct lk_contract);
  struct lk_clause *clause = XCNEW (struct lk_clause);
  clause->role = LK_ROLE_ACQUIRE;
  clause->kind = kind;
  clause->place.base = 1;
  clause->place.nsel = 1;
  clause->place.sel[0] = handles.offset;
  contract->name = lk_function_of (lowering, fndecl)->name;
  contract->source = LK_SOURCE_SHIPPED_SPEC;
  contract->complete = true;
  contract->clauses = clause;
  frames->contracts.safe_push (contract);
  struct lk_function *made = lk_unit_add_function (lowering->unit, contract->name);
  made->flags = LK_FN_NOTHROW | LK_FN_LIBRARY | LK_FN_FINDS;
  made->contract = contract;
  frames->made.put (fndecl, made);
  return made;
}

void
lk_frame_lower (struct lk_lower *l, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  if (!lhs || TREE_CODE (lhs) == SSA_NAME || !calls_coroutine (call))
    return;
  struct lk_function *made = frame_of (l->unit, gimple_call_fndecl (call));
  struct lk_operand result = made ? lk_address_of (l, lhs) : lk_operand_unknown ();
  if (result.kind != LK_PATH)
    return;
  struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL,
					       lk_location_of (call), 1);
  event->callee = made;
  event->args[0] = result;
  event->suppressed = lk_call_suppressed (l, call);
}

/* Return true if the frame FRAME has no copy of a parameter of FNDECL of a class with a
   destructor, or constructors of its own.  */
static bool
parameters_trivial (tree fndecl, tree frame)
{
  for (tree parm = DECL_ARGUMENTS (fndecl); parm; parm = DECL_CHAIN (parm))
    for (tree f = TYPE_FIELDS (frame); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL && DECL_NAME (f) && DECL_NAME (f) == DECL_NAME (parm)
	  && TREE_ADDRESSABLE (TREE_TYPE (f)))
	return false;
  return true;
}

/* Return true if the function being lowered is a coroutine that only makes its frame: the
   owner of the frame decides what happens to the arguments.  */
static bool
frame_waits (struct lk_lower *l)
{
  tree fndecl = l->fun->decl, actor = lk_makes_frame (l->fun) ? lk_actor_of (fndecl) : NULL_TREE;
  return (actor && lk_starts_suspended (actor)
	  && parameters_trivial (fndecl, TREE_TYPE (TREE_TYPE (DECL_ARGUMENTS (actor))))
	  && frame_of (l->unit, fndecl));
}

void
lk_frame_begin (struct lk_lower *l)
{
  l->frame_waits = frame_waits (l);
}

/* Return true if L's function makes a frame and CALLEE frees it.  The body has ended before,
   and its variables with it: GCC 15 and 16 count the users of a frame, and its body may be the
   last but one; older ones free it here only if an exception came before the body.  */
static bool
frees_frame (const struct lk_lower *l, const_tree callee)
{
  return DECL_IS_OPERATOR_DELETE_P (callee) && lk_makes_frame (l->fun);
}

bool
lk_frame_without_effect (struct lk_lower *l, gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (!decl || !(frees_frame (l, decl)
		 || (l->frame_waits && decl == lk_actor_of (l->fun->decl))))
    return false;
  lk_lower_unknown_result (l, call);
  return true;
}
