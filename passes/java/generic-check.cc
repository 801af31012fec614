/* Type arguments and references that sources write, checked against must-call sets.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

static const char *walk_type (struct walk *w, const char *at);

static bool
about (const struct walk *w, const struct lk_type_annotation *a)
{
  if (a->target != w->target && !(w->target == LK_TARGET_LOCAL
				  && a->target == LK_TARGET_RESOURCE))
    return false;
  if (w->target == LK_TARGET_LOCAL)
    {
      bool here = false;
      for (unsigned i = 0; i < a->n_ranges; i++)
	here |= (a->ranges[i].start == w->pc && a->ranges[i].slot == w->slot);
      if (!here)
	return false;
    }
  else if (a->index != w->index)
    return false;
  return (2 * a->path_length == (int) w->n_path
	  && (w->n_path == 0 || !memcmp (a->path, w->path, w->n_path)));
}

static bool
owns_parameter (const struct lk_method *method)
{
  unsigned n = lk_descriptor_parameters (method->descriptor);
  bool owns = false;
  for (unsigned i = 0; i < n; i++)
    owns |= lk_java_annotation_on_parameter (method, i, n, "Owning") != NULL;
  return owns;
}

/* Return true if RESULT, the type that a method of the class OWNER returns, in a signature, is the
   type parameter NAME, of LENGTH, or a type whose objects may hold what is of it: "T", "T[]",
   "List<T>".  Another OWNER ("Predicate<T> and (Predicate<T>)") is none.  */
static bool
may_hold_variable (const char *result, const char *owner, const char *name, size_t length)
{
  size_t n = strlen (owner);
  if (*result == 'L' && !strncmp (result + 1, owner, n) && result[1 + n] == '<')
    return false;
  for (const char *at = result; (at = strchr (at, 'T')); at++)
    if ((at == result || strchr ("[<;+-*", at[-1])) && !strncmp (at + 1, name, length)
	&& at[1 + length] == ';')
      return true;
  return false;
}

/* Return true if type parameter NUMBER of OF is only one of parameters that are lent: no method
   of the interface returns what is of its type, or owns a parameter.  */
static bool
only_taken (const struct lk_java_class *of, unsigned number)
{
  const struct lk_class *file = of->type->class_file;
  if (!file || !(file->access & LK_ACC_INTERFACE) || of->type->n_interfaces || !file->signature)
    return false;
  const char *name = file->signature + 1;
  for (; number && *name && *name != '>'; number--)
    name = lk_behind_bounds (name + strcspn (name, ":>"));
  size_t length = strcspn (name, ":>");
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      const char *result = lk_java_generic_type (method, -1);
      if (!(method->access & LK_ACC_STATIC) && method->signature
	  && (!result || may_hold_variable (result, file->name, name, length)))
	return false;
      if (owns_parameter (method))
	return false;
    }
  return true;
}

/* Return true if type parameter NUMBER of OF, an interface of the library, is the type of results,
   and of no parameter: what "Supplier<Socket>.get ()" returns is the caller's, as any result, and a
   Socket because the type says so.  */
static bool
only_given (const struct lk_java_class *of, unsigned number)
{
  const struct lk_class *file = of->type->class_file;
  if (!file || !(file->access & LK_ACC_INTERFACE) || !file->signature
      || !lk_classpath_is_jdk (lk_java->classpath, file))
    return false;
  const char *name = file->signature + 1;
  for (; number && *name && *name != '>'; number--)
    name = lk_behind_bounds (name + strcspn (name, ":>"));
  size_t length = strcspn (name, ":>");
  bool given = false;
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      unsigned n = lk_descriptor_parameters (method->descriptor);
      for (int k = -1; k < (int) n && method->signature && !(method->access & LK_ACC_STATIC); k++)
	{
	  const char *type = lk_java_generic_type (method, k);
	  bool is = (type && *type == 'T' && !strncmp (type + 1, name, length)
		     && type[1 + length] == ';');
	  if (is && k >= 0)
	    return false;
	  given |= is;
	}
    }
  return given;
}

