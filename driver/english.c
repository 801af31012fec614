/* The language of messages.  Reports for programs are in English: SARIF says that it is, and
   fingerprints, baselines and ranks are made of messages.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE		/* strcasestr */

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "lk-config.h"
#include "driver.h"

/* Return true if the user's character set is UTF-8, in which the catalogues are.  */
static bool
is_utf8 (void)
{
  static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      const char *value = getenv (names[i]);
      if (value && *value)
	return strcasestr (value, "UTF-8") || strcasestr (value, "UTF8");
    }
  return false;
}

void
lk_translate_init (void)
{
  /* Only the language: numbers and characters are those of the source.  */
  if (!is_utf8 () || !setlocale (LC_MESSAGES, ""))
    return;
  char *folder = lk_locale_dir ();
  if (folder)
    bindtextdomain ("leakcheck", folder);
  bind_textdomain_codeset ("leakcheck", "UTF-8");
  free (folder);
}

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
  setlocale (LC_MESSAGES, "C");
}
