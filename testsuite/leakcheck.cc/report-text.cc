/* Messages name the operator that the user writes, and the member that loses the object; and of
   several paths that lose an object they show one without an exception.  */
/* { dg-do compile } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct item { long price, count; };

/* ---- Mismatched releases.  ---- */

void
leak_freed ()
{
  item *p = new item; /* { dg-warning "'p' is released by 'free'" } */
  std::free (p); /* { dg-message "'p' is released here by 'free', but 'new' requires 'delete'" } */
}

void
leak_array ()
{
  item *p = new item[3]; /* { dg-warning "'p' is released by 'operator delete'" } */
  delete p; /* { dg-message "by 'operator delete', but 'new \\\[\\\]' requires 'delete \\\[\\\]'" } */
}

void
leak_malloc ()
{
  void *p = std::malloc (3); /* { dg-warning "'p' is released by 'operator delete'" } */
  delete (char *) p; /* { dg-message "but 'malloc' requires 'free'" } */
}

void
ok_matched ()
{
  item *p = new item;
  item *all = new item[3];
  void *room = std::malloc (3);
  delete p;
  delete [] all;
  std::free (room);
}

/* ---- Containers.  ---- */

class leak_cleared
{
public:
  ~leak_cleared () { for (item *l : all) delete l; }
  void add (long p) { all.push_back (new item {p, 0}); } /* { dg-warning "might not be deleted" } */
  void reset () { all.clear (); } /* { dg-message "'all' is emptied without releasing its elements; release it with 'delete'" } */
private:
  std::vector<item *> all;
};

class leak_defined
{
public:
  ~leak_defined () { for (auto &i : table) free (i.second); }
  void define (const std::string &name, const char *value)
  {
    table[name] = strdup (value); /* { dg-warning "might not be freed" } */
    /* { dg-message "is lost here if 'table' already has an entry for this key" "" { target *-*-* } .-1 } */
  }
private:
  std::map<std::string, char *> table;
};

class ok_defined
{
public:
  ~ok_defined () { for (auto &i : table) free (i.second); }
  void define (const std::string &name, const char *value)
  {
    char *&at = table[name];
    free (at);
    at = strdup (value);
  }
private:
  std::map<std::string, char *> table;
};

/* ---- Reference cycles.  ---- */

struct node
{
  std::shared_ptr<node> next;
  std::weak_ptr<node> before;
};

void
leak_cycle ()
{
  auto a = std::make_shared<node> (); /* { dg-warning "'a' might not be deleted" } */
  a->next = a; /* { dg-message "'a' owns itself through 'next' from here on; break the cycle with 'std::weak_ptr'" } */
}

void
ok_weak ()
{
  auto a = std::make_shared<node> ();
  a->before = a;
}

/* ---- Paths.  ---- */

void work (long);

void
leak_plain (bool early)
{
  item *p = new item; /* { dg-warning "'p' is never deleted" } */
  work (p->price);
  if (early)
    puts ("early");
  puts ("late");
} /* { dg-message "'p' is lost here, on \[0-9\]+ of \[0-9\]+ paths; release it with 'delete'" } */

/* Only the exception loses it.  */
void
leak_thrown ()
{
  item *p = new item; /* { dg-warning "'p' might not be deleted" } */
  work (p->price); /* { dg-message "if 'work' throws an exception here" } */
  delete p;
}

void
ok_caught ()
{
  item *p = new item;
  try
    {
      work (p->price);
    }
  catch (...)
    {
      delete p;
      throw;
    }
  delete p;
}

/* A member function acquires and then throws; the constructor that calls it tells so once.  */
struct failure { };
int failing;

struct holder
{
  char *text;
  holder () : text () { fill (); } /* { dg-message "\\(3\\) if 'holder::fill' throws an exception here" } */
  /* { dg-message "\\(4\\) the memory is lost here" "" { target *-*-* } .-1 } */
  void fill ();
  ~holder () { std::free (text); }
};

void
holder::fill ()
{
  text = static_cast<char *> (std::malloc (10)); /* { dg-warning "might not be freed" } */
  if (failing)
    throw failure ();
}
