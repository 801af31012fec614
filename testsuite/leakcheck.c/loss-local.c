/* Stored to a local structure or a local array: that is no escape, the
   obligation is followed there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct files
{
  FILE *in, *out;
  struct { char *name; int fd; } aux;
};

int
filter (const char *from, const char *to)
{
  struct files f = { NULL, NULL, { NULL, -1 } };
  int c;
  f.in = fopen (from, "r");
  if (!f.in)
    return -1;
  f.out = fopen (to, "w");
  if (!f.out)
    {
      fclose (f.in);
      return -1;
    }
  while ((c = getc (f.in)) != EOF)
    putc (c ^ 0x20, f.out);
  fclose (f.in);
  return fclose (f.out);
}

int
filter_leaky (const char *from, const char *to)
{
  struct files f = { NULL, NULL, { NULL, -1 } };
  int c;
  f.in = fopen (from, "r");	/* { dg-warning "might not be closed" } */
  if (!f.in)
    return -1;
  f.out = fopen (to, "w");
  if (!f.out)
    return -1;
  while ((c = getc (f.in)) != EOF)
    putc (c ^ 0x20, f.out);
  fclose (f.in);
  return fclose (f.out);
}

/* A member of a member, and its neighbour.  */
int
nested (const char *name)
{
  struct files f;
  memset (&f, 0, sizeof f);
  f.aux.name = strdup (name);
  if (!f.aux.name)
    return -1;
  f.aux.fd = open (f.aux.name, O_RDONLY);
  if (f.aux.fd < 0)
    {
      free (f.aux.name);
      return -1;
    }
  off_t n = lseek (f.aux.fd, 0, SEEK_END);
  close (f.aux.fd);
  free (f.aux.name);
  return n > 0;
}

int
nested_leaky (const char *name)
{
  struct files f;
  memset (&f, 0, sizeof f);
  f.aux.name = strdup (name);	/* { dg-warning "might not be freed" } */
  if (!f.aux.name)
    return -1;
  f.aux.fd = open (f.aux.name, O_RDONLY);
  if (f.aux.fd < 0)
    return -1;
  off_t n = lseek (f.aux.fd, 0, SEEK_END);
  close (f.aux.fd);
  free (f.aux.name);
  return n > 0;
}

/* A local array, constant indexes.  */
int
two_ends (void)
{
  int fds[2];
  char c = 'x';
  if (pipe (fds) < 0)
    return -1;
  int ok = write (fds[1], &c, 1) == 1 && read (fds[0], &c, 1) == 1;
  close (fds[0]);
  close (fds[1]);
  return ok;
}

int
two_ends_leaky (void)
{
  int fds[2];
  char c = 'x';
  if (pipe (fds) < 0)		/* { dg-warning "leak" } */
    return -1;
  if (write (fds[1], &c, 1) != 1)
    {
      close (fds[1]);
      return -1;
    }
  int ok = read (fds[0], &c, 1) == 1;
  close (fds[0]);
  close (fds[1]);
  return ok;
}

/* A local array filled in a loop, released in a loop.  */
int
merge (const char *const names[3])
{
  FILE *f[3];
  int i, n, sum = 0;
  for (n = 0; n < 3; n++)
    {
      f[n] = fopen (names[n], "r");
      if (!f[n])
	break;
    }
  if (n == 3)
    for (i = 0; i < n; i++)
      sum += getc (f[i]);
  for (i = 0; i < n; i++)
    fclose (f[i]);
  return sum;
}

/* Never released.  */
int
merge_leaky (const char *const names[3])
{
  FILE *f[3];
  int i, n, sum = 0;
  for (n = 0; n < 3; n++)
    {
      f[n] = fopen (names[n], "r");	/* { dg-warning "never closed|leak" } */
      if (!f[n])
	break;
    }
  if (n == 3)
    for (i = 0; i < n; i++)
      sum += getc (f[i]);
  return sum;
}

/* A structure is copied; the copy is released, the original forgotten.  */
int
copied (const char *name)
{
  struct files a = { .in = fopen (name, "r") }, b;
  if (!a.in)
    return -1;
  b = a;
  int c = getc (b.in);
  fclose (b.in);
  return c;
}

int
copied_leaky (const char *name)
{
  struct files a = { .in = fopen (name, "r") }, b;	/* { dg-warning "leak" } */
  if (!a.in)
    return -1;
  b = a;
  int c = getc (b.in);
  if (c != EOF)
    fclose (b.in);
  return c;
}

/* The address of the structure goes through a pointer.  */
int
by_pointer (const char *name)
{
  struct files files = { 0 }, *p = &files;
  p->in = fopen (name, "r");
  if (!p->in)
    return -1;
  int c = getc (files.in);
  fclose (files.in);
  return c;
}

int
by_pointer_leaky (const char *name)
{
  struct files files = { 0 }, *p = &files;
  p->in = fopen (name, "r");	/* { dg-warning "never closed" } */
  if (!p->in)
    return -1;
  return getc (files.in);
}

/* A structure on the heap: freed with its member, and without.  */
int
heap_member (const char *name)
{
  struct files *p = calloc (1, sizeof *p);
  int ret = -1;
  if (!p)
    return -1;
  p->aux.name = strdup (name);
  if (p->aux.name)
    ret = puts (p->aux.name);
  free (p->aux.name);
  free (p);
  return ret;
}

int
heap_member_leaky (const char *name)
{
  struct files *p = calloc (1, sizeof *p);
  int ret = -1;
  if (!p)
    return -1;
  p->aux.name = strdup (name);	/* { dg-warning "leak" } */
  if (p->aux.name)
    ret = puts (p->aux.name);
  free (p);
  return ret;
}

/* A static local variable outlives the call.  */
const char *
hostname_once (void)
{
  static char *host;
  if (!host)
    {
      host = malloc (256);
      if (host && gethostname (host, 256) < 0)
	host[0] = '\0';
    }
  return host;
}
