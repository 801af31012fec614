/* Who owns what is told by a bit-field; what was counted on is equal to another
   count; two answers agree; an object is kept within another one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Bit-fields.  ---- */

struct request
{
  unsigned open : 1;
  unsigned own_url : 1;
  unsigned mode : 2;
  char *url;
};

int
set_url (struct request *r, char *given, const char *prefix)
{
  if (prefix)
    {
      char *url = malloc (strlen (prefix) + strlen (r->url) + 1);
      if (!url)
	return -1;
      strcat (strcpy (url, prefix), r->url);
      if (r->own_url)
	free (r->url);
      r->url = url;
      r->own_url = 1;
    }
  if (r->own_url)
    free (r->url);
  r->url = given;
  r->own_url = 0;
  return 0;
}

int
set_url_wrong (struct request *r, char *given, const char *prefix)
{
  if (prefix)
    {
      char *url = malloc (strlen (prefix) + 1);	/* { dg-warning "'url' is never freed" } */
      if (!url)
	return -1;
      strcpy (url, prefix);
      if (r->own_url)
	free (r->url);
      r->url = url;
      r->own_url = 0;
    }
  if (r->own_url)
    free (r->url);
  r->url = given;
  r->own_url = 0;
  return 0;
}

/* Another field of the same byte says nothing.  */
int
set_url_other (struct request *r, char *given, const char *prefix)
{
  if (prefix)
    {
      char *url = malloc (strlen (prefix) + 1);	/* { dg-warning "'url' might not be freed" } */
      if (!url)
	return -1;
      strcpy (url, prefix);
      if (r->own_url)
	free (r->url);
      r->url = url;
      r->own_url = 1;
    }
  if (r->open)
    free (r->url);
  r->url = given;
  r->own_url = 0;
  return 0;
}

int
set_mode (struct request *r, const char *text)
{
  char *p = NULL;
  r->mode = 0;
  if (text)
    {
      p = strdup (text);
      if (!p)
	return -1;
      r->mode = 3;
    }
  puts (text ? text : "none");
  if (r->mode)
    free (p);
  return 0;
}

/* ---- Counts.  ---- */

static int
parse (FILE *f, char **line)
{
  char buf[256];
  if (!fgets (buf, sizeof buf, f))
    return -1;
  *line = strdup (buf);
  return *line != NULL;
}

char *
pick (FILE *f, int which)
{
  int count = 0;
  char *line = NULL;
  for (;;)
    {
      int r = parse (f, &line);
      if (r < 0)
	break;
      if (!r)
	continue;
      if (count++ == which)
	break;
      free (line);
    }
  if (count != which + 1)
    return NULL;
  return line;
}

char *
pick_wrong (FILE *f, int which)
{
  int count = 0;
  char *line = NULL;
  for (;;)
    {
      int r = parse (f, &line);		/* { dg-warning "'line' might not be freed" } */
      if (r < 0)
	break;
      if (!r)
	continue;
      if (count++ == which)
	break;
      free (line);
    }
  if (count != which + 2)
    return NULL;
  return line;
}

/* ---- Answers that agree.  ---- */

int
pass_on (const char *name, FILE **out, int capture)
{
  FILE *f = NULL;
  if ((capture == 0) != (out == NULL))
    return -1;
  if (capture)
    {
      f = fopen (name, "r");
      if (!f)
	return -1;
    }
  if (out)
    *out = f;
  return 0;
}

int
pass_on_wrong (const char *name, FILE **out, int capture)
{
  FILE *f = NULL;
  if ((capture == 1) != (out == NULL))
    return -1;
  if (capture)
    {
      f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
    }
  if (out)
    *out = f;
  return 0;
}

/* ---- Objects within objects.  ---- */

struct pattern { struct pattern *next; const char *text; regex_t re; };

int
compile_all (struct pattern *first)
{
  for (struct pattern *p = first; p; p = p->next)
    if (regcomp (&p->re, p->text, REG_EXTENDED))
      return -1;
  return 0;
}

int
compile_one (const char *text, const char *subject)
{
  struct pattern p = { NULL, text, };
  if (regcomp (&p.re, text, 0))		/* { dg-warning "is never freed" } */
    return -1;
  return regexec (&p.re, subject, 0, NULL, 0);
}

/* ---- Errors that add up.  ---- */

int
add_up (const char *name, size_t n, char **out)
{
  int err = 0;
  char *p = NULL;
  FILE *f = fopen (name, "r");
  err |= f == NULL;
  if (!err)
    {
      p = malloc (n);
      err |= p == NULL;
    }
  if (f)
    err |= fclose (f);
  if (err)
    {
      free (p);
      return -1;
    }
  *out = p;
  return 0;
}

int
add_up_wrong (const char *name, size_t n, char **out)
{
  int err = 0;
  char *p = NULL;
  FILE *f = fopen (name, "r");
  err |= f == NULL;
  if (!err)
    {
      p = malloc (n);		/* { dg-warning "'p' might not be freed" } */
      err |= p == NULL;
    }
  if (f)
    err |= fclose (f);
  if (err)
    return -1;
  *out = p;
  return 0;
}

int
both_or_none (size_t n, char **a, char **b)
{
  int lost = 0;
  char *p = malloc (n);
  lost |= p == NULL;
  char *q = malloc (n);
  lost |= q == NULL;
  if (lost)
    {
      free (p);
      free (q);
      return -1;
    }
  *a = p;
  *b = q;
  return 0;
}

int
only_if_lost (size_t n, int lost)
{
  char *p = NULL;
  if (!lost)
    {
      p = malloc (n);
      lost |= p == NULL;
    }
  if (lost)
    return -1;
  p[0] = 'x';
  puts (p);
  free (p);
  return 0;
}
