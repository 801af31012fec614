/* Constructors, destructors, methods, factories, functions of the C language.  */

#include "classes.h"

log_file::log_file (const char *name) : f (std::fopen (name, "w"))
{
  if (!f)
    throw 1;
}

log_file::~log_file ()
{
  if (f)
    std::fclose (f);
}

bool
log_file::write (const char *text)
{
  return std::fputs (text, f) >= 0;
}

FILE *
log_file::release ()
{
  FILE *old = f;
  f = nullptr;
  return old;
}

void
log_file::adopt (FILE *other)
{
  if (f)
    std::fclose (f);
  f = other;
}

bool
registry::add (char *name)
{
  if (n == 10)
    return false;
  names[n++] = name;
  return true;
}

registry::~registry ()
{
  for (int i = 0; i < n; i++)
    std::free (names[i]);
}

log_file *
make_log (const char *name)
{
  return new log_file (name);
}

void
drop_log (log_file *l)
{
  delete l;
}

std::unique_ptr<log_file>
make_unique_log (const char *name)
{
  return std::unique_ptr<log_file> (new log_file (name));
}

extern "C" char *
c_copy (const char *s)
{
  return strdup (s);
}

extern "C" void
c_drop (char *s)
{
  std::free (s);
}

namespace tools
{
  int
  measure (const char *s)
  {
    return std::strlen (s);
  }

  char *
  copy (const char *s)
  {
    return strdup (s);
  }
}
