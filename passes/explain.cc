/* The line that is to be explained: which files and functions it is in.

   A request names a file as users do, by the end of its name: "net/conn.c" is
   /src/net/conn.c, and the source of a class file that only knows "Conn.java" is
   src/org/example/Conn.java.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc/gcc-compat.h"
#include "passes.h"

/* Return true if A is B, or the end of B behind a '/'.  */
static bool
is_end_of (const char *a, const char *b)
{
  size_t n = strlen (a), of = strlen (b);
  return n <= of && !strcmp (b + of - n, a) && (n == of || b[of - n - 1] == '/');
}

static const char *
plain_name (const char *file)
{
  while (file[0] == '.' && file[1] == '/')
    file += 2;
  return file;
}

static bool
same_file (const char *a, const char *b)
{
  a = plain_name (a);
  b = plain_name (b);
  return is_end_of (a, b) || is_end_of (b, a);
}

bool
lk_explains_file (const struct lk_pass_options *options, const char *file)
{
  return options->explain && file && same_file (options->explain->file, file);
}

bool
lk_explains_lines (const struct lk_pass_options *options, const char *file, unsigned first,
		   unsigned last)
{
  return (lk_explains_file (options, file) && first <= options->explain->line
	  && options->explain->line <= last);
}
