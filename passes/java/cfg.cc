/* A method's control-flow graph, and GCC's own pass that puts it into SSA form.

   Code that an exception cannot reach is not built.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "gimplify.h"
#include "cfgloop.h"
#include "cfghooks.h"
#include "dominance.h"
#include "except.h"
#include "tree-pass.h"
#include "pass_manager.h"
#include "tree-ssa.h"
#include "diagnostic-core.h"
#include "../../spec/message-text.h"
#include "bitmap.h"

/* ---- The function.  ---- */

static void
make_parameters (struct lk_java_builder *b)
{
  const struct lk_body *body = b->body;
  tree *tail = &DECL_ARGUMENTS (b->decl);
  *tail = NULL_TREE;
  for (uint32_t i = 0; i < body->n_incoming; i++)
    {
      const struct lk_incoming *in = &body->incoming[i];
      enum lk_value_kind kind = (enum lk_value_kind) in->kind;
      tree type = lk_java_kind_type (kind);
      const struct lk_local *local = lk_body_local_at (body, in->slot, 0);
      unsigned declared = i - !b->method->is_static;
      const char *name = NULL;
      if (!b->method->is_static && i == 0)
	name = "this";
      else if (local)
	name = local->name;
      else if (declared < body->method->n_parameters
	       && body->method->parameters[declared].name)
	name = body->method->parameters[declared].name;
      if (name)
	name = lk_java_utf8 (lk_java->scratch, name);
      tree parm = build_decl (b->loc, PARM_DECL,
			      name ? get_identifier (name) : NULL_TREE, type);
      DECL_CONTEXT (parm) = b->decl;
      DECL_ARG_TYPE (parm) = type;
      TREE_USED (parm) = 1;
      if (!name)
	DECL_ARTIFICIAL (parm) = 1;
      *tail = parm;
      tail = &DECL_CHAIN (parm);
      b->slots[in->slot * LK_KINDS + kind] = parm;
      b->slot_of->put (parm, in->slot);
      if (local && lk_value_kind_of (local->descriptor[0]) == kind)
	b->named->put (local, parm);
    }
}

static void
begin_function (struct lk_java_builder *b)
{
  tree decl = b->decl;
  tree fntype = TREE_TYPE (decl);
  DECL_SOURCE_LOCATION (decl) = b->loc;
  DECL_EXTERNAL (decl) = 0;
  TREE_STATIC (decl) = 1;
  tree result = build_decl (b->loc, RESULT_DECL, NULL_TREE,
			    TREE_TYPE (fntype));
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_CONTEXT (result) = decl;
  DECL_RESULT (decl) = result;
  DECL_INITIAL (decl) = make_node (BLOCK);
  BLOCK_SUPERCONTEXT (DECL_INITIAL (decl)) = decl;
  DECL_SAVED_TREE (decl) = error_mark_node;
  if (!DECL_ASSEMBLER_NAME_SET_P (decl))
    SET_DECL_ASSEMBLER_NAME (decl, get_identifier (b->method->name));
  push_struct_function (decl);
  b->fun = cfun;
  gimple_register_cfg_hooks ();
  init_empty_tree_cfg ();
  init_tree_ssa (cfun);
  init_eh_for_function ();
  cfun->curr_properties |= (PROP_gimple_any | PROP_gimple_lcf
			    | PROP_gimple_leh | PROP_gimple_lomp
			    | PROP_gimple_lva | PROP_cfg | PROP_loops);
  set_loops_for_fn (cfun, ggc_cleared_alloc<loops> ());
  init_loops_structure (cfun, loops_for_fn (cfun), 1);
  loops_for_fn (cfun)->state |= (LOOPS_MAY_HAVE_MULTIPLE_LATCHES
				 | LOOPS_NEED_FIXUP);
  cfun->function_start_locus = b->loc;
}

static void
build_block (struct lk_java_builder *b, uint32_t number)
{
  const struct lk_code_block *block = &b->body->blocks[number];
  const struct lk_insn *first = &b->body->insns[block->first_insn];
  lk_java_enter_block (b, b->starts[number]);
  b->loc = lk_java_location (b->owner, first->line);
  b->stack.truncate (0);
  b->stack.safe_grow_cleared (first->stack ? first->stack->depth : 0);
  for (const struct lk_stack *e = first->stack; e; e = e->below)
    {
      enum lk_value_kind kind = (enum lk_value_kind) e->kind;
      b->stack[e->depth - 1]
	= lk_java_value (b, lk_java_kind_type (kind),
			 lk_java_deep (b, e->depth - 1, kind));
    }
  for (uint32_t i = 0; i < block->n_insns; i++)
    {
      const struct lk_insn *insn = first + i;
      const struct lk_insn *next = i + 1 < block->n_insns ? insn + 1 : NULL;
      b->loc = lk_java_location (b->owner, insn->line);
      b->insn = insn;
      i += lk_java_insn (b, block, insn, next);
    }
  if (!b->here)
    return;
  uint32_t to = block->successors[0];
  lk_java_flush (b, b->body->insns[b->body->blocks[to].first_insn].stack);
  lk_java_go_to (b, lk_java_start_of (b, to));
}

/* The body is a constructor that leaves the members of its class to no other
   constructor of that class.  */
static bool
makes_members (const struct lk_java_builder *b)
{
  if (strcmp (b->method->member, "<init>"))
    return false;
  const char *name = b->body->class_->name;
  int others = 0;
  for (uint32_t i = 0; i < b->body->n_insns; i++)
    {
      const struct lk_insn *insn = &b->body->insns[i];
      struct lk_member_ref ref;
      if (insn->op == LK_OP_NEW)
	others -= !strcmp (lk_class_name_at (b->body->class_, insn->u.ref.index), name);
      else if (insn->op == LK_OP_CALL_SPECIAL
	       && lk_class_member_at (b->body->class_, insn->u.ref.index, &ref))
	others += !strcmp (ref.name, "<init>") && !strcmp (ref.class_name, name);
    }
  return others <= 0;
}

