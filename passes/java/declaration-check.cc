/* Declarations of Java classes, verified without bodies: fields that own and their releasing
   methods, overriding, what classes must call, pairs of resource aliases; and the places of
   declarations, for which the source is read.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"
#include "diagnostic-core.h"
#include "../../java/declare.h"

/* ---- Breaches.  ---- */

/* ---- Fields.  ---- */

/* Find what methods of C that it must call promise to call on FIELD: one member of the result
   for each of the field's.  */
static void
promised (struct lk_java_class *c, const struct lk_field_promise *field,
	  enum lk_ensure_when when, auto_vec<bool, 8> *met)
{
  const struct lk_class *file = c->type->class_file;
  const struct lk_must *own = lk_java_must (c->type);
  for (const struct lk_must *m = field->must; m; m = m->next)
    met->safe_push (false);
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      if (!lk_name_in (own, method->name)
	  || (method->access & (LK_ACC_SYNTHETIC | LK_ACC_BRIDGE)))
	continue;
      const struct lk_promise *p
	= lk_java_promise (lk_java_method_of (method, false));
      for (const struct lk_ensure *e = p->ensures; e; e = e->next)
	{
	  bool same
	    = (!e->what.bad && e->when == when
	       && (field->is_static
		   ? e->what.base == LK_EXPRESSION_GLOBAL
		   : e->what.base == 0 && e->what.n_fields == 1
		     && e->what.fields[0] == field));
	  unsigned k = 0;
	  for (const struct lk_must *m = field->must; same && m;
	       m = m->next, k++)
	    for (const struct lk_name *n = m->names; n; n = n->next)
	      if (!e->methods || lk_name_in (e->methods, n->name))
		(*met)[k] = true;
	}
    }
}

/* Return the first member of MUST that is not MET, as a text; NULL: all are.  */
static const char *
missing (const struct lk_must *must, const auto_vec<bool, 8> &met)
{
  unsigned k = 0;
  for (const struct lk_must *m = must; m; m = m->next, k++)
    if (!met[k])
      return m->names->name;
  return NULL;
}

/* Return true if TYPE leaves what its fields own to its subclasses: it is abstract, and nothing
   must be called on it.  */
static bool
leaves_to_subclasses (struct lk_type *type)
{
  return (type && type->class_file && (type->class_file->access & LK_ACC_ABSTRACT)
	  && !lk_java_must (type));
}

/* Return true if the program has a class that extends C.  */
static bool
is_extended (const struct lk_java_class *c)
{
  unsigned i;
  struct lk_java_class *other;
  FOR_EACH_VEC_ELT (lk_java->class_list, i, other)
    if (other->type->super == c->type && other->type->class_file
	&& lk_classpath_is_input (lk_java->classpath, other->type->class_file))
      return true;
  return false;
}

/* Check that what C must call releases what DECLARED owns, a field of FILE: that is C's, or a
   class above it that leaves that to C.  */
static void
check_field (struct lk_java_class *c, const struct lk_class *file, const struct lk_field *declared)
{
  const struct lk_must *own = lk_java_must (c->type);
  const struct lk_field_promise *field = lk_java_field_promise (file, declared);
  const bool inherited = file != c->type->class_file;
  if (!field->owning || !field->must || field->captured
      || (field->is_static
	  && (inherited || field->is_final
	      || lk_java->options->engine.permit_static_owning)))
    return;
  const location_t loc = inherited ? lk_java_class_place (c) : field->loc;
  if (!own)
    {
      if (!inherited && !field->is_static && !(declared->access & LK_ACC_PRIVATE)
	  && leaves_to_subclasses (c->type) && is_extended (c))
	return;
      lk_java_tell ("field-not-released", loc, c, NULL,
	    "owning field '%s' is not released: class '%s' has no must-call"
	    " method", field->shown, c->shown);
      return;
    }
  auto_vec<bool, 8> returning, throwing;
  promised (c, field, LK_ENSURE_RETURN, &returning);
  promised (c, field, LK_ENSURE_EXCEPTION, &throwing);
  char *text = lk_java_must_text (own);
  if (const char *name = missing (field->must, returning))
    lk_java_tell ("field-not-released", loc, c, NULL,
	  "owning field '%s' is not released: %s of '%s' does not promise to"
	  " call '%s' on it", field->shown, text, c->shown, name);
  else if (const char *name = missing (field->must, throwing))
    lk_java_tell ("field-not-released", loc, c, NULL,
	  "owning field '%s' is not released when %s of '%s' throws: it does"
	  " not promise to call '%s' on it", field->shown, text, c->shown,
	  name);
  free (text);
}

