/* More path conditions than a point of the program keeps apart: each further one is merged with the
   one that it has most in common with, so that what hangs together stays known.  Here LAST is null
   only as long as HEAD is, whether or not the loop has a unit already.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct opt { struct opt *next; char *name; char *unit; int kind; unsigned users; char *text; };

static void
drop (struct opt *o)
{
  if (o && o->users)
    {
      --o->users;
      return;
    }
  while (o)
    {
      struct opt *gone = o;
      if (o->kind == 2)
	free (o->text);
      free (o->unit);
      free (o->name);
      o = o->next;
      free (gone);
    }
}

struct opt *
build (struct opt *head, const char *name, va_list ap)
{
  struct opt *last = head;
  char *unit = NULL;
  int kind;

  while (last && last->next)
    last = last->next;
  kind = va_arg (ap, int);
  do
    {
      struct opt *o;
      char *text = NULL;
      switch (kind)
	{
	case 9:
	  if (unit || !(unit = strdup (va_arg (ap, char *))))
	    goto undo;
	  kind = va_arg (ap, int);
	  continue;
	case 1: text = va_arg (ap, char *); break;
	case 2: text = strdup (va_arg (ap, char *)); break;
	default: goto undo;
	}
      o = calloc (1, sizeof *o);
      if (!o)
	{
	  if (kind == 2)
	    free (text);
	  goto undo;
	}
      o->kind = kind; o->unit = unit; unit = NULL; o->text = text;
      if (last) last->next = o;
      last = o;
      if (!head) head = o;
      if (!(o->name = strdup (name)))
	goto undo;
      name = va_arg (ap, const char *);
      if (name)
	kind = va_arg (ap, int);
    }
  while (name);
  if (!unit)
    return head;
undo:
  free (unit);
  drop (head);
  return NULL;
}

/* HEAD is set for one kind only.  */
struct opt *
build_some (struct opt *head, const char *name, va_list ap)
{
  struct opt *last = head;
  char *unit = NULL;
  int kind;

  while (last && last->next)
    last = last->next;
  kind = va_arg (ap, int);
  do
    {
      struct opt *o;
      char *text = NULL;
      switch (kind)
	{
	case 9:
	  if (unit || !(unit = strdup (va_arg (ap, char *))))
	    goto undo;
	  kind = va_arg (ap, int);
	  continue;
	case 1: text = va_arg (ap, char *); break;
	case 2: text = strdup (va_arg (ap, char *)); break;
	default: goto undo;
	}
      o = calloc (1, sizeof *o);	/* { dg-warning "'o' might not be freed" } */
      if (!o)
	{
	  if (kind == 2)
	    free (text);
	  goto undo;
	}
      o->kind = kind; o->unit = unit; unit = NULL; o->text = text;
      if (last) last->next = o;
      last = o;
      if (!head && kind == 1) head = o;
      if (!(o->name = strdup (name)))
	goto undo;
      name = va_arg (ap, const char *);
      if (name)
	kind = va_arg (ap, int);
    }
  while (name);
  if (!unit)
    return head;
undo:
  free (unit);
  drop (head);
  return NULL;
}
