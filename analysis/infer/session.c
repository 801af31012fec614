/* A session of the inference: its records, the facts that were added, and the bodies to look at
   again because of them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "infer-internal.h"

/* ---- Lists.  ---- */

void
list_add (struct infer_list *list, void *item)
{
  if (list->n == list->room)
    {
      list->room = (unsigned) lk_more_room (list->room, 4);
      list->items = lk_xrealloc (list->items, list->room * sizeof *list->items);
    }
  list->items[list->n++] = item;
}

void
list_add_once (struct infer_list *list, void *item)
{
  if (!list->n || list->items[list->n - 1] != item)
    list_add (list, item);
}

void
list_free (struct infer_list *list)
{
  free (list->items);
  list->items = NULL;
  list->n = list->room = 0;
}

/* ---- Records.  ---- */

struct lk_inference *
lk_inference_new (const struct infer_host *host, const struct infer_options *options)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_inference *inf = lk_arena_alloc (arena, sizeof *inf);
  inf->arena = arena;
  inf->host = *host;
  inf->options = *options;
  inf->tail = &inf->facts;
  return inf;
}

void *
lk_inference_alloc (struct lk_inference *inf, size_t size)
{
  return lk_arena_alloc (inf->arena, size);
}

struct infer_function *
function_at (struct lk_inference *inf, struct lk_function *fn)
{
  if (fn->index >= inf->asked_room)
    {
      unsigned room = inf->asked_room;
      inf->asked_room = (unsigned) lk_more_room (fn->index + 1, 64);
      inf->asked = lk_xrealloc (inf->asked, inf->asked_room);
      memset (inf->asked + room, 0, inf->asked_room - room);
    }
  while (inf->by_index.n <= fn->index)
    list_add (&inf->by_index, NULL);
  if (!inf->asked[fn->index])
    {
      inf->asked[fn->index] = 1;
      inf->by_index.items[fn->index] = inf->host.function (inf->host.data, fn);
    }
  return inf->by_index.items[fn->index];
}

static struct field_slot *
field_slot (struct field_slot *slots, unsigned room, const struct lk_field_promise *promise)
{
  /* Only to find it: nothing depends on the order.  */
  size_t at = ((uintptr_t) promise >> 4) * 0x9e3779b1u;
  for (;; at++)
    {
      struct field_slot *slot = &slots[at & (room - 1)];
      if (!slot->promise || slot->promise == promise)
	return slot;
    }
}

struct infer_field *
field_at (struct lk_inference *inf, const struct lk_field_promise *promise)
{
  if (2 * inf->n_fields >= inf->fields_room)
    {
      unsigned room = inf->fields_room ? 2 * inf->fields_room : 256;
      struct field_slot *slots = lk_xmalloc (room * sizeof *slots);
      memset (slots, 0, room * sizeof *slots);
      for (unsigned i = 0; i < inf->fields_room; i++)
	if (inf->fields[i].promise)
	  *field_slot (slots, room, inf->fields[i].promise) = inf->fields[i];
      free (inf->fields);
      inf->fields = slots;
      inf->fields_room = room;
    }
  struct field_slot *slot = field_slot (inf->fields, inf->fields_room, promise);
  if (!slot->promise)
    {
      slot->promise = promise;
      slot->field = inf->host.field (inf->host.data, promise);
      inf->n_fields++;
    }
  return slot->field;
}

void
lk_inference_add_class (struct lk_inference *inf, struct infer_class *c)
{
  list_add (&inf->classes, c);
  if (c->super && c->super->program)
    list_add (&c->super->subclasses, c);
  for (unsigned i = 0; i < c->n_interfaces; i++)
    if (c->interfaces[i]->program)
      list_add (&c->interfaces[i]->subclasses, c);
  for (unsigned i = 0; i < c->n_methods; i++)
    for (unsigned k = 0; k < c->methods[i]->n_overridden; k++)
      list_add (&c->methods[i]->overridden[k]->overriders, c->methods[i]);
}

void
lk_inference_free (struct lk_inference *inf)
{
  for (unsigned i = 0; i < inf->by_index.n; i++)
    if (inf->by_index.items[i])
      {
	struct infer_function *fn = inf->by_index.items[i];
	list_free (&fn->callers);
	list_free (&fn->overriders);
	for (struct infer_ensure *e = fn->ensures; e; e = e->next)
	  {
	    list_free (&e->blocks);
	    list_free (&e->by);
	  }
	if (fn->result.type)
	  list_free (&fn->result.type->users);
	for (unsigned k = 0; k < fn->n_args; k++)
	  if (fn->args[k].type)
	    list_free (&fn->args[k].type->users);
      }
  for (unsigned i = 0; i < inf->fields_room; i++)
    if (inf->fields[i].field)
      {
	list_free (&inf->fields[i].field->users);
	if (inf->fields[i].field->type)
	  list_free (&inf->fields[i].field->type->users);
      }
  for (unsigned i = 0; i < inf->classes.n; i++)
    {
      struct infer_class *c = inf->classes.items[i];
      list_free (&c->users);
      list_free (&c->subclasses);
      for (unsigned k = 0; k < c->n_methods; k++)
	list_free (&c->methods[k]->overriders);
    }
  list_free (&inf->classes);
  list_free (&inf->bodies);
  list_free (&inf->by_index);
  list_free (&inf->queue);
  free (inf->asked);
  free (inf->fields);
  lk_arena_free (inf->arena);
}

