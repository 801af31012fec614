/* The forms in which inferred annotations are written.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer.h"
#include "diagnostic-core.h"
#include "../../spec/message-text.h"

/* A form, and the names that stand for it: "astub:-", "app.astub".  */
static const struct
{
  const char *name;
  void (*write) (struct lk_infer *, FILE *);
} forms[] = { { "text", lk_infer_write_lines }, { "astub", lk_infer_write_stub },
	      { "spec", lk_infer_write_spec }, { "patch", lk_infer_write_patch } };

/* Return the form that *NAME stands for, and take it from there if it stands in front.  */
static unsigned
form_of (const char **name)
{
  for (unsigned i = 0; i < ARRAY_SIZE (forms); i++)
    {
      size_t length = strlen (forms[i].name), whole = strlen (*name);
      if (!strncmp (*name, forms[i].name, length) && (*name)[length] == ':')
	{
	  *name += length + 1;
	  return i;
	}
      if (whole > length + 1 && (*name)[whole - length - 1] == '.'
	  && !strcmp (*name + whole - length, forms[i].name))
	return i;
    }
  return 0;
}

bool
lk_infer_write (struct lk_infer *all, const char *name)
{
  unsigned form = form_of (&name);
  FILE *out = strcmp (name, "-") ? fopen (name, "w") : stdout;
  bool good = out != NULL;
  if (out)
    {
      forms[form].write (all, out);
      good = !ferror (out);
      good &= (out == stdout ? fflush (out) : fclose (out)) == 0;
    }
  if (!good)
    error (LK_TR ("cannot write %qs: %s"), name, xstrerror (errno));
  return good;
}
