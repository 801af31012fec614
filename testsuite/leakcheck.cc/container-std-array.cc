/* std::array: its elements are those of an array.  */
/* { dg-levels all } */

#include <array>
#include <cstdio>
#include <vector>

bool
leak_some (const char *const *paths)
{
  std::array<FILE *, 3> axes {};
  for (std::size_t i = 0; i < axes.size (); ++i)
    {
      axes[i] = std::fopen (paths[i], "w"); /* { dg-warning "might not be closed" } */
      if (!axes[i])
	return false;
    }
  bool ok = true;
  for (FILE *f : axes)
    ok &= std::fclose (f) == 0;
  return ok;
}

bool
clean_all (const char *const *paths)
{
  std::array<FILE *, 3> axes {};
  bool ok = true;
  for (std::size_t i = 0; i < axes.size () && ok; ++i)
    {
      axes[i] = std::fopen (paths[i], "w");
      if (!axes[i])
	ok = false;
    }
  for (FILE *f : axes)
    if (f)
      ok &= std::fclose (f) == 0;
  return ok;
}

bool
clean_undone (const char *const *paths)
{
  std::array<FILE *, 3> axes {};
  for (std::size_t i = 0; i < axes.size (); ++i)
    {
      axes[i] = std::fopen (paths[i], "w");
      if (!axes[i])
	{
	  while (i-- > 0)
	    std::fclose (axes[i]);
	  return false;
	}
    }
  bool ok = true;
  for (FILE *f : axes)
    ok &= std::fclose (f) == 0;
  return ok;
}

bool
clean_filled (const char *const *paths, std::size_t n)
{
  std::vector<FILE *> all (n);
  for (std::size_t i = 0; i < n; ++i)
    all[i] = std::fopen (paths[i], "w");
  bool ok = true;
  for (std::size_t i = 0; i < n; ++i)
    if (all[i])
      ok &= std::fclose (all[i]) == 0;
  return ok;
}

bool
clean_one (const char *path, std::size_t i)
{
  std::array<FILE *, 2> both {};
  both[i] = std::fopen (path, "w");
  if (!both[i])
    return false;
  std::fputs ("x", both[i]);
  return std::fclose (both[i]) == 0;
}
