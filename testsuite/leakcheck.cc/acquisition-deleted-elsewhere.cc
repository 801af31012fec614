/* Factories, virtual or without a body.  */
#include "acquisition-deleted-elsewhere.h"
#include <memory>
double total (factory &f, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      shape *x = f.create (i);
      s += x->area ();
      delete x;
    }
  return s;
}
double one (factory &f)
{
  shape *x = f.create (1); /* { dg-warning "leak" } */
  return x->area ();
}
double shown (factory &f)
{
  return f.current ()->area ();
}
double shown_again (factory &f)
{
  shape *x = f.current ();
  return x ? x->area () : 0;
}
bool ping (const char *h)
{
  conn *c = pool::open (h);
  if (!c)
    return false;
  c->send ("ping");
  delete c;
  return true;
}
bool ping_all (const char **h)
{
  for (; *h; h++)
    {
      conn *c = pool::open (*h); /* { dg-warning "leak" } */
      if (!c)
        return false;
      c->send ("ping");
    }
  return true;
}
int state () { return pool::common ()->status (); }
int lent (pool &p)
{
  conn *c = p.lend (3);
  int s = c->status ();
  p.give_back (c);
  return s;
}
/* Deleted by the destructor of what it is stored in.  */
class document {
  tree *t;
public:
  document (const char *s) : t (parse_text (s)) {}
  ~document () { delete t; }
  document (const document &) = delete;
  int depth () const { return t->depth (); }
};
int depth_of (const char *text)
{
  tree *t = parse_text (text); /* { dg-warning "leak" } */
  return t ? t->depth () : 0;
}
int depth_well (const char *text)
{
  document d (text);
  return d.depth ();
}
class cursor {
  tree *at;
public:
  cursor (int n) : at (root_of (n)) {}
  ~cursor () {}
  int depth () const { return at->depth (); }
};
int depth_root (int n)
{
  tree *t = root_of (n);
  return t->depth ();
}
/* Owned by a smart pointer elsewhere.  */
double copied (factory &f, const shape &s)
{
  std::unique_ptr<shape> x (f.copy (&s));
  return x->area ();
}
double copied_lost (factory &f, const shape &s)
{
  shape *x = f.copy (&s); /* { dg-warning "leak" } */
  if (x->area () < 0)
    return 0;
  return x->area ();
}
