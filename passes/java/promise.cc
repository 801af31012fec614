/* Promises of Java methods to the verifier.

   They come from annotations, known by their simple names as in java/annotation-contract.cc,
   with the defaults of the Resource Leak Checker: results are owned by the caller, parameters
   and fields own nothing.  For library classes without annotations the specifications have
   them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"
#include "../../spec/rows.h"

/* ---- Cells.  ---- */

/* Return what must be called on the element of the container type at AT in a signature.  */
static const struct lk_must *
must_of_element (const char *at)
{
  const char *open = at && *at == 'L' ? strchr (at, '<') : NULL;
  if (!open)
    return NULL;
  const char *name = lk_arena_strndup (lk_java->scratch, at + 1,
				       open - at - 1);
  if (!lk_java_is_cell (name))
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
add_all (struct lk_java_gathering *g, enum lk_ensure_when when, int base)
{
  struct lk_ensure *e = NEW (struct lk_ensure);
  e->when = when;
  e->what.base = base;
  e->what.text = g->promise->has_receiver ? "this" : "#1";
  *g->ensures = e;
  g->ensures = &e->next;
}

/* A method whose result says whether its object is closed: "release this if result != false".
   Return true if ROW is such a method's.  */
static bool
of_answer (struct lk_java_gathering *g, const struct lk_contract *row)
{
  bool found = false;
  for (const struct lk_clause *c = row->clauses; c; c = c->next)
    if (c->role == LK_ROLE_RELEASE && c->place.base == 1 && !c->place.nsel
	&& g->promise->has_receiver && c->n_conditions == 1 && c->conditions[0].base == 0)
      {
	add_all (g, (lk_range_contains (&c->conditions[0].range, 0)
		     ? LK_ENSURE_FALSE : LK_ENSURE_TRUE), 0);
	found = true;
      }
  return found;
}

/* A method that tests whether its argument is null: nothing need be called on null.  */
static void
of_test (struct lk_java_gathering *g)
{
  const struct lk_clause *c = lk_contract_element (lk_java_contract (g->m), LK_ROLE_TESTS);
  const struct lk_range *r = c ? &c->conditions[0].range : NULL;
  if (!c || c->conditions[0].base < 1 || (unsigned) c->conditions[0].base > g->promise->n_args)
    return;
  if (lk_range_hole (r, 0))
    add_all (g, LK_ENSURE_FALSE, c->conditions[0].base - 1);
  else if (r->lo == 0 && r->hi == 0)
    add_all (g, LK_ENSURE_TRUE, c->conditions[0].base - 1);
}

/* ---- Values.  ---- */

static bool
type_variable (const struct lk_method *method, int index)
{
  const char *type = method ? lk_java_generic_type (method, index) : NULL;
  return type && *type == 'T';
}

static void
of_parameters (struct lk_java_gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  unsigned n = lk_descriptor_parameters (g->m->descriptor);
  if (!method)
    return;
  for (unsigned i = 0; i < n; i++)
    {
      struct lk_value_promise *arg = &p->args[i + p->has_receiver];
      if (i < method->n_parameters && method->parameters[i].name)
	arg->name = lk_java_utf8 (lk_java->arena, method->parameters[i].name);
      if (p->lambda)
	continue;
      if (const struct lk_annotation *a
	  = lk_java_annotation_on_type (&method->type_annotations,
					LK_TARGET_PARAMETER, i,
					"CalledMethods"))
	arg->called = lk_java_must_in (a, "value");
      arg->alias
	= (lk_java_annotation_on_parameter (method, i, n, "MustCallAlias")
	   || lk_java_annotation_on_parameter (method, i, n,
					       "WillCloseWhenClosed"));
      arg->owning
	= (lk_java_annotation_on_parameter (method, i, n, "Owning")
	   || lk_java_annotation_on_parameter (method, i, n, "OwningCollection")
	   || lk_java_annotation_on_parameter (method, i, n, "WillClose"));
      if (arg->alias || arg->owning)
	arg->loc = lk_java_method_place (g->m->owner, method, i);
    }
}

/* Set what must be called on the parameters, once it is known which of them count: for most of
   the methods that are called no class need be read.  */
static void
of_parameter_types (struct lk_java_gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  const char *at = g->m->descriptor + 1;
  struct lk_java_type skipped;
  /* A body must not remove elements of what it does not own.  */
  bool own = (method && method->has_code && g->m->owner->type->class_file
	      && lk_classpath_is_input (lk_java->classpath, g->m->owner->type->class_file)
	      && (strchr (g->m->descriptor, '[')
		  || (method->signature && strchr (method->signature, '<'))));
  if (p->has_receiver && p->args[0].encloses)
    p->args[0].must = lk_java_must (g->m->owner->type);
  for (unsigned i = p->has_receiver; i < p->n_args; i++)
    {
      struct lk_value_promise *arg = &p->args[i];
      bool matters = arg->owning || arg->alias || arg->encloses;
      for (const struct lk_ensure *e = p->ensures; e && !matters; e = e->next)
	matters = e->what.base == (int) i;
      const char *descriptor = at;
      unsigned number = i - p->has_receiver;
      if (!matters && !own)
	{
	  if (!lk_descriptor_next (&at, &skipped))
	    return;
	  continue;
	}
      const char *generic = method ? lk_java_generic_type (method, number) : NULL;
      if (method && !p->lambda)
	arg->elements
	  = lk_java_must_of_elements (g->m->owner, method, generic ? generic : descriptor,
				      &method->type_annotations, LK_TARGET_PARAMETER, number);
      if (!matters)
	{
	  if (!lk_descriptor_next (&at, &skipped))
	    return;
	  continue;
	}
      struct lk_type *type = lk_java_class_at (&at);
      if (type)
	arg->type = lk_java_class_of (type)->shown;
      /* The interface of a lambda has said it.  */
      if (g->m->implements && arg->must)
	continue;
      if (!method)
	{
	  arg->must = type ? lk_java_must (type) : NULL;
	  continue;
	}
      arg->must = lk_java_must_of_value (type, &method->type_annotations,
					 LK_TARGET_PARAMETER, number);
      if (!arg->must && arg->owning
	  && !lk_java_annotation_on_type (&method->type_annotations, LK_TARGET_PARAMETER, number,
					  "MustCall"))
	arg->must = lk_java_must_if_owned (type);
      if (p->lambda)
	continue;
      arg->variable = type_variable (method, number);
      if (arg->variable && !arg->must)
	arg->must = lk_java_must_of_bound (g->m->owner, method,
					   lk_java_generic_type (method, number));
      if (lk_java_annotation_on_type (&method->type_annotations,
				      LK_TARGET_PARAMETER, number,
				      "MustCallUnknown"))
	{
	  arg->variable = true;
	  arg->must = &lk_java_must_unknown;
	}
    }
}

static void
of_aliases (struct lk_java_gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  bool any = false;
  bool result = lk_java_annotation_on_method (method, "MustCallAlias");
  if (p->has_receiver && !p->constructor)
    p->args[0].alias
      = lk_java_annotation_on_type (&method->type_annotations,
				    LK_TARGET_RECEIVER, 0, "MustCallAlias");
  if (p->has_receiver && !p->constructor)
    if (const struct lk_annotation *a
	= lk_java_annotation_on_type (&method->type_annotations,
				      LK_TARGET_RECEIVER, 0, "CalledMethods"))
      p->args[0].called = lk_java_must_in (a, "value");
  for (unsigned i = 0; i < p->n_args; i++)
    any |= p->args[i].alias;
  bool is_void = g->m->descriptor[strlen (g->m->descriptor) - 1] == 'V';
  if (!any && result && p->has_receiver && !p->constructor)
    p->args[0].alias = true;
  bool self = (lk_java_annotation (&method->annotations, "ReturnsReceiver")
	       || (lk_java->options->returns_receiver
		   && lk_java_annotation_on_method (method, "This"))
	       || (!result && lk_java->options->verify && !p->constructor
		   && lk_java_returns_itself (g->m)));
  if (self && p->has_receiver && !p->constructor)
    p->args[0].alias = p->result.same = result = true;
  p->result.alias = (result || any) && (p->constructor || !is_void);
}

static void
of_result (struct lk_java_gathering *g)
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
      type = lk_java_class_at (&at);
    }
  result->type = type ? lk_java_class_of (type)->shown : NULL;
  result->must = type ? lk_java_must (type) : NULL;
  result->owning = true;
  if (!method)
    return;
  result->variable = type_variable (method, -1);
  if (result->variable && !result->must && !p->constructor)
    {
      const struct lk_must *bound
	= lk_java_must_of_bound (g->m->owner, method, lk_java_generic_type (method, -1));
      result->must = bound != &lk_java_must_unknown ? bound : NULL;
    }
  if (!p->constructor && !result->must && method->signature)
    {
      result->must = must_of_element (lk_java_generic_type (method, -1));
      result->variable |= result->must != NULL;
    }
  const struct lk_class *file = g->m->owner->type->class_file;
  const char *type_at = method->signature ? lk_java_generic_type (method, -1) : NULL;
  if (!type_at)
    type_at = strchr (g->m->descriptor, ')') + 1;
  if (!p->constructor && !result->must && file && !lk_classpath_is_jdk (lk_java->classpath, file))
    result->elements
      = lk_java_must_of_elements (g->m->owner, method, type_at, &method->type_annotations,
				  LK_TARGET_RETURN, 0);
  if (lk_java_annotation_on_method (method, "MustCallUnknown"))
    {
      result->variable = true;
      if (!p->constructor)
	result->must = &lk_java_must_unknown;
    }
  if (const struct lk_annotation *a
      = lk_java_annotation_on_method (method, "MustCall"))
    {
      const struct lk_must *must = lk_java_must_in (a, "value");
      if (must)
	result->must = must;
      else
	result->nothing = true;
    }
  if (const struct lk_annotation *a = lk_java_annotation_on_method (method, "CalledMethods"))
    result->called = lk_java_must_in (a, "value");
  if (lk_java_annotation_on_method (method, "NotOwning")
      || lk_java_annotation_on_method (method, "NotOwningCollection"))
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

