/* Misspelt, misplaced and malformed attributes: a warning that says what was
   expected.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-all-notes "" } */
/* In C23, the default from GCC 15 on, () is (void).  */
/* { dg-additional-options "-std=gnu17" } */

#include <stdio.h>
#define A(X) __attribute__ ((X))

FILE *b1 (void) A (leakcheck_aquire ("stream")); /* { dg-warning "'leakcheck_aquire' attribute directive ignored" } */
/* { dg-message "did you mean 'leakcheck_acquire'" "" { gcc 11 13 } .-1 } */
FILE *b2 (void) A (leakcheck_xyzzy); /* { dg-warning "'leakcheck_xyzzy' attribute directive ignored" } */
/* { dg-message "attributes of leakcheck are 'leakcheck_' followed by one of: acquire, release" "" { gcc 11 13 } .-1 } */
FILE *b3 (void) A (leakcheck_acquire ("steam")); /* { dg-warning "unknown kind of resource 'steam' in 'leakcheck_acquire' attribute; did you mean 'stream'" } */
FILE *b4 (void) A (leakcheck_acquire); /* { dg-warning "expected 'leakcheck_acquire \\(.kind" } */
FILE *b5 (void) A (leakcheck_acquire (3)); /* { dg-warning "expected 'leakcheck_acquire \\(.kind" } */
FILE *b6 (void) A (leakcheck_acquire (stream)); /* { dg-warning "expected 'leakcheck_acquire \\(.kind" } */
FILE *b7 (void) A (leakcheck_acquire ("stream", 1)); /* { dg-warning "'b7' has no argument number 1" } */
int b8 (FILE **) A (leakcheck_acquire ("stream", 1, "result = 0")); /* { dg-warning "in 'result = 0': expected '=='" } */
int b9 (int) A (leakcheck_acquire ("stream", 1)); /* { dg-warning "argument 1 of 'b9' is of type 'int', but a pointer" } */
void b10 (FILE *) A (leakcheck_owning); /* { dg-warning "'b10' returns 'void'" } */
void b11 (FILE *) A (leakcheck_release ("stream", 2)); /* { dg-warning "'b11' has no argument number 2" } */
void b12 (FILE *) A (leakcheck_release ("stream", 0)); /* { dg-warning "'b12' has no argument number 0;" } */
void b13 (FILE *f A (leakcheck_suppress (1))); /* { dg-warning "expected 'leakcheck_suppress'" } */
void b14 (double d A (leakcheck_owning)); /* { dg-warning "'d' is of type 'double', which cannot be a handle" } */
struct b24 { double d A (leakcheck_owning); int fd A (leakcheck_owning); }; /* { dg-warning "'d' is of type 'double', which cannot be a handle" } */
struct b25 { struct b24 s A (leakcheck_owning); }; /* { dg-warning "'s' is of type 'struct b24', which cannot be a handle" } */
double b26 A (leakcheck_owning); /* { dg-warning "'b26' is of type 'double', which cannot be a handle" } */
struct b24 b27 A (leakcheck_owning); /* { dg-warning "'b27' is of type 'struct b24', which cannot be a handle" } */
struct b15 { FILE *f A (leakcheck_keep); }; /* { dg-warning "applies to functions and parameters, not to members" } */
typedef int b16 A (leakcheck_owning); /* { dg-warning "applies to functions, parameters, variables and members, not to types" } */
FILE *b17 A (leakcheck_keep);	/* { dg-warning "applies to functions and parameters, not to variables" } */
int b18 (FILE *) A (leakcheck_contract ("acquire stram result")); /* { dg-warning "unknown kind of resource 'stram'; did you mean 'stream'" } */
int b23 (FILE *) A (leakcheck_contract ("query arg1")); /* { dg-warning "'query' of elements is said in a specification, not in an attribute" } */
int b19 (FILE *) A (leakcheck_contract ("release stream arg1; f: ")); /* { dg-warning "unexpected ';'" } */
int b20 (FILE *f A (leakcheck_release ("stream", 1))); /* { dg-warning "expected 'leakcheck_release \\\[" } */
int b21 (FILE *f A (leakcheck_contract ("borrow"))); /* { dg-warning "applies to functions, not to parameters" } */
FILE *b22 (int) A (leakcheck_resource_alias (1, 2)); /* { dg-warning "expected 'leakcheck_resource_alias" } */

/* These are right.  */
struct g7 { FILE *f A (leakcheck_owning); int fd A (leakcheck_owning); };
FILE *g8 A (leakcheck_owning);
double g9 A (leakcheck_suppress);
int g1 (FILE *, ...) A (leakcheck_release ("stream", 2));
int g2 (FILE **) A (leakcheck_acquire ("stream", 1, "result == 0"));
int g3 (FILE * A (leakcheck_owning));
int g4 (FILE *f A (leakcheck_release));
FILE *g5 (void) A (__leakcheck_acquire__ ("a-kind-of-my-own"));
int g6 () A (leakcheck_release ("stream", 3));
