/* The contract of a GCC declaration: our attributes, specification rows, and GCC's own
   attributes, put together.

   Of the functions that a program calls, nearly all have no attribute of ours and no row: for
   them the answer is NULL after one probe of the cache, or after two short lists and one probe
   of the specification's table.  If there is only a row, the answer is the row itself; a
   contract is built only if several sources describe one function.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "contract.h"
#include "../gcc/gcc-compat.h"
#include "fold-const.h"

const char *const lk_attribute_names[LK_N_ATTRIBUTES] =
{
  "acquire", "release", "owning", "not_owning", "keep", "resource_alias",
  "contract", "suppress", "must_call", "creates"
};

/* Keyed by DECL_UID, so that nothing keeps a declaration alive.  */
typedef hash_map<int_hash<unsigned, UINT_MAX, UINT_MAX - 1>,
		 const struct lk_contract *> contract_map;
typedef hash_map<int_hash<unsigned, UINT_MAX, UINT_MAX - 1>,
		 struct lk_clause *> clause_map;

static struct lk_spec *spec;
static contract_map *known;
/* Clauses from the parameters of prototypes.  */
static clause_map *remembered;

void
lk_contracts_init (struct lk_spec *the_spec)
{
  spec = the_spec;
  known = new contract_map;
}

struct lk_spec *
lk_contracts_spec (void)
{
  return spec;
}

/* ---- Attributes.  ---- */

static bool
is_ours (const char *name, enum lk_attribute *which)
{
  for (unsigned i = 0; i < LK_N_ATTRIBUTES; i++)
    if (!strcmp (name, lk_attribute_names[i]))
      {
	*which = (enum lk_attribute) i;
	return true;
      }
  return false;
}

enum lk_attribute
lk_attribute_of (const_tree attribute)
{
  static const char prefix[] = "leakcheck_";
  enum lk_attribute which = LK_N_ATTRIBUTES;
  tree name = TREE_PURPOSE (attribute);
  if (TREE_CODE (name) == TREE_LIST)
    {
      /* A scoped attribute: (namespace, name).  */
      tree space = TREE_PURPOSE (name);
      name = TREE_VALUE (name);
      if (space && !strcmp (IDENTIFIER_POINTER (space), "leakcheck"))
	is_ours (IDENTIFIER_POINTER (name), &which);
    }
  else if (startswith (IDENTIFIER_POINTER (name), prefix))
    is_ours (IDENTIFIER_POINTER (name) + sizeof prefix - 1, &which);
  return which;
}

bool
lk_attribute_read (tree args, struct lk_attribute_args *out)
{
  unsigned n_strings = 0;
  memset (out, 0, sizeof *out);
  for (; args; args = TREE_CHAIN (args))
    {
      tree value = TREE_VALUE (args);
      if (!value || value == error_mark_node)
	return false;
      STRIP_ANY_LOCATION_WRAPPER (value);
      STRIP_NOPS (value);
      if (TREE_CODE (value) == ADDR_EXPR)
	value = TREE_OPERAND (value, 0);
      if (TREE_CODE (value) == STRING_CST && n_strings < 2
	  && (n_strings == 0 || out->has_number))
	out->strings[n_strings++] = TREE_STRING_POINTER (value);
      else if (TREE_CODE (value) == INTEGER_CST && !out->has_number
	       && tree_fits_shwi_p (value))
	{
	  out->number = tree_to_shwi (value);
	  out->has_number = true;
	}
      else
	return false;
    }
  return true;
}

/* Releasers that only attributes know, in order.  */
static struct known_releaser
{
  const char *kind, *function;
  struct known_releaser *next;
} *known_releasers, **last_releaser = &known_releasers;

void
lk_contracts_releases (tree fndecl, tree args)
{
  struct lk_attribute_args read;
  if (!spec || !DECL_NAME (fndecl) || !lk_attribute_read (args, &read)
      || read.strings[1])
    return;
  if (!read.strings[0] || !strcmp (read.strings[0], "any"))
    {
      lk_promise_closer (fndecl, read.has_number ? read.number - 1 : 0);
      return;
    }
  struct known_releaser *releaser
    = (struct known_releaser *) lk_spec_alloc (spec, sizeof *releaser);
  releaser->kind = lk_spec_strdup (spec, read.strings[0]);
  releaser->function
    = lk_spec_strdup (spec, IDENTIFIER_POINTER (DECL_NAME (fndecl)));
  *last_releaser = releaser;
  last_releaser = &releaser->next;
}

