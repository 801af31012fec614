/* Exceptions of what is called virtually, or by a pointer, and of casts of references: who releases
   what he gave to such a callee when it comes back still has it when it does not.  */

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>
#include <fcntl.h>
#include <unistd.h>

struct player
{
  std::string name;
  int score = 0;
};

/* Players are borrowed.  */
struct mode
{
  virtual ~mode () = default;
  virtual void joined (player &) = 0;
  virtual int rank (const player &) const noexcept = 0;
};

void tell (player &);

int
leak_virtual (mode &m)
{
  player *p = new player; /* { dg-warning "'p' might not be deleted" } */
  m.joined (*p);
  int s = p->score;
  delete p;
  return s;
}

int
clean_virtual (mode &m)
{
  player *p = new player;
  int s = m.rank (*p);
  delete p;
  return s;
}

int
clean_owned (mode &m)
{
  auto p = std::make_unique<player> ();
  m.joined (*p);
  return p->score;
}

int
clean_caught (mode &m)
{
  player *p = new player;
  int s = 0;
  try
    {
      m.joined (*p);
      s = p->score;
    }
  catch (...)
    {
      s = -1;
    }
  delete p;
  return s;
}

/* Behind a loop that may do nothing.  */
int
leak_behind_loop (mode &m, int n)
{
  player *p = new player; /* { dg-warning "'p' might not be deleted" } */
  for (int i = 0; i < n; i++)
    m.joined (*p);
  int s = p->score;
  delete p;
  return s;
}

/* One of many in a container.  */
int
leak_elements (mode &m, const std::vector<std::string> &names)
{
  std::vector<player *> waiting;
  for (const auto &n : names)
    {
      player *p = new player; /* { dg-warning "'p' might not be deleted" } */
      p->name = n;
      waiting.push_back (p);
    }
  int best = 0;
  for (player *p : waiting)
    {
      m.joined (*p);
      if (p->score > best)
	best = p->score;
    }
  for (player *p : waiting)
    delete p;
  return best;
}

int
leak_elements_told (const std::vector<std::string> &names)
{
  std::vector<player *> waiting;
  for (size_t i = 0; i < names.size (); i++)
    waiting.push_back (new player); /* { dg-warning "might not be deleted" } */
  for (player *p : waiting)
    tell (*p);
  for (player *p : waiting)
    delete p;
  return 0;
}

int
clean_elements (const mode &m, const std::vector<std::string> &names)
{
  std::vector<player *> waiting;
  for (size_t i = 0; i < names.size (); i++)
    waiting.push_back (new player);
  int best = 0;
  for (player *p : waiting)
    best += m.rank (*p);
  for (player *p : waiting)
    delete p;
  return best;
}

/* They are given away one by one.  */
struct lobby
{
  virtual ~lobby () = default;
  virtual void take (player *) noexcept = 0;
};

void
clean_given (lobby &l, const std::vector<std::string> &names)
{
  std::vector<player *> waiting;
  for (size_t i = 0; i < names.size (); i++)
    waiting.push_back (new player);
  for (player *p : waiting)
    l.take (p);
}

/* Pointers to members and functions.  */
struct wizard
{
  void check ();
  void finish () noexcept;
  int page = 0;
};

int
leak_step (void (wizard::*step) ())
{
  wizard *w = new wizard; /* { dg-warning "'w' might not be deleted" } */
  (w->*step) ();
  int page = w->page;
  delete w;
  return page;
}

int
clean_last_step (void (wizard::*step) () noexcept)
{
  wizard *w = new wizard;
  (w->*step) ();
  int page = w->page;
  delete w;
  return page;
}

bool
leak_used (const char *path, void (*use) (int))
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return false;
  use (fd);
  return close (fd) == 0;
}

bool
clean_used (const char *path, void (*use) (int) noexcept)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return false;
  use (fd);
  return close (fd) == 0;
}

/* Who gives it away does not have it any more.  */
bool
clean_passed_on (const char *path, void (*use) (int))
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return false;
  use (fd);
  return true;
}

/* What is called is said by who calls.  */
static void
each_line (FILE *f, void (*cb) (const char *))
{
  char b[128];
  while (fgets (b, sizeof b, f))
    cb (b);
}

static int lines_seen;

void
clean_count_lines (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  each_line (f, [] (const char *) noexcept { ++lines_seen; });
  fclose (f);
}

/* Casts.  */
struct target
{
  virtual ~target () {}
};
struct folder : target
{
  bool put (const char *) noexcept;
};

bool
leak_cast (target &t, const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return false;
  auto &d = dynamic_cast<folder &> (t);
  close (fd);
  return d.put ("x");
}

bool
clean_cast_first (target &t, const char *path)
{
  auto &d = dynamic_cast<folder &> (t);
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return false;
  bool ok = d.put ("x");
  close (fd);
  return ok;
}

bool
clean_cast_pointer (target &t, const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return false;
  auto *d = dynamic_cast<folder *> (&t);
  close (fd);
  return d && d->put ("x");
}
