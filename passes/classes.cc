/* Classes of the program, for who wants to know what their objects hold.

   Which methods there are, what the destructor releases (by its body, or by how it was parsed,
   parsed.cc), and which members only the class itself gets at.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "gimple-walk.h"
#include "langhooks.h"
#include "cp/cp-tree.h"

struct classes
{
  struct lk_lowering *lowering;
  struct obstack *room;
  const vec<tree> *functions;	/* With bodies.  */
  hash_map<tree, lk_parsed> bodies;	/* As parsed.  */
  hash_map<tree, tree> destructors;	/* By class: one that has a body, or was parsed.  */
  hash_map<tree, tree> constructors;	/* By their declarations.  */
  hash_map<tree, const struct lk_object_class *> known;
  auto_vec<tree> types;		/* Those that are KNOWN, in an order that is always the same.  */
};

/* ---- Methods, and what a class owns.  ---- */

/* The declaration that the constructor or destructor DECL is a clone of, or DECL.  */
static tree
declared_as (tree decl)
{
  return DECL_ABSTRACT_ORIGIN (decl) ? DECL_ABSTRACT_ORIGIN (decl) : decl;
}

/* The class whose member function DECL is, or NULL.  */
static tree
class_of (const_tree decl)
{
  tree context = DECL_CONTEXT (decl);
  return (TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && context
	  && TREE_CODE (context) == RECORD_TYPE ? TYPE_MAIN_VARIANT (context) : NULL);
}

/* (A private one may be called only when there is nothing.)  */
static bool
is_public (const_tree decl)
{
  return !TREE_PRIVATE (decl) && !TREE_PROTECTED (decl);
}

/* The only parameter of DECL, but for the object, is a reference to TYPE, to a temporary one if
   so said.  */
static bool
takes_another (const_tree decl, const_tree type, bool temporary)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  types = types ? TREE_CHAIN (types) : NULL;
  tree first = types && types != void_list_node ? TREE_VALUE (types) : NULL;
  return (first && TREE_CODE (first) == REFERENCE_TYPE
	  && TYPE_MAIN_VARIANT (TREE_TYPE (first)) == type
	  && (!temporary || (TYPE_REF_IS_RVALUE (first) && TREE_CHAIN (types) == void_list_node)));
}

/* The member function MEMBER has a body that is followed, or needs none.  */
static bool
is_followed (struct classes *c, tree member)
{
  return (DECL_ARTIFICIAL (member) || DECL_ABSTRACT_ORIGIN (member) || DECL_DELETED_FN (member)
	  || DECL_DEFAULTED_FN (member) || DECL_CXX_DESTRUCTOR_P (member) || lk_body_of (member)
	  || c->constructors.get (member));
}

/* What the engine has to know of TYPE, whose destructor is DESTRUCTOR.  */
static const struct lk_object_class *
describe_class (struct classes *c, tree type, tree destructor)
{
  struct lk_object_class *class_ = XOBNEW (c->room, struct lk_object_class);
  auto_vec<struct lk_function *> constructors;
  auto_vec<struct lk_given> given;
  memset (class_, 0, sizeof *class_);
  if (lk_body_of (destructor))
    class_->destructor = lk_definition_of (c->lowering, destructor);
  else
    lk_parsed_gives (c->lowering, destructor, &c->bodies, &given);
  class_->n_given = given.length ();
  struct lk_given *gives = XOBNEWVEC (c->room, struct lk_given, given.length () + 1);
  for (unsigned i = 0; i < given.length (); i++)
    gives[i] = given[i];
  class_->given = gives;
  class_->all_constructors = true;
  class_->all_methods = !flag_generate_lto;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == TEMPLATE_DECL
	|| (TREE_CODE (field) == FUNCTION_DECL && class_->all_methods && !is_followed (c, field)))
      class_->all_methods = false;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == TEMPLATE_DECL && DECL_NAME (field)
	&& startswith (IDENTIFIER_POINTER (DECL_NAME (field)), "__ct"))
      class_->all_constructors = false;
    else if (TREE_CODE (field) == FUNCTION_DECL && DECL_CXX_CONSTRUCTOR_P (field)
	     && !DECL_ABSTRACT_ORIGIN (field) && !takes_another (field, type, false))
      {
	if (tree *body = c->constructors.get (field))
	  constructors.safe_push (lk_definition_of (c->lowering, *body));
	else
	  class_->all_constructors = false;
      }
  class_->n_constructors = constructors.length ();
  struct lk_function **all
    = XOBNEWVEC (c->room, struct lk_function *, constructors.length () + 1);
  for (unsigned i = 0; i < constructors.length (); i++)
    all[i] = constructors[i];
  class_->constructors = all;
  return class_;
}

