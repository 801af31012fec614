/* Products: what the acquisitions of a function leave to its callers.

   An acquisition is an obligation of its own in each function that it is left to, so there is one
   for each way of calls that leads to it.  Their number would double with each function that calls
   the next one twice.  Two acquisitions that leave a function alike are one to its callers: the
   first one stands for both, in messages, too.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "leak-internal.h"

unsigned
products_count (const struct product *p)
{
  unsigned n = 0;
  for (; p; p = p->next)
    n++;
  return n;
}

static bool
same_origin (const struct obligation *a, const struct obligation *b)
{
  for (; a && b; a = a->origin, b = b->origin)
    if (a->kind != b->kind || a->releasers != b->releasers || a->function != b->function
	|| a->loc != b->loc || a->block != b->block || a->event_index != b->event_index
	|| a->in_place != b->in_place)
      return false;
  return a == b;
}

/* A and B are the same but for where they are from.  */
static bool
is_alike (const struct product *a, const struct product *b)
{
  return (a->assumed == b->assumed && a->inside == b->inside
	  && lk_range_equal (&a->result, &b->result)
	  && same_portable_conditions (&a->when, &b->when)
	  && portable_same_paths (a->paths, a->n_paths, b->paths, b->n_paths)
	  && portable_same_paths (a->parents, a->n_parents, b->parents, b->n_parents)
	  && !a->global == !b->global && (!a->global || strcmp (a->global, b->global) == 0));
}

bool
products_same (const struct product *a, const struct product *b)
{
  for (; a && b; a = a->next, b = b->next)
    if (!same_origin (a->origin, b->origin) || !is_alike (a, b))
      return false;
  return a == b;
}

void
products_set (struct function_info *info, struct product *all)
{
  struct product **returned = &info->products, **thrown = &info->thrown;
  for (; all; all = all->next)
    if (all->thrown)
      {
	*thrown = all;
	thrown = &all->next;
      }
    else
      {
	*returned = all;
	returned = &all->next;
      }
  *returned = *thrown = NULL;
}

/* Return true if callers cannot tell the acquisition whose products begin with A from the one whose
   products begin with B.  */
static bool
leave_alike (const struct product *a, const struct product *b)
{
  const struct obligation *p = a->origin, *q = b->origin;
  if (p->kind != q->kind || p->releasers != q->releasers || p->in_place != q->in_place
      || p->noted != q->noted || p->guarded != q->guarded)
    return false;
  for (; a && b; a = product_next (a), b = product_next (b))
    if (!is_alike (a, b) || a->across != b->across)
      return false;
  return a == b;
}

/* The first product behind those of P's acquisition.  */
static struct product *
next_acquisition (struct product *p)
{
  while (product_next (p))
    p = p->next;
  return p->next;
}

static uint32_t
hash_acquisition (const struct product *p)
{
  uint64_t h = (uintptr_t) p->origin->kind;
  for (; p; p = product_next (p))
    for (unsigned i = 0; i < p->n_paths; i++)
      {
	const struct portable_path *path = &p->paths[i];
	h = (h ^ path->index ^ (uint64_t) path->root << 32) * UINT64_C (0x9e3779b97f4a7c15);
	for (unsigned k = 0; k < path->nsel; k++)
	  h = (h ^ (uint64_t) path->sel[k]) * UINT64_C (0x9e3779b97f4a7c15);
      }
  return (uint32_t) (h >> 32);
}

/* Leave out of the list at *ALL what leaves like something before it.  */
static void
merge_alike (struct product **all)
{
  uint32_t room = 16;
  for (uint32_t n = products_count (*all); room < 2 * n;)
    room *= 2;
  /* The acquisitions that stay, by their hashes.  */
  struct product **kept = lk_xmalloc (room * sizeof *kept);
  memset (kept, 0, room * sizeof *kept);
  for (struct product **p = all; *p;)
    {
      struct product *next = next_acquisition (*p);
      uint32_t i = hash_acquisition (*p) & (room - 1);
      while (kept[i] && !leave_alike (kept[i], *p))
	i = (i + 1) & (room - 1);
      if (kept[i])
	{
	  *p = next;
	  continue;
	}
      kept[i] = *p;
      while (*p != next)
	p = &(*p)->next;
    }
  free (kept);
}

void
products_merge (struct function_info *info)
{
  if (info->products && info->products->next)
    merge_alike (&info->products);
  if (info->thrown && info->thrown->next)
    merge_alike (&info->thrown);
}
