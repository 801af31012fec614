/* The methods of the class path that the inputs' code can reach.

   Rapid type analysis, one method at a time: a call reaches the method that it names and, if
   that is virtual, the overriders in the classes that reached code instantiates.  A class that
   is reached runs its static initializer.  Calls of the JDK's methods are not followed: what
   these call back (except a lambda's body) is not seen, nor is reflection.  So the set has too
   many methods if a call never happens, and too few if the JDK or reflection instantiates a
   class or calls a method.  Only classes with a reached method are read with their code.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "hierarchy-internal.h"

/* A method that is called virtually on objects of a type.  */
struct virtual_call
{
  const struct lk_method *declared;
  struct virtual_call *next;
};

/* A class of the class path with methods that are reached.  */
struct reached_class
{
  struct lk_type *type;
  uint8_t *methods;		/* By number: REACHED, SCANNED.  */
  unsigned n_waiting;		/* Methods that are not scanned.  */
};

enum { REACHED = 1, SCANNED = 2 };

struct reach
{
  struct lk_hierarchy *all;
  struct reached_class **classes;	/* In the order met.  */
  size_t n_classes, room;
  size_t *stack;		/* Numbers of classes with waiting methods.  */
  size_t n_stack, stack_room;
};

static size_t
push_index (size_t **list, size_t *count, size_t *room, size_t value)
{
  if (*count == *room)
    {
      *room = lk_more_room (*room, 256);
      *list = lk_xrealloc (*list, *room * sizeof **list);
    }
  (*list)[*count] = value;
  return (*count)++;
}

static struct reached_class *
class_of (struct reach *r, struct lk_type *type)
{
  struct node *node = (struct node *) type;
  if (node->reached)
    return r->classes[node->reached - 1];
  if (r->n_classes == r->room)
    {
      r->room = lk_more_room (r->room, 256);
      r->classes = lk_xrealloc (r->classes, r->room * sizeof *r->classes);
    }
  struct reached_class *c = lk_arena_alloc (r->all->arena, sizeof *c);
  c->type = type;
  c->methods = lk_arena_alloc (r->all->arena, type->class_file->n_methods + 1u);
  r->classes[r->n_classes++] = c;
  node->reached = (uint32_t) r->n_classes;
  return c;
}

/* METHOD runs, if it is one of the class path with code.  */

static void
reach_method (struct reach *r, const struct lk_method *method)
{
  if (!method->has_code)
    return;
  struct lk_type *type = lk_hierarchy_type (r->all, method->owner->name);
  if (!type || !type->is_library || type->class_file != method->owner)
    return;
  struct reached_class *c = class_of (r, type);
  size_t number = (size_t) (method - type->class_file->methods);
  if (c->methods[number])
    return;
  c->methods[number] = REACHED;
  if (!c->n_waiting++)
    push_index (&r->stack, &r->n_stack, &r->stack_room,
		((struct node *) type)->reached - 1);
}

/* TYPE is used: its static initializer runs.  */

static void
touch (struct reach *r, struct lk_type *type)
{
  if (!type->is_library)
    return;
  struct node *node = (struct node *) type;
  if (node->touched)
    return;
  node->touched = true;
  const struct lk_method *initializer
    = lk_class_method (type->class_file, "<clinit>", "()V");
  if (initializer)
    reach_method (r, initializer);
}

/* Reach what an object of class TYPE has for DECLARED.  */

static void
reach_selected (struct reach *r, struct lk_type *type,
		const struct lk_method *declared)
{
  const struct lk_method *method
    = lk_hierarchy_select_method (r->all, type, declared);
  if (method)
    reach_method (r, method);
}

/* Objects of class TYPE are made: they receive all calls on types above it.  */

static void
make (struct reach *r, struct lk_type *type)
{
  struct node *node = (struct node *) type;
  type->instantiated = true;
  if (node->made || !type->class_file)
    return;
  node->made = true;
  touch (r, type);
  struct lk_arena *scratch = lk_arena_new ();
  struct lk_type **above = lk_hierarchy_above (r->all, type, scratch);
  for (; *above; above++)
    for (const struct virtual_call *call = ((struct node *) *above)->calls; call;
	 call = call->next)
      reach_selected (r, type, call->declared);
  lk_arena_free (scratch);
}

/* DECLARED is called on objects of TYPE, of those that are made and will be.  */

static void
call_virtually (struct reach *r, struct lk_type *type,
		const struct lk_method *declared)
{
  struct node *node = (struct node *) type;
  for (const struct virtual_call *call = node->calls; call; call = call->next)
    if (call->declared == declared)
      return;
  struct virtual_call *call = lk_arena_alloc (r->all->arena, sizeof *call);
  call->declared = declared;
  call->next = node->calls;
  node->calls = call;
  struct lk_arena *scratch = lk_arena_new ();
  struct lk_type **below = lk_hierarchy_below (r->all, type, scratch);
  for (; *below; below++)
    if (((struct node *) *below)->made)
      reach_selected (r, *below, declared);
  lk_arena_free (scratch);
}

/* The method or field REF is used.  A method is called on exactly that class if
   EXACT.  */

