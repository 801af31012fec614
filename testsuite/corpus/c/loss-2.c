/* Corpus, loss: memory: strings, and buffers that grow.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <limits.h>
#include <unistd.h>

/* --- realloc, both ways */
char *
grow (char *buf, size_t want)
{
  char *n = realloc (buf, want);
  if (!n)
    {
      free (buf);
      return NULL;
    }
  return n;
}

char *
read_all (FILE *f)
{
  size_t cap = 256, len = 0, n;
  char *buf = malloc (cap);
  if (!buf)
    return NULL;
  while ((n = fread (buf + len, 1, cap - len, f)) > 0)
    {
      len += n;
      if (len == cap)
	{
	  char *tmp = realloc (buf, cap *= 2);
	  if (!tmp)
	    {
	      free (buf);
	      return NULL;
	    }
	  buf = tmp;
	}
    }
  buf[len] = 0;
  return buf;
}

char *
read_all_bad (FILE *f)
{
  size_t cap = 256, len = 0, n;
  char *buf = malloc (cap);	/* { dg-warning "leak" "realloc fails, the old block is lost" } */
  if (!buf)
    return NULL;
  while ((n = fread (buf + len, 1, cap - len, f)) > 0)
    {
      len += n;
      if (len == cap)
	{
	  char *tmp = realloc (buf, cap *= 2);	/* { dg-warning "leak" } */
	  if (!tmp)
	    return NULL;
	  buf = tmp;
	}
    }
  buf[len] = 0;
  return buf;
}

int
twice (size_t n)
{
  int *v = calloc (n, sizeof *v);	/* { dg-warning "leak" "overwritten by realloc's NULL" } */
  if (!v)
    return -1;
  v = realloc (v, 2 * n * sizeof *v);
  if (!v)
    return -1;
  int r = v[0];
  free (v);
  return r;
}

int
twice_ok (size_t n)
{
  int *v = calloc (n, sizeof *v), *w;
  if (!v)
    return -1;
  if (!(w = reallocarray (v, 2 * n, sizeof *v)))
    {
      free (v);
      return -1;
    }
  int r = w[0];
  free (w);
  return r;
}

/* --- strdup, chains of three */
int
split_pair (const char *s, char **key, char **val)
{
  const char *eq = strchr (s, '=');
  if (!eq)
    return -1;
  *key = strndup (s, eq - s);
  if (!*key)
    return -1;
  *val = strdup (eq + 1);
  if (!*val)
    {
      free (*key);
      *key = NULL;
      return -1;
    }
  return 0;
}

int
has_option (const char *opts, const char *name)
{
  char *copy = strdup (opts);	/* { dg-warning "leak" "found" } */
  char *save = NULL, *tok;
  if (!copy)
    return -1;
  for (tok = strtok_r (copy, ",", &save); tok; tok = strtok_r (NULL, ",", &save))
    if (!strcmp (tok, name))
      return 1;
  free (copy);
  return 0;
}

int
has_option_ok (const char *opts, const char *name)
{
  char *copy = strdup (opts), *p = copy, *tok;
  int found = 0;
  if (!copy)
    return -1;
  while (!found && (tok = strsep (&p, ",")))
    found = strcmp (tok, name) == 0;
  free (copy);
  return found;
}

char *
trim_copy (const char *s)
{
  char *d, *e;
  while (isspace ((unsigned char) *s))
    s++;
  d = strdup (s);
  if (!d)
    return NULL;
  e = d + strlen (d);
  while (e > d && isspace ((unsigned char) e[-1]))
    *--e = '\0';
  return d;
}

char *
upper_or_null (const char *s)
{
  char *d = strdup (s);	/* { dg-warning "leak" "digit met" } */
  if (d == NULL)
    return NULL;
  for (char *p = d; *p; p++)
    {
      if (isdigit ((unsigned char) *p))
	return NULL;
      *p = toupper ((unsigned char) *p);
    }
  return d;
}

/* --- pointer that walks */
size_t
count_words (const char *text)
{
  char *s = strdup (text);
  char *base = s;
  size_t n = 0;
  if (!s)
    return 0;
  while (*s)
    {
      while (*s == ' ')
	*s++ = 0;
      if (*s)
	n++;
      while (*s && *s != ' ')
	s++;
    }
  free (base);
  return n;
}

size_t
count_words_bad (const char *text)
{
  char *s = strdup (text);	/* { dg-warning "leak" "walked, nothing freed" } */
  size_t n = 0;
  if (!s)
    return 0;
  while (*s)
    {
      while (*s == ' ')
	*s++ = 0;
      if (*s)
	n++;
      while (*s && *s != ' ')
	s++;
    }
  return n;
}

/* --- asprintf */
char *
join_path (const char *a, const char *b)
{
  char *p;
  if (asprintf (&p, "%s/%s", a, b) < 0)
    return NULL;
  return p;
}

int
remove_in (const char *dir, const char *name)
{
  char *p = NULL;
  if (asprintf (&p, "%s/%s", dir, name) == -1)	/* { dg-warning "leak" "unlink's failure" } */
    return -ENOMEM;
  if (unlink (p) < 0 && errno != ENOENT)
    return -errno;
  free (p);
  return 0;
}

int
remove_in_ok (const char *dir, const char *name)
{
  char *p = NULL;
  int r = 0;
  if (asprintf (&p, "%s/%s", dir, name) == -1)
    return -ENOMEM;
  if (unlink (p) < 0 && errno != ENOENT)
    r = -errno;
  free (p);
  return r;
}

