// Losses that only the end of the process follows are not reported.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// The functor is called for each element, by the library.
namespace
{
struct each_name
{
  void
  operator() (const char *name) const
  {
    char *copy = strdup (name);	// { dg-warning "'copy' is never freed" }
    if (copy)
      puts (copy);
  }
};
}

static void
print_each (const std::vector<const char *> &names)
{
  for (const char *name : names)
    {
      int *copy = new int[strlen (name)];	// { dg-warning "'copy' is never deleted" }
      copy[0] = 1;
      printf ("%d\n", copy[0]);
    }
}

static void
print_last (const char *name)
{
  int *copy = new int (atoi (name));
  printf ("%d\n", *copy);
}

int
main (int argc, char **argv)
{
  std::vector<const char *> names (argv, argv + argc);
  if (argc > 3)
    {
      print_each (names);
      return 0;
    }
  if (argc > 2)
    {
      print_last (argv[0]);
      return 0;
    }
  std::for_each (names.begin (), names.end (), each_name ());
  return 0;
}
