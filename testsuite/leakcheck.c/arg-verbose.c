/* A line of statistics.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-leakcheck-verbose -fplugin-arg-leakcheck-checking -fplugin-arg-leakcheck-level=2 -fplugin-arg-leakcheck-depth=4 -fplugin-arg-leakcheck-breadth=8 -fplugin-arg-leakcheck-mode=find" } */
/* { dg-message "leakcheck: functions: \[0-9\]+ \\(analysed: \[0-9\]+, skipped: \[0-9\]+\\), summaries: \[0-9\]+, obligations: \[0-9\]+, facts: \[0-9\]+, \[0-9.\]+ s, \[0-9\]+ kB" "" { target *-*-* } 0 } */

#include <stdio.h>

int
closed (void)
{
  FILE *f = fopen ("x", "r");
  return f ? fclose (f) : 0;
}
