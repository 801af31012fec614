/* Containers of handles that are members of classes, and are only filled.

   A handle that is stored in a container that is a member escapes, for it is not known what
   reads the container.  But only the unit reaches the members of a class in its main file, and
   the private ones of a class whose functions all have their bodies here: if all that the unit
   does with such a container is to fill it, count, read and empty it, no element is ever taken
   out.  A handle that is stored there, and nowhere else, is lost, and reported where it was
   acquired.

   Objects that are never destroyed may keep things for ever: some object of the class must be
   destroyed, or the user must have written a destructor that empties the container, or one of a
   class whose objects any code may make.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "gimple-walk.h"
#include "langhooks.h"
#include "cp/cp-tree.h"
#include "element-use.h"

/* The uses of one member.  */
struct member
{
  bool filled;
  bool thrown_away;		/* By a destructor that the user wrote.  */
  auto_vec<tree> lookers;	/* Functions that use it otherwise,  */
  bool asked, spoiled;		/* and whether one may get an element, if that has been
				   computed.  */
};

struct lk_members
{
  hash_map<tree, struct member *> fields;
  hash_set<tree> ended;		/* Classes of which an object is destroyed.  */
  basic_block entry;		/* Of the function that USED is of; or NULL.  */
  hash_set<tree> used;		/* Its variables of which more than flags is used.  */
};

static struct member *
member_of (struct lk_members *m, tree field)
{
  struct member *&member = m->fields.get_or_insert (field);
  if (!member)
    member = new struct member ();
  return member;
}

/* Return the container member whose address ADDRESS is; NULL if it is none.  */
static tree
member_at (tree address)
{
  address = lk_origin (address);
  if (TREE_CODE (address) != ADDR_EXPR
      || TREE_CODE (TREE_OPERAND (address, 0)) != COMPONENT_REF)
    return NULL_TREE;
  tree field = TREE_OPERAND (TREE_OPERAND (address, 0), 1);
  return lk_holds_handles (TREE_TYPE (field)) ? field : NULL_TREE;
}

bool
lk_member_has_body (tree class_, tree member)
{
  if (lk_body_of (member) || lk_cloned_from (member))
    return true;
  if (!DECL_CXX_CONSTRUCTOR_P (member) && !DECL_CXX_DESTRUCTOR_P (member))
    return false;
  for (tree f = TYPE_FIELDS (class_); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && lk_cloned_from (f) == member && lk_body_of (f))
      return true;
  return false;
}

bool
lk_class_is_private (tree class_)
{
  tree name = TYPE_NAME (class_);
  if (!name || TREE_CODE (name) != TYPE_DECL || !lk_in_main_file (name))
    return false;
  for (tree f = TYPE_FIELDS (class_); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FUNCTION_DECL && !DECL_ARTIFICIAL (f)
	&& !DECL_DECLARED_INLINE_P (f) && !DECL_PURE_VIRTUAL_P (f)
	&& !lk_member_has_body (class_, f))
      return false;
  return true;
}

/* A callback: REF, in OBJECT, is read; or, ADDRESS, OBJECT's address is taken.  */
static bool
note_used (gimple *stmt, tree object, tree ref, void *data)
{
  tree base = get_base_address (object);
  if (base && VAR_P (base) && !gimple_clobber_p (stmt)
      && TREE_CODE (TREE_TYPE (ref)) != BOOLEAN_TYPE)
    ((struct lk_members *) data)->used.add (base);
  return false;
}

/* Return true if more than flags of the variable VAR is used in the function that BB is in.  */
static bool
is_used (struct lk_members *m, basic_block bb, tree var)
{
  while (bb->prev_bb)
    bb = bb->prev_bb;
  if (m->entry != bb)
    {
      m->entry = bb;
      m->used.empty ();
      for (; bb; bb = bb->next_bb)
	for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	     gsi_next_nondebug (&i))
	  walk_stmt_load_store_addr_ops (gsi_stmt (i), m, note_used, NULL, note_used);
    }
  return m->used.contains (var);
}

/* Return true if the function of CALL, which puts an element into a container, gets it by the
   result.  */
static bool
result_leads_back (struct lk_members *m, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  if (!lhs || !(POINTER_TYPE_P (TREE_TYPE (lhs)) || AGGREGATE_TYPE_P (TREE_TYPE (lhs))))
    return false;
  if (TREE_CODE (lhs) == SSA_NAME)
    return !has_zero_uses (lhs);
  return !VAR_P (lhs) || is_used (m, gimple_bb (call), lhs);
}

/* Return true if CALL, in a function that is ARTIFICIAL or not, only fills the member FIELD,
   its first argument, or does nothing to the elements.  */
static bool
only_fills (struct lk_members *m, gcall *call, tree field, bool artificial, bool *fills)
{
  tree fndecl = gimple_call_fndecl (call);
  *fills = false;
  if (!fndecl)
    return false;
  /* The whole object is copied or moved.  */
  for (unsigned i = 1; i < gimple_call_num_args (call); i++)
    if (member_at (gimple_call_arg (call, i)) == field)
      return artificial;
  switch (lk_container_use (fndecl, call))
    {
    case LK_CONTAINER_FILLED:
      *fills = true;
      return !result_leads_back (m, call);
    case LK_CONTAINER_ASKED:
      return true;
    default:
      return false;
    }
}

