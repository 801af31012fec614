/* Attributes that say when a function throws, and what holds if it does: "throws if", "release if
   thrown", "acquire though thrown", and the ones that the analysis knows from rows of Java: decided by
   transfer/call-exception.c.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <stdexcept>
#include <unistd.h>

#define CONTRACT(X) __attribute__ ((leakcheck_contract (X)))

void use (FILE *) CONTRACT ("borrow");
void use_mode (FILE *, int mode) CONTRACT ("borrow arg1, throws if arg2 < 0");
void attach (FILE *) CONTRACT ("borrow arg1, release arg1 if thrown");
void make (int *fd) CONTRACT ("acquire descriptor *arg1");
void make_anyway (int *fd) CONTRACT ("acquire descriptor *arg1 though thrown");

int
handler (int n)
{
  try
    {
      if (n > 3)
	throw std::runtime_error ("n");
    }
  catch (const std::exception &)
    {
      return 1;
    }
  return 0;
}

/* ---- "throws if".  ---- */

void
any_exception (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return;
  use (f);
  fclose (f);
}

void
never_throws (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  use_mode (f, 3);
  fclose (f);
}

void
throws_at (const char *name, int mode)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return;
  use_mode (f, mode);
  fclose (f);
}

void
tested_before (const char *name, int mode)
{
  if (mode < 0)
    return;
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  use_mode (f, mode);
  fclose (f);
}

/* ---- "release if thrown".  ---- */

void
released_if_thrown (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  attach (f);
  fclose (f);
}

void
released_only_if_thrown (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return;
  attach (f);
}

/* ---- "though thrown".  ---- */

void
not_there_if_thrown ()
{
  int fd = -1;
  make (&fd);
  close (fd);
}

void
there_if_thrown ()
{
  int fd = -1;
  make_anyway (&fd);	/* { dg-warning "'fd' might not be closed" } */
  close (fd);
}

void
closed_if_thrown ()
{
  int fd = -1;
  try
    {
      make_anyway (&fd);
    }
  catch (...)
    {
      close (fd);
      throw;
    }
  close (fd);
}
