/* Suggested contracts: shared by suggest.c, which chooses them, and suggest-header.c, which finds
   the declarations in headers and writes the patch.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SUGGEST_H
#define LK_SUGGEST_H

#include "project.h"

/* TEXT is to be put before the byte at OFFSET.  */
struct lk_insertion
{
  size_t offset;
  char *text;
};

/* A header with declarations for which there are attributes.  */
struct lk_header
{
  char *name;			/* Seen from the current folder.  */
  struct lk_text text;
  struct lk_insertion *insertions;	/* In the order of the file.  */
  size_t n_insertions;
  size_t include;		/* Where the line that includes leakcheck.h goes.  */
  bool included;		/* It is there already.  */
};

/* The attributes of the function NAME, a line each, whose parameters are LIST, of LENGTH bytes,
   parentheses included; allocated, NULL: none.  */
char *lk_suggested_attributes (const struct lk_index *, const char *name, const char *list,
			       size_t length);

/* Read the header NAME.  False: there is nothing to add.  */
bool lk_header_read (struct lk_header *, const char *name, const struct lk_index *);
/* Write the patch of it.  FOLDER is that of leakcheck.h, seen from the current one.  */
void lk_header_patch (FILE *out, const struct lk_header *, const char *folder);
void lk_header_free (struct lk_header *);

/* The lines of leakcheck.h, NULL behind them.  */
extern const char *const lk_header_lines[];

#endif /* LK_SUGGEST_H */
