/* Files that are written under another name and renamed: a reader never finds half of one, and the
   old content stays if the new one cannot be written.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "driver.h"

/* Open a new file beside REPLACING's, with MODE.  NULL: errno says why.  */
static FILE *
open_beside (struct lk_replacing *replacing, mode_t mode)
{
  static unsigned number;
  int file;
  /* Processes of other machines, and of other containers, may have the same number.  */
  do
    {
      free (replacing->temporary);
      replacing->temporary = lk_format ("%s.%ld-%u.tmp", replacing->name, (long) getpid (),
					number++);
      file = open (replacing->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
  while (file < 0 && errno == EEXIST);
  return file < 0 ? NULL : fdopen (file, "wb");
}

FILE *
lk_replace_begin (struct lk_replacing *replacing, const char *name)
{
  struct stat status;
  bool there = stat (name, &status) == 0;
  /* A link stays one.  */
  char *target = there ? realpath (name, NULL) : NULL;
  *replacing = (struct lk_replacing) { .name = target ? target : lk_format ("%s", name) };
  if (!there || S_ISREG (status.st_mode))
    {
      replacing->stream = open_beside (replacing, there ? status.st_mode & 0777 : 0666);
      if (replacing->stream || !there)
	return replacing->stream;
    }
  /* A device, a FIFO, or a file in a folder that cannot be written.  */
  free (replacing->temporary);
  replacing->temporary = NULL;
  return replacing->stream = fopen (replacing->name, "wb");
}

int
lk_replace_end (struct lk_replacing *replacing, int error)
{
  FILE *stream = replacing->stream;
  if (stream && !error && (fflush (stream) != 0 || ferror (stream)))
    error = errno ? errno : EIO;
  if (stream && fclose (stream) != 0 && !error)
    error = errno;
  if (stream && replacing->temporary && !error
      && rename (replacing->temporary, replacing->name) != 0)
    error = errno;
  if (stream && replacing->temporary && error)
    unlink (replacing->temporary);
  free (replacing->temporary);
  free (replacing->name);
  *replacing = (struct lk_replacing) { 0 };
  return error;
}
