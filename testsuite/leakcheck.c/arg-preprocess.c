/* Under -E the plugin is silent.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do preprocess } */
/* { dg-options "-fplugin-arg-leakcheck-foo" } */


int x;
