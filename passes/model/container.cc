/* Local containers of handles: vectors, lists, sets, maps of pointers or numbers, and what the
   user describes as such.

   A handle in a container escapes if it is not known what reads the container: a member, one
   that is passed on, one that a lambda captures.  All uses of a local container are visible; and
   those of one that a function with a body gets (container-parameter.cc).
   If they are all functions with a row (contract/member-role.cc), and their results (an iterator,
   a reference to an element) are used alike, the container is followed: its contents are at an
   unknown offset in it, as those of Java's collections (analysis/transfer/collection.c), and
   its calls become those of a few functions that store a value, fetch one, begin a walk and
   query it.

   A container that is copied, moved or swapped as a whole passes its elements on there, and is
   followed all the same: what an early return loses is lost.  Containers of owners are not
   followed: their destructors release.  The elements (of maps, the mapped values) must be
   scalars, or structures of scalars and strings without a destructor that the user wrote.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"
#include "gimple-walk.h"

struct alias
{
  tree container;		/* The variable, or the parameter that leads to it.  */
  enum container_part container_part;
};

struct lk_containers
{
  hash_map<tree, struct alias> known;	/* By variable and SSA name.  */
  hash_set<tree> spoiled;	/* Other code may read these.  */
  auto_vec<tree> followed;	/* Those that are not.  */
};

/* The effect of a statement on one container.  */
struct view
{
  enum container_role container_role;
  tree container;
};

static const struct alias no_alias = { NULL_TREE, PART_NOTHING };

/* ---- Which variables.  ---- */

static bool
is_candidate (tree var)
{
  return VAR_P (var) && !is_global_var (var) && lk_holds_handles (TREE_TYPE (var));
}

static void
spoil (struct lk_containers *c, const struct alias *a)
{
  if (a->container)
    c->spoiled.add (a->container);
}

/* Return what OP, an operand of a statement, is or points to.  */
static struct alias
alias_of (struct lk_containers *c, tree op)
{
  if (TREE_CODE (op) == ADDR_EXPR)
    {
      op = TREE_OPERAND (op, 0);
      /* A function of a base is one of the container.  */
      while (TREE_CODE (op) == COMPONENT_REF && lk_is_base_field (TREE_OPERAND (op, 1)))
	op = TREE_OPERAND (op, 0);
      bool part = handled_component_p (op);
      /* The characters of a key, or of a member, hold no handle.  */
      if (part && lk_is_string (TREE_TYPE (op)))
	return no_alias;
      while (handled_component_p (op))
	op = TREE_OPERAND (op, 0);
      if (TREE_CODE (op) == MEM_REF)
	{
	  struct alias a = alias_of (c, TREE_OPERAND (op, 0));
	  return part && a.container_part == PART_CONTAINER ? no_alias : a;
	}
      /* The target of an element is no part of the container.  */
      struct alias *known = c->known.get (op);
      return known && !(part && known->container_part == PART_CONTAINER) ? *known : no_alias;
    }
  struct alias *known = c->known.get (op);
  return known ? *known : no_alias;
}

/* The same for memory: REF is a variable, or behind a pointer; or a part of it.  */
static struct alias
place_alias (struct lk_containers *c, tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  return alias_of (c, TREE_CODE (ref) == MEM_REF ? TREE_OPERAND (ref, 0) : ref);
}

/* ---- What calls do.  ---- */

/* Return true if CALL calls an accessor that turns the address of an element into that of a
   part of it.  */
static bool
addresses_part (struct lk_lower *l, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  struct lk_accessor accessor;
  return (fndecl && lk_accessor_of (l->unit, fndecl, &accessor)
	  && accessor.kind == LK_ACCESSOR_VALUE && accessor.nsel == 0
	  && accessor.formal == 0);
}

/* Return true if FNDECL, of the library, keeps no reference to its arguments when it returns
   to CALL: a member function of a container, or one whose result is no pointer and no object.
   (A view, or a back_inserter, refers to its container.)  */
