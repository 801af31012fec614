/* Virtual calls: by the hierarchy of the unit.

   A virtual call can reach what the classes of the unit, derived from the one
   it is written for, put into that place of the table.  It becomes a call of a
   dispatcher, a function that nobody wrote: its graph calls one of the
   candidates, whichever.  There is one for each class and place, so the
   engine's summaries and products do the rest.

   A class of the unit may have further descendants elsewhere, unless it is
   final, local to the unit, or the standard library's: then one more way
   through the dispatcher calls somebody unknown.

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

static struct lk_dispatch *
make_dispatch (struct lk_lowering *lowering, tree class_, unsigned index)
{
  struct lk_classes *h = lowering->hierarchy;
  struct lk_dispatch *d = XCNEW (struct lk_dispatch);
  h->all.safe_push (d);
  for (unsigned i = 0; i < h->classes.length ()
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
  d->open = !closed (class_);
  if (d->targets.length () > MAX_TARGETS)
    d->targets.truncate (0);
  return d;
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
  char key[40];
  snprintf (key, sizeof key, "%u %u", TYPE_UID (class_), index);
  struct lk_dispatch **known = h->dispatches.get (key);
  if (known)
    return (*known)->targets.is_empty () ? NULL : *known;
  struct lk_dispatch *d = make_dispatch (lowering, class_, index);
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
