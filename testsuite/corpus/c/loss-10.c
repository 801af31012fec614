/* Corpus, loss: memory: blocks of fixed size, labels and flags.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int use (const char *);
extern int decode_block (const uint8_t *in, size_t n, uint8_t *out);

/* --- posix_memalign, aligned_alloc */
void *
page_alloc (size_t n)
{
  void *p;
  if (posix_memalign (&p, 4096, n) != 0)
    return NULL;
  memset (p, 0, n);
  return p;
}

int
decode (const uint8_t *in, size_t n)
{
  void *p = NULL;
  int rc = posix_memalign (&p, 64, n * 2);	/* { dg-warning "leak" "decoder's error" } */
  if (rc)
    return -rc;
  rc = decode_block (in, n, p);
  if (rc < 0)
    return rc;
  free (p);
  return 0;
}

int
decode_ok (const uint8_t *in, size_t n)
{
  uint8_t *p = aligned_alloc (64, (n * 2 + 63) & ~63ul);
  int rc = p ? decode_block (in, n, p) : -ENOMEM;
  free (p);
  return rc;
}

/* --- free(NULL) is allowed: one exit */
int
three (size_t n)
{
  int rc = -1;
  char *a = malloc (n), *b = malloc (n), *c = malloc (n);
  if (!a || !b || !c)
    goto out;
  memset (a, 1, n);
  memset (b, 2, n);
  memset (c, 3, n);
  rc = use (a) + use (b) + use (c);
out:
  free (a);
  free (b);
  free (c);
  return rc;
}

int
three_bad (size_t n)
{
  char *a = malloc (n), *b = malloc (n);	/* { dg-warning "leak" } */
  if (!a || !b)
    return -1;
  memset (a, 1, n);
  memset (b, 2, n);
  int rc = use (a) + use (b);
  free (a);
  free (b);
  return rc;
}

/* --- small buffer on the stack, large on the heap */
int
with_buffer (const char *s)
{
  char local[128], *buf = local;
  size_t n = strlen (s) + 1;
  int r;
  if (n > sizeof local)
    {
      buf = malloc (n);
      if (!buf)
	return -1;
    }
  memcpy (buf, s, n);
  r = use (buf);
  if (buf != local)
    free (buf);
  return r;
}

int
with_buffer_bad (const char *s)
{
  char local[128], *buf = local;
  size_t n = strlen (s) + 1;
  int r;
  if (n > sizeof local)
    {
      buf = malloc (n);	/* { dg-warning "leak" "use fails" } */
      if (!buf)
	return -1;
    }
  memcpy (buf, s, n);
  r = use (buf);
  if (r < 0)
    return r;
  if (buf != local)
    free (buf);
  return r;
}

int
with_flag (const char *s, int dup)
{
  char *t = dup ? strdup (s) : (char *) s;
  int r;
  if (!t)
    return -1;
  r = use (t);
  if (dup)
    free (t);
  return r;
}

/* --- matrix */
double **
matrix_new (size_t rows, size_t cols)
{
  double **m = malloc (rows * sizeof *m);
  if (!m)
    return NULL;
  for (size_t i = 0; i < rows; i++)
    {
      m[i] = calloc (cols, sizeof **m);
      if (!m[i])
	{
	  while (i-- > 0)
	    free (m[i]);
	  free (m);
	  return NULL;
	}
    }
  return m;
}

double **
matrix_new_bad (size_t rows, size_t cols)
{
  double **m = malloc (rows * sizeof *m);	/* { dg-warning "leak" "a row fails" } */
  if (!m)
    return NULL;
  for (size_t i = 0; i < rows; i++)
    {
      m[i] = calloc (cols, sizeof **m);
      if (!m[i])
	return NULL;
    }
  return m;
}

void
matrix_free (double **m, size_t rows)
{
  if (!m)
    return;
  for (size_t i = 0; i < rows; i++)
    free (m[i]);
  free (m);
}

double
trace (size_t n)
{
  double s = 0, **m = matrix_new (n, n);
  if (!m)
    return -1;
  for (size_t i = 0; i < n; i++)
    s += m[i][i];
  matrix_free (m, n);
  return s;
}

