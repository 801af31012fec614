/* What globals.c and globals-lib.c share: handles in variables of both files.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct logs
{
  int level;
  FILE *file;
  char *name;
};

extern FILE *shared;
extern char *title;
extern struct logs logs;

/* These keep a file in a variable that only the library sees.  */
void open_log (const char *name);
void close_log (void);
FILE *get_log (void);
void give_log (FILE *f);

/* And these in one that all files see.  */
void open_shared (const char *name);
void close_shared (void);
void close_all (void);
int count_shared (void);
void set_title (const char *text);
void reset_logs (void);
FILE *take_shared (void);
