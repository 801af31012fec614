/* The classes of a run, by name.  A table of all names that were ever looked up or listed as
   inputs; each refers to a place in an archive, to nothing (missing), and, once read, to an
   outline.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../spec/file.h"
#include "classpath-internal.h"
#include "jimage.h"

void
classpath_report (struct lk_classpath *path, enum lk_java_severity severity,
		  const char *text)
{
  if (path->report)
    path->report (path->data, severity, text);
}

struct lk_classpath *
lk_classpath_new (unsigned release, lk_java_report function, void *data)
{
  struct lk_classpath *path = lk_xmalloc (sizeof *path);
  memset (path, 0, sizeof *path);
  path->arena = lk_arena_new ();
  path->release = release;
  path->report = function;
  path->data = data;
  path->threads = 1;
  return path;
}

static void
push_entry (struct entry ***list, size_t *count, size_t *room, struct entry *entry)
{
  if (*count == *room)
    {
      *room = lk_more_room (*room, 256);
      *list = lk_xrealloc (*list, *room * sizeof **list);
    }
  (*list)[(*count)++] = entry;
}

/* ---- What is kept.  ---- */

/* Keep ARENA for ENTRY, which is no class of the JDK, if there is room; else it is
   freed.  */

static bool
keep (struct lk_classpath *path, struct entry *entry, struct lk_arena *arena)
{
  size_t bytes = lk_arena_bytes (arena);
  if (bytes > LK_CLASSPATH_KEPT - path->kept)
    {
      lk_arena_free (arena);
      return false;
    }
  if (!entry->is_input && !entry->listed)
    {
      entry->listed = true;
      push_entry (&path->keepers, &path->n_keepers, &path->keepers_room, entry);
    }
  entry->kept = arena;
  path->kept += bytes;
  return true;
}

/* ENTRY gives up its memory, which the caller owns now.  */

static struct lk_arena *
release (struct lk_classpath *path, struct entry *entry)
{
  struct lk_arena *arena = entry->kept;
  if (arena)
    path->kept -= lk_arena_bytes (arena);
  entry->kept = NULL;
  entry->class = NULL;
  entry->bytes.data = NULL;
  return arena;
}

static void
drop (struct lk_classpath *path, struct entry *entry)
{
  lk_arena_free (release (path, entry));
}

void
lk_classpath_free (struct lk_classpath *path)
{
  if (!path)
    return;
  for (size_t i = 0; i < path->n_sources; i++)
    lk_archive_free (path->sources[i].archive);
  path_index_free (path->index);
  for (size_t i = 0; i < path->n_inputs; i++)
    drop (path, path->inputs[i]);
  for (size_t i = 0; i < path->n_keepers; i++)
    drop (path, path->keepers[i]);
  free (path->sources);
  free (path->table);
  free (path->inputs);
  free (path->missing);
  free (path->keepers);
  for (size_t i = 0; i < path->n_arenas; i++)
    lk_arena_free (path->arenas[i]);
  free (path->arenas);
  lk_arena_free (path->arena);
  free (path);
}

/* ---- The table.  ---- */

/* The place of NAME in the table, or the empty one where it belongs.  */

static struct entry **
find_place (struct lk_classpath *path, const char *name, uint32_t hash)
{
  size_t at = hash & (path->table_size - 1);
  while (path->table[at]
	 && (path->table[at]->hash != hash
	     || strcmp (path->table[at]->name, name) != 0))
    at = (at + 1) & (path->table_size - 1);
  return &path->table[at];
}

static void
grow_table (struct lk_classpath *path)
{
  struct entry **old = path->table;
  size_t old_size = path->table_size;
  path->table_size = old_size ? old_size * 2 : 1024;
  path->table = lk_xmalloc (path->table_size * sizeof *path->table);
  memset (path->table, 0, path->table_size * sizeof *path->table);
  for (size_t i = 0; i < old_size; i++)
    if (old[i])
      *find_place (path, old[i]->name, old[i]->hash) = old[i];
  free (old);
}

