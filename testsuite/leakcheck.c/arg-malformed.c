/* Malformed values: one error each.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-level=3 -fplugin-arg-leakcheck-depth=0 -fplugin-arg-leakcheck-breadth=x -fplugin-arg-leakcheck-error=1 -fplugin-arg-leakcheck-dump=foo -fplugin-arg-leakcheck-spec" } */
/* { dg-error "invalid argument '-fplugin-arg-leakcheck-level=3': expected 1 .* or 2" "" { target *-*-* } 0 } */
/* { dg-error "invalid argument '-fplugin-arg-leakcheck-depth=0': expected a number from 1" "" { target *-*-* } 0 } */
/* { dg-error "invalid argument '-fplugin-arg-leakcheck-breadth=x': expected a number from 1" "" { target *-*-* } 0 } */
/* { dg-error "argument '-fplugin-arg-leakcheck-error=1' takes no value" "" { target *-*-* } 0 } */
/* { dg-error "invalid argument '-fplugin-arg-leakcheck-dump=foo': expected 'events'" "" { target *-*-* } 0 } */
/* { dg-error "argument '-fplugin-arg-leakcheck-spec' needs a value" "" { target *-*-* } 0 } */

int x;
