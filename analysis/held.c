/* Members that hold a resource, and a method that overwrites them.

   A function of the unit that makes the object and then calls the method is reported at the
   acquisition.  But mostly the function that fills a member and the one that overwrites it
   never meet: an assignment operator, a buffer that grows, a log that is rotated.  The object
   owns what its destructor releases whatever else the object knows; so each method of its
   class is followed once as if the member held something on entry.  Most methods that fill a
   member are called only when it is empty; held-use.c decides which are not.

   The reverse: a handle stored in a member that only the class itself reaches is lost there if
   no function that reads the member releases it or passes it on.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "held.h"
#include "unit-internal.h"

/* Calls followed into from a destructor, to find what it releases.  */
#define MAX_HELD_DEPTH 4

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
  m->next = unit->methods;
  unit->methods = m;
  function_info (unit, function)->class_ = class_;
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

/* ---- What a destructor releases.  ---- */

static void
add_held (struct lk_unit *unit, struct held_class *c, const struct lk_kind *kind,
	  int64_t selector)
{
  for (const struct held *h = c->all; h; h = h->next)
    if (h->selector == selector)
      return;
  if (kind && kind->lock)
    return;
  struct held *h = lk_arena_alloc (unit->arena, sizeof *h);
  h->kind = kind;
  h->selector = selector;
  h->next = c->all;
  c->all = h;
}

/* Return the member of formal 0 that OP, a value, was read from; LK_ANY: none.  */
int64_t
read_from (const struct prepared *prep, const struct lk_operand *op)
{
  if (op->kind != LK_PATH || op->path->addend || prep->graph->n_formals == 0)
    return LK_ANY;
  const struct lk_path *from
    = op->path->nsel ? op->path : loaded_from (prep, op->path->root);
  return (from && from->nsel == 1 && from->addend == 0
	  && from->root == prep->graph->formals[0] ? from->sel[0] : LK_ANY);
}

/* The same, or the member whose address the library was given for OP: std::exchange.  */
static int64_t
fetched_from (const struct prepared *prep, const struct lk_operand *op)
{
  int64_t member = read_from (prep, op);
  const struct lk_event *ev
    = (member == LK_ANY && op->kind == LK_PATH && op->path->nsel == 0 && op->path->addend == 0
       && prep->graph->n_formals ? var_call (prep, op->path->root) : NULL);
  return (ev && ev->callee && (ev->callee->flags & LK_FN_LIBRARY)
	  && ev->n_args && ev->args[0].kind == LK_PATH && ev->args[0].path->nsel == 0
	  && ev->args[0].path->root == prep->graph->formals[0]
	  ? ev->args[0].path->addend : member);
}

/* Return the clause that says that FN releases its argument number ARG, or NULL.  */
const struct lk_clause *
releases_argument (struct lk_unit *unit, struct lk_function *fn, uint32_t arg, unsigned depth)
{
  const struct lk_contract *contract = fn->contract;
  for (const struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->place.base == (int) arg + 1 && c->place.nsel == 0)
      return c;
  if (!(fn->flags & LK_FN_BODY) || depth == MAX_HELD_DEPTH)
    return NULL;
  const struct prepared *prep = function_prepared (unit, fn);
  const struct lk_graph *g = prep ? prep->graph : NULL;
  for (uint32_t b = 0; g && arg < g->n_formals && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && ev->callee && k < ev->n_args; k++)
	  if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	      && ev->args[k].path->addend == 0
	      && ev->args[k].path->root == g->formals[arg])
	    {
	      const struct lk_clause *release
		= releases_argument (unit, ev->callee, k, depth + 1);
	      if (release)
		return release;
	    }
      }
  return NULL;
}

