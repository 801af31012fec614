/* Elements are linked into a list of the caller's caller.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lists.h"

void
list_add (struct link *e, struct link *head)
{
  head->next->prev = e;
  e->next = head->next;
  e->prev = head;
  head->next = e;
}

void
list_replace (struct link *e, struct link *head)
{
  head->next->prev = e;
  head->next = e;
}

int
list_length (struct link *head)
{
  int n = 0;
  for (struct link *e = head->next; e != head; e = e->next)
    n++;
  return n;
}
