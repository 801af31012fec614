/* Jars and other zip files, by libzip.

   libzip is opened with the first jar and not linked, because the plugin is loaded by every
   compilation of C, too: linked, with libcrypto, it costs each of them 0.8 ms.  The sizes in
   the directory of a zip file are not trusted: an entry is read up to that size and no
   further.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zip.h>
#include "lk-config.h"
#include "archive-internal.h"

/* A manifest is looked at so far; its main section stands first.  */
#define MANIFEST_BYTES 65536

/* ---- libzip.  ---- */

#define ZIP_FUNCTIONS(F) \
  F (zip_open) F (zip_open_from_source) F (zip_source_file_create) \
  F (zip_source_buffer_create) \
  F (zip_source_free) F (zip_discard) F (zip_get_num_entries) \
  F (zip_get_name) F (zip_stat_index) F (zip_name_locate) \
  F (zip_fopen_index) F (zip_fread) F (zip_fclose) F (zip_file_strerror) \
  F (zip_strerror) F (zip_error_init_with_code) F (zip_error_strerror) \
  F (zip_error_fini)

#define DECLARE(name) __typeof__ (name) *name;
static struct
{
  ZIP_FUNCTIONS (DECLARE)
} lib;

/* Process-wide, as what dlopen gives.  */
static bool loaded;

