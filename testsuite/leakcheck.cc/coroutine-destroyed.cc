/* Frames of coroutines: who destroys them.  */
/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <exception>
#include <utility>
#include <vector>

template <typename T> class generator
{
public:
  struct promise_type
  {
    T value {};
    generator get_return_object ()
    {
      return generator (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    std::suspend_always yield_value (T v)
    {
      value = std::move (v);
      return {};
    }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { std::terminate (); }
  };
  typedef std::coroutine_handle<promise_type> handle;
  generator (generator &&other) noexcept : m_frame (std::exchange (other.m_frame, nullptr)) {}
  generator &operator= (generator &&other) noexcept
  {
    std::swap (m_frame, other.m_frame);
    return *this;
  }
  ~generator ()
  {
    if (m_frame)
      m_frame.destroy ();
  }
  bool next ()
  {
    m_frame.resume ();
    return !m_frame.done ();
  }
  T &value () noexcept { return m_frame.promise ().value; }
  handle release () noexcept { return std::exchange (m_frame, nullptr); }

private:
  explicit generator (handle h) noexcept : m_frame (h) {}
  handle m_frame;
};

generator<int>
countdown (int from)
{
  while (from > 0)
    co_yield from--;
}

int
clean_first (int from)
{
  auto g = countdown (from);
  return g.next () ? g.value () : 0;
}

int
clean_sum (int from)
{
  int sum = 0;
  generator<int> g = countdown (from), h = std::move (g);
  while (h.next ())
    sum += h.value ();
  return sum;
}

int
clean_assigned (int from)
{
  generator<int> g = countdown (from);
  if (from > 3)
    g = countdown (from - 1);
  return g.next ();
}

generator<int>
clean_returned (int from)
{
  return countdown (from + 1);
}

int
lost_released (int from)
{
  auto h = countdown (from).release (); /* { dg-warning "never destroyed" } */
  int sum = 0;
  for (h.resume (); !h.done (); h.resume ())
    sum += h.promise ().value;
  return sum;
}

int
clean_destroyed (int from)
{
  auto h = countdown (from).release ();
  int last = 0;
  for (h.resume (); !h.done (); h.resume ())
    last = h.promise ().value;
  h.destroy ();
  return last;
}

int
lost_early (int from)
{
  auto h = countdown (from).release (); /* { dg-warning "might not be destroyed" } */
  h.resume ();
  if (h.done ())
    return -1;
  int value = h.promise ().value;
  h.destroy ();
  return value;
}

int
clean_early (int from)
{
  auto h = countdown (from).release ();
  h.resume ();
  int value = h.done () ? -1 : h.promise ().value;
  h.destroy ();
  return value;
}

/* ---- Whom nobody destroys.  ---- */

struct step
{
  struct promise_type
  {
    step get_return_object ()
    {
      return { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { std::terminate (); }
  };
  std::coroutine_handle<promise_type> frame;
};

step
walk (int n)
{
  while (n-- > 0)
    co_await std::suspend_always {};
}

void
lost_stepped ()
{
  step s = walk (3); /* { dg-warning "never destroyed" } */
  while (!s.frame.done ())
    s.frame.resume ();
}

void
clean_stepped ()
{
  step s = walk (3);
  while (!s.frame.done ())
    s.frame.resume ();
  s.frame.destroy ();
}

/* Somebody else has it then.  */
class loop
{
public:
  void add (step s) { m_all.push_back (s.frame); }
  void run ()
  {
    for (auto h : m_all)
      {
	while (!h.done ())
	  h.resume ();
	h.destroy ();
      }
    m_all.clear ();
  }

private:
  std::vector<std::coroutine_handle<>> m_all;
};

void
clean_added (loop &l)
{
  l.add (walk (2));
  step s = walk (4);
  l.add (s);
}

/* ---- It ends by itself.  ---- */

struct detached
{
  struct promise_type
  {
    detached get_return_object ()
    {
      return { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_never final_suspend () noexcept { return {}; }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { std::terminate (); }
  };
  std::coroutine_handle<promise_type> frame;
};

detached
work (int n)
{
  while (n-- > 0)
    co_await std::suspend_always {};
}

void
clean_detached ()
{
  detached d = work (1);
  d.frame.resume ();
  d.frame.resume ();
}
