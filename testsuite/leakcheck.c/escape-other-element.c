/* What one element of an array says is not what another one says.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>
#include <dirent.h>
#include <stdbool.h>

static int
is_header (const char *name)
{
  size_t n = strlen (name);
  return n > 2 && name[n - 1] == 'h' && name[n - 2] == '.';
}

int
leak_header (const char *folder)
{
  DIR *d = opendir (folder);		/* { dg-warning "'d' might not be closed" } */
  if (!d)
    return -1;
  struct dirent *e;
  while ((e = readdir (d)))
    if (is_header (e->d_name))
      return 1;
  closedir (d);
  return 0;
}

int
clean_header (const char *folder)
{
  DIR *d = opendir (folder);
  if (!d)
    return -1;
  int found = 0;
  struct dirent *e;
  while (!found && (e = readdir (d)))
    found = is_header (e->d_name);
  closedir (d);
  return found;
}

int
leak_others (const char *name, const int *use, int i, int j)
{
  FILE *f = NULL;
  if (use[i] == 1)
    f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (use[j] == 2)
    return 1;
  fclose (f);
  return 0;
}

/* The same flag, asked for again.  */
int
clean_same (const char *name, const bool *use, int i)
{
  FILE *f = NULL;
  bool wanted = use[i];
  if (wanted)
    f = fopen (name, "r");
  if (wanted && !f)
    return -1;
  puts (name);
  if (wanted)
    fclose (f);
  return 0;
}

int
clean_constant (const char *name, const bool *use)
{
  FILE *f = NULL;
  if (use[3])
    f = fopen (name, "r");
  puts (name);
  if (use[3] && f)
    fclose (f);
  return 0;
}

/* The same element, of which nobody else is told.  */
int
clean_index (const char *name, const bool *use, int i)
{
  FILE *f = NULL;
  if (use[i])
    f = fopen (name, "r");
  puts (name);
  if (use[i] && f)
    fclose (f);
  return 0;
}

int
leak_next (const char *name, const bool *use, int i)
{
  FILE *f = NULL;
  if (use[i])
    f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  i++;
  if (use[i] && f)
    fclose (f);
  return 0;
}

struct option
{
  int log, other;
  const char *name;
};

int
clean_options (const struct option *o, int n)
{
  for (int i = 0; i < n; i++)
    {
      FILE *f = NULL;
      if (o[i].log)
	{
	  f = fopen (o[i].name, "w");
	  if (!f)
	    return -1;
	}
      puts (o[i].name);
      if (o[i].log)
	fclose (f);
    }
  return 0;
}

int
leak_options (const struct option *o, int n)
{
  for (int i = 0; i < n; i++)
    {
      FILE *f = NULL;
      if (o[i].log)
	{
	  f = fopen (o[i].name, "w");	/* { dg-warning "'f' might not be closed" } */
	  if (!f)
	    return -1;
	}
      puts (o[i].name);
      if (o[i].other && f)
	fclose (f);
    }
  return 0;
}

static struct option table[8];

int
clean_pointer (int i)
{
  struct option *o = &table[i];
  FILE *f = o->log ? fopen (o->name, "w") : NULL;
  if (o->log && !f)
    return -1;
  puts (o->name);
  if (o->log)
    fclose (f);
  return 0;
}

int
clean_last (const char *command, size_t n)
{
  FILE *f = command[n - 1] == '|' ? popen (command, "r") : fopen (command, "r");
  if (!f)
    return -1;
  int c = fgetc (f);
  if (command[n - 1] == '|')
    pclose (f);
  else
    fclose (f);
  return c;
}

int
clean_two_numbers (const int use[4][4], int i, int j, const char *name)
{
  FILE *f = NULL;
  if (use[i][j])
    f = fopen (name, "r");
  puts (name);
  if (use[i][j] && f)
    fclose (f);
  return 0;
}

int
leak_twice_the_number (const int *use, int i, const char *name)
{
  FILE *f = NULL;
  if (use[i])
    f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  puts (name);
  if (f && use[2 * i])
    fclose (f);
  return 0;
}

static int modes[10];

int
clean_modes (const char *name, int i)
{
  FILE *f = NULL;
  if (modes[i] == 1)
    f = fopen (name, "r");
  if (modes[i] == 1 && !f)
    return -1;
  if (modes[i] == 1)
    fclose (f);
  return 0;
}

int
leak_stored (const char *name, int i)
{
  FILE *f = NULL;
  if (modes[i])
    f = fopen (name, "r");		/* { dg-warning "'f' is never closed" } */
  modes[i] = 0;
  if (modes[i] && f)
    fclose (f);
  return 0;
}
