/* A plugin that does nothing but move GCC's memory about: torture.sh compiles
   with it where leakcheck.so changed the output.  Output that changes with it
   as well depends on addresses (GCC 12's -gctf and -gbtf sort types by pointer)
   and says nothing about leakcheck.  Measures nothing itself.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-plugin.h"
#include "tree.h"

int plugin_is_GPL_compatible;

/* As many collected objects as ARGUMENT "objects" says, kept for nothing.  */

static void
start_unit (void *, void *data)
{
  for (long i = *(long *) data; i > 0; i--)
    ggc_alloc_atomic (16 << (i % 6));
}

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *)
{
  static long objects = 100;

  if (info->argc > 0 && info->argv[0].value)
    objects = atol (info->argv[0].value);
  register_callback (info->base_name, PLUGIN_START_UNIT, start_unit, &objects);
  return 0;
}
