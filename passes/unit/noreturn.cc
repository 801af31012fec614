/* Functions that end the process without a declaration that says so: by the body that the unit
   has for them, by a specification, or by name.

   A caller of zmq_abort ("out of memory"), die ("usage: ...") or assertion ("n > 0", __FILE__)
   does not expect to go on, and many headers say so to other compilers only, or not at all.
   Heuristic: a function without a body in the unit, without a result, that is given a text and
   whose name is, or ends with, one of ENDING_WORDS ends the process.  Wrong if it only writes the
   text: a leak behind the call, or on the path through it, is missed then.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "langhooks.h"

static bool
says_fatal (const char *name)
{
  for (; *name; name++)
    if (!strncasecmp (name, "fatal", strlen ("fatal")))
      return true;
  return false;
}

/* The value VALUE of the enumeration TYPE has a name that says so.  */
static bool
is_fatal (tree type, tree value)
{
  for (tree v = TYPE_VALUES (type); v; v = TREE_CHAIN (v))
    {
      tree c = TREE_VALUE (v);
      if (TREE_CODE (c) == CONST_DECL)
	c = DECL_INITIAL (c);
      if (TREE_CODE (c) == INTEGER_CST && tree_int_cst_equal (c, value)
	  && says_fatal (IDENTIFIER_POINTER (TREE_PURPOSE (v))))
	return true;
    }
  return false;
}

bool
lk_call_is_fatal (gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  if (!decl || lk_body_of (decl)
      || !(DECL_CXX_CONSTRUCTOR_P (decl) || stdarg_p (TREE_TYPE (decl))))
    return false;
  tree types = TYPE_ARG_TYPES (TREE_TYPE (decl));
  for (unsigned i = 0; i < gimple_call_num_args (call) && types;
       i++, types = TREE_CHAIN (types))
    if (TREE_CODE (TREE_VALUE (types)) == ENUMERAL_TYPE
	&& TREE_CODE (gimple_call_arg (call, i)) == INTEGER_CST
	&& is_fatal (TREE_VALUE (types), gimple_call_arg (call, i)))
      return true;
  return false;
}

enum returning { RETURNING_UNKNOWN, RETURNING_ASKED, RETURNS, NEVER_RETURNS };

/* Words for the end of the process, as names of functions without a result; the first parameter of
   these is a text if the row does not say otherwise.  (app_exit (2), with nothing but the status,
   is known besides.)  */
static const struct ending_word
{
  const char *word;
  bool alone;			/* The whole name, not the last word of it.  */
  bool two_texts;		/* The second parameter is a text, too.  */
  bool later;			/* The text may be another parameter than the first.  */
  bool format;			/* It formats what follows the text.  */
} ending_words[] =
{
  { "abort", false, false, false, false },
  { "die", false, false, false, false },
  { "panic", false, false, false, false },
  /* Some have the line before the file.  */
  { "assert_fail", false, false, true, false },
  { "assertion_failed", false, false, true, false },
  { "assert_failed", false, false, true, false },
  /* The failed condition, and the file.  Other functions of the name test a condition.  */
  { "assertion", false, true, false, false },
  /* smtp_quit ("...") is what a client says to its server, log_fatal ("...") prints a message of
     that level.  */
  { "quit", true, false, false, true },
  { "fatal", true, false, false, true }
};

/* Return true if the function's NAME is W's word, or has it as its last word, in lower case or with
   a capital.  */
static bool
is_named (const char *name, const struct ending_word *w)
{
  size_t length = strlen (name), n = strlen (w->word);
  if (w->alone)
    return !strcmp (name, w->word);
  if (length < n || strcasecmp (name + length - n, w->word) != 0)
    return false;
  const char *begin = name + length - n;
  return begin == name || begin[-1] == '_' || (ISUPPER (*begin) && ISLOWER (begin[-1]));
}

/* Return true if the first of the parameters TYPES is a text.  */
static bool
begin_with_text (const_tree types)
{
  const_tree type = types ? TREE_VALUE (types) : NULL_TREE;
  return (type && TREE_CODE (type) == POINTER_TYPE
	  && TYPE_MAIN_VARIANT (TREE_TYPE (type)) == char_type_node);
}

/* Return true if a function of TYPE, whose first parameter is a text, formats what follows: "...",
   or constant objects by reference.  */
