/* Annotations of Java methods about calls: which methods have been called on which object when
   they return or throw, what must have been called before, for what they create obligations.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

static bool ensures (const struct lk_promise *p, enum lk_ensure_when a, enum lk_ensure_when b);

/* ---- Expressions.  ---- */

/* A name at *TEXT, which moves behind it; scratch memory, or NULL.  */
static const char *
take_name (const char **text)
{
  const char *start = *text;
  while (ISALNUM (**text) || **text == '_' || **text == '$'
	 || (unsigned char) **text >= 0x80)
    ++*text;
  return (*text == start ? NULL
	  : lk_arena_strndup (lk_java->scratch, start, *text - start));
}

static bool
add_field (struct lk_expression *e, struct lk_type **type, const char *name)
{
  const struct lk_class *owner = NULL;
  const struct lk_field *field
    = *type ? lk_java_find_field (*type, name, &owner) : NULL;
  if (!field || e->n_fields == LK_EXPRESSION_MAX)
    return false;
  bool is_static = (field->access & LK_ACC_STATIC) != 0;
  struct lk_member_ref ref = { owner->name, field->name, field->descriptor,
			       true, false };
  tree decl = lk_java_field (&ref, is_static);
  const char *at = field->descriptor;
  *type = lk_java_class_at (&at);
  if (is_static)
    {
      e->base = LK_EXPRESSION_GLOBAL;
      e->n_fields = 0;
      e->entity = (void *) (uintptr_t) DECL_UID (decl);
      return true;
    }
  e->offsets[e->n_fields] = tree_to_shwi (DECL_FIELD_OFFSET (decl));
  e->fields[e->n_fields++] = lk_java_field_promise (owner, field);
  return true;
}

/* The parameter of METHOD that is called NAME, or -1.  */
static int
parameter_named (const struct lk_method *method, const char *name)
{
  for (unsigned i = 0; i < method->n_parameters; i++)
    if (method->parameters[i].name
	&& !strcmp (method->parameters[i].name, name))
      return i;
  return -1;
}

/* The class of the parameter INDEX, from 0, or NULL.  */
static struct lk_type *
parameter_class (const struct lk_method *method, unsigned index)
{
  const char *at = method->descriptor + 1;
  struct lk_java_type type;
  for (unsigned i = 0; i < index; i++)
    if (!lk_descriptor_next (&at, &type))
      return NULL;
  return lk_java_class_at (&at);
}

/* Read the expression TEXT in an annotation of M.  Set *TYPE to its class, or NULL.  */
static void
read_expression (const struct lk_java_method *m, const char *text,
		 struct lk_expression *e, struct lk_type **type)
{
  e->text = lk_arena_strdup (lk_java->arena,
			     lk_java_utf8 (lk_java->scratch, text));
  e->bad = true;
  *type = m->owner->type;
  unsigned n = lk_descriptor_parameters (m->descriptor);
  int index = -1;
  const char *name = NULL;
  while (*text == ' ')
    text++;
  if (*text == '#')
    {
      char *end;
      index = strtol (text + 1, &end, 10) - 1;
      if (end == text + 1 || index < 0 || index >= (int) n)
	return;
      text = end;
    }
  else if (!(name = take_name (&text)))
    return;
  else if (!strcmp (name, "this") || !strcmp (name, "super"))
    {
      if (m->is_static)
	return;
      e->base = 0;
    }
  else if ((index = parameter_named (m->method, name)) < 0)
    {
      const struct lk_class *owner;
      const struct lk_field *field
	= lk_java_find_field (*type, name, &owner);
      if (!field)
	{
	  /* The class itself: its static fields.  */
	  if (strcmp (name, lk_simple_name (m->owner->shown)) != 0)
	    return;
	  e->base = LK_EXPRESSION_GLOBAL;
	}
      else if ((m->is_static && !(field->access & LK_ACC_STATIC))
	       || !add_field (e, type, name))
	return;
    }
  if (index >= 0)
    {
      e->base = index + !m->is_static;
      *type = parameter_class (m->method, index);
    }
  while (*text == '.')
    {
      text++;
      name = take_name (&text);
      if (!name || !add_field (e, type, name))
	return;
    }
  while (*text == ' ')
    text++;
  e->bad = *text != '\0';
}