unsigned
lk_contracts_releasers (const struct lk_kind *kind, const char **names,
			unsigned max)
{
  unsigned found = lk_spec_releasers (spec, kind, names, max), n = 0;
  for (unsigned i = 0; i < found; i++)
    {
      names[n] = lk_name_of_row (names[i]);
      if (n == 0 || strcmp (names[n - 1], names[n]))
	n++;
    }
  for (const struct known_releaser *r = known_releasers; r && n < max;
       r = r->next)
    if (!strcmp (r->kind, kind->name))
      names[n++] = r->function;
  return n;
}

bool
lk_decl_suppressed (tree decl)
{
  for (tree a = DECL_ATTRIBUTES (decl); a; a = TREE_CHAIN (a))
    if (lk_attribute_of (a) == LK_ATTRIBUTE_SUPPRESS)
      return true;
  return false;
}

/* ---- Clauses.  ---- */

/* A contract being put together.  */
struct draft
{
  struct lk_contract contract;
  struct lk_clause **tail;
  bool any;			/* There is anything in it.  */
};

static void
draft_begin (struct draft *draft)
{
  memset (draft, 0, sizeof *draft);
  draft->contract.source = LK_SOURCE_ATTRIBUTE;
  draft->tail = &draft->contract.clauses;
}

static struct lk_clause *
draft_add (struct draft *draft, enum lk_role role, int base, unsigned nsel)
{
  struct lk_clause *clause
    = (struct lk_clause *) lk_spec_alloc (spec, sizeof *clause);
  clause->role = role;
  clause->place.base = base;
  clause->place.nsel = nsel;
  *draft->tail = clause;
  draft->tail = &clause->next;
  draft->any = true;
  return clause;
}

/* Whether one of CLAUSES up to END speaks of BASE.  */
static bool
mentions (const struct lk_clause *clauses, const struct lk_clause *end,
	  int base)
{
  for (; clauses && clauses != end; clauses = clauses->next)
    if (clauses->place.base == base)
      return true;
  return false;
}

/* Add copies of WEAKER, except those about a place whose base DRAFT speaks of
   already.  */
static void
draft_merge (struct draft *draft, const struct lk_clause *weaker)
{
  struct lk_clause **first_new = draft->tail;
  for (; weaker; weaker = weaker->next)
    if (!mentions (draft->contract.clauses, *first_new, weaker->place.base))
      {
	struct lk_clause *copy
	  = draft_add (draft, weaker->role, weaker->place.base, 0);
	*copy = *weaker;
	copy->next = NULL;
      }
}

/* Add copies of the clauses from ELEMENTS on, of a weaker source: the answer of the call, what
   holds if it throws.  One clause more about them leaves fewer paths.  */
static void
draft_merge_elements (struct draft *draft, const struct lk_clause *elements)
{
  struct lk_clause **tail = &draft->contract.elements;
  while (*tail)
    tail = &(*tail)->next;
  for (; elements; elements = elements->next)
    {
      *tail = (struct lk_clause *) lk_spec_alloc (spec, sizeof **tail);
      **tail = *elements;
      (*tail)->next = NULL;
      tail = &(*tail)->next;
    }
}

static const struct lk_contract *
draft_end (struct draft *draft, tree fndecl)
{
  if (!draft->any)
    return NULL;
  struct lk_contract *contract
    = (struct lk_contract *) lk_spec_alloc (spec, sizeof *contract);
  *contract = draft->contract;
  contract->name = lk_spec_strdup (spec,
				   IDENTIFIER_POINTER (DECL_NAME (fndecl)));
  return contract;
}

/* The kind NAME, made if no specification knows it.  */
static const struct lk_kind *
kind_named (const char *name)
{
  struct lk_kind *kind = lk_spec_kind (spec, name);
  return kind ? kind : lk_spec_make_kind (spec, name);
}

