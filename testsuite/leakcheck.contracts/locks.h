/* What locks.c and locks-lib.c share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>

struct table
{
  int n, m;
  pthread_mutex_t lock;
};

extern pthread_mutex_t the_mutex;
void lock_all (void);
void unlock_all (void);
void lock_hidden (void);
void unlock_hidden (void);
int try_hidden (void);
void table_lock (struct table *);
void table_unlock (struct table *);
int table_try (struct table *);
int table_lock_if (struct table *, int wanted);
int table_size (struct table *);
void table_wait (struct table *);
void table_unlock_hidden (struct table *);
void table_change (struct table *, int n);
