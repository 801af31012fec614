/* Exception flow: which calls throw.

   Every call of a C++ function that is not noexcept has an exceptional edge; to follow them
   all would report little but memory running out.  As in Tracker (section 3.2) an exception is
   followed only with evidence in the unit that the program expects it:

   - Types that the unit's own code throws.
   - Anything, from an unknown C++ function that is not noexcept, in functions that call it
     themselves: behind a function with a body everything calls something unknown in the end (of 11
     such losses in googletest 10 were false).  Not in a program without exceptions: one with
     headers of its own, in which neither the unit nor the headers throw, catch or mention them; or
     a unit without such headers that has more than a few functions, no handler and no noexcept.
     If a header declares it, and the unit calls it in no try block, only at level 2 (assumed).
   - A type of the standard library, if the unit's own code throws or catches it, or the call
     stands in a try block with a handler for it; never exhausted memory and misuse of locks. 
     invalid_argument of std::stoi, filesystem_error, and out_of_range of at () in functions that
     do nothing else with arrays, in any program with exceptions.
   - Nothing out of functions of C.

   The argument "exceptions" changes this for types that it names, or follows all, or none out
   of calls.

   The exceptions of a function of the unit are those of its body, less what its handlers
   catch: a set of types, found by iteration over the call graph once for the unit.  A set has
   64 bits: some for unknown callees, some for the standard types, by name; the rest for the
   unit's own types as they occur.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "exception.h"

/* ---- Calls.  ---- */

const char *
lk_symbol_if_set (tree decl)
{
  return (DECL_ASSEMBLER_NAME_SET_P (decl)
	  ? IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)) : NULL);
}

/* Return the type whose object __cxa_throw is given; NULL if unknown.  */
static tree
thrown_type (gcall *call)
{
  if (gimple_call_num_args (call) < 2)
    return NULL;
  tree info = gimple_call_arg (call, 1);
  if (TREE_CODE (info) != ADDR_EXPR || !VAR_P (TREE_OPERAND (info, 0))
      || !DECL_NAME (TREE_OPERAND (info, 0)))
    return NULL;
  /* The C++ front end notes at the name what the information is about.  */
  tree type = TREE_TYPE (DECL_NAME (TREE_OPERAND (info, 0)));
  return type && TYPE_P (type) ? type : NULL;
}

bool
lk_names_throw (const_tree decl)
{
  const char *name = (DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
		      : "");
  return (strstr (name, "throw") || strstr (name, "Throw")
	  || strstr (name, "raise") || strstr (name, "Raise"));
}

bool
lk_in_main_file (const_tree decl)
{
  const char *file = DECL_SOURCE_FILE (decl);
  return (file && main_input_filename
	  && (file == main_input_filename
	      || !strcmp (file, main_input_filename)));
}

/* Return true if DECL is a function of std::filesystem that accesses the file system: it
   throws on errors unless it is given an error_code.  */
static bool
of_filesystem (const_tree decl)
{
  tree scope = DECL_CONTEXT (decl);
  /* With -flto the compiler has forgotten by now which functions are methods, and the
     handlers.  */
  if (flag_generate_lto || !scope || TREE_CODE (scope) != NAMESPACE_DECL
      || TREE_CODE (TREE_TYPE (decl)) == METHOD_TYPE
      || startswith (IDENTIFIER_POINTER (DECL_NAME (decl)), "operator"))
    return false;
  while (scope && TREE_CODE (scope) == NAMESPACE_DECL && DECL_NAME (scope)
	 && !id_equal (DECL_NAME (scope), "filesystem"))
    scope = DECL_CONTEXT (scope);
  if (!scope || TREE_CODE (scope) != NAMESPACE_DECL || !DECL_NAME (scope) || !lk_in_std (decl))
    return false;
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (decl)); t; t = TREE_CHAIN (t))
    {
      tree of = TREE_CODE (TREE_VALUE (t)) == REFERENCE_TYPE ? TREE_TYPE (TREE_VALUE (t)) : NULL;
      if (of && TYPE_NAME (of) && TREE_CODE (TYPE_NAME (of)) == TYPE_DECL
	  && DECL_NAME (TYPE_NAME (of)) && id_equal (DECL_NAME (TYPE_NAME (of)), "error_code"))
	return false;
    }
  return true;
}

