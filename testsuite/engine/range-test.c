/* Ranges of values: comparisons by a table, and intersection, hull and subset
   for every pair of ranges over a few numbers and both ends of int64_t, each
   held against the values themselves.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "../../analysis/function/function.h"

static const int64_t values[]
  = { INT64_MIN, INT64_MIN + 1, -2, -1, 0, 1, 2, INT64_MAX - 1, INT64_MAX };
enum { N_VALUES = sizeof values / sizeof values[0] };

/* All ranges with ends in VALUES, whole or with a hole inside.  */
static struct lk_range ranges[1000];
static unsigned n_ranges;

static bool failed;

static void
verdict (bool good, const char *what)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", what);
  failed |= !good;
}

static const char *
text (const struct lk_range *r)
{
  static char buffers[4][100];
  static unsigned next;
  char *out = buffers[next++ % 4];
  int n = snprintf (out, sizeof buffers[0], "[%" PRId64 ", %" PRId64 "]",
		    r->lo, r->hi);
  if (r->has_hole)
    snprintf (out + n, sizeof buffers[0] - n, " but %" PRId64, r->hole);
  return out;
}

static void
make_ranges (void)
{
  for (int lo = 0; lo < N_VALUES; lo++)
    for (int hi = lo; hi < N_VALUES; hi++)
      {
	ranges[n_ranges++]
	  = (struct lk_range) { values[lo], values[hi], 0, false };
	for (int hole = lo + 1; hole < hi; hole++)
	  ranges[n_ranges++]
	    = (struct lk_range) { values[lo], values[hi], values[hole], true };
      }
}

/* ---- Comparisons.  ---- */

static const struct
{
  enum lk_compare op;
  int64_t c;
  struct lk_range range;
} comparisons[] = {
  { LK_EQ, 7, { 7, 7, 0, false } },
  { LK_EQ, INT64_MIN, { INT64_MIN, INT64_MIN, 0, false } },
  { LK_NE, 0, { INT64_MIN, INT64_MAX, 0, true } },
  { LK_NE, -1, { INT64_MIN, INT64_MAX, -1, true } },
  { LK_LT, 0, { INT64_MIN, -1, 0, false } },
  { LK_LT, INT64_MAX, { INT64_MIN, INT64_MAX - 1, 0, false } },
  { LK_LE, 0, { INT64_MIN, 0, 0, false } },
  { LK_LE, INT64_MAX, { INT64_MIN, INT64_MAX, 0, false } },
  { LK_GT, 0, { 1, INT64_MAX, 0, false } },
  { LK_GT, INT64_MIN, { INT64_MIN + 1, INT64_MAX, 0, false } },
  { LK_GE, 0, { 0, INT64_MAX, 0, false } },
  { LK_GE, INT64_MIN, { INT64_MIN, INT64_MAX, 0, false } },
  /* Nothing fits these; a range cannot say so, and holds one value too many.  */
  { LK_LT, INT64_MIN, { INT64_MIN, INT64_MIN, 0, false } },
  { LK_GT, INT64_MAX, { INT64_MAX, INT64_MAX, 0, false } },
};

static void
test_comparisons (void)
{
  bool good = true;
  for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
    {
      struct lk_range got
	= range_of_compare (comparisons[i].op, comparisons[i].c);
      if (!lk_range_equal (&got, &comparisons[i].range))
	{
	  printf ("comparison %zu: %s\n", i, text (&got));
	  good = false;
	}
    }
  verdict (good, "comparisons");
}

/* ---- Pairs.  ---- */

static bool
test_intersection (const struct lk_range *a, const struct lk_range *b)
{
  struct lk_range r = *a;
  bool some = range_intersect (&r, b);
  bool good = true;
  for (int i = 0; i < N_VALUES; i++)
    {
      bool both = (lk_range_contains (a, values[i])
		   && lk_range_contains (b, values[i]));
      /* Nothing may get lost.  */
      good &= !both || (some && lk_range_contains (&r, values[i]));
      /* Nothing comes in from outside of A, or of the ends of B; of two holes
	 one may be lost.  */
      if (some && lk_range_contains (&r, values[i]))
	good &= (lk_range_contains (a, values[i])
		 && b->lo <= values[i] && values[i] <= b->hi
		 && (a->has_hole || lk_range_contains (b, values[i])));
    }
  if (some)
    good &= lk_range_contains (&r, r.lo) && lk_range_contains (&r, r.hi);
  if (!good)
    printf ("%s and %s: %s\n", text (a), text (b), some ? text (&r) : "none");
  return good;
}

