/* Lambdas, std::function, scope guards.  */
/* { dg-levels all } */

#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

void may_throw ();
void call_later (std::function<void ()>);

template<typename F>
class scope_exit
{
public:
  explicit scope_exit (F f) : m_f (std::move (f)), m_active (true) {}
  scope_exit (scope_exit &&other) noexcept
    : m_f (std::move (other.m_f)), m_active (std::exchange (other.m_active, false)) {}
  ~scope_exit () { if (m_active) m_f (); }
  void dismiss () { m_active = false; }

private:
  F m_f;
  bool m_active;
};

template<typename F>
scope_exit<F>
at_exit (F f)
{
  return scope_exit<F> (std::move (f));
}

class function_guard
{
public:
  explicit function_guard (std::function<void ()> f) : m_f (std::move (f)) {}
  ~function_guard () { if (m_f) m_f (); }

private:
  std::function<void ()> m_f;
};

int
clean_scope_guard (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  scope_exit close ([&] { std::fclose (f); });
  may_throw ();
  return std::fgetc (f);
}

int
clean_scope_guard_by_value (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  auto close = at_exit ([f] { std::fclose (f); });
  may_throw ();
  return std::fgetc (f);
}

FILE *
clean_scope_guard_dismissed (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return nullptr;
  auto close = at_exit ([f] { std::fclose (f); });
  may_throw ();
  close.dismiss ();
  return f;
}

int
clean_function_guard (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  function_guard close ([f] { std::fclose (f); });
  may_throw ();
  return std::fgetc (f);
}

int
leak_guard_too_late (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  may_throw ();
  scope_exit close ([&] { std::fclose (f); });
  return std::fgetc (f);
}

int
clean_lambda_closes (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  auto done = [&] (int result) { std::fclose (f); return result; };
  if (std::fgetc (f) < 0)
    return done (-1);
  return done (0);
}

int
leak_lambda_not_called (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  auto done = [&] (int result) { std::fclose (f); return result; };
  if (std::fgetc (f) < 0)
    return -1;
  return done (0);
}

int
leak_in_lambda (const char *path)
{
  auto read = [] (const char *p)
  {
    FILE *f = std::fopen (p, "r"); /* { dg-warning "'f' is never closed" } */
    return f ? std::fgetc (f) : -1;
  };
  return read (path);
}

int
clean_in_lambda (const char *path)
{
  auto read = [] (const char *p)
  {
    FILE *f = std::fopen (p, "r");
    int c = f ? std::fgetc (f) : -1;
    if (f)
      std::fclose (f);
    return c;
  };
  return read (path);
}

int
clean_lambda_opens (const char *path)
{
  auto open = [&] { return std::fopen (path, "r"); };
  FILE *f = open ();
  if (!f)
    return -1;
  std::fclose (f);
  return 0;
}

int
leak_lambda_opens (const char *path)
{
  auto open = [&] { return std::fopen (path, "r"); };
  FILE *f = open (); /* { dg-warning "closed" } */
  return f ? std::fgetc (f) : -1;
}

void
clean_captured_for_later (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (f)
    call_later ([f] { std::fclose (f); });
}

int
clean_capture_unique ()
{
  auto p = std::make_unique<int> (3);
  auto f = [q = std::move (p)] { return *q; };
  may_throw ();
  return f ();
}

int
clean_capture_shared ()
{
  auto p = std::make_shared<int> (3);
  std::function<int ()> f = [p] { return *p; };
  may_throw ();
  return f ();
}

int
leak_capture_reference_only (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  auto get = [&f] { return std::fgetc (f); };
  return get () + get ();
}

int
leak_function_throws (const char *path, const std::function<int (int)> &g)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int n = g (3);
  std::fclose (f);
  return n;
}

void
clean_for_each (std::vector<FILE *> &files)
{
  std::for_each (files.begin (), files.end (), [] (FILE *f) { std::fclose (f); });
  files.clear ();
}

template<typename F>
static int
with_file (const char *path, F &&use)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  try
    {
      int n = use (f);
      std::fclose (f);
      return n;
    }
  catch (...)
    {
      std::fclose (f);
      throw;
    }
}

int
clean_with_file (const char *path)
{
  return with_file (path, [] (FILE *f) { may_throw (); return std::fgetc (f); });
}

template<typename F>
static int
with_file_badly (const char *path, F &&use)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int n = use (f);
  std::fclose (f);
  return n;
}

int
caller_of_with_file_badly (const char *path)
{
  return with_file_badly (path, [] (FILE *f) { may_throw (); return std::fgetc (f); });
}

int
clean_noexcept_use (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  auto get = [f] () noexcept { return std::fgetc (f); };
  int n = get ();
  std::fclose (f);
  return n;
}
