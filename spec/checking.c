/* Failed checks, and memory that must not be used any more: see checking.h.

   Freed memory stays allocated, filled with LK_POISON, until 1,024 later chunks or 16 MiB have
   been freed, too: it is not reused at once, so that a read of it finds poison (a pointer made
   of that faults), and a write to it is noticed at the latest when it is returned to the
   system.  If valgrind's header is installed, valgrind is notified as well, and reports the
   place of the use.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "checking.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
lk_check_failed (const char *file, int line, const char *condition)
{
  fprintf (stderr, "leakcheck: %s:%d: check failed: %s\n", file, line, condition);
  abort ();
}

#if LK_CHECKING

#if defined __has_include
#if __has_include (<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif
#ifndef VALGRIND_MAKE_MEM_NOACCESS
#define VALGRIND_MAKE_MEM_NOACCESS(MEMORY, SIZE) ((void) (MEMORY), (void) (SIZE))
#define VALGRIND_MAKE_MEM_UNDEFINED(MEMORY, SIZE) ((void) (MEMORY), (void) (SIZE))
#define VALGRIND_MAKE_MEM_DEFINED(MEMORY, SIZE) ((void) (MEMORY), (void) (SIZE))
#define RUNNING_ON_VALGRIND 0
#endif

#define LATE_KEPT 1024
#define LATE_BYTES_KEPT ((size_t) 16 << 20)

/* Process-wide, as malloc is: freed, but not yet given back; the oldest at FIRST.  */
static struct { unsigned char *memory; size_t size; } late[LATE_KEPT];
static unsigned first_late, n_late;
static size_t late_bytes;
static atomic_flag late_busy = ATOMIC_FLAG_INIT;

void
lk_poison (void *memory, size_t size)
{
  if (!size)
    return;
  /* Some of it may not have been in use.  */
  (void) VALGRIND_MAKE_MEM_UNDEFINED (memory, size);
  memset (memory, LK_POISON, size);
  (void) VALGRIND_MAKE_MEM_NOACCESS (memory, size);
}

void
lk_unpoison (void *memory, size_t size)
{
  (void) VALGRIND_MAKE_MEM_UNDEFINED (memory, size);
}

size_t
lk_arena_gap (void)
{
  return RUNNING_ON_VALGRIND ? 16 : 0;
}

/* The oldest is free for the system.  */

static void
free_oldest (void)
{
  unsigned char *memory = late[first_late].memory;
  size_t size = late[first_late].size;
  (void) VALGRIND_MAKE_MEM_DEFINED (memory, size);
  for (size_t i = 0; i < size; i++)
    if (memory[i] != LK_POISON)
      lk_check_failed (__FILE__, __LINE__, "nothing is written to memory that was freed");
  free (memory);
  late_bytes -= size;
  first_late = (first_late + 1) % LATE_KEPT;
  n_late--;
}

void
lk_free_late (void *memory, size_t size)
{
  if (!memory)
    return;
  lk_poison (memory, size);
  while (atomic_flag_test_and_set_explicit (&late_busy, memory_order_acquire))
    continue;
  while (n_late && (n_late == LATE_KEPT || late_bytes + size > LATE_BYTES_KEPT))
    free_oldest ();
  unsigned at = (first_late + n_late++) % LATE_KEPT;
  late[at].memory = memory;
  late[at].size = size;
  late_bytes += size;
  atomic_flag_clear_explicit (&late_busy, memory_order_release);
}

#endif /* LK_CHECKING */
