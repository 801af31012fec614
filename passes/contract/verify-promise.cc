/* Promises of functions, members and globals of C to the verifier.

   A function's contract (contract/callee-contract.cc) has most of it: what it acquires,
   releases, owns and returns.  Structures add what must be called on them, and members that
   own: a function that must be called on a structure, and that is declared to release it, has
   to release all its members that own.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "contract.h"
#include "stringpool.h"
#include "attribs.h"
#include "diagnostic-core.h"
#include "../../spec/spec.h"

#define NEW(TYPE) \
  ((TYPE *) lk_spec_alloc (lk_contracts_spec (), sizeof (TYPE)))

static hash_map<tree, struct lk_field_promise *> *members;
/* Members with the attribute, in the order of the source.  */
static vec<tree> owning_members;

static const char *
text (const char *what)
{
  return lk_spec_strdup (lk_contracts_spec (), what);
}

static tree
our_attribute (tree attributes, enum lk_attribute which)
{
  for (; attributes; attributes = TREE_CHAIN (attributes))
    if (lk_attribute_of (attributes) == which)
      return attributes;
  return NULL_TREE;
}

/* ---- What must be called.  ---- */

/* "conn_close", or "conn_close or conn_abort".  */
static struct lk_must *
must_of_text (const char *names)
{
  struct lk_must *must = NEW (struct lk_must);
  struct lk_name **tail = &must->names;
  char *copy = xstrdup (names);
  for (char *word = strtok (copy, " |,"); word; word = strtok (NULL, " |,"))
    if (strcmp (word, "or") != 0)
      {
	*tail = NEW (struct lk_name);
	(*tail)->name = text (word);
	tail = &(*tail)->next;
      }
  free (copy);
  return must;
}

/* The structure that TYPE is, or points to; NULL: none.  */
static tree
structure_of (tree type)
{
  while (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return RECORD_OR_UNION_TYPE_P (type) ? TYPE_MAIN_VARIANT (type) : NULL_TREE;
}

/* Functions that close structures.  GCC drops attributes before a structure's name if its
   members do not follow.  So if a structure is known by name only, its functions show that it
   must be closed.  */
struct closer
{
  tree structure;
  const char *function;
};
static vec<struct closer> closers;

void
lk_promise_closer (tree fndecl, unsigned index)
{
  function_args_iterator iter;
  tree type, structure = NULL_TREE;
  FOREACH_FUNCTION_ARGS (TREE_TYPE (fndecl), type, iter)
    if (index-- == 0)
      {
	structure = POINTER_TYPE_P (type) ? structure_of (type) : NULL_TREE;
	break;
      }
  if (!structure)
    return;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fndecl));
  unsigned i;
  struct closer *c;
  FOR_EACH_VEC_ELT (closers, i, c)
    if (c->structure == structure && !strcmp (c->function, name))
      return;
  closers.safe_push ({ structure, text (name) });
}

/* A body that sees nothing of a structure but its name cannot close it by
   itself: it is held to its promise to have it closed.  */
static bool
has_closing_body (const struct closer *c)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (!strcmp (IDENTIFIER_POINTER (DECL_NAME (node->decl)), c->function))
      return true;
  return false;
}

/* Return any of the functions that close STRUCTURE, which is known by name only and is not
   declared in the system's headers.  */
static struct lk_must *
must_of_closers (tree structure)
{
  struct lk_must *must = NULL;
  struct lk_name **tail = NULL;
  unsigned i;
  struct closer *c;
  tree name = TYPE_NAME (structure);
  if (COMPLETE_TYPE_P (structure)
      || (name && TREE_CODE (name) == TYPE_DECL
	  && DECL_IN_SYSTEM_HEADER (name)))
    return NULL;
  if (name && TREE_CODE (name) == IDENTIFIER_NODE
      && startswith (IDENTIFIER_POINTER (name), "__"))
    return NULL;
  bool elsewhere = false;
  FOR_EACH_VEC_ELT (closers, i, c)
    elsewhere |= c->structure == structure && !has_closing_body (c);
  FOR_EACH_VEC_ELT (closers, i, c)
    if (c->structure == structure && !(elsewhere && has_closing_body (c)))
      {
	if (!must)
	  {
	    must = NEW (struct lk_must);
	    tail = &must->names;
	  }
	*tail = NEW (struct lk_name);
	(*tail)->name = c->function;
	tail = &(*tail)->next;
      }
  return must;
}