const struct lk_kind *
lk_contract_kind (const char *name)
{
  return kind_named (name);
}

/* The kind that a value of TYPE is most likely a handle of.  */
static const struct lk_kind *
kind_for_type (tree type)
{
  if (!POINTER_TYPE_P (type))
    return kind_named ("descriptor");
  tree name = TYPE_NAME (TREE_TYPE (type));
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  const char *text = name ? IDENTIFIER_POINTER (name) : "";
  if (!strcmp (text, "FILE") || !strcmp (text, "_IO_FILE"))
    return kind_named ("stream");
  if (!strcmp (text, "DIR") || !strcmp (text, "__dirstream"))
    return kind_named ("directory");
  return kind_named ("memory");
}

static void
set_kind (struct lk_clause *clause, const char *name)
{
  if (!name || !strcmp (name, "any"))
    clause->any_kind = true;
  else
    clause->kind = kind_named (name);
}

static void
ignore_error (void *, const char *, int, int, const char *)
{
}

struct lk_contract *
lk_contract_parse (const char *text, enum lk_source source, lk_spec_error error, void *data)
{
  /* This name is never looked up: the next row that is parsed replaces it.  */
  static const char name[] = "leakcheck-attribute";
  char *row = xasprintf ("\"%s\": %s;", name, text);
  int errors = lk_spec_read_text (spec, "attribute", row, strlen (row),
				  source, error ? error : ignore_error, data);
  free (row);
  if (errors)
    return NULL;
  const struct lk_contract *parsed = lk_spec_lookup (spec, name);
  if (!parsed)
    return NULL;
  struct lk_contract *copy
    = (struct lk_contract *) lk_spec_alloc (spec, sizeof *copy);
  *copy = *parsed;
  return copy;
}

const struct lk_contract *
lk_contract_acquiring (const struct lk_kind *kind, const char *function)
{
  char *text = xasprintf ("acquire %s result", kind->name);
  struct lk_contract *contract = lk_contract_parse (text, LK_SOURCE_CALLERS, NULL, NULL);
  free (text);
  if (contract)
    contract->name = lk_spec_strdup (spec, function);
  return contract;
}

/* Put the conditions that TEXT ("result == 0") says on CLAUSE.  */
static void
set_condition (struct lk_clause *clause, const char *text)
{
  char *row = xasprintf ("release any arg1 if %s", text);
  const struct lk_contract *parsed = lk_contract_parse (row, LK_SOURCE_ATTRIBUTE, NULL, NULL);
  free (row);
  if (parsed && parsed->clauses)
    {
      clause->n_conditions = parsed->clauses->n_conditions;
      memcpy (clause->conditions, parsed->clauses->conditions,
	      sizeof clause->conditions);
    }
}

/* ---- Source 1: our own attributes.  ---- */

/* ATTRIBUTE stands on the function FNDECL.  */
static void
add_function_attribute (struct draft *draft, tree fndecl, tree attribute)
{
  struct lk_attribute_args args;
  enum lk_attribute which = lk_attribute_of (attribute);
  if (which == LK_N_ATTRIBUTES
      || !lk_attribute_read (TREE_VALUE (attribute), &args))
    return;
  tree result = TREE_TYPE (TREE_TYPE (fndecl));
  struct lk_clause *clause;
  switch (which)
    {
    case LK_ATTRIBUTE_ACQUIRE:
      clause = draft_add (draft, LK_ROLE_ACQUIRE, args.number,
			  args.number != 0);
      clause->kind = (args.strings[0] ? kind_named (args.strings[0])
		      : kind_for_type (result));
      if (args.strings[1])
	set_condition (clause, args.strings[1]);
      break;
    case LK_ATTRIBUTE_RELEASE:
      clause = draft_add (draft, LK_ROLE_RELEASE,
			  args.has_number ? args.number : 1, 0);
      set_kind (clause, args.strings[0]);
      if (args.strings[1])
	set_condition (clause, args.strings[1]);
      break;
    case LK_ATTRIBUTE_OWNING:
      clause = draft_add (draft, LK_ROLE_ACQUIRE, 0, 0);
      clause->kind = (args.strings[0] ? kind_named (args.strings[0])
		      : kind_for_type (result));
      break;
    case LK_ATTRIBUTE_NOT_OWNING:
      draft_add (draft, LK_ROLE_BORROW, 0, 0);
      break;
    case LK_ATTRIBUTE_KEEP:
      draft_add (draft, LK_ROLE_KEEP, args.has_number ? args.number : 1, 0);
      break;
    case LK_ATTRIBUTE_ALIAS:
      clause = draft_add (draft, LK_ROLE_ALIAS, 0, 0);
      clause->other.base = args.has_number ? args.number : 1;
      break;
    case LK_ATTRIBUTE_CONTRACT:
      if (args.strings[0])
	{
	  const struct lk_contract *parsed
	    = lk_contract_parse (args.strings[0], LK_SOURCE_ATTRIBUTE, NULL, NULL);
	  if (parsed)
	    {
	      draft_merge (draft, parsed->clauses);
	      draft_merge_elements (draft, parsed->elements);
	      lk_contract_add_flags (&draft->contract, parsed);
	      draft->any = true;
	    }
	}
      break;
    case LK_ATTRIBUTE_MUST_CALL:
    case LK_ATTRIBUTE_CREATES:
      break;
    case LK_ATTRIBUTE_SUPPRESS:
      draft->contract.suppress = true;
      draft->any = true;
      break;
    default:
      break;
    }
}

