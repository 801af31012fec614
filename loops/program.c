/* The program as a graph for points-to: instances of methods, contexts, entries.

   A method has an instance for each context in which it is reached: called by the loop or not, and
   of constructors for each object that they make, so that the parts of two objects differ.  All
   main methods of the inputs are entries, and the method with the loop, if none of them reaches
   it: its receiver and parameters are then objects of their declared types.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "limits.h"
#include "loops-internal.h"

uint32_t
context_of (struct program *p, bool inside, uint32_t object)
{
  bool fresh;
  if (object != NONE && p->objects[object].depth >= MAX_OBJECT_DEPTH)
    object = NONE;
  uint32_t *slot = map_pair (&p->context_map, inside, object, (uint32_t) p->n_contexts, &fresh);
  if (fresh)
    {
      ROOM (p->contexts, p->n_contexts, p->contexts_room);
      p->contexts[p->n_contexts++] = (struct loop_context) { inside, object };
    }
  return *slot;
}

uint32_t
node_of (const struct program *p, uint32_t instance, uint32_t var)
{
  if (var == VAR_STATICS)
    return p->statics_node;
  return var == NONE ? NONE : p->instances[instance].base + var;
}

bool
block_inside (const struct program *p, uint32_t instance, uint32_t block)
{
  const struct loop_instance *i = &p->instances[instance];
  if (p->contexts[i->context].inside)
    return true;
  return (p->target->blocks && i->method->method == p->target->method
	  && block < p->target->n_blocks && p->target->blocks[block] == 1);
}

/* Let the parameters of M's instance at BASE hold objects of their declared types only.  Return the
   descriptor of the result.  */
static const char *
filter_parameters (struct program *p, const struct loop_method *m, const struct loop_body *body,
		   uint32_t base)
{
  const char *at = m->method->descriptor + 1;
  uint32_t i = 0;
  if (!(m->method->access & LK_ACC_STATIC))
    {
      if (body && body->n_params && body->params[0] != NONE)
	lk_heap_set_filter (p->heap, base + body->params[0],
			    type_named (p, m->method->owner->name));
      i = 1;
    }
  for (; *at != ')'; i++)
    {
      struct lk_java_type type;
      uint32_t filter = declared_filter (p, at);
      if (body && i < body->n_params && body->params[i] != NONE)
	lk_heap_set_filter (p->heap, base + body->params[i], filter);
      if (!lk_descriptor_next (&at, &type))
	return "V";
    }
  return at + 1;
}

uint32_t
instance_of (struct program *p, struct loop_method *m, uint32_t context)
{
  bool fresh;
  /* A region is inside wherever it is called.  */
  if (!p->target->blocks && m->method == p->target->method && !p->contexts[context].inside)
    context = context_of (p, true, p->contexts[context].object);
  uint32_t number = (uint32_t) p->n_instances;
  uint32_t *slot = map_pair (&p->instance_map, m->index, context, number, &fresh);
  if (!fresh)
    return *slot;
  struct loop_body *body = body_of (p, m);
  map_pair (&p->present, (uintptr_t) m->method->owner, 0, 0, &fresh);
  ROOM (p->instances, p->n_instances, p->instances_room);
  struct loop_instance *i = &p->instances[p->n_instances++];
  *i = (struct loop_instance) { m, context, 0, 0, NONE };
  i->base = lk_heap_nodes (p->heap, body ? body->n_vars : 0);
  uint32_t base = i->base;
  const char *at = filter_parameters (p, m, body, base);
  p->instances[number].result = lk_heap_node (p->heap, declared_filter (p, at));
  ROOM (p->pending, p->n_pending, p->pending_room);
  p->pending[p->n_pending++] = number;
  return number;
}

void
touch_class (struct program *p, struct lk_type *type)
{
  for (; type && !of_jdk (p, type); type = type->super)
    {
      bool fresh;
      map_pair (&p->class_map, (uintptr_t) type, 0, 0, &fresh);
      if (!fresh)
	return;
      const struct lk_method *m
	= (type->class_file ? lk_class_method (type->class_file, "<clinit>", "()V") : NULL);
      if (m && m->has_code)
	instance_of (p, method_of (p, m), context_of (p, false, NONE));
    }
}