/* ---- Classes.  ---- */

/* The fields that the abstract classes above C leave to it.  */
static void
check_inherited_fields (struct lk_java_class *c)
{
  for (struct lk_type *above = c->type->super; leaves_to_subclasses (above);
       above = above->super)
    for (unsigned i = 0; i < above->class_file->n_fields; i++)
      if (!(above->class_file->fields[i].access & LK_ACC_PRIVATE))
	check_field (c, above->class_file, &above->class_file->fields[i]);
}

static void
check_must (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  const struct lk_annotation *own
    = lk_java_annotation (&file->annotations, "MustCall");
  const struct lk_annotation *inherited
    = lk_java_annotation (&file->annotations, "InheritableMustCall");
  if ((!own && !inherited) || c->nothing_inferred)
    return;
  const struct lk_must *must = lk_java_must_in (own ? own : inherited,
						"value");
  char *text = must ? lk_java_must_text (must) : xstrdup ("nothing");
  bool any = inherited != NULL;
  auto_vec<struct lk_type *, 8> above;
  if (c->type->super)
    above.safe_push (c->type->super);
  for (unsigned i = 0; i < c->type->n_interfaces; i++)
    above.safe_push (c->type->interfaces[i]);
  if (own && inherited
      && !lk_java_must_below (lk_java_must_in (inherited, "value"), must))
    lk_java_tell ("must-call-subtype", lk_java_class_place (c), c, NULL,
	  "class '%s' must call %s, but not all of what it has its subclasses"
	  " call", c->shown, text);
  for (unsigned i = 0; i < above.length (); i++)
    {
      const struct lk_must *more = lk_java_must (above[i]);
      if (!more)
	continue;
      any = true;
      if (lk_java_must_below (more, must))
	continue;
      char *wanted = lk_java_must_text (more);
      lk_java_tell ("must-call-subtype", lk_java_class_place (c), c, NULL,
	    "class '%s' must call %s, but not %s of '%s' that it extends",
	    c->shown, text, wanted, lk_java_class_of (above[i])->shown);
      free (wanted);
      break;
    }
  if (own && !any && must && !(file->access & LK_ACC_FINAL))
    lk_java_tell ("must-call-not-inherited", lk_java_class_place (c), c, NULL,
	  "what class '%s' must call is not inherited by its subclasses",
	  c->shown);
  free (text);
}

/* ---- Methods.  ---- */

static void
check_constructor (struct lk_java_class *c, struct lk_java_method *m,
		   const struct lk_promise *p)
{
  const struct lk_annotation *a
    = lk_java_annotation_on_method (m->method, "MustCall");
  const struct lk_must *must = lk_java_must (c->type);
  if (!a || lk_java_must_below (must, lk_java_must_in (a, "value")))
    return;
  char *text = lk_java_must_text (must);
  lk_java_tell ("must-call-constructor", p->loc, c, m,
	"a constructor of '%s' promises that less must be called than %s",
	c->shown, text);
  free (text);
}

static void
check_pairing (struct lk_java_class *c, struct lk_java_method *m,
	       const struct lk_promise *p)
{
  if (lk_java->options->engine.no_aliases)
    return;
  const struct lk_method *method = m->method;
  unsigned n = lk_descriptor_parameters (m->descriptor);
  bool parameter
    = lk_java_annotation_on_type (&method->type_annotations,
				  LK_TARGET_RECEIVER, 0, "MustCallAlias");
  for (unsigned i = 0; i < n; i++)
    parameter |= (lk_java_annotation_on_parameter (method, i, n,
						   "MustCallAlias") != NULL);
  bool result = lk_java_annotation_on_method (method, "MustCallAlias");
  if (parameter != result)
    lk_java_tell ("alias-pairing", p->loc, c, m,
	  "only one of the result of '%s' and a parameter is declared to be a"
	  " resource alias", p->name);
}

