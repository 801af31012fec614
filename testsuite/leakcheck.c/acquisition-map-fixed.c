/* Mappings over parts of another one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>
#include <sys/mman.h>

/* One buffer, twice in a row.  */
void *
clean_ring (int fd, size_t n)
{
  char *base = mmap (NULL, 2 * n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return NULL;
  for (int i = 0; i < 2; i++)
    if (mmap (base + i * n, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0)
	== MAP_FAILED)
      {
	munmap (base, 2 * n);
	return NULL;
      }
  return base;
}

void *
leak_ring (int fd, size_t n)
{
  char *base = mmap (NULL, 2 * n, PROT_NONE, /* { dg-warning "'base' might not be unmapped" } */
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return NULL;
  for (int i = 0; i < 2; i++)
    if (mmap (base + i * n, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0)
	== MAP_FAILED)
      return NULL;
  return base;
}

int
leak_plain (int fd, size_t n)
{
  char *all = mmap (NULL, n, PROT_READ, MAP_SHARED, fd, 0);	/* { dg-warning "'all' is never" } */
  return all == MAP_FAILED ? -1 : *all;
}
