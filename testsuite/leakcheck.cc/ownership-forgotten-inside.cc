/* Members that a destructor forgets, of classes whose objects point into themselves: maps, lists and
   short strings.  */

#include <list>
#include <map>
#include <set>
#include <string>

class words
{
  std::map<unsigned, std::string> all;
  std::set<std::string> seen;
  std::string last;
public:
  bool read (const char *text);
  unsigned size () const { return all.size (); }
};

class loader
{
  words *text;
  int n;
public:
  loader ();
  ~loader ();
  int load (const char *from);
};

loader::loader () : text (nullptr), n (0) {}
loader::~loader () {}

int
loader::load (const char *from)
{
  text = new words; /* { dg-warning "deleted" } */
  if (!text->read (from))
    return -1;
  n = text->size ();
  return n;
}

class loader_well
{
  words *text;
  int n;
public:
  loader_well ();
  ~loader_well ();
  int load (const char *from);
};

loader_well::loader_well () : text (nullptr), n (0) {}
loader_well::~loader_well () { delete text; }

int
loader_well::load (const char *from)
{
  delete text;
  text = new words;
  if (!text->read (from))
    return -1;
  n = text->size ();
  return n;
}

/* Given away.  */
struct holder { words *text; words *other; };

int
fill (holder *h, const char *from)
{
  words *w = new words;
  if (!w->read (from))
    {
      delete w;
      return -1;
    }
  h->text = w;
  h->other = w;
  return 0;
}

int
fill_lost (holder *h, const char *from)
{
  words *w = new words; /* { dg-warning "might not be deleted" } */
  if (!w->read (from))
    return -1;
  h->text = w;
  return 0;
}
