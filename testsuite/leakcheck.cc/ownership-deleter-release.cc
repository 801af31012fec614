/* What a function takes out of a unique pointer that it was given.  */

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

struct block
{
  double lo = 0, hi = 0;
  std::unique_ptr<block> next;
};

double
leak_span (std::unique_ptr<block> cur)
{
  double span = 0;
  while (cur)
    {
      block *b = cur.release (); /* { dg-warning "'b' is never deleted|'b' might not be deleted" } */
      span += b->hi - b->lo;
      cur = std::move (b->next);
    }
  return span;
}

double
clean_span (std::unique_ptr<block> cur)
{
  double span = 0;
  while (cur)
    {
      std::unique_ptr<block> b (cur.release ());
      span += b->hi - b->lo;
      cur = std::move (b->next);
    }
  return span;
}

double
clean_deleted (std::unique_ptr<block> cur)
{
  block *b = cur.release ();
  double lo = b ? b->lo : 0;
  delete b;
  return lo;
}

static std::vector<block *> all;

void
clean_added (std::unique_ptr<block> b)
{
  all.push_back (b.release ());
}

void
clean_both (std::unique_ptr<block> b)
{
  all.push_back (b.get ());
  b.release ();
}

block *
clean_returned (std::unique_ptr<block> b)
{
  b->lo = 1;
  return b.release ();
}

void
leak_adopt (std::unique_ptr<block> b, size_t most)
{
  block *raw = b.release (); /* { dg-warning "'raw' might not be deleted" } */
  if (all.size () == most)
    throw std::runtime_error ("too many");
  all.push_back (raw);
}

struct holder
{
  explicit holder (std::unique_ptr<block> b) : b_ (b.release ()) {}
  ~holder () { delete b_; }
  block *b_;
};

double
clean_holder (std::unique_ptr<block> b)
{
  holder h (std::move (b));
  return h.b_->lo;
}

struct freed
{
  void operator() (void *p) const { free (p); }
};

void
clean_other_deleter (std::unique_ptr<char, freed> p)
{
  char *s = p.release ();
  puts (s);
  free (s);
}

int
clean_array (std::unique_ptr<int[]> p)
{
  int *a = p.release ();
  int n = a[0];
  delete[] a;
  return n;
}

void take (block *);

void
clean_taken (std::unique_ptr<block> b)
{
  block *raw = b.release ();
  raw->lo = 2;
  take (raw);
}
