/* Messages: the texts of the analysis for the user, ready to be printed.

   plugin/report.cc makes one of every finding, note and breach of a contract; if that happens
   in a process of its own (fork.h) it travels to the compiler; plugin/emit.cc prints it.  A
   message is complete: to print it needs neither the engine nor the source text.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_MESSAGE_H
#define LK_MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lk_message_kind
{
  LK_MESSAGE_LEAK,
  LK_MESSAGE_BREACH,		/* Of a contract.  */
  LK_MESSAGE_NOTE,
  LK_MESSAGE_WARNING,		/* It belongs to no option.  */
  LK_MESSAGE_ERROR,
  LK_MESSAGE_CONTRACT,		/* Not printed: of the function with the linker's name QUOTED;
				   BEFORE: the row, AFTER: "FILE:LINE\tNAME".  */
  LK_MESSAGE_KIND,		/* Not printed: BEFORE defines a kind that such a row uses.  */
  LK_MESSAGE_IMPORT,		/* Not printed: the function with the linker's name BEFORE was
				   looked up in the indexes.  */
  LK_MESSAGE_SOURCES,		/* Not printed: the folders where sources of Java are searched.  */
  /* Not printed: all leaks of the unit are known.  They are sorted, and printed before
     whatever follows.  */
  LK_MESSAGE_ALL_FOUND
};

/* A place with a text: an event of a path, a further note, or what is to be inserted.  */
struct lk_message_part
{
  uint64_t where;		/* A location_t.  */
  void *function;		/* Of an event: a declaration, or NULL.  */
  unsigned depth;		/* Of an event.  */
  bool after;			/* Insert it after WHERE, not before.  */
  const char *text;
};

struct lk_message_parts
{
  unsigned n;
  struct lk_message_part *all;
};

struct lk_message
{
  enum lk_message_kind kind;
  uint64_t where;		/* A location_t.  */
  void *function;		/* "In function 'f'": a declaration, or NULL.  */
  /* The text: BEFORE, then QUOTED in quotes unless it is NULL, then AFTER, or NULL.  */
  const char *before, *quoted, *after;
  /* ---- Of leaks.  ---- */
  bool memory;			/* Which option carries it.  */
  const char *group;		/* Of its kind: the name of the warning.  */
  unsigned cwe;			/* 0: none.  */
  const char *key;		/* At one place all but the first with the same KEY are left out. */
  uint64_t order, place;	/* Of the function: they are sorted by these.  */
  struct lk_message_parts path, hints;
  /* ---- Of breaches.  ---- */
  const char *rule;
  struct lk_message_parts notes;
};

#endif /* LK_MESSAGE_H */
