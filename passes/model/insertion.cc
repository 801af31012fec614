/* Insertions that are refused.

   A map or set has every key once: an insertion under an existing key is refused, and the
   handle stays with the caller. insert (), emplace () and try_emplace () report that by the
   second member of a pair, the first being an iterator of the existing element.

   Mostly the key is new.  The two outcomes are distinguished only with evidence that the key
   may exist: the function tests the second member; or it uses the existing element instead of
   the handle, which it does not use any more, and has not looked for the key before.

   The containers' own code is not followed: trees and tables are too much for that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"
#include "gimple-walk.h"

struct insertion
{
  tree type;			/* The container's.  */
  tree given;			/* The argument, a pointer to the handle,  */
  int64_t offset;		/* ... that many bytes further.  */
  tree result;			/* The variable, a pair.  */
  tree second;			/* Its member.  */
};

/* Return the member number N (from 0) of TYPE, or NULL.  */
static tree
field_number (tree type, unsigned n)
{
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && !DECL_ARTIFICIAL (f) && n-- == 0)
      return f;
  return NULL_TREE;
}

/* Return true if TYPE is a pair; FIELD becomes its second member.  */
static bool
is_pair (tree type, tree *field)
{
  if (!lk_in_library (type) || !id_equal (DECL_NAME (TYPE_NAME (TYPE_MAIN_VARIANT (type))), "pair"))
    return false;
  *field = field_number (type, 1);
  return *field && TREE_CODE (DECL_FIELD_OFFSET (*field)) == INTEGER_CST;
}

/* Return true if two handles are different keys of a container of TYPE: it compares the
   handles themselves.  */
static bool
compares_handles (tree type)
{
  tree by = lk_named_type (type, "key_compare");
  if (!by)
    by = lk_named_type (type, "key_equal");
  return !by || !RECORD_OR_UNION_TYPE_P (by) || lk_in_library (by);
}

/* Return true if FNDECL removes the element that is in the way of what it puts there.  */
static bool
replaces (tree fndecl)
{
  const struct lk_member_role *role = lk_member_role (fndecl);
  return role && role->puts && role->removes;
}

/* Return true if CALL stores a handle in a container that may refuse it, and reports that.  */
static bool
is_insertion (gcall *call, struct insertion *in)
{
  tree fndecl = gimple_call_fndecl (call), lhs = gimple_call_lhs (call);
  unsigned n = gimple_call_num_args (call);
  if (!lhs || !VAR_P (lhs) || is_global_var (lhs) || n < 2 || !lk_of_standard_headers (fndecl)
      || TREE_CODE (TREE_TYPE (fndecl)) != METHOD_TYPE
      || replaces (fndecl)
      || !is_pair (TREE_TYPE (lhs), &in->second)
      || TREE_CODE (TREE_TYPE (in->second)) != BOOLEAN_TYPE)
    return false;
  in->type = DECL_CONTEXT (fndecl);
  /* With -flto the compiler has forgotten the members.  */
  if (!in->type || TREE_CODE (in->type) != RECORD_TYPE)
    return false;
  in->result = lhs;
  in->given = gimple_call_arg (call, n - 1);
  in->offset = 0;
  if (!lk_named_type (in->type, "key_type")
      || !POINTER_TYPE_P (TREE_TYPE (in->given)))
    return false;
  tree mapped = lk_named_type (in->type, "mapped_type");
  tree type = TREE_TYPE (TREE_TYPE (in->given)), field;
  if (compares_handles (in->type)
      && (!mapped || POINTER_TYPE_P (lk_named_type (in->type, "key_type"))))
    return false;
  if (mapped && is_pair (type, &field))
    {
      in->offset = int_byte_position (field);
      type = TREE_TYPE (field);
    }
  /* An owner is made of the handle only if the key is new; emplace () does not do that.  */
  const struct lk_member_role *role = lk_member_role (fndecl);
  if (mapped && RECORD_OR_UNION_TYPE_P (mapped) && n == 3 && role && role->if_new)
    return lk_is_handle (type);
  return (lk_is_handle (type)
	  && lk_is_handle (mapped ? mapped : lk_named_type (in->type, "key_type")));
}

/* ---- What is done with the answer.  ---- */

struct insertion_uses
{
  const struct insertion *in;
  bool asked, looked_at, otherwise;
};

