/* Findings, notes and statistics become messages: their texts, places and fix-it hints.

   The warning is at the acquisition, because a leak has exactly one: it can be suppressed
   there and kept in a baseline.  The path describes the rest.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "intl.h"
#include "opts.h"
#include "toplev.h"
#include "../spec/rows.h"

/* Beyond so many paths a number says nothing to people.  */
#define PATHS_COUNTED 1000

/* The program is Java.  */
static bool java;

void
lk_report_init (const struct lk_arguments *arguments)
{
  java = arguments->pass.java;
  lk_emit_init ();
}

/* ---- The path.  ---- */

static tree
decl_of (const struct lk_function *function)
{
  return function ? (tree) function->key : NULL_TREE;
}

/* Locations inside macros of system headers belong to who used the macro.  */
static location_t
user_location (lk_loc loc, location_t otherwise)
{
  if ((location_t) loc <= BUILTINS_LOCATION)
    return otherwise;
  /* Code in the definition of a macro happens, for its user, where the macro is used; code in
     its argument is there anyway.  */
  location_t where = (location_t) loc;
  if (linemap_location_from_macro_definition_p (line_table, where))
    where = linemap_resolve_location (line_table, where,
				      LRK_MACRO_EXPANSION_POINT, NULL);
  return expansion_point_location_if_in_system_header (where);
}

/* The same where CALLEE is called.  */
static location_t
call_location (lk_loc loc, location_t otherwise, const char *callee)
{
  location_t where = user_location (loc, otherwise);
  return java ? lk_java_place (where, callee) : where;
}

location_t
lk_report_place (lk_loc loc, const char *callee)
{
  return call_location (loc, UNKNOWN_LOCATION, callee);
}

/* The name of a function, as people write it.  Malloced.  */
static char *
shown (const char *name)
{
  return java ? lk_shown_name (name) : xstrdup (name);
}

/* "'f'", or "the stream" where the user gave no name.  Malloced.  */
static char *
subject (const struct lk_finding *finding, const char *name)
{
  return (name ? xasprintf ("'%s'", name)
	  : xasprintf (LK_TR ("the %s"), LK_TR (finding->kind->noun)));
}

/* Return the participle for the acquisition of a resource whose release is VERB.  */
static const char *
acquired_how (const struct lk_kind *kind)
{
  static const struct { const char *end, *begin; } verbs[] =
    {
      { "closed", LK_N ("opened") }, { "freed", LK_N ("allocated") },
      { "unlocked", LK_N ("locked") }, { "unmapped", LK_N ("mapped") },
      { "detached", LK_N ("attached") }, { "destroyed", LK_N ("created") },
      { "deleted", LK_N ("created") }, { "joined", LK_N ("created") }
    };
  for (unsigned i = 0; i < ARRAY_SIZE (verbs); i++)
    if (!strcmp (kind->verb, verbs[i].end))
      return LK_TR (verbs[i].begin);
  return LK_TR ("acquired");
}

/* Return "'fclose' or 'pclose'": the functions that release FINDING's resource; malloced, or
   NULL.  For a kind with many releasing functions, the usual one.  */
static char *
releaser_text (const struct lk_finding *finding)
{
  const char *names[3];
  unsigned n = 0;
  for (const struct lk_name *r = finding->releasers; r && n < 3; r = r->next)
    names[n++] = r->name;
  if (java)
    {
      if (n == 0 && lk_contracts_releasers (finding->kind, names, 1) == 0)
	return NULL;
      char *name = lk_shown_releaser (names[0]);
      char *text = xasprintf ("'%s'", name);
      free (name);
      return text;
    }
  if (n == 0)
    n = lk_contracts_releasers (finding->kind, names, 1);
  switch (n)
    {
    case 0:
      return NULL;
    case 1:
      return xasprintf ("'%s'", names[0]);
    case 2:
      return xasprintf (LK_TR ("'%s' or '%s'"), names[0], names[1]);
    default:
      return xasprintf (LK_TR ("'%s', '%s' or '%s'"), names[0], names[1], names[2]);
    }
}

