/* The `leakcheck' command: what its files share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_DRIVER_H
#define LK_DRIVER_H

/* Exit statuses, the same for every use of the command.  */
enum
{
  LK_EXIT_CLEAN = 0,		/* Did its work.  */
  LK_EXIT_FOUND = 1,		/* The compiler reported an error.  */
  LK_EXIT_TROUBLE = 2		/* Could not do its work.  */
};

/* Where this installation has its plugin, and its specifications: names in
   allocated memory.  Ends the program with a message where there is none.  */
char *lk_plugin_path (void);
char *lk_spec_dir (void);

/* Say what is wrong, in printf's manner, and exit with LK_EXIT_TROUBLE.  */
void lk_fatal (const char *format, ...)
  __attribute__ ((noreturn, format (printf, 1, 2)));

/* Allocation that cannot fail.  */
char *lk_format (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
void *lk_allocate (unsigned long count, unsigned long size);

#endif /* LK_DRIVER_H */
