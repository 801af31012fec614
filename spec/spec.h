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

/* Called once for each error, MESSAGE without newline, LINE and COLUMN from 1 (0: the whole
   file).  */
typedef void (*lk_spec_error) (void *data, const char *file, int line,
			       int column, const char *message);

struct lk_spec *lk_spec_new (void);
void lk_spec_free (struct lk_spec *);

/* Read the specification FILE (or a cppcheck library, recognised by its first bytes, "<?xml"
   or "<def").  A later definition of a function replaces an earlier one.  Report every error
   of the file through ERROR and return their number; the good rows of a bad file are kept.  */
int lk_spec_read_file (struct lk_spec *, const char *file, enum lk_source,
		       lk_spec_error error, void *data);

/* The same from memory; FILE is only the name for messages.  */
int lk_spec_read_text (struct lk_spec *, const char *file, const char *text,
		       size_t length, enum lk_source, lk_spec_error error,
		       void *data);

/* Return the contract of the function NAME, or NULL.  User specifications override the shipped
   ones.  The shipped ones are compiled into the library as text with an index by name; a row
   is parsed at its first lookup, so a lookup that finds nothing costs one probe.  */
const struct lk_contract *lk_spec_lookup (struct lk_spec *, const char *name);
/* Return false if no row is about a member of the class NAME, whose parts '.' or '/'
   separates; true if one may be.  */
bool lk_spec_has_class (struct lk_spec *, const char *name);

/* ---- Java.  ----

   A method's row is named java.io.InputStream.read(byte[],int,int), for one
   overload, or java.io.InputStream.read, for all that have none of their own.
   Constructors are "new".  Parameter types are the erased ones of the
   descriptor, as binary names and without blanks; "..." is written as "[]".
   The caller asks for the first name, then for the second, then for both of
   each supertype in turn: supertypes are its business (it has the class
   files; where it has not, the type contract's SUPERS help).  */

/* Return the type contract of the class NAME (a binary name), or NULL.  */
const struct lk_type_contract *lk_spec_type (struct lk_spec *,
					     const char *name);

/* Return true if methods of all classes of the package NAME that no row describes borrow their
   arguments ("package java.util complete;"), as with COMPLETE of a type contract.  */
bool lk_spec_package_complete (struct lk_spec *, const char *name);

/* Set the release of the JDK that the program runs on, from 1; 0, the initial value, stands
   for the newest.  Applies to later lookups.  */
void lk_spec_set_release (struct lk_spec *, unsigned release);

/* Return CONTRACT for the arguments of a call: with RECEIVER, the receiver is argument 1 and
   the parameters follow it; without, parameters keep their numbers and clauses about the
   receiver are left out.  CONTRACT itself if it is the same, else a new copy.  */
const struct lk_contract *lk_spec_bound (struct lk_spec *,
					 const struct lk_contract *,
					 bool receiver);

/* Return the kind of obligations of classes whose rows name no kind: "closeable".  */
const struct lk_kind *lk_spec_closeable (struct lk_spec *);

void lk_spec_print_type (FILE *, const struct lk_type_contract *);

/* Return the kind NAME, or NULL; and the list of all (linked by ->next).  */
struct lk_kind *lk_spec_kind (struct lk_spec *, const char *name);
struct lk_kind *lk_spec_kinds (struct lk_spec *);

/* Return a new kind called NAME (an attribute may name one that no file defines): noun NAME,
   verb "released", CWE 772, pointer handle.  Never NULL.  */
struct lk_kind *lk_spec_make_kind (struct lk_spec *, const char *name);

/* Set NAMES to the functions that release KIND, at most MAX, in specification order (the usual
   one first), or to the kind's own list ("by close").  Return their number.  */
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
