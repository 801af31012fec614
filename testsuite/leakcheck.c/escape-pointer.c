/* The handle in disguise: interior pointers, offsets, container_of, integers,
   unions, tagged pointers, bit-fields, pointers to pointers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define container_of(ptr, type, member) \
  ((type *) ((char *) (ptr) - offsetof (type, member)))

/* A cursor runs through the block, the base is freed.  */
int
cursor (const char *s)
{
  char *base = strdup (s), *p;
  int n = 0;
  if (!base)
    return -1;
  for (p = base; *p; p++)
    n += isdigit ((unsigned char) *p) != 0;
  free (base);
  return n;
}

/* The only pointer runs; its start is remembered.  */
int
cursor_itself (const char *s)
{
  char *p = strdup (s);
  char *orig = p;
  if (!p)
    return -1;
  while (*p == ' ')
    p++;
  int n = strlen (p);
  free (orig);
  return n;
}

int
cursor_itself_leaky (const char *s)
{
  char *p = strdup (s);		/* { dg-warning "leak" } */
  if (!p)
    return -1;
  while (*p == ' ')
    p++;
  return strlen (p);
}

/* A header in front of what the user sees, as allocators do.  */
struct header { size_t size; };

void *
counted_alloc (size_t n)
{
  struct header *h = malloc (sizeof *h + n);
  if (!h)
    return NULL;
  h->size = n;
  return h + 1;
}

void
counted_free (void *p)
{
  if (p)
    free ((struct header *) p - 1);
}

int
counted_user (const char *s)
{
  char *p = counted_alloc (strlen (s) + 1);
  if (!p)
    return -1;
  strcpy (p, s);
  int n = puts (p);
  counted_free (p);
  return n;
}

/* container_of: the embedded member leads back to the block.  */
struct link { struct link *next; };
struct task { int id; struct link link; char name[16]; };

static void
task_put (struct link *l)
{
  free (container_of (l, struct task, link));
}

int
embedded (int id)
{
  struct task *t = malloc (sizeof *t);
  if (!t)
    return -1;
  t->id = id;
  snprintf (t->name, sizeof t->name, "task %d", id);
  int n = puts (t->name);
  task_put (&t->link);
  return n;
}

/* The member goes to a caller's list: the block is reachable from there.  */
int
embedded_escapes (struct link **head, int id)
{
  struct task *t = calloc (1, sizeof *t);
  if (!t)
    return -1;
  t->id = id;
  t->link.next = *head;
  *head = &t->link;
  return 0;
}

int
embedded_leaky (struct link **head, int id)
{
  struct task *t = calloc (1, sizeof *t);	/* { dg-warning "leak" } */
  if (!t)
    return -1;
  if (id < 0)
    return -1;
  t->id = id;
  t->link.next = *head;
  *head = &t->link;
  return 0;
}

/* Through an integer and back.  */
int
integer (size_t n)
{
  void *p = malloc (n);
  uintptr_t bits = (uintptr_t) p;
  if (!p)
    return -1;
  int odd = (bits >> 4) & 1;
  free ((void *) bits);
  return odd;
}

/* A descriptor in a void pointer, as callbacks carry it.  */
static int
with_cookie (void *cookie)
{
  int fd = (int) (intptr_t) cookie;
  char c;
  int ret = read (fd, &c, 1) == 1 ? c : -1;
  close (fd);
  return ret;
}

int
cookie (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  return with_cookie ((void *) (intptr_t) fd);
}

/* A union: the same pointer under two names.  */
union any { void *p; char *s; int *i; };

int
in_union (const char *s)
{
  union any u;
  u.s = strdup (s);
  if (!u.s)
    return -1;
  int n = strlen (u.s);
  free (u.p);
  return n;
}

int
in_union_leaky (const char *s)
{
  union any u;
  u.s = strdup (s);	/* { dg-warning "leak" } */
  if (!u.s)
    return -1;
  if (!isalpha ((unsigned char) *u.s))
    return 0;
  int n = strlen (u.s);
  free (u.p);
  return n;
}

/* A bit-field next to the handle, and one that tells of it.  */
struct slot { unsigned used : 1, dirty : 1; int fd; };

int
bit_field (const char *name)
{
  struct slot s = { 0, 0, -1 };
  int ret = 0;
  s.fd = open (name, O_RDWR);
  if (s.fd >= 0)
    s.used = 1;
  if (s.used)
    ret = write (s.fd, "x", 1);
  s.dirty = ret == 1;
  if (s.used)
    close (s.fd);
  return s.dirty;
}

int
bit_field_leaky (const char *name)
{
  struct slot s = { 0, 0, -1 };
  s.fd = open (name, O_RDWR);	/* { dg-warning "leak" } */
  if (s.fd < 0)
    return -1;
  s.used = 1;
  s.dirty = write (s.fd, "x", 1) == 1;
  if (s.dirty)
    return 1;
  if (s.used)
    close (s.fd);
  return 0;
}

/* A pointer to the variable that holds the handle.  */
int
pointer_to_handle (const char *name)
{
  FILE *f = NULL, **pf = &f;
  *pf = fopen (name, "r");
  if (!*pf)
    return -1;
  int c = getc (f);
  fclose (*pf);
  return c;
}

int
pointer_to_handle_leaky (const char *name)
{
  FILE *f = NULL, **pf = &f;
  *pf = fopen (name, "r");	/* { dg-warning "leak" } */
  if (!*pf)
    return -1;
  return getc (f);
}

/* The end of the block is computed, the block freed by its start.  */
int
from_the_end (size_t n)
{
  unsigned char *start = calloc (n, 1), *end;
  if (!start)
    return -1;
  end = start + n;
  while (end > start)
    *--end = 0xff;
  free (end);
  return 0;
}

/* A library hides a pointer from its callers as a complement.  */
struct secure { uintptr_t lower, upper; };

int
complement (struct secure *handle, size_t n)
{
  char *context = malloc (n);
  if (!context)
    return -1;
  handle->lower = ~(uintptr_t) context;
  return 0;
}

void
complement_again (struct secure *handle)
{
  char *context = (char *) ~handle->lower;
  free (context);
  handle->lower = 0;
}

int
complement_lost (size_t n)
{
  char *context = malloc (n);	/* { dg-warning "leak" } */
  if (!context)
    return -1;
  return (~(uintptr_t) context & 8) != 0;
}