/* The method releases its argument ARG, as C says: also if it throws, unless that depends on
   something.  */
static void
of_release (struct lk_java_gathering *g, const struct lk_clause *c, int arg)
{
  for (enum lk_ensure_when when : { LK_ENSURE_RETURN, LK_ENSURE_EXCEPTION })
    {
      if (c->n_conditions && when == LK_ENSURE_EXCEPTION)
	continue;
      struct lk_ensure *e = NEW (struct lk_ensure);
      e->when = when;
      e->what.base = arg;
      e->what.text = "its argument";
      e->source = "specification";
      e->n_conditions = c->n_conditions;
      memcpy (e->conditions, c->conditions, sizeof e->conditions);
      *g->ensures = e;
      g->ensures = &e->next;
    }
}

/* A row says that the method releases its object: it disposes of the fields that a specification
   says own.  If it has none, and nothing must be called on its class, it releases objects of
   subclasses, by a method of theirs that it calls.  */
static void
release_owned (struct lk_java_gathering *g)
{
  bool any = false;
  bool must = lk_name_in (lk_java_must (g->m->owner->type), g->m->member);
  hash_set<const struct lk_type *> seen;
  for (const struct lk_type *type = g->m->owner->type;
       type && type->class_file && lk_classpath_is_input (lk_java->classpath, type->class_file)
       && !seen.add (type); type = type->super)
    for (unsigned i = 0; i < type->class_file->n_fields; i++)
      {
	const struct lk_field_promise *field
	  = lk_java_field_promise (type->class_file, &type->class_file->fields[i]);
	if (!field->owning || field->is_static)
	  continue;
	any = true;
	for (enum lk_ensure_when when : { LK_ENSURE_RETURN, LK_ENSURE_EXCEPTION })
	  if (when == LK_ENSURE_RETURN || must)
	    {
	      char *text = concat ("this.", field->name, NULL);
	      lk_java_ensure (g, when, text, field->must, "specification")->implied
		= when == LK_ENSURE_EXCEPTION;
	      free (text);
	    }
      }
  const struct lk_class *file = g->m->owner->type->class_file;
  if (any || !file || !lk_classpath_is_input (lk_java->classpath, file)
      || lk_java_must (g->m->owner->type))
    return;
  lk_java_ensure (g, LK_ENSURE_RETURN, "this", NULL, "specification");
}

