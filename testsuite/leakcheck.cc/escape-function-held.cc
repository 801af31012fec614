/* Handles that a std::function holds, or another object that calls what it was made with: which
   function that is, is known where the object is made.  */
/* { dg-levels all } */

#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <unistd.h>
#include <utility>
#include <vector>

int work (int);

int
leak_returned_early (const char *name, int n)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  std::function<void ()> done = [fd] { close (fd); };
  if (n < 0)
    return -1;
  done ();
  return 0;
}

int
clean_always_called (const char *name, int n)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  std::function<void ()> done = [fd] { close (fd); };
  if (n < 0)
    {
      done ();
      return -1;
    }
  done ();
  return 0;
}

class guard
{
public:
  explicit guard (std::function<void ()> f) : f_ (std::move (f)) {}
  guard (const guard &) = delete;
  ~guard () { if (f_) f_ (); }
  void dismiss () { f_ = nullptr; }

private:
  std::function<void ()> f_;
};

int
leak_dismissed_early (const char *name)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  guard g ([fd] { close (fd); });
  if (!work (1))
    return -1;
  g.dismiss ();
  if (!work (2))
    return -2;
  return fd;
}

int
clean_dismissed (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  guard g ([fd] { close (fd); });
  if (!work (1))
    return -1;
  if (!work (2))
    return -2;
  g.dismiss ();
  return fd;
}

int
leak_only_flushed (const char *name)
{
  FILE *f = std::fopen (name, "w"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  guard g ([f] { std::fflush (f); });
  return work (1);
}

int
clean_by_reference (const char *name)
{
  FILE *f = std::fopen (name, "r");
  guard g ([&f] { if (f) std::fclose (f); });
  return f ? work (1) : -1;
}

int
leak_never (const char *name, const char *other)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  std::function<void (int)> log = [f] (int n) { std::fprintf (f, "%d\n", n); };
  FILE *g = std::fopen (other, "r");
  if (!g)
    {
      log (1);
      return -1;
    }
  log (2);
  std::fclose (g);
  return 0;
}

int
clean_beside (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  std::function<void (int)> log = [f] (int n) { std::fprintf (f, "%d\n", n); };
  log (1);
  log (2);
  std::fclose (f);
  return 0;
}

/* ---- Where it goes to somebody else.  ---- */

std::function<void ()> kept;

void
clean_kept (const char *name)
{
  if (FILE *f = std::fopen (name, "r"))
    kept = [f] { std::fclose (f); };
}

void take (std::function<void ()>);

void
clean_given (const char *name)
{
  if (FILE *f = std::fopen (name, "r"))
    take ([f] { std::fclose (f); });
}

std::function<void ()>
clean_returned (const char *name)
{
  FILE *f = std::fopen (name, "r");
  return [f] { if (f) std::fclose (f); };
}

class timer
{
public:
  void
  clean_later (const char *name)
  {
    int fd = open (name, O_RDONLY);
    if (fd >= 0)
      then_ = [fd] { close (fd); };
  }
  void fire () { if (then_) then_ (); }

private:
  std::function<void ()> then_;
};

void
clean_list (const char *name, std::vector<std::function<void ()>> &list)
{
  int fd = open (name, O_RDONLY);
  if (fd >= 0)
    list.push_back ([fd] { close (fd); });
}

void
clean_local_list (const char *name)
{
  std::vector<std::function<void ()>> list;
  int fd = open (name, O_RDONLY);
  if (fd >= 0)
    list.push_back ([fd] { close (fd); });
  for (auto &f : list)
    f ();
}

/* ---- Copied, moved, swapped.  ---- */

int
clean_moved (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  std::function<void ()> a = [fd] { close (fd); };
  std::function<void ()> b = std::move (a);
  work (1);
  b ();
  return 0;
}

int
leak_moved (const char *name)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  std::function<void ()> a = [fd] { close (fd); };
  std::function<void ()> b = std::move (a);
  if (!work (1))
    return -1;
  b ();
  return 0;
}

int
clean_copied (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  std::function<void ()> a = [fd] { close (fd); };
  std::function<void ()> b = a;
  b ();
  return 0;
}

int
clean_swapped (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  std::function<void ()> a = [fd] { close (fd); }, b;
  a.swap (b);
  b ();
  return 0;
}

/* One of two.  */
int
clean_chosen (const char *name, bool quiet)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  std::function<void ()> end;
  if (quiet)
    end = [f] { std::fclose (f); };
  else
    end = [f] { std::puts ("closing"); std::fclose (f); };
  work (1);
  end ();
  return 0;
}

int
leak_chosen (const char *name, bool quiet)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  std::function<void ()> end;
  if (quiet)
    end = [f] { std::fflush (f); };
  else
    end = [f] { std::puts ("closing"); std::fclose (f); };
  work (1);
  end ();
  return 0;
}

