/* A unit of few functions that mentions no exceptions: that a function without a body throws is
   assumed, not shown, however small the unit is (ownership-sketch-all.cc).  */

#include <cstdio>

void work (int);
extern "C" void work_in_c (int);

int
clean_work (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  work (1);
  return std::fclose (f);
}

int
clean_work_before (const char *path)
{
  work (1);
  FILE *f = std::fopen (path, "r");
  return f ? std::fclose (f) : -1;
}

int
clean_work_in_c (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  work_in_c (1);
  return std::fclose (f);
}

void
clean_new ()
{
  int *p = new int (3);
  work (*p);
  delete p;
}
