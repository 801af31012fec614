/* Owners of coroutines: which code has the std::coroutine_handle, or a reference to the
   promise, which is as good.

   The result of a coroutine's call is not all that leads to its frame.  The promise may enter
   itself in a list when it is made; an awaiter at the start, or at the end, is given the
   handle, too, and may queue or destroy it.  Only if none of these escapes is the frame the
   caller's alone.  So the functions that the compiler calls for the coroutine, and their
   callees, are examined for a handle that goes to anything but a local variable, the promise,
   an awaiter or the result; and for one that destroys it.  This is flow-insensitive: one such
   store makes the frame escape.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "exception.h"

bool
lk_is_coroutine_handle (tree type)
{
  return RECORD_OR_UNION_TYPE_P (type) && lk_is_standard_class (type, "coroutine_handle");
}

void
lk_find_handles (tree type, int64_t offset, struct lk_handles *found)
{
  if (!RECORD_OR_UNION_TYPE_P (type))
    return;
  if (lk_is_coroutine_handle (type))
    {
      found->n++;
      found->type = TYPE_MAIN_VARIANT (type);
      found->offset = offset;
      return;
    }
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && !DECL_BIT_FIELD (f)
	&& tree_fits_shwi_p (DECL_FIELD_OFFSET (f)))
      lk_find_handles (TREE_TYPE (f), offset + int_byte_position (f), found);
}

/* Return true if the method DECL can be called with its object alone.  */
static bool
takes_nothing (const_tree decl)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  types = types ? TREE_CHAIN (types) : NULL_TREE;
  while (types && types != void_list_node && TREE_PURPOSE (types))
    types = TREE_CHAIN (types);
  return types == void_list_node;
}

