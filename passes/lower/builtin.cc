/* Built-in functions.

   The compiler's own helpers (prefetch, stack_save, sanitizers, va_start, ...) access no
   handle.  Copying and clearing of memory become events of their own kind, and so do atomic
   loads and stores.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* The sized atomic functions: __atomic_load_8 and so on.  (The others take
   addresses of temporaries and are rare: ordinary calls.)  */
static enum call_kind
atomic_kind (const char *name, unsigned n_args)
{
  size_t n = strlen (name);
  if (n < 2 || !ISDIGIT (name[n - 1]) || n_args == 0)
    return CALL_ORDINARY;
  if (startswith (name, "__atomic_load_"))
    return CALL_ATOMIC_LOAD;
  if (startswith (name, "__atomic_store_") && n_args >= 2)
    return CALL_ATOMIC_STORE;
  if ((startswith (name, "__atomic_exchange_")
       || startswith (name, "__sync_lock_test_and_set_")) && n_args >= 2)
    return CALL_ATOMIC_EXCHANGE;
  return CALL_ATOMIC_OTHER;
}

static enum call_kind
builtin_kind (gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  switch (DECL_FUNCTION_CODE (decl))
    {
    case BUILT_IN_EXPECT:
    case BUILT_IN_EXPECT_WITH_PROBABILITY:
      return CALL_EXPECT;
    case BUILT_IN_ASSUME_ALIGNED:
      return CALL_SAME;
    case BUILT_IN_CONSTANT_P:
      /* The choice for a value that is not constant is always right.  */
      return CALL_ZERO;
    CASE_BUILT_IN_ALLOCA:
      return CALL_ALLOCA;
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMPCPY_CHK:
      return CALL_COPY;
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMSET_CHK:
      return CALL_CLEAR;
    case BUILT_IN_BZERO:
      return CALL_BZERO;
    case BUILT_IN_STACK_SAVE:
    case BUILT_IN_STACK_RESTORE:
    case BUILT_IN_VA_START:
    case BUILT_IN_VA_END:
    case BUILT_IN_VA_COPY:
    case BUILT_IN_PREFETCH:
    case BUILT_IN_UNREACHABLE:
    case BUILT_IN_TRAP:
    case BUILT_IN_OBJECT_SIZE:
    LK_CASE_DYNAMIC_OBJECT_SIZE
    case BUILT_IN_EH_POINTER:
    case BUILT_IN_EH_FILTER:
    case BUILT_IN_EH_COPY_VALUES:
    case BUILT_IN_FRAME_ADDRESS:
    case BUILT_IN_RETURN_ADDRESS:
    case BUILT_IN_DWARF_CFA:
      return CALL_NOTHING;
    default:
      break;
    }
  if (startswith (name, "__builtin___ubsan_")
      || startswith (name, "__builtin___asan_")
      || startswith (name, "__builtin___tsan_")
      || startswith (name, "__builtin___sanitizer_"))
    return CALL_NOTHING;
  if (startswith (name, "__atomic_") || startswith (name, "__sync_"))
    return atomic_kind (name, gimple_call_num_args (call));
  return CALL_ORDINARY;
}

enum call_kind
lk_call_kind (gcall *call)
{
  if (gimple_call_internal_p (call))
    return (gimple_call_internal_fn (call) == IFN_BUILTIN_EXPECT
	    ? CALL_EXPECT : CALL_NOTHING);
  if (gimple_call_builtin_p (call, BUILT_IN_NORMAL))
    return builtin_kind (call);
  return CALL_ORDINARY;
}

static void
lower_alloca (struct lk_lower *l, gcall *call)
{
  tree lhs = gimple_call_lhs (call);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return;
  tree user = lk_user_variable (l, lhs);
  lk_var object
    = lk_graph_add_var (l->graph, LK_VAR_OBJECT,
			user ? lk_decl_name (user) : NULL, 0);
  lk_set_operand (l, lhs,
		  lk_operand_path (lk_path_make (l->graph, object, 0, NULL,
						 0)));
}

