/* The main functions of several programs in one: a table in another unit calls them, and the process
   ends.  What looks like one, and is called again and again, loses what it does not release.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cat_main (int argc, char **argv);
int list_main (int argc, char **argv);
int show_main (int argc, char **argv);
int quiet_main (int argc, char **argv);
int given_main (char *name, char **argv);
int domain (int argc, char **argv);
void use (const char *);

int
cat_main (int argc, char **argv)
{
  FILE *f = fopen (argv[argc - 1], "r");
  if (!f)
    return 1;
  char *copy = strdup (argv[0]);
  use (copy);
  return fgetc (f) == EOF;
}

/* Each round loses one.  */
int
list_main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      FILE *f = fopen (argv[i], "r");	/* { dg-warning "'f' is never closed" } */
      if (f)
	use (fgetc (f) == EOF ? "empty" : argv[i]);
    }
  return 0;
}

/* Called last by one of them.  */
static void
print_name (const char *name)
{
  char *copy = strdup (name);
  if (copy)
    puts (copy);
}

/* Called by name.  */
int
show_main (int argc, char **argv)
{
  char *copy = strdup (argv[argc - 1]);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    use (copy);
  return 0;
}

int
quiet_main (int argc, char **argv)
{
  for (int i = 0; i < 3; i++)
    show_main (argc, argv);
  print_name (argv[0]);
  return 0;
}

/* In a table of this unit: the commands of a shell.  */
int
open_main (int argc, char **argv)
{
  char *copy = strdup (argv[argc - 1]);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    use (copy);
  return 0;
}

int (*const commands[]) (int, char **) = { open_main };

/* Other parameters, or another name.  */
int
given_main (char *name, char **argv)
{
  char *copy = strdup (argv[0]);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    use (copy);
  return !name;
}

int
domain (int argc, char **argv)
{
  char *copy = strdup (argv[argc - 1]);	/* { dg-warning "'copy' is never freed" } */
  if (copy)
    use (copy);
  return 0;
}
