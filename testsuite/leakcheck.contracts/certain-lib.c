/* What certain.c calls: functions that acquire or take only under conditions that no row can state,
   and the like that do under one that it can.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "certain.h"

extern int unknown (const char *);
static struct node *all;
static int ending;

/* Stays behind only for callers that ask for it.  */
void
flush (struct output *o)
{
  if (o->quiet)
    {
      o->file = fopen ("/dev/null", "w");
      o->close_file = 1;
    }
  unknown ("x");
  if (!o->keep_open && o->close_file && o->file)
    fclose (o->file);
}

/* The caller may have given it a name.  */
void
need_name (struct output *o)
{
  if (!o->name)
    o->name = strdup ("x");
}

/* Always.  */
void
set_name (struct output *o)
{
  o->name = strdup ("x");
}

/* Memory for more, if there is not enough.  */
void
add (struct text *t, const char *s)
{
  size_t n = strlen (s);
  if (t->length + n + 1 > t->room)
    {
      char *more = realloc (t->bytes, t->room * 2 + n + 1);
      if (!more)
	abort ();
      t->bytes = more;
      t->room = t->room * 2 + n + 1;
    }
  memcpy (t->bytes + t->length, s, n + 1);
  t->length += n;
}

void
text_free (struct text *t)
{
  free (t->bytes);
  t->bytes = NULL;
  t->length = t->room = 0;
}

/* Either of both.  */
const char *
short_name (const char *name)
{
  return strncmp (name, "refs/", 5) == 0 ? strdup (name + 5) : name;
}

const char *
home (void)
{
  const char *h = getenv ("HOME");
  return h ? strdup (h) : "/";
}

/* A list whose elements it releases; it fails before and afterwards.  */
int
merge (struct node *l)
{
  int n = 0;
  if (unknown ("a"))
    return -1;
  while (l)
    {
      struct node *next = l->next;
      n += unknown (l->s);
      free (l);
      l = next;
    }
  return n ? -1 : 1;
}

/* Fails only before.  */
int
take (FILE *f)
{
  if (unknown ("b"))
    return -1;
  fclose (f);
  return unknown ("c") ? 2 : 0;
}

int
enter (struct node *n)
{
  if (unknown (n->s))
    return -1;
  n->next = all;
  all = n;
  return 0;
}

/* As enter.  */
int
enter_checked (struct node *n)
{
  if (!n->s)
    return -2;
  if (enter (n) < 0)
    return -1;
  return 0;
}

/* It does not say whether.  */
void
enter_quietly (struct node *n)
{
  enter (n);
}

void
at_end (void)
{
  ending = 1;
}

/* At the end the system has all memory back.  */
void
node_drop (struct node *n)
{
  if (ending)
    return;
  free (n);
}
