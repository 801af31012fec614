/* Corpus, ownership: what functions are given and return: lists, tables and registries.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <search.h>

/* --- local list built, walked, freed */
struct node { struct node *next; char *name; };

int
unique_lines (FILE *f)
{
  struct node *head = NULL, *n;
  char line[256];
  int count = 0;
  while (fgets (line, sizeof line, f))
    {
      for (n = head; n; n = n->next)
	if (!strcmp (n->name, line))
	  break;
      if (n)
	continue;
      n = malloc (sizeof *n);
      if (!n)
	break;
      n->name = strdup (line);
      n->next = head;
      head = n;
      count++;
    }
  while (head)
    {
      n = head->next;
      free (head->name);
      free (head);
      head = n;
    }
  return count;
}

struct node *
node_push (struct node *head, const char *name)
{
  struct node *n = malloc (sizeof *n);	/* { dg-warning "leak" "strdup fails" } */
  if (!n)
    return head;
  n->name = strdup (name);
  if (!n->name)
    return head;
  n->next = head;
  return n;
}

struct node *
node_push_ok (struct node *head, const char *name)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    return head;
  n->name = strdup (name);
  if (!n->name)
    {
      free (n);
      return head;
    }
  n->next = head;
  return n;
}

struct node **
tail_of (struct node **pp)
{
  while (*pp)
    pp = &(*pp)->next;
  return pp;
}

int
append (struct node **list, const char *name)
{
  struct node *n = calloc (1, sizeof *n);
  if (!n)
    return -ENOMEM;
  n->name = strdup (name);
  if (!n->name)
    {
      free (n);
      return -ENOMEM;
    }
  *tail_of (list) = n;
  return 0;
}

int
append_sorted (struct node **list, const char *name)
{
  struct node *n = calloc (1, sizeof *n), **pp;	/* { dg-warning "leak" "a duplicate is refused" } */
  if (!n)
    return -ENOMEM;
  if (!(n->name = strdup (name)))
    {
      free (n);
      return -ENOMEM;
    }
  for (pp = list; *pp; pp = &(*pp)->next)
    {
      int c = strcmp ((*pp)->name, name);
      if (c == 0)
	{
	  free (n->name);
	  return -EEXIST;
	}
      if (c > 0)
	break;
    }
  n->next = *pp;
  *pp = n;
  return 0;
}

/* --- intrusive list */
struct list_head { struct list_head *next, *prev; };
struct job { int id; struct list_head link; FILE *out; };
extern struct list_head jobs;

static inline void
list_add (struct list_head *n, struct list_head *h)
{
  n->next = h->next;
  n->prev = h;
  h->next->prev = n;
  h->next = n;
}

int
job_submit (int id, const char *out)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -1;
  j->id = id;
  j->out = fopen (out, "w");
  if (!j->out)
    {
      free (j);
      return -1;
    }
  list_add (&j->link, &jobs);
  return 0;
}

int
job_submit_bad (int id, const char *out)
{
  struct job *j = malloc (sizeof *j);	/* { dg-warning "leak" "its file does not open" } */
  if (!j)
    return -1;
  j->id = id;
  j->out = fopen (out, "w");
  if (!j->out)
    return -1;
  list_add (&j->link, &jobs);
  return 0;
}

/* --- callbacks and registries */
typedef void (*event_cb) (int fd, void *arg);
extern int register_event (int fd, event_cb cb, void *arg);
extern void on_readable (int fd, void *arg);

int
start_reader (const char *path)
{
  char *state;
  int fd = open (path, O_RDONLY | O_NONBLOCK);
  if (fd < 0)
    return -1;
  state = strdup (path);
  if (!state)
    {
      close (fd);
      return -1;
    }
  return register_event (fd, on_readable, state);
}

int
start_reader_bad (const char *path)
{
  char *state;
  int fd = open (path, O_RDONLY | O_NONBLOCK);	/* { dg-warning "leak" "strdup fails" } */
  if (fd < 0)
    return -1;
  state = strdup (path);
  if (!state)
    return -1;
  return register_event (fd, on_readable, state);
}

static FILE *trace_file;
static char *names[16];
static int n_names;

void
set_trace (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return;
  if (trace_file)
    fclose (trace_file);
  trace_file = f;
}

int
intern (const char *s)
{
  for (int i = 0; i < n_names; i++)
    if (!strcmp (names[i], s))
      return i;
  if (n_names == 16)
    return -1;
  names[n_names] = strdup (s);
  return names[n_names] ? n_names++ : -1;
}

int
intern_bad (const char *s)
{
  char *copy = strdup (s);	/* { dg-warning "leak" "known already" } */
  if (!copy)
    return -1;
  for (int i = 0; i < n_names; i++)
    if (!strcmp (names[i], copy))
      return i;
  if (n_names == 16)
    {
      free (copy);
      return -1;
    }
  names[n_names] = copy;
  return n_names++;
}

/* --- hash table by hsearch / tree by tsearch keeps */
static int
cmp (const void *a, const void *b)
{
  return strcmp (a, b);
}

int
remember (void **root, const char *key)
{
  char *k = strdup (key), **slot;
  if (!k)
    return -1;
  slot = tsearch (k, root, cmp);
  if (!slot)
    {
      free (k);
      return -1;
    }
  if (*slot != k)
    free (k);
  return 0;
}

/* --- a linked pair through a container's last element */
struct vec { void **item; size_t n, cap; };

static int
vec_push (struct vec *v, void *p)
{
  if (v->n == v->cap)
    {
      size_t cap = v->cap ? 2 * v->cap : 8;
      void **q = realloc (v->item, cap * sizeof *q);
      if (!q)
	return -1;
      v->item = q;
      v->cap = cap;
    }
  v->item[v->n++] = p;
  return 0;
}

int
collect (struct vec *v, const char *s)
{
  char *c = strdup (s);
  if (!c)
    return -1;
  if (vec_push (v, c) < 0)
    {
      free (c);
      return -1;
    }
  return 0;
}

int
collect_bad (struct vec *v, const char *s)
{
  char *c = strdup (s);	/* { dg-warning "leak" "push fails" } */
  if (!c)
    return -1;
  if (vec_push (v, c) < 0)
    return -1;
  return 0;
}
