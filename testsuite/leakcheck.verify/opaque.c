/* Structures of which only the name is known: whoever is declared to close one
   tells that it must be closed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <leakcheck.h>
#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

struct port;
struct port *port_open (const char *name);
struct port *port_try_open (const char *name);
LEAKCHECK_NOT_OWNING struct port *port_default (void);
void port_close (struct port *p LEAKCHECK_CLOSES);
void port_abort (struct port *p LEAKCHECK_CLOSES);
void port_use (struct port *p);
void port_take (struct port *p LEAKCHECK_OWNING);
int port_pair (struct port **a, struct port **b)
  LEAKCHECK_ACQUIRE_ARG ("port", 1, "result == 0")
  LEAKCHECK_ACQUIRE_ARG ("port", 2, "result == 0");

/* Nobody closes these.  */
struct list;
struct list *list_of (int n);

void
closed (void)
{
  struct port *p = port_open ("a");
  port_close (p);
}

void
aborted (void)
{
  struct port *p = port_open ("a");
  port_abort (p);
}

void
either (bool b)
{
  struct port *p = port_open ("a");
  if (b)
    port_abort (p);
  else
    port_close (p);
}

void
forgotten (void)
{
  struct port *p = port_open ("a"); /* error: not-called */
  port_use (p);
}

void
forgotten_on_one_way (bool b)
{
  struct port *p = port_open ("a"); /* error: not-called */
  if (b)
    return;
  port_close (p);
}

void
tried (void)
{
  struct port *p = port_try_open ("a");
  if (p == NULL)
    return;
  port_use (p);
  port_close (p);
}

void
shared (void)
{
  struct port *p = port_default ();
  port_use (p);
}

void
given (void)
{
  port_take (port_open ("a"));
}

void
kept (struct port *p LEAKCHECK_OWNING) /* error: not-called */
{
  port_use (p);
}

struct port *
returned (void)
{
  return port_open ("a");
}

LEAKCHECK_NOT_OWNING struct port *
returned_not_owning (void)
{
  return port_open ("a"); /* error: not-called */
}

void
returned_forgotten (void)
{
  returned (); /* error: not-called */
}

void
nobody_closes (void)
{
  struct list *l = list_of (1);
  (void) l;
}

void
both (void)
{
  struct port *a, *b;
  if (port_pair (&a, &b) != 0)
    return;
  port_close (a);
  port_close (b);
}

void
both_first_forgotten (void)
{
  struct port *a, *b;
  if (port_pair (&a, &b) != 0) /* error: not-called */
    return;
  port_close (b);
}

/* A structure that owns one.  */
struct LEAKCHECK_MUST_CALL ("dock_free") dock
{
  struct port *port LEAKCHECK_OWNING;
};

void dock_free (struct dock *d LEAKCHECK_CLOSES);
void
dock_free (struct dock *d)
{
  port_close (d->port);
}

struct LEAKCHECK_MUST_CALL ("pier_free") pier
{
  struct port *port LEAKCHECK_OWNING;
};

void pier_free (struct pier *p LEAKCHECK_CLOSES);
void
pier_free (struct pier *p) /* error: promise-broken */
{
  port_use (p->port);
}

/* What the system's headers hide keeps its kind.  */
void my_closedir (DIR *d LEAKCHECK_CLOSES);

void
directory (void)
{
  DIR *d = opendir ("."); /* error: not-called */
  if (d)
    readdir (d);
}

void
directory_closed (void)
{
  DIR *d = opendir (".");
  if (d)
    closedir (d);
}

void
directory_closed_by_us (void)
{
  DIR *d = opendir (".");
  if (d)
    my_closedir (d);
}
