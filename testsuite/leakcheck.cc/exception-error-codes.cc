/* A program of one file that returns numbers where it fails and mentions no
   exceptions: nobody reckons with them.  */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <unistd.h>

void trace (const char *, int);
int checksum (const char *, int);

enum status { ok, no_memory, no_file };

struct block
{
  block *next;
  int size;
};

static block *
new_block (int size)
{
  block *b = static_cast <block *> (std::malloc (sizeof (block)));
  if (b)
    b->size = size;
  return b;
}

static void
free_chain (block *b)
{
  while (b)
    {
      block *next = b->next;
      std::free (b);
      b = next;
    }
}

status
clean_chain (int n)
{
  block *head = nullptr;
  for (int i = 0; i < n; i++)
    {
      block *b = new_block (i);
      if (!b)
	{
	  free_chain (head);
	  return no_memory;
	}
      b->next = head;
      head = b;
    }
  trace ("chain", n);
  free_chain (head);
  return ok;
}

status
clean_traced (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return no_file;
  trace (path, 1);
  close (fd);
  return ok;
}

status
leak_traced (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return no_file;
  trace (path, 1);
  if (fsync (fd) != 0)
    return no_file;
  close (fd);
  return ok;
}

int
clean_checksum (int n)
{
  char *text = new (std::nothrow) char[n];
  if (!text)
    return -1;
  text[0] = 0;
  int sum = checksum (text, n);
  delete[] text;
  return sum;
}

int
leak_checksum (int n)
{
  char *text = new (std::nothrow) char[n]; /* { dg-warning "'text' might not be deleted" } */
  if (!text)
    return -1;
  text[0] = 0;
  int sum = checksum (text, n);
  if (sum < 0)
    return -1;
  delete[] text;
  return sum;
}

struct file
{
  int fd;
  int length () const { return static_cast <int> (lseek (fd, 0, SEEK_END)); }
  bool valid () const { return fd >= 0; }
};

status
clean_member (const char *path)
{
  file f = { open (path, O_RDONLY) };
  if (!f.valid ())
    return no_file;
  trace ("length", f.length ());
  close (f.fd);
  return ok;
}
