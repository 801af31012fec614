/* Element loss: members that hold many handles, and methods that lose some.

   A class whose destructor releases all elements of its own container or array owns them.  A
   method that removes elements without reading them (clear (), erase (i)) loses them, and so
   does one that overwrites an element under a key from the caller, or at the next place of a
   ring, without a test.

   Most code that looks like that is right: a function that removes an element may have it from
   elsewhere, its caller may have tested the place before, the place may be empty.  A loss is
   therefore reported only for a class that only the unit reaches, that makes all its elements
   itself and returns none; if neither the function nor its callees and callers release or pass
   on anything of that kind, or call unknown functions with objects; and if no other function
   releases an element and leaves it there.  (Measured on 238 clean classes that a reviewer
   wrote: a check of the function alone reports 120.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "check.h"
#include "gimple-walk.h"
#include "langhooks.h"
#include "../unit/element-use.h"

struct function_use
{
  tree decl;
  struct lk_use_of_elements use;
};

/* A member, and the functions that name it.  */
struct many
{
  tree field;
  auto_vec<struct function_use *> uses;
};

struct lost
{
  struct lk_lowering *lowering;
  hash_map<tree, struct many *> by_field;
  auto_vec<struct many *> all;	/* In an order that is always the same.  */
  tree decl;			/* The function that is being examined.  */
};

static tree handle_type (tree type);
static gcall *made_within (struct lk_lowering *lowering, tree value, const struct lk_clause **by,
			   hash_set<tree> *active);
static bool is_put_only (struct function *fun, tree value, hash_set<tree> *seen);

/* ---- Who names them.  ---- */

/* Return true if FIELD is a member of a class that only the unit reaches, or only the unit gets at
   what is in it.  */
static bool
is_members_class_private (struct lost *l, tree field)
{
  tree class_ = DECL_CONTEXT (field);
  return (class_ && TREE_CODE (class_) == RECORD_TYPE && lk_holds_many (TREE_TYPE (field))
	  && (lk_class_is_private (class_) || lk_is_closed_container (l->lowering, field)));
}

/* A callback: REF is read or written; or, ADDRESS, OBJECT's address is taken.  */
static bool
note_reference (gimple *, tree object, tree ref, void *data)
{
  struct lost *l = (struct lost *) data;
  if (TREE_CODE (ref) == ADDR_EXPR)
    ref = object;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF
	&& is_members_class_private (l, TREE_OPERAND (ref, 1)))
      {
	struct many *&m = l->by_field.get_or_insert (TREE_OPERAND (ref, 1));
	if (!m)
	  {
	    m = new struct many;
	    m->field = TREE_OPERAND (ref, 1);
	    l->all.safe_push (m);
	  }
	if (m->uses.is_empty () || m->uses.last ()->decl != l->decl)
	  {
	    struct function_use *f = new struct function_use ();
	    f->decl = l->decl;
	    m->uses.safe_push (f);
	  }
      }
  return false;
}

/* A callback: STMT stands in DECL.  */
static void
note_statement (gimple *stmt, tree decl, void *data)
{
  struct lost *l = (struct lost *) data;
  l->decl = decl;
  if (!gimple_clobber_p (stmt))
    walk_stmt_load_store_addr_ops (stmt, l, note_reference, note_reference, note_reference);
}

/* ---- What functions do, with those that they call.  ---- */

static struct lk_use_of_elements *
use_of (struct many *m, tree decl)
{
  for (unsigned i = 0; i < m->uses.length (); i++)
    if (m->uses[i]->decl == decl)
      return &m->uses[i]->use;
  return NULL;
}

/* Return the function whose lambda DECL is, or NULL.  */
static tree
lambda_in (tree decl)
{
  tree class_ = DECL_CONTEXT (decl);
  tree in = class_ && TREE_CODE (class_) == RECORD_TYPE ? TYPE_CONTEXT (class_) : NULL_TREE;
  return in && TREE_CODE (in) == FUNCTION_DECL ? in : NULL_TREE;
}

/* Return true if DECL is a destructor of CLASS.  */
static bool
destroys (tree decl, tree class_)
{
  return (DECL_CXX_DESTRUCTOR_P (decl) && DECL_CONTEXT (decl)
	  && TYPE_MAIN_VARIANT (DECL_CONTEXT (decl)) == TYPE_MAIN_VARIANT (class_));
}

