/* The arguments: -fplugin-arg-leakcheck-NAME[=VALUE].

   Everything that is wrong with one is one error that says what there is
   instead.  Kinds (disable=, enable=) are only looked up once the user's
   specifications are read, because those may define new ones; nothing at all
   is read where nothing is named.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "spellcheck.h"
#include "options.h"
#include "opts.h"
#include "toplev.h"
#include "../spec/rows.h"

struct reading
{
  struct lk_arguments *arguments;
  struct lk_setting **tail;
  struct lk_java_setting **java_tail;
  const char *plugin;		/* Its name in -fplugin-arg-NAME-.  */
};

/* Whether the argument KEY makes sense with VALUE (NULL: none), and what
   follows from it.  Reports what is wrong.  */
typedef void (*argument_reader) (struct reading *, const char *key, const char *value);

static void
complain (const struct reading *r, const char *key, const char *value, const char *expected)
{
  if (value)
    error (LK_TR ("invalid argument %<-fplugin-arg-%s-%s=%s%>: expected %s"),
	   r->plugin, key, value, LK_TR (expected));
  else
    error (LK_TR ("argument %<-fplugin-arg-%s-%s%> needs a value: expected %s"),
	   r->plugin, key, LK_TR (expected));
}

static bool
no_value (const struct reading *r, const char *key, const char *value)
{
  if (value)
    error (LK_TR ("argument %<-fplugin-arg-%s-%s=%s%> takes no value"), r->plugin, key, value);
  return !value;
}

/* VALUE as a number from LOW to HIGH.  */
static bool
number (const struct reading *r, const char *key, const char *value,
	unsigned low, unsigned high, unsigned *out)
{
  char *end = NULL;
  long n = value && ISDIGIT (*value) ? strtol (value, &end, 10) : -1;
  if (end && !*end && n >= (long) low && n <= (long) high)
    {
      *out = n;
      return true;
    }
  char expected[100];
  snprintf (expected, sizeof expected, LK_TR ("a number from %u to %u"), low, high);
  complain (r, key, value, expected);
  return false;
}

static void
add_setting (struct reading *r, const char *key, const char *value, int what, const char *expected)
{
  if (!value || !*value)
    {
      complain (r, key, value, expected);
      return;
    }
  struct lk_setting *setting = XCNEW (struct lk_setting);
  setting->what = (decltype (setting->what)) what;
  setting->value = value;
  *r->tail = setting;
  r->tail = &setting->next;
}

static void
read_spec (struct reading *r, const char *key, const char *value)
{
  add_setting (r, key, value, lk_setting::LK_SETTING_SPEC,
	       LK_N ("the name of a specification file"));
}

static void
read_contracts (struct reading *r, const char *key, const char *value)
{
  add_setting (r, key, value, lk_setting::LK_SETTING_CONTRACTS,
	       LK_N ("the name of an index of contracts"));
}

static void
read_record (struct reading *r, const char *key, const char *value)
{
  r->arguments->record_section |= no_value (r, key, value);
  r->arguments->pass.record |= r->arguments->record_section;
}

static void
read_record_to (struct reading *r, const char *key, const char *value)
{
  r->arguments->record_file = value;
  r->arguments->pass.record |= value != NULL;
  if (!value)
    complain (r, key, value, LK_N ("the name of a file to write"));
}

static void
read_imports_to (struct reading *r, const char *key, const char *value)
{
  r->arguments->imports_file = value;
  if (value)
    lk_imports_remember ();
  else
    complain (r, key, value, LK_N ("the name of a file to write"));
}

static void
read_disable (struct reading *r, const char *key, const char *value)
{
  add_setting (r, key, value, lk_setting::LK_SETTING_DISABLE,
	       LK_N ("kinds of resources, separated by commas"));
}

static void
read_enable (struct reading *r, const char *key, const char *value)
{
  add_setting (r, key, value, lk_setting::LK_SETTING_ENABLE,
	       LK_N ("kinds of resources, separated by commas"));
}

/* The names of all checks become NAMES; return them as a list for messages, malloced.  */
static char *
list_checks (auto_vec<const char *> *names)
{
  char *list = xstrdup ("");
  while (const char *name = lk_check_name (names->length ()))
    {
      list = reconcat (list, list, ", ", name, NULL);
      names->safe_push (name);
    }
  return list;
}

