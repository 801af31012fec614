/* Blocks, statements and variables of a method that is being built.

   Every local variable is one register of GCC for each kind of value it holds,
   and so is every entry of the operand stack that lives from block to block;
   inside a block the stack is a list of operands, mostly SSA names already, so
   that a load or a dup costs no statement.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "gimplify.h"
#include "cfgloop.h"
#include "cfghooks.h"

/* ---- Blocks.  ---- */

basic_block
lk_java_new_block (struct lk_java_builder *b)
{
  basic_block last = EXIT_BLOCK_PTR_FOR_FN (b->fun)->prev_bb;
  basic_block bb = create_empty_bb (last);
  add_bb_to_loop (bb, ENTRY_BLOCK_PTR_FOR_FN (b->fun)->loop_father);
  return bb;
}

void
lk_java_enter_block (struct lk_java_builder *b, basic_block bb)
{
  b->here = bb;
  b->gsi = gsi_last_bb (bb);
}

basic_block
lk_java_start_of (struct lk_java_builder *b, uint32_t block)
{
  basic_block &start = b->starts[block];
  if (!start)
    {
      start = lk_java_new_block (b);
      b->wanted.safe_push (block);
    }
  return start;
}

void
lk_java_go_to (struct lk_java_builder *b, basic_block to)
{
  make_edge (b->here, to, EDGE_FALLTHRU);
  b->here = NULL;
}

/* ---- Statements.  ---- */

void
lk_java_emit (struct lk_java_builder *b, gimple *stmt)
{
  gimple_set_location (stmt, b->loc);
  gsi_insert_after_without_update (&b->gsi, stmt, GSI_NEW_STMT);
  lk_java->counts.statements++;
}

tree
lk_java_value (struct lk_java_builder *b, tree type, tree rhs)
{
  tree name = make_ssa_name (type);
  lk_java_emit (b, gimple_build_assign (name, rhs));
  return name;
}

tree
lk_java_unary (struct lk_java_builder *b, enum tree_code code, tree type,
	       tree a)
{
  tree name = make_ssa_name (type);
  lk_java_emit (b, gimple_build_assign (name, code, a));
  return name;
}

tree
lk_java_binary (struct lk_java_builder *b, enum tree_code code, tree type,
		tree a1, tree a2)
{
  tree name = make_ssa_name (type);
  lk_java_emit (b, gimple_build_assign (name, code, a1, a2));
  return name;
}

tree
lk_java_call_helper (struct lk_java_builder *b, enum lk_java_helper helper,
		     enum lk_value_kind kind, const vec<tree> &args)
{
  gcall *call = gimple_build_call_vec (lk_java_helper_decl (helper, kind),
				       args);
  gimple_call_set_nothrow (call, true);
  tree result = NULL_TREE;
  if (kind != LK_VALUE_NONE)
    {
      result = make_ssa_name (lk_java_kind_type (kind));
      gimple_call_set_lhs (call, result);
    }
  lk_java_emit (b, call);
  return result;
}

/* ---- Variables.  ---- */

static tree
make_variable (struct lk_java_builder *b, tree type, const char *name)
{
  tree var = build_decl (b->loc, VAR_DECL,
			 name ? get_identifier (name) : NULL_TREE, type);
  DECL_CONTEXT (var) = b->decl;
  TREE_USED (var) = 1;
  if (!name)
    {
      DECL_ARTIFICIAL (var) = 1;
      DECL_IGNORED_P (var) = 1;
    }
  add_local_decl (b->fun, var);
  return var;
}

tree
lk_java_slot (struct lk_java_builder *b, unsigned slot,
	      enum lk_value_kind kind)
{
  tree &var = b->slots[slot * LK_KINDS + kind];
  if (!var)
    {
      var = make_variable (b, lk_java_kind_type (kind), NULL);
      b->slot_of->put (var, slot);
    }
  return var;
}

tree
lk_java_deep (struct lk_java_builder *b, unsigned depth,
	      enum lk_value_kind kind)
{
  tree &var = b->deep[depth * LK_KINDS + kind];
  if (!var)
    var = make_variable (b, lk_java_kind_type (kind), NULL);
  return var;
}

tree
lk_java_named (struct lk_java_builder *b, const struct lk_local *local)
{
  if (tree *known = b->named->get (local))
    return *known;
  tree var = NULL_TREE;
  enum lk_value_kind kind = lk_value_kind_of (local->descriptor[0]);
  /* A variable can have several rows, for the stretches where it is set.  */
  for (uint32_t i = 0; i < b->body->n_named && !var; i++)
    {
      const struct lk_local *row = b->body->named[i];
      tree *other = row != local && row->slot == local->slot
		    ? b->named->get (row) : NULL;
      if (other && !strcmp (row->name, local->name)
	  && !strcmp (row->descriptor, local->descriptor))
	var = *other;
    }
  if (!var)
    {
      var = make_variable (b, lk_java_kind_type (kind),
			   lk_java_utf8 (lk_java->scratch, local->name));
      if (const struct lk_field_promise *p
	  = lk_java->options->verify && kind == LK_VALUE_REF
	    ? lk_java_local_promise (b->method, local) : NULL)
	lk_java->field_promises->put (var, p);
    }
  b->named->put (local, var);
  return var;
}

void
lk_java_annotated_cast (struct lk_java_builder *b, const struct lk_insn *insn)
{
  const struct lk_field_promise *p
    = b->here && !b->stack.is_empty () ? lk_java_cast_promise (b->method, insn->pc) : NULL;
  if (!p || !POINTER_TYPE_P (TREE_TYPE (b->stack.last ())))
    return;
  tree &var = b->named->get_or_insert (insn);
  if (!var)
    {
      var = make_variable (b, lk_java_kind_type (LK_VALUE_REF), NULL);
      /* GCC forgets the variables of the names of those that are ignored.  */
      DECL_IGNORED_P (var) = 0;
      lk_java->field_promises->put (var, p);
    }
  lk_java_emit (b, gimple_build_assign (var, b->stack.last ()));
  b->stack.last () = var;
}

void
lk_java_flush (struct lk_java_builder *b, const struct lk_stack *after)
{
  for (const struct lk_stack *entry = after; entry; entry = entry->below)
    {
      unsigned depth = entry->depth - 1;
      tree var = lk_java_deep (b, depth, (enum lk_value_kind) entry->kind);
      lk_java_emit (b, gimple_build_assign (var, b->stack[depth]));
    }
}

/* ---- Operands.  ---- */

bool
lk_java_is_surely (const struct lk_insn *insn, unsigned n, const char *name)
{
  const struct lk_stack *operand = lk_insn_operand (insn, n);
  /* A handle that is followed can always be closed, so the test is only whether there is one.  */
  if (!strcmp (name, "java/lang/AutoCloseable")
      || !strcmp (name, "java/io/Closeable"))
    return true;
  if (lk_java->options->verify || !operand || !operand->class_name || *operand->class_name == '['
      || *name == '[')
    return false;
  if (!strcmp (operand->class_name, name))
    return true;
  struct lk_type *have
    = lk_hierarchy_type (lk_java->hierarchy, operand->class_name);
  struct lk_type *want = lk_hierarchy_type (lk_java->hierarchy, name);
  return have && want && lk_hierarchy_is_subtype (lk_java->hierarchy, have,
						  want);
}