static const struct lk_must *
must_of_structure (tree type)
{
  struct lk_must *first = NULL, **tail = &first;
  tree attribute = our_attribute (TYPE_ATTRIBUTES (type),
				  LK_ATTRIBUTE_MUST_CALL);
  for (tree args = attribute ? TREE_VALUE (attribute) : NULL_TREE; args;
       args = TREE_CHAIN (args))
    {
      tree value = TREE_VALUE (args);
      STRIP_ANY_LOCATION_WRAPPER (value);
      STRIP_NOPS (value);
      if (TREE_CODE (value) == ADDR_EXPR)
	value = TREE_OPERAND (value, 0);
      *tail = must_of_text (TREE_STRING_POINTER (value));
      tail = &(*tail)->next;
    }
  return first ? first : must_of_closers (type);
}

/* Return what is called on handles of KIND: any function that releases it, or those in BY.  */
static const struct lk_must *
must_of_kind (const struct lk_kind *kind, const struct lk_name *by)
{
  static hash_map<const struct lk_kind *, const struct lk_must *> *known;
  if (!known)
    known = new hash_map<const struct lk_kind *, const struct lk_must *>;
  if (const struct lk_must **must = by ? NULL : known->get (kind))
    return *must;
  struct lk_must *must = NEW (struct lk_must);
  struct lk_name **tail = &must->names;
  auto_vec<const char *> names;
  for (const struct lk_name *name = by; name; name = name->next)
    names.safe_push (name->name);
  /* Until there is room for more than there are.  */
  for (unsigned room = 64, n = room; !by && n == room; room *= 2)
    {
      names.safe_grow (room, true);
      n = lk_contracts_releasers (kind, names.address (), room);
      names.truncate (n);
    }
  if (names.is_empty ())
    names.safe_push ("its release function");
  for (unsigned i = 0; i < names.length (); i++)
    {
      *tail = NEW (struct lk_name);
      (*tail)->name = text (names[i]);
      tail = &(*tail)->next;
    }
  if (!by)
    known->put (kind, must);
  return must;
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

static const struct lk_kind *
find_kind_named (const char *name)
{
  return lk_spec_kind (lk_contracts_spec (), name);
}

/* Return what must be called on an owned value of TYPE, if it is of KIND (or NULL).  */
static const struct lk_must *
must_of_type (tree type, const struct lk_kind *kind)
{
  tree structure = POINTER_TYPE_P (type) ? structure_of (type) : NULL_TREE;
  if (structure)
    if (const struct lk_must *must = must_of_structure (structure))
      return must;
  if (kind)
    return must_of_kind (kind, NULL);
  const char *guess = NULL;
  if (structure)
    {
      tree name = TYPE_NAME (structure);
      if (name && TREE_CODE (name) == TYPE_DECL)
	name = DECL_NAME (name);
      guess = name ? IDENTIFIER_POINTER (name) : "";
      guess = (!strcmp (guess, "_IO_FILE") ? "stream"
	       : !strcmp (guess, "__dirstream") ? "directory" : "memory");
    }
  else
    guess = POINTER_TYPE_P (type) ? "memory" : "descriptor";
  const struct lk_kind *guessed = find_kind_named (guess);
  return guessed ? must_of_kind (guessed, NULL) : NULL;
}

/* "struct conn", "FILE", or NULL.  */
static const char *
shown_structure (tree type)
{
  tree name = TYPE_NAME (type);
  bool tag = name && TREE_CODE (name) == IDENTIFIER_NODE;
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  if (!name || !RECORD_OR_UNION_TYPE_P (type))
    return NULL;
  const char *id = IDENTIFIER_POINTER (name);
  if (!tag)
    return text (id);
  char *shown = concat (TREE_CODE (type) == UNION_TYPE ? "union " : "struct ",
			id, NULL);
  const char *kept = text (shown);
  free (shown);
  return kept;
}

static const char *
shown_type (tree type)
{
  return POINTER_TYPE_P (type) ? shown_structure (TREE_TYPE (type)) : NULL;
}

/* ---- Members and globals.  ---- */

void
lk_promise_member (tree field)
{
  owning_members.safe_push (field);
}

static const char *
name_of (tree decl)
{
  return DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl)) : "?";
}

