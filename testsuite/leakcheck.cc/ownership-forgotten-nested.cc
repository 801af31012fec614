/* A nested class's members.  */
#include "ownership-forgotten-nested.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
/* A: the nested class's destructor forgets.  */
class config {
  struct section { char *name; section *next; section (const char *n); ~section () {} };
  struct good { char *name; good *next; good (const char *n); ~good (); };
  section *first; good *g;
public:
  config () : first (0), g (0) {}
  ~config ();
  void add (const char *n) { section *s = new section (n); s->next = first; first = s; }
  void addg (const char *n) { good *s = new good (n); s->next = g; g = s; }
  config (const config &) = delete;
};
config::section::section (const char *n) : name (strdup (n)), next (0) {} /* { dg-warning "leak" } */
config::good::good (const char *n) : name (strdup (n)), next (0) {}
config::good::~good () { free (name); }
config::~config ()
{
  while (first) { section *s = first->next; delete first; first = s; }
  while (g) { good *s = g->next; delete g; g = s; }
}
/* B: a private structure without a destructor, its object a member.  */
class tracer {
  struct state { FILE *log; int depth; };
  state st;
public:
  tracer ();
  ~tracer ();
  void start (const char *n);
  void note (const char *t);
  tracer (const tracer &) = delete;
};
tracer::tracer () { st.log = nullptr; st.depth = 0; }
tracer::~tracer () {}
void tracer::start (const char *n) { if (!st.log) st.log = fopen (n, "w"); } /* { dg-warning "leak" } */
void tracer::note (const char *t) { if (st.log) fputs (t, st.log); st.depth++; }
class tracer_well {
  struct state { FILE *log; int depth; };
  state st;
public:
  tracer_well ();
  ~tracer_well ();
  void start (const char *n);
  void note (const char *t);
  tracer_well (const tracer_well &) = delete;
};
tracer_well::tracer_well () { st.log = nullptr; st.depth = 0; }
tracer_well::~tracer_well () { if (st.log) fclose (st.log); }
void tracer_well::start (const char *n) { if (!st.log) st.log = fopen (n, "w"); }
void tracer_well::note (const char *t) { if (st.log) fputs (t, st.log); st.depth++; }

/* Classes in a header.  */
store::store () {}
store::~store () {}
store::cursor::cursor () : at (new unsigned[4]), n (4) {} /* { dg-warning "leak" } */
store::cursor::~cursor () { n = 0; }
void store::cursor::grow () { n = n > 3 ? 3 : n; at[0] = n; }
store::page::page (int i, unsigned n) : id (i), bytes (new unsigned char[n]) {}
store::page::~page () { delete[] bytes; }
unsigned store::page::sum (unsigned n) const { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += bytes[i]; return s; }
bool store::open (const std::string &n) { name = n; where.grow (); return !n.empty (); }
std::string store::last () const { return name; }
store_well::store_well () {}
store_well::~store_well () {}
store_well::cursor::cursor () : at (new unsigned[4]), n (4) {}
store_well::cursor::~cursor () { delete[] at; }
void store_well::cursor::grow () { n = n > 3 ? 3 : n; at[0] = n; }
bool store_well::open (const std::string &n) { name = n; where.grow (); return !n.empty (); }
