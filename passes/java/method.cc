/* Methods for GCC: declarations, targets of calls, contracts.

   A method has a record when it is called or its body is analysed.  Class hierarchy analysis
   finds the bodies that a virtual call may run: with one body, the call is a direct one; with
   several, the contract of the declared method applies.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

static const struct lk_contract *row_in (const char *class_name, const char *member,
				  const char *parameters);

/* ---- Records.  ---- */

/* A body of the JDK is not looked into, unless the JDK is what is checked: its
   specification says what matters.  */
static bool
has_body (const struct lk_method *method)
{
  return (method->has_code
	  && !(lk_classpath_is_jdk (lk_java->classpath, method->owner)
	       && !lk_classpath_is_input (lk_java->classpath,
					  method->owner)));
}

/* "java.net.Socket.new(java.lang.String,int)".  Without PARAMETERS, the name
   alone.  */
static char *
full_name (const char *class_name, const char *member,
	   const char *parameters)
{
  const char *binary = lk_binary_name (lk_java->scratch, class_name);
  return concat (binary, ".", !strcmp (member, "<init>") ? "new" : member,
		 parameters, NULL);
}

static struct lk_java_method *
make_record (struct lk_java_class *owner, const char *class_name,
	     const char *member, const char *descriptor)
{
  struct lk_java_method *m
    = ((struct lk_java_method *)
       lk_arena_alloc (lk_java->arena, sizeof *m));
  char *name
    = full_name (class_name, member,
		 lk_descriptor_print_parameters (lk_java->scratch,
						 descriptor));
  m->owner = owner;
  m->name = lk_arena_strdup (lk_java->arena,
			     lk_java_utf8 (lk_java->scratch, name));
  m->member = member;
  m->descriptor = descriptor;
  free (name);
  return m;
}

struct lk_java_method *
lk_java_method_of (const struct lk_method *method, bool dispatched)
{
  bool known;
  struct lk_java_method *&slot
    = lk_java->methods->get_or_insert (method, &known);
  struct lk_java_method *m = slot;
  if (!known)
    {
      m = make_record (lk_java_class_named (method->owner->name),
		       method->owner->name, method->name, method->descriptor);
      m->method = method;
      m->is_static = (method->access & LK_ACC_STATIC) != 0;
      m->body = has_body (method);
      *lk_java->methods->get (method) = m;
    }
  if (!dispatched || m->is_static || !strcmp (m->member, "<init>"))
    return m;
  if (!m->other)
    {
      struct lk_java_method *d
	= ((struct lk_java_method *)
	   lk_arena_alloc (lk_java->arena, sizeof *d));
      *d = *m;
      d->decl = NULL;
      d->has_contract = false;
      d->contract = NULL;
      d->function = NULL;
      d->body = false;
      d->index = 0;
      d->dispatched = true;
      d->other = m;
      m->other = d;
    }
  return m->other;
}

/* DECLARED as objects of TYPE have it, if a specification says more of it there
   than where it is declared: TYPE inherits it, and its row has no other method
   to be about.  */
static struct lk_java_method *
inherited_with_row (struct lk_type *type, const struct lk_method *declared)
{
  if (type->name == declared->owner->name
      || !strcmp (type->name, declared->owner->name))
    return NULL;
  const char *parameters
    = lk_descriptor_print_parameters (lk_java->scratch, declared->descriptor);
  struct lk_type *below = NULL;
  struct lk_type **above
    = lk_hierarchy_above (lk_java->hierarchy, type, lk_java->scratch);
  for (unsigned i = 0; above[i] && !below; i++)
    if (!strcmp (above[i]->name, declared->owner->name))
      return NULL;
    else if (row_in (above[i]->name, declared->name, parameters))
      below = above[i];
  if (!below)
    return NULL;
  struct lk_java_method *m
    = make_record (lk_java_class_named (below->name), below->name,
		   declared->name, declared->descriptor);
  m->method = declared;
  m->dispatched = true;
  m->other = lk_java_method_of (declared, false);
  return m;
}

