/* generate.h: what the writers of random programs share: chance, lines, and the
   program that is being written.  generate.c writes methods, generate-uses.c
   some of their statements, generate-types.c what they use.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GENERATE_H
#define GENERATE_H 1

#include <stdbool.h>

/* The program that is being written.  */
extern bool java;
extern unsigned number;
extern bool close_throws;	/* Java: "close" does, of all resources.  */
extern bool has_holder, has_wrapper, has_helpers;
extern bool holder_final;	/* Its field is set by its maker only.  */
extern bool on_stack;		/* C: where holders are.  */
extern unsigned care;		/* Percent: how often rules are kept.  */

/* One of 0 .. N - 1.  */
unsigned roll (unsigned n);
bool chance (unsigned percent);

/* The type of resources, as it stands before a name.  */
const char *type (void);
__attribute__ ((format (printf, 1, 2))) void line (const char *format, ...);
void open_block (const char *head);
void close_block (void);

/* A local variable.  */
const char *local (void);
/* Before NAME is assigned to: an owner closes what it holds.  */
void make_room (const char *name);
/* NAME is no longer an owner.  */
void forget (const char *name);

/* Statements (generate-uses.c).  */
void oddity (void);
void holder (void);
void wrapper (void);

/* Types and functions besides the methods, one of whose rules is broken now and
   then.  */
void write_types (void);
/* What all programs of a file need.  */
extern const char java_prelude[], c_prelude[];

#endif /* GENERATE_H */