static struct entry *
look_up (const struct lk_classpath *path, const char *name)
{
  if (!path->table_size)
    return NULL;
  return *find_place ((struct lk_classpath *) path, name,
		      lk_class_name_hash (name, strlen (name)));
}

/* A new entry for NAME, which has none.  */

static struct entry *
add_entry (struct lk_classpath *path, const char *name)
{
  if (path->table_used * 2 >= path->table_size)
    grow_table (path);
  struct entry *entry = lk_arena_alloc (path->arena, sizeof *entry);
  entry->name = lk_arena_strdup (path->arena, name);
  entry->hash = lk_class_name_hash (name, strlen (name));
  *find_place (path, entry->name, entry->hash) = entry;
  path->table_used++;
  return entry;
}

/* ---- Sources.  ---- */

void
classpath_add_inputs (struct lk_classpath *path, struct lk_archive *archive,
		      bool is_jdk, unsigned depth)
{
  size_t count = lk_archive_count (archive), twice = 0;
  classpath_add_source (path, archive, SOURCE_INPUT);
  for (size_t i = 0; i < count; i++)
    {
      const char *name = lk_archive_name (archive, i);
      struct entry *entry = look_up (path, name);
      if (entry && entry->is_input)
	{
	  twice++;
	  continue;
	}
      /* The entry of a former lookup, before there was this input, is replaced.  */
      if (!entry)
	entry = add_entry (path, name);
      entry->archive = archive;
      entry->index = i;
      entry->state = ENTRY_UNREAD;
      entry->is_input = true;
      entry->is_jdk = is_jdk;
      push_entry (&path->inputs, &path->n_inputs, &path->inputs_room, entry);
    }
  struct lk_java_error text;
  if (twice)
    {
      lk_java_fail (&text, "%s: %zu of its classes are in an earlier input, too;"
		    " those are analysed", lk_archive_path (archive), twice);
      classpath_report (path, LK_JAVA_NOTE, text.text);
    }
  classpath_add_nested (path, archive, depth);
}

/* ---- Lists of inputs.  ---- */

static bool open_input (struct lk_classpath *, const char *name,
			struct lk_archive ***archives, size_t *count,
			unsigned depth, struct lk_java_error *);

/* All that the list in the file NAME names.  */

static bool
open_list (struct lk_classpath *path, const char *name,
	   struct lk_archive ***archives, size_t *count, unsigned depth,
	   struct lk_java_error *error)
{
  if (depth >= LK_LIST_DEPTH)
    {
      lk_java_fail (error, "@%s: lists are nested deeper than %d", name,
		    LK_LIST_DEPTH);
      return false;
    }
  const char *why;
  FILE *file = lk_file_stream (name, &why);
  if (!file)
    {
      lk_java_fail (error, "@%s: %s", name, why);
      return false;
    }
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  bool good = true;
  errno = 0;
  while (good && (length = getline (&line, &room, file)) >= 0)
    {
      while (length > 0 && strchr (" \t\r\n", line[length - 1]))
	line[--length] = '\0';
      const char *start = line + strspn (line, " \t");
      if (*start && *start != '#')
	good = open_input (path, start, archives, count, depth + 1, error);
    }
  /* Without memory for a line there is no error of the file.  */
  if (good && !feof (file))
    {
      lk_java_fail (error, "@%s: %s", name, strerror (errno));
      good = false;
    }
  free (line);
  fclose (file);
  return good;
}

static bool
open_input (struct lk_classpath *path, const char *name,
	    struct lk_archive ***archives, size_t *count, unsigned depth,
	    struct lk_java_error *error)
{
  if (*name == '@')
    return open_list (path, name + 1, archives, count, depth, error);
  if (*count >= LK_LIST_INPUTS)
    {
      lk_java_fail (error, "%s: more than %d inputs; name their folder", name,
		    LK_LIST_INPUTS);
      return false;
    }
  struct lk_archive *archive
    = lk_archive_open (name, classpath_release (path), true, error);
  if (!archive)
    return false;
  *archives = lk_xrealloc (*archives, (*count + 1) * sizeof **archives);
  (*archives)[(*count)++] = archive;
  return true;
}

