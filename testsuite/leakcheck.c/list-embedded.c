/* Objects with a link inside, first in them or not, that are pushed by the link's address into a list
   of the caller, of a table or of a local variable.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link { struct link *next, *prev; };
struct first { struct link link; FILE *file; };
struct second { int id; struct link link; FILE *file; };

static inline void
list_add (struct link *e, struct link *head)
{
  head->next->prev = e;
  e->next = head->next;
  e->prev = head;
  head->next = e;
}

static void
table_put (struct link **table, struct link *e, unsigned k)
{
  e->next = table[k & 15];
  table[k & 15] = e;
}

int
push_first (struct link *head, const char *name)
{
  struct first *p = malloc (sizeof *p);
  if (!p)
    return -1;
  p->file = fopen (name, "r");
  if (!p->file)
    {
      free (p);
      return -1;
    }
  list_add (&p->link, head);
  return 0;
}

int
push_second (struct link *head, const char *name)
{
  struct second *p = malloc (sizeof *p);
  if (!p)
    return -1;
  p->file = fopen (name, "r");
  if (!p->file)
    {
      free (p);
      return -1;
    }
  list_add (&p->link, head);
  return 0;
}

int
put_first (struct link **table, unsigned k)
{
  struct first *p = calloc (1, sizeof *p);
  if (!p)
    return -1;
  table_put (table, &p->link, k);
  return 0;
}

int
put_second (struct link **table, unsigned k)
{
  struct second *p = calloc (1, sizeof *p);
  if (!p)
    return -1;
  table_put (table, &p->link, k);
  return 0;
}

/* Not on all paths.  */
int
push_some (struct link *head, int n)
{
  struct first *p = malloc (sizeof *p);	/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return -1;
  p->file = NULL;
  if (n)
    list_add (&p->link, head);
  return 0;
}

int
push_some_second (struct link *head, int n)
{
  struct second *p = malloc (sizeof *p); /* { dg-warning "'p' might not be freed" } */
  if (!p)
    return -1;
  p->file = NULL;
  if (n)
    list_add (&p->link, head);
  return 0;
}

int
drain_first (int n)
{
  struct link head = { &head, &head };
  for (int i = 0; i < n; i++)
    {
      struct first *p = calloc (1, sizeof *p);
      if (!p)
	break;
      list_add (&p->link, &head);
    }
  while (head.next != &head)
    {
      struct first *p = (struct first *) ((char *) head.next - offsetof (struct first, link));
      head.next = p->link.next;
      p->link.next->prev = &head;
      free (p);
    }
  return 0;
}
