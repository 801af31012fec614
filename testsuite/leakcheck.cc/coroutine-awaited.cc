/* What is given to a function that nobody knows, and that throws: whoever releases it
   afterwards knows that it was only lent.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <unistd.h>
#include <fcntl.h>

struct node
{
  int op = 0;
};

void handle (int fd);
void visit (node *);
void keep (FILE *);
void print (FILE *);
void quiet (FILE *) noexcept;

void
check (int n)
{
  if (n < 0)
    throw std::runtime_error ("n");
}

int
leak_lent (const char *name)
{
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  handle (fd);
  close (fd);
  return 0;
}

int
leak_caught (int op)
{
  node *n = new node { op };		/* { dg-warning "'n' might not be deleted" } */
  try
    {
      visit (n);
    }
  catch (const std::logic_error &)
    {
      return -1;
    }
  catch (...)
    {
      delete n;
      throw;
    }
  delete n;
  return 0;
}

int
clean_caught (int op)
{
  node *n = new node { op };
  try
    {
      visit (n);
    }
  catch (const std::logic_error &)
    {
      delete n;
      return -1;
    }
  catch (...)
    {
      delete n;
      throw;
    }
  delete n;
  return 0;
}

/* A handler for a type of the program's is for all that is thrown there.  */
struct failure : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

int
clean_own_type (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  try
    {
      handle (fd);
    }
  catch (const failure &)
    {
      close (fd);
      return -1;
    }
  close (fd);
  return 0;
}

/* Nobody releases it: it was given away.  */
void
clean_given (const char *name)
{
  FILE *f = fopen (name, "r");
  if (f)
    keep (f);
}

/* Who releases it only when the callee throws has given it away otherwise.  */
void
clean_kept (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  try
    {
      keep (f);
    }
  catch (...)
    {
      fclose (f);
      throw;
    }
}

void
clean_quiet (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  quiet (f);
  fclose (f);
}

void
clean_every_way (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return;
  try
    {
      print (f);
    }
  catch (const std::exception &)
    {
      puts (name);
    }
  catch (...)
    {
      puts ("?");
    }
  fclose (f);
}

/* An object that is made only to be given away: what "new" sees to when the constructor
   throws is not what the caller does.  */
struct value
{
  explicit value (int n);
  int n;
};
void take (value *);

void
clean_made (int n)
{
  take (new value (n));
}