bool
lk_classpath_add_input (struct lk_classpath *path, const char *name,
			struct lk_java_error *error)
{
  struct lk_archive **archives = NULL;
  size_t count = 0;
  error->text[0] = '\0';
  bool good = open_input (path, name, &archives, &count, 0, error);
  for (size_t i = 0; i < count; i++)
    if (good)
      classpath_add_inputs (path, archives[i], false, 0);
    else
      lk_archive_free (archives[i]);
  free (archives);
  return good;
}

/* ---- The JDK.  ---- */

bool
lk_classpath_add_jdk (struct lk_classpath *path, const char *home,
		      struct lk_java_error *error)
{
  error->text[0] = '\0';
  const char *modules = home
			? lk_jimage_of_home (path->arena, home,
					     &path->jdk_release, error)
			: lk_jimage_default (path->arena, &path->jdk_release);
  if (!modules)
    {
      if (!*error->text)
	lk_java_fail (error, "no JDK 9 or newer: set JAVA_HOME, or install one"
		      " under /usr/lib/jvm (Debian: default-jdk-headless)");
      return false;
    }
  struct lk_archive *archive = lk_archive_open_module (modules, NULL, false,
						       error);
  if (!archive)
    {
      path->jdk_release = 0;
      return false;
    }
  path->jdk = modules;
  classpath_add_source (path, archive, SOURCE_JDK);
  return true;
}

bool
lk_classpath_add_module (struct lk_classpath *path, const char *module,
			 struct lk_java_error *error)
{
  if (!path->jdk && !lk_classpath_add_jdk (path, NULL, error))
    return false;
  struct lk_archive *archive = lk_archive_open_module (path->jdk, module, true,
						       error);
  if (archive)
    classpath_add_inputs (path, archive, true, 0);
  return archive != NULL;
}

const char *
lk_classpath_jdk (const struct lk_classpath *path, unsigned *release)
{
  if (release)
    *release = path->jdk ? path->jdk_release : 0;
  return path->jdk;
}

/* ---- Reading.  ---- */

static void
break_entry (struct lk_classpath *path, struct entry *entry,
	     const struct lk_java_error *error)
{
  struct lk_java_error text;
  entry->state = ENTRY_BROKEN;
  entry->outline = NULL;
  drop (path, entry);
  path->n_broken++;
  path->n_broken_inputs += entry->is_input;
  push_entry (&path->missing, &path->n_missing, &path->missing_room, entry);
  lk_java_fail (&text, "%.470s; the class is left out", error->text);
  classpath_report (path, LK_JAVA_WARNING, text.text);
}

/* Read the outline of ENTRY's class.  */

static struct lk_class *
read_outline (struct lk_classpath *path, struct entry *entry,
	      struct lk_java_error *error)
{
  struct lk_bytes bytes;
  struct lk_class *class = NULL;
  struct lk_arena *scratch = lk_arena_new ();
  const char *where = lk_archive_where (entry->archive, entry->index, scratch);
  if (lk_archive_read (entry->archive, entry->index, scratch, &bytes, error))
    class = lk_class_read_outline (path->arena, bytes.data, bytes.length, where,
				   error);
  /* The code of an input will be wanted.  A JDK's files are in memory anyway.  */
  if (class && entry->is_input
      && lk_archive_kind (entry->archive) != LK_ARCHIVE_MODULES)
    {
      if (keep (path, entry, scratch))
	entry->bytes = bytes;
    }
  else
    lk_arena_free (scratch);
  return class;
}

/* Read all of ENTRY's class into ARENA.  */

static struct lk_class *
read_whole_class (struct lk_classpath *path, struct entry *entry,
		  struct lk_arena *arena, struct lk_java_error *error)
{
  struct lk_bytes bytes;
  const char *where = lk_archive_where (entry->archive, entry->index, arena);
  if (entry->bytes.data)
    {
      unsigned char *copy = lk_arena_alloc (arena, entry->bytes.length);
      bytes.length = entry->bytes.length;
      bytes.data = memcpy (copy, entry->bytes.data, bytes.length);
      drop (path, entry);
    }
  else if (!lk_archive_read (entry->archive, entry->index, arena, &bytes,
			     error))
    return NULL;
  return lk_class_read (arena, bytes.data, bytes.length, where, error);
}

