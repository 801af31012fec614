/* A block that was just allocated is not what a global variable points to into which the unit stores
   nothing: a string or line that stands for all empty ones.  */
/* { dg-do compile } */
#include <stdlib.h>
#include <string.h>

extern char *empty_string;
extern char *last_string;
extern unsigned char *no_font;

struct line { unsigned char *image, *font; };

void show (const char *);
int recode (int);

int
clean (const char *s)
{
  char *p = strdup (s);
  if (!p)
    p = empty_string;
  show (p);
  if (p != empty_string)
    free (p);
  return 0;
}

/* It is there after the first round.  */
void
clean_rounds (struct line *l, int width)
{
  for (int i = 0; i < width; i++)
    {
      int c = l->image[i] | l->font[i] << 8;
      if (c < 256)
	continue;
      if (l->font == no_font)
	{
	  l->font = calloc (width + 1, 1);
	  if (!l->font)
	    {
	      l->font = no_font;
	      return;
	    }
	}
      c = recode (c);
      l->image[i] = c;
      l->font[i] = c >> 8;
    }
}

int
wrong_way_round (const char *s)
{
  char *p = strdup (s);	/* { dg-warning "'p' is never freed" } */
  if (!p)
    return -1;
  show (p);
  if (p == empty_string)
    free (p);
  return 0;
}

void
each_round (struct line *l, int width)
{
  for (int i = 0; i < width; i++)
    {
      if (l->font != no_font)
	l->font = calloc (width + 1, 1);	/* { dg-warning "'l->font' might not be freed" } */
      if (!l->font)
	return;
    }
}

/* This one is stored into: the block may be there.  */
int
remembered (const char *s, int n)
{
  char *p = strdup (s);
  if (!p)
    return -1;
  if (n > 0)
    last_string = p;
  show (p);
  if (p != last_string)
    free (p);
  return 0;
}