const struct lk_field_promise *
lk_field_promise_of (tree decl)
{
  if (!members)
    members = new hash_map<tree, struct lk_field_promise *>;
  if (struct lk_field_promise **known = members->get (decl))
    return *known;
  members->put (decl, NULL);
  bool global = VAR_P (decl);
  tree attribute = our_attribute (DECL_ATTRIBUTES (decl),
				  LK_ATTRIBUTE_OWNING);
  if (!attribute || (global && !is_global_var (decl)))
    return NULL;
  struct lk_field_promise *p = NEW (struct lk_field_promise);
  struct lk_attribute_args args;
  const struct lk_kind *kind = NULL;
  if (lk_attribute_read (TREE_VALUE (attribute), &args) && args.strings[0])
    kind = find_kind_named (args.strings[0]);
  p->name = text (name_of (decl));
  p->shown = p->name;
  p->type = shown_type (TREE_TYPE (decl));
  p->must = must_of_type (TREE_TYPE (decl), kind);
  p->owning = true;
  p->is_static = global;
  p->source = "leakcheck_owning";
  p->loc = LOCATION_LOCUS (DECL_SOURCE_LOCATION (decl));
  p->owner = global ? NULL : DECL_CONTEXT (decl);
  if (!global)
    {
      tree structure = TYPE_MAIN_VARIANT (DECL_CONTEXT (decl));
      p->holder = must_of_structure (structure);
      p->holder_type = shown_structure (structure);
    }
  /* (More may be in the map by now.)  */
  members->put (decl, p);
  return p;
}

/* ---- Functions.  ---- */

struct gathering
{
  struct lk_promise *promise;
  tree decl;
  struct lk_ensure **ensures;
  struct lk_creates **creates;
  struct lk_acquires **acquires;
};

static tree
argument_type (const struct gathering *g, unsigned index)
{
  function_args_iterator iter;
  tree type;
  FOREACH_FUNCTION_ARGS (TREE_TYPE (g->decl), type, iter)
    if (index-- == 0)
      return VOID_TYPE_P (type) ? NULL_TREE : type;
  return NULL_TREE;
}

static struct lk_ensure *
add_ensure (struct gathering *g, enum lk_ensure_when when, int base,
	    const char *what)
{
  struct lk_ensure *e = NEW (struct lk_ensure);
  e->when = when;
  e->what.base = base;
  e->what.text = text (what);
  *g->ensures = e;
  g->ensures = &e->next;
  return e;
}

/* Return true if all conditions of clause C are on values of arguments.  */
static bool
asks_arguments (const struct gathering *g, const struct lk_clause *c)
{
  for (unsigned i = 0; i < c->n_conditions; i++)
    if (c->conditions[i].base < 1 || c->conditions[i].nsel
	|| (unsigned) c->conditions[i].base > g->promise->n_args)
      return false;
  return c->n_conditions > 0;
}

/* Set the conditions of clause C on the result, or else on arguments, if ARGUMENTS; return false if
   it has others, which cannot be checked here.  */
