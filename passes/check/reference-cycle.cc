/* Reference cycles: shared pointers that own each other.

   An object that owns itself through a std::shared_ptr, through other objects or through what
   a std::function has captured, is never deleted: a child that owns its parent, a job whose
   callback has captured the job.  Elsewhere a reference count is assumed to reach zero
   (FACT_COUNTED), so the check is here: local shared pointers, parameters and `this' are
   objects, and each statement that stores a copy of one in a member of another makes that one
   own it.

   Most cycles are broken again: a reviewer wrote 158 functions that do so, in as many ways.  A
   cycle is therefore reported only if each of its statements is surely executed when the last
   one is, its variables are never assigned another object, no global receives one of the
   objects, and nothing else in the unit writes to the members concerned, or uses them but to
   read.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "check.h"
#include "../lower/lower.h"
#include "gimple-walk.h"

/* FROM's object owns TO's, by its member FIELD.  */
struct keeping
{
  tree from, to, field;
  gimple *stmt;
  gimple *inner;		/* If STMT calls the function that does so: its statement; else
				   STMT.  */
};

struct objects			/* Of one function.  */
{
  struct lk_lowering *lowering;	/* For limits; NULL: callees are left out on purpose.  */
  struct function *fun;
  auto_vec<struct keeping> all;
  /* The source of a variable that is no shared pointer but holds copies of some: a lambda, a
     std::function; or that a temporary one was copied from.  */
  hash_map<tree, tree> copies;
  hash_map<tree, gcall *> made;	/* By variable: the call that made its object.  */
  hash_set<tree> kept;		/* Objects that globals own.  */
};

static void find_keeping (struct objects *o, unsigned depth);
static bool leave (struct undoing *u, tree name);

/* ---- Which object.  ---- */

static bool
is_shared (tree type)
{
  return lk_is_standard_class (type, "shared_ptr");
}

/* Return the variable whose address OP is, or the parameter that is a reference; or NULL.  */
static tree
variable_at (tree op)
{
  op = lk_origin (op);
  if (TREE_CODE (op) == ADDR_EXPR && DECL_P (TREE_OPERAND (op, 0))
      && lk_is_local (TREE_OPERAND (op, 0)))
    return TREE_OPERAND (op, 0);
  if (TREE_CODE (op) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (op) && SSA_NAME_VAR (op)
      && TREE_CODE (SSA_NAME_VAR (op)) == PARM_DECL)
    return SSA_NAME_VAR (op);
  return NULL_TREE;
}

/* Return true if OP is the address of VAR, or of a base of it.  */
static bool
is_address_of (tree op, tree var)
{
  op = lk_origin (op);
  return TREE_CODE (op) == ADDR_EXPR && get_base_address (TREE_OPERAND (op, 0)) == var;
}

/* Return true if VAR, of O's function, is assigned another object, or none, somewhere.  */
static bool
is_given_another (struct objects *o, tree var)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, o->fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gcall *call = dyn_cast <gcall *> (gsi_stmt (i));
	tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
	const struct lk_member_role *role = lk_member_role (fndecl);
	/* The argument of an assignment stays, unless it is moved.  */
	bool assigns = fndecl && id_equal (DECL_NAME (fndecl), "operator=");
	for (unsigned k = 0; role && role->removes && k < gimple_call_num_args (call); k++)
	  if (is_address_of (gimple_call_arg (call, k), var) && (k == 0 || !assigns))
	    return true;
      }
  return false;
}

/* Return the object that the shared pointer at the address OP shares, or what holds copies of
   such; or NULL.  */
static tree
object_shared (struct objects *o, tree op)
{
  tree var = variable_at (op);
  if (!var)
    return NULL_TREE;
  if (tree *copied = o->copies.get (var))
    return is_given_another (o, var) ? NULL_TREE : *copied;
  tree type = TREE_TYPE (var);
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return is_shared (type) && (!VAR_P (var) || !DECL_ARTIFICIAL (var) || o->made.get (var))
	 ? var : NULL_TREE;
}

/* Return the object that the pointer OP leads to: this, or the target of a shared pointer; or
   NULL.  */
