/* Functions without a body that take a handle only if they say so: a caller that releases what
   they refuse shows that for all callers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
#include <fcntl.h>

struct job { int n; char *name; };
int queue_add (struct job *j);
int queue_put (int q, struct job *j);
int watch_fd (int fd);

int
add (int n)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -1;
  j->n = n;
  if (queue_add (j) != 0)
    {
      free (j);
      return -1;
    }
  return 0;
}

void
add_lost (int n)
{
  struct job *j = malloc (sizeof *j);	/* { dg-warning "might not be" } */
  if (!j)
    return;
  j->n = n;
  queue_add (j);
}

int
add_tested (int n)
{
  struct job *j = malloc (sizeof *j);	/* { dg-warning "might not be" } */
  if (!j)
    return -1;
  j->n = n;
  int r = queue_add (j);
  if (r)
    fprintf (stderr, "%d\n", r);
  return r;
}

int
watch (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  if (watch_fd (fd) < 0)
    {
      close (fd);
      return -1;
    }
  return 0;
}

void
watch_lost (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "might not be" } */
  if (fd >= 0)
    watch_fd (fd);
}

/* Two callers contradict each other.  */
int
put (int n)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -1;
  if (queue_put (n, j))
    free (j);
  return 0;
}

int
put_other (int n)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -1;
  if (!queue_put (n, j))
    free (j);
  return 0;
}

void
put_any (int n)
{
  struct job *j = malloc (sizeof *j);
  if (j)
    queue_put (n, j);
}