static void
read_disable_check (struct reading *r, const char *key, const char *value)
{
  auto_vec<const char *> known;
  char *list = list_checks (&known);
  if (!value || !*value)
    complain (r, key, value, LK_N ("names of checks, separated by commas"));
  char *copy = xstrdup (value ? value : "");
  for (char *name = strtok (copy, ","); name; name = strtok (NULL, ","))
    {
      unsigned i = 0;
      bool all = !strcmp (name, "all");
      while (i < known.length () && strcmp (name, known[i]))
	i++;
      if (all || i < known.length ())
	r->arguments->pass.checks_off |= all ? ~0u : 1u << i;
      else if (const char *meant = find_closest_string (name, &known))
	error (LK_TR ("unknown check %qs in %<%s=%s%>; did you mean %qs?"), name, key, value,
	       meant);
      else
	error (LK_TR ("unknown check %qs in %<%s=%s%>; there are: all%s"), name, key, value, list);
    }
  free (copy);
  free (list);
}

static void
read_level (struct reading *r, const char *key, const char *value)
{
  if (value && (!strcmp (value, "1") || !strcmp (value, "2")))
    r->arguments->pass.engine.level = *value - '0';
  else
    complain (r, key, value, LK_N ("1 (leaks seen on a path) or 2 (assumed ones too)"));
}

static void
read_depth (struct reading *r, const char *key, const char *value)
{
  number (r, key, value, 1, LK_MAX_DEPTH, &r->arguments->pass.engine.depth);
}

static void
read_jobs (struct reading *r, const char *key, const char *value)
{
  number (r, key, value, 1, 1024, &r->arguments->pass.jobs);
}

static void
read_counts (struct reading *r, const char *key, const char *value)
{
  if (value)
    r->arguments->pass.counts_file = value;
  else
    complain (r, key, value, LK_N ("the name of a file to write"));
}

static void
read_breadth (struct reading *r, const char *key, const char *value)
{
  number (r, key, value, 1, LK_MAX_BREADTH, &r->arguments->pass.engine.breadth);
}

/* A type as Java or C++ writes it; NULL: it is one.  */
static bool
is_type_name (const char *name)
{
  bool begins = true;
  for (; *name; name++)
    if (ISIDST (*name) || *name == '$' || (!begins && ISDIGIT (*name)))
      begins = false;
    else if (!begins && (*name == '.' || (name[0] == ':' && name[1] == ':')))
      {
	begins = true;
	name += *name == ':';
      }
    else
      return false;
  return !begins;
}

static void
read_exceptions (struct reading *r, const char *key, const char *value)
{
  static const char *const words[] = { "likely", "all", "none" };
  struct lk_pass_options *pass = &r->arguments->pass;
  char *copy = value ? xstrdup (value) : NULL;
  bool any = false;
  for (char *item = copy ? strtok (copy, ",") : NULL; item;
       item = strtok (NULL, ","))
    {
      bool found = false;
      for (unsigned i = 0; i < ARRAY_SIZE (words); i++)
	if (!strcmp (item, words[i]))
	  {
	    pass->exceptions = (enum lk_exceptions_followed) i;
	    found = true;
	  }
      any = found || is_type_name (item + (*item == '-'));
      if (!any)
	break;
      if (found)
	continue;
      struct lk_exception_setting *setting = XCNEW (struct lk_exception_setting);
      setting->ignored = *item == '-';
      setting->name = item + setting->ignored;
      setting->next = pass->exception_settings;
      pass->exception_settings = setting;
    }
  if (!any)
    complain (r, key, value, LK_N ("'likely', 'all' or 'none', and types of"
	      " exceptions, those to be ignored with '-' before them, separated"
	      " by commas"));
}

static void
read_error (struct reading *r, const char *key, const char *value)
{
  r->arguments->errors |= no_value (r, key, value);
}

static void
read_verbose (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.verbose |= no_value (r, key, value);
}

static void
read_checking (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.checking |= no_value (r, key, value);
}

static void
read_in_process (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.in_process |= no_value (r, key, value);
}

static void
read_time_limit (struct reading *r, const char *key, const char *value)
{
  number (r, key, value, 1, 1000000, &r->arguments->pass.time_limit);
}

