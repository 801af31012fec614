/* What a class loses of its containers: it owns what is there, and throws it away, or writes
   over it, without a look.  */

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <fcntl.h>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

struct level { long price, count; bool idle () const { return count == 0; } };

/* ---- Thrown away.  ---- */

class leak_cleared
{
public:
  ~leak_cleared () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level {p, 0}); } /* { dg-warning "might not be deleted" } */
  void reset () { all.clear (); }
private:
  std::vector<level *> all;
};

class clean_cleared
{
public:
  ~clean_cleared () { reset (); }
  void add (long p) { all.push_back (new level {p, 0}); }
  void reset ()
  {
    for (level *l : all)
      delete l;
    all.clear ();
  }
private:
  std::vector<level *> all;
};

/* The one who calls has released all.  */
class clean_cleared_after
{
public:
  ~clean_cleared_after () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level {p, 0}); }
  void restart ()
  {
    for (level *l : all)
      delete l;
    forget ();
  }
private:
  void forget () { all.clear (); }
  std::vector<level *> all;
};

class leak_walked
{
public:
  ~leak_walked () { for (auto &[price, l] : all) delete l; }
  void add (long p)
  {
    level *&at = all[p];
    if (!at)
      at = new level {p, 0}; /* { dg-warning "might not be deleted" } */
    at->count++;
  }
  void expire ()
  {
    for (auto i = all.begin (); i != all.end ();)
      if (i->second->idle ())
	i = all.erase (i);
      else
	++i;
  }
private:
  std::map<long, level *> all;
};

class clean_walked
{
public:
  ~clean_walked () { for (auto &[price, l] : all) delete l; }
  void add (long p)
  {
    level *&at = all[p];
    if (!at)
      at = new level {p, 0};
    at->count++;
  }
  void expire ()
  {
    for (auto i = all.begin (); i != all.end ();)
      if (i->second->idle ())
	{
	  delete i->second;
	  i = all.erase (i);
	}
      else
	++i;
  }
private:
  std::map<long, level *> all;
};

class leak_removed
{
public:
  ~leak_removed () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level {p, 0}); } /* { dg-warning "might not be deleted" } */
  void expire ()
  {
    all.erase (std::remove_if (all.begin (), all.end (),
			       [] (const level *l) { return l->idle (); }), all.end ());
  }
private:
  std::vector<level *> all;
};

class clean_removed
{
public:
  ~clean_removed () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level {p, 0}); }
  void expire ()
  {
    all.erase (std::remove_if (all.begin (), all.end (),
			       [] (level *l)
			       {
				 if (!l->idle ())
				   return false;
				 delete l;
				 return true;
			       }), all.end ());
  }
private:
  std::vector<level *> all;
};

class leak_unloaded
{
public:
  ~leak_unloaded () { for (auto &l : libs) dlclose (l.second); }
  bool load (const std::string &name)
  {
    if (libs.count (name))
      return true;
    void *h = dlopen (name.c_str (), RTLD_LAZY); /* { dg-warning "might not be closed" } */
    if (!h)
      return false;
    libs.emplace (name, h);
    return true;
  }
  void unload (const std::string &name)
  {
    auto i = libs.find (name);
    if (i == libs.end ())
      return;
    if (auto f = (void (*) ()) dlsym (i->second, "bye"))
      f ();
    libs.erase (i);
  }
private:
  std::map<std::string, void *> libs;
};

/* Nothing was there.  */
class clean_undone
{
public:
  ~clean_undone () { for (auto &l : libs) dlclose (l.second); }
  bool load (const std::string &name)
  {
    auto [i, fresh] = libs.try_emplace (name, nullptr);
    if (!fresh)
      return true;
    i->second = dlopen (name.c_str (), RTLD_LAZY);
    if (i->second)
      return true;
    libs.erase (i);
    return false;
  }
private:
  std::map<std::string, void *> libs;
};

/* Who calls it has looked, and releases.  */
class clean_taken
{
public:
  ~clean_taken () { for (auto &f : all) fclose (f.second); }
  void open (const std::string &name)
  {
    if (all.count (name))
      return;
    if (FILE *f = fopen (name.c_str (), "r"))
      all.emplace (name, f);
  }
  FILE *get (const std::string &name)
  {
    auto i = all.find (name);
    return i == all.end () ? nullptr : i->second;
  }
  void forget (const std::string &name) { all.erase (name); }
private:
  std::map<std::string, FILE *> all;
};

