/* Pointers compared: two live blocks have different addresses, and equal pointers lead to the same
   members.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>
#include <string.h>

struct name { char *shown, *real; struct name *next; };
struct names { struct name *first, *last; };

/* What is shown may be the real name: only then it is not freed for itself.  */
void
rename_all (struct name *n, char **to)
{
  for (; *to; to++)
    {
      if (n->shown != n->real)
	free (n->shown);
      free (n->real);
      n->shown = n->real = NULL;
      n->real = strdup (*to);
      if (!n->real)
	return;
      n->shown = **to == '_' ? strdup (*to + 1) : n->real;
    }
}

void
rename_badly (struct name *n, char **to)
{
  for (; *to; to++)
    {
      free (n->real);
      n->real = strdup (*to);
      n->shown = strdup (*to + 1);	/* { dg-warning "'n->shown' might not be freed" } */
    }
}

/* The node that was just made is the last one.  */
int
append (struct names *l, const char *s)
{
  struct name *n = calloc (1, sizeof *n), *end = l->last;
  if (!n)
    return -1;
  n->real = strdup (s);
  if (end == n)
    {
      free (end->real);
      free (n);
      return 0;
    }
  free (n->real);
  free (n);
  return 1;
}
