/* leakcheck.so, the file that -fplugin names: one for all compilers.

   The plugin proper is compiled with the headers of one compiler, and does not even load into
   another one.  This file uses none of GCC's headers.  It opens the plugin for the compiler
   that runs it, MACHINE/MAJOR/leakcheck.so beside this file, for example
   x86_64-linux-gnu/12/leakcheck.so, and passes the call on.  If there is none, or it does not
   load, one note says so and the compilation continues as without a plugin.

   The section .leakcheck.plugins lists the plugins proper with their checksums
   (plugin/seal-stub): ccache hashes this file only, and has to notice when one of them
   changes.  The declarations of the compiler here are the same from GCC 11 to 16.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Which plugins there are is said for versions below this one.  */
#define MAJORS_LOOKED_FOR 100

/* GCC's struct plugin_name_args as far as it is used here, and struct plugin_gcc_version.  */
struct plugin_name_args
{
  char *base_name;
  const char *full_name;
};

struct plugin_gcc_version
{
  const char *basever, *datestamp, *devphase, *revision, *configuration_arguments;
};

typedef int (*init_function) (struct plugin_name_args *, struct plugin_gcc_version *);

__attribute__ ((visibility ("default"))) int plugin_is_GPL_compatible;
__attribute__ ((visibility ("default"))) int plugin_init (struct plugin_name_args *,
							  struct plugin_gcc_version *);

/* Say TEXT, one "%qs" in it for NAME and then a "%s" each for A and B, through the compiler's
   inform, whose name in C++ depends on the size of a location.  A note is no error under -Werror
   either.  */
static void
note (const char *text, const char *name, const char *a, const char *b)
{
  typedef void (*inform_32) (uint32_t, const char *, ...);
  typedef void (*inform_64) (uint64_t, const char *, ...);
  void *found = dlsym (RTLD_DEFAULT, "_Z6informjPKcz");
  if (found)
    {
      inform_32 inform = (inform_32) (uintptr_t) found;
      inform (0, text, name, a, b);
      return;
    }
  found = dlsym (RTLD_DEFAULT, sizeof (long) == 8 ? "_Z6informmPKcz" : "_Z6informyPKcz");
  if (found)
    {
      inform_64 inform = (inform_64) (uintptr_t) found;
      inform (0, text, name, a, b);
    }
  else
    fprintf (stderr, "leakcheck: note: '%s' does not know this compiler: no leaks are looked for\n",
	     name);
}

/* True in the compilers for C and C++: their front end's name, which struct lang_hooks begins
   with, is "GNU C17", "GNU C++14", ...  In those of other languages and in lto1 there is nothing
   to do and nothing to be said.  */
static bool
compiles_c (void)
{
  const char *const *hooks = dlsym (RTLD_DEFAULT, "lang_hooks");
  return !hooks || !strncmp (*hooks, "GNU C", 5);
}

/* The folder of this file, links followed, or NULL; malloced.  The address is that of a static
   function: plugin_init may be another plugin's here, if the compiler has loaded that before.  */
static char *
own_folder (void)
{
  Dl_info info;
  if (!dladdr ((void *) (uintptr_t) &own_folder, &info))
    return NULL;
  char *name = realpath (info.dli_fname, NULL);
  char *slash = name ? strrchr (name, '/') : NULL;
  if (slash)
    *slash = '\0';
  return name;
}

/* Set MACHINE to what the compiler compiles for, as gcc -dumpmachine prints it.  The compiler
   proper lies in .../MACHINE/VERSION/; otherwise its configuration may say it.  */
static void
find_machine (char machine[static PATH_MAX], const struct plugin_gcc_version *compiler)
{
  char name[PATH_MAX];
  ssize_t length = readlink ("/proc/self/exe", name, sizeof name - 1);
  for (unsigned n = 0; length > 0 && n < 2; n++)
    {
      while (length > 0 && name[length - 1] != '/')
	length--;
      while (length > 0 && name[length - 1] == '/')
	length--;
    }
  if (length > 0)
    {
      name[length] = '\0';
      const char *slash = strrchr (name, '/');
      /* It has a '-' at least, unlike "libexec".  */
      if (slash && strchr (slash, '-'))
	{
	  snprintf (machine, PATH_MAX, "%s", slash + 1);
	  return;
	}
    }
  const char *target = strstr (compiler->configuration_arguments, "--target=");
  if (target)
    snprintf (machine, PATH_MAX, "%.*s", (int) strcspn (target + 9, " '"), target + 9);
  else
    snprintf (machine, PATH_MAX, "%s", "unknown");
}

/* The plugin proper for GCC MAJOR for MACHINE, of the installation in FOLDER; malloced.  */
static char *
plugin_name (const char *folder, const char *machine, unsigned long major)
{
  char *name;
  if (asprintf (&name, "%s/%s/%lu/leakcheck.so", folder, machine, major) < 0)
    return NULL;
  return name;
}

/* Which versions there are plugins for: "11, 12"; malloced, NULL if none.  */
static char *
versions_served (const char *folder, const char *machine)
{
  char *list = NULL;
  for (unsigned long major = 1; major < MAJORS_LOOKED_FOR; major++)
    {
      char *name = plugin_name (folder, machine, major), *longer;
      if (name && access (name, R_OK) == 0
	  && asprintf (&longer, "%s%s%lu", list ? list : "", list ? ", " : "", major) >= 0)
	{
	  free (list);
	  list = longer;
	}
      free (name);
    }
  return list;
}

/* Say that there is no plugin for COMPILER, which compiles for MACHINE.  */
static void
note_missing (const char *folder, const char *machine, const struct plugin_gcc_version *compiler)
{
  char *served = versions_served (folder, machine), *compiler_text;
  if (asprintf (&compiler_text, "GCC %s for %s", compiler->basever, machine) < 0)
    return;
  if (served)
    note ("plugin %qs is not for %s, only for GCC %s: no leaks are looked for; build and install it"
	  " with %<configure --with-gcc=COMPILER%>, too", "leakcheck", compiler_text, served);
  else
    note ("plugin %qs is not for %s, and in %s there is none for another version: no leaks are"
	  " looked for; build and install it with %<configure --with-gcc=COMPILER%>", "leakcheck",
	  compiler_text, folder);
  free (served);
  free (compiler_text);
}

/* Say what dlopen or dlsym had against the plugin for COMPILER.  */
static void
note_unloadable (const struct plugin_gcc_version *compiler)
{
  const char *why = dlerror ();
  /* The next call of dlsym may overwrite it.  */
  char *copy = strdup (why ? why : "unknown error");
  note ("plugin %qs for GCC %s cannot be loaded: %s: no leaks are looked for", "leakcheck",
	compiler->basever, copy ? copy : "");
  free (copy);
}

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *compiler)
{
  if (!compiles_c ())
    return 0;
  char machine[PATH_MAX];
  find_machine (machine, compiler);
  unsigned long major = strtoul (compiler->basever, NULL, 10);
  char *folder = own_folder ();
  char *name = folder ? plugin_name (folder, machine, major) : NULL;
  init_function init = NULL;
  if (!name || access (name, F_OK) != 0)
    note_missing (folder ? folder : "", machine, compiler);
  else
    {
      void *plugin = dlopen (name, RTLD_NOW | RTLD_LOCAL);
      if (plugin)
	init = (init_function) (uintptr_t) dlsym (plugin, "plugin_init");
      if (!init)
	note_unloadable (compiler);
    }
  free (name);
  free (folder);
  return init ? init (info, compiler) : 0;
}
