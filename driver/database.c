/* Compilation databases: compile_commands.json, as CMake, Meson, bear and
   others write it.

   An array of objects with "directory", "file", and either "arguments", an
   array, or "command", a line for a shell.  "directory" may be relative, to
   the folder of the database, or missing.  Of a line with several commands
   ("cd sub && gcc ...") the last one counts that names a file to compile; what
   a shell would work out, variables and substitutions, is left as it stands.
   Lists, "@FILE", are replaced by what they hold; one that is not there yet
   stays, as the compiler leaves it.

   An error in one entry costs that entry alone.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "project.h"

static const char default_name[] = "compile_commands.json";

/* Lists within lists: no deeper than this, which only one in itself reaches.  */
enum { LIST_DEPTH_LIMIT = 32 };

/* ---- Words.  ---- */

enum word_end { WORD_NONE, WORD_PLAIN, WORD_OPERATOR };

/* The next word of *TEXT to WORD, as a shell reads a line.  Operators separate commands.  */
static enum word_end
next_word (const char **text, const char *end, struct lk_text *word)
{
  const char *p = *text;
  while (p < end && isspace ((unsigned char) *p))
    p++;
  word->length = 0;
  lk_text_add (word, "", 0);
  *text = p;
  if (p == end)
    return WORD_NONE;
  if (strchr (";|&", *p))
    {
      *text = p + strspn (p, ";|&");
      return WORD_OPERATOR;
    }
  char quote = '\0';
  for (; p < end && (quote || (!isspace ((unsigned char) *p) && !strchr (";|&", *p))); p++)
    {
      if (quote ? *p == quote : *p == '"' || *p == '\'')
	{
	  quote = quote ? '\0' : *p;
	  continue;
	}
      if (*p == '\\' && p + 1 < end
	  && (!quote || (quote == '"' && strchr ("\\\"$`\n", p[1]))))
	{
	  p++;
	  if (*p == '\n')
	    continue;
	}
      lk_text_add (word, p, 1);
    }
  *text = p;
  return WORD_PLAIN;
}

/* Add ARGUMENT, or what it lists.  */
static void
add_argument (struct lk_strings *arguments, const char *folder, const char *argument,
	      unsigned depth)
{
  struct lk_text text = { 0 }, word = { 0 };
  const char *why;
  char *name = *argument == '@' && argument[1] ? lk_absolute (folder, argument + 1) : NULL;
  if (name && depth < LIST_DEPTH_LIMIT && lk_text_read (&text, name, &why))
    {
      const char *p = text.bytes, *end = p + text.length;
      char open;
      while (lk_next_listed (&p, end, &word, &open))
	add_argument (arguments, folder, word.bytes, depth + 1);
    }
  else
    lk_strings_add (arguments, argument);
  free (name);
  lk_text_free (&word);
  lk_text_free (&text);
}

/* The name of the file that WORD is, as for comparisons.  */
static bool
is_same_file (const char *folder, const char *word, const char *file)
{
  char *a = lk_absolute (folder, word), *b = lk_absolute (folder, file);
  bool same = strcmp (a, b) == 0;
  free (a);
  free (b);
  return same;
}

/* The arguments of the command in LINE that compiles FILE.  */
static void
read_command (struct lk_entry *entry, const char *line)
{
  struct lk_text word = { 0 };
  struct lk_strings command = { 0 };
  const char *p = line, *end = line + strlen (line);
  char *folder = lk_format ("%s", entry->folder);
  for (bool more = true, compiles = false; more;)
    {
      enum word_end kind = next_word (&p, end, &word);
      more = kind != WORD_NONE;
      if (kind == WORD_PLAIN)
	{
	  compiles |= command.count > 0 && is_same_file (folder, word.bytes, entry->file);
	  add_argument (&command, folder, word.bytes, 0);
	  continue;
	}
      /* A command ends here.  */
      if (compiles || (!more && entry->arguments.count == 0))
	{
	  lk_strings_free (&entry->arguments);
	  entry->arguments = command;
	  free (entry->folder);
	  entry->folder = lk_format ("%s", folder);
	  memset (&command, 0, sizeof command);
	}
      else if (command.count == 2 && strcmp (command.items[0], "cd") == 0)
	{
	  char *other = lk_absolute (folder, command.items[1]);
	  free (folder);
	  folder = other;
	}
      lk_strings_free (&command);
      compiles = false;
    }
  free (folder);
  lk_text_free (&word);
}

