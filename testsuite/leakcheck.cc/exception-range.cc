/* What throws std::out_of_range if there is no such place, and who knows that there is.  One handler,
   for std::stoi, does not change that.  */
/* { dg-levels all } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

int
number (const std::string &s)
{
  try
    {
      return std::stoi (s);
    }
  catch (const std::out_of_range &)
    {
      return -1;
    }
}

/* ---- Parts of texts.  ---- */

size_t
leak_part (const std::string &s, FILE *out)
{
  char *copy = strdup ("x"); /* { dg-warning "'copy' might not be freed" } */
  if (!copy)
    return 0;
  std::string sub = s.substr (5);
  fputs (sub.c_str (), out);
  free (copy);
  return 1;
}

size_t
clean_value (const std::string &s)
{
  FILE *f = fopen ("x", "r");
  if (!f)
    return 1;
  std::string sub;
  auto p = s.find (':');
  if (p != std::string::npos)
    sub = s.substr (p + 1);
  fclose (f);
  return sub.size ();
}

size_t
clean_extension (const std::string &s)
{
  FILE *f = fopen ("x", "r");
  if (!f)
    return 1;
  std::string ext;
  size_t p = s.rfind ('.');
  if (p != std::string::npos)
    ext = s.substr (p);
  fclose (f);
  return ext.size ();
}

size_t
clean_comment (std::string s)
{
  FILE *f = fopen ("x", "r");
  if (!f)
    return 1;
  size_t p = s.find ('#');
  if (p != s.npos)
    s.erase (p);
  while (!s.empty () && s.back () == ' ')
    s.erase (s.size () - 1);
  fclose (f);
  return s.size ();
}

size_t
clean_view (std::string_view v)
{
  FILE *f = fopen ("x", "r");
  if (!f)
    return 1;
  size_t n = 0;
  for (size_t p; (p = v.find (',')) != v.npos; v = v.substr (p + 1))
    n += p;
  fclose (f);
  return n;
}

size_t
clean_tried (const std::string &s)
{
  try
    {
      char *copy = strdup ("x");
      std::string key (s, 0, 3), rest;
      if (s.size () > 3)
	rest = s.substr (3);
      free (copy);
      return key.size () + rest.size ();
    }
  catch (const std::exception &)
    {
      return 0;
    }
}

size_t
clean_lines (std::ifstream &in)
{
  try
    {
      char *copy = strdup ("12");
      std::string l;
      size_t n = 0;
      while (std::getline (in, l))
	if (!l.empty () && l[0] == '#')
	  n++;
      free (copy);
      return n;
    }
  catch (const std::exception &)
    {
      return 1;
    }
}

/* ---- Keys.  ---- */

int
leak_key (const std::map<std::string, int> &m, const char *k)
{
  char *copy = strdup (k); /* { dg-warning "'copy' might not be freed" } */
  int v = m.at (copy);
  free (copy);
  return v;
}

int
clean_counted (const std::map<std::string, int> &m, const char *k)
{
  char *copy = strdup (k);
  int v = 0;
  if (m.count (copy))
    v = m.at (copy);
  free (copy);
  return v;
}

int
clean_found (const std::map<std::string, int> &m, const char *k)
{
  char *copy = strdup (k);
  int v = 0;
  if (m.find (copy) != m.end ())
    v = m.at (copy);
  free (copy);
  return v;
}

enum color { red, green };

const char *
clean_table (color c)
{
  static const std::map<color, const char *> names = { { red, "red" }, { green, "green" } };
  char *copy = strdup ("x");
  const char *name = names.at (c);
  free (copy);
  return name;
}
