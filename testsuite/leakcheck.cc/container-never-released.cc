/* Classes that make the elements of a container of theirs, and release none.  */

#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include "container-never-released.h"

struct entry
{
  std::string name;
  int n;
};

struct owner;
struct child
{
  int n;
  child (owner *, int);
};

/* The destructor is written, and does something else.  */
class log_book
{
  std::vector<entry *> entries;
public:
  ~log_book () { std::puts ("closed"); }
  void add (const std::string &name)
  {
    entry *e = new entry;	/* { dg-warning "is never deleted" } */
    e->name = name;
    entries.push_back (e);
  }
  int size () const { return (int) entries.size (); }
};

/* An object of it ends.  */
class counter
{
  std::map<int, entry *> all;
public:
  void count (int n)
  {
    entry *e = new entry;	/* { dg-warning "might not be deleted|is never deleted" } */
    e->n = n;
    all.emplace (n, e);
  }
  int total () const
  {
    int sum = 0;
    for (auto &p : all)
      sum += p.second->n;
    return sum;
  }
};

int
counts (int n)
{
  counter c;
  for (int i = 0; i < n; i++)
    c.count (i);
  return c.total ();
}

/* By a helper that makes them.  */
class files
{
  std::list<std::FILE *> open_;
  static std::FILE *opened (const char *name) { return std::fopen (name, "r"); }
public:
  ~files () { open_.clear (); }
  void add (const char *name)
  {
    if (std::FILE *f = std::fopen (name, "r")) /* { dg-warning "is never closed" } */
      open_.push_back (f);
  }
};

/* Clean: the destructor calls a function that releases them.  */
class right
{
  std::vector<entry *> entries;
  void drop () { for (entry *e : entries) delete e; }
public:
  ~right () { drop (); }
  void add (int n) { entries.push_back (new entry { "", n }); }
};

/* Clean: a user asks for that.  */
class asked
{
  std::vector<entry *> entries;
public:
  ~asked () { std::puts ("asked"); }
  void add (int n) { entries.push_back (new entry { "", n }); }
  void purge ()
  {
    while (!entries.empty ())
      {
	delete entries.back ();
	entries.pop_back ();
      }
  }
};

/* Clean: others have the elements.  */
class shown
{
  std::vector<entry *> entries;
public:
  ~shown () { std::puts ("shown"); }
  void add (int n) { entries.push_back (new entry { "", n }); }
  entry *at (int i) { return entries[i]; }
};

void take (entry *);

class given
{
  std::vector<entry *> entries;
public:
  ~given () { for (entry *e : entries) take (e); }
  void add (int n) { entries.push_back (new entry { "", n }); }
};

class listed
{
  std::vector<entry *> entries;
public:
  ~listed () { std::puts ("listed"); }
  void add (int n)
  {
    entry *e = new entry { "", n };
    take (e);
    entries.push_back (e);
  }
};

/* Clean: elements that another object owns from the beginning.  */
class parent
{
  std::vector<child *> children;
  owner *o;
public:
  explicit parent (owner *p) : o (p) {}
  ~parent () { std::puts ("parent"); }
  void add (int n) { children.push_back (new child (o, n)); }
};

/* Clean: the elements come from others.  */
class borrower
{
  std::vector<entry *> entries;
public:
  ~borrower () { std::puts ("borrower"); }
  void add (entry *e) { entries.push_back (e); }
};

/* Clean: owners.  */
class owning
{
  std::vector<std::unique_ptr<entry>> entries;
public:
  ~owning () { std::puts ("owning"); }
  void add (int n) { entries.push_back (std::unique_ptr<entry> (new entry { "", n })); }
};

/* Clean: nothing shows that an object of it ends.  */
class registry
{
  std::vector<entry *> entries;
public:
  void add (int n) { entries.push_back (new entry { "", n }); }
};

registry &
the_registry ()
{
  static registry *r = new registry;
  return *r;
}

/* Of the header.  */
book::~book ()
{
  std::puts ("book");
}

void
book::append (const std::string &text)
{
  page *p = new page;		/* { dg-warning "is never deleted" } */
  p->text = text;
  pages.push_back (p);
}

/* Clean, see there.  */
shelf::~shelf ()
{
  std::puts ("shelf");
}

void
shelf::append (const std::string &text)
{
  page *p = new page;
  p->text = text;
  pages.push_back (p);
}

/* Clean, see there.  */
library::~library ()
{
  std::puts ("library");
}

void
library::append (const std::string &text)
{
  page *p = new page;
  p->text = text;
  pages.push_back (p);
}

/* Clean, see there.  */
reader::~reader ()
{
  std::puts ("reader");
}

void
reader::append (const std::string &text)
{
  page *p = new page;
  p->text = text;
  pages.push_back (p);
}
