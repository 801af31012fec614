/* Corpus, loss: files.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

extern int parse_line (const char *line, void *ctx);
extern void log_msg (const char *fmt, ...);
extern int verbose;

/* 1 */
int
count_lines (const char *path)
{
  FILE *fp;
  char buf[1024];
  int n = 0;

  fp = fopen (path, "r");	/* { dg-warning "leak" } */
  if (fp == NULL)
    {
      perror (path);
      return -1;
    }
  while (fgets (buf, sizeof buf, fp) != NULL)
    {
      if (strchr (buf, '\n') == NULL && !feof (fp))
	{
	  log_msg ("%s: line too long\n", path);
	  return -1;
	}
      n++;
    }
  fclose (fp);
  return n;
}

int
count_words (const char *path)
{
  FILE *fp;
  int c, in = 0, n = 0;

  if (!(fp = fopen (path, "r")))
    return -1;
  while ((c = getc (fp)) != EOF)
    {
      if (c == ' ' || c == '\n')
	in = 0;
      else if (!in)
	{
	  in = 1;
	  n++;
	}
    }
  if (ferror (fp))
    {
      fclose (fp);
      return -1;
    }
  fclose (fp);
  return n;
}

/* 2 */
int
copy_file (const char *src, const char *dst)
{
  int in, out;
  char buf[8192];
  ssize_t n;

  in = open (src, O_RDONLY);	/* { dg-warning "leak" } */
  if (in < 0)
    return -errno;
  out = open (dst, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (out < 0)
    return -errno;
  while ((n = read (in, buf, sizeof buf)) > 0)
    if (write (out, buf, n) != n)
      break;
  close (in);
  close (out);
  return n == 0 ? 0 : -EIO;
}

int
copy_file_ok (const char *src, const char *dst)
{
  int in = -1, out = -1, rc = -1;
  char buf[8192];
  ssize_t n;

  if ((in = open (src, O_RDONLY)) == -1)
    goto done;
  if ((out = open (dst, O_WRONLY | O_CREAT | O_TRUNC, 0644)) == -1)
    goto done;
  while ((n = read (in, buf, sizeof buf)) > 0)
    {
      ssize_t off = 0;
      while (off < n)
	{
	  ssize_t w = write (out, buf + off, n - off);
	  if (w < 0)
	    {
	      if (errno == EINTR)
		continue;
	      goto done;
	    }
	  off += w;
	}
    }
  rc = n == 0 ? 0 : -1;
done:
  if (out != -1 && close (out) == -1)
    rc = -1;
  if (in != -1)
    close (in);
  return rc;
}

/* 3: bool ok variable */
bool
read_header (const char *path, unsigned char hdr[16])
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);	/* { dg-warning "leak" } */
  bool ok = fd >= 0;

  if (!ok)
    return false;
  if (read (fd, hdr, 16) != 16)
    return false;
  if (memcmp (hdr, "HDR1", 4) != 0)
    ok = false;
  close (fd);
  return ok;
}

bool
read_trailer (const char *path, unsigned char *tr)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool opened = (fd != -1);
  bool ok = opened;

  if (ok)
    ok = lseek (fd, -16, SEEK_END) >= 0;
  if (ok)
    ok = read (fd, tr, 16) == 16;
  if (opened)
    close (fd);
  return ok;
}

/* 4: continue loses */
int
scan_configs (char **paths, int n)
{
  int total = 0;
  for (int i = 0; i < n; i++)
    {
      char line[256];
      FILE *f = fopen (paths[i], "re");	/* { dg-warning "leak" } */
      if (!f)
	continue;
      if (!fgets (line, sizeof line, f))
	continue;
      if (line[0] != '#')
	total += parse_line (line, NULL);
      fclose (f);
    }
  return total;
}

