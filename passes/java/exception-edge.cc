/* Exceptional edges (Tracker, section 3.2).

   Every distinct way to the handlers is one landing pad.  A way is the list of handlers that
   cover a call without those that none of its exceptions reaches; of ant's calls nine in ten
   need none at all.  Which exceptions a call throws: java/thrown-exception.cc.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_EH
#include "java.h"
#include "cfghooks.h"
#include "except.h"
#include "gimplify.h"

struct lk_java_pad
{
  vec<struct lk_java_stop> stops;
  bool leaves;			/* Something passes them all.  */
  basic_block chain;		/* The block where the stops are tested; NULL: not made.  The
				   exception is the only stack entry.  */
  int landing_pad;		/* 0: not made.  */
};

/* ---- Ways.  ---- */

/* The last stops that lead to one place need no test.  */
static void
simplify (vec<struct lk_java_stop> *stops)
{
  while (stops->length () > 1)
    {
      struct lk_java_stop &last = stops->last ();
      struct lk_java_stop &before = (*stops)[stops->length () - 2];
      if (last.test || last.block != before.block)
	break;
      before.test = NULL;
      stops->pop ();
    }
}

static bool
same_way (const struct lk_java_pad *pad, const vec<struct lk_java_stop> &stops,
	  bool leaves)
{
  if (pad->leaves != leaves || pad->stops.length () != stops.length ())
    return false;
  for (unsigned i = 0; i < stops.length (); i++)
    {
      const char *x = pad->stops[i].test, *y = stops[i].test;
      if (pad->stops[i].block != stops[i].block || !x != !y
	  || (x && strcmp (x, y)))
	return false;
    }
  return true;
}

static struct lk_java_pad *
pad_for (struct lk_java_builder *b, uint32_t list, lk_java_types *thrown)
{
  auto_vec<struct lk_java_stop, 16> stops;
  lk_java_walk_handlers (b, list, thrown, &stops, NULL);
  simplify (&stops);
  bool leaves = !thrown->is_empty ();
  unsigned i;
  struct lk_java_pad *pad;
  FOR_EACH_VEC_ELT (b->pads, i, pad)
    if (same_way (pad, stops, leaves))
      return pad;
  pad = XCNEW (struct lk_java_pad);
  pad->stops = stops.copy ();
  pad->leaves = leaves;
  b->pads.safe_push (pad);
  return pad;
}

/* ---- Blocks.  ---- */

static void
emit_leave (struct lk_java_builder *b)
{
  if (!b->outer)
    b->outer = gen_eh_region_cleanup (NULL);
  lk_java_emit (b, gimple_build_resx (b->outer->index));
  b->here = NULL;
}

/* Test the stops of PAD, from the end of the current block on.  */
static void
emit_chain (struct lk_java_builder *b, const struct lk_java_pad *pad)
{
  for (unsigned i = 0; i < pad->stops.length (); i++)
    {
      const struct lk_java_stop *s = &pad->stops[i];
      basic_block to = lk_java_start_of (b, s->block);
      if (!s->test)
	{
	  lk_java_go_to (b, to);
	  return;
	}
      auto_vec<tree, 2> args;
      args.quick_push (lk_java_deep (b, 0, LK_VALUE_REF));
      args.quick_push (build_int_cst (integer_type_node,
				      lk_java_class_named (s->test)->id));
      tree is = lk_java_call_helper (b, LK_HELPER_INSTANCE_OF, LK_VALUE_INT,
				     args);
      lk_java_emit (b, gimple_build_cond (NE_EXPR, is, integer_zero_node,
					  NULL_TREE, NULL_TREE));
      basic_block next = lk_java_new_block (b);
      make_edge (b->here, to, EDGE_TRUE_VALUE);
      make_edge (b->here, next, EDGE_FALSE_VALUE);
      lk_java_enter_block (b, next);
    }
  emit_leave (b);
}

static basic_block
chain_of (struct lk_java_builder *b, struct lk_java_pad *pad)
{
  if (pad->chain)
    return pad->chain;
  if (!pad->stops.is_empty () && !pad->stops[0].test)
    return pad->chain = lk_java_start_of (b, pad->stops[0].block);
  basic_block here = b->here;
  gimple_stmt_iterator gsi = b->gsi;
  pad->chain = lk_java_new_block (b);
  lk_java_enter_block (b, pad->chain);
  emit_chain (b, pad);
  b->here = here;
  b->gsi = gsi;
  return pad->chain;
}

