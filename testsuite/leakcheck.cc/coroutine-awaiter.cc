/* What a coroutine awaits may hold a handle: an object without a destructor was only lent it, if
   the coroutine goes on to release that itself.  */
/* { dg-additional-options "-std=c++20" } */

#include <coroutine>
#include <exception>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

class task
{
public:
  struct promise_type
  {
    int value = 0;
    std::exception_ptr error;
    task get_return_object ()
    {
      return task (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_value (int v) noexcept { value = v; }
    void unhandled_exception () noexcept { error = std::current_exception (); }
  };
  task (task &&other) noexcept : m_frame (std::exchange (other.m_frame, nullptr)) {}
  ~task ()
  {
    if (m_frame)
      m_frame.destroy ();
  }

private:
  explicit task (std::coroutine_handle<promise_type> h) noexcept : m_frame (h) {}
  std::coroutine_handle<promise_type> m_frame;
};

/* These may throw,  */
struct readable
{
  int fd;
  bool await_ready () const noexcept;
  void await_suspend (std::coroutine_handle<> waiter);
  void await_resume ();
};

/* ... and these do not.  */
struct writable
{
  int fd;
  bool await_ready () const noexcept;
  void await_suspend (std::coroutine_handle<> waiter) noexcept;
  void await_resume () noexcept;
};

/* Closes it when it is resumed, and throws nothing.  */
struct closed
{
  int fd;
  bool await_ready () const noexcept;
  void await_suspend (std::coroutine_handle<> waiter) noexcept;
  int await_resume () noexcept;
};

class descriptor
{
public:
  explicit descriptor (int fd) : m_fd (fd) {}
  descriptor (const descriptor &) = delete;
  descriptor &operator= (const descriptor &) = delete;
  ~descriptor ()
  {
    if (m_fd >= 0)
      close (m_fd);
  }
  int get () const { return m_fd; }

private:
  int m_fd;
};

task
lost_thrown (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "might not be closed" } */
  if (fd < 0)
    co_return -1;
  co_await readable { fd };
  char c;
  int n = read (fd, &c, 1);
  close (fd);
  co_return n;
}

task
lost_thrown_by_name (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "might not be closed" } */
  if (fd < 0)
    co_return -1;
  readable ready { fd };
  co_await ready;
  char c;
  int n = read (fd, &c, 1);
  close (fd);
  co_return n;
}

task
clean_noexcept (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    co_return -1;
  co_await writable { fd };
  int n = write (fd, "x", 1);
  close (fd);
  co_return n;
}

task
lost_early (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "might not be closed" } */
  if (fd < 0)
    co_return -1;
  co_await writable { fd };
  if (write (fd, "x", 1) != 1)
    co_return -1;
  close (fd);
  co_return 0;
}

task
clean_owned (const char *path)
{
  descriptor fd (open (path, O_RDONLY));
  if (fd.get () < 0)
    co_return -1;
  co_await readable { fd.get () };
  char c;
  co_return read (fd.get (), &c, 1);
}

task
clean_closed (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    co_return -1;
  char c;
  int n = read (fd, &c, 1);
  int error = co_await closed { fd };
  co_return error ? error : n;
}

task
clean_caught (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    co_return -1;
  int n = -1;
  try
    {
      co_await readable { fd };
      char c;
      n = read (fd, &c, 1);
    }
  catch (...)
    {
    }
  close (fd);
  co_return n;
}
