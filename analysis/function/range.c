/* Intervals of values with holes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

struct lk_range
range_of_compare (enum lk_compare op, int64_t c)
{
  struct lk_range r = LK_RANGE_ALL;
  switch (op)
    {
    case LK_EQ:
      r.lo = r.hi = c;
      break;
    case LK_NE:
      lk_range_add_hole (&r, c);
      break;
    case LK_LT:
      r.hi = c == INT64_MIN ? c : c - 1;
      break;
    case LK_LE:
      r.hi = c;
      break;
    case LK_GT:
      r.lo = c == INT64_MAX ? c : c + 1;
      break;
    case LK_GE:
      r.lo = c;
      break;
    }
  return r;
}

/* Add the holes of FROM to R that are in it, and not in WITHOUT, unless that is NULL.  Where they
   do not all fit, R is an over-approximation.  */
static void
add_holes (struct lk_range *r, const struct lk_range *from, const struct lk_range *without)
{
  int64_t v;
  if (!from->holes || (from->holes == r->holes && from->hole == r->hole))
    return;
  for (bool more = lk_range_next_hole (from, NULL, &v); more;)
    {
      int64_t hole = v;
      if (lk_range_contains (r, hole) && !(without && lk_range_contains (without, hole)))
	lk_range_add_hole (r, hole);
      more = lk_range_next_hole (from, &hole, &v);
    }
}

bool
range_intersect (struct lk_range *a, const struct lk_range *b)
{
  if (b->lo > a->lo)
    a->lo = b->lo;
  if (b->hi < a->hi)
    a->hi = b->hi;
  if (!lk_range_tidy (a))
    return false;
  /* A hole at an end moves it, whether or not it fits.  */
  while (a->lo < a->hi && lk_range_hole (b, a->lo))
    a->lo++;
  while (a->lo < a->hi && lk_range_hole (b, a->hi))
    a->hi--;
  if (!lk_range_tidy (a) || (a->lo == a->hi && lk_range_hole (b, a->lo)))
    return false;
  add_holes (a, b, NULL);
  return lk_range_tidy (a);
}

struct lk_range
range_hull (const struct lk_range *a, const struct lk_range *b)
{
  struct lk_range r = LK_RANGE_ALL;
  r.lo = a->lo < b->lo ? a->lo : b->lo;
  r.hi = a->hi > b->hi ? a->hi : b->hi;
  if ((a->hi < 0 && b->lo > 0) || (b->hi < 0 && a->lo > 0))
    lk_range_add_hole (&r, 0);
  add_holes (&r, a, b);
  add_holes (&r, b, a);
  lk_range_tidy (&r);
  return r;
}

bool
range_union (const struct lk_range *a, const struct lk_range *b, struct lk_range *out)
{
  if (a->lo > b->lo)
    return range_union (b, a, out);
  *out = range_hull (a, b);
  if (a->hi >= b->lo || a->hi + 1 == b->lo)
    return true;
  if ((uint64_t) b->lo - (uint64_t) a->hi > 64)
    return false;
  for (int64_t v = a->hi + 1; v < b->lo; v++)
    if (!lk_range_add_hole (out, v))
      return false;
  return true;
}

bool
range_is_all (const struct lk_range *a)
{
  return a->lo == INT64_MIN && a->hi == INT64_MAX && !a->holes;
}

bool
range_complement (const struct lk_range *range, struct lk_range *out)
{
  if (range->holes && range->lo == INT64_MIN && range->hi == INT64_MAX
      && !(range->holes & (range->holes + 1)))
    {
      *out = range_of_compare (LK_GE, range->hole);
      out->hi = range->hole + __builtin_popcountll (range->holes) - 1;
      return true;
    }
  if (range->holes)
    return false;
  if (range->lo == range->hi)
    {
      *out = range_of_compare (LK_NE, range->lo);
      return true;
    }
  if (range->lo == INT64_MIN && range->hi < INT64_MAX)
    {
      *out = range_of_compare (LK_GT, range->hi);
      return true;
    }
  if (range->hi == INT64_MAX && range->lo > INT64_MIN)
    {
      *out = range_of_compare (LK_LT, range->lo);
      return true;
    }
  return false;
}
