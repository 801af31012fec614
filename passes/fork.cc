/* The analysis in a process of its own.

   The child sends the messages of a component when it is solved, so a fault costs no more than
   the current function.  The child keeps its position in shared memory, which costs nothing.
   If the child dies, or makes no progress for too long, what it has sent counts; the compiler
   is forked again, and that function treated as if it had no body.  One note lists all such
   functions.  (A note, because -Werror must not make an error of it.)

   A fork costs 1 to 7 ms, because the compiler's memory is marked as shared; that is 0.5 to 3 %
   of the time to compile a unit with -O2.  So there is none where no function acquires
   (pass.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "pass.h"
#include "lower/lower.h"
#include "langhooks.h"
#include "output.h"
#include "../spec/arena.h"
#include "../spec/message-text.h"
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fork.h"

/* Seconds of processor time without progress, at least; and as a multiple of what the compiler
   has used.  */
#define MIN_TIME_LIMIT 10
/* No object file waits for a Java program.  Mode loops analyses all of one at once.  */
#define MIN_TIME_LIMIT_JAVA 60
#define MIN_TIME_LIMIT_LOOPS 600
#define TIME_LIMIT_FACTOR 5

static const struct lk_pass_options *pass_options;

/* ---- Where the analysis is.  ---- */

#define PLACE_NAME 160
struct place
{
  uint64_t function;		/* 0: none.  */
  uint32_t stage;
  char name[PLACE_NAME];	/* The name of a function that the compiler does not have.  */
};
struct here
{
  uint32_t progress;
  uint32_t depth;		/* The nested positions.  */
  struct place places[MAX_INSIDE];
};
/* NULL: the analysis runs in the compiler itself.  */
static struct here *here;

/* Functions that are treated as if they had no body.  */
static uint64_t left_out[MAX_FAULTS];
static unsigned n_left_out;

static uint64_t
function_by_name (const char *name)
{
  uint64_t hash = UINT64_C (14695981039346656037);
  for (; *name; name++)
    hash = (hash ^ (unsigned char) *name) * UINT64_C (1099511628211);
  return hash | UINT64_C (1) << 63;
}

static uint64_t
function_by_decl (const_tree decl)
{
  return (uint64_t) DECL_UID (decl) + 1;
}

/* The same for every process that analyses the unit.  */
static uint64_t
function_of (const struct lk_function *function)
{
  return (!function ? 0
	  : function->key && !pass_options->java ? function_by_decl ((tree) function->key)
	  : function_by_name (function->name));
}

static bool
is_left_out (uint64_t function)
{
  for (unsigned i = 0; i < n_left_out; i++)
    if (left_out[i] == function)
      return true;
  return false;
}

static bool
is_left_out_decl (const_tree decl)
{
  return n_left_out && is_left_out (function_by_decl (decl));
}

bool
lk_left_out_name (const char *name)
{
  return n_left_out && is_left_out (function_by_name (name));
}

static void
enter_place (enum lk_stage stage, uint64_t function, const char *name)
{
  if (here)
    {
      if (here->depth < MAX_INSIDE)
	{
	  struct place *place = &here->places[here->depth];
	  place->function = function;
	  place->stage = stage;
	  place->name[0] = '\0';
	  if (pass_options->java && name)
	    {
	      size_t n = MIN (strlen (name), sizeof place->name - 1);
	      memcpy (place->name, name, n);
	      place->name[n] = '\0';
	    }
	}
      here->depth++;
    }
  lk_times_enter (stage);
  if (pass_options->fault && !is_left_out (function))
    lk_fault (pass_options->fault, stage, name);
}

void
lk_stage_enter (void *, enum lk_stage stage, struct lk_function *function)
{
  enter_place (stage, function_of (function), function ? function->name : NULL);
}

void
lk_stage_enter_decl (enum lk_stage stage, tree decl)
{
  enter_place (stage, function_by_decl (decl),
	       DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl)) : NULL);
}

void
lk_stage_enter_name (enum lk_stage stage, const char *name)
{
  enter_place (stage, function_by_name (name), name);
}

void
lk_stage_leave (void *)
{
  lk_times_leave ();
  if (here)
    here->depth--;
}

void
lk_stage_progress (void)
{
  if (here)
    here->progress++;
}

/* ---- Messages.  ---- */

/* In the child that analyses: the pipe for its messages. -1: this is not it.  */
static int to_parent = -1;
static struct lk_buffer to_send;
/* In the process that stands in for the compiler: the same.  */
static int to_compiler = -1;
static const vec<tree, va_gc> *compilers_functions;

/* Leaks that are to be sorted.  */
static auto_vec<const struct lk_message *> leaks;

static void
emit (const struct lk_message *m)
{
  if (to_compiler >= 0)
    lk_packet_add_message (&to_send, m);
  else if (pass_options->emit)
    pass_options->emit (pass_options->data, m);
}