static tree
object_behind (struct objects *o, tree op)
{
  op = lk_origin (op);
  if (TREE_CODE (op) != SSA_NAME)
    return NULL_TREE;
  tree var = SSA_NAME_IS_DEFAULT_DEF (op) ? SSA_NAME_VAR (op) : NULL_TREE;
  if (var)
    return (TREE_CODE (var) == PARM_DECL && var == DECL_ARGUMENTS (o->fun->decl)
	    && TREE_CODE (TREE_TYPE (o->fun->decl)) == METHOD_TYPE ? var : NULL_TREE);
  gcall *call = lk_origin_call (op);
  const struct lk_member_role *role = lk_member_role (call ? gimple_call_fndecl (call) : NULL_TREE);
  return (role && role->element && gimple_call_num_args (call) == 1
	  ? object_shared (o, gimple_call_arg (call, 0)) : NULL_TREE);
}

/* Return the object of whose member *FIELD OP is the address, or an address within; or NULL.  */
static tree
object_of_member (struct objects *o, tree op, tree *field)
{
  op = lk_origin (op);
  /* An element of a container.  */
  if (TREE_CODE (op) == SSA_NAME)
    {
      gcall *call = lk_origin_call (op);
      const struct lk_member_role *role = call ? lk_member_role (gimple_call_fndecl (call)) : NULL;
      return (role && role->element && role->position == LK_POSITION_KEY
	      && gimple_call_num_args (call)
	      ? object_of_member (o, gimple_call_arg (call, 0), field) : NULL_TREE);
    }
  if (TREE_CODE (op) != ADDR_EXPR)
    return NULL_TREE;
  tree ref = TREE_OPERAND (op, 0);
  *field = NULL_TREE;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF && !*field)
      *field = TREE_OPERAND (ref, 1);
  return (*field && TREE_CODE (ref) == MEM_REF ? object_behind (o, TREE_OPERAND (ref, 0))
	  : NULL_TREE);
}

/* ---- Who keeps whom.  ---- */

static void
add_keeping (struct objects *o, tree from, tree to, tree field, gimple *stmt, gimple *inner)
{
  for (unsigned i = 0; i < o->all.length (); i++)
    if (o->all[i].from == from && o->all[i].to == to && o->all[i].field == field)
      return;
  o->all.safe_push ({ from, to, field, stmt, inner });
}

/* Return true if STMT stores its last argument in a container.  */
static bool
puts_in_call (const gimple *stmt)
{
  tree fndecl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return fndecl && lk_container_fills (fndecl);
}

static unsigned
has_callers (cgraph_node *node)
{
  unsigned n = 0;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    n++;
  return n;
}

/* Return true if FUN does not return without having been at BB.  */
static bool
is_always_reached (struct function *fun, basic_block bb)
{
  return lk_only_through (ENTRY_BLOCK_PTR_FOR_FN (fun), EXIT_BLOCK_PTR_FOR_FN (fun), bb);
}

/* Other code may own the objects that CALL is given.  */
static void
keep_given (struct objects *o, gcall *call)
{
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (tree object = object_shared (o, gimple_call_arg (call, k)))
      o->kept.add (object);
}

/* Add what CALL's callee, with a body, makes of its arguments.  */
static void
add_of_callee (struct objects *o, gcall *call, tree fndecl, unsigned depth)
{
  struct function *body = lk_body_of (fndecl);
  struct objects inner;
  bool given = false;
  if (DECL_CXX_DESTRUCTOR_P (fndecl))
    return;
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    given |= object_shared (o, gimple_call_arg (call, k)) != NULL_TREE;
  if (!body || !depth || lk_of_library (fndecl) || !given)
    {
      if (body && given && o->lowering && !lk_of_library (fndecl))
	lk_limit_met (o->lowering, LK_LIMIT_CALLS);
      keep_given (o, call);
      return;
    }
  inner.lowering = o->lowering;
  inner.fun = body;
  find_keeping (&inner, depth - 1);
  if (inner.all.is_empty () || !inner.kept.is_empty ())
    keep_given (o, call);
  for (unsigned i = 0; i < inner.all.length (); i++)
    {
      /* A second call may have other arguments.  */
      cgraph_node *node = cgraph_node::get (body->decl);
      if (!is_always_reached (body, gimple_bb (inner.all[i].stmt))
	  || (!puts_in_call (inner.all[i].inner) && (!node || has_callers (node) > 1)))
	continue;
      tree ends[2] = { inner.all[i].from, inner.all[i].to };
      for (unsigned e = 0; e < 2; e++)
	{
	  unsigned n = 0;
	  tree parm = DECL_ARGUMENTS (body->decl);
	  for (; parm && parm != ends[e]; parm = DECL_CHAIN (parm))
	    n++;
	  ends[e] = NULL_TREE;
	  if (parm && n < gimple_call_num_args (call))
	    ends[e] = (parm == DECL_ARGUMENTS (body->decl)
		       && TREE_CODE (TREE_TYPE (fndecl)) == METHOD_TYPE
		       ? object_behind (o, gimple_call_arg (call, n))
		       : object_shared (o, gimple_call_arg (call, n)));
	}
      if (ends[0] && ends[1])
	add_keeping (o, ends[0], ends[1], inner.all[i].field, call, inner.all[i].inner);
    }
}

