/* Of a virtual call of the object that holds the handle: which bodies it runs.

   The handle is in a member of the object, and not every class has that member.
   So of the ways through a dispatcher only those of such classes are taken: to
   close what holds a socket is not to close what holds a file, or nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "engine-internal.h"

/* The call EV, of a dispatcher's target, can be one of an object that holds S's
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
