/* Functions that nobody knows, and that answer 0 if all went well: who fails for anything else, and
   releases the handle otherwise, has only lent it.  */
/* { dg-do compile } */

#include <fcntl.h>
#include <unistd.h>

int prepare (int fd) noexcept;
int read_sample (int fd, double *value) noexcept;
int enqueue (int fd) noexcept;
int hand_over (int fd) noexcept;

int
lost_not_prepared (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (prepare (fd) != 0)
    return -2;
  close (fd);
  return 0;
}

int
lost_no_sample (const char *path, double *value)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (read_sample (fd, value))
    return -2;
  close (fd);
  return 0;
}

int
lost_otherwise (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (!(prepare (fd) == 0))
    return -2;
  close (fd);
  return 0;
}

int
clean_closed (const char *path, double *value)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (read_sample (fd, value) != 0)
    {
      close (fd);
      return -2;
    }
  close (fd);
  return 0;
}

int
clean_result (const char *path, double *value)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  int result = read_sample (fd, value) != 0 ? -2 : 0;
  close (fd);
  return result;
}

/* That is no failure: somebody else has it now.  */
int
clean_queued (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (enqueue (fd) != 0)
    return 1;
  close (fd);
  return 0;
}

bool
clean_taken (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return false;
  if (enqueue (fd))
    return true;
  close (fd);
  return false;
}

/* It never has it back.  */
int
clean_given (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (hand_over (fd) != 0)
    return -2;
  return 0;
}
