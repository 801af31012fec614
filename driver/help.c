/* The output of --help and --version.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include "lk-config.h"
#include "driver.h"
#include "option-table.h"

enum { COLUMN = 23 };

/* Print how ROW is written, and return the length of that.  */
static size_t
print_names (const struct lk_option_row *row)
{
  size_t length = (size_t) printf ("  ");
  const char *names = row->names;
  char name[40];
  while (lk_next_option_name (&names, name))
    {
      const char *join = !row->value ? "" : name[1] == '-' ? "=" : " ";
      length += (size_t) printf ("%s%s%s%s", length > 2 ? ", " : "", name, join,
				 row->value ? row->value : "");
    }
  return length;
}

static void
print_row (const struct lk_option_row *row)
{
  if (row->option == LK_OPT_HEADING)
    printf ("\n%s\n", row->names);
  if (!row->help)
    return;
  size_t at = print_names (row);
  if (at + 1 > COLUMN)
    {
      putchar ('\n');
      at = 0;
    }
  for (const char *line = row->help; *line; at = 0)
    {
      size_t length = strcspn (line, "\n");
      printf ("%*s%.*s\n", (int) (COLUMN - at), "", (int) length, line);
      line += length + (line[length] == '\n');
    }
}

void
lk_print_help (void)
{
  fputs ("\
Usage: leakcheck [OPTION]... FILE...\n\
       leakcheck [OPTION]... FILE... -- GCC-OPTION...\n\
       leakcheck -p BUILD [OPTION]... [FILE]...\n\
       leakcheck [OPTION]... -- make [ARGUMENT]...\n\
       leakcheck contracts [-o FILE.lkc] [--print[=NAME]] FILE...\n\
Find the resources that C, C++ and Java programs leak.\n\
\n\
FILE is a C or C++ source, a jar, a folder of classes, a class file, a Java\n\
source, module:NAME of the JDK, or @LIST, a file with arguments.  C and C++\n\
sources are compiled with the plugin and without making object files, with the\n\
compiler's options that are given (-I, -D, -std=, -Werror, ...).  All Java\n\
files are one program.  With the command of a build instead of FILEs, the\n\
build is run, and what it compiles is analysed as a project.\n", stdout);
  for (size_t i = 0; i < lk_n_option_rows; i++)
    print_row (&lk_option_rows[i]);
  fputs ("\n\
Exit status: 0 when everything was checked (leaks are warnings), 1 when\n\
warnings are errors (-Werror, --error) and there are some, 2 when leakcheck\n\
could not check everything that was named.\n\
`info leakcheck' is the manual.\n", stdout);
}

void
lk_print_contracts_help (void)
{
  fputs ("\
Usage: leakcheck contracts [OPTION]... FILE...\n\
Make an index of the contracts of functions that compilations have recorded\n\
(-fplugin-arg-leakcheck-record), or print them.  A compilation reads it with\n\
-fplugin-arg-leakcheck-contracts=FILE.lkc.\n\
\n\
FILE is an object, an archive (a thin one, too), a shared library, a program, a\n\
record of its own (-fplugin-arg-leakcheck-record-to=FILE), an index, a folder,\n\
or @LIST, a file with arguments.  In folders and the folders in them all files\n\
with contracts are read, except indexes and symbolic links.\n\
\n\
  -o FILE, --output=FILE\n\
                       write the index to FILE; \"%h\" in its name stands for a\n\
                       hash of the content (the name is then printed), \"%%\"\n\
                       for \"%\".  A FILE with this content is not touched.\n\
  --print              print all contracts as rows of the specification language,\n\
                       each under a comment with where it is from\n\
  --print=NAME         print the function NAME only (repeatable): its name in the\n\
                       object, or as it is written in the source\n\
  --verbose            list functions that are defined more than once, and files\n\
                       without contracts\n\
  --quiet              no summary line\n\
  --help               print this and exit\n\
\n\
Where two definitions of one function say different things, the index has what\n\
both say.\n\
\n\
Exit status: 0 when all that was named was read (objects without a record are\n\
warned of), 2 when something could not be read, written or found; what could\n\
be read is then in the index all the same.\n", stdout);
}

void
lk_print_version (void)
{
  printf ("leakcheck %s (for GCC %s, %s)\n"
	  "License GPLv3+: GNU GPL version 3 or later "
	  "<https://gnu.org/licenses/gpl.html>.\n"
	  "This is free software: you are free to change and redistribute it.\n"
	  "There is NO WARRANTY, to the extent permitted by law.\n",
	  LK_VERSION, LK_GCC_VERSION, LK_GCC_MACHINE);
}
