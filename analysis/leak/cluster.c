/* Clusters: findings that one release cures are reported once (Tracker 3.3).

   A Statement is acquired within its Connection, and to close the Connection closes it, too.
   If both are lost on the same paths one release cures both, that of the Connection, and the
   finding is there.  If the Statement is lost on a path on which the Connection is not (it is
   returned, say), it is a finding of its own.

   The same holds for what one call stores in one object, of a class that holds a reader and a
   writer, and for what the call of a factory makes in one place or another, a stream or the
   object that opens an archive: that object has to be closed.

   So is memory that functions of other units put into one member (a buffer that grows): each of
   them may be the one that acquires it, but one release is missing.  And members that a loop over
   options fills are one finding if each is lost by an option that is given twice.

   Wrappers need no cluster: they are access paths of the handle that they wrap.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "leak-internal.h"

/* ---- What a finding has to be remembered by.  ---- */

static void
add_cluster_name (struct pending *p, struct lk_arena *arena, unsigned room,
		  const struct lk_path *path)
{
  for (unsigned i = 0; i < p->n_names; i++)
    if (p->names[i] == path)
      return;
  if (!p->names)
    p->names = lk_arena_alloc (arena, room * sizeof *p->names);
  p->names[p->n_names++] = path;
}

void
cluster_note (struct solver *solver, const struct node *seed, struct pending *p)
{
  const struct obligation *o = solver->context.obligation;
  struct lk_arena *arena = solver->context.unit->arena;
  unsigned n_names = seed->fact.n_paths, n_losses = 0;
  for (const struct arc *a = seed->arcs; a; a = a->next)
    if (!a->edge)
      n_names += a->to->fact.n_paths;
  for (unsigned i = 0; i < seed->fact.n_paths; i++)
    add_cluster_name (p, arena, n_names, seed->fact.paths[i]);
  /* The other seeds are children of the first one.  */
  for (const struct arc *a = seed->arcs; a; a = a->next)
    for (unsigned i = 0; !a->edge && i < a->to->fact.n_paths; i++)
      add_cluster_name (p, arena, n_names, a->to->fact.paths[i]);
  p->event = o->event;
  p->block = o->block;
  const struct obligation *origin = o;
  while (origin->origin)
    origin = origin->origin;
  p->derived = origin->from != NULL;
  p->twice = true;
  p->user = o->handle_user;
  p->n_parents = o->n_parents;
  p->parents = o->parents;
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    n_losses += t->kind == TERMINAL_LOST;
  p->losses = lk_arena_alloc (arena, (n_losses + 1) * sizeof *p->losses);
  for (const struct terminal *t = solver->terminals; t; t = t->all)
    if (t->kind == TERMINAL_LOST)
      {
	bool overwritten = t->how == LK_STEP_OVERWRITTEN || t->how == LK_STEP_AGAIN;
	p->losses[p->n_losses].loc = t->loc;
	p->losses[p->n_losses].block = t->node->block;
	p->losses[p->n_losses++].thrown = t->thrown;
	p->twice &= overwritten && t->node->block == o->block;
	p->user = overwritten ? p->user : 0;
      }
}

/* ---- Who is whose parent.  ---- */

static bool
is_parent (const struct pending *parent, const struct pending *p)
{
  for (unsigned i = 0; i < p->n_parents; i++)
    for (unsigned k = 0; k < parent->n_names; k++)
      if (p->parents[i] == parent->names[k])
	return true;
  return false;
}

/* Return true if PARENT is lost wherever P is.  */
static bool
lost_with (const struct pending *parent, const struct pending *p)
{
  for (unsigned i = 0; i < p->n_losses; i++)
    {
      bool found = false;
      for (unsigned k = 0; k < parent->n_losses && !found; k++)
	found = (parent->losses[k].loc == p->losses[i].loc
		 && parent->losses[k].thrown == p->losses[i].thrown);
      if (!found)
	return false;
    }
  return true;
}

/* Return true if P and Q are in one object of a Java class, which one call made, or are that
   object by turns: to close it closes them.  */
static bool
in_one_object (const struct pending *p, const struct pending *q)
{
  return (p->event && p->event == q->event && p->finding.function
	  && (p->finding.function->flags & LK_FN_JAVA)
	  && p->n_names && q->n_names
	  && p->names[0]->root == q->names[0]->root);
}

/* Return true if Q's finding says all that P's says.  */
static bool
cures (const struct pending *q, const struct pending *p)
{
  return lost_with (q, p) && (p->finding.assumed || !q->finding.assumed);
}

