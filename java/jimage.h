/* The modules of a JDK, in its file lib/modules.

   The file is mapped, not read: a run touches only the pages of the classes that it requests.
   Header, hash table, locations and strings are as in JDK 9 to 25.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_JIMAGE_H
#define LK_JIMAGE_H

#include "class.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lk_jimage;

/* Return NULL, with the reason in ERROR, on failure.  */
struct lk_jimage *lk_jimage_open (const char *path, struct lk_java_error *);
void lk_jimage_free (struct lk_jimage *);

/* Find the resource MODULE / PARENT / BASE .  EXTENSION, for example "java.base", "java/lang",
   "Object", "class".  Return false if there is none, or (ERROR not empty) it is broken.
   Compressed resources are expanded into ARENA; the others stay in the mapped file.  */
bool lk_jimage_find (struct lk_jimage *, const char *module,
		     const char *parent, const char *base,
		     const char *extension, struct lk_arena *,
		     struct lk_bytes *, struct lk_java_error *);

/* The same for a class by its internal name, in any module.  */
bool lk_jimage_find_class (struct lk_jimage *, const char *name,
			   struct lk_arena *, struct lk_bytes *,
			   struct lk_java_error *);

/* The number of slots, and the class in one: its module and internal name in ARENA.  Return
   false if the slot has no class (or module-info).  */
size_t lk_jimage_slots (const struct lk_jimage *);
bool lk_jimage_class (struct lk_jimage *, size_t slot, struct lk_arena *,
		      const char **module, const char **name);

/* Return the lib/modules of the default JDK: that of JAVA_HOME, or of the newest release under
   /usr/lib/jvm; set *RELEASE to its Java release.  NULL: none found.  The text is in ARENA.  */
const char *lk_jimage_default (struct lk_arena *, unsigned *release);

/* Return the lib/modules of the JDK in HOME.  NULL: the reason is in ERROR.  */
const char *lk_jimage_of_home (struct lk_arena *, const char *home,
			       unsigned *release, struct lk_java_error *);

#ifdef __cplusplus
}
#endif
#endif /* LK_JIMAGE_H */