/* The outline of ENTRY was read and has another class name.  In an input this name is used, if
   no other entry has it.  Return the entry that has the outline then.  */

static struct entry *
rename_entry (struct lk_classpath *path, struct entry *entry)
{
  struct lk_class *class = entry->outline;
  struct entry *other = look_up (path, class->name);
  struct lk_java_error error;
  if (entry->is_input && (!other || other->state == ENTRY_MISSING))
    {
      if (!other)
	other = add_entry (path, class->name);
      const char *name = other->name;
      uint32_t hash = other->hash;
      *other = *entry;
      other->name = name;
      other->hash = hash;
      entry->kept = NULL;
      entry->class = NULL;
      entry->bytes.data = NULL;
      entry->outline = NULL;
      entry->archive = NULL;
      entry->is_input = false;
      entry->state = ENTRY_MISSING;
      return other;
    }
  lk_java_fail (&error, "%.300s: holds class '%.120s', not '%.60s'",
		class->where, class->name, entry->name);
  break_entry (path, entry, &error);
  return entry;
}

/* Read the outline of ENTRY if that was not tried yet.  Returns the entry that
   has it now.  */

static struct entry *
read_entry (struct lk_classpath *path, struct entry *entry)
{
  if (entry->state != ENTRY_UNREAD)
    return entry;
  struct lk_java_error error;
  if (!entry->outline)
    entry->outline = read_outline (path, entry, &error);
  if (!entry->outline)
    {
      break_entry (path, entry, &error);
      return entry;
    }
  entry->state = ENTRY_READ;
  if (strcmp (entry->outline->name, entry->name) != 0)
    return rename_entry (path, entry);
  if (entry->outline->n_notes)
    {
      struct lk_java_error text;
      lk_java_fail (&text, "%.440s; the attribute is left out (%u in this"
		    " class)", entry->outline->note.text,
		    entry->outline->n_notes);
      classpath_report (path, LK_JAVA_NOTE, text.text);
    }
  return entry;
}

/* All of the class of ENTRY, whose outline could be read, in ARENA.  Its code
   may be broken all the same: then the class is lost from here on.  */

static const struct lk_class *
load_entry (struct lk_classpath *path, struct entry *entry,
	    struct lk_arena *arena)
{
  struct lk_java_error error;
  entry = read_entry (path, entry);
  if (entry->state != ENTRY_READ)
    return NULL;
  struct lk_class *class = read_whole_class (path, entry, arena, &error);
  /* Methods are known by their numbers in the outline.  */
  if (class && class->n_methods != entry->outline->n_methods)
    {
      lk_java_fail (&error, "%.400s: has changed since it was first read", class->where);
      class = NULL;
    }
  if (!class)
    break_entry (path, entry, &error);
  return class;
}

/* The same in an arena of its own.  */

static const struct lk_class *
load_alone (struct lk_classpath *path, struct entry *entry,
	    struct lk_arena **arena)
{
  entry = read_entry (path, entry);
  const struct lk_class *class = entry->class;
  if (class)
    {
      *arena = release (path, entry);
      return class;
    }
  *arena = lk_arena_new ();
  class = load_entry (path, entry, *arena);
  if (!class)
    {
      lk_arena_free (*arena);
      *arena = NULL;
    }
  return class;
}

/* ---- Inputs.  ---- */

size_t
lk_classpath_n_inputs (struct lk_classpath *path)
{
  return path->n_inputs;
}

const char *
lk_classpath_input_path (const struct lk_classpath *path, size_t number)
{
  for (size_t i = 0; i < path->n_sources; i++)
    if (path->sources[i].kind == SOURCE_INPUT
	&& lk_archive_kind (path->sources[i].archive) != LK_ARCHIVE_MODULES
	&& number-- == 0)
      return lk_archive_path (path->sources[i].archive);
  return NULL;
}

const struct lk_class *
lk_classpath_input (struct lk_classpath *path, size_t index)
{
  path->inputs[index] = read_entry (path, path->inputs[index]);
  return path->inputs[index]->outline;
}

