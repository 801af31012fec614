/* The joint between the passes and the plugin that hosts them.

   plugin/ fills a struct lk_pass_options once, at registration, and gets the
   findings back through its callbacks; it never sees a graph being built.
   passes/ asks plugin/ (contracts.h) for the contract of a declaration, and
   for nothing else.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_H
#define LK_PASSES_H

#include <stdbool.h>
#include <stdio.h>
#include "../analysis/engine.h"

struct lk_pass_options
{
  struct lk_options engine;
  bool dump_events;		/* Write every graph that is lowered...  */
  bool dump_facts;		/* ... with the facts followed through it...  */
  const char *dump_file;	/* ... here; NULL: the standard output.  */
  bool verbose;
  bool checking;		/* Verify every graph that is lowered.  */
  /* All callbacks may be NULL.  A location is GCC's location_t, a function's
     KEY its cgraph_node.  */
  void (*report) (void *data, const struct lk_finding *);
  void (*note) (void *data, struct lk_function *, const char *text);
  /* After the last finding of the unit.  SECONDS is processor time.  */
  void (*finished) (void *data, const struct lk_statistics *, double seconds);
  void *data;
};

/* Register the pass.  OPTIONS must live until the compiler ends; it is read
   when the pass runs, so it may still be filled in after this call.  */
void lk_register_passes (const char *plugin_name, struct lk_pass_options *);

/* LINE of the source NAME, if that is Java and can be read, is part of a
   declaration under @SuppressWarnings ("resource").  */
bool lk_java_suppressed (const char *name, int line);

#endif /* LK_PASSES_H */
