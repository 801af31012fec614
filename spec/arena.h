/* Arenas: memory that is freed as a whole.

   All in analysis/ and spec/ that lives as long as a specification, a unit or a graph is
   allocated in an arena.  They replace obstacks: inside cc1 the symbols _obstack_* are those
   of the compiler's own libiberty, whose structures differ from the C library's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ARENA_H
#define LK_ARENA_H

#include <stddef.h>
#include "checking.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lk_arena;

/* Never NULL: if memory is exhausted, lk_set_out_of_memory's handler is called.  */
struct lk_arena *lk_arena_new (void);
/* Free the arena and all that was allocated in it.  NULL is allowed.  */
void lk_arena_free (struct lk_arena *);
/* Free all that was allocated in the arena, which is empty then but keeps one chunk: for
   repeated use.  */
void lk_arena_clear (struct lk_arena *);

/* SIZE zeroed bytes, aligned for any type; distinct and never NULL, also for
   a SIZE of 0.  */
void *lk_arena_alloc (struct lk_arena *, size_t size);
/* Room for COUNT members of SIZE bytes; the product is checked.  */
void *lk_arena_alloc_array (struct lk_arena *, size_t count, size_t size);
/* Copies, with a NUL appended.  */
char *lk_arena_strdup (struct lk_arena *, const char *);
char *lk_arena_strndup (struct lk_arena *, const char *, size_t length);

/* Bytes the arena holds from the system.  */
size_t lk_arena_bytes (const struct lk_arena *);

/* malloc and realloc that do not fail, for what must grow in place; to be freed with free.  */
void *lk_xmalloc (size_t size);
void *lk_xrealloc (void *, size_t size);

/* HANDLER is called if memory is exhausted, with the size requested.  It must not return
   (exit, longjmp).  NULL restores the default: "leakcheck: out of memory" on stderr and exit
   (1), as the compiler's own xmalloc does.  */
void lk_set_out_of_memory (void (*handler) (size_t size));

/* The same for the calling thread alone, while others run: the handler leaves the thread's
   work by longjmp, and must not end the process.  */
void lk_set_thread_out_of_memory (void (*handler) (void *data, size_t size),
				  void *data);
/* SIZE bytes cannot be allocated: call the handler.  Does not return.  */
void lk_out_of_memory (size_t size) __attribute__ ((noreturn));

/* For tests: the allocation after COUNT more ones fails (negative: none).  */
void lk_fail_allocation_after (long count);

#ifdef __cplusplus
}
#endif
#endif /* LK_ARENA_H */
