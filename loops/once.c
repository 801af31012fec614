/* Statements that run once however often the loop iterates, what runs beside it, threads that end,
   and objects that do not live as long.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "limits.h"
#include "loops-internal.h"

/* ---- Fields.  ---- */

bool
is_present (const struct program *p, const struct loop_method *m)
{
  return map_find (&p->present, (uintptr_t) m->method->owner, 0) != NULL;
}

/* Find which fields get null, or several numbers, by methods that may run.  */
static void
find_settings (struct program *p)
{
  for (size_t i = 0; i < p->n_fields; i++)
    p->fields[i].nulled = p->fields[i].set = p->fields[i].varies = false;
  for (size_t i = 0; i < p->n_methods; i++)
    {
      const struct loop_body *body = p->methods[i]->body;
      for (uint32_t k = 0; body && is_present (p, p->methods[i]) && k < body->n_settings; k++)
	{
	  const struct loop_setting *s = &body->settings[k];
	  struct loop_field *f = &p->fields[s->field - FIELD_FIRST];
	  f->nulled |= s->null;
	  if (s->null)
	    continue;
	  f->varies |= s->varies || (f->set && f->constant != s->constant);
	  f->constant = s->constant;
	  f->set |= !s->varies;
	}
    }
}

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
  return (e->once[instance] || block_guarded (e->p, instance, block)
	  || block_ends (e, instance, block));
}

bool
object_is_once (const struct effects *e, uint32_t object)
{
  const struct loop_object *o = &e->p->objects[object];
  return block_is_once (e, o->instance, o->block);
}

/* Return true if CALL, of the loop, may happen in each iteration.  */
static bool
is_repeated (const struct effects *e, const struct loop_edge *call)
{
  const struct loop_site *site = &e->p->sites[call->site];
  return site->inside && (site->callback || !block_is_once (e, call->from, site->block));
}

/* An instance that only the loop calls, and only from where it happens once.  */
void
find_once (struct effects *e)
{
  struct program *p = e->p;
  uint32_t n = 0;
  find_settings (p);
  e->once = lk_xmalloc (p->n_instances + 1);
  memset (e->once, 0, p->n_instances + 1);
  for (size_t i = 0; i < p->n_calls; i++)
    {
      uint32_t to = p->calls[i].to;
      if (p->sites[p->calls[i].site].inside)
	e->once[to] = (p->contexts[p->instances[to].context].inside
		       && (p->target->blocks
			   || p->instances[to].method->method != p->target->method));
    }
  for (size_t i = 0; i < p->n_calls; i++)
    if (e->once[p->calls[i].to] && is_repeated (e, &p->calls[i]))
      {
	e->once[p->calls[i].to] = false;
	e->stack[n++] = p->calls[i].to;
      }
  while (n)
    {
      uint32_t from = e->stack[--n];
      EACH_CALL_BY (call, e, from)
	if (e->once[p->calls[call].to] && is_repeated (e, &p->calls[call]))
	  {
	    e->once[p->calls[call].to] = false;
	    e->stack[n++] = p->calls[call].to;
	  }
    }
}

/* ---- Beside the loop.  ---- */

bool
is_beside (const struct effects *e, uint32_t instance, uint32_t block, unsigned line)
{
  const struct loop_body *body = e->p->instances[instance].method->body;
  const unsigned *lines = e->beside[instance];
  return (e->aside[instance]
	  || (lines && block < body->n_blocks && lines[block] && lines[block] <= line + 1));
}

/* INSTANCE goes on from LINE of BLOCK when it has started the loop, or when that has ended: set its
   lines in ALL.  */
