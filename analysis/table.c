/* The dynamic type of an object: the number of its virtual table (LK_TABLE).

   A dispatcher has a path for each table that it knows, and one for an unknown table.  There
   any of its targets may run, and the one that releases is assumed to be right (summary.c).  A
   type for which a handle would be lost does not show that such an object exists.  What one of
   the targets acquires exists only if the object has that type, and a later test sees the same
   type.

   Only an object's constructor stores its number, so nothing else makes a fact forget it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "engine-internal.h"

/* Loads to an object whose dynamic type is tested, and steps back to where it came from.  */
#define MAX_TABLE_LOADS 3
#define MAX_TABLE_ROUNDS 6
/* Places of a function where dynamic types are followed; later ones are not.  */
#define MAX_TABLE_KEYS 64

/* Arguments for which is recorded whether objects are made in what they point to; further ones
   are assumed to have some.  */
#define MAX_MADE_IN 64

/* Return true if the callee of EV, the library or a function that makes or assigns an object,
   may pass on its argument.  */
static bool
passes_on (const struct lk_event *ev)
{
  return (ev->callee && (ev->callee->flags & LK_FN_BODY)
	  && (ev->callee->flags & (LK_FN_LIBRARY | LK_FN_CONSTRUCTOR | LK_FN_ASSIGNMENT)));
}

bool
table_place (const struct lk_path *path)
{
  return path->nsel && path->addend == 0 && LK_IS_TABLE (path->sel[path->nsel - 1]);
}

bool
table_key (const struct prepared *prep, key_id key)
{
  return key_at (prep, key)->kind == KEY_MEMORY && table_place (key_at (prep, key)->path);
}

/* Return true if the dispatcher with the graph G has its own path for the table NUMBER.  */
static bool
has_way (const struct lk_graph *g, int64_t number)
{
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; g->blocks[b].term == LK_TERM_SWITCH && i < g->blocks[b].n_succs; i++)
      {
	const struct lk_edge *e = g->blocks[b].succs[i];
	if (!(e->flags & (LK_EDGE_DEFAULT | LK_EDGE_EXCEPTION)) && e->lo == number)
	  return true;
      }
  return false;
}

bool
table_known (const struct lk_graph *g, const struct portable_conditions *when)
{
  for (unsigned i = 0; i < when->n; i++)
    {
      const struct portable_condition *c = &when->all[i];
      if (!c->code && c->path.root == ROOT_FORMAL && c->path.index == 0 && c->path.nsel == 1
	  && LK_IS_TABLE (c->path.sel[0]) && c->range.lo == c->range.hi
	  && has_way (g, c->range.lo))
	return true;
    }
  return false;
}

bool
table_supposed (struct solver *solver, const struct scratch *s, const struct lk_operand *op,
		const struct lk_edge *edge)
{
  const struct lk_function *fn = solver->graph->function;
  bool callback = fn && (fn->flags & LK_FN_DISPATCH) && !LK_FN_CALLS_ANY (fn);
  if (!solver->obligation->incoming || (edge->flags & LK_EDGE_DEFAULT)
      || op->kind != LK_PATH || !(callback || table_place (op->path)))
    return false;
  struct lk_range known = operand_range (solver, s, op);
  return known.lo != known.hi;
}

bool
table_made_in (struct lk_unit *unit, struct lk_function *fn, uint32_t k)
{
  if (!fn || !(fn->flags & LK_FN_BODY))
    return false;
  if ((k == 0 && (fn->flags & LK_FN_CONSTRUCTOR)) || k >= MAX_MADE_IN)
    return true;
  /* A function that acquires nothing may not have been examined yet.  In a cycle of calls the
     answer is not known: then it may.  */
  const struct function_info *info = function_asks (unit, fn, true);
  return !info->asks_known || (info->made_in >> k & 1);
}

void
table_keep (struct solver *solver, const struct lk_event *ev, const struct lk_path *given,
	    const struct scratch *before, struct scratch *s)
{
  for (uint32_t k = 0; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->root == given->root
	&& table_made_in (solver->unit, ev->callee, k))
      return;
  for (unsigned i = 0; i < before->n_conditions; i++)
    {
      const struct condition *c = &before->conditions[i];
      if (!table_key (solver->prep, c->key))
	continue;
      const struct lk_path *p = key_at (solver->prep, c->key)->path;
      if (p->root == given->root && p->nsel == given->nsel + 1
	  && !memcmp (p->sel, given->sel, given->nsel * sizeof *p->sel)
	  && !scratch_condition (s, c->key))
	scratch_set_condition (solver, s, c->key, &c->range);
    }
}