/* The type at AT is argument NUMBER of the class TYPE.  */
static void
check_argument (struct walk *w, struct lk_java_class *of, unsigned number,
		const char *at)
{
  const struct lk_must *must = NULL;
  bool written = false;
  for (unsigned i = 0; i < w->annotations->count && !written; i++)
    if (about (w, &w->annotations->list[i]))
      {
	const struct lk_annotation *a = &w->annotations->list[i].annotation;
	const char *simple = lk_simple_name (a->type);
	written = startswith (simple, "MustCall")
		  || startswith (simple, "PolyMustCall");
	if (!strcmp (simple, "MustCall;"))
	  must = lk_java_must_in (a, "value");
	else if (!strcmp (simple, "MustCallUnknown;"))
	  must = &lk_java_must_unknown;
      }
  if (w->sought)
    {
      if (written && !must && *at == 'L')
	{
	  size_t n = strcspn (at + 1, "<;");
	  w->found |= (!strncmp (w->sought->name, at + 1, n)
		       && w->sought->name[n] == '\0');
	}
      return;
    }
  if (!written)
    must = (*at == 'L' ? lk_must_of_class (at)
	    : *at == 'T' ? lk_must_of_variable (w, at) : NULL);
  /* (A Class<T>, of the language, has no T.)  */
  if (!must || lk_java_is_cell (of->type->name)
      || !strcmp (of->type->name, "java/lang/Class"))
    return;
  const struct lk_class *file = of->type->class_file;
  unsigned index = number;
  const char *bounds
    = file ? lk_bounds_of (file->signature, NULL, 0, &number) : NULL;
  const struct lk_must *promised
    = (bounds ? lk_must_of_bounds (NULL, bounds, &file->type_annotations,
				LK_TARGET_CLASS_TYPE_BOUND, number) : NULL);
  if (lk_java_must_below (must, promised) || only_taken (of, index) || only_given (of, index)
      /* The owner of a collection owns its elements; a subclass may do anything with them.  */
      || (w->target != LK_TARGET_SUPERTYPE && lk_java_followed (of) != LK_FOLLOWED_NOT))
    return;
  char *text = must == &lk_java_must_unknown ? xstrdup ("something unknown")
	       : lk_java_must_text (must);
  location_t loc = w->loc;
  if (!loc)
    loc = (w->field ? lk_java_field_place (w->owner, w->field)
	   : w->method ? lk_java_method_place (w->owner, w->method,
					       w->parameter)
	   : lk_java_class_place (w->owner));
  lk_java_tell ("type-argument", loc, w->owner,
		w->method ? lk_java_method_of (w->method, false) : NULL,
		"%s must be called on this type argument of '%s', which"
		" promises that nothing of the sort is", text, of->shown);
  free (text);
}

static bool
enter_type (struct walk *w, unsigned kind, unsigned argument)
{
  if (w->n_path == 2 * LK_TYPE_PATH)
    return false;
  w->path[w->n_path++] = kind;
  w->path[w->n_path++] = argument;
  return true;
}

/* The arguments at AT, an opening bracket, of the class NAME.  */
static const char *
walk_arguments (struct walk *w, const char *name, const char *at)
{
  struct lk_java_class *of = NULL;
  at++;
  for (unsigned i = 0; *at && *at != '>'; i++)
    {
      unsigned depth = w->n_path;
      if (!enter_type (w, 3, i))
	return at + strlen (at);
      if (*at == '*')
	at++;
      else if (*at == '+' || *at == '-')
	at = enter_type (w, 2, 0) ? walk_type (w, at + 1) : at + strlen (at);
      else
	{
	  if (!of)
	    of = lk_java_class_named (name);
	  check_argument (w, of, i, at);
	  at = walk_type (w, at);
	}
      w->n_path = depth;
    }
  return *at == '>' ? at + 1 : at;
}

/* Check the type at AT of a signature; what stands behind it.  */
static const char *
walk_type (struct walk *w, const char *at)
{
  unsigned depth = w->n_path;
  if (*at == '[')
    {
      at = enter_type (w, 0, 0) ? walk_type (w, at + 1) : at + strlen (at);
      w->n_path = depth;
      return at;
    }
  if (*at != 'L')
    return *at ? lk_java_behind_type (at) : at;
  char *name = xstrdup ("");
  at++;
  while (*at && *at != ';')
    {
      size_t n = strcspn (at, "<;.");
      char *part = xstrndup (at, n);
      char *longer = concat (name, part, NULL);
      free (part);
      free (name);
      name = longer;
      at += n;
      if (*at == '<')
	at = walk_arguments (w, lk_arena_strdup (lk_java->arena, name), at);
      if (*at == '.')
	{
	  longer = concat (name, "$", NULL);
	  free (name);
	  name = longer;
	  at++;
	  if (!enter_type (w, 1, 0))
	    at += strlen (at);
	}
    }
  free (name);
  w->n_path = depth;
  return *at == ';' ? at + 1 : at;
}

