/* Kinds that are none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-disable=steam,stream -fplugin-arg-leakcheck-enable=xyzzy" } */
/* { dg-error "unknown kind of resource 'steam' in 'disable=steam,stream'; did you mean 'stream'" "" { target *-*-* } 0 } */
/* { dg-error "unknown kind of resource 'xyzzy' in 'enable=xyzzy'; there are the groups all, process-end, limit, file, .*, and the kinds that 'leakcheck --list-kinds' prints" "" { target *-*-* } 0 } */

int x;
