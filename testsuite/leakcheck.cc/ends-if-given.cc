/* A function that only ends the process on some path says what holds on the others; and an
   assertion within an accessor does not hide what that returns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <cstdlib>

static void
check (bool holds)
{
  if (!holds)
    std::abort ();
}

class slot
{
  int *place;
public:
  explicit slot (int *p) : place (p) {}
  int *get () const { check (place != nullptr); return place; }
};

extern int count (int *, int *) noexcept;

int
once (int n)
{
  int *p = nullptr, found;
  for (int i = 0; i < n; i++)
    {
      check (p == nullptr);
      p = new int[n];
    }
  found = count (p, p);
  delete[] p;
  return found;
}

int
freed ()
{
  int *p = new int (1);
  slot s (p);
  delete s.get ();
  return 0;
}

int
lost (int n)
{
  int *p = nullptr, found;
  for (int i = 0; i < n; i++)
    {
      check (i >= 0);
      p = new int[n];	// { dg-warning "'p' might not be deleted" }
    }
  found = count (p, p);
  delete[] p;
  return found;
}
