/* Two locks at a time: one that is taken while another is held.  */

#include <algorithm>
#include <mutex>
#include <vector>

static std::mutex a, b;
static int value;

int
leak_busy (int n)
{
  a.lock (); /* { dg-warning "'a' might not be released" } */
  if (!b.try_lock ())
    return -1;
  value += n;
  b.unlock ();
  a.unlock ();
  return 0;
}

int
clean_busy (int n)
{
  a.lock ();
  if (!b.try_lock ())
    {
      a.unlock ();
      return -1;
    }
  value += n;
  b.unlock ();
  a.unlock ();
  return 0;
}

int
leak_both_tried (int n)
{
  if (!a.try_lock ()) /* { dg-warning "'a' might not be released" } */
    return -1;
  if (!b.try_lock ())
    return -2;
  value += n;
  b.unlock ();
  a.unlock ();
  return 0;
}

int
leak_guard (int n)
{
  a.lock (); /* { dg-warning "'a' might not be released" } */
  {
    std::lock_guard<std::mutex> g (b);
    if (n < 0)
      return -1;
    value += n;
  }
  a.unlock ();
  return 0;
}

int
clean_guard (int n)
{
  a.lock ();
  {
    std::lock_guard<std::mutex> g (b);
    if (n < 0)
      {
	a.unlock ();
	return -1;
      }
    value += n;
  }
  a.unlock ();
  return 0;
}

void
leak_tried_guard ()
{
  if (!a.try_lock ()) /* { dg-warning "'a' might not be released" } */
    return;
  std::unique_lock<std::mutex> l (b, std::try_to_lock);
  if (!l.owns_lock ())
    return;
  value++;
  a.unlock ();
}

void
clean_tried_guard ()
{
  if (!a.try_lock ())
    return;
  std::unique_lock<std::mutex> l (b, std::try_to_lock);
  if (l.owns_lock ())
    value++;
  a.unlock ();
}

/* The library calls back. */
int
clean_called_back (std::vector<int> &v, int n)
{
  a.lock ();
  if (n < 0)
    {
      std::for_each (v.begin (), v.begin () + 1, [] (int) { a.unlock (); });
      return -1;
    }
  value += n;
  a.unlock ();
  return 0;
}

/* A function of the program that takes both. */
static bool
lock_both ()
{
  a.lock ();
  if (b.try_lock ())
    return true;
  a.unlock ();
  return false;
}

static void
unlock_both ()
{
  b.unlock ();
  a.unlock ();
}

int
clean_both (int n)
{
  if (!lock_both ())
    return -1;
  value += n;
  unlock_both ();
  return 0;
}