/* Return what the library's function DECL of this name throws.  */
static uint64_t
thrown_by_library (tree decl)
{
  static const char prefix[] = "__throw_";
  const char *name = (DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
		      : "");
  if (!startswith (name, prefix))
    return (DECL_NAME (decl) && of_filesystem (decl)
	    ? BIT (lk_standard_number ("filesystem_error")) : OF_LIBRARY);
  name += sizeof prefix - 1;
  /* In headers only for locks that are held already, or that do not exist; and for locales
     without what a stream needs.  */
  if (!strcmp (name, "system_error") || !strcmp (name, "bad_cast"))
    return MISUSE;
  int n = lk_standard_number (startswith (name, "out_of_range") ? "out_of_range"
			   : !strcmp (name, "ios_failure") ? "failure" : name);
  return n == 1 ? NULL_STRING : n >= 0 ? BIT (n) : OF_LIBRARY;
}

/* Return what DECL, which has no body here, throws.  */
static uint64_t
thrown_by_name (tree decl)
{
  const char *symbol = lk_symbol_if_set (decl);
  if (flags_from_decl_or_type (decl) & ECF_NOTHROW)
    return 0;
  if (symbol && !strcmp (symbol, "__cxa_bad_cast"))
    return BIT (18);
  if (symbol && *symbol == '*')
    symbol++;
  /* C.  */
  if (symbol && !startswith (symbol, "_Z"))
    return 0;
  if (DECL_IS_OPERATOR_NEW_P (decl))
    return BIT (3);
  /* A function that never returns mostly ends the process.  */
  if (((flags_from_decl_or_type (decl) & ECF_NORETURN) || lk_ends_by_name (decl))
      && !lk_names_throw (decl) && !lk_in_std (decl))
    return 0;
  if (lk_of_library (decl))
    return lk_checks_part (decl) ? CHECKED : thrown_by_library (decl);
  /* Measured on pugixml's tests: 5 of 15 warnings were by a default constructor that throws
     nothing.  */
  return (lk_in_main_file (decl) ? UNKNOWN_HERE
	  : lk_only_tells (decl) ? TELLING : UNKNOWN_ELSEWHERE);
}

/* Return true if DECL dereferences an object that stands for a pointer.  Code that uses one
   does not expect it to throw for an empty one.  */
static bool
dereferences (const_tree decl)
{
  const_tree type = TREE_TYPE (decl);
  return (TREE_CODE (type) == METHOD_TYPE && DECL_NAME (decl)
	  && TREE_CHAIN (TYPE_ARG_TYPES (type)) == void_list_node
	  && (id_equal (DECL_NAME (decl), "operator->")
	      || id_equal (DECL_NAME (decl), "operator*")));
}

/* Return what the function DECL throws; *CALLEE is its number if it is one of the unit's,
   which is to be queried then.  */
static uint64_t
thrown_by_function (struct lk_lowering *lowering, tree decl, unsigned *callee)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  *callee = UINT_MAX;
  if ((flags_from_decl_or_type (decl) & ECF_NOTHROW) || dereferences (decl))
    return 0;
  const struct lk_contract *contract = lk_contract_of (decl);
  uint64_t raised;
  if (lk_raised_by_contract (x, contract, &raised))
    return raised;
  if (contract && contract->source <= LK_SOURCE_SHIPPED_SPEC
      && contract->complete)
    return thrown_by_name (decl);
  cgraph_node *node = cgraph_node::get (decl);
  if (node)
    if (unsigned *i = x->index.get (node->ultimate_alias_target ()->decl))
      {
	*callee = *i;
	return 0;
      }
  return thrown_by_name (decl);
}

