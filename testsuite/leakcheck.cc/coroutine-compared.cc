/* Handles of coroutines that are compared, and what resuming one throws.  */
/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <cstdio>
#include <exception>

struct step
{
  struct promise_type
  {
    std::exception_ptr error;
    step get_return_object ()
    {
      return { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () noexcept {}
    void unhandled_exception () noexcept { error = std::current_exception (); }
  };
  std::coroutine_handle<promise_type> frame;
};

step
walk (int n)
{
  while (n-- > 0)
    co_await std::suspend_always {};
}

/* Who throws is thrown at.  */
struct loud
{
  struct promise_type
  {
    loud get_return_object ()
    {
      return { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () noexcept {}
    void unhandled_exception () { throw; }
  };
  std::coroutine_handle<promise_type> frame;
};

loud
shout (int n)
{
  co_await std::suspend_always {};
  if (n < 0)
    throw n;
}

void
clean_not_null ()
{
  step s = walk (1);
  if (s.frame != nullptr)
    s.frame.destroy ();
}

void
clean_null ()
{
  step s = walk (1);
  if (s.frame == nullptr)
    return;
  s.frame.resume ();
  s.frame.destroy ();
}

void
clean_default (bool b)
{
  std::coroutine_handle<> h;
  if (b)
    h = walk (2).frame;
  if (h != std::coroutine_handle<> ())
    h.destroy ();
}

void
lost_null ()
{
  step s = walk (1); /* { dg-warning "'s' is never destroyed" } */
  if (s.frame == nullptr)
    s.frame.destroy ();
}

void
clean_two ()
{
  step a = walk (1), b = walk (2);
  while (!a.frame.done ())
    {
      a.frame.resume ();
      b.frame ();
    }
  a.frame.destroy ();
  b.frame.destroy ();
}

void
clean_file (const char *name)
{
  step a = walk (1);
  FILE *f = fopen (name, "r");
  if (f)
    {
      a.frame.resume ();
      fclose (f);
    }
  a.frame.destroy ();
}

void
clean_others (std::coroutine_handle<> other)
{
  step a = walk (1);
  other.resume ();
  a.frame.destroy ();
}

void
lost_file (const char *name, loud &l)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (f)
    {
      l.frame.resume ();
      fclose (f);
    }
}

void
lost_two ()
{
  loud a = shout (1); /* { dg-warning "'a' might not be destroyed" } */
  loud b = shout (2); /* { dg-warning "'b' might not be destroyed" } */
  a.frame.resume ();
  b.frame.resume ();
  a.frame.destroy ();
  b.frame.destroy ();
}

/* (It begins when it is resumed.)  */
void
clean_begun (const char *name)
{
  FILE *f = fopen (name, "r");
  loud a = shout (1);
  if (f)
    fclose (f);
  a.frame.destroy ();
}

void
clean_loud ()
{
  loud a = shout (1);
  try
    {
      a.frame.resume ();
    }
  catch (int)
    {
    }
  a.frame.destroy ();
}
