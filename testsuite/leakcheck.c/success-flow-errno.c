/* The error number says that something failed: it is not 0 where it is handed
   on, unless the function set it to 0 itself.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct node { struct node *next; char *name; };

/* The usual way in system programs: rc is negative exactly where it failed.  */
int
add_named (struct node **list, const char *name)
{
  struct stat st;
  int rc = 0;
  struct node *n = calloc (1, sizeof *n);
  if (!n)
    return -ENOMEM;
  if (stat (name, &st) < 0)
    {
      rc = -errno;
      goto done;
    }
  n->next = *list;
  *list = n;
done:
  if (rc)
    free (n);
  return rc;
}

/* A positive one.  */
int
add_positive (struct node **list, const char *name)
{
  int err = 0;
  struct node *n = malloc (sizeof *n);
  if (!n)
    return ENOMEM;
  if (access (name, R_OK) < 0)
    err = errno;
  else
    {
      n->next = *list;
      *list = n;
    }
  if (err != 0)
    free (n);
  return err;
}

/* The wrong way round.  */
int
add_wrong (struct node **list, const char *name)
{
  struct stat st;
  int rc = 0;
  struct node *n = calloc (1, sizeof *n);	/* { dg-warning "'n' might not be freed" } */
  if (!n)
    return -ENOMEM;
  if (stat (name, &st) < 0)
    {
      rc = -errno;
      goto done;
    }
  n->next = *list;
  *list = n;
  return 0;
done:
  if (rc > 0)
    free (n);
  return rc;
}

/* Whether anything failed is not known here: the function asks errno.  */
int
count_entries (DIR *dir)
{
  int rc = 0;
  char *copy = malloc (16);			/* { dg-warning "'copy' might not be freed" } */
  if (!copy)
    return -ENOMEM;
  errno = 0;
  if (!readdir (dir))
    rc = -errno;
  else
    rc = -1;
  if (rc)
    free (copy);
  return rc;
}

/* A helper's callers know too.  */
static int
load (const char *name, char **out)
{
  char *p = malloc (64);
  struct stat st;
  if (!p)
    return -ENOMEM;
  if (stat (name, &st) < 0)
    {
      free (p);
      return -errno;
    }
  *out = p;
  return 0;
}

int
use_load (const char *name)
{
  char *p;
  int rc = load (name, &p);
  if (rc < 0)
    return rc;
  rc = strlen (p) > 3;
  free (p);
  return rc;
}

int
misuse_load (const char *name)
{
  char *p;
  int rc = load (name, &p);			/* { dg-warning "'p' might not be freed" } */
  if (rc < 0)
    return rc;
  if (p[0] == 'x')
    return 1;
  free (p);
  return 0;
}

/* errno kept over a call that may change it.  */
int
kept (struct node **list, const char *name)
{
  int saved = 0;
  struct node *n = malloc (sizeof *n);
  if (!n)
    return -1;
  if (chdir (name) < 0)
    {
      saved = errno;
      sync ();
    }
  else
    {
      n->next = *list;
      *list = n;
    }
  if (saved)
    {
      free (n);
      errno = saved;
      return -1;
    }
  return 0;
}
