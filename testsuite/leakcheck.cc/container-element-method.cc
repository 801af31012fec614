/* Elements of a container whose methods are called in a loop: that does not release them,
   if what the methods do is here to be read.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <vector>

struct cursor
{
  int column = 0;
  int next () noexcept { return ++column; }
  void done () { delete this; }
  int far ();
};

int
leak_all (int n)
{
  std::vector<cursor *> all;
  for (int i = 0; i < n; i++)
    all.push_back (new cursor);		/* { dg-warning "never deleted" } */
  int sum = 0;
  for (cursor *c : all)
    sum += c->next ();
  return sum;
}

int
clean_all (int n)
{
  std::vector<cursor *> all;
  for (int i = 0; i < n; i++)
    all.push_back (new cursor);
  int sum = 0;
  for (cursor *c : all)
    sum += c->next ();
  for (cursor *c : all)
    delete c;
  return sum;
}

void
clean_done (int n)
{
  std::vector<cursor *> all;
  for (int i = 0; i < n; i++)
    all.push_back (new cursor);
  for (cursor *c : all)
    c->done ();
}

/* Nobody knows what it does.  */
int
clean_far (int n)
{
  std::vector<cursor *> all;
  for (int i = 0; i < n; i++)
    all.push_back (new cursor);
  int sum = 0;
  for (cursor *c : all)
    sum += c->far ();
  return sum;
}

static void
release (cursor *c, bool now)
{
  if (now)
    delete c;
}

void
clean_release (int n)
{
  std::vector<cursor *> all;
  for (int i = 0; i < n; i++)
    all.push_back (new cursor);
  for (cursor *c : all)
    release (c, true);
}
