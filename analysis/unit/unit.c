/* The functions of one compilation unit and the memory that lives as long.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "unit.h"

struct function_info *
function_info (struct lk_unit *unit, struct lk_function *fn)
{
  if (!fn->engine)
    {
      struct function_info *info = lk_arena_alloc (unit->arena, sizeof *info);
      info->function = fn;
      fn->engine = info;
    }
  return fn->engine;
}

void *
function_slot (struct lk_unit *unit, struct lk_function *fn, enum slot slot, size_t size)
{
  struct function_info *info = function_info (unit, fn);
  if (!info->slots[slot])
    info->slots[slot] = lk_arena_alloc (unit->arena, size);
  return info->slots[slot];
}

void *
unit_slot (struct lk_unit *unit, enum unit_slot slot, size_t size)
{
  if (!unit->slots[slot])
    unit->slots[slot] = lk_arena_alloc (unit->arena, size);
  return unit->slots[slot];
}

const char *
unit_strdup (struct lk_unit *unit, const char *text)
{
  return text ? lk_arena_strdup (unit->arena, text) : NULL;
}

void
unit_append (struct lk_function ***list, uint32_t *n, uint32_t *room,
	struct lk_function *fn)
{
  if (*n == *room)
    {
      *room = lk_more_room (*room, 64);
      *list = lk_xrealloc (*list, *room * sizeof **list);
    }
  (*list)[(*n)++] = fn;
}

struct lk_function *
lk_unit_add_function (struct lk_unit *unit, const char *name)
{
  struct lk_function *fn = lk_arena_alloc (unit->arena, sizeof *fn);
  fn->name = lk_arena_strdup (unit->arena, name);
  fn->index = unit->n_functions;
  unit_append (&unit->functions, &unit->n_functions, &unit->functions_room, fn);
  return fn;
}
