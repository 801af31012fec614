/* A function that releases its argument, or leaves that to who uses the object later: what is in the
   object decides, and no result tells.  Heuristic: a caller that knows nothing of it has released it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O1 -fplugin-arg-leakcheck-checking" } */

#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

/* A handle that is checked before it is closed: the type of the object, or its magic.  The callers
   have no other way to release it, and do not look at the answer.  */
struct handle { unsigned long type; int mode; };
struct pipe { struct handle common; char *name; int fd; };

extern void set_error (int);
extern unsigned long read_type (void);

static bool
is_pipe (void *h)
{
  struct handle *p = h;
  bool invalid = !p;
  if (p == (void *) -1L)
    invalid = true;
  if (invalid || p->type != 7)
    {
      set_error (1);
      return false;
    }
  return true;
}

static bool
pipe_close (void *h)
{
  struct pipe *p = h;
  if (!is_pipe (h))
    return false;
  free (p->name);
  free (p);
  return true;
}

void
pipe_used (void)
{
  struct pipe *p = malloc (sizeof *p);
  if (!p)
    return;
  p->common.type = read_type ();
  p->name = NULL;
  pipe_close (p);
}

/* A queue that refuses what is not open releases nothing.  */
struct pipes { struct pipe *all[8]; int n; };

static bool
put (struct pipes *q, struct pipe *p)
{
  if (p->fd < 0)
    return false;
  q->all[q->n++] = p;
  return true;
}

void
pipe_refused (struct pipes *q, int fd)
{
  struct pipe *p = malloc (sizeof *p);	/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return;
  p->fd = fd;
  put (q, p);
}

/* A caller that asks whether the object was released.  */
int
pipe_not_closed (void)
{
  struct pipe *p = malloc (sizeof *p);	/* { dg-warning "'p' might not be freed" } */
  if (!p)
    return -1;
  p->common.type = read_type ();
  p->name = NULL;
  if (!pipe_close (p))
    return -1;
  return 0;
}

/* The callee of which the object is known to be refused.  */
static bool
only_pipe_close (struct pipe *p)
{
  if (p->common.type != 7)
    return false;
  free (p);
  return true;
}

void
no_pipe (void)
{
  struct pipe *p = calloc (1, sizeof *p);	/* { dg-warning "'p' is never freed" } */
  if (!p)
    return;
  p->common.type = 8;
  only_pipe_close (p);
}

static const char magic[] = "search";
struct search { char magic[8]; char *path; };

static bool
is_search (void *h)
{
  struct search *s = h;
  if (!s || s == (void *) -1L)
    return false;
  if (strncmp (magic, s->magic, sizeof magic) != 0)
    return false;
  return true;
}

static void *
search_first (const char *path)
{
  struct search *s = calloc (1, sizeof *s);
  if (!s)
    return (void *) -1L;
  strcpy (s->magic, magic);
  s->path = strdup (path);
  return s;
}

static bool
search_close (void *h)
{
  struct search *s = h;
  if (!s)
    return false;
  if (!is_search (h))
    return false;
  free (s->path);
  free (s);
  return true;
}

bool
searched (const char *path)
{
  void *h = search_first (path);
  if (h == (void *) -1L)
    return false;
  search_close (h);
  return true;
}

bool
searched_and_lost (const char *path)
{
  void *h = search_first (path);	/* { dg-warning "leak" } */
  if (h == (void *) -1L)
    return false;
  return is_search (h);
}
