#include <stdio.h>
#include "reads.h"

void
conv_log (struct conv *c, const char *s)
{
  printf ("%d %s\n", c->type, s ? s : "");
}

void
conv_advance (struct conv *c)
{
  c->type++;
}

int
conv_odd (struct conv *c, int n)
{
  return n ? conv_even (c, n - 1) : !c->type;
}
