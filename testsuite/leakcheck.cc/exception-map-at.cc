/* at () of maps.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <map>
#include <string>
#include <vector>
#include <stdexcept>
#include <mutex>
#include <cstdio>
struct bad : std::runtime_error { using std::runtime_error::runtime_error; };
struct topic { int n; };
struct reg { std::mutex mtx; std::map<unsigned, topic> topics; };
void leak_publish (reg &r, unsigned k)
{
  r.mtx.lock (); /* { dg-warning "might not be released" } */
  topic &t = r.topics.at (k);
  t.n++;
  r.mtx.unlock ();
}
struct client { int fd; std::string nick; };
void leak_join (std::map<std::string, std::vector<client *>> &rooms, const std::string &room, int fd)
{
  client *c = new client {fd, "x"}; /* { dg-warning "might not be deleted" } */
  rooms.at (room).push_back (c);
}
/* (Somebody throws.)  */
void thrower (int n) { if (n) throw bad ("x"); }

/* Who has looked knows, and who made it; whether it is constant says nothing.  */
int clean_looked (std::map<std::string, int> &m, const std::string &key, const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int n = m.count (key) ? m.at (key) : 0;
  fclose (f);
  return n;
}
int leak_constant (const std::map<std::string, int> &m, const std::string &key, const char *name)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "leak" } */
  if (!f)
    return -1;
  int n = m.at (key);
  fclose (f);
  return n;
}
int clean_before (std::map<std::string, int> &m, const std::string &key, const char *name)
{
  int n = m.at (key);
  FILE *f = fopen (name, "r");
  if (f)
    fclose (f);
  return n;
}
/* Of a table of the program it is known what is in it.  */
static std::map<int, const char *> modes { { 0, "r" }, { 1, "w" } };
int clean_table (const char *name, int mode)
{
  FILE *log = fopen (name, "a");
  if (!log)
    return -1;
  fputs (modes.at (mode), log);
  return fclose (log);
}

/* ---- Arrays of which the function asks nothing else. ---- */

#include <vector>
#include <cstdio>

struct point { double x, y; };

bool
leak_flatten (FILE *out, const std::vector<point> &all, const std::vector<std::size_t> &which)
{
  float *flat = new float[which.size ()];	/* { dg-warning "might not be deleted" } */
  std::size_t k = 0;
  for (std::size_t i : which)
    flat[k++] = all.at (i).x;
  bool ok = fwrite (flat, sizeof (float), k, out) == k;
  delete[] flat;
  return ok;
}

bool
clean_flatten (FILE *out, const std::vector<point> &all, const std::vector<std::size_t> &which)
{
  float *flat = new float[which.size ()];
  std::size_t k = 0;
  for (std::size_t i : which)
    if (i < all.size ())
      flat[k++] = all.at (i).x;
  bool ok = fwrite (flat, sizeof (float), k, out) == k;
  delete[] flat;
  return ok;
}

/* Who has shown it to somebody; keys of which all are there; who is called from here alone.  */
bool has_key (const std::map<std::string, int> &m, const char *key);
int clean_shown (const std::map<std::string, int> &m, const char *name)
{
  if (!has_key (m, "n"))
    return -1;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int n = m.at ("n");
  fclose (f);
  return n;
}
int clean_asked_before (const std::map<std::string, int> &m, const char *name)
{
  if (m.at ("n") < 0)
    return -1;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int n = m.at ("n");
  fclose (f);
  return n;
}
enum color { red, green };
int clean_enum (const std::map<color, int> &m, color c, const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int n = m.at (c);
  fclose (f);
  return n;
}
static int clean_static (const std::map<std::string, int> &m, const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int n = m.at ("n");
  fclose (f);
  return n;
}
int call_static (const char *name)
{
  std::map<std::string, int> m;
  m["n"] = 3;
  return clean_static (m, name);
}