/* Return what the virtual call STMT can reach, or NULL.  */
static struct lk_dispatch *
dispatch_at (struct lk_lowering *lowering, const gimple *stmt)
{
  struct lk_dispatch *d
    = (is_gimple_call (stmt) && !gimple_call_internal_p (stmt)
       ? lk_dispatch_of (lowering, gimple_call_fn (stmt)) : NULL);
  return d && !d->callback ? d : NULL;
}

/* Return the member of a class of a header that FN, a pointer to a function, was read from; or
   NULL.  */
static tree
pointer_member (tree fn)
{
  const gimple *def = TREE_CODE (fn) == SSA_NAME ? SSA_NAME_DEF_STMT (fn) : NULL;
  if (!def || !gimple_assign_load_p (def)
      || TREE_CODE (gimple_assign_rhs1 (def)) != COMPONENT_REF)
    return NULL_TREE;
  tree member = TREE_OPERAND (gimple_assign_rhs1 (def), 1);
  return lk_in_main_file (member) ? NULL_TREE : member;
}

/* Return the function or the virtual method that STMT calls, or the member that has the pointer to
   it, or NULL.  */
static tree
called_by (const gimple *stmt)
{
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return NULL_TREE;
  tree decl = gimple_call_fndecl (stmt), fn = gimple_call_fn (stmt);
  if (!decl)
    decl = lk_virtual_method (fn);
  return decl ? decl : pointer_member (fn);
}

/* Return true if CALL calls, virtually or by a pointer to a member, a method of a class that
   stands in the unit's main file.  */
static bool
is_of_class_here (const gcall *call)
{
  tree method = lk_virtual_method (gimple_call_fn (call)), type = gimple_call_fntype (call);
  if (method)
    return lk_in_main_file (method);
  tree name = (type && TREE_CODE (type) == METHOD_TYPE ? TYPE_NAME (TYPE_METHOD_BASETYPE (type))
	       : NULL_TREE);
  return name && DECL_P (name) && lk_in_main_file (name);
}

static bool
calls_symbol (const gimple *stmt, const char *name)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL;
  const char *symbol = decl ? lk_symbol_if_set (decl) : NULL;
  return symbol && !strcmp (symbol, name);
}

static bool
rethrows (const gimple *stmt)
{
  return calls_symbol (stmt, "__cxa_rethrow");
}

/* Return what a coroutine throws at the function that resumes it by WITHIN, a function of its
   handle.  */
static uint64_t
thrown_by_coroutine (struct lk_lowering *lowering, const_tree within, unsigned *callee)
{
  tree on = lk_thrown_on (within);
  struct function *fun = on ? lk_body_of (on) : NULL;
  basic_block bb;
  if (fun)
    FOR_EACH_BB_FN (bb, fun)
      for (gimple_stmt_iterator i = gsi_start_nondebug_bb (bb); !gsi_end_p (i);
	   gsi_next_nondebug (&i))
	if (rethrows (gsi_stmt (i)))
	  return UNKNOWN_HERE;
  return on ? thrown_by_function (lowering, on, callee) : 0;
}

/* Return what the statement STMT of the function WITHIN throws by itself, as far as SETS are
   computed.  For a function of the unit the caller adds the rest: *CALLEE is then its number.  */
