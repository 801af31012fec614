/* What GCC's own attributes and Clang's say: malloc (deallocator), cleanup,
   ownership_*, acquire_handle.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stddef.h>

struct thing;
void thing_free (struct thing *);
void thing_free_at (int, struct thing *);
struct thing *thing_new (void)
  __attribute__ ((malloc (thing_free), malloc (thing_free_at, 2)));
struct thing *thing_grow (struct thing *, size_t);
struct thing *thing_grow (struct thing *, size_t)
  __attribute__ ((malloc (thing_free), malloc (thing_grow)));
struct thing *thing_find (int) __attribute__ ((malloc));
void thing_use (struct thing *);

void *pool_get (int) __attribute__ ((ownership_returns (pool)));
void pool_put (void *) __attribute__ ((ownership_takes (pool, 1)));
void pool_store (void *) __attribute__ ((ownership_holds (pool, 1)));

int chan_open (int) __attribute__ ((acquire_handle ("channel")));
void chan_close (int c __attribute__ ((release_handle ("channel"))));

void
thing_lost (void)
{
  struct thing *t = thing_new (); /* { dg-warning "memory leak: 't' is never freed" } */
  if (t)			/* { dg-message "release it with 'thing_free" "" { target *-*-* } 0 } */
    t = NULL;
}

void
thing_freed (void)
{
  thing_free (thing_new ());
}

void
thing_freed_at (void)
{
  thing_free_at (1, thing_new ());
}

int
thing_grown (size_t n)
{
  struct thing *t = thing_new (), *u;
  if (!t)
    return -1;
  u = thing_grow (t, n);
  if (!u)
    {
      thing_free (t);
      return -1;
    }
  thing_free (u);
  return 0;
}

int
thing_grown_lost (size_t n)
{
  struct thing *t = thing_new (), *u; /* { dg-warning "'t' might not be freed" } */
  if (!t)
    return -1;
  u = thing_grow (t, n);
  if (!u)
    return -1;
  thing_free (u);
  return 0;
}

/* A plain malloc attribute speaks of aliases, not of ownership.  */
void
thing_found (void)
{
  struct thing *t = thing_find (1);
  if (t)
    t = NULL;
}

static void
clean (struct thing **t)
{
  thing_free (*t);
}

void
thing_cleaned (void)
{
  __attribute__ ((cleanup (clean))) struct thing *t = thing_new ();
  if (t)
    thing_use (NULL);
}

void
pool_lost (void)
{
  void *p = pool_get (1);	/* { dg-warning "'p' is never released" } */
  if (p)
    p = NULL;
}

void
pool_released (void)
{
  pool_put (pool_get (1));
  pool_store (pool_get (2));
}

void
channel_lost (void)
{
  int c = chan_open (1);	/* { dg-warning "'c' is never released" } */
  if (c)
    c = 0;
}

void
channel_released (void)
{
  chan_close (chan_open (1));
}
