/* Memory that holds a handle is given away at the end.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct conn
{
  int fd;
  struct conn *next;
};

struct conn *all;
void registered (struct conn *);

int
leak_before_listed (const char *name)
{
  struct conn *c = malloc (sizeof *c);
  char byte;
  if (!c)
    return -1;
  c->fd = open (name, O_RDONLY); /* { dg-warning "'c->fd' might not be closed" } */
  if (c->fd < 0)
    {
      free (c);
      return -1;
    }
  if (read (c->fd, &byte, 1) != 1)
    {
      free (c);
      return -1;
    }
  c->next = all;
  all = c;
  return 0;
}

int
leak_before_registered (const char *name)
{
  struct conn *c = malloc (sizeof *c);
  char byte;
  if (!c)
    return -1;
  c->fd = open (name, O_RDONLY); /* { dg-warning "'c->fd' might not be closed" } */
  if (c->fd < 0 || read (c->fd, &byte, 1) != 1)
    {
      free (c);
      return -1;
    }
  registered (c);
  return 0;
}

int
clean_closed (const char *name)
{
  struct conn *c = malloc (sizeof *c);
  char byte;
  if (!c)
    return -1;
  c->fd = open (name, O_RDONLY);
  if (c->fd < 0)
    {
      free (c);
      return -1;
    }
  if (read (c->fd, &byte, 1) != 1)
    {
      close (c->fd);
      free (c);
      return -1;
    }
  c->next = all;
  all = c;
  return 0;
}

/* Who was told of it finds the descriptor.  */
int
clean_listed_first (const char *name)
{
  struct conn *c = malloc (sizeof *c);
  char byte;
  if (!c)
    return -1;
  c->fd = -1;
  c->next = all;
  all = c;
  c->fd = open (name, O_RDONLY);
  if (c->fd < 0 || read (c->fd, &byte, 1) != 1)
    return -1;
  return 0;
}

int
clean_listed (const char **names, int n)
{
  for (int i = 0; i < n; i++)
    {
      struct conn *c = malloc (sizeof *c);
      if (!c)
	return -1;
      c->fd = open (names[i], O_RDONLY);
      c->next = all;
      all = c;
    }
  return 0;
}