static uint64_t
thrown_by (struct lk_lowering *lowering, const_tree within, const gimple *stmt,
	   unsigned *callee)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  *callee = UINT_MAX;
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return 0;
  gcall *call = as_a <gcall *> (const_cast <gimple *> (stmt));
  if (gimple_call_nothrow_p (call)
      || (gimple_call_flags (call) & ECF_NOTHROW))
    return 0;
  if (lk_only_if_lock_fails (call) || lk_only_if_out_of_range (within, call))
    return MISUSE;
  tree decl = gimple_call_fndecl (call);
  if (!decl && lk_in_handle (within))
    return thrown_by_coroutine (lowering, within, callee);
  tree method = decl ? NULL_TREE : lk_virtual_method (gimple_call_fn (call));
  /* A std::function that is copied, moved or destroyed is not run.  */
  if (!decl && lk_runs_no_target (within))
    return 0;
  if (!decl)
    return (lk_of_library (within) ? BY_POINTER
	    : is_of_class_here (call) ? UNKNOWN_HERE
	    : method && lk_only_tells (method) ? TELLING : UNKNOWN_ELSEWHERE);
  const char *symbol = lk_symbol_if_set (decl);
  if (symbol && !strcmp (symbol, "__cxa_throw"))
    return lk_exception_bit (x, thrown_type (call),
			  !in_system_header_at (gimple_location (call)));
  /* An exception of a coroutine, or of a thread, is thrown at the function that awaits it.
     The library's futures do so for their arguments.  */
  if (DECL_NAME (decl) && id_equal (DECL_NAME (decl), "rethrow_exception") && lk_in_std (decl)
      && !lk_of_library (within))
    return UNKNOWN_HERE;
  if (lk_starts_suspended (decl))
    return 0;
  uint64_t set = thrown_by_function (lowering, decl, callee);
  uint64_t range = BIT (lk_standard_number ("out_of_range"));
  if (*callee == UINT_MAX && (set & range) && lk_checks_range (within))
    set = (set & ~range) | CHECKED;
  return set;
}

bool
lk_throws_itself (const gimple *stmt)
{
  return calls_symbol (stmt, "__cxa_throw");
}

eh_region
lk_region_of (struct function *fun, const gimple *stmt)
{
  int lp = lookup_stmt_eh_lp_fn (fun, const_cast <gimple *> (stmt));
  return lp ? get_eh_region_from_lp_number_fn (fun, lp) : NULL;
}

/* ---- The whole unit.  ---- */

static void
scan_types (struct lk_lowering *lowering, struct function *fun)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  auto_sbitmap reached (last_basic_block_for_fn (fun));
  basic_block bb;
  lk_reached_blocks (lowering, fun, reached);
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	{
	  if (lk_throws_itself (call) && bitmap_bit_p (reached, bb->index))
	    {
	      bool own = !in_system_header_at (gimple_location (call));
	      uint64_t bit = lk_exception_bit (x, thrown_type (call), own);
	      if (own)
		{
		  x->expected |= bit;
		  x->evidence = true;
		}
	    }
	}
}

/* Return the exceptions that can occur in what the callee of STMT, in the function WITHIN,
   calls by pointer: in functions of the library the same set; else those of the program, or
   none.  */
static uint64_t
pointed_at (const_tree within, const gimple *stmt)
{
  return (lk_of_library (within) ? BY_POINTER
	  : lk_gives_code (stmt) ? UNKNOWN_ELSEWHERE : 0);
}

static uint64_t
with_pointed (uint64_t set, uint64_t pointed)
{
  return set & BY_POINTER ? (set & ~BY_POINTER) | pointed : set;
}

/* Return true if FUN, which calls STMT, has tested that the element exists; unless the user
   says otherwise.  */
static bool
is_range_known (struct lk_lowering *lowering, struct function *fun, const gimple *stmt)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  return (!(x->named & CHECKED) && lowering->options->exceptions != LK_EXCEPTIONS_ALL
	  && !lk_of_library (fun->decl)
	  && lk_knows_range (x, fun, stmt, lk_try_around (lk_region_of (fun, stmt)) != NULL));
}

