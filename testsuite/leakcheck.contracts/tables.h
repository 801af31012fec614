/* What tables.c and tables-lib.c share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ops
{
  FILE *(*open) (const char *);
  void (*close) (FILE *);
  int (*look) (FILE *);
  int (*read) (const char *, char **);
};

struct driver
{
  const char *name;
  struct ops ops;
};

extern const struct ops file_ops;
extern const struct ops *const all_ops[2];
extern const struct driver drivers[2];
extern struct ops changing_ops;
