/* Daemons fill the descriptors 0, 1 and 2 and do not look at what they get.  */
/* { dg-do compile } */

#include <fcntl.h>
#include <unistd.h>

/* Clean.  */
void
detach (void)
{
  close (0);
  close (1);
  close (2);
  open ("/dev/null", O_RDWR);
  dup (0);
  (void) dup (0);
}

/* Clean.  */
void
detach_in_loop (void)
{
  for (int i = 0; i < 3; i++)
    {
      close (i);
      open ("/dev/null", O_RDWR);
    }
}

/* Clean.  */
void
detach_by_name (void)
{
  int fd = open ("/dev/null", O_RDWR);
  if (fd < 0)
    return;
  dup2 (fd, 0);
  dup2 (fd, 1);
  if (fd > 1)
    close (fd);
}

/* Looked at, and lost.  */
int
try_null (void)
{
  int fd = open ("/dev/null", O_RDWR); /* { dg-warning "'fd' is never closed" } */
  return fd < 0 ? -1 : 0;
}

int
try_dup (int fd)
{
  return dup (fd) < 0 ? -1 : 0; /* { dg-warning "never closed" } */
}

/* A file is no device.  */
void
make_file (const char *name)
{
  open (name, O_CREAT | O_WRONLY, 0600); /* { dg-warning "never closed" } */
}

void
make_named_file (void)
{
  open ("/tmp/lock", O_CREAT | O_WRONLY, 0600); /* { dg-warning "never closed" } */
}
