/* Bits of a word that is written between its tests: set or cleared one by one, together with
   others, in a variable or in a member of a structure.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LOUD 1u
#define OPENED 2u
#define CACHED 4u
#define REMOTE 8u

extern int wanted (unsigned), prepare (const char *), report (int), ask (void);

/* None of several is set, then one is set that tells of a failure.  */
int
local_word (const char *name)
{
  unsigned mode = ask ();
  FILE *f = NULL;
  int r;
  if ((mode & (CACHED | REMOTE)) == 0)
    {
      f = fopen (name, "r");
      if (!f)
	mode |= REMOTE;
    }
  if (mode & REMOTE)
    return prepare (name);
  r = report (f != NULL);
  if (f)
    fclose (f);
  return r;
}

int
local_word_lost (const char *name)
{
  unsigned mode = ask ();
  FILE *f = NULL;
  int r;
  if ((mode & CACHED) == 0)
    {
      f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	mode |= REMOTE;
    }
  if (mode & REMOTE)
    return prepare (name);
  r = report (f != NULL);
  if (f)
    fclose (f);
  return r;
}

/* A bit of a member says that something is open.  */
struct link { unsigned state; int fd; };

int
member_word (struct link *l, const char *name)
{
  int fd = -1, r = 0;
  l->state &= ~OPENED;
  if (wanted (l->state))
    {
      fd = open (name, O_RDONLY);
      if (fd < 0)
	return -1;
      l->state |= OPENED;
    }
  if (l->state & LOUD)
    r = 3;
  if (l->state & OPENED)
    close (fd);
  return r;
}

int
member_word_lost (struct link *l, const char *name)
{
  int fd = -1, r = 0;
  l->state &= ~(OPENED | LOUD);
  if (wanted (l->state))
    {
      fd = open (name, O_RDONLY);	/* { dg-warning "'fd' is never closed" } */
      if (fd < 0)
	return -1;
      l->state |= OPENED;
    }
  if (l->state & LOUD)
    close (fd);
  return r;
}

/* Cleared on the path on which there is nothing to free.  */
int
cleared (unsigned mode, size_t n)
{
  char *area = NULL;
  if (mode & CACHED)
    {
      area = malloc (n);
      if (!area)
	mode &= ~CACHED;
    }
  if (report (mode & LOUD) < 0)
    mode |= LOUD;
  if (mode & CACHED)
    free (area);
  return mode & LOUD;
}

int
cleared_lost (unsigned mode, size_t n)
{
  char *area = NULL;
  if (mode & CACHED)
    {
      area = malloc (n);	/* { dg-warning "'area' is never freed" } */
      if (area)
	mode &= ~CACHED;
    }
  if (mode & CACHED)
    free (area);
  return mode & LOUD;
}

/* In each turn of a loop the word is another one.  */
int
in_loop (const unsigned *modes, int n, const char *name)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      unsigned mode = modes[i];
      FILE *f = NULL;
      if (!(mode & (LOUD | REMOTE)))
	{
	  f = fopen (name, "r");
	  if (f == NULL)
	    mode |= LOUD | CACHED;
	}
      if (mode & LOUD)
	continue;
      sum += report (mode & CACHED);
      if (f)
	fclose (f);
    }
  return sum;
}
