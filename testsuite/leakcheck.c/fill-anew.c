/* A variable whose address a function is given to fill it, again: the function does not look at what
   is there, so that is lost.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void draw (const char *);

static void
copy (char **out, const char *s)
{
  *out = strdup (s);
  if (!*out)
    abort ();
}

int
xvasprintf (char **out, const char *format, va_list args)
{
  int n = vasprintf (out, format, args);
  if (n == -1)
    abort ();
  return n;
}

int
xasprintf (char **out, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = xvasprintf (out, format, args);
  va_end (args);
  return n;
}

/* This one looks, and releases.  */
static void
replace (char **out, const char *s)
{
  free (*out);
  *out = strdup (s);
}

/* And this one keeps what is there.  */
static void
copy_once (char **out, const char *s)
{
  if (!*out)
    *out = strdup (s);
}

void
label_too_long (const char *name, int n, size_t width)
{
  char *label;
  xasprintf (&label, " %d:%s ", n, name);	/* { dg-warning "'label' might not be freed" } */
  if (strlen (label) > width)
    xasprintf (&label, " %d ", n);
  draw (label);
  free (label);
}

void
label_freed (const char *name, int n, size_t width)
{
  char *label;
  xasprintf (&label, " %d:%s ", n, name);
  if (strlen (label) > width)
    {
      free (label);
      xasprintf (&label, " %d ", n);
    }
  draw (label);
  free (label);
}

void
copied_twice (const char *name, size_t width)
{
  char *label;
  copy (&label, name);		/* { dg-warning "'label' might not be freed" } */
  if (strlen (label) > width)
    copy (&label, "long");
  draw (label);
  free (label);
}

void
replaced (const char *name, size_t width)
{
  char *label = NULL;
  replace (&label, name);
  if (label && strlen (label) > width)
    replace (&label, "long");
  free (label);
}

void
copied_if_none (const char *name)
{
  char *label = NULL;
  if (*name)
    copy (&label, name);
  if (!label)
    copy (&label, "none");
  draw (label);
  free (label);
}

void
copied_once (const char *name)
{
  char *label = NULL;
  copy_once (&label, name);
  copy_once (&label, "none");
  free (label);
}

void
each_of (char **names)
{
  char *label;
  for (; *names; names++)
    {
      copy (&label, *names);
      draw (label);
      free (label);
    }
}

void
each_lost (char **names)
{
  char *label = NULL;
  for (; *names; names++)
    copy (&label, *names);	/* { dg-warning "leak" } */
  if (label)
    draw (label);
  free (label);
}