/* ATTRIBUTE stands on parameter number BASE.  */
static void
add_parameter_attribute (struct draft *draft, int base, tree attribute)
{
  struct lk_attribute_args args;
  enum lk_attribute which = lk_attribute_of (attribute);
  if (which == LK_N_ATTRIBUTES
      || !lk_attribute_read (TREE_VALUE (attribute), &args))
    return;
  struct lk_clause *clause;
  switch (which)
    {
    case LK_ATTRIBUTE_ACQUIRE:
      if (!args.strings[0])
	break;
      clause = draft_add (draft, LK_ROLE_ACQUIRE, base, 1);
      clause->kind = kind_named (args.strings[0]);
      if (args.strings[1])
	set_condition (clause, args.strings[1]);
      break;
    case LK_ATTRIBUTE_RELEASE:
      clause = draft_add (draft, LK_ROLE_RELEASE, base, 0);
      set_kind (clause, args.strings[0]);
      break;
    case LK_ATTRIBUTE_OWNING:
      clause = draft_add (draft, LK_ROLE_OWN, base, 0);
      set_kind (clause, args.strings[0]);
      break;
    case LK_ATTRIBUTE_NOT_OWNING:
      draft_add (draft, LK_ROLE_BORROW, base, 0);
      break;
    case LK_ATTRIBUTE_KEEP:
      draft_add (draft, LK_ROLE_KEEP, base, 0);
      break;
    case LK_ATTRIBUTE_ALIAS:
      clause = draft_add (draft, LK_ROLE_ALIAS, 0, 0);
      clause->other.base = base;
      break;
    default:
      break;
    }
}

static void
add_parameters (struct draft *draft, tree fndecl)
{
  int base = 1;
  for (tree parm = DECL_ARGUMENTS (fndecl); parm;
       parm = DECL_CHAIN (parm), base++)
    for (tree a = DECL_ATTRIBUTES (parm); a; a = TREE_CHAIN (a))
      add_parameter_attribute (draft, base, a);
}

void
lk_contracts_remember (tree fndecl)
{
  if (!DECL_NAME (fndecl))
    return;
  struct draft draft;
  draft_begin (&draft);
  add_parameters (&draft, fndecl);
  if (!draft.any)
    return;
  unsigned index = 0;
  for (tree parm = DECL_ARGUMENTS (fndecl); parm;
       parm = DECL_CHAIN (parm), index++)
    for (tree a = DECL_ATTRIBUTES (parm); a; a = TREE_CHAIN (a))
      {
	struct lk_attribute_args read;
	if (lk_attribute_of (a) == LK_ATTRIBUTE_RELEASE
	    && lk_attribute_read (TREE_VALUE (a), &read)
	    && (!read.strings[0] || !strcmp (read.strings[0], "any")))
	  lk_promise_closer (fndecl, index);
      }
  if (!remembered)
    remembered = new clause_map;
  /* A second prototype may speak of other parameters than the first.  */
  if (struct lk_clause **before = remembered->get (DECL_UID (fndecl)))
    draft_merge (&draft, *before);
  remembered->put (DECL_UID (fndecl), draft.contract.clauses);
}