int
scan_configs_ok (char **paths, int n)
{
  int total = 0;
  for (int i = 0; i < n; i++)
    {
      char line[256];
      FILE *f = fopen (paths[i], "re");
      if (!f)
	continue;
      if (!fgets (line, sizeof line, f))
	goto next;
      if (line[0] == '#')
	goto next;
      total += parse_line (line, NULL);
    next:
      fclose (f);
    }
  return total;
}

/* 5: correlated flag */
int
dump_stats (const int *v, size_t n, const char *outname)
{
  FILE *out = stdout;
  int need_close = 0;

  if (outname && strcmp (outname, "-") != 0)
    {
      out = fopen (outname, "w");	/* { dg-warning "leak" } */
      if (!out)
	return -1;
      need_close = 1;
    }
  for (size_t i = 0; i < n; i++)
    {
      if (fprintf (out, "%d\n", v[i]) < 0)
	return -1;
    }
  if (need_close)
    fclose (out);
  return 0;
}

int
dump_stats_ok (const int *v, size_t n, const char *outname)
{
  FILE *out = stdout;
  int need_close = 0, rc = 0;

  if (outname && strcmp (outname, "-") != 0)
    {
      out = fopen (outname, "w");
      if (!out)
	return -1;
      need_close = 1;
    }
  for (size_t i = 0; i < n && rc == 0; i++)
    if (fprintf (out, "%d\n", v[i]) < 0)
      rc = -1;
  if (need_close)
    {
      if (fclose (out) != 0)
	rc = -1;
    }
  else
    fflush (out);
  return rc;
}

/* 6: out compared with stdout at the end */
int
cat_files (int argc, char **argv)
{
  int rc = 0;
  for (int i = 1; i < argc; i++)
    {
      FILE *in = strcmp (argv[i], "-") == 0 ? stdin : fopen (argv[i], "r");
      int c;
      if (in == NULL)
	{
	  perror (argv[i]);
	  rc = 1;
	  continue;
	}
      while ((c = getc (in)) != EOF)
	putchar (c);
      if (in != stdin)
	fclose (in);
    }
  return rc;
}

int
cat_files_bad (int argc, char **argv)
{
  int rc = 0;
  for (int i = 1; i < argc; i++)
    {
      const char *n = argv[i];
      FILE *in = strcmp (n, "-") == 0 ? stdin : fopen (n, "r"); /* { dg-warning "leak" } */
      int c;
      if (in == NULL)
	{
	  perror (argv[i]);
	  rc = 1;
	  continue;
	}
      while ((c = getc (in)) != EOF)
	if (putchar (c) == EOF)
	  return 2;
      if (in != stdin)
	fclose (in);
    }
  return rc;
}

/* 7: fdopen failing */
FILE *
open_private (const char *name)
{
  int fd = open (name, O_RDWR | O_CREAT | O_EXCL, 0600);	/* { dg-warning "leak" } */
  if (fd < 0)
    return NULL;
  return fdopen (fd, "w+");
}