static int
landing_pad_of (struct lk_java_builder *b, struct lk_java_pad *pad)
{
  if (pad->landing_pad)
    return pad->landing_pad;
  eh_region region = gen_eh_region_cleanup (NULL);
  eh_landing_pad lp = gen_eh_landing_pad (region);
  tree label = create_artificial_label (UNKNOWN_LOCATION);
  lp->post_landing_pad = label;
  EH_LANDING_PAD_NR (label) = lp->index;
  pad->landing_pad = lp->index;

  basic_block here = b->here;
  gimple_stmt_iterator gsi = b->gsi;
  location_t loc = b->loc;
  lk_java_enter_block (b, lk_java_new_block (b));
  /* Many calls come here.  */
  b->loc = UNKNOWN_LOCATION;
  lk_java_emit (b, gimple_build_label (label));
  tree value = make_ssa_name (ptr_type_node);
  gcall *get = gimple_build_call (builtin_decl_implicit (BUILT_IN_EH_POINTER),
				  1, build_int_cst (integer_type_node,
						    region->index));
  gimple_call_set_lhs (get, value);
  lk_java_emit (b, get);
  lk_java_emit (b, gimple_build_assign (lk_java_deep (b, 0, LK_VALUE_REF),
					value));
  lk_java_go_to (b, chain_of (b, pad));
  b->here = here;
  b->gsi = gsi;
  b->loc = loc;
  return pad->landing_pad;
}

/* Go on in a block of its own.  */
static void
next_block (struct lk_java_builder *b)
{
  basic_block next = lk_java_new_block (b);
  make_edge (b->here, next, EDGE_FALLTHRU);
  lk_java_enter_block (b, next);
}

/* Emit CALL, of METHOD, from which no path leads to a handler.  A body may return in several
   ways; their paths join only where a block ends, and fifteen calls in one block (batik's
   PNGImageEncoder.encode) took 17 seconds.  */
static void
emit_straight (struct lk_java_builder *b, gcall *call,
	       const struct lk_java_method *method)
{
  lk_java_emit (b, call);
  if (method->body)
    next_block (b);
}

void
lk_java_emit_call (struct lk_java_builder *b,
		   const struct lk_code_block *block, gcall *call,
		   const struct lk_java_method *method)
{
  lk_java_types thrown;
  lk_java_thrown_by_call (b, block, method, &thrown);
  if (thrown.is_empty ())
    {
      gimple_call_set_nothrow (call, true);
      emit_straight (b, call, method);
      return;
    }
  struct lk_java_pad *pad = pad_for (b, block->handlers, &thrown);
  lk_java->counts.edges++;
  if (pad->stops.is_empty ())
    {
      /* A call that can throw and has no landing pad leaves the method.  */
      emit_straight (b, call, method);
      return;
    }
  int lp = landing_pad_of (b, pad);
  lk_java_emit (b, call);
  add_stmt_to_eh_lp (call, lp);
  lk_make_eh_edge (call);
  next_block (b);
}

/* ---- Exceptions of the virtual machine.  ---- */

/* Return the way to the handlers that lk_java_expected finds for CLASS_NAME, an unchecked exception
   that the instruction which comes next in BLOCK may throw; or NULL.  */
static struct lk_java_pad *
way_to_expected (struct lk_java_builder *b, const struct lk_code_block *block,
		 const char *class_name, const char *limit)
{
  struct lk_type *type = lk_java_named_type (class_name);
  if (!lk_java_expected (b, type, limit ? lk_java_named_type (limit) : NULL))
    return NULL;
  lk_java_types thrown;
  thrown.safe_push (type);
  struct lk_java_pad *pad = pad_for (b, block->handlers, &thrown);
  return pad->stops.is_empty () ? NULL : pad;
}

/* Emit a call that may throw what leads to PAD.  */
static void
emit_check (struct lk_java_builder *b, struct lk_java_pad *pad)
{
  lk_java->counts.edges++;
  int lp = landing_pad_of (b, pad);
  gcall *call = gimple_build_call (lk_java_helper_decl (LK_HELPER_CHECK, LK_VALUE_NONE), 0);
  lk_java_emit (b, call);
  add_stmt_to_eh_lp (call, lp);
  lk_make_eh_edge (call);
  next_block (b);
}

/* The instruction that comes next in BLOCK may throw CLASS_NAME, an unchecked exception: make an
   edge to the handlers that lk_java_expected finds.  */
static void
may_throw (struct lk_java_builder *b, const struct lk_code_block *block, const char *class_name,
	   const char *limit)
{
  if (struct lk_java_pad *pad = way_to_expected (b, block, class_name, limit))
    emit_check (b, pad);
}

/* The instruction that comes next in BLOCK reaches through OBJECT: the same if that is null, for
   handlers that name this exception.  Whatever a row says that a method throws, it is not called
   then.  */
