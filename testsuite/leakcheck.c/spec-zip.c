/* zlib, bzip2 and libarchive.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct gzFile_s *gzFile;
extern gzFile gzopen (const char *, const char *);
extern int gzread (gzFile, void *, unsigned);
extern int gzclose (gzFile);

typedef void BZFILE;
extern BZFILE *BZ2_bzopen (const char *, const char *);
extern int BZ2_bzread (BZFILE *, void *, int);
extern void BZ2_bzclose (BZFILE *);

struct archive;
struct archive_entry;
extern struct archive *archive_read_new (void);
extern int archive_read_support_format_all (struct archive *);
extern int archive_read_open_filename (struct archive *, const char *, size_t);
extern int archive_read_next_header (struct archive *, struct archive_entry **);
extern const char *archive_entry_pathname (struct archive_entry *);
extern int archive_read_free (struct archive *);
#define ARCHIVE_OK 0

int
gz_head (const char *name, void *buffer, unsigned n)
{
  gzFile g = gzopen (name, "rb");
  if (!g)
    return -1;
  int got = gzread (g, buffer, n);
  gzclose (g);
  return got;
}

int
gz_head_leaky (const char *name, void *buffer, unsigned n)
{
  gzFile g = gzopen (name, "rb");	/* { dg-warning "'g' might not be closed" } */
  if (!g)
    return -1;
  int got = gzread (g, buffer, n);
  if (got < 0)
    return -1;
  gzclose (g);
  return got;
}

int
bz_head (const char *name, void *buffer, int n)
{
  BZFILE *b = BZ2_bzopen (name, "rb");
  if (!b)
    return -1;
  int got = BZ2_bzread (b, buffer, n);
  BZ2_bzclose (b);
  return got;
}

int
bz_head_leaky (const char *name, void *buffer, int n)
{
  BZFILE *b = BZ2_bzopen (name, "rb");	/* { dg-warning "leak" } */
  if (!b)
    return -1;
  return BZ2_bzread (b, buffer, n);
}

int
list_archive (const char *name)
{
  struct archive_entry *e;
  struct archive *a = archive_read_new ();
  if (!a)
    return -1;
  archive_read_support_format_all (a);
  if (archive_read_open_filename (a, name, 10240) != ARCHIVE_OK)
    {
      archive_read_free (a);
      return -1;
    }
  while (archive_read_next_header (a, &e) == ARCHIVE_OK)
    puts (archive_entry_pathname (e));
  archive_read_free (a);
  return 0;
}

int
list_archive_leaky (const char *name)
{
  struct archive_entry *e;
  struct archive *a = archive_read_new ();	/* { dg-warning "leak" } */
  if (!a)
    return -1;
  archive_read_support_format_all (a);
  if (archive_read_open_filename (a, name, 10240) != ARCHIVE_OK)
    return -1;
  while (archive_read_next_header (a, &e) == ARCHIVE_OK)
    puts (archive_entry_pathname (e));
  archive_read_free (a);
  return 0;
}
