#include <map>
#include <vector>
#include <string>
struct item { int id; std::string name; item (int i, const std::string &n); ~item (); };
class box
{
public:
  box ();
  ~box ();
  void add (int id, const std::string &n);
  bool has (int id) const;
  void remove (int id);
  unsigned size () const { return m_items.size (); }
private:
  box (const box &);
  std::map<int, item *> m_items;
};
class box_well
{
public:
  box_well ();
  ~box_well ();
  void add (int id, const std::string &n);
  bool has (int id) const;
  void remove (int id);
  unsigned size () const { return m_items.size (); }
private:
  box_well (const box_well &);
  std::map<int, item *> m_items;
};
class deck
{
public:
  deck ();
  ~deck ();
  void add (int id, const std::string &n);
  void remove (unsigned n);
  void pop ();
private:
  deck (const deck &);
  std::vector<item *> m_items;
};
