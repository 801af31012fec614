/* For container-never-released.cc: classes of a program's header.  */

#include <string>
#include <vector>

struct page
{
  int number;
  std::string text;
};

class book
{
public:
  book () {}
  ~book ();
  void append (const std::string &);
  int length () const { return (int) pages.size (); }

private:
  std::vector<page *> pages;
};

/* An inline function that the unit does not call gives elements away.  */
class shelf
{
public:
  shelf () {}
  ~shelf ();
  void append (const std::string &);
  page *first () { return pages.empty () ? nullptr : pages[0]; }

private:
  std::vector<page *> pages;
};

/* Another unit has one of its functions.  */
class library
{
public:
  library () {}
  ~library ();
  void append (const std::string &);
  void clear ();

private:
  std::vector<page *> pages;
};

/* So may a friend be.  */
class reader
{
public:
  reader () {}
  ~reader ();
  void append (const std::string &);

private:
  friend class editor;
  std::vector<page *> pages;
};
