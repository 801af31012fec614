/* A member of what an argument points to stays as it is while new memory is filled, so that the
   callee's condition on it is the caller's; a signed counter in memory that is counted up; and a
   releaser that does nothing for no elements.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>
#include <string.h>

struct file { struct file *next; struct client *client; int n; };
struct client { int flags; int state; struct file *files; };

/* In the client's list, unless that is attached.  */
static struct file *
file_new (struct client *c)
{
  if (c && (c->flags & 4))
    c = NULL;
  struct file *f = calloc (1, sizeof *f);
  if (!f)
    abort ();
  f->client = c;
  if (f->client)
    {
      f->next = c->files;
      c->files = f;
    }
  return f;
}

void
file_of_detached (struct client *c)
{
  if (!c || c->flags & 4)
    return;
  struct file *f = file_new (c);
  f->n = 1;
}

void
file_of_attached (struct client *c)
{
  if (!c || !(c->flags & 4))
    return;
  struct file *f = file_new (c);	/* { dg-warning "'f' is never freed" } */
  f->n = 1;
}

void
file_of_none (void)
{
  struct file *f = file_new (NULL);	/* { dg-warning "'f' is never freed" } */
  f->n = 1;
}

/* NEXT of a file is where FLAGS of a client is.  */
static struct file *
file_in_state (struct client *c)
{
  struct file *f = calloc (1, sizeof *f);
  if (!f)
    abort ();
  if (c->state != 4)
    {
      f->n = 1;
      f->client = c;
      f->next = c->files;
      c->files = f;
    }
  return f;
}

void
file_in_another_state (struct client *c)
{
  if (c->state == 4)
    return;
  struct file *f = file_in_state (c);
  f->n = 2;
}

void
file_in_that_state (struct client *c)
{
  if (c->state != 4)
    return;
  struct file *f = file_in_state (c);	/* { dg-warning "'f' is never freed" } */
  f->n = 2;
}

/* The state is changed before it is asked.  */
static struct file *
file_in_next_state (struct client *c)
{
  c->state++;
  struct file *f = calloc (1, sizeof *f);
  if (!f)
    abort ();
  if (c->state != 4)
    {
      f->next = c->files;
      c->files = f;
    }
  return f;
}

void
file_before_that_state (struct client *c)
{
  if (c->state == 4)
    return;
  struct file *f = file_in_next_state (c);	/* { dg-warning "'f' is never freed" } */
  f->n = 2;
}

/* ---- Counters.  */

struct lines { int length, room; char **all; };

int next_line (char *line);

static int
lines_grow (struct lines *l)
{
  if (l->length < l->room)
    return 1;
  char **more = realloc (l->all, (l->room + 10) * sizeof *more);
  if (!more)
    return 0;
  l->all = more;
  l->room += 10;
  return 1;
}

void
lines_counted (void)
{
  struct lines l = { 0, 0, NULL };
  char line[80];
  while (next_line (line))
    {
      if (!lines_grow (&l))
	break;
      l.all[l.length++] = NULL;
    }
  if (l.length == 0)
    return;
  free (l.all);
}

void
lines_not_counted (void)
{
  struct lines l = { 0, 0, NULL };
  char line[80];
  while (next_line (line))
    {
      if (!lines_grow (&l))	/* { dg-warning "'l.all' might not be freed" } */
	break;
      if (!*line)
	break;
      l.all[l.length++] = NULL;
    }
  if (l.length == 0)
    return;
  free (l.all);
}

/* ---- A releaser that does nothing for no elements.  */

static void
lines_free (int n, char **v)
{
  if (n == 0)
    return;
  for (int i = 0; i < n; i++)
    free (v[i]);
  free (v);
}

static void
words_free (int n, char **v)
{
  if (n <= 0 || !v)
    return;
  while (n--)
    free (v[n]);
  free (v);
}

static void
lines_add (int *n, char ***v, const char *text)
{
  *v = realloc (*v, (*n + 1) * sizeof **v);
  if (!*v)
    abort ();
  (*v)[(*n)++] = strdup (text);
}

int use_lines (int n, char **v);

int
lines_used (const char *text)
{
  int n = 0;
  char **v = NULL;
  lines_add (&n, &v, text);
  if (use_lines (n, v))
    {
      lines_free (n, v);
      return -1;
    }
  lines_free (n, v);
  return 0;
}

int
words_used (const char *text)
{
  int n = 0;
  char **v = NULL;
  lines_add (&n, &v, text);
  int r = use_lines (n, v);
  words_free (n, v);
  return r;
}

void
lines_in_advance (void)
{
  char **v = malloc (10 * sizeof *v);	/* { dg-warning "'v' is never freed" } */
  if (v)
    lines_free (0, v);
}

void
lines_none_left (int n)
{
  char **v = malloc (10 * sizeof *v);	/* { dg-warning "'v' might not be freed" } */
  if (!v)
    return;
  if (n > 0)
    free (v);
  else
    words_free (n, v);
}

/* A flag is no number of elements.  */
static void
free_if (int wanted, char *p)
{
  if (wanted == 0)
    return;
  free (p);
}

void
freed_if (int wanted)
{
  char *p = malloc (10);	/* { dg-warning "'p' might not be freed" } */
  free_if (wanted, p);
}

/* Nor is a mode that is compared with another one.  */
static void
free_in_mode (int mode, int other, char *p)
{
  if (mode == 0)
    return;
  if (mode == other)
    *p = 0;
  free (p);
}

void
freed_in_mode (int mode, int other)
{
  char *p = malloc (10);	/* { dg-warning "'p' might not be freed" } */
  if (p)
    free_in_mode (mode, other, p);
}
