/* A main without a leak: all is held to its end, or released in its loops.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { char *name; struct node *next; };

static struct node *
push (struct node *list, const char *name)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    exit (1);
  n->name = strdup (name);
  n->next = list;
  return n;
}

int
main (int argc, char **argv)
{
  struct node *list = NULL;
  FILE *out = stdout, *in;
  char *line = NULL;
  size_t size = 0;
  int c;

  while ((c = getopt (argc, argv, "o:")) != -1)
    switch (c)
      {
      case 'o':
	if (out != stdout)
	  fclose (out);
	out = fopen (optarg, "w");
	if (!out)
	  return 1;
	break;
      default:
	return 2;
      }
  for (; optind < argc; optind++)
    {
      in = strcmp (argv[optind], "-") ? fopen (argv[optind], "r") : stdin;
      if (!in)
	return 1;
      while (getline (&line, &size, in) != -1)
	list = push (list, line);
      if (in != stdin)
	fclose (in);
    }
  for (struct node *n = list; n; n = n->next)
    if (n->name)
      fputs (n->name, out);
  return ferror (out);
}
