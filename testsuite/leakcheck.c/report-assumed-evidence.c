/* Level 2: an unknown function is assumed to borrow what it is given if something shows it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O0 -fplugin-arg-leakcheck-level=2" } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

int measure (FILE *);
int status_of (int fd, long *size);
void show (const char *name, FILE *);
int close_it (FILE *);
int close_at (FILE **);
void grow (void *p, size_t n);
void *wrap (FILE *);
void note_size (int fd);
extern void (*drop) (void *);

/* ---- Something shows that it borrows.  ---- */

int
leak_used_later (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f || measure (f) < 0)
    return -1;
  if (getc (f) == '#')
    return 1;
  fclose (f);
  return 0;
}

int
leak_of_descriptor (const char *name)
{
  long size;
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f || status_of (fileno (f), &size) < 0)
    return -1;
  fclose (f);
  return 0;
}

/* Elsewhere the stream is used after it.  */
int
shows_first (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  show (name, f);
  return fclose (f);
}

int
leak_shown (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  show (name, f);
  return 0;
}

int
leak_shown_again (const char *name)
{
  FILE *f = fopen (name, "rb");	/* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  show (name, f);
  return 1;
}

/* It is called here alone: who releases it?  */
void
leak_once (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' is never closed" } */
  if (fd >= 0)
    note_size (fd);
}

/* ---- Nothing does.  ---- */

/* All handles that it is given end so.  */
int
closed_first (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int c = getc (f);
  close_it (f);
  return c;
}

int
closed_second (const char *name)
{
  FILE *f = fopen (name, "r");
  return f ? close_it (f) : -1;
}

/* It can set the variable to NULL.  */
int
closed_by_address (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int c = getc (f);
  close_at (&f);
  return c;
}

/* It can be a realloc.  */
int
grown (size_t n)
{
  char *s = malloc (n);
  if (!s)
    return -1;
  grow (&s, 2 * n);
  return 0;
}

/* Its result can hold the stream.  */
void *kept;

int
wrapped (const char *name)
{
  FILE *f = fopen (name, "r");
  return f ? wrap (f) != NULL : -1;
}

/* A hook for memory.  */
int
dropped (const char *name)
{
  char *s = strdup (name);
  if (!s)
    return -1;
  int c = s[0];
  drop (s);
  return c;
}
