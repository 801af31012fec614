/* Lists that something is added to at their end: their last element is another one then.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <istream>
#include <stdexcept>
#include <string>

struct token
{
  explicit token (const std::string &s) : text (s) {}
  std::string text;
  token *next = nullptr, *previous = nullptr;
};

class list
{
public:
  list () : m_first (nullptr), m_last (nullptr) {}
  ~list () { clear (); }
  list (const list &) = delete;
  list &operator= (const list &) = delete;

  void append (token *t)
  {
    if (!m_first)
      m_first = t;
    else
      m_last->next = t;
    t->previous = m_last;
    m_last = t;
  }

  void take (list &other)
  {
    if (!other.m_first)
      return;
    if (!m_first)
      m_first = other.m_first;
    else
      {
	m_last->next = other.m_first;
	other.m_first->previous = m_last;
      }
    m_last = other.m_last;
    other.m_first = other.m_last = nullptr;
  }

  token *last () { return m_last; }
  void remove (token *t);
  void clear ();
  void read (std::istream &in);
  void one (const std::string &s);

private:
  token *m_first, *m_last;
};

void
list::clear ()
{
  m_last = nullptr;
  while (m_first)
    {
      token *next = m_first->next;
      delete m_first;
      m_first = next;
    }
}

void
list::remove (token *t)
{
  if (!t)
    return;
  token *previous = t->previous, *next = t->next;
  if (previous)
    previous->next = next;
  if (next)
    next->previous = previous;
  if (m_first == t)
    m_first = next;
  if (m_last == t)
    m_last = previous;
  delete t;
}

void
list::read (std::istream &in)
{
  std::string s;
  while (in.good ())
    {
      char c = in.get ();
      if (c == 'x')
	{
	  clear ();
	  return;
	}
      s += c;
      append (new token (s));
    }
}

void
list::one (const std::string &s)
{
  append (new token (s));
  clear ();
}

bool
more (const std::string &s)
{
  if (s.empty ())
    throw std::runtime_error ("empty");
  return s.size () > 3;
}

void
clean_given (list *to, const std::string &s)
{
  while (more (s))
    {
      to->append (new token (s));
      if (s == "a")
	to->remove (to->last ());
    }
}

void
clean_taken (list *to, const token *from)
{
  list mine;
  for (const token *t = from; t; t = t->next)
    mine.append (new token (t->text));
  if (more ("q"))
    return;
  to->take (mine);
}

/* Nobody releases what is in it.  */
struct bare
{
  token *first = nullptr, *last = nullptr;
  void append (token *t)
  {
    if (!first)
      first = t;
    else
      last->next = t;
    last = t;
  }
};

void
leak_bare (const std::string &s)
{
  bare b;
  b.append (new token (s)); // { dg-warning "is never deleted" }
}

void
leak_thrown (list *to, const std::string &s)
{
  token *t = new token (s); // { dg-warning "'t' might not be deleted" }
  if (more (s))
    to->append (t);
  else
    delete t;
}
