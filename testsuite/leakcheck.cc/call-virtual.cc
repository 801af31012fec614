/* Virtual functions and destructors.  */
/* { dg-levels all } */

#include <cstdio>
#include <memory>

void may_throw ();

struct shape
{
  virtual ~shape () {}
  virtual int area () const = 0;
};

struct square : shape
{
  int *side;
  explicit square (int n) : side (new int (n)) {}
  ~square () override { delete side; }
  int area () const override { return *side * *side; }
};

struct dot : shape
{
  int area () const override { return 0; }
};

/* No virtual destructor.  */
struct plain
{
  int n = 0;
};
struct fancy : plain
{
  FILE *log;
  explicit fancy (const char *path) : log (std::fopen (path, "w")) {}
  ~fancy () { if (log) std::fclose (log); }
};

struct left { virtual ~left () {} int a = 0; };
struct right { virtual ~right () {} virtual int get () { return 0; } int b = 0; };
struct both : left, right
{
  FILE *file;
  explicit both (const char *path) : file (std::fopen (path, "r")) {}
  ~both () override { if (file) std::fclose (file); }
  int get () override { return file ? std::fgetc (file) : 0; }
};

struct virtual_base { FILE *file; explicit virtual_base (const char *p) : file (std::fopen (p, "r")) {} ~virtual_base () { if (file) std::fclose (file); } };
struct via_a : virtual virtual_base { via_a () : virtual_base ("a") {} };
struct via_b : virtual virtual_base { via_b () : virtual_base ("b") {} };
struct diamond : via_a, via_b { diamond () : virtual_base ("c") {} };

class source
{
public:
  virtual FILE *open () = 0;
  virtual void close (FILE *) = 0;
protected:
  ~source () = default;
};

class file_source final : public source
{
public:
  FILE *open () override { return std::fopen ("x", "r"); }
  void close (FILE *f) override { std::fclose (f); }
};

int
clean_derived (int n)
{
  square s (n);
  may_throw ();
  return s.area ();
}

int
clean_through_base (int n)
{
  shape *s = new square (n);
  int a = s->area ();
  delete s;
  return a;
}

int
leak_through_base (int n)
{
  shape *s = new square (n); /* { dg-warning "'s' might not be deleted|'s' is never deleted" } */
  return s->area ();
}

int
clean_unique_base (int n)
{
  std::unique_ptr<shape> s = std::make_unique<square> (n);
  may_throw ();
  return s->area ();
}

int
clean_unique_new_base (bool b)
{
  std::unique_ptr<shape> s;
  if (b)
    s.reset (new square (3));
  else
    s.reset (new dot ());
  may_throw ();
  return s->area ();
}

int
leak_no_virtual_destructor (const char *path)
{
  plain *p = new fancy (path); /* { dg-warning "closed" } */
  int n = p->n;
  delete p;
  return n;
}

int
clean_right_type (const char *path)
{
  fancy *p = new fancy (path);
  int n = p->n;
  delete p;
  return n;
}

int
clean_second_base (const char *path)
{
  right *r = new both (path);
  int n = r->get ();
  delete r;
  return n;
}

int
clean_multiple (const char *path)
{
  both b (path);
  may_throw ();
  return b.get ();
}

int
clean_diamond ()
{
  diamond d;
  may_throw ();
  return std::fgetc (d.file);
}

int
clean_virtual_factory (file_source &s)
{
  FILE *f = s.open ();
  if (!f)
    return -1;
  int c = std::fgetc (f);
  s.close (f);
  return c;
}

int
leak_virtual_factory (file_source &s)
{
  FILE *f = s.open (); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  return std::fgetc (f);
}

int
clean_dynamic_cast (shape *s)
{
  if (square *q = dynamic_cast<square *> (s))
    return *q->side;
  return 0;
}

shape *
clean_factory (bool b)
{
  if (b)
    return new square (1);
  return new dot ();
}

int
leak_factory (bool b)
{
  shape *s = clean_factory (b); /* { dg-warning "'s' might not be deleted|'s' is never deleted" } */
  return s->area ();
}

int
clean_member_pointer (file_source &s)
{
  FILE *(file_source::*open) () = &file_source::open;
  FILE *f = (s.*open) ();
  if (f)
    std::fclose (f);
  return 0;
}
