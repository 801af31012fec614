/* Mode loops analyses Java only.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-mode=loops -fplugin-arg-leakcheck-loop=C.m:1" } */
/* { dg-error "mode 'loops' is for the classes of a Java program" "" { target *-*-* } 0 } */

int x;