static bool
test_hull (const struct lk_range *a, const struct lk_range *b)
{
  struct lk_range r = range_hull (a, b);
  bool good = (r.lo == (a->lo < b->lo ? a->lo : b->lo)
	       && r.hi == (a->hi > b->hi ? a->hi : b->hi)
	       && range_subset (a, &r) && range_subset (b, &r)
	       && (!r.has_hole || (r.lo < r.hole && r.hole < r.hi)));
  for (int i = 0; i < N_VALUES; i++)
    if (lk_range_contains (a, values[i]) || lk_range_contains (b, values[i]))
      good &= lk_range_contains (&r, values[i]);
  if (!good)
    printf ("hull of %s and %s: %s\n", text (a), text (b), text (&r));
  return good;
}

static bool
test_subset (const struct lk_range *a, const struct lk_range *b)
{
  bool inside = true;
  for (int i = 0; i < N_VALUES; i++)
    inside &= (!lk_range_contains (a, values[i])
	       || lk_range_contains (b, values[i]));
  bool good = (range_subset (a, b) == inside
	       && lk_range_equal (a, b) == (range_subset (a, b)
					 && range_subset (b, a)));
  if (!good)
    printf ("%s within %s: not %d\n", text (a), text (b), range_subset (a, b));
  return good;
}

static void
test_pairs (bool (*test) (const struct lk_range *, const struct lk_range *),
	    const char *what)
{
  unsigned bad = 0;
  for (unsigned i = 0; i < n_ranges && bad < 10; i++)
    for (unsigned j = 0; j < n_ranges && bad < 10; j++)
      bad += !test (&ranges[i], &ranges[j]);
  verdict (bad == 0, what);
}

/* ---- What a hull remembers, and what is everything.  ---- */

static const struct
{
  struct lk_range a, b, hull;
} hulls[] = {
  /* Both errors and positive results: not 0.  */
  { { -1, -1, 0, false }, { 1, 9, 0, false }, { -1, 9, 0, true } },
  { { 3, 3, 0, false }, { INT64_MIN, -5, 0, false },
    { INT64_MIN, 3, 0, true } },
  /* A hole that the other range fills is none.  */
  { LK_RANGE_NONNULL, { 0, 0, 0, false }, LK_RANGE_ALL },
  { LK_RANGE_NONNULL, { 1, 5, 0, false }, LK_RANGE_NONNULL },
  /* With a value between them nothing is known of the rest.  */
  { { -1, -1, 0, false }, { 0, 9, 0, false }, { -1, 9, 0, false } },
};

static void
test_hulls (void)
{
  bool good = true;
  for (size_t i = 0; i < sizeof hulls / sizeof hulls[0]; i++)
    {
      struct lk_range there = range_hull (&hulls[i].a, &hulls[i].b);
      struct lk_range back = range_hull (&hulls[i].b, &hulls[i].a);
      if (!lk_range_equal (&there, &hulls[i].hull)
	  || !lk_range_equal (&back, &hulls[i].hull))
	{
	  printf ("hull %zu: %s, %s\n", i, text (&there), text (&back));
	  good = false;
	}
    }
  verdict (good, "hulls by table");
}

static void
test_all (void)
{
  bool good = true;
  for (unsigned i = 0; i < n_ranges; i++)
    {
      bool all = true;
      for (int k = 0; k < N_VALUES; k++)
	all &= lk_range_contains (&ranges[i], values[k]);
      good &= range_is_all (&ranges[i]) == all;
    }
  verdict (good, "the range of everything");
}

int
main (void)
{
  make_ranges ();
  test_comparisons ();
  test_pairs (test_intersection, "intersections");
  test_pairs (test_hull, "hulls");
  test_pairs (test_subset, "subsets");
  test_hulls ();
  test_all ();
  return failed;
}
