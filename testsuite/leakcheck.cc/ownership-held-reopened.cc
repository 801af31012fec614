/* Every constructor fills a member by a public method; other code that calls the method again
   overwrites what is there.  */

#include <cstdio>
#include <stdexcept>

class journal
{
  std::FILE *out = nullptr;
  void finish () { if (out) std::fclose (out); out = nullptr; }
public:
  explicit journal (const char *name) { start (name); }
  journal (const journal &) = delete;
  journal &operator= (const journal &) = delete;
  ~journal () { finish (); }
  void start (const char *name);
};

void
journal::start (const char *name)
{
  out = std::fopen (name, "w"); /* { dg-warning "might not be closed" } */
  if (!out)
    throw std::runtime_error (name);
}

void
next_day (journal &j, const char *name)
{
  j.start (name);
}

/* Another method closes it first.  */
class journal_ended
{
  std::FILE *out = nullptr;
public:
  explicit journal_ended (const char *name) { start (name); }
  journal_ended (const journal_ended &) = delete;
  journal_ended &operator= (const journal_ended &) = delete;
  ~journal_ended () { end (); }
  void start (const char *name);
  void end () { if (out) std::fclose (out); out = nullptr; }
};

void
journal_ended::start (const char *name)
{
  out = std::fopen (name, "w");
  if (!out)
    throw std::runtime_error (name);
}

void
next_day (journal_ended &j, const char *name)
{
  j.end ();
  j.start (name);
}

/* Not all constructors call it.  */
class journal_late
{
  std::FILE *out = nullptr;
public:
  journal_late () {}
  explicit journal_late (const char *name) { start (name); }
  journal_late (const journal_late &) = delete;
  journal_late &operator= (const journal_late &) = delete;
  ~journal_late () { if (out) std::fclose (out); }
  void start (const char *name);
};

void
journal_late::start (const char *name)
{
  out = std::fopen (name, "w");
}

void
first_day (journal_late &j, const char *name)
{
  j.start (name);
}

/* Only constructors call it.  */
class journal_once
{
  std::FILE *out = nullptr;
public:
  explicit journal_once (const char *name) { start (name); }
  journal_once (const journal_once &) = delete;
  journal_once &operator= (const journal_once &) = delete;
  ~journal_once () { if (out) std::fclose (out); }
  void start (const char *name);
  int day = 0;
};

void
journal_once::start (const char *name)
{
  out = std::fopen (name, "w");
}

int
all_days (const char *name)
{
  journal a (name);
  journal_ended b (name);
  journal_late c, d (name);
  journal_once e (name);
  next_day (b, name);
  first_day (c, name);
  return e.day;
}
