/* Structures that one function makes and another takes apart: what the first put
   into them decides what the second releases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct conn
{
  int fd;
  bool own;
  char *name;
};

static struct conn *
conn_open (const char *name)
{
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->fd = open (name, O_RDONLY);
  if (c->fd < 0)
    {
      free (c);
      return NULL;
    }
  c->own = true;
  return c;
}

static struct conn *
conn_adopt (int fd)
{
  struct conn *c = malloc (sizeof *c);
  if (!c)
    return NULL;
  c->fd = fd;
  c->own = false;
  c->name = NULL;
  return c;
}

static void
conn_close (struct conn *c)
{
  if (c->own)
    close (c->fd);
  free (c->name);
  free (c);
}

int
clean_conn (const char *name)
{
  struct conn *c = conn_open (name);
  char b;
  if (!c)
    return -1;
  int n = read (c->fd, &b, 1);
  conn_close (c);
  return n;
}

int
leak_conn_freed (const char *name)
{
  struct conn *c = conn_open (name);	/* { dg-warning "never closed" } */
  char b;
  if (!c)
    return -1;
  int n = read (c->fd, &b, 1);
  free (c);
  return n;
}

int
leak_conn_one_way (const char *name)
{
  struct conn *c = conn_open (name);	/* { dg-warning "closed" } */
  char b;
  if (!c)
    return -1;
  if (read (c->fd, &b, 1) != 1)
    {
      free (c);
      return -1;
    }
  conn_close (c);
  return b;
}

int
clean_conn_given_up (const char *name)
{
  struct conn *c = conn_open (name);
  if (!c)
    return -1;
  c->own = false;
  int fd = c->fd;
  conn_close (c);
  return fd;
}

int
clean_adopted (int fd)
{
  struct conn *c = conn_adopt (fd);
  char b;
  if (!c)
    return -1;
  int n = read (c->fd, &b, 1);
  conn_close (c);
  return n;
}

int
leak_adopted (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "might not be closed" } */
  struct conn *c;
  if (fd < 0)
    return -1;
  c = conn_adopt (fd);
  if (!c)
    {
      close (fd);
      return -1;
    }
  conn_close (c);
  return 0;
}

int
clean_adopted_closed (const char *name)
{
  int fd = open (name, O_RDONLY);
  struct conn *c;
  if (fd < 0)
    return -1;
  c = conn_adopt (fd);
  if (!c)
    {
      close (fd);
      return -1;
    }
  conn_close (c);
  close (fd);
  return 0;
}

/* Handed on whole.  */
void use_conn (struct conn *);

int
clean_handed_on (const char *name)
{
  struct conn *c = conn_open (name);
  if (!c)
    return -1;
  use_conn (c);
  return 0;
}

struct conn *
clean_returned (const char *name)
{
  struct conn *c = conn_open (name);
  if (c)
    c->name = strdup (name);
  return c;
}

/* A second layer.  */
struct session
{
  struct conn *conn;
  int n;
};

static struct session *
session_new (const char *name)
{
  struct session *s = malloc (sizeof *s);
  if (!s)
    return NULL;
  s->conn = conn_open (name);
  s->n = 0;
  if (!s->conn)
    {
      free (s);
      return NULL;
    }
  return s;
}

static void
session_free (struct session *s)
{
  if (!s)
    return;
  conn_close (s->conn);
  free (s);
}

int
clean_session (const char *name)
{
  struct session *s = session_new (name);
  int n = s ? s->n : -1;
  session_free (s);
  return n;
}

int
leak_session (const char *name)
{
  struct session *s = session_new (name);	/* { dg-warning "freed" } */
  if (!s)
    return -1;
  int n = s->n;
  free (s);
  return n;
}

/* With a name that may be missing.  */
static struct conn *
conn_named (const char *name)
{
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->fd = -1;
  if (name)
    c->name = strdup (name);
  return c;
}

int
clean_named (const char *name)
{
  struct conn *c = conn_named (name);
  if (!c)
    return -1;
  int n = c->name ? strlen (c->name) : 0;
  if (c->name)
    free (c->name);
  free (c);
  return n;
}

int
leak_named (const char *name)
{
  struct conn *c = conn_named (name);	/* { dg-warning "freed" } */
  if (!c)
    return -1;
  int n = c->name ? strlen (c->name) : 0;
  free (c);
  return n;
}

/* As leak_conn_freed, by a function that frees the block; the member was read before.  */
static void
free_block (void *p)
{
  free (p);
}

int
leak_conn_freed_by_function (const char *name)
{
  struct conn *c = conn_open (name);	/* { dg-warning "never closed" } */
  char b;
  if (!c)
    return -1;
  int n = read (c->fd, &b, 1);
  free_block (c);
  return n;
}

int
clean_conn_freed_by_function (const char *name)
{
  struct conn *c = conn_open (name);
  char b;
  if (!c)
    return -1;
  int fd = c->fd, n = read (fd, &b, 1);
  free_block (c);
  close (fd);
  return n;
}