/* The operations of a function on handles of one kind, in any place.  */
struct doing
{
  bool releases;
  bool unknown;			/* It calls unknown functions, with an object.  */
};

/* Return true if the contract of CALL's callee says that it releases something of KIND.  */
static bool
releases_kind (struct lk_lowering *lowering, const gcall *call, const struct lk_kind *kind)
{
  tree fndecl = gimple_call_fndecl (call);
  const struct lk_contract *contract
    = fndecl ? lk_function_of (lowering, fndecl)->contract : NULL;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && (c->any_kind || c->kind == kind))
      return true;
  return false;
}

/* Return true if CALL makes an owner of a handle of TYPE: a smart pointer, a guard.  */
static bool
makes_owner (const gcall *call, const_tree type)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || !DECL_CXX_CONSTRUCTOR_P (fndecl) || !POINTER_TYPE_P (type))
    return false;
  for (unsigned i = 1; i < gimple_call_num_args (call); i++)
    {
      tree arg = TREE_TYPE (gimple_call_arg (call, i));
      if (POINTER_TYPE_P (arg) && TYPE_MAIN_VARIANT (TREE_TYPE (arg))
				  == TYPE_MAIN_VARIANT (TREE_TYPE (type)))
	return true;
    }
  return false;
}

/* Return true if BB of FUN is reached without an exception.  */
static bool
bb_is_normal (struct function *fun, basic_block bb)
{
  while (bb != ENTRY_BLOCK_PTR_FOR_FN (fun))
    {
      edge e;
      edge_iterator ei;
      bool normal = false;
      FOR_EACH_EDGE (e, ei, bb->preds)
	if (!(e->flags & EDGE_EH))
	  normal = true;
      if (!normal)
	return false;
      if (!single_pred_p (bb))
	return true;
      bb = single_pred (bb);
    }
  return true;
}

/* Return what DECL itself does with handles of KIND, such as M holds.  */
static struct doing
does_itself (struct lost *l, struct many *m, tree decl, const struct lk_kind *kind)
{
  struct doing d = { false, false };
  struct function *fun = lk_body_of (decl);
  tree type = handle_type (TREE_TYPE (m->field));
  basic_block bb;
  if (!fun || DECL_IN_SYSTEM_HEADER (decl))
    return d;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (i)))
	{
	  for (unsigned k = 0; !gimple_call_fndecl (call) && k < gimple_call_num_args (call); k++)
	    d.unknown |= POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, k)));
	  /* The release of memory by "new", when a constructor throws, is none.  */
	  d.releases |= ((bb_is_normal (fun, bb) && releases_kind (l->lowering, call, kind))
			 || makes_owner (call, type));
	}
  return d;
}

/* Return true if DECL, a callee or a lambda of it, releases or passes on elements of M.
   Destructors do not matter, nor, for elements, does BUT.  KIND: or handles of that kind, or
   calls an unknown function; NULL: only elements count.  */
static bool
disturbs (struct lost *l, struct many *m, tree decl, const struct lk_kind *kind, tree but,
	  hash_set<tree> *seen)
{
  if (seen->add (decl))
    return false;
  struct lk_use_of_elements *use = decl == but ? NULL : use_of (m, decl);
  if (use && (use->releases || use->keeps))
    return true;
  if (kind)
    {
      struct doing d = does_itself (l, m, decl, kind);
      if (d.releases || d.unknown)
	return true;
    }
  for (unsigned i = 0; i < m->uses.length (); i++)
    {
      tree in = lambda_in (m->uses[i]->decl);
      if (in && (in == decl || lk_cloned_from (decl) == in)
	  && (m->uses[i]->use.releases || m->uses[i]->use.keeps))
	return true;
    }
  cgraph_node *node = cgraph_node::get (decl);
  for (cgraph_edge *e = node ? node->callees : NULL; e; e = e->next_callee)
    if (!DECL_CXX_DESTRUCTOR_P (e->callee->decl) && !DECL_IN_SYSTEM_HEADER (e->callee->decl)
	&& disturbs (l, m, e->callee->decl, kind, but, seen))
      return true;
  return false;
}

/* Store the direct and indirect callers of DECL in ALL.  Return false if one is a constructor
   or destructor of M's class.  */
