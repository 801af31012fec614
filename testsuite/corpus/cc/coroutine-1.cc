/* Corpus, coroutine: callbacks, threads, pools, coroutines.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-std=c++20" } */

#include <condition_variable>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dirent.h>
#include <exception>
#include <fcntl.h>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace async {

/* start_worker: leaks.  */
struct Job
{
  int fd;
  std::string name;
};

static void *
work (void *p)
{
  std::unique_ptr<Job> j (static_cast<Job *> (p));
  if (write (j->fd, j->name.data (), j->name.size ()) < 0)
    perror ("write");
  return nullptr;
}

bool
start_worker (int fd, const std::string &name)
{
  pthread_t t;
  Job *j = new Job { fd, name }; /* { dg-warning "leak" } */
  if (pthread_create (&t, nullptr, work, j) != 0)
    return false;
  pthread_detach (t);
  return true;
}

/* start_worker2: clean.  */
bool
start_worker2 (int fd, const std::string &name)
{
  pthread_t t;
  auto j = std::make_unique<Job> (Job { fd, name });
  if (pthread_create (&t, nullptr, work, j.get ()) != 0)
    return false;
  j.release ();
  pthread_detach (t);
  return true;
}

/* queue_closed: leaks.  */
class Queue
{
  std::mutex m;
  std::condition_variable cv;
  std::deque<Job *> jobs;
  bool closed = false;

public:
  ~Queue ()
  {
    for (Job *j : jobs)
      delete j;
  }
  bool post (int fd, const char *name)
  {
    Job *j = new Job { fd, name }; /* { dg-warning "leak" } */
    std::lock_guard<std::mutex> l (m);
    if (closed)
      return false;
    jobs.push_back (j);
    cv.notify_one ();
    return true;
  }
  void close_down ()
  {
    std::lock_guard<std::mutex> l (m);
    closed = true;
    cv.notify_all ();
  }
};

void
use_queue ()
{
  Queue q;
  q.post (1, "a");
  q.close_down ();
  q.post (1, "b");
}

/* queue_of_owners: clean.  */
class Pool
{
  std::mutex m;
  std::condition_variable cv;
  std::deque<std::function<void ()>> tasks;
  std::vector<std::thread> threads;
  bool stop = false;

  void run ()
  {
    for (;;)
      {
	std::function<void ()> t;
	{
	  std::unique_lock<std::mutex> l (m);
	  cv.wait (l, [this] { return stop || !tasks.empty (); });
	  if (tasks.empty ())
	    return;
	  t = std::move (tasks.front ());
	  tasks.pop_front ();
	}
	t ();
      }
  }

public:
  explicit Pool (int n)
  {
    for (int i = 0; i < n; ++i)
      threads.emplace_back ([this] { run (); });
  }
  ~Pool ()
  {
    {
      std::lock_guard<std::mutex> l (m);
      stop = true;
    }
    cv.notify_all ();
    for (auto &t : threads)
      t.join ();
  }
  template <class F> auto submit (F f)
  {
    auto task = std::make_shared<std::packaged_task<decltype (f ()) ()>> (std::move (f));
    auto fut = task->get_future ();
    {
      std::lock_guard<std::mutex> l (m);
      tasks.emplace_back ([task] { (*task) (); });
    }
    cv.notify_one ();
    return fut;
  }
};

int
sum_in_pool (int a, int b)
{
  Pool p (2);
  auto x = p.submit ([a] { return a * a; });
  auto y = p.submit ([b] { return b * b; });
  return x.get () + y.get ();
}

/* thread_owns_fd: clean.  */
void
serve_async (int listener)
{
  int fd = dup (listener);
  if (fd < 0)
    return;
  std::thread ([fd] {
    char c;
    while (read (fd, &c, 1) == 1)
      putchar (c);
    close (fd);
  }).detach ();
}

/* thread_body: leaks.  */
void
tail_async (const char *name)
{
  std::thread t ([path = std::string (name)] {
    int fd = open (path.c_str (), O_RDONLY); /* { dg-warning "leak" } */
    if (fd < 0)
      return;
    char c;
    for (;;)
      {
	ssize_t n = read (fd, &c, 1);
	if (n < 0)
	  return;
	if (n == 0)
	  break;
	putchar (c);
      }
    close (fd);
  });
  t.join ();
}

/* generic_visitor: leaks.  */
template <class F>
static bool with_dir(const char *path, F &&f) {
  DIR *d = ::opendir(path); /* { dg-warning "leak" } */
  if (!d) return false;
  while (struct dirent *e = ::readdir(d)) {
    if (!f(*e)) return false;
  }
  ::closedir(d);
  return true;
}

