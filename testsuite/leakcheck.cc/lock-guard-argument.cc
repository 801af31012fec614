/* Guards that store the lock and take it by what they were given.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <map>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>

static pthread_mutex_t lock;
static std::mutex mutex;
static std::shared_mutex shared;
static std::map<int, int> table;

int ask (int);

struct guard
{
  pthread_mutex_t *held;
  guard (pthread_mutex_t *l) : held (l) { pthread_mutex_lock (l); }
  ~guard () { pthread_mutex_unlock (held); }
};

struct guard_reference
{
  std::mutex &held;
  guard_reference (std::mutex &m) : held (m) { m.lock (); }
  ~guard_reference () { held.unlock (); }
};

template <typename Lock> struct guard_optional
{
  Lock *held;
  bool is_held = false;
  guard_optional (Lock &l) : held (&l) { l.lock (); is_held = true; }
  void unlock () { if (is_held) { held->unlock (); is_held = false; } }
  ~guard_optional () { unlock (); }
};

int
clean_twice (int n)
{
  {
    guard g (&lock);
    if (ask (n))
      return 1;
  }
  int p = ask (n);
  guard h (&lock);
  return p;
}

int
clean_given (int n, pthread_mutex_t *l)
{
  {
    guard g (l);
    if (ask (n))
      return 1;
  }
  int p = ask (n);
  guard h (l);
  return p;
}

int
clean_reference (int n)
{
  {
    guard_reference g (mutex);
    if (ask (n))
      return 1;
  }
  int p = ask (n);
  mutex.lock ();
  mutex.unlock ();
  return p;
}

int
clean_optional (int n)
{
  guard_optional<std::mutex> g (mutex);
  if (ask (n))
    return 1;
  g.unlock ();
  int p = ask (n);
  mutex.lock ();
  mutex.unlock ();
  return p;
}

int
clean_shared (int n)
{
  {
    std::shared_lock<std::shared_mutex> r (shared);
    auto found = table.find (n);
    if (found != table.end ())
      return found->second;
  }
  int p = ask (n);
  std::unique_lock<std::shared_mutex> w (shared);
  table[n] = p;
  return p;
}

int
leak_afterwards (int n)
{
  {
    guard g (&lock);
    if (ask (n))
      return 1;
  }
  pthread_mutex_lock (&lock); /* { dg-warning "might not be released" } */
  if (n > 8)
    return 1;
  pthread_mutex_unlock (&lock);
  return 0;
}

int
leak_given (int n, pthread_mutex_t *l)
{
  {
    guard g (l);
    if (ask (n))
      return 1;
  }
  pthread_mutex_lock (l); /* { dg-warning "might not be released" } */
  if (n > 8)
    return 1;
  pthread_mutex_unlock (l);
  return 0;
}
