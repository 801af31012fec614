/* The options of the command, in one table: option-table.c has it; options.c reads arguments by
   it, help.c prints it, completion.c makes the completions of shells of it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_OPTION_TABLE_H
#define LK_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum lk_option
{
  /* No option: NAMES is the heading of the options behind it.  */
  LK_OPT_HEADING,
  /* The plugin's argument of the same name.  */
  LK_OPT_PLUGIN,
  LK_OPT_CLASSPATH, LK_OPT_SOURCEPATH, LK_OPT_RELEASE, LK_OPT_JOBS, LK_OPT_FORMAT, LK_OPT_OUTPUT,
  LK_OPT_GCC, LK_OPT_JDK, LK_OPT_JAVA_COMPILER, LK_OPT_JAVA_OPTION, LK_OPT_PROJECT,
  LK_OPT_EXCLUDE, LK_OPT_CACHE, LK_OPT_CACHE_SIZE, LK_OPT_NO_CACHE, LK_OPT_ROUNDS,
  LK_OPT_SUGGEST, LK_OPT_NINJA, LK_OPT_NINJA_RESULTS, LK_OPT_BASELINE, LK_OPT_WRITE_BASELINE,
  LK_OPT_ANNOTATE, LK_OPT_TOP, LK_OPT_CLUSTERS, LK_OPT_QUIET, LK_OPT_LIST_KINDS,
  LK_OPT_SUMMARY,
  /* Answered at once.  */
  LK_OPT_HELP, LK_OPT_VERSION, LK_OPT_PLUGIN_PATH, LK_OPT_SPEC_DIR, LK_OPT_INCLUDE_DIR,
  LK_OPT_COMPLETION
};

struct lk_option_row
{
  enum lk_option option;
  const char *names;		/* "-p|--project".  */
  /* The value that follows it, "FILE"; NULL: none.  Words in lower case ("text|json") are all
     values that there are.  */
  const char *value;
  const char *help;		/* Of lines that fit beside a column of 23 characters; NULL: it is
				   for programs, and --help does not show it.  */
};

extern const struct lk_option_row lk_option_rows[];
extern const size_t lk_n_option_rows;

/* Set NAME to the next name in *NAMES, and *NAMES to what is behind it; return false if there is
   none.  */
bool lk_next_option_name (const char **names, char name[40]);

/* The same for the values of a row whose VALUE is a list of words; false at once for others.  */
bool lk_next_option_value (const char **value, char word[40]);

#endif /* LK_OPTION_TABLE_H */