static bool
formats (const_tree type)
{
  const_tree t = TREE_CHAIN (TYPE_ARG_TYPES (type));
  if (stdarg_p (type) || !t || TREE_VALUE (t) == void_type_node)
    return stdarg_p (type);
  for (; t && TREE_VALUE (t) != void_type_node; t = TREE_CHAIN (t))
    if (TREE_CODE (TREE_VALUE (t)) != REFERENCE_TYPE
	|| !TYPE_READONLY (TREE_TYPE (TREE_VALUE (t))))
      return false;
  return true;
}

/* Return true if a function called NAME with parameters TYPES is given the status of the process,
   an int, and nothing else.  */
static bool
exits_by_name (const char *name, const_tree types)
{
  static const struct ending_word exits = { "exit", false, false, false, false };
  return (types && TYPE_MAIN_VARIANT (TREE_VALUE (types)) == integer_type_node
	  && TREE_CHAIN (types) == void_list_node && is_named (name, &exits));
}

bool
lk_ends_by_name (const_tree decl)
{
  const_tree type = TREE_TYPE (decl);
  const_tree types = TREE_CODE (type) == FUNCTION_TYPE ? TYPE_ARG_TYPES (type) : NULL_TREE;
  if (VOID_TYPE_P (TREE_TYPE (type)) && DECL_NAME (decl)
      && exits_by_name (IDENTIFIER_POINTER (DECL_NAME (decl)), types))
    return true;
  bool first = begin_with_text (types), any = first;
  for (const_tree t = types; t && !any; t = TREE_CHAIN (t))
    any = begin_with_text (t);
  if (!any || !VOID_TYPE_P (TREE_TYPE (type)) || !DECL_NAME (decl))
    return false;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  for (const struct ending_word &w : ending_words)
    if (is_named (name, &w) && (first || w.later)
	&& (!w.two_texts || begin_with_text (TREE_CHAIN (types)))
	&& (!w.format || formats (type)))
      return true;
  return false;
}

/* Return true if a call of DECL does not return, although DECL's declaration does not say so (where
   it does, GCC has cut the edges already).  */
static bool
call_ends (struct lk_lowering *lowering, tree decl)
{
  if (flags_from_decl_or_type (decl) & ECF_NORETURN)
    return false;
  const struct lk_contract *contract = lk_contract_of (decl);
  return (contract && contract->noreturn) || lk_never_returns (lowering, decl);
}

/* Return true if DECL has a contract by which it ends the process depending on an argument.  */
static const struct lk_condition *
ends_if (tree decl)
{
  const struct lk_contract *contract = lk_contract_of (decl);
  return contract && contract->ends.base > 0 ? &contract->ends : NULL;
}

bool
lk_may_end (struct lk_lowering *lowering, tree decl)
{
  return ((flags_from_decl_or_type (decl) & ECF_NORETURN) || call_ends (lowering, decl)
	  || ends_if (decl));
}

/* Return true if an argument of CALL is a parameter of the function that it stands in.  */
static bool
passes_parameter (gcall *call)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      tree arg = gimple_call_arg (call, i);
      if (TREE_CODE (arg) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (arg) && SSA_NAME_VAR (arg)
	  && TREE_CODE (SSA_NAME_VAR (arg)) == PARM_DECL)
	return true;
    }
  return false;
}

typedef hash_map<tree, bool> ender_map;		/* False, too, while it is being found out.  */

static void
free_enders (void *data)
{
  delete (ender_map *) data;
}

static bool
calls_ender_itself (struct lk_lowering *lowering, tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);
  for (cgraph_edge *e = node ? node->callees : NULL; e; e = e->next_callee)
    if (lk_may_end (lowering, e->callee->decl))
      return true;
  return false;
}

/* Functions may call each other in a circle: a "no" is remembered only of all that DECL leads
   to.  */