/* Return true if functions of other units put P and Q into the same place.  */
static bool
in_one_buffer (const struct pending *p, const struct pending *q)
{
  for (unsigned i = 0; p->derived && q->derived && i < p->n_names; i++)
    for (unsigned k = 0; p->names[i]->nsel && k < q->n_names; k++)
      if (p->names[i] == q->names[k])
	return true;
  return false;
}

/* Return true if P is lost only where one of ALL is acquired for the same variable.  */
static bool
lost_by_others (const struct pending *all, const struct pending *p)
{
  for (unsigned i = 0; p->user && i < p->n_losses; i++)
    {
      bool found = false;
      for (const struct pending *q = all; q && !found; q = q->next)
	found = (q->user == p->user && q->block == p->losses[i].block
		 && q->finding.function == p->finding.function);
      if (!found)
	return false;
    }
  return p->user != 0;
}

/* Return true if P and Q, of ALL, are filled by alternatives in a loop, and lost when that takes
   the same way twice or, if they are one variable, another one.  */
static bool
in_one_loop (struct lk_unit *unit, const struct pending *all, const struct pending *p,
	     const struct pending *q)
{
  bool same = p->user && p->user == q->user && lost_by_others (all, p) && lost_by_others (all, q);
  if (!(same || (p->twice && q->twice)) || p->finding.kind != q->finding.kind
      || !p->finding.function || p->finding.function != q->finding.function)
    return false;
  struct function_view *view = function_view (unit, p->finding.function);
  return (view && p->block != q->block && !dominates (view, p->block, q->block)
	  && !dominates (view, q->block, p->block));
}

/* Return the depth of P in the object that one call made.  The least deep is the handle that
   has to be closed, so the finding bears its name.  */
static unsigned
depth (const struct pending *p)
{
  return p->names[0]->nsel;
}

/* Name P by the object that it and others are in.  */
static void
name_object (struct lk_unit *unit, struct pending *p)
{
  const char *handle = p->finding.handle;
  size_t n = handle ? strcspn (handle, ".") : 0;
  if (!n || !handle[n] || !strncmp (handle, "this.", 5))
    return;
  char *name = lk_arena_alloc (unit->arena, n + 1);
  memcpy (name, handle, n);
  name[n] = '\0';
  p->finding.handle = name;
}

/* ---- What is lost together.  ---- */

/* Return where P is lost, on the path that is shown; 0: it ends otherwise.  */
static lk_loc
lost_at (const struct pending *p)
{
  const struct lk_finding *f = &p->finding;
  const struct lk_step *last = f->n_steps ? &f->steps[f->n_steps - 1] : NULL;
  return (last && (last->kind == LK_STEP_LOST || last->kind == LK_STEP_EXIT)
	  && !f->kind->off ? last->loc : 0);
}

static void
count_together (struct pending *first)
{
  for (struct pending *p = first; p; p = p->next)
    for (struct pending *q = p->next; q; q = q->next)
      if (lost_at (p) && lost_at (p) == lost_at (q) && p->finding.assumed == q->finding.assumed)
	{
	  p->finding.n_together++;
	  q->finding.n_together++;
	}
}

void
cluster_findings (struct lk_unit *unit, struct pending **first)
{
  struct pending **at = first;
  for (struct pending *p = *first; p; p = p->next)
    for (const struct pending *q = *first; q && !p->told; q = q->next)
      p->told = (q != p && is_parent (q, p) && !is_parent (p, q)
		 && !q->finding.kind->off && cures (q, p));
  for (struct pending *p = *first; p; p = p->next)
    for (struct pending *q = p->next; q && !p->told; q = q->next)
      {
	if (q->told || !in_one_object (p, q))
	  continue;
	bool by_p = cures (p, q), by_q = cures (q, p);
	if (by_p && !(by_q && depth (q) < depth (p)))
	  {
	    q->told = true;
	    name_object (unit, p);
	  }
	else if (by_q)
	  {
	    p->told = true;
	    name_object (unit, q);
	  }
      }
  for (struct pending *p = *first; p; p = p->next)
    for (struct pending *q = p->next; q && !p->told; q = q->next)
      if (!q->told && in_one_loop (unit, *first, p, q))
	{
	  q->told = true;
	  p->finding.n_twice++;
	}
      else if (!q->told && in_one_buffer (p, q) && cures (p, q))
	q->told = true;
      else if (!q->told && in_one_buffer (p, q) && cures (q, p))
	p->told = true;
  while (*at)
    if ((*at)->told)
      *at = (*at)->next;
    else
      at = &(*at)->next;
  unit->pending_tail = at;
  count_together (*first);
  /* The paths belong to a graph that will be freed.  */
  for (struct pending *p = *first; p; p = p->next)
    p->n_names = p->n_parents = 0;
}
