/* `leakcheck contracts': makes an index of the contracts that compilations have recorded, and
   prints them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "contracts.h"
#include "../spec/arena.h"

struct settings
{
  struct lk_strings arguments, inputs;
  struct lk_strings names;	/* Of functions, to be printed.  */
  const char *output;		/* NULL: none.  */
  bool print, quiet, verbose;
  bool *seen;			/* One for each of NAMES: there is such a function.  */
};

/* ---- The command line.  ---- */

/* The value of the option at ARGUMENTS[*I], if that is NAME ("--output=FILE", "-oFILE",
   "-o FILE"), else NULL.  */

static const char *
value_of (const struct lk_strings *arguments, size_t *i, const char *name)
{
  const char *argument = arguments->items[*i];
  size_t length = strlen (name);
  if (strncmp (argument, name, length) != 0)
    return NULL;
  const char *rest = argument + length;
  if (*rest == '\0')
    {
      if (*i + 1 >= arguments->count)
	lk_fatal ("'%s' needs an argument", name);
      rest = arguments->items[++*i];
    }
  else if (name[1] == '-' && *rest++ != '=')
    return NULL;
  if (!*rest)
    lk_fatal ("'%s' needs an argument", name);
  return rest;
}

/* Return true if ARGUMENT, behind "--print", is a function and no input: no file has that name, and
   it has no '.' or '/', as a file that is not there would.  */

static bool
is_function_name (const char *argument)
{
  return *argument != '-' && !strpbrk (argument, "./") && access (argument, F_OK) != 0;
}

static void
read_settings (struct settings *settings, char **argv)
{
  bool options = true;
  lk_expand_lists (&settings->arguments, argv);
  for (size_t i = 0; i < settings->arguments.count; i++)
    {
      const char *argument = settings->arguments.items[i], *value;
      if (!options || *argument != '-' || !argument[1])
	lk_strings_add (&settings->inputs, argument);
      else if (!strcmp (argument, "--"))
	options = false;
      else if (!strcmp (argument, "--help"))
	{
	  lk_print_contracts_help ();
	  exit (LK_EXIT_CLEAN);
	}
      else if (!strcmp (argument, "--print"))
	{
	  settings->print = true;
	  if (i + 1 < settings->arguments.count
	      && is_function_name (settings->arguments.items[i + 1]))
	    lk_strings_add (&settings->names, settings->arguments.items[++i]);
	}
      else if (lk_begins (argument, "--print=") && argument[8])
	{
	  settings->print = true;
	  lk_strings_add (&settings->names, argument + 8);
	}
      else if (!strcmp (argument, "--quiet"))
	settings->quiet = true;
      else if (!strcmp (argument, "--verbose"))
	settings->verbose = true;
      else if ((value = value_of (&settings->arguments, &i, "--output"))
	       || (value = value_of (&settings->arguments, &i, "-o")))
	settings->output = value;
      else
	lk_fatal ("unknown option '%s'; see 'leakcheck contracts --help'", argument);
    }
  if (settings->inputs.count == 0)
    lk_fatal ("no input: name objects, archives, libraries, programs, indexes or folders; see"
	      " 'leakcheck contracts --help'");
  if (!settings->output && !settings->print)
    lk_fatal ("what is to be done with the contracts? '-o FILE.lkc' makes an index of them,"
	      " '--print' prints them");
  settings->seen = lk_allocate (settings->names.count, sizeof *settings->seen);
}

/* ---- Writing.  ---- */

/* PATTERN with HASH for each "%h" and "%" for each "%%"; allocated.  */

static char *
output_name (const char *pattern, uint64_t hash)
{
  struct lk_text name = { 0 };
  char digits[17];
  int n = snprintf (digits, sizeof digits, "%016" PRIx64, hash);
  lk_text_add (&name, "", 0);
  for (const char *p = pattern; *p; p++)
    if (p[0] == '%' && (p[1] == 'h' || p[1] == '%'))
      {
	p++;
	lk_text_add (&name, *p == 'h' ? digits : "%", *p == 'h' ? (size_t) n : 1);
      }
    else
      lk_text_add (&name, p, 1);
  return name.bytes;
}

/* True if the index NAME is there, whole, and has the content of WRITER.  */

