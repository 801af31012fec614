/* Insertions into maps and sets that have the key already.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <unistd.h>
#include <fcntl.h>

/* ---- A member.  ---- */

class pool
{
public:
  ~pool ()
  {
    for (auto &kv : all)
      fclose (kv.second);
  }
  FILE *leak_adopt (const std::string &key);
  FILE *clean_adopt (const std::string &key);
  FILE *clean_new_key (const std::string &key);
  FILE *clean_compared (const std::string &key);
  bool leak_add (const std::string &key);
  bool leak_said (const std::string &key);
  bool leak_try (const std::string &key);
  bool leak_throwing (const std::string &key);
  bool clean_add (const std::string &key);
  bool clean_try (const std::string &key);
  void clean_known (const std::string &key);
  void clean_trusted (const std::string &key);
  void clean_checked (const std::string &key);
  void clean_replaced (const std::string &key);

private:
  std::map<std::string, FILE *> all;
};

/* What is there is used instead.  */
FILE *
pool::leak_adopt (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");	/* { dg-warning "might not be closed" } */
  auto r = all.emplace (key, f);
  return r.first->second;
}

FILE *
pool::clean_adopt (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");
  auto r = all.emplace (key, f);
  if (!r.second)
    std::swap (f, r.first->second), fclose (f);
  return r.first->second;
}

FILE *
pool::clean_new_key (const std::string &key)
{
  auto i = all.find (key);
  if (i == all.end ())
    i = all.emplace (key, fopen (key.c_str (), "r")).first;
  return i->second;
}

FILE *
pool::clean_compared (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");
  auto i = all.insert ({ key, f }).first;
  if (i->second != f)
    fclose (f);
  return i->second;
}

bool
pool::leak_add (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");	/* { dg-warning "might not be closed" } */
  auto r = all.insert ({ key, f });
  if (!r.second)
    return false;
  return true;
}

bool
pool::leak_said (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");	/* { dg-warning "might not be closed" } */
  if (!f)
    return false;
  return all.insert (std::make_pair (key, f)).second;
}

bool
pool::leak_try (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");	/* { dg-warning "might not be closed" } */
  auto [i, fresh] = all.try_emplace (key, f);
  if (!fresh)
    {
      fputs ("there twice\n", i->second);
      return false;
    }
  return true;
}

bool
pool::leak_throwing (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");	/* { dg-warning "might not be closed" } */
  if (!all.emplace (key, f).second)
    throw key;
  return f;
}

bool
pool::clean_add (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");
  auto r = all.insert ({ key, f });
  if (!r.second && f)
    fclose (f);
  return r.second;
}

bool
pool::clean_try (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");
  auto [i, fresh] = all.try_emplace (key, f);
  if (fresh)
    return true;
  fputs ("again\n", i->second);
  fclose (f);
  return false;
}

void
pool::clean_known (const std::string &key)
{
  if (all.count (key) == 0)
    all.emplace (key, fopen (key.c_str (), "r"));
}

/* Whoever does not ask knows.  */
void
pool::clean_trusted (const std::string &key)
{
  all.emplace (key, fopen (key.c_str (), "r"));
}

void
pool::clean_checked (const std::string &key)
{
  bool fresh = all.emplace (key, fopen (key.c_str (), "r")).second;
  if (!fresh)
    abort ();
}

void
pool::clean_replaced (const std::string &key)
{
  FILE *f = fopen (key.c_str (), "r");
  auto r = all.emplace (key, f);
  if (!r.second)
    {
      fclose (r.first->second);
      r.first->second = f;
    }
}

/* ---- Keys that are handles.  ---- */

struct by_text
{
  bool operator() (const char *a, const char *b) const { return strcmp (a, b) < 0; }
};

class names
{
public:
  ~names ()
  {
    for (const char *s : all)
      free (const_cast <char *> (s));
  }
  const char *leak_intern (const char *s);
  const char *clean_intern (const char *s);
  const char *clean_other (const char *s);

private:
  std::set<const char *, by_text> all;
  std::set<const char *> addresses;
};

const char *
names::leak_intern (const char *s)
{
  char *copy = strdup (s);		/* { dg-warning "might not be freed" } */
  return *all.insert (copy).first;
}

