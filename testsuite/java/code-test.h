/* What the tests of the decoder share, and the fuzz target with them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CODE_TEST_H
#define LK_CODE_TEST_H

#include <stdio.h>
#include "../../java/class.h"
#include "../../java/code.h"
#include "../../spec/arena.h"

/* Print BODY, as code-dump does.  */
void print_body (FILE *, const struct lk_body *body);

/* What must be so in every body that lk_body_decode returns.  NULL: it is;
   else what is not, in a static buffer.  */
const char *check_body (const struct lk_body *);

/* A method in the assembler's language (see code-asm.c), and what is expected
   of it.  */
struct expectation
{
  bool negated;			/* "expect not".  */
  const char *text;
};

struct assembled
{
  char name[64];
  unsigned char *bytes;		/* A class file.  From malloc.  */
  size_t length;
  struct expectation expected[64];
  unsigned n_expected;
  char *reject;			/* Part of the message, or NULL.  */
};

/* Assemble the next method of the text at *AT and move behind it.  False: no
   more.  Exits where the text is wrong.  */
bool assemble (const char *file, const char **at, struct assembled *);
void free_assembled (struct assembled *);

#endif /* LK_CODE_TEST_H */