bool
lk_calls_ender (struct lk_lowering *lowering, tree decl)
{
  if (!lowering->slots[LK_SLOT_ENDERS].data)
    lk_keep (lowering, LK_SLOT_ENDERS, new ender_map, free_enders);
  ender_map *enders = (ender_map *) lowering->slots[LK_SLOT_ENDERS].data;
  auto_vec<tree> reached;
  auto_vec<unsigned> from;	/* From which of REACHED.  */
  hash_set<tree> seen;
  seen.add (decl);
  reached.safe_push (decl);
  from.safe_push (0);
  for (unsigned i = 0; i < reached.length (); i++)
    {
      bool *known = enders->get (reached[i]);
      if (known ? *known : calls_ender_itself (lowering, reached[i]))
	{
	  for (unsigned k = i;; k = from[k])
	    {
	      enders->put (reached[k], true);
	      if (k == 0)
		return true;
	    }
	}
      cgraph_node *node = known ? NULL : cgraph_node::get (reached[i]);
      for (cgraph_edge *e = node ? node->callees : NULL; e; e = e->next_callee)
	{
	  struct function *body = e->call_stmt ? lk_body_of (e->callee->decl) : NULL;
	  if (body && passes_parameter (e->call_stmt) && !seen.add (body->decl))
	    {
	      reached.safe_push (body->decl);
	      from.safe_push (i);
	    }
	}
    }
  for (unsigned i = 0; i < reached.length (); i++)
    enders->put (reached[i], false);
  return false;
}

/* Return true if CALL ends the process because of a constant argument.  */
static bool
ends_by_argument (gcall *call)
{
  tree decl = gimple_call_fndecl (call);
  const struct lk_condition *ends = decl ? ends_if (decl) : NULL;
  if (!ends || (unsigned) ends->base > gimple_call_num_args (call))
    return false;
  tree arg = gimple_call_arg (call, ends->base - 1);
  return (tree_fits_shwi_p (arg) && lk_range_contains (&ends->range, tree_to_shwi (arg)));
}

/* Return true if FUN's exit can be reached without passing one of the calls that do not
   return.  */
static bool
exit_reachable (struct lk_lowering *lowering, struct function *fun)
{
  unsigned n = last_basic_block_for_fn (fun);
  bool *seen = XCNEWVEC (bool, n);
  auto_vec<basic_block> stack;
  bool reached = false;
  stack.safe_push (ENTRY_BLOCK_PTR_FOR_FN (fun));
  while (!reached && !stack.is_empty ())
    {
      basic_block bb = stack.pop ();
      bool ends = false;
      if (bb != ENTRY_BLOCK_PTR_FOR_FN (fun))
	for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
	     !gsi_end_p (gsi) && !ends; gsi_next (&gsi))
	  if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	    {
	      tree callee = gimple_call_fndecl (call);
	      ends = callee && (call_ends (lowering, callee) || ends_by_argument (call));
	    }
      edge e;
      edge_iterator ei;
      if (ends)
	continue;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->dest == EXIT_BLOCK_PTR_FOR_FN (fun))
	  reached = true;
	else if (!seen[e->dest->index])
	  {
	    seen[e->dest->index] = true;
	    stack.safe_push (e->dest);
	  }
    }
  free (seen);
  return reached;
}

typedef hash_map<tree, unsigned> returning_map;	/* enum returning, by function.  */

static void
free_returning (void *data)
{
  delete (returning_map *) data;
}

static returning_map *
returning_of (struct lk_lowering *lowering)
{
  if (!lowering->slots[LK_SLOT_RETURNING].data)
    lk_keep (lowering, LK_SLOT_RETURNING, new returning_map, free_returning);
  return (returning_map *) lowering->slots[LK_SLOT_RETURNING].data;
}

bool
lk_never_returns (struct lk_lowering *lowering, tree decl)
{
  struct function *fun = lk_body_of (decl);
  if (!fun)
    return lk_ends_by_name (decl);
  decl = fun->decl;
  unsigned *memo = returning_of (lowering)->get (decl);
  if (memo)
    return *memo == NEVER_RETURNS;
  bool never = EDGE_COUNT (EXIT_BLOCK_PTR_FOR_FN (fun)->preds) == 0;
  if (!never)
    {
      returning_of (lowering)->put (decl, RETURNING_ASKED);
      bool calls_ender = false;
      for (cgraph_edge *e = cgraph_node::get (decl)->callees;
	   e && !calls_ender; e = e->next_callee)
	calls_ender = call_ends (lowering, e->callee->decl);
      never = calls_ender && !exit_reachable (lowering, fun);
    }
  returning_of (lowering)->put (decl, never ? NEVER_RETURNS : RETURNS);
  return never;
}