/* Return what a finding at level 2 assumes, and why.  Malloced, perhaps empty.  */
static char *
assumption (const struct lk_finding *finding)
{
  const char *why = finding->why_assumed;
  if (!finding->assumed)
    return xstrdup ("");
  if (finding->assumed_throw)
    return xstrdup (LK_TR (LK_TEXT_ASSUMED ": no throw, declaration or handler here shows that"
			   " exception"));
  if (finding->assumed_limit)
    return xasprintf (LK_TR (LK_TEXT_ASSUMED ", as %s was met"), LK_TR (why));
  if (!why)
    return xstrdup (LK_TR (LK_TEXT_ASSUMED
			   " that an unknown function neither releases nor keeps it"));
  char *callee = shown (why);
  char *text = xasprintf (LK_TR (LK_TEXT_ASSUMED " that '%s' neither releases nor keeps it"),
			  callee);
  free (callee);
  return text;
}

/* Return true if messages go to a program, as JSON or SARIF.  */
static bool
for_programs ()
{
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (save_decoded_options[i].opt_index == OPT_fdiagnostics_format_
	&& save_decoded_options[i].value != 0)
      return true;
  return false;
}

/* ", on 2 of 9 paths"; people are not told numbers above PATHS_COUNTED.  Malloced, perhaps
   empty.  */
static char *
paths_text (const struct lk_finding *finding)
{
  const char *lost = finding->lost_paths, *all = finding->all_paths;
  if (!lost || !all || !strcmp (all, "0") || !strcmp (all, "1"))
    return xstrdup ("");
  mpz_t n, of;
  mpz_init_set_str (n, lost, 10);
  mpz_init_set_str (of, all, 10);
  const char *part = NULL;
  if (mpz_cmp_ui (of, PATHS_COUNTED) > 0 && !for_programs ())
    {
      if (mpz_cmp (n, of) == 0)
	part = LK_TR (", on all paths");
      else
	{
	  mpz_mul_ui (n, n, 2);
	  part = mpz_cmp (n, of) > 0 ? LK_TR (", on most paths") : NULL;
	  if (!part)
	    {
	      mpz_mul_ui (n, n, 5);
	      part = mpz_cmp (n, of) > 0 ? LK_TR (", on some paths") : LK_TR (", on few paths");
	    }
	}
    }
  mpz_clear (n);
  mpz_clear (of);
  return (part ? xstrdup (part)
	  : xasprintf (LK_TR (", on %s of %s paths"), lost, all));
}

/* TEXT and "N others"; "" if there are none.  Malloced.  */
static char *
others_text (const char *text, unsigned n)
{
  return (n == 0 ? xstrdup ("")
	  : xasprintf (n == 1 ? LK_TR ("%s%u other") : LK_TR ("%s%u others"), text, n));
}

/* The end of the last event: on how many paths, and what would have helped.
   Malloced, perhaps empty.  */
static char *
conclusion (const struct lk_finding *finding)
{
  const struct lk_step *last = (finding->n_steps
				? &finding->steps[finding->n_steps - 1] : NULL);
  if (last && last->kind == LK_STEP_CYCLE)
    return xstrdup (LK_TR ("; break the cycle with 'std::weak_ptr'"));
  /* That text names the releaser already.  */
  char *releaser = (last && last->kind == LK_STEP_MISMATCHED ? NULL
		    : releaser_text (finding));
  char *paths = paths_text (finding);
  char *assumed = assumption (finding);
  char *twice = others_text (LK_TR (LK_TEXT_TWICE), finding->n_twice);
  char *together = others_text (LK_TR (LK_TEXT_TOGETHER), finding->n_together);
  char *text = concat (paths, assumed, releaser ? LK_TR ("; release it with ") : "",
		       releaser ? releaser : "", twice, together, NULL);
  free (twice);
  free (together);
  free (releaser);
  free (paths);
  free (assumed);
  return text;
}

/* The release of FINDING's resource by WRONG, which cannot release it: what WHO needs instead.
   Malloced.  */
static char *
mismatch_text (const struct lk_finding *finding, const char *who, const char *wrong)
{
  char *right = releaser_text (finding);
  char *acquirer = finding->acquirer ? shown (finding->acquirer) : NULL;
  /* "operator new []" is what a function is called; users write "new []".  */
  const char *made = (acquirer && startswith (acquirer, "operator new")
		      ? acquirer + strlen ("operator ") : acquirer);
  char *text
    = (right && made
       ? xasprintf (LK_TR ("%s is released here by '%s', but '%s' requires %s"), who, wrong, made,
		    right)
       : xasprintf (LK_TR ("%s is released here by '%s', which cannot release a %s"), who, wrong,
		    LK_TR (finding->kind->noun)));
  free (right);
  free (acquirer);
  return text;
}

