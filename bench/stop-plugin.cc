/* A plugin that ends the compiler once leakcheck.so has looked at the unit:
   what comes afterwards says nothing about its warnings and is two thirds of
   the time that g++ -O2 takes.  replay.py compiles with it where no object is
   wanted.  Measures nothing itself.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-plugin.h"
#include "tree.h"
#include "diagnostic-core.h"
#include "tree-pass.h"

int plugin_is_GPL_compatible;

/* PASS, which is about to run, is the first behind leakcheck's.  Without
   the latter the compiler goes on to its end.  */

static void
before_pass (void *pass, void *)
{
  static bool seen;

  if (seen)
    exit (seen_error () ? FATAL_EXIT_CODE : SUCCESS_EXIT_CODE);
  seen = !strcmp (((opt_pass *) pass)->name, "leakcheck");
}

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *)
{
  register_callback (info->base_name, PLUGIN_PASS_EXECUTION, before_pass, NULL);
  return 0;
}
