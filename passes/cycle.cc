/* Shared pointers that keep each other.

   An object that keeps itself by a std::shared_ptr, through others or through what a
   std::function has captured, is never deleted: a child that keeps its parent, a job whose callback
   has captured the job.  Counts are believed elsewhere (FACT_COUNTED), so that is looked for here:
   local shared pointers, parameters and `this' are objects, and each statement that puts a copy of
   one into a member of another makes that one keep it.  Such a circle is told where the function
   makes one of the objects, if in all the unit nothing is ever done to the members that could
   undo it.  (Of 295 leaks of seven collections that were not found, 10 were of this sort.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "gimple-walk.h"
#include "langhooks.h"

/* Calls that are looked into for what they make keep what.  */
#define MAX_CYCLE_CALLS 2
/* Objects on a circle.  */
#define MAX_CYCLE 4

/* FROM's object keeps TO's, in its member FIELD.  */
struct keeping
{
  tree from, to, field;
  gimple *stmt;
};

struct objects			/* Of one function.  */
{
  struct lk_lowering *lowering;
  struct function *fun;
  hash_set<gimple *> *keeping;	/* Their statements, those of callees, too.  */
  auto_vec<struct keeping> all;
  /* What a variable that is no shared pointer has copies of: a lambda, a std::function; or of
     what a temporary one is a copy.  */
  hash_map<tree, tree> copies;
  hash_map<tree, gcall *> made;	/* By variable: the call that made its object.  */
  hash_map<tree, tree> begins;	/* The variable that another one is a copy of at first.  */
  hash_set<tree> kept;		/* What globals keep.  */
};

/* ---- Which object.  ---- */

static bool
is_class (tree type, const char *name)
{
  return lk_in_library (type)
	 && id_equal (DECL_NAME (TYPE_NAME (TYPE_MAIN_VARIANT (type))), name);
}

static bool
is_shared (tree type)
{
  return is_class (type, "shared_ptr");
}

static bool
is_local (tree var)
{
  return (VAR_P (var) || TREE_CODE (var) == PARM_DECL) && !is_global_var (var);
}

/* FNDECL is the function NAME of the library.  */
static bool
is_library (tree fndecl, const char *name)
{
  return lk_of_standard_headers (fndecl) && id_equal (DECL_NAME (fndecl), name);
}

/* What OP, a value, was copied from.  */
static tree
origin (tree op)
{
  for (unsigned i = 0; i < 6 && TREE_CODE (op) == SSA_NAME; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (op);
      if (gimple_assign_ssa_name_copy_p (def) || gimple_assign_cast_p (def)
	  || (gimple_assign_single_p (def) && gimple_assign_rhs_code (def) == ADDR_EXPR))
	op = gimple_assign_rhs1 (def);
      else if (is_gimple_call (def) && gimple_call_num_args (def) == 1
	       && (is_library (gimple_call_fndecl (def), "move")
		   || is_library (gimple_call_fndecl (def), "forward")))
	op = gimple_call_arg (def, 0);
      else
	break;
    }
  return op;
}

/* The variable whose address OP is, or the parameter that is a reference; or NULL.  */
static tree
variable_at (tree op)
{
  op = origin (op);
  if (TREE_CODE (op) == ADDR_EXPR && DECL_P (TREE_OPERAND (op, 0))
      && is_local (TREE_OPERAND (op, 0)))
    return TREE_OPERAND (op, 0);
  if (TREE_CODE (op) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (op) && SSA_NAME_VAR (op)
      && TREE_CODE (SSA_NAME_VAR (op)) == PARM_DECL)
    return SSA_NAME_VAR (op);
  return NULL_TREE;
}

/* The object that the shared pointer at the address OP shares, or what has copies of such; or
   NULL.  */
static tree
object_shared (struct objects *o, tree op)
{
  tree var = variable_at (op);
  if (!var)
    return NULL_TREE;
  if (tree *copied = o->copies.get (var))
    return *copied;
  tree type = TREE_TYPE (var);
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return is_shared (type) ? var : NULL_TREE;
}