/* A method of which there is no more than the name.  */
static struct lk_java_method *
unknown_method (const struct lk_member_ref *ref, bool is_static)
{
  char *key = concat (is_static ? "+" : "-", ref->class_name, ".", ref->name,
		      ref->descriptor, NULL);
  struct lk_java_method **known = lk_java->unknown_methods->get (key);
  if (known)
    {
      free (key);
      return *known;
    }
  const char *kept_key = lk_arena_strdup (lk_java->arena, key);
  free (key);
  const char *dot = strchr (kept_key, '.');
  const char *member = dot + 1, *descriptor = strchr (member, '(');
  member = lk_arena_strndup (lk_java->arena, member, descriptor - member);
  struct lk_java_method *m
    = make_record (lk_java_class_named (ref->class_name), ref->class_name,
		   member, descriptor);
  m->is_static = is_static;
  lk_java->unknown_methods->put (kept_key, m);
  return m;
}

/* ---- What a call runs.  ---- */

/* A call by OP of DECLARED, found in TYPE; the receiver is a RECEIVER.  */
static struct lk_java_method *
run_by (struct lk_type *type, const struct lk_method *declared, enum lk_op op,
	const char *receiver)
{
  /* Verify relies on what is declared.  */
  if (lk_java->options->verify || op == LK_OP_CALL_SPECIAL
      || !strcmp (declared->name, "<init>") || (declared->access & (LK_ACC_STATIC | LK_ACC_PRIVATE
			      | LK_ACC_FINAL)))
    return lk_java_method_of (declared, false);
  if (receiver && *receiver != '[' && strcmp (receiver, type->name))
    {
      struct lk_type *better
	= lk_hierarchy_type (lk_java->hierarchy, receiver);
      if (better && better->class_file
	  && lk_hierarchy_is_subtype (lk_java->hierarchy, better, type))
	type = better;
    }
  lk_dispatch_hash::value_type key (type, declared);
  if (struct lk_java_method **known = lk_java->dispatches->get (key))
    return *known;
  struct lk_java_method *found = lk_java_dispatch (type, declared);
  if (!found->body)
    if (struct lk_java_method *m = inherited_with_row (type, declared))
      found = m;
  lk_java->dispatches->put (key, found);
  return found;
}

static const struct lk_method *
resolve_reference (struct lk_type *type, const struct lk_member_ref *ref, enum lk_op op)
{
  const struct lk_method *declared
    = lk_hierarchy_resolve_method (lk_java->hierarchy, type, ref->name,
				   ref->descriptor);
  /* MethodHandle.invoke takes and gives whatever the call says.  */
  if (declared && (!(declared->access & LK_ACC_STATIC)
		   != (op != LK_OP_CALL_STATIC)
		   || strcmp (declared->descriptor, ref->descriptor)))
    declared = NULL;
  return declared;
}

struct lk_java_method *
lk_java_callee_of (const struct lk_member_ref *ref, enum lk_op op,
		   const char *receiver)
{
  struct lk_type *type = lk_java_class_named (ref->class_name)->type;
  const struct lk_method *declared = resolve_reference (type, ref, op);
  return (declared ? run_by (type, declared, op, receiver)
	  : unknown_method (ref, op == LK_OP_CALL_STATIC));
}

struct lk_java_method *
lk_java_callee (struct lk_java_class *c, unsigned index, enum lk_op op,
		const char *receiver)
{
  struct lk_member_ref ref;
  if (!c->calls)
    c->calls = ((struct lk_java_call *)
		lk_arena_alloc_array (c->code_arena, c->code->n_constants,
				      sizeof *c->calls));
  struct lk_java_call *call = &c->calls[index];
  if (!call->known)
    {
      if (!lk_class_member_at (c->code, index, &ref))
	gcc_unreachable ();
      call->known = true;
      call->type = lk_java_class_named (ref.class_name)->type;
      call->declared = resolve_reference (call->type, &ref, op);
      call->plain = (call->declared
		     ? run_by (call->type, call->declared,
			       LK_OP_CALL_VIRTUAL, NULL)
		     : unknown_method (&ref, op == LK_OP_CALL_STATIC));
    }
  /* A constructor and super.m () may stand for the same constant as m ().  */
  if (call->declared && op == LK_OP_CALL_SPECIAL)
    return lk_java_method_of (call->declared, false);
  if (!call->declared || !call->plain->dispatched || !receiver)
    return call->plain;
  return run_by (call->type, call->declared, op, receiver);
}