/* A new object's members are zero, false and null before anything else happens.
   Those that are final get their only value in every constructor.  */
static void
set_members (struct lk_java_builder *b)
{
  const struct lk_class *file = b->body->class_;
  tree self = lk_java_slot (b, 0, LK_VALUE_REF);
  for (unsigned i = 0; i < file->n_fields; i++)
    if (!(file->fields[i].access & (LK_ACC_STATIC | LK_ACC_FINAL)))
      {
	struct lk_member_ref ref = { };
	ref.class_name = file->name;
	ref.name = file->fields[i].name;
	ref.descriptor = file->fields[i].descriptor;
	tree field = lk_java_field (&ref, false);
	tree object = build2 (MEM_REF, DECL_CONTEXT (field), self,
			      build_int_cst (ptr_type_node, 0));
	lk_java_emit (b, gimple_build_assign (build3 (COMPONENT_REF, TREE_TYPE (field), object,
						      field, NULL_TREE),
					      build_zero_cst (TREE_TYPE (field))));
      }
}

static void
build_blocks (struct lk_java_builder *b)
{
  basic_block first = lk_java_start_of (b, 0);
  if (!lk_java->options->verify && makes_members (b))
    {
      basic_block before = lk_java_new_block (b);
      make_edge (ENTRY_BLOCK_PTR_FOR_FN (b->fun), before, EDGE_FALLTHRU);
      lk_java_enter_block (b, before);
      set_members (b);
      lk_java_go_to (b, first);
    }
  else
    make_edge (ENTRY_BLOCK_PTR_FOR_FN (b->fun), first, EDGE_FALLTHRU);
  while (!b->wanted.is_empty ())
    build_block (b, b->wanted.pop ());
}

/* cfun has a body: GCC's view of it, and SSA form.  */
static void
into_ssa (struct lk_java_builder *b)
{
  static opt_pass *pass;
  if (!pass)
    pass = g->get_passes ()->get_pass_by_name ("tree-ssa");
  pop_cfun ();
  cgraph_node::finalize_function (b->decl, true);
  cgraph_node *node = cgraph_node::get (b->decl);
  push_cfun (b->fun);
  cgraph_edge::rebuild_edges ();
  node->analyzed = true;
  node->lowered = true;
  bitmap_obstack_initialize (NULL);
  execute_one_pass (pass);
}

static unsigned
last_line (const struct lk_code *code)
{
  unsigned line = 0;
  for (unsigned i = 0; i < code->n_lines; i++)
    line = MAX (line, code->lines[i].line);
  return line;
}

static void
malformed (struct lk_java_method *m, const char *text)
{
  lk_java->counts.malformed++;
  if (*text)
    warning (0, LK_TR ("%s: the method is not checked"), text);
  m->body = false;
  if (*text)
    m->malformed = lk_arena_strdup (lk_java->arena, text);
}

bool
lk_java_build (struct lk_java_method *m)
{
  const struct lk_class *code = lk_java_load (m->owner);
  const struct lk_method *method
    = code ? &code->methods[m->method - m->method->owner->methods] : NULL;
  struct lk_java_error error;
  error.text[0] = '\0';
  lk_arena_clear (lk_java->scratch);
  if (!method || !method->code || strcmp (method->name, m->member))
    return false;
  const struct lk_body *body
    = lk_body_decode (lk_java->scratch, code, method, &error);
  if (!body)
    {
      malformed (m, error.text);
      return false;
    }

  struct lk_java_builder builder, *b = &builder;
  memset ((void *) b, 0, sizeof *b);
  b->owner = m->owner;
  b->method = m;
  b->body = body;
  b->decl = lk_java_decl (m);
  b->loc = lk_java_location (m->owner, body->insns[0].line);
  size_t n_slots = (size_t) body->max_locals * LK_KINDS;
  b->slots = XCNEWVEC (tree, n_slots + 1);
  b->deep = XCNEWVEC (tree, ((size_t) body->max_depth + 1) * LK_KINDS);
  b->starts = XCNEWVEC (basic_block, body->n_blocks);
  b->named = new hash_map<const void *, tree>;
  b->slot_of = new hash_map<tree, unsigned>;
  b->stack = vNULL;
  b->wanted = vNULL;
  b->lambdas = vNULL;

  make_parameters (b);
  begin_function (b);
  b->fun->function_end_locus
    = lk_java_location (m->owner, last_line (method->code));
  lk_java_throw_begin (b);
  build_blocks (b);
  lk_java_throw_end (b);
  into_ssa (b);
  lk_java_refine (b);

  lk_java->counts.built++;
  lk_java->counts.instructions += body->n_insns;
  lk_java->counts.unreachable += body->n_unreachable;
  delete b->named;
  delete b->slot_of;
  b->stack.release ();
  b->wanted.release ();
  b->lambdas.release ();
  free (b->slots);
  free (b->deep);
  free (b->starts);
  return true;
}

void
lk_java_discard (struct lk_java_method *m)
{
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  bitmap_obstack_release (NULL);
  pop_cfun ();
  cgraph_node::get (m->decl)->remove ();
  DECL_EXTERNAL (m->decl) = 1;
  TREE_STATIC (m->decl) = 0;
  DECL_INITIAL (m->decl) = NULL_TREE;
  DECL_RESULT (m->decl) = NULL_TREE;
  DECL_ARGUMENTS (m->decl) = NULL_TREE;
  DECL_SAVED_TREE (m->decl) = NULL_TREE;
  ggc_collect ();
}
