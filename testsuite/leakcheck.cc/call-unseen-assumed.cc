/* As call-unseen.cc: at level 2 such exceptions are followed, and what is lost by them is assumed.  */
// { dg-do compile }
// { dg-options "-fplugin-arg-leakcheck-level=2 -fdiagnostics-path-format=separate-events" }

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
assumed_settings (const char *name)
{
  FILE *f = std::fopen (name, "r");	// { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  int n = unseen_settings (name);	// { dg-message "assumed: no throw, declaration or handler here shows that exception" }
  std::fclose (f);
  return n;
}

int
assumed_painter (painter &p)
{
  int *widths = new int[10];	// { dg-warning "'widths' might not be deleted" }
  p.save (1);
  p.draw (2);
  delete [] widths;
  return 0;
}
