/* Callers of what raises-lib.cc defines: an exception of a function of another file loses a
   resource, or cannot occur.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "raises.h"

void
leaks_check (int n)
{
  char *p = new char[10]; /* LEAK */
  check (n);
  delete[] p;
}

void
clean_check (int n)
{
  char *p = new char[10];
  try
    {
      check (n);
    }
  catch (...)
    {
      delete[] p;
      throw;
    }
  delete[] p;
}

/* It is called in a try block, too, which would be evidence that it throws.  */
void
clean_quiet (int n)
{
  char *p = new char[10];
  quiet (n);
  delete[] p;
}

void
tries_quiet (int n)
{
  try
    {
      quiet (n);
    }
  catch (...)
    {
      std::puts ("x");
    }
}

/* It handles its own.  */
int
clean_parse (const char *text)
{
  char *p = new char[10];
  int r = parse (text);
  delete[] p;
  return r;
}

void
leaks_nothing (int n)
{
  char *p = new char[10]; /* LEAK */
  fail_nothing (n);
  delete[] p;
}

int
leaks_handled (int n)
{
  char *p = new char[10]; /* LEAK */
  try
    {
      fail_base (n);
    }
  catch (const base_error &)
    {
      return -1;
    }
  delete[] p;
  return 0;
}

int
clean_handled (int n)
{
  char *p = new char[10];
  int r = 0;
  try
    {
      fail_base (n);
    }
  catch (const base_error &e)
    {
      r = e.code;
    }
  delete[] p;
  return r;
}

/* The handler of a base catches it.  */
int
clean_late (int n)
{
  char *p = new char[10];
  int r = 0;
  try
    {
      fail_late (n);
    }
  catch (const base_error &)
    {
      r = -1;
    }
  delete[] p;
  return r;
}

/* That of another type does not.  */
int
leaks_other (int n)
{
  char *p = new char[10]; /* LEAK */
  int r = 0;
  try
    {
      check (n);
    }
  catch (const base_error &)
    {
      r = -1;
    }
  delete[] p;
  return r;
}

int
leaks_give_up (int n)
{
  char *p = new char[10]; /* LEAK */
  if (n)
    give_up ("n");
  delete[] p;
  return 0;
}

int
clean_give_up (int n)
{
  char *p = new char[10];
  if (n)
    {
      delete[] p;
      give_up ("n");
    }
  delete[] p;
  return 0;
}

int
leaks_constructor (const char *name)
{
  FILE *g = std::fopen (name, "r"); /* LEAK */
  if (!g)
    return 1;
  file f (name);
  std::fclose (g);
  return f.get ();
}

int
clean_constructor (const char *name)
{
  file f (name);
  FILE *g = std::fopen (name, "r");
  if (!g)
    return 1;
  int r = f.get ();
  std::fclose (g);
  return r;
}
