/* An array that a shared_ptr of single objects owns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

#include <memory>

int
leak_array (int n)
{
  std::shared_ptr<int> p (new int[n]); /* { dg-warning "mismatched release" } */
  p.get ()[0] = 1;
  return *p;
}

int
leak_array_reset (int n)
{
  std::shared_ptr<int> p;
  p.reset (new int[n]); /* { dg-warning "mismatched release" } */
  return *p;
}

int
clean_object (int n)
{
  std::shared_ptr<int> p (new int (n));
  return *p;
}

int
clean_made (int n)
{
  auto p = std::make_shared<int> (n);
  return *p;
}

int
clean_copied (int n)
{
  std::shared_ptr<int> p (new int (n)), q = p;
  p.reset ();
  return *q;
}
