/* Corpus, ownership: ownership: structures, out-parameters, helpers,
   callbacks, lists, tables, cleanup attributes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* 1: an object with three members, made and destroyed by helpers.  */
struct conn
{
  int fd;
  char *peer;
  FILE *log;
};

static void
conn_free (struct conn *c)
{
  if (!c)
    return;
  if (c->fd >= 0)
    close (c->fd);
  free (c->peer);
  if (c->log)
    fclose (c->log);
  free (c);
}

static struct conn *
conn_new (const char *path)
{
  struct conn *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->fd = socket (AF_UNIX, SOCK_STREAM, 0);
  if (c->fd < 0)
    goto fail;
  c->peer = strdup (path);
  if (!c->peer)
    goto fail;
  c->log = fopen ("conn.log", "a");
  if (!c->log)
    goto fail;
  return c;
fail:
  conn_free (c);
  return NULL;
}

int
talk_clean (const char *path)
{
  struct sockaddr_un addr = { .sun_family = AF_UNIX };
  struct conn *c = conn_new (path);
  if (!c)
    return -1;
  strncpy (addr.sun_path, path, sizeof addr.sun_path - 1);
  if (connect (c->fd, (struct sockaddr *) &addr, sizeof addr) < 0)
    {
      fprintf (c->log, "%s: %s\n", c->peer, strerror (errno));
      conn_free (c);
      return -1;
    }
  int rc = write (c->fd, "hello", 5) == 5 ? 0 : -1;
  conn_free (c);
  return rc;
}

int
talk_leaky (const char *path)
{
  struct sockaddr_un addr = { .sun_family = AF_UNIX };
  struct conn *c = conn_new (path);	/* { dg-warning "leak" } */
  if (!c)
    return -1;
  strncpy (addr.sun_path, path, sizeof addr.sun_path - 1);
  if (connect (c->fd, (struct sockaddr *) &addr, sizeof addr) < 0)
    {
      fprintf (c->log, "%s: %s\n", c->peer, strerror (errno));
      return -1;
    }
  int rc = write (c->fd, "hello", 5) == 5 ? 0 : -1;
  conn_free (c);
  return rc;
}

/* 2: a constructor that forgets a member when the next one fails.  */
struct conn *
conn_make_leaky (const char *path)
{
  struct conn *c = malloc (sizeof *c);
  if (!c)
    return NULL;
  c->log = NULL;
  c->fd = socket (AF_UNIX, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  if (c->fd < 0)
    {
      free (c);
      return NULL;
    }
  c->peer = strdup (path);
  if (!c->peer)
    {
      free (c);
      return NULL;
    }
  return c;
}

struct conn *
conn_make_clean (const char *path)
{
  struct conn *c = malloc (sizeof *c);
  if (!c)
    return NULL;
  c->log = NULL;
  c->fd = socket (AF_UNIX, SOCK_STREAM, 0);
  if (c->fd < 0)
    {
      free (c);
      return NULL;
    }
  c->peer = strdup (path);
  if (!c->peer)
    {
      close (c->fd);
      free (c);
      return NULL;
    }
  return c;
}

/* 3: out-parameters: filled on success only.  */
static int
open_pair (const char *a, const char *b, FILE **fa, FILE **fb)
{
  *fa = fopen (a, "r");
  if (!*fa)
    return -1;
  *fb = fopen (b, "r");
  if (!*fb)
    {
      fclose (*fa);
      *fa = NULL;
      return -1;
    }
  return 0;
}

int
compare_clean (const char *a, const char *b)
{
  FILE *x, *y;
  int p, q;
  if (open_pair (a, b, &x, &y) != 0)
    return -1;
  do
    {
      p = getc (x);
      q = getc (y);
    }
  while (p == q && p != EOF);
  fclose (x);
  fclose (y);
  return p != q;
}

int
compare_leaky (const char *a, const char *b)
{
  FILE *x, *y;
  int p, q;
  if (open_pair (a, b, &x, &y) != 0)	/* { dg-warning "leak" } */
    return -1;
  do
    {
      p = getc (x);
      q = getc (y);
      if (p != q)
	{
	  fclose (y);
	  return 1;
	}
    }
  while (p != EOF);
  fclose (x);
  fclose (y);
  return 0;
}

/* 4: an out-parameter that is lost inside the helper itself.  */
int
load_name_leaky (const char *file, char **name)
{
  char *line = NULL;
  size_t size = 0;
  FILE *f = fopen (file, "r");
  if (!f)
    return -1;
  ssize_t n = getline (&line, &size, f);	/* { dg-warning "leak" } */
  fclose (f);
  if (n <= 1)
    return -1;
  line[n - 1] = '\0';
  *name = line;
  return 0;
}

int
load_name_clean (const char *file, char **name)
{
  char *line = NULL;
  size_t size = 0;
  FILE *f = fopen (file, "r");
  if (!f)
    return -1;
  ssize_t n = getline (&line, &size, f);
  fclose (f);
  if (n <= 1)
    {
      free (line);
      return -1;
    }
  line[n - 1] = '\0';
  *name = line;
  return 0;
}

/* 5: a list on the stack of the function: freed node by node, or not.  */
struct node { struct node *next; char *text; };

static struct node *
push (struct node *head, const char *text)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    abort ();
  n->text = strdup (text);
  n->next = head;
  return n;
}

