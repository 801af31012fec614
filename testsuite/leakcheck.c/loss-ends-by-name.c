/* Who dies with a message does not come back, also where its header does not say so.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

struct transaction;

void app_abort (const char *message);
void die (const char *format, ...);
void kernelPanic (char *message);
void bug_assertion (const char *message, const char *file, int line);
void assert_failed (const char *message);
void quit (const char *format, ...);
/* Look-alikes.  */
void assertion (const char *label, int holds);
void assert_equal (const char *a, const char *b);
void transaction_abort (struct transaction *);
int try_die (const char *message);
void studie (const char *name);
void fatal (const char *message);
void server_quit (const char *format, ...);
void loop_abort (void);

struct pair
{
  char *first, *second;
};

void
clean_aborted (struct pair *p)
{
  char *a = malloc (10);
  if (!a)
    app_abort ("no memory");
  p->second = malloc (10);
  if (!p->second)
    {
      fprintf (stderr, "no memory\n");
      app_abort ("no memory");
    }
  else
    p->first = a;
}

int
clean_died (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    die ("%s: empty", path);
  else
    fclose (f);
  return c;
}

int
clean_panicked (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      kernelPanic ("empty");
      return -1;
    }
  fclose (f);
  return c;
}

int
clean_asserted (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      bug_assertion ("c != EOF", __FILE__, __LINE__);
      return -1;
    }
  if (c == 0)
    {
      assert_failed ("c");
      return -1;
    }
  fclose (f);
  return c;
}

int
leak_asserted (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  assertion ("c", c != EOF);
  assert_equal (path, "x");
  if (c == 'x')
    return -1;
  fclose (f);
  return c;
}

int
leak_transaction (const char *path, struct transaction *t)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      transaction_abort (t);
      return -1;
    }
  fclose (f);
  return c;
}

int
leak_tried (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    return try_die ("empty");
  fclose (f);
  return c;
}

int
leak_other_word (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      studie ("empty");
      return -1;
    }
  fclose (f);
  return c;
}

int
leak_logged (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      fatal ("empty");
      return -1;
    }
  fclose (f);
  return c;
}

int
leak_no_message (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    {
      loop_abort ();
      return -1;
    }
  fclose (f);
  return c;
}

void
clean_quit (const char *path)
{
  char *a = malloc (10);
  if (!a)
    return;
  a = realloc (a, 20);
  if (!a)
    quit ("%s: no memory", path);
  free (a);
}

int
leak_server_quit (const char *path)
{
  FILE *f = fopen (path, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = getc (f);
  if (c == EOF)
    server_quit ("%s: empty", path);
  else
    fclose (f);
  return c;
}

/* The status alone, and nothing but "exit" at the end of the name.  */
void app_exit (int);
void exit_later (int);
void frame_exit (int, int);
int try_exit (int);

int
clean_exit (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (getc (f) == EOF)
    app_exit (2);
  fclose (f);
  return 0;
}

int
leak_exits (const char *name, int how)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (how == 1)
    {
      exit_later (2);
      return 1;
    }
  if (how == 2)
    {
      frame_exit (2, 0);
      return 2;
    }
  if (how == 3 && try_exit (2))
    return 3;
  fclose (f);
  return 0;
}
