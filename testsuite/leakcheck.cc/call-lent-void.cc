/* Methods without a result, of classes that other units define, leave an object alone that their
   caller destroys or returns later; constant virtual ones leave it alone in all classes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <vector>
#include "call-lent-void.h"

sieve *
leak_before_result (const std::string &p, int limit)
{
  sieve *s = new sieve (p, 0);	/* { dg-warning "'s' might not be deleted" } */
  s->set_limit (limit);
  if (limit < 0)
    return nullptr;
  return s;
}

sieve *
clean_before_result (const std::string &p, int limit)
{
  sieve *s = new sieve (p, 0);
  s->set_limit (limit);
  if (limit < 0)
    {
      delete s;
      return nullptr;
    }
  return s;
}

bool
leak_used_once (const std::string &p, const std::string &t)
{
  sieve *s = new sieve (p, 1);	/* { dg-warning "'s' might not be deleted" } */
  s->set_limit (3);
  if (!s->apply (t))
    return false;
  delete s;
  return true;
}

/* Nothing shows that the caller keeps it.  */
void
clean_elsewhere (const std::string &p)
{
  sieve *s = new sieve (p, 1);
  s->set_limit (3);
}

/* The argument may keep it.  */
bool
clean_attached (const std::string &p, sieve *other, int n)
{
  sieve *s = new sieve (p, 1);
  s->attach (other);
  if (n < 0)
    return false;
  delete s;
  return true;
}

/* The release comes on the other path, not after the call.  */
bool
clean_retired (int n)
{
  ticket *t = new ticket (n);
  if (n < 0)
    {
      t->retire ();
      return false;
    }
  delete t;
  return true;
}

bool
leak_marked (int n)
{
  ticket *t = new ticket (n);	/* { dg-warning "'t' might not be deleted" } */
  t->mark (n);
  if (n < 0)
    return false;
  delete t;
  return true;
}

/* Some bodies are here, others may be elsewhere.  */
struct expr
{
  virtual ~expr () {}
  virtual int eval () const = 0;
  virtual int consume () = 0;
};
struct num : expr
{
  int n;
  num (int i) : n (i) {}
  int eval () const override { return n; }
  int consume () override { return n; }
};

int
leak_evaluated (const std::vector<int> &in)
{
  std::vector<expr *> v;
  for (int i : in)
    v.push_back (new num (i));	/* { dg-warning "might not be deleted|never deleted" } */
  int s = 0;
  for (expr *e : v)
    s += e->eval ();
  v.clear ();
  return s;
}

int
clean_evaluated (const std::vector<int> &in)
{
  std::vector<expr *> v;
  for (int i : in)
    v.push_back (new num (i));
  int s = 0;
  for (expr *e : v)
    s += e->eval ();
  for (expr *e : v)
    delete e;
  return s;
}

int
clean_consumed (const std::vector<int> &in)
{
  std::vector<expr *> v;
  for (int i : in)
    v.push_back (new num (i));
  int s = 0;
  for (expr *e : v)
    s += e->consume ();
  return s;
}
