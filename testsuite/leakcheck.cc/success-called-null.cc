/* Who calls a method of an object has one: on the way where it is NULL the process ends.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <new>

void report (const char *) noexcept;

struct pipe
{
  int *counter;
  explicit pipe (int *c) noexcept : counter (c) {}
  ~pipe () { delete counter; }
  void start () noexcept;
};

/* report () ends the process, which nobody says.  */
pipe *
clean_reported ()
{
  int *c = new (std::nothrow) int;
  if (!c)
    report ("no memory");
  pipe *p = new (std::nothrow) pipe (c);
  if (!p)
    report ("no memory");
  p->start ();
  return p;
}

pipe *
leak_returned ()
{
  int *c = new (std::nothrow) int; // { dg-warning "'c' might not be deleted" }
  if (!c)
    return nullptr;
  pipe *p = new (std::nothrow) pipe (c);
  if (p)
    p->start ();
  return p;
}

/* It is asked after it was called.  */
void
clean_asked (pipe *p)
{
  FILE *f = std::fopen ("x", "r");
  p->start ();
  if (!p)
    return;
  if (f)
    std::fclose (f);
}

void
leak_asked (pipe *p)
{
  FILE *f = std::fopen ("x", "r"); // { dg-warning "'f' might not be closed" }
  if (!p)
    return;
  p->start ();
  if (f)
    std::fclose (f);
}
