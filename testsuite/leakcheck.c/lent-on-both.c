/* A callee without a body or contract does not take the handle if the caller releases it both after
   a failure and after a success.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

extern int set_up (int fd, int mode);
extern bool known (DIR *, const char *);
extern int enlist (int fd), drop (int fd), ready (void), answer (void);
extern FILE *same (FILE *);

/* Common code at the end.  */
int
raw (const char *name, int mode)
{
  int r = -1, fd = open (name, O_RDWR); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (set_up (fd, mode) < 0)
    goto out;
  if (!ready ())
    return -2;
  r = answer ();
out:
  close (fd);
  return r;
}

int
raw_well (const char *name, int mode)
{
  int r = -1, fd = open (name, O_RDWR);
  if (fd < 0)
    return -1;
  if (set_up (fd, mode) < 0)
    goto out;
  if (!ready ())
    goto out;
  r = answer ();
out:
  close (fd);
  return r;
}

int
look (const char *where, const char *name)
{
  DIR *d = opendir (where);	/* { dg-warning "'d' might not be closed" } */
  if (!d)
    return -1;
  if (known (d, name))
    {
      if (answer () == 3)
	return 3;
      closedir (d);
      return 1;
    }
  closedir (d);
  return 0;
}

/* Taken, and given back before it is closed.  */
int
listed (const char *name)
{
  int fd = open (name, O_RDWR);
  if (fd < 0)
    return -1;
  if (enlist (fd) != 0)
    {
      close (fd);
      return -2;
    }
  if (!ready ())
    return 0;
  drop (fd);
  close (fd);
  return 1;
}

/* Closed only after a failure.  */
int
given (const char *name)
{
  int fd = open (name, O_RDWR);
  if (fd < 0)
    return -1;
  if (enlist (fd) == -1)
    {
      close (fd);
      return -2;
    }
  return ready () ? 0 : -3;
}

/* As look, the other way round: the test is of what is computed from the result.  */
int
look_not (const char *where, const char *name)
{
  DIR *d = opendir (where);	/* { dg-warning "'d' might not be closed" } */
  if (!d)
    return -1;
  bool missing = !known (d, name);
  if (missing)
    {
      closedir (d);
      return 0;
    }
  if (answer () == 3)
    return 3;
  closedir (d);
  return 1;
}

/* Closed after a failure; what is closed later in the loop is the next one.  */
int
enlist_all (const char *const *names)
{
  for (; *names; names++)
    {
      int fd = open (*names, O_RDWR);
      if (fd < 0)
	return -1;
      if (ready ())
	{
	  close (fd);
	  continue;
	}
      if (enlist (fd) < 0)
	close (fd);
    }
  return 0;
}
