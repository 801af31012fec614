/* Types in Java sources, as far as class files keep them: type arguments, method references,
   parameters that promises mention.

   A type parameter promises what its bound does, which is nothing unless it names a class on
   which something must be called.  So a "Supplier<Socket>" is reported, but not a "List<Socket>":
   the owner of the collection owns its elements.  Signatures of classes, fields and methods keep
   their type arguments, LocalVariableTypeTable those of local variables (with -g); "new
   ArrayList<Socket> ()" alone keeps none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* ---- Signatures.  ---- */

const char *
lk_java_behind_type (const char *at)
{
  while (*at == '[')
    at++;
  if (*at != 'L' && *at != 'T')
    return *at ? at + 1 : at;
  unsigned depth = 0;
  for (; *at; at++)
    if (*at == '<')
      depth++;
    else if (*at == '>')
      depth -= depth > 0;
    else if (*at == ';' && depth == 0)
      return at + 1;
  return at;
}

const char *
lk_java_generic_type (const struct lk_method *method, int index)
{
  const char *at = method->signature;
  at = at ? strchr (at, '(') : NULL;
  if (!at)
    return NULL;
  at++;
  unsigned n = 0;
  const char *wanted = NULL;
  for (; *at && *at != ')'; at = lk_java_behind_type (at), n++)
    if ((int) n == index)
      wanted = at;
  if (n != lk_descriptor_parameters (method->descriptor) || !*at)
    return NULL;
  return index < 0 ? at + 1 : wanted;
}

/* ---- Bounds.  ---- */

const char *
lk_behind_bounds (const char *at)
{
  while (*at == ':')
    {
      at++;
      if (*at != ':')
	at = lk_java_behind_type (at);
    }
  return at;
}

const char *
lk_bounds_of (const char *signature, const char *name, size_t length,
	   unsigned *number)
{
  const char *at = signature && *signature == '<' ? signature + 1 : NULL;
  for (unsigned i = 0; at && *at && *at != '>'; i++)
    {
      size_t n = strcspn (at, ":>");
      if (at[n] != ':')
	return NULL;
      if (name ? n == length && !memcmp (at, name, n) : i == *number)
	{
	  *number = i;
	  return at + n;
	}
      at = lk_behind_bounds (at + n);
    }
  return NULL;
}

const struct lk_must *
lk_must_of_class (const char *at)
{
  auto_vec<char, 64> name;
  for (at++; *at && *at != ';';)
    if (*at == '<')
      {
	for (at++; *at && *at != '>';)
	  at = *at == '*' ? at + 1
	       : lk_java_behind_type (at + (*at == '+' || *at == '-'));
	at += *at == '>';
      }
    else
      {
	name.safe_push (*at == '.' ? '$' : *at);
	at++;
      }
  const char *copy
    = lk_arena_strndup (lk_java->arena, name.address (), name.length ());
  if (!strcmp (copy, "java/lang/String") || !strcmp (copy, "java/lang/Class"))
    return NULL;
  return lk_java_must (lk_java_class_named (copy)->type);
}

const struct lk_must *
lk_must_of_bounds (const struct walk *w, const char *at,
		const struct lk_type_annotations *annotations, uint8_t target,
		unsigned number)
{
  for (unsigned i = 0; i < annotations->count; i++)
    {
      const struct lk_type_annotation *a = &annotations->list[i];
      if (a->target != target || a->index != number || a->path_length)
	continue;
      const char *simple = lk_simple_name (a->annotation.type);
      if (!strcmp (simple, "MustCallUnknown;"))
	return &lk_java_must_unknown;
      if (!strcmp (simple, "MustCall;"))
	return lk_java_must_in (&a->annotation, "value");
    }
  /* Of several bounds, only the methods that each of them requires.  */
  const struct lk_must *must = NULL;
  for (unsigned n = 0; *at == ':'; at = lk_java_behind_type (at))
    {
      if (*++at == ':')
	at++;
      const struct lk_must *one
	= (*at == 'L' ? lk_must_of_class (at)
	   : *at == 'T' && w ? lk_must_of_variable (w, at) : NULL);
      if (n++ == 0)
	must = one;
      else if (!one)
	must = NULL;
    }
  return must;
}

