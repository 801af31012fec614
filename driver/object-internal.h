/* Shared by the readers of archives and of ELF files.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_OBJECT_INTERNAL_H
#define LK_OBJECT_INTERNAL_H

#include "object.h"

/* One file, or one member of an archive, that is being read.  */
struct object_reader
{
  const struct lk_object_source *source;
  const char *where;
  const struct lk_object_visitor *visitor;
};

/* Set the N bytes at AT of the source, which are in its bounds.  False: reported.  */
bool object_get (const struct object_reader *, uint64_t at, void *to, size_t n);
/* The same in memory of its own; NULL: reported.  Not for N of 0.  WHAT names them.  */
char *object_get_all (const struct object_reader *, uint64_t at, uint64_t n, const char *what);
void object_error (const struct object_reader *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* The N bytes at AT are in the source.  */
static inline bool
object_has (const struct object_reader *reader, uint64_t at, uint64_t n)
{
  return at <= reader->source->size && n <= reader->source->size - at;
}

enum { ELF_IDENT = 16 };

/* elf.c: visit the sections of an ELF file, whose first bytes are IDENT.  */
void object_read_elf (const struct object_reader *, const unsigned char ident[ELF_IDENT]);

#endif /* LK_OBJECT_INTERNAL_H */
