/* Deleters that a flag tells whether to release.  */
/* { dg-do compile } */

#include <cstdio>
#include <memory>
#include <utility>

struct maybe_close
{
  bool owned;
  void operator() (FILE *f) const noexcept
  {
    if (owned)
      fclose (f);
  }
};

using maybe_file = std::unique_ptr<FILE, maybe_close>;

bool
leak_borrowed (const char *path)
{
  maybe_file out (fopen (path, "w"), maybe_close { false }); /* { dg-warning "never closed" } */
  if (!out)
    return false;
  return fflush (out.get ()) == 0;
}

bool
clean_owned (const char *path)
{
  maybe_file out (fopen (path, "w"), maybe_close { true });
  if (!out)
    return false;
  return fflush (out.get ()) == 0;
}

bool
clean_either (const char *path)
{
  maybe_file out (path ? fopen (path, "w") : stdout, maybe_close { path != nullptr });
  if (!out)
    return false;
  return fflush (out.get ()) == 0;
}

bool
clean_assigned (const char *path)
{
  maybe_file out (nullptr, maybe_close { false });
  if (path)
    {
      out = maybe_file (fopen (path, "w"), maybe_close { true });
      if (!out)
	return false;
    }
  else
    out = maybe_file (stdout, maybe_close { false });
  return fputs ("x", out.get ()) >= 0;
}

bool
leak_assigned (const char *path)
{
  maybe_file out (nullptr, maybe_close { true });
  out = maybe_file (fopen (path, "w"), maybe_close { false }); /* { dg-warning "never closed" } */
  if (!out)
    return false;
  return fputs ("x", out.get ()) >= 0;
}

maybe_file
clean_returned (const char *path)
{
  if (!path)
    return maybe_file (stdin, maybe_close { false });
  return maybe_file (fopen (path, "r"), maybe_close { true });
}

int
clean_from (const char *path)
{
  maybe_file in = clean_returned (path);
  return in ? fgetc (in.get ()) : EOF;
}

bool
clean_switched (const char *path)
{
  maybe_file out (fopen (path, "w"), maybe_close { false });
  if (!out)
    return false;
  out.get_deleter ().owned = true;
  return fflush (out.get ()) == 0;
}

/* A guard of one's own, made with a structure of flags.  */
struct how
{
  int close;
};

class guard
{
  FILE *f;
  how h;
public:
  guard (FILE *f, const how &h) : f (f), h (h) {}
  ~guard ()
  {
    if (h.close && f)
      fclose (f);
  }
};

void
leak_guard (const char *path)
{
  guard g (fopen (path, "w"), how { 0 }); /* { dg-warning "never closed" } */
}

void
clean_guard (const char *path)
{
  guard g (fopen (path, "w"), how { 1 });
}
