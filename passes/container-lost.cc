/* Members that hold many handles, and lose some.

   A class whose destructor releases all that is in a container of its own, or an array, owns
   that.  So where another of its functions takes handles out, or throws them all away, without a
   look at them, they are lost: clear (), erase (i).  And where one is put under a key that the
   caller tells, into a map or a place of an array, without a look at what is there, what was there
   is lost.  (Of 63 leaks of two collections that were not found, 20 were of these sorts.)

   Much of that is right: who takes one out may have it from elsewhere, and who calls may have
   looked before.  So a loss is told only of a class that nobody else gets at, if none of
   those who call the function does anything with elements; of one that was taken out only if
   nobody ever gets one out of the class; of one that is overwritten only if the function itself
   acquires what it puts there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "elements.h"
#include "gimple-walk.h"
#include "langhooks.h"

/* Calls between a function and one that looks at elements, for it or before it.  */
#define MAX_LOST_DEPTH 3

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
  tree decl;			/* The function that is being looked through.  */
};

/* ---- Who names them.  ---- */

/* Nobody outside the unit knows what is in CLASS, and no function of it is elsewhere.  */
static bool
is_candidate (tree field)
{
  tree class_ = DECL_CONTEXT (field);
  return (class_ && TREE_CODE (class_) == RECORD_TYPE && lk_holds_many (TREE_TYPE (field))
	  && lk_class_is_private (class_));
}

/* A callback: REF is read or written; or, ADDRESS, OBJECT's address is taken.  */
static bool
note_reference (gimple *, tree object, tree ref, void *data)
{
  struct lost *l = (struct lost *) data;
  if (TREE_CODE (ref) == ADDR_EXPR)
    ref = object;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF && is_candidate (TREE_OPERAND (ref, 1)))
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

static void
find_members (struct lost *l)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      struct function *fun = lk_body_of (node->decl);
      basic_block bb;
      if (!fun || DECL_IN_SYSTEM_HEADER (node->decl))
	continue;
      l->decl = node->decl;
      FOR_EACH_BB_FN (bb, fun)
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	     gsi_next_nondebug (&i))
	  if (!gimple_clobber_p (gsi_stmt (i)))
	    walk_stmt_load_store_addr_ops (gsi_stmt (i), l, note_reference, note_reference,
					   note_reference);
    }
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

/* The function whose lambda DECL is, or NULL.  */
static tree
lambda_in (tree decl)
{
  tree class_ = DECL_CONTEXT (decl);
  return (class_ && TREE_CODE (class_) == RECORD_TYPE && TYPE_CONTEXT (class_)
	  && TREE_CODE (TYPE_CONTEXT (class_)) == FUNCTION_DECL ? TYPE_CONTEXT (class_) : NULL_TREE);
}

/* DECL is a destructor of CLASS.  */
static bool
destroys (tree decl, tree class_)
{
  return DECL_CXX_DESTRUCTOR_P (decl) && DECL_CONTEXT (decl)
	 && TYPE_MAIN_VARIANT (DECL_CONTEXT (decl)) == TYPE_MAIN_VARIANT (class_);
}

enum doing { DOES_RELEASE, DOES_DISTURB, DOES_LOOK };

static bool
does_itself (const struct lk_use_of_elements *use, enum doing doing)
{
  if (use->releases)
    return true;
  if (doing == DOES_RELEASE)
    return false;
  return use->keeps || use->unknown || (doing == DOES_LOOK && use->looks_up != 0);
}

/* The function DECL, one that it calls, or a lambda of it, does so with elements of M.  BUT: what
   that one does itself does not matter; nor do destructors, if the question is not theirs.  */
static bool
does (struct many *m, tree decl, enum doing doing, tree but, unsigned depth)
{
  struct lk_use_of_elements *use = decl == but ? NULL : use_of (m, decl);
  if (use && does_itself (use, doing))
    return true;
  for (unsigned i = 0; i < m->uses.length (); i++)
    if (tree in = lambda_in (m->uses[i]->decl))
      if (in == decl || DECL_ABSTRACT_ORIGIN (decl) == in)
	if (does_itself (&m->uses[i]->use, doing))
	  return true;
  cgraph_node *node = cgraph_node::get (decl);
  for (cgraph_edge *e = node && depth ? node->callees : NULL; e; e = e->next_callee)
    if (!destroys (e->callee->decl, DECL_CONTEXT (m->field))
	&& does (m, e->callee->decl, doing, but, depth - 1))
      return true;
  return false;
}

/* Somebody who calls DECL, or calls who does, does so with elements of M himself.  */
static bool
caller_does (struct many *m, tree decl, enum doing doing, tree but, unsigned depth)
{
  cgraph_node *node = cgraph_node::get (decl);
  for (cgraph_edge *e = node ? node->callers : NULL; e; e = e->next_caller)
    {
      tree caller = e->caller->decl;
      if (destroys (caller, DECL_CONTEXT (m->field))
	  || (caller != decl && does (m, caller, doing, but, MAX_LOST_DEPTH))
	  || (depth && caller != decl && caller_does (m, caller, doing, but, depth - 1)))
	return true;
    }
  if (tree in = lambda_in (decl))
    return does (m, in, doing, but, MAX_LOST_DEPTH);
  return false;
}

