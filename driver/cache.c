/* Results of earlier runs, by the contents of all that went into them.

   A unit's key is the hash of its command, its compiler and the plugin.  The
   file m/KEY lists, for the last few different times, which files the
   compilation read, with their hashes, a hash of all that, and which functions
   it looked for in the index.  If all of these files are what they were, that
   hash, and the rows that the index has of these functions now, make the name
   of the result, r/HASH.  So an edit that is taken back is found again, and so is each round.

   The file s/KEYS is the index with which the last run on units with these keys ended.  Where
   nothing has changed since it leads to all results at once; that nothing has the file e/HASH
   shows, whose name is made of these keys, all files read, and the index.

   The rows of functions count without the place of the definition, except
   where a message of the unit may name it: a line more at the head of a file
   is no change for those that call what is below.

   Files are replaced as a whole (replace.c): several processes may use one
   cache, and one that is killed leaves no half of a file.  As in other
   caches of compilations, a new header is not noticed that would be found
   before the one that was read.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "../spec/index.h"
#include "project.h"

/* Different lists of files and imports that are remembered of a unit.  */
enum { VARIANTS_LIMIT = 8 };

/* When a file was used is noted this exactly.  */
enum { USE_SECONDS = 600 };

static const char manifest_head[] = "leakcheck units 2\n";
static const char result_head[] = "leakcheck result 2\n";

struct lk_cache
{
  char *folder;
  struct timespec began;	/* Files that changed later may have been read before.  */
  bool stored, failed;
};

void
lk_result_free (struct lk_result *result)
{
  if (!result)
    return;
  lk_text_free (&result->errors);
  lk_text_free (&result->record);
  lk_text_free (&result->declared);
  lk_strings_free (&result->files);
  for (size_t i = 0; i < result->n_imports; i++)
    free (result->imports[i].symbol);
  free (result->imports);
  free (result);
}

/* ---- Files.  ---- */

static char *
file_name (const struct lk_cache *cache, char kind, const unsigned char *hash)
{
  char name[2 * LK_HASH_SIZE + 1];
  lk_hash_name (hash, name);
  return lk_format ("%s/%c/%.2s/%s", cache->folder, kind, name, name + 2);
}

/* Make the folders that NAME is in.  Returns an errno, or 0.  */
static int
make_folders (const struct lk_cache *cache, char *name)
{
  int error = 0;
  for (char *slash = name + strlen (cache->folder); !error && (slash = strchr (slash + 1, '/'));)
    {
      *slash = '\0';
      error = mkdir (name, 0777) == 0 || errno == EEXIST ? 0 : errno;
      *slash = '/';
    }
  return error;
}

/* Write TEXT to NAME.  If that cannot be done it is said once: the results are not worse.  */
static void
write_file (struct lk_cache *cache, char *name, const struct lk_text *text)
{
  struct lk_replacing replacing;
  int error = 0;
  lk_hold ();
  if (!lk_replace_begin (&replacing, name))
    {
      error = errno;
      lk_replace_end (&replacing, error);
      if (error == ENOENT)
	error = make_folders (cache, name);
      if (!error && !lk_replace_begin (&replacing, name))
	error = errno;
    }
  if (!error && fwrite (text->bytes, 1, text->length, replacing.stream) != text->length)
    error = errno ? errno : EIO;
  error = lk_replace_end (&replacing, error);
  lk_let_go ();
  if (error && !cache->failed)
    lk_warn ("cannot write to the cache '%s': %s", cache->folder, strerror (error));
  cache->failed |= error != 0;
  cache->stored |= !error;
}

static bool
read_cached (const struct lk_cache *cache, struct lk_text *text, const char *name)
{
  const char *why;
  struct stat status;
  if (stat (name, &status) != 0 || !lk_text_read (text, name, &why))
    return false;
  /* It was used now.  */
  if (status.st_mtim.tv_sec + USE_SECONDS < cache->began.tv_sec)
    utimensat (AT_FDCWD, name, NULL, 0);
  return true;
}

