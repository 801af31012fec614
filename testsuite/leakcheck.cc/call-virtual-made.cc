/* Virtual calls on objects that the function has made itself: their class is known,
   whatever others are derived from it elsewhere.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <new>
#include "call-virtual.h"

void
leak_deleted (const char *name)
{
  forgetful *p = new forgetful (fopen (name, "r"));	// { dg-warning "never closed" }
  delete p;
}

void
leak_by_base (const char *name)
{
  shape *p = new forgetful (fopen (name, "r"));	// { dg-warning "never closed" }
  delete p;
}

void
clean_shut (const char *name)
{
  shape *p = new forgetful (fopen (name, "r"));
  p->shut ();
  delete p;
}

void
clean_careful (const char *name)
{
  shape *p = new careful (fopen (name, "r"));
  delete p;
}

void
leak_one_way (const char *name, bool shut)
{
  shape *p = new forgetful (fopen (name, "r"));	// { dg-warning "might not be closed" }
  if (shut)
    p->shut ();
  delete p;
}

/* One of two.  */
void
clean_either (const char *name, bool which)
{
  shape *p;
  if (which)
    {
      p = new forgetful (fopen (name, "r"));
      p->shut ();
    }
  else
    p = new careful (fopen (name, "r"));
  delete p;
}

/* Of a class derived from it, for all that is known here.  */
struct sink
{
  FILE *f = nullptr;
  virtual ~sink () {}
};

void
clean_given (sink *s, const char *name)
{
  s->f = fopen (name, "r");
  delete s;
}

/* A local object.  */
void
leak_local (const char *name)
{
  forgetful local (fopen (name, "r"));	// { dg-warning "never closed" }
  shape &s = local;
  (void) s;
}

void
clean_local (const char *name)
{
  forgetful local (fopen (name, "r"));
  shape *s = &local;
  s->shut ();
}

/* An array is not one object, and what is asked of a member is asked of the member.  */
struct pair
{
  careful first, second;
  pair (FILE *a, FILE *b) : first (a), second (b) {}
};

void
clean_members (const char *name)
{
  pair both (fopen (name, "r"), fopen (name, "w"));
  shape *s = &both.second;
  s->shut ();
}

/* dynamic_cast says NULL for what is of another class, and this one is not.  */
void
clean_cast (const char *name)
{
  shape *s = new forgetful (fopen (name, "r"));
  if (forgetful *f = dynamic_cast<forgetful *> (s))
    f->shut ();
  delete s;
}

void
leak_other_cast (const char *name)
{
  shape *s = new forgetful (fopen (name, "r"));	// { dg-warning "never closed" }
  if (careful *c = dynamic_cast<careful *> (s))
    c->shut ();
  delete s;
}

void
clean_local_cast (const char *name)
{
  forgetful local (fopen (name, "r"));
  shape *s = &local;
  if (forgetful *f = dynamic_cast<forgetful *> (s))
    f->shut ();
}

/* To the class at its side; and what may be one.  */
struct named
{
  virtual ~named () {}
  int number = 0;
};

struct both : named, forgetful
{
  explicit both (FILE *g) : forgetful (g) {}
};

void
clean_cross_cast (const char *name)
{
  named *n = new both (fopen (name, "r"));
  dynamic_cast<forgetful *> (n)->shut ();
  delete n;
}

/* A member is no base, and what it is made of is its own.  */
struct holder
{
  int k = 0;
  forgetful part { nullptr };
};

int
leak_member_cast (const char *name)
{
  holder h;
  shape &s = h.part;
  if (dynamic_cast<forgetful *> (&s))
    {
      FILE *f = fopen (name, "r");	// { dg-warning "'f' might not be closed" }
      if (!f)
	return -1;
      if (fgetc (f) == h.k)
	return 1;
      fclose (f);
    }
  return 0;
}

struct owner : named, shape
{
  FILE *file = nullptr;
  void shut () override {}
  ~owner () override
  {
    if (file)
      fclose (file);
  }
};

void
clean_second_base (const char *name)
{
  owner x;
  shape *s = &x;
  owner *back = dynamic_cast<owner *> (s);
  back->file = fopen (name, "r");
}

void
clean_given_cast (named *n)
{
  if (forgetful *f = dynamic_cast<forgetful *> (n))
    f->shut ();
  delete n;
}

/* Storage is of the class of what is put there.  */
void
leak_storage (const char *name)
{
  alignas (forgetful) struct { unsigned char bytes[sizeof (forgetful)]; } local;
  FILE *f = fopen (name, "r");	// { dg-warning "never closed" }
  shape *s = new (&local) forgetful (f);
  s->~shape ();
}

void
clean_storage (const char *name)
{
  alignas (forgetful) struct { unsigned char bytes[sizeof (forgetful)]; } local;
  shape *s = new (&local) forgetful (fopen (name, "r"));
  s->shut ();
  s->~shape ();
}

/* Something else is put into the same memory.  */
void
clean_again (const char *name)
{
  shape *s = new forgetful (nullptr);
  s->~shape ();
  new (s) careful (fopen (name, "r"));
  s->shut ();
  delete s;
}

/* A member of what was made, not a base.  */
struct outer : shape
{
  careful inner;
  explicit outer (FILE *g) : inner (g) {}
  void shut () override {}
};

void
clean_inner (const char *name)
{
  outer *o = new outer (fopen (name, "r"));
  shape *s = &o->inner;
  s->shut ();
  delete o;
}
