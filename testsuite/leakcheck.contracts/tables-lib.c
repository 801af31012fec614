/* Static functions that other files reach by constant tables: one, a table of tables, and an array
   of structures with one inside.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tables.h"

static FILE *
open_for_reading (const char *name)
{
  return fopen (name, "r");
}

static void
close_file (FILE *f)
{
  fclose (f);
}

static int
look_at (FILE *f)
{
  return ftell (f) > 3;
}

static int
read_copy (const char *name, char **out)
{
  *out = strdup (name);
  return *out ? 0 : -1;
}

static FILE *
open_shared (const char *name)
{
  return name ? stdin : NULL;
}

const struct ops file_ops = { open_for_reading, close_file, look_at, read_copy };
static const struct ops shared_ops = { open_shared, close_file, look_at, NULL };
const struct ops *const all_ops[2] = { &file_ops, &shared_ops };
const struct driver drivers[2] = {
  { "shared", { .open = open_shared, .look = look_at } },
  { "file", { .open = open_for_reading, .close = close_file } }
};

/* Any file may store in this.  */
struct ops changing_ops = { open_for_reading, close_file, look_at, read_copy };
