/* Corpus, ownership: memory.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <ctype.h>
#include <stdint.h>

extern void die (const char *fmt, ...) __attribute__ ((noreturn, format (printf, 1, 2)));
extern int emit (const char *s, size_t n);
extern int lookup (const char *s);

struct strbuf { char *buf; size_t len, cap; };
struct vec { char **items; size_t n, cap; };

/* 1 realloc overwriting */
int
sb_append (struct strbuf *b, const char *s)
{
  size_t n = strlen (s);
  if (b->len + n + 1 > b->cap)
    {
      size_t nc = (b->len + n + 1) * 2;
      char *nb = realloc (b->buf, nc);
      if (!nb)
	return -1;
      b->buf = nb;
      b->cap = nc;
    }
  memcpy (b->buf + b->len, s, n + 1);
  b->len += n;
  return 0;
}

char *
read_all (FILE *f, size_t *len)
{
  size_t cap = 4096, n = 0;
  char *buf = malloc (cap);	/* { dg-warning "leak" } */
  if (!buf)
    return NULL;
  for (;;)
    {
      size_t r = fread (buf + n, 1, cap - n, f);
      n += r;
      if (n < cap)
	break;
      cap *= 2;
      buf = realloc (buf, cap);	/* { dg-warning "leak" } */
      if (!buf)
	return NULL;
    }
  *len = n;
  return buf;
}

char *
read_all_ok (FILE *f, size_t *len)
{
  size_t cap = 4096, n = 0;
  char *buf = malloc (cap), *tmp;
  if (!buf)
    return NULL;
  for (;;)
    {
      size_t r = fread (buf + n, 1, cap - n, f);
      n += r;
      if (n < cap)
	break;
      if (cap > SIZE_MAX / 2 || (tmp = realloc (buf, cap * 2)) == NULL)
	{
	  free (buf);
	  return NULL;
	}
      buf = tmp;
      cap *= 2;
    }
  *len = n;
  return buf;
}

/* 2 second of two */
char *
join_upper (const char *a, const char *b)
{
  char *x = strdup (a);	/* { dg-warning "leak" } */
  char *y = strdup (b);	/* { dg-warning "leak" } */
  char *r;
  if (!x || !y)
    return NULL;
  r = malloc (strlen (x) + strlen (y) + 2);
  if (r)
    sprintf (r, "%s/%s", x, y);
  free (x);
  free (y);
  return r;
}

char *
join_upper_ok (const char *a, const char *b)
{
  char *x = strdup (a);
  char *y = strdup (b);
  char *r = NULL;
  if (x && y)
    {
      r = malloc (strlen (x) + strlen (y) + 2);
      if (r)
	sprintf (r, "%s/%s", x, y);
    }
  free (y);
  free (x);
  return r;
}

/* 3 partial construction */
struct user { char *name; char *home; int uid; struct user *next; };

struct user *
user_new (const char *name, const char *home, int uid)
{
  struct user *u = calloc (1, sizeof *u);	/* { dg-warning "leak" } */
  if (!u)
    return NULL;
  u->name = strdup (name);
  if (!u->name)
    {
      free (u);
      return NULL;
    }
  u->home = strdup (home);
  if (!u->home)
    {
      free (u->name);
      return NULL;
    }
  u->uid = uid;
  return u;
}

struct user *
user_new_ok (const char *name, const char *home, int uid)
{
  struct user *u = calloc (1, sizeof *u);
  if (!u)
    return NULL;
  if (!(u->name = strdup (name)))
    goto err_free;
  if (!(u->home = strdup (home)))
    goto err_name;
  u->uid = uid;
  return u;
err_name:
  free (u->name);
err_free:
  free (u);
  return NULL;
}

/* 4 losing a field by freeing the container */
int
user_check (const char *name)
{
  struct user *u = malloc (sizeof *u);
  int rc;
  if (!u)
    return -1;
  u->name = strdup (name);	/* { dg-warning "leak" } */
  if (!u->name)
    {
      free (u);
      return -1;
    }
  rc = lookup (u->name);
  free (u);
  return rc;
}

static void
user_free (struct user *u)
{
  if (!u)
    return;
  free (u->name);
  free (u->home);
  free (u);
}

int
user_check_ok (const char *name)
{
  struct user *u = user_new_ok (name, "/", 0);
  int rc;
  if (!u)
    return -1;
  rc = lookup (u->name);
  user_free (u);
  return rc;
}

/* 5 array of pointers filled in a loop and freed partly */
int
sort_copy (const char **in, size_t n)
{
  char **v = malloc (n * sizeof *v);	/* { dg-warning "leak" } */
  size_t i;
  if (!v)
    return -1;
  for (i = 0; i < n; i++)
    {
      v[i] = strdup (in[i]);
      if (!v[i])
	{
	  while (i > 0)
	    free (v[--i]);
	  return -1;
	}
    }
  for (i = 0; i < n; i++)
    {
      emit (v[i], strlen (v[i]));
      free (v[i]);
    }
  free (v);
  return 0;
}

int
sort_copy_ok (const char **in, size_t n)
{
  char **v = malloc (n * sizeof *v);
  size_t i;
  int rc = -1;
  if (!v)
    return -1;
  for (i = 0; i < n; i++)
    if (!(v[i] = strdup (in[i])))
      goto out;
  for (size_t k = 0; k < n; k++)
    emit (v[k], strlen (v[k]));
  rc = 0;
out:
  while (i-- > 0)
    free (v[i]);
  free (v);
  return rc;
}

