/* Buffers that grow each in its own way: of a virtual function's bodies only some are for the
   object.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <cstring>

class buffer
{
public:
  void append (const char *text, size_t n)
  {
    if (size + n > room)
      grow (size + n);
    if (n > room - size)
      n = room - size;
    memcpy (data + size, text, n);
    size += n;
  }

protected:
  buffer (char *d, size_t r) : data (d), room (r) {}
  ~buffer () {}
  void set (char *d, size_t r)
  {
    data = d;
    room = r;
  }
  virtual void grow (size_t n) = 0;
  char *data;
  size_t size = 0, room;
};

class small_buffer final : public buffer
{
public:
  small_buffer () : buffer (store, sizeof store) {}
  ~small_buffer ()
  {
    if (data != store)
      free (data);
  }

protected:
  void grow (size_t n) override
  {
    char *old = data;
    char *larger = (char *) malloc (n);
    if (!larger)
      abort ();
    memcpy (larger, old, size);
    set (larger, n);
    if (old != store)
      free (old);
  }

private:
  char store[40];
};

class stream final : public buffer
{
public:
  explicit stream (FILE *f) : buffer (nullptr, 0), file (f)
  {
    set (new char[4096], 4096);
  }
  ~stream ()
  {
    flush ();
    delete[] data;
  }
  void flush ()
  {
    fwrite (data, 1, size, file);
    size = 0;
  }

protected:
  void grow (size_t) override
  {
    if (size == room)
      flush ();
  }

private:
  FILE *file;
};

void
clean_stream (FILE *f, const char *text)
{
  stream s (f);
  s.append (text, strlen (text));
  s.append ("x", 1);
}

size_t
clean_small (const char *text)
{
  small_buffer b;
  b.append (text, strlen (text));
  b.append ("x", 1);
  return strlen (text);
}

/* The only body there is.  */
struct holder
{
  char *text;
  virtual void drop () = 0;
};

struct freeing : holder
{
  void drop () override { free (text); }
};

void
leak_dropped (size_t n)
{
  freeing h;
  h.text = new char[n];		/* { dg-warning "mismatched release" } */
  holder &base = h;
  base.drop ();
}