const char *
names::clean_intern (const char *s)
{
  char *copy = strdup (s);
  auto r = all.insert (copy);
  if (!r.second)
    free (copy);
  return *r.first;
}

/* A new address is never there.  */
const char *
names::clean_other (const char *s)
{
  char *copy = strdup (s);
  return *addresses.insert (copy).first;
}

/* ---- Local ones.  ---- */

int
leak_local (const char *const *names, int n)
{
  std::unordered_map<std::string, int> open_files;
  int twice = 0;
  for (int i = 0; i < n; i++)
    {
      int fd = open (names[i], O_RDONLY); /* { dg-warning "might not be closed" } */
      if (fd < 0)
	continue;
      auto r = open_files.emplace (names[i], fd);
      if (!r.second)
	twice++;
    }
  for (auto &kv : open_files)
    close (kv.second);
  return twice;
}

int
clean_local (const char *const *names, int n)
{
  std::unordered_map<std::string, int> open_files;
  int twice = 0;
  for (int i = 0; i < n; i++)
    {
      int fd = open (names[i], O_RDONLY);
      if (fd < 0)
	continue;
      auto [at, fresh] = open_files.try_emplace (names[i], fd);
      if (!fresh)
	{
	  twice += at->second != fd;
	  close (fd);
	}
    }
  for (auto &kv : open_files)
    close (kv.second);
  return twice;
}

/* ---- Who has looked.  ---- */

struct thing { int n; };
static std::map<std::string, thing *> things;
static std::map<int, thing *> by_id;

thing *
clean_binding (const std::string &key)
{
  if (things.count (key))
    return things[key];
  auto [i, fresh] = things.emplace (key, new thing);
  return i->second;
}

static thing *
look (const std::string &key)
{
  auto i = things.find (key);
  return i == things.end () ? nullptr : i->second;
}

thing *
clean_helper (const std::string &key)
{
  if (thing *t = look (key))
    return t;
  return things.emplace (key, new thing).first->second;
}

/* Numbers given out.  */
thing *
clean_id ()
{
  static int last;
  return by_id.emplace (++last, new thing).first->second;
}

/* By methods.  */
class store
{
  std::map<int, thing *> all;
public:
  ~store () { for (auto &e : all) delete e.second; }
  thing *find (int n) const
  {
    auto i = all.find (n);
    return i == all.end () ? nullptr : i->second;
  }
  bool add (thing *t) { return all.emplace (t->n, t).second; }
};

int
clean_asked (store &s, const int *numbers, int n)
{
  int fresh = 0;
  for (int i = 0; i < n; i++)
    {
      if (thing *known = s.find (numbers[i]))
	{
	  known->n++;
	  continue;
	}
      thing *t = new thing;
      t->n = numbers[i];
      s.add (t);
      fresh++;
    }
  return fresh;
}

void
leak_not_asked (store &s, const int *numbers, int n)
{
  for (int i = 0; i < n; i++)
    {
      thing *t = new thing;	/* { dg-warning "might not be deleted" } */
      t->n = numbers[i];
      s.add (t);
    }
}

/* Owners are made of handles only if the key is new.  */
struct owner
{
  explicit owner (int fd) : fd (fd) {}
  owner (owner &&o) noexcept : fd (o.fd) { o.fd = -1; }
  ~owner ()
  {
    if (fd >= 0)
      close (fd);
  }
  int fd;
};

int
leak_owner (std::map<int, owner> &all, int n)
{
  auto [i, fresh] = all.try_emplace (n, open ("x", O_RDONLY)); /* { dg-warning "might not be closed" } */
  if (!fresh)
    puts ("again");
  return i->second.fd;
}

int
clean_owner (std::map<int, owner> &all, int n)
{
  auto [i, fresh] = all.try_emplace (n, owner (open ("x", O_RDONLY)));
  if (!fresh)
    puts ("again");
  return i->second.fd;
}

int
clean_owner_emplace (std::map<int, owner> &all, int n)
{
  auto [i, fresh] = all.emplace (n, open ("x", O_RDONLY));
  if (!fresh)
    puts ("again");
  return i->second.fd;
}

int
clean_owner_trusted (std::map<int, owner> &all, int n)
{
  return all.try_emplace (n, open ("x", O_RDONLY)).first->second.fd;
}
