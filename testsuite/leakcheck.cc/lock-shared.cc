/* Shared locks that are taken and given back by hand.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-do compile }

#include <shared_mutex>

class Table
{
public:
  int get (int key);
  int get_lost (int key);
  int get_guarded (int key);
  int change (int key);
  int change_lost (int key);

private:
  std::shared_mutex lock_;
  int value_ = 0;
};

// Clean.
int
Table::get (int key)
{
  lock_.lock_shared ();
  if (key < 0)
    {
      lock_.unlock_shared ();
      return -1;
    }
  int value = value_;
  lock_.unlock_shared ();
  return value;
}

int
Table::get_lost (int key)
{
  lock_.lock_shared (); // { dg-warning "might not be released" }
  if (key < 0)
    return -1;
  int value = value_;
  lock_.unlock_shared ();
  return value;
}

// Clean.
int
Table::get_guarded (int key)
{
  std::shared_lock<std::shared_mutex> hold (lock_);
  return key < 0 ? -1 : value_;
}

// Clean.
int
Table::change (int key)
{
  lock_.lock ();
  if (key < 0)
    {
      lock_.unlock ();
      return -1;
    }
  value_ = key;
  lock_.unlock ();
  return 0;
}

int
Table::change_lost (int key)
{
  lock_.lock (); // { dg-warning "might not be released" }
  if (key < 0)
    return -1;
  value_ = key;
  lock_.unlock ();
  return 0;
}
