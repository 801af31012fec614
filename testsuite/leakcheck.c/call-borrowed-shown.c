/* Functions without a body that borrow what they are given, as one caller shows: it releases that
   before anything else runs.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree { struct tree *left, *right; int n; };

void print_tree (struct tree *);
int count_tree (struct tree *, int);
void set_output (FILE *);
void set_title (char *);
void run (void);
void watch (struct tree *);
int insert (struct tree *);
void hook (struct tree *);
void queue (char *);
void enter (struct tree *);
void leave (struct tree *);

void
prints (int n)
{
  struct tree *t = malloc (sizeof *t);
  if (!t)
    return;
  t->left = t->right = NULL;
  t->n = n;
  print_tree (t);
  free (t);
}

void
print_lost (int n)
{
  struct tree *t = malloc (sizeof *t);	/* { dg-warning "'t' is never freed" } */
  if (!t)
    return;
  t->left = t->right = NULL;
  t->n = n;
  print_tree (t);
}

/* Whatever the result is.  */
int
counts (int n)
{
  struct tree *t = calloc (1, sizeof *t);
  int found;
  if (!t)
    return -1;
  found = count_tree (t, n);
  if (found > 0)
    printf ("%d\n", found);
  free (t);
  return found;
}

int
count_lost (int n)
{
  struct tree *t = calloc (1, sizeof *t); /* { dg-warning "'t' is never freed" } */
  return t ? count_tree (t, n) : 0;
}

/* The stream is needed while other code runs.  */
int
runs (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  set_output (f);
  run ();
  return fclose (f);
}

int
output_set (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  set_output (f);
  return 0;
}

/* Until another value is set.  */
void
titles (const char *text)
{
  char *title = strdup (text);
  if (!title)
    return;
  set_title (title);
  set_title (NULL);
  free (title);
}

void
title_set (const char *text)
{
  char *title = strdup (text);
  if (title)
    set_title (title);
}

/* Another callee takes it off again.  */
void
enters (void)
{
  struct tree *t = calloc (1, sizeof *t);
  if (!t)
    return;
  enter (t);
  leave (t);
  free (t);
}

void
entered (void)
{
  struct tree *t = calloc (1, sizeof *t);
  if (t)
    enter (t);
}

/* Released only where it was refused.  */
int
inserts (int n)
{
  struct tree *t = calloc (1, sizeof *t);
  if (!t)
    return -1;
  t->n = n;
  if (insert (t))
    {
      free (t);
      return -1;
    }
  return 0;
}

/* Released later, by a way that is not always taken.  */
void
watches (int n)
{
  struct tree *t = calloc (1, sizeof *t);
  if (!t)
    return;
  watch (t);
  if (n)
    free (t);
}

void
watched (void)
{
  struct tree *t = calloc (1, sizeof *t);
  if (t)
    watch (t);
}

/* It is listed, too.  */
struct tree *all;

void
hooks (void)
{
  struct tree *t = calloc (1, sizeof *t);
  if (!t)
    return;
  hook (t);
  t->left = all;
  all = t;
}

void
queues (const char *text)
{
  char *line = strdup (text);
  if (line)
    queue (line);
}

/* A variable's address can be neither released nor kept.  */
struct region { int x, y, w, h; };
void region_clip (struct region *);
void region_add (struct region *);
void region_remove (struct region *);
void region_set (struct region *);
void region_drop (struct region **);
void region_fill (struct region);

void
clips (int n)
{
  struct region r = { 0, 0, n, n };
  region_clip (&r);
}

void
clip_lost (int n)
{
  struct region *r = calloc (1, sizeof *r); /* { dg-warning "'r' is never freed" } */
  if (!r)
    return;
  r->w = n;
  region_clip (r);
}

/* It is listed for a while.  */
void
adds (int n)
{
  struct region r = { 0, 0, n, n };
  region_add (&r);
  run ();
  region_remove (&r);
}

void
added (int n)
{
  struct region *r = calloc (1, sizeof *r);
  if (!r)
    return;
  r->w = n;
  region_add (r);
}

/* A block that a variable holds, and not the variable.  */
void
sets (int n)
{
  struct region *r = calloc (1, sizeof *r);
  if (!r)
    return;
  r->w = n;
  region_set (r);
}

void
drops (struct region **place)
{
  struct region *r = calloc (1, sizeof *r);
  if (!r)
    return;
  *place = NULL;
  region_drop (&r);
}

/* What the variable holds is another matter.  */
struct page { char *text; };
void page_wipe (struct page *);

void
wipes (void)
{
  struct page p = { strdup ("a") };
  page_wipe (&p);
}

void
page_wiped (void)
{
  struct page *p = calloc (1, sizeof *p); /* { dg-warning "'p' is never freed" } */
  if (!p)
    return;
  p->text = strdup ("b");
  page_wipe (p);
}
