/* A list of numbers, whose stream is lost if one is negative.  */
#include <cstdio>
#include <stdexcept>

int
sum_of (const char *name)
{
  std::FILE *f = std::fopen (name, "r");
  int sum = 0, n;

  while (f && std::fscanf (f, "%d", &n) == 1)
    {
      if (n < 0)
	throw std::invalid_argument (name);
      sum += n;
    }
  if (f)
    std::fclose (f);
  return sum;
}
