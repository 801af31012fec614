/* How the compiler is called.

   A C or C++ source is compiled to /dev/null: the analysis runs where GCC has
   bodies in SSA form, which -fsyntax-only never reaches.  Java classes are
   arguments of the plugin, which is the front end then, over an empty unit;
   doc/java-front-end.md has the agreement.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lk-config.h"
#include "driver.h"

/* Longer arguments go into a list: one argument may have 128 KiB on Linux,
   all of them 2 MiB as a rule.  */
enum { ARGUMENTS_LIMIT = 65536 };

/* ---- Which compiler it is.  ---- */

char *
lk_ask_compiler (const char *program, const char *option, bool needed)
{
  struct lk_job job = { .what = program };
  lk_strings_add (&job.argv, program);
  lk_strings_add (&job.argv, option);
  lk_run (&job, 1, 1, false);
  if (needed && job.status == LK_NOT_STARTED)
    lk_fatal ("leakcheck needs GCC %s, with which its plugin was built; install it, or name it"
	      " with '--gcc=PROGRAM'", LK_GCC_VERSION);
  if (needed && job.status != 0)
    lk_fatal ("'%s %s' ended with status %d: %s", program, option,
	      job.status, job.err.bytes ? job.err.bytes : LK_TR ("no message"));
  lk_text_add (&job.out, "", 0);
  char *answer = NULL;
  if (needed || (job.status == 0 && job.out.length > 0))
    answer = lk_format ("%.*s", (int) strcspn (job.out.bytes, "\r\n"), job.out.bytes);
  lk_free_job (&job);
  return answer;
}

/* The compiler proper NAME must be installed; gcc answers with a bare name if
   it is not.  */
static void
check_proper (const struct lk_options *options, const char *name,
	      const char *what, const char *package)
{
  char *option = lk_format ("-print-prog-name=%s", name);
  char *answer = lk_ask_compiler (options->gcc_program, option, true);
  if (!strchr (answer, '/'))
    lk_fatal ("'%s' has no %s, which %s needs; install it (Debian: %s-%d)",
	      options->gcc_program, name, what, package, LK_GCC_MAJOR);
  free (answer);
  free (option);
}

void
lk_check_compiler (const struct lk_options *options,
		   const struct lk_inputs *inputs)
{
  char *version = lk_ask_compiler (options->gcc_program, "-dumpfullversion", true);
  if (strcmp (version, LK_GCC_VERSION) != 0)
    lk_fatal ("'%s' is GCC %s, but the plugin is for GCC %s: name that one with '--gcc=PROGRAM', or"
	      " build leakcheck with 'configure --with-gcc=%s'", options->gcc_program, version,
	      LK_GCC_VERSION, options->gcc_program);
  free (version);
  if (inputs->cxx.count > 0)
    check_proper (options, "cc1plus", inputs->cxx.items[0], "g++");
  if (inputs->java.count + inputs->classes.count + inputs->modules.count > 0)
    check_proper (options, "cc1", "the Java front end", "gcc");
  if (options->format != LK_FORMAT_TEXT && LK_GCC_MAJOR >= 16)
    lk_fatal ("GCC %s writes no JSON, which '--format=json', '--format=sarif' and '--format=html'"
	      " are made from; GCC 11 to 15 do", LK_GCC_VERSION);
}

/* ---- Its arguments.  ---- */

bool
lk_wants_color (const struct lk_options *options)
{
  bool color = lk_terminal_is_clever ();
  for (size_t i = 0; i < options->gcc.count; i++)
    {
      const char *option = options->gcc.items[i];
      if (strcmp (option, "-fdiagnostics-color") == 0
	  || strcmp (option, "-fdiagnostics-color=always") == 0)
	color = true;
      else if (strcmp (option, "-fno-diagnostics-color") == 0
	       || strcmp (option, "-fdiagnostics-color=never") == 0
	       || strcmp (option, "-fdiagnostics-plain-output") == 0)
	color = false;
      else if (strcmp (option, "-fdiagnostics-color=auto") == 0)
	color = lk_terminal_is_clever ();
    }
  return color;
}

/* Add the beginning of every compilation.  */
static void
add_common (struct lk_strings *argv, const struct lk_options *options)
{
  char *plugin = lk_plugin_path ();
  lk_strings_add (argv, options->gcc_program);
  lk_strings_take (argv, lk_format ("-fplugin=%s", plugin));
  free (plugin);
  lk_strings_append (argv, &options->plugin);
  /* The compiler writes to a pipe and cannot see the terminal itself.  */
  if (options->format == LK_FORMAT_TEXT && lk_wants_color (options))
    lk_strings_add (argv, "-fdiagnostics-color=always");
}