static void
find_destructors (struct classes *c)
{
  lk_parsed_bodies (&c->bodies);
  for (auto i = c->bodies.begin (); i != c->bodies.end (); ++i)
    if (DECL_CXX_DESTRUCTOR_P ((*i).first) && class_of ((*i).first))
      c->destructors.put (class_of ((*i).first), (*i).first);
  for (unsigned i = 0; i < c->functions->length (); i++)
    {
      tree decl = (*c->functions)[i];
      if (DECL_CXX_DESTRUCTOR_P (decl) && class_of (decl))
	c->destructors.put (class_of (decl), decl);
      else if (DECL_CXX_CONSTRUCTOR_P (decl))
	c->constructors.put (declared_as (decl), decl);
    }
}

/* The program's own methods, of classes whose destructor is here.  */
static void
add_methods (struct classes *c)
{
  for (unsigned i = 0; i < c->functions->length (); i++)
    {
      tree decl = (*c->functions)[i], type = class_of (decl);
      tree *destructor = type ? c->destructors.get (type) : NULL;
      if (!destructor || DECL_CXX_CONSTRUCTOR_P (decl) || DECL_CXX_DESTRUCTOR_P (decl)
	  || DECL_IN_SYSTEM_HEADER (decl) || DECL_EXTERNAL (decl)
	  || lk_decl_suppressed (decl))
	continue;
      const struct lk_object_class **class_ = c->known.get (type);
      if (!class_)
	{
	  c->known.put (type, describe_class (c, type, *destructor));
	  c->types.safe_push (type);
	  class_ = c->known.get (type);
	}
      lk_unit_add_method (c->lowering->unit, *class_,
			  lk_definition_of (c->lowering, decl),
			  !is_public (decl) ? LK_METHOD_PRIVATE
			  : (DECL_NAME (decl) && id_equal (DECL_NAME (decl), "operator="))
			  || takes_another (decl, type, true) ? LK_METHOD_ASSIGNS : 0);
    }
}

/* ---- Members that only the class itself gets at.  ---- */

/* FN, or what it is in, is a part of TYPE.  */
static bool
is_inside (const_tree fn, const_tree type)
{
  for (tree context = DECL_CONTEXT (fn); context;)
    {
      if (TYPE_P (context) && TYPE_MAIN_VARIANT (context) == type)
	return true;
      context = TYPE_P (context) ? TYPE_CONTEXT (context) : DECL_CONTEXT (context);
    }
  return false;
}

/* DECL, a member function of TYPE with a body, does something else with its object than to get
   at its members and to call its methods.  */
