/* Classes of the program, for queries about what their objects hold: which methods there are,
   what the destructor releases (by its body, or by how it was parsed, unit/parsed-body.cc),
   and which members only the class itself reaches.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "gimple-walk.h"
#include "langhooks.h"
#include "cp/cp-tree.h"

/* The functions and members of a class, of classes in it, too.  */
struct inside
{
  auto_vec<tree> functions;	/* With bodies.  */
  auto_vec<tree> dropped;	/* Those that only were parsed.  */
};

/* A function's use of a member.  */
struct naming
{
  tree decl;
  bool taken;			/* Its address, and not for the library alone.  */
};

struct classes
{
  struct lk_lowering *lowering;
  struct obstack *room;
  const vec<tree> *functions;	/* With bodies.  */
  hash_map<tree, lk_parsed> bodies;	/* As parsed.  */
  hash_map<tree, inside *> inside_of;	/* By class.  */
  hash_map<tree, tree> destructors;	/* By class: one that has a body, or was parsed.  */
  hash_map<tree, tree> constructors;	/* By their declarations.  */
  hash_map<tree, struct lk_object_class *> known;
  auto_vec<tree> types;		/* Those that are KNOWN, in an order that is always the same.  */
  bool examined;		/* The next two are there.  */
  hash_map<tree, auto_vec<naming> > uses; /* Of the members of all classes.  */
  hash_set<tree> deleted;	/* Classes whose objects some function but main deletes; ...  */
  hash_set<tree> automatic;	/* ... whose objects are variables.  */
};

/* ---- Methods, and what a class owns.  ---- */

/* Return the declaration that the constructor or destructor DECL is a clone of, or DECL.  */
static tree
declared_as (tree decl)
{
  return lk_cloned_from (decl) ? lk_cloned_from (decl) : decl;
}

/* Return the class whose member function DECL is, or NULL.  */
static tree
class_of (const_tree decl)
{
  tree context = DECL_CONTEXT (decl);
  return (TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE && context
	  && TREE_CODE (context) == RECORD_TYPE ? TYPE_MAIN_VARIANT (context) : NULL);
}

static bool
is_public (const_tree decl)
{
  return !TREE_PRIVATE (decl) && !TREE_PROTECTED (decl);
}

/* Return the first parameter of the member function DECL, but for the object, if it is a
   reference to TYPE; else NULL.  */
static tree
takes_another (const_tree decl, const_tree type)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  types = types ? TREE_CHAIN (types) : NULL;
  return (types && types != void_list_node && TREE_CODE (TREE_VALUE (types)) == REFERENCE_TYPE
	  && TYPE_MAIN_VARIANT (TREE_TYPE (TREE_VALUE (types))) == type ? types : NULL);
}

/* Return true if code that is not visible may call the member function DECL: it is virtual, or
   called implicitly in coroutines, or its address is taken; or it is named where there is no
   code, as in a template that is not instantiated.  */
static bool
may_be_called (const_tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);
  return (DECL_VIRTUAL_P (decl) || lk_language_calls (decl)
	  || (node && (node->address_taken || (TREE_USED (decl) && !node->callers))));
}

/* Return true if there are templates among the methods of TYPE, or it is itself made from one:
   not all callers of a method are visible.  */
static bool
has_templates (const_tree type)
{
  if (CLASSTYPE_TEMPLATE_INSTANTIATION (type))
    return true;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == TEMPLATE_DECL
	&& TREE_CODE (DECL_TEMPLATE_RESULT (field)) == FUNCTION_DECL)
      return true;
  return false;
}

/* Return the LK_METHOD_* flags of the member function DECL of TYPE.  */
static unsigned
method_flags (const_tree decl, const_tree type)
{
  /* Also a method of another name that takes over a temporary object; a private one of those
     may be called only for empty objects.  */
  tree another = takes_another (decl, type);
  bool assigns
    = ((DECL_NAME (decl) && id_equal (DECL_NAME (decl), "operator="))
       || (another && is_public (decl) && TYPE_REF_IS_RVALUE (TREE_VALUE (another))
	   && TREE_CHAIN (another) == void_list_node));
  tree name = TYPE_NAME (type);
  bool own = (name && TREE_CODE (name) == TYPE_DECL && lk_in_main_file (name)
	      && !may_be_called (decl) && !has_templates (type));
  return ((assigns ? LK_METHOD_ASSIGNS : 0) | (is_public (decl) ? 0 : LK_METHOD_PRIVATE)
	  | (own ? LK_METHOD_OWN_CLASS : 0));
}

