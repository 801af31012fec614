/* The words of a report.

   One for each holder, at the allocation of the object that is left behind; a path tells where the
   object is stored, where the holder comes from, and which loop it is.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include "limits.h"
#include "loops-internal.h"

static const char *format (struct program *, const char *text, ...)
  __attribute__ ((format (printf, 2, 3)));

static const char *
format (struct program *p, const char *text, ...)
{
  va_list args;
  va_start (args, text);
  int length = vsnprintf (NULL, 0, text, args);
  va_end (args);
  char *made = lk_arena_alloc (p->arena, (size_t) length + 1);
  va_start (args, text);
  vsnprintf (made, (size_t) length + 1, text, args);
  va_end (args);
  return made;
}

static const struct lk_method *
method_in (const struct program *p, uint32_t instance)
{
  return instance == NONE ? NULL : p->instances[instance].method->method;
}

/* "a 'LogEvent'", "an 'Order'".  */
static const char *
with_article (struct program *p, const char *name)
{
  return format (p, "%s '%s'", strchr ("AEIOUaeiou", *name) ? "an" : "a", name);
}

/* ---- The holder's name.  ---- */

/* The local variable that the holder is first stored in, or NULL.  */
static const char *
local_name (const struct program *p, uint32_t object)
{
  const struct loop_object *o = &p->objects[object];
  if (o->instance == NONE)
    return NULL;
  const struct loop_instance *i = &p->instances[o->instance];
  const struct loop_body *body = i->method->body;
  uint32_t var = o->node - i->base;
  return body && o->node >= i->base && var < body->n_vars ? body->names[var] : NULL;
}

/* The field that holds OBJECT: of the program's first.  */
static const struct loop_field *
field_with (const struct program *p, uint32_t object)
{
  const struct loop_field *found = NULL;
  for (size_t i = 0; i < p->n_effects && !found; i++)
    {
      const struct loop_effect *store = &p->effects[i];
      if (store->kind == EFFECT_STORE && store->value != NONE && store->field >= FIELD_FIRST
	  && lk_heap_set_has (lk_heap_held (p->heap, store->value), object))
	found = &p->fields[store->field - FIELD_FIRST];
    }
  return found;
}

/* 'removes'; or the class of the holder.  */
static const char *
holder_name (struct program *p, const struct holder *h)
{
  if (h->field >= FIELD_FIRST && h->field != NONE)
    return format (p, "'%s'", p->fields[h->field - FIELD_FIRST].name);
  if (h->object == p->statics_object)
    return "the JDK";
  const struct loop_field *field = field_with (p, h->object);
  if (field)
    return format (p, "'%s'", field->name);
  const char *local = local_name (p, h->object);
  if (local)
    return format (p, "'%s'", local);
  return with_article (p, shown_type (p, p->objects[h->object].type));
}

/* ---- The path.  ---- */

struct path
{
  struct program *p;
  struct lk_loop_step *steps;
  size_t n, room;
};

static void
add_step (struct path *path, const struct lk_method *method, unsigned line, unsigned depth,
	  const char *text)
{
  if (!method)
    return;
  ROOM (path->steps, path->n, path->room);
  path->steps[path->n++] = (struct lk_loop_step) { { method, line }, text, depth };
}

/* The calls through which the object is there at the store, the first one first.  */
static unsigned
add_context (struct path *path, struct effects *e, const struct leak *leak)
{
  struct program *p = e->p;
  uint32_t calls[MAX_PATH_CALLS];
  const struct loop_effect *store = &p->effects[leak->store];
  unsigned n = lk_heap_flow_calls (p->heap, flow_of (e, leak->object), store->value, calls,
				   MAX_PATH_CALLS);
  for (unsigned i = n; i-- > 0;)
    {
      const struct loop_site *site = &p->sites[calls[i]];
      add_step (path, method_in (p, site->instance), site->line, n - 1 - i,
		format (p, "calling '%s'",
			site->declared ? shown_member (p, site->declared) : "?"));
    }
  return n;
}

/* How the leak is cured.  */
static const char *
cure (const struct program *p, const struct holder *h)
{
  if (h->field == NONE)
    return "; let 'run' return when its work is done";
  if (h->object == p->statics_object && h->field == FIELD_KEPT)
    return "; remove it when the iteration ends";
  const char *name = p->types[p->objects[h->object].type].name;
  if (h->field == FIELD_ELEMENTS && *name != '[')
    return "; remove it when the iteration ends, or keep a weak reference";
  return "; set it to null when the iteration ends, or keep a weak reference";
}

