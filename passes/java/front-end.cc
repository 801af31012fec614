/* The Java front end's main program.

   The plugin takes the place of the C parser: class files are read, and what
   can reach an acquisition is built, lowered and handed to the engine, one
   method at a time, callees before callers.  No object code is made.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "java.h"
#include "promise.h"
#include "diagnostic-core.h"
#include "langhooks.h"
#include "options.h"
#include "line-map.h"
#include "../../spec/file.h"
#include "../../spec/message-text.h"
#include "../fork.h"

/* ---- Reading.  ---- */

static void
say (void *, enum lk_java_severity severity, const char *text)
{
  if (severity == LK_JAVA_WARNING)
    warning (0, "%s", text);
  else if (lk_java->options->verbose)
    inform (UNKNOWN_LOCATION, "leakcheck: %s", text);
}

/* The parts of TEXT, which ':' separates, as source roots.  */
static void
add_source_path (const char *text)
{
  while (*text)
    {
      size_t n = strcspn (text, ":");
      if (n)
	lk_java->source_roots.safe_push (lk_arena_strndup (lk_java->arena,
							   text, n));
      text += n + (text[n] == ':');
    }
}

static bool
read_program (void)
{
  const struct lk_pass_options *options = lk_java->options;
  struct lk_java_error error_text;
  const char *home = NULL;
  bool modules = false;
  lk_java->classpath = lk_classpath_new (options->java_release, say, NULL);
  for (const struct lk_java_setting *s = options->java_settings; s; s = s->next)
    {
      error_text.text[0] = '\0';
      if (s->kind == LK_JAVA_INPUT)
	{
	  if (!lk_classpath_add_input (lk_java->classpath, s->value,
				       &error_text))
	    error ("%s", error_text.text);
	}
      else if (s->kind == LK_JAVA_CLASS_PATH)
	lk_classpath_add_path (lk_java->classpath, s->value);
      else if (s->kind == LK_JAVA_SOURCE_PATH)
	add_source_path (s->value);
      else if (s->kind == LK_JAVA_HOME)
	home = s->value;
      else
	modules = true;
    }
  error_text.text[0] = '\0';
  if (options->java_file
      && !lk_classpath_add_input (lk_java->classpath, options->java_file,
				  &error_text))
    error ("%s", error_text.text);
  if (lk_said_error ())
    return false;
  if (!lk_java->source_roots.length ())
    lk_java->source_roots.safe_push (".");
  lk_java_find_sources ();
  error_text.text[0] = '\0';
  bool none = home && !strcmp (home, "none");
  if (none && !modules)
    lk_java_fail (&error_text, "no JDK is read");
  if ((none && !modules)
      || !lk_classpath_add_jdk (lk_java->classpath, home, &error_text))
    {
      if ((home && !none) || modules)
	{
	  error ("%s", error_text.text);
	  return false;
	}
      inform (UNKNOWN_LOCATION, LK_TR ("%s: of its classes is known what the"
	      " specifications say; what else they extend, declare and throw is"
	      " not, so leaks are missed where an exception is thrown or a"
	      " method is inherited"), error_text.text);
    }
  for (const struct lk_java_setting *s = options->java_settings; s; s = s->next)
    if (s->kind == LK_JAVA_MODULE
	&& !lk_classpath_add_module (lk_java->classpath, s->value,
				     &error_text))
      error ("%s", error_text.text);
  if (lk_said_error ())
    return false;
  lk_classpath_set_threads (lk_java->classpath,
			    options->jobs ? options->jobs
			    : lk_classpath_worth_threads (lk_java->classpath));
  lk_java->hierarchy = lk_hierarchy_new (lk_java->classpath);
  lk_java->throwable = lk_java_class_named ("java/lang/Throwable")->type;
  lk_java->exception = lk_java_class_named ("java/lang/Exception")->type;
  lk_java->illegal_state
    = lk_java_class_named ("java/lang/IllegalStateException")->type;
  lk_java->runtime_exception
    = lk_java_class_named ("java/lang/RuntimeException")->type;
  lk_java->error = lk_java_class_named ("java/lang/Error")->type;
  lk_java_throw_init ();
  unsigned release = options->java_release;
  if (!release)
    lk_classpath_jdk (lk_java->classpath, &release);
  lk_spec_set_release (lk_contracts_spec (), release);
  return true;
}

