/* Releases by destructors; members that a class never releases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "summary-internal.h"

struct classes
{
  struct method *methods;	/* Of classes with destructors.  */
  struct method *visitors;	/* Of their objects.  */
  struct own_member **members;	/* By selector, in buckets; NULL: none.  */
};

static struct classes *
classes_of (struct lk_unit *unit)
{
  return unit_slot (unit, UNIT_CLASSES, sizeof (struct classes));
}

const struct method *
unit_methods (struct lk_unit *unit)
{
  return classes_of (unit)->methods;
}

const struct method *
unit_visitors (struct lk_unit *unit)
{
  return classes_of (unit)->visitors;
}

void
lk_unit_add_class (struct lk_unit *unit, const struct lk_object_class *class_)
{
  for (unsigned i = 0; i < class_->n_constructors; i++)
    function_info (unit, class_->constructors[i])->class_ = class_;
}

void
lk_unit_add_method (struct lk_unit *unit, const struct lk_object_class *class_,
		    struct lk_function *function, unsigned flags)
{
  struct method *m = lk_arena_alloc (unit->arena, sizeof *m);
  m->function = function;
  m->class_ = class_;
  m->flags = flags;
  struct classes *all = classes_of (unit);
  m->next = all->methods;
  all->methods = m;
  function_info (unit, function)->class_ = class_;
}

void
lk_unit_add_store (struct lk_unit *unit, const struct lk_object_class *class_,
		   const struct lk_member_store *store)
{
  struct classes *all = classes_of (unit);
  for (struct method *m = all->visitors; m && m->function == store->function; m = m->next)
    if (m->class_ == class_ && memcmp (m->store, store, sizeof *store) == 0)
      return;
  struct method *m = lk_arena_alloc (unit->arena, sizeof *m);
  struct lk_member_store *copy = lk_arena_alloc (unit->arena, sizeof *copy);
  memcpy (copy, store, sizeof *copy);
  m->function = store->function;
  m->class_ = class_;
  m->store = copy;
  m->next = all->visitors;
  all->visitors = m;
}

void
lk_unit_add_copier (struct lk_unit *unit, const struct lk_object_class *class_,
		    struct lk_function *function)
{
  function_info (unit, function)->class_ = class_;
}

struct lk_function *
destructor_for (struct lk_unit *unit, struct lk_function *method)
{
  const struct lk_object_class *class_ = function_info (unit, method)->class_;
  return class_ ? class_->destructor : NULL;
}

/* A member at SELECTOR of the object that STORE says; NULL: of the first argument.  */
struct member_place
{
  uint32_t arg;
  unsigned nsel;
  int64_t sel[LK_STORE_LOADS + 1];
};

static struct member_place
place_of (const struct lk_member_store *store, int64_t selector)
{
  struct member_place place = { store ? store->arg : 0, 0, { 0 } };
  for (; store && place.nsel < store->n_loads; place.nsel++)
    place.sel[place.nsel] = store->loads[place.nsel];
  place.sel[place.nsel++] = (store ? store->object : 0) + selector;
  return place;
}

/* Values of members of an object.  */
struct known
{
  unsigned n;
  int64_t selector[MAX_PORTABLE_CONDITIONS];
  struct lk_range range[MAX_PORTABLE_CONDITIONS];
};

/* Follow FN, if HELD is in the object that STORE says from just after event FROM of BLOCK on; FROM
   being UINT32_MAX: from the start.  KNOWN: of the first argument; or NULL.  */
static struct solver *
follow_from (struct lk_unit *unit, struct lk_function *fn, const struct lk_member_store *store,
	     const struct held *held, bool incoming, uint32_t block, uint32_t from,
	     const struct known *known, const struct lk_path **path)
{
  struct function_view *view = function_view (unit, fn);
  struct member_place place = place_of (store, held->selector);
  if (!view || view->graph->n_formals <= place.arg)
    return NULL;
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  o->kind = held->kind;
  o->function = fn;
  o->incoming = incoming;
  o->held = true;
  struct solver *solver = solver_new (unit, view, o, unit->arena, 0);
  struct scratch entry;
  memset (&entry, 0, sizeof entry);
  *path = lk_path_make (view->graph, view->graph->formals[place.arg], place.nsel, place.sel, 0);
  scratch_add (&solver->context, &entry, *path);
  for (unsigned i = 0; known && i < known->n; i++)
    {
      key_id key = key_of_memory (view, lk_path_make (view->graph, view->graph->formals[0], 1,
						      &known->selector[i], 0));
      if (key != NO_KEY)
	scratch_set_condition (&solver->context, &entry, key, &known->range[i]);
    }
  solver_seed (solver, block, from + 1, &entry);
  solver_run (solver);
  return solver;
}

