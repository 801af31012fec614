/* One of two conditions held where the handle was acquired; each is then asked
   for alone.  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>

struct options { int list, dump; const char *name; };
extern int verbose, debugging;

/* Clean.  */
int
both_ways (int list, int dump, const char *name)
{
  FILE *f = NULL;
  if (list || dump)
    {
      f = fopen (name, "r");
      if (!f)
	return -1;
    }
  if (dump)
    fclose (f);
  else if (list)
    fclose (f);
  return 0;
}

int
one_way (int list, int dump, const char *name)
{
  FILE *f = NULL;
  if (list || dump)
    {
      f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
    }
  if (dump)
    fclose (f);
  return 0;
}

int
third_way (int list, int dump, int other, const char *name)
{
  FILE *f = NULL;
  if (list || dump)
    {
      f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
    }
  if (dump)
    fclose (f);
  else if (other)
    fclose (f);
  return 0;
}

/* Clean: members, globals, pointers.  */
int
of_members (const struct options *o)
{
  FILE *f = NULL;
  if (o->list || o->dump)
    {
      f = fopen (o->name, "r");
      if (!f)
	return -1;
    }
  if (o->dump)
    fclose (f);
  else if (o->list)
    fclose (f);
  return 0;
}

int
of_globals (const char *name)
{
  FILE *f = NULL;
  if (verbose || debugging)
    {
      f = fopen (name, "a");
      if (!f)
	return -1;
    }
  if (debugging)
    fclose (f);
  else if (verbose)
    fclose (f);
  return 0;
}

int
of_pointers (const char *from, const char *to)
{
  char *buffer = NULL;
  if (from || to)
    {
      buffer = malloc (100);
      if (!buffer)
	return -1;
    }
  if (to)
    {
      snprintf (buffer, 100, "%s", to);
      puts (buffer);
      free (buffer);
    }
  else if (from)
    free (buffer);
  return 0;
}

/* Clean: three of them, in another order.  */
int
three (int a, int b, int c, const char *name)
{
  FILE *f = NULL;
  if (a || b || c)
    {
      f = fopen (name, "r");
      if (!f)
	return -1;
    }
  if (c)
    fclose (f);
  else if (a)
    fclose (f);
  else if (b)
    fclose (f);
  return 0;
}

int
two_of_three (int a, int b, int c, const char *name)
{
  FILE *f = NULL;
  if (a || b || c)
    {
      f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
    }
  if (c)
    fclose (f);
  else if (a)
    fclose (f);
  return b;
}

/* Clean: the condition is asked for twice as it is; kept in a variable.  */
int
as_it_is (int a, int b, const char *name)
{
  FILE *f = NULL;
  if (a || b)
    {
      f = fopen (name, "r");
      if (!f)
	return -1;
    }
  puts (name);
  if (a || b)
    fclose (f);
  return 0;
}

int
kept (int a, int b, const char *name)
{
  int wanted = a || b;
  FILE *f = NULL;
  if (wanted)
    {
      f = fopen (name, "r");
      if (!f)
	return -1;
    }
  if (b)
    fclose (f);
  else if (a)
    fclose (f);
  return wanted;
}

/* Clean: not both are set, so one is not.  */
int
not_both (int a, int b, const char *name)
{
  FILE *f;
  if (a && b)
    return -1;
  f = fopen (name, "r");
  if (!f)
    return -1;
  if (!a)
    fclose (f);
  else if (!b)
    fclose (f);
  return 0;
}

int
perhaps_both (int a, int b, const char *name)
{
  FILE *f;
  if (a && !b)
    return -1;
  f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (!a)
    fclose (f);
  else if (!b)
    fclose (f);
  return 0;
}

/* What held before a turn of the loop need not hold after the next.  */
int
in_loop (int (*ask) (int), const char *name)
{
  FILE *f = NULL;
  int a = ask (0), b = ask (1);
  if (a || b)
    {
      f = fopen (name, "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
    }
  a = ask (2);
  if (b)
    fclose (f);
  else if (a)
    fclose (f);
  return 0;
}

/* Clean: in each turn of its own.  */
int
each_turn (int (*ask) (int), const char *name, int n)
{
  for (int i = 0; i < n; i++)
    {
      FILE *f = NULL;
      int a = ask (i), b = ask (-i);
      if (a || b)
	{
	  f = fopen (name, "r");
	  if (!f)
	    return -1;
	}
      if (b)
	fclose (f);
      else if (a)
	fclose (f);
    }
  return 0;
}
