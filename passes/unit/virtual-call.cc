/* Virtual calls: class hierarchy analysis of the unit.

   A virtual call can reach the overriders in the classes of the unit that are derived from the
   declared class.  It becomes a call of a dispatcher, an artificial function whose graph calls
   one of the candidates.  There is one for each class and place of the table, so the engine's
   summaries and products do the rest.

   A class of the unit may have further descendants elsewhere, unless it is final, local to the
   unit, or the standard library's: then one more path through the dispatcher calls an unknown
   function.  An object that the function itself has made, as far as can be seen, is of the
   class whose constructor ran, and no other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

struct lk_classes
{
  auto_vec<tree> classes;	/* With a virtual function in the unit.  */
  hash_set<tree> known;
  hash_map<nofree_string_hash, struct lk_dispatch *> dispatches;
  auto_vec<struct lk_dispatch *> all;
  auto_vec<char *> keys;
  struct lk_function *deleting;	/* By a virtual destructor; or NULL.  */
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

static void
free_classes (void *data)
{
  struct lk_classes *h = (struct lk_classes *) data;
  for (unsigned i = 0; i < h->all.length (); i++)
    {
      h->all[i]->targets.release ();
      h->all[i]->deltas.release ();
      h->all[i]->tables.release ();
      XDELETE (h->all[i]);
    }
  for (unsigned i = 0; i < h->keys.length (); i++)
    free (h->keys[i]);
  delete h;
}

static struct lk_classes *
classes_of (struct lk_lowering *lowering)
{
  return (struct lk_classes *) lowering->slots[LK_SLOT_CLASSES].data;
}

void
lk_classes_init (struct lk_lowering *lowering)
{
  struct lk_classes *h = new lk_classes;
  h->deleting = NULL;
  lk_keep (lowering, LK_SLOT_CLASSES, h, free_classes);
  lk_callbacks_init (lowering);
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (DECL_VIRTUAL_P (node->decl) && DECL_CONTEXT (node->decl)
	&& TYPE_P (DECL_CONTEXT (node->decl)))
      add_class (h, DECL_CONTEXT (node->decl));
}

/* Add DECL to D; an object with the virtual table TABLE (0: not known) runs it.  */
static void
add_target (struct lk_dispatch *d, tree decl, int64_t delta, uint32_t table)
{
  unsigned i = 0;
  while (i < d->targets.length ()
	 && (d->targets[i] != decl || d->deltas[i] != delta))
    i++;
  if (i == d->targets.length ())
    {
      d->targets.safe_push (decl);
      d->deltas.safe_push (delta);
    }
  for (unsigned k = 0; k < d->tables.length (); k++)
    if (d->tables[k].number == table)
      return;
  if (table)
    d->tables.safe_push ({ table, i });
}

/* Target number I of D is none.  */
static void
remove_target (struct lk_dispatch *d, unsigned i)
{
  d->targets.ordered_remove (i);
  d->deltas.ordered_remove (i);
  for (unsigned k = d->tables.length (); k-- > 0;)
    if (d->tables[k].target == i)
      d->tables.ordered_remove (k);
    else if (d->tables[k].target > i)
      d->tables[k].target--;
}

/* Add the functions at INDEX of the tables of those parts of BINFO that are a CLASS_, and
   begin at OFFSET if that is not NULL.  SHARED is the outermost class around that begins at
   the same place: the two have one table, and its list of functions is the right one.  */
static void
add_from (struct lk_lowering *lowering, struct lk_dispatch *d, tree binfo, tree shared,
	  tree class_, unsigned index, const int64_t *offset)
{
  if (TYPE_MAIN_VARIANT (BINFO_TYPE (binfo)) == class_)
    {
      if (offset && (!BINFO_OFFSET (binfo) || !tree_fits_shwi_p (BINFO_OFFSET (binfo))
		     || tree_to_shwi (BINFO_OFFSET (binfo)) != *offset))
	return;
      tree v = BINFO_VIRTUALS (shared) ? BINFO_VIRTUALS (shared)
	       : BINFO_VIRTUALS (binfo);
      for (unsigned i = 0; v && i < index; i++)
	v = TREE_CHAIN (v);
      if (!v || !TREE_VALUE (v) || TREE_CODE (TREE_VALUE (v)) != FUNCTION_DECL)
	return;
      tree delta = TREE_PURPOSE (v);
      if (delta && !tree_fits_shwi_p (delta))
	return;
      add_target (d, TREE_VALUE (v), delta ? tree_to_shwi (delta) : 0,
		  lk_table_number (lowering, BINFO_VTABLE (shared)));
      return;
    }
  tree base;
  for (unsigned i = 0; BINFO_BASE_ITERATE (binfo, i, base); i++)
    {
      bool same = (BINFO_OFFSET (base) && BINFO_OFFSET (shared)
		   && tree_int_cst_equal (BINFO_OFFSET (base),
					  BINFO_OFFSET (shared)));
      add_from (lowering, d, base, same ? shared : base, class_, index, offset);
    }
}

