/* Who stops in the middle of releasing what a container holds loses the rest.  */

#include <cstdio>
#include <fcntl.h>
#include <list>
#include <map>
#include <queue>
#include <string>
#include <unistd.h>
#include <vector>

bool enter (int fd) noexcept;

struct call
{
  std::string to;
  int n = 0;
};
bool bill (const call &) noexcept;

bool
leak_entered (const std::vector<std::string> &all)
{
  std::vector<int> fds;
  for (const auto &s : all)
    {
      int fd = open (s.c_str (), O_RDONLY); /* { dg-warning "might not be closed" } */
      if (fd >= 0)
	fds.push_back (fd);
    }
  for (int fd : fds)
    {
      if (!enter (fd))
	{
	  close (fd);
	  return false;
	}
      close (fd);
    }
  return true;
}

bool
clean_entered (const std::vector<std::string> &all)
{
  std::vector<int> fds;
  for (const auto &s : all)
    {
      int fd = open (s.c_str (), O_RDONLY);
      if (fd >= 0)
	fds.push_back (fd);
    }
  bool ok = true;
  for (int fd : fds)
    {
      if (ok && !enter (fd))
	ok = false;
      close (fd);
    }
  return ok;
}

unsigned
leak_billed (const std::vector<std::string> &all)
{
  std::queue<call *> pending;
  for (const auto &s : all)
    {
      call *c = new call; /* { dg-warning "might not be deleted" } */
      c->to = s;
      pending.push (c);
    }
  unsigned done = 0;
  while (!pending.empty ())
    {
      call *c = pending.front ();
      pending.pop ();
      if (!bill (*c))
	{
	  delete c;
	  break;
	}
      ++done;
      delete c;
    }
  return done;
}

unsigned
clean_billed (const std::vector<std::string> &all)
{
  std::queue<call *> pending;
  for (const auto &s : all)
    {
      call *c = new call;
      c->to = s;
      pending.push (c);
    }
  unsigned done = 0;
  while (!pending.empty ())
    {
      call *c = pending.front ();
      pending.pop ();
      if (!bill (*c))
	{
	  delete c;
	  break;
	}
      ++done;
      delete c;
    }
  for (; !pending.empty (); pending.pop ())
    delete pending.front ();
  return done;
}

int
leak_root (const std::vector<int> &tips)
{
  std::vector<call *> work;
  for (int t : tips)
    work.push_back (new call { {}, t }); /* { dg-warning "might not be deleted" } */
  while (!work.empty ())
    {
      call *w = work.back ();
      work.pop_back ();
      if (w->n > 100)
	{
	  int id = w->n;
	  delete w;
	  return id;
	}
      if (++w->n == 7)
	delete w;
      else
	work.push_back (w);
    }
  return 0;
}

int
clean_root (const std::vector<int> &tips)
{
  std::vector<call *> work;
  for (int t : tips)
    work.push_back (new call { {}, t });
  int id = 0;
  while (!work.empty ())
    {
      call *w = work.back ();
      work.pop_back ();
      if (w->n > 100)
	id = w->n;
      else if (++w->n != 7)
	{
	  work.push_back (w);
	  continue;
	}
      delete w;
    }
  return id;
}

/* The rest is released behind it.  */
int
clean_rest (const std::vector<std::string> &all)
{
  std::list<FILE *> open_files;
  for (const auto &s : all)
    if (FILE *f = fopen (s.c_str (), "r"))
      open_files.push_back (f);
  int found = -1;
  for (auto i = open_files.begin (); i != open_files.end ();)
    {
      int c = fgetc (*i);
      if (c == EOF)
	{
	  fclose (*i);
	  i = open_files.erase (i);
	  continue;
	}
      if (c == '#')
	{
	  found = c;
	  break;
	}
      ++i;
    }
  for (FILE *f : open_files)
    fclose (f);
  return found;
}

int
clean_both (const std::vector<std::string> &all)
{
  std::map<std::string, FILE *> m;
  for (const auto &s : all)
    if (!m.count (s))
      m[s] = fopen (s.c_str (), "r");
  bool failed = false;
  for (auto &[name, f] : m)
    if (f && fclose (f) != 0)
      failed = true;
  return failed ? -1 : 0;
}

/* Unwinding: what was opened before the one that failed.  */
bool
clean_unwound (const std::vector<std::string> &all, std::vector<int> &out)
{
  std::vector<int> fds;
  for (const auto &s : all)
    {
      int fd = open (s.c_str (), O_RDONLY);
      if (fd < 0)
	{
	  for (int o : fds)
	    close (o);
	  return false;
	}
      fds.push_back (fd);
    }
  out.swap (fds);
  return true;
}

int
leak_first (const std::vector<std::string> &all)
{
  std::vector<int> fds;
  for (const auto &s : all)
    fds.push_back (open (s.c_str (), O_RDONLY)); /* { dg-warning "might not be closed" } */
  for (size_t i = 0; i < fds.size (); i++)
    {
      char c;
      ssize_t n = read (fds[i], &c, 1);
      close (fds[i]);
      if (n == 1)
	return c;
    }
  return -1;
}

int
clean_index (const std::vector<std::string> &all)
{
  std::vector<int> fds;
  for (const auto &s : all)
    fds.push_back (open (s.c_str (), O_RDONLY));
  int first = -1;
  for (size_t i = 0; i < fds.size (); i++)
    {
      char c;
      if (first < 0 && read (fds[i], &c, 1) == 1)
	first = c;
      close (fds[i]);
    }
  return first;
}

int
clean_index_rest (const std::vector<std::string> &all)
{
  std::vector<int> fds;
  for (const auto &s : all)
    fds.push_back (open (s.c_str (), O_RDONLY));
  for (size_t i = 0; i < fds.size (); i++)
    {
      char c;
      ssize_t n = read (fds[i], &c, 1);
      close (fds[i]);
      if (n == 1)
	{
	  while (++i < fds.size ())
	    close (fds[i]);
	  return c;
	}
    }
  return -1;
}

/* Oldest first, when there are too many.  */
void
clean_evicted (const std::vector<std::string> &all)
{
  std::list<FILE *> recent;
  for (const auto &s : all)
    {
      FILE *f = fopen (s.c_str (), "r");
      if (!f)
	continue;
      recent.push_front (f);
      if (recent.size () > 8)
	{
	  fclose (recent.back ());
	  recent.pop_back ();
	}
    }
  while (!recent.empty ())
    {
      fclose (recent.back ());
      recent.pop_back ();
    }
}

/* Winner and losers.  */
int
clean_winner (const std::vector<std::string> &all)
{
  std::vector<int> fds;
  for (const auto &s : all)
    {
      int fd = open (s.c_str (), O_RDONLY);
      if (fd >= 0)
	fds.push_back (fd);
    }
  int winner = -1;
  for (int fd : fds)
    if (winner < 0 && enter (fd))
      winner = fd;
    else
      close (fd);
  return winner;
}

/* It stops where there are no more.  */
int
clean_stopped (const std::vector<std::string> &all, int most)
{
  std::vector<FILE *> v;
  for (const auto &s : all)
    if (FILE *f = fopen (s.c_str (), "r"))
      v.push_back (f);
  int n = 0;
  while (!v.empty ())
    {
      FILE *f = v.back ();
      v.pop_back ();
      n++;
      fclose (f);
      if (n > most && v.empty ())
	break;
    }
  return n;
}
