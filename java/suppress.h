/* The lines of a Java source that @SuppressWarnings ("resource") covers.

   The annotation has source retention: it is in no class file.  So for a report in a Java
   class whose source was found, the source is read here, once a file:

	struct lk_suppressions *s = lk_suppressions_read (arena, text, length);
	if (lk_suppressed_at (s, line)) ...

   These values suppress: "resource" (Eclipse), "all", "leakcheck", "leakcheck-RULE" as messages
   print it ("leakcheck-file" stands for all groups of kinds but memory), and those of the Checker
   Framework's Resource Leak Checker: "resourceleak" and "allcheckers", "mustcall" or
   "calledmethods" for a part of the rules, each also with a key of the rule after a colon, or
   the key alone.  The value must be a string, a text block, a sum of these, or an array of
   them.  A suppression covers the lines from the annotation to the end of the declaration that
   it annotates.  The scanner recognises comments, literals, text blocks, unicode escapes and
   matching brackets, and always ends, in linear time.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SUPPRESS_H
#define LK_SUPPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include "../spec/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines count from 1; both are included.  */
struct lk_line_range
{
  unsigned first, last;
};

/* The ranges do not overlap by more than a line and are sorted.  */
struct lk_suppressions
{
  unsigned n_ranges;
  const struct lk_line_range *ranges;
};

/* Read the LENGTH bytes of TEXT, which need no NUL, for suppressions of a breach of RULE
   ("type-argument"), or of a leak whose kind is of the group RULE ("lock").  The result lives in
   the arena and is never NULL.  */
struct lk_suppressions *lk_suppressions_read (struct lk_arena *,
					      const char *text, size_t length,
					      const char *rule);

/* Return the name of rule I of verify, from 0; NULL: there are no more.  */
const char *lk_rule_name (unsigned i);

/* Return true if leaks acquired in LINE are suppressed.  */
bool lk_suppressed_at (const struct lk_suppressions *, unsigned line);

#ifdef __cplusplus
}
#endif
#endif /* LK_SUPPRESS_H */
