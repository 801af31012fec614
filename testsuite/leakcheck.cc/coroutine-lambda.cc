/* Coroutines that are lambdas: they make a frame as any other.  */
/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <cstdio>
#include <string>
#include <utility>

struct task
{
  struct promise_type
  {
    task get_return_object ()
    {
      return task (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () { throw; }
  };
  std::coroutine_handle<promise_type> h;
  explicit task (std::coroutine_handle<promise_type> x) : h (x) {}
  task (task &&o) : h (std::exchange (o.h, nullptr)) {}
  ~task ()
  {
    if (h)
      h.destroy ();
  }
  void run () { h.resume (); }
};

/* Its result has no destructor.  */
struct loose
{
  struct promise_type
  {
    loose get_return_object ()
    {
      return loose { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () { throw; }
  };
  std::coroutine_handle<promise_type> h;
};

void
clean_task (const char *name)
{
  auto t = [] (const char *n) -> task
  {
    FILE *f = fopen (n, "r");
    if (!f)
      co_return;
    co_await std::suspend_always ();
    fclose (f);
  } (name);
  t.run ();
  t.run ();
}

void
clean_generic ()
{
  auto count = [] (auto max) -> task
  {
    for (decltype (max) i = 0; i < max; i++)
      co_await std::suspend_always ();
  };
  count (10).run ();
  count (10L).run ();
}

/* The lambda is there as long as the frame.  */
void
clean_captured (const std::string &text)
{
  auto say = [&text] () -> task
  {
    std::puts (text.c_str ());
    co_return;
  };
  task t = say ();
  t.run ();
}

void
leak_in_body (const char *name)
{
  auto t = [] (const char *n) -> task
  {
    FILE *f = fopen (n, "r"); // { dg-warning "'f' might not be closed" }
    if (!f)
      co_return;
    co_await std::suspend_always ();
    if (fgetc (f) == 3)
      co_return;
    fclose (f);
  } (name);
  t.run ();
  t.run ();
}

void
leak_frame ()
{
  auto f = [] () -> loose
  {
    std::puts ("x");
    co_return;
  };
  loose l = f (); // { dg-warning "'l' is never destroyed" }
  l.h.resume ();
}

void
clean_frame ()
{
  auto f = [] () -> loose
  {
    std::puts ("x");
    co_return;
  };
  loose l = f ();
  l.h.resume ();
  l.h.destroy ();
}
