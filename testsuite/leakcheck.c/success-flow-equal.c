/* What is equal is known alike: copies into memory and out of it, and what a
   helper leaves as it was.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part { struct part *parent, *prev, *subparts; };
struct node { struct node *next; int key; };

extern int parse (char **text);

static struct part *
part_new (struct part *parent)
{
  struct part *m = calloc (1, sizeof *m);
  if (m)
    {
      m->parent = parent;
      if (parent)
	{
	  m->prev = parent->subparts;
	  parent->subparts = m;
	}
    }
  return m;
}

/* The parent is not NULL: it was just made, or there already.  */
int
clean_linked (char *text, struct part **root, struct part **current)
{
  if (!*current)
    {
      *root = part_new (NULL);
      if (!*root)
	return 1;
      *current = *root;
    }
  if (parse (&text) < 0)
    return 1;
  return part_new (*current) == NULL;
}

int
leak_unlinked (char *text, struct part **root)
{
  if (!*root)
    return 1;
  if (parse (&text) < 0)
    return 1;
  return part_new (NULL) == NULL; /* { dg-warning "allocated by 'part_new' is never freed" } */
}

/* The last node is NULL only if the list was empty.  */
static struct node *
find_or_add (struct node **head, int key)
{
  struct node *n, *last = NULL;
  for (n = *head; n; n = n->next)
    {
      if (n->key == key)
	return n;
      last = n;
    }
  n = calloc (1, sizeof *n);
  if (!n)
    abort ();
  n->key = key;
  if (last)
    last->next = n;
  else if (!*head)
    *head = n;
  return n;
}

int
clean_appended (const int *keys, int n)
{
  struct node *list = NULL, *next;
  int sum = 0;
  for (int i = 0; i < n; i++)
    find_or_add (&list, keys[i]);
  for (; list; list = next)
    {
      next = list->next;
      sum += list->key;
      free (list);
    }
  return sum;
}

/* A list is extended at its tail, which moves on.  */
int
clean_tail (struct node **out, int n)
{
  struct node *p = *out = calloc (1, sizeof *p);
  if (!p)
    return -1;
  for (int i = 0; i < n; i++)
    {
      p->next = calloc (1, sizeof *p);
      if (!p->next)
	return -1;
      p = p->next;
      p->key = i;
    }
  return 0;
}

/* On success the helper does not touch the code, so it is still 0.  */
static void *
get (int *code, size_t size)
{
  void *p = malloc (size);
  if (!p)
    *code = 7;
  return p;
}

int
clean_code (struct node **list, int key)
{
  int code = 0;
  struct node *n = get (&code, sizeof *n);
  if (code == 0)
    {
      n->key = key;
      n->next = *list;
      *list = n;
    }
  return code;
}

/* This one does.  */
static void *
get_and_count (int *code, size_t size)
{
  void *p = malloc (size);
  *code += p == NULL ? 7 : 1;
  return p;
}

int
leak_code (struct node **list, int key)
{
  int code = 0;
  struct node *n = get_and_count (&code, sizeof *n); /* { dg-warning "'n' might not be freed" } */
  if (code == 0)
    {
      n->key = key;
      n->next = *list;
      *list = n;
    }
  return code;
}

/* An out-parameter is no longer what it was before the call.  */
static char *
label (const char *name)
{
  char *text = NULL;
  if (asprintf (&text, "<%s>", name) < 0)
    abort ();
  return text;
}

int
leak_label (const char *name, int quiet)
{
  char *text = NULL;
  if (name)
    text = label (name); /* { dg-warning "'text' might not be freed" } */
  if (quiet)
    return 0;
  if (text)
    {
      puts (text);
      free (text);
    }
  return 1;
}

int
clean_label (const char *name)
{
  char *text = NULL;
  if (name)
    text = label (name);
  if (text)
    {
      puts (text);
      free (text);
    }
  return 1;
}