int
run_in (const char *dir)
{
  char *cmd;
  int n = asprintf (&cmd, "ls %s", dir);	/* { dg-warning "leak" "never freed" } */
  if (n < 0)
    return -1;
  return system (cmd);
}

/* --- getline */
int
max_line (FILE *f)
{
  char *line = NULL;
  size_t cap = 0;
  ssize_t n, max = 0;
  while ((n = getline (&line, &cap, f)) != -1)
    if (n > max)
      max = n;
  free (line);
  return max;
}

int
find_line (FILE *f, const char *what)
{
  char *line = NULL;
  size_t cap = 0;
  int no = 0;
  while (getline (&line, &cap, f) > 0)	/* { dg-warning "leak" "found" } */
    {
      no++;
      if (strstr (line, what))
	return no;
    }
  free (line);
  return 0;
}

int
first_line_len (FILE *f)
{
  char *line = NULL;
  size_t cap = 0;
  ssize_t n = getline (&line, &cap, f);	/* { dg-warning "leak" } */
  if (n < 0)
    return -1;
  free (line);
  return n;
}

char *
last_line (FILE *f)
{
  char *line = NULL, *last = NULL;
  size_t cap = 0;
  while (getline (&line, &cap, f) != -1)
    {
      free (last);
      last = line;
      line = NULL;
      cap = 0;
    }
  free (line);
  return last;
}

/* --- realpath, getcwd, dirname copies */
int
same_file_name (const char *a, const char *b)
{
  char *ra = realpath (a, NULL);	/* { dg-warning "leak" "on the second's failure" } */
  if (!ra)
    return -1;
  char *rb = realpath (b, NULL);
  if (!rb)
    return -1;
  int same = strcmp (ra, rb) == 0;
  free (ra);
  free (rb);
  return same;
}

int
same_file_name_ok (const char *a, const char *b)
{
  char *ra = realpath (a, NULL), *rb = realpath (b, NULL);
  int same = ra && rb && strcmp (ra, rb) == 0;
  free (rb);
  free (ra);
  return same;
}

const char *
resolve_into (const char *a, char out[PATH_MAX])
{
  return realpath (a, out);
}

void
print_cwd (void)
{
  char *d = getcwd (NULL, 0);	/* { dg-warning "leak" "printed only" } */
  puts (d ? d : "?");
}

void
print_cwd_ok (void)
{
  char buf[PATH_MAX], *d;
  d = getcwd (buf, sizeof buf);
  puts (d ? d : "?");
}

/* --- a string builder */
struct sb { char *p; size_t n, cap; };

static int
sb_add (struct sb *b, const char *s, size_t k)
{
  if (b->n + k + 1 > b->cap)
    {
      size_t cap = b->cap ? b->cap * 2 : 64;
      while (cap < b->n + k + 1)
	cap *= 2;
      char *q = realloc (b->p, cap);
      if (!q)
	return -1;
      b->p = q;
      b->cap = cap;
    }
  memcpy (b->p + b->n, s, k);
  b->n += k;
  b->p[b->n] = 0;
  return 0;
}

static void
sb_free (struct sb *b)
{
  free (b->p);
  b->p = NULL;
  b->n = b->cap = 0;
}

char *
quote (const char *s)
{
  struct sb b = { 0 };
  if (sb_add (&b, "\"", 1))
    goto fail;
  for (; *s; s++)
    {
      if (*s == '"' && sb_add (&b, "\\", 1))
	goto fail;
      if (sb_add (&b, s, 1))
	goto fail;
    }
  if (sb_add (&b, "\"", 1))
    goto fail;
  return b.p;
fail:
  sb_free (&b);
  return NULL;
}

static char *
sb_steal (struct sb *b)
{
  char *p = b->p;
  b->p = NULL;
  b->n = b->cap = 0;
  return p;
}

char *
repeat (const char *s, int n)
{
  struct sb b = { NULL, 0, 0 };
  size_t k = strlen (s);
  while (n-- > 0)
    if (sb_add (&b, s, k) < 0)
      {
	sb_free (&b);
	return NULL;
      }
  return sb_steal (&b);
}

int
utf8_length (const wchar_t *w)
{
  size_t n = wcslen (w) * MB_CUR_MAX + 1;
  char *s = malloc (n);	/* { dg-warning "leak" "conversion error" } */
  if (!s)
    return -1;
  size_t k = wcstombs (s, w, n);
  if (k == (size_t) -1)
    return -1;
  free (s);
  return k;
}

wchar_t *
widen (const char *s)
{
  size_t n = mbstowcs (NULL, s, 0);
  wchar_t *w;
  if (n == (size_t) -1)
    return NULL;
  w = calloc (n + 1, sizeof *w);
  if (w && mbstowcs (w, s, n + 1) == (size_t) -1)
    {
      free (w);
      w = NULL;
    }
  return w;
}

/* --- environment keeps */
int
set_var (const char *name, const char *value)
{
  char *s = malloc (strlen (name) + strlen (value) + 2);
  if (!s)
    return -1;
  sprintf (s, "%s=%s", name, value);
  if (putenv (s) != 0)
    {
      free (s);
      return -1;
    }
  return 0;
}

int
set_var_bad (const char *name, const char *value)
{
  char *s = malloc (strlen (value) + 2);	/* { dg-warning "leak" "setenv copies" } */
  if (!s)
    return -1;
  sprintf (s, ":%s", value);
  return setenv (name, s, 1);
}
