/* Sizes that are 0 in the first round and grow in the others.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first round uses a buffer on the stack.  */
int
clean_doubled (const char *format, va_list orig)
{
  char fixed[100], *buff = NULL;
  size_t size = 0;
  int status = -1;
  while (status < 0)
    {
      if (size == 0)
	{
	  buff = fixed;
	  size = sizeof fixed;
	}
      else
	{
	  size *= 2;
	  if (size >= 100000)
	    {
	      buff[0] = 0;
	      break;
	    }
	  buff = realloc (buff == fixed ? NULL : buff, size);
	  if (!buff)
	    abort ();
	}
      va_list va;
      va_copy (va, orig);
      status = vsnprintf (buff, size, format, va);
      va_end (va);
    }
  puts (buff);
  if (buff != fixed)
    free (buff);
  return status;
}

int
leak_doubled (const char *format, va_list orig)
{
  char *buff = NULL;
  size_t size = 10;
  int status = -1;
  while (status < 0)
    {
      size *= 2;
      buff = malloc (size); /* { dg-warning "'buff' might not be freed" } */
      if (!buff)
	abort ();
      va_list va;
      va_copy (va, orig);
      status = vsnprintf (buff, size, format, va);
      va_end (va);
    }
  puts (buff);
  free (buff);
  return status;
}

/* What is shifted.  */
int
clean_shifted (int n)
{
  char *p = NULL;
  unsigned cap = 0;
  for (int i = 0; i < n; i++)
    {
      if (cap == 0)
	{
	  cap = 16;
	  p = malloc (cap);
	  if (!p)
	    return -1;
	}
      else if (i == (int) cap)
	{
	  cap = cap << 1;
	  char *q = realloc (p, cap);
	  if (!q)
	    {
	      free (p);
	      return -1;
	    }
	  p = q;
	}
      p[i] = 1;
    }
  free (p);
  return 0;
}

/* It starts again.  */
int
leak_started_again (int n)
{
  char *p = NULL;
  unsigned cap = 0;
  for (int i = 0; i < n; i++)
    {
      if (cap == 0)
	{
	  cap = 16;
	  p = malloc (cap); /* { dg-warning "'p' might not be freed" } */
	  if (!p)
	    return -1;
	}
      else if (i == (int) cap)
	cap = 0;
      else
	cap = cap << 1;
      p[0] = 1;
    }
  free (p);
  return 0;
}

/* 0 doubled is 0.  */
int
leak_nothing_doubled (int n)
{
  char *p = NULL;
  unsigned cap = 0;
  for (int i = 0; i < n; i++)
    {
      cap *= 2;
      if (cap == 0)
	p = malloc (16); /* { dg-warning "'p' might not be freed" } */
    }
  free (p);
  return 0;
}

/* Enough for the next, or half as much again.  */
struct text
{
  char *chars;
  size_t n, room;
};

int
clean_half_again (FILE *in)
{
  size_t n = 0, room = 0;
  char *chars = NULL;
  int c;
  while ((c = getc (in)) != EOF)
    {
      if (n == room)
	{
	  size_t more = room ? room + room / 2 : 32;
	  char *bigger = realloc (chars, more);
	  if (!bigger)
	    {
	      free (chars);
	      return -1;
	    }
	  chars = bigger;
	  room = more;
	}
      chars[n++] = (char) c;
    }
  if (room)
    free (chars);
  return (int) n;
}

int
clean_counted_room (FILE *in)
{
  size_t n = 0, room = 0;
  char *chars = NULL;
  int c;
  while ((c = getc (in)) != EOF)
    {
      if (n == room)
	{
	  room = room ? room * 2 : 32;
	  char *bigger = realloc (chars, room);
	  if (!bigger)
	    {
	      free (chars);
	      return -1;
	    }
	  chars = bigger;
	}
      chars[n++] = (char) c;
    }
  if (room)
    free (chars);
  return (int) n;
}

int
leak_kept_for_more (FILE *in)
{
  size_t n = 0, room = 0;
  char *chars = NULL;
  int c;
  while ((c = getc (in)) != EOF)
    {
      if (n == room)
	{
	  room = room ? room * 2 : 32;
	  char *bigger = realloc (chars, room); /* { dg-warning "'bigger' might not be freed" } */
	  if (!bigger)
	    {
	      free (chars);
	      return -1;
	    }
	  chars = bigger;
	}
      chars[n++] = (char) c;
    }
  if (room > 32)
    free (chars);
  return (int) n;
}

int
clean_member (struct text *t)
{
  if (t->room == 0)
    {
      t->chars = malloc (16);
      if (!t->chars)
	return -1;
      t->room = 16;
    }
  else if (t->n == t->room)
    {
      char *bigger = realloc (t->chars, t->room * 2);
      if (!bigger)
	return -1;
      t->chars = bigger;
      t->room *= 2;
    }
  t->chars[t->n++] = 0;
  return 0;
}
