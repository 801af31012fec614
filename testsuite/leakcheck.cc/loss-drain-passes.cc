/* Loops that release what a container holds, and pass some of it by, or stop.  */
/* { dg-do compile } */

#include <cstdio>
#include <string>
#include <vector>
#include <initializer_list>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

void keep (FILE *);

/* ---- Passed by.  ---- */

long
sizes (const std::vector<std::string> &names)
{
  std::vector<int> fds;
  for (auto &n : names)
    {
      int fd = open (n.c_str (), O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
      if (fd >= 0)
	fds.push_back (fd);
    }
  long sum = 0;
  for (int fd : fds)
    {
      struct stat st;
      if (fstat (fd, &st) != 0)
	continue;
      sum += st.st_size;
      close (fd);
    }
  return sum;
}

void
only_if_whole (const char *const *names, int n)
{
  FILE *all[8] = {};
  for (int i = 0; i < 8 && i < n; i++)
    {
      all[i] = fopen (names[i], "r"); /* { dg-warning "'all\\\[i\\\]' might not be closed" } */
      if (!all[i])
	return;			/* The first ones, too: not told a second time.  */
    }
  for (FILE *f : all)
    if (f && !ferror (f))
      fclose (f);
}

/* What is passed by somebody sees to.  */
long
passed_on (const std::vector<std::string> &names)
{
  std::vector<FILE *> all;
  for (auto &n : names)
    if (FILE *f = fopen (n.c_str (), "r"))
      all.push_back (f);
  long n = 0;
  for (FILE *f : all)
    {
      if (ferror (f))
	{
	  keep (f);
	  continue;
	}
      n++;
      fclose (f);
    }
  return n;
}

/* Or the loop that comes then.  */
long
twice (const std::vector<std::string> &names)
{
  std::vector<FILE *> all, left;
  for (auto &n : names)
    if (FILE *f = fopen (n.c_str (), "r"))
      all.push_back (f);
  long n = 0;
  for (FILE *f : all)
    {
      if (ferror (f))
	{
	  left.push_back (f);
	  continue;
	}
      n++;
      fclose (f);
    }
  for (FILE *f : left)
    fclose (f);
  return n;
}

/* It is released whatever the answer is.  */
long
both_ways (const std::vector<std::string> &names)
{
  std::vector<int> fds;
  for (auto &n : names)
    {
      int fd = open (n.c_str (), O_RDONLY);
      if (fd >= 0)
	fds.push_back (fd);
    }
  long sum = 0;
  for (int fd : fds)
    {
      struct stat st;
      if (fstat (fd, &st) != 0)
	{
	  close (fd);
	  continue;
	}
      sum += st.st_size;
      close (fd);
    }
  return sum;
}

/* There is none.  */
void
none_there (const std::vector<std::string> &names)
{
  std::vector<FILE *> all;
  for (auto &n : names)
    all.push_back (fopen (n.c_str (), "r"));
  for (FILE *f : all)
    {
      if (!f)
	continue;
      fclose (f);
    }
}

/* Who asks only tells of it before.  */
void
told_before (const std::vector<std::string> &names)
{
  std::vector<FILE *> all;
  for (auto &n : names)
    if (FILE *f = fopen (n.c_str (), "r"))
      all.push_back (f);
  for (FILE *f : all)
    {
      if (ferror (f))
	fputs ("broken\n", stderr);
      else
	puts ("whole");
      fclose (f);
    }
}

/* How the release itself went.  */
int
failures (const std::vector<std::string> &names)
{
  std::vector<FILE *> all;
  for (auto &n : names)
    if (FILE *f = fopen (n.c_str (), "r"))
      all.push_back (f);
  int n = 0;
  for (FILE *f : all)
    {
      if (fclose (f) == 0)
	continue;
      n++;
    }
  return n;
}

/* ---- Lists in braces.  ---- */

int
list_stops (const char *a, const char *b)
{
  FILE *x = fopen (a, "r"); /* { dg-warning "'x' might not be closed" } */
  if (!x)
    return -1;
  FILE *y = fopen (b, "r"); /* { dg-warning "'y' might not be closed" } */
  if (!y)
    {
      fclose (x);
      return -1;
    }
  for (FILE *f : { x, y })
    {
      if (ferror (f))
	return -1;
      fclose (f);
    }
  return 0;
}

int
list_ends (const char *a, const char *b)
{
  FILE *x = fopen (a, "r");
  if (!x)
    return -1;
  FILE *y = fopen (b, "r");
  if (!y)
    {
      fclose (x);
      return -1;
    }
  int n = 0;
  for (FILE *f : { x, y })
    {
      n += ferror (f);
      fclose (f);
    }
  return n;
}

int
list_some (const char *a, const char *b)
{
  FILE *x = fopen (a, "r");
  FILE *y = fopen (b, "r");
  for (FILE *f : { x, y })
    if (f)
      fclose (f);
  return 0;
}

/* What the list is given to looks at all.  */
int count_all (std::initializer_list<FILE *>);

int
list_given (const char *a, const char *b)
{
  FILE *x = fopen (a, "r");
  FILE *y = fopen (b, "r");
  int n = count_all ({ x, y });
  for (auto *f : { x, y })
    if (f)
      fclose (f);
  return n;
}

int
list_passes (const char *a)
{
  FILE *x = fopen (a, "r"); /* { dg-warning "'x' might not be closed" } */
  FILE *y = tmpfile (); /* { dg-warning "'y' might not be closed" } */
  if (!x || !y)
    {
      if (x)
	fclose (x);
      if (y)
	fclose (y);
      return -1;
    }
  for (FILE *f : { x, y })
    {
      if (ferror (f))
	continue;
      fclose (f);
    }
  return 0;
}

/* Who is given a list walks over it by a pointer.  */
static void
close_all (std::initializer_list<int> fds)
{
  for (const int fd : fds)
    if (fd >= 0)
      close (fd);
}

bool
list_helper (const char *a, const char *b)
{
  const int first = open (a, O_RDONLY);
  const int second = open (b, O_RDONLY);
  if (first < 0 || second < 0)
    {
      close_all ({ first, second });
      return false;
    }
  close_all ({ first, second });
  return true;
}

/* Other things done for elements of arrays and lists.  */
struct file
{
  FILE *f;
  explicit file (FILE *f) : f (f) {}
  file (const file &) = delete;
  ~file () { fclose (f); }
};

void
list_guarded (const char *a, const char *b)
{
  FILE *x = fopen (a, "r"), *y = fopen (b, "r");
  if (!x || !y)
    {
      if (x)
	fclose (x);
      if (y)
	fclose (y);
      return;
    }
  for (FILE *f : { x, y })
    {
      file own (f);
      if (fseek (f, 0, SEEK_END))
	continue;
      printf ("%ld", ftell (f));
    }
}

void
array_guarded (const char *a, const char *b)
{
  FILE *both[] = { fopen (a, "r"), fopen (b, "r") };
  for (FILE *f : both)
    file own (f);
}

std::vector<int>
array_returned ()
{
  std::vector<int> all;
  int ends[2];
  if (pipe (ends))
    return all;
  for (int fd : ends)
    all.push_back (fd);
  return all;
}

void
list_kept (const char *a, const char *b)
{
  FILE *x = fopen (a, "r"), *y = fopen (b, "r");
  std::vector<FILE *> rest;
  for (FILE *f : { x, y })
    {
      if (!f)
	continue;
      if (ferror (f))
	{
	  rest.push_back (f);
	  continue;
	}
      fclose (f);
    }
  for (FILE *f : rest)
    fclose (f);
}