struct lk_java_method *
lk_java_exact_callee (struct lk_java_method *m, struct lk_type *type)
{
  if (!m->dispatched)
    return m;
  const struct lk_method *selected
    = lk_hierarchy_select_method (lk_java->hierarchy, type, m->method);
  return selected ? lk_java_method_of (selected, false) : m;
}

/* ---- Declarations.  ---- */

tree
lk_java_function_type (const char *descriptor, bool is_static)
{
  /* The kinds are all that is left of the types.  */
  char erased[260];
  unsigned n = 0;
  const char *at = descriptor + 1;
  struct lk_java_type type;
  if (!is_static)
    erased[n++] = 'L';
  for (; lk_descriptor_next (&at, &type) && n < sizeof erased - 3;)
    erased[n++] = type.dimensions ? 'L' : type.kind;
  lk_descriptor_next (&at, &type);
  erased[n++] = '=';
  erased[n++] = type.dimensions ? 'L' : type.kind;
  erased[n] = '\0';
  for (unsigned i = 0; i < n; i++)
    if (strchr ("ZBCS", erased[i]))
      erased[i] = 'I';
  if (tree *known = lk_java->function_types->get (erased))
    return *known;
  auto_vec<tree, 16> parameters;
  for (unsigned i = 0; i + 2 < n; i++)
    parameters.safe_push (lk_java_descriptor_type (erased[i]));
  tree fntype
    = build_function_type_array (lk_java_descriptor_type (erased[n - 1]),
				 parameters.length (),
				 parameters.address ());
  lk_java_keep (fntype);
  lk_java->function_types->put (lk_arena_strdup (lk_java->arena, erased),
				fntype);
  return fntype;
}

/* "Copy.run"; of a constructor, "Copy"; of a lambda, whose method has a name
   that only its compiler knows, "Copy.run.lambda".  */
static const char *
shown_method (const struct lk_java_method *m)
{
  if (m->around)
    {
      char *inside = concat (shown_method (m->around), ".lambda", NULL);
      const char *result = lk_arena_strdup (lk_java->arena, inside);
      free (inside);
      return result;
    }
  if (!strcmp (m->member, "<init>"))
    return m->owner->shown;
  const char *member = lk_java_utf8 (lk_java->scratch, m->member);
  char *name = concat (m->owner->shown, ".", member, NULL);
  const char *result = lk_arena_strdup (lk_java->arena, name);
  free (name);
  return result;
}

static tree
make_decl (const char *name, tree type)
{
  tree decl = lk_java_keep (build_decl (UNKNOWN_LOCATION, FUNCTION_DECL,
					get_identifier (name), type));
  TREE_PUBLIC (decl) = 1;
  DECL_EXTERNAL (decl) = 1;
  DECL_UNINLINABLE (decl) = 1;
  return decl;
}

tree
lk_java_decl (struct lk_java_method *m)
{
  if (m->decl)
    return m->decl;
  m->decl = make_decl (shown_method (m),
		       lk_java_function_type (m->descriptor, m->is_static));
  lk_java->by_decl->put (m->decl, m);
  return m->decl;
}

/* ---- The front end's own functions.  ---- */

