/* The `leakcheck' command.

   It tells makefiles where the plugin is, and it checks C files without a
   makefile: `leakcheck [GCC-OPTION]... FILE.c...' runs, one after the other,
   the compiler that the plugin was built for, with the plugin and without
   making object files.  The analysis runs where GCC has bodies in SSA form,
   which -fsyntax-only never reaches; so each file is compiled to /dev/null.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lk-config.h"
#include "driver.h"

void
lk_fatal (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  fflush (stdout);
  fputs ("leakcheck: ", stderr);
  vfprintf (stderr, format, ap);
  fputc ('\n', stderr);
  va_end (ap);
  exit (LK_EXIT_TROUBLE);
}

void *
lk_allocate (unsigned long count, unsigned long size)
{
  void *memory = calloc (count ? count : 1, size);
  if (!memory)
    lk_fatal ("out of memory");
  return memory;
}

char *
lk_format (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  int length = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  if (length < 0)
    lk_fatal ("%s", strerror (errno));
  char *text = lk_allocate ((unsigned long) length + 1, 1);
  va_start (ap, format);
  vsnprintf (text, (size_t) length + 1, format, ap);
  va_end (ap);
  return text;
}

static void
print_help (void)
{
  fputs ("\
Usage: leakcheck [OPTION]... FILE.c...\n\
       leakcheck [OPTION]... FILE.c... -- GCC-OPTION...\n\
       leakcheck --print-plugin-path | --print-spec-dir\n\
Find the resources that C programs leak.\n\
\n\
Each FILE.c is compiled with the plugin and without making an object file.\n\
Options with one dash (-I, -D, -std=, -Werror, ...) and all behind '--' are\n\
the compiler's.\n\
\n\
  --print-plugin-path  print the name of the plugin, for makefiles:\n\
                       CFLAGS += -fplugin=$(leakcheck --print-plugin-path)\n\
  --print-spec-dir     print the folder of the specifications\n\
  --help               print this and exit\n\
  --version            print the version and exit\n\
\n\
The plugin's arguments are passed as GCC wants them, for example\n\
-fplugin-arg-leakcheck-level=2.  `info leakcheck' describes them.\n\
\n\
Exit status: 0 when all files were compiled (leaks are warnings), 1 when the\n\
compiler reported an error (leaks are with -Werror), 2 when leakcheck could\n\
not do its work.\n", stdout);
}

static void
print_version (void)
{
  printf ("leakcheck %s (for GCC %s, %s)\n"
	  "License GPLv3+: GNU GPL version 3 or later "
	  "<https://gnu.org/licenses/gpl.html>.\n"
	  "This is free software: you are free to change and redistribute it.\n"
	  "There is NO WARRANTY, to the extent permitted by law.\n",
	  LK_VERSION, LK_GCC_VERSION, LK_GCC_MACHINE);
}

static bool
ends_in (const char *text, const char *tail)
{
  size_t text_length = strlen (text), tail_length = strlen (tail);
  return (text_length >= tail_length
	  && strcmp (text + text_length - tail_length, tail) == 0);
}

/* What kind of file NAME is: true for C, else an error that says when.  */
static void
check_input (const char *name)
{
  static const char *const later[]
    = { ".java", ".class", ".jar", ".json", ".cc", ".cpp", ".cxx", ".C" };
  for (size_t i = 0; i < sizeof later / sizeof *later; i++)
    if (ends_in (name, later[i]))
      lk_fatal ("'%s': %s files are not supported yet", name, later[i]);
  if (!ends_in (name, ".c") && !ends_in (name, ".i"))
    lk_fatal ("'%s' is not a C file; expected FILE.c or FILE.i", name);
  if (access (name, R_OK) != 0)
    lk_fatal ("%s: %s", name, strerror (errno));
}

/* GCC's options that take the next argument for themselves, so that `-I foo'
   does not make foo a file.  */
