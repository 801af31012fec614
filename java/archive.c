/* Common parts of all kinds of archives: opening by the first bytes, the sorted list of
   entries, finding by name, notes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "archive-internal.h"

/* ---- Entries.  ---- */

struct archive_entry *
archive_add (struct lk_archive *archive, const char *name, const char *path)
{
  if (archive->n_entries == archive->room)
    {
      size_t room = lk_more_room (archive->room, 64);
      archive->entries = lk_xrealloc (archive->entries,
				      room * sizeof *archive->entries);
      archive->room = room;
    }
  struct archive_entry *entry = &archive->entries[archive->n_entries++];
  memset (entry, 0, sizeof *entry);
  entry->name = name;
  entry->path = path;
  return entry;
}

/* By name; of one name the highest rank first, then by path.  */

static int
compare_entries (const void *first, const void *second)
{
  const struct archive_entry *a = first, *b = second;
  int order = strcmp (a->name, b->name);
  if (order == 0)
    order = (a->rank < b->rank) - (a->rank > b->rank);
  return order ? order : strcmp (a->path, b->path);
}

/* Sort the entries and keep one of each name.  */

static void
sort_entries (struct lk_archive *archive)
{
  size_t kept = 0, twice = 0;
  if (archive->n_entries > 1)
    qsort (archive->entries, archive->n_entries, sizeof *archive->entries,
	   compare_entries);
  for (size_t i = 0; i < archive->n_entries; i++)
    {
      struct archive_entry *entry = &archive->entries[i];
      if (kept && !strcmp (archive->entries[kept - 1].name, entry->name))
	twice += archive->entries[kept - 1].rank == entry->rank;
      else
	archive->entries[kept++] = *entry;
    }
  archive->n_entries = archive->n_listed = kept;
  if (twice)
    archive_note (archive, "%s: %zu classes are there more than once; the first"
		  " ones by path are taken", archive->path, twice);
}

/* ---- Notes.  ---- */

static void
add_note (struct lk_archive *archive, bool warns, const char *format, va_list arguments)
{
  char text[sizeof (struct lk_java_error)];
  struct lk_java_error clean;
  vsnprintf (text, sizeof text, format, arguments);
  lk_java_fail (&clean, "%s", text);
  struct archive_note *note = lk_arena_alloc (archive->arena, sizeof *note);
  note->text = lk_arena_strdup (archive->arena, clean.text);
  note->warns = warns;
  *archive->last_note = note;
  archive->last_note = &note->next;
}

void
archive_note (struct lk_archive *archive, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add_note (archive, false, format, arguments);
  va_end (arguments);
}

void
archive_warning (struct lk_archive *archive, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add_note (archive, true, format, arguments);
  va_end (arguments);
}

const char *
lk_archive_note (const struct lk_archive *archive, unsigned number, bool *warns)
{
  const struct archive_note *note = archive->notes;
  while (note && number-- > 0)
    note = note->next;
  *warns = note && note->warns;
  return note ? note->text : NULL;
}

/* ---- Opening.  ---- */

static struct lk_archive *
new_archive (const char *path, enum lk_archive_kind kind)
{
  struct lk_archive *archive = lk_xmalloc (sizeof *archive);
  memset (archive, 0, sizeof *archive);
  archive->kind = kind;
  archive->arena = lk_arena_new ();
  archive->path = lk_arena_strdup (archive->arena, path);
  archive->last_note = &archive->notes;
  return archive;
}

/* The classes of the modules, listed.  */

static void
list_modules (struct lk_archive *archive)
{
  size_t slots = lk_jimage_slots (archive->image);
  for (size_t i = 0; i < slots; i++)
    {
      const char *module, *name;
      if (lk_jimage_class (archive->image, i, archive->arena, &module, &name)
	  && (!archive->module || !strcmp (module, archive->module)))
	archive_add (archive, name, module);
    }
}

struct lk_archive *
lk_archive_open_module (const char *path, const char *module, bool list,
			struct lk_java_error *error)
{
  struct lk_archive *archive = new_archive (path, LK_ARCHIVE_MODULES);
  if (module)
    archive->module = lk_arena_strdup (archive->arena, module);
  archive->image = lk_jimage_open (path, error);
  if (archive->image && list)
    {
      list_modules (archive);
      sort_entries (archive);
      if (module && !archive->n_entries)
	lk_java_fail (error, "%s: no module '%s' with classes; 'java"
		      " --list-modules' names all", path, module);
    }
  if (!archive->image || *error->text)
    {
      lk_archive_free (archive);
      return NULL;
    }
  return archive;
}

/* Return the kind of the file at PATH, by its first bytes; -1: no archive.  */