static const struct helper
{
  const char *name;
  bool pure, constant;
} helpers[LK_N_HELPERS] =
{
  { "new", false, false },
  { "new array", false, false },
  { "length", false, true },
  { "instanceof", false, true },
  { "monitorenter", true, false },
  { "monitorexit", true, false },
  { "concat", true, false },
  { "switch", true, false },
  { "lambda", false, false },
  { "invokedynamic", false, false },
  { "%", false, true },
  { "take", false, false },
  { "this statement", true, false }
};

static tree helper_decls[LK_N_HELPERS][LK_VALUE_REF + 1];

tree
lk_java_helper_decl (enum lk_java_helper helper, enum lk_value_kind result)
{
  tree &decl = helper_decls[helper][result];
  if (decl)
    return decl;
  decl = make_decl (helpers[helper].name,
		    build_function_type (lk_java_kind_type (result), NULL));
  TREE_NOTHROW (decl) = helper != LK_HELPER_CHECK;
  DECL_PURE_P (decl) = helpers[helper].pure;
  TREE_READONLY (decl) = helpers[helper].constant;
  return decl;
}

enum lk_java_helper
lk_java_helper_of (tree decl)
{
  for (unsigned i = 0; i < LK_N_HELPERS; i++)
    for (unsigned k = 0; k <= LK_VALUE_REF; k++)
      if (helper_decls[i][k] == decl)
	return (enum lk_java_helper) i;
  return LK_N_HELPERS;
}

/* ---- Contracts.  ---- */

/* The row for MEMBER (PARAMETERS) of the class CLASS_NAME itself.  */
static const struct lk_contract *
row_in (const char *class_name, const char *member, const char *parameters)
{
  if (!lk_spec_has_class (lk_contracts_spec (), class_name))
    return NULL;
  char *name = full_name (class_name, member, parameters);
  const struct lk_contract *row = lk_spec_lookup (lk_contracts_spec (), name);
  if (!row)
    {
      name[strlen (name) - strlen (parameters)] = '\0';
      row = lk_spec_lookup (lk_contracts_spec (), name);
    }
  free (name);
  return row;
}

/* The same for the supertypes in a specification, for classes that are missing.  SEEN are the
   types that were searched: a specification may name a type as a supertype of itself.  */
static const struct lk_contract *
row_above_missing (const char *binary_name, const char *member,
		   const char *parameters,
		   hash_set<const struct lk_type_contract *> *seen)
{
  const struct lk_type_contract *type
    = lk_spec_type (lk_contracts_spec (), binary_name);
  if (!type || seen->add (type))
    return NULL;
  for (const struct lk_name *super = type->supers; super; super = super->next)
    {
      const struct lk_contract *row
	= row_in (super->name, member, parameters);
      if (!row)
	row = row_above_missing (super->name, member, parameters, seen);
      if (row)
	return row;
    }
  return NULL;
}

static const struct lk_contract *
row_above (const struct lk_java_method *m, const char *parameters)
{
  const struct lk_contract *row;
  struct lk_type **above
    = lk_hierarchy_above (lk_java->hierarchy, m->owner->type,
			  lk_java->scratch);
  hash_set<const struct lk_type_contract *> seen;
  for (unsigned i = 0; above[i]; i++)
    {
      if (i && (row = row_in (above[i]->name, m->member, parameters)))
	return row;
      if (!above[i]->class_file
	  && (row = row_above_missing (lk_binary_name (lk_java->scratch,
						       above[i]->name),
				       m->member, parameters, &seen)))
	return row;
    }
  return NULL;
}

/* A contract for M that no row says, without clauses.  */
static struct lk_contract *
empty_contract (const char *name, const struct lk_type_contract *type)
{
  struct lk_contract *contract
    = ((struct lk_contract *)
       lk_arena_alloc (lk_java->arena, sizeof *contract));
  contract->name = name;
  contract->source = type ? type->source : LK_SOURCE_SHIPPED_SPEC;
  contract->file = type ? type->file : NULL;
  contract->line = type ? type->line : 0;
  contract->complete = true;
  return contract;
}