/* What does not fit into the object is made on the heap.  */
int
clean_large (const char *name, int a, int b, int c, int d)
{
  FILE *f = std::fopen (name, "w");
  if (!f)
    return -1;
  std::function<void ()> end = [f, a, b, c, d]
    {
      std::fprintf (f, "%d %d %d %d\n", a, b, c, d);
      std::fclose (f);
    };
  work (1);
  end ();
  return 0;
}

int
clean_owned (const char *name)
{
  std::shared_ptr<FILE> f (std::fopen (name, "r"), [] (FILE *g) { if (g) std::fclose (g); });
  std::function<int ()> next = [f] { return f ? std::fgetc (f.get ()) : -1; };
  return next () + next ();
}

/* ---- Home-made.  ---- */

class on_exit_of
{
public:
  on_exit_of (void (*call) (int), int arg) : call_ (call), arg_ (arg) {}
  on_exit_of (const on_exit_of &) = delete;
  ~on_exit_of () { if (call_) call_ (arg_); }
  void dismiss () { call_ = nullptr; }

private:
  void (*call_) (int);
  int arg_;
};

static void
close_it (int fd)
{
  close (fd);
}

int
clean_home_made (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  on_exit_of end (close_it, fd);
  return work (1);
}

struct command
{
  void (*run) (FILE *);
  FILE *on;
};

static void
end_it (FILE *f)
{
  std::fclose (f);
}

static void
show_it (FILE *f)
{
  std::rewind (f);
}

int
clean_command (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  command c;
  c.run = end_it;
  c.on = f;
  c.run (c.on);
  return 0;
}

int
leak_command (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "never closed" } */
  if (!f)
    return -1;
  command c;
  c.run = show_it;
  c.on = f;
  c.run (c.on);
  return 0;
}

/* Who it is, is not known.  */
int
clean_command_given (const command &given, const char *name)
{
  command c = given;
  c.on = std::fopen (name, "r");
  if (!c.on)
    return -1;
  c.run (c.on);
  return 0;
}

/* ---- Asked before it is called.  ---- */

int
clean_asked (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  std::function<void ()> end;
  end = [f] { std::fclose (f); };
  if (end)
    end ();
  return 0;
}

int
clean_asked_swapped (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  std::function<void ()> a = [f] { std::fclose (f); }, b;
  a.swap (b);
  if (b)
    b ();
  return 0;
}

int
leak_asked_of_other (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  std::function<void ()> a = [f] { std::fclose (f); }, b;
  if (b)
    b ();
  return 0;
}

/* Compared, and then called.  */
int
clean_compared (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  command c;
  c.run = show_it;
  c.on = f;
  c.run (c.on);
  if (c.run == show_it)
    std::fclose (f);
  return 0;
}

int
leak_compared (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "closed" } */
  if (!f)
    return -1;
  command c;
  c.run = show_it;
  c.on = f;
  c.run (c.on);
  if (c.run == end_it)
    std::fclose (f);
  return 0;
}

/* Others may put another one there.  */
void poll ();

int
clean_of_other (command *c, const char *name)
{
  c->run = show_it;
  poll ();
  c->on = std::fopen (name, "r");
  if (!c->on)
    return -1;
  FILE *f = c->on;
  c->run (f);
  return 0;
}

/* ---- What a lambda does to what it refers to.  ---- */

int
clean_flag (const char *name)
{
  bool done = false;
  auto set = [&] { done = true; };
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  set ();
  if (done)
    std::fclose (f);
  return 0;
}

int
leak_flag (const char *name)
{
  bool done = true;
  auto unset = [&] { done = false; };
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  unset ();
  if (done)
    std::fclose (f);
  return 0;
}

int
clean_flag_apart (const char *name)
{
  bool done = false;
  int n = 0;
  auto count = [&] { n++; };
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  count ();
  if (!done)
    std::fclose (f);
  return n;
}

int
clean_handler_set (const char *name)
{
  command c;
  c.run = show_it;
  auto set = [&] { c.run = end_it; };
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  set ();
  c.run (f);
  return 0;
}

struct progress
{
  int steps;
  bool done;
};

static bool *watched;

static void
watch (bool *flag)
{
  watched = flag;
}

int
leak_flag_member (const char *name, int n)
{
  progress p = { 0, true };
  bool &done = p.done;
  auto unset = [&done, n] { if (n) done = false; };
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  unset ();
  if (p.done)
    std::fclose (f);
  return 0;
}

int
clean_flag_watched (const char *name)
{
  bool done = false;
  watch (&done);
  done = false;
  auto set = [&] { done = true; };
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  set ();
  if (done)
    std::fclose (f);
  return 0;
}

int
leak_flag_watched (const char *name, int n)
{
  bool done = true;
  watch (&done);
  done = true;
  auto unset = [&] { if (n) done = false; };
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  unset ();
  if (done)
    std::fclose (f);
  return 0;
}
