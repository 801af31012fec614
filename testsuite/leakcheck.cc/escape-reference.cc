/* Locals that others have a reference to: what a lambda captures, what a guard
   releases.  They stay the function's own.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <functional>
#include <utility>
#include <fcntl.h>
#include <unistd.h>

int measure (int) noexcept;
bool enough (int) noexcept;
void call (const std::function<void ()> &);

template<typename F>
class guard
{
public:
  guard (F f) : m_f (std::move (f)) {}
  ~guard () { if (m_active) m_f (); }
  guard (const guard &) = delete;
  void dismiss () { m_active = false; }

private:
  F m_f;
  bool m_active = true;
};

int
leak_filled (const char *path)
{
  FILE *f = nullptr;
  auto begin = [&f, path] { f = std::fopen (path, "r"); return f != nullptr; };
  if (!begin ()) /* { dg-warning "'f' is never closed" } */
    return -1;
  return std::fgetc (f);
}

int
clean_filled (const char *path)
{
  int fd = -1;
  auto begin = [&] () -> bool { fd = open (path, O_RDONLY); return fd >= 0; };
  if (!begin ())
    return -1;
  int n = measure (3);
  close (fd);
  return n;
}

int
leak_filled_some_way (const char *path)
{
  int fd = -1;
  auto begin = [&] () -> bool { fd = open (path, O_RDONLY); return fd >= 0; };
  if (!begin ()) /* { dg-warning "'fd' might not be closed" } */
    return -1;
  if (enough (2))
    return 3;
  close (fd);
  return 0;
}

FILE *
clean_returned (const char *path)
{
  FILE *f = nullptr;
  auto begin = [&] { f = std::fopen (path, "r"); };
  begin ();
  return f;
}

int
leak_begin_and_end (const char *path)
{
  FILE *f = nullptr;
  auto begin = [&] { f = std::fopen (path, "r"); };
  auto end = [&] { if (f) std::fclose (f); };
  begin (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = std::fgetc (f);
  if (c == EOF)
    return -1;
  end ();
  return c;
}

int
clean_begin_and_end (const char *path)
{
  FILE *f = nullptr;
  bool opened = false;
  auto begin = [&] { f = std::fopen (path, "r"); opened = f != nullptr; };
  auto end = [&] { if (opened) std::fclose (f); opened = false; };
  begin ();
  int c = f ? std::fgetc (f) : -1;
  end ();
  return c;
}

/* Calls of others in between do nothing to what only a lambda here knows.  */

int
leak_before_guard (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (enough (1))
    return 0;
  guard close_it ([&] { std::fclose (f); });
  return std::fgetc (f);
}

int
clean_guard_first (const char *path)
{
  FILE *f = nullptr;
  guard close_it ([&] { if (f) std::fclose (f); });
  f = std::fopen (path, "r");
  if (!f || enough (1))
    return -1;
  return std::fgetc (f);
}

int
leak_guard_dismissed (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  guard close_it ([&] { std::fclose (f); });
  if (enough (1))
    close_it.dismiss ();
  return measure (2);
}

int
leak_only_looked_at (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  auto next = [&] { return std::fgetc (f); };
  if (enough (next ()))
    return -1;
  std::fclose (f);
  return 0;
}

int
clean_given_to_others (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  call ([&] { std::fclose (f); f = nullptr; });
  return 0;
}

int
clean_released_by_lambda (const char *path)
{
  FILE *f = std::fopen (path, "r");
  auto stop = [&f] { if (f) { std::fclose (f); f = nullptr; } };
  int c = f ? std::fgetc (f) : -1;
  if (enough (c))
    stop ();
  stop ();
  return c;
}

int
leak_overwritten_by_lambda (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' " } */
  if (!f)
    return -1;
  auto forget = [&f] { f = nullptr; };
  forget ();
  return 0;
}

/* What a caller gave a reference to is the caller's.  */

int
clean_parameter (FILE *&f, const char *path)
{
  auto begin = [&] { f = std::fopen (path, "r"); };
  begin ();
  return f ? 0 : -1;
}

struct holder
{
  FILE *m_file = nullptr;
  void clean_member (const char *path)
  {
    auto begin = [&] { m_file = std::fopen (path, "r"); };
    begin ();
  }
  ~holder () { if (m_file) std::fclose (m_file); }
};

void
clean_holder (const char *path)
{
  holder h;
  h.clean_member (path);
}
