/* Containers whose types have names of the program's own, and hold strings.  */

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <list>
#include <map>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

struct conn
{
  int fd;
  std::string peer;
};

using conns = std::vector<conn>;
using files = std::vector<FILE *>;
typedef std::map<std::string, FILE *> by_name;

static int
make ()
{
  return ::socket (AF_INET, SOCK_STREAM, 0);
}

int
leak_pushed (int n)
{
  conns v;
  int fd = make (); /* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  return v.size () + n;
}

int
clean_pushed ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  for (const conn &c : v)
    close (c.fd);
  return v.size ();
}

int
clean_copied ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  for (auto c : v)
    close (c.fd);
  return v.size ();
}

int
clean_bound ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  for (auto &[f, name] : v)
    close (f);
  return v.size ();
}

static void
shut (conn &c)
{
  close (c.fd);
}

static void
shut_all (conns &v)
{
  for (auto &c : v)
    close (c.fd);
}

int
clean_given ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.emplace_back (conn{ fd, "p" });
  shut (v.back ());
  return 0;
}

int
clean_all_given ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.emplace_back (conn{ fd, "p" });
  shut_all (v);
  return 0;
}

int
clean_for_each ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  std::for_each (v.begin (), v.end (), [] (conn &c) { close (c.fd); });
  return 0;
}

int
clean_find ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  auto it = std::find_if (v.begin (), v.end (), [] (const conn &c) { return c.peer == "p"; });
  if (it != v.end ())
    close (it->fd);
  return 0;
}

conns
clean_returned (int n)
{
  conns v;
  for (int i = 0; i < n; i++)
    {
      int fd = make ();
      if (fd < 0)
        break;
      v.push_back ({ fd, std::to_string (i) });
    }
  return v;
}

int
leak_loop (int n)
{
  conns v;
  for (int i = 0; i < n; i++)
    {
      int fd = make (); /* { dg-warning "'fd' is never closed" } */
      if (fd < 0)
        break;
      v.push_back ({ fd, std::to_string (i) });
    }
  return v.size ();
}

int
clean_index (int n)
{
  conns v;
  for (int i = 0; i < n; i++)
    {
      int fd = make ();
      if (fd < 0)
        break;
      v.push_back ({ fd, std::to_string (i) });
    }
  for (size_t i = 0; i < v.size (); i++)
    close (v[i].fd);
  return 0;
}

static conns kept;

int
clean_moved ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  kept = std::move (v);
  return 0;
}

int
clean_swapped ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  kept.swap (v);
  return 0;
}

int
clean_inserted ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "p" });
  kept.insert (kept.end (), v.begin (), v.end ());
  return 0;
}

int
leak_files ()
{
  files v;
  FILE *f = std::tmpfile (); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  v.push_back (f);
  return v.size ();
}

int
clean_files ()
{
  files v;
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  v.push_back (f);
  while (!v.empty ())
    {
      std::fclose (v.back ());
      v.pop_back ();
    }
  return 0;
}

int
leak_by_name ()
{
  by_name m;
  FILE *f = std::tmpfile (); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  m["a"] = f;
  return m.size ();
}

int
clean_by_name ()
{
  by_name m;
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  m["a"] = f;
  for (by_name::iterator i = m.begin (); i != m.end (); ++i)
    std::fclose (i->second);
  return 0;
}

int
clean_front ()
{
  std::list<conn> l;
  int fd = make ();
  if (fd < 0)
    return -1;
  l.push_front ({ fd, "x" });
  conn &c = l.front ();
  close (c.fd);
  return 0;
}

int
clean_taken ()
{
  std::list<conn> l;
  int fd = make ();
  if (fd < 0)
    return -1;
  l.push_front ({ fd, "x" });
  conn c = std::move (l.front ());
  l.pop_front ();
  close (c.fd);
  return 0;
}

int
clean_pointer ()
{
  conns v;
  int fd = make ();
  if (fd < 0)
    return -1;
  v.push_back ({ fd, "x" });
  for (conn *p = v.data (); p != v.data () + v.size (); p++)
    close (p->fd);
  return 0;
}