struct solver *
follow_held (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
	     bool incoming, const struct lk_path **path)
{
  return follow_from (unit, fn, NULL, held, incoming, 0, UINT32_MAX, NULL, path);
}

struct solver *
follow_held_in (struct lk_unit *unit, const struct method *m, const struct held *held,
		const struct lk_path **path)
{
  return follow_from (unit, m->function, m->store, held, false, 0, UINT32_MAX, NULL, path);
}

struct solver *
follow_held_from (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
		  uint32_t block, uint32_t event, const struct lk_path **path)
{
  return follow_from (unit, fn, NULL, held, false, block, event, NULL, path);
}

bool
surely_released (struct lk_unit *unit, struct lk_function *destructor,
		 const struct held *held)
{
  const struct lk_path *path;
  struct solver *solver = follow_held (unit, destructor, held, true, &path);
  bool released = false, otherwise = !solver || solver->overflow;
  for (const struct outcome *o = solver ? solver->outcomes : NULL; o; o = o->next)
    if (o->kind == OUT_RELEASED && !o->assumed)
      released = true;
    else if (!o->thrown)
      otherwise = true;
  if (solver)
    solver_free (solver);
  return released && !otherwise;
}

static const struct obligation *
put_at (const struct lk_function *fn, const struct member_place *place)
{
  const struct function_info *info = fn->engine;
  for (const struct product *p = info ? info->products : NULL; p; p = p->next)
    for (unsigned k = 0; k < p->n_paths; k++)
      if (p->paths[k].root == ROOT_FORMAL && p->paths[k].index == place->arg
	  && p->paths[k].nsel == place->nsel
	  && memcmp (p->paths[k].sel, place->sel, place->nsel * sizeof *place->sel) == 0)
	return p->origin;
  return NULL;
}

const struct obligation *
put_by (const struct lk_function *fn, int64_t selector)
{
  struct member_place place = place_of (NULL, selector);
  return put_at (fn, &place);
}

const struct obligation *
put_in (const struct method *m, int64_t selector)
{
  struct member_place place = place_of (m->store, selector);
  return put_at (m->function, &place);
}

const struct lk_kind *
kind_put (const struct lk_function *fn, int64_t selector)
{
  const struct obligation *o = put_by (fn, selector);
  return o ? o->kind : NULL;
}

/* Return true if the function empties the member SELECTOR of its object after event INDEX of
   BLOCK.  */
static bool
emptied_past (struct solver *solver, uint32_t block, uint32_t index, int64_t selector)
{
  const struct lk_graph *g = solver->context.graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (sets_member (g, ev, selector) && ev->src.kind == LK_CONST
	    && (b == block ? i > index : block_reaches (&solver->context, block, b)))
	  return true;
      }
  return false;
}

bool
held_for_destructor (struct solver *solver, const struct scratch *s)
{
  struct lk_function *fn = solver->context.graph->function;
  const struct obligation *o = solver->context.obligation;
  if (!fn || (fn->flags & (LK_FN_CONSTRUCTOR | LK_FN_JAVA)) != LK_FN_CONSTRUCTOR
      || o->incoming || o->in_place || o->n_parents)
    return false;
  const struct lk_object_class *class_ = function_info (solver->context.unit, fn)->class_;
  if (!class_ || !class_->destructor)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      struct held held = { o->kind, p->nsel ? p->sel[0] : 0, NULL };
      if (lk_is_first_formal (solver->context.graph, p->root) && p->nsel == 1 && p->addend == 0
	  && p->sel[0] != LK_ANY
	  && !emptied_past (solver, solver->context.block, solver->context.event, p->sel[0])
	  && surely_released (solver->context.unit, class_->destructor, &held))
	return true;
    }
  return false;
}

#define MEMBER_BUCKETS 256

struct fate		/* The end of a resource of KIND in a member.  */
{
  const struct lk_kind *kind;
  bool forgotten;
  struct fate *next;
};

struct own_member
{
  const struct lk_object_class *class_;	/* NULL: any.  */
  int64_t selector;
  struct lk_function *const *readers;
  unsigned n_readers;
  struct fate *fates;		/* As far as it has been queried.  */
  struct own_member *next;
};

static struct own_member **
member_bucket (struct lk_unit *unit, int64_t selector)
{
  return &classes_of (unit)->members[(uint64_t) selector / 8 % MEMBER_BUCKETS];
}

