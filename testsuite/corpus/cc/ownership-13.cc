/* Corpus, ownership: smart pointers, containers, lambdas, lists and counts of
   one's own.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
#include <sys/socket.h>

struct widget
{
  int id;
  std::string name;
  explicit widget (int i) : id (i), name ("w") {}
};

int
clean_unique ()
{
  std::unique_ptr<widget> w (new widget (1));
  return w->id;
}

widget *
clean_unique_released ()
{
  std::unique_ptr<widget> w (new widget (1));
  if (w->id < 0)
    return nullptr;
  return w.release ();
}

void
leak_unique_released_void ()
{
  std::unique_ptr<widget> w (new widget (1));
  /* { dg-warning "the object created by 'operator new' is never deleted" "" { target *-*-* } .-1 } */
  w->id = 3;
  w.release ();
}

int
leak_reset_release (int a)
{
  std::unique_ptr<widget> w (new widget (1));
  /* { dg-warning "the object created by 'operator new' is never deleted" "" { target *-*-* } .-1 } */
  widget *old = w.release ();
  w.reset (new widget (a));
  return old->id + w->id;
}

int
clean_reset_release (int a)
{
  std::unique_ptr<widget> w (new widget (1));
  widget *old = w.release ();
  w.reset (new widget (a));
  int n = old->id + w->id;
  delete old;
  return n;
}

int
clean_shared ()
{
  auto a = std::make_shared<widget> (1);
  auto b = a;
  a.reset ();
  return b->id;
}

int
clean_shared_deleter (const char *path)
{
  std::shared_ptr<FILE> f (fopen (path, "r"), [] (FILE *p) { if (p) fclose (p); });
  return f ? fgetc (f.get ()) : -1;
}

int
clean_optional (bool wanted, const char *path)
{
  struct closer { void operator() (FILE *f) const { fclose (f); } };
  std::optional<std::unique_ptr<FILE, closer>> f;
  if (wanted)
    f.emplace (fopen (path, "r"));
  return f && *f ? fgetc (f->get ()) : 0;
}

int
clean_variant (int which)
{
  std::variant<int, std::unique_ptr<widget>> v;
  if (which)
    v = std::unique_ptr<widget> (new widget (which));
  else
    v = 2;
  return v.index ();
}

int
clean_vector_of_owners (int n)
{
  std::vector<std::unique_ptr<widget>> all;
  for (int i = 0; i < n; i++)
    all.push_back (std::unique_ptr<widget> (new widget (i)));
  int sum = 0;
  for (auto &w : all)
    sum += w->id;
  return sum;
}

int
clean_emplace_pointer (int n)
{
  std::vector<std::unique_ptr<widget>> all;
  for (int i = 0; i < n; i++)
    all.emplace_back (new widget (i));
  return all.size ();
}

int
clean_vector_deleted (int n)
{
  std::vector<widget *> all;
  for (int i = 0; i < n; i++)
    all.push_back (new widget (i));
  int sum = 0;
  for (widget *w : all)
    sum += w->id;
  for (widget *w : all)
    delete w;
  return sum;
}

void
clean_map_erase (std::map<int, widget *> &table, int key)
{
  auto it = table.find (key);
  if (it != table.end ())
    {
      delete it->second;
      table.erase (it);
    }
  table[key] = new widget (key);
}

void
clean_queue (std::queue<widget *> &work)
{
  while (!work.empty ())
    {
      widget *w = work.front ();
      work.pop ();
      delete w;
    }
}

bool
leak_insert_failed (std::map<int, widget *> &table, int key)
{
  widget *w = new widget (key); /* { dg-warning "'w' might not be deleted" } */
  if (table.count (key))
    return false;
  table[key] = w;
  return true;
}

bool
clean_insert_failed (std::map<int, widget *> &table, int key)
{
  widget *w = new widget (key);
  if (table.count (key))
    {
      delete w;
      return false;
    }
  table[key] = w;
  return true;
}

int
leak_loop_continue (const std::vector<std::string> &names)
{
  int sum = 0;
  for (const std::string &name : names)
    {
      FILE *f = fopen (name.c_str (), "r"); /* { dg-warning "'f' might not be closed" } */
      if (!f)
        continue;
      int c = fgetc (f);
      if (c == '#')
        continue;
      sum += c;
      fclose (f);
    }
  return sum;
}

