/* A program that handles what the library throws, and nothing else: that its own
   functions throw is not said by that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <clocale>
#include <cstdio>
#include <iostream>
#include <locale>
#include <stdexcept>
#include <string>
#include "call-elsewhere.h"

void
set_locale ()
{
  try
    {
      std::locale::global (std::locale (""));
    }
  catch (...)
    {
      std::setlocale (LC_ALL, "");
    }
}

int
clean_own_function ()
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  elsewhere_plain ();
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

/* What the library throws is reckoned with.  */
static int
number (const std::string &text)
{
  try
    {
      return std::stoi (text);
    }
  catch (const std::invalid_argument &)
    {
      return -1;
    }
}

int
leak_number (const std::string &text)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  std::fprintf (f, "%d", std::stoi (text));
  return std::fclose (f);
}

int
clean_number (const std::string &text)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  std::fprintf (f, "%d", number (text));
  return std::fclose (f);
}

int
leak_plain ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (std::getc (f) == EOF)
    return -1;
  return std::fclose (f);
}
