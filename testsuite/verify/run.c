/* run.c: runs the programs in C that 'verify-generate' wrote, each with several
   sources of chance, and prints those that left something open, with the number
   of runs that did.

   usage: run-generated RUNS

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct res
{
  bool closed;
};

extern void (*const programs[]) (void);
extern const unsigned n_programs;
struct res *res_open (void);
struct res *res_try_open (void);
void res_close (struct res *r);
bool flip (void);
unsigned pick (void);

/* Resources of one run, which are told apart by where they stand; a run opens a
   few at most, as flip bounds its loops.  */
enum { MAX_OPEN = 65536 };
static struct res pool[MAX_OPEN];
static unsigned used;
static int open;
static uint64_t state;
static int fuel;

bool
flip (void)
{
  state = state * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return fuel-- > 0 && (state >> 40 & 1) != 0;
}

/* Linked in the place of free: a holder may be closed twice.  */
void __wrap_free (void *);
void
__wrap_free (void *memory)
{
  (void) memory;
}

unsigned
pick (void)
{
  return flip () ? 0 : flip () ? 1 : 2;
}

struct res *
res_open (void)
{
  if (used == MAX_OPEN)
    {
      fprintf (stderr, "a run opened more than %d resources\n", MAX_OPEN);
      exit (1);
    }
  struct res *r = &pool[used++];
  r->closed = false;
  open++;
  return r;
}

struct res *
res_try_open (void)
{
  return flip () ? NULL : res_open ();
}

void
res_close (struct res *r)
{
  if (r != NULL && !r->closed)
    {
      r->closed = true;
      open--;
    }
}

int
main (int argc, char **argv)
{
  unsigned runs = argc == 2 ? strtoul (argv[1], NULL, 10) : 0;
  for (unsigned i = 0; i < n_programs; i++)
    {
      unsigned leaks = 0;
      for (unsigned j = 0; j < runs; j++)
	{
	  state = i * UINT64_C (7919) + j;
	  fuel = 40;
	  open = 0;
	  used = 0;
	  flip ();
	  flip ();
	  programs[i] ();
	  leaks += open > 0;
	}
      if (leaks > 0)
	printf ("G%u %u\n", i, leaks);
    }
  return 0;
}