static void
check_creates (struct lk_java_class *c, struct lk_java_method *m,
	       const struct lk_promise *p)
{
  for (const struct lk_creates *k = p->creates; k; k = k->next)
    if (k->what.bad)
      lk_java_tell ("creates-unparsable", p->loc, c, m,
	    "'%s' creates an obligation for '%s', which is no expression here",
	    p->name, k->what.text);
    else if (!k->must)
      lk_java_tell ("creates-target", p->loc, c, m,
	    "'%s' creates an obligation for '%s', on which nothing must be"
	    " called", p->name, k->what.text);
}

/* Report expressions in annotations that mean nothing.  */
static void
check_expressions (struct lk_java_class *c, struct lk_java_method *m,
		   const struct lk_promise *p)
{
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->what.bad && !e->implied)
      lk_java_tell ("promise-unparsable", p->loc, c, m,
	    "'%s' promises something of '%s', which is no expression here",
	    p->name, e->what.text);
  for (const struct lk_requires *r = p->requires_; r; r = r->next)
    if (r->what.bad)
      lk_java_tell ("promise-unparsable", p->loc, c, m,
	    "'%s' requires something of '%s', which is no expression here",
	    p->name, r->what.text);
}

static location_t
annotation_place (struct lk_java_class *c, const struct lk_method *method)
{
  const struct lk_declarations *d = lk_declarations_of (c);
  auto_vec<const char *, 8> types;
  lk_parameter_types (method, 0, &types);
  unsigned line = 0;
  for (const char *name : { "EnsuresCalledMethodsVarargs",
			    "EnsuresCalledMethodsVarArgs" })
    if (d && !line)
      line = lk_declared_annotation (d, lk_simple_name (c->type->name),
				     method->name, types.length (),
				     types.address (), name);
  return line ? lk_place (c, line) : lk_java_method_place (c, method, -1);
}

static void
check_varargs (struct lk_java_class *c, struct lk_java_method *m,
	       const struct lk_promise *p)
{
  if (!p->variable)
    return;
  lk_java_tell ("varargs-not-verified", annotation_place (c, m->method), c, m,
	"that '%s' calls its methods on all its last arguments is not"
	" verified", p->name);
  if (!(m->method->access & LK_ACC_VARARGS))
    lk_java_tell ("varargs-not-variable", p->loc, c, m,
	  "'%s' promises something of its variable arguments, but has none",
	  p->name);
}

/* ---- Overriding.  ---- */

static bool
creates_same (const struct lk_promise *p, const struct lk_creates *what)
{
  for (const struct lk_creates *k = p->creates; k; k = k->next)
    if (!strcmp (k->what.text, what->what.text))
      return true;
  return false;
}

/* Return true if E is about a whole argument of P, not a field.  */
static bool
of_argument (const struct lk_promise *p, const struct lk_ensure *e)
{
  return !e->what.n_fields && e->what.base >= 0 && e->what.base < (int) p->n_args;
}

/* Return what E of P promises to call; NULL for nothing.  A row of a specification promises
   what must be called on an argument of the type that P declares.  */
static const struct lk_must *
methods_of (const struct lk_promise *p, const struct lk_ensure *e)
{
  return e->methods || !of_argument (p, e) ? e->methods : p->args[e->what.base].must;
}

/* Return true if P promises all that E of Q, which it overrides, does.  */
static bool
keeps (const struct lk_promise *p, const struct lk_promise *q, const struct lk_ensure *e)
{
  for (const struct lk_ensure *own = p->ensures; own; own = own->next)
    if (own->when == e->when
	&& (!strcmp (own->what.text, e->what.text)
	    || (of_argument (p, own) && of_argument (q, e)
		&& own->what.base == e->what.base))
	&& lk_java_must_below (methods_of (q, e), methods_of (p, own)))
      return true;
  return false;
}