static void
read_stop (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.stop |= no_value (r, key, value);
}

static void
read_fault (struct reading *r, const char *key, const char *value)
{
  const char *expected;
  if (lk_fault_is (value, &expected))
    r->arguments->pass.fault = value;
  else
    complain (r, key, value, expected);
}

static void
read_dump (struct reading *r, const char *key, const char *value)
{
  bool facts = value && !strncmp (value, "facts", 5);
  size_t length = facts ? 5 : 6;
  if ((facts || (value && !strncmp (value, "events", 6)))
      && (!value[length] || (value[length] == ':' && value[length + 1])))
    {
      r->arguments->pass.dump_events = true;
      r->arguments->pass.dump_facts |= facts;
      r->arguments->pass.dump_file = (value[length] ? value + length + 1
				      : NULL);
    }
  else
    complain (r, key, value, LK_N ("'events' or 'facts', and then perhaps ':FILE'"));
}

static void
read_mode (struct reading *r, const char *key, const char *value)
{
  struct lk_pass_options *pass = &r->arguments->pass;
  if (value && (!strcmp (value, "find") || !strcmp (value, "lower") || !strcmp (value, "verify")
		|| !strcmp (value, "infer") || !strcmp (value, "loops")))
    {
      pass->lower_only = !strcmp (value, "lower");
      pass->loops = !strcmp (value, "loops");
      pass->infer_only = *value == 'i';
      /* The promises are those of the verifier.  */
      pass->verify = *value == 'v' || pass->infer_only;
      pass->infer |= pass->infer_only;
      return;
    }
  complain (r, key, value, LK_N ("'find', 'verify', 'infer', 'loops' or 'lower'"));
}

static void
read_infer (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.infer |= no_value (r, key, value);
}

static void
read_infer_creates (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.infer_creates |= no_value (r, key, value);
}

static void
add_infer_request (struct reading *r, const char *value, bool explain)
{
  struct lk_infer_request *request = XCNEW (struct lk_infer_request);
  struct lk_infer_request **tail = &r->arguments->pass.infer_requests;
  while (*tail)
    tail = &(*tail)->next;
  request->value = value;
  request->explain = explain;
  *tail = request;
  r->arguments->pass.infer = true;
}

static void
read_infer_to (struct reading *r, const char *key, const char *value)
{
  if (value && *value)
    add_infer_request (r, value, false);
  else
    complain (r, key, value, LK_N ("the name of a file to write"));
}

static void
read_explain (struct reading *r, const char *key, const char *value)
{
  if (value && *value && !strchr (value, ':'))
    add_infer_request (r, value, true);
  else if (!value || !lk_explain_request (r->arguments, value))
    complain (r, key, value, LK_N ("FILE:LINE or, of a contract that is inferred, the name of a"
				   " class or member: CLASS.MEMBER"));
}

static void
add_loop (struct reading *r, const char *value, bool region)
{
  const struct lk_loop_name **last = &r->arguments->pass.loop.names;
  while (*last)
    last = (const struct lk_loop_name **) &(*last)->next;
  struct lk_loop_name *name = XCNEW (struct lk_loop_name);
  name->text = value;
  name->region = region;
  *last = name;
}

static void
read_loop (struct reading *r, const char *key, const char *value)
{
  if (value && *value)
    add_loop (r, value, false);
  else
    complain (r, key, value, LK_N ("CLASS.METHOD:LINE, or 'auto'"));
}

static void
read_region (struct reading *r, const char *key, const char *value)
{
  if (value && *value)
    add_loop (r, value, true);
  else
    complain (r, key, value, LK_N ("CLASS.METHOD"));
}

static void
read_list_loops (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.loop.list |= no_value (r, key, value);
}

static void
read_loops_without (struct reading *r, const char *key, const char *value)
{
  const char *at = value && *value ? value : ",";
  while (*at)
    {
      size_t length = strcspn (at, ",");
      unsigned part = 0;
      while (part < LK_LOOPS_N_PARTS
	     && (strlen (lk_loops_parts[part]) != length
		 || strncmp (lk_loops_parts[part], at, length)))
	part++;
      if (part == LK_LOOPS_N_PARTS)
	{
	  char *all = xstrdup (LK_TR ("some of"));
	  for (part = 0; part < LK_LOOPS_N_PARTS; part++)
	    all = reconcat (all, all, part ? ", '" : " '", lk_loops_parts[part], "'", NULL);
	  complain (r, key, value, all);
	  free (all);
	  return;
	}
      r->arguments->pass.loop.without |= 1u << part;
      at += length + (at[length] == ',');
    }
}

