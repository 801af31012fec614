/* The analysis of a unit in C++ in a process of its own: where the compiler would forget something.

   The compiler drops an inline function of the unit that nothing in it calls before any pass sees
   it: methods written inside their class, mostly.  (Of a collection of 129 leaks in C++, 17 stood
   in such functions.)  To keep them would change what the compiler makes of the rest: the
   numbers of declarations and temporaries, debug information, warnings.  With -flto it forgets,
   just before the leakcheck pass, what classes have, whose methods functions are and what
   handlers catch.  (Of 60 files of tests, a third told something else then.)

   So when the unit has been parsed, and has such functions in its main file, or with -flto, the
   compiler is forked.  The child keeps them, goes on as far as the leakcheck pass without
   -flto, analyses the whole unit and sends what it finds; then it is gone.  The parent
   compiles as if nothing had happened, and tells what it gets, in its own pass.  A child that fails
   in any way is done without: the parent then analyses what it has.

   Both have the same memory up to the fork, so functions are named by their place in a list that
   was made before it, kinds by their names, and locations by what they are made of.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"
#include "options.h"
#include "opts.h"
#include "toplev.h"
#include "output.h"
#include "langhooks.h"
#include "plugin.h"
#include "cp/cp-tree.h"
#include "diagnostic-core.h"
#include "aside.h"
#include "contracts.h"
#include "../spec/spec.h"
#include <fcntl.h>
#include <signal.h>
#ifdef __linux__
# include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

/* What the child sends begins each time with one of these.  */
enum record { RECORD_FINDING = 1, RECORD_NOTE, RECORD_STATISTICS, RECORD_END };

static struct lk_pass_options *pass_options;
static void (*parse_file) (void);

/* Of the parent: where the child's findings come from, and the child; -1: none.  */
static int from_child = -1;
static pid_t child = -1;
/* Of the child: where they go; and all it has to say, until it has ended well.  */
static int to_parent = -1;
static FILE *said;
static char *said_text;
static size_t said_length;

/* The functions that there were at the fork.  The parent loses no declaration that the child
   may name.  */
static vec<tree, va_gc> *functions;
static hash_map<tree, unsigned> *numbers;

