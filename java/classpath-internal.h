/* Declarations shared by the parts of the class path.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CLASSPATH_INTERNAL_H
#define LK_CLASSPATH_INTERNAL_H

#include <sys/types.h>
#include "../spec/arena.h"
#include "classpath.h"

/* Kinds of sources, in the order in which they are searched.  */
enum source_kind { SOURCE_INPUT, SOURCE_JDK, SOURCE_PATH, SOURCE_KINDS };

enum entry_state
{
  ENTRY_UNREAD,
  ENTRY_READ,
  ENTRY_MISSING,		/* No source has the class.  */
  ENTRY_BROKEN
};

struct entry
{
  const char *name;
  struct lk_archive *archive;
  size_t index;			/* In the archive.  */
  struct lk_class *outline;	/* ENTRY_UNREAD: read ahead; or NULL.  */
  uint32_t hash;
  uint8_t state;		/* enum entry_state.  */
  bool is_input, is_jdk;
  bool listed;			/* It is in the list of entries that keep memory.  */
  /* The parts that have been read and will be needed again (LK_CLASSPATH_KEPT), in an arena of
     their own.  */
  struct lk_arena *kept;	/* Or NULL.  */
  struct lk_bytes bytes;	/* The file, until its code has been read.  */
  struct lk_class *class;	/* With its code, from then on.  */
};

struct source
{
  struct lk_archive *archive;	/* NULL: not opened yet, or never.  */
  enum source_kind kind;
  /* Of the class path: the name by which it is opened,  */
  const char *name;
  struct lk_archive *around;	/* or the jar that contains it, and its index there,  */
  size_t inside;
  /* and the identity of its file.  */
  dev_t device;
  ino_t file;
};

struct lk_classpath
{
  struct lk_arena *arena;
  unsigned release;
  lk_java_report report;
  void *data;

  struct source *sources;
  size_t n_sources;
  const char *jdk;		/* Path of lib/modules.  */
  unsigned jdk_release;

  struct entry **table;		/* Open addressing; a power of two.  */
  size_t table_size, table_used;
  struct entry **inputs;
  size_t n_inputs, inputs_room;
  struct entry **missing;
  size_t n_missing, missing_room;
  struct entry **keepers;	/* Entries that keep memory and are no inputs.  */
  size_t n_keepers, keepers_room;
  size_t n_broken, n_broken_inputs;
  size_t n_left_out;		/* Jars and folders inside the inputs.  */
  uint64_t nested_bytes;	/* Of all those jars.  */
  struct path_index *index;	/* Or NULL.  */
  size_t kept;			/* Bytes of all entries' arenas.  */

  unsigned threads;
  struct lk_arena **arenas;	/* Of what was read ahead.  */
  size_t n_arenas;
};

void classpath_report (struct lk_classpath *, enum lk_java_severity,
		       const char *text);
/* Make the classes of ARCHIVE inputs, and also those of jars inside it.  DEPTH: how deep
   ARCHIVE is inside other jars.  */
void classpath_add_inputs (struct lk_classpath *, struct lk_archive *, bool is_jdk,
			   unsigned depth);

/* ---- path-source.c ---- */

void classpath_add_source (struct lk_classpath *, struct lk_archive *,
			   enum source_kind);
/* The release that multi-release jars are read for.  */
unsigned classpath_release (const struct lk_classpath *);
/* Return the archive of source NUMBER if it may have the class whose name has HASH; or NULL.
   INDEXED: the index has the name for some source.  */
struct lk_archive *path_source_for (struct lk_classpath *, size_t number, uint32_t hash,
				    bool indexed);
/* Add the jars inside AROUND, an input.  Those called .war belong to the program; without any,
   and without classes in AROUND itself, those that are not in a folder lib, or all.  The
   others are added to the class path.  */
void classpath_add_nested (struct lk_classpath *, struct lk_archive *around,
			   unsigned depth);

/* ---- path-index.c ---- */

/* Return true if source NUMBER may have the class whose name has HASH; PATH_INDEX_ANY: if some
   source may.  */
#define PATH_INDEX_ANY SIZE_MAX
bool path_index_has (const struct path_index *, uint32_t hash, size_t number);
/* Add source NUMBER, the jar called NAME, or the jar in BYTES.  Return false if its contents
   are only known after opening it.  */
bool path_index_add_file (struct lk_classpath *, const char *name,
			  size_t number);
bool path_index_add_bytes (struct lk_classpath *, const unsigned char *bytes,
			   size_t n, size_t number);
void path_index_free (struct path_index *);

#endif /* LK_CLASSPATH_INTERNAL_H */
