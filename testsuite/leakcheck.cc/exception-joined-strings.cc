/* Who expects numbers to be none does not expect that strings cannot be joined.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

long
number (const std::string &text)
{
  try
    {
      return std::stol (text);
    }
  catch (const std::logic_error &)
    {
      return 0;
    }
}

int
clean_joined (const std::string &base, int i)
{
  FILE *f = fopen ("list", "r");
  if (!f)
    return -1;
  std::string name = base + "." + std::to_string (i);
  fclose (f);
  return (int) name.size ();
}

int
clean_inserted (std::string name)
{
  FILE *f = fopen ("list", "r");
  if (!f)
    return -1;
  name.insert (0, "./");
  fclose (f);
  return (int) name.size ();
}

int
clean_all (const std::string &base, int n)
{
  std::vector<FILE *> opened;
  for (int i = 0; i < n; i++)
    {
      std::string name = base + "." + std::to_string (i);
      FILE *f = fopen (name.c_str (), "r");
      if (!f)
	break;
      opened.push_back (f);
    }
  for (FILE *f : opened)
    fclose (f);
  return n;
}

long
leak_number (const std::string &text)
{
  FILE *f = fopen ("list", "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  long n = std::stol (text);
  fclose (f);
  return n;
}