static bool
hands_out (tree decl, const_tree type)
{
  if (TREE_CODE (TREE_TYPE (decl)) != METHOD_TYPE || class_of (decl) != type)
    return false;
  tree self = ssa_default_def (lk_body_of (decl), DECL_ARGUMENTS (decl));
  imm_use_iterator i;
  use_operand_p use;
  if (!self)
    return TREE_ADDRESSABLE (DECL_ARGUMENTS (decl));
  FOR_EACH_IMM_USE_FAST (use, i, self)
    {
      const gimple *stmt = USE_STMT (use);
      const gcall *call = dyn_cast <const gcall *> (stmt);
      if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND)
	continue;
      if (call)
	{
	  tree callee = gimple_call_fndecl (call);
	  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
	    if (gimple_call_arg (call, k) == self
		&& (k || !callee || class_of (callee) != type))
	      return true;
	}
      else if (!is_gimple_assign (stmt)
	       || (TREE_CODE (gimple_assign_rhs1 (stmt)) == MEM_REF
		   && TREE_OPERAND (gimple_assign_rhs1 (stmt), 0) == self)
	       || (gimple_assign_rhs1 (stmt) == self
		   && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) != tcc_comparison)
	       || (gimple_num_ops (stmt) > 2 && gimple_assign_rhs2 (stmt) == self
		   && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) != tcc_comparison))
	return true;
    }
  return false;
}

/* A member of TYPE is an object of a class of the program, which may refer to the others; or
   there are classes in TYPE, who may get at them.  */
static bool
has_classes (const_tree type)
{
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    {
      tree of = TREE_TYPE (field);
      while (of && TREE_CODE (of) == ARRAY_TYPE)
	of = TREE_TYPE (of);
      if (TREE_CODE (field) == FIELD_DECL
	  ? ((RECORD_OR_UNION_TYPE_P (of) && !(TYPE_NAME (of) && lk_in_std (TYPE_NAME (of))))
	     || TREE_CODE (of) == REFERENCE_TYPE)
	  : (TREE_CODE (field) == TYPE_DECL && RECORD_OR_UNION_TYPE_P (of)
	     && TYPE_MAIN_VARIANT (of) != type))
	return true;
    }
  return false;
}

/* MEMBER, static, is an object of TYPE, or a function that returns a pointer or reference to
   one: it lives as long as the program.  */
static bool
leads_to (const_tree member, const_tree type)
{
  if (TREE_CODE (member) != VAR_DECL
      && (TREE_CODE (member) != FUNCTION_DECL || TREE_CODE (TREE_TYPE (member)) != FUNCTION_TYPE))
    return false;
  const_tree of = TREE_TYPE (member);
  if (TREE_CODE (member) == FUNCTION_DECL)
    of = TREE_TYPE (of);
  while (POINTER_TYPE_P (of))
    of = TREE_TYPE (of);
  return TYPE_MAIN_VARIANT (of) == type;
}

/* All functions that may name private members of TYPE are here, with bodies, or were
   parsed; and none of them gives the object to anybody else.  */
static bool
is_closed (struct classes *c, tree type)
{
  /* With -flto the compiler has forgotten by now.  */
  if (flag_generate_lto || !CLASS_TYPE_P (type) || !TYPE_LANG_SPECIFIC (type)
      || !TYPE_MAIN_DECL (type) || CLASSTYPE_FRIEND_CLASSES (type)
      || DECL_FRIENDLIST (TYPE_MAIN_DECL (type)) || has_classes (type))
    return false;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == TEMPLATE_DECL || leads_to (field, type)
	/* (What only a function of the class makes is mostly there for good.)  */
	|| (TREE_CODE (field) == FUNCTION_DECL && !DECL_ABSTRACT_ORIGIN (field)
	    && (DECL_CXX_CONSTRUCTOR_P (field) || DECL_CXX_DESTRUCTOR_P (field))
	    && !DECL_DELETED_FN (field) && !is_public (field))
	|| (TREE_CODE (field) == FUNCTION_DECL && !c->bodies.get (field)
	    && !is_followed (c, field)))
      return false;
  for (auto i = c->bodies.begin (); i != c->bodies.end (); ++i)
    if (is_inside ((*i).first, type) && !lk_body_of ((*i).first)
	&& !c->constructors.get ((*i).first)
	&& (class_of ((*i).first) != type || lk_parsed_hands_out (&(*i).second, type)))
      return false;
  for (unsigned i = 0; i < c->functions->length (); i++)
    if (is_inside ((*c->functions)[i], type)
	&& (class_of ((*c->functions)[i]) != type || hands_out ((*c->functions)[i], type)))
      return false;
  return true;
}

