/* All errors of a specification file, at their places.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-spec=$srcdir/leakcheck.c/arg-spec-bad.spec" } */
/* { dg-error "unknown kind of resource 'steam'; did you mean 'stream'" "" { target *-*-* } 0 } */
/* { dg-error "expected ':' or ',' before 'acquire'" "" { target *-*-* } 0 } */
/* { dg-error "expected 'noun', 'verb'" "" { target *-*-* } 0 } */

int x;