static void
use_member (struct reach *r, const struct lk_member_ref *ref, bool exact)
{
  struct lk_type *type = lk_hierarchy_type (r->all, ref->class_name);
  if (!type || !type->class_file || !(type->is_library || type->is_input))
    return;
  touch (r, type);
  if (ref->is_field)
    return;
  const struct lk_method *declared
    = lk_hierarchy_resolve_method (r->all, type, ref->name, ref->descriptor);
  if (!declared)
    return;
  reach_method (r, declared);
  if (!exact && ref->name[0] != '<'
      && !(declared->access & (LK_ACC_STATIC | LK_ACC_PRIVATE | LK_ACC_FINAL)))
    call_virtually (r, type, declared);
}

/* The dynamic call at constant INDEX of CLASS makes a lambda: its body runs.  */

static void
use_dynamic (struct reach *r, const struct lk_class *class, unsigned index)
{
  struct lk_dynamic dynamic;
  struct lk_method_handle handle;
  hierarchy_note_lambda (r->all, class, index);
  if (!lk_class_dynamic_at (class, index, &dynamic))
    return;
  for (unsigned i = 0; i < dynamic.bootstrap->n_arguments; i++)
    if (lk_class_method_handle_at (class, dynamic.bootstrap->arguments[i],
				   &handle))
      {
	use_member (r, &handle.member, false);
	struct lk_type *type
	  = (handle.kind == LK_HANDLE_NEW_INVOKE_SPECIAL
	     ? lk_hierarchy_type (r->all, handle.member.class_name) : NULL);
	if (type)
	  make (r, type);
      }
}

static void
scan_method (struct reach *r, const struct lk_class *class,
	     const struct lk_code *code)
{
  uint32_t length;
  for (uint32_t pc = 0;
       pc < code->length && (length = lk_code_instruction_length (code, pc));
       pc += length)
    {
      uint8_t op = code->bytes[pc];
      if (op < OP_GETSTATIC || op > OP_NEW || length < 3)
	continue;
      unsigned index = (unsigned) code->bytes[pc + 1] << 8 | code->bytes[pc + 2];
      struct lk_member_ref ref;
      if (op == OP_NEW)
	{
	  const char *name = lk_class_name_at (class, index);
	  struct lk_type *type = name ? lk_hierarchy_type (r->all, name) : NULL;
	  if (type)
	    make (r, type);
	}
      else if (op == OP_INVOKEDYNAMIC)
	use_dynamic (r, class, index);
      else if (lk_class_member_at (class, index, &ref))
	use_member (r, &ref, op == OP_INVOKESPECIAL || op == OP_INVOKESTATIC);
    }
}

/* Scan the methods of CLASS that wait for it.  To scan one may reach more.  */

struct visit
{
  struct reach *reach;
  struct reached_class *class;
};

static void
scan_class (void *data, const struct lk_class *class)
{
  struct visit *visit = data;
  struct reached_class *c = visit->class;
  unsigned n = c->type->class_file->n_methods;
  while (c->n_waiting)
    for (unsigned i = 0; i < n; i++)
      if (c->methods[i] == REACHED)
	{
	  c->methods[i] |= SCANNED;
	  c->n_waiting--;
	  if (class->methods[i].code)
	    scan_method (visit->reach, class, class->methods[i].code);
	}
}

/* Visit what the code of inputs refers to, called or not, by the constants of CLASS.  */

static void
scan_input (void *data, const struct lk_class *class)
{
  struct reach *r = data;
  for (unsigned i = 1; i < class->n_constants; i++)
    {
      struct lk_member_ref ref;
      uint8_t tag = class->constants[i].tag;
      if ((tag == LK_CONSTANT_FIELD_REF || tag == LK_CONSTANT_METHOD_REF
	   || tag == LK_CONSTANT_INTERFACE_METHOD_REF)
	  && lk_class_member_at (class, i, &ref))
	use_member (r, &ref, false);
    }
}

/* List the reached methods, class by class.  */

static size_t
list_methods (const struct reach *r, struct lk_arena *arena,
	      const struct lk_method ***methods)
{
  size_t count = 0;
  for (size_t i = 0; i < r->n_classes; i++)
    for (unsigned k = 0; k < r->classes[i]->type->class_file->n_methods; k++)
      count += r->classes[i]->methods[k] != 0;
  *methods = lk_arena_alloc_array (arena, count + 1, sizeof **methods);
  count = 0;
  for (size_t i = 0; i < r->n_classes; i++)
    {
      const struct lk_class *file = r->classes[i]->type->class_file;
      for (unsigned k = 0; k < file->n_methods; k++)
	if (r->classes[i]->methods[k])
	  (*methods)[count++] = &file->methods[k];
    }
  return count;
}

size_t
lk_hierarchy_reach (struct lk_hierarchy *all, struct lk_arena *arena,
		    const struct lk_method ***methods)
{
  struct reach reach = { .all = all };
  struct reach *r = &reach;
  for (size_t i = 0; i < all->n_nodes; i++)
    if (all->nodes[i]->type.instantiated)
      make (r, &all->nodes[i]->type);
  size_t n = lk_classpath_n_inputs (all->path);
  for (size_t i = 0; i < n; i++)
    lk_classpath_visit_input (all->path, i, scan_input, r);
  while (r->n_stack)
    {
      struct reached_class *c = r->classes[r->stack[--r->n_stack]];
      struct visit visit = { r, c };
      lk_classpath_visit (all->path, c->type->name, scan_class, &visit);
      /* A class that cannot be read a second time is unknown, and was reported.  */
      c->n_waiting = 0;
    }
  size_t count = list_methods (r, arena, methods);
  free (r->classes);
  free (r->stack);
  return count;
}
