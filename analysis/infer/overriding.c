/* Agreement of classes and their subclasses.

   Overriding and overridden methods: a call by the declared method relies on what every body does.

   An abstract method promises what all of its bodies do.  The methods that override one promise
   what it promises about ownership.

   An abstract class on which nothing must be called leaves it to its subclasses to dispose of a
   field.  If each that objects can be of has a method that does, the field owns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* ---- Up.  ---- */

/* Return true if TEST holds for each overrider of M that has a body, and for one at least.
   *FACT becomes a fact of one of them.  */
static bool
all_bodies (const struct infer_function *m,
	    bool (*test) (const struct infer_function *, const void *data,
			  const struct infer_fact **), const void *data,
	    const struct infer_fact **fact)
{
  bool any = false;
  for (unsigned i = 0; i < m->overriders.n; i++)
    {
      const struct infer_function *o = m->overriders.items[i];
      if (o->is_abstract || !o->has_code)
	continue;
      if (!test (o, data, fact))
	return false;
      any = true;
    }
  return any;
}

static bool
owns_argument (const struct infer_function *m, const void *data, const struct infer_fact **fact)
{
  const struct infer_value *v = &m->args[*(const unsigned *) data];
  *fact = v->fact;
  return v->owning;
}

static bool
keeps_result (const struct infer_function *m, const void *data, const struct infer_fact **fact)
{
  (void) data;
  *fact = m->result.fact;
  return !m->result.owning && !m->result.alias;
}

static bool
disposes_of_field (const struct infer_function *m, const void *data,
		   const struct infer_fact **fact)
{
  return ensures_all (m, data, fact);
}

/* The fields of M's class of which only subclasses dispose.  */
static bool
raise_disposal (struct lk_inference *inf, struct infer_function *m)
{
  bool any = false;
  for (struct infer_class *c = m->owner; c && c->program; c = c->super)
    for (unsigned i = 0; i < c->n_fields; i++)
      {
	struct infer_field *f = c->fields[i];
	const struct infer_fact *fact = NULL;
	if (!f->candidate || f->is_static || !infer_must_of_field (f)
	    || !all_bodies (m, disposes_of_field, f, &fact))
	  continue;
	struct reason r = { "each subclass disposes of it", NULL, 0, { fact, NULL } };
	any |= add_ensure (inf, m, f, infer_must_all (infer_must_of_field (f)), NO_BLOCK, NULL,
			   &r);
      }
  return any;
}

static bool
raise (struct lk_inference *inf, struct infer_function *m)
{
  bool any = false;
  const struct infer_fact *fact = NULL;
  if (!m->program || !m->is_abstract || !m->overriders.n)
    return false;
  for (unsigned i = 1; i < m->n_args; i++)
    if (!m->args[i].owning && !m->args[i].annotated && infer_must_of_value (&m->args[i])
	&& all_bodies (m, owns_argument, &i, &fact))
      {
	struct reason r = { "each method that overrides this one owns it", NULL, 0,
			    { fact, NULL } };
	any |= add_owning_argument (inf, m, i, &r);
      }
  if (m->result.owning && infer_must_of_value (&m->result)
      && all_bodies (m, keeps_result, NULL, &fact))
    {
      struct reason r = { "each method that overrides this one keeps it", NULL, 0,
			  { fact, NULL } };
      any |= add_not_owning (inf, m, &r);
    }
  return raise_disposal (inf, m) || any;
}

/* Return true if a method of C, or of a class between it and F's, disposes of F; *FACT becomes the
   fact that says so.  */
static bool
has_disposal (const struct infer_class *c, const struct infer_field *f,
	      const struct infer_fact **fact)
{
  for (; c && c != f->owner; c = c->super)
    for (unsigned i = 0; i < c->n_methods; i++)
      if (c->methods[i]->program && !c->methods[i]->constructor && !c->methods[i]->is_private
	  && ensures_all (c->methods[i], f, fact))
	return true;
  return false;
}

/* Return true if each class below C that objects can be of has a method that disposes of F, and
   there is one.  */
static bool
subclasses_dispose (const struct infer_class *c, const struct infer_field *f,
		    const struct infer_fact **fact)
{
  bool any = false;
  for (unsigned i = 0; i < c->subclasses.n; i++)
    {
      const struct infer_class *below = c->subclasses.items[i];
      if (!has_disposal (below, f, fact)
	  && (!below->is_abstract || !subclasses_dispose (below, f, fact)))
	return false;
      any = true;
    }
  return any;
}

static bool
raise_fields (struct lk_inference *inf, struct infer_class *c)
{
  bool any = false;
  if (!c->program || !c->is_abstract || infer_must_of_class (c))
    return false;
  for (unsigned i = 0; i < c->n_fields; i++)
    {
      struct infer_field *f = c->fields[i];
      const struct infer_fact *fact = NULL;
      if (f->owning || f->is_static || f->is_private || !infer_must_of_field (f)
	  || !subclasses_dispose (c, f, &fact))
	continue;
      struct reason r = { "each subclass disposes of it", NULL, 0, { fact, NULL } };
      any |= add_owning_field (inf, f, &r);
    }
  return any;
}

/* ---- Down.  ---- */

static bool
lower (struct lk_inference *inf, struct infer_function *m)
{
  bool any = false;
  for (unsigned i = 0; i < m->overriders.n; i++)
    {
      struct infer_function *o = m->overriders.items[i];
      if (!o->program)
	continue;
      for (unsigned k = 1; k < m->n_args && k < o->n_args; k++)
	if (m->args[k].owning && !o->args[k].owning && infer_must_of_value (&o->args[k]))
	  {
	    struct reason r = { "the method that it overrides owns it", NULL, 0,
				{ m->args[k].fact, NULL } };
	    any |= add_owning_argument (inf, o, k, &r);
	  }
      if (!m->result.owning && m->result.fact && o->result.owning && o->is_abstract)
	{
	  struct reason r = { "the method that it overrides keeps it", NULL, 0,
			      { m->result.fact, NULL } };
	  any |= add_not_owning (inf, o, &r);
	}
    }
  return any;
}

bool
agree (struct lk_inference *inf)
{
  bool any = false;
  for (unsigned i = 0; i < inf->classes.n; i++)
    {
      struct infer_class *c = inf->classes.items[i];
      any |= raise_fields (inf, c);
      for (unsigned k = 0; k < c->n_methods; k++)
	{
	  any |= raise (inf, c->methods[k]);
	  any |= lower (inf, c->methods[k]);
	}
    }
  return any;
}
