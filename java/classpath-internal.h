/* What the parts of the class path share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CLASSPATH_INTERNAL_H
#define LK_CLASSPATH_INTERNAL_H

#include <sys/types.h>
#include "../spec/arena.h"
#include "classpath.h"

/* In the order in which they are searched.  */
enum source_kind { SOURCE_INPUT, SOURCE_JDK, SOURCE_PATH, SOURCE_KINDS };

enum entry_state
{
  ENTRY_UNREAD,
  ENTRY_READ,
  ENTRY_MISSING,		/* Nowhere.  */
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
  bool listed;			/* Among the keepers.  */
  /* See LK_CLASSPATH_KEPT: what has been read and will be wanted again, in an
     arena of its own.  */
  struct lk_arena *kept;	/* Or NULL.  */
  struct lk_bytes bytes;	/* The file, until its code has been read.  */
  struct lk_class *class;	/* With its code, from then on.  */
};

struct source
{
  struct lk_archive *archive;	/* NULL: not opened yet, or never.  */
  enum source_kind kind;
  /* Of the class path: how to open it, */
  const char *name;
  struct lk_archive *around;	/* ... or in which jar, as which one, it is.  */
  size_t inside;
  /* and what file it is.  */
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
  struct entry **keepers;	/* Have kept something, and are no inputs.  */
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
/* Make the classes of ARCHIVE inputs, and with them what is inside it; it is DEPTH
   deep inside another.  */
void classpath_add_inputs (struct lk_classpath *, struct lk_archive *, bool is_jdk,
			   unsigned depth);

/* ---- path-source.c ---- */

void classpath_add_source (struct lk_classpath *, struct lk_archive *,
			   enum source_kind);
/* The release that multi-release jars are read for.  */
unsigned classpath_release (const struct lk_classpath *);
/* The archive of source NUMBER, if it may have the class NAME; or NULL.  INDEXED:
   the index has the name for some source.  */
struct lk_archive *path_source_for (struct lk_classpath *, size_t number,
				    const char *name, bool indexed);
/* Add the jars inside AROUND, an input: those called .war to the program, and,
   if there is none and no class in AROUND itself, all that are not in a folder
   lib, or all; the others to the class path.  */
void classpath_add_nested (struct lk_classpath *, struct lk_archive *around,
			   unsigned depth);

/* ---- path-index.c ---- */

/* Source NUMBER may have the class NAME; PATH_INDEX_ANY: some source.  */
#define PATH_INDEX_ANY SIZE_MAX
bool path_index_has (const struct path_index *, const char *name, size_t number);
/* Source NUMBER is the jar called NAME, or the jar in BYTES.  False: it has to
   be opened to know what is in it.  */
bool path_index_add_file (struct lk_classpath *, const char *name,
			  size_t number);
bool path_index_add_bytes (struct lk_classpath *, const unsigned char *bytes,
			   size_t n, size_t number);
void path_index_free (struct path_index *);

#endif /* LK_CLASSPATH_INTERNAL_H */
