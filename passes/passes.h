/* The interface between the passes and the plugin that hosts them.

   plugin/ fills a struct lk_pass_options once, at registration, and gets the findings back
   through its callbacks; it never sees a graph being built. passes/ queries plugin/
   (contract/contract.h) for the contract of a declaration, and for nothing else.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_H
#define LK_PASSES_H

#include <stdbool.h>
#include <stdio.h>
#include "../analysis/engine.h"
#include "../loops/loops.h"
#include "message.h"

union tree_node;

/* One argument of the Java front end, in the order given.  */
enum lk_java_setting_kind
{
  LK_JAVA_INPUT,		/* Jar, folder, class file, @list.  */
  LK_JAVA_CLASS_PATH,		/* Separated by ':'.  */
  LK_JAVA_SOURCE_PATH,		/* The same.  */
  LK_JAVA_MODULE,		/* Of the JDK: to be checked.  */
  LK_JAVA_HOME			/* The JDK's folder.  */
};
struct lk_java_setting
{
  enum lk_java_setting_kind kind;
  const char *value;
  struct lk_java_setting *next;
};

/* Which exceptions are followed (Tracker, section 3.2), apart from those that
   the argument "exceptions" names.  */
enum lk_exceptions_followed
{
  LK_EXCEPTIONS_LIKELY,	/* Thrown, caught or declared.  */
  LK_EXCEPTIONS_ALL,		/* Any call throws anything that it can.  */
  LK_EXCEPTIONS_NONE		/* No call throws.  */
};
/* A type that the argument names.  If several of them are a type or its bases, the nearest
   decides; of several equally near ones, the one named last.  */
struct lk_exception_setting
{
  const char *name;		/* "java.io.IOException", "std::bad_alloc", or
				   without its package or namespace.  */
  bool ignored;
  struct lk_exception_setting *next;	/* The one named before.  */
};

/* One file to be written, or member to be explained.  */
struct lk_infer_request
{
  bool explain;			/* VALUE is the name of a member; else of a file to write.  */
  const char *value;
  struct lk_infer_request *next;
};

/* A line that is to be explained.  */
struct lk_explain_request
{
  const char *file;		/* Its name, or the end of it.  */
  unsigned line;
};

/* Objects that a loop leaves behind (mode loops).  A location is GCC's location_t, a function a
   declaration.  */
struct lk_left_step
{
  lk_loc loc;
  union tree_node *function;
  unsigned depth;
  const char *text;		/* Names are in 'quotes'.  */
};
struct lk_left
{
  lk_loc loc;
  union tree_node *function;
  uint64_t order;
  const char *text, *key;
  unsigned n_steps;
  const struct lk_left_step *steps;
};

/* Seconds of processor time, by stage.  LK_STAGE_UNIT: until functions are analysed, and between
   them.  */
struct lk_times
{
  double seconds[LK_STAGE_REPORT + 1];
};

