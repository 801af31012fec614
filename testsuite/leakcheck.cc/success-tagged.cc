/* Pointers kept as integers, with tags in their low bits; and exceptions that
   cannot come because what decides is a constant.  */

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>

class metadata
{
public:
  ~metadata ()
  {
    if (bits & 2)
      delete get ();
  }
  std::string *make ()
  {
    std::string *made = new std::string;
    bits = reinterpret_cast<intptr_t> (made);
    bits |= 2 | (bits & 1);
    return made;
  }
  std::string *lose ()
  {
    std::string *made
      = new std::string; /* { dg-warning "'made' might not be deleted" } */
    if (made->empty ())
      return nullptr;
    bits = reinterpret_cast<intptr_t> (made) | 2;
    return made;
  }

private:
  std::string *get () { return reinterpret_cast<std::string *> (bits & ~3); }
  intptr_t bits = 0;
};

void
clean_tagged (metadata *m)
{
  m->make ()->append ("x");
}

void
use_lose (metadata *m)
{
  m->lose ();
}

enum tag { none, one, two };

struct tagged_pointer
{
  std::string *
  set (tag t, std::string *p)
  {
    value = reinterpret_cast<void *> (reinterpret_cast<uintptr_t> (p) | t);
    return p;
  }
  void *value = nullptr;
};

tagged_pointer
clean_tag_unknown (const char *text)
{
  tagged_pointer p;
  p.set (one, new std::string (text));
  return p;
}

struct never_thrown { };

bool
is_true (bool condition)
{
  return condition;
}

bool
always_true ()
{
  if (is_true (false))
    throw never_thrown ();
  return true;
}

int
clean_never_thrown ()
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  always_true ();
  return std::fclose (f);
}

/* A string made of NULL is what the library throws logic_error for, and nobody
   reckons with that.  */
int
number (const char *text)
{
  if (*text < '0')
    throw std::range_error ("no number");
  return *text - '0';
}

int
clean_logic_error (const char *text)
{
  FILE *f = std::tmpfile ();
  if (!f)
    return -1;
  int n;
  try
    {
      n = number (text);
    }
  catch (const std::range_error &)
    {
      n = -1;
    }
  std::fclose (f);
  return n;
}

int
leak_logic_error (const char *text)
{
  FILE *f = std::tmpfile (); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int n = 0;
  try
    {
      n = number (text);
      if (n == 5)
	throw std::logic_error ("five");
    }
  catch (const std::range_error &)
    {
      n = -1;
    }
  std::fclose (f);
  return n;
}

int
use_logic_error (const char *text)
{
  try
    {
      return leak_logic_error (text);
    }
  catch (const std::logic_error &)
    {
      return 0;
    }
}

/* Who points to himself is not held by that.  */
struct ring
{
  ring *next;
  int value = 0;
  ring () { next = this; }
};

int
leak_ring (int n)
{
  ring *r = new ring; /* { dg-warning "'r' might not be deleted" } */
  if (n < r->value)
    return -1;
  delete r;
  return 0;
}

void
clean_ring (ring *head)
{
  ring *r = new ring;
  r->next = head->next;
  head->next = r;
}
