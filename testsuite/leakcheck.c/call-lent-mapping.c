/* Text that is mapped and lent to a function that nobody knows.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

uint32_t sum_of (const uint8_t *, size_t);
void keep (uint8_t *, size_t);
struct view { const char *text; };
struct view *view_of (const char *);

uint32_t
leak_sum (int fd, size_t n)
{
  void *p = mmap (NULL, n, PROT_READ, MAP_PRIVATE, fd, 0); /* { dg-warning "never unmapped" } */
  if (p == MAP_FAILED)
    return 0;
  return sum_of (p, n);
}

uint32_t
clean_sum (int fd, size_t n)
{
  void *p = mmap (NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED)
    return 0;
  uint32_t sum = sum_of (p, n);
  munmap (p, n);
  return sum;
}

void
clean_kept (int fd, size_t n)
{
  void *p = mmap (NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p != MAP_FAILED)
    keep (p, n);
}

struct view *
clean_view (int fd, size_t n)
{
  void *p = mmap (NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED)
    return NULL;
  return view_of (p);
}
