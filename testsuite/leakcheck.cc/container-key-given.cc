/* Keys that the function was given, or has read; and those that it makes itself.  */

#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

struct item
{
  explicit item (const std::string &s) : name (s) {}
  std::string name;
};

/* ---- Insertions that are refused.  ---- */

item *
leak_given (std::map<std::string, item *> &m, const std::string &name)
{
  return m.emplace (name, new item (name)).first->second; /* { dg-warning "might not be deleted" } */
}

item *
leak_made_of (std::map<std::string, item *> &m, const std::string &name)
{
  std::string key = "x/" + name;
  return m.emplace (key, new item (name)).first->second; /* { dg-warning "might not be deleted" } */
}

class symbols
{
public:
  item *
  clean_temp ()
  {
    return m.emplace ("t" + std::to_string (++n), new item ("t")).first->second;
  }
  item *
  clean_anonymous ()
  {
    char b[32];
    snprintf (b, sizeof b, "anon%d", n++);
    auto it = m.emplace (b, new item (b)).first;
    return it->second;
  }

private:
  std::map<std::string, item *> m;
  int n = 0;
};

item *
clean_address (std::map<std::string, item *> &m)
{
  auto *t = new item ("a");
  std::ostringstream o;
  o << (void *) t;
  return m.emplace (o.str (), t).first->second;
}

/* ---- Lists.  ---- */

size_t
clean_constants ()
{
  std::vector<std::string> names { "a", "b" };
  std::map<std::string, item *> m;
  for (auto &n : names)
    m.emplace (n, new item (n));
  size_t r = 0;
  for (auto &p : m)
    {
      r += p.second->name.size ();
      delete p.second;
    }
  return r;
}

size_t
clean_pairs ()
{
  const std::vector<std::pair<std::string, int>> columns = { { "id", 1 }, { "name", 2 } };
  std::map<std::string, item *> m;
  for (auto &[k, v] : columns)
    m[k] = new item (k);
  size_t r = 0;
  for (auto &p : m)
    {
      r += p.second->name.size ();
      delete p.second;
    }
  return r;
}

size_t
leak_list (const std::vector<std::string> &names)
{
  std::map<std::string, item *> m;
  for (auto &n : names)
    m[n] = new item (n); /* { dg-warning "might not be deleted" } */
  size_t r = 0;
  for (auto &p : m)
    {
      r += p.second->name.size ();
      delete p.second;
    }
  return r;
}

size_t
leak_scanned (FILE *in)
{
  std::map<std::string, item *> m;
  char name[32];
  while (std::fscanf (in, "%31s", name) == 1)
    m[name] = new item (name); /* { dg-warning "might not be deleted" } */
  size_t r = 0;
  for (auto &p : m)
    {
      r += p.second->name.size ();
      delete p.second;
    }
  return r;
}

size_t
leak_slot (FILE *in)
{
  std::map<std::string, item *> m;
  char name[32];
  while (std::fscanf (in, "%31s", name) == 1)
    {
      item *&slot = m[name];
      slot = new item (name); /* { dg-warning "might not be deleted" } */
    }
  size_t r = 0;
  for (auto &p : m)
    {
      r += p.second->name.size ();
      delete p.second;
    }
  return r;
}

size_t
clean_slot (FILE *in)
{
  std::map<std::string, item *> m;
  char name[32];
  while (std::fscanf (in, "%31s", name) == 1)
    {
      item *&slot = m[name];
      delete slot;
      slot = new item (name);
    }
  size_t r = 0;
  for (auto &p : m)
    {
      r += p.second->name.size ();
      delete p.second;
    }
  return r;
}

size_t
clean_slot_asked (FILE *in)
{
  std::map<std::string, item *> m;
  char name[32];
  while (std::fscanf (in, "%31s", name) == 1)
    {
      item *&slot = m[name];
      if (!slot)
	slot = new item (name);
    }
  size_t r = 0;
  for (auto &p : m)
    {
      r += p.second->name.size ();
      delete p.second;
    }
  return r;
}