struct lk_pass_options
{
  struct lk_options engine;
  enum lk_exceptions_followed exceptions;
  struct lk_exception_setting *exception_settings;
  bool dump_events;		/* Write every graph that is lowered.  */
  bool dump_facts;		/* Also write the facts followed through it.  */
  const char *dump_file;	/* The file for both; NULL: the standard output.  */
  bool verbose;
  bool checking;		/* Verify every graph that is lowered.  */
  bool lower_only;		/* Lower every function, analyse none.  */
  bool in_process;		/* Analyse in the compiler itself.  */
  unsigned checks_off;		/* Bits, by number: see lk_check_name.  */
  bool stop;			/* No code is wanted: end the compilation after the pass.  */
  unsigned time_limit;		/* Seconds for each function; 0: the default.  */
  const char *fault;		/* "STAGE:KIND[:FUNCTION]", or NULL (fault.cc).  */
  bool record;			/* Derive the contracts of external functions.  */
  bool verify;			/* Verify every function.  */
  bool infer;			/* Java: infer promises before verifying.  */
  bool infer_only;		/* And do not verify.  */
  bool infer_creates;		/* Infer what creates obligations, too.  */
  struct lk_infer_request *infer_requests;
  struct lk_explain_request *explain;	/* Or NULL.  */
  bool loops;			/* Look at the loops that LOOP names.  */
  struct lk_loops_options loop;
  bool returns_receiver;	/* Verify: rely on @This on results.  */
  /* Verify: exceptions that are ignored, as the user wrote them; NULL: the
     usual ones.  */
  const char *ignored_exceptions;
  bool java;			/* The plugin's own front end is used.  */
  struct lk_java_setting *java_settings;
  const char *java_file;	/* The compiler's own input, if it is Java.  */
  unsigned jobs;		/* Threads that read Java; 0: by the processors.  */
  unsigned java_release;	/* 0: the JDK's, or the newest.  */
  const char *counts_file;	/* Receives the numbers of classes read and of classes that
				   could not be read, and the time; or NULL.  */
  /* All callbacks may be NULL.  A location is GCC's location_t, a function's
     KEY its declaration.  */
  void (*report) (void *data, const struct lk_finding *);
  void (*note) (void *data, struct lk_function *, const char *text);
  void (*breach) (void *data, const struct lk_breach *);
  void (*left) (void *data, const struct lk_left *);
  /* If EXPLAIN is set: a function has been lowered, and its graph is there, or (NULL) it has the
     line and could not be lowered, because of WHY (or NULL: a limit, of which there is a note).
     Without a function: WHY there are no lines to explain.  */
  void (*lowered) (void *data, const struct lk_function *, const char *why);
  void (*followed) (void *data, const struct lk_followed *);
  /* After the last finding of the unit.  SECONDS is processor time.  */
  void (*finished) (void *data, const struct lk_statistics *, double seconds);
  /* The same if VERBOSE is set: by stage.  */
  void (*timed) (void *data, const struct lk_times *);
  /* The callbacks above turn what they get into messages, which they hand to lk_deliver; this
     one prints a message.  All but EMIT and DONE may run in a process of their own (fork.h).  */
  void (*emit) (void *data, const struct lk_message *);
  /* The unit is finished, successfully or not.  */
  void (*done) (void *data);
  void *data;
};

/* Return SIZE zeroed bytes, and a copy of a text (or NULL), that live until the messages are
   printed.  */
void *lk_message_alloc (size_t size);
const char *lk_message_text (const char *);
/* Print MESSAGE, which came from lk_message_alloc, when its turn comes.  */
void lk_deliver (const struct lk_message *message);

/* Return true if FILE is that of the line that OPTIONS want to be explained; and if that line is
   between FIRST and LAST there.  */
bool lk_explains_file (const struct lk_pass_options *options, const char *file);
bool lk_explains_lines (const struct lk_pass_options *options, const char *file, unsigned first,
			unsigned last);

/* The name of check number I, from 0, of those that look at GIMPLE without flow; NULL for the first
   number that has none.  */
const char *lk_check_name (unsigned i);

/* Return true if TEXT names a stage, a kind of fault and perhaps a function; else set
   *EXPECTED to what it may be.  */
bool lk_fault_is (const char *text, const char **expected);

/* Take the place of the C parser, with OPTIONS.  To be called at start-up; OPTIONS must live
   until the compiler ends.  */
void lk_register_java (const char *plugin_name,
		       struct lk_pass_options *);
/* Return true if FILE begins as a class file or a jar does.  */
bool lk_is_java (const char *file);

/* FIELD, a member, owns what it points to.  */
void lk_promise_member (union tree_node *field);

/* Keep bodies of member functions as they are parsed (unit/parsed-body.cc).  */
void lk_watch_bodies (const char *plugin_name);

/* Register the pass.  OPTIONS must live until the compiler ends; it is read
   when the pass runs, so it may still be filled in after this call.  */
void lk_register_passes (const char *plugin_name, struct lk_pass_options *);

/* Return true if LINE of the source NAME, if that is Java and can be read, is part of a
   declaration under @SuppressWarnings ("resource"), or under what suppresses RULE of verify or
   leaks of the group RULE of kinds.  */
bool lk_java_suppressed (const char *name, int line, const char *rule);
/* Return where the Java method DECL is declared; 0: unknown.  */
location_t lk_java_place_of (tree decl);

#endif /* LK_PASSES_H */
