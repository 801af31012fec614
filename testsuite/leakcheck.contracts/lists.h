/* Lists with links inside of the elements.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

struct link { struct link *next, *prev; };

void list_add (struct link *, struct link *head);
void list_replace (struct link *, struct link *head);
int list_length (struct link *);
