/* Does the program have exceptions, as far as the unit shows: its handlers, its names, "noexcept",
   and whether the unit is the whole program.

   Heuristic: a unit that catches, or throws, or calls functions named after throwing, belongs to a
   program that expects exceptions of unknown functions.  Wrong if only the library it uses does.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "exception.h"

/* Return true if DECL's author wrote "noexcept", or "throw ()": the functions that the
   language makes have it by themselves, and moves and swaps have it for the sake of vectors.  */
static bool
says_noexcept (const_tree decl)
{
  /* TYPE_RAISES_EXCEPTIONS of the C++ front end.  */
  return (TYPE_LANG_SLOT_1 (TREE_TYPE (decl)) && !DECL_ARTIFICIAL (decl)
	  && !DECL_CXX_CONSTRUCTOR_P (decl) && !DECL_CXX_DESTRUCTOR_P (decl)
	  && DECL_NAME (decl)
	  && !startswith (IDENTIFIER_POINTER (DECL_NAME (decl)), "operator"));
}

/* DECL is a function in C++ of the program.  */
static bool
is_programs (tree decl)
{
  const char *symbol = lk_symbol_if_set (decl);
  return !(DECL_IN_SYSTEM_HEADER (decl) || fndecl_built_in_p (decl)
	   || lk_in_std (decl) || (symbol && !startswith (symbol, "_Z")));
}

bool
lk_is_alone (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (is_programs (node->decl) && DECL_SOURCE_LOCATION (node->decl) > BUILTINS_LOCATION
	&& !lk_in_main_file (node->decl))
      return false;
  return true;
}

/* A noexcept on one function shows nothing about the others: of apt's 57 losses 30 were
   followed because of a "noexcept", 28 of them false.  But a unit that is a whole program has
   no other evidence.  */
bool
lk_has_exceptions (const struct lk_exceptions *x)
{
  bool mentioned = x->handles;
  cgraph_node *node;
  if (x->evidence)
    return true;
  FOR_EACH_FUNCTION (node)
    {
      tree decl = node->decl;
      if (!is_programs (decl))
	continue;
      if (DECL_NAME (decl) && lk_names_throw (decl))
	return true;
      mentioned |= says_noexcept (decl);
    }
  return x->alone && mentioned;
}

bool
lk_has_main (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (MAIN_NAME_P (DECL_NAME (node->decl)) && TREE_PUBLIC (node->decl))
      return true;
  return false;
}

/* Return the exceptions that a handler for the standard type N expects.  */
static uint64_t
expected_by_handler (int n)
{
  uint64_t set = lk_standard_below (n);
  if (n < 3)
    set &= ~(EXHAUSTION | MISUSE);
  return set | BIT (n);
}

/* Return true if FUN calls functions of the program in a try block: a handler for the
   library's exceptions is then no evidence for those of other callees.  */
static bool
tries_own (struct function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi));
	if (!call || lk_throws_itself (call) || gimple_call_internal_p (call))
	  continue;
	tree decl = gimple_call_fndecl (call);
	if (decl && (lk_of_library (decl) || DECL_IS_OPERATOR_NEW_P (decl)
		     || (flags_from_decl_or_type (decl) & ECF_NOTHROW)))
	  continue;
	if (lk_try_around (lk_region_of (fun, call)))
	  return true;
      }
  return false;
}

void
lk_expect_handlers (struct lk_exceptions *x, struct function *fun)
{
  eh_region region;
  if (!fun->eh || DECL_IN_SYSTEM_HEADER (fun->decl))
    return;
  x->evidence |= tries_own (fun);
  for (unsigned i = 1; vec_safe_iterate (fun->eh->region_array, i, &region);
       i++)
    if (region && region->type == ERT_TRY)
      for (eh_catch c = region->u.eh_try.first_catch; c; c = c->next_catch)
	{
	  x->handles = true;
	  for (tree t = c->type_list; t; t = TREE_CHAIN (t))
	    if (TREE_VALUE (t) && TYPE_P (TREE_VALUE (t)))
	      {
		int n = lk_standard_type (TREE_VALUE (t));
		if (!x->handled.contains (TREE_VALUE (t)))
		  x->handled.safe_push (TREE_VALUE (t));
		if (n > 0)
		  x->expected |= expected_by_handler (n);
	      }
	}
}