static bool
conditions_of (const struct gathering *g, const struct lk_clause *c, bool arguments,
	       struct lk_condition *out, unsigned *n)
{
  bool boolean
    = TREE_CODE (TREE_TYPE (TREE_TYPE (g->decl))) == BOOLEAN_TYPE;
  *n = 0;
  arguments &= asks_arguments (g, c);
  for (unsigned i = 0; i < c->n_conditions; i++)
    if (arguments)
      out[(*n)++] = c->conditions[i];
    else if (c->conditions[i].base != 0)
      return false;
    else
      {
	/* "== 1" of a boolean is "!= 0", whose contrary is a value.  */
	struct lk_range *range = &out[*n].range;
	out[(*n)++] = c->conditions[i];
	if (boolean && lk_range_contains (range, 1)
	    && !lk_range_contains (range, 0))
	  *range = LK_RANGE_NONNULL;
      }
  return true;
}

static const char *
parameter_name (const struct gathering *g, unsigned index)
{
  tree parm = DECL_ARGUMENTS (g->decl);
  for (; parm && index; index--)
    parm = DECL_CHAIN (parm);
  return parm && DECL_NAME (parm) ? name_of (parm) : NULL;
}

/* Return the member of TYPE's target that the place of clause C is; NULL_TREE: it is no
   member.  */
static tree
member_of_clause (tree type, const struct lk_clause *c)
{
  if (!type || !POINTER_TYPE_P (type) || c->place.nsel != 1
      || !RECORD_OR_UNION_TYPE_P (TREE_TYPE (type)))
    return NULL_TREE;
  for (tree field = TYPE_FIELDS (TREE_TYPE (type)); field;
       field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL && !DECL_BIT_FIELD (field)
	&& int_byte_position (field) == c->place.sel[0])
      return field;
  return NULL_TREE;
}

static void
of_release (struct gathering *g, const struct lk_clause *c)
{
  int base = c->place.base - 1;
  if (base < 0 || c->place.nsel > LK_EXPRESSION_MAX)
    return;
  struct lk_condition conditions[LK_CONDITION_MAX];
  unsigned n;
  if (!conditions_of (g, c, true, conditions, &n))
    return;
  const char *name = parameter_name (g, base);
  for (enum lk_ensure_when when : { LK_ENSURE_RETURN, LK_ENSURE_EXCEPTION })
    {
      if (n && when == LK_ENSURE_EXCEPTION)
	continue;
      struct lk_ensure *e = add_ensure (g, when, base,
					name ? name : "its argument");
      /* Only resources of this kind, or structures on which this very function must be called.  */
      tree type = argument_type (g, base);
      tree structure
	= (type && POINTER_TYPE_P (type) && c->place.nsel == 0
	   ? structure_of (type) : NULL_TREE);
      if (!c->any_kind && c->kind
	  && !(structure && must_of_structure (structure)
	       && strcmp (c->kind->name, "memory")))
	{
	  e->body = must_of_kind (c->kind, NULL);
	  e->methods
	    = must_of_text (must_name (e->body, g->promise->member)
			    ? g->promise->member : e->body->names->name);
	}
      if (tree member = member_of_clause (type, c))
	{
	  e->what.text = text (name_of (member));
	  e->what.fields[0] = lk_field_promise_of (member);
	  if (!e->body)
	    e->body = must_of_type (TREE_TYPE (member), NULL);
	}
      e->what.n_fields = c->place.nsel;
      memcpy (e->what.offsets, c->place.sel,
	      c->place.nsel * sizeof *c->place.sel);
      e->n_conditions = n;
      memcpy (e->conditions, conditions, n * sizeof *conditions);
    }
}

