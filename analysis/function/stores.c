/* Which places does the function itself store to (is a load stable)?

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

void
stores_note_place (struct function_view *view, lk_var root, int64_t offset)
{
  unsigned h = (unsigned) ((uint64_t) offset >> 2) & 63;
  if (offset == LK_ANY)
    h = 0;
  for (struct stored *s = view->stored[h]; s; s = s->next)
    if (s->offset == offset && s->root == root)
      return;
  struct stored *s = lk_arena_alloc (view->arena, sizeof *s);
  s->offset = offset;
  s->root = root;
  s->next = view->stored[h];
  view->stored[h] = s;
}

void
stores_note (struct function_view *view, const struct lk_path *place)
{
  if (place->nsel == 0)
    return;
  bool named = place->nsel == 1 && is_object (view, place->root);
  stores_note_place (view, named ? place->root : LK_NO_VAR,
	       place->sel[place->nsel - 1]);
}

bool
quiet (const struct function_view *view, const struct lk_path *path)
{
  for (unsigned n = 1; n <= path->nsel; n++)
    {
      int64_t offset = path->sel[n - 1];
      if (offset == LK_ANY)
	return false;
      bool named = n == 1 && is_object (view, path->root);
      lk_var root = named ? path->root : LK_NO_VAR;
      unsigned h = (unsigned) ((uint64_t) offset >> 2) & 63;
      for (struct stored *s = view->stored[h]; s; s = s->next)
	if (s->root == root && s->offset == offset)
	  return false;
      for (struct stored *s = view->stored[0]; s; s = s->next)
	if (s->root == root && s->offset == LK_ANY)
	  return false;
    }
  return true;
}
