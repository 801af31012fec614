/* Effects of functions on the elements of containers, by their rows: members of classes that a
   specification describes (the library's in spec/cxx-containers.spec, and the user's), and
   algorithms.

   A class is found by its qualified name without template arguments; its rows are its own and
   those of the classes that it extends in the specification.  Each class and each function is
   looked up once: most have no row, and every call is asked about.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "contract.h"
#include "../gcc/gcc-compat.h"
#include "langhooks.h"

/* The rows of one class.  */
struct described
{
  unsigned n;			/* Of LINE; 0: nothing.  */
  const struct lk_type_contract **line;	/* Itself and what it extends.  */
  bool container, iterator, complete;
};

typedef int_hash<unsigned, UINT_MAX, UINT_MAX - 1> uid_hash;

/* By TYPE_UID and DECL_UID, so that nothing keeps a tree alive.  */
static hash_map<uid_hash, struct described> *classes;
static hash_map<uid_hash, const struct lk_member_role *> *roles;

/* ---- Classes.  ---- */

/* Add the class NAME, and then what it extends, to LINE.  */
static void
add_class (const char *name, auto_vec<const struct lk_type_contract *> *line)
{
  const struct lk_type_contract *type = lk_spec_type (lk_contracts_spec (), name);
  if (!type || line->contains (type))
    return;
  line->safe_push (type);
  for (const struct lk_name *super = type->supers; super; super = super->next)
    add_class (super->name, line);
}

static struct described
describe (const_tree type)
{
  struct described d = { 0, NULL, false, false, false };
  auto_vec<const struct lk_type_contract *> line;
  char room[LK_NAME_ROOM];
  tree name = TYPE_NAME (type);
  if (!name || TREE_CODE (name) != TYPE_DECL || !DECL_NAME (name))
    return d;
  add_class (lk_name_of_function (name, room), &line);
  if (line.is_empty ())
    add_class (lk_plain_name (name, room), &line);
  d.n = line.length ();
  if (!d.n)
    return d;
  d.line = (const struct lk_type_contract **) lk_spec_alloc (lk_contracts_spec (),
							     d.n * sizeof *d.line);
  for (unsigned i = 0; i < d.n; i++)
    {
      d.line[i] = line[i];
      d.container |= line[i]->container;
      d.iterator |= line[i]->iterator;
      d.complete |= line[i]->complete;
    }
  return d;
}

static const struct described *
class_described (const_tree type)
{
  static const struct described nothing = { 0, NULL, false, false, false };
  if (!type || TREE_CODE (type) != RECORD_TYPE || !lk_contracts_spec () || !lang_GNU_CXX ())
    return &nothing;
  type = TYPE_MAIN_VARIANT (type);
  if (!classes)
    classes = new hash_map<uid_hash, struct described>;
  bool existed;
  struct described &d = classes->get_or_insert (TYPE_UID (type), &existed);
  if (!existed)
    d = describe (type);
  return &d;
}

bool
lk_is_container (const_tree type)
{
  return class_described (type)->container;
}

bool
lk_is_iterator (const_tree type)
{
  return class_described (type)->iterator;
}

bool
lk_class_extends (const_tree type, const char *name)
{
  const struct described *d = class_described (type);
  for (unsigned i = 0; i < d->n; i++)
    if (!strcmp (d->line[i]->name, name))
      return true;
  return false;
}

/* ---- Functions.  ---- */

/* Return the number, from 0, of the argument that BASE of a row of FNDECL is.  */
static unsigned
argument_number (const_tree fndecl, bool member, int base)
{
  if (base == LK_PLACE_THIS)
    return 0;
  return member && TREE_CODE (TREE_TYPE (fndecl)) == METHOD_TYPE ? base : base - 1;
}

/* Return the arguments of FNDECL that BASE of one of its rows is, as bits.  */
static uint64_t
argument_bits (const_tree fndecl, bool member, int base)
{
  return (base == LK_PLACE_EACH ? ~UINT64_C (0)
	  : UINT64_C (1) << MIN (argument_number (fndecl, member, base), 63));
}

