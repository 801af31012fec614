/* Containers that a function gets from its caller: void drop (std::vector<T *> &all).

   A container that is passed to another function is followed there, too, if that has its body in
   the unit and does with its parameter what is known of containers, as a function does with its
   own variables (container.cc).  Then the call is one like any other, and the engine follows what
   the callee puts there, or releases.  A caller that does not follow its container lets what the
   callee puts there escape.

   A function that passes its parameter on to itself, by whatever way, is not followed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"
#include "../lower/lower.h"
#include "cfganal.h"

/* The parameters that were examined, and whether they are followed.  */
typedef hash_map<tree, bool> parameter_map;

static void
free_parameters (void *data)
{
  delete (parameter_map *) data;
}

bool
lk_is_container_parameter (struct function *fun, tree parm)
{
  if (!POINTER_TYPE_P (TREE_TYPE (parm)) || DECL_ARTIFICIAL (parm) || !is_gimple_reg (parm)
      || !ssa_default_def (fun, parm))
    return false;
  tree type = TREE_TYPE (TREE_TYPE (parm));
  /* Numbers are mostly no handles.  */
  return lk_holds_handles (type) && POINTER_TYPE_P (lk_element_type (type));
}

/* Find out which parameters of FUN are followed.  */
static void
examine (struct lk_lowering *lowering, struct function *fun, parameter_map *all)
{
  struct lk_lower l;
  memset (&l, 0, sizeof l);
  l.unit = lowering;
  l.fun = fun;
  for (tree parm = DECL_ARGUMENTS (fun->decl); parm; parm = DECL_CHAIN (parm))
    all->put (parm, false);
  int *order = XNEWVEC (int, n_basic_blocks_for_fn (fun));
  int n = pre_and_rev_post_order_compute_fn (fun, NULL, order, false);
  for (int i = 0; i < n; i++)
    l.order.safe_push (BASIC_BLOCK_FOR_FN (fun, order[i]));
  free (order);
  lk_containers_examine (&l);
  for (tree parm = DECL_ARGUMENTS (fun->decl); parm; parm = DECL_CHAIN (parm))
    if (lk_is_container_parameter (fun, parm))
      all->put (parm, !lk_container_spoiled (&l, parm));
  lk_containers_end (&l);
  l.order.release ();
}

bool
lk_container_parameter (struct lk_lowering *lowering, tree fndecl, unsigned k)
{
  struct function *fun
    = fndecl && lk_body_is_final (fndecl) && !lk_of_library (fndecl) ? lk_body_of (fndecl) : NULL;
  tree parm = fun ? DECL_ARGUMENTS (fun->decl) : NULL_TREE;
  for (; parm && k; k--)
    parm = DECL_CHAIN (parm);
  if (!parm || !lk_is_container_parameter (fun, parm))
    return false;
  struct lk_lowering::lk_kept *slot = &lowering->slots[LK_SLOT_CONTAINER_PARAMETERS];
  if (!slot->data)
    lk_keep (lowering, LK_SLOT_CONTAINER_PARAMETERS, new parameter_map, free_parameters);
  parameter_map *all = (parameter_map *) slot->data;
  if (!all->get (parm))
    examine (lowering, fun, all);
  return *all->get (parm);
}
