/* The mode: one that there is not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-mode=foo" } */
/* { dg-error "invalid argument '-fplugin-arg-leakcheck-mode=foo': expected 'find', 'verify', 'infer', 'loops' or 'lower'" "" { target *-*-* } 0 } */

int x;