static void
of_acquire (struct gathering *g, const struct lk_clause *c)
{
  struct lk_condition conditions[LK_CONDITION_MAX];
  unsigned n;
  if (!c->kind || c->kind->off || c->kind->lock
      || !conditions_of (g, c, false, conditions, &n))
    return;
  struct lk_acquires *a = NEW (struct lk_acquires);
  tree type = (c->place.base == 0 ? TREE_TYPE (TREE_TYPE (g->decl))
	       : argument_type (g, c->place.base - 1));
  for (unsigned i = 0; type && i < c->place.nsel; i++)
    type = POINTER_TYPE_P (type) ? TREE_TYPE (type) : NULL_TREE;
  tree structure
    = type && POINTER_TYPE_P (type) ? structure_of (type) : NULL_TREE;
  a->place = c->place;
  a->must = structure ? must_of_structure (structure) : NULL;
  if (!a->must)
    a->must = must_of_kind (c->kind, c->releasers);
  a->type = type ? shown_type (type) : NULL;
  if (!a->type)
    a->type = c->kind->noun;
  a->valid = c->kind->valid;
  a->n_conditions = n;
  memcpy (a->conditions, conditions, n * sizeof *conditions);
  if (c->place.base == 0 && c->place.nsel == 0)
    {
      g->promise->result.owning = true;
      g->promise->result.must = structure ? must_of_structure (structure) : NULL;
    }
  *g->acquires = a;
  g->acquires = &a->next;
}

static void
of_clause (struct gathering *g, const struct lk_clause *c, bool *borrowed)
{
  struct lk_promise *p = g->promise;
  int base = c->place.nsel == 0 ? c->place.base - 1 : -2;
  bool argument = base >= 0 && base < (int) p->n_args;
  switch (c->role)
    {
    case LK_ROLE_ACQUIRE:
      of_acquire (g, c);
      break;
    case LK_ROLE_RELEASE:
      of_release (g, c);
      break;
    case LK_ROLE_OWN:
      if (argument && c->n_conditions == 0)
	{
	  p->args[base].owning = true;
	  p->args[base].must = must_of_type (argument_type (g, base), c->kind);
	}
      else
	of_release (g, c);
      break;
    case LK_ROLE_ALIAS:
    case LK_ROLE_WRAP:
      if (base == -1 && c->other.nsel == 0 && c->other.base >= 1
	  && c->other.base <= (int) p->n_args)
	{
	  p->args[c->other.base - 1].alias = p->result.alias = true;
	  p->result.same = c->role == LK_ROLE_ALIAS;
	}
      break;
    case LK_ROLE_BORROW:
      *borrowed |= base == -1;
      break;
    default:
      break;
    }
}

/* The function is one that must be called on its argument BASE, a STRUCTURE:
   instead of itself it has to call what the members need.  */
static void
of_members (struct gathering *g, int base, tree structure)
{
  for (struct lk_ensure **e = &g->promise->ensures; *e;)
    if ((*e)->what.base == base && (*e)->what.n_fields == 0
	&& (*e)->n_conditions == 0)
      {
	/* Callers rely on it.  Memory on the heap is to be freed.  */
	(*e)->unchecked = true;
	if (const struct lk_kind *memory = find_kind_named ("memory"))
	  (*e)->body = must_of_kind (memory, NULL);
	e = &(*e)->next;
      }
    else
      e = &(*e)->next;
  for (tree field = TYPE_FIELDS (structure); field; field = DECL_CHAIN (field))
    {
      if (TREE_CODE (field) != FIELD_DECL)
	continue;
      /* A structure inside this one.  */
      const struct lk_must *inside
	= (RECORD_OR_UNION_TYPE_P (TREE_TYPE (field))
	   ? must_of_structure (TYPE_MAIN_VARIANT (TREE_TYPE (field))) : NULL);
      if (inside && !DECL_BIT_FIELD (field))
	{
	  struct lk_ensure *e = add_ensure (g, LK_ENSURE_RETURN, base,
					    name_of (field));
	  e->what.addend = int_byte_position (field);
	  e->methods = inside;
	  continue;
	}
      const struct lk_field_promise *member = lk_field_promise_of (field);
      if (!member || !member->must)
	continue;
      struct lk_ensure *e = add_ensure (g, LK_ENSURE_RETURN, base,
					member->shown);
      e->what.n_fields = 1;
      e->what.offsets[0] = int_byte_position (field);
      e->what.fields[0] = member;
      e->methods = member->must;
    }
}

