/* Virtual tables: the table that an object points to determines its dynamic type.

   A constructor stores the address of its class's table; that becomes the store of a number,
   beside the pointer (LK_TABLE), which a dispatcher tests (unit/virtual-call.cc).  A class has one
   number for each of its tables, those of its bases in it included; what a constructor takes
   from a table of tables, the class having virtual bases, is not known.  A destructor stores
   the table of its own class, too: its calls are known without (lk_find_made), and its callers
   would take the object for another one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "ipa-utils.h"

struct tables
{
  hash_map<nofree_string_hash, uint32_t> numbers;
  auto_vec<char *> keys;	/* Of NUMBERS, to be freed.  */
};

static void
free_tables (void *data)
{
  struct tables *tables = (struct tables *) data;
  unsigned i;
  char *key;
  FOR_EACH_VEC_ELT (tables->keys, i, key)
    free (key);
  delete tables;
}

uint32_t
lk_table_number (struct lk_lowering *lowering, tree pointer)
{
  tree table;
  unsigned HOST_WIDE_INT offset;
  pointer = lk_origin_through (pointer, LK_TO_PLACES);
  if (pointer && TREE_CODE (pointer) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (pointer);
      if (!is_gimple_assign (def) || gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
	return 0;
      pointer = build2 (POINTER_PLUS_EXPR, TREE_TYPE (gimple_assign_lhs (def)),
			gimple_assign_rhs1 (def), gimple_assign_rhs2 (def));
    }
  if (!pointer || !vtable_pointer_value_to_vtable (pointer, &table, &offset))
    return 0;
  char key[48];
  snprintf (key, sizeof key, "%u %" PRIu64, DECL_UID (table), (uint64_t) offset);
  if (!lowering->slots[LK_SLOT_TABLES].data)
    lk_keep (lowering, LK_SLOT_TABLES, new struct tables, free_tables);
  struct tables *tables = (struct tables *) lowering->slots[LK_SLOT_TABLES].data;
  bool known;
  char *name = xstrdup (key);
  uint32_t &number = tables->numbers.get_or_insert (name, &known);
  if (known)
    free (name);
  else
    {
      tables->keys.safe_push (name);
      number = tables->keys.length ();
    }
  return number;
}

bool
lk_stores_table (const gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt);
  return TREE_CODE (lhs) == COMPONENT_REF && DECL_VIRTUAL_P (TREE_OPERAND (lhs, 1));
}