static void
free_list (struct node *n)
{
  while (n)
    {
      struct node *next = n->next;
      free (n->text);
      free (n);
      n = next;
    }
}

int
words_clean (char *text)
{
  struct node *list = NULL;
  int count = 0;
  for (char *w = strtok (text, " "); w; w = strtok (NULL, " "))
    {
      list = push (list, w);
      count++;
    }
  for (struct node *n = list; n; n = n->next)
    puts (n->text);
  free_list (list);
  return count;
}

int
one_word_leaky (const char *text)
{
  struct node *list = push (NULL, text);	/* { dg-warning "leak" } */
  int n = strlen (list->text);
  if (n > 80)
    return -1;
  puts (list->text);
  free_list (list);
  return n;
}

/* 6: given to a table that lives on.  */
struct table { FILE *files[16]; int n; };

bool
table_add_clean (struct table *t, const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return false;
  if (t->n == 16)
    {
      fclose (f);
      return false;
    }
  t->files[t->n++] = f;
  return true;
}

bool
table_add_leaky (struct table *t, const char *name)
{
  FILE *f = fopen (name, "r");		/* { dg-warning "leak" } */
  if (!f)
    return false;
  if (t->n == 16)
    return false;
  t->files[t->n++] = f;
  return true;
}

/* 7: cleanup attributes, with and without taking the value out.  */
static void
close_stream (FILE **f)
{
  if (*f)
    fclose (*f);
}

static void
free_text (char **p)
{
  free (*p);
}

FILE *
auto_close_clean (const char *name)
{
  __attribute__ ((cleanup (close_stream))) FILE *f = fopen (name, "r");
  if (!f || getc (f) != '#')
    return NULL;
  FILE *result = f;
  f = NULL;
  return result;
}

char *
auto_free_leaky (const char *a)
{
  __attribute__ ((cleanup (free_text))) char *joined = NULL;
  char *copy = strdup (a);		/* { dg-warning "leak" } */
  if (!copy)
    return NULL;
  if (asprintf (&joined, "%s/%s", a, copy) < 0)
    {
      joined = NULL;
      return NULL;
    }
  char *out = joined;
  joined = NULL;
  free (copy);
  return out;
}

/* 8: members of a structure on the stack.  */
struct mapping { int fd; void *at; size_t length; };

static int
map_open (struct mapping *m, const char *name, size_t length)
{
  m->fd = open (name, O_RDONLY);
  if (m->fd < 0)
    return -1;
  m->length = length;
  m->at = mmap (NULL, length, PROT_READ, MAP_PRIVATE, m->fd, 0);
  if (m->at == MAP_FAILED)
    {
      close (m->fd);
      return -1;
    }
  return 0;
}

static void
map_close (struct mapping *m)
{
  munmap (m->at, m->length);
  close (m->fd);
}

int
checksum_clean (const char *name, size_t length)
{
  struct mapping m;
  unsigned sum = 0;
  if (map_open (&m, name, length) < 0)
    return -1;
  for (size_t i = 0; i < m.length; i++)
    sum += ((unsigned char *) m.at)[i];
  map_close (&m);
  return sum & 0xff;
}

int
checksum_leaky (const char *name, size_t length)
{
  struct mapping m;
  unsigned sum = 0;
  if (map_open (&m, name, length) < 0)	/* { dg-warning "leak" } */
    return -1;
  for (size_t i = 0; i < m.length; i++)
    sum += ((unsigned char *) m.at)[i];
  munmap (m.at, m.length);
  return sum & 0xff;
}

