/* Functions without a body that hand over what they return, as their callers show.

   A function that releases on every path what another one has returned, and does not take it from a
   holder, owns it: "shape *s = m.make (1); s->draw (); delete s;".  Then all callers own it, and a
   path on which one of them drops the result loses it.  The same holds for a virtual function: its
   callers rely on what the class promises.

   A function that stores the result in a member which the destructor releases owns it as well.

   Heuristic: one such function, and no more functions that only use the result than such as release
   it.  Wrong if the callee returns what it goes on holding and a caller that is the exception
   deletes that.  Functions with an argument that may hold the result, or be replaced by it (`void
   *put (struct table *, void *)'), are not examined.  A caller shows nothing if it passes the
   result on, stores or returns it, tells the callee's object or arguments something else, or stores
   NULL: it may take from its holder what it was only shown.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

/* Evidence from the callers of a function.  */
struct shown
{
  const struct lk_kind *kind;
  bool sure;			/* One releases the result on every path.  */
  bool denied;			/* Two release it in different ways.  */
  unsigned releasing, using_;	/* Calls.  */
  const struct lk_contract *contract;
};

struct factories
{
  hash_map<tree, struct shown> all;
  auto_vec<tree> order;
  hash_map<tree, const struct lk_kind *> ended;	/* Members that destructors release.  */
  /* Of the function FUN: the calls that may take something from a holder, and whether it stores
     NULL.  */
  struct function *fun;
  auto_vec<gcall *> taking;
  bool stores_null;
};

static void
free_factories (void *data)
{
  delete (struct factories *) data;
}

/* ---- Releases.  ---- */

/* Return the value that CALL releases, whose kind is stored in *KIND, or NULL.  */
static tree
released_value (gcall *call, const struct lk_kind **kind)
{
  tree decl = gimple_call_fndecl (call);
  tree class_ = decl ? DECL_CONTEXT (decl) : NULL_TREE;
  unsigned n = gimple_call_num_args (call);
  *kind = NULL;
  if (!decl)
    {
      tree method = gimple_call_fn (call) ? lk_virtual_method (gimple_call_fn (call)) : NULL_TREE;
      if (!method || !lk_is_deleting (method) || !n)
	return NULL_TREE;
      *kind = lk_contract_kind ("object");
      return gimple_call_arg (call, 0);
    }
  if (class_ && TYPE_P (class_) && n > 1 && DECL_NAME (decl)
      && (DECL_CXX_CONSTRUCTOR_P (decl) || id_equal (DECL_NAME (decl), "reset"))
      && (lk_is_standard_class (class_, "unique_ptr")
	  || lk_is_standard_class (class_, "shared_ptr")))
    {
      *kind = lk_contract_kind ("object");
      return gimple_call_arg (call, 1);
    }
  const struct lk_contract *contract = lk_contract_of (decl);
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->kind && c->place.base > 0 && !c->place.nsel
	&& !c->place.addend && (unsigned) c->place.base <= n)
      {
	*kind = c->kind;
	return gimple_call_arg (call, c->place.base - 1);
      }
  return NULL_TREE;
}

/* Return true if the function DECL may return what one of its arguments is, holds, or replaces: an
   object of the result's type, or anything.  */
static bool
returns_held (tree decl)
{
  tree result = TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (TREE_TYPE (decl))));
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (decl)); t && TREE_VALUE (t) != void_type_node;
       t = TREE_CHAIN (t))
    if (POINTER_TYPE_P (TREE_VALUE (t)) && !TYPE_READONLY (TREE_TYPE (TREE_VALUE (t))))
      {
	tree given = TYPE_MAIN_VARIANT (TREE_TYPE (TREE_VALUE (t)));
	if (given == result || VOID_TYPE_P (given)
	    || (VOID_TYPE_P (result) && RECORD_OR_UNION_TYPE_P (given)))
	  return true;
      }
  return false;
}

/* Return the function that CALL calls if it has neither a body nor a contract and returns a
   pointer to what no argument leads to; else NULL.  */
static tree
unknown_callee (gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (!decl && gimple_call_fn (call))
    decl = lk_virtual_method (gimple_call_fn (call));
  if (!decl || lk_body_of (decl) || DECL_IN_SYSTEM_HEADER (decl) || fndecl_built_in_p (decl)
      || !TREE_PUBLIC (decl) || DECL_CXX_CONSTRUCTOR_P (decl) || DECL_CXX_DESTRUCTOR_P (decl)
      || TREE_CODE (TREE_TYPE (TREE_TYPE (decl))) != POINTER_TYPE || returns_held (decl)
      || lk_contract_of (decl))
    return NULL_TREE;
  return decl;
}

/* ---- Holders.  ---- */

