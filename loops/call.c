/* Calls: which bodies they run, as objects reach their receivers.

   A virtual call runs what the class of each receiver has, and passes to it that receiver alone.
   Lambdas are objects that hold what they captured.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops-internal.h"

uint32_t
new_site (struct program *p, const struct loop_site *site)
{
  ROOM (p->sites, p->n_sites, p->sites_room);
  p->sites[p->n_sites] = *site;
  return (uint32_t) p->n_sites++;
}

void
watch_node (struct program *p, uint32_t node, const struct loop_watch *watch)
{
  if (node == NONE)
    return;
  ROOM (p->watches, p->n_watches, p->watches_room);
  p->watches[p->n_watches] = *watch;
  lk_heap_watch (p->heap, node, (uint32_t) p->n_watches++);
}

void
add_call (struct program *p, uint32_t instance, const struct loop_call *call)
{
  struct loop_site site = { .instance = instance, .block = call->block, .line = call->line,
    .op = call->op, .inside = block_inside (p, instance, call->block), .used = call->used,
    .asked = call->asked, .type = call->type, .declared = call->declared,
    .descriptor = call->descriptor, .n_args = call->n_args, .numbers = call->numbers };
  site.args = lk_xmalloc ((call->n_args + 1) * sizeof *site.args);
  for (unsigned i = 0; i < call->n_args; i++)
    site.args[i] = node_of (p, instance, call->args[i]);
  site.result = node_of (p, instance, call->result);
  start_call (p, new_site (p, &site));
}

void
link_call (struct program *p, uint32_t number, struct loop_method *m, uint32_t object)
{
  const struct loop_site *site = &p->sites[number];
  bool own = !strcmp (m->method->name, "<init>") || (object != NONE && is_apart (p, object));
  uint32_t context = context_of (p, site->inside, own ? object : NONE);
  uint32_t instance = instance_of (p, m, context);
  bool fresh;
  site = &p->sites[number];
  const struct loop_body *body = m->body;
  if (!body)
    return;
  uint32_t receiver = body->n_params && !(m->method->access & LK_ACC_STATIC)
		      ? node_of (p, instance, body->params[0]) : NONE;
  map_pair (&p->link_map, number, instance, 0, &fresh);
  if (object != NONE && receiver != NONE)
    {
      lk_heap_copy_some (p->heap, site->args[0], receiver, LK_HEAP_ENTER (number));
      lk_heap_pass (p->heap, receiver, object);
    }
  if (!fresh)
    return;
  for (unsigned i = object != NONE; i < site->n_args && i < body->n_params; i++)
    if (site->args[i] != NONE && body->params[i] != NONE)
      lk_heap_copy (p->heap, site->args[i], node_of (p, instance, body->params[i]),
		    LK_HEAP_ENTER (number));
  if (site->result != NONE)
    lk_heap_copy (p->heap, p->instances[instance].result, site->result,
		  LK_HEAP_LEAVE (number));
  ROOM (p->calls, p->n_calls, p->calls_room);
  p->calls[p->n_calls++] = (struct loop_edge) { site->instance, instance, number };
}

/* Return true if DECLARED of the JDK starts a task, and no class of the program can be one, as that
   of a Method: it is not visible what runs.  */
static bool
starts_unseen (struct program *p, const struct lk_method *declared)
{
  bool own;
  struct lk_type *owner = lk_hierarchy_type (p->hierarchy, declared->owner->name);
  if (!(declared->owner->access & LK_ACC_FINAL))
    return false;
  const struct lk_contract *row = row_of (p, owner, declared, &own);
  return row && row->starts;
}

static bool
tells_of_receiver (const struct lk_contract *row)
{
  for (const struct lk_clause *k = row->clauses; k; k = k->next)
    if (k->place.base == LK_PLACE_THIS || k->other.base == LK_PLACE_THIS)
      return true;
  return row->elements || row->starts;
}

