/* Why there is or is not a warning at a line (explain=FILE:LINE), in notes.

   At the line: the calls, with the contracts that describe them; each obligation that begins
   there, and whether a warning was reported of it.  Then, where they are, the ends of its paths:
   released, escaped, passed on, held or lost.  For an obligation that only ends at the line, that
   end.  Last, the limits that were met in the function.

   Everything is kept as text until the unit is finished: only then all findings are known, and
   graphs are freed before.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "../spec/spec.h"

struct explained_note
{
  location_t where;
  char *text;
};

/* A function with code at a line that is explained.  */
struct explained_function
{
  const struct lk_function *function;
  char *name;
  bool skipped;			/* It could not be lowered,  */
  const char *why;		/* because of that; or NULL.  */
};

/* An obligation that begins or ends at the line.  */
struct explained_obligation
{
  const struct lk_function *function, *origin;
  lk_loc loc, origin_loc;
  const struct lk_kind *kind;
  location_t where;
  char *subject;
  bool begins_here;		/* It begins at the line; else it ends there.  */
  bool begins, given_up, suppressed, lost, unreported;
  const char *left_out;
  bool reported;
  const char *hidden;		/* Why its warning was not printed, or NULL.  */
  auto_vec<explained_note> ends;
};

struct explained_limit
{
  const struct lk_function *function;
  char *text;
};

static const struct lk_pass_options *options;
static auto_vec<explained_function> functions;
static auto_vec<explained_note> calls;
static auto_vec<explained_obligation *> obligations;
static auto_vec<explained_limit> limits;
/* Why the file has no lines to explain; or NULL.  */
static const char *no_lines;

bool
lk_explain_request (struct lk_arguments *arguments, const char *value)
{
  const char *colon = strrchr (value, ':');
  char *end = NULL;
  long line = colon && ISDIGIT (colon[1]) ? strtol (colon + 1, &end, 10) : 0;
  if (colon == value || line < 1 || line > INT_MAX || *end)
    return false;
  struct lk_explain_request *request = XCNEW (struct lk_explain_request);
  request->file = xstrndup (value, colon - value);
  request->line = line;
  if (arguments->pass.explain)
    error (LK_TR ("%<explain=%s%>: one line is explained at a time"), value);
  arguments->pass.explain = request;
  return true;
}

void
lk_explain_init (const struct lk_arguments *arguments)
{
  const struct lk_pass_options *pass = &arguments->pass;
  options = pass->explain ? pass : NULL;
  if (options && (pass->verify || pass->loops || pass->lower_only))
    error (LK_TR ("%<explain=FILE:LINE%> explains what mode %<find%> reports, and there is mode"
		  " %qs"),
	   pass->infer_only ? "infer" : pass->verify ? "verify" : pass->loops ? "loops" : "lower");
}

/* ---- Words.  ---- */

static char *
shown (const struct lk_function *function)
{
  const char *name = function && function->name ? function->name : "?";
  return options->java ? lk_shown_name (name) : xstrdup (name);
}

/* Return the source of CONTRACT; malloced.  */
static char *
source_text (const struct lk_contract *contract)
{
  static const char *const sources[] =
    { LK_N ("an attribute"), LK_N ("specification"), LK_N ("shipped specification"),
      LK_N ("attributes of GCC"), LK_N ("record of"), LK_N ("the evidence of its callers") };
  const char *source = LK_TR (sources[contract->source]);
  if (options->java && contract->source == LK_SOURCE_ATTRIBUTE)
    source = LK_TR ("an annotation");
  return (contract->file && contract->source != LK_SOURCE_ATTRIBUTE
	  && contract->source != LK_SOURCE_CALLERS
	  ? xasprintf ("%s %s:%d", source, contract->file, contract->line)
	  : contract->source == LK_SOURCE_INFERRED
	  ? xstrdup (LK_TR ("the rule for virtual destructors")) : xstrdup (source));
}