static void
add_own_attributes (struct draft *draft, tree fndecl)
{
  for (tree a = DECL_ATTRIBUTES (fndecl); a; a = TREE_CHAIN (a))
    add_function_attribute (draft, fndecl, a);
  add_parameters (draft, fndecl);
  if (remembered)
    if (struct lk_clause **before = remembered->get (DECL_UID (fndecl)))
      draft_merge (draft, *before);
}

/* ---- Source 2: specifications.  ---- */

/* FNDECL's body, if there is one, is only a stand-in for one elsewhere, or
   comes with the system: a shipped row knows better.  */
static bool
from_elsewhere (tree fndecl)
{
  if (DECL_EXTERNAL (fndecl)
      || (DECL_COMDAT (fndecl) && DECL_IN_SYSTEM_HEADER (fndecl)))
    return true;
  return !TREE_PUBLIC (fndecl) && DECL_IN_SYSTEM_HEADER (fndecl);
}

/* Return true if the argument that ROW tests for the end of the process is a number.  Programs
   have functions of their own called "error".  */
static bool
end_fits (const struct lk_contract *row, tree fndecl)
{
  tree types = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
  for (int i = 1; types && i < row->ends.base; i++)
    types = TREE_CHAIN (types);
  return row->ends.base <= 0 || (types && INTEGRAL_TYPE_P (TREE_VALUE (types)));
}

static const struct lk_contract *
row_of (tree fndecl)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fndecl));
  const char *symbol = (DECL_ASSEMBLER_NAME_SET_P (fndecl)
			? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl))
			: NULL);
  const struct lk_contract *row;
  if (!DECL_FILE_SCOPE_P (fndecl) || (symbol && startswith (symbol, "_Z")))
    {
      /* A C++ function: by the linker's name, or by its whole name; "open"
	 alone is not the C library's.  */
      char room[LK_NAME_ROOM];
      row = symbol ? lk_spec_lookup (spec, symbol) : NULL;
      if (!row && !DECL_FILE_SCOPE_P (fndecl))
	row = lk_spec_lookup (spec, lk_name_of_function (fndecl, room));
      if (row && lk_contract_about_elements (row))
	return NULL;
      return (row && row->source > LK_SOURCE_USER_SPEC
	      && !from_elsewhere (fndecl) ? NULL : row);
    }
  row = lk_spec_lookup (spec, name);
  if (!row && startswith (name, "__builtin_"))
    row = lk_spec_lookup (spec, name + strlen ("__builtin_"));
  /* Headers give functions names of their own for the linker's: __REDIRECT
     in the C library.  */
  if (!row && symbol && *symbol == '*' && DECL_EXTERNAL (fndecl))
    row = lk_spec_lookup (spec, symbol + 1);
  if (row && row->source > LK_SOURCE_USER_SPEC
      && (!from_elsewhere (fndecl) || !end_fits (row, fndecl)))
    row = NULL;
  return row;
}

/* ---- Source 3: what GCC knows.  ---- */

static int
position_of (tree value)
{
  return (value && TREE_CODE (value) == INTEGER_CST && tree_fits_shwi_p (value)
	  ? tree_to_shwi (value) : 1);
}

/* The kind that DEALLOC, called with a handle as argument POSITION,
   releases.  */
static const struct lk_kind *
released_kind (tree dealloc, int position)
{
  const struct lk_contract *contract = lk_contract_of (dealloc);
  if (contract)
    for (const struct lk_clause *c = contract->clauses; c; c = c->next)
      if (c->role == LK_ROLE_RELEASE && c->kind && c->place.base == position)
	return c->kind;
  return kind_named ("memory");
}

/* The kind that the allocator called NAME (an identifier) makes: gnulib's
   rpl_fclose releases what fopen opened, a stream.  */