static tree
method_named (tree type, const char *name, bool bare)
{
  if (!type || !RECORD_OR_UNION_TYPE_P (type))
    return NULL_TREE;
  for (tree f = TYPE_FIELDS (TYPE_MAIN_VARIANT (type)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && DECL_NAME (f) && id_equal (DECL_NAME (f), name)
	&& (!bare || takes_nothing (f)))
      return f;
  for (tree f = TYPE_FIELDS (TYPE_MAIN_VARIANT (type)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && DECL_ARTIFICIAL (f))
      if (tree found = method_named (TREE_TYPE (f), name, bare))
	return found;
  return NULL_TREE;
}

tree
lk_method_named (tree type, const char *name)
{
  return method_named (type, name, false);
}

tree
lk_bare_method_named (tree type, const char *name)
{
  return method_named (type, name, true);
}

/* Return the class of the promise that HANDLE, a class, leads to, or NULL.  */
static tree
promise_of (tree handle)
{
  tree promise = lk_method_named (handle, "promise");
  tree type = promise ? TREE_TYPE (TREE_TYPE (promise)) : NULL_TREE;
  return (type && POINTER_TYPE_P (type) && RECORD_OR_UNION_TYPE_P (TREE_TYPE (type))
	  ? TYPE_MAIN_VARIANT (TREE_TYPE (type)) : NULL_TREE);
}

/* Return the class whose method FNDECL is, or NULL.  */
static tree
class_of (const_tree fndecl)
{
  tree context = fndecl ? DECL_CONTEXT (fndecl) : NULL_TREE;
  return context && RECORD_OR_UNION_TYPE_P (context) ? TYPE_MAIN_VARIANT (context) : NULL_TREE;
}

bool
lk_has_name (const_tree fndecl, const char *name)
{
  return DECL_NAME (fndecl) && id_equal (DECL_NAME (fndecl), name);
}

/* ---- Comparisons.  ---- */

bool
lk_awaits (const_tree fndecl)
{
  return (lk_has_name (fndecl, "await_ready") || lk_has_name (fndecl, "await_suspend")
	  || lk_has_name (fndecl, "await_resume"));
}

bool
lk_language_calls (const_tree fndecl)
{
  static const char *const names[]
    = { "await_transform", "initial_suspend", "final_suspend", "yield_value", "return_value",
	"return_void", "unhandled_exception", "get_return_object" };
  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (lk_has_name (fndecl, names[i]))
      return true;
  return lk_awaits (fndecl);
}

bool
lk_in_handle (const_tree fndecl)
{
  tree type = class_of (fndecl);
  return type && lk_is_coroutine_handle (type);
}

tree
lk_thrown_on (const_tree fndecl)
{
  tree promise = lk_in_handle (fndecl) ? promise_of (class_of (fndecl)) : NULL_TREE;
  return (promise && !lk_has_name (fndecl, "destroy")
	  ? lk_method_named (promise, "unhandled_exception") : NULL_TREE);
}

bool
lk_starts_suspended (tree fndecl)
{
  tree parm = DECL_ARGUMENTS (fndecl);
  struct function *fun = (parm && !DECL_CHAIN (parm) && DECL_ARTIFICIAL (fndecl)
			  ? lk_body_of (fndecl) : NULL);
  tree promise = fun ? lk_frame_promise (fun) : NULL_TREE;
  tree initial = promise ? lk_method_named (promise, "initial_suspend") : NULL_TREE;
  return initial && lk_is_standard_class (TREE_TYPE (TREE_TYPE (initial)), "suspend_always");
}

/* ---- Who else has it.  ---- */

struct handed
{
  hash_set<tree> own;		/* Classes of the promise, of results and awaiters, and of
				   their members.  */
  hash_set<tree> promises;	/* The promise's, and its bases.  */
  hash_set<tree> seen;		/* Functions.  */
};

static bool lets_out (struct handed *h, tree fndecl);

static void
add_own (hash_set<tree> *own, tree type, bool only_bases)
{
  if (!RECORD_OR_UNION_TYPE_P (type) || own->add (TYPE_MAIN_VARIANT (type)))
    return;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && (!only_bases || DECL_ARTIFICIAL (f)))
      add_own (own, TREE_TYPE (f), only_bases);
}

/* Return true if a value of TYPE leads to a frame.  */
static bool
leads (struct handed *h, tree type)
{
  if (POINTER_TYPE_P (type))
    {
      type = TREE_TYPE (type);
      if (h->promises.contains (TYPE_MAIN_VARIANT (type)))
	return true;
    }
  struct lk_handles found = { 0, NULL_TREE, 0 };
  lk_find_handles (type, 0, &found);
  return found.n != 0;
}

/* Return true if what is stored in PLACE stays in the frame, or with its owner.  */
static bool
stays (struct handed *h, tree place)
{
  tree base = get_base_address (place);
  if (!base || (DECL_P (base) && is_global_var (base)))
    return false;
  if (DECL_P (base))
    return true;
  if (TREE_CODE (base) != MEM_REF && TREE_CODE (base) != TARGET_MEM_REF)
    return false;
  tree type = TREE_TYPE (TREE_TYPE (TREE_OPERAND (base, 0)));
  return (h->own.contains (TYPE_MAIN_VARIANT (type)) || lk_is_coroutine_handle (type)
	  || lk_method_named (type, "get_return_object"));
}

/* Return true if FNDECL, of the library, passes its argument on: its row says what it does, and it
   neither stores the argument nor calls other code with it.  */
static bool
hands_on (tree fndecl)
{
  const struct lk_member_role *role = lk_in_std (fndecl) ? lk_member_role (fndecl) : NULL;
  return role && !role->puts && !role->visits;
}

/* Return true if CALL passes a handle to other code, or destroys the frame.  */
static bool
call_lets_out (struct handed *h, gcall *call)
{
  tree decl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  if (lhs && TREE_CODE (lhs) != SSA_NAME && leads (h, TREE_TYPE (lhs)) && !stays (h, lhs))
    return true;
  if (gimple_call_internal_p (call) || (decl && hands_on (decl)))
    return false;
  if (decl && lk_in_handle (decl))
    return lk_has_name (decl, "destroy") || lk_has_name (decl, "address");
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (leads (h, TREE_TYPE (gimple_call_arg (call, i))))
      return !decl || lets_out (h, decl);
  return false;
}

/* Return true if FNDECL, which has a handle, does.  */
static bool
lets_out (struct handed *h, tree fndecl)
{
  struct function *fun = lk_body_of (fndecl);
  if (h->seen.add (fndecl))
    return false;
  if (!fun)
    return true;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (is_gimple_call (stmt))
	  {
	    if (call_lets_out (h, as_a <gcall *> (stmt)))
	      return true;
	  }
	else if (gimple_assign_single_p (stmt)
		 && TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
		 && !gimple_clobber_p (stmt)
		 && leads (h, TREE_TYPE (gimple_assign_rhs1 (stmt)))
		 && !stays (h, gimple_assign_lhs (stmt)))
	  return true;
      }
  return false;
}

/* ---- What is awaited.  ---- */

/* Return true if FNDECL always returns VALUE.  */
static bool
always_returns (tree fndecl, int64_t value)
{
  struct function *fun = lk_body_of (fndecl);
  if (!fun)
    return false;
  edge e;
  edge_iterator ei;
  bool any = false;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (fun)->preds)
    {
      gimple_stmt_iterator i = gsi_last_nondebug_bb (e->src);
      greturn *last = gsi_end_p (i) ? NULL : dyn_cast <greturn *> (gsi_stmt (i));
      tree result = last ? gimple_return_retval (last) : NULL_TREE;
      int64_t returned;
      result = lk_origin_through (result, LK_TO_PLACES);
      if (!result || !lk_constant (result, &returned) || (returned != 0) != (value != 0))
	return false;
      any = true;
    }
  return any;
}

