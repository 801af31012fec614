/* When is a lock held at return a leak?

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <limits.h>
#include <string.h>
#include "leak-internal.h"

bool
lock_leaks (struct solver *solver)
{
  bool released = false, otherwise = false, held = false, other = false, wrong = false;
  bool java = (solver->context.obligation->function
	       && (solver->context.obligation->function->flags & LK_FN_JAVA));
  if (solver->context.obligation->noted)
    return false;
  for (struct terminal *t = solver->terminals; t; t = t->all)
    if (t->kind == TERMINAL_RELEASED)
      {
	/* A method that releases the lock only where it fails takes it for its callers.  */
	if (java && t->node && !returns_behind (solver, t->node->block))
	  continue;
	released = true;
	other = other || (t->node && succeeds_behind (solver, t->node->block));
      }
    else if (t->kind == TERMINAL_HELD && t->handed_out)
      continue;
    else if (t->kind == TERMINAL_HELD && t->thrown)
      otherwise = true;
    else if (t->kind == TERMINAL_HELD
	     && looks_like_success (solver->context.obligation->function,
				    &t->result) != 1)
      otherwise = true;
    else if (t->kind == TERMINAL_HELD)
      held = true;
  if (let_go_alike (solver))
    return true;
  for (struct terminal *t = solver->terminals; t && java && !released; t = t->all)
    wrong |= t->kind == TERMINAL_HELD && releases_wrong_one (solver, t->node);
  return wrong || (released && (otherwise || (held && other)));
}