static int
compare_leaks (const void *a, const void *b)
{
  const struct lk_message *p = *(const struct lk_message *const *) a;
  const struct lk_message *q = *(const struct lk_message *const *) b;
  return (p->order != q->order ? (p->order < q->order ? -1 : 1)
	  : p->place != q->place ? (p->place < q->place ? -1 : 1) : 0);
}

static void
emit_leaks (void)
{
  if (leaks.length () > 1)
    gcc_stablesort (leaks.address (), leaks.length (), sizeof leaks[0], compare_leaks);
  for (unsigned i = 0; i < leaks.length (); i++)
    emit (leaks[i]);
  leaks.truncate (0);
}

/* It is M's turn.  */
static void
present (const struct lk_message *m)
{
  if (m->kind == LK_MESSAGE_LEAK)
    leaks.safe_push (m);
  else if (m->kind == LK_MESSAGE_ALL_FOUND)
    {
      emit_leaks ();
      if (to_compiler >= 0)
	emit (m);
    }
  else
    emit (m);
}

void
lk_deliver (const struct lk_message *m)
{
  if (to_parent >= 0)
    lk_packet_add_message (&to_send, m);
  else
    present (m);
}

void
lk_all_found (void)
{
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = LK_MESSAGE_ALL_FOUND;
  lk_deliver (m);
}

static pretty_printer *say_printer;
static bool said_error;

bool
lk_said_error (void)
{
  return said_error;
}

pretty_printer *
lk_say_printer (void)
{
  if (!say_printer)
    say_printer = new pretty_printer;
  pp_clear_output_area (say_printer);
  pp_show_color (say_printer) = pp_show_color (lk_event_printer ());
  return say_printer;
}

void
lk_say (enum lk_message_kind kind, location_t where)
{
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = kind;
  m->where = where;
  m->function = current_function_decl;
  m->before = lk_message_text (pp_formatted_text (say_printer));
  /* (GCC's own count must not do here: with -Wfatal-errors an error ends the process.)  */
  said_error |= kind == LK_MESSAGE_ERROR;
  lk_deliver (m);
}

/* Send the contents to FD; if that fails, there is no receiver.  */
static void
send_all (int fd)
{
  for (size_t sent = 0; sent < to_send.length;)
    {
      ssize_t n = write (fd, to_send.bytes + sent, to_send.length - sent);
      if (n < 0 && errno != EINTR)
	_exit (1);
      sent += n < 0 ? 0 : n;
    }
  to_send.length = 0;
}

static void
send_end (int fd)
{
  lk_packet_add (&to_send, LK_PACKET_END, NULL, 0);
  send_all (fd);
  _exit (0);
}

void
lk_stage_settled (void *, enum lk_stage stage, struct lk_function *function)
{
  lk_stage_progress ();
  if (to_parent < 0 || !to_send.length)
    return;
  struct lk_settled settled = { (uint64_t) stage, function_of (function) };
  lk_packet_add (&to_send, LK_PACKET_SETTLED, &settled, sizeof settled);
  send_all (to_parent);
}

void
lk_stand_in (int fd, const vec<tree, va_gc> *functions)
{
  to_compiler = fd;
  compilers_functions = functions;
}

/* ---- The parent.  ---- */

static double
time_limit (void)
{
  struct rusage usage;
  if (pass_options->time_limit)
    return pass_options->time_limit;
  getrusage (RUSAGE_SELF, &usage);
  double used = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
		 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6);
  double least = (pass_options->loops ? MIN_TIME_LIMIT_LOOPS
		  : pass_options->java ? MIN_TIME_LIMIT_JAVA : MIN_TIME_LIMIT);
  return MAX (least, TIME_LIMIT_FACTOR * used);
}

/* ---- What was received.  ---- */

/* Messages that were sent together.  */
struct bundle
{
  struct lk_settled settled;
  unsigned attempt;
  auto_vec<const struct lk_message *> all;
};

/* A former attempt sent the same.  Messages without a function count only from the last
   attempt.  */
static bool
is_known (const vec<struct bundle *> &bundles, const struct lk_settled *settled,
	  unsigned attempt)
{
  for (unsigned i = 0; settled->function && i < bundles.length (); i++)
    if (bundles[i]->attempt != attempt && bundles[i]->settled.stage == settled->stage
	&& bundles[i]->settled.function == settled->function)
      return true;
  return false;
}

