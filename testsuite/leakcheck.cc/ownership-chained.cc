/* Functions that return their argument: what is stored through the reference that
   one of a chain returned is in the object that the chain began with.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <memory>
#include <string>

/* What an assertion says, made when something is first written to it.  */
struct result
{
  bool ok;
  std::unique_ptr<std::string> message;
  explicit result (bool o) : ok (o) {}
  result (const result &other)
    : ok (other.ok),
      message (other.message ? new std::string (*other.message) : nullptr) {}
  void append (const char *s)
  {
    if (message.get () == nullptr)
      message.reset (new std::string);
    message->append (s);
  }
  result &operator<< (const char *s) { append (s); return *this; }
};

result
failure ()
{
  return result (false);
}

result
clean_message (const char *a, const char *b)
{
  return failure () << a << b;
}

result
clean_long_message (const char *a, const char *b)
{
  return failure () << a << ": " << b << ", " << a;
}

/* An owner with a method that returns it.  */
struct owner
{
  FILE *f = nullptr;
  int n = 0;
  owner () = default;
  owner (const owner &) = delete;
  ~owner () { if (f) fclose (f); }
  owner &open (const char *name)
  {
    if (f == nullptr)
      f = fopen (name, "r");
    n++;
    return *this;
  }
  owner &open_both (const char *a, const char *b) { return open (a).open (b); }
};

int
clean_owner ()
{
  owner x;
  x.open ("a").open ("b");
  return x.n;
}

int
clean_references ()
{
  owner x;
  owner &y = x.open ("a");
  y.open ("b");
  owner &z = y.open ("c");
  return z.n;
}

int
clean_through_another ()
{
  owner x;
  return x.open_both ("a", "b").open ("c").n;
}

int
leak_new_owner ()
{
  owner *x = new owner; /* { dg-warning "never deleted" } */
  return x->open ("a").open ("b").n;
}

int
clean_new_owner ()
{
  owner *x = new owner;
  owner *y = &x->open ("a").open ("b");
  int n = y->n;
  delete y;
  return n;
}

/* One that owns nothing.  */
struct plain
{
  FILE *f = nullptr;
  int n = 0;
  plain &open (const char *name) { f = fopen (name, "r"); return *this; }
  plain &count (int k) { n += k; return *this; }
  plain &close () { if (f) fclose (f); f = nullptr; return *this; }
};

int
leak_plain ()
{
  plain x;
  return x.count (1).open ("a").count (2).n; /* { dg-warning "never closed" } */
}

int
clean_plain ()
{
  plain x;
  return x.count (1).open ("a").count (2).close ().n;
}

int
leak_one_way (bool all)
{
  plain x;
  plain &y = x.open ("a").count (1); /* { dg-warning "might not be closed" } */
  if (all)
    y.close ();
  return x.n;
}

/* Functions that return a pointer they were given.  */
static FILE *
checked (FILE *f, const char *what)
{
  if (!f)
    throw what;
  return f;
}

int
clean_checked ()
{
  FILE *f = checked (fopen ("a", "r"), "a");
  int c = getc (f);
  fclose (f);
  return c;
}

int
leak_checked ()
{
  FILE *f = checked (fopen ("a", "r"), "a"); /* { dg-warning "never closed" } */
  return getc (f);
}

/* One of two: not known which.  */
static FILE *
either (FILE *a, FILE *b, bool first)
{
  return first ? a : b;
}

int
clean_either (bool first)
{
  FILE *a = fopen ("a", "r");
  FILE *b = fopen ("b", "r");
  if (!a || !b)
    {
      if (a)
	fclose (a);
      if (b)
	fclose (b);
      return -1;
    }
  int c = getc (either (a, b, first));
  fclose (a);
  fclose (b);
  return c;
}

/* A recursion that swaps them.  */
static int *
swapped (int *a, int *b, int n)
{
  return n == 0 ? a : swapped (b, a, n - 1);
}

int
clean_swapped (int n)
{
  int *a = new int (1);
  int *b = new int (2);
  int r = *swapped (a, b, n);
  delete b;
  delete a;
  return r;
}

/* Returned, and released by who returns it: what it was is all that is left.  */
static FILE *
closed (FILE *f)
{
  if (f)
    fclose (f);
  return f;
}

bool
clean_closed ()
{
  return closed (fopen ("a", "r")) != nullptr;
}