tree *
lk_unit_classes (struct lk_lowering *lowering, unsigned *n)
{
  *n = classes_of (lowering)->classes.length ();
  return classes_of (lowering)->classes.address ();
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

/* The dispatcher's graph, and what its targets have in common.  */
struct ways
{
  struct lk_lowering *lowering;
  struct lk_dispatch *d;
  struct lk_graph *graph;
  unsigned n;			/* Arguments.  */
  auto_vec<bool> by_value;
  tree result;
};

/* Add a block that calls target number I, or an unknown function, after block FROM.  AGAIN:
   there is another one for the same target, which carries its acquisitions.  */
static struct lk_edge *
add_way (struct ways *w, unsigned i, uint32_t from, bool again)
{
  struct lk_dispatch *d = w->d;
  struct lk_graph *g = w->graph;
  bool unknown = i == d->targets.length ();
  uint32_t block = lk_graph_add_block (g);
  struct lk_event *ev
    = lk_graph_add_event (g, block, LK_EVENT_CALL, d->function->loc, w->n);
  if (!unknown)
    ev->callee = lk_function_of (w->lowering, d->targets[i]);
  else
    ev->callee = lk_virtual_elsewhere (w->lowering, d->declared);
  ev->suppressed = again;
  for (unsigned k = 0; k < w->n; k++)
    {
      ev->args[k]
	= lk_operand_path (lk_path_make (g, g->formals[k], 0, NULL,
					 k || unknown || d->callback ? 0 : d->deltas[i]));
      if (w->by_value[k])
	ev->arg_flags[k] |= LK_ARG_BY_VALUE;
    }
  ev->throws = unknown ? d->callback : lk_function_throws (w->lowering, d->targets[i]);
  struct lk_operand value = lk_operand_unknown ();
  bool aggregate = AGGREGATE_TYPE_P (w->result);
  if (aggregate || lk_matters (w->result))
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
  return lk_graph_add_edge (g, from, block, 0);
}

/* The last argument is the function to run; a known one is run, any other is unknown.  */
static void
make_callback_ways (struct ways *w)
{
  struct lk_dispatch *d = w->d;
  lk_var which = lk_graph_add_formal (w->graph, NULL);
  uint32_t ask = lk_graph_add_block (w->graph);
  for (unsigned i = 0; i < d->targets.length (); i++)
    {
      struct lk_edge *e = add_way (w, i, ask, true);
      e->lo = e->hi = LK_FUNCTION + lk_function_of (w->lowering, d->targets[i])->index;
    }
  w->graph->blocks[ask].term = LK_TERM_SWITCH;
  w->graph->blocks[ask].a = lk_operand_path (lk_path_make (w->graph, which, 0, NULL, 0));
  add_way (w, d->targets.length (), ask, true)->flags |= LK_EDGE_DEFAULT;
  d->function->graph = w->graph;
}

/* An object with a known table runs its own function; any other runs any of them.  */
static void
make_graph (struct lk_lowering *lowering, struct lk_dispatch *d)
{
  tree sample = d->targets[0];
  struct ways w;
  w.lowering = lowering;
  w.d = d;
  w.graph = lk_graph_new (d->function);
  w.n = 0;
  w.result = TREE_TYPE (TREE_TYPE (sample));
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (sample));
       t && TREE_VALUE (t) != void_type_node; t = TREE_CHAIN (t))
    {
      lk_graph_add_formal (w.graph, NULL);
      w.by_value.safe_push (AGGREGATE_TYPE_P (TREE_VALUE (t))
			    && !TREE_ADDRESSABLE (TREE_VALUE (t)));
      w.n++;
    }
  if (d->callback)
    {
      make_callback_ways (&w);
      return;
    }
  uint32_t others = lk_graph_add_block (w.graph);
  auto_vec<bool> chosen (d->targets.length ());
  chosen.quick_grow_cleared (d->targets.length ());
  if (!d->tables.is_empty () && w.n)
    {
      uint32_t table = others;
      others = lk_graph_add_block (w.graph);
      for (unsigned i = 0; i < d->tables.length (); i++)
	{
	  struct lk_edge *e
	    = add_way (&w, d->tables[i].target, table, chosen[d->tables[i].target]);
	  e->lo = e->hi = d->tables[i].number;
	  chosen[d->tables[i].target] = true;
	}
      int64_t sel[] = { LK_TABLE };
      w.graph->blocks[table].term = LK_TERM_SWITCH;
      w.graph->blocks[table].a
	= lk_operand_path (lk_path_make (w.graph, w.graph->formals[0], 1, sel, 0));
      lk_graph_add_edge (w.graph, table, others, LK_EDGE_DEFAULT);
    }
  for (unsigned i = 0; i < d->targets.length () + d->open; i++)
    add_way (&w, i, others, i < d->targets.length () && chosen[i]);
  w.graph->blocks[others].term = LK_TERM_GOTO;
  d->function->graph = w.graph;
}

