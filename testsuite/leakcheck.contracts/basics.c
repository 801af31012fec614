/* Callers of what basics-lib.c defines: each leaking function has a clean one beside it.  */

#include "basics.h"

int
leaks_1 (void)
{
  FILE *f = xopen ("a"); /* LEAK */
  return look (f);
}

int
clean_1 (void)
{
  FILE *f = xopen ("a");
  int r = look (f);
  closer (f);
  return r;
}

int
leaks_2 (void)
{
  FILE *f;
  if (open_two ("a", &f)) return -1; /* LEAK */
  if (look (f)) return 1;
  closer (f);
  return 0;
}

int
clean_2 (void)
{
  FILE *f;
  if (open_two ("a", &f)) return -1;
  if (look (f)) { closer (f); return 1; }
  closer (f);
  return 0;
}

int
leaks_3 (void)
{
  struct buf b;
  if (fill (&b)) return -1; /* LEAK */
  return len (&b);
}

int
clean_3 (void)
{
  struct buf b;
  if (fill (&b)) return -1;
  int r = len (&b);
  drop (&b);
  return r;
}

int
leaks_4 (void)
{
  char *p = xmalloc (10); /* LEAK */
  if (push (p) < 0) return -1;
  return 0;
}

int
clean_4 (void)
{
  char *p = xmalloc (10);
  if (push (p) < 0) { free (p); return -1; }
  return 0;
}

int
leaks_5 (struct buf *b)
{
  FILE *f = xopen ("x"); /* LEAK */
  if (take_ok (b, f)) return -1;
  return 0;
}

int
clean_5 (struct buf *b)
{
  FILE *f = xopen ("x");
  if (take_ok (b, f)) { closer (f); return -1; }
  return 0;
}

int
leaks_6 (void)
{
  struct buf *b = make ("x"); /* LEAK */
  if (!b) return -1;
  if (len (b)) return 2;
  buf_free (b);
  return 0;
}

int
clean_6 (void)
{
  struct buf *b = make ("x");
  if (!b) return -1;
  int r = len (b);
  buf_free (b);
  return r;
}

int
leaks_7 (void)
{
  int fd = fdopener ("x"); /* LEAK */
  if (fd < 0) return -1;
  return write (fd, "x", 1);
}

int
clean_7 (void)
{
  int fd = fdopener ("x");
  if (fd < 0) return -1;
  int r = write (fd, "x", 1);
  fdclose (fd);
  return r;
}

int
leaks_8 (const char *s)
{
  char *p = dup2x (s); /* LEAK */
  if (strlen (p) > 3) die ("x");
  return 0;
}

int
clean_8 (const char *s)
{
  char *p = dup2x (s);
  if (strlen (p) > 3) die ("x");
  free (p);
  return 0;
}

void
clean_9 (void)
{
  char *p = dup2x ("x");
  pass (p);
}

void
clean_10 (void)
{
  struct buf b;
  b.data = dup2x ("x");
  pass_member (&b);
}

void
clean_11 (void)
{
  FILE *f = xopen ("x");
  maybe (f, 1);
}

void
leaks_11 (void)
{
  FILE *f = xopen ("x"); /* LEAK */
  maybe (f, 0);
}

void
clean_12 (void)
{
  struct list *l = xmalloc (sizeof *l);
  l->s = dup2x ("x");
  l->next = NULL;
  list_free (l);
}

void
clean_13 (void)
{
  char *p = xmalloc (10);
  p = grow (p, 20);
  free (p);
}

void
leaks_13 (void)
{
  char *p = xmalloc (10);
  p = grow (p, 20); /* LEAK */
  vlog (p);
}

void
clean_14 (void)
{
  char *p = dup2x ("y");
  char *q = same (p);
  free (q);
}

void
leaks_14 (void)
{
  char *p = dup2x ("y"); /* LEAK */
  same (p);
}

void
clean_15 (void)
{
  struct buf b = { 0 };
  setname (&b, "x");
  setname (&b, "y");
  drop (&b);
}

void
leaks_15 (void)
{
  struct buf b = { 0 };
  setname (&b, "x");
  setname (&b, "y"); /* LEAK */
}

int
leaks_16 (int n)
{
  FILE *f = open_if ("x", n); /* LEAK */
  return f ? look (f) : 0;
}

int
clean_16 (int n)
{
  FILE *f = open_if ("x", n);
  int r = 0;
  if (n && f)
    {
      r = look (f);
      closer (f);
    }
  return r;
}

int
clean_17 (void)
{
  FILE *f = open_if ("x", 0);
  return f ? look (f) : 0;
}

int
leaks_18 (void)
{
  FILE *f = open_all ("x", 1, 4, -1); /* LEAK */
  return f ? look (f) : 0;
}

int
clean_18 (void)
{
  FILE *f = open_all ("x", 1, 3, -1);
  return f ? look (f) : 0;
}