/* Return what CONTRACT says, as a row of a specification without the name; malloced.  */
static char *
row_text (const struct lk_contract *contract)
{
  char *row = NULL;
  size_t length = 0;
  FILE *f = open_memstream (&row, &length);
  if (!f)
    return xstrdup ("");
  lk_spec_print_contract (f, contract);
  fclose (f);
  const char *colon = strstr (row, ": ");
  char *text = xstrdup (colon ? colon + 2 : row);
  free (row);
  for (char *p = text; *p; p++)
    if (*p == '\n')
      *p = ' ';
  size_t n = strlen (text);
  while (n && (text[n - 1] == ' ' || text[n - 1] == ';'))
    text[--n] = '\0';
  return text;
}

/* Return true if the analysis goes by FUNCTION's contract.  */
static bool
has_contract (const struct lk_function *function)
{
  const struct lk_contract *c = function ? function->contract : NULL;
  return c && (c->clauses || c->complete || !(function->flags & LK_FN_BODY));
}

/* Return by what it is known what FUNCTION does: " (shipped specification stdio.spec:12)";
   malloced.  */
static char *
known_by (const struct lk_function *function)
{
  if (!has_contract (function))
    return xstrdup (function && (function->flags & LK_FN_BODY)
		    ? LK_TR (" (summary of its body)") : "");
  char *source = source_text (function->contract);
  char *text = xasprintf (" (%s)", source);
  free (source);
  return text;
}

/* ---- Lines.  ---- */

/* Return true if LOC, where CALLEE (or NULL) is called, is at a line that is explained.  */
static bool
is_explained (lk_loc loc, const char *callee)
{
  if (loc <= BUILTINS_LOCATION)
    return false;
  location_t places[] = { lk_report_place (loc, NULL), lk_report_place (loc, callee) };
  for (location_t where : places)
    if (lk_explains_lines (options, LOCATION_FILE (where), LOCATION_LINE (where),
			   LOCATION_LINE (where)))
      return true;
  return false;
}

/* Add a note to LIST, unless it is there; TEXT is malloced and no longer the caller's.  */
static void
add_note (vec<explained_note> *list, location_t where, char *text)
{
  for (const explained_note &note : *list)
    if (note.where == where && !strcmp (note.text, text))
      {
	free (text);
	return;
      }
  list->safe_push ({ where, text });
}

/* ---- What is seen.  ---- */

static void
note_call (const struct lk_function *caller, const struct lk_event *ev)
{
  const struct lk_function *callee = ev->callee;
  /* An instruction that the Java front end replaces by a call.  */
  if (options->java && callee && !strchr (callee->name, '('))
    return;
  location_t where = lk_report_place (ev->loc, callee ? callee->name : NULL);
  char *in = shown (caller), *text;
  if (!callee)
    text = xasprintf (LK_TR ("'%s' makes a call through a pointer here, whose targets are not"
			     " known: it acquires nothing"), in);
  else
    {
      char *name = shown (callee);
      const char *but = (ev->suppressed
			 ? LK_TR ("; an attribute suppresses what it acquires here")
			 : ev->fills ? LK_TR ("; what it acquires is to stay open") : "");
      if (has_contract (callee))
	{
	  char *source = source_text (callee->contract);
	  char *row = row_text (callee->contract);
	  text = xasprintf (LK_TR ("'%s' calls '%s' here; %s says: %s%s"), in, name, source,
			    *row ? row : LK_TR ("it only borrows its arguments"), but);
	  free (source);
	  free (row);
	}
      else
	text = xasprintf (LK_TR ("'%s' calls '%s' here; %s%s"), in, name,
			  callee->flags & LK_FN_BODY
			  ? LK_TR ("its body is analysed (summary)")
			  : LK_TR ("it has neither a contract nor a body here: it acquires nothing,"
				   " and may release or keep what it is given"), but);
      free (name);
    }
  free (in);
  add_note (&calls, where, text);
}

