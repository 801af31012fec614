/* Lambdas that a method of the library runs with what it holds: of Optional, and of maps.

   "m.computeIfAbsent (k, f)" becomes "v = f (k); m.merge (k, v, null); m.getOrDefault (k, v)": the
   map holds what the body returns, and that is the result, unless the key was there.
   "m.compute (k, f)" becomes "v = f (k, m.get (k)); m.put (k, v); m.getOrDefault (k, v)".
   When verifying, the map gives its element up to the body: "v = f (k, m.remove (k));
   m.merge (k, v, null)"; computeIfPresent is the same, and "m.merge (k, v, f)" is
   "w = f (m.remove (k), v); m.merge (k, w, null)".

   Heuristic: the body is run.  Wrong if the Optional is empty, or the map has the key.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "ssa.h"

#define OBJECT "Ljava/lang/Object;"
#define FUNCTION "Ljava/util/function/Function;"
#define BIFUNCTION "Ljava/util/function/BiFunction;"

/* ---- Calls that are made instead.  ---- */

static tree
jdk_method (const char *class_name, const char *member, const char *descriptor,
	    enum lk_op op)
{
  struct lk_member_ref ref = { };
  ref.class_name = class_name;
  ref.name = member;
  ref.descriptor = descriptor;
  return lk_java_decl (lk_java_callee_of (&ref, op, NULL));
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

/* Replace CALL by one of DECL with ARGS; RESULT: it returns the same.  */
static void
replace_call (gimple_stmt_iterator *gsi, gcall *call, tree decl, const vec<tree> &args,
	      bool result)
{
  gcall *instead = gimple_build_call_vec (decl, args);
  gimple_call_set_nothrow (instead, gimple_call_nothrow_p (call));
  gimple_set_location (instead, gimple_location (call));
  if (result && gimple_call_lhs (call))
    gimple_call_set_lhs (instead, gimple_call_lhs (call));
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

/* ---- Optional.  ---- */

/* The methods of Optional that take a lambda: they run it with the held value, and return its
   result, in an Optional, or itself; or they run it for a value to return instead.  */
static const struct optional_method
{
  const char *member;
  bool fetches;			/* The lambda is given the held value.  */
  const char *class_name, *instead, *descriptor;	/* The method that is called then, with
							   the lambda's result; or with the
							   Optional.  */
  bool of_result, with_result;
} optional_methods[] = {
  { "map", true, "java/util/Optional", "ofNullable",
    "(Ljava/lang/Object;)Ljava/util/Optional;", true, false },
  { "flatMap", true, "java/util/Objects", "requireNonNull",
    "(Ljava/lang/Object;)Ljava/lang/Object;", true, false },
  { "ifPresent", true, "java/util/Optional", "isPresent", "()Z", false, false },
  { "ifPresentOrElse", true, "java/util/Optional", "isPresent", "()Z", false, false },
  { "orElseGet", false, "java/util/Optional", "orElse",
    "(Ljava/lang/Object;)Ljava/lang/Object;", false, true }
};

/* CALL, of METHOD of an Optional, is given a lambda that was made here.  */
static void
refine_optional (struct lk_java_builder *b, gimple_stmt_iterator *gsi, gcall *call,
		 const struct lk_java_method *method)
{
  const struct optional_method *o = optional_methods;
  struct run r;
  while (o < optional_methods + ARRAY_SIZE (optional_methods)
	 && strcmp (o->member, method->member))
    o++;
  if (o == optional_methods + ARRAY_SIZE (optional_methods)
      || !find_lambda (b, gsi, call, 1, &r))
    return;
  bool gives = o->of_result || o->with_result;
  tree optional = gimple_call_arg (call, 0);
  auto_vec<tree, 16> args, given;
  if (o->fetches)
    given.safe_push (optional);
  if ((r.lambda->makes_object && !gives) || !body_arguments (&r, given, &args))
    return;
  if (o->fetches)
    args[args.length () - 1]
      = insert_call (gsi, call, jdk_method ("java/util/Optional", "get", "()" OBJECT,
					    LK_OP_CALL_VIRTUAL), given, true);
  tree result = run_body (&r, args, gives);
  args.truncate (0);
  if (!o->of_result)
    args.safe_push (optional);
  if (gives)
    args.safe_push (result);
  replace_call (gsi, call, jdk_method (o->class_name, o->instead, o->descriptor,
				       o->of_result ? LK_OP_CALL_STATIC : LK_OP_CALL_VIRTUAL),
		args, gives);
}

/* ---- Maps.  ---- */

/* Return true if TYPE is a map of the JDK.  */
static bool
is_map (struct lk_type *type)
{
  return (type->class_file && lk_classpath_is_jdk (lk_java->classpath, type->class_file)
	  && lk_hierarchy_is_subtype (lk_java->hierarchy, type,
				      lk_hierarchy_type (lk_java->hierarchy, "java/util/Map")));
}

/* The methods of a map that hold what a lambda returns.  */
static const struct map_method
{
  const char *member, *descriptor;
  int given;			/* How many of the lambda's last arguments the map gives up.  */
} map_methods[] = {
  { "computeIfAbsent", "(" OBJECT FUNCTION ")" OBJECT, 0 },
  { "compute", "(" OBJECT BIFUNCTION ")" OBJECT, 1 },
  { "computeIfPresent", "(" OBJECT BIFUNCTION ")" OBJECT, 1 },
  { "merge", "(" OBJECT OBJECT BIFUNCTION ")" OBJECT, 2 }
};

int
lk_java_holds_answer (struct lk_type *type, const char *member, const char *descriptor)
{
  for (const struct map_method &m : map_methods)
    if (!strcmp (member, m.member) && !strcmp (descriptor, m.descriptor) && is_map (type))
      return m.given;
  return -1;
}

/* CALL, of a map, is given the lambda that R tells, and the map gives up the element that the
   lambda gets.  Return true if CALL was replaced.  */
static bool
give_up_element (struct run *r, bool merges)
{
  auto_vec<tree, 16> args, given, place;
  place.safe_push (gimple_call_arg (r->call, 0));
  place.safe_push (gimple_call_arg (r->call, 1));
  given.safe_push (place[1]);
  given.safe_push (merges ? gimple_call_arg (r->call, 2) : place[1]);
  if (!body_arguments (r, given, &args) || !r->handle)
    return false;
  args[args.length () - 1 - merges]
    = insert_call (r->gsi, r->call, jdk_method ("java/util/Map", "remove", "(" OBJECT ")" OBJECT,
						LK_OP_CALL_INTERFACE), place, true);
  place.safe_push (run_body (r, args, true));
  place.safe_push (null_pointer_node);
  replace_call (r->gsi, r->call,
		jdk_method ("java/util/Map", "merge", "(" OBJECT OBJECT BIFUNCTION ")" OBJECT,
			    LK_OP_CALL_INTERFACE), place, true);
  return true;
}

/* CALL, of METHOD of a map, is given a lambda that was made here.  Return true if it was
   replaced.  */
static bool
refine_map (struct lk_java_builder *b, gimple_stmt_iterator *gsi, gcall *call,
	    const struct lk_java_method *method)
{
  int gives = lk_java_holds_answer (method->owner->type, method->member, method->descriptor);
  bool absent = gives == 0, any = !strcmp (method->member, "compute");
  struct run r;
  if (gives < 0 || !find_lambda (b, gsi, call, gives == 2 ? 3 : 2, &r))
    return false;
  if (gives > 0 && lk_java->options->verify)
    return give_up_element (&r, gives == 2);
  if (!absent && !any)
    return false;
  auto_vec<tree, 16> args, given, place;
  place.safe_push (gimple_call_arg (call, 0));
  place.safe_push (gimple_call_arg (call, 1));
  given.safe_push (place[1]);
  if (any)
    given.safe_push (place[1]);
  if (!body_arguments (&r, given, &args) || !r.handle)
    return false;
  if (any)
    args[args.length () - 1]
      = insert_call (gsi, call, jdk_method ("java/util/Map", "get", "(" OBJECT ")" OBJECT,
					    LK_OP_CALL_INTERFACE), place, true);
  place.safe_push (run_body (&r, args, true));
  auto_vec<tree, 4> put;
  put.safe_splice (place);
  if (absent)
    put.safe_push (null_pointer_node);
  tree decl = (absent ? jdk_method ("java/util/Map", "merge",
				    "(" OBJECT OBJECT BIFUNCTION ")" OBJECT, LK_OP_CALL_INTERFACE)
	       : jdk_method ("java/util/Map", "put", "(" OBJECT OBJECT ")" OBJECT,
			     LK_OP_CALL_INTERFACE));
  if (lk_java->options->verify)
    {
      replace_call (gsi, call, decl, put, true);
      return true;
    }
  insert_call (gsi, call, decl, put, false);
  replace_call (gsi, call, jdk_method ("java/util/Map", "getOrDefault",
				       "(" OBJECT OBJECT ")" OBJECT, LK_OP_CALL_INTERFACE),
		place, true);
  return true;
}

bool
lk_java_run_argument (struct lk_java_builder *b, gimple_stmt_iterator *gsi, gcall *call,
		      const struct lk_java_method *method)
{
  if (strcmp (method->owner->type->name, "java/util/Optional"))
    return refine_map (b, gsi, call, method);
  refine_optional (b, gsi, call, method);
  return true;
}
