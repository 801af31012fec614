/* Callers of what lists-lib.c defines: a record cannot say all of what list_add does.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lists.h"
#include <stdlib.h>

struct first { struct link link; int id; };
struct second { int id; struct link link; };

int
push_first (struct link *head, int id)
{
  struct first *p = malloc (sizeof *p);
  if (!p)
    return -1;
  p->id = id;
  list_add (&p->link, head);
  return 0;
}

int
push_second (struct link *head, int id)
{
  struct second *p = malloc (sizeof *p);
  if (!p)
    return -1;
  p->id = id;
  list_add (&p->link, head);
  return 0;
}

int
replace_first (struct link *head)
{
  struct first *p = calloc (1, sizeof *p);
  if (!p)
    return -1;
  list_replace (&p->link, head);
  return 0;
}

int
length_first (void)
{
  struct first *p = calloc (1, sizeof *p); /* LEAK */
  if (!p)
    return -1;
  return list_length (&p->link);
}

int
length_second (void)
{
  struct second *p = calloc (1, sizeof *p); /* LEAK */
  if (!p)
    return -1;
  return list_length (&p->link);
}

int
push_refused (struct link *head, int id)
{
  struct first *p = malloc (sizeof *p); /* LEAK */
  if (!p || id < 0)
    return -1;
  p->id = id;
  list_add (&p->link, head);
  return 0;
}