tree
lk_actor_of (tree fndecl)
{
  struct function *fun = lk_body_of (fndecl);
  basic_block bb;
  if (!fun)
    return NULL_TREE;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	tree decl = is_gimple_call (gsi_stmt (i)) ? gimple_call_fndecl (gsi_stmt (i)) : NULL;
	struct function *called = decl ? lk_body_of (decl) : NULL;
	if (called && lk_frame_promise (called))
	  return decl;
      }
  return NULL_TREE;
}

/* Return the last of the functions called NAME, of the class TYPE, that FUN calls; or NULL.
   (An instance of a template is no member of the class, so the class is not searched.)  */
static tree
called_of (struct function *fun, const_tree type, const char *name)
{
  tree found = NULL_TREE;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	tree decl = is_gimple_call (gsi_stmt (i)) ? gimple_call_fndecl (gsi_stmt (i)) : NULL;
	if (decl && lk_has_name (decl, name) && class_of (decl) == type)
	  found = decl;
      }
  return found;
}

/* Return true if the coroutine whose body is ACTOR, with PROMISE, stops at its end, and no
   awaiter there keeps or destroys the frame.  */
static bool
stops_at_end (struct handed *h, struct function *actor, tree promise)
{
  tree last = lk_method_named (promise, "final_suspend");
  tree type = last ? TREE_TYPE (TREE_TYPE (last)) : NULL_TREE;
  if (type && POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  if (!type || !RECORD_OR_UNION_TYPE_P (type) || lets_out (h, last))
    return false;
  if (lk_is_standard_class (type, "suspend_always"))
    return true;
  tree own = TYPE_MAIN_VARIANT (type);
  tree ready = lk_method_named (own, "await_ready");
  tree suspend = called_of (actor, own, "await_suspend");
  if (!suspend)
    suspend = lk_method_named (own, "await_suspend");
  add_own (&h->own, own, false);
  return (ready && always_returns (ready, 0) && suspend && !lets_out (h, suspend)
	  && (TREE_CODE (TREE_TYPE (TREE_TYPE (suspend))) != BOOLEAN_TYPE
	      || always_returns (suspend, 1)));
}

/* Return true if DECL belongs to an awaiter in a coroutine's body, which gets the handle
   meanwhile; or to the promise.  */
static bool
awaits (struct handed *h, const_tree decl)
{
  tree type = class_of (decl);
  if (type && lk_has_name (decl, "await_suspend"))
    return !lk_in_std (decl);
  return type && h->promises.contains (type);
}

/* Return true if FUN calls functions that get the handle and let it out: those of classes that
   are the frame's own, and with AWAITED those of awaiters.  */
static bool
some_let_out (struct handed *h, struct function *fun, bool awaited)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	tree decl = is_gimple_call (gsi_stmt (i)) ? gimple_call_fndecl (gsi_stmt (i)) : NULL;
	tree type = decl ? class_of (decl) : NULL_TREE;
	if (decl && type && !lk_is_coroutine_handle (type) && !DECL_CXX_DESTRUCTOR_P (decl)
	    && (awaited ? awaits (h, decl) : h->own.contains (type)))
	  {
	    if (awaited)
	      add_own (&h->own, type, false);
	    if (lets_out (h, decl))
	      return true;
	  }
      }
  return false;
}

bool
lk_only_caller_has (struct function *fun)
{
  struct handed h;
  tree result = TREE_TYPE (TREE_TYPE (fun->decl));
  tree body = lk_actor_of (fun->decl);
  struct function *actor = body ? lk_body_of (body) : NULL;
  tree promise = actor ? lk_frame_promise (actor) : NULL_TREE;
  tree made = promise ? lk_method_named (promise, "get_return_object") : NULL_TREE;
  if (!made)
    return false;
  add_own (&h.promises, promise, true);
  add_own (&h.own, promise, false);
  add_own (&h.own, result, false);
  add_own (&h.own, TREE_TYPE (TREE_TYPE (made)), false);
  if (some_let_out (&h, fun, false) || !stops_at_end (&h, actor, promise))
    return false;
  /* A result that destroys it is notified by the code that goes on with it when that is over.  */
  return lk_destructor_written (result) || !some_let_out (&h, actor, true);
}

bool
lk_makes_frame (const struct function *fun)
{
  return fun->coroutine_component && !lk_frame_parameter (fun);
}
