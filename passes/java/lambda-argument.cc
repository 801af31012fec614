/* Lambdas that a method of a library runs, as a row says: "run arg2 with element from this at arg1
   into this at arg1 and result".

   The call becomes the call of the lambda's body, after what fetches the element that the lambda is
   given, and before what puts its result somewhere.  These are methods of the classes "run.At",
   of what holds elements at keys, "run.Cell" and "run.Value", which only rows describe
   (spec/java-collections.spec): Map.compute becomes "v = f (k, m.element (k)); m.replace (k, v);
   m.answer (k, v)".  When verifying, the map gives its element up to the body: "v = f (k,
   m.take (k)); m.hold (k, v)".

   Heuristic: the body is run.  Wrong if the Optional is empty, or the map has the key.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "ssa.h"

/* ---- Calls that are made instead.  ---- */

/* Return the declaration of MEMBER of a class that rows describe: of what has KEYS, or of a
   CELL, or of any value.  Its N arguments are objects, and so is its result.  */
static tree
step (const char *class_name, const char *member, unsigned n)
{
  static const char *const descriptors[] = {
    "()Ljava/lang/Object;", "(Ljava/lang/Object;)Ljava/lang/Object;",
    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"
  };
  struct lk_member_ref ref = { };
  ref.class_name = class_name;
  ref.name = member;
  ref.descriptor = descriptors[n];
  return lk_java_decl (lk_java_callee_of (&ref, LK_OP_CALL_VIRTUAL, NULL));
}

/* Insert before CALL one of DECL with ARGS, which throws nothing; its result, or NULL.  */
static tree
insert_call (gimple_stmt_iterator *gsi, gcall *call, tree decl, const vec<tree> &args,
	     bool result)
{
  gcall *before = gimple_build_call_vec (decl, args);
  gimple_call_set_nothrow (before, true);
  gimple_set_location (before, gimple_location (call));
  tree lhs = result ? make_ssa_name (ptr_type_node, before) : NULL_TREE;
  if (lhs)
    gimple_call_set_lhs (before, lhs);
  gsi_insert_before_without_update (gsi, before, GSI_SAME_STMT);
  return lhs;
}

/* Replace CALL by one of DECL with ARGS, with the same result, if that is an object.  */
static void
replace_call (gimple_stmt_iterator *gsi, gcall *call, tree decl, const vec<tree> &args)
{
  gcall *instead = gimple_build_call_vec (decl, args);
  tree lhs = gimple_call_lhs (call);
  gimple_call_set_nothrow (instead, gimple_call_nothrow_p (call));
  gimple_set_location (instead, gimple_location (call));
  if (lhs)
    gimple_call_set_lhs (instead, lhs);
  gimple_move_vops (instead, call);
  gsi_replace (gsi, instead, true);
}

/* ---- The call of the body.  ---- */

/* A lambda that was made here, and runs where CALL stands.  */
struct run
{
  gimple_stmt_iterator *gsi;
  gcall *call, *maker;
  const struct lk_java_lambda *lambda;
  tree object;			/* The new object of a reference to a constructor; or NULL.  */
  bool handle;			/* It returns a reference.  */
};

/* Set R for the argument ARGUMENT of CALL.  Return false if that is no lambda that was made
   here.  */
static bool
find_lambda (struct lk_java_builder *b, gimple_stmt_iterator *gsi, gcall *call, unsigned argument,
	     struct run *r)
{
  if (gimple_call_num_args (call) <= argument)
    return false;
  r->gsi = gsi;
  r->call = call;
  r->maker = lk_java_maker_of (gimple_call_arg (call, argument));
  tree made_by = r->maker ? gimple_call_fndecl (r->maker) : NULL_TREE;
  if (!made_by || lk_java_helper_of (made_by) != LK_HELPER_LAMBDA)
    return false;
  r->lambda = b->lambdas[lk_java_constant_argument (r->maker, 0)];
  tree type = lk_java_function_type (r->lambda->body->descriptor, r->lambda->body->is_static);
  r->handle = r->lambda->makes_object || POINTER_TYPE_P (TREE_TYPE (type));
  r->object = NULL_TREE;
  return true;
}

/* Put into ARGS the arguments of R's body, the last of which are GIVEN, and return true if it can
   be called with them.  */
static bool
body_arguments (struct run *r, const vec<tree> &given, vec<tree> *args)
{
  if (r->lambda->makes_object)
    args->safe_push (r->object = make_ssa_name (ptr_type_node));
  for (unsigned i = LK_LAMBDA_CAPTURED; i < gimple_call_num_args (r->maker); i++)
    args->safe_push (gimple_call_arg (r->maker, i));
  args->safe_splice (given);
  return lk_java_fits (r->lambda->body, *args, NULL_TREE);
}

/* Insert the call of R's body with ARGS, and return its result, if that is WANTED, or NULL.  */
static tree
run_body (struct run *r, const vec<tree> &args, bool wanted)
{
  if (r->object)
    lk_java_make_object (r->gsi, r->call, r->lambda->body, r->object);
  tree result = insert_call (r->gsi, r->call, lk_java_decl (r->lambda->body), args,
			     wanted && r->handle && !r->object);
  return !r->handle ? null_pointer_node : r->object ? r->object : result;
}

/* ---- What the row says.  ---- */

/* Return the clause of METHOD that says which function it runs, or NULL.  */
static const struct lk_clause *
clause_of (struct lk_java_method *method)
{
  const struct lk_clause *c = lk_contract_element (lk_java_contract (method), LK_ROLE_RUN);
  return (c && c->other.nsel == 0 && c->n_conditions <= 1 && !c->run->yielded
	  ? c : NULL);
}