/* 9: returned in a structure by value.  */
struct result { int error; FILE *stream; };

struct result
open_result_clean (const char *name)
{
  struct result r = { 0, NULL };
  r.stream = fopen (name, "r");
  if (!r.stream)
    r.error = errno;
  return r;
}

int
use_result_leaky (const char *name)
{
  struct result r = open_result_clean (name);	/* { dg-warning "leak" } */
  if (r.error)
    return -r.error;
  return getc (r.stream);
}

int
use_result_clean (const char *name)
{
  struct result r = open_result_clean (name);
  if (r.error)
    return -r.error;
  int c = getc (r.stream);
  fclose (r.stream);
  return c;
}

/* 10: a wrapper that closes and forgets.  */
static void
xclose (int *fd)
{
  if (*fd != -1)
    {
      int saved = errno;
      close (*fd);
      *fd = -1;
      errno = saved;
    }
}

int
wrapped_clean (const char *name)
{
  int fd = open (name, O_RDONLY), rc = 0;
  char c;
  if (fd == -1)
    return -1;
  if (read (fd, &c, 1) != 1)
    rc = -1;
  xclose (&fd);
  return rc;
}

int
wrapped_leaky (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "leak" } */
  char c;
  if (fd == -1)
    return -1;
  if (read (fd, &c, 1) != 1)
    return -1;
  xclose (&fd);
  return 0;
}

/* 11: an array of strings, freed to its end; or only the array.  */
char **
copy_array_clean (char *const *in, size_t n)
{
  char **out = calloc (n + 1, sizeof *out);
  if (!out)
    return NULL;
  for (size_t i = 0; i < n; i++)
    {
      out[i] = strdup (in[i]);
      if (!out[i])
	{
	  while (i-- > 0)
	    free (out[i]);
	  free (out);
	  return NULL;
	}
    }
  return out;
}

char **
copy_two_leaky (const char *a, const char *b)
{
  char **out = calloc (3, sizeof *out);
  if (!out)
    return NULL;
  out[0] = strdup (a);			/* { dg-warning "leak" } */
  if (!out[0])
    {
      free (out);
      return NULL;
    }
  out[1] = strdup (b);
  if (!out[1])
    {
      free (out);
      return NULL;
    }
  return out;
}

/* 12: a setter that replaces what was there.  */
struct person { char *name; int age; };

int
person_rename_clean (struct person *p, const char *name)
{
  char *copy = strdup (name);
  if (!copy)
    return -1;
  free (p->name);
  p->name = copy;
  return 0;
}

int
person_init_leaky (struct person *p, const char *first, const char *last)
{
  p->name = strdup (first);		/* { dg-warning "leak" } */
  if (!p->name)
    return -1;
  if (last && asprintf (&p->name, "%s %s", first, last) < 0)
    return -1;
  return 0;
}

/* 13: the handle goes to a registered callback.  */
static void
on_exit_close (int status, void *arg)
{
  (void) status;
  fclose (arg);
}

int
registered_clean (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  if (on_exit (on_exit_close, f) != 0)
    {
      fclose (f);
      return -1;
    }
  fputs ("started\n", f);
  return 0;
}

/* 14: an operations table with one function in it.  */
struct ops { void (*release) (void *); };

static const struct ops heap_ops = { free };

int
through_table_clean (size_t n)
{
  void *p = malloc (n);
  if (!p)
    return -1;
  memset (p, 0, n);
  heap_ops.release (p);
  return 0;
}

int
through_table_leaky (size_t n)
{
  void *p = malloc (n);			/* { dg-warning "leak" } */
  if (!p)
    return -1;
  memset (p, 0, n);
  if (n & 1)
    return 1;
  heap_ops.release (p);
  return 0;
}

/* 15: two-stage: a builder's result is moved to the caller on success.  */
int
build_path_clean (const char *dir, const char *name, char **out)
{
  char *path = NULL;
  int rc = -1;
  if (asprintf (&path, "%s/%s", dir, name) < 0)
    return -1;
  if (access (path, R_OK) != 0)
    goto done;
  *out = path;
  path = NULL;
  rc = 0;
done:
  free (path);
  return rc;
}

int
build_path_leaky (const char *dir, const char *name, char **out)
{
  char *path = NULL;
  if (asprintf (&path, "%s/%s", dir, name) < 0)	/* { dg-warning "leak" } */
    return -1;
  if (access (path, R_OK) != 0)
    return -1;
  *out = path;
  return 0;
}