struct lk_cache *
lk_cache_open (const char *folder)
{
  if (!folder)
    return NULL;
  struct lk_cache *cache = lk_allocate (1, sizeof *cache);
  cache->folder = lk_absolute (lk_current_folder (), folder);
  if (mkdir (cache->folder, 0777) != 0 && errno != EEXIST)
    {
      lk_warn ("cannot make the cache '%s': %s; nothing is remembered ('--cache=DIR' names"
	       " another folder, '--no-cache' none)", cache->folder, strerror (errno));
      free (cache->folder);
      free (cache);
      return NULL;
    }
  char *tag = lk_format ("%s/CACHEDIR.TAG", cache->folder);
  if (access (tag, F_OK) != 0)
    {
      static const char text[] = "Signature: 8a477f597d28d172789f06886806bc55\n"
	"# Results of leakcheck, which may be removed at any time.\n";
      struct lk_text content = { 0 };
      lk_text_add (&content, text, sizeof text - 1);
      write_file (cache, tag, &content);
      lk_text_free (&content);
    }
  free (tag);
  clock_gettime (CLOCK_REALTIME_COARSE, &cache->began);
  return cache;
}

/* ---- The rows of imports.  ---- */

void
lk_kinds_in (struct lk_text *text, const struct lk_index *index, const char *row)
{
  /* A definition begins with "kind" at the beginning of a line.  */
  size_t length;
  lk_text_add (text, "", 0);
  const char *p = lk_index_kinds (index, &length), *end = p + length;
  while (length && p < end)
    {
      const char *next = strstr (p + 1, "\nkind");
      next = next && next < end ? next + 1 : end;
      const char *name = p + strcspn (p, " \t");
      name += strspn (name, " \t");
      char *word = lk_format ("%.*s", (int) strcspn (name, " \t\n{:;"), name);
      if (strncmp (p, "kind", 4) != 0 || strstr (row, word))
	lk_text_add (text, p, (size_t) (next - p));
      free (word);
      p = next;
    }
}

static void
add_import (struct lk_hash *hash, const struct lk_index *index, const struct lk_import *import)
{
  struct lk_index_row row;
  lk_hash_text (hash, import->symbol);
  if (!lk_index_find (index, import->symbol, &row))
    {
      lk_hash_text (hash, NULL);
      return;
    }
  lk_hash_text (hash, row.row);
  lk_hash_text (hash, row.name);
  struct lk_text kinds = { 0 };
  lk_kinds_in (&kinds, index, row.row);
  lk_hash_add (hash, kinds.bytes, kinds.length);
  lk_text_free (&kinds);
  if (!import->located)
    return;
  const unsigned char *content = lk_hash_file (row.file);
  lk_hash_text (hash, row.file);
  lk_hash_add (hash, &row.line, sizeof row.line);
  if (content)
    lk_hash_add (hash, content, LK_HASH_SIZE);
}

void
lk_imports_hash (unsigned char result[LK_HASH_SIZE], const struct lk_index *index,
		 const struct lk_import *imports, size_t n_imports)
{
  struct lk_hash hash;
  lk_hash_begin (&hash);
  for (size_t i = 0; i < n_imports; i++)
    add_import (&hash, index, &imports[i]);
  lk_hash_end (&hash, result);
}

/* The hash of the names and contents of FILES.  False: a file cannot be read.  */
static bool
hash_files (unsigned char result[LK_HASH_SIZE], const struct lk_strings *files)
{
  struct lk_hash hash;
  lk_hash_begin (&hash);
  for (size_t i = 0; i < files->count; i++)
    {
      const unsigned char *content = lk_hash_file (files->items[i]);
      if (!content)
	return false;
      lk_hash_text (&hash, files->items[i]);
      lk_hash_add (&hash, content, LK_HASH_SIZE);
    }
  lk_hash_end (&hash, result);
  return true;
}

/* The file of the result of the unit KEY, whose files have the hash FILES in digits; allocated.  */
static char *
result_file (const struct lk_cache *cache, const unsigned char *key, const struct lk_index *index,
	     const char *files, const struct lk_import *imports, size_t n_imports)
{
  struct lk_hash hash;
  unsigned char result[LK_HASH_SIZE];
  lk_hash_begin (&hash);
  lk_hash_add (&hash, key, LK_HASH_SIZE);
  lk_hash_add (&hash, files, 2 * LK_HASH_SIZE);
  for (size_t i = 0; i < n_imports; i++)
    add_import (&hash, index, &imports[i]);
  lk_hash_end (&hash, result);
  return file_name (cache, 'r', result);
}