static void
scan_calls (struct lk_lowering *lowering, struct throwing *f)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  struct function *fun = DECL_STRUCT_FUNCTION (f->node->decl);
  bool again = false;
  unsigned n_caught = 0;
  basic_block bb;
  auto_sbitmap reached (last_basic_block_for_fn (fun));
  lk_reached_blocks (lowering, fun, reached);
  f->calls = new auto_vec<thrower>;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
	 bitmap_bit_p (reached, bb->index) && !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	unsigned callee;
	const gimple *stmt = gsi_stmt (gsi);
	again |= rethrows (stmt);
	uint64_t set = thrown_by (lowering, f->node->decl, stmt, &callee);
	if (!set && callee == UINT_MAX)
	  continue;
	struct lk_dispatch *dispatch = dispatch_at (lowering, stmt);
	eh_region region = lk_region_of (fun, stmt);
	uint64_t through = (lookup_stmt_eh_lp_fn
			      (fun, const_cast <gimple *> (stmt)) < 0 ? 0
			    : lk_let_through (x, region, ~UINT64_C (0)));
	n_caught += lk_try_around (region) != NULL;
	if (tree tried = lk_try_around (region) ? called_by (stmt) : NULL_TREE)
	  x->tried.add (tried);
	through &= ~lk_not_thrown (fun->decl, stmt);
	tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
	/* (The library tests its arguments before.)  */
	if (decl && lk_in_std (decl)
	    && (lk_in_std (fun->decl) ? !lk_checks_range (fun->decl)
		: is_range_known (lowering, fun, stmt)))
	  through &= ~CHECKED;
	if (!through)
	  continue;
	uint64_t pointed = (callee == UINT_MAX && !dispatch ? BY_POINTER
			    : pointed_at (f->node->decl, stmt));
	if (!dispatch)
	  f->calls->safe_push ({ callee, set, through, pointed });
	else
	  for (unsigned i = 0; i < dispatch->targets.length (); i++)
	    {
	      set = thrown_by_function (lowering, dispatch->targets[i],
					&callee);
	      f->calls->safe_push ({ callee, set, through, pointed });
	    }
      }
  if (!again || !n_caught)
    return;
  /* A caught exception is rethrown: as if it had not been caught.  */
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	unsigned callee;
	const gimple *stmt = gsi_stmt (gsi);
	uint64_t set = thrown_by (lowering, f->node->decl, stmt, &callee);
	if ((set || callee != UINT_MAX)
	    && lk_try_around (lk_region_of (fun, stmt)))
	  f->calls->safe_push ({ callee, set, ~UINT64_C (0),
				 pointed_at (f->node->decl, stmt) });
      }
}

/* Return the exceptions of function number I that its callers follow.  (The library's
   functions call back functions that they were passed.)  */
static uint64_t
passed_to_callers (const struct lk_exceptions *x, unsigned i)
{
  const throwing *f = &x->functions[i];
  uint64_t set = f->set & ~(TELLING & ~x->expected);
  return (x->only_direct && !DECL_IN_SYSTEM_HEADER (f->node->decl)
	  ? set & ~UNKNOWN_ELSEWHERE : set);
}

/* One round over all functions; false if nothing changed.  */
static bool
iterate (struct lk_exceptions *x)
{
  bool changed = false;
  for (unsigned i = x->functions.length (); i-- > 0;)
    {
      throwing *f = &x->functions[i];
      uint64_t set = f->set;
      for (unsigned k = 0; k < f->calls->length (); k++)
	{
	  const thrower *t = &(*f->calls)[k];
	  set |= t->through & (t->callee == UINT_MAX ? t->set
			       : with_pointed (passed_to_callers (x, t->callee), t->pointed));
	}
      /* A function that never returns and throws nothing itself ends the process.  */
      if (!(set & ~(UNKNOWN | BY_POINTER))
	  && ((flags_from_decl_or_type (f->node->decl) & ECF_NORETURN)
	      || EDGE_COUNT (EXIT_BLOCK_PTR_FOR_FN
			       (DECL_STRUCT_FUNCTION (f->node->decl))->preds)
		 == 0))
	set = 0;
      changed |= set != f->set;
      f->set = set;
    }
  return changed;
}

static void
free_exceptions (void *data)
{
  struct lk_exceptions *x = (struct lk_exceptions *) data;
  for (unsigned i = 0; i < x->functions.length (); i++)
    delete x->functions[i].calls;
  delete x;
}

