/* An object that points into itself (an empty list, a short string) is reached by nothing more for
   that.  A method without a body that answers with a number does not take its object.  */

#include <list>
#include <map>
#include <string>

struct route
{
  std::string from, to;
  std::list<int> stops;
  std::map<int, int> prices;
  route *self;
  bool load (const char *text) noexcept;
  int length () const noexcept;
  void enter ();
};

struct plan { route *best; route *next; };

int
try_route (plan *p, const char *text)
{
  route *r = new route; /* { dg-warning "'r' might not be deleted" } */
  if (!r->load (text))
    return -1;
  if (r->length () > 100)
    {
      delete r;
      return 0;
    }
  p->best = r;
  return 1;
}

int
try_route_well (plan *p, const char *text)
{
  route *r = new route;
  if (!r->load (text) || r->length () > 100)
    {
      delete r;
      return -1;
    }
  p->best = p->next = r;
  return 1;
}

/* Held by a local object, that has no destructor.  */
int
plan_route (int n)
{
  plan p;
  p.next = nullptr;
  p.best = new route; /* { dg-warning "might not be deleted" } */
  if (n > 100)
    return -1;
  delete p.best;
  return n;
}

/* A method that returns nothing may have been called to enter it somewhere.  */
int
enter_route (int n)
{
  route *r = new route;
  r->prices[n] = n;
  r->enter ();
  return n;
}

/* By its own pointer to itself.  */
int
drop_route (int n)
{
  route *r = new route;
  r->self = r;
  int all = r->prices.size () + n;
  delete r->self;
  return all;
}