static void
add_clause (struct lk_member_role *role, const_tree fndecl, bool member, const struct lk_clause *c)
{
  enum lk_position *position = &role->position;
  switch (c->role)
    {
    case LK_ROLE_PUT:
      role->puts |= argument_bits (fndecl, member, c->place.base);
      role->if_new |= c->if_new;
      break;
    case LK_ROLE_FILL:
      role->fills |= argument_bits (fndecl, member, c->place.base);
      break;
    case LK_ROLE_ALIAS:
      role->self |= c->place.base == 0 && c->other.base == LK_PLACE_THIS;
      break;
    case LK_ROLE_FETCH:
      role->fetches = true;
      break;
    case LK_ROLE_ELEMENT:
      role->element = true;
      break;
    case LK_ROLE_ITERATOR:
      role->iterator = true;
      break;
    case LK_ROLE_QUERY:
      role->queries = true;
      break;
    case LK_ROLE_VISIT:
      role->visits = true;
      break;
    case LK_ROLE_REMOVE:
      role->removes = true;
      role->amount = c->amount;
      position = &role->removed_at;
      break;
    default:
      break;
    }
  if (c->position == LK_POSITION_ANY)
    return;
  *position = c->position;
  if (c->position == LK_POSITION_KEY)
    role->key = argument_number (fndecl, member, c->key);
}

/* Return the row of FNDECL, a member of the class D, or NULL.  */
static const struct lk_contract *
row_of_member (const_tree fndecl, const struct described *d)
{
  const char *name = (DECL_CXX_CONSTRUCTOR_P (fndecl) ? "new"
		      : IDENTIFIER_POINTER (DECL_NAME (fndecl)));
  for (unsigned i = 0; i < d->n; i++)
    {
      char *full = concat (d->line[i]->name, ".", name, NULL);
      const struct lk_contract *row = lk_spec_lookup (lk_contracts_spec (), full);
      free (full);
      if (row)
	return row;
    }
  return NULL;
}

static const struct lk_member_role *
find_role (const_tree fndecl)
{
  const struct described *d = class_described (DECL_CONTEXT (fndecl));
  const struct lk_contract *row = NULL;
  bool member = d->n != 0;
  if (member)
    row = row_of_member (fndecl, d);
  else if (!DECL_CONTEXT (fndecl) || !TYPE_P (DECL_CONTEXT (fndecl)))
    {
      char room[LK_NAME_ROOM];
      row = lk_spec_lookup (lk_contracts_spec (), lk_name_of_function (fndecl, room));
      if (!row && DECL_CONTEXT (fndecl))
	row = lk_spec_lookup (lk_contracts_spec (), lk_plain_name (fndecl, room));
      if (row && !lk_contract_about_elements (row))
	row = NULL;
    }
  if (!row && !d->complete)
    return NULL;
  struct lk_member_role *role
    = (struct lk_member_role *) lk_spec_alloc (lk_contracts_spec (), sizeof *role);
  role->counts = row && row->counts;
  role->checked = row && row->checked;
  for (const struct lk_clause *c = row ? row->clauses : NULL; c; c = c->next)
    add_clause (role, fndecl, member, c);
  for (const struct lk_clause *c = row ? row->elements : NULL; c; c = c->next)
    add_clause (role, fndecl, member, c);
  return role;
}

const struct lk_member_role *
lk_member_role (const_tree fndecl)
{
  if (!fndecl || TREE_CODE (fndecl) != FUNCTION_DECL || !DECL_NAME (fndecl)
      || !lk_contracts_spec () || !lang_GNU_CXX ())
    return NULL;
  if (!roles)
    roles = new hash_map<uid_hash, const struct lk_member_role *>;
  bool existed;
  const struct lk_member_role *&role = roles->get_or_insert (DECL_UID (fndecl), &existed);
  if (!existed)
    role = find_role (fndecl);
  return role;
}

bool
lk_fills (tree fndecl, unsigned k)
{
  if (const struct lk_member_role *role = lk_member_role (fndecl))
    return role->fills >> MIN (k, 63) & 1;
  const struct lk_contract *row = fndecl ? lk_contract_of (fndecl) : NULL;
  for (const struct lk_clause *c = row ? row->elements : NULL; c; c = c->next)
    if (c->role == LK_ROLE_FILL
	&& (c->place.base == LK_PLACE_EACH || c->place.base == (int) k + 1))
      return true;
  return false;
}
