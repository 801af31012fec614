/* All methods of a Java program, and how much of it was read, for those who have to know whether
   all of it was: the command's summary and its exit status.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "diagnostic-core.h"
#include "../../spec/message-text.h"

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
    error (LK_TR ("cannot write %qs: %s"), name, xstrerror (errno));
}

void
lk_java_each_method (void (*body) (struct lk_java_method *))
{
  size_t n = lk_classpath_n_inputs (lk_java->classpath);
  for (size_t i = 0; i < n; i++)
    {
      const struct lk_class *outline
	= lk_classpath_input (lk_java->classpath, i);
      if (!outline)
	{
	  lk_java->counts.broken_classes++;
	  continue;
	}
      lk_java->counts.classes++;
      for (unsigned k = 0; k < outline->n_methods; k++)
	if (outline->methods[k].has_code)
	  {
	    lk_java->counts.methods++;
	    body (lk_java_method_of (&outline->methods[k], false));
	  }
    }
}