static bool
find_callers (struct many *m, tree decl, auto_vec<tree> *all)
{
  hash_set<tree> seen;
  seen.add (decl);
  all->safe_push (decl);
  for (unsigned i = 0; i < all->length (); i++)
    {
      cgraph_node *node = cgraph_node::get ((*all)[i]);
      for (cgraph_edge *e = node ? node->callers : NULL; e; e = e->next_caller)
	{
	  tree caller = e->caller->decl;
	  if (destroys (caller, DECL_CONTEXT (m->field))
	      || (DECL_CXX_CONSTRUCTOR_P (caller)
		  && DECL_CONTEXT (caller) == DECL_CONTEXT (m->field)))
	    return false;
	  if (!seen.add (caller))
	    all->safe_push (caller);
	}
      if (tree in = lambda_in ((*all)[i]))
	if (!seen.add (in))
	  all->safe_push (in);
    }
  return true;
}

/* Return true if the destructor, or a callee of it, releases the elements of M.  */
static bool
releases_all (struct many *m, tree decl, hash_set<tree> *seen)
{
  if (seen->add (decl))
    return false;
  struct lk_use_of_elements *use = use_of (m, decl);
  if (use && use->releases)
    return true;
  cgraph_node *node = cgraph_node::get (decl);
  for (cgraph_edge *e = node ? node->callees : NULL; e; e = e->next_callee)
    if (releases_all (m, e->callee->decl, seen))
      return true;
  return false;
}

/* Return the kind of the elements of M if the class's destructor releases them; else NULL.  */
static const struct lk_kind *
owned_kind (struct many *m)
{
  bool owned = false;
  const struct lk_kind *kind = NULL;
  for (unsigned i = 0; i < m->uses.length (); i++)
    if (m->uses[i]->use.kind)
      kind = m->uses[i]->use.kind;
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (destroys (node->decl, DECL_CONTEXT (m->field)))
      {
	hash_set<tree> seen;
	owned |= releases_all (m, node->decl, &seen);
      }
  return owned ? kind : NULL;
}

/* ---- Who else may hold them.  ---- */

/* Return the type of the handles in TYPE, a container or an array, or TYPE.  */
static tree
handle_type (tree type)
{
  if (TREE_CODE (type) == ARRAY_TYPE)
    return TYPE_MAIN_VARIANT (TREE_TYPE (type));
  tree element = lk_element_type (type);
  if (!element && RECORD_OR_UNION_TYPE_P (type))
    element = lk_named_type (type, "value_type");
  return TYPE_MAIN_VARIANT (element ? element : type);
}

/* Return true if TYPE is a text.  */
static bool
is_text (const_tree type)
{
  return (POINTER_TYPE_P (type) && INTEGRAL_TYPE_P (TREE_TYPE (type))
	  && TYPE_PRECISION (TREE_TYPE (type)) == BITS_PER_UNIT);
}

/* Return true if another member of the class holds handles like those of M, or leads to such:
   it may be an index, or a list.  A single text beside many has mostly nothing to do with
   them.  */
static bool
held_elsewhere (struct many *m)
{
  tree type = handle_type (TREE_TYPE (m->field));
  for (tree f = TYPE_FIELDS (DECL_CONTEXT (m->field)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && f != m->field
	&& handle_type (TREE_TYPE (f)) == type && !is_text (TREE_TYPE (f))
	&& (POINTER_TYPE_P (type) || lk_holds_many (TREE_TYPE (f))))
      return true;
  if (POINTER_TYPE_P (type) && RECORD_OR_UNION_TYPE_P (TREE_TYPE (type))
      && TYPE_NAME (TREE_TYPE (type)) && DECL_P (TYPE_NAME (TREE_TYPE (type)))
      && !DECL_IN_SYSTEM_HEADER (TYPE_NAME (TREE_TYPE (type))))
    for (tree f = TYPE_FIELDS (TREE_TYPE (type)); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL && handle_type (TREE_TYPE (f)) == type)
	return true;
  return false;
}

/* ---- What is put there.  ---- */

/* Return true if the function FUN returns what it has acquired, or a constant.  ACTIVE are the
   functions that are being searched: what comes of a recursion is not known.  */
static bool
returns_new (struct lk_lowering *lowering, struct function *fun, hash_set<tree> *active)
{
  bool made = false;
  edge e;
  edge_iterator ei;
  auto_vec<tree> values;
  hash_set<tree> seen;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (fun)->preds)
    if (greturn *ret = safe_dyn_cast <greturn *> (last_nondebug_stmt (e->src)))
      if (gimple_return_retval (ret))
	values.safe_push (gimple_return_retval (ret));
  while (!values.is_empty ())
    {
      tree value = lk_put_value (fun, values.pop ());
      const struct lk_clause *by;
      if (!value)
	return false;
      if (seen.add (value) || TREE_CODE (value) == INTEGER_CST)
	continue;
      if (TREE_CODE (value) == SSA_NAME && gimple_code (SSA_NAME_DEF_STMT (value)) == GIMPLE_PHI)
	for (unsigned i = 0; i < gimple_phi_num_args (SSA_NAME_DEF_STMT (value)); i++)
	  values.safe_push (gimple_phi_arg_def (SSA_NAME_DEF_STMT (value), i));
      else if (!made_within (lowering, value, &by, active))
	return false;
      else
	made = true;
    }
  return made;
}

