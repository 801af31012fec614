/* Keys of a map that functions of the program read, and lists that one of them frees from equal
   elements, by a specification: unit/key-origin.cc.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-options "-fplugin-arg-leakcheck-spec=$srcdir/leakcheck.cc/container-key-described.spec" } */

#include <map>
#include <string>
#include <vector>

struct entry
{
  long size = 0;
};

struct input;

namespace own {
bool read_line (input &, std::string &line) noexcept;
bool next_name (input &, std::string &name) noexcept;
std::vector<std::string>::iterator dedup (std::vector<std::string>::iterator first,
					  std::vector<std::string>::iterator last) noexcept;
std::vector<std::string>::iterator rotate (std::vector<std::string>::iterator first,
					   std::vector<std::string>::iterator last) noexcept;
}

long
leak_read (input &in)
{
  std::map<std::string, entry *> index;
  std::string line;
  while (own::read_line (in, line))
    index[line] = new entry; /* { dg-warning "might not be deleted" } */
  long n = 0;
  for (auto &kv : index)
    {
      n += kv.second->size;
      delete kv.second;
    }
  return n;
}

/* These names are made, each but once.  */
long
clean_made (input &in)
{
  std::map<std::string, entry *> index;
  std::string name;
  while (own::next_name (in, name))
    index[name] = new entry;
  long n = 0;
  for (auto &kv : index)
    {
      n += kv.second->size;
      delete kv.second;
    }
  return n;
}

long
clean_without_equal (std::vector<std::string> names)
{
  std::map<std::string, entry *> index;
  names.erase (own::dedup (names.begin (), names.end ()), names.end ());
  for (const std::string &n : names)
    index[n] = new entry;
  long n = 0;
  for (auto &kv : index)
    {
      n += kv.second->size;
      delete kv.second;
    }
  return n;
}

long
leak_with_equal (std::vector<std::string> names)
{
  std::map<std::string, entry *> index;
  names.erase (own::rotate (names.begin (), names.end ()), names.end ());
  for (const std::string &n : names)
    index[n] = new entry; /* { dg-warning "might not be deleted" } */
  long n = 0;
  for (auto &kv : index)
    {
      n += kv.second->size;
      delete kv.second;
    }
  return n;
}
