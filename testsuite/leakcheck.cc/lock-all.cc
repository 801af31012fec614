/* std::lock.  */
/* { dg-do compile } */

#include <mutex>

std::mutex first, second, third;
int step (int);

int
early (int n)
{
  std::lock (first, second); /* { dg-warning "'first' might not be released" } */
  /* { dg-warning "'second' might not be released" "" { target *-*-* } .-1 } */
  if (n < 0)
    return -1;
  first.unlock ();
  second.unlock ();
  return 0;
}

/* Whoever calls this is to release one of them.  */
int
two_of_three (int n)
{
  std::lock (first, second, third);
  n++;
  first.unlock ();
  third.unlock ();
  return n;
}

int
adopted (int n)
{
  std::lock (first, second);
  std::lock_guard<std::mutex> a (first, std::adopt_lock);
  std::lock_guard<std::mutex> b (second, std::adopt_lock);
  if (n < 0)
    return -1;
  return step (n);
}

int
deferred (int n)
{
  std::unique_lock<std::mutex> a (first, std::defer_lock);
  std::unique_lock<std::mutex> b (second, std::defer_lock);
  std::lock (a, b);
  if (n < 0)
    return -1;
  return step (n);
}

int
both_ways (int n)
{
  std::lock (first, second);
  int r = n > 0 ? n : 0;
  second.unlock ();
  first.unlock ();
  return r;
}

class account
{
  std::mutex lock;
  long sum = 0;
public:
  static bool move (account &from, account &to, long n)
  {
    std::lock (from.lock, to.lock);
    std::lock_guard<std::mutex> a (from.lock, std::adopt_lock);
    std::lock_guard<std::mutex> b (to.lock, std::adopt_lock);
    if (from.sum < n)
      return false;
    from.sum -= n;
    to.sum += n;
    return true;
  }
  static bool leak (account &from, account &to, long n)
  {
    std::lock (from.lock, to.lock); /* { dg-warning "'from' might not be released" } */
    /* { dg-warning "'to' might not be released" "" { target *-*-* } .-1 } */
    if (from.sum < n)
      return false;
    from.sum -= n;
    to.sum += n;
    from.lock.unlock ();
    to.lock.unlock ();
    return true;
  }
};

bool
use (account &a, account &b)
{
  return account::move (a, b, 3) && account::leak (b, a, 4);
}

/* One lock () of several.  */
class counted_lock
{
  std::mutex m;
  long waits = 0;
public:
  void lock (long n) { waits += n; }
  void lock (const char *name = nullptr) { waits += name != nullptr; m.lock (); }
  bool try_lock () { return m.try_lock (); }
  void unlock () { m.unlock (); }
};

int
leak_counted (counted_lock &a, counted_lock &b, int n)
{
  std::lock (a, b); /* { dg-warning "'a' might not be released" } */
  /* { dg-warning "'b' might not be released" "" { target *-*-* } .-1 } */
  if (n < 0)
    return -1;
  a.unlock ();
  b.unlock ();
  return n;
}

int
clean_counted (counted_lock &a, counted_lock &b, int n)
{
  std::lock (a, b);
  if (n >= 0)
    n++;
  a.unlock ();
  b.unlock ();
  return n;
}
