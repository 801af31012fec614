/* Shared pointers to the same type, with several deleters: which one is called is known where the
   pointer was made.  */
/* { dg-do compile } */

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

int
clean_closed (const char *path)
{
  std::shared_ptr<FILE> in (fopen (path, "r"), [] (FILE *f) {
    if (f)
      fclose (f);
  });
  if (!in)
    return 0;
  return fgetc (in.get ());
}

int
clean_closed_twice (const char *path)
{
  std::shared_ptr<FILE> in (fopen (path, "r"), [] (FILE *f) {
    if (f)
      fclose (f);
  });
  std::shared_ptr<FILE> again = in;
  in.reset ();
  return again ? fgetc (again.get ()) : 0;
}

int
lost_flushed (const char *path)
{
  std::shared_ptr<FILE> out (fopen (path, "w"), [] (FILE *f) { if (f) fflush (f); }); /* { dg-warning "never closed" } */
  if (!out)
    return 0;
  return fputs ("x", out.get ());
}

/* (A deleter that does nothing is for what is somebody else's.)  */
int
clean_borrowed (FILE *f)
{
  std::shared_ptr<FILE> out (f, [] (FILE *) {});
  return fputs ("x", out.get ());
}

int
clean_kept (const char *path)
{
  FILE *f = fopen (path, "w");
  if (!f)
    return 0;
  int n;
  {
    std::shared_ptr<FILE> out (f, [] (FILE *g) { if (g) fflush (g); });
    n = fputs ("x", out.get ());
  }
  fclose (f);
  return n;
}

std::shared_ptr<FILE>
clean_made (const char *path)
{
  return std::shared_ptr<FILE> (fopen (path, "r"), [] (FILE *f) {
    if (f)
      fclose (f);
  });
}

int
clean_made_elsewhere (const char *path)
{
  std::shared_ptr<FILE> in = clean_made (path);
  return in ? fgetc (in.get ()) : 0;
}
