/* unique_ptr and shared_ptr.  */
/* { dg-levels all } */
/* The C library gives fclose attributes.  */
/* { dg-additional-options "-Wno-ignored-attributes" } */

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <fcntl.h>
#include <dirent.h>
#include <unistd.h>

void may_throw ();
bool coin () noexcept;
void take (std::unique_ptr<int>);

struct node
{
  int value;
  node *next;
};

struct closer
{
  void operator() (FILE *f) const { std::fclose (f); }
};
using file_ptr = std::unique_ptr<FILE, closer>;
using file_fn_ptr = std::unique_ptr<FILE, int (*) (FILE *)>;

struct freer
{
  void operator() (void *p) const { std::free (p); }
};

int
clean_make_unique ()
{
  auto p = std::make_unique<node> ();
  may_throw ();
  return p->value;
}

int
clean_unique_new ()
{
  std::unique_ptr<node> p (new node ());
  may_throw ();
  return p->value;
}

int
leak_release ()
{
  std::unique_ptr<node> p (new node ()); /* { dg-warning "deleted" } */
  node *raw = p.release ();
  return raw->value;
}

int
clean_release ()
{
  std::unique_ptr<node> p (new node ());
  node *raw = p.release ();
  int value = raw->value;
  delete raw;
  return value;
}

node *
clean_release_return ()
{
  std::unique_ptr<node> p (new node ());
  may_throw ();
  return p.release ();
}

void
leak_release_ignored ()
{
  std::unique_ptr<node> p (new node ()); /* { dg-warning "deleted" } */
  p.release ();
}

int
clean_reset ()
{
  std::unique_ptr<node> p (new node ());
  p.reset (new node ());
  may_throw ();
  p.reset ();
  return 0;
}

int
clean_get ()
{
  std::unique_ptr<node> p (new node ());
  node *raw = p.get ();
  return raw->value + p->value;
}

int
leak_get_reset ()
{
  auto p = std::unique_ptr<node> (new node ());
  node *raw = new node (); /* { dg-warning "'raw' is never deleted" } */
  raw->value = p->value;
  return raw->value;
}

std::unique_ptr<node>
clean_return ()
{
  auto p = std::make_unique<node> ();
  may_throw ();
  return p;
}

int
clean_from_factory ()
{
  auto p = clean_return ();
  return p->value;
}

void
clean_moved_on ()
{
  auto p = std::make_unique<int> (3);
  take (std::move (p));
}

int
clean_move_between ()
{
  std::unique_ptr<node> p (new node ());
  std::unique_ptr<node> q = std::move (p);
  may_throw ();
  return q->value;
}

int
clean_move_assign ()
{
  std::unique_ptr<node> p (new node ());
  std::unique_ptr<node> q (new node ());
  q = std::move (p);
  return q->value;
}

int
clean_file (const char *path)
{
  file_ptr f (std::fopen (path, "r"));
  if (!f)
    return -1;
  may_throw ();
  return std::fgetc (f.get ());
}

int
clean_file_function (const char *path)
{
  file_fn_ptr f (std::fopen (path, "r"), &std::fclose);
  if (!f)
    return -1;
  may_throw ();
  return std::fgetc (f.get ());
}

int
clean_file_decltype (const char *path)
{
  std::unique_ptr<FILE, decltype (&std::fclose)> f (std::fopen (path, "r"), std::fclose);
  may_throw ();
  return f ? std::fgetc (f.get ()) : -1;
}

int
clean_file_lambda (const char *path)
{
  auto close = [] (FILE *f) { std::fclose (f); };
  std::unique_ptr<FILE, decltype (close)> f (std::fopen (path, "r"), close);
  may_throw ();
  return f ? std::fgetc (f.get ()) : -1;
}

int
leak_file_release (const char *path)
{
  file_ptr f (std::fopen (path, "r")); /* { dg-warning "closed" } */
  if (!f)
    return -1;
  FILE *raw = f.release ();
  return std::fgetc (raw);
}

int
leak_file_release_throw (const char *path)
{
  file_ptr f (std::fopen (path, "r")); /* { dg-warning "closed" } */
  if (!f)
    return -1;
  FILE *raw = f.release ();
  may_throw ();
  std::fclose (raw);
  return 0;
}

int
clean_malloc (int n)
{
  std::unique_ptr<char, freer> p (static_cast<char *> (std::malloc (n)));
  may_throw ();
  return p ? 0 : -1;
}

int
clean_malloc_free (int n)
{
  std::unique_ptr<char, decltype (&std::free)> p (static_cast<char *> (std::malloc (n)), std::free);
  may_throw ();
  return p ? 0 : -1;
}

int
clean_directory (const char *path)
{
  std::unique_ptr<DIR, int (*) (DIR *)> d (opendir (path), closedir);
  int n = 0;
  if (!d)
    return -1;
  while (readdir (d.get ()))
    n++;
  may_throw ();
  return n;
}

int
clean_array (int n)
{
  std::unique_ptr<int[]> a (new int[n]);
  may_throw ();
  return a[0];
}

int
leak_raw_before (int n)
{
  int *a = new int[n]; /* { dg-warning "'a' might not be deleted" } */
  may_throw ();
  std::unique_ptr<int[]> owner (a);
  return owner[0];
}

int
clean_shared ()
{
  auto p = std::make_shared<node> ();
  may_throw ();
  return p->value;
}

int
clean_shared_new ()
{
  std::shared_ptr<node> p (new node ());
  may_throw ();
  return p->value;
}

int
clean_shared_copy ()
{
  std::shared_ptr<node> p (new node ());
  std::shared_ptr<node> q = p;
  p.reset ();
  may_throw ();
  return q->value;
}

int
clean_shared_file (const char *path)
{
  std::shared_ptr<FILE> f (std::fopen (path, "r"), [] (FILE *g) { if (g) std::fclose (g); });
  may_throw ();
  return f ? std::fgetc (f.get ()) : -1;
}

int
clean_shared_from_unique ()
{
  std::unique_ptr<node> p (new node ());
  std::shared_ptr<node> q (std::move (p));
  may_throw ();
  return q->value;
}

int
clean_weak ()
{
  auto p = std::make_shared<node> ();
  std::weak_ptr<node> w = p;
  if (auto q = w.lock ())
    return q->value;
  return 0;
}

struct tree
{
  std::unique_ptr<tree> left, right;
  std::unique_ptr<node> data;
};

int
clean_tree ()
{
  auto t = std::make_unique<tree> ();
  t->left = std::make_unique<tree> ();
  t->left->data.reset (new node ());
  may_throw ();
  return t->left->data->value;
}

int
leak_two (const char *path)
{
  file_ptr f (std::fopen (path, "r"));
  node *n = new node (); /* { dg-warning "'n' might not be deleted" } */
  if (!f)
    return -1;
  delete n;
  return 0;
}

int
clean_conditional (const char *path)
{
  file_ptr f;
  if (path)
    f.reset (std::fopen (path, "r"));
  may_throw ();
  return f ? std::fgetc (f.get ()) : 0;
}

int
clean_out_pointer (const char *path)
{
  FILE *raw = std::fopen (path, "r");
  file_ptr f (raw);
  may_throw ();
  return raw ? std::fgetc (raw) : 0;
}

struct pimpl
{
  struct impl;
  std::unique_ptr<node> own;
  pimpl () : own (new node ()) { may_throw (); }
};

int
clean_pimpl ()
{
  pimpl p;
  may_throw ();
  return p.own->value;
}
