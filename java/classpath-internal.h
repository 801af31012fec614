/* What the parts of the class path share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CLASSPATH_INTERNAL_H
#define LK_CLASSPATH_INTERNAL_H

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
  struct lk_archive *archive;
  enum source_kind kind;
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
  size_t n_broken;
  size_t kept;			/* Bytes of all entries' arenas.  */

  unsigned threads;
  struct lk_arena **arenas;	/* Of what was read ahead.  */
  size_t n_arenas;
};

#endif /* LK_CLASSPATH_INTERNAL_H */
