/* --completion: what shells need to complete the command's arguments, made of the table of options
   when leakcheck is built, so that it has all of them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"
#include "option-table.h"

/* The values that an option may have.  */
enum value_is { VALUE_NONE, VALUE_WORDS, VALUE_FILE, VALUE_FOLDER, VALUE_PROGRAM, VALUE_KIND,
		VALUE_ELSE };

static enum value_is
value_of (const struct lk_option_row *row)
{
  static const struct { const char *name; enum value_is is; } names[]
    = { { "FILE", VALUE_FILE }, { "PATH", VALUE_FILE }, { "DIR", VALUE_FOLDER },
	{ "FOLDER", VALUE_FOLDER }, { "BUILD", VALUE_FOLDER }, { "PROGRAM", VALUE_PROGRAM },
	{ "KIND,...", VALUE_KIND } };
  if (!row->value)
    return VALUE_NONE;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (row->value, names[i].name))
      return names[i].is;
  const char *rest = row->value;
  char word[40];
  return lk_next_option_value (&rest, word) ? VALUE_WORDS : VALUE_ELSE;
}

/* Print the words that the value of ROW may be, with a space between any two.  */
static void
print_words (const struct lk_option_row *row)
{
  const char *rest = row->value, *space = "";
  char word[40];
  for (; lk_next_option_value (&rest, word); space = " ")
    printf ("%s%s", space, word);
}

/* Return the first sentence of ROW's help, in one line; allocated.  Defaults in brackets, remarks
   and lists of values are no part of it.  */
static char *
brief_of (const struct lk_option_row *row)
{
  static const char *const ends[] = { " [", " (", "\n[", "\n(", "; ", ";\n", ":\n" };
  size_t length = strlen (row->help);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    {
      const char *end = strstr (row->help, ends[i]);
      if (end && (size_t) (end - row->help) < length)
	length = (size_t) (end - row->help);
    }
  char *text = lk_format ("%.*s", (int) length, row->help);
  for (char *p = text; (p = strchr (p, '\n'));)
    *p = ' ';
  return text;
}

/* Print ROW's help, as a part of a string in single quotes, without what SPECIAL has.  */
static void
print_brief (const struct lk_option_row *row, const char *special)
{
  char *brief = brief_of (row);
  for (const char *p = brief; *p; p++)
    if (*p == '\'')
      fputs ("'\\''", stdout);
    else if (!strchr (special, *p))
      putchar (*p);
  free (brief);
}

static bool
is_shown (const struct lk_option_row *row)
{
  return row->option != LK_OPT_HEADING && row->help;
}

/* The command that prints kinds of resources and their groups.  */
static const char kinds_command[]
  = "leakcheck --list-kinds 2>/dev/null | awk '{ print $1; print $2 }' | sort -u";

/* ---- Bash.  ---- */

static void
print_bash_value (const struct lk_option_row *row)
{
  switch (value_of (row))
    {
    case VALUE_NONE:
      return;
    case VALUE_WORDS:
      fputs ("COMPREPLY=($(compgen -W '", stdout);
      print_words (row);
      fputs ("' -- \"$cur\"))", stdout);
      break;
    case VALUE_FOLDER:
      fputs ("compopt -o filenames; COMPREPLY=($(compgen -d -- \"$cur\"))", stdout);
      break;
    case VALUE_PROGRAM:
      fputs ("COMPREPLY=($(compgen -c -- \"$cur\"))", stdout);
      break;
    case VALUE_KIND:
      printf ("COMPREPLY=($(compgen -W \"all $(%s)\" -- \"$cur\"))", kinds_command);
      break;
    case VALUE_FILE:
    case VALUE_ELSE:
      fputs (":", stdout);	/* -o default completes files.  */
      break;
    }
  puts ("; return ;;");
}

static void
print_bash (void)
{
  puts ("# Completion of leakcheck for bash, made by 'leakcheck --completion=bash'.\n\n"
	"_leakcheck ()\n{\n"
	"  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}\n"
	"  COMPREPLY=()\n"
	"  # The '=' of --NAME=VALUE is a word of its own.\n"
	"  if [ \"$cur\" = = ]\n  then\n    cur=\n"
	"  elif [ \"$option\" = = ]\n  then\n    option=${COMP_WORDS[COMP_CWORD-2]}\n  fi\n"
	"  case $option in");
  for (size_t i = 0; i < lk_n_option_rows; i++)
    if (is_shown (&lk_option_rows[i]) && lk_option_rows[i].value)
      {
	printf ("    %s) ", lk_option_rows[i].names);
	print_bash_value (&lk_option_rows[i]);
      }
  fputs ("  esac\n"
	 "  case $cur in\n"
	 "    -*)\n"
	 "      COMPREPLY=($(compgen -W '", stdout);
  for (size_t i = 0; i < lk_n_option_rows; i++)
    {
      const char *names = lk_option_rows[i].names;
      char name[40];
      while (is_shown (&lk_option_rows[i]) && lk_next_option_name (&names, name))
	printf ("\n\t%s%s", name, lk_option_rows[i].value && name[1] == '-' ? "=" : "");
    }
  puts ("' -- \"$cur\"))\n"
	"      case ${COMPREPLY-} in\n"
	"\t*=) compopt -o nospace ;;\n"
	"      esac ;;\n"
	"  esac\n"
	"}\n"
	"complete -o default -F _leakcheck leakcheck");
}

