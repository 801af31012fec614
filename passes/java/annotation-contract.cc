/* Contracts and suppressions from annotations in class files.

   Annotations are known by their simple names, in any package: JSR 305's, JDT's, Error
   Prone's, FindBugs's and the Checker Framework's occur in programs, and some programs keep
   copies of their own.  Both those of declarations and those of types count.

   An annotation overrides a specification and the apparent effect of the body, because the
   author of the code wrote it.  For places without an annotation, those apply.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

/* ---- Reading.  ---- */

static bool
has_simple_name (const struct lk_annotation *a, const char *name)
{
  /* "Lorg/x/Owning;", or "Lorg/X$Owning;".  */
  size_t n = strlen (a->type), length = strlen (name);
  if (n < length + 2 || a->type[n - 1] != ';'
      || memcmp (a->type + n - 1 - length, name, length) != 0)
    return false;
  char before = a->type[n - 2 - length];
  return before == '/' || before == '$' || n == length + 2;
}

static const struct lk_annotation *
find_named (const struct lk_annotations *all, const char *name)
{
  for (unsigned i = 0; i < all->count; i++)
    if (has_simple_name (&all->list[i], name))
      return &all->list[i];
  return NULL;
}

/* Return true if A is about a whole type.  That of an inner class, "Outer.@A Inner", stands on
   the way into the class around it.  */
static bool
of_whole_type (const struct lk_type_annotation *a)
{
  for (int i = 0; i < a->path_length; i++)
    if (a->path[2 * i] != 1)
      return false;
  return true;
}

/* One of the types that TARGET and INDEX say, as a whole.  */
static const struct lk_annotation *
find_on_type (const struct lk_type_annotations *all, uint8_t target,
	      unsigned index, const char *name)
{
  for (unsigned i = 0; i < all->count; i++)
    if (all->list[i].target == target && all->list[i].index == index
	&& of_whole_type (&all->list[i])
	&& has_simple_name (&all->list[i].annotation, name))
      return &all->list[i].annotation;
  return NULL;
}

/* On METHOD, or on the type of its result.  */
static const struct lk_annotation *
on_method (const struct lk_method *method, const char *name)
{
  const struct lk_annotation *a = find_named (&method->annotations, name);
  return a ? a : find_on_type (&method->type_annotations, LK_TARGET_RETURN, 0,
			       name);
}

/* Parameters that a compiler added in front, which rows of annotations leave
   out: N of the descriptor, ROWS of the annotations.  */
static unsigned
left_out (const struct lk_parameter_annotations *all, unsigned n)
{
  return all->count && all->count < n ? n - all->count : 0;
}

/* On parameter INDEX of the N in the descriptor.  */
static const struct lk_annotation *
on_parameter (const struct lk_method *method, unsigned index, unsigned n,
	      const char *name)
{
  const struct lk_parameter_annotations *both[]
    = { &method->visible_parameter_annotations,
	&method->invisible_parameter_annotations };
  unsigned added = 0;
  for (const struct lk_parameter_annotations *all : both)
    {
      unsigned first = left_out (all, n);
      added = MAX (added, first);
      if (index >= first && index - first < all->count)
	if (const struct lk_annotation *a
	    = find_named (&all->parameters[index - first], name))
	  return a;
    }
  return (index < added ? NULL
	  : find_on_type (&method->type_annotations, LK_TARGET_PARAMETER,
			  index - added, name));
}

/* Call BODY for each text in element NAME of A; a single one stands for an
   array of one.  Returns how many there are.  */
static unsigned
each_text (const struct lk_annotation *a, const char *element,
	   bool (*body) (const char *text, void *data), void *data, bool *any)
{
  const struct lk_annotation_value *value = lk_annotation_element (a, element);
  if (!value)
    return 0;
  const struct lk_annotation_value *values = value;
  unsigned n = 1;
  if (value->tag == '[')
    {
      values = value->u.array.values;
      n = value->u.array.count;
    }
  for (unsigned i = 0; i < n; i++)
    if (values[i].tag == 's' && body (values[i].u.text, data))
      *any = true;
  return n;
}

static bool
equals (const char *text, void *data)
{
  return !strcmp (text, (const char *) data);
}

/* Element ELEMENT of A has TEXT in it.  */
static bool
says (const struct lk_annotation *a, const char *element, const char *text)
{
  bool any = false;
  each_text (a, element, equals, const_cast<char *> (text), &any);
  return any;
}

