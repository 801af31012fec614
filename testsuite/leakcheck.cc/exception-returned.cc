/* Who returns what it had used, or makes an owner of it, has lost it when that throws.  */

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>

struct node
{
  int n;
};
void put_header (FILE *f, int n);
void parse (const char *text, node &n);
std::string describe (int fd);
struct board;
void enter (board &, node *);
struct reader
{
  virtual ~reader ();
  virtual void add (node *) = 0;
};

class fd
{
public:
  explicit fd (int n) noexcept : n (n) {}
  fd (fd &&o) noexcept : n (o.n) { o.n = -1; }
  fd &
  operator= (fd &&o) noexcept
  {
    std::swap (n, o.n);
    return *this;
  }
  ~fd ()
  {
    if (n >= 0)
      close (n);
  }

private:
  int n;
};

FILE *
leak_header (const char *path, int n)
{
  FILE *f = fopen (path, "wb"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return nullptr;
  put_header (f, n);
  return f;
}

FILE *
clean_header (const char *path, int n)
{
  FILE *f = fopen (path, "wb");
  if (!f)
    return nullptr;
  try
    {
      put_header (f, n);
    }
  catch (...)
    {
      fclose (f);
      throw;
    }
  return f;
}

node *
leak_parsed (const char *text)
{
  if (*text != '<')
    return nullptr;
  node *n = new node; /* { dg-warning "'n' might not be deleted" } */
  parse (text, *n);
  return n;
}

std::unique_ptr<node>
clean_parsed (const char *text)
{
  auto n = std::make_unique<node> ();
  parse (text, *n);
  return n;
}

bool
leak_peer (std::map<std::string, fd> &all)
{
  int n = dup (0); /* { dg-warning "'n' might not be closed" } */
  if (n < 0)
    return false;
  std::string name = describe (n);
  all.insert_or_assign (name, fd (n));
  return true;
}

bool
clean_peer (std::map<std::string, fd> &all)
{
  int n = dup (0);
  if (n < 0)
    return false;
  fd owner (n);
  std::string name = describe (n);
  all.insert_or_assign (name, std::move (owner));
  return true;
}

/* It may well be there already when it throws.  */
node *
clean_entered (board &b)
{
  node *n = new node;
  enter (b, n);
  return n;
}

node *
clean_added (reader &r)
{
  node *n = new node;
  r.add (n);
  return n;
}

/* ---- Maps that are constant throw all the same.  ---- */

node *
leak_looked_up (const std::map<std::string, int> &m)
{
  node *n = new node; /* { dg-warning "'n' might not be deleted" } */
  n->n = m.at ("n");
  return n;
}

node *
clean_looked_up (const std::map<std::string, int> &m)
{
  node *n = new node;
  if (auto it = m.find ("n"); it != m.end ())
    n->n = it->second;
  return n;
}

/* Who reports in a handler does not throw there.  */
int read_header (FILE *f);
void report (const char *text);

int
clean_reported (const char *path)
{
  FILE *f = fopen (path, "rb");
  if (!f)
    return -1;
  int n = 0;
  try
    {
      n = read_header (f);
    }
  catch (const std::exception &e)
    {
      report (e.what ());
    }
  catch (...)
    {
      report ("unknown");
    }
  fclose (f);
  return n;
}