/* Take what RECEIVED has apart.  Returns whether it is all, and could be read.  */
static bool
take_apart (const struct lk_buffer *received, unsigned attempt, vec<struct bundle *> *bundles)
{
  const char *at = received->bytes, *end = at + received->length, *payload;
  struct lk_packet packet;
  struct bundle *now = NULL;
  bool done = false, wrong = false;
  for (unsigned i = 0; i < bundles->length ();)
    if ((*bundles)[i]->settled.function)
      i++;
    else
      {
	delete (*bundles)[i];
	bundles->ordered_remove (i);
      }
  while (!done && lk_packet_next (&at, end, &packet, &payload))
    {
      if (!now)
	{
	  now = new bundle;
	  now->settled = { LK_STAGE_UNIT, 0 };
	  now->attempt = attempt;
	}
      if (packet.type == LK_PACKET_MESSAGE)
	{
	  if (const struct lk_message *m = lk_packet_message (payload, packet.length))
	    now->all.safe_push (m);
	  else
	    wrong = true;
	}
      else if (packet.type == LK_PACKET_SETTLED && packet.length == sizeof now->settled)
	{
	  memcpy (&now->settled, payload, sizeof now->settled);
	  if (is_known (*bundles, &now->settled, attempt))
	    delete now;
	  else
	    bundles->safe_push (now);
	  now = NULL;
	}
      else if (packet.type == LK_PACKET_END)
	done = true;
    }
  if (now)
    bundles->safe_push (now);
  return done && !wrong;
}

static void
present_all (vec<struct bundle *> *bundles)
{
  unsigned i, j;
  struct bundle *bundle;
  const struct lk_message *m;
  FOR_EACH_VEC_ELT (*bundles, i, bundle)
    {
      FOR_EACH_VEC_ELT (bundle->all, j, m)
	present (m);
      delete bundle;
    }
  emit_leaks ();
}

/* ---- Faults.  ---- */

struct fault
{
  uint64_t function;		/* 0: none.  */
  enum lk_stage stage;
  const char *name;
  location_t where;
  const char *why;
};

static const char *
why_ended (const struct lk_ending *end)
{
  char text[80];
  if (end->too_much)
    snprintf (text, sizeof text, "more than %u MiB of messages", MAX_SENT >> 20);
  else if (end->too_long > 0)
    snprintf (text, sizeof text, "no end within %.0f s", end->too_long);
  else if (WIFSIGNALED (end->status))
    snprintf (text, sizeof text, "%s", strsignal (WTERMSIG (end->status)));
  else
    snprintf (text, sizeof text, "internal error");
  return lk_message_text (text);
}

/* The innermost function that the child was at, and that has not been left out yet.  */
static struct fault
find_fault (const struct lk_ending *end)
{
  struct fault fault = { 0, LK_STAGE_UNIT, NULL, UNKNOWN_LOCATION, why_ended (end) };
  uint32_t depth = MIN (here->depth, MAX_INSIDE);
  const struct place *place = NULL;
  while (depth && !place)
    {
      place = &here->places[--depth];
      if (!place->function || is_left_out (place->function))
	place = NULL;
    }
  if (!place)
    return fault;
  here->places[depth].name[PLACE_NAME - 1] = '\0';
  fault.function = place->function;
  fault.stage = (enum lk_stage) place->stage;
  if (pass_options->java)
    fault.name = lk_message_text (place->name);
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (!pass_options->java && function_by_decl (node->decl) == fault.function)
      {
	fault.name = lk_message_text (lang_hooks.decl_printable_name (node->decl, 1));
	fault.where = DECL_SOURCE_LOCATION (node->decl);
	break;
      }
  return fault;
}

/* Report to the counter of what was checked (java/counts.cc) that N functions were not.  */
static void
count_faults (unsigned n)
{
  FILE *file = pass_options->counts_file ? fopen (pass_options->counts_file, "a") : NULL;
  if (file)
    {
      fprintf (file, "faults %u\n", n);
      fclose (file);
    }
}

/* One note on all FAULTS; GIVEN_UP: nothing else was analysed after the last one.  */
static void
report_faults (const vec<struct fault> &faults, bool given_up)
{
  if (faults.is_empty ())
    return;
  count_faults (faults.length ());
  const struct fault *first = &faults[0];
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  char *others = (faults.length () == 1 ? xstrdup ("")
		  : xasprintf (LK_TR (", and then at %u more"), faults.length () - 1));
  char *text
    = xasprintf (LK_TR (" (%s, stage %s)%s%s%s; to report it, see 'Faults' in the manual"),
		 first->why, lk_stage_name (first->stage), others,
		 given_up ? LK_TR ("; what it had not got to is not checked")
		 : faults.length () == 1 ? LK_TR (", which is not checked; everything else is")
		 : LK_TR ("; these are not checked, everything else is"),
		 pass_options->java ? "" : LK_TR (", and the object file is unaffected"));
  m->kind = LK_MESSAGE_NOTE;
  m->where = first->where;
  if (first->name)
    {
      m->before = LK_TR ("leakcheck has failed at ");
      m->quoted = first->name;
      m->after = lk_message_text (text);
    }
  else
    m->before = lk_message_text (ACONCAT ((LK_TR ("leakcheck has failed"), text, NULL)));
  free (others);
  free (text);
  emit (m);
}

