/* Loops over arrays of structures, each copied and closed.  */
/* { dg-do compile } */

#include <array>
#include <cstdio>
#include <cstdlib>

struct part
{
  FILE *file;
  void close ()
  {
    if (file)
      fclose (file);
  }
};

struct record
{
  int n;
  part in;
  char *text;
  void drop () { in.close (); }
};

void
clean_braces (const char *a, const char *b)
{
  part all[] = { { fopen (a, "r") }, { fopen (b, "r") } };
  for (auto one : all)
    one.close ();
}

void
clean_members (const char *a, const char *b)
{
  part all[2];
  all[0].file = fopen (a, "r");
  all[1].file = fopen (b, "r");
  for (auto one : all)
    if (one.file)
      fclose (one.file);
}

void
clean_member_of_member (int n, const char *name)
{
  record all[3];
  for (int i = 0; i < n; i++)
    all[i].in.file = fopen (name, "r");
  for (auto one : all)
    one.in.close ();
}

void
clean_twice_copied (int n)
{
  std::array<record, 3> all;
  for (int i = 0; i < n; i++)
    all[i].text = static_cast<char *> (malloc (8));
  for (auto &one : all)
    {
      record copy = one;
      free (copy.text);
    }
}

void
lost_text (int n)
{
  record all[3];
  for (int i = 0; i < n; i++)
    {
      all[i].in.file = nullptr;
      all[i].text = static_cast<char *> (malloc (8)); /* { dg-warning "is never freed" } */
    }
  for (auto one : all)
    one.drop ();
}