static bool
is_written (const char *name, struct lk_index_writer *writer)
{
  char *error;
  struct lk_index *index = lk_index_open (name, &error);
  free (error);
  bool same = (index && lk_index_hash (index) == lk_index_writer_hash (writer)
	       && lk_index_check (index));
  lk_index_close (index);
  return same;
}

/* Write the index to the file NAME.  A compiler that has mapped the old one keeps it.  */

static void
write_index (const char *name, struct lk_index_writer *writer)
{
  struct lk_replacing replacing;
  int error = 0;
  if (!lk_replace_begin (&replacing, name) || !lk_index_writer_write (writer, replacing.stream))
    error = errno ? errno : EIO;
  error = lk_replace_end (&replacing, error);
  if (error)
    lk_error ("%s: cannot be written: %s", name, strerror (error));
}

/* Write the index, unless it is there already.  */

static void
write_output (const struct settings *settings, struct lk_index_writer *writer)
{
  char *name = output_name (settings->output, lk_index_writer_hash (writer));
  if (!is_written (name, writer))
    write_index (name, writer);
  /* A script has to know it.  */
  if (strcmp (name, settings->output) != 0 && !lk_any_error ())
    printf ("%s\n", name);
  free (name);
}

/* ---- Printing.  ---- */

/* True if NAME is the linker's name of ROW, or what users write, with or without parameters.  */

static bool
is_named (const struct lk_index_row *row, const char *name)
{
  size_t length = strlen (name);
  if (strcmp (row->symbol, name) == 0)
    return true;
  if (strncmp (row->name, name, length) != 0)
    return false;
  const char *rest = row->name + length;
  return *rest == '\0' || *rest == '(' || strncmp (rest, " (", 2) == 0;
}

static bool
is_wanted (void *data, const struct lk_index_row *row)
{
  struct settings *settings = data;
  bool wanted = false;
  for (size_t i = 0; i < settings->names.count; i++)
    if (is_named (row, settings->names.items[i]))
      wanted = settings->seen[i] = true;
  return wanted;
}

static void
print_rows (struct settings *settings, struct lk_merge *merge)
{
  lk_merge_print (merge, stdout, settings->names.count ? is_wanted : NULL, settings);
  for (size_t i = 0; i < settings->names.count; i++)
    if (!settings->seen[i])
      lk_error ("no contract of a function '%s' is recorded", settings->names.items[i]);
}

/* ---- The command.  ---- */

static void
say (void *data, enum lk_merge_level level, const char *text)
{
  const struct settings *settings = data;
  if (level == LK_MERGE_ERROR)
    lk_error ("%s", text);
  else if (settings->verbose)
    lk_warn ("%s", text);
}

static void
out_of_memory (size_t size)
{
  lk_fatal ("out of memory (%zu bytes were asked for)", size);
}

static void
summarize_index (const struct contracts_input *input, size_t functions)
{
  char *count = lk_number (functions), *files = lk_number (input->files);
  fprintf (stderr, "leakcheck: contracts of %s function%s in %s file%s\n", count,
	   functions == 1 ? "" : "s", files, input->files == 1 ? "" : "s");
  free (count);
  free (files);
}

int
lk_contracts (char **argv)
{
  struct settings settings = { 0 };
  lk_set_out_of_memory (out_of_memory);
  read_settings (&settings, argv);
  struct contracts_input input = { .verbose = settings.verbose };
  input.merge = lk_merge_new (say, &settings);
  for (size_t i = 0; i < settings.inputs.count; i++)
    lk_contracts_read (&input, settings.inputs.items[i]);
  struct lk_index_writer *writer = lk_merge_finish (input.merge);
  if (input.files == 0)
    lk_error ("there are no contracts in what was named");
  else
    {
      if (settings.print)
	print_rows (&settings, input.merge);
      if (settings.output)
	write_output (&settings, writer);
      if (settings.output && !settings.quiet)
	summarize_index (&input, lk_index_writer_count (writer));
    }
  if (fflush (stdout) != 0 || ferror (stdout))
    lk_error ("the standard output cannot be written: %s", strerror (errno));
  lk_merge_free (input.merge);
  lk_strings_free (&settings.arguments);
  lk_strings_free (&settings.inputs);
  lk_strings_free (&settings.names);
  free (settings.seen);
  return lk_any_error () ? LK_EXIT_TROUBLE : LK_EXIT_CLEAN;
}
