/* Who is given, in a constructor, what the destructor will release, has not got it.  And what is
   read twice from a variable is the same handle.  */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

int shake (int) noexcept;
int shakes () noexcept;
void keep (int) noexcept;
bool fill (void *, int) noexcept;
bool fill_other (void *, int) noexcept;
void use (void *);

class leak_wheel
{
public:
  explicit leak_wheel (const char *tty)
  {
    fd_ = open (tty, O_RDWR); /* { dg-warning "might not be closed" } */
    if (fd_ < 0)
      throw std::runtime_error (tty);
    slots_ = shake (fd_);
    if (slots_ <= 0)
      throw std::runtime_error ("no slots");
  }
  leak_wheel (const leak_wheel &) = delete;
  ~leak_wheel ()
  {
    if (fd_ >= 0)
      close (fd_);
  }

private:
  int fd_ = -1, slots_ = 0;
};

class clean_wheel
{
public:
  explicit clean_wheel (const char *tty)
  {
    fd_ = open (tty, O_RDWR);
    if (fd_ < 0)
      throw std::runtime_error (tty);
    slots_ = shake (fd_);
    if (slots_ <= 0)
      {
	close (fd_);
	throw std::runtime_error ("no slots");
      }
  }
  clean_wheel (const clean_wheel &) = delete;
  ~clean_wheel ()
  {
    if (fd_ >= 0)
      close (fd_);
  }

private:
  int fd_ = -1, slots_ = 0;
};

/* The constructor takes it back out.  */
class clean_given
{
public:
  explicit clean_given (const char *tty)
  {
    fd_ = open (tty, O_RDWR);
    keep (fd_);
    fd_ = -1;
    if (shakes ())
      throw std::runtime_error (tty);
  }
  clean_given (const clean_given &) = delete;
  ~clean_given ()
  {
    if (fd_ >= 0)
      close (fd_);
  }

private:
  int fd_ = -1;
};

/* Or somebody else is to close it.  */
class clean_elsewhere
{
public:
  explicit clean_elsewhere (const char *tty)
  {
    fd_ = open (tty, O_RDWR);
    keep (fd_);
    if (shakes ())
      throw std::runtime_error (tty);
  }
  clean_elsewhere (const clean_elsewhere &) = delete;
  ~clean_elsewhere () { std::puts ("gone"); }

private:
  int fd_ = -1;
};

void
use_all (const char *tty)
{
  leak_wheel a (tty);
  clean_wheel b (tty);
  clean_given c (tty);
  clean_elsewhere d (tty);
}

/* ---- Read twice.  ---- */

int
leak_filled (int n)
{
  void *room = nullptr;
  if (posix_memalign (&room, 64, n) != 0) /* { dg-warning "'room' might not be freed" } */
    return -1;
  if (!fill (room, n))
    return -1;
  int first = *static_cast<char *> (room);
  free (room);
  return first;
}

int
clean_filled (int n)
{
  void *room = nullptr;
  if (posix_memalign (&room, 64, n) != 0)
    return -1;
  if (!fill (room, n))
    {
      free (room);
      return -1;
    }
  int first = *static_cast<char *> (room);
  free (room);
  return first;
}

/* Another one is in the variable then.  */
int
clean_filled_again (int n)
{
  void *room = malloc (n);
  if (!room || !fill_other (room, n))
    return -1;
  room = malloc (n);
  free (room);
  return 0;
}

int
leak_thrown (int n)
{
  void *room = nullptr;
  if (posix_memalign (&room, 64, n) != 0) /* { dg-warning "'room' might not be freed" } */
    throw std::runtime_error ("no room");
  for (int i = 0; i < n; i++)
    use (room);
  free (room);
  return 0;
}

/* ---- A truth value that was made of another one, and given on.  ---- */

static bool
put (FILE *f, const char *text, bool last)
{
  bool good = std::fputs (text, f) >= 0;
  if (last)
    good = std::fclose (f) == 0 && good;
  return good;
}

bool
clean_last (const char *name, bool more)
{
  FILE *f = std::fopen (name, "w");
  if (!f)
    return false;
  bool good = put (f, "a", !more);
  if (more)
    good = put (f, "b", true) && good;
  return good;
}

bool
leak_last (const char *name, bool more, bool other)
{
  FILE *f = std::fopen (name, "w"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return false;
  bool good = put (f, "a", !more);
  if (more && other)
    good = put (f, "b", true) && good;
  return good;
}
