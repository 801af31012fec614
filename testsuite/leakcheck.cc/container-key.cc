/* What is put into a map under a key that may be there.  */

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

struct entry
{
  std::string name;
  long size = 0;
};

long
leak_listed (const std::vector<entry> &listing)
{
  std::map<std::string, entry *> index;
  for (const entry &e : listing)
    index[e.name] = new entry (e); /* { dg-warning "might not be deleted" } */
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

size_t
leak_bound (const std::vector<std::pair<std::string, std::string>> &headers)
{
  std::unordered_map<std::string, entry *> jar;
  for (const auto &[name, value] : headers)
    jar[name] = new entry { value, 1 }; /* { dg-warning "might not be deleted" } */
  size_t total = 0;
  for (const auto &[name, e] : jar)
    {
      total += name.size () + e->name.size ();
      delete e;
    }
  return total;
}

long
leak_lines (const char *path)
{
  std::ifstream in (path);
  std::map<std::string, entry *> index;
  std::string line;
  while (std::getline (in, line))
    index[line] = new entry; /* { dg-warning "might not be deleted" } */
  long n = 0;
  for (auto &kv : index)
    {
      delete kv.second;
      n++;
    }
  return n;
}

long
leak_refused (const std::vector<std::string> &origins, long first)
{
  std::map<std::string, entry *> zones;
  for (const std::string &o : origins)
    {
      auto z = std::make_unique<entry> (); /* { dg-warning "might not be deleted" } */
      z->size = first++;
      zones.emplace (o, z.release ());
    }
  long newest = 0;
  for (auto &[origin, zone] : zones)
    {
      newest = std::max (newest, zone->size);
      delete zone;
    }
  return newest;
}

/* Who looks knows.  */
long
clean_slot (const std::vector<entry> &listing)
{
  std::map<std::string, entry *> index;
  for (const entry &e : listing)
    {
      entry *&slot = index[e.name];
      if (slot)
	*slot = e;
      else
	slot = new entry (e);
    }
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

long
clean_deleted_first (const std::vector<entry> &listing)
{
  std::map<std::string, entry *> index;
  for (const entry &e : listing)
    {
      delete index[e.name];
      index[e.name] = new entry (e);
    }
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

long
clean_asked (const std::vector<entry> &listing)
{
  std::map<std::string, entry *> index;
  for (const entry &e : listing)
    if (index.count (e.name) == 0)
      index[e.name] = new entry (e);
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

long
clean_seen (const std::vector<entry> &listing)
{
  std::map<std::string, entry *> index;
  std::set<std::string> seen;
  for (const entry &e : listing)
    {
      if (!seen.insert (e.name).second)
	continue;
      index[e.name] = new entry (e);
    }
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

long
clean_unique (std::vector<std::string> names)
{
  std::sort (names.begin (), names.end ());
  names.erase (std::unique (names.begin (), names.end ()), names.end ());
  std::map<std::string, entry *> index;
  for (const std::string &n : names)
    index[n] = new entry;
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

/* The keys of another map are different.  */
long
clean_other_keys (const std::map<std::string, long> &sizes)
{
  std::map<std::string, entry *> index;
  for (const auto &kv : sizes)
    index[kv.first] = new entry { kv.first, kv.second };
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

long
clean_set_keys (const std::set<std::string> &names)
{
  std::map<std::string, entry *> index;
  for (const auto &n : names)
    index[n] = new entry;
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

/* So are numbers that are given out.  */
long
clean_numbers (const std::vector<entry> &listing)
{
  std::map<int, entry *> index;
  int next = 0;
  for (const entry &e : listing)
    index[next++] = new entry (e);
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

long
clean_made_names (size_t n)
{
  std::map<std::string, entry *> index;
  for (size_t i = 0; i < n; i++)
    index["job" + std::to_string (i)] = new entry;
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

/* There is one only, and there are owners.  */
long
clean_single (const std::string &name)
{
  std::map<std::string, entry *> index;
  index[name] = new entry;
  long total = 0;
  for (auto &kv : index)
    {
      total += kv.second->size;
      delete kv.second;
    }
  return total;
}

size_t
clean_owners (const std::vector<entry> &listing)
{
  std::map<std::string, std::unique_ptr<entry>> index;
  for (const entry &e : listing)
    index[e.name] = std::make_unique<entry> (e);
  return index.size ();
}

/* All are kept.  */
size_t
clean_multimap (const std::vector<entry> &listing)
{
  std::multimap<std::string, entry *> index;
  for (const entry &e : listing)
    index.emplace (e.name, new entry (e));
  size_t n = 0;
  for (auto &kv : index)
    {
      delete kv.second;
      n++;
    }
  return n;
}
