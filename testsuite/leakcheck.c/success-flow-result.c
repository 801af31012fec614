/* What helpers of the unit return, whatever they are given, and who does not ask
   whether they took what they were given.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stack { char *origin; struct stack *prev; };

static void *
must_calloc (size_t n)
{
  void *p = calloc (1, n);
  if (!p)
    exit (1);
  return p;
}

static void
push (struct stack **s, struct stack *e, char *origin)
{
  if (e)
    {
      e->origin = origin;
      e->prev = *s;
      *s = e;
    }
}

void
never_null_clean (struct stack **s)
{
  struct stack *e = must_calloc (sizeof *e);
  push (s, e, strdup (""));
}

void
may_be_null (struct stack **s, struct stack *e)
{
  push (s, e, strdup (""));	/* { dg-warning "might not be freed" } */
}

static __attribute__ ((noinline)) int
always_zero (int *o)
{
  *o = 1;
  return 0;
}

static __attribute__ ((noinline)) int
sometimes_one (int *o)
{
  return *o > 3;
}

int
always_zero_clean (void)
{
  int q = 0;
  char *p = malloc (3);
  if (!p)
    return 1;
  if (always_zero (&q))
    return -1;
  free (p);
  return q;
}

int
not_always_zero (int q)
{
  char *p = malloc (3);		/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return 1;
  if (sometimes_one (&q))
    return -1;
  free (p);
  return q;
}

/* A tree that gives back what is there already.  */
struct node { int key; struct node *left, *right; };
static struct node *root;

static struct node *
insert (struct node *n)
{
  struct node **at = &root;
  while (*at)
    {
      if ((*at)->key == n->key)
	return *at;
      at = n->key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
  *at = n;
  return NULL;
}

void
inserted_clean (int key)
{
  struct node *n = calloc (1, sizeof *n);
  if (!n)
    return;
  n->key = key;
  insert (n);
}

void
asks_clean (int key)
{
  struct node *n = calloc (1, sizeof *n);
  if (!n)
    return;
  n->key = key;
  if (insert (n))
    free (n);
}

int
asks_and_loses (int key)
{
  struct node *n = calloc (1, sizeof *n);	/* { dg-warning "'n' might not be freed" } */
  if (!n)
    return -1;
  n->key = key;
  if (insert (n))
    return 1;
  return 0;
}
