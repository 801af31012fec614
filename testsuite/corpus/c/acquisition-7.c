/* Corpus, acquisition: more of the C library.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <wchar.h>
#include <search.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/mman.h>
#include <mntent.h>
#include <pwd.h>
#include <time.h>

extern int set_option (const char *k, const char *v);
extern int send_text (int fd, const char *s, size_t n);
extern int quiet;

/* 1 getline loop */
int
load_options (const char *path)
{
  FILE *f = fopen (path, "r");
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  int lineno = 0;

  if (!f)
    return -errno;
  while ((n = getline (&line, &cap, f)) != -1)	/* { dg-warning "leak" } */
    {
      char *eq;
      lineno++;
      if (n > 0 && line[n - 1] == '\n')
	line[n - 1] = 0;
      if (!*line || *line == '#')
	continue;
      eq = strchr (line, '=');
      if (!eq)
	{
	  fclose (f);
	  return -lineno;
	}
      *eq++ = 0;
      set_option (line, eq);
    }
  free (line);
  fclose (f);
  return 0;
}

int
load_options_ok (const char *path)
{
  FILE *f = fopen (path, "r");
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  int lineno = 0, rc = 0;

  if (!f)
    return -errno;
  while ((n = getline (&line, &cap, f)) > 0)
    {
      char *eq;
      lineno++;
      if (line[n - 1] == '\n')
	line[n - 1] = 0;
      if (!*line || *line == '#')
	continue;
      eq = strchr (line, '=');
      if (!eq)
	{
	  rc = -lineno;
	  break;
	}
      *eq++ = 0;
      set_option (line, eq);
    }
  free (line);
  fclose (f);
  return rc;
}

/* 2 asprintf */
int
set_prefixed (const char *pfx, const char *k, const char *v)
{
  char *full;
  int rc;
  if (asprintf (&full, "%s.%s", pfx, k) < 0)	/* { dg-warning "leak" } */
    return -ENOMEM;
  if (*v == 0)
    return -EINVAL;
  rc = set_option (full, v);
  free (full);
  return rc;
}

int
set_prefixed_ok (const char *pfx, const char *k, const char *v)
{
  char *full = NULL;
  int rc = -ENOMEM;
  if (asprintf (&full, "%s.%s", pfx, k) != -1)
    {
      rc = *v ? set_option (full, v) : -EINVAL;
      free (full);
    }
  return rc;
}

/* 3 asprintf chained */
char *
build_path (int n, const char *const *parts)
{
  char *r = strdup ("");
  for (int i = 0; r && i < n; i++)
    {
      char *t;
      if (asprintf (&t, "%s/%s", r, parts[i]) < 0)
	t = NULL;
      free (r);
      r = t;
    }
  return r;
}

char *
build_path_bad (int n, const char *const *parts)
{
  char *r = strdup ("");	/* { dg-warning "leak" } */
  for (int i = 0; r && i < n; i++)
    {
      char *t;
      if (asprintf (&t, "%s/%s", r, parts[i]) < 0)	/* { dg-warning "leak" } */
	return NULL;
      r = t;
    }
  return r;
}

/* 4 open_memstream */
char *
render (const char **v, int n, size_t *len)
{
  char *buf = NULL;
  FILE *m = open_memstream (&buf, len);
  if (!m)
    return NULL;
  for (int i = 0; i < n; i++)
    fprintf (m, "%s;", v[i]);
  if (fclose (m) != 0)
    {
      free (buf);
      return NULL;
    }
  return buf;
}

int
send_list (int fd, const char **v, int n)
{
  char *buf = NULL;
  size_t len = 0;
  FILE *m = open_memstream (&buf, &len);	/* { dg-warning "leak" } */
  int rc;
  if (!m)
    return -1;
  for (int i = 0; i < n; i++)
    fprintf (m, "%s;", v[i]);
  fclose (m);
  if (len == 0)
    return 0;
  rc = send_text (fd, buf, len);
  free (buf);
  return rc;
}

/* 5 posix_memalign */
int
read_block (int fd, off_t off, char *dst)
{
  void *b;
  if (posix_memalign (&b, 4096, 4096))	/* { dg-warning "leak" } */
    return -ENOMEM;
  if (pread (fd, b, 4096, off) != 4096)
    return -EIO;
  memcpy (dst, b, 4096);
  free (b);
  return 0;
}

int
read_block_ok (int fd, off_t off, char *dst)
{
  void *b = NULL;
  int rc = posix_memalign (&b, 4096, 4096);
  if (rc != 0)
    return -rc;
  rc = pread (fd, b, 4096, off) == 4096 ? 0 : -EIO;
  if (!rc)
    memcpy (dst, b, 4096);
  free (b);
  return rc;
}