void
lk_exceptions_init (struct lk_lowering *lowering)
{
  struct lk_exceptions *x = new lk_exceptions;
  cgraph_node *node;
  lk_keep (lowering, LK_SLOT_EXCEPTIONS, x, free_exceptions);
  x->expected = OTHER;
  x->evidence = x->handles = false;
  x->asked = x->telling_in = NULL;
  x->named = x->ignored = 0;
  x->only_direct = lowering->options->exceptions != LK_EXCEPTIONS_ALL;
  x->alone = flag_exceptions && lk_is_alone ();
  if (!flag_exceptions)
    return;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (lk_body_of (node->decl) && !(flags_from_decl_or_type (node->decl)
				     & ECF_NOTHROW))
      {
	x->index.put (node->decl, x->functions.length ());
	x->functions.safe_push ({ node, 0, NULL });
      }
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (struct function *fun = lk_body_of (node->decl))
      {
	scan_types (lowering, fun);
	lk_expect_handlers (x, fun);
      }
  lk_read_exception_settings (lowering);
  if (lowering->options->exceptions == LK_EXCEPTIONS_ALL)
    x->expected = ~UINT64_C (0);
  else if (lowering->options->exceptions == LK_EXCEPTIONS_NONE)
    x->expected = 0;
  else if (lk_has_exceptions (x))
    /* The text of a number comes from outside of the program, and other programs change files.  */
    x->expected |= (UNKNOWN | CHECKED | BIT (lk_standard_number ("invalid_argument"))
		    | BIT (lk_standard_number ("filesystem_error")));
  else if (x->alone && !lk_has_main ())
    x->expected |= BIT (lk_standard_number ("invalid_argument"));
  x->expected = (x->expected | x->named) & ~x->ignored;
  for (unsigned i = 0; i < x->functions.length (); i++)
    scan_calls (lowering, &x->functions[i]);
  while (iterate (x))
    ;
}

/* ---- Answers.  ---- */

static uint64_t
function_set (struct lk_lowering *lowering, tree decl)
{
  unsigned callee;
  uint64_t set = thrown_by_function (lowering, decl, &callee);
  return callee == UINT_MAX ? set
	 : passed_to_callers (lk_exceptions_of (lowering), callee);
}

bool
lk_function_throws (struct lk_lowering *lowering, tree decl)
{
  return flag_exceptions && (with_pointed (function_set (lowering, decl),
					   UNKNOWN_ELSEWHERE)
			     & lk_exceptions_of (lowering)->expected) != 0;
}

/* STMT of FUN is in a handler: when it throws, the handler's exception is ended.  */
static bool
is_in_handler (struct function *fun, const gimple *stmt)
{
  for (eh_region r = lk_region_of (fun, stmt); r; r = r->outer)
    for (eh_landing_pad lp = r->type == ERT_CLEANUP ? r->landing_pads : NULL; lp; lp = lp->next_lp)
      {
	basic_block bb = lp->post_landing_pad ? label_to_block (fun, lp->post_landing_pad) : NULL;
	if (bb)
	  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	    if (calls_symbol (gsi_stmt (i), "__cxa_end_catch"))
	      return true;
      }
  return false;
}

/* Return true if what the library calls by pointer for STMT of FUN are functions that are here, and
   throw nothing that is followed.  */
static bool
pointed_throw_nothing (struct lk_lowering *lowering, struct function *fun, const gimple *stmt)
{
  auto_vec<tree> functions;
  if (!lk_given_functions (fun, stmt, &functions))
    return false;
  for (unsigned i = 0; i < functions.length (); i++)
    if (!lk_body_of (functions[i]) || lk_function_throws (lowering, functions[i]))
      return false;
  return true;
}