static const struct lk_kind *
allocated_kind (tree name)
{
  if (name && TREE_CODE (name) == FUNCTION_DECL)
    name = DECL_NAME (name);
  const struct lk_contract *contract
    = (name && TREE_CODE (name) == IDENTIFIER_NODE
       ? lk_spec_lookup (spec, IDENTIFIER_POINTER (name)) : NULL);
  if (contract)
    for (const struct lk_clause *c = contract->clauses; c; c = c->next)
      if (c->role == LK_ROLE_ACQUIRE && c->kind && c->place.base == 0)
	return c->kind;
  return kind_named ("memory");
}

static bool
attribute_is (const_tree attribute, const char *name)
{
  tree id = TREE_PURPOSE (attribute);
  return (TREE_CODE (id) == IDENTIFIER_NODE
	  && !strcmp (IDENTIFIER_POINTER (id), name));
}

/* GCC's malloc (dealloc, n) on the allocator; it puts *dealloc (allocator, n)
   on the deallocator by itself.  */
static void
add_malloc (struct draft *draft, tree fndecl)
{
  struct lk_clause *acquire = NULL;
  struct lk_name **releaser = NULL;
  bool releases = false;
  for (tree a = DECL_ATTRIBUTES (fndecl); a; a = TREE_CHAIN (a))
    if (TREE_VALUE (a) && attribute_is (a, "malloc"))
      {
	tree dealloc = TREE_VALUE (TREE_VALUE (a));
	tree rest = TREE_CHAIN (TREE_VALUE (a));
	if (!dealloc || TREE_CODE (dealloc) != FUNCTION_DECL
	    || !DECL_NAME (dealloc))
	  continue;
	if (!acquire)
	  {
	    int position = position_of (rest ? TREE_VALUE (rest) : NULL_TREE);
	    acquire = draft_add (draft, LK_ROLE_ACQUIRE, 0, 0);
	    acquire->kind = (dealloc == fndecl ? kind_named ("memory")
			     : released_kind (dealloc, position));
	    releaser = &acquire->releasers;
	  }
	*releaser
	  = (struct lk_name *) lk_spec_alloc (spec, sizeof (struct lk_name));
	(*releaser)->name
	  = lk_spec_strdup (spec, IDENTIFIER_POINTER (DECL_NAME (dealloc)));
	releaser = &(*releaser)->next;
      }
    else if (!releases && TREE_VALUE (a) && attribute_is (a, "*dealloc")
	     && !gimple_has_body_p (fndecl))
      {
	/* (A body here shows more: also the effect on the contents.)  */
	tree rest = TREE_CHAIN (TREE_VALUE (a));
	struct lk_clause *release
	  = draft_add (draft, LK_ROLE_RELEASE,
		       position_of (rest ? TREE_VALUE (rest) : NULL_TREE), 0);
	release->kind = allocated_kind (TREE_VALUE (TREE_VALUE (a)));
	/* A function that both releases and allocates is a realloc.  */
	if (lookup_attribute ("malloc", DECL_ATTRIBUTES (fndecl))
	    && POINTER_TYPE_P (TREE_TYPE (TREE_TYPE (fndecl))))
	  {
	    release->n_conditions = 1;
	    release->conditions[0].range = LK_RANGE_NONNULL;
	  }
	releases = true;
      }
}

/* Clang's spellings: ownership_returns (kind), ownership_takes (kind, n...)
   which releases, ownership_holds (kind, n...) which takes over,
   acquire_handle ("kind") and release_handle ("kind").  */
static void
add_ownership (struct draft *draft, tree attribute)
{
  tree args = TREE_VALUE (attribute);
  if (!args || TREE_CODE (TREE_VALUE (args)) != IDENTIFIER_NODE)
    return;
  const char *kind = IDENTIFIER_POINTER (TREE_VALUE (args));
  /* Clang's own examples call memory so.  */
  if (!strcmp (kind, "malloc") || !strcmp (kind, "__malloc__"))
    kind = "memory";
  if (attribute_is (attribute, "ownership_returns"))
    draft_add (draft, LK_ROLE_ACQUIRE, 0, 0)->kind = kind_named (kind);
  else
    {
      bool takes = attribute_is (attribute, "ownership_takes");
      for (tree n = TREE_CHAIN (args); n; n = TREE_CHAIN (n))
	draft_add (draft, takes ? LK_ROLE_RELEASE : LK_ROLE_OWN,
		   position_of (TREE_VALUE (n)), 0)->kind = kind_named (kind);
    }
}