bool
table_knows (const struct solver *solver, const struct scratch *s)
{
  for (unsigned i = 0; solver->prep->tables && i < s->n_conditions; i++)
    if (table_key (solver->prep, s->conditions[i].key))
      return true;
  return false;
}

void
forget_by_provenance (struct solver *solver, const struct lk_event *ev,
		      const struct lk_path *given, uint64_t members, struct scratch *s)
{
  struct scratch before;
  bool keep = ev && table_knows (solver, s);
  const struct lk_path *from = given;
  for (unsigned i = 0; solver->prep->tables && i < MAX_TABLE_ROUNDS; i++)
    {
      from = path_provenance (solver->prep, from);
      if (!from)
	return;
      if (keep)
	scratch_copy (&before, s);
      scratch_forget_members (solver, s, from, members);
      if (keep)
	table_keep (solver, ev, from, &before, s);
    }
}

/* ---- Where objects are put: what is known of an object is known there.  ---- */

/* Return true if what is known of KEY is useful: it is tested, or a function that gets the
   object may test it.  */
static bool
wanted (const struct solver *solver, key_id key)
{
  const struct prepared *prep = solver->prep;
  const struct lk_path *p = key_at (prep, key)->path;
  /* The target of a global pointer may be changed by any code.  */
  if (solver->graph->vars[p->root].class_ == LK_VAR_GLOBAL)
    return false;
  return (key_at (prep, key)->useful || p->root == prep->returned
	  || (solver->graph->vars[p->root].class_ == LK_VAR_FORMAL && p->nsel > 1));
}

/* If what C knows of an object at FROM holds for the one at TO, store that in *OUT.  */
static bool
same_at (struct solver *solver, const struct condition *c, const struct lk_path *from,
	 const struct lk_path *to, struct condition *out)
{
  struct path_rest rest;
  const struct key *key = key_at (solver->prep, c->key);
  if (key->kind != KEY_MEMORY || key->path->addend
      || !path_rest (key->path, from, &rest) || rest.weak || !rest.nsel)
    return false;
  const struct lk_path *place = path_join (solver->graph, to, &rest);
  out->key = place && !place->addend ? key_of_memory (solver->prep, place) : NO_KEY;
  out->range = c->range;
  return out->key != NO_KEY && out->key != c->key && wanted (solver, out->key);
}

bool
table_known_of (const struct solver *solver, const struct scratch *s, const struct lk_path *from)
{
  struct path_rest rest;
  for (unsigned i = 0; i < s->n_conditions; i++)
    if (table_key (solver->prep, s->conditions[i].key)
	&& path_rest (key_at (solver->prep, s->conditions[i].key)->path, from, &rest)
	&& !rest.weak && rest.nsel == 1)
      return true;
  return false;
}

void
table_moved (struct solver *solver, const struct scratch *before, const struct lk_path *from,
	     const struct lk_path *to, struct scratch *s)
{
  struct condition c;
  for (unsigned i = 0; i < before->n_conditions; i++)
    if (same_at (solver, &before->conditions[i], from, to, &c))
      scratch_set_condition (solver, s, c.key, &c.range);
}

/* Return true if on every path of SUMMARY's function the argument is at P afterwards.  */
static bool
always_at (const struct summary *summary, const struct portable_path *p)
{
  for (const struct outcome *o = summary->outcomes; o; o = o->next)
    {
      unsigned i = 0;
      while (i < o->n_paths && compare_portable (&o->paths[i], p))
	i++;
      if (!o->thrown && (o->kind != OUT_HELD || i == o->n_paths))
	return false;
    }
  return true;
}

/* EV's callee is given OBJECT, as (or behind) its argument number K: what S knows of it, or of
   its value, is NEWS of the place where the callee stores it.  */