/* Return the text of STEP, by which WHO, the last handle OTHER, is overwritten.  Malloced.  */
static char *
overwritten_text (const struct lk_step *step, const char *who, const char *other)
{
  return (step->name2 && (!step->name || strcmp (step->name, step->name2))
	  ? xasprintf (LK_TR ("%s is lost here: '%s' is overwritten"), who, other)
	  : xasprintf (LK_TR ("%s is overwritten here"), who));
}

/* Return the text of STEP.  Malloced.  */
static char *
step_text (const struct lk_finding *finding, const struct lk_step *step)
{
  char *who = subject (finding, step->name);
  char *other = shown (step->name2 ? step->name2 : "?");
  char *caller = shown (step->function ? step->function->name : "?");
  char *text = NULL;
  char *from = (step->from ? xasprintf (" (%s:%d)", step->from->file, step->from->line)
		: xstrdup (""));
  char left_out[100] = "";
  if (step->value && step->kind != LK_STEP_CONDITION)
    snprintf (left_out, sizeof left_out,
	      step->value == 1 ? LK_TR (" (%d more event is not shown)")
	      : LK_TR (" (%d more events are not shown)"), step->value);
  switch (step->kind)
    {
    case LK_STEP_ACQUIRED:
      text = (step->name2 ? xasprintf (LK_TR ("%s" LK_TEXT_ACQUIRED "'%s'%s%s"), who, other, from,
				       left_out)
	      : xasprintf (LK_TR ("%s acquired here%s"), who, left_out));
      break;
    case LK_STEP_CONDITION:
      text = (step->value == 2 ? xstrdup (LK_TR ("following this case"))
	      : xasprintf (LK_TR ("following '%s' branch"),
			   step->value ? "true" : "false"));
      break;
    case LK_STEP_CALL:
      text = xasprintf (LK_TR (LK_TEXT_CALLING "'%s' from '%s'"), other, caller);
      break;
    case LK_STEP_RETURN:
      text = xasprintf (LK_TR ("returning to '%s' from '%s'%s"), caller, other,
			left_out);
      break;
    case LK_STEP_FAILED:
      text = xasprintf (LK_TR ("'%s'%s fails here, so %s is still held"), other, from, who);
      break;
    case LK_STEP_THROWN:
      text = (!step->name2 ? xstrdup (LK_TR ("if this throws an exception"))
	      : !strcmp (step->name2, "__cxa_throw")
	      ? xstrdup (LK_TR ("an exception is thrown here"))
	      : !strcmp (step->name2, "__cxa_rethrow")
	      ? xstrdup (LK_TR ("the exception is thrown again here"))
	      : xasprintf (LK_TR ("if '%s' throws an exception here"), other));
      break;
    case LK_STEP_STORED:
      text = xasprintf (LK_TR ("%s stored in '%s' here"), who, other);
      break;
    case LK_STEP_OVERWRITTEN:
      text = overwritten_text (step, who, other);
      break;
    case LK_STEP_CONTAINER_RELEASED:
      text = (step->name2
	      ? xasprintf (LK_TR ("%s is lost here: '%s', which holds it, is released"),
			   who, other)
	      : xasprintf (LK_TR ("%s is lost here with what holds it"), who));
      break;
    case LK_STEP_MISMATCHED:
      text = mismatch_text (finding, who, other);
      break;
    case LK_STEP_IGNORED:
      if (!step->name2)
	{
	  free (other);
	  other = shown (finding->acquirer ? finding->acquirer : "?");
	}
      text = xasprintf (LK_TR ("the result of '%s' is not used"), other);
      break;
    case LK_STEP_AGAIN:
      text = xasprintf (LK_TR ("%s is lost here: acquired again"), who);
      break;
    case LK_STEP_LOST:
      text = xasprintf (LK_TR ("%s is lost here"), who);
      break;
    case LK_STEP_FORGOTTEN:
      text = (step->name2
	      ? xasprintf (LK_TR ("%s is lost here: nothing in the class releases '%s'"), who,
			   other)
	      : xasprintf (LK_TR ("%s is lost here: nothing in the class releases it"), who));
      break;
    case LK_STEP_DROPPED:
      text = xasprintf (LK_TR ("%s is lost here: '%s' is emptied without releasing its elements"),
			who, other);
      break;
    case LK_STEP_REPLACED:
      text = xasprintf (LK_TR ("%s is lost here if '%s' already has an entry for this key"), who,
			other);
      break;
    case LK_STEP_CYCLE:
      text = xasprintf (LK_TR ("%s owns itself through '%s' from here on"), who, other);
      break;
    case LK_STEP_EXIT:
      text = xasprintf (LK_TR ("%s is still held here"), who);
      break;
    }
  free (who);
  free (other);
  free (from);
  free (caller);
  return text;
}

