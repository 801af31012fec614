/* Whether a line of a Java source is under @SuppressWarnings ("resource").

   The annotation is in no class file, so the source is read, once a file, when
   the first finding in it is about to be reported: a program without findings
   costs nothing.  A source that was not found, and so has no place that could
   be reported, suppresses nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-compat.h"
#include "passes.h"
#include "../java/suppress.h"

struct java_source
{
  char *name;
  const struct lk_suppressions *suppressions;	/* NULL: not readable.  */
  struct java_source *next;
};

static struct java_source *java_sources;
static struct lk_arena *java_sources_arena;

static const struct lk_suppressions *
read_suppressions (const char *name)
{
  FILE *stream = fopen (name, "rb");
  if (!stream)
    return NULL;
  char *text = NULL;
  size_t length = 0, room = 0, n;
  do
    {
      if (room - length < 4096)
	{
	  room = room * 2 + 16384;
	  text = XRESIZEVEC (char, text, room);
	}
      n = fread (text + length, 1, room - length, stream);
      length += n;
    }
  while (n > 0);
  /* Most sources have none, and to take them apart costs verify, which finds
     something in many, as much as all obligations do.  The name may be written
     with escapes.  */
  static const char annotation[] = "SuppressWarnings";
  bool any = (memmem (text, length, annotation, sizeof annotation - 1)
	      || memmem (text, length, "\\u", 2));
  const struct lk_suppressions *found
    = (!any || ferror (stream) ? NULL
       : lk_suppressions_read (java_sources_arena, text, length));
  fclose (stream);
  free (text);
  return found;
}

bool
lk_java_suppressed (const char *name, int line)
{
  static const char ending[] = ".java";
  size_t length = name ? strlen (name) : 0;
  if (line <= 0 || length < sizeof ending
      || strcmp (name + length - (sizeof ending - 1), ending) != 0)
    return false;

  struct java_source *source;
  for (source = java_sources; source; source = source->next)
    if (!strcmp (source->name, name))
      break;
  if (!source)
    {
      if (!java_sources_arena)
	java_sources_arena = lk_arena_new ();
      source = XCNEW (struct java_source);
      source->name = xstrdup (name);
      source->suppressions = read_suppressions (name);
      source->next = java_sources;
      java_sources = source;
    }
  return (source->suppressions
	  && lk_suppressed_at (source->suppressions, line));
}
