/* Written from the requirements alone, without trying the plugin: coroutines. */

/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <cstdio>
#include <exception>
#include <memory>
#include <utility>

int risky (int);

struct task
{
  struct promise_type
  {
    int value = 0;
    task get_return_object ()
    {
      return task { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_never initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_value (int v) noexcept { value = v; }
    void unhandled_exception () { std::terminate (); }
    std::suspend_always yield_value (int v) noexcept { value = v; return {}; }
  };
  explicit task (std::coroutine_handle<promise_type> h) : h_ (h) {}
  task (task &&o) noexcept : h_ (std::exchange (o.h_, nullptr)) {}
  ~task () { if (h_) h_.destroy (); }
  std::coroutine_handle<promise_type> h_;
};

task
clean_coroutine_unique (const char *path)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (std::fopen (path, "r"), std::fclose);
  if (!f)
    co_return -1;
  co_yield std::fgetc (f.get ());
  co_return 0;
}

task
clean_coroutine_raw (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    co_return -1;
  int c = std::fgetc (f);
  std::fclose (f);
  co_yield c;
  co_return 0;
}

task
leak_coroutine_raw (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    co_return -1;
  int c = std::fgetc (f);
  co_return c;
}

task
leak_coroutine_early (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    co_return -1;
  int c = std::fgetc (f);
  if (c == EOF)
    co_return -2;
  std::fclose (f);
  co_return c;
}

int
clean_run (const char *path)
{
  task t = clean_coroutine_unique (path);
  return t.h_.promise ().value;
}
