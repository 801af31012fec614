/* Functions without a body, and virtual functions that other units implement: callers that delete
   what these return show that they own it.  */

#include <cstdio>
#include <memory>
#include <string>

struct figure
{
  int sides;
  virtual ~figure ();
  virtual void draw () = 0;
};

class workshop
{
public:
  virtual ~workshop ();
  virtual figure *make (int) = 0;
  virtual figure *current () = 0;
  virtual figure *last () = 0;
  virtual figure *head () = 0;
  virtual void set_current (figure *) = 0;
  virtual void drop_head () = 0;
  virtual figure *top () = 0;
  figure *pick (const std::string &);
  figure *look_up (const std::string &);
};

figure *copy_of (const figure *);
figure *the_figure ();
void set_figure (figure *);
figure *fitting (int);
void frame (figure *);
void hang (figure *);

/* A virtual factory.  */
void
makes (workshop &w)
{
  figure *f = w.make (1);
  f->draw ();
  delete f;
}

int
make_lost_early (workshop &w, bool early)
{
  figure *f = w.make (2);	/* { dg-warning "'f' might not be deleted" } */
  if (early)
    return -1;
  int n = f->sides;
  delete f;
  return n;
}

int
make_lost (workshop *w)
{
  figure *f = w->make (3);	/* { dg-warning "'f' is never deleted" } */
  if (!f)
    return 0;
  f->draw ();
  return f->sides;
}

figure *
make_returned (workshop *w)
{
  return w->make (4);
}

void
make_given (workshop *w)
{
  hang (w->make (5));
}

/* One that is not virtual, and an owner of the library's.  */
void
copies (const figure *f)
{
  std::unique_ptr<figure> c (copy_of (f));
  c->draw ();
}

void
copies_twice (const figure *f)
{
  figure *c = copy_of (f);
  if (c)
    {
      c->draw ();
      delete c;
    }
}

int
copy_lost (const figure *f)
{
  figure *c = copy_of (f);	/* { dg-warning "'c' is never deleted" } */
  return c->sides;
}

void
copy_dropped (const figure *f)
{
  copy_of (f);			/* { dg-warning "is never deleted" } */
}

int
pick_lost (workshop &w, const std::string &name)
{
  figure *f = w.pick (name);	/* { dg-warning "'f' might not be deleted" } */
  if (f->sides == 4)
    return 4;
  int n = f->sides;
  delete f;
  return n;
}

void
picks (workshop &w)
{
  delete w.pick ("a");
}

/* The holder is told to forget it before it is deleted.  */
void
replaces (workshop &w, figure *next)
{
  figure *f = w.current ();
  w.set_current (next);
  delete f;
}

int
current_sides (workshop &w)
{
  return w.current ()->sides;
}

void
removes_head (workshop &w)
{
  figure *f = w.head ();
  w.drop_head ();
  delete f;
}

int
head_sides (workshop &w)
{
  figure *f = w.head ();
  return f->sides;
}

void
ends_figure ()
{
  figure *f = the_figure ();
  set_figure (nullptr);
  delete f;
}

void
draws_figure ()
{
  the_figure ()->draw ();
}

/* Only on some paths is it deleted: it is that of the workshop.  */
void
purges (workshop &w, const std::string &name)
{
  figure *f = w.look_up (name);
  if (f->sides > 0)
    return;
  delete f;
}

/* More functions only use it.  */
void
deletes_last (workshop &w)
{
  delete w.last ();
}

int
last_sides (workshop &w)
{
  return w.last ()->sides;
}

void
draws_last (workshop *w)
{
  w->last ()->draw ();
}

/* A table: what was there is replaced, or taken out; a list: the next one.  */
struct table
{
  void *put (const std::string &, void *);
  void *take (const std::string &);
  figure *swap_in (figure *);
};

struct chain
{
  chain *next ();
  int n;
};

void
puts_figure (table &t, const std::string &name)
{
  figure *old = static_cast<figure *> (t.put (name, fitting (2)));
  delete old;
}

void
puts_null (table &t)
{
  t.put ("none", nullptr);
}

void
takes_figure (table &t)
{
  figure *old = static_cast<figure *> (t.take ("a"));
  delete old;
}

void
takes_other (table &t)
{
  t.take ("constant");
}

void
swaps_figure (table &t, figure *f)
{
  delete t.swap_in (f);
}

void
swaps_static (table &t, figure *f)
{
  t.swap_in (f);
}

void
deletes_next (chain *c)
{
  delete c->next ();
}

int
next_number (chain *c)
{
  chain *n = c->next ();
  if (n->n > 3)
    return 0;
  int r = n->n;
  delete n;
  return r;
}

/* It is deleted after another function has had it.  */
void
fits (int n)
{
  figure *f = fitting (n);
  frame (f);
  delete f;
}

int
fitting_sides (int n)
{
  return fitting (n)->sides;
}

/* The holder is got at twice, by a getter.  */
struct hall { workshop *shop () const; };

void
removes_top (const hall *h)
{
  figure *f = h->shop ()->top ();
  h->shop ()->drop_head ();
  delete f;
}

int
top_sides (workshop &w)
{
  figure *f = w.top ();
  return f->sides;
}