class leak_popped
{
public:
  ~leak_popped () { for (int fd : all) close (fd); }
  void add (const char *name)
  {
    int fd = open (name, O_RDONLY); /* { dg-warning "might not be closed" } */
    if (fd < 0)
      return;
    if (all.size () == 8)
      all.pop_front ();
    all.push_back (fd);
  }
private:
  std::deque<int> all;
};

class clean_popped
{
public:
  ~clean_popped () { for (int fd : all) close (fd); }
  void add (const char *name)
  {
    int fd = open (name, O_RDONLY);
    if (fd < 0)
      return;
    if (all.size () == 8)
      {
	close (all.front ());
	all.pop_front ();
      }
    all.push_back (fd);
  }
private:
  std::deque<int> all;
};

class leak_assigned
{
public:
  leak_assigned () = default;
  ~leak_assigned () { for (FILE *f : all) fclose (f); }
  leak_assigned &operator= (leak_assigned &&o) noexcept
  {
    all = std::move (o.all);
    return *this;
  }
  void add (const char *name)
  {
    if (FILE *f = fopen (name, "r")) /* { dg-warning "might not be closed" } */
      all.push_back (f);
  }
private:
  std::vector<FILE *> all;
};

class clean_assigned
{
public:
  clean_assigned () = default;
  ~clean_assigned () { for (FILE *f : all) fclose (f); }
  clean_assigned &operator= (clean_assigned &&o) noexcept
  {
    all.swap (o.all);
    return *this;
  }
  void add (const char *name)
  {
    if (FILE *f = fopen (name, "r"))
      all.push_back (f);
  }
private:
  std::vector<FILE *> all;
};

/* An index: the list owns.  */
class clean_index
{
public:
  ~clean_index () { for (level *l : all) delete l; }
  void add (long p)
  {
    level *l = new level {p, 0};
    all.push_back (l);
    by_price[p] = l;
  }
  void forget_prices () { by_price.clear (); }
private:
  std::vector<level *> all;
  std::map<long, level *> by_price;
};

/* Given to somebody else.  */
class clean_passed_on
{
public:
  ~clean_passed_on () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level {p, 0}); }
  void to (std::vector<level *> &others)
  {
    others.insert (others.end (), all.begin (), all.end ());
    all.clear ();
  }
private:
  std::vector<level *> all;
};

class clean_pool
{
public:
  struct back
  {
    clean_pool *pool;
    void operator() (level *l) const noexcept { pool->put (l); }
  };
  using ptr = std::unique_ptr<level, back>;
  ~clean_pool () { for (level *l : unused) delete l; }
  ptr get ()
  {
    if (unused.empty ())
      return ptr (new level {0, 0}, back {this});
    level *l = unused.back ();
    unused.pop_back ();
    return ptr (l, back {this});
  }
  void put (level *l) noexcept
  {
    if (unused.size () < 16)
      unused.push_back (l);
    else
      delete l;
  }
private:
  std::vector<level *> unused;
};

/* Nobody but those who put them there owns them.  */
class clean_borrowed
{
public:
  void watch (level *l) { all.push_back (l); }
  void reset () { all.clear (); }
  long sum () const
  {
    long n = 0;
    for (const level *l : all)
      n += l->count;
    return n;
  }
private:
  std::vector<level *> all;
};

/* ---- Written over.  ---- */

class leak_defined
{
public:
  ~leak_defined () { for (auto &i : table) free (i.second); }
  void define (const std::string &name, const char *value)
  {
    table[name] = strdup (value); /* { dg-warning "might not be freed" } */
  }
  const char *find (const std::string &name) const
  {
    auto i = table.find (name);
    return i == table.end () ? nullptr : i->second;
  }
private:
  std::unordered_map<std::string, char *> table;
};

class clean_defined
{
public:
  ~clean_defined () { for (auto &i : table) free (i.second); }
  void define (const std::string &name, const char *value)
  {
    char *&at = table[name];
    free (at);
    at = strdup (value);
  }
private:
  std::unordered_map<std::string, char *> table;
};

