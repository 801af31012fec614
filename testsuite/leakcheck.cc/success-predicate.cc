/* Whether a number is a descriptor, asked by a function of the program.  */

#include <fcntl.h>
#include <unistd.h>

static bool valid (int fd) { return fd >= 0; }
static bool failed (int fd) { return fd < 0; }
static bool valid_at (const int *fd) { return *fd > -1; }
static bool not_valid (int fd) { return !valid (fd); }
static bool standard (int fd) { return fd <= 2; }

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

class file
{
public:
  explicit file (const char *path) : fd_ (open (path, O_RDONLY)) {}
  bool valid () const { return fd_ >= 0; }
  bool operator! () const { return !valid (); }
  explicit operator bool () const { return valid (); }
  int get () const { return fd_; }
  void shut () { if (valid ()) close (fd_); fd_ = -1; }

private:
  int fd_;
};

int
clean_member (const char *path)
{
  file f (path);
  if (!f.valid ())
    return -1;
  close (f.get ());
  return 0;
}

int
clean_operator (const char *path)
{
  file f (path);
  if (!f)
    return -1;
  f.shut ();
  return 0;
}

int
leak_member (const char *path)
{
  file f (path);	/* { dg-warning "never closed" } */
  if (f.valid ())
    return -1;
  close (f.get ());
  return 0;
}

int
leak_bool (const char *path)
{
  file f (path);	/* { dg-warning "never closed" } */
  return f ? 0 : -1;
}

int
clean_shut (const char *path)
{
  file f (path);
  f.shut ();
  return 0;
}
