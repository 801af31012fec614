/* Erased from a member of a class in a header that owns its elements.  */
#include "container-erase-header.h"
box::box () {}
box::~box () { for (std::map<int, item *>::iterator i = m_items.begin (); i != m_items.end (); ++i) delete i->second; }
void box::add (int id, const std::string &n)
{
  if (!has (id))
    m_items[id] = new item (id, n); /* { dg-warning "leak" } */
}
bool box::has (int id) const { return m_items.find (id) != m_items.end (); }
void box::remove (int id)
{
  std::map<int, item *>::iterator i = m_items.find (id);
  if (i != m_items.end ())
    m_items.erase (i);
}
box_well::box_well () {}
box_well::~box_well () { for (std::map<int, item *>::iterator i = m_items.begin (); i != m_items.end (); ++i) delete i->second; }
void box_well::add (int id, const std::string &n)
{
  if (!has (id))
    m_items[id] = new item (id, n);
}
bool box_well::has (int id) const { return m_items.find (id) != m_items.end (); }
void box_well::remove (int id)
{
  std::map<int, item *>::iterator i = m_items.find (id);
  if (i != m_items.end ())
    {
      item *old = i->second;
      m_items.erase (i);
      delete old;
    }
}
deck::deck () {}
deck::~deck () { for (unsigned i = 0; i < m_items.size (); i++) delete m_items[i]; }
void deck::add (int id, const std::string &n) { m_items.push_back (new item (id, n)); } /* { dg-warning "leak" } */
void deck::remove (unsigned n) { m_items.erase (m_items.begin () + n); }
void deck::pop () { if (!m_items.empty ()) { delete m_items.back (); m_items.pop_back (); } }