/* Return the parameter's type of argument K of CALL, or NULL.  */
static tree
parameter_type (gcall *call, unsigned k)
{
  tree type = gimple_call_fntype (call), parm = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
  for (; parm && k; k--)
    parm = TREE_CHAIN (parm);
  return parm ? TREE_VALUE (parm) : NULL_TREE;
}

static bool
lends_constant (gcall *call, unsigned k)
{
  tree type = parameter_type (call, k);
  return type && POINTER_TYPE_P (type) && TYPE_READONLY (TREE_TYPE (type));
}

/* Return true if A and B are one object, or what one getter returns of one object in two calls.  */
static bool
same_object (tree a, tree b)
{
  for (;;)
    {
      a = lk_origin_through (a, LK_THROUGH_CASTS | LK_TO_PLACES);
      b = lk_origin_through (b, LK_THROUGH_CASTS | LK_TO_PLACES);
      if (!a || !b || operand_equal_p (a, b, 0))
	return a && b;
      gcall *first = lk_origin_call (a), *second = lk_origin_call (b);
      if (!first || !second || !gimple_call_fndecl (first)
	  || gimple_call_fndecl (first) != gimple_call_fndecl (second)
	  || gimple_call_num_args (first) != 1 || gimple_call_num_args (second) != 1)
	return false;
      a = gimple_call_arg (first, 0);
      b = gimple_call_arg (second, 0);
    }
}

/* Return true if OTHER, one of the calls that may take something from a holder, may take from it
   what CALL has returned.  */
static bool
tells_holder (gcall *call, gcall *other)
{
  bool any = false;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree mine = gimple_call_arg (call, i);
      if (!POINTER_TYPE_P (TREE_TYPE (mine)) || lends_constant (call, i))
	continue;
      any = true;
      for (unsigned k = 0; k < gimple_call_num_args (other); k++)
	if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (other, k))) && !lends_constant (other, k)
	    && same_object (mine, gimple_call_arg (other, k)))
	  return true;
    }
  for (unsigned k = 0; !any && k < gimple_call_num_args (other); k++)
    {
      tree arg = gimple_call_arg (other, k);
      if (POINTER_TYPE_P (TREE_TYPE (arg)) && integer_zerop (arg))
	return true;
    }
  return false;
}

/* Let F know which statements of FUN may take something from a holder.  */
static void
find_taking (struct factories *f, struct function *fun)
{
  basic_block bb;
  if (f->fun == fun)
    return;
  f->fun = fun;
  f->taking.truncate (0);
  f->stores_null = false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	const struct lk_kind *kind;
	if (gcall *call = dyn_cast <gcall *> (stmt))
	  {
	    tree decl = gimple_call_fndecl (call);
	    if (!released_value (call, &kind) && !(decl && lk_of_library (decl)))
	      f->taking.safe_push (call);
	  }
	else
	  f->stores_null |= (gimple_store_p (stmt) && gimple_assign_single_p (stmt)
			     && POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (stmt)))
			     && integer_zerop (gimple_assign_rhs1 (stmt)));
      }
}

/* Return true if FUN may take from its holder what CALL, of DECL, has returned.  */
static bool
takes_away (struct factories *f, struct function *fun, gcall *call, tree decl)
{
  find_taking (f, fun);
  bool takes = f->stores_null;
  for (unsigned i = 0; i < f->taking.length () && !takes; i++)
    takes = (f->taking[i] != call && unknown_callee (f->taking[i]) != decl
	     && tells_holder (call, f->taking[i]));
  return takes;
}

/* ---- A call.  ---- */

/* The uses in a function of the result of a call.  */
struct result_uses
{
  auto_vec<tree> names;		/* SSA names that hold it.  */
  auto_vec<gcall *> releases;
  const struct lk_kind *kind;	/* Of the releases.  */
  bool used, passed;
  bool ended;			/* A destructor releases the member that it is stored in.  */
};

static void
add_name (struct result_uses *r, tree name)
{
  if (name && TREE_CODE (name) == SSA_NAME)
    {
      if (!r->names.contains (name))
	r->names.safe_push (name);
    }
  else
    r->passed = true;
}

/* CALL has the value NAME among its arguments.  */
static void
note_argument (struct result_uses *r, gcall *call, tree name)
{
  const struct lk_kind *kind;
  tree released = released_value (call, &kind), decl = gimple_call_fndecl (call);
  if (released == name)
    {
      r->releases.safe_push (call);
      r->kind = kind;
      return;
    }
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (gimple_call_arg (call, k) == name)
      {
	tree type = parameter_type (call, k), fntype = gimple_call_fntype (call);
	const struct lk_contract *contract = decl ? lk_contract_of (decl) : NULL;
	bool lent = ((k == 0 && fntype && TREE_CODE (fntype) == METHOD_TYPE)
		     || (type && TREE_CODE (type) == REFERENCE_TYPE)
		     || (contract && contract->complete));
	r->used |= lent;
	r->passed |= !lent;
      }
}

