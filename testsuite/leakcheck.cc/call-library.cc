/* Objects of the standard library on the heap: wherever their functions have
   bodies, they keep nobody.  */
/* { dg-levels all } */

#include <fstream>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

template <typename T>
int
clean_object (int n)
{
  T *made = new T;
  int r = n > 1;
  delete made;
  return r;
}

template int clean_object<std::string> (int);
template int clean_object<std::ostringstream> (int);
template int clean_object<std::map<int, int>> (int);
template int clean_object<std::list<int>> (int);

int
leak_string (int n)
{
  auto *made = new std::string ("x"); /* { dg-warning "'made' might not be deleted" } */
  if (n > 1)
    return 0;
  delete made;
  return 1;
}

int
leak_map (int n)
{
  auto *made = new std::map<int, int>; /* { dg-warning "'made' might not be deleted" } */
  if (n > 1)
    return 0;
  delete made;
  return 1;
}

int
leak_list (int n)
{
  auto *made = new std::list<int>; /* { dg-warning "'made' might not be deleted" } */
  if (n > 1)
    return 0;
  delete made;
  return 1;
}

int
leak_table (int n)
{
  auto *made = new std::unordered_map<int, int>; /* { dg-warning "'made' might not be deleted" } */
  if (n > 1)
    return 0;
  delete made;
  return 1;
}

int
leak_stream (const char *path)
{
  auto *out = new std::ofstream (path); /* { dg-warning "'out' (might not be|is never) deleted" } */
  if (!*out)
    return 0;
  *out << "text" << 1;
  delete out;
  return 1;
}

/* A stream keeps its buffer, a list its element.  */
std::unique_ptr<std::ostream>
clean_buffer ()
{
  static std::stringbuf buffer;
  return std::unique_ptr<std::ostream> (new std::ostream (&buffer));
}

void
clean_kept (std::ostream &out)
{
  out.rdbuf (new std::stringbuf);
}

void
clean_listed (std::list<int *> &all)
{
  all.push_back (new int (1));
}

char *
clean_c_string (const std::string &text)
{
  char *copy = new char[text.size () + 1];
  text.copy (copy, text.size ());
  return copy;
}

int
leak_c_string (const std::string &text)
{
  char *copy = new char[text.size () + 1]; /* { dg-warning "'copy' might not be deleted" } */
  text.copy (copy, text.size ());
  std::string again (copy);
  if (again.empty ())
    return 0;
  delete[] copy;
  return 1;
}