static bool
takes_next (const char *option)
{
  static const char *const names[]
    = { "-I", "-D", "-U", "-x", "-include", "-imacros", "-isystem",
	"-iquote", "-idirafter", "-iprefix", "-isysroot", "-imultilib",
	"-iwithprefix", "-iwithprefixbefore", "-MF", "-MT", "-MQ", "-B",
	"-Xpreprocessor", "-Xassembler", "-Xlinker", "--param", "-A",
	"-wrapper", "-aux-info", "-dumpbase", "-dumpdir", "-specs" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (option, names[i]) == 0)
      return true;
  return false;
}

/* Run ARGV and wait.  Returns an exit status of ours.  */
static int
run (char **argv)
{
  fflush (stdout);
  pid_t child = fork ();
  if (child < 0)
    lk_fatal ("cannot start a process: %s", strerror (errno));
  if (child == 0)
    {
      execvp (argv[0], argv);
      fprintf (stderr, "leakcheck: cannot run '%s': %s\n", argv[0],
	       strerror (errno));
      _exit (127);
    }
  int status;
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      lk_fatal ("cannot wait for '%s': %s", argv[0], strerror (errno));
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return LK_EXIT_CLEAN;
  /* gcc itself ends with 4 after an internal compiler error.  */
  if (WIFEXITED (status) && WEXITSTATUS (status) == 1)
    return LK_EXIT_FOUND;
  return LK_EXIT_TROUBLE;
}

int
main (int argc, char **argv)
{
  char **files = lk_allocate ((unsigned long) argc + 1, sizeof *files);
  char **command = lk_allocate ((unsigned long) argc + 8, sizeof *command);
  int n_files = 0, n = 0;

  command[n++] = (char *) LK_GCC;
  command[n++] = NULL;		/* -fplugin=, when known to be needed.  */
  for (int i = 1; i < argc; i++)
    {
      char *argument = argv[i];
      if (strcmp (argument, "--") == 0)
	{
	  while (++i < argc)
	    command[n++] = argv[i];
	  break;
	}
      if (strcmp (argument, "--help") == 0)
	{
	  print_help ();
	  return LK_EXIT_CLEAN;
	}
      if (strcmp (argument, "--version") == 0)
	{
	  print_version ();
	  return LK_EXIT_CLEAN;
	}
      if (strcmp (argument, "--print-plugin-path") == 0)
	{
	  puts (lk_plugin_path ());
	  return LK_EXIT_CLEAN;
	}
      if (strcmp (argument, "--print-spec-dir") == 0)
	{
	  puts (lk_spec_dir ());
	  return LK_EXIT_CLEAN;
	}
      if (strcmp (argument, "-o") == 0 || strcmp (argument, "-E") == 0)
	lk_fatal ("'%s' makes no sense here: no file is written", argument);
      if (takes_next (argument))
	{
	  command[n++] = argument;
	  if (++i == argc)
	    lk_fatal ("'%s' needs an argument", argument);
	  command[n++] = argv[i];
	}
      else if (strncmp (argument, "--", 2) == 0)
	lk_fatal ("unknown option '%s'; see 'leakcheck --help'", argument);
      else if (argument[0] == '-' && argument[1] != '\0')
	command[n++] = argument;
      else
	{
	  check_input (argument);
	  files[n_files++] = argument;
	}
    }
  if (n_files == 0)
    lk_fatal ("no input files; see 'leakcheck --help'");

  command[1] = lk_format ("-fplugin=%s", lk_plugin_path ());
  command[n++] = (char *) "-S";
  command[n++] = (char *) "-o";
  command[n++] = (char *) "/dev/null";
  int worst = LK_EXIT_CLEAN;
  for (int i = 0; i < n_files; i++)
    {
      command[n] = files[i];
      command[n + 1] = NULL;
      int status = run (command);
      if (status > worst)
	worst = status;
    }
  free (command[1]);
  free (command);
  free (files);
  return worst;
}
