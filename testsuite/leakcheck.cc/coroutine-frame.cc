/* What a coroutine's body keeps in its frame, across suspensions.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>
#include <fcntl.h>
#include <unistd.h>

int risky (int);
int measure (int) noexcept;

template<typename T>
struct generator
{
  struct promise_type
  {
    T value;
    std::exception_ptr error;
    generator get_return_object ()
    { return generator { std::coroutine_handle<promise_type>::from_promise (*this) }; }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () { error = std::current_exception (); }
    std::suspend_always yield_value (T v) noexcept { value = std::move (v); return {}; }
  };
  explicit generator (std::coroutine_handle<promise_type> h) : h_ (h) {}
  generator (generator &&o) noexcept : h_ (std::exchange (o.h_, nullptr)) {}
  ~generator () { if (h_) h_.destroy (); }
  bool next () { h_.resume (); return !h_.done (); }
  std::coroutine_handle<promise_type> h_;
};

/* (Who has enough lets the generator go.)  */
generator<int>
leak_destroyed (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    co_return;
  int c;
  while ((c = std::fgetc (f)) != EOF)
    co_yield c;
  std::fclose (f);
}

generator<int>
leak_lines (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    co_return;
  int c;
  while ((c = std::fgetc (f)) != EOF)
    {
      if (c == 'x')
	co_return;
      co_yield c;
    }
  std::fclose (f);
}

generator<int>
leak_after_yield (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    co_return;
  co_yield 1;
  char c;
  if (read (fd, &c, 1) != 1)
    co_return;
  co_yield 2;
  close (fd);
}

generator<int>
leak_after_one (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    co_return;
  co_yield 1;
  char c;
  if (read (fd, &c, 1) == 1)
    co_yield 2;
  close (fd);
}

generator<int>
leak_throws (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    throw std::runtime_error (path);
  co_yield 0;
  if (risky (3))
    throw std::runtime_error ("x");
  std::fclose (f);
}

generator<int>
clean_throws (const char *path)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (std::fopen (path, "r"), std::fclose);
  if (!f)
    throw std::runtime_error (path);
  co_yield 0;
  if (risky (3))
    throw std::runtime_error ("x");
  co_yield std::fgetc (f.get ());
}

generator<FILE *>
clean_yields_handles (const char *path, int n)
{
  for (int i = 0; i < n; i++)
    {
      FILE *f = std::fopen (path, "r");
      if (!f)
	co_return;
      co_yield f;
    }
}

generator<int>
leak_two_ways (bool quick)
{
  int *buffer = nullptr;
  if (!quick)
    buffer = new int[10]; /* { dg-warning "'buffer' might not be deleted" } */
  for (int i = 0; i < 10; i++)
    {
      if (buffer)
	buffer[i] = measure (i);
      co_yield i;
    }
  if (!quick)
    delete[] buffer;
}

generator<int>
leak_in_loop (int n)
{
  for (int i = 0; i < n; i++)
    {
      char *p = new char[n]; /* { dg-warning "'p' might not be deleted" } */
      p[0] = 'x';
      co_yield p[0];
      if (i == 5)
	continue;
      delete[] p;
    }
}

generator<int>
leak_across_yield (int n)
{
  for (int i = 0; i < n; i++)
    {
      char *p = new char[n]; /* { dg-warning "'p' might not be deleted" } */
      p[0] = 'x';
      co_yield p[0];
      delete[] p;
    }
}

struct task
{
  struct promise_type
  {
    FILE *result = nullptr;
    task get_return_object ()
    { return { std::coroutine_handle<promise_type>::from_promise (*this) }; }
    std::suspend_never initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_value (FILE *f) { result = f; }
    void unhandled_exception () { throw; }
  };
  task (std::coroutine_handle<promise_type> frame) : h (frame) {}
  task (task &&o) noexcept : h (std::exchange (o.h, nullptr)) {}
  ~task ()
  {
    if (h)
      h.destroy ();
  }
  std::coroutine_handle<promise_type> h;
  bool await_ready () const noexcept { return h.done (); }
  void await_suspend (std::coroutine_handle<>) const noexcept {}
  FILE *await_resume () const noexcept { return h.promise ().result; }
};

task
clean_returns_handle (const char *path)
{
  FILE *f = std::fopen (path, "r");
  co_return f;
}

task
clean_awaits (const char *path)
{
  FILE *f = co_await clean_returns_handle (path);
  if (f)
    std::fclose (f);
  co_return nullptr;
}

task
leak_awaits_between (const char *path)
{
  FILE *g = std::fopen (path, "w"); /* { dg-warning "'g' might not be closed" } */
  FILE *f = co_await clean_returns_handle (path);
  if (!f)
    co_return nullptr;
  std::fclose (f);
  if (g)
    std::fclose (g);
  co_return nullptr;
}

task
clean_awaits_between (const char *path)
{
  FILE *g = std::fopen (path, "w");
  FILE *f = co_await clean_returns_handle (path);
  if (f)
    std::fclose (f);
  if (g)
    std::fclose (g);
  co_return nullptr;
}

task
clean_param (const char *path, std::unique_ptr<int> p, std::vector<int> v)
{
  p.reset (new int (v.size ()));
  co_await clean_awaits_between (path);
  p = std::make_unique<int> (4);
  co_return nullptr;
}
