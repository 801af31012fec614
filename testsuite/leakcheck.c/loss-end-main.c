/* Return from main ends the process: what main holds then is no leak.  What
   an iteration of its loop loses is one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
cat (FILE *f)
{
  int c;
  while ((c = getc (f)) != EOF)
    if (putchar (c) == EOF)
      return -1;
  return 0;
}

/* Returns to main, not out of it.  */
static int
read_config_leaky (const char *name)
{
  char line[128];
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return 0;
  while (fgets (line, sizeof line, f))
    if (line[0] == '!')
      return -1;
  fclose (f);
  return 0;
}

static int
read_config (const char *name)
{
  char line[128];
  int ret = 0;
  FILE *f = fopen (name, "r");
  if (!f)
    return 0;
  while (ret == 0 && fgets (line, sizeof line, f))
    if (line[0] == '!')
      ret = -1;
  fclose (f);
  return ret;
}

int
main (int argc, char **argv)
{
  int status = 0;
  char *prefix = strdup (argc > 1 ? argv[1] : "");
  FILE *log = fopen ("log", "a");
  if (!prefix || !log)
    return 1;
  if (read_config ("/etc/x") < 0 || read_config_leaky ("x") < 0)
    return 1;
  for (int i = 2; i < argc; i++)
    {
      FILE *f = fopen (argv[i], "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	{
	  perror (argv[i]);
	  status = 1;
	  continue;
	}
      if (cat (f) < 0)
	{
	  status = 1;
	  continue;
	}
      fprintf (log, "%s%s\n", prefix, argv[i]);
      fclose (f);
    }
  return status;
}
