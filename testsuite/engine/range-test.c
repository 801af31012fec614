/* Ranges of values: comparisons by a table, and intersection, hull, union and
   subset for every pair of ranges over a few numbers and both ends of int64_t,
   each held against the values themselves.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "../../analysis/function/function.h"

static const int64_t values[]
  = { INT64_MIN, INT64_MIN + 1, -2, -1, 0, 1, 62, INT64_MAX - 1, INT64_MAX };
enum { N_VALUES = sizeof values / sizeof values[0] };

/* All ranges with ends in VALUES, whole or with holes inside.  */
static struct lk_range ranges[2000];
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
  if (r->holes)
    snprintf (out + n, sizeof buffers[0] - n, " but %" PRId64 " and %#" PRIx64, r->hole, r->holes);
  return out;
}

static void
make_ranges (void)
{
  for (int lo = 0; lo < N_VALUES; lo++)
    for (int hi = lo; hi < N_VALUES; hi++)
      {
	/* From the last value on, so that each comes before those that are there.  */
	for (unsigned holes = 0; holes < 1u << (hi > lo ? hi - lo - 1 : 0); holes++)
	  {
	    struct lk_range r = { values[lo], values[hi], 0, 0 };
	    bool fit = true;
	    for (int i = hi - lo - 2; i >= 0; i--)
	      fit &= !(holes >> i & 1) || lk_range_add_hole (&r, values[lo + 1 + i]);
	    if (fit)
	      ranges[n_ranges++] = r;
	  }
      }
}

/* ---- Comparisons.  ---- */

static const struct
{
  enum lk_compare op;
  int64_t c;
  struct lk_range range;
} comparisons[] = {
  { LK_EQ, 7, { 7, 7, 0, 0 } },
  { LK_EQ, INT64_MIN, { INT64_MIN, INT64_MIN, 0, 0 } },
  { LK_NE, 0, { INT64_MIN, INT64_MAX, 0, 1 } },
  { LK_NE, -1, { INT64_MIN, INT64_MAX, -1, 1 } },
  { LK_LT, 0, { INT64_MIN, -1, 0, 0 } },
  { LK_LT, INT64_MAX, { INT64_MIN, INT64_MAX - 1, 0, 0 } },
  { LK_LE, 0, { INT64_MIN, 0, 0, 0 } },
  { LK_LE, INT64_MAX, { INT64_MIN, INT64_MAX, 0, 0 } },
  { LK_GT, 0, { 1, INT64_MAX, 0, 0 } },
  { LK_GT, INT64_MIN, { INT64_MIN + 1, INT64_MAX, 0, 0 } },
  { LK_GE, 0, { 0, INT64_MAX, 0, 0 } },
  { LK_GE, INT64_MIN, { INT64_MIN, INT64_MAX, 0, 0 } },
  /* Nothing fits these; a range cannot say so, and holds one value too many.  */
  { LK_LT, INT64_MIN, { INT64_MIN, INT64_MIN, 0, 0 } },
  { LK_GT, INT64_MAX, { INT64_MAX, INT64_MAX, 0, 0 } },
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

/* Return true if the holes of A and those of B are near enough to be the holes of one range.  */
static bool
fit (const struct lk_range *a, const struct lk_range *b)
{
  struct lk_range r = *a;
  bool good = true;
  for (int i = 0; i < N_VALUES; i++)
    good &= !lk_range_hole (b, values[i]) || lk_range_add_hole (&r, values[i]);
  return good;
}

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
      /* Nothing comes in from outside of A, or of the ends of B; of holes that are too far
	 from each other some are lost.  */
      if (some && lk_range_contains (&r, values[i]))
	good &= (lk_range_contains (a, values[i])
		 && b->lo <= values[i] && values[i] <= b->hi
		 && (both || !fit (a, b)));
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
	       && lk_range_within (a, &r) && lk_range_within (b, &r)
	       && (!r.holes || (r.lo < r.hole && r.hole < r.hi)));
  for (int i = 0; i < N_VALUES; i++)
    if (lk_range_contains (a, values[i]) || lk_range_contains (b, values[i]))
      good &= lk_range_contains (&r, values[i]);
  if (!good)
    printf ("hull of %s and %s: %s\n", text (a), text (b), text (&r));
  return good;
}

static bool
test_union (const struct lk_range *a, const struct lk_range *b)
{
  struct lk_range r;
  bool exact = range_union (a, b, &r), good = true;
  for (int i = 0; i < N_VALUES; i++)
    {
      bool either = lk_range_contains (a, values[i]) || lk_range_contains (b, values[i]);
      good &= exact && !a->holes && !b->holes ? either == lk_range_contains (&r, values[i])
	      : !either || lk_range_contains (&r, values[i]);
    }
  if (!good)
    printf ("%s or %s: %s\n", text (a), text (b), text (&r));
  return good;
}

static bool
test_subset (const struct lk_range *a, const struct lk_range *b)
{
  bool inside = true;
  for (int i = 0; i < N_VALUES; i++)
    inside &= (!lk_range_contains (a, values[i])
	       || lk_range_contains (b, values[i]));
  bool good = (lk_range_within (a, b) == inside
	       && lk_range_equal (a, b) == (lk_range_within (a, b)
					 && lk_range_within (b, a)));
  if (!good)
    printf ("%s within %s: not %d\n", text (a), text (b), lk_range_within (a, b));
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
  { { -1, -1, 0, 0 }, { 1, 9, 0, 0 }, { -1, 9, 0, 1 } },
  { { 3, 3, 0, 0 }, { INT64_MIN, -5, 0, 0 },
    { INT64_MIN, 3, 0, 1 } },
  /* A hole that the other range fills is none.  */
  { LK_RANGE_NONNULL, { 0, 0, 0, 0 }, LK_RANGE_ALL },
  { LK_RANGE_NONNULL, { 1, 5, 0, 0 }, LK_RANGE_NONNULL },
  /* With a value between them nothing is known of the rest.  */
  { { -1, -1, 0, 0 }, { 0, 9, 0, 0 }, { -1, 9, 0, 0 } },
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

static void
test_complements (void)
{
  bool good = true;
  unsigned n = 0;
  for (unsigned i = 0; i < n_ranges; i++)
    {
      struct lk_range r;
      if (!range_complement (&ranges[i], &r))
	continue;
      n++;
      for (int k = 0; k < N_VALUES; k++)
	good &= lk_range_contains (&ranges[i], values[k]) != lk_range_contains (&r, values[k]);
    }
  verdict (good && n > N_VALUES, "complements");
}

int
main (void)
{
  make_ranges ();
  test_comparisons ();
  test_pairs (test_intersection, "intersections");
  test_pairs (test_hull, "hulls");
  test_pairs (test_union, "unions");
  test_pairs (test_subset, "subsets");
  test_hulls ();
  test_all ();
  test_complements ();
  return failed;
}