/* Find what FN, whose object is OFFSET bytes into that of the class C, may release of it.  */
static void
find_released (struct lk_unit *unit, struct held_class *c, struct lk_function *fn,
	       int64_t offset, unsigned depth)
{
  const struct prepared *prep
    = fn->flags & LK_FN_BODY ? function_prepared (unit, fn) : NULL;
  const struct lk_graph *g = prep ? prep->graph : NULL;
  for (uint32_t b = 0; g && b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee)
	  continue;
	for (uint32_t k = 0; k < ev->n_args; k++)
	  {
	    int64_t member = fetched_from (prep, &ev->args[k]);
	    const struct lk_clause *release
	      = (member == LK_ANY ? NULL
		 : releases_argument (unit, ev->callee, k, depth));
	    if (release)
	      add_held (unit, c, release->kind, offset + member);
	  }
	if (depth < MAX_HELD_DEPTH && ev->n_args && ev->args[0].kind == LK_PATH
	    && ev->args[0].path->nsel == 0 && ev->args[0].path->addend != LK_ANY
	    && g->n_formals && ev->args[0].path->root == g->formals[0])
	  find_released (unit, c, ev->callee, offset + ev->args[0].path->addend,
			 depth + 1);
      }
}

/* ---- What becomes of a member.  ---- */

/* The same, if HELD is there from just after event FROM of BLOCK on; FROM being UINT32_MAX:
   from the start.  */
static struct solver *
follow_from (struct lk_unit *unit, struct lk_function *fn, const struct held *held, bool incoming,
	     uint32_t block, uint32_t from, const struct lk_path **path)
{
  struct prepared *prep = function_prepared (unit, fn);
  if (!prep || prep->graph->n_formals == 0)
    return NULL;
  struct obligation *o = lk_arena_alloc (unit->arena, sizeof *o);
  o->kind = held->kind;
  o->function = fn;
  o->incoming = incoming;
  o->held = true;
  struct solver *solver = solver_new (unit, prep, o, unit->arena, 0);
  struct scratch entry;
  memset (&entry, 0, sizeof entry);
  *path = lk_path_make (prep->graph, prep->graph->formals[0], 1, &held->selector, 0);
  scratch_add (solver, &entry, *path);
  solver_seed (solver, block, from + 1, &entry);
  solver_run (solver);
  return solver;
}

struct solver *
follow_held (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
	     bool incoming, const struct lk_path **path)
{
  return follow_from (unit, fn, held, incoming, 0, UINT32_MAX, path);
}

struct solver *
follow_held_from (struct lk_unit *unit, struct lk_function *fn, const struct held *held,
		  uint32_t block, uint32_t event, const struct lk_path **path)
{
  return follow_from (unit, fn, held, false, block, event, path);
}

/* Return true if the destructor releases HELD, if it is there, whatever else holds.  */
static bool
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

/* Return what FN acquires and stores in the member SELECTOR of its object; or NULL.  */
static const struct obligation *
put_by (const struct lk_function *fn, int64_t selector)
{
  const struct function_info *info = fn->engine;
  for (const struct product *p = info ? info->products : NULL; p; p = p->next)
    for (unsigned k = 0; k < p->n_paths; k++)
      if (p->paths[k].root == ROOT_FORMAL && p->paths[k].index == 0
	  && p->paths[k].nsel == 1 && p->paths[k].sel[0] == selector)
	return p->origin;
  return NULL;
}

const struct lk_kind *
kind_put (const struct lk_function *fn, int64_t selector)
{
  const struct obligation *o = put_by (fn, selector);
  return o ? o->kind : NULL;
}

/* Return what a method of CLASS_ stores there, preferably a constructor.  */
static const struct obligation *
put_in_class (const struct lk_unit *unit, const struct lk_object_class *class_,
	      int64_t selector)
{
  const struct obligation *o = NULL;
  for (unsigned i = 0; i < class_->n_constructors && !o; i++)
    o = put_by (class_->constructors[i], selector);
  for (const struct method *m = unit->methods; m && !o; m = m->next)
    if (m->class_ == class_)
      o = put_by (m->function, selector);
  return o;
}

static const struct lk_kind *
kind_in_class (const struct lk_unit *unit, const struct lk_object_class *class_,
	       int64_t selector)
{
  const struct obligation *o = put_in_class (unit, class_, selector);
  return o ? o->kind : NULL;
}

/* Add to C what functions release that get it from the class's destructor: parsed.cc has made
   sure that they get it on every path.  */
