/* Contracts of functions of other units, from indexes (spec/index.h).

   An index is mapped, and a row parsed when its function is first asked for: nothing is read of
   the others.  Of several indexes the first one with the function counts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "contract.h"
#include "../gcc/gcc-compat.h"
#include "../../spec/index.h"

struct opened
{
  struct lk_index *index;
  const char *file;
};
static auto_vec<struct opened> indexes;
/* Variables of other units that rows name, and that this one does not declare.  */
static auto_vec<const char *> variables;
/* The linker's names that were looked up.  */
static auto_vec<const char *> wanted;
static bool remember_wanted;

bool
lk_imports_open (struct lk_spec *spec, const char *file, char **error)
{
  struct lk_index *index = lk_index_open (file, error);
  if (!index)
    return false;
  indexes.safe_push ({ index, file });
  size_t length;
  const char *kinds = lk_index_kinds (index, &length);
  if (length && lk_spec_read_text (spec, file, kinds, length, LK_SOURCE_INFERRED, NULL, NULL))
    {
      *error = xstrdup ("its definitions of kinds are malformed");
      return false;
    }
  return true;
}

void
lk_imports_remember (void)
{
  remember_wanted = true;
}

const vec<const char *> &
lk_imports_wanted (void)
{
  return wanted;
}

const char *
lk_symbol_of (tree fndecl)
{
  const char *symbol = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  return symbol + (*symbol == '*');
}

/* Return the part of the row ROW after the name and its colon; NULL if it is no row.  */
static const char *
clauses_of (const char *row)
{
  if (*row == '"')
    for (row++; *row && *row != '"'; row++)
      row += *row == '\\' && row[1];
  const char *colon = strchr (row, ':');
  /* The names of C++ functions are mangled: there is no "::" in them.  */
  return colon ? colon + 1 : NULL;
}

/* An argument that CONTRACT's function passes to another one, of which nothing is known, is unknown
   itself, whatever other clauses say of what is behind it: it counts as having another owner.  */
static void
open_passed (struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    if (c->role == LK_ROLE_PASS && c->place.base > 0)
      {
	struct lk_clause *own
	  = (struct lk_clause *) lk_spec_alloc (lk_contracts_spec (), sizeof *own);
	own->role = LK_ROLE_OWN;
	own->any_kind = true;
	own->place = c->place;
	own->next = contract->clauses;
	contract->clauses = own;
      }
}

/* Numbers of variables that have no declaration here begin there.  */
#define FIRST_VARIABLE ((uintptr_t) 1 << (sizeof (uintptr_t) * CHAR_BIT - 2))

const char *
lk_import_variable (const void *entity)
{
  uintptr_t number = (uintptr_t) entity;
  return number >= FIRST_VARIABLE ? variables[number - FIRST_VARIABLE] : NULL;
}

void *
lk_variable_named (const char *name)
{
  symtab_node *node = symtab_node::get_for_asmname (get_identifier (name));
  if (node && VAR_P (node->decl) && TREE_PUBLIC (node->decl))
    return (void *) (uintptr_t) DECL_UID (node->decl);
  unsigned i = 0;
  while (i < variables.length () && strcmp (variables[i], name))
    i++;
  if (i == variables.length ())
    variables.safe_push (name);
  return (void *) (FIRST_VARIABLE + i);
}

/* The contract that ROW states, or NULL.  */
static const struct lk_contract *
parse_row (const struct lk_index_row *row)
{
  const char *text = clauses_of (row->row);
  size_t length = text ? strlen (text) : 0;
  while (length && (ISSPACE (text[length - 1]) || text[length - 1] == ';'))
    length--;
  if (!text)
    return NULL;
  char *copy = xstrndup (text, length);
  struct lk_contract *contract = lk_contract_parse (copy, LK_SOURCE_INFERRED, NULL, NULL);
  free (copy);
  if (!contract)
    return NULL;
  open_passed (contract);
  struct lk_spec *spec = lk_contracts_spec ();
  contract->name = lk_spec_strdup (spec, row->symbol);
  contract->source = LK_SOURCE_INFERRED;
  contract->file = lk_spec_strdup (spec, row->file);
  contract->line = row->line;
  for (struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->place.base == LK_PLACE_GLOBAL)
      c->place.entity = lk_variable_named (c->place.global);
  return contract;
}

