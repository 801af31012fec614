/* Obligations of local variables in C.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "conn.h"

void
closed (void)
{
  struct conn *c = conn_open ("a");
  conn_close (c);
}

void
never_closed (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  conn_use (c);
}

void
unnamed (void)
{
  conn_use (conn_open ("a")); /* error: not-called */
}

void
unnamed_closed (void)
{
  conn_close (conn_open ("a"));
}

void
ignored (void)
{
  conn_open ("a"); /* error: not-called */
}

void
of_default (void)
{
  struct conn *c = conn_default ();
  conn_use (c);
}

void
copied (void)
{
  struct conn *c = conn_open ("a");
  struct conn *d = c;
  conn_close (d);
}

void
overwritten (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  c = conn_open ("b");
  conn_close (c);
}

void
overwritten_closed (void)
{
  struct conn *c = conn_open ("a");
  conn_close (c);
  c = conn_open ("b");
  conn_close (c);
}

void
one_branch (int x)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (x)
    conn_close (c);
}

void
both_branches (int x)
{
  struct conn *c = conn_open ("a");
  if (x)
    conn_close (c);
  else
    {
      conn_use (c);
      conn_close (c);
    }
}

void
early_return (int x)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (x)
    return;
  conn_close (c);
}

void
by_goto (int x)
{
  struct conn *c = conn_open ("a");
  if (x)
    goto out;
  conn_use (c);
 out:
  conn_close (c);
}

void
by_goto_past (int x)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (x)
    goto out;
  conn_close (c);
 out:
  return;
}

void
null_tested (void)
{
  struct conn *c = conn_open ("a");
  if (c)
    conn_close (c);
}

void
null_returned (void)
{
  struct conn *c = conn_open ("a");
  if (!c)
    return;
  conn_close (c);
}

void
null_tested_wrong (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (!c)
    conn_close (c);
}

void
in_loop (int n)
{
  for (int i = 0; i < n; i++)
    {
      struct conn *c = conn_open ("a"); /* error: not-called */
      conn_use (c);
    }
}

void
in_loop_closed (int n)
{
  for (int i = 0; i < n; i++)
    {
      struct conn *c = conn_open ("a");
      conn_close (c);
    }
}

void
in_loop_continued (int n)
{
  for (int i = 0; i < n; i++)
    {
      struct conn *c = conn_open ("a"); /* error: not-called */
      if (conn_ready (c))
	continue;
      conn_close (c);
    }
}

void
in_loop_behind (int n)
{
  struct conn *c = NULL;
  for (int i = 0; i < n; i++)
    {
      c = conn_open ("a");
      if (conn_ready (c))
	break;
      conn_close (c);
      c = NULL;
    }
  if (c)
    conn_close (c);
}

void
switched (int n)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  switch (n)
    {
    case 1:
      conn_close (c);
      break;
    case 2:
      break;
    default:
      conn_close (c);
    }
}

void
switched_closed (int n)
{
  struct conn *c = conn_open ("a");
  switch (n)
    {
    case 1:
      conn_close (c);
      break;
    default:
      conn_use (c);
      conn_close (c);
    }
}

void
conditional (int x)
{
  struct conn *c = x ? conn_open ("a") : NULL;
  if (c)
    conn_close (c);
}

void
two (void)
{
  struct conn *c = conn_open ("a");
  struct conn *d = conn_open ("b"); /* error: not-called */
  conn_use (d);
  conn_close (c);
}

void
exits (int x)
{
  struct conn *c = conn_open ("a");
  if (x)
    exit (1);
  conn_close (c);
}

/* ---- What shipped specifications acquire.  ---- */

void
stream (void)
{
  FILE *f = fopen ("a", "r"); /* error: not-called */
  if (f)
    fgetc (f);
}

void
stream_closed (void)
{
  FILE *f = fopen ("a", "r");
  if (f)
    fclose (f);
}

void
stream_closed_if_open (void)
{
  FILE *f = fopen ("a", "r");
  if (!f)
    return;
  fgetc (f);
  fclose (f);
}

void
descriptor (void)
{
  int fd = open ("a", O_RDONLY); /* error: not-called */
  char c;
  if (fd >= 0 && read (fd, &c, 1) < 0)
    perror ("a");
}

void
descriptor_closed (void)
{
  int fd = open ("a", O_RDONLY);
  if (fd < 0)
    return;
  close (fd);
}

void
memory (void)
{
  char *p = malloc (10); /* error: not-called */
  if (p)
    p[0] = 0;
}

void
memory_freed (void)
{
  char *p = malloc (10);
  if (p)
    p[0] = 0;
  free (p);
}

void
memory_and_stream (void)
{
  char *p = malloc (10); /* error: not-called */
  FILE *f = fopen ("a", "r");
  if (!f)
    return;
  fclose (f);
  free (p);
}

void
memory_and_stream_freed (void)
{
  char *p = malloc (10);
  FILE *f = fopen ("a", "r");
  if (f)
    fclose (f);
  free (p);
}

void
wrong_release (void)
{
  FILE *f = fopen ("a", "r"); /* error: not-called */
  free (f);
}

void
through_unknown (void)
{
  extern void unknown (FILE *);
  FILE *f = fopen ("a", "r"); /* error: not-called */
  unknown (f);
}

void
through_unknown_closed (void)
{
  extern void unknown (FILE *);
  FILE *f = fopen ("a", "r");
  if (!f)
    return;
  unknown (f);
  fclose (f);
}

void
pipes (void)
{
  int fds[2]; 
  if (pipe (fds) != 0)
    return;
  close (fds[0]);
  close (fds[1]);
}

void
pipes_half (void)
{
  int fds[2];
  if (pipe (fds) != 0) /* error: not-called */
    return;
  close (fds[0]);
}
