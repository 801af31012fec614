/* Opening of input files.

   A user may name anything: a FIFO, which open (2) blocks at until a writer comes, a device,
   which has no end or reacts when it is opened, a folder, a cycle of links.  All files that
   are read by name are opened here.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_FILE_H
#define LK_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Open the regular file NAME for reading, without blocking.  Return -1, and in *WHY the reason
   as it follows "NAME: " in a message, if it is no regular file or cannot be read; errno is 0
   if the reason is the kind of file.  STATUS, if not NULL, receives its status.  */
int lk_file_open (const char *name, struct stat *status, const char **why);
/* The same as a stream, or NULL.  */
FILE *lk_file_stream (const char *name, const char **why);
/* Return a description of a file of MODE that is neither a regular file nor a folder, with
   advice; NULL: it is one of these.  */
const char *lk_file_oddity (mode_t mode);
/* Return true if A and B may name the same file: they are equal, or one is the end of the other
   behind a '/'.  Of "./x" counts "x".  */
bool lk_file_same_name (const char *a, const char *b);
/* An installation may be moved as a whole.  Return where the file or folder that was installed as
   INSTALLED is now, if the folder that was installed as OWN is FOLDER; malloced.  NULL: FOLDER
   does not end as OWN does behind the part that OWN and INSTALLED share, so nothing is known.  It
   need not exist.  */
char *lk_file_moved (const char *own, const char *folder, const char *installed);
/* Return the reason for the errno ERROR of a file that cannot be read.  */
const char *lk_file_reason (int error);

#ifdef __cplusplus
}
#endif
#endif /* LK_FILE_H */
