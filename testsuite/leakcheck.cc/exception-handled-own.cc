/* A program with a handler around what is its own: its functions throw.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <iostream>
#include <string>
#include "call-elsewhere.h"

int
run ()
{
  try
    {
      elsewhere_plain ();
      return 0;
    }
  catch (...)
    {
      return 1;
    }
}

int
leak_own_function ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  elsewhere_plain ();
  return std::fclose (f);
}

int
clean_quiet ()
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  elsewhere_quiet ();
  return std::fclose (f);
}

int
clean_stream (int n)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  std::clog << "made " << n << std::endl;
  return std::fclose (f);
}

/* Not every text is a number.  */
int
leak_number (const char *text)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  std::fprintf (f, "%d", std::stoi (text));
  return std::fclose (f);
}