static const struct ggc_root_tab roots[] =
{
  { &functions, 1, sizeof functions, &gt_ggc_mx_vec_tree_va_gc_, &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

/* ---- Which functions.  ---- */

static tree
is_call (tree *t, int *subtrees, void *)
{
  if (TYPE_P (*t))
    *subtrees = 0;
  return TREE_CODE (*t) == CALL_EXPR ? *t : NULL_TREE;
}

/* NODE is an inline function, or a method, that stands in the main file.  */
static bool
is_inline_here (cgraph_node *node)
{
  tree decl = node->decl;
  return (node->definition && !node->alias && !node->thunk && DECL_DECLARED_INLINE_P (decl)
	  && DECL_LANG_SPECIFIC (decl) && !DECL_ARTIFICIAL (decl) && DECL_SAVED_TREE (decl)
	  && lk_in_main_file (decl));
}

/* Nothing that has been parsed uses DECL, which does something.  What is virtual is used by its
   table, if that is.  */
static bool
is_dropped (tree decl)
{
  tree written = lk_cloned_from (decl) ? lk_cloned_from (decl) : decl;
  return (!TREE_USED (written) && !DECL_VIRTUAL_P (decl)
	  && walk_tree_without_duplicates (&DECL_SAVED_TREE (decl), is_call, NULL));
}

/* Some file is written by passes that the child goes through, too.  */
static bool
dumps_something (void)
{
  gcc::dump_manager *dumps = g->get_dumps ();
  for (int i = TDI_none + 1; dumps->get_dump_file_info (i); i++)
    if (dumps->get_dump_file_info (i)->pstate || dumps->get_dump_file_info (i)->alt_state)
      return true;
  return false;
}

/* A header is compiled to be included later.  (What says so is not in lto1, which loads the plugin,
   too.)  */
static bool
makes_header (void)
{
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    {
      const char *text = save_decoded_options[i].orig_option_with_args_text;
      if (text && startswith (text, "--output-pch"))
	return true;
    }
  return false;
}

static bool
any_dropped (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (is_inline_here (node) && is_dropped (node->decl))
      return true;
  return false;
}

/* ---- Sending.  ---- */

static void
send_number (uint64_t n)
{
  fwrite (&n, sizeof n, 1, said);
}

static void
send_text (const char *text)
{
  send_number (text ? strlen (text) + 1 : 0);
  if (text)
    fputs (text, said);
}

/* A location that has been made since the fork is unknown to the parent.  */
static void
send_location (lk_loc loc)
{
  location_t where = (location_t) loc;
  source_range range = get_range_from_loc (line_table, where);
  send_number (get_pure_location (where));
  send_number (range.m_start);
  send_number (range.m_finish);
}

static void
send_function (const struct lk_function *function)
{
  send_number (function != NULL);
  if (!function)
    return;
  unsigned *number = function->key ? numbers->get ((tree) function->key) : NULL;
  send_number (number ? *number + 1 : 0);
  send_text (function->name);
  send_location (function->loc);
}

static void
send_finding (void *, const struct lk_finding *f)
{
  if (f->function && f->function->contract && f->function->contract->suppress)
    return;
  send_number (RECORD_FINDING);
  send_text (f->kind->name);
  send_function (f->function);
  send_location (f->loc);
  send_text (f->handle);
  send_text (f->acquirer);
  send_number (f->never);
  send_number (f->held);
  send_number (f->assumed);
  send_text (f->why_assumed);
  for (const struct lk_name *r = f->releasers; r; r = r->next)
    send_text (r->name);
  send_text (NULL);
  send_text (f->lost_paths);
  send_text (f->all_paths);
  send_location (f->fix_loc);
  send_number (f->n_steps);
  for (unsigned i = 0; i < f->n_steps; i++)
    {
      const struct lk_step *s = &f->steps[i];
      send_number (s->kind);
      send_location (s->loc);
      send_function (s->function);
      send_number (s->depth);
      send_text (s->name);
      send_text (s->name2);
      send_number (s->value);
    }
}

static void
send_note (void *, struct lk_function *function, const char *text)
{
  send_number (RECORD_NOTE);
  send_function (function);
  send_text (text);
}

static void
send_statistics (void *, const struct lk_statistics *statistics, double seconds)
{
  send_number (RECORD_STATISTICS);
  fwrite (statistics, sizeof *statistics, 1, said);
  fwrite (&seconds, sizeof seconds, 1, said);
}

/* The child never gets any further, whatever happens to it.  */
static void
end_child (void)
{
  _exit (1);
}

static void
end_child_at_last (void *, void *)
{
  _exit (1);
}

/* What the child writes, nobody shall see; what it would delete, it shall not know; nor forget what
   -flto has no use for.  */
static void
become_child (int to)
{
#ifdef __linux__
  /* Who kills the parent means both.  */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
#endif
  int nowhere = open ("/dev/null", O_RDWR);
  if (nowhere < 0 || dup2 (nowhere, STDERR_FILENO) < 0
      || (asm_out_file && dup2 (nowhere, fileno (asm_out_file)) < 0))
    _exit (1);
  asm_file_name = NULL;
  atexit (end_child);
  register_callback ("leakcheck", PLUGIN_FINISH_UNIT, end_child_at_last, NULL);
  flag_generate_lto = 0;
  to_parent = to;
  said = open_memstream (&said_text, &said_length);
  if (!said)
    _exit (1);
  pass_options->report = send_finding;
  pass_options->note = send_note;
  pass_options->finished = send_statistics;
  numbers = new hash_map<tree, unsigned>;
  for (unsigned i = 0; i < functions->length (); i++)
    numbers->put ((*functions)[i], i);
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (is_inline_here (node))
      {
	DECL_EXTERNAL (node->decl) = 0;
	node->mark_force_output ();
      }
}

void
lk_aside_end (void)
{
  if (to_parent < 0)
    return;
  send_number (RECORD_END);
  bool wrong = ferror (said);
  if (fclose (said) || wrong)
    _exit (1);
  for (size_t sent = 0; sent < said_length;)
    {
      ssize_t n = write (to_parent, said_text + sent, said_length - sent);
      if (n < 0 && errno != EINTR)
	_exit (1);
      sent += n < 0 ? 0 : n;
    }
  _exit (0);
}

/* ---- Receiving.  ---- */

struct received
{
  const char *at, *end;
  bool wrong;			/* It ends too early.  */
  struct obstack room;
};

static void
take_bytes (struct received *r, void *to, size_t n)
{
  if ((size_t) (r->end - r->at) < n)
    {
      r->wrong = true;
      memset (to, 0, n);
      return;
    }
  memcpy (to, r->at, n);
  r->at += n;
}

static uint64_t
take_number (struct received *r)
{
  uint64_t n;
  take_bytes (r, &n, sizeof n);
  return n;
}

static const char *
take_text (struct received *r)
{
  uint64_t n = take_number (r);
  if (n == 0 || r->wrong || n - 1 > (uint64_t) (r->end - r->at))
    {
      r->wrong |= n != 0;
      return NULL;
    }
  const char *text = (const char *) obstack_copy0 (&r->room, r->at, n - 1);
  r->at += n - 1;
  return text;
}

static lk_loc
take_location (struct received *r)
{
  location_t where = take_number (r);
  source_range range;
  range.m_start = take_number (r);
  range.m_finish = take_number (r);
  if (where <= BUILTINS_LOCATION || (range.m_start == where && range.m_finish == where))
    return where;
  return make_location (where, range.m_start, range.m_finish);
}

static struct lk_function *
take_function (struct received *r)
{
  if (!take_number (r))
    return NULL;
  struct lk_function *f = XOBNEW (&r->room, struct lk_function);
  memset (f, 0, sizeof *f);
  uint64_t number = take_number (r);
  if (number > functions->length ())
    r->wrong = true;
  else if (number)
    f->key = (*functions)[number - 1];
  f->name = take_text (r);
  f->loc = take_location (r);
  return f;
}

/* Tell one finding, if DO_TELL.  */
static void
take_finding (struct received *r, bool do_tell)
{
  struct lk_finding f;
  memset (&f, 0, sizeof f);
  const char *kind = take_text (r);
  f.kind = kind ? lk_spec_kind (lk_contracts_spec (), kind) : NULL;
  r->wrong |= !f.kind;
  f.function = take_function (r);
  f.loc = take_location (r);
  f.handle = take_text (r);
  f.acquirer = take_text (r);
  f.never = take_number (r);
  f.held = take_number (r);
  f.assumed = take_number (r);
  f.why_assumed = take_text (r);
  const struct lk_name **last = &f.releasers;
  while (const char *name = take_text (r))
    {
      struct lk_name *n = XOBNEW (&r->room, struct lk_name);
      memset (n, 0, sizeof *n);
      n->name = name;
      *last = n;
      last = (const struct lk_name **) &n->next;
    }
  f.lost_paths = take_text (r);
  f.all_paths = take_text (r);
  f.fix_loc = take_location (r);
  uint64_t n_steps = take_number (r);
  if (n_steps > (uint64_t) (r->end - r->at))
    r->wrong = true;
  if (r->wrong)
    return;
  struct lk_step *steps = XOBNEWVEC (&r->room, struct lk_step, n_steps);
  for (uint64_t i = 0; i < n_steps; i++)
    {
      steps[i].kind = (enum lk_step_kind) take_number (r);
      steps[i].loc = take_location (r);
      steps[i].function = take_function (r);
      steps[i].depth = take_number (r);
      steps[i].name = take_text (r);
      steps[i].name2 = take_text (r);
      steps[i].value = (int) take_number (r);
    }
  f.steps = steps;
  f.n_steps = n_steps;
  if (do_tell && !r->wrong && pass_options->report)
    pass_options->report (pass_options->data, &f);
}

/* Go through the LENGTH bytes at TEXT, and tell what they say, if DO_TELL; false if they are not
   whole.  */
static bool
take_all (const char *text, size_t length, bool do_tell)
{
  struct received r = { text, text + length, false, {} };
  gcc_obstack_init (&r.room);
  bool ended = false;
  while (!ended && !r.wrong)
    switch (take_number (&r))
      {
      case RECORD_FINDING:
	take_finding (&r, do_tell);
	break;
      case RECORD_NOTE:
	{
	  struct lk_function *function = take_function (&r);
	  const char *note = take_text (&r);
	  if (do_tell && note && pass_options->note)
	    pass_options->note (pass_options->data, function, note);
	  break;
	}
      case RECORD_STATISTICS:
	{
	  struct lk_statistics statistics;
	  double seconds;
	  take_bytes (&r, &statistics, sizeof statistics);
	  take_bytes (&r, &seconds, sizeof seconds);
	  if (do_tell && pass_options->finished)
	    pass_options->finished (pass_options->data, &statistics, seconds);
	  break;
	}
      case RECORD_END:
	ended = true;
	break;
      default:
	r.wrong = true;
	break;
      }
  obstack_free (&r.room, NULL);
  return ended && !r.wrong;
}

bool
lk_aside_told (void)
{
  if (from_child < 0)
    return false;
  char *text = NULL;
  size_t length = 0, room = 0;
  ssize_t n;
  do
    {
      if (length == room)
	text = XRESIZEVEC (char, text, room = room ? room * 2 : 65536);
      n = read (from_child, text + length, room - length);
      if (n > 0)
	length += n;
    }
  while (n > 0 || (n < 0 && errno == EINTR));
  close (from_child);
  from_child = -1;
  int status;
  pid_t ended;
  do
    ended = waitpid (child, &status, 0);
  while (ended < 0 && errno == EINTR);
  bool good = (n == 0 && ended == child && WIFEXITED (status) && WEXITSTATUS (status) == 0
	       && take_all (text, length, false));
  if (good)
    take_all (text, length, true);
  else if (pass_options->note)
    pass_options->note (pass_options->data, NULL, "the process that was to analyse the unit has"
			" failed: what the compiler forgets is not analysed");
  free (text);
  return good;
}

/* ---- The fork.  ---- */

static void
parse_and_fork (void)
{
  parse_file ();
  if (lk_seen_error () || flag_syntax_only || flag_preprocess_only || makes_header ()
      || dumps_something () || pass_options->verify || pass_options->lower_only
      || pass_options->dump_events || !(flag_generate_lto || any_dropped ()))
    return;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    vec_safe_push (functions, node->decl);
  int low[2], ends[2];
  if (pipe (low))
    return;
  /* (Not where a closed stream of the compiler's was.)  */
  for (unsigned i = 0; i < 2; i++)
    {
      ends[i] = fcntl (low[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      close (low[i]);
    }
  if (ends[0] < 0 || ends[1] < 0)
    {
      close (ends[0]);
      close (ends[1]);
      return;
    }
  child = fork ();
  if (child == 0)
    {
      close (ends[0]);
      become_child (ends[1]);
      return;
    }
  close (ends[1]);
  if (child < 0)
    close (ends[0]);
  else
    from_child = ends[0];
}

void
lk_aside_init (struct lk_pass_options *options)
{
  if (!lang_GNU_CXX ())
    return;
  pass_options = options;
  ggc_register_root_tab (roots);
  parse_file = lang_hooks.parse_file;
  lang_hooks.parse_file = parse_and_fork;
}
