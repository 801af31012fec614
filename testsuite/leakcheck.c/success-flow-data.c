/* All the data of C around the handle: complex numbers, vectors, bit-fields,
   volatile, inline assembly, variable arguments, OpenMP; none of it hides a
   leak or makes one up.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fopenmp" } */

#define _GNU_SOURCE
#include <complex.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int v4si __attribute__ ((vector_size (16)));

double
complex_sum (int n)
{
  double complex *z = calloc (n, sizeof *z);
  double complex sum = 0;
  if (!z)
    return 0;
  for (int i = 0; i < n; i++)
    {
      __real__ z[i] = i;
      __imag__ z[i] = -i;
      sum += z[i] * conj (z[i]);
    }
  free (z);
  return creal (sum);
}

double
complex_sum_leaky (int n)
{
  double complex *z = calloc (n, sizeof *z);	/* { dg-warning "'z' is never freed" } */
  double complex sum = 0;
  if (!z)
    return 0;
  for (int i = 0; i < n; i++)
    sum += z[i];
  return cabs (sum);
}

int
vector_sum_leaky (int n)
{
  v4si sum = { 0, 0, 0, 0 };
  v4si *v = aligned_alloc (16, n * sizeof *v);	/* { dg-warning "'v' might not be freed" } */
  if (!v)
    return 0;
  memset (v, 1, n * sizeof *v);
  for (int i = 0; i < n; i++)
    sum += v[i];
  if (sum[0] < 0)
    return -1;
  free (v);
  return sum[0] + sum[3];
}

int
vector_sum (int n)
{
  v4si *v = aligned_alloc (16, n * sizeof *v), sum = { 0, 0, 0, 0 };
  if (!v)
    return 0;
  memset (v, 1, n * sizeof *v);
  for (int i = 0; i < n; i++)
    sum += v[i];
  free (v);
  return sum[0] + sum[3];
}

/* Variable arguments: closes all it is given, up to NULL.  */
void
close_all (FILE *first, ...)
{
  va_list ap;
  va_start (ap, first);
  for (FILE *f = first; f; f = va_arg (ap, FILE *))
    fclose (f);
  va_end (ap);
}

/* Joins its arguments; one path forgets the result.  */
char *
join_all_leaky (const char *first, ...)
{
  va_list ap;
  size_t n = 0;
  char *buffer = malloc (1000);	/* { dg-warning "leak" } */
  if (!buffer)
    return NULL;
  va_start (ap, first);
  for (const char *s = first; s; s = va_arg (ap, const char *))
    {
      size_t len = strlen (s);
      if (n + len >= 1000)
	{
	  va_end (ap);
	  return NULL;
	}
      memcpy (buffer + n, s, len + 1);
      n += len;
    }
  va_end (ap);
  return buffer;
}

/* A volatile variable holds the handle.  */
int
volatile_handle (const char *name)
{
  volatile int fd = open (name, O_RDONLY);
  char c;
  if (fd < 0)
    return -1;
  ssize_t n = read (fd, &c, 1);
  close (fd);
  return n == 1 ? c : -1;
}

/* Inline assembly between acquisition and release.  */
int
with_asm (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  __asm__ volatile ("" : : : "memory");
  off_t n = lseek (fd, 0, SEEK_END);
  close (fd);
  return n > 0;
}

int
with_asm_leaky (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  __asm__ volatile ("" : : : "memory");
  if (lseek (fd, 0, SEEK_END) == 0)
    return 0;
  close (fd);
  return 1;
}

/* A parallel loop over a block that is freed after it.  */
long
parallel (int n)
{
  long sum = 0;
  int *v = malloc (n * sizeof *v);
  if (!v)
    return -1;
#pragma omp parallel for reduction (+ : sum)
  for (int i = 0; i < n; i++)
    {
      v[i] = i;
      sum += v[i];
    }
  free (v);
  return sum;
}

/* Long conditions on bytes and bits around the one that matters.  */
int
bits (unsigned x, const char *s)
{
  struct { unsigned a : 3, b : 5; signed c : 8; } f = { x, x >> 3, x >> 8 };
  char *copy = NULL;
  if (f.a == 5 || (f.b & 2))
    copy = strdup (s);
  f.c += f.b;
  if (copy)
    f.c += copy[0];
  free (copy);
  return f.c;
}

int
bits_leaky (unsigned x, const char *s)
{
  struct { unsigned a : 3, b : 5; signed c : 8; } f = { x, x >> 3, x >> 8 };
  char *copy = NULL;
  if (f.a == 5 || (f.b & 2))
    copy = strdup (s);		/* { dg-warning "leak" } */
  f.c += f.b;
  if (copy)
    f.c += copy[0];
  if (f.c == 0)
    return 0;
  free (copy);
  return f.c;
}
