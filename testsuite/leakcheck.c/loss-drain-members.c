/* What is in the elements of an array that a loop releases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct key
{
  unsigned char *id;
  size_t length;
};

int more (int);

static void
free_key (struct key *k)
{
  if (k == NULL)
    return;
  memset (k->id, 0, k->length);
  free (k->id);
  free (k);
}

static void
free_keys (struct key **keys, size_t n)
{
  if (keys == NULL || n == 0)
    return;
  for (size_t i = 0; i < n; i++)
    free_key (keys[i]);
  free (keys);
}

static void
free_keys_only (struct key **keys, size_t n)
{
  if (keys == NULL || n == 0)
    return;
  for (size_t i = 0; i < n; i++)
    free (keys[i]);
  free (keys);
}

int
clean_load (int n, struct key ***out, size_t *n_out)
{
  struct key *k = NULL, **keys = NULL, **grown;
  size_t n_keys = 0;
  int r = -1;
  for (int i = 0; i < n; i++)
    {
      if (more (i))
	goto out;
      if ((k = calloc (1, sizeof *k)) == NULL)
	goto out;
      if ((k->id = calloc (1, n)) == NULL)
	goto out;
      if ((grown = realloc (keys, (n_keys + 1) * sizeof *grown)) == NULL)
	goto out;
      keys = grown;
      keys[n_keys++] = k;
      k = NULL;
    }
  *out = keys;
  *n_out = n_keys;
  keys = NULL;
  n_keys = 0;
  r = 0;
out:
  free_key (k);
  free_keys (keys, n_keys);
  return r;
}

int
leak_load (int n, struct key ***out, size_t *n_out)
{
  struct key *k = NULL, **keys = NULL, **grown;
  size_t n_keys = 0;
  int r = -1;
  for (int i = 0; i < n; i++)
    {
      if (more (i))
	goto out;
      if ((k = calloc (1, sizeof *k)) == NULL)
	goto out;
      if ((k->id = calloc (1, n)) == NULL) /* { dg-warning "might not be freed" } */
	goto out;
      if ((grown = realloc (keys, (n_keys + 1) * sizeof *grown)) == NULL)
	goto out;
      keys = grown;
      keys[n_keys++] = k;
      k = NULL;
    }
  *out = keys;
  *n_out = n_keys;
  keys = NULL;
  n_keys = 0;
  r = 0;
out:
  free_key (k);
  free_keys_only (keys, n_keys);
  return r;
}

/* ---- A loop that only looks.  ---- */

struct entry
{
  char *name;
  int n;
};

static void
show (const struct entry *e)
{
  printf ("%s %d\n", e->name, e->n);
}

static void
show_other (struct entry *e)
{
  e->n++;
}

static void
clear (struct entry *e)
{
  free (e->name);
}

int
leak_shown (char **names)
{
  struct entry all[3];
  for (int i = 0; i < 3; i++)
    all[i].name = strdup (names[i]);	/* { dg-warning "never freed" } */
  for (int i = 0; i < 3; i++)
    show (&all[i]);
  return 0;
}

int
leak_shown_otherwise (char **names)
{
  struct entry all[3];
  for (int i = 0; i < 3; i++)
    all[i].name = strdup (names[i]);	/* { dg-warning "never freed" } */
  for (int i = 0; i < 3; i++)
    show_other (&all[i]);
  return 0;
}

int
clean_cleared (char **names)
{
  struct entry all[3];
  for (int i = 0; i < 3; i++)
    all[i].name = strdup (names[i]);
  for (int i = 0; i < 3; i++)
    show (&all[i]);
  for (int i = 0; i < 3; i++)
    clear (&all[i]);
  return 0;
}
