/* Functions that only a header declares, in a program that reckons with
   exceptions: who calls one may see it throw, who calls somebody who does is
   not told.  And loops that go round for reasons nobody knows.  */

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <unistd.h>
#include "call-elsewhere.h"

void here ();

static int
count (int n)
{
  if (n < 0)
    throw std::runtime_error ("negative");
  return n + 1;
}

/* A handler shows that it throws.  */
int
try_elsewhere ()
{
  try
    {
      elsewhere_plain ();
    }
  catch (const std::exception &)
    {
      return -1;
    }
  return 0;
}

static void
calls_elsewhere ()
{
  elsewhere_plain ();
  elsewhere_quiet ();
}

static void
calls_here ()
{
  here ();
}

int
leak_direct ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  elsewhere_plain ();
  return std::fclose (f);
}

int
clean_quiet ()
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  elsewhere_quiet ();
  return std::fclose (f);
}

int
clean_indirect ()
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  calls_elsewhere ();
  return std::fclose (f);
}

int
leak_indirect_here ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  calls_here ();
  return std::fclose (f);
}

int
leak_thrown_here (int n)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  std::fprintf (f, "%d", count (n));
  return std::fclose (f);
}

/* The library calls whom it was given.  */
int
leak_called_back (const std::function<void ()> &back)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  back ();
  return std::fclose (f);
}

/* Nobody fills a place again and again without a look at it.  */
int
clean_checked_by_macro ()
{
  int ends[2];
  do
    {
      if (::pipe (ends) == -1)
	std::abort ();
    }
  while (elsewhere_more ());
  ::close (ends[0]);
  ::close (ends[1]);
  return 0;
}

int
leak_filled_again ()
{
  int ends[2];
  do
    {
      if (::pipe (ends) == -1) /* { dg-warning "'ends.0.' might not be closed" } */
	return -1;
      if (::write (ends[1], "x", 1) != 1)
	std::abort ();
      ::close (ends[1]);
    }
  while (elsewhere_more ());
  ::close (ends[0]);
  return 0;
}

/* Who is asked a question answers that question.  (Not who is told.)  */
int
clean_asked ()
{
  FILE *f = std::tmpfile ();
  if (!elsewhere_check (f != nullptr, "f", __LINE__))
    return -1;
  return std::fclose (f);
}

int
leak_asked ()
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!elsewhere_check (f != nullptr, "f", __LINE__))
    return -1;
  int c = std::getc (f);
  if (!elsewhere_check (c != EOF, "c", __LINE__))
    return -1;
  return std::fclose (f);
}

int
leak_told (bool on)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (!elsewhere_enable (on) && on)
    return -1;
  return std::fclose (f);
}