char *
lk_report_lost (const struct lk_followed *f, const struct lk_path_end *end)
{
  struct lk_finding finding = {};
  struct lk_step step = {};
  finding.kind = f->kind;
  finding.handle = f->handle;
  finding.acquirer = f->acquirer;
  finding.assumed = end->assumed;
  finding.why_assumed = end->why;
  finding.assumed_limit = end->unreported == LK_UNREPORTED_LIMIT;
  step.kind = end->how;
  step.function = f->function;
  step.name = f->handle;
  step.name2 = end->name;
  char *text = step_text (&finding, &step), *assumed = assumption (&finding);
  char *all = concat (text, assumed, NULL);
  free (assumed);
  free (text);
  return all;
}

/* TEXT, to be freed, with the quotes that GCC uses here; malloced.  */
static char *
with_quotes (char *text)
{
  if (!strcmp (open_quote, "'") && !strcmp (close_quote, "'"))
    return text;
  size_t room = strlen (text) + 1;
  for (const char *p = text; *p; p++)
    room += *p == '\'' ? strlen (open_quote) + strlen (close_quote) : 0;
  char *out = XNEWVEC (char, room), *end = out;
  bool open = false;
  for (const char *p = text; *p; p++)
    if (*p == '\'')
      {
	end = stpcpy (end, open ? close_quote : open_quote);
	open = !open;
      }
    else
      *end++ = *p;
  *end = '\0';
  free (text);
  return out;
}

/* TEXT, malloced, as part of a message.  */
static const char *
keep (char *text)
{
  const char *kept = lk_message_text (text);
  free (text);
  return kept;
}

/* Room for N parts.  */
static void
make_parts (struct lk_message_parts *parts, unsigned n)
{
  parts->n = 0;
  parts->all = (struct lk_message_part *) lk_message_alloc (n * sizeof *parts->all);
}

static struct lk_message_part *
add_part (struct lk_message_parts *parts, location_t where, const char *text)
{
  struct lk_message_part *part = &parts->all[parts->n++];
  part->where = where;
  part->text = text;
  return part;
}

static void
add_path (struct lk_message *m, const struct lk_finding *finding)
{
  location_t where = (location_t) m->where;
  make_parts (&m->path, finding->n_steps);
  for (unsigned i = 0; i < finding->n_steps; i++)
    {
      const struct lk_step *step = &finding->steps[i];
      char *text = with_quotes (step_text (finding, step));
      char *end = (i + 1 == finding->n_steps
		   ? with_quotes (conclusion (finding)) : xstrdup (""));
      /* The end of the function is no place to look for an unused result.  */
      bool at_once = step->kind == LK_STEP_IGNORED && !step->name2;
      lk_loc loc = at_once ? finding->loc : step->loc;
      const char *callee = (step->kind == LK_STEP_ACQUIRED
			    || step->kind == LK_STEP_THROWN
			    || step->kind == LK_STEP_CALL
			    || step->kind == LK_STEP_FAILED ? step->name2
			    : at_once ? finding->acquirer
			    : NULL);
      struct lk_message_part *event
	= add_part (&m->path, call_location (loc, where, callee),
		    keep (concat (text, end, NULL)));
      event->function = decl_of (step->function);
      event->depth = step->depth;
      free (text);
      free (end);
    }
}

/* ---- The warning.  ---- */

