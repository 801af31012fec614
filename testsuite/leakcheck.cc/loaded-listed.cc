/* Objects that hold a handle and are put into a container later: what is lost before that.  */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <list>
#include <map>
#include <string>
#include <vector>
#include <unistd.h>

struct entry { int fd; FILE *log; int n; };
extern bool wanted (int) noexcept;
extern void listed (entry **) noexcept;

/* In a loop.  */
int
all (std::vector<entry *> &v, const char *const *names, int n)
{
  for (int i = 0; i < n; i++)
    {
      entry *e = new entry;
      e->fd = open (names[i], O_RDONLY);	/* { dg-warning "might not be closed" } */
      if (e->fd < 0)
	{
	  delete e;
	  continue;
	}
      if (!wanted (i))
	{
	  delete e;
	  continue;
	}
      v.push_back (e);
    }
  return v.size ();
}

int
all_well (std::vector<entry *> &v, const char *const *names, int n)
{
  for (int i = 0; i < n; i++)
    {
      entry *e = new entry;
      e->fd = open (names[i], O_RDONLY);
      if (e->fd < 0)
	{
	  delete e;
	  continue;
	}
      if (!wanted (i))
	{
	  close (e->fd);
	  delete e;
	  continue;
	}
      v.push_back (e);
    }
  return v.size ();
}

/* Into a map.  */
bool
mapped (std::map<std::string, entry *> &m, const char *name)
{
  entry *e = new entry;
  e->log = fopen (name, "w");	/* { dg-warning "might not be closed" } */
  if (!e->log || fputs ("x", e->log) < 0)
    {
      delete e;
      return false;
    }
  m.insert ({ name, e });
  return true;
}

bool
mapped_well (std::map<std::string, entry *> &m, const char *name)
{
  entry *e = new entry;
  e->log = fopen (name, "w");
  if (!e->log || fputs ("x", e->log) < 0)
    {
      if (e->log)
	fclose (e->log);
      delete e;
      return false;
    }
  m.insert ({ name, e });
  return true;
}

/* Listed first, filled then: others may release it.  */
bool
listed_first (std::list<entry *> &l, const char *name)
{
  entry *e = new entry;
  l.push_back (e);
  e->fd = open (name, O_RDONLY);
  if (e->fd < 0 || !wanted (e->fd))
    {
      l.pop_back ();
      return false;
    }
  return true;
}

/* Others know the variable, and fill the entry.  */
bool
known (const char *name)
{
  entry *e = new entry;
  listed (&e);
  e->fd = open (name, O_RDONLY);
  return e->fd >= 0;
}

/* Returned.  */
entry *
made (std::vector<entry *> &v, const char *name)
{
  entry *e = new entry;
  e->fd = open (name, O_RDONLY);
  if (e->fd < 0)
    {
      delete e;
      return nullptr;
    }
  if (wanted (e->fd))
    v.push_back (e);
  return e;
}
