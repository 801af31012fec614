/* Contracts of the unit's functions, for the units that call them (DESIGN section 11).

   Each function that other units can call by the linker's name is recorded, under all its
   names: the contract that its body keeps, or the one from an attribute or the user's
   specification.  An inline function of C++ is not: its callers have its body.  A virtual function
   is recorded for each function that it overrides, too: of several that override one, merging keeps
   what all of them do (unit/table-call.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass.h"
#include "lower/lower.h"
#include "langhooks.h"
#include "file-prefix-map.h"
#include "../spec/spec.h"
#include "fork.h"

/* Data for the delivery of a unit's contracts.  */
struct recording
{
  struct lk_lowering *lowering;
  struct lk_spec *shipped;	/* As it is without the user's.  */
  hash_set<const void *> *told;	/* Kinds.  */
  hash_map<int_hash<unsigned, 0>, tree> *variables;	/* By number.  */
};

static void
deliver (enum lk_message_kind kind, const char *before, const char *quoted, const char *after)
{
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = kind;
  m->before = lk_message_text (before);
  m->quoted = lk_message_text (quoted);
  m->after = lk_message_text (after);
  lk_deliver (m);
}

/* Tell of the kinds in CONTRACT that readers of the record do not have.  */
static void
deliver_kinds (struct recording *r, const struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      if (!c->kind || r->told->add (c->kind))
	continue;
      char *text = NULL;
      size_t length = 0;
      if (lk_spec_kind (r->shipped, c->kind->name))
	continue;
      if (FILE *out = open_memstream (&text, &length))
	{
	  lk_spec_print_kind (out, c->kind);
	  if (fclose (out) == 0)
	    deliver (LK_MESSAGE_KIND, text, NULL, NULL);
	}
      free (text);
    }
}

/* Return true if other units can name the function to which C, "pass", passes something.  */
static bool
is_named (const struct lk_clause *c)
{
  tree callee = (tree) c->callee;
  /* A user's specification names it.  */
  return (!callee || (DECL_P (callee) && TREE_PUBLIC (callee) && !fndecl_built_in_p (callee)));
}

/* Return true if CONTRACT passes the argument of C, or something behind it, to a function that
   other units cannot name; then nothing is known of it.  */
static bool
is_hidden (const struct lk_contract *contract, const struct lk_clause *c)
{
  for (const struct lk_clause *o = contract->elements; o; o = o->next)
    if (o->role == c->role && o->place.base == c->place.base && !is_named (o))
      return true;
  return false;
}

/* Return true if C says of an argument of DECL that it is only read, and that is no news: it is a
   number, or points to what is constant.  */
static bool
is_no_news (const struct lk_clause *c, tree decl)
{
  tree parameters = TYPE_ARG_TYPES (TREE_TYPE (decl));
  for (int i = 1; parameters && i < c->place.base; i++)
    parameters = TREE_CHAIN (parameters);
  tree type = parameters ? TREE_VALUE (parameters) : NULL_TREE;
  return type && (!POINTER_TYPE_P (type) || TYPE_READONLY (TREE_TYPE (type)));
}

/* The clauses of CONTRACT, of DECL, about elements, and about functions to which its own passes
   something; these by the linker's names.  READS: those that say what it only reads, and no
   others.  */
static struct lk_clause *
named_callees (const struct lk_contract *contract, tree decl, bool reads)
{
  struct lk_clause *all = NULL, **tail = &all;
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    {
      bool callee = c->role == LK_ROLE_PASS || c->role == LK_ROLE_READS;
      if ((c->role == LK_ROLE_READS) != reads || (callee && is_hidden (contract, c))
	  || (reads && is_no_news (c, decl)))
	continue;
      struct lk_clause *copy = (struct lk_clause *) lk_message_alloc (sizeof *copy);
      *copy = *c;
      if (c->callee)
	{
	  copy->releasers = (struct lk_name *) lk_message_alloc (sizeof *copy->releasers);
	  copy->releasers->name = (reads ? lk_reads_symbol (lk_symbol_of ((tree) c->callee))
				   : lk_symbol_of ((tree) c->callee));
	  copy->releasers->next = NULL;
	}
      *tail = copy;
      tail = &copy->next;
    }
  *tail = NULL;
  return all;
}

