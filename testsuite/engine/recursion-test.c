/* Lazy facts about functions that call each other: each fact by a table of calls, held against
   the reachability in that table; also asked for in another order, and halfway.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../analysis/function/function.h"

enum { MOST = 12 };

/* A program: the functions that each one calls, by bits, and its own bits.  */
static struct
{
  const char *name;
  unsigned n;
  uint32_t calls[MOST];
} programs[] = {
  { "one that calls nothing", 1, { 0 } },
  { "one that calls itself", 1, { 1 } },
  { "a chain", 4, { 2, 4, 8, 0 } },
  { "two that call each other", 2, { 2, 1 } },
  { "a circle of three", 3, { 2, 4, 1 } },
  { "a circle with a way out", 4, { 2, 4, 1 | 8, 0 } },
  { "a circle that two enter", 5, { 4, 4, 8, 16, 4 } },
  { "a circle within a circle", 5, { 2, 4, 2 | 8, 16, 1 } },
  { "two circles, one below the other", 6, { 2, 1 | 4, 8, 4 | 16, 32, 0 } },
  { "two circles that share one", 5, { 2, 4 | 8, 1, 16, 2 } },
  { "all call all", 4, { 15, 15, 15, 15 } },
  { "a late way back", 6, { 2 | 4, 8, 16, 32, 32, 1 } },
};
enum { N_PROGRAMS = sizeof programs / sizeof programs[0] };

static unsigned program, n_computed;
static struct lk_function *functions[MOST];
static bool failed;

static void compute (struct lk_unit *, struct lk_function *, uint32_t, uint64_t *);

/* The bits of all functions that one calls, directly or not, and its own.  */
static const struct lazy_fact reached = { compute, { UINT64_MAX } };

static void
compute (struct lk_unit *unit, struct lk_function *fn, uint32_t index, uint64_t *bits)
{
  n_computed++;
  bits[0] |= UINT64_C (1) << fn->index;
  for (unsigned k = 0; k < programs[program].n; k++)
    if (programs[program].calls[fn->index] >> k & 1)
      bits[0] |= lazy_fact (unit, functions[k], index, &reached)[0];
}

static uint64_t
expected (unsigned from)
{
  uint64_t seen = UINT64_C (1) << from, before;
  do
    {
      before = seen;
      for (unsigned k = 0; k < programs[program].n; k++)
	if (seen >> k & 1)
	  seen |= programs[program].calls[k];
    }
  while (seen != before);
  return seen;
}

static void
verdict (bool good, const char *what, const char *name)
{
  printf ("%s: recursion: %s, %s\n", good ? "PASS" : "FAIL", name, what);
  failed |= !good;
}

static struct lk_unit *
new_unit (void)
{
  static const struct lk_host host;
  struct lk_options options;
  memset (&options, 0, sizeof options);
  struct lk_unit *unit = lk_unit_new (&host, &options);
  for (unsigned k = 0; k < programs[program].n; k++)
    {
      char name[3] = { 'f', (char) ('0' + k % 10), '\0' };
      functions[k] = lk_unit_add_function (unit, name);
      functions[k]->flags = LK_FN_BODY;
    }
  return unit;
}

/* Ask for all facts from number FIRST on.  */
static bool
all_right (unsigned first)
{
  struct lk_unit *unit = new_unit ();
  bool good = true;
  unsigned n = programs[program].n;
  n_computed = 0;
  for (unsigned k = 0; k < n; k++)
    {
      unsigned f = (first + k) % n;
      good &= lazy_fact (unit, functions[f], 0, &reached)[0] == expected (f);
    }
  /* Known facts are not computed again, and another index is another fact.  */
  unsigned before = n_computed;
  for (unsigned k = 0; k < n; k++)
    good &= (lazy_fact_known (unit, functions[k], 0, &reached) != NULL
	     && lazy_fact (unit, functions[k], 0, &reached)[0] == expected (k)
	     && !lazy_fact_known (unit, functions[k], 1, &reached));
  good &= n_computed == before;
  lk_unit_free (unit);
  return good;
}

/* What is set is not computed, and is used by the others.  */
static bool
set_is_used (void)
{
  struct lk_unit *unit = new_unit ();
  unsigned last = programs[program].n - 1;
  uint64_t mark = UINT64_C (1) << 40;
  lazy_fact_set (unit, functions[last], 0, &reached, mark);
  bool good = lazy_fact (unit, functions[last], 0, &reached)[0] == mark;
  for (unsigned k = 0; k < last; k++)
    if (programs[program].calls[k] >> last & 1)
      good &= (lazy_fact (unit, functions[k], 0, &reached)[0] & mark) != 0;
  lk_unit_free (unit);
  return good;
}

/* A program of N functions, by a generator of numbers.  */
static void
make_program (uint32_t seed)
{
  programs[0].n = 2 + seed % (MOST - 1);
  for (unsigned k = 0; k < programs[0].n; k++)
    {
      seed = seed * 1664525 + 1013904223;
      programs[0].calls[k] = (seed >> 8) & (seed >> 14) & ((1u << programs[0].n) - 1);
    }
}

int
main (void)
{
  for (program = 0; program < N_PROGRAMS; program++)
    {
      bool good = true;
      for (unsigned first = 0; first < programs[program].n; first++)
	good &= all_right (first);
      verdict (good, "in any order", programs[program].name);
      verdict (set_is_used (), "with one that is set", programs[program].name);
    }
  bool good = true;
  program = 0;
  for (uint32_t seed = 1; seed <= 3000 && good; seed++)
    {
      make_program (seed);
      for (unsigned first = 0; first < programs[0].n; first++)
	good &= all_right (first);
      if (!good)
	printf ("seed %" PRIu32 "\n", seed);
    }
  verdict (good, "in any order", "3000 programs");
  return failed;
}
