/* Structures that are known by name only: the functions that close them tell that
   they must be closed.  One with a body here cannot do it by itself, and is held
   to its promise.  (Found by random.exp: it was not.)

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <leakcheck.h>
#include <stdbool.h>
#include <stddef.h>

struct thing;
struct thing *thing_open (void) LEAKCHECK_OWNING;
void thing_close (struct thing *t LEAKCHECK_CLOSES);
void thing_abort (struct thing *t LEAKCHECK_CLOSES);
bool thing_use (struct thing *t);

static void shut (struct thing *t LEAKCHECK_CLOSES);
static void
shut (struct thing *t)
{
  if (t != NULL)
    thing_close (t);
}

static void shut_sometimes (struct thing *t LEAKCHECK_CLOSES);
static void
shut_sometimes (struct thing *t) /* error: promise-broken */
{
  if (thing_use (t))
    return;
  thing_close (t);
}

static void shut_never (struct thing *t LEAKCHECK_CLOSES);
static void
shut_never (struct thing *t) /* error: promise-broken */
{
  thing_use (t);
}

static void shut_either (struct thing *t LEAKCHECK_CLOSES);
static void
shut_either (struct thing *t)
{
  if (thing_use (t))
    thing_abort (t);
  else
    shut (t);
}

static void shut_by_other (struct thing *t LEAKCHECK_CLOSES);
static void
shut_by_other (struct thing *t)
{
  shut_never (t);
}

void
closed (void)
{
  thing_close (thing_open ());
}

void
aborted (void)
{
  thing_abort (thing_open ());
}

void
lost (void)
{
  struct thing *t = thing_open (); /* error: not-called */
  thing_use (t);
}

void
by_helpers (void)
{
  shut (thing_open ());
  shut_sometimes (thing_open ());
  shut_either (thing_open ());
  shut_by_other (thing_open ());
}
