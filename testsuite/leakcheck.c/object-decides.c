/* A function that releases its argument, or leaves that to who uses the object later: what is in the
   object decides, and no result tells.  Heuristic: a caller that knows nothing of it has released it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O1 -fplugin-arg-leakcheck-checking" } */

#include <stdio.h>
#include <stdlib.h>

enum { QUEUED = 1, RUNNING = 2 };

struct task { unsigned state; void (*process) (struct task *); struct task *next; };

extern struct task *current;
struct task *wakes (struct task *);
int busy (void);
void run (void);

/* Released when it runs again.  */
static void
task_destroy (struct task *t)
{
  if (!t)
    return;
  if (t == current || !(t->state & (QUEUED | RUNNING)))
    free (t);
  else
    t->process = NULL;
}

static struct task *
task_new (void)
{
  struct task *t = malloc (sizeof *t);
  if (t)
    t->process = NULL;
  return t;
}

int
started_or_not (int n)
{
  struct task *t = task_new ();
  if (!t)
    return -1;
  t->state = n;
  if (busy ())
    {
      task_destroy (t);
      return -1;
    }
  wakes (t);
  return 0;
}

/* The caller knows in which state it is.  */
int
certainly_queued (void)
{
  struct task *t = task_new ();	/* { dg-warning "'t' might not be freed" } */
  if (!t)
    return -1;
  t->state = QUEUED;
  if (busy ())
    {
      task_destroy (t);
      return -1;
    }
  wakes (t);
  return 0;
}

/* What decides is not in the object.  */
static void
task_drop (struct task *t)
{
  if (busy ())
    return;
  free (t);
}

int
dropped_at_leisure (void)
{
  struct task *t = task_new ();	/* { dg-warning "'t' might not be freed" } */
  if (!t)
    return -1;
  task_drop (t);
  return 0;
}

/* The result tells, and is tested.  */
static int
task_stop (struct task *t)
{
  if (t->state)
    return -1;
  free (t);
  return 0;
}

int
not_stopped (int n)
{
  struct task *t = task_new ();	/* { dg-warning "'t' might not be freed" } */
  if (!t)
    return -1;
  t->state = n;
  if (task_stop (t) < 0)
    return -1;
  return 0;
}

int
stopped_later (int n)
{
  struct task *t = task_new ();
  if (!t)
    return -1;
  t->state = n;
  if (task_stop (t) < 0)
    {
      t->state = 0;
      wakes (t);
    }
  return 0;
}

/* Put into a queue, unless it is in one.  */
static struct task *queue;

static void
task_schedule (struct task *t)
{
  if (t->next)
    return;
  t->next = queue;
  queue = t;
}

void
scheduled (struct task *after)
{
  struct task *t = task_new ();
  if (t)
    {
      t->next = after;
      task_schedule (t);
    }
  run ();
}

/* A flag of the caller decides, and a member.  */
static void
task_end (struct task *t, int now)
{
  if (now)
    free (t);
  else if (t->state)
    run ();
}

int
ended_at_once (int n)
{
  struct task *t = task_new ();
  if (!t)
    return -1;
  t->state = n;
  task_end (t, 1);
  return 0;
}

int
ended_never (int n)
{
  struct task *t = task_new ();	/* { dg-warning "'t' is never freed" } */
  if (!t)
    return -1;
  t->state = n;
  task_end (t, 0);
  return 0;
}

int
ended_perhaps (int n, int now)
{
  struct task *t = task_new ();	/* { dg-warning "'t' might not be freed" } */
  if (!t)
    return -1;
  t->state = n;
  task_end (t, now);
  return 0;
}

/* The members are released as the flag says; the object is the caller's.  */
struct conn { char *text; int owned; };

static void
conn_clear (struct conn *c)
{
  if (c->owned)
    free (c->text);
  c->text = NULL;
}

int
cleared_only (int n)
{
  struct conn *c = malloc (sizeof *c);	/* { dg-warning "'c' is never freed" } */
  if (!c)
    return -1;
  c->owned = n;
  c->text = NULL;
  conn_clear (c);
  return 0;
}
