/* What dynamic_cast gives is the object itself, if it is one of the class.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <memory>
#include <stdexcept>
struct node { virtual ~node () {} };
struct num : node { int v; num (int x) : v (x) {} };

node *
make (int k) { if (k) return new num (k); return new node; }

std::unique_ptr<num>
clean_expect (int k)
{
  std::unique_ptr<node> n (make (k));
  num *p = dynamic_cast<num *> (n.get ());
  if (!p)
    throw std::runtime_error ("no number");
  n.release ();
  return std::unique_ptr<num> (p);
}

int
clean_raw (int k)
{
  node *n = make (k);
  num *p = dynamic_cast<num *> (n);
  if (!p)
    {
      delete n;
      return 0;
    }
  int v = p->v;
  delete p;
  return v;
}

int
leak_raw (int k)
{
  node *n = make (k); /* { dg-warning "'n' is never deleted" } */
  num *p = dynamic_cast<num *> (n);
  if (!p)
    return 0;
  int v = p->v;
  delete p;
  return v;
}

int
leak_other (int k)
{
  node *n = make (k); /* { dg-warning "'n' is never deleted" } */
  num *p = dynamic_cast<num *> (n);
  if (!p)
    {
      delete n;
      return 0;
    }
  return p->v;
}

int
leak_released (int k)
{
  std::unique_ptr<node> n (make (k)); /* { dg-warning "is never deleted" } */
  num *p = dynamic_cast<num *> (n.get ());
  if (!p)
    throw std::runtime_error ("no number");
  n.release ();
  return p->v;
}

num &
clean_ref (std::unique_ptr<node> &n, int k)
{
  n.reset (make (k));
  return dynamic_cast<num &> (*n);
}

std::unique_ptr<num>
clean_static (int k)
{
  std::unique_ptr<node> n (make (k));
  return std::unique_ptr<num> (static_cast<num *> (n.release ()));
}