/* ---- Bodies.  ---- */

void
lk_java_lower (struct lk_java_method *m)
{
  struct lk_java_counts before = lk_java->counts;
  lk_begin_body (&lk_java->lowering);
  if (lk_left_out_name (m->name) || !lk_java_build (m))
    return;
  if (m->counted)
    lk_java->counts = before;
  m->counted = true;
  struct lk_function *function = lk_java_function (m);
  function->loc = DECL_SOURCE_LOCATION (m->decl);
  lk_lower_body (&lk_java->lowering, function);
  lk_java_discard (m);
}

/* The engine wants a body.  */
static void
body_wanted (void *, struct lk_function *function)
{
  struct lk_java_method *m = lk_java_method_by_decl ((tree) function->key);
  if (m && m->n_targets)
    lk_java_dispatch_graph (m);
  else if (m)
    lk_java_lower (m);
}

/* Build the methods that the engine does not request.  */
static void
lower_only (struct lk_java_method *m)
{
  lk_java_lower (m);
  struct lk_function *function = lk_java_function (m);
  lk_graph_free (function->graph);
  function->graph = NULL;
}

/* Verify M, if a person wrote it.  */
static void
verify (struct lk_java_method *m)
{
  bool written = (!(m->method->access & LK_ACC_SYNTHETIC)
		  || startswith (m->member, "lambda$"));
  if (!written || lk_java_method_silent (m))
    return;
  if (!lk_java_worth_verifying (m))
    return;
  lk_java->counts.relevant++;
  struct lk_function *function = lk_java_function (m);
  lk_stage_enter (NULL, LK_STAGE_LOWERING, function);
  lk_java_lower (m);
  lk_stage_leave (NULL);
  lk_unit_verify (lk_java->lowering.unit, function);
  lk_graph_free (function->graph);
  function->graph = NULL;
}

static void
verify_program (void)
{
  size_t n = lk_classpath_n_inputs (lk_java->classpath);
  lk_java_each_method (verify);
  lk_unit_verify_end (lk_java->lowering.unit);
  for (size_t i = 0; i < n; i++)
    if (const struct lk_class *outline
	= lk_classpath_input (lk_java->classpath, i))
      lk_java_check_class (lk_java_class_named (outline->name));
}

/* M, of FUNCTION, which has a line that is to be explained, could not be lowered: say why.  */
static void
say_not_lowered (struct lk_java_method *m, const struct lk_function *function)
{
  lk_java->options->lowered (lk_java->options->data, function,
			     lk_left_out_name (m->name) ? LK_TEXT_FAULT : m->malformed);
}

/* Lower M, of a class of the program, if a line of it is to be explained.  */
static void
lower_explained (struct lk_java_method *m)
{
  const struct lk_pass_options *options = lk_java->options;
  struct lk_java_class *c = m->owner;
  if (!lk_explains_file (options, lk_java_source_file (c)) || !lk_java_load (c))
    return;
  const struct lk_code *code = lk_code_of (m);
  unsigned first = UINT_MAX, last = 0;
  for (unsigned i = 0; code && i < code->n_lines; i++)
    {
      first = MIN (first, (unsigned) code->lines[i].line);
      last = MAX (last, (unsigned) code->lines[i].line);
    }
  if (code && !last)
    options->lowered (options->data, NULL, LK_TEXT_NO_LINES);
  struct lk_function *function = lk_java_function (m);
  if (function->graph || !lk_explains_lines (options, lk_java_source_file (c), first, last))
    return;
  lk_java_lower (m);
  if (!function->graph)
    say_not_lowered (m, function);
  lk_graph_free (function->graph);
  function->graph = NULL;
}

/* ---- What was done.  ---- */

static bool
is_name_of_jdk (const char *name)
{
  return startswith (name, "java/") || startswith (name, "javax/");
}

/* Return true if a specification says all that there is to know of the class NAME ("complete;"),
   as of those that stand for what is done with the result of a lambda.  */
