/* Bodies of coroutines.  GCC moves the body into a function of its own, the actor, which is
   called anew after each suspension and begins with a switch on where it was.  The user's
   variables become members of the frame, a block that the caller gave it.

   Only the body uses these members, so here each is a local object again.  Where the body
   suspends, the frame keeps their values; and control goes on at the switch as well, as it
   will when the coroutine is resumed.  Where the body ends, they end.

   A generator's frame may be destroyed while it is suspended at a co_yield: a caller that
   needs no more values destroys the generator, whose destructor destroys the frame.  Control
   then goes on at the switch, too, to the destructors of the variables, and all end.  A
   coroutine that awaits something is assumed to be resumed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"

/* Return true if FIELD is an operand of a co_await without a variable, of a class without a
   destructor.  */
static bool
field_is_awaiter (const_tree field)
{
  const char *name = DECL_NAME (field) ? IDENTIFIER_POINTER (DECL_NAME (field)) : "";
  return (startswith (name, "Aw") && ISDIGIT (name[2])
	  && TREE_CODE (TREE_TYPE (field)) == RECORD_TYPE
	  && !lk_destructor_written (TREE_TYPE (field)));
}

/* Return true if FIELD is a variable of the user's, or says where the body was.  The promise,
   parameters and other temporaries live as long as the frame.  */
static bool
field_is_local (const_tree field, const_tree var)
{
  return (lk_field_is (field, "_Coro_resume_index") || field_is_awaiter (field)
	  || (lk_decl_name (var) && DECL_NAME (field)
	      && !startswith (IDENTIFIER_POINTER (DECL_NAME (field)), "_Coro_")));
}

/* Find the variables of BLOCK that live in the frame, by their members.  */
static void
find_variables (struct lk_lower *l, tree block)
{
  for (tree var = BLOCK_VARS (block); var; var = DECL_CHAIN (var))
    if (VAR_P (var) && DECL_HAS_VALUE_EXPR_P (var)
	&& TREE_CODE (DECL_VALUE_EXPR (var)) == COMPONENT_REF)
      {
	tree field = TREE_OPERAND (DECL_VALUE_EXPR (var), 1);
	if (field_is_local (field, var))
	  l->frame_vars->put (field, var);
      }
  for (tree sub = BLOCK_SUBBLOCKS (block); sub; sub = BLOCK_CHAIN (sub))
    find_variables (l, sub);
}

void
lk_coroutine_begin (struct lk_lower *l)
{
  l->frame = lk_frame_pointer (l->fun);
  tree outer = DECL_INITIAL (l->fun->decl);
  if (!l->frame || !outer || TREE_CODE (outer) != BLOCK)
    {
      l->frame = NULL_TREE;
      return;
    }
  l->frame_vars = new hash_map<tree, tree>;
  find_variables (l, outer);
}

void
lk_coroutine_end (struct lk_lower *l)
{
  delete l->frame_vars;
}

tree
lk_coroutine_variable (const struct lk_lower *l, const_tree ref)
{
  if (!l->frame || TREE_CODE (ref) != COMPONENT_REF
      || TREE_CODE (TREE_OPERAND (ref, 0)) != MEM_REF
      || TREE_OPERAND (TREE_OPERAND (ref, 0), 0) != l->frame
      || !integer_zerop (TREE_OPERAND (TREE_OPERAND (ref, 0), 1)))
    return NULL_TREE;
  tree *var = l->frame_vars->get (TREE_OPERAND (ref, 1));
  return var ? *var : NULL_TREE;
}

/* Return the address of VAR, as the body has it.  */
static struct lk_operand
variable_address (struct lk_lower *l, tree var)
{
  return lk_operand_path (lk_path_make (l->graph, lk_decl_var (l, var), 0, NULL,
					0));
}

/* The members, in their order: that of a hash table changes from run to run.  */
#define FOR_EACH_FRAME_VAR(L, FIELD, VAR) \
  for (tree FIELD = TYPE_FIELDS (TREE_TYPE (TREE_TYPE ((L)->frame))); FIELD; \
       FIELD = DECL_CHAIN (FIELD)) \
    if (tree *VAR = (L)->frame_vars->get (FIELD))

void
lk_coroutine_store (struct lk_lower *l, const_tree lhs, lk_loc loc)
{
  /* The value stored at the end tells other functions that the body has ended.  */
  if (!l->frame || TREE_CODE (lhs) != COMPONENT_REF
      || !lk_field_is (TREE_OPERAND (lhs, 1), "_Coro_resume_fn"))
    return;
  if (l->graph->end_loc == UNKNOWN_LOCATION)
    l->graph->end_loc = loc;
  FOR_EACH_FRAME_VAR (l, field, var)
    if (!lk_field_is (field, "_Coro_resume_index"))
      {
	struct lk_event *event
	  = lk_graph_add_event (l->graph, l->block, LK_EVENT_DEAD, loc, 0);
	event->dest = variable_address (l, *var);
      }
}

/* ---- Generators.  ---- */

/* Return true if the coroutine's result destroys it in its destructor.  */
static bool
is_generator (const struct lk_lower *l)
{
  tree promise = lk_frame_promise (l->fun);
  for (tree m = promise ? TYPE_FIELDS (promise) : NULL_TREE; m; m = DECL_CHAIN (m))
    if (TREE_CODE (m) == FUNCTION_DECL && DECL_NAME (m)
	&& id_equal (DECL_NAME (m), "get_return_object"))
      {
	tree made = TREE_TYPE (TREE_TYPE (m));
	return RECORD_OR_UNION_TYPE_P (made) && lk_destructor_written (made);
      }
  return false;
}

