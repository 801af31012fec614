/* Corpus, loss: leaks as system tools had them and fixed them (mount tables,
   block devices, sysfs, lock files, login records): each before and after.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

struct entry { char source[128], target[128]; };
struct table { struct entry entries[64]; int used; };

static int
parse_entry (const char *line, struct entry *e)
{
  return sscanf (line, "%127s %127s", e->source, e->target) == 2 ? 0 : -EINVAL;
}

/* 1: a malformed line ends the parser, the line buffer is lost.  */
int
table_parse_before (struct table *tb, FILE *f)
{
  char *line = NULL;
  size_t size = 0;

  while (getline (&line, &size, f) != -1)	/* { dg-warning "leak" } */
    {
      if (*line == '#' || *line == '\n')
	continue;
      if (tb->used == 64)
	break;
      int rc = parse_entry (line, &tb->entries[tb->used]);
      if (rc < 0)
	return rc;
      tb->used++;
    }
  free (line);
  return 0;
}

int
table_parse_after (struct table *tb, FILE *f)
{
  char *line = NULL;
  size_t size = 0;
  int rc = 0;

  while (getline (&line, &size, f) != -1)
    {
      if (*line == '#' || *line == '\n')
	continue;
      if (tb->used == 64)
	break;
      rc = parse_entry (line, &tb->entries[tb->used]);
      if (rc < 0)
	break;
      tb->used++;
    }
  free (line);
  return rc;
}

/* 2: the device is open, fstat fails.  */
int
device_size_before (const char *name, uint64_t *bytes)
{
  struct stat st;
  int fd = open (name, O_RDONLY | O_CLOEXEC);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -errno;
  if (fstat (fd, &st) != 0)
    return -errno;
  if (S_ISBLK (st.st_mode))
    {
      if (ioctl (fd, 0x80081272, bytes) < 0)
	{
	  close (fd);
	  return -1;
	}
    }
  else
    *bytes = st.st_size;
  close (fd);
  return 0;
}

int
device_size_after (const char *name, uint64_t *bytes)
{
  struct stat st;
  int rc = 0;
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -errno;
  if (fstat (fd, &st) != 0)
    rc = -errno;
  else if (!S_ISBLK (st.st_mode))
    *bytes = st.st_size;
  else if (ioctl (fd, 0x80081272, bytes) < 0)
    rc = -errno;
  close (fd);
  return rc;
}

/* 3: a partition is found in sysfs, its directory stays open.  */
int
find_partition_before (const char *disk, int partno, char *name, size_t size)
{
  char path[300];
  struct dirent *d;
  DIR *dir;

  snprintf (path, sizeof path, "/sys/block/%.200s", disk);
  dir = opendir (path);		/* { dg-warning "'dir' might not be closed" } */
  if (!dir)
    return -1;
  while ((d = readdir (dir)))
    {
      size_t n = strlen (disk);
      if (strncmp (d->d_name, disk, n) != 0)
	continue;
      if (atoi (d->d_name + n) == partno)
	{
	  snprintf (name, size, "%s", d->d_name);
	  return 0;
	}
    }
  closedir (dir);
  return 1;
}

int
find_partition_after (const char *disk, int partno, char *name, size_t size)
{
  char path[300];
  struct dirent *d;
  DIR *dir;
  int rc = 1;

  snprintf (path, sizeof path, "/sys/block/%.200s", disk);
  dir = opendir (path);
  if (!dir)
    return -1;
  while (rc && (d = readdir (dir)))
    {
      size_t n = strlen (disk);
      if (strncmp (d->d_name, disk, n) != 0)
	continue;
      if (atoi (d->d_name + n) == partno)
	{
	  snprintf (name, size, "%s", d->d_name);
	  rc = 0;
	}
    }
  closedir (dir);
  return rc;
}

/* 4: a path is built, used, and forgotten when the file is missing.  */
int
read_attribute_before (const char *dir, const char *attr, int *value)
{
  char *path;
  FILE *f;

  if (asprintf (&path, "%s/%s", dir, attr) < 0)	/* { dg-warning "'path' might not be freed" } */
    return -ENOMEM;
  f = fopen (path, "r");
  if (!f)
    return -errno;
  free (path);
  int rc = fscanf (f, "%d", value) == 1 ? 0 : -EINVAL;
  fclose (f);
  return rc;
}

int
read_attribute_after (const char *dir, const char *attr, int *value)
{
  char *path;
  FILE *f;

  if (asprintf (&path, "%s/%s", dir, attr) < 0)
    return -ENOMEM;
  f = fopen (path, "r");
  free (path);
  if (!f)
    return -errno;
  int rc = fscanf (f, "%d", value) == 1 ? 0 : -EINVAL;
  fclose (f);
  return rc;
}

