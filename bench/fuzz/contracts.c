/* A target for libFuzzer: the readers of objects, archives, records and indexes, and merging.

   See contracts-fuzz.sh.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "driver/object.h"
#include "spec/index.h"
#include "spec/merge.h"

struct image
{
  const uint8_t *bytes;
  size_t length;
  struct lk_merge *merge;
};

static bool
read_image (void *data, uint64_t at, void *to, size_t n)
{
  struct image *image = data;
  if (at > image->length || n > image->length - at)
    abort ();
  memcpy (to, image->bytes + at, n);
  return true;
}

static void
say (void *data, enum lk_merge_level level, const char *text)
{
  (void) data, (void) level;
  if (strchr (text, '\1') && strlen (text) == 1)
    abort ();
}

static void
found (void *data, const char *where, const void *bytes, size_t length)
{
  struct image *image = data;
  lk_merge_records (image->merge, where, bytes, length);
}

static void
report (void *data, const char *where, const char *text)
{
  (void) where;
  say (data, LK_MERGE_ERROR, text);
}

static void
thin (void *data, const char *where, const char *name, uint64_t offset)
{
  (void) data, (void) where, (void) offset;
  if (!*name)
    say (data, LK_MERGE_ERROR, name);
}

/* Add BYTES as an index, read through a file in memory.  */

static void
read_index (struct lk_merge *merge, const uint8_t *bytes, size_t length)
{
  char name[64], *error;
  int file = memfd_create ("index", 0);
  if (file < 0 || write (file, bytes, length) != (ssize_t) length)
    abort ();
  snprintf (name, sizeof name, "/proc/self/fd/%d", file);
  struct lk_index *index = lk_index_open (name, &error);
  struct lk_index_row row;
  if (index)
    {
      if (lk_index_find (index, "f", &row) && strcmp (row.symbol, "f") != 0)
	abort ();
      lk_merge_index (merge, "index", index);
    }
  lk_index_close (index);
  free (error);
  close (file);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  struct image image = { bytes, length, lk_merge_new (say, NULL) };
  struct lk_object_visitor visitor = { &image, found, report, thin };
  struct lk_object_source source = { read_image, &image, 0, length };
  lk_object_read (&source, "f", &visitor);
  lk_object_read_member (&source, 8, "f", &visitor);
  lk_merge_records (image.merge, "f", (const char *) bytes, length);
  read_index (image.merge, bytes, length);

  /* The result of merging must be a good index.  */
  struct lk_index_writer *writer = lk_merge_finish (image.merge);
  char *written = NULL;
  size_t size;
  FILE *out = open_memstream (&written, &size);
  if (!out || !lk_index_writer_write (writer, out) || fclose (out) != 0)
    abort ();
  struct lk_merge *again = lk_merge_new (say, NULL);
  size_t n = lk_index_writer_count (writer);
  read_index (again, (const uint8_t *) written, size);
  writer = lk_merge_finish (again);
  if (lk_index_writer_count (writer) != n)
    abort ();
  free (written);
  lk_merge_free (again);
  lk_merge_free (image.merge);
  return 0;
}