/* Add to MUST, one of whose names has to be called, the methods of FILE that release KIND, as
   their rows say.  */
static void
add_releasers (struct lk_must *must, const struct lk_class *file, const struct lk_kind *kind)
{
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      const struct lk_contract *row = lk_java_row (lk_java_method_of (method, false));
      bool releases = false;
      for (const struct lk_clause *c = row ? row->clauses : NULL; c; c = c->next)
	releases |= (c->role == LK_ROLE_RELEASE && c->place.base == 1 && !c->place.nsel
		     && c->n_conditions == 0 && (!c->kind || c->kind == kind));
      struct lk_name **n = &must->names;
      while (*n && strcmp ((*n)->name, method->name) != 0)
	n = &(*n)->next;
      if (releases && !*n)
	{
	  *n = NEW (struct lk_name);
	  (*n)->name = method->name;
	}
    }
}

const struct lk_must *
lk_java_must_of_kind (struct lk_type *type, const struct lk_kind *kind)
{
  if (!type || !kind || kind->lock || (kind->off && !kind->verified))
    return NULL;
  struct lk_must *must = NEW (struct lk_must);
  struct lk_type **all = lk_hierarchy_above (lk_java->hierarchy, type, lk_java->scratch);
  auto_vec<const struct lk_class *, 16> files;
  for (unsigned i = 0; all[i]; i++)
    if (all[i]->class_file)
      files.safe_push (all[i]->class_file);
  for (unsigned i = 0; i < files.length (); i++)
    add_releasers (must, files[i], kind);
  return must->names ? must : NULL;
}