static void
add_handle (struct draft *draft, int base, tree attribute)
{
  struct lk_attribute_args args;
  if (!lk_attribute_read (TREE_VALUE (attribute), &args) || !args.strings[0])
    return;
  bool acquires = attribute_is (attribute, "acquire_handle");
  draft_add (draft, acquires ? LK_ROLE_ACQUIRE : LK_ROLE_RELEASE, base,
	     acquires && base != 0)->kind = kind_named (args.strings[0]);
}

static void
add_gcc_attributes (struct draft *draft, tree fndecl)
{
  if (DECL_ATTRIBUTES (fndecl))
    add_malloc (draft, fndecl);
  for (tree a = DECL_ATTRIBUTES (fndecl); a; a = TREE_CHAIN (a))
    if (attribute_is (a, "ownership_returns")
	|| attribute_is (a, "ownership_takes")
	|| attribute_is (a, "ownership_holds"))
      add_ownership (draft, a);
    else if (attribute_is (a, "acquire_handle"))
      add_handle (draft, 0, a);
  int base = 1;
  for (tree parm = DECL_ARGUMENTS (fndecl); parm;
       parm = DECL_CHAIN (parm), base++)
    for (tree a = DECL_ATTRIBUTES (parm); a; a = TREE_CHAIN (a))
      if (attribute_is (a, "acquire_handle")
	  || attribute_is (a, "release_handle"))
	add_handle (draft, base, a);
}

/* ---- All together.  ---- */

static const struct lk_contract *
make_contract (tree fndecl)
{
  struct draft own, gcc;
  draft_begin (&own);
  add_own_attributes (&own, fndecl);
  const struct lk_contract *row = row_of (fndecl);
  if (row && !own.any)
    return row;
  if (row)
    {
      draft_merge (&own, row->clauses);
      draft_merge_elements (&own, row->elements);
      lk_contract_add_flags (&own.contract, row);
      return draft_end (&own, fndecl);
    }
  draft_begin (&gcc);
  add_gcc_attributes (&gcc, fndecl);
  const struct lk_contract *imported = lk_imported_contract (fndecl);
  if (imported && !own.any && !gcc.any)
    return imported;
  if (imported)
    {
      if (!own.any)
	own.contract.source = LK_SOURCE_HEADER;
      draft_merge (&own, gcc.contract.clauses);
      draft_merge (&own, imported->clauses);
      lk_contract_add_flags (&own.contract, imported);
      return draft_end (&own, fndecl);
    }
  if (!own.any)
    {
      gcc.contract.source = LK_SOURCE_HEADER;
      if (!gcc.any)
	gcc.any = gcc.contract.complete = lk_library_borrows (fndecl);
      return draft_end (&gcc, fndecl);
    }
  draft_merge (&own, gcc.contract.clauses);
  return draft_end (&own, fndecl);
}

static const struct lk_contract *(*java_contract_of) (tree);

void
lk_contracts_java (const struct lk_contract *(*contract_of) (tree))
{
  java_contract_of = contract_of;
}

/* Tell the places of CONTRACT that are global variables what graphs know these by.  */
static const struct lk_contract *
with_variables (const struct lk_contract *contract)
{
  for (struct lk_clause *c = contract ? contract->clauses : NULL; c; c = c->next)
    if (c->place.base == LK_PLACE_GLOBAL)
      c->place.entity = lk_variable_named (c->place.global);
  return contract;
}

const struct lk_contract *
lk_contract_of (tree fndecl)
{
  if (java_contract_of)
    return java_contract_of (fndecl);
  if (!spec || !DECL_NAME (fndecl))
    return NULL;
  const struct lk_contract **before = known->get (DECL_UID (fndecl));
  if (before)
    return *before;
  /* Allocators and deallocators may name each other.  */
  known->put (DECL_UID (fndecl), NULL);
  const struct lk_contract *contract = with_variables (make_contract (fndecl));
  known->put (DECL_UID (fndecl), contract);
  return contract;
}
