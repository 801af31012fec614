/* Values that a loop over options sets.  Each is lost if its option is given twice: that is one
   finding, which counts them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options
{
  char *name, *user, *path;
};

int run (struct options *);

static void
clear (struct options *o)
{
  free (o->name);
  free (o->user);
  free (o->path);
}

int
three_options (int argc, char **argv)
{
  struct options o = { NULL, NULL, NULL };
  int c;
  while ((c = getopt (argc, argv, "n:u:p:")) != -1)
    switch (c)
      {
      case 'n':
	o.name = strdup (optarg); /* { dg-warning "memory leak: 'o.name' might not be freed" } */
	/* { dg-message "lost as well if this loop sets them twice: 2 others" "" { target *-*-* } .-1 } */
	break;
      case 'u':
	o.user = strdup (optarg);
	break;
      case 'p':
	o.path = strdup (optarg);
	break;
      default:
	clear (&o);
	return 1;
      }
  c = run (&o);
  clear (&o);
  return c;
}

/* Each frees what it held.  */
int
set_again (int argc, char **argv)
{
  struct options o = { NULL, NULL, NULL };
  int c;
  while ((c = getopt (argc, argv, "n:u:")) != -1)
    switch (c)
      {
      case 'n':
	free (o.name);
	o.name = strdup (optarg);
	break;
      case 'u':
	free (o.user);
	o.user = strdup (optarg);
	break;
      default:
	clear (&o);
	return 1;
      }
  c = run (&o);
  clear (&o);
  return c;
}

/* One that is lost in another way is a finding of its own.  */
int
another_way (int argc, char **argv)
{
  struct options o = { NULL, NULL, NULL };
  FILE *f = NULL;
  int c;
  while ((c = getopt (argc, argv, "n:f:u:")) != -1)
    switch (c)
      {
      case 'n':
	o.name = strdup (optarg); /* { dg-warning "memory leak: 'o.name' might not be freed" } */
	/* { dg-message "lost as well if this loop sets them twice: 1 other" "" { target *-*-* } .-1 } */
	break;
      case 'u':
	o.user = strdup (optarg);
	break;
      case 'f':
	f = fopen (optarg, "r"); /* { dg-warning "resource leak: 'f' is never closed" } */
	break;
      default:
	clear (&o);
	return 1;
      }
  c = run (&o) + (f ? getc (f) : 0);
  clear (&o);
  return c;
}

/* One variable that several options set.  */
int
one_variable (int argc, char **argv)
{
  char *name = NULL;
  int c;
  while ((c = getopt (argc, argv, "n:u:")) != -1)
    switch (c)
      {
      case 'n':
	name = strdup (optarg); /* { dg-warning "'name' might not be freed" } */
	/* { dg-message "lost as well if this loop sets them twice: 1 other" "" { target *-*-* } .-1 } */
	break;
      case 'u':
	name = strndup (optarg, 8);
	break;
      }
  c = name ? (int) strlen (name) : 0;
  free (name);
  return c;
}

/* The second one is lost in another way, too.  */
int
lost_otherwise (int argc, char **argv)
{
  char *name = NULL;
  int c;
  while ((c = getopt (argc, argv, "n:u:")) != -1)
    switch (c)
      {
      case 'n':
	name = strdup (optarg); /* { dg-warning "'name' might not be freed" } */
	break;
      case 'u':
	name = strndup (optarg, 8); /* { dg-warning "'name' might not be freed" } */
	if (c == argc)
	  return -1;
	break;
      }
  c = name ? (int) strlen (name) : 0;
  free (name);
  return c;
}
