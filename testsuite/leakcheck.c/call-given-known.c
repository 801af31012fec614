/* What a function makes of what it is given, those of its callers know that are here: not only
   a static function's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *
make (int kind)
{
  if (kind == 1)
    return malloc (16);
  return fopen ("/tmp/x", "r");
}

void
clean_memory (void)
{
  free (make (1));
}

void
clean_stream (void)
{
  FILE *f = make (2);
  if (f)
    fclose (f);
}

void
clean_either (int kind)
{
  void *p = make (kind);
  if (kind == 1)
    free (p);
  else if (p)
    fclose (p);
}

void
leak_stream (void)
{
  free (make (2)); /* { dg-warning "is never closed" } */
}

void
leak_either (int kind)
{
  void *p = make (kind); /* { dg-warning "might not be closed" } */
  if (kind == 1)
    free (p);
  else if (kind == 2 && p)
    fclose (p);
}

struct image
{
  unsigned char *pixels, *palette;
};

int
image_init (struct image *im, size_t n, bool indexed)
{
  memset (im, 0, sizeof *im);
  im->pixels = malloc (n);
  if (!im->pixels)
    return -1;
  if (!indexed)
    return 0;
  im->palette = malloc (768);
  if (im->palette)
    return 0;
  free (im->pixels);
  return -1;
}

int
clean_image (size_t n)
{
  struct image im;
  if (image_init (&im, n, false) < 0)
    return -1;
  memset (im.pixels, 1, n);
  int sum = im.pixels[0];
  free (im.pixels);
  return sum;
}

int
leak_image (size_t n)
{
  struct image im;
  if (image_init (&im, n, true) < 0) /* { dg-warning "is never freed" } */
    return -1;
  memset (im.pixels, 1, n);
  int sum = im.pixels[0];
  free (im.pixels);
  return sum;
}

/* A flag says who closes.  */
int
count_lines (int fd, bool close_it)
{
  int n = 0;
  char c;
  while (read (fd, &c, 1) == 1)
    n += c == '\n';
  if (close_it)
    close (fd);
  return n;
}

int
clean_count (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  return count_lines (fd, true);
}

int
clean_twice (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  int n = count_lines (fd, false);
  lseek (fd, 0, SEEK_SET);
  return n + count_lines (fd, true);
}

int
leak_count (const char *name)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  return count_lines (fd, false);
}
