/* new and delete in all their forms.  */
/* { dg-levels all } */

#include <cstdlib>
#include <cstring>
#include <new>

void may_throw ();
bool coin () noexcept;
inline void use (const void *p) noexcept { if (!p) std::abort (); }

struct point { int x, y; };
struct guarded
{
  int x;
  guarded ();
  ~guarded ();
};
struct counted
{
  int x = 0;
  static void *operator new (std::size_t n) { return std::malloc (n); }
  static void operator delete (void *p) { std::free (p); }
};
struct pooled
{
  int x = 0;
  static void *operator new (std::size_t);
  static void operator delete (void *);
};

int
clean_new ()
{
  point *p = new point ();
  int x = p->x;
  delete p;
  return x;
}

int
leak_new ()
{
  point *p = new point (); /* { dg-warning "'p' is never deleted" } */
  return p->x;
}

int
leak_branch (bool b)
{
  point *p = new point (); /* { dg-warning "'p' might not be deleted" } */
  if (b)
    return p->y;
  int x = p->x;
  delete p;
  return x;
}

point *
clean_returned ()
{
  point *p = new point { 1, 2 };
  p->x = 3;
  return p;
}

int
leak_of_returned ()
{
  point *p = clean_returned (); /* { dg-warning "'p' is never deleted" } */
  return p->x;
}

int
clean_of_returned ()
{
  point *p = clean_returned ();
  int x = p->x;
  delete p;
  return x;
}

int
clean_array (int n)
{
  int *a = new int[n];
  std::memset (a, 0, n * sizeof *a);
  int x = a[0];
  delete[] a;
  return x;
}

int
leak_array (int n)
{
  int *a = new int[n]; /* { dg-warning "'a' is never deleted" } */
  std::memset (a, 0, n * sizeof *a);
  return a[0];
}

int
clean_array_of_classes (int n)
{
  guarded *a = new guarded[n];
  int x = a[0].x;
  delete[] a;
  return x;
}

int
leak_array_of_classes (int n)
{
  guarded *a = new guarded[n]; /* { dg-warning "'a' might not be deleted|'a' is never deleted" } */
  return a[0].x;
}

int
clean_constructor_may_throw ()
{
  guarded *g = new guarded;
  int x = g->x;
  delete g;
  return x;
}

int
leak_second_new_throws ()
{
  point *p = new point (); /* { dg-warning "'p' might not be deleted" } */
  guarded *g = new guarded;
  int x = g->x + p->x;
  delete g;
  delete p;
  return x;
}

int
clean_nothrow ()
{
  point *p = new (std::nothrow) point ();
  if (!p)
    return -1;
  int x = p->x;
  delete p;
  return x;
}

int
leak_nothrow ()
{
  point *p = new (std::nothrow) point (); /* { dg-warning "'p' might not be deleted|'p' is never deleted" } */
  if (!p)
    return -1;
  return p->x;
}

int
clean_placement ()
{
  alignas (point) char room[sizeof (point)];
  point *p = new (room) point { 1, 2 };
  int x = p->x;
  p->~point ();
  return x;
}

int
clean_placement_in_malloc ()
{
  void *room = std::malloc (sizeof (point));
  if (!room)
    return -1;
  point *p = new (room) point { 1, 2 };
  int x = p->x;
  p->~point ();
  std::free (room);
  return x;
}

int
leak_placement_in_malloc ()
{
  void *room = std::malloc (sizeof (point)); /* { dg-warning "freed" } */
  if (!room)
    return -1;
  point *p = new (room) point { 1, 2 };
  int x = p->x;
  p->~point ();
  return x;
}

int
clean_class_new ()
{
  counted *c = new counted;
  int x = c->x;
  delete c;
  return x;
}

int
leak_class_new ()
{
  counted *c = new counted; /* { dg-warning "'c' is never (freed|deleted)" } */
  return c->x;
}

int
clean_class_new_elsewhere ()
{
  pooled *c = new pooled;
  int x = c->x;
  delete c;
  return x;
}

void
clean_overwritten_after_delete ()
{
  point *p = new point ();
  use (p);
  delete p;
  p = new point ();
  use (p);
  delete p;
}

void
leak_overwritten ()
{
  point *p = new point (); /* { dg-warning "'p' might not be deleted|'p' is never deleted" } */
  use (p);
  p = new point ();
  use (p);
  delete p;
}

void
clean_delete_null (bool b)
{
  point *p = nullptr;
  if (b)
    p = new point ();
  use (p);
  delete p;
}

struct list
{
  point *head;
  list *next;
};

void
clean_list ()
{
  list *first = nullptr;
  while (coin ())
    first = new list { nullptr, first };
  while (first)
    {
      list *next = first->next;
      delete first;
      first = next;
    }
}

void
leak_inner ()
{
  list *l = new list ();
  l->head = new point (); /* { dg-warning "never deleted" } */
  delete l;
}

void
clean_inner ()
{
  list *l = new list ();
  l->head = new point ();
  delete l->head;
  delete l;
}

point *
clean_static_local ()
{
  static point *the_point = new point ();
  return the_point;
}

int
clean_static_local_guard (int n)
{
  static guarded the_one;
  static thread_local guarded mine;
  return the_one.x + mine.x + n;
}

void
clean_aligned ()
{
  struct alignas (64) wide { char c[64]; };
  wide *w = new wide ();
  use (w);
  delete w;
}

void
leak_aligned ()
{
  struct alignas (64) wide { char c[64]; };
  wide *w = new wide (); /* { dg-warning "'w' is never deleted" } */
  use (w);
}

void
clean_raw_operator ()
{
  void *p = ::operator new (100);
  use (p);
  ::operator delete (p);
}

void
leak_raw_operator ()
{
  void *p = ::operator new (100); /* { dg-warning "'p' is never deleted" } */
  use (p);
}
