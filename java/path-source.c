/* The sources of classes: the inputs, the JDK and the class path, with the jars that are
   inside the inputs.  Jars of the class path are opened when they may have a class that is
   needed (path-index.c); unusual jars, and folders, at once.  A file with two names (Debian
   has two for each jar) is opened once.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "../spec/file.h"
#include "archive-internal.h"
#include "classpath-internal.h"

/* ---- Sources.  ---- */

static struct source *
new_source (struct lk_classpath *path, enum source_kind kind)
{
  path->sources = lk_xrealloc (path->sources, (path->n_sources + 1)
			       * sizeof *path->sources);
  struct source *source = &path->sources[path->n_sources++];
  memset (source, 0, sizeof *source);
  source->kind = kind;
  return source;
}

/* ARCHIVE is what source NUMBER is.  */

static void
set_archive (struct lk_classpath *path, size_t number,
	     struct lk_archive *archive)
{
  path->sources[number].archive = archive;
  const char *note;
  bool warns;
  for (unsigned i = 0; (note = lk_archive_note (archive, i, &warns)); i++)
    {
      path->n_left_out += warns && path->sources[number].kind == SOURCE_INPUT;
      classpath_report (path, warns ? LK_JAVA_WARNING : LK_JAVA_NOTE, note);
    }
}

void
classpath_add_source (struct lk_classpath *path, struct lk_archive *archive,
		      enum source_kind kind)
{
  new_source (path, kind);
  set_archive (path, path->n_sources - 1, archive);
}

unsigned
classpath_release (const struct lk_classpath *path)
{
  return path->release ? path->release : path->jdk_release;
}

/* Leave out a file that could not be read, or is too large: TEXT has the reason.  */

static void
leave_out (struct lk_classpath *path, const struct lk_java_error *text)
{
  struct lk_java_error error;
  path->n_left_out++;
  lk_java_fail (&error, "%.470s; the jar is left out", text->text);
  classpath_report (path, LK_JAVA_WARNING, error.text);
}

struct lk_archive *
path_source_for (struct lk_classpath *path, size_t number, uint32_t hash, bool indexed)
{
  struct source *source = &path->sources[number];
  struct lk_java_error error;
  if (source->archive || !indexed || (!source->name && !source->around)
      || !path_index_has (path->index, hash, number))
    return source->archive;
  struct lk_archive *archive
    = (source->around
       ? lk_archive_open_nested (source->around, source->inside,
				 classpath_release (path), &error)
       : lk_archive_open (source->name, classpath_release (path), false, &error));
  /* It is not tried again.  */
  bool nested = source->around != NULL;
  source->name = NULL;
  source->around = NULL;
  if (archive)
    set_archive (path, number, archive);
  else if (nested)
    leave_out (path, &error);
  else
    classpath_report (path, LK_JAVA_WARNING, error.text);
  return archive;
}

/* ---- Jars inside.  ---- */

/* NAME, in a jar, is below a folder that is called lib.  */

static bool
in_lib (const char *name)
{
  return !strncmp (name, "lib/", 4) || strstr (name, "/lib/");
}

/* The jar INDEX inside AROUND is part of the class path.  */

static void
add_library (struct lk_classpath *path, struct lk_archive *around, size_t index)
{
  struct lk_java_error error;
  unsigned char *bytes = lk_archive_read_nested (around, index, &error);
  if (!bytes)
    {
      leave_out (path, &error);
      return;
    }
  size_t number = path->n_sources;
  struct source *source = new_source (path, SOURCE_PATH);
  bool indexed
    = path_index_add_bytes (path, bytes,
			    (size_t) lk_archive_nested_size (around, index),
			    number);
  free (bytes);
  if (indexed)
    {
      source->around = around;
      source->inside = index;
      return;
    }
  struct lk_archive *archive
    = lk_archive_open_nested (around, index, classpath_release (path), &error);
  if (archive)
    set_archive (path, number, archive);
  else
    leave_out (path, &error);
}

/* The jar INDEX inside AROUND, which is DEPTH deep, is part of the program.  */

static void
add_program (struct lk_classpath *path, struct lk_archive *around, size_t index,
	     unsigned depth)
{
  struct lk_java_error error;
  struct lk_archive *archive = NULL;
  if (depth < LK_NESTED_DEPTH)
    archive = lk_archive_open_nested (around, index, classpath_release (path),
				      &error);
  else
    lk_java_fail (&error, "%s(%s): jars are nested deeper than %d",
		  lk_archive_path (around),
		  lk_archive_nested_name (around, index), LK_NESTED_DEPTH);
  if (archive)
    classpath_add_inputs (path, archive, false, depth + 1);
  else
    leave_out (path, &error);
}