static bool
load_libzip (const char *path, struct lk_java_error *error)
{
  if (loaded)
    return true;
  void *library = dlopen (LK_LIBZIP, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    {
      lk_java_fail (error, "%s: cannot be read without %s (Debian: libzip4)",
		    path, LK_LIBZIP);
      return false;
    }
  bool complete = true;
#define RESOLVE(name) \
  { \
    void *function = dlsym (library, #name); \
    memcpy (&lib.name, &function, sizeof function); \
    complete &= function != NULL; \
  }
  ZIP_FUNCTIONS (RESOLVE)
  if (!complete)
    {
      dlclose (library);
      lk_java_fail (error, "%s: cannot be read, %s is not libzip 1.0 or newer",
		    path, LK_LIBZIP);
      return false;
    }
  loaded = true;
  return true;
}

/* ---- Which entries are classes that a Java machine sees.  ---- */

struct jar
{
  struct lk_archive *archive;
  unsigned release;		/* 0: any; 8: the jar has only one release.  */
  uint64_t bytes;		/* Of its classes.  */
  size_t hidden;		/* Classes below META-INF.  */
};

static bool
begins_with (const char *text, const char *start)
{
  return !strncmp (text, start, strlen (start));
}

/* The entry at PATH is about to be listed: what its class is called, as a part
   of PATH from *NAME on, and its rank among those of one name.  False: nothing
   that code could refer to.  */

static bool
place_of_class (struct jar *jar, const char *path, const char **name,
		unsigned *rank)
{
  static const char versions[] = "META-INF/versions/";
  static const char *const roots[] = {
    "WEB-INF/classes/", "BOOT-INF/classes/", "classes/"
  };
  *rank = 1;
  *name = path;
  if (begins_with (path, versions))
    {
      char *end;
      const char *number = path + sizeof versions - 1;
      if (!isdigit ((unsigned char) *number))
	return false;
      errno = 0;
      unsigned long version = strtoul (number, &end, 10);
      if (*end != '/' || errno || version < 9 || version > 10000
	  || (jar->release && version > jar->release))
	return false;
      *rank = (unsigned) version;
      *name = end + 1;
    }
  if (begins_with (*name, "META-INF/"))
    {
      jar->hidden++;
      return false;
    }
  /* Inside the first two roots their own rules hold; below classes/ of a .jmod.  */
  bool jmod = archive_ends_with (jar->archive->path, ".jmod");
  for (unsigned i = 0; i < (jmod ? 3 : 2); i++)
    if (begins_with (*name, roots[i]))
      {
	*name += strlen (roots[i]);
	*rank = 0;
	break;
      }
  return true;
}

/* The entry at PATH is a jar.  */

static void
add_nested (struct lk_archive *archive, const char *path, uint64_t number,
	    uint64_t size)
{
  if (archive->n_nested == archive->nested_room)
    {
      archive->nested_room = lk_more_room (archive->nested_room, 16);
      archive->nested = lk_xrealloc (archive->nested, archive->nested_room
				     * sizeof *archive->nested);
    }
  archive->nested[archive->n_nested++]
    = (struct nested_jar) { lk_arena_strdup (archive->arena, path), number,
			    size };
}

static int
compare_nested (const void *first, const void *second)
{
  const struct nested_jar *a = first, *b = second;
  int order = strcmp (a->path, b->path);
  return order ? order : (a->number > b->number) - (a->number < b->number);
}

/* List the entry if it is a class; false if not.  */

static bool
list_class (struct jar *jar, const char *path, uint64_t number, uint64_t size)
{
  size_t length = strlen (path);
  const char *base = strrchr (path, '/');
  const char *name;
  unsigned rank;
  base = base ? base + 1 : path;
  if (archive_ends_with (path, ".jar") || archive_ends_with (path, ".war"))
    add_nested (jar->archive, path, number, size);
  if (length <= 6 || strcmp (path + length - 6, ".class") != 0
      || !strcmp (base, "module-info.class")
      || !place_of_class (jar, path, &name, &rank))
    return false;
  struct lk_arena *arena = jar->archive->arena;
  const char *internal = lk_arena_strndup (arena, name,
					   strlen (name) - 6);
  if (!lk_is_class_name (internal))
    {
      jar->hidden++;
      return false;
    }
  struct archive_entry *entry
    = archive_add (jar->archive, internal, lk_arena_strdup (arena, path));
  entry->number = number;
  entry->size = size;
  entry->rank = rank;
  return true;
}

/* The same, and count it if it is another file.  */

static bool
add_jar_entry (struct jar *jar, const char *path, uint64_t number, uint64_t size)
{
  if (list_class (jar, path, number, size))
    return true;
  size_t length = strlen (path);
  if (length && path[length - 1] != '/')
    archive_count (jar->archive, path);
  return false;
}

/* Whether the main section of the manifest TEXT says Multi-Release: true.  */

static bool
says_multi_release (const char *text)
{
  static const char key[] = "Multi-Release:";
  while (*text && *text != '\n' && *text != '\r')
    {
      size_t length = strcspn (text, "\r\n");
      if (!strncasecmp (text, key, sizeof key - 1))
	{
	  const char *value = text + sizeof key - 1;
	  value += strspn (value, " ");
	  return !strncasecmp (value, "true", 4)
		 && strchr (" \r\n", value[4]);
	}
      text += length;
      text += *text == '\r';
      text += *text == '\n';
    }
  return false;
}

/* ---- Reading.  ---- */

bool
archive_read_entry (struct lk_archive *archive, uint64_t number,
		    unsigned char *data, uint64_t size, bool whole, char *text,
		    size_t text_size)
{
  zip_t *zip = archive->zip;
  zip_file_t *file = lib.zip_fopen_index (zip, number, 0);
  if (!file)
    {
      snprintf (text, text_size, "%s", lib.zip_strerror (zip));
      return false;
    }
  uint64_t at = 0;
  zip_int64_t n = 1;
  while (at < size && (n = lib.zip_fread (file, data + at, size - at)) > 0)
    at += (uint64_t) n;
  /* The check sum is compared at the very end, so that must be read.  */
  char more;
  if (n >= 0 && at == size && whole)
    n = lib.zip_fread (file, &more, 1);
  bool good = n >= 0 && at == size && (!whole || n == 0);
  if (n < 0)
    snprintf (text, text_size, "%s", lib.zip_file_strerror (file));
  else if (!good)
    snprintf (text, text_size, "the entry has %s bytes than the directory says",
	      at < size ? "less" : "more");
  lib.zip_fclose (file);
  return good;
}

static bool
is_multi_release (struct lk_archive *archive)
{
  zip_t *zip = archive->zip;
  zip_stat_t status;
  zip_int64_t number = lib.zip_name_locate (zip, "META-INF/MANIFEST.MF",
					    ZIP_FL_NOCASE);
  if (number < 0 || lib.zip_stat_index (zip, (zip_uint64_t) number, 0, &status)
      || !(status.valid & ZIP_STAT_SIZE))
    return false;
  uint64_t size = status.size < MANIFEST_BYTES ? status.size : MANIFEST_BYTES;
  struct lk_arena *scratch = lk_arena_new ();
  char *text = lk_arena_alloc (scratch, (size_t) size + 1);
  char reason[128];
  bool result = false;
  if (archive_read_entry (archive, (uint64_t) number, (unsigned char *) text,
			  size, size == status.size, reason, sizeof reason))
    result = says_multi_release (text);
  else
    archive_note (archive, "%s: the manifest cannot be read: %s",
		  archive->path, reason);
  lk_arena_free (scratch);
  return result;
}

bool
archive_read_jar (struct lk_archive *archive,
		  const struct archive_entry *entry, struct lk_arena *arena,
		  struct lk_bytes *bytes, struct lk_java_error *error)
{
  char reason[256];
  if (entry->size > LK_CLASS_BYTES)
    {
      lk_java_fail (error, "%s(%s): %llu bytes are too many for a class; the"
		    " limit is %u", archive->path, entry->path,
		    (unsigned long long) entry->size, LK_CLASS_BYTES);
      return false;
    }
  unsigned char *data = lk_arena_alloc (arena, (size_t) entry->size);
  if (!archive_read_entry (archive, entry->number, data, entry->size, true,
			   reason, sizeof reason))
    {
      lk_java_fail (error, "%s(%s): %s", archive->path, entry->path, reason);
      return false;
    }
  bytes->data = data;
  bytes->length = (size_t) entry->size;
  return true;
}

/* ---- Opening.  ---- */

/* Find the beginning of the zip file in the file, or the bytes, of ARCHIVE.  */

static uint64_t
find_start (const struct lk_archive *archive)
{
  struct zip_directory directory;
  bool found = (archive->bytes
		? archive_directory_of_bytes (archive->bytes, archive->length,
					      &directory)
		: archive_directory_of_file (archive->path, &directory));
  return found ? directory.start : 0;
}

static zip_t *
open_zip (const struct lk_archive *archive, struct lk_java_error *error)
{
  int code = 0;
  zip_error_t reason;
  const char *path = archive->path;
  zip_t *zip = archive->bytes ? NULL : lib.zip_open (path, ZIP_RDONLY, &code);
  if (zip)
    return zip;
  lib.zip_error_init_with_code (&reason, code);
  uint64_t start = find_start (archive);
  if (start || archive->bytes)
    {
      zip_source_t *source
	= (archive->bytes
	   ? lib.zip_source_buffer_create (archive->bytes + start,
					   archive->length - start, 0, &reason)
	   : lib.zip_source_file_create (path, start, -1, &reason));
      if (source)
	zip = lib.zip_open_from_source (source, ZIP_RDONLY, &reason);
      if (source && !zip)
	lib.zip_source_free (source);
    }
  if (!zip)
    lk_java_fail (error, "%s: not a jar or class file: %s", path,
		  lib.zip_error_strerror (&reason));
  lib.zip_error_fini (&reason);
  return zip;
}

static bool
list_jar (struct jar *jar, zip_int64_t count, struct lk_java_error *error)
{
  struct lk_archive *archive = jar->archive;
  if (count < 0 || (zip_uint64_t) count > LK_ARCHIVE_ENTRIES)
    {
      lk_java_fail (error, "%s: %lld entries are too many; the limit is %u",
		    archive->path, (long long) count, LK_ARCHIVE_ENTRIES);
      return false;
    }
  for (zip_uint64_t i = 0; i < (zip_uint64_t) count; i++)
    {
      zip_stat_t status;
      const char *path = lib.zip_get_name (archive->zip, i, ZIP_FL_ENC_RAW);
      if (!path || lib.zip_stat_index (archive->zip, i, 0, &status)
	  || !(status.valid & ZIP_STAT_SIZE)
	  || !add_jar_entry (jar, path, i, status.size))
	continue;
      if (status.size > LK_ARCHIVE_BYTES - jar->bytes)
	{
	  lk_java_fail (error, "%s: the classes expand to more than %llu bytes;"
			" split the jar, if it is no zip bomb", archive->path,
			(unsigned long long) LK_ARCHIVE_BYTES);
	  return false;
	}
      jar->bytes += status.size;
    }
  return true;
}

bool
archive_open_jar (struct lk_archive *archive, unsigned release,
		  struct lk_java_error *error)
{
  if (!load_libzip (archive->path, error))
    return false;
  archive->zip = open_zip (archive, error);
  if (!archive->zip)
    return false;
  struct jar jar = { .archive = archive };
  jar.release = is_multi_release (archive) ? release : 8;
  if (!list_jar (&jar, lib.zip_get_num_entries (archive->zip, 0), error))
    return false;
  if (jar.hidden)
    archive_note (archive, "%s: %zu class files stand where no class can be, in"
		  " META-INF for example, and are left out", archive->path,
		  jar.hidden);
  if (archive->n_nested > 1)
    qsort (archive->nested, archive->n_nested, sizeof *archive->nested,
	   compare_nested);
  return true;
}

/* A file that libzip opened is for one thread at a time.  */

bool
archive_copy_jar (struct lk_archive *copy)
{
  struct lk_java_error error;
  copy->zip = open_zip (copy, &error);
  return copy->zip != NULL;
}

void
archive_close_jar (struct lk_archive *archive)
{
  lib.zip_discard (archive->zip);
}
