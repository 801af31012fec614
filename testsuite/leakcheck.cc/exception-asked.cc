/* Exceptions of the library that somebody has asked for: streams that are told to throw; numbers
   that are no numbers, or too large; but no container is ever too large.  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

long
leak_export (const char *name, const std::string &to)
{
  std::ofstream os;
  os.exceptions (std::ios::failbit | std::ios::badbit);
  FILE *in = fopen (name, "rb"); /* { dg-warning "might not be closed" } */
  if (!in)
    return -1;
  os.open (to);
  long n = 0;
  for (int c; (c = getc (in)) != EOF; n++)
    os << c << '\n';
  fclose (in);
  return n;
}

long
clean_export (const char *name, const std::string &to)
{
  std::ofstream os;
  FILE *in = fopen (name, "rb");
  if (!in)
    return -1;
  os.open (to);
  long n = 0;
  for (int c; (c = getc (in)) != EOF; n++)
    os << c << '\n';
  fclose (in);
  return n;
}

long
clean_export_guarded (const char *name, const std::string &to)
{
  std::ofstream os;
  os.exceptions (std::ios::failbit | std::ios::badbit);
  std::unique_ptr<FILE, int (*) (FILE *)> in (fopen (name, "rb"), fclose);
  if (!in)
    return -1;
  os.open (to);
  long n = 0;
  for (int c; (c = getc (in.get ())) != EOF; n++)
    os << c << '\n';
  return n;
}

long
clean_export_caught (const char *name, const std::string &to)
{
  std::ofstream os;
  os.exceptions (std::ios::failbit | std::ios::badbit);
  FILE *in = fopen (name, "rb");
  if (!in)
    return -1;
  long n = 0;
  try
    {
      os.open (to);
      for (int c; (c = getc (in)) != EOF; n++)
	os << c << '\n';
    }
  catch (const std::ios_base::failure &)
    {
      n = -1;
    }
  fclose (in);
  return n;
}

unsigned long
leak_sum (const char *name, size_t n)
{
  std::ifstream in (name, std::ios::binary);
  in.exceptions (std::ios::failbit | std::ios::badbit);
  char *rec = new char[n]; /* { dg-warning "might not be deleted" } */
  in.read (rec, n);
  unsigned long sum = 0;
  for (size_t k = 0; k < n; k++)
    sum += rec[k];
  delete[] rec;
  return sum;
}

bool
leak_length (const std::string &header, int &length)
{
  char *copy = strdup (header.c_str ()); /* { dg-warning "might not be freed" } */
  if (!copy)
    return false;
  try
    {
      length = std::stoi (copy);
    }
  catch (const std::invalid_argument &)
    {
      free (copy);
      return false;
    }
  free (copy);
  return true;
}

bool
clean_length (const std::string &header, int &length)
{
  char *copy = strdup (header.c_str ());
  if (!copy)
    return false;
  try
    {
      length = std::stoi (copy);
    }
  catch (const std::logic_error &)
    {
      free (copy);
      return false;
    }
  free (copy);
  return true;
}

bool
clean_length_both (const std::string &header, int &length)
{
  char *copy = strdup (header.c_str ());
  if (!copy)
    return false;
  try
    {
      length = std::stoi (copy);
    }
  catch (const std::invalid_argument &)
    {
      free (copy);
      return false;
    }
  catch (const std::out_of_range &)
    {
      free (copy);
      return false;
    }
  free (copy);
  return true;
}

/* Somebody throws that, and somebody catches it.  */
void
check (size_t n)
{
  if (n > 4096)
    throw std::length_error ("n");
}

bool
checked (size_t n)
{
  try
    {
      check (n);
    }
  catch (const std::length_error &)
    {
      return false;
    }
  return true;
}

int
clean_batch (const std::vector<const char *> &names)
{
  std::vector<FILE *> batch;
  for (const char *name : names)
    if (FILE *f = fopen (name, "r"))
      batch.push_back (f);
  int n = 0;
  for (FILE *f : batch)
    n += fgetc (f);
  for (FILE *f : batch)
    fclose (f);
  return n;
}

/* ---- Another stream, or no longer.  ---- */

std::string
clean_other (const char *name)
{
  std::ifstream in;
  in.exceptions (std::ios::failbit | std::ios::badbit);
  in.open (name);
  char *copy = strdup (name);
  std::cerr << "opened " << copy << '\n';
  std::ostringstream os;
  os << copy << 3;
  free (copy);
  return os.str ();
}

int
clean_back (std::istream &in)
{
  in.exceptions (std::ios::failbit);
  in.get ();
  in.exceptions (std::ios::goodbit);
  char *b = new char[3];
  in.read (b, 3);
  int r = b[0];
  delete[] b;
  return r;
}

int
clean_restored (std::istream &in)
{
  auto old = in.exceptions ();
  in.exceptions (std::ios::failbit);
  in.get ();
  in.exceptions (old);
  char *b = new char[3];
  in.read (b, 3);
  int r = b[0];
  delete[] b;
  return r;
}

int
leak_given (std::istream &in)
{
  in.exceptions (std::ios::failbit);
  char *b = new char[3]; /* { dg-warning "might not be deleted" } */
  in.read (b, 3);
  int r = b[0];
  delete[] b;
  return r;
}
