/* Files that are read: what is no regular file is refused before it is opened.

   Whatever reads a file by its name does it through lk_file_stream, because open (2) waits at a
   FIFO for a writer that may never come, and some devices notice that they are opened.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "driver.h"

const char *
lk_file_reason (int error)
{
  if (error == ELOOP)
    return "too many symbolic links; one of them leads round to itself, perhaps";
  return strerror (error);
}

const char *
lk_file_oddity (mode_t mode)
{
  if (S_ISFIFO (mode))
    return "a FIFO, not a file; write what comes out of it to a file, and name that";
  if (S_ISSOCK (mode))
    return "a socket, not a file";
  if (S_ISCHR (mode) || S_ISBLK (mode))
    return "a device, not a file";
  return NULL;
}

/* What speaks against reading a file of MODE; NULL: nothing.  */
static const char *
objection (mode_t mode)
{
  const char *odd = lk_file_oddity (mode);
  return odd ? odd : S_ISREG (mode) ? NULL : "a folder, not a file";
}

FILE *
lk_file_stream (const char *name, const char **why)
{
  struct stat status;
  int file = -1;
  *why = NULL;
  if (stat (name, &status) == 0)
    {
      *why = objection (status.st_mode);
      if (*why)
	return NULL;
      file = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    }
  /* It may have become something else.  */
  FILE *stream = NULL;
  if (file >= 0 && fstat (file, &status) == 0 && !(*why = objection (status.st_mode)))
    stream = fdopen (file, "rb");
  if (!stream)
    {
      if (!*why)
	*why = lk_file_reason (errno);
      if (file >= 0)
	close (file);
    }
  return stream;
}
