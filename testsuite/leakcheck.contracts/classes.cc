/* Callers of what classes-lib.cc defines.  */

#include "classes.h"

bool
leaks_object (const char *name)
{
  log_file *l = make_log (name); // LEAK
  return l->write ("x");
}

bool
clean_object (const char *name)
{
  log_file *l = make_log (name);
  bool good = l->write ("x");
  drop_log (l);
  return good;
}

bool
clean_deleted (const char *name)
{
  log_file *l = make_log (name);
  bool good = l->write ("x");
  delete l;
  return good;
}

bool
clean_unique (const char *name)
{
  auto l = make_unique_log (name);
  return l->write ("x");
}

bool
clean_local (const char *name)
{
  log_file l (name);
  return l.write ("x");
}

int
leaks_copy (const char *s)
{
  char *p = tools::copy (s); // LEAK
  return tools::measure (p);
}

int
clean_copy (const char *s)
{
  char *p = tools::copy (s);
  int n = tools::measure (p);
  c_drop (p);
  return n;
}

int
leaks_c (const char *s)
{
  char *p = c_copy (s); // LEAK
  return tools::measure (p);
}

int
clean_c (const char *s)
{
  char *p = c_copy (s);
  int n = tools::measure (p);
  std::free (p);
  return n;
}

bool
leaks_refused (registry &r)
{
  char *p = c_copy ("a"); // LEAK
  return r.add (p);
}

bool
clean_refused (registry &r)
{
  char *p = c_copy ("a");
  if (r.add (p))
    return true;
  c_drop (p);
  return false;
}

void
clean_adopted (log_file &l, const char *name)
{
  l.adopt (std::fopen (name, "w"));
}
