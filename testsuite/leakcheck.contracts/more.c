/* Callers of what more-lib.c defines.  */

#include "more.h"

/* Not the one of more-lib.c.  */
static int
helper (FILE *f)
{
  return ftell (f) > 0;
}

int
leaks_count (void)
{
  struct ref *r = ref_new ("a"); /* LEAK */
  if (!r)
    return -1;
  if (strlen (ref_text (r)) > 3)
    return 1;
  ref_put (r);
  return 0;
}

int
clean_count (void)
{
  struct ref *r = ref_new ("a");
  if (!r)
    return -1;
  struct ref *s = ref_get (r);
  int n = strlen (ref_text (s));
  ref_put (s);
  ref_put (r);
  return n;
}

int
leaks_tree (const char *key)
{
  struct node *n = node_new (key); /* LEAK */
  if (!n)
    return -1;
  return node_count (n);
}

int
clean_tree (const char *key)
{
  struct node *n = node_new (key);
  if (!n)
    return -1;
  n->left = node_new (key);
  int count = node_count (n);
  node_free (n);
  return count;
}

int
leaks_recursion (const char *name)
{
  FILE *f = open_retried (name, 4); /* LEAK */
  return f ? fgetc (f) : -1;
}

int
clean_recursion (const char *name)
{
  FILE *f = open_retried (name, 4);
  int c = f ? fgetc (f) : -1;
  if (f)
    fclose (f);
  return c;
}

void
leaks_weak (const char *s)
{
  char *p = weak_copy (s); /* LEAK */
  log_line ("%s", p);
}

void
clean_weak (const char *s)
{
  char *p = weak_copy (s), *q = alias_copy (s);
  log_line ("%s %s", p, q);
  free (p);
  free (q);
}

void
leaks_alias (const char *s)
{
  char *p = alias_copy (s); /* LEAK */
  log_line ("%s", p);
}

int
leaks_log (const char *name)
{
  FILE *f = fopen (name, "r"); /* LEAK */
  if (!f)
    fail ("%s: cannot open", name);
  log_line ("%p", (void *) f);
  return 0;
}

int
clean_fail (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (fgetc (f) == 'x')
    fail ("%s: x", name);
  return fclose (f);
}

int
clean_lock (int n)
{
  lock_it ();
  n = n > 0 ? n : 1;
  unlock_it ();
  return n;
}

int
clean_own_lock (int n)
{
  pthread_mutex_lock (&the_mutex);
  if (n > 4)
    {
      unlock_it ();
      return 1;
    }
  pthread_mutex_unlock (&the_mutex);
  return with_lock (n);
}

int
leaks_own_lock (int n)
{
  pthread_mutex_lock (&the_mutex); /* LEAK */
  if (n > 4)
    return -1;
  pthread_mutex_unlock (&the_mutex);
  return 0;
}

int
leaks_transfer (const char *name)
{
  FILE *slot = NULL, *f = fopen (name, "r"); /* LEAK */
  if (!f)
    return -1;
  if (transfer (&slot, f))
    return -1;
  return helper (slot);
}

int
clean_transfer (const char *name)
{
  FILE *slot = NULL, *f = fopen (name, "r");
  if (!f)
    return -1;
  if (transfer (&slot, f))
    {
      fclose (f);
      return -1;
    }
  int r = helper (slot);
  fclose (slot);
  return r;
}

void
clean_pick (int n)
{
  char *a = malloc (3), *b = malloc (4);
  char *c = pick (a, b, n);
  if (c)
    *c = 1;
  free (a);
  free (b);
}

int
leaks_line (FILE *f)
{
  char *line;
  size_t n;
  if (read_all (f, &line, &n) < 0) /* LEAK */
    {
      free (line);
      return -1;
    }
  return line[0] == 'x';
}

int
clean_line (FILE *f)
{
  char *line;
  size_t n;
  int c = 0;
  if (read_all (f, &line, &n) == 0)
    c = line[0];
  free (line);
  return c;
}

int
clean_closep (const char *name)
{
  FILE *f = fopen (name, "r");
  int c = f ? fgetc (f) : 0;
  closep (&f);
  return c;
}