uint32_t
make_object (struct program *p, uint32_t node, uint32_t type, uint32_t instance, uint32_t op,
	     unsigned line, bool inside)
{
  uint32_t object = lk_heap_object (p->heap, type);
  ROOM (p->objects, p->n_objects, p->objects_room);
  struct loop_object *o = &p->objects[p->n_objects++];
  *o = (struct loop_object) { .type = type, .instance = instance, .op = op, .line = line,
    .inside = inside, .node = node,
    .site = NONE };
  if (instance != NONE)
    {
      uint32_t maker = p->contexts[p->instances[instance].context].object;
      o->depth = maker == NONE ? 0 : p->objects[maker].depth + 1;
    }
  if (node != NONE)
    lk_heap_alloc (p->heap, node, object);
  return object;
}

struct loop_effect *
add_effect (struct program *p, enum effect_kind kind, uint32_t instance, bool inside,
	    uint32_t block, unsigned line)
{
  ROOM (p->effects, p->n_effects, p->effects_room);
  struct loop_effect *e = &p->effects[p->n_effects++];
  *e = (struct loop_effect) { .kind = kind, .inside = inside, .base = NONE, .value = NONE,
    .instance = instance, .block = block, .line = line, .spread = NONE, .key = NONE,
    .index = { NUMBER_ANY, NONE } };
  return e;
}

/* ---- Statements.  ---- */

/* The constants of TYPE: one object stands for all.  */
static uint32_t
constant_of (struct program *p, uint32_t type)
{
  bool fresh;
  uint32_t *slot = map_pair (&p->constant_map, type, 0, 0, &fresh);
  if (fresh)
    *slot = make_object (p, NONE, type, NONE, NONE, 0, false);
  return *slot;
}

static void
add_statement (struct program *p, uint32_t instance, const struct loop_body *body, uint32_t number)
{
  const struct loop_op *op = &body->ops[number];
  bool inside = block_inside (p, instance, op->block);
  uint32_t a = op->kind == OP_CALL ? NONE : node_of (p, instance, op->a);
  uint32_t b = op->kind == OP_NEW || op->kind == OP_CONSTANT ? NONE : node_of (p, instance, op->b);
  struct loop_effect *e;
  switch ((enum loop_op_kind) op->kind)
    {
    case OP_NEW:
      {
	uint32_t object = make_object (p, a, op->b, instance, number, op->line, inside);
	p->objects[object].block = op->block;
	if (p->types[op->b].type)
	  touch_class (p, p->types[op->b].type);
	break;
      }
    case OP_CONSTANT:
      lk_heap_alloc (p->heap, a, constant_of (p, op->b));
      break;
    case OP_COPY:
      if (op->c)
	lk_heap_set_filter (p->heap, a, op->c);
      lk_heap_copy (p->heap, b, a, LK_HEAP_PLAIN);
      break;
    case OP_LOAD:
      if (op->b == VAR_STATICS && op->c >= FIELD_FIRST)
	touch_class (p, lk_hierarchy_type (p->hierarchy, p->fields[op->c - FIELD_FIRST].owner));
      if (!(op->flags & OP_AGAIN))
	lk_heap_load (p->heap, b, op->c, a);
      if (!body->used[op->a])
	break;
      e = add_effect (p, EFFECT_LOAD, instance, inside, op->block, op->line);
      e->base = b;
      e->field = op->c;
      e->value = a;
      break;
    case OP_STORE:
      if (op->a == VAR_STATICS && op->c >= FIELD_FIRST)
	touch_class (p, lk_hierarchy_type (p->hierarchy, p->fields[op->c - FIELD_FIRST].owner));
      if (b != NONE)
	lk_heap_store (p->heap, a, op->c, b);
      e = add_effect (p, EFFECT_STORE, instance, inside, op->block, op->line);
      e->base = a;
      e->field = op->c;
      e->value = b;
      e->ring = (op->flags & OP_RING) != 0;
      e->index = (struct loop_number) { (op->flags & OP_INDEXED ? NUMBER_LOCAL
					 : op->flags & OP_CALLED ? NUMBER_RESULT : NUMBER_ANY),
					op->index };
      break;
    case OP_CALL:
      add_call (p, instance, &body->calls[op->a]);
      break;
    case OP_RETURN:
      lk_heap_copy (p->heap, a, p->instances[instance].result, LK_HEAP_PLAIN);
      break;
    }
}