static bool
keeps_no_reference (tree fndecl, gcall *call)
{
  if (!fndecl || !lk_of_containers (fndecl))
    return false;
  tree context = DECL_CONTEXT (fndecl), lhs = gimple_call_lhs (call);
  if (TREE_CODE (TREE_TYPE (fndecl)) == METHOD_TYPE && context
      && TREE_CODE (context) == RECORD_TYPE)
    return lk_is_container (context);
  return !lhs || !(AGGREGATE_TYPE_P (TREE_TYPE (lhs)) || POINTER_TYPE_P (TREE_TYPE (lhs)));
}

/* Return the container that CALL passes to a callee that keeps no reference to it, and nothing
   of another one; or NULL.  */
static tree
container_given (struct lk_containers *c, gcall *call)
{
  tree given = NULL_TREE;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      struct alias a = alias_of (c, gimple_call_arg (call, i));
      if (!a.container)
	continue;
      if ((given && given != a.container) || a.container_part == PART_ELEMENT)
	return NULL_TREE;
      given = a.container;
    }
  return given && keeps_no_reference (gimple_call_fndecl (call), call) ? given : NULL_TREE;
}

/* Return the container that CALL passes to a function that follows it, with nothing of another
   container, and with a result that leads to no element; or NULL.  */
static tree
container_lent (struct lk_lower *l, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call), lent = NULL_TREE;
  if (!fndecl || (lhs && (AGGREGATE_TYPE_P (TREE_TYPE (lhs))
			  || TREE_CODE (TREE_TYPE (lhs)) == REFERENCE_TYPE
			  || (POINTER_TYPE_P (TREE_TYPE (lhs))
			      && lk_is_handle (TREE_TYPE (TREE_TYPE (lhs)))))))
    return NULL_TREE;
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    {
      struct alias a = alias_of (l->containers, gimple_call_arg (call, k));
      if (!a.container)
	continue;
      if (lent || a.container_part != PART_CONTAINER
	  || !lk_container_parameter (l->unit, fndecl, k))
	return NULL_TREE;
      lent = a.container;
    }
  return lent;
}

/* Return true if CALL returns the address of the container that it is given: std::move,
   std::forward.  */
static bool
passes_container (struct lk_lower *l, gcall *call)
{
  struct lk_accessor accessor;
  tree fndecl = gimple_call_fndecl (call);
  return (fndecl && gimple_call_num_args (call) == 1 && lk_in_std (fndecl)
	  && alias_of (l->containers, gimple_call_arg (call, 0)).container_part == PART_CONTAINER
	  && lk_accessor_of (l->unit, fndecl, &accessor)
	  && accessor.kind == LK_ACCESSOR_VALUE && accessor.nsel == 0 && accessor.addend == 0
	  && !accessor.scale && accessor.formal == 0);
}

/* Find what CALL does to a container; return false if some container is concerned, and CALL may
   do anything to it.  */
static bool
view_call (struct lk_lower *l, gcall *call, struct view *v)
{
  struct lk_containers *c = l->containers;
  unsigned n = gimple_call_num_args (call);
  v->container_role = ROLE_OTHER;
  v->container = NULL_TREE;
  if (n == 0)
    return true;
  if (tree lent = container_lent (l, call))
    {
      v->container_role = ROLE_LEND;
      v->container = lent;
      return true;
    }
  struct alias first = alias_of (c, gimple_call_arg (call, 0));
  v->container = first.container;
  tree fndecl = gimple_call_fndecl (call);
  bool others = true;
  for (unsigned i = 1; i < n; i++)
    {
      struct alias a = alias_of (c, gimple_call_arg (call, i));
      /* An iterator of the same one; or an element's value, which is stored in it.  */
      if (a.container_part == PART_CONTAINER
	  || (a.container_part == PART_ITERATOR && a.container != first.container))
	others = false;
      else if (a.container_part == PART_ELEMENT
	       && lk_container_use_of (fndecl, first.container_part, call) != ROLE_FILL)
	others = false;
    }
  if (!first.container)
    {
      tree given = others ? NULL_TREE : container_given (c, call);
      if (given)
	{
	  v->container_role = ROLE_GIVE;
	  v->container = given;
	}
      return others || given;
    }
  if (passes_container (l, call))
    {
      v->container_role = ROLE_PASS;
      return true;
    }
  if (first.container_part == PART_ELEMENT)
    {
      v->container_role = ROLE_LOOK;
      return others && addresses_part (l, call);
    }
  v->container_role = lk_container_use_of (fndecl, first.container_part, call);
  if (others && v->container_role == ROLE_OTHER && container_given (c, call))
    v->container_role = ROLE_GIVE;
  return others && v->container_role != ROLE_OTHER;
}

