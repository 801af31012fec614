/* What an object of a derived class owns, when it is deleted as one of its base,
   which has no virtual destructor: wherever the object was made, and through
   whatever owner it went.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

struct style
{
  int color;
  explicit style (int c) : color (c) {}
  ~style () {}
};

struct font : style
{
  char *face;
  font (int c, const char *f) : style (c), face (strdup (f)) {}
  ~font () { free (face); }
  font (const font &) = delete;
};

/* The same, done well.  */
struct shape
{
  int color;
  explicit shape (int c) : color (c) {}
  virtual ~shape () {}
};

struct text : shape
{
  char *words;
  text (int c, const char *w) : shape (c), words (strdup (w)) {}
  ~text () { free (words); }
  text (const text &) = delete;
};

font *
make_font (const char *f)
{
  return new font (1, f);
}

std::unique_ptr<style>
make_style (const char *f)
{
  return std::unique_ptr<style> (new font (1, f));
}

std::unique_ptr<font>
make_owned_font (const char *f)
{
  return std::unique_ptr<font> (new font (1, f));
}

int
leak_raw (const char *f)
{
  style *s = new font (1, f); /* { dg-warning "never freed" } */
  int c = s->color;
  delete s;
  return c;
}

int
leak_made (const char *f)
{
  font *x = make_font (f); /* { dg-warning "never freed" } */
  style *s = x;
  int c = s->color;
  delete s;
  return c;
}

int
clean_made (const char *f)
{
  font *x = make_font (f);
  style *s = x;
  int c = s->color;
  delete x;
  return c;
}

int
leak_unique (const char *f)
{
  std::unique_ptr<style> s (new font (1, f)); /* { dg-warning "never freed" } */
  return s->color;
}

int
leak_make_unique (const char *f)
{
  std::unique_ptr<style> s = std::make_unique<font> (1, f); /* { dg-warning "never freed" } */
  return s->color;
}

int
leak_moved (const char *f)
{
  std::unique_ptr<font> t = std::make_unique<font> (1, f); /* { dg-warning "never freed" } */
  std::unique_ptr<style> s = std::move (t);
  return s->color;
}

int
leak_released (const char *f)
{
  std::unique_ptr<font> t (new font (1, f)); /* { dg-warning "never freed" } */
  std::unique_ptr<style> s (t.release ());
  return s->color;
}

int
leak_from_factory (const char *f)
{
  std::unique_ptr<style> s = make_style (f); /* { dg-warning "never freed" } */
  return s->color;
}

int
leak_converted (const char *f)
{
  std::unique_ptr<style> s = make_owned_font (f); /* { dg-warning "never freed" } */
  return s->color;
}

int
clean_owned (const char *f)
{
  auto s = std::make_unique<font> (1, f);
  return s->color;
}

int
clean_from_factory (const char *f)
{
  std::unique_ptr<font> s = make_owned_font (f);
  return s->color;
}

/* A shared pointer remembers what it was made of.  */
int
clean_shared (const char *f)
{
  std::shared_ptr<style> s = std::make_shared<font> (1, f);
  return s->color;
}

int
clean_shared_new (const char *f)
{
  std::shared_ptr<style> s (new font (1, f));
  return s->color;
}

int
clean_virtual (const char *w)
{
  std::unique_ptr<shape> s = std::make_unique<text> (1, w);
  return s->color;
}

int
clean_virtual_moved (const char *w)
{
  std::unique_ptr<text> t = std::make_unique<text> (1, w);
  std::unique_ptr<shape> s = std::move (t);
  return s->color;
}

/* Pointers in a container, to objects that own something.  */
int
clean_contained (int n)
{
  std::vector<font *> all;
  for (int i = 0; i < n; i++)
    {
      font *x = make_font ("sans");
      all.push_back (x);
    }
  int sum = 0;
  for (font *x : all)
    {
      sum += x->color;
      delete x;
    }
  return sum;
}