static void
find_given (struct lk_unit *unit, struct held_class *c)
{
  for (unsigned i = 0; i < c->class_->n_given; i++)
    {
      const struct lk_given *given = &c->class_->given[i];
      if (given->member != LK_ANY)
	{
	  const struct lk_clause *release
	    = releases_argument (unit, given->function, given->arg, 0);
	  if (release)
	    add_held (unit, c, release->kind, given->member);
	}
      else if (given->arg == 0)
	{
	  struct held_class by_method = { c->class_, NULL, NULL };
	  find_released (unit, &by_method, given->function, 0, 1);
	  for (struct held *h = by_method.all; h; h = h->next)
	    {
	      if (!h->kind)
		h->kind = kind_in_class (unit, c->class_, h->selector);
	      if (h->kind && surely_released (unit, given->function, h))
		add_held (unit, c, h->kind, h->selector);
	    }
	}
    }
}

static struct held_class *
held_by (struct lk_unit *unit, const struct lk_object_class *class_, struct held_class **known)
{
  struct held_class *c;
  for (c = *known; c; c = c->next)
    if (c->class_ == class_)
      return c;
  c = lk_arena_alloc (unit->arena, sizeof *c);
  c->class_ = class_;
  c->next = *known;
  *known = c;
  if (class_->destructor)
    find_released (unit, c, class_->destructor, 0, 0);
  else
    find_given (unit, c);
  for (struct held **h = &c->all; *h;)
    {
      if (!(*h)->kind)
	(*h)->kind = kind_in_class (unit, class_, (*h)->selector);
      if ((*h)->kind
	  && (!class_->destructor || surely_released (unit, class_->destructor, *h)))
	h = &(*h)->next;
      else
	*h = (*h)->next;
    }
  return c;
}

/* Return true if the function empties the member SELECTOR of its object after event INDEX of
   BLOCK.  */
static bool
emptied_past (struct solver *solver, uint32_t block, uint32_t index, int64_t selector)
{
  const struct lk_graph *g = solver->graph;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (sets_member (g, ev, selector) && ev->src.kind == LK_CONST
	    && (b == block ? i > index : block_reaches (solver, block, b)))
	  return true;
      }
  return false;
}

bool
held_for_destructor (struct solver *solver, const struct scratch *s)
{
  struct lk_function *fn = solver->graph->function;
  const struct obligation *o = solver->obligation;
  if (!fn || (fn->flags & (LK_FN_CONSTRUCTOR | LK_FN_JAVA)) != LK_FN_CONSTRUCTOR
      || o->incoming || o->in_place || o->n_parents)
    return false;
  const struct lk_object_class *class_ = function_info (solver->unit, fn)->class_;
  if (!class_ || !class_->destructor)
    return false;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      const struct lk_path *p = s->paths[i];
      struct held held = { o->kind, p->nsel ? p->sel[0] : 0, NULL };
      if (p->root == solver->graph->formals[0] && p->nsel == 1 && p->addend == 0
	  && p->sel[0] != LK_ANY
	  && !emptied_past (solver, solver->here_block, solver->here_event, p->sel[0])
	  && surely_released (solver->unit, class_->destructor, &held))
	return true;
    }
  return false;
}

/* ---- Members that nobody releases.  ---- */

#define MEMBER_BUCKETS 256

struct fate		/* What becomes of a resource of KIND in a member.  */
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
  return &unit->members[(uint64_t) selector / 8 % MEMBER_BUCKETS];
}

