/* What Java methods and fields promise to the verifier.

   From annotations, known by their simple names as in java-contracts.cc, with
   the defaults of the Resource Leak Checker: results are owned by the caller,
   parameters and fields own nothing, a class must call what the nearest type
   above it says, superclasses before interfaces.  Of library classes without
   annotations the specifications say it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "diagnostic-core.h"

/* Supertypes of supertypes that are asked what must be called.  */
#define MAX_ABOVE 200

#define NEW(TYPE) ((TYPE *) lk_arena_alloc (lk_java->arena, sizeof (TYPE)))

/* ---- Texts of annotations.  ---- */

typedef auto_vec<const char *, 8> text_list;

/* The texts in element ELEMENT of A; a single one stands for an array.  */
static void
texts_in (const struct lk_annotation *a, const char *element, text_list *out)
{
  const struct lk_annotation_value *value
    = a ? lk_annotation_element (a, element) : NULL;
  if (!value)
    return;
  bool several = value->tag == '[';
  const struct lk_annotation_value *values
    = several ? value->u.array.values : value;
  unsigned n = several ? value->u.array.count : 1;
  for (unsigned i = 0; i < n; i++)
    if (values[i].tag == 's')
      out->safe_push (values[i].u.text);
}

/* "close", or "close or shutdown": any of these.  */
static struct lk_must *
must_of_text (const char *text)
{
  struct lk_must *must = NEW (struct lk_must);
  struct lk_name **tail = &must->names;
  char *copy = lk_arena_strdup (lk_java->arena, text);
  for (char *word = strtok (copy, " |,"); word; word = strtok (NULL, " |,"))
    if (strcmp (word, "or") != 0)
      {
	*tail = NEW (struct lk_name);
	(*tail)->name = word;
	tail = &(*tail)->next;
      }
  return must;
}

static const struct lk_must *
must_of_texts (const text_list &texts)
{
  struct lk_must *first = NULL, **tail = &first;
  for (unsigned i = 0; i < texts.length (); i++)
    {
      struct lk_must *must = must_of_text (texts[i]);
      if (!must->names)
	continue;
      *tail = must;
      tail = &must->next;
    }
  return first;
}

const struct lk_must *
lk_java_must_in (const struct lk_annotation *a, const char *element)
{
  text_list texts;
  texts_in (a, element, &texts);
  return must_of_texts (texts);
}

/* ---- What must be called.  ---- */

static bool
closeable (struct lk_type *type)
{
  static struct lk_type *auto_closeable;
  if (!auto_closeable)
    auto_closeable = lk_java_class_named ("java/lang/AutoCloseable")->type;
  return lk_hierarchy_is_subtype (lk_java->hierarchy, type, auto_closeable);
}

/* What the supertypes that a specification names of a missing class say.  */
static bool
must_of_named (const struct lk_type_contract *contract, unsigned *left,
	       const struct lk_must **must)
{
  if (!contract || (*left)-- == 0)
    return false;
  if (contract->has_must && !(contract->kind && contract->kind->lock))
    {
      *must = contract->must;
      return true;
    }
  for (const struct lk_name *super = contract->supers;
       super && *left; super = super->next)
    if (must_of_named (lk_spec_type (lk_contracts_spec (), super->name), left,
		       must))
      return true;
  return false;
}

/* What TYPE says, or else what is above it.  */
static bool
find_must (struct lk_type *type, unsigned *left, const struct lk_must **must)
{
  if ((*left)-- == 0)
    return false;
  const struct lk_class *file = type->class_file;
  const struct lk_annotation *a
    = file ? lk_java_annotation (&file->annotations, "InheritableMustCall")
      : NULL;
  if (a)
    {
      *must = lk_java_must_in (a, "value");
      return true;
    }
  const struct lk_type_contract *contract
    = lk_spec_type (lk_contracts_spec (),
		    lk_binary_name (lk_java->scratch, type->name));
  if (contract && contract->source > LK_SOURCE_USER_SPEC
      && ((file && lk_classpath_is_input (lk_java->classpath, file))
	  || (contract->kind && contract->kind->lock)
	  || (file && contract->has_must && contract->must
	      && !closeable (type))))
    contract = NULL;
  if (contract && contract->has_must)
    {
      *must = contract->must;
      return true;
    }
  if (!file)
    return must_of_named (contract, left, must);
  if (type->super && *left && find_must (type->super, left, must))
    return true;
  for (unsigned i = 0; i < type->n_interfaces && *left; i++)
    if (find_must (type->interfaces[i], left, must))
      return true;
  return false;
}