/* The value of KEY as it was written.  GCC takes a character off its end for
   every `=' in it.  */
static const char *
written_value (const struct reading *r, const char *key, const char *value)
{
  char *start = concat (r->plugin, "-", key, "=", NULL);
  size_t length = strlen (start);
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    {
      const struct cl_decoded_option *option = &save_decoded_options[i];
      if (option->opt_index == OPT_fplugin_arg_ && option->arg
	  && !strncmp (option->arg, start, length)
	  && value && !strncmp (option->arg + length, value, strlen (value)))
	value = option->arg + length;
    }
  free (start);
  return value;
}

static void
read_ignored (struct reading *r, const char *key, const char *value)
{
  value = written_value (r, key, value);
  if (value && *value)
    r->arguments->pass.ignored_exceptions = value;
  else
    complain (r, key, value, LK_N ("names of classes, separated by commas"));
}

static void
read_permit_static (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.engine.permit_static_owning |= no_value (r, key, value);
}

static void
read_permit_initialisation (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.engine.permit_initialisation_leak |= no_value (r, key, value);
}

static void
read_returns_receiver (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.returns_receiver |= no_value (r, key, value);
}

static void
read_no_ownership (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.engine.no_ownership |= no_value (r, key, value);
}

static void
read_no_aliases (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.engine.no_aliases |= no_value (r, key, value);
}

static void
read_no_creates (struct reading *r, const char *key, const char *value)
{
  r->arguments->pass.engine.no_creates |= no_value (r, key, value);
}

static void
add_java (struct reading *r, const char *key, const char *value, enum lk_java_setting_kind kind,
	  const char *expected)
{
  if (!value || !*value)
    {
      complain (r, key, value, expected);
      return;
    }
  struct lk_java_setting *setting = XCNEW (struct lk_java_setting);
  setting->kind = kind;
  setting->value = value;
  *r->java_tail = setting;
  r->java_tail = &setting->next;
}

static void
read_java (struct reading *r, const char *key, const char *value)
{
  static const char module[] = "module:";
  size_t length = sizeof module - 1;
  if (value && !strncmp (value, module, length) && value[length])
    add_java (r, key, value + length, LK_JAVA_MODULE, "");
  else
    add_java (r, key, value, LK_JAVA_INPUT,
	      LK_N ("a jar, a folder, a class file, @ and the name of a list of such,"
	      " or module: and the name of a module of the JDK"));
  r->arguments->pass.java = true;
}

static void
read_classpath (struct reading *r, const char *key, const char *value)
{
  add_java (r, key, value, LK_JAVA_CLASS_PATH,
	    LK_N ("folders and jars, separated by ':'"));
}

static void
read_sourcepath (struct reading *r, const char *key, const char *value)
{
  add_java (r, key, value, LK_JAVA_SOURCE_PATH, LK_N ("folders, separated by ':'"));
}

static void
read_jdk (struct reading *r, const char *key, const char *value)
{
  add_java (r, key, value, LK_JAVA_HOME, LK_N ("the folder of a JDK"));
}

static void
read_release (struct reading *r, const char *key, const char *value)
{
  number (r, key, value, 1, 255, &r->arguments->pass.java_release);
}