/* ---- Silence.  ---- */

/* FindBugs's names for leaks: patterns, their abbreviations, categories.  A
   text stands for all that begin with it.  */
static bool
means_leaks (const char *text, void *)
{
  static const char *const names[]
    = { "OS_OPEN_STREAM_EXCEPTION_PATH",
	"ODR_OPEN_DATABASE_RESOURCE_EXCEPTION_PATH",
	"OBL_UNSATISFIED_OBLIGATION_EXCEPTION_EDGE",
	"UL_UNRELEASED_LOCK_EXCEPTION_PATH", "BAD_PRACTICE", "EXPERIMENTAL",
	"MT_CORRECTNESS", "leakcheck", "resource" };
  for (const char *name : names)
    if (*text && !strncasecmp (name, text, strlen (text)))
      return true;
  return false;
}

static bool
ask_for_silence (const struct lk_annotations *all)
{
  if (find_named (all, "LeakcheckSuppress"))
    return true;
  static const char *const names[]
    = { "SuppressFBWarnings", "SuppressWarnings" };
  for (const char *name : names)
    if (const struct lk_annotation *a = find_named (all, name))
      {
	/* java.lang.SuppressWarnings is in no class file; FindBugs's former
	   annotation of that name is.  */
	bool any = false;
	if (each_text (a, "value", means_leaks, NULL, &any) == 0 || any)
	  return true;
      }
  return false;
}

bool
lk_java_field_takes (const struct lk_field *field)
{
  return (ask_for_silence (&field->annotations)
	  || find_named (&field->annotations, "Owning")
	  || find_on_type (&field->type_annotations, LK_TARGET_FIELD, 0,
			   "Owning"));
}

/* The class around the member class FILE, or NULL.  */
static const char *
outer_class (const struct lk_class *file)
{
  for (unsigned i = 0; i < file->n_inner_classes; i++)
    if (!strcmp (file->inner_classes[i].name, file->name))
      return file->inner_classes[i].outer;
  return NULL;
}

static bool
class_suppressed (struct lk_java_class *c)
{
  if (c->asked)
    return c->suppressed;
  c->asked = true;
  const struct lk_class *file = c->type->class_file;
  /* A class file can name itself as what encloses it.  */
  hash_set<const struct lk_class *> seen;
  while (file && !seen.add (file))
    {
      if (ask_for_silence (&file->annotations))
	c->suppressed = true;
      const char *outer = (file->enclosing_class ? file->enclosing_class
			   : outer_class (file));
      if (!outer || c->suppressed)
	break;
      const struct lk_class *around
	= lk_java_class_named (outer)->type->class_file;
      if (around && file->enclosing_method)
	{
	  const struct lk_method *method
	    = lk_class_method (around, file->enclosing_method,
			       file->enclosing_descriptor);
	  if (method && ask_for_silence (&method->annotations))
	    c->suppressed = true;
	}
      file = around;
    }
  return c->suppressed;
}

static bool
method_suppressed (const struct lk_java_method *m)
{
  hash_set<const struct lk_java_method *> seen;
  while (m && m->method && !seen.add (m))
    {
      if (ask_for_silence (&m->method->annotations)
	  || class_suppressed (m->owner))
	return true;
      m = m->around;
    }
  return false;
}

/* ---- Promises.  ---- */

/* A contract being put together.  */
struct promise
{
  struct lk_contract contract;
  struct lk_clause **tail;
  bool any;
};

static struct lk_clause *
add_promised_clause (struct promise *p, enum lk_role role, int base)
{
  struct lk_clause *clause
    = ((struct lk_clause *)
       lk_arena_alloc (lk_java->arena, sizeof *clause));
  clause->role = role;
  clause->place.base = base;
  if (role == LK_ROLE_RELEASE || role == LK_ROLE_OWN)
    clause->any_kind = true;
  *p->tail = clause;
  p->tail = &clause->next;
  p->any = true;
  return clause;
}

/* The kind of resource that objects of class NAME are.  */
static const struct lk_kind *
kind_of_class (const char *name)
{
  struct lk_type *type = lk_hierarchy_type (lk_java->hierarchy, name);
  struct lk_spec *spec = lk_contracts_spec ();
  if (type)
    {
      struct lk_type **above
	= lk_hierarchy_above (lk_java->hierarchy, type, lk_java->scratch);
      for (unsigned i = 0; above[i]; i++)
	{
	  const struct lk_type_contract *contract
	    = lk_spec_type (spec, lk_binary_name (lk_java->scratch,
						  above[i]->name));
	  if (contract && contract->kind)
	    return contract->kind;
	}
    }
  return lk_spec_closeable (spec);
}

