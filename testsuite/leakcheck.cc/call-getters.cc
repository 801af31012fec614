/* What only tells something of an object, or makes an empty one or a copy, and is declared in a
   header, is believed to throw nothing, whatever its declaration allows.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include "getter.h"

/* The program has exceptions.  */
void
refuse (int n)
{
  if (n < 0)
    throw std::runtime_error ("negative");
}

/* A handler shows that these do throw.  */
void
try_all (document &d, const char *text)
{
  try
    {
      document e (text);
      d = text;
      d.load (text);
      d.next ();
      d.check ();
      d.find (text);
    }
  catch (const std::exception &)
    {
    }
}

int
clean_made ()
{
  char *text = static_cast<char *> (std::malloc (100));
  if (!text)
    return -1;
  document d;
  std::free (text);
  return 0;
}

/* Copies run out of memory at most.  */
int
clean_copied (const document &other)
{
  char *text = static_cast<char *> (std::malloc (100));
  if (!text)
    return -1;
  document d (other), e;
  e = other;
  std::free (text);
  return 0;
}

int
clean_told (const document &d)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  int n = d.size ();
  std::fprintf (f, "%s %d\n", d.title (), d.version ());
  std::fclose (f);
  return n;
}

int
clean_virtual (const document *d)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  std::fprintf (f, "%d\n", d->version ());
  return std::fclose (f);
}

int
leak_parsed (const char *text)
{
  char *copy = static_cast<char *> (std::malloc (100)); // { dg-warning "'copy' might not be freed" }
  if (!copy)
    return -1;
  document d (text);
  std::free (copy);
  return 0;
}

int
leak_assigned (document &d, const char *text)
{
  char *copy = static_cast<char *> (std::malloc (100)); // { dg-warning "'copy' might not be freed" }
  if (!copy)
    return -1;
  d = text;
  std::free (copy);
  return 0;
}

int
leak_loaded (document &d, const char *text)
{
  FILE *f = std::tmpfile (); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  bool loaded = d.load (text);
  std::fclose (f);
  return loaded;
}

/* It changes the object.  */
int
leak_next (document &d)
{
  FILE *f = std::tmpfile (); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  std::fprintf (f, "%d\n", d.next ());
  return std::fclose (f);
}

/* How else should it tell?  */
int
leak_checked (const document &d)
{
  FILE *f = std::tmpfile (); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  d.check ();
  return std::fclose (f);
}

int
leak_found (const document &d, const char *name)
{
  FILE *f = std::tmpfile (); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  std::fprintf (f, "%d\n", d.find (name));
  return std::fclose (f);
}

/* A class of this file: what it does its author knows.  */
class source
{
public:
  source ();
  int read () const;
};

int
leak_here (const source &s)
{
  FILE *f = std::tmpfile (); // { dg-warning "'f' might not be closed" }
  if (!f)
    return -1;
  std::fprintf (f, "%d\n", s.read ());
  return std::fclose (f);
}

/* Who has a handler around it reckons with that.  */
int
leak_tried (const document &d)
{
  try
    {
      FILE *f = std::tmpfile (); // { dg-warning "'f' might not be closed" }
      if (!f)
	return -1;
      int n = d.size ();
      std::fclose (f);
      return n;
    }
  catch (const std::exception &)
    {
      return -1;
    }
}

int
clean_tried (const document &d)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  int n = -1;
  try
    {
      n = d.size ();
    }
  catch (const std::exception &)
    {
      std::fclose (f);
      return -1;
    }
  std::fclose (f);
  return n;
}
