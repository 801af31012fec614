/* Functions without a body: callers that release what these return show that they own it.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct names;
char *read_name (FILE *);
char *name_at (struct names *, int);
char *first_name (struct names *);
char *shared_name (void);
void remove_first (struct names *);
FILE *open_log (const char *);
FILE *the_log (void);
char *expand (const char *);
void note (const char *);

size_t
reads (FILE *f)
{
  char *name = read_name (f);
  size_t n = strlen (name);
  free (name);
  return n;
}

int
read_lost (FILE *f)
{
  char *name = read_name (f);	/* { dg-warning "'name' might not be freed" } */
  if (!name)
    return -1;
  if (strlen (name) < 3)
    return -2;
  free (name);
  return 0;
}

char *
read_returned (FILE *f)
{
  char *name = read_name (f);
  if (name && !*name)
    {
      free (name);
      return NULL;
    }
  return name;
}

void
logs (const char *text)
{
  FILE *f = open_log ("log");
  if (!f)
    return;
  fputs (text, f);
  fclose (f);
}

int
log_lost (const char *text)
{
  FILE *f = open_log ("log");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (fputs (text, f) < 0)
    return -1;
  return fclose (f);
}

/* Taken from the list first.  */
void
drops (struct names *all)
{
  char *name = first_name (all);
  remove_first (all);
  free (name);
}

size_t
first_length (struct names *all)
{
  return strlen (first_name (all));
}

/* Mostly it is only used.  */
void
frees_at (struct names *all)
{
  free (name_at (all, 1));
}

size_t
length_at (struct names *all, int i)
{
  return strlen (name_at (all, i));
}

int
empty_at (struct names *all, int i)
{
  return *name_at (all, i) == '\0';
}

/* Freed only sometimes.  */
size_t
frees_sometimes (int again)
{
  char *name = shared_name ();
  size_t n = strlen (name);
  if (again)
    free (name);
  return n;
}

void
log_once (const char *text)
{
  fputs (text, the_log ());
}

void
ends_log (void)
{
  FILE *f = the_log ();
  if (f != stderr)
    fclose (f);
}

void
expands (const char *text)
{
  char *s = expand (text);
  note (s);
  free (s);
}

/* A release that stands before the call in its block: the last result is not released.  */
char *next_row (FILE *);
int more (void);

int
rows (FILE *f)
{
  char *row = next_row (f);
  while (more ())
    {
      free (row);
      row = next_row (f);
    }
  return row[0];
}

int
row_kept (FILE *f)
{
  char *row = next_row (f);
  return row[0];
}
