/* Statements that run once however often the loop iterates, what runs beside it, threads that end,
   and objects that do not live as long.

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

bool
is_beside (const struct effects *e, uint32_t instance, uint32_t block, unsigned line)
{
  const struct loop_body *body = e->p->instances[instance].method->body;
  const unsigned *lines = e->beside[instance];
  return (e->aside[instance]
	  || (lines && block < body->n_blocks && lines[block] && lines[block] <= line));
}

/* INSTANCE goes on from LINE of BLOCK when it has started the loop.  */
static void
go_on_beside (struct effects *e, uint32_t instance, uint32_t block, unsigned line)
{
  const struct loop_body *body = e->p->instances[instance].method->body;
  if (!body || block >= body->n_blocks)
    return;
  unsigned *lines = e->beside[instance];
  if (!lines)
    {
      lines = e->beside[instance] = lk_xmalloc (body->n_blocks * sizeof *lines);
      memset (lines, 0, body->n_blocks * sizeof *lines);
    }
  if (!lines[block] || line < lines[block])
    lines[block] = line;
  uint32_t *stack = lk_xmalloc ((body->n_blocks + 1u) * sizeof *stack), n = 0;
  stack[n++] = block;
  while (n)
    {
      const struct loop_block *from = &body->blocks[stack[--n]];
      for (uint32_t i = 0; i < from->n; i++)
	{
	  uint32_t to = body->successors[from->first + i];
	  if (lines[to] == 1)
	    continue;
	  lines[to] = 1;
	  stack[n++] = to;
	}
    }
  free (stack);
}

/* Find what methods do after a call that starts the loop in another thread, and after the calls of
   such methods.  */
static void
find_beside (struct effects *e)
{
  struct program *p = e->p;
  bool *goes_on = lk_xmalloc (p->n_instances + 1);
  memset (goes_on, 0, p->n_instances + 1);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < p->n_calls; i++)
	{
	  const struct loop_edge *call = &p->calls[i];
	  const struct loop_site *site = &p->sites[call->site];
	  if (!site->inside && !goes_on[call->from]
	      && (site->callback ? e->leads[call->to] : goes_on[call->to]))
	    changed = goes_on[call->from] = true;
	}
    }
  for (size_t i = 0; i < p->n_calls; i++)
    {
      const struct loop_edge *call = &p->calls[i];
      const struct loop_site *site = &p->sites[call->site];
      if (!site->inside && (site->callback ? e->leads[call->to] : goes_on[call->to]))
	go_on_beside (e, call->from, site->block, site->line);
    }
  free (goes_on);
}

/* Find what other threads and handlers of events run while the loop runs: methods that the JDK
   calls back, unless they lead to the loop, what is called beside it, and what these call.  */
void
find_aside (struct effects *e)
{
  struct program *p = e->p;
  size_t n = p->n_instances + 1;
  bool *leads = e->leads = lk_xmalloc (n);
  e->aside = lk_xmalloc (n);
  memset (leads, 0, n);
  memset (e->aside, 0, n);
  for (size_t i = 0; i < p->n_instances; i++)
    leads[i] = p->instances[i].method->method == p->target->method;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < p->n_calls; i++)
	if (leads[p->calls[i].to] && !leads[p->calls[i].from])
	  changed = leads[p->calls[i].from] = true;
    }
  e->beside = lk_xmalloc (n * sizeof *e->beside);
  memset (e->beside, 0, n * sizeof *e->beside);
  if (with (p, LK_LOOPS_THREADS))
    find_beside (e);
  for (bool changed = with (p, LK_LOOPS_THREADS); changed;)
    {
      changed = false;
      for (size_t i = 0; i < p->n_calls; i++)
	{
	  const struct loop_edge *call = &p->calls[i];
	  const struct loop_site *site = &p->sites[call->site];
	  if (!site->inside && !e->aside[call->to]
	      && (is_beside (e, call->from, site->block, site->line) || site->callback)
	      && (e->aside[call->from] || !leads[call->to]))
	    changed = e->aside[call->to] = true;
	}
    }
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

/* Return true if a method is called that stops the thread OBJECT.  Heuristic: it is called for each
   one.  Wrong if some are forgotten.  */
static bool
is_stopped (const struct program *p, uint32_t object)
{
  for (size_t i = 0; i < p->n_effects; i++)
    if (p->effects[i].kind == EFFECT_REMOVE
	&& lk_heap_set_has (lk_heap_held (p->heap, p->effects[i].base), object))
      return true;
  return false;
}

static bool
thread_returns (const struct program *p, uint32_t object)
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

bool
thread_ends (const struct program *p, uint32_t object)
{
  return thread_returns (p, object) || is_stopped (p, object);
}

/* ---- Methods that run unseen.  ---- */

/* Add to CLASSES those whose methods reflection may call, by what the calls are given as receivers.
   Return false if these may be any.  */
static bool
find_reflected (const struct program *p, struct number_map *classes)
{
  for (size_t i = 0; i < p->n_reflected; i++)
    {
      if (p->reflected[i] == NONE)
	continue;
      const struct lk_heap_set *held = lk_heap_held (p->heap, p->reflected[i]);
      /* An object of the JDK's may be one of any class, and may have no object here.  */
      if (lk_heap_set_count (held) == 0)
	return false;
      LK_HEAP_EACH (o, held)
	{
	  bool fresh;
	  struct lk_type *type = p->types[p->objects[o].type].type;
	  if (p->objects[o].op == NONE && type && !strcmp (type->name, "java/lang/Object"))
	    return false;
	  for (; type && !of_jdk (p, type); type = type->super)
	    map_pair (classes, (uintptr_t) type, 0, 0, &fresh);
	}
    }
  return true;
}

