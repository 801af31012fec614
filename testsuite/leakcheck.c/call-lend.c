/* Functions of which nothing is known: they are trusted to take what they are
   given, but not where they failed and their caller goes on to release it, and
   not text that they can only read.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

struct list;
extern int work (FILE *);
extern int work_or_keep (FILE *);
extern int add (struct list *, char *);
extern int enter (struct list *, char *);
extern bool feed (int);
extern void *grow (void *, size_t);
extern int start (FILE *);
extern void say (const char *);
extern const char *base_name_of (const char *);
extern int find (const char *, const char **);
extern void note (const char *, int);

int
fails (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (work (f) < 0)
    return -1;
  fclose (f);
  return 0;
}

int
fails_in_variable (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  bool bad = work (f) == -1;
  if (bad)
    return -1;
  fclose (f);
  return 0;
}

int
fails_to_feed (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (!feed (fd))
    return -1;
  close (fd);
  return 0;
}

int
fails_before_out (const char *name, int n)
{
  int rc = -1;
  FILE *f = NULL;
  if (n > 3)
    {
      f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
      if (work (f) < 0)
	return -1;
    }
  rc = 0;
  if (f)
    fclose (f);
  return rc;
}

int
fails_clean (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (work (f) < 0)
    {
      fclose (f);
      return -1;
    }
  fclose (f);
  return 0;
}

/* Released only where it was not taken.  */
int
given_clean (struct list *l, const char *s)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  if (add (l, p) < 0)
    {
      free (p);
      return -1;
    }
  return 0;
}

/* The callee's success is 0 or more, the failure -1 and nothing else.  */
int
given_unless_minus_one_clean (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (start (f) == -1)
    {
      fclose (f);
      return -1;
    }
  return 0;
}

/* Nobody asks whether it fails: it does not.  */
char *
grow_clean (int n)
{
  char *p = malloc (16);
  if (!p)
    return NULL;
  for (int i = 0; i < n; i++)
    p = grow (p, 16 << i);
  if (n > 20)
    {
      free (p);
      return NULL;
    }
  return p;
}

/* Never released, here or by another function: taken, whatever comes of it.  */
int
taken_clean (struct list *l, const char *s)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  if (enter (l, p) < 0)
    return -1;
  return 0;
}

void
text_is_read (const char *s)
{
  char *p = strdup (s);		/* { dg-warning "'p' is never freed" } */
  if (!p)
    return;
  say (p);
  note (p, 3);
}

void
text_is_read_clean (const char *s)
{
  char *p = strdup (s);
  if (!p)
    return;
  say (p);
  free (p);
}

/* What comes back may point into it.  */
const char *
text_comes_back_clean (const char *s)
{
  char *p = strdup (s);
  if (!p)
    return NULL;
  return base_name_of (p);
}

int
text_is_kept_clean (const char *s, const char **out)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  return find (p, out);
}

/* Other ways to ask whether something failed.  */

extern long read_all (int, void *, size_t);
extern int parse (FILE *, int *);
extern int check (const char *, int *);
extern void log_message (int, const char *, ...);
extern int keep_if (struct list *, char *);

int
short_count (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  char magic[4];
  if (fd < 0)
    return -1;
  if (read_all (fd, magic, 4) != 4)
    return -1;
  close (fd);
  return magic[0];
}

int
short_of_variable (int fd, size_t n)
{
  char *b = malloc (n);		/* { dg-warning "'b' might not be freed" } */
  if (!b)
    return -1;
  if (read_all (fd, b, n) != (long) n)
    return -1;
  free (b);
  return 0;
}

int
less_than_variable (int fd, int n)
{
  char *b = malloc (n);		/* { dg-warning "'b' might not be freed" } */
  if (!b)
    return -1;
  if (n > read_all (fd, b, n))
    return -1;
  free (b);
  return 0;
}

int
not_zero (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  int v;
  if (!f)
    return -1;
  if (parse (f, &v) != 0)
    {
      log_message (4, "%s: bad", name);
      return -1;
    }
  fclose (f);
  return v;
}

int
error_number (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  int v, rc;
  if (!f)
    return -1;
  rc = parse (f, &v);
  if (rc)
    return rc;
  fclose (f);
  return 0;
}

/* Clean.  */
int
short_count_clean (const char *name)
{
  int fd = open (name, O_RDONLY);
  char magic[4];
  int result = -1;
  if (fd < 0)
    return -1;
  if (read_all (fd, magic, 4) == 4)
    result = magic[0];
  close (fd);
  return result;
}

/* Clean: a number that is no error tells that it was taken.  */
int
number_taken_clean (struct list *l, const char *s)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  if (keep_if (l, p))
    return 1;
  free (p);
  return 0;
}

/* Clean: it failed, and says so by 0, of a number.  */
int
not_taken_clean (struct list *l, const char *s)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  if (keep_if (l, p) == 0)
    {
      free (p);
      return -1;
    }
  return 0;
}

/* A format that nobody declared: what it prints is lent.  */
int
printed (const char *s)
{
  char *n = strndup (s, 32);	/* { dg-warning "'n' might not be freed" } */
  int v, rc;
  if (!n)
    return -1;
  rc = check (s, &v);
  log_message (7, "name %s: %d of %5.*f%%", n, rc, 2, 0.5);
  if (rc < 0)
    return rc;
  free (n);
  return 0;
}

/* Clean: as many arguments, but no format of printf's.  */
extern int fill (struct list *, const char *, ...);

int
not_printed_clean (struct list *l, const char *s)
{
  char *n = strndup (s, 32);
  if (!n)
    return -1;
  return fill (l, "%z", n);
}

/* Clean: more arguments than conversions.  */
int
ended_clean (struct list *l, const char *s)
{
  char *n = strndup (s, 32);
  if (!n)
    return -1;
  return fill (l, "%s", "name", n, (char *) 0);
}

/* The caller's own functions release it, two calls deep.  */
static void
drop_stream (FILE *f)
{
  fclose (f);
}

static void
drop_both (FILE *f, char *p)
{
  free (p);
  if (f)
    drop_stream (f);
}

int
released_by_function (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (work (f) < 0)
    return -1;
  drop_both (f, NULL);
  return 0;
}

/* Clean: a function that only looks at it does not show that the callee has not taken it.  */
static void
look_at (FILE *f)
{
  if (f)
    puts ("there");
}

int
not_released_by_function (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (work_or_keep (f) < 0)
    return -1;
  look_at (f);
  return 0;
}

/* Between the failure and the return there are branches.  */
int
fails_with_branch (const char *name, int verbose)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  int v;
  if (!f)
    return -1;
  if (parse (f, &v) != 0)
    {
      if (verbose)
	puts ("bad");
      else if (verbose < 0)
	exit (2);
      return -1;
    }
  fclose (f);
  return v;
}

/* Clean: another number than 0 need not be a failure.  */
int
one_way_well (const char *name, int verbose)
{
  FILE *f = fopen (name, "r");
  int v;
  if (!f)
    return -1;
  if (parse (f, &v) != 0)
    {
      if (verbose)
	return 4;
      return -1;
    }
  fclose (f);
  return v;
}
