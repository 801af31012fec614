/* Bodies of member functions as they were parsed.

   The compiler drops an inline function without a caller in the unit before any pass sees it.
   Mostly that is the destructor: methods are written in one file, and objects destroyed in
   another.  But without the destructor it is unknown what an object owns.  So the trees of
   inline functions of classes with a destructor are kept, and read, not lowered: what they
   pass to which function on every path, and which members they name.  A tree is that of C++'s
   front end after its "genericize"; that of a destructor, which is cloned, is never changed.
   Reading it makes no tree that the compiler sees.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "plugin.h"
#include "langhooks.h"
#include "tree-iterator.h"
#include "cp/cp-tree.h"

/* Declarations, each followed by its first parameter, the object, which it loses with its
   body, and the body.  */
static vec<tree, va_gc> *parsed;

static const struct ggc_root_tab roots[] =
{
  { &parsed, 1, sizeof parsed, &gt_ggc_mx_vec_tree_va_gc_, &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

/* Return true if DECL is a function of a class with a destructor that the user wrote, or a
   lambda in one.  */
static bool
is_of_class (const_tree decl)
{
  for (tree scope = DECL_CONTEXT (decl); scope; scope = get_containing_scope (scope))
    if (TREE_CODE (scope) == RECORD_TYPE && lk_destructor_written (scope))
      return true;
  return false;
}

static void
function_parsed (void *gcc_data, void *)
{
  tree decl = (tree) gcc_data;
  /* Clones of constructors and destructors are finished, too, and may then have nothing.  An
     instance of a template is made because it is called, and not dropped.  */
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL || !DECL_DECLARED_INLINE_P (decl)
      || lk_cloned_from (decl) || DECL_IN_SYSTEM_HEADER (decl) || !DECL_SAVED_TREE (decl)
      || !DECL_LANG_SPECIFIC (decl) || DECL_TEMPLATE_INFO (decl) || !is_of_class (decl))
    return;
  vec_safe_push (parsed, decl);
  vec_safe_push (parsed, DECL_ARGUMENTS (decl));
  vec_safe_push (parsed, DECL_SAVED_TREE (decl));
}

void
lk_watch_bodies (const char *plugin_name)
{
  if (!lang_GNU_CXX ())
    return;
  ggc_register_root_tab (roots);
  register_callback (plugin_name, PLUGIN_FINISH_PARSE_FUNCTION, function_parsed, NULL);
}

void
lk_parsed_bodies (hash_map<tree, lk_parsed> *bodies, vec<tree> *order)
{
  for (unsigned i = 0; i + 2 < vec_safe_length (parsed); i += 3)
    if (!bodies->put ((*parsed)[i], { (*parsed)[i + 1], (*parsed)[i + 2] }))
      order->safe_push ((*parsed)[i]);
}

/* ---- Which members.  ---- */

static tree
stripped (tree t)
{
  while (CONVERT_EXPR_P (t) || TREE_CODE (t) == NON_LVALUE_EXPR || TREE_CODE (t) == SAVE_EXPR
	 || TREE_CODE (t) == CLEANUP_POINT_EXPR)
    t = TREE_OPERAND (t, 0);
  return t;
}

/* Return true if T is a member of what SELF points to, *OFFSET bytes into that.  */
static bool
is_member (tree t, tree self, int64_t *offset)
{
  t = stripped (t);
  if (TREE_CODE (t) != COMPONENT_REF)
    return false;
  *offset = 0;
  for (; TREE_CODE (t) == COMPONENT_REF; t = TREE_OPERAND (t, 0))
    {
      tree field = TREE_OPERAND (t, 1);
      if (DECL_BIT_FIELD (field) || !DECL_FIELD_OFFSET (field)
	  || TREE_CODE (DECL_FIELD_OFFSET (field)) != INTEGER_CST)
	return false;
      *offset += int_byte_position (field);
    }
  return ((TREE_CODE (t) == INDIRECT_REF
	   || (TREE_CODE (t) == MEM_REF && integer_zerop (TREE_OPERAND (t, 1))))
	  && stripped (TREE_OPERAND (t, 0)) == self);
}

static tree
is_use (tree *t, int *, void *field)
{
  return *t == (tree) field ? *t : NULL_TREE;
}

bool
lk_parsed_names (tree body, tree field)
{
  return walk_tree_without_duplicates (&body, is_use, field) != NULL_TREE;
}

/* A walk_tree callback: *T is FIELD, but not as a container that is made, empty, or destroyed, or
   asked for a number.  */
static tree
is_use_of_elements (tree *t, int *walk_subtrees, void *field)
{
  tree fndecl = TREE_CODE (*t) == CALL_EXPR ? get_callee_fndecl (*t) : NULL_TREE;
  if (fndecl && TREE_CODE (TREE_TYPE (fndecl)) == METHOD_TYPE && call_expr_nargs (*t) == 1
      && (DECL_CXX_CONSTRUCTOR_P (fndecl) || DECL_CXX_DESTRUCTOR_P (fndecl)
	  || INTEGRAL_TYPE_P (TREE_TYPE (TREE_TYPE (fndecl))))
      && lk_of_containers (fndecl))
    *walk_subtrees = 0;
  return *t == (tree) field ? *t : NULL_TREE;
}

bool
lk_parsed_gets (tree body, tree field)
{
  return walk_tree_without_duplicates (&body, is_use_of_elements, field) != NULL_TREE;
}

/* Return the member FIELD that the value T is, or is an element's address in; else NULL.  */
static tree
value_of (tree t, tree field)
{
  t = stripped (t);
  while (TREE_CODE (t) == POINTER_PLUS_EXPR)
    t = stripped (TREE_OPERAND (t, 0));
  return TREE_CODE (t) == COMPONENT_REF && TREE_OPERAND (t, 1) == field ? t : NULL_TREE;
}

/* A walk_tree callback: *T is FIELD, but not what is dereferenced, compared, or assigned to.  */
static tree
is_use_of_value (tree *t, int *walk_subtrees, void *data)
{
  tree field = (tree) data, op = NULL_TREE;
  enum tree_code code = TREE_CODE (*t);
  if (code == INDIRECT_REF || code == TRUTH_NOT_EXPR || code == INIT_EXPR || code == MODIFY_EXPR
      || code == COND_EXPR || TREE_CODE_CLASS (code) == tcc_comparison)
    op = value_of (TREE_OPERAND (*t, 0), field);
  if (op && TREE_CODE (op) == COMPONENT_REF)
    {
      *walk_subtrees = 0;
      for (int i = 1; i < TREE_OPERAND_LENGTH (*t); i++)
	if (tree use = walk_tree_without_duplicates (&TREE_OPERAND (*t, i), is_use_of_value, field))
	  return use;
      return walk_tree_without_duplicates (&TREE_OPERAND (op, 0), is_use_of_value, field);
    }
  return *t == field ? *t : NULL_TREE;
}

bool
lk_parsed_takes (tree body, tree field)
{
  return walk_tree_without_duplicates (&body, is_use_of_value, field) != NULL_TREE;
}

struct looking			/* For other uses of SELF, an object of TYPE.  */
{
  tree self;
  const_tree type;
};

/* A walk_tree callback: *T is a use of the object itself, but to get at its members and to call
   its methods.  */
static tree
uses_object (tree *t, int *walk_subtrees, void *data)
{
  const struct looking *l = (const struct looking *) data;
  if (*t == l->self)
    return *t;
  if (TREE_CODE (*t) == INDIRECT_REF && stripped (TREE_OPERAND (*t, 0)) == l->self)
    *walk_subtrees = 0;
  if (TREE_CODE (*t) != CALL_EXPR || call_expr_nargs (*t) == 0
      || stripped (CALL_EXPR_ARG (*t, 0)) != l->self)
    return NULL_TREE;
  tree callee = get_callee_fndecl (*t);
  tree of = callee ? DECL_CONTEXT (callee) : NULL_TREE;
  /* Of the class, or of a base.  */
  if (!of || !TYPE_P (of) || !lk_same_or_base (of, l->type))
    return *t;
  *walk_subtrees = 0;
  for (int i = 1; i < call_expr_nargs (*t); i++)
    if (tree use = walk_tree_without_duplicates (&CALL_EXPR_ARG (*t, i), uses_object, data))
      return use;
  return NULL_TREE;
}

bool
lk_parsed_hands_out (const struct lk_parsed *parsed, const_tree type)
{
  struct looking l = { parsed->self, type };
  tree body = parsed->body;
  return (parsed->self
	  && walk_tree_without_duplicates (&body, uses_object, &l) != NULL_TREE);
}

/* ---- What is given away on every way.  ---- */

struct guard			/* A condition, in a function whose object is SELF.  */
{
  tree condition, self;
};

struct body_reading
{
  struct lk_lowering *lowering;
  hash_map<tree, lk_parsed> *bodies;
  auto_vec<guard> guards;
  unsigned unsure;		/* Depth of switches and the like.  */
  bool returned;		/* Some path may have ended before.  */
  hash_set<tree> passed;	/* Labels.  */
  hash_set<tree> ahead;		/* Labels that some path goes to at once.  */
  auto_vec<tree> active;
  vec<struct lk_given> *given;
};

static void read_tree (struct body_reading *r, tree t, tree self);

struct about			/* The value that a condition may test.  */
{
  tree self;
  int64_t offset;
};

/* A walk_tree callback: *T tests something other than DATA.  */
static tree
asks_more (tree *t, int *walk_subtrees, void *data)
{
  const struct about *about = (const struct about *) data;
  int64_t offset;
  if (is_member (*t, about->self, &offset) && offset == about->offset)
    {
      *walk_subtrees = 0;
      return NULL_TREE;
    }
  /* The target of the member, a reference count for example, is another object.  */
  switch (TREE_CODE_CLASS (TREE_CODE (*t)))
    {
    case tcc_comparison:
    case tcc_constant:
    case tcc_type:
      return NULL_TREE;
    default:
      break;
    }
  switch (TREE_CODE (*t))
    {
    case TRUTH_NOT_EXPR:
    case TRUTH_AND_EXPR:
    case TRUTH_OR_EXPR:
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
    case SAVE_EXPR:
    case CLEANUP_POINT_EXPR:
    case NON_LVALUE_EXPR:
    CASE_CONVERT:
      return NULL_TREE;
    default:
      return *t;
    }
}

/* Return true if the tree that is being read is executed in any case, or unless the member
   OFFSET of the object is empty (LK_ANY: in any case).  */
static bool
is_sure (struct body_reading *r, int64_t offset)
{
  if (r->unsure || r->returned || r->ahead.elements ())
    return false;
  for (unsigned i = 0; i < r->guards.length (); i++)
    {
      struct about about = { r->guards[i].self, offset };
      if (offset == LK_ANY
	  || walk_tree_without_duplicates (&r->guards[i].condition, asks_more, &about))
	return false;
    }
  return true;
}

static void
read_call (struct body_reading *r, tree call, tree self)
{
  tree callee = get_callee_fndecl (call);
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree arg = CALL_EXPR_ARG (call, i);
      int64_t offset;
      read_tree (r, arg, self);
      bool object = stripped (arg) == self;
      if (!callee || (!object && !is_member (arg, self, &offset)))
	continue;
      /* A body that the compiler keeps, it takes apart.  */
      struct lk_parsed *body
	= object && i == 0 && !lk_body_of (callee) ? r->bodies->get (callee) : NULL;
      bool deep = r->active.length () > MAX_CALLS;
      if (body && deep)
	lk_limit_met (r->lowering, LK_LIMIT_CALLS);
      if (body && !r->active.contains (callee) && !deep)
	{
	  /* A return from the callee does not leave this function.  */
	  bool returned = r->returned;
	  r->active.safe_push (callee);
	  read_tree (r, body->body, body->self);
	  r->active.pop ();
	  r->returned = returned;
	}
      else if (is_sure (r, object ? LK_ANY : offset))
	r->given->safe_push ({ lk_function_of (r->lowering, callee), (uint32_t) i,
			       object ? LK_ANY : offset });
    }
}