/* 5: the lock is not available, its file stays open.  */
int
lock_file_before (const char *name)
{
  int fd = open (name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  while (flock (fd, LOCK_EX | LOCK_NB) < 0)
    {
      if (errno == EINTR)
	continue;
      return -1;
    }
  return fd;
}

int
lock_file_after (const char *name)
{
  int fd = open (name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0)
    return -1;
  while (flock (fd, LOCK_EX | LOCK_NB) < 0)
    {
      if (errno == EINTR)
	continue;
      close (fd);
      return -1;
    }
  return fd;
}

/* 6: a backup of a signature is written; the error path forgets the file.  */
int
backup_before (const char *base, const void *data, size_t len, off_t offset)
{
  char *name = NULL;
  int fd = -1;

  if (asprintf (&name, "%s-%jx.bak", base, (intmax_t) offset) < 0)
    return -1;
  fd = open (name, O_CREAT | O_WRONLY | O_EXCL, 0600);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    goto err;
  if (write (fd, data, len) != (ssize_t) len)
    goto err;
  close (fd);
  free (name);
  return 0;
err:
  fprintf (stderr, "%s: backup failed\n", name);
  free (name);
  return -1;
}

int
backup_after (const char *base, const void *data, size_t len, off_t offset)
{
  char *name = NULL;
  int fd = -1;

  if (asprintf (&name, "%s-%jx.bak", base, (intmax_t) offset) < 0)
    return -1;
  fd = open (name, O_CREAT | O_WRONLY | O_EXCL, 0600);
  if (fd < 0)
    goto err;
  if (write (fd, data, len) != (ssize_t) len)
    goto err;
  close (fd);
  free (name);
  return 0;
err:
  fprintf (stderr, "%s: backup failed\n", name);
  if (fd >= 0)
    close (fd);
  free (name);
  return -1;
}

/* 7: the superblock is too short.  */
int
probe_magic_before (int fd, const char *magic)
{
  unsigned char *block = malloc (4096);		/* { dg-warning "'block' might not be freed" } */
  if (!block)
    return -ENOMEM;
  ssize_t n = pread (fd, block, 4096, 65536);
  if (n < 0)
    {
      free (block);
      return -errno;
    }
  if (n < 4096)
    return 1;
  int rc = memcmp (block + 64, magic, 8) != 0;
  free (block);
  return rc;
}

int
probe_magic_after (int fd, const char *magic)
{
  int rc = 1;
  unsigned char *block = malloc (4096);
  if (!block)
    return -ENOMEM;
  ssize_t n = pread (fd, block, 4096, 65536);
  if (n < 0)
    rc = -errno;
  else if (n == 4096)
    rc = memcmp (block + 64, magic, 8) != 0;
  free (block);
  return rc;
}

/* 8: a record of the last login: no record, no close.  */
struct record { int64_t time; char line[32]; };

int
last_login_before (const char *name, unsigned uid, struct record *r)
{
  int fd = open (name, O_RDWR);		/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (lseek (fd, (off_t) uid * sizeof *r, SEEK_SET) == (off_t) -1)
    goto done;
  if (read (fd, r, sizeof *r) != sizeof *r || r->time == 0)
    return 0;
  printf ("last login: %s\n", r->line);
done:
  close (fd);
  return 1;
}

int
last_login_after (const char *name, unsigned uid, struct record *r)
{
  int rc = 1;
  int fd = open (name, O_RDWR);
  if (fd < 0)
    return -1;
  if (lseek (fd, (off_t) uid * sizeof *r, SEEK_SET) == (off_t) -1)
    goto done;
  if (read (fd, r, sizeof *r) != sizeof *r || r->time == 0)
    {
      rc = 0;
      goto done;
    }
  printf ("last login: %s\n", r->line);
done:
  close (fd);
  return rc;
}

/* 9: the name of a temporary file that could not be made.  */
FILE *
open_private_before (const char *dir, char **path)
{
  char *tmp;
  FILE *f;
  if (asprintf (&tmp, "%s/XXXXXX", dir) < 0)	/* { dg-warning "leak" } */
    return NULL;
  int fd = mkstemp (tmp);
  if (fd < 0)
    return NULL;
  f = fdopen (fd, "w+");
  if (!f)
    {
      close (fd);
      unlink (tmp);
      free (tmp);
      return NULL;
    }
  *path = tmp;
  return f;
}

FILE *
open_private_after (const char *dir, char **path)
{
  char *tmp;
  FILE *f;
  if (asprintf (&tmp, "%s/XXXXXX", dir) < 0)
    return NULL;
  int fd = mkstemp (tmp);
  if (fd < 0)
    {
      free (tmp);
      return NULL;
    }
  f = fdopen (fd, "w+");
  if (!f)
    {
      close (fd);
      unlink (tmp);
      free (tmp);
      return NULL;
    }
  *path = tmp;
  return f;
}

/* 10: fields of a half-built object when the last of them fails.  */
struct fs { char *source, *target, *options; };

struct fs *
fs_copy_before (const struct fs *from)
{
  struct fs *fs = calloc (1, sizeof *fs);
  if (!fs)
    return NULL;
  fs->source = strdup (from->source);	/* { dg-warning "leak" } */
  if (!fs->source)
    goto fail;
  fs->target = strdup (from->target);
  if (!fs->target)
    goto fail;
  return fs;
fail:
  free (fs);
  return NULL;
}

static void
fs_free (struct fs *fs)
{
  if (!fs)
    return;
  free (fs->source);
  free (fs->target);
  free (fs->options);
  free (fs);
}

struct fs *
fs_copy_after (const struct fs *from)
{
  struct fs *fs = calloc (1, sizeof *fs);
  if (!fs)
    return NULL;
  fs->source = strdup (from->source);
  if (!fs->source)
    goto fail;
  fs->target = strdup (from->target);
  if (!fs->target)
    goto fail;
  return fs;
fail:
  fs_free (fs);
  return NULL;
}
