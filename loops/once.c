/* Statements that run once however often the loop iterates, and threads that end.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "limits.h"
#include "loops-internal.h"

/* ---- Once.  ---- */

/* Return true if GUARD of INSTANCE's body holds for all iterations: what it tests outlives them,
   and nothing empties it again.  */
static bool
guard_holds (const struct program *p, uint32_t instance, const struct loop_guard *guard)
{
  /* A local variable of a method that the loop calls begins anew with each call.  */
  if (guard->field == NONE)
    return !p->contexts[p->instances[instance].context].inside;
  if (guard->field < FIELD_FIRST)
    return false;
  const struct loop_field *field = &p->fields[guard->field - FIELD_FIRST];
  if (guard->flag ? field->varies : field->nulled)
    return false;
  if (guard->base == VAR_STATICS)
    return true;
  if (guard->base == NONE)
    return false;
  const struct lk_heap_set *held
    = lk_heap_held (p->heap, node_of (p, instance, guard->base));
  LK_HEAP_EACH (o, held)
    if (p->objects[o].inside)
      return false;
  return lk_heap_set_count (held) > 0;
}

static bool
block_guarded (const struct program *p, uint32_t instance, uint32_t block)
{
  const struct loop_body *body = p->instances[instance].method->body;
  if (!body || block >= body->n_blocks || body->blocks[block].guard == NONE)
    return false;
  return guard_holds (p, instance, &body->guards[body->blocks[block].guard]);
}

bool
block_is_once (const struct effects *e, uint32_t instance, uint32_t block)
{
  if (instance == NONE)
    return false;
  return e->once[instance] || block_guarded (e->p, instance, block);
}

bool
object_is_once (const struct effects *e, uint32_t object)
{
  const struct loop_object *o = &e->p->objects[object];
  return block_is_once (e, o->instance, o->block);
}

/* An instance that only the loop calls, and only from where it happens once.  */
void
find_once (struct effects *e)
{
  struct program *p = e->p;
  bool *called = lk_xmalloc (p->n_instances + 1);
  e->once = lk_xmalloc (p->n_instances + 1);
  memset (called, 0, p->n_instances + 1);
  memset (e->once, 0, p->n_instances + 1);
  for (size_t i = 0; i < p->n_calls; i++)
    if (p->sites[p->calls[i].site].inside)
      called[p->calls[i].to] = true;
  for (size_t i = 0; i < p->n_instances; i++)
    e->once[i] = (called[i] && p->contexts[p->instances[i].context].inside
		  && (p->target->blocks || p->instances[i].method->method != p->target->method));
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < p->n_calls; i++)
	{
	  const struct loop_edge *call = &p->calls[i];
	  const struct loop_site *site = &p->sites[call->site];
	  if (e->once[call->to] && site->inside
	      && (site->callback || !block_is_once (e, call->from, site->block)))
	    {
	      e->once[call->to] = false;
	      changed = true;
	    }
	}
    }
  free (called);
}

/* ---- Beside the loop.  ---- */

/* Find what other threads and handlers of events run while the loop runs: methods that the JDK
   calls back, unless they lead to the loop, and what these call.  */
void
find_aside (struct effects *e)
{
  struct program *p = e->p;
  size_t n = p->n_instances + 1;
  bool *leads = lk_xmalloc (n);
  e->aside = lk_xmalloc (n);
  memset (leads, 0, n);
  memset (e->aside, 0, n);
  if (with (p, LK_LOOPS_THREADS))
    for (size_t i = 0; i < p->n_instances; i++)
      leads[i] = p->instances[i].method->method == p->target->method;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < p->n_calls; i++)
	if (leads[p->calls[i].to] && !leads[p->calls[i].from])
	  changed = leads[p->calls[i].from] = true;
    }
  for (bool changed = with (p, LK_LOOPS_THREADS); changed;)
    {
      changed = false;
      for (size_t i = 0; i < p->n_calls; i++)
	{
	  const struct loop_edge *call = &p->calls[i];
	  const struct loop_site *site = &p->sites[call->site];
	  if (!site->inside && !e->aside[call->to]
	      && (e->aside[call->from] || (site->callback && !leads[call->to])))
	    changed = e->aside[call->to] = true;
	}
    }
  free (leads);
}

/* ---- Threads.  ---- */

static bool
body_ends (const struct program *p, const struct loop_body *body)
{
  if (!body)
    return true;
  if (body->endless)
    return false;
  if (body->stop_flag == NONE || body->stop_flag < FIELD_FIRST)
    return true;
  /* Heuristic: a thread that tests a field ends if some method changes the field.  Wrong if that
     method is not called.  */
  const struct loop_field *field = &p->fields[body->stop_flag - FIELD_FIRST];
  return field->set || field->varies || field->nulled;
}

static bool
method_ends (const struct program *p, const struct lk_method *method, unsigned depth)
{
  for (size_t i = 0; i < p->n_instances; i++)
    if (p->instances[i].method->method == method)
      {
	if (!body_ends (p, p->instances[i].method->body))
	  return false;
	for (size_t k = 0; depth && k < p->n_calls; k++)
	  if (p->calls[k].from == i
	      && p->instances[p->calls[k].to].method->method != method
	      && !method_ends (p, p->instances[p->calls[k].to].method->method, depth - 1))
	    return false;
	break;
      }
  return true;
}

/* Return true if what OBJECT runs ends: its "run", or the lambda's body.  */
static bool
task_ends (const struct program *p, uint32_t object)
{
  const struct loop_type *type = &p->types[p->objects[object].type];
  if (type->lambda)
    return !type->lambda->body || method_ends (p, type->lambda->body, MAX_RUN_DEPTH);
  for (struct lk_type *t = type->type; t && !of_jdk (p, t); t = t->super)
    {
      const struct lk_method *run
	= t->class_file ? lk_class_method (t->class_file, "run", "()V") : NULL;
      if (run)
	return method_ends (p, run, MAX_RUN_DEPTH);
    }
  return true;
}

bool
thread_ends (const struct program *p, uint32_t object)
{
  if (!task_ends (p, object))
    return false;
  uint32_t kept = lk_heap_field (p->heap, object, FIELD_KEPT);
  if (kept == LK_HEAP_NONE)
    return true;
  const struct lk_heap_set *held = lk_heap_held (p->heap, kept);
  LK_HEAP_EACH (o, held)
    if (!task_ends (p, o))
      return false;
  return true;
}