/* The name by which records know the variable ENTITY.  One that only this unit sees is named after
   the unit, too.  */
static const char *
name_of_variable (struct recording *r, const void *entity)
{
  if (const char *imported = lk_import_variable (entity))
    return imported;
  tree *decl = r->variables->get ((unsigned) (uintptr_t) entity);
  if (!decl)
    return NULL;
  const char *symbol = lk_symbol_of (*decl);
  if (TREE_PUBLIC (*decl))
    return symbol;
  char *name = xasprintf ("%s@%s", symbol, remap_debug_filename (main_input_filename));
  const char *kept = lk_message_text (name);
  free (name);
  return kept;
}

/* The clauses of CONTRACT, whose variables get their names.  */
static struct lk_clause *
named_variables (struct recording *r, struct lk_contract *contract)
{
  struct lk_clause *all = NULL, **tail = &all;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      struct lk_clause *copy = (struct lk_clause *) lk_message_alloc (sizeof *copy);
      *copy = *c;
      if (c->place.base == LK_PLACE_GLOBAL && !c->place.global)
	copy->place.global = name_of_variable (r, c->place.entity);
      bool global = c->place.base == LK_PLACE_GLOBAL;
      bool lock = lk_is_about_lock (c);
      /* Only a lock of this unit can be one that a caller has.  */
      bool unseen = global && !lock && copy->place.global && strchr (copy->place.global, '@');
      if ((global && !copy->place.global) || unseen)
	{
	  contract->locks |= lock;
	  continue;
	}
      *tail = copy;
      tail = &copy->next;
    }
  *tail = NULL;
  return all;
}

/* Add to CONTRACT, of the function that has the body of BODY, what it throws.  */
static void
add_raised (struct recording *r, struct lk_contract *contract, tree body)
{
  auto_vec<char *> types;
  if (!lang_GNU_CXX () || lk_contract_element (contract, LK_ROLE_RAISES)
      || !lk_raised_types (r->lowering, body, &types))
    return;
  struct lk_clause *clause = (struct lk_clause *) lk_message_alloc (sizeof *clause);
  memset (clause, 0, sizeof *clause);
  clause->role = LK_ROLE_RAISES;
  for (unsigned i = types.length (); i-- > 0;)
    {
      struct lk_name *name = (struct lk_name *) lk_message_alloc (sizeof *name);
      name->name = lk_message_text (types[i]);
      name->next = clause->releasers;
      clause->releasers = name;
      free (types[i]);
    }
  clause->next = contract->elements;
  contract->elements = clause;
}

/* Tell that the function DECL, which has the body of BODY and is known by SYMBOL, has CONTRACT.  */
static void
deliver_row (const struct lk_contract *contract, tree decl, tree body)
{
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream (&text, &length);
  if (!out)
    return;
  lk_spec_print_contract (out, contract);
  if (fclose (out) == 0)
    {
      char room[LK_NAME_ROOM];
      expanded_location at = expand_location (DECL_SOURCE_LOCATION (body));
      char *file = xstrdup (at.file ? remap_debug_filename (at.file) : "");
      /* A record has lines, and tabs in them.  */
      for (char *p = file; (p = strpbrk (p, "\n\t"));)
	*p = '?';
      char *place = xasprintf ("%s:%d\t%s", file, at.line, lk_name_of_function (decl, room));
      free (file);
      deliver (LK_MESSAGE_CONTRACT, text, contract->name, place);
      free (place);
    }
  free (text);
}

/* Return true if an argument of DECL may point to something that is not constant.  */
static bool
has_pointer (tree decl)
{
  tree type = TREE_TYPE (decl);
  bool some = !prototype_p (type);
  for (tree p = TYPE_ARG_TYPES (type); p; p = TREE_CHAIN (p))
    some |= POINTER_TYPE_P (TREE_VALUE (p)) && !TYPE_READONLY (TREE_TYPE (TREE_VALUE (p)));
  return some;
}

