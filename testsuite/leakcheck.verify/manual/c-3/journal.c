#include <leakcheck.h>
#include <stdio.h>

struct LEAKCHECK_MUST_CALL ("journal_close") journal
{
  FILE *out LEAKCHECK_OWNING;
};

void journal_close (struct journal *j LEAKCHECK_CLOSES);

void journal_open (struct journal *j, const char *name) LEAKCHECK_CREATES (1);

void
journal_open (struct journal *j, const char *name)
{
  if (j->out)
    fclose (j->out);
  j->out = fopen (name, "w");
}

void
journal_close (struct journal *j)
{
  if (j->out)
    fclose (j->out);
}
