/* The same as ownership-sketch.cc, if every function without a body is to be taken to throw.  */
// { dg-additional-options "-fplugin-arg-leakcheck-exceptions=all" }

#include <cstdio>

void work (int);
extern "C" void work_in_c (int);

int
leak_work (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
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
leak_new ()
{
  int *p = new int (3);		/* { dg-warning "'p' might not be deleted" } */
  work (*p);
  delete p;
}
