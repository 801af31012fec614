#include <string>
#include <map>
#include <vector>
class store
{
public:
  store ();
  ~store ();
  bool open (const std::string &n);
  std::string last () const;
private:
  struct page { int id; unsigned char *bytes; page (int i, unsigned n); ~page (); unsigned sum (unsigned n) const; };
  struct cursor { unsigned *at; unsigned n; cursor (); ~cursor (); void grow (); };
  std::vector<page> pages;
  cursor where;
  std::string name;
  store (const store &);
};
class store_well
{
public:
  store_well ();
  ~store_well ();
  bool open (const std::string &n);
private:
  struct cursor { unsigned *at; unsigned n; cursor (); ~cursor (); void grow (); };
  cursor where;
  std::string name;
  store_well (const store_well &);
};
