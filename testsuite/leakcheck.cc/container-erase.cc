/* What is erased from a local container by an iterator.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <map>
#include <vector>
#include <list>
#include <unistd.h>
#include <fcntl.h>
struct conn { int fd, last; bool pump (int) noexcept { return fd > last; } };
int leak_rounds (int rounds)
{
  std::map<int, conn *> conns;
  for (int r = 0; r < rounds; r++)
    {
      conns[r] = new conn {r, 0}; /* { dg-warning "might not be deleted" } */
      for (auto it = conns.begin (); it != conns.end ();)
        {
	  conn *c = it->second;
	  if (!c->pump (r))
	    {
	      delete c;
	      it = conns.erase (it);
	    }
	  else if (r - c->last > 10)
	    it = conns.erase (it);
	  else
	    ++it;
	}
    }
  for (auto &kv : conns)
    delete kv.second;
  return 0;
}
int clean_rounds (int rounds)
{
  std::map<int, conn *> conns;
  for (int r = 0; r < rounds; r++)
    {
      conns[r] = new conn {r, 0};
      for (auto it = conns.begin (); it != conns.end ();)
        {
	  conn *c = it->second;
	  if (!c->pump (r) || r - c->last > 10)
	    {
	      delete c;
	      it = conns.erase (it);
	    }
	  else
	    ++it;
	}
    }
  for (auto &kv : conns)
    delete kv.second;
  return 0;
}
int clean_fetch (const char *name, int n)
{
  std::map<int, FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (name, "r"))
      all[i] = f;
  auto it = all.find (3);
  int c = 0;
  if (it != all.end ())
    {
      FILE *f = it->second;
      all.erase (it);
      c = fgetc (f);
      fclose (f);
    }
  for (auto &kv : all)
    fclose (kv.second);
  return c;
}
int leak_drop (const char *name, int n)
{
  std::list<int> fds;
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY); /* { dg-warning "might not be closed" } */
      if (fd >= 0)
        fds.push_back (fd);
    }
  for (auto it = fds.begin (); it != fds.end ();)
    if (lseek (*it, 0, SEEK_END) == 0)
      it = fds.erase (it);
    else
      ++it;
  for (int fd : fds)
    close (fd);
  return 0;
}
int clean_drop (const char *name, int n)
{
  std::list<int> fds;
  for (int i = 0; i < n; i++)
    fds.push_back (open (name, O_RDONLY));
  for (auto it = fds.begin (); it != fds.end ();)
    if (*it < 0)
      it = fds.erase (it);
    else
      ++it;
  for (int fd : fds)
    close (fd);
  return 0;
}
int clean_front (const char *name, int n)
{
  std::vector<int> fds;
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY);
      if (fd >= 0)
        fds.push_back (fd);
      if (fds.size () > 4)
        {
	  close (fds.front ());
	  fds.erase (fds.begin ());
	}
    }
  for (int fd : fds)
    close (fd);
  return 0;
}