/* Return true if the member function MEMBER has a body that is followed, or needs none.  */
static bool
is_followed (struct classes *c, tree member)
{
  return (DECL_ARTIFICIAL (member) || DECL_DELETED_FN (member) || DECL_DEFAULTED_FN (member)
	  || DECL_CXX_DESTRUCTOR_P (member) || lk_member_has_body (DECL_CONTEXT (member), member)
	  || c->constructors.get (member));
}

/* Describe TYPE, whose destructor is DESTRUCTOR, for the engine.  */
static struct lk_object_class *
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
    {
      if (TREE_CODE (field) == TEMPLATE_DECL
	  || (TREE_CODE (field) == FUNCTION_DECL && !is_followed (c, field)
	      && !(DECL_CXX_CONSTRUCTOR_P (field) && c->bodies.get (field))))
	class_->all_methods = false;
      if (TREE_CODE (field) == TEMPLATE_DECL && DECL_NAME (field)
	  && startswith (IDENTIFIER_POINTER (DECL_NAME (field)), "__ct"))
	class_->all_constructors = false;
      if (TREE_CODE (field) != FUNCTION_DECL || !DECL_CXX_CONSTRUCTOR_P (field)
	  || lk_cloned_from (field) || takes_another (field, type))
	continue;
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

/* Note DECL in the classes that it is inside.  */
static void
note_inside (struct classes *c, tree decl, bool dropped)
{
  /* With -flto the compiler has forgotten by now.  */
  if (flag_generate_lto)
    return;
  for (tree scope = DECL_CONTEXT (decl); scope; scope = get_containing_scope (scope))
    if (RECORD_OR_UNION_TYPE_P (scope))
      {
	inside *&in = c->inside_of.get_or_insert (TYPE_MAIN_VARIANT (scope));
	if (!in)
	  in = new inside;
	(dropped ? in->dropped : in->functions).safe_push (decl);
      }
}

static void
find_destructors (struct classes *c)
{
  /* Not in the order of the map, which is that of addresses.  */
  auto_vec<tree> order;
  lk_parsed_bodies (&c->bodies, &order);
  for (unsigned i = 0; i < order.length (); i++)
    {
      tree decl = order[i];
      if (DECL_CXX_DESTRUCTOR_P (decl) && class_of (decl))
	c->destructors.put (class_of (decl), decl);
    }
  for (unsigned i = 0; i < c->functions->length (); i++)
    {
      tree decl = (*c->functions)[i];
      if (DECL_CXX_DESTRUCTOR_P (decl) && class_of (decl))
	c->destructors.put (class_of (decl), decl);
      else if (DECL_CXX_CONSTRUCTOR_P (decl))
	c->constructors.put (declared_as (decl), decl);
      note_inside (c, decl, false);
    }
  for (unsigned i = 0; i < order.length (); i++)
    {
      /* Constructors and destructors have bodies in their clones.  */
      tree decl = order[i];
      tree *cloned = (DECL_CXX_DESTRUCTOR_P (decl) && class_of (decl)
		      ? c->destructors.get (class_of (decl)) : c->constructors.get (decl));
      if (!lk_body_of (decl) && !(cloned && lk_body_of (*cloned)))
	note_inside (c, decl, true);
    }
}

/* Return TYPE, whose destructor is DESTRUCTOR, as the engine knows it.  */
static const struct lk_object_class *
known_class (struct classes *c, tree type, tree destructor)
{
  struct lk_object_class **class_ = c->known.get (type);
  if (class_)
    return *class_;
  struct lk_object_class *made = describe_class (c, type, destructor);
  c->known.put (type, made);
  c->types.safe_push (type);
  lk_unit_add_class (c->lowering->unit, made);
  return made;
}

static bool
has_destructor (tree type, void *data)
{
  return ((struct classes *) data)->destructors.get (type) != NULL;
}

static void
add_store (tree type, const struct lk_member_store *store, void *data)
{
  struct classes *c = (struct classes *) data;
  lk_unit_add_store (c->lowering->unit, known_class (c, type, *c->destructors.get (type)), store);
}

/* Add what the program's own functions store in members of objects of others.  */
static void
add_stores (struct classes *c)
{
  for (unsigned i = 0; i < c->functions->length (); i++)
    {
      tree decl = (*c->functions)[i];
      if (!DECL_IN_SYSTEM_HEADER (decl) && !DECL_EXTERNAL (decl) && !lk_decl_suppressed (decl))
	lk_see_stores (c->lowering, decl, has_destructor, add_store, c);
    }
}

/* Add the program's own methods, of classes whose destructor is here.  */
static void
add_methods (struct classes *c)
{
  for (unsigned i = 0; i < c->functions->length (); i++)
    {
      tree decl = (*c->functions)[i], type = class_of (decl);
      tree *destructor = type ? c->destructors.get (type) : NULL;
      if (!destructor || DECL_CXX_DESTRUCTOR_P (decl)
	  || DECL_IN_SYSTEM_HEADER (decl) || DECL_EXTERNAL (decl)
	  || lk_decl_suppressed (decl))
	continue;
      const struct lk_object_class *class_ = known_class (c, type, *destructor);
      struct lk_function *function = lk_definition_of (c->lowering, decl);
      if (!DECL_CXX_CONSTRUCTOR_P (decl))
	lk_unit_add_method (c->lowering->unit, class_, function, method_flags (decl, type));
      else if (takes_another (decl, type))
	lk_unit_add_copier (c->lowering->unit, class_, function);
    }
}

/* ---- Members that only the class itself gets at.  ---- */

/* Return true if CALL runs a method of the object, of TYPE, that is its first argument: of the
   class itself, of a base, which cannot name its private members, or the one that the object's
   class overrides.  */
static bool
calls_method (const gcall *call, const_tree type)
{
  tree callee = gimple_call_fndecl (call);
  if (!callee)
    return gimple_call_fn (call) && TREE_CODE (gimple_call_fn (call)) == OBJ_TYPE_REF;
  tree of = class_of (callee);
  return DECL_IS_OPERATOR_DELETE_P (callee) || (of && lk_same_or_base (of, type));
}

/* Return true if DECL, a method of TYPE with a body, uses its object other than to access its
   members and to call its methods.  */
static bool
hands_out (tree decl, const_tree type)
{
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
	  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
	    if (gimple_call_arg (call, k) == self && (k || !calls_method (call, type)))
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

/* Return true if TYPE, whatever the program calls it, is a class of the library.  */
static bool
of_standard (const_tree type)
{
  tree name = TYPE_NAME (TYPE_MAIN_VARIANT (type));
  return name && lk_in_std (name);
}

/* Return true if the member function DECL of TYPE has a body here, or was parsed, or has none: it
   is pure virtual, or private, and copies, as was written to forbid that.  */
static bool
is_here (struct classes *c, tree decl, const_tree type)
{
  return (c->bodies.get (decl) || is_followed (c, decl) || DECL_PURE_VIRTUAL_P (decl)
	  || (!is_public (decl) && takes_another (decl, type)
	      && (DECL_CXX_CONSTRUCTOR_P (decl) || DECL_ASSIGNMENT_OPERATOR_P (decl))));
}

/* Return true if all functions of the classes in TYPE, which may name its private members, are
   here.  */
static bool
inner_classes_here (struct classes *c, const_tree type)
{
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    {
      tree of = TREE_CODE (field) == TYPE_DECL ? TREE_TYPE (field) : NULL_TREE;
      if (!of || TREE_CODE (of) != RECORD_TYPE || TYPE_MAIN_VARIANT (of) == type
	  || TYPE_CONTEXT (TYPE_MAIN_VARIANT (of)) != type)
	continue;
      if (!COMPLETE_TYPE_P (of))
	return false;
      for (tree f = TYPE_FIELDS (of); f; f = DECL_CHAIN (f))
	if (TREE_CODE (f) == TEMPLATE_DECL
	    || (TREE_CODE (f) == FUNCTION_DECL && !is_here (c, f, TYPE_MAIN_VARIANT (of))))
	  return false;
      if (!inner_classes_here (c, TYPE_MAIN_VARIANT (of)))
	return false;
    }
  return true;
}

/* Return true if MEMBER, static, is an object of TYPE, or a function that returns a pointer or
   reference to one: it lives as long as the program.  */
static bool
leads_to_permanent (const_tree member, const_tree type)
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

/* Return true if all functions that may name private members of TYPE have bodies here, or were
   parsed, and no method passes the object to other code.  BASE: TYPE is a base of the object's
   class.  */
static bool
is_closed (struct classes *c, tree type, bool base)
{
  if (flag_generate_lto || !CLASS_TYPE_P (type) || !TYPE_LANG_SPECIFIC (type)
      || !TYPE_MAIN_DECL (type) || CLASSTYPE_FRIEND_CLASSES (type)
      || DECL_FRIENDLIST (TYPE_MAIN_DECL (type)) || !inner_classes_here (c, type))
    return false;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == TEMPLATE_DECL || leads_to_permanent (field, type)
	/* An object that only a function of the class makes mostly lives for ever.  */
	|| (!base && TREE_CODE (field) == FUNCTION_DECL && !lk_cloned_from (field)
	    && (DECL_CXX_CONSTRUCTOR_P (field) || DECL_CXX_DESTRUCTOR_P (field))
	    && !DECL_DELETED_FN (field) && !is_public (field) && !takes_another (field, type))
	|| (TREE_CODE (field) == FUNCTION_DECL && !is_here (c, field, type)))
      return false;
  inside **in = c->inside_of.get (type);
  for (unsigned i = 0; in && i < (*in)->dropped.length (); i++)
    {
      tree decl = (*in)->dropped[i];
      if (class_of (decl) == type && lk_parsed_hands_out (c->bodies.get (decl), type))
	return false;
    }
  for (unsigned i = 0; in && i < (*in)->functions.length (); i++)
    {
      tree decl = (*in)->functions[i];
      if (class_of (decl) == type && hands_out (decl, type))
	return false;
    }
  return true;
}

struct noting
{
  struct classes *classes;
  tree decl;
  gimple *stmt;
};

static void
note_naming (struct noting *n, tree field, bool taken)
{
  auto_vec<naming> &all = n->classes->uses.get_or_insert (field);
  if (all.is_empty () || all.last ().decl != n->decl)
    all.safe_push ({ n->decl, taken });
  all.last ().taken |= taken;
}

/* Return true if STMT calls a function of the library that is followed.  */
static bool
calls_library (const gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL;
  return decl && lk_of_library (decl) && lk_body_of (decl);
}

/* Return true if the address that STMT takes is for the library alone: std::exchange (m, -1),
   m.reset ().  */
static bool
for_library (gimple *stmt)
{
  if (calls_library (stmt))
    return true;
  tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL;
  imm_use_iterator i;
  use_operand_p use;
  if (!lhs || TREE_CODE (lhs) != SSA_NAME || gimple_assign_rhs_code (stmt) != ADDR_EXPR)
    return false;
  FOR_EACH_IMM_USE_FAST (use, i, lhs)
    if (!is_gimple_debug (USE_STMT (use)) && !calls_library (USE_STMT (use)))
      return false;
  return true;
}

/* A walk_gimple_op callback.  */
static tree
note_use (tree *t, int *walk_subtrees, void *data)
{
  struct walk_stmt_info *wi = (struct walk_stmt_info *) data;
  struct noting *n = (struct noting *) wi->info;
  if (TREE_CODE (*t) == ADDR_EXPR)
    {
      bool taken = !for_library (n->stmt);
      tree object = TREE_OPERAND (*t, 0);
      for (; handled_component_p (object); object = TREE_OPERAND (object, 0))
	if (TREE_CODE (object) == COMPONENT_REF)
	  note_naming (n, TREE_OPERAND (object, 1), taken);
      *walk_subtrees = 0;
    }
  else if (TREE_CODE (*t) == COMPONENT_REF)
    {
      /* Of a structure, with what is in it, a copy.  */
      bool whole = (RECORD_OR_UNION_TYPE_P (TREE_TYPE (*t)) && !wi->is_lhs
		    && !of_standard (TREE_TYPE (*t)));
      tree ref = *t;
      for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0), whole = false)
	if (TREE_CODE (ref) == COMPONENT_REF)
	  note_naming (n, TREE_OPERAND (ref, 1), whole);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* Note which members of classes DECL names, and of which classes it destroys objects.  */
static void
note_uses (struct classes *c, tree decl)
{
  struct noting n = { c, decl, NULL };
  struct walk_stmt_info wi;
  basic_block bb;
  memset (&wi, 0, sizeof wi);
  wi.info = &n;
  FOR_EACH_BB_FN (bb, lk_body_of (decl))
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	n.stmt = gsi_stmt (i);
	walk_gimple_op (n.stmt, note_use, &wi);
	tree callee = is_gimple_call (n.stmt) ? gimple_call_fndecl (n.stmt) : NULL_TREE;
	if (!callee || !DECL_CXX_DESTRUCTOR_P (callee) || !class_of (callee))
	  continue;
	if (TREE_CODE (gimple_call_arg (n.stmt, 0)) == ADDR_EXPR)
	  c->automatic.add (class_of (callee));
	else if (!(MAIN_NAME_P (DECL_NAME (decl)) && DECL_FILE_SCOPE_P (decl)))
	  c->deleted.add (class_of (callee));
      }
}

