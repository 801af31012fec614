/* Frames of coroutines that somebody else has, too: the promise enters itself somewhere, who is
   awaited at the start or at the end keeps or destroys it.  */
/* { dg-additional-options "-std=c++20" } */

#include <atomic>
#include <coroutine>
#include <exception>
#include <utility>
#include <vector>

void post (std::coroutine_handle<>);

struct registry
{
  std::vector<std::coroutine_handle<>> all;
  static registry &get ()
  {
    static registry r;
    return r;
  }
  void add (std::coroutine_handle<> h) { all.push_back (h); }
  ~registry ()
  {
    for (auto h : all)
      h.destroy ();
  }
};

struct quiet
{
  std::suspend_always initial_suspend () noexcept { return {}; }
  std::suspend_always final_suspend () noexcept { return {}; }
  void return_void () noexcept {}
  void unhandled_exception () noexcept { std::terminate (); }
};

template <typename P, typename R>
R
result_of (P &promise)
{
  return { std::coroutine_handle<P>::from_promise (promise) };
}

/* ---- Nobody else has it.  ---- */

struct alone
{
  struct promise_type : quiet
  {
    alone get_return_object () { return result_of<promise_type, alone> (*this); }
  };
  std::coroutine_handle<promise_type> frame;
};

alone
begin_alone ()
{
  co_return;
}

void
lost_alone ()
{
  auto a = begin_alone (); /* { dg-warning "'a' is never destroyed" } */
  a.frame.resume ();
}

/* ---- The promise enters itself.  ---- */

struct entered
{
  struct promise_type : quiet
  {
    promise_type ()
    {
      registry::get ().add (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    entered get_return_object () { return result_of<promise_type, entered> (*this); }
  };
  std::coroutine_handle<promise_type> frame;
};

entered
begin_entered ()
{
  co_return;
}

void
clean_entered ()
{
  auto a = begin_entered ();
  a.frame.resume ();
}

/* What makes the result enters it.  */
struct given
{
  struct promise_type : quiet
  {
    given get_return_object ()
    {
      auto h = std::coroutine_handle<promise_type>::from_promise (*this);
      registry::get ().all.push_back (h);
      return { h };
    }
  };
  std::coroutine_handle<promise_type> frame;
};

given
begin_given ()
{
  co_return;
}

void
clean_given ()
{
  auto a = begin_given ();
  a.frame.resume ();
}

/* A base of the promise links it.  */
struct link
{
  static inline link *head;
  link *next;
  link () : next (head) { head = this; }
};

struct linked
{
  struct promise_type : link, quiet
  {
    linked get_return_object () { return result_of<promise_type, linked> (*this); }
  };
  std::coroutine_handle<promise_type> frame;
};

linked
begin_linked ()
{
  co_return;
}

void
clean_linked ()
{
  auto a = begin_linked ();
  a.frame.resume ();
}

/* ---- Who is awaited at the start.  ---- */

struct posted
{
  struct start
  {
    bool await_ready () noexcept { return false; }
    void await_suspend (std::coroutine_handle<> h) { post (h); }
    void await_resume () noexcept {}
  };
  struct promise_type
  {
    posted get_return_object () { return result_of<promise_type, posted> (*this); }
    start initial_suspend () { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { std::terminate (); }
  };
  std::coroutine_handle<promise_type> frame;
};

posted
begin_posted ()
{
  co_return;
}

bool
clean_posted ()
{
  auto a = begin_posted ();
  return a.frame.done ();
}

/* ---- Who is awaited at the end.  ---- */

template <typename Last> struct ending
{
  struct promise_type
  {
    std::coroutine_handle<> next;
    std::atomic<int> users { 2 };
    std::atomic<bool> over { false };
    void unref () noexcept
    {
      if (--users == 0)
	std::coroutine_handle<promise_type>::from_promise (*this).destroy ();
    }
    ending get_return_object () { return result_of<promise_type, ending> (*this); }
    std::suspend_always initial_suspend () noexcept { return {}; }
    Last final_suspend () noexcept { return {}; }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { std::terminate (); }
  };
  std::coroutine_handle<promise_type> frame;
};

struct awaiter
{
  bool await_ready () noexcept { return false; }
  void await_resume () noexcept {}
};

struct ready : awaiter
{
  bool await_ready () noexcept { return true; }
  void await_suspend (std::coroutine_handle<>) noexcept {}
};

struct destroying : awaiter
{
  static void kill (std::coroutine_handle<> h) noexcept { h.destroy (); }
  void await_suspend (std::coroutine_handle<> h) noexcept { kill (h); }
};

struct counting : awaiter
{
  template <typename P> void await_suspend (std::coroutine_handle<P> h) noexcept
  {
    h.promise ().unref ();
  }
};

struct racing : awaiter
{
  template <typename P> bool await_suspend (std::coroutine_handle<P> h) noexcept
  {
    return !h.promise ().over.exchange (true);
  }
};

struct elsewhere : awaiter
{
  void await_suspend (std::coroutine_handle<>) noexcept;
};

struct going_on : awaiter
{
  template <typename P>
  std::coroutine_handle<> await_suspend (std::coroutine_handle<P> h) noexcept
  {
    return h.promise ().next ? h.promise ().next : std::noop_coroutine ();
  }
};

ending<ready>
begin_ready ()
{
  co_return;
}

ending<destroying>
begin_destroying ()
{
  co_return;
}

ending<counting>
begin_counting ()
{
  co_return;
}

ending<racing>
begin_racing ()
{
  co_return;
}

ending<elsewhere>
begin_elsewhere ()
{
  co_return;
}

ending<going_on>
begin_going_on ()
{
  co_return;
}

void
clean_ready ()
{
  begin_ready ().frame.resume ();
}

void
clean_destroying ()
{
  begin_destroying ().frame.resume ();
}

void
clean_counting ()
{
  auto a = begin_counting ();
  a.frame.resume ();
  a.frame.promise ().unref ();
}

void
clean_racing ()
{
  auto a = begin_racing ();
  a.frame.resume ();
  if (a.frame.promise ().over.exchange (true))
    a.frame.destroy ();
}

void
clean_elsewhere ()
{
  begin_elsewhere ().frame.resume ();
}

void
lost_going_on ()
{
  auto a = begin_going_on (); /* { dg-warning "'a' is never destroyed" } */
  a.frame.resume ();
}

void
clean_going_on ()
{
  auto a = begin_going_on ();
  a.frame.resume ();
  a.frame.destroy ();
}

/* ---- The body lets somebody have it.  ---- */

struct enrolled : awaiter
{
  registry &r;
  enrolled (registry &in) : r (in) {}
  bool await_suspend (std::coroutine_handle<> h)
  {
    r.all.push_back (h);
    return false;
  }
};

alone
begin_enrolled (registry &r)
{
  co_await enrolled { r };
}

void
clean_enrolled (registry &r)
{
  auto a = begin_enrolled (r);
  a.frame.resume ();
}

/* ---- Arrays of them.  ---- */

void
clean_array ()
{
  std::coroutine_handle<> all[] = { begin_alone ().frame, begin_alone ().frame };
  for (auto h : all)
    {
      h.resume ();
      h.destroy ();
    }
}

void
clean_results (int n)
{
  alone all[3];
  for (int i = 0; i < n; i++)
    all[i] = begin_alone ();
  for (int i = 0; i < n; i++)
    {
      auto h = all[i].frame;
      h.destroy ();
    }
}