static void
see_call (struct objects *o, gcall *call, unsigned depth)
{
  tree fndecl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  unsigned n = gimple_call_num_args (call);
  if (!fndecl)
    return;
  if (lhs && VAR_P (lhs) && lk_is_local (lhs) && is_shared (TREE_TYPE (lhs)))
    {
      if (lk_is_standard (fndecl, "make_shared"))
	o->made.put (lhs, call);
      else if (lk_is_standard (fndecl, "shared_from_this") && n == 1
	       && TREE_CODE (TREE_TYPE (o->fun->decl)) == METHOD_TYPE)
	o->copies.put (lhs, DECL_ARGUMENTS (o->fun->decl));
      return;
    }
  if (!lk_of_standard_headers (fndecl))
    {
      add_of_callee (o, call, fndecl, depth);
      return;
    }
  if (n < 2 || TREE_CODE (TREE_TYPE (fndecl)) != METHOD_TYPE || !DECL_CONTEXT (fndecl)
      || TREE_CODE (DECL_CONTEXT (fndecl)) != RECORD_TYPE)
    return;
  bool constructs = DECL_CXX_CONSTRUCTOR_P (fndecl), assigns = id_equal (DECL_NAME (fndecl),
								      "operator=");
  if (!constructs && !assigns && !lk_container_fills (fndecl))
    return;
  /* A weak pointer owns nothing.  */
  tree type = DECL_CONTEXT (fndecl), field;
  tree to = object_shared (o, gimple_call_arg (call, n - 1));
  tree element = lk_named_type (type, "mapped_type");
  element = element ? element : lk_named_type (type, "value_type");
  if (!to || !(constructs || assigns ? is_shared (type) || lk_is_standard_class (type, "function")
	       : element && is_shared (element) && lk_named_type (type, "allocator_type")))
    return;
  if (tree from = object_of_member (o, gimple_call_arg (call, 0), &field))
    {
      if (!constructs)
	add_keeping (o, from, to, field, call, call);
      return;
    }
  tree dest = lk_origin (gimple_call_arg (call, 0));
  tree var = TREE_CODE (dest) == ADDR_EXPR ? get_base_address (TREE_OPERAND (dest, 0)) : NULL_TREE;
  /* Nor what is in a member of another object, or in the result of a call.  */
  if (!constructs && !(var && DECL_P (var) && lk_is_local (var))
      && !(TREE_CODE (dest) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (dest)))
    o->kept.add (to);
  if (!constructs)
    return;
  if (!var || !VAR_P (var) || !lk_is_local (var))
    return;
  if (DECL_ARTIFICIAL (var) || !is_shared (TREE_TYPE (var)))
    o->copies.put (var, to);
}

/* "new T" becomes the object of a local shared pointer.  */
static void
note_new (struct objects *o, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!lk_constructs_standard (fndecl, "shared_ptr") || gimple_call_num_args (call) != 2)
    return;
  tree var = variable_at (gimple_call_arg (call, 0));
  gcall *made = lk_origin_call (gimple_call_arg (call, 1));
  if (var && made && gimple_call_fndecl (made)
      && DECL_IS_OPERATOR_NEW_P (gimple_call_fndecl (made)))
    o->made.put (var, made);
}

static void
find_keeping (struct objects *o, unsigned depth)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, o->fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (i)))
	{
	  note_new (o, call);
	  see_call (o, call, depth);
	}
}

/* ---- Is it ever undone?  ---- */