static void
add_news (struct solver *solver, struct lk_event *ev, const struct scratch *s, uint32_t k,
	  const struct lk_path *object, struct passed_news *news)
{
  struct path_rest rest;
  if (ev->args[k].kind != LK_PATH || !argument_rest (ev, k, object, &rest)
      || rest.weak || rest.nsel > PORTABLE_MAX_SEL)
    return;
  struct portable_path given = { .root = ROOT_FORMAL, .index = k, .nsel = rest.nsel,
				 .addend = rest.addend };
  memcpy (given.sel, rest.sel, rest.nsel * sizeof *rest.sel);
  const struct obligation *kept = solver->obligation;
  struct obligation value = { .kind = &kind_nothing, .function = solver->graph->function };
  solver->obligation = &value;
  const struct summary *sum = summary_of_value (solver, ev, s, &given);
  solver->obligation = kept;
  const struct outcome *o = sum && sum->done ? sum->outcomes : NULL;
  struct lk_operand op = lk_operand_path (object);
  struct lk_range range = operand_range (solver, s, &op);
  while (o && o->thrown)
    o = o->next;
  for (unsigned j = 0; o && j < o->n_paths; j++)
    {
      const struct lk_path *to
	= always_at (sum, &o->paths[j]) ? portable_at_call (solver, ev, &o->paths[j]) : NULL;
      if (!to || to->addend)
	continue;
      for (unsigned l = 0; l < s->n_conditions && news->n < MAX_TABLE_NEWS; l++)
	if (same_at (solver, &s->conditions[l], object, to, &news->all[news->n]))
	  news->n++;
      if (to->nsel == 0 || range_is_all (&range) || news->n == MAX_TABLE_NEWS)
	continue;
      news->all[news->n].key = key_of_memory (solver->prep, to);
      news->all[news->n].range = range;
      news->n += wanted (solver, news->all[news->n].key);
    }
}

/* Return true if something is tested of what EV's first argument points to.  */
static bool
object_asked (struct solver *solver, const struct lk_event *ev)
{
  const struct prepared *prep = solver->prep;
  for (key_id i = 0; i < prep->n_keys; i++)
    if (key_at (prep, i)->kind == KEY_MEMORY && key_at (prep, i)->useful
	&& key_at (prep, i)->path->root == ev->args[0].path->root)
      return true;
  return false;
}

/* Add the objects passed to EV's callee whose type S knows.  */
static void
add_objects (struct solver *solver, struct lk_event *ev, const struct scratch *s,
	     struct passed_news *news)
{
  for (unsigned i = 0; solver->prep->tables && i < s->n_conditions; i++)
    {
      if (!table_key (solver->prep, s->conditions[i].key))
	continue;
      const struct lk_path *p = key_at (solver->prep, s->conditions[i].key)->path;
      const struct lk_path *object
	= lk_path_make (solver->graph, p->root, p->nsel - 1, p->sel, 0);
      for (uint32_t k = 0; k < ev->n_args; k++)
	if (!ev->member || k != 0 || object->nsel)
	  add_news (solver, ev, s, k, object, news);
    }
}

/* Add the values passed to EV's callee, a constructor, that S knows something of: it may store
   them unchanged in members that are tested.  */
static void
add_values (struct solver *solver, struct lk_event *ev, const struct scratch *s,
	    struct passed_news *news)
{
  if (ev->n_args < 2 || ev->args[0].kind != LK_PATH || s->n_conditions == 0
      || !object_asked (solver, ev))
    return;
  for (uint32_t k = 1; k < ev->n_args; k++)
    if (ev->args[k].kind == LK_PATH && ev->args[k].path->nsel == 0
	&& !table_known_of (solver, s, ev->args[k].path))
      {
	struct lk_range known = operand_range (solver, s, &ev->args[k]);
	if (!range_is_all (&known))
	  add_news (solver, ev, s, k, ev->args[k].path, news);
      }
}

void
call_passes_on (struct solver *solver, struct lk_event *ev, const struct scratch *s,
		struct passed_news *news)
{
  news->n = 0;
  if (solver->obligation->in_place || !passes_on (ev))
    return;
  add_objects (solver, ev, s, news);
  if (ev->callee->flags & LK_FN_CONSTRUCTOR)
    add_values (solver, ev, s, news);
}

/* ---- Which are worth knowing.  ---- */

static bool
mark (struct prepared *prep, const struct lk_path *object, int64_t member)
{
  int64_t sel[MAX_TABLE_LOADS + 1];
  if (object->nsel > MAX_TABLE_LOADS || object->addend < 0 || object->addend >= LK_TABLE
      || prep->n_tables == MAX_TABLE_KEYS)
    return false;
  memcpy (sel, object->sel, object->nsel * sizeof *sel);
  sel[object->nsel] = object->addend + member;
  const struct lk_path *place
    = lk_path_make (prep->graph, object->root, object->nsel + 1, sel, 0);
  key_id k = key_of_memory (prep, place);
  bool news = !key_at (prep, k)->useful;
  key_at (prep, k)->useful = true;
  prep->n_tables += news;
  return news;
}

