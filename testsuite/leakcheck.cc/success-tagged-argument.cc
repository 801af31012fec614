/* Structures that keep the argument by which their maker chose what to open.  */

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <sys/socket.h>
enum class Kind
{
  file,
  sock
};

struct Stream
{
  Kind k;

  union
  {
    FILE *f;
    int fd;
  };
};

struct Both
{
  Kind k;
  FILE *f;
  int fd;
};

Stream
make (Kind k, const char *p)
{
  Stream s;
  s.k = k;
  if (k == Kind::file)
    s.f = std::fopen (p, "r");
  else
    s.fd = ::socket (AF_INET, SOCK_STREAM, 0);
  return s;
}

Both
make2 (Kind k, const char *p)
{
  Both s;
  s.k = k;
  if (k == Kind::file)
    s.f = std::fopen (p, "r");
  else
    s.fd = ::socket (AF_INET, SOCK_STREAM, 0);
  return s;
}

void
drop (Stream &s)
{
  if (s.k == Kind::file)
    {
      if (s.f)
        std::fclose (s.f);
    }
  else if (s.fd >= 0)
    ::close (s.fd);
}

void
drop2 (Both &s)
{
  if (s.k == Kind::file)
    {
      if (s.f)
        std::fclose (s.f);
    }
  else if (s.fd >= 0)
    ::close (s.fd);
}

int
clean_1 (const char *p)
{
  Stream s = make (Kind::file, p);
  drop (s);
  return 0;
}

int
clean_2 (const char *p)
{
  Both s = make2 (Kind::file, p);
  drop2 (s);
  return 0;
}

int
clean_3 (const char *p, Kind k)
{
  Both s = make2 (k, p);
  drop2 (s);
  return 0;
}

int
clean_4 (const char *p)
{
  Both s = make2 (Kind::file, p);
  if (s.f)
    fclose (s.f);
  return 0;
}

int
leak_1 (const char *p)
{
  Stream s = make (Kind::file, p); /* { dg-warning "never closed" } */
  if (s.k == Kind::sock)
    ::close (s.fd);
  return 0;
}

int
leak_2 (const char *p, Kind k)
{
  Both s = make2 (k, p);
  /* { dg-warning "the file descriptor opened by 'make2' is never closed" "" { target *-*-* } .-1 } */
  if (s.k == Kind::file && s.f)
    std::fclose (s.f);
  return 0;
}

class Device
{
public:
  Device (Kind k, const char *p) : kind (k), f (nullptr), fd (-1)
  {
    if (k == Kind::file)
      f = std::fopen (p, "r");
    else
      fd = ::socket (AF_INET, SOCK_STREAM, 0);
  }

  ~Device ()
  {
    if (kind == Kind::file)
      {
        if (f)
          std::fclose (f);
      }
    else if (fd >= 0)
      ::close (fd);
  }

  Device (const Device &) = delete;

  bool
  ok () const
  {
    return kind == Kind::file ? f != nullptr : fd >= 0;
  }

private:
  Kind kind;
  FILE *f;
  int fd;
};

int
clean_device (const char *p)
{
  Device d (Kind::file, p);
  return d.ok () ? 0 : -1;
}

int
clean_any_device (const char *p, Kind k)
{
  Device d (k, p);
  return d.ok () ? 0 : -1;
}
