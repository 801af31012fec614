/* A function that calls setjmp is skipped: its flow cannot be followed.  The
   rest of the file is not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf env;

static void
parse (const char *s)
{
  if (*s == '\0')
    longjmp (env, 1);
  puts (s);
}

int
guarded (const char *s)
{
  char *volatile copy = NULL;
  if (setjmp (env))
    {
      free (copy);
      return -1;
    }
  copy = strdup (s);
  if (!copy)
    return -1;
  parse (copy);
  free (copy);
  return 0;
}

int
beside_leaky (const char *s)
{
  char *copy = strdup (s);	/* { dg-warning "'copy' might not be freed" } */
  if (!copy)
    return -1;
  if (copy[0] == '-')
    return 1;
  free (copy);
  return 0;
}

int
beside (const char *s)
{
  char *copy = strdup (s);
  if (!copy)
    return -1;
  int dash = copy[0] == '-';
  free (copy);
  return dash;
}