static int
kind_of_file (const char *path, struct lk_java_error *error)
{
  static const unsigned char image[4] = { 0xca, 0xfe, 0xda, 0xda };
  static const unsigned char turned[4] = { 0xda, 0xda, 0xfe, 0xca };
  unsigned char start[4] = { 0 };
  const char *why;
  FILE *file = lk_file_stream (path, &why);
  size_t n = file ? fread (start, 1, sizeof start, file) : 0;
  if (!file || ferror (file))
    {
      lk_java_fail (error, "%s: %s", path, file ? strerror (errno) : why);
      if (file)
	fclose (file);
      return -1;
    }
  fclose (file);
  if (n == 4 && !memcmp (start, "\xca\xfe\xba\xbe", 4))
    return LK_ARCHIVE_CLASS;
  if (n == 4 && (!memcmp (start, image, 4) || !memcmp (start, turned, 4)))
    return LK_ARCHIVE_MODULES;
  const char *end = strrchr (path, '.');
  if (end && !strcmp (end, ".class"))
    return LK_ARCHIVE_CLASS;
  /* A jar may begin with anything: a script, for example.  */
  return LK_ARCHIVE_JAR;
}

struct lk_archive *
lk_archive_open (const char *path, unsigned release, bool list,
		 struct lk_java_error *error)
{
  struct stat status;
  error->text[0] = '\0';
  if (stat (path, &status) != 0)
    {
      lk_java_fail (error, "%s: %s", path, lk_file_reason (errno));
      return NULL;
    }
  int kind = LK_ARCHIVE_FOLDER;
  if (!S_ISDIR (status.st_mode))
    {
      kind = kind_of_file (path, error);
      if (kind < 0)
	return NULL;
    }
  if (kind == LK_ARCHIVE_MODULES)
    return lk_archive_open_module (path, NULL, list, error);
  struct lk_archive *archive = new_archive (path, (enum lk_archive_kind) kind);
  bool good = kind == LK_ARCHIVE_JAR
	      ? archive_open_jar (archive, release, error)
	      : kind == LK_ARCHIVE_CLASS ? archive_open_class (archive, error)
	      : !list || archive_list_folder (archive, error);
  if (good && list && archive->n_entries == 0 && archive->n_nested == 0)
    {
      archive_no_classes (archive, error);
      good = false;
    }
  if (!good)
    {
      lk_archive_free (archive);
      return NULL;
    }
  sort_entries (archive);
  return archive;
}

void
lk_archive_free (struct lk_archive *archive)
{
  if (!archive)
    return;
  if (archive->zip)
    archive_close_jar (archive);
  lk_jimage_free (archive->image);
  lk_arena_free (archive->arena);
  free (archive->bytes);
  free (archive->nested);
  free (archive->entries);
  free (archive);
}

/* ---- Jars inside.  ---- */

size_t
lk_archive_n_nested (const struct lk_archive *archive)
{
  return archive->n_nested;
}

const char *
lk_archive_nested_name (const struct lk_archive *archive, size_t index)
{
  return archive->nested[index].path;
}

uint64_t
lk_archive_nested_size (const struct lk_archive *archive, size_t index)
{
  return archive->nested[index].size;
}

unsigned char *
lk_archive_read_nested (struct lk_archive *archive, size_t index,
			struct lk_java_error *error)
{
  const struct nested_jar *nested = &archive->nested[index];
  char reason[256];
  unsigned char *bytes = lk_xmalloc ((size_t) nested->size + 1);
  if (archive_read_entry (archive, nested->number, bytes, nested->size, true,
			  reason, sizeof reason))
    return bytes;
  free (bytes);
  lk_java_fail (error, "%s(%s): %s", archive->path, nested->path, reason);
  return NULL;
}

struct lk_archive *
lk_archive_open_nested (struct lk_archive *archive, size_t index,
			unsigned release, struct lk_java_error *error)
{
  const struct nested_jar *nested = &archive->nested[index];
  error->text[0] = '\0';
  unsigned char *bytes = lk_archive_read_nested (archive, index, error);
  if (!bytes)
    return NULL;
  size_t length = strlen (archive->path) + strlen (nested->path) + 3;
  char *path = lk_xmalloc (length);
  snprintf (path, length, "%s(%s)", archive->path, nested->path);
  struct lk_archive *inside = new_archive (path, LK_ARCHIVE_JAR);
  free (path);
  inside->bytes = bytes;
  inside->length = (size_t) nested->size;
  if (!archive_open_jar (inside, release, error))
    {
      lk_archive_free (inside);
      return NULL;
    }
  sort_entries (inside);
  return inside;
}

