/* Handles of one kind from many calls, which all go into one place of the caller's: after the
   first few they are followed together, and one that is lost is still found.  */

#include <stdio.h>
#include <stdlib.h>

struct part
{
  FILE *f;
};

static int
open1 (struct part *p)
{
  p->f = fopen ("part1", "r");
  return p->f ? 0 : -1;
}

static int
open2 (struct part *p)
{
  p->f = fopen ("part2", "r");
  return p->f ? 0 : -1;
}

static int
open3 (struct part *p)
{
  p->f = fopen ("part3", "r");
  return p->f ? 0 : -1;
}

static int
open4 (struct part *p)
{
  p->f = fopen ("part4", "r");
  return p->f ? 0 : -1;
}

static int
open5 (struct part *p)
{
  p->f = fopen ("part5", "r");
  return p->f ? 0 : -1;
}

static int
open6 (struct part *p)
{
  p->f = fopen ("part6", "r");
  return p->f ? 0 : -1;
}

static int
open7 (struct part *p)
{
  p->f = fopen ("part7", "r");
  return p->f ? 0 : -1;
}

static int
open8 (struct part *p)
{
  p->f = fopen ("part8", "r");
  return p->f ? 0 : -1;
}

int
clean_all (int x, struct part *p)
{
  int y = 0;
  if (x == 1)
    y = open1 (p);
  if (x == 2)
    y = open2 (p);
  if (x == 3)
    y = open3 (p);
  if (x == 4)
    y = open4 (p);
  if (x == 5)
    y = open5 (p);
  if (x == 6)
    y = open6 (p);
  if (x == 7)
    y = open7 (p);
  if (x == 8)
    y = open8 (p);
  p->f = NULL;
  return y;
}

/* Only the one that the seventh call opened is lost.  */
int
leak_seventh (int x, struct part *p)
{
  int y = 0;
  if (x == 1)
    y = open1 (p);
  if (x == 2)
    y = open2 (p);
  if (x == 3)
    y = open3 (p);
  if (x == 4)
    y = open4 (p);
  if (x == 5)
    y = open5 (p);
  if (x == 6)
    y = open6 (p);
  if (x == 7)
    y = open7 (p);	/* { dg-warning "'p->f' is never closed|might not be closed" } */
  if (x == 8)
    y = open8 (p);
  if (x == 7 && y == 0)
    {
      free (p);
      return -1;
    }
  p->f = NULL;
  return y;
}

/* None was opened where the place is freed.  */
int
clean_none (int x, struct part *p)
{
  int y = 0;
  if (x == 1)
    y = open1 (p);
  if (x == 2)
    y = open2 (p);
  if (x == 3)
    y = open3 (p);
  if (x == 4)
    y = open4 (p);
  if (x == 5)
    y = open5 (p);
  if (x == 6)
    y = open6 (p);
  if (x == 7)
    y = open7 (p);
  if (x == 8)
    y = open8 (p);
  if (x == 9)
    {
      free (p);
      return -1;
    }
  p->f = NULL;
  return y;
}