void
start_call (struct program *p, uint32_t number)
{
  const struct loop_site *site = &p->sites[number];
  const struct lk_method *declared = site->declared;
  struct lk_type *type = site->type;
  if (!declared)
    {
      if (site->op == LK_OP_CALL_STATIC || !type || !type->class_file)
	library_call (p, number, NULL, NONE);
      return;
    }
  struct lk_type *owner = lk_hierarchy_type (p->hierarchy, declared->owner->name);
  bool jdk = of_jdk (p, owner);
  if (jdk && starts_unseen (p, declared))
    {
      p->reflects = true;
      ROOM (p->reflected, p->n_reflected, p->reflected_room);
      p->reflected[p->n_reflected++] = site->n_args > 1 ? site->args[1] : NONE;
    }
  if (site->op == LK_OP_CALL_STATIC)
    {
      touch_class (p, owner);
      /* A native method is one of which nothing is known, too.  */
      if (jdk || !declared->has_code)
	library_call (p, number, declared, NONE);
      else
	link_call (p, number, method_of (p, declared), NONE);
      return;
    }
  if (site->op == LK_OP_CALL_SPECIAL)
    {
      if (jdk && !strcmp (declared->owner->name, "java/lang/Object"))
	return;
      if (jdk)
	library_call (p, number, declared, NONE);
      else
	watch_node (p, site->args[0], &(struct loop_watch) { .kind = WATCH_MAKE, .site = number });
      return;
    }
  /* A receiver that comes out of the JDK's own variables has no object here: then what the row says
     of the receiver is left out.  */
  if (jdk && type && type->class_file
      && !(type->class_file->access & (LK_ACC_INTERFACE | LK_ACC_ABSTRACT))
      && strcmp (declared->owner->name, "java/lang/Object"))
    {
      bool own;
      const struct lk_contract *row = row_of (p, type, declared, &own);
      if (!row || !tells_of_receiver (row))
	library_call (p, number, declared, NONE);
    }
  watch_node (p, p->sites[number].args[0],
	      &(struct loop_watch) { .kind = WATCH_CALL, .site = number });
}

/* ---- Lambdas.  ---- */

/* A node that holds OBJECT alone.  */
static uint32_t
node_for (struct program *p, uint32_t object)
{
  uint32_t node = lk_heap_node (p->heap, 0);
  lk_heap_alloc (p->heap, node, object);
  return node;
}

void
call_lambda (struct program *p, uint32_t number, uint32_t object, const uint32_t *args,
	     unsigned n_args, uint32_t result)
{
  const struct loop_lambda *lambda = p->types[p->objects[object].type].lambda;
  struct loop_site from = p->sites[number];
  bool fresh;
  map_pair (&p->once_map, (uint64_t) number << 32 | object, (uint64_t) result << 8 | n_args, 0,
	    &fresh);
  if (!fresh || !lambda)
    return;
  bool makes = lambda->kind == LK_HANDLE_NEW_INVOKE_SPECIAL;
  struct loop_site site = { .instance = from.instance, .block = from.block, .line = from.line,
    .inside = from.inside, .used = true, .callback = p->calling_back, .type = lambda->owner,
    .declared = lambda->body, .descriptor = lambda->descriptor, .result = makes ? NONE : result };
  site.op = (lambda->kind == LK_HANDLE_INVOKE_STATIC ? LK_OP_CALL_STATIC
	     : makes || lambda->kind == LK_HANDLE_INVOKE_SPECIAL ? LK_OP_CALL_SPECIAL
	     : LK_OP_CALL_VIRTUAL);
  site.args = lk_xmalloc ((makes + lambda->n_captured + n_args + 1) * sizeof *site.args);
  if (makes)
    {
      uint32_t made = result == NONE ? lk_heap_node (p->heap, 0) : result;
      uint32_t type = type_named (p, lambda->owner->name);
      uint32_t o = make_object (p, made, type, from.instance, NONE, from.line, from.inside);
      p->objects[o].block = from.block;
      site.args[site.n_args++] = node_for (p, o);
    }
  uint32_t self = lambda->n_captured ? node_for (p, object) : NONE;
  for (unsigned i = 0; i < lambda->n_captured; i++)
    {
      uint32_t node = lk_heap_node (p->heap, 0);
      lk_heap_load (p->heap, self, FIELD_CAPTURED + i, node);
      site.args[site.n_args++] = node;
    }
  for (unsigned i = 0; i < n_args; i++)
    site.args[site.n_args++] = args[i];
  /* A reference to a method takes what that declares, and no more.  */
  unsigned wanted = (lk_descriptor_parameters (lambda->descriptor)
		     + (lambda->kind != LK_HANDLE_INVOKE_STATIC));
  if (site.n_args > wanted)
    site.n_args = wanted;
  if (site.n_args == 0 && lambda->kind != LK_HANDLE_INVOKE_STATIC)
    {
      free (site.args);
      return;
    }
  start_call (p, new_site (p, &site));
}

/* ---- Callbacks.  ---- */

