/* Reference counts, trees, recursion, weak symbols and aliases, loggers, locks, two static
   functions of one name (the other is in more.c).  */

#include "more.h"

pthread_mutex_t the_mutex = PTHREAD_MUTEX_INITIALIZER;

static void
helper (FILE *f)
{
  fclose (f);
}

struct ref *
ref_new (const char *text)
{
  struct ref *r = malloc (sizeof *r);
  if (!r)
    return NULL;
  r->text = strdup (text);
  if (!r->text)
    {
      free (r);
      return NULL;
    }
  r->count = 1;
  return r;
}

struct ref *
ref_get (struct ref *r)
{
  r->count++;
  return r;
}

void
ref_put (struct ref *r)
{
  if (--r->count == 0)
    {
      free (r->text);
      free (r);
    }
}

const char *
ref_text (const struct ref *r)
{
  return r->text;
}

struct node *
node_new (const char *key)
{
  struct node *n = calloc (1, sizeof *n);
  if (n && !(n->key = strdup (key)))
    {
      free (n);
      n = NULL;
    }
  return n;
}

void
node_free (struct node *n)
{
  if (!n)
    return;
  node_free (n->left);
  node_free (n->right);
  free (n->key);
  free (n);
}

int
node_count (const struct node *n)
{
  return n ? 1 + node_count (n->left) + node_count (n->right) : 0;
}

FILE *
open_retried (const char *name, int n)
{
  FILE *f = fopen (name, "r");
  return f || n == 0 ? f : open_retried (name, n - 1);
}

__attribute__ ((weak)) char *
weak_copy (const char *s)
{
  return strdup (s);
}

char *alias_copy (const char *s) __attribute__ ((alias ("weak_copy")));

void
log_line (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
}

void
fail (const char *format, ...)
{
  fputs (format, stderr);
  exit (1);
}

void
lock_it (void)
{
  pthread_mutex_lock (&the_mutex);
}

void
unlock_it (void)
{
  pthread_mutex_unlock (&the_mutex);
}

int
with_lock (int n)
{
  pthread_mutex_lock (&the_mutex);
  n++;
  pthread_mutex_unlock (&the_mutex);
  return n;
}

static FILE *
open_for_reading (const char *name)
{
  return fopen (name, "r");
}

const struct ops file_ops = { open_for_reading, helper };

int
transfer (FILE **slot, FILE *f)
{
  if (*slot)
    return -1;
  *slot = f;
  return 0;
}

char *
pick (char *a, char *b, int first)
{
  return first ? a : b;
}

int
read_all (FILE *f, char **out, size_t *n)
{
  *out = NULL;
  *n = 0;
  return getline (out, n, f) < 0 ? -1 : 0;
}

void
closep (FILE **f)
{
  if (*f)
    helper (*f);
  *f = NULL;
}