/* The object that the pointer OP leads to: this, or what a shared pointer gives; or NULL.  */
static tree
object_behind (struct objects *o, tree op)
{
  op = origin (op);
  if (TREE_CODE (op) != SSA_NAME)
    return NULL_TREE;
  tree var = SSA_NAME_IS_DEFAULT_DEF (op) ? SSA_NAME_VAR (op) : NULL_TREE;
  if (var)
    return (TREE_CODE (var) == PARM_DECL && var == DECL_ARGUMENTS (o->fun->decl)
	    && TREE_CODE (TREE_TYPE (o->fun->decl)) == METHOD_TYPE ? var : NULL_TREE);
  gcall *call = dyn_cast <gcall *> (SSA_NAME_DEF_STMT (op));
  tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
  return (fndecl && gimple_call_num_args (call) == 1
	  && (is_library (fndecl, "operator->") || is_library (fndecl, "get")
	      || is_library (fndecl, "operator*"))
	  ? object_shared (o, gimple_call_arg (call, 0)) : NULL_TREE);
}

/* The address OP is that of a member *FIELD, or in one, of the object that is returned; or
   NULL.  */
static tree
object_of_member (struct objects *o, tree op, tree *field)
{
  op = origin (op);
  /* What is in a container.  */
  if (TREE_CODE (op) == SSA_NAME)
    {
      gcall *call = dyn_cast <gcall *> (SSA_NAME_DEF_STMT (op));
      return (call && gimple_call_num_args (call)
	      && (is_library (gimple_call_fndecl (call), "operator[]")
		  || is_library (gimple_call_fndecl (call), "at"))
	      ? object_of_member (o, gimple_call_arg (call, 0), field) : NULL_TREE);
    }
  if (TREE_CODE (op) != ADDR_EXPR)
    return NULL_TREE;
  tree ref = TREE_OPERAND (op, 0);
  *field = NULL_TREE;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == COMPONENT_REF)
      *field = TREE_OPERAND (ref, 1);
  return (*field && TREE_CODE (ref) == MEM_REF ? object_behind (o, TREE_OPERAND (ref, 0))
	  : NULL_TREE);
}

/* ---- Who keeps whom.  ---- */

static void find_keeping (struct objects *, unsigned depth);

static void
add_keeping (struct objects *o, tree from, tree to, tree field, gimple *stmt)
{
  o->keeping->add (stmt);
  for (unsigned i = 0; i < o->all.length (); i++)
    if (o->all[i].from == from && o->all[i].to == to && o->all[i].field == field)
      return;
  o->all.safe_push ({ from, to, field, stmt });
}

/* What CALL's callee, with a body, makes of its arguments.  */
static void
add_of_callee (struct objects *o, gcall *call, tree fndecl, unsigned depth)
{
  struct function *body = lk_body_of (fndecl);
  struct objects inner;
  if (!body || !depth || lk_of_library (fndecl))
    return;
  inner.lowering = o->lowering;
  inner.fun = body;
  inner.keeping = o->keeping;
  find_keeping (&inner, depth - 1);
  for (unsigned i = 0; i < inner.all.length (); i++)
    {
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
	add_keeping (o, ends[0], ends[1], inner.all[i].field, call);
    }
}

/* NAME is that of a function of containers that puts its last argument there.  */
static bool
puts_in (tree name)
{
  static const char *const names[]
    = { "push_back", "emplace_back", "push_front", "emplace_front", "push", "insert", "emplace",
	"try_emplace", "insert_or_assign" };
  for (unsigned i = 0; i < ARRAY_SIZE (names); i++)
    if (id_equal (name, names[i]))
      return true;
  return false;
}