class clean_defined_once
{
public:
  ~clean_defined_once () { for (auto &i : table) free (i.second); }
  bool define (const std::string &name, const char *value)
  {
    if (table.find (name) != table.end ())
      return false;
    table[name] = strdup (value);
    return true;
  }
private:
  std::map<std::string, char *> table;
};

/* It looks before it calls.  */
class clean_looked_before
{
public:
  ~clean_looked_before () { for (auto &i : table) fclose (i.second); }
  FILE *get (const std::string &name)
  {
    auto i = table.find (name);
    return i != table.end () ? i->second : open (name);
  }
private:
  FILE *open (const std::string &name)
  {
    FILE *f = fopen (name.c_str (), "r");
    if (f)
      table[name] = f;
    return f;
  }
  std::map<std::string, FILE *> table;
};

/* A new key each time.  */
class clean_numbered
{
public:
  ~clean_numbered () { for (auto &i : table) fclose (i.second); }
  int open (const char *name)
  {
    FILE *f = fopen (name, "r");
    if (!f)
      return -1;
    table[next] = f;
    return next++;
  }
private:
  std::map<int, FILE *> table;
  int next = 0;
};

class clean_by_handle
{
public:
  ~clean_by_handle () { for (auto &i : table) close (i.first), delete i.second; }
  void add (int listener)
  {
    int fd = dup (listener);
    if (fd >= 0)
      table[fd] = new level {fd, 0};
  }
private:
  std::map<int, level *> table;
};

/* Names that are known.  */
class clean_registered
{
public:
  clean_registered () { add ("red"); add ("blue"); }
  ~clean_registered () { for (auto &i : table) delete i.second; }
  void add (const std::string &name) { table[name] = new level {0, 0}; }
private:
  std::map<std::string, level *> table;
};

class leak_slots
{
public:
  ~leak_slots ()
  {
    for (FILE *f : slot)
      if (f)
	fclose (f);
  }
  bool load (int n, const char *name)
  {
    slot[n] = fopen (name, "r"); /* { dg-warning "might not be closed" } */
    return slot[n] != nullptr;
  }
private:
  FILE *slot[8] = {};
};

class clean_slots
{
public:
  ~clean_slots ()
  {
    for (int i = 0; i < 8; i++)
      unload (i);
  }
  void unload (int n)
  {
    if (slot[n])
      fclose (slot[n]);
    slot[n] = nullptr;
  }
  bool load (int n, const char *name)
  {
    unload (n);
    slot[n] = fopen (name, "r");
    return slot[n] != nullptr;
  }
private:
  FILE *slot[8] = {};
};

/* Who loads has unloaded before.  */
class clean_slots_by_hand
{
public:
  ~clean_slots_by_hand ()
  {
    for (int i = 0; i < 8; i++)
      unload (i);
  }
  void unload (int n)
  {
    if (slot[n])
      fclose (slot[n]);
    slot[n] = nullptr;
  }
  void load (int n, const char *name) { slot[n] = fopen (name, "r"); }
private:
  FILE *slot[8] = {};
};

/* ---- Who knows.  ---- */

class clean_handed
{
public:
  ~clean_handed () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level { p, 0 }); }
  size_t size () const { return all.size (); }
  level *at (size_t i) { return all[i]; }
  void forget () { all.clear (); }
private:
  std::vector<level *> all;
};

void
use_handed (std::vector<level *> &to)
{
  clean_handed h;
  h.add (1);
  for (size_t i = 0; i < h.size (); i++)
    to.push_back (h.at (i));
  h.forget ();
}

class clean_first_only
{
public:
  ~clean_first_only () { for (auto &p : all) delete p.second; }
  void
  open (const std::string &name)
  {
    if (all.empty ())
      all[name] = new level { 1, 1 };
  }
private:
  std::map<std::string, level *> all;
};

/* ---- So that all of them are there.  ---- */

void
use (leak_cleared &a, clean_cleared &b, clean_cleared_after &c, leak_walked &d, clean_walked &e)
{
  a.add (1), a.reset ();
  b.add (1), b.reset ();
  c.add (1), c.restart ();
  d.add (1), d.expire ();
  e.add (1), e.expire ();
}