double
trace_bad (size_t n)
{
  double s = 0, **m = matrix_new (n, n);	/* { dg-warning "leak" "the NaN" } */
  if (!m)
    return -1;
  for (size_t i = 0; i < n; i++)
    {
      if (m[i][i] != m[i][i])
	return 0;
      s += m[i][i];
    }
  matrix_free (m, n);
  return s;
}

/* --- result and flags of a parser */
struct token { int kind; char *text; };

static int
next_token (const char **s, struct token *t)
{
  const char *b = *s;
  while (isalnum ((unsigned char) **s))
    ++*s;
  if (*s == b)
    {
      t->kind = 0;
      t->text = NULL;
      return 0;
    }
  t->kind = 1;
  t->text = strndup (b, *s - b);
  return t->text ? 1 : -1;
}

int
count_tokens (const char *s)
{
  struct token t;
  int n = 0, rc;
  while ((rc = next_token (&s, &t)) > 0)
    {
      n++;
      free (t.text);
    }
  return rc < 0 ? -1 : n;
}

int
count_tokens_bad (const char *s)
{
  struct token t;
  int n = 0, rc;
  while ((rc = next_token (&s, &t)) > 0)	/* { dg-warning "leak" "the text of each" } */
    n += t.kind;
  return rc < 0 ? -1 : n;
}

/* --- secure wipe before free */
int
ask_password (int (*check) (const char *))
{
  char *pw = strdup (getpass ("Password: "));
  int ok;
  if (!pw)
    return -1;
  ok = check (pw);
  explicit_bzero (pw, strlen (pw));
  free (pw);
  return ok;
}

int
ask_password_bad (int (*check) (const char *))
{
  char *pw = strdup (getpass ("Password: "));	/* { dg-warning "leak" "wiped, not freed" } */
  int ok;
  if (!pw)
    return -1;
  ok = check (pw);
  explicit_bzero (pw, strlen (pw));
  return ok;
}

/* --- goto with several labels, wrong one */
int
checksum (FILE *f, size_t n, unsigned *out)
{
  unsigned char *hdr, *body;
  int ret = -1;
  hdr = malloc (16);
  if (!hdr)
    goto err0;
  body = malloc (n);	/* { dg-warning "leak" "jumps past its free" } */
  if (!body)
    goto err1;
  if (fread (hdr, 1, 16, f) != 16)
    goto err2;
  if (fread (body, 1, n, f) != n)
    goto err1;
  *out = hdr[0] + body[0];
  ret = 0;
err2:
  free (body);
err1:
  free (hdr);
err0:
  return ret;
}

int
checksum_ok (FILE *f, size_t n, unsigned *out)
{
  unsigned char *hdr, *body;
  int ret = -1;
  hdr = malloc (16);
  if (!hdr)
    goto err0;
  body = malloc (n);
  if (!body)
    goto err1;
  if (fread (hdr, 1, 16, f) != 16)
    goto err2;
  if (fread (body, 1, n, f) != n)
    goto err2;
  *out = hdr[0] + body[0];
  ret = 0;
err2:
  free (body);
err1:
  free (hdr);
err0:
  return ret;
}

/* --- const cast on free */
void
drop_const (const char *in)
{
  const char *dup = strdup (in);
  if (dup)
    use (dup);
  free ((void *) dup);
}

/* --- integers as pointers */
int
tagged (size_t n)
{
  uintptr_t v = (uintptr_t) malloc (n);
  if (!v)
    return -1;
  use ((char *) v);
  free ((void *) v);
  return 0;
}

int
do_while (const char *s)
{
  int r;
  char *c = NULL;
  do
    {
      free (c);
      c = strdup (s);
      if (!c)
	return -1;
      r = use (c);
    }
  while (r == EAGAIN);
  free (c);
  return r;
}

int
do_while_bad (const char *s)
{
  int r;
  char *c;
  do
    {
      c = strdup (s);	/* { dg-warning "leak" "overwritten in the next round" } */
      if (!c)
	return -1;
      r = use (c);
    }
  while (r == EAGAIN);
  free (c);
  return r;
}