/* VAR, of a class, gets an iterator of CONTAINER; return false if it is one of another
   container.  */
static bool
becomes_iterator (struct lk_containers *c, tree var, tree container)
{
  if (!VAR_P (var) || is_global_var (var))
    return false;
  bool existed;
  struct alias &a = c->known.get_or_insert (var, &existed);
  if (existed && (a.container != container || a.container_part != PART_ITERATOR))
    {
      spoil (c, &a);
      return false;
    }
  a.container = container;
  a.container_part = PART_ITERATOR;
  return true;
}

/* Note what the result of CALL is.  */
static void
note_call (struct lk_lower *l, gcall *call)
{
  struct lk_containers *c = l->containers;
  unsigned n = gimple_call_num_args (call);
  struct view v;
  if (n == 0)
    return;
  tree object = gimple_call_arg (call, 0);
  struct alias first = alias_of (c, object);
  tree fndecl = gimple_call_fndecl (call);
  /* An iterator is made from another.  */
  if (!first.container && n >= 2 && fndecl && DECL_CXX_CONSTRUCTOR_P (fndecl)
      && TREE_CODE (object) == ADDR_EXPR
      && (lk_in_library (TREE_TYPE (TREE_OPERAND (object, 0)))
	  || lk_is_iterator (TREE_TYPE (TREE_OPERAND (object, 0)))))
    {
      struct alias from = alias_of (c, gimple_call_arg (call, 1));
      if (from.container_part == PART_ITERATOR
	  && !becomes_iterator (c, TREE_OPERAND (object, 0), from.container))
	spoil (c, &from);
      return;
    }
  tree lhs = gimple_call_lhs (call);
  if (!first.container || !lhs || !view_call (l, call, &v))
    return;
  struct alias result = { first.container, PART_NOTHING };
  tree type = TREE_TYPE (lhs);
  if (TREE_CODE (lhs) != SSA_NAME)
    {
      if (AGGREGATE_TYPE_P (type) && !lk_asks (v.container_role)
	  && !becomes_iterator (c, lhs, first.container))
	spoil (c, &first);
      return;
    }
  if (!POINTER_TYPE_P (type) || lk_asks (v.container_role) || v.container_role == ROLE_GIVE
      || v.container_role == ROLE_LEND
      || v.container_role == ROLE_FETCH
      || lk_is_string (TREE_TYPE (type)))
    return;
  const struct lk_member_role *role = lk_member_role (fndecl);
  if (v.container_role == ROLE_PASS || (role && role->self))
    result.container_part = PART_CONTAINER;
  else if (v.container_role == ROLE_LOOK
      || (first.container_part == PART_CONTAINER && v.container_role == ROLE_FILL))
    result.container_part = PART_ELEMENT;
  else
    result.container_part = PART_ITERATOR;
  c->known.put (lhs, result);
}

/* Note what is assigned by STMT.  */
static void
note_assignment (struct lk_lower *l, gimple *stmt)
{
  struct lk_containers *c = l->containers;
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  enum tree_code code = gimple_assign_rhs_code (stmt);
  if (TREE_CODE (lhs) == SSA_NAME)
    {
      struct alias a = no_alias;
      if (TREE_CODE (rhs) == ADDR_EXPR || TREE_CODE (rhs) == SSA_NAME)
	a = alias_of (c, rhs);
      if (a.container && POINTER_TYPE_P (TREE_TYPE (lhs))
	  && (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code)
	      || (code == POINTER_PLUS_EXPR && a.container_part == PART_ELEMENT)))
	c->known.put (lhs, a);
    }
  else if (VAR_P (lhs) && gimple_assign_single_p (stmt)
	   && AGGREGATE_TYPE_P (TREE_TYPE (lhs))
	   && TREE_CODE (rhs) != CONSTRUCTOR)
    {
      struct alias a = place_alias (c, rhs);
      if (a.container_part == PART_ITERATOR && !becomes_iterator (c, lhs, a.container))
	spoil (c, &a);
    }
}

