#include <leakcheck.h>
#include <stdio.h>
#include <stdlib.h>

struct LEAKCHECK_MUST_CALL ("journal_close") journal
{
  FILE *out LEAKCHECK_OWNING;
};

void journal_close (struct journal *j LEAKCHECK_CLOSES);

struct journal *
journal_new (const char *name)
{
  struct journal *j = calloc (1, sizeof *j);
  if (j)
    j->out = fopen (name, "w");
  return j;
}

void
journal_close (struct journal *j)
{
  if (j->out)
    fclose (j->out);
  free (j);
}
