/* A lock that cannot be taken is a misuse: what is thrown then nobody expects.  Who only tries does
   expect it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <map>
#include <memory>
#include <pthread.h>
#include <stdexcept>
#include <string>

struct mutex
{
  pthread_mutex_t m;
  void lock ()
  {
    if (pthread_mutex_lock (&m))
      throw std::runtime_error ("cannot lock");
  }
  void unlock ()
  {
    int error = pthread_mutex_unlock (&m);
    if (error != 0)
      throw std::runtime_error (std::string ("cannot unlock: ") + std::to_string (error));
  }
  void try_lock ()
  {
    if (pthread_mutex_trylock (&m) != 0)
      throw std::runtime_error ("busy");
  }
  void check () const
  {
    if (!m.__data.__lock)
      throw std::logic_error ("not locked");
  }
};

struct lock
{
  mutex &m;
  explicit lock (mutex &x) : m (x) { m.lock (); }
  ~lock () { m.unlock (); }
};

struct registry
{
  mutex m;
  std::map<std::string, std::unique_ptr<int>> all;
  void add (const std::string &name, int *p)
  {
    lock l (m);
    std::unique_ptr<int> owned (p);
    if (all.find (name) != all.end ())
      throw std::runtime_error (name);
    all[name] = std::move (owned);
  }
  /* It is given away too late.  */
  void add_late (const std::string &name, int *p)
  {
    lock l (m);
    if (all.find (name) != all.end ())
      throw std::runtime_error (name);
    all[name] = std::unique_ptr<int> (p);
  }
};

void
clean_add (registry &r)
{
  r.add ("x", new int);
}

void
leak_add (registry &r)
{
  r.add_late ("x", new int); // { dg-warning "might not be deleted" }
}

int
clean_locked (mutex &m)
{
  FILE *f = std::fopen ("x", "r");
  if (!f)
    return 1;
  m.lock ();
  int c = std::fgetc (f);
  m.unlock ();
  std::fclose (f);
  return c;
}

int
leak_tried (mutex &m)
{
  FILE *f = std::fopen ("x", "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return 1;
  m.try_lock ();
  std::fclose (f);
  m.unlock ();
  return 0;
}

int
leak_checked (mutex &m)
{
  FILE *f = std::fopen ("x", "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return 1;
  m.check ();
  std::fclose (f);
  return 0;
}

/* Who tests that himself, and goes away, loses it.  */
int
leak_returned (pthread_mutex_t *m)
{
  FILE *f = std::fopen ("x", "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return 1;
  if (pthread_mutex_lock (m) != 0)
    return 2;
  std::fclose (f);
  pthread_mutex_unlock (m);
  return 0;
}

/* Only the thread that has the monitor calls its methods: who has just entered it does not reckon with
   the exception for others.  */
struct not_owner
{
};

class monitor
{
public:
  void enter ()
  {
    pthread_t self = pthread_self ();
    if (count > 0 || !pthread_equal (owner, self))
      {
	pthread_mutex_lock (&lock);
	owner = self;
	count = 1;
      }
    count--;
  }
  void leave ()
  {
    if (count > 0 || !pthread_equal (owner, pthread_self ()))
      throw not_owner ();
    if (++count > 0)
      pthread_mutex_unlock (&lock);
  }
  void tell ()
  {
    if (count > 0 || !pthread_equal (owner, pthread_self ()))
      throw not_owner ();
    pthread_cond_signal (&changed);
  }
  void tell_if (int n)
  {
    if (n < 0)
      throw not_owner ();
    pthread_cond_signal (&changed);
  }
private:
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t owner;
  int count;
};

int
clean_monitor (monitor &m)
{
  FILE *f = std::fopen ("x", "r");
  if (!f)
    return 1;
  m.enter ();
  m.tell ();
  m.leave ();
  std::fclose (f);
  return 0;
}

int
leak_monitor (monitor &m, int n)
{
  FILE *f = std::fopen ("x", "r"); // { dg-warning "'f' might not be closed" }
  if (!f)
    return 1;
  m.tell_if (n);
  std::fclose (f);
  return 0;
}