/* Return the call that acquires VALUE, its result (*BY says how), or that of a function of the
   program that returns what it has acquired; else NULL.  */
static gcall *
made_within (struct lk_lowering *lowering, tree value, const struct lk_clause **by,
	     hash_set<tree> *active)
{
  *by = NULL;
  gcall *call = (value && TREE_CODE (value) == SSA_NAME
		 ? dyn_cast <gcall *> (SSA_NAME_DEF_STMT (value)) : NULL);
  tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
  if (!fndecl)
    return NULL;
  *by = lk_acquires_result (lowering, fndecl);
  if (*by)
    return call;
  struct function *body = lk_of_library (fndecl) ? NULL : lk_body_of (fndecl);
  if (!body || active->add (body->decl))
    return NULL;
  bool made = returns_new (lowering, body, active);
  active->remove (body->decl);
  return made ? call : NULL;
}

static gcall *
made_by (struct lk_lowering *lowering, tree value, const struct lk_clause **by)
{
  hash_set<tree> active;
  return made_within (lowering, value, by, &active);
}

/* The same for the values of the local variable VAR.  */
static bool
is_variable_put_only (struct function *fun, tree var, hash_set<tree> *seen)
{
  basic_block bb;
  if (seen->add (var))
    return true;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gimple *stmt = gsi_stmt (i);
	tree lhs = gimple_assign_load_p (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
	if (lhs && gimple_assign_rhs1 (stmt) == var
	    && (TREE_CODE (lhs) != SSA_NAME || !is_put_only (fun, lhs, seen)))
	  return false;
      }
  return true;
}

/* Return true if VALUE, which is stored there in FUN, is not returned, and stored nowhere
   else.  SEEN are the values and variables that were searched.  */
static bool
is_put_only (struct function *fun, tree value, hash_set<tree> *seen)
{
  imm_use_iterator i;
  use_operand_p use;
  if (seen->add (value))
    return true;
  FOR_EACH_IMM_USE_FAST (use, i, value)
    {
      gimple *stmt = USE_STMT (use);
      tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
      if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND
	  || (lhs && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison))
	continue;
      if (gimple_code (stmt) == GIMPLE_RETURN)
	return false;
      tree copy = (gimple_code (stmt) == GIMPLE_PHI ? gimple_phi_result (stmt)
		   : lhs && gimple_assign_rhs1 (stmt) == value ? lhs : NULL_TREE);
      if (!copy || !lk_is_handle (TREE_TYPE (copy)))
	continue;
      if (TREE_CODE (copy) == SSA_NAME)
	{
	  if (!is_put_only (fun, copy, seen))
	    return false;
	}
      else if (VAR_P (copy) && !is_global_var (copy)
	       && !is_variable_put_only (fun, copy, seen))
	return false;
    }
  return true;
}

/* Return true if all that the program stores in M is acquired where it is stored, and stored
   nowhere else; *MADE is the first such call, *BY says how, in the function *IN.  CONSTANTS
   becomes true if values that are no handles are stored there, too.  */
static bool
makes_all (struct lost *l, struct many *m, gcall **made, const struct lk_clause **by, tree *in,
	   bool *constants)
{
  *made = NULL;
  *constants = false;
  for (unsigned i = 0; i < m->uses.length (); i++)
    for (unsigned k = 0; k < m->uses[i]->use.puts.length (); k++)
      {
	const struct lk_put *put = &m->uses[i]->use.puts[k];
	const struct lk_clause *how;
	if (put->value && TREE_CODE (put->value) == INTEGER_CST)
	  {
	    *constants = true;
	    continue;
	  }
	gcall *call = made_by (l->lowering, put->value, &how);
	hash_set<tree> seen;
	if (!call || !is_put_only (lk_body_of (m->uses[i]->decl), put->value, &seen))
	  return false;
	if (!*made)
	  {
	    *made = call;
	    *by = how;
	    *in = m->uses[i]->decl;
	  }
      }
  return *made != NULL;
}

