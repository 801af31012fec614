/* Promises of methods whose result is of a type variable, as a cast of the result makes it.

   "T get ()" promises nothing of T.  A cast behind the call, which a compiler writes where the
   source has none, names the class, and what must be called on its objects must be called on
   the result; unless the value of an argument decides the class, or the types that are written in
   the method and its class say that nothing must be called on it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* Return true if some type that is written in M, or of a field of its class, has an argument
   of class TYPE on which nothing must be called: "List<@MustCall Socket>".  */
static bool
nothing_of (const struct lk_java_method *m, struct lk_type *type)
{
  struct walk w;
  memset (&w, 0, sizeof w);
  w.owner = m->owner;
  w.sought = type;
  const struct lk_code *code = lk_code_of (m);
  lk_walk_method (&w, m->method);
  lk_walk_fields (&w, m->owner->type->class_file);
  if (code)
    lk_walk_locals (&w, m->method, code);
  return w.found;
}

/* The result of METHOD is of a type variable of its own, one that the value of a
   parameter decides: "<T> T id (T)".  */
static bool
decided_by_arguments (const struct lk_method *method)
{
  const char *result = lk_java_generic_type (method, -1);
  size_t length = strcspn (result, ";") + 1;
  if (*method->signature != '<')
    return false;
  for (const char *at = strchr (method->signature, '(') + 1; *at && *at != ')';
       at = lk_java_behind_type (at))
    if (!strncmp (at, result, length))
      return true;
  return false;
}

struct lk_java_method *
lk_java_as (struct lk_java_method *m, const struct lk_java_method *around,
	    const char *name)
{
  const struct lk_promise *p = lk_java_promise (m);
  if (!p->result.variable || p->result.must || !p->result.owning
      || p->result.alias || !name || *name == '[' || !m->method)
    return m;
  struct lk_java_class *c = lk_java_class_named (name);
  const struct lk_must *must = lk_java_must (c->type);
  /* The class of an object made by reflection is unknown.  */
  if (!must || !strcmp (m->owner->type->name, "java/lang/Class")
      || !strcmp (m->owner->type->name, "java/lang/reflect/Constructor")
      || decided_by_arguments (m->method)
      || nothing_of (around, c->type))
    return m;
  lk_dispatch_hash::value_type key (c->type, m->method);
  if (struct lk_java_method **known = lk_java->casts->get (key))
    return *known;
  struct lk_java_method *as = NEW (struct lk_java_method);
  struct lk_promise *promise = NEW (struct lk_promise);
  *as = *m;
  *promise = *p;
  promise->result.must = must;
  promise->result.type = c->shown;
  as->decl = NULL;
  as->function = NULL;
  as->body = false;
  as->index = 0;
  as->promise = promise;
  lk_java->casts->put (key, as);
  return as;
}