/* The value is stored in PLACE, which may be a member that a destructor releases.  */
static void
note_store (struct factories *f, struct result_uses *r, tree place)
{
  const struct lk_kind **kind
    = TREE_CODE (place) == COMPONENT_REF ? f->ended.get (TREE_OPERAND (place, 1)) : NULL;
  r->ended |= kind != NULL;
  r->passed |= kind == NULL;
  if (kind)
    r->kind = *kind;
}

/* STMT uses the value NAME.  */
static void
note_use (struct factories *f, struct result_uses *r, gimple *stmt, tree name)
{
  if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND)
    return;
  if (gcall *call = dyn_cast <gcall *> (stmt))
    note_argument (r, call, name);
  else if (gphi *phi = dyn_cast <gphi *> (stmt))
    add_name (r, gimple_phi_result (phi));
  else if (!is_gimple_assign (stmt))
    r->passed = true;
  else if (TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison)
    return;
  else if (gimple_assign_rhs1 (stmt) == name
	   && (gimple_assign_single_p (stmt) || gimple_assign_cast_p (stmt)))
    {
      if (gimple_store_p (stmt))
	note_store (f, r, gimple_assign_lhs (stmt));
      else
	add_name (r, gimple_assign_lhs (stmt));
    }
  else if (gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR
	   || gimple_assign_rhs_code (stmt) == ADDR_EXPR)
    r->passed = true;
  else
    r->used = true;
}

/* Return true if E is taken only where one of R's values is NULL.  */
static bool
is_for_null (const struct result_uses *r, edge e)
{
  gcond *cond = safe_dyn_cast <gcond *> (last_nondebug_stmt (e->src));
  if (!cond || !r->names.contains (gimple_cond_lhs (cond))
      || !integer_zerop (gimple_cond_rhs (cond)))
    return false;
  return (gimple_cond_code (cond) == EQ_EXPR ? (e->flags & EDGE_TRUE_VALUE) != 0
	  : gimple_cond_code (cond) == NE_EXPR ? (e->flags & EDGE_FALSE_VALUE) != 0 : false);
}

static bool
is_release (const struct result_uses *r, gimple *stmt)
{
  gcall *call = dyn_cast <gcall *> (stmt);
  return call && r->releases.contains (call);
}

static bool
has_release (const struct result_uses *r, basic_block bb)
{
  for (unsigned i = 0; i < r->releases.length (); i++)
    if (gimple_bb (r->releases[i]) == bb)
      return true;
  return false;
}

/* Return true if R's function, FUN, leaves no other way from CALL to its end than through a
   release or with NULL.  Exceptions do not count.  */
static bool
always_releases (const struct result_uses *r, struct function *fun, gcall *call)
{
  hash_set<basic_block> seen;
  auto_vec<basic_block> worklist;
  /* In the call's own block only what comes after the call; a loop may lead back to the rest.  */
  gimple_stmt_iterator i = gsi_for_stmt (call);
  for (gsi_next (&i); !gsi_end_p (i); gsi_next (&i))
    if (is_release (r, gsi_stmt (i)))
      return true;
  bool first = true;
  worklist.safe_push (gimple_bb (call));
  while (!worklist.is_empty ())
    {
      basic_block bb = worklist.pop ();
      if (!first && (seen.add (bb) || has_release (r, bb)))
	continue;
      first = false;
      if (bb == EXIT_BLOCK_PTR_FOR_FN (fun))
	return false;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL)) && !is_for_null (r, e))
	  worklist.safe_push (e->dest);
    }
  return true;
}

/* Add to S, of F, what CALL of DECL in FUN shows.  */
static void
examine_call (struct factories *f, struct shown *s, struct function *fun, gcall *call, tree decl)
{
  struct result_uses r;
  tree lhs = gimple_call_lhs (call);
  r.kind = NULL;
  r.used = r.passed = r.ended = false;
  if (!lhs)
    return;
  if (TREE_CODE (lhs) == COMPONENT_REF)
    note_store (f, &r, lhs);
  else
    add_name (&r, lhs);
  for (unsigned i = 0; i < r.names.length (); i++)
    {
      imm_use_iterator it;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, it, r.names[i])
	note_use (f, &r, USE_STMT (use), r.names[i]);
    }
  if (r.releases.is_empty () && !r.ended)
    s->using_ += r.used && !r.passed;
  else if (!r.passed && !takes_away (f, fun, call, decl))
    {
      s->denied |= s->kind && s->kind != r.kind;
      s->kind = r.kind;
      s->releasing++;
      s->sure |= r.ended || always_releases (&r, fun, call);
    }
}