bool
lk_java_yields_answer (struct lk_java_method *method)
{
  const struct lk_clause *c = lk_contract_element (lk_java_contract (method), LK_ROLE_RUN);
  return c && c->run->yielded;
}

/* Return true if METHOD, of which C says what it runs, gives up what GIVEN is: the element that it
   replaces, unless it returns that, or an argument that it holds otherwise.  */
static bool
gives_up (struct lk_java_method *method, const struct lk_clause *c,
	  const struct lk_run_given *given)
{
  if (!c->run->held)
    return false;
  if (given->element)
    return c->run->answered && lk_place_equal (&given->place, &c->other);
  for (const struct lk_clause *put = lk_java_contract (method)->clauses; put; put = put->next)
    if (put->role == LK_ROLE_PUT && lk_place_equal (&put->other, &c->other)
	&& lk_place_equal (&put->place, &given->place) && c->key != given->place.base)
      return true;
  return false;
}

bool
lk_java_holds_answer (struct lk_java_method *method, unsigned *given_up)
{
  const struct lk_clause *c = clause_of (method);
  *given_up = 0;
  if (!c || (!c->run->held && !c->run->answered))
    return false;
  for (unsigned i = 0; i < c->run->n_given; i++)
    if (gives_up (method, c, &c->run->given[i]))
      *given_up |= 1u << i;
  return true;
}

/* ---- The whole.  ---- */

/* Return the argument of CALL that BASE is, from 1.  */
static tree
argument (const gcall *call, int base)
{
  return (base >= 1 && (unsigned) base <= gimple_call_num_args (call)
	  ? gimple_call_arg (call, base - 1) : null_pointer_node);
}

/* Put into ARGS the object of CALL that holds elements, PLACE, and the key KEY, if there is one.
   Return the name of the class whose methods say what happens to it.  */
static const char *
holder (const gcall *call, const struct lk_place *place, enum lk_position position, int16_t key,
	vec<tree> *args)
{
  bool keyed = position == LK_POSITION_KEY;
  args->safe_push (argument (call, place->base));
  if (keyed)
    args->safe_push (argument (call, key));
  return keyed ? "run/At" : "run/Cell";
}

/* Insert the call that fetches the element GIVEN before CALL; TAKEN: the holder no longer has
   it.  */
static tree
fetch_element (gimple_stmt_iterator *gsi, gcall *call, const struct lk_run_given *given, bool taken)
{
  auto_vec<tree, 2> args;
  const char *class_name = holder (call, &given->place, given->position, given->key, &args);
  tree decl = step (class_name, taken ? "take" : "element", args.length () - 1);
  return insert_call (gsi, call, decl, args, true);
}

/* VALUE is what the function of C returned, which CALL runs; ELEMENT is the one that it was given,
   or NULL, which was TAKEN.  Put VALUE into its place, and replace CALL by what returns what CALL
   does.  */
static void
finish (gimple_stmt_iterator *gsi, gcall *call, const struct lk_clause *c, tree value,
	tree element, bool taken)
{
  auto_vec<tree, 4> place, one;
  if (c->run->held)
    {
      const char *class_name = holder (call, &c->other, c->position, c->key, &place);
      bool keyed = place.length () > 1;
      place.safe_push (value);
      tree hold = step (class_name, taken || (keyed && !element) ? "hold" : "replace",
			place.length () - 1);
      if (keyed && c->run->answered && lk_java->options->verify)
	{
	  replace_call (gsi, call, hold, place);
	  return;
	}
      insert_call (gsi, call, hold, place, false);
      if (keyed && c->run->answered)
	{
	  replace_call (gsi, call, step (class_name, "answer", 2), place);
	  return;
	}
      if (!c->run->answered)
	value = element ? element : null_pointer_node;
    }
  else if (!c->run->answered)
    value = null_pointer_node;
  else if (c->n_conditions)
    {
      one.safe_push (argument (call, c->conditions[0].base));
      one.safe_push (value);
      replace_call (gsi, call, step ("run/Value", lk_java->options->verify ? "perhaps" : "either",
				     1), one);
      return;
    }
  one.safe_push (value);
  replace_call (gsi, call, step ("run/Value", "same", 0), one);
}

bool
lk_java_run_argument (struct lk_java_builder *b, gimple_stmt_iterator *gsi, gcall *call,
		      struct lk_java_method *method)
{
  const struct lk_clause *c = b->lambdas.is_empty () ? NULL : clause_of (method);
  tree lhs = gimple_call_lhs (call), element = NULL_TREE;
  struct run r;
  if (!c || !find_lambda (b, gsi, call, c->place.base - 1, &r)
      || (lhs && !POINTER_TYPE_P (TREE_TYPE (lhs))))
    return false;
  bool wanted = c->run->held || c->run->answered, taken = false;
  if (c->run->held ? !r.handle : !wanted && r.lambda->makes_object)
    return false;
  auto_vec<tree, 16> args, given;
  for (unsigned i = 0; i < c->run->n_given; i++)
    given.safe_push (argument (call, c->run->given[i].place.base));
  if (!body_arguments (&r, given, &args))
    return false;
  for (unsigned i = 0; i < c->run->n_given; i++)
    if (c->run->given[i].element)
      {
	taken = lk_java->options->verify && gives_up (method, c, &c->run->given[i]);
	element = fetch_element (gsi, call, &c->run->given[i], taken);
	args[args.length () - c->run->n_given + i] = element;
      }
  finish (gsi, call, c, run_body (&r, args, wanted), element, taken);
  return true;
}
