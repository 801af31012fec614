/* Specifications: the reader's interface (grammar: the manual, "Specification
   language"; lexer and parser: spec-lex.l, spec-parse.y).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SPEC_H
#define LK_SPEC_H

#include <stddef.h>
#include <stdio.h>
#include "contract.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All contracts known to one compilation.  Opaque; owns all its memory.  */
struct lk_spec;

/* How errors reach the user: called once an error, MESSAGE without newline,
   LINE and COLUMN from 1 (0: the whole file).  */
typedef void (*lk_spec_error) (void *data, const char *file, int line,
			       int column, const char *message);

struct lk_spec *lk_spec_new (void);
void lk_spec_free (struct lk_spec *);

/* Read the specification FILE (or a cppcheck library, recognised by its
   first bytes, "<?xml" or "<def").  A later definition of a function replaces
   an earlier one.  Reports every error of the file through ERROR and returns
   their number; the good rows of a bad file are kept.  */
int lk_spec_read_file (struct lk_spec *, const char *file, enum lk_source,
		       lk_spec_error error, void *data);

/* The same from memory; FILE is only the name for messages.  */
int lk_spec_read_text (struct lk_spec *, const char *file, const char *text,
		       size_t length, enum lk_source, lk_spec_error error,
		       void *data);

/* The contract of the function NAME, or NULL.  User specifications win over
   the shipped ones.  The shipped ones are compiled into the library as text
   with an index by name; a row is parsed when it is first asked for, so a
   lookup that finds nothing costs one probe.  */
const struct lk_contract *lk_spec_lookup (struct lk_spec *, const char *name);

/* The kind NAME, or NULL; and the list of all (linked by ->next).  */
struct lk_kind *lk_spec_kind (struct lk_spec *, const char *name);
struct lk_kind *lk_spec_kinds (struct lk_spec *);

/* A new kind for NAME (an attribute may name one that no file defines): noun
   NAME, verb "released", CWE 772, pointer handle.  Never NULL.  */
struct lk_kind *lk_spec_make_kind (struct lk_spec *, const char *name);

/* The functions known to release KIND, at most MAX, in specification order
   (the usual one first).  Returns how many.  */
unsigned lk_spec_releasers (struct lk_spec *, const struct lk_kind *kind,
			    const char **names, unsigned max);

/* Room for a contract or clause built by hand (attributes): zeroed, lives as
   long as the specification.  */
void *lk_spec_alloc (struct lk_spec *, size_t);
const char *lk_spec_strdup (struct lk_spec *, const char *);

/* Print CONTRACT as one specification row, newline included.  */
void lk_spec_print_contract (FILE *, const struct lk_contract *);
void lk_spec_print_kind (FILE *, const struct lk_kind *);

#ifdef __cplusplus
}
#endif
#endif /* LK_SPEC_H */
