/* Mode infer for Java: the classes, fields and methods of the program are described to the engine
   (analysis/infer/), each body is built, scanned and freed, and what was inferred is written, or
   added to the outlines for the verifier.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer.h"
#include "promise.h"
#include "diagnostic-core.h"

static struct lk_infer *session;

#define RECORD(TYPE) ((TYPE *) lk_inference_alloc (session->inference, sizeof (TYPE)))

#define ARRAY(TYPE, N) \
  ((TYPE *) lk_inference_alloc (session->inference, (N) * sizeof (TYPE)))

static bool
is_program (const struct lk_class *file)
{
  return file && lk_classpath_is_input (lk_java->classpath, file);
}

/* ---- Classes.  ---- */

static bool
has_own_must (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  if (file && (lk_java_annotation (&file->annotations, "InheritableMustCall")
	       || lk_java_annotation (&file->annotations, "MustCall")))
    return true;
  const struct lk_type_contract *contract
    = lk_spec_type (lk_contracts_spec (), lk_binary_name (lk_java->scratch, c->type->name));
  return contract && contract->has_must && contract->source <= LK_SOURCE_USER_SPEC;
}

/* Return true if C is a resource only because it is an AutoCloseable.  */
static bool
must_of_closeable (struct lk_java_class *c)
{
  struct lk_type **above
    = lk_hierarchy_above (lk_java->hierarchy, c->type, lk_java->scratch);
  auto_vec<struct lk_type *, 16> all;
  for (unsigned i = 0; above[i]; i++)
    all.safe_push (above[i]);
  bool closeable = false;
  for (unsigned i = 0; i < all.length (); i++)
    {
      const char *name = all[i]->name;
      if (!strcmp (name, "java/lang/AutoCloseable"))
	closeable = true;
      else if (strcmp (name, "java/io/Closeable") && !is_program (all[i]->class_file)
	       && lk_java_must (all[i]))
	return false;
    }
  return closeable;
}

static struct infer_class *
class_record (struct lk_java_class *c)
{
  bool known;
  struct infer_class *&slot = session->classes->get_or_insert (c, &known);
  if (known)
    return slot;
  struct infer_class *k = RECORD (struct infer_class);
  slot = k;
  const struct lk_class *file = c->type->class_file;
  k->name = c->shown;
  k->key = c;
  k->program = is_program (file);
  k->must = lk_java_must (c->type);
  k->must_written = !k->program || has_own_must (c);
  k->is_abstract = file && (file->access & (LK_ACC_ABSTRACT | LK_ACC_INTERFACE));
  k->extended_elsewhere = c->type->incomplete;
  if (k->program && k->must && !k->must_written)
    k->must_of_closeable = must_of_closeable (c);
  return k;
}

/* The record of the class at *AT in a descriptor, behind which *AT moves; NULL: no class.  */
static struct infer_class *
class_at (const char **at)
{
  struct lk_type *type = lk_java_class_at (at);
  return type ? class_record (lk_java_class_of (type)) : NULL;
}

/* Return the class of the program that the elements of a collection of the type at AT have, of a
   place of the kind TARGET, or NULL.  */
static struct infer_class *
element_class (const char *at, uint8_t target)
{
  struct lk_type *type = lk_java_class_of_elements (at, target);
  return (type && type->class_file && is_program (type->class_file)
	  ? class_record (lk_java_class_of (type)) : NULL);
}

static const char *
type_of_field (const struct lk_field *field)
{
  return field->signature ? field->signature : field->descriptor;
}

static struct infer_field *
field_record (struct infer_class *owner, const struct lk_class *file,
	      const struct lk_field *field)
{
  struct infer_field *f = RECORD (struct infer_field);
  const struct lk_field_promise *p = lk_java_field_promise (file, field);
  const char *at = field->descriptor;
  f->name = p->name;
  f->owner = owner;
  f->type = class_at (&at);
  f->key = const_cast<struct lk_field *> (field);
  f->must_written = lk_java_annotation_on_type (&field->type_annotations, LK_TARGET_FIELD, 0,
						"MustCall") != NULL;
  f->must = p->must;
  f->elements = p->elements;
  f->must_written |= p->elements;
  struct infer_class *of
    = p->must || f->must_written ? NULL : element_class (type_of_field (field), LK_TARGET_FIELD);
  if (of)
    {
      f->elements = true;
      f->type = of;
    }
  f->is_final = p->is_final;
  f->is_static = p->is_static;
  f->is_private = field->access & LK_ACC_PRIVATE;
  f->owning = p->owning;
  f->candidate = (owner->program && !(field->access & LK_ACC_SYNTHETIC)
		  && !lk_java_annotation (&field->annotations, "NotOwning"));
  session->fields->put (p, f);
  return f;
}

