/* The models of library calls, in the order in which the lowering queries them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "model.h"

static const struct lk_model insertion
  = { .name = "insertion", .need = lk_insertion_need, .lower = lk_insertion_lower };
static const struct lk_model shared_pointer
  = { .name = "shared_pointer", .need = lk_deleter_need, .lower = lk_deleter_lower };
static const struct lk_model container
  = { .name = "container", .find = lk_containers_find, .end = lk_containers_end,
      .need = lk_container_need, .lower = lk_container_lower, .after = lk_container_after,
      .load = lk_container_load };
static const struct lk_model coroutine_frame
  = { .name = "coroutine_frame", .begin = lk_frame_begin, .lower = lk_frame_without_effect,
      .after = lk_frame_lower };
static const struct lk_model coroutine_body
  = { .name = "coroutine_body", .begin = lk_coroutine_begin, .end = lk_coroutine_end,
      .variable = lk_coroutine_variable, .before_store = lk_coroutine_store,
      .returns = lk_coroutine_return };
static const struct lk_model swap = { .name = "swap", .lower_impure = lk_swap_lower };
static const struct lk_model std_lock = { .name = "std_lock", .lower_impure = lk_lock_lower };
static const struct lk_model coroutine_handle
  = { .name = "coroutine_handle", .lower_impure = lk_handle_lower };
static const struct lk_model vtable_store = { .name = "vtable_store", .store = lk_lower_table };

const struct lk_model *const lk_models[] =
{
  &insertion, &shared_pointer, &container, &coroutine_frame, &coroutine_body, &swap, &std_lock,
  &coroutine_handle, &vtable_store, NULL
};