static unsigned
line_at (const struct lk_code *code, unsigned pc)
{
  unsigned line = 0;
  for (unsigned i = 0; i < code->n_lines && code->lines[i].pc <= pc; i++)
    line = code->lines[i].line;
  return line;
}

void
lk_walk_locals (struct walk *w, const struct lk_method *outline,
	     const struct lk_code *code)
{
  w->method = outline;
  w->annotations = &code->type_annotations;
  w->target = LK_TARGET_LOCAL;
  w->parameter = -1;
  for (unsigned i = 0; i < code->n_local_types; i++)
    {
      const struct lk_local *local = &code->local_types[i];
      /* Parameters have been checked, those of lambdas need no type.  */
      if (local->start == 0)
	continue;
      w->pc = local->start;
      w->slot = local->slot;
      /* The variable begins behind what stores its value.  */
      unsigned line = line_at (code, local->start - 1);
      w->loc = line && !w->sought ? lk_java_location (w->owner, line) : 0;
      walk_type (w, local->descriptor);
    }
  w->loc = 0;
}

struct reference
{
  struct lk_java_class *owner;
  const struct lk_method *around;
  location_t loc;
  const struct lk_promise *referred;	/* The method referred to.  */
  const struct lk_promise *called;	/* As what it is called.  */
};

static void
tell_reference (const struct reference *r, const struct lk_must *must,
		const char *what)
{
  char *text = lk_java_must_text (must);
  lk_java_tell ("method-reference", r->loc, r->owner,
		lk_java_method_of (r->around, false), what, text,
		r->referred->name, r->called->name);
  free (text);
}

/* Return true if a call of the method that P describes calls all of MUST on its argument K.  */
static bool
disposes (const struct lk_promise *p, unsigned k, const struct lk_must *must)
{
  if (k == 0 && p->has_receiver && !p->constructor && must && !must->next
      && lk_name_in (must, p->member))
    return true;
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->when == LK_ENSURE_RETURN && !e->what.bad && !e->what.n_fields
	&& e->what.base == (int) k
	&& (!e->methods || lk_java_must_below (must, e->methods)))
      return true;
  return false;
}

/* Report what the interface's method promises of its argument I and the method referred to, whose
   argument K that is, does not.  */
static void
compare_argument (const struct reference *r, unsigned i, unsigned k)
{
  const struct lk_promise *p = r->referred, *q = r->called;
  const struct lk_value_promise *from = &q->args[i];
  if (from->owning && from->must && !p->args[k].owning && !p->args[k].alias
      && !disposes (p, k, from->must))
    tell_reference (r, from->must, "%1$s must be called on what '%3$s' owns, but '%2$s' neither"
		    " owns it nor promises to call that");
  for (const struct lk_ensure *e = q->ensures; e; e = e->next)
    if (e->when == LK_ENSURE_RETURN && !e->what.bad && !e->what.n_fields
	&& e->what.base == (int) i)
      {
	const struct lk_must *must = e->methods ? e->methods : from->must;
	if (must && !p->args[k].owning && !disposes (p, k, must))
	  tell_reference (r, must, "'%3$s' promises to call %1$s on its argument, but '%2$s' does"
			  " not");
      }
}

