/* Many ways through a coroutine's body: where it has stopped is not forgotten.  */
/* { dg-additional-options "-std=c++20" } */

#include <array>
#include <coroutine>
#include <cstdio>
#include <exception>
#include <memory>
#include <string_view>
#include <utility>

template <typename T> class generator
{
public:
  struct promise_type
  {
    T current {};
    generator get_return_object () noexcept
    {
      return generator (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    std::suspend_always initial_suspend () const noexcept { return {}; }
    std::suspend_always final_suspend () const noexcept { return {}; }
    std::suspend_always yield_value (T v) noexcept
    {
      current = v;
      return {};
    }
    void return_void () const noexcept {}
    void unhandled_exception () const noexcept { std::terminate (); }
  };
  generator (generator &&o) noexcept : m_frame (std::exchange (o.m_frame, nullptr)) {}
  ~generator ()
  {
    if (m_frame)
      m_frame.destroy ();
  }
  bool next () noexcept
  {
    m_frame.resume ();
    return !m_frame.done ();
  }
  T value () const noexcept { return m_frame.promise ().current; }

private:
  explicit generator (std::coroutine_handle<promise_type> h) noexcept : m_frame (h) {}
  std::coroutine_handle<promise_type> m_frame;
};

struct closer
{
  void operator() (std::FILE *f) const noexcept { std::fclose (f); }
};

generator<std::string_view>
clean_words (const char *path)
{
  std::unique_ptr<std::FILE, closer> in (std::fopen (path, "r"));
  if (!in)
    co_return;
  std::array<char, 64> word;
  std::size_t n = 0;
  for (int c; (c = std::fgetc (in.get ())) != EOF;)
    {
      if (c != ' ' && c != '\n')
	{
	  if (n < word.size ())
	    word[n++] = char (c);
	}
      else if (n > 0)
	co_yield std::string_view (word.data (), std::exchange (n, 0));
    }
  if (n > 0)
    co_yield std::string_view (word.data (), n);
}

generator<int>
clean_lines (const char *path)
{
  std::unique_ptr<std::FILE, closer> in (std::fopen (path, "r"));
  if (!in)
    co_return;
  int n = 0;
  for (int c; (c = std::fgetc (in.get ())) != EOF;)
    {
      if (c != '\r' && c != '\n' && c != '\f')
	n++;
      else if (n > 0)
	co_yield n;
      else if (c == '\f')
	co_yield -1;
    }
}

/* Who stops early destroys the frame, and nobody closes the file.  */
generator<int>
leak_lines (const char *path)
{
  std::FILE *in = std::fopen (path, "r"); // { dg-warning "'in' might not be closed" }
  if (!in)
    co_return;
  int n = 0;
  for (int c; (c = std::fgetc (in)) != EOF;)
    {
      if (c != '\r' && c != '\n' && c != '\f')
	n++;
      else if (n > 0)
	co_yield n;
    }
  std::fclose (in);
}
