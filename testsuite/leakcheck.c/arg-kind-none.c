/* A list of kinds without a name.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-disable=," } */
/* { dg-error "unknown kind of resource ','" "" { target *-*-* } 0 } */
int x;