/* ---- Entries.  ---- */

static const char *
text_of (const json_t *object, const char *key)
{
  const char *text = json_string_value (json_object_get (object, key));
  return text && *text ? text : NULL;
}

/* Read ENTRY from OBJECT.  Return the error, or NULL.  */
static const char *
read_entry (struct lk_entry *entry, const json_t *object, const char *base)
{
  if (!json_is_object (object))
    return LK_N ("entries that are no objects");
  const char *file = text_of (object, "file"), *folder = text_of (object, "directory");
  const char *command = text_of (object, "command");
  const json_t *arguments = json_object_get (object, "arguments"), *argument;
  if (!file)
    return LK_N ("entries without the name of a file");
  entry->file = lk_format ("%s", file);
  if (!command && json_array_size (arguments) == 0)
    return LK_N ("entries without a command");
  entry->folder = lk_absolute (base, folder ? folder : ".");
  size_t i;
  json_array_foreach (arguments, i, argument)
    if (json_is_string (argument))
      add_argument (&entry->arguments, entry->folder, json_string_value (argument), 0);
    else
      return LK_N ("entries with arguments that are no texts");
  if (entry->arguments.count == 0 && command)
    read_command (entry, command);
  return entry->arguments.count == 0 ? "entries without a command" : NULL;
}

static void
free_entry (struct lk_entry *entry)
{
  free (entry->folder);
  free (entry->file);
  lk_strings_free (&entry->arguments);
}

/* ---- The file.  ---- */

/* The name of the database of BUILD; allocated.  */
static char *
database_name (const char *build)
{
  struct stat status;
  char *name = lk_format ("%s", build);
  if (stat (build, &status) != 0)
    lk_fatal ("%s: %s", build, lk_file_reason (errno));
  if (!S_ISDIR (status.st_mode))
    return name;
  free (name);
  name = lk_format ("%s%s%s", build, lk_ends (build, "/") ? "" : "/", default_name);
  if (access (name, F_OK) != 0 && errno == ENOENT)
    lk_fatal ("%s: there is no %s in it; CMake writes one with"
	      " -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always, and for other builds 'bear --"
	      " make' does", build, default_name);
  return name;
}

void
lk_database_read (struct lk_database *database, const char *build, struct lk_remarks *remarks)
{
  struct lk_text text = { 0 };
  const char *why;
  json_error_t error;
  database->name = database_name (build);
  if (!lk_text_read (&text, database->name, &why))
    lk_fatal ("%s: %s", database->name, why);
  json_t *all = json_loadb (text.bytes, text.length, 0, &error), *object;
  lk_text_free (&text);
  if (!all)
    lk_fatal ("%s:%d:%d: %s", database->name, error.line, error.column, error.text);
  if (!json_is_array (all))
    lk_fatal ("%s: no compilation database: it is not an array of entries", database->name);

  char *whole = lk_absolute (lk_current_folder (), database->name);
  *strrchr (whole, '/') = '\0';
  const char *base = *whole ? whole : "/";
  size_t i;
  database->entries = lk_allocate (json_array_size (all), sizeof *database->entries);
  json_array_foreach (all, i, object)
    {
      struct lk_entry *entry = &database->entries[database->count];
      const char *wrong = read_entry (entry, object, base);
      if (!wrong)
	{
	  database->count++;
	  continue;
	}
      char *name = (entry->file ? lk_format ("%s", entry->file) : lk_format ("number %zu", i + 1));
      lk_remark (remarks, wrong, name, true);
      free (name);
      free_entry (entry);
      memset (entry, 0, sizeof *entry);
    }
  free (whole);
  json_decref (all);
}

void
lk_database_free (struct lk_database *database)
{
  for (size_t i = 0; i < database->count; i++)
    free_entry (&database->entries[i]);
  free (database->entries);
  free (database->name);
}