/* Check what must be called on the parameters, where that is written.  */
static void
check_override_types (struct lk_java_class *c, struct lk_java_method *m,
		      const struct lk_promise *p, struct lk_java_method *above,
		      const struct lk_promise *q)
{
  const struct lk_type_annotations *own = &m->method->type_annotations;
  const struct lk_type_annotations *over = &above->method->type_annotations;
  if (!own->count && !over->count)
    return;
  const char *at = m->descriptor + 1, *at_above = above->descriptor + 1;
  for (unsigned i = 0; *at != ')' && *at_above != ')'; i++)
    {
      struct lk_type *type = lk_java_class_at (&at);
      struct lk_type *type_above = lk_java_class_at (&at_above);
      if (!lk_java_annotation_on_type (own, LK_TARGET_PARAMETER, i, "MustCall")
	  && !lk_java_annotation_on_type (over, LK_TARGET_PARAMETER, i,
					  "MustCall"))
	continue;
      const struct lk_must *wanted
	= lk_java_must_of_value (type_above, over, LK_TARGET_PARAMETER, i);
      if (lk_java_must_below (wanted, lk_java_must_of_value
			      (type, own, LK_TARGET_PARAMETER, i)))
	continue;
      char *text = lk_java_must_text (wanted);
      lk_java_tell ("must-call-mismatch", p->loc, c, m,
		    "%s must be called on what '%s' that it overrides is given,"
		    " but a parameter of '%s' promises less", text, q->name,
		    p->name);
      free (text);
      break;
    }
}

static void
check_override (struct lk_java_class *c, struct lk_java_method *m,
		const struct lk_promise *p, struct lk_java_method *above)
{
  const struct lk_promise *q = lk_java_promise (above);
  const struct lk_options *options = &lk_java->options->engine;
  for (unsigned i = p->has_receiver;
       !options->no_ownership && i < p->n_args && i < q->n_args; i++)
    if (q->args[i].owning && !p->args[i].owning)
      {
	char number[24];
	snprintf (number, sizeof number, "%u", i + 1 - p->has_receiver);
	lk_java_tell ("owning-parameter-override", p->loc, c, m,
	      "'%s' does not own parameter '%s', which '%s' that it overrides"
	      " owns", p->name, p->args[i].name ? p->args[i].name : number,
	      q->name);
	break;
      }
  check_override_types (c, m, p, above, q);
  char result = strchr (m->descriptor, ')')[1];
  if (!options->no_ownership && result == 'L' && !q->result.owning
      && p->result.owning && !p->result.alias && !q->result.alias
      && above->method && lk_java_annotation_on_method (above->method,
							"NotOwning"))
    lk_java_tell ("owning-result-override", p->loc, c, m,
	  "the result of '%s' is owned by the caller, that of '%s' which it"
	  " overrides is not", p->name, q->name);
  if (!options->no_ownership && result == 'L' && p->result.owning
      && q->result.owning && q->result.type && !q->result.variable
      && !p->result.nothing && !lk_java_must_below (p->result.must, q->result.must))
    {
      char *text = lk_java_must_text (p->result.must);
      lk_java_tell ("must-call-mismatch", p->loc, c, m,
	    "%s must be called on the result of '%s', but the result of '%s'"
	    " that it overrides promises less", text, p->name, q->name);
      free (text);
    }
  for (const struct lk_creates *k = p->creates; k; k = k->next)
    if (!creates_same (q, k))
      {
	lk_java_tell ("creates-override", p->loc, c, m,
	      "'%s' creates an obligation for '%s', which '%s' that it"
	      " overrides does not", p->name, k->what.text, q->name);
	break;
      }
  for (const struct lk_ensure *e = q->ensures; e; e = e->next)
    if (!e->implied && !e->what.bad && methods_of (q, e) && !keeps (p, q, e))
      {
	char *text = lk_java_must_text (methods_of (q, e));
	char number[24];
	snprintf (number, sizeof number, "#%d", e->what.base + 1 - q->has_receiver);
	lk_java_tell ("promise-override", p->loc, c, m,
	      "'%s' does not promise to call %s on '%s', as '%s' that it"
	      " overrides does", p->name, text,
	      e->methods ? e->what.text : number, q->name);
	free (text);
	break;
      }
}