/* ---- Are all uses understood?  ---- */

/* Return true if STMT, an assignment, does with containers only what is known.  */
static bool
assignment_understood (struct lk_containers *c, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  /* Ended, or begun as all zeros.  */
  if (gimple_assign_single_p (stmt) && TREE_CODE (rhs) == CONSTRUCTOR
      && CONSTRUCTOR_NELTS (rhs) == 0)
    return true;
  if (TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison)
    return true;
  if (TREE_CODE (lhs) == SSA_NAME)
    {
      /* The address was passed on.  */
      if (c->known.get (lhs))
	return true;
      if (!gimple_assign_load_p (stmt))
	return false;
      struct alias from = place_alias (c, rhs);
      return (from.container_part == PART_ELEMENT
	      || (from.container_part == PART_ITERATOR
		  && !POINTER_TYPE_P (TREE_TYPE (lhs))));
    }
  if (AGGREGATE_TYPE_P (TREE_TYPE (lhs)))
    {
      struct alias from = place_alias (c, rhs), to = place_alias (c, lhs);
      /* A value that becomes an element.  (A release by a copy of the element is not
	 followed.)  */
      if (to.container_part == PART_ELEMENT && !from.container)
	return true;
      return (from.container_part == PART_ITERATOR && to.container_part == PART_ITERATOR
	      && from.container == to.container);
    }
  return (place_alias (c, lhs).container_part == PART_ELEMENT
	  && !alias_of (c, rhs).container);
}

static bool
understood (struct lk_lower *l, gimple *stmt)
{
  struct view v;
  switch (gimple_code (stmt))
    {
    case GIMPLE_ASSIGN:
      return assignment_understood (l->containers, stmt);
    case GIMPLE_CALL:
      return view_call (l, as_a <gcall *> (stmt), &v) && v.container;
    case GIMPLE_COND:
      return true;
    default:
      return false;
    }
}

/* A statement that is not understood mentions BASE.  */
static bool
spoils (gimple *, tree object, tree, void *data)
{
  struct lk_containers *c = (struct lk_containers *) data;
  tree base = get_base_address (object);
  struct alias *a = base && DECL_P (base) ? c->known.get (base) : NULL;
  if (a)
    spoil (c, a);
  return false;
}

static void
spoil_mentioned (struct lk_containers *c, gimple *stmt)
{
  ssa_op_iter i;
  tree name;
  walk_stmt_load_store_addr_ops (stmt, c, spoils, spoils, spoils);
  FOR_EACH_SSA_TREE_OPERAND (name, stmt, i, SSA_OP_USE | SSA_OP_DEF)
    if (struct alias *a = c->known.get (name))
      spoil (c, a);
}

static void
spoil_phi (struct lk_containers *c, gphi *phi)
{
  walk_stmt_load_store_addr_ops (phi, c, spoils, spoils, spoils);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (struct alias *a = c->known.get (gimple_phi_arg_def (phi, i)))
      spoil (c, a);
}

bool
lk_container_spoiled (struct lk_lower *l, tree var)
{
  return l->containers->spoiled.contains (var);
}

void
lk_containers_examine (struct lk_lower *l)
{
  unsigned i;
  tree var;
  basic_block bb;
  struct lk_containers *c = l->containers = new struct lk_containers;
  FOR_EACH_LOCAL_DECL (l->fun, i, var)
    if (is_candidate (var))
      {
	struct alias a = { var, PART_CONTAINER };
	c->known.put (var, a);
	c->followed.safe_push (var);
      }
  for (var = DECL_ARGUMENTS (l->fun->decl); var; var = DECL_CHAIN (var))
    if (lk_is_container_parameter (l->fun, var))
      {
	struct alias a = { var, PART_CONTAINER };
	c->known.put (ssa_default_def (l->fun, var), a);
	c->followed.safe_push (var);
      }
  if (c->followed.is_empty ())
    return;
  /* Definitions come before uses in this order; but an iterator is made before it is known
     what it is for.  */
  FOR_EACH_VEC_ELT (l->order, i, bb)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
	 !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	note_call (l, call);
      else if (is_gimple_assign (gsi_stmt (gsi)))
	note_assignment (l, gsi_stmt (gsi));
  FOR_EACH_VEC_ELT (l->order, i, bb)
    {
      for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
	   gsi_next (&psi))
	spoil_phi (c, psi.phi ());
      for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
	   !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
	if (!understood (l, gsi_stmt (gsi)))
	  spoil_mentioned (c, gsi_stmt (gsi));
    }
  for (i = c->followed.length (); i-- > 0;)
    if (c->spoiled.contains (c->followed[i]))
      c->followed.ordered_remove (i);
}

