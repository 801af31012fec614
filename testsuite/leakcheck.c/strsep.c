/* strsep () moves its pointer on: the block that was in it has to have another name.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

extern int known (const char *);

int
words_known (const char *line)
{
  int n = 0;
  char *copy = strdup (line), *word;	/* { dg-warning "'copy' is never freed" } */
  if (!copy)
    return -1;
  while ((word = strsep (&copy, " \t")) != NULL)
    n += known (word);
  free (copy);
  return n;
}

int
words_known_well (const char *line)
{
  int n = 0;
  char *copy = strdup (line), *at, *word;
  if (!copy)
    return -1;
  at = copy;
  while ((word = strsep (&at, " \t")) != NULL)
    n += known (word);
  free (copy);
  return n;
}

/* The first piece begins where the block does.  */
char *
first_word (const char *line)
{
  char *rest = strdup (line), *word;
  if (!rest)
    return NULL;
  word = strsep (&rest, " ");
  if (!word)
    return NULL;
  return word;
}

int
first_known (const char *line)
{
  char *rest = strdup (line), *word;
  int r;
  if (!rest)
    return -1;
  word = strsep (&rest, " ");
  r = known (word);
  free (word);
  return r;
}