/* Return the exceptions of STMT of FUN that are followed.  */
static uint64_t
followed (struct lk_lowering *lowering, struct function *fun,
	  const gimple *stmt)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  unsigned callee;
  if (!flag_exceptions)
    return 0;
  uint64_t set, expected = x->expected;
  if (rethrows (stmt))
    return UNKNOWN_HERE;
  set = thrown_by (lowering, fun->decl, stmt, &callee);
  struct lk_dispatch *dispatch = set ? dispatch_at (lowering, stmt) : NULL;
  if (callee != UINT_MAX)
    set = passed_to_callers (x, callee);
  else if (dispatch)
    {
      set = 0;
      for (unsigned i = 0; i < dispatch->targets.length (); i++)
	set |= function_set (lowering, dispatch->targets[i]);
    }
  /* In functions of the library those of its callees are followed.  */
  if (set & BY_POINTER)
    set = with_pointed (set, lk_of_library (fun->decl) ? UNKNOWN_ELSEWHERE
			: pointed_throw_nothing (lowering, fun, stmt) ? 0
			: pointed_at (fun->decl, stmt));
  set &= ~lk_not_thrown (fun->decl, stmt);
  if (lk_throws_itself (stmt))
    return set & ~x->ignored;
  /* A try block is evidence that exceptions are expected in it.  */
  if ((set & TELLING) && lk_try_around (lk_region_of (fun, stmt)))
    set |= UNKNOWN_ELSEWHERE;
  /* A function that is called there and returns nothing only sends a notification.  */
  if ((set & UNKNOWN) && !gimple_call_lhs (stmt) && is_in_handler (fun, stmt))
    set &= ~UNKNOWN;
  if ((set & CHECKED) && is_range_known (lowering, fun, stmt))
    set &= ~CHECKED;
  if ((set & BIT (lk_standard_number ("invalid_argument"))) && lk_knows_number (fun, stmt))
    set &= ~BIT (lk_standard_number ("invalid_argument"));
  if (tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE)
    if (lowering->options->exceptions != LK_EXCEPTIONS_NONE && !lk_of_library (fun->decl)
	&& lk_uses_stream (decl) && lk_streams_throw (x, fun, stmt))
      {
	set |= BIT (lk_standard_number ("failure"));
	expected |= BIT (lk_standard_number ("failure"));
      }
  /* The dynamic type of an object is decided where it was made.  (The library's casts are of
     locales.)  */
  if (calls_symbol (stmt, "__cxa_bad_cast") && (expected & UNKNOWN_HERE)
      && !lk_of_library (fun->decl))
    expected |= BIT (lk_standard_number ("bad_cast"));
  if (tree coroutine = lowering->options->exceptions != LK_EXCEPTIONS_NONE
		       ? lk_awaited_coroutine (fun, stmt) : NULL_TREE)
    {
      tree actor = lk_actor_of (coroutine);
      set = ((set & ~UNKNOWN) | function_set (lowering, coroutine)
	     | (actor ? function_set (lowering, actor) : 0));
    }
  if (!(set & ~expected))
    return set;
  /* A try block is evidence that exceptions are expected in it.  */
  bool expects = lowering->options->exceptions != LK_EXCEPTIONS_NONE;
  for (eh_region r = expects ? lk_region_of (fun, stmt) : NULL; r; r = r->outer)
    if (r->type == ERT_TRY)
      for (eh_catch c = r->u.eh_try.first_catch; c; c = c->next_catch)
	{
	  uint64_t caught = lk_caught_by (x, c) & ALL_STANDARD & ~(EXHAUSTION | MISUSE);
	  expected |= caught;
	  /* (std::stoi throws one type for a text that is no number, and another for a number
	     that is too large: a handler for the first expects texts from outside.)  */
	  if (caught & set & BIT (lk_standard_number ("invalid_argument")))
	    expected |= BIT (lk_standard_number ("out_of_range"));
	}
  return set & expected & ~x->ignored;
}

/* Return true if nothing shows that STMT of FUN throws but that it may, as SET, its exceptions,
   says: it calls a function without a body here by name, or a function of a table that a header
   declares, and the unit calls that in no try block.  (Another function that is called by pointer
   is often one of the unit's, or of its callers'.)  */
static bool
throws_unseen (struct lk_lowering *lowering, struct function *fun, const gimple *stmt, uint64_t set)
{
  tree callee = called_by (stmt);
  return (set && !(set & ~UNKNOWN_ELSEWHERE)
	  && lowering->options->exceptions == LK_EXCEPTIONS_LIKELY
	  && !(lk_exceptions_of (lowering)->named & UNKNOWN_ELSEWHERE)
	  && !lk_try_around (lk_region_of (fun, stmt))
	  && callee && !lk_of_library (callee)
	  && !lk_exceptions_of (lowering)->tried.contains (callee));
}

