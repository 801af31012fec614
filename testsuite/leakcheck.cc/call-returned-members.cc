/* What a function puts into memory that it returns, and what becomes of that.  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

struct session
{
  int fd;
  char *name;
  session *next;
};

static session *
session_new (const char *p)
{
  session *s = new session ();
  s->fd = open (p, O_RDONLY);
  if (s->fd < 0)
    {
      delete s;
      return nullptr;
    }
  s->name = strdup (p);
  return s;
}

static void
session_free (session *s)
{
  if (!s)
    return;
  close (s->fd);
  free (s->name);
  delete s;
}

int
leak_deleted (const char *p)
{
  session *s = session_new (p);
  /* { dg-warning "the file descriptor opened by 'session_new' is never closed" "" { target *-*-* } .-1 } */
  if (!s)
    return -1;
  free (s->name);
  delete s;
  return 0;
}

int
clean_freed (const char *p)
{
  session *s = session_new (p);
  if (!s)
    return -1;
  session_free (s);
  return 0;
}

int
leak_unique (const char *p)
{
  std::unique_ptr<session> s (session_new (p));
  /* { dg-warning "the file descriptor opened by 'session_new' is never closed" "" { target *-*-* } .-1 } */
  if (!s)
    return -1;
  free (s->name);
  return 0;
}

struct closer
{
  void
  operator() (session *s) const
  {
    session_free (s);
  }
};

int
clean_unique (const char *p)
{
  std::unique_ptr<session, closer> s (session_new (p));
  if (!s)
    return -1;
  return s->fd;
}

int
clean_unique_hand (const char *p)
{
  std::unique_ptr<session> s (session_new (p));
  if (!s)
    return -1;
  free (s->name);
  close (s->fd);
  return 0;
}

class file
{
public:
  explicit file (const char *p) : f (fopen (p, "r")) {}

  ~file ()
  {
    if (f)
      fclose (f);
  }

  FILE *f;
};

static file *
file_new (const char *p)
{
  return new file (p);
}

static std::unique_ptr<file>
file_make (const char *p)
{
  return std::make_unique<file> (p);
}

int
clean_file (const char *p)
{
  file *f = file_new (p);
  int c = f->f ? 1 : 0;
  delete f;
  return c;
}

int
clean_file2 (const char *p)
{
  auto f = file_make (p);
  return f->f ? 1 : 0;
}

int
leak_file (const char *p)
{
  file *f = file_new (p); /* { dg-warning "'f' is never deleted" } */
  return f->f ? 1 : 0;
}

struct base
{
  virtual int go () = 0;

  virtual ~base () {}
};

struct derived : base
{
  int fd;
  char *buf;

  derived (const char *p) : fd (open (p, O_RDONLY)), buf (strdup (p)) {}

  int
  go () override
  {
    return fd;
  }

  ~derived () { free (buf); }
};

static std::unique_ptr<base>
make (const char *p)
{
  return std::make_unique<derived> (p);
}

int
leak_derived (const char *p)
{
  auto d = make (p); /* { dg-warning "leak" "" { xfail *-*-* } } */
  return d->go ();
}

struct derived2 : base
{
  char *buf;

  derived2 (const char *p) : buf (strdup (p)) {}

  int
  go () override
  {
    return *buf;
  }

  ~derived2 () { free (buf); }
};

static base *
make2 (const char *p)
{
  return new derived2 (p);
}

int
clean_derived2 (const char *p)
{
  base *d = make2 (p);
  int n = d->go ();
  delete d;
  return n;
}

static std::shared_ptr<session>
shared (const char *p)
{
  return std::shared_ptr<session> (session_new (p), session_free);
}

int
clean_shared (const char *p)
{
  auto s = shared (p);
  return s ? s->fd : -1;
}

static std::vector<session *> all;

void
clean_vector (const char *p)
{
  session *s = session_new (p);
  if (s)
    all.push_back (s);
}

void
clean_drop ()
{
  for (session *s : all)
    session_free (s);
  all.clear ();
}

struct node
{
  node *left, *right;
  char *key;
};

static node *
insert (node *n, const char *key)
{
  if (!n)
    {
      n = new node ();
      n->key = strdup (key);
      return n;
    }
  if (strcmp (key, n->key) < 0)
    n->left = insert (n->left, key);
  else
    n->right = insert (n->right, key);
  return n;
}

static void
drop (node *n)
{
  if (!n)
    return;
  drop (n->left);
  drop (n->right);
  free (n->key);
  delete n;
}

static void
drop_badly (node *n)
{
  if (!n)
    return;
  drop_badly (n->left);
  drop_badly (n->right);
  delete n;
}

int
clean_tree ()
{
  node *n = insert (nullptr, "a");
  n = insert (n, "b");
  drop (n);
  return 0;
}

int
leak_tree ()
{
  node *n = insert (nullptr, "a"); /* { dg-warning "leak" "" { xfail *-*-* } } */
  n = insert (n, "b");
  drop_badly (n);
  return 0;
}