static void
add_pending (struct program *p)
{
  for (size_t i = 0; i < p->n_pending; i++)
    {
      uint32_t instance = p->pending[i];
      /* Nothing in SCRATCH outlives a statement.  */
      lk_arena_clear (p->scratch);
      p->host->progress (p->host->data);
      struct loop_method *m = p->instances[instance].method;
      const struct loop_body *body = body_of (p, m);
      touch_class (p, m->owner);
      for (uint32_t k = 0; body && k < body->n_ops; k++)
	add_statement (p, instance, body, k);
    }
  p->n_pending = 0;
}

static void
solve (struct program *p)
{
  while (p->n_pending && !lk_heap_too_large (p->heap))
    {
      add_pending (p);
      lk_heap_solve (p->heap);
    }
}

/* ---- Entries.  ---- */

static void entry_object (struct program *, uint32_t node, uint32_t type);

/* An instance of METHOD that is called from nowhere: its parameters are objects of their types, and
   RECEIVER, or NONE, is its receiver.  */
static void
enter (struct program *p, const struct lk_method *method, bool inside, uint32_t receiver)
{
  struct loop_method *m = method_of (p, method);
  struct loop_body *body = body_of (p, m);
  if (!body)
    return;
  uint32_t instance = instance_of (p, m, context_of (p, inside, strcmp (method->name, "<init>")
						     ? NONE : receiver));
  bool is_static = (method->access & LK_ACC_STATIC) != 0;
  const char *at = method->descriptor + 1;
  if (!is_static && body->n_params && body->params[0] != NONE)
    {
      uint32_t node = node_of (p, instance, body->params[0]);
      if (receiver != NONE)
	lk_heap_alloc (p->heap, node, receiver);
      else
	entry_object (p, node, type_named (p, method->owner->name));
    }
  for (uint32_t i = !is_static; i < body->n_params && *at != ')'; i++)
    {
      const char *from = at;
      struct lk_java_type type;
      if (!lk_descriptor_next (&at, &type))
	break;
      const char *text = lk_arena_strndup (p->scratch, from, (size_t) (at - from));
      if (body->params[i] != NONE)
	entry_object (p, node_of (p, instance, body->params[i]), field_type (p, text));
    }
}

/* A class whose objects stand for those of an abstract type: all that the program makes.  */
static void
entry_objects_below (struct program *p, uint32_t node, struct lk_type *type)
{
  struct lk_type **below = lk_hierarchy_below (p->hierarchy, type, p->scratch);
  for (; *below; below++)
    if (*below != type && (*below)->is_input && (*below)->instantiated && !(*below)->is_interface
	&& !((*below)->class_file->access & LK_ACC_ABSTRACT))
      entry_object (p, node, type_named (p, (*below)->name));
}

static bool
is_container (struct program *p, const struct lk_type *type)
{
  return (of_jdk (p, type)
	  && (is_below (p, type, "java/lang/Iterable") || is_below (p, type, "java/util/Map")
	      || is_below (p, type, "java/util/Iterator")
	      || is_below (p, type, "java/util/stream/BaseStream")
	      || is_below (p, type, "java/util/Enumeration")));
}

/* The elements of an array or a collection that is given are objects, too: of a collection, of any
   class.  */
static void
enter_elements (struct program *p, uint32_t object, uint32_t type)
{
  uint32_t base = lk_heap_node (p->heap, 0), elements = lk_heap_node (p->heap, 0);
  lk_heap_alloc (p->heap, base, object);
  lk_heap_store (p->heap, base, FIELD_ELEMENTS, elements);
  if (p->types[type].array)
    {
      entry_object (p, elements, field_type (p, p->types[type].name + 1));
      return;
    }
  if (p->any == NONE)
    p->any = make_object (p, NONE, type_named (p, "java/lang/Object"), NONE, NONE, 0, false);
  lk_heap_alloc (p->heap, elements, p->any);
}