static bool
is_described (const char *name)
{
  const struct lk_type_contract *type = lk_spec_type (lk_contracts_spec (), name);
  return type && type->complete;
}

/* Emit one note on all classes that were not found.  Those of a JDK that is missing itself
   have been reported.  */
static void
say_missing (void)
{
  bool jdk = lk_classpath_jdk (lk_java->classpath, NULL) != NULL;
  const char *first = NULL;
  unsigned missing = 0;
  for (size_t i = 0; i < lk_classpath_n_missing (lk_java->classpath); i++)
    {
      const char *name = lk_classpath_missing (lk_java->classpath, i);
      if ((!jdk && is_name_of_jdk (name))
	  || is_described (lk_binary_name (lk_java->scratch, name)))
	continue;
      if (!missing++)
	first = lk_binary_name (lk_java->arena, name);
    }
  if (missing == 1)
    inform (UNKNOWN_LOCATION, LK_TR ("class %qs is not on the class path: its supertypes"
	    " and methods are unknown"), first);
  else if (missing)
    inform (UNKNOWN_LOCATION, LK_TR ("%u classes are not on the class path (the first"
	    " is %qs): their supertypes and methods are unknown"), missing, first);
}

static void
say_counts (double front_end)
{
  const struct lk_java_counts *n = &lk_java->counts;
  lk_java_write_counts ();
  say_missing ();
  if (!lk_java->options->verbose)
    return;
  bool lower_only = lk_java->options->lower_only;
  inform (UNKNOWN_LOCATION, "leakcheck: classes: %u read, %u broken; methods:"
	  " %u read, %u analysed, %u irrelevant (no acquisition can be reached),"
	  " %u built, %u malformed",
	  n->classes, n->broken_classes, n->methods,
	  lower_only ? 0 : n->relevant,
	  lower_only ? 0 : n->methods - n->relevant, n->built, n->malformed);
  char *text;
  if (!lower_only)
    {
      text = xasprintf ("leakcheck: classes: %u, methods: %u; calls that acquire"
			" a resource: %u, that wrap one: %u; call graph: classes:"
			" %u, methods: %u, made in %.3f s",
			n->classes, n->methods, n->acquiring, n->wrapping,
			n->relevant_classes, n->relevant, front_end);
      inform (UNKNOWN_LOCATION, "%s", text);
      free (text);
    }
  text
    = xasprintf ("leakcheck: %llu instructions and %llu unreachable ones"
		 " became %llu statements and %llu exceptional edges; read and"
		 " sorted out in %.3f s; %u lines without a place",
		 (unsigned long long) n->instructions,
		 (unsigned long long) n->unreachable,
		 (unsigned long long) n->statements,
		 (unsigned long long) n->edges, front_end, n->unlocated);
  inform (UNKNOWN_LOCATION, "%s", text);
  free (text);
}

/* ---- The whole.  ---- */

static void
program_begin (const struct lk_pass_options *options)
{
  static struct lk_java program;
  lk_java = &program;
  lk_java->options = options;
  lk_java->arena = lk_arena_new ();
  lk_java->scratch = lk_arena_new ();
  lk_java->classes
    = new hash_map<const struct lk_type *, struct lk_java_class *>;
  lk_java->methods
    = new hash_map<const struct lk_method *, struct lk_java_method *>;
  lk_java->unknown_methods
    = new hash_map<nofree_string_hash, struct lk_java_method *>;
  lk_java->dispatches
    = new hash_map<lk_dispatch_hash, struct lk_java_method *>;
  lk_java->runs_on = new hash_map<lk_dispatch_hash, bool>;
  lk_java->casts
    = new hash_map<lk_dispatch_hash, struct lk_java_method *>;
  lk_java->by_decl = new hash_map<tree, struct lk_java_method *>;
  lk_java->function_types = new hash_map<nofree_string_hash, tree>;
  lk_java->field_promises
    = new hash_map<tree, const struct lk_field_promise *>;
  lk_java->own_field = lk_java_own_field;
}