/* Do that for all functions of the program.  */
static void
note_all_uses (struct classes *c)
{
  if (c->examined)
    return;
  c->examined = true;
  for (unsigned i = 0; i < c->functions->length (); i++)
    if (!DECL_IN_SYSTEM_HEADER ((*c->functions)[i]))
      note_uses (c, (*c->functions)[i]);
}

/* Add to PARTS, beginning at OFFSET, the places in an object of TYPE that may keep a handle:
   itself, or, if it is the library's and releases nothing (std::optional <int>), its members.  */
static void
add_parts (const_tree type, int64_t offset, auto_vec<int64_t> *parts)
{
  if (POINTER_TYPE_P (type) || (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= 32))
    parts->safe_push (offset);
  if (!RECORD_OR_UNION_TYPE_P (type) || !of_standard (type)
      || (CLASS_TYPE_P (type) && TYPE_HAS_NONTRIVIAL_DESTRUCTOR (type)))
    return;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL && !DECL_BIT_FIELD (field)
	&& TREE_CODE (DECL_FIELD_OFFSET (field)) == INTEGER_CST)
      add_parts (TREE_TYPE (field), offset + int_byte_position (field), parts);
}

/* Return true if NAMES says that an inline function in TYPE, which this unit does not call, names
   FIELD.  */