/* Check the method of FILE that M of class C overrides by DESCRIPTOR.  */
static void
check_overridden (struct lk_java_class *c, struct lk_java_method *m,
		  const struct lk_promise *p, const struct lk_class *file,
		  const char *descriptor)
{
  const struct lk_method *method = lk_class_method (file, m->member, descriptor);
  if (method && !(method->access & (LK_ACC_STATIC | LK_ACC_PRIVATE
				    | LK_ACC_SYNTHETIC)))
    check_override (c, m, p, lk_java_method_of (method, false));
}

/* Return true if METHOD, of C as is M, is the bridge that leads to M from what M overrides
   with another result, or with type arguments.  */
static bool
bridge_to (struct lk_java_class *c, const struct lk_java_method *m,
	   const struct lk_method *method)
{
  if (!(method->access & LK_ACC_BRIDGE) || strcmp (method->name, m->member))
    return false;
  const char *at = strchr (m->descriptor, ')');
  if (!strncmp (m->descriptor, method->descriptor, at + 1 - m->descriptor))
    return true;
  const struct lk_class *file = c->type->class_file;
  unsigned n = lk_descriptor_parameters (m->descriptor), same = 0;
  for (unsigned i = 0; i < file->n_methods; i++)
    same += (!strcmp (file->methods[i].name, m->member)
	     && !(file->methods[i].access & LK_ACC_BRIDGE)
	     && lk_descriptor_parameters (file->methods[i].descriptor) == n);
  return same == 1 && lk_descriptor_parameters (method->descriptor) == n;
}

static void
check_overrides (struct lk_java_class *c, struct lk_java_method *m,
		 const struct lk_promise *p, bool bridges)
{
  if (m->is_static || (m->method->access & LK_ACC_PRIVATE))
    return;
  const struct lk_class *own = c->type->class_file;
  struct lk_type **all = lk_hierarchy_above (lk_java->hierarchy, c->type,
					     lk_java->scratch);
  /* The query uses scratch memory.  */
  auto_vec<struct lk_type *, 16> above;
  for (unsigned i = 1; all[0] && all[i]; i++)
    above.safe_push (all[i]);
  for (unsigned i = 0; i < above.length (); i++)
    {
      const struct lk_class *file = above[i]->class_file;
      if (!file)
	continue;
      check_overridden (c, m, p, file, m->descriptor);
      for (unsigned k = 0; bridges && k < own->n_methods; k++)
	if (bridge_to (c, m, &own->methods[k]))
	  check_overridden (c, m, p, file, own->methods[k].descriptor);
    }
}

void
lk_java_check_class (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  if (!file)
    return;
  for (unsigned i = 0; i < file->n_fields; i++)
    check_field (c, file, &file->fields[i]);
  if (!leaves_to_subclasses (c->type))
    check_inherited_fields (c);
  check_must (c);
  lk_java_check_types (c);
  bool bridges = false;
  for (unsigned i = 0; i < file->n_methods; i++)
    bridges |= (file->methods[i].access & LK_ACC_BRIDGE) != 0;
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      if (method->access & (LK_ACC_SYNTHETIC | LK_ACC_BRIDGE))
	continue;
      struct lk_java_method *m = lk_java_method_of (method, false);
      const struct lk_promise *p = lk_java_promise (m);
      check_pairing (c, m, p);
      check_creates (c, m, p);
      check_expressions (c, m, p);
      check_varargs (c, m, p);
      if (p->constructor)
	check_constructor (c, m, p);
      else
	check_overrides (c, m, p, bridges);
    }
}
