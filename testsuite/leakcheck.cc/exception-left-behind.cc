/* What a function has stored in its caller's object when it throws: an object under construction is
   not destroyed then.  */

#include <cstdio>
#include <new>
#include <stdexcept>

struct cell { int v[16]; };

class sheet
{
  cell *all;
  std::FILE *log;
  void allocate (int n);
  void read_head (const char *name);
public:
  explicit sheet (int n);
  sheet (const char *name, int n);
  sheet (const sheet &) = delete;
  ~sheet () { delete[] all; if (log) std::fclose (log); }
};

void
sheet::allocate (int n)
{
  all = new cell[n]; /* { dg-warning "might not be deleted" } */
  if (all[0].v[0] > n)
    throw std::range_error ("cells");
}

void
sheet::read_head (const char *name)
{
  log = std::fopen (name, "r"); /* { dg-warning "might not be closed" } */
  if (!log)
    throw std::runtime_error (name);
  if (std::fgetc (log) != '#')
    throw std::runtime_error ("no head");
}

sheet::sheet (int n) : all (nullptr), log (nullptr)
{
  allocate (n);
}

sheet::sheet (const char *name, int n) : all (nullptr), log (nullptr)
{
  read_head (name);
  if (n)
    std::fputc ('!', stderr);
}

/* The members release what they have.  */
struct cells
{
  cell *p = nullptr;
  ~cells () { delete[] p; }
  void make (int n)
  {
    p = new cell[n];
    if (n > 100)
      throw std::range_error ("cells");
  }
};

class table
{
  cells all;
public:
  explicit table (int n) { all.make (n); }
};

/* The constructor has a handler.  */
class guarded_sheet
{
  cell *all;
  void allocate (int n)
  {
    all = new cell[n];
    if (all[0].v[0] > n)
      throw std::range_error ("cells");
  }
public:
  explicit guarded_sheet (int n) : all (nullptr)
  {
    try
      {
	allocate (n);
      }
    catch (...)
      {
	delete[] all;
	throw;
      }
  }
  guarded_sheet (const guarded_sheet &) = delete;
  ~guarded_sheet () { delete[] all; }
};

/* No constructor calls it: the object is destroyed by its owner.  */
class late_sheet
{
  cell *all = nullptr;
public:
  late_sheet () {}
  late_sheet (const late_sheet &) = delete;
  ~late_sheet () { delete[] all; }
  void allocate (int n)
  {
    if (all)
      return;
    all = new cell[n];
    if (all[0].v[0] > n)
      throw std::range_error ("cells");
  }
};

/* A local object without a destructor.  */
struct plain { cell *p; };

static void
fill (plain *x, int n)
{
  x->p = new cell[n]; /* { dg-warning "might not be deleted" } */
  if (n > 100)
    throw std::range_error ("cells");
}

int
use_plain (int n)
{
  plain x;
  fill (&x, n);
  int v = x.p[0].v[0];
  delete[] x.p;
  return v;
}

int
use_all (const char *name, int n)
{
  sheet a (n), b (name, n);
  table t (n);
  guarded_sheet g (n);
  late_sheet l;
  l.allocate (n);
  return 0;
}
