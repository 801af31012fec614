/* What walks over an array by an iterator that has a pointer, or asks a function for one of its
   elements.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-additional-options "-std=c++20 -Wno-array-bounds -Wno-stringop-overflow" } */

#include <array>
#include <cstdio>
#include <span>
#include <fcntl.h>
#include <unistd.h>

/* ---- Helpers.  ---- */

static void
close_each (std::span<const int> fds)
{
  for (int fd : fds)
    close (fd);
}

static void
close_array (const std::array<int, 2> &fds)
{
  for (size_t i = 0; i < fds.size (); i++)
    close (fds.at (i));
}

static int
count_each (std::span<const int> fds)
{
  int n = 0;
  for (int fd : fds)
    n += fd > 2;
  return n;
}

void
clean_each ()
{
  int p[2];
  if (pipe (p) < 0)
    return;
  close_each (p);
}

void
clean_each_array ()
{
  std::array<int, 2> p;
  if (pipe (p.data ()) < 0)
    return;
  close_each (p);
}

void
clean_array ()
{
  std::array<int, 2> p;
  if (pipe (p.data ()) < 0)
    return;
  close_array (p);
}

int
leak_counted ()
{
  int p[2];
  if (pipe (p) < 0) /* { dg-warning "'p.0.' might not be closed" } */
    return -1;
  /* { dg-warning "'p.1.' might not be closed" "" { target *-*-* } .-2 } */
  return count_each (p);
}

int
leak_some (int n)
{
  int p[2];
  if (pipe (p) < 0) /* { dg-warning "'p.0.' might not be closed" } */
    return -1;
  /* { dg-warning "'p.1.' might not be closed" "" { target *-*-* } .-2 } */
  if (n < 0)
    return -1;
  close_each (p);
  return 0;
}

/* ---- Here.  ---- */

void
clean_local ()
{
  int p[2];
  if (pipe (p) < 0)
    return;
  std::span<int> ends (p);
  for (int fd : ends)
    close (fd);
}

void
clean_at ()
{
  std::array<int, 2> p;
  if (pipe (p.data ()) < 0)
    return;
  for (int i = 0; i < 2; i++)
    close (p.at (i));
}

void
leak_either (int k)
{
  int a = dup (0), b = dup (0); /* { dg-warning "'a' might not be closed" } */
  /* { dg-warning "'b' might not be closed" "" { target *-*-* } .-1 } */
  struct { int *fd; } one = { &a };
  if (k)
    one.fd = &b;
  close (*one.fd);
}

void
clean_used_each ()
{
  int p[2];
  if (pipe (p) < 0)
    return;
  for (int fd : std::span<int> (p))
    {
      fsync (fd);
      close (fd);
    }
}

/* ---- Members of elements.  ---- */

struct both
{
  FILE *in;
  FILE *out;
};

void
clean_members (const char *a, const char *b)
{
  both all[1] = { { fopen (a, "r"), fopen (b, "w") } };
  for (both &one : std::span<both> (all))
    {
      if (one.in)
	fclose (one.in);
      if (one.out)
	fclose (one.out);
    }
}

/* ---- Iterators of the program's own.  ---- */

struct walker
{
  int *at;
  int left;
  bool more () const { return left > 0; }
  int here () const { return *at; }
  void step () { at++; left--; }
};

void
clean_walker ()
{
  int p[2];
  if (pipe (p) < 0)
    return;
  for (walker w = { p, 2 }; w.more (); w.step ())
    close (w.here ());
}

void
leak_standing (int n)
{
  int p[2];
  if (pipe (p) < 0) /* { dg-warning "'p.1.' is never closed" } */
    return;
  walker w = { p, 2 };
  while (n-- > 0)
    write (w.here (), "x", 1);
  close (w.here ());
}

/* One that does not always go on.  */
struct lazy_walker
{
  int *at;
  void step (bool on) { if (on) at++; }
};

void
leak_lazy (bool on)
{
  int p[2];
  if (pipe (p) < 0) /* { dg-warning "'p.1.' " } */
    return;
  lazy_walker w = { p };
  for (int i = 0; i < 2; i++)
    {
      close (*w.at);
      w.step (on);
    }
}

/* Byte by byte, from one end of memory to the other.  */
void
clean_backwards ()
{
  char room[80];
  char *p = room;
  *(int *) (room - 0x4000000000000000L) = dup (0);
  for (; p > room - 8; p--)
    close (*(int *) (p + 0x4000000000000000L));
}