/* The same for what is in the first member of what OBJECT points to: a smart pointer's.  */
static bool
mark_inside (struct prepared *prep, const struct lk_path *object, int64_t member)
{
  int64_t sel[MAX_TABLE_LOADS + 1];
  if (object->nsel >= MAX_TABLE_LOADS || object->addend == LK_ANY)
    return false;
  memcpy (sel, object->sel, object->nsel * sizeof *sel);
  sel[object->nsel] = object->addend;
  return mark (prep, lk_path_make (prep->graph, object->root, object->nsel + 1, sel, 0), member);
}

/* Return true if the object at WANTED, a place or value, whose MEMBER is tested, comes from
   what EV assigns or is given.  */
static bool
mark_event (struct prepared *prep, const struct lk_event *ev, const struct lk_path *wanted,
	    int64_t member)
{
  struct path_rest rest;
  bool news = false;
  if (ev->dest.kind == LK_PATH && ev->src.kind == LK_PATH
      && (ev->kind == LK_EVENT_ASSIGN || ev->kind == LK_EVENT_COPY)
      && path_rest (wanted, ev->dest.path, &rest) && !rest.weak)
    {
      const struct lk_path *from = path_join (prep->graph, ev->src.path, &rest);
      return from && mark (prep, from, member);
    }
  if (ev->kind != LK_EVENT_CALL || !passes_on (ev))
    return false;
  bool into = (ev->dest.kind == LK_PATH && ev->dest.path->root == wanted->root);
  for (uint32_t k = 0; k < ev->n_args && !into; k++)
    into = ev->args[k].kind == LK_PATH && ev->args[k].path->root == wanted->root;
  /* A callee that is given a part of the wanted object adds nothing to it.  */
  for (uint32_t k = 0; k < ev->n_args && into; k++)
    if (ev->args[k].kind == LK_PATH && !(ev->member && k == 0 && ev->dest.kind != LK_PATH)
	&& !(ev->args[k].path->root == wanted->root && ev->args[k].path->addend))
      news |= (mark (prep, ev->args[k].path, member)
	       | mark_inside (prep, ev->args[k].path, member));
  return news;
}

/* The same for what comes to OBJECT by a phi.  */
static bool
mark_phi (struct prepared *prep, const struct lk_block *block, const struct lk_path *object,
	  int64_t member)
{
  bool news = false;
  const struct lk_path *to = lk_path_make (prep->graph, object->root, 0, NULL, 0);
  for (uint32_t j = 0; j < block->n_phis; j++)
    for (uint32_t k = 0; block->phis[j].result == object->root && k < block->n_preds; k++)
      {
	const struct lk_operand *from = &block->phis[j].args[k];
	struct path_rest rest;
	if (from->kind != LK_PATH || !path_rest (object, to, &rest))
	  continue;
	const struct lk_path *place = path_join (prep->graph, from->path, &rest);
	news |= place && mark (prep, place, member);
      }
  return news;
}

/* Return the formals of PREP's function that P comes from or points to, as bits.  */
static uint64_t
formals_behind (struct prepared *prep, const struct lk_path *p)
{
  uint64_t formals = 0;
  for (unsigned n = 0; p && n < MAX_TABLE_ROUNDS; n++)
    {
      const struct lk_variable *v = &prep->graph->vars[p->root];
      if (v->class_ == LK_VAR_FORMAL && v->index < MAX_MADE_IN)
	formals |= UINT64_C (1) << v->index;
      p = path_provenance (prep, p);
    }
  return formals;
}

/* Find the arguments of PREP's function in which it, or a callee, makes objects.  */
static void
find_made_in (struct prepared *prep)
{
  const struct lk_graph *g = prep->graph;
  uint64_t made_in = 0, before;
  do
    {
      before = made_in;
      for (uint32_t b = 0; b < g->n_blocks; b++)
	for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
	  {
	    const struct lk_event *ev = &g->blocks[b].events[i];
	    for (uint32_t k = 0; ev->kind == LK_EVENT_CALL && k < ev->n_args; k++)
	      {
		uint64_t formals = (ev->args[k].kind == LK_PATH
				    ? formals_behind (prep, ev->args[k].path) : 0);
		/* For a recursive call, use what was found so far.  */
		if ((formals & ~made_in)
		    && (ev->callee == g->function && k < MAX_MADE_IN ? made_in >> k & 1
			: table_made_in (prep->unit, ev->callee, k)))
		  made_in |= formals;
	      }
	  }
    }
  while (made_in != before);
  function_info (prep->unit, g->function)->made_in = made_in;
}