/* Return true if a function of TYPE has the result, or argument, BASE.  */
static bool
has_operand (tree type, int base)
{
  if (base == LK_PLACE_GLOBAL)
    return true;
  if (base == 0)
    return !VOID_TYPE_P (TREE_TYPE (type));
  return (!prototype_p (type) || stdarg_p (type)
	  || base <= (int) type_num_arguments (type));
}

/* Return true if CONTRACT can be that of a function of TYPE.  The linker's name of a function in C
   does not say its type: programs of one tree may have different functions of one name.  */
static bool
fits (const struct lk_contract *contract, tree type)
{
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      if (!has_operand (type, c->place.base)
	  || (c->role == LK_ROLE_ALIAS && !has_operand (type, c->other.base))
	  || (c->has_parent && !has_operand (type, c->parent.base)))
	return false;
      for (unsigned i = 0; i < c->n_conditions; i++)
	if (!has_operand (type, c->conditions[i].base))
	  return false;
    }
  return true;
}

bool
lk_imports_any (void)
{
  return !indexes.is_empty () || remember_wanted;
}

/* The contract of SYMBOL, a function of TYPE, or NULL.  */
static const struct lk_contract *
find_row (const char *symbol, tree type)
{
  if (remember_wanted)
    wanted.safe_push (symbol);
  struct lk_index_row row;
  for (unsigned i = 0; i < indexes.length (); i++)
    if (lk_index_find (indexes[i].index, symbol, &row))
      {
	const struct lk_contract *contract = parse_row (&row);
	return contract && fits (contract, type) ? contract : NULL;
      }
  return NULL;
}

const struct lk_contract *
lk_imported_place (const char *place, tree type)
{
  return find_row (lk_spec_strdup (lk_contracts_spec (), place), type);
}

const char *
lk_reads_symbol (const char *symbol)
{
  char *name = xasprintf ("%s[reads]", symbol);
  const char *kept = lk_spec_strdup (lk_contracts_spec (), name);
  free (name);
  return kept;
}

/* Rows of what functions only read, by their declarations; NULL: there is none.  */
static hash_map<tree, const struct lk_contract *> *reads_of;

/* The row of what FNDECL only reads, or NULL.  Printed rows may stand in a specification.  */
static const struct lk_contract *
find_reads (tree fndecl)
{
  const char *symbol = lk_reads_symbol (lk_symbol_of (fndecl));
  const struct lk_contract *row = lk_spec_lookup (lk_contracts_spec (), symbol);
  return row || !lk_imports_any () ? row : find_row (symbol, TREE_TYPE (fndecl));
}

bool
lk_imported_reads (tree fndecl, unsigned argument)
{
  if (!TREE_PUBLIC (fndecl) || !DECL_EXTERNAL (fndecl) || fndecl_built_in_p (fndecl))
    return false;
  if (!reads_of)
    reads_of = new hash_map<tree, const struct lk_contract *>;
  const struct lk_contract **known = reads_of->get (fndecl);
  const struct lk_contract *row = known ? *known : find_reads (fndecl);
  if (!known)
    reads_of->put (fndecl, row);
  return lk_contract_reads (row, (int) argument + 1);
}

const struct lk_contract *
lk_imported_contract (tree fndecl)
{
  if (!lk_imports_any () || !TREE_PUBLIC (fndecl) || !DECL_EXTERNAL (fndecl)
      || lk_body_of (fndecl) || fndecl_built_in_p (fndecl))
    return NULL;
  return find_row (lk_symbol_of (fndecl), TREE_TYPE (fndecl));
}
