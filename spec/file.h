/* Files that are read.

   A user may name anything: a FIFO, which open (2) waits at for a writer that never comes, a
   device, which has no end or notices that it is opened, a folder, a chain of links that leads
   round in a circle.  Whatever is read by name is opened here.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_FILE_H
#define LK_FILE_H

#include <stdio.h>
#include <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Open the regular file NAME for reading, without ever waiting.  -1, and in *WHY the reason as it
   stands behind "NAME: " in a message, if it is none or cannot be read; errno is 0 where the
   reason is what it is.  STATUS, if not NULL, receives its status.  */
int lk_file_open (const char *name, struct stat *status, const char **why);
/* The same as a stream, or NULL.  */
FILE *lk_file_stream (const char *name, const char **why);
/* What a file of MODE is, if it is neither a regular file nor a folder, and what to do about it;
   NULL: it is one of these.  */
const char *lk_file_oddity (mode_t mode);
/* The reason for the errno ERROR of a file that cannot be read.  */
const char *lk_file_reason (int error);

#ifdef __cplusplus
}
#endif
#endif /* LK_FILE_H */
