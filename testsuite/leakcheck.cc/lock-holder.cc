/* Locks taken through an object that is not the function's own, and that gives them back
   when it is destroyed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <mutex>
#include <stdexcept>
#include <pthread.h>

void
clean_captured (int n)
{
  std::mutex m;
  std::unique_lock<std::mutex> gate (m, std::defer_lock);
  auto go = [&] (int i)
    {
      gate.lock ();
      if (i > 3)
	throw std::runtime_error ("i");
      gate.unlock ();
    };
  for (int i = 0; i < n; i++)
    go (i);
}

struct waiter
{
  std::mutex m;
  std::unique_lock<std::mutex> gate { m, std::defer_lock };
  void clean_member (int i);
};

void
waiter::clean_member (int i)
{
  gate.lock ();
  if (i > 3)
    throw std::runtime_error ("i");
  gate.unlock ();
}

void
clean_given (std::unique_lock<std::mutex> &gate, int i)
{
  gate.lock ();
  if (i > 3)
    throw std::runtime_error ("i");
  gate.unlock ();
}

void
clean_own (std::mutex &m, int i)
{
  std::unique_lock<std::mutex> gate (m, std::defer_lock);
  gate.lock ();
  if (i > 3)
    throw std::runtime_error ("i");
  gate.unlock ();
}

void
leak_bare (std::mutex &m, int i)
{
  m.lock ();				/* { dg-warning "'m' may not be released" } */
  if (i > 3)
    throw std::runtime_error ("i");
  m.unlock ();
}

/* One's own.  */
class keeper
{
public:
  explicit keeper (pthread_mutex_t *mutex) : m (mutex) {}
  ~keeper ()
  {
    if (held)
      pthread_mutex_unlock (m);
  }
  void lock ()
  {
    pthread_mutex_lock (m);
    held = true;
  }
  void unlock ()
  {
    pthread_mutex_unlock (m);
    held = false;
  }

private:
  pthread_mutex_t *m;
  bool held = false;
};

int
clean_keeper (keeper &k, int i)
{
  k.lock ();
  if (i > 3)
    return -1;
  k.unlock ();
  return 0;
}

/* And one that knows, but sees to nothing.  */
struct forgetful
{
  pthread_mutex_t *m;
  bool held = false;
  explicit forgetful (pthread_mutex_t *mutex) : m (mutex) {}
  void lock ()
  {
    pthread_mutex_lock (m);
    held = true;
  }
  void unlock ()
  {
    pthread_mutex_unlock (m);
    held = false;
  }
};

int
leak_forgetful (forgetful &f, int i)
{
  f.lock ();				/* { dg-warning "may not be released" } */
  if (i > 3)
    return -1;
  f.unlock ();
  return 0;
}

int
leak_own_forgetful (pthread_mutex_t *m, int i)
{
  forgetful f (m);
  f.lock ();				/* { dg-warning "may not be released" } */
  if (i > 3)
    return -1;
  f.unlock ();
  return 0;
}