static void
note_call (struct objects *o, gcall *call, unsigned depth)
{
  tree fndecl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  unsigned n = gimple_call_num_args (call);
  if (!fndecl)
    return;
  if (lhs && VAR_P (lhs) && is_local (lhs) && is_shared (TREE_TYPE (lhs)))
    {
      if (is_library (fndecl, "make_shared"))
	o->made.put (lhs, call);
      else if (is_library (fndecl, "shared_from_this") && n == 1
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
  if (!constructs && !assigns && !puts_in (DECL_NAME (fndecl)))
    return;
  /* (Not a weak one.)  */
  tree type = DECL_CONTEXT (fndecl), field;
  tree to = object_shared (o, gimple_call_arg (call, n - 1));
  if (!to || !(is_shared (type) || is_class (type, "function") || is_class (type, "pair")
	       || (!constructs && !assigns)))
    return;
  /* Of a shared pointer to something else in it, only the owner.  */
  if (tree from = object_of_member (o, gimple_call_arg (call, 0), &field))
    {
      if (!constructs)
	add_keeping (o, from, to, field, call);
      return;
    }
  tree dest = origin (gimple_call_arg (call, 0));
  tree var = TREE_CODE (dest) == ADDR_EXPR ? get_base_address (TREE_OPERAND (dest, 0)) : NULL_TREE;
  if (var && DECL_P (var) && is_global_var (var))
    o->kept.add (to);
  if (!constructs)
    return;
  if (!var || !VAR_P (var) || !is_local (var))
    return;
  gcall **made = o->made.get (to);
  if (DECL_ARTIFICIAL (var) || !is_shared (TREE_TYPE (var)))
    o->copies.put (var, to);
  /* A variable that begins as a copy may be another object's later.  */
  else if (made)
    {
      gcall *same = *made;
      o->made.put (var, same);
      tree *whose = o->begins.get (to);
      o->begins.put (var, whose ? *whose : to);
    }
}

/* "new T" becomes the object of a local shared pointer.  */
static void
note_new (struct objects *o, gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  if (!fndecl || !lk_of_standard_headers (fndecl) || !DECL_CXX_CONSTRUCTOR_P (fndecl)
      || gimple_call_num_args (call) != 2 || !DECL_CONTEXT (fndecl)
      || TREE_CODE (DECL_CONTEXT (fndecl)) != RECORD_TYPE || !is_shared (DECL_CONTEXT (fndecl)))
    return;
  tree var = variable_at (gimple_call_arg (call, 0));
  tree value = origin (gimple_call_arg (call, 1));
  gcall *made = (TREE_CODE (value) == SSA_NAME ? dyn_cast <gcall *> (SSA_NAME_DEF_STMT (value))
		 : NULL);
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
	  note_call (o, call, depth);
	}
}

/* ---- Is it ever undone?  ---- */

struct undoing
{
  hash_set<tree> *fields;	/* Those that are asked for.  */
  hash_set<gimple *> *but;	/* Statements that do not matter.  */
  hash_set<tree> *undone;
};

static bool leave (struct undoing *u, tree name, unsigned depth);

/* OP, of which a member gets a copy by assignment, is surely something: a variable that shares,
   or a lambda.  */
static bool
is_something (tree op)
{
  tree var = variable_at (op);
  if (!var)
    return false;
  tree type = TREE_TYPE (var);
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return is_shared (type) ? !DECL_ARTIFICIAL (var)
	 : RECORD_OR_UNION_TYPE_P (type) && !lk_in_library (type);
}

/* CALL, which is given the address NAME of a member, or in one, leaves what that keeps there.  */
static bool
leaves (struct undoing *u, gcall *call, tree name, unsigned depth)
{
  static const char *const harmless[]
    = { "operator->", "operator*", "get", "operator bool", "use_count", "size", "empty", "begin",
	"end", "cbegin", "cend", "operator()", "count", "find", "contains", "front", "back",
	"reserve" };
  tree fndecl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  unsigned n = gimple_call_num_args (call);
  if (u->but->contains (call))
    return true;
  if (!fndecl || !lk_of_standard_headers (fndecl) || n == 0)
    return false;
  if (DECL_CXX_DESTRUCTOR_P (fndecl) || puts_in (DECL_NAME (fndecl)))
    return true;
  if (DECL_CXX_CONSTRUCTOR_P (fndecl))
    {
      /* (What is moved is there no more.)  */
      tree types = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
      tree last = n == 2 && types && TREE_CHAIN (types) ? TREE_VALUE (TREE_CHAIN (types)) : NULL;
      return (gimple_call_arg (call, 0) == name
	      || (last && TREE_CODE (last) == REFERENCE_TYPE && !TYPE_REF_IS_RVALUE (last)));
    }
  if (id_equal (DECL_NAME (fndecl), "operator="))
    return gimple_call_arg (call, 0) == name && is_something (gimple_call_arg (call, n - 1));
  if (id_equal (DECL_NAME (fndecl), "operator[]") || id_equal (DECL_NAME (fndecl), "at"))
    return !lhs || (depth && TREE_CODE (lhs) == SSA_NAME && leave (u, lhs, depth - 1));
  for (unsigned i = 0; i < ARRAY_SIZE (harmless); i++)
    if (id_equal (DECL_NAME (fndecl), harmless[i]))
      return true;
  return false;
}

/* All who get NAME, the address of a member, or in one, leave what that keeps there.  */
static bool
leave (struct undoing *u, tree name, unsigned depth)
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
	  if (!leaves (u, call, name, depth))
	    return false;
	}
      else if (!gimple_assign_ssa_name_copy_p (stmt) || !depth
	       || !leave (u, gimple_assign_lhs (stmt), depth - 1))
	return false;
    }
  return true;
}