/* ---- Objects of a known class.  ---- */

/* The uses of fresh memory.  */
struct memory_uses
{
  tree class_ = NULL_TREE;	/* Made there; NULL: none yet.  */
  bool unsure = false;		/* Several are, or may be.  */
  hash_set<tree> seen;		/* Names that lead there.  */
};

/* Add the uses of POINTER, which leads to the beginning of the memory if WHOLE, and of its
   copies.  */
static void
find_uses (tree pointer, bool whole, struct memory_uses *uses)
{
  imm_use_iterator it;
  use_operand_p use;
  auto_vec<tree> copies, parts;
  if (uses->seen.add (pointer))
    return;
  FOR_EACH_IMM_USE_FAST (use, it, pointer)
    {
      gimple *stmt = USE_STMT (use);
      if (gimple_assign_ssa_name_copy_p (stmt) || gimple_assign_cast_p (stmt))
	copies.safe_push (gimple_assign_lhs (stmt));
      else if (gimple_code (stmt) == GIMPLE_PHI)
	parts.safe_push (gimple_phi_result (stmt));
      else if (is_gimple_assign (stmt)
	       && gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR)
	parts.safe_push (gimple_assign_lhs (stmt));
      tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL;
      if (!decl || !gimple_call_num_args (stmt))
	continue;
      /* Another object may be made there.  */
      uses->unsure |= DECL_IS_OPERATOR_NEW_P (decl);
      if (whole && DECL_CXX_CONSTRUCTOR_P (decl)
	  && gimple_call_arg (stmt, 0) == pointer && DECL_CONTEXT (decl)
	  && RECORD_OR_UNION_TYPE_P (DECL_CONTEXT (decl)))
	{
	  tree class_ = TYPE_MAIN_VARIANT (DECL_CONTEXT (decl));
	  uses->unsure |= uses->class_ && uses->class_ != class_;
	  uses->class_ = class_;
	}
    }
  for (unsigned i = 0; i < copies.length (); i++)
    if (TREE_CODE (copies[i]) == SSA_NAME)
      find_uses (copies[i], whole, uses);
  for (unsigned i = 0; i < parts.length (); i++)
    if (TREE_CODE (parts[i]) == SSA_NAME)
      find_uses (parts[i], false, uses);
}

/* The targets of SSA names.  CLASS_ is NULL if the target is unknown, and while a name is being
   examined: a value that comes from itself in a loop is unknown.  */
typedef hash_map<tree, struct lk_made> made_map;

static bool find_made (tree object, struct lk_made *made, made_map *seen);