void
lk_unit_add_member (struct lk_unit *unit, const struct lk_object_class *class_,
		    int64_t selector, struct lk_function *const *readers, unsigned n)
{
  struct classes *all = classes_of (unit);
  if (!all->members)
    all->members = lk_arena_alloc (unit->arena, MEMBER_BUCKETS * sizeof *all->members);
  struct own_member **bucket = member_bucket (unit, selector);
  struct own_member *m = lk_arena_alloc (unit->arena, sizeof *m);
  m->class_ = class_;
  m->selector = selector;
  m->readers = readers;
  m->n_readers = n;
  m->next = *bucket;
  *bucket = m;
}

/* Return true if P is a member of the first argument.  */
static bool
in_member (const struct portable_path *p)
{
  return p->root == ROOT_FORMAL && p->index == 0 && p->nsel == 1 && p->addend == 0;
}

/* Return true if FN, given an object that holds HELD, leaves it where it is on every path.  */
static bool
leaves_alone (struct lk_unit *unit, struct lk_function *fn, const struct held *held)
{
  const struct lk_path *path;
  struct solver *solver = follow_held (unit, fn, held, true, &path);
  bool alone = solver && !solver->overflow;
  for (const struct outcome *o = solver ? solver->outcomes : NULL; o && alone; o = o->next)
    {
      alone = !o->assumed && (o->kind == OUT_HELD || o->kind == OUT_LOST);
      for (unsigned i = 0; i < o->n_paths && alone; i++)
	alone = in_member (&o->paths[i]) && o->paths[i].sel[0] == held->selector;
    }
  if (solver)
    solver_free (solver);
  return alone;
}

/* Return true if none of its readers releases what of KIND is in M.  While that is being
   computed: false.  */
static bool
is_forgotten (struct lk_unit *unit, struct own_member *m, const struct lk_kind *kind)
{
  struct fate *f = m->fates;
  while (f && f->kind != kind)
    f = f->next;
  if (f)
    return f->forgotten;
  f = lk_arena_alloc (unit->arena, sizeof *f);
  f->kind = kind;
  f->next = m->fates;
  m->fates = f;
  struct held held = { kind, m->selector, NULL };
  bool forgotten = true;
  for (unsigned i = 0; i < m->n_readers && forgotten; i++)
    forgotten = leaves_alone (unit, m->readers[i], &held);
  f->forgotten = forgotten;
  return forgotten;
}

/* ---- Members that are released only if another one is set.  ---- */

/* Set KNOWN to what S says, where SOLVER's function leaves its object, of the members that the
   destructor of the class tests before it leaves HELD alone.  */
static void
know_tested (struct solver *solver, const struct scratch *s, struct lk_function *destructor,
	     const struct held *held, struct known *known)
{
  const struct lk_path *path;
  struct lk_graph *g = solver->context.graph;
  struct solver *other = follow_held (solver->context.unit, destructor, held, true, &path);
  known->n = 0;
  for (const struct outcome *o = other ? other->outcomes : NULL; o; o = o->next)
    for (unsigned i = 0; (o->kind == OUT_HELD && i < o->when.n
			  && known->n < MAX_PORTABLE_CONDITIONS); i++)
      {
	const struct portable_condition *c = &o->when.all[i];
	if (c->after || c->code || c->given || c->path.root != ROOT_FORMAL || c->path.index
	    || c->path.nsel != 1 || c->path.addend || c->path.sel[0] == LK_ANY)
	  continue;
	struct lk_operand place
	  = lk_operand_path (lk_path_make (g, g->formals[0], 1, c->path.sel, 0));
	known->range[known->n] = operand_range (&solver->context, s, &place);
	known->selector[known->n] = c->path.sel[0];
	known->n += !range_is_all (&known->range[known->n]);
      }
  if (other)
    solver_free (other);
}

/* Return true if FN, or a callee that gets its object, may assign to a member that KNOWN is
   about.  */
static bool
sets_known (struct lk_unit *unit, struct lk_function *fn, const struct known *known)
{
  const struct function_view *view = function_view (unit, fn);
  const struct lk_graph *g = view ? view->graph : NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind == LK_EVENT_CALL && ev->n_args && ev->args[0].kind == LK_PATH
	    && g->n_formals && lk_is_first_formal (g, ev->args[0].path->root)
	    && ev->args[0].path->nsel == 0)
	  return true;
	for (unsigned k = 0; k < known->n; k++)
	  if (sets_member (g, ev, known->selector[k]))
	    return true;
      }
  return !g;
}

