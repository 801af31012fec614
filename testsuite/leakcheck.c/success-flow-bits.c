/* What is held is kept in the bits of a word, or several bits of a word are
   tested at once.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define STREAM 1u
#define BUFFER 2u
#define QUIET 4u

int
own_bits (FILE *given, const char *name, size_t n)
{
  unsigned own = 0;
  FILE *f = given;
  char *buf = NULL;
  int rc = -1;
  if (!f)
    {
      f = fopen (name, "r");
      if (!f)
	goto out;
      own |= STREAM;
    }
  buf = malloc (n);
  if (!buf)
    goto out;
  own |= BUFFER;
  rc = fread (buf, 1, n, f) == n ? 0 : -1;
out:
  if (own & BUFFER)
    free (buf);
  if (own & STREAM)
    fclose (f);
  return rc;
}

int
own_bits_leaky (FILE *given, const char *name, size_t n)
{
  unsigned own = 0;
  FILE *f = given;
  char *buf = NULL;
  int rc = -1;
  if (!f)
    {
      f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
      if (!f)
	goto out;
      own = STREAM;
    }
  buf = malloc (n);
  if (!buf)
    goto out;
  own = BUFFER;
  rc = fread (buf, 1, n, f) == n ? 0 : -1;
out:
  if (own & BUFFER)
    free (buf);
  if (own & STREAM)
    fclose (f);
  return rc;
}

/* A bit is taken away where the handle is.  */
FILE *
bit_cleared (const char *name, int keep)
{
  unsigned char own = QUIET;
  FILE *f = fopen (name, "r");
  if (f)
    own |= STREAM;
  if (keep)
    own &= ~STREAM;
  if (own & STREAM)
    {
      fclose (f);
      f = NULL;
    }
  return f;
}

int
bit_cleared_leaky (const char *name, int quiet)
{
  unsigned char own = QUIET;
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (f)
    own |= STREAM | BUFFER;
  if (quiet)
    own &= ~STREAM;
  if (own & STREAM)
    fclose (f);
  return own;
}

int
one_of_two (const char *a, const char *b, int flags)
{
  int fd = -1;
  if (flags & 1)
    fd = open (a, O_RDONLY);
  else if (flags & 2)
    fd = open (b, O_RDONLY);
  if ((flags & 3) && fd < 0)
    return -1;
  if (flags & 3)
    close (fd);
  return 0;
}

int
one_of_three_leaky (const char *a, const char *b, int flags)
{
  int fd = -1;
  if (flags & 1)
    fd = open (a, O_RDONLY);
  else if (flags & 4)
    fd = open (b, O_RDONLY);		/* { dg-warning "'fd' might not be closed" } */
  if (flags & 3)
    close (fd);
  return 0;
}

/* Some bit of the mask is set, and the mask is part of the other.  */
int
mask_in_mask (const char *name, uint64_t flags)
{
  FILE *f = NULL;
  if (flags & 0x600000000)
    if (!(f = fopen (name, "r")))
      return -1;
  puts ("between");
  if (flags & 0x700000000)
    {
      if (f)
	fclose (f);
      return 1;
    }
  return 0;
}

/* None of the mask is set, so no part of it is.  */
int
none_of_mask (const char *name, int flags)
{
  if (!(flags & 6))
    {
      int fd = open (name, O_RDONLY);
      if (fd < 0)
	return -1;
      if (flags & 2)
	return -2;
      close (fd);
    }
  return 0;
}

int
some_of_mask_leaky (const char *name, int flags)
{
  if (flags & 6)
    {
      int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
      if (fd < 0)
	return -1;
      if (flags & 2)
	return -2;
      close (fd);
    }
  return 0;
}

/* The word is compared as a whole.  */
int
compared (const char *name, int flags)
{
  FILE *f = NULL;
  if (flags & 8)
    {
      f = fopen (name, "w");
      if (!f)
	return -1;
    }
  if (flags == 0)
    return 0;
  if (flags & 8)
    fclose (f);
  return 1;
}

/* The word is another one by then.  */
int
changed_leaky (const char *name, int flags)
{
  FILE *f = NULL;
  if (flags & 8)
    f = fopen (name, "w");		/* { dg-warning "'f' might not be closed" } */
  flags >>= 1;
  if (flags & 8)
    fclose (f);
  return flags;
}

/* A flag that was added to others on the way.  */
char *on_stack (size_t);

enum { ALLOCATE = 1, ON_HEAP = 16 };

static char *
unescaped (char *text, int flags)
{
  char *r = text;
  if (flags & ALLOCATE)
    {
      r = flags & ON_HEAP ? malloc (9) : on_stack (9);
      if (!r)
	abort ();
      r[0] = *text;
    }
  return r;
}

static char *
copied (char *text, int flags)
{
  return unescaped (text, flags | ALLOCATE);
}

int
copied_on_stack (char *text)
{
  return copied (text, 0)[0];
}

int
copied_on_heap (char *text)
{
  char *p = copied (text, ON_HEAP);
  int c = p[0];
  free (p);
  return c;
}

int
copied_and_lost (char *text)
{
  char *p = copied (text, ON_HEAP);	/* { dg-warning "'p' is never freed" } */
  return p[0];
}

/* The bit is cleared, and another one stays.  */
int
copied_without (char *text, int flags)
{
  return copied (text, flags & ~ON_HEAP)[0];
}