static void
fill_class (struct lk_java_class *c)
{
  struct infer_class *k = class_record (c);
  const struct lk_class *file = c->type->class_file;
  if (c->type->super)
    k->super = class_record (lk_java_class_of (c->type->super));
  k->interfaces = ARRAY (struct infer_class *, c->type->n_interfaces);
  for (unsigned i = 0; i < c->type->n_interfaces; i++)
    k->interfaces[k->n_interfaces++]
      = class_record (lk_java_class_of (c->type->interfaces[i]));
  k->fields = ARRAY (struct infer_field *, file->n_fields);
  for (unsigned i = 0; i < file->n_fields; i++)
    if (file->fields[i].descriptor[0] == 'L'
	|| element_class (type_of_field (&file->fields[i]), LK_TARGET_FIELD)
	|| lk_java_field_promise (file, &file->fields[i])->elements)
      k->fields[k->n_fields++] = field_record (k, file, &file->fields[i]);
  session->order.safe_push (k);
}

/* ---- Methods.  ---- */

static struct infer_function *function_record (struct lk_java_method *);

static struct infer_field *
field_of_promise (void *, const struct lk_field_promise *p)
{
  struct infer_field **f = p ? session->fields->get (p) : NULL;
  return f ? *f : NULL;
}

static void
describe_arguments (struct infer_function *fn, const struct lk_java_method *m,
		    const struct lk_promise *p)
{
  const char *at = m->descriptor + 1;
  unsigned n = lk_descriptor_parameters (m->descriptor);
  static const char *const words[]
    = { "NotOwning", "WillNotClose", "Owning", "WillClose", "MustCallAlias", "PolyMustCall",
	"WillCloseWhenClosed" };
  if (fn->has_receiver)
    fn->args[0].type = fn->owner;
  for (unsigned i = fn->has_receiver; i < fn->n_args; i++)
    {
      struct infer_value *v = &fn->args[i];
      const char *type_at = at;
      unsigned index = i - fn->has_receiver;
      v->type = class_at (&at);
      v->owning = p->args[i].owning;
      v->alias = p->args[i].alias;
      v->alias_if = p->args[i].alias_if;
      for (const char *word : words)
	v->annotated |= m->method && lk_java_annotation_on_parameter (m->method, index, n, word);
      if (p->args[i].elements && !p->args[i].must)
	{
	  v->must_written = v->elements = true;
	  v->must = p->args[i].elements;
	}
      else if (m->method
	       && lk_java_annotation_on_type (&m->method->type_annotations,
					      LK_TARGET_PARAMETER, index, "MustCall"))
	{
	  v->must_written = true;
	  v->must = lk_java_must_of_value (lk_java_class_at (&type_at),
					   &m->method->type_annotations, LK_TARGET_PARAMETER,
					   index);
	}
      else if (!p->args[i].must && m->method && fn->owner->program)
	{
	  const char *generic = lk_java_generic_type (m->method, index);
	  if (struct infer_class *of = element_class (generic ? generic : type_at,
						      LK_TARGET_PARAMETER))
	    {
	      v->elements = true;
	      v->type = of;
	    }
	}
    }
  if (fn->has_receiver)
    fn->args[0].alias = p->args[0].alias;
  if (p->variable && p->first_variable < fn->n_args)
    {
      fn->args[p->first_variable].calls = p->variable;
      fn->args[p->first_variable].annotated = true;
    }
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->when == LK_ENSURE_RETURN && !e->what.bad && !e->what.n_fields && e->what.base >= 0
	&& e->what.base < (int) fn->n_args)
      {
	fn->args[e->what.base].calls = e->methods;
	fn->args[e->what.base].disposed |= !e->methods;
      }
}

