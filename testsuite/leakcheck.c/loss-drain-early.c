/* Loops that release the elements of an array, and end early.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

int odd (const char *);
char *following (const char *);

int
leak_odd (int n)
{
  char *all[10];
  for (int i = 0; i < n; i++)
    all[i] = malloc (10);	/* { dg-warning "might not be freed" } */
  for (int i = 0; i < n; i++)
    {
      if (all[i] && odd (all[i]))
	return -1;
      free (all[i]);
    }
  return 0;
}

int
leak_odd_after (int n)
{
  FILE *all[10];
  int bad = 0;
  for (int i = 0; i < n; i++)
    all[i] = tmpfile ();	/* { dg-warning "might not be closed" } */
  for (int i = 0; i < n; i++)
    {
      FILE *f = all[i];
      if (ferror (f))
	{
	  bad = 1;
	  break;
	}
      fclose (f);
    }
  return bad;
}

int
clean_rest (int n)
{
  char *all[10];
  int i;
  for (i = 0; i < n; i++)
    all[i] = malloc (10);
  for (i = 0; i < n; i++)
    {
      if (all[i] && odd (all[i]))
	break;
      free (all[i]);
    }
  for (; i < n; i++)
    free (all[i]);
  return 0;
}

int
clean_until_null (int n)
{
  char *all[10];
  int i;
  for (i = 0; i < n; i++)
    all[i] = malloc (10);
  all[i] = NULL;
  for (i = 0; all[i]; i++)
    free (all[i]);
  return 0;
}

int
clean_do (int n)
{
  char *all[10];
  int i;
  for (i = 0; i < n; i++)
    all[i] = malloc (10);
  i = 0;
  do
    {
      if (!all[i])
	continue;
      puts (all[i]);
      free (all[i]);
    }
  while (++i < n);
  return 0;
}

int
clean_found_all (int n)
{
  char *all[10];
  int i, found = 0;
  for (i = 0; i < n; i++)
    all[i] = malloc (10);
  for (i = 0; i < n; i++)
    {
      if (all[i] && odd (all[i]))
	found = 1;
      free (all[i]);
    }
  return found;
}

/* ---- What is asked is where the end is.  ---- */

int is_last (const char *);
int more (void);

int
clean_until_last (int n)
{
  char *all[10];
  int i;
  for (i = 0; i < n; i++)
    if (!(all[i] = malloc (10)))
      abort ();
  all[n] = "END";
  for (i = 0; !is_last (all[i]); i++)
    free (all[i]);
  return 0;
}

int
clean_while_more (int n)
{
  char *all[10];
  int top;
  for (top = 0; top < n; top++)
    if (!(all[top] = malloc (10)))
      abort ();
  do
    {
      top--;
      free (all[top]);
    }
  while (more ());
  return 0;
}

/* ---- A member of the element is given to somebody.  ---- */

struct inside { int n; };
struct item { int kind; struct inside in; };
int bad (const struct item *);
void tell (struct inside *);

int
leak_member_told (int n)
{
  struct item *all[10];
  for (int i = 0; i < n; i++)
    if (!(all[i] = malloc (sizeof (struct item))))	/* { dg-warning "might not be freed" } */
      abort ();
  for (int i = 0; i < n; i++)
    {
      struct item *p = all[i];
      if (bad (p))
	return -1;
      tell (&p->in);
      free (p);
    }
  return 0;
}
