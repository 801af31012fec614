/* A sum of lengths and a constant is not 0, so a size of 0 says that there is no buffer yet.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every text that is read is appended, with its end.  */
char *
read_all (FILE *fp)
{
  char *all = NULL;
  size_t size = 0;
  for (;;)
    {
      char key[51], value[51], *old = all;
      if (fscanf (fp, "%50s %50s", key, value) < 2)
	break;
      size_t l1 = strlen (key), l2 = strlen (value);
      if (size == 0)
	{
	  size = l1 + 1 + l2 + 1;
	  all = malloc (size + 1);
	}
      else
	{
	  size += l1 + 1 + l2 + 1;
	  all = realloc (all, size + 1);
	}
      if (all == NULL)
	{
	  size = 0;
	  free (old);
	  break;
	}
      strcpy (all + size - (l2 + 1) - (l1 + 1), key);
      strcpy (all + size - (l2 + 1), value);
    }
  if (size == 0)
    return NULL;
  all[size] = '\0';
  return all;
}

/* Without the constant both may be empty.  */
char *
read_texts (FILE *fp)
{
  char *all = NULL;
  size_t size = 0;
  for (;;)
    {
      char key[51], value[51], *old = all;
      if (!fgets (key, sizeof key, fp) || !fgets (value, sizeof value, fp))
	break;
      size_t l1 = strlen (key), l2 = strlen (value);
      if (size == 0)
	{
	  size = l1 + l2;
	  all = malloc (size + 1);	/* { dg-warning "'all' might not be freed" } */
	}
      else
	{
	  size += l1 + l2;
	  all = realloc (all, size + 1);
	}
      if (all == NULL)
	{
	  size = 0;
	  free (old);
	  break;
	}
    }
  if (size == 0)
    return NULL;
  return all;
}
