/* Checks of builds with --enable-checking, which also bring out uses of memory that has moved
   or was freed: it is filled with LK_POISON, kept for a while and then examined, arrays begin
   small and move whenever they grow, and valgrind learns which bytes are invalid.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CHECKING_H
#define LK_CHECKING_H

#include <stddef.h>
/* (The fuzzers are built without it.)  */
#if __has_include ("lk-config.h")
#include "lk-config.h"
#endif
#ifndef LK_CHECKING
#define LK_CHECKING 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Report on stderr that CONDITION, at LINE of FILE, does not hold, and abort.  */
void lk_check_failed (const char *file, int line, const char *condition)
  __attribute__ ((noreturn, cold));

/* CONDITION is an invariant; it must have no effect.  */
#if LK_CHECKING
#define LK_CHECK(CONDITION) \
  ((CONDITION) ? (void) 0 : lk_check_failed (__FILE__, __LINE__, #CONDITION))
#else
#define LK_CHECK(CONDITION) ((void) sizeof (!(CONDITION)))
#endif

/* A pointer made of these is no valid address.  */
#define LK_POISON 0xdb

/* Return the room that an array with room for ROOM members is to get next; FIRST if it has
   none.  A checking build lets small arrays grow by one.  */
static inline size_t
lk_more_room (size_t room, size_t first)
{
  if (LK_CHECKING && room < 16)
    return room + 1;
  return room ? room * 2 : first;
}

/* SIZE bytes at MEMORY, a part of an arena, are not used any more.  */
#if LK_CHECKING
void lk_poison (void *memory, size_t size);
#else
static inline void
lk_poison (void *memory, size_t size)
{
  (void) memory;
  (void) size;
}
#endif

#if LK_CHECKING
/* The SIZE bytes at MEMORY, of an arena, are in use again.  */
void lk_unpoison (void *memory, size_t size);
/* Poison the SIZE bytes at MEMORY, which malloc returned, and free them some time later.  */
void lk_free_late (void *memory, size_t size);
/* Return the number of bytes to be left unused after each object of an arena: some under
   valgrind, else none.  */
size_t lk_arena_gap (void);
#endif

#ifdef __cplusplus
}
#endif
#endif /* LK_CHECKING_H */