const struct lk_must *
lk_must_of_variable (const struct walk *w, const char *at)
{
  const char *name = at + 1;
  size_t length = strcspn (name, ";");
  unsigned number;
  const struct lk_class *file = w->owner->type->class_file;
  if (w->method)
    if (const char *bounds = lk_bounds_of (w->method->signature, name, length,
					&number))
      return lk_must_of_bounds (NULL, bounds, &w->method->type_annotations,
			     LK_TARGET_METHOD_TYPE_BOUND, number);
  const char *bounds = lk_bounds_of (file->signature, name, length, &number);
  return (bounds ? lk_must_of_bounds (NULL, bounds, &file->type_annotations,
				   LK_TARGET_CLASS_TYPE_BOUND, number) : NULL);
}

const struct lk_must *
lk_java_must_of_bound (struct lk_java_class *c, const struct lk_method *method, const char *at)
{
  struct walk w;
  if (!at || *at != 'T')
    return NULL;
  memset (&w, 0, sizeof w);
  w.owner = c;
  w.method = method;
  return lk_must_of_variable (&w, at);
}

/* ---- Elements of collections.  ---- */

bool
lk_java_is_cell (const char *name)
{
  const struct lk_type_contract *c
    = lk_spec_type (lk_contracts_spec (), lk_binary_name (lk_java->scratch, name));
  return c && c->cell;
}

enum lk_java_followed
lk_java_followed (const struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  bool above = file && lk_classpath_is_jdk (lk_java->classpath, file);
  struct lk_type **all = lk_hierarchy_above (lk_java->hierarchy, c->type, lk_java->scratch);
  enum lk_java_followed followed = LK_FOLLOWED_NOT;
  for (unsigned i = 0; all[i] && (i == 0 || above); i++)
    {
      const struct lk_type_contract *contract
	= lk_spec_type (lk_contracts_spec (), lk_binary_name (lk_java->scratch, all[i]->name));
      if (contract && contract->container)
	return LK_FOLLOWED_CONTAINER;
      if (contract && contract->iterator)
	followed = LK_FOLLOWED_VIEW;
    }
  return followed;
}

/* Return what must be called on an object of the type at AT, as W finds variables, unless one of
   ALL for TARGET and INDEX says something else of the part PATH, of LENGTH steps.  */
static const struct lk_must *
must_of_part (const struct walk *w, const char *at, const struct lk_type_annotations *all,
	      uint8_t target, unsigned index, const unsigned char *path, unsigned length)
{
  for (unsigned i = 0; i < all->count; i++)
    {
      const struct lk_type_annotation *a = &all->list[i];
      if (a->target != target || a->index != index || a->path_length != length
	  || memcmp (a->path, path, 2 * length) != 0)
	continue;
      const char *simple = lk_simple_name (a->annotation.type);
      if (!strcmp (simple, "MustCall;"))
	return lk_java_must_in (&a->annotation, "value");
      if (!strcmp (simple, "MustCallUnknown;"))
	return &lk_java_must_unknown;
    }
  return (*at == 'L' ? lk_must_of_class (at) : *at == 'T' ? lk_must_of_variable (w, at) : NULL);
}

/* Return the text of the type of the elements of a collection or an array whose type is at AT, or
   NULL; PATH, of *LENGTH steps, leads there.  */
static const char *
elements_at (const char *at, uint8_t target, unsigned char *path, unsigned *length)
{
  static const unsigned char of_array[] = { 0, 0 }, of_argument[] = { 3, 0, 2, 0 };
  if (*at == '[')
    {
      memcpy (path, of_array, sizeof of_array);
      *length = 1;
      return at + 1;
    }
  size_t n = *at == 'L' ? strcspn (at, "<;") : 0;
  if (!n || at[n] != '<')
    return NULL;
  struct lk_java_class *of
    = lk_java_class_named (lk_arena_strndup (lk_java->arena, at + 1, n - 1));
  /* A cell is its element's alias in a method, and a collection where it lives longer.  */
  if ((lk_java_is_cell (of->type->name) && target != LK_TARGET_FIELD)
      || lk_java_followed (of) != LK_FOLLOWED_CONTAINER)
    return NULL;
  /* Of a map the values.  */
  const char *last = at + n + 1;
  memcpy (path, of_argument, sizeof of_argument);
  for (at = last; *at && *at != '>'; path[1]++)
    {
      last = at;
      at = *at == '*' ? at + 1 : lk_java_behind_type (at + (*at == '+' || *at == '-'));
    }
  path[1]--;
  bool wildcard = *last == '+' || *last == '-';
  *length = 1 + wildcard;
  return *last == '*' || *last == '>' ? NULL : last + wildcard;
}

