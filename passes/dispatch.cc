/* Virtual calls: by the hierarchy of the unit.

   A virtual call can reach what the classes of the unit, derived from the one
   it is written for, put into that place of the table.  It becomes a call of a
   dispatcher, a function that nobody wrote: its graph calls one of the
   candidates, whichever.  There is one for each class and place, so the
   engine's summaries and products do the rest.

   A class of the unit may have further descendants elsewhere, unless it is
   final, local to the unit, or the standard library's: then one more way
   through the dispatcher calls somebody unknown.  An object that the function has made
   itself is of the class that it was made of, and no other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* Candidates of one call; if there are more it is as good as unknown.  */
#define MAX_TARGETS 32

struct lk_classes
{
  auto_vec<tree> classes;	/* With a virtual function in the unit.  */
  hash_set<tree> known;
  hash_map<nofree_string_hash, struct lk_dispatch *> dispatches;
  auto_vec<struct lk_dispatch *> all;
  auto_vec<char *> keys;
};

static void
add_class (struct lk_classes *h, tree type)
{
  if (!type || !RECORD_OR_UNION_TYPE_P (type))
    return;
  type = TYPE_MAIN_VARIANT (type);
  if (TYPE_BINFO (type) && !h->known.add (type))
    h->classes.safe_push (type);
}

void
lk_classes_init (struct lk_lowering *lowering)
{
  struct lk_classes *h = new lk_classes;
  lowering->hierarchy = h;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (DECL_VIRTUAL_P (node->decl) && DECL_CONTEXT (node->decl)
	&& TYPE_P (DECL_CONTEXT (node->decl)))
      add_class (h, DECL_CONTEXT (node->decl));
}

void
lk_classes_free (struct lk_lowering *lowering)
{
  struct lk_classes *h = lowering->hierarchy;
  for (unsigned i = 0; i < h->all.length (); i++)
    {
      h->all[i]->targets.release ();
      h->all[i]->deltas.release ();
      XDELETE (h->all[i]);
    }
  for (unsigned i = 0; i < h->keys.length (); i++)
    free (h->keys[i]);
  delete h;
}

static void
add_target (struct lk_dispatch *d, tree decl, int64_t delta)
{
  for (unsigned i = 0; i < d->targets.length (); i++)
    if (d->targets[i] == decl && d->deltas[i] == delta)
      return;
  d->targets.safe_push (decl);
  d->deltas.safe_push (delta);
}

/* What the parts of BINFO that are a CLASS_ have at INDEX of their tables.
   SHARED is the outermost class around that begins at the same place: the two
   have one table, and its list of functions is the right one.  */
static void
add_from (struct lk_dispatch *d, tree binfo, tree shared, tree class_,
	  unsigned index, unsigned depth)
{
  if (depth > 20)
    return;
  if (TYPE_MAIN_VARIANT (BINFO_TYPE (binfo)) == class_)
    {
      tree v = BINFO_VIRTUALS (shared) ? BINFO_VIRTUALS (shared)
	       : BINFO_VIRTUALS (binfo);
      for (unsigned i = 0; v && i < index; i++)
	v = TREE_CHAIN (v);
      if (!v || !TREE_VALUE (v) || TREE_CODE (TREE_VALUE (v)) != FUNCTION_DECL)
	return;
      tree delta = TREE_PURPOSE (v);
      if (delta && !tree_fits_shwi_p (delta))
	return;
      add_target (d, TREE_VALUE (v), delta ? tree_to_shwi (delta) : 0);
      return;
    }
  tree base;
  for (unsigned i = 0; BINFO_BASE_ITERATE (binfo, i, base); i++)
    {
      bool same = (BINFO_OFFSET (base) && BINFO_OFFSET (shared)
		   && tree_int_cst_equal (BINFO_OFFSET (base),
					  BINFO_OFFSET (shared)));
      add_from (d, base, same ? shared : base, class_, index, depth + 1);
    }
}

static bool
closed (tree class_)
{
  tree name = TYPE_NAME (class_);
  if (name && TREE_CODE (name) == TYPE_DECL
      && (!TREE_PUBLIC (name) || DECL_IN_SYSTEM_HEADER (name)))
    return true;
  return TYPE_FINAL_P (class_);
}

