/* The text form of event graphs: declarations shared by its readers and its printer.  The form
   itself: doc/event-graph.md.

   scan.c reads the parts of a line: words, numbers, names, variables, operands. parse.c reads
   lines.  Every function that returns a bool and requires what it reads returns false after it
   has reported an error; the accept functions report none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_GRAPH_GRAPH_INTERNAL_H
#define LK_GRAPH_GRAPH_INTERNAL_H

#include "../engine.h"
#include "../../spec/spec.h"
#include "../../spec/arena.h"

/* ---- Shared with the printer.  ---- */

struct lk_flag_word
{
  const char *word;
  uint64_t flag;
};

/* Both end with a NULL word.  */
extern const struct lk_flag_word lk_function_flag_words[];
extern const struct lk_flag_word lk_argument_flag_words[];

/* '%', '^', '$', '!', '&'.  */
char lk_var_sigil (enum lk_var_class);

#define LK_TEXT_LABEL_CHARS \
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* A name of SPACE (a sigil; 'f' for functions, 'i' for identities of globals,
   'u' for user variables) and what it stands for.  */
struct lk_scan_name
{
  char space;
  const char *text;
  size_t length;
  uint64_t number;
  void *pointer;
  int line;			/* Of the first use.  */
  struct lk_scan_name *chain;
};

struct lk_scan_names
{
  struct lk_scan_name **buckets;
  size_t n, n_buckets;
};

/* A successor as it was read.  */
struct lk_read_edge
{
  uint32_t from, to, flags;
  int64_t lo, hi;
  lk_loc loc;
};

/* An argument of a phi as it was read; those of a phi stand together.  */
struct lk_read_phi_arg
{
  uint32_t block, from;
  lk_var result;
  bool first;			/* Of its phi.  */
  bool none;			/* A phi without arguments.  */
  int line;
  struct lk_operand op;
};

struct lk_scanner
{
  const struct lk_graph_reader *host;
  struct lk_unit *unit;
  struct lk_spec *spec;
  const char *file;
  struct lk_arena *arena;	/* Lives until the file has been read.  */
  struct lk_scan_names names;		/* Of the file.  */
  struct lk_function **functions;	/* All that were named.  */
  size_t n_functions, functions_room;
  struct lk_function **defined;	/* Those with a good body.  */
  size_t n_defined, defined_room;
  uint64_t next_identity;

  const char *text, *text_end;	/* The rest of the file.  */
  int line;
  const char *p, *end;		/* The rest of the line.  */
  int errors;

  /* The function being read.  */
  struct lk_arena *scratch;
  struct lk_function *function;
  struct lk_graph *graph;
  struct lk_scan_names labels;
  uint32_t next_user;
  bool in_block, terminated;
  struct lk_read_edge *edges;
  size_t n_edges, edges_room;
  struct lk_read_phi_arg *phi_args;
  size_t n_phi_args, phi_args_room;
};

/* Room for one more member in a malloc'ed array.  */
#define LK_SCAN_GROW(array, n, room)					\
  do									\
    if ((n) == (room))							\
      {									\
	(room) = lk_more_room (room, 16);				\
	(array) = lk_xrealloc ((array), (room) * sizeof *(array));	\
      }									\
  while (0)

/* The entry for a name; a new one has POINTER NULL and LINE 0.  */
struct lk_scan_name *lk_scan_find_name (struct lk_arena *,
					struct lk_scan_names *, char space,
					const char *text, size_t length);

/* Report an error; returns false.  */
bool lk_scan_fail_at (struct lk_scanner *, int line, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
/* Report that WHAT was expected at the cursor.  */
bool lk_scan_fail_expected (struct lk_scanner *, const char *what);

/* Move to the next line; false at the end of the file.  */
bool lk_scan_next_line (struct lk_scanner *);
/* Skip white space and comments; return true if the line ends there.  */
bool lk_scan_line_done (struct lk_scanner *);
bool lk_scan_expect_line_done (struct lk_scanner *);
/* Skip white space; return true if C is next.  */
bool lk_scan_at (struct lk_scanner *, char c);
bool lk_scan_is_label_char (char);

/* Skip TEXT, or a whole WORD, if it is at the cursor.  */
bool lk_scan_accept (struct lk_scanner *, const char *text);
bool lk_scan_accept_word (struct lk_scanner *, const char *word);
bool lk_scan_expect (struct lk_scanner *, const char *text);
bool lk_scan_expect_word (struct lk_scanner *, const char *word);

bool lk_scan_unsigned (struct lk_scanner *, uint64_t max, uint64_t *);
bool lk_scan_u32 (struct lk_scanner *, uint32_t *);
bool lk_scan_signed (struct lk_scanner *, int64_t *);
/* A string in quotes, which are at the cursor.  */
bool lk_scan_string (struct lk_scanner *, const char **);
/* The flags whose words stand at the cursor.  */
uint64_t lk_scan_flags (struct lk_scanner *, const struct lk_flag_word *);
/* "@LINE" and the end of the line.  */
bool lk_scan_line_end (struct lk_scanner *, lk_loc *);

/* The function that the name at the cursor refers to.  */
bool lk_scan_function_name (struct lk_scanner *, struct lk_function **);
/* The identity of a global: the file gives none, or NUMBER.  */
uint64_t lk_scan_name_identity (struct lk_scanner *, const char *text,
				size_t length);
bool lk_scan_number_identity (struct lk_scanner *, uint64_t number);

/* A label after its sigil.  Of "f.3" *NAME_LENGTH is that of "f"; of "3" it is 0.  */
bool lk_scan_label (struct lk_scanner *, const char **text, size_t *length,
		    size_t *name_length);
/* Add the variable of LABEL.  */
lk_var lk_scan_add_var (struct lk_scanner *, enum lk_var_class,
			struct lk_scan_name *label, const char *name);
/* The variable whose sigil is at the cursor, declared or not.  */
bool lk_scan_var (struct lk_scanner *, lk_var *);
bool lk_scan_operand (struct lk_scanner *, struct lk_operand *);
bool lk_scan_compare (struct lk_scanner *, enum lk_compare *);

#endif /* LK_GRAPH_GRAPH_INTERNAL_H */