static void
go_on (struct effects *e, unsigned **all, uint32_t instance, uint32_t block, unsigned line)
{
  const struct loop_body *body = e->p->instances[instance].method->body;
  if (!body || block >= body->n_blocks)
    return;
  unsigned *lines = all[instance];
  if (!lines)
    {
      lines = all[instance] = lk_xmalloc (body->n_blocks * sizeof *lines);
      memset (lines, 0, body->n_blocks * sizeof *lines);
    }
  /* Without line numbers, LINE is 0: then all that the block does is done afterwards.  */
  if (!lines[block] || line < lines[block])
    lines[block] = line + 1;
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

/* Mark in GOES_ON the instances that call what starts the loop in another thread, or that call
   those.  */
static void
find_starters (struct effects *e, bool *goes_on)
{
  struct program *p = e->p;
  uint32_t n = 0;
  for (size_t i = 0; i < p->n_calls; i++)
    {
      const struct loop_edge *call = &p->calls[i];
      const struct loop_site *site = &p->sites[call->site];
      if (site->inside || !site->callback || !e->leads[call->to] || goes_on[call->from])
	continue;
      goes_on[call->from] = true;
      e->stack[n++] = call->from;
    }
  while (n)
    {
      uint32_t to = e->stack[--n];
      EACH_CALL_OF (call, e, to)
	{
	  const struct loop_site *site = &p->sites[p->calls[call].site];
	  uint32_t from = p->calls[call].from;
	  if (site->inside || site->callback || goes_on[from])
	    continue;
	  goes_on[from] = true;
	  e->stack[n++] = from;
	}
    }
}

/* Find what methods do after a call that starts the loop in another thread, and after the calls of
   such methods.  */
static void
find_beside (struct effects *e)
{
  struct program *p = e->p;
  bool *goes_on = lk_xmalloc (p->n_instances + 1);
  memset (goes_on, 0, p->n_instances + 1);
  find_starters (e, goes_on);
  for (size_t i = 0; i < p->n_calls; i++)
    {
      const struct loop_edge *call = &p->calls[i];
      const struct loop_site *site = &p->sites[call->site];
      if (!site->inside && (site->callback ? e->leads[call->to] : goes_on[call->to]))
	go_on (e, e->beside, call->from, site->block, site->line);
    }
  free (goes_on);
}

/* Return true if the method with the loop goes on when that has ended.  */
static bool
loop_ends (const struct loop_target *target)
{
  for (uint32_t i = 0; target->blocks && i < target->n_blocks; i++)
    if (target->blocks[i] == 2)
      return true;
  return false;
}

/* Find what methods do after a call that leads to the loop.  */
static void
find_later (struct effects *e)
{
  const struct program *p = e->p;
  size_t size = (p->n_instances + 1) * sizeof *e->later;
  e->later = lk_xmalloc (size);
  memset (e->later, 0, size);
  for (size_t i = 0; i < p->n_calls && loop_ends (p->target); i++)
    {
      const struct loop_site *site = &p->sites[p->calls[i].site];
      if (!site->inside && !site->callback && e->leads[p->calls[i].to])
	go_on (e, e->later, p->calls[i].from, site->block, site->line);
    }
}

bool
is_later (const struct effects *e, uint32_t instance, uint32_t block, unsigned line)
{
  const struct loop_body *body = e->p->instances[instance].method->body;
  const unsigned *lines = e->later[instance];
  return lines && block < body->n_blocks && lines[block] && lines[block] <= line + 1;
}

/* Set LEADS of the instances of the method with the loop, and of those that call them.  */
static void
find_leading (struct effects *e)
{
  const struct program *p = e->p;
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->n_instances; i++)
    if (p->instances[i].method->method == p->target->method)
      {
	e->leads[i] = true;
	e->stack[n++] = i;
      }
  while (n)
    {
      uint32_t to = e->stack[--n];
      EACH_CALL_OF (call, e, to)
	if (!e->leads[p->calls[call].from])
	  {
	    e->leads[p->calls[call].from] = true;
	    e->stack[n++] = p->calls[call].from;
	  }
    }
}

/* Return true if what CALL runs is run while the loop runs, as far as is known.  */
static bool
runs_aside (const struct effects *e, const struct loop_edge *call)
{
  const struct loop_site *site = &e->p->sites[call->site];
  return (!site->inside && !e->aside[call->to]
	  && (is_beside (e, call->from, site->block, site->line) || site->callback)
	  && (e->aside[call->from] || !e->leads[call->to]));
}

/* Find what other threads and handlers of events run while the loop runs: methods that the JDK
   calls back, unless they lead to the loop, what is called beside it, and what these call.  */
