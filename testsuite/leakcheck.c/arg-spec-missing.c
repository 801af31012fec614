/* A specification file that is not there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-spec=no-such-file.spec" } */
/* { dg-error "no-such-file.spec: cannot read the specification: No such file" "" { target *-*-* } 0 } */

int x;