/* Add its end, which the user cannot override: count.c and json.c rely on it.  */
static void
add_format (struct lk_strings *argv, const struct lk_options *options)
{
  lk_strings_add (argv, "-fdiagnostics-show-option");
  lk_strings_add (argv, "-fmessage-length=0");
  if (options->format != LK_FORMAT_TEXT)
    lk_strings_add (argv, "-fdiagnostics-format=json");
}

/* Let the plugin write what it could not check to the temporary file NAME.  */
static void
add_counts (struct lk_job *job, const char *name)
{
  job->counts = lk_temp_name (name);
  lk_strings_take (&job->argv, lk_format ("-fplugin-arg-leakcheck-counts=%s", job->counts));
}

void
lk_unit_job (struct lk_job *job, const struct lk_options *options,
	     const char *source, size_t number)
{
  job->what = source;
  job->inputs = 1;
  add_common (&job->argv, options);
  char *counts = lk_format ("counts-%zu", number);
  add_counts (job, counts);
  free (counts);
  lk_strings_append (&job->argv, &options->gcc);
  add_format (&job->argv, options);
  lk_strings_add (&job->argv, "-S");
  lk_strings_add (&job->argv, "-o");
  lk_strings_add (&job->argv, "/dev/null");
  /* "-x c" before is the user's way to say what a file is.  */
  lk_strings_take (&job->argv, lk_format ("%s%s", *source == '-' ? "./" : "",
					  source));
}

/* ---- Java.  ---- */

/* Return true for options of the compiler that have an effect without a compilation: those
   about diagnostics, and plugins.  All others are for C and C++, which may be on the same
   command line.  */
static bool
concerns_java (const char *option)
{
  static const char *const heads[]
    = { "-Werror", "-Wno-", "-Wanalyzer-", "-Wfatal-errors", "-fdiagnostics-",
	"-fno-diagnostics-", "-fmessage-length", "-fmax-errors", "-fplugin",
	"-B" };
  if (strcmp (option, "-w") == 0 || strcmp (option, "-v") == 0)
    return true;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (lk_begins (option, heads[i]))
      return true;
  return false;
}

static void
add_classes (struct lk_strings *argv, const struct lk_strings *classes)
{
  size_t length = 0;
  struct lk_text list = { 0 };
  for (size_t i = 0; i < classes->count; i++)
    length += strlen (classes->items[i]);
  bool listed = length > ARGUMENTS_LIMIT;
  for (size_t i = 0; i < classes->count; i++)
    {
      const char *name = classes->items[i];
      /* A list has a name a line; `@' would be a list.  */
      if (listed && !strchr (name, '\n'))
	{
	  lk_text_add (&list, name, strlen (name));
	  lk_text_add (&list, "\n", 1);
	}
      else
	lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-java=%s%s",
					  *name == '@' ? "./" : "", name));
    }
  if (list.length > 0)
    {
      char *file = lk_temp_file ("classes.list", &list);
      lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-java=@%s", file));
      free (file);
    }
  lk_text_free (&list);
}

void
lk_classes_job (struct lk_job *job, const struct lk_options *options,
		const struct lk_strings *classes,
		const struct lk_strings *roots)
{
  struct lk_strings *argv = &job->argv;
  struct lk_strings sourcepath = { 0 };

  job->what = "analysing classes";
  add_common (argv, options);
  for (size_t i = 0; i < options->gcc.count; i++)
    if (concerns_java (options->gcc.items[i]))
      {
	lk_strings_add (argv, options->gcc.items[i]);
	if (strcmp (options->gcc.items[i], "-B") == 0)
	  lk_strings_add (argv, options->gcc.items[++i]);
      }

  if (options->classpath && *options->classpath)
    lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-classpath=%s",
				      options->classpath));
  lk_strings_append (&sourcepath, roots);
  lk_strings_add (&sourcepath, options->sourcepath && *options->sourcepath
		  ? options->sourcepath : ".");
  char *joined = lk_strings_join (&sourcepath, ":");
  lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-sourcepath=%s",
				    joined));
  free (joined);
  lk_strings_free (&sourcepath);
  if (options->jdk)
    lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-jdk=%s",
				      options->jdk));
  if (options->release)
    lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-release=%s",
				      options->release));
  if (options->threads)
    lk_strings_take (argv, lk_format ("-fplugin-arg-leakcheck-jobs=%u",
				      options->threads));
  add_classes (argv, classes);
  job->classes = true;
  add_counts (job, "counts");

  add_format (argv, options);
  lk_strings_add (argv, "-x");
  lk_strings_add (argv, "c");
  lk_strings_add (argv, "-fsyntax-only");
  lk_strings_add (argv, "/dev/null");
}
