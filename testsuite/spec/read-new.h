/* A specification read from a text, for the tests of what it becomes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef READ_NEW_H
#define READ_NEW_H

#include "spec-test.h"

/* The errors of the text that was read last.  */
static struct buffer errors;

/* Return the specification that TEXT is; lk_spec_free frees it.  */
static struct lk_spec *
read_new (const char *text)
{
  struct lk_spec *spec = lk_spec_new ();
  errors.length = 0;
  errors.text[0] = '\0';
  read_string (spec, "test.spec", text, &errors);
  return spec;
}

/* The same; TEXT, the test case WHAT, has no error.  */
static inline struct lk_spec *
read_good (const char *text, const char *what)
{
  struct lk_spec *spec = read_new (text);
  check_text (errors.text, "", what);
  return spec;
}

#endif /* READ_NEW_H */