/* Read T, which is executed if CONDITION holds, or if it does not.  */
static void
read_guarded (struct body_reading *r, tree condition, tree t, tree self)
{
  r->guards.safe_push ({ condition, self });
  read_tree (r, t, self);
  r->guards.pop ();
}

static void
read_tree (struct body_reading *r, tree t, tree self)
{
  if (!t || TYPE_P (t) || DECL_P (t))
    return;
  switch (TREE_CODE (t))
    {
    case STATEMENT_LIST:
      for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
	read_tree (r, tsi_stmt (i), self);
      break;
    case BIND_EXPR:
      read_tree (r, BIND_EXPR_BODY (t), self);
      break;
    case COND_EXPR:
      read_tree (r, COND_EXPR_COND (t), self);
      read_guarded (r, COND_EXPR_COND (t), COND_EXPR_THEN (t), self);
      read_guarded (r, COND_EXPR_COND (t), COND_EXPR_ELSE (t), self);
      break;
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
      read_tree (r, TREE_OPERAND (t, 0), self);
      read_guarded (r, TREE_OPERAND (t, 0), TREE_OPERAND (t, 1), self);
      break;
    case CALL_EXPR:
      read_call (r, t, self);
      break;
    case RETURN_EXPR:
      read_tree (r, TREE_OPERAND (t, 0), self);
      r->returned |= r->unsure || !r->guards.is_empty ();
      break;
    /* Loops have become these; and "return;" in a destructor.  */
    case GOTO_EXPR:
      if (!r->passed.contains (GOTO_DESTINATION (t)))
	r->ahead.add (GOTO_DESTINATION (t));
      break;
    case LABEL_EXPR:
      r->passed.add (LABEL_EXPR_LABEL (t));
      r->ahead.remove (LABEL_EXPR_LABEL (t));
      break;
    case LOOP_EXPR:
    case SWITCH_EXPR:
    case CATCH_EXPR:
      r->unsure++;
      for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	read_tree (r, TREE_OPERAND (t, i), self);
      r->unsure--;
      break;
    default:
      if (EXPR_P (t))
	for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
	  read_tree (r, TREE_OPERAND (t, i), self);
      break;
    }
}

void
lk_parsed_gives (struct lk_lowering *lowering, tree decl, hash_map<tree, lk_parsed> *bodies,
		 vec<struct lk_given> *given)
{
  struct body_reading r;
  r.lowering = lowering;
  r.bodies = bodies;
  r.unsure = 0;
  r.returned = false;
  r.given = given;
  r.active.safe_push (decl);
  struct lk_parsed *body = bodies->get (decl);
  read_tree (&r, body->body, body->self);
}
