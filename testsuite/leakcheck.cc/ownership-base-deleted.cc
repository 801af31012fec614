/* Objects that are deleted by a pointer to a base, and what their members hold.  */

#include <map>
#include <memory>
#include <string>
#include <vector>

struct shape { int id = 0; virtual int sides () { return 0; } };
struct vshape { virtual ~vshape () {} virtual int sides () { return 0; } };

struct named : shape { std::string name; explicit named (const char *n) : name (n) {} };
struct plain : shape { int n; explicit plain (int k) : n (k) {} };
struct holder : shape { std::unique_ptr<int> p { new int }; int sides () override { return *p; } };
struct deep : holder { int more = 0; };
struct vnamed : vshape { std::map<int, int> all; };

/* By delete.  */
int
deleted (const char *n)
{
  shape *s = new named (n);	/* { dg-warning "deleted" } */
  int k = s->sides ();
  delete s;
  return k;
}

int
reset ()
{
  std::unique_ptr<shape> s;
  s.reset (new deep);		/* { dg-warning "deleted" } */
  return s->sides ();
}

int
deleted_plain (int n)
{
  shape *s = new plain (n);
  int k = s->sides ();
  delete s;
  return k;
}

int
deleted_well (const char *n)
{
  named *s = new named (n);
  int k = s->sides ();
  delete s;
  return k;
}

int
shared ()
{
  std::shared_ptr<shape> s (new holder);
  return s->sides ();
}

int
virtually ()
{
  vshape *s = new vnamed;
  int k = s->sides ();
  delete s;
  std::unique_ptr<vshape> t (new vnamed);
  return k + t->sides ();
}

/* The base has a destructor of its own, which is not virtual.  */
struct counted { int n; ~counted (); };
struct list : counted { std::vector<int> all; };

void
deleted_counted ()
{
  counted *c = new list;	/* { dg-warning "deleted" } */
  c->n = 1;
  delete c;
}

struct closer { void operator() (shape *s) const { delete static_cast<holder *> (s); } };

int
closed ()
{
  std::unique_ptr<shape, closer> s (new holder);
  return s->sides ();
}
