/* Insertions under a key that the unit passes twice.  */

#include <map>
#include <set>
#include <string>
#include <unordered_map>

struct port { int no; explicit port (int n) : no (n) {} };

/* A text.  */
class names
{
  std::unordered_map<std::string, port *> all;
public:
  ~names () { for (auto &p : all) delete p.second; }
  void add (const std::string &n) { all.emplace (n, new port (1)); }	/* { dg-warning "deleted" } */
};

/* By a pair that is made first.  */
class numbers
{
  std::map<long, port *> all;
public:
  ~numbers () { for (auto &p : all) delete p.second; }
  void add (long n, int no)
  {
    port *made = new port (no);		/* { dg-warning "deleted" } */
    all.insert (std::make_pair (n, made));
  }
};

/* Clean: other keys; removed before; any number of the same; replaced.  */
class others
{
  std::map<int, port *> all;
public:
  ~others () { for (auto &p : all) delete p.second; }
  void add (int n) { all.insert ({ n, new port (n) }); }
};

class removed
{
  std::map<int, port *> all;
public:
  ~removed () { for (auto &p : all) delete p.second; }
  void add (int n) { all.insert ({ n, new port (n) }); }
  void remove (int n)
  {
    auto i = all.find (n);
    if (i != all.end ())
      {
	delete i->second;
	all.erase (i);
      }
  }
};

class many
{
  std::multimap<int, port *> all;
public:
  ~many () { for (auto &p : all) delete p.second; }
  void add (int n) { all.insert ({ n, new port (n) }); }
};

class asked
{
  std::map<int, port *> all;
public:
  ~asked () { for (auto &p : all) delete p.second; }
  void add (int n)
  {
    if (all.count (n))
      return;
    all.insert ({ n, new port (n) });
  }
};

int
main (int argc, char **)
{
  names n; n.add ("one"); n.add ("one");
  numbers k; k.add (1, 2); k.add (2, 3); k.add (1, 4);
  others o; o.add (1); o.add (2);
  others p; p.add (1);
  removed r; r.add (1); r.remove (1); r.add (1);
  many m; m.add (1); m.add (1);
  asked a; a.add (1); a.add (1);
  others e;
  if (argc > 1)
    e.add (7);
  else
    e.add (7);
}