/* ---- Looking.  ---- */

/* The next line at *P, without its end, which becomes NUL; NULL at the end of the text.  */
static char *
next_line (char **p)
{
  char *line = *p, *end = strchr (line, '\n');
  if (!end)
    return NULL;
  *end = '\0';
  *p = end + 1;
  return line;
}

/* Read the variant at *P into RESULT, and the hash of its files into FILES.  *SAME: they are what
   they were.  False: there is no further one.  */
static bool
read_variant (char **p, struct lk_result *result, char files[2 * LK_HASH_SIZE + 1], bool *same)
{
  char *line = next_line (p);
  size_t n_files, n_imports;
  if (!line || sscanf (line, "variant %64s %zu %zu", files, &n_files, &n_imports) != 3
      || strlen (files) != 2 * LK_HASH_SIZE || n_files > 1000000 || n_imports > 10000000)
    return false;
  *same = true;
  for (size_t i = 0; i < n_files; i++)
    {
      line = next_line (p);
      if (!line || strlen (line) < 2 * LK_HASH_SIZE + 2)
	return false;
      if (!*same)
	continue;
      const char *name = line + 2 * LK_HASH_SIZE + 1;
      char digits[2 * LK_HASH_SIZE + 1];
      const unsigned char *content = lk_hash_file (name);
      if (content)
	lk_hash_name (content, digits);
      *same = content && strncmp (digits, line, 2 * LK_HASH_SIZE) == 0;
      lk_strings_add (&result->files, name);
    }
  result->imports = lk_allocate (n_imports, sizeof *result->imports);
  for (size_t i = 0; i < n_imports; i++)
    {
      line = next_line (p);
      if (!line || (*line != '+' && *line != '-'))
	return false;
      if (!*same)
	continue;
      result->imports[result->n_imports++]
	= (struct lk_import) { lk_format ("%s", line + 1), *line == '+' };
    }
  return true;
}

/* Read the result from NAME.  */
static bool
read_result (const struct lk_cache *cache, struct lk_result *result, const char *name)
{
  struct lk_text text = { 0 };
  size_t head = strlen (result_head), errors, record, declared;
  int used = 0;
  bool good = (read_cached (cache, &text, name) && lk_begins (text.bytes, result_head)
	       && sscanf (text.bytes + head, "status %d leaks %zu errors %zu record %zu"
			  " declared %zu\n%n", &result->status, &result->leaks, &errors, &record,
			  &declared, &used) == 5
	       && used > 0);
  if (good)
    {
      head += (size_t) used;
      good = (errors <= text.length - head && record <= text.length - head - errors
	      && declared == text.length - head - errors - record);
    }
  if (good)
    {
      lk_text_add (&result->errors, text.bytes + head, errors);
      lk_text_add (&result->record, text.bytes + head + errors, record);
      lk_text_add (&result->declared, text.bytes + head + errors + record, declared);
      result->cached = true;
    }
  lk_text_free (&text);
  return good;
}

struct lk_result *
lk_cache_find (struct lk_cache *cache, const unsigned char *key, const struct lk_index *index)
{
  struct lk_text text = { 0 };
  struct lk_result *found = NULL;
  char *name = file_name (cache, 'm', key);
  if (read_cached (cache, &text, name) && lk_begins (text.bytes, manifest_head))
    {
      char *p = text.bytes + strlen (manifest_head);
      bool more = true;
      while (more && !found)
	{
	  struct lk_result *result = lk_allocate (1, sizeof *result);
	  char files[2 * LK_HASH_SIZE + 1];
	  bool same;
	  more = read_variant (&p, result, files, &same);
	  if (more && same)
	    {
	      char *place = result_file (cache, key, index, files, result->imports,
					 result->n_imports);
	      if (read_result (cache, result, place))
		found = result;
	      free (place);
	    }
	  if (!found)
	    lk_result_free (result);
	}
    }
  lk_text_free (&text);
  free (name);
  return found;
}

/* ---- Storing.  ---- */

/* The variant of RESULT, whose files have the hash FILES, as text.  False: it cannot be stored, as
   a file has changed since the program began, or cannot be named in a line.  */
