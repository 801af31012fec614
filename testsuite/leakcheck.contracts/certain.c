/* Callers of what certain-lib.c defines.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "certain.h"

int
flushes (void)
{
  struct output o = { .quiet = 1 };
  flush (&o);
  return o.quiet;
}

int
named (char *name)
{
  struct output o = { .name = name };
  need_name (&o);
  return o.name[0];
}

int
leaks_name (void)
{
  struct output o = { .quiet = 0 };
  set_name (&o); /* LEAK */
  return o.name[0];
}

int
clean_name (void)
{
  struct output o = { .quiet = 0 };
  set_name (&o);
  int c = o.name[0];
  free (o.name);
  return c;
}

int
leaks_text (const char *s)
{
  struct text t = { 0 };
  add (&t, s); /* LEAK */
  if (t.length > 100)
    return -1;
  int n = (int) t.length;
  text_free (&t);
  return n;
}

/* Without bytes there is no memory.  */
int
clean_text (const char *s)
{
  struct text t = { 0 };
  if (s)
    add (&t, s);
  if (!t.length)
    return 0;
  int n = t.bytes[0];
  text_free (&t);
  return n;
}

/* The place has another name when it is filled again.  */
void
clean_alias (struct text *t, struct text **last)
{
  for (int i = 0; i < 2; i++)
    {
      add (t, "x");
      *last = t;
    }
}

size_t
either (const char *s)
{
  return strlen (short_name (s)) + strlen (home ());
}

int
clean_merge (void)
{
  struct node *l = malloc (sizeof *l);
  if (!l)
    return 0;
  l->next = NULL;
  l->s = "";
  if (merge (l) < 0)
    return -1;
  return 1;
}

int
leaks_take (const char *name)
{
  FILE *f = fopen (name, "r"); /* LEAK */
  if (!f)
    return 0;
  return take (f) < 0 ? -1 : 1;
}

int
clean_take (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return 0;
  int r = take (f);
  if (r < 0)
    fclose (f);
  return r;
}

int
leaks_enter (void)
{
  struct node *n = malloc (sizeof *n); /* LEAK */
  if (!n)
    return 0;
  n->s = "";
  if (enter_checked (n))
    return -1;
  return 0;
}

int
clean_enter (void)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    return 0;
  n->s = "";
  if (enter_checked (n))
    {
      free (n);
      return -1;
    }
  return 0;
}

void
clean_quietly (void)
{
  struct node *n = malloc (sizeof *n);
  if (!n)
    return;
  n->s = "";
  enter_quietly (n);
}

int
leaks_node (int n)
{
  struct node *l = malloc (sizeof *l); /* LEAK */
  if (!l)
    return 0;
  if (n < 0)
    return -1;
  node_drop (l);
  return 1;
}

void
clean_node (void)
{
  struct node *l = malloc (sizeof *l);
  if (l)
    node_drop (l);
}

/* The same as clean_text through a function of this file.  */
int
clean_some (const char *s)
{
  struct text t = { 0 };
  add_some (&t, s);
  if (t.length > 0)
    {
      int n = t.bytes[0];
      text_free (&t);
      return n;
    }
  return 0;
}

int
leaks_some (const char *s)
{
  struct text t = { 0 };
  add_some (&t, s); /* LEAK */
  if (t.length > 0)
    return t.bytes[0];
  return 0;
}