/* 6 realpath, NULL buffer or caller's */
bool
same_file (const char *a, const char *b)
{
  char *ra = realpath (a, NULL);
  char *rb = realpath (b, NULL);
  bool r = ra && rb && strcmp (ra, rb) == 0;
  free (ra);
  free (rb);
  return r;
}

bool
under_root (const char *root, const char *p)
{
  char buf[4096];
  char *r = realpath (root, buf);	/* not allocated */
  char *q;
  if (!r)
    return false;
  q = realpath (p, NULL);	/* { dg-warning "leak" } */
  if (!q)
    return false;
  if (strlen (q) < strlen (r))
    return false;
  bool ok = strncmp (q, r, strlen (r)) == 0;
  free (q);
  return ok;
}

/* 7 getcwd / get_current_dir_name */
int
in_dir (const char *d, int (*fn) (void))
{
  char *old = getcwd (NULL, 0);	/* { dg-warning "leak" } */
  int rc;
  if (!old)
    return -1;
  if (chdir (d) < 0)
    return -1;
  rc = fn ();
  if (chdir (old) < 0)
    rc = -1;
  free (old);
  return rc;
}

int
in_dir_ok (const char *d, int (*fn) (void))
{
  char buf[4096];
  int rc;
  if (!getcwd (buf, sizeof buf) || chdir (d) < 0)
    return -1;
  rc = fn ();
  if (chdir (buf) < 0)
    rc = -1;
  return rc;
}

/* 8 saved fd: redirect and restore */
int
with_stdout_to (const char *path, void (*fn) (void))
{
  int saved, fd;
  fd = open (path, O_WRONLY | O_CREAT, 0644);
  if (fd < 0)
    return -1;
  saved = dup (1);	/* { dg-warning "leak" } */
  if (saved < 0)
    {
      close (fd);
      return -1;
    }
  if (dup2 (fd, 1) < 0)
    {
      close (fd);
      return -1;
    }
  close (fd);
  fn ();
  fflush (stdout);
  dup2 (saved, 1);
  close (saved);
  return 0;
}

int
with_stdout_to_ok (const char *path, void (*fn) (void))
{
  int saved, fd, rc = -1;
  fd = open (path, O_WRONLY | O_CREAT, 0644);
  if (fd < 0)
    return -1;
  saved = fcntl (1, F_DUPFD_CLOEXEC, 10);
  if (saved >= 0)
    {
      if (dup2 (fd, 1) >= 0)
	{
	  fn ();
	  fflush (stdout);
	  rc = dup2 (saved, 1) < 0 ? -1 : 0;
	}
      close (saved);
    }
  close (fd);
  return rc;
}

/* 9 daemonise: /dev/null on 0..2 */
int
daemonise (void)
{
  int fd = open ("/dev/null", O_RDWR);
  if (fd < 0)
    return -1;
  dup2 (fd, 0);
  dup2 (fd, 1);
  dup2 (fd, 2);
  if (fd > 2)
    close (fd);
  return setsid () < 0 ? -1 : 0;
}

int
daemonise_bad (void)
{
  int fd = open ("/dev/null", O_RDWR);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  if (setsid () < 0)
    return -1;
  dup2 (fd, 0);
  dup2 (fd, 1);
  dup2 (fd, 2);
  if (fd > 2)
    close (fd);
  return 0;
}

/* 10 freopen, tmpfile, setvbuf, putenv */
int
set_tz (const char *tz)
{
  char *s = malloc (strlen (tz) + 4);
  if (!s)
    return -1;
  sprintf (s, "TZ=%s", tz);
  if (putenv (s) != 0)
    {
      free (s);
      return -1;
    }
  tzset ();
  return 0;
}

int
set_tz_bad (const char *tz)
{
  char *s = malloc (strlen (tz) + 4);	/* { dg-warning "leak" } */
  if (!s)
    return -1;
  sprintf (s, "%s", tz);
  if (setenv ("TZ", s, 1) != 0)
    {
      free (s);
      return -1;
    }
  tzset ();
  return 0;
}

/* 11 tmpfile spool, mntent */
FILE *
spool (int fd)
{
  FILE *t = tmpfile ();
  char b[4096];
  ssize_t n;
  if (!t)
    return NULL;
  while ((n = read (fd, b, sizeof b)) > 0)
    if (fwrite (b, 1, n, t) != (size_t) n)
      goto bad;
  if (n < 0)
    goto bad;
  rewind (t);
  return t;
bad:
  fclose (t);
  return NULL;
}

bool
is_mounted (const char *dir)
{
  FILE *m = setmntent ("/proc/mounts", "r");	/* { dg-warning "leak" } */
  struct mntent *e;
  if (!m)
    return false;
  while ((e = getmntent (m)))
    if (strcmp (e->mnt_dir, dir) == 0)
      return true;
  endmntent (m);
  return false;
}