struct undoing
{
  tree decl;			/* The function that makes the cycle.  */
  tree in;			/* The one that is being examined.  */
  hash_set<tree> *fields;	/* The members concerned.  */
  hash_set<gimple *> *but;	/* Statements that do not matter.  */
  bool undone;
};

/* Return true if CALL, which is given the address NAME of a member, or one within, only reads
   it, or adds to it.  */
static bool
leaves (struct undoing *u, gcall *call, tree name)
{
  tree fndecl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  if (u->but->contains (call))
    return true;
  if (!fndecl || !lk_of_standard_headers (fndecl) || gimple_call_num_args (call) == 0)
    return false;
  tree types = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
  if (DECL_CXX_DESTRUCTOR_P (fndecl))
    return true;
  if (DECL_CXX_CONSTRUCTOR_P (fndecl))
    {
      /* A moved object is not there any more.  */
      tree last = (gimple_call_num_args (call) == 2 && types && TREE_CHAIN (types)
		   ? TREE_VALUE (TREE_CHAIN (types)) : NULL);
      return (gimple_call_arg (call, 0) == name
	      || (last && TREE_CODE (last) == REFERENCE_TYPE && !TYPE_REF_IS_RVALUE (last)
		  && TYPE_READONLY (TREE_TYPE (last))));
    }
  if (gimple_call_arg (call, 0) != name || TREE_CODE (TREE_TYPE (fndecl)) != METHOD_TYPE)
    return false;
  if (TYPE_READONLY (TREE_TYPE (TREE_VALUE (types))))
    return true;
  const struct lk_member_role *role = lk_member_role (fndecl);
  if (!role || role->removes || role->iterator || role->visits || role->fetches)
    return false;
  return (!role->element || !lhs
	  || (TREE_CODE (lhs) == SSA_NAME && leave (u, lhs)));
}

/* Return true if all users of NAME, the address of a member, or one within, leave the member's
   target there.  (Copies do not go round in a circle, for phis are no copies here.)  */
static bool
leave (struct undoing *u, tree name)
{
  imm_use_iterator i;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, i, name)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt))
	continue;
      if (gcall *call = dyn_cast <gcall *> (stmt))
	{
	  if (!leaves (u, call, name))
	    return false;
	}
      else if (!gimple_assign_ssa_name_copy_p (stmt) || !leave (u, gimple_assign_lhs (stmt)))
	return false;
    }
  return true;
}

/* Return true if OBJECT, a member, belongs to an object that another function than the one
   with the cycle makes.  */
static bool
is_of_another (const struct undoing *u, tree object)
{
  tree base = get_base_address (object);
  if (u->in == u->decl || !base || TREE_CODE (base) != MEM_REF)
    return false;
  struct objects o;
  o.lowering = NULL;
  o.fun = lk_body_of (u->in);
  find_keeping (&o, 0);
  tree var = object_behind (&o, TREE_OPERAND (base, 0));
  return var && VAR_P (var) && o.made.get (var) && !is_given_another (&o, var);
}

/* A callback: the address of OBJECT is taken by STMT, as ADDRESS.  */
static bool
see_address (gimple *stmt, tree object, tree address, void *data)
{
  struct undoing *u = (struct undoing *) data;
  tree field = NULL_TREE;
  for (tree ref = object; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF && u->fields->contains (TREE_OPERAND (ref, 1)))
      field = TREE_OPERAND (ref, 1);
  if (!field)
    return false;
  gcall *call = dyn_cast <gcall *> (stmt);
  tree lhs = call ? NULL_TREE : gimple_get_lhs (stmt);
  if (!(call ? leaves (u, call, address)
	: lhs && TREE_CODE (lhs) == SSA_NAME && leave (u, lhs))
      && !is_of_another (u, object))
    u->undone = true;
  return false;
}

/* A callback: STMT stands in the program.  */
static void
note_undoing (gimple *stmt, tree decl, void *data)
{
  ((struct undoing *) data)->in = decl;
  walk_stmt_load_store_addr_ops (stmt, data, NULL, NULL, see_address);
}

/* ---- Circles.  ---- */

struct circle
{
  tree decl;			/* In this function.  */
  tree object;			/* Which the call MADE makes.  */
  gcall *made;
  gimple *closed;		/* The last statement that makes one keep the other.  */
  tree field;			/* In this member.  */
  auto_vec<tree> fields;
  hash_set<gimple *> statements;
};