int
clean_loop_continue (const std::vector<std::string> &names)
{
  int sum = 0;
  for (const std::string &name : names)
    {
      FILE *f = fopen (name.c_str (), "r");
      if (!f)
        continue;
      int c = fgetc (f);
      fclose (f);
      if (c == '#')
        continue;
      sum += c;
    }
  return sum;
}

int
leak_loop_break (const std::vector<std::string> &names)
{
  int sum = 0;
  for (auto it = names.begin (); it != names.end (); ++it)
    {
      int fd = open (it->c_str (), O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
      if (fd == -1)
        return -1;
      char c;
      if (read (fd, &c, 1) < 1)
        break;
      sum += c;
      close (fd);
    }
  return sum;
}

int
clean_lambda_value (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  auto end = [fd] { close (fd); };
  char c;
  int n = read (fd, &c, 1);
  end ();
  return n;
}

int
leak_lambda_value (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  auto end = [fd] { close (fd); };
  char c;
  int n = read (fd, &c, 1);
  if (n < 0)
    return -1;
  end ();
  return n;
}

int
clean_lambda_reference (const char *path)
{
  FILE *f = nullptr;
  auto begin = [&] { f = fopen (path, "r"); };
  auto end = [&] { if (f) fclose (f); };
  begin ();
  int c = f ? fgetc (f) : 0;
  end ();
  return c;
}

int
leak_lambda_reference (const char *path)
{
  FILE *f = nullptr;
  auto begin = [&] { f = fopen (path, "r"); };
  auto end = [&] { if (f) fclose (f); };
  begin (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int c = fgetc (f);
  if (c == EOF)
    return -1;
  end ();
  return c;
}

std::function<int ()>
clean_function_keeps (const char *path)
{
  int fd = open (path, O_RDONLY);
  return [fd] { char c; return read (fd, &c, 1) == 1 ? c : -1; };
}

int
clean_thread (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  std::thread t ([fd] { char c; if (read (fd, &c, 1) < 0) abort (); close (fd); });
  t.join ();
  return 0;
}

int
leak_thread_borrows (const char *path, int limit)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  auto use = [&fd] { char c; return (int) read (fd, &c, 1); };
  if (use () > limit)
    return -1;
  close (fd);
  return 0;
}

int
clean_for_each (const std::vector<int> &fds)
{
  std::for_each (fds.begin (), fds.end (), [] (int fd) { close (fd); });
  return 0;
}

int
clean_array_of_owners (const char *path)
{
  struct closer { void operator() (FILE *f) const { fclose (f); } };
  std::array<std::unique_ptr<FILE, closer>, 2> pair;
  pair[0].reset (fopen (path, "r"));
  pair[1].reset (fopen (path, "w"));
  if (!pair[0] || !pair[1])
    return -1;
  return fgetc (pair[0].get ());
}

int
leak_swap (const char *a, const char *b)
{
  FILE *x = fopen (a, "r");
  FILE *y = fopen (b, "r"); /* { dg-warning "'y' might not be closed" } */
  if (!x || !y)
    {
      if (x)
        fclose (x);
      if (y)
        fclose (y);
      return -1;
    }
  std::swap (x, y);
  int n = fgetc (x) - fgetc (y);
  fclose (y);
  return n;
}

int
clean_swap (const char *a, const char *b)
{
  FILE *x = fopen (a, "r");
  FILE *y = fopen (b, "r");
  if (!x || !y)
    {
      if (x)
        fclose (x);
      if (y)
        fclose (y);
      return -1;
    }
  std::swap (x, y);
  int n = fgetc (x) - fgetc (y);
  fclose (x);
  fclose (y);
  return n;
}

int
clean_exchange (const char *a)
{
  FILE *x = fopen (a, "r");
  if (!x)
    return -1;
  int c = fgetc (x);
  fclose (std::exchange (x, nullptr));
  return c;
}

int
clean_move_to_parameter (std::vector<std::unique_ptr<widget>> &all)
{
  auto w = std::make_unique<widget> (2);
  w->name = "x";
  all.push_back (std::move (w));
  return all.size ();
}

static void
consume (std::unique_ptr<widget> w)
{
  if (w)
    printf ("%d\n", w->id);
}

void
clean_consume ()
{
  consume (std::unique_ptr<widget> (new widget (4)));
  widget *raw = new widget (5);
  consume (std::unique_ptr<widget> (raw));
}

static void
look (const widget *w)
{
  if (w)
    printf ("%d\n", w->id);
}

void
leak_look ()
{
  look (new widget (4));
  /* { dg-warning "the object created by 'operator new' is never deleted" "" { target *-*-* } .-1 } */
}

void
leak_overwritten (int n)
{
  widget *w = new widget (n); /* { dg-warning "'w' is never deleted" } */
  look (w);
  w = new widget (n + 1);
  look (w);
  delete w;
}

/* ---- A linked list of one's own.  ---- */

struct node
{
  int value;
  node *next;
};

int
clean_list (int n)
{
  node *head = nullptr;
  for (int i = 0; i < n; i++)
    {
      node *fresh = new node;
      fresh->value = i;
      fresh->next = head;
      head = fresh;
    }
  int sum = 0;
  while (head)
    {
      node *next = head->next;
      sum += head->value;
      delete head;
      head = next;
    }
  return sum;
}

class stack_of_ints
{
public:
  stack_of_ints () = default;
  ~stack_of_ints ()
  {
    while (top_)
      {
        node *next = top_->next;
        delete top_;
        top_ = next;
      }
  }
  void push (int v) { top_ = new node{v, top_}; }
  int pop ()
  {
    node *old = top_;
    int v = old->value;
    top_ = old->next;
    delete old;
    return v;
  }
private:
  node *top_ = nullptr;
};

int
clean_stack ()
{
  stack_of_ints s;
  s.push (1);
  s.push (2);
  return s.pop ();
}

class stack_leaky
{
public:
  ~stack_leaky ()
  {
    while (top_)
      {
        node *next = top_->next;
        delete top_;
        top_ = next;
      }
  }
  bool push_if (int v, int limit)
  {
    node *fresh = new node{v, nullptr}; /* { dg-warning "'fresh' might not be deleted" } */
    if (v > limit)
      return false;
    fresh->next = top_;
    top_ = fresh;
    return true;
  }
private:
  node *top_ = nullptr;
};

bool
use_stack_leaky (int v)
{
  stack_leaky s;
  return s.push_if (v, 10);
}

/* ---- A reference count of one's own.  ---- */

class counted
{
public:
  counted () : count_ (1) {}
  void ref () { ++count_; }
  void unref () { if (--count_ == 0) delete this; }
  int value () const { return value_; }
private:
  ~counted () {}
  int count_;
  int value_ = 0;
};

template <typename T>
class ref_ptr
{
public:
  explicit ref_ptr (T *p = nullptr) : p_ (p) {}
  ref_ptr (const ref_ptr &o) : p_ (o.p_) { if (p_) p_->ref (); }
  ref_ptr &operator= (ref_ptr o) { std::swap (p_, o.p_); return *this; }
  ~ref_ptr () { if (p_) p_->unref (); }
  T *operator-> () const { return p_; }
private:
  T *p_;
};

int
clean_counted ()
{
  ref_ptr<counted> a (new counted);
  ref_ptr<counted> b = a;
  a = ref_ptr<counted> ();
  return b->value ();
}

int
leak_counted (int limit)
{
  counted *c = new counted; /* { dg-warning "'c' might not be deleted" } */
  if (c->value () > limit)
    return -1;
  c->unref ();
  return 0;
}

/* ---- Statics.  ---- */

widget *
clean_singleton ()
{
  static widget *only = new widget (0);
  return only;
}

FILE *
clean_static_file (const char *path)
{
  static FILE *log;
  if (!log)
    log = fopen (path, "a");
  return log;
}

int
clean_thread_local (const char *path)
{
  static thread_local int fd = open (path, O_RDONLY);
  char c;
  return read (fd, &c, 1);
}
