/* The same in the standard spelling.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-std=gnu2x" } */
/* { dg-all-notes "" } */

#include <stdio.h>

[[leakcheck::aquire ("stream")]] FILE *b1 (void); /* { dg-warning "'leakcheck::aquire' scoped attribute directive ignored" } */
/* { dg-message "did you mean 'leakcheck::acquire'" "" { gcc 11 13 } .-1 } */
[[leakcheck::xyzzy]] FILE *b2 (void); /* { dg-warning "'leakcheck::xyzzy' scoped attribute directive ignored" } */
/* { dg-message "attributes of leakcheck are 'leakcheck::' followed by one of: acquire, release" "" { gcc 11 13 } .-1 } */
[[leakcheck::acquire]] FILE *b3 (void); /* { dg-warning "expected 'leakcheck::acquire ..kind" } */
int b4 (FILE * [[leakcheck::owning]]); /* { dg-warning "applies to functions, parameters, variables and members, not to types" } */
FILE *b5 (FILE *f [[leakcheck::owing]]) /* { dg-warning "'leakcheck::owing' scoped attribute directive ignored" } */
/* { dg-message "did you mean 'leakcheck::owning'" "" { gcc 11 13 } .-1 } */
{
  return f;
}
