/* What is returned is the caller's: plainly, in a structure by value, in a
   structure on the heap, as an interior value the caller can free.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct blob
{
  char *data;
  size_t size;
};

struct reader
{
  int fd;
  size_t have, at;
  char *buffer;
};

FILE *
open_config (const char *home)
{
  char name[512];
  snprintf (name, sizeof name, "%s/.config", home);
  FILE *f = fopen (name, "r");
  if (!f)
    f = fopen ("/etc/config", "r");
  return f;
}

/* Returned only when the header is right; else lost.  */
FILE *
open_checked_leaky (const char *name)
{
  char head[4];
  FILE *f = fopen (name, "rb");		/* { dg-warning "leak" } */
  if (!f)
    return NULL;
  if (fread (head, 1, 4, f) != 4 || memcmp (head, "RIFF", 4))
    return NULL;
  return f;
}

FILE *
open_checked (const char *name)
{
  char head[4];
  FILE *f = fopen (name, "rb");
  if (!f)
    return NULL;
  if (fread (head, 1, 4, f) == 4 && !memcmp (head, "RIFF", 4))
    return f;
  fclose (f);
  return NULL;
}

/* By value.  */
struct blob
blob_of (const char *s)
{
  struct blob b = { NULL, 0 };
  b.data = strdup (s);
  if (b.data)
    b.size = strlen (s);
  return b;
}

/* By value, but an error returns an empty one.  */
struct blob
blob_read_leaky (int fd, size_t n)
{
  struct blob b = { NULL, 0 };
  b.data = malloc (n);			/* { dg-warning "leak" } */
  if (!b.data)
    return b;
  if (read (fd, b.data, n) != (ssize_t) n)
    return (struct blob) { NULL, 0 };
  b.size = n;
  return b;
}

struct blob
blob_read (int fd, size_t n)
{
  struct blob b = { NULL, 0 };
  b.data = malloc (n);
  if (!b.data)
    return b;
  if (read (fd, b.data, n) != (ssize_t) n)
    {
      free (b.data);
      b.data = NULL;
      return b;
    }
  b.size = n;
  return b;
}

/* The caller of a function that returns one by value.  */
int
print_blob (const char *s)
{
  struct blob b = blob_of (s);
  if (!b.data)
    return -1;
  int ret = fwrite (b.data, 1, b.size, stdout) == b.size ? 0 : -1;
  free (b.data);
  return ret;
}

int
print_blob_leaky (const char *s)
{
  struct blob b = blob_of (s);		/* { dg-warning "leak" } */
  if (!b.data)
    return -1;
  return fwrite (b.data, 1, b.size, stdout) == b.size ? 0 : -1;
}

/* On the heap, all or nothing.  */
struct reader *
reader_new (const char *name)
{
  struct reader *r = calloc (1, sizeof *r);
  if (!r)
    return NULL;
  r->fd = open (name, O_RDONLY | O_CLOEXEC);
  if (r->fd < 0)
    goto fail;
  r->buffer = malloc (BUFSIZ);
  if (!r->buffer)
    goto fail_close;
  return r;
fail_close:
  close (r->fd);
fail:
  free (r);
  return NULL;
}

/* The structure is freed, its descriptor is not closed.  */
struct reader *
reader_new_leaky (const char *name)
{
  struct reader *r = calloc (1, sizeof *r);
  if (!r)
    return NULL;
  r->fd = open (name, O_RDONLY | O_CLOEXEC);	/* { dg-warning "leak" } */
  if (r->fd < 0)
    {
      free (r);
      return NULL;
    }
  r->buffer = malloc (BUFSIZ);
  if (!r->buffer)
    {
      free (r);
      return NULL;
    }
  return r;
}

void
reader_free (struct reader *r)
{
  if (!r)
    return;
  close (r->fd);
  free (r->buffer);
  free (r);
}

/* Their user.  */
int
first_byte (const char *name)
{
  struct reader *r = reader_new (name);
  if (!r)
    return -1;
  int c = read (r->fd, r->buffer, 1) == 1 ? r->buffer[0] : -1;
  reader_free (r);
  return c;
}

int
first_byte_leaky (const char *name)
{
  struct reader *r = reader_new (name);		/* { dg-warning "leak" } */
  if (!r)
    return -1;
  if (read (r->fd, r->buffer, 1) != 1)
    return -1;
  int c = r->buffer[0];
  reader_free (r);
  return c;
}

/* Returned after trimming in place.  */
char *
trimmed (const char *s)
{
  s += strspn (s, " \t");
  char *p = strdup (s);
  if (p)
    p[strcspn (p, "\r\n")] = '\0';
  return p;
}

/* A count is returned instead of the list.  */
int
count_words_leaky (const char *s)
{
  int n = 0;
  char *copy = strdup (s);	/* { dg-warning "'copy' is never freed" } */
  if (!copy)
    return -1;
  for (char *w = strtok (copy, " "); w; w = strtok (NULL, " "))
    n++;
  return n;
}

int
count_words (const char *s)
{
  int n = 0;
  char *copy = strdup (s);
  if (!copy)
    return -1;
  for (char *w = strtok (copy, " "); w; w = strtok (NULL, " "))
    n++;
  free (copy);
  return n;
}
