/* Coroutines that start suspended: what they were given before anybody resumes them.  */
/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <cstdio>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

struct closer
{
  void operator() (FILE *f) const { fclose (f); }
};
using file_ptr = std::unique_ptr<FILE, closer>;

template <typename Start> struct basic_task
{
  struct promise_type
  {
    int value = 0;
    basic_task
    get_return_object ()
    {
      return basic_task (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    Start initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_value (int v) { value = v; }
    void unhandled_exception () { std::terminate (); }
  };
  explicit basic_task (std::coroutine_handle<promise_type> h) : h (h) {}
  basic_task (basic_task &&o) noexcept : h (std::exchange (o.h, {})) {}
  ~basic_task ()
  {
    if (h)
      h.destroy ();
  }
  int
  run ()
  {
    while (!h.done ())
      h.resume ();
    return h.promise ().value;
  }
  std::coroutine_handle<promise_type> h;
};

using lazy = basic_task<std::suspend_always>;
using eager = basic_task<std::suspend_never>;

lazy
drain (FILE *f)
{
  int n = 0;
  while (fgetc (f) != EOF)
    n++;
  fclose (f);
  co_return n;
}

eager
drain_now (FILE *f)
{
  int n = 0;
  while (fgetc (f) != EOF)
    n++;
  fclose (f);
  co_return n;
}

lazy
drain_owned (file_ptr f)
{
  int n = 0;
  while (fgetc (f.get ()) != EOF)
    n++;
  co_return n;
}

int
leak_dropped (const char *path, bool wanted)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  lazy t = drain (f);
  if (!wanted)
    return 0;
  return t.run ();
}

int
clean_run (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  lazy t = drain (f);
  return t.run ();
}

int
clean_closed (const char *path, bool wanted)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  lazy t = drain (f);
  if (!wanted)
    {
      fclose (f);
      return 0;
    }
  return t.run ();
}

int
clean_eager (const char *path, bool wanted)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  eager t = drain_now (f);
  if (!wanted)
    return 0;
  return t.run ();
}

int
clean_owned (const char *path, bool wanted)
{
  file_ptr f (fopen (path, "r"));
  if (!f)
    return -1;
  lazy t = drain_owned (std::move (f));
  if (!wanted)
    return 0;
  return t.run ();
}

lazy
clean_returned (const char *path)
{
  FILE *f = fopen (path, "r");
  return drain (f);
}

std::vector<lazy> waiting;

void
clean_kept (const char *path)
{
  if (FILE *f = fopen (path, "r"))
    waiting.push_back (drain (f));
}

void spawn (lazy);

void
clean_given (const char *path)
{
  if (FILE *f = fopen (path, "r"))
    spawn (drain (f));
}

/* It only looks at the handle.  */
lazy
size_of (FILE *f)
{
  fseek (f, 0, SEEK_END);
  co_return ftell (f);
}

int
clean_lent (const char *path, bool wanted)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  int n = -1;
  if (wanted)
    {
      lazy t = size_of (f);
      n = t.run ();
    }
  fclose (f);
  return n;
}

int
leak_lent (const char *path, bool wanted)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  lazy t = size_of (f);
  if (!wanted)
    return -1;
  int n = t.run ();
  fclose (f);
  return n;
}