/* The class has a release method, so its constructor acquires.  */
static const struct lk_contract *
acquiring_contract (const struct lk_java_method *m,
		    const struct lk_type_contract *type)
{
  struct lk_contract *contract = empty_contract (m->name, type);
  struct lk_clause *clause
    = ((struct lk_clause *)
       lk_arena_alloc (lk_java->arena, sizeof *clause));
  clause->role = LK_ROLE_ACQUIRE;
  clause->kind = (type->kind ? type->kind
		  : lk_spec_closeable (lk_contracts_spec ()));
  clause->place.base = 1;
  contract->clauses = clause;
  return contract;
}

/* A field is annotated: what is stored in it is owned by the object.  */
static const struct lk_contract *
taking_contract (void)
{
  static struct lk_contract *contract;
  if (!contract)
    {
      contract = empty_contract ("", NULL);
      struct lk_clause *clause
	= ((struct lk_clause *)
	   lk_arena_alloc (lk_java->arena, sizeof *clause));
      clause->role = LK_ROLE_OWN;
      clause->any_kind = true;
      clause->place.base = 1;
      contract->clauses = clause;
    }
  return contract;
}

/* Nearest first.  For a method of the program the body decides: only the user's row for this
   very method overrides it.  A body of a library on the class path counts if no row describes
   the method; such bodies acquire nothing, because not all of them are read for that.  */
static const struct lk_contract *
find_contract (const struct lk_java_method *m)
{
  struct lk_spec *spec = lk_contracts_spec ();
  const char *parameters
    = lk_descriptor_print_parameters (lk_java->scratch, m->descriptor);
  const char *class_name = m->owner->type->name;
  bool constructor = !strcmp (m->member, "<init>");
  bool has_body = m->body && !m->dispatched;
  const struct lk_contract *row = row_in (class_name, m->member, parameters);
  if (row && has_body && row->source > LK_SOURCE_USER_SPEC
      && lk_classpath_is_input (lk_java->classpath, m->method->owner))
    row = NULL;
  if (!row && !has_body && !constructor && !m->is_static)
    row = row_above (m, parameters);
  /* For a missing class, a method called close is its release; and also if a row says of what
     kind its objects are handles.  */
  if (!row && !m->is_static && !strcmp (m->member, "close")
      && !strcmp (m->descriptor, "()V")
      && (!m->method
	  || (has_body && row_in (class_name, "<init>", "")
	      && !lk_classpath_is_input (lk_java->classpath,
					 m->method->owner))))
    row = row_in ("java/lang/AutoCloseable", m->member, parameters);
  if (row)
    return lk_spec_bound (spec, row, !m->is_static);

  const char *binary = lk_binary_name (lk_java->scratch, class_name);
  const struct lk_type_contract *type = lk_spec_type (spec, binary);
  if (type && constructor && type->must
      && (!has_body || type->source <= LK_SOURCE_USER_SPEC))
    return acquiring_contract (m, type);
  if (has_body)
    return NULL;
  const char *dot = strrchr (binary, '.');
  if ((type && type->complete)
      || (dot && lk_spec_package_complete (spec,
					   lk_arena_strndup (lk_java->scratch,
							     binary,
							     dot - binary))))
    return empty_contract (m->name, type);
  return NULL;
}

const struct lk_contract *
lk_java_row (const struct lk_java_method *m)
{
  struct lk_java_method library = *m;
  library.dispatched = false;
  library.body
    = (m->method && lk_classpath_is_input (lk_java->classpath,
					   m->method->owner));
  return find_contract (&library);
}

/* The clause of the nearest supertype's row that gives M's parameter number PARM (0 is the
   receiver, or the first one of a static method) a resource; or NULL.  */