void
lk_containers_find (struct lk_lower *l)
{
  unsigned k = 0;
  lk_containers_examine (l);
  struct lk_containers *c = l->containers;
  for (tree parm = DECL_ARGUMENTS (l->fun->decl); parm; parm = DECL_CHAIN (parm), k++)
    if (c->followed.contains (parm) && !lk_container_parameter (l->unit, l->fun->decl, k))
      {
	c->spoiled.add (parm);
	for (unsigned i = c->followed.length (); i-- > 0;)
	  if (c->followed[i] == parm)
	    c->followed.ordered_remove (i);
      }
  if (c->followed.is_empty ())
    lk_containers_end (l);
}

void
lk_containers_end (struct lk_lower *l)
{
  delete l->containers;
  l->containers = NULL;
}

/* ---- Lowering.  ---- */

/* Return the variable that is CONTAINER, or leads to it.  */
static lk_var
container_var (struct lk_lower *l, tree container)
{
  if (TREE_CODE (container) != PARM_DECL)
    return lk_decl_var (l, container);
  return lk_operand_of (l, ssa_default_def (l->fun, container)).path->root;
}

/* The variable of the container, with ADDEND.  */
static struct lk_operand
container_operand (struct lk_lower *l, tree container, int64_t addend)
{
  return lk_operand_path (lk_path_make (l->graph, container_var (l, container), 0,
					NULL, addend));
}

static struct lk_event *
add_call (struct lk_lower *l, enum lk_container_model which, lk_var container,
	  struct lk_operand value, lk_loc loc)
{
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL, loc,
			  which == LK_CONTAINER_PUT ? 2 : 1);
  event->callee = lk_container_model (l->unit, which);
  event->args[0]
    = lk_operand_path (lk_path_make (l->graph, container, 0, NULL, 0));
  if (which == LK_CONTAINER_PUT)
    event->args[1] = value;
  return event;
}

bool
lk_container_load (struct lk_lower *l, struct lk_operand dest,
		   struct lk_operand src, lk_loc loc)
{
  if (!l->containers || src.kind != LK_PATH || src.path->nsel != 1
      || src.path->sel[0] != LK_ANY)
    return false;
  bool followed = false;
  for (unsigned i = 0; i < l->containers->followed.length () && !followed; i++)
    followed = container_var (l, l->containers->followed[i]) == src.path->root;
  if (!followed)
    return false;
  struct lk_event *event
    = add_call (l, LK_CONTAINER_GET, src.path->root, lk_operand_unknown (), loc);
  event->dest = dest;
  return true;
}

/* Return true if CALL results in the address of the second member of the result of insert ().  */
static bool
addresses_answer (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  tree type = fndecl ? TREE_TYPE (TREE_TYPE (fndecl)) : NULL_TREE;
  return (lk_of_standard_headers (fndecl) && TREE_CODE (type) == REFERENCE_TYPE
	  && TREE_CODE (TREE_TYPE (type)) == BOOLEAN_TYPE
	  && id_equal (DECL_NAME (fndecl), "get"));
}

/* Find what CALL does to a container that is followed; return false if there is none.  */
static bool
followed_call (struct lk_lower *l, gcall *call, struct view *v)
{
  return (l->containers && view_call (l, call, v) && v->container
	  && v->container_role != ROLE_LEND && !l->containers->spoiled.contains (v->container)
	  && !addresses_answer (call));
}

bool
lk_container_followed (struct lk_lower *l, gcall *call, lk_var *container)
{
  struct view v;
  if (!followed_call (l, call, &v))
    return false;
  *container = container_var (l, v.container);
  return true;
}

