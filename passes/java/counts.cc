/* How much of a Java program was read, for those who have to know whether all of
   it was: the command's summary and its exit status.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "diagnostic-core.h"

void
lk_java_write_counts (void)
{
  const char *name = lk_java->options->counts_file;
  if (!name)
    return;
  FILE *file = fopen (name, "w");
  const struct lk_java_counts *n = &lk_java->counts;
  bool good = file != NULL;
  if (file)
    {
      /* A class whose code is broken was counted as read.  */
      fprintf (file, "classes %lu\nbroken %lu\nmethods %u\nmalformed %u\n"
	       "left-out %lu\n",
	       (unsigned long) lk_classpath_n_inputs (lk_java->classpath),
	       (unsigned long) lk_classpath_n_broken_inputs (lk_java->classpath),
	       n->methods, n->malformed,
	       (unsigned long) lk_classpath_n_left_out (lk_java->classpath));
      good = !ferror (file);
      good &= fclose (file) == 0;
    }
  if (!good)
    error ("cannot write %qs: %s", name, xstrerror (errno));
}