/* Report to the same how much processor time the children of this process took: each of them
   analyses.  */
static void
count_time (void)
{
  struct rusage usage;
  getrusage (RUSAGE_CHILDREN, &usage);
  double milliseconds = ((double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
			 + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3);
  FILE *file = (pass_options->counts_file && milliseconds > 0
		? fopen (pass_options->counts_file, "a") : NULL);
  if (!file)
    return;
  fprintf (file, "milliseconds %.0f\n", milliseconds);
  fclose (file);
}

/* ---- The whole.  ---- */

/* Analyse in a child of this process.  False if there is none to be had.  */
static bool
analyse_in_child (void (*analyse) (const struct lk_pass_options *), unsigned attempt,
		  struct lk_buffer *received, struct lk_ending *end, double limit)
{
  struct lk_pipe pipe;
  here->depth = here->progress = 0;
  lk_packets_begin (NULL, pass_options->java);
  pid_t child = lk_fork (&pipe);
  if (child < 0)
    return false;
  if (child == 0)
    {
      if (to_compiler >= 0)
	close (to_compiler);
      to_compiler = -1;
      to_parent = pipe.fd;
      to_send.length = 0;
      struct lk_pass_options options = *pass_options;
      /* Up to the fault it has been written (open_dump).  */
      options.dump_events &= attempt == 0;
      options.dump_facts &= attempt == 0;
      analyse (&options);
      send_end (to_parent);
    }
  *end = lk_receive (&pipe, limit, &here->progress, received);
  return true;
}

/* Analyse in this process.  */
static void
analyse_here (void (*analyse) (const struct lk_pass_options *))
{
  struct here *shared = here;
  here = NULL;
  if (to_compiler >= 0)
    lk_packets_begin (compilers_functions, false);
  analyse (pass_options);
  here = shared;
}

static void
analyse_in_children (void (*analyse) (const struct lk_pass_options *))
{
  auto_vec<struct bundle *> bundles;
  auto_vec<struct fault> faults;
  double limit = time_limit (), wasted = 0, longest = 0;
  bool given_up = false;
  for (unsigned attempt = 0;; attempt++)
    {
      struct lk_buffer received = { NULL, 0, 0 };
      struct lk_ending end;
      if (!analyse_in_child (analyse, attempt, &received, &end, limit))
	{
	  given_up = attempt > 0;
	  if (attempt == 0)
	    analyse_here (analyse);
	  break;
	}
      bool done = take_apart (&received, attempt, &bundles);
      free (received.bytes);
      if (done)
	break;
      struct fault fault = find_fault (&end);
      faults.safe_push (fault);
      wasted += end.seconds;
      longest = MAX (longest, end.seconds);
      given_up = (!fault.function || attempt == MAX_FAULTS
		  || wasted > MAX_WASTED_LIMITS * MAX (limit, longest));
      if (given_up)
	break;
      left_out[n_left_out++] = fault.function;
      lk_body_withheld = is_left_out_decl;
    }
  if (to_compiler >= 0)
    lk_packets_begin (compilers_functions, false);
  present_all (&bundles);
  report_faults (faults, given_up);
}

/* Read what the process that was forked early sends, if it is complete.  */
static bool
take_early (void)
{
  struct lk_pipe *early = lk_forked_early ();
  if (early->child < 0)
    return false;
  struct lk_buffer received = { NULL, 0, 0 };
  auto_vec<struct bundle *> bundles;
  lk_receive (early, 0, NULL, &received);
  bool done = take_apart (&received, 0, &bundles);
  free (received.bytes);
  if (done)
    present_all (&bundles);
  else if (pass_options->note)
    pass_options->note (pass_options->data, NULL, LK_TR ("the process that was to keep what the"
			" compiler forgets has failed: that is not analysed"));
  return done;
}

void
lk_analyse_apart (const struct lk_pass_options *options,
		  void (*analyse) (const struct lk_pass_options *))
{
  pass_options = options;
  if (options->in_process || options->lower_only)
    {
      if (analyse)
	analyse_here (analyse);
      emit_leaks ();
    }
  else if (!take_early ())
    {
      void *shared = MAP_FAILED;
      if (analyse)
	shared = mmap (NULL, sizeof *here, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
      here = shared == MAP_FAILED ? NULL : (struct here *) shared;
      if (here)
	analyse_in_children (analyse);
      else if (analyse)
	analyse_here (analyse);
      emit_leaks ();
      if (here)
	munmap (here, sizeof *here);
      here = NULL;
      if (to_compiler < 0)
	lk_tell_dropped ();
    }
  if (to_compiler >= 0)
    send_end (to_compiler);
  else
    count_time ();
  if (options->done)
    options->done (options->data);
  lk_messages_free ();
}