/* If one of A and B is executed, the other one surely was before.  */
static bool
go_together (struct objects *o, const gimple *a, const gimple *b)
{
  basic_block entry = ENTRY_BLOCK_PTR_FOR_FN (o->fun), in_a = gimple_bb (a), in_b = gimple_bb (b);
  return lk_only_through (entry, in_a, in_b) || lk_only_through (entry, in_b, in_a);
}

/* From AT on objects keep each other back to C's: *WAY, N of them so far, all different.  */
static bool
closes (struct objects *o, struct circle *c, tree at, const struct keeping **way, unsigned n)
{
  if (o->kept.contains (at) || is_given_another (o, at))
    return false;
  for (unsigned i = 0; i < o->all.length (); i++)
    {
      const struct keeping *k = &o->all[i];
      if (k->from != at)
	continue;
      bool good = true;
      for (unsigned j = 0; j < n && good; j++)
	good = way[j]->from != k->to && go_together (o, way[j]->stmt, k->stmt);
      if (k->to != c->object ? !good : n && !go_together (o, way[n - 1]->stmt, k->stmt))
	continue;
      way[n] = k;
      if (k->to == c->object || closes (o, c, k->to, way, n + 1))
	{
	  c->fields.safe_push (k->field);
	  c->statements.add (k->stmt);
	  c->statements.add (k->inner);
	  if (!c->closed)
	    {
	      c->closed = k->stmt;
	      c->field = k->field;
	    }
	  return true;
	}
    }
  return false;
}

static void
report_cycle (struct lk_lowering *lowering, const struct circle *c, const struct lk_kind *kind)
{
  struct lk_lost lost;
  memset (&lost, 0, sizeof lost);
  lost.kind = kind;
  lost.handle = lk_decl_name (c->object);
  lost.member = lk_decl_name (c->field);
  lost.how = LK_STEP_CYCLE;
  lk_lost_by (lowering, &lost, c->made, c->decl, c->closed, c->decl);
}

/* Report one of the cycles that the function DECL makes.  */
static void
find_circle (struct lk_lowering *lowering, tree decl, const struct lk_kind *kind)
{
  struct objects o;
  o.lowering = lowering;
  o.fun = lk_body_of (decl);
  find_keeping (&o, MAX_CALLS);
  if (o.all.length () > MAX_KEEPING)
    {
      lk_limit_met (lowering, LK_LIMIT_KEEPING);
      return;
    }
  struct circle *first = NULL;
  for (unsigned i = 0; i < o.all.length (); i++)
    {
      struct circle *c = new struct circle ();
      const struct keeping *way[MAX_KEEPING];
      gcall **made = o.made.get (o.all[i].from);
      hash_set<tree> fields;
      c->decl = decl;
      c->object = o.all[i].from;
      c->made = made ? *made : NULL;
      bool kept = (made && !(first && gimple_location (first->made) <= gimple_location (*made))
		   && closes (&o, c, c->object, way, 0));
      for (unsigned k = 0; k < c->fields.length (); k++)
	{
	  fields.add (c->fields[k]);
	  kept &= lk_class_is_private (DECL_CONTEXT (c->fields[k]));
	}
      /* (Heuristic: another function of the unit may write the members and so break the
	 cycle.)  */
      struct undoing u = { decl, NULL_TREE, &fields, &c->statements, false };
      if (kept)
	lk_see_program (note_undoing, &u);
      if (kept && !u.undone)
	std::swap (c, first);
      delete c;
    }
  if (first)
    report_cycle (lowering, first, kind);
  delete first;
}

/* FUN makes an object that is shared.  */
static bool
makes_shared (struct function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	 gsi_next_nondebug (&i))
      {
	gcall *call = dyn_cast <gcall *> (gsi_stmt (i));
	tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
	if (lk_is_standard (fndecl, "make_shared") || lk_constructs_standard (fndecl, "shared_ptr"))
	  return true;
      }
  return false;
}

void
lk_find_circle (struct lk_lowering *lowering, struct function *fun)
{
  /* (With -flto the compiler has forgotten by now what classes have.)  */
  if (flag_generate_lto || !makes_shared (fun))
    return;
  const struct lk_clause *by = lk_clause_of_new (lowering);
  if (by && !by->kind->off)
    find_circle (lowering, fun->decl, by->kind);
}
