/* Fix-it hints: a patch that compiles and silences the warnings.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-fixit "" } */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int
own_line (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (fgetc (f) == 'x')
    {
      puts ("x");
      return 1;
    }
  fclose (f);
  return 0;
}

int
in_braces (const char *name)
{
  FILE *f = fopen(name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f) return -1;
  if (fgetc(f) == 'x') return (1); /* f; */
  fclose(f);
  return 0;
}

int
with_else (const char *name)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  char c;
  if (fd < 0)
    return -1;
  if (read (fd, &c, 1) != 1)
    return 1;
  else
    puts ("read");
  close (fd);
  return 0;
}

void
at_end (const char *name)
{
  char *p = malloc (10);	/* { dg-warning "'p' is never freed" } */
  if (!p)
    return;
  if (*name)
    p[0] = 1;
  else
    /* Nothing.  */
    p[0] = 2;
}

void
at_end_after_return (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */

  if (!f)
    return;
  fseek (f, 3, SEEK_SET);
  printf ("%c\n", getc (f));
}

/* The break is not where it is lost.  */
void
at_end_after_break (void)
{
  char *p = malloc (10);	/* { dg-warning "'p' is never freed" } */
  if (!p)
    return;
  while (1)
    {
      if (getchar () == 'x')
	break;
      puts ("y");
    }
  fgets (p, 10, stdin);
}				/* { dg-message "'p' is lost here" } */