/* Where the holder OBJECT, NAME, was allocated, and the objects that it was made for.  */
static void
add_holder (struct path *path, uint32_t object, const char *name)
{
  struct program *p = path->p;
  const char *text = format (p, "%s is allocated here, outside the %s", name,
			     p->target->blocks ? "loop" : "region");
  while (object != NONE && p->objects[object].instance != NONE)
    {
      uint32_t maker = p->objects[object].instance;
      add_step (path, method_in (p, maker), p->objects[object].line, 0, text);
      object = p->contexts[p->instances[maker].context].object;
      if (object != NONE)
	text = format (p, "for %s, which is allocated here",
		       with_article (p, shown_type (p, p->objects[object].type)));
    }
}

static void
build_path (struct path *path, struct effects *e, const struct holder *h, const struct leak *leak,
	    const char *name)
{
  struct program *p = e->p;
  const struct loop_object *object = &p->objects[leak->object];
  add_step (path, method_in (p, object->instance), object->line, 0,
	    format (p, "%s is allocated here in each iteration",
		    with_article (p, shown_type (p, object->type))));
  if (leak->store != NONE)
    {
      const struct loop_effect *store = &p->effects[leak->store];
      unsigned depth = add_context (path, e, leak);
      const char *where
	= (leak->root == leak->object ? name
	   : format (p, "%s, which %s holds",
		     with_article (p, shown_type (p, p->objects[leak->root].type)), name));
      add_step (path, method_in (p, store->instance), store->line, depth,
		format (p, "it is stored here in %s", where));
    }
  for (size_t i = 1; i < h->n_leaks && i <= MAX_PATH_OTHERS; i++)
    {
      const struct loop_object *other = &p->objects[h->leaks[i].object];
      const char *what = with_article (p, shown_type (p, other->type));
      size_t more = i == MAX_PATH_OTHERS ? h->n_leaks - 1 - i : 0;
      add_step (path, method_in (p, other->instance), other->line, 0,
		more ? format (p, "%s, allocated here, and %zu more are left there as well", what,
			      more)
		: format (p, "%s, allocated here, is left there as well", what));
    }
  if (h->field != NONE)
    add_holder (path, h->object, name);
  add_step (path, p->target->method, p->target->line, 0,
	    format (p, "the %s is here%s", p->target->blocks ? "loop" : "region", cure (p, h)));
}

/* ---- The report.  ---- */

/* Objects of the program first, then by their places.  */
static int
compare (const struct program *p, const struct leak *a, const struct leak *b)
{
  const struct loop_object *x = &p->objects[a->object], *y = &p->objects[b->object];
  bool jdk_x = of_jdk (p, p->types[x->type].type), jdk_y = of_jdk (p, p->types[y->type].type);
  if (jdk_x != jdk_y)
    return jdk_x ? 1 : -1;
  return a->object < b->object ? -1 : a->object > b->object;
}

void
report_holder (struct effects *e, const struct holder *h)
{
  struct program *p = e->p;
  size_t first = 0;
  for (size_t i = 1; i < h->n_leaks; i++)
    if (compare (p, &h->leaks[i], &h->leaks[first]) < 0)
      first = i;
  struct leak leak = h->leaks[first];
  h->leaks[first] = h->leaks[0];
  h->leaks[0] = leak;
  const struct loop_object *object = &p->objects[leak.object];
  const char *name = h->field == NONE ? NULL : holder_name (p, h);
  const char *what = with_article (p, shown_type (p, object->type));
  /* No line: baselines hold when lines move.  The path has it.  */
  const char *loop = format (p, p->target->blocks ? "iteration of the loop in '%s'" : "run of '%s'",
			     shown_member (p, p->target->method));
  const char *text
    = (h->field == NONE
       ? format (p, "each %s starts %s, which does not end", loop, what)
       : format (p, "each %s leaves %s in %s, where it is never read", loop, what, name));
  struct path path = { .p = p };
  build_path (&path, e, h, &leak, name);
  struct lk_loop_finding finding = { .place = { method_in (p, object->instance), object->line },
    .text = text, .key = name ? name : "thread", .n_steps = (unsigned) path.n,
    .steps = path.steps };
  p->host->found (p->host->data, &finding);
  free (path.steps);
}