bool
archive_copy (const struct lk_archive *archive, struct lk_archive *copy)
{
  *copy = *archive;
  return archive->kind != LK_ARCHIVE_JAR || archive_copy_jar (copy);
}

void
archive_end_copy (struct lk_archive *copy)
{
  if (copy->zip)
    archive_close_jar (copy);
}

/* ---- Asking.  ---- */

enum lk_archive_kind
lk_archive_kind (const struct lk_archive *archive)
{
  return archive->kind;
}

const char *
lk_archive_path (const struct lk_archive *archive)
{
  return archive->path;
}

size_t
lk_archive_count (const struct lk_archive *archive)
{
  return archive->n_listed;
}

const char *
lk_archive_name (const struct lk_archive *archive, size_t index)
{
  return archive->entries[index].name;
}

/* A file of a folder that was not listed, or -1.  */

static ptrdiff_t
find_file (struct lk_archive *archive, const char *name)
{
  size_t length = strlen (archive->path) + strlen (name) + 8;
  char *path = lk_xmalloc (length);
  struct stat status;
  snprintf (path, length, "%s/%s.class", archive->path, name);
  bool found = stat (path, &status) == 0 && S_ISREG (status.st_mode);
  if (found)
    archive_add (archive, lk_arena_strdup (archive->arena, name),
		 lk_arena_strdup (archive->arena, path));
  free (path);
  return found ? (ptrdiff_t) archive->n_entries - 1 : -1;
}

/* A class of modules that were not listed, or -1.  */

static ptrdiff_t
find_module_class (struct lk_archive *archive, const char *name)
{
  struct lk_bytes bytes;
  struct lk_java_error error;
  struct lk_arena *scratch = lk_arena_new ();
  bool found = lk_jimage_find_class (archive->image, name, scratch, &bytes,
				     &error)
	       || *error.text;
  lk_arena_free (scratch);
  if (found)
    archive_add (archive, lk_arena_strdup (archive->arena, name), "");
  return found ? (ptrdiff_t) archive->n_entries - 1 : -1;
}

ptrdiff_t
lk_archive_find (struct lk_archive *archive, const char *name)
{
  size_t low = 0, high = archive->n_listed;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      int order = strcmp (name, archive->entries[middle].name);
      if (order == 0)
	return (ptrdiff_t) middle;
      if (order < 0)
	high = middle;
      else
	low = middle + 1;
    }
  if (archive->n_listed || !lk_is_class_name (name))
    return -1;
  if (archive->kind == LK_ARCHIVE_FOLDER)
    return find_file (archive, name);
  if (archive->kind == LK_ARCHIVE_MODULES)
    return find_module_class (archive, name);
  return -1;
}

const char *
lk_archive_where (const struct lk_archive *archive, size_t index,
		  struct lk_arena *arena)
{
  const struct archive_entry *entry = &archive->entries[index];
  if (archive->kind == LK_ARCHIVE_FOLDER || archive->kind == LK_ARCHIVE_CLASS)
    return lk_arena_strdup (arena, entry->path);
  const char *inside = archive->kind == LK_ARCHIVE_JAR ? entry->path
		       : entry->name;
  size_t length = strlen (archive->path) + strlen (inside) + 3;
  char *text = lk_arena_alloc (arena, length);
  snprintf (text, length, "%s(%s)", archive->path, inside);
  return text;
}

bool
lk_archive_read (struct lk_archive *archive, size_t index,
		 struct lk_arena *arena, struct lk_bytes *bytes,
		 struct lk_java_error *error)
{
  const struct archive_entry *entry = &archive->entries[index];
  error->text[0] = '\0';
  switch (archive->kind)
    {
    case LK_ARCHIVE_JAR:
      return archive_read_jar (archive, entry, arena, bytes, error);
    case LK_ARCHIVE_MODULES:
      {
	const char *base = lk_simple_name (entry->name);
	size_t length = (size_t) (base - entry->name);
	struct lk_arena *scratch = lk_arena_new ();
	const char *parent = lk_arena_strndup (scratch, entry->name,
					       length ? length - 1 : 0);
	/* Of modules that were not listed the module is not known.  */
	bool found
	  = *entry->path
	    ? lk_jimage_find (archive->image, entry->path, parent, base,
			      "class", arena, bytes, error)
	    : lk_jimage_find_class (archive->image, entry->name, arena, bytes,
				    error);
	lk_arena_free (scratch);
	if (!found && !*error->text)
	  lk_java_fail (error, "%s: '%s' is listed and not there",
			archive->path, entry->name);
	return found;
      }
    default:
      return archive_read_file (entry->path, arena, bytes, error);
    }
}
