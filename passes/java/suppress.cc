/* Whether a line of a Java source is under @SuppressWarnings ("resource").

   The annotation is in no class file, so the source is read, once a file, when
   the first finding in it is about to be reported: a program without findings
   costs nothing.  A source that was not found, and so has no place that could
   be reported, suppresses nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "../gcc/gcc-compat.h"
#include "../passes.h"
#include "../../java/suppress.h"

struct java_source
{
  char *name;
  char *text;			/* NULL: not readable, or nothing suppresses.  */
  size_t length;
  struct java_rule *rules;
  struct java_source *next;
};

/* The suppressions of one rule, or of leaks of one group of kinds, in a source.  */
struct java_rule
{
  const char *rule;
  const struct lk_suppressions *suppressions;
  struct java_rule *next;
};

static struct java_source *java_sources;
static struct lk_arena *java_sources_arena;

static void
read_java_source (struct java_source *source)
{
  size_t length;
  char *text = lk_java_read_source (source->name, &length);
  if (!text)
    return;
  /* Most sources have none, and scanning them would cost verify, which has findings in many,
     as much as all obligations do.  The name may be written with escapes.  */
  static const char annotation[] = "SuppressWarnings";
  bool any = (memmem (text, length, annotation, sizeof annotation - 1)
	      || memmem (text, length, "\\u", 2));
  if (any)
    {
      source->text = text;
      source->length = length;
    }
  else
    free (text);
}

bool
lk_java_suppressed (const char *name, int line, const char *rule)
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
      source = XCNEW (struct java_source);
      source->name = xstrdup (name);
      read_java_source (source);
      source->next = java_sources;
      java_sources = source;
    }
  if (!source->text)
    return false;
  struct java_rule *known;
  for (known = source->rules; known; known = known->next)
    if (!strcmp (known->rule, rule))
      break;
  if (!known)
    {
      if (!java_sources_arena)
	java_sources_arena = lk_arena_new ();
      known = XCNEW (struct java_rule);
      known->rule = rule;
      known->suppressions
	= lk_suppressions_read (java_sources_arena, source->text,
				source->length, rule);
      known->next = source->rules;
      source->rules = known;
    }
  return lk_suppressed_at (known->suppressions, line);
}