void
lk_explain_lowered (void *, const struct lk_function *function, const char *why)
{
  if (!function)
    {
      no_lines = why;
      return;
    }
  const struct lk_graph *graph = function->graph;
  location_t start = lk_report_place (function->loc, NULL);
  if (!graph)
    {
      functions.safe_push ({ function, shown (function), true, why });
      return;
    }
  if (function->loc <= BUILTINS_LOCATION
      || !lk_explains_file (options, LOCATION_FILE (start)))
    return;
  unsigned first = LOCATION_LINE (start), last = first;
  if (graph->end_loc > BUILTINS_LOCATION)
    last = MAX (last, (unsigned) LOCATION_LINE (lk_report_place (graph->end_loc, NULL)));
  bool any = false;
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    for (uint32_t i = 0; i < graph->blocks[b].n_events; i++)
      {
	const struct lk_event *ev = &graph->blocks[b].events[i];
	if (ev->loc <= BUILTINS_LOCATION)
	  continue;
	location_t where = lk_report_place (ev->loc, NULL);
	if (options->java && LOCATION_FILE (where) == LOCATION_FILE (start))
	  {
	    first = MIN (first, (unsigned) LOCATION_LINE (where));
	    last = MAX (last, (unsigned) LOCATION_LINE (where));
	  }
	if (ev->kind == LK_EVENT_CALL
	    && is_explained (ev->loc, ev->callee ? ev->callee->name : NULL))
	  {
	    note_call (function, ev);
	    any = true;
	  }
      }
  if (any || lk_explains_lines (options, LOCATION_FILE (start), first, last))
    functions.safe_push ({ function, shown (function), false, NULL });
}

/* Return the end of the text about an ESCAPED one, after what escapes; malloced.  */
static char *
escape_text (const struct lk_path_end *end, const char *in)
{
  if (!end->call)
    return xasprintf (LK_TR (" escapes here: code outside of '%s' can reach what holds it, and is"
			     " assumed to release it"), in);
  const struct lk_function *callee = end->call->callee;
  if (!callee)
    return xstrdup (LK_TR (" escapes here, to a call through a pointer whose targets are not known:"
			   " it is assumed to be released there"));
  char *name = shown (callee), *by = known_by (callee);
  char *text
    = (has_contract (callee)
       ? xasprintf (LK_TR (" is passed on here to '%s'%s, which takes it over or keeps"
			   " it"), name, by)
       : callee->flags & LK_FN_BODY
       ? xasprintf (LK_TR (" escapes here: '%s'%s stores it where other code can reach it, or"
			   " passes it on"), name, by)
       : xasprintf (LK_TR (" escapes here to '%s', which has neither a contract nor a body here: it"
			   " is assumed to release or keep it"), name));
  free (name);
  free (by);
  return text;
}

/* Return why a loss is not reported, behind its text.  */
static const char *
unreported_text (enum lk_unreported why)
{
  switch (why)
    {
    case LK_REPORTED:
      return "";
    case LK_UNREPORTED_ASSUMED:
      return LK_TR ("; not reported at level 1, because this is assumed");
    case LK_UNREPORTED_LIMIT:
      return LK_TR ("; not reported, because only a limit assumes this (enable=limit reports it)");
    case LK_UNREPORTED_PROCESS_END:
      return LK_TR ("; not reported, because only the end of the process follows"
		    " (enable=process-end reports it)");
    case LK_UNREPORTED_SOME_BODY:
      return LK_TR ("; not reported, because another body of the virtual call may be the one that"
		    " runs");
    }
  gcc_unreachable ();
}

/* Return the text about END of what WHO holds in IN; malloced.  */
static char *
end_text (const struct lk_followed *f, const struct lk_path_end *end, const char *who,
	  const char *in)
{
  char *text = NULL;
  switch (end->kind)
    {
    case LK_PATH_RELEASED:
      if (end->call && end->call->callee)
	{
	  char *name = shown (end->call->callee), *by = known_by (end->call->callee);
	  text = xasprintf (LK_TR ("%s is released here by '%s'%s"), who, name, by);
	  free (name);
	  free (by);
	}
      else
	text = xasprintf (LK_TR ("%s is released here"), who);
      break;
    case LK_PATH_ESCAPED:
      {
	char *how = escape_text (end, in);
	text = concat (who, how, NULL);
	free (how);
      }
      break;
    case LK_PATH_CALLER:
      text = xasprintf (LK_TR ("%s is passed on to the callers of '%s' here, where it is followed"
			" further"), who, in);
      break;
    case LK_PATH_PROCESS:
      text = xasprintf (LK_TR ("the process ends here, and %s with it"), who);
      break;
    case LK_PATH_HELD:
      text = xasprintf (LK_TR ("%s is still held at this return: '%s' is assumed to acquire it for"
			       " its callers"), who, in);
      break;
    case LK_PATH_LOST:
      {
	char *lost = lk_report_lost (f, end);
	text = concat (lost, unreported_text (end->unreported), NULL);
	free (lost);
      }
      break;
    }
  return text;
}

