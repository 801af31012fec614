/* Allocators that put each object into a global list of all of its kind.  The list of what is counted,
   which is left when the last reference is dropped, owns nothing: the object is the caller's.
   Heuristic.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O1 -fplugin-arg-leakcheck-checking" } */

#include <stdlib.h>
#include <string.h>

#define FAIL 0
#define OK 1

struct dict
{
  int refcount, copy_id;
  struct dict *copy, *used_next, *used_prev;
};

struct item { struct item *next, *prev; struct dict *dict; };
struct list { struct item *first, *last; int len; };

static struct dict *first_dict;
extern int in_free_all;

struct dict *
dict_alloc (void)
{
  struct dict *d = calloc (1, sizeof *d);
  if (!d)
    return NULL;
  /* For the collector.  */
  if (first_dict)
    first_dict->used_prev = d;
  d->used_next = first_dict;
  d->used_prev = NULL;
  first_dict = d;
  d->refcount = 0;
  return d;
}

static void
dict_free_dict (struct dict *d)
{
  if (!d->used_prev)
    first_dict = d->used_next;
  else
    d->used_prev->used_next = d->used_next;
  if (d->used_next)
    d->used_next->used_prev = d->used_prev;
  free (d);
}

static void
dict_free (struct dict *d)
{
  if (!in_free_all)
    dict_free_dict (d);
}

void
dict_unref (struct dict *d)
{
  if (d && --d->refcount <= 0)
    dict_free (d);
}

void
dict_collect (int copy_id)
{
  struct dict *d, *next;
  for (d = first_dict; d; d = next)
    {
      next = d->used_next;
      if (d->copy_id != copy_id)
	dict_free_dict (d);
    }
}

static void
list_append (struct list *l, struct item *i)
{
  if (!l->last)
    {
      l->first = l->last = i;
      i->prev = NULL;
    }
  else
    {
      l->last->next = i;
      i->prev = l->last;
      l->last = i;
    }
  l->len++;
  i->next = NULL;
}

int
list_append_dict (struct list *l, struct dict *d)
{
  struct item *i = malloc (sizeof *i);
  if (!i)
    return FAIL;
  i->dict = d;
  list_append (l, i);
  ++d->refcount;
  return OK;
}

void
not_appended (struct list *l, int n)
{
  for (int i = 0; i < n; i++)
    {
      struct dict *d = dict_alloc ();	/* { dg-warning "'d' might not be freed" } */
      if (!d)
	return;
      if (list_append_dict (l, d) == FAIL)
	return;
      d->copy_id = i;
    }
}

void
not_appended_and_freed (struct list *l, int n)
{
  for (int i = 0; i < n; i++)
    {
      struct dict *d = dict_alloc ();
      if (!d)
	return;
      if (list_append_dict (l, d) == FAIL)
	{
	  dict_unref (d);
	  return;
	}
      d->copy_id = i;
    }
}

int
made_for_nothing (int id)
{
  struct dict *d = dict_alloc ();	/* { dg-warning "'d' is never freed" } */
  if (!d)
    return -1;
  d->copy_id = id;
  return id;
}

/* It is handed on.  */
struct dict *
dict_with_id (int id)
{
  struct dict *d = dict_alloc ();
  if (d)
    d->copy_id = id;
  return d;
}

int
made_by_another (int id)
{
  struct dict *d = dict_with_id (id);	/* { dg-warning "leak" } */
  return d != NULL;
}

/* A list of sessions owns them: a session leaves it before its last reference is dropped.  */
struct session { int refs; char *name; struct session *next; };
static struct session *sessions;

struct session *
session_create (const char *name)
{
  struct session *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->refs = 1;
  s->name = strdup (name);
  s->next = sessions;
  sessions = s;
  return s;
}

static void
session_unref (struct session *s)
{
  if (--s->refs == 0)
    {
      free (s->name);
      free (s);
    }
}

void
session_destroy (struct session *s)
{
  struct session **at;
  for (at = &sessions; *at != s; at = &(*at)->next)
    ;
  *at = s->next;
  session_unref (s);
}

void
session_begun (const char *name)
{
  struct session *s = session_create (name);
  if (s)
    s->refs++;
}

/* Not counted: it may be the list that owns them.  */
struct conn { int fd; struct conn *next; };
static struct conn *conns;

struct conn *
conn_new (int fd)
{
  struct conn *c = malloc (sizeof *c);
  if (!c)
    return NULL;
  c->fd = fd;
  c->next = conns;
  conns = c;
  return c;
}

void
conn_free (struct conn *c)
{
  if (conns == c)
    conns = c->next;
  free (c);
}

int
conn_begun (int fd)
{
  struct conn *c = conn_new (fd);
  return c ? 0 : -1;
}
