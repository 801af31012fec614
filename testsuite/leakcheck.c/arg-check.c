/* Checks that are none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-leakcheck-disable-check=element-los,all -fplugin-arg-leakcheck-disable-check=xyzzy -fplugin-arg-leakcheck-disable-check" } */
/* { dg-error "unknown check 'element-los' in 'disable-check=element-los,all'; did you mean 'element-loss'" "" { target *-*-* } 0 } */
/* { dg-error "unknown check 'xyzzy' in 'disable-check=xyzzy'; there are: all, base-delete, element-loss, reference-cycle, static-loss" "" { target *-*-* } 0 } */
/* { dg-error "argument '-fplugin-arg-leakcheck-disable-check' needs a value: expected names of checks, separated by commas" "" { target *-*-* } 0 } */

int x;
