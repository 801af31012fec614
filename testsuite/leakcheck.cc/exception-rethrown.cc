/* What a generator has thrown is thrown again to who asks it for more; and members, also the first
   one, that are given to somebody who may throw, but not change them.  */
/* { dg-do compile } */

#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

void render (const std::string &patch, float *block);

class generator
{
public:
  bool next ();
  bool ended () const noexcept { return m_error != nullptr; }
  void fail () { m_error = std::make_exception_ptr (std::runtime_error ("x")); }

private:
  std::exception_ptr m_error;
  int m_left = 0;
};

bool
generator::next ()
{
  if (m_error)
    std::rethrow_exception (std::exchange (m_error, nullptr));
  return m_left-- > 0;
}

int
lost_asked (generator &g)
{
  char *best = (char *) std::calloc (3, 1); /* { dg-warning "might not be freed" } */
  if (!best)
    return 0;
  while (g.next ())
    best[0]++;
  int n = best[0];
  std::free (best);
  return n;
}

int
clean_asked (generator &g)
{
  char *best = (char *) std::calloc (3, 1);
  if (!best)
    return 0;
  best[0] = g.ended ();
  int n = best[0];
  std::free (best);
  return n;
}

int
clean_caught (generator &g)
{
  char *best = (char *) std::calloc (3, 1);
  if (!best)
    return 0;
  try
    {
      while (g.next ())
	best[0]++;
    }
  catch (...)
    {
      best[0] = -1;
    }
  int n = best[0];
  std::free (best);
  return n;
}

class voice
{
public:
  explicit voice (std::string patch) : m_patch (std::move (patch)) {}
  void play (float *block) { render (m_patch, block); }
  std::size_t length () const noexcept { return m_patch.size (); }

private:
  std::string m_patch;
};

void
lost_played (const std::string &patch, float *block)
{
  voice *v = new voice (patch); /* { dg-warning "might not be deleted" } */
  v->play (block);
  delete v;
}

std::size_t
clean_played (const std::string &patch)
{
  voice *v = new voice (patch);
  std::size_t n = v->length ();
  delete v;
  return n;
}

void
clean_played_first (const std::string &patch, float *block)
{
  voice first (patch);
  first.play (block);
  voice *v = new voice (patch);
  delete v;
}

/* A structure of the program's that stands first may stand for the whole.  */
struct link
{
  link *next;
};
struct element
{
  link in;
  int n;
};
void enter (const link &in);

void
clean_entered (int n)
{
  element *e = new element;
  e->n = n;
  enter (e->in);
}
