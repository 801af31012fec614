/* The language of the compiler's messages in reports for programs: SARIF says that it is English,
   and fingerprints are made of messages.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include "driver.h"

void
lk_speak_english (void)
{
  /* LC_ALL would come before LC_MESSAGES; the character set stays.  */
  const char *all = getenv ("LC_ALL");
  if (all && *all)
    setenv ("LC_CTYPE", all, 1);
  unsetenv ("LC_ALL");
  unsetenv ("LANGUAGE");
  setenv ("LC_MESSAGES", "C", 1);
}
