/* Arenas: memory that is given back whole.

   Everything in analysis/ and spec/ that lives as long as a specification, a
   unit or a graph comes from one of these.  They replace obstacks: inside
   cc1 the symbols _obstack_* are those of the compiler's own libiberty, whose
   structures differ from the C library's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_ARENA_H
#define LK_ARENA_H

#include <stddef.h>
#include "checking.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lk_arena;

/* Never NULL: see lk_set_out_of_memory for what happens when memory ends.  */
struct lk_arena *lk_arena_new (void);
/* Free the arena and all that came from it.  NULL is allowed.  */
void lk_arena_free (struct lk_arena *);
/* Free all that came from the arena, which is as new but keeps one chunk: for
   what is needed again and again.  */
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

/* malloc and realloc that do not fail, for what must grow in place; to be
   given back with free.  */
void *lk_xmalloc (size_t size);
void *lk_xrealloc (void *, size_t size);

/* Called when memory ends, with the size asked for.  Must not return (exit,
   longjmp).  NULL restores the default: "leakcheck: out of memory" on stderr
   and exit (1), as the compiler's own xmalloc does.  */
void lk_set_out_of_memory (void (*handler) (size_t size));

/* The same for the calling thread alone, while others run: it leaves what it
   was doing, as ending the process is not for it.  */
void lk_set_thread_out_of_memory (void (*handler) (void *data, size_t size),
				  void *data);
/* SIZE bytes cannot be had: call what was set.  Does not return.  */
void lk_out_of_memory (size_t size) __attribute__ ((noreturn));

/* For tests: the allocation after COUNT more ones fails (negative: none).  */
void lk_fail_allocation_after (long count);

#ifdef __cplusplus
}
#endif
#endif /* LK_ARENA_H */