/* ---- What is lost.  ---- */

/* Report that STMT of DECL loses a handle of KIND that M holds, in the way HOW.  MADE, of MADE_IN,
   acquired it, BY says how.  */
static void
report_loss (struct lost *l, struct many *m, const struct lk_kind *kind, tree decl, gimple *stmt,
	     enum lk_step_kind how, gcall *made, const struct lk_clause *by, tree made_in)
{
  struct lk_lost lost;
  memset (&lost, 0, sizeof lost);
  lost.kind = by && by->kind ? by->kind : kind;
  lost.releasers = by ? by->releasers : NULL;
  lost.member = lk_decl_name (m->field);
  lost.how = how;
  lk_lost_by (l->lowering, &lost, made, made_in, stmt, decl);
}

/* The uses of one member in all functions.  */
struct whole
{
  const struct lk_kind *kind;
  bool returned;		/* Some function returns elements of the class.  */
  bool only_destroyed;		/* Only the destructor ever releases one.  */
  bool later;			/* Some function releases one, and leaves it there.  */
  bool constants;		/* Values that are no handles are stored there.  */
  gcall *made;			/* The first call that makes an element,  */
  const struct lk_clause *by;	/* how,  */
  tree in;			/* and where.  */
};

/* Return true if F has stored something in the member before END.  */
static bool
puts_before (const struct function_use *f, const struct lk_end *end)
{
  for (unsigned i = 0; i < f->use.puts.length (); i++)
    if (end->ending == LK_ENDS_ALL || f->use.puts[i].number < end->number)
      return true;
  return false;
}

/* Return true if END, in F, removes handles.  */
static bool
is_loss (const struct function_use *f, const struct lk_end *end, const struct whole *w)
{
  if (w->later || puts_before (f, end))
    return false;
  switch (end->ending)
    {
    case LK_ENDS_ALL:
      return !f->use.counts && !w->returned;
    case LK_ENDS_WALKED:
      return !f->use.tests;
    default:
      return !f->use.tests && !w->returned && !w->constants;
    }
}

/* Return true if one of ALL, which reach the statement in F, tests the contents of M,
   disturbs, or has an argument by which it may know them.  */
static bool
any_disturbs (struct lost *l, struct many *m, struct function_use *f, const struct lk_kind *kind,
	      const auto_vec<tree> *all, bool looks)
{
  hash_set<tree> seen;
  for (unsigned i = 0; i < all->length (); i++)
    {
      /* Another callee of a caller mostly has other objects.  */
      if (disturbs (l, m, (*all)[i], i == 0 ? kind : NULL, f->decl, &seen)
	  || (i && does_itself (l, m, (*all)[i], kind).releases))
	return true;
      struct lk_use_of_elements *use = looks && (*all)[i] != f->decl ? use_of (m, (*all)[i]) : NULL;
      if (use && use->looks_up)
	return true;
    }
  if (looks)
    for (unsigned i = 0; i < m->uses.length (); i++)
      if (m->uses[i]->use.looks_up && m->uses[i]->decl != f->decl
	  && !destroys (m->uses[i]->decl, DECL_CONTEXT (m->field))
	  && seen.contains (m->uses[i]->decl))
	return true;
  return false;
}

/* Report what F takes out of M and loses.  Return true if there is something.  */
static bool
find_lost_taken (struct lost *l, struct many *m, struct function_use *f, const struct whole *w)
{
  if (DECL_CXX_CONSTRUCTOR_P (f->decl) || destroys (f->decl, DECL_CONTEXT (m->field))
      || lk_decl_suppressed (f->decl) || w->constants)
    return false;
  for (unsigned i = 0; i < f->use.ends.length (); i++)
    if (lk_loses_taken (lk_body_of (f->decl), m->field, f->use.ends[i].stmt))
      {
	report_loss (l, m, w->kind, f->decl, f->use.ends[i].stmt, LK_STEP_LOST, w->made, w->by,
		     w->in);
	return true;
      }
  return false;
}