static uint64_t
constant_argument (gcall *call, unsigned i)
{
  tree arg = i < gimple_call_num_args (call) ? gimple_call_arg (call, i) : NULL;
  return arg && tree_fits_uhwi_p (arg) ? tree_to_uhwi (arg) : 0;
}

static void
lower_clear (struct lk_lower *l, gcall *call, enum call_kind kind)
{
  tree size = gimple_call_arg (call, kind == CALL_BZERO ? 1 : 2);
  struct lk_operand with = lk_operand_const (0);
  /* Nothing to clear.  */
  if (integer_zerop (size))
    return;
  if (kind == CALL_CLEAR)
    {
      int64_t byte;
      tree fill = gimple_call_arg (call, 1);
      if (!lk_constant (fill, &byte) || (byte & 0xff) == 0xff)
	with = (lk_constant (fill, &byte) ? lk_operand_const (-1)
		: lk_operand_unknown ());
      else if (byte & 0xff)
	with = lk_operand_unknown ();
    }
  lk_clear (l, lk_operand_of (l, gimple_call_arg (call, 0)),
	    constant_argument (call, kind == CALL_BZERO ? 1 : 2), with,
	    lk_location_of (call));
}

/* Return what a pointer argument points to.  */
static struct lk_operand
pointed_to (struct lk_lower *l, tree arg)
{
  struct lk_operand op = lk_operand_of (l, arg);
  if (op.kind != LK_PATH)
    return lk_operand_unknown ();
  return lk_operand_path (lk_path_make (l->graph, op.path->root, 1,
					&op.path->addend, 0));
}

static void
store_through (struct lk_lower *l, tree pointer, struct lk_operand value,
	       lk_loc loc)
{
  struct lk_operand place = pointed_to (l, pointer);
  if (place.kind != LK_PATH)
    {
      lk_escape (l, value, loc);
      return;
    }
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, loc, 0);
  event->dest = place;
  event->src = value;
}

static void
lower_atomic (struct lk_lower *l, gcall *call, enum call_kind kind)
{
  tree lhs = gimple_call_lhs (call);
  lk_loc loc = lk_location_of (call);
  tree pointer = gimple_call_arg (call, 0);
  if (lhs && TREE_CODE (lhs) == SSA_NAME && lk_matters (TREE_TYPE (lhs)))
    lk_define_assigned (l, lhs, (kind == CALL_ATOMIC_LOAD
				 || kind == CALL_ATOMIC_EXCHANGE
				 ? pointed_to (l, pointer)
				 : lk_operand_unknown ()), loc);
  if (kind == CALL_ATOMIC_STORE || kind == CALL_ATOMIC_EXCHANGE)
    store_through (l, pointer, lk_operand_of (l, gimple_call_arg (call, 1)),
		   loc);
  else if (kind == CALL_ATOMIC_OTHER)
    {
      /* Counting, or comparing and exchanging: some value was stored there.  */
      store_through (l, pointer, lk_operand_unknown (), loc);
      for (unsigned i = 1; i < gimple_call_num_args (call); i++)
	lk_escape (l, lk_operand_of (l, gimple_call_arg (call, i)), loc);
    }
}

void
lk_lower_builtin (struct lk_lower *l, gcall *call, enum call_kind kind)
{
  switch (kind)
    {
    case CALL_COPY:
      lk_copy (l, lk_operand_of (l, gimple_call_arg (call, 0)),
	       lk_operand_of (l, gimple_call_arg (call, 1)),
	       constant_argument (call, 2), lk_location_of (call));
      break;
    case CALL_CLEAR:
    case CALL_BZERO:
      lower_clear (l, call, kind);
      break;
    case CALL_ALLOCA:
      lower_alloca (l, call);
      break;
    default:
      lower_atomic (l, call, kind);
      break;
    }
}
