/* `leakcheck contracts': what its files share.

   contracts.c reads the command line and writes; contracts-read.c reads the inputs; object.c and
   elf.c find the records in objects; spec/merge.c makes one index of all.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CONTRACTS_H
#define LK_CONTRACTS_H

#include "driver.h"
#include "../spec/merge.h"

/* The inputs.  */
struct contracts_input
{
  struct lk_merge *merge;
  bool verbose;
  size_t files;			/* That had a record, or are indexes.  */
  size_t records;		/* In them.  */
  size_t indexes;
};

/* Read NAME, which the user named: a file or a folder.  Reports what cannot be read.  */
void lk_contracts_read (struct contracts_input *, const char *name);

#endif /* LK_CONTRACTS_H */