static bool
dropped_names (struct classes *c, tree type, tree field, bool (*names) (tree body, tree field))
{
  inside **in = c->inside_of.get (type);
  for (unsigned i = 0; in && i < (*in)->dropped.length (); i++)
    if (names (c->bodies.get ((*in)->dropped[i])->body, field))
      return true;
  return false;
}

static void
free_closed (void *data)
{
  delete (hash_set<tree> *) data;
}

/* Note that only functions of this unit get what is in FIELD, a container of handles.  */
static void
note_closed (struct lk_lowering *lowering, tree field)
{
  if (!lowering->slots[LK_SLOT_CLOSED].data)
    lk_keep (lowering, LK_SLOT_CLOSED, new hash_set<tree>, free_closed);
  ((hash_set<tree> *) lowering->slots[LK_SLOT_CLOSED].data)->add (field);
}

bool
lk_is_closed_container (struct lk_lowering *lowering, tree field)
{
  hash_set<tree> *closed = (hash_set<tree> *) lowering->slots[LK_SLOT_CLOSED].data;
  return closed && closed->contains (field);
}

/* Set READERS to the functions that read FIELD of objects of TYPE, which has it from OF, itself or
   a base.  False if others than functions of the two may, or its address is taken.  */
static bool
find_readers (struct classes *c, tree type, tree of, tree field,
	      auto_vec<struct lk_function *, 16> *readers)
{
  const auto_vec<naming> *uses = c->uses.get (field);
  for (unsigned i = 0; uses && i < uses->length (); i++)
    {
      tree decl = (*uses)[i].decl, self = class_of (decl);
      if (!self || (*uses)[i].taken)
	return false;
      /* That of another subclass has another object.  */
      if (!lk_same_or_base (self, type))
	{
	  if (lk_same_or_base (type, self) || !lk_same_or_base (of, self))
	    return false;
	}
      else if (!DECL_CXX_CONSTRUCTOR_P (decl))
	readers->safe_push (lk_definition_of (c->lowering, decl));
    }
  return true;
}