/* The same as find_made for the definition of OBJECT, an SSA name.  */
static bool
find_defined (tree object, struct lk_made *made, made_map *seen)
{
  /* In a constructor or destructor the object is of that class, whatever it will be, or was.  */
  if (SSA_NAME_IS_DEFAULT_DEF (object))
    {
      tree parm = SSA_NAME_VAR (object);
      tree fn = parm && TREE_CODE (parm) == PARM_DECL ? DECL_CONTEXT (parm) : NULL;
      if (!fn || DECL_ARGUMENTS (fn) != parm || !DECL_CONTEXT (fn)
	  || !(DECL_CXX_CONSTRUCTOR_P (fn) || DECL_CXX_DESTRUCTOR_P (fn))
	  || !RECORD_OR_UNION_TYPE_P (DECL_CONTEXT (fn)))
	return false;
      made->class_ = TYPE_MAIN_VARIANT (DECL_CONTEXT (fn));
      made->offset = 0;
      return true;
    }
  gimple *def = SSA_NAME_DEF_STMT (object);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      /* A cast to a base tests for NULL first.  */
      made->class_ = NULL;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	{
	  struct lk_made from;
	  tree arg = gimple_phi_arg_def (phi, i);
	  if (integer_zerop (arg))
	    continue;
	  if (!find_made (arg, &from, seen)
	      || (made->class_ && (from.class_ != made->class_
				   || from.offset != made->offset)))
	    return false;
	  *made = from;
	}
      return made->class_;
    }
  if (gcall *call = dyn_cast <gcall *> (def))
    {
      tree decl = gimple_call_fndecl (call);
      struct memory_uses uses;
      if (!decl || !DECL_IS_OPERATOR_NEW_P (decl))
	return false;
      find_uses (object, true, &uses);
      made->class_ = uses.class_;
      made->offset = 0;
      return uses.class_ && !uses.unsure;
    }
  if (gimple_assign_single_p (def) || gimple_assign_cast_p (def))
    return find_made (gimple_assign_rhs1 (def), made, seen);
  if (is_gimple_assign (def) && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
      && cst_and_fits_in_hwi (gimple_assign_rhs2 (def))
      && find_made (gimple_assign_rhs1 (def), made, seen))
    {
      made->offset += int_cst_value (gimple_assign_rhs2 (def));
      return true;
    }
  return false;
}

/* Return true if OBJECT points to *MADE, which the function has made itself.  */
static bool
find_made (tree object, struct lk_made *made, made_map *seen)
{
  if (TREE_CODE (object) == ADDR_EXPR)
    {
      poly_int64 offset;
      tree place = get_addr_base_and_unit_offset (TREE_OPERAND (object, 0), &offset);
      if (!place || !VAR_P (place) || !RECORD_OR_UNION_TYPE_P (TREE_TYPE (place))
	  || !offset.is_constant (&made->offset))
	return false;
      made->class_ = TYPE_MAIN_VARIANT (TREE_TYPE (place));
      return true;
    }
  if (TREE_CODE (object) != SSA_NAME)
    return false;
  bool known;
  struct lk_made &slot = seen->get_or_insert (object, &known);
  if (known)
    {
      *made = slot;
      return made->class_;
    }
  slot.class_ = NULL;
  slot.offset = 0;
  bool found = find_defined (object, made, seen);
  if (found)
    seen->put (object, *made);
  return found;
}

bool
lk_find_made (tree object, struct lk_made *made)
{
  made_map seen;
  made->class_ = NULL;
  made->offset = 0;
  return find_made (object, made, &seen) && TYPE_BINFO (made->class_);
}

/* ---- Calls.  ---- */

static struct lk_dispatch *
make_dispatch (struct lk_lowering *lowering, tree class_, unsigned index,
	       const struct lk_made *made)
{
  struct lk_classes *h = classes_of (lowering);
  struct lk_dispatch *d = XCNEW (struct lk_dispatch);
  h->all.safe_push (d);
  if (made)
    add_from (lowering, d, TYPE_BINFO (made->class_), TYPE_BINFO (made->class_), class_, index,
	      &made->offset);
  for (unsigned i = 0; !made && i < h->classes.length ()
		       && d->targets.length () <= MAX_TARGETS; i++)
    add_from (lowering, d, TYPE_BINFO (h->classes[i]), TYPE_BINFO (h->classes[i]),
	      class_, index, NULL);
  /* Pure functions, and those without a body, reveal nothing.  */
  for (unsigned i = d->targets.length (); i-- > 0;)
    if (!lk_body_of (d->targets[i]) && !lk_contract_of (d->targets[i]))
      remove_target (d, i);
  d->open = !made && !closed (class_);
  d->made = made;
  d->too_many = !made && d->targets.length () > MAX_TARGETS;
  if (d->targets.length () > (made ? 1 : MAX_TARGETS))
    d->targets.truncate (0);
  if (d->open)
    d->declared = lk_virtual_at (class_, index);
  d->too_many_tables = !made && !d->targets.is_empty () && d->tables.length () > MAX_TABLES;
  if (made || d->too_many_tables)
    d->tables.truncate (0);
  return d;
}

