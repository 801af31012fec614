/* Static functions that nothing calls are checked at every level, though the compiler drops
   them before the pass, and the object stays as it is (leakcheck.plugin compares that).  */

#include <stdio.h>
#include <stdlib.h>

static int
uncalled (const char *name)
{
  FILE *s = fopen (name, "r"); /* { dg-warning "'s' is never closed" } */
  return s != NULL;
}

static inline int
uncalled_inline (const char *name)
{
  FILE *s = fopen (name, "r"); /* { dg-warning "'s' is never closed" } */
  return s != NULL;
}

static int __attribute__ ((unused))
marked (const char *name)
{
  FILE *s = fopen (name, "r"); /* { dg-warning "'s' is never closed" } */
  return s != NULL;
}

/* Called by what is not called.  */
static FILE *
opener (const char *name)
{
  return fopen (name, "r");
}

static int
through_opener (const char *name)
{
  FILE *s = opener (name); /* { dg-warning "'s' might not be closed" } */
  if (!s)
    return 0;
  int c = getc (s);
  if (c == EOF)
    return 0;
  fclose (s);
  return c;
}

/* Only itself calls it.  */
static int
recursive (int n)
{
  char *p = malloc (n); /* { dg-warning "'p' is never freed" } */
  return n > 1 ? recursive (n - 1) + (p != NULL) : 0;
}

/* Clean ones.  */
static int
uncalled_clean (const char *name)
{
  FILE *s = opener (name);
  if (!s)
    return 0;
  int c = getc (s);
  fclose (s);
  return c;
}

static inline char *
returned (size_t n)
{
  return malloc (n);
}

static void
nothing_to_do (int *n)
{
  ++*n;
}

/* What is called, and what the table calls, is what it was.  */
static int
called (const char *name)
{
  FILE *s = fopen (name, "r"); /* { dg-warning "'s' is never closed" } */
  return s != NULL;
}

static int
by_table (const char *name)
{
  FILE *s = fopen (name, "r"); /* { dg-warning "'s' is never closed" } */
  return s != NULL;
}

int (*const table[]) (const char *) = { by_table };

int
user (const char *name)
{
  return called (name);
}
