/* Local containers that are given away in the end, as a whole.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

class shards
{
public:
  ~shards ();
  bool leak_open_all (const std::string &base, int n);
  bool clean_open_all (const std::string &base, int n);
  bool clean_swap_all (const std::string &base, int n);

private:
  std::vector<FILE *> files;
};

bool
shards::leak_open_all (const std::string &base, int n)
{
  std::vector<FILE *> opened;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen ((base + std::to_string (i)).c_str (), "r"); /* { dg-warning "'f'" } */
      if (!f)
	return false;
      opened.push_back (f);
    }
  files.insert (files.end (), opened.begin (), opened.end ());
  return true;
}

bool
shards::clean_open_all (const std::string &base, int n)
{
  std::vector<FILE *> opened;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen ((base + std::to_string (i)).c_str (), "r");
      if (!f)
	{
	  for (FILE *g : opened)
	    fclose (g);
	  return false;
	}
      opened.push_back (f);
    }
  files.insert (files.end (), opened.begin (), opened.end ());
  return true;
}

bool
shards::clean_swap_all (const std::string &base, int n)
{
  std::vector<FILE *> opened;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen ((base + std::to_string (i)).c_str (), "r");
      if (!f)
	break;
      opened.push_back (f);
    }
  bool ok = (int) opened.size () == n;
  if (ok)
    files.swap (opened);
  for (FILE *f : opened)
    fclose (f);
  return ok;
}

struct node
{
  virtual ~node () {}
};

struct call : node
{
  std::vector<node *> args;
  ~call () override
  {
    for (node *a : args)
      delete a;
  }
};

node *parse (const char **p);

bool eat (const char **p, char c);

node *
leak_parse_call (const char **p)
{
  std::vector<node *> args;
  do
    args.push_back (new node);		/* { dg-warning "might not be deleted" } */
  while (eat (p, ','));
  if (!eat (p, ')'))
    return nullptr;
  call *c = new call;
  c->args = std::move (args);
  return c;
}

node *
clean_parse_call (const char **p)
{
  std::vector<node *> args;
  do
    args.push_back (new node);
  while (eat (p, ','));
  if (!eat (p, ')'))
    {
      for (node *a : args)
	delete a;
      return nullptr;
    }
  call *c = new call;
  c->args = std::move (args);
  return c;
}

/* Another one is made of it, which is seen to.  */
std::set<FILE *>
clean_set (const std::vector<std::string> &names)
{
  std::vector<FILE *> all;
  for (const std::string &name : names)
    if (FILE *f = fopen (name.c_str (), "r"))
      all.push_back (f);
  return std::set<FILE *> (all.begin (), all.end ());
}

std::vector<FILE *>
clean_copy (const std::vector<std::string> &names)
{
  std::vector<FILE *> all;
  for (const std::string &name : names)
    if (FILE *f = fopen (name.c_str (), "r"))
      all.push_back (f);
  std::vector<FILE *> copy (all);
  return copy;
}

/* To somebody who may keep a reference to it.  */
struct closer
{
  std::vector<FILE *> &files;
  explicit closer (std::vector<FILE *> &all) : files (all) {}
  ~closer ();
};

void
clean_referred (const char *a, const char *b)
{
  std::vector<FILE *> all;
  closer c (all);
  all.push_back (fopen (a, "r"));
  all.push_back (fopen (b, "r"));
}
