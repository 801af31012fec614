/* The analysis in a process of its own, so that a fault of the analysis is not a fault of the
   compiler.

   The compiler is forked.  The child analyses and sends messages (message.h) through a pipe;
   the compiler prints them (fork.cc).  Both have the same memory up to the fork, so functions
   are identified by their place in a list that was made before it (fork-packet.cc).  Where the
   compiler discards parts of a C++ unit, it is forked earlier, too (fork-early.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_FORK_H
#define LK_FORK_H

#include "gcc/gcc-compat.h"
#include "passes.h"

/* ---- fork.cc ---- */

/* Analyse a unit: call ANALYSE, in a process of its own if that is possible, and print what it
   delivers.  NULL: there is nothing to analyse.  */
void lk_analyse_apart (const struct lk_pass_options *,
		       void (*analyse) (const struct lk_pass_options *));

/* All leaks of the unit have been delivered.  */
void lk_all_found (void);

/* Deliver a message of KIND with what has been printed to lk_say_printer, in the function that
   is being analysed.  Where the analysis may run in a process of its own this takes the place
   of error, warning and inform, whose output would be lost there.  */
pretty_printer *lk_say_printer (void);
void lk_say (enum lk_message_kind, location_t);
#define LK_SAY(KIND, WHERE, ...)			\
  (pp_printf (lk_say_printer (), __VA_ARGS__), lk_say (KIND, WHERE))
/* Return true if this process has reported an error.  */
bool lk_said_error (void);

/* Callbacks of the engine (struct lk_host).  */
void lk_stage_enter (void *, enum lk_stage, struct lk_function *);
void lk_stage_leave (void *);
void lk_stage_settled (void *, enum lk_stage, struct lk_function *);
/* As lk_stage_enter, for the declaration DECL, before the engine has a record of it; and for
   the Java method NAME.  */
void lk_stage_enter_decl (enum lk_stage, tree decl);
void lk_stage_enter_name (enum lk_stage, const char *name);
/* The analysis has advanced by one step, in an order that depends only on the input: the time
   limit starts again.  */
void lk_stage_progress (void);

/* Return true if an analysis of this function has failed: it is treated as if it had no body.  */
bool lk_left_out_name (const char *name);

/* Let this process stand in for the compiler: what it prints goes to FD, with functions as
   indices in FUNCTIONS, and it ends after the analysis.  */
void lk_stand_in (int fd, const vec<tree, va_gc> *functions);

/* ---- fork-child.cc ---- */

struct lk_buffer;

/* The pipe between the compiler and a forked process.  */
struct lk_pipe
{
  pid_t child;			/* -1: none.  */
  int fd;			/* Of the child: to write to; else to read from.  */
};
/* Fork the compiler.  Return 0 in the child, its process number (> 0) in the parent, -1 on
   failure.  */
pid_t lk_fork (struct lk_pipe *);

/* Return a descriptor that loses all that is written to it; -1: there is none.  For a child.  */
int lk_open_nowhere (void);

/* How a child has ended.  */
struct lk_ending
{
  double too_long;		/* It was stopped after so many seconds without progress; or 0.  */
  bool too_much;		/* It was stopped because it had sent more than MAX_SENT.  */
  int status;			/* As of waitpid.  */
  double seconds;		/* Processor time.  */
};
/* Receive all that PIPE's child sends, append it to RECEIVED, and wait for its end.  LIMIT,
   unless 0: the seconds of processor time that it has for each step; then *PROGRESS, in shared
   memory, changes with each.  */
struct lk_ending lk_receive (struct lk_pipe *pipe, double limit, const uint32_t *progress,
			     struct lk_buffer *received);

/* ---- fork-early.cc ---- */

/* Watch for what the compiler would discard once the unit has been parsed.  OPTIONS must live
   until the compiler ends.  */
void lk_fork_early_init (const char *plugin_name, struct lk_pass_options *);
/* Return the process that was forked then; its CHILD is -1 if there is none.  */
struct lk_pipe *lk_forked_early (void);
/* The early process does not exist or has failed: deliver notes on the functions that were
   dropped.  */
void lk_tell_dropped (void);

/* ---- fork-packet.cc ---- */

/* Free all messages.  */
void lk_messages_free (void);

/* Bytes that are sent through a pipe.  */
struct lk_buffer
{
  char *bytes;
  size_t length, room;
};
void lk_buffer_add (struct lk_buffer *, const void *, size_t);

/* A packet is its type, the number of bytes that follow, and these.  A reader skips types that
   it does not know.  */
enum lk_packet_type
{
  LK_PACKET_MESSAGE = 1,
  LK_PACKET_SETTLED,		/* Messages since the last one: struct lk_settled.  */
  LK_PACKET_END			/* The analysis is done.  */
};
struct lk_packet
{
  uint32_t type;
  uint32_t length;
};
struct lk_settled
{
  uint64_t stage, function;
};
void lk_packet_add (struct lk_buffer *, enum lk_packet_type, const void *, size_t);
void lk_packet_add_message (struct lk_buffer *, const struct lk_message *);
/* Set *PACKET to the next packet of the LENGTH bytes at *AT, and advance *AT.  The payload
   stays where it is.  Return false if there is no complete packet.  */
bool lk_packet_next (const char **at, const char *end, struct lk_packet *, const char **payload);
/* Return the message in PAYLOAD; NULL if it is not complete.  */
const struct lk_message *lk_packet_message (const char *payload, size_t length);

/* The process is about to be forked, or has been: functions that exist now, and locations, are
   sent as numbers; functions of Java (JAVA) as the text that users see.  LIST, or NULL: the
   functions, which must not be freed.  */
void lk_packets_begin (const vec<tree, va_gc> *list, bool java);

/* ---- stage-time.cc ---- */

/* Measure from START on, a value of clock; the functions behind do nothing without that.  */
void lk_times_begin (clock_t start);
void lk_times_enter (enum lk_stage);
void lk_times_leave ();
void lk_times_end (struct lk_times *times);

/* ---- fault.cc ---- */

/* Cause the fault that FAULT asks for at this stage, if any.  */
void lk_fault (const char *fault, enum lk_stage, const char *function);
/* Return the name of the stage: "keys".  */
const char *lk_stage_name (enum lk_stage);

/* A location in the lines from FIRST to LAST of a file, which GCC has in one map.  */
struct lk_source_place
{
  const char *file;
  unsigned first, last, line, column;
};

/* How functions and places of a program in Java are sent; the Java front end sets it.  NULL: the
   program is in C or C++.  */
struct lk_remote_java
{
  /* Return what users call DECL if it is a method of Java, "method" or "constructor"; NULL if
     it is not.  */
  const char *(*what) (tree decl);
  /* Return a declaration for the method with NUMBER, which is WHAT, and is printed as NAME.  */
  tree (*method) (uint64_t number, const char *name, const char *what);
  void (*expand_place) (location_t, struct lk_source_place *);
  location_t (*place) (const struct lk_source_place *);
};
extern const struct lk_remote_java *lk_remote_java;

#endif /* LK_FORK_H */