void
find_aside (struct effects *e)
{
  struct program *p = e->p;
  size_t size = p->n_instances + 1;
  e->leads = lk_xmalloc (size);
  e->aside = lk_xmalloc (size);
  memset (e->leads, 0, size);
  memset (e->aside, 0, size);
  find_leading (e);
  find_later (e);
  e->beside = lk_xmalloc (size * sizeof *e->beside);
  memset (e->beside, 0, size * sizeof *e->beside);
  if (!with (p, LK_LOOPS_THREADS))
    return;
  find_beside (e);
  uint32_t n = 0;
  for (size_t i = 0; i < p->n_calls; i++)
    if (runs_aside (e, &p->calls[i]))
      {
	e->aside[p->calls[i].to] = true;
	e->stack[n++] = p->calls[i].to;
      }
  while (n)
    {
      uint32_t from = e->stack[--n];
      EACH_CALL_BY (call, e, from)
	if (runs_aside (e, &p->calls[call]))
	  {
	    e->aside[p->calls[call].to] = true;
	    e->stack[n++] = p->calls[call].to;
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

/* Return true if METHOD ends, in the first instance that there is, and what it calls.  */
static bool
method_ends (const struct effects *e, const struct lk_method *method, unsigned depth)
{
  const struct program *p = e->p;
  const uint32_t *first = map_find (&e->first_instance, (uintptr_t) method, 0);
  if (!first)
    return true;
  if (!body_ends (p, p->instances[*first].method->body))
    return false;
  if (depth == 0)
    return true;
  EACH_CALL_BY (call, e, *first)
    {
      const struct lk_method *called = p->instances[p->calls[call].to].method->method;
      if (called != method && !method_ends (e, called, depth - 1))
	return false;
    }
  return true;
}

/* Return true if what OBJECT runs ends: its "run", or the lambda's body.  */
static bool
task_ends (const struct effects *e, uint32_t object)
{
  const struct program *p = e->p;
  const struct loop_type *type = &p->types[p->objects[object].type];
  if (type->lambda)
    return !type->lambda->body || method_ends (e, type->lambda->body, MAX_RUN_DEPTH);
  for (struct lk_type *t = type->type; t && !of_jdk (p, t); t = t->super)
    {
      const struct lk_method *run
	= t->class_file ? lk_class_method (t->class_file, "run", "()V") : NULL;
      if (run)
	return method_ends (e, run, MAX_RUN_DEPTH);
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
thread_returns (const struct effects *e, uint32_t object)
{
  const struct program *p = e->p;
  if (!task_ends (e, object))
    return false;
  uint32_t kept = lk_heap_field (p->heap, object, FIELD_KEPT);
  if (kept == LK_HEAP_NONE)
    return true;
  const struct lk_heap_set *held = lk_heap_held (p->heap, kept);
  LK_HEAP_EACH (o, held)
    if (!task_ends (e, o))
      return false;
  return true;
}

bool
thread_ends (const struct effects *e, uint32_t object)
{
  return thread_returns (e, object) || is_stopped (e->p, object);
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
  struct number_map by_signature = { 0 };
  struct lk_arena *arena = lk_arena_new ();
  bool fresh;
  uint32_t *next = lk_xmalloc ((p->n_methods + 1) * sizeof *next), n = 0;
  uint32_t *stack = lk_xmalloc ((p->n_methods + 1) * sizeof *stack);
  for (uint32_t i = 0; i < p->n_methods; i++)
    {
      next[i] = NONE;
      if (unseen[i])
	stack[n++] = i;
      else if (!reached[i] && is_present (p, p->methods[i]))
	{
	  uint32_t *first = map_text (&by_signature, signature (arena, p->methods[i]->method), i,
				      &fresh);
	  next[i] = fresh ? NONE : *first;
	  *first = i;
	}
    }
  while (n)
    {
      const struct loop_body *body = p->methods[stack[--n]]->body;
      for (uint32_t k = 0; body && k < body->n_calls; k++)
	{
	  const struct loop_call *call = &body->calls[k];
	  if (!call->declared || !call->type || of_jdk (p, call->type))
	    continue;
	  const char *name = signature (arena, call->declared);
	  uint32_t *first = map_text (&by_signature, name, NONE, &fresh);
	  uint32_t i = *first;
	  /* All of them are added at once.  */
	  for (*first = NONE; i != NONE; i = next[i])
	    {
	      unseen[i] = true;
	      stack[n++] = i;
	    }
	}
    }
  free (next);
  free (stack);
  map_free (&by_signature);
  lk_arena_free (arena);
}

/* Add to CLASSES those of the objects that a library's users have, and those above them.  */
static void
find_given_classes (const struct program *p, struct number_map *classes)
{
  for (size_t i = 0; i < p->n_objects; i++)
    {
      bool fresh = p->objects[i].instance == NONE;
      struct lk_type *type = fresh ? p->types[p->objects[i].type].type : NULL;
      for (; type && fresh && !of_jdk (p, type); type = type->super)
	map_pair (classes, (uintptr_t) type, 0, 0, &fresh);
    }
}

/* Return true if INSTANCE runs on an object that a library's users have, unless they have none of
   its class, of which CLASSES are those that they have.  */
static bool
runs_on_given (const struct program *p, uint32_t instance, const struct number_map *classes)
{
  const struct loop_method *m = p->instances[instance].method;
  if ((m->method->access & LK_ACC_STATIC) || !m->body || !m->body->n_params
      || m->body->params[0] == NONE || !map_find (classes, (uintptr_t) m->owner, 0))
    return true;
  const struct lk_heap_set *held
    = lk_heap_held (p->heap, node_of (p, instance, m->body->params[0]));
  LK_HEAP_EACH (o, held)
    if (p->objects[o].instance == NONE)
      return true;
  return false;
}

/* A library's users may call all that no main method reaches, on the objects that they have.
   Reflection may call static methods,
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
  if (p->entered)
    find_given_classes (p, &classes);
  bool *reached = lk_xmalloc (p->n_methods + 1), *unseen = lk_xmalloc (p->n_methods + 1);
  memset (reached, 0, p->n_methods + 1);
  for (size_t i = 0; i < p->n_instances; i++)
    reached[p->instances[i].method->index]
      |= (p->entered ? runs_on_given (p, (uint32_t) i, &classes)
	  : (e->aside[i] || e->leads[i] || p->contexts[p->instances[i].context].inside));
  for (size_t i = 0; i < p->n_methods; i++)
    {
      const struct lk_method *m = p->methods[i]->method;
      reached[i] |= !p->entered && *m->name == '<';
      unseen[i] = (!reached[i] && is_present (p, p->methods[i])
		   && (any || (m->access & LK_ACC_STATIC)
		       || map_find (&classes, (uintptr_t) p->methods[i]->owner, 0)));
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
mark_called (const struct effects *e, uint32_t instance, bool *reached)
{
  const struct program *p = e->p;
  uint32_t n = 0;
  memset (reached, 0, p->n_instances + 1);
  reached[instance] = true;
  e->stack[n++] = instance;
  while (n)
    {
      uint32_t from = e->stack[--n];
      EACH_CALL_BY (call, e, from)
	if (!reached[p->calls[call].to] && !p->sites[p->calls[call].site].callback)
	  {
	    reached[p->calls[call].to] = true;
	    e->stack[n++] = p->calls[call].to;
	  }
    }
}

/* Return, by field, whether a method of REACHED stores null in it; malloced.  */
static bool *
emptied_fields (const struct program *p, const bool *reached)
{
  bool *emptied = lk_xmalloc (FIELD_FIRST + p->n_fields);
  memset (emptied, 0, FIELD_FIRST + p->n_fields);
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind == EFFECT_STORE && store->value == NONE && reached[store->instance])
	emptied[store->field] = true;
    }
  return emptied;
}

#define OWNER_NONE UINT32_MAX
#define OWNER_SEVERAL (UINT32_MAX - 1)

/* The object that OBJECT is a part of: its constructor made OBJECT, and no other object holds it.
   Or OBJECT itself.  */
static uint32_t
whole_of (const struct effects *e, uint32_t object)
{
  const struct program *p = e->p;
  for (;;)
    {
      uint32_t maker = p->objects[object].instance;
      uint32_t whole = maker == NONE ? NONE : p->contexts[p->instances[maker].context].object;
      uint32_t only = e->owners[object];
      if (whole == NONE || (only != OWNER_NONE && only != whole))
	return object;
      object = whole;
    }
}

/* Set OWNERS, by object, to the one object that holds it, OWNER_NONE or OWNER_SEVERAL; and STAYS of
   the objects that a field holds which no method sets to null.  */
static void
find_owners (struct effects *e)
{
  const struct program *p = e->p;
  size_t n = p->n_objects + 1;
  e->stays = lk_xmalloc (n);
  e->owners = lk_xmalloc (n * sizeof *e->owners);
  memset (e->stays, 0, n);
  for (size_t i = 0; i < n; i++)
    e->owners[i] = OWNER_NONE;
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind != EFFECT_STORE || store->value == NONE)
	continue;
      bool stays = !(store->field >= FIELD_FIRST && p->fields[store->field - FIELD_FIRST].nulled);
      const struct lk_heap_set *bases = lk_heap_held (p->heap, store->base);
      uint32_t base = lk_heap_set_count (bases) == 1 ? lk_heap_set_from (bases, 0)
		      : OWNER_SEVERAL;
      const struct lk_heap_set *values = lk_heap_held (p->heap, store->value);
      LK_HEAP_EACH (o, values)
	{
	  e->stays[o] |= stays;
	  e->owners[o] = (e->owners[o] == OWNER_NONE || e->owners[o] == base ? base
			  : OWNER_SEVERAL);
	}
    }
}

/* Heuristic: a method that does not lead to the loop, and lets each field be emptied that gets an
   object which it made, needs that object no longer when it returns.  Wrong if the field is not
   always emptied.  */
bool
is_scoped (struct effects *e, uint32_t object)
{
  const struct program *p = e->p;
  if (!e->owners)
    find_owners (e);
  uint32_t whole = whole_of (e, object), maker = p->objects[whole].instance;
  if (maker == NONE || e->stays[whole] || e->leads[maker] || p->objects[whole].started
      || p->contexts[p->instances[maker].context].inside)
    return false;
  bool *reached = lk_xmalloc (p->n_instances + 1), scoped = false;
  mark_called (e, maker, reached);
  bool *emptied = emptied_fields (p, reached);
  for (size_t i = 0; i < p->n_effects; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind != EFFECT_STORE || store->value == NONE
	  || !lk_heap_set_has (lk_heap_held (p->heap, store->value), whole))
	continue;
      scoped = store->field >= FIELD_FIRST && emptied[store->field];
      if (!scoped)
	break;
    }
  free (reached);
  free (emptied);
  return scoped;
}