static void
find_overrides (struct program *p, struct loop_type *type)
{
  const struct lk_method **found = NULL;
  size_t n = 0, room = 0;
  for (struct lk_type *t = type->type; t && !of_jdk (p, t); t = t->super)
    for (unsigned i = 0; t->class_file && i < t->class_file->n_methods; i++)
      {
	const struct lk_method *m = &t->class_file->methods[i];
	if ((m->access & (LK_ACC_STATIC | LK_ACC_PRIVATE)) || *m->name == '<' || !m->has_code)
	  continue;
	bool overrides = false;
	struct lk_type **above = lk_hierarchy_above (p->hierarchy, t, p->scratch);
	/* Any method of the JDK, but those of Object.  */
	for (; *above && !overrides; above++)
	  overrides = (of_jdk (p, *above) && (*above)->class_file
		       && strcmp ((*above)->name, "java/lang/Object")
		       && lk_class_method ((*above)->class_file, m->name, m->descriptor));
	if (!overrides)
	  continue;
	ROOM (found, n, room);
	found[n++] = m;
      }
  type->overrides = lk_arena_alloc_array (p->arena, n, sizeof *type->overrides);
  if (n)
    memcpy (type->overrides, found, n * sizeof *found);
  free (found);
  type->n_overrides = (unsigned) n;
  type->overrides_known = true;
}

/* Return true if TYPE or a type above it has M.  */
static bool
declares (struct program *p, struct lk_type *type, const struct lk_method *m)
{
  struct lk_type **above = lk_hierarchy_above (p->hierarchy, type, p->scratch);
  for (; *above; above++)
    if ((*above)->class_file && lk_class_method ((*above)->class_file, m->name, m->descriptor))
      return true;
  return false;
}

/* Return true if the JDK, which is given an object of TYPE as one of AS, may call M of it: AS has
   M, or a class of the JDK has it, of which the object is and whose methods may run for those of
   AS.
   Of interfaces without a method ("EventListener") the JDK calls what interfaces below declare.  */
static bool
may_call_back (struct program *p, struct lk_type *type, struct lk_type *as,
	       const struct lk_method *m)
{
  if (!as || !as->class_file)
    return true;
  if (as->class_file->n_methods == 0 || declares (p, as, m))
    return true;
  for (; type; type = type->super)
    if (of_jdk (p, type) && lk_hierarchy_is_subtype (p->hierarchy, type, as))
      return declares (p, type, m);
  return false;
}

/* Return true if method M that is given an object as one only shows, compares or keeps it.
   Heuristic: those of java.lang, java.util and java.text, what prints, and methods of the program
   whose code is not there do not cast it.  Wrong if they do.  */
static bool
only_shows (struct program *p, const struct lk_method *m)
{
  const char *class_name = m->owner->name;
  static const char *const packages[] = { "java/lang/", "java/util/", "java/text/",
					  "java/io/Print" };
  for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
    if (!strncmp (class_name, packages[i], strlen (packages[i])))
      return true;
  return !of_jdk (p, lk_hierarchy_type (p->hierarchy, class_name));
}

void
call_back (struct program *p, uint32_t number, uint32_t object, uint32_t as)
{
  uint32_t type = p->objects[object].type;
  bool fresh, lambda = p->types[type].lambda != NULL;
  struct lk_type *own = p->types[type].type, *given = p->types[as].type;
  if (!lambda && (!own || of_jdk (p, own)))
    return;
  struct loop_site from = p->sites[number];
  if (given && !strcmp (given->name, "java/lang/Object"))
    {
      if (!from.declared || only_shows (p, from.declared))
	return;
      given = NULL;
    }
  if (lambda)
    {
      map_pair (&p->callback_map, object, UINT64_MAX - from.inside, 0, &fresh);
      if (!fresh)
	return;
      p->calling_back = true;
      call_lambda (p, number, object, NULL, 0, NONE);
      p->calling_back = false;
      return;
    }
  if (!p->types[type].overrides_known)
    find_overrides (p, &p->types[type]);
  uint32_t node = NONE;
  for (unsigned i = 0; i < p->types[type].n_overrides; i++)
    {
      const struct lk_method *m = p->types[type].overrides[i];
      uint32_t *may = map_pair (&p->may_map, (uint64_t) type << 32 | (given ? as : 0),
				(uintptr_t) m, 0, &fresh);
      if (fresh)
	*may = may_call_back (p, own, given, m);
      if (!*may)
	continue;
      map_pair (&p->callback_map, (uint64_t) object << 1 | from.inside, (uintptr_t) m, 0, &fresh);
      if (!fresh)
	continue;
      if (node == NONE)
	node = node_for (p, object);
      struct loop_site site = { .instance = from.instance, .block = from.block,
	.line = from.line, .inside = from.inside, .callback = true, .op = LK_OP_CALL_VIRTUAL,
	.type = own, .declared = m, .descriptor = m->descriptor, .n_args = 1,
	.result = NONE };
      site.args = lk_xmalloc (sizeof *site.args);
      site.args[0] = node;
      uint32_t callback = new_site (p, &site);
      link_call (p, callback, method_of (p, m), object);
    }
}