static const struct argument
{
  const char *usage;		/* The key, then perhaps "=" and what its value is.  */
  argument_reader read;
} all_arguments[] =
{
  { "spec=FILE", read_spec },
  { "level=1|2", read_level },
  { "depth=N", read_depth },
  { "breadth=N", read_breadth },
  { "exceptions=LIST", read_exceptions },
  { "error", read_error },
  { "disable=KIND,...", read_disable },
  { "enable=KIND,...", read_enable },
  { "disable-check=NAME,...", read_disable_check },
  { "record", read_record },
  { "record-to=FILE", read_record_to },
  { "contracts=FILE", read_contracts },
  { "imports-to=FILE", read_imports_to },
  { "dump=events|facts[:FILE]", read_dump },
  { "mode=find|verify|infer|loops|lower", read_mode },
  { "infer", read_infer },
  { "infer-to=FILE", read_infer_to },
  { "infer-creates", read_infer_creates },
  { "explain=FILE:LINE|CLASS.MEMBER", read_explain },
  { "loop=CLASS.METHOD:LINE|auto[:N]", read_loop },
  { "region=CLASS.METHOD", read_region },
  { "list-loops", read_list_loops },
  { "loops-without=PART,...", read_loops_without },
  { "ignored-exceptions=CLASS,...", read_ignored },
  { "permit-static-owning", read_permit_static },
  { "permit-initialization-leak", read_permit_initialisation },
  { "returns-receiver", read_returns_receiver },
  { "no-ownership", read_no_ownership },
  { "no-resource-aliases", read_no_aliases },
  { "no-obligation-creation", read_no_creates },
  { "java=INPUT", read_java },
  { "classpath=PATH", read_classpath },
  { "sourcepath=PATH", read_sourcepath },
  { "jdk=FOLDER", read_jdk },
  { "release=N", read_release },
  { "jobs=N", read_jobs },
  { "counts=FILE", read_counts },
  { "checking", read_checking },
  { "in-process", read_in_process },
  { "time-limit=SECONDS", read_time_limit },
  { "fault=STAGE:KIND[:FUNCTION]", read_fault },
  { "stop", read_stop },
  { "verbose", read_verbose }
};

static bool
has_key (const struct argument *argument, const char *key)
{
  size_t n = strcspn (argument->usage, "=");
  return strlen (key) == n && !strncmp (argument->usage, key, n);
}

/* "Wno-NAME" is an argument of its own for each NAME.  */
static bool
read_silence (struct reading *r, const char *key, const char *value)
{
  static const char head[] = "Wno-";
  if (!startswith (key, head))
    return false;
  if (no_value (r, key, value))
    add_setting (r, key, key + sizeof head - 1, lk_setting::LK_SETTING_SILENCE,
		 LK_N ("the name that a message prints"));
  return true;
}

static void
unknown_argument (const struct reading *r, const char *key)
{
  auto_vec<const char *> keys;
  char *list = xstrdup ("");
  for (unsigned i = 0; i < ARRAY_SIZE (all_arguments); i++)
    {
      const char *usage = all_arguments[i].usage;
      keys.safe_push (xstrndup (usage, strcspn (usage, "=")));
      list = reconcat (list, list, i ? ", " : "", usage, NULL);
    }
  const char *meant = find_closest_string (key, &keys);
  if (meant)
    error (LK_TR ("unknown argument %<-fplugin-arg-%s-%s%>; did you mean %qs? (there"
	   " are: %s)"), r->plugin, key, meant, list);
  else
    error (LK_TR ("unknown argument %<-fplugin-arg-%s-%s%>; there are: %s"),
	   r->plugin, key, list);
  for (const char *k : keys)
    free ((void *) k);
  free (list);
}

void
lk_read_arguments (struct lk_arguments *arguments, const struct plugin_name_args *info)
{
  struct reading r = { arguments, &arguments->settings,
		       &arguments->pass.java_settings, info->base_name };
  arguments->pass.engine.level = LK_DEFAULT_LEVEL;
  arguments->pass.engine.depth = LK_DEFAULT_DEPTH;
  arguments->pass.engine.breadth = LK_DEFAULT_BREADTH;
  for (int i = 0; i < info->argc; i++)
    {
      const struct argument *found = NULL;
      for (unsigned j = 0; j < ARRAY_SIZE (all_arguments) && !found; j++)
	if (has_key (&all_arguments[j], info->argv[i].key))
	  found = &all_arguments[j];
      if (found)
	found->read (&r, info->argv[i].key, info->argv[i].value);
      else if (!read_silence (&r, info->argv[i].key, info->argv[i].value))
	unknown_argument (&r, info->argv[i].key);
    }
}

/* ---- Specifications and kinds.  ---- */

/* Errors get real locations, so that GCC shows the line.  This works because
   the main file has not been entered yet: nothing is "included from" it.  */
