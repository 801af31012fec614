/* Calls through tables of other units: a constant one, const struct ops file_ops, of which this
   unit has only a declaration; and virtual tables.

   The unit that defines the table records the contract of each function in it under the name of the
   place: "file_ops[8]" is what the pointer at 8 bytes leads to, and "all_ops[0][8]" what the one in
   the table does that all_ops[0] points to.  A call of such a place is one of a function that has
   this contract, and that is nothing else to the engine.

   Of a virtual function of a class, "SYMBOL[virtual]" is what it and all that override it have in
   common, SYMBOL being the name of the function that a call by this class's table is of.  Without a
   record it is a function that is declared only: its callers show what the class promises
   (transfer/call-taken.c).
   Heuristic: the overriders in the records and in this unit are all there are.  Wrong if a
   library without a record derives from the class.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"

/* A place in a table: what records call it, and what messages do.  */
struct table_place
{
  char *row, *text;
};

static bool
is_table_elsewhere (const_tree base)
{
  return (VAR_P (base) && DECL_EXTERNAL (base) && TREE_PUBLIC (base) && TREE_READONLY (base)
	  && !TREE_THIS_VOLATILE (base) && DECL_NAME (base));
}

/* Return the place that POINTER was loaded from; ROW is NULL if it is in no table.  */
static struct table_place
table_place_of (tree pointer, bool through)
{
  struct table_place none = { NULL, NULL };
  gimple *def = (pointer && TREE_CODE (pointer) == SSA_NAME ? SSA_NAME_DEF_STMT (pointer) : NULL);
  if (!def || !gimple_assign_single_p (def))
    return none;
  tree ref = gimple_assign_rhs1 (def);
  poly_int64 offset = 0;
  tree base = (REFERENCE_CLASS_P (ref) ? get_addr_base_and_unit_offset (ref, &offset)
	       : VAR_P (ref) ? ref : NULL_TREE);
  HOST_WIDE_INT at;
  if (!base || !offset.is_constant (&at))
    return none;
  struct table_place place = none;
  if (is_table_elsewhere (base))
    {
      place.row = xasprintf ("%s[%" PRId64 "]", lk_symbol_of (base), (int64_t) at);
      place.text = xstrdup (IDENTIFIER_POINTER (DECL_NAME (base)));
    }
  else if (through && TREE_CODE (base) == MEM_REF && tree_fits_shwi_p (TREE_OPERAND (base, 1)))
    {
      place = table_place_of (TREE_OPERAND (base, 0), false);
      at += tree_to_shwi (TREE_OPERAND (base, 1));
      if (place.row)
	{
	  char *row = xasprintf ("%s[%" PRId64 "]", place.row, (int64_t) at);
	  free (place.row);
	  place.row = row;
	}
    }
  if (place.row && TREE_CODE (ref) == COMPONENT_REF && DECL_NAME (TREE_OPERAND (ref, 1)))
    place.text = reconcat (place.text, place.text, ".",
			   IDENTIFIER_POINTER (DECL_NAME (TREE_OPERAND (ref, 1))), NULL);
  return place;
}

/* Return the function named TEXT that has CONTRACT and is called as one of TYPE.  */
static struct lk_function *
make_function (struct lk_lowering *lowering, const char *text, const struct lk_contract *contract,
	       tree type)
{
  struct lk_function *function = lk_unit_add_function (lowering->unit, text);
  tree result = TREE_TYPE (type);
  if (VOID_TYPE_P (result))
    function->flags = LK_FN_VOID;
  else if (POINTER_TYPE_P (result))
    function->flags = LK_FN_RETURNS_POINTER;
  else if (TREE_CODE (result) == BOOLEAN_TYPE)
    function->flags = LK_FN_RETURNS_BOOL;
  function->contract = contract;
  return function;
}

/* Functions that tables of other units hold.  */
struct table_functions
{
  hash_map<nofree_string_hash, struct lk_function *> at;	/* By place; NULL: no function.  */
  auto_vec<char *> places;	/* Keys of AT, to be freed.  */
};

static void
free_table_functions (void *data)
{
  struct table_functions *all = (struct table_functions *) data;
  unsigned i;
  char *place;
  FOR_EACH_VEC_ELT (all->places, i, place)
    free (place);
  delete all;
}

/* Return the function of TYPE that records know by PLACE, whose strings go, or NULL.  */
static struct lk_function *
function_at (struct lk_lowering *lowering, const struct table_place &place, tree type)
{
  if (!lowering->slots[LK_SLOT_TABLE_FUNCTIONS].data)
    lk_keep (lowering, LK_SLOT_TABLE_FUNCTIONS, new struct table_functions, free_table_functions);
  struct table_functions *all
    = (struct table_functions *) lowering->slots[LK_SLOT_TABLE_FUNCTIONS].data;
  bool known;
  struct lk_function *&function = all->at.get_or_insert (place.row, &known);
  if (!known)
    {
      const struct lk_contract *contract = lk_imported_place (place.row, type);
      function = contract ? make_function (lowering, place.text, contract, type) : NULL;
      all->places.safe_push (place.row);
    }
  else
    free (place.row);
  free (place.text);
  return function;
}

struct lk_function *
lk_virtual_elsewhere (struct lk_lowering *lowering, tree method)
{
  if (!method || lk_is_deleting (method) || !TREE_PUBLIC (method))
    return NULL;
  struct lk_function *recorded = NULL;
  if (lk_imports_any ())
    {
      char room[LK_NAME_ROOM];
      struct table_place place = { xasprintf ("%s[virtual]", lk_symbol_of (method)),
				   xstrdup (lk_name_of_function (method, room)) };
      recorded = function_at (lowering, place, TREE_TYPE (method));
    }
  return (recorded ? recorded : DECL_IN_SYSTEM_HEADER (method) ? NULL
	  : lk_declaration_of (lowering, method));
}

/* ---- Callers of virtual functions.  ---- */

struct virtual_callers
{
  hash_map<tree, vec<tree> > of;	/* By the function that is called.  */
};

static void
free_virtual_callers (void *data)
{
  struct virtual_callers *all = (struct virtual_callers *) data;
  for (auto it = all->of.begin (); it != all->of.end (); ++it)
    (*it).second.release ();
  delete all;
}

vec<tree> *
lk_virtual_callers (struct lk_lowering *lowering, tree method)
{
  if (!lowering->slots[LK_SLOT_VIRTUAL_CALLERS].data)
    {
      struct virtual_callers *all = new struct virtual_callers;
      lk_keep (lowering, LK_SLOT_VIRTUAL_CALLERS, all, free_virtual_callers);
      cgraph_node *node;
      FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
	for (cgraph_edge *e = node->indirect_calls; e; e = e->next_callee)
	  if (tree called = (e->call_stmt
			     ? lk_virtual_method (gimple_call_fn (e->call_stmt)) : NULL_TREE))
	    all->of.get_or_insert (called).safe_push (node->decl);
    }
  return ((struct virtual_callers *) lowering->slots[LK_SLOT_VIRTUAL_CALLERS].data)
	 ->of.get (method);
}

struct lk_function *
lk_table_function (struct lk_lowering *lowering, const gcall *call)
{
  tree type = gimple_call_fntype (call), fn = gimple_call_fn (call);
  if (gimple_call_fndecl (call) || !type || !fn || !lk_imports_any ())
    return NULL;
  struct table_place place = table_place_of (fn, true);
  return place.row ? function_at (lowering, place, type) : NULL;
}
