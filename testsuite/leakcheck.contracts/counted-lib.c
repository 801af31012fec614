/* Contracts for counted.c.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "counted.h"

static struct dict *first_dict;

struct dict *
dict_alloc (void)
{
  struct dict *d = calloc (1, sizeof *d);
  if (!d)
    return NULL;
  if (first_dict)
    first_dict->used_prev = d;
  d->used_next = first_dict;
  first_dict = d;
  return d;
}

static void
dict_free (struct dict *d)
{
  if (!d->used_prev)
    first_dict = d->used_next;
  else
    d->used_prev->used_next = d->used_next;
  if (d->used_next)
    d->used_next->used_prev = d->used_prev;
  free (d);
}

void
dict_unref (struct dict *d)
{
  if (d && --d->refcount <= 0)
    dict_free (d);
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
    return -1;
  i->dict = d;
  list_append (l, i);
  ++d->refcount;
  return 0;
}

static int
xvformat (char **out, const char *format, va_list args)
{
  int n = vasprintf (out, format, args);
  if (n == -1)
    abort ();
  return n;
}

int
xformat (char **out, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = xvformat (out, format, args);
  va_end (args);
  return n;
}

void
replace (char **out, const char *s)
{
  free (*out);
  *out = strdup (s);
}

struct file *
file_begin (struct file **table, const char *path)
{
  struct file *f = calloc (1, sizeof *f);
  if (!f)
    return NULL;
  f->next = *table;
  *table = f;
  f->path = strdup (path);
  return f;
}

void
file_done (struct file **table)
{
  struct file *f = *table;
  if (f)
    {
      *table = f->next;
      free (f->path);
      free (f);
    }
}
