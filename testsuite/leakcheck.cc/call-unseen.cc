/* A function that another unit defines, and that no handler of this one expects to throw, is not
   assumed to; the unit throws in other places.  */
// { dg-do compile }

#include <cstdio>
#include <stdexcept>
#include "call-unseen.h"

void
refuse (int n)
{
  if (n < 0)
    throw std::runtime_error ("negative");
}

int
clean_settings (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  int n = unseen_settings (name);
  std::fclose (f);
  return n;
}

int
clean_painter (painter &p)
{
  int *widths = new int[10];
  p.save (1);
  p.draw (2);
  delete [] widths;
  return 0;
}

/* Here a handler does expect it.  */
int
try_settings (const char *name)
{
  try
    {
      return seen_settings (name);
    }
  catch (const std::runtime_error &)
    {
      return -1;
    }
}

int
leak_settings (const char *name)
{
  FILE *f = std::fopen (name, "r");	// { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  int n = seen_settings (name);
  std::fclose (f);
  return n;
}

/* The unit's own throw is seen.  */
int
leak_refused (const char *name, int n)
{
  FILE *f = std::fopen (name, "r");	// { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  refuse (n);
  std::fclose (f);
  return n;
}

/* One way out needs no exception.  */
int
leak_early (const char *name)
{
  FILE *f = std::fopen (name, "r");	// { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  int n = unseen_settings (name);
  if (n < 0)
    return -1;
  std::fclose (f);
  return n;
}

/* The same holds for a function of a table that a header declares; others that are called by pointer
   may be the caller's.  */
int
clean_reader (reader *r)
{
  int *widths = new int[10];
  int n = r->next (r);
  delete [] widths;
  return n;
}

int
try_reader (reader *r)
{
  try
    {
      return r->peek (r);
    }
  catch (const std::runtime_error &)
    {
      return -1;
    }
}

int
leak_reader (reader *r)
{
  int *widths = new int[10];	// { dg-warning "'widths' might not be deleted" }
  int n = r->peek (r);
  delete [] widths;
  return n;
}

int
leak_pointer (int (*next) (int))
{
  int *widths = new int[10];	// { dg-warning "'widths' might not be deleted" }
  int n = next (1);
  delete [] widths;
  return n;
}
