/* A priority queue of pointers: a binary heap in an array that belongs to the caller, who makes
   room in it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PRIORITY_H
#define LK_PRIORITY_H

#include <stdbool.h>
#include <stdint.h>

/* Return true if A is to be taken before B; DATA is the queue's.  The order must be strict.  */
typedef bool lk_comes_before (const void *a, const void *b, const void *data);

/* Add ITEM to QUEUE, which has *N items and room for one more.  */
static inline void
lk_priority_add (void **queue, uint32_t *n, void *item, lk_comes_before *before, const void *data)
{
  uint32_t i = (*n)++;
  for (; i > 0 && before (item, queue[(i - 1) / 2], data); i = (i - 1) / 2)
    queue[i] = queue[(i - 1) / 2];
  queue[i] = item;
}

/* Remove the first of the *N items of QUEUE, of which there is at least one, and return it.  */
static inline void *
lk_priority_take (void **queue, uint32_t *n, lk_comes_before *before, const void *data)
{
  void *first = queue[0], *last = queue[--*n];
  uint32_t i = 0;
  for (uint32_t child; (child = 2 * i + 1) < *n; i = child)
    {
      if (child + 1 < *n && before (queue[child + 1], queue[child], data))
	child++;
      if (!before (queue[child], last, data))
	break;
      queue[i] = queue[child];
    }
  queue[i] = last;
  return first;
}

#endif /* LK_PRIORITY_H */
