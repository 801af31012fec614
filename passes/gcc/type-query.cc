/* Questions about types, constants and declarations that need no function body.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc.h"
#include "langhooks.h"

bool
lk_field_is (const_tree field, const char *name)
{
  return DECL_NAME (field) && id_equal (DECL_NAME (field), name);
}

tree
lk_frame_parameter (const struct function *fun)
{
  tree parm = DECL_ARGUMENTS (fun->decl);
  if (!parm || DECL_CHAIN (parm) || !POINTER_TYPE_P (TREE_TYPE (parm))
      || TREE_CODE (TREE_TYPE (TREE_TYPE (parm))) != RECORD_TYPE)
    return NULL_TREE;
  bool resumed = false, indexed = false;
  for (tree f = TYPE_FIELDS (TREE_TYPE (TREE_TYPE (parm))); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL)
      {
	resumed |= lk_field_is (f, "_Coro_resume_fn");
	indexed |= lk_field_is (f, "_Coro_resume_index");
      }
  return resumed && indexed ? parm : NULL_TREE;
}

tree
lk_frame_pointer (struct function *fun)
{
  tree parm = lk_frame_parameter (fun);
  return parm && is_gimple_reg (parm) ? ssa_default_def (fun, parm) : NULL_TREE;
}

tree
lk_frame_promise (struct function *fun)
{
  tree frame = lk_frame_pointer (fun);
  for (tree f = frame ? TYPE_FIELDS (TREE_TYPE (TREE_TYPE (frame))) : NULL_TREE; f;
       f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && RECORD_OR_UNION_TYPE_P (TREE_TYPE (f))
	&& lk_field_is (f, "_Coro_promise"))
      return TYPE_MAIN_VARIANT (TREE_TYPE (f));
  return NULL_TREE;
}

bool
lk_is_deleting (const_tree fndecl)
{
  return DECL_NAME (fndecl) && id_equal (DECL_NAME (fndecl), "__dt_del ");
}

bool (*lk_body_withheld) (const_tree decl);

cgraph_node *
lk_node_of (tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);
  return node ? node->ultimate_alias_target () : NULL;
}

struct function *
lk_body_of (tree decl)
{
  cgraph_node *node = lk_node_of (decl);
  if (!node || !node->has_gimple_body_p ()
      || (lk_body_withheld && lk_body_withheld (node->decl)))
    return NULL;
  struct function *fun = DECL_STRUCT_FUNCTION (node->decl);
  return fun && fun->cfg && gimple_in_ssa_p (fun) ? fun : NULL;
}

/* A weak definition is mostly an empty stand-in: a caller must not conclude
   from its body that nothing is released.  But what C++ makes in every unit
   that needs it, inline functions and templates, is the same everywhere.  */
bool
lk_body_is_final (tree decl)
{
  return (!DECL_WEAK (decl) || !TREE_PUBLIC (decl) || DECL_COMDAT (decl)
	  || DECL_ONE_ONLY (decl));
}

bool
lk_compare_of_code (enum tree_code code, enum lk_compare *op)
{
  switch (code)
    {
    case EQ_EXPR:
      *op = LK_EQ;
      return true;
    case NE_EXPR:
      *op = LK_NE;
      return true;
    case LT_EXPR:
      *op = LK_LT;
      return true;
    case LE_EXPR:
      *op = LK_LE;
      return true;
    case GT_EXPR:
      *op = LK_GT;
      return true;
    case GE_EXPR:
      *op = LK_GE;
      return true;
    default:
      return false;
    }
}

uint64_t
lk_size_of (const_tree type)
{
  tree size = TYPE_SIZE_UNIT (type);
  return size && tree_fits_uhwi_p (size) ? tree_to_uhwi (size) : 0;
}

int64_t
lk_add_offset (int64_t a, int64_t b)
{
  return a == LK_ANY || b == LK_ANY ? LK_ANY : (int64_t) ((uint64_t) a + b);
}