static void
program_end (void)
{
  unsigned i;
  struct lk_java_class *c;
  lk_java_unload_all ();
  FOR_EACH_VEC_ELT (lk_java->class_list, i, c)
    delete c->missing;
  lk_java->class_list.release ();
  lk_java->source_roots.release ();
  delete lk_java->classes;
  delete lk_java->methods;
  delete lk_java->unknown_methods;
  delete lk_java->dispatches;
  delete lk_java->runs_on;
  delete lk_java->casts;
  lk_java->members.release ();
  delete lk_java->by_decl;
  delete lk_java->function_types;
  delete lk_java->field_promises;
  lk_hierarchy_free (lk_java->hierarchy);
  lk_classpath_free (lk_java->classpath);
  lk_arena_free (lk_java->scratch);
  lk_arena_free (lk_java->arena);
}

static const struct lk_pass_options *the_options;

static void
analyse_program (const struct lk_pass_options *options)
{
  clock_t start = clock ();
  if (options->verbose)
    lk_times_begin (start);
  program_begin (options);
  if (!read_program ())
    return;
  lk_contracts_java (lk_java_contract_of);
  static const struct lk_front_end front_end
    = { body_wanted, true, lk_java_promise_of, lk_java_runs_on, lk_java_holds,
	NULL, NULL };
  lk_unit_begin (&lk_java->lowering, options, &front_end);
  lk_java->lowering.function_of = lk_java_function_of_decl;
  if (!options->verify)
    lk_java->lowering.given = lk_java_given;
  double seconds;
  if (options->lower_only)
    {
      seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
      lk_java_each_method (lower_only);
    }
  else if (options->verify)
    {
      lk_java->lowering.field_of = lk_java_field_promise_of;
      seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
      if (options->infer)
	lk_java_infer ();
      if (!options->infer_only)
	verify_program ();
    }
  else if (options->loops)
    {
      seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
      lk_java_loops ();
      lk_all_found ();
    }
  else
    {
      lk_java_add_roots ();
      seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
      lk_unit_analyse (lk_java->lowering.unit);
      lk_all_found ();
      if (options->explain)
	{
	  struct lk_java_counts counts = lk_java->counts;
	  lk_java_each_method (lower_explained);
	  lk_java->counts = counts;
	}
    }
  say_counts (seconds);
  lk_unit_end (&lk_java->lowering, start);
  program_end ();
}

static void
parse_program (void)
{
  if (lk_seen_error ())
    return;
  input_location = UNKNOWN_LOCATION;
  current_function_decl = NULL_TREE;
  /* Every line has one place only.  Its file is not included from what the
     compiler was given.  */
  line_table->default_range_bits = 0;
  bool entered = line_table->depth > 0;
  if (entered)
    linemap_add (line_table, LC_LEAVE, 0, NULL, 0);
  lk_analyse_apart (the_options, analyse_program);
  if (entered)
    linemap_add (line_table, LC_ENTER, 0, main_input_filename, 1);
}

/* Return the description of FUNCTION, if it is one of Java's.  Java has no top level.  */
static const char *
what_it_is (tree function)
{
  return function ? lk_java_what (function) : "";
}

LK_DEFINE_TELL_METHODS (what_it_is)

static void
start_unit (void *, void *)
{
  lk_tell_methods ();
  lang_hooks.parse_file = parse_program;
}

void
lk_register_java (const char *plugin_name, struct lk_pass_options *options)
{
  the_options = options;
  lk_java_places_init ();
  flag_exceptions = 1;
  /* The trees of a method are garbage at once.  With GCC's own 100 percent java.base takes 487
     MB instead of 392, and no less time.  */
  if (!global_options_set.x_param_ggc_min_expand)
    param_ggc_min_expand = 30;
  flag_syntax_only = 1;
  register_callback (plugin_name, PLUGIN_START_UNIT, start_unit, NULL);
}

bool
lk_is_java (const char *file)
{
  static const unsigned char class_file[] = { 0xca, 0xfe, 0xba, 0xbe };
  static const unsigned char zip_file[] = { 'P', 'K', 3, 4 };
  unsigned char first[4];
  const char *why;
  FILE *in = lk_file_stream (file, &why);
  if (!in)
    return false;
  bool whole = fread (first, 1, sizeof first, in) == sizeof first;
  fclose (in);
  return whole && (!memcmp (first, class_file, sizeof first)
		   || !memcmp (first, zip_file, sizeof first));
}
