/* Lambdas that call each other twice: the body of each is read in place of its calls only while it
   is short, or 30 of them would be a thousand million events.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>

int next (int) noexcept;

#define TWICE(N, M) auto l##N = [&] { l##M (); l##M (); };
#define LAMBDAS \
  TWICE (1, 0) TWICE (2, 1) TWICE (3, 2) TWICE (4, 3) TWICE (5, 4) TWICE (6, 5) TWICE (7, 6) \
  TWICE (8, 7) TWICE (9, 8) TWICE (10, 9) TWICE (11, 10) TWICE (12, 11) TWICE (13, 12) \
  TWICE (14, 13) TWICE (15, 14) TWICE (16, 15) TWICE (17, 16) TWICE (18, 17) TWICE (19, 18) \
  TWICE (20, 19) TWICE (21, 20) TWICE (22, 21) TWICE (23, 22) TWICE (24, 23) TWICE (25, 24) \
  TWICE (26, 25) TWICE (27, 26) TWICE (28, 27) TWICE (29, 28) TWICE (30, 29)

int
leak_between (const char *name)
{
  int n = 0;
  auto l0 = [&] { n = next (n); };
  LAMBDAS
  FILE *f = std::fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return 1;
  l30 ();
  return n + std::fgetc (f);
}

int
clean_between (const char *name)
{
  int n = 0;
  auto l0 = [&] { n = next (n); };
  LAMBDAS
  FILE *f = std::fopen (name, "r");
  if (!f)
    return 1;
  l30 ();
  std::fclose (f);
  return n;
}
