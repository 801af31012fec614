/* Destructors that nobody calls here, with loops, switches and returns: what they do before and
   after.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <unistd.h>

/* What follows a loop is done.  */
class rotated
{
public:
  ~rotated ()
  {
    for (int i = 0; i < n; i++)
      close (old[i]);
    do
      n--;
    while (n > 0);
    if (log)
      fclose (log);
  }
  void leak_reopen (const char *path);
  void clean_reopen (const char *path);

private:
  FILE *log = nullptr;
  int old[4], n = 0;
};

void
rotated::leak_reopen (const char *path)
{
  fflush (log);
  log = fopen (path, "ae");		/* { dg-warning "might not be closed" } */
}

void
rotated::clean_reopen (const char *path)
{
  fclose (log);
  log = fopen (path, "ae");
}

/* What is in a loop may not be done at all: nobody knows whose it is.  */
class shared
{
public:
  ~shared ()
  {
    for (int i = 0; i < n; i++)
      fclose (log);
  }
  void clean_reopen (const char *path);

private:
  FILE *log = nullptr;
  int n = 0;
};

void
shared::clean_reopen (const char *path)
{
  fflush (log);
  log = fopen (path, "ae");
}

/* Nor what follows a return, a break out of a loop without end, or is one of several cases.  */
class borrowed
{
public:
  ~borrowed ()
  {
    if (lent)
      return;
    fclose (log);
  }
  void clean_reopen (const char *path);

private:
  FILE *log = nullptr;
  bool lent = false;
};

void
borrowed::clean_reopen (const char *path)
{
  fflush (log);
  log = fopen (path, "ae");
}

class chosen
{
public:
  ~chosen ()
  {
    switch (mode)
      {
      case 1:
	fclose (log);
	break;
      default:
	break;
      }
  }
  void clean_reopen (const char *path);

private:
  FILE *log = nullptr;
  int mode = 0;
};

void
chosen::clean_reopen (const char *path)
{
  fflush (log);
  log = fopen (path, "ae");
}

class ended
{
public:
  ~ended ()
  {
    for (;;)
      {
	if (mode)
	  break;
	fclose (log);
	mode = 1;
      }
    if (fd >= 0)
      close (fd);
  }
  void clean_reopen (const char *path);
  int leak_move (int to);

private:
  FILE *log = nullptr;
  int mode = 0, fd = -1;
};

void
ended::clean_reopen (const char *path)
{
  fflush (log);
  log = fopen (path, "ae");
}

int
ended::leak_move (int to)
{
  lseek (fd, 0, SEEK_SET);
  fd = dup (to);			/* { dg-warning "might not be closed" } */
  return fd >= 0;
}
