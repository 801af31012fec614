/* Blocks with a header that points behind itself: nobody has them by that.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture
{
  int width;
  size_t size;
  unsigned char *data;
};

static struct picture *
picture_new (int width)
{
  if (width <= 0 || width > 3000)
    return NULL;
  void *block = calloc (1, sizeof (struct picture) + width);
  if (!block)
    return NULL;
  struct picture *p = block;
  p->width = width;
  p->size = width;
  p->data = (unsigned char *) (p + 1);
  return p;
}

static int
picture_write (const struct picture *p, FILE *out)
{
  return fwrite (p->data, 1, p->size, out) == p->size;
}

int
leak_written (int width, FILE *out)
{
  struct picture *p = picture_new (width);	/* { dg-warning "might not be freed" } */
  if (!p)
    return 0;
  if (!picture_write (p, out))
    return -1;
  free (p);
  return 1;
}

int
clean_written (int width, FILE *out)
{
  struct picture *p = picture_new (width);
  if (!p)
    return 0;
  int ok = picture_write (p, out);
  free (p);
  return ok;
}

struct picture *
leak_second (int width)
{
  struct picture *p = picture_new (width);	/* { dg-warning "might not be freed" } */
  if (!p)
    return NULL;
  struct picture *q = picture_new (width / 2);
  if (!q)
    return NULL;
  memcpy (q->data, p->data, width / 2);
  free (p);
  return q;
}

struct picture *
clean_second (int width)
{
  struct picture *p = picture_new (width);
  if (!p)
    return NULL;
  struct picture *q = picture_new (width / 2);
  if (q)
    memcpy (q->data, p->data, width / 2);
  free (p);
  return q;
}

/* One that has itself by its own address may be asked for it.  */
struct self
{
  struct self *me;
  int n;
};

int
clean_self (void)
{
  struct self *s = malloc (sizeof *s);
  if (!s)
    return -1;
  s->me = s;
  free (s->me);
  return 0;
}

/* A list without elements, and one with a first element.  */
struct node
{
  struct node *next, *previous;
};

struct list
{
  int n;
  struct node ends;
};

struct list *
clean_list (void)
{
  struct list *l = malloc (sizeof *l);
  if (!l)
    return NULL;
  l->n = 0;
  l->ends.next = l->ends.previous = &l->ends;
  return l;
}

int
leak_list (int n)
{
  struct list *l = malloc (sizeof *l);	/* { dg-warning "might not be freed" } */
  if (!l)
    return -1;
  l->n = n;
  l->ends.next = l->ends.previous = &l->ends;
  if (n > 3)
    return 0;
  free (l);
  return 1;
}

/* Who has the data has the block.  */
unsigned char *
clean_data (int width)
{
  struct picture *p = picture_new (width);
  if (!p)
    return NULL;
  return p->data;
}

static void
free_data (unsigned char *data)
{
  free (data - sizeof (struct picture));
}

int
clean_freed_by_data (int width)
{
  struct picture *p = picture_new (width);
  if (!p)
    return -1;
  free_data (p->data);
  return 0;
}
