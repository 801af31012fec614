/* What a caller in another file relies on: results, out-parameters, members, functions that take
   what they are given only if they succeed, that store it in what they are given, or only look.  */

#include <fcntl.h>
#include "basics.h"

extern void unknown (void *);
static struct list *head;

FILE *
xopen (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f) { perror (name); exit (1); }
  return f;
}

void *
xmalloc (size_t n)
{
  void *p = malloc (n);
  if (!p) abort ();
  return p;
}

int
open_two (const char *a, FILE **out)
{
  FILE *f = fopen (a, "r");
  if (!f) return -1;
  *out = f;
  return 0;
}

int
fill (struct buf *b)
{
  b->data = malloc (10);
  if (!b->data) return -1;
  b->n = 10;
  return 0;
}

void
drop (struct buf *b)
{
  free (b->data);
  b->data = NULL;
}

void
buf_free (struct buf *b)
{
  if (!b) return;
  free (b->data);
  if (b->log) fclose (b->log);
  free (b);
}

int
look (FILE *f)
{
  char c[10];
  return fgets (c, 10, f) != NULL;
}

void
closer (FILE *f)
{
  if (f) fclose (f);
}

int
take_ok (struct buf *b, FILE *f)
{
  if (b->log) return -1;
  b->log = f;
  return 0;
}

int
push (char *s)
{
  struct list *l = malloc (sizeof *l);
  if (!l) return -1;
  l->s = s;
  l->next = head;
  head = l;
  return 0;
}

void
list_free (struct list *l)
{
  while (l) { struct list *n = l->next; free (l->s); free (l); l = n; }
}

void
maybe (FILE *f, int close_it)
{
  if (close_it) fclose (f);
}

char *
dup2x (const char *s)
{
  return strdup (s);
}

void
pass (void *p)
{
  unknown (p);
}

void
pass_member (struct buf *b)
{
  unknown (b->data);
}

char *
same (char *s)
{
  *s = 1;
  return s;
}

int
fdopener (const char *s)
{
  int fd = open (s, O_RDONLY);
  return fd;
}

void
fdclose (int fd)
{
  if (fd >= 0) close (fd);
}

void
vlog (const char *fmt, ...)
{
  fputs (fmt, stderr);
}

struct buf *
make (const char *n)
{
  struct buf *b = calloc (1, sizeof *b);
  if (!b) return NULL;
  b->log = fopen (n, "w");
  if (!b->log) { free (b); return NULL; }
  return b;
}

void
die (const char *s)
{
  puts (s);
  exit (1);
}

void *
grow (void *p, size_t n)
{
  void *q = realloc (p, n);
  if (!q) exit (1);
  return q;
}

int
len (struct buf *b)
{
  return b->n;
}

void
setname (struct buf *b, const char *s)
{
  free (b->data);
  b->data = strdup (s);
}

FILE *
open_if (const char *name, int n)
{
  return n ? fopen (name, "r") : NULL;
}

FILE *
open_all (const char *name, int a, int b, int c)
{
  if (a && b > 3 && c < 0)
    return fopen (name, "r");
  return NULL;
}
