/* ELF files: find the sections ".leakcheck".

   Read are the header, the table of sections, the names of sections and the sections that are
   found: an object of 100 MB costs four reads.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include "object-internal.h"
#include "../spec/record.h"

enum
{
  EI_CLASS = 4, EI_DATA = 5, CLASS_32 = 1, CLASS_64 = 2, LITTLE = 1, BIG = 2,
  NO_BITS = 8,			/* SHT_NOBITS.  */
  COMPRESSED = 0x800,		/* SHF_COMPRESSED.  */
  EXTENDED = 0xffff		/* SHN_XINDEX.  */
};

/* Offsets of what is needed, in files of 32 and of 64 bits.  */
struct elf_layout
{
  unsigned header, table, entry_size, count, names;
  unsigned section, flags, offset, size, link;
  unsigned width;		/* Of addresses, offsets and sizes.  */
};

static const struct elf_layout layouts[] =
{
  { .header = 52, .table = 32, .entry_size = 46, .count = 48, .names = 50,
    .section = 40, .flags = 8, .offset = 16, .size = 20, .link = 24, .width = 4 },
  { .header = 64, .table = 40, .entry_size = 58, .count = 60, .names = 62,
    .section = 64, .flags = 8, .offset = 24, .size = 32, .link = 40, .width = 8 }
};

struct elf
{
  const struct object_reader *reader;
  const struct elf_layout *layout;
  bool big;
  unsigned char *sections;	/* The table.  */
  uint64_t n_sections, entry_size;
};

struct section
{
  uint64_t name, type, flags, offset, size, link;
};

static uint64_t
get_number (const struct elf *elf, const unsigned char *at, unsigned width)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < width; i++)
    value = value << 8 | at[elf->big ? i : width - 1 - i];
  return value;
}

static struct section
read_section (const struct elf *elf, const unsigned char *at)
{
  const struct elf_layout *layout = elf->layout;
  struct section section;
  section.name = get_number (elf, at, 4);
  section.type = get_number (elf, at + 4, 4);
  section.flags = get_number (elf, at + layout->flags, layout->width);
  section.offset = get_number (elf, at + layout->offset, layout->width);
  section.size = get_number (elf, at + layout->size, layout->width);
  section.link = get_number (elf, at + layout->link, 4);
  return section;
}

/* The section NUMBER of the table, which has it.  */

static struct section
section_at (const struct elf *elf, uint64_t number)
{
  return read_section (elf, elf->sections + number * elf->entry_size);
}

/* Read the table of sections of ELF, and set *NAMES to the number of that with their names.
   False: there is none, or an error was reported.  */

static bool
read_table (struct elf *elf, uint64_t *names)
{
  const struct object_reader *reader = elf->reader;
  const struct elf_layout *layout = elf->layout;
  unsigned char header[64], first[64];
  if (!object_has (reader, 0, layout->header))
    {
      object_error (reader, "cut off in its ELF header");
      return false;
    }
  if (!object_get (reader, 0, header, layout->header))
    return false;
  uint64_t table = get_number (elf, header + layout->table, layout->width);
  elf->entry_size = get_number (elf, header + layout->entry_size, 2);
  elf->n_sections = get_number (elf, header + layout->count, 2);
  *names = get_number (elf, header + layout->names, 2);
  if (table == 0)
    return false;
  if (elf->entry_size < layout->section || !object_has (reader, table, elf->entry_size))
    {
      object_error (reader, "broken or cut off: it has no table of sections where its header"
		    " says");
      return false;
    }
  /* Large numbers stand in the first section, which is none.  */
  if (elf->n_sections == 0 || *names == EXTENDED)
    {
      if (!object_get (reader, table, first, layout->section))
	return false;
      struct section section = read_section (elf, first);
      if (elf->n_sections == 0)
	elf->n_sections = section.size;
      if (*names == EXTENDED)
	*names = section.link;
    }
  if (elf->n_sections == 0)
    return false;
  if (elf->n_sections > reader->source->size / elf->entry_size
      || !object_has (reader, table, elf->n_sections * elf->entry_size)
      || *names >= elf->n_sections)
    {
      object_error (reader, "broken or cut off: its table of sections is not in the file");
      return false;
    }
  elf->sections = (unsigned char *) object_get_all (reader, table,
						    elf->n_sections * elf->entry_size,
						    "its table of sections");
  return elf->sections != NULL;
}

static void
visit_section (const struct elf *elf, const struct section *section)
{
  const struct object_reader *reader = elf->reader;
  if (section->type == NO_BITS || section->size == 0)
    return;
  if (section->flags & COMPRESSED)
    object_error (reader, "its section " LK_RECORD_SECTION " is compressed: decompress it with"
		  " 'objcopy --decompress-debug-sections'");
  else if (!object_has (reader, section->offset, section->size))
    object_error (reader, "broken or cut off: its section " LK_RECORD_SECTION " is not in the"
		  " file");
  else
    {
      char *bytes = object_get_all (reader, section->offset, section->size,
				    "its section " LK_RECORD_SECTION);
      if (bytes)
	reader->visitor->found (reader->visitor->data, reader->where, bytes,
				(size_t) section->size);
      free (bytes);
    }
}

void
object_read_elf (const struct object_reader *reader, const unsigned char ident[ELF_IDENT])
{
  struct elf elf = { .reader = reader };
  if ((ident[EI_CLASS] != CLASS_32 && ident[EI_CLASS] != CLASS_64)
      || (ident[EI_DATA] != LITTLE && ident[EI_DATA] != BIG))
    {
      object_error (reader, "an ELF file of no known class or byte order");
      return;
    }
  elf.layout = &layouts[ident[EI_CLASS] - CLASS_32];
  elf.big = ident[EI_DATA] == BIG;
  uint64_t names_number;
  if (!read_table (&elf, &names_number))
    return;
  struct section names = section_at (&elf, names_number);
  char *text = NULL;
  if (names.type == NO_BITS || names.size == 0 || !object_has (reader, names.offset, names.size))
    object_error (reader, "broken or cut off: the names of its sections are not in the file");
  else
    text = object_get_all (reader, names.offset, names.size, "the names of its sections");
  enum { LENGTH = sizeof LK_RECORD_SECTION };
  for (uint64_t i = 0; text && names.size >= LENGTH && i < elf.n_sections; i++)
    {
      struct section section = section_at (&elf, i);
      if (section.name <= names.size - LENGTH
	  && memcmp (text + section.name, LK_RECORD_SECTION, LENGTH) == 0)
	visit_section (&elf, &section);
    }
  free (text);
  free (elf.sections);
}
