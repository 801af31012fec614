/* generate-uses.c: statements of random programs that stand in blocks of their
   own (generate.c): odd ways to hold a resource, owners and wrappers of one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "generate.h"
#include <string.h>

/* More ways to hold something for a while.  */
static void
java_oddity (const char *to, const char *other)
{
  switch (roll (8))
    {
    case 0:
      make_room (to);
      line ("%s = Run.flip() ? new %s() : null;", to, type ());
      break;
    case 1:
      make_room (to);
      line ("%s = Run.flip() ? %s : null;", to, other);
      break;
    case 2:
      line ("Run.kept = %s;", to);
      break;
    case 3:
      line ("%s[] a = { %s };", type (), to);
      line ("a[0] = null;");
      break;
    case 4:
      make_room (to);
      line ("%s = new %s();", to, type ());
      line ("java.util.Optional<%s> o = java.util.Optional.of(%s);", type (), to);
      if (chance (care))
	line ("o.get().close();");
      forget (to);
      break;
    case 5:
      make_room (to);
      line ("%s = new %s();", to, type ());
      line ("Runnable run = () -> Run.kept = null;");
      line ("run.run();");
      break;
    case 6:
      make_room (to);
      line ("%s = new %s();", to, type ());
      line ("java.util.List<Object> l = new java.util.ArrayList<>();");
      line ("l.add(%s);", to);
      if (!chance (care))
	forget (to);
      break;
    default:
      line ("Object x = %s;", to);
      line ("if (x instanceof %s) { x = null; }", type ());
      break;
    }
}

static void
c_oddity (const char *to, const char *other)
{
  switch (roll (8))
    {
    case 0:
      make_room (to);
      line ("%s = flip () ? res_open () : NULL;", to);
      break;
    case 1:
      make_room (to);
      line ("%s = flip () ? %s : NULL;", to, other);
      break;
    case 2:
      line ("kept = %s;", to);
      break;
    case 3:
      line ("struct res *a[2] = { %s, NULL };", to);
      line (chance (50) ? "a[0] = NULL;" : "a[1] = a[0];");
      break;
    case 4:
      line ("struct res **p = &%s;", to);
      make_room (to);
      line (chance (50) ? "*p = NULL;" : "*p = res_open ();");
      break;
    case 5:
      line ("struct { struct res *m; int n; } s = { NULL, 0 };");
      line ("s.m = res_open ();");
      if (chance (care))
	line ("res_close (s.m);");
      break;
    case 6:
      if (!has_helpers)
	break;
      make_room (to);
      line ("if (g%u_out (&%s) != 0) %s = NULL;", number, to, to);
      break;
    default:
      make_room (to);
      line ("if ((%s = res_try_open ()) == NULL) kept = NULL;", to);
      break;
    }
}

/* In a block of its own, for its variables.  */
void
oddity (void)
{
  char to[8], other[8];
  strcpy (to, local ());
  do
    strcpy (other, local ());
  while (strcmp (to, other) == 0);
  open_block ("");
  if (java)
    java_oddity (to, other);
  else
    c_oddity (to, other);
  close_block ();
}

/* An owner of NAME is made, used, and closed nearly always.  */
static void
java_holder (const char *name)
{
  line ("H h = new H(%s);", name);
  forget (name);
  unsigned n = roll (3);
  while (n-- > 0)
    switch (roll (holder_final ? 2 : 6))
      {
      case 0:
	line ("h.peek().use();");
	break;
      case 1:
	if (chance (30))
	  line ("h.close();");
	break;
      case 2:
      case 3:
	line ("h.set(new %s());", type ());
	break;
      case 4:
	line ("refill(h, new %s());", type ());
	break;
      default:
	line ("h.clear();");
	break;
      }
  if (chance (care))
    line ("h.close();");
}

static void
c_holder (const char *name)
{
  unsigned n = number;
  if (on_stack)
    {
      line ("struct g%u_h of = { NULL }, *h = &of;", n);
      line ("g%u_set (h, %s);", n, name);
    }
  else
    line ("struct g%u_h *h = g%u_new (%s);", n, n, name);
  forget (name);
  unsigned steps = roll (3);
  while (steps-- > 0)
    switch (roll (holder_final ? 2 : 5))
      {
      case 0:
	line ("kept = g%u_peek (h);", n);
	break;
      case 1:
	if (chance (30))
	  line ("g%u_close (h);", n);
	break;
      case 2:
      case 3:
	line ("g%u_set (h, res_open ());", n);
	break;
      default:
	line ("g%u_clear (h);", n);
	break;
      }
  if (chance (care))
    line (chance (80) ? "if (h != NULL) g%u_close (h);" : "g%u_close (h);", n);
}

void
holder (void)
{
  const char *name = local ();
  if (!has_holder)
    return;
  open_block ("");
  make_room (name);
  line (java ? "%s = new %s();" : "%s = res_open ();", name, type ());
  if (!java)
    c_holder (name);
  else if (chance (80))
    java_holder (name);
  else
    {
      line ("D d = new D(%s, new %s());", name, type ());
      forget (name);
      if (chance (care))
	line ("d.close();");
    }
  close_block ();
}

void
wrapper (void)
{
  if (!java || !has_wrapper)
    return;
  const char *name = local ();
  make_room (name);
  line ("%s = new %s();", name, type ());
  open_block ("");
  line ("W w = new W(%s);", name);
  if (chance (20))
    line ("w = null;");
  else if (chance (70))
    {
      line ("w.close();");
      forget (name);
    }
  close_block ();
}