/* Return true if STMT, which says where the coroutine suspends, stands after a call of
   yield_value.  */
static bool
is_yield (gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  gimple_stmt_iterator i = gsi_for_stmt (stmt);
  gsi_prev (&i);
  while (true)
    {
      for (; !gsi_end_p (i); gsi_prev (&i))
	{
	  tree decl = is_gimple_call (gsi_stmt (i)) ? gimple_call_fndecl (gsi_stmt (i)) : NULL;
	  if (decl && DECL_NAME (decl) && id_equal (DECL_NAME (decl), "yield_value"))
	    return true;
	}
      if (!single_pred_p (bb))
	return false;
      bb = single_pred (bb);
      i = gsi_last_bb (bb);
    }
  return false;
}

struct yield
{
  int64_t index;		/* Where it resumes; when it is destroyed, one more.  */
  lk_loc loc;
};

/* Return the member of the frame that has the position: its variable, or NULL; YIELDS gets the
   places where it is set for a yielded value.  */
static tree
find_yields (struct lk_lower *l, auto_vec<yield> *yields)
{
  tree index = NULL_TREE;
  FOR_EACH_FRAME_VAR (l, field, var)
    if (lk_field_is (field, "_Coro_resume_index"))
      index = *var;
  basic_block bb;
  FOR_EACH_BB_FN (bb, l->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); index && !gsi_end_p (i); gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	int64_t value;
	if (gimple_assign_single_p (stmt)
	    && lk_coroutine_variable (l, gimple_assign_lhs (stmt)) == index
	    && lk_constant (gimple_assign_rhs1 (stmt), &value) && is_yield (stmt))
	  yields->safe_push ({ value, lk_location_of (stmt) });
      }
  return index;
}

static void
end_variables (struct lk_lower *l, uint32_t block, lk_loc loc)
{
  FOR_EACH_FRAME_VAR (l, field, var)
    if (!lk_field_is (field, "_Coro_resume_index"))
      {
	struct lk_event *event = lk_graph_add_event (l->graph, block, LK_EVENT_DEAD, loc, 0);
	event->dest = variable_address (l, *var);
      }
}

/* Return the block from which the coroutine, suspended or destroyed, goes on to the end of
   what it held; otherwise OUT.  */
static uint32_t
leave_generator (struct lk_lower *l, struct lk_operand frame, uint32_t out)
{
  auto_vec<yield> yields;
  tree index = is_generator (l) ? find_yields (l, &yields) : NULL_TREE;
  if (yields.is_empty ())
    return out;
  uint32_t ask = lk_graph_add_block (l->graph);
  int64_t sel[] = { 0 };
  struct lk_operand place
    = lk_operand_path (lk_path_make (l->graph, lk_decl_var (l, index), 1, sel, 0));
  l->graph->blocks[ask].term = LK_TERM_SWITCH;
  l->graph->blocks[ask].a = place;
  for (unsigned i = 0; i < yields.length (); i++)
    {
      uint32_t destroyed = lk_graph_add_block (l->graph);
      uint32_t gone = lk_graph_add_block (l->graph);
      uint32_t kept = lk_graph_add_block (l->graph);
      struct lk_event *event
	= lk_graph_add_event (l->graph, destroyed, LK_EVENT_ASSIGN, yields[i].loc, 0);
      event->dest = place;
      event->src = lk_operand_const (yields[i].index + 1);
      /* Meanwhile other code could access the promise.  */
      l->block = destroyed;
      lk_escape (l, frame, 0);
      l->graph->blocks[destroyed].term = LK_TERM_GOTO;
      lk_graph_add_edge (l->graph, destroyed, l->block_of[l->order[0]->index], 0);
      end_variables (l, gone, yields[i].loc);
      l->graph->blocks[gone].term = LK_TERM_RETURN;
      l->graph->blocks[kept].term = LK_TERM_GOTO;
      lk_graph_add_edge (l->graph, kept, out, 0);
      lk_graph_add_edge (l->graph, kept, destroyed, 0);
      struct lk_edge *e = lk_graph_add_edge (l->graph, ask, kept, 0);
      e->lo = e->hi = yields[i].index;
      e = lk_graph_add_edge (l->graph, ask, gone, 0);
      e->lo = e->hi = yields[i].index + 1;
    }
  lk_graph_add_edge (l->graph, ask, out, LK_EDGE_DEFAULT);
  return ask;
}

bool
lk_coroutine_return (struct lk_lower *l)
{
  if (!l->frame || l->order.is_empty ())
    return false;
  struct lk_operand frame = lk_operand_of (l, l->frame);
  uint32_t out = lk_graph_add_block (l->graph);
  uint32_t again = lk_graph_add_block (l->graph);
  l->graph->blocks[l->block].term = LK_TERM_GOTO;
  uint32_t left = l->block;
  lk_graph_add_edge (l->graph, left, leave_generator (l, frame, out), 0);
  lk_graph_add_edge (l->graph, left, again, 0);
  /* Meanwhile other code can access the promise.  */
  l->block = again;
  lk_escape (l, frame, 0);
  l->graph->blocks[again].term = LK_TERM_GOTO;
  lk_graph_add_edge (l->graph, again, l->block_of[l->order[0]->index], 0);
  l->block = out;
  FOR_EACH_FRAME_VAR (l, field, var)
    lk_copy (l, lk_plus (l, frame, int_byte_position (field)),
	     variable_address (l, *var), lk_size_of (TREE_TYPE (field)), 0);
  l->graph->blocks[out].term = LK_TERM_RETURN;
  return true;
}