const struct lk_must *
lk_java_must (struct lk_type *type)
{
  struct lk_java_class *c = lk_java_class_of (type);
  if (c->must_known)
    return c->must;
  c->must_known = true;
  const struct lk_class *file = type->class_file;
  const struct lk_annotation *own
    = file ? lk_java_annotation (&file->annotations, "MustCall") : NULL;
  unsigned left = MAX_ABOVE;
  if (own)
    c->must = lk_java_must_in (own, "value");
  else
    find_must (type, &left, &c->must);
  return c->must;
}

/* The class that the type at *AT in a descriptor is; NULL: no class.  */
static struct lk_type *
class_at (const char **at)
{
  struct lk_java_type type;
  if (!lk_descriptor_next (at, &type) || type.kind != 'L' || type.dimensions)
    return NULL;
  return lk_java_class_named (lk_arena_strndup (lk_java->arena, type.name,
						type.name_length))->type;
}

/* What the type annotations ALL say of a value of class TYPE.  */
static const struct lk_must *
must_of_value (struct lk_type *type, const struct lk_type_annotations *all,
	       uint8_t target, unsigned index)
{
  const struct lk_annotation *a
    = lk_java_annotation_on_type (all, target, index, "MustCall");
  if (a)
    return lk_java_must_in (a, "value");
  return type ? lk_java_must (type) : NULL;
}

/* ---- Fields.  ---- */

static bool
owning_field (const struct lk_field *field)
{
  return (lk_java_annotation (&field->annotations, "Owning")
	  || lk_java_annotation_on_type (&field->type_annotations,
					 LK_TARGET_FIELD, 0, "Owning"));
}

static unsigned
count_owning (struct lk_type *type)
{
  unsigned n = 0;
  for (unsigned depth = 0; type && type->class_file && depth < MAX_ABOVE;
       depth++, type = type->super)
    for (unsigned i = 0; i < type->class_file->n_fields; i++)
      n += owning_field (&type->class_file->fields[i]);
  return n;
}

const struct lk_field_promise *
lk_java_field_promise (const struct lk_class *owner,
		       const struct lk_field *field)
{
  struct lk_java_class *c = lk_java_class_named (owner->name);
  unsigned index = field - owner->fields;
  if (!c->promises)
    c->promises = ((struct lk_field_promise **)
		   lk_arena_alloc_array (lk_java->arena, owner->n_fields,
					 sizeof *c->promises));
  if (c->promises[index])
    return c->promises[index];
  struct lk_field_promise *p = NEW (struct lk_field_promise);
  c->promises[index] = p;
  const char *at = field->descriptor;
  struct lk_type *type = class_at (&at);
  const char *name = lk_java_utf8 (lk_java->arena, field->name);
  char *shown = concat (c->shown, ".", name, NULL);
  p->name = lk_arena_strdup (lk_java->arena, name);
  p->shown = lk_arena_strdup (lk_java->arena, shown);
  free (shown);
  p->type = type ? lk_java_class_of (type)->shown : NULL;
  p->must = must_of_value (type, &field->type_annotations, LK_TARGET_FIELD, 0);
  p->owning = owning_field (field) && !lk_java->options->engine.no_ownership;
  p->is_final = (field->access & LK_ACC_FINAL) != 0;
  p->is_static = (field->access & LK_ACC_STATIC) != 0;
  p->is_private = (field->access & LK_ACC_PRIVATE) != 0;
  p->owner = c;
  p->source = "@Owning";
  if (p->owning)
    {
      p->n_owning = count_owning (c->type);
      p->loc = lk_java_field_place (c, field->name);
    }
  return p;
}

const struct lk_field_promise *
lk_java_field_promise_of (tree decl)
{
  const struct lk_field_promise **p = lk_java->field_promises->get (decl);
  return p ? *p : NULL;
}