static void
compare_reference (const struct reference *r, const struct lk_method *method,
		   const char *instantiated, unsigned captured)
{
  const struct lk_promise *p = r->referred, *q = r->called;
  bool result = (p->constructor || q->result.type);
  if (result && q->result.type && !q->result.variable && p->result.owning
      && !p->result.nothing && !p->result.alias
      && !lk_java_must_below (p->result.must, q->result.must))
    tell_reference (r, p->result.must, "%s must be called on the result of"
		    " '%s', but the result of '%s' promises less");
  else if (result && q->result.type && !q->result.owning && p->result.owning
	   && p->result.must && !p->result.nothing && !p->result.alias)
    tell_reference (r, p->result.must, "%s must be called on the result of '%s', but callers of"
		    " '%s' do not own its result");
  else if (p->result.must && p->result.owning && !p->result.nothing && !p->result.alias
	   && instantiated[strlen (instantiated) - 1] == 'V')
    tell_reference (r, p->result.must, "%s must be called on the result of '%s', which '%s' loses");
  const char *at = instantiated + 1;
  for (unsigned i = 0; *at && *at != ')'; i++)
    {
      struct lk_type *type = lk_java_class_at (&at);
      unsigned k = i + captured + p->constructor;
      if (k >= p->n_args || i + 1 >= q->n_args)
	break;
      compare_argument (r, i + 1, k);
      const struct lk_value_promise *to = &p->args[k];
      const struct lk_value_promise *from = &q->args[i + 1];
      if (to->called && !lk_java_must_below (to->called, from->called))
	tell_reference (r, to->called, "'%2$s' requires that %1$s has been"
			" called, but '%3$s' does not");
      if (!to->owning || to->variable)
	continue;
      const struct lk_must *given
	= lk_java_must_of_value (type, &method->type_annotations,
				 LK_TARGET_PARAMETER, i);
      if (!lk_java_must_below (given, to->must))
	tell_reference (r, given, "%1$s must be called on what '%3$s' is given,"
			" but the parameter of '%2$s' that owns it promises"
			" less");
    }
}

/* The instruction at PC of CODE, an invokedynamic of constant INDEX.  */
static void
check_reference (struct lk_java_class *c, const struct lk_method *outline,
		 const struct lk_code *code, unsigned pc, unsigned index)
{
  struct lk_dynamic dynamic;
  enum lk_java_helper helper;
  struct lk_method_handle handle;
  if (!lk_java_dynamic_at (c->code, index, &dynamic, &helper)
      || helper != LK_HELPER_LAMBDA || dynamic.bootstrap->n_arguments < 3
      || !lk_class_method_handle_at (c->code, dynamic.bootstrap->arguments[1],
				     &handle)
      || startswith (handle.member.name, "lambda$"))
    return;
  const char *erased
    = lk_class_method_type_at (c->code, dynamic.bootstrap->arguments[0]);
  const char *exact
    = lk_class_method_type_at (c->code, dynamic.bootstrap->arguments[2]);
  const char *at = strchr (dynamic.descriptor, ')');
  struct lk_java_lambda *lambda = lk_java_lambda_at (c, index);
  if (!erased || !exact || !at || !lambda)
    return;
  unsigned captured = lk_descriptor_parameters (dynamic.descriptor);
  exact = lk_arena_strdup (lk_java->arena, exact);
  at++;
  struct lk_type *type = lk_java_class_at (&at);
  const struct lk_method *method
    = type ? lk_java_method_of_interface (type, dynamic.name, erased) : NULL;
  if (!method)
    return;
  struct reference r = { c, outline, 0, lk_java_promise (lambda->body),
			 lk_java_promise (lk_java_method_of (method, false)) };
  unsigned line = line_at (code, pc);
  r.loc = line && lk_java_load (c) ? lk_java_location (c, line) : 0;
  compare_reference (&r, method, exact, captured);
}

/* The parameter in SLOT, if INDEX and the rest are the promise's.  */
static bool
speaks_of (const struct lk_promise *p, int base, const char **text)
{
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (!e->what.bad && e->what.base == base)
      {
	*text = e->what.text;
	return true;
      }
  for (const struct lk_requires *k = p->requires_; k; k = k->next)
    if (!k->what.bad && k->what.base == base)
      {
	*text = k->what.text;
	return true;
      }
  for (const struct lk_creates *k = p->creates; k; k = k->next)
    if (!k->what.bad && k->what.base == base)
      {
	*text = k->what.text;
	return true;
      }
  return false;
}

/* SLOT, a parameter's, is assigned.  */
static bool
check_assigned (const struct lk_code *code, unsigned slot)
{
  uint32_t length;
  for (uint32_t pc = 0;
       pc < code->length && (length = lk_code_instruction_length (code, pc));
       pc += length)
    {
      const unsigned char *p = code->bytes + pc;
      if (lk_java_stored_slot (p) == (int) slot)
	return true;
      if (p[0] == 0xc4 && p[1] == 0x3a
	  && (unsigned) (p[2] << 8 | p[3]) == slot)
	return true;
    }
  return false;
}

