/* Archives of class files: jars and other zip files, folders, single class files, the modules
   of a JDK.  All have one interface: a list of entries in a stable order, found by the
   internal name of the class, read one at a time.

   Jars have the entries that a JVM of the given release would see: of META-INF/versions/N/
   those with N up to the release, the greatest first, if the manifest says Multi-Release;
   nothing else of META-INF.  Classes are also found below WEB-INF/classes/ and
   BOOT-INF/classes/ (web applications) and, in .jmod files, classes/.  Jars inside jars
   (BOOT-INF/lib/, WEB-INF/lib/) are listed, and opened in memory.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ARCHIVE_H
#define LK_ARCHIVE_H

#include "class.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An archive with more entries, classes or not, is refused.  */
#define LK_ARCHIVE_ENTRIES (1u << 20)
/* A jar whose directory says that its classes expand to more bytes is refused, and an entry
   that differs from what the directory says is broken.  Together with LK_CLASS_BYTES this
   bounds the cost of a zip bomb.  (All classes of JDK 17 have 123 MB.)  */
#define LK_ARCHIVE_BYTES ((uint64_t) 1 << 30)
/* The size to which the jars inside the jars of a run may expand, all together, and how deep
   they may be nested.  Further ones are left out, with a warning.  */
#define LK_NESTED_BYTES ((uint64_t) 1 << 30)
#define LK_NESTED_DEPTH 4
/* Folders nested deeper are left out, with a warning.  */
#define LK_FOLDER_DEPTH 64

enum lk_archive_kind
{
  LK_ARCHIVE_JAR,
  LK_ARCHIVE_FOLDER,
  LK_ARCHIVE_CLASS,		/* A single class file.  */
  LK_ARCHIVE_MODULES		/* lib/modules of a JDK.  */
};

struct lk_archive;

/* Open PATH, of any kind.  RELEASE is the Java release whose entries a multi-release jar has;
   0: the newest.  A folder's entries are found by listing it if LIST (an input), else by their
   names alone (class path).  Return NULL, with the reason in ERROR, on failure; an input must
   have a class.  */
struct lk_archive *lk_archive_open (const char *path, unsigned release,
				    bool list, struct lk_java_error *error);
/* Open lib/modules of a JDK for the classes of MODULE, or of all modules if it
   is NULL.  lk_archive_open takes such a file, too.  */
struct lk_archive *lk_archive_open_module (const char *path,
					   const char *module, bool list,
					   struct lk_java_error *error);
void lk_archive_free (struct lk_archive *);

enum lk_archive_kind lk_archive_kind (const struct lk_archive *);
const char *lk_archive_path (const struct lk_archive *);

/* Return the number of classes, without module-info.  Their order is that of the names
   (strcmp), and so the same on every machine.  0 for a folder that was not listed.  */
size_t lk_archive_count (const struct lk_archive *);
/* Return the internal name of entry INDEX.  In a folder and for a class file it is read from
   the class itself, so a folder above or below the root of the packages works as well.  */
const char *lk_archive_name (const struct lk_archive *, size_t index);
/* The index of the class of that internal name, or -1.  */
ptrdiff_t lk_archive_find (struct lk_archive *, const char *name);

/* Return the bytes of entry INDEX, in ARENA or valid as long as the archive is open.  Return
   false, with the reason in ERROR, on failure.  */
bool lk_archive_read (struct lk_archive *, size_t index, struct lk_arena *,
		      struct lk_bytes *, struct lk_java_error *error);
/* Return the name of an entry for messages: "app.jar(p/C.class)", "classes/p/C.class".  */
const char *lk_archive_where (const struct lk_archive *, size_t index,
			      struct lk_arena *);

/* The jars inside a jar, by name: their number; the name of one, and the size to which it
   expands by the directory.  */
size_t lk_archive_n_nested (const struct lk_archive *);
const char *lk_archive_nested_name (const struct lk_archive *, size_t index);
uint64_t lk_archive_nested_size (const struct lk_archive *, size_t index);
/* Return its bytes, malloc'ed; NULL, with the reason in ERROR, on failure.  ARCHIVE must be no
   copy.  */
unsigned char *lk_archive_read_nested (struct lk_archive *, size_t index,
				       struct lk_java_error *);
/* Open it; the result does not need ARCHIVE.  Its path is "app.jar(BOOT-INF/lib/a.jar)".
   NULL: the reason is in ERROR.  */
struct lk_archive *lk_archive_open_nested (struct lk_archive *, size_t index,
					   unsigned release,
					   struct lk_java_error *);

/* Return a message about what was left out, a note or, if it may have been meant to be
   checked, a warning: jars inside, folders that are too deep, files that could not be read.
   NULL: there is no further one.  */
const char *lk_archive_note (const struct lk_archive *, unsigned number,
			     bool *warns);

#ifdef __cplusplus
}
#endif
#endif /* LK_ARCHIVE_H */
