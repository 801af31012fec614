/* Which method a call means, and which bodies it may run.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "hierarchy-internal.h"

/* ---- What a reference means.  ---- */

/* MethodHandle.invoke and its kin take whatever the call gives them.  */

static const struct lk_method *
signature_polymorphic (const struct lk_class *class, const char *name)
{
  const struct lk_method *found = NULL;
  if (strcmp (class->name, "java/lang/invoke/MethodHandle") != 0
      && strcmp (class->name, "java/lang/invoke/VarHandle") != 0)
    return NULL;
  for (unsigned i = 0; i < class->n_methods; i++)
    {
      const struct lk_method *method = &class->methods[i];
      if (!strcmp (method->name, name)
	  && (method->access & LK_ACC_VARARGS)
	  && (method->access & LK_ACC_NATIVE)
	  && !strncmp (method->descriptor, "([Ljava/lang/Object;)", 21))
	found = method;
    }
  return found;
}

/* Return, of the methods in interfaces above TYPE, the one that overrides all others: one with
   a body if CONCRETE.  The first one if several are left.  */

static const struct lk_method *
interface_method (struct lk_hierarchy *all, struct lk_type *type,
		  const char *name, const char *descriptor, bool concrete)
{
  struct lk_arena *scratch = lk_arena_new ();
  struct lk_type **above = lk_hierarchy_above (all, type, scratch);
  const struct lk_method *best = NULL;
  struct lk_type *best_type = NULL;
  for (; *above; above++)
    {
      if (!(*above)->is_interface || !(*above)->class_file)
	continue;
      const struct lk_method *method = lk_class_method ((*above)->class_file,
							name, descriptor);
      if (!method || method->access & (LK_ACC_PRIVATE | LK_ACC_STATIC))
	continue;
      bool abstract = method->access & LK_ACC_ABSTRACT;
      if (!best || lk_hierarchy_is_subtype (all, *above, best_type))
	{
	  best = method;
	  best_type = *above;
	}
      /* An abstract one counts only where it overrides the other.  */
      else if (best->access & LK_ACC_ABSTRACT && !abstract
	       && !lk_hierarchy_is_subtype (all, best_type, *above))
	{
	  best = method;
	  best_type = *above;
	}
    }
  lk_arena_free (scratch);
  if (best && concrete && best->access & LK_ACC_ABSTRACT)
    return NULL;
  return best;
}

const struct lk_method *
lk_hierarchy_resolve_method (struct lk_hierarchy *all, struct lk_type *type,
			     const char *name, const char *descriptor)
{
  for (struct lk_type *at = type; at && at->class_file; at = at->super)
    {
      const struct lk_method *method = lk_class_method (at->class_file, name,
							descriptor);
      /* An interface has only the public methods of Object.  */
      if (method && !(type->is_interface && at != type
		      && !(method->access & LK_ACC_PUBLIC)))
	return method;
      method = signature_polymorphic (at->class_file, name);
      if (method)
	return method;
    }
  return name[0] == '<' ? NULL
	 : interface_method (all, type, name, descriptor, false);
}

const struct lk_field *
lk_hierarchy_resolve_field (struct lk_hierarchy *all, struct lk_type *type,
			    const char *name, const char *descriptor,
			    const struct lk_class **owner)
{
  /* A class, its interfaces, its superclass, its interfaces, ...  */
  for (struct lk_type *at = type; at; at = at->super)
    {
      if (!at->class_file)
	return NULL;
      const struct lk_field *field = lk_class_field (at->class_file, name,
						     descriptor);
      *owner = at->class_file;
      if (field)
	return field;
      for (unsigned i = 0; i < at->n_interfaces; i++)
	{
	  struct lk_type **list;
	  size_t count = hierarchy_walk_up (all, at->interfaces[i], &list);
	  for (size_t j = 0; j < count; j++)
	    {
	      if (!list[j]->is_interface || !list[j]->class_file)
		continue;
	      *owner = list[j]->class_file;
	      field = lk_class_field (list[j]->class_file, name, descriptor);
	      if (field)
		return field;
	    }
	}
    }
  *owner = NULL;
  return NULL;
}

/* ---- What a call runs.  ---- */

static bool
same_package (const char *first, const char *second)
{
  size_t length = (size_t) (lk_simple_name (first) - first);
  return length == (size_t) (lk_simple_name (second) - second)
	 && !strncmp (first, second, length);
}

static bool
can_override (const struct lk_method *method, const struct lk_method *declared)
{
  if (method == declared)
    return true;
  if (method->access & (LK_ACC_PRIVATE | LK_ACC_STATIC)
      || declared->access & LK_ACC_PRIVATE)
    return false;
  return declared->access & (LK_ACC_PUBLIC | LK_ACC_PROTECTED)
	 || same_package (method->owner->name, declared->owner->name);
}

/* The method that runs on an object of class TYPE exactly; *UNKNOWN is set if
   a missing class could have it.  */

