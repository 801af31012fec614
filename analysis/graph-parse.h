/* The text form of event graphs: the reader's interface, and the words that
   reader and printer share.  The form itself: doc/event-graph.md.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_GRAPH_PARSE_H
#define LK_GRAPH_PARSE_H

#include "engine.h"
#include "../spec/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lk_graph_reader
{
  void *data;
  /* An error: MESSAGE without newline, LINE from 1.  */
  void (*error) (void *data, const char *file, int line, const char *message);
  /* A line outside of functions that begins with the word of no item of the
     text form: a test's "expect", say.  TEXT is the line, without newline.
     Returns whether the line means something.  May be NULL.  */
  bool (*directive) (void *data, int line, const char *text);
  /* Called after the last line for each function that was read with a good
     body, in the order of the file; its GRAPH is set, the contracts of all
     functions are attached.  May be NULL.  */
  void (*function) (void *data, struct lk_function *);
};

/* Read TEXT, the contents of FILE (only a name for messages), into UNIT.
   Kinds and contracts go to SPEC, as a user's specification; every function
   gets its contract from there by name.  After an error the rest of that
   function is skipped, its GRAPH stays NULL, and reading goes on behind it.
   Returns the number of errors.  Any bytes whatever are only ever errors; a
   graph without errors still has to be verified.  */
int lk_graph_read (struct lk_unit *, struct lk_spec *, const char *file,
		   const char *text, size_t length,
		   const struct lk_graph_reader *);

/* ---- Shared with the printer.  ---- */

struct lk_flag_word
{
  const char *word;
  uint32_t flag;
};

/* Both end with a NULL word.  */
extern const struct lk_flag_word lk_function_flag_words[];
extern const struct lk_flag_word lk_argument_flag_words[];

/* '%', '^', '$', '!', '&'.  */
char lk_var_sigil (enum lk_var_class);

#define LK_TEXT_LABEL_CHARS \
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

#ifdef __cplusplus
}
#endif
#endif /* LK_GRAPH_PARSE_H */
