/* Limits of the search for cycles of shared pointers: a note says where a function has too many
   statements that make one, or a call is too deep.  A cycle may have any number of objects.  */
/* { dg-options "-fplugin-arg-leakcheck-verbose" } */
/* { dg-message "leakcheck: functions: \[0-9\]+" "" { target *-*-* } 0 } */

#include <memory>
#include <vector>

struct five { std::shared_ptr<five> next; };

int
five_in_a_ring ()
{
  auto a = std::make_shared<five> (); /* { dg-warning "'a' might not be deleted" } */
  auto b = std::make_shared<five> ();
  auto c = std::make_shared<five> ();
  auto d = std::make_shared<five> ();
  auto e = std::make_shared<five> ();
  a->next = b;
  b->next = c;
  c->next = d;
  d->next = e;
  e->next = a;
  return 1;
}

struct row { std::shared_ptr<row> next; };

/* Four in a row, of which the last keeps none.  */
int
clean_row ()
{
  auto a = std::make_shared<row> ();
  auto b = std::make_shared<row> ();
  auto c = std::make_shared<row> ();
  auto d = std::make_shared<row> ();
  auto e = std::make_shared<row> ();
  a->next = b;
  b->next = c;
  c->next = d;
  d->next = e;
  return 1;
}

struct deep { std::shared_ptr<deep> next; };

static void link_0 (const std::shared_ptr<deep> &p, const std::shared_ptr<deep> &q)
{ p->next = q; }
static void link_1 (const std::shared_ptr<deep> &p, const std::shared_ptr<deep> &q)
{ link_0 (p, q); }
static void link_2 (const std::shared_ptr<deep> &p, const std::shared_ptr<deep> &q)
{ link_1 (p, q); }
static void link_3 (const std::shared_ptr<deep> &p, const std::shared_ptr<deep> &q)
{ link_2 (p, q); }

int
linked_deep () /* { dg-message "linked_deep.*: passes an object or its address on through more than 3 calls: what is deeper is not followed" } */
{
  auto a = std::make_shared<deep> ();
  link_3 (a, a);
  return 1;
}

struct star
{
  std::shared_ptr<star> up, d1, d2, d3, d4;
};

int
many_statements () /* { dg-message "many_statements.*: more than 24 statements make shared objects keep others: no cycle is searched for" } */
{
  auto a = std::make_shared<star> ();
  auto b = std::make_shared<star> ();
  auto c = std::make_shared<star> ();
  a->up = a; a->d1 = b; a->d2 = b; a->d3 = b; a->d4 = b;
  a->up = c; a->d1 = c; a->d2 = c; a->d3 = c; a->d4 = c;
  b->up = a; b->d1 = a; b->d2 = a; b->d3 = a; b->d4 = a;
  b->up = c; b->d1 = c; b->d2 = c; b->d3 = c; b->d4 = c;
  c->up = a; c->d1 = a; c->d2 = a; c->d3 = a; c->d4 = a;
  return 1;
}