/* ---- What is ensured.  ---- */

struct lk_ensure *
lk_java_ensure (struct lk_java_gathering *g, enum lk_ensure_when when, const char *text,
		const struct lk_must *methods, const char *source)
{
  struct lk_ensure *e = NEW (struct lk_ensure);
  struct lk_type *type;
  e->when = when;
  e->methods = methods;
  e->source = source;
  read_expression (g->m, text, &e->what, &type);
  *g->ensures = e;
  g->ensures = &e->next;
  return e;
}

static void
of_ensure (struct lk_java_gathering *g, const struct lk_annotation *a,
	   enum lk_ensure_when when, const char *element, const char *source)
{
  text_list expressions;
  lk_java_texts_in (a, element, &expressions);
  const struct lk_must *methods = lk_java_must_in (a, "methods");
  if (methods)
    for (unsigned i = 0; i < expressions.length (); i++)
      lk_java_ensure (g, when, expressions[i], methods, source);
}

static bool
element_true (const struct lk_annotation *a, const char *element)
{
  const struct lk_annotation_value *value = lk_annotation_element (a, element);
  return (value && value->tag == 'Z' && value->u.constant
	  && value->u.constant->u.integer);
}

/* Call BODY for the annotation NAME, and for all in its containers.  */
static void
each_annotation (const struct lk_annotations *all, const char *name,
		 void (*body) (struct lk_java_gathering *,
			       const struct lk_annotation *),
		 struct lk_java_gathering *g)
{
  if (all->count == 0)
    return;
  char *list = concat (name, "$List", NULL);
  char *plural = concat (name, "s", NULL);
  for (unsigned i = 0; i < all->count; i++)
    {
      const struct lk_annotation *a = &all->list[i];
      struct lk_annotations one = *all;
      one.list = a;
      one.count = 1;
      /* Inference adds several of one name.  */
      if (lk_java_annotation (&one, name))
	body (g, a);
      size_t n = strlen (a->type);
      const struct lk_annotation_value *value
	= lk_annotation_element (a, "value");
      if (!value || value->tag != '[' || a->type[n - 1] != ';')
	continue;
      for (const char *container : { (const char *) list,
				     (const char *) plural })
	{
	  size_t length = strlen (container);
	  if (n < length + 1
	      || memcmp (a->type + n - 1 - length, container, length) != 0)
	    continue;
	  for (unsigned k = 0; k < value->u.array.count; k++)
	    if (value->u.array.values[k].tag == '@')
	      body (g, value->u.array.values[k].u.annotation);
	  break;
	}
    }
  free (list);
  free (plural);
}

static void
ensure_return (struct lk_java_gathering *g, const struct lk_annotation *a)
{
  of_ensure (g, a, LK_ENSURE_RETURN, "value", "@EnsuresCalledMethods");
}

/* "@CollectionFieldDestructor ("this.all")": all that must be called on the elements.  */
static void
ensure_elements (struct lk_java_gathering *g, const struct lk_annotation *a)
{
  text_list expressions;
  lk_java_texts_in (a, "value", &expressions);
  for (unsigned i = 0; i < expressions.length (); i++)
    lk_java_ensure (g, LK_ENSURE_RETURN, expressions[i], NULL, "@CollectionFieldDestructor");
}

static void
ensure_exception (struct lk_java_gathering *g, const struct lk_annotation *a)
{
  of_ensure (g, a, LK_ENSURE_EXCEPTION, "value",
	     "@EnsuresCalledMethodsOnException");
}

static void
ensure_if (struct lk_java_gathering *g, const struct lk_annotation *a)
{
  of_ensure (g, a, (element_true (a, "result") ? LK_ENSURE_TRUE
		    : LK_ENSURE_FALSE), "expression",
	     "@EnsuresCalledMethodsIf");
}

static void
create (struct lk_java_gathering *g, const struct lk_annotation *a)
{
  text_list texts;
  lk_java_texts_in (a, "value", &texts);
  struct lk_creates *c = NEW (struct lk_creates);
  struct lk_type *type;
  read_expression (g->m, texts.length () ? texts[0] : "this", &c->what, &type);
  if (c->what.n_fields)
    c->must = c->what.fields[c->what.n_fields - 1]->must;
  else if (type)
    c->must = lk_java_must (type);
  *g->creates = c;
  g->creates = &c->next;
}

