/* The functions that move, swap and assign guards keep no copy of the lock.  */

#include <mutex>
#include <shared_mutex>
#include <utility>

struct queue
{
  std::mutex m;
  std::shared_mutex s;
  std::unique_lock<std::mutex> kept;
  int n;
};

/* In a guard that is made empty first.  */
int
assigned (queue *q)
{
  std::unique_lock<std::mutex> b;
  {
    std::unique_lock<std::mutex> a (q->m);
    b = std::move (a);
  }
  return q->n;
}

/* Moved twice.  */
int
twice ()
{
  static std::mutex m;
  std::unique_lock<std::mutex> a (m);
  std::unique_lock<std::mutex> b (std::move (a));
  std::unique_lock<std::mutex> c = std::move (b);
  return c.owns_lock ();
}

/* By std::swap.  */
void
exchanged (std::shared_mutex &s)
{
  std::unique_lock<std::shared_mutex> a (s), b;
  std::swap (a, b);
}

std::unique_lock<std::mutex>
returned (queue *q)
{
  std::unique_lock<std::mutex> a (q->m);
  return a;
}

int
uses_returned (queue *q)
{
  auto a = returned (q);
  return q->n;
}

static int
consume (std::unique_lock<std::mutex> l, int n)
{
  return l.owns_lock () + n;
}

int
passed (queue *q)
{
  std::unique_lock<std::mutex> a (q->m);
  return consume (std::move (a), q->n);
}

/* Forgotten by release.  */
int
released (queue *q, bool stop)
{
  std::unique_lock<std::mutex> a (q->m); /* { dg-warning "might not be released" } */
  std::unique_lock<std::mutex> b = std::move (a);
  std::mutex *m = b.release ();
  if (stop)
    return -1;
  m->unlock ();
  return q->n;
}

int
released_local (bool stop)
{
  std::mutex m;
  std::unique_lock<std::mutex> a (m); /* { dg-warning "never released" } */
  auto b = std::move (a);
  b.release ();
  return stop;
}

/* An own guard.  */
class guard
{
  std::mutex *held;
public:
  explicit guard (std::mutex &m) : held (&m) { m.lock (); }
  guard (guard &&o) noexcept : held (o.held) { o.held = nullptr; }
  ~guard () { if (held) held->unlock (); }
};

int
own ()
{
  std::mutex m;
  guard a (m);
  guard b (std::move (a));
  return 0;
}
