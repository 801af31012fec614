/* The contents of an input without class files: 12 .java files and 3 others, for example, with
   advice to the user.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "archive-internal.h"

static const char compile[] = "compile the sources, and name the folder or jar of their classes";

/* By the end of the name; the first row with any files has the remedy.  */
static const struct
{
  const char *end, *remedy;
} kinds[ARCHIVE_OTHER] = {
  [ARCHIVE_JAVA] = { ".java", "compile the sources, and name the folder or jar of their classes,"
		    " or name the .java files" },
  [ARCHIVE_KOTLIN] = { ".kt", compile },
  [ARCHIVE_SCALA] = { ".scala", compile },
  [ARCHIVE_GROOVY] = { ".groovy", compile },
  [ARCHIVE_JARS] = { ".jar", "name these jars" },
  [ARCHIVE_WARS] = { ".war", "name these files" },
  [ARCHIVE_CLASSES] = { ".class", "these describe modules and packages, or stand where no class"
			" can be; name the folder or jar of the program's classes" }
};

bool
archive_ends_with (const char *name, const char *end)
{
  size_t length = strlen (name), end_length = strlen (end);
  return length > end_length && !strcasecmp (name + length - end_length, end);
}

void
archive_count (struct lk_archive *archive, const char *name)
{
  unsigned kind = 0;
  while (kind < ARCHIVE_OTHER && !archive_ends_with (name, kinds[kind].end))
    kind++;
  archive->contents[kind]++;
}

/* Append "3 .java files" to TEXT of SIZE bytes, of which USED are; the new length.  BEFORE stands
   between it and what is there.  */

static size_t
add_part (char *text, size_t size, size_t used, const char *before, size_t n, const char *what)
{
  int more = snprintf (text + used, size - used, "%s%zu %s%sfile%s", before, n, what,
		       *what ? " " : "", n == 1 ? "" : "s");
  return more > 0 && used + (size_t) more < size ? used + (size_t) more : used;
}

void
archive_no_classes (const struct lk_archive *archive, struct lk_java_error *error)
{
  char text[256] = "";
  size_t used = 0;
  unsigned parts = 0, told = 0;
  const char *remedy = NULL;
  for (unsigned kind = 0; kind <= ARCHIVE_OTHER; kind++)
    parts += archive->contents[kind] != 0;
  for (unsigned kind = 0; kind <= ARCHIVE_OTHER; kind++)
    if (archive->contents[kind])
      {
	const char *before = told == 0 ? "" : told + 1 == parts ? " and " : ", ";
	used = add_part (text, sizeof text, used, before, archive->contents[kind],
			 kind < ARCHIVE_OTHER ? kinds[kind].end : parts > 1 ? "other" : "");
	told++;
	if (!remedy && kind < ARCHIVE_OTHER)
	  remedy = kinds[kind].remedy;
      }
  lk_java_fail (error, "%s: no class to check: it contains %s; %s", archive->path,
		parts ? text : "no files",
		remedy ? remedy : "name the folder or jar of the program's classes");
}