/* Return the kind of resource that objects of FILE hold, as the rows of a constructor or of a
   static method say, or of a method that releases it; or NULL.  */
static const struct lk_kind *
kind_held (const struct lk_class *file)
{
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      bool made = !strcmp (method->name, "<init>");
      const struct lk_contract *row = lk_java_row (lk_java_method_of (method, false));
      for (const struct lk_clause *c = row ? row->clauses : NULL; c; c = c->next)
	if (c->kind && !c->kind->lock && !c->place.nsel
	    && (c->role == LK_ROLE_RELEASE ? c->place.base == 1
		: c->role == LK_ROLE_ACQUIRE && c->place.base == made
		  && (made || (method->access & LK_ACC_STATIC))))
	  return c->kind;
    }
  return NULL;
}

const struct lk_must *
lk_java_must_if_owned (struct lk_type *type)
{
  if (!type)
    return NULL;
  struct lk_type **all = lk_hierarchy_above (lk_java->hierarchy, type, lk_java->scratch);
  auto_vec<const struct lk_class *, 16> files;
  for (unsigned i = 0; all[i]; i++)
    if (all[i]->class_file && !lk_classpath_is_input (lk_java->classpath, all[i]->class_file))
      files.safe_push (all[i]->class_file);
  for (unsigned i = 0; i < files.length (); i++)
    if (const struct lk_kind *kind = kind_held (files[i]))
      return lk_java_must_of_kind (type, kind);
  return NULL;
}

/* Return the class of the result of M, or of the object that it constructs.  */
static struct lk_type *
type_made (const struct lk_java_method *m)
{
  if (!strcmp (m->member, "<init>"))
    return m->owner->type;
  const char *at = strchr (m->descriptor, ')') + 1;
  return lk_java_class_at (&at);
}

/* Return true if a row of M, a method with a receiver, says that its result is what is at SEL bytes
   of the receiver.  */
static bool
gives_part (const struct lk_java_method *m, int64_t sel)
{
  const struct lk_contract *row = m->is_static ? NULL : lk_java_row (m);
  for (const struct lk_clause *c = row ? row->clauses : NULL; c; c = c->next)
    if (c->role == LK_ROLE_ALIAS && c->place.base == 0 && !c->place.nsel && c->other.base == 1
	&& c->other.nsel == 1 && (sel == LK_ANY || c->other.sel[0] == sel))
      return true;
  return false;
}

/* C says that the method acquires a part of its result, one end of a pipe for example: the method
   that returns this part has to be called on the result, and what that returns has to be
   released.  Add that method to *PARTS; return false if there is none.  */
