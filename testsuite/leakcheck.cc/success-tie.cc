/* Results of several parts: bound to names, tied to variables, taken apart.  */
/* { dg-levels all } */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <tuple>
#include <unistd.h>
#include <utility>

static std::tuple<int, int>
two (const char *p)
{
  int fd = open (p, O_RDONLY);
  return std::make_tuple (fd, fd < 0 ? -1 : 0);
}
static std::pair<FILE *, int>
one (const char *p)
{
  FILE *f = fopen (p, "r");
  return { f, f ? 0 : -1 };
}
static std::tuple<FILE *, FILE *>
both (const char *p, const char *q)
{
  return { fopen (p, "r"), fopen (q, "w") };
}

int
leak_tie (const char *p)
{
  int fd, e;
  std::tie (fd, e) = two (p);
  /* { dg-warning "the file descriptor opened by 'two' is never closed" "" { target *-*-* } .-1 } */
  if (fd < 0)
    return -1;
  return e;
}

int
clean_tie (const char *p)
{
  int fd, e;
  std::tie (fd, e) = two (p);
  if (fd < 0)
    return -1;
  close (fd);
  return e;
}

int
leak_bound (const char *p)
{
  auto [fd, e] = two (p); /* { dg-warning "'fd' is never closed" } */
  if (fd < 0)
    return -1;
  return e;
}

int
clean_bound (const char *p)
{
  auto [fd, e] = two (p);
  if (fd < 0)
    return -1;
  close (fd);
  return e;
}

int
leak_pair_tie (const char *p)
{
  FILE *f; int e;
  std::tie (f, e) = one (p); /* { dg-warning "the stream opened by 'one' is never closed" } */
  if (e)
    return -1;
  return 0;
}

int
clean_pair_tie (const char *p)
{
  FILE *f; int e;
  std::tie (f, e) = one (p);
  if (e)
    return -1;
  fclose (f);
  return 0;
}

int
clean_pair_ignore (const char *p)
{
  FILE *f;
  std::tie (f, std::ignore) = one (p);
  if (!f)
    return -1;
  fclose (f);
  return 0;
}

int
leak_pair_ignore (const char *p)
{
  int e;
  std::tie (std::ignore, e) = one (p);
  /* { dg-warning "the stream opened by 'one' is never closed" "" { target *-*-* } .-1 } */
  return e;
}

int
leak_both (const char *p, const char *q)
{
  auto [f, g] = both (p, q); /* { dg-warning "'g' is never closed" } */
  if (f)
    fclose (f);
  return g ? 0 : -1;
}

int
clean_both (const char *p, const char *q)
{
  auto [f, g] = both (p, q);
  if (f)
    fclose (f);
  if (g)
    fclose (g);
  return 0;
}

int
clean_get (const char *p)
{
  auto t = two (p);
  if (std::get<0> (t) >= 0)
    close (std::get<0> (t));
  return std::get<1> (t);
}

int
leak_get (const char *p)
{
  auto t = two (p); /* { dg-warning "the file descriptor opened by 'two' is never closed" } */
  return std::get<1> (t);
}

int
clean_apply (const char *p)
{
  auto t = two (p);
  return std::apply ([] (int fd, int e) { if (fd >= 0) close (fd); return e; }, t);
}

int
clean_direct (const char *p)
{
  int fd = open (p, O_RDONLY), other;
  if (fd < 0)
    return -1;
  std::tie (other) = std::make_tuple (fd);
  close (other);
  return 0;
}

/* References in members of members.  */
struct sink
{
  FILE *&out;
  void put (const char *p) { out = fopen (p, "r"); }
};

struct outer
{
  sink in;
  void put (const char *p) { in.put (p); }
  void again (const char *p) { put (p); }
};

int
clean_outer (const char *p)
{
  FILE *f = nullptr;
  outer o = { { f } };
  o.again (p);
  if (!f)
    return -1;
  return fclose (f);
}

int
leak_outer (const char *p)
{
  FILE *f = nullptr;
  outer o = { { f } };
  o.again (p); /* { dg-warning "'f' is never closed" } */
  return f ? 0 : -1;
}

void
clean_callers (outer &o, outer *p)
{
  o.again ("a");
  p->put ("b");
}

int
clean_elsewhere (const char *p, FILE *&f)
{
  outer o = { { f } };
  o.again (p);
  return f ? 0 : -1;
}

static FILE *log_file;

int
clean_global (const char *p)
{
  outer o = { { log_file } };
  o.again (p);
  return log_file ? 0 : -1;
}