static void
describe_result (struct infer_function *fn, const struct lk_java_method *m,
		 const struct lk_promise *p)
{
  struct infer_value *v = &fn->result;
  const char *at = strchr (m->descriptor, ')') + 1;
  struct lk_type *type = p->constructor ? m->owner->type : lk_java_class_at (&at);
  v->type = type ? class_record (lk_java_class_of (type)) : NULL;
  v->must = p->result.nothing ? NULL : p->result.must;
  /* A row, an annotation or a type argument says something else than the class.  */
  v->must_written = p->result.nothing || p->result.must != (type ? lk_java_must (type) : NULL);
  if (!v->must && p->result.elements && !p->result.nothing)
    {
      v->must = p->result.elements;
      v->must_written = v->elements = true;
    }
  else if (!v->must && !v->must_written && !p->constructor && m->method && fn->owner->program)
    {
      const char *generic = lk_java_generic_type (m->method, -1);
      if (!generic)
	generic = strchr (m->descriptor, ')') + 1;
      if (struct infer_class *of = element_class (generic, LK_TARGET_RETURN))
	{
	  v->elements = true;
	  v->type = of;
	}
    }
  v->owning = p->result.owning;
  v->alias = p->result.alias;
  v->annotated = (m->method && (lk_java_annotation_on_method (m->method, "NotOwning")
				|| lk_java_annotation_on_method (m->method, "Owning")));
}

static void
describe_ensures (struct infer_function *fn, const struct lk_promise *p)
{
  struct infer_ensure **tail = &fn->ensures;
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    {
      struct infer_field *field
	= (e->when == LK_ENSURE_RETURN && !e->what.bad && e->what.base == 0 && fn->has_receiver
	   && e->what.n_fields == 1 ? field_of_promise (NULL, e->what.fields[0]) : NULL);
      if (!field)
	continue;
      *tail = RECORD (struct infer_ensure);
      (*tail)->field = field;
      (*tail)->methods = e->methods;
      tail = &(*tail)->next;
    }
}

/* M overrides METHOD, which is not of the program.  */
static void
note_library (struct infer_function *fn, const struct lk_method *method)
{
  if (!(method->access & (LK_ACC_STATIC | LK_ACC_PRIVATE))
      && strcmp (method->name, "close"))
    fn->of_library = true;
}

static void
describe_overridden (struct infer_function *fn, const struct lk_java_method *m)
{
  if (m->is_static || fn->constructor || (m->method->access & LK_ACC_PRIVATE))
    return;
  struct lk_type **above
    = lk_hierarchy_above (lk_java->hierarchy, m->owner->type, lk_java->scratch);
  auto_vec<const struct lk_method *, 8> found;
  for (unsigned i = 1; above[0] && above[i]; i++)
    if (const struct lk_class *file = above[i]->class_file)
      if (const struct lk_method *method = lk_class_method (file, m->member, m->descriptor))
	{
	  if (!is_program (file))
	    note_library (fn, method);
	  else if (!(method->access & (LK_ACC_STATIC | LK_ACC_PRIVATE)))
	    found.safe_push (method);
	}
  fn->overridden = ARRAY (struct infer_function *, found.length ());
  for (unsigned i = 0; i < found.length (); i++)
    fn->overridden[fn->n_overridden++]
      = function_record (lk_java_method_of (found[i], false));
}