void
classpath_add_nested (struct lk_classpath *path, struct lk_archive *around,
		      unsigned depth)
{
  size_t n = lk_archive_n_nested (around);
  bool own = lk_archive_count (around) > 0, outside = false;
  for (size_t i = 0; i < n; i++)
    {
      own |= archive_ends_with (lk_archive_nested_name (around, i), ".war");
      outside |= !in_lib (lk_archive_nested_name (around, i));
    }
  for (size_t i = 0; i < n; i++)
    {
      const char *name = lk_archive_nested_name (around, i);
      uint64_t size = lk_archive_nested_size (around, i);
      if (size > LK_NESTED_BYTES - path->nested_bytes)
	{
	  struct lk_java_error error;
	  lk_java_fail (&error, "%s(%s): the jars inside jars expand to more than"
			" %llu bytes; unpack and name them, if it is no zip"
			" bomb", lk_archive_path (around), name,
			(unsigned long long) LK_NESTED_BYTES);
	  leave_out (path, &error);
	  continue;
	}
      path->nested_bytes += size;
      if (archive_ends_with (name, ".war") || (!own && !(outside && in_lib (name))))
	add_program (path, around, i, depth);
      else
	add_library (path, around, i);
    }
}

/* ---- The class path.  ---- */

/* Return true if the file with STATUS is on the class path already.  */

static bool
is_there (const struct lk_classpath *path, const struct stat *status)
{
  for (size_t i = 0; i < path->n_sources; i++)
    if (path->sources[i].kind == SOURCE_PATH
	&& path->sources[i].device == status->st_dev
	&& path->sources[i].file == status->st_ino)
      return true;
  return false;
}

static void
add_path_element (struct lk_classpath *path, const char *name)
{
  struct lk_java_error error;
  struct stat status;
  if (stat (name, &status) != 0)
    {
      if (errno == ENOENT)
	lk_java_fail (&error, "%s: on the class path, and not there", name);
      else
	lk_java_fail (&error, "%s: %s", name, lk_file_reason (errno));
      classpath_report (path, LK_JAVA_WARNING, error.text);
      return;
    }
  if (is_there (path, &status))
    return;
  size_t number = path->n_sources;
  struct source *source = new_source (path, SOURCE_PATH);
  source->device = status.st_dev;
  source->file = status.st_ino;
  if (S_ISREG (status.st_mode) && path_index_add_file (path, name, number))
    {
      source->name = lk_arena_strdup (path->arena, name);
      return;
    }
  struct lk_archive *archive
    = lk_archive_open (name, classpath_release (path), false, &error);
  if (archive)
    set_archive (path, number, archive);
  else
    classpath_report (path, LK_JAVA_WARNING, error.text);
}

static int
compare_texts (const void *first, const void *second)
{
  return strcmp (*(char *const *) first, *(char *const *) second);
}

/* All jars of the folder NAME, by name.  */

static void
add_jars (struct lk_classpath *path, const char *name)
{
  char **names = NULL;
  size_t count = 0;
  DIR *folder = opendir (name);
  struct dirent *entry;
  if (!folder)
    {
      struct lk_java_error error;
      lk_java_fail (&error, "%s/*: on the class path: %s", name,
		    lk_file_reason (errno));
      classpath_report (path, LK_JAVA_WARNING, error.text);
      return;
    }
  while ((entry = readdir (folder)))
    {
      if (!archive_ends_with (entry->d_name, ".jar"))
	continue;
      size_t length = strlen (name) + strlen (entry->d_name) + 2;
      names = lk_xrealloc (names, (count + 1) * sizeof *names);
      names[count] = lk_xmalloc (length);
      snprintf (names[count++], length, "%s/%s", name, entry->d_name);
    }
  closedir (folder);
  if (count > 1)
    qsort (names, count, sizeof *names, compare_texts);
  for (size_t i = 0; i < count; i++)
    {
      add_path_element (path, names[i]);
      free (names[i]);
    }
  free (names);
}

void
lk_classpath_add_path (struct lk_classpath *path, const char *names)
{
  struct lk_arena *scratch = lk_arena_new ();
  for (;;)
    {
      size_t length = strcspn (names, ":");
      char *name = lk_arena_strndup (scratch, names, length);
      if (length == 0)
	add_path_element (path, ".");
      else if (length >= 1 && !strcmp (name + length - 1, "*")
	       && (length == 1 || name[length - 2] == '/'))
	{
	  name[length > 1 ? length - 2 : 0] = '\0';
	  add_jars (path, length == 1 ? "." : length == 2 ? "/" : name);
	}
      else
	add_path_element (path, name);
      if (!names[length])
	break;
      names += length + 1;
    }
  lk_arena_free (scratch);
}