/* ---- The unit.  ---- */

/* Call SEE with F and each call in the functions of the unit that are the program's.  */
static void
visit_calls (struct factories *f,
	     void (*see) (struct factories *f, struct function *fun, gcall *call))
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      struct function *fun
	= DECL_IN_SYSTEM_HEADER (node->decl) ? NULL : lk_body_of (node->decl);
      for (cgraph_edge *e = fun ? node->callees : NULL; e; e = e->next_callee)
	if (e->call_stmt)
	  see (f, fun, e->call_stmt);
      for (cgraph_edge *e = fun ? node->indirect_calls : NULL; e; e = e->next_callee)
	if (e->call_stmt)
	  see (f, fun, e->call_stmt);
    }
}

/* The function DECL, if it is not NULL, is to be looked at.  */
static void
add_factory (struct factories *f, tree decl)
{
  bool known = true;
  if (decl)
    f->all.get_or_insert (decl, &known);
  if (!known)
    {
      struct shown none = { NULL, false, false, 0, 0, NULL };
      f->all.put (decl, none);
      f->order.safe_push (decl);
    }
}

/* A callback: if CALL releases what an unknown function has returned, that is to be looked at.  */
static void
note_factory (struct factories *f, struct function *, gcall *call)
{
  const struct lk_kind *kind;
  tree value = released_value (call, &kind);
  gcall *made = value ? lk_origin_call (value) : NULL;
  add_factory (f, made ? unknown_callee (made) : NULL_TREE);
}

/* A callback: if CALL, in a destructor, releases a member, note that.  */
static void
note_ended (struct factories *f, struct function *fun, gcall *call)
{
  const struct lk_kind *kind;
  tree value = DECL_CXX_DESTRUCTOR_P (fun->decl) ? released_value (call, &kind) : NULL_TREE;
  value = value ? lk_origin_through (value, LK_THROUGH_CASTS) : NULL_TREE;
  gimple *def = value && TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (def && gimple_assign_load_p (def)
      && TREE_CODE (gimple_assign_rhs1 (def)) == COMPONENT_REF)
    f->ended.put (TREE_OPERAND (gimple_assign_rhs1 (def), 1), kind);
}

/* A callback: if what CALL of an unknown function returns is stored in such a member, that function
   is to be looked at.  */
static void
note_stored (struct factories *f, struct function *, gcall *call)
{
  tree decl = unknown_callee (call), lhs = decl ? gimple_call_lhs (call) : NULL_TREE;
  use_operand_p use;
  gimple *stmt;
  while (lhs && TREE_CODE (lhs) == SSA_NAME)
    lhs = (single_imm_use (lhs, &use, &stmt) && gimple_assign_single_p (stmt)
	   ? gimple_assign_lhs (stmt) : NULL_TREE);
  if (lhs && TREE_CODE (lhs) == COMPONENT_REF && f->ended.get (TREE_OPERAND (lhs, 1)))
    add_factory (f, decl);
}

/* A callback: note what CALL, in FUN, shows of a function that is looked at.  */
static void
note_call (struct factories *f, struct function *fun, gcall *call)
{
  tree decl = unknown_callee (call);
  struct shown *s = decl ? f->all.get (decl) : NULL;
  if (s)
    examine_call (f, s, fun, call, decl);
}

/* Find the functions that hand over what they return.  */
static struct factories *
find_factories (struct lk_lowering *lowering)
{
  struct factories *f = new struct factories;
  f->fun = NULL;
  lk_keep (lowering, LK_SLOT_FACTORIES, f, free_factories);
  visit_calls (f, note_factory);
  visit_calls (f, note_ended);
  if (!f->ended.is_empty ())
    visit_calls (f, note_stored);
  if (!f->order.is_empty ())
    visit_calls (f, note_call);
  for (unsigned i = 0; i < f->order.length (); i++)
    {
      struct shown *s = f->all.get (f->order[i]);
      if (s->sure && !s->denied && s->releasing >= s->using_)
	{
	  char room[LK_NAME_ROOM];
	  s->contract
	    = lk_contract_acquiring (s->kind, lk_name_of_function (f->order[i], room));
	}
    }
  return f;
}

const struct lk_contract *
lk_shown_factory (struct lk_lowering *lowering, tree decl)
{
  struct factories *f = (struct factories *) lowering->slots[LK_SLOT_FACTORIES].data;
  if (lowering->function_of || lowering->options->verify)
    return NULL;
  const struct shown *s = (f ? f : find_factories (lowering))->all.get (decl);
  return s ? s->contract : NULL;
}
