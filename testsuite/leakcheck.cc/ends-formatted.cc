/* Functions without a body that end the process after a message, with the values of the message as
   references; and others of that form or name.  */

#include <cstdio>
#include <string>

struct value
{
  int n;
  value (int) noexcept;
  value (const char *) noexcept;
};
extern const value none;

void fatal (const char *, const value &a = none, const value &b = none);
void error (const char *, const value &a = none, const value &b = none);
void quit (const char *, const std::string &);

struct client
{
  void fatal (const char *, const value &);
};
namespace list
{
  void fatal (const char *, value &);
}

int
clean_fatal (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    fatal ("cannot open %1", name);
  if (std::getc (f) == EOF)
    fatal ("%1: %2", name, 3);
  return std::fclose (f);
}

void assertion_failed (int line, const char *file);
void assertion_passed (int line, const char *file);

int
clean_asserted (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  if (std::getc (f) == EOF)
    {
      assertion_failed (__LINE__, __FILE__);
      return -1;
    }
  return std::fclose (f);
}

int
leak_passed (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (std::getc (f) == EOF)
    {
      assertion_passed (__LINE__, __FILE__);
      return -1;
    }
  return std::fclose (f);
}

int
clean_quit (const char *name)
{
  FILE *f = std::fopen (name, "r");
  if (!f)
    return -1;
  if (std::getc (f) == EOF)
    {
      quit ("empty: ", name);
      return -1;
    }
  return std::fclose (f);
}

int
leak_error (const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (std::getc (f) == EOF)
    {
      error ("%1: empty", name);
      return -1;
    }
  return std::fclose (f);
}

int
leak_method (client &c, const char *name)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (std::getc (f) == EOF)
    {
      c.fatal ("%1: empty", name);
      return -1;
    }
  return std::fclose (f);
}

int
leak_changed (const char *name, value &v)
{
  FILE *f = std::fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (std::getc (f) == EOF)
    {
      list::fatal ("%1: empty", v);
      return -1;
    }
  return std::fclose (f);
}