/* Return the dispatch to INDEX of CLASS_, for an object MADE or, if that is NULL, for any.  */
static struct lk_dispatch *
find_dispatch (struct lk_lowering *lowering, tree class_, unsigned index,
	       const struct lk_made *made)
{
  struct lk_classes *h = classes_of (lowering);
  char key[80];
  snprintf (key, sizeof key, "%u %u %u %" PRId64, TYPE_UID (class_), index,
	    made ? TYPE_UID (made->class_) : 0, made ? made->offset : 0);
  struct lk_dispatch **known = h->dispatches.get (key);
  struct lk_dispatch *d = known ? *known : make_dispatch (lowering, class_, index, made);
  if (!known)
    {
      char *copy = xstrdup (key);
      h->keys.safe_push (copy);
      h->dispatches.put (copy, d);
    }
  if (d->too_many)
    lk_limit_met (lowering, LK_LIMIT_TARGETS);
  if (d->too_many_tables)
    lk_limit_met (lowering, LK_LIMIT_TABLES);
  return d->targets.is_empty () ? NULL : d;
}

/* The same for a call through the pointer FN that a member holds.  */
static struct lk_dispatch *
callback_dispatch (struct lk_lowering *lowering, tree fn)
{
  tree member;
  vec<tree> *all = lk_callbacks_at (lowering, fn, &member);
  if (!all)
    return NULL;
  struct lk_dispatch *&d = lk_callback_dispatch (lowering, member);
  if (!d)
    {
      d = XCNEW (struct lk_dispatch);
      classes_of (lowering)->all.safe_push (d);
      d->targets = all->copy ();
      d->open = d->callback = true;
    }
  return d;
}

struct lk_function *
lk_deleting_by_table (struct lk_lowering *lowering, tree fn)
{
  tree method = fn && lk_is_virtual (fn) ? lk_virtual_method (fn) : NULL_TREE;
  if (!method || !lk_is_deleting (method))
    return NULL;
  /* The destructor, wherever it is, releases what is in the object: that is inferred, and no
     specification.  */
  static struct lk_clause clause;
  static struct lk_contract contract;
  clause.role = LK_ROLE_RELEASE;
  clause.any_kind = true;
  clause.place.base = 1;
  contract.name = "delete";
  contract.source = LK_SOURCE_INFERRED;
  contract.complete = true;
  contract.clauses = &clause;
  struct lk_classes *h = classes_of (lowering);
  if (!h->deleting)
    {
      h->deleting = lk_unit_add_function (lowering->unit, contract.name);
      h->deleting->flags = LK_FN_VOID;
      h->deleting->contract = &contract;
    }
  return h->deleting;
}

struct lk_dispatch *
lk_dispatch_of (struct lk_lowering *lowering, tree fn)
{
  if (fn && TREE_CODE (fn) == SSA_NAME)
    return callback_dispatch (lowering, fn);
  if (!lk_is_virtual (fn))
    return NULL;
  tree class_ = TYPE_MAIN_VARIANT (TYPE_METHOD_BASETYPE (TREE_TYPE
							  (TREE_TYPE (fn))));
  unsigned index = tree_to_uhwi (OBJ_TYPE_REF_TOKEN (fn));
  struct lk_made made;
  struct lk_dispatch *d = NULL;
  if (lk_find_made (OBJ_TYPE_REF_OBJECT (fn), &made))
    d = find_dispatch (lowering, class_, index, &made);
  /* Its function may be elsewhere; or the memory is only storage for an object that other code
     makes there.  */
  return d ? d : find_dispatch (lowering, class_, index, NULL);
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
  d->function->flags = (LK_FN_BODY | LK_FN_DISPATCH
			| (d->made || d->callback ? LK_FN_CHOSEN : 0)
			| (lk_is_deleting (d->targets[0]) ? LK_FN_DELETING : 0));
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