bool
lk_matters (const_tree type)
{
  return ((INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type)
	   || TREE_CODE (type) == OFFSET_TYPE
	   || TREE_CODE (type) == NULLPTR_TYPE)
	  && TYPE_PRECISION (type) <= 64);
}

bool
lk_opaque (const_tree type)
{
  return (SCALAR_FLOAT_TYPE_P (type)
	  || (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) > 64));
}

bool
lk_changes_sign (const_tree to, const_tree from)
{
  return (INTEGRAL_TYPE_P (to) && INTEGRAL_TYPE_P (from)
	  && TYPE_PRECISION (to) < 32 && TYPE_PRECISION (to) > 1
	  && (TYPE_UNSIGNED (to)
	      ? (!TYPE_UNSIGNED (from)
		 && TYPE_PRECISION (to) >= TYPE_PRECISION (from))
	      : (TYPE_UNSIGNED (from)
		 && TYPE_PRECISION (to) == TYPE_PRECISION (from))));
}

bool
lk_boolean (const_tree type)
{
  return (TREE_CODE (type) == BOOLEAN_TYPE
	  || (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) == 1
	      && TYPE_UNSIGNED (type)));
}

const char *
lk_decl_name (const_tree decl)
{
  if (!decl || !DECL_P (decl) || !DECL_NAME (decl) || DECL_ARTIFICIAL (decl)
      || DECL_IGNORED_P (decl))
    return NULL;
  return IDENTIFIER_POINTER (DECL_NAME (decl));
}

bool
lk_constant (const_tree value, int64_t *result)
{
  if (TREE_CODE (value) != INTEGER_CST
      || TYPE_PRECISION (TREE_TYPE (value)) > 64)
    return false;
  /* Values of 32 bits and more are seen as signed, whatever their type: -1 is
     -1 as a descriptor, as a size and as MAP_FAILED.  */
  unsigned precision = TYPE_PRECISION (TREE_TYPE (value));
  if (precision >= 32 || !TYPE_UNSIGNED (TREE_TYPE (value)))
    *result = wi::to_wide (value).to_shwi ();
  else
    *result = wi::to_wide (value).to_uhwi ();
  return true;
}

bool
lk_same_or_base (const_tree base, const_tree type)
{
  base = TYPE_MAIN_VARIANT (base);
  if (base == TYPE_MAIN_VARIANT (type))
    return true;
  if (!RECORD_OR_UNION_TYPE_P (type))
    return false;
  tree binfo = TYPE_BINFO (type), step;
  for (unsigned i = 0; binfo && BINFO_BASE_ITERATE (binfo, i, step); i++)
    if (lk_same_or_base (base, BINFO_TYPE (step)))
      return true;
  return false;
}

/* ---- Virtual functions.  ---- */

tree
lk_virtual_at (tree class_, unsigned index)
{
  tree binfo = TYPE_BINFO (class_);
  tree v = binfo ? BINFO_VIRTUALS (binfo) : NULL_TREE;
  for (; v && index > 0; index--)
    v = TREE_CHAIN (v);
  tree method = v ? TREE_VALUE (v) : NULL_TREE;
  return method && TREE_CODE (method) == FUNCTION_DECL ? method : NULL_TREE;
}

bool
lk_is_virtual (const_tree fn)
{
  return (fn && TREE_CODE (fn) == OBJ_TYPE_REF && POINTER_TYPE_P (TREE_TYPE (fn))
	  && TREE_CODE (TREE_TYPE (TREE_TYPE (fn))) == METHOD_TYPE
	  && tree_fits_uhwi_p (OBJ_TYPE_REF_TOKEN (fn)));
}

tree
lk_virtual_method (const_tree fn)
{
  if (!lk_is_virtual (fn))
    return NULL_TREE;
  return lk_virtual_at (TYPE_METHOD_BASETYPE (TREE_TYPE (TREE_TYPE (fn))),
			tree_to_uhwi (OBJ_TYPE_REF_TOKEN (fn)));
}