const struct lk_field *
lk_java_find_field (struct lk_type *type, const char *name,
		    const struct lk_class **owner)
{
  for (unsigned depth = 0; type && type->class_file && depth < MAX_ABOVE;
       depth++, type = type->super)
    for (unsigned i = 0; i < type->class_file->n_fields; i++)
      if (!strcmp (type->class_file->fields[i].name, name))
	{
	  *owner = type->class_file;
	  return &type->class_file->fields[i];
	}
  return NULL;
}

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
  *type = class_at (&at);
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
  return class_at (&at);
}

/* What TEXT means in an annotation of M.  *TYPE becomes its class, or NULL.  */
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

struct gathering
{
  struct lk_java_method *m;
  struct lk_promise *promise;
  struct lk_ensure **ensures;	/* Tails.  */
  struct lk_creates **creates;
};

static void
add_ensure (struct gathering *g, enum lk_ensure_when when, const char *text,
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
}

static void
of_ensure (struct gathering *g, const struct lk_annotation *a,
	   enum lk_ensure_when when, const char *element, const char *source)
{
  text_list expressions;
  texts_in (a, element, &expressions);
  const struct lk_must *methods = lk_java_must_in (a, "methods");
  if (methods)
    for (unsigned i = 0; i < expressions.length (); i++)
      add_ensure (g, when, expressions[i], methods, source);
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
		 void (*body) (struct gathering *,
			       const struct lk_annotation *),
		 struct gathering *g)
{
  char *list = concat (name, "$List", NULL);
  char *plural = concat (name, "s", NULL);
  if (const struct lk_annotation *a = lk_java_annotation (all, name))
    body (g, a);
  for (unsigned i = 0; i < all->count; i++)
    {
      const struct lk_annotation *a = &all->list[i];
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
ensure_return (struct gathering *g, const struct lk_annotation *a)
{
  of_ensure (g, a, LK_ENSURE_RETURN, "value", "@EnsuresCalledMethods");
}

static void
ensure_exception (struct gathering *g, const struct lk_annotation *a)
{
  of_ensure (g, a, LK_ENSURE_EXCEPTION, "value",
	     "@EnsuresCalledMethodsOnException");
}

static void
ensure_if (struct gathering *g, const struct lk_annotation *a)
{
  of_ensure (g, a, (element_true (a, "result") ? LK_ENSURE_TRUE
		    : LK_ENSURE_FALSE), "expression",
	     "@EnsuresCalledMethodsIf");
}

static void
create (struct gathering *g, const struct lk_annotation *a)
{
  text_list texts;
  texts_in (a, "value", &texts);
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
require (struct gathering *g, const struct lk_annotation *a)
{
  text_list texts;
  texts_in (a, "value", &texts);
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

/* What the annotations of METHOD, M's own or one that it overrides, say of
   what is called.  */
static void
of_postconditions (struct gathering *g, const struct lk_method *method)
{
  if (!g->promise->ensures)
    {
      each_annotation (&method->annotations, "EnsuresCalledMethods",
		       ensure_return, g);
      each_annotation (&method->annotations,
		       "EnsuresCalledMethodsOnException", ensure_exception, g);
      each_annotation (&method->annotations, "EnsuresCalledMethodsIf",
		       ensure_if, g);
    }
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

/* A method that its class must call keeps its word when it throws, too.  */
static void
imply_exceptions (struct gathering *g)
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

/* ---- Generic types.  ---- */

/* Behind the type at AT in a signature.  */
static const char *
behind_type (const char *at)
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

/* The parameter INDEX (from 0) in the signature of METHOD, or its result if
   INDEX is negative; NULL: it has none, or leaves parameters out.  */
static const char *
generic_type (const struct lk_method *method, int index)
{
  const char *at = method->signature;
  at = at ? strchr (at, '(') : NULL;
  if (!at)
    return NULL;
  at++;
  unsigned n = 0;
  const char *wanted = NULL;
  for (; *at && *at != ')'; at = behind_type (at), n++)
    if ((int) n == index)
      wanted = at;
  if (n != lk_descriptor_parameters (method->descriptor) || !*at)
    return NULL;
  return index < 0 ? at + 1 : wanted;
}

static bool
type_variable (const struct lk_method *method, int index)
{
  const char *type = method ? generic_type (method, index) : NULL;
  return type && *type == 'T';
}

/* ---- Containers of one element.  ---- */

/* To close what is in one of these is to close what was put there.  */
static bool
single_container (const char *name)
{
  return (!strcmp (name, "java/util/Optional")
	  || !strcmp (name, "java/util/concurrent/atomic/AtomicReference"));
}

/* What must be called on the element of the container type at AT in a
   signature.  */
static const struct lk_must *
must_of_element (const char *at)
{
  const char *open = at && *at == 'L' ? strchr (at, '<') : NULL;
  if (!open)
    return NULL;
  const char *name = lk_arena_strndup (lk_java->scratch, at + 1,
				       open - at - 1);
  if (!single_container (name))
    return NULL;
  at = open + 1;
  if (*at == '+' || *at == '-')
    at++;
  if (*at != 'L')
    return NULL;
  size_t length = strcspn (at + 1, "<;");
  return lk_java_must (lk_java_class_named
		       (lk_arena_strndup (lk_java->arena, at + 1, length))
		       ->type);
}

static void
add_all (struct gathering *g, enum lk_ensure_when when, int base)
{
  struct lk_ensure *e = NEW (struct lk_ensure);
  e->when = when;
  e->what.base = base;
  e->what.text = "its argument";
  *g->ensures = e;
  g->ensures = &e->next;
}

/* Methods of the JDK that no specification can describe.  */
static void
of_jdk (struct gathering *g)
{
  struct lk_java_method *m = g->m;
  struct lk_promise *p = g->promise;
  const struct lk_class *file = m->owner->type->class_file;
  if (!file || !lk_classpath_is_jdk (lk_java->classpath, file))
    return;
  const char *name = file->name, *member = m->member;
  if (!strcmp (member, "isClosed") && p->n_args == 1)
    add_all (g, LK_ENSURE_TRUE, 0);
  else if (!strcmp (name, "java/util/Objects") && p->n_args)
    {
      if (!strcmp (member, "nonNull"))
	add_all (g, LK_ENSURE_FALSE, 0);
      else if (!strcmp (member, "isNull"))
	add_all (g, LK_ENSURE_TRUE, 0);
      else if (!strcmp (member, "requireNonNull"))
	p->args[0].alias = p->result.alias = p->result.same = true;
    }
  else if ((!strcmp (name, "java/util/zip/ZipFile")
	    && !strcmp (member, "getInputStream"))
	   || (!strcmp (name, "java/lang/Process")
	       && startswith (member, "get")))
    p->result.owning = false;
  else if (single_container (name))
    {
      int from = (p->constructor ? 1 : m->is_static ? 0
		  : startswith (member, "get") || !strcmp (member, "orElseThrow")
		  ? 0 : -1);
      if (from >= 0 && from < (int) p->n_args
	  && !lk_java->options->engine.no_aliases)
	p->args[from].alias = p->result.alias = true;
      if (!strcmp (member, "isPresent"))
	add_all (g, LK_ENSURE_FALSE, 0);
      else if (!strcmp (member, "isEmpty"))
	add_all (g, LK_ENSURE_TRUE, 0);
      p->pure |= !m->is_static && !p->constructor;
    }
}

/* ---- Values.  ---- */

static void
of_parameters (struct gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  unsigned n = lk_descriptor_parameters (g->m->descriptor);
  const char *at = g->m->descriptor + 1;
  for (unsigned i = 0; i < n; i++)
    {
      struct lk_value_promise *arg = &p->args[i + p->has_receiver];
      struct lk_type *type = class_at (&at);
      if (type)
	arg->type = lk_java_class_of (type)->shown;
      if (!method)
	{
	  arg->must = type ? lk_java_must (type) : NULL;
	  continue;
	}
      arg->must = must_of_value (type, &method->type_annotations,
				 LK_TARGET_PARAMETER, i);
      if (i < method->n_parameters && method->parameters[i].name)
	arg->name = lk_java_utf8 (lk_java->arena, method->parameters[i].name);
      if (p->lambda)
	continue;
      arg->variable = type_variable (method, i);
      if (const struct lk_annotation *a
	  = lk_java_annotation_on_type (&method->type_annotations,
					LK_TARGET_PARAMETER, i,
					"CalledMethods"))
	arg->called = lk_java_must_in (a, "value");
      if (lk_java_annotation_on_type (&method->type_annotations,
				      LK_TARGET_PARAMETER, i,
				      "MustCallUnknown"))
	arg->variable = true;
      arg->alias
	= (lk_java_annotation_on_parameter (method, i, n, "MustCallAlias")
	   || lk_java_annotation_on_parameter (method, i, n,
					       "WillCloseWhenClosed"));
      arg->owning
	= (lk_java_annotation_on_parameter (method, i, n, "Owning")
	   || lk_java_annotation_on_parameter (method, i, n, "WillClose"));
      if (arg->alias || arg->owning)
	arg->loc = lk_java_method_place (g->m->owner, method, i);
    }
}

static void
of_aliases (struct gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  bool any = false;
  bool result = lk_java_annotation_on_method (method, "MustCallAlias");
  if (p->has_receiver && !p->constructor)
    p->args[0].alias
      = lk_java_annotation_on_type (&method->type_annotations,
				    LK_TARGET_RECEIVER, 0, "MustCallAlias");
  for (unsigned i = 0; i < p->n_args; i++)
    any |= p->args[i].alias;
  bool is_void = g->m->descriptor[strlen (g->m->descriptor) - 1] == 'V';
  if (!any && result && p->has_receiver && !p->constructor)
    p->args[0].alias = true;
  bool self = (lk_java_annotation (&method->annotations, "ReturnsReceiver")
	       || (lk_java->options->returns_receiver
		   && lk_java_annotation_on_method (method, "This")));
  if (self && p->has_receiver && !p->constructor)
    p->args[0].alias = p->result.same = result = true;
  p->result.alias = (result || any) && (p->constructor || !is_void);
}

static void
of_result (struct gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  struct lk_value_promise *result = &p->result;
  struct lk_type *type;
  if (p->constructor)
    type = g->m->owner->type;
  else
    {
      const char *at = strchr (g->m->descriptor, ')') + 1;
      type = class_at (&at);
    }
  result->type = type ? lk_java_class_of (type)->shown : NULL;
  result->must = type ? lk_java_must (type) : NULL;
  result->owning = true;
  if (!method)
    return;
  result->variable = type_variable (method, -1);
  if (!p->constructor && !result->must && method->signature)
    {
      result->must = must_of_element (generic_type (method, -1));
      result->variable |= result->must != NULL;
    }
  if (lk_java_annotation_on_method (method, "MustCallUnknown"))
    result->variable = true;
  if (const struct lk_annotation *a
      = lk_java_annotation_on_method (method, "MustCall"))
    {
      const struct lk_must *must = lk_java_must_in (a, "value");
      if (must)
	result->must = must;
      else
	result->nothing = true;
    }
  if (lk_java_annotation_on_method (method, "NotOwning"))
    result->owning = false;
  if (method->access & LK_ACC_SYNTHETIC)
    result->owning = false;
}

/* ---- Rows of specifications.  ---- */

static int
argument_of (const struct lk_promise *p, const struct lk_place *place)
{
  return (place->nsel == 0 && place->base >= 1
	  && place->base <= (int) p->n_args ? place->base - 1 : -1);
}

static void
of_row (struct gathering *g, const struct lk_contract *row)
{
  struct lk_promise *p = g->promise;
  bool acquires = false;
  for (const struct lk_clause *c = row->clauses; c; c = c->next)
    {
      int arg = argument_of (p, &c->place);
      int other = argument_of (p, &c->other);
      bool result = (p->constructor ? arg == 0
		     : c->place.base == 0 && c->place.nsel == 0);
      switch (c->role)
	{
	case LK_ROLE_ACQUIRE:
	  if (result)
	    acquires = true;
	  else if (arg == 0 && p->has_receiver
		   && !lk_java->options->engine.no_creates)
	    {
	      struct lk_creates *made = NEW (struct lk_creates);
	      made->what.text = "this";
	      made->must = lk_java_must (g->m->owner->type);
	      *g->creates = made;
	      g->creates = &made->next;
	    }
	  break;
	case LK_ROLE_RELEASE:
	  if (arg > 0 || (arg == 0 && !p->has_receiver))
	    for (enum lk_ensure_when when : { LK_ENSURE_RETURN,
					      LK_ENSURE_EXCEPTION })
	      {
		struct lk_ensure *e = NEW (struct lk_ensure);
		e->when = when;
		e->what.base = arg;
		e->what.text = "its argument";
		e->source = "specification";
		*g->ensures = e;
		g->ensures = &e->next;
	      }
	  break;
	case LK_ROLE_OWN:
	  if (arg >= 0)
	    p->args[arg].owning = true;
	  break;
	case LK_ROLE_ALIAS:
	case LK_ROLE_WRAP:
	  if (result && other >= 0)
	    {
	      p->args[other].alias = p->result.alias = true;
	      p->result.same |= c->role == LK_ROLE_ALIAS;
	    }
	  break;
	default:
	  break;
	}
    }
  if (p->constructor)
    p->result.nothing = (!acquires && !p->result.alias
			 && !lk_java->options->engine.no_creates);
  else if (acquires && !p->result.must)
    p->result.must = must_of_text ("close");
  else if (!acquires)
    p->result.owning = false;
  p->source = row->file ? row->file : "specification";
  p->source_line = row->file ? row->line : 0;
}

/* ---- Effects.  ---- */

/* Methods of the JDK that change no field of anybody.  */
static bool
harmless (const struct lk_java_method *m)
{
  static const char *const classes[]
    = { "java/lang/String", "java/lang/Integer", "java/lang/Long",
	"java/lang/Boolean", "java/lang/Math", "java/lang/Character",
	"java/lang/Double", "java/lang/Float", "java/lang/Byte",
	"java/lang/Short", "java/lang/Class", "java/lang/Number" };
  static const char *const members[]
    = { "getClass", "isClosed", "isOpen", "isConnected", "isBound",
	"hashCode", "equals" };
  const struct lk_class *file = m->owner->type->class_file;
  if (!file || !lk_classpath_is_jdk (lk_java->classpath, file))
    return false;
  for (const char *name : classes)
    if (!strcmp (name, file->name))
      return true;
  for (const char *name : members)
    if (!strcmp (name, m->member))
      return true;
  return !strcmp (file->name, "java/lang/Object");
}

static void
of_effects (struct gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  p->pure = (lk_java_annotation_on_method (method, "SideEffectFree")
	     || lk_java_annotation_on_method (method, "Pure")
	     || harmless (g->m));
  p->keeps_receiver
    = lk_java_annotation_on_method (method, "DoesNotUnrefineReceiver");
  if (const struct lk_annotation *a
      = lk_java_annotation (&method->annotations, "EnsuresCalledMethodsVarargs"))
    p->variable = lk_java_must_in (a, "value");
  else if (const struct lk_annotation *a
	   = lk_java_annotation (&method->annotations,
				 "EnsuresCalledMethodsVarArgs"))
    p->variable = lk_java_must_in (a, "value");
  p->first_variable = p->n_args ? p->n_args - 1 : 0;
  for (unsigned i = 0; i < method->n_exceptions && !p->thrown; i++)
    {
      struct lk_java_class *c = lk_java_class_named (method->exceptions[i]);
      if (!lk_java_ignored (c->type))
	p->thrown = c->shown;
    }
}

/* ---- The whole.  ---- */

static void
inherited (struct gathering *g)
{
  struct lk_java_method *m = g->m;
  if (m->is_static || !strcmp (m->member, "<init>"))
    return;
  struct lk_type **above
    = lk_hierarchy_above (lk_java->hierarchy, m->owner->type,
			  lk_java->scratch);
  for (unsigned i = 1; above[0] && above[i]; i++)
    if (const struct lk_class *file = above[i]->class_file)
      if (const struct lk_method *method
	  = lk_class_method (file, m->member, m->descriptor))
	if (!(method->access & (LK_ACC_STATIC | LK_ACC_PRIVATE)))
	  of_postconditions (g, method);
}

const struct lk_promise *
lk_java_promise (struct lk_java_method *m)
{
  if (m->promise)
    return m->promise;
  struct lk_promise *p = NEW (struct lk_promise);
  m->promise = p;
  struct gathering gathering = { m, p, &p->ensures, &p->creates };
  struct gathering *g = &gathering;
  p->member = m->member;
  p->constructor = !strcmp (m->member, "<init>");
  p->initialiser = !strcmp (m->member, "<clinit>");
  p->name = IDENTIFIER_POINTER (DECL_NAME (lk_java_decl (m)));
  p->has_receiver = !m->is_static;
  p->owner = m->owner;
  p->n_args = lk_descriptor_parameters (m->descriptor) + p->has_receiver;
  p->args = ((struct lk_value_promise *)
	     lk_arena_alloc_array (lk_java->arena, p->n_args + 1,
				   sizeof *p->args));
  const struct lk_method *method = m->method;
  p->lambda = (method && (method->access & LK_ACC_SYNTHETIC)
	       && startswith (m->member, "lambda$"));
  if (method)
    p->loc = lk_java_method_place (m->owner, method, -1);
  of_result (g);
  of_parameters (g);
  if (method)
    {
      of_aliases (g);
      each_annotation (&method->annotations, "RequiresCalledMethods", require,
		       g);
      of_postconditions (g, method);
      inherited (g);
      if (!p->constructor)
	imply_exceptions (g);
      of_effects (g);
    }
  if (method && method->owner)
    p->source = lk_binary_name (lk_java->arena, method->owner->name);
  if (const struct lk_contract *row = lk_java_row (m))
    of_row (g, row);
  if (method)
    of_jdk (g);
  return p;
}

const struct lk_promise *
lk_java_promise_of (void *, struct lk_function *function)
{
  struct lk_java_method *m
    = lk_java_method_by_decl ((tree) function->key);
  return m ? lk_java_promise (m) : NULL;
}

/* ---- Exceptions.  ---- */

struct ignored_exception
{
  const char *name;		/* Internal.  */
  bool below;			/* And all subclasses.  */
};

static vec<struct ignored_exception> ignored_exceptions;
static bool ignored_known;

static void
ignore (const char *name, bool below)
{
  ignored_exceptions.safe_push ({ name, below });
}

static void
ignore_default (void)
{
  static const char *const names[]
    = { "java/lang/Throwable", "java/lang/Error",
	"java/lang/RuntimeException", "java/lang/NullPointerException",
	"java/lang/ClassCircularityError", "java/lang/ClassFormatError",
	"java/lang/NoClassDefFoundError", "java/lang/OutOfMemoryError",
	"java/lang/ClassCastException", "java/lang/ArithmeticException",
	"java/lang/ArrayIndexOutOfBoundsException",
	"java/lang/NegativeArraySizeException",
	"java/io/UnsupportedEncodingException" };
  for (const char *name : names)
    ignore (name, false);
}

/* "default,=java.io.IOException,p.MyException".  */
static void
read_ignored (void)
{
  ignored_known = true;
  const char *text = lk_java->options->ignored_exceptions;
  if (!text)
    {
      ignore_default ();
      return;
    }
  char *copy = lk_arena_strdup (lk_java->arena, text);
  for (char *name = strtok (copy, ", "); name; name = strtok (NULL, ", "))
    {
      if (!strcasecmp (name, "default"))
	{
	  ignore_default ();
	  continue;
	}
      bool exactly = *name == '=';
      name += exactly;
      for (char *p = name; *p; p++)
	if (*p == '.')
	  *p = '/';
      if (!lk_is_class_name (name))
	{
	  warning (0, "%qs in %<ignored-exceptions%> is no name of a class",
		   name);
	  continue;
	}
      ignore (name, !exactly);
    }
}

bool
lk_java_ignored (const struct lk_type *type)
{
  if (!ignored_known)
    read_ignored ();
  for (unsigned i = 0; i < ignored_exceptions.length (); i++)
    {
      const struct ignored_exception *e = &ignored_exceptions[i];
      if (!strcmp (e->name, type->name)
	  || (e->below
	      && lk_hierarchy_is_subtype (lk_java->hierarchy, type,
					  lk_java_class_named (e->name)
					    ->type)))
	return true;
    }
  return false;
}
