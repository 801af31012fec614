/* What a function puts into memory that it returns, and what becomes of that.  */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct conn
{
  int fd;
  char *name;
  FILE *log;
  int up;
};

static struct conn *
conn_open (const char *n)
{
  struct conn *c = malloc (sizeof *c);
  if (!c)
    return NULL;
  c->fd = open (n, O_RDONLY);
  if (c->fd < 0)
    {
      free (c);
      return NULL;
    }
  c->name = strdup (n);
  if (!c->name)
    {
      close (c->fd);
      free (c);
      return NULL;
    }
  c->log = NULL;
  return c;
}

static void
conn_close (struct conn *c)
{
  if (!c)
    return;
  close (c->fd);
  free (c->name);
  if (c->log)
    fclose (c->log);
  free (c);
}

int
leak_fd (const char *n)
{
  struct conn *c = conn_open (n);
  /* { dg-warning "the file descriptor opened by 'conn_open' is never closed" "" { target *-*-* } .-1 } */
  if (!c)
    return -1;
  free (c->name);
  free (c);
  return 0;
}

int
leak_name (const char *n)
{
  struct conn *c = conn_open (n);
  /* { dg-warning "the memory allocated by 'conn_open' is never freed" "" { target *-*-* } .-1 } */
  if (!c)
    return -1;
  close (c->fd);
  free (c);
  return 0;
}

int
leak_all (const char *n)
{
  struct conn *c = conn_open (n); /* { dg-warning "'c' is never freed" } */
  if (!c)
    return -1;
  return c->fd;
}

int
clean_all (const char *n)
{
  struct conn *c = conn_open (n);
  if (!c)
    return -1;
  conn_close (c);
  return 0;
}

int
clean_hand (const char *n)
{
  struct conn *c = conn_open (n);
  if (!c)
    return -1;
  close (c->fd);
  free (c->name);
  free (c);
  return 0;
}

int
clean_take (const char *n)
{
  struct conn *c = conn_open (n);
  if (!c)
    return -1;
  int fd = c->fd;
  free (c->name);
  free (c);
  return fd;
}

struct conn *
clean_wrap (const char *n)
{
  struct conn *c = conn_open (n);
  if (c)
    c->up = 1;
  return c;
}

int
leak_wrap (const char *n)
{
  struct conn *c = clean_wrap (n);
  /* { dg-warning "the file descriptor opened by 'clean_wrap' is never closed" "" { target *-*-* } .-1 } */
  if (!c)
    return -1;
  free (c->name);
  free (c);
  return 0;
}

int
clean_wrapped (const char *n)
{
  struct conn *c = clean_wrap (n);
  if (!c)
    return -1;
  conn_close (c);
  return 0;
}

struct list
{
  struct conn *c;
  struct list *next;
};
static struct list *head;

void
clean_list (const char *n)
{
  struct list *l = malloc (sizeof *l);
  if (!l)
    return;
  l->c = conn_open (n);
  l->next = head;
  head = l;
}

static struct list *
list_new (const char *n)
{
  struct list *l = malloc (sizeof *l);
  if (!l)
    return NULL;
  l->c = conn_open (n);
  if (!l->c)
    {
      free (l);
      return NULL;
    }
  l->next = NULL;
  return l;
}

int
clean_list2 (const char *n)
{
  struct list *l = list_new (n);
  if (!l)
    return -1;
  conn_close (l->c);
  free (l);
  return 0;
}

int
leak_list2 (const char *n)
{
  struct list *l = list_new (n);
  /* { dg-warning "the memory allocated by 'list_new' is never freed" "" { target *-*-* } .-1 } */
  if (!l)
    return -1;
  free (l);
  return 0;
}

int
leak_list3 (const char *n)
{
  struct list *l = list_new (n); /* { dg-warning "leak" "" { xfail *-*-* } } */
  if (!l)
    return -1;
  free (l->c);
  free (l);
  return 0;
}

int
clean_set (const char *n, struct conn **out)
{
  struct conn *c = conn_open (n);
  if (!c)
    return -1;
  *out = c;
  return 0;
}

int
clean_over (const char *n)
{
  struct conn *c = conn_open (n);
  if (!c)
    return -1;
  close (c->fd);
  c->fd = open ("b", O_RDONLY);
  conn_close (c);
  return 0;
}

int
leak_over (const char *n)
{
  struct conn *c = conn_open (n); /* { dg-warning "'c->fd' is never closed" } */
  if (!c)
    return -1;
  c->fd = open ("b", O_RDONLY);
  conn_close (c);
  return 0;
}

int
clean_moved (const char *n, struct conn *d)
{
  struct conn *c = conn_open (n);
  if (!c)
    return -1;
  *d = *c;
  free (c);
  return 0;
}

int
clean_moved2 (const char *n)
{
  struct conn *c = conn_open (n);
  struct conn d;
  if (!c)
    return -1;
  d = *c;
  free (c);
  close (d.fd);
  free (d.name);
  return 0;
}

int
clean_errflag (const char *n)
{
  struct conn *c = conn_open (n);
  if (!c)
    return -1;
  if (c->fd >= 0)
    close (c->fd);
  free (c->name);
  if (c->log)
    fclose (c->log);
  free (c);
  return 0;
}
