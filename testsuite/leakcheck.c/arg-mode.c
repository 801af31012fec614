/* The mode: those that are not there yet.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-mode=loops -fplugin-arg-leakcheck-mode=foo" } */
/* { dg-error "mode 'loops' is not yet supported; there are 'find', 'verify', 'infer' and 'lower'" "" { target *-*-* } 0 } */
/* { dg-error "invalid argument '-fplugin-arg-leakcheck-mode=foo': expected 'find'" "" { target *-*-* } 0 } */

int x;
