/* Loops that copy an element, a structure, and release what is in the copy.  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

struct part
{
  FILE *file;
};

struct record
{
  int n;
  struct part in;
  char *text;
};

void look (const struct part *);

static void
part_close (struct part *p)
{
  if (p->file)
    fclose (p->file);
}

static void
record_drop (struct record *r)
{
  part_close (&r->in);
}

void
clean_by_number (int n, const char *name)
{
  struct part all[3];
  for (int i = 0; i < n; i++)
    all[i].file = fopen (name, "r");
  for (int i = 0; i < n; i++)
    {
      struct part one = all[i];
      if (one.file)
	fclose (one.file);
    }
}

void
clean_by_function (int n, const char *name)
{
  struct record all[3];
  for (int i = 0; i < n; i++)
    all[i].in.file = fopen (name, "r");
  for (int i = 0; i < n; i++)
    {
      struct record one = all[i];
      record_drop (&one);
    }
}

void
clean_member_by_function (int n, const char *name)
{
  struct record all[3];
  for (int i = 0; i < n; i++)
    all[i].in.file = fopen (name, "r");
  for (struct record *p = all; p != all + n; p++)
    {
      struct record one = *p;
      part_close (&one.in);
    }
}

void
clean_in_block (int n)
{
  struct record *all = calloc (n, sizeof *all);
  if (!all)
    return;
  for (int i = 0; i < n; i++)
    all[i].text = malloc (16);
  for (int i = 0; i < n; i++)
    {
      struct record one = all[i];
      free (one.text);
    }
  free (all);
}

static void
close_all (struct part *all, int n)
{
  for (int i = 0; i < n; i++)
    {
      struct part one = all[i];
      part_close (&one);
    }
}

void
clean_given (int n, const char *name)
{
  struct part all[3];
  for (int i = 0; i < n; i++)
    all[i].file = fopen (name, "r");
  close_all (all, n);
}

void
lost_only_looked_at (int n, const char *name)
{
  struct part all[3];
  for (int i = 0; i < n; i++)
    all[i].file = fopen (name, "r"); /* { dg-warning "'all.i..file' might not be closed" } */
  for (int i = 0; i < n; i++)
    {
      struct part one = all[i];
      look (&one);
    }
}

void
lost_other_member (int n)
{
  struct record all[3];
  for (int i = 0; i < n; i++)
    {
      all[i].in.file = NULL;
      all[i].text = malloc (16); /* { dg-warning "is never freed" } */
    }
  for (int i = 0; i < n; i++)
    {
      struct record one = all[i];
      record_drop (&one);
    }
}

/* The copy is another one's.  */
void
lost_copy_of_first (int n, const char *name)
{
  struct part all[3], first = { NULL };
  for (int i = 0; i < n; i++)
    all[i].file = fopen (name, "r"); /* { dg-warning "'all.i..file' is never closed" } */
  for (int i = 0; i < n; i++)
    part_close (&first);
}
