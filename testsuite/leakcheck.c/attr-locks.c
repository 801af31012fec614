/* The clause "locks" of an attribute: the function may release a lock that is held.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include "../../include/leakcheck.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void may_unlock (int) LEAKCHECK_CONTRACT ("locks");
void only_reads (int) LEAKCHECK_CONTRACT ("borrow");

int
clean (int k)
{
  pthread_mutex_lock (&mutex);
  may_unlock (k);
  if (k)
    return -1;
  pthread_mutex_unlock (&mutex);
  return 0;
}

int
leaky (int k)
{
  pthread_mutex_lock (&mutex); /* { dg-warning "'mutex' might not be released" } */
  only_reads (k);
  if (k)
    return -1;
  pthread_mutex_unlock (&mutex);
  return 0;
}