/* Return what the texts about F call its resource; malloced.  */
static char *
subject_of (const struct lk_followed *f)
{
  return (f->handle ? xasprintf ("'%s'", f->handle)
	  : xasprintf (LK_TR ("the %s"), LK_TR (f->kind->noun)));
}

void
lk_explain_followed (void *, const struct lk_followed *f)
{
  bool here = (is_explained (f->loc, f->acquirer)
	       || (f->origin && is_explained (f->origin_loc, f->acquirer)));
  bool ends_here = false;
  for (unsigned i = 0; i < f->n_ends; i++)
    ends_here |= is_explained (f->ends[i].loc, NULL);
  if (!here && !ends_here)
    return;
  explained_obligation *o = new explained_obligation ();
  o->function = f->function;
  o->origin = f->origin;
  o->loc = f->loc;
  o->origin_loc = f->origin_loc;
  o->kind = f->kind;
  o->where = lk_report_place (f->loc, f->acquirer);
  o->begins_here = here;
  o->begins = f->begins;
  o->given_up = f->given_up;
  o->suppressed = f->suppressed;
  o->left_out = f->left_out ? xstrdup (f->left_out) : NULL;
  char *in = shown (f->function), *who = subject_of (f);
  char *acquirer = (f->acquirer && options->java ? lk_shown_name (f->acquirer)
		    : xstrdup (f->acquirer ? f->acquirer : "?"));
  if (f->origin)
    {
      char *maker = shown (f->origin);
      location_t at = lk_report_place (f->origin_loc, f->acquirer);
      o->subject = xasprintf (LK_TR ("%s, which '%s' acquires in '%s'"
				     " (%s:%d)"), who, acquirer, maker,
			      LOCATION_FILE (at), LOCATION_LINE (at));
      free (maker);
    }
  else
    o->subject = xasprintf (LK_TR ("%s, which '%s' acquires in line %d"), who, acquirer,
			    LOCATION_LINE (o->where));
  for (unsigned i = 0; i < f->n_ends; i++)
    {
      const struct lk_path_end *end = &f->ends[i];
      o->lost |= end->kind == LK_PATH_LOST && end->unreported == LK_REPORTED;
      o->unreported |= end->unreported != LK_REPORTED;
      if (here || is_explained (end->loc, NULL))
	add_note (&o->ends,
		  end->loc > BUILTINS_LOCATION
		  ? lk_report_place (end->loc, end->call && end->call->callee
				     ? end->call->callee->name : NULL) : o->where,
		  end_text (f, end, who, in));
    }
  free (acquirer);
  free (who);
  free (in);
  obligations.safe_push (o);
}

/* Return true if FINDING may be of O, by its kind and by the call that acquires.  */
static bool
is_of (const struct lk_finding *finding, const struct explained_obligation *o)
{
  return (o->kind == finding->kind
	  && ((o->function == finding->function && o->loc == finding->loc)
	      || (o->origin == finding->function && o->origin_loc == finding->loc)));
}

void
lk_explain_finding (const struct lk_finding *finding, const char *hidden)
{
  if (!options)
    return;
  /* A call may acquire several resources of a kind: the finding is of those that are lost.  */
  bool lost = false;
  for (const explained_obligation *o : obligations)
    lost |= is_of (finding, o) && o->lost;
  for (explained_obligation *o : obligations)
    if (is_of (finding, o) && (o->lost || !lost))
      {
	o->reported = true;
	o->hidden = hidden;
      }
}

void
lk_explain_limit (const struct lk_function *function, const char *text)
{
  if (!options || !function)
    return;
  for (const explained_limit &limit : limits)
    if (limit.function == function && !strcmp (limit.text, text))
      return;
  limits.safe_push ({ function, xstrdup (text) });
}

/* ---- What is said.  ---- */

static void
deliver (location_t where, char *text)
{
  lk_report_text (where, text);
  free (text);
}

