/* Intervals of values with at most one hole.

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
      r.hole = c;
      r.has_hole = true;
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

bool
range_tidy (struct lk_range *r)
{
  if (r->has_hole)
    {
      if (r->hole == r->lo && r->lo < INT64_MAX)
	{
	  r->has_hole = false;
	  if (r->lo == r->hi)
	    return false;
	  r->lo++;
	}
      else if (r->hole == r->hi && r->hi > INT64_MIN)
	{
	  r->has_hole = false;
	  if (r->lo == r->hi)
	    return false;
	  r->hi--;
	}
      else if (r->hole < r->lo || r->hole > r->hi)
	r->has_hole = false;
    }
  if (!r->has_hole)
    r->hole = 0;
  return r->lo <= r->hi;
}

bool
range_intersect (struct lk_range *a, const struct lk_range *b)
{
  if (b->lo > a->lo)
    a->lo = b->lo;
  if (b->hi < a->hi)
    a->hi = b->hi;
  /* Two holes do not fit: the first stays, which is an over-approximation.  */
  if (!a->has_hole && b->has_hole)
    {
      a->has_hole = true;
      a->hole = b->hole;
    }
  else if (a->has_hole && b->has_hole && a->hole != b->hole
	   && (b->hole == a->lo || b->hole == a->hi))
    {
      struct lk_range with = *a;
      with.hole = b->hole;
      int64_t first = a->hole;
      if (!range_tidy (&with))
	return false;
      *a = with;
      a->has_hole = true;
      a->hole = first;
    }
  return range_tidy (a);
}

struct lk_range
range_hull (const struct lk_range *a, const struct lk_range *b)
{
  struct lk_range r;
  r.lo = a->lo < b->lo ? a->lo : b->lo;
  r.hi = a->hi > b->hi ? a->hi : b->hi;
  r.has_hole = false;
  r.hole = 0;
  if (a->has_hole && !lk_range_contains (b, a->hole))
    {
      r.has_hole = true;
      r.hole = a->hole;
    }
  else if (b->has_hole && !lk_range_contains (a, b->hole))
    {
      r.has_hole = true;
      r.hole = b->hole;
    }
  else if (a->hi < 0 && b->lo > 0)
    {
      r.has_hole = true;
      r.hole = 0;
    }
  else if (b->hi < 0 && a->lo > 0)
    {
      r.has_hole = true;
      r.hole = 0;
    }
  range_tidy (&r);
  return r;
}

bool
range_subset (const struct lk_range *a, const struct lk_range *b)
{
  if (a->lo < b->lo || a->hi > b->hi)
    return false;
  return !b->has_hole || !lk_range_contains (a, b->hole);
}

bool
range_is_all (const struct lk_range *a)
{
  return a->lo == INT64_MIN && a->hi == INT64_MAX && !a->has_hole;
}

bool
range_complement (const struct lk_range *range, struct lk_range *out)
{
  if (range->has_hole && range->lo == INT64_MIN && range->hi == INT64_MAX)
    {
      *out = range_of_compare (LK_EQ, range->hole);
      return true;
    }
  if (range->has_hole)
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