static bool
demand_part (struct lk_java_gathering *g, const struct lk_clause *c, struct lk_must **parts)
{
  const struct lk_type *type = type_made (g->m);
  const struct lk_class *file = type ? type->class_file : NULL;
  for (unsigned i = 0; file && i < file->n_methods; i++)
    if (gives_part (lk_java_method_of (&file->methods[i], false), c->place.sel[0]))
      {
	struct lk_must **last = parts;
	while (*last)
	  last = &(*last)->next;
	*last = lk_java_must_of_text (file->methods[i].name);
	return true;
      }
  return false;
}

static void
of_row (struct lk_java_gathering *g, const struct lk_contract *row)
{
  struct lk_promise *p = g->promise;
  /* The result is a part of the receiver, which is its caller's.  */
  bool acquires = p->has_receiver && gives_part (g->m, LK_ANY), lent = false;
  const struct lk_kind *kind = NULL;
  struct lk_must *parts = NULL;
  for (const struct lk_clause *c = row->clauses; c; c = c->next)
    {
      int arg = argument_of (p, &c->place);
      int other = argument_of (p, &c->other);
      bool result = (p->constructor ? arg == 0
		     : c->place.base == 0 && c->place.nsel == 0);
      /* Locks are find's concern.  */
      if (c->kind && c->kind->lock)
	continue;
      switch (c->role)
	{
	case LK_ROLE_ACQUIRE:
	  if (result)
	    {
	      acquires = true;
	      kind = c->kind;
	      int parent = c->has_parent ? argument_of (p, &c->parent) : -1;
	      if (parent >= 0)
		p->args[parent].encloses = true;
	    }
	  else if (c->place.base == 0 && c->place.nsel == 1)
	    acquires |= demand_part (g, c, &parts);
	  else if (arg == 0 && p->has_receiver
		   && lk_java_must (g->m->owner->type)
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
	  if (arg == 0 && p->has_receiver && !p->constructor && !c->n_conditions)
	    release_owned (g);
	  if (arg > 0 || (arg == 0 && !p->has_receiver))
	    of_release (g, c, arg);
	  break;
	case LK_ROLE_OWN:
	  /* "java.util.logging.Handler" requires nothing, but to be given a handler is to have to
	     close it.  */
	  if (arg >= 0 && !c->n_conditions)
	    p->args[arg].owning = p->args[arg].unconditional = true;
	  break;
	case LK_ROLE_BORROW:
	  lent |= c->place.base == 0;
	  break;
	case LK_ROLE_ALIAS:
	case LK_ROLE_WRAP:
	  if (result && other >= 0)
	    {
	      p->args[other].alias = p->result.alias = true;
	      p->args[other].alias_if = lk_clause_asks_arguments (c) ? c : NULL;
	      p->result.same |= c->role == LK_ROLE_ALIAS;
	      p->result.linked |= !p->constructor && other == 0 && p->has_receiver;
	    }
	  break;
	default:
	  break;
	}
    }
  p->result.else_nothing = !acquires;
  if (parts)
    p->result.must = parts;
  if (acquires && !p->result.must)
    {
      p->result.must = lk_java_must_of_kind (type_made (g->m), kind);
      acquires = p->result.must != NULL;
    }
  if (p->constructor)
    p->result.nothing = (!acquires && !p->result.alias
			 && !lk_java->options->engine.no_creates);
  else if (row->fresh && p->result.must)
    /* The caller's, but there is nothing to be closed yet.  */
    p->result.nothing |= !lk_java->options->engine.no_creates;
  else if (lent || (!acquires && !p->result.variable))
    p->result.owning = false;
  p->ends |= row->noreturn;
  p->source = row->file ? row->file : "specification";
  p->source_line = row->file ? row->line : 0;
}

/* The argument ARG, a cell or what a constructor puts into it, is what the result is.  */
static void
alias_cell (struct lk_promise *p, int arg)
{
  if (!lk_java->options->engine.no_aliases)
    p->args[arg].alias = p->result.alias = true;
}

/* ROW is that of a method of a cell, or of its constructor.  */
static void
of_cell (struct lk_java_gathering *g, const struct lk_contract *row)
{
  struct lk_promise *p = g->promise;
  if (!p->has_receiver || !lk_java_is_cell (g->m->owner->type->name))
    return;
  p->cell = true;
  p->empties = lk_contract_element (row, LK_ROLE_REMOVE) != NULL;
  for (const struct lk_clause *c = row->clauses; c; c = c->next)
    {
      int arg = argument_of (p, &c->place), other = argument_of (p, &c->other);
      if (c->role == LK_ROLE_FETCH && other == 0)
	alias_cell (p, 0);
      else if (c->role == LK_ROLE_PUT && arg > 0 && other == 0 && p->constructor)
	alias_cell (p, arg);
      else if (c->role == LK_ROLE_PUT && arg > 0 && other == 0)
	{
	  p->replaces = c->n_conditions ? 0 : arg + 1;
	  p->empties = true;
	}
      /* Otherwise the receiver still holds the element.  */
      else if (c->role == LK_ROLE_ALIAS && other == 0 && c->n_conditions == 1
	       && c->conditions[0].base == 0)
	p->args[0].alias = p->result.alias = p->result.same = false;
    }
}

/* ---- Effects.  ---- */

/* Return true if M, of the JDK, changes no field of any object: its row says so, or it overrides
   a method of a class whose methods are all such.  */
static bool
is_pure_of_jdk (struct lk_java_method *m)
{
  const struct lk_class *file = m->owner->type->class_file;
  if (!file || !lk_classpath_is_jdk (lk_java->classpath, file))
    return false;
  const struct lk_contract *row = lk_java_row (m);
  if (row && row->pure)
    return true;
  bool own = m->is_static || !strcmp (m->member, "<init>");
  struct lk_type **above
    = lk_hierarchy_above (lk_java->hierarchy, m->owner->type, lk_java->scratch);
  for (unsigned i = 0; above[i] && !(own && i); i++)
    {
      const struct lk_type_contract *type
	= lk_spec_type (lk_contracts_spec (), lk_binary_name (lk_java->scratch, above[i]->name));
      if (type && type->pure
	  && (i == 0 || (above[i]->class_file
			 && lk_class_method (above[i]->class_file, m->member, m->descriptor))))
	return true;
    }
  return false;
}

static void
of_effects (struct lk_java_gathering *g)
{
  const struct lk_method *method = g->m->method;
  struct lk_promise *p = g->promise;
  p->pure = (lk_java_annotation_on_method (method, "SideEffectFree")
	     || lk_java_annotation_on_method (method, "Pure")
	     || is_pure_of_jdk (g->m));
  p->ends = lk_java_annotation (&method->annotations, "TerminatesExecution");
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
inherit_promises (struct lk_java_gathering *g)
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
	  {
	    lk_java_postconditions (g, method);
	    const struct lk_contract *row = lk_java_row (lk_java_method_of (method, false));
	    if (!g->promise->ensures && row && of_answer (g, row))
	      g->promise->ensures->methods = lk_java_must (m->owner->type);
	  }
}

const struct lk_promise *
lk_java_promise (struct lk_java_method *m)
{
  if (m->promise)
    return m->promise;
  struct lk_promise *p = NEW (struct lk_promise);
  m->promise = p;
  struct lk_java_gathering gathering = { m, p, &p->ensures, &p->creates };
  struct lk_java_gathering *g = &gathering;
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
  of_result (g);
  of_parameters (g);
  if (method)
    {
      p->checked = (method->has_code && (p->constructor || m->is_static || !lk_java_overridden (m))
		    && lk_classpath_is_input (lk_java->classpath, m->owner->type->class_file));
      of_aliases (g);
      lk_java_preconditions (g, method);
      lk_java_postconditions (g, method);
      inherit_promises (g);
      if (p->lambda)
	lk_java_of_lambda (g);
      lk_java_of_anonymous (g);
      if (!p->constructor)
	{
	  lk_java_of_overloads (g);
	  lk_java_imply_exceptions (g);
	}
      of_effects (g);
    }
  if (method && method->owner)
    p->source = lk_binary_name (lk_java->arena, method->owner->name);
  if (const struct lk_contract *row = lk_java_row (m))
    {
      of_row (g, row);
      of_cell (g, row);
      of_answer (g, row);
      of_test (g);
    }
  of_parameter_types (g);
  return p;
}

const struct lk_promise *
lk_java_promise_of (void *, struct lk_function *function)
{
  struct lk_java_method *m
    = lk_java_method_by_decl ((tree) function->key);
  return m ? lk_java_promise (m) : NULL;
}