/* 6 xmalloc-like */
static void *
xmalloc (size_t n)
{
  void *p = malloc (n ? n : 1);
  if (!p)
    die ("out of memory allocating %zu bytes", n);
  return p;
}

static char *
xstrdup (const char *s)
{
  size_t n = strlen (s) + 1;
  return memcpy (xmalloc (n), s, n);
}

int
trim_and_lookup (const char *s)
{
  char *c = xstrdup (s);	/* { dg-warning "leak" } */
  size_t n = strlen (c);
  while (n && isspace ((unsigned char) c[n - 1]))
    c[--n] = 0;
  if (n == 0)
    return 0;
  int r = lookup (c);
  free (c);
  return r;
}

int
trim_and_lookup_ok (const char *s)
{
  char *c = xstrdup (s);
  char *p = c;
  int r;
  while (isspace ((unsigned char) *p))
    p++;
  r = *p ? lookup (p) : 0;
  free (c);
  return r;
}

/* 7 pointer advanced and lost */
int
skip_blanks (const char *s)
{
  char *c = strdup (s);	/* { dg-warning "leak" } */
  int n = 0;
  if (!c)
    return -1;
  char *tok = strtok (c, ",");
  while (tok)
    {
      n += lookup (tok);
      if (n < 0)
	return -1;
      tok = strtok (NULL, ",");
    }
  free (c);
  return n;
}

int
skip_blanks_ok (const char *s)
{
  char *c = strdup (s), *save = NULL, *tok;
  int n = 0;
  if (!c)
    return -1;
  for (tok = strtok_r (c, ",", &save); tok; tok = strtok_r (NULL, ",", &save))
    {
      int k = lookup (tok);
      if (k < 0)
	{
	  n = -1;
	  break;
	}
      n += k;
    }
  free (c);
  return n;
}

/* 8 list building */
struct node { struct node *next; char *key; };

struct node *
list_from (const char **keys, int n)
{
  struct node *head = NULL;
  for (int i = 0; i < n; i++)
    {
      struct node *e = malloc (sizeof *e);	/* { dg-warning "leak" } */
      if (!e)
	break;
      e->key = strdup (keys[i]);
      if (!e->key)
	break;
      e->next = head;
      head = e;
    }
  return head;
}

struct node *
list_from_ok (const char **keys, int n)
{
  struct node *head = NULL, **tail = &head;
  for (int i = 0; i < n; i++)
    {
      struct node *e = malloc (sizeof *e);
      if (!e)
	break;
      e->next = NULL;
      if ((e->key = strdup (keys[i])) == NULL)
	{
	  free (e);
	  break;
	}
      *tail = e;
      tail = &e->next;
    }
  return head;
}

/* 9 growing vector: item lost if push fails */
static int
vec_push (struct vec *v, char *s)
{
  if (v->n == v->cap)
    {
      size_t nc = v->cap ? v->cap * 2 : 8;
      char **ni = reallocarray (v->items, nc, sizeof *ni);
      if (!ni)
	return -1;
      v->items = ni;
      v->cap = nc;
    }
  v->items[v->n++] = s;
  return 0;
}

int
vec_add_copy (struct vec *v, const char *s)
{
  char *c = strdup (s);	/* { dg-warning "leak" } */
  if (!c)
    return -1;
  return vec_push (v, c);
}

int
vec_add_copy_ok (struct vec *v, const char *s)
{
  char *c = strdup (s);
  if (!c)
    return -1;
  if (vec_push (v, c) < 0)
    {
      free (c);
      return -1;
    }
  return 0;
}

/* 10 optional buffer on stack/heap */
int
format_field (const char *s, size_t n)
{
  char stackbuf[128];
  char *b = stackbuf;
  int rc;

  if (n + 1 > sizeof stackbuf)
    {
      b = malloc (n + 1);	/* { dg-warning "leak" } */
      if (!b)
	return -ENOMEM;
    }
  memcpy (b, s, n);
  b[n] = '\0';
  rc = emit (b, n);
  if (rc < 0)
    return rc;
  if (b != stackbuf)
    free (b);
  return rc;
}

int
format_field_ok (const char *s, size_t n)
{
  char stackbuf[128];
  char *b = stackbuf;
  int rc;

  if (n + 1 > sizeof stackbuf)
    {
      b = malloc (n + 1);
      if (!b)
	return -ENOMEM;
    }
  memcpy (b, s, n);
  b[n] = '\0';
  rc = emit (b, n);
  if (rc >= 0)
    rc = lookup (b);
  if (b != stackbuf)
    free (b);
  return rc;
}

/* 11 heap pointer kept in 'to_free' */
int
normalise (const char *path)
{
  char *to_free = NULL;
  int rc;

  if (path[0] != '/')
    {
      size_t n = strlen (path);
      to_free = malloc (n + 3);
      if (!to_free)
	return -1;
      memcpy (to_free, "./", 2);
      memcpy (to_free + 2, path, n + 1);
      path = to_free;
    }
  rc = lookup (path);
  free (to_free);
  return rc;
}

int
normalise_bad (const char *path, int strict)
{
  char *to_free = NULL;
  int rc;

  if (path[0] != '/')
    {
      size_t n = strlen (path);
      to_free = malloc (n + 3);	/* { dg-warning "leak" } */
      if (!to_free)
	return -1;
      memcpy (to_free, "./", 2);
      memcpy (to_free + 2, path, n + 1);
      path = to_free;
    }
  if (strict && strstr (path, ".."))
    return -1;
  rc = lookup (path);
  free (to_free);
  return rc;
}
