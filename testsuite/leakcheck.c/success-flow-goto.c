/* Goto chains: each label undoes what was acquired above it, and a jump to
   the wrong label, or a plain return, skips an undoing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct image
{
  unsigned char *pixels;
  size_t size;
};

/* The classic ladder, complete.  */
int
copy_file (const char *from, const char *to)
{
  int ret = -1;
  ssize_t n;
  char buffer[4096];
  int in = open (from, O_RDONLY | O_CLOEXEC);
  if (in < 0)
    return -1;
  int out = open (to, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (out < 0)
    goto close_in;
  while ((n = read (in, buffer, sizeof buffer)) > 0)
    if (write (out, buffer, n) != n)
      goto close_out;
  if (n == 0)
    ret = 0;
close_out:
  close (out);
close_in:
  close (in);
  return ret;
}

/* The failing write jumps one label too far down.  */
int
copy_file_wrong_label (const char *from, const char *to)
{
  int ret = -1;
  ssize_t n;
  char buffer[4096];
  int in = open (from, O_RDONLY | O_CLOEXEC);
  if (in < 0)
    return -1;
  int out = open (to, O_WRONLY | O_CREAT | O_TRUNC, 0666);	/* { dg-warning "'out' might not be closed" } */
  if (out < 0)
    goto close_in;
  while ((n = read (in, buffer, sizeof buffer)) > 0)
    if (write (out, buffer, n) != n)
      goto close_in;
  if (n == 0)
    ret = 0;
  close (out);
close_in:
  close (in);
  return ret;
}

/* One label for all, handles preset to "none".  */
int
load_image (const char *name, struct image *img)
{
  int ret = -EIO;
  FILE *f = NULL;
  unsigned char *p = NULL;
  struct stat st;

  if (stat (name, &st) < 0)
    {
      ret = -errno;
      goto out;
    }
  f = fopen (name, "rb");
  if (!f)
    {
      ret = -errno;
      goto out;
    }
  p = malloc (st.st_size);
  if (!p)
    {
      ret = -ENOMEM;
      goto out;
    }
  if (fread (p, 1, st.st_size, f) != (size_t) st.st_size)
    goto out;
  img->pixels = p;
  img->size = st.st_size;
  p = NULL;
  ret = 0;
out:
  free (p);
  if (f)
    fclose (f);
  return ret;
}

/* The same, but the short read returns at once.  */
int
load_image_short_read (const char *name, struct image *img)
{
  int ret = -EIO;
  FILE *f = NULL;
  unsigned char *p = NULL;
  struct stat st;

  if (stat (name, &st) < 0)
    goto out;
  f = fopen (name, "rb");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    goto out;
  p = malloc (st.st_size);	/* { dg-warning "'p' might not be freed" } */
  if (!p)
    goto out;
  if (fread (p, 1, st.st_size, f) != (size_t) st.st_size)
    return -EIO;
  if (p[0] != 0x89)
    goto out;
  img->pixels = p;
  img->size = st.st_size;
  p = NULL;
  ret = 0;
out:
  free (p);
  if (f)
    fclose (f);
  return ret;
}

/* Success falls through the cleanup of the stream, only errors unlink.  */
int
save_atomically (const char *path, const char *text)
{
  char tmp[256];
  FILE *f;

  snprintf (tmp, sizeof tmp, "%s.tmp", path);
  f = fopen (tmp, "w");
  if (f == NULL)
    return -1;
  if (fputs (text, f) == EOF || fflush (f) == EOF)
    goto fail;
  if (fclose (f) == EOF)
    goto fail_closed;
  if (rename (tmp, path) < 0)
    goto fail_closed;
  return 0;
fail:
  fclose (f);
fail_closed:
  unlink (tmp);
  return -1;
}

/* The failing flush takes the label for a stream that is closed already.  */
int
save_atomically_leaky (const char *path, const char *text)
{
  char tmp[256];
  FILE *f;

  snprintf (tmp, sizeof tmp, "%s.tmp", path);
  f = fopen (tmp, "w");		/* { dg-warning "'f' might not be closed" } */
  if (f == NULL)
    return -1;
  if (fputs (text, f) == EOF)
    goto fail;
  if (fflush (f) == EOF)
    goto fail_closed;
  if (fclose (f) == EOF)
    goto fail_closed;
  if (rename (tmp, path) < 0)
    goto fail_closed;
  return 0;
fail:
  fclose (f);
fail_closed:
  unlink (tmp);
  return -1;
}

/* Backward jump: each attempt closes before it tries again.  */
int
open_with_magic (const char *const *names, int count)
{
  int i = 0, fd;
  char magic[4];

again:
  if (i == count)
    return -1;
  fd = open (names[i], O_RDONLY);
  if (fd < 0)
    {
      i++;
      goto again;
    }
  if (read (fd, magic, 4) == 4 && memcmp (magic, "\177ELF", 4) == 0)
    return fd;
  close (fd);
  i++;
  goto again;
}

/* Backward jump that forgets the descriptor of a file with wrong magic.  */
int
open_with_magic_leaky (const char *const *names, int count)
{
  int i = 0, fd;
  char magic[4];

again:
  if (i == count)
    return -1;
  fd = open (names[i], O_RDONLY);	/* { dg-warning "leak" } */
  if (fd >= 0 && read (fd, magic, 4) == 4
      && memcmp (magic, "\177ELF", 4) == 0)
    return fd;
  i++;
  goto again;
}

/* Three blocks of memory, the ladder lacks the middle one.  */
int
make_tables (int n, int *sum)
{
  int ret = -1;
  int *a, *b, *c;

  a = calloc (n, sizeof *a);
  if (!a)
    goto none;
  b = calloc (n, sizeof *b);	/* { dg-warning "'b' is never freed" } */
  if (!b)
    goto free_a;
  c = calloc (n, sizeof *c);
  if (!c)
    goto free_a;
  for (int i = 0; i < n; i++)
    {
      a[i] = i;
      b[i] = a[i] * 2;
      c[i] = b[i] + 1;
      *sum += c[i];
    }
  ret = 0;
  free (c);
free_a:
  free (a);
none:
  return ret;
}

/* The ladder with all rungs.  */
int
make_tables_clean (int n, int *sum)
{
  int ret = -1;
  int *a, *b, *c;

  a = calloc (n, sizeof *a);
  if (!a)
    goto none;
  b = calloc (n, sizeof *b);
  if (!b)
    goto free_a;
  c = calloc (n, sizeof *c);
  if (!c)
    goto free_b;
  for (int i = 0; i < n; i++)
    {
      a[i] = i;
      b[i] = a[i] * 2;
      c[i] = b[i] + 1;
      *sum += c[i];
    }
  ret = 0;
  free (c);
free_b:
  free (b);
free_a:
  free (a);
none:
  return ret;
}