static struct infer_function *
function_record (struct lk_java_method *m)
{
  const struct lk_promise *p = lk_java_promise (m);
  bool known;
  struct infer_function *&slot = session->functions->get_or_insert (m, &known);
  if (known)
    return slot;
  struct infer_function *fn = RECORD (struct infer_function);
  slot = fn;
  fn->name = m->name;
  fn->member = m->member;
  fn->key = m;
  fn->owner = class_record (m->owner);
  fn->has_receiver = p->has_receiver;
  fn->constructor = p->constructor;
  fn->n_args = p->n_args;
  fn->args = ARRAY (struct infer_value, fn->n_args);
  fn->returns_value = strchr (m->descriptor, ')')[1] != 'V';
  fn->pure = p->pure || !strcmp (m->owner->type->name, "java/lang/Object");
  if (m->method)
    {
      unsigned access = m->method->access;
      fn->is_private = access & LK_ACC_PRIVATE;
      fn->is_public = access & LK_ACC_PUBLIC;
      fn->is_abstract = access & LK_ACC_ABSTRACT;
      fn->has_code = m->method->has_code;
      fn->program = (fn->owner->program && !(access & (LK_ACC_SYNTHETIC | LK_ACC_BRIDGE))
		     && !p->initialiser);
    }
  for (const struct lk_creates *k = p->creates; k; k = k->next)
    fn->creates |= !k->what.bad && k->what.base == 0 && !k->what.n_fields && fn->has_receiver;
  describe_arguments (fn, m, p);
  describe_result (fn, m, p);
  describe_ensures (fn, p);
  if (fn->program)
    describe_overridden (fn, m);
  return fn;
}

/* The engine meets FUNCTION.  */
static struct infer_function *
function_of (void *, struct lk_function *function)
{
  struct lk_java_method *m = lk_java_method_by_decl ((tree) function->key);
  return m ? function_record (m) : NULL;
}

static void
fill_methods (struct infer_class *k)
{
  const struct lk_class *file = ((struct lk_java_class *) k->key)->type->class_file;
  k->methods = ARRAY (struct infer_function *, file->n_methods);
  for (unsigned i = 0; i < file->n_methods; i++)
    if (!(file->methods[i].access & (LK_ACC_SYNTHETIC | LK_ACC_BRIDGE)))
      k->methods[k->n_methods++]
	= function_record (lk_java_method_of (&file->methods[i], false));
}

/* ---- The whole.  ---- */

static void
describe_program (void)
{
  size_t n = lk_classpath_n_inputs (lk_java->classpath);
  for (size_t i = 0; i < n; i++)
    if (const struct lk_class *file = lk_classpath_input (lk_java->classpath, i))
      fill_class (lk_java_class_named (file->name));
  for (unsigned i = 0; i < session->order.length (); i++)
    {
      fill_methods (session->order[i]);
      lk_stage_progress ();
    }
  for (unsigned i = 0; i < session->order.length (); i++)
    lk_inference_add_class (session->inference, session->order[i]);
}

/* The time limit (passes/fork.cc) holds for each body, where it is scanned and where the rules
   look at it.  */
static void
enter_body (void *, const struct infer_function *fn)
{
  lk_stage_enter_name (LK_STAGE_SOLVER, fn->name);
}

static void
leave_body (void *)
{
  lk_stage_leave (NULL);
  lk_stage_progress ();
}

static void
scan (struct lk_java_method *m)
{
  if (m->method->access & LK_ACC_SYNTHETIC)
    return;
  struct lk_function *function = lk_java_function (m);
  lk_stage_enter (NULL, LK_STAGE_LOWERING, function);
  lk_java_lower (m);
  lk_inference_scan (session->inference, function);
  leave_body (NULL);
  lk_graph_free (function->graph);
  function->graph = NULL;
}

void
lk_java_infer (void)
{
  const struct lk_pass_options *options = lk_java->options;
  static const struct infer_host host
    = { NULL, function_of, field_of_promise, enter_body, leave_body };
  struct infer_options engine = { options->infer_creates };
  struct lk_infer all;
  memset (&all, 0, sizeof all);
  session = &all;
  all.inference = lk_inference_new (&host, &engine);
  all.classes = new hash_map<struct lk_java_class *, struct infer_class *>;
  all.functions = new hash_map<struct lk_java_method *, struct infer_function *>;
  all.fields = new hash_map<const struct lk_field_promise *, struct infer_field *>;
  describe_program ();
  lk_java_each_method (scan);
  all.facts = lk_inference_run (all.inference);
  lk_infer_annotations (&all);
  for (const struct lk_infer_request *r = options->infer_requests; r; r = r->next)
    if (r->explain)
      lk_infer_explain (&all, r->value);
    else
      lk_infer_write (&all, r->value);
  if (!options->infer_only)
    lk_infer_apply (&all);
  all.order.release ();
  all.all.release ();
  delete all.classes;
  delete all.functions;
  delete all.fields;
  lk_inference_free (all.inference);
  session = NULL;
}
