/* Functions without a body that take an object only if they say so: a caller that releases what
   they refuse shows that for all callers.  */

#include <string>
#include <memory>

struct message { int id; std::string text; explicit message (int i) : id (i) {} };

class bus
{
public:
  bool ready () const;
  bool send (message *m);
  int enqueue (int slot, message *m);
  message *swap_in (message *m);
  void tell (message *m);
  bool check (message *m);
  bool borrow (message *m);
};

/* Others release it when it was refused.  */
int
sends (bus &b, int n)
{
  message *m = new message (n);
  if (b.send (m))
    return 1;
  delete m;
  return 0;
}

int
sends_lost (bus &b, int n)
{
  message *m = new message (n);	/* { dg-warning "might not be deleted" } */
  m->text = "lost";
  b.send (m);
  return n;
}

bool
sends_and_says (bus &b, int n)
{
  message *m = new message (n);	/* { dg-warning "might not be deleted" } */
  bool sent = b.send (m);
  if (!sent)
    n++;
  return n > 3;
}

/* Asked before.  */
int
sends_ready (bus &b, int n)
{
  if (!b.ready ())
    return -1;
  b.send (new message (n));
  return 0;
}

/* A negative answer.  */
static bool
enters (bus &b, message *m)
{
  if (b.enqueue (1, m) < 0)
    {
      delete m;
      return false;
    }
  return true;
}

bool
enters_new (bus &b)
{
  return enters (b, new message (1));
}

void
enters_lost (bus &b)
{
  b.enqueue (2, new message (2)); /* { dg-warning "might not be deleted" } */
}

/* Nothing is known of it.  */
void
tells (bus &b)
{
  b.tell (new message (3));
}

/* It is used after a good answer: the callee has only checked it.  */
message *
checked (bus &b)
{
  message *m = new message (4);
  if (!b.check (m))
    {
      delete m;
      return nullptr;
    }
  return m;
}

void
checks (bus &b)
{
  message *m = new message (5);
  b.check (m);
}
