/* Registries: global lists of all objects of a kind, which own none of them.

   An allocator puts each new object into such a list, for a collector or for a dump at the end,
   and returns it.  The object is its caller's all the same: what drops the last reference to it
   takes it out of the list and frees it, so the list holds no reference of its own.  A list that
   does hold one (of the sessions of a server) is left by another function first.

   Heuristic: a global variable is a registry if a function stores there and frees its argument, the
   object that it has taken out, and that function, or one that passes its argument on to it, counts
   a member of the argument down.  Wrong if the object is counted for something else.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

/* An argument that a function passes on.  */
struct passed
{
  unsigned from;		/* The function's own argument, from 0.  */
  tree callee;
  unsigned to;
};

/* The effects of a function on its arguments and on global variables.  */
struct keeper
{
  auto_vec<unsigned> counted;	/* Arguments of which it counts a member down.  */
  auto_vec<unsigned> freed;	/* Arguments that it frees itself.  */
  auto_vec<struct passed> passed;
  auto_vec<tree> stored;	/* Global variables in which it stores.  */
};

struct registries
{
  hash_map<tree, struct keeper *> keepers;
  auto_vec<tree> order;
  hash_set<tree> all;		/* The variables.  */
};

static void
free_registries (void *data)
{
  struct registries *r = (struct registries *) data;
  for (unsigned i = 0; i < r->order.length (); i++)
    delete *r->keepers.get (r->order[i]);
  delete r;
}

/* ---- One function.  ---- */

/* If VALUE is an argument of the function DECL as the caller gave it, store its number in *INDEX
   and return true.  */
static bool
is_argument (tree decl, tree value, unsigned *index)
{
  if (TREE_CODE (value) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF (value) || !SSA_NAME_VAR (value))
    return false;
  *index = 0;
  for (tree arg = DECL_ARGUMENTS (decl); arg; arg = DECL_CHAIN (arg), ++*index)
    if (arg == SSA_NAME_VAR (value))
      return true;
  return false;
}

/* Return true if VALUE is one less than what is at PLACE.  */
static bool
is_one_less (tree value, tree place)
{
  bool less = false;
  while (TREE_CODE (value) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (value)))
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      enum tree_code code = gimple_assign_rhs_code (def);
      if (gimple_assign_load_p (def))
	return less && operand_equal_p (gimple_assign_rhs1 (def), place, 0);
      if (!CONVERT_EXPR_CODE_P (code) && code != SSA_NAME)
	{
	  if (less || !((code == PLUS_EXPR && integer_all_onesp (gimple_assign_rhs2 (def)))
			|| (code == MINUS_EXPR && integer_onep (gimple_assign_rhs2 (def)))))
	    return false;
	  less = true;
	}
      value = gimple_assign_rhs1 (def);
    }
  return false;
}

/* Note in K what STMT of the function DECL stores.  */
static void
note_store (struct keeper *k, tree decl, gimple *stmt)
{
  unsigned index;
  tree lhs = gimple_get_lhs (stmt), base = get_base_address (lhs);
  if (base && VAR_P (base) && is_global_var (base))
    k->stored.safe_push (base);
  else if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (lhs) == COMPONENT_REF
	   && gimple_assign_single_p (stmt) && is_argument (decl, TREE_OPERAND (base, 0), &index)
	   && is_one_less (gimple_assign_rhs1 (stmt), lhs))
    k->counted.safe_push (index);
}

/* Return true if the function CALLEE, of which the unit has no body, frees its argument number ARG,
   from 0.  */
static bool
frees (tree callee, unsigned arg)
{
  const struct lk_contract *contract = lk_contract_of (callee);
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && (c->any_kind || !c->kind || c->kind->memory)
	&& c->place.base == (int) arg + 1 && !c->place.nsel && !c->place.addend)
      return true;
  return false;
}

/* Note in K what the function DECL does by CALL.  */
static void
note_call (struct keeper *k, tree decl, gcall *call)
{
  tree callee = gimple_call_fndecl (call);
  for (unsigned i = 0; callee && i < gimple_call_num_args (call); i++)
    {
      struct passed p = { 0, callee, i };
      if (!is_argument (decl, gimple_call_arg (call, i), &p.from))
	continue;
      if (lk_body_of (callee))
	k->passed.safe_push (p);
      else if (frees (callee, i))
	k->freed.safe_push (p.from);
    }
}

static struct keeper *
examine (tree decl, struct function *fun)
{
  struct keeper *k = new struct keeper;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	if (gcall *call = dyn_cast <gcall *> (stmt))
	  note_call (k, decl, call);
	if (gimple_store_p (stmt))
	  note_store (k, decl, stmt);
      }
  return k;
}

/* ---- The unit.  ---- */

/* Return true if the function DECL, which is LAST or passes its argument number ARG on to it, gives
   LAST the argument number FREED.  SEEN are the arguments that were followed.  */
static bool
leads_to (struct registries *r, tree decl, unsigned arg, tree last, unsigned freed,
	  hash_set<int_hash<int64_t, -1, -2>> *seen)
{
  if (decl == last && arg == freed)
    return true;
  struct keeper **k = r->keepers.get (decl);
  if (!k || seen->add ((int64_t) DECL_UID (decl) * 64 + (arg < 63 ? arg : 63)))
    return false;
  for (unsigned i = 0; i < (*k)->passed.length (); i++)
    {
      const struct passed &p = (*k)->passed[i];
      if (p.from == arg && leads_to (r, p.callee, p.to, last, freed, seen))
	return true;
    }
  return false;
}

/* Return true if the argument FREED of the function LAST is freed when the last reference to it is
   dropped.  */
static bool
is_counted (struct registries *r, tree last, unsigned freed)
{
  for (unsigned i = 0; i < r->order.length (); i++)
    {
      const struct keeper *k = *r->keepers.get (r->order[i]);
      for (unsigned j = 0; j < k->counted.length (); j++)
	{
	  hash_set<int_hash<int64_t, -1, -2>> seen;
	  if (leads_to (r, r->order[i], k->counted[j], last, freed, &seen))
	    return true;
	}
    }
  return false;
}

static struct registries *
find_registries (struct lk_lowering *lowering)
{
  struct registries *r = new struct registries;
  cgraph_node *node;
  lk_keep (lowering, LK_SLOT_REGISTRIES, r, free_registries);
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (struct function *fun = lk_body_of (node->decl))
      {
	r->keepers.put (node->decl, examine (node->decl, fun));
	r->order.safe_push (node->decl);
      }
  for (unsigned i = 0; i < r->order.length (); i++)
    {
      const struct keeper *k = *r->keepers.get (r->order[i]);
      for (unsigned j = 0; j < k->freed.length () && !k->stored.is_empty (); j++)
	if (is_counted (r, r->order[i], k->freed[j]))
	  for (unsigned g = 0; g < k->stored.length (); g++)
	    r->all.add (k->stored[g]);
    }
  return r;
}

bool
lk_is_registry (struct lk_lowering *lowering, tree var)
{
  struct registries *r = (struct registries *) lowering->slots[LK_SLOT_REGISTRIES].data;
  if (lowering->function_of || lowering->options->verify)
    return false;
  return (r ? r : find_registries (lowering))->all.contains (var);
}