static const struct lk_clause *
given_clause (const struct lk_java_method *m, unsigned parm)
{
  if (m->is_static || !parm || !m->body || m->n_targets)
    return NULL;
  const struct lk_contract *row
    = row_above (m, lk_descriptor_print_parameters (lk_java->scratch, m->descriptor));
  for (const struct lk_clause *c = row ? row->elements : NULL; c; c = c->next)
    {
      const char *at = m->descriptor + 1;
      struct lk_java_type type;
      bool found = c->role == LK_ROLE_GIVE && c->place.base == (int) parm && !c->place.nsel;
      for (unsigned i = 1; found && i <= parm; i++)
	found = lk_descriptor_next (&at, &type);
      if (found && type.kind == 'L' && !type.dimensions
	  && lk_java_must (lk_java_class_named (lk_arena_strndup (lk_java->scratch, type.name,
								   type.name_length))->type))
	return c;
    }
  return NULL;
}

bool
lk_java_is_given (const struct lk_java_method *m)
{
  unsigned n = lk_descriptor_parameters (m->descriptor);
  for (unsigned i = 1; i <= n; i++)
    if (given_clause (m, i))
      return true;
  return false;
}

struct lk_function *
lk_java_given (tree decl, unsigned parm)
{
  struct lk_java_method *m = lk_java_method_by_decl (decl);
  const struct lk_clause *c = m ? given_clause (m, parm) : NULL;
  if (!c)
    return NULL;
  struct lk_function *giver = lk_unit_add_function (lk_java->lowering.unit, m->name);
  struct lk_contract *contract = empty_contract (m->name, NULL);
  struct lk_clause *acquire
    = (struct lk_clause *) lk_arena_alloc (lk_java->arena, sizeof *acquire);
  acquire->role = LK_ROLE_ACQUIRE;
  acquire->kind = c->kind;
  contract->clauses = acquire;
  giver->contract = contract;
  giver->loc = lk_java_method_place (m->owner, m->method, parm - 1);
  giver->flags = LK_FN_JAVA | LK_FN_NOTHROW | LK_FN_RETURNS_POINTER;
  return giver;
}

const struct lk_contract *
lk_java_contract (struct lk_java_method *m)
{
  if (!m->has_contract)
    {
      m->has_contract = true;
      m->contract
	= lk_java_with_inner (m, lk_java_annotated (m, find_contract (m)));
    }
  return m->contract;
}

struct lk_java_method *
lk_java_cast (struct lk_java_method *m, const char *name)
{
  if (m->body || !m->method || !name || *name == '['
      || strcmp (strchr (m->descriptor, ')'), ")Ljava/lang/Object;") != 0
      || !lk_spec_has_class (lk_contracts_spec (), m->owner->type->name))
    return m;
  lk_dispatch_hash::value_type key (lk_java_class_named (name)->type, m->method);
  if (struct lk_java_method **known = lk_java->casts->get (key))
    return *known;
  struct lk_java_method *as = m;
  const char *simple = strrchr (name, '/');
  char *member = concat (m->member, "$", simple ? simple + 1 : name, NULL);
  const struct lk_contract *row
    = row_in (m->owner->type->name, member,
	      lk_descriptor_print_parameters (lk_java->scratch, m->descriptor));
  free (member);
  if (row)
    {
      as = ((struct lk_java_method *)
	    lk_arena_alloc (lk_java->arena, sizeof *as));
      *as = *m;
      as->decl = NULL;
      as->function = NULL;
      as->contract = lk_spec_bound (lk_contracts_spec (), row, !m->is_static);
      as->has_contract = true;
    }
  lk_java->casts->put (key, as);
  return as;
}

const struct lk_contract *
lk_java_contract_of (tree fndecl)
{
  if (struct lk_java_method *m = lk_java_method_by_decl (fndecl))
    return lk_java_contract (m);
  switch (lk_java_helper_of (fndecl))
    {
    case LK_HELPER_LAMBDA:
    case LK_HELPER_DYNAMIC:
    case LK_N_HELPERS:
      return NULL;
    case LK_HELPER_TAKE:
      return taking_contract ();
    default:
      /* It borrows its arguments, at most, and returns no resource.  */
      static const struct lk_contract *harmless
	= empty_contract ("", NULL);
      return harmless;
    }
}