/* Copies of an address that are followed.  */
#define MAX_CYCLE_COPIES 4

/* A callback: the address of OBJECT is taken by STMT, as ADDRESS.  */
static bool
note_address (gimple *stmt, tree object, tree address, void *data)
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
  if (!(call ? leaves (u, call, address, MAX_CYCLE_COPIES)
	: lhs && TREE_CODE (lhs) == SSA_NAME && leave (u, lhs, MAX_CYCLE_COPIES)))
    u->undone->add (field);
  return false;
}

/* DECL can get at objects that others have made: it is given something.  (What globals keep is not
   asked for.)  */
static bool
is_given_objects (tree decl)
{
  if (TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE)
    return true;
  for (tree parm = DECL_ARGUMENTS (decl); parm; parm = DECL_CHAIN (parm))
    if (!INTEGRAL_TYPE_P (TREE_TYPE (parm)) && !SCALAR_FLOAT_TYPE_P (TREE_TYPE (parm)))
      return true;
  return false;
}

/* Find what is undone of the circles that the function IN makes.  */
static void
find_undone (struct undoing *u, tree in)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      struct function *fun = lk_body_of (node->decl);
      basic_block bb;
      if (!fun || DECL_IN_SYSTEM_HEADER (node->decl)
	  || (node->decl != in && !is_given_objects (node->decl)))
	continue;
      FOR_EACH_BB_FN (bb, fun)
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	     gsi_next_nondebug (&i))
	  walk_stmt_load_store_addr_ops (gsi_stmt (i), u, NULL, NULL, note_address);
    }
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
};

/* Block B can be reached from A.  */
static bool
reaches (basic_block a, basic_block b)
{
  hash_set<basic_block> seen;
  auto_vec<basic_block> work;
  work.safe_push (a);
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ();
      edge e;
      edge_iterator ei;
      if (bb == b)
	return true;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!(e->flags & EDGE_EH) && !seen.add (e->dest))
	  work.safe_push (e->dest);
    }
  return false;
}

