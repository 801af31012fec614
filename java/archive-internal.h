/* Declarations shared by the kinds of archives.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ARCHIVE_INTERNAL_H
#define LK_ARCHIVE_INTERNAL_H

#include "../spec/arena.h"
#include "../spec/file.h"
#include "archive.h"
#include "jimage.h"

/* A class of an archive.  */
struct archive_entry
{
  const char *name;		/* Internal name.  */
  const char *path;		/* In the jar; of the file; module in JDKs.  */
  uint64_t number;		/* In the jar.  */
  uint64_t size;		/* Expanded.  */
  unsigned rank;		/* Of two entries with one name, the one with the higher rank
				   is used.  */
};

/* The kinds of files in an input, for the message that it has no class to be checked.  */
enum archive_content
{
  ARCHIVE_JAVA, ARCHIVE_KOTLIN, ARCHIVE_SCALA, ARCHIVE_GROOVY, ARCHIVE_JARS, ARCHIVE_WARS,
  ARCHIVE_CLASSES,		/* Which describe modules, or are in META-INF.  */
  ARCHIVE_OTHER
};

/* A jar inside a jar.  */
struct nested_jar
{
  const char *path;		/* In the jar around it.  */
  uint64_t number, size;
};

struct archive_note
{
  const char *text;
  bool warns;			/* A note that something to be checked is left out.  */
  struct archive_note *next;
};

struct lk_archive
{
  enum lk_archive_kind kind;
  struct lk_arena *arena;
  const char *path;
  struct archive_entry *entries;	/* malloc'ed.  */
  size_t n_entries, room;
  size_t n_listed;		/* Sorted ones, before those found later.  */
  struct archive_note *notes, **last_note;
  size_t contents[ARCHIVE_OTHER + 1];	/* Of a jar or a folder that was listed.  */
  void *zip;			/* JAR: libzip's.  */
  unsigned char *bytes;		/* JAR inside another: all of it, malloc'ed.  */
  size_t length;
  struct nested_jar *nested;	/* malloc'ed.  */
  size_t n_nested, nested_room;
  struct lk_jimage *image;	/* MODULES.  */
  const char *module;		/* NULL: all.  */
};

struct archive_entry *archive_add (struct lk_archive *, const char *name,
				   const char *path);
void archive_note (struct lk_archive *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void archive_warning (struct lk_archive *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Return true if NAME ends with END, in capitals or not, and is longer.  */
bool archive_ends_with (const char *name, const char *end);
/* Count the file NAME, which is no class; report an input without classes
   (archive-contents.c).  */
void archive_count (struct lk_archive *, const char *name);
void archive_no_classes (const struct lk_archive *, struct lk_java_error *);

/* Jars.  */
bool archive_open_jar (struct lk_archive *, unsigned release,
		       struct lk_java_error *);
bool archive_read_jar (struct lk_archive *, const struct archive_entry *,
		       struct lk_arena *, struct lk_bytes *,
		       struct lk_java_error *);
void archive_close_jar (struct lk_archive *);
/* Make COPY a copy of ARCHIVE for another thread, which may only read listed entries from it;
   archive_end_copy must close it before ARCHIVE is freed.  Return false if it could not be
   opened again.  */
bool archive_copy (const struct lk_archive *archive, struct lk_archive *copy);
void archive_end_copy (struct lk_archive *copy);
/* The same of a jar.  */
bool archive_copy_jar (struct lk_archive *copy);

/* Read SIZE bytes of entry NUMBER of a jar into DATA.  Fail with a message in TEXT if there
   are fewer, or, if WHOLE, more.  */
bool archive_read_entry (struct lk_archive *, uint64_t number,
			 unsigned char *data, uint64_t size, bool whole,
			 char *text, size_t text_size);

/* The place of the directory of a zip file (jar-names.c).  */
struct zip_directory
{
  uint64_t at, length;		/* In bytes, in the file.  */
  uint64_t start;		/* The beginning of the zip file: a .jmod has four bytes before
				   it, a self-executing jar a script.  */
  uint32_t count;		/* Entries.  */
};
/* Find it.  Return false if there is none, or it is a large one (zip64).  */
bool archive_directory_of_file (const char *path, struct zip_directory *);
bool archive_directory_of_bytes (const unsigned char *, size_t length,
				 struct zip_directory *);
/* Call VISIT with the names of all entries.  Return false if not all could be visited.  */
typedef void (*archive_visit_name) (void *data, const char *name,
				    size_t length);
bool archive_names_of_file (const char *path, archive_visit_name, void *data);
bool archive_names_of_bytes (const unsigned char *, size_t length,
			     archive_visit_name, void *data);

/* Folders and single class files.  */
bool archive_list_folder (struct lk_archive *, struct lk_java_error *);
bool archive_open_class (struct lk_archive *, struct lk_java_error *);
/* Read at most LK_CLASS_BYTES of a file.  */
bool archive_read_file (const char *path, struct lk_arena *, struct lk_bytes *,
			struct lk_java_error *);

#endif /* LK_ARCHIVE_INTERNAL_H */
