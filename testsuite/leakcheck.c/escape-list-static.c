/* Lists whose head and tail are static variables.  Both are NULL when main begins, so both are or
   neither is later; and what the last node but one has got is not lost when the tail moves on.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; char *text; };

static struct node *head, *tail;
static struct node *first, *last = NULL;
static struct node *only;
static int log_level = 1;
struct state { int set; struct node *list; };
static struct state state;

static struct node *q_head, *q_tail;

/* The values are set by hand: no main is needed.  */
void
clean_filled_again (int n)
{
  q_head = q_tail = NULL;
  for (int i = 0; i < n; i++)
    {
      struct node *p = malloc (sizeof *p);
      if (!p)
	return;
      p->next = NULL;
      if (q_head == NULL)
	q_head = p;
      if (q_tail != NULL)
	q_tail->next = p;
      q_tail = p;
    }
}

static struct node *r_tail;

/* The tail alone holds the last node, and the first one is held by nothing.  */
void
leak_no_head (int n)
{
  r_tail = NULL;
  for (int i = 0; i < n; i++)
    {
      struct node *p = malloc (sizeof *p);	/* { dg-warning "memory leak" } */
      if (!p)
	return;
      p->next = NULL;
      r_tail = p;
    }
}

/* A node that another one has got, and that a variable has, too.  */
void
clean_in_list_and_variable (struct node *list, int n)
{
  struct node *p = list;
  for (int i = 0; i < n && p; i++)
    {
      struct node *q = malloc (sizeof *q);
      if (!q)
	return;
      q->next = p->next;
      p->next = q;
      r_tail = q;
      p = q->next;
    }
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      struct node *p = malloc (sizeof *p);
      if (!p)
	continue;
      p->next = NULL;
      p->text = argv[i];
      if (head == NULL)
	head = p;
      if (tail != NULL)
	tail->next = p;
      tail = p;
    }
  for (int i = 1; i < argc; i++)
    {
      struct node *p = malloc (sizeof *p);
      if (!p)
	continue;
      p->next = NULL;
      if (last)
	last->next = p;
      else
	first = p;
      last = p;
    }
  /* What the variable holds is not the first node's.  */
  for (int i = 1; i < argc; i++)
    {
      struct node *p = malloc (sizeof *p);	/* { dg-warning "memory leak" } */
      if (!p)
	continue;
      p->next = NULL;
      only = p;
    }
  /* The level is 1 until it is set, and a member is 0.  */
  for (int i = 1; i < argc; i++)
    {
      char *text = NULL;
      if (log_level == 2 || state.set)
	text = strdup (argv[i]);
      if (log_level == 2)
	free (text);
    }
  for (int i = 1; i < argc; i++)
    {
      char *text = strdup (argv[i]);	/* { dg-warning "memory leak" } */
      if (log_level == 1 || i == 3)
	free (text);
      if (argc > 5)
	log_level = 2;
    }
  return head && first && only && head->text ? 0 : 1;
}
