/* Released only if another member is set.  */
#include <cstdio>
#include <cstdlib>
#include <cstring>
class pair_of {
  FILE *in, *out;
public:
  pair_of () : in (0), out (0) {}
  ~pair_of () { if (out) { fclose (in); fclose (out); } }
  pair_of (const pair_of &) = delete;
  bool init (const char *a, const char *b);
};
bool pair_of::init (const char *a, const char *b)
{
  if (out)
    return false;
  in = fopen (a, "r"); /* { dg-warning "leak" } */
  if (!in)
    return false;
  out = fopen (b, "w");
  if (!out)
    return false;
  return true;
}
class pair_well {
  FILE *in, *out;
public:
  pair_well () : in (0), out (0) {}
  ~pair_well () { if (out) { fclose (in); fclose (out); } }
  pair_well (const pair_well &) = delete;
  bool init (const char *a, const char *b);
};
bool pair_well::init (const char *a, const char *b)
{
  if (out)
    return false;
  in = fopen (a, "r");
  if (!in)
    return false;
  out = fopen (b, "w");
  if (!out)
    {
      fclose (in);
      return false;
    }
  return true;
}
/* A flag.  */
class table {
  char *cells; unsigned n; bool ready;
public:
  table () : cells (nullptr), n (0), ready (false) {}
  ~table () { if (ready) delete[] cells; }
  table (const table &) = delete;
  bool load (FILE *f);
};
bool table::load (FILE *f)
{
  if (ready)
    return true;
  cells = new char[80]; /* { dg-warning "leak" } */
  if (!fgets (cells, 80, f))
    return false;
  n = strlen (cells);
  ready = true;
  return true;
}
class table_well {
  char *cells; unsigned n; bool ready;
public:
  table_well () : cells (nullptr), n (0), ready (false) {}
  ~table_well () { if (ready) delete[] cells; }
  table_well (const table_well &) = delete;
  bool load (FILE *f);
};
bool table_well::load (FILE *f)
{
  if (ready)
    return true;
  cells = new char[80];
  ready = true;
  if (!fgets (cells, 80, f))
    return false;
  n = strlen (cells);
  return true;
}
/* In the constructor.  */
class image {
  unsigned char *pixels; int w, h;
public:
  image (int ww, int hh);
  ~image () { if (h > 0) free (pixels); }
  image (const image &) = delete;
};
image::image (int ww, int hh) : pixels (nullptr), w (0), h (0)
{
  pixels = (unsigned char *) malloc (ww * hh); /* { dg-warning "leak" } */
  if (!pixels)
    return;
  if (ww > 100)
    return;
  w = ww;
  h = hh;
}
class image_well {
  unsigned char *pixels; int w, h;
public:
  image_well (int ww, int hh);
  ~image_well () { if (w > 0) free (pixels); }
  image_well (const image_well &) = delete;
};
image_well::image_well (int ww, int hh) : pixels (nullptr), w (0), h (0)
{
  if (ww <= 0)
    return;
  pixels = (unsigned char *) malloc (ww * hh);
  if (!pixels)
    return;
  w = ww;
  h = hh;
}
/* A flag that says who owns it.  */
class text {
  char *s; bool mine;
public:
  text () : s (nullptr), mine (false) {}
  ~text () { if (mine) delete[] s; }
  text (const text &) = delete;
  void lend (char *p) { if (mine) delete[] s; s = p; mine = false; }
  void copy (const char *p);
  void copy_well (const char *p);
};
void text::copy (const char *p)
{
  if (mine)
    delete[] s;
  s = new char[strlen (p) + 1]; /* { dg-warning "leak" } */
  strcpy (s, p);
}
void text::copy_well (const char *p)
{
  if (mine)
    delete[] s;
  s = new char[strlen (p) + 1];
  strcpy (s, p);
  mine = true;
}
