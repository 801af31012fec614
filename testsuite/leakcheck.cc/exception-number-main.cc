/* The same in a program: what nobody handles ends it.  */
/* { dg-do compile } */

#include <cstdio>
#include <string>

int step (int n);
int again (int n);
int other (int n);

int a (int n) { return step (n); }
int b (int n) { return step (n) + 1; }
int c (int n) { return again (n); }
int d (int n) { return again (n) + 1; }
int e (int n) { return other (n); }
int f (int n) { return other (n) + 1; }
int g (int n) { return other (n) + 2; }

unsigned long
clean_number (const char *path, const std::string &limit)
{
  std::FILE *in = std::fopen (path, "rb");
  if (!in)
    return 0;
  unsigned long left = std::stoul (limit), n = 0;
  while (left-- > 0 && std::fgetc (in) != EOF)
    n++;
  std::fclose (in);
  return n;
}

unsigned long
lost_number (const char *path, const std::string &limit)
{
  std::FILE *in = std::fopen (path, "rb"); /* { dg-warning "might not be closed" } */
  if (!in || limit.empty ())
    return 0;
  unsigned long left = std::stoul (limit), n = 0;
  while (left-- > 0 && std::fgetc (in) != EOF)
    n++;
  std::fclose (in);
  return n;
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    return 2;
  return clean_number (argv[1], argv[2]) + lost_number (argv[1], argv[2]) > 10;
}
