/* Mode loops: objects that the iterations of a loop leave behind.

   LeakChecker (Yan, Xu, Yang and Rountev, CGO'14): an object that is made in an iteration of a
   loop (an *inside* object), flows into a field of an object that outlives the iteration (an
   *outside* object, the *holder*), and never flows back from there into a later iteration.

   The program is read whole, from the class files: loops/body.c makes statements of each method,
   loops/program.c a graph for points-to (heap/), in which every method that the loop's body
   reaches is there twice, as it is called from inside and from outside; loops/effect.c
   collects which objects flow out and in; loops/match.c matches them; loops/report.c words
   what is left.

   C11, no GCC: passes/java/loops.cc calls it, plugin/report-loop.cc makes messages.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_LOOPS_H
#define LK_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lk_classpath;
struct lk_hierarchy;
struct lk_method;
struct lk_spec;

/* A loop that the user names: "C.m:12", or a region: "C.m".  "auto" or "auto:N" as a loop: the
   first N of the ranking.  */
struct lk_loop_name
{
  const char *text;
  bool region;
  struct lk_loop_name *next;
};

/* Parts of the analysis that can be switched off, in the order of lk_loops_parts.  */
enum lk_loops_part
{
  LK_LOOPS_CONTEXTS,		/* Calling contexts are matched.  */
  LK_LOOPS_LIBRARY,		/* Reads of the library count if the application gets it.  */
  LK_LOOPS_THREADS,		/* Started threads are outside objects.  */
  LK_LOOPS_PIVOT,		/* Objects that hang on another reported one are left out.  */
  LK_LOOPS_UPDATES,		/* Elements that are removed are not left behind.  */
  LK_LOOPS_SCALARS,		/* A field that holds one object does not grow.  */
  LK_LOOPS_SINGLETONS,		/* Neither does what is made once.  */
  LK_LOOPS_BOUNDS,		/* Nor rings, nor caches that evict.  */
  LK_LOOPS_ENDING,		/* Threads that end keep nothing.  */
  LK_LOOPS_AFTER,		/* Objects that are read after the loop are not left behind.  */
  LK_LOOPS_N_PARTS
};
/* Their names.  */
extern const char *const lk_loops_parts[LK_LOOPS_N_PARTS];

struct lk_loops_options
{
  const struct lk_loop_name *names;	/* In the order given.  */
  bool list;				/* Print the ranking and nothing else.  */
  unsigned without;			/* Bits of enum lk_loops_part.  */
};

/* A place in the program.  */
struct lk_loop_place
{
  const struct lk_method *method;	/* Of an outline; NULL: no place.  */
  unsigned line;			/* 0: unknown.  */
};

struct lk_loop_step
{
  struct lk_loop_place place;
  const char *text;
  unsigned depth;
};

struct lk_loop_finding
{
  struct lk_loop_place place;	/* The allocation.  */
  const char *text;		/* Names are in 'quotes'.  */
  const char *key;
  unsigned n_steps;
  const struct lk_loop_step *steps;
};

struct lk_loops_host
{
  void *data;
  void (*found) (void *data, const struct lk_loop_finding *);
  void (*note) (void *data, const char *text);	/* With --verbose.  */
  void (*say) (void *data, const char *text);	/* A line of the ranking, a limit that was met.  */
  void (*error) (void *data, const char *text);
  /* The analysis has advanced: limits of time begin again.  */
  void (*progress) (void *data);
};

/* Analyse the loops that OPTIONS names.  */
void lk_loops_run (struct lk_classpath *, struct lk_hierarchy *, struct lk_spec *,
		   const struct lk_loops_options *, const struct lk_loops_host *);

#ifdef __cplusplus
}
#endif
#endif /* LK_LOOPS_H */
