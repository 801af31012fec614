/* leakcheck.so: the entry point.

   Loading must cost nothing if there is no work: under -E only the attributes are registered,
   so that __has_attribute answers as it does later (include/leakcheck.h depends on it), and the
   folder of that header is made known; in lto1, and in compilers of other languages, nothing is
   done.  Elsewhere it takes about a millisecond, most of it the dynamic linker's.

   Java is compiled as C, whose parser ours replaces: a class file or a jar as the compiler's
   input is recognised by its first bytes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "incpath.h"
#include "langhooks.h"
#include "options.h"
#include "opts.h"
#include "toplev.h"
#include "lk-config.h"

/* Compilers of other languages, which load the plugin too, do not have it.  */
extern void add_path (char *, incpath_kind, int, bool) __attribute__ ((weak));

int plugin_is_GPL_compatible;

static struct lk_arguments arguments;

/* The unit is analysed: from here on, the plugin must not affect the compilation.  */
static void
unit_done (void *)
{
  lk_emit_hidden ();
  lk_source_say_missing ();
  lk_strip_attributes ();
}

/* OPTION, on the command line, loads INFO or gives it an argument.  */
static bool
option_is_ours (const struct cl_decoded_option *option,
		const struct plugin_name_args *info)
{
  size_t length = strlen (info->base_name);
  const char *arg = option->arg;
  if (option->opt_index == OPT_fplugin_arg_ && arg)
    return !strncmp (arg, info->base_name, length) && arg[length] == '-';
  return (option->opt_index == OPT_fplugin_ && arg
	  && (!strcmp (arg, info->full_name)
	      || !strcmp (arg, info->base_name)));
}

/* Take ours out of the options that GCC records in debug information and for
   link-time optimisation: the object is to be the same as without us, and
   lto1 has no use for us.  The driver adds -iplugindir wherever there is a
   plugin.  */
static void
forget_options (const struct plugin_name_args *info)
{
  bool others = false;
  unsigned kept = 0;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (save_decoded_options[i].opt_index == OPT_fplugin_
	&& !option_is_ours (&save_decoded_options[i], info))
      others = true;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (!option_is_ours (&save_decoded_options[i], info)
	&& (others || save_decoded_options[i].opt_index != OPT_iplugindir_))
      save_decoded_options[kept++] = save_decoded_options[i];
  save_decoded_options_count = kept;
}

/* Bind the domain of our texts to the folder of its catalogues.  */
static void
bind_texts (void)
{
  char *folder = lk_installed (LK_LOCALEDIR, "po");
  bindtextdomain ("leakcheck", folder);
  free (folder);
}

/* Let #include <leakcheck.h> find the header beside leakcheck.so if no other folder has one: a
   program that uses it needs no further flag, before an installation and outside of the
   compiler's prefix.  The folder has no other file, so no other #include, nor a __has_include,
   gets another answer.  */
static void
add_header (void)
{
  char *stub = lk_stub_folder ();
  char *folder = stub ? xasprintf ("%s/include", stub) : NULL;
  char *header = folder ? xasprintf ("%s/leakcheck.h", folder) : NULL;
  if (header && access (header, R_OK) == 0)
    /* It keeps the name.  */
    add_path (folder, INC_AFTER, 0, false);
  else
    free (folder);
  free (header);
  free (stub);
}

static void
finish (void *, void *)
{
  lk_spec_free (lk_contracts_spec ());
}

/* The compiler is the one that the plugin was built for.  Its headers are
   part of the plugin, and what they say (numbers of options, layout of
   structures) may change between any two releases; between two builds of one
   release it does not.  */
static bool
right_compiler (const char *plugin, const struct plugin_gcc_version *compiler)
{
  if (!strcmp (compiler->basever, gcc_version.basever))
    return true;
  inform (UNKNOWN_LOCATION, LK_TR ("plugin %qs is for GCC %s, but this is GCC %s: no"
	  " leaks are looked for; rebuild it with"
	  " %<configure --with-gcc=COMPILER%>"),
	  plugin, gcc_version.basever, compiler->basever);
  return false;
}

int
plugin_init (struct plugin_name_args *info,
	     struct plugin_gcc_version *compiler)
{
  static struct plugin_info texts = { LK_VERSION, lk_help };
  const char *name = info->base_name;

  register_callback (name, PLUGIN_INFO, NULL, &texts);
  /* Not only "GNU C": also "GNU C17", "GNU C++14", ...  */
  if (in_lto_p || !startswith (lang_hooks.name, "GNU C"))
    return 0;
  if (!right_compiler (name, compiler))
    return 0;
  register_callback (name, PLUGIN_ATTRIBUTES, lk_register_attributes, NULL);
  add_header ();
  if (flag_preprocess_only)
    return 0;

  bind_texts ();
  arguments.pass.checking = LK_CHECKING;
  lk_read_arguments (&arguments, info);
  forget_options (info);
  if (num_in_fnames == 1 && lk_is_java (in_fnames[0]))
    {
      arguments.pass.java = true;
      arguments.pass.java_file = in_fnames[0];
    }
  struct lk_spec *spec = lk_spec_new ();
  lk_apply_settings (&arguments, spec);
  lk_contracts_init (spec);
  lk_silence_settings (arguments.settings);
  lk_silence_init (name);
  lk_rows_init (name, &arguments);
  arguments.pass.report = lk_report_finding;
  arguments.pass.note = lk_report_note;
  arguments.pass.breach = lk_report_breach;
  arguments.pass.left = lk_report_left;
  arguments.pass.lowered = lk_explain_lowered;
  arguments.pass.followed = lk_explain_followed;
  arguments.pass.finished = lk_report_finished;
  arguments.pass.timed = lk_report_timed;
  arguments.pass.emit = lk_emit;
  arguments.pass.done = unit_done;
  arguments.pass.data = &arguments;
  lk_report_init (&arguments);
  lk_explain_init (&arguments);
  lk_record_init (name, &arguments);
  lk_dependency_init (name, &arguments);
  lk_watch_attributes (name);
  register_callback (name, PLUGIN_FINISH, finish, NULL);
  if (arguments.pass.java)
    lk_register_java (name, &arguments.pass);
  else
    {
      if (arguments.pass.loops)
	error (LK_TR ("mode %<loops%> is for the classes of a Java program"));
      lk_watch_bodies (name);
      lk_register_passes (name, &arguments.pass);
    }
  return 0;
}