/* A promise to release argument INDEX is written.  */
static bool
contract_releases (const struct lk_promise *p, unsigned index)
{
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->what.base == (int) index && e->what.n_fields == 0)
      return true;
  return false;
}

static void
of_types (struct gathering *g)
{
  struct lk_promise *p = g->promise;
  for (unsigned i = 0; i < p->n_args; i++)
    {
      tree type = argument_type (g, i);
      tree structure
	= type && POINTER_TYPE_P (type) ? structure_of (type) : NULL_TREE;
      struct lk_value_promise *arg = &p->args[i];
      arg->name = parameter_name (g, i);
      arg->type = type ? shown_type (type) : NULL;
      arg->variable = !structure || !must_of_structure (structure);
      if (structure && !(contract_releases (p, i))
	  && must_name (must_of_structure (structure), p->member))
	for (enum lk_ensure_when when : { LK_ENSURE_RETURN,
					  LK_ENSURE_EXCEPTION })
	  {
	    /* It is called, whatever it does: members are not its concern
	       then.  */
	    struct lk_ensure *e
	      = add_ensure (g, when, i, arg->name ? arg->name : "its argument");
	    e->methods = must_of_text (p->member);
	    e->unchecked = true;
	  }
      bool releases = false, sometimes = false;
      for (const struct lk_ensure *e = p->ensures; e; e = e->next)
	if (e->what.base == (int) i && e->what.n_fields == 0 && !e->unchecked)
	  {
	    sometimes = true;
	    releases |= e->n_conditions == 0;
	  }
      if (type && !arg->must && (sometimes || arg->alias))
	arg->must = must_of_type (type, NULL);
      if (structure && releases
	  && must_name (must_of_structure (structure), p->member))
	of_members (g, i, structure);
    }
  tree parm = DECL_ARGUMENTS (g->decl);
  for (unsigned i = 0; parm && i < p->n_args; i++, parm = DECL_CHAIN (parm))
    p->args[i].loc = LOCATION_LOCUS (DECL_SOURCE_LOCATION (parm));
}

static void
of_creates (struct gathering *g)
{
  for (tree a = DECL_ATTRIBUTES (g->decl); a; a = TREE_CHAIN (a))
    {
      struct lk_attribute_args args;
      if (lk_attribute_of (a) != LK_ATTRIBUTE_CREATES
	  || !lk_attribute_read (TREE_VALUE (a), &args))
	continue;
      int base = args.has_number ? args.number - 1 : 0;
      if (base < 0 || base >= (int) g->promise->n_args)
	continue;
      struct lk_creates *c = NEW (struct lk_creates);
      const char *name = parameter_name (g, base);
      tree structure = structure_of (argument_type (g, base));
      c->what.base = base;
      c->what.text = text (name ? name : "its argument");
      c->must = structure ? must_of_structure (structure) : NULL;
      *g->creates = c;
      g->creates = &c->next;
    }
}

static unsigned
count_arguments (tree fntype)
{
  function_args_iterator iter;
  tree type;
  unsigned n = 0;
  FOREACH_FUNCTION_ARGS (fntype, type, iter)
    n += !VOID_TYPE_P (type);
  return n;
}

/* A result that points to what must be given to some function is the
   caller's, unless it is said not to be.  */
