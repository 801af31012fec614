/* Objects: what a file is, and the members of archives.

   A broken member does not hide those behind it; a broken header of a member does, as it alone
   says where the next one begins.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "limits.h"
#include "object-internal.h"
#include "../spec/arena.h"

enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE = 10, END_AT = 58 };

static const char archive_magic[] = "!<arch>\n", thin_magic[] = "!<thin>\n";

/* ---- Reading.  ---- */

void
object_error (const struct object_reader *reader, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  reader->visitor->error (reader->visitor->data, reader->where, text);
}

bool
object_get (const struct object_reader *reader, uint64_t at, void *to, size_t n)
{
  const struct lk_object_source *source = reader->source;
  if (source->read (source->data, source->begin + at, to, n))
    return true;
  object_error (reader, "cannot be read: %s", strerror (errno));
  return false;
}

char *
object_get_all (const struct object_reader *reader, uint64_t at, uint64_t n, const char *what)
{
  char *bytes = n > SIZE_MAX ? NULL : malloc ((size_t) n);
  if (!bytes)
    {
      object_error (reader, "no memory for %s (%llu bytes)", what, (unsigned long long) n);
      return NULL;
    }
  if (object_get (reader, at, bytes, (size_t) n))
    return bytes;
  free (bytes);
  return NULL;
}

/* ---- Archives.  ---- */

struct archive
{
  const struct object_reader *reader;
  bool thin;
  unsigned nested;
  char *names;			/* The member "//", or NULL.  */
  uint64_t names_length;
};

/* A member, as its header says.  */
struct member
{
  char *name;			/* Allocated; NULL: none for us, a table of the archive.  */
  uint64_t data, size;		/* Of its bytes in the archive.  */
  uint64_t next;		/* Header.  */
  uint64_t offset;		/* Thin archives: in the file NAME; 0: all of it.  */
  bool is_names;
};

/* The decimal number of the N bytes at TEXT, blanks behind it.  False: it is none.  */

static bool
decimal (const char *text, size_t n, uint64_t *value)
{
  size_t i;
  *value = 0;
  for (i = 0; i < n && text[i] >= '0' && text[i] <= '9'; i++)
    *value = *value * 10 + (uint64_t) (text[i] - '0');
  size_t digits = i;
  while (i < n && text[i] == ' ')
    i++;
  return i == n && digits > 0 && digits < 19;
}

static char *
copy (const char *text, size_t n)
{
  char *result = lk_xmalloc (n + 1);
  memcpy (result, text, n);
  result[n] = '\0';
  return result;
}

/* The name of MEMBER from "/OFFSET" or "/OFFSET:PLACE", the N bytes at TEXT behind the slash.
   False: broken.  */

static bool
long_name (const struct archive *archive, const char *text, size_t n, struct member *member)
{
  const char *colon = memchr (text, ':', n);
  size_t digits = colon ? (size_t) (colon - text) : n;
  uint64_t at;
  if (!decimal (text, digits, &at) || !archive->names || at >= archive->names_length
      || (colon && !decimal (colon + 1, n - digits - 1, &member->offset)))
    return false;
  const char *name = archive->names + at;
  const char *end = memchr (name, '\n', (size_t) (archive->names_length - at));
  size_t length = end ? (size_t) (end - name) : (size_t) (archive->names_length - at);
  if (length > 0 && name[length - 1] == '/')
    length--;
  if (memchr (name, '\0', length))
    return false;
  member->name = copy (name, length);
  return true;
}

/* BSD's name of N bytes in front of the data.  */

static bool
name_in_data (const struct archive *archive, const char *text, size_t n, struct member *member)
{
  uint64_t length;
  if (!decimal (text, n, &length) || length == 0 || length > member->size)
    return false;
  char *name = object_get_all (archive->reader, member->data, length, "a member's name");
  if (!name)
    return false;
  member->name = copy (name, strnlen (name, (size_t) length));
  free (name);
  member->data += length;
  member->size -= length;
  return true;
}

/* Read the header at AT into *MEMBER.  False: an error was reported.  */

static bool
read_member (const struct archive *archive, uint64_t at, struct member *member)
{
  const struct object_reader *reader = archive->reader;
  char header[HEADER];
  memset (member, 0, sizeof *member);
  if (!object_has (reader, at, HEADER))
    {
      object_error (reader, "byte %llu: an archive that is cut off in a member's header",
		    (unsigned long long) at);
      return false;
    }
  if (!object_get (reader, at, header, HEADER))
    return false;
  if (memcmp (header + END_AT, "`\n", 2) != 0
      || !decimal (header + SIZE_AT, SIZE, &member->size))
    {
      object_error (reader, "byte %llu: a broken archive: no member's header is there",
		    (unsigned long long) at);
      return false;
    }
  size_t length = NAME;
  while (length > 0 && header[length - 1] == ' ')
    length--;
  bool table = ((length == 1 && header[0] == '/')
		|| (length == 7 && memcmp (header, "/SYM64/", 7) == 0));
  member->is_names = length == 2 && memcmp (header, "//", 2) == 0;
  member->data = at + HEADER;
  bool outside = archive->thin && !table && !member->is_names;
  if (!outside && !object_has (reader, member->data, member->size))
    {
      object_error (reader, "byte %llu: an archive that is cut off: a member has %llu bytes",
		    (unsigned long long) at, (unsigned long long) member->size);
      return false;
    }
  member->next = member->data + (outside ? 0 : member->size + member->size % 2);
  bool good = true;
  if (table || member->is_names)
    ;
  else if (length > 1 && header[0] == '/')
    good = long_name (archive, header + 1, length - 1, member);
  else if (length > 3 && memcmp (header, "#1/", 3) == 0)
    good = name_in_data (archive, header + 3, length - 3, member);
  else
    {
      if (length > 0 && header[length - 1] == '/')
	length--;
      good = !memchr (header, '\0', length);
      if (good)
	member->name = copy (header, length);
    }
  if (!good)
    object_error (reader, "byte %llu: a broken archive: a member's name cannot be read",
		  (unsigned long long) at);
  return good;
}