/* "name(I)V": what a method and those that override it have in common.  */
static const char *
signature (struct lk_arena *arena, const struct lk_method *m)
{
  size_t length = strlen (m->name) + strlen (m->descriptor) + 1;
  char *text = lk_arena_alloc (arena, length);
  snprintf (text, length, "%s%s", m->name, m->descriptor);
  return text;
}

/* Add to UNSEEN those methods of the program that its methods call, or that override these, unless
   they are REACHED as other methods are.  */
static void
add_callees (const struct program *p, const bool *reached, bool *unseen)
{
  struct number_map called = { 0 };
  struct lk_arena *arena = lk_arena_new ();
  bool *done = lk_xmalloc (p->n_methods + 1), changed = true;
  memset (done, 0, p->n_methods + 1);
  while (changed)
    {
      bool fresh;
      changed = false;
      for (size_t i = 0; i < p->n_methods; i++)
	{
	  const struct loop_body *body = unseen[i] && !done[i] ? p->methods[i]->body : NULL;
	  done[i] |= unseen[i];
	  for (uint32_t k = 0; body && k < body->n_calls; k++)
	    if (body->calls[k].declared && body->calls[k].type && !of_jdk (p, body->calls[k].type))
	      map_text (&called, signature (arena, body->calls[k].declared), 0, &fresh);
	}
      for (size_t i = 0; i < p->n_methods; i++)
	if (!unseen[i] && !reached[i]
	    && map_has_text (&called, signature (arena, p->methods[i]->method)))
	  changed = unseen[i] = true;
    }
  free (done);
  map_free (&called);
  lk_arena_free (arena);
}

/* A library's users may call all that no main method reaches.  Reflection may call static methods,
   and those of the objects that it is given, also if these run before the loop; they call
   others.  */
bool *
find_unseen (const struct effects *e)
{
  const struct program *p = e->p;
  if (!p->entered && !p->reflects)
    return NULL;
  struct number_map classes = { 0 };
  bool any = p->entered || !find_reflected (p, &classes);
  bool *reached = lk_xmalloc (p->n_methods + 1), *unseen = lk_xmalloc (p->n_methods + 1);
  memset (reached, 0, p->n_methods + 1);
  for (size_t i = 0; i < p->n_instances; i++)
    reached[p->instances[i].method->index]
      |= (p->entered || e->aside[i] || e->leads[i]
	  || p->contexts[p->instances[i].context].inside);
  for (size_t i = 0; i < p->n_methods; i++)
    {
      const struct lk_method *m = p->methods[i]->method;
      reached[i] |= !p->entered && *m->name == '<';
      unseen[i] = !reached[i] && (any || (m->access & LK_ACC_STATIC)
				  || map_find (&classes, (uintptr_t) p->methods[i]->owner, 0));
    }
  if (!any)
    add_callees (p, reached, unseen);
  map_free (&classes);
  free (reached);
  return unseen;
}

/* ---- Objects that do not live as long as the loop.  ---- */

/* Mark in REACHED what INSTANCE calls, and INSTANCE.  */
static void
mark_called (const struct program *p, uint32_t instance, bool *reached)
{
  memset (reached, 0, p->n_instances + 1);
  reached[instance] = true;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (size_t i = 0; i < p->n_calls; i++)
	if (reached[p->calls[i].from] && !reached[p->calls[i].to]
	    && !p->sites[p->calls[i].site].callback)
	  changed = reached[p->calls[i].to] = true;
    }
}

/* Return true if a method of REACHED stores null in FIELD.  */
static bool
is_emptied (const struct program *p, uint32_t field, const bool *reached)
{
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind == EFFECT_STORE && store->field == field && store->value == NONE
	  && reached[store->instance])
	return true;
    }
  return false;
}

/* The object that OBJECT is a part of: its constructor made OBJECT, and no other object holds it.
   Or OBJECT itself.  */
static uint32_t
whole_of (const struct program *p, uint32_t object)
{
  uint32_t maker = p->objects[object].instance;
  uint32_t whole = maker == NONE ? NONE : p->contexts[p->instances[maker].context].object;
  for (size_t i = 0; i < p->n_effects && whole != NONE; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind != EFFECT_STORE || store->value == NONE
	  || !lk_heap_set_has (lk_heap_held (p->heap, store->value), object))
	continue;
      const struct lk_heap_set *bases = lk_heap_held (p->heap, store->base);
      if (lk_heap_set_count (bases) != 1 || !lk_heap_set_has (bases, whole))
	whole = NONE;
    }
  return whole == NONE ? object : whole_of (p, whole);
}

/* Heuristic: a method that does not lead to the loop, and lets each field be emptied that gets an
   object which it made, needs that object no longer when it returns.  Wrong if the field is not
   always emptied.  */
bool
is_scoped (const struct effects *e, uint32_t object)
{
  const struct program *p = e->p;
  uint32_t whole = whole_of (p, object), maker = p->objects[whole].instance;
  if (maker == NONE || e->leads[maker] || p->objects[whole].started
      || p->contexts[p->instances[maker].context].inside)
    return false;
  bool *reached = lk_xmalloc (p->n_instances + 1), scoped = false;
  mark_called (p, maker, reached);
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind != EFFECT_STORE || store->value == NONE
	  || !lk_heap_set_has (lk_heap_held (p->heap, store->value), whole))
	continue;
      scoped = store->field >= FIELD_FIRST && is_emptied (p, store->field, reached);
      if (!scoped)
	break;
    }
  free (reached);
  return scoped;
}