/* ---- Zsh.  ---- */

static void
print_zsh_action (const struct lk_option_row *row)
{
  switch (value_of (row))
    {
    case VALUE_WORDS:
      putchar ('(');
      print_words (row);
      putchar (')');
      break;
    case VALUE_FILE:
      fputs ("_files", stdout);
      break;
    case VALUE_FOLDER:
      fputs ("_files -/", stdout);
      break;
    case VALUE_PROGRAM:
      fputs ("_command_names -e", stdout);
      break;
    case VALUE_KIND:
      fputs ("_leakcheck_kinds", stdout);
      break;
    case VALUE_NONE:
    case VALUE_ELSE:
      break;
    }
}

static void
print_zsh (void)
{
  printf ("#compdef leakcheck\n"
	  "# Completion of leakcheck for zsh, made by 'leakcheck --completion=zsh'.\n\n"
	  "_leakcheck_kinds ()\n{\n"
	  "  local -a kinds\n"
	  "  kinds=(all $(%s))\n"
	  "  _values -s , kind $kinds\n}\n\n"
	  "_arguments \\\n", kinds_command);
  for (size_t i = 0; i < lk_n_option_rows; i++)
    {
      const struct lk_option_row *row = &lk_option_rows[i];
      const char *names = row->names;
      char name[40];
      while (is_shown (row) && lk_next_option_name (&names, name))
	{
	  printf ("  '*%s%s[", name, !row->value ? "" : name[1] == '-' ? "=" : "");
	  print_brief (row, "[]:");
	  putchar (']');
	  if (row->value)
	    {
	      fputs (isupper ((unsigned char) *row->value) ? ":" : ":value", stdout);
	      for (const char *p = row->value; isupper ((unsigned char) *p); p++)
		putchar (tolower ((unsigned char) *p));
	      putchar (':');
	      print_zsh_action (row);
	    }
	  puts ("' \\");
	}
    }
  puts ("  '*:file:_files'");
}

/* ---- Fish.  ---- */

static void
print_fish (void)
{
  puts ("# Completion of leakcheck for fish, made by 'leakcheck --completion=fish'.\n");
  for (size_t i = 0; i < lk_n_option_rows; i++)
    {
      const struct lk_option_row *row = &lk_option_rows[i];
      const char *names = row->names;
      char name[40];
      if (!is_shown (row))
	continue;
      fputs ("complete -c leakcheck", stdout);
      while (lk_next_option_name (&names, name))
	if (name[1] == '-')
	  printf (" -l %s", name + 2);
	else
	  printf (" -%c %s", name[2] ? 'o' : 's', name + 1);
      switch (value_of (row))
	{
	case VALUE_NONE:
	  break;
	case VALUE_WORDS:
	  fputs (" -x -a '", stdout);
	  print_words (row);
	  putchar ('\'');
	  break;
	case VALUE_FILE:
	  fputs (" -r -F", stdout);
	  break;
	case VALUE_FOLDER:
	  fputs (" -x -a '(__fish_complete_directories)'", stdout);
	  break;
	case VALUE_PROGRAM:
	  fputs (" -x -a '(__fish_complete_command)'", stdout);
	  break;
	case VALUE_KIND:
	  printf (" -x -a \"all (%s)\"", "leakcheck --list-kinds 2>/dev/null"
		  " | string match -r '^\\S+ +\\S+' | string split -n ' ' | sort -u");
	  break;
	case VALUE_ELSE:
	  fputs (" -x", stdout);
	  break;
	}
      fputs (" -d '", stdout);
      char *brief = brief_of (row);
      for (const char *p = brief; *p; p++)
	if (*p == '\'' || *p == '\\')
	  printf ("\\%c", *p);
	else
	  putchar (*p);
      puts ("'");
      free (brief);
    }
}

void
lk_print_completion (const char *shell)
{
  if (!strcmp (shell, "bash"))
    print_bash ();
  else if (!strcmp (shell, "zsh"))
    print_zsh ();
  else if (!strcmp (shell, "fish"))
    print_fish ();
  else
    lk_fatal ("no completion for '%s'; there are bash, zsh and fish", shell);
  if (fflush (stdout) != 0)
    lk_fatal ("cannot write: %s", strerror (errno));
  exit (LK_EXIT_CLEAN);
}
