/* Targets of calls through pointers to functions that are kept in members, as std::function
   does: which functions of the unit are stored there.

   If the function of a member is known, because the object has been made in sight, a call
   through the member runs it; otherwise the call is unknown.  The call becomes one of a
   dispatcher (unit/virtual-call.cc) that gets the pointer, too, and tests which function it
   is: the address of a function is a number (LK_FUNCTION), which the engine follows like any
   other one.

   The library reaches some pointers by references, whose type alone says what they may be: the
   deleter of std::unique_ptr<T, void (*) (T *)> is in a tuple.  Then each function of that
   type whose address is taken in the unit may run.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

struct lk_callbacks
{
  auto_vec<tree> addressed;	/* Functions whose addresses are taken.  */
  hash_map<tree, auto_vec<tree> *> types;	/* Those of them that pointers to a type of
						   functions may lead to, on demand.  */
  hash_map<tree, auto_vec<tree> *> members;	/* The functions stored in each.  */
  hash_map<tree, struct lk_dispatch *> dispatches;
};

/* Return the member of a class that PLACE is, or NULL.  */
static tree
member_of_place (tree place)
{
  tree field = TREE_CODE (place) == COMPONENT_REF ? TREE_OPERAND (place, 1) : NULL;
  return (field && TREE_CODE (field) == FIELD_DECL && POINTER_TYPE_P (TREE_TYPE (field))
	  && TREE_CODE (TREE_TYPE (TREE_TYPE (field))) == FUNCTION_TYPE
	  ? field : NULL);
}

/* Return true if DECL can be called with the arguments of a pointer to TYPE.  */
static bool
same_arguments (tree decl, tree type)
{
  tree own = TYPE_ARG_TYPES (TREE_TYPE (decl)), given = TYPE_ARG_TYPES (type);
  for (; own && given; own = TREE_CHAIN (own), given = TREE_CHAIN (given))
    if (own == void_list_node || given == void_list_node)
      break;
  return own == given && own == void_list_node;
}

/* Return true if values of TYPE and OTHER are passed and returned alike.  */
static bool
same_sort (const_tree type, const_tree other)
{
  if (VOID_TYPE_P (type) || VOID_TYPE_P (other))
    return VOID_TYPE_P (type) && VOID_TYPE_P (other);
  return lk_matters (type) && lk_matters (other);
}

/* Return true if the function DECL, whose address is taken, can be called as one of TYPE, and
   takes and returns only numbers and pointers.  */
static bool
is_of_type (tree decl, tree type)
{
  tree own = TYPE_ARG_TYPES (TREE_TYPE (decl)), given = TYPE_ARG_TYPES (type);
  if (!same_sort (TREE_TYPE (TREE_TYPE (decl)), TREE_TYPE (type)))
    return false;
  for (; own && given && own != void_list_node && given != void_list_node;
       own = TREE_CHAIN (own), given = TREE_CHAIN (given))
    if (!same_sort (TREE_VALUE (own), TREE_VALUE (given)))
      return false;
  return own == given && own == void_list_node;
}

static void
free_callbacks (void *data)
{
  struct lk_callbacks *c = (struct lk_callbacks *) data;
  for (auto it = c->members.begin (); it != c->members.end (); ++it)
    delete (*it).second;
  for (auto it = c->types.begin (); it != c->types.end (); ++it)
    delete (*it).second;
  delete c;
}

static struct lk_callbacks *
callbacks_of (struct lk_lowering *lowering)
{
  return (struct lk_callbacks *) lowering->slots[LK_SLOT_CALLBACKS].data;
}

void
lk_callbacks_init (struct lk_lowering *lowering)
{
  struct lk_callbacks *c = new lk_callbacks;
  lk_keep (lowering, LK_SLOT_CALLBACKS, c, free_callbacks);
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    {
      ipa_ref *ref;
      bool addressed = false;
      for (unsigned i = 0; node->iterate_referring (i, ref); i++)
	{
	  addressed |= ref->use == IPA_REF_ADDR && ref->stmt;
	  tree field = (ref->use == IPA_REF_ADDR && ref->stmt
			&& gimple_assign_single_p (ref->stmt)
			&& TREE_CODE (gimple_assign_rhs1 (ref->stmt)) == ADDR_EXPR
			? member_of_place (gimple_assign_lhs (ref->stmt)) : NULL);
	  if (!field || !lk_body_of (node->decl)
	      || TREE_OPERAND (gimple_assign_rhs1 (ref->stmt), 0) != node->decl
	      || !same_arguments (node->decl, TREE_TYPE (TREE_TYPE (field))))
	    continue;
	  auto_vec<tree> *&all = c->members.get_or_insert (field);
	  if (!all)
	    all = new auto_vec<tree>;
	  /* The references to one function come in a row.  */
	  if (all->is_empty () || all->last () != node->decl)
	    all->safe_push (node->decl);
	}
      if (addressed && !DECL_CXX_CONSTRUCTOR_P (node->decl) && !DECL_CXX_DESTRUCTOR_P (node->decl)
	  && TREE_CODE (TREE_TYPE (node->decl)) == FUNCTION_TYPE
	  && (lk_body_of (node->decl) || lk_contract_of (node->decl)))
	c->addressed.safe_push (node->decl);
    }
}

/* Return the functions that TYPE, of functions, allows; NULL: none, or too many.  */
static vec<tree> *
callbacks_of_type (struct lk_lowering *lowering, tree type)
{
  struct lk_callbacks *c = callbacks_of (lowering);
  auto_vec<tree> *&all = c->types.get_or_insert (type);
  if (!all)
    {
      all = new auto_vec<tree>;
      for (unsigned i = 0; i < c->addressed.length (); i++)
	if (is_of_type (c->addressed[i], type))
	  all->safe_push (c->addressed[i]);
    }
  if (all->length () > MAX_TARGETS)
    lk_limit_met (lowering, LK_LIMIT_TARGETS);
  return all->is_empty () || all->length () > MAX_TARGETS ? NULL : all;
}

/* Return true if the library's function in which FN, a value, is computed loads it from behind
   a pointer.  */
static bool
is_behind_pointer (const_tree place, const gimple *def)
{
  return (TREE_CODE (place) == MEM_REF && TREE_CODE (TREE_OPERAND (place, 0)) == SSA_NAME
	  && in_system_header_at (gimple_location (def)));
}

vec<tree> *
lk_callbacks_at (struct lk_lowering *lowering, tree fn, tree *member)
{
  tree type = TREE_TYPE (fn);
  gimple *def = NULL;
  fn = lk_origin_through (fn, LK_THROUGH_CASTS);
  if (TREE_CODE (fn) == SSA_NAME)
    {
      def = SSA_NAME_DEF_STMT (fn);
      fn = gimple_assign_single_p (def) ? gimple_assign_rhs1 (def) : NULL;
    }
  *member = fn ? member_of_place (fn) : NULL;
  if (fn && def && !*member && POINTER_TYPE_P (type)
      && TREE_CODE (TREE_TYPE (type)) == FUNCTION_TYPE && is_behind_pointer (fn, def))
    {
      *member = TREE_TYPE (type);
      return callbacks_of_type (lowering, TREE_TYPE (type));
    }
  auto_vec<tree> **all = *member ? callbacks_of (lowering)->members.get (*member) : NULL;
  return all ? *all : NULL;
}

struct lk_dispatch *&
lk_callback_dispatch (struct lk_lowering *lowering, tree member)
{
  return callbacks_of (lowering)->dispatches.get_or_insert (member);
}
