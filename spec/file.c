/* Files that are read: what is no regular file is refused before it is opened; files of an
   installation that was moved.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file.h"

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

const char *
lk_file_reason (int error)
{
  if (error == ELOOP)
    return "too many symbolic links; one of them leads round to itself, perhaps";
  return strerror (error);
}

/* Return why a file of MODE is not read; NULL: no reason.  */

static const char *
objection (mode_t mode)
{
  const char *odd = lk_file_oddity (mode);
  return odd ? odd : S_ISREG (mode) ? NULL : "a folder, not a file";
}

int
lk_file_open (const char *name, struct stat *status, const char **why)
{
  struct stat own;
  if (!status)
    status = &own;
  /* A device is not even opened: some notice.  The second look is at what was opened.  */
  if (stat (name, status) != 0)
    {
      *why = lk_file_reason (errno);
      return -1;
    }
  int file = -1;
  *why = objection (status->st_mode);
  if (!*why)
    {
      file = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
      if (file < 0 || fstat (file, status) != 0)
	*why = lk_file_reason (errno);
      else
	{
	  *why = objection (status->st_mode);
	  errno = 0;
	}
    }
  else
    errno = 0;
  if (!*why)
    return file;
  int error = errno;
  if (file >= 0)
    close (file);
  errno = error;
  return -1;
}

FILE *
lk_file_stream (const char *name, const char **why)
{
  int file = lk_file_open (name, NULL, why);
  FILE *stream = file < 0 ? NULL : fdopen (file, "rb");
  if (file >= 0 && !stream)
    {
      *why = lk_file_reason (errno);
      close (file);
    }
  return stream;
}

/* Return true if A is B, or the end of B behind a '/'.  */
static bool
is_end_of (const char *a, const char *b)
{
  size_t n = strlen (a), of = strlen (b);
  return n <= of && !strcmp (b + of - n, a) && (n == of || b[of - n - 1] == '/');
}

static const char *
plain_name (const char *file)
{
  while (file[0] == '.' && file[1] == '/')
    file += 2;
  return file;
}

bool
lk_file_same_name (const char *a, const char *b)
{
  a = plain_name (a);
  b = plain_name (b);
  return is_end_of (a, b) || is_end_of (b, a);
}

char *
lk_file_moved (const char *own, const char *folder, const char *installed)
{
  /* A move may change both names up to the last slash that they share.  */
  size_t shared = 0;
  for (size_t i = 0; own[i] != '\0' && own[i] == installed[i]; i++)
    if (own[i] == '/')
      shared = i;

  const char *tail = &own[shared], *rest = &installed[shared];
  size_t length = strlen (folder), tail_length = strlen (tail), rest_length = strlen (rest);
  if (length < tail_length || strcmp (&folder[length - tail_length], tail) != 0)
    return NULL;
  length -= tail_length;
  char *moved = malloc (length + rest_length + 1);
  if (!moved)
    return NULL;
  memcpy (moved, folder, length);
  memcpy (&moved[length], rest, rest_length + 1);
  return moved;
}
