/* Objects: the sections ".leakcheck" of ELF files and of archives of them.

   Knows ELF of 32 and 64 bits in both byte orders, more than 65,279 sections, archives as System V
   and BSD write them, thin archives, archives in archives.  Everything is checked against the size
   of the file before it is used, and read by a function of the caller's, so that tests can let
   each read fail.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_OBJECT_H
#define LK_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where bytes come from.  READ sets the N bytes at AT and returns true; false: it cannot, and
   errno says why.  It is never asked for bytes beyond BEGIN + SIZE.  */
struct lk_object_source
{
  bool (*read) (void *data, uint64_t at, void *to, size_t n);
  void *data;
  uint64_t begin, size;
};

/* Callbacks for the sections found.  WHERE is the file's name, or "libx.a(member.o)".  */
struct lk_object_visitor
{
  void *data;
  /* The LENGTH bytes of a section.  */
  void (*found) (void *data, const char *where, const void *bytes, size_t length);
  /* WHERE, or a part of it, cannot be read.  */
  void (*error) (void *data, const char *where, const char *text);
  /* The thin archive WHERE names the file NAME, relative to its own folder, as a member; the
     member begins at OFFSET of that file if this is not 0.  */
  void (*thin) (void *data, const char *where, const char *name, uint64_t offset);
};

enum lk_object_kind
{
  LK_OBJECT_OTHER,		/* Neither of these.  */
  LK_OBJECT_ELF,
  LK_OBJECT_ARCHIVE,
  LK_OBJECT_UNREADABLE		/* An error was reported.  */
};

/* Visit all sections of SOURCE.  */
enum lk_object_kind lk_object_read (const struct lk_object_source *source, const char *where,
				    const struct lk_object_visitor *visitor);

/* The same of the one member of the archive SOURCE whose header is at OFFSET.  */
enum lk_object_kind lk_object_read_member (const struct lk_object_source *source,
					   uint64_t offset, const char *where,
					   const struct lk_object_visitor *visitor);

#endif /* LK_OBJECT_H */