/* ---- The engine's records.  ---- */

/* M declares no exception that it would have to declare.  */
static bool
undeclared (const struct lk_java_method *m)
{
  for (unsigned i = 0; m->method && i < m->method->n_exceptions; i++)
    if (!lk_java_unchecked (lk_java_class_named (m->method->exceptions[i])
			    ->type))
      return false;
  return m->method != NULL;
}

/* Return true if M, a method without parameters, is one that must be called before its object is
   lost.  */
static bool
disposes (const struct lk_java_method *m)
{
  if (m->is_static || !m->owner || !startswith (m->descriptor, "()"))
    return false;
  for (const struct lk_must *d = lk_java_must (m->owner->type); d; d = d->next)
    for (const struct lk_name *n = d->names; n; n = n->next)
      if (!strcmp (n->name, m->member))
	return true;
  return false;
}

static uint64_t
flags_of (const struct lk_java_method *m, char result)
{
  uint64_t flags = LK_FN_JAVA;
  if (undeclared (m) && !m->n_thrown && !m->throws_state)
    flags |= LK_FN_UNDECLARED;
  if (!m->is_static)
    flags |= LK_FN_RECEIVER;
  if (m->body)
    flags |= LK_FN_BODY | (disposes (m) ? LK_FN_DISPOSES : 0);
  if (m->n_targets)
    flags |= LK_FN_DISPATCH | (m->open ? LK_FN_LIBRARY : 0);
  if (m->contract && m->contract->noreturn)
    flags |= LK_FN_NORETURN;
  if (result == 'Z')
    flags |= LK_FN_RETURNS_BOOL;
  else if (result == 'L' || result == '[')
    flags |= LK_FN_RETURNS_POINTER;
  else if (result == 'V')
    flags |= LK_FN_VOID;
  if (!strcmp (m->member, "<init>"))
    flags |= LK_FN_CONSTRUCTOR;
  /* A program leaves with what its main has.  */
  if (m->is_static && !strcmp (m->member, "main")
      && !strcmp (m->descriptor, "([Ljava/lang/String;)V"))
    flags |= LK_FN_MAIN;
  return flags;
}

struct lk_function *
lk_java_function (struct lk_java_method *m)
{
  if (m->function)
    return m->function;
  m->function = lk_unit_add_function (lk_java->lowering.unit, m->name);
  m->function->contract = lk_java_contract (m);
  m->function->flags = flags_of (m, strchr (m->descriptor, ')')[1]);
  m->function->key = lk_java_decl (m);
  m->function->order = m->owner ? m->owner->rank : 0;
  return m->function;
}

struct lk_function *
lk_java_function_of_decl (tree decl)
{
  static struct lk_function *helper_functions[LK_N_HELPERS][LK_VALUE_REF + 1];
  if (struct lk_java_method *m = lk_java_method_by_decl (decl))
    return lk_java_function (m);
  for (unsigned i = 0; i < LK_N_HELPERS; i++)
    for (unsigned k = 0; k <= LK_VALUE_REF; k++)
      if (helper_decls[i][k] == decl)
	{
	  struct lk_function *&slot = helper_functions[i][k];
	  if (!slot)
	    {
	      slot = lk_unit_add_function (lk_java->lowering.unit,
					   helpers[i].name);
	      slot->contract = lk_java_contract_of (decl);
	      slot->key = decl;
	      slot->flags = i != LK_HELPER_CHECK ? LK_FN_NOTHROW : 0;
	      if (i == LK_HELPER_NEW || i == LK_HELPER_NEW_ARRAY)
		slot->flags |= LK_FN_NEW;
	      if (i == LK_HELPER_LAMBDA)
		slot->flags |= LK_FN_NEW | LK_FN_CLOSURE | LK_FN_JAVA;
	      if (helpers[i].pure || helpers[i].constant)
		slot->flags |= LK_FN_PURE;
	    }
	  return slot;
	}
  return NULL;
}
