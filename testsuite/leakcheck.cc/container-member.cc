/* Containers that are members: those that release, and those that forget.  */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

/* A class that closes all. */
class fds
{
public:
  ~fds ()
  {
    for (int fd : v)
      close (fd);
  }

  void
  add (int fd)
  {
    v.push_back (fd);
  }

  bool
  add_file (const char *p)
  {
    int fd = open (p, O_RDONLY);
    if (fd < 0)
      return false;
    v.push_back (fd);
    return true;
  }

  int
  size () const
  {
    return v.size ();
  }

private:
  std::vector<int> v;
};

class forgetful
{
public:
  void
  add (int fd)
  {
    v.push_back (fd);
  }

  bool
  add_file (const char *p)
  {
    int fd = open (p, O_RDONLY); /* { dg-warning "'fd' is never closed" } */
    if (fd < 0)
      return false;
    v.push_back (fd);
    return true;
  }

  int
  size () const
  {
    return v.size ();
  }

private:
  std::vector<int> v;
};

int
clean_fds (const char *p)
{
  fds s;
  int fd = open (p, O_RDONLY);
  if (fd < 0)
    return -1;
  s.add (fd);
  return s.size ();
}

int
clean_fds_file (const char *p)
{
  fds s;
  s.add_file (p);
  return s.size ();
}

int
leak_forgetful (const char *p)
{
  forgetful s;
  int fd = open (p, O_RDONLY); /* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  s.add (fd);
  return s.size ();
}

int
leak_forgetful_file (const char *p)
{
  forgetful s;
  s.add_file (p);
  return s.size ();
}

int
leak_forgetful_loop (const char **p, int n)
{
  forgetful s;
  for (int i = 0; i < n; i++)
    {
      int fd = open (p[i], O_RDONLY); /* { dg-warning "'fd' is never closed" } */
      if (fd >= 0)
        s.add (fd);
    }
  return s.size ();
}

int
clean_fds_loop (const char **p, int n)
{
  fds s;
  for (int i = 0; i < n; i++)
    {
      int fd = open (p[i], O_RDONLY);
      if (fd >= 0)
        s.add (fd);
    }
  return s.size ();
}

struct widget
{
  int n;
};

class widgets
{
public:
  ~widgets ()
  {
    for (auto *w : v)
      delete w;
  }

  void
  add (int n)
  {
    v.push_back (new widget{ n });
  }

private:
  std::vector<widget *> v;
};

int
clean_widgets ()
{
  widgets w;
  w.add (3);
  return 0;
}

class widgets2
{
public:
  void
  add (int n)
  {
    v.push_back (new widget{ n });
    /* { dg-warning "the object created by 'operator new' is never deleted" "" { target *-*-* } .-1 } */
  }
private:
  std::vector<widget *> v;
};

int
leak_widgets2 ()
{
  widgets2 w;
  w.add (3);
  return 0;
}

class by_name
{
public:
  ~by_name ()
  {
    for (auto &[name, f] : m)
      fclose (f);
  }

  FILE *
  get (const std::string &n)
  {
    auto it = m.find (n);
    if (it != m.end ())
      return it->second;
    FILE *f = fopen (n.c_str (), "r");
    if (f)
      m[n] = f;
    return f;
  }

private:
  std::map<std::string, FILE *> m;
};

int
clean_by_name ()
{
  by_name b;
  return b.get ("a") ? 1 : 0;
}

int
clean_map ()
{
  std::map<std::string, FILE *> m;
  FILE *f = fopen ("a", "r");
  if (!f)
    return -1;
  m["a"] = f;
  for (auto &[n, g] : m)
    fclose (g);
  return 0;
}

int
leak_map ()
{
  std::map<std::string, FILE *> m;
  FILE *f = fopen ("a", "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  m["a"] = f;
  for (auto &[n, g] : m)
    rewind (g);
  return 0;
}

int
clean_map_emplace ()
{
  std::unordered_map<std::string, int> m;
  int fd = open ("a", O_RDONLY);
  if (fd < 0)
    return -1;
  m.emplace ("a", fd);
  for (const auto &[n, g] : m)
    close (g);
  return 0;
}

int
leak_map_emplace ()
{
  std::unordered_map<std::string, int> m;
  int fd = open ("a", O_RDONLY); /* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  m.emplace ("a", fd);
  return m.size ();
}

/* Somebody looks at it. */
class looked
{
public:
  void
  add (int fd)
  {
    v.push_back (fd);
  }

  int
  get (int i) const
  {
    return v[i];
  }

private:
  std::vector<int> v;
};

int
clean_looked (const char *p)
{
  looked s;
  int fd = open (p, O_RDONLY);
  if (fd < 0)
    return -1;
  s.add (fd);
  close (s.get (0));
  return 0;
}

class moved
{
public:
  void
  add (int fd)
  {
    v.push_back (fd);
  }

  std::vector<int>
  take ()
  {
    return std::move (v);
  }

private:
  std::vector<int> v;
};

int
clean_moved (const char *p)
{
  moved s;
  int fd = open (p, O_RDONLY);
  if (fd < 0)
    return -1;
  s.add (fd);
  for (int f : s.take ())
    close (f);
  return 0;
}

struct open_to_all
{
  std::vector<FILE *> files;

  void
  add (FILE *f)
  {
    files.push_back (f);
  }
};

static void
close_all (open_to_all &o)
{
  for (FILE *f : o.files)
    fclose (f);
}

int
clean_open_to_all (const char *p)
{
  open_to_all o;
  if (FILE *f = fopen (p, "r"))
    o.add (f);
  close_all (o);
  return 0;
}

class base_list
{
public:
  void
  add (FILE *f)
  {
    files.push_back (f);
  }

protected:
  std::vector<FILE *> files;
};

class closing_list : public base_list
{
public:
  ~closing_list ()
  {
    for (FILE *f : files)
      fclose (f);
  }
};

int
clean_derived (const char *p)
{
  closing_list o;
  if (FILE *f = fopen (p, "r"))
    o.add (f);
  return 0;
}

/* For as long as the program runs. */
class keeper
{
public:
  void
  add (widget *w)
  {
    v.push_back (w);
  }

private:
  std::vector<widget *> v;
};

static keeper kept;

int
clean_kept ()
{
  kept.add (new widget{ 1 });
  return 0;
}

/* Not the only place. */
class watched
{
public:
  void
  add (FILE *f)
  {
    v.push_back (f);
  }

  unsigned
  size () const
  {
    return v.size ();
  }

private:
  std::vector<FILE *> v;
};

int
clean_watched (const char *p)
{
  watched w;
  FILE *f = fopen (p, "r");
  if (!f)
    return -1;
  w.add (f);
  int n = w.size ();
  fclose (f);
  return n;
}

static FILE *last;

int
clean_elsewhere (const char *p)
{
  watched w;
  FILE *f = fopen (p, "r");
  if (!f)
    return -1;
  w.add (f);
  last = f;
  return w.size ();
}

class named_files
{
public:
  bool
  add (const std::string &n)
  {
    FILE *f = fopen (n.c_str (), "r"); /* { dg-warning "'f' is never closed" } */
    if (!f)
      return false;
    m.emplace (n, f);
    return true;
  }

private:
  std::map<std::string, FILE *> m;
};

int
leak_named (const char *p)
{
  named_files n;
  return n.add (p) ? 0 : -1;
}