FILE *
open_private_ok (const char *name)
{
  FILE *fp;
  int fd = open (name, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (fd < 0)
    return NULL;
  fp = fdopen (fd, "w+");
  if (fp == NULL)
    {
      int saved = errno;
      close (fd);
      unlink (name);
      errno = saved;
    }
  return fp;
}

/* 8: mkstemp, rename, error path of fchmod */
int
atomic_write (const char *path, const void *data, size_t len, mode_t mode)
{
  char tmp[4096];
  int fd;

  if (snprintf (tmp, sizeof tmp, "%s.XXXXXX", path) >= (int) sizeof tmp)
    return -1;
  fd = mkstemp (tmp);		/* { dg-warning "leak" } */
  if (fd == -1)
    return -1;
  if (fchmod (fd, mode) != 0)
    {
      unlink (tmp);
      return -1;
    }
  if (write (fd, data, len) != (ssize_t) len || fsync (fd) != 0)
    {
      close (fd);
      unlink (tmp);
      return -1;
    }
  if (close (fd) != 0)
    {
      unlink (tmp);
      return -1;
    }
  return rename (tmp, path);
}

int
atomic_write_ok (const char *path, const void *data, size_t len, mode_t mode)
{
  char tmp[4096];
  int fd, e;

  if (snprintf (tmp, sizeof tmp, "%s.XXXXXX", path) >= (int) sizeof tmp)
    return -1;
  if ((fd = mkstemp (tmp)) == -1)
    return -1;
  if (fchmod (fd, mode) || write (fd, data, len) != (ssize_t) len || fsync (fd))
    goto fail;
  if (close (fd) != 0)
    {
      fd = -1;
      goto fail;
    }
  if (rename (tmp, path) == 0)
    return 0;
  fd = -1;
fail:
  e = errno;
  if (fd >= 0)
    close (fd);
  unlink (tmp);
  errno = e;
  return -1;
}

/* 9: retry loop on EINTR */
int
open_retry (const char *path, int flags)
{
  int fd;
  do
    fd = open (path, flags | O_CLOEXEC, 0666);
  while (fd < 0 && errno == EINTR);
  return fd;
}

int
open_regular (const char *path)
{
  int fd;
  struct stat st;
  do
    fd = open (path, O_RDONLY | O_NONBLOCK);	/* { dg-warning "leak" } */
  while (fd < 0 && errno == EINTR);
  if (fd < 0)
    return -1;
  if (fstat (fd, &st) < 0)
    {
      close (fd);
      return -1;
    }
  if (!S_ISREG (st.st_mode))
    {
      errno = EINVAL;
      return -1;
    }
  return fd;
}

int
open_regular_ok (const char *path, off_t *size)
{
  int fd;
  struct stat st;

  fd = open_retry (path, O_RDONLY);
  if (fd < 0)
    return fd;
  if (fstat (fd, &st) < 0 || !S_ISREG (st.st_mode))
    {
      close (fd);
      return -1;
    }
  *size = st.st_size;
  return fd;
}

/* 10: wait: overwritten in a search loop */
FILE *
find_config (const char **dirs, const char *name)
{
  char buf[512];
  FILE *f = NULL;
  for (const char **d = dirs; *d; d++)
    {
      snprintf (buf, sizeof buf, "%s/%s", *d, name);
      f = fopen (buf, "r");	/* { dg-warning "leak" } */
      if (f && verbose)
	log_msg ("using %s\n", buf);
    }
  return f;
}

FILE *
find_config_ok (const char **dirs, const char *name)
{
  char buf[512];
  FILE *f = NULL;
  for (const char **d = dirs; *d && !f; d++)
    {
      snprintf (buf, sizeof buf, "%s/%s", *d, name);
      f = fopen (buf, "r");
    }
  if (f && verbose)
    log_msg ("using %s\n", buf);
  return f;
}

/* 11: switch with an early return */
int
load_by_format (const char *path, int fmt, int *out)
{
  FILE *f = fopen (path, "rb");	/* { dg-warning "leak" } */
  int rc = -1;
  if (!f)
    return -1;
  switch (fmt)
    {
    case 0:
      rc = fscanf (f, "%d", out) == 1 ? 0 : -1;
      break;
    case 1:
      rc = fread (out, sizeof *out, 1, f) == 1 ? 0 : -1;
      break;
    case 2:
      log_msg ("format 2 is obsolete\n");
      return -2;
    default:
      break;
    }
  fclose (f);
  return rc;
}

int
load_by_format_ok (const char *path, int fmt, int *out)
{
  FILE *f = fopen (path, "rb");
  int rc = -1;
  if (!f)
    return -1;
  switch (fmt)
    {
    case 0:
      rc = fscanf (f, "%d", out) == 1 ? 0 : -1;
      break;
    case 1:
      rc = fread (out, sizeof *out, 1, f) == 1 ? 0 : -1;
      break;
    case 2:
      log_msg ("format 2 is obsolete\n");
      fclose (f);
      return -2;
    case 3:
      fprintf (stderr, "bad format\n");
      exit (3);
    }
  fclose (f);
  return rc;
}