/* Return the verdict on O; malloced.  */
static char *
verdict (const struct explained_obligation *o)
{
  if (o->reported && !o->hidden)
    return xasprintf (LK_TR ("warning: %s, is lost on a path"), o->subject);
  const char *why
    = (o->reported ? LK_TR (o->hidden)
       : !o->begins
       ? LK_TR ("no path gets here with it, or it is the same resource as an earlier one")
       : o->suppressed
       ? LK_TR ("nothing is reported in this function (it is marked so, or a library's)")
       : o->lost ? LK_TR ("the change that cures another leak of this function cures this one, too")
       : o->given_up ? LK_TR ("it was given up after too many facts")
       : o->unreported ? LK_TR ("its losses are not reported")
       : LK_TR ("it is lost on no path that was followed"));
  return xasprintf (LK_TR ("no warning: %s: %s"), o->subject, why);
}

static int
compare_places (const void *a, const void *b)
{
  location_t x = ((const struct explained_note *) a)->where;
  location_t y = ((const struct explained_note *) b)->where;
  /* Positive: X comes first.  */
  return -linemap_compare_locations (line_table, x, y);
}

static void
say_obligation (struct explained_obligation *o)
{
  if (o->begins_here)
    deliver (o->where, verdict (o));
  o->ends.qsort (compare_places);
  for (explained_note &note : o->ends)
    deliver (note.where, (o->begins_here ? xstrdup (note.text)
			  : xasprintf ("%s: %s", o->subject, note.text)));
  if (o->begins_here && o->left_out)
    deliver (o->where, xasprintf (LK_TR ("%s was met: some access paths of it were left out"),
				  LK_TR (o->left_out)));
}

/* Return true if the unit has lines of the file that is explained.  */
static bool
knows_file ()
{
  for (unsigned i = 0; i < LINEMAPS_ORDINARY_USED (line_table); i++)
    if (lk_explains_file (options,
			  ORDINARY_MAP_FILE_NAME (LINEMAPS_ORDINARY_MAP_AT (line_table, i))))
      return true;
  return false;
}

/* Nothing is acquired at the line: say why.  */
static void
say_nothing_acquired ()
{
  char *at = xasprintf ("%s:%u", options->explain->file, options->explain->line);
  if (functions.is_empty ())
    deliver (UNKNOWN_LOCATION,
	     no_lines ? xasprintf ("%s: %s", at, LK_TR (no_lines))
	     : knows_file ()
	     ? xasprintf (LK_TR ("%s: no function has code at this line"), at)
	     : xasprintf (LK_TR ("%s: nothing that is analysed here has that file"), at));
  else if (functions[0].skipped)
    deliver (UNKNOWN_LOCATION, xasprintf (LK_TR ("%s: '%s' could not be analysed%s%s"), at,
					  functions[0].name, functions[0].why ? ": " : "",
					  functions[0].why ? LK_TR (functions[0].why) : ""));
  else if (functions[0].function->contract && functions[0].function->contract->suppress)
    deliver (UNKNOWN_LOCATION,
	     xasprintf (LK_TR ("%s: nothing is reported in '%s': an attribute suppresses it"), at,
			functions[0].name));
  else if (calls.is_empty ())
    deliver (UNKNOWN_LOCATION,
	     xasprintf (LK_TR ("%s: no function is called at this line of '%s': nothing is acquired"
			       " here"),
			at, functions[0].name));
  else
    deliver (calls[0].where, xasprintf (LK_TR ("no obligation begins at this line")));
  free (at);
}

void
lk_explain_finish (void)
{
  if (!options)
    return;
  bool begins = false;
  for (explained_note &note : calls)
    deliver (note.where, xstrdup (note.text));
  for (explained_obligation *o : obligations)
    {
      begins |= o->begins_here;
      say_obligation (o);
    }
  if (!begins)
    say_nothing_acquired ();
  for (explained_limit &limit : limits)
    {
      bool in = false;
      for (explained_function &f : functions)
	in |= f.function == limit.function;
      for (explained_obligation *o : obligations)
	in |= o->function == limit.function;
      if (in)
	{
	  char *name = shown (limit.function);
	  deliver (lk_report_place (limit.function->loc, NULL),
		   xasprintf (LK_TR ("in '%s': %s"), name, limit.text));
	  free (name);
	}
    }
}
