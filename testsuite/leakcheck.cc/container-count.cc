/* Containers of handles: how many there are, and loops over them that end early.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <fcntl.h>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

bool bad ();

int
leak_many (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))	/* { dg-warning "might not be closed" } */
      all.push_back (f);
  if (all.size () > 4)
    return -1;
  for (FILE *f : all)
    fclose (f);
  return 0;
}

int
clean_none (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))
      all.push_back (f);
  if (all.size () == 0)
    return -1;
  for (FILE *f : all)
    fclose (f);
  return 0;
}

int
clean_fewer_than_one (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))
      all.push_back (f);
  if (all.size () < 1)
    return -1;
  for (FILE *f : all)
    fclose (f);
  return 0;
}

int
leak_some (int n, const char **names)
{
  std::map<std::string, FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))	/* { dg-warning "might not be closed" } */
      all[names[i]] = f;
  if (all.size ())
    return -1;
  for (auto &pair : all)
    fclose (pair.second);
  return 0;
}

int
clean_last_by_hand (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))
      all.push_back (f);
  while (all.size () > 1)
    {
      fclose (all.back ());
      all.pop_back ();
    }
  if (all.size () == 1)
    fclose (all.front ());
  return 0;
}

int
clean_two_ways (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))
      all.push_back (f);
  if (all.size () > 8)
    {
      for (FILE *f : all)
	fclose (f);
      return -1;
    }
  for (FILE *f : all)
    fclose (f);
  return 0;
}

/* ---- Loops that end early.  ---- */

int
leak_bad_one (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))	/* { dg-warning "might not be closed" } */
      all.push_back (f);
  for (FILE *f : all)
    {
      if (fseek (f, 0, SEEK_END))
	return -1;
      fclose (f);
    }
  return 0;
}

int
leak_bad_time (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))	/* { dg-warning "might not be closed" } */
      all.push_back (f);
  for (FILE *f : all)
    {
      if (bad ())
	break;
      fclose (f);
    }
  return 0;
}

int
leak_bad_pair (int n, const char **names)
{
  std::map<int, FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))	/* { dg-warning "might not be closed" } */
      all.emplace (i, f);
  long sum = 0;
  for (auto &pair : all)
    {
      if (fseek (pair.second, 0, SEEK_END) < 0)
	return -1;
      sum += ftell (pair.second);
      fclose (pair.second);
    }
  return sum;
}

int
clean_bad_one (int n, const char **names)
{
  std::vector<FILE *> all;
  int result = 0;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))
      all.push_back (f);
  for (FILE *f : all)
    {
      if (fseek (f, 0, SEEK_END))
	result = -1;
      fclose (f);
    }
  return result;
}

int
clean_rest_afterwards (int n, const char **names)
{
  std::vector<int> all;
  for (int i = 0; i < n; i++)
    {
      int fd = open (names[i], O_RDONLY);
      if (fd < 0)
	break;
      all.push_back (fd);
    }
  size_t i = 0;
  for (; i < all.size (); i++)
    {
      if (lseek (all[i], 0, SEEK_END) < 0)
	break;
      close (all[i]);
    }
  for (; i < all.size (); i++)
    close (all[i]);
  return 0;
}

/* ---- All that can be counted.  ---- */

int
clean_one_or_more (int n, const char **names)
{
  std::vector<FILE *> all;
  for (int i = 0; i < n; i++)
    if (FILE *f = fopen (names[i], "r"))
      all.push_back (f);
  if (all.size () == 1)
    fclose (all.front ());
  else if (all.size () > 1)
    for (FILE *f : all)
      fclose (f);
  return 0;
}

int
clean_two_known (const char *a, const char *b)
{
  std::vector<FILE *> all;
  if (FILE *f = fopen (a, "r"))
    all.push_back (f);
  if (FILE *f = fopen (b, "r"))
    all.push_back (f);
  if (all.size () == 2)
    {
      fclose (all[0]);
      fclose (all[1]);
      return 0;
    }
  if (all.size () == 1)
    {
      fclose (all[0]);
      return 1;
    }
  return 2;
}

int
clean_not_several (const char *a)
{
  std::vector<FILE *> all;
  if (FILE *f = fopen (a, "r"))
    all.push_back (f);
  if (all.size () > 1)
    return 2;
  for (FILE *f : all)
    fclose (f);
  return 0;
}
