/* Objects that acquire again without releasing.  */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

struct arena
{
  char *base = nullptr;
  size_t len = 0;

  bool
  init (size_t n)
  {
    base = static_cast<char *> (malloc (n));
    if (!base)
      return false;
    len = n;
    return true;
  }

  void
  clear ()
  {
    free (base);
    base = nullptr;
    len = 0;
  }

  ~arena () { clear (); }
};

int
leak_regrow (size_t n)
{
  arena a;
  if (!a.init (100)) /* { dg-warning "'a.base' might not be freed" } */
    return -1;
  if (n > 100 && !a.init (n))
    return -1;
  return 0;
}

int
clean_regrow (size_t n)
{
  arena a;
  if (!a.init (100))
    return -1;
  a.clear ();
  if (n > 100 && !a.init (n))
    return -1;
  return 0;
}

struct buffer
{
  char *p;
  size_t n;
};

static int
buffer_init (buffer *b, size_t n)
{
  b->p = (char *)malloc (n);
  if (!b->p)
    return -1;
  b->n = n;
  return 0;
}

static void
buffer_free (buffer *b)
{
  free (b->p);
  b->p = nullptr;
}

int
leak_twice (size_t n)
{
  buffer b;
  if (buffer_init (&b, 10)) /* { dg-warning "'b' is never freed" } */
    return -1;
  if (buffer_init (&b, n))
    return -1;
  buffer_free (&b);
  return 0;
}

int
clean_once (size_t n)
{
  buffer b;
  if (buffer_init (&b, 10))
    return -1;
  buffer_free (&b);
  if (buffer_init (&b, n))
    return -1;
  buffer_free (&b);
  return 0;
}

int
clean_loop (size_t n)
{
  buffer b;
  for (size_t i = 0; i < n; i++)
    {
      if (buffer_init (&b, i))
        return -1;
      buffer_free (&b);
    }
  return 0;
}

struct ops
{
  int (arena::*get) (size_t);
};

struct handler
{
  FILE *f = nullptr;

  FILE *
  open_one ()
  {
    return fopen ("a", "r");
  }

  FILE *
  open_two ()
  {
    return fopen ("b", "r");
  }
};

static FILE *(handler::*const table[]) () = { &handler::open_one, &handler::open_two };

int
leak_table (int i)
{
  handler h;
  FILE *f = (h.*table[i]) (); /* { dg-warning "leak" "" { xfail *-*-* } } */
  if (!f)
    return -1;
  return fgetc (f);
}

int
clean_table (int i)
{
  handler h;
  FILE *f = (h.*table[i]) ();
  if (!f)
    return -1;
  int c = fgetc (f);
  fclose (f);
  return c;
}

/* One that fails leaves the object as it was.  */
class pool
{
public:
  pool () : base (nullptr), used (0) {}
  ~pool () { clear (); }
  bool
  init (size_t n)
  {
    char *p = static_cast<char *> (malloc (n));
    if (!p)
      return false;
    base = p;
    used = 0;
    return true;
  }
  bool
  grow (size_t n)
  {
    char *p = static_cast<char *> (malloc (n));
    if (!p)
      return false;
    free (base);
    base = p;
    return true;
  }
  bool
  init_once (size_t n)
  {
    if (base)
      return true;
    base = static_cast<char *> (malloc (n));
    return base != nullptr;
  }
  void
  clear ()
  {
    free (base);
    base = nullptr;
    used = 0;
  }
  char *take (size_t n) { return used + n > 100 ? nullptr : base + used; }

private:
  char *base;
  size_t used;
};

int
leak_pool (size_t n)
{
  pool p;
  if (!p.init (100)) /* { dg-warning "'p' might not be freed" } */
    return -1;
  if (!p.take (n) && !p.init (n))
    return -1;
  return 0;
}

int
clean_pool (size_t n)
{
  pool p;
  if (!p.init (100))
    return -1;
  if (!p.take (n))
    {
      p.clear ();
      if (!p.init (n))
	return -1;
    }
  return 0;
}

int
clean_pool_grow (size_t n)
{
  pool p;
  if (!p.init (100))
    return -1;
  if (!p.take (n) && !p.grow (n))
    return -1;
  return 0;
}

int
clean_pool_once (size_t n)
{
  pool p;
  if (!p.init_once (100))
    return -1;
  if (!p.take (n) && !p.init_once (n))
    return -1;
  return 0;
}
