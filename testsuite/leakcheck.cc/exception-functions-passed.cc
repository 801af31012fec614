/* What the library calls by pointer: functions that are here and throw nothing, and objects of
   std::function that are copied.  */
#include <algorithm>
#include <functional>
#include <map>
#include <vector>
#include <stdexcept>
#include <pthread.h>
#include "exception-functions-passed.h"
struct entry { int n; void clear () { n = 0; } bool old (int k) const { return n < k; } int number () const { return n; } };
static std::vector<entry> entries;
static std::map<int, std::function<void (int)> > slots;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void check (int n) { if (n < 0) throw std::runtime_error ("n"); }
void clear_all ()
{
  pthread_mutex_lock (&m);
  std::for_each (entries.begin (), entries.end (), std::mem_fn (&entry::clear));
  pthread_mutex_unlock (&m);
}
bool any (int k)
{
  pthread_mutex_lock (&m);
  bool found = std::find_if (entries.begin (), entries.end (), std::bind (&entry::old, std::placeholders::_1, k)) != entries.end ();
  pthread_mutex_unlock (&m);
  return found;
}
void check_all (const std::vector<int> &v)
{
  pthread_mutex_lock (&m); /* { dg-warning "leak" } */
  std::for_each (v.begin (), v.end (), &check);
  pthread_mutex_unlock (&m);
}
void set (int n, std::function<void (int)> f)
{
  pthread_mutex_lock (&m);
  slots[n] = f;
  pthread_mutex_unlock (&m);
}
void run (int n, const std::function<void (int)> &f)
{
  pthread_mutex_lock (&m); /* { dg-warning "leak" } */
  f (n);
  pthread_mutex_unlock (&m);
}
struct waiting { int id; std::function<void (int)> f; waiting (int i, std::function<void (int)> g) : id (i), f (g) {} };
struct chunk { int n; chunk (int i) : n (i) {} };
extern void keep (chunk *);
static std::vector<waiting> all;
void push (int id, std::function<void (int)> f)
{
  check (id);
  chunk *c = new chunk (id);
  all.push_back (waiting (id, f));
  keep (c);
}
