/* A star as the last part of a name on a class path: all jars of a folder.

   The java program reads it so, and javac does; ecj and the plugin do not.
   So it is written out here, sorted, because the first of two classes of one
   name counts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Add the jars of FOLDER, which ends in a slash or is empty.  */
static void
add_jars (struct lk_strings *parts, const char *folder)
{
  DIR *stream = opendir (*folder ? folder : ".");
  if (!stream)
    {
      lk_error ("class path '%s*': %s", folder, strerror (errno));
      return;
    }
  struct lk_strings names = { 0 };
  struct dirent *entry;
  while ((entry = readdir (stream)))
    if (lk_ends (entry->d_name, ".jar") || lk_ends (entry->d_name, ".JAR"))
      lk_strings_take (&names, lk_format ("%s%s", folder, entry->d_name));
  closedir (stream);
  if (names.count > 0)
    qsort (names.items, names.count, sizeof *names.items, compare_names);
  lk_strings_append (parts, &names);
  lk_strings_free (&names);
}

char *
lk_expand_classpath (const char *path)
{
  struct lk_strings parts = { 0 };
  while (*path)
    {
      size_t length = strcspn (path, ":");
      char *part = lk_format ("%.*s", (int) length, path);
      if (strcmp (part, "*") == 0 || lk_ends (part, "/*"))
	{
	  part[length - 1] = '\0';
	  add_jars (&parts, part);
	}
      else if (length > 0)
	lk_strings_add (&parts, part);
      free (part);
      path += length + (path[length] == ':');
    }
  char *joined = lk_strings_join (&parts, ":");
  lk_strings_free (&parts);
  return joined;
}
