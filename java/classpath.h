/* The classes of a run: those to be analysed (inputs), and those they refer to, from the
   inputs, the JDK and the class path, in this order.  (A JVM prefers the JDK's class, too, if
   a jar has one of the same name.)

   A class that is looked up is read once, without its code (an outline), and kept; its code is
   read into the caller's arena on request, so that only one class with code needs to be in
   memory at a time.  A class that is not found is remembered as missing.  A class that is
   broken costs one message and is missing from then on.  Add the JDK first, then all inputs,
   before the first query.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CLASSPATH_H
#define LK_CLASSPATH_H

#include "archive.h"

#ifdef __cplusplus
extern "C" {
#endif

/* @file lists may name further lists this deep.  */
#define LK_LIST_DEPTH 8
/* The number of files with all lists in them; a list may name itself.  */
#define LK_LIST_INPUTS 65536

/* Classes of inputs are read for their outline, for the classes that their code instantiates,
   and for that code; reached classes of the class path for the last two.  Up to so many bytes
   stay in memory between these.  It only saves time.  (Lucene's 5,698 classes take 95 MB.)  */
#define LK_CLASSPATH_KEPT ((size_t) 128 << 20)

struct lk_classpath;

/* A message about an input: a warning if a class, jar or file is left out, else a note.  */
enum lk_java_severity
{
  LK_JAVA_NOTE,
  LK_JAVA_WARNING
};
typedef void (*lk_java_report) (void *data, enum lk_java_severity,
				const char *text);

/* RELEASE: the Java release that multi-release jars are read for; 0: that of
   the JDK if it was added before, else the newest.  REPORT may be NULL.  */
struct lk_classpath *lk_classpath_new (unsigned release, lk_java_report,
				       void *data);
void lk_classpath_free (struct lk_classpath *);
/* Read inputs with so many threads, this one among them, at most
   LK_CLASSPATH_THREADS.  The default is 1.  */
void lk_classpath_set_threads (struct lk_classpath *, unsigned);

/* Add an input: a jar, a folder, a class file, or @FILE, a list of such, one a line ('#'
   begins a comment, empty lines are left out; relative names are relative to the current
   folder).  Return false, with the reason in ERROR, if nothing was added.  */
bool lk_classpath_add_input (struct lk_classpath *, const char *path,
			     struct lk_java_error *error);
/* Add classes that are only referred to: names separated by ':', as for java -cp; DIR / *
   means all jars of a folder.  A name that does not exist or cannot be read is a warning.  */
void lk_classpath_add_path (struct lk_classpath *, const char *path);
/* Add the JDK's classes.  HOME: its folder, or NULL for JAVA_HOME or the newest one under
   /usr/lib/jvm.  Return false if there is none (ERROR lists the places searched); all other
   functions still work.  */
bool lk_classpath_add_jdk (struct lk_classpath *, const char *home,
			   struct lk_java_error *error);
/* Add a JDK's classes as inputs: those of MODULE, or of all modules if NULL.  */
bool lk_classpath_add_module (struct lk_classpath *, const char *module,
			      struct lk_java_error *error);
/* Return the path of the JDK's lib/modules and its release, or NULL and 0.  */
const char *lk_classpath_jdk (const struct lk_classpath *, unsigned *release);

/* ---- Inputs, with several threads (read-ahead.c).  ---- */

/* More threads than this wait for memory rather than read.  */
#define LK_CLASSPATH_THREADS 8

/* Read all inputs now, if there are threads for it.  Messages about them are delivered when
   they are requested, as without this.  */
void lk_classpath_read_ahead (struct lk_classpath *);
/* Return the number of threads that the inputs are worth: at most one for each processor that
   this process may use, by the system and its control group, and one for each
   LK_CLASSPATH_SHARE of their classes.  */
#define LK_CLASSPATH_SHARE 128
unsigned lk_classpath_worth_threads (struct lk_classpath *);

/* ---- Inputs, in the order given; inside an archive by name.  A class that two
   inputs define is analysed once, in the first.  ---- */

size_t lk_classpath_n_inputs (struct lk_classpath *);
/* Return the name of the jar, folder or class file NUMBER of those that were added as inputs,
   from 0 on; NULL: there are not so many.  */
const char *lk_classpath_input_path (const struct lk_classpath *, size_t number);
/* The outline of input INDEX; NULL: broken (reported once).  */
const struct lk_class *lk_classpath_input (struct lk_classpath *,
					   size_t index);
/* The same with its code, in ARENA.  */
const struct lk_class *lk_classpath_load_input (struct lk_classpath *,
						size_t index,
						struct lk_arena *);
/* The same for VISIT; the class is freed afterwards.  */
typedef void (*lk_java_visit) (void *data, const struct lk_class *);
void lk_classpath_visit_input (struct lk_classpath *, size_t index,
			       lk_java_visit, void *data);

/* ---- Any class, by its internal name.  ---- */

/* Return its outline, valid as long as the class path; NULL: missing or broken.  */
const struct lk_class *lk_classpath_find (struct lk_classpath *,
					  const char *name);
/* Return it with its code, in ARENA.  */
const struct lk_class *lk_classpath_load (struct lk_classpath *,
					  const char *name,
					  struct lk_arena *);
/* Return it with its code, in an arena of its own, which the caller owns; NULL: none.  */
const struct lk_class *lk_classpath_take (struct lk_classpath *,
					  const char *name,
					  struct lk_arena **);
/* The same for VISIT; the class is freed afterwards.  */
void lk_classpath_visit (struct lk_classpath *, const char *name, lk_java_visit,
			 void *data);
/* Return true if the outline is that of an input, or of the JDK.  */
bool lk_classpath_is_input (const struct lk_classpath *,
			    const struct lk_class *);
bool lk_classpath_is_jdk (const struct lk_classpath *,
			  const struct lk_class *);

/* Classes that were not found or are broken, in the order of their first lookup: the number,
   and one of them.  */
size_t lk_classpath_n_missing (const struct lk_classpath *);
const char *lk_classpath_missing (const struct lk_classpath *, size_t index);
/* The number of classes that could not be read: all, and those of the inputs.  */
size_t lk_classpath_n_broken (const struct lk_classpath *);
size_t lk_classpath_n_broken_inputs (const struct lk_classpath *);
/* The number of warnings about jars and folders inside the inputs that were left out.  */
size_t lk_classpath_n_left_out (const struct lk_classpath *);

#ifdef __cplusplus
}
#endif
#endif /* LK_CLASSPATH_H */
