/* A function that is no method of the class overwrites or empties what an object of it owns: an
   argument, or an object that one leads to.  A copy of the old pointer does not help.  */

#include <cstdlib>
#include <cstring>

struct picture
{
  int w = 0;
  unsigned char *px = nullptr;
  picture () {}
  picture (const picture &) = delete;
  ~picture () { delete[] px; }
  void widen (int n);
  void widen_well (int n);
};

void
picture::widen (int n)
{
  unsigned char *old = px;
  px = new unsigned char[n]; /* { dg-warning "might not be deleted" } */
  memcpy (px, old, w);
  w = n;
}

void
picture::widen_well (int n)
{
  unsigned char *old = px;
  px = new unsigned char[n];
  memcpy (px, old, w);
  w = n;
  delete[] old;
}

void
double_width (picture &p)
{
  unsigned char *wide = new unsigned char[2 * p.w]; /* { dg-warning "might not be deleted" } */
  memcpy (wide, p.px, p.w);
  p.px = wide;
  p.w *= 2;
}

void
double_width_well (picture &p)
{
  unsigned char *wide = new unsigned char[2 * p.w];
  memcpy (wide, p.px, p.w);
  delete[] p.px;
  p.px = wide;
  p.w *= 2;
}

/* Nothing shows that there is something.  */
void
first_pixels (picture *p, int n)
{
  p->px = new unsigned char[n];
  p->w = n;
}

unsigned char *
take_pixels (picture &p)
{
  unsigned char *px = p.px;
  px[0] = 0;
  p.px = nullptr;
  return px;
}

void
exchange (picture &a, picture &b)
{
  unsigned char *t = a.px;
  t[0] = 1;
  a.px = b.px;
  b.px = t;
}

struct names
{
  char *title;
  picture inner;
  names () : title (nullptr) {}
  names (const names &) = delete;
  ~names () { free (title); }
};

int
shorten (names *n)
{
  if (!n->title || strlen (n->title) < 8)
    return 0;
  n->title = nullptr; /* { dg-warning "might not be freed" } */
  return 1;
}

int
shorten_well (names *n)
{
  if (!n->title || strlen (n->title) < 8)
    return 0;
  free (n->title);
  n->title = nullptr;
  return 1;
}

/* Of an object in the object.  */
void
double_inner (names &n)
{
  unsigned char *wide = new unsigned char[2 * n.inner.w]; /* { dg-warning "might not be deleted" } */
  memcpy (wide, n.inner.px, n.inner.w);
  n.inner.px = wide;
}

class desk
{
  picture *top;
  names *list;
public:
  desk () : top (new picture), list (new names) {}
  desk (const desk &) = delete;
  ~desk () { delete top; delete list; }
  void clear_top (int n);
  void clear_top_well (int n);
  void fresh_top (int n);
};

/* Of an object that a member leads to.  */
void
desk::clear_top (int n)
{
  unsigned char *px = new unsigned char[n]; /* { dg-warning "might not be deleted" } */
  memcpy (px, top->px, n);
  top->px = px;
}

void
desk::clear_top_well (int n)
{
  unsigned char *px = new unsigned char[n];
  memcpy (px, top->px, n);
  delete[] top->px;
  top->px = px;
}

/* Of a new object: it has nothing yet.  */
void
desk::fresh_top (int n)
{
  delete top;
  top = nullptr;
  top = new picture;
  top->px = new unsigned char[n];
}

/* The old one has another owner by then.  */
struct depot { unsigned char *spare[4]; };

void
lay_aside (picture &p, depot *d, int n)
{
  unsigned char *old = p.px;
  p.px = new unsigned char[n];
  memcpy (p.px, old, p.w);
  d->spare[0] = old;
}