struct naming
{
  tree field;
  bool named, taken;		/* At all; its address.  */
};

static tree
note_use (tree *t, int *walk_subtrees, void *data)
{
  struct naming *n = (struct naming *) ((struct walk_stmt_info *) data)->info;
  if (TREE_CODE (*t) == ADDR_EXPR)
    {
      tree object = TREE_OPERAND (*t, 0);
      for (; handled_component_p (object); object = TREE_OPERAND (object, 0))
	if (TREE_CODE (object) == COMPONENT_REF && TREE_OPERAND (object, 1) == n->field)
	  n->taken = true;
      *walk_subtrees = 0;
    }
  n->named |= TREE_CODE (*t) == COMPONENT_REF && TREE_OPERAND (*t, 1) == n->field;
  return NULL_TREE;
}

static struct naming
names_in (tree decl, tree field)
{
  struct naming n = { field, false, false };
  struct walk_stmt_info wi;
  basic_block bb;
  memset (&wi, 0, sizeof wi);
  wi.info = &n;
  FOR_EACH_BB_FN (bb, lk_body_of (decl))
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      walk_gimple_op (gsi_stmt (i), note_use, &wi);
  return n;
}

/* The private member FIELD of TYPE, if only methods of TYPE's own objects name it.  */
static void
add_member (struct classes *c, tree type, tree field)
{
  auto_vec<struct lk_function *, 16> readers;
  for (auto i = c->bodies.begin (); i != c->bodies.end (); ++i)
    if (is_inside ((*i).first, type) && !lk_body_of ((*i).first)
	&& !c->constructors.get ((*i).first) && lk_parsed_names ((*i).second.body, field))
      return;
  for (unsigned i = 0; i < c->functions->length (); i++)
    {
      tree decl = (*c->functions)[i];
      if (!is_inside (decl, type))
	continue;
      struct naming n = names_in (decl, field);
      if (n.taken || (n.named && class_of (decl) != type))
	return;
      if (n.named && !DECL_CXX_CONSTRUCTOR_P (decl))
	readers.safe_push (lk_definition_of (c->lowering, decl));
    }
  struct lk_function **all = XOBNEWVEC (c->room, struct lk_function *, readers.length () + 1);
  for (unsigned i = 0; i < readers.length (); i++)
    all[i] = readers[i];
  lk_unit_add_member (c->lowering->unit, *c->known.get (type), int_byte_position (field), all,
		      readers.length ());
}

static void
add_members (struct classes *c)
{
  for (unsigned i = 0; i < c->types.length (); i++)
    {
      tree type = c->types[i];
      if (!is_closed (c, type))
	continue;
      for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
	if (TREE_CODE (field) == FIELD_DECL && TREE_PRIVATE (field)
	    && !DECL_ARTIFICIAL (field) && !DECL_BIT_FIELD (field)
	    && TREE_CODE (DECL_FIELD_OFFSET (field)) == INTEGER_CST
	    && (POINTER_TYPE_P (TREE_TYPE (field))
		|| (INTEGRAL_TYPE_P (TREE_TYPE (field))
		    && TYPE_PRECISION (TREE_TYPE (field)) >= 32)))
	  add_member (c, type, field);
    }
}

void
lk_add_classes (struct lk_lowering *lowering, const vec<tree> *functions, struct obstack *room)
{
  if (!lang_GNU_CXX ())
    return;
  struct classes c;
  c.lowering = lowering;
  c.room = room;
  c.functions = functions;
  find_destructors (&c);
  add_methods (&c);
  add_members (&c);
}
