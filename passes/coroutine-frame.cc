/* Frames of coroutines, which somebody has to destroy.

   A coroutine that stops at its end, as its promise's final_suspend () says, leaves its frame to
   who called it: mostly the destructor of what it has returned destroys it, through a
   std::coroutine_handle.  Who takes the handle out of that has to do so himself.  (Of the leaks of
   ten collections that were not found, 11 were such frames.)

   So the call of such a coroutine acquires the frame, in the member of its result that is the
   handle; coroutine_handle::destroy () releases it (spec/cxx.spec), and who resumes it only uses
   it.  A frame that ends by itself (std::suspend_never), or that what is awaited at the end
   destroys, is nobody's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* Classes in classes that are looked at for a handle.  */
#define MAX_HANDLE_DEPTH 8

struct lk_frames
{
  /* What the engine sees of a coroutine past its call; NULL: nothing is to be destroyed.  */
  hash_map<tree, struct lk_function *> made;
};

/* Add to *N how many objects std::coroutine_handle there are in one of TYPE, which is at OFFSET:
   *CLASS_ is the last one's class, *AT where it is, in bytes.  */
static void
find_handles (tree type, int64_t offset, unsigned depth, unsigned *n, tree *class_, int64_t *at)
{
  if (!RECORD_OR_UNION_TYPE_P (type) || depth == MAX_HANDLE_DEPTH)
    return;
  if (lk_is_standard_class (type, "coroutine_handle"))
    {
      ++*n;
      *class_ = TYPE_MAIN_VARIANT (type);
      *at = offset;
      return;
    }
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && !DECL_BIT_FIELD (f)
	&& tree_fits_shwi_p (DECL_FIELD_OFFSET (f)))
      find_handles (TREE_TYPE (f), offset + int_byte_position (f), depth + 1, n, class_, at);
}

/* The only function called NAME of the class TYPE, or of one of its bases; or NULL.  */
static tree
method_named (tree type, const char *name, unsigned depth)
{
  if (!type || !RECORD_OR_UNION_TYPE_P (type) || depth == MAX_HANDLE_DEPTH)
    return NULL_TREE;
  for (tree f = TYPE_FIELDS (TYPE_MAIN_VARIANT (type)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && DECL_NAME (f) && id_equal (DECL_NAME (f), name))
      return f;
  for (tree f = TYPE_FIELDS (TYPE_MAIN_VARIANT (type)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && DECL_ARTIFICIAL (f))
      if (tree found = method_named (TREE_TYPE (f), name, depth + 1))
	return found;
  return NULL_TREE;
}

/* FNDECL calls destroy ().  */
static bool
destroys (tree fndecl)
{
  basic_block bb;
  struct function *fun = lk_body_of (fndecl);
  if (!fun)
    return true;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	tree called = is_gimple_call (gsi_stmt (i)) ? gimple_call_fndecl (gsi_stmt (i)) : NULL;
	if (called && DECL_NAME (called) && id_equal (DECL_NAME (called), "destroy"))
	  return true;
      }
  return false;
}

/* A frame to which HANDLE, a class, leads stops at its end, and is still there.  */
static bool
stops_at_end (tree handle)
{
  tree promise = method_named (handle, "promise", 0);
  tree type = promise ? TREE_TYPE (TREE_TYPE (promise)) : NULL_TREE;
  tree last = (type && POINTER_TYPE_P (type)
	       ? method_named (TREE_TYPE (type), "final_suspend", 0) : NULL_TREE);
  if (!last)
    return false;
  tree awaiter = TREE_TYPE (TREE_TYPE (last));
  if (lk_is_standard_class (awaiter, "suspend_always"))
    return true;
  tree suspended = method_named (awaiter, "await_suspend", 0);
  return (suspended && !lk_is_standard_class (awaiter, "suspend_never") && !destroys (suspended));
}

/* CALL calls a coroutine.  */
static bool
calls_coroutine (const gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  struct function *fun = fndecl ? lk_body_of (fndecl) : NULL;
  return fun && fun->coroutine_component && !DECL_ARTIFICIAL (fndecl);
}

/* What acquires the frame of the coroutine FNDECL in its result; NULL: nothing is to be
   destroyed.  */
static struct lk_function *
frame_of (struct lk_lowering *lowering, tree fndecl)
{
  if (!lowering->frames)
    lowering->frames = new lk_frames;
  bool known;
  struct lk_function *&made = lowering->frames->made.get_or_insert (fndecl, &known);
  if (known)
    return made;
  unsigned n = 0;
  tree handle = NULL_TREE;
  int64_t at = 0;
  struct lk_kind *kind = lk_spec_kind (lk_contracts_spec (), "coroutine-frame");
  made = NULL;
  find_handles (TREE_TYPE (TREE_TYPE (fndecl)), 0, 0, &n, &handle, &at);
  if (!kind || n != 1 || !stops_at_end (handle) || lk_decl_suppressed (fndecl))
    return NULL;
  struct lk_contract *contract = XCNEW (struct lk_contract);
  struct lk_clause *clause = XCNEW (struct lk_clause);
  clause->role = LK_ROLE_ACQUIRE;
  clause->kind = kind;
  clause->place.base = 1;
  clause->place.nsel = 1;
  clause->place.sel[0] = at;
  contract->name = lk_function_of (lowering, fndecl)->name;
  contract->source = LK_SOURCE_SHIPPED_SPEC;
  contract->complete = true;
  contract->clauses = clause;
  made = lk_unit_add_function (lowering->unit, contract->name);
  made->flags = LK_FN_NOTHROW | LK_FN_LIBRARY;
  made->contract = contract;
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

bool
lk_resumes (const struct lk_lower *l)
{
  tree decl = l->fun->decl;
  return (DECL_CONTEXT (decl) && TYPE_P (DECL_CONTEXT (decl))
	  && lk_is_standard_class (DECL_CONTEXT (decl), "coroutine_handle"));
}

void
lk_frames_free (struct lk_lowering *lowering)
{
  if (lowering->frames)
    for (auto i = lowering->frames->made.begin (); i != lowering->frames->made.end (); ++i)
      if ((*i).second)
	{
	  free ((*i).second->contract->clauses);
	  free (const_cast <struct lk_contract *> ((*i).second->contract));
	}
  delete lowering->frames;
}
