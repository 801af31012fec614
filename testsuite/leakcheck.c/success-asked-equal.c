/* Whether two values are equal, asked by a callee of its arguments, of memory behind them or of a
   variable; and what a function that ends the process otherwise says, also through another one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

struct state { int kind; FILE *f; };

static void check_same (int a, int b) { if (a != b) abort (); }
static void check_kind (const struct state *s, int k) { if (s->kind != k) abort (); }
static FILE *file_of (struct state *s) { check_kind (s, 2); return s->f; }
static void check_two (int k) { if (k != 2) abort (); }
static void say_two (int k) { check_two (k); puts ("two"); }

int
clean_same (const char *n, int k, int j)
{
  FILE *f = fopen (n, "r");
  if (!f)
    return -1;
  check_same (k, j);
  if (k == j)
    fclose (f);
  return 0;
}

int
leak_same (const char *n, int k, int j, int i)
{
  FILE *f = fopen (n, "r");	/* { dg-warning "resource leak" } */
  if (!f)
    return -1;
  check_same (k, j);
  if (k == i)
    fclose (f);
  return 0;
}

int
clean_constant (const char *n, int k)
{
  FILE *f = fopen (n, "r");
  if (!f)
    return -1;
  check_same (k, 2);
  if (k == 2)
    fclose (f);
  return 0;
}

int
leak_constant (const char *n, int k)
{
  FILE *f = fopen (n, "r");	/* { dg-warning "resource leak" } */
  if (!f)
    return -1;
  check_same (k, 2);
  if (k == 3)
    fclose (f);
  return 0;
}

int
clean_member (struct state *s, const char *n)
{
  FILE *f = fopen (n, "r");
  if (!f)
    return -1;
  check_kind (s, 2);
  if (s->kind == 2)
    fclose (f);
  return 0;
}

int
clean_through_another (struct state *s, const char *n, int k)
{
  FILE *f = fopen (n, "r");
  s->kind = k;
  if (!f)
    return -1;
  file_of (s);
  if (s->kind == 2)
    fclose (f);
  return 0;
}

int
leak_through_another (struct state *s, const char *n, int k)
{
  FILE *f = fopen (n, "r");	/* { dg-warning "resource leak" } */
  s->kind = k;
  if (!f)
    return -1;
  file_of (s);
  if (s->kind == 3)
    fclose (f);
  return 0;
}

int
clean_two_calls_deep (const char *n, int k)
{
  FILE *f = fopen (n, "r");
  if (!f)
    return -1;
  say_two (k);
  if (k == 2)
    fclose (f);
  return 0;
}

int
leak_two_calls_deep (const char *n, int k, int j)
{
  FILE *f = fopen (n, "r");	/* { dg-warning "resource leak" } */
  if (!f)
    return -1;
  say_two (k);
  if (j == 2)
    fclose (f);
  return 0;
}

/* Two callees ask the same.  */
static FILE *
open_unless (const char *n, const char *none, FILE *console)
{
  return n == none ? console : fopen (n, "w");
}

static void
close_unless (const char *n, const char *none, FILE *f)
{
  if (n == none)
    fflush (f);
  else if (f)
    fclose (f);
}

void
clean_asked_twice (const char *n, const char *none)
{
  FILE *f = open_unless (n, none, stdout);
  if (f)
    fputs ("x", f);
  close_unless (n, none, f);
}

void
leak_asked_of_another (const char *n, const char *m, const char *none)
{
  FILE *f = open_unless (n, none, stdout);	/* { dg-warning "resource leak" } */
  if (f)
    fputs ("x", f);
  close_unless (m, none, f);
}

/* The same with a variable of the unit.  */
static const char *none;

static FILE *
open_file (const char *n)
{
  return n == none ? stdout : fopen (n, "w");
}

static void
close_file (const char *n, FILE *f)
{
  if (n != none && f)
    fclose (f);
}

void
clean_variable (const char *n)
{
  FILE *f = open_file (n);
  if (f)
    fputs ("x", f);
  close_file (n, f);
}

void
leak_variable_changed (const char *n)
{
  FILE *f = open_file (n);	/* { dg-warning "resource leak" } */
  if (f)
    fputs ("x", f);
  none = n;
  close_file (n, f);
}

void
leak_argument_changed (const char *n, const char *m)
{
  FILE *f = open_file (n);	/* { dg-warning "resource leak" } */
  if (f)
    fputs ("x", f);
  n = m;
  close_file (n, f);
}

/* The callee changes the member before it is asked again.  */
static void
set_kind (struct state *s, int k)
{
  s->kind = k + 1;
}

int
leak_member_changed (struct state *s, const char *n, int k)
{
  FILE *f = fopen (n, "r");	/* { dg-warning "resource leak" } */
  if (!f)
    return -1;
  check_kind (s, k);
  set_kind (s, k);
  if (s->kind == k)
    fclose (f);
  return 0;
}
