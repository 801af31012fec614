/* A pointer variable whose address is taken, or a member: what was read through is not NULL, also
   where it is read again to be tested.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

struct entry { struct entry *next; const char *path; int usable; };
extern int first_entry (struct entry **);
extern int good (int), skip (const char *);

/* The loop ends by break with an entry, or with none.  */
int
open_first (void)
{
  struct entry *e;
  int fd = -1;
  if (first_entry (&e))
    return -1;
  while (e)
    {
      if (e->usable)
	{
	  fd = open (e->path, O_RDONLY);
	  if (fd != -1)
	    {
	      if (good (fd))
		break;
	      close (fd);
	    }
	}
      e = e->next;
    }
  if (!e)
    return -1;
  return fd;
}

int
open_any (void)
{
  struct entry *e;
  int fd = -1;
  if (first_entry (&e))
    return -1;
  while (e)
    {
      fd = open (e->path, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
      if (fd != -1 && e->usable)
	break;
      e = e->next;
    }
  if (!e)
    return -1;
  return fd;
}

/* A member is the cursor.  */
struct scan { struct entry *at; int n; };

FILE *
scan_next (struct scan *s)
{
  FILE *f = NULL;
  do
    {
      f = fopen (s->at->path, "r");
      if (f)
	break;
      s->n++;
    }
  while ((s->at = s->at->next) != NULL);
  if (s->at == NULL)
    return NULL;
  return f;
}

FILE *
scan_usable (struct scan *s)
{
  FILE *f = NULL;
  do
    {
      f = fopen (s->at->path, "r");	/* { dg-warning "'f' might not be closed" } */
      if (f && s->at->usable)
	break;
      s->n++;
    }
  while ((s->at = s->at->next) != NULL);
  if (s->at == NULL)
    return NULL;
  return f;
}
