/* Calls through the constant tables of tables-lib.c.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tables.h"

int
leaks_entry (const char *name)
{
  FILE *f = file_ops.open (name); /* LEAK */
  return f ? file_ops.look (f) : -1;
}

int
clean_entry (const char *name)
{
  FILE *f = file_ops.open (name);
  if (!f)
    return -1;
  int r = file_ops.look (f);
  file_ops.close (f);
  return r;
}

/* What one entry returns, a function closes, and the other way round.  */
int
leaks_own (const char *name)
{
  FILE *f = fopen (name, "r"); /* LEAK */
  if (!f)
    return -1;
  if (file_ops.look (f))
    return 1;
  file_ops.close (f);
  return 0;
}

int
clean_own (const char *name)
{
  FILE *f = file_ops.open (name);
  return f ? fclose (f) : -1;
}

int
leaks_out (const char *name)
{
  char *text;
  if (file_ops.read (name, &text)) /* LEAK */
    return -1;
  return text[0];
}

int
clean_out (const char *name)
{
  char *text;
  if (file_ops.read (name, &text))
    return -1;
  int c = text[0];
  free (text);
  return c;
}

int
leaks_second (const char *name)
{
  FILE *f = all_ops[0]->open (name); /* LEAK */
  return f ? all_ops[0]->look (f) : -1;
}

int
clean_second (const char *name)
{
  FILE *f = all_ops[0]->open (name);
  int r = f ? all_ops[0]->look (f) : -1;
  if (f)
    all_ops[0]->close (f);
  return r;
}

/* Another table's entry: what it returns is not the caller's.  */
int
clean_shared (const char *name)
{
  FILE *f = all_ops[1]->open (name);
  return f ? all_ops[1]->look (f) : -1;
}

int
leaks_inside (const char *name)
{
  FILE *f = drivers[1].ops.open (name); /* LEAK */
  return f ? drivers[0].ops.look (f) : -1;
}

int
clean_inside (const char *name)
{
  FILE *f = drivers[1].ops.open (name);
  if (f)
    drivers[1].ops.close (f);
  return drivers[0].ops.open (name) != NULL;
}

/* It is not known which function that is.  */
int
clean_changing (const char *name)
{
  FILE *f = changing_ops.open (name);
  return f != NULL;
}

int
clean_any (const struct ops *ops, const char *name)
{
  FILE *f = ops->open (name);
  return f != NULL;
}

/* An index that is not constant.  */
int
clean_index (int n, const char *name)
{
  FILE *f = all_ops[n]->open (name);
  return f != NULL;
}