static const struct lk_method *
select_method (struct lk_hierarchy *all, struct lk_type *type,
	       const struct lk_method *declared, bool *unknown)
{
  if (declared->access & (LK_ACC_PRIVATE | LK_ACC_STATIC))
    return declared;
  for (struct lk_type *at = type; at; at = at->super)
    {
      const struct lk_method *method
	= at->class_file ? lk_class_method (at->class_file, declared->name,
					    declared->descriptor) : NULL;
      if (method && can_override (method, declared))
	return method->access & LK_ACC_ABSTRACT ? NULL : method;
      if (!at->class_file)
	{
	  *unknown = true;
	  return NULL;
	}
      /* A superclass that was left out.  */
      if (!at->super && at->incomplete && at->class_file->super_name)
	*unknown = true;
    }
  if (*unknown)
    return NULL;
  *unknown |= type->incomplete;
  return interface_method (all, type, declared->name, declared->descriptor,
			   true);
}

const struct lk_method *
lk_hierarchy_select_method (struct lk_hierarchy *all, struct lk_type *type,
			    const struct lk_method *declared)
{
  bool unknown = false;
  return select_method (all, type, declared, &unknown);
}

/* Add METHOD if it is not there; false: there is no room.  */

static bool
add_target (struct lk_targets *targets, const struct lk_method *method,
	    unsigned limit)
{
  for (unsigned i = 0; i < targets->count; i++)
    if (targets->methods[i] == method)
      return true;
  if (targets->count == limit)
    {
      targets->too_many = true;
      targets->complete = false;
      return false;
    }
  targets->methods[targets->count++] = method;
  return true;
}

/* Add what the COUNT classes at LIST run, of all of them or only of those that are
   instantiated; return false if none of them counted.  */

static bool
add_targets (struct lk_hierarchy *all, struct lk_targets *targets,
	     struct lk_type **list, const struct lk_method *declared,
	     bool instantiated, unsigned limit)
{
  bool any = false;
  for (; *list; list++)
    {
      struct lk_type *type = *list;
      if (type->lambdas && declared->access & LK_ACC_ABSTRACT)
	targets->complete = false;
      else if (type->lambdas)
	{
	  /* For a lambda, the interface's own method.  */
	  bool unknown = false;
	  const struct lk_method *method = select_method (all, type, declared,
							  &unknown);
	  any = true;
	  targets->complete &= !unknown;
	  if (method && !add_target (targets, method, limit))
	    break;
	}
      if (instantiated && !type->instantiated)
	continue;
      if (!type->class_file
	  || type->class_file->access & (LK_ACC_INTERFACE | LK_ACC_ABSTRACT))
	{
	  targets->complete &= type->class_file != NULL;
	  continue;
	}
      bool unknown = false;
      const struct lk_method *method = select_method (all, type, declared,
						      &unknown);
      any = true;
      targets->complete &= !unknown;
      if (method && !add_target (targets, method, limit))
	break;
    }
  return any;
}

struct lk_targets
lk_hierarchy_targets (struct lk_hierarchy *all, struct lk_type *type,
		      const char *name, const char *descriptor,
		      unsigned limit, struct lk_arena *arena)
{
  struct lk_targets targets = { 0 };
  const struct lk_method *declared
    = lk_hierarchy_resolve_method (all, type, name, descriptor);
  if (!declared || limit == 0)
    {
      targets.too_many = limit == 0;
      return targets;
    }
  targets.methods = lk_arena_alloc_array (arena, limit,
					  sizeof *targets.methods);
  uint16_t access = type->class_file ? type->class_file->access : 0;
  if (declared->access & (LK_ACC_PRIVATE | LK_ACC_STATIC | LK_ACC_FINAL)
      || !strcmp (name, "<init>"))
    {
      targets.methods[targets.count++] = declared;
      targets.complete = true;
      return targets;
    }
  targets.complete = (type->is_input || type->is_library
		      || access & LK_ACC_FINAL);
  struct lk_arena *scratch = lk_arena_new ();
  struct lk_type **below = lk_hierarchy_below (all, type, scratch);
  bool outside = !type->is_input && access & LK_ACC_FINAL;
  /* A sealed type names all its direct subtypes, which some code instantiates.  */
  bool sealed = type->class_file && type->class_file->n_permitted;
  bool abstract = access & (LK_ACC_INTERFACE | LK_ACC_ABSTRACT);
  targets.open = type->is_library && abstract && !sealed;
  if (outside || !add_targets (all, &targets, below, declared, !sealed, limit))
    {
      targets.guessed = !outside;
      add_targets (all, &targets, below, declared, false, limit);
    }
  /* Some code makes objects of it, or the class would not exist.  */
  bool unknown = false;
  const struct lk_method *own
    = (type->is_library && !abstract
       ? select_method (all, type, declared, &unknown) : NULL);
  if (own)
    add_target (&targets, own, limit);
  lk_arena_free (scratch);
  return targets;
}