static void
spec_file_error (void *, const char *file, int line, int column,
		 const char *message)
{
  if (line <= 0)
    {
      error ("%s: %s", file, message);
      return;
    }
  /* A map of its own for every error: they come sorted, but a line table
     wants lines in order within one map, and this is no place to depend on
     it.  */
  linemap_add (line_table, LC_ENTER, 0, xstrdup (file), line);
  linemap_line_start (line_table, line, 256);
  location_t where = linemap_position_for_column (line_table,
						  column > 0 ? column : 1);
  linemap_add (line_table, LC_LEAVE, 0, NULL, 0);
  error_at (where, "%s", message);
}

/* Losses that only the end of the process follows, and those that only a limit assumes, as if they
   were of kinds of their own.  */
static const char process_end_name[] = "process-end", limit_name[] = "limit";

unsigned
lk_add_kind_names (struct lk_spec *spec, auto_vec<const char *> *names)
{
  unsigned begin = names->length ();
  hash_set<nofree_string_hash> seen;
  for (struct lk_kind *k = lk_spec_kinds (spec); k; k = k->next)
    if (!seen.add (lk_kind_group (k)))
      names->safe_push (lk_kind_group (k));
  unsigned n = names->length () - begin;
  for (struct lk_kind *k = lk_spec_kinds (spec); k; k = k->next)
    names->safe_push (k->name);
  return n;
}

/* NAME is no kind and no group: say so, with WHERE it is written, and with what there is.  */
static void
unknown_kind (struct lk_spec *spec, const char *name, const char *where)
{
  auto_vec<const char *> known;
  known.safe_push (process_end_name);
  known.safe_push (limit_name);
  unsigned n = known.length () + lk_add_kind_names (spec, &known);
  char *groups = xstrdup ("");
  for (unsigned i = 0; i < n; i++)
    groups = reconcat (groups, groups, ", ", known[i], NULL);
  if (const char *meant = find_closest_string (name, &known))
    error (LK_TR ("unknown kind of resource %qs in %<%s%>; did you mean %qs?"), name, where, meant);
  else
    error (LK_TR ("unknown kind of resource %qs in %<%s%>; there are the groups all%s, and the"
		  " kinds that %<leakcheck --list-kinds%> prints"), name, where, groups);
  free (groups);
}

/* Switch the kinds OFF, or on, that NAME names: one, a group of them, or "all"; return false if
   there is none.  */
static bool
set_kind (struct lk_spec *spec, const char *name, bool off)
{
  bool found = false;
  for (struct lk_kind *k = lk_spec_kinds (spec); k; k = k->next)
    if (lk_kind_is_named (k, name))
      {
	k->off = off;
	/* A kind that the user disables is not verified either.  */
	k->verified &= !off;
	found = true;
      }
  return found;
}

static void
set_kinds (struct lk_arguments *arguments, struct lk_spec *spec, const char *names, bool off)
{
  char *copy = xstrdup (names), *where = concat (off ? "disable=" : "enable=", names, NULL);
  char *name = strtok (copy, ",");
  if (!name)
    unknown_kind (spec, names, where);
  for (; name; name = strtok (NULL, ","))
    if (!strcmp (name, process_end_name))
      arguments->pass.engine.process_end = !off;
    else if (!strcmp (name, limit_name))
      arguments->pass.engine.limits = !off;
    else if (!set_kind (spec, name, off))
      unknown_kind (spec, name, where);
  free (where);
  free (copy);
}

void
lk_apply_settings (struct lk_arguments *arguments, struct lk_spec *spec)
{
  for (const struct lk_setting *s = arguments->settings; s; s = s->next)
    {
      char *wrong = NULL;
      if (s->what == lk_setting::LK_SETTING_CONTRACTS
	  && !lk_imports_open (spec, s->value, &wrong))
	{
	  error ("%s: %s", s->value, wrong);
	  free (wrong);
	}
    }
  for (const struct lk_setting *s = arguments->settings; s; s = s->next)
    if (s->what == lk_setting::LK_SETTING_SPEC)
      lk_spec_read_file (spec, s->value, LK_SOURCE_USER_SPEC, spec_file_error, NULL);
  for (const struct lk_setting *s = arguments->settings; s; s = s->next)
    if (s->what == lk_setting::LK_SETTING_DISABLE || s->what == lk_setting::LK_SETTING_ENABLE)
      set_kinds (arguments, spec, s->value, s->what == lk_setting::LK_SETTING_DISABLE);
}
