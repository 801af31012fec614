/* The checks that look at GIMPLE without flow, in the order in which they run.

   Each finds losses by statements that occur nowhere in the unit, so each is wrong where such a
   statement is elsewhere: the argument "disable-check" switches it off.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "check.h"

const struct lk_check lk_checks[] =
{
  { "base-delete", lk_find_base_deletes, NULL },
  { "element-loss", NULL, lk_find_lost_elements },
  { "reference-cycle", lk_find_circle, NULL },
  { "static-loss", lk_find_lost_statics, NULL },
  { NULL, NULL, NULL }
};

const char *
lk_check_name (unsigned i)
{
  return lk_checks[i].name;
}