static void
may_be_null (struct lk_java_builder *b, const struct lk_code_block *block, tree object)
{
  static const char name[] = "java/lang/NullPointerException";
  bool is_this = (!(b->body->method->access & LK_ACC_STATIC)
		  && object == lk_java_slot (b, 0, LK_VALUE_REF));
  if (is_this || (TREE_CODE (object) == INTEGER_CST && !integer_zerop (object)))
    return;
  struct lk_java_pad *pad = way_to_expected (b, block, name, name);
  if (!pad)
    return;
  lk_java_emit (b, gimple_build_cond (EQ_EXPR, object, build_zero_cst (TREE_TYPE (object)),
				      NULL_TREE, NULL_TREE));
  basic_block null = lk_java_new_block (b), other = lk_java_new_block (b);
  make_edge (b->here, null, EDGE_TRUE_VALUE);
  make_edge (b->here, other, EDGE_FALSE_VALUE);
  lk_java_enter_block (b, null);
  emit_check (b, pad);
  make_edge (b->here, other, EDGE_FALLTHRU);
  lk_java_enter_block (b, other);
}

/* Return true if INSN, a cast, is one of the result of a call.  Compilers write it where a type
   argument says what the result is; then it does not fail.  */
static bool
casts_result (const struct lk_java_builder *b, const struct lk_code_block *block,
	      const struct lk_insn *insn)
{
  return (insn > b->body->insns + block->first_insn && insn[-1].op >= LK_OP_CALL_VIRTUAL
	  && insn[-1].op <= LK_OP_CALL_DYNAMIC);
}

/* Nearly any instruction may find null, and compilers write accesses for loops over arrays: these
   count only for handlers that name such an exception.  */
void
lk_java_implicit_throw (struct lk_java_builder *b, const struct lk_code_block *block,
			const struct lk_insn *insn)
{
  static const char index[] = "java/lang/IndexOutOfBoundsException";
  unsigned depth = b->stack.length ();
  switch ((enum lk_op) insn->op)
    {
    case LK_OP_DIV: case LK_OP_REM:
      if (insn->kind == LK_VALUE_INT || insn->kind == LK_VALUE_LONG)
	if (TREE_CODE (b->stack.last ()) != INTEGER_CST || integer_zerop (b->stack.last ()))
	  may_throw (b, block, "java/lang/ArithmeticException", NULL);
      break;
    case LK_OP_ARRAY_LOAD: case LK_OP_ARRAY_STORE:
      may_throw (b, block, "java/lang/ArrayIndexOutOfBoundsException", index);
      may_be_null (b, block, b->stack[depth - insn->n_pops]);
      break;
    case LK_OP_CHECK_CAST:
      if (!casts_result (b, block, insn))
	may_throw (b, block, "java/lang/ClassCastException", NULL);
      break;
    case LK_OP_NEW_PRIMITIVES: case LK_OP_NEW_ARRAY:
      if (TREE_CODE (b->stack.last ()) != INTEGER_CST)
	may_throw (b, block, "java/lang/NegativeArraySizeException", NULL);
      break;
    case LK_OP_GET_FIELD: case LK_OP_PUT_FIELD: case LK_OP_ARRAY_LENGTH:
    case LK_OP_CALL_VIRTUAL: case LK_OP_CALL_INTERFACE: case LK_OP_MONITOR_ENTER:
      may_be_null (b, block, b->stack[depth - insn->n_pops]);
      break;
    default:
      break;
    }
}

/* The code after this is unreachable.  */
static void
emit_end (struct lk_java_builder *b)
{
  tree end = builtin_decl_implicit (BUILT_IN_UNREACHABLE);
  lk_java_emit (b, gimple_build_call (end, 0));
  b->here = NULL;
}

void
lk_java_throw (struct lk_java_builder *b, const struct lk_code_block *block,
	       tree value, const char *class_name)
{
  lk_java_types thrown;
  lk_java_thrown_by_value (b, block, class_name, &thrown);
  if (thrown.is_empty ())
    {
      emit_end (b);
      return;
    }
  struct lk_java_pad *pad = pad_for (b, block->handlers, &thrown);
  if (pad->stops.is_empty ())
    {
      /* An assertion that fails is the end of the program, as in C.  */
      if (!lk_java->options->verify && class_name
	  && !strcmp (class_name, "java/lang/AssertionError"))
	emit_end (b);
      else
	emit_leave (b);
      return;
    }
  lk_java_emit (b, gimple_build_assign (lk_java_deep (b, 0, LK_VALUE_REF),
					value));
  lk_java_go_to (b, chain_of (b, pad));
}

void
lk_java_throw_begin (struct lk_java_builder *b)
{
  b->pads = vNULL;
  b->outer = NULL;
  b->assumed = NULL;
  b->first_catch = NULL;
  b->rethrown = NULL;
  lk_java_assume_handlers (b);
}

void
lk_java_throw_end (struct lk_java_builder *b)
{
  unsigned i;
  struct lk_java_pad *pad;
  FOR_EACH_VEC_ELT (b->pads, i, pad)
    {
      pad->stops.release ();
      free (pad);
    }
  b->pads.release ();
  free (b->assumed);
  free (b->first_catch);
  free (b->rethrown);
}
