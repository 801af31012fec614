/* Where a Java source says @SuppressWarnings ("resource").

   The annotation has source retention: it is in no class file.  So whoever is
   about to report a leak in a Java class, and has found its source, reads
   that here, once a file, and asks for the line of the acquisition:

     struct lk_suppressions *s
       = lk_suppressions_read (arena, text, length);
     ...
     if (lk_suppressed_at (s, line))
       ... say nothing, count it ...

   What suppresses: "resource" (the word of Eclipse and of JDT's users),
   "all", "leakcheck", and the words of the Checker Framework's Resource Leak
   Checker: "resourceleak" and "allcheckers", "mustcall" or "calledmethods" for
   a part of the rules, each also with a key of the rule behind a colon
   ("resourceleak:required.method.not.called"), or the key alone.  The value must be written there, as a
   string, a text block, a sum of these, or an array of them; a constant that
   is defined elsewhere does not suppress.

   A suppression holds for the lines from the annotation to the end of the
   declaration it stands on: a class, method, field, local variable, resource
   of a try, enum constant or parameter.

   The scanner knows comments, literals, text blocks, unicode escapes and how
   brackets match, and no more of Java; on text that is no Java it finds
   something or nothing and always ends, in time linear in LENGTH.

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

/* Read the LENGTH bytes of TEXT, which need no NUL, for what suppresses a breach
   of RULE ("type-argument"); NULL: a leak.  The result lives in the arena and is
   never NULL.  */
struct lk_suppressions *lk_suppressions_read (struct lk_arena *,
					      const char *text, size_t length,
					      const char *rule);

/* Whether leaks that arise in LINE are suppressed.  */
bool lk_suppressed_at (const struct lk_suppressions *, unsigned line);

#ifdef __cplusplus
}
#endif
#endif /* LK_SUPPRESS_H */
