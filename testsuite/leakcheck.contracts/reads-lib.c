#include <stdlib.h>
#include <string.h>
#include "reads.h"

static void
conv_store (struct conv *c, int type)
{
  c->type = type;
}

void
conv_setup (struct conv *c)
{
  memset (c, 0, sizeof *c);
  conv_store (c, rand () % 3);
}

char *
conv_text (struct conv *c, const char *s)
{
  conv_log (c, "text");
  return strdup (s + c->n);
}

static int
conv_number (struct conv *c)
{
  return c->next ? c->next->n : c->n;
}

void
conv_show (struct conv *c)
{
  if (conv_number (c) > 0)
    conv_log (c, c->text);
}

/* A copy is changed, and not what C points to.  */
void
conv_show_copy (struct conv *c)
{
  struct conv other = *c;
  other.type = 0;
  conv_log (&other, NULL);
}

void
conv_reset (struct conv *c)
{
  conv_store (c, 0);
}

void
conv_step (struct conv *c, int n)
{
  if (n)
    conv_advance (c);
}

/* What the function does is unknown.  */
void
conv_each (struct conv *c, void (*function) (struct conv *))
{
  for (; c; c = c->next)
    function (c);
}

static struct conv *
conv_end (struct conv *c)
{
  while (c->next)
    c = c->next;
  return c;
}

void
conv_step_next (struct conv *c)
{
  struct conv *end = conv_end (c);
  end->type = 0;
}

void
conv_link (struct conv *c, struct conv *to)
{
  to->next = c;
}

int
conv_even (struct conv *c, int n)
{
  return n ? conv_odd (c, n - 1) : c->type;
}

int
conv_last (struct conv *c)
{
  return conv_end (c)->type;
}
