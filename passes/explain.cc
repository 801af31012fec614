/* The line that is to be explained: which files and functions it is in.

   A request names a file as users do, by the end of its name: "net/conn.c" is
   /src/net/conn.c, and the source of a class file that only knows "Conn.java" is
   src/org/example/Conn.java.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc/gcc-compat.h"
#include "passes.h"
#include "../spec/file.h"

bool
lk_explains_file (const struct lk_pass_options *options, const char *file)
{
  return options->explain && file && lk_file_same_name (options->explain->file, file);
}

bool
lk_explains_lines (const struct lk_pass_options *options, const char *file, unsigned first,
		   unsigned last)
{
  return (lk_explains_file (options, file) && first <= options->explain->line
	  && options->explain->line <= last);
}
