/* Must-call sets of classes, fields and values while they are being inferred.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

#define BITS 32

/* ---- Sets as bits.  ---- */

uint32_t
infer_must_all (const struct lk_must *must)
{
  uint32_t all = 0;
  unsigned n = 0;
  for (; must; must = must->next, n++)
    all |= UINT32_C (1) << (n < BITS ? n : BITS - 1);
  return all;
}

static bool
contains (const struct lk_name *names, const char *name)
{
  for (; names; names = names->next)
    if (!strcmp (names->name, name))
      return true;
  return false;
}

uint32_t
infer_must_call (const struct lk_must *must, uint32_t met, const char *name)
{
  /* A member beyond the last bit is never met.  */
  for (unsigned n = 0; must && n < BITS - 1; must = must->next, n++)
    if (contains (must->names, name))
      met |= UINT32_C (1) << n;
  return met;
}

uint32_t
infer_must_each (const struct lk_must *must, uint32_t met, const struct lk_must *methods)
{
  for (; methods; methods = methods->next)
    {
      /* Of several names, what each of them meets.  */
      uint32_t each = methods->names ? UINT32_MAX : 0;
      for (const struct lk_name *n = methods->names; n; n = n->next)
	each &= infer_must_call (must, 0, n->name);
      met |= each;
    }
  return met;
}

struct lk_must *
infer_must_of_name (struct lk_inference *inf, const char *name)
{
  struct lk_must *must = lk_inference_alloc (inf, sizeof *must);
  must->names = lk_inference_alloc (inf, sizeof *must->names);
  must->names->name = name;
  return must;
}

/* ---- What must be called.  ---- */

const struct lk_must *
infer_must_of_class (const struct infer_class *c)
{
  if (c->nothing)
    return NULL;
  if (c->must || c->must_written)
    return c->must;
  if (c->inferred)
    return c->inferred;
  if (c->super && c->super->program)
    {
      const struct lk_must *must = infer_must_of_class (c->super);
      if (must)
	return must;
    }
  for (unsigned i = 0; i < c->n_interfaces; i++)
    if (c->interfaces[i]->program)
      {
	const struct lk_must *must = infer_must_of_class (c->interfaces[i]);
	if (must)
	  return must;
      }
  return NULL;
}

const struct lk_must *
infer_must_of_field (const struct infer_field *f)
{
  return f->must_written ? f->must : f->type ? infer_must_of_class (f->type) : NULL;
}

const struct lk_must *
infer_must_of_value (const struct infer_value *v)
{
  return v->must_written ? v->must : v->type ? infer_must_of_class (v->type) : NULL;
}

/* ---- Promises about fields.  ---- */

struct infer_ensure *
ensure_of (const struct infer_function *fn, const struct infer_field *field)
{
  for (struct infer_ensure *e = fn->ensures; e; e = e->next)
    if (e->field == field)
      return e;
  return NULL;
}

bool
ensures_all (const struct infer_function *fn, const struct infer_field *field,
	     const struct infer_fact **fact)
{
  const struct infer_ensure *e = ensure_of (fn, field);
  const struct lk_must *must = infer_must_of_field (field);
  if (!e || !must)
    return false;
  uint32_t met = infer_must_each (must, e->met, e->methods), all = infer_must_all (must);
  if (fact)
    *fact = e->fact;
  return (met & all) == all;
}

bool
is_plain (const struct infer_function *fn)
{
  return (fn->has_receiver && fn->n_args == 1 && !fn->returns_value && !fn->constructor
	  && (!fn->is_private || !strcmp (fn->member, "close")));
}

bool
must_be_called (const struct infer_function *fn)
{
  for (const struct lk_must *m = infer_must_of_class (fn->owner); m; m = m->next)
    for (const struct lk_name *n = m->names; n; n = n->next)
      if (!strcmp (n->name, fn->member))
	return true;
  return false;
}
