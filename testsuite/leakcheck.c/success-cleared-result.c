/* A structure that is cleared as a whole, by memset or by what the compiler makes of its
   initializer (GCC 15 and 16), and returned with an error number or a handle in it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct result { int error; int line; FILE *stream; };

static struct result
open_cleared (const char *name)
{
  struct result r;
  memset (&r, 0, sizeof r);
  r.stream = fopen (name, "r");
  if (!r.stream)
    r.error = errno;
  return r;
}

static struct result
open_initialized (const char *name)
{
  struct result r = { 0 };
  r.stream = fopen (name, "r");
  if (!r.stream)
    r.error = errno;
  return r;
}

static void
open_in_place (struct result *r, const char *name)
{
  memset (r, 0, sizeof *r);
  r->stream = fopen (name, "r");
  if (!r->stream)
    r->error = errno;
}

/* Fails by a number although there is a stream.  */
static struct result
open_and_read (const char *name)
{
  struct result r;
  memset (&r, 0, sizeof r);
  r.stream = fopen (name, "r");
  if (!r.stream || getc (r.stream) == EOF)
    r.error = errno;
  return r;
}

int
cleared_clean (const char *name)
{
  struct result r = open_cleared (name);
  if (r.error)
    return -r.error;
  int c = getc (r.stream);
  fclose (r.stream);
  return c;
}

int
cleared_leaky (const char *name)
{
  struct result r = open_cleared (name);	/* { dg-warning "never closed" } */
  if (r.error)
    return -r.error;
  return getc (r.stream);
}

int
initialized_clean (const char *name)
{
  struct result r = open_initialized (name);
  if (r.error)
    return -r.error;
  fclose (r.stream);
  return 0;
}

int
initialized_leaky (const char *name)
{
  struct result r = open_initialized (name);	/* { dg-warning "might not be closed" } */
  if (!r.error && r.line)
    return 0;
  if (r.stream)
    fclose (r.stream);
  return 0;
}

int
in_place_clean (const char *name)
{
  struct result r;
  open_in_place (&r, name);
  if (r.error)
    return -r.error;
  fclose (r.stream);
  return 0;
}

int
in_place_leaky (const char *name)
{
  struct result r;
  open_in_place (&r, name);	/* { dg-warning "might not be closed" } */
  if (r.error)
    return -r.error;
  if (getc (r.stream) == 'x')
    return 1;
  fclose (r.stream);
  return 0;
}

int
read_leaky (const char *name)
{
  struct result r = open_and_read (name);	/* { dg-warning "might not be closed" } */
  if (r.error)
    return -r.error;
  fclose (r.stream);
  return 0;
}

int
read_clean (const char *name)
{
  struct result r = open_and_read (name);
  int error = r.error;
  if (r.stream)
    fclose (r.stream);
  return -error;
}

/* The structure is copied before it is returned.  */
static struct result
open_copied (const char *name)
{
  struct result r, before, after;
  r.error = 0;
  r.stream = fopen (name, "r");
  if (!r.stream)
    r.error = errno;
  before = r;
  after = before;
  return after;
}

int
copied_clean (const char *name)
{
  struct result r = open_copied (name);
  if (r.error)
    return -r.error;
  int c = getc (r.stream);
  fclose (r.stream);
  return c;
}

int
copied_leaky (const char *name)
{
  struct result r = open_copied (name);	/* { dg-warning "might not be closed" } */
  if (r.error)
    return -r.error;
  if (getc (r.stream) == 'x')
    return 1;
  fclose (r.stream);
  return 0;
}