/* The class's destructor releases what is in M: the kind of that; else NULL.  */
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
    owned |= (destroys (node->decl, DECL_CONTEXT (m->field))
	      && does (m, node->decl, DOES_RELEASE, NULL_TREE, MAX_LOST_DEPTH));
  return owned ? kind : NULL;
}

/* ---- Who else may hold them.  ---- */

/* The type of the handles in TYPE, a container or an array, or TYPE.  */
static tree
handle_type (tree type)
{
  if (TREE_CODE (type) == ARRAY_TYPE)
    return TYPE_MAIN_VARIANT (TREE_TYPE (type));
  tree element = RECORD_OR_UNION_TYPE_P (type) ? lk_named_type (type, "mapped_type") : NULL_TREE;
  if (!element && RECORD_OR_UNION_TYPE_P (type))
    element = lk_named_type (type, "value_type");
  return TYPE_MAIN_VARIANT (element ? element : type);
}

/* Another member of the class holds handles like those of M; or what they lead to does: it may
   be an index, or a list.  */
static bool
held_elsewhere (struct many *m)
{
  tree type = handle_type (TREE_TYPE (m->field));
  for (tree f = TYPE_FIELDS (DECL_CONTEXT (m->field)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && f != m->field
	&& handle_type (TREE_TYPE (f)) == type
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

/* ---- What is lost.  ---- */

static bool
is_constructor (tree decl)
{
  return DECL_CXX_CONSTRUCTOR_P (decl);
}

static bool
called_by_constructor (tree decl, unsigned depth)
{
  cgraph_node *node = cgraph_node::get (decl);
  for (cgraph_edge *e = node ? node->callers : NULL; e; e = e->next_caller)
    if (is_constructor (e->caller->decl)
	|| (depth && e->caller->decl != decl && called_by_constructor (e->caller->decl, depth - 1)))
      return true;
  return false;
}

/* The parameter of the function FUN, but for its object, that the key KEY comes from; or NULL.  */
static tree
key_parameter (struct function *fun, tree key)
{
  for (unsigned steps = 0; key && steps < 6; steps++)
    {
      key = lk_put_value (fun, key);
      if (!key)
	return NULL_TREE;
      if (TREE_CODE (key) == PARM_DECL)
	break;
      if (TREE_CODE (key) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (key))
	{
	  key = SSA_NAME_VAR (key);
	  break;
	}
      if (TREE_CODE (key) == SSA_NAME && gimple_assign_load_p (SSA_NAME_DEF_STMT (key)))
	key = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (key));
      if (TREE_CODE (key) == ADDR_EXPR)
	key = TREE_OPERAND (key, 0);
      if (TREE_CODE (key) == SSA_NAME)
	return NULL_TREE;
      tree base = get_base_address (key);
      if (base && TREE_CODE (base) == MEM_REF)
	key = TREE_OPERAND (base, 0);
      else if (base && DECL_P (base) && base != key)
	key = base;
      else
	break;
    }
  return (key && TREE_CODE (key) == PARM_DECL && key != DECL_ARGUMENTS (fun->decl) ? key
	  : NULL_TREE);
}

/* The call whose result VALUE is, if it is one of the program's or acquires something; through
   release () and get () of smart pointers, that which made what the pointer holds.  */
static gcall *
made_by (struct lk_lowering *lowering, tree value, const struct lk_clause **by)
{
  *by = NULL;
  gcall *call = (value && TREE_CODE (value) == SSA_NAME
		 ? dyn_cast <gcall *> (SSA_NAME_DEF_STMT (value)) : NULL);
  tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
  if (!fndecl)
    return NULL;
  struct lk_function *fn = lk_function_of (lowering, fndecl);
  for (const struct lk_clause *c = fn->contract ? fn->contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ACQUIRE && c->place.base == 0)
      {
	*by = c;
	return call;
      }
  return (lk_body_of (fndecl) && !lk_of_library (fndecl)
	  && TREE_CODE (TREE_TYPE (fndecl)) == FUNCTION_TYPE ? call : NULL);
}

/* A handle that M holds, of KIND, is lost by STMT of DECL, or, REPLACED, if another one was there.
   MADE, of MADE_IN, acquired it, BY says how; or all these are NULL.  */
static void
tell (struct lost *l, struct many *m, const struct lk_kind *kind, tree decl, gimple *stmt,
      bool replaced, gcall *made, const struct lk_clause *by, tree made_in)
{
  struct lk_lost lost;
  memset (&lost, 0, sizeof lost);
  lost.function = lk_definition_of (l->lowering, made ? made_in : decl);
  lost.loc = lk_location_of (made ? made : stmt);
  lost.kind = by && by->kind ? by->kind : kind;
  lost.releasers = by ? by->releasers : NULL;
  lost.acquirer = made ? lk_function_of (l->lowering, gimple_call_fndecl (made))->name : NULL;
  lost.member = lk_decl_name (m->field);
  lost.where = lk_definition_of (l->lowering, decl);
  lost.at = lk_location_of (stmt);
  lost.how = replaced ? LK_STEP_REPLACED : LK_STEP_DROPPED;
  lk_unit_add_lost (l->lowering->unit, &lost);
}

/* The first call, among those that the program has, whose result is put into M, and its function
   *IN; or NULL.  */
static gcall *
first_made (struct lost *l, struct many *m, const struct lk_clause **by, tree *in)
{
  for (unsigned i = 0; i < m->uses.length (); i++)
    for (unsigned k = 0; k < m->uses[i]->use.puts.length (); k++)
      if (gcall *made = made_by (l->lowering, m->uses[i]->use.puts[k].value, by))
	{
	  *in = m->uses[i]->decl;
	  return made;
	}
  return NULL;
}

/* Tell what F loses of M, of KIND.  RETURNED: somebody gets elements out of the class.
   ONLY_DESTROYED: nothing but the destructor ever releases one.  */
static void
find_lost (struct lost *l, struct many *m, struct function_use *f, const struct lk_kind *kind,
	   bool returned, bool only_destroyed)
{
  if (is_constructor (f->decl) || destroys (f->decl, DECL_CONTEXT (m->field))
      || DECL_ARTIFICIAL (f->decl) || lk_decl_suppressed (f->decl)
      || does (m, f->decl, DOES_DISTURB, NULL_TREE, MAX_LOST_DEPTH)
      || f->use.returns
      || caller_does (m, f->decl, DOES_DISTURB, f->decl, MAX_LOST_DEPTH))
    return;
  for (unsigned i = 0; i < f->use.ends.length (); i++)
    if (f->use.ends[i].ending == LK_ENDS_ALL
	|| (!f->use.tests && (f->use.ends[i].ending == LK_ENDS_WALKED || !returned)))
      {
	tree in = NULL_TREE;
	const struct lk_clause *by = NULL;
	gcall *made = first_made (l, m, &by, &in);
	tell (l, m, kind, f->decl, f->use.ends[i].stmt, false, made, by, in);
	return;
      }
  struct function *fun = lk_body_of (f->decl);
  bool array = (TREE_CODE (TREE_TYPE (m->field)) == ARRAY_TYPE
		|| !lk_named_type (TREE_TYPE (m->field), "key_type"));
  if (TREE_PRIVATE (f->decl) || TREE_PROTECTED (f->decl) || (array && !only_destroyed)
      || does (m, f->decl, DOES_LOOK, f->decl, MAX_LOST_DEPTH)
      || caller_does (m, f->decl, DOES_LOOK, f->decl, MAX_LOST_DEPTH)
      || called_by_constructor (f->decl, MAX_LOST_DEPTH))
    return;
  for (unsigned i = 0; i < f->use.puts.length (); i++)
    {
      const struct lk_put *put = &f->use.puts[i];
      const struct lk_clause *by;
      gcall *made = made_by (l->lowering, put->value, &by);
      bool looked = f->use.looks_up && f->use.looks_up <= put->number;
      if (put->key && made && !looked && key_parameter (fun, put->key))
	tell (l, m, kind, f->decl, put->stmt, true, made, by, f->decl);
    }
}

static void
find_in_member (struct lost *l, struct many *m)
{
  bool returned = false, only_destroyed = true;
  if (held_elsewhere (m))
    return;
  for (unsigned i = 0; i < m->uses.length (); i++)
    {
      struct lk_use_of_elements *use = &m->uses[i]->use;
      lk_use_elements (l->lowering, m->uses[i]->decl, m->field, use);
      if (use->unknown)
	return;
      returned |= use->returns;
      only_destroyed &= !use->releases || destroys (m->uses[i]->decl, DECL_CONTEXT (m->field));
    }
  const struct lk_kind *kind = owned_kind (m);
  if (!kind || kind->off)
    return;
  for (unsigned i = 0; i < m->uses.length (); i++)
    find_lost (l, m, m->uses[i], kind, returned, only_destroyed);
}

void
lk_find_lost_elements (struct lk_lowering *lowering)
{
  /* (With -flto the compiler has forgotten by now what classes have.)  */
  if (!lang_GNU_CXX () || flag_generate_lto)
    return;
  struct lost l;
  l.lowering = lowering;
  find_members (&l);
  for (unsigned i = 0; i < l.all.length (); i++)
    {
      find_in_member (&l, l.all[i]);
      for (unsigned k = 0; k < l.all[i]->uses.length (); k++)
	delete l.all[i]->uses[k];
      delete l.all[i];
    }
}
