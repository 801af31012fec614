/* Functions that throw, and that do not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "raises.h"

void
check (int n)
{
  if (n > 3)
    throw std::runtime_error ("large");
}

void
quiet (int n)
{
  std::printf ("%d\n", n);
}

void
fail_base (int n)
{
  if (n)
    throw base_error { n };
}

void
fail_late (int n)
{
  if (n)
    throw late_error { };
}

void
fail_nothing (int n)
{
  if (n)
    throw nothing { };
}

void
give_up (const char *text)
{
  throw std::runtime_error (text);
}

int
parse (const char *text)
{
  try
    {
      check (text[0]);
    }
  catch (const std::exception &)
    {
      return -1;
    }
  return 0;
}

file::file (const char *name)
  : f (std::fopen (name, "r"))
{
  if (!f)
    throw std::runtime_error (name);
}

file::~file ()
{
  std::fclose (f);
}

int
file::get ()
{
  return std::fgetc (f);
}
