/* Casts to a class below the object's, or to one at its side: dynamic_cast.

   An object that visibly was made by the function itself has the class whose constructor ran:
   the result is known (lk_cast_of_made).  Any other cast becomes a call of a caster, an
   artificial function, one for each pair of classes: like a dispatcher it tests which virtual
   table the object has (unit/vtable.cc).  For a class of the unit the table decides whether
   the cast succeeds, and with which address.  For other classes that is unknown, and the
   object, if the target class has it as a base, begins as many bytes before its base.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

typedef hash_map<int_hash<int64_t, -1, -2>, struct lk_function *> caster_map;

struct lk_casters
{
  caster_map known;
};

static void
free_casters (void *data)
{
  delete (struct lk_casters *) data;
}

static struct lk_casters *
casters_of (struct lk_lowering *lowering)
{
  if (!lowering->slots[LK_SLOT_CASTS].data)
    lk_keep (lowering, LK_SLOT_CASTS, new lk_casters, free_casters);
  return (struct lk_casters *) lowering->slots[LK_SLOT_CASTS].data;
}

/* ---- Classes and their parts.  ---- */

/* Find the parts of BINFO that are a CLASS_: set *OFFSET, if there is one.  Return their
   number, 0, 1 or 2; also 2 if one of them is not public, or is behind a virtual base, whose
   place only the object's pointer gives.  */
static unsigned
find_part (tree binfo, tree class_, int64_t *offset, bool open)
{
  if (TYPE_MAIN_VARIANT (BINFO_TYPE (binfo)) == class_)
    {
      if (!open || !BINFO_OFFSET (binfo) || !tree_fits_shwi_p (BINFO_OFFSET (binfo)))
	return 2;
      *offset = tree_to_shwi (BINFO_OFFSET (binfo));
      return 1;
    }
  unsigned n = 0;
  tree base;
  for (unsigned i = 0; BINFO_BASE_ITERATE (binfo, i, base); i++)
    {
      int64_t here;
      bool public_ = (!BINFO_BASE_ACCESSES (binfo)
		      || BINFO_BASE_ACCESS (binfo, i) == access_public_node);
      unsigned more = find_part (base, class_, &here,
				 open && public_ && !BINFO_VIRTUAL_P (base));
      if (more == 1)
	*offset = here;
      n = n + more > 2 ? 2 : n + more;
    }
  return n;
}

/* Return the class whose type_info INFO is the address of, or NULL: the C++ front end keeps it
   in the name.  */
static tree
class_of_info (tree info)
{
  tree name = (TREE_CODE (info) == ADDR_EXPR && VAR_P (TREE_OPERAND (info, 0))
	       ? DECL_NAME (TREE_OPERAND (info, 0)) : NULL);
  tree class_ = name && TREE_TYPE (name) ? TYPE_MAIN_VARIANT (TREE_TYPE (name)) : NULL;
  return class_ && RECORD_OR_UNION_TYPE_P (class_) ? class_ : NULL;
}

/* Return the virtual table of the first part of BINFO that is a CLASS_, or NULL.  SHARED is
   the outermost class around it that begins at the same place: the two have one table.  */
static tree
table_of_part (tree binfo, tree shared, tree class_)
{
  if (TYPE_MAIN_VARIANT (BINFO_TYPE (binfo)) == class_)
    return BINFO_VTABLE (shared);
  tree base, found = NULL;
  for (unsigned i = 0; !found && BINFO_BASE_ITERATE (binfo, i, base); i++)
    {
      bool same = (BINFO_OFFSET (base) && BINFO_OFFSET (shared)
		   && tree_int_cst_equal (BINFO_OFFSET (base), BINFO_OFFSET (shared)));
      found = table_of_part (base, same ? shared : base, class_);
    }
  return found;
}

/* Set the classes from and to which CALL casts; return false if it is no dynamic_cast, or they
   are unknown.  */
static bool
is_cast (const gcall *call, tree *from, tree *to)
{
  tree decl = gimple_call_fndecl (call);
  if (!decl || !DECL_NAME (decl) || !id_equal (DECL_NAME (decl), "__dynamic_cast")
      || gimple_call_num_args (call) != 4)
    return false;
  *from = class_of_info (gimple_call_arg (call, 1));
  *to = class_of_info (gimple_call_arg (call, 2));
  return *from && *to;
}

/* ---- Objects of a known class.  ---- */