/* The dispatcher's graph.  */
static void
make_graph (struct lk_lowering *lowering, struct lk_dispatch *d)
{
  struct lk_graph *g = lk_graph_new (d->function);
  tree sample = d->targets[0];
  unsigned n = 0;
  auto_vec<bool> by_value;
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (sample));
       t && TREE_VALUE (t) != void_type_node; t = TREE_CHAIN (t))
    {
      lk_graph_add_formal (g, NULL);
      by_value.safe_push (AGGREGATE_TYPE_P (TREE_VALUE (t))
			  && !TREE_ADDRESSABLE (TREE_VALUE (t)));
      n++;
    }
  tree result = TREE_TYPE (TREE_TYPE (sample));
  lk_graph_add_block (g);
  for (unsigned i = 0; i < d->targets.length () + d->open; i++)
    {
      bool unknown = i == d->targets.length ();
      uint32_t block = lk_graph_add_block (g);
      struct lk_event *ev
	= lk_graph_add_event (g, block, LK_EVENT_CALL, d->function->loc, n);
      if (!unknown)
	ev->callee = lk_function_of (lowering, d->targets[i]);
      for (unsigned k = 0; k < n; k++)
	{
	  ev->args[k]
	    = lk_operand_path (lk_path_make (g, g->formals[k], 0, NULL,
					     k || unknown ? 0 : d->deltas[i]));
	  if (by_value[k])
	    ev->arg_flags[k] |= LK_ARG_BY_VALUE;
	}
      ev->throws = !unknown && lk_function_throws (lowering, d->targets[i]);
      struct lk_operand value = lk_operand_unknown ();
      bool aggregate = AGGREGATE_TYPE_P (result);
      if (aggregate || lk_matters (result))
	{
	  lk_var var = lk_graph_add_var (g, aggregate ? LK_VAR_OBJECT
					 : LK_VAR_VALUE, NULL, 0);
	  value = lk_operand_path (lk_path_make (g, var, 0, NULL, 0));
	  ev->dest = value;
	  ev->aggregate_result = aggregate;
	}
      struct lk_block *bl = &g->blocks[block];
      bl->term = LK_TERM_RETURN;
      bl->a = value;
      bl->aggregate_result = aggregate;
      lk_graph_add_edge (g, 0, block, 0);
    }
  g->blocks[0].term = LK_TERM_GOTO;
  d->function->graph = g;
}

/* EXACT: what the object is made of, or NULL.  */
static struct lk_dispatch *
make_dispatch (struct lk_lowering *lowering, tree class_, unsigned index, tree exact)
{
  struct lk_classes *h = lowering->hierarchy;
  struct lk_dispatch *d = XCNEW (struct lk_dispatch);
  h->all.safe_push (d);
  if (exact)
    add_from (d, TYPE_BINFO (exact), TYPE_BINFO (exact), class_, index, 0);
  for (unsigned i = 0; !exact && i < h->classes.length ()
		       && d->targets.length () <= MAX_TARGETS; i++)
    add_from (d, TYPE_BINFO (h->classes[i]), TYPE_BINFO (h->classes[i]),
	      class_, index, 0);
  /* Pure ones, and those without a body, tell nothing.  */
  for (unsigned i = d->targets.length (); i-- > 0;)
    if (!lk_body_of (d->targets[i]) && !lk_contract_of (d->targets[i]))
      {
	d->targets.ordered_remove (i);
	d->deltas.ordered_remove (i);
      }
  d->open = !exact && !closed (class_);
  if (d->targets.length () > MAX_TARGETS)
    d->targets.truncate (0);
  return d;
}

/* ---- Objects of a known class.  ---- */

/* Names and uses of names that are looked at, from the object of a call back to where it
   was made and from there on to its constructor.  With more of them its class is that of
   the declaration.  */
#define MAX_MADE_STEPS 400

/* Add to FOUND the classes whose constructors are given POINTER, of fresh memory, or a
   copy of it.  */
static void
find_made_in (tree pointer, vec<tree> *found, unsigned *steps)
{
  imm_use_iterator it;
  use_operand_p use;
  auto_vec<tree> copies;
  FOR_EACH_IMM_USE_FAST (use, it, pointer)
    {
      gimple *stmt = USE_STMT (use);
      if (*steps == 0)
	return;
      (*steps)--;
      if (gimple_assign_ssa_name_copy_p (stmt) || gimple_assign_cast_p (stmt))
	copies.safe_push (gimple_assign_lhs (stmt));
      tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL;
      if (decl && DECL_CXX_CONSTRUCTOR_P (decl) && gimple_call_num_args (stmt)
	  && gimple_call_arg (stmt, 0) == pointer && DECL_CONTEXT (decl)
	  && RECORD_OR_UNION_TYPE_P (DECL_CONTEXT (decl)))
	{
	  tree class_ = TYPE_MAIN_VARIANT (DECL_CONTEXT (decl));
	  if (!found->contains (class_))
	    found->safe_push (class_);
	}
    }
  for (unsigned i = 0; i < copies.length (); i++)
    if (TREE_CODE (copies[i]) == SSA_NAME)
      find_made_in (copies[i], found, steps);
}

