/* Deleters that are pointers to functions: where it is known which one, that one is called.
   (GCC 11 has a warning of its own of the arrays.)  */
/* { dg-additional-options "-Wno-free-nonheap-object" } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

struct symbol
{
  std::string name;
};

/* Arrays, deleted as if they were single objects, or freed.  */
int
leak_lambda (size_t n)
{
  std::unique_ptr<symbol, void (*) (symbol *)> table (new symbol[n], /* { dg-warning "mismatched release" } */
						      [] (symbol *s) { delete s; });
  return table.get ()[0].name.size ();
}

double
leak_freed (size_t n, const double *xs)
{
  std::unique_ptr<double, decltype (&std::free)> copy (new double[n], &std::free); /* { dg-warning "mismatched release" } */
  std::memcpy (copy.get (), xs, n * sizeof *xs);
  return copy.get ()[n / 2];
}

double
clean_freed (size_t n, const double *xs)
{
  std::unique_ptr<double, decltype (&std::free)>
    copy (static_cast<double *> (malloc (n * sizeof *xs)), &std::free);
  if (!copy)
    return 0;
  std::memcpy (copy.get (), xs, n * sizeof *xs);
  return copy.get ()[n / 2];
}

static void
delete_one (symbol *s)
{
  delete s;
}

static void
delete_all (symbol *s)
{
  delete[] s;
}

int
leak_function (size_t n)
{
  std::unique_ptr<symbol, void (*) (symbol *)> table (new symbol[n], delete_one); /* { dg-warning "mismatched release" } */
  return table.get ()[0].name.size ();
}

int
clean_function (size_t n)
{
  std::unique_ptr<symbol, void (*) (symbol *)> table (new symbol[n], delete_all);
  return table.get ()[0].name.size ();
}

int
clean_text (const char *s)
{
  std::unique_ptr<char, void (*) (void *)> p (strdup (s), free);
  return p ? p.get ()[0] : 0;
}

/* Streams.  */
using stream = std::unique_ptr<FILE, int (*) (FILE *)>;

int
leak_process (const char *n)
{
  stream f (popen (n, "r"), &fclose); /* { dg-warning "is never closed" } */
  return f ? fgetc (f.get ()) : -1;
}

int
clean_process (const char *n)
{
  stream f (popen (n, "r"), &pclose);
  return f ? fgetc (f.get ()) : -1;
}

int
clean_stream (const char *n)
{
  stream f (fopen (n, "r"), &fclose);
  return f ? fgetc (f.get ()) : -1;
}

static int
nothing (FILE *)
{
  return 0;
}

int
leak_view (const char *n)
{
  stream f (fopen (n, "r"), &nothing); /* { dg-warning "is never closed" } */
  return f ? fgetc (f.get ()) : -1;
}

int
clean_either (const char *n, bool own)
{
  stream f (own ? fopen (n, "r") : stdin, own ? &fclose : &nothing);
  return f ? fgetc (f.get ()) : -1;
}

static stream
open_it (const char *n)
{
  return { fopen (n, "r"), &fclose };
}

int
clean_moved (const char *n)
{
  auto f = open_it (n);
  auto g = std::move (f);
  return g ? fgetc (g.get ()) : -1;
}

struct holder
{
  stream f { nullptr, &fclose };
  void open (const char *n) { f.reset (fopen (n, "r")); }
};

int
clean_member (const char *n)
{
  holder h;
  h.open (n);
  return h.f ? 1 : 0;
}

int
clean_assigned (const char *n)
{
  stream f (nullptr, &nothing);
  f = { fopen (n, "r"), &fclose };
  return f ? fgetc (f.get ()) : -1;
}

int
clean_shared (const char *n)
{
  std::shared_ptr<FILE> f (fopen (n, "r"), &fclose);
  return f ? fgetc (f.get ()) : -1;
}

int
clean_told (const char *n, int (*cl) (FILE *))
{
  stream f (fopen (n, "r"), cl);
  return f ? fgetc (f.get ()) : -1;
}

int
clean_swapped (const char *n)
{
  stream f (nullptr, &nothing), g (fopen (n, "r"), &fclose);
  std::swap (f, g);
  return f ? fgetc (f.get ()) : -1;
}