static void
promise_of_result (struct gathering *g, bool borrowed)
{
  struct lk_promise *p = g->promise;
  tree type = TREE_TYPE (TREE_TYPE (g->decl));
  if (borrowed || p->result.owning || p->result.alias)
    return;
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  const struct lk_must *must
    = (RECORD_OR_UNION_TYPE_P (type)
       ? must_of_structure (TYPE_MAIN_VARIANT (type)) : NULL);
  if (!must)
    return;
  struct lk_acquires *a = NEW (struct lk_acquires);
  a->must = must;
  a->type = shown_structure (type);
  a->valid = LK_RANGE_NONNULL;
  p->result.owning = true;
  p->result.must = must;
  *g->acquires = a;
  g->acquires = &a->next;
}

const struct lk_promise *
lk_promise_of (void *, struct lk_function *function)
{
  tree decl = (tree) function->key;
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL)
    return NULL;
  struct lk_promise *p = NEW (struct lk_promise);
  struct gathering gathering
    = { p, decl, &p->ensures, &p->creates, &p->acquires };
  struct gathering *g = &gathering;
  p->name = text (function->name);
  p->member = text (name_of (decl));
  p->n_args = count_arguments (TREE_TYPE (decl));
  p->args = ((struct lk_value_promise *)
	     lk_spec_alloc (lk_contracts_spec (),
			    (p->n_args + 1) * sizeof *p->args));
  p->loc = LOCATION_LOCUS (DECL_SOURCE_LOCATION (decl));
  p->pure = (function->flags & LK_FN_PURE) != 0;
  bool borrowed = false;
  const struct lk_contract *contract = lk_contract_of (decl);
  if (contract)
    {
      p->source = contract->file;
      p->source_line = contract->file ? contract->line : 0;
      for (const struct lk_clause *c = contract->clauses; c; c = c->next)
	of_clause (g, c, &borrowed);
    }
  of_types (g);
  of_creates (g);
  promise_of_result (g, borrowed);
  return p;
}

/* ---- Structures.  ---- */

/* Some function that must be called on STRUCTURE is declared to release it, so
   that it has to release the members, too.  */
static bool
released (tree structure)
{
  const struct lk_must *must = must_of_structure (structure);
  cgraph_node *node;
  bool declared = false;
  FOR_EACH_FUNCTION (node)
    if (DECL_NAME (node->decl) && must_name (must, name_of (node->decl)))
      {
	declared = true;
	const struct lk_contract *contract = lk_contract_of (node->decl);
	for (const struct lk_clause *c = contract ? contract->clauses : NULL;
	     c; c = c->next)
	  if (c->role == LK_ROLE_RELEASE && c->place.base >= 1)
	    return true;
      }
  /* One that this unit neither has nor calls is another unit's concern.  */
  return !declared;
}

void
lk_check_structures (struct lk_lowering *lowering)
{
  unsigned i;
  tree field;
  FOR_EACH_VEC_ELT (owning_members, i, field)
    {
      tree structure = TYPE_MAIN_VARIANT (DECL_CONTEXT (field));
      const struct lk_must *must = must_of_structure (structure);
      if (must && released (structure))
	continue;
      const struct lk_field_promise *p = lk_field_promise_of (field);
      if (!p || !lowering->options->breach)
	continue;
      tree name = TYPE_NAME (structure);
      if (name && TREE_CODE (name) == TYPE_DECL)
	name = DECL_NAME (name);
      char *message
	= (must ? xasprintf ("owning field '%s' is not released: '%s' of '%s'"
			     " does not promise to release it", p->shown,
			     must->names->name,
			     name ? IDENTIFIER_POINTER (name) : "?")
	   : xasprintf ("owning field '%s' is not released: class '%s' has no"
			" must-call method", p->shown,
			name ? IDENTIFIER_POINTER (name) : "?"));
      struct lk_breach breach;
      memset (&breach, 0, sizeof breach);
      breach.rule = "field-not-released";
      breach.loc = p->loc;
      breach.text = message;
      lowering->options->breach (lowering->options->data, &breach);
      free (message);
    }
}
