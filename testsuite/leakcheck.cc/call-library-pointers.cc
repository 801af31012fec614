/* What functions of a library call by pointer throws the program's exceptions only if
   the program gave it something to call.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <algorithm>
#include <any>
#include <cstdio>
#include <functional>
#include <memory>
#include <regex>
#include <string>
#include <vector>
#include "option.h"

struct failed { };

int compare (int, int);

void
check (int n)
{
  if (n < 0)
    throw failed ();
}

/* ---- Nothing was given.  ---- */

bool
clean_regex (const char *name, const std::regex &wanted)
{
  char line[200];
  FILE *f = std::fopen (name, "r");
  if (!f)
    return false;
  bool found = false;
  while (!found && std::fgets (line, sizeof line, f))
    found = std::regex_match (line, wanted);
  std::fclose (f);
  return found;
}

std::string
clean_replace (const std::string &text, const std::regex &blanks)
{
  int *counts = new int[2] ();
  std::string s = std::regex_replace (text, blanks, "_");
  counts[0] = int (s.size ());
  delete[] counts;
  return s;
}

void
clean_any (std::any &value)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return;
  value = 4;
  std::fclose (f);
}

option::holder<short> *
clean_option (const option::parser *p, int (*convert) (const char *))
{
  auto *h = new option::holder<short> { p, convert, 0 };
  return h->set ("4");
}

int
clean_options (option::holder<std::vector<short>> &other, option::holder<long> &h)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  h.set ("5");
  (void) other;
  return std::fclose (f);
}

int
clean_action ()
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  option::apply<int, option::quiet_action> (3);
  return std::fclose (f);
}

/* ---- Something was.  ---- */

bool
leak_function (const char *name, const std::function<void ()> &act)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return false;
  act ();
  std::fclose (f);
  return true;
}

void
leak_sorted (std::vector<int> &v)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return;
  std::sort (v.begin (), v.end (), compare);
  std::fclose (f);
}

/* A class of the program's.  */
struct amount
{
  int n;
  amount (int);
};

int
leak_own_class (option::holder<amount> &h)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  h.set ("5");
  return std::fclose (f);
}

int
leak_lambda (option::holder<int> &h)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  h.each (3, [] (int i) { check (i - 2); });
  return std::fclose (f);
}

int
leak_pointer (option::holder<int> &h, void (*what) (int))
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  h.each (3, what);
  return std::fclose (f);
}

int
checked (int n)
{
  check (n);
  return n;
}

int
leak_action ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  option::apply<int, checked> (3);
  return std::fclose (f);
}

/* Called by the library directly: no pointer is needed.  */
int
leak_made ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  auto a = std::make_unique<amount> (3);
  return std::fclose (f) + a->n;
}

/* A handler for it shows that it is caught.  */
int
clean_handled (option::holder<amount> &h)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  try
    {
      h.set ("5");
    }
  catch (...)
    {
    }
  return std::fclose (f);
}

int
leak_handled (option::holder<amount> &h)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      h.set ("5");
    }
  catch (...)
    {
      return -1;
    }
  return std::fclose (f);
}
