/* The object that an invokedynamic makes, by its bootstrap method.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

static bool
bootstrap_is (const struct lk_method_handle *handle, const char *class_name)
{
  return !strcmp (handle->member.class_name, class_name);
}

struct lk_java_lambda *
lk_java_lambda_of (const struct lk_class *class_, const struct lk_dynamic *dynamic)
{
  struct lk_method_handle handle;
  if (dynamic->bootstrap->n_arguments < 3
      || !lk_class_method_handle_at (class_, dynamic->bootstrap->arguments[1],
				     &handle)
      || handle.member.is_field)
    return NULL;
  enum lk_op op;
  switch (handle.kind)
    {
    case LK_HANDLE_INVOKE_VIRTUAL:
      op = LK_OP_CALL_VIRTUAL;
      break;
    case LK_HANDLE_INVOKE_STATIC:
      op = LK_OP_CALL_STATIC;
      break;
    case LK_HANDLE_INVOKE_SPECIAL:
    case LK_HANDLE_NEW_INVOKE_SPECIAL:
      op = LK_OP_CALL_SPECIAL;
      break;
    case LK_HANDLE_INVOKE_INTERFACE:
      op = LK_OP_CALL_INTERFACE;
      break;
    default:
      return NULL;
    }
  struct lk_java_lambda *lambda
    = ((struct lk_java_lambda *)
       lk_arena_alloc (lk_java->arena, sizeof *lambda));
  lambda->body = lk_java_callee_of (&handle.member, op, NULL);
  lambda->member = lk_arena_strdup (lk_java->arena, dynamic->name);
  lambda->makes_object = handle.kind == LK_HANDLE_NEW_INVOKE_SPECIAL;
  return lambda;
}

bool
lk_java_dynamic_at (const struct lk_class *class_, unsigned index,
		    struct lk_dynamic *dynamic,
		    enum lk_java_helper *helper)
{
  struct lk_method_handle handle;
  if (!lk_class_dynamic_at (class_, index, dynamic)
      || !lk_class_method_handle_at (class_, dynamic->bootstrap->handle,
				     &handle))
    return false;
  if (bootstrap_is (&handle, "java/lang/invoke/LambdaMetafactory"))
    *helper = LK_HELPER_LAMBDA;
  else if (bootstrap_is (&handle, "java/lang/invoke/StringConcatFactory")
	   || bootstrap_is (&handle, "java/lang/runtime/ObjectMethods"))
    *helper = LK_HELPER_CONCAT;
  else if (bootstrap_is (&handle, "java/lang/runtime/SwitchBootstraps"))
    *helper = LK_HELPER_SWITCH;
  else
    *helper = LK_HELPER_DYNAMIC;
  return true;
}

struct lk_java_lambda *
lk_java_lambda_at (struct lk_java_class *c, unsigned index)
{
  struct lk_dynamic dynamic;
  enum lk_java_helper helper;
  if (!lk_java_dynamic_at (c->code, index, &dynamic, &helper)
      || helper != LK_HELPER_LAMBDA)
    return NULL;
  return lk_java_lambda_of (c->code, &dynamic);
}
