/* The language of messages.  Reports for programs are in English: SARIF says that it is, and
   fingerprints, baselines and ranks are made of messages.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE		/* strcasestr */

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
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

/* The catalogues are in the tree of a build, beside the command, or where they are installed.  */
void
lk_translate_init (void)
{
  /* Only the language: numbers and characters are those of the source.  */
  if (!is_utf8 () || !setlocale (LC_MESSAGES, ""))
    return;
  char *own = lk_own_path ();
  char *slash = strrchr (own, '/');
  char *built = lk_format ("%.*s/po", slash ? (int) (slash - own) : 0, own);
  bindtextdomain ("leakcheck", access (built, R_OK) == 0 ? built : LK_LOCALEDIR);
  bind_textdomain_codeset ("leakcheck", "UTF-8");
  free (built);
  free (own);
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