bool
lk_container_need (struct lk_lower *l, gcall *call)
{
  struct view v;
  if (lk_only_fills_member (l->unit, call))
    return true;
  if (!followed_call (l, call, &v))
    return false;
  if (v.container_role == ROLE_FILL)
    for (unsigned i = 1; i < gimple_call_num_args (call); i++)
      lk_need (l, gimple_call_arg (call, i), LK_NEED_VALUE);
  return true;
}

/* Return the address of the elements of LIST, an initializer_list that was made for CALL.  */
static struct lk_operand
list_elements (struct lk_lower *l, gcall *call, tree list, lk_loc loc)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  for (gsi_prev_nondebug (&gsi); !gsi_end_p (gsi); gsi_prev_nondebug (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_assign_single_p (stmt)
	  && TREE_CODE (gimple_assign_lhs (stmt)) == COMPONENT_REF
	  && TREE_OPERAND (gimple_assign_lhs (stmt), 0) == list
	  && TREE_CODE (gimple_assign_rhs1 (stmt)) == ADDR_EXPR)
	return lk_operand_of (l, gimple_assign_rhs1 (stmt));
    }
  struct lk_operand op = lk_address_of (l, list);
  if (op.kind != LK_PATH || op.path->nsel)
    return lk_operand_unknown ();
  return lk_loaded (l, lk_operand_path (lk_path_make (l->graph, op.path->root, 1,
						      &op.path->addend, 0)),
		    loc);
}

/* ARG of CALL, if it is an element's VALUE, or what it leads to, goes into CONTAINER.  */
static void
put_argument (struct lk_lower *l, gcall *call, tree arg, bool value, tree container,
	      lk_loc loc)
{
  tree type = TREE_TYPE (arg);
  if (value)
    {
      add_call (l, LK_CONTAINER_PUT, container_var (l, container), lk_operand_of (l, arg), loc);
      return;
    }
  bool list = lk_in_library (type);
  struct lk_operand from = (list ? list_elements (l, call, arg, loc)
			    : lk_operand_of (l, arg));
  if (from.kind != LK_PATH || from.path->nsel)
    return;
  if (!list && lk_matters (TREE_TYPE (type)))
    {
      struct lk_operand value
	= lk_loaded (l, lk_operand_path (lk_path_make (l->graph, from.path->root,
						       1, &from.path->addend,
						       0)), loc);
      add_call (l, LK_CONTAINER_PUT, container_var (l, container), value, loc);
    }
  else
    lk_copy (l, container_operand (l, container, LK_ANY), from, 0, loc);
}

/* Return true if the function reads the end of CONTAINER where CALL, a function pop*, removes
   an element.  */
static bool
looks_at_end (struct lk_lower *l, gcall *call, tree container)
{
  const struct lk_member_role *pops = lk_member_role (gimple_call_fndecl (call));
  unsigned i;
  basic_block bb;
  FOR_EACH_VEC_ELT (l->order, i, bb)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
	 gsi_next_nondebug (&gsi))
      {
	gcall *other = dyn_cast <gcall *> (gsi_stmt (gsi));
	struct view v;
	if (!other || !followed_call (l, other, &v) || v.container != container
	    || v.container_role != ROLE_LOOK)
	  continue;
	const struct lk_member_role *looks = lk_member_role (gimple_call_fndecl (other));
	if (looks && pops && looks->position == pops->removed_at)
	  return true;
      }
  return false;
}

/* Return true if CALL, which does V to a container that is followed, ends the element that an
   iterator is at, or that a key finds, unless another access path leads to it.  */
static bool
ends_found (struct lk_lower *l, gcall *call, const struct view *v)
{
  tree lhs = gimple_call_lhs (call), fndecl = gimple_call_fndecl (call);
  const struct lk_member_role *role = lk_member_role (fndecl);
  if (!role || gimple_call_num_args (call) != 2
      || alias_of (l->containers, gimple_call_arg (call, 0)).container_part != PART_CONTAINER)
    return false;
  if (v->container_role == ROLE_STEP)
    return (role->removes
	    && alias_of (l->containers, gimple_call_arg (call, 1)).container_part == PART_ITERATOR);
  return (v->container_role == ROLE_LOOK && lk_makes_place (fndecl)
	  && lhs && TREE_CODE (lhs) == SSA_NAME && lk_only_stored_to (lhs)
	  && lk_key_may_repeat (l->fun, l->order, call));
}