/* Add the member FIELD of TYPE, which is closed, at OFFSET in its object, unless its address is
   taken.  TYPE has it from OF, itself or a base.  */
static void
add_member (struct classes *c, tree type, tree of, tree field, int64_t offset)
{
  auto_vec<struct lk_function *, 16> readers;
  if (TREE_PRIVATE (field) && lk_destructor_written (of) && lk_holds_handles (TREE_TYPE (field))
      && !dropped_names (c, of, field, lk_parsed_gets))
    note_closed (c->lowering, field);
  if (dropped_names (c, of, field, lk_parsed_takes)
      || (of != type && dropped_names (c, type, field, lk_parsed_takes)))
    return;
  /* No constructor that initialises members by default need be here.  */
  for (tree other = TYPE_FIELDS (of); other; other = DECL_CHAIN (other))
    if (TREE_CODE (other) == FIELD_DECL && DECL_INITIAL (other)
	&& lk_parsed_names (DECL_INITIAL (other), field))
      return;
  if (!find_readers (c, type, of, field, &readers))
    return;
  struct lk_function **all = XOBNEWVEC (c->room, struct lk_function *, readers.length () + 1);
  for (unsigned i = 0; i < readers.length (); i++)
    all[i] = readers[i];
  auto_vec<int64_t> parts;
  add_parts (TREE_TYPE (field), offset + int_byte_position (field), &parts);
  for (unsigned i = 0; i < parts.length (); i++)
    lk_unit_add_member (c->lowering->unit, *c->known.get (type), parts[i], all,
			readers.length ());
}

