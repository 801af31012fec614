/* Functions that return the address of a member of their object, whatever they do before: what is
   put there is put into the object.  */

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

class handle
{
  int tag = 0;
  int fd = -1;
public:
  handle () = default;
  handle (const handle &) = delete;
  ~handle () { reset (); }
  void reset ()
  {
    if (fd >= 0)
      close (fd);
    fd = -1;
  }
  int get () const { return fd; }
  int *out () { return &fd; }
  int *reset_and_out ()
  {
    reset ();
    return &fd;
  }
  int *counted ()
  {
    tag++;
    return &fd;
  }
};

static int
open_part (int number, int *fd)
{
  char name[40];
  snprintf (name, sizeof name, "part%d", number);
  int f = open (name, O_RDONLY);
  if (f < 0)
    return errno;
  *fd = f;
  return 0;
}

long
clean_parts (int n)
{
  handle h;
  long size = 0;
  for (int i = 0; i < n; i++)
    {
      if (open_part (i, h.reset_and_out ()))
	break;
      size += lseek (h.get (), 0, SEEK_END);
    }
  return size;
}

long
leak_parts (int n)
{
  handle h;
  long size = 0;
  for (int i = 0; i < n; i++)
    {
      if (open_part (i, h.out ()))	/* { dg-warning "might not be closed|never closed" } */
	break;
      size += lseek (h.get (), 0, SEEK_END);
    }
  return size;
}

long
leak_counted (int n)
{
  handle h;
  long size = 0;
  for (int i = 0; i < n; i++)
    {
      if (open_part (i, h.counted ()))	/* { dg-warning "might not be closed|never closed" } */
	break;
      size += lseek (h.get (), 0, SEEK_END);
    }
  return size;
}

int
clean_counted ()
{
  handle h;
  return open_part (1, h.counted ());
}

/* What is counted on in a loop is no member.  */
static int *
first_free (int *fds)
{
  while (*fds >= 0)
    fds++;
  return fds;
}

int
clean_first (int *fds)
{
  int *slot = first_free (fds);
  return open_part (1, slot);
}
