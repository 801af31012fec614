/* A lock that is given back and taken again, for more, is its caller's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stdlib.h>
#define SAFE_PTHREAD(fncall) do { if ((fncall) != 0) abort(); } while (0)
class Mutex {
 public:
  inline void Lock ();
  inline void Unlock ();
  inline void ReaderLock ();
  inline void ReaderUnlock ();
 private:
  pthread_rwlock_t mutex_;
};
void Mutex::Lock() { SAFE_PTHREAD(pthread_rwlock_wrlock(&mutex_)); }
void Mutex::Unlock() { SAFE_PTHREAD(pthread_rwlock_unlock(&mutex_)); }
void Mutex::ReaderLock() { SAFE_PTHREAD(pthread_rwlock_rdlock(&mutex_)); }
void Mutex::ReaderUnlock() { SAFE_PTHREAD(pthread_rwlock_unlock(&mutex_)); }
class RWLocker {
 public:
  explicit RWLocker(Mutex* mu);
  ~RWLocker();
  void LockForWriting();
 private:
  Mutex* mu_;
  bool writing_;
};
RWLocker::RWLocker(Mutex* mu) : mu_(mu), writing_(false) { mu_->ReaderLock(); }
void RWLocker::LockForWriting() {
  if (!writing_) {
    mu_->ReaderUnlock();
    mu_->Lock();
    writing_ = true;
  }
}
RWLocker::~RWLocker() {
  if (!writing_)
    mu_->ReaderUnlock();
  else
    mu_->Unlock();
}
struct cache { int n, room; void reset (RWLocker *l); };
void cache::reset (RWLocker *l)
{
  l->LockForWriting ();
  n = 0;
}
struct params { RWLocker *lock; int found; };
int find (int);
bool restore (int);
bool clean_search (cache *c, params *p, int key)
{
  for (int i = 0; i < key; i++)
    {
      int k = find (i);
      if (k < 0)
	{
	  c->reset (p->lock);
	  if (!restore (i))
	    return false;
	  k = find (i);
	  if (k < 0)
	    return false;
	}
      if (k == key)
	{
	  p->found = i;
	  return true;
	}
    }
  return false;
}
bool clean_all (cache *c, Mutex *m, int key)
{
  RWLocker l (m);
  params p = { &l, 0 };
  return clean_search (c, &p, key);
}

/* Nobody had it before.  */
bool leak_taken (cache *c, Mutex *m, int key)
{
  m->Lock (); /* { dg-warning "might not be released" } */
  c->n = key;
  if (!restore (key))
    return false;
  m->Unlock ();
  return true;
}

/* Another was given back.  */
bool leak_other (cache *c, Mutex *m, Mutex *other, int key)
{
  other->Unlock ();
  m->Lock (); /* { dg-warning "might not be released" } */
  c->n = key;
  if (!restore (key))
    return false;
  m->Unlock ();
  return true;
}
