/* What stands in an array is not the array: a method that deletes an element, and puts another one
   there, releases nothing of the array itself.  */

#include <cstdlib>
#include <string>

struct image
{
  int w, h;
  image (int a, int b) : w (a), h (b) {}
};

/* Elements are deleted one by one, the array as a whole.  */
class sheet
{
public:
  explicit sheet (int n) : n_ (n), cells_ (new image *[n] ()) {}
  ~sheet ()
  {
    for (int i = 0; i < n_; i++)
      delete cells_[i];
    delete[] cells_;
  }
  sheet (const sheet &) = delete;
  void place (int i, image *img)
  {
    delete cells_[i];
    cells_[i] = img;
  }
  void clear_first ()
  {
    delete *cells_;
    *cells_ = nullptr;
  }
private:
  int n_;
  image **cells_;
};

int
clean_sheet (int n)
{
  sheet s (n);
  s.place (0, new image (1, 2));
  s.place (1, new image (3, 4));
  s.clear_first ();
  return 0;
}

/* The same in C's way.  */
struct table
{
  char **rows;
  size_t n;
};

static void
set_row (table *t, size_t i, char *row)
{
  free (t->rows[i]);
  t->rows[i] = row;
}

int
clean_table (size_t n)
{
  table t;
  t.rows = static_cast<char **> (calloc (n, sizeof (char *)));
  if (!t.rows)
    return -1;
  t.n = n;
  set_row (&t, 0, static_cast<char *> (malloc (10)));
  for (size_t i = 0; i < n; i++)
    free (t.rows[i]);
  free (t.rows);
  return 0;
}

int
leak_table (size_t n)
{
  table t;
  t.rows = static_cast<char **> (calloc (n, sizeof (char *))); /* { dg-warning "'t.rows' is never freed" } */
  if (!t.rows)
    return -1;
  t.n = n;
  set_row (&t, 0, static_cast<char *> (malloc (10)));
  for (size_t i = 0; i < n; i++)
    free (t.rows[i]);
  return 0;
}

/* This one deletes the array as if it were one of its elements.  */
class row
{
public:
  explicit row (int n) : cells_ (new image *[n] ()) {}
  row (const row &) = delete;
  void drop () { delete cells_; }
private:
  image **cells_;
};

int
leak_row (int n)
{
  row r (n); /* { dg-warning "mismatched release" } */
  r.drop ();
  return 0;
}
