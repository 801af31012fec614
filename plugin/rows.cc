/* Rows of the user's specifications against the declarations of the unit.

   A row that names an argument beyond the prototype gets a warning where the function is declared.
   A row whose function no unit declares may have a misspelt name.  The command, which sees all
   units, finds these: it is told which rows are declared here, in the file "counts".  Without the
   command, "verbose" gives a note for each row that this unit does not declare.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "langhooks.h"
#include "../spec/rows.h"

struct user_row
{
  const struct lk_contract *contract;
  bool declared;
};

/* By the names of functions; NULL: the user has none.  */
static hash_map<nofree_string_hash, struct user_row> *rows;

static void
add_row (void *, const struct lk_contract *contract)
{
  struct user_row row = { contract, false };
  if (!rows)
    rows = new hash_map<nofree_string_hash, struct user_row>;
  rows->put (contract->name, row);
}

/* Return the number of arguments that the type FNTYPE of a function has; -1: it has no prototype,
   or "..." at its end.  */
static int
count_arguments (tree fntype)
{
  function_args_iterator iter;
  tree type;
  int n = 0;
  if (!prototype_p (fntype) || stdarg_p (fntype))
    return -1;
  FOREACH_FUNCTION_ARGS (fntype, type, iter)
    n += !VOID_TYPE_P (type);
  return n;
}

void
lk_rows_declared (tree fndecl)
{
  /* A function of C++ that is no C function may be named with all of its parameters.  */
  if (!rows || !DECL_NAME (fndecl))
    return;
  char room[LK_NAME_ROOM];
  const char *name = (DECL_FILE_SCOPE_P (fndecl) ? IDENTIFIER_POINTER (DECL_NAME (fndecl))
		      : lk_name_of_function (fndecl, room));
  struct user_row *row = rows->get (name);
  if (!row || row->declared)
    return;
  row->declared = true;
  int n = count_arguments (TREE_TYPE (fndecl));
  int last = lk_contract_last_argument (row->contract);
  if (n < 0 || last <= n || TREE_CODE (TREE_TYPE (fndecl)) != FUNCTION_TYPE)
    return;
  /* GCC prints no warnings about headers of the system.  */
  location_t where = DECL_SOURCE_LOCATION (fndecl);
  bool of_system = in_system_header_at (where);
  auto_diagnostic_group group;
  if (warning_at (of_system ? UNKNOWN_LOCATION : where, 0, LK_TR ("the row of %qD in %s:%d names"
		  " argument %d, but this function has %d"), fndecl, row->contract->file,
		  row->contract->line, last, n)
      && of_system)
    inform (where, LK_TR ("%qD is declared here"), fndecl);
}

static int
by_place (const void *a, const void *b)
{
  const struct lk_contract *c = *(const struct lk_contract *const *) a;
  const struct lk_contract *d = *(const struct lk_contract *const *) b;
  int order = strcmp (c->file, d->file);
  return order ? order : c->line != d->line ? c->line - d->line : strcmp (c->name, d->name);
}

/* The unit is parsed.  */
static void
note_undeclared (void *, void *)
{
  auto_vec<const struct lk_contract *> missing;
  for (auto it = rows->begin (); it != rows->end (); ++it)
    if (!(*it).second.declared
	&& lk_contract_is_function ((*it).second.contract))
      missing.safe_push ((*it).second.contract);
  missing.qsort (by_place);
  for (const struct lk_contract *contract : missing)
    inform (UNKNOWN_LOCATION, "leakcheck: %s:%d: no function %qs is declared here",
	    contract->file, contract->line, contract->name);
}

/* The unit is parsed: append the rows that it declares to the file DATA.  */
static void
write_declared (void *, void *data)
{
  FILE *file = fopen ((const char *) data, "a");
  if (!file)
    return;
  for (auto it = rows->begin (); it != rows->end (); ++it)
    if ((*it).second.declared)
      fprintf (file, "declared %s\n", (*it).second.contract->name);
  fclose (file);
}

void
lk_rows_init (const char *plugin_name, const struct lk_arguments *arguments)
{
  lk_spec_visit_rows (lk_contracts_spec (), LK_SOURCE_USER_SPEC, add_row, NULL);
  const char *counts = arguments->pass.counts_file;
  if (!rows || arguments->pass.java)
    return;
  if (counts)
    register_callback (plugin_name, PLUGIN_ALL_IPA_PASSES_START, write_declared,
		       const_cast<char *> (counts));
  else if (arguments->pass.verbose)
    register_callback (plugin_name, PLUGIN_ALL_IPA_PASSES_START, note_undeclared, NULL);
}
