/* Locks.  */
/* { dg-levels all } */

#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <pthread.h>

void may_throw ();
bool coin () noexcept;
static std::mutex the_mutex, other_mutex;
static std::recursive_mutex recursive;
static std::shared_mutex shared;
static pthread_mutex_t raw = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void
clean_guard ()
{
  std::lock_guard<std::mutex> guard (the_mutex);
  may_throw ();
  counter++;
}

void
clean_unique ()
{
  std::unique_lock<std::mutex> lock (the_mutex);
  may_throw ();
  lock.unlock ();
  may_throw ();
  lock.lock ();
  counter++;
}

void
clean_scoped ()
{
  std::scoped_lock lock (the_mutex, other_mutex);
  may_throw ();
  counter++;
}

void
clean_scoped_one ()
{
  std::scoped_lock lock (the_mutex);
  may_throw ();
  counter++;
}

void
clean_deferred ()
{
  std::unique_lock<std::mutex> lock (the_mutex, std::defer_lock);
  if (coin ())
    lock.lock ();
  may_throw ();
}

void
clean_shared ()
{
  std::shared_lock<std::shared_mutex> lock (shared);
  may_throw ();
}

void
clean_recursive ()
{
  std::lock_guard<std::recursive_mutex> a (recursive);
  std::lock_guard<std::recursive_mutex> b (recursive);
  may_throw ();
}

void
clean_manual ()
{
  the_mutex.lock ();
  counter++;
  the_mutex.unlock ();
}

void
leak_manual_exception ()
{
  the_mutex.lock (); /* { dg-warning "might not be released" } */
  may_throw ();
  the_mutex.unlock ();
}

bool
leak_manual_return (bool b)
{
  the_mutex.lock (); /* { dg-warning "might not be released" } */
  if (b)
    return false;
  counter++;
  the_mutex.unlock ();
  return true;
}

bool
clean_try_lock ()
{
  if (!the_mutex.try_lock ())
    return false;
  counter++;
  the_mutex.unlock ();
  return true;
}

void
clean_adopt ()
{
  the_mutex.lock ();
  std::lock_guard<std::mutex> guard (the_mutex, std::adopt_lock);
  may_throw ();
}

int
clean_raw ()
{
  pthread_mutex_lock (&raw);
  int n = ++counter;
  pthread_mutex_unlock (&raw);
  return n;
}

int
leak_raw_throw (int n)
{
  pthread_mutex_lock (&raw); /* { dg-warning "might not be released" } */
  if (n < 0)
    throw std::runtime_error ("n");
  n = ++counter;
  pthread_mutex_unlock (&raw);
  return n;
}

class account
{
public:
  void add (int n)
  {
    std::lock_guard<std::mutex> guard (m_mutex);
    m_sum += n;
    may_throw ();
  }
  void add_badly (int n)
  {
    m_mutex.lock (); /* { dg-warning "might not be released" } */
    m_sum += n;
    may_throw ();
    m_mutex.unlock ();
  }
  void lock () { m_mutex.lock (); }
  void unlock () { m_mutex.unlock (); }

private:
  std::mutex m_mutex;
  int m_sum = 0;
};

void
caller_of_account (account &a)
{
  a.add (1);
  a.add_badly (1);
}

void
clean_own_lockable (account &a)
{
  std::lock_guard<account> guard (a);
  may_throw ();
}

struct raw_guard
{
  pthread_mutex_t *m;
  explicit raw_guard (pthread_mutex_t *mutex) : m (mutex) { pthread_mutex_lock (m); }
  ~raw_guard () { pthread_mutex_unlock (m); }
};

int
clean_raw_guard (int n)
{
  raw_guard guard (&raw);
  may_throw ();
  return n + counter;
}
