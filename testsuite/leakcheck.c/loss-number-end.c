/* Where a number ends in a text that is a handle: at its beginning if there is none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-D_GNU_SOURCE" } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
leak_line (FILE *f)
{
  char *line = NULL;
  size_t room = 0;
  int sum = 0;
  while (getline (&line, &room, f) > 0)	/* { dg-warning "'line' might not be freed" } */
    {
      char *end;
      long n = strtol (line, &end, 10);
      if (end == line)
	return -1;
      sum += n;
    }
  free (line);
  return sum;
}

int
clean_line (FILE *f)
{
  char *line = NULL;
  size_t room = 0;
  int sum = 0;
  while (getline (&line, &room, f) > 0)
    {
      char *end;
      long n = strtol (line, &end, 10);
      if (end == line)
	break;
      sum += n;
    }
  free (line);
  return sum;
}

long
leak_copy (const char *text)
{
  char *end, *copy = strdup (text);	/* { dg-warning "'copy' might not be freed" } */
  if (!copy)
    return -1;
  long n = strtol (copy, &end, 10);
  if (end == copy || *end)
    return -1;
  free (copy);
  return n;
}

long
clean_copy (const char *text)
{
  char *end, *copy = strdup (text);
  if (!copy)
    return -1;
  long n = strtol (copy, &end, 10);
  if (end == copy || *end)
    n = -1;
  free (copy);
  return n;
}

/* What was there before is no new handle.  */
int
clean_older (char *older, char **out)
{
  char *fresh = strdup (older);
  char *mine = *out;
  if (fresh == mine)
    return 1;
  free (fresh);
  return 0;
}
