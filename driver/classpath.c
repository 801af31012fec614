/* A star as the last part of a name on a class path: all jars of a folder.

   The java program and javac expand it; ecj does not.  So it is expanded here, sorted, because
   the first of two classes of one name counts.  Names that do not exist, or are no files, are
   found here, too: a compiler for Java would be silent about the one and block at the other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "driver.h"

/* Add NAME, if it is what a class path can have.  */
static void
add_path_part (struct lk_strings *parts, const char *name)
{
  struct stat status;
  if (stat (name, &status) != 0 && errno == ENOENT)
    lk_warn ("%s: on the class path, and not there: what the program uses of it"
	     " is not known", name);
  else if (access (name, R_OK) != 0)
    lk_error ("%s: on the class path: %s", name, lk_file_reason (errno));
  else if (lk_file_oddity (status.st_mode))
    lk_error ("%s: on the class path: %s", name, lk_file_oddity (status.st_mode));
  else
    lk_strings_add (parts, name);
}

/* Add the jars of FOLDER, which ends in a slash or is empty.  */
static void
add_jars (struct lk_strings *parts, const char *folder)
{
  DIR *stream = opendir (*folder ? folder : ".");
  if (!stream)
    {
      if (errno == ENOENT)
	lk_warn ("%s*: on the class path, and not there", folder);
      else
	lk_error ("%s*: on the class path: %s", folder, lk_file_reason (errno));
      return;
    }
  struct lk_strings names = { 0 };
  struct dirent *entry;
  while ((entry = readdir (stream)))
    if (lk_ends (entry->d_name, ".jar") || lk_ends (entry->d_name, ".JAR"))
      lk_strings_take (&names, lk_format ("%s%s", folder, entry->d_name));
  closedir (stream);
  lk_strings_sort (&names);
  for (size_t i = 0; i < names.count; i++)
    add_path_part (parts, names.items[i]);
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
	add_path_part (&parts, part);
      free (part);
      path += length + (path[length] == ':');
    }
  char *joined = lk_strings_join (&parts, ":");
  lk_strings_free (&parts);
  return joined;
}
