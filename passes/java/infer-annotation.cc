/* Annotations of what was inferred, in the Checker Framework's words.

   Must-call sets with alternatives have no word there; ours is "close or abort".

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer.h"
#include "promise.h"

#define MUST_CALL "Lorg/checkerframework/checker/mustcall/qual/"
#define CALLED "Lorg/checkerframework/checker/calledmethods/qual/"

/* ---- Annotations.  ---- */

/* "close or abort".  */
static const char *
names_text (const struct lk_must *must, bool *disjunctive)
{
  char *text = xstrdup ("");
  for (const struct lk_name *n = must->names; n; n = n->next)
    {
      *disjunctive |= n != must->names;
      char *longer = concat (text, n == must->names ? "" : " or ", n->name, NULL);
      free (text);
      text = longer;
    }
  const char *kept = lk_arena_strdup (lk_java->arena, text);
  free (text);
  return kept;
}

static void
add_must (struct lk_annotation *a, const char *element, const struct lk_must *must,
	  bool *disjunctive)
{
  auto_vec<const char *, 4> texts;
  for (; must; must = must->next)
    texts.safe_push (names_text (must, disjunctive));
  lk_annotation_add_texts (lk_java->arena, a, element, texts.address (), texts.length ());
}

static struct lk_inferred *
add (struct lk_infer *all, struct lk_java_class *owner, const char *package, const char *name,
     const struct infer_fact *fact)
{
  char *type = concat (package, name, ";", NULL);
  struct lk_inferred one;
  memset (&one, 0, sizeof one);
  one.owner = owner;
  one.parameter = -1;
  one.name = name;
  one.fact = fact;
  one.annotation = lk_annotation_new (lk_java->arena, lk_arena_strdup (lk_java->arena, type));
  free (type);
  all->all.safe_push (one);
  return &all->all.last ();
}

/* ---- Facts.  ---- */

static void
of_class (struct lk_infer *all, struct lk_java_class *owner, const struct infer_class *k)
{
  if (!k->fact)
    return;
  struct lk_inferred *one = add (all, owner, MUST_CALL, "InheritableMustCall", k->fact);
  add_must (const_cast<struct lk_annotation *> (one->annotation), "value", k->fact->must,
	    &one->disjunctive);
}

static bool
same_names (const struct lk_must *a, const struct lk_must *b)
{
  for (; a && b; a = a->next, b = b->next)
    {
      const struct lk_name *m = a->names, *n = b->names;
      for (; m && n && !strcmp (m->name, n->name); m = m->next)
	n = n->next;
      if (m || n)
	return false;
    }
  return !a && !b;
}

static bool
is_kept (const struct infer_ensure *e)
{
  return e->fact && !e->fact->dropped;
}

/* One annotation for all fields of which M calls the same methods.  */
static void
of_ensures (struct lk_infer *all, struct lk_java_class *owner, const struct lk_method *method,
	    const struct infer_function *m)
{
  for (const struct infer_ensure *e = m->ensures; e; e = e->next)
    {
      bool first = is_kept (e);
      for (const struct infer_ensure *b = m->ensures; b != e && first; b = b->next)
	first = !is_kept (b) || !same_names (b->fact->must, e->fact->must);
      if (!first)
	continue;
      auto_vec<const char *, 8> fields;
      for (const struct infer_ensure *o = e; o; o = o->next)
	if (is_kept (o) && same_names (o->fact->must, e->fact->must))
	  {
	    char *text = concat ("this.", o->field->name, NULL);
	    fields.safe_push (lk_arena_strdup (lk_java->arena, text));
	    free (text);
	  }
      struct lk_inferred *one = add (all, owner, CALLED, "EnsuresCalledMethods", e->fact);
      struct lk_annotation *a = const_cast<struct lk_annotation *> (one->annotation);
      one->method = method;
      lk_annotation_add_texts (lk_java->arena, a, "value", fields.address (),
			       fields.length ());
      add_must (a, "methods", e->fact->must, &one->disjunctive);
    }
}

/* If argument I of M, which M owns, is the array of its variable arguments, say that all of these
   are disposed of, and return true.  An array itself has no obligation.  */
static bool
of_variable (struct lk_infer *all, struct lk_java_class *owner, const struct infer_function *m,
	     unsigned i)
{
  const struct lk_method *method = ((struct lk_java_method *) m->key)->method;
  const struct infer_value *v = &m->args[i];
  if (!v->elements || v->alias_fact || i + 1 != m->n_args || !(method->access & LK_ACC_VARARGS))
    return false;
  struct lk_inferred *one = add (all, owner, CALLED, "EnsuresCalledMethodsVarargs", v->fact);
  one->method = method;
  one->variable = true;
  add_must (const_cast<struct lk_annotation *> (one->annotation), "value", v->must,
	    &one->disjunctive);
  return true;
}

