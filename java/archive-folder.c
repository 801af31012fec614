/* Folders and class files outside of archives.

   A folder is walked without following links to folders, because those may form a cycle or
   lead out of it.  The class file itself has the name of its package, so any folder above the
   root of the packages can be named.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "archive-internal.h"

bool
archive_read_file (const char *path, struct lk_arena *arena,
		   struct lk_bytes *bytes, struct lk_java_error *error)
{
  struct stat status;
  const char *why;
  int file = lk_file_open (path, &status, &why);
  if (file < 0)
    {
      lk_java_fail (error, "%s: %s", path, why);
      return false;
    }
  if (status.st_size > (off_t) LK_CLASS_BYTES)
    {
      lk_java_fail (error, "%s: %llu bytes are too many for a class; the limit"
		    " is %u", path, (unsigned long long) status.st_size,
		    LK_CLASS_BYTES);
      close (file);
      return false;
    }
  size_t length = (size_t) status.st_size, at = 0;
  unsigned char *data = lk_arena_alloc (arena, length);
  while (at < length)
    {
      ssize_t n = read (file, data + at, length - at);
      if (n < 0 && errno == EINTR)
	continue;
      if (n < 0)
	{
	  lk_java_fail (error, "%s: %s", path, strerror (errno));
	  close (file);
	  return false;
	}
      if (n == 0)
	break;			/* It has become shorter.  */
      at += (size_t) n;
    }
  close (file);
  bytes->data = data;
  bytes->length = at;
  return true;
}

/* ---- Walking.  ---- */

struct walk
{
  struct lk_archive *archive;
  struct lk_java_error *error;
  char *path;			/* Grows; where the walk is.  */
  size_t room;
  size_t seen;			/* Files and folders.  */
  size_t links, deep, unreadable;
};

static bool
ends_with (const char *text, const char *end)
{
  size_t length = strlen (text), end_length = strlen (end);
  return length > end_length && !strcmp (text + length - end_length, end);
}

/* Put NAME behind the first LENGTH bytes of the path; the new length.  */

static size_t
append (struct walk *walk, size_t length, const char *name)
{
  size_t more = strlen (name);
  if (length + more + 2 > walk->room)
    {
      walk->room = (length + more + 2) * 2;
      walk->path = lk_xrealloc (walk->path, walk->room);
    }
  if (length && walk->path[length - 1] != '/')
    walk->path[length++] = '/';
  memcpy (walk->path + length, name, more + 1);
  return length + more;
}

/* The class file at the path.  One that does not even say its name is entered
   under that of its file, to be found broken when it is read.  */

static void
add_class (struct lk_archive *archive, const char *path, const char *fallback)
{
  struct lk_arena *scratch = lk_arena_new ();
  struct lk_bytes bytes;
  struct lk_java_error error;
  const char *name = NULL;
  if (archive_read_file (path, scratch, &bytes, &error))
    name = lk_class_peek_name (archive->arena, bytes.data, bytes.length);
  if (!name)
    {
      size_t length = strlen (fallback);
      if (ends_with (fallback, ".class"))
	length -= 6;
      name = lk_arena_strndup (archive->arena, fallback, length);
    }
  lk_arena_free (scratch);
  archive_add (archive, name, lk_arena_strdup (archive->arena, path));
}

static bool walk_folder (struct walk *, size_t length, size_t root,
			 unsigned depth);

/* The directory entry NAME below the path of LENGTH bytes.  */

static bool
walk_entry (struct walk *walk, size_t length, size_t root, const char *name,
	    unsigned depth)
{
  struct stat status;
  size_t longer = append (walk, length, name);
  if (++walk->seen > LK_ARCHIVE_ENTRIES)
    {
      lk_java_fail (walk->error, "%s: more than %u files; name the folders that"
		    " hold classes", walk->archive->path, LK_ARCHIVE_ENTRIES);
      return false;
    }
  bool is_class = (ends_with (name, ".class")
		   && strcmp (name, "module-info.class") != 0);
  bool is_link = lstat (walk->path, &status) == 0 && S_ISLNK (status.st_mode);
  if (stat (walk->path, &status) != 0)
    {
      /* A link without a target, or in a cycle of links.  */
      if (is_class)
	add_class (walk->archive, walk->path, walk->path + root);
      else
	walk->unreadable += errno != ENOENT;
    }
  else if (S_ISDIR (status.st_mode))
    {
      if (!is_link)
	return walk_folder (walk, longer, root, depth + 1);
      walk->links++;
    }
  else if (is_class)
    /* A FIFO under that name is found broken when it is read.  */
    add_class (walk->archive, walk->path, walk->path + root);
  else
    archive_count (walk->archive, name);
  return true;
}

static bool
walk_folder (struct walk *walk, size_t length, size_t root, unsigned depth)
{
  if (depth > LK_FOLDER_DEPTH)
    {
      walk->deep++;
      return true;
    }
  DIR *folder = opendir (walk->path);
  if (!folder)
    {
      if (depth == 0)
	{
	  lk_java_fail (walk->error, "%s: %s", walk->path, strerror (errno));
	  return false;
	}
      walk->unreadable++;
      return true;
    }
  struct dirent *entry;
  bool good = true;
  while (good && (entry = readdir (folder)))
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0)
      good = walk_entry (walk, length, root, entry->d_name, depth);
  closedir (folder);
  return good;
}

bool
archive_list_folder (struct lk_archive *archive, struct lk_java_error *error)
{
  struct walk walk = { .archive = archive, .error = error };
  size_t length = append (&walk, 0, archive->path);
  size_t root = length + (walk.path[length - 1] != '/');
  bool good = walk_folder (&walk, length, root, 0);
  free (walk.path);
  size_t jars = archive->contents[ARCHIVE_JARS] + archive->contents[ARCHIVE_WARS];
  if (jars)
    archive_note (archive, "%s: %zu jars in the folder are not looked into; name"
		  " them, or %s/*.jar", archive->path, jars, archive->path);
  if (walk.links)
    archive_warning (archive, "%s: %zu link%s to folders in it %s not followed; name"
		     " these folders, if they hold classes", archive->path, walk.links,
		     walk.links == 1 ? "" : "s", walk.links == 1 ? "is" : "are");
  if (walk.deep)
    archive_warning (archive, "%s: %zu folders deeper than %d are left out",
		     archive->path, walk.deep, LK_FOLDER_DEPTH);
  if (walk.unreadable)
    archive_warning (archive, "%s: %zu of its folders and links cannot be read",
		     archive->path, walk.unreadable);
  return good;
}

bool
archive_open_class (struct lk_archive *archive, struct lk_java_error *error)
{
  const char *slash = strrchr (archive->path, '/');
  (void) error;			/* A broken one is met when it is read.  */
  add_class (archive, archive->path, slash ? slash + 1 : archive->path);
  return true;
}
