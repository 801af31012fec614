#pragma GCC system_header
/* Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
#define system_open(NAME) fopen (NAME, "r")