static const struct lk_kind *
kind_of_result (const struct lk_method *method)
{
  const char *result = strchr (method->descriptor, ')') + 1;
  struct lk_java_type type;
  if (!lk_descriptor_next (&result, &type) || type.kind != 'L'
      || type.dimensions)
    return lk_spec_closeable (lk_contracts_spec ());
  return kind_of_class (lk_arena_strndup (lk_java->scratch, type.name,
					  type.name_length));
}

/* Return the MustCall of the class or its constructor, which holds for all objects.  */
static const struct lk_annotation *
must_call (const struct lk_class *file)
{
  const struct lk_annotation *a = find_named (&file->annotations,
					      "InheritableMustCall");
  return a ? a : find_named (&file->annotations, "MustCall");
}

static bool
not_empty (const char *text, void *)
{
  return *text != '\0';
}

/* The class is a resource, and it is not said apart who makes one.  */
static bool
always_cleaned_up (const struct lk_class *file)
{
  if (!find_named (&file->annotations, "CleanupObligation"))
    return false;
  for (unsigned i = 0; i < file->n_methods; i++)
    if (find_named (&file->methods[i].annotations, "CreatesObligation"))
      return false;
  return true;
}

static void
of_constructor (struct promise *p, const struct lk_method *method)
{
  const struct lk_class *file = method->owner;
  const struct lk_annotation *a = on_method (method, "MustCall");
  if (!a)
    a = must_call (file);
  bool acquires = (on_method (method, "MustBeClosed")
		   || on_method (method, "CreatesObligation")
		   || always_cleaned_up (file));
  if (!acquires && a)
    {
      each_text (a, "value", not_empty, NULL, &acquires);
      if (!acquires)
	add_promised_clause (p, LK_ROLE_BORROW, 1);
    }
  if (acquires)
    add_promised_clause (p, LK_ROLE_ACQUIRE, 1)->kind = kind_of_class (file->name);
}

static void
of_result (struct promise *p, const struct lk_method *method)
{
  char result = strchr (method->descriptor, ')')[1];
  if (on_method (method, "DischargesObligation")
      && !(method->access & LK_ACC_STATIC))
    add_promised_clause (p, LK_ROLE_RELEASE, 1);
  else if (const struct lk_annotation *a = must_call (method->owner))
    if (!(method->access & LK_ACC_STATIC) && says (a, "value", method->name))
      add_promised_clause (p, LK_ROLE_RELEASE, 1);
  if (result != 'L')
    return;
  if (on_method (method, "NotOwning"))
    add_promised_clause (p, LK_ROLE_BORROW, 0);
  else if (on_method (method, "Owning") || on_method (method, "MustBeClosed")
	   || on_method (method, "CreatesObligation"))
    add_promised_clause (p, LK_ROLE_ACQUIRE, 0)->kind = kind_of_result (method);
}

/* The result or the new object is one more handle on parameter BASE.  */
static void
wrap (struct promise *p, const struct lk_method *method, int base)
{
  bool constructor = !strcmp (method->name, "<init>");
  if (constructor || strchr (method->descriptor, ')')[1] == 'L')
    add_promised_clause (p, LK_ROLE_WRAP, constructor ? 1 : 0)->other.base = base;
}

static void
of_parameters (struct promise *p, const struct lk_method *method)
{
  unsigned n = lk_descriptor_parameters (method->descriptor);
  bool is_static = (method->access & LK_ACC_STATIC) != 0;
  if (method->visible_parameter_annotations.count == 0
      && method->invisible_parameter_annotations.count == 0
      && method->type_annotations.count == 0)
    return;
  for (unsigned i = 0; i < n; i++)
    {
      int base = i + 1 + !is_static;
      if (on_parameter (method, i, n, "MustCallAlias")
	  || on_parameter (method, i, n, "PolyMustCall")
	  || on_parameter (method, i, n, "WillCloseWhenClosed"))
	wrap (p, method, base);
      else if (on_parameter (method, i, n, "Owning"))
	add_promised_clause (p, LK_ROLE_OWN, base);
      else if (on_parameter (method, i, n, "WillClose"))
	add_promised_clause (p, LK_ROLE_RELEASE, base);
      else if (on_parameter (method, i, n, "NotOwning")
	       || on_parameter (method, i, n, "WillNotClose"))
	add_promised_clause (p, LK_ROLE_BORROW, base);
    }
}

