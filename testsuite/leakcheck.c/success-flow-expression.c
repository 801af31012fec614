/* A helper that acquires and a helper that releases look at the same bits of
   the same argument.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static void *
get (int fd, size_t size, mode_t mode)
{
  if (S_ISLNK (mode))
    {
      char *p = malloc (size);
      if (!p)
	abort ();
      return p;
    }
  void *p = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED)
    abort ();
  return p;
}

static void
put (void *p, size_t size, mode_t mode)
{
  if (S_ISLNK (mode))
    free (p);
  else
    munmap (p, size);
}

int
clean_same_mode (int fd, size_t size, mode_t mode)
{
  char *p = get (fd, size, mode);
  int first = p[0];
  put (p, size, mode);
  return first;
}

int
leak_other_mode (int fd, size_t size, mode_t mode, mode_t other)
{
  char *p = get (fd, size, mode); /* { dg-warning "'p' might not be" } */
  /* { dg-warning "'p' might not be freed" "" { target *-*-* } 47 } */
  int first = p[0];
  put (p, size, other);
  return first;
}

/* A tree that is rotated as it grows keeps its nodes.  */
struct node { struct node *left, *right; int key; };
struct tree { struct node *root; };

static void
rotate (struct tree *t, struct node *n)
{
  struct node *r = n->right;
  if (!r)
    return;
  n->right = r->left;
  r->left = n;
  if (t->root == n)
    t->root = r;
}

static struct node *
insert (struct tree *t, struct node *n)
{
  struct node *p = t->root, *last = NULL;
  while (p)
    {
      last = p;
      if (n->key < p->key)
	p = p->left;
      else if (n->key > p->key)
	p = p->right;
      else
	return p;
    }
  n->left = n->right = NULL;
  if (!last)
    t->root = n;
  else if (n->key < last->key)
    last->left = n;
  else
    last->right = n;
  rotate (t, n);
  return NULL;
}

int
clean_inserted (struct tree *t, int key)
{
  struct node *n = calloc (1, sizeof *n);
  if (!n)
    return -1;
  n->key = key;
  if (insert (t, n))
    {
      free (n);
      return -1;
    }
  return 0;
}

int
leak_not_inserted (struct tree *t, int key)
{
  struct node *n = calloc (1, sizeof *n); /* { dg-warning "'n' might not be freed" } */
  if (!n)
    return -1;
  n->key = key;
  if (insert (t, n))
    return -1;
  return 0;
}
