/* Exceptions between acquiring and releasing.  */
/* { dg-levels all } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

void may_throw ();
void never_throws () noexcept;
void old_never_throws () throw ();
void attribute_never_throws () __attribute__ ((nothrow));
extern "C" void from_c (void);
extern "C" int compare (const void *, const void *);

struct bad_input { int code; };
struct worse_input : bad_input {};

static int
checked (int n)
{
  if (n < 0)
    throw bad_input { n };
  return n * 2;
}

static int
harmless (int n)
{
  return n < 0 ? 0 : n * 2;
}

static int
swallows (int n)
{
  try
    {
      return checked (n);
    }
  catch (...)
    {
      return 0;
    }
}

[[noreturn]] static void
fail ()
{
  throw std::runtime_error ("fail");
}

int
leak_unknown (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  may_throw ();
  std::fclose (f);
  return 0;
}

int
clean_noexcept (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  never_throws ();
  old_never_throws ();
  attribute_never_throws ();
  from_c ();
  std::fclose (f);
  return 0;
}

int
clean_order (const char *path)
{
  may_throw ();
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  std::fclose (f);
  may_throw ();
  return 0;
}

int
leak_thrown_here (const char *path, int n)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (n < 0)
    throw std::invalid_argument ("n");
  std::fclose (f);
  return 0;
}

int
clean_closed_before_throw (const char *path, int n)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    throw std::runtime_error ("cannot open");
  if (n < 0)
    {
      std::fclose (f);
      throw std::invalid_argument ("n");
    }
  std::fclose (f);
  return 0;
}

int
leak_callee_throws (const char *path, int n)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  n = checked (n);
  std::fclose (f);
  return n;
}

int
clean_callee_harmless (const char *path, int n)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  n = harmless (n) + swallows (n);
  std::fclose (f);
  return n;
}

int
clean_callee_checked_before (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  int n = checked (5);
  std::fclose (f);
  return n;
}

int
leak_fails (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (std::fgetc (f) < 0)
    fail ();
  std::fclose (f);
  return 0;
}

int
clean_caught (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  try
    {
      may_throw ();
    }
  catch (...)
    {
      std::fclose (f);
      throw;
    }
  std::fclose (f);
  return 0;
}

int
clean_caught_and_on (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  try
    {
      may_throw ();
    }
  catch (const std::exception &)
    {
    }
  std::fclose (f);
  return 0;
}

int
leak_caught_and_returns (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      may_throw ();
    }
  catch (const std::exception &)
    {
      return -1;
    }
  std::fclose (f);
  return 0;
}

int
leak_acquired_in_try (const char *path)
{
  try
    {
      FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
      may_throw ();
      std::fclose (f);
    }
  catch (...)
    {
      return -2;
    }
  return 0;
}

int
clean_acquired_in_try (const char *path)
{
  FILE *f = nullptr;
  try
    {
      may_throw ();
      f = std::fopen (path, "r");
      may_throw ();
    }
  catch (...)
    {
      if (f)
	std::fclose (f);
      return -2;
    }
  if (f)
    std::fclose (f);
  return 0;
}

int
clean_matching_handler (const char *path, int n)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  try
    {
      if (n)
	throw worse_input ();
    }
  catch (const bad_input &)
    {
    }
  std::fclose (f);
  return 0;
}

int
leak_other_handler (const char *path, int n)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      if (n)
	throw bad_input ();
    }
  catch (const std::exception &)
    {
    }
  std::fclose (f);
  return 0;
}

int
clean_memory_running_out (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  std::string s = path;
  s += "x";
  std::vector<int> v;
  v.push_back (s.size ());
  int *p = new int (5);
  int n = *p + v[0];
  delete p;
  std::fclose (f);
  return n;
}

int
leak_rethrown (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      may_throw ();
    }
  catch (const bad_input &input)
    {
      if (input.code)
	throw;
    }
  std::fclose (f);
  return 0;
}

int
leak_wrapped (const char *path)
{
  char *p = static_cast<char *> (std::malloc (100)); /* { dg-warning "'p' might not be freed" } */
  if (!p)
    return -1;
  try
    {
      may_throw ();
    }
  catch (const std::exception &e)
    {
      throw std::runtime_error (std::string ("wrapped: ") + e.what ());
    }
  std::free (p);
  return path != nullptr;
}

void
clean_noexcept_function (const char *path) noexcept
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return;
  may_throw ();
  std::fclose (f);
}

int
clean_function_try (const char *path)
try
  {
    may_throw ();
    FILE *f = std::fopen (path, "r");
    if (f)
      std::fclose (f);
    return 0;
  }
catch (...)
  {
    return -1;
  }

int
leak_function_try (const char *path)
try
  {
    FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
    may_throw ();
    if (f)
      std::fclose (f);
    return 0;
  }
catch (...)
  {
    return -1;
  }

int
leak_in_loop (const char **paths, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      FILE *f = std::fopen (paths[i], "r"); /* { dg-warning "'f' might not be closed" } */
      if (!f)
	continue;
      sum += checked (std::fgetc (f));
      std::fclose (f);
    }
  return sum;
}

int
clean_nested (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  try
    {
      try
	{
	  may_throw ();
	}
      catch (const bad_input &)
	{
	  may_throw ();
	}
    }
  catch (...)
    {
      std::fclose (f);
      return -1;
    }
  std::fclose (f);
  return 0;
}

int
clean_sort (const char *path, int *numbers, int n)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  std::qsort (numbers, n, sizeof *numbers, compare);
  std::fclose (f);
  return 0;
}

int
leak_at (const char *path, const std::vector<int> &v)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int n;
  try
    {
      n = v.at (5);
    }
  catch (const std::out_of_range &)
    {
      return -1;
    }
  std::fclose (f);
  return n;
}

/* A handler for something special lets what is unknown through, one for
   everything does not; and who throws length_error himself does not reckon with
   strings that are too long.  */
struct special : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

int
leak_special_handler (const char *path)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  try
    {
      may_throw ();
    }
  catch (const special &)
    {
    }
  std::fclose (f);
  return 0;
}

int
clean_general_handler (const char *path)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  try
    {
      may_throw ();
    }
  catch (const special &)
    {
    }
  catch (const std::exception &)
    {
    }
  std::fclose (f);
  return 0;
}

int
clean_special_handler (const char *path, int n)
{
  FILE *f = std::fopen (path, "r");
  if (!f)
    return -1;
  try
    {
      if (n < 0)
	throw special ("negative");
    }
  catch (const special &)
    {
    }
  std::fclose (f);
  return 0;
}

static void
check_length (std::size_t n)
{
  if (n > 100)
    throw std::length_error ("too long");
}

std::string
clean_own_length_error (const char *path)
{
  check_length (std::strlen (path));
  FILE *f = std::fopen (path, "r");
  std::vector<int> read;
  if (!f)
    return path;
  for (int c; (c = std::fgetc (f)) != EOF;)
    read.push_back (c);
  std::fclose (f);
  return std::string (read.begin (), read.end ());
}

int
leak_own_length_error (const char *path, std::size_t n)
{
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  check_length (n);
  std::fclose (f);
  return 0;
}