void
lk_unit_add_member (struct lk_unit *unit, const struct lk_object_class *class_,
		    int64_t selector, struct lk_function *const *readers, unsigned n)
{
  if (!unit->members)
    unit->members = lk_arena_alloc (unit->arena, MEMBER_BUCKETS * sizeof *unit->members);
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

const struct lk_path *
held_forgotten (struct solver *solver, const struct scratch *s,
		const struct portable_path *paths, unsigned n)
{
  struct lk_unit *unit = solver->unit;
  const struct obligation *o = solver->obligation;
  if (!unit->members || n != 1 || !in_member (paths) || o->incoming || o->in_place
      || o->n_parents)
    return NULL;
  struct own_member *m = *member_bucket (unit, paths->sel[0]);
  const struct function_info *info = function_info (unit, solver->graph->function);
  while (m && (m->selector != paths->sel[0] || (m->class_ && m->class_ != info->class_)))
    m = m->next;
  /* A function that makes objects of a class whose members are its own, and destroys them, is
     reported itself.  */
  if (!m || (m->class_ && info->n_callers) || !is_forgotten (unit, m, o->kind))
    return NULL;
  for (unsigned i = 0; i < s->n_paths; i++)
    if (s->paths[i]->root == solver->graph->formals[0] && s->paths[i]->nsel == 1)
      return s->paths[i];
  return NULL;
}

const struct terminal *
held_mismatched (struct solver *solver, const struct portable_path *paths, unsigned n)
{
  const struct obligation *o = solver->obligation;
  struct lk_unit *unit = solver->unit;
  const struct function_info *info
    = solver->graph->function ? function_info (unit, solver->graph->function) : NULL;
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

/* ---- Findings.  ---- */

/* T is a loss of HELD.  It is reported, as any other, at its acquisition: in the method
   itself, which was called before, in a constructor, or in another method.  Only if no
   function of the class acquires it, it is reported at the loss.  */
static void
record_held (struct lk_unit *unit, const struct solver *solver, const struct terminal *t,
	     const struct lk_path *path, const struct method *m, const struct held *held)
{
  const struct obligation *put = put_by (m->function, held->selector);
  bool again = put != NULL;
  if (!put)
    put = put_in_class (unit, m->class_, held->selector);
  while (put && put->origin && put->origin->function
	 && function_info (unit, put->origin->function)->class_ == m->class_)
    put = put->origin;
  if (m->function->contract && m->function->contract->suppress)
    return;
  struct pending *p = lk_arena_alloc (unit->arena, sizeof *p);
  struct lk_finding *f = &p->finding;
  struct lk_step *steps = lk_arena_alloc (unit->arena, (ACQUISITION_STEPS + 1) * sizeof *steps);
  f->function = put ? put->function : m->function;
  f->loc = put ? put->loc : t->loc;
  f->kind = solver->obligation->kind;
  f->handle = unit_strdup (unit, path_name (solver->prep, path));
  f->acquirer = put ? put->acquirer : NULL;
  f->held = !put;
  f->lost_paths = f->all_paths = "1";
  f->steps = steps;
  if (put)
    f->n_steps = tell_acquisition (put, steps);
  struct lk_step *step = &steps[f->n_steps++];
  step->kind = again && t->how == LK_STEP_OVERWRITTEN ? LK_STEP_AGAIN : t->how;
  step->loc = t->loc;
  step->function = m->function;
  step->name = step->name2 = f->handle;
  *unit->pending_tail = p;
  unit->pending_tail = &p->next;
}

static void
follow_method (struct lk_unit *unit, const struct method *m, const struct held_class *c,
	       const struct held *held)
{
  const struct lk_path *path;
  struct solver *solver = follow_held (unit, m->function, held, false, &path);
  bool released = false, told = false;
  if (!solver)
    return;
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    released |= t->kind == TERMINAL_RELEASED;
  for (const struct terminal *t = solver->overflow ? NULL : solver->terminals; t && !told;
       t = t->all)
    {
      if (t->kind != TERMINAL_LOST || t->assumed || !t->loc
	  || (t->how != LK_STEP_OVERWRITTEN && t->how != LK_STEP_IGNORED))
	continue;
      told = held_in_use (unit, m, c, held, solver, t, path, released);
      if (told)
	record_held (unit, solver, t, path, m, held);
    }
  solver_free (solver);
}

void
held_find_all (struct lk_unit *unit)
{
  struct held_class *known = NULL;
  for (const struct method *m = unit->methods; m; m = m->next)
    {
      if (m->flags & LK_METHOD_ONLY_READS)
	continue;
      stage_enter (unit, LK_STAGE_MEMBERS, m->function);
      const struct held_class *c = held_by (unit, m->class_, &known);
      for (const struct held *h = c->all; h; h = h->next)
	follow_method (unit, m, c, h);
      graphs_trim (unit);
      stage_leave (unit);
      find_report (unit, LK_STAGE_MEMBERS, m->function);
    }
}
