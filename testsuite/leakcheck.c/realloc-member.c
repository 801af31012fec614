/* A member, or a global, that is overwritten with the result of realloc: when that fails, the old
   block is lost, unless another variable has it or the process ends.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

struct stack { struct { int *slots; size_t room; } at; size_t top; int failed; };

int
push (struct stack *s, int value)
{
  if (s->top == s->at.room)
    {
      size_t room = s->at.room ? 2 * s->at.room : 8;
      s->at.slots = realloc (s->at.slots, room * sizeof (int)); /* { dg-warning "memory held by 's->at.slots' might not be freed when it is overwritten" } */
      if (s->at.slots == NULL)
	{
	  s->failed = 1;
	  return 0;
	}
      s->at.room = room;
    }
  s->at.slots[s->top++] = value;
  return 1;
}

int
push_or_die (struct stack *s, int value)
{
  if (s->top == s->at.room)
    {
      s->at.room = s->at.room ? 2 * s->at.room : 8;
      s->at.slots = realloc (s->at.slots, s->at.room * sizeof (int));
      if (!s->at.slots)
	{
	  fputs ("no memory\n", stderr);
	  exit (1);
	}
    }
  s->at.slots[s->top++] = value;
  return 1;
}

/* Put back.  */
int
push_back (struct stack *s, int value)
{
  if (s->top == s->at.room)
    {
      int *old = s->at.slots;
      s->at.slots = realloc (old, (s->top + 8) * sizeof (int));
      if (!s->at.slots)
	{
	  s->at.slots = old;
	  return 0;
	}
      s->at.room += 8;
    }
  s->at.slots[s->top++] = value;
  return 1;
}

/* Nothing is tested.  */
void
push_unchecked (struct stack *s, int value)
{
  s->at.slots = realloc (s->at.slots, (s->top + 1) * sizeof (int));
  s->at.slots[s->top++] = value;
}

static char *line;
static size_t line_room;

int
need_room (size_t n)
{
  if (n > line_room)
    {
      line = realloc (line, n); /* { dg-warning "memory held by 'line' might not be freed" } */
      if (!line)
	return -1;
      line_room = n;
    }
  return 0;
}

int
need_room_well (size_t n)
{
  if (n > line_room)
    {
      char *longer = realloc (line, n);
      if (!longer)
	return -1;
      line = longer;
      line_room = n;
    }
  return 0;
}