static enum lk_object_kind read_nested (const struct object_reader *, unsigned nested);

/* Visit MEMBER of ARCHIVE.  */

static void
visit_member (const struct archive *archive, const struct member *member)
{
  const struct object_reader *reader = archive->reader;
  const struct lk_object_visitor *visitor = reader->visitor;
  if (archive->thin)
    {
      visitor->thin (visitor->data, reader->where, member->name, member->offset);
      return;
    }
  size_t room = strlen (reader->where) + strlen (member->name) + 3;
  char *where = lk_xmalloc (room);
  snprintf (where, room, "%s(%s)", reader->where, member->name);
  struct lk_object_source source = *reader->source;
  source.begin += member->data;
  source.size = member->size;
  struct object_reader inner = { &source, where, visitor };
  read_nested (&inner, archive->nested + 1);
  free (where);
}

/* Load the member "//" with long names, which is the first or second one.  */

static bool
load_names (struct archive *archive)
{
  uint64_t at = MAGIC;
  struct member member;
  for (int i = 0; i < 3 && at < archive->reader->source->size; i++)
    {
      char header[3];
      if (!object_has (archive->reader, at, HEADER)
	  || !object_get (archive->reader, at, header, 3))
	return true;
      /* A table only; all else is read, with its errors, when its turn comes.  */
      if (header[0] != '/' || (header[1] != '/' && header[1] != ' ' && header[1] != 'S'))
	return true;
      if (!read_member (archive, at, &member))
	return false;
      if (member.is_names && member.size > 0)
	{
	  archive->names = object_get_all (archive->reader, member.data, member.size,
					   "the names of its members");
	  archive->names_length = member.size;
	  return archive->names != NULL;
	}
      at = member.next;
    }
  return true;
}

/* Visit all members of an archive, or the one at ONE if that is not 0.  */

static void
read_archive (const struct object_reader *reader, bool thin, unsigned nested, uint64_t one)
{
  struct archive archive = { .reader = reader, .thin = thin, .nested = nested };
  struct member member;
  if (nested > MAX_NESTED)
    {
      object_error (reader, "archives in archives, more than %d deep", MAX_NESTED);
      return;
    }
  bool good = load_names (&archive);
  uint64_t at = one ? one : MAGIC;
  while (good && at < reader->source->size)
    {
      good = read_member (&archive, at, &member);
      if (good && member.name)
	visit_member (&archive, &member);
      free (member.name);
      at = one ? reader->source->size : member.next;
    }
  free (archive.names);
}

/* ---- Files.  ---- */

static enum lk_object_kind
read_nested (const struct object_reader *reader, unsigned nested)
{
  unsigned char head[ELF_IDENT] = { 0 };
  uint64_t size = reader->source->size;
  if (!object_get (reader, 0, head, size < sizeof head ? (size_t) size : sizeof head))
    return LK_OBJECT_UNREADABLE;
  if (size >= ELF_IDENT && memcmp (head, "\177ELF", 4) == 0)
    {
      object_read_elf (reader, head);
      return LK_OBJECT_ELF;
    }
  bool thin = size >= MAGIC && memcmp (head, thin_magic, MAGIC) == 0;
  if (!thin && (size < MAGIC || memcmp (head, archive_magic, MAGIC) != 0))
    return LK_OBJECT_OTHER;
  read_archive (reader, thin, nested, 0);
  return LK_OBJECT_ARCHIVE;
}

enum lk_object_kind
lk_object_read (const struct lk_object_source *source, const char *where,
		const struct lk_object_visitor *visitor)
{
  struct object_reader reader = { source, where, visitor };
  return read_nested (&reader, 0);
}

enum lk_object_kind
lk_object_read_member (const struct lk_object_source *source, uint64_t offset, const char *where,
		       const struct lk_object_visitor *visitor)
{
  struct object_reader reader = { source, where, visitor };
  char magic[MAGIC];
  if (!object_has (&reader, 0, MAGIC) || !object_get (&reader, 0, magic, MAGIC)
      || memcmp (magic, archive_magic, MAGIC) != 0)
    return LK_OBJECT_OTHER;
  read_archive (&reader, false, 1, offset);
  return LK_OBJECT_ARCHIVE;
}