/* Return true if code in other units may name FIELD of OF.  */
static bool
named_elsewhere (struct classes *c, tree of, tree field)
{
  if (TREE_PRIVATE (field) || TREE_PROTECTED (field))
    return false;
  /* A private class in a class.  */
  tree around = TYPE_CONTEXT (of), name = TYPE_NAME (of);
  return !(around && CLASS_TYPE_P (around) && name && TREE_CODE (name) == TYPE_DECL
	   && TREE_PRIVATE (name) && is_closed (c, TYPE_MAIN_VARIANT (around), false));
}

/* Return true if FIELD is a structure without methods that end it, and nothing reads or passes on
   the whole.  */
static bool
is_plain_part (struct classes *c, tree field)
{
  tree type = TREE_TYPE (field);
  const auto_vec<naming> *uses = c->uses.get (field);
  for (unsigned i = 0; uses && i < uses->length (); i++)
    if ((*uses)[i].taken)
      return false;
  return (TREE_CODE (type) == RECORD_TYPE && CLASS_TYPE_P (type) && !of_standard (type)
	  && !TYPE_HAS_NONTRIVIAL_DESTRUCTOR (type));
}

/* Add the members that objects of TYPE, which is closed, have from OF, itself, a base or a
   structure in one of these, which is at OFFSET in them.  */
static void
add_members_from (struct classes *c, tree type, tree of, int64_t offset)
{
  for (tree field = TYPE_FIELDS (of); field; field = DECL_CHAIN (field))
    {
      if (TREE_CODE (field) != FIELD_DECL || DECL_BIT_FIELD (field)
	  || TREE_CODE (DECL_FIELD_OFFSET (field)) != INTEGER_CST)
	continue;
      tree base = DECL_FIELD_IS_BASE (field) ? TYPE_MAIN_VARIANT (TREE_TYPE (field)) : NULL_TREE;
      if (base && !of_standard (base) && is_closed (c, base, true))
	add_members_from (c, type, base, offset + int_byte_position (field));
      else if (DECL_ARTIFICIAL (field) || named_elsewhere (c, of, field))
	continue;
      else if (is_plain_part (c, field))
	add_members_from (c, type, TYPE_MAIN_VARIANT (TREE_TYPE (field)),
			  offset + int_byte_position (field));
      else
	add_member (c, type, of, field, offset);
    }
}

static void
add_members (struct classes *c)
{
  for (unsigned i = 0; i < c->types.length (); i++)
    {
      tree type = c->types[i];
      if (!is_closed (c, type, false))
	continue;
      note_all_uses (c);
      (*c->known.get (type))->ended
	= c->deleted.contains (type) && !c->automatic.contains (type);
      add_members_from (c, type, type, 0);
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
  c.examined = false;
  find_destructors (&c);
  add_methods (&c);
  add_stores (&c);
  add_members (&c);
  for (auto i = c.inside_of.begin (); i != c.inside_of.end (); ++i)
    delete (*i).second;
}