/* From AT on objects keep each other back to C's: *WAY, N of them so far.  */
static bool
closes (struct objects *o, struct circle *c, tree at, const struct keeping **way, unsigned n)
{
  for (unsigned i = 0; n < MAX_CYCLE && i < o->all.length (); i++)
    {
      const struct keeping *k = &o->all[i];
      if (k->from != at)
	continue;
      bool together = true;
      for (unsigned j = 0; j < n && together; j++)
	together = (reaches (gimple_bb (way[j]->stmt), gimple_bb (k->stmt))
		    || reaches (gimple_bb (k->stmt), gimple_bb (way[j]->stmt)));
      if (!together)
	continue;
      way[n] = k;
      if (k->to == c->object || closes (o, c, k->to, way, n + 1))
	{
	  c->fields.safe_push (k->field);
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
tell (struct lk_lowering *lowering, const struct circle *c, const struct lk_kind *kind)
{
  struct lk_lost lost;
  memset (&lost, 0, sizeof lost);
  lost.function = lost.where = lk_definition_of (lowering, c->decl);
  lost.loc = lk_location_of (c->made);
  lost.kind = kind;
  lost.acquirer = lk_function_of (lowering, gimple_call_fndecl (c->made))->name;
  lost.handle = lk_decl_name (c->object);
  lost.member = lk_decl_name (c->field);
  lost.at = lk_location_of (c->closed);
  lost.how = LK_STEP_CIRCLE;
  lk_unit_add_lost (lowering->unit, &lost);
}

/* The kind of what operator new makes; NULL: the unit does not use it.  */
static const struct lk_kind *
kind_of_new (struct lk_lowering *lowering)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (DECL_IS_OPERATOR_NEW_P (node->decl)
	&& !(DECL_CONTEXT (node->decl) && TYPE_P (DECL_CONTEXT (node->decl))))
      {
	const struct lk_contract *contract = lk_function_of (lowering, node->decl)->contract;
	for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
	  if (c->role == LK_ROLE_ACQUIRE)
	    return c->kind;
      }
  return NULL;
}

/* Add to CIRCLES those of the objects that the function DECL makes.  */
static void
find_circles (struct lk_lowering *lowering, tree decl, vec<struct circle *> *circles,
	      hash_set<gimple *> *keeping)
{
  struct objects o;
  o.keeping = keeping;
  o.lowering = lowering;
  o.fun = lk_body_of (decl);
  find_keeping (&o, MAX_CYCLE_CALLS);
  struct circle *first = NULL;
  for (unsigned i = 0; i < o.all.length (); i++)
    {
      struct circle *c = new struct circle ();
      const struct keeping *way[MAX_CYCLE];
      gcall **made = o.made.get (o.all[i].from);
      tree *whose = o.begins.get (o.all[i].from);
      c->decl = decl;
      c->object = o.all[i].from;
      if (!made || o.kept.contains (c->object) || (whose && o.kept.contains (*whose))
	  || !closes (&o, c, c->object, way, 0)
	  || (first && !(gimple_location (*made) < gimple_location (first->made))))
	{
	  delete c;
	  continue;
	}
      c->made = *made;
      c->object = whose ? *whose : c->object;
      delete first;
      first = c;
    }
  /* One is enough.  */
  if (first)
    circles->safe_push (first);
}

void
lk_find_circles (struct lk_lowering *lowering)
{
  if (!lang_GNU_CXX () || flag_generate_lto)
    return;
  auto_vec<struct circle *> circles;
  hash_set<gimple *> keeping;
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (lk_body_of (node->decl) && !DECL_IN_SYSTEM_HEADER (node->decl)
	&& !DECL_EXTERNAL (node->decl) && !lk_decl_suppressed (node->decl))
      find_circles (lowering, node->decl, &circles, &keeping);
  const struct lk_kind *kind = circles.is_empty () ? NULL : kind_of_new (lowering);
  for (unsigned i = 0; i < circles.length (); i++)
    {
      hash_set<tree> fields, undone;
      bool kept = kind && !kind->off;
      for (unsigned k = 0; k < circles[i]->fields.length (); k++)
	{
	  fields.add (circles[i]->fields[k]);
	  kept &= lk_class_is_private (DECL_CONTEXT (circles[i]->fields[k]));
	}
      if (kept)
	{
	  struct undoing u = { &fields, &keeping, &undone };
	  find_undone (&u, circles[i]->decl);
	}
      if (kept && undone.is_empty ())
	tell (lowering, circles[i], kind);
      delete circles[i];
    }
}