bool
lk_throws_unseen (struct lk_lowering *lowering, struct function *fun, const gimple *stmt)
{
  return (!lowering->function_of
	  && throws_unseen (lowering, fun, stmt, followed (lowering, fun, stmt)));
}

bool
lk_throws (struct lk_lowering *lowering, struct function *fun,
	   const gimple *stmt)
{
  if (lk_goes_on_elsewhere (stmt))
    return false;
  /* Java has decided when it made the statement.  */
  if (lowering->function_of)
    return true;
  uint64_t set = followed (lowering, fun, stmt);
  return (set && (lowering->options->engine.level > 1
		  || !throws_unseen (lowering, fun, stmt, set)));
}

bool
lk_awaited (struct lk_lowering *lowering, struct function *fun, const gcall *call)
{
  if (lowering->function_of || !flag_exceptions)
    return false;
  tree decl = gimple_call_fndecl (call);
  eh_region tried = lk_try_around (lk_region_of (fun, call));
  /* (Handlers for some types of the program's count for all exceptions of the call; for nested
     handlers the types of each are unknown.)  */
  if (tried)
    return (!lk_try_around (tried->outer)
	    && !lk_let_through (lk_exceptions_of (lowering), tried, UNKNOWN));
  if (!decl)
    return (!gimple_call_internal_p (call) && !dispatch_at (lowering, call)
	    && (lk_exceptions_of (lowering)->alone || is_of_class_here (call)));
  return !lk_body_of (decl) && (thrown_by_name (decl) & UNKNOWN_HERE);
}

/* Record, for every try region of FUN, which exceptions reach it.  */
static void
note_arrivals (struct lk_lowering *lowering, struct function *fun,
	       hash_map<eh_region, uint64_t> *arrivals)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	const gimple *stmt = gsi_stmt (gsi);
	eh_region region = lk_region_of (fun, stmt);
	uint64_t set = region ? followed (lowering, fun, stmt) : 0;
	for (; region && set; region = region->outer)
	  if (region->type == ERT_TRY)
	    {
	      arrivals->get_or_insert (region) |= set;
	      set &= ~lk_caught_in (x, region, set);
	    }
	  else if (region->type != ERT_CLEANUP)
	    break;
      }
}

void
lk_find_dead_handlers (struct lk_lowering *lowering, struct function *fun,
		       hash_set<edge> *dead)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  hash_map<eh_region, uint64_t> arrivals;
  bool noted = false;
  basic_block bb;
  if (!flag_exceptions || !fun->eh || !fun->eh->region_tree)
    return;
  FOR_EACH_BB_FN (bb, fun)
    {
      gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);
      if (gsi_end_p (gsi)
	  || gimple_code (gsi_stmt (gsi)) != GIMPLE_EH_DISPATCH)
	continue;
      geh_dispatch *dispatch = as_a <geh_dispatch *> (gsi_stmt (gsi));
      eh_region region
	= get_eh_region_from_number_fn (fun,
					gimple_eh_dispatch_region (dispatch));
      if (!region || region->type != ERT_TRY)
	continue;
      if (!noted)
	note_arrivals (lowering, fun, &arrivals);
      noted = true;
      uint64_t *arriving = arrivals.get (region);
      uint64_t set = arriving ? *arriving : 0;
      edge e;
      edge_iterator ei;
      for (eh_catch c = region->u.eh_try.first_catch; c; c = c->next_catch)
	{
	  uint64_t caught = set & (lk_caught_by (x, c) | UNKNOWN | TELLING | OTHER
				   | OF_LIBRARY);
	  e = find_edge (bb, label_to_block (fun, c->label));
	  if (!caught && e)
	    dead->add (e);
	  set &= ~lk_caught_by (x, c);
	}
      if (!(set & ~lk_caught_in (x, region, set)))
	FOR_EACH_EDGE (e, ei, bb->succs)
	  if (e->flags & EDGE_FALLTHRU)
	    dead->add (e);
    }
}