static bool
variant_text (const struct lk_cache *cache, const struct lk_result *result, const char *files,
	      struct lk_text *text)
{
  char *head = lk_format ("variant %s %zu %zu\n", files, result->files.count, result->n_imports);
  lk_text_add (text, head, strlen (head));
  free (head);
  for (size_t i = 0; i < result->files.count; i++)
    {
      const char *name = result->files.items[i];
      const unsigned char *content = lk_hash_file (name);
      struct stat status;
      if (!content || strchr (name, '\n') || stat (name, &status) != 0
	  || status.st_ctim.tv_sec > cache->began.tv_sec
	  || (status.st_ctim.tv_sec == cache->began.tv_sec
	      && status.st_ctim.tv_nsec >= cache->began.tv_nsec))
	return false;
      char digits[2 * LK_HASH_SIZE + 1];
      lk_hash_name (content, digits);
      lk_text_add (text, digits, 2 * LK_HASH_SIZE);
      lk_text_add (text, " ", 1);
      lk_text_add (text, name, strlen (name));
      lk_text_add (text, "\n", 1);
    }
  for (size_t i = 0; i < result->n_imports; i++)
    {
      const char *symbol = result->imports[i].symbol;
      lk_text_add (text, result->imports[i].located ? "+" : "-", 1);
      lk_text_add (text, symbol, strlen (symbol));
      lk_text_add (text, "\n", 1);
    }
  return true;
}

/* Put VARIANT first in the manifest of KEY, and leave some of the others.  */
static void
store_variant (struct lk_cache *cache, const unsigned char *key, const struct lk_text *variant)
{
  struct lk_text old = { 0 }, text = { 0 };
  char *name = file_name (cache, 'm', key);
  lk_text_add (&text, manifest_head, strlen (manifest_head));
  lk_text_add (&text, variant->bytes, variant->length);
  bool there = false;
  if (read_cached (cache, &old, name) && lk_begins (old.bytes, manifest_head))
    {
      const char *p = old.bytes + strlen (manifest_head);
      for (unsigned n = 1; *p && n < VARIANTS_LIMIT; n++)
	{
	  const char *next = strstr (p, "\nvariant ");
	  next = next ? next + 1 : old.bytes + old.length;
	  size_t length = (size_t) (next - p);
	  bool same = length == variant->length && memcmp (p, variant->bytes, length) == 0;
	  there |= same;
	  if (!same)
	    lk_text_add (&text, p, length);
	  p = next;
	}
    }
  if (!there)
    write_file (cache, name, &text);
  lk_text_free (&old);
  lk_text_free (&text);
  free (name);
}

void
lk_cache_store (struct lk_cache *cache, const unsigned char *key, const struct lk_index *index,
		const struct lk_result *result)
{
  struct lk_text variant = { 0 }, text = { 0 };
  unsigned char hash[LK_HASH_SIZE];
  char files[2 * LK_HASH_SIZE + 1] = "";
  bool known = !cache->failed && hash_files (hash, &result->files);
  if (known)
    lk_hash_name (hash, files);
  if (known && variant_text (cache, result, files, &variant))
    {
      char *head = lk_format ("%sstatus %d leaks %zu errors %zu record %zu declared %zu\n",
			      result_head, result->status, result->leaks, result->errors.length,
			      result->record.length, result->declared.length);
      lk_text_add (&text, head, strlen (head));
      lk_text_add (&text, result->errors.bytes, result->errors.length);
      lk_text_add (&text, result->record.bytes, result->record.length);
      lk_text_add (&text, result->declared.bytes, result->declared.length);
      free (head);
      char *name = result_file (cache, key, index, files, result->imports, result->n_imports);
      write_file (cache, name, &text);
      free (name);
      store_variant (cache, key, &variant);
    }
  lk_text_free (&variant);
  lk_text_free (&text);
}

/* ---- The end of a run.  ---- */

static void
hash_keys (struct lk_hash *hash, const struct lk_units *units)
{
  lk_hash_begin (hash);
  for (size_t i = 0; i < units->count; i++)
    lk_hash_add (hash, units->all[i].key, LK_HASH_SIZE);
}

