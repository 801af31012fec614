/* The lowering queries its models (model/models.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* For each model of L's unit that has HOOK.  */
#define EACH_MODEL(L, HOOK, MODEL)						\
  for (const struct lk_model *const *all = (L)->unit->models, *MODEL;		\
       (MODEL = *all); all++)							\
    if (MODEL->HOOK)

void
lk_models_begin (struct lk_lower *l)
{
  EACH_MODEL (l, begin, model)
    model->begin (l);
}

void
lk_models_find (struct lk_lower *l)
{
  EACH_MODEL (l, find, model)
    model->find (l);
}

void
lk_models_end (struct lk_lower *l)
{
  EACH_MODEL (l, end, model)
    model->end (l);
}

bool
lk_models_need (struct lk_lower *l, gcall *call)
{
  EACH_MODEL (l, need, model)
    if (model->need (l, call))
      return true;
  return false;
}

bool
lk_models_lower (struct lk_lower *l, gcall *call, bool pure_excluded)
{
  if (pure_excluded)
    {
      EACH_MODEL (l, lower_impure, model)
	if (model->lower_impure (l, call))
	  return true;
    }
  else
    {
      EACH_MODEL (l, lower, model)
	if (model->lower (l, call))
	  return true;
    }
  return false;
}

void
lk_models_after (struct lk_lower *l, gcall *call)
{
  EACH_MODEL (l, after, model)
    model->after (l, call);
}

tree
lk_models_variable (const struct lk_lower *l, const_tree ref)
{
  EACH_MODEL (l, variable, model)
    if (tree variable = model->variable (l, ref))
      return variable;
  return NULL_TREE;
}

void
lk_models_before_store (struct lk_lower *l, const_tree lhs, lk_loc loc)
{
  EACH_MODEL (l, before_store, model)
    model->before_store (l, lhs, loc);
}

bool
lk_models_store (struct lk_lower *l, gimple *stmt)
{
  EACH_MODEL (l, store, model)
    if (model->store (l, stmt))
      return true;
  return false;
}

bool
lk_models_load (struct lk_lower *l, struct lk_operand dest, struct lk_operand src, lk_loc loc)
{
  EACH_MODEL (l, load, model)
    if (model->load (l, dest, src, loc))
      return true;
  return false;
}

bool
lk_models_return (struct lk_lower *l)
{
  EACH_MODEL (l, returns, model)
    if (model->returns (l))
      return true;
  return false;
}