static void
require (struct lk_java_gathering *g, const struct lk_annotation *a)
{
  text_list texts;
  lk_java_texts_in (a, "value", &texts);
  const struct lk_must *methods = lk_java_must_in (a, "methods");
  for (unsigned i = 0; methods && i < texts.length (); i++)
    {
      struct lk_requires *r = NEW (struct lk_requires);
      struct lk_type *type;
      r->methods = methods;
      read_expression (g->m, texts[i], &r->what, &type);
      r->next = g->promise->requires_;
      g->promise->requires_ = r;
    }
}

static bool
ensures (const struct lk_promise *p, enum lk_ensure_when a,
	 enum lk_ensure_when b)
{
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->when == a || e->when == b)
      return true;
  return false;
}

void
lk_java_postconditions (struct lk_java_gathering *g, const struct lk_method *method)
{
  /* An annotation replaces the inherited ones of its sort.  */
  bool returning = ensures (g->promise, LK_ENSURE_RETURN, LK_ENSURE_RETURN);
  bool throwing
    = ensures (g->promise, LK_ENSURE_EXCEPTION, LK_ENSURE_EXCEPTION);
  bool conditional = ensures (g->promise, LK_ENSURE_TRUE, LK_ENSURE_FALSE);
  if (!returning)
    {
      each_annotation (&method->annotations, "EnsuresCalledMethods", ensure_return, g);
      each_annotation (&method->annotations, "CollectionFieldDestructor", ensure_elements, g);
    }
  if (!throwing)
    each_annotation (&method->annotations, "EnsuresCalledMethodsOnException",
		     ensure_exception, g);
  if (!conditional)
    each_annotation (&method->annotations, "EnsuresCalledMethodsIf",
		     ensure_if, g);
  if (!g->promise->creates && !lk_java->options->engine.no_creates)
    each_annotation (&method->annotations, "CreatesMustCallFor", create, g);
}

static bool
must_name (const struct lk_must *must, const char *name)
{
  for (; must; must = must->next)
    for (const struct lk_name *n = must->names; n; n = n->next)
      if (!strcmp (n->name, name))
	return true;
  return false;
}

void
lk_java_of_overloads (struct lk_java_gathering *g)
{
  struct lk_java_method *m = g->m;
  const struct lk_class *file = m->owner->type->class_file;
  if (m->is_static || (m->method->access & (LK_ACC_PRIVATE | LK_ACC_SYNTHETIC | LK_ACC_BRIDGE))
      || ensures (g->promise, LK_ENSURE_RETURN, LK_ENSURE_RETURN)
      || !must_name (lk_java_must (m->owner->type), m->member))
    return;
  for (unsigned i = 0; file && i < file->n_methods; i++)
    if (&file->methods[i] != m->method && !strcmp (file->methods[i].name, m->member)
	&& !(file->methods[i].access & (LK_ACC_SYNTHETIC | LK_ACC_BRIDGE | LK_ACC_STATIC)))
      {
	struct lk_ensure **first = g->ensures;
	each_annotation (&file->methods[i].annotations, "EnsuresCalledMethods", ensure_return, g);
	while (struct lk_ensure *e = *first)
	  {
	    e->overload = true;
	    if (e->what.base == 0 && e->what.n_fields)
	      first = &e->next;
	    else
	      *first = e->next;
	  }
	g->ensures = first;
      }
}

void
lk_java_imply_exceptions (struct lk_java_gathering *g)
{
  if (!must_name (lk_java_must (g->m->owner->type), g->m->member))
    return;
  struct lk_ensure **written = g->ensures;
  for (struct lk_ensure **e = &g->promise->ensures; e != written;
       e = &(*e)->next)
    if ((*e)->when == LK_ENSURE_RETURN)
      {
	struct lk_ensure *copy = NEW (struct lk_ensure);
	*copy = **e;
	copy->when = LK_ENSURE_EXCEPTION;
	copy->implied = true;
	copy->next = NULL;
	*g->ensures = copy;
	g->ensures = &copy->next;
      }
}

void
lk_java_preconditions (struct lk_java_gathering *g,
		       const struct lk_method *method)
{
  each_annotation (&method->annotations, "RequiresCalledMethods", require, g);
}