char *
lk_cache_last_index (const struct lk_cache *cache, const struct lk_units *units)
{
  struct lk_hash hash;
  unsigned char result[LK_HASH_SIZE];
  hash_keys (&hash, units);
  lk_hash_end (&hash, result);
  return file_name (cache, 's', result);
}

/* The name of the file that says that a run on UNITS, which have results, ended with the index
   FILE; allocated.  NULL: a file cannot be read.  */
static char *
end_file (const struct lk_cache *cache, const struct lk_units *units, const char *file)
{
  struct lk_hash hash;
  unsigned char result[LK_HASH_SIZE];
  const unsigned char *index = lk_hash_file (file);
  hash_keys (&hash, units);
  for (size_t i = 0; index && i < units->count; i++)
    if (hash_files (result, &units->all[i].result->files))
      lk_hash_add (&hash, result, sizeof result);
    else
      index = NULL;
  if (!index)
    return NULL;
  lk_hash_add (&hash, index, LK_HASH_SIZE);
  lk_hash_end (&hash, result);
  return file_name (cache, 'e', result);
}

bool
lk_cache_ended (const struct lk_cache *cache, const struct lk_units *units, const char *file,
		unsigned *rounds)
{
  struct lk_text text = { 0 };
  char *name = end_file (cache, units, file);
  bool ended = (name && read_cached (cache, &text, name)
		&& sscanf (text.bytes, "leakcheck end 1\nrounds %u\n", rounds) == 1);
  lk_text_free (&text);
  free (name);
  return ended;
}

void
lk_cache_store_end (struct lk_cache *cache, const struct lk_units *units, const char *file,
		    unsigned rounds)
{
  struct lk_text index = { 0 }, end = { 0 };
  const char *why;
  char *name = lk_cache_last_index (cache, units), *end_name = end_file (cache, units, file);
  if (!cache->failed && end_name && lk_text_read (&index, file, &why))
    {
      char *text = lk_format ("leakcheck end 1\nrounds %u\n", rounds);
      lk_text_add (&end, text, strlen (text));
      free (text);
      write_file (cache, name, &index);
      write_file (cache, end_name, &end);
    }
  lk_text_free (&index);
  lk_text_free (&end);
  free (name);
  free (end_name);
}

/* ---- The limit.  ---- */

struct known_file
{
  char *name;
  struct timespec used;
  size_t size;
};

static struct known_file *known_files;
static size_t n_known, known_room, known_bytes;

static int
note_file (const char *name, const struct stat *status, int type, struct FTW *place)
{
  if (type != FTW_F || place->level != 3)
    return 0;
  if (n_known == known_room)
    {
      known_room = known_room ? known_room * 2 : 1024;
      known_files = lk_reallocate (known_files, known_room, sizeof *known_files);
    }
  known_files[n_known++] = (struct known_file) { lk_format ("%s", name), status->st_mtim,
						 (size_t) status->st_size };
  known_bytes += (size_t) status->st_size;
  return 0;
}

static int
compare_use (const void *a, const void *b)
{
  const struct timespec *u = &((const struct known_file *) a)->used;
  const struct timespec *v = &((const struct known_file *) b)->used;
  return (u->tv_sec != v->tv_sec ? (u->tv_sec < v->tv_sec ? -1 : 1)
	  : u->tv_nsec != v->tv_nsec ? (u->tv_nsec < v->tv_nsec ? -1 : 1) : 0);
}

/* If there is more than LIMIT, remove the oldest files until four fifths of it are left.  */
static void
trim (const struct lk_cache *cache, size_t limit)
{
  nftw (cache->folder, note_file, 16, FTW_PHYS);
  size_t left = known_bytes > limit ? limit / 5 * 4 : known_bytes;
  if (known_bytes > left)
    qsort (known_files, n_known, sizeof *known_files, compare_use);
  for (size_t i = 0; i < n_known; i++)
    {
      if (known_bytes > left)
	{
	  unlink (known_files[i].name);
	  known_bytes -= known_files[i].size;
	}
      free (known_files[i].name);
    }
  free (known_files);
  known_files = NULL;
  n_known = known_room = known_bytes = 0;
}

void
lk_cache_close (struct lk_cache *cache, unsigned megabytes)
{
  if (!cache)
    return;
  if (cache->stored)
    trim (cache, (size_t) megabytes << 20);
  free (cache->folder);
  free (cache);
}
