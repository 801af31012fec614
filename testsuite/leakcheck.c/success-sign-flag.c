/* Numbers of a few bits that are read as signed here and as unsigned there.  */

#include <stdint.h>
#include <stdlib.h>

struct table
{
  uint16_t n;			/* With the sign bit, it is a large one.  */
  void *p;
};

void
clean_large (struct table *t)
{
  t->n = (uint16_t) -1;
  void *p = malloc (10);
  if ((int16_t) t->n < 0)
    free (p);
}

int
leak_large (struct table *t)
{
  t->n = 3;
  void *p = malloc (10);	/* { dg-warning "never freed" } */
  if ((int16_t) t->n < 0)
    free (p);
  return 0;
}

void
clean_not_large (struct table *t)
{
  t->n = 0x7fff;
  void *p = malloc (10);
  if ((int16_t) t->n >= 0)
    free (p);
}

void
clean_after_all (struct table *t)
{
  t->n = 0x8000;
  void *p = malloc (10);
  if ((int16_t) t->n > -1)
    return (void) free (p);
  free (p);
}

int
leak_not_large (struct table *t)
{
  t->n = 0x8000;
  void *p = malloc (10);	/* { dg-warning "never freed" } */
  if ((int16_t) t->n >= 0)
    free (p);
  return 0;
}

void
clean_minus_one (struct table *t)
{
  t->n = 0xffff;
  void *p = malloc (10);
  if ((int16_t) t->n == -1)
    free (p);
}

void
clean_twice (struct table *t)
{
  void *p = NULL;
  if ((int16_t) t->n < 0)
    p = malloc (10);
  if ((int16_t) t->n < 0)
    free (p);
}

int
clean_byte (const signed char *s)
{
  void *p = malloc (10);
  if (!p)
    return -1;
  if ((unsigned char) *s == 200)
    {
      if (*s == -56)
	free (p);
      return 0;
    }
  free (p);
  return 1;
}

int
leak_byte (const signed char *s)
{
  void *p = malloc (10);	/* { dg-warning "might not be freed" } */
  if (!p)
    return -1;
  if ((unsigned char) *s == 200)
    {
      if (*s == 56)
	free (p);
      return 0;
    }
  free (p);
  return 1;
}

/* What is tested as unsigned says nothing about what it is as signed.  */
int
leak_order (const signed char *s)
{
  void *p = malloc (10);	/* { dg-warning "might not be freed" } */
  if (!p)
    return -1;
  if (*s < 0)
    {
      if ((unsigned char) *s > 100)
	return 1;
    }
  free (p);
  return 0;
}

/* ---- Numbers that were cut to a few bits are what they are then.  ---- */

int get (void);

int
clean_cut (void)
{
  uint16_t length = get ();
  char *p = NULL;
  if (length > 16)
    {
      p = malloc (length);
      if (!p)
	return -1;
    }
  for (int i = 0; i < length; i++)
    get ();
  if (length > 16)
    free (p);
  return 0;
}

static void
finish (uint8_t op, char *p)
{
  if (op == 200)
    free (p);
}

int
clean_passed (int n)
{
  uint8_t op = n;
  if (op == 200)
    {
      char *p = malloc (10);
      if (p)
	finish (op, p);
    }
  return 0;
}

int
clean_switch (void)
{
  char *p = NULL;
  unsigned char c = get ();
  switch (c)
    {
    case 0xff:
      p = malloc (10);
      break;
    default:
      break;
    }
  if (c == 0xff && p)
    free (p);
  return 0;
}

int
clean_order (int a, int b)
{
  char *p = NULL;
  uint16_t x = a, y = b;
  if (x < y)
    p = malloc (10);
  if (x < y && p)
    free (p);
  return 0;
}

int
clean_sign_changed (int16_t a)
{
  char *p = NULL;
  uint16_t x = a;
  if (x > 5)
    p = malloc (10);
  if (x > 5 && p)
    free (p);
  return 0;
}

int
leak_cut (void)
{
  uint16_t length = get ();
  char *p = NULL;
  if (length > 16)
    p = malloc (length);	/* { dg-warning "never freed" } */
  if (length <= 16)
    free (p);
  return 0;
}
