#include <leakcheck.h>
#include <stdio.h>

struct journal
{
  FILE *out;
};

void
journal_open (struct journal *j, const char *name)
{
  j->out = fopen (name, "w");
}

void
journal_close (struct journal *j)
{
  if (j->out)
    fclose (j->out);
}
