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
  m.lock ();				/* { dg-warning "'m' might not be released" } */
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
  f.lock ();				/* { dg-warning "might not be released" } */
  if (i > 3)
    return -1;
  f.unlock ();
  return 0;
}

int
leak_own_forgetful (pthread_mutex_t *m, int i)
{
  forgetful f (m);
  f.lock ();				/* { dg-warning "might not be released" } */
  if (i > 3)
    return -1;
  f.unlock ();
  return 0;
}

/* ---- A guard is returned.  ---- */

struct closed_error
{
};

struct shelf
{
  std::mutex m;
  bool closed;
  long n;
  std::unique_lock<std::mutex> hold ();
};

std::unique_lock<std::mutex>
shelf::hold ()
{
  std::unique_lock<std::mutex> lock (m);
  if (closed)
    throw closed_error ();
  return lock;
}

long count_books (int);

std::unique_lock<std::mutex>
hold_counted (shelf &s)
{
  std::unique_lock<std::mutex> lock (s.m, std::defer_lock);
  if (!lock.try_lock ())
    lock.lock ();
  s.n += count_books (2);
  return lock;
}

long
use_hold (shelf &s)
{
  auto lock = s.hold ();
  long n = s.n;
  if (n < 0)
    throw closed_error ();
  return n;
}

long
forget_hold (shelf &s)
{
  auto lock = hold_counted (s); /* { dg-warning "'lock' might not be released" } */
  std::mutex *m = lock.release ();
  long n = s.n;
  if (n < 0)
    return -1;
  m->unlock ();
  return n;
}

/* ---- A guard lets it go.  ---- */

std::mutex shelf_lock;
std::unique_lock<std::mutex> shelf_guard;

/* (Taken for others, as far as this function tells.)  */
int
let_go (int n)
{
  std::unique_lock<std::mutex> lock (shelf_lock);
  int r = n + 1;
  lock.release ();
  return r;
}

int
let_go_early (shelf &s)
{
  std::unique_lock<std::mutex> lock (s.m); /* { dg-warning "'s' might not be released" } */
  std::mutex *m = lock.release ();
  if (s.closed)
    return 0;
  int n = s.n;
  m->unlock ();
  return n;
}

int
let_go_failing (shelf &s)
{
  std::unique_lock<std::mutex> lock (s.m);
  if (s.closed)
    return -1;
  lock.release ();
  return 0;
}

int
let_go_unlocked (shelf &s)
{
  std::unique_lock<std::mutex> lock (s.m);
  int n = s.n;
  lock.release ()->unlock ();
  return n;
}

std::mutex *
let_go_returned (shelf &s)
{
  std::unique_lock<std::mutex> lock (s.m);
  s.n++;
  return lock.release ();
}

void
let_go_moved (shelf &s)
{
  std::unique_lock<std::mutex> lock (s.m);
  s.n++;
  shelf_guard = std::move (lock);
}

struct shelf_user
{
  std::unique_lock<std::mutex> own;
  void take (shelf &s)
  {
    std::unique_lock<std::mutex> lock (s.m);
    s.n++;
    own = std::move (lock);
  }
  void take_swapped (shelf &s)
  {
    std::unique_lock<std::mutex> lock (s.m);
    own.swap (lock);
  }
};

long
use_shelf (shelf &s)
{
  shelf_user u;
  if (s.closed)
    u.take (s);
  else
    u.take_swapped (s);
  return s.n;
}

/* What it returns says whether it has the lock.  */
int ready () noexcept;
int work (int) noexcept;
int *found (int) noexcept;
static std::mutex taken;
static int object;

int *
clean_enter_pointer ()
{
  std::unique_lock<std::mutex> g (taken);
  if (!ready ())
    return nullptr;
  g.release ();
  return &object;
}

int *
clean_enter_found (int k)
{
  std::unique_lock<std::mutex> g (taken);
  int *p = found (k);
  if (!p)
    return p;
  g.release ();
  return p;
}

int
clean_enter_number ()
{
  std::unique_lock<std::mutex> g (taken);
  int rc = work (1);
  if (rc != 0)
    return rc;
  g.release ();
  return 0;
}

int
clean_enter_same_number ()
{
  std::unique_lock<std::mutex> g (taken);
  int rc = work (1);
  if (rc == 0)
    g.release ();
  return rc;
}

int
clean_enter_errno ()
{
  std::unique_lock<std::mutex> g (taken);
  if (!ready ())
    return 11;
  g.release ();
  return 0;
}

int
leak_enter_alike (int n)
{
  std::unique_lock<std::mutex> g (taken); /* { dg-warning "'taken' might not be released" } */
  if (!ready ())
    return 0;
  if (n < 0)
    g.release ();
  return 0;
}