/* "EnsuresCalledMethods (value = "#1", methods = "close")": the methods that
   release anything are those called close.  */
static void
of_called_methods (struct promise *p, const struct lk_method *method)
{
  const struct lk_annotation *a = find_named (&method->annotations,
					      "EnsuresCalledMethods");
  if (!a || !says (a, "methods", "close"))
    return;
  unsigned n = lk_descriptor_parameters (method->descriptor);
  bool is_static = (method->access & LK_ACC_STATIC) != 0;
  for (unsigned i = 0; i < n; i++)
    {
      char text[16];
      snprintf (text, sizeof text, "#%u", i + 1);
      if (says (a, "value", text))
	add_promised_clause (p, LK_ROLE_RELEASE, i + 1 + !is_static);
    }
  if (!is_static && says (a, "value", "this"))
    add_promised_clause (p, LK_ROLE_RELEASE, 1);
}

static void
of_method (struct promise *p, const struct lk_method *method)
{
  of_parameters (p, method);
  of_called_methods (p, method);
  if (!strcmp (method->name, "<init>"))
    of_constructor (p, method);
  else
    of_result (p, method);
}

/* Return the annotations of the methods that M overrides, nearest first.  */
static void
inherited_contract (struct promise *p, const struct lk_java_method *m)
{
  struct lk_type **above
    = lk_hierarchy_above (lk_java->hierarchy, m->owner->type,
			  lk_java->scratch);
  for (unsigned i = 1; above[0] && above[i] && !p->any; i++)
    if (const struct lk_class *file = above[i]->class_file)
      if (const struct lk_method *method
	  = lk_class_method (file, m->member, m->descriptor))
	if (!(method->access & (LK_ACC_STATIC | LK_ACC_PRIVATE)))
	  of_method (p, method);
}

static bool
mentions (const struct lk_clause *clauses, const struct lk_clause *end,
	  int base)
{
  for (; clauses != end; clauses = clauses->next)
    if (clauses->place.base == base)
      return true;
  return false;
}

const struct lk_contract *
lk_java_annotated (const struct lk_java_method *m,
		   const struct lk_contract *weaker)
{
  if (!m->method)
    return weaker;
  struct promise promise;
  struct promise *p = &promise;
  memset (p, 0, sizeof *p);
  p->contract.source = LK_SOURCE_ATTRIBUTE;
  p->contract.name = m->name;
  p->tail = &p->contract.clauses;
  of_method (p, m->method);
  if (!p->any && !m->body && !m->is_static && strcmp (m->member, "<init>"))
    inherited_contract (p, m);
  if (m->body && method_suppressed (m))
    p->contract.suppress = p->any = true;
  if (!p->any)
    return weaker;
  if (weaker)
    {
      lk_contract_add_flags (&p->contract, weaker);
      struct lk_clause **own_end = p->tail;
      for (const struct lk_clause *c = weaker->clauses; c; c = c->next)
	if (!mentions (p->contract.clauses, *own_end, c->place.base))
	  {
	    struct lk_clause *copy = add_promised_clause (p, c->role, c->place.base);
	    *copy = *c;
	    copy->next = NULL;
	  }
    }
  struct lk_contract *contract
    = ((struct lk_contract *)
       lk_arena_alloc (lk_java->arena, sizeof *contract));
  *contract = p->contract;
  return contract;
}

/* ---- For the verifier.  ---- */

const struct lk_annotation *
lk_java_annotation (const struct lk_annotations *all, const char *name)
{
  return find_named (all, name);
}

const struct lk_annotation *
lk_java_annotation_on_type (const struct lk_type_annotations *all,
			    uint8_t target, unsigned index, const char *name)
{
  return find_on_type (all, target, index, name);
}

const struct lk_annotation *
lk_java_annotation_on_method (const struct lk_method *method, const char *name)
{
  return on_method (method, name);
}

const struct lk_annotation *
lk_java_annotation_on_parameter (const struct lk_method *method,
				 unsigned index, unsigned n, const char *name)
{
  return on_parameter (method, index, n, name);
}

bool
lk_java_method_silent (const struct lk_java_method *m)
{
  return method_suppressed (m);
}
