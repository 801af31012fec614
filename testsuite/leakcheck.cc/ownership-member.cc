/* Member functions whose bodies are elsewhere get their object: not what stands
   beside it in the object it is a member of, unless it is a base.  */

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

class meter
{
public:
  void tick () noexcept;
  void watch (FILE *) noexcept;

private:
  long m_count = 0;
};

struct session
{
  FILE *log;
  meter in, out;
};

int
leak_beside_member (const char *path)
{
  session s;
  s.log = std::fopen (path, "r"); /* { dg-warning "'s.log' might not be closed|'s.log' is never closed" } */
  if (!s.log)
    return -1;
  s.in.tick ();
  s.out.tick ();
  return 0;
}

int
clean_beside_member (const char *path)
{
  session s;
  s.log = std::fopen (path, "r");
  if (!s.log)
    return -1;
  s.in.tick ();
  std::fclose (s.log);
  s.out.tick ();
  return 0;
}

int
clean_given_to_member (const char *path)
{
  session s;
  s.log = std::fopen (path, "r");
  if (!s.log)
    return -1;
  s.in.watch (s.log);
  return 0;
}

/* The whole object is reached through its own member functions.  */
struct whole
{
  FILE *log;
  meter in;
  void attach () noexcept;
};

int
clean_given_to_whole (const char *path)
{
  whole w;
  w.log = std::fopen (path, "r");
  if (!w.log)
    return -1;
  w.attach ();
  return 0;
}

/* What a base is told, the class that it is a base of may know.  */
class counted
{
public:
  void enlist () noexcept;

private:
  long m_references = 0;
};

struct listed : counted
{
  int fd;
};

int
clean_given_to_base (const char *path)
{
  listed *l = new listed;
  l->fd = open (path, O_RDONLY);
  if (l->fd < 0)
    {
      delete l;
      return -1;
    }
  l->enlist ();
  return 0;
}

/* One after the other in the object, the first is passed by pointer.  */
void enroll (meter *) noexcept;

int
leak_member_in_loop (const char *path, int n)
{
  session s;
  s.log = std::fopen (path, "r"); /* { dg-warning "'s.log' might not be closed" } */
  if (!s.log)
    return -1;
  for (int i = 0; i < n; i++)
    s.out.tick ();
  if (n > 3)
    return 3;
  std::fclose (s.log);
  return 0;
}

/* A member function that never returns ends all.  */
class panic
{
public:
  [[noreturn]] void now () noexcept;
  void count () noexcept { m_n++; }

private:
  int m_n = 0;
};

struct guarded
{
  int fd;
  panic p;
};

int
clean_member_never_returns (const char *path, int n)
{
  guarded g;
  g.fd = open (path, O_RDONLY);
  if (g.fd < 0)
    return -1;
  g.p.count ();
  if (n < 0)
    g.p.now ();
  close (g.fd);
  return 0;
}
