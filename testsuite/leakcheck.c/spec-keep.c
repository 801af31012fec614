/* Functions that keep or take what they are given, against those that only
   copy it: putenv keeps, setenv copies; tsearch, atexit and the like.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <syslog.h>
#include <unistd.h>

int
put (const char *name, const char *value)
{
  char *s;
  if (asprintf (&s, "%s=%s", name, value) < 0)
    return -1;
  if (putenv (s) != 0)
    {
      free (s);
      return -1;
    }
  return 0;
}

int
set_leaky (const char *name, const char *dir)
{
  char *s;
  if (asprintf (&s, "%s/%s", dir, name) < 0)	/* { dg-warning "'s' is never freed" } */
    return -1;
  return setenv (name, s, 1);
}

int
set (const char *name, const char *dir)
{
  char *s;
  if (asprintf (&s, "%s/%s", dir, name) < 0)
    return -1;
  int ret = setenv (name, s, 1);
  free (s);
  return ret;
}

/* A thread is given its argument.  */
static void *
worker (void *arg)
{
  puts (arg);
  free (arg);
  return NULL;
}

int
spawn (const char *text)
{
  pthread_t t;
  char *arg = strdup (text);
  if (!arg)
    return -1;
  if (pthread_create (&t, NULL, worker, arg) != 0)
    {
      free (arg);
      return -1;
    }
  pthread_detach (t);
  return 0;
}

/* The string functions borrow.  */
size_t
borrowed_leaky (const char *a, const char *b)
{
  char *s = strdup (a);		/* { dg-warning "'s' is never freed" } */
  if (!s)
    return 0;
  size_t n = strspn (s, b) + strcmp (s, b);
  if (strstr (s, b))
    memset (s, 0, strlen (s));
  syslog (LOG_INFO, "%s", s);
  return n + strlen (s);
}

size_t
borrowed (const char *a, const char *b)
{
  char *s = strdup (a);
  if (!s)
    return 0;
  size_t n = strspn (s, b) + strcmp (s, b);
  if (strstr (s, b))
    memset (s, 0, strlen (s));
  syslog (LOG_INFO, "%s", s);
  n += strlen (s);
  free (s);
  return n;
}

/* strcpy and its kin return their argument: the same block.  */
int
chained (const char *a, const char *b)
{
  char *s = malloc (strlen (a) + strlen (b) + 1);
  if (!s)
    return -1;
  char *t = strcat (strcpy (s, a), b);
  int n = puts (t);
  free (t);
  return n;
}

/* strchr points into it: freeing the base is what counts.  */
int
user_of_leaky (const char *mail)
{
  char *s = strdup (mail);	/* { dg-warning "'s' might not be freed" } */
  char *at;
  if (!s)
    return -1;
  at = strchr (s, '@');
  if (!at)
    return -1;
  *at = '\0';
  int n = puts (s);
  free (s);
  return n;
}

/* An iovec on the stack points to it during the call only.  */
ssize_t
gather_leaky (int fd, size_t n)
{
  struct iovec v[2];
  char *p = calloc (n, 1);	/* { dg-warning "leak" } */
  if (!p)
    return -1;
  v[0].iov_base = (char *) "head";
  v[0].iov_len = 4;
  v[1].iov_base = p;
  v[1].iov_len = n;
  return writev (fd, v, 2);
}

ssize_t
gather (int fd, size_t n)
{
  struct iovec v[2];
  char *p = calloc (n, 1);
  if (!p)
    return -1;
  v[0].iov_base = (char *) "head";
  v[0].iov_len = 4;
  v[1].iov_base = p;
  v[1].iov_len = n;
  ssize_t ret = writev (fd, v, 2);
  free (p);
  return ret;
}

/* tsearch: kept in the tree.  */
static void *root;

int
intern (const char *word)
{
  char *copy = strdup (word);
  if (!copy)
    return -1;
  void *node = tsearch (copy, &root, (int (*) (const void *, const void *)) strcmp);
  if (!node)
    {
      free (copy);
      return -1;
    }
  if (*(char **) node != copy)
    free (copy);
  return 0;
}
