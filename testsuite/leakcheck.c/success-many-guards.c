/* Many handles in one function, each guarded by a flag of its own: a fact keeps what matters to its
   own obligation.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

/* Do it for each of 24 handles; for those before, and behind, the one that is forgotten.  */
#define SOME(DO) \
  DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) DO (10) DO (11) DO (12)
#define REST(DO) \
  DO (14) DO (15) DO (16) DO (17) DO (18) DO (19) DO (20) DO (21) DO (22) DO (23)
#define ALL(DO) SOME (DO) DO (13) REST (DO)

extern int wanted (int);

#define M(i) int w##i;
struct flags
{
  ALL (M)
};

/* Parameters; variables that are there from the beginning; flags that are set by another one.  */
#define P(i) int w##i,
#define W(i) FILE *f##i = NULL; int w##i = wanted (i);
#define B(i) int w##i = 0, v##i = 0; if (wanted (i) > a) { w##i = 1; v##i = 2; }

static void
open_if (int w, const char *name, FILE **f)
{
  if (w)
    *f = fopen (name, "r");
}

static void
close_if (int w, FILE *f)
{
  if (w && f)
    fclose (f);
}

#define A(i) FILE *f##i = NULL; int w##i = wanted (i); if (w##i) f##i = fopen ("a", "r");
#define R(i) if (w##i && f##i) fclose (f##i);

int
clean_locals (void)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_locals (void)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i; int w##i = wanted (i); if (w##i) f##i = fopen ("a", "r");
#define R(i) if (w##i) { if (f##i) fclose (f##i); }

int
clean_unset (void)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_unset (void)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; if (bits & 1u << i) f##i = fopen ("a", "r");
#define R(i) if ((bits & 1u << i) && f##i) fclose (f##i);

int
clean_bits (unsigned bits)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_bits (unsigned bits)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; if (s->w##i) f##i = fopen ("a", "r");
#define R(i) if (s->w##i && f##i) fclose (f##i);

int
clean_members (const struct flags *s)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_members (const struct flags *s)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; if (w##i) f##i = fopen ("a", "r");
#define R(i) if (w##i && f##i) fclose (f##i);

int
clean_arguments (ALL (P) int last)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_arguments (ALL (P) int last)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; int w##i = wanted (i); open_if (w##i, "a", &f##i);
#define R(i) close_if (w##i, f##i);

int
clean_helpers (void)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_helpers (void)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; int o##i = 0; if (s->w##i) { f##i = fopen ("a", "r"); if \
  (f##i) o##i = 1; }
#define R(i) if (o##i) fclose (f##i);

int
clean_opened (const struct flags *s)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_opened (const struct flags *s)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) if (w##i) { f##i = fopen ("a", "r"); if (!f##i) goto out; }
#define R(i) if (w##i && f##i) fclose (f##i);

int
clean_early (void)
{
  int r = -1; ALL (W)
  ALL (A)
  r = 0;
out:
  ALL (R)
  return r;
}

int
leak_early (void)
{
  int r = -1; ALL (W)
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  r = 0;
out:
  SOME (R) REST (R)
  return r;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; int w##i = wanted (i), v##i = wanted (-i); if (w##i) { if \
  (v##i) f##i = fopen ("a", "r"); }
#define R(i) if (w##i) { if (v##i && f##i) fclose (f##i); }

int
clean_nested (void)
{
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_nested (void)
{
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; if (w##i) f##i = fopen ("a", "r");
#define R(i) if (v##i == 2 && f##i) fclose (f##i);

int
clean_before (int a)
{
  ALL (B)
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_before (int a)
{
  ALL (B)
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

#define A(i) FILE *f##i = NULL; int w##i = wanted (i); if (w##i) f##i = fopen ("a", "r"); \
  for (k = 0; k < n; k++) if (w##i && f##i) puts ("again");
#define R(i) if (w##i && f##i) fclose (f##i);

int
clean_loops (int n)
{
  int k;
  ALL (A)
  ALL (R)
  return 0;
}

int
leak_loops (int n)
{
  int k;
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  SOME (R) REST (R)
  return 0;
}

#undef A
#undef R

/* Undone in reverse, from where it failed.  */
#define A(i) if (w##i && !(f##i = fopen ("a", "r"))) goto out##i;
#define R(i) if (w##i) fclose (f##i); out##i: ;
#define DOWN_FROM_23(DO) \
  DO (23) DO (22) DO (21) DO (20) DO (19) DO (18) DO (17) DO (16) DO (15) DO (14)
#define DOWN_FROM_12(DO) \
  DO (12) DO (11) DO (10) DO (9) DO (8) DO (7) DO (6) DO (5) DO (4) DO (3) DO (2) DO (1) DO (0)

int
clean_chain (void)
{
  int r = -1;
  ALL (W)
  ALL (A)
  r = 0;
  DOWN_FROM_23 (R) R (13) DOWN_FROM_12 (R)
  return r;
}

int
leak_chain (void)
{
  int r = -1;
  ALL (W)
  SOME (A)
  A (13)	/* { dg-warning "'f13' is never closed" } */
  REST (A)
  r = 0;
  DOWN_FROM_23 (R)
out13:
  DOWN_FROM_12 (R)
  return r;
}
