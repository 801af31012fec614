/* Recursion: trees and lists that are walked, built and freed by functions
   that call themselves or each other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree
{
  struct tree *left, *right;
  char *word;
};

static void
tree_free (struct tree *t)
{
  if (!t)
    return;
  tree_free (t->left);
  tree_free (t->right);
  free (t->word);
  free (t);
}

static struct tree *
tree_add (struct tree *t, const char *word)
{
  if (!t)
    {
      t = calloc (1, sizeof *t);
      if (!t)
	abort ();
      t->word = strdup (word);
    }
  else if (strcmp (word, t->word) < 0)
    t->left = tree_add (t->left, word);
  else
    t->right = tree_add (t->right, word);
  return t;
}

static int
tree_size (const struct tree *t)
{
  return t ? tree_size (t->left) + tree_size (t->right) + 1 : 0;
}

int
distinct (const char *const *words)
{
  struct tree *t = NULL;
  while (*words)
    t = tree_add (t, *words++);
  int n = tree_size (t);
  tree_free (t);
  return n;
}

/* A copy of a tree: what was built is freed when a part fails.  */
static struct tree *
tree_node (const char *word)
{
  struct tree *t = malloc (sizeof *t);
  if (!t)
    return NULL;
  t->left = t->right = NULL;
  t->word = strdup (word);
  if (!t->word)
    {
      free (t);
      return NULL;
    }
  return t;
}

int
single (const char *word)
{
  struct tree *t = tree_node (word);
  if (!t)
    return -1;
  int n = tree_size (t);
  tree_free (t);
  return n;
}

int
single_leaky (const char *word)
{
  struct tree *t = tree_node (word);	/* { dg-warning "leak" } */
  if (!t)
    return -1;
  return tree_size (t);
}

/* A directory walk opens one more on every level.  */
int
walk (const char *dir, int depth)
{
  struct dirent *e;
  int n = 0;
  DIR *d = opendir (dir);
  if (!d)
    return 0;
  while ((e = readdir (d)) != NULL)
    {
      char path[600];
      if (e->d_name[0] == '.')
	continue;
      snprintf (path, sizeof path, "%.300s/%s", dir, e->d_name);
      n += depth > 0 ? walk (path, depth - 1) : 1;
    }
  closedir (d);
  return n;
}

int
walk_leaky (const char *dir, int depth)
{
  struct dirent *e;
  int n = 0;
  DIR *d = opendir (dir);	/* { dg-warning "'d' might not be closed" } */
  if (!d)
    return 0;
  while ((e = readdir (d)) != NULL)
    {
      char path[600];
      if (e->d_name[0] == '.')
	continue;
      if (depth == 0)
	return -1;
      snprintf (path, sizeof path, "%.300s/%s", dir, e->d_name);
      n += walk_leaky (path, depth - 1);
    }
  closedir (d);
  return n;
}

/* The resource goes down and is released at the bottom.  */
static void
countdown (FILE *f, int n)
{
  if (n == 0)
    {
      fclose (f);
      return;
    }
  fprintf (f, "%d\n", n);
  countdown (f, n - 1);
}

int
bottom (const char *name, int n)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  countdown (f, n);
  return 0;
}

/* It goes down and comes back.  */
static int
digits (FILE *f)
{
  int c = getc (f);
  if (!isdigit (c))
    return 0;
  return 1 + digits (f);
}

int
comes_back_leaky (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  return digits (f);
}

int
comes_back (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int n = digits (f);
  fclose (f);
  return n;
}

/* Two functions that call each other.  */
static int odd_lines (FILE *f, char *line);

static int
even_lines (FILE *f, char *line)
{
  return fgets (line, 80, f) ? odd_lines (f, line) : 0;
}

static int
odd_lines (FILE *f, char *line)
{
  return fgets (line, 80, f) ? even_lines (f, line) : 1;
}

int
parity (const char *name)
{
  FILE *f = fopen (name, "r");
  char *line = malloc (80);
  int ret = -1;
  if (f && line)
    ret = even_lines (f, line);
  free (line);
  if (f)
    fclose (f);
  return ret;
}

int
parity_leaky (const char *name)
{
  FILE *f = fopen (name, "r");
  char *line = malloc (80);	/* { dg-warning "'line' might not be freed" } */
  if (!f)
    return -1;
  int ret = line ? even_lines (f, line) : -1;
  free (line);
  fclose (f);
  return ret;
}

/* A retry by calling oneself.  */
int
retry (const char *const *names)
{
  if (!*names)
    return EOF;
  FILE *f = fopen (*names, "r");
  if (!f)
    return retry (names + 1);
  int c = getc (f);
  fclose (f);
  return c;
}

int
retry_leaky (const char *const *names)
{
  if (!*names)
    return EOF;
  FILE *f = fopen (*names, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return retry_leaky (names + 1);
  int c = getc (f);
  if (c == EOF)
    return retry_leaky (names + 1);
  fclose (f);
  return c;
}