/* Watch NODE for objects that SITE's callee, which gets them as AS, may call back.  */
void
watch_callbacks (struct program *p, uint32_t node, uint32_t site, uint32_t as)
{
  bool fresh;
  if (node == NONE)
    return;
  map_pair (&p->once_map, (UINT64_C (1) << 63) | node,
	    (uint64_t) as << 1 | p->sites[site].inside, 0, &fresh);
  if (fresh)
    watch_node (p, node, &(struct loop_watch) { .kind = WATCH_CALLBACK, .site = site, .as = as });
}

/* ---- Objects that arrive.  ---- */

/* A clone of an array is an array with the same elements.  */
static void
clone_array (struct program *p, uint32_t number, uint32_t object)
{
  struct loop_site site = p->sites[number];
  bool fresh;
  uint32_t type = p->objects[object].type;
  map_pair (&p->once_map, number, (uint64_t) type << 32 | 1, 0, &fresh);
  if (!fresh || site.result == NONE)
    return;
  uint32_t made = make_object (p, site.result, type, site.instance, NONE, site.line, site.inside);
  p->objects[made].block = site.block;
  uint32_t node = lk_heap_node (p->heap, 0);
  lk_heap_load (p->heap, site.args[0], FIELD_ELEMENTS, node);
  lk_heap_store (p->heap, node_for (p, made), FIELD_ELEMENTS, node);
}

/* The method that a call of DECLARED runs on an object of TYPE.  */
static struct selection
select_method (struct program *p, struct lk_type *type, const struct lk_method *declared)
{
  bool fresh;
  uint32_t number = *map_pair (&p->selection_map, (uintptr_t) type, (uintptr_t) declared,
			       (uint32_t) p->n_selections, &fresh);
  if (!fresh)
    return p->selections[number];
  const struct lk_method *selected
    = (declared->access & LK_ACC_PRIVATE ? declared
       : lk_hierarchy_select_method (p->hierarchy, type, declared));
  if (!selected)
    selected = declared;
  ROOM (p->selections, p->n_selections, p->selections_room);
  struct selection *s = &p->selections[p->n_selections++];
  s->method = selected;
  s->jdk = of_jdk (p, lk_hierarchy_type (p->hierarchy, selected->owner->name));
  return *s;
}

static void
virtual_call (struct program *p, uint32_t number, uint32_t object)
{
  const struct loop_site site = p->sites[number];
  const struct loop_type type = p->types[p->objects[object].type];
  const struct lk_method *declared = site.declared;
  if (type.array)
    {
      if (!strcmp (declared->name, "clone"))
	clone_array (p, number, object);
      return;
    }
  if (type.lambda)
    {
      struct lk_type *owner = lk_hierarchy_type (p->hierarchy, declared->owner->name);
      if (!declared->has_code)
	call_lambda (p, number, object, site.args + 1, site.n_args - 1, site.result);
      else if (of_jdk (p, owner))
	library_call (p, number, declared, object);
      else
	link_call (p, number, method_of (p, declared), object);
      return;
    }
  const struct selection selected = select_method (p, type.type, declared);
  if (selected.jdk)
    library_call (p, number, selected.method, object);
  else if (selected.method->has_code)
    link_call (p, number, method_of (p, selected.method), object);
  else
    library_call (p, number, selected.method, NONE);
}

/* Return true if OBJECT may be the receiver of SITE's call.  */
static bool
may_receive (struct program *p, uint32_t site, uint32_t object)
{
  struct loop_site *s = &p->sites[site];
  if (!s->owner)
    s->owner = type_named (p, s->declared->owner->name);
  return type_fits (p, p->objects[object].type, s->owner);
}

void
object_reached (void *program, uint32_t watch, uint32_t object)
{
  struct program *p = program;
  struct loop_watch w = p->watches[watch];
  p->host->progress (p->host->data);
  switch (w.kind)
    {
    case WATCH_CALL:
      if (may_receive (p, w.site, object))
	virtual_call (p, w.site, object);
      break;
    case WATCH_MAKE:
      if (may_receive (p, w.site, object))
	link_call (p, w.site, method_of (p, p->sites[w.site].declared), object);
      break;
    case WATCH_CALLBACK:
      call_back (p, w.site, object, w.as);
      break;
    case WATCH_VISIT:
      if (p->types[p->objects[object].type].lambda)
	{
	  uint32_t given[3] = { w.given, w.given, w.given };
	  call_lambda (p, w.site, object, given, 3, w.result);
	}
      else
	call_back (p, w.site, object, w.as);
      break;
    }
}
