/* Algorithms over containers of handles.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

const char *next_line () noexcept;

struct before
{
  bool operator() (const char *a, const char *b) const { return strcmp (a, b) < 0; }
};

void
leak_sorted ()
{
  std::vector<char *> lines;
  while (const char *l = next_line ())
    lines.push_back (strdup (l)); /* { dg-warning "never freed" } */
  std::sort (lines.begin (), lines.end (), before ());
  for (const char *l : lines)
    puts (l);
}

void
leak_reversed ()
{
  std::vector<char *> lines;
  while (const char *l = next_line ())
    lines.push_back (strdup (l)); /* { dg-warning "never freed" } */
  std::reverse (lines.begin (), lines.end ());
  for (size_t i = 0; i < lines.size (); i++)
    puts (lines[i]);
}

void
clean_sorted ()
{
  std::vector<char *> lines;
  while (const char *l = next_line ())
    lines.push_back (strdup (l));
  std::sort (lines.begin (), lines.end (), before ());
  for (char *l : lines)
    {
      puts (l);
      free (l);
    }
}

void
clean_sorted_by_lambda ()
{
  std::vector<char *> lines;
  while (const char *l = next_line ())
    lines.push_back (strdup (l));
  std::stable_sort (lines.begin (), lines.end (), [] (const char *a, const char *b)
		    { return strcmp (a, b) > 0; });
  for (char *l : lines)
    free (l);
}

void
clean_each ()
{
  std::vector<char *> lines;
  while (const char *l = next_line ())
    lines.push_back (strdup (l));
  std::sort (lines.begin (), lines.end (), before ());
  std::for_each (lines.begin (), lines.end (), [] (char *l) { free (l); });
}

bool
clean_all_of ()
{
  std::vector<FILE *> files;
  while (const char *l = next_line ())
    if (FILE *f = fopen (l, "r"))
      files.push_back (f);
  return std::all_of (files.begin (), files.end (),
		      [] (FILE *f) { return fclose (f) == 0; });
}

int
leak_not_found (const char *name)
{
  std::vector<char *> lines;
  while (const char *l = next_line ())
    lines.push_back (strdup (l)); /* { dg-warning "might not be freed" } */
  auto found = std::find (lines.begin (), lines.end (), name);
  if (name && *name == '#')
    return -1;
  int result = found == lines.end () ? -1 : 0;
  for (char *l : lines)
    free (l);
  return result;
}

int
clean_found (const char *name)
{
  std::vector<char *> lines;
  while (const char *l = next_line ())
    lines.push_back (strdup (l));
  auto found = std::find (lines.begin (), lines.end (), name);
  int result = found == lines.end () ? -1 : 0;
  for (char *l : lines)
    free (l);
  return result;
}