static void
check_parameters (struct lk_java_class *c, struct lk_java_method *m,
		  const struct lk_code *code)
{
  const struct lk_promise *p = lk_java_promise (m);
  if (!p->ensures && !p->requires_ && !p->creates)
    return;
  const char *at = m->descriptor + 1;
  unsigned slot = p->has_receiver;
  struct lk_java_type type;
  const char *text;
  for (unsigned i = p->has_receiver; lk_descriptor_next (&at, &type); i++)
    {
      if (speaks_of (p, i, &text) && check_assigned (code, slot))
	lk_java_tell ("promise-parameter-not-final",
		      lk_java_method_place (c, m->method, -1), c, m,
		      "'%s' promises something of '%s', but assigns this"
		      " parameter", p->name, text);
      slot += 1 + (!type.dimensions && (type.kind == 'J' || type.kind == 'D'));
    }
}

void
lk_walk_method (struct walk *w, const struct lk_method *outline)
{
  const char *at = outline->signature ? strchr (outline->signature, '(') : NULL;
  if (!at)
    return;
  unsigned n = lk_descriptor_parameters (outline->descriptor), given = 0;
  for (const char *p = at + 1; *p && *p != ')'; p = lk_java_behind_type (p))
    given++;
  w->method = outline;
  w->annotations = &outline->type_annotations;
  w->target = LK_TARGET_PARAMETER;
  at++;
  for (unsigned i = 0; *at && *at != ')'; i++)
    {
      w->index = i;
      w->parameter = i + (given < n ? n - given : 0);
      at = walk_type (w, at);
    }
  w->target = LK_TARGET_RETURN;
  w->index = 0;
  w->parameter = -1;
  if (*at == ')' && at[1] != 'V')
    walk_type (w, at + 1);
}

void
lk_walk_fields (struct walk *w, const struct lk_class *file)
{
  w->target = LK_TARGET_FIELD;
  w->index = 0;
  for (unsigned i = 0; i < file->n_fields; i++)
    {
      const struct lk_field *field = &file->fields[i];
      if (!field->signature || (field->access & LK_ACC_SYNTHETIC))
	continue;
      w->annotations = &field->type_annotations;
      w->field = field->name;
      walk_type (w, field->signature);
    }
  w->field = NULL;
}

static void
walk_class (struct walk *w, const struct lk_class *file)
{
  w->annotations = &file->type_annotations;
  w->target = LK_TARGET_SUPERTYPE;
  const char *at = file->signature;
  if (at && *at == '<')
    for (at++; *at && *at != '>';)
      at = lk_behind_bounds (at + strcspn (at, ":>"));
  if (at && *at == '>')
    at++;
  for (unsigned i = 0; at && *at; i++)
    {
      w->index = i == 0 ? 65535 : i - 1;
      at = walk_type (w, at);
    }
}

static void
check_code (struct lk_java_class *c, struct lk_java_method *m)
{
  const struct lk_code *code = lk_code_of (m);
  if (!code)
    return;
  struct walk w;
  memset (&w, 0, sizeof w);
  w.owner = c;
  lk_walk_locals (&w, m->method, code);
  bool references = c->code->n_bootstraps != 0;
  uint32_t length;
  for (uint32_t pc = 0;
       references && pc < code->length
       && (length = lk_code_instruction_length (code, pc)); pc += length)
    if (code->bytes[pc] == 0xba)
      {
	check_reference (c, m->method, code, pc,
			 code->bytes[pc + 1] << 8 | code->bytes[pc + 2]);
	/* Other classes may have been loaded in its place.  */
	code = lk_code_of (m);
	if (!code)
	  return;
      }
  check_parameters (c, m, code);
}

void
lk_java_check_types (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  struct walk w;
  memset (&w, 0, sizeof w);
  w.owner = c;
  walk_class (&w, file);
  lk_walk_fields (&w, file);
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      bool lambda = startswith (method->name, "lambda$");
      if ((method->access & (LK_ACC_SYNTHETIC | LK_ACC_BRIDGE)) && !lambda)
	continue;
      if (!lambda)
	lk_walk_method (&w, method);
      if (method->has_code)
	check_code (c, lk_java_method_of (method, false));
    }
}