const struct lk_class *
lk_classpath_load_input (struct lk_classpath *path, size_t index,
			 struct lk_arena *arena)
{
  path->inputs[index] = read_entry (path, path->inputs[index]);
  return load_entry (path, path->inputs[index], arena);
}

/* VISIT the class of ENTRY, whose outline was looked for.  */

static void
visit_entry (struct lk_classpath *path, struct entry *entry, lk_java_visit visit,
	     void *data)
{
  struct lk_arena *arena;
  const struct lk_class *class = load_alone (path, entry, &arena);
  if (!class)
    return;
  visit (data, class);
  if (lk_archive_kind (entry->archive) == LK_ARCHIVE_MODULES && !entry->is_input)
    lk_arena_free (arena);
  else if (keep (path, entry, arena))
    entry->class = (struct lk_class *) class;
}

void
lk_classpath_visit_input (struct lk_classpath *path, size_t index,
			  lk_java_visit visit, void *data)
{
  path->inputs[index] = read_entry (path, path->inputs[index]);
  visit_entry (path, path->inputs[index], visit, data);
}

/* ---- By name.  ---- */

/* The entry of NAME, looked for in all sources the first time.  */

static struct entry *
find_entry (struct lk_classpath *path, const char *name)
{
  struct entry *entry = look_up (path, name);
  if (entry)
    return read_entry (path, entry);
  entry = add_entry (path, name);
  bool indexed = path_index_has (path->index, entry->hash, PATH_INDEX_ANY);
  for (int kind = SOURCE_INPUT; kind < SOURCE_KINDS; kind++)
    for (size_t i = 0; i < path->n_sources; i++)
      {
	struct lk_archive *archive
	  = ((int) path->sources[i].kind == kind
	     ? path_source_for (path, i, entry->hash, indexed) : NULL);
	ptrdiff_t index = archive ? lk_archive_find (archive, name) : -1;
	if (index < 0)
	  continue;
	entry->archive = archive;
	entry->index = (size_t) index;
	entry->is_jdk = kind == SOURCE_JDK;
	return read_entry (path, entry);
      }
  entry->state = ENTRY_MISSING;
  push_entry (&path->missing, &path->n_missing, &path->missing_room, entry);
  return entry;
}

const struct lk_class *
lk_classpath_find (struct lk_classpath *path, const char *name)
{
  return lk_is_class_name (name) ? find_entry (path, name)->outline : NULL;
}

const struct lk_class *
lk_classpath_load (struct lk_classpath *path, const char *name,
		   struct lk_arena *arena)
{
  return lk_is_class_name (name)
	 ? load_entry (path, find_entry (path, name), arena) : NULL;
}

const struct lk_class *
lk_classpath_take (struct lk_classpath *path, const char *name,
		   struct lk_arena **arena)
{
  *arena = NULL;
  return lk_is_class_name (name)
	 ? load_alone (path, find_entry (path, name), arena) : NULL;
}

void
lk_classpath_visit (struct lk_classpath *path, const char *name,
		    lk_java_visit visit, void *data)
{
  if (lk_is_class_name (name))
    visit_entry (path, find_entry (path, name), visit, data);
}

bool
lk_classpath_is_input (const struct lk_classpath *path,
		       const struct lk_class *class)
{
  const struct entry *entry = look_up (path, class->name);
  return entry && entry->is_input;
}

bool
lk_classpath_is_jdk (const struct lk_classpath *path,
		     const struct lk_class *class)
{
  const struct entry *entry = look_up (path, class->name);
  return entry && entry->is_jdk;
}

size_t
lk_classpath_n_missing (const struct lk_classpath *path)
{
  return path->n_missing;
}

const char *
lk_classpath_missing (const struct lk_classpath *path, size_t index)
{
  return path->missing[index]->name;
}

size_t
lk_classpath_n_broken (const struct lk_classpath *path)
{
  return path->n_broken;
}

size_t
lk_classpath_n_broken_inputs (const struct lk_classpath *path)
{
  return path->n_broken_inputs;
}

size_t
lk_classpath_n_left_out (const struct lk_classpath *path)
{
  return path->n_left_out;
}