/* The function DECL, which has the body of BODY and is known by SYMBOL, has CONTRACT: tell of it,
   and, in a row of its own, what it only reads.  Callers look that up only where it matters, and
   are not compiled again if it changes where it does not.  */
static void
deliver_contract (struct recording *r, const struct lk_contract *contract, const char *symbol,
		  tree decl, tree body)
{
  struct lk_contract named = *contract;
  named.name = symbol;
  named.clauses = named_variables (r, &named);
  named.elements = named_callees (contract, decl, false);
  add_raised (r, &named, body);
  deliver_row (&named, decl, body);
  if (contract->noreturn || strchr (symbol, '[') || !has_pointer (decl))
    return;
  struct lk_contract reads;
  memset (&reads, 0, sizeof reads);
  reads.name = lk_reads_symbol (symbol);
  reads.source = contract->source;
  reads.complete = true;
  reads.elements = named_callees (contract, decl, true);
  deliver_row (&reads, decl, body);
}

/* Return copies of FIRST, clauses that the program states, and of DERIVED those about values of
   which SAID does not speak.  */
static struct lk_clause *
merge_clauses (const struct lk_contract *said, const struct lk_clause *first,
	       const struct lk_clause *derived)
{
  struct lk_clause *merged = NULL, **tail = &merged;
  for (unsigned weaker = 0; weaker < 2; weaker++)
    for (const struct lk_clause *c = weaker ? derived : first; c; c = c->next)
      {
	bool spoken_of = false;
	for (const struct lk_clause *s = said->clauses; weaker && s; s = s->next)
	  spoken_of |= s->place.base == c->place.base;
	/* "The result is not owned" (an attribute) is not a row: no clause about it says so.  */
	bool not_owned = c->role == LK_ROLE_BORROW && c->place.base == 0;
	if (spoken_of || not_owned)
	  continue;
	struct lk_clause *copy = (struct lk_clause *) lk_message_alloc (sizeof *copy);
	*copy = *c;
	*tail = copy;
	tail = &copy->next;
      }
  *tail = NULL;
  return merged;
}

/* SAID, and of DERIVED what it does not speak of.  */
static const struct lk_contract *
merge (const struct lk_contract *said, const struct lk_contract *derived)
{
  struct lk_contract *merged = (struct lk_contract *) lk_message_alloc (sizeof *merged);
  *merged = *derived;
  lk_contract_add_flags (merged, said);
  /* Only the body has that.  */
  merged->suppress = false;
  merged->clauses = merge_clauses (said, said->clauses, derived->clauses);
  merged->elements = merge_clauses (said, said->elements, derived->elements);
  return merged;
}

/* The contract that callers of NODE's function in other units are to rely on, or NULL.  */
static const struct lk_contract *
contract_of (struct recording *r, cgraph_node *node, struct lk_function *function)
{
  const struct lk_contract *said = lk_contract_of (node->decl);
  if (said && said->source > LK_SOURCE_USER_SPEC)
    said = NULL;
  if (said && said->complete)
    return said;
  const struct lk_contract *derived = lk_unit_derive (r->lowering->unit, function);
  return said && derived ? merge (said, derived) : derived;
}

static bool
is_recorded (cgraph_node *node)
{
  return (lk_body_of (node->decl) && TREE_PUBLIC (node->decl) && !DECL_EXTERNAL (node->decl)
	  && !DECL_COMDAT (node->decl));
}

/* ---- Virtual functions.  ---- */

/* Return true if C speaks of the object.  */
static bool
names_object (const struct lk_clause *c)
{
  bool named = c->place.base == 1 || c->other.base == 1 || (c->has_parent && c->parent.base == 1);
  for (unsigned i = 0; i < c->n_conditions; i++)
    named |= c->conditions[i].base == 1;
  return named;
}

