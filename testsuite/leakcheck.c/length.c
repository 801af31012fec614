/* Lengths: not negative, also as an int; equal to themselves; and a length of 0 from a reader that
   adds up what it took.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { size_t used; char *body; };
extern int store (const char *, int), flush (void);

/* The number of bytes that are used, as an int.  */
int
copy_text (const struct text *t)
{
  int n = t->used;
  char *copy = malloc (t->used + 1);
  if (!copy)
    return -1;
  if (n < 0)
    return -2;
  memcpy (copy, t->body, n);
  free (copy);
  return n;
}

int
copy_short (const struct text *t)
{
  int n = t->used;
  char *copy = malloc (t->used + 1);	/* { dg-warning "'copy' might not be freed" } */
  if (!copy)
    return -1;
  if (n < 1)
    return -2;
  memcpy (copy, t->body, n);
  free (copy);
  return n;
}

int
name_length (const char *name)
{
  char *copy = strdup (name);
  int n = strlen (name);
  if (n >= 0)
    free (copy);
  return n;
}

/* Passed twice to one that compares.  */
static int
fill (struct text *t, char *from, unsigned long room, int n)
{
  if (n < 0 || room < (unsigned long) n)
    return -1;
  t->body = from;
  t->used = n;
  return 0;
}

void
fill_all (struct text *t, const char *s)
{
  char *copy = strdup (s);
  fill (t, copy, strlen (s), (int) strlen (s));
}

int
fill_some (struct text *t, const char *s)
{
  char *copy = strdup (s);	/* { dg-warning "'copy' might not be freed" } */
  return fill (t, copy, 80, (int) strlen (s));
}

/* Takes a number of bytes, 0 for a failure; *OUT is filled otherwise.  */
extern size_t take_byte (FILE *, int *), take_word (FILE *, int *);
struct item { int kind, value; };

static size_t
take_item (FILE *f, struct item **out)
{
  int kind, value;
  size_t all, n;
  if ((all = take_byte (f, &kind)) == 0)
    return 0;
  n = take_word (f, &value);
  if (n == 0)
    return 0;
  *out = calloc (1, sizeof **out);
  if (*out == NULL)
    return 0;
  (*out)->kind = kind;
  (*out)->value = value;
  return all + n;
}

int
kind_of_item (FILE *f)
{
  struct item *it = NULL;
  int kind;
  if (!take_item (f, &it))
    return -1;
  kind = it->kind;
  free (it);
  return kind;
}

int
value_of_item (FILE *f)
{
  struct item *it = NULL;
  size_t n = take_item (f, &it);	/* { dg-warning "'it' might not be freed" } */
  if (n == 0)
    return -1;
  if (it->kind != 3)
    return 0;
  int value = it->value;
  free (it);
  return value;
}
