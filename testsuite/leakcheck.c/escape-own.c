/* Ownership that leaves the function: a caller's structure, a global, a list,
   a registered callback, an unknown callee.  Trusted, so silent; and next to
   each a path on which it did not get that far.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <unistd.h>

struct session
{
  FILE *in;
  char *user;
  struct { int ctl, data; } fds;
  struct session *next;
};

static struct session *sessions;
static FILE *trace;
static int pidfile = -1;
static int listeners[16], n_listeners;

/* To a caller's structure.  */
int
session_open (struct session *s, const char *name)
{
  s->in = fopen (name, "r");
  return s->in ? 0 : -1;
}

/* By way of a local variable, into a nested member.  */
int
session_dial (struct session *s)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (fd < 0)
    return -1;
  int one = 1;
  if (setsockopt (fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one) < 0)
    {
      close (fd);
      return -1;
    }
  s->fds.ctl = fd;
  return 0;
}

/* The option cannot be set, the structure never gets the socket.  */
int
session_dial_leaky (struct session *s)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  int one = 1;
  if (setsockopt (fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one) < 0)
    return -1;
  s->fds.ctl = fd;
  return 0;
}

/* To a global variable.  */
int
trace_to (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  setlinebuf (f);
  trace = f;
  return 0;
}

/* The lock file stays open as long as the process lives.  */
int
lock_pidfile (const char *name)
{
  pidfile = open (name, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (pidfile < 0)
    return -1;
  return lockf (pidfile, F_TLOCK, 0);
}

/* To an element of a global array.  */
int
add_listener (int family)
{
  int s = socket (family, SOCK_STREAM, 0);
  if (s < 0)
    return -1;
  if (n_listeners == 16 || listen (s, 10) < 0)
    {
      close (s);
      return -1;
    }
  listeners[n_listeners++] = s;
  return 0;
}

int
add_listener_leaky (int family)
{
  int s = socket (family, SOCK_STREAM, 0);	/* { dg-warning "'s' might not be closed" } */
  if (s < 0)
    return -1;
  if (listen (s, 10) < 0)
    {
      close (s);
      return -1;
    }
  if (n_listeners == 16)
    return -1;
  listeners[n_listeners++] = s;
  return 0;
}

/* To the head of a global list.  */
int
session_add (const char *user)
{
  struct session *s = calloc (1, sizeof *s);
  if (!s)
    return -1;
  s->user = strdup (user);
  if (!s->user)
    {
      free (s);
      return -1;
    }
  s->next = sessions;
  sessions = s;
  return 0;
}

/* The name cannot be copied: the node is lost.  */
int
session_add_leaky (const char *user)
{
  struct session *s = calloc (1, sizeof *s);	/* { dg-warning "leak" } */
  if (!s)
    return -1;
  s->user = strdup (user);
  if (!s->user)
    return -1;
  s->next = sessions;
  sessions = s;
  return 0;
}

/* To the tail of a list, by the address of the last link.  */
void
session_append (struct session **list, FILE *in)
{
  struct session *s = malloc (sizeof *s);
  if (!s)
    return;
  memset (s, 0, sizeof *s);
  s->in = in;
  while (*list)
    list = &(*list)->next;
  *list = s;
}

/* With the macros of <sys/queue.h>.  */
struct job
{
  char *command;
  TAILQ_ENTRY (job) link;
};
static TAILQ_HEAD (, job) jobs = TAILQ_HEAD_INITIALIZER (jobs);

int
enqueue (const char *command)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -1;
  j->command = strdup (command);
  TAILQ_INSERT_TAIL (&jobs, j, link);
  return 0;
}

/* Dequeued and freed, but not what it holds.  */
static int
run_leaky (const char *command)
{
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -1;
  j->command = strdup (command);	/* { dg-warning "leak" } */
  int ret = j->command ? system (j->command) : -1;
  free (j);
  return ret;
}

int
run_next (void)
{
  struct job *j = TAILQ_FIRST (&jobs);
  if (!j)
    return 0;
  TAILQ_REMOVE (&jobs, j, link);
  int ret = run_leaky (j->command);
  free (j->command);
  free (j);
  return ret;
}

/* To a callback that is registered with its data.  */
extern int register_handler (void (*handler) (void *), void *data);

static void
on_event (void *data)
{
  struct session *s = data;
  puts (s->user);
}

int
watch (const char *user)
{
  struct session *s = calloc (1, sizeof *s);
  if (!s)
    return -1;
  s->user = strdup (user);
  return register_handler (on_event, s);
}

/* To a callee nobody knows: it may keep it.  */
extern void scheduler_take (int fd, const char *why);

int
hand_over (const char *name)
{
  int fd = open (name, O_RDONLY | O_NONBLOCK);
  if (fd < 0)
    return -1;
  scheduler_take (fd, name);
  return 0;
}

/* What is borrowed from the caller is not ours to close.  */
int
peek (FILE *f, DIR *d)
{
  int c = getc (f);
  if (c == EOF || !readdir (d))
    return -1;
  return c;
}

/* Handed to the caller by address, on success only.  */
int
open_both (const char *a, const char *b, FILE **fa, FILE **fb)
{
  FILE *x, *y;
  x = fopen (a, "r");
  if (!x)
    return -1;
  y = fopen (b, "w");
  if (!y)
    {
      fclose (x);
      return -1;
    }
  *fa = x;
  *fb = y;
  return 0;
}

int
open_both_leaky (const char *a, const char *b, FILE **fa, FILE **fb)
{
  FILE *x, *y;
  x = fopen (a, "r");			/* { dg-warning "leak" } */
  if (!x)
    return -1;
  y = fopen (b, "w");
  if (!y)
    return -1;
  *fa = x;
  *fb = y;
  return 0;
}