/* CONTRACT, which may be NULL, without its clauses about the object.  */
static const struct lk_contract *
without_object (const struct lk_contract *contract)
{
  struct lk_contract *rest = (struct lk_contract *) lk_message_alloc (sizeof *rest);
  memset (rest, 0, sizeof *rest);
  rest->source = LK_SOURCE_INFERRED;
  if (!contract)
    return rest;
  *rest = *contract;
  rest->complete = false;
  struct lk_clause **tail = &rest->clauses;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (!names_object (c))
      {
	struct lk_clause *copy = (struct lk_clause *) lk_message_alloc (sizeof *copy);
	*copy = *c;
	*tail = copy;
	tail = &copy->next;
      }
  *tail = NULL;
  rest->elements = NULL;
  return rest;
}

/* Record for each base BINFO that NODE's function, which has CONTRACT (NULL: unknown), is one that
   a call of the base's function runs.  SHARED is the outermost class around that begins at the same
   place, and VIRTUAL_ says that a virtual base is around.  */
static void
record_overrider (struct recording *r, cgraph_node *node, const struct lk_contract *contract,
		  tree binfo, tree shared, bool virtual_)
{
  tree own = TYPE_BINFO (BINFO_TYPE (binfo)), base;
  tree over = own ? BINFO_VIRTUALS (own) : NULL_TREE;
  tree v = BINFO_VIRTUALS (shared) ? BINFO_VIRTUALS (shared) : BINFO_VIRTUALS (binfo);
  for (; v && over; v = TREE_CHAIN (v), over = TREE_CHAIN (over))
    if (TREE_VALUE (v) == node->decl && TREE_CODE (TREE_VALUE (over)) == FUNCTION_DECL
	&& TREE_PUBLIC (TREE_VALUE (over)))
      {
	bool same = !virtual_ && (!TREE_PURPOSE (v) || integer_zerop (TREE_PURPOSE (v)));
	const struct lk_contract *seen = contract && same ? contract : without_object (contract);
	char *symbol = xasprintf ("%s[virtual]", lk_symbol_of (TREE_VALUE (over)));
	deliver_contract (r, seen, lk_message_text (symbol), TREE_VALUE (over), node->decl);
	free (symbol);
      }
  for (unsigned i = 0; BINFO_BASE_ITERATE (binfo, i, base); i++)
    {
      bool same = (BINFO_OFFSET (base) && BINFO_OFFSET (shared)
		   && tree_int_cst_equal (BINFO_OFFSET (base), BINFO_OFFSET (shared)));
      record_overrider (r, node, contract, base, same ? shared : base,
			virtual_ || BINFO_VIRTUAL_P (base));
    }
}

/* Return true if other units may call NODE's function by a virtual table.  */
static bool
is_overrider (cgraph_node *node)
{
  tree class_ = DECL_CONTEXT (node->decl);
  return (DECL_VIRTUAL_P (node->decl) && !DECL_CXX_DESTRUCTOR_P (node->decl)
	  && lk_body_of (node->decl) && class_ && RECORD_OR_UNION_TYPE_P (class_)
	  && TYPE_BINFO (class_) && !DECL_IN_SYSTEM_HEADER (node->decl));
}

/* ---- Tables.  ---- */

static void record_table (struct recording *r, tree init, const char *name, int64_t at,
			  unsigned depth);

/* Record what the pointer VALUE leads to, in the place PLACE of a table that other units see.  */
static void
record_pointer (struct recording *r, tree value, const char *place, unsigned depth)
{
  tree target = TREE_CODE (value) == ADDR_EXPR ? TREE_OPERAND (value, 0) : NULL_TREE;
  if (target && VAR_P (target) && TREE_READONLY (target) && !TREE_THIS_VOLATILE (target)
      && depth > 0)
    record_table (r, DECL_INITIAL (target), place, 0, depth - 1);
  cgraph_node *node = (target && TREE_CODE (target) == FUNCTION_DECL
		       ? cgraph_node::get (target) : NULL);
  if (!node || !lk_body_of (target))
    return;
  struct lk_function *function = lk_definition_of (r->lowering, target);
  lk_stage_enter (NULL, LK_STAGE_CONTRACT, function);
  if (const struct lk_contract *contract = contract_of (r, node, function))
    {
      deliver_kinds (r, contract);
      deliver_contract (r, contract, place, target, target);
    }
  lk_stage_leave (NULL);
  lk_stage_settled (NULL, LK_STAGE_CONTRACT, function);
}

