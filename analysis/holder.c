/* Filter the targets of a virtual call: a class without the member that holds the handle
   cannot be the receiver.

   The handle is in a member of the object, and not every class has that member.  Only the
   paths of a dispatcher to classes with the member are followed: to close an object that holds
   a socket is not to close one that holds a file, or nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "engine-internal.h"

/* Return true if the call EV, of a dispatcher's target, can be one on an object that holds S's
   handle as it does.  */
bool
holder_runs (const struct solver *solver, const struct lk_event *ev,
	     const struct scratch *s)
{
  const struct lk_host *host = &solver->unit->host;
  const struct lk_function *within = solver->graph->function;
  if (!host->runs_on || !within || !(within->flags & LK_FN_DISPATCH)
      || !ev->n_args || ev->args[0].kind != LK_PATH || !ev->callee)
    return true;
  for (unsigned i = 0; i < s->n_paths; i++)
    {
      struct path_rest rest;
      if (path_rest (s->paths[i], ev->args[0].path, &rest) && rest.nsel
	  && !host->runs_on (host->data, ev->callee, rest.sel[0]))
	return false;
    }
  return true;
}
