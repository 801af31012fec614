/* Unknown functions that get a pointer to constant data: they read it, unless another argument can
   hold it, or the function returns nothing and gets nothing else: it may keep or release it, unless
   its caller has only filled it.  The name says nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdlib.h>
#include <string.h>

struct shape { int kind; double size; };
struct scene;
extern double area_of (const struct shape *);
extern int draw (const struct shape *, int colour);
extern unsigned checksum (const void *, unsigned n);
extern void scene_show (struct scene *, const struct shape *);
extern int use_shape (struct shape *);
extern int shape_address (const struct shape *), offsets_put (const struct shape *, int);
extern void shape_unref (const struct shape *);
extern void discard (const void *);
extern const struct shape *larger (const struct shape *, double);

static struct shape *
made (void)
{
  return calloc (1, sizeof (struct shape));
}

double
measured (void)
{
  struct shape *s = made ();	/* { dg-warning "'s' is never freed" } */
  return s ? area_of (s) : 0;
}

int
drawn (int colour)
{
  struct shape *s = made ();	/* { dg-warning "'s' might not be freed" } */
  if (!s)
    return -1;
  s->kind = 3;
  if (draw (s, colour) < 0)
    return -1;
  free (s);
  return 0;
}

unsigned
summed (unsigned n)
{
  unsigned char *b = calloc (n, 1);	/* { dg-warning "'b' is never freed" } */
  return b ? checksum (b, n) : 0;
}

int
addressed (void)
{
  struct shape *s = made ();	/* { dg-warning "'s' is never freed" } */
  return s ? shape_address (s) : -1;
}

void
printed (int width)
{
  struct shape *s = made ();	/* { dg-warning "'s' is never freed" } */
  if (s)
    offsets_put (s, width);
}

/* Filled in order to be read.  */
extern void shape_plot (const struct shape *), shape_free (const struct shape *);

void
plotted (int kind)
{
  struct shape *s = malloc (sizeof *s);	/* { dg-warning "'s' is never freed" } */
  if (s == NULL)
    return;
  s->size = s->kind = kind;
  shape_plot (s);
}

/* Clean, all of them.  */
void
plotted_and_freed (int kind)
{
  struct shape *s = made ();
  if (!s)
    return;
  s->kind = kind;
  shape_plot (s);
  shape_free (s);
}

double
sized_and_freed (int kind)
{
  struct shape *s = made ();
  double size;
  if (!s)
    return 0;
  s->size = kind;
  size = s->size * 2;
  shape_free (s);
  return size;
}

struct shape *
returned_or_freed (int kind)
{
  struct shape *s = made ();
  if (!s)
    return NULL;
  s->kind = kind;
  if (kind < 0)
    {
      shape_free (s);
      return NULL;
    }
  return s;
}

void
shown (struct scene *scene)
{
  struct shape *s = made ();
  if (s)
    scene_show (scene, s);
}

int
used (void)
{
  struct shape *s = made ();
  return s ? use_shape (s) : -1;
}

void
dropped (void)
{
  struct shape *s = made ();
  if (s)
    shape_unref (s);
}

void
discarded (void)
{
  struct shape *s = made ();
  if (s)
    discard (s);
}

const struct shape *
of_two (void)
{
  struct shape *s = made ();
  return s ? larger (s, 2) : NULL;
}
