/* What a constructor leaves in its object may be one of two values: where what it was given is not
   NULL, the counter is not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>

bool feature (const char *);

/* There is a counter only where there is something to count.  */
template <class C>
class counted
{
public:
  explicit counted (C *p)
    : counter (p ? new int (1) : nullptr), pointer (p)
  {
  }
  counted (const counted &other)
    : counter (other.counter), pointer (other.pointer)
  {
    if (counter)
      ++*counter;
  }
  template <class O>
  counted (const counted<O> &other)
    : counter (other.counter), pointer (other.pointer)
  {
    if (counter)
      ++*counter;
  }
  counted &operator= (const counted &) = delete;
  ~counted ()
  {
    if (counter && --*counter == 0)
      {
	delete pointer;
	delete counter;
      }
  }
private:
  int *counter;
  C *pointer;
  template <class O> friend class counted;
};

/* The same, and the object is forgotten.  */
template <class C>
class forgetful
{
public:
  explicit forgetful (C *p)
    : counter (p ? new int (1) : nullptr), pointer (p)
  {
  }
  forgetful (const forgetful &other)
    : counter (other.counter), pointer (other.pointer)
  {
    if (counter)
      ++*counter;
  }
  forgetful &operator= (const forgetful &) = delete;
  ~forgetful ()
  {
    if (counter && --*counter == 0)
      delete counter;
  }
private:
  int *counter;
  C *pointer;
};

struct base
{
  virtual ~base () {}
};

struct shape : base
{
  counted<int> sides;
  explicit shape (int *n)
    : sides (n)
  {
  }
};

class scene
{
public:
  void add (counted<base> shown);
  counted<shape> make ();
  void fill ();
};

void
clean_copied ()
{
  counted<int> a (new int);
  counted<int> b (a);
}

void
clean_nested ()
{
  counted<shape> a (new shape (new int));
  counted<base> b (a);
  feature ("nested");
}

void
scene::add (counted<base> shown)
{
  feature ("shown");
}

counted<shape>
scene::make ()
{
  return counted<shape> (new shape (new int));
}

void
scene::fill ()
{
  add (make ());
}

void
leak_forgotten ()
{
  forgetful<int> a (new int); // { dg-warning "the object created by 'operator new' is never deleted" }
  forgetful<int> b (a);
}

/* In C.  */
struct buffer
{
  char *data;
  size_t size;
};

static void
buffer_init (struct buffer *b, size_t size)
{
  b->size = size;
  b->data = size ? static_cast<char *> (malloc (size)) : nullptr;
}

static void
buffer_end (struct buffer *b)
{
  if (b->data)
    free (b->data);
}

int
clean_buffer (size_t size)
{
  struct buffer b;
  buffer_init (&b, size);
  int n = std::snprintf (b.data, b.size, "%d", 3);
  buffer_end (&b);
  return n;
}

int
leak_buffer (size_t size)
{
  struct buffer b;
  buffer_init (&b, size); // { dg-warning "is never freed" }
  return std::snprintf (b.data, b.size, "%d", 3);
}