/* ---- What has changed.  ---- */

void
look_again (struct lk_inference *inf, struct infer_body *body)
{
  if (!body || body->queued)
    return;
  body->queued = true;
  list_add (&inf->queue, body);
}

void
look_again_all (struct lk_inference *inf, const struct infer_list *list)
{
  for (unsigned i = 0; i < list->n; i++)
    look_again (inf, list->items[i]);
}

void
class_changed (struct lk_inference *inf, struct infer_class *c)
{
  if (c->mark)
    return;
  c->mark = true;
  look_again_all (inf, &c->users);
  for (unsigned i = 0; i < c->subclasses.n; i++)
    class_changed (inf, c->subclasses.items[i]);
  c->mark = false;
}

void
function_changed (struct lk_inference *inf, struct infer_function *fn)
{
  look_again_all (inf, &fn->callers);
  look_again (inf, fn->body);
}

/* ---- Facts.  ---- */

struct infer_fact *
add_fact (struct lk_inference *inf, enum infer_kind kind, struct infer_class *c,
	  struct infer_function *fn, struct infer_field *field, const struct reason *r)
{
  struct infer_fact *f = lk_inference_alloc (inf, sizeof *f);
  f->kind = kind;
  f->class_ = c;
  f->function = fn;
  f->field = field;
  f->why = r->why;
  f->where = r->where;
  f->loc = r->loc;
  f->from[0] = r->from[0];
  f->from[1] = r->from[1];
  *inf->tail = f;
  inf->tail = &f->next;
  return f;
}

bool
add_owning_field (struct lk_inference *inf, struct infer_field *f, const struct reason *r)
{
  if (f->owning || !f->candidate)
    return false;
  f->owning = true;
  f->fact = add_fact (inf, INFER_OWNING_FIELD, f->owner, NULL, f, r);
  look_again_all (inf, &f->users);
  return true;
}

bool
add_owning_argument (struct lk_inference *inf, struct infer_function *fn, unsigned arg,
		     const struct reason *r)
{
  struct infer_value *v = &fn->args[arg];
  if (v->owning || v->alias || v->annotated || !fn->program)
    return false;
  v->owning = true;
  struct infer_fact *f = add_fact (inf, INFER_OWNING_PARAMETER, fn->owner, fn, NULL, r);
  f->arg = arg;
  v->fact = f;
  function_changed (inf, fn);
  return true;
}

bool
add_not_owning (struct lk_inference *inf, struct infer_function *fn, const struct reason *r)
{
  struct infer_value *v = &fn->result;
  if (!v->owning || v->alias || v->annotated || !fn->program || fn->constructor)
    return false;
  v->owning = false;
  v->fact = add_fact (inf, INFER_NOT_OWNING_RESULT, fn->owner, fn, NULL, r);
  function_changed (inf, fn);
  return true;
}

bool
add_argument_alias (struct lk_inference *inf, struct infer_function *fn, unsigned arg,
	   const struct reason *r)
{
  struct infer_value *v = &fn->args[arg];
  if (v->owning || v->alias || v->annotated || fn->result.annotated || fn->result.alias
      || !fn->result.owning || !fn->program || !infer_must_of_value (v) || v->elements)
    return false;
  v->alias = fn->result.alias = true;
  struct infer_fact *f = add_fact (inf, INFER_ALIAS, fn->owner, fn, NULL, r);
  f->arg = arg;
  v->alias_fact = fn->result.alias_fact = f;
  function_changed (inf, fn);
  return true;
}

bool
add_ensure (struct lk_inference *inf, struct infer_function *fn, struct infer_field *field,
	    uint32_t met, uint32_t block, struct infer_function *by, const struct reason *r)
{
  struct infer_ensure *e = ensure_of (fn, field);
  bool known = e && ensures_all (fn, field, NULL);
  if (!e)
    {
      e = lk_inference_alloc (inf, sizeof *e);
      e->field = field;
      struct infer_ensure **tail = &fn->ensures;
      while (*tail)
	tail = &(*tail)->next;
      *tail = e;
    }
  e->met |= met;
  if (block != NO_BLOCK)
    {
      bool listed = false;
      for (unsigned i = 0; i < e->blocks.n && !listed; i++)
	listed = ((uintptr_t) e->blocks.items[i] == block + 1 && e->by.items[i] == by);
      if (!listed)
	{
	  list_add (&e->blocks, (void *) (uintptr_t) (block + 1));
	  list_add (&e->by, by);
	}
    }
  if (known || !ensures_all (fn, field, NULL))
    return false;
  struct infer_fact *f = add_fact (inf, INFER_ENSURES, fn->owner, fn, field, r);
  f->must = infer_must_of_field (field);
  e->fact = f;
  function_changed (inf, fn);
  if (fn->owner == field->owner)
    {
      struct reason because = { "a method of its class disposes of it", fn, r->loc, { f, NULL } };
      add_owning_field (inf, field, &because);
    }
  return true;
}
