/* An unknown argument that looks like one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-levle=2" } */
/* { dg-error "unknown argument '-fplugin-arg-leakcheck-levle'; did you mean 'level'. .there are: spec=FILE, level=1" "" { target *-*-* } 0 } */

int x;
