/* What a lambda has captured by reference are different variables: it releases one of them, and
   the other one only if it is told to.  */
/* { dg-do compile } */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

bool
lost_second (const char *from, const char *to)
{
  FILE *in = fopen (from, "rb");
  if (!in)
    return false;
  FILE *out = fopen (to, "w"); /* { dg-warning "might not be closed" } */
  auto finish = [&] (bool ok) {
    fclose (in);
    if (ok)
      ok = fclose (out) == 0;
    return ok;
  };
  if (!out)
    return finish (false);
  char magic[8];
  if (fread (magic, 1, sizeof magic, in) != sizeof magic)
    return finish (false);
  fwrite (magic, 1, sizeof magic, out);
  return finish (true);
}

bool
clean_second (const char *from, const char *to)
{
  FILE *in = fopen (from, "rb");
  if (!in)
    return false;
  FILE *out = fopen (to, "w");
  auto finish = [&] (bool ok) {
    fclose (in);
    if (out)
      ok = fclose (out) == 0 && ok;
    return ok;
  };
  if (!out)
    return finish (false);
  char magic[8];
  if (fread (magic, 1, sizeof magic, in) != sizeof magic)
    return finish (false);
  fwrite (magic, 1, sizeof magic, out);
  return finish (true);
}

int
lost_descriptor (const char *name, int other)
{
  int fd = open (name, O_RDONLY); /* { dg-warning "never closed|might not be closed" } */
  if (fd < 0)
    return -1;
  auto end = [&] { return close (other); };
  char c;
  if (read (fd, &c, 1) != 1)
    return end ();
  return end ();
}

/* The same variable twice.  */
int
clean_twice (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  int &same = fd;
  auto end = [&] { return close (same); };
  char c;
  return read (fd, &c, 1) + end ();
}

/* A copy, in another variable.  */
int
clean_copy (const char *name)
{
  FILE *f = fopen (name, "r"), *g = f;
  if (!f)
    return -1;
  auto end = [&] (int n) {
    if (g)
      fclose (g);
    f = nullptr;
    return n;
  };
  return end (fgetc (f));
}

/* One becomes the other one.  */
char *
clean_best (int n)
{
  char *best = nullptr, *now = nullptr;
  auto keep = [&] {
    free (best);
    best = now;
  };
  for (int i = 0; i < n; i++)
    {
      now = (char *) malloc (8);
      if (now)
	keep ();
    }
  return best;
}

void
clean_redirected (const char *name)
{
  FILE *out = stdout, *file = fopen (name, "w");
  auto redirect = [&] {
    if (out != stdout)
      fclose (out);
    out = file;
  };
  if (file)
    redirect ();
  fputs ("x", out);
  if (out != stdout)
    fclose (out);
}
