/* A lambda has a copy of a descriptor, and so has what is given to poll (): how poll () answers says
   nothing of what the lambda has.  */

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

bool
leak_ready (const char *fifo, int tries)
{
  int fd = ::open (fifo, O_RDONLY | O_NONBLOCK); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return false;
  auto finish = [fd] (bool result) { ::close (fd); return result; };
  struct pollfd pfd = { fd, POLLIN, 0 };
  while (tries-- > 0)
    {
      int n = ::poll (&pfd, 1, 1000);
      if (n < 0)
	return false;
      if (n > 0)
	return finish (true);
    }
  return finish (false);
}

bool
clean_ready (const char *fifo, int tries)
{
  int fd = ::open (fifo, O_RDONLY | O_NONBLOCK);
  if (fd < 0)
    return false;
  auto finish = [fd] (bool result) { ::close (fd); return result; };
  struct pollfd pfd = { fd, POLLIN, 0 };
  while (tries-- > 0)
    {
      int n = ::poll (&pfd, 1, 1000);
      if (n < 0)
	return finish (false);
      if (n > 0)
	return finish (true);
    }
  return finish (false);
}