static void
entry_object (struct program *p, uint32_t node, uint32_t type)
{
  bool fresh;
  if (!type)
    return;
  uint32_t *slot = map_pair (&p->entry_map, type, 0, 0, &fresh);
  if (!fresh)
    {
      if (*slot != NONE)
	lk_heap_alloc (p->heap, node, *slot);
      return;
    }
  struct lk_type *t = p->types[type].type;
  bool abstract = t && t->class_file && (t->class_file->access & LK_ACC_ABSTRACT);
  *slot = NONE;
  if (abstract && !of_jdk (p, t))
    {
      entry_objects_below (p, node, t);
      return;
    }
  uint32_t object = make_object (p, node, type, NONE, NONE, 0, false);
  *map_pair (&p->entry_map, type, 0, object, &fresh) = object;
  if (p->types[type].array || (t && is_container (p, t)))
    enter_elements (p, object, type);
  if (!t || !t->class_file || of_jdk (p, t))
    return;
  touch_class (p, t);
  for (unsigned i = 0; i < t->class_file->n_methods; i++)
    if (!strcmp (t->class_file->methods[i].name, "<init>"))
      enter (p, &t->class_file->methods[i], false, object);
}

static bool
is_main (const struct lk_method *m)
{
  return (!strcmp (m->name, "main") && !strcmp (m->descriptor, "([Ljava/lang/String;)V")
	  && (m->access & LK_ACC_STATIC) && m->has_code);
}

/* Return true if the method with the loop has an instance.  */
static bool
reached (const struct program *p)
{
  for (size_t i = 0; i < p->n_instances; i++)
    if (p->instances[i].method->method == p->target->method)
      return true;
  return false;
}

void
program_begin (struct program *p, const struct loop_target *target)
{
  struct lk_heap_host host = { p, type_fits, field_filter, object_reached, MAX_PROGRAM_EDGES,
    MAX_PROGRAM_BLOCKS };
  p->target = target;
  p->any = NONE;
  p->heap = lk_heap_new (&host);
  p->statics_node = lk_heap_node (p->heap, 0);
  p->statics_object = make_object (p, p->statics_node, type_named (p, "java/lang/Class"), NONE,
				   NONE, 0, false);
  size_t n = lk_classpath_n_inputs (p->classpath);
  for (size_t i = 0; i < n; i++)
    {
      const struct lk_class *file = lk_classpath_input (p->classpath, i);
      for (unsigned k = 0; file && k < file->n_methods; k++)
	/* A run begins with one of the main methods: that with the loop, if it is one.  */
	if (is_main (&file->methods[k])
	    && (!is_main (target->method) || target->method == &file->methods[k]))
	  instance_of (p, method_of (p, &file->methods[k]), context_of (p, false, NONE));
    }
  solve (p);
  p->entered = !reached (p);
  if (!p->entered)
    return;
  enter (p, target->method, target->blocks == NULL, NONE);
  solve (p);
}

void
program_end (struct program *p)
{
  for (size_t i = 0; i < p->n_sites; i++)
    free (p->sites[i].args);
  lk_heap_free (p->heap);
  free (p->contexts);
  free (p->instances);
  free (p->objects);
  free (p->sites);
  free (p->effects);
  free (p->calls);
  free (p->watches);
  free (p->pending);
  map_free (&p->present);
  map_free (&p->context_map);
  map_free (&p->instance_map);
  map_free (&p->class_map);
  map_free (&p->entry_map);
  map_free (&p->once_map);
  map_free (&p->link_map);
  map_free (&p->callback_map);
  map_free (&p->constant_map);
  free (p->reflected);
  p->heap = NULL;
  p->reflects = false;
  p->reflected = NULL;
  p->n_reflected = p->reflected_room = 0;
  p->contexts = NULL;
  p->instances = NULL;
  p->objects = NULL;
  p->sites = NULL;
  p->effects = NULL;
  p->calls = NULL;
  p->watches = NULL;
  p->pending = NULL;
  p->n_contexts = p->contexts_room = p->n_instances = p->instances_room = 0;
  p->n_objects = p->objects_room = p->n_sites = p->sites_room = 0;
  p->n_effects = p->effects_room = p->n_calls = p->calls_room = 0;
  p->n_watches = p->watches_room = p->n_pending = p->pending_room = 0;
}