/* The class of what is made in the memory POINTER, fresh from operator new, or NULL.  */
static tree
class_made_in (tree pointer, unsigned *steps)
{
  auto_vec<tree> found;
  find_made_in (pointer, &found, steps);
  return *steps && found.length () == 1 ? found[0] : NULL;
}

/* The class of the whole object in which OBJECT, a pointer, points, if the function has
   made it; else NULL.  STEPS are left.  */
static tree
class_of_object (tree object, unsigned *steps)
{
  if (TREE_CODE (object) == ADDR_EXPR)
    {
      tree place = TREE_OPERAND (object, 0);
      while (TREE_CODE (place) == COMPONENT_REF
	     && DECL_ARTIFICIAL (TREE_OPERAND (place, 1))
	     && !DECL_NAME (TREE_OPERAND (place, 1)))	/* A base.  */
	place = TREE_OPERAND (place, 0);
      return (VAR_P (place) && RECORD_OR_UNION_TYPE_P (TREE_TYPE (place))
	      ? TYPE_MAIN_VARIANT (TREE_TYPE (place)) : NULL);
    }
  if (TREE_CODE (object) != SSA_NAME || *steps == 0)
    return NULL;
  (*steps)--;
  gimple *def = SSA_NAME_DEF_STMT (object);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      /* What is cast to a base is asked for NULL first.  */
      tree found = NULL;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	{
	  tree arg = gimple_phi_arg_def (phi, i);
	  tree class_ = integer_zerop (arg) ? found : class_of_object (arg, steps);
	  if (!integer_zerop (arg) && (!class_ || (found && found != class_)))
	    return NULL;
	  found = class_;
	}
      return found;
    }
  if (gcall *call = dyn_cast <gcall *> (def))
    {
      tree decl = gimple_call_fndecl (call);
      return (decl && DECL_IS_OPERATOR_NEW_P (decl)
	      ? class_made_in (object, steps) : NULL);
    }
  if (gimple_assign_single_p (def) || gimple_assign_cast_p (def)
      || (is_gimple_assign (def) && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
	  && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST))
    return class_of_object (gimple_assign_rhs1 (def), steps);
  return NULL;
}

struct lk_dispatch *
lk_dispatch_of (struct lk_lowering *lowering, tree fn)
{
  struct lk_classes *h = lowering->hierarchy;
  if (!fn || TREE_CODE (fn) != OBJ_TYPE_REF
      || !POINTER_TYPE_P (TREE_TYPE (fn))
      || TREE_CODE (TREE_TYPE (TREE_TYPE (fn))) != METHOD_TYPE
      || !tree_fits_uhwi_p (OBJ_TYPE_REF_TOKEN (fn)))
    return NULL;
  tree class_ = TYPE_MAIN_VARIANT (TYPE_METHOD_BASETYPE (TREE_TYPE
							  (TREE_TYPE (fn))));
  unsigned index = tree_to_uhwi (OBJ_TYPE_REF_TOKEN (fn));
  unsigned steps = MAX_MADE_STEPS;
  tree exact = class_of_object (OBJ_TYPE_REF_OBJECT (fn), &steps);
  if (exact && !TYPE_BINFO (exact))
    exact = NULL;
  char key[60];
  snprintf (key, sizeof key, "%u %u %u", TYPE_UID (class_), index,
	    exact ? TYPE_UID (exact) : 0);
  struct lk_dispatch **known = h->dispatches.get (key);
  if (known)
    return (*known)->targets.is_empty () ? NULL : *known;
  struct lk_dispatch *d = make_dispatch (lowering, class_, index, exact);
  char *copy = xstrdup (key);
  h->keys.safe_push (copy);
  h->dispatches.put (copy, d);
  return d->targets.is_empty () ? NULL : d;
}

struct lk_function *
lk_dispatcher (struct lk_lowering *lowering, struct lk_dispatch *d)
{
  if (d->function)
    return d->function;
  char room[LK_NAME_ROOM];
  d->function = lk_unit_add_function (lowering->unit,
				      lk_name_of_function (d->targets[0],
							   room));
  d->function->flags = LK_FN_BODY | LK_FN_DISPATCH;
  tree result = TREE_TYPE (TREE_TYPE (d->targets[0]));
  if (TREE_CODE (result) == BOOLEAN_TYPE)
    d->function->flags |= LK_FN_RETURNS_BOOL;
  else if (POINTER_TYPE_P (result))
    d->function->flags |= LK_FN_RETURNS_POINTER;
  else if (VOID_TYPE_P (result))
    d->function->flags |= LK_FN_VOID;
  make_graph (lowering, d);
  return d->function;
}
