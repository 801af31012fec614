/* `leakcheck contracts': its inputs.

   The first bytes of a file say what it is, not its name.  In a folder, files that hold no
   contracts are passed over, and so are indexes: they are what an earlier call of the command
   made of the objects beside them.  Symbolic links are followed where they are named, not in
   folders.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "contracts.h"
#include "limits.h"
#include "object.h"
#include "../spec/record.h"

/* A file that is being read.  */
struct reading
{
  struct contracts_input *input;
  const char *name;
  int file;
  unsigned thin;		/* Thin archives on the way to it.  */
  size_t records;		/* Found so far.  */
  bool failed;			/* An error was reported.  */
};

static bool
read_file (void *data, uint64_t at, void *to, size_t n)
{
  struct reading *reading = data;
  for (size_t done = 0; done < n; )
    {
      ssize_t got = pread (reading->file, (char *) to + done, n - done, (off_t) (at + done));
      if (got > 0)
	done += (size_t) got;
      else if (got == 0 || errno != EINTR)
	{
	  if (got == 0)
	    errno = EIO;	/* It has become shorter.  */
	  return false;
	}
    }
  return true;
}

static void
found_section (void *data, const char *where, const void *bytes, size_t length)
{
  struct reading *reading = data;
  size_t n = lk_merge_records (reading->input->merge, where, bytes, length);
  reading->records += n;
}

static void
report (void *data, const char *where, const char *text)
{
  struct reading *reading = data;
  reading->failed = true;
  lk_error ("%s: %s", where, text);
}

static void read_thin (void *data, const char *where, const char *name, uint64_t offset);

static struct lk_object_visitor
visitor_of (struct reading *reading)
{
  return (struct lk_object_visitor) { reading, found_section, report, read_thin };
}

static struct lk_object_source
source_of (struct reading *reading, const struct stat *status)
{
  return (struct lk_object_source) { read_file, reading, 0, (uint64_t) status->st_size };
}

/* Visit the member NAME of the thin archive WHERE.  */

static void
read_thin (void *data, const char *where, const char *name, uint64_t offset)
{
  struct reading *outer = data;
  const char *slash = strrchr (outer->name, '/');
  int folder = *name == '/' || !slash ? 0 : (int) (slash + 1 - outer->name);
  char *file = lk_format ("%.*s%s", folder, outer->name, name);
  char *inner_where = lk_format ("%s(%s)", where, name);
  struct reading inner = { .input = outer->input, .name = file, .thin = outer->thin + 1 };
  struct stat status;
  const char *why;
  if (inner.thin > MAX_THIN)
    report (outer, where, "thin archives in thin archives, too deep");
  else if ((inner.file = lk_file_open (file, &status, &why)) < 0)
    {
      char *text = lk_format ("its member '%s': %s", file, why);
      report (outer, where, text);
      free (text);
    }
  else
    {
      struct lk_object_visitor visitor = visitor_of (&inner);
      struct lk_object_source source = source_of (&inner, &status);
      if (offset)
	lk_object_read_member (&source, offset, inner_where, &visitor);
      else
	lk_object_read (&source, inner_where, &visitor);
      close (inner.file);
    }
  outer->records += inner.records;
  outer->failed |= inner.failed;
  free (inner_where);
  free (file);
}

/* ---- One file.  ---- */

static void
read_index (struct contracts_input *input, const char *name)
{
  char *error;
  struct lk_index *index = lk_index_open (name, &error);
  if (!index)
    {
      lk_error ("%s: %s", name, error);
      free (error);
      return;
    }
  lk_merge_index (input->merge, name, index);
  lk_index_close (index);
  input->indexes++;
  input->files++;
}

/* A file of records alone.  */

static void
read_records (struct reading *reading, const struct stat *status)
{
  size_t length = (size_t) status->st_size;
  char *bytes = lk_allocate (length, 1);
  if (read_file (reading, 0, bytes, length))
    found_section (reading, reading->name, bytes, length);
  else
    report (reading, reading->name, lk_file_reason (errno));
  free (bytes);
}

/* Read the open file of READING, whose first bytes are not an index.  */

static void
read_open (struct reading *reading, const struct stat *status, bool named)
{
  struct contracts_input *input = reading->input;
  char head[8];
  size_t n = status->st_size < (off_t) sizeof head ? (size_t) status->st_size : sizeof head;
  enum lk_object_kind kind = LK_OBJECT_OTHER;
  if (!read_file (reading, 0, head, n))
    report (reading, reading->name, lk_file_reason (errno));
  else if (lk_record_begins (head, n))
    {
      kind = LK_OBJECT_ELF;
      read_records (reading, status);
    }
  else
    {
      struct lk_object_visitor visitor = visitor_of (reading);
      struct lk_object_source source = source_of (reading, status);
      kind = lk_object_read (&source, reading->name, &visitor);
    }
  input->records += reading->records;
  input->files += reading->records > 0;
  if (reading->records > 0 || reading->failed)
    return;
  if (kind != LK_OBJECT_OTHER && (named || input->verbose))
    lk_warn ("%s: no contracts are recorded in it: compile with"
	     " -fplugin-arg-leakcheck-record (eu-strip, llvm-strip and links with -flto drop"
	     " what that records)", reading->name);
  else if (named)
    lk_error ("%s: neither an object, an archive, an index nor a record of contracts",
	      reading->name);
}

static void
read_one (struct contracts_input *input, const char *name, bool named)
{
  struct stat status;
  const char *why;
  struct reading reading = { .input = input, .name = name };
  reading.file = lk_file_open (name, &status, &why);
  if (reading.file < 0)
    {
      lk_error ("%s: %s", name, why);
      return;
    }
  char magic[sizeof LK_INDEX_MAGIC - 1];
  bool index = (status.st_size >= (off_t) sizeof magic
		&& read_file (&reading, 0, magic, sizeof magic)
		&& memcmp (magic, LK_INDEX_MAGIC, sizeof magic) == 0);
  if (!index)
    read_open (&reading, &status, named);
  else if (named)
    read_index (input, name);
  else if (input->verbose)
    lk_warn ("%s: an index in a folder is not read: name it", name);
  close (reading.file);
}

/* ---- Folders.  ---- */

static void
read_folder (struct contracts_input *input, const char *name)
{
  DIR *folder = opendir (name);
  if (!folder)
    {
      lk_error ("%s: %s", name, lk_file_reason (errno));
      return;
    }
  struct lk_strings names = { 0 };
  struct dirent *entry;
  for (errno = 0; (entry = readdir (folder)); errno = 0)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0)
      lk_strings_take (&names, lk_format ("%s%s%s", name, lk_ends (name, "/") ? "" : "/",
					  entry->d_name));
  if (errno)
    lk_error ("%s: %s", name, lk_file_reason (errno));
  closedir (folder);
  lk_strings_sort (&names);
  for (size_t i = 0; i < names.count; i++)
    {
      struct stat status;
      if (lstat (names.items[i], &status) != 0)
	lk_error ("%s: %s", names.items[i], lk_file_reason (errno));
      else if (S_ISDIR (status.st_mode))
	read_folder (input, names.items[i]);
      else if (S_ISREG (status.st_mode))
	read_one (input, names.items[i], false);
    }
  lk_strings_free (&names);
}

void
lk_contracts_read (struct contracts_input *input, const char *name)
{
  struct stat status;
  if (stat (name, &status) == 0 && S_ISDIR (status.st_mode))
    read_folder (input, name);
  else
    read_one (input, name, true);
}
