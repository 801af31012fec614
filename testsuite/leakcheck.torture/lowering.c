/* All that C and GNU C have to offer, between an acquisition and its release:
   nothing of it may stop the analysis or hide the one leak at the end.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-leakcheck-checking" } */

#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int vector __attribute__ ((vector_size (16)));

struct bits { unsigned kind : 3, : 0; signed level : 7; _Bool on : 1; };
union view { float real; unsigned word; unsigned char bytes[4]; };
struct packed { char tag; void *pointer; } __attribute__ ((packed));
struct tail { size_t length; char *names[]; };

int
computed_goto (const char *name, const unsigned char *program)
{
  static const void *const labels[] = { &&stop, &&step, &&back };
  FILE *f = fopen (name, "r");
  int count = 0;
  if (!f)
    return -1;
  goto *labels[*program % 3];
 step:
  count += getc (f);
  program++;
  goto *labels[*program % 3];
 back:
  rewind (f);
  program++;
  goto *labels[*program % 3];
 stop:
  fclose (f);
  return count;
}

int
nested_function (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int total = 0;
  void add (int c) { total += c; }
  for (int c; (c = getc (f)) != EOF; )
    add (c);
  fclose (f);
  return total;
}

double
arithmetic (const char *name, int n)
{
  char *copy = strdup (name);
  if (!copy)
    return 0;
  double complex z = n + 2.0 * I;
  z = z * conj (z) + ~z;
  vector v = { n, n + 1, n + 2, n + 3 };
  v = v * v + (v > n);
  union view u = { .real = creal (z) };
  u.bytes[n & 3] ^= 1;
  struct bits b = { .kind = n, .level = -n, .on = n > 2 };
  b.level += b.kind;
  int sum = v[n & 3] + u.word + b.level + b.on;
  asm volatile ("" : "+r" (sum) : : "memory");
  free (copy);
  return sum + creal (z);
}

size_t
variable_length (const char *name, size_t n)
{
  char buffer[n + 1];
  char *other = __builtin_alloca (n + 1);
  char *copy = strdup (name);
  if (!copy)
    return 0;
  strncpy (buffer, copy, n);
  buffer[n] = '\0';
  memcpy (other, buffer, n + 1);
  free (copy);
  return strlen (other);
}

char *
variadic (const char *format, ...)
{
  va_list ap, again;
  va_start (ap, format);
  va_copy (again, ap);
  int length = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  char *text = length < 0 ? NULL : malloc (length + 1);
  if (text)
    vsnprintf (text, length + 1, format, again);
  va_end (again);
  return text;
}

int
statement_expression (const char *name)
{
  int c = ({ FILE *f = fopen (name, "r");
	     int first = f ? getc (f) : EOF;
	     if (f)
	       fclose (f);
	     first; });
  switch (c)
    {
    case '0' ... '9':
      return c - '0';
    case 'a' ... 'f':
      return c - 'a' + 10;
    default:
      return -1;
    }
}

int
pointers (struct tail *t, struct packed *p, char *(*make) (size_t))
{
  char *one = make (3);
  if (!one)
    return -1;
  p->pointer = one;
  t->names[t->length++] = p->pointer;
  return 0;
}

static jmp_buf out;

int
long_jump (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  if (setjmp (out))
    {
      fclose (f);
      return 1;
    }
  fclose (f);
  return 0;
}

int
asm_goto (const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  asm goto ("" : : : : odd);
  fclose (f);
  return 0;
 odd:
  return 1;
}