bool
lk_cast_of_made (const gcall *call, int64_t *offset)
{
  tree from, to;
  struct lk_made made;
  int64_t part;
  /* The argument must be the object by its first base: no member of another one, and no other
     base, because the pointer computed then is not followed.  */
  if (!is_cast (call, &from, &to) || !lk_find_made (gimple_call_arg (call, 0), &made)
      || made.offset != 0 || TREE_CODE (made.class_) != RECORD_TYPE
      || find_part (TYPE_BINFO (made.class_), from, &part, true) != 1 || part != 0)
    return false;
  unsigned n = find_part (TYPE_BINFO (made.class_), to, offset, true);
  if (n == 0)
    *offset = LK_ANY;
  return n < 2;
}

/* ---- Others.  ---- */

/* A cast of an object with the virtual table NUMBER: the result is OFFSET bytes after the
   argument; LK_ANY: the object is not of that class.  */
struct way
{
  uint32_t number;
  int64_t offset;
};

/* Find the results for the unit's classes that are a FROM, cast to TO.  */
static void
find_ways (struct lk_lowering *lowering, tree from, tree to, vec<struct way> *ways)
{
  unsigned n;
  tree *classes = lk_unit_classes (lowering, &n);
  for (unsigned i = 0; i < n && ways->length () <= MAX_TABLES; i++)
    {
      tree whole = TYPE_BINFO (classes[i]);
      int64_t part, found;
      if (TREE_CODE (classes[i]) != RECORD_TYPE || find_part (whole, from, &part, true) != 1)
	continue;
      unsigned there = find_part (whole, to, &found, true);
      tree table = there < 2 ? table_of_part (whole, whole, from) : NULL;
      uint32_t number = table ? lk_table_number (lowering, table) : 0;
      if (number)
	ways->safe_push ({ number, there ? found - part : LK_ANY });
    }
}

/* Add to G, after block BEFORE, a block that returns what is OFFSET bytes after the argument;
   LK_ANY: NULL.  */
static struct lk_edge *
add_answer (struct lk_graph *g, uint32_t before, int64_t offset)
{
  uint32_t block = lk_graph_add_block (g);
  g->blocks[block].term = LK_TERM_RETURN;
  g->blocks[block].a
    = (offset == LK_ANY ? lk_operand_const (0)
       : lk_operand_path (lk_path_make (g, g->formals[0], 0, NULL, offset)));
  return lk_graph_add_edge (g, before, block, 0);
}

static struct lk_function *
make_caster (struct lk_lowering *lowering, const gcall *call, tree from, tree to)
{
  auto_vec<struct way> ways;
  find_ways (lowering, from, to, &ways);
  if (ways.length () > MAX_TABLES)
    lk_limit_met (lowering, LK_LIMIT_TABLES);
  if (ways.is_empty () || ways.length () > MAX_TABLES)
    return NULL;
  struct lk_function *fn = lk_unit_add_function (lowering->unit, "dynamic_cast");
  fn->flags = LK_FN_BODY | LK_FN_DISPATCH | LK_FN_CHOSEN | LK_FN_RETURNS_POINTER;
  /* Whichever path is taken, the result is the object.  */
  fn->contract = lk_contract_of (gimple_call_fndecl (call));
  struct lk_graph *g = lk_graph_new (fn);
  /* As many as are passed.  */
  for (unsigned i = 0; i < 4; i++)
    lk_graph_add_formal (g, NULL);
  uint32_t ask = lk_graph_add_block (g), others = lk_graph_add_block (g);
  for (unsigned i = 0; i < ways.length (); i++)
    {
      struct lk_edge *e = add_answer (g, ask, ways[i].offset);
      e->lo = e->hi = ways[i].number;
    }
  int64_t sel[] = { LK_TABLE }, part;
  g->blocks[ask].term = LK_TERM_SWITCH;
  g->blocks[ask].a = lk_operand_path (lk_path_make (g, g->formals[0], 1, sel, 0));
  lk_graph_add_edge (g, ask, others, LK_EDGE_DEFAULT);
  add_answer (g, others, find_part (TYPE_BINFO (to), from, &part, true) == 1 ? -part : 0);
  add_answer (g, others, LK_ANY);
  g->blocks[others].term = LK_TERM_GOTO;
  fn->graph = g;
  return fn;
}

struct lk_function *
lk_caster (struct lk_lowering *lowering, const gcall *call)
{
  tree from, to;
  if (!is_cast (call, &from, &to) || !TYPE_BINFO (from) || !TYPE_BINFO (to))
    return NULL;
  int64_t key = (int64_t) TYPE_UID (from) << 32 | TYPE_UID (to);
  if (struct lk_function **known = casters_of (lowering)->known.get (key))
    return *known;
  struct lk_function *fn = make_caster (lowering, call, from, to);
  casters_of (lowering)->known.put (key, fn);
  return fn;
}