/* Record the functions that INIT, what is AT bytes in the table NAME, leads to, by at most DEPTH
   further tables.  */
static void
record_table (struct recording *r, tree init, const char *name, int64_t at, unsigned depth)
{
  if (!init || init == error_mark_node)
    return;
  STRIP_NOPS (init);
  if (TREE_CODE (init) != CONSTRUCTOR)
    {
      char *place = xasprintf ("%s[%" PRId64 "]", name, at);
      record_pointer (r, init, lk_message_text (place), depth);
      free (place);
      return;
    }
  bool array = TREE_CODE (TREE_TYPE (init)) == ARRAY_TYPE;
  unsigned HOST_WIDE_INT i;
  tree index, value;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (init), i, index, value)
    {
      tree size = TYPE_SIZE_UNIT (TREE_TYPE (value));
      if (!index || !size || !tree_fits_shwi_p (size))
	return;
      if (array && tree_fits_shwi_p (index))
	record_table (r, value, name, at + tree_to_shwi (index) * tree_to_shwi (size), depth);
      else if (!array && TREE_CODE (index) == FIELD_DECL && !DECL_BIT_FIELD (index))
	record_table (r, value, name, at + int_byte_position (index), depth);
    }
}

/* Record the functions that constant tables of the unit lead to.  */
static void
record_tables (struct recording *r)
{
  varpool_node *node;
  FOR_EACH_DEFINED_VARIABLE (node)
    if (TREE_PUBLIC (node->decl) && TREE_READONLY (node->decl)
	&& !TREE_THIS_VOLATILE (node->decl) && !DECL_COMDAT (node->decl)
	&& !DECL_ARTIFICIAL (node->decl))
      record_table (r, DECL_INITIAL (node->decl), lk_symbol_of (node->decl), 0, 1);
}

/* Record NODE's function under all its names.  */
static void
record_function (struct recording *r, cgraph_node *node)
{
  struct lk_function *function = lk_definition_of (r->lowering, node->decl);
  lk_stage_enter (NULL, LK_STAGE_CONTRACT, function);
  const struct lk_contract *contract = contract_of (r, node, function);
  if (contract)
    deliver_kinds (r, contract);
  if (contract && is_recorded (node))
    {
      deliver_contract (r, contract, lk_symbol_of (node->decl), node->decl, node->decl);
      ipa_ref *ref;
      FOR_EACH_ALIAS (node, ref)
	if (TREE_PUBLIC (ref->referring->decl))
	  deliver_contract (r, contract, lk_symbol_of (ref->referring->decl),
			    ref->referring->decl, node->decl);
    }
  if (is_overrider (node))
    {
      tree binfo = TYPE_BINFO (DECL_CONTEXT (node->decl));
      record_overrider (r, node, contract, binfo, binfo, false);
    }
  lk_stage_leave (NULL);
  lk_stage_settled (NULL, LK_STAGE_CONTRACT, function);
}

void
lk_deliver_imports (void)
{
  for (unsigned i = 0; i < lk_imports_wanted ().length (); i++)
    deliver (LK_MESSAGE_IMPORT, lk_imports_wanted ()[i], NULL, NULL);
}

void
lk_record_contracts (struct lk_lowering *lowering)
{
  struct recording r = { lowering, lk_spec_new (), new hash_set<const void *>,
			 new hash_map<int_hash<unsigned, 0>, tree> };
  varpool_node *variable;
  FOR_EACH_VARIABLE (variable)
    r.variables->put (DECL_UID (variable->decl), variable->decl);
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (is_recorded (node) || is_overrider (node))
      record_function (&r, node);
  record_tables (&r);
  delete r.told;
  delete r.variables;
  lk_spec_free (r.shipped);
}