/* Note whether the function makes objects of known classes, and returns one.  */
static void
mark_made (struct prepared *prep)
{
  const struct lk_graph *g = prep->graph;
  bool makes = false;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < g->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &g->blocks[b].events[i];
	if (ev->kind != LK_EVENT_CALL || !ev->callee || !(ev->callee->flags & LK_FN_BODY))
	  continue;
	if (ev->callee->flags & LK_FN_TABLE)
	  makes = true;
	else if (ev->dest.kind == LK_PATH
		 && function_info (prep->unit, ev->callee)->makes_tables)
	  makes = true;
      }
  if (!makes || !g->function)
    return;
  function_info (prep->unit, g->function)->makes_tables = true;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (g->blocks[b].term == LK_TERM_RETURN && g->blocks[b].a.kind == LK_PATH
	&& g->blocks[b].a.path->nsel == 0)
      {
	if (g->blocks[b].aggregate_result)
	  mark_inside (prep, g->blocks[b].a.path, LK_TABLE);
	else
	  mark (prep, g->blocks[b].a.path, LK_TABLE);
      }
}

/* Return the object whose type the key numbered I is, or of which it is another member, if its
   type is tested, too; *MEMBER becomes that member.  */
static const struct lk_path *
object_of (struct prepared *prep, key_id i, int64_t *member)
{
  if (!key_at (prep, i)->useful || key_at (prep, i)->kind != KEY_MEMORY)
    return NULL;
  const struct lk_path *p = key_at (prep, i)->path;
  int64_t sel[MAX_TABLE_LOADS + 1];
  if (p->addend || p->nsel == 0 || p->nsel > MAX_TABLE_LOADS + 1)
    return NULL;
  *member = p->sel[p->nsel - 1];
  if (LK_IS_TABLE (*member))
    {
      int64_t at = *member - LK_TABLE;
      *member = LK_TABLE;
      return lk_path_make (prep->graph, p->root, p->nsel - 1, p->sel, at);
    }
  memcpy (sel, p->sel, p->nsel * sizeof *sel);
  sel[p->nsel - 1] = LK_TABLE;
  key_id table = key_of_memory (prep, lk_path_make (prep->graph, p->root, p->nsel, sel, 0));
  return (key_at (prep, table)->useful && *member >= 0
	  ? lk_path_make (prep->graph, p->root, p->nsel - 1, p->sel, 0) : NULL);
}

void
table_mark (struct prepared *prep)
{
  const struct lk_graph *g = prep->graph;
  if (g->function && (g->function->flags & LK_FN_JAVA))
    return;
  if (g->function)
    find_made_in (prep);
  mark_made (prep);
  for (key_id i = 0; i < prep->n_keys && !prep->tables; i++)
    prep->tables = key_at (prep, i)->useful && table_key (prep, i);
  /* Each key is examined once; a member is found when its type is, or in the next round.  */
  uint8_t *seen = NULL;
  key_id n_seen = 0;
  bool again = prep->tables;
  for (unsigned round = 0; again && round < MAX_TABLE_ROUNDS; round++)
    {
      again = false;
      for (key_id i = 0; i < prep->n_keys; i++)
	{
	  int64_t member;
	  const struct lk_path *object
	    = i < n_seen && seen[i] ? NULL : object_of (prep, i, &member);
	  if (!object)
	    continue;
	  if (i >= n_seen)
	    {
	      key_id room = prep->n_keys * 2;
	      seen = lk_xrealloc (seen, room);
	      memset (seen + n_seen, 0, room - n_seen);
	      n_seen = room;
	    }
	  seen[i] = 1;
	  for (uint32_t b = 0; b < g->n_blocks; b++)
	    {
	      for (uint32_t j = 0; j < g->blocks[b].n_events; j++)
		again |= mark_event (prep, &g->blocks[b].events[j], object, member);
	      again |= mark_phi (prep, &g->blocks[b], object, member);
	    }
	}
    }
  free (seen);
}