/* A callback: OP, of which BASE is the object, is read.  */
static bool
note_load (gimple *, tree base, tree op, void *data)
{
  struct insertion_uses *u = (struct insertion_uses *) data;
  if (base != u->in->result)
    return false;
  tree field = NULL_TREE;
  for (; handled_component_p (op); op = TREE_OPERAND (op, 0))
    if (TREE_CODE (op) == COMPONENT_REF)
      field = TREE_OPERAND (op, 1);
  u->asked |= field == u->in->second;
  u->looked_at |= field && field != u->in->second;
  u->otherwise |= !field;
  return false;
}

/* The address of OBJECT is taken: for one of the functions get (), or a part's; or else.  */
static bool
note_address (gimple *stmt, tree object, tree, void *data)
{
  struct insertion_uses *u = (struct insertion_uses *) data;
  if (get_base_address (object) != u->in->result)
    return false;
  if (handled_component_p (object))
    return note_load (stmt, u->in->result, object, data);
  tree fndecl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  tree type = fndecl ? TREE_TYPE (TREE_TYPE (fndecl)) : NULL_TREE;
  if (!fndecl || !lk_of_standard_headers (fndecl) || !id_equal (DECL_NAME (fndecl), "get")
      || TREE_CODE (type) != REFERENCE_TYPE)
    u->otherwise = true;
  else if (TREE_CODE (TREE_TYPE (type)) == BOOLEAN_TYPE)
    {
      /* A structured binding always gets both.  */
      tree lhs = gimple_call_lhs (stmt);
      u->asked |= lhs && !(TREE_CODE (lhs) == SSA_NAME && has_zero_uses (lhs));
    }
  else
    u->looked_at = true;
  return false;
}

/* Return true if STMT, another one than that of IN, calls a function of a container of the
   same type, or one of the program that may look for the key.  */
static bool
concerns_type (const gimple *stmt, const struct insertion *in)
{
  tree fndecl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return (fndecl && !DECL_CXX_CONSTRUCTOR_P (fndecl) && !DECL_CXX_DESTRUCTOR_P (fndecl)
	  && (DECL_CONTEXT (fndecl) == in->type
	      || (lk_body_of (fndecl) && !lk_of_library (fndecl))));
}

/* Return true if STMT looks for a key in a container of the type of IN.  (A function that removes
   what is under a key does, too; but what it leaves is not followed.)  */
static bool
looks_up (const gimple *stmt, const struct insertion *in)
{
  tree fndecl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  const struct lk_member_role *role
    = fndecl && DECL_CONTEXT (fndecl) == in->type ? lk_member_role (fndecl) : NULL;
  return role && role->position == LK_POSITION_KEY && !role->puts;
}

struct handle			/* Where the handle is before.  */
{
  auto_vec<tree, 4> names;	/* Variables and SSA names.  */
  bool unknown;
};

/* Add to H what the value or address OP comes from.  */
static void
add_origins (struct lk_lower *l, struct handle *h, tree op)
{
  if (TREE_CODE (op) == ADDR_EXPR)
    {
      tree var = TREE_OPERAND (op, 0);
      if (!VAR_P (var) || is_global_var (var))
	{
	  h->unknown = true;
	  return;
	}
      if (h->names.contains (var))
	return;
      h->names.safe_push (var);
      /* The values that are stored in it.  */
      unsigned i;
      basic_block bb;
      FOR_EACH_VEC_ELT (l->order, i, bb)
	for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
	     gsi_next_nondebug (&gsi))
	  {
	    gimple *stmt = gsi_stmt (gsi);
	    if (gimple_assign_single_p (stmt) && gimple_assign_lhs (stmt) == var
		&& TREE_CODE (gimple_assign_rhs1 (stmt)) == SSA_NAME)
	      add_origins (l, h, gimple_assign_rhs1 (stmt));
	    else if (is_gimple_call (stmt) && gimple_call_num_args (stmt) > 1
		     && gimple_call_fndecl (stmt)
		     && DECL_CXX_CONSTRUCTOR_P (gimple_call_fndecl (stmt))
		     && operand_equal_p (gimple_call_arg (stmt, 0), op, 0))
	      add_origins (l, h, gimple_call_arg (stmt, gimple_call_num_args (stmt) - 1));
	  }
    }
  else if (TREE_CODE (op) == SSA_NAME && !h->names.contains (op))
    {
      h->names.safe_push (op);
      gimple *def = SSA_NAME_DEF_STMT (op);
      if (gimple_assign_cast_p (def) || gimple_assign_ssa_name_copy_p (def))
	add_origins (l, h, gimple_assign_rhs1 (def));
      else if (gimple_code (def) == GIMPLE_PHI)
	h->unknown = true;
    }
}

static bool
names_handle (gimple *, tree object, tree, void *data)
{
  return ((const struct handle *) data)->names.contains (get_base_address (object));
}

