/* An unknown argument that does not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-foo" } */
/* { dg-error "unknown argument '-fplugin-arg-leakcheck-foo'; there are: spec=FILE, level=1" "" { target *-*-* } 0 } */

int x;