static void
add_hints (struct lk_message *m, const struct lk_finding *finding)
{
  const char *names[8];
  unsigned n = 0;
  if (!finding->handle || !finding->fix_loc)
    return;
  for (const struct lk_name *r = finding->releasers;
       r && n < ARRAY_SIZE (names); r = r->next)
    names[n++] = r->name;
  if (n == 0)
    n = lk_contracts_releasers (finding->kind, names, ARRAY_SIZE (names));
  for (unsigned i = 0; i < n; i++)
    if (lk_fixit_declared (names[i]))
      {
	struct lk_fixit fixit;
	make_parts (&m->hints, 2);
	if (lk_find_fixit (finding, names[i], &fixit))
	  {
	    add_part (&m->hints, fixit.before, lk_message_text (fixit.text));
	    if (fixit.after)
	      add_part (&m->hints, fixit.after, " }")->after = true;
	  }
	free (fixit.text);
	return;
      }
}

static void
add_text (struct lk_message *m, const struct lk_finding *finding, bool mismatched)
{
  const struct lk_kind *kind = finding->kind;
  const char *what = kind->memory ? LK_TR ("memory leak: ") : LK_TR ("resource leak: ");
  char *the_noun = xasprintf (LK_TR ("the %s"), LK_TR (kind->noun));
  const char *how = finding->never ? LK_TR (" is never ") : LK_TR (LK_TEXT_POSSIBLE);
  if (mismatched)
    {
      const char *name = finding->steps[finding->n_steps - 1].name2;
      char *who = subject (finding, finding->handle);
      char *text = with_quotes (xasprintf (LK_TR ("%s is released by '%s'"), who,
					   name ? name : "?"));
      m->before = keep (concat (LK_TR ("mismatched release: "), text, NULL));
      free (text);
      free (who);
    }
  else if (finding->held)
    {
      /* FINDING->handle is the member.  */
      char *after = concat (how, LK_TR (kind->verb), LK_TR (" when it is overwritten"), NULL);
      m->before = keep (concat (what, the_noun, LK_TR (" held by "),
				finding->handle ? NULL : LK_TR ("a member"), after, NULL));
      m->quoted = finding->handle ? lk_message_text (finding->handle) : NULL;
      if (finding->handle)
	m->after = keep (after);
      else
	free (after);
    }
  else if (finding->handle)
    {
      m->before = what;
      m->quoted = lk_message_text (finding->handle);
      m->after = keep (concat (how, LK_TR (kind->verb), NULL));
    }
  else if (finding->acquirer)
    {
      m->before = keep (concat (what, the_noun, " ",
				acquired_how (kind), LK_TR (" by "),
				NULL));
      m->quoted = keep (shown (finding->acquirer));
      m->after = keep (concat (how, LK_TR (kind->verb), NULL));
    }
  else
    m->before = keep (concat (what, the_noun, " ",
			      acquired_how (kind), LK_TR (" here"),
			      how, LK_TR (kind->verb), NULL));
  free (the_noun);
}

/* Return why FINDING, at WHERE, is not to be printed; NULL if it is.  */
static const char *
hidden_by (const struct lk_finding *finding, location_t where)
{
  const struct lk_function *function = finding->function;
  return (finding->kind->off ? LK_N ("its kind of resource is switched off")
	  : lk_silenced (where, finding->kind, NULL)
	  ? LK_N ("an option or a pragma of leakcheck silences it here")
	  : function && function->contract && function->contract->suppress
	  ? LK_N ("an attribute suppresses it in this function")
	  : lk_java_suppressed (LOCATION_FILE (where), LOCATION_LINE (where),
				lk_kind_group (finding->kind))
	  ? LK_N ("an annotation of the source suppresses it here") : NULL);
}

void
lk_report_finding (void *, const struct lk_finding *finding)
{
  const struct lk_kind *kind = finding->kind;
  tree decl = decl_of (finding->function);
  location_t where
    = call_location (finding->loc,
		     decl ? DECL_SOURCE_LOCATION (decl) : UNKNOWN_LOCATION,
		     finding->acquirer);
  const char *hidden = hidden_by (finding, where);
  lk_explain_finding (finding, hidden);
  if (hidden)
    return;
  const struct lk_step *last = (finding->n_steps
				? &finding->steps[finding->n_steps - 1] : NULL);
  bool mismatched = last && last->kind == LK_STEP_MISMATCHED;
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = LK_MESSAGE_LEAK;
  m->where = where;
  m->function = decl;
  m->memory = kind->memory;
  m->group = lk_message_text (lk_kind_group (kind));
  m->cwe = mismatched ? 762 : kind->cwe;
  /* A template, or a loop that was copied, may bring the same twice.  One call may
     acquire several handles, though.  */
  m->key = keep (concat (kind->name, " ", finding->handle ? finding->handle : "", NULL));
  m->order = finding->function ? finding->function->order : 0;
  m->place = finding->function ? finding->function->loc : 0;
  add_text (m, finding, mismatched);
  add_path (m, finding);
  add_hints (m, finding);
  lk_deliver (m);
}

