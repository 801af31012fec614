/* Generators: their frames may be destroyed where they have yielded something.  */

/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <class T>
class generator
{
public:
  struct promise_type
  {
    T value {};
    std::exception_ptr error;
    generator
    get_return_object ()
    {
      return generator (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    std::suspend_always
    yield_value (T v)
    {
      value = std::move (v);
      return {};
    }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { error = std::current_exception (); }
  };

  generator (generator &&o) noexcept : h_ (std::exchange (o.h_, nullptr)) {}
  generator &operator= (generator &&) = delete;
  ~generator () { if (h_) h_.destroy (); }
  bool
  next ()
  {
    h_.resume ();
    if (h_.promise ().error)
      std::rethrow_exception (h_.promise ().error);
    return !h_.done ();
  }
  const T &value () const { return h_.promise ().value; }

private:
  explicit generator (std::coroutine_handle<promise_type> h) : h_ (h) {}
  std::coroutine_handle<promise_type> h_;
};

struct closer
{
  void operator() (std::FILE *f) const noexcept { std::fclose (f); }
};

generator<std::string>
leak_lines (std::string path)
{
  std::FILE *f = std::fopen (path.c_str (), "r"); /* { dg-warning "might not be closed" } */
  if (!f)
    co_return;
  char line[256];
  while (std::fgets (line, sizeof line, f))
    co_yield std::string (line);
  std::fclose (f);
}

generator<std::string>
clean_lines_owned (std::string path)
{
  std::unique_ptr<std::FILE, closer> f (std::fopen (path.c_str (), "r"));
  if (!f)
    co_return;
  char line[256];
  while (std::fgets (line, sizeof line, f.get ()))
    co_yield std::string (line);
}

generator<std::string>
clean_lines_first (std::string path)
{
  std::vector<std::string> all;
  if (std::FILE *f = std::fopen (path.c_str (), "r"))
    {
      char line[256];
      while (std::fgets (line, sizeof line, f))
	all.push_back (line);
      std::fclose (f);
    }
  for (const std::string &line : all)
    co_yield line;
}

generator<int>
clean_numbers (int n)
{
  int *squares = new int[n];
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
  int last = n ? squares[n - 1] : 0;
  delete[] squares;
  for (int i = 0; i < n; i++)
    co_yield last - i;
}

generator<int>
leak_numbers (int n)
{
  int *squares = new int[n]; /* { dg-warning "might not be deleted" } */
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
  for (int i = 0; i < n; i++)
    co_yield squares[i];
  delete[] squares;
}

/* Closed before what is yielded, opened behind it.  */
generator<int>
clean_each (std::vector<std::string> names)
{
  for (const std::string &name : names)
    {
      std::FILE *f = std::fopen (name.c_str (), "r");
      if (!f)
	continue;
      int c = std::fgetc (f);
      std::fclose (f);
      co_yield c;
    }
}

/* A task is resumed by who has started it.  */
struct task
{
  struct promise_type
  {
    task get_return_object () noexcept { return {}; }
    std::suspend_never initial_suspend () noexcept { return {}; }
    std::suspend_never final_suspend () noexcept { return {}; }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { std::terminate (); }
  };
};

struct readable
{
  bool await_ready () const noexcept { return false; }
  void await_suspend (std::coroutine_handle<>) const noexcept;
  void await_resume () const noexcept {}
};

task
clean_task (const char *name)
{
  std::FILE *f = std::fopen (name, "r");
  if (!f)
    co_return;
  co_await readable {};
  std::fclose (f);
}

std::string
first_of (const std::string &path)
{
  generator<std::string> a = leak_lines (path), b = clean_lines_owned (path);
  std::string text;
  if (a.next ())
    text += a.value ();
  if (b.next ())
    text += b.value ();
  return text;
}