/* CALL results in an element of CONTAINER, which may be removed there.  */
static void
fetch_element (struct lk_lower *l, gcall *call, lk_var container, lk_loc loc)
{
  tree lhs = gimple_call_lhs (call);
  const struct lk_member_role *role = lk_member_role (gimple_call_fndecl (call));
  struct lk_operand element
    = lk_operand_path (lk_path_make (l->graph, lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0),
				     0, NULL, 0));
  if (lhs && TREE_CODE (lhs) == SSA_NAME)
    {
      lk_define (l, lhs);
      if (lk_operand_of (l, lhs).kind == LK_PATH)
	element = lk_operand_of (l, lhs);
    }
  add_call (l, LK_CONTAINER_GET, container, lk_operand_unknown (), loc)->dest = element;
  if (role->removes)
    add_call (l, LK_CONTAINER_TAKE, container, lk_operand_unknown (), loc);
}

bool
lk_container_lower (struct lk_lower *l, gcall *call)
{
  struct view v;
  if (lk_only_fills_member (l->unit, call))
    return true;
  if (!followed_call (l, call, &v))
    return false;
  lk_loc loc = lk_location_of (call);
  tree lhs = gimple_call_lhs (call);
  lk_var container = container_var (l, v.container);
  bool value;
  if (v.container_role == ROLE_FILL)
    for (unsigned i = 1; i < gimple_call_num_args (call); i++)
      {
	tree arg = gimple_call_arg (call, i);
	if (lk_gives_element (call, i, &value)
	    && alias_of (l->containers, arg).container_part != PART_ITERATOR)
	  put_argument (l, call, arg, value, v.container, loc);
      }
  if (v.container_role == ROLE_GIVE)
    lk_escape (l, container_operand (l, v.container, 0), loc);
  if (v.container_role == ROLE_TAKE && looks_at_end (l, call, v.container))
    add_call (l, LK_CONTAINER_TAKE, container, lk_operand_unknown (), loc);
  if (ends_found (l, call, &v))
    {
      lk_var gone = lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0);
      add_call (l, LK_CONTAINER_GET, container, lk_operand_unknown (), loc)->dest
	= lk_operand_path (lk_path_make (l->graph, gone, 0, NULL, 0));
      add_call (l, LK_CONTAINER_TAKE, container, lk_operand_unknown (), loc);
    }
  if (v.container_role == ROLE_BEGIN)
    add_call (l, LK_CONTAINER_WALK, container, lk_operand_unknown (), loc);
  if (v.container_role == ROLE_FETCH)
    fetch_element (l, call, container, loc);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME || v.container_role == ROLE_FETCH
      || !(l->state[SSA_NAME_VERSION (lhs)]
	   & (LK_NEED_VALUE | LK_NEED_CONDITION)))
    return true;
  if (alias_of (l->containers, lhs).container_part == PART_ELEMENT)
    lk_set_operand (l, lhs, container_operand (l, v.container, LK_ANY));
  else if (lk_asks (v.container_role) && lk_matters (TREE_TYPE (lhs)))
    {
      lk_define (l, lhs);
      add_call (l, v.container_role == ROLE_COUNT ? LK_CONTAINER_COUNT : LK_CONTAINER_ASK,
		container, lk_operand_unknown (), loc)->dest
	= lk_operand_of (l, lhs);
    }
  else
    lk_define_unknown (l, lhs, loc);
  return true;
}

void
lk_container_after (struct lk_lower *l, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  for (unsigned k = 0; fndecl && k < gimple_call_num_args (call); k++)
    {
      tree arg = gimple_call_arg (call, k), type = TREE_TYPE (arg);
      if (!POINTER_TYPE_P (type) || !RECORD_OR_UNION_TYPE_P (TREE_TYPE (type))
	  || !lk_container_parameter (l->unit, fndecl, k))
	continue;
      struct alias a = no_alias;
      if (l->containers)
	a = alias_of (l->containers, arg);
      if (!a.container || l->containers->spoiled.contains (a.container))
	lk_escape (l, lk_operand_of (l, arg), lk_location_of (call));
    }
}