static void
of_method (struct lk_infer *all, struct lk_java_class *owner, const struct infer_function *m)
{
  const struct lk_method *method = ((struct lk_java_method *) m->key)->method;
  if (m->creates_fact)
    {
      struct lk_inferred *one = add (all, owner, MUST_CALL, "CreatesMustCallFor",
				     m->creates_fact);
      const char *text = "this";
      one->method = method;
      lk_annotation_add_texts (lk_java->arena,
			       const_cast<struct lk_annotation *> (one->annotation), "value",
			       &text, 1);
    }
  of_ensures (all, owner, method, m);
  if (m->has_receiver && m->args[0].fact)
    {
      struct lk_inferred *one = add (all, owner, CALLED, "EnsuresCalledMethods", m->args[0].fact);
      struct lk_annotation *a = const_cast<struct lk_annotation *> (one->annotation);
      const char *text = "this";
      one->method = method;
      lk_annotation_add_texts (lk_java->arena, a, "value", &text, 1);
      add_must (a, "methods", m->args[0].fact->must, &one->disjunctive);
    }
  if (m->result.fact)
    add (all, owner, MUST_CALL, "NotOwning", m->result.fact)->method = method;
  if (m->result.alias_fact)
    add (all, owner, MUST_CALL, "MustCallAlias", m->result.alias_fact)->method = method;
  for (unsigned i = m->has_receiver; i < m->n_args; i++)
    {
      const struct infer_value *v = &m->args[i];
      const struct infer_fact *fact = v->alias_fact ? v->alias_fact : v->fact;
      if (!fact)
	continue;
      if (of_variable (all, owner, m, i))
	continue;
      struct lk_inferred *one = add (all, owner, MUST_CALL,
				     v->alias_fact ? "MustCallAlias" : "Owning", fact);
      one->method = method;
      one->parameter = i - m->has_receiver;
    }
}

void
lk_infer_annotations (struct lk_infer *all)
{
  for (unsigned i = 0; i < all->order.length (); i++)
    {
      const struct infer_class *k = all->order[i];
      struct lk_java_class *owner = (struct lk_java_class *) k->key;
      of_class (all, owner, k);
      for (unsigned j = 0; j < k->n_fields; j++)
	if (k->fields[j]->fact)
	  add (all, owner, MUST_CALL, "Owning", k->fields[j]->fact)->field
	    = (const struct lk_field *) k->fields[j]->key;
      for (unsigned j = 0; j < k->n_methods; j++)
	of_method (all, owner, k->methods[j]);
    }
}

/* ---- For the verifier.  ---- */

/* Forget what was made of the annotations that the outlines had before.  */
static void
forget_promises (void)
{
  unsigned i;
  struct lk_java_class *c;
  FOR_EACH_VEC_ELT (lk_java->class_list, i, c)
    {
      c->must_known = false;
      c->must = NULL;
      c->promises = NULL;
    }
  for (auto it = lk_java->methods->begin (); it != lk_java->methods->end (); ++it)
    for (struct lk_java_method *m : { (*it).second, (*it).second->other })
      if (m)
	{
	  m->promise = NULL;
	  if (m->function)
	    m->function->promise_known = false;
	}
  for (auto it = lk_java->unknown_methods->begin (); it != lk_java->unknown_methods->end ();
       ++it)
    {
      (*it).second->promise = NULL;
      if ((*it).second->function)
	(*it).second->function->promise_known = false;
    }
  lk_java->casts->empty ();
  lk_java->field_promises->empty ();
  FOR_EACH_VEC_ELT (lk_java->class_list, i, c)
    for (unsigned k = 0; c->fields && k < c->type->class_file->n_fields; k++)
      if (c->fields[k])
	lk_java->field_promises->put (c->fields[k],
				      lk_java_field_promise (c->type->class_file,
							     &c->type->class_file->fields[k]));
}

void
lk_infer_apply (struct lk_infer *all)
{
  unsigned i;
  struct lk_inferred *one;
  FOR_EACH_VEC_ELT (all->all, i, one)
    if (one->field)
      lk_annotate_field (lk_java->arena, one->field, one->annotation);
    else if (!one->method)
      {
	lk_annotate_class (lk_java->arena, one->owner->type->class_file, one->annotation);
	one->owner->nothing_inferred = !one->fact->must;
      }
    else if (one->variable)
      /* So it is checked.  */
      lk_annotate_parameter (lk_java->arena, one->method,
			     lk_descriptor_parameters (one->method->descriptor) - 1,
			     lk_annotation_new (lk_java->arena, MUST_CALL "Owning;"));
    else if (one->parameter < 0)
      lk_annotate_method (lk_java->arena, one->method, one->annotation);
    else
      lk_annotate_parameter (lk_java->arena, one->method, one->parameter, one->annotation);
  forget_promises ();
}