/* Return true if FN, called for an object of which KNOWN holds, leaves HELD alone, or loses what
   is there; and if it leaves it there, KNOWN goes on to hold.  */
static bool
leaves_so (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
	   const struct known *known)
{
  const struct lk_path *path;
  struct solver *solver
    = follow_from (unit, fn, NULL, held, true, 0, UINT32_MAX, known, &path);
  bool alone = solver && !solver->overflow, sets = sets_known (unit, fn, known);
  for (const struct outcome *o = solver ? solver->outcomes : NULL; o && alone; o = o->next)
    alone = (!o->assumed
	     && (o->kind == OUT_LOST
		 || (o->kind == OUT_HELD
		     && (o->n_paths == 0
			 || (!sets && o->n_paths == 1 && in_member (&o->paths[0])
			     && o->paths[0].sel[0] == held->selector)))));
  if (solver)
    solver_free (solver);
  return alone;
}

/* Return true if the destructor of the class of M, of which SOLVER's function leaves an object in
   the state S, releases what is in HELD only in another state, and no function of the class
   brings that about.  */
static bool
is_skipped (struct solver *solver, const struct scratch *s, const struct own_member *m,
	    const struct held *held)
{
  struct lk_unit *unit = solver->context.unit;
  const struct lk_object_class *class_
    = function_info (unit, solver->context.graph->function)->class_;
  struct known known;
  if (!class_ || !class_->destructor || !class_->all_methods)
    return false;
  know_tested (solver, s, class_->destructor, held, &known);
  if (known.n == 0 || !leaves_so (unit, class_->destructor, held, &known))
    return false;
  for (unsigned i = 0; i < m->n_readers; i++)
    if (m->readers[i] != class_->destructor && !leaves_so (unit, m->readers[i], held, &known))
      return false;
  for (const struct method *o = unit_methods (unit); o; o = o->next)
    if (o->class_ == class_ && o->function != class_->destructor
	&& sets_known (unit, o->function, &known)
	&& !leaves_so (unit, o->function, held, &known))
      return false;
  return true;
}

const struct lk_path *
held_forgotten (struct solver *solver, const struct scratch *s,
		const struct portable_path *paths, unsigned n)
{
  struct lk_unit *unit = solver->context.unit;
  const struct obligation *o = solver->context.obligation;
  if (!classes_of (unit)->members || n != 1 || !in_member (paths) || o->incoming || o->in_place
      || o->n_parents)
    return NULL;
  struct own_member *m = *member_bucket (unit, paths->sel[0]);
  const struct function_info *info = function_info (unit, solver->context.graph->function);
  while (m && (m->selector != paths->sel[0] || (m->class_ && m->class_ != info->class_)))
    m = m->next;
  /* If the unit calls the function, and destroys no such object, the objects may live for ever, or
     the caller destroys them itself and is reported.  */
  if (!m || (m->class_ && info->n_callers && !m->class_->ended))
    return NULL;
  struct held held = { o->kind, m->selector, NULL };
  if (!is_forgotten (unit, m, o->kind) && !is_skipped (solver, s, m, &held))
    return NULL;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (lk_is_first_formal (solver->context.graph, s->paths[i]->root) && s->paths[i]->nsel == 1)
      return s->paths[i];
  return NULL;
}

const struct terminal *
held_mismatched (struct solver *solver, const struct portable_path *paths, unsigned n)
{
  const struct obligation *o = solver->context.obligation;
  struct lk_unit *unit = solver->context.unit;
  const struct function_info *info
    = (solver->context.graph->function
       ? function_info (unit, solver->context.graph->function) : NULL);
  if (n != 1 || !in_member (paths) || o->incoming || o->in_place || o->n_parents || !info
      || !info->class_ || !info->class_->destructor || info->n_callers)
    return NULL;
  struct held held = { o->kind, paths->sel[0], NULL };
  const struct lk_path *path;
  struct solver *other = follow_held (unit, info->class_->destructor, &held, true, &path);
  struct terminal *found = NULL;
  bool otherwise = !other || other->overflow;
  for (const struct terminal *t = other ? other->terminals : NULL; t; t = t->all)
    if (t->kind == TERMINAL_LOST && t->how == LK_STEP_MISMATCHED && !t->assumed && !found)
      {
	found = lk_arena_alloc (unit->arena, sizeof *found);
	*found = *t;
	found->name = t->name ? unit_strdup (unit, t->name) : NULL;
      }
    else
      otherwise |= t->kind == TERMINAL_RELEASED || t->kind == TERMINAL_ESCAPED;
  if (other)
    solver_free (other);
  return otherwise ? NULL : found;
}