/* Return true if STMT makes the address of the member FIELD only for calls that fill it.  */
static bool
only_for_filling (struct lk_members *m, gimple *stmt, tree field, bool artificial)
{
  imm_use_iterator i;
  use_operand_p use;
  bool fills;
  FOR_EACH_IMM_USE_FAST (use, i, gimple_assign_lhs (stmt))
    {
      if (is_gimple_debug (USE_STMT (use)))
	continue;
      gcall *call = dyn_cast <gcall *> (USE_STMT (use));
      if (!call || !only_fills (m, call, field, artificial, &fills))
	return false;
    }
  return true;
}

struct walk
{
  struct lk_members *members;
  tree decl;			/* The function.  */
  tree allowed;			/* Understood in this statement.  */
};

static tree
names_other_member (tree *where, int *, void *data)
{
  struct walk *w = (struct walk *) ((struct walk_stmt_info *) data)->info;
  if (TREE_CODE (*where) == COMPONENT_REF && TREE_OPERAND (*where, 1) != w->allowed
      && lk_holds_handles (TREE_TYPE (TREE_OPERAND (*where, 1))))
    {
      struct member *member = member_of (w->members, TREE_OPERAND (*where, 1));
      if (!member->lookers.contains (w->decl))
	member->lookers.safe_push (w->decl);
    }
  return NULL_TREE;
}

/* A callback: STMT stands in DECL.  */
static void
scan_statement (gimple *stmt, tree decl, void *data)
{
  struct lk_members *m = (struct lk_members *) data;
  struct walk w = { m, decl, NULL_TREE };
  gcall *call = dyn_cast <gcall *> (stmt);
  bool artificial = DECL_ARTIFICIAL (decl);
  if (gimple_clobber_p (stmt))
    return;
  tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
  if (fndecl && DECL_CXX_DESTRUCTOR_P (fndecl))
    m->ended.add (TYPE_MAIN_VARIANT (DECL_CONTEXT (fndecl)));
  tree field = (call && gimple_call_num_args (call)
		? member_at (gimple_call_arg (call, 0)) : NULL_TREE);
  if (field)
    {
      bool fills;
      struct member *member = member_of (m, field);
      if (only_fills (m, call, field, artificial, &fills))
	w.allowed = field;
      member->filled |= fills;
      member->thrown_away |= (DECL_CXX_DESTRUCTOR_P (decl) && !artificial
			      && !(fndecl && DECL_CXX_DESTRUCTOR_P (fndecl)));
    }
  else if (gimple_assign_single_p (stmt)
	   && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME)
    {
      field = member_at (gimple_assign_rhs1 (stmt));
      if (field && only_for_filling (m, stmt, field, artificial))
	w.allowed = field;
    }
  struct walk_stmt_info info;
  memset (&info, 0, sizeof info);
  info.info = &w;
  walk_gimple_op (stmt, names_other_member, &info);
}

static void
free_members (void *data)
{
  struct lk_members *members = (struct lk_members *) data;
  for (auto i = members->fields.begin (); i != members->fields.end (); ++i)
    delete (*i).second;
  delete members;
}

static struct lk_members *
members_of (struct lk_lowering *lowering)
{
  struct lk_lowering::lk_kept *slot = &lowering->slots[LK_SLOT_MEMBERS];
  if (!slot->data)
    {
      struct lk_members *members = new struct lk_members;
      members->entry = NULL;
      lk_keep (lowering, LK_SLOT_MEMBERS, members, free_members);
      lk_see_program (scan_statement, (struct lk_members *) slot->data);
    }
  return (struct lk_members *) slot->data;
}

/* Return true if DECL only reads the elements of its object's member FIELD.  A reference to
   the target of an element is not for deletion.  */
static bool
only_looks (struct lk_lowering *lowering, tree decl, tree field)
{
  struct lk_use_of_elements use = {};
  lk_use_elements (lowering, decl, field, &use);
  tree type = TREE_TYPE (TREE_TYPE (decl));
  bool returns = (use.returns
		  && (TREE_CODE (type) != REFERENCE_TYPE || POINTER_TYPE_P (TREE_TYPE (type))));
  return !(use.releases || use.takes || returns || use.unknown
	   || (DECL_CXX_DESTRUCTOR_P (decl) && use.keeps));
}

/* Return true if other code may get an element of MEMBER, which FIELD is.  */
static bool
is_spoiled (struct lk_lowering *lowering, struct member *member, tree field)
{
  if (!member->asked)
    for (unsigned i = 0; i < member->lookers.length () && !member->spoiled; i++)
      member->spoiled = !only_looks (lowering, member->lookers[i], field);
  member->asked = true;
  return member->spoiled;
}

bool
lk_only_fills_member (struct lk_lowering *lowering, gcall *call)
{
  bool fills;
  tree field = (gimple_call_num_args (call)
		? member_at (gimple_call_arg (call, 0)) : NULL_TREE);
  struct lk_members *m = field ? members_of (lowering) : NULL;
  if (!field || !only_fills (m, call, field, false, &fills) || !fills)
    return false;
  struct member **member = m->fields.get (field);
  if (!member)
    return false;
  tree class_ = TYPE_MAIN_VARIANT (DECL_CONTEXT (field));
  bool ends = (*member)->thrown_away || m->ended.contains (class_);
  return ((*member)->filled
	  && ((ends && lk_class_is_private (class_)) || lk_is_closed_container (lowering, field))
	  && !is_spoiled (lowering, *member, field));
}