const struct lk_must *
lk_java_must_of_elements (struct lk_java_class *c, const struct lk_method *method, const char *at,
			  const struct lk_type_annotations *all, uint8_t target, unsigned index)
{
  struct walk w;
  unsigned char path[4];
  unsigned length;
  memset (&w, 0, sizeof w);
  w.owner = c;
  w.method = method;
  at = elements_at (at, target, path, &length);
  return at ? must_of_part (&w, at, all, target, index, path, length) : NULL;
}

struct lk_type *
lk_java_class_of_elements (const char *at, uint8_t target)
{
  unsigned char path[4];
  unsigned length;
  at = elements_at (at, target, path, &length);
  size_t n = at && *at == 'L' ? strcspn (at, "<;") : 0;
  return (n ? lk_java_class_named (lk_arena_strndup (lk_java->arena, at + 1, n - 1))->type
	  : NULL);
}

/* ---- Variables.  ---- */

/* Return the annotation NAME of the type of a variable in the code of M: of LOCAL, a row of M's
   table, or of any if that is NULL.  */
static const struct lk_annotation *
written_on_local (const struct lk_java_method *m, const struct lk_local *local, const char *name)
{
  const struct lk_code *code = lk_code_of (m);
  for (unsigned i = 0; code && i < code->type_annotations.count; i++)
    {
      const struct lk_type_annotation *a = &code->type_annotations.list[i];
      if ((a->target != LK_TARGET_LOCAL && a->target != LK_TARGET_RESOURCE)
	  || a->path_length
	  || strcmp (lk_simple_name (a->annotation.type), name) != 0)
	continue;
      if (!local)
	return &a->annotation;
      for (unsigned k = 0; k < a->n_ranges; k++)
	if (a->ranges[k].start == local->start
	    && a->ranges[k].slot == local->slot)
	  return &a->annotation;
    }
  return NULL;
}

const struct lk_field_promise *
lk_java_cast_promise (const struct lk_java_method *m, unsigned pc)
{
  const struct lk_code *code = lk_code_of (m);
  struct lk_field_promise *p = NULL;
  for (unsigned i = 0; code && i < code->type_annotations.count; i++)
    {
      const struct lk_type_annotation *a = &code->type_annotations.list[i];
      if (a->target != LK_TARGET_CAST || a->index != pc || a->path_length)
	continue;
      const char *name = lk_simple_name (a->annotation.type);
      bool must = !strcmp (name, "MustCall;"), called = !strcmp (name, "CalledMethods;");
      if (!must && !called)
	continue;
      if (!p)
	{
	  p = NEW (struct lk_field_promise);
	  p->cast = true;
	}
      p->name = p->shown = must ? "@MustCall" : "@CalledMethods";
      p->narrowed |= must;
      (must ? p->must : p->called) = lk_java_must_in (&a->annotation, "value");
    }
  return p;
}

bool
lk_java_requires_of_locals (const struct lk_java_method *m)
{
  if (written_on_local (m, NULL, "CalledMethods;"))
    return true;
  const struct lk_code *code = lk_code_of (m);
  for (unsigned i = 0; code && i < code->type_annotations.count; i++)
    {
      const struct lk_type_annotation *a = &code->type_annotations.list[i];
      if (a->target == LK_TARGET_CAST
	  && !strcmp (lk_simple_name (a->annotation.type), "CalledMethods;"))
	return true;
    }
  return false;
}

const struct lk_field_promise *
lk_java_local_promise (const struct lk_java_method *m,
		       const struct lk_local *local)
{
  const struct lk_annotation *must = written_on_local (m, local, "MustCall;");
  const struct lk_annotation *called = written_on_local (m, local, "CalledMethods;");
  if (!must && !called)
    return NULL;
  struct lk_field_promise *p = NEW (struct lk_field_promise);
  p->name = p->shown = lk_java_utf8 (lk_java->arena, local->name);
  p->must = must ? lk_java_must_in (must, "value") : NULL;
  p->narrowed = must != NULL;
  p->called = called ? lk_java_must_in (called, "value") : NULL;
  return p;
}