const char *
lk_report_quoted (const char *text)
{
  return keep (with_quotes (xstrdup (text)));
}

/* ---- Notes.  ---- */

static void
deliver_text (enum lk_message_kind kind, location_t where, char *text)
{
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = kind;
  m->where = where;
  m->function = current_function_decl;
  m->before = keep (text);
  lk_deliver (m);
}

void
lk_report_text (location_t where, const char *text)
{
  deliver_text (LK_MESSAGE_NOTE, where, with_quotes (concat ("leakcheck: ", text, NULL)));
}

void
lk_report_note (void *data, struct lk_function *function, const char *text)
{
  lk_explain_limit (function, text);
  const struct lk_arguments *arguments = (const struct lk_arguments *) data;
  bool wrong = startswith (text, "internal error");
  if (!arguments->pass.verbose && !wrong)
    return;
  deliver_text (wrong ? LK_MESSAGE_ERROR : LK_MESSAGE_NOTE,
		function ? user_location (function->loc, UNKNOWN_LOCATION) : UNKNOWN_LOCATION,
		concat ("leakcheck: ", function ? function->name : "", function ? ": " : "",
			text, NULL));
}

void
lk_report_finished (void *data, const struct lk_statistics *s, double seconds)
{
  const struct lk_arguments *arguments = (const struct lk_arguments *) data;
  lk_explain_finish ();
  if (!arguments->pass.verbose)
    return;
  deliver_text (LK_MESSAGE_NOTE, UNKNOWN_LOCATION,
		xasprintf ("leakcheck: functions: %u (analysed: %u, skipped: %u),"
			   " summaries: %u, obligations: %llu, facts: %llu,"
			   " %.3f s, %llu kB",
			   s->functions, s->analysed, s->skipped, s->summaries,
			   (unsigned long long) s->obligations,
			   (unsigned long long) s->facts, seconds,
			   (unsigned long long) ((s->memory + 1023) / 1024)));
}

/* Add to *TEXT, malloced, the row NAME of a table of times.  */
static void
add_time (char **text, const char *name, double seconds, double all)
{
  char *more = xasprintf ("%s\n  %-28s %8.3f s %4.0f %%", *text, name, seconds,
			  all > 0 ? 100 * seconds / all : 0);
  free (*text);
  *text = more;
}

void
lk_report_timed (void *, const struct lk_times *times)
{
  static const struct { enum lk_stage stage; const char *name, *java; } rows[] =
    {
      { LK_STAGE_UNIT, "selection of functions", "reading" },
      { LK_STAGE_LOWERING, "lowering", "building" },
      { LK_STAGE_KEYS, "keys", "keys" }, { LK_STAGE_SOLVER, "solver", "solver" },
      { LK_STAGE_SUMMARY, "summaries", "summaries" },
      { LK_STAGE_MEMBERS, "members of objects", "members of objects" },
      { LK_STAGE_CONTRACT, "contracts", "contracts" }, { LK_STAGE_REPORT, "report", "report" }
    };
  double all = 0, analysis = 0;
  for (unsigned i = 0; i < ARRAY_SIZE (rows); i++)
    {
      all += times->seconds[rows[i].stage];
      if (rows[i].stage > LK_STAGE_LOWERING && rows[i].stage < LK_STAGE_REPORT)
	analysis += times->seconds[rows[i].stage];
    }
  char *text = xstrdup ("leakcheck: time by stage:");
  for (unsigned i = 0; i < ARRAY_SIZE (rows); i++)
    add_time (&text, java ? rows[i].java : rows[i].name, times->seconds[rows[i].stage], all);
  add_time (&text, "analysis, keys to contracts", analysis, all);
  add_time (&text, "all", all, all);
  deliver_text (LK_MESSAGE_NOTE, UNKNOWN_LOCATION, text);
}