bool all_short(const char *path) {
  return with_dir(path, [](const dirent &e) { return std::strlen(e.d_name) < 32; });
}

/* generic_visitor_raii: clean.  */
struct DirCloser { void operator()(DIR *d) const { ::closedir(d); } };

template <class F>
static bool with_dir_raii(const char *path, F &&f) {
  std::unique_ptr<DIR, DirCloser> d(::opendir(path));
  if (!d) return false;
  while (struct dirent *e = ::readdir(d.get()))
    if (!f(*e)) return false;
  return true;
}

bool has_file(const char *path, const std::string &name) {
  bool found = false;
  with_dir_raii(path, [&](const dirent &e) {
    found = name == e.d_name;
    return !found;
  });
  return found;
}

/* with_file_callback: clean.  */
static bool
with_file (const char *name, const std::function<bool (FILE *)> &f)
{
  FILE *fp = std::fopen (name, "r");
  if (!fp)
    return false;
  bool r = false;
  try
    {
      r = f (fp);
    }
  catch (...)
    {
      std::fclose (fp);
      throw;
    }
  std::fclose (fp);
  return r;
}

bool
starts_with_bom (const char *name)
{
  return with_file (name, [] (FILE *f) {
    return getc (f) == 0xef && getc (f) == 0xbb && getc (f) == 0xbf;
  });
}

/* coroutine_generator: leaks.  */
template <class T>
struct Generator
{
  struct promise_type
  {
    T value;
    Generator get_return_object ()
    {
      return Generator (std::coroutine_handle<promise_type>::from_promise (*this));
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    std::suspend_always yield_value (T v) noexcept
    {
      value = v;
      return {};
    }
    void return_void () noexcept {}
    void unhandled_exception () { std::terminate (); }
  };
  std::coroutine_handle<promise_type> h;
  explicit Generator (std::coroutine_handle<promise_type> h) : h (h) {}
  Generator (Generator &&o) noexcept : h (std::exchange (o.h, nullptr)) {}
  ~Generator ()
  {
    if (h)
      h.destroy ();
  }
  bool next ()
  {
    h.resume ();
    return !h.done ();
  }
};

Generator<char>
chars_of (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "leak" } */
  if (!f)
    co_return;
  for (int c; (c = getc (f)) != EOF;)
    {
      if (c == 0)
	co_return;
      co_yield static_cast<char> (c);
    }
  fclose (f);
}

/* coroutine_owner: clean.  */
struct Closer { void operator() (FILE *f) const { fclose (f); } };

Generator<int>
ints_of (std::string name)
{
  std::unique_ptr<FILE, Closer> f (fopen (name.c_str (), "r"));
  if (!f)
    co_return;
  int v;
  while (fscanf (f.get (), "%d", &v) == 1)
    {
      if (v < 0)
	co_return;
      co_yield v;
    }
}

int
sum_of (const char *name)
{
  auto g = ints_of (name);
  int s = 0;
  while (g.next ())
    s += g.h.promise ().value;
  return s;
}

/* promise_raw: leaks.  */
std::optional<std::string>
compute (const std::string &in, bool &timed_out)
{
  auto *out = new std::string; /* { dg-warning "leak" } */
  auto fut = std::async (std::launch::async, [&in] { return in + in; });
  if (fut.wait_for (std::chrono::seconds (1)) != std::future_status::ready)
    {
      timed_out = true;
      return std::nullopt;
    }
  *out = fut.get ();
  std::string copy = std::move (*out);
  delete out;
  return copy;
}

/* self_deleting: clean.  */
class Session
{
  std::function<void (int)> done;
  int fd;

public:
  Session (int fd, std::function<void (int)> d) : done (std::move (d)), fd (fd) {}
  ~Session () { close (fd); }
  void finish (int code)
  {
    auto d = std::move (done);
    delete this;
    if (d)
      d (code);
  }
};

void
one_session (int fd)
{
  auto *s = new Session (fd, [] (int c) { printf ("%d\n", c); });
  s->finish (0);
}

/* c_user_data: clean.  */
typedef void (*notify_fn) (void *data, int status);
extern "C" void register_notify (notify_fn fn, void *data) noexcept;

void
watch (const char *name)
{
  auto *s = new std::string (name);
  register_notify (
    [] (void *p, int status) {
      std::unique_ptr<std::string> n (static_cast<std::string *> (p));
      printf ("%s: %d\n", n->c_str (), status);
    },
    s);
}

} // namespace async
