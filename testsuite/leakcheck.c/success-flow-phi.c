/* Constants that meet at a join decide later about the release: error codes,
   "state" variables, and handles that carry "none" as a value.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* On error the socket is closed, on success it is the caller's.  */
int
connect_unix (const char *path, int *out)
{
  struct sockaddr_un sa = { .sun_family = AF_UNIX };
  int ret, fd;

  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -errno;
  if (strlen (path) >= sizeof sa.sun_path)
    {
      ret = -ENAMETOOLONG;
      goto out;
    }
  strcpy (sa.sun_path, path);
  if (connect (fd, (struct sockaddr *) &sa, sizeof sa) < 0)
    {
      ret = -1;
      goto out;
    }
  *out = fd;
  ret = 0;
out:
  if (ret < 0)
    close (fd);
  return ret;
}

/* The too long name sets a positive code: it is not closed.  */
int
connect_unix_leaky (const char *path, int *out)
{
  struct sockaddr_un sa = { .sun_family = AF_UNIX };
  int ret, fd;

  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (strlen (path) >= sizeof sa.sun_path)
    {
      ret = ENAMETOOLONG;
      goto out;
    }
  strcpy (sa.sun_path, path);
  if (connect (fd, (struct sockaddr *) &sa, sizeof sa) < 0)
    {
      ret = -1;
      goto out;
    }
  *out = fd;
  ret = 0;
out:
  if (ret < 0)
    close (fd);
  return ret;
}

/* A handle that carries its own "none".  */
ssize_t
read_some (const char *name, char *buffer, size_t size)
{
  ssize_t n = -1;
  int fd = -1;
  struct stat st;

  if (stat (name, &st) == 0 && S_ISREG (st.st_mode))
    fd = open (name, O_RDONLY);
  if (fd != -1)
    n = read (fd, buffer, size);
  if (fd != -1)
    close (fd);
  return n;
}

ssize_t
read_some_leaky (const char *name, char *buffer, size_t size)
{
  ssize_t n = 0;
  int fd = -1;
  struct stat st;

  if (stat (name, &st) == 0 && S_ISREG (st.st_mode))
    fd = open (name, O_RDONLY);		/* { dg-warning "'fd' might not be closed" } */
  if (fd != -1)
    n = read (fd, buffer, size);
  if (n > 0 && fd != -1)
    close (fd);
  return n;
}

/* "ok" is true only where everything went well.  */
char *
slurp (const char *name, size_t size)
{
  bool ok = false;
  char *p = malloc (size + 1);
  FILE *f = fopen (name, "r");
  if (!p || !f)
    goto done;
  size_t n = fread (p, 1, size, f);
  if (ferror (f))
    goto done;
  p[n] = '\0';
  ok = true;
done:
  if (f)
    fclose (f);
  if (!ok)
    {
      free (p);
      p = NULL;
    }
  return p;
}

/* Here the result is NULL although the block lives.  */
char *
slurp_leaky (const char *name, size_t size)
{
  bool ok = false;
  char *p = malloc (size + 1);	/* { dg-warning "'p' might not be freed|'p' is never freed" } */
  FILE *f = fopen (name, "r");
  if (!p || !f)
    goto done;
  size_t n = fread (p, 1, size, f);
  if (ferror (f))
    goto done;
  p[n] = '\0';
  ok = true;
done:
  if (f)
    fclose (f);
  return ok ? p : NULL;
}

/* A progress counter, as old code has it.  */
int
stages (const char *a, const char *b)
{
  int stage = 0, ret = -1;
  int fa = -1, fb = -1;

  fa = open (a, O_RDONLY);
  if (fa < 0)
    goto undo;
  stage = 1;
  fb = open (b, O_RDONLY);
  if (fb < 0)
    goto undo;
  stage = 2;
  ret = lseek (fa, 0, SEEK_END) == lseek (fb, 0, SEEK_END);
undo:
  switch (stage)
    {
    case 2:
      close (fb);
      /* Fall through.  */
    case 1:
      close (fa);
      /* Fall through.  */
    case 0:
      break;
    }
  return ret;
}

int
stages_leaky (const char *a, const char *b)
{
  int stage = 0, ret = -1;
  int fa = -1, fb = -1;

  fa = open (a, O_RDONLY);		/* { dg-warning "'fa' might not be closed" } */
  if (fa < 0)
    goto undo;
  stage = 1;
  fb = open (b, O_RDONLY);
  if (fb < 0)
    goto undo;
  stage = 2;
  ret = lseek (fa, 0, SEEK_END) == lseek (fb, 0, SEEK_END);
undo:
  switch (stage)
    {
    case 2:
      close (fb);
      break;
    case 1:
      close (fa);
      break;
    }
  return ret;
}

/* errno saved around the close.  */
int
check_size (const char *name, off_t *size)
{
  struct stat st;
  int err = 0;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -errno;
  if (fstat (fd, &st) < 0)
    err = errno;
  else
    *size = st.st_size;
  close (fd);
  return -err;
}

int
check_size_leaky (const char *name, off_t *size)
{
  struct stat st;
  int err = 0;
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -errno;
  if (fstat (fd, &st) < 0)
    err = errno;
  else
    *size = st.st_size;
  if (err)
    return -err;
  close (fd);
  return 0;
}

/* The result of the last step decides.  */
int
last_step (const char *name, int *out)
{
  int rc = 0;
  int fd = open (name, O_RDWR);
  if (fd == -1)
    return -1;
  rc = ftruncate (fd, 0);
  if (rc == 0)
    rc = fchmod (fd, 0600);
  if (rc == 0)
    *out = fd;
  if (rc != 0)
    close (fd);
  return rc;
}
