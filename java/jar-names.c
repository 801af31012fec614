/* The names of a zip file's entries, without libzip.

   To open a jar with libzip and to list it takes as long as to read a hundred classes, and
   most jars of a class path have no class that the program uses.  So only their directories
   are read.  Unusual files (zip64, a directory that does not end where it says) are left to
   libzip.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "archive-internal.h"

enum { RECORD = 22, HEADER = 46, COMMENT = 65535 };

/* A directory that is longer is left to libzip.  */
#define DIRECTORY_READ ((uint64_t) 128 << 20)

static uint32_t
get_2 (const unsigned char *c)
{
  return c[0] | (uint32_t) c[1] << 8;
}

static uint32_t
get_4 (const unsigned char *c)
{
  return get_2 (c) | get_2 (c + 2) << 16;
}

/* Find it by the N bytes at END that a file ends with and that begin FROM bytes
   from its beginning.  */

static bool
find_directory (const unsigned char *end, size_t n, uint64_t from,
		struct zip_directory *directory)
{
  for (size_t at = n >= RECORD ? n - RECORD + 1 : 0; at-- > 0;)
    if (!memcmp (end + at, "PK\5\6", 4)
	&& get_2 (end + at + 20) <= n - at - RECORD)
      {
	uint64_t record = from + at;
	directory->count = get_2 (end + at + 10);
	directory->length = get_4 (end + at + 12);
	uint64_t offset = get_4 (end + at + 16);
	if (directory->length + offset > record
	    || directory->count == 0xffff || offset == 0xffffffff)
	  return false;
	directory->at = record - directory->length;
	directory->start = directory->at - offset;
	return true;
      }
  return false;
}

bool
archive_directory_of_bytes (const unsigned char *bytes, size_t length,
			    struct zip_directory *directory)
{
  size_t n = length < RECORD + COMMENT ? length : RECORD + COMMENT;
  return find_directory (bytes + (length - n), n, length - n, directory);
}

/* Read N bytes at AT of FILE.  */

static bool
read_at (int file, uint64_t at, unsigned char *bytes, size_t n)
{
  ssize_t got = 1;
  for (size_t done = 0; done < n; done += (size_t) got)
    {
      got = pread (file, bytes + done, n - done, (off_t) (at + done));
      if (got <= 0)
	return false;
    }
  return true;
}

/* The same of FILE, of SIZE bytes.  */

static bool
find_in_file (int file, uint64_t size, struct zip_directory *directory)
{
  /* Few have a comment.  */
  static const size_t tails[] = { RECORD, RECORD + COMMENT };
  unsigned char *end = lk_xmalloc (RECORD + COMMENT);
  bool found = false;
  for (unsigned i = 0; i < 2 && !found; i++)
    {
      size_t n = size < tails[i] ? (size_t) size : tails[i];
      found = (read_at (file, size - n, end, n)
	       && find_directory (end, n, size - n, directory));
    }
  free (end);
  return found;
}

bool
archive_directory_of_file (const char *path, struct zip_directory *directory)
{
  struct stat status;
  const char *why;
  int file = lk_file_open (path, &status, &why);
  if (file < 0)
    return false;
  bool found = find_in_file (file, (uint64_t) status.st_size, directory);
  close (file);
  return found;
}

/* VISIT the names in DIRECTORY, whose bytes are at BYTES.  */

static bool
visit_names (const unsigned char *bytes, const struct zip_directory *directory,
	     archive_visit_name visit, void *data)
{
  uint64_t at = 0, length = directory->length;
  for (uint32_t i = 0; i < directory->count; i++)
    {
      if (length - at < HEADER || memcmp (bytes + at, "PK\1\2", 4))
	return false;
      uint64_t name = get_2 (bytes + at + 28);
      uint64_t whole = HEADER + name + get_2 (bytes + at + 30)
		       + get_2 (bytes + at + 32);
      if (length - at < whole)
	return false;
      visit (data, (const char *) bytes + at + HEADER, (size_t) name);
      at += whole;
    }
  return true;
}

bool
archive_names_of_bytes (const unsigned char *bytes, size_t length,
			archive_visit_name visit, void *data)
{
  struct zip_directory directory;
  return (archive_directory_of_bytes (bytes, length, &directory)
	  && visit_names (bytes + directory.at, &directory, visit, data));
}

bool
archive_names_of_file (const char *path, archive_visit_name visit, void *data)
{
  struct stat status;
  struct zip_directory directory;
  const char *why;
  int file = lk_file_open (path, &status, &why);
  if (file < 0)
    return false;
  bool found = (find_in_file (file, (uint64_t) status.st_size, &directory)
		&& directory.length <= DIRECTORY_READ);
  if (found)
    {
      unsigned char *bytes = lk_xmalloc ((size_t) directory.length + 1);
      found = (read_at (file, directory.at, bytes, (size_t) directory.length)
	       && visit_names (bytes, &directory, visit, data));
      free (bytes);
    }
  close (file);
  return found;
}
