/* Lists and arrays of resources, built and freed within one function or by
   helpers; and the ways to lose an element or the whole.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct item { struct item *next; int value; };

/* Built and freed in one function.  */
int
sum_list (FILE *f)
{
  struct item *head = NULL, *i;
  int n, sum = 0;
  while (fscanf (f, "%d", &n) == 1)
    {
      i = malloc (sizeof *i);
      if (!i)
	break;
      i->value = n;
      i->next = head;
      head = i;
    }
  for (i = head; i; i = i->next)
    sum += i->value;
  while (head)
    {
      i = head;
      head = head->next;
      free (i);
    }
  return sum;
}

/* The element that does not go into the list.  */
int
build_leaky (FILE *f, struct item **head)
{
  int n;
  while (fscanf (f, "%d", &n) == 1)
    {
      struct item *i = malloc (sizeof *i);	/* { dg-warning "leak" } */
      if (!i)
	return -1;
      if (n < 0)
	continue;
      i->value = n;
      i->next = *head;
      *head = i;
    }
  return 0;
}

int
build (FILE *f, struct item **head)
{
  int n;
  while (fscanf (f, "%d", &n) == 1)
    {
      if (n < 0)
	continue;
      struct item *i = malloc (sizeof *i);
      if (!i)
	return -1;
      i->value = n;
      i->next = *head;
      *head = i;
    }
  return 0;
}

/* A stack object with a growing array.  */
struct stack { int *base; size_t used, size; };

static int
stack_push (struct stack *s, int value)
{
  if (s->used == s->size)
    {
      size_t size = s->size ? s->size * 2 : 8;
      int *p = realloc (s->base, size * sizeof *p);
      if (!p)
	return -1;
      s->base = p;
      s->size = size;
    }
  s->base[s->used++] = value;
  return 0;
}

static void
stack_done (struct stack *s)
{
  free (s->base);
  memset (s, 0, sizeof *s);
}

int
balanced (const char *text)
{
  struct stack s = { NULL, 0, 0 };
  int ok = 1;
  for (; ok && *text; text++)
    if (*text == '(')
      ok = stack_push (&s, *text) == 0;
    else if (*text == ')')
      ok = s.used-- > 0;
  ok = ok && s.used == 0;
  stack_done (&s);
  return ok;
}

int
balanced_leaky (const char *text)
{
  struct stack s = { NULL, 0, 0 };
  for (; *text; text++)
    if (*text == '(')
      {
	if (stack_push (&s, *text) < 0)		/* { dg-warning "leak" } */
	  return -1;
      }
    else if (*text == ')' && s.used-- == 0)
      return 0;
  int ok = s.used == 0;
  stack_done (&s);
  return ok;
}

/* An array on the heap of things on the heap.  */
int
sorted (FILE *f, size_t n)
{
  char **lines = calloc (n, sizeof *lines), buffer[100];
  size_t i, used = 0;
  int ok = 1;
  if (!lines)
    return -1;
  while (used < n && fgets (buffer, sizeof buffer, f))
    if ((lines[used] = strdup (buffer)) != NULL)
      used++;
  for (i = 1; i < used; i++)
    if (strcmp (lines[i - 1], lines[i]) > 0)
      ok = 0;
  for (i = 0; i < used; i++)
    free (lines[i]);
  free (lines);
  return ok;
}

/* The array of them goes, all else stays.  */
int
sorted_leaky (FILE *f)
{
  char **lines = calloc (2, sizeof *lines), buffer[100];
  int ok = 1;
  if (!lines)
    return -1;
  if (fgets (buffer, sizeof buffer, f))
    lines[0] = strdup (buffer);		/* { dg-warning "leak" } */
  if (fgets (buffer, sizeof buffer, f) && lines[0])
    ok = strcmp (lines[0], buffer) <= 0;
  free (lines);
  return ok;
}

/* Descriptors in an array, -1 where there is none.  */
int
all_readable (const char *const names[4])
{
  int fd[4] = { -1, -1, -1, -1 }, ok = 1;
  for (int i = 0; i < 4; i++)
    {
      fd[i] = open (names[i], O_RDONLY);
      if (fd[i] < 0)
	ok = 0;
    }
  for (int i = 0; i < 4; i++)
    if (fd[i] >= 0)
      close (fd[i]);
  return ok;
}

/* Grown by a helper, kept in a caller's vector.  */
struct vector { char **at; size_t n; };

int
vector_add (struct vector *v, const char *s)
{
  char *copy = strdup (s);
  if (!copy)
    return -1;
  char **p = reallocarray (v->at, v->n + 1, sizeof *p);
  if (!p)
    {
      free (copy);
      return -1;
    }
  p[v->n++] = copy;
  v->at = p;
  return 0;
}

int
vector_add_leaky (struct vector *v, const char *s)
{
  char *copy = strdup (s);	/* { dg-warning "leak" } */
  if (!copy)
    return -1;
  char **p = reallocarray (v->at, v->n + 1, sizeof *p);
  if (!p)
    return -1;
  p[v->n++] = copy;
  v->at = p;
  return 0;
}

/* A list with levels: the new node is stored in nodes that an array of the function holds, by an
   index.  */
struct level_node { struct level_node *forward[4]; int key; };
struct level_list { struct level_node *header; int level; };
int random_level (void);

void
level_insert (struct level_list *list, int key)
{
  struct level_node *update[4], *x = list->header;
  for (int i = list->level - 1; i >= 0; i--)
    {
      while (x->forward[i] && x->forward[i]->key < key)
	x = x->forward[i];
      update[i] = x;
    }
  int level = random_level (), i = 0;
  x = malloc (sizeof *x);
  if (!x)
    return;
  x->key = key;
  do
    {
      x->forward[i] = update[i]->forward[i];
      update[i]->forward[i] = x;
    }
  while (++i < level);
}

void
level_lost (struct level_list *list, int key)
{
  struct level_node *update[4];
  for (int i = 0; i < 4; i++)
    update[i] = list->header->forward[i];
  struct level_node *x = malloc (sizeof *x);	/* { dg-warning "'x' might not be freed" } */
  int level = random_level ();
  if (!x || level == 0)
    return;
  int i = 0;
  do
    update[i]->forward[i] = x;
  while (++i < level);
}