static bool
ends_object (const gimple *stmt)
{
  tree fndecl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return gimple_clobber_p (stmt) || (fndecl && DECL_CXX_DESTRUCTOR_P (fndecl));
}

/* Return true if the handle that IN is about is named after CALL, in some order of the blocks.  */
static bool
is_used_after (struct lk_lower *l, gcall *call, const struct insertion *in)
{
  struct handle h;
  unsigned i;
  basic_block bb;
  bool after = false;
  h.unknown = false;
  add_origins (l, &h, in->given);
  if (h.unknown)
    return true;
  FOR_EACH_VEC_ELT (l->order, i, bb)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
	 gsi_next_nondebug (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	ssa_op_iter op;
	tree name;
	if (after && !ends_object (stmt))
	  {
	    if (walk_stmt_load_store_addr_ops (stmt, &h, names_handle, NULL, names_handle))
	      return true;
	    FOR_EACH_SSA_TREE_OPERAND (name, stmt, op, SSA_OP_USE)
	      if (h.names.contains (name))
		return true;
	  }
	after |= stmt == call;
      }
  return false;
}

/* Return true if there is evidence that CALL may find the key there.  */
static bool
may_be_refused (struct lk_lower *l, gcall *call, const struct insertion *in)
{
  struct insertion_uses u = { in, false, false, false };
  bool concerns = false, looked_up = false;
  unsigned i;
  basic_block bb;
  FOR_EACH_VEC_ELT (l->order, i, bb)
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
	 gsi_next_nondebug (&gsi))
      {
	walk_stmt_load_store_addr_ops (gsi_stmt (gsi), &u, note_load, NULL, note_address);
	concerns |= gsi_stmt (gsi) != call && concerns_type (gsi_stmt (gsi), in);
	looked_up |= looks_up (gsi_stmt (gsi), in);
      }
  tree key_type = lk_named_type (in->type, "key_type");
  /* Numbers are often counted up: ids.  */
  return (!u.otherwise && !looked_up
	  && (u.asked || lk_key_may_repeat (l->fun, l->order, call)
	      || (!concerns && lk_is_key_given (l->fun, gimple_call_arg (call, 1))
		  && lk_key_passed_twice (l->fun, key_type))
	      || (u.looked_at && !concerns
			  && !INTEGRAL_TYPE_P (key_type)
			  && !is_used_after (l, call, in)
			  && lk_is_key_given (l->fun, gimple_call_arg (call, 1)))));
}

bool
lk_insertion_need (struct lk_lower *l, gcall *call)
{
  struct insertion in;
  if (!is_insertion (call, &in) || !may_be_refused (l, call, &in))
    return false;
  l->refusing->add (call);
  lk_need (l, gimple_call_arg (call, 0), LK_NEED_VALUE);
  lk_need (l, in.given, LK_NEED_VALUE);
  return true;
}

bool
lk_insertion_lower (struct lk_lower *l, gcall *call)
{
  struct insertion in;
  lk_var container;
  if (!l->refusing->contains (call) || !is_insertion (call, &in))
    return false;
  struct lk_operand given = lk_plus (l, lk_operand_of (l, in.given), in.offset);
  lk_loc loc = lk_location_of (call);
  bool followed = lk_container_followed (l, call, &container);
  struct lk_operand value = lk_operand_unknown ();
  if (given.kind == LK_PATH && given.path->nsel == 0)
    value = lk_loaded (l, lk_operand_path (lk_path_make (l->graph, given.path->root, 1,
							 &given.path->addend, 0)), loc);
  struct lk_operand object
    = (followed ? lk_operand_path (lk_path_make (l->graph, container, 0, NULL, 0))
       : lk_operand_of (l, gimple_call_arg (call, 0)));
  if (!followed)
    lk_clear (l, lk_address_of (l, in.result), lk_size_of (TREE_TYPE (in.result)),
	      lk_operand_unknown (), loc);
  struct lk_event *event = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL, loc, 2);
  event->callee = lk_container_model (l->unit, followed ? LK_CONTAINER_INSERT : LK_CONTAINER_GIVE);
  event->args[0] = object;
  event->args[1] = value;
  lk_var answer = lk_graph_add_var (l->graph, LK_VAR_VALUE, NULL, 0);
  struct lk_operand result = lk_operand_path (lk_path_make (l->graph, answer, 0, NULL, 0));
  event->dest = result;
  int64_t at = int_byte_position (in.second);
  struct lk_event *said = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, loc, 0);
  said->dest = lk_operand_path (lk_path_make (l->graph, lk_decl_var (l, in.result), 1, &at, 0));
  said->src = result;
  return true;
}
