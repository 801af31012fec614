/* Arenas: memory that is given back whole.

   A list of malloc'ed chunks, the newest first.  Small objects are cut from
   the newest chunk; one that does not fit opens a new chunk, twice the size of
   the last one up to 64 KiB; one larger than a quarter of a chunk gets a chunk of
   its own, behind the newest, so that the rest of the newest is not wasted.
   A typical function's graph takes 5 KiB, so the first chunk is 4 KiB.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "arena.h"

#include <malloc.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CHUNK 4096
#define LARGEST_CHUNK 65536

struct chunk
{
  struct chunk *next;
  size_t size;			/* Of its data.  */
  alignas (max_align_t) char data[];
};

struct lk_arena
{
  struct chunk *chunks;
  char *free, *end;		/* The rest of the newest chunk.  */
  size_t chunk_size;		/* Of the next chunk.  */
  size_t bytes;
};

static void default_out_of_memory (size_t);

/* Process-wide on purpose: memory ends for all at once.  */
static void (*out_of_memory) (size_t) = default_out_of_memory;
static _Atomic long allocations_left = -1;

/* Of this thread, or NULL.  */
static _Thread_local struct
{
  void (*handler) (void *, size_t);
  void *data;
} thread_handler;

static void
default_out_of_memory (size_t size)
{
  fprintf (stderr, "leakcheck: out of memory allocating %zu bytes\n", size);
  exit (1);
}

void
lk_set_out_of_memory (void (*handler) (size_t size))
{
  out_of_memory = handler ? handler : default_out_of_memory;
}

void
lk_set_thread_out_of_memory (void (*handler) (void *, size_t), void *data)
{
  thread_handler.handler = handler;
  thread_handler.data = data;
}

void
lk_out_of_memory (size_t size)
{
  if (thread_handler.handler)
    thread_handler.handler (thread_handler.data, size);
  out_of_memory (size);
  abort ();
}

void
lk_fail_allocation_after (long count)
{
  allocations_left = count;
}

/* Return true if this allocation is the one that a test makes fail, on any thread.  Other code
   does not touch the counter, so the test costs nothing.  */

static bool
injected_failure (void)
{
  if (atomic_load_explicit (&allocations_left, memory_order_relaxed) < 0)
    return false;
  return atomic_fetch_sub (&allocations_left, 1) == 0;
}

/* As realloc; a checking build always moves.  */

static void *
move (void *old, size_t size)
{
#if LK_CHECKING
  void *memory = malloc (size);
  if (!memory)
    return NULL;
  size_t old_size = old ? malloc_usable_size (old) : 0;
  size_t kept = old_size < size ? old_size : size;
  memset ((char *) memory + kept, LK_POISON, size - kept);
  if (old)
    {
      memcpy (memory, old, kept);
      lk_free_late (old, old_size);
    }
  return memory;
#else
  return realloc (old, size);
#endif
}

void *
lk_xrealloc (void *old, size_t size)
{
  void *memory = NULL;
  if (!injected_failure ())
    memory = move (old, size ? size : 1);
  if (!memory)
    lk_out_of_memory (size);
  return memory;
}

void *
lk_xmalloc (size_t size)
{
  return lk_xrealloc (NULL, size);
}

/* CHUNK, or the whole of an arena, is not used any more.  */

static void
free_chunk (void *chunk, size_t size)
{
#if LK_CHECKING
  lk_free_late (chunk, size);
#else
  (void) size;
  free (chunk);
#endif
}

struct lk_arena *
lk_arena_new (void)
{
  struct lk_arena *arena = lk_xmalloc (sizeof *arena);
  memset (arena, 0, sizeof *arena);
  arena->chunk_size = FIRST_CHUNK;
  arena->bytes = sizeof *arena;
  return arena;
}

void
lk_arena_free (struct lk_arena *arena)
{
  if (!arena)
    return;
  struct chunk *next;
  for (struct chunk *chunk = arena->chunks; chunk; chunk = next)
    {
      next = chunk->next;
      free_chunk (chunk, sizeof *chunk + chunk->size);
    }
  free_chunk (arena, sizeof *arena);
}

void
lk_arena_clear (struct lk_arena *arena)
{
  struct chunk *newest = arena->chunks;
  /* Objects with a chunk of their own may stand first; they are not kept.  */
  while (newest && newest->data + newest->size != arena->end)
    {
      struct chunk *next = newest->next;
      free_chunk (newest, sizeof *newest + newest->size);
      newest = next;
    }
  struct chunk *next;
  for (struct chunk *chunk = newest ? newest->next : NULL; chunk; chunk = next)
    {
      next = chunk->next;
      free_chunk (chunk, sizeof *chunk + chunk->size);
    }
  arena->chunks = newest;
  arena->bytes = sizeof *arena;
  if (newest)
    {
      newest->next = NULL;
      arena->free = newest->data;
      lk_poison (newest->data, newest->size);
      arena->bytes += sizeof *newest + newest->size;
    }
}

/* A chunk with room for SIZE bytes.  */

static struct chunk *
new_chunk (struct lk_arena *arena, size_t size)
{
  if (size > SIZE_MAX - sizeof (struct chunk))
    lk_out_of_memory (size);
  struct chunk *chunk = lk_xmalloc (sizeof *chunk + size);
  chunk->size = size;
  arena->bytes += sizeof *chunk + size;
  lk_poison (chunk->data, size);
  return chunk;
}

/* The SIZE bytes at MEMORY, which are handed out now.  */

static void *
cleared (void *memory, size_t size)
{
#if LK_CHECKING
  lk_unpoison (memory, size);
#endif
  return memset (memory, 0, size);
}

void *
lk_arena_alloc (struct lk_arena *arena, size_t size)
{
  size_t align = alignof (max_align_t);
  if (size > SIZE_MAX - 2 * align)
    lk_out_of_memory (size);
  size_t wanted = size;
  size = size ? (size + align - 1) / align * align : align;
#if LK_CHECKING
  size += lk_arena_gap ();
#endif

  if (size > (size_t) (arena->end - arena->free))
    {
      if (size > arena->chunk_size / 4)
	{
	  struct chunk *own = new_chunk (arena, size);
	  if (arena->chunks)
	    {
	      own->next = arena->chunks->next;
	      arena->chunks->next = own;
	    }
	  else
	    {
	      own->next = NULL;
	      arena->chunks = own;
	    }
	  return cleared (own->data, wanted);
	}
      struct chunk *chunk
	= new_chunk (arena, arena->chunk_size - sizeof *chunk);
      chunk->next = arena->chunks;
      arena->chunks = chunk;
      arena->free = chunk->data;
      arena->end = chunk->data + (arena->chunk_size - sizeof *chunk);
      if (arena->chunk_size < LARGEST_CHUNK)
	arena->chunk_size *= 2;
    }

  void *memory = arena->free;
  arena->free += size;
  return cleared (memory, wanted);
}

void *
lk_arena_alloc_array (struct lk_arena *arena, size_t count, size_t size)
{
  if (size && count > SIZE_MAX / size)
    lk_out_of_memory (SIZE_MAX);
  return lk_arena_alloc (arena, count * size);
}

char *
lk_arena_strndup (struct lk_arena *arena, const char *text, size_t length)
{
  char *copy = lk_arena_alloc (arena, length + 1);
  memcpy (copy, text, length);
  return copy;
}

char *
lk_arena_strdup (struct lk_arena *arena, const char *text)
{
  return lk_arena_strndup (arena, text, strlen (text));
}

size_t
lk_arena_bytes (const struct lk_arena *arena)
{
  return arena->bytes;
}
