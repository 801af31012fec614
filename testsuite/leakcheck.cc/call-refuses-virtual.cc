/* The same of virtual functions, which no class of the unit implements, or only some: what their
   callers do with a refused object is what the class promises.  */

#include <string>

struct packet
{
  int id;
  explicit packet (int n) : id (n) {}
  virtual ~packet () {}
};

class channel
{
public:
  virtual ~channel ();
  virtual bool push (packet *) = 0;
  virtual int offer (int prio, packet *) = 0;
  virtual bool verify (packet *) = 0;
  virtual bool store (packet *) = 0;
  virtual void give (packet *) = 0;
};

class pipe_end
{
public:
  pipe_end ();
  virtual ~pipe_end ();
  virtual bool write (packet *);
  bool both (packet *);
};

/* Refused objects are deleted.  */
void
pushes (channel *c, int n)
{
  packet *p = new packet (n);
  if (!c->push (p))
    delete p;
}

bool
pushes_and_says (channel &c, int n)
{
  packet *p = new packet (n);
  bool taken = c.push (p);
  if (!taken)
    delete p;
  return taken;
}

void
push_lost (channel *c, int n)
{
  c->push (new packet (n));	/* { dg-warning "might not be deleted" } */
}

int
push_lost_tested (channel *c, int n)
{
  packet *p = new packet (n);	/* { dg-warning "might not be deleted" } */
  if (!c->push (p))
    return -1;
  return 0;
}

int
offers (channel *c, int n)
{
  packet *p = new packet (n);
  if (c->offer (1, p) < 0)
    {
      delete p;
      return -1;
    }
  return 0;
}

void
offer_lost (channel *c, int n)
{
  packet *p = new packet (n);	/* { dg-warning "might not be deleted" } */
  c->offer (1, p);
}

/* The callee only looks at it: no more is known of what it does when it says yes.  */
packet *
verified (channel *c)
{
  packet *p = new packet (1);
  if (!c->verify (p))
    {
      delete p;
      return nullptr;
    }
  return p;
}

void
verifies (channel *c)
{
  packet *p = new packet (2);
  c->verify (p);
}

/* No caller says anything of it.  */
bool
stores (channel *c)
{
  return c->store (new packet (3));
}

void
gives (channel *c)
{
  c->give (new packet (4));
}

/* A class that is not abstract, by its table and by its name.  */
void
writes (pipe_end *e)
{
  packet *p = new packet (5);
  if (!e->write (p))
    delete p;
}

void
write_lost (pipe_end *e)
{
  e->write (new packet (6));	/* { dg-warning "might not be deleted" } */
}

void
write_lost_by_name (pipe_end *e)
{
  e->pipe_end::write (new packet (7)); /* { dg-warning "might not be deleted" } */
}

/* An overrider of a channel that keeps all: of others nothing is known.  */
class listing : public channel
{
  packet *all[10];
  int n;
public:
  listing ();
  ~listing () { for (int i = 0; i < n; i++) delete all[i]; }
  bool store (packet *p) override { all[n++] = p; return true; }
};