/* Report what F loses of M.  */
static void
find_lost_element (struct lost *l, struct many *m, struct function_use *f, const struct whole *w)
{
  auto_vec<tree> callers;
  if (DECL_CXX_CONSTRUCTOR_P (f->decl) || destroys (f->decl, DECL_CONTEXT (m->field))
      || DECL_ARTIFICIAL (f->decl) || lk_decl_suppressed (f->decl)
      || f->use.releases || f->use.keeps || f->use.returns
      || !find_callers (m, f->decl, &callers)
      || any_disturbs (l, m, f, w->kind, &callers, false))
    return;
  for (unsigned i = 0; i < f->use.ends.length (); i++)
    if (is_loss (f, &f->use.ends[i], w))
      {
	report_loss (l, m, w->kind, f->decl, f->use.ends[i].stmt, LK_STEP_DROPPED, w->made, w->by,
		     w->in);
	return;
      }
  struct function *fun = lk_body_of (f->decl);
  bool array = (TREE_CODE (TREE_TYPE (m->field)) == ARRAY_TYPE
		|| !lk_named_type (TREE_TYPE (m->field), "key_type"));
  if (TREE_PRIVATE (f->decl) || TREE_PROTECTED (f->decl) || callers.length () > 1
      || (array && !w->only_destroyed) || any_disturbs (l, m, f, w->kind, &callers, true))
    return;
  for (unsigned i = 0; i < f->use.puts.length (); i++)
    {
      const struct lk_put *put = &f->use.puts[i];
      const struct lk_clause *by;
      gcall *made = made_by (l->lowering, put->value, &by);
      bool looked = f->use.counts || (f->use.looks_up && f->use.looks_up <= put->number);
      tree key = put->key && made && !looked ? lk_key_parameter (fun, put->key) : NULL_TREE;
      if (key ? lk_is_any_key (fun, key, m->field, array)
	  : made && !looked && array && lk_is_ring (fun, put->key))
	report_loss (l, m, w->kind, f->decl, put->stmt, LK_STEP_REPLACED, made, by, f->decl);
    }
}

/* Return true if DECL is a method of CLASS, or a lambda in one.  */
static bool
is_method_of (tree decl, tree class_)
{
  for (tree in = decl; in; in = lambda_in (in))
    if (DECL_CONTEXT (in) && TYPE_P (DECL_CONTEXT (in))
	&& TYPE_MAIN_VARIANT (DECL_CONTEXT (in)) == TYPE_MAIN_VARIANT (class_))
      return true;
  return false;
}

static void
find_in_member (struct lost *l, struct many *m)
{
  struct whole w;
  memset (&w, 0, sizeof w);
  w.only_destroyed = true;
  if (held_elsewhere (m))
    return;
  for (unsigned i = 0; i < m->uses.length (); i++)
    {
      struct lk_use_of_elements *use = &m->uses[i]->use;
      bool destructor = destroys (m->uses[i]->decl, DECL_CONTEXT (m->field));
      if (!is_method_of (m->uses[i]->decl, DECL_CONTEXT (m->field)))
	return;
      lk_use_elements (l->lowering, m->uses[i]->decl, m->field, use);
      if (use->unknown || (use->takes && use->ends.is_empty () && !destructor))
	return;
      w.returned |= use->returns;
      w.only_destroyed &= !use->releases || destructor;
      w.later |= use->releases && !destructor && use->ends.is_empty ();
    }
  w.kind = owned_kind (m);
  if (!w.kind || w.kind->off || !makes_all (l, m, &w.made, &w.by, &w.in, &w.constants))
    return;
  for (unsigned i = 0; i < m->uses.length (); i++)
    if (!find_lost_taken (l, m, m->uses[i], &w))
      find_lost_element (l, m, m->uses[i], &w);
}

void
lk_find_lost_elements (struct lk_lowering *lowering)
{
  /* With -flto the compiler has forgotten by now what classes have.  */
  if (!lang_GNU_CXX () || flag_generate_lto)
    return;
  struct lost l;
  l.lowering = lowering;
  lk_see_program (note_statement, &l);
  for (unsigned i = 0; i < l.all.length (); i++)
    {
      find_in_member (&l, l.all[i]);
      for (unsigned k = 0; k < l.all[i]->uses.length (); k++)
	delete l.all[i]->uses[k];
      delete l.all[i];
    }
}
