/* invokedynamic, as javac and ecj use it.

   String concatenation, the methods of records and switches over patterns borrow their
   arguments.  A lambda or method reference is an object that holds what it captured; its body
   is recorded, so that a call in the same method can be a call of the body
   (java/devirtualise.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

/* INSN, which DYNAMIC describes, is a switch over the classes that an object may have.  If one
   case is for the class of all handles, a handle goes to this case, or to an earlier one for
   some of them.  Heuristic: an earlier case releases the handle.  Return the function with a
   contract for that; NULL: the cases are unknown.  Wrong if an earlier case loses it.  */
static struct lk_java_method *
switch_over_handles (struct lk_java_builder *b, const struct lk_insn *insn,
		     const struct lk_dynamic *dynamic)
{
  struct lk_method_handle handle;
  const struct lk_bootstrap *bootstrap = dynamic->bootstrap;
  int handles = -1;
  if (strcmp (dynamic->name, "typeSwitch") != 0
      || !lk_class_method_handle_at (b->body->class_, bootstrap->handle, &handle))
    return NULL;
  for (unsigned i = 0; i < bootstrap->n_arguments && handles < 0; i++)
    {
      const char *name
	= lk_class_name_at (b->body->class_, bootstrap->arguments[i]);
      if (name && *name != '[' && lk_java_is_surely (insn, 1, name))
	handles = i;
    }
  if (handles < 0)
    return NULL;
  struct lk_java_method *m
    = ((struct lk_java_method *)
       lk_arena_alloc (lk_java->arena, sizeof *m));
  *m = *lk_java_callee_of (&handle.member, LK_OP_CALL_STATIC, NULL);
  struct lk_contract *contract
    = ((struct lk_contract *)
       lk_arena_alloc (lk_java->arena, sizeof *contract));
  contract->name = m->name;
  contract->source = LK_SOURCE_SHIPPED_SPEC;
  contract->complete = true;
  struct lk_clause *elsewhere
    = (struct lk_clause *) lk_arena_alloc (lk_java->arena, sizeof *elsewhere);
  elsewhere->role = LK_ROLE_KEEP;
  elsewhere->place.base = 1;
  elsewhere->n_conditions = 1;
  elsewhere->conditions[0].range = LK_RANGE_ALL;
  lk_range_add_hole (&elsewhere->conditions[0].range, handles);
  contract->clauses = elsewhere;
  m->descriptor = "(Ljava/lang/Object;I)I";
  m->is_static = true;
  m->body = m->dispatched = false;
  m->decl = NULL;
  m->function = NULL;
  m->contract = contract;
  m->has_contract = true;
  return m;
}

static tree
call_switch (struct lk_java_builder *b, struct lk_java_method *m,
	     const vec<tree> &args)
{
  gcall *call = gimple_build_call_vec (lk_java_decl (m), args);
  tree result = make_ssa_name (lk_java_kind_type (LK_VALUE_INT));
  gimple_call_set_nothrow (call, true);
  gimple_call_set_lhs (call, result);
  lk_java_emit (b, call);
  return result;
}

tree
lk_java_dynamic_call (struct lk_java_builder *b, const struct lk_insn *insn,
		      const vec<tree> &args)
{
  struct lk_dynamic dynamic;
  enum lk_java_helper helper = LK_HELPER_DYNAMIC;
  enum lk_value_kind kind = (enum lk_value_kind) insn->kind;
  lk_java_dynamic_at (b->body->class_, insn->u.ref.index, &dynamic, &helper);
  struct lk_java_method *known
    = (helper == LK_HELPER_SWITCH && !lk_java->options->verify
       ? switch_over_handles (b, insn, &dynamic) : NULL);
  if (known && kind == LK_VALUE_INT)
    return call_switch (b, known, args);
  if (helper != LK_HELPER_LAMBDA)
    return lk_java_call_helper (b, helper, kind, args);
  struct lk_java_lambda *lambda = lk_java_lambda_of (b->body->class_, &dynamic);
  if (!lambda || kind != LK_VALUE_REF)
    return lk_java_call_helper (b, LK_HELPER_DYNAMIC, kind, args);
  b->lambdas.safe_push (lambda);
  auto_vec<tree, 8> numbered;
  numbered.safe_push (build_int_cst (integer_type_node,
				     b->lambdas.length () - 1));
  /* A constructor has the new object first.  */
  numbered.safe_push (lambda->makes_object && !lk_java->options->verify ? null_pointer_node
		      : build_fold_addr_expr (lk_java_decl (lambda->body)));
  numbered.safe_splice (args);
  return lk_java_call_helper (b, helper, kind, numbered);
}
