/* Whether a number is a descriptor, asked by a function of the program.  */

#include <fcntl.h>
#include <unistd.h>

static int
valid (int fd)
{
  return fd >= 0;
}

static int
failed (int fd)
{
  return fd < 0;
}

static int
valid_at (const int *fd)
{
  return *fd > -1;
}

static int
not_valid (int fd)
{
  return !valid (fd);
}

static int
standard (int fd)
{
  return fd <= 2;
}


int
clean_valid (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (!valid (fd))
    return -1;
  close (fd);
  return 0;
}

int
leak_valid (const char *path)
{
  int fd = open (path, O_RDONLY);	/* { dg-warning "never closed" } */
  if (valid (fd))
    return 1;
  close (fd);
  return 0;
}

int
clean_failed (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (failed (fd))
    return -1;
  close (fd);
  return 0;
}

int
leak_failed (const char *path)
{
  int fd = open (path, O_RDONLY);	/* { dg-warning "'fd' is never closed" } */
  if (failed (fd))
    return -1;
  return 0;
}

int
clean_valid_at (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (!valid_at (&fd))
    return -1;
  close (fd);
  return 0;
}

int
clean_not_valid (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (not_valid (fd))
    return -1;
  close (fd);
  return 0;
}

int
leak_not_valid (const char *path)
{
  int fd = open (path, O_RDONLY);	/* { dg-warning "never closed" } */
  if (!not_valid (fd))
    return -1;
  close (fd);
  return 0;
}

int
leak_standard (const char *path)
{
  int fd = open (path, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (standard (fd))
    return -1;
  close (fd);
  return 0;
}
