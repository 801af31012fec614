/* The temporary folder.  It is made for the first file in it, and removed at every end of the
   command (signal.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "driver.h"

static char *folder;

static int
remove_one (const char *name, const struct stat *status, int type,
	    struct FTW *place)
{
  (void) status, (void) place;
  /* A folder that a compiler made without permissions.  */
  if (type == FTW_DNR)
    chmod (name, 0700);
  if (remove (name) != 0)
    /* (The main thread may have the stream locked.)  */
    dprintf (STDERR_FILENO, "leakcheck: cannot remove '%s': %s\n", name,
	     strerror (errno));
  return 0;
}

void
lk_temp_remove (void)
{
  if (!folder)
    return;
  nftw (folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free (folder);
  folder = NULL;
}

/* The error of making WHAT, if it is one.  */
static void
check_made (const char *what, const char *name, int error)
{
  if (error)
    lk_fatal ("cannot make the %s '%s': %s; set TMPDIR to a folder that can be"
	      " written", what, name, strerror (error));
}

char *
lk_temp_name (const char *name)
{
  if (!folder)
    {
      const char *parent = getenv ("TMPDIR");
      char *made = lk_format ("%s/leakcheck-XXXXXX",
			      parent && *parent ? parent : "/tmp");
      lk_hold ();
      int error = mkdtemp (made) ? 0 : errno;
      if (!error)
	folder = made;
      lk_let_go ();
      check_made ("temporary folder", made, error);
    }
  return lk_format ("%s/%s", folder, name);
}

char *
lk_temp_subfolder (const char *name)
{
  char *place = lk_temp_name (name);
  lk_hold ();
  int error = mkdir (place, 0700) == 0 ? 0 : errno;
  lk_let_go ();
  check_made ("folder", place, error);
  return place;
}

char *
lk_temp_file (const char *name, const struct lk_text *text)
{
  char *place = lk_temp_name (name);
  lk_hold ();
  FILE *stream = fopen (place, "w");
  int error = stream ? 0 : errno;
  if (stream)
    {
      errno = EIO;
      if (fwrite (text->bytes, 1, text->length, stream) != text->length)
	error = errno;
      if (fclose (stream) != 0 && !error)
	error = errno;
    }
  lk_let_go ();
  check_made ("file", place, error);
  return place;
}
